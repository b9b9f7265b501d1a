"""Fire combat: the one resolver behind preview, odds, bots and execution (8.1 to 8.9).

An `Aim` is everything a shot depends on, `resolve` turns it into a `Shot` that explains itself. The map plays no part
here, so the odds command and the battle call the same function.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from hulldown.core.charts import span
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.tank.data.loading import TerrainMode, TerrainRow, Weapon, chart

DIE = 6
INFANTRY_REACH = 3
BEST_COLUMN = 10
RULEBOOK = "rulebook"
"""The tag of a number that a case itself names."""


class Firer(NamedTuple):
    """One unit of an attack."""

    weapon: Weapon
    distance: int
    panic: int
    """The Panic Level of its force, which chooses the table for N and SR (8.9f)."""
    preserved: bool = False
    """Whether its force has been at Preservation since an earlier turn (15.11b)."""
    table: str = ""
    """The Combat Results Table that a module gives it; "" for the one of the book."""


class Extra(NamedTuple):
    """What a module adds to an attack: to its `strength`, to the `defence`, or to the `die`."""

    to: Literal["strength", "defence", "die"]
    factor: Factor

    def value(self, to: str) -> int:
        """What it adds there."""
        return self.factor.value if self.to == to and isinstance(self.factor.value, int) else 0


class Aim(NamedTuple):
    """An attack before the die: who fires at what, where it stands and how it moves."""

    firers: tuple[Firer, ...]
    target: Weapon
    mode: TerrainMode
    terrain: str = "clear"
    wreck: bool = False
    position: bool = False
    """In an Improved Position."""
    aspect: str = "front"
    through: str = ""
    """The hexside of the target's own hex that shelters it against all of this fire: "berm", "slope" or none."""
    points: int = 0
    """Movement Points plotted for the target this turn."""
    moving: bool = False
    extras: tuple[Extra, ...] = ()
    """What modules add."""


class Shot(msgspec.Struct, frozen=True):
    """A resolved attack: `hits_on` are the die results that destroy the target; none means no effect is possible."""

    rule: str
    hits_on: tuple[int, ...]
    strength: Explained
    defence: Explained
    differential: int
    column: str
    distance: int
    add: int
    factors: tuple[Factor, ...]
    void: str = ""
    """Why there is no attack at all, if there is none."""

    @property
    def probability(self) -> Fraction:
        return Fraction(len(self.hits_on), DIE)


def resolve(aim: Aim) -> Shot:
    """The shot that an aim makes, remembered: the same aims come up again and again."""
    shot = _shots.get(aim)
    if shot is None:
        if len(_shots) >= _MOST_SHOTS:
            _shots.clear()
        shot = _shots[aim] = resolved(aim)
    return shot


_MOST_SHOTS: Final = 4096
_shots: Final[dict[Aim, Shot]] = {}


def resolved(aim: Aim) -> Shot:
    """The shot that an aim makes: strength less defence, and the die that is read (8.0-gen-2).

    8.0-proc-df-6: the target is hard or soft; 8.0-proc-df-7: terrain adds to its defence, which is taken from the
    attack strength; 8.0-proc-df-8: its movement adds to the die.
    """
    if aim.firers[0].weapon.traits.squad:
        return _infantry(aim)
    strength = attack_strength(aim)
    defence = defence_strength(aim)
    # 8.3b: combined fire is resolved at the range of the farthest firer, with its table (T-39).
    distance = max(firer.distance for firer in aim.firers)
    farthest = [firer for firer in aim.firers if firer.distance == distance]
    table = min((table_of(firer) for firer in farthest), key=lambda name: _reach_key(name, distance))
    differential = strength.value - defence.value
    moved = movement_add(counted_points(aim.target, aim.points))
    add = moved + sum(extra.value("die") for extra in aim.extras)
    factors = [
        *strength.factors,
        *(Factor(factor.rule, factor.label, -factor.value if isinstance(factor.value, int) else factor.value,
                 factor.provenance) for factor in defence.factors),
    ]  # fmt: skip
    factors.append(Factor("8.9b", "attack differential", differential, least_sure(f.provenance for f in factors)))
    void = _void(aim, strength.value, differential, distance, table)
    if void is not None:
        rule, why = void
        return Shot(rule, (), strength, defence, differential, "-", distance, add, tuple(factors), why)
    column = min(differential, BEST_COLUMN)
    if differential > BEST_COLUMN:
        factors.append(Factor("8.9b", "counts as", BEST_COLUMN, RULEBOOK))
    rule = chart(table).rule(distance) or table
    cell = killing_cell(table, distance, column)
    factors.append(Factor(rule, f"table {table} at range {distance}", cell, chart(table).meta["provenance"]))
    factors += [extra.factor for extra in aim.extras if extra.to == "die"]
    if moved:
        factors.append(Factor("8.71", "added to the die for the target's movement", moved, RULEBOOK))
    elif movement_add(aim.points):
        factors.append(Factor(*_UNMOVED[aim.target.traits.walks], 0, RULEBOOK))
    highest = highest_killing_die(table, distance, column)
    hits = tuple(die for die in range(1, DIE + 1) if die + add <= highest)
    return Shot("8.9", hits, strength, defence, differential, str(column), distance, add, tuple(factors))


