"""Exact odds of anything that rolls dice, to hold the program's own odds against."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from hulldown.core.dice import Dice, Roll

T = TypeVar("T", bound=Hashable)


class _BranchDice(Dice):
    """Dice that follow a fixed branch and then take the lowest value, noting how many ways there were."""

    def __init__(self, branch: tuple[int, ...]) -> None:
        super().__init__("", 0)
        self._branch = branch

    def _value(self, sides: int) -> int:
        return self._branch[self.serial] if self.serial < len(self._branch) else 1


def enumerate_outcomes(play: Callable[[Dice], T]) -> dict[T, Fraction]:
    """Every result of `play` with its exact probability, found by following each branch of the dice."""
    found: dict[T, Fraction] = {}
    branch: tuple[int, ...] | None = ()
    while branch is not None:
        source = _BranchDice(branch)
        result = play(source)
        weight = Fraction(1)
        for roll in source.rolls:
            weight /= roll.sides
        found[result] = found.get(result, Fraction(0)) + weight
        branch = _next_branch(source.rolls)
    return found


def _next_branch(rolls: list[Roll]) -> tuple[int, ...] | None:
    for index in range(len(rolls) - 1, -1, -1):
        if rolls[index].value < rolls[index].sides:
            return (*(roll.value for roll in rolls[:index]), rolls[index].value + 1)
    return None
