"""Lines of sight by heights: what a line meets, and an explaining check for one pair.

The game gives the heights of ends and obstacles (`Relief`) and its rule in two forms. `Why` names the rule by which
one obstacle blocks one line: it explains. `Rises` says the same in bulk: for a place on a line, how many levels above
the lower end an obstacle must reach there to block. From it `heighttable.sight_rows` makes the table of a whole map; a
test of the game holds both equal on all pairs of its maps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.hex import ALONG, CROSSED, DIRECTIONS, HEX, Met, walk

ENTIRE = -1
"""Stands for the direction of a hexside where an obstacle is a whole hex."""
NOTHING = -99
"""The height of an obstacle that is not there."""

Why = Callable[[int, int, int, int, int, int], str]
"""The rule by which an obstacle blocks, or "": from the height of the higher end, of the lower end and of the obstacle,
its distance from the higher and from the lower end, and the length of the line."""
Rises = Callable[[int, int, int, int], Sequence[int]]
"""How many levels above the lower end an obstacle begins to block, for each difference of the ends from 0 on: from its
distance from the higher and from the lower end, the length of the line, and how many differences are wanted. It is at
least 1 and at most one more than the difference: what is above both ends blocks."""


Place = tuple[int, int, int]
"""A hex (q, r, ENTIRE) or a canonical hexside (q, r, 0..2), by displacement from the start of a line."""
Point = tuple[tuple[Place, ...], tuple[Place, ...]]
"""What a line meets at one point, without distances: see `Meet`."""


class Obstacle(NamedTuple):
    """A place where a line may meet an obstacle, by displacement from its start: a hex, or a canonical hexside."""

    q: int
    r: int
    direction: int
    """ENTIRE, or the direction of the hexside."""
    near: int
    """Its distance in hexes from the start of the line; of a hexside, that of its nearer hex."""
    far: int
    """The same from the end of the line."""


class Meet(NamedTuple):
    """What a line meets at one point: it is blocked by any of `left`, and if there is a `right` by one of each."""

    left: tuple[Obstacle, ...]
    right: tuple[Obstacle, ...]


class Relief(NamedTuple):
    """The heights of a map, by cell."""

    height: list[int]
    """Of the ends of lines."""
    hexes: list[int]
    """The highest point of the hex; NOTHING off the map."""
    sides: tuple[list[int], list[int], list[int]]
    """The highest point of a blocking hexside, for each canonical direction; NOTHING where there is none."""
    along: tuple[list[int], list[int], list[int]]
    """The highest point of the hex for lines that run along a row of hexes, for each canonical direction."""


class Blocked(NamedTuple):
    """The first obstacle that blocks a line."""

    cells: tuple[Cell, ...]
    """The hex, or both hexes of the hexside."""
    height: int
    rule: str


def axis(dq: int, dr: int) -> int:
    """The canonical direction (0..2) of a displacement that runs along a row of hexes, or -1."""
    return 0 if dq == 0 else 1 if dq + dr == 0 else 2 if dr == 0 else -1


@cache
def meets(dq: int, dr: int) -> tuple[Meet, ...]:
    """Where the line to a displacement may be blocked, in order, with distances."""
    return tuple(
        [
            Meet(tuple([_at(place, dq, dr) for place in left]), tuple([_at(place, dq, dr) for place in right]))
            for left, right in points(dq, dr)
        ]
    )


def _at(place: Place, dq: int, dr: int) -> Obstacle:
    q, r, direction = place
    near, far = _length(q, r), _length(dq - q, dr - r)
    if direction != ENTIRE:
        step = DIRECTIONS[direction]
        near = min(near, _length(q + step.q, r + step.r))
        far = min(far, _length(dq - q - step.q, dr - r - step.r))
    return Obstacle(q, r, direction, near, far)


def _length(dq: int, dr: int) -> int:
    return max(abs(dq), abs(dr), abs(dq + dr))


def points(dq: int, dr: int) -> list[Point]:
    """Where the line to a displacement may be blocked, in order: `left`, and `right`, as a `Meet` has them.

    The hexes of the two ends are left out; the hexsides between stay. A line along a hexside is blocked by the side and
    by either neighbour. A corner that is only touched blocks when something blocks on both sides of the line.
    """
    line = walk(dq, dr)
    found: list[Point] = []
    number = 1
    while number < len(line) - 1:
        kind, q, r, direction = line[number]
        if kind == HEX:
            found.append((((q, r, ENTIRE),), ()))
        elif kind == CROSSED:
            found.append((((q, r, direction),), ()))
        elif kind == ALONG:
            one, two = _both((q, r, direction))
            found.append(((one, two, (q, r, direction)), ()))
        else:
            found.append(_corner(line, number))
            number += 2  # a corner is given as its three sides
        number += 1
    return found


def _corner(line: list[Met], number: int) -> Point:
    """The corner whose three sides begin at a place in a walk: both sides of the hex left, and the one between."""
    one, two, between = line[number][1:], line[number + 1][1:], line[number + 2][1:]
    before, after = line[number - 1], line[number + 3]
    if before[0] == ALONG or after[0] == ALONG:
        return (one,), (two,)
    entered = (after[1], after[2], ENTIRE)
    passed, beside = (one, two) if entered in _both(one) else (two, one)
    first, second = _both(beside)
    third = second if first == (before[1], before[2], ENTIRE) else first
    return (passed,), (third, beside, between)


def _both(side: Place) -> tuple[Place, Place]:
    """The two hexes of a hexside."""
    q, r, direction = side
    step = DIRECTIONS[direction]
    return (q, r, ENTIRE), (q + step.q, r + step.r, ENTIRE)


def first_obstacle(
    board: Board, relief: Relief, a: Cell, b: Cell, why: Why, ends: tuple[int, int] | None = None
) -> Blocked | None:  # fmt: skip
    """What first blocks the line from a to b, or None when it is clear: the explaining counterpart of the table.

    `ends` are the heights of a and b where these are not those of their hexes, as on an upper floor.
    """
    dq, dr = board.q[b] - board.q[a], board.r[b] - board.r[a]
    span = board.distance(a, b)
    here, there = ends or (relief.height[a], relief.height[b])
    row = axis(dq, dr)
    hexes = relief.hexes if row < 0 else relief.along[row]
    higher, lower = max(here, there), min(here, there)

    def first(obstacles: tuple[Obstacle, ...]) -> Blocked | None:
        for q, r, direction, near, far in obstacles:
            cell = a + q * board.stride + r
            top = hexes[cell] if direction == ENTIRE else relief.sides[direction][cell]
            if top <= lower:
                continue
            away, rest = (near, far) if here >= there else (far, near)
            rule = why(higher, lower, top, away, rest, span)
            if rule:
                return Blocked((cell,) if direction == ENTIRE else board.side_cells((cell, direction)), top, rule)
        return None

    for left, right in meets(dq, dr):
        found = first(left)
        if found is not None and (not right or first(right) is not None):
            return found
    return None
