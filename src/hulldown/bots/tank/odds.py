"""Chances of fire, for one line or for all hexes at once, from the same tables that the rules resolve fire with."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulldown.bots.plane import Floats
from hulldown.bots.tank.field import Field
from hulldown.core.board import Cell
from hulldown.core.charts import span
from hulldown.games.tank.data.loading import Weapon, chart, weapon_of
from hulldown.games.tank.rules.doctrine import STANDARD, Doctrine
from hulldown.games.tank.rules.fire import AP, DIE, HE, HEAT_COLUMN, HEAT_LEAST, INFANTRY_REACH, Firer, counted_points
from hulldown.games.tank.rules.fire import BEST_COLUMN as BEST
from hulldown.games.tank.rules.results import (
    SQUAD_REACH,
    absolute_range,
    highest_killing_die,
    lead_of,
    missile_column,
    table_limit,
    table_of,
)
from hulldown.games.tank.rules.strength import unit_strength

FARTHEST = 140
"""More than any distance on a map."""


class Fire(NamedTuple):
    """AP or HE of a weapon: strengths near and beyond its effective range, its table, and how it leads movers."""

    near: int
    far: int
    effective: int
    reach: int
    high: NDArray[np.int16]
    """The highest killing die by distance and differential + 1; column 0 is a negative differential."""
    add: int
    points: int
    """So much is added to the die for every so many full points that the target moves (8.71, 24.4)."""
    heat: bool

    def strengths(self, target: str) -> tuple[int, int]:
        """What it brings against a target, near and far: spaced armour halves HEAT (24.12a)."""
        if self.heat and weapon_of(target).spaced:
            return self.near // 2, self.far // 2
        return self.near, self.far

    def strength(self, target: str, distance: int) -> int:
        """The same at a distance."""
        return self.strengths(target)[distance > self.effective]

    def added(self, target: str, points: int) -> int:
        """What the movement of a target adds to the die, by the resolver's own account (8.71, T-43, 24.4)."""
        return self.add * (counted_points(weapon_of(target), points) // self.points)


class Arms(NamedTuple):
    """A weapon's fire as its force shoots now."""

    name: str
    squad: bool
    """Whether it fires like the infantry of the Standard game, by a table of its own."""
    ap: Fire
    he: Fire
    reach: int
    all_round: bool
    moves: int

    def fire(self, target: str) -> Fire:
        """What it fires at a target: HE at what is soft, AP at armour; at trucks AP, unless that is HEAT (X-85)."""
        if is_soft(target):
            return self.he
        if weapon_of(target).traits.truck and (self.ap.heat or self.ap.near <= 0):
            return self.he
        return self.ap


@lru_cache(maxsize=512)
def arms(name: str, panic: int, halved: bool, doctrine: Doctrine = STANDARD, device: str = "") -> Arms:
    """The fire of a weapon in a force of this Panic Level, at half strength or not (15.11a), with a device or none."""
    weapon = weapon_of(name)
    squad = weapon.traits.squad and bool(doctrine.squads)
    he = _fire(weapon, HE, panic, halved, doctrine)
    ap = _fire(weapon_of(device) if device else weapon, AP, panic, halved, doctrine)
    if squad:
        none = ap._replace(near=0, far=0)
        return Arms(name, True, none, none, INFANTRY_REACH, True, weapon.ma)
    reach = max(ap.reach, he.reach) if doctrine.key != STANDARD.key else absolute_range(weapon, panic)
    return Arms(name, False, ap, he, reach, weapon.all_round, weapon.ma)


def _fire(weapon: Weapon, kind: str, panic: int, halved: bool, doctrine: Doctrine) -> Fire:
    """AP or HE of a weapon, read off the tables of the rules."""
    soft = kind == HE
    near, far = Firer(weapon, weapon.range, panic, halved), Firer(weapon, weapon.range + 1, panic, halved)
    reach = _reach(weapon, kind, panic, doctrine)
    heat = weapon.heat and not soft
    lead = lead_of(weapon, doctrine, kind)
    return Fire(
        unit_strength(near, soft, []),
        unit_strength(far, soft, []),
        weapon.range,
        reach,
        _highest(near, kind, reach),
        lead.add,
        lead.points,
        heat,
    )


def _reach(weapon: Weapon, kind: str, panic: int, doctrine: Doctrine) -> int:
    """How far AP or HE of a weapon reaches (8.31a, 26.11c)."""
    if kind == HE and weapon.guided:
        return table_limit(table_of(Firer(weapon, 1, panic), HE))
    if weapon.traits.squad:
        return INFANTRY_REACH if doctrine.squads else SQUAD_REACH
    return absolute_range(weapon, panic, doctrine)


@lru_cache(maxsize=512)
def _highest(firer: Firer, kind: str, reach: int) -> NDArray[np.int16]:
    """The highest killing die by distance and differential + 1: plain, HEAT (24.11b, 24.11c) or guided (24.31)."""
    weapon, table = firer.weapon, table_of(firer, kind)
    guided = weapon.guided and kind == AP
    high = np.zeros((FARTHEST, BEST + 2), dtype=np.int16)
    for distance in range(max(1, weapon.minimum if guided else 1), reach + 1):
        for column in range(BEST + 1):
            if not weapon.heat or kind == HE:
                high[distance, column + 1] = highest_killing_die(table, distance, column)
            elif column < HEAT_LEAST:
                continue
            elif guided:
                cell = chart(table).cell(distance, missile_column(weapon, firer.panic))
                high[distance, column + 1] = max(span(cell), default=0)
            else:
                high[distance, column + 1] = highest_killing_die(table, distance, HEAT_COLUMN)
    return high


@lru_cache(maxsize=1)
def _squad() -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The chances of infantry at ranges 0 to 3 against standing and moving vehicles (8.81)."""
    table = chart("8.81")
    standing, moving = (
        (0.0, *(len(span(table.cell(distance, state))) / DIE for distance in (1, 2, 3)))
        for state in ("stationary", "moving")
    )
    return standing, moving


@lru_cache(maxsize=64)
def armour(name: str) -> tuple[int, int, int]:
    """Front, side and rear of a vehicle; nothing for soft units, which only the ground protects."""
    weapon = weapon_of(name)
    return (0, 0, 0) if weapon.soft else (weapon.front, weapon.side, weapon.rear)


@lru_cache(maxsize=64)
def is_soft(name: str) -> bool:
    """Whether HE is fired at it, joined, and only the ground protects it: guns and squads, not trucks (27.72)."""
    weapon = weapon_of(name)
    return weapon.soft and not weapon.traits.truck


class Mark(NamedTuple):
    """A target: what it is, where and how it stands (facing -1: it shows its front), and what moves or shelters it."""

    name: str
    cell: Cell
    facing: int = -1
    wreck: bool = False
    position: bool = False
    points: int = 0


def defence_of(arrays: Field, mark: Mark, firer: Cell) -> int:
    """The defence of a target against fire from a cell (8.7)."""
    value = arrays.hexside(firer, mark.cell)
    if is_soft(mark.name):
        return value + arrays.soft_shelter(mark.cell, mark.wreck, mark.position)
    front = armour(mark.name)[arrays.aspect(firer, mark.cell, mark.facing)]
    return value + front + arrays.vehicle_shelter(mark.cell, mark.wreck)


def chance(arrays: Field, gun: Arms, firer: Cell, mark: Mark) -> float:
    """The chance of one unit's fire at a target that it has a line to."""
    distance = arrays.ground.board.distance(firer, mark.cell)
    if gun.squad:
        near = distance <= INFANTRY_REACH and not is_soft(mark.name)
        return _squad()[mark.points > 0][distance] if near else 0.0
    fire = gun.fire(mark.name)
    strength = fire.strength(mark.name, distance)
    return die_chance(fire, distance, strength, defence_of(arrays, mark, firer), fire.added(mark.name, mark.points))


def die_chance(fire: Fire, distance: int, strength: int, defence: int, added: int) -> float:
    """The chance of an attack of so much strength, read in the table of its fire; so much is `added` to the die."""
    if strength <= 0 or distance >= FARTHEST:
        return 0.0
    high = int(fire.high[distance, min(max(strength - defence, -1), BEST) + 1]) - added
    return min(max(high, 0), DIE) / DIE


def battery(arrays: Field, crew: list[tuple[Arms, Cell]], mark: Mark) -> float:
    """The chance of the combined HE of a crew at a soft target: all strengths, the farthest range, shelter shared."""
    if not crew:
        return 0.0
    board = arrays.ground.board
    total = farthest = 0
    fire, cover = crew[0][0].he, BEST * 10
    for gun, cell in crew:
        distance = board.distance(cell, mark.cell)
        total += gun.he.strength(mark.name, distance)
        cover = min(cover, defence_of(arrays, mark, cell))
        if distance > farthest:
            farthest, fire = distance, gun.he
    return die_chance(fire, farthest, total, cover, fire.added(mark.name, mark.points))


def chances_at(arrays: Field, gun: Arms, mark: Mark, mates: int = 1) -> Floats:
    """For every hex the chance of fire from there at a target; 0 where there is no line.

    `mates` guns fire HE together at a soft target; the chance is then that of one's share.
    """
    places = arrays.to_target(mark.cell)
    distance = arrays.distances(places)
    soft = is_soft(mark.name)
    if gun.squad:
        table = np.array([*_squad()[mark.points > 0], 0.0]) * (not soft)
        return table[np.minimum(distance, INFANTRY_REACH + 1)] * arrays.sight(mark.cell)
    defence = arrays.hexside_at(mark.cell, places)
    fire = gun.fire(mark.name)
    near, far = fire.strengths(mark.name)
    if soft:
        defence = defence + arrays.soft_shelter(mark.cell, mark.wreck, mark.position)
        near, far = near * mates, far * mates
    else:
        front = np.array(armour(mark.name), dtype=np.int16)[arrays.aspects(places, mark.facing)]
        defence = defence + front + arrays.vehicle_shelter(mark.cell, mark.wreck)
    added = fire.added(mark.name, mark.points)
    return _read(fire, distance, near, far, defence, added) * arrays.sight(mark.cell) / (mates if soft else 1)


def chances_from(arrays: Field, gun: Arms, firer: Cell, name: str, aspect: int = 0, points: int = 0) -> Floats:
    """For every hex the chance of one unit's fire at a target of a kind that stands there, showing this aspect."""
    places = arrays.from_firer(firer)
    distance = arrays.distances(places)
    soft = is_soft(name)
    if gun.squad:
        table = np.array([*_squad()[points > 0], 0.0]) * (not soft)
        return table[np.minimum(distance, INFANTRY_REACH + 1)] * arrays.sight(firer)
    defence = arrays.hexsides_from(places) + (arrays.soft_ground if soft else arrays.vehicle_ground)
    fire = gun.fire(name)
    near, far = fire.strengths(name)
    return _read(fire, distance, near, far, defence + armour(name)[aspect], fire.added(name, points)) * arrays.sight(
        firer
    )


def _read(
    fire: Fire, distance: NDArray[np.int16], near: int, far: int, defence: NDArray[np.int16], added: int
) -> Floats:
    """The chances of attacks read in the table of their fire."""
    strength = np.where(distance > fire.effective, far, near)
    column = np.clip(strength - defence, -1, BEST) + 1
    high = np.where(strength > 0, fire.high[distance, column], 0) - added
    found: Floats = np.clip(high, 0, DIE) / DIE
    return found
