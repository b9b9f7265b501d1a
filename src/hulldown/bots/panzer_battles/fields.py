"""Distances to sets of hexes in movement points, for each map and way to move; kept for those asked for lately."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer_battles.rules.ground import load_ground

FAR: Final = 9999


@lru_cache(maxsize=512)
def distances(map_name: str, table: str, goals: frozenset[Cell]) -> list[int]:
    """For every cell the points it takes to get to the nearest of the goals; FAR where there is no way."""
    ground = load_ground(map_name)
    board, costs = ground.board, ground.cost_tables[table]
    found = [FAR] * board.size
    queue: list[tuple[int, Cell]] = []
    for cell in sorted(goals):
        found[cell] = 0
        queue.append((0, cell))
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell]:
            continue
        for way, behind in enumerate(board.neighbours[cell]):
            if behind < 0:
                continue
            cost = costs[behind][(way + 3) % 6]
            if cost != IMPOSSIBLE and spent + cost < found[behind]:
                found[behind] = spent + cost
                heappush(queue, (spent + cost, behind))
    return found
