"""What a unit attacks with: its weapons, and the attack strength of each with its factors (9.0-gen-2, 10.0-gen-1).

16.43a: guns count as vehicles. 16.55: a crew fires as infantry does.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from hulldown.core.charts import NOTHING
from hulldown.core.explain import Explained, Factor
from hulldown.games.panzer_battles.data.loading import PROHIBITED, chart, listing, provenance
from hulldown.games.panzer_battles.data.units import WHOLE, Gun, UnitType

Weapon = Literal["main", "37mm", "mg", "he", "rifles", "bazooka", "artillery"]
WEAPONS: Final[tuple[Weapon, ...]] = ("main", "37mm", "mg", "he", "rifles", "bazooka", "artillery")
HE_REACH: Final = 7
"""Hexes that HE reaches, whatever the range (10.0-he-note)."""
MG_REACH: Final = 10
RIFLE_REACH: Final = 5
"""Hexes that automatic weapons of vehicles and of infantry reach (9.0-gen-4)."""
GUNNERY: Final = ("main", "37mm", "bazooka")
"""The weapons that attack on 10.1 (10.0-av-4, 21.0-sr-2a)."""


class Firing(NamedTuple):
    """Who fires what, and how: all that an attack strength depends on besides the target."""

    unit: UnitType
    weapon: Weapon
    number: int
    """Vehicles, guns with a crew (16.52), or steps."""
    distance: int
    column: bool
    mounted: bool


class Strength(NamedTuple):
    """An attack strength with what makes it; `void` says why there is no attack, by the case `rule`."""

    value: Explained
    rule: str = ""
    void: str = ""


class System(NamedTuple):
    """A weapon system of a unit (3.4-weapon-system): a main gun fires at vehicles or HE, not both (FIRE-25)."""

    key: str
    weapons: tuple[Weapon, ...]
    gunnery: bool
    """Whether it fires in the second round of Final Fire, with the main guns, and not in the first (4.0-C2-2)."""


def systems_of(unit: UnitType) -> tuple[System, ...]:
    """The weapon systems of a type of unit: each main gun, each machine gun (9.0-gen-3), rifles, bazookas.

    4.0-C2-1, 4.0-C2-2, 8.42b: automatic weapons fire first, then all that fires shells (SEQ-10).
    """
    found = [System(gun.name, ("37mm",) if place else ("main", "he"), True) for place, gun in enumerate(unit.guns)]
    found += [System("mg" if unit.mgs == 1 else f"mg {number}", ("mg",), False) for number in range(1, unit.mgs + 1)]
    if unit.rifles:
        found.append(System("rifles", ("rifles",), False))
    if unit.bazooka is not None:
        found.append(System("bazooka", ("bazooka",), True))
    return tuple(found)


def weapons_of(unit: UnitType) -> tuple[Weapon, ...]:
    """What a type of unit can fire, in the order of `WEAPONS`."""
    found = {weapon for system in systems_of(unit) for weapon in system.weapons}
    return tuple(weapon for weapon in WEAPONS if weapon in found)


def gun_of(unit: UnitType, weapon: Weapon) -> Gun:
    """The gun of a weapon: HE comes from the first one (FIRE-16)."""
    return unit.guns[1 if weapon == "37mm" else 0]


def strength_at(firing: Firing, profile: str) -> Strength:
    """The attack strength of a unit's weapon at a target profile; "" is infantry."""
    if firing.weapon in ("main", "37mm"):
        return _gun(firing, profile)
    if firing.weapon == "he":
        return _he(firing)
    if firing.weapon == "bazooka":
        return _bazooka(firing)
    return _machine_guns(firing) if firing.weapon == "mg" else _rifles(firing)


def counted(firing: Firing) -> int:
    """Vehicles, guns or steps that fire: in Column a unit fires as one (6.67a, 6.67b)."""
    return 1 if firing.column else firing.number


def column_shift(count: int) -> int:
    """How far the number of firing vehicles, guns or steps moves the column of 10.1 (10.1-rows)."""
    return int(chart("10.1-rows").cell(count, "shift"))


def barrage(scattered: bool) -> Explained:
    """The strength of artillery: on target or scattered (17.3b)."""
    row = "scattered" if scattered else "on_target"
    value = listing("17.3").number(row, "strength")
    label = "artillery, scattered" if scattered else "artillery on target"
    return Explained("17.3b", "attack strength", value, (Factor("17.3b", label, value, provenance("17.3")),))


def _no(rule: str, void: str) -> Strength:
    return Strength(Explained(rule, "attack strength", 0), rule, void)


