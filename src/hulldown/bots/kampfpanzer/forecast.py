"""What the enemy may be expected to do this turn: the ways its units will take, or those of an order it would give."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.kampfpanzer.field import ticks_to
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.core.board import Cell
from hulldown.core.orders import Order
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.march import march
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import NOBODY, WAITING, KampfState, Unit

RUNS, COMES = 0.7, 0.35
"""How likely a unit is to go on its way: one that must leave the map, and one that goes somewhere to stay."""


class Trip(NamedTuple):
    """A way of an enemy: the hexes it enters, when, and how likely it is to take it."""

    unit: Unit
    start: Cell
    path: tuple[Cell, ...]
    chance: float
    due: tuple[int, ...] = ()


class Forecast(NamedTuple):
    """Who will drive where, and how likely each enemy is to stand still."""

    trips: list[Trip]
    still: dict[str, float]


def expected(picture: Picture) -> Forecast:
    """What the goals of the enemy let one expect."""
    goals = picture.their_goals
    trips: list[Trip] = []
    still: dict[str, float] = {}
    for foe in picture.foes:
        weapon = arms(foe.type)
        path: tuple[Cell, ...] = ()
        if not foe.level and weapon.moves and not weapon.digs and goals.cells and foe.cell not in goals.cells:
            path = _way(picture, foe)
        chance = (RUNS if goals.leave else COMES) if path else 0.0
        if path:
            trips.append(Trip(foe, foe.cell, path, chance))
        roams = not foe.level and weapon.moves and not weapon.digs
        still[foe.id] = 1.0 - max(chance, 0.4 if roams else 0.1 if weapon.moves and not foe.level else 0.0)
    return Forecast(trips, still)


def _way(picture: Picture, foe: Unit) -> tuple[Cell, ...]:
    """The quickest way of an enemy to its goals, as far as it gets in a turn."""
    weapon, arrays = arms(foe.type), picture.arrays
    left = ticks_to(picture.scene.scenario.map, weapon.table, picture.their_goals.cells)
    costs, near = picture.scene.ground.cost_tables[weapon.table], picture.scene.board.neighbours
    path: list[Cell] = []
    here, spent = foe.cell, 0
    while True:
        ahead = [
            (float(left[arrays.at[cell]]) + costs[here][way], cell, costs[here][way])
            for way, cell in enumerate(near[here])
            if cell >= 0 and costs[here][way] != IMPOSSIBLE
        ]
        if not ahead:
            return tuple(path)
        _, cell, cost = min(ahead)
        spent += cost
        if spent > weapon.ma or left[arrays.at[cell]] >= left[arrays.at[here]]:
            return tuple(path)
        path.append(cell)
        here = cell


def foreseen(world: KampfState, scene: Scene, side: str, answer: Order) -> Forecast:
    """What an answer of a side in a world comes to."""
    trips: list[Trip] = []
    still = {unit.id: 1.0 for unit in world.units if unit.side == side and unit.aboard == NOBODY}
    tasks = {task.unit: task for task in answer.tasks}
    for unit in world.units:
        task = tasks.get(unit.id)
        if unit.side != side or task is None or not scene.verbs[task.kind].moves:
            continue
        way = march(world, scene, unit, task.cells, overrun=scene.verbs[task.kind].overruns)
        if way.path:
            start = unit.cell if unit.status != WAITING else -1
            trips.append(Trip(unit, start, way.path, 1.0, way.due))
            still[unit.id] = 0.0
    return Forecast(trips, still)
