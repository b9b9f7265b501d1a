"""Lines of sight by the algorithm of 7.5, in whole numbers: when an obstacle blocks, and the table of a whole map.

A line is clear if H/D is at least (h - 1.5)/d for every obstacle (7.5-alg-1), where H is the height of the higher end
above the lower one, D their distance, h the height of the obstacle above the lower end and d its distance from it
(7.5-alg-2, 7.5-alg-3). A level is 10 metres, a hex 200 (7.5-alg-4). With heights in levels and distances in hexes an
obstacle blocks if 20 H d < (20 h - 3) D. Where both ends are equally high, that is an obstacle of one level.

Lines and obstacles are the engine's (`core.heights`). 7.1b: from centre to centre. OBS-10, OBS-18: the two end hexes
never block. OBS-11: distances are counted in hexes. 7.25-fn-2, OBS-12: a line along a hexside is blocked by either of
its hexes; a corner that is only touched blocks nothing, as this game has no hexsides that block. OBS-9: the algorithm
decides, not the gauge, so a line that just touches is clear.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from hulldown.core.board import Board, Cell
from hulldown.core.heights import Blocked, Relief, first_obstacle
from hulldown.core.heighttable import sight_rows

RISE: Final[Mapping[str, int]] = MappingProxyType({"woods": 2, "town": 2})
"""How many levels a terrain stands above its ground as an obstacle (7.12a)."""
RULE: Final = "7.5-alg-1"
_LEVEL, _ALLOWED = 20, 3
"""A level, and the allowance of 1.5 metres, in half metres."""


def blocks(higher: int, lower: int, obstacle: int, rest: int, span: int) -> bool:
    """Whether an obstacle blocks: the heights in levels, its distance from the lower end, the length of the line."""
    return _LEVEL * (higher - lower) * rest < (_LEVEL * (obstacle - lower) - _ALLOWED) * span


def _why(higher: int, lower: int, obstacle: int, _away: int, rest: int, span: int) -> str:
    return RULE if blocks(higher, lower, obstacle, rest, span) else ""


@cache
def rises(_away: int, rest: int, span: int, count: int) -> tuple[int, ...]:
    """How many levels above the lower end an obstacle begins to block, by the difference of the two ends."""
    limit = _LEVEL * span
    return tuple([(_LEVEL * difference * rest + _ALLOWED * span) // limit + 1 for difference in range(count)])


def first_blocked(board: Board, relief: Relief, a: Cell, b: Cell) -> Blocked | None:
    """What first blocks the line from a to b, or None when it is clear: the explaining counterpart of `rows`."""
    return None if a == b else first_obstacle(board, relief, a, b, _why)


def rows(board: Board, relief: Relief) -> list[int]:
    """For every cell the set of cells with a clear line to it, its own included; the same both ways."""
    return sight_rows(board, relief, rises)
