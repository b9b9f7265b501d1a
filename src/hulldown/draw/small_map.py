"""A board as a small picture: flat colours, few strokes, whole numbers. Styles and palette are those of `svg_map`."""

from __future__ import annotations

from xml.sax.saxutils import escape

from hulldown.core.board import Board, Cell
from hulldown.core.face import Face
from hulldown.draw.shapes import path_tag, tag
from hulldown.draw.styles import COLOURS, Styles, in_order

_HALF, _TALL = 50, 87
"""A hex of width 100 is 87 high."""
_CORNERS = ((-25, -44), (25, -44), (50, 0), (25, 44), (-25, 44), (-50, 0))


def framed(board: Board, box: str, body: str) -> str:
    """The picture of a part of a board."""
    x, y, width, height = box.split()
    ground = tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), fill=COLOURS.beside)
    title = f"<title>{escape(board.title)}</title>"
    return tag("svg", title + ground + body, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img")


def layers(board: Board, face: Face) -> str:
    """The ground with everything on it."""
    styles = Styles(face)
    return "".join((*_grounds(board, styles), *_sides(board, styles), *_lines(board, styles)))


def _grounds(board: Board, styles: Styles) -> list[str]:
    low = min((board.elevation[cell] for cell in board.cells), default=0)
    levels = COLOURS.levels
    found: dict[str, list[str]] = {}
    for cell in board.cells:
        x, y = centre(board, cell)
        level = levels[min(board.elevation[cell] - low, len(levels) - 1)]
        colour = styles.ground(board.terrain[cell]).fill or level
        found.setdefault(colour, []).append(hexagon(x, y))
    return [path_tag("".join(hexes), fill=colour) for colour, hexes in sorted(found.items())]


def hexagon(x: int, y: int) -> str:
    """A hex as a path."""
    return f"M{x - 50} {y}l25-44h50l25 44-25 44h-50z"


def _sides(board: Board, styles: Styles) -> list[str]:
    found: dict[str, list[str]] = {}
    for key, feature in sorted(board.sides.items()):
        found.setdefault(feature.terrain, []).append(_edge(board, *key))
    return [
        path_tag("".join(found[terrain]), stroke=styles.side(terrain).colour, stroke_width=14)
        for terrain in in_order(found, styles.sides)
    ]


def _lines(board: Board, styles: Styles) -> list[str]:
    drawn = []
    for terrain in in_order((kind for kind, keys in board.lines.items() if keys), styles.lines):
        d = "".join(_link(board, key) for key in sorted(board.lines[terrain]))
        drawn.append(path_tag(d, stroke=styles.line(terrain)[-1].colour, stroke_width=22, stroke_linecap="round"))
    return drawn


def centre(board: Board, cell: Cell) -> tuple[int, int]:
    """The middle of a hex."""
    column, row = board.column_row(cell)
    raised = (column % 2 == 1) == (board.high_columns == "odd")
    return 75 * (column - 1) + _HALF, _TALL * (row - board.first_row) + (_TALL // 2 if raised else _TALL)


def _edge(board: Board, cell: Cell, direction: int) -> str:
    """The hexside as a line between its two corners."""
    x, y = centre(board, cell)
    (ax, ay), (bx, by) = _CORNERS[direction], _CORNERS[(direction + 1) % 6]
    return f"M{x + ax} {y + ay}L{x + bx} {y + by}"


def _link(board: Board, key: tuple[Cell, int]) -> str:
    """A line from the centre of one hex to the centre of the next."""
    here, there = board.side_cells(key)
    if not (board.on_map[here] and board.on_map[there]):
        return ""
    (ax, ay), (bx, by) = centre(board, here), centre(board, there)
    return f"M{ax} {ay}L{bx} {by}"
