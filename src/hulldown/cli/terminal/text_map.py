"""A board as a map for the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from hulldown.core.board import Board, Cell

SIGNS: dict[str, str] = {
    "clear": "·",
    "rough": ":",
    "rough1": ",",
    "rough2": ":",
    "woods": "♣",
    "forest": "♣",
    "marsh": "~",
    "water": "≈",
    "town": "#",
    "building": "#",
    "wood_building": "#",
    "brick_building": "#",
    "stone_building": "#",
    "scrub": ",",
    "shellhole": "o",
    "light_woods": "♧",
    "heavy_woods": "♠",
    "gully": "u",
    "stream": "~",
    "ford": "f",
    "bridge": "=",
}
WIDTH = 3
"""Characters from one column of hexes to the next."""
GUTTER = 3
NO_PIECES: Mapping[Cell, str] = MappingProxyType({})


def text(board: Board, pieces: Mapping[Cell, str] = NO_PIECES, window: tuple[int, int, int, int] | None = None) -> str:
    """The board as lines of equal width, two to a row of hexes, each lowered column half a row down.

    `window` is (first column, first row, last column, last row), both ends included, and is cut to the board. A hex
    shows the first two letters of its piece, or its terrain sign; the line below marks ground that lies higher (^)
    or lower (v) than most, one sign for each step.
    """
    end = board.first_row + board.rows - 1
    first, top, last, bottom = window or (1, board.first_row, board.columns, end)
    first, top = max(first, 1), max(top, board.first_row)
    last, bottom = min(last, board.columns), min(bottom, end)
    ordinary = Counter(board.elevation[cell] for cell in board.cells).most_common(1)[0][0]
    columns = max(last - first + 1, 0)
    rows = max(bottom - top + 1, 0)
    lines = [[" "] * (GUTTER + WIDTH * columns) for _ in range(2 * rows + 1)]
    for offset in range(rows):
        _write(lines[2 * offset], 0, f"{top + offset:02d}")
    for column in range(first, last + 1):
        lowered = (column % 2 == 0) == (board.high_columns == "odd")
        for offset in range(rows):
            cell = board.at(column, top + offset)
            if cell < 0:
                continue
            line = 2 * offset + (1 if lowered else 0)
            place = GUTTER + WIDTH * (column - first)
            piece = pieces.get(cell)
            _write(lines[line], place, piece[: WIDTH - 1] if piece else sign(board.terrain[cell]))
            step = board.elevation[cell] - ordinary
            if line + 1 < len(lines):
                _write(lines[line + 1], place, ("^" * step or "v" * -step)[: WIDTH - 1])
    header = " " * GUTTER + "".join(f"{column:02d}".ljust(WIDTH) for column in range(first, last + 1))
    return "\n".join([header, *("".join(line) for line in lines)]) + "\n"


def sign(terrain: str) -> str:
    """The sign of a terrain; its initial when it has none of its own."""
    return SIGNS.get(terrain) or terrain[:1].upper() or "?"


def _write(line: list[str], place: int, words: str) -> None:
    line[place : place + len(words)] = words
