"""What is in the way of a line for a time, such as smoke: where it blocks (28.52a, 10.22d, 10.24)."""

from __future__ import annotations

from hulldown.core.board import Cell, cells_of
from hulldown.games.tank.rules.ground import Ground


def screening(ground: Ground, screen: int, a: Cell, b: Cell) -> Cell:
    """The cell of a screen (a set of bits) that blocks a line as woods would, the nearest to its beginning; -1: none.

    X-81: in all modes, also along its sides; a line to or from a cell is not blocked by that cell itself.
    """
    if a == b or not screen:
        return -1
    lane = ground.lane(a, b)
    met = set(cells_of(lane.mask & ~(1 << b) & screen))
    for key in lane.along:
        met.update(cell for cell in ground.board.side_cells(key) if cell >= 0 and screen >> cell & 1)
    return min(met, key=lambda cell: (ground.board.distance(a, cell), cell), default=-1)