def attack_strength(aim: Aim) -> Explained:
    """The attack strength: AP against vehicles, HE against soft targets, never the player's choice.

    Cases 8.1a, 8.1b, 3.4a, 3.4b. 8.22a: an AP attack is one unit's; 8.22c: HE of all firers is summed. 8.31b and
    15.11a each halve a unit's strength, fractions up, before the sum (T-44).
    """
    soft = aim.target.soft
    kind = "HE" if soft else "AP"
    factors: list[Factor] = []
    total = 0
    for firer in aim.firers:
        total += unit_strength(firer, soft, factors)
    total += _extra(aim, "strength", factors)
    return Explained("8.22c" if soft else "8.1a", f"{kind} attack strength", total, tuple(factors))


def unit_strength(firer: Firer, soft: bool, factors: list[Factor]) -> int:
    """What one unit brings to an attack, AP or HE; what makes it is put behind the `factors` (8.1, 8.31b, 15.11a)."""
    weapon = firer.weapon
    value = weapon.he if soft else weapon.ap
    tag: str = weapon.provenance["he" if soft else "ap"]
    factors.append(Factor("8.1", f"{weapon.name} {'HE' if soft else 'AP'}", value, tag))
    far = least_sure((tag, weapon.provenance["range"]))
    for halved, rule, why, source in (
        (firer.distance > weapon.range, "8.31b", f"beyond effective range {weapon.range}, halved", far),
        (firer.preserved, "15.11a", "force at Preservation, halved", tag),
    ):
        if halved:
            less = (value + 1) // 2
            factors.append(Factor(rule, why, less - value, source))
            value = less
    return value


def defence_strength(aim: Aim) -> Explained:
    """The target's defence: armour of the aspect, or for soft targets the terrain alone, with what shelters it.

    Cases 8.7a, 8.7c, 8.7d, 3.4c, 10.4, 10.31, 10.33. 7.0-gen-3: only armour has sides; 7.31, 7.0-gen-4: guns and
    infantry are as vulnerable from everywhere. 14.0-gen: an Improved Position serves soft units only; 14.41a: it counts
    12 whatever the ground (T-66);
    14.41b, 10.32a: a hexside is added if all the fire crosses it; wrecks add to the ground (T-57), not to a position
    (T-67).
    """
    target, rows = aim.target, aim.mode.rows
    ground = rows[aim.terrain]
    factors: list[Factor] = []
    if target.soft:
        if aim.position:
            row = rows["improved_position"]
            factors.append(Factor("14.41a", "Improved Position", row.soft, row.provenance["soft"]))
        else:
            factors.append(_from(ground, f"{aim.terrain} ground", "soft"))
            if aim.wreck:
                factors.append(_from(rows["wreck"], "wreck", "soft"))
    else:
        armour = {"front": target.front, "side": target.side, "rear": target.rear}[aim.aspect]
        factors.append(Factor("8.7", f"{target.name} {aim.aspect}", armour, target.provenance[aim.aspect]))
        if ground.vehicle:
            factors.append(_from(ground, f"{aim.terrain} ground", "vehicle"))
        if aim.wreck:
            factors.append(_from(rows["wreck"], "wreck", "vehicle"))
    if aim.through:
        rule = "10.61b" if aim.through == "slope" else "10.61a"
        shelter = _from(rows[aim.through], f"behind a {aim.through}", "soft" if target.soft else "vehicle", rule)
        if shelter.value:
            factors.append(shelter)
    _extra(aim, "defence", factors)
    total = sum(factor.value for factor in factors if isinstance(factor.value, int))
    return Explained("8.7", "defence strength", total, tuple(factors))


