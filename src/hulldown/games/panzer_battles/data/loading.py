"""The charts of the rulebook, read from `data/charts` and checked cell by cell.

Each number remembers where it comes from (`Tag`): the whole chart's provenance, or that of a row or column where it
differs. The Terrain Effects Chart (6.9) has a module of its own. The `parse_` functions take text, so that a file of a
user is read, and refused, like one of the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from hulldown import resources
from hulldown.core.charts import Chart, chart_from_csv, span
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.numbers import whole_number
from hulldown.core.tables import TAGS, Listing, listing_from_csv

FOLDER: Final = ("hulldown", "games", "panzer_battles", "data")
TERRAINS: Final = ("clear", "rough2", "rough1", "woods", "town")
"""What a hex can be; road and trail are lines through it (12.4-road)."""
PROFILES: Final = ("A", "B", "C", "D", "E")
GUN_TYPES: Final = (1, 2, 3, 4)
RATINGS: Final = tuple("ABCDEFGHIJK")
PROHIBITED: Final = "P"
UNLIMITED: Final = 999
"""A range longer than any map: the U of 7.25 (7.25-fn-3)."""

_DICE: Final = (2, 12)
_DASH: Final = "-"


class Shape(NamedTuple):
    """What a chart must look like: its rows, its columns and what may stand in a cell."""

    rows: tuple[int, int | None]
    columns: tuple[str, ...]
    cells: Collection[str]
    """Words that are allowed; whole numbers are where `most` allows them."""
    least: int = 0
    most: int = -1


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))


SHAPES: Final[Mapping[str, Shape]] = {
    "9.1": Shape(_DICE, _numbers(0, 10), (_DASH, "S"), 1, 3),
    "9.3": Shape((0, 10), _numbers(1, 5), (), 0, 10),
    "10.1": Shape(_DICE, _numbers(0, 14), (_DASH,), 1, 6),
    "10.1-rows": Shape((1, 5), ("shift",), (), 0, 5),
    "10.32": Shape(
        (0, None), tuple(f"{profile}{kind}" for profile in PROFILES for kind in GUN_TYPES), (PROHIBITED,), 0, 9
    ),
    "12.21": Shape((-40, None), ("loss",), (), -1, 1),
    "12.31": Shape((-40, None), ("loss",), (), -1, 1),
    "14.2": Shape(_DICE, _numbers(1, 15), (_DASH,), 1, 2),
    "14.2-cols": Shape((1, None), _numbers(1, 15), (_DASH,), 1, 15),
    "17.27": Shape(
        _DICE, ("ffe", "0-10", "11-20", "21-40", "41+"), ("OT", "S", "S-1", "S-2", "S-3", "S-4")
    ),
    "scatter": Shape((1, 6), ("direction",), ("N", "NE", "SE", "S", "SW", "NW")),
}  # fmt: skip
"""The charts whose rows are numbers; 14.8, whose cells are spans of dice, is checked by itself."""
_LISTS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "7.25": (
        (
            "infantry_stationary_clear", "infantry_moving_clear", "infantry_other", "vehicle_stationary_clear",
            "vehicle_stationary_cover", "vehicle_stationary_hidden", "vehicle_moving_clear", "vehicle_moving_other",
        ),
        ("regular", "focused", "rule"),
    ),
    "10.31": (
        (
            "M4", "PzIV H", "PzV", "88", "PzIII", "PzIV E", "T34/85", "Grant 75mm", "Grant 37mm", "Crusader II",
            "CS tank",
        ),
        _numbers(1, 5),
    ),
    "12.4": (
        (
            "defilade_vehicle", "moving", "defilade_infantry", "stacked", "column", "suppressed_vehicle",
            "suppressed_infantry",
        ),
        ("value", "label", "provenance", "rule"),
    ),
    "12.4-terrain": (("clear", "rough2", "town", "woods", "rough1"), ("vehicle", "infantry", "label", "rule")),
    "17.3": (("on_target", "scattered"), ("strength",)),
}  # fmt: skip
"""The charts whose rows have names: rows and columns."""
_TEXTS: Final = ("label", "rule", "provenance")


@lru_cache(maxsize=32)
def chart(name: str) -> Chart:
    """The chart of a case, such as 9.1, whose rows are numbers; raises UnknownNameError."""
    if name not in SHAPES and name != "14.8":
        raise UnknownNameError(f"there is no chart {name!r}", hint=f"charts: {', '.join((*SHAPES, '14.8'))}")
    return parse_chart(name, resources.read(*FOLDER, "charts", f"{name}.csv"), _where(name))


@lru_cache(maxsize=32)
def listing(name: str) -> Listing:
    """The chart of a case, such as 7.25, whose rows have names; raises UnknownNameError."""
    if name not in _LISTS:
        raise UnknownNameError(f"there is no list {name!r}", hint=f"lists: {', '.join(_LISTS)}")
    return parse_listing(name, resources.read(*FOLDER, "charts", f"{name}.csv"), _where(name))


def _where(name: str) -> str:
    return f"panzer_battles/data/charts/{name}.csv"


def provenance(name: str) -> str:
    """Where the numbers of a chart come from."""
    return (chart(name) if name in SHAPES or name == "14.8" else listing(name)).meta["provenance"]


def parse_chart(name: str, text: str, where: str) -> Chart:
    """The chart that a file holds for a case; raises MalformedError naming file, row and column."""
    found = chart_from_csv(text, where)
    _check_meta(found.meta, where)
    if name == "14.8":
        _check_ratings(found)
        return found
    shape = SHAPES[name]
    if (found.first_row(), found.last_row()) != shape.rows:
        last = "on" if shape.rows[1] is None else str(shape.rows[1])
        raise MalformedError(f"the rows must run from {shape.rows[0]} to {last}", where)
    if found.columns != shape.columns:
        raise MalformedError(f"the columns must be {', '.join(shape.columns)}", where)
    for band in found.bands:
        for column, cell in zip(found.columns, band.cells, strict=True):
            number = whole_number(cell)
            fits = cell in shape.cells if number is None else shape.least <= number <= shape.most
            if not fits:
                raise MalformedError(f"row {band.first}, column {column!r}: {cell!r} cannot stand there", where)
    return found


def _check_meta(meta: Mapping[str, str], where: str) -> None:
    if not meta.get("rule"):
        raise MalformedError("the line '# rule: …' is missing", where)
    if meta.get("provenance") not in TAGS:
        raise MalformedError(f"provenance: it must be one of {', '.join(TAGS)}", where)


def _check_ratings(found: Chart) -> None:
    """Raises where a rating of 14.8 does not give exactly one value for each die."""
    if found.columns != RATINGS or (found.first_row(), found.last_row()) != (1, 6):
        raise MalformedError(f"the columns must be {', '.join(RATINGS)} and the rows 1 to 6", found.where)
    for rating in RATINGS:
        dice = [die for value in range(1, 7) for die in _dice(found, value, rating)]
        if sorted(dice) != [1, 2, 3, 4, 5, 6]:
            raise MalformedError(f"column {rating!r}: the dice 1 to 6 must each stand in one row", found.where)


def _dice(found: Chart, value: int, rating: str) -> tuple[int, ...]:
    try:
        return span(found.cell(value, rating))
    except MalformedError as error:
        raise MalformedError(f"row {value}, column {rating!r}: {error}", found.where) from None


def parse_listing(name: str, text: str, where: str) -> Listing:
    """The list that a file holds for a case; raises MalformedError naming file, row and column."""
    found = listing_from_csv(text, where)
    rows, columns = _LISTS[name]
    _check_meta(found.meta, where)
    if tuple(found.rows) != rows:
        raise MalformedError(f"the rows must be {', '.join(rows)}", where)
    for row, cells in found.rows.items():
        if tuple(cells) != columns:
            raise MalformedError(f"the columns must be {', '.join(columns)}", where)
        for column, cell in cells.items():
            fits = bool(cell) if column in _TEXTS else whole_number(cell) is not None or cell in (_DASH, "U")
            if not fits or (column == "provenance" and cell not in TAGS):
                raise MalformedError(f"row {row!r}, column {column!r}: {cell!r} cannot stand there", where)
    return found


class Sighted(NamedTuple):
    """A row of 7.25: how far away a kind of target is observed, face down and face up."""

    regular: int
    focused: int
    rule: str
    provenance: str


@lru_cache(maxsize=1)
def observation() -> Mapping[str, Sighted]:
    """The rows of 7.25 by name; `UNLIMITED` for U (7.25-fn-3)."""
    tag = provenance("7.25")
    return MappingProxyType(
        {
            name: Sighted(_reach(row["regular"]), _reach(row["focused"]), row["rule"], tag)
            for name, row in listing("7.25").rows.items()
        }
    )


def _reach(cell: str) -> int:
    return UNLIMITED if cell == "U" else int(cell)


def observation_row(infantry: bool, moving: bool, terrain: str, defilade: bool) -> Sighted:
    """The row of 7.25 for a target (7.23, 7.24): OBS-4, defilade counts before terrain; Rough 2 as Clear at rest.

    A vehicle in defilade that counts as moving (7.23-3) is in "other than Clear", as infantry in defilade is.
    """
    rows = observation()
    if infantry:
        if terrain != "clear" or defilade:
            return rows["infantry_other"]
        return rows["infantry_moving_clear" if moving else "infantry_stationary_clear"]
    if moving:
        return rows["vehicle_moving_clear" if terrain == "clear" and not defilade else "vehicle_moving_other"]
    if defilade or terrain == "town":
        return rows["vehicle_stationary_hidden"]
    return rows["vehicle_stationary_cover" if terrain in ("woods", "rough1") else "vehicle_stationary_clear"]
