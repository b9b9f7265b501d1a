"""The expected score of a side in a position of the Advanced Game: points now, forces, objectives within reach."""

from __future__ import annotations

from math import exp

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.travel import FAR, turns_to
from hulldown.core.board import Cell
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of
from hulldown.games.panzer.rules.advanced.play.scoring import holds_ground
from hulldown.games.panzer.rules.objectives import cells_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, SOVIET, WAITING, PanzerState, enemy_of
from hulldown.games.panzer.rules.victory import score

CALM = Temper()
MATERIAL = 0.05
"""What a unit that can fire is worth besides its points while there is time to use it."""
DANGER = 0.8
"""How much of the losses that units may expect where they stand comes about, before they go elsewhere."""
PROSPECT = 0.2
"""How much of the best shots that units have as all stand comes about besides."""
LEAVES = 0.8
"""How much a vehicle that is in time for an edge counts of the points for leaving there."""
TURN = 0.9
"""What is left of that for each turn of the way."""
MASS = 0.4
"""How much of an objective goes by what both sides have near it; the rest goes by whose nearest unit is sooner."""
NEAR = 0.8
"""What is left of a unit's weight for each turn of its way."""
LONG = 6
"""The turns in which all that is near has come up."""
SPREAD = 50.0
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
    if left >= 0:
        lead += _fire(world, SOVIET) - _fire(world, enemy_of(SOVIET))
    return lead + _objectives(world, scene, strength, left) + _exits(world, scene, left)


def _fire(world: PanzerState, side: str) -> float:
    """What the fire of the next turns is likely to bring a side, less what it costs it, as all stand."""
    field = Field(world, side, CALM)
    cells = [world.units[index].cell for index in field.mine]
    danger = sum([field.danger(index, cell) for index, cell in zip(field.mine, cells, strict=True)])
    prospect = sum([field.prospect(index, cell) for index, cell in zip(field.mine, cells, strict=True)])
    return PROSPECT * prospect - DANGER * danger


def _exits(world: PanzerState, scene: Scene, left: int) -> float:
    """What vehicles that are still on their way off the map add to the Soviet lead."""
    lead = 0.0
    for way in scene.scenario.exits:
        edge = frozenset(scene.board.edges[way.edge])
        for index, unit in enumerate(world.units):
            if unit.side == way.side and unit.status == ON_MAP and vehicle_of(unit) is not None:
                turns = turns_to(scene.ground, gait_of(world, scene, index), edge)[unit.cell]
                if turns <= left + 1:
                    lead += (1 if unit.side == SOVIET else -1) * way.points * LEAVES * TURN**turns
    return lead


def _objectives(world: PanzerState, scene: Scene, strength: dict[str, float], left: int) -> float:
    """What objectives that may still change hands add to the Soviet lead."""
    total = strength["soviet"] + strength["german"]
    lead = 0.0
    for hold, objective in zip(world.holds, scene.scenario.objectives, strict=True):
        points: dict[str, int] = dict(objective.points)  # type: ignore[arg-type]
        soonest, near = _approach(world, scene, cells_of(scene.board, objective))
        chance = {}
        for side in ("soviet", "german"):
            done = hold.turns if hold.claimant == side else 0
            there = 1 if hold.present == side else 0
            late = soonest[side] + objective.turns - done > left + 1 + there
            chance[side] = 0.0 if late else strength[side] / total * 0.88 ** soonest[side]
        race = 0.0
        for side, sign in (("soviet", 1), ("german", -1)):
            other = enemy_of(side)
            if hold.holder == side:
                race -= sign * chance[other] * 0.6 * (points.get(side, 0) + points.get(other, 0))
            elif not hold.holder:
                race += sign * chance[side] * points.get(side, 0)
        part = near["soviet"] / (near["soviet"] + near["german"])
        mass = part * points.get("soviet", 0) - (1 - part) * points.get("german", 0)
        if hold.holder:
            mass -= points.get(hold.holder, 0) * (1 if hold.holder == SOVIET else -1)
        lead += (1 - MASS) * race + MASS * mass * min(1.0, (left + 0.5) / LONG)
    return lead


def _approach(world: PanzerState, scene: Scene, cells: frozenset[Cell]) -> tuple[dict[str, float], dict[str, float]]:
    """The turns that the nearest unit of each side needs to an objective, and how much each side has near it."""
    soonest = {"soviet": FAR, "german": FAR}
    near = {"soviet": 1.0, "german": 1.0}
    for index, unit in enumerate(world.units):
        if unit.status == ON_MAP and holds_ground(unit):
            turns = turns_to(scene.ground, gait_of(world, scene, index), cells)[unit.cell]
            if turns < FAR:
                turns *= 2 if unit.damaged else 1
                soonest[unit.side] = min(soonest[unit.side], turns)
                near[unit.side] += member_of(scene, index).points * NEAR**turns
    return soonest, near