def _extra(aim: Aim, to: str, factors: list[Factor]) -> int:
    """What modules add to the strength or the defence; their factors are put behind the others."""
    factors += [extra.factor for extra in aim.extras if extra.to == to]
    return sum(extra.value(to) for extra in aim.extras)


def _from(row: TerrainRow, label: str, value: str, rule: str = "") -> Factor:
    """A value of the terrain chart ("vehicle" or "soft") as a factor; its own case unless another one is named."""
    return Factor(rule or row.rule, label, row.vehicle if value == "vehicle" else row.soft, row.provenance[value])


def movement_add(points: int) -> int:
    """What is added to the die: 1 for every full two plotted Movement Points (8.71a, 8.71b, 8.9d; T-42)."""
    return points // 2


def counted_points(target: Weapon, points: int) -> int:
    """The plotted points that count: all of a vehicle's, one of infantry at most (T-43), none of a gun (9.34b)."""
    traits = target.traits
    if traits.drives:
        return points
    return min(points, 1) if traits.walks else 0


_UNMOVED = {
    True: ("10.11", "infantry moves one hex, which counts one point (T-43)"),
    False: ("9.34b", "a gun does not move"),
}
"""Why points given for a target add nothing: it walks, or it cannot move."""


def table_of(firer: Firer) -> str:
    """The Combat Results Table of a firer by Fire Control and Panic Level (8.9f, 3.4d; T-58: SR reads like N)."""
    return firer.table or _table(firer.weapon, firer.panic)


def _table(weapon: Weapon, panic: int) -> str:
    if weapon.fc == "SC":
        return "8.93"
    return "8.91" if panic <= 2 else "8.92"


def absolute_range(weapon: Weapon, panic: int) -> int:
    """The last range of the weapon's table (8.31a); three hexes for infantry (8.82). T-45: the table is the limit."""
    if weapon.traits.squad:
        return INFANTRY_REACH
    return table_limit(_table(weapon, panic))


@lru_cache(maxsize=8)
def table_limit(table: str) -> int:
    """The last range of a Combat Results Table."""
    last = chart(table).last_row()
    assert last is not None
    return last


@lru_cache(maxsize=2048)
def killing_cell(table: str, distance: int, column: int) -> str:
    """The printed cell of a Combat Results Table (8.9a)."""
    return chart(table).cell(distance, str(column))


@lru_cache(maxsize=2048)
def highest_killing_die(table: str, distance: int, column: int) -> int:
    """The highest adjusted die that destroys; 0 where the cell is blank (8.9a, 8.9e)."""
    return max(span(killing_cell(table, distance, column)), default=0)


def _reach_key(table: str, distance: int) -> tuple[int, int]:
    """Orders tables from the least favourable to the attacker at a range."""
    if distance > table_limit(table):
        return (-1, 0)
    return (sum(highest_killing_die(table, distance, column) for column in range(BEST_COLUMN + 1)), 0)


def _void(aim: Aim, strength: int, differential: int, distance: int, table: str) -> tuple[str, str] | None:
    """Why the attack may not be made, with the case: no strength (T-46), out of the table, a negative differential."""
    if strength == 0:
        return "8.9b", f"no {'HE' if aim.target.soft else 'AP'} strength"
    if distance > table_limit(table):
        return "8.31a", f"range {distance} is beyond the last row of table {table}"
    return ("8.9b", "the differential is negative") if differential < 0 else None


def _infantry(aim: Aim) -> Shot:
    """Infantry fire at a vehicle: range and movement alone decide, the die is unmodified.

    8.8a: at vehicles only; 8.8b, 8.8c: its own table (8.81-1, 8.81-2, 8.81-3) decides alone; 8.82: three hexes; 8.83,
    T-54, T-55: no terrain, no aspect, no Preservation.
    """
    firer = aim.firers[0]
    state = "moving" if aim.moving else "stationary"
    none = Explained("8.8", "infantry AT fire", 0)
    if aim.target.soft:
        return Shot("8.8a", (), none, none, 0, state, firer.distance, 0, (), "infantry fires at vehicles only")
    if firer.distance > INFANTRY_REACH:
        return Shot("8.82", (), none, none, 0, state, firer.distance, 0, (), "infantry reaches three hexes")
    table = chart("8.81")
    hits = span(table.cell(firer.distance, state))
    tag = table.meta["provenance"]
    factors = (Factor(table.rule(firer.distance), f"infantry at range {firer.distance}, target {state}",
                      table.cell(firer.distance, state), tag),)  # fmt: skip
    return Shot("8.81", hits, none, none, 0, state, firer.distance, 0, factors)
