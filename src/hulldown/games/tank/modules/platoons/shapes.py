"""The formations: where tanks stand around their leader in column, in line, in a wedge (25.0-proc-4, 25.4b)."""

from __future__ import annotations

from hulldown.core.board import Board, Cell
from hulldown.games.tank.rules.state import OFF_MAP


def slots(board: Board, leader: Cell, facing: int, shape: str, count: int) -> list[Cell]:
    """The places of so many followers, nearest first; those off the map are left out (25.4b).

    Column: one behind the other. Line: abreast, right and left in turn. Wedge: in two lines that fall back from the
    leader to both sides, point to the front.
    """
    back = (facing + 3) % 6
    if shape == "column":
        return _file(board, leader, (back,), count)
    turns = (2, 1) if shape == "line" else (2,)
    ours = _file(board, leader, tuple([(facing + turn) % 6 for turn in turns]), count)
    theirs = _file(board, leader, tuple([(facing - turn) % 6 for turn in turns]), count)
    found: list[Cell] = []
    for place in range(count):
        found += ours[place : place + 1] + theirs[place : place + 1]
    return found[:count]


def _file(board: Board, cell: Cell, steps: tuple[int, ...], count: int) -> list[Cell]:
    """So many cells from one on, by these steps in turn, as far as the map goes."""
    found: list[Cell] = []
    for place in range(count):
        cell = board.neighbours[cell][steps[place % len(steps)]]
        if cell == OFF_MAP:
            break
        found.append(cell)
    return found
