"""Lines of fire and fields of fire on a board: what a line passes, which steps come into it, what lies in an arc.

All of it depends on displacements alone, so it is worked out once for each and remembered. What blocks a line is the
business of `sight`; what a unit may fire at, that of the game.
"""

from __future__ import annotations

from typing import Final, final

from hulldown.core.angles import DEGREES_60, bearing, within
from hulldown.core.board import Board, Cell, mask_of
from hulldown.core.hex import ALONG, HEX, Hex, Side, side, walk
from hulldown.core.native import mypyc_attr

NOT_MET: Final = 0
CROSSING: Final = 1
ENTERING: Final = 2
"""How a step comes into a line: not at all, across a hexside that the line runs along, into a hex that it passes."""


@final
@mypyc_attr(acyclic=True)
class Line:
    """What the line of a displacement passes after its first cell, as differences of cells.

    `along` are the hexsides it runs along, `entry` the sides by which the last hex is entered.
    """

    __slots__ = ("along", "cells", "entry", "first", "marks", "mask")

    def __init__(self, cells: tuple[int, ...], along: tuple[tuple[int, int], ...], entry: tuple[int, ...], size: int):
        self.cells = cells
        self.along = along
        self.entry = entry
        # Shifted up by the size of the board, as a difference may be negative.
        self.mask = mask_of(cell + size for cell in cells)
        self.first = min(cells, default=0)
        marks = bytearray(max(cells, default=-1) - self.first + 1)
        for cell in cells:
            marks[cell - self.first] = 1
        self.marks = bytes(marks)
        """The same from the lowest to the highest, a byte each: to ask for one cell that is many times cheaper."""


@final
@mypyc_attr(acyclic=True)
class Lane:
    """A line of fire: the cells it passes through after the firer's own, and the hexsides it runs along."""

    __slots__ = ("_mask", "along", "first", "line", "marks", "size", "start")

    def __init__(self, line: Line, start: Cell, size: int) -> None:
        self.line = line
        self.start = start
        self.size = size
        self.first = start + line.first
        self.marks = line.marks
        self.along: frozenset[tuple[Cell, int]] = _NONE
        if line.along:
            self.along = frozenset((start + cell, direction) for cell, direction in line.along)
        self._mask = -1

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(self.start + cell for cell in self.line.cells)

    @property
    def mask(self) -> int:
        """The cells as a set."""
        if self._mask < 0:
            self._mask = (self.line.mask << self.start) >> self.size
        return self._mask

    def has(self, cell: Cell) -> bool:
        """Whether it passes through a cell."""
        at = cell - self.first
        return 0 <= at < len(self.marks) and self.marks[at] == 1

    def passes(self, cells: list[Cell]) -> bool:
        """Whether it passes through any of these cells: `has` for many at once."""
        first, marks = self.first, self.marks
        end = first + len(marks)
        for cell in cells:  # noqa: SIM110 - asked of every shot and watch
            if first <= cell < end and marks[cell - first] == 1:
                return True
        return False


