"""Which games there are: those of the package, those that installed packages bring, and those a program registers.

A package brings a game by an entry point of the group `hulldown.games`: `toy = "hulldown_toy"`. The module has the game
as `GAME`; it may have `TOOLS`, the module of its tools (`core/tools.py`), and `BRAIN`, the module of its brain
(`bots/brains.py`). A package that cannot be imported, or takes the name of another game, is left out: the others play.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import NamedTuple

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.tools import Tools

GROUP = "hulldown.games"
OWN = ("tank", "panzer", "kampfpanzer", "panzer_battles")


class Place(NamedTuple):
    """The modules of a game; "" where it has none of a kind."""

    game: str
    tools: str = ""
    brain: str = ""

    @property
    def package(self) -> str:
        """The package around the game, with its data."""
        spec = find_spec(self.game)
        return self.game if spec is not None and spec.submodule_search_locations else self.game.rpartition(".")[0]


_places = {
    name: Place(f"hulldown.games.{name}.game", f"hulldown.games.{name}.faces.tools", f"hulldown.bots.{name}.brain")
    for name in OWN
}


def register(name: str, module: str, tools: str = "", brain: str = "") -> None:
    """Adds a game for this process: the module with its `GAME`, and those of its tools and brain."""
    known = places().get(name)
    made = Place(module, tools, brain)
    if known is not None and known != made:
        raise HulldownError(f"there is a game named {name!r} already, in {known.game}", hint="choose another name")
    _places[name] = made


def unregister(name: str) -> None:
    """Takes back what `register` added."""
    if name not in OWN:
        _places.pop(name, None)


@cache
def installed() -> tuple[Mapping[str, Place], Mapping[str, str]]:
    """The games of installed packages, and why others are left out."""
    sound: dict[str, Place] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.name in OWN or entry.name in sound:
            broken.setdefault(f"{entry.name} of {entry.module}", "its name is taken")
            continue
        try:
            module = import_module(entry.module)
            if module.GAME.name != entry.name:
                raise HulldownError(f"its GAME is named {module.GAME.name!r}")
        except Exception as error:  # somebody else's code must not stop the games that work
            broken[entry.name] = f"{type(error).__name__}: {error}"
            continue
        sound[entry.name] = Place(entry.module, getattr(module, "TOOLS", ""), getattr(module, "BRAIN", ""))
    return sound, broken


def places() -> Mapping[str, Place]:
    """The modules of every game by its name."""
    return {**_places, **installed()[0]}


def game_names() -> tuple[str, ...]:
    """The names of all games, those of the package first."""
    return tuple(places())


def place_of(name: str) -> Place:
    """Where a game is found; raises UnknownNameError."""
    known = places()
    if name not in known:
        why = installed()[1].get(name)
        if why is not None:
            raise UnknownNameError(f"the game {name!r} cannot be loaded: {why}", hint="ask the package that brings it")
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"games: {', '.join(known)}"
        raise UnknownNameError(f"there is no game named {name!r}", hint=hint)
    return known[name]


def load_game(name: str) -> AnyGame:
    """The game registered under this name."""
    game: AnyGame = import_module(place_of(name).game).GAME
    return game


def has_tools(name: str) -> bool:
    """Whether a game offers tools."""
    return name in places() and bool(places()[name].tools)


def load_tools(name: str) -> Tools:
    """The tools of the game registered under this name; raises when there is no such game or it has none."""
    place = place_of(name)
    if not place.tools:
        raise HulldownError(f"the game {name} offers no tools of its own")
    tools: Tools = import_module(place.tools)
    return tools
