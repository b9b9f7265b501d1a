"""Where a column comes on and, in a meeting, the way it takes; and the ways that columns may be expected to take."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from hulldown.bots.brains import Temper
from hulldown.bots.plane import BLOCKED, Floats
from hulldown.bots.seat import Seat
from hulldown.bots.tank.field import field, marching
from hulldown.core.board import Cell, mask_of
from hulldown.core.orders import Order, Task
from hulldown.core.paths import WHOLE
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules import deployment
from hulldown.games.tank.rules.column import COLUMN, OPPOSITE, cheapest_route
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.verbs.setup import ENTRY

EXPOSED = 60.0
"""Movement Points that it is worth to come on in sight of nothing, rather than of the whole defence."""
DETOUR = 8.0
"""Movement Points that an attacker would drive farther for another entry hex."""
TURNS = 45
"""Turns that a way is followed for at most."""


@lru_cache(maxsize=32)
def traffic(map_name: str, mode: str, edge: str, allowance: int) -> Floats:
    """For every hex the part of the cheapest ways from an edge to the opposite one that pass through it or beside."""
    arrays = field(map_name, mode)
    board = arrays.ground.board
    total = np.zeros(arrays.count)
    entries = board.edges[edge]
    for entry in entries:
        for cell in cheapest_route(map_name, mode, entry, edge, allowance):
            total[arrays.at[cell]] += 1.0
            for beside in board.neighbours[cell]:
                if beside >= 0:
                    total[arrays.at[beside]] += 0.3
    return total / len(entries)


def leg(map_name: str, mode: str, allowance: int, start: Cell, goal: Cell) -> tuple[Cell, ...]:
    """The cheapest way between two hexes, without the first; nothing if there is none."""
    arrays = field(map_name, mode)
    left = marching(map_name, mode, allowance, (goal,))
    at, path = arrays.at[start], []
    if left[at] >= BLOCKED / 2:
        return ()
    while arrays.cells[at] != goal:
        costs = np.where(arrays.driving.whole[at], 1.5 * allowance, arrays.driving.costs[at])
        ahead = np.append(left, 2 * BLOCKED)[arrays.driving.ahead[at]] + costs
        at = int(arrays.driving.ahead[at][int(ahead.argmin())])
        path.append(arrays.cells[at])
    return tuple(path)


def enter(seat: Seat, view: TankView, rng: Random, temper: Temper) -> Order:
    """The entry hex of a column and in a meeting its way: across the middle, then up and down to find the enemy."""
    scene = scene_of(view)
    scenario = scene.scenario
    setup, foes = (scenario.alpha, scenario.bravo) if view.side == "alpha" else (scenario.bravo, scenario.alpha)
    arrays = field(scenario.map, scenario.mode)
    board = arrays.ground.board
    allowance = min(weapon_of(force.type).ma for force in setup.forces)
    edge = seat.legal.units[0].options[0].cells
    away = marching(scenario.map, scenario.mode, allowance, board.edges[OPPOSITE[setup.edge]])
    middle = len(edge) / 2

    zone_of = deployment.zone(scenario.map, setup.edge, foes.distance) if foes.distance else ()
    opposite, spread = mask_of(zone_of), max(1, len(zone_of))

    def cost(cell: Cell) -> float:
        """How bad an entry hex is: slow to enter, far from the other side, away from the middle."""
        entry = min(arrays.ground.entry_cost(cell), 2 * allowance)
        wide = 0.8 if foes.deploy == "column" else 0.25
        far = float(away[arrays.at[cell]]) + wide * abs(edge.index(cell) - middle)
        seen = (scene.row(cell) & opposite).bit_count() / spread
        return entry * 6 + far + EXPOSED * seen + rng.random() * (12 + 20 * temper.noise)

    entry = min(edge, key=cost)
    if not scene.situation.prewritten:
        return Order("enter", (Task(COLUMN, ENTRY.kind, (entry,)),))
    way = _search_way(scene, allowance, setup.edge, entry, rng)
    return Order("enter", (Task(COLUMN, ENTRY.kind, way),))


SHAPES = tuple(
    ((0.5, 0.5), (0.8, middle), (0.5, 0.93), (back, 0.97), (back, 0.03), (0.5, 0.07), (1.0, 0.3))
    for back, middle in ((0.06, 0.65), (0.09, 0.65), (0.12, 0.5))
)
"""Ways over the map as points (part of the way across, part of the height): through the middle, round one side, along
the own edge from end to end, where an enemy column that has come through must stand, and round the other side."""


def _search_way(scene: Scene, allowance: int, edge: str, entry: Cell, rng: Random) -> tuple[Cell, ...]:
    """A way to the other edge that shows most of the map to the column's leader before the turns run out."""
    ways = [_shaped(scene, allowance, edge, entry, shape, up) for shape in SHAPES for up in (False, True)]
    seen = [_shown(scene, allowance, way) * (0.9 + 0.1 * rng.random()) for way in ways]
    return ways[seen.index(max(seen))]


def _shaped(
    scene: Scene, allowance: int, edge: str, entry: Cell, shape: tuple[tuple[float, float], ...], up: bool
) -> tuple[Cell, ...]:
    """The way through the points of a shape."""
    board = scene.board
    home, away = board.edges[edge], board.edges[OPPOSITE[edge]]
    way = [entry]
    for part, height in shape:
        along = height if up else 1.0 - height
        a, b = home[int(along * (len(home) - 1))], away[int(along * (len(away) - 1))]
        (x, y), (u, v) = board.column_row(a), board.column_row(b)
        cell = board.at(round(x + (u - x) * part), round(y + (v - y) * part))
        if cell >= 0:
            way += leg(scene.scenario.map, scene.scenario.mode, allowance, way[-1], cell)
    return tuple(way)


def _shown(scene: Scene, allowance: int, way: tuple[Cell, ...]) -> int:
    """How many hexes the leader has seen from where its turns end.

    Where a way meets itself the leader takes the later branch if a turn ends there, which cuts the way short.
    """
    ground = scene.ground
    last = {cell: number for number, cell in enumerate(way)}
    costs, board = ground.vehicle_costs, ground.board
    at, seen = 0, 0
    left = allowance - min(allowance, ground.entry_cost(way[0]))
    for _ in range(TURNS):
        while at + 1 < len(way):
            cost = costs[way[at]][board.direction(way[at], way[at + 1])]
            if cost == WHOLE:
                cost = allowance
            if cost > left:
                break
            left -= cost
            at += 1
        at = last[way[at]]
        seen |= scene.row(way[at])
        left = allowance
    return seen.bit_count()


@lru_cache(maxsize=64)
def approach(map_name: str, mode: str, edge: str, allowance: int, goal: Cell) -> Floats:
    """For every hex the part of the ways from an edge to a hex that pass through it or beside, the goal included.

    Only entry hexes count from which it is not much farther than from the nearest.
    """
    arrays = field(map_name, mode)
    board = arrays.ground.board
    left = marching(map_name, mode, allowance, (goal,))
    total = np.zeros(arrays.count)
    nearest = min(float(left[arrays.at[cell]]) for cell in board.edges[edge])
    entries = [cell for cell in board.edges[edge] if left[arrays.at[cell]] <= nearest + DETOUR]
    for entry in entries:
        for cell in leg(map_name, mode, allowance, entry, goal):
            total[arrays.at[cell]] += 1.0
            for beside in board.neighbours[cell]:
                if beside >= 0:
                    total[arrays.at[beside]] += 0.3
    return total / max(1, len(entries))