def _made(rule: str, value: int, *factors: Factor) -> Strength:
    return Strength(Explained(rule, "attack strength", value, factors))


def _gun(firing: Firing, profile: str) -> Strength:
    """10.0-av-1, 10.0-av-2: target profile, gun type and range give the strength, or forbid the shot (10.32-fn-1)."""
    gun, table = gun_of(firing.unit, firing.weapon), chart("10.32")
    if not gun.type:
        return _no(firing.unit.sheet, f"{firing.unit.name} fires only HE")
    rule, cell = table.rule(firing.distance), table.cell(firing.distance, f"{profile}{gun.type}")
    if cell == PROHIBITED:
        return _no(rule, f"a gun of type {gun.type} does not fire {firing.distance} hexes far")
    told = f"{firing.unit.name} {gun.name}, type {gun.type}, at profile {profile}, range {firing.distance}"
    return _made("10.32", int(cell), Factor(rule, told, int(cell), provenance("10.32")))


def _he(firing: Firing) -> Strength:
    """10.0-he-1: the gun's row of 10.31 and the number of vehicles."""
    gun = gun_of(firing.unit, "he")
    if firing.distance > HE_REACH:
        return _no("10.0-he-note", f"HE reaches {HE_REACH} hexes, the target is at {firing.distance}")
    number = counted(firing)
    cell = listing("10.31").row(gun.he)[str(number)] if gun.he else ""
    if cell in NOTHING:
        return _no("10.31", f"{firing.unit.name} has no HE")
    told = f"{firing.unit.name} {gun.name} HE, {_many(firing)}"
    return _made("10.31", int(cell), Factor("10.31", told, int(cell), provenance("10.31")), *_in_column(firing))


def _bazooka(firing: Firing) -> Strength:
    """21.0-sr-2b: by range alone; 16.2b: not from a vehicle."""
    weapon = firing.unit.bazooka
    if firing.mounted:
        return _no("16.2b", "mounted infantry cannot fire its bazookas")
    if weapon is None or firing.distance >= len(weapon.strengths):
        return _no("21.0-sr-2b", f"bazookas reach 1 hex, the target is at {firing.distance}")
    value = weapon.strengths[firing.distance]
    factor = Factor(weapon.rule, f"bazooka at range {firing.distance}", value, firing.unit.provenance["bazooka"])
    return _made("21.0-sr-2b", value, factor)


def _machine_guns(firing: Firing) -> Strength:
    """9.0-veh-1, 9.0-veh-2: vehicles and range on 9.3, for one machine gun each (FIRE-13)."""
    if firing.distance > MG_REACH:
        return _no("9.0-gen-4", f"machine guns reach {MG_REACH} hexes, the target is at {firing.distance}")
    value = int(chart("9.3").cell(firing.distance, str(counted(firing))))
    told = f"{firing.unit.name} machine gun, {_many(firing)}, range {firing.distance}"
    return _made("9.3", value, Factor("9.3", told, value, provenance("9.3")), *_in_column(firing))


def _rifles(firing: Firing) -> Strength:
    """9.0-inf-1a, 9.0-inf-1b: printed strength less one fifth for each step lost; 16.2a: halved after that.

    FIRE-9: rounded down once. FIRE-10: a unit that begins with fewer steps has its printed strength with those.
    """
    unit = firing.unit
    band = next((band for band in unit.rifles if firing.distance <= band.to), None)
    if band is None:
        return _no("9.0-gen-4", f"infantry fires {RIFLE_REACH} hexes far, the target is at {firing.distance}")
    value = band.strength
    tag = unit.provenance["rifles"]
    factors = [Factor(unit.sheet, f"{unit.name} at range {firing.distance}", value, tag)]
    lost = WHOLE - 1 if firing.column else unit.full - firing.number
    if lost:
        value = value * (WHOLE - lost) // WHOLE
        rule, told = (
            ("6.67b", "in Column, as one step") if firing.column else ("9.0-inf-1b", f"{lost} of its steps lost")
        )
        factors.append(Factor(rule, told, f"×{WHOLE - lost}/{WHOLE}"))
    if firing.mounted:
        value //= 2
        factors.append(Factor("16.2a", "mounted", "×1/2"))
    return _made("9.0-inf-1a", value, *factors)


def _in_column(firing: Firing) -> tuple[Factor, ...]:
    return (Factor("6.67a", "firer in Column, as one vehicle", 1),) if firing.column else ()


def _many(firing: Firing) -> str:
    number = counted(firing)
    what = "gun" if firing.unit.towed else "vehicle"
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
