"""Boards: immutable maps read from TOML, with hex, hexside, elevation and road layers, labels and named edges.

A `Cell` is the position of a hex in an array laid out along the axial axes with a border of one empty hex. A step in
direction d is the same difference of cells everywhere, so a set of hexes is one integer (bit = cell) that can be
shifted over the map, and the path of a line depends only on the difference of its ends. Labels such as 3319 exist
only at the edges of the program.

The file (see docs/maps.md): `columns`, `rows`, `high_columns` ("odd" or "even": which columns sit half a hex higher),
a `legend`, text grids in `[layers]`, lists of `[[hexsides]]` and `[[roads]]`, `[edges]`, `[regions]`, `[[names]]`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.hex import DIRECTIONS, Hex

Cell = int
LETTERS = "ABCDEF"
"""Names of the six directions, clockwise from north."""


class Hexside(NamedTuple):
    """A hexside feature; `down` is the cell on the low side of a slope, or None where direction does not matter."""

    terrain: str
    down: Cell | None


class Board:
    """An immutable map. Build it with `board_from_toml`."""

    __slots__ = (
        "by_label", "cells", "columns", "edges", "elevation", "high_columns", "labels", "mask", "meta", "name", "names",
        "neighbours", "offsets", "on_map", "q", "r", "regions", "roads", "rows", "sides", "size", "stride", "terrain",
        "title",
    )  # fmt: skip

    def __init__(self, name: str, title: str, columns: int, rows: int, high_columns: str) -> None:
        self.name = name
        self.title = title
        self.columns = columns
        self.rows = rows
        self.high_columns = high_columns
        lowest = min(self._axial(column, 1).r for column in range(1, columns + 1))
        highest = max(self._axial(column, rows).r for column in range(1, columns + 1))
        # Wide enough for the border, and for every difference of two cells to mean one displacement only.
        self.stride = max(highest - lowest + 3, 2 * rows + 2)
        self.size = (columns + 2) * self.stride
        self.offsets: tuple[int, ...] = tuple(step.q * self.stride + step.r for step in DIRECTIONS)
        self.labels: list[str] = [""] * self.size
        self.q: list[int] = [0] * self.size
        self.r: list[int] = [0] * self.size
        self.on_map: list[bool] = [False] * self.size
        self.by_label: dict[str, Cell] = {}
        cells: list[Cell] = []
        for column in range(1, columns + 1):
            for row in range(1, rows + 1):
                place = self._axial(column, row)
                cell = place.q * self.stride + place.r - lowest + 1
                label = f"{column:02d}{row:02d}"
                self.labels[cell], self.q[cell], self.r[cell], self.on_map[cell] = label, place.q, place.r, True
                self.by_label[label] = cell
                cells.append(cell)
        self.cells: tuple[Cell, ...] = tuple(cells)
        self.mask: int = mask_of(cells)
        self.neighbours: list[tuple[Cell, ...]] = [()] * self.size
        for cell in cells:
            self.neighbours[cell] = tuple(cell + step if self.on_map[cell + step] else -1 for step in self.offsets)
        self.terrain: list[str] = [""] * self.size
        self.elevation: list[int] = [0] * self.size
        self.sides: dict[tuple[Cell, int], Hexside] = {}
        self.roads: frozenset[tuple[Cell, int]] = frozenset()
        self.edges: dict[str, tuple[Cell, ...]] = {}
        self.regions: dict[str, frozenset[Cell]] = {}
        self.names: dict[Cell, str] = {}
        self.meta: dict[str, str] = {}

    def _axial(self, column: int, row: int) -> Hex:
        raised = 1 if self.high_columns == "odd" else 0
        return Hex(column, row - (column - raised) // 2)

    def cell(self, label: str) -> Cell:
        """The cell with this label."""
        try:
            return self.by_label[label]
        except KeyError:
            last = f"{self.columns:02d}{self.rows:02d}"
            raise UnknownNameError(
                f"there is no hex {label!r} on map {self.name}", hint=f"hexes run from 0101 to {last}: column, then row"
            ) from None

    def hex(self, cell: Cell) -> Hex:
        return Hex(self.q[cell], self.r[cell])

    def column_row(self, cell: Cell) -> tuple[int, int]:
        """The printed column and row of a cell, counted from 1."""
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
        step = b - a
        offsets = self.offsets
        return offsets.index(step) if step in offsets else -1

    def side(self, cell: Cell, direction: int) -> tuple[Cell, int]:
        """The key in `sides` of side `direction` (0..5) of a cell."""
        return (cell, direction) if direction < 3 else (cell + self.offsets[direction], direction - 3)

    def feature(self, cell: Cell, direction: int) -> Hexside | None:
        """What lies on side `direction` of a cell, if anything."""
        return self.sides.get(self.side(cell, direction))

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
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


_SIDE = re.compile(r"^(\d{4})([A-F])$")
_KEYS = {
    "format", "name", "title", "columns", "rows", "high_columns", "legend", "layers", "hexsides", "roads", "edges",
    "regions", "names", "provenance", "notes", "scale",
}  # fmt: skip


def board_from_toml(text: str, where: str) -> Board:
    """The board that a map file describes; raises MalformedError naming the place."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(str(error), where) from None
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise MalformedError(f"unknown key {unknown[0]!r}", where, hint=f"known keys: {', '.join(sorted(_KEYS))}")
    if data.get("format") != 1:
        raise MalformedError(f"format is {data.get('format')!r}, this program reads format 1", where)
    columns, rows = _integer(data, "columns", where), _integer(data, "rows", where)
    high = data.get("high_columns")
    if high not in ("odd", "even"):
        raise MalformedError(f"high_columns is {high!r}; it must be 'odd' or 'even'", where)
    board = Board(_string(data, "name", where), _string(data, "title", where), columns, rows, high)
    board.meta = {key: str(data[key]) for key in ("provenance", "notes", "scale") if key in data}
    _read_layers(board, data, where)
    _read_sides(board, _tables(data, "hexsides", where), where)
    _read_roads(board, _tables(data, "roads", where), where)
    _read_places(board, data, where)
    return board


