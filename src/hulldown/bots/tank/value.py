"""The expected score of a side in a world, at a glance: losses against what decides the situation, clock, threats."""

from __future__ import annotations

from math import exp

from hulldown.bots.tank.field import field, marching
from hulldown.bots.tank.threats import threats
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapons
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, DESTROYED, EXITED, ON_MAP, TankState

UNREACHED = 30.0
"""Turns of driving that count for a quota which cannot be met any more."""


def value(world: TankState, side: str) -> float:
    """Between 0, a certain defeat, and 1, a certain victory; a draw is 0.5."""
    if world.outcome is not None:
        winner = world.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    scene = scene_of(world)
    alpha = _JUDGES.get(scene.scenario.situation, _meeting)(world, scene)
    return alpha if side == ALPHA else 1.0 - alpha


def _chance(odds: float) -> float:
    """A chance from log odds, never quite certain."""
    return 0.01 + 0.98 / (1.0 + exp(-max(-20.0, min(20.0, odds))))


def _left(world: TankState, scene: Scene, side: str) -> float:
    strength = scene.side(side).strength
    return (strength - world.losses.get(side, 0)) / strength


def _meeting(world: TankState, scene: Scene) -> float:
    """The ratio of the forces, weighing more as the turns run out; whoever is ahead may go home once one is broken."""
    lead = _left(world, scene, ALPHA) - _left(world, scene, BRAVO)
    last = scene.scenario.length or int(world.options["turn_cap"])
    late = world.turn / last
    broken = bool(world.preserved.get(BRAVO)) - bool(world.preserved.get(ALPHA))
    over = 2.0 * ((lead > 0) - (lead < 0)) if any(world.preserved.values()) else 0.0
    return _chance((4.0 + 16.0 * late) * lead + 1.2 * broken + over + 4.0 * _threat(world, scene))


def _antitank(world: TankState, scene: Scene) -> float:
    """Guns and losses of Bravo against losses of Alpha, who is still hidden, and turns without a loss (17.12)."""
    total = guns = hidden = 0
    for unit in world.units:
        hidden += unit.hidden and unit.side == BRAVO and unit.status == ON_MAP
        if unit.side == BRAVO and weapons()[unit.type].traits.gun:
            total += 1
            guns += unit.status != DESTROYED
    losses = world.losses
    done = max(1.0 - guns / max(1, total), losses.get(BRAVO, 0) / max(1, scene.scenario.bravo.preservation))
    hurt = losses.get(ALPHA, 0) / max(1, scene.scenario.alpha.preservation)
    if world.first_fire:
        quiet = (world.turn - max(world.last_loss, world.first_fire)) / int(world.options["quiet_turns"])
    else:
        quiet = world.turn / int(world.options["engage_turns"])
    unknown = hidden / scene.scenario.bravo.strength
    odds = 1.5 + 3.5 * done - 5.5 * hurt - 6.0 * quiet**2 - 2.5 * unknown
    return _chance(odds + 1.5 * _threat(world, scene))


def _rearguard(world: TankState, scene: Scene) -> float:
    """Units to spare, the way of those that are needed, time, and who is left to stop them; a broken guard can draw."""
    setup = scene.scenario.alpha
    allowance = max(1, weapons()[setup.forces[0].type].ma)
    arrays = field(scene.scenario.map, scene.scenario.mode)
    way = marching(scene.scenario.map, scene.scenario.mode, allowance, arrays.ground.board.edges["Y"])
    far = float(way.max())
    turns: list[float] = []
    through = waiting = 0
    for unit in world.units:
        if unit.side != ALPHA or unit.status == DESTROYED:
            continue
        if unit.status == EXITED:
            through += 1
        elif unit.status == ON_MAP:
            turns.append(float(way[arrays.at[unit.cell]]) / allowance)
        else:
            waiting += 1
            turns.append((0.8 * far + waiting) / allowance)
    turns.sort()
    needed = setup.strength // 2 - through
    front = turns[:needed] if 0 < needed <= len(turns) else [UNREACHED]
    mean = sum(front) / len(front)
    late = min(0.0, scene.scenario.length - world.turn + 1 - front[-1])
    spare = (len(turns) - needed) / setup.strength
    guard = _left(world, scene, BRAVO)
    wins = _chance(0.5 + 2.0 * spare - 0.05 * mean - 0.3 * guard * mean + 0.2 * late + 2.5 * _threat(world, scene))
    return wins + (1.0 - wins) * (0.5 if world.preserved.get(BRAVO) else 0.0)


_JUDGES = {"meeting": _meeting, "introductory": _meeting, "antitank": _antitank, "rearguard": _rearguard}


def _threat(world: TankState, scene: Scene) -> float:
    """What Alpha's fire may destroy in the next turn less what Bravo's may, as parts of the forces shot at."""
    found = threats(world, scene)
    return found.alpha / scene.scenario.bravo.strength - found.bravo / scene.scenario.alpha.strength
