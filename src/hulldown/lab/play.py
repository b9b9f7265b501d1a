"""One game between bots, played to its end through the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from hulldown.bots import Bot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Outcome
from hulldown.core.orders import Order, Side
from hulldown.core.record import Record, seed_of
from hulldown.core.session import Session

LIMIT = 20_000
"""Orders after which a game is taken for one that never ends."""


class GameResult(NamedTuple):
    """A finished game: how it ended, after how many turns and orders, and its record if one was kept."""

    outcome: Outcome
    turns: int
    decisions: int
    tasks: int
    """Unit-orders given, over all decisions."""
    record: Record | None


class GameFailedError(HulldownError):
    """A game that broke down; the record reaches up to the order (if there is one) that broke it."""

    def __init__(self, message: str, side: Side, order: Order | None, record: Record | None) -> None:
        super().__init__(message)
        self.side = side
        self.order = order
        self.record = record

    def __reduce__(self) -> tuple[type[GameFailedError], tuple[object, ...]]:
        return GameFailedError, (str(self), self.side, self.order, self.record)


def play_game(
    game: AnyGame,
    scenario: str,
    bots: Mapping[Side, Bot],
    secret: str,
    options: Mapping[str, Scalar] | None = None,
    keep_record: bool = False,
    limit: int = 0,
) -> GameResult:
    """The result of a game between bots; raises GameFailedError (with the cause chained) when it breaks down.

    A game that goes on for more than `limit` orders (0: LIMIT) is taken for one that never ends. The order in which
    sides that owe a decision at the same time are asked cannot matter: none sees the other's.
    """
    session = Session(game, scenario, secret, options) if keep_record else None
    state = session.state if session is not None else game.setup(scenario, options or {}, seed_of(secret, {}))
    decisions = tasks = 0
    limit = limit or LIMIT
    side, order = "", None
    try:
        while (outcome := game.outcome(state)) is None:
            pending = game.pending(state)
            if not pending:
                raise HulldownError("dead end: the game is not over, yet nobody owes a decision")
            if decisions >= limit:
                raise HulldownError(f"the game has not ended after {limit} orders")
            side, order = next(iter(pending)), None
            order = bots[side].decide(seat_of(game, state, side))
            state = session.submit(side, order).state if session is not None else game.apply(state, side, order).state
            decisions += 1
            tasks += len(order.tasks)
    except Exception as error:
        record = session.record() if session is not None else None
        raise GameFailedError(f"{type(error).__name__}: {error}", side, order, record) from error
    record = session.record() if session is not None else None
    return GameResult(outcome, state.turn, decisions, tasks, record)


def order_text(order: Order | None) -> str:
    """An order as JSON for a report, or a remark that the bot itself had failed."""
    return msgspec.json.encode(order).decode() if order is not None else "(none: the bot found no order)"
