"""Composed maps: geomorphic boards laid side by side, any of them turned around, joined at their partial hexes.

Where two boards meet, the half hexes of their frames lie on each other and make one hex. It belongs to the board that
prints its identifier (to the one listed first when both do, or neither). Hexes are named by board number and label.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hulldown.core.board import Board, Cell, Hexside, Part
from hulldown.core.errors import MalformedError
from hulldown.core.mapfile import Fetch, board_from_toml, read_falls, tables, text_of, whole

Place = tuple[int, int]


class _Laid(NamedTuple):
    """A board with the places its hexes take on the whole map."""

    where: str
    board: Board
    places: Mapping[Cell, Place]
    column: int
    row: int
    flipped: bool


def joined(data: Mapping[str, Any], where: str, fetch: Fetch | None) -> Board:
    """The map that the `[[boards]]` of a file make together."""
    laid = [_lay(table, f"{where}: [[boards]] {number}", fetch) for number, table in _entries(data, where)]
    owners = _owners(laid)
    _check_joined(laid)
    labels = {place: f"{laid[i].board.number}{laid[i].board.labels[cell]}" for place, (i, cell) in owners.items()}
    left = min(column for column, _ in labels)
    if left != 1:
        raise MalformedError(f"the leftmost board lies at column {left}; it must lie at column 1", where)
    top = min(row for _, row in labels)
    rows = max(row for _, row in labels) - top + 1
    high = laid[0].board.high_columns
    board = Board(
        text_of(data, "name", where), text_of(data, "title", where), max(c for c, _ in labels), rows, high, top, labels
    )
    for place, (number, cell) in owners.items():
        board.terrain[board.by_place[place]] = laid[number].board.terrain[cell]
        board.elevation[board.by_place[place]] = laid[number].board.elevation[cell]
    for part in laid:
        _copy(board, part)
    _connect_outs(board)
    homes: dict[Cell, set[int]] = {}
    for number, part in enumerate(laid):
        for place in part.places.values():
            homes.setdefault(board.by_place[place], set()).add(number)
    # A hexside on the seam itself belongs to no board, so its fall was marked by none.
    read_falls(board, data, where, lambda a, b: homes[a].isdisjoint(homes[b]))
    board.parts = tuple(
        Part(
            part.board.name, part.board.number, part.column, part.row, part.flipped,
            frozenset(board.by_place[place] for place in part.places.values()),
        )
        for part in laid
    )  # fmt: skip
    return board


def _entries(data: Mapping[str, Any], where: str) -> list[tuple[int, Mapping[str, Any]]]:
    found = list(enumerate(tables(data, "boards", where), 1))
    if not found:
        raise MalformedError("a composed map needs at least one [[boards]]", where)
    return found


def _fetched(name: str, where: str, fetch: Fetch | None) -> Board:
    """The board of this name, which must have a number."""
    try:
        text = fetch(name) if fetch is not None else None
    except KeyError:
        text = None
    if text is None:
        raise MalformedError(f"there is no board named {name!r}", where)
    board = board_from_toml(text, f"{name}.toml")
    if not board.number:
        raise MalformedError(f"map {name} has no board number, so it cannot be joined", where)
    return board


def _lay(table: Mapping[str, Any], where: str, fetch: Fetch | None) -> _Laid:
    unknown = sorted(set(table) - {"board", "column", "row", "flipped"})
    if unknown:
        raise MalformedError(f"unknown key {unknown[0]!r}", where, hint="known keys: board, column, row, flipped")
    name = text_of(table, "board", where)
    board = _fetched(name, where, fetch)
    column, row = whole(table, "column", where), whole(table, "row", where, least=0)
    flipped = table.get("flipped", False)
    if not isinstance(flipped, bool):
        raise MalformedError(f"flipped is {flipped!r}; it must be true or false", where)
    if column % 2 == 0:
        raise MalformedError(f"column is {column}; the columns of the boards line up only at odd columns", where)
    if flipped and board.columns % 2 == 0:
        raise MalformedError(f"board {name} has {board.columns} columns; only an odd number can be flipped", where)
    places: dict[Cell, Place] = {}
    depths = [_depth(board, cell) for cell in board.cells]
    turned = min(depths) + max(depths)
    if flipped and turned % 2:
        raise MalformedError(f"board {name} does not fit its own frame when it is flipped", where)
    for cell in board.cells:
        own_column, own_row = board.column_row(cell)
        if flipped:
            # Turned by half a circle: what was first is last; lowered columns stay lowered, as their number is odd.
            own_column = board.columns + 1 - own_column
            own_row = (turned - _depth(board, cell) - _lowered(board, own_column)) // 2
        places[cell] = (own_column + column - 1, own_row + row - board.first_row)
    return _Laid(where, board, places, column, row, flipped)


def _lowered(board: Board, column: int) -> int:
    return 1 if (column % 2 == 0) == (board.high_columns == "odd") else 0


def _depth(board: Board, cell: Cell) -> int:
    """Twice the distance of a hex from the top."""
    column, row = board.column_row(cell)
    return 2 * row + _lowered(board, column)


def _owners(laid: list[_Laid]) -> dict[Place, tuple[int, Cell]]:
    """For every place of the whole map the board that it belongs to, and the hex of that board."""
    owners: dict[Place, tuple[int, Cell]] = {}
    numbers: set[int] = set()
    for number, part in enumerate(laid):
        if part.board.high_columns != laid[0].board.high_columns:
            raise MalformedError("its columns sit otherwise than those of the first board", part.where)
        if part.board.number in numbers:
            raise MalformedError(f"board number {part.board.number} is used twice", part.where)
        numbers.add(part.board.number)
        for cell, place in part.places.items():
            if place not in owners:
                owners[place] = (number, cell)
                continue
            other_number, other_cell = owners[place]
            other = laid[other_number].board
            both = f"{other.number}{other.labels[other_cell]} and {part.board.number}{part.board.labels[cell]}"
            if cell not in part.board.partial or other_cell not in other.partial:
                raise MalformedError(f"{both} lie on each other, and one of them is a whole hex", part.where)
            if part.board.elevation[cell] != other.elevation[other_cell]:
                raise MalformedError(f"{both} make one hex, but their elevations differ", part.where)
            if cell in part.board.identified and other_cell not in other.identified:
                owners[place] = (number, cell)
    return owners


def _check_joined(laid: list[_Laid]) -> None:
    """Refuses boards that lie apart."""
    reached, queue = {0}, [0]
    while queue:
        here = set(laid[queue.pop()].places.values())
        for number, part in enumerate(laid):
            if number not in reached and not here.isdisjoint(part.places.values()):
                reached.add(number)
                queue.append(number)
    for number, part in enumerate(laid):
        if number not in reached:
            raise MalformedError(f"board {part.board.name} does not touch the others", part.where)


def _copy(board: Board, part: _Laid) -> None:
    """Copies hexsides, lines, regions and names of one board onto the whole map."""
    own = part.board
    onto = {cell: board.by_place[place] for cell, place in part.places.items()}
    turn = 3 if part.flipped else 0

    def key(edge: tuple[Cell, int]) -> tuple[Cell, int]:
        return board.side(onto[edge[0]], (edge[1] + turn) % 6)

    for edge, feature in own.sides.items():
        moved = Hexside(feature.terrain, None if feature.down is None else onto[feature.down])
        known = board.sides.setdefault(key(edge), moved)
        if known != moved:
            pair = "/".join(board.labels[cell] for cell in board.side_cells(key(edge)))
            raise MalformedError(f"hexside {pair} has {known.terrain} and {moved.terrain}", part.where)
    for kind, edges in own.lines.items():
        board.lines[kind] = board.lines.get(kind, frozenset()) | {key(edge) for edge in edges}
    for kind, edges in own.outs.items():
        moved_outs = {(onto[cell], (direction + turn) % 6) for cell, direction in edges}
        board.outs[kind] = board.outs.get(kind, frozenset()) | moved_outs
    for name, cells in own.regions.items():
        board.regions[f"{own.number}{name}"] = frozenset(onto[cell] for cell in cells)
    for cell, name in own.names.items():
        board.names.setdefault(onto[cell], name)


def _connect_outs(board: Board) -> None:
    """Joins lines that leave two boards through the same seam; what still leads off the map stays a way out."""
    for kind, outs in list(board.outs.items()):
        facing = {
            board.side(cell, direction)
            for cell, direction in outs
            if board.neighbours[cell][direction] >= 0
            and (board.neighbours[cell][direction], (direction + 3) % 6) in outs
        }
        board.lines[kind] = board.lines.get(kind, frozenset()) | facing
        board.outs[kind] = frozenset(edge for edge in outs if board.neighbours[edge[0]][edge[1]] < 0)
