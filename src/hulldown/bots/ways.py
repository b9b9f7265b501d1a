"""Ways a unit can go in one turn, for the brains of all games that pay by the step."""

from __future__ import annotations

from collections.abc import Container, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable


class Way(NamedTuple):
    """How a cell is reached: the points spent and the cell before it."""

    cost: int
    before: Cell


def reach(
    neighbours: Sequence[Sequence[Cell]],
    table: CostTable,
    start: Cell,
    allowance: int,
    barred: Container[Cell],
    whole: bool = True,
    ends: Container[Cell] = frozenset(),
) -> dict[Cell, Way]:
    """Every cell within the allowance at its least cost, around cells that enemies are known to hold.

    `whole`: whether a step that takes the whole allowance may be taken. `ends`: cells where whoever enters must stop.
    """
    found: dict[Cell, Way] = {start: Way(0, start)}
    queue: list[tuple[int, Cell]] = [(0, start)]
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell].cost or (spent and cell in ends):
            continue
        costs = table[cell]
        for direction, ahead in enumerate(neighbours[cell]):
            cost = costs[direction]
            if ahead < 0 or cost == IMPOSSIBLE or ahead in barred:
                continue
            if cost == WHOLE:
                if spent or not whole:
                    continue
                cost = allowance
            total = spent + cost
            if total > allowance:
                continue
            known = found.get(ahead)
            if known is None or total < known.cost:
                found[ahead] = Way(total, cell)
                heappush(queue, (total, ahead))
    return found


def path_to(found: dict[Cell, Way], cell: Cell) -> tuple[Cell, ...]:
    """The path (without the start) to a reached cell."""
    path = []
    while found[cell].before != cell:
        path.append(cell)
        cell = found[cell].before
    return tuple(reversed(path))
