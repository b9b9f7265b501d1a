"""What states and views of games that walk a sequence of steps have in common, as types; `stepped` works on them."""

from __future__ import annotations

from typing import Any, Protocol, Self

import msgspec

from hulldown.core.events import Scalar
from hulldown.core.game import Outcome, View
from hulldown.core.orders import Order


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A step of the sequence on the stack, with the sides that owe a decision in it; a game may have one of its own."""

    step: str
    owing: tuple[str, ...] = ()


class SteppedState(Protocol):
    """A state whose position in the sequence is a stack of steps, with the orders that wait for the others'."""

    scenario: str
    options: dict[str, Scalar]
    seed: str
    serial: int
    turn: int
    stack: list[Any]
    submitted: dict[str, Order]
    outcome: Outcome | None

    def thaw(self) -> Self:
        """A copy to work on."""


class SteppedView(View, kw_only=True):
    """A view of such a state: what is asked stands on the same stack, and a side's own waiting order is known to it."""

    stack: tuple[Any, ...]
    options: dict[str, Scalar]
    submitted: Order | None
