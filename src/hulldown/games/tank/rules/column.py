"""Columns: units entering through one hex in single file and bound to their formation for a time (17.3, 34.1 to 34.4).

In the Standard game a force is one column, found under the name of its side. In the Expanded game a side may have
several: `alpha1`, `alpha2`; what each consists of and how it marches is told by its scenario (`Column.more`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.core.parts import part_of
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable, cheapest_way, closed, step_cost
from hulldown.games.tank.rules import edges
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.edges import delayed
from hulldown.games.tank.rules.ground import ground_on
from hulldown.games.tank.rules.options import BY_CONTACT
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import FREE, RAILS
from hulldown.games.tank.rules.state import (
    ALPHA,
    BRAVO,
    EXIT,
    EXIT_COST,
    ON_MAP,
    SIDES,
    WAITING,
    Column,
    TankState,
    Unit,
    index_in,
)

COLUMN: Final = "column"
"""The name under which a whole column is given its order."""
OPPOSITE: Final = {"W": "Y", "Y": "W", "X": "Z", "Z": "X"}
INWARD: Final = {"W": 3, "X": 5, "Y": 0, "Z": 2}
"""The facing with which a unit comes onto the map when its plot does not say."""
_FAR: Final = 10_000


def side_of(key: str) -> str:
    """The side of a column."""
    return ALPHA if key.startswith(ALPHA) else BRAVO


def columns_of(state: TankState, side: str) -> list[str]:
    """The columns of a side, by the names under which the state has them."""
    return [side] if side in state.columns else [key for key in state.columns if key.startswith(side)]


def called(key: str) -> str:
    """The name by which a column is given its orders: a force's only one has no number."""
    return COLUMN if key in SIDES else COLUMN + key[len(side_of(key)) :]


def named(state: TankState, side: str, name: str) -> str:
    """The column of a side that is called so; "" if there is none."""
    for key in state.columns:
        if key.startswith(side) and called(key) == name:
            return key
    return ""


def column_of(state: TankState, unit: Unit) -> str:
    """The column that a unit belongs to, "" if to none."""
    for key in state.columns:
        if key == unit.side or (key.startswith(unit.side) and unit.id in crew_of(state.columns[key])):
            return key
    return ""


def crew_of(column: Column) -> tuple[str, ...]:
    """The units in one of several columns, in their order; nothing for a force that is one column."""
    return tuple(part_of(column, "crew", ()))


def edge_of(state: TankState, scene: Scene, unit: Unit) -> str:
    """The mapedge over which a unit comes on: the one its column has chosen, or that of its side."""
    key = column_of(state, unit)
    edge: str = part_of(state.columns[key], "edge", "") if key else ""
    edge = edge or scene.side(unit.side).edge
    if scene.hooks.entries and key:
        # 32.1a: its section may run along another one.
        return edges.edge_of(scene.board, (state.columns[key].entry,), edge)
    return edge


def bound(state: TankState, scene: Scene, key: str) -> bool:
    """Whether a column must still move as one: until its side has been fired on (17.3-6, R-1, R-2).

    With the option `column_release` at `contact` both forces of a meeting are free as soon as they have met. The
    scenarios of the Expanded game each say how long (34.1-6, 34.2-4, 34.3-3, 34.4-9).
    """
    column = state.columns.get(key)
    if column is None or not column.duty:
        return False
    march = scene.situation.march
    if march is not None:
        return march(state, scene, key) != FREE
    if state.fired_on.get(key, False):
        return False
    by_contact = scene.situation.prewritten and state.options.get("column_release") == BY_CONTACT
    return not (by_contact and state.contact)


def railed(state: TankState, scene: Scene, key: str) -> bool:
    """Whether a column follows the plot written before the game, so that nothing is asked of it.

    17.11-2: it holds until the enemy is met; from then on the column is ordered turn by turn (R-1).
    """
    if scene.situation.march is not None:
        return bound(state, scene, key) and scene.situation.march(state, scene, key) == RAILS
    return scene.situation.prewritten and not state.contact and bound(state, scene, key)


def on_rails(state: TankState, scene: Scene, side: str) -> bool:
    """Whether all that a side has follows ways written before the game (17.11-2, 34.1-6)."""
    keys = columns_of(state, side)
    if not keys or not all(railed(state, scene, key) for key in keys):
        return False
    if keys == [side]:
        return True
    marching = {name for key in keys for name in crew_of(state.columns[key])}
    return all(unit.id in marching for unit in state.units if unit.side == side and unit.status in (ON_MAP, WAITING))


def tied(state: TankState, scene: Scene, side: str) -> set[str]:
    """The units of a side that do not move by themselves now: in a bound column, on its way or waiting (17.3-6)."""
    found: set[str] = set()
    for key in columns_of(state, side):
        if bound(state, scene, key):
            trail = set(state.columns[key].trail)
            for unit in _crew(state, key):
                if _in_line(unit, trail):
                    found.add(unit.id)
    return found


