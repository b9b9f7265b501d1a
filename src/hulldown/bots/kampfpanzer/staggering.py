"""Moves with stops: where an enemy that drives would end a move by its zone, the mover waits until it has passed."""

from __future__ import annotations

from hulldown.bots.kampfpanzer.forecast import Forecast, Trip
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.march import March, march
from hulldown.games.kampfpanzer.rules.state import EXIT, Unit

STOPS = 4
"""Points that a unit waits at most."""


def staggered(picture: Picture, order: Order, forecast: Forecast) -> Order | None:
    """The order with stops in the moves that would meet an enemy on its way; None where that changes nothing."""
    moving = [trip for trip in forecast.trips if trip.due]
    if not moving:
        return None
    tasks = tuple(_later(picture, task, moving) for task in order.tasks)
    return Order(order.kind, tasks, order.choice, order.decision) if tasks != order.tasks else None


def _later(picture: Picture, task: Task, trips: list[Trip]) -> Task:
    """A move with the fewest stops after its first hex that let it pass; the move itself where none help."""
    verb = picture.scene.verbs[task.kind]
    unit = picture.state.units[picture.index[task.unit]] if task.unit in picture.index else None
    if unit is None or not verb.moves or len(task.cells) < 3 or task.cells[0] == task.cells[1]:
        return task
    if not _meets(picture, unit, _way(picture, unit, task), trips):
        return task
    for stops in range(1, STOPS + 1):
        cells = (task.cells[0],) * (stops + 1) + task.cells[1:]
        waiting = Task(task.unit, task.kind, cells, task.facing, task.choice, task.targets)
        way = _way(picture, unit, waiting)
        if way.fault is None and way.spent <= arms(unit.type).ma and not _meets(picture, unit, way, trips):
            return waiting
    return task


def _way(picture: Picture, unit: Unit, task: Task) -> March:
    verb = picture.scene.verbs[task.kind]
    return march(picture.state, picture.scene, unit, task.cells, task.choice == EXIT, verb.overruns)


def _meets(picture: Picture, unit: Unit, way: March, trips: list[Trip]) -> bool:
    """Whether a mover comes next to an enemy on the move before it is through."""
    distance = picture.scene.board.distance
    last = way.due[len(way.path) - 1] if way.path else 0
    ticks = sorted({*way.due, *(due for trip in trips for due in trip.due if due < last)})
    for tick in ticks:
        if tick >= last:
            return False
        here = _at(unit.cell, way.path, way.due, tick)
        for trip in trips:
            there = _at(trip.start, trip.path, trip.due, tick)
            if here >= 0 and there >= 0 and distance(here, there) <= 1:
                return True
    return False


def _at(start: Cell, path: tuple[Cell, ...], due: tuple[int, ...], tick: int) -> Cell:
    """Where a unit is at a tick of its way."""
    here = start
    for cell, when in zip(path, due, strict=False):
        if when > tick:
            break
        here = cell
    return here
