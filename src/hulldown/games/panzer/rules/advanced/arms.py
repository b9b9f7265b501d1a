"""Weapons of units as the resolvers take them: which row is fired, with what limits, rate of fire and mount."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.tables import plain
from hulldown.games.panzer.data.arsenal import Fielded
from hulldown.games.panzer.data.batteries import Battery
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import COMPOSITE, Mounted, Row
from hulldown.games.panzer.rules.advanced.ap import ApWeapon
from hulldown.games.panzer.rules.advanced.gp import GpWeapon

GP = "GP"
INDIRECT = "GP-IF"
HEAT = "HEAT"
_ROWS = {GP: "6.5.4c", INDIRECT: "6.5.1d"}
"""The cases by which only a unit with such a row can fire so."""


class Load(NamedTuple):
    """A round that is fired: its row as an AP weapon, and how many of its ammo limits failed."""

    weapon: ApWeapon
    failed: int = 0


def mounted_of(unit: Fielded) -> tuple[Mounted, ...]:
    """The weapons of a unit that have rows of their own; a leg unit's Small Arms are not among them."""
    return () if isinstance(unit, LegUnit) else unit.weapons


def adjusts(mounted: Mounted) -> bool:
    """Whether a weapon can be turned outside its arc for overwatch (4.4.3.1.1, 4.4.3.1.2b; ruling G8)."""
    return mounted.mount in ("turret", "pivot")


def ap_rounds(mounted: Mounted) -> dict[str, Row]:
    """The AP rounds of a weapon by name, the basic one first (6.5.2a)."""
    return {kind: row for kind, row in mounted.ammo.items() if row.energy}


def basic_round(mounted: Mounted) -> str:
    """The round that counts as basic: AP, or HEAT where there is no other (5.16.2.1c); "": it has none."""
    return next(iter(ap_rounds(mounted)), "")


def pick(unit: Fielded, weapon: str, kind: str) -> Mounted:
    """The weapon of a unit by name, or the first with such a row; `kind` is GP, or "" for AP fire."""
    fitting = [one for one in mounted_of(unit) if (kind in one.ammo if kind else ap_rounds(one))]
    if weapon:
        fitting = [one for one in fitting if plain(weapon) in plain(one.weapon.name)]
    if not fitting:
        names = [one.weapon.name for one in mounted_of(unit)]
        case = f" ({_ROWS[kind]})" if kind in _ROWS else ""
        told = f"{unit.name} has no {kind or 'AP'} row" + (f" of {weapon!r}" if weapon else "") + case
        raise UnknownNameError(told, hint=f"its weapons: {', '.join(names) or 'none'}")
    return fitting[0]


def find_round(mounted: Mounted, written: str) -> str:
    """The round of this name, the basic one where none is named; raises UnknownNameError."""
    known = ap_rounds(mounted)
    if not written:
        return basic_round(mounted)
    for kind in known:
        if kind.casefold() == written.casefold():
            return kind
    raise UnknownNameError(
        f"{mounted.weapon.name} has no ammunition {written!r} here", hint=f"one of {', '.join(known)}"
    )


def special(mounted: Mounted, kind: str) -> bool:
    """Whether a round is special: limited for itself, and replaced by the basic one (5.16.1a, 5.16.2.2a).

    HEAT that is the only AP round of a weapon counts as basic (5.16.2.1c; ruling H14).
    """
    return (kind == HEAT or kind in COMPOSITE) and kind != basic_round(mounted)


def limit_of(mounted: Mounted, kind: str) -> int:
    """The ammo limit of a round, 0 for none: by its letter, else the basic one (5.16.2a, 5.16.2b, 5.16.2c)."""
    if kind in COMPOSITE:
        return mounted.special_limit
    if kind == HEAT:
        return mounted.heat_limit or mounted.basic_limit
    return mounted.basic_limit


def load(unit: Fielded, mounted: Mounted, kind: str, failed: int = 0) -> Load:
    """What a weapon fires when so many ammo limits failed (5.16.2d).

    One failed: a special round is replaced by the basic one (5.16.2.2a), a basic one is fired all the same
    (5.16.2.1a). Two: the basic round that replaced a special one failed too (5.16.2.2b). Raises HulldownError where
    there is no such limit.
    """
    swapped = failed > 0 and special(mounted, kind)
    limits = [limit_of(mounted, kind)] + ([limit_of(mounted, basic_round(mounted))] if swapped else [])
    if failed > len(limits) or not all(limits[:failed]):
        raise HulldownError(
            f"{unit.name} has no such ammo limit for {mounted.weapon.name} {kind}", hint="leave --ammo-limit out"
        )
    return Load(ap_weapon(unit, mounted, basic_round(mounted) if swapped else kind), failed)


def ap_weapon(unit: Fielded, mounted: Mounted, kind: str) -> ApWeapon:
    """A round of a unit's weapon, ready for AP fire (6.5.2.1a, 6.5.2.5a)."""
    return _ap_weapon(unit, mounted_of(unit).index(mounted), kind)


@lru_cache(maxsize=1024)
def _ap_weapon(unit: Fielded, place: int, kind: str) -> ApWeapon:
    """The same by the place of the weapon among those of the unit (6.5.2.1a)."""
    mounted = mounted_of(unit)[place]
    assert mounted.weapon.damage is not None
    tag = unit.provenance.get("rof", "reconstructed") if isinstance(unit, Vehicle | Towed) else "reconstructed"
    return ApWeapon(
        name=mounted.weapon.name, row=mounted.ammo[kind], damage=mounted.weapon.damage, rof=mounted.rof or "N",
        rof_tag=tag, adjusts=adjusts(mounted),
    )  # fmt: skip


def gp_weapon(unit: Fielded, mounted: Mounted | None) -> GpWeapon:
    """A unit's GP row, ready for GP fire; None is the Small Arms that a leg unit has of its own (5.1.1e)."""
    return _gp_weapon(unit, None if mounted is None else mounted_of(unit).index(mounted))


@lru_cache(maxsize=1024)
def _gp_weapon(unit: Fielded, place: int | None) -> GpWeapon:
    if place is None:
        assert isinstance(unit, LegUnit)
        return GpWeapon(name=unit.name, row=unit.row)
    mounted = mounted_of(unit)[place]
    return GpWeapon(
        name=mounted.weapon.name, row=mounted.ammo[GP], coax=has_coax(unit, mounted), adjusts=adjusts(mounted),
        hand_held=mounted.weapon.family == "hand-held",
    )  # fmt: skip


@lru_cache(maxsize=512)
def indirect_weapon(unit: Fielded, place: int) -> GpWeapon:
    """The GP-IF row of one of a unit's weapons, the only one for indirect fire (6.5.1d, 5.1.3.1a, 5.2e)."""
    mounted = mounted_of(unit)[place]
    return GpWeapon(name=mounted.weapon.name, row=mounted.ammo[INDIRECT])


@lru_cache(maxsize=16)
def battery_weapon(battery: Battery) -> GpWeapon:
    """The row of an off-map battery, which resolves like any other GP weapon (5.3b)."""
    return GpWeapon(name=battery.name, row=battery.row)


def has_coax(unit: Fielded, mounted: Mounted) -> bool:
    """Whether a Coax MG helps this weapon: not a flamethrower (6.5.4.3-coax-mg; ruling Q19)."""
    return isinstance(unit, Vehicle) and unit.coax and mounted.weapon.family != "flamethrower"
