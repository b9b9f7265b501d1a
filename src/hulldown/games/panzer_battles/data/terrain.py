"""The Terrain Effects Chart (6.9): Movement Points by terrain and act, read from `charts/movement.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.charts import NOTHING
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Tag, Text

FOLDER = ("hulldown", "games", "panzer_battles", "data")
Kind = Literal["hex", "line", "hexside", "act"]
HEX, LINE = "hex", "line"
_COLUMNS = ("kind", "defilade", "vehicle", "infantry", "provenance", "rule")


class Effects(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the chart: Movement Points of vehicles and of infantry to enter, to cross or to do it.

    `defilade` is what a vehicle pays to enter defilade there (15.0-proc-1); None where that is not applicable. The
    stray caption of the scan belongs to mounting and dismounting (6.9-infantry); going down is free (6.9-downslope).
    """

    name: str
    kind: Kind
    defilade: Natural | None
    vehicle: Natural
    infantry: Natural
    provenance: Tag
    rule: Text


@lru_cache(maxsize=1)
def effects() -> Mapping[str, Effects]:
    """The rows of the chart by name."""
    return parse_effects(resources.read(*FOLDER, "charts", "movement.csv"), "panzer_battles/data/charts/movement.csv")


def hex_names() -> tuple[str, ...]:
    """The terrain that a hex can have."""
    return tuple(row.name for row in effects().values() if row.kind == HEX)


def line_names() -> tuple[str, ...]:
    """The lines through hexes that units in Column follow, the fastest first."""
    return tuple(row.name for row in effects().values() if row.kind == LINE)


def parse_effects(text: str, where: str) -> Mapping[str, Effects]:
    """The chart that a CSV file holds; raises MalformedError naming file, row and column."""
    listing = tables.listing_from_csv(text, where)
    found: dict[str, Effects] = {}
    for name, cells in listing.rows.items():
        place = f"{where}: row {name!r}"
        if set(cells) != set(_COLUMNS):
            raise MalformedError(f"the columns must be {', '.join(_COLUMNS)}", where)
        if cells["kind"] not in get_args(Kind):
            raise MalformedError(f"kind is {cells['kind']!r}", place, hint=f"kinds: {', '.join(get_args(Kind))}")
        points = {column: listing.number(name, column) for column in ("vehicle", "infantry")}
        hidden = None if cells["defilade"] in NOTHING else listing.number(name, "defilade")
        if (hidden is None) == (cells["kind"] == HEX):
            raise MalformedError("defilade: hexes have a number there, all other rows a dash", place)
        found[name] = tables.convert(Effects, {**cells, **points, "defilade": hidden, "name": name}, place)
    return MappingProxyType(found)
