"""Leg units of the Advanced Game and their crew-served weapons, read from `advanced/leg.toml` (5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.panzer.data.cards import RANGE_FACTORS, Nation
from hulldown.games.panzer.data.towed import COVERS, Defence, TargetSize
from hulldown.games.panzer.data.weapons import ADVANCED, Mounted, Row, Weapon, entries, named_in, weapons

Size = Literal["squad", "half-squad", "section"]
Five = tuple[Natural, Natural, Natural, Natural, Natural]
_ROWS: dict[Size, str] = {"squad": "squad", "half-squad": "half", "section": "section"}
"""The key of a type's factors for each size."""
_NATION, _SIZE = ("full_cover", "target_size"), ("allowance", "quickmarch", "laden", "passenger", "at_once")
_LIMITS = ("basic_limit", "heat_limit", "smoke_limit")
_WEAPON = ("card", "nation", "weapon", *_LIMITS, "transported", "upper_floors", "points")
_MOUNT = ("allowance", "traction", "path", "road", "quickmarch", "target_size")
_TOLD = ("rule", "provenance", "tags", "notes")


class LegNation(msgspec.Struct, frozen=True, kw_only=True):
    """What the leg units of a nation have in common."""

    defence: Defence
    full_cover: Natural
    target_size: TargetSize
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class LegSize(msgspec.Struct, frozen=True, kw_only=True):
    """What a size of leg unit is: Movement Factor, room on a carrier, weapons fired together."""

    name: Size
    allowance: Positive
    quickmarch: Natural
    laden: tuple[Natural, Natural]
    """Allowance and quickmarch with attached weapons (5.1.2b)."""
    passenger: tuple[Natural, Positive]
    """The towed and leg capacity that it takes on a carrier (6.6.7.1c)."""
    at_once: bool
    """Whether it fires all its weapons together unless suppressed (5.1.1e, 5.1.2c)."""
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class LegType(msgspec.Struct, frozen=True, kw_only=True):
    """A type of leg unit: its ranges, and for each size its GP factors and points."""

    name: str
    nation: Literal["german", "soviet", "both"]
    range: Five
    factors: Mapping[Size, Five]
    small_arms: bool
    points: Mapping[Size, Positive]
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class LegMount(msgspec.Struct, frozen=True, kw_only=True):
    """What a mount changes: motorcycle, bicycle, cavalry (5.1)."""

    name: str
    allowance: Positive
    traction: Literal["L", "W"]
    path: Natural = 0
    road: Natural = 0
    quickmarch: Natural = 0
    target_size: TargetSize
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A label of a leg unit and the points that it adds (5.9)."""

    name: str
    points: Natural
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class LegUnit(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A leg unit of a type and a size, such as a German Rifle squad, without attached weapons."""

    name: str
    nation: Literal["german", "soviet", "both"]
    type: LegType
    size: LegSize
    common: LegNation
    weapons: tuple[Mounted]
    """Its intrinsic GP weapon alone; crew-served ones are attached by scenarios."""
    points: Positive

    @property
    def row(self) -> Row:
        """The GP row of its intrinsic weapon."""
        return self.weapons[0].weapon.ammo["GP"]

    @property
    def defence(self) -> Defence:
        """The GP Defense in no, light, medium and heavy cover (6.5.4.2.2a)."""
        return self.common.defence

    @property
    def full_cover(self) -> int:
        """What Full Cover adds to the GP Defense (6.5.4.2.2b)."""
        return self.common.full_cover

    @property
    def target_size(self) -> TargetSize:
        """The column of the spotting ranges (6.1.3)."""
        return self.common.target_size

    @property
    def passenger(self) -> tuple[int, int]:
        """The towed and leg capacity that it takes on a carrier (6.6.7.1c)."""
        return self.size.passenger


class CrewWeapon(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A crew-served weapon, which is always attached to a leg unit (5.1.3b)."""

    name: str
    card: str
    nation: Nation
    weapons: tuple[Mounted, ...] = ()
    """The weapon with its rows; none: a flamethrower of a leg unit is a modifier only (5.1.3.5a)."""
    transported: bool
    """Whether it may fire while its unit is carried."""
    upper_floors: bool
    """Whether it may fire from the upper floors of a building."""
    points: Positive
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def weapon(self) -> Weapon | None:
        """Its rows; None for a flamethrower."""
        return self.weapons[0].weapon if self.weapons else None


class Infantry(msgspec.Struct, frozen=True):
    """What a file of leg units holds."""

    types: Mapping[str, LegType]
    sizes: Mapping[str, LegSize]
    units: Mapping[str, LegUnit]
    mounts: Mapping[str, LegMount]
    labels: Mapping[str, Label]
    weapons: Mapping[str, CrewWeapon]


@lru_cache(maxsize=1)
def infantry() -> Infantry:
    """All leg units, mounts, labels and crew-served weapons."""
    return parse_leg(resources.read(*ADVANCED, "leg.toml"), "panzer/data/advanced/leg.toml")


def leg_units() -> Mapping[str, LegUnit]:
    """Every leg unit by name: each type in each size; sections also by nation."""
    return infantry().units


def crew_weapons() -> Mapping[str, CrewWeapon]:
    """Every crew-served weapon by name, the German ones first."""
    return infantry().weapons


def parse_leg(text: str, where: str) -> Infantry:
    """The leg units and weapons that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("nations", "sizes", "types", "mounts", "labels", "weapons"), where)
    nations = {name: _nation(table, place) for name, table, place in entries(data, "nations", where)}
    sizes = {name: _read(LegSize, name, table, _SIZE, place) for name, table, place in entries(data, "sizes", where)}
    types = [(name, place, _type(name, table, place)) for name, table, place in entries(data, "types", where)]
    labels = {
        name: _read(Label, name, table, ("points",), place) for name, table, place in entries(data, "labels", where)
    }
    mounts = {
        name: _read(LegMount, name, table, _MOUNT, place) for name, table, place in entries(data, "mounts", where)
    }
    armed = [(name, place, _crew_weapon(name, table, place)) for name, table, place in entries(data, "weapons", where)]
    known = tables.by_name(types, "the name reads like that of [types.{other}]")
    units = [(unit.name, where, unit) for kind in known.values() for unit in _units(kind, sizes, nations, where)]
    return Infantry(
        known,
        MappingProxyType(sizes),
        tables.by_name(units, "two leg units are named {name!r}"),
        MappingProxyType(mounts),
        MappingProxyType(labels),
        tables.by_name(armed, "the name reads like that of [weapons.{other}]"),
    )


