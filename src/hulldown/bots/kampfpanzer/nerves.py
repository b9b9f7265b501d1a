"""Panic as the brain reckons with it: how likely by the hex a unit is in, and where it takes those who were to move."""

from __future__ import annotations

from functools import lru_cache

from hulldown.games.kampfpanzer.rules.fire import DIE
from hulldown.games.kampfpanzer.rules.panic import digits_of

DIGITS = 10


@lru_cache(maxsize=16)
def steadiness(level: int) -> tuple[float, ...]:
    """The chance that a unit keeps calm, by the last digit of its hex (11.11a)."""
    struck = [0] * DIGITS
    for die in range(1, DIE + 1):
        for digit in digits_of(level, die):
            struck[digit] += 1
    return tuple(1.0 - count / DIE for count in struck)
