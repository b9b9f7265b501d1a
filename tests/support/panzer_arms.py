"""Units and weapons of the Advanced Game by name, for tests of its resolvers."""

from __future__ import annotations

from hulldown.games.panzer.data import weapons
from hulldown.games.panzer.data.arsenal import find_attacker, find_target
from hulldown.games.panzer.data.vehicles import Vehicle, find_vehicle
from hulldown.games.panzer.rules.advanced.ap import ApAim, ApWeapon
from hulldown.games.panzer.rules.advanced.arms import GP, ap_weapon, find_round, gp_weapon, pick
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpWeapon
from hulldown.games.panzer.rules.advanced.gp_defence import of_unit, of_vehicle


def damage_classes() -> dict[str, weapons.Damage]:
    """Every class of damage by name."""
    return dict(weapons._arms().damage)


def ap(name: str, ammo: str = "") -> ApWeapon:
    """The AP round of a unit."""
    unit = find_attacker(name)
    mounted = pick(unit, "", "")
    return ap_weapon(unit, mounted, find_round(mounted, ammo))


def gp(name: str) -> GpWeapon:
    """The GP row of a unit."""
    unit = find_attacker(name)
    return gp_weapon(unit, None if name.endswith(("squad", "Section")) else pick(unit, "", GP))


def shot(attacker: str, target: str, distance: int, **more) -> ApAim:
    """An AP shot of one unit at a vehicle."""
    return ApAim(ap(attacker), find_vehicle(target), distance, **more)


def attack(attacker: str, target: str, distance: int, cover: str = "none", **more) -> GpAim:
    """A GP attack of one unit at another."""
    unit = find_target(target)
    if isinstance(unit, Vehicle):
        return GpAim(gp(attacker), of_vehicle(unit), distance, cover=cover, **more)
    stance = {key: more.pop(key) for key in ("full_cover", "moving") if key in more}
    return GpAim(gp(attacker), of_unit(unit, cover, **stance), distance, size=unit.target_size, **more)
