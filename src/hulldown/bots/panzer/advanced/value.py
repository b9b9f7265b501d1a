"""The expected score of a side in a position of the Advanced Game: points now, forces, objectives within reach."""

from __future__ import annotations

from math import exp

from hulldown.bots.panzer.advanced.travel import FAR, turns_to
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of
from hulldown.games.panzer.rules.advanced.play.scoring import holds_ground
from hulldown.games.panzer.rules.objectives import cells_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, SOVIET, WAITING, PanzerState, enemy_of
from hulldown.games.panzer.rules.victory import score

MATERIAL = 0.25
"""What a unit that can fire is worth besides its points while there is time to use it."""
SPREAD = 30.0
"""The points by which the outcome strays in a turn, about; over several turns it grows like their square root."""


def value(world: PanzerState, side: str) -> float:
    """The expected score of a side: 0 a certain defeat, 1 a certain victory."""
    if world.outcome is not None:
        return 0.5 if world.outcome.winner is None else 1.0 if world.outcome.winner == side else 0.0
    scene = scene_of(world)
    lead = projected(world, scene)
    left = max(0, scene.scenario.turns - world.turn)
    needed = scene.scenario.victory.levels[0].margin
    spread = SPREAD * (0.2 + left) ** 0.5 + needed * 0.15
    won, lost = _logistic((lead - needed) / spread), _logistic((-lead - needed) / spread)
    soviet = 0.5 + 0.5 * (won - lost)
    return soviet if side == SOVIET else 1.0 - soviet


def _logistic(x: float) -> float:
    x *= 1.7
    return 1 / (1 + exp(-x)) if x > -30 else 0.0


def projected(world: PanzerState, scene: Scene) -> float:
    """The lead of the Soviet side that is to be expected at the end."""
    points = score(world, scene)
    lead = float(points[SOVIET] - points[enemy_of(SOVIET)])
    left = scene.scenario.turns - world.turn
    time = min(1.0, left / 8)
    strength = {"soviet": 1.0, "german": 1.0}
    for index, unit in enumerate(world.units):
        if unit.status in (ON_MAP, WAITING, CARRIED) and card_of(unit).weapons:
            whole = 0.55 if unit.damaged else 0.8 if detail_of(unit).suppressed else 1.0
            worth = member_of(scene, index).points * whole
            strength[unit.side] += worth
            lead += (1 if unit.side == SOVIET else -1) * worth * MATERIAL * time
    return lead + _objectives(world, scene, strength, left)


def _objectives(world: PanzerState, scene: Scene, strength: dict[str, float], left: int) -> float:
    """What objectives that may still change hands add to the Soviet lead."""
    total = strength["soviet"] + strength["german"]
    lead = 0.0
    for hold, objective in zip(world.holds, scene.scenario.objectives, strict=True):
        points: dict[str, int] = dict(objective.points)  # type: ignore[arg-type]
        cells = cells_of(scene.board, objective)
        soonest = {"soviet": FAR, "german": FAR}
        for index, unit in enumerate(world.units):
            if unit.status == ON_MAP and holds_ground(unit):
                turns = turns_to(scene.ground, gait_of(world, scene, index), cells)[unit.cell]
                soonest[unit.side] = min(soonest[unit.side], turns * (2 if unit.damaged else 1))
        chance = {}
        for side in ("soviet", "german"):
            done = hold.turns if hold.claimant == side else 0
            there = 1 if hold.present == side else 0
            late = soonest[side] + objective.turns - done > left + 1 + there
            chance[side] = 0.0 if late else strength[side] / total * 0.88 ** soonest[side]
        for side, sign in (("soviet", 1), ("german", -1)):
            other = enemy_of(side)
            if hold.holder == side:
                lead -= sign * chance[other] * 0.6 * (points.get(side, 0) + points.get(other, 0))
            elif not hold.holder:
                lead += sign * chance[side] * points.get(side, 0)
    return lead
