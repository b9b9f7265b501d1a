"""Path costs and reachability, held against plain enumeration of every walk."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable, cheapest_way, costs_along, reach, step_cost, way_to
from support.boards import clear_board


def random_table(board: Board, seed: int) -> CostTable:
    """A table with dear, barred and whole-allowance steps in it."""
    rng = Random(seed)
    return [
        tuple(
            rng.choice((1, 1, 1, 2, 3, IMPOSSIBLE, WHOLE)) if ahead >= 0 else IMPOSSIBLE
            for ahead in board.neighbours[cell]
        )
        or (IMPOSSIBLE,) * 6
        for cell in range(board.size)
    ]


def cheapest_walks(board: Board, table: CostTable, start: Cell, allowance: int) -> dict[Cell, int]:
    """The least cost of every cell, by relaxing all steps until nothing changes: slow, and plainly right."""
    best = {start: 0}
    changed = True
    while changed:
        changed = False
        for cell, spent in list(best.items()):
            for way, ahead in enumerate(board.neighbours[cell]):
                cost = table[cell][way] if ahead >= 0 else IMPOSSIBLE
                if cost == WHOLE:
                    cost = allowance if cell == start else IMPOSSIBLE
                if cost == IMPOSSIBLE or spent + cost > allowance:
                    continue
                if ahead not in best or spent + cost < best[ahead]:
                    best[ahead] = spent + cost
                    changed = True
    return best


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("allowance", [0, 1, 4, 9])
def test_reach_finds_the_cheapest_walks(seed: int, allowance: int) -> None:
    board = clear_board(7, 6)
    table = random_table(board, seed)
    for start in board.cells[::5]:
        found = reach(board, table, start, allowance)
        assert {cell: known.cost for cell, known in found.items()} == cheapest_walks(board, table, start, allowance)


@pytest.mark.parametrize("seed", range(6))
def test_the_way_costs_what_reach_says(seed: int) -> None:
    board = clear_board(7, 6)
    table = random_table(board, seed)
    start = board.cell("0403")
    found = reach(board, table, start, 6)
    assert len(found) > 6
    for cell, known in found.items():
        way = way_to(found, cell)
        costs = costs_along(board, table, start, way, 6)
        assert IMPOSSIBLE not in costs
        assert sum(costs) == known.cost
        assert (way[-1] if way else start) == cell


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("allowance", [0, 3, 9])
def test_the_cheapest_way_is_the_one_that_reach_finds_to_the_best_goal(seed: int, allowance: int) -> None:
    board = clear_board(7, 6)
    table = random_table(board, seed)
    rng = Random(seed)
    ways = 0
    for start in board.cells[::5]:
        found = reach(board, table, start, allowance)
        for count in (1, 3, 8):
            goals = rng.sample(board.cells, count)
            there = [cell for cell in goals if cell in found]
            way = cheapest_way(board, table, start, allowance, goals)
            if there:
                best = min(there, key=lambda cell: (found[cell].cost, cell))
                assert way == way_to(found, best)
                ways += bool(way)
            else:
                assert way is None
    assert ways > 3 or not allowance


def test_a_step_that_takes_everything_is_the_only_one() -> None:
    board = clear_board(1, 4)
    table: CostTable = [(WHOLE,) * 6 if cell == board.cell("0102") else (1,) * 6 for cell in range(board.size)]
    from_first = reach(board, table, board.cell("0101"), 5)
    assert set(from_first) == {board.cell("0101"), board.cell("0102")}
    from_second = reach(board, table, board.cell("0102"), 5)
    assert {board.labels[cell]: known.cost for cell, known in from_second.items()} == {"0101": 5, "0102": 0, "0103": 5}


def test_costs_of_a_path_name_the_impossible_step() -> None:
    board = clear_board(3, 3)
    table: CostTable = [(2,) * 6] * board.size
    path = tuple(board.cell(label) for label in ("0102", "0103", "0303"))
    assert costs_along(board, table, board.cell("0101"), path, 9) == [2, 2, IMPOSSIBLE]
    assert costs_along(board, table, board.cell("0101"), (), 9) == []


def test_a_whole_allowance_step_costs_the_allowance() -> None:
    board = clear_board(2, 2)
    table: CostTable = [(WHOLE,) * 6] * board.size
    assert costs_along(board, table, board.cell("0101"), (board.cell("0102"),), 7) == [7]


def test_no_step_off_the_map_or_over_a_gap() -> None:
    board = clear_board(3, 3)
    table: CostTable = [(1,) * 6] * board.size
    corner = board.cell("0101")
    assert step_cost(board, table, corner, board.cell("0102")) == 1
    assert step_cost(board, table, corner, board.cell("0103")) == IMPOSSIBLE
    assert step_cost(board, table, corner, corner + board.offsets[0]) == IMPOSSIBLE
    assert step_cost(board, table, corner, corner) == IMPOSSIBLE
