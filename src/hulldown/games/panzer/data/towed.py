"""Towed units of the Advanced Game: gun and crew as one unit, read from `advanced/towed.toml` (5.2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.panzer.data.cards import Nation
from hulldown.games.panzer.data.vehicles import read_mounted
from hulldown.games.panzer.data.weapons import ADVANCED, AntiAir, Mounted, antiair, entries, named_in

TargetSize = Literal["L", "S"]
"""The column of the spotting ranges; vehicles are V (6.1.3)."""
Defence = tuple[Positive, Positive, Positive, Positive]
"""The GP Defense in no, light, medium and heavy cover (6.5.4.2.2a)."""
COVERS = ("none", "light", "medium", "heavy")
_WEAPON = ("gun", "rof", "basic_limit", "special_limit", "heat_limit", "smoke_limit")
_VALUES = ("card", "nation", "points", "target_size", *_WEAPON, "aa", "full_cover", "manhandled", "passenger")


class Towed(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A towed unit's card. It fires through its front field of fire only (5.2d)."""

    name: str
    card: str
    nation: Nation
    points: Positive
    target_size: TargetSize
    weapons: tuple[Mounted]
    antiair: AntiAir | None = None
    defence: Defence
    full_cover: Natural
    manhandled: bool
    """Movement Factor 1L 0; False: 0L 0 (5.2c)."""
    passenger: tuple[Positive, Positive]
    """The towed and leg capacity that it takes on a carrier (6.6.7.1d)."""
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


@lru_cache(maxsize=1)
def towed_units() -> Mapping[str, Towed]:
    """Every towed unit by name, the German ones first."""
    return parse_towed(resources.read(*ADVANCED, "towed.toml"), "panzer/data/advanced/towed.toml")


def parse_towed(text: str, where: str) -> Mapping[str, Towed]:
    """The towed units that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("towed",), where)
    found = [(name, place, _towed(name, table, place)) for name, table, place in entries(data, "towed", where)]
    return tables.by_name(found, "the name reads like that of [towed.{other}]")


def _towed(name: str, table: dict[str, Any], place: str) -> Towed:
    tables.check_keys(table, (*_VALUES, "defence", "rule", "provenance", "tags", "notes"), place)
    values = [*(key for key in _VALUES if key in table), *(f"defence.{cover}" for cover in COVERS)]
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    content = {key: value for key, value in table.items() if key not in (*_WEAPON, "aa")}
    content |= {"name": name, "weapons": (read_mounted(table, place),), **tags}
    if "aa" in table:
        content["antiair"] = named_in(table, "aa", antiair(), place)
    return tables.convert(Towed, content, place)
