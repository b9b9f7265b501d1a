"""Output: JSON for programs, tables for people. Rich is loaded only where a table is really drawn."""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_ACTING = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
"""Characters beyond those of ASCII that a terminal acts upon or hides."""
PIPE_WIDTH = 120
"""Columns used when nobody looks: output goes to a file or another program."""


def shown(words: str, keep: str = "") -> str:
    """A text that somebody else has written, as it may go to the terminal: control characters and signs that turn the
    direction of a line are written out, but for those to `keep`. A record could else overwrite what verify says of it.
    """
    if words.isascii() and words.isprintable():
        return words
    return "".join(sign if sign in keep or not _acts(sign) else _written_out(sign) for sign in words)


def _acts(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _written_out(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def print_json(data: object, indent: int = 2) -> None:
    """Prints data (structs, lists, dicts, fractions) as JSON; indent 0 makes one line of it."""
    import msgspec

    content = msgspec.json.encode(data, enc_hook=_plain)
    text = msgspec.json.format(content, indent=indent) if indent else content
    # JSON escapes the controls of ASCII by itself. What else acts stands inside of texts, where JSON knows only \\u.
    sys.stdout.write(_ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text.decode()) + "\n")


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
    return shown(str(value), "\n")
