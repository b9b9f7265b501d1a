"""What comes from off the map or lies in the ground: barrages, air strikes, mines, Reconnaissance Fire.

All of it is worked out without a position: a `Fall` is everything the effect on one unit depends on, `impact` turns it
into an `Impact` that explains itself and knows which die does what, `struck` rolls for it. The segments that place
markers, lay mines and plot RF call these, and so does the odds command.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from hulldown.core.dice import Dice
from hulldown.core.explain import Factor, least_sure
from hulldown.games.tank.data.listings import listing
from hulldown.games.tank.data.loading import TerrainMode, Weapon, chart
from hulldown.games.tank.rules.fire import BEST_COLUMN, DIE, RULEBOOK, Aim, defence_strength, highest_killing_die

Weight = Literal["L", "M", "H"]
WEIGHTS: Final[tuple[Weight, ...]] = ("L", "M", "H")
DESTROYED: Final = "destroyed"
PANIC: Final = "panic"
NONE: Final = "none"
RESULTS: Final = (DESTROYED, PANIC, NONE)
_CLOSE: Final = 1
"""Soft targets are attacked in the row of the shortest range (28.32c)."""
_SHAKES: Final = 8
"""So many points shake a soft target that they do not destroy (28.32d)."""
_AIR: Final = 2
"""What an air strike takes off the die against vehicles (28.61a), and what it multiplies HE by against soft targets."""


def battery_points(weight: str) -> int:
    """The HE points of a battery (28.32a)."""
    return listing("28.32").number(weight, "battery")


def battalion_points(weight: str) -> int:
    """The HE points of a battalion (28.32a)."""
    return listing("28.32").number(weight, "battalion")


def air_points(weight: str, target: Weapon) -> int:
    """The HE points of an air strike: those of a battalion, doubled against soft targets (28.61a, 28.61b; X-47)."""
    return battalion_points(weight) * (1 if is_vehicle(target) else _AIR)


def is_vehicle(target: Weapon) -> bool:
    """Whether it is hit as a vehicle: tanks, carriers, and trucks as well (28.33)."""
    return target.traits.drives


class Fall(NamedTuple):
    """What falls on one unit before the die. A vehicle with passengers counts as the vehicle alone (27.61c)."""

    points: int
    """All HE points on its hex added up (28.32b); artillery and air strikes apart (28.43)."""
    target: Weapon
    mode: TerrainMode
    terrain: str = "clear"
    wreck: bool = False
    position: bool = False
    """In an Improved Position."""
    air: bool = False
    """Whether it is an air strike; `points` are those of `air_points` then."""


class Impact(msgspec.Struct, frozen=True):
    """What one attack does: which results of the die destroy, and which make the unit panic.

    Where `second` is set, panic has a die of its own, rolled if the first one did not destroy (28.32d).
    """

    rule: str
    label: str
    kills: tuple[int, ...]
    panics: tuple[int, ...] = ()
    second: bool = False
    factors: tuple[Factor, ...] = ()

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """The exact chance of each result."""
        destroyed = Fraction(len(self.kills), DIE)
        panic = Fraction(len(self.panics), DIE) * (1 - destroyed if self.second else 1)
        return {DESTROYED: destroyed, PANIC: panic, NONE: 1 - destroyed - panic}


class Struck(NamedTuple):
    """What has come of an attack: `result` is one of RESULTS."""

    result: str
    die: int
    shaken: int = 0
    """The second die, 0 where none was rolled."""


def struck(dice: Dice, fall: Impact, name: str, panicked: bool = False) -> Struck:
    """Rolls for an attack on a unit. One that has panicked already is not tried again (28.32d)."""
    die = dice.roll(DIE, f"{fall.label} at {name}")
    if die in fall.kills:
        return Struck(DESTROYED, die)
    if not fall.second:
        return Struck(PANIC if die in fall.panics else NONE, die)
    if panicked:
        return Struck(NONE, die)
    shaken = dice.roll(DIE, f"{fall.label} panic of {name}")
    return Struck(PANIC if shaken in fall.panics else NONE, die, shaken)


def impact(fall: Fall) -> Impact:
    """What artillery or an air strike does to a unit, by what it is (28.31)."""
    return _on_vehicle(fall) if is_vehicle(fall.target) else _on_soft(fall)


def _label(fall: Fall) -> str:
    return "air strike" if fall.air else "barrage"


def _on_soft(fall: Fall) -> Impact:
    """HE points less the defence of the ground, in the first row of 8.91 (28.32c, 28.61b).

    No movement and no hexside counts, since it comes from above. 28.32d, X-39: eight points and more, an air strike's
    doubled, shake it on an odd die of its own.
    """
    strength = Factor("28.61b" if fall.air else "28.32a", f"{_label(fall)} HE points", fall.points, RULEBOOK)
    defence = defence_strength(Aim((), fall.target, fall.mode, fall.terrain, fall.wreck, fall.position))
    differential = fall.points - defence.value
    factors = [strength]
    for factor in defence.factors:
        value = -factor.value if isinstance(factor.value, int) else factor.value
        factors.append(Factor(factor.rule, factor.label, value, factor.provenance))
    factors.append(Factor("8.9b", "attack differential", differential, least_sure(f.provenance for f in factors)))
    kills: tuple[int, ...] = ()
    if differential >= 0:
        column = min(differential, BEST_COLUMN)
        highest = highest_killing_die("8.91", _CLOSE, column)
        table = chart("8.91")
        factors.append(Factor(table.rule(_CLOSE), "table 8.91 at range 1-5", table.cell(_CLOSE, str(column)),
                              table.meta["provenance"]))  # fmt: skip
        kills = tuple(range(1, min(highest, DIE) + 1))
    panics: tuple[int, ...] = ()
    if fall.points >= _SHAKES:
        panics = tuple(range(1, DIE + 1, 2))
        factors.append(Factor("28.32d", "panics on an odd second die", "1,3,5", RULEBOOK))
    return Impact("28.32c", _label(fall), kills, panics, bool(panics), tuple(factors))


def _on_vehicle(fall: Fall) -> Impact:
    """The chart of artillery effects by all points and one die (28.33, 28.34); an air strike takes 2 off the die.

    28.34-x: X destroys every vehicle, T a truck; all others panic where P stands. 28.61a: a die below 1 counts as 1.
    """
    table = chart("28.34")
    column = effect_column(fall.points)
    truck = fall.target.traits.truck
    kills: list[int] = []
    panics: list[int] = []
    strength = Factor("28.61a" if fall.air else "28.33", f"{_label(fall)} HE points", fall.points, RULEBOOK)
    factors = [strength]
    if fall.air:
        factors.append(Factor("28.61a", "taken off the die", -_AIR, RULEBOOK))
    for die in range(1, DIE + 1):
        row = max(1, die - _AIR) if fall.air else die
        cell = table.cell(row, column) if column else ""
        if "X" in cell or ("T" in cell and truck):
            kills.append(die)
        elif "P" in cell:
            panics.append(die)
    if column:
        for row in range(1, DIE + 1):
            factors.append(Factor(table.rule(row), f"die {row}, points {column}", table.cell(row, column),
                                  table.meta["provenance"]))  # fmt: skip
    return Impact("28.34", _label(fall), tuple(kills), tuple(panics), False, tuple(factors))


def effect_column(points: int) -> str:
    """The column of the chart of artillery effects for so many points; "" for less than its first (28.34)."""
    found = ""
    for column in chart("28.34").columns:
        first = int(column.rstrip("+").partition("-")[0])
        found = column if points >= first else found
    return found


def mines(count: int, target: Weapon) -> Impact:
    """What so many mine markers do to a unit that enters their hex: a die not above their number wrecks a vehicle.

    Cases 29.0-gen-1, 29.0-proc-2. X-50: six and more always do; who walks is safe.
    """
    deadly = min(count, DIE) if is_vehicle(target) else 0
    why = "mines in the hex" if is_vehicle(target) else "mines are for vehicles only"
    factor = Factor("29.0-proc-2" if is_vehicle(target) else "29.0-gen-1", why, count, RULEBOOK)
    return Impact(factor.rule, "mines", tuple(range(1, deadly + 1)), factors=(factor,))


def uncovered_on(panic: int) -> tuple[int, ...]:
    """The die results by which Reconnaissance Fire finds what hides in a hex: up to the enemy's Panic Level.

    Case 32.6-proc-1. X-07: the level as `panic_level` gives it, raised by Preservation.
    """
    return tuple(range(1, min(panic, DIE) + 1))
