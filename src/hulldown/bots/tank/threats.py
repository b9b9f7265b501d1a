"""The fire that would come about as everybody stands: what each side may expect to destroy in the next turn."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.calm import calmness
from hulldown.bots.tank.charts import GUESS, MATES, OUTSIDE
from hulldown.bots.tank.field import Field, field
from hulldown.bots.tank.odds import Arms, Mark, arms, chance, defence_of, die_chance, is_soft
from hulldown.core.board import Cell
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules.combat import halved_by_preservation
from hulldown.games.tank.rules.fire import INFANTRY_REACH
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.troops import device_of

UNSEEN = 0.35
"""What fire counts at a unit that is not spotted: it must be found, or move, before anybody can aim at it."""
LEAST = 0.04
"""A shot that would add less is left out."""
REMEMBERED = 200_000


class Threats(NamedTuple):
    """The units that Alpha and Bravo may expect to destroy."""

    alpha: float
    bravo: float


_Key = tuple[str, str, int, str, str, bool, int, Cell, Cell, int, bool, bool, str]
_chances: dict[_Key, float] = {}
"""Chances that were worked out before: positions come back again and again while a turn is thought about."""


def threats(world: TankState, scene: Scene) -> Threats:
    """What both sides would destroy if everybody stayed and fired at what is best to fire at."""
    forces: dict[str, list[Unit]] = {ALPHA: [], BRAVO: []}
    for unit in world.units:
        if unit.status == ON_MAP:
            forces[unit.side].append(unit)
    sheltered = {position.cell for position in world.positions}
    wrecked = {*world.wrecks, *world.fresh}
    found = [
        _kills(world, scene, side, forces[side], forces[other], sheltered, wrecked)
        for side, other in ((ALPHA, BRAVO), (BRAVO, ALPHA))
    ]
    return Threats(found[0], found[1])


def _kills(
    world: TankState,
    scene: Scene,
    side: str,
    firers: list[Unit],
    targets: list[Unit],
    sheltered: set[Cell],
    wrecked: set[Cell],
) -> float:
    """The units that a side may expect to destroy: each shot goes where it adds most to what was fired before."""
    scenario = scene.scenario
    arrays = field(scenario.map, scenario.mode)
    distance = arrays.ground.board.distance
    panic = panic_level(world, scene, side)
    halved = halved_by_preservation(world, scene, side)
    prey = [unit for unit in targets if not unit.hidden]
    mask = 0
    for unit in prey:
        mask |= 1 << unit.cell
    alive = [1.0] * len(prey)
    calm = calmness(panic)
    for firer in firers:
        row = scene.row(firer.cell)
        if not row & mask:
            continue
        device = device_of(firer)
        gun = arms(firer.type, panic, halved, scene.doctrine, device)
        best, at = LEAST, -1
        for number, unit in enumerate(prey):
            if not row >> unit.cell & 1 or distance(firer.cell, unit.cell) > gun.reach:
                continue
            wreck, shelter = unit.cell in wrecked, unit.cell in sheltered
            facing = -1 if gun.all_round else firer.facing
            key = (
                scenario.map, scenario.mode, panic, firer.type, unit.type, halved, facing, firer.cell, unit.cell,
                unit.facing, wreck, shelter, device,
            )  # fmt: skip
            part = _chances.get(key)
            if part is None:
                part = _remember(key, arrays, gun, firer, unit, wreck, shelter)
            part *= alive[number] * (1.0 if unit.spotted else UNSEEN)
            if part > best:
                best, at = part, number
        if at >= 0:
            alive[at] -= best * calm
    return len(alive) - sum(alive, 0.0)


def _remember(key: _Key, arrays: Field, gun: Arms, firer: Unit, unit: Unit, wreck: bool, shelter: bool) -> float:
    """The chance of one unit's fire at another, worked out and kept."""
    if len(_chances) > REMEMBERED:
        _chances.clear()
    soft = is_soft(unit.type)
    points = 0 if soft or not weapon_of(unit.type).ma else GUESS
    mark = Mark(unit.type, unit.cell, -1 if soft else unit.facing, wreck, shelter and soft, points)
    away = arrays.ground.board.distance(firer.cell, unit.cell)
    if soft and not gun.squad:
        strength = MATES * gun.he.strength(unit.type, away)
        part = die_chance(gun.he, away, strength, defence_of(arrays, mark, firer.cell), 0) / MATES if away else 0.0
    elif away == 0 or (gun.squad and away > INFANTRY_REACH):
        part = 0.0
    else:
        part = chance(arrays, gun, firer.cell, mark)
    if not gun.all_round and not arrays.ground.in_arc(firer.cell, firer.facing, unit.cell):
        part *= OUTSIDE
    _chances[key] = part
    return part