def is_tied(state: TankState, keys: list[str], unit: Unit) -> bool:
    """Whether a unit is one of those that are `tied`, given the columns of its side that are bound."""
    key = column_of(state, unit)
    return key in keys and _in_line(unit, state.columns[key].trail)


def _in_line(unit: Unit, trail: Collection[Cell]) -> bool:
    """Whether a unit of a column is on its way, or still waits to come on (17.3-6)."""
    return unit.status == WAITING or (unit.status == ON_MAP and unit.cell in trail)


def _crew(state: TankState, key: str) -> list[Unit]:
    """The units of a column, in their order, whatever has become of them."""
    units = state.units
    if key in SIDES:
        return [unit for unit in units if unit.side == key]
    return [units[index_in(units, name)] for name in crew_of(state.columns[key])]


def _crew_that_is(state: TankState, key: str, status: str) -> list[Unit]:
    """The units of a column of which this has become, in their order."""
    if key in SIDES:
        return [unit for unit in state.units if unit.status == status and unit.side == key]
    return [unit for unit in _crew(state, key) if unit.status == status]


def waiting(state: TankState, key: str) -> list[Unit]:
    """The units still off the map, in the order of the column (17.3-3)."""
    return _crew_that_is(state, key, WAITING)


def _present(state: TankState, key: str) -> list[Unit]:
    """The units on the map, in the order of the column."""
    return _crew_that_is(state, key, ON_MAP)


def members(state: TankState, key: str) -> list[Unit]:
    """The units in formation, leader first: those on the column's way, then those waiting."""
    last = {cell: place for place, cell in enumerate(state.columns[key].trail)}
    on_way: list[Unit] = []
    # One number for each, which sorts like (the last place of its cell, backwards; order in the force).
    keys: list[int] = []
    for unit in _present(state, key):
        place = last.get(unit.cell)
        if place is not None:
            keys.append((_FAR - place) << 16 | len(on_way))
            on_way.append(unit)
    keys.sort()
    found = [on_way[number & 0xFFFF] for number in keys]
    found += waiting(state, key)
    return found


def pace(state: TankState, scene: Scene, key: str, unit: Unit) -> int:
    """The Movement Points that a unit of a column has: its own, or those of the slowest as long as they keep together.

    34.1-5, 34.2-5, 34.4-9: a close column goes at the highest speed of its slowest unit.
    """
    if key in SIDES or not bound(state, scene, key):
        return arms(unit.type).ma
    return min([arms(one.type).ma for one in _present(state, key) + waiting(state, key)])


def _last(trail: list[Cell], cell: Cell) -> int:
    return len(trail) - 1 - trail[::-1].index(cell)


def entry_points(scene: Scene, cell: Cell, allowance: int, truck: bool = False) -> int:
    """Movement Points for each place in the column at the entry hex (17.3-2, T-75).

    27.71c: more than a truck has where it cannot enter at all. 28.52b: smoke costs a point more.
    """
    cost = scene.ground.entry_cost(cell, truck)
    return allowance if cost == WHOLE else _FAR if cost == IMPOSSIBLE else cost + scene.toll(cell)


def entrants(state: TankState, scene: Scene, key: str) -> list[tuple[Unit, int]]:
    """The waiting units of a column that can come on this turn with the point at which each enters."""
    column = state.columns[key]
    found: list[tuple[Unit, int]] = []
    if delayed(state, scene, side_of(key)):
        return found
    for number, unit in enumerate(waiting(state, key), 1):
        allowance = pace(state, scene, key, unit)
        due = number * entry_points(scene, column.entry, allowance, arms(unit.type).truck)
        if due > allowance:
            break
        found.append((unit, due))
    return found


def entries(state: TankState, scene: Scene, side: str) -> dict[str, int]:
    """The points at which the waiting units of all columns of a side can come on this turn, by unit."""
    return {unit.id: due for key in columns_of(state, side) for unit, due in entrants(state, scene, key)}


