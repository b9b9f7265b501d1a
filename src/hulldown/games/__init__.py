"""The games: packages of rules on the contract of `core`. No game imports another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hulldown import resources
from hulldown.core.errors import UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.tutorial import Lesson, read_lesson
from hulldown.games.registry import (
    Place,
    game_names,
    has_tools,
    load_game,
    load_tools,
    place_of,
    places,
    register,
    unregister,
)

__all__ = [
    "Place",
    "game_names",
    "game_of_scenario",
    "has_tools",
    "lessons",
    "load_game",
    "load_lesson",
    "load_tools",
    "place_of",
    "register",
    "unregister",
]


def game_of_scenario(scenario: str) -> AnyGame:
    """The game a scenario id such as tank/10 belongs to."""
    return load_game(scenario.partition("/")[0])


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by id, game by game: one for each file in the folder `data/tutorials` of a game's package."""
    found: dict[str, Lesson] = {}
    for game, place in places().items():
        for name in resources.names(place.package, "data", "tutorials", suffix=".toml"):
            text = resources.read(place.package, "data", "tutorials", name)
            where, lesson = f"{game}/data/tutorials/{name}", f"{game}/{name.removesuffix('.toml')}"
            found[lesson] = read_lesson(text, where, lesson)
    return found


def load_lesson(name: str) -> Lesson:
    """The lesson of an id such as tank/basics; raises UnknownNameError."""
    if name not in lessons():
        raise UnknownNameError(f"there is no lesson {name!r}", hint=f"lessons: {', '.join(lessons())}")
    return lessons()[name]
