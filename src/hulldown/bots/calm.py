"""Panic: how many of some units may be expected to do what they were told."""

from __future__ import annotations

from functools import lru_cache
from math import comb

PARTS = 10
"""Both plotting games strike a level of panic in so many tenths of all units a turn."""


def calmness(panic: int) -> float:
    """The chance that a unit does not panic at this level."""
    return 1.0 - panic / PARTS


@lru_cache(maxsize=1024)
def steady(count: int, calm: float) -> tuple[float, ...]:
    """The chances that 0, 1, 2 ... of so many units do not panic, if each keeps calm with a chance."""
    return tuple(comb(count, able) * calm**able * (1.0 - calm) ** (count - able) for able in range(count + 1))
