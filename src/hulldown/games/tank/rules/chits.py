"""Chits drawn before the setup, and who is the First Player (32.1, 32.2); what was drawn stands in parts of the state.

Every optional rule that draws has a part of its own: the numbers by side. This is what the book itself reads of them.
"""

from __future__ import annotations

from typing import Any, Final

from hulldown.core.parts import part_of, set_part
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, TankState

KEY: Final = "chits"
DIE: Final = 6
SECRET_EXIT: Final = "secret_exit"
"""The optional rule that takes the place of Variable Exit for Alpha (32.3)."""


def exits_in_secret(scene: Scene, side: str) -> bool:
    """Whether a side draws in secret by which section it must leave: Alpha, in a rearguard action (17.13, 32.3)."""
    return side == ALPHA and SECRET_EXIT in scene.rules.keys and scene.situation.late_defence


def drawn(position: Any, key: str, side: str) -> int:
    """The number that a side has drawn for a rule, in a state or a view; 0 for none, or none that may be known."""
    numbers: dict[str, int] = part_of(position, key, {})
    return numbers.get(side, 0)


def undrawn(state: TankState, scene: Scene) -> bool:
    """Whether the chits are still in the cup: the game has not come past their drawing."""
    if state.turn:
        return False
    steps = [row.key for row in scene.rules.sequence]
    return steps.index(state.stack[-1].step) <= steps.index(KEY)


def note(state: TankState, key: str, numbers: dict[str, int]) -> None:
    """Remembers what was drawn for a rule; a rule for which nobody draws has no part."""
    set_part(state, key, numbers or None)


def in_order(state: TankState, doing: Doing) -> tuple[str, str]:
    """Both sides, the First Player first: Alpha if the die is odd (32.1b). It is rolled once in a game (32.2a)."""
    first = part_of(state, KEY, "")
    if not first:
        rolled = doing.dice.roll(DIE, "First Player")
        first = ALPHA if rolled % 2 else BRAVO
        set_part(state, KEY, first)
        doing.emit("first_player", "32.1b", (), side=first, die=rolled)
    return (ALPHA, BRAVO) if first == ALPHA else (BRAVO, ALPHA)


def draw_apart(state: TankState, doing: Doing, sides: list[str], most: int, purpose: str) -> dict[str, int]:
    """A number from 1 to `most` for each of these sides, in the order of play; no chit is put back (32.1b, 32.2a).

    A side that draws alone needs no First Player.
    """
    order = [side for side in in_order(state, doing) if side in sides] if len(sides) > 1 else sides
    numbers = doing.dice.draw(len(order), most, purpose)
    return {side: number + 1 for side, number in zip(order, numbers, strict=True)}
