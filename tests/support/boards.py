"""Little boards drawn in a test."""

from __future__ import annotations

from hulldown.core.board import Board
from hulldown.core.mapfile import board_from_toml


def map_text(*rows: str, high: str = "odd", extra: str = "") -> str:
    """The text of a map file: `.` clear, `w` woods; `extra` is put in after the layers."""
    grid = "\n".join(rows)
    return f"""
format = 1
name = "little"
title = "A little map"
columns = {len(rows[0])}
rows = {len(rows)}
high_columns = "{high}"
legend = {{ "." = "clear", "w" = "woods" }}
[layers]
terrain = '''
{grid}
'''
{extra}
"""


def little_board(*rows: str, high: str = "odd", extra: str = "") -> Board:
    """The board of such a text."""
    return board_from_toml(map_text(*rows, high=high, extra=extra), "little.toml")


def clear_board(columns: int, rows: int, high: str = "odd") -> Board:
    """A board without any feature."""
    return little_board(*["." * columns] * rows, high=high)
