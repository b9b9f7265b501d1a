"""Chances of fire, for one line or for all hexes at once, from the same tables that the rules resolve fire with."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulldown.bots.tank.field import Field, Floats
from hulldown.core.board import Cell
from hulldown.core.charts import span
from hulldown.games.tank.data.loading import chart, weapons
from hulldown.games.tank.rules.fire import (
    BEST_COLUMN as BEST,
)
from hulldown.games.tank.rules.fire import (
    DIE,
    INFANTRY_REACH,
    Firer,
    absolute_range,
    counted_points,
    highest_killing_die,
    movement_add,
    table_of,
    unit_strength,
)

FARTHEST = 140
"""More than any distance on a map."""


class Arms(NamedTuple):
    """A weapon's fire as its force shoots now: strengths near and beyond its effective range, and its table."""

    name: str
    squad: bool
    """Whether it fires like infantry, by a table of its own."""
    ap: tuple[int, int]
    he: tuple[int, int]
    effective: int
    reach: int
    high: NDArray[np.int16]
    """The highest killing die by distance and differential + 1; column 0 is a negative differential."""
    all_round: bool
    moves: int


@lru_cache(maxsize=128)
def arms(name: str, panic: int, halved: bool) -> Arms:
    """The fire of a weapon in a force of this Panic Level, at half strength or not (15.11a)."""
    weapon = weapons()[name]
    if weapon.traits.squad:
        none = np.zeros((1, 1), np.int16)
        return Arms(name, True, (0, 0), (0, 0), INFANTRY_REACH, INFANTRY_REACH, none, True, weapon.ma)
    near, far = Firer(weapon, weapon.range, panic, halved), Firer(weapon, weapon.range + 1, panic, halved)
    ap, he = ((unit_strength(near, soft, []), unit_strength(far, soft, [])) for soft in (False, True))
    table = table_of(near)
    reach = absolute_range(weapon, panic)
    high = np.zeros((FARTHEST, BEST + 2), dtype=np.int16)
    for distance in range(1, reach + 1):
        for column in range(BEST + 1):
            high[distance, column + 1] = highest_killing_die(table, distance, column)
    return Arms(name, False, ap, he, weapon.range, reach, high, weapon.all_round, weapon.ma)


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
    weapon = weapons()[name]
    return (0, 0, 0) if weapon.soft else (weapon.front, weapon.side, weapon.rear)


@lru_cache(maxsize=64)
def is_soft(name: str) -> bool:
    return weapons()[name].soft


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
    strength = (gun.he if is_soft(mark.name) else gun.ap)[distance > gun.effective]
    return die_chance(gun, distance, strength, defence_of(arrays, mark, firer), _added(mark.name, mark.points))


def _added(name: str, points: int) -> int:
    """What the movement of a target adds to the die, by the resolver's own account (8.71, T-43)."""
    return movement_add(counted_points(weapons()[name], points))


def die_chance(gun: Arms, distance: int, strength: int, defence: int, added: int) -> float:
    """The chance of an attack of so much strength, read in a gun's table; so much is `added` to the die."""
    if strength <= 0 or distance >= FARTHEST:
        return 0.0
    high = int(gun.high[distance, min(max(strength - defence, -1), BEST) + 1]) - added
    return min(max(high, 0), DIE) / DIE


def battery(arrays: Field, crew: list[tuple[Arms, Cell]], mark: Mark) -> float:
    """The chance of the combined HE of a crew at a soft target: all strengths, the farthest range, shelter shared."""
    if not crew:
        return 0.0
    board = arrays.ground.board
    total = farthest = 0
    table, cover = crew[0][0], BEST * 10
    for gun, cell in crew:
        distance = board.distance(cell, mark.cell)
        total += gun.he[distance > gun.effective]
        cover = min(cover, defence_of(arrays, mark, cell))
        if distance > farthest:
            farthest, table = distance, gun
    return die_chance(table, farthest, total, cover, _added(mark.name, mark.points))


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
    if soft:
        defence = defence + arrays.soft_shelter(mark.cell, mark.wreck, mark.position)
        near, far = gun.he[0] * mates, gun.he[1] * mates
    else:
        front = np.array(armour(mark.name), dtype=np.int16)[arrays.aspects(places, mark.facing)]
        defence = defence + front + arrays.vehicle_shelter(mark.cell, mark.wreck)
        near, far = gun.ap
    added = _added(mark.name, mark.points)
    return _read(gun, distance, near, far, defence, added) * arrays.sight(mark.cell) / (mates if soft else 1)


def chances_from(arrays: Field, gun: Arms, firer: Cell, name: str, aspect: int = 0, points: int = 0) -> Floats:
    """For every hex the chance of one unit's fire at a target of a kind that stands there, showing this aspect."""
    places = arrays.from_firer(firer)
    distance = arrays.distances(places)
    soft = is_soft(name)
    if gun.squad:
        table = np.array([*_squad()[points > 0], 0.0]) * (not soft)
        return table[np.minimum(distance, INFANTRY_REACH + 1)] * arrays.sight(firer)
    defence = arrays.hexsides_from(places) + (arrays.soft_ground if soft else arrays.vehicle_ground)
    near, far = gun.he if soft else gun.ap
    return _read(gun, distance, near, far, defence + armour(name)[aspect], _added(name, points)) * arrays.sight(firer)


def _read(
    gun: Arms, distance: NDArray[np.int16], near: int, far: int, defence: NDArray[np.int16], added: int
) -> Floats:
    """The chances of attacks read in a gun's table."""
    strength = np.where(distance > gun.effective, far, near)
    column = np.clip(strength - defence, -1, BEST) + 1
    high = np.where(strength > 0, gun.high[distance, column], 0) - added
    found: Floats = np.clip(high, 0, DIE) / DIE
    return found