def _read(kind: type[Any], name: str, table: dict[str, Any], values: tuple[str, ...], place: str) -> Any:
    """A named table whose values are all plain keys."""
    tables.check_keys(table, (*values, *_TOLD), place)
    tags = tables.tagged(table, [key for key in values if key in table], tables.default_tag(table, place), place)
    return tables.convert(kind, {**table, "name": name, **tags}, place)


def _nation(table: dict[str, Any], place: str) -> LegNation:
    tables.check_keys(table, ("defence", *_NATION, *_TOLD), place)
    values = [*(f"defence.{cover}" for cover in COVERS), *_NATION]
    return tables.convert(
        LegNation, {**table, **tables.tagged(table, values, tables.default_tag(table, place), place)}, place
    )


def _type(name: str, table: dict[str, Any], place: str) -> LegType:
    tables.check_keys(table, ("nation", "range", *_ROWS.values(), "small_arms", "points", *_TOLD), place)
    sizes = [size for size, key in _ROWS.items() if key in table]
    cells = [f"{key}.{band}" for key in ("range", *(_ROWS[size] for size in sizes)) for band in RANGE_FACTORS]
    tags = tables.tagged(table, ["nation", *cells, "small_arms", "points"], tables.default_tag(table, place), place)
    points = table.get("points")
    if not sizes or not isinstance(points, list) or len(points) != len(sizes):
        raise MalformedError(
            f"points: {points!r} must have one figure for each of {', '.join(sizes) or 'no size'}", place
        )
    content = {key: value for key, value in table.items() if key not in _ROWS.values()}
    factors = {size: table[_ROWS[size]] for size in sizes}
    content |= {"name": name, "factors": factors, "points": dict(zip(sizes, points, strict=True)), **tags}
    found = tables.convert(LegType, content, place)
    if list(found.range) != sorted(found.range):
        raise MalformedError("range: the values must not fall from P to E", place)
    return found


def _units(kind: LegType, sizes: Mapping[str, LegSize], nations: Mapping[str, LegNation], where: str) -> list[LegUnit]:
    """The leg units of a type: one for each size, and of a type that both nations have one for each nation too."""
    found = []
    for size, factors in kind.factors.items():
        place = f"{where}: [types.{kind.name}]"
        row = Row(
            ammo="GP",
            range=kind.range,
            factors=factors,
            small_arms=kind.small_arms,
            rule=kind.rule,
            provenance=_row_tags(kind, _ROWS[size]),
            notes=kind.notes,
        )
        told = kind.name if size == "section" else f"{kind.name} {size}"
        ammo = MappingProxyType({"GP": row})
        weapon = Mounted(weapon=Weapon(name=told, ammo=ammo, family="small-arms"), mount="pivot", turn=360)
        names = {told: kind.nation}
        if kind.nation == "both":
            names |= {f"German {told}": "german", f"Soviet {told}": "soviet"}
        for name, nation in names.items():
            common = named_in({"nation": nation}, "nation", nations, place)
            content = {"name": name, "nation": nation, "type": kind, "common": common, "weapons": (weapon,)}
            found.append(
                LegUnit(size=named_in({"size": size}, "size", sizes, place), points=kind.points[size], **content)
            )
    return found


def _row_tags(kind: LegType, key: str) -> dict[str, Tag]:
    """The tags of the row of a size: its own factors below the ranges of the type."""
    tags = {f"range.{band}": kind.provenance[f"range.{band}"] for band in RANGE_FACTORS}
    factors = {f"factors.{band}": kind.provenance[f"{key}.{band}"] for band in RANGE_FACTORS}
    return {**tags, **factors, "small_arms": kind.provenance["small_arms"]}


def _crew_weapon(name: str, table: dict[str, Any], place: str) -> CrewWeapon:
    tables.check_keys(table, (*_WEAPON, *_TOLD), place)
    values = [key for key in _WEAPON if key in table]
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    content = {key: value for key, value in table.items() if key not in ("weapon", *_LIMITS)}
    if "weapon" in table:
        limits = {key: table[key] for key in _LIMITS if key in table}
        weapon = named_in(table, "weapon", weapons(), place)
        rof = "N" if weapon.damage else ""
        mounted = tables.convert(
            Mounted, {"weapon": weapon, "mount": "pivot", "turn": 360, "rof": rof, **limits}, place
        )
        content["weapons"] = (msgspec.structs.replace(mounted, reverse=True),)
    return tables.convert(CrewWeapon, {**content, "name": name, **tags}, place)