def _integer(data: Mapping[str, Any], key: str, where: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 99:
        raise MalformedError(f"{key} is {value!r}; it must be a whole number from 1 to 99", where)
    return value


def _string(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise MalformedError(f"{key} is {value!r}; it must be a text", where)
    return value


def _tables(data: Mapping[str, Any], key: str, where: str) -> Sequence[Mapping[str, Any]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise MalformedError(f"{key} must be a list of tables, written [[{key}]]", where)
    return value


def _grid(board: Board, layers: Mapping[str, Any], key: str, where: str) -> list[str]:
    text = layers.get(key)
    if not isinstance(text, str):
        raise MalformedError(f"[layers] has no text grid named {key!r}", where)
    lines = text.strip("\n").split("\n")
    if len(lines) != board.rows:
        raise MalformedError(f"[layers] {key} has {len(lines)} lines for {board.rows} rows", where)
    for number, line in enumerate(lines, 1):
        if len(line) != board.columns:
            raise MalformedError(f"[layers] {key}, line {number}: {len(line)} hexes for {board.columns} columns", where)
    return lines


def _read_layers(board: Board, data: Mapping[str, Any], where: str) -> None:
    legend = data.get("legend")
    if not isinstance(legend, dict) or not all(isinstance(name, str) for name in legend.values()):
        raise MalformedError("[legend] must give a terrain name for each letter of the terrain grid", where)
    layers = data.get("layers")
    if not isinstance(layers, dict):
        raise MalformedError("[layers] is missing", where)
    ground = _grid(board, layers, "terrain", where)
    heights = _grid(board, layers, "elevation", where) if "elevation" in layers else None
    for cell in board.cells:
        column, row = board.column_row(cell)
        letter = ground[row - 1][column - 1]
        if letter not in legend:
            raise MalformedError(f"[layers] terrain, hex {board.labels[cell]}: {letter!r} is not in the legend", where)
        board.terrain[cell] = legend[letter]
        if heights is not None:
            digit = heights[row - 1][column - 1]
            if not digit.isdigit():
                raise MalformedError(f"[layers] elevation, hex {board.labels[cell]}: {digit!r} is not a digit", where)
            board.elevation[cell] = int(digit)


def _read_sides(board: Board, tables: Sequence[Mapping[str, Any]], where: str) -> None:
    for number, table in enumerate(tables, 1):
        place = f"{where}: [[hexsides]] {number}"
        terrain = _string(table, "terrain", place)
        directed = table.get("directed", False)
        for name in table.get("sides", []):
            match = _SIDE.match(name) if isinstance(name, str) else None
            if match is None:
                raise MalformedError(f"{name!r} is not a hexside; write the hex and a letter A-F, such as 3808A", place)
            if match[1] not in board.by_label:
                raise MalformedError(f"{name}: there is no hex {match[1]} on a {board.columns}×{board.rows} map", place)
            cell, direction = board.by_label[match[1]], LETTERS.index(match[2])
            if board.neighbours[cell][direction] < 0:
                raise MalformedError(f"{name} lies on the edge of the map", place)
            key = board.side(cell, direction)
            if key in board.sides:
                raise MalformedError(f"{name} already has {board.sides[key].terrain}", place)
            board.sides[key] = Hexside(terrain, cell if directed else None)


def _read_roads(board: Board, tables: Sequence[Mapping[str, Any]], where: str) -> None:
    roads: set[tuple[Cell, int]] = set()
    for number, table in enumerate(tables, 1):
        place = f"{where}: [[roads]] {number}"
        path = _cells(board, table.get("path", []), place)
        for a, b in pairwise(path):
            direction = board.direction(a, b)
            if direction < 0:
                raise MalformedError(f"{board.labels[a]} and {board.labels[b]} are not adjacent", place)
            roads.add(board.side(a, direction))
    board.roads = frozenset(roads)


def _read_places(board: Board, data: Mapping[str, Any], where: str) -> None:
    for name, line in data.get("edges", {}).items():
        place = f"{where}: [edges] {name}"
        if not isinstance(line, dict) or len(line) != 1 or next(iter(line)) not in ("row", "column"):
            raise MalformedError("an edge is written { row = N } or { column = N }", place)
        axis, number = next(iter(line.items()))
        board.edges[name] = tuple(
            cell for cell in board.cells if board.column_row(cell)[0 if axis == "column" else 1] == number
        )
        if not board.edges[name]:
            raise MalformedError(f"there is no {axis} {number}", place)
    for name, labels in data.get("regions", {}).items():
        board.regions[name] = frozenset(_cells(board, labels, f"{where}: [regions] {name}"))
    for number, table in enumerate(_tables(data, "names", where), 1):
        place = f"{where}: [[names]] {number}"
        cell = _cells(board, [table.get("hex")], place)[0]
        board.names[cell] = _string(table, "text", place)


def _cells(board: Board, labels: object, place: str) -> list[Cell]:
    if not isinstance(labels, list):
        raise MalformedError("expected a list of hex labels", place)
    for label in labels:
        if label not in board.by_label:
            raise MalformedError(f"there is no hex {label!r} on a {board.columns}×{board.rows} map", place)
    return [board.by_label[label] for label in labels]
