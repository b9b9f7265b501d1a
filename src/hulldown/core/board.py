"""Boards: immutable maps with hex, hexside, elevation and line layers, labels and named edges.

A `Cell` is the position of a hex in an array laid out along the axial axes with a border of one empty hex. A step in
direction d is the same difference of cells everywhere, so a set of hexes is one integer (bit = cell) that can be
shifted over the map, and the path of a line depends only on the difference of its ends. Labels such as 3319 exist
only at the edges of the program.

A board need not be a full rectangle: a map may be composed of smaller boards, and a place may have no hex. The files
are read by `core.mapfile` (see docs/maps.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.hex import DIRECTIONS, Hex

Cell = int
NOWHERE: Final = 6
"""In place of a direction: none."""
LETTERS = "ABCDEF"
FACINGS = (0, 1, 2, 3, 4, 5)
"""Names of the six directions, clockwise from north."""
COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""The same as people say them."""


class Hexside(NamedTuple):
    """A hexside feature; `down` is the cell on the low side of a slope, or None where direction does not matter."""

    terrain: str
    down: Cell | None


class Part(NamedTuple):
    """A board that a composed map is made of, and where it lies."""

    board: str
    number: int
    column: int
    row: int
    flipped: bool
    cells: frozenset[Cell]
    """Its hexes, with the partial ones that it shares with a neighbour."""