_NONE: Final[frozenset[tuple[Cell, int]]] = frozenset()
_KEPT: Final = 4096
"""Lanes remembered at a time: enough for a turn of any scenario, and memory stays flat."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Lanes:
    """The lines and arcs of a board; the ground of a game derives from it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._lines: dict[int, Line] = {}
        self._lanes: dict[int, Lane] = {}
        self._bearings: dict[int, int] = {}
        self._shifts: list[tuple[int, int, int]] = []
        self._fields: dict[tuple[int, int], int] = {}

    def _line(self, shift: int, dq: int, dr: int) -> Line:
        """What the line of a displacement passes, as differences of cells; one entry for each displacement."""
        stride, size = self.board.stride, self.board.size
        cells: list[Cell] = []
        along: list[tuple[Cell, int]] = []
        last: list[tuple[int, int, int]] = []
        for kind, q, r, direction in walk(dq, dr):
            if kind == HEX:
                cells.append(q * stride + r)
                last = last if (q, r) == (dq, dr) else []
            else:
                last.append((q, r, direction))
                if kind == ALONG:
                    along.append((q * stride + r, direction))
        own = {side(Hex(dq, dr), way): way for way in range(6)}
        entry = tuple(dict.fromkeys(own[edge] for q, r, d in last if (edge := Side(Hex(q, r), d)) in own))
        known = self._lines[shift] = Line(tuple(cells[1:]), tuple(along), entry, size)
        return known

    def line(self, a: Cell, b: Cell) -> Line:
        known = self._lines.get(b - a)
        if known is None:
            known = self._line(b - a, self.board.q[b] - self.board.q[a], self.board.r[b] - self.board.r[a])
        return known

    def lane(self, a: Cell, b: Cell) -> Lane:
        """The straight line of fire from the centre of a to the centre of b."""
        size = self.board.size
        known = self._lanes.get(a * size + b)
        if known is None:
            if len(self._lanes) >= _KEPT:
                self._lanes.clear()
            known = self._lanes[a * size + b] = Lane(self.line(a, b), a, size)
        return known

    def meets(self, lane: Lane, before: Cell, after: Cell) -> int:
        """How a step from one cell to the next comes into a line: ENTERING, CROSSING or NOT_MET.

        A step that crosses a side along which the line runs crosses it, whatever hex it ends in.
        """
        if lane.along:
            direction = self.board.direction(before, after)
            if direction >= 0 and self.board.side(before, direction) in lane.along:
                return CROSSING
        return ENTERING if lane.has(after) else NOT_MET

    def touches(self, lane: Lane, start: Cell, path: tuple[Cell, ...]) -> bool:
        """Whether any step of a path comes into a line."""
        here = start
        for cell in path:
            if lane.has(cell) or (lane.along and self.meets(lane, here, cell)):
                return True
            here = cell
        return False

    def entry_sides(self, a: Cell, b: Cell) -> tuple[int, ...]:
        """The sides of b's own hex through which a line from a comes in; two when it comes through a corner."""
        return self.line(a, b).entry

    def bearing(self, a: Cell, b: Cell) -> int:
        """The direction in which b lies from a, as `core.angles` counts them."""
        known = self._bearings.get(b - a)
        if known is None:
            board = self.board
            known = self._bearings[b - a] = bearing(board.q[b] - board.q[a], board.r[b] - board.r[a])
        return known

    def in_arc(self, a: Cell, facing: int, b: Cell) -> bool:
        """Whether b lies in the cone of the three front hexes of a unit in a, borders included."""
        return within(DEGREES_60, facing, self.bearing(a, b))

    def within(self, cell: Cell, reach: int, facing: int) -> int:
        """The set of cells, but its own, within reach and in the arc of a unit (-1: all round), seen or not."""
        shape = self._fields.get((reach, facing))
        if shape is None:
            shape = self._fields[reach, facing] = self._shape(reach, facing)
        return (shape << cell) >> self.board.size

    def _shape(self, reach: int, facing: int) -> int:
        """The differences of cells within reach and arc as a set, shifted up by the size of the board."""
        board = self.board
        if not self._shifts:
            shifts: list[tuple[int, int, int]] = []
            for dq in range(board.columns):
                for dr in range(-board.rows - dq // 2, board.rows - dq // 2 + 1):
                    shift = dq * board.stride + dr
                    # Only displacements between two cells of the map: no other difference means the same.
                    if shift > 0 and board.mask & (board.mask >> shift):
                        away = max(abs(dq), abs(dr), abs(dq + dr))
                        shifts.append((shift, away, bearing(dq, dr)))
                        shifts.append((-shift, away, bearing(-dq, -dr)))
            self._shifts = shifts
        return mask_of(
            shift + board.size
            for shift, away, towards in self._shifts
            if away <= reach and (facing < 0 or within(DEGREES_60, facing, towards))
        )
