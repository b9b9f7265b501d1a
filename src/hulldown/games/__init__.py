"""The games: packages of rules on the contract of `core`. No game imports another."""

from __future__ import annotations

import difflib
from importlib import import_module

from hulldown.core.errors import UnknownNameError
from hulldown.core.game import AnyGame

_GAMES = {"tank": "hulldown.games.tank.game", "panzer": "hulldown.games.panzer.game"}


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


def game_of_scenario(scenario: str) -> AnyGame:
    """The game a scenario id such as tank/10 belongs to."""
    return load_game(scenario.partition("/")[0])
