"""The expected score of a side in a position, without search: points now, what is likely to follow, time left."""

from __future__ import annotations

from math import exp

from hulldown.bots.panzer.exchange import exchange
from hulldown.bots.panzer.travel import FAR, edge_of, hexes_of, turns_to
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.rules.state import EXITED, ON_MAP, SOVIET, WAITING, PanzerState, enemy_of
from hulldown.games.panzer.rules.victory import score

MATERIAL = 0.35
"""What a vehicle that can fire is worth besides its points while there is time to use it."""
EXCHANGE = 0.6
"""How much of the fire that is possible as everybody stands will really come about."""
SPREAD = 60.0
"""The points by which the outcome strays in a turn, about; over several turns it grows like their square root."""


def value(world: PanzerState, side: str) -> float:
    """The expected score of a side: 0 a certain defeat, 1 a certain victory."""
    if world.outcome is not None:
        return 0.5 if world.outcome.winner is None else 1.0 if world.outcome.winner == side else 0.0
    lead = projected(world)
    scenario = scenario_of(world)
    left = max(0, scenario.turns - world.turn)
    needed = scenario.victory.levels[0].margin
    spread = SPREAD * (0.3 + left) ** 0.5 + needed * 0.15
    won, lost = _logistic((lead - needed) / spread), _logistic((-lead - needed) / spread)
    soviet = 0.5 + 0.5 * (won - lost)
    return soviet if side == SOVIET else 1.0 - soviet


def _logistic(x: float) -> float:
    x *= 1.7
    return 1 / (1 + exp(-x)) if x > -30 else 0.0


def projected(world: PanzerState) -> float:
    """The lead of the Soviet side that is to be expected at the end."""
    scene = scene_of(world)
    scenario, ground = scene.scenario, scene.ground
    points = score(world, scene)
    lead = float(points[SOVIET] - points[enemy_of(SOVIET)])
    left = scenario.turns - world.turn
    time = min(1.0, left / 8)
    strength = {"soviet": 0.0, "german": 0.0}
    exits = {way.side: way for way in scenario.exits}
    for unit in world.units:
        if unit.status not in (ON_MAP, WAITING):
            continue
        card = cards()[unit.type]
        sign = 1 if unit.side == SOVIET else -1
        whole = 0.55 if unit.damaged else 1.0
        if card.ap is not None:
            strength[unit.side] += card.points * whole
            lead += sign * card.points * whole * MATERIAL * time
        leaving = exits.get(unit.side)  # type: ignore[call-overload]
        if leaving is not None and unit.status != EXITED:
            turns = 0.0
            if unit.cell >= 0:
                turns = turns_to(ground, unit.type, edge_of(ground, leaving.edge))[unit.cell] / whole
            if turns <= left + 1:
                lead += sign * leaving.points * 0.9**turns * 0.8
    if left:
        lead += EXCHANGE * exchange(world)
    return lead + _objectives(world, strength, left)


def _objectives(world: PanzerState, strength: dict[str, float], left: int) -> float:
    """What objectives that may still change hands add to the Soviet lead."""
    scene = scene_of(world)
    scenario, ground = scene.scenario, scene.ground
    total = strength["soviet"] + strength["german"] + 1.0
    lead = 0.0
    for hold, objective in zip(world.holds, scenario.objectives, strict=True):
        points: dict[str, int] = dict(objective.points)  # type: ignore[arg-type]
        cells = hexes_of(ground, objective.hexes)
        soonest = {"soviet": FAR, "german": FAR}
        for unit in world.units:
            if unit.status == ON_MAP and cards()[unit.type].armed:
                turns = turns_to(ground, unit.type, cells)[unit.cell] * (2 if unit.damaged else 1)
                soonest[unit.side] = min(soonest[unit.side], turns)
        chance = {}
        for side in ("soviet", "german"):
            done = hold.turns if hold.claimant == side else 0
            there = 1 if hold.present == side else 0
            late = soonest[side] + objective.turns - done > left + 1 + there
            chance[side] = 0.0 if late else strength[side] / total * 0.88 ** soonest[side]
        for side, sign in (("soviet", 1), ("german", -1)):
            other = enemy_of(side)
            if hold.holder == side:
                # What it may lose to the other, who then has it.
                lead -= sign * chance[other] * 0.6 * (points.get(side, 0) + points.get(other, 0))
            elif not hold.holder:
                lead += sign * chance[side] * points.get(side, 0)
    return lead
