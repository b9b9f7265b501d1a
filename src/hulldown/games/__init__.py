"""The games: packages of rules on the contract of `core`. No game imports another."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from hulldown import resources
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.tools import Tools
from hulldown.core.tutorial import Lesson, read_lesson

_NAMES = ("tank", "panzer", "kampfpanzer", "panzer_battles")
_GAMES = {name: f"hulldown.games.{name}.game" for name in _NAMES}
_TOOLS = {name: f"hulldown.games.{name}.faces.tools" for name in _NAMES}


def game_names() -> tuple[str, ...]:
    return tuple(_GAMES)


def module_of(name: str) -> str:
    """The module in which a registered game is found, for a process that must find it by itself."""
    return _GAMES[name]


def load_game(name: str) -> AnyGame:
    """The game registered under this name."""
    if name not in _GAMES:
        near = difflib.get_close_matches(name, _GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"games: {', '.join(_GAMES)}"
        raise UnknownNameError(f"there is no game named {name!r}", hint=hint)
    game: AnyGame = import_module(_GAMES[name]).GAME
    return game


def has_tools(name: str) -> bool:
    """Whether a game offers tools."""
    return name in _TOOLS


def load_tools(name: str) -> Tools:
    """The tools of the game registered under this name; raises when there is no such game or it has none."""
    if not has_tools(name):
        load_game(name)
        raise HulldownError(f"the game {name} offers no tools of its own")
    tools: Tools = import_module(_TOOLS[name])
    return tools


def game_of_scenario(scenario: str) -> AnyGame:
    """The game a scenario id such as tank/10 belongs to."""
    return load_game(scenario.partition("/")[0])


@cache
def lessons() -> Mapping[str, Lesson]:
    """All lessons by id, game by game: one for each file in `games/X/data/tutorials`."""
    found: dict[str, Lesson] = {}
    for game in resources.names("hulldown", "games"):
        if game not in _GAMES or "tutorials" not in resources.names("hulldown", "games", game, "data"):
            continue
        for name in resources.names("hulldown", "games", game, "data", "tutorials", suffix=".toml"):
            text = resources.read("hulldown", "games", game, "data", "tutorials", name)
            where, lesson = f"{game}/data/tutorials/{name}", f"{game}/{name.removesuffix('.toml')}"
            found[lesson] = read_lesson(text, where, lesson)
    return {name: found[name] for game in _GAMES for name in found if name.startswith(f"{game}/")}


def load_lesson(name: str) -> Lesson:
    """The lesson of an id such as tank/basics; raises UnknownNameError."""
    if name not in lessons():
        raise UnknownNameError(f"there is no lesson {name!r}", hint=f"lessons: {', '.join(lessons())}")
    return lessons()[name]
