"""The kind of roll that the Basic Game knows (3.2c); nothing in it asks for one die, read from 1 to 10 (3.2b)."""

from __future__ import annotations

from hulldown.core.dice import Dice


def roll_100(dice: Dice, purpose: str) -> int:
    """A result from 1 to 100, each as likely: two ten-sided dice read as tens and units, 00 as 100 (3.2a, 1.10)."""
    return dice.roll(100, purpose)
