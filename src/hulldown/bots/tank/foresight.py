"""What the enemy is expected to do this turn, read off the order it would give in a world that fits the view."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.core.orders import Order
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import COLUMN, members
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState

FOLLOWERS = 2.0
"""Vehicles that may be expected to drive behind the first of a column on the same hexes."""


class Forecast(NamedTuple):
    """Where enemies will drive."""

    points: dict[Cell, int]
    """The Movement Points plotted by the slowest vehicle of a hex, by the hex it starts from: 0 where one stands.
    Not of those who follow in a column, whose points depend on the one ahead."""
    ways: list[tuple[str, tuple[Cell, ...], float]]
    """A weapon, the hexes it will enter, and how many take that way."""


def forecast(scene: Scene, world: TankState, side: str, answer: Order) -> Forecast:
    """What an answer of a side in a world comes to."""
    tasks = {task.unit: task for task in answer.tasks if scene.verbs[task.kind].moves}
    points: dict[Cell, int] = {}
    ways: list[tuple[str, tuple[Cell, ...], float]] = []
    column = tasks.get(COLUMN)
    following = {unit.id for unit in members(world, side)} if column is not None else set()
    for unit in world.units:
        if unit.side != side:
            continue
        task = tasks.get(unit.id)
        spent = 0
        if task is not None and task.cells:
            spent = _spent(scene, unit.type, unit.cell, task.cells)
            ways.append((unit.type, tuple(task.cells), 1.0))
        if unit.cell >= 0 and unit.id not in following:
            points[unit.cell] = min(points.get(unit.cell, spent), spent)
    if column is not None and column.cells:
        kinds = [unit.type for unit in world.units if unit.side == side]
        ways.append((kinds[0], tuple(column.cells), FOLLOWERS))
    return Forecast(points, ways)


def _spent(scene: Scene, kind: str, start: Cell, path: tuple[Cell, ...]) -> int:
    """The Movement Points of a path; of one that comes onto the map, for what is known of it."""
    total, here = 0, start
    weapon = arms(kind)
    costs = scene.costs(weapon.table if weapon.drives else "vehicle")
    for cell in path:
        if here >= 0:
            direction = scene.board.direction(here, cell)
            cost = costs[here][direction]
            if cost in (IMPOSSIBLE, WHOLE):
                return weapon.ma
            total += cost
        here = cell
    return total
