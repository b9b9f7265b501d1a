"""The expected score of a side in a world: points, what may still be won or lost, and the next exchange of fire."""

from __future__ import annotations

from math import ceil, exp
from typing import Final

from hulldown.bots.brains import final
from hulldown.bots.panzer_battles.fields import FAR, distances
from hulldown.bots.panzer_battles.odds import Case, volley
from hulldown.bots.panzer_battles.picture import REACH, price_of
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.rules import arcs
from hulldown.games.panzer_battles.rules.points import tally
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    FIRST,
    OFF,
    ON_MAP,
    SECOND,
    SIDES,
    BattleState,
    Unit,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, BOUNDING, OVERWATCH

SPREAD: Final = 15.0
"""Points of a lead that count much when the game is nearly over."""
GROWS: Final = 7.0
"""How many more points must be for the same effect, for each turn to come."""
FORCE: Final = 0.08
"""The part of its price that a lost vehicle or step costs beyond that, as long as there is time to use it."""
AHEAD: Final = 0.8
"""The part of a turn's worth of fire that is expected of the next Phase."""
FADES: Final = 0.85
"""The part of a town's value that is left if it is a turn farther away."""
HOPE: Final = 1.0
"""The part of the points for leaving the map that is expected of a unit at the edge."""
DRIVES: Final = 0.8
"""The part of that which is left if the edge is a turn farther away: who halts is fired at, and time runs out."""
TAKEN: Final = 8.0
"""The points expected of a hex of a town that a unit is close to."""
PAR: Final = 0.33
"""The part of the points for leaving the map that is nobody's lead before the game: what it costs to earn them."""
SHAKEN: Final = (0.0, 0.02, 0.1, 0.22)
"""The part of its worth that a company has lost, by morale state."""
FIRES: Final = {OVERWATCH: 1.0, BOUNDING: 0.8, BOUND: 0.4}
"""How likely a unit is to fire in the next Phase, by its command."""
LAST: Final = ("facing2", "record")
"""Steps of the last turn in which nothing is won or lost any more."""
HIDDEN: Final = 0.4
"""How much a target counts that is not seen now."""


def value(world: BattleState, side: str) -> float:
    """The expected score: 0 a certain defeat, 1 a certain victory."""
    if world.outcome is not None:
        return final(world.outcome.winner, side)
    scene = scene_of(world)
    left = max(0, scene.scenario.length - world.turn)
    lead = _lead(world, scene, left)
    chance = 1.0 / (1.0 + exp(-lead / (SPREAD + GROWS * left)))
    return chance if side == FIRST else 1.0 - chance


def _lead(world: BattleState, scene: Scene, left: int) -> float:
    """The points by which the First Player leads, with what may still come."""
    points = tally(world, scene)
    lead = float(points[FIRST] - points[SECOND])
    if scene.scenario.victory.tie == SECOND:
        lead -= 0.5
    if world.turn == 0 or (left == 0 and world.stack[-1].step in LAST):
        return lead
    later = min(left, 4) / 4.0
    ahead = left / scene.scenario.length
    for unit in world.units:
        if unit.type == DUMMY or unit.status not in (ON_MAP, OFF) or not unit.start:
            continue
        price = price_of(scene, unit)
        shaken = SHAKEN[min(3, world.companies[unit.company].morale)]
        gain = -later * price * (FORCE * (unit.start - unit.strength) + shaken * unit.strength)
        if unit.strength:
            gain += _exit(world, scene, unit, left)
        lead += gain if unit.side == FIRST else -gain
    lead += _towns(world, scene, left)
    return lead - ahead * _par(world, scene) + AHEAD * _exchange(world, scene)


def _par(world: BattleState, scene: Scene) -> float:
    """What the First Player's goals promise before the game, and the enemy's fire takes on the way."""
    total = sum(PAR * _exit_points(scene, unit) * unit.start for unit in world.units if unit.type != DUMMY)
    return total + sum(TAKEN * len(town.hexes) for town in scene.scenario.towns) / 2.0


def _exit_points(scene: Scene, unit: Unit) -> int:
    """The points for each vehicle or step of a unit that leaves the map."""
    return sum(
        award.points
        for award in scene.scenario.victory.awards
        if award.what == "exit" and unit.type in award.types and unit.side in award.sides
    )


