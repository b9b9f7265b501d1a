"""Boards as clients draw them: all cells, hexsides and lines as data, and a small picture."""

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


GROUND = {
    "clear": "#cfd3a8", "rough": "#c2b48c", "woods": "#7f9a5f", "forest": "#6d8a52", "swamp": "#9db8a6",
    "marsh": "#9db8a6", "water": "#8fb6cf", "lake": "#8fb6cf", "river": "#8fb6cf", "town": "#b5a79c",
    "village": "#b5a79c", "building": "#b5a79c", "buildings": "#b5a79c", "field": "#d8cf94", "brush": "#a8b077",
    "orchard": "#97ac68", "sand": "#e0d3a4", "desert": "#e0d3a4",
}  # fmt: skip
OTHER = "#c8c2ab"
SIDE, LINE, WATER = "#8a6f47", "#f4efe0", "#6c9fc0"
_FULL, _HALF, _TALL = 100, 50, 87
"""A hex of width 100 is 87 high; whole numbers keep the picture small."""


def thumbnail(board: Board) -> str:
    """A small SVG of a map: ground by colour, higher hexes lighter, hexsides and roads as lines."""
    grounds: dict[tuple[str, int], list[str]] = {}
    low = min((board.elevation[cell] for cell in board.cells), default=0)
    for cell in board.cells:
        x, y = _centre(board, cell)
        grounds.setdefault((board.terrain[cell], board.elevation[cell] - low), []).append(
            f"M{x - 50} {y}l25-44h50l25 44-25 44h-50z"
        )
    parts = []
    for (terrain, height), hexes in sorted(grounds.items()):
        colour = GROUND.get(terrain, OTHER)
        shade = f' fill-opacity="{max(0.45, 1 - 0.14 * height):.2f}"' if height else ""
        parts.append(f'<path fill="{colour}"{shade} d="{"".join(hexes)}"/>')
    sides = "".join(_edge(board, *key) for key in sorted(board.sides))
    if sides:
        parts.append(f'<path fill="none" stroke="{SIDE}" stroke-width="14" d="{sides}"/>')
    for kind, keys in sorted(board.lines.items()):
        wet = kind in ("stream", "river", "brook", "canal")
        colour = WATER if wet else LINE
        lines = "".join(_link(board, key) for key in sorted(keys))
        parts.append(f'<path fill="none" stroke="{colour}" stroke-width="22" stroke-linecap="round" d="{lines}"/>')
    width = 75 * board.columns + 25
    height = _TALL * board.rows + 44
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f'<title>{_escaped(board.title)}</title><rect width="{width}" height="{height}" fill="#fffdf4"/>'
        f"{''.join(parts)}</svg>"
    )


def _centre(board: Board, cell: Cell) -> tuple[int, int]:
    column, row = board.column_row(cell)
    raised = (column % 2 == 1) == (board.high_columns == "odd")
    return 75 * (column - 1) + _HALF, _TALL * (row - board.first_row) + (_TALL // 2 if raised else _TALL)


_CORNERS = ((-25, -44), (25, -44), (50, 0), (25, 44), (-25, 44), (-50, 0))


def _edge(board: Board, cell: Cell, direction: int) -> str:
    """The hexside as a line between its two corners."""
    x, y = _centre(board, cell)
    (ax, ay), (bx, by) = _CORNERS[direction], _CORNERS[(direction + 1) % 6]
    return f"M{x + ax} {y + ay}L{x + bx} {y + by}"


def _link(board: Board, key: tuple[Cell, int]) -> str:
    """A line from the centre of one hex to the centre of the next."""
    here, there = board.side_cells(key)
    if not (board.on_map[here] and board.on_map[there]):
        return ""
    (ax, ay), (bx, by) = _centre(board, here), _centre(board, there)
    return f"M{ax} {ay}L{bx} {by}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
