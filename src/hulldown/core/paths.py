"""Movement costs as tables, path costs and reachability, the same for every game that pays by the step."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from hulldown.core.board import Board, Cell

IMPOSSIBLE = 0
"""Cost of a step that is not allowed at all."""
WHOLE = 1000
"""Cost of a step that takes the whole allowance: only possible as the first and only step."""

CostTable = list[tuple[int, ...]]
"""For every cell the cost of a step in each of the six directions."""


class Reached(NamedTuple):
    """How a cell is reached: total cost and the cell before it."""

    cost: int
    before: Cell


def step_cost(board: Board, table: CostTable, a: Cell, b: Cell) -> int:
    """The cost of the step from a to b; IMPOSSIBLE when they are not adjacent or the step is barred."""
    direction = board.direction(a, b)
    return table[a][direction] if direction >= 0 and board.on_map[b] else IMPOSSIBLE


def costs_along(board: Board, table: CostTable, start: Cell, path: tuple[Cell, ...], allowance: int) -> list[int]:
    """The cost of each step of a path; a step that takes the whole allowance is counted as such."""
    costs = []
    here = start
    for cell in path:
        cost = step_cost(board, table, here, cell)
        costs.append(allowance if cost == WHOLE else cost)
        here = cell
    return costs


def reach(board: Board, table: CostTable, start: Cell, allowance: int) -> dict[Cell, Reached]:
    """Every cell that can be reached within the allowance, at its least cost, with the way back."""
    found: dict[Cell, Reached] = {start: Reached(0, start)}
    queue: list[tuple[int, Cell]] = [(0, start)]
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell].cost:
            continue
        costs = table[cell]
        for direction, ahead in enumerate(board.neighbours[cell]):
            if ahead < 0:
                continue
            cost = costs[direction]
            if cost == WHOLE:
                if spent:
                    continue
                cost = allowance
            if cost == IMPOSSIBLE or spent + cost > allowance:
                continue
            known = found.get(ahead)
            if known is None or spent + cost < known.cost:
                found[ahead] = Reached(spent + cost, cell)
                heappush(queue, (spent + cost, ahead))
    return found


def way_to(found: dict[Cell, Reached], cell: Cell) -> tuple[Cell, ...]:
    """The path (without the start) that `reach` found to a cell."""
    path = []
    while found[cell].before != cell:
        path.append(cell)
        cell = found[cell].before
    return tuple(reversed(path))
