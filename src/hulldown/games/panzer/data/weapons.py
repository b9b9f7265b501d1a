"""Weapons of the Advanced Game: their ammunition, damage classes and rows against aircraft (`advanced/guns.toml`).

The guns of the Basic cards are the same guns: this file adds rows, dates and the class of damage to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag
from hulldown.games.panzer.data.cards import FOLDER, RANGE_FACTORS, AmmoRow, Gun, Mount, guns

ADVANCED = (*FOLDER, "advanced")
Family = Literal["gun", "mg", "mortar", "atr", "hand-held", "flamethrower", "small-arms"]
"""The kind of weapon; small arms are what leg units have of their own."""
Rate = Literal["", "N", "Q", "R", "F"]
"""The rate of fire (6.5.2.1); "": it has no AP row."""
AMMO = ("AP", "APCR", "HVAP", "HEAT", "GP", "GP-IF")
COMPOSITE = ("APCR", "HVAP")
"""The special rounds under the A limit (5.16.2c)."""
_QUIET: tuple[Family, ...] = ("mg", "mortar", "atr", "small-arms")
_PARTS = {"": 1, "early-": 1, "mid-": 5, "late-": 9}
"""The first month of a part of a year: thirds of it (R9)."""
_DATE = re.compile(r"(early-|mid-|late-|)(3[0-9]|4[0-9])")
_ROW_KEYS = (
    "range",
    "factors",
    "effectiveness",
    "small_arms",
    "since",
    "minimum",
    "rule",
    "provenance",
    "tags",
    "notes",
)
_Digit = Annotated[int, msgspec.Meta(ge=0, le=10)]


class Row(AmmoRow, frozen=True, kw_only=True):
    """A row of the Offensive Information with what the Advanced Game reads in it."""

    since: str = ""
    """The first date of a special round as the card prints it (5.16.1b); "": whenever the unit is there."""
    minimum: Positive = 1
    """The least range (5.6b)."""

    @property
    def energy(self) -> Literal["", "KE", "CE"]:
        """KE for shot, CE for HEAT rounds; "" for GP fire."""
        return "CE" if self.ammo == "HEAT" else "" if self.ammo.startswith("GP") else "KE"

    def reaches(self, distance: int) -> bool:
        """Whether a target at this range may be engaged (3.5.2a, 5.6a)."""
        return self.minimum <= distance <= self.reach

    def available(self, year: int, month: int) -> bool:
        """Whether the round is in use at a date (5.16.1b)."""
        return not self.since or (year, month) >= first_month(self.since)


class AntiAir(Row, frozen=True, kw_only=True):
    """A row against aircraft."""

    modifier: int
    high: bool


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """A class of weapon: the last units digit of each effect of a penetration, 10 for the digit 0; above it Brew Up."""

    name: str
    nd: _Digit
    damaged: _Digit
    ko: _Digit
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    def effect(self, digit: int) -> Literal["nd", "damaged", "ko", "bu"]:
        """The effect of a units digit from 1 to 10."""
        if digit <= self.nd:
            return "nd"
        return "damaged" if digit <= self.damaged else "ko" if digit <= self.ko else "bu"


class Weapon(Gun, frozen=True, kw_only=True):
    """A weapon of the Advanced Game with all rounds that exist for it."""

    ammo: Mapping[str, Row]
    family: Family
    damage: Damage | None = None

    @property
    def quiet(self) -> bool:
        """Whether its fire counts as Small Arms for spotting (5.1.3.1d, 5.1.3.2c, 5.1.3.3c, Q3)."""
        return self.family in _QUIET


class Mounted(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon as a unit carries it: field of fire, rate of fire and ammunition limits (5.16.2a); limit 0: none."""

    weapon: Weapon
    mount: Mount = "front"
    turn: int = 0
    rof: Rate = ""
    basic_limit: Natural = 0
    special_limit: Natural = 0
    heat_limit: Natural = 0
    smoke_limit: Natural = 0
    limited: bool = False
    """It may not fire from a Hull Down position (6.1.4.1.2)."""
    reverse: bool = False
    """It takes the Dual Fire modifiers when another weapon fires too (5.14h)."""
    without: tuple[str, ...] = ()

    @property
    def ammo(self) -> Mapping[str, Row]:
        """The rounds that the unit has. Special rounds are always limited (5.16a), so without a limit it has none."""
        limits = {"HEAT": self.heat_limit, **dict.fromkeys(COMPOSITE, self.special_limit)}
        return {
            kind: row
            for kind, row in self.weapon.ammo.items()
            if limits.get(kind, 1) and kind not in self.without
        }  # fmt: skip


def first_month(since: str) -> tuple[int, int]:
    """The year and the month in which a date such as "44" or "mid-43" begins (R9); raises MalformedError."""
    match = _DATE.fullmatch(since)
    if not match:
        raise MalformedError(f"{since!r} is no date", hint='write "44", "early-44", "mid-44" or "late-44"')
    return 1900 + int(match[2]), _PARTS[match[1]]


class Arms(msgspec.Struct, frozen=True):
    """What a file of weapons holds."""

    damage: Mapping[str, Damage]
    weapons: Mapping[str, Weapon]
    antiair: Mapping[str, AntiAir]


@lru_cache(maxsize=1)
def _arms() -> Arms:
    return parse_weapons(resources.read(*ADVANCED, "guns.toml"), "panzer/data/advanced/guns.toml")


