"""The games: packages of rules on the contract of `core`. No game imports another."""

from __future__ import annotations

import difflib
from importlib import import_module

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.tools import Tools

_GAMES = {"tank": "hulldown.games.tank.game", "panzer": "hulldown.games.panzer.game"}
_TOOLS = {"tank": "hulldown.games.tank.faces.tools", "panzer": "hulldown.games.panzer.faces.tools"}


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
    load_game(name)
    if not has_tools(name):
        raise HulldownError(f"the game {name} offers no tools of its own")
    tools: Tools = import_module(_TOOLS[name])
    return tools


def game_of_scenario(scenario: str) -> AnyGame:
    """The game a scenario id such as tank/10 belongs to."""
    return load_game(scenario.partition("/")[0])
