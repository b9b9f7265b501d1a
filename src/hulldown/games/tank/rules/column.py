"""Columns: a force entering through one hex in single file and bound to its formation until it is fired on (17.3)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable, reach, step_cost, way_to
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.ground import ground_on
from hulldown.games.tank.rules.options import BY_CONTACT
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import EXIT, EXIT_COST, ON_MAP, WAITING, TankState, Unit

COLUMN: Final = "column"
"""The name under which a whole column is given its order."""
OPPOSITE: Final = {"W": "Y", "Y": "W", "X": "Z", "Z": "X"}
INWARD: Final = {"W": 3, "X": 5, "Y": 0, "Z": 2}
"""The facing with which a unit comes onto the map when its plot does not say."""
_FAR: Final = 10_000


def bound(state: TankState, scene: Scene, side: str) -> bool:
    """Whether a side must still move as a column: until it has been fired on itself (17.3-6, R-1, R-2).

    With the option `column_release` at `contact` both forces of a meeting are free as soon as they have met.
    """
    column = state.columns.get(side)
    if column is None or not column.duty or state.fired_on.get(side, False):
        return False
    by_contact = scene.situation.prewritten and state.options["column_release"] == BY_CONTACT
    return not (by_contact and state.contact)


def on_rails(state: TankState, scene: Scene, side: str) -> bool:
    """Whether a side's movement follows the plot written before the game, so that nothing is asked of it.

    17.11-2: it holds until the enemy is met; from then on the column is ordered turn by turn (R-1).
    """
    return scene.situation.prewritten and not state.contact and bound(state, scene, side)


def waiting(state: TankState, side: str) -> list[Unit]:
    """The units still off the map, in the order of the column (17.3-3)."""
    return [unit for unit in state.units if unit.side == side and unit.status == WAITING]


def members(state: TankState, side: str) -> list[Unit]:
    """The units in formation, leader first: those on the column's way, then those waiting."""
    last = {cell: place for place, cell in enumerate(state.columns[side].trail)}
    on_way: list[Unit] = []
    # One number for each, which sorts like (the last place of its cell, backwards; order in the force).
    keys: list[int] = []
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            place = last.get(unit.cell)
            if place is not None:
                keys.append((_FAR - place) << 16 | len(on_way))
                on_way.append(unit)
    keys.sort()
    found = [on_way[key & 0xFFFF] for key in keys]
    found += waiting(state, side)
    return found


def _last(trail: list[Cell], cell: Cell) -> int:
    return len(trail) - 1 - trail[::-1].index(cell)


def entry_points(scene: Scene, cell: Cell, allowance: int) -> int:
    """Movement Points for each place in the column at the entry hex (17.3-2, T-75)."""
    cost = scene.ground.entry_cost(cell)
    return allowance if cost == WHOLE else cost


def entrants(state: TankState, scene: Scene, side: str) -> list[tuple[Unit, int]]:
    """The waiting units that can come on this turn with the point at which each enters."""
    column = state.columns[side]
    found = []
    for number, unit in enumerate(waiting(state, side), 1):
        allowance = arms(unit.type).ma
        due = number * entry_points(scene, column.entry, allowance)
        if due > allowance:
            break
        found.append((unit, due))
    return found


def advance(
    state: TankState, scene: Scene, side: str, lead: tuple[Cell, ...], busy: Collection[str], leaves: bool = False
) -> tuple[list[Task], list[Cell]]:
    """The moves of a whole column behind its leader's path, and the way it makes (17.3-2, 17.3-3).

    Each unit follows the way as far as its points allow, but stays behind the one ahead. `busy` units have other tasks;
    if the leader is one of them it stays where it is, and the others close up behind it. If the column `leaves` the
    map, all who get to the end of the way with a point to spare follow their leader over the edge (17.3-7, R-17).
    """
    column = state.columns[side]
    order = members(state, side)
    if not order:
        return [], column.trail
    head = order[0]
    done = column.trail[: _last(column.trail, head.cell) + 1] if head.status == ON_MAP else []
    way = [*done, *lead] if head.id not in busy else done
    entering = {unit.id: due for unit, due in entrants(state, scene, side)}
    tasks: list[Task] = []
    kind = scene.entry_kind
    limit = len(way) - 1
    for unit in order:
        at = _place(way, unit, limit)
        if unit.status == WAITING and unit.id not in entering:
            break
        to = at
        if unit.id not in busy:
            to, left = _follow(scene, way, unit, at, limit, entering.get(unit.id, 0))
            if leaves and to == len(way) - 1 and left >= EXIT_COST:
                tasks.append(Task(unit.id, kind, tuple(way[at + 1 :]), choice=EXIT))
                continue
            if to > at:
                tasks.append(Task(unit.id, kind, tuple(way[at + 1 : to + 1])))
        limit = to - 1
        if limit < 0:
            break
    return tasks, way


def _place(way: list[Cell], unit: Unit, limit: int) -> int:
    if unit.status == WAITING:
        return -1
    cell = unit.cell
    at = min(limit + 1, len(way) - 1)
    while at >= 0:
        if way[at] == cell:
            return at
        at -= 1
    return way.index(cell)


def _follow(scene: Scene, way: list[Cell], unit: Unit, at: int, limit: int, entry_due: int) -> tuple[int, int]:
    """The last place on the way that a unit reaches, and the points left (9.0-gen-5, T-21: as far as they last)."""
    allowance = arms(unit.type).ma
    spent = 0
    while at < limit:
        if at < 0:
            cost = entry_due
        else:
            cost = step_cost(scene.board, scene.ground.vehicle_costs, way[at], way[at + 1])
            if cost == WHOLE:
                cost = allowance if spent == 0 else _FAR
        if cost == IMPOSSIBLE or spent + cost > allowance:
            break
        spent += cost
        at += 1
    return at, allowance - spent


def route_step(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    """The leader's path this turn along the plot written before the game, at full speed (17.11-2)."""
    column = state.columns[side]
    order = members(state, side)
    if not order:
        return ()
    head = order[0]
    at = _last(column.route, head.cell) if head.status == ON_MAP else -1
    due = entry_points(scene, column.entry, arms(head.type).ma) if at < 0 else 0
    to, _ = _follow(scene, column.route, head, at, len(column.route) - 1, due)
    return tuple(column.route[at + 1 : to + 1])


def halted(state: TankState, scene: Scene, side: str) -> bool:
    """Whether a column has come to the end of its way: nothing is left to move or to enter (T-77)."""
    if side not in state.columns or state.run is not None:
        return False
    return not advance(state, scene, side, route_step(state, scene, side), ())[0]


@lru_cache(maxsize=32)
def _open_costs(map_name: str, mode: str, allowance: int) -> CostTable:
    """The vehicle costs with a whole allowance counted as two turns' worth, so that a way through is still found."""
    costs = ground_on(map_name, mode).vehicle_costs
    return [tuple(allowance * 2 if cost == WHOLE else cost for cost in row) for row in costs]


@lru_cache(maxsize=512)
def cheapest_route(map_name: str, mode: str, entry: Cell, edge: str, allowance: int) -> tuple[Cell, ...]:
    """The cheapest way from an entry hex to the opposite edge, the entry hex included."""
    ground = ground_on(map_name, mode)
    found = reach(ground.board, _open_costs(map_name, mode, allowance), entry, _FAR)
    goals = [cell for cell in ground.board.edges[OPPOSITE[edge]] if cell in found]
    if not goals:
        return (entry,)
    return (entry, *way_to(found, min(goals, key=lambda cell: (found[cell].cost, cell))))
