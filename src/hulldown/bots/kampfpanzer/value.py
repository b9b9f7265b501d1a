"""The expected score of a side in a world, at a glance: what decides the scenario, losses, the clock, and threats."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

from hulldown.bots.brains import final
from hulldown.bots.kampfpanzer.field import field
from hulldown.bots.kampfpanzer.goals import left, turns_of
from hulldown.bots.kampfpanzer.odds import by_fire, recovery
from hulldown.bots.kampfpanzer.stakes import Stake, harm, hurt
from hulldown.core.board import Cell
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    DESTROYED,
    EXITED,
    FIRST,
    NOBODY,
    ON_MAP,
    SECOND,
    SIDES,
    KampfState,
    Unit,
    dug_in,
    enemy_of,
)
from hulldown.games.kampfpanzer.rules.victory import gone, judged, lost, region

SURE = {1: 0.55, 2: 0.3, 3: 0.15}
"""How much it counts who would win if the game ended now, by the turns that are left."""
DIVIDED = 0.5
"""The part of all fire that can reach a unit which it may expect."""


def value(world: KampfState, side: str) -> float:
    """Between 0, a certain defeat, and 1, a certain victory; a draw is 0.5."""
    if world.outcome is not None:
        return final(world.outcome.winner, side)
    scene = scene_of(world)
    first = _JUDGES[scene.scenario.victory.kind](world, scene)
    sure = SURE.get(left(world, scene), 0.0)
    if sure:
        first = (1.0 - sure) * first + sure * final(judged(world, scene).winner, FIRST)
    return first if side == FIRST else 1.0 - first


def chance(odds: float) -> float:
    """A chance from log odds, never quite certain."""
    return 0.01 + 0.98 / (1.0 + exp(-max(-20.0, min(20.0, odds))))


def _fighters(world: KampfState, side: str) -> list[int]:
    """The combat units of a side that are not lost and have not left."""
    return [
        index
        for index, unit in enumerate(world.units)
        if unit.side == side and unit.status not in (DESTROYED, EXITED) and not arms(unit.type).carrier
    ]


def _strength(world: KampfState, scene: Scene, side: str) -> float:
    """The part of a force that is left and fit."""
    all_units = sum(unit.side == side and not arms(unit.type).carrier for unit in world.units)
    stake = Stake(left(world, scene))
    fit = sum([1.0 - hurt(stake, world.units[index].level) for index in _fighters(world, side)])
    return (fit + gone(world, side)) / max(1, all_units)


def _lead(world: KampfState, scene: Scene) -> float:
    """How much better off the first side is in its force and in the fire to come."""
    danger = {side: _danger(world, scene, side) for side in SIDES}
    lead = _strength(world, scene, FIRST) - _strength(world, scene, SECOND)
    return lead + 0.6 * (danger[SECOND] - danger[FIRST])


def _danger(world: KampfState, scene: Scene, side: str) -> float:
    """The part of a force that the enemy's fire as all stand may take in the next turn."""
    arrays = field(scene.scenario.map)
    firers = [unit for unit in world.units if unit.side != side and unit.status == ON_MAP and unit.aboard == NOBODY
              and arms(unit.type).fires]  # fmt: skip
    targets = [unit for unit in world.units if unit.side == side and unit.status == ON_MAP and unit.aboard == NOBODY]
    if not firers or not targets:
        return 0.0
    stake = Stake(left(world, scene))
    total = 0.0
    for unit in targets:
        weapon, number = arms(unit.type), arrays.at[unit.cell]
        power = 0.0
        for foe in firers:
            if scene.board.distance(foe.cell, unit.cell) <= arms(foe.type).range:
                facing = foe.facing if arms(foe.type).faces else -1
                fire = arrays.fire_from(foe.type, foe.cell, facing, weapon.hard)
                power += recovery(foe.level) * float(fire[number])
        if power:
            shelter = arrays.trench if dug_in(world, unit) else float(arrays.cover[number])
            superiority = round(DIVIDED * power - weapon.counter.defence - shelter)
            total += harm(stake, unit.level, by_fire(superiority))
    return total / len([index for index in range(len(world.units)) if world.units[index].side == side])


def _still_fit(unit: Unit, turns: int) -> float:
    """The chance that a unit is undisrupted at the end, as it is now."""
    return 1.0 - (1.0 - recovery(unit.level)) ** max(0, turns - 1) if unit.level else 1.0


def _holders(world: KampfState, scene: Scene, side: str, cells: frozenset[Cell]) -> float:
    """The units of a side that may be expected in some hexes at the end."""
    turns = left(world, scene)
    total = 0.0
    for index in _fighters(world, side):
        unit = world.units[index]
        fit = _still_fit(unit, turns)
        if unit.cell in cells:
            total += fit
        else:
            spare = turns - turns_of(world, scene, index, cells)
            if spare >= 0:
                total += fit * (0.75 if spare >= 2 else 0.45) * (0.97 ** (turns - spare))
    return total


def _late(world: KampfState, scene: Scene) -> float:
    return min(1.0, world.turn / scene.scenario.length)


def _more(world: KampfState, scene: Scene) -> float:
    cells = region(scene)
    ahead = _holders(world, scene, FIRST, cells) - _holders(world, scene, SECOND, cells)
    late = _late(world, scene)
    return chance((0.15 + 1.1 * late**2) * ahead + (5.0 - 3.0 * late) * _lead(world, scene))


