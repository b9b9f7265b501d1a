"""The changes of data files: one number becomes the next, in a table that cites a case."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from mutation.mutants import Mutant, Span, numbered

UNREAD = ("rule", "provenance", "notes", "label", "title", "date", "id", "card")
"""Columns and keys that say where a value comes from or what it is called."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
_CELL = re.compile(r"[\d\s,;*–•+-]+")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|#.*")
_KEY = re.compile(r"^\s*([\w\"./ -]+?)\s*=")


def data_mutants(path: Path, name: str, text: str) -> list[Mutant]:
    """Every change of a number of a data file."""
    changes = _in_csv(text) if path.suffix == ".csv" else _in_toml(text) if path.suffix == ".toml" else iter(())
    found = []
    for line, start, end, scope, places in changes:
        old = text[start:end]
        for new in (str(int(old) + 1), str(int(old) - 1)):
            if not new.startswith("-"):
                found.append(Mutant(path, name, scope, "number", start, end, old, new, line, places))
    return numbered(found)


Place = tuple[int, int, int, str, tuple[tuple[Span, ...], ...]]
"""Line, first and last character, scope, and where cases are cited."""


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Line numbers, the position of the first character, and the lines."""
    position = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        yield number, position, line
        position += len(line)


def _in_csv(text: str) -> Iterator[Place]:
    header: list[str] = []
    head = 0
    for number, position, line in _lines(text):
        if line.startswith("#"):
            head = number
            continue
        cells = next(csv.reader(io.StringIO(line)), [])
        if not header:
            header = cells
            continue
        at = 0
        for index, (column, cell) in enumerate(zip(header, cells, strict=False)):
            at = line.index(cell, at)
            # The first cell is the key of its row; a changed key only makes a hole that the loader finds.
            if index and column not in UNREAD and _CELL.fullmatch(cell):
                for match in _NUMBER.finditer(cell):
                    start = position + at + match.start()
                    scope = f"{cells[0]}/{column}"
                    yield number, start, start + len(match[0]), scope, (((number, number),), ((1, head),))
            at += len(cell)


def _in_toml(text: str) -> Iterator[Place]:
    lines = text.splitlines()
    table, first = "", 1
    inside = False
    for number, position, line in _lines(text):
        if line.count('"""') == 1:
            inside = not inside
            continue
        if inside:
            continue
        if line.startswith("["):
            table, first = line.partition("#")[0].strip().strip("[]"), number
            continue
        key = _KEY.match(line)
        if not key or key[1] in UNREAD or table.endswith((".tags", ".notes")):
            continue
        shown = _QUOTED.sub(lambda match: " " * len(match[0]), line)
        section = (first, _last(lines, first))
        places = (((number, number),), (section,), ((1, _head(lines)),))
        for match in _NUMBER.finditer(shown, key.end()):
            start = position + match.start()
            yield number, start, start + len(match[0]), f"{table}.{key[1]}".lstrip("."), places


def _head(lines: list[str]) -> int:
    """The last line before the first table."""
    return next((number for number, line in enumerate(lines) if line.startswith("[")), len(lines))


def _last(lines: list[str], first: int) -> int:
    """The last line of the table that begins at a line."""
    for number in range(first + 1, len(lines) + 1):
        if lines[number - 1].startswith("["):
            return number - 1
    return len(lines)