class Board:
    """An immutable map. Build it with `mapfile.board_from_toml`."""

    __slots__ = (
        "by_label", "by_place", "cells", "columns", "edges", "elevation", "first_row", "high_columns", "identified",
        "labels", "lines", "mask", "meta", "name", "names", "neighbours", "number", "offsets", "on_map", "outs",
        "partial", "parts", "q", "r", "regions", "rows", "sides", "size", "stride", "terrain", "title", "toward",
        "ways",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        title: str,
        columns: int,
        rows: int,
        high_columns: str,
        first_row: int = 1,
        labels: Mapping[tuple[int, int], str] | None = None,
    ) -> None:
        """A board without features; `labels` names its hexes by (column, row), by default a rectangle of digits."""
        self.name = name
        self.title = title
        self.columns = columns
        self.rows = rows
        self.high_columns = high_columns
        self.first_row = first_row
        if labels is None:
            labels = {
                (c, r): f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(first_row, first_row + rows)
            }
        lowest = min(self._axial(column, first_row).r for column in range(1, columns + 1))
        highest = max(self._axial(column, first_row + rows - 1).r for column in range(1, columns + 1))
        # Wide enough for the border, and for every difference of two cells to mean one displacement only.
        self.stride = max(highest - lowest + 3, 2 * rows + 2)
        self.size = (columns + 2) * self.stride
        self.offsets: tuple[int, ...] = tuple(step.q * self.stride + step.r for step in DIRECTIONS)
        self.ways: dict[int, int] = {step: direction for direction, step in enumerate(self.offsets)}
        """The direction that each of the offsets leads in."""
        toward = bytearray([NOWHERE]) * (2 * self.size)
        for direction, step in enumerate(self.offsets):
            toward[self.size + step] = direction
        self.toward = bytes(toward)
        """The same for every difference of two cells, with `size` added to it; NOWHERE where they are not adjacent."""
        self._lay_out(labels, lowest)
        self.terrain: list[str] = [""] * self.size
        self.elevation: list[int] = [0] * self.size
        self.sides: dict[tuple[Cell, int], Hexside] = {}
        self.lines: dict[str, frozenset[tuple[Cell, int]]] = {}
        """For each kind of line (road, stream ...) the hexsides it crosses, as keys like those of `sides`."""
        self.outs: dict[str, frozenset[tuple[Cell, int]]] = {}
        """For each kind of line the hexes and directions (0..5) in which it leaves the map."""
        self.edges: dict[str, tuple[Cell, ...]] = {}
        self.regions: dict[str, frozenset[Cell]] = {}
        self.names: dict[Cell, str] = {}
        self.meta: dict[str, str] = {}
        self.number = 0
        """The number of a board that maps can be composed of; 0 for any other map."""
        self.partial: frozenset[Cell] = frozenset()
        """Hexes cut by the frame of the board: playable, and shared where boards are joined."""
        self.identified: frozenset[Cell] = frozenset()
        """The partial hexes that bear their identifier on this board."""
        self.parts: tuple[Part, ...] = ()

    def _lay_out(self, labels: Mapping[tuple[int, int], str], lowest: int) -> None:
        """Gives every hex its cell, with label, place and neighbours; `lowest` is the smallest axial r of the map."""
        self.labels: list[str] = [""] * self.size
        self.q: list[int] = [0] * self.size
        self.r: list[int] = [0] * self.size
        self.on_map: list[bool] = [False] * self.size
        self.by_label: dict[str, Cell] = {}
        cells: list[Cell] = []
        self.by_place: dict[tuple[int, int], Cell] = {}
        for (column, row), label in sorted(labels.items()):
            place = self._axial(column, row)
            cell = place.q * self.stride + place.r - lowest + 1
            self.labels[cell], self.q[cell], self.r[cell], self.on_map[cell] = label, place.q, place.r, True
            self.by_label[label] = cell
            self.by_place[column, row] = cell
            cells.append(cell)
        self.cells: tuple[Cell, ...] = tuple(cells)
        self.mask: int = mask_of(cells)
        self.neighbours: list[tuple[Cell, ...]] = [()] * self.size
        for cell in cells:
            self.neighbours[cell] = tuple(cell + step if self.on_map[cell + step] else -1 for step in self.offsets)

    @property
    def roads(self) -> frozenset[tuple[Cell, int]]:
        """The hexsides crossed by roads."""
        return self.lines.get("road", frozenset())

    def _axial(self, column: int, row: int) -> Hex:
        raised = 1 if self.high_columns == "odd" else 0
        return Hex(column, row - (column - raised) // 2)

    def cell(self, label: str) -> Cell:
        """The cell with this label."""
        try:
            return self.by_label[label]
        except KeyError:
            first, last = self.labels[self.cells[0]], self.labels[self.cells[-1]]
            raise UnknownNameError(
                f"there is no hex {label!r} on map {self.name}",
                hint=f"hexes run from {first} to {last}: column, then row",
            ) from None

    def at(self, column: int, row: int) -> Cell:
        """The cell at a printed column and row, or -1 where the map has no hex."""
        return self.by_place.get((column, row), -1)

    def has(self, cells: tuple[Cell, ...]) -> bool:
        """Whether all of these numbers are cells of the map."""
        size, on_map = self.size, self.on_map
        for cell in cells:  # noqa: SIM110 - a generator would take twice as long, and this is asked for every order
            if not 0 <= cell < size or not on_map[cell]:
                return False
        return True

    def hex(self, cell: Cell) -> Hex:
        return Hex(self.q[cell], self.r[cell])

    def column_row(self, cell: Cell) -> tuple[int, int]:
        """The column and row of a cell: columns count from 1, rows from `first_row`."""
        raised = 1 if self.high_columns == "odd" else 0
        return self.q[cell], self.r[cell] + (self.q[cell] - raised) // 2

    def distance(self, a: Cell, b: Cell) -> int:
        """The fewest hexes from a to b; adjacent is 1."""
        dq = self.q[a] - self.q[b]
        dr = self.r[a] - self.r[b]
        ds = dq + dr
        if dq < 0:
            dq = -dq
        if dr < 0:
            dr = -dr
        if ds < 0:
            ds = -ds
        if dq < dr:
            dq = dr
        return dq if dq > ds else ds

    def direction(self, a: Cell, b: Cell) -> int:
        """The direction from a to its neighbour b, or -1 when they are not adjacent."""
        away = b - a + self.size
        way = self.toward[away] if 0 <= away < len(self.toward) else NOWHERE
        return way if way != NOWHERE else -1

    def beyond(self, cell: Cell, letter: str, what: str, where: str) -> Cell:
        """The cell that a written direction (A-F) leads to; raises MalformedError when there is none."""
        if cell < 0:
            raise MalformedError(f"{what} has no hex to start from", where, "name the first hex")
        ahead = self.neighbours[cell][LETTERS.index(letter)]
        if ahead < 0:
            raise MalformedError(f"{what} leads off the map from {self.labels[cell]}", where)
        return ahead

    def side(self, cell: Cell, direction: int) -> tuple[Cell, int]:
        """The key in `sides` of side `direction` (0..5) of a cell."""
        return (cell, direction) if direction < 3 else (cell + self.offsets[direction], direction - 3)

    def feature(self, cell: Cell, direction: int) -> Hexside | None:
        """What lies on side `direction` of a cell, if anything."""
        return self.sides.get(self.side(cell, direction))

    def connects(self, kind: str, cell: Cell, direction: int) -> bool:
        """Whether a line of this kind passes through side `direction` of a cell, to a neighbour or off the map."""
        return self.side(cell, direction) in self.lines.get(kind, ()) or (cell, direction) in self.outs.get(kind, ())

    def side_cells(self, key: tuple[Cell, int]) -> tuple[Cell, Cell]:
        """Both cells of a hexside."""
        return key[0], key[0] + self.offsets[key[1]]

    def edge_distance(self, cell: Cell, edge: str) -> int:
        """The distance from a cell to the nearest hex of a named edge; 0 on the edge itself."""
        return min(self.distance(cell, other) for other in self.edges[edge])

    def label_path(self, cells: Iterable[Cell]) -> str:
        return " ".join(self.labels[cell] for cell in cells)


def mask_of(cells: Iterable[Cell]) -> int:
    """The set of cells as one integer."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of(mask: int) -> list[Cell]:
    """The cells of a set, ascending."""
    found: list[Cell] = []
    if mask.bit_count() < _FEW:
        while mask:
            lowest = mask & -mask
            found.append(lowest.bit_length() - 1)
            mask ^= lowest
        return found
    import numpy as np

    octets = np.frombuffer(mask.to_bytes((mask.bit_length() + 7) // 8, "little"), np.uint8)
    return np.flatnonzero(np.unpackbits(octets, bitorder="little")).tolist()


_FEW = 16
"""Sets up to this size are taken apart bit by bit, larger ones at once."""
