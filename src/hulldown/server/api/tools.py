"""The tools of the games (weapons, odds, lines of sight) as the server offers them."""

from __future__ import annotations

from typing import Any

import msgspec

from hulldown import games
from hulldown.bots.coaching import Hint, hints
from hulldown.bots.seat import seat_of
from hulldown.core.board import Board, Cell
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State, View
from hulldown.core.orders import Side
from hulldown.core.sight import line_cells
from hulldown.core.tools import TOOL_NAMES, Arguments, Flag, read_arguments


class CoachOut(msgspec.Struct, frozen=True):
    """What the coach has to say to a seat."""

    hints: list[Hint]


def coaching(game: AnyGame, state: State, side: Side) -> CoachOut:
    """The hints for a side. The coach gets a seat, so it knows what the side knows."""
    return CoachOut(hints(seat_of(game, state, side)))


def offered(game: str) -> tuple[str, ...]:
    """The names of the tools a game has."""
    return TOOL_NAMES if games.has_tools(game) else ()


def units(game: str, book: str = "") -> list[dict[str, Any]]:
    """Every weapon of a game, of the first of its books unless one is named."""
    return games.load_tools(game).units(book)


def flags(game: str, name: str) -> list[dict[str, Any]]:
    """The arguments of a tool as data; none where the game has no tools."""
    if not games.has_tools(game):
        return []
    tools = games.load_tools(game)
    found: list[Flag] = tools.odds_arguments() if name == "odds" else tools.los_arguments()
    return [flag._asdict() for flag in found]


def odds(game: str, arguments: Arguments) -> dict[str, Any]:
    """The odds of an imagined shot."""
    tools = games.load_tools(game)
    return tools.odds(read_arguments(tools.odds_arguments(), arguments, {}))


def odds_in_view(game: AnyGame, view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of a shot as a side sees it."""
    return games.load_tools(game.name).odds_in_view(view, arguments)


def los_in_view(game: AnyGame, view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells: whether it is clear, what blocks it, and the cells it passes."""
    board = game.board(view.scenario)
    _check_cells(board, start, end)
    found = games.load_tools(game.name).los_in_view(view, start, end, arguments)
    return {"cells": list(line_cells(board, start, end)), **found}


def seen_in_view(game: AnyGame, view: View, start: Cell, arguments: Arguments) -> list[Cell]:
    """The cells that can be seen from a cell."""
    _check_cells(game.board(view.scenario), start)
    return list(games.load_tools(game.name).seen_in_view(view, start, arguments))


def _check_cells(board: Board, *cells: Cell) -> None:
    """Raises when a cell is not on the map."""
    if any(not 0 <= cell < board.size or not board.on_map[cell] for cell in cells):
        raise HulldownError("there is no such cell on the map")