def _double(world: KampfState, scene: Scene) -> float:
    cells, side = region(scene), scene.scenario.victory.side
    ahead = _holders(world, scene, side, cells) - 2.0 * _holders(world, scene, enemy_of(side), cells)
    late = _late(world, scene)
    lead = _lead(world, scene) * (1.0 if side == FIRST else -1.0)
    odds = (0.12 + 0.9 * late**2) * (ahead + 0.5) + (5.0 - 3.0 * late) * lead
    return _seen_by_first(chance(odds), side)


def _evict(world: KampfState, scene: Scene) -> float:
    """How many will still hold the place: the attacker needs them fewer than the number."""
    cells, victory = region(scene), scene.scenario.victory
    held = _holders(world, scene, enemy_of(victory.side), cells)
    late = _late(world, scene)
    lead = _lead(world, scene) * (1.0 if victory.side == FIRST else -1.0)
    odds = (0.25 + 1.3 * late**2) * (victory.fewer + 1.5 * (1.0 - late) - 0.5 - held) + 5.0 * lead
    return _seen_by_first(chance(odds), victory.side)


def _reach(world: KampfState, scene: Scene) -> float:
    """Who is in the hex, how shaken, and how near the others are."""
    core, victory = region(scene), scene.scenario.victory
    foe = enemy_of(victory.side)
    odds = 4.0 * _lead(world, scene) * (1.0 if victory.side == FIRST else -1.0) - 0.5
    for unit in world.units:
        if unit.cell in core and unit.status == ON_MAP:
            odds += 2.5 - 0.5 * unit.level if unit.side == victory.side else -1.2 + 0.5 * unit.level
    time = left(world, scene)
    near = [turns_of(world, scene, index, core) for index in _fighters(world, victory.side)]
    odds += 0.25 * sum(turns <= time for turns in near) - 0.12 * min(near, default=20.0)
    odds -= 0.2 * sum(turns_of(world, scene, index, core) <= 1 for index in _fighters(world, foe))
    return _seen_by_first(chance(odds), victory.side)


def _destroy(world: KampfState, scene: Scene) -> float:
    """What is destroyed and shaken, against the number and the clock."""
    victory = scene.scenario.victory
    foe = enemy_of(victory.side)
    done = float(lost(world, foe)) + sum([0.12 * world.units[index].level for index in _fighters(world, foe)])
    pace = victory.destroyed * (0.3 + 0.7 * _late(world, scene))
    fought = _strength(world, scene, victory.side) - 0.6 * _danger(world, scene, victory.side)
    odds = 1.1 * (done + 6.0 * _danger(world, scene, foe) - pace) + 2.5 * (fought - 0.6)
    return _seen_by_first(chance(odds), victory.side)


def _runners(world: KampfState, scene: Scene, side: str) -> float:
    """The units that have left or may be expected to."""
    out = frozenset(scene.exits(side))
    shut = {unit.cell for unit in world.units if unit.side != side and unit.status == ON_MAP} & out
    open_ways = out - shut
    turns, total = left(world, scene), float(gone(world, side))
    if not open_ways:
        return total + 0.1 * len(_fighters(world, side))
    for index in _fighters(world, side):
        unit = world.units[index]
        need = turns_of(world, scene, index, open_ways) + (1.0 / recovery(unit.level) if unit.level else 0.0)
        if need <= turns:
            total += 0.95 ** min(20.0, need) * (0.85 if turns - need >= 1.5 else 0.6)
    return total


def _exit(world: KampfState, scene: Scene) -> float:
    victory = scene.scenario.victory
    runners = _runners(world, scene, victory.side)
    lead = _lead(world, scene) * (1.0 if victory.side == FIRST else -1.0)
    wins = chance((0.5 + 0.6 * _late(world, scene)) * (runners - victory.exit + 0.3) + 3.0 * lead)
    if victory.kind == "breakout" and lost(world, enemy_of(victory.side)) >= victory.losses:
        wins += 0.5 * (1.0 - wins)
    return _seen_by_first(wins, victory.side)


def _breakthrough(world: KampfState, scene: Scene) -> float:
    victory = scene.scenario.victory
    foe = enemy_of(victory.side)
    if lost(world, victory.side) >= victory.losses:
        return _seen_by_first(0.01, victory.side)
    done = float(lost(world, foe)) + sum([0.12 * world.units[index].level for index in _fighters(world, foe)])
    hurts = 0.35 * min(0.0, done - victory.destroyed * _late(world, scene)) + 0.12 * done
    odds = 0.35 * min(2.0, _runners(world, scene, victory.side) - victory.exit) + hurts
    odds += 4.0 * _lead(world, scene) * (1.0 if victory.side == FIRST else -1.0) - 0.15 * lost(world, victory.side)
    return _seen_by_first(chance(odds - 0.5), victory.side)


def _seen_by_first(wins: float, side: str) -> float:
    return wins if side == FIRST else 1.0 - wins


_JUDGES: dict[str, Callable[[KampfState, Scene], float]] = {
    "more": _more,
    "double": _double,
    "evict": _evict,
    "reach": _reach,
    "destroy": _destroy,
    "breakout": _exit,
    "exit": _exit,
    "breakthrough": _breakthrough,
}
