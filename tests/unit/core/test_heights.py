"""Lines of sight by heights: the table of a map and the explaining check of a pair are held equal on every pair.

Two rules are tried: blind zones as Panzer has them, and the straight line of Panzer Battles in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from hulldown.core.board import Board
from hulldown.core.heights import (
    ENTIRE,
    NOTHING,
    Meet,
    Obstacle,
    Relief,
    Rises,
    Why,
    axis,
    first_obstacle,
    meets,
)
from hulldown.core.heighttable import sight_rows
from hulldown.core.hex import ORIGIN, Hex, Side, distance, trace
from support.boards import clear_board
from support.hexsides import side_between, side_hexes

Sides = tuple[list[int], list[int], list[int]]


def line_why(higher: int, lower: int, top: int, _away: int, rest: int, span: int) -> str:
    """Blocks if 20 H d < (20 h - 3) D: a straight line from end to end, with a level of 20 and 3 to spare."""
    return "line" if 20 * (higher - lower) * rest < (20 * (top - lower) - 3) * span else ""


def line_rises(_away: int, rest: int, span: int, count: int) -> Sequence[int]:
    return [(20 * difference * rest + 3 * span) // (20 * span) + 1 for difference in range(count)]


def zone_why(higher: int, _lower: int, top: int, away: int, _rest: int, span: int) -> str:
    """What is above the lower end blocks if it is not below the higher one, or in a zone that shrinks with depth."""
    return "zone" if top >= higher or away < span <= away + max(1, away // (2 * (higher - top))) else ""


def zone_rises(away: int, _rest: int, span: int, count: int) -> Sequence[int]:
    found = []
    for difference in range(count):
        hidden = [rise for rise in range(1, difference + 2) if zone_why(difference, 0, rise, away, 0, span)]
        found.append(hidden[0])
    return found


RULES: list[tuple[Why, Rises]] = [(line_why, line_rises), (zone_why, zone_rises)]


def random_relief(board: Board, levels: int, sides: float, seed: int) -> Relief:
    """Heights without any pattern; a share of the hexsides blocks."""
    rng = Random(seed)
    height, hexes = [0] * board.size, [NOTHING] * board.size
    edges: Sides = ([NOTHING] * board.size, [NOTHING] * board.size, [NOTHING] * board.size)
    along: Sides = ([NOTHING] * board.size, [NOTHING] * board.size, [NOTHING] * board.size)
    for cell in board.cells:
        height[cell] = rng.randrange(levels) - 2
        hexes[cell] = height[cell] + rng.choice((0, 0, 0, 2, 3)) - rng.choice((0, levels))
        for direction in range(3):
            along[direction][cell] = hexes[cell] - rng.choice((0, 0, 2))
            if rng.random() < sides:
                edges[direction][cell] = height[cell] + rng.choice((0, 1, 4))
    return Relief(height, hexes, edges, along)


@pytest.mark.parametrize(("why", "rises"), RULES, ids=["line", "zone"])
@pytest.mark.parametrize("levels", [1, 5, 8, 9, 20, 64])
@pytest.mark.parametrize("high", ["odd", "even"])
def test_table_and_explaining_check_agree_on_every_pair(why: Why, rises: Rises, levels: int, high: str) -> None:
    board = clear_board(11, 9, high)
    relief = random_relief(board, levels, 0.1, levels)
    rows = sight_rows(board, relief, rises)
    clear = 0
    for a in board.cells:
        for b in board.cells:
            seen = first_obstacle(board, relief, a, b, why) is None
            assert bool(rows[a] >> b & 1) == seen, board.label_path((a, b))
            clear += seen
        assert not rows[a] & ~board.mask
    assert len(board.cells) < clear
    assert levels == 1 or clear < len(board.cells) ** 2
    assert not any(row for cell, row in enumerate(rows) if not board.on_map[cell])


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 9), (9, 1), (2, 2), (30, 3), (3, 30)])
def test_boards_of_any_shape(columns: int, rows: int) -> None:
    board = clear_board(columns, rows)
    relief = random_relief(board, 4, 0.3, columns)
    found = sight_rows(board, relief, line_rises)
    for a in board.cells:
        for b in board.cells:
            assert bool(found[a] >> b & 1) == (first_obstacle(board, relief, a, b, line_why) is None)


def test_hexsides_and_corners_block_without_any_hex() -> None:
    """Every second hexside is a wall, so that corners with something on both sides of the line are met."""
    board = clear_board(13, 13)
    relief = random_relief(board, 1, 0.5, 1)
    low = Relief(relief.height, [NOTHING] * board.size, relief.sides, ([NOTHING] * board.size,) * 3)
    rows = sight_rows(board, low, line_rises)
    at_corners = 0
    for a in board.cells:
        for b in board.cells:
            found = first_obstacle(board, low, a, b, line_why)
            assert bool(rows[a] >> b & 1) == (found is None)
            points = meets(board.q[b] - board.q[a], board.r[b] - board.r[a])
            at_corners += found is not None and not any(_walled(board, low, a, point) for point in points)
    assert at_corners


def _walled(board: Board, relief: Relief, start: int, point: Meet) -> bool:
    """Whether a wall is crossed or run along at a point."""
    walls = [one for one in point.left if one.direction != ENTIRE]
    tops = [relief.sides[one.direction][start + one.q * board.stride + one.r] for one in walls]
    return not point.right and max(tops, default=NOTHING) > relief.height[start]


def test_more_levels_than_bits_are_refused() -> None:
    board = clear_board(3, 3)
    relief = random_relief(board, 1, 0, 1)
    relief.height[board.cells[0]] = 70
    with pytest.raises(ValueError, match="little: heights from -2 to 70 are over 64 levels"):
        sight_rows(board, relief, line_rises)


@pytest.mark.parametrize("bad", [[0, 1], [1, 3], [1]])
def test_a_rule_that_lets_one_see_through_what_is_above_both_is_refused(bad: list[int]) -> None:
    board = clear_board(1, 3)
    relief = random_relief(board, 1, 0, 1)
    relief.height[board.cells[0]] += 1
    with pytest.raises(ValueError, match="for an obstacle 1 and 1 hexes from the ends of a line of 2"):
        sight_rows(board, relief, lambda away, rest, _span, _count: bad if away == rest else [1, 1])


def met_by_trace(dq: int, dr: int) -> list[Meet]:
    """What may block, taken from the marks of the trace by the rule in words."""
    end = Hex(dq, dr)
    line = trace(dq, dr)

    def whole(place: Hex) -> Obstacle:
        return Obstacle(place.q, place.r, ENTIRE, distance(ORIGIN, place), distance(place, end))

    def edge(key: Side) -> Obstacle:
        near, far = (min(distance(point, place) for place in side_hexes(key)) for point in (ORIGIN, end))
        return Obstacle(key.hex.q, key.hex.r, key.direction, near, far)

    found: list[Meet] = []
    for number, mark in enumerate(line.marks):
        if mark.kind == "hex":
            if mark.hex not in (ORIGIN, end):
                found.append(Meet((whole(mark.hex),), ()))
        elif mark.kind == "crossed":
            found.append(Meet((edge(mark.sides[0]),), ()))
        elif mark.kind == "along":
            found.append(Meet((*map(whole, side_hexes(mark.sides[0])), edge(mark.sides[0])), ()))
        else:
            before, after = line.marks[number - 1], line.marks[number + 1]
            if "along" in (before.kind, after.kind):
                found.append(Meet((edge(mark.sides[0]),), (edge(mark.sides[1]),)))
                continue
            passed = side_between(before.hex, after.hex)
            beside = [key for key in mark.sides if key != passed]
            third = next(place for place in side_hexes(beside[0]) if place not in (before.hex, after.hex))
            found.append(Meet((edge(passed),), (whole(third), *map(edge, beside))))
    return found


def test_what_lines_meet_is_what_the_trace_meets() -> None:
    for dq in range(-20, 21):
        for dr in range(-20, 21):
            assert list(meets(dq, dr)) == met_by_trace(dq, dr), (dq, dr)


def test_rows_of_hexes() -> None:
    assert [axis(*step) for step in ((0, -3), (3, -3), (3, 0), (-2, 0), (2, 1))] == [0, 1, 2, 2, -1]


@pytest.mark.parametrize(
    ("ends", "top", "clear"),
    [
        ((0, 0), 0, True),  # level ground
        ((0, 0), 1, False),
        ((0, 4), 2, True),  # half way on the straight line: touching is clear
        ((0, 4), 3, False),
        ((7, 5), 6, True),
        ((7, 5), 7, False),
    ],
)
def test_the_straight_line_half_way(ends: tuple[int, int], top: int, clear: bool) -> None:
    board = clear_board(1, 9)
    relief = random_relief(board, 1, 0, 1)
    first, middle, last = board.cells[0], board.cells[4], board.cells[8]
    relief.height[first], relief.height[last] = ends
    for plane in (relief.hexes, *relief.along):
        plane[:] = [NOTHING] * board.size
        plane[middle] = top
    assert (sight_rows(board, relief, line_rises)[first] >> last & 1 == 1) == clear
    assert (first_obstacle(board, relief, last, first, line_why) is None) == clear
