"""The two kinds of roll (3.2c), and how the digits of one are read."""

from __future__ import annotations

from hulldown.core.dice import Dice


def roll_100(dice: Dice, purpose: str) -> int:
    """A result from 1 to 100: two ten-sided dice read as tens and units, double zero as 100 (3.2a, 1.10)."""
    return dice.roll(100, purpose)


def roll_10(dice: Dice, purpose: str) -> int:
    """A result from 1 to 10, the face 0 read as 10 (3.2b)."""
    return dice.roll(10, purpose)


def read_100(tens: int, units: int) -> int:
    """The result of a roll (100) whose dice show these faces, 0 to 9 or 1 to 10 (3.2a)."""
    return (tens % 10 * 10 + units % 10) or 100


def digits(result: int) -> tuple[int, int]:
    """The tens and units dice of a roll (100), a 0 read as 10 (3.2a, 3.2b; ruling B1)."""
    return result // 10 % 10 or 10, result % 10 or 10
