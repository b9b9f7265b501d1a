"""Where shells and bombs come down: scatter and the zone around the markers (28.3, 28.6)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Board, Cell
from hulldown.core.dice import Dice
from hulldown.games.tank.rules.state import OFF_MAP

DIE: Final = 6


def around(board: Board, marks: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The Impact Zone of the marked hexes: themselves and every hex next to one of them (28.3-3, X-34).

    It is ten hexes in the open; what would lie off the map is left out (28.41b).
    """
    cells = set(marks)
    for mark in marks:
        cells.update(cell for cell in board.neighbours[mark] if cell != OFF_MAP)
    return tuple(sorted(cells))


def shelled(board: Board, dice: Dice, name: str, target: Cell) -> tuple[Cell, ...]:
    """The marked hexes of artillery: the target, and one next to it by the die (28.3-1, 28.3-2, C-05).

    X-43: a marker off the map is none.
    """
    second = board.neighbours[target][dice.roll(DIE, f"scatter of {name}") - 1]
    return (target, second) if second != OFF_MAP else (target,)


def bombed(board: Board, dice: Dice, name: str, target: Cell) -> tuple[Cell, ...]:
    """The marked hexes of an air strike: one next to the aim by the die, and one next to that by another (28.6b).

    28.6c: the second may be the aim itself; it may also come back from off the map. X-43: what stays off is none.
    """
    first = target + board.offsets[dice.roll(DIE, f"scatter of {name}") - 1]
    second = first + board.offsets[dice.roll(DIE, f"second scatter of {name}") - 1]
    return tuple(cell for cell in (first, second) if board.has((cell,)))


def shell_falls() -> tuple[tuple[str, ...], ...]:
    """The six ways in which shells may come down, as steps from the aim (`core.face.PatternFace`; 28.3-2, 28.3-3)."""
    ways = [str(way) for way in range(DIE)]
    return tuple(("", *ways, *(scatter + way for way in ways)) for scatter in ways)


def bomb_falls() -> tuple[tuple[str, ...], ...]:
    """The same for bombs: the first hex next to the aim, the second next to that one (28.6b)."""
    ways = [str(way) for way in range(DIE)]
    return tuple((first, first + second) for first in ways for second in ways)
