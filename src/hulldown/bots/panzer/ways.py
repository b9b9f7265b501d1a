"""Where a vehicle can get to in a turn: across country, backing, along a road or path, and onto the map.

Every search is remembered: it depends on the map, the vehicle's traction and account, and smoke alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.cards import Traction
from hulldown.games.panzer.rules.driving import REVERSE, smoke_cost, smoke_turn
from hulldown.games.panzer.rules.ground import ROAD, Ground
from hulldown.games.panzer.rules.verbs import kinds

AHEAD, BACK, ROUTE = kinds.MOVE, kinds.REVERSE, "route"


class End(NamedTuple):
    """A way to a cell: how it is driven, the cells, the facing it ends with, and the points left over."""

    kind: str
    cell: Cell
    facing: int
    left: int
    path: tuple[Cell, ...]


def _apart(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


@lru_cache(maxsize=1 << 14)
def reach(
    ground: Ground, traction: Traction, start: Cell, facing: int, allowance: int, back: bool, least: bool,
    smoke: tuple[Cell, ...],
) -> tuple[End, ...]:  # fmt: skip
    """The cells that a vehicle can drive to across country, each by its cheapest way for each facing."""
    table, turn, neighbours = ground.cross[traction], ground.turn, ground.board.neighbours
    times, kind = (REVERSE, BACK) if back else (1, AHEAD)
    haze, haze_turn = smoke_cost(traction), smoke_turn()
    best: dict[tuple[Cell, int], int] = {(start, facing): 0}
    levels: list[list[tuple[Cell, int, tuple[Cell, ...]]]] = [[] for _ in range(allowance + 1)]
    levels[0].append((start, facing, ()))
    found: dict[tuple[Cell, int], End] = {}
    for spent, level in enumerate(levels):
        for cell, heading, path in level:
            if best[cell, heading] < spent:
                continue
            if path:
                found[cell, heading] = End(kind, cell, heading, allowance - spent, path)
            costs = table[cell]
            for way in range(6):
                points, ahead = costs[way], neighbours[cell][way]
                if ahead < 0 or points == IMPOSSIBLE:
                    continue
                then = (way + 3) % 6 if back else way
                turning = 0
                if _apart(heading, then) > 1:
                    turning = turn[cell] + (haze_turn if cell in smoke else 0)
                points = points * times if points < WHOLE else points
                total = spent + turning + points + (haze if ahead in smoke else 0)
                if total > allowance:
                    if least and not path and not turning:
                        found.setdefault((ahead, then), End(kind, ahead, then, 0, (ahead,)))
                    continue
                if total < best.get((ahead, then), 999):
                    best[ahead, then] = total
                    levels[total].append((ahead, then, (*path, ahead)))
    return tuple(found.values())


@lru_cache(maxsize=1 << 12)
def along(
    ground: Ground, traction: Traction, start: Cell, facing: int, by_path: int, by_road: int, barred: frozenset[Cell],
    lead: int = 0,
) -> tuple[End, ...]:  # fmt: skip
    """The cells that a vehicle can drive to along a road or path; `barred` are cells that end the use of one.

    `lead` more road than path hexes are behind it.
    """
    route, ways, neighbours = ground.route[traction], ground.ways, ground.board.neighbours
    found: dict[Cell, End] = {}
    queue: list[tuple[int, int, int, Cell, int, tuple[Cell, ...]]] = [(0, 0, 0, start, facing, ())]
    seen = {start}
    while queue:
        spent, roads, paths, cell, heading, path = queue.pop(0)
        for way in range(6):
            points, ahead = route[cell][way], neighbours[cell][way]
            if ahead < 0 or points == IMPOSSIBLE or ahead in seen or ahead in barred:
                continue
            turning = ground.turn[cell] if not path and facing >= 0 and _apart(heading, way) > 1 else 0
            road = ways[cell][way] == ROAD
            r, p = roads + road, paths + (not road)
            rate = by_road if r + lead > p else by_path
            total = spent + points + turning
            if total > max(by_road, by_path):
                continue
            seen.add(ahead)
            on = (*path, ahead)
            if total <= rate:
                found[ahead] = End(ROUTE, ahead, way, rate - total, on)
            queue.append((total, r, p, ahead, way, on))
    return tuple(found.values())
