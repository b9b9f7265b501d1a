"""The tools of the games (weapons, odds, lines of sight) as the server offers them.

A game that knows more offers `odds_in_view(view, arguments)`, `los_in_view(view, start, end, arguments)` and
`seen_in_view(view, start, arguments)` in its `tools` module: they get a view, so they cannot tell what a side does not
know. Without them the free tools serve, which know the map and what was typed in; the scenario's facts fill their
flags.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any

from hulldown.core.board import Board, Cell
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, View
from hulldown.core.sight import line_cells
from hulldown.games import load_game

NAMES = ("units", "odds", "los")
Arguments = Mapping[str, Any]


@cache
def tools_of(game: str) -> ModuleType | None:
    """The module of a game's tools, if it has one."""
    load_game(game)  # refuses an unknown name
    name = f"hulldown.games.{game}.faces.tools"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        return None


def offered(game: str) -> tuple[str, ...]:
    """The names of the tools a game has."""
    return tuple(name for name in NAMES if hasattr(tools_of(game), name))


def _tool(game: str, name: str) -> Any:
    tools = tools_of(game)
    if tools is None or not hasattr(tools, name):
        raise HulldownError(f"the game {game} offers no {name}")
    return getattr(tools, name)


def units(game: str) -> list[dict[str, Any]]:
    """Every weapon of a game."""
    found: list[dict[str, Any]] = _tool(game, "units")()
    return found


def flags(game: str, name: str) -> list[dict[str, Any]]:
    """The flags of a tool, as data."""
    tools = tools_of(game)
    made = getattr(tools, f"{name}_arguments", None)
    return list(made()) if made is not None else []


def _read(described: list[dict[str, Any]], given: Arguments, facts: Arguments) -> dict[str, Any]:
    """The value of each flag: given, or a fact of the scenario, or the default; others are refused."""
    known = {str(flag["flag"]).lstrip("-").replace("-", "_"): flag for flag in described}
    for name in given:
        if name not in known:
            raise HulldownError(f"there is no argument {name!r}", hint=f"arguments: {', '.join(known)}")
    values: dict[str, Any] = {}
    for name, flag in known.items():
        value = given.get(name)
        if value is None:
            value = facts.get(name, flag.get("default"))
        if value is None and flag.get("required"):
            raise HulldownError(f"the argument {name} is missing", hint=str(flag.get("help") or ""))
        choices = flag.get("choices")
        if value is not None and choices and value not in choices:
            raise HulldownError(f"{name} is {value!r}", hint=f"one of {', '.join(map(str, choices))}")
        kind = {"int": int, "bool": bool}.get(str(flag.get("type") or "str"), str)
        if value is not None and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
            raise HulldownError(f"{name} is {value!r}", hint=f"it must be of type {flag.get('type') or 'str'}")
        values[name] = value
    return values


def odds(game: str, arguments: Arguments) -> dict[str, Any]:
    """The odds of an imagined shot."""
    found: dict[str, Any] = _tool(game, "odds")(_read(flags(game, "odds"), arguments, {}))
    return found


def odds_in_view(game: AnyGame, view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of a shot as a side sees it."""
    special = getattr(tools_of(game.name), "odds_in_view", None)
    if special is not None:
        found: dict[str, Any] = special(view, arguments)
        return found
    facts = {name: value for name, value in view.facts.items() if name not in arguments}
    known = _read(flags(game.name, "odds"), arguments, facts)
    free: dict[str, Any] = _tool(game.name, "odds")(known)
    return free


def los_in_view(game: AnyGame, view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells: whether it is clear, what blocks it, and the cells it passes."""
    board = game.board(view.scenario)
    _on_map(board, start, end)
    special = getattr(tools_of(game.name), "los_in_view", None)
    if special is not None:
        found: dict[str, Any] = special(view, start, end, arguments)
    else:
        los = _tool(game.name, "los")
        known = _read(flags(game.name, "los"), arguments, view.facts)
        found = los(_map_of(game, view), board.labels[start], board.labels[end], **known)
    return {"cells": list(line_cells(board, start, end)), **found}


def seen_in_view(game: AnyGame, view: View, start: Cell, arguments: Arguments) -> list[Cell]:
    """The cells that can be seen from a cell."""
    board = game.board(view.scenario)
    _on_map(board, start)
    special = getattr(tools_of(game.name), "seen_in_view", None)
    if special is not None:
        return list(special(view, start, arguments))
    known = _read(flags(game.name, "los"), arguments, view.facts)
    return list(_seen(game.name, view.scenario, _map_of(game, view), start, tuple(sorted(known.items()))))


@lru_cache(maxsize=512)
def _seen(game: str, scenario: str, name: str, start: Cell, known: tuple[tuple[str, Any], ...]) -> tuple[Cell, ...]:
    board = load_game(game).board(scenario)
    los = _tool(game, "los")
    here, labels, values = board.labels[start], board.labels, dict(known)
    return tuple(cell for cell in board.cells if cell == start or los(name, here, labels[cell], **values)["clear"])


def _map_of(game: AnyGame, view: View) -> str:
    return next(info.map for info in game.scenarios() if info.id == view.scenario)


def _on_map(board: Board, *cells: Cell) -> None:
    if any(not 0 <= cell < board.size or not board.on_map[cell] for cell in cells):
        raise HulldownError("there is no such cell on the map")
