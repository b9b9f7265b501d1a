"""Which orders can be taken back, in the sessions of the command line and of a server.

An order can be taken back while it only waits. Once dice were rolled, somebody else has seen something, or anybody is
asked a new question, the game has moved on. The new question counts even when only the order's own side is asked:
it tells that side that the orders of the others were carried out, and whether anything came of them. Taking the order
back then would be a free look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hulldown.core.decisions import Decision
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State, Step
from hulldown.core.orders import Order, Side


class PlayedOrder(NamedTuple):
    """An order that was given: the state before it, who gave it, and what it caused."""

    before: State
    side: Side
    order: Order
    step: Step


def is_final(game: AnyGame, before: State, side: Side, step: Step) -> bool:
    """Whether nothing up to and including this order of `side` can be taken back any more."""
    return step.fences(side) or asks_anew(side, game.pending(before), game.pending(step.state))


def asks_anew(side: Side, before: Mapping[Side, Decision], after: Mapping[Side, Decision]) -> bool:
    """Whether an order of `side` led to a question that was not asked before it."""
    return dict(after) != {other: asked for other, asked in before.items() if other != side}


def undoable(game: AnyGame, given: Sequence[PlayedOrder], side: Side) -> int | None:
    """The place of the order that `side` can take back, its last one; None when there is none."""
    for place in range(len(given) - 1, -1, -1):
        one = given[place]
        if is_final(game, one.before, one.side, one.step):
            return None
        if one.side == side:
            return place
    return None


def given_again(game: AnyGame, given: Sequence[PlayedOrder], place: int) -> list[PlayedOrder] | None:
    """The orders after `place`, given without the one there; None when one of them rests on it."""
    state = given[place].before
    found: list[PlayedOrder] = []
    for one in given[place + 1 :]:
        try:
            step = game.apply(state, one.side, one.order)
        except HulldownError:
            return None
        found.append(PlayedOrder(state, one.side, one.order, step))
        state = step.state
    return found
