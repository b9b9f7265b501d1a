"""Line-of-sight by Heights: what blocks between two hexes, why, and the table of a whole map (4.1.4.2a, 4.1.4.2b).

All Heights are whole levels. For the higher and the lower of two vehicles and an obstacle at distance d from the
higher one there is one test (`blocking_rule`): the obstacle blocks if it is above the lower vehicle and not below the
higher one, or if the lower one stands in the blind zone behind it. The table asks the same question in bulk: at a
given place on a line an obstacle may lie a certain number of levels (`slack`) below the higher vehicle and still block.

Rulings: D2-D4 (zones of several obstacles are united, each is at least one hex), D5 (own hexes never block, own
hexsides do), D6, D7, D8 (a line along a hexside is blocked by either neighbour), D9 (a corner only touched blocks when
something blocks on both sides of the line), D10, D11 (along a path or road), D12-D15.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.hex import ORIGIN, Hex, Side, distance, side_between, side_hexes, trace
from hulldown.core.numbers import whole_number
from hulldown.core.sight import SightTable
from hulldown.games.panzer.data import chart

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Heights = npt.NDArray[np.int8]
    _Flags = npt.NDArray[np.bool_]

HEX = -1
"""Stands for the direction of a hexside where an obstacle is a whole hex."""
NOTHING = -99
"""The Height of an obstacle that is not there."""
ALWAYS = 50
"""More levels than any map has."""


class Obstacle(NamedTuple):
    """A place where a line may meet an obstacle, by displacement from its start: a hex, or a canonical hexside."""

    q: int
    r: int
    direction: int
    """HEX, or the direction of the hexside."""
    near: int
    """Its distance in hexes from the start of the line (4.1.4.2.4b; of a hexside, that of its nearer hex: D10)."""
    far: int
    """The same from the end of the line."""


class Meet(NamedTuple):
    """What a line meets at one point: it is blocked by any of `left`, and if there is a `right` by one of each."""

    left: tuple[Obstacle, ...]
    right: tuple[Obstacle, ...]


class Relief(NamedTuple):
    """The Heights of a map, by cell."""

    height: list[int]
    """Of a vehicle in the hex."""
    hexes: list[int]
    """The highest point of the hex (4.1.4.2b)."""
    sides: tuple[list[int], list[int], list[int]]
    """The highest point of a blocking hexside, for each canonical direction; NOTHING where there is none."""
    along: tuple[list[int], list[int], list[int]]
    """The highest point of the hex for a line straight through two opposite sides joined by a path or road (D11)."""
    beds: list[bool]
    """Whether the hex is a gully, ford or stream, which sees one level up only into adjacent hexes (4.1.4.1.6d)."""


class Blocked(NamedTuple):
    """The first obstacle that blocks a line."""

    cells: tuple[Cell, ...]
    """The hex, or both hexes of the hexside."""
    height: int
    rule: str


@cache
def _divisors() -> tuple[tuple[int, int, str], ...]:
    """How far an obstacle lies below the higher vehicle (the last stands for more too), the divisor, the rule."""
    table = chart("blind-zone")
    found = []
    for band in table.bands:
        cell = table.cell(band.first, "divisor")
        found.append((band.first, whole_number(cell) or 0, table.rule(band.first)))
    return tuple(found)


def blind_zone(below: int, away: int) -> tuple[int, str]:
    """The hexes hidden behind an obstacle so many levels below the higher vehicle, and the rule.

    Cases 4.1.4.2.4c, 4.1.4.2.4e, 4.1.4.2.4f, 4.1.4.2.4g, 4.1.4.2.4h.
    """
    levels = _divisors()
    _, divisor, rule = levels[min(below, len(levels)) - 1]
    return (max(1, away // divisor) if divisor else 1), rule


def blocking_rule(higher: int, lower: int, obstacle: int, away: int, span: int) -> str:
    """The rule by which an obstacle blocks, or "": `away` from the higher vehicle on a line of `span` hexes.

    4.1.4.2.1: higher than both. 4.1.4.2.2: as high as one. 4.1.4.2.3: no higher than either. 4.1.4.2.4a: between them
    there is a blind zone. 4.1.4.2.4d: it does not matter which of the two is spotting.
    """
    if obstacle <= lower:
        return ""  # 4.1.4.2.3
    if obstacle > higher:
        return "4.1.4.2.1"
    if obstacle == higher:
        return "4.1.4.2.2"
    zone, rule = blind_zone(higher - obstacle, away)
    return rule if away < span <= away + zone else ""


@cache
def slack(away: int, span: int) -> int:
    """How many levels below the higher vehicle an obstacle still blocks; it must be above the lower one besides."""
    if not away < span:
        return 0
    hidden = [below for below, _, _ in _divisors() if span <= away + blind_zone(below, away)[0]]
    return 0 if not hidden else ALWAYS if hidden[-1] == len(_divisors()) else hidden[-1]


@cache
def meets(dq: int, dr: int) -> tuple[Meet, ...]:
    """Where the line to a displacement may be blocked, in order.

    1.2c, 4.1.4d: from centre to centre. 4.1.4e, 4.1.4.2.6a, 4.1.4.2.6b: a sliver of a hex is enough, and so is a
    hexside run along. 4.1.4.2.5a, 4.1.4.2.5b: the two end hexes are left out, so one sees one hex into and out of an
    obstacle; the hexsides between stay.
    """
    line = trace(dq, dr)
    end = Hex(dq, dr)
    found: list[Meet] = []

    def whole(place: Hex) -> Obstacle:
        return Obstacle(place.q, place.r, HEX, distance(ORIGIN, place), distance(place, end))

    def edge(key: Side) -> Obstacle:
        both = side_hexes(key)
        near, far = (min(distance(point, place) for place in both) for point in (ORIGIN, end))
        return Obstacle(key.hex.q, key.hex.r, key.direction, near, far)

    def alone(*obstacles: Obstacle) -> None:
        found.append(Meet(obstacles, ()))

    for number, mark in enumerate(line.marks):
        if mark.kind == "hex":
            if mark.hex not in (ORIGIN, end):
                alone(whole(mark.hex))
        elif mark.kind == "crossed":
            alone(edge(mark.sides[0]))
        elif mark.kind == "along":
            alone(*(whole(place) for place in side_hexes(mark.sides[0])), edge(mark.sides[0]))
        else:
            before, after = line.marks[number - 1], line.marks[number + 1]
            run = next((near.sides[0] for near in (before, after) if near.kind == "along"), None)
            if run is not None:
                one, two = (key for key in mark.sides if key != run)
                found.append(Meet((edge(one),), (edge(two),)))
                continue
            passed = side_between(before.hex, after.hex)
            beside = [key for key in mark.sides if key != passed]
            third = next(place for place in side_hexes(beside[0]) if place not in (before.hex, after.hex))
            found.append(Meet((edge(passed),), (whole(third), *(edge(key) for key in beside))))
    return tuple(found)


def axis(dq: int, dr: int) -> int:
    """The canonical direction (0..2) of a displacement that runs along a hex row, or -1."""
    return 0 if dq == 0 else 1 if dq + dr == 0 else 2 if dr == 0 else -1


def first_blocked(board: Board, relief: Relief, a: Cell, b: Cell) -> Blocked | None:
    """What first blocks the line from a to b, or None when it is clear: the explaining counterpart of `table`."""
    if a == b:
        return None
    dq, dr = board.q[b] - board.q[a], board.r[b] - board.r[a]
    span = board.distance(a, b)
    here, there = relief.height[a], relief.height[b]
    if span > 1:
        for bed, up, below in ((a, there, here), (b, here, there)):
            if relief.beds[bed] and up == below + 1:
                return Blocked((bed,), up, "4.1.4.1.6d")
    row = axis(dq, dr)
    hexes = relief.hexes if row < 0 else relief.along[row]
    higher, lower = max(here, there), min(here, there)

    def first(obstacles: tuple[Obstacle, ...]) -> Blocked | None:
        for q, r, direction, near, far in obstacles:
            cell = a + q * board.stride + r
            top = hexes[cell] if direction == HEX else relief.sides[direction][cell]
            if top <= lower:
                continue
            rule = blocking_rule(higher, lower, top, near if here >= there else far, span)
            if rule:
                return Blocked((cell,) if direction == HEX else board.side_cells((cell, direction)), top, rule)
        return None

    for left, right in meets(dq, dr):
        found = first(left)
        if found is not None and (not right or first(right) is not None):
            return found
    return None


def table(board: Board, relief: Relief) -> SightTable:
    """Who sees whom on a map, worked out displacement by displacement; blocked both ways alike (4.1.4b, 4.1.4.2.4d)."""
    import numpy as np

    size, stride = board.size, board.stride

    def padded(values: Sequence[int]) -> _Heights:
        # Empty borders, so that the cells any fixed displacement away are a plain slice.
        return np.concatenate([np.full(size, NOTHING), np.array(values), np.full(size, NOTHING)]).astype(np.int8)

    height = np.array(relief.height, dtype=np.int8)
    beds = np.array(relief.beds, dtype=bool)
    on_map = np.array(board.on_map, dtype=bool)
    hexes = padded(relief.hexes)
    along = [padded(values) for values in relief.along]
    sides = [padded(values) for values in relief.sides]
    any_side = [bool((values != NOTHING).any()) for values in sides]
    matrix = np.zeros((size, size), dtype=bool)
    flat = matrix.reshape(-1)
    matrix[list(board.cells), list(board.cells)] = True
    for dq in range(board.columns):
        for dr in range(-board.rows - dq // 2 - 1, board.rows - dq // 2 + 2):
            shift = dq * stride + dr
            if shift <= 0:
                continue
            count = size - shift
            pairs = on_map[:count] & on_map[shift:]
            if not pairs.any():
                continue
            here, there = height[:count], height[shift:]
            higher, lower = np.maximum(here, there), np.minimum(here, there)
            from_here = here >= there
            span = distance(ORIGIN, Hex(dq, dr))
            row = axis(dq, dr)
            ground = hexes if row < 0 else along[row]
            blocked = np.zeros(count, dtype=bool)
            if span > 1:
                blocked |= (beds[:count] & (there == here + 1)) | (beds[shift:] & (here == there + 1))

            def tops(obstacle: Obstacle, count: int = count, ground: _Heights = ground) -> _Heights:
                start = size + obstacle.q * stride + obstacle.r
                return (ground if obstacle.direction == HEX else sides[obstacle.direction])[start : start + count]

            groups: dict[tuple[int, int], _Heights] = {}
            corners: list[Meet] = []
            for meet in meets(dq, dr):
                if meet.right:
                    if any(any_side[obstacle.direction] for obstacle in meet.left):
                        corners.append(meet)
                    continue
                for obstacle in meet.left:
                    if obstacle.direction == HEX or any_side[obstacle.direction]:
                        key = (slack(obstacle.near, span), slack(obstacle.far, span))
                        known = groups.get(key)
                        groups[key] = tops(obstacle) if known is None else np.maximum(known, tops(obstacle))

            def hidden(key: tuple[int, int], top: _Heights, higher: _Heights = higher, lower: _Heights = lower,
                       from_here: _Flags = from_here) -> _Flags:  # fmt: skip
                return (top > lower) & (top >= higher - np.where(from_here, np.int8(key[0]), np.int8(key[1])))

            for key, top in groups.items():
                blocked |= hidden(key, top)
            for meet in corners:
                both = np.ones(count, dtype=bool)
                for part in meet:
                    one = np.zeros(count, dtype=bool)
                    for obstacle in part:
                        one |= hidden((slack(obstacle.near, span), slack(obstacle.far, span)), tops(obstacle))
                    both &= one
                blocked |= both
            flat[shift :: size + 1][:count] = pairs & ~blocked
    matrix |= matrix.T
    packed = np.packbits(matrix, axis=1, bitorder="little")
    rows = [0] * size
    for cell in board.cells:
        rows[cell] = int.from_bytes(packed[cell].tobytes(), "little")
    return SightTable(rows)
