"""Angles between hexes, exact: no sines, no rounding.

All arcs and aspects of games end at multiples of 30 degrees from a hexside or a corner. So a direction is one of 24
numbers: an even one, 2k, lies exactly k times 30 degrees clockwise from north; an odd one lies between its neighbours.
An angle is counted in the same way, from 0 to `DEGREES_180`: compare it with the constants here, borders included or
not as the rule has it.
"""

from __future__ import annotations

from typing import Final

DEGREES_30: Final = 2
DEGREES_60: Final = 4
DEGREES_90: Final = 6
DEGREES_120: Final = 8
DEGREES_180: Final = 12


def bearing(dq: int, dr: int) -> int:
    """The direction, from 0 to 23, in which a displacement in axial hexes leads; 0 for no displacement."""
    # The displacement is x steps in one of the six directions and y steps in the next one, with x > 0 and y >= 0.
    pairs = ((-dq - dr, dq), (-dr, dq + dr), (dq, dr), (dq + dr, -dq), (dr, -dq - dr), (-dq, -dr))
    for direction, (x, y) in enumerate(pairs):
        if x > 0 and y >= 0:
            return 4 * direction + (0 if y == 0 else 1 if y < x else 2 if y == x else 3)
    return 0


def angle(facing: int, towards: int) -> int:
    """The angle, from 0 to 12, between a facing (0 to 5, clockwise from north) and a bearing."""
    turn = (towards - 4 * facing) % 24
    return turn if turn <= 12 else 24 - turn


def within(limit: int, facing: int, towards: int) -> bool:
    """Whether the angle between a facing and a bearing is at most `limit`."""
    return (towards - 4 * facing + limit) % 24 <= 2 * limit
