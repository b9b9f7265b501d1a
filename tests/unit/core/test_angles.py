"""Bearings and angles, held against floating point, and against the two ways in which the games once found them."""

from __future__ import annotations

import math

import pytest

from hulldown.core.angles import DEGREES_30, DEGREES_60, DEGREES_90, DEGREES_120, DEGREES_180, angle, bearing, within
from hulldown.core.hex import DIRECTIONS

FAR = 64
"""Larger than any map."""
ALL = [(dq, dr) for dq in range(-FAR, FAR + 1) for dr in range(-FAR, FAR + 1) if dq or dr]
FACINGS = range(6)


def _degrees(dq: int, dr: int) -> float:
    return math.degrees(math.atan2(1.5 * dq, -math.sqrt(3) * (dr + dq / 2))) % 360


def test_bearings_are_those_of_floating_point() -> None:
    for dq, dr in ALL:
        turn = _degrees(dq, dr) / 30
        near = round(turn)
        expected = 2 * near % 24 if abs(turn - near) < 1e-9 else 2 * math.floor(turn) + 1
        assert bearing(dq, dr) == expected, (dq, dr)


def test_directions_and_no_displacement() -> None:
    assert [bearing(step.q, step.r) for step in DIRECTIONS] == [0, 4, 8, 12, 16, 20]
    assert bearing(0, 0) == 0


@pytest.mark.parametrize("facing", FACINGS)
def test_angles_are_the_same_on_both_sides(facing: int) -> None:
    for towards in range(24):
        expected = min((towards - 4 * facing) % 24, (4 * facing - towards) % 24)
        assert angle(facing, towards) == angle(facing + 6, towards) == expected <= DEGREES_180
        for limit in range(12):
            assert within(limit, facing, towards) == (expected <= limit)


def _dot(facing: int, dq: int, dr: int) -> int:
    way = DIRECTIONS[facing]
    return way.q * dq + way.r * dr + (way.q + way.r) * (dq + dr)


@pytest.mark.parametrize("facing", FACINGS)
def test_angles_are_those_of_the_dot_product(facing: int) -> None:
    for dq, dr in ALL:
        dot, found = _dot(facing, dq, dr), angle(facing, bearing(dq, dr))
        long = dq * dq + dr * dr + (dq + dr) * (dq + dr)
        assert (found <= DEGREES_30) == (dot > 0 and 4 * dot * dot >= 6 * long)
        assert (found < DEGREES_90) == (dot > 0)
        assert (found == DEGREES_90) == (dot == 0)


def _sector(dq: int, dr: int) -> tuple[int, bool]:
    pairs = ((-dq - dr, dq), (-dr, dq + dr), (dq, dr), (dq + dr, -dq), (dr, -dq - dr), (-dq, -dr))
    return next((number, y > 0) for number, (x, y) in enumerate(pairs) if x > 0 and y >= 0)


@pytest.mark.parametrize("facing", FACINGS)
def test_angles_are_those_of_sectors(facing: int) -> None:
    for dq, dr in ALL:
        sector, inside = _sector(dq, dr)
        turn, found = (sector - facing) % 6, angle(facing, bearing(dq, dr))
        assert (found <= DEGREES_60) == (turn in (0, 5) or (turn == 1 and not inside))
        assert (found > DEGREES_120) == (turn == 3 or (turn == 2 and inside))
