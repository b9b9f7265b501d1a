"""Reading boards from TOML map files (see docs/maps.md); every mistake is reported with its file and place.

A plain map has `columns`, `rows`, `high_columns` ("odd" or "even": which columns sit half a hex higher), a `legend`,
text grids in `[layers]`, `[falls]`, lists of `[[hexsides]]`, `[[roads]]` and `[[lines]]`, `[edges]`, `[regions]` and
`[[names]]`. A geomorphic board is a plain map with a `number`, lettered columns and `partial` hexes; a composed map has
`[[boards]]` instead of columns and rows, and is put together by `core.joining`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hulldown.core.board import LETTERS, Board, Cell, Hexside
from hulldown.core.errors import MalformedError

Fetch = Callable[[str], str]
"""Gives the text of the map file with a name; raises KeyError when there is none."""

NO_HEX = "-"
"""Stands in a grid where the map has no hex."""
COMPASS = ("north", "south", "west", "east")

_SIDE = re.compile(r"([0-9A-Z]*[0-9])([A-F])")
_ALWAYS = {"format", "name", "title", "edges", "regions", "names", "provenance", "notes", "scale"}
_PLAIN = _ALWAYS | {
    "columns", "rows", "high_columns", "legend", "layers", "hexsides", "roads", "lines", "falls", "labels", "first_row",
    "number", "partial", "identified",
}  # fmt: skip
_COMPOSED = _ALWAYS | {"boards", "falls"}


def board_from_toml(text: str, where: str, fetch: Fetch | None = None) -> Board:
    """The board that a map file describes; `fetch` gives the texts of the boards that a composed map names."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(str(error), where) from None
    keys = _COMPOSED if "boards" in data else _PLAIN
    unknown = sorted(set(data) - keys)
    if unknown:
        raise MalformedError(f"unknown key {unknown[0]!r}", where, hint=f"known keys: {', '.join(sorted(keys))}")
    if data.get("format") != 1:
        raise MalformedError(f"format is {data.get('format')!r}, this program reads format 1", where)
    if "boards" in data:
        from hulldown.core.joining import joined

        board = joined(data, where, fetch)
    else:
        board = _plain(data, where)
    board.meta = {key: str(data[key]) for key in ("provenance", "notes", "scale") if key in data}
    _read_places(board, data, where)
    return board


def _one_of(data: Mapping[str, Any], key: str, known: tuple[str, str], where: str) -> str:
    """The value of a key, which must be one of two texts."""
    value = data.get(key)
    if value not in known:
        raise MalformedError(f"{key} is {value!r}; it must be {known[0]!r} or {known[1]!r}", where)
    return str(value)


def _plain(data: Mapping[str, Any], where: str) -> Board:
    columns, rows = whole(data, "columns", where), whole(data, "rows", where)
    high = _one_of(data, "high_columns", ("odd", "even"), where)
    first_row = whole(data, "first_row", where, least=0, most=1) if "first_row" in data else 1
    lettered = _one_of(data, "labels", ("digits", "letters"), where) if "labels" in data else "digits"
    legend = data.get("legend")
    if not isinstance(legend, dict) or not all(isinstance(name, str) for name in legend.values()):
        raise MalformedError("[legend] must give a terrain name for each letter of the terrain grid", where)
    layers = data.get("layers")
    if not isinstance(layers, dict):
        raise MalformedError("[layers] is missing", where)
    ground = _grid(layers, "terrain", columns, rows, where)
    labels = {
        (column, first_row + line): _label(column, first_row + line, lettered)
        for line in range(rows)
        for column in range(1, columns + 1)
        if ground[line][column - 1] != NO_HEX or NO_HEX in legend
    }
    if not labels:
        raise MalformedError("[layers] terrain has no hex", where)
    board = Board(text_of(data, "name", where), text_of(data, "title", where), columns, rows, high, first_row, labels)
    heights = _grid(layers, "elevation", columns, rows, where) if "elevation" in layers else None
    _read_layers(board, ground, heights, legend, where)
    _read_sides(board, tables(data, "hexsides", where), where)
    read_falls(board, data, where)
    for key in ("roads", "lines"):
        _read_lines(board, tables(data, key, where), key, where)
    _read_frame(board, data, where)
    return board