def advance(
    state: TankState, scene: Scene, key: str, lead: tuple[Cell, ...], busy: Collection[str], leaves: bool = False
) -> tuple[list[Task], list[Cell]]:
    """The moves of a whole column behind its leader's path, and the way it makes (17.3-2, 17.3-3).

    Each unit follows the way as far as its points allow, but stays behind the one ahead. `busy` units have other tasks;
    if the leader is one of them it stays where it is, and the others close up behind it. If the column `leaves` the
    map, all who get to the end of the way with a point to spare follow their leader over the edge (17.3-7, R-17). The
    main body keeps its distance from a point ahead of it (34.1-3).
    """
    column = state.columns[key]
    order = members(state, key)
    if not order:
        return [], column.trail
    point, gap = _point(column)
    head = order[0]
    done = column.trail[: _last(column.trail, head.cell) + 1] if head.status == ON_MAP else []
    way = [*done, *lead] if head.id not in busy else done
    entering = {unit.id: due for unit, due in entrants(state, scene, key)}
    tasks: list[Task] = []
    kind = scene.entry_kind
    limit = len(way) - 1
    for unit in order:
        if gap and unit.id not in point:
            limit, gap = limit - gap if unit is not order[0] else limit, 0
            if limit < 0:
                break
        at = _place(way, unit, limit)
        if unit.status == WAITING and unit.id not in entering:
            break
        to = at
        if unit.id not in busy:
            points = pace(state, scene, key, unit)
            to, left = _follow(scene, way, unit, points, at, limit, entering.get(unit.id, 0))
            if leaves and to == len(way) - 1 and left >= EXIT_COST:
                tasks.append(Task(unit.id, kind, tuple(way[at + 1 :]), choice=EXIT))
                continue
            if to > at:
                tasks.append(Task(unit.id, kind, tuple(way[at + 1 : to + 1])))
        limit = to - 1
        if limit < 0:
            break
    return tasks, way


def _point(column: Column) -> tuple[tuple[str, ...], int]:
    """The units of a column's point, and how many hexes the main body keeps behind it (34.1-3)."""
    return crew_of(column)[: int(part_of(column, "point", 0))], int(part_of(column, "gap", 0))


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


def _follow(
    scene: Scene, way: list[Cell], unit: Unit, allowance: int, at: int, limit: int, entry_due: int
) -> tuple[int, int]:
    """The last place on the way that so many points reach, and the points left (9.0-gen-5, T-21: as they last)."""
    costs = scene.costs(arms(unit.type).table)
    spent = 0
    while at < limit:
        if at < 0:
            cost = entry_due
        else:
            cost = step_cost(scene.board, costs, way[at], way[at + 1])
            if cost == WHOLE:
                cost = allowance if spent == 0 else _FAR
        if cost == IMPOSSIBLE or spent + cost > allowance:
            break
        spent += cost
        at += 1
    return at, allowance - spent


def route_step(state: TankState, scene: Scene, key: str) -> tuple[Cell, ...]:
    """The leader's path this turn along the plot written before the game, at full speed (17.11-2, 34.1-5)."""
    column = state.columns[key]
    order = members(state, key)
    if not order:
        return ()
    head = order[0]
    points = pace(state, scene, key, head)
    if scene.situation.onward is not None:
        here = head.cell if head.status == ON_MAP else column.entry
        route = [here, *scene.situation.onward(state, scene, here)]
        at = 0 if head.status == ON_MAP else -1
        due = entry_points(scene, column.entry, points, arms(head.type).truck) if at < 0 else 0
        to, _ = _follow(scene, route, head, points, at, len(route) - 1, due)
        return tuple(route[at + 1 : to + 1])
    at = _last(column.route, head.cell) if head.status == ON_MAP else -1
    if at < 0 and delayed(state, scene, side_of(key)):
        return ()
    due = entry_points(scene, column.entry, points, arms(head.type).truck) if at < 0 else 0
    to, _ = _follow(scene, column.route, head, points, at, len(column.route) - 1, due)
    return tuple(column.route[at + 1 : to + 1])


def halted(state: TankState, scene: Scene, key: str) -> bool:
    """Whether a column has come to the end of its way: nothing is left to move or to enter (T-77)."""
    if key not in state.columns or state.run is not None or delayed(state, scene, side_of(key)):
        return False
    return not advance(state, scene, key, route_step(state, scene, key), ())[0]


@lru_cache(maxsize=32)
def _open_costs(map_name: str, mode: str, allowance: int) -> CostTable:
    """The vehicle costs with a whole allowance counted as two turns' worth, so that a way through is still found."""
    costs = ground_on(map_name, mode).vehicle_costs
    return [tuple(allowance * 2 if cost == WHOLE else cost for cost in row) for row in costs]


@lru_cache(maxsize=512)
def cheapest_route(
    map_name: str, mode: str, entry: Cell, edge: str, allowance: int, shut: tuple[Cell, ...] = ()
) -> tuple[Cell, ...]:
    """The cheapest way from an entry hex to the opposite edge, the entry hex included; none through a cell `shut`."""
    ground = ground_on(map_name, mode)
    costs = _open_costs(map_name, mode, allowance)
    if shut:
        costs = closed(ground.board, costs, shut)
    return (entry, *(cheapest_way(ground.board, costs, entry, _FAR, ground.board.edges[OPPOSITE[edge]]) or ()))
