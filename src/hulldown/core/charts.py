"""Charts: printed tables read from CSV, whose rows cover bands of numbers and whose columns have names.

The file: lines `# key: value` first (title, provenance, notes, the case of the whole table), then a header, then one
line per row. The first column holds the row band ("1-5", "41+", "3"), the other headers are column keys, and a last
column headed `rule` may hold the case of each row. Bands ascend without gap or overlap, so that a number off the
chart is always beyond an end of it and never inside a hole of the file.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from hulldown.core.errors import MalformedError, UnknownNameError

NOTHING = frozenset(("", "•", "-", "–"))
"""Cells in which no number is printed."""

_BAND = re.compile(r"(-?[0-9]{1,9})(?:-(-?[0-9]{1,9})|(\+))?")
_PIECE = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


class Band(NamedTuple):
    """A row of a chart: the numbers it covers (`last` is None in "41+"), its case and its cells."""

    first: int
    last: int | None
    rule: str
    cells: tuple[str, ...]


class Chart:
    """An immutable printed table. Build it with `chart_from_csv`."""

    __slots__ = ("_columns", "_index", "bands", "columns", "meta", "where")

    def __init__(self, where: str, columns: tuple[str, ...], bands: tuple[Band, ...], meta: Mapping[str, str]) -> None:
        self.where = where
        self.columns = columns
        self.bands = bands
        self.meta = meta
        self._columns = {name: number for number, name in enumerate(columns)}
        # One entry per number rather than per band: charts are read for every pair of units a bot considers.
        self._index: list[Band] = []
        for band in bands:
            self._index += [band] * ((band.first if band.last is None else band.last) + 1 - band.first)

    def cell(self, row: int, column: str) -> str:
        """The text printed in the row that covers a number, below a column header."""
        try:
            return self.band(row).cells[self._columns[column]]
        except KeyError:
            raise UnknownNameError(
                f"{self.where} has no column {column!r}", hint=f"columns: {', '.join(self.columns)}"
            ) from None

    def rule(self, row: int) -> str:
        """The case of the row that covers a number; of the whole chart where its rows have none."""
        return self.band(row).rule or self.meta.get("rule", "")

    def first_row(self) -> int:
        """The smallest number that a row covers."""
        return self.bands[0].first

    def last_row(self) -> int | None:
        """The largest number that a row covers; None where the last row is open-ended."""
        return self.bands[-1].last

    def band(self, row: int) -> Band:
        """The row that covers a number."""
        position = row - self.bands[0].first
        if 0 <= position < len(self._index):
            return self._index[position]
        if position >= 0 and self.bands[-1].last is None:
            return self.bands[-1]
        last = self.last_row()
        reach = f"from {self.first_row()} up" if last is None else f"from {self.first_row()} to {last}"
        raise UnknownNameError(f"{self.where} has no row for {row}", hint=f"its rows run {reach}")


def chart_from_csv(text: str, where: str) -> Chart:
    """The chart that a CSV file holds; raises MalformedError naming file, line and column."""
    meta: dict[str, str] = {}
    columns: tuple[str, ...] = ()
    bands: list[Band] = []
    ruled = False
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{where}: line {number}"
        if not line.strip():
            continue
        if line.startswith("#"):
            read_meta(meta, line, place)
        elif not columns:
            columns, ruled = read_header(line, place)
        else:
            bands.append(_read_band(line, columns, ruled, bands[-1] if bands else None, place))
    if not columns:
        raise MalformedError("there is no header line", where)
    if not bands:
        raise MalformedError("there is no row below the header", where)
    return Chart(where, columns, tuple(bands), meta)


@lru_cache(maxsize=1024)
def span(cell: str) -> tuple[int, ...]:
    """The numbers a cell stands for: "1-3" and "1,2,3" are (1, 2, 3); an empty or dotted cell is ()."""
    if cell.strip() in NOTHING:
        return ()
    found: list[int] = []
    for piece in cell.split(","):
        match = _PIECE.fullmatch(piece.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise MalformedError(f"{cell!r} is not a series of numbers", hint='write "1-7", "1,2,3" or "•" for none')
        found.extend(range(first, last + 1))
    return tuple(found)


def read_meta(meta: dict[str, str], line: str, place: str) -> None:
    """Adds what a line `# key: value` says to `meta`."""
    key, colon, value = line.lstrip("#").partition(":")
    if not colon or not key.strip() or not value.strip():
        raise MalformedError("a line that starts with # is written '# key: value'", place)
    if key.strip() in meta:
        raise MalformedError(f"{key.strip()!r} is given twice", place)
    meta[key.strip()] = value.strip()


def read_header(line: str, place: str) -> tuple[tuple[str, ...], bool]:
    """The column keys of a header line without the first and without `rule`, and whether `rule` ends it."""
    header = [name.strip() for name in next(csv.reader([line]))]
    for position, name in enumerate(header, 1):
        if not name:
            raise MalformedError(f"column {position} has no header", place)
        if name in header[: position - 1]:
            raise MalformedError(f"column {name!r} appears twice", place)
    ruled = header[-1] == "rule"
    if "rule" in header[:-1]:
        raise MalformedError("column 'rule' must be the last", place)
    columns = tuple(header[1:-1] if ruled else header[1:])
    if not columns:
        raise MalformedError("there is no column besides the row band", place)
    return columns, ruled


def _read_band(line: str, columns: tuple[str, ...], ruled: bool, before: Band | None, place: str) -> Band:
    cells = [cell.strip() for cell in next(csv.reader([line]))]
    expected = 1 + len(columns) + (1 if ruled else 0)
    if len(cells) != expected:
        missing = ("row band", *columns, *(("rule",) if ruled else ()))[len(cells) :]
        told = f"; column {missing[0]!r} is missing" if missing else ""
        raise MalformedError(f"{len(cells)} cells for {expected} columns{told}", place)
    first, last = _read_rows(cells[0], before, place)
    rule = cells[-1] if ruled else ""
    if ruled and not rule:
        raise MalformedError("column 'rule' is empty", place)
    return Band(first, last, rule, tuple(cells[1 : 1 + len(columns)]))


def _read_rows(cell: str, before: Band | None, place: str) -> tuple[int, int | None]:
    """The first and the last row of a band, which must follow on the one before; None: it has no end."""
    match = _BAND.fullmatch(cell)
    if match is None:
        raise MalformedError(f'column 1: {cell!r} is not a row band; write "1-5", "41+" or "3"', place)
    first = int(match[1])
    last = None if match[3] else int(match[2] or match[1])
    if last is not None and last < first:
        raise MalformedError(f"column 1: row band {cell!r} runs backwards", place)
    if before is not None:
        if before.last is None or first <= before.last:
            raise MalformedError(f"column 1: row band {cell!r} overlaps the row before it", place)
        if first > before.last + 1:
            raise MalformedError(f"column 1: no row covers {before.last + 1} to {first - 1}", place)
    return first, last