def _exit(world: BattleState, scene: Scene, unit: Unit, left: int) -> float:
    """The points that a unit may still earn by leaving the map."""
    cells = scene.exits(unit.side)
    if not cells or world.companies[unit.company].morale >= 3:
        return 0.0
    each = _exit_points(scene, unit)
    field = distances(scene.scenario.map, "vehicle", frozenset(cells))
    cell = unit.cell if unit.cell >= 0 else unit.entry
    if not each or cell < 0:
        return 0.0
    turns = ceil((field[cell] + 2) / max(1, traits(unit.type).allowance))
    return HOPE * each * unit.strength * _in_time(turns, left) * float(DRIVES**turns)


def _in_time(turns: int, left: int) -> float:
    """How likely a goal so many turns away is reached in time: a turn to spare leaves a third of the risk."""
    return 1.0 - 0.35 ** (left - turns + 1) if turns <= left else 0.0


def _towns(world: BattleState, scene: Scene, left: int) -> float:
    """What towns that the First Player has not taken are worth to him, by how near he is."""
    if not scene.scenario.towns:
        return 0.0
    board, total = scene.board, 0.0
    movers = [
        unit
        for unit in world.units
        if unit.side == FIRST and unit.status == ON_MAP and traits(unit.type).vehicle and unit.type != DUMMY
    ]
    for town in scene.scenario.towns:
        for label in town.hexes:
            if world.control.get(label, SECOND) == FIRST:
                total += TAKEN / 2.0
                continue
            field = distances(scene.scenario.map, "vehicle", frozenset([board.by_label[label]]))
            times = [ceil(field[unit.cell] / max(1, traits(unit.type).allowance)) for unit in movers]
            turns = min(times, default=FAR)
            total += TAKEN * _in_time(turns, left) * float(FADES**turns)
    return total


def _exchange(world: BattleState, scene: Scene) -> float:
    """The points that the First Player may expect to gain on the other by the next Phase's fire."""
    units = {side: [unit for unit in world.units if _fights(unit, side)] for side in SIDES}
    shots: list[tuple[float, int, int, Unit, Unit]] = []
    for side in SIDES:
        foes = units[SECOND if side == FIRST else FIRST]
        for place, unit in enumerate(units[side]):
            ready = FIRES.get(unit.command, 0.3)
            if world.companies[unit.company].morale >= 3 or not traits(unit.type).systems or unit.engaged:
                continue
            best: tuple[float, int] | None = None
            for number, foe in enumerate(foes):
                gain = ready * _gain(scene, unit, foe)
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, number)
            if best is not None:
                shots.append((best[0], place, best[1], unit, foes[best[1]]))
    shots.sort(key=lambda shot: (-shot[0], shot[3].id))
    lost: dict[str, float] = {}
    total = 0.0
    for gain, _, _, unit, foe in shots:
        most = price_of(scene, foe) * foe.strength
        before = lost.get(foe.id, 0.0)
        now = min(gain, max(0.0, most - before))
        lost[foe.id] = before + now
        total += now if unit.side == FIRST else -now
    return total


def _fights(unit: Unit, side: str) -> bool:
    return unit.side == side and unit.type != DUMMY and present(unit) and unit.strength > 0


def _gain(scene: Scene, unit: Unit, foe: Unit) -> float:
    """What a unit may take from another by a Phase's fire, as both stand."""
    far = scene.board.distance(unit.cell, foe.cell)
    if far > REACH or not scene.row(unit.cell) >> foe.cell & 1:
        return 0.0
    dq, dr = scene.displacement(foe.cell, unit.cell)
    kind = traits(foe.type)
    flank = kind.vehicle and far > 0 and not arcs.in_front(foe.facing, dq, dr)
    shelter = foe.defilade >= 0 and (kind.infantry or arcs.in_defilade(foe.defilade, dq, dr))
    case = Case(
        unit.type, unit.strength, foe.type, foe.strength, far, flank, scene.board.terrain[foe.cell], False, shelter
    )  # fmt: skip
    return volley(case) * price_of(scene, foe) * (1.0 if foe.shown else HIDDEN)
