"""How soon a vehicle can be somewhere: the turns it takes from a mapedge, by the ground alone (34.4-10, X-67)."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import OFF_MAP


def first_turns(scene: Scene, starts: Iterable[Cell], allowance: int) -> dict[Cell, int]:
    """The first turn in which a vehicle with this allowance can enter each hex, coming onto the map on turn 1.

    9.33: points that do not suffice for the next hex are lost. 10.13, T-15: some hexes take a whole turn.
    """
    ground = scene.ground
    best: dict[Cell, int] = {}
    queue: list[tuple[int, Cell]] = []
    # Points are counted through the turns: the first one of turn n is number (n - 1) * allowance + 1.
    for cell in starts:
        _reach(queue, best, cell, _after(0, ground.entry_cost(cell), allowance))
    while queue:
        spent, cell = heappop(queue)
        if spent > best[cell]:
            continue
        for ahead, cost in zip(scene.board.neighbours[cell], ground.vehicle_costs[cell], strict=True):
            if ahead != OFF_MAP:
                _reach(queue, best, ahead, _after(spent, cost, allowance))
    return {cell: -(-spent // allowance) for cell, spent in best.items()}


def _reach(queue: list[tuple[int, Cell]], best: dict[Cell, int], cell: Cell, spent: int) -> None:
    if spent >= 0 and (cell not in best or spent < best[cell]):
        best[cell] = spent
        heappush(queue, (spent, cell))


def _after(spent: int, cost: int, allowance: int) -> int:
    """The points that have gone by when a step of this cost is made, those lost on the way included; -1 if it cannot.

    A vehicle that is too slow for a step never makes it.
    """
    if cost == WHOLE:
        cost = allowance
    if cost == IMPOSSIBLE or cost > allowance:
        return -1
    left = -spent % allowance
    return spent + cost if cost <= left else spent + left + cost
