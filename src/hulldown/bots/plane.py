"""A board as arrays over all its hexes, so that a map of threats costs one expression an enemy.

Hexes are numbered by their place in `board.cells`. Tables that depend on a displacement only are looked up by the
difference of two keys, seen from the target: where the fire comes from, how far, through which side of its hex.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hulldown.core.board import Board, Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int16]
Flags = NDArray[np.bool_]
Places = NDArray[np.int64]
"""Places in the tables by displacement."""

BLOCKED = 1.0e9
"""Cost of a step that cannot be taken."""
ROUNDS = 120
"""Steps of a way at most."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Plane:
    """A board as arrays; row i belongs to the cell `cells[i]`. What a game knows of its ground derives from it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cells: list[Cell] = list(board.cells)
        self.count = len(self.cells)
        self.at: list[int] = [-1] * board.size
        """The number of a cell, -1 off the map."""
        for number, cell in enumerate(self.cells):
            self.at[cell] = number
        self._places = np.array(self.cells, dtype=np.int64)
        self._octets = (board.size + 7) // 8
        self._displacements()

    def _displacements(self) -> None:
        """Makes the tables by displacement from the target to the firer."""
        board = self.board
        q = np.array([board.q[cell] for cell in self.cells])
        r = np.array([board.r[cell] for cell in self.cells])
        wide, tall = int(np.ptp(q)), int(np.ptp(r))
        stride = 2 * tall + 2
        self._key = q * stride + r
        self._zero = wide * stride + tall
        across, down = np.meshgrid(np.arange(-wide, wide + 1), np.arange(-tall, stride - tall), indexing="ij")
        dq, dr = across.ravel(), down.ravel()
        self._distance = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr)).astype(np.int16)
        self._sector = np.zeros(len(dq), dtype=np.int8)
        """The sixth of the circle in which the firer lies, each with the first of the two directions that bound it."""
        self._inside = np.zeros(len(dq), dtype=np.int8)
        """Whether it lies between the two directions, not on the first."""
        self._first, self._second = np.zeros(len(dq), dtype=np.int8), np.zeros(len(dq), dtype=np.int8)
        pairs = ((-dq - dr, dq), (-dr, dq + dr), (dq, dr), (dq + dr, -dq), (dr, -dq - dr), (-dq, -dr))
        for number, (x, y) in enumerate(pairs):
            here = (x > 0) & (y >= 0)
            self._sector[here] = number
            self._inside[here] = (y > 0)[here]
            # The side of the target's hex towards the firer; through a corner both of its sides (C-09).
            self._first[here] = np.where(x >= y, number, (number + 1) % 6)[here]
            self._second[here] = np.where(y >= x, (number + 1) % 6, number)[here]

    def flags(self, mask: int) -> Flags:
        """A set of cells as an array."""
        octets = np.frombuffer(mask.to_bytes(self._octets, "little"), np.uint8)
        found: Flags = np.unpackbits(octets, bitorder="little")[self._places].astype(np.bool_)
        return found

    def to_target(self, target: Cell) -> Places:
        """Places in the displacement tables of fire from every hex at one."""
        places: Places = self._key - self._key[self.at[target]] + self._zero
        return places

    def from_firer(self, firer: Cell) -> Places:
        """Places in the displacement tables of fire from one hex at every other."""
        places: Places = self._key[self.at[firer]] - self._key + self._zero
        return places

    def one(self, firer: Cell, target: Cell) -> int:
        """The place in the displacement tables of one line of fire."""
        return int(self._key[self.at[firer]] - self._key[self.at[target]]) + self._zero

    def distances(self, places: Places) -> Ints:
        """How far the fire has to go."""
        found: Ints = self._distance[places]
        return found


class Pace:
    """A cost table as arrays: what each step costs, for fields of worth that spread over the map."""

    def __init__(self, plane: Plane, table: CostTable) -> None:
        self.costs = np.full((plane.count, 6), BLOCKED)
        self.ahead = np.full((plane.count, 6), plane.count, dtype=np.intp)
        """The numbers of the hexes that a step leads to, `count` for none."""
        for number, cell in enumerate(plane.cells):
            for direction, ahead in enumerate(plane.board.neighbours[cell]):
                cost = table[cell][direction]
                if ahead >= 0 and cost != IMPOSSIBLE:
                    self.ahead[number, direction] = plane.at[ahead]
                    self.costs[number, direction] = cost
        self.whole = self.costs == WHOLE
        # The same by direction first, which is the quicker way round for `climb`.
        self._ahead_by = np.ascontiguousarray(self.ahead.T)
        self._costs_by = np.ascontiguousarray(self.costs.T)
        self._whole_by = np.ascontiguousarray(self.whole.T)

    def climb(self, worth: Floats, pace: float, dear: Floats | None, allowance: int) -> Floats:
        """For every hex the best worth that can be driven to from there, less the price of the way.

        `pace` is the price of a Movement Point, `dear` what entering each hex costs besides.
        """
        price = np.where(self._whole_by, 1.5 * allowance, self._costs_by) * pace
        if dear is not None:
            price = price + np.append(dear, 0.0)[self._ahead_by]
        best = np.append(worth, -BLOCKED)
        for _ in range(ROUNDS):
            ahead = (best[self._ahead_by] - price).max(axis=0)
            if not (ahead > best[:-1] + 1.0e-9).any():
                break
            np.maximum(best[:-1], ahead, out=best[:-1])
        return best[:-1]
