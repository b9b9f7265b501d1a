"""Output: JSON for programs, tables for people. Rich is loaded only where a table is really drawn."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PIPE_WIDTH = 120
"""Columns used when nobody looks: output goes to a file or another program."""


def print_json(data: object, indent: int = 2) -> None:
    """Prints data (structs, lists, dicts, fractions) as JSON; indent 0 makes one line of it."""
    import msgspec

    content = msgspec.json.encode(data, enc_hook=_plain)
    text = msgspec.json.format(content, indent=indent) if indent else content
    sys.stdout.write(text.decode() + "\n")


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be written as JSON")


def width() -> int:
    """The columns to fill: the terminal's, or what COLUMNS says, or a fixed number when output is not a terminal."""
    columns = os.environ.get("COLUMNS", "")
    if sys.stdout.isatty() or (columns.isascii() and columns.isdecimal()):
        return max(shutil.get_terminal_size().columns, 40)
    return PIPE_WIDTH


def console() -> Console:
    """A console on stdout that does not colour numbers by itself."""
    from rich.console import Console

    return Console(width=width(), highlight=False, soft_wrap=False, emoji=False)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "", right: Iterable[str] = ()
) -> None:
    """Prints a table; columns named in `right` are aligned right. Markup in the cells is not interpreted."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    aligned = set(right)
    table = Table(
        title=title or None, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False,
        padding=(0, 1, 0, 0), show_edge=False,
    )  # fmt: skip
    for name in columns:
        table.add_column(name, justify="right" if name in aligned else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row))
    console().print(table)


def _cell(value: object) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
