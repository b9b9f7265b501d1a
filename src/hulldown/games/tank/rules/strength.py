"""The two numbers of an attack: what is fired and what stands against it (8.1, 8.7, 24.1, 26.1, 27.6, 27.7)."""

from __future__ import annotations

from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.tank.data.loading import TerrainRow, Weapon
from hulldown.games.tank.rules.aim import HE, RULEBOOK, Aim, Firer


def attack_strength(aim: Aim) -> Explained:
    """The attack strength: AP against vehicles, HE against soft targets, never the player's choice but at trucks.

    Cases 8.1a, 8.1b, 3.4a, 3.4b, 27.73. 8.22a: an AP attack is one unit's; 8.22c: HE of all firers is summed. 8.31b and
    15.11a each halve a unit's strength, fractions up, before the sum (T-44).
    """
    kind = aim.kind
    spaced = aim.target.spaced and aim.heat
    factors: list[Factor] = []
    total = 0
    for firer in aim.firers:
        total += unit_strength(firer, kind == HE, factors, spaced)
    total += added(aim, "strength", factors)
    return Explained("8.22c" if kind == HE else "8.1a", f"{kind} attack strength", total, tuple(factors))


def unit_strength(firer: Firer, soft: bool, factors: list[Factor], spaced: bool = False) -> int:
    """What one unit brings to an attack, AP or HE; what makes it is put behind the `factors` (8.1, 8.31b, 15.11a).

    27.82a: a mounted squad fires at half strength, fractions up. `spaced` armour halves HEAT, fractions down, after
    everything else (24.12a, X-01).
    """
    weapon = firer.weapon
    value = weapon.he if soft else weapon.ap
    tag: str = weapon.provenance["he" if soft else "ap"]
    factors.append(Factor(_case(weapon, soft), f"{weapon.name} {'HE' if soft else 'AP'}", value, tag))
    far = least_sure((tag, weapon.provenance["range"]))
    for halved, rule, why, source in (
        (
            firer.distance > weapon.range and not weapon.traits.device,
            "8.31b",
            f"beyond effective range {weapon.range}, halved",
            far,
        ),
        (firer.preserved, "15.11a", "force at Preservation, halved", tag),
        (firer.mounted, "27.82a", "fired from its carrier, halved", tag),
    ):
        if halved:
            less = (value + 1) // 2
            factors.append(Factor(rule, why, less - value, source))
            value = less
    if spaced:
        factors.append(Factor("24.12a", "HEAT at spaced armour, halved", value // 2 - value, tag))
        value //= 2
    return value


def _case(weapon: Weapon, soft: bool) -> str:
    """The case that gives a weapon its strength: squads and devices have their own."""
    traits = weapon.traits
    return "26.11a" if traits.squad and soft else "26.12b" if traits.device else "8.1"


def defence_strength(aim: Aim) -> Explained:
    """The target's defence: armour of the aspect, or for soft targets the terrain alone, with what shelters it.

    Cases 8.7a, 8.7c, 8.7d, 3.4c, 10.4, 10.31, 10.33. 7.0-gen-3: only armour has sides; 7.31, 7.0-gen-4: guns and
    infantry are as vulnerable from everywhere. 14.0-gen: an Improved Position serves soft units only; 14.41a: it counts
    12 whatever the ground (T-66);
    14.41b, 10.32a: a hexside is added if all the fire crosses it; wrecks add to the ground (T-57), not to a position
    (T-67). 27.61a: riders have one point whatever the ground.
    """
    factors: list[Factor] = []
    if aim.rider:
        factors.append(Factor("27.61a", "riding on a tank", 1, RULEBOOK))
    elif aim.target.traits.drives:
        _vehicle(aim, factors)
    else:
        _soft(aim, factors)
    added(aim, "defence", factors)
    total = sum(factor.value for factor in factors if isinstance(factor.value, int))
    return Explained("8.7", "defence strength", total, tuple(factors))


def _vehicle(aim: Aim, factors: list[Factor]) -> None:
    """Armour, and what ground and hexsides give vehicles. A truck has no armour but the rest (27.71a, 27.72a).

    24.12b: against all but HEAT spaced armour is armour like any other. X-03: all three aspects are spaced.
    """
    target, rows = aim.target, aim.mode.rows
    ground = rows[aim.terrain]
    if target.traits.truck:
        factors.append(Factor("27.71a", f"{target.name}, no armour", 0, RULEBOOK))
    else:
        armour = {"front": target.front, "side": target.side, "rear": target.rear}[aim.aspect]
        factors.append(Factor("8.7", f"{target.name} {aim.aspect}", armour, target.provenance[aim.aspect]))
    if ground.vehicle:
        factors.append(_from(ground, f"{aim.terrain} ground", "vehicle"))
    if aim.wreck:
        factors.append(_from(rows["wreck"], "wreck", "vehicle"))
    _shelter(aim, "vehicle", factors)


def _soft(aim: Aim, factors: list[Factor]) -> None:
    """What the ground, a position and hexsides give guns and infantry."""
    rows = aim.mode.rows
    if aim.position:
        row = rows["improved_position"]
        factors.append(Factor("14.41a", "Improved Position", row.soft, row.provenance["soft"]))
    else:
        factors.append(_from(rows[aim.terrain], f"{aim.terrain} ground", "soft"))
        if aim.wreck:
            factors.append(_from(rows["wreck"], "wreck", "soft"))
    _shelter(aim, "soft", factors)


def _shelter(aim: Aim, value: str, factors: list[Factor]) -> None:
    if not aim.through:
        return
    rule = "10.61b" if aim.through == "slope" else "10.61a"
    shelter = _from(aim.mode.rows[aim.through], f"behind a {aim.through}", value, rule)
    if shelter.value:
        factors.append(shelter)


def added(aim: Aim, to: str, factors: list[Factor]) -> int:
    """What modules add to the strength or the defence; their factors are put behind the others."""
    factors += [extra.factor for extra in aim.extras if extra.to == to]
    return sum(extra.value(to) for extra in aim.extras)


def _from(row: TerrainRow, label: str, value: str, rule: str = "") -> Factor:
    """A value of the terrain chart ("vehicle" or "soft") as a factor; its own case unless another one is named."""
    return Factor(rule or row.rule, label, row.vehicle if value == "vehicle" else row.soft, row.provenance[value])


def counted_points(target: Weapon, points: int) -> int:
    """The plotted points that count: all of a vehicle's, one of infantry at most (T-43), none of a gun (9.34b)."""
    traits = target.traits
    if traits.drives:
        return points
    return min(points, 1) if traits.walks else 0
