"""Overrun combat: the GP attack of a vehicle that drives into a leg or towed unit (6.6.10.1).

It is GP direct fire at Pointblank with the sum of the vehicle's factors, so `gp.resolve` and `gp.roll` resolve it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

from hulldown.core.explain import Factor
from hulldown.core.tables import Tag
from hulldown.games.panzer.data.advanced_tables import modifier
from hulldown.games.panzer.data.arsenal import fits
from hulldown.games.panzer.data.cards import RANGE_FACTORS
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.loading import weakest
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import Mounted, Row
from hulldown.games.panzer.rules.advanced.arms import GP, gp_weapon, has_coax
from hulldown.games.panzer.rules.advanced.gp import TABLE, GpAim, GpWeapon
from hulldown.games.panzer.rules.advanced.gp_defence import Defence

RANGE: Final = 1


def weapons_used(vehicle: Vehicle) -> tuple[Mounted, ...]:
    """The weapons of a vehicle with a GP Factor at 1 hex, but those against aircraft (6.6.10.1a, 6.6.10.1b; Q19)."""
    return tuple([one for one in vehicle.weapons if GP in one.ammo and one.ammo[GP].reaches(RANGE)])


def parts_of(vehicle: Vehicle, passengers: tuple[LegUnit, ...]) -> tuple[Factor, ...]:
    """The GP Factors at 1 hex of all weapons and of the passengers' own arms, not of attached ones (6.6.10.1a)."""
    rows = [(one.weapon.name, gp_weapon(vehicle, one).row) for one in weapons_used(vehicle)]
    rows += [(unit.name, gp_weapon(unit, None).row) for unit in passengers]
    found = []
    for name, row in rows:
        place = row.band(RANGE)
        assert place is not None
        band = RANGE_FACTORS[place]
        source = weakest(row.provenance[f"range.{band}"], row.provenance[f"factors.{band}"])
        found.append(Factor("6.6.10.1a", f"{name} GP Factor at range {RANGE}", row.factors[place], source))
    return tuple(found)


def able(vehicle: Vehicle) -> bool:
    """Whether a vehicle is a combat unit that can overrun: it has a GP Factor of its own (6.6.10b)."""
    return bool(weapons_used(vehicle))


@lru_cache(maxsize=1024)
def weapon_of(vehicle: Vehicle, passengers: tuple[LegUnit, ...] = ()) -> GpWeapon:
    """All that fires in an overrun as one weapon: the sum of the factors, and the vehicle's Coax MG (L15, Q21)."""
    parts = parts_of(vehicle, passengers)
    whole = sum(int(part.value) for part in parts)
    tag = cast("Tag", weakest(*(part.provenance for part in parts)))
    keys = [f"{what}.{band}" for what in ("range", "factors") for band in RANGE_FACTORS]
    near, factors = (RANGE, RANGE, RANGE, RANGE, RANGE), (whole, whole, whole, whole, whole)
    row = Row(ammo=GP, range=near, factors=factors, provenance=dict.fromkeys(keys, tag), notes={})
    name = " + ".join(part.label.partition(" GP Factor")[0] for part in parts)
    coax = any(has_coax(vehicle, one) for one in weapons_used(vehicle))
    return GpWeapon(name=name, row=row, coax=coax)


def aim(vehicle: Vehicle, defence: Defence, passengers: tuple[LegUnit, ...] = ()) -> GpAim:
    """The attack before anything else is known (6.6.10.1c, 6.5.4.3-overrun).

    5.14i: no Dual Fire. Without a Short Halt, which cannot overrun, and without the modifier of passengers' fire (Q21).
    """
    return GpAim(weapon_of(vehicle, passengers), defence, RANGE, more=(modifier(TABLE, "overrun"),))


def room_for(vehicle: Vehicle, passengers: tuple[LegUnit, ...]) -> bool:
    """Whether a vehicle can carry these passengers into an overrun (6.6.7.1f)."""
    return fits(vehicle, passengers)
