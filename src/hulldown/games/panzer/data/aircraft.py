"""Aircraft of the Advanced Game: defence, speeds and weapon loads, read from `advanced/aircraft.toml` (5.4, 6.7.1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.panzer.data.cards import RANGE_FACTORS, Nation
from hulldown.games.panzer.data.weapons import ADVANCED, Row, entries

Speed = Literal["slow", "fast"]
SPEEDS: Final[tuple[Speed, ...]] = ("slow", "fast")
Altitude = Literal["low", "medium", "high"]
ALTITUDES: Final[tuple[Altitude, ...]] = ("low", "medium", "high")
"""How aircraft fly (6.7.2.2a)."""
STRAFE: Final = "strafe"
BOMBS: Final = "bombs"
ROCKETS: Final = "rockets"
LOADS: Final = (BOMBS, ROCKETS)
"""What is carried below the wings: one of them in a game (6.7.1b)."""
_WEAPONS: Final = (STRAFE, *LOADS)
_NAMES: Final = {STRAFE: "strafing", BOMBS: "bombs", ROCKETS: "rockets"}
_NEXT: Final = (1, 1, 1, 1, 1)
"""The hex ahead, at Point Blank (6.7.3.2a)."""
_ROCKETS: Final = (3, 5, 7, 9, 10)
_ROCKET_MINIMUM: Final = 2
"""Rockets reach from 2 to 10 hexes (6.7.3.4a); how that is cut into Range Factors is ours."""
_VALUES: Final = ("nation", "points", "defence", "speeds", "dive")
_WEAPON_VALUES: Final = ("factor", "ammo", "effectiveness", "small_arms")


class AirWeapon(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A weapon of an aircraft: its GP row, and the exact number of attacks with it (5.16.2.6)."""

    name: str
    row: Row
    ammo: Positive


class Aircraft(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The card of an aircraft."""

    name: str
    nation: Nation
    points: Positive
    defence: Positive
    speeds: tuple[Speed, ...]
    dive: bool
    weapons: Mapping[str, AirWeapon]
    """Strafing always (6.7.1a), bombs and rockets where it can carry them."""
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def loads(self) -> tuple[str, ...]:
        """What it can carry besides its guns; of two the player chooses one (6.7.1b)."""
        return tuple([name for name in LOADS if name in self.weapons])


@lru_cache(maxsize=1)
def aircraft() -> Mapping[str, Aircraft]:
    """Every aircraft by name, the German ones first."""
    return parse_aircraft(resources.read(*ADVANCED, "aircraft.toml"), "panzer/data/advanced/aircraft.toml")


def find_aircraft(name: str) -> Aircraft:
    """The aircraft of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    return tables.look_up(name, aircraft(), "aircraft")


def parse_aircraft(text: str, where: str) -> Mapping[str, Aircraft]:
    """The aircraft that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("aircraft",), where)
    found = [(name, place, _aircraft(name, table, place)) for name, table, place in entries(data, "aircraft", where)]
    return tables.by_name(found, "the name reads like that of [aircraft.{other}]")


def _aircraft(name: str, table: dict[str, Any], place: str) -> Aircraft:
    tables.check_keys(table, (*_VALUES, *_WEAPONS, "rule", "provenance", "tags", "notes"), place)
    if STRAFE not in table:
        raise MalformedError(f"{STRAFE}: is missing; all aircraft strafe (6.7.1a)", place)
    default = tables.default_tag(table, place)
    armed = [key for key in _WEAPONS if key in table]
    rows = {key: tables.table_in(table[key], f"{place} {key}") for key in armed}
    values = [*(key for key in _VALUES if key in table),
              *(f"{key}.{value}" for key in armed for value in rows[key])]  # fmt: skip
    tags = tables.tagged(table, values, default, place)
    weapons = {key: _weapon(name, key, rows[key], tags["provenance"], f"{place} {key}") for key in armed}
    content = {key: value for key, value in table.items() if key not in _WEAPONS}
    found = tables.convert(Aircraft, {**content, "name": name, "weapons": {}, **tags}, place)
    if not found.speeds or found.speeds[0] != SPEEDS[0]:
        raise MalformedError("speeds: name slow first; every aircraft can fly Slow (6.7.2.2a)", place)
    return msgspec.structs.replace(found, weapons=weapons)


class _Told(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A weapon as a file tells it."""

    factor: Positive
    ammo: Positive
    effectiveness: Natural = 0
    small_arms: bool = False


def _weapon(unit: str, key: str, table: dict[str, Any], tags: Mapping[str, str], place: str) -> AirWeapon:
    tables.check_keys(table, _WEAPON_VALUES, place)
    told = tables.convert(_Told, table, place)
    if bool(told.effectiveness) == told.small_arms:
        raise MalformedError("effectiveness: give either it or small_arms", place)
    reach = _ROCKETS if key == ROCKETS else _NEXT
    cells = {f"range.{band}": "reconstructed" if key == ROCKETS else "rulebook" for band in RANGE_FACTORS}
    cells |= {f"factors.{band}": tags[f"{key}.factor"] for band in RANGE_FACTORS}
    row = tables.convert(
        Row,
        {
            "ammo": "GP", "range": reach, "factors": [told.factor] * len(reach),
            "effectiveness": told.effectiveness, "small_arms": told.small_arms,
            "minimum": _ROCKET_MINIMUM if key == ROCKETS else 1, "provenance": cells, "notes": {},
        },
        place,
    )  # fmt: skip
    return AirWeapon(name=f"{unit} {_NAMES[key]}", row=row, ammo=told.ammo)


def crash_row(factor: int, effectiveness: int) -> Row:
    """The row with which an aircraft that crashes attacks its hex (6.7.4.2.1-eliminated-b)."""
    tags: dict[str, Tag] = dict.fromkeys(
        [f"{key}.{band}" for key in ("range", "factors") for band in RANGE_FACTORS], "rulebook"
    )
    factors = (factor, factor, factor, factor, factor)
    return Row(ammo="GP", range=_NEXT, factors=factors, effectiveness=effectiveness, provenance=tags, notes={})
