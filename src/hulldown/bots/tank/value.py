"""The expected score of a side in a world, at a glance: losses against what decides the situation, clock, threats."""

from __future__ import annotations

from math import exp
from typing import Final

from hulldown.bots.brains import final
from hulldown.bots.tank.field import field, marching
from hulldown.bots.tank.threats import threats
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.modules.engagements.assault import objective
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.contact import recall
from hulldown.games.tank.rules.options import ENGAGE_TURNS, QUIET_TURNS, TURN_CAP
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, DESTROYED, EXITED, ON_MAP, TankState

UNREACHED = 30.0
"""Turns of driving that count for a quota which cannot be met any more."""


def value(world: TankState, side: str) -> float:
    """Between 0, a certain defeat, and 1, a certain victory; a draw is 0.5."""
    if world.outcome is not None:
        return final(world.outcome.winner, side)
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
    last = scene.scenario.length or int(world.options.get("turn_cap", TURN_CAP))
    late = world.turn / last
    broken = bool(world.preserved.get(BRAVO)) - bool(world.preserved.get(ALPHA))
    over = 2.0 * ((lead > 0) - (lead < 0)) if any(world.preserved.values()) else 0.0
    return _chance((4.0 + 16.0 * late) * lead + 1.2 * broken + over + 4.0 * _threat(world, scene))


def _antitank(world: TankState, scene: Scene) -> float:
    """Guns and losses of Bravo against losses of Alpha, who is still hidden, and turns without a loss (17.12)."""
    total = guns = hidden = 0
    for unit in world.units:
        hidden += unit.hidden and unit.side == BRAVO and unit.status == ON_MAP
        if unit.side == BRAVO and weapon_of(unit.type).traits.gun:
            total += 1
            guns += unit.status != DESTROYED
    losses = world.losses
    done = max(1.0 - guns / max(1, total), losses.get(BRAVO, 0) / max(1, scene.scenario.bravo.preservation))
    hurt = losses.get(ALPHA, 0) / max(1, scene.scenario.alpha.preservation)
    if world.first_fire:
        quiet = (world.turn - max(world.last_loss, world.first_fire)) / int(
            world.options.get("quiet_turns", QUIET_TURNS)
        )
    else:
        quiet = world.turn / int(world.options.get("engage_turns", ENGAGE_TURNS))
    unknown = hidden / scene.scenario.bravo.strength
    odds = 1.5 + 3.5 * done - 5.5 * hurt - 6.0 * quiet**2 - 2.5 * unknown
    return _chance(odds + 1.5 * _threat(world, scene))


def _rearguard(world: TankState, scene: Scene) -> float:
    """Units to spare, the way of those that are needed, time, and who is left to stop them; a broken guard can draw."""
    setup = scene.scenario.alpha
    allowance = max(1, weapon_of(setup.forces[0].type).ma)
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


def _by_points(world: TankState, scene: Scene) -> float:
    """The points of both sides as they stand and as they may be expected to come, weighing more as time runs out."""
    tally = scene.situation.tally
    assert tally is not None
    length = scene.situation.length(world, scene) if scene.situation.length is not None else 0
    late = min(1.0, world.turn / length) if length else 0.0
    lead = 0.0
    for side, awards in tally(world, scene).items():
        sign = 1.0 if side == ALPHA else -1.0
        # What is counted at the end only is not won yet.
        lead += sign * sum(award.points * (late if (award.rule, award.each) in AT_THE_END else 1.0) for award in awards)
    if scene.scenario.situation == "assault":
        lead += _to_come(world, scene) * (1.0 - late)
    return _chance(POINT * (0.5 + late) * lead + 4.0 * _threat(world, scene))


def _to_come(world: TankState, scene: Scene) -> float:
    """Points that the attackers of 34.4 may still win by driving through the objective and off the map (34.4-23)."""
    centre = objective(world)
    entered = recall(world, "entered", ())
    total = 0.0
    for unit in world.units:
        if unit.side != ALPHA or unit.status not in (ON_MAP, CARRIED) or weapon_of(unit.type).traits.carries:
            continue
        near = 1.0 - min(1.0, scene.board.distance(unit.cell, centre) / FAR) if centre >= 0 and unit.cell >= 0 else 0.0
        total += THROUGH * (0.7 if unit.id in entered else 0.15 + 0.25 * near)
    return total


POINT: Final = 0.12
"""What a point weighs, in log odds at half time."""
THROUGH: Final = 10.0
FAR: Final = 25
"""Hexes from the objective from which on nobody is near it."""
AT_THE_END: Final = frozenset({("34.2-12", 20), ("34.3-14", 5), ("34.4-21", 10), ("34.4-22", 10)})
"""Cases and worth of what is counted at the end alone: sole sight, squads still there, who is in the objective."""
_JUDGES = {
    "meeting": _meeting, "introductory": _meeting, "antitank": _antitank, "rearguard": _rearguard,
    "meeting1": _by_points, "meeting2": _by_points, "delaying": _by_points, "assault": _by_points,
}  # fmt: skip


def _threat(world: TankState, scene: Scene) -> float:
    """What Alpha's fire may destroy in the next turn less what Bravo's may, as parts of the forces shot at."""
    found = threats(world, scene)
    return found.alpha / scene.scenario.bravo.strength - found.bravo / scene.scenario.alpha.strength
