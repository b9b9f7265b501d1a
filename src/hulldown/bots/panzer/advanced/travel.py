"""How many turns a unit needs from every hex to a goal: one table for each goal and gait, remembered per map."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.rules.advanced.play.gaits import Gait, prepare
from hulldown.games.panzer.rules.ground import ROAD, Ground

FAR = 99.0
"""More turns than any game has: the goal is out of reach."""


@lru_cache(maxsize=64)
def step_times(ground: Ground, gait: Gait) -> list[tuple[float, ...]]:
    """For every cell the part of a turn that a step in each direction takes, by road where one leads there."""
    prepare(ground, gait.traction)
    cross, route = ground.cross[gait.traction], ground.route.get(gait.traction)
    country, by_path, by_road = gait.rates
    found: list[tuple[float, ...]] = [(FAR,) * 6] * ground.board.size
    if not country:
        return found
    for cell in ground.board.cells:
        times = []
        for way in range(6):
            time, points = FAR, cross[cell][way]
            if points != IMPOSSIBLE:
                time = 1.0 if points >= WHOLE else min(1.0, points / country)
            rate = by_road if ground.ways[cell][way] == ROAD else by_path
            if rate and route is not None and route[cell][way] != IMPOSSIBLE:
                time = min(time, route[cell][way] / rate)
            times.append(time)
        found[cell] = tuple(times)
    return found


@lru_cache(maxsize=256)
def turns_to(ground: Ground, gait: Gait, goals: frozenset[Cell]) -> list[float]:
    """For every cell the turns to the nearest of some cells; FAR where there is no way."""
    steps = step_times(ground, gait)
    neighbours = ground.board.neighbours
    found = [FAR] * ground.board.size
    queue: list[tuple[float, Cell]] = []
    for goal in sorted(goals):
        found[goal] = 0.0
        queue.append((0.0, goal))
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell]:
            continue
        for way in range(6):
            back = neighbours[cell][way]
            if back < 0:
                continue
            total = spent + steps[back][(way + 3) % 6]
            if total < found[back]:
                found[back] = total
                heappush(queue, (total, back))
    return found
