"""One game between bots, played to its end through the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec

from hulldown.bots import Bot, ForfeitError, end_bot
from hulldown.bots.seat import Trial
from hulldown.core.errors import HulldownError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Outcome, State, Step
from hulldown.core.orders import Order, Side
from hulldown.core.record import Record, seed_of
from hulldown.core.session import Session
from hulldown.lab.story import Story, StoryBuilder

FORFEIT = "forfeit"
"""The rule of an outcome that no rule of the game led to: a bot has given up or did not answer any more."""
LIMIT = 20_000
"""Orders after which a game is taken for one that never ends."""


class GameResult(NamedTuple):
    """A finished game: how it ended, after how many turns and orders, and its record if one was kept.

    The record of a game that was forfeited is that of an unfinished one: it verifies, and names no outcome.
    """

    outcome: Outcome
    turns: int
    decisions: int
    tasks: int
    """Unit-orders given, over all decisions."""
    record: Record | None
    story: Story
    """What happened, in a few numbers."""


class GameFailedError(HulldownError):
    """A game that broke down; the record reaches up to the order (if there is one) that broke it.

    Where no record was kept, `given` has the orders that lead there.
    """

    def __init__(
        self, message: str, side: Side, order: Order | None, record: Record | None,
        given: tuple[tuple[Side, Order], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.side = side
        self.order = order
        self.record = record
        self.given = given

    def __reduce__(self) -> tuple[type[GameFailedError], tuple[object, ...]]:
        return GameFailedError, (str(self), self.side, self.order, self.record, self.given)


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

    A bot that raises ForfeitError has lost, which is a result like others, with the rule FORFEIT.
    A game that goes on for more than `limit` orders (0: LIMIT) is taken for one that never ends. The order in which
    sides that owe a decision at the same time are asked cannot matter: none sees the other's.
    """
    running = _Running(game, scenario, secret, options or {}, keep_record)
    outcome: Outcome | None = None
    try:
        outcome = running.play(bots, limit or LIMIT)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        given = tuple(running.given)
        raise GameFailedError(message, running.side, running.tried(), running.record(), given) from error
    finally:
        for bot in bots.values():
            end_bot(bot, outcome)
    tasks = sum(len(order.tasks) for _, order in running.given)
    turns, count = running.state.turn, len(running.given)
    return GameResult(outcome, turns, count, tasks, running.record(), running.builder.story)


class _Running:
    """A game between bots that is being played; a record is kept only if asked for, since it costs time."""

    def __init__(
        self, game: AnyGame, scenario: str, secret: str, options: Mapping[str, Scalar], keep_record: bool
    ) -> None:
        self.game = game
        self.session = Session(game, scenario, secret, options) if keep_record else None
        self.state: State = (
            self.session.state if self.session is not None else game.setup(scenario, options, seed_of(secret, {}))
        )
        self.builder = StoryBuilder(game.sides)
        self.given: list[tuple[Side, Order]] = []
        self.side: Side = ""
        """Who was asked last."""
        self.order: Order | None = None
        """The answer, once there is one."""
        self.trial: Trial | None = None
        """The position in which it was asked."""

    def play(self, bots: Mapping[Side, Bot], limit: int) -> Outcome:
        """Plays to the end; raises when the game or a bot breaks down."""
        while (outcome := self.game.outcome(self.state)) is None:
            self.side, self.order = self._next_side(limit), None
            self.trial = Trial(self.game, self.state, self.side)
            try:
                self.order = bots[self.side].decide(self.trial.seat())
            except ForfeitError as error:
                return forfeited(self.game, self.side, str(error))
            self._apply(self.side, self.order, self.trial.step(self.order))
        return outcome

    def _next_side(self, limit: int) -> Side:
        pending = self.game.pending(self.state)
        if not pending:
            raise HulldownError("dead end: the game is not over, yet nobody owes a decision")
        if len(self.given) >= limit:
            raise HulldownError(f"the game has not ended after {limit} orders")
        return next(iter(pending))

    def _apply(self, side: Side, order: Order, step: Step) -> None:
        if self.session is not None:
            self.session.submit(side, order, step)
        self.state = step.state
        self.given.append((side, order))
        self.builder.hear(step.events)

    def tried(self) -> Order | None:
        """The last answer, or what the bot meant to give when it broke down."""
        return self.trial.offered if self.order is None and self.trial is not None else self.order

    def record(self) -> Record | None:
        """The record so far, if one is kept."""
        return self.session.record() if self.session is not None else None


def record_of(
    game: AnyGame, scenario: str, secret: str, options: Mapping[str, Scalar], given: Sequence[tuple[Side, Order]]
) -> Record:
    """The record of a game whose orders are known, as far as they can be carried out again."""
    session = Session(game, scenario, secret, options)
    with suppress(Exception):  # what broke the game down may break it down here a little earlier
        for side, order in given:
            session.submit(side, order)
    return session.record()


def forfeited(game: AnyGame, side: Side, reason: str) -> Outcome:
    """How a game ends when the bot of a side gives up: the other side has won."""
    others = [other for other in game.sides if other != side]
    return Outcome(others[0] if len(others) == 1 else None, FORFEIT, f"{side} has forfeited the game: {reason}")


def order_text(order: Order | None) -> str:
    """An order as JSON for a report, or a remark that the bot itself had failed."""
    return msgspec.json.encode(order).decode() if order is not None else "(none: the bot found no order)"
