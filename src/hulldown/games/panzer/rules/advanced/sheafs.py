"""The SHEAF patterns of indirect fire: which hexes they cover (6.5.1.5)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Board, Cell
from hulldown.games.panzer.data.loading import listing

ONE: Final = "one"
CLOSED: Final = "closed"
OPEN: Final = "open"
LINEAR: Final = "linear"
OFF_MAP: Final = (CLOSED, OPEN, LINEAR)
"""The SHEAFs of batteries; on-map units have ONE (6.5.1.5a)."""
TABLE: Final = "sheafs"


def density(sheaf: str) -> str:
    """Whether a SHEAF counts as open or closed where it hinders fire (K3)."""
    return listing(TABLE).row(sheaf)["density"]


def label(sheaf: str) -> str:
    return listing(TABLE).row(sheaf)["label"]


def covered(board: Board, sheaf: str, target: Cell, direction: int = -1) -> tuple[Cell, ...]:
    """The hexes of a SHEAF laid on a Target Point, ascending; those off the map are left out.

    Cases 6.5.1.5a, 6.5.1.5b, 6.5.1.5c, 6.5.1.5d. The linear one runs six hexes from the Target Point in one of the six
    directions (K2).
    """
    table = listing(TABLE)
    radius, length = table.number(sheaf, "radius"), table.number(sheaf, "length")
    found = {cell for cell in board.cells if board.distance(target, cell) <= radius} if radius else {target}
    cell = target
    for _ in range(length):
        cell = board.neighbours[cell][direction]
        if cell < 0:
            break
        found.add(cell)
    return tuple(sorted(found))
