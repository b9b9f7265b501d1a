"""How many turns a vehicle needs from every hex to a goal: one table for each goal and card, remembered per map."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.ground import ROAD, Ground

FAR = 99.0
"""More turns than any game has: the goal is out of reach."""


@lru_cache(maxsize=64)
def hexes_of(ground: Ground, labels: tuple[str, ...]) -> frozenset[Cell]:
    """The cells of an objective."""
    return frozenset(ground.board.by_label[label] for label in labels)


@lru_cache(maxsize=32)
def edge_of(ground: Ground, edge: str) -> frozenset[Cell]:
    """The cells of an edge of the map."""
    return frozenset(ground.board.edges[edge])


@lru_cache(maxsize=16)
def step_times(ground: Ground, kind: str) -> list[tuple[float, ...]]:
    """For every cell the part of a turn that a step in each direction takes, by road where one leads there."""
    card = cards()[kind]
    cross, route = ground.cross[card.traction], ground.route[card.traction]
    found: list[tuple[float, ...]] = [(FAR,) * 6] * ground.board.size
    for cell in ground.board.cells:
        times = []
        for way in range(6):
            time, points = FAR, cross[cell][way]
            if points != IMPOSSIBLE:
                time = 1.0 if points >= WHOLE else min(1.0, points / card.cross_country)
            if route[cell][way] != IMPOSSIBLE:
                rate = card.road if ground.ways[cell][way] == ROAD else card.path
                time = min(time, route[cell][way] / rate)
            times.append(time)
        found[cell] = tuple(times)
    return found


@lru_cache(maxsize=256)
def turns_to(ground: Ground, kind: str, goals: frozenset[Cell]) -> list[float]:
    """The turns that a vehicle needs from each cell to the nearest of the goals; FAR where there is no way."""
    times = step_times(ground, kind)
    neighbours = ground.board.neighbours
    found = [FAR] * ground.board.size
    queue: list[tuple[float, Cell]] = []
    for cell in goals:
        found[cell] = 0.0
        heappush(queue, (0.0, cell))
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell]:
            continue
        for way, before in enumerate(neighbours[cell]):
            if before < 0:
                continue
            total = spent + times[before][(way + 3) % 6]
            if total < found[before]:
                found[before] = total
                heappush(queue, (total, before))
    return found
