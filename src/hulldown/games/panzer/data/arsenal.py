"""The arsenal of the Advanced Game by name: vehicles, towed units, leg units and crew-served weapons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from hulldown.core import tables
from hulldown.games.panzer.data.leg import CrewWeapon, LegUnit, crew_weapons, leg_units
from hulldown.games.panzer.data.towed import Towed, towed_units
from hulldown.games.panzer.data.vehicles import Vehicle, vehicles

Target: TypeAlias = Vehicle | Towed | LegUnit
"""What stands on the map and can be fired at."""
Fielded: TypeAlias = Target | CrewWeapon
"""What has a card; crew-served weapons fire, but are never fielded alone (5.1.3b)."""


@lru_cache(maxsize=1)
def targets() -> Mapping[str, Target]:
    """Every vehicle, towed and leg unit by name."""
    return MappingProxyType({**vehicles(), **towed_units(), **leg_units()})


@lru_cache(maxsize=1)
def arsenal() -> Mapping[str, Fielded]:
    """Every vehicle, towed unit, leg unit and crew-served weapon by name."""
    return MappingProxyType({**targets(), **crew_weapons()})


def find_attacker(name: str) -> Fielded:
    """What fires, by its loosely written name; raises UnknownNameError with the nearest names."""
    return tables.look_up(name, arsenal(), "unit or weapon")


def find_target(name: str) -> Target:
    """What is fired at, by its loosely written name; raises UnknownNameError with the nearest names."""
    return tables.look_up(name, targets(), "unit")


def fits(carrier: Vehicle, loads: Iterable[Towed | LegUnit]) -> bool:
    """Whether a vehicle has room for these passengers (6.6.7.1f, N6) and tows one unit at most (6.6.7.1g)."""
    loads = tuple(loads)
    needed = tuple(sum(load.passenger[part] for load in loads) for part in (0, 1))
    towed = sum(isinstance(load, Towed) for load in loads)
    return towed <= 1 and all(need <= room for need, room in zip(needed, carrier.transport, strict=True))
