"""Movement costs as tables, path costs and reachability, the same for every game that pays by the step."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from typing import Final, NamedTuple

from hulldown.core.board import Board, Cell

IMPOSSIBLE: Final = 0
"""Cost of a step that is not allowed at all."""
WHOLE: Final = 1000
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
    costs: list[int] = []
    ways, on_map = board.ways, board.on_map
    here = start
    for cell in path:
        direction = ways.get(cell - here, -1)
        cost = table[here][direction] if direction >= 0 and on_map[cell] else IMPOSSIBLE
        costs.append(allowance if cost == WHOLE else cost)
        here = cell
    return costs


def closed(board: Board, table: CostTable, shut: Collection[Cell]) -> CostTable:
    """The same table without any step into the cells `shut`."""
    return [
        tuple([IMPOSSIBLE if ahead in shut else cost for ahead, cost in zip(board.neighbours[cell], row, strict=False)])
        for cell, row in enumerate(table)
    ]


def reach(board: Board, table: CostTable, start: Cell, allowance: int) -> dict[Cell, Reached]:
    """Every cell that can be reached within the allowance, at its least cost, with the way back."""
    found: list[Cell] = []
    least, before, _ = _search(board, table, start, allowance, (), found)
    return {cell: Reached(least[cell], before[cell]) for cell in found}


def cheapest_way(
    board: Board, table: CostTable, start: Cell, allowance: int, goals: Collection[Cell]
) -> tuple[Cell, ...] | None:
    """The path (without the start) to the goal that costs least, of equal ones the lowest cell; None to none."""
    _, before, cell = _search(board, table, start, allowance, frozenset(goals), [])
    if cell < 0:
        return None
    path: list[Cell] = []
    while cell != start:
        path.append(cell)
        cell = before[cell]
    return tuple(reversed(path))


def _search(
    board: Board, table: CostTable, start: Cell, allowance: int, goals: Collection[Cell], found: list[Cell]
) -> tuple[list[int], list[Cell], Cell]:
    """The least cost of each cell and the cell before it, and the goal that was reached or -1.

    The search ends at the first goal: cells come up by their cost, those of the same cost in ascending order. `found`
    gets all cells that were reached.
    """
    size, neighbours = board.size, board.neighbours
    least = [_NEVER] * size
    before = [start] * size
    least[start] = 0
    found.append(start)
    queue = [start]  # what was spent, times the size of the board, plus the cell: one number sorts like the pair
    while queue:
        spent, cell = divmod(heappop(queue), size)
        if spent > least[cell]:
            continue
        if cell in goals:
            return least, before, cell
        for ahead, cost in zip(neighbours[cell], table[cell], strict=True):
            if cost == WHOLE:
                if spent:
                    continue
                cost = allowance
            total = spent + cost
            # The first question settles most steps; a neighbour that does not exist is -1.
            if total < least[ahead] and cost != IMPOSSIBLE and ahead >= 0 and total <= allowance:
                if least[ahead] == _NEVER:
                    found.append(ahead)
                least[ahead] = total
                before[ahead] = cell
                heappush(queue, total * size + ahead)
    return least, before, -1


_NEVER: Final = 1 << 60


def way_to(found: dict[Cell, Reached], cell: Cell) -> tuple[Cell, ...]:
    """The path (without the start) that `reach` found to a cell."""
    path = []
    while found[cell].before != cell:
        path.append(cell)
        cell = found[cell].before
    return tuple(reversed(path))
