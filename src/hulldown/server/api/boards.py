"""Boards as clients draw them: all cells, hexsides and lines as data."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Board, Cell


class CellOut(msgspec.Struct, frozen=True):
    """A hex: its number in orders, its name for people, its place and its ground."""

    cell: Cell
    label: str
    column: int
    row: int
    q: int
    r: int
    terrain: str
    elevation: int


class SideOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hexside: a side of `cell`, with both its cells, and the lower one where there is one."""

    cell: Cell
    direction: int
    cells: tuple[Cell, Cell]
    terrain: str = ""
    down: Cell | None = None


class OutOut(msgspec.Struct, frozen=True):
    """A place where a line leaves the map."""

    cell: Cell
    direction: int


class NameOut(msgspec.Struct, frozen=True):
    """A name on the map."""

    cell: Cell
    name: str


class BoardOut(msgspec.Struct, frozen=True):
    """A whole board."""

    name: str
    title: str
    columns: int
    rows: int
    first_row: int
    high_columns: str
    stride: int
    size: int
    offsets: tuple[int, ...]
    meta: dict[str, str]
    cells: list[CellOut]
    hexsides: list[SideOut]
    lines: dict[str, list[SideOut]]
    outs: dict[str, list[OutOut]]
    edges: dict[str, tuple[Cell, ...]]
    regions: dict[str, list[Cell]]
    names: list[NameOut]
    partial: list[Cell]


def described(board: Board) -> BoardOut:
    """A board as data."""
    return BoardOut(
        name=board.name,
        title=board.title,
        columns=board.columns,
        rows=board.rows,
        first_row=board.first_row,
        high_columns=board.high_columns,
        stride=board.stride,
        size=board.size,
        offsets=board.offsets,
        meta=board.meta,
        cells=[
            CellOut(
                cell, board.labels[cell], *board.column_row(cell), board.q[cell], board.r[cell], board.terrain[cell],
                board.elevation[cell],
            )
            for cell in board.cells
        ],
        hexsides=[
            SideOut(key[0], key[1], board.side_cells(key), feature.terrain, feature.down)
            for key, feature in sorted(board.sides.items())
        ],
        lines={
            kind: [SideOut(key[0], key[1], board.side_cells(key)) for key in sorted(keys)]
            for kind, keys in board.lines.items()
        },
        outs={kind: [OutOut(*key) for key in sorted(keys)] for kind, keys in board.outs.items()},
        edges=board.edges,
        regions={name: sorted(cells) for name, cells in board.regions.items()},
        names=[NameOut(cell, name) for cell, name in sorted(board.names.items())],
        partial=sorted(board.partial),
    )  # fmt: skip
