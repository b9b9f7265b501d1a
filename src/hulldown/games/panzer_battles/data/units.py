"""The fifteen types of unit, read from `units.toml`: what counters (3.34) and data sheets say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Tag, Text
from hulldown.games.panzer_battles.data.loading import FOLDER, listing

Nation = Literal["US", "So", "Ge", "Br"]
Class = Literal["MBT", "CST", "RV", "APC", "AT", "infantry", "crew"]
WHOLE: Final = 5
"""The strength of a whole platoon: no marker means five vehicles or steps (3.32b)."""
_VALUES: Final = (
    "nation", "class", "profile", "front", "side", "ma", "full", "guns", "mgs", "external", "rifles", "bazooka",
)  # fmt: skip


class Gun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A main gun: gun type and penetration, and its row of 10.31; type 0 is a gun with HE alone."""

    name: Text
    type: Annotated[int, msgspec.Meta(ge=0, le=4)]
    penetration: Natural
    he: str = ""
    sponson: bool = False
    """Whether its field of fire is that of 20.0-sr-5a."""


class Band(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Automatic weapons of infantry: the strength of a whole unit up to so many hexes."""

    to: Natural
    strength: Natural


class Bazooka(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A personal anti-tank weapon: `strengths` by range from 0 up."""

    penetration: Natural
    strengths: Annotated[tuple[Natural, ...], msgspec.Meta(min_length=1)]
    rule: Text


class UnitType(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A type of unit; `full` is the strength with which a whole one begins.

    Counters have profile, armour and allowance, or infantry's strengths (3.34-us, 3.34-sov, 3.34-ger, 3.34-brit); leg
    infantry moves 2 (6.31a).
    """

    name: str
    title: Text
    nation: Nation
    kind: Class = msgspec.field(name="class")
    profile: Literal["", "A", "B", "C", "D", "E"] = ""
    front: Natural = 0
    side: Natural = 0
    ma: Natural
    full: Annotated[int, msgspec.Meta(ge=1, le=5)] = WHOLE
    guns: tuple[Gun, ...] = ()
    mgs: Natural = 0
    external: bool = False
    """Whether its machine guns are fired from outside and not while it is suppressed (8.61A)."""
    rifles: tuple[Band, ...] = ()
    bazooka: Bazooka | None = None
    aliases: tuple[str, ...] = ()
    rule: Text
    sheet: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def infantry(self) -> bool:
        """Whether it counts as infantry: crews do (16.5), anti-tank guns are vehicles (16.4)."""
        return self.kind in ("infantry", "crew")

    @property
    def vehicle(self) -> bool:
        return self.kind not in ("infantry", "crew")

    @property
    def towed(self) -> bool:
        """Whether it is an anti-tank gun, which only moves in tow (16.3a)."""
        return self.kind == "AT"

    @property
    def carrier(self) -> bool:
        """Whether it carries infantry or tows guns (3.4-apc, 16.32a)."""
        return self.kind == "APC"

    def armour(self, aspect: str) -> int:
        """The armour of the front or the side; a gun or infantry has no facing that matters (11.42)."""
        return self.front if aspect == "front" else self.side


@lru_cache(maxsize=1)
def units() -> Mapping[str, UnitType]:
    """All types by name, nation by nation."""
    return parse_units(resources.read(*FOLDER, "units.toml"), "panzer_battles/data/units.toml")


def find_unit(name: str) -> UnitType:
    """The type of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    for unit in units().values():
        if tables.plain(name) in {tables.plain(alias) for alias in unit.aliases}:
            return unit
    return tables.look_up(name, units(), "unit")


def parse_units(text: str, where: str) -> Mapping[str, UnitType]:
    """The types that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    found: list[tuple[str, str, UnitType]] = []
    known = ("title", *_VALUES, "aliases", "rule", "sheet", "provenance", "tags", "notes")
    for name, entry in tables.parse_toml(text, where).items():
        place = f"{where}: [{name}]"
        table = tables.table_in(entry, place)
        tables.check_keys(table, known, place)
        values = [key for key in _VALUES if key in table]
        tags = tables.tagged(table, values, tables.default_tag(table, place), place)
        unit = tables.convert(UnitType, {**table, "name": name, **tags}, place)
        _check(unit, place)
        found.append((name, place, unit))
    return tables.by_name(found, "the name reads like that of [{other}]")


def _check(unit: UnitType, place: str) -> None:
    """Raises MalformedError for the first value of a type that does not fit the others."""
    if unit.infantry == bool(unit.profile):
        raise MalformedError("profile: vehicles and guns have one, infantry has none (3.3b, 3.3c)", place)
    if unit.infantry != bool(unit.rifles):
        raise MalformedError("rifles: infantry has them, and nobody else (3.3c)", place)
    if unit.infantry and (unit.guns or unit.mgs):
        raise MalformedError("guns, mgs: infantry has neither", place)
    if unit.bazooka is not None and not unit.infantry:
        raise MalformedError("bazooka: only infantry has one (3.4-pat)", place)
    ends = [band.to for band in unit.rifles]
    if ends != sorted(set(ends)):
        raise MalformedError("rifles: each band must reach further than the one before", place)
    for gun in unit.guns:
        if gun.he and gun.he not in listing("10.31").rows:
            hint = tables.near(gun.he, listing("10.31").rows)
            raise MalformedError(f"guns: {gun.he!r} is no row of 10.31", place, hint)
        if not gun.type and not gun.he:
            raise MalformedError(f"guns: {gun.name!r} has neither a gun type nor HE", place)