def column_letters(column: int) -> str:
    """The letters of a column: A to Z, then AA, BB and so on."""
    return chr(65 + (column - 1) % 26) * (1 + (column - 1) // 26)


def _label(column: int, row: int, lettered: str) -> str:
    return f"{column_letters(column)}{row}" if lettered == "letters" else f"{column:02d}{row:02d}"


def whole(data: Mapping[str, Any], key: str, where: str, least: int = 1, most: int = 99) -> int:
    """A whole number of the file."""
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise MalformedError(f"{key} is {value!r}; it must be a whole number from {least} to {most}", where)
    return value


def text_of(data: Mapping[str, Any], key: str, where: str) -> str:
    """A text of the file that may not be empty."""
    value = data.get(key)
    if not isinstance(value, str) or not value:
        raise MalformedError(f"{key} is {value!r}; it must be a text", where)
    return value


def tables(data: Mapping[str, Any], key: str, where: str) -> Sequence[Mapping[str, Any]]:
    """The tables written [[key]]."""
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise MalformedError(f"{key} must be a list of tables, written [[{key}]]", where)
    return value


def table_of(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    """The table written [key], empty when there is none."""
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise MalformedError(f"{key} must be a table, written [{key}]", where)
    return value


def _grid(layers: Mapping[str, Any], key: str, columns: int, rows: int, where: str) -> list[str]:
    text = layers.get(key)
    if not isinstance(text, str):
        raise MalformedError(f"[layers] has no text grid named {key!r}", where)
    lines = text.strip("\n").split("\n")
    if len(lines) != rows:
        raise MalformedError(f"[layers] {key} has {len(lines)} lines for {rows} rows", where)
    for number, line in enumerate(lines, 1):
        if len(line) != columns:
            raise MalformedError(f"[layers] {key}, line {number}: {len(line)} hexes for {columns} columns", where)
    return lines


def _read_layers(
    board: Board, ground: list[str], heights: list[str] | None, legend: Mapping[str, str], where: str
) -> None:
    for cell in board.cells:
        column, row = board.column_row(cell)
        line = row - board.first_row
        letter = ground[line][column - 1]
        if letter not in legend:
            raise MalformedError(f"[layers] terrain, hex {board.labels[cell]}: {letter!r} is not in the legend", where)
        board.terrain[cell] = legend[letter]
        if heights is not None:
            digit = heights[line][column - 1]
            if digit not in "0123456789":
                raise MalformedError(f"[layers] elevation, hex {board.labels[cell]}: {digit!r} is not a digit", where)
            board.elevation[cell] = int(digit)


def _read_sides(board: Board, entries: Sequence[Mapping[str, Any]], where: str) -> None:
    for number, table in enumerate(entries, 1):
        place = f"{where}: [[hexsides]] {number}"
        terrain = text_of(table, "terrain", place)
        directed = table.get("directed", False)
        for name, cell, direction in _named_sides(board, table.get("sides", []), place):
            if board.neighbours[cell][direction] < 0:
                raise MalformedError(f"{name} lies on the edge of the map", place)
            key = board.side(cell, direction)
            if key in board.sides:
                raise MalformedError(f"{name} already has {board.sides[key].terrain}", place)
            board.sides[key] = Hexside(terrain, cell if directed else None)


def _named_sides(board: Board, names: object, place: str) -> Iterable[tuple[str, Cell, int]]:
    if not isinstance(names, list):
        raise MalformedError("expected a list of hexsides", place)
    for name in names:
        match = _SIDE.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise MalformedError(f"{name!r} is not a hexside; write the hex and a letter A-F, such as 3808A", place)
        if match[1] not in board.by_label:
            raise MalformedError(f"{name}: there is no hex {match[1]} on a {board.columns}×{board.rows} map", place)
        yield name, board.by_label[match[1]], LETTERS.index(match[2])


def read_falls(
    board: Board, data: Mapping[str, Any], where: str, only: Callable[[Cell, Cell], bool] | None = None
) -> None:
    """Marks every hexside between hexes of unequal elevation that has no feature with a low side of its own."""
    table = data.get("falls")
    if table is None:
        return
    place = f"{where}: [falls]"
    if not isinstance(table, dict) or set(table) != {"terrain"}:
        raise MalformedError("write terrain = ... and nothing else", place)
    terrain = text_of(table, "terrain", place)
    for cell in board.cells:
        for direction, ahead in enumerate(board.neighbours[cell][:3]):
            here, there = board.elevation[cell], board.elevation[ahead]
            if ahead < 0 or here == there or (only is not None and not only(cell, ahead)):
                continue
            known = board.sides.setdefault((cell, direction), Hexside(terrain, cell if here < there else ahead))
            if known.down is None:
                name = f"{board.labels[cell]}{LETTERS[direction]}"
                raise MalformedError(f"the ground falls at {name}, but it has {known.terrain}", place)


def _read_lines(board: Board, entries: Sequence[Mapping[str, Any]], key: str, where: str) -> None:
    """Reads [[roads]] and [[lines]]: paths of neighbouring hexes, each with a kind, and the sides where they leave."""
    for number, table in enumerate(entries, 1):
        place = f"{where}: [[{key}]] {number}"
        kind = text_of(table, "kind", place) if key == "lines" else "road"
        path = cells_named(board, table.get("path", []), place)
        crossed = set(board.lines.get(kind, ()))
        for a, b in pairwise(path):
            direction = board.direction(a, b)
            if direction < 0:
                raise MalformedError(f"{board.labels[a]} and {board.labels[b]} are not adjacent", place)
            crossed.add(board.side(a, direction))
        board.lines[kind] = frozenset(crossed)
        outs = set(board.outs.get(kind, ()))
        for name, cell, direction in _named_sides(board, table.get("out", []), place):
            if cell not in path:
                raise MalformedError(f"{name}: the {kind} does not pass through that hex", place)
            if board.neighbours[cell][direction] >= 0:
                raise MalformedError(f"{name} does not lie on the edge of the map", place)
            outs.add((cell, direction))
        if outs:
            board.outs[kind] = frozenset(outs)


def _read_frame(board: Board, data: Mapping[str, Any], where: str) -> None:
    """Reads what makes a map a geomorphic board: its number, its partial hexes and which of them it identifies."""
    for key in ("partial", "identified"):
        edges = data.get(key, [])
        if not isinstance(edges, list) or not all(edge in COMPASS for edge in edges):
            raise MalformedError(f"{key} must be a list of {', '.join(COMPASS)}", where)
    if "number" not in data:
        if "partial" in data:
            raise MalformedError("only a board with a number has partial hexes", where)
        return
    board.number = whole(data, "number", where)
    partial = data.get("partial", [])
    if not set(data.get("identified", [])) <= set(partial):
        raise MalformedError("identified names an edge that has no partial hexes", where)
    board.partial = frozenset(cell for edge in partial for cell in edge_cells(board, edge, outermost=True))
    board.identified = frozenset(
        cell for edge in data.get("identified", []) for cell in edge_cells(board, edge, outermost=True)
    )


def edge_cells(board: Board, edge: str, outermost: bool = False) -> tuple[Cell, ...]:
    """The hexes along the north, south, west or east edge; only those that stand out farthest if `outermost`."""

    # Twice the distance of a hex from the top, so that columns half a hex lower are counted exactly.
    def depth(cell: Cell) -> int:
        return 2 * board.r[cell] + board.q[cell]

    if edge in ("west", "east"):
        columns = [board.column_row(cell)[0] for cell in board.cells]
        wanted = min(columns) if edge == "west" else max(columns)
        return tuple(cell for cell, column in zip(board.cells, columns, strict=True) if column == wanted)
    found = [cell for cell in board.cells if board.neighbours[cell][0 if edge == "north" else 3] < 0]
    if outermost:
        limit = (min if edge == "north" else max)(depth(cell) for cell in found)
        found = [cell for cell in found if depth(cell) == limit]
    return tuple(found)


def _read_places(board: Board, data: Mapping[str, Any], where: str) -> None:
    for name, line in table_of(data, "edges", where).items():
        place = f"{where}: [edges] {name}"
        if not isinstance(line, dict) or len(line) != 1 or next(iter(line)) not in ("row", "column", "side"):
            raise MalformedError("an edge is written { row = N }, { column = N } or { side = 'north' }", place)
        axis, value = next(iter(line.items()))
        if axis == "side":
            if value not in COMPASS:
                raise MalformedError(f"there is no side {value!r}", place, hint=f"sides: {', '.join(COMPASS)}")
            board.edges[name] = edge_cells(board, value)
            continue
        board.edges[name] = tuple(
            cell for cell in board.cells if board.column_row(cell)[0 if axis == "column" else 1] == value
        )
        if not board.edges[name]:
            raise MalformedError(f"there is no {axis} {value}", place)
    for name, labels in table_of(data, "regions", where).items():
        board.regions[name] = frozenset(cells_named(board, labels, f"{where}: [regions] {name}"))
    for number, table in enumerate(tables(data, "names", where), 1):
        place = f"{where}: [[names]] {number}"
        cell = cells_named(board, [table.get("hex")], place)[0]
        board.names[cell] = text_of(table, "text", place)


def cells_named(board: Board, labels: object, place: str) -> list[Cell]:
    """The cells with these labels."""
    if not isinstance(labels, list):
        raise MalformedError("expected a list of hex labels", place)
    for label in labels:
        if not isinstance(label, str) or label not in board.by_label:
            raise MalformedError(f"there is no hex {label!r} on a {board.columns}×{board.rows} map", place)
    return [board.by_label[label] for label in labels]


def check_words(board: Board, where: str, hexes: Collection[str], sides: Collection[str]) -> None:
    """Raises MalformedError where a hex or a hexside of a map is something that a game does not know."""
    for cell in board.cells:
        if board.terrain[cell] not in hexes:
            what = f"hex {board.labels[cell]} is {board.terrain[cell]!r}"
            raise MalformedError(what, where, f"hexes of this game: {', '.join(sorted(hexes))}")
    for key, feature in sorted(board.sides.items()):
        if feature.terrain not in sides:
            pair = "-".join(sorted(board.labels[cell] for cell in board.side_cells(key)))
            what = f"hexside {pair} is {feature.terrain!r}"
            raise MalformedError(what, where, f"hexsides of this game: {', '.join(sorted(sides))}")
