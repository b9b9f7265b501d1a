"""Cells of the Advanced Game's tables with where each comes from; the files are `data/charts/*.csv`."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from hulldown.core.charts import NOTHING, span
from hulldown.core.errors import UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.tables import TAGS, Listing
from hulldown.games.panzer.data.loading import listing

Grade = Literal["elite", "veteran", "seasoned", "regulars", "green"]
GRADES: tuple[Grade, ...] = get_args(Grade)
"""The grades of forces, formations and units, the best first (5.8b)."""


class Cell(NamedTuple):
    """The text of a cell and its tag."""

    text: str
    tag: str

    @property
    def empty(self) -> bool:
        """Whether nothing is printed in it."""
        return self.text in NOTHING

    @property
    def number(self) -> int:
        return int(self.text)

    @property
    def last(self) -> int:
        """The last number of a range such as 1-45; 0 where the cell is empty."""
        return max(span(self.text), default=0)


def tag_of(table: Listing, row: str, column: str) -> str:
    """Where a cell comes from: a line `# TAG: row/column ...` of the file, else the provenance of the whole table."""
    for tag in TAGS:
        if f"{row}/{column}" in table.meta.get(tag, "").split():
            return tag
    return table.meta["provenance"]


@lru_cache(maxsize=4096)
def cell(name: str, row: str, column: str) -> Cell:
    """A cell of a table; raises UnknownNameError for a row that it does not have."""
    table = listing(name)
    return Cell(table.row(row)[column], tag_of(table, row, column))


@lru_cache(maxsize=1024)
def modifier(name: str, row: str, times: int = 1) -> Factor:
    """A row of a list of modifiers as a factor, with its own case; counted so many times."""
    table = listing(name)
    found = table.row(row)
    label = found["label"] if times == 1 else f"{found['label']}, {times} times"
    return Factor(found["rule"], label, table.number(row, "value") * times, tag_of(table, row, "value"))


def find_grade(name: str) -> Grade:
    """The grade of this name; raises UnknownNameError."""
    for grade in GRADES:
        if grade == name.casefold():
            return grade
    raise UnknownNameError(f"there is no grade {name!r}", hint=f"one of {', '.join(GRADES)}")
