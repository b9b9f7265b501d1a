"""Chances of rolls (100) whose result is modified, in exact fractions.

Ruling Q2: where a result must fall within 01 to nn, results of 0 and less do.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from hulldown.core.explain import Factor, least_sure

SIDES = 100


class Chance(NamedTuple):
    """A chance with all that makes it."""

    chance: Fraction
    factors: tuple[Factor, ...]

    @property
    def provenance(self) -> str:
        """The weakest source among its numbers."""
        return least_sure(factor.provenance for factor in self.factors if factor.provenance)


def at_most(limit: int, modifier: int = 0) -> Fraction:
    """The chance that a roll (100) plus a modifier is at most `limit`."""
    return Fraction(max(0, min(SIDES, limit - modifier)), SIDES)


def at_least(limit: int, modifier: int = 0) -> Fraction:
    """The chance that a roll (100) plus a modifier is at least `limit`."""
    return 1 - at_most(limit - 1, modifier)


def total(factors: Iterable[Factor]) -> int:
    """The sum of the numbers among some factors; modifiers are cumulative (5.12a)."""
    return sum(factor.value for factor in factors if isinstance(factor.value, int))