def weapons() -> Mapping[str, Weapon]:
    """Every weapon by name, those of the Basic cards first."""
    return _arms().weapons


def antiair() -> Mapping[str, AntiAir]:
    """Every row against aircraft by name."""
    return _arms().antiair


def parse_weapons(text: str, where: str) -> Arms:
    """The weapons that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("damage", "weapons", "aa"), where)
    classes = {name: _damage(name, entry, place) for name, entry, place in entries(data, "damage", where)}
    found = [
        (name, place, _weapon(name, entry, classes, place)) for name, entry, place in entries(data, "weapons", where)
    ]
    rows = {name: _antiair(entry, place) for name, entry, place in entries(data, "aa", where)}
    named = tables.by_name(found, "the name reads like that of [weapons.{other}]")
    return Arms(MappingProxyType(classes), named, MappingProxyType(rows))


def entries(data: Mapping[str, Any], key: str, where: str) -> list[tuple[str, dict[str, Any], str]]:
    """Name, table and place of every table below a key of a file."""
    listed = tables.table_in(data.get(key, {}), f"{where}: [{key}]")
    places = ((name, entry, f"{where}: [{key}.{name}]") for name, entry in listed.items())
    return [(name, tables.table_in(entry, place), place) for name, entry, place in places]


def named_in(table: Mapping[str, Any], key: str, known: Mapping[str, Any], place: str) -> Any:
    """The entry of `known` that a key of a table names; raises MalformedError with the near ones."""
    if key not in table:
        raise MalformedError(f"{key}: is missing", place)
    name = table[key]
    if not isinstance(name, str) or name not in known:
        raise MalformedError(f"{key}: there is no {name!r}", place, tables.near(str(name), known))
    return known[name]


def _damage(name: str, table: dict[str, Any], place: str) -> Damage:
    values = ("nd", "damaged", "ko")
    tables.check_keys(table, (*values, "provenance", "tags", "notes"), place)
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    found = tables.convert(Damage, {**table, "name": name, **tags}, place)
    if not found.nd <= found.damaged <= found.ko:
        raise MalformedError("damaged: the digits must not fall from nd to ko", place)
    return found


def _weapon(name: str, table: dict[str, Any], classes: Mapping[str, Damage], place: str) -> Weapon:
    tables.check_keys(table, ("family", "damage", "rows"), place)
    basic = guns().get(name)
    rows = {kind: Row(**_fields(row)) for kind, row in basic.ammo.items()} if basic else {}
    where = place.removesuffix("]")
    for kind, entry in tables.table_in(table.get("rows", {}), f"{where}.rows]").items():
        spot = f"{where}.rows.{kind}]"
        if kind not in AMMO:
            raise MalformedError(f"there is no ammunition {kind!r}", spot, f"known: {', '.join(AMMO)}")
        row = tables.table_in(entry, spot)
        rows[kind] = _added(rows[kind], row, spot) if kind in rows else read_row(kind, row, spot)
    if not rows:
        raise MalformedError("rows: it has no row", place)
    ordered = MappingProxyType({kind: rows[kind] for kind in AMMO if kind in rows})
    told = {key: table[key] for key in ("family",) if key in table}
    found = tables.convert(Weapon, {"name": name, "ammo": {}, **told}, place)
    damage = named_in(table, "damage", classes, place) if "damage" in table else None
    if (damage is None) != all(row.energy == "" for row in ordered.values()):
        raise MalformedError("damage: it belongs to weapons with an AP row, and to those alone", place)
    return msgspec.structs.replace(found, ammo=ordered, damage=damage)


def _fields(row: AmmoRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def _added(row: Row, table: dict[str, Any], place: str) -> Row:
    """A row of the Basic cards with the keys that only the Advanced Game reads."""
    tables.check_keys(table, ("since", "provenance", "tags", "notes"), place)
    tags = tables.tagged(table, ("since",), tables.default_tag(table, place), place)
    if "since" in table:
        _check_date(table["since"], place)
    notes = {**row.notes, **tags["notes"]}
    return msgspec.structs.replace(
        row, since=table.get("since", ""), provenance={**row.provenance, **tags["provenance"]}, notes=notes
    )


def _check_date(since: object, place: str) -> None:
    try:
        first_month(str(since))
    except MalformedError as error:
        raise MalformedError(f"since: {since!r} is no date", place, error.hint) from None


def read_row(kind: str, table: dict[str, Any], place: str) -> Row:
    """A row of five ranges and factors in a table; raises MalformedError naming the key."""
    tables.check_keys(table, _ROW_KEYS, place)
    return _row(Row, {**table, "ammo": kind}, ("effectiveness", "small_arms", "since", "minimum"), place)


def _antiair(table: dict[str, Any], place: str) -> AntiAir:
    own = ("modifier", "high")
    tables.check_keys(table, ("range", "factors", *own, "provenance", "tags", "notes"), place)
    found = _row(AntiAir, {**table, "ammo": "AA"}, own, place)
    assert isinstance(found, AntiAir)
    return found


def _row(kind: type[Row], table: dict[str, Any], own: tuple[str, ...], place: str) -> Row:
    if "since" in table:
        _check_date(table["since"], place)
    cells = [f"{name}.{factor}" for name in ("range", "factors") for factor in RANGE_FACTORS]
    values = (*cells, *(key for key in own if key in table))
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    row = tables.convert(kind, {**table, **tags}, place)
    if list(row.range) != sorted(row.range):
        raise MalformedError("range: the values must not fall from P to E", place)
    return row
