"""The counters (3.22), weapons effectiveness (9.51), terrain effects (10.0) and charts, read from the files in `data/`.

Each value remembers where it comes from (`Tag`), so that an explanation can say when a number is reconstructed. The
`parse_` functions take text, so that a file of a user is read, and refused, like one of the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.charts import Chart, chart_from_csv
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.tables import Listing, Natural, Tag, Text, listing_from_csv

FOLDER: Final = ("hulldown", "games", "kampfpanzer", "data")
Kind = Literal["tank", "gun", "infantry", "truck", "apc"]
WeaponClass = Literal["A", "M", "R", "H", ""]
_VALUES: Final = ("nation", "kind", "attack", "class", "range", "defence", "hard", "ma", "ids")
_COSTS: Final = ("afv", "truck", "infantry")
_EFFECTS: Final = (*_COSTS, "defence", "high", "near", "crest", "blocks")
"""The columns of the chart: 10.0-clear, 10.0-slope, 9.16-a and the others."""
_CLASSES: Final = ("A", "M", "H", "R")
"""The columns of 9.51-soft and 9.51-hard."""


class Counter(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A kind of unit (3.21, 3.24a to 3.24e): attack, weapon class and range, defence and target type, allowance."""

    name: str
    title: Text
    nation: str = ""
    kind: Kind
    attack: Natural
    weapon: WeaponClass = msgspec.field(name="class")
    range: Natural
    defence: Natural
    hard: bool
    ma: Natural
    ids: tuple[Natural, ...] = ()
    aliases: tuple[str, ...] = ()
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """What one terrain does: costs in half Movement Points (0: it says nothing of them), and the defence it adds
    (10.0-clear, 10.0-town and the rows below)."""

    name: str
    kind: Literal["hex", "hexside", "line", "marker"]
    afv: Natural = 0
    truck: Natural = 0
    infantry: Natural = 0
    defence: Natural
    high: bool = False
    near: bool = False
    crest: bool = False
    blocks: Literal["", "crest", "always"] = ""
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    def cost(self, table: str) -> int:
        """Half Movement Points for the users of a cost table: afv, truck or infantry."""
        return self.afv if table == "afv" else self.truck if table == "truck" else self.infantry


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """A row of 9.51 (9.51-soft, 9.51-hard): what each weapon class does against a type of target."""

    name: str
    A: Literal["N", "x2", "NA", "special"]
    M: Literal["N", "x2", "NA", "special"]
    H: Literal["N", "x2", "NA", "special"]
    R: Literal["N", "x2", "NA", "special"]
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    def of(self, weapon: str) -> str:
        """What a weapon class does; one that is none may not fire."""
        return str(getattr(self, weapon)) if weapon in _CLASSES else "NA"


@lru_cache(maxsize=1)
def counters() -> Mapping[str, Counter]:
    """All kinds of unit by name, in the order of the sheet."""
    return parse_counters(resources.read(*FOLDER, "counters.toml"), "kampfpanzer/data/counters.toml")


def find_counter(name: str) -> Counter:
    """The counter of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    for counter in counters().values():
        if tables.plain(name) in {tables.plain(alias) for alias in counter.aliases}:
            return counter
    return tables.look_up(name, counters(), "counter")


@lru_cache(maxsize=1)
def effects() -> Mapping[str, Effect]:
    """The rows of 9.51: soft and hard."""
    return parse_effects(resources.read(*FOLDER, "effectiveness.toml"), "kampfpanzer/data/effectiveness.toml")


@lru_cache(maxsize=1)
def terrain() -> Mapping[str, TerrainRow]:
    """The terrain effects by name; hexsides that share the name of a hex end in `_side`."""
    return parse_terrain(resources.read(*FOLDER, "terrain.toml"), "kampfpanzer/data/terrain.toml")


def side_terrain(name: str) -> TerrainRow:
    """The effects of a hexside by the word of the map file; raises UnknownNameError."""
    rows = terrain()
    row = rows.get(f"{name}_side") or rows.get(name)
    if row is None or row.kind != "hexside":
        raise UnknownNameError(f"there is no hexside {name!r}", hint="hexsides: crest, woods, town, stream, ford")
    return row


@lru_cache(maxsize=16)
def chart(name: str) -> Chart:
    """The chart with this case number, such as 9.7; raises UnknownNameError."""
    known = [entry.removesuffix(".csv") for entry in resources.names(*FOLDER, "charts", suffix=".csv")]
    if name not in known:
        raise UnknownNameError(f"there is no chart {name!r}", hint=f"charts: {', '.join(known)}")
    return chart_from_csv(resources.read(*FOLDER, "charts", f"{name}.csv"), f"kampfpanzer/data/charts/{name}.csv")


@lru_cache(maxsize=1)
def codes() -> Listing:
    """The letters of a plot (5.4)."""
    return listing_from_csv(resources.read(*FOLDER, "codes.csv"), "kampfpanzer/data/codes.csv")


def parse_counters(text: str, where: str) -> Mapping[str, Counter]:
    """The counters that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    found: list[tuple[str, str, Counter]] = []
    for name, entry in tables.parse_toml(text, where).items():
        place = f"{where}: [{name}]"
        table = tables.table_in(entry, place)
        tables.check_keys(table, ("title", *_VALUES, "aliases", "rule", "provenance", "tags", "notes"), place)
        values = [key for key in _VALUES if key in table]
        tags = tables.tagged(table, values, tables.default_tag(table, place), place)
        counter = tables.convert(Counter, {**table, "name": name, **tags}, place)
        if bool(counter.weapon) == (counter.kind in ("truck", "apc")):
            raise MalformedError("class: combat units have one of A, M, R and H, vehicles none (12.31)", place)
        found.append((name, place, counter))
    return tables.by_name(found, "the name reads like that of [{other}]")


def parse_effects(text: str, where: str) -> Mapping[str, Effect]:
    """The rows of 9.51 that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("soft", "hard"), where)
    found: dict[str, Effect] = {}
    for name in ("soft", "hard"):
        place = f"{where}: [{name}]"
        if name not in data:
            raise MalformedError(f"[{name}] is missing", where)
        table = tables.table_in(data[name], place)
        tables.check_keys(table, (*_CLASSES, "rule", "provenance", "tags", "notes"), place)
        tags = tables.tagged(table, _CLASSES, tables.default_tag(table, place), place)
        found[name] = tables.convert(Effect, {**table, "name": name, **tags}, place)
    return MappingProxyType(found)


def parse_terrain(text: str, where: str) -> Mapping[str, TerrainRow]:
    """The terrain effects that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    default = tables.default_tag(data, where)
    found: dict[str, TerrainRow] = {}
    for name, entry in data.items():
        if name == "provenance":
            continue
        place = f"{where}: [{name}]"
        table = tables.table_in(entry, place)
        tables.check_keys(table, ("kind", *_EFFECTS, "rule", "tags", "notes"), place)
        values = [key for key in _EFFECTS if key in table]
        halves: dict[str, Any] = {key: _halves(key, table[key], place) for key in _COSTS if key in table}
        tags = tables.tagged(table, values, default, place)
        found[name] = tables.convert(TerrainRow, {**table, **halves, "name": name, **tags}, place)
    return MappingProxyType(found)


def _halves(key: str, value: object, place: str) -> int:
    """A printed cost as half points, the smallest there are (K-01)."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0 or 2 * value != int(2 * value):
        raise MalformedError(
            f"{key} is {value!r}; it must be a number of half Movement Points, such as 0.5 or 3", place
        )
    return int(2 * value)
