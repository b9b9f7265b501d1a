"""Line-of-sight by Heights: what blocks between two hexes, why, and the table of a whole map (4.1.4.2a, 4.1.4.2b).

All Heights are whole levels. For the higher and the lower of two vehicles and an obstacle at distance d from the
higher one there is one test (`blocking_rule`): the obstacle blocks if it is above the lower vehicle and not below the
higher one, or if the lower one stands in the blind zone behind it. The table asks the same question in bulk: at a
given place on a line an obstacle may lie a certain number of levels (`slack`) below the higher vehicle and still block.

Lines, obstacles and the work of the table are the engine's (`core.heights`, `core.heighttable`), whose ways with lines
are those of Panzer. 1.2c, 4.1.4d: from centre to centre. 4.1.4e, 4.1.4.2.6a, 4.1.4.2.6b: a sliver of a hex is enough,
and so is a hexside run along. 4.1.4.2.5a, 4.1.4.2.5b: the two end hexes never block, so one sees one hex into and out
of an obstacle; the hexsides between stay. 4.1.4.2.4b: distances are counted in hexes.

Rulings: D2-D4 (zones of several obstacles are united, each is at least one hex), D5 (own hexes never block, own
hexsides do), D6, D7, D8 (a line along a hexside is blocked by either neighbour), D9 (a corner only touched blocks when
something blocks on both sides of the line), D10 (a hexside is as far away as its nearer hex), D11 (along a path or
road), D12-D15.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hulldown.core.board import Board, Cell, cells_of, mask_of
from hulldown.core.heights import ENTIRE, Blocked, Relief, axis, first_obstacle, meets
from hulldown.core.heighttable import sight_rows
from hulldown.core.numbers import whole_number
from hulldown.core.sight import SightTable
from hulldown.games.panzer.data.loading import chart

ALWAYS = 50
"""More levels than any map has."""


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


def _why(higher: int, lower: int, obstacle: int, away: int, _rest: int, span: int) -> str:
    return blocking_rule(higher, lower, obstacle, away, span)


def _rises(away: int, _rest: int, span: int, count: int) -> tuple[int, ...]:
    """How many levels above the lower vehicle an obstacle begins to block, by the difference of the two."""
    return _rises_with(slack(away, span), count)


@cache
def _rises_with(below: int, count: int) -> tuple[int, ...]:
    return tuple([max(1, difference - below) for difference in range(count)])


def first_blocked(
    board: Board, relief: Relief, beds: list[bool], a: Cell, b: Cell, ends: tuple[int, int] | None = None
) -> Blocked | None:  # fmt: skip
    """What first blocks the line from a to b, or None when it is clear: the explaining counterpart of `table`.

    `ends` are the Heights of the two units where these are not those of their hexes, as on an upper floor.
    """
    if a == b:
        return None
    span = board.distance(a, b)
    if span > 1 and not _along_bed(board, beds, a, b, span):
        here, there = ends or (relief.height[a], relief.height[b])
        for bed, up, below in ((a, there, here), (b, here, there)):
            if beds[bed] and up == below + 1:
                return Blocked((bed,), up, "4.1.4.1.6d")
    return first_obstacle(board, relief, a, b, _why, ends)


def hindering(
    board: Board, height: list[int], a: Cell, b: Cell, ends: tuple[int, int], cells: Collection[Cell], rise: int
) -> tuple[Cell, ...]:
    """The hexes of smoke or fire, so many levels high, that count on the line from a to b, each once.

    D16: it counts where it would block were it an obstacle of its Height; in the two end hexes always. H6: a line along
    its hexside meets it too. `ends` are the Heights of the two units.
    """
    (here, there), span = ends, board.distance(a, b)
    found = [a] if a in cells else []
    # A line keeps close to the shortest way, so smoke that lies off it need not be looked for.
    if all(board.distance(a, cell) + board.distance(cell, b) > span + 1 for cell in cells):
        return ()
    for meet in meets(board.q[b] - board.q[a], board.r[b] - board.r[a]):
        for obstacle in meet.left:
            cell = a + obstacle.q * board.stride + obstacle.r
            if obstacle.direction != ENTIRE or meet.right or cell not in cells:
                continue
            away = obstacle.near if here >= there else obstacle.far
            if blocking_rule(max(here, there), min(here, there), height[cell] + rise, away, span):
                found.append(cell)
    return (*found, b) if b in cells and b != a else tuple(found)


def _along_bed(board: Board, beds: list[bool], a: Cell, b: Cell, span: int) -> bool:
    """Whether all hexes of a straight row from a to b are gully, ford or stream: one sees along them (4.1.4.1.6e; D12).

    As along a road, only the rule about banks gives way: a hill on the line still blocks by its Height.
    """
    if axis(board.q[b] - board.q[a], board.r[b] - board.r[a]) < 0:
        return False
    step = (b - a) // span
    return all(beds[a + count * step] for count in range(span + 1))


def table(board: Board, relief: Relief, beds: list[bool]) -> SightTable:
    """Who sees whom on a map; the same both ways (4.1.4b, 4.1.4.2.4d).

    `beds` are the gullies, fords and streams, which see one level up only into adjacent hexes (4.1.4.1.6d), or along a
    straight run of such hexes (4.1.4.1.6e).
    """
    rows = sight_rows(board, relief, _rises)
    levels = {high: mask_of(cell for cell in board.cells if relief.height[cell] == high) for high in set(relief.height)}
    for bed in board.cells:
        if not beds[bed]:
            continue
        lost = rows[bed] & levels.get(relief.height[bed] + 1, 0) & ~_near_bed(board, beds, bed)
        rows[bed] ^= lost
        for cell in cells_of(lost):
            rows[cell] ^= 1 << bed
    return SightTable(rows)


def _near_bed(board: Board, beds: list[bool], bed: Cell) -> int:
    """The hexes next to a bed, and those along straight runs of beds from it."""
    found = mask_of(cell for cell in board.neighbours[bed] if cell >= 0)
    for direction in range(6):
        cell = board.neighbours[bed][direction]
        while cell >= 0 and beds[cell]:
            found |= 1 << cell
            cell = board.neighbours[cell][direction]
    return found
