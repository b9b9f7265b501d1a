"""The brain for Panzer: it answers every decision from its side's view alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.panzer import remarks, variants
from hulldown.bots.panzer.advanced import brain as advanced
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.value import value as advanced_value
from hulldown.bots.panzer.commanding import command_order
from hulldown.bots.panzer.deploying import deploy_order
from hulldown.bots.panzer.driving import shaken
from hulldown.bots.panzer.firing import fire_order, overwatch_order
from hulldown.bots.panzer.moving import move_order, move_orders
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.panzer.value import value
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Side
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.initiative import FIRST
from hulldown.games.panzer.rules.sequence import SHOW
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, SETUP, WATCHING

CALM = Temper()
MISSES = 5
"""How often in a row nothing new may come up before no more is expected, as when one vehicle can only stay."""
SHARES = {COMMAND: 0.7, MOVEMENT: 0.5}
"""The decisions worth a search: the commands decide a turn; the drives may have half of it if so much is left."""


class PanzerBrain:
    """What greedy and planner know of the Basic Game; positions of the Advanced Game go to its own brain."""

    def decide(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        """A good legal order."""
        if _advanced(seat):
            return advanced.decide(seat, rng, temper)
        return self._order(seat, rng, temper)

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
        """Different good orders: the first thought, other leanings, single changes, then disturbed judgement."""
        found: list[Order] = []
        misses = 0
        thoughts = advanced.thoughts(seat, rng, pool) if _advanced(seat) else self._thoughts(seat, rng, count, pool)
        for order in thoughts:
            misses += 1
            if order not in found:
                misses = 0
                found.append(order)
                yield order
            if len(found) >= count or misses >= MISSES:
                return

    def foreseen(self, seat: Seat, world: Any, answer: Order, rng: Random, pool: Pool) -> Iterable[Order]:
        """None: all commands of a vehicle are in the pool, and single fights are settled in the playouts."""
        return ()

    def _thoughts(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
        """Orders worth a look without end, some of them more than once."""
        legal = seat.legal
        if legal.decision.kind == COMMAND:
            # Not a generator expression: compiled, that would be worked out to its end, which it does not have.
            for order in variants.commands(seat, rng, pool):
                if not seat.check(order):
                    yield order
        if legal.decision.kind == MOVEMENT:
            view = seat.view
            assert isinstance(view, PanzerView)
            yield from move_orders(Picture(view, seat.side, CALM), seat, rng, 3 * count, pool)
        yield self._order(seat, rng, CALM)
        for choice in legal.choices:
            order = Order(legal.decision.kind, choice=choice, decision=legal.decision.id)
            if not seat.check(order):
                yield order
        while True:
            yield self._order(seat, rng, Temper(noise=0.25))

    def share(self, kind: str) -> float:
        """The part of a turn's time that a decision of this kind deserves."""
        return SHARES.get(kind, 0.0)

    def value(self, world: Any, side: Side) -> float:
        """The expected score of a side."""
        return advanced_value(world, side) if advanced.is_advanced(world) else value(world, side)

    def remark(self, seat: Seat, order: Order) -> str:
        """Why the order was given."""
        view = seat.view
        assert isinstance(view, PanzerView)
        if advanced.is_advanced(view):
            return remarks.remark(Field(view, seat.side, CALM), order)
        return remarks.remark(Picture(view, seat.side, CALM), order)

    def _order(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        view, legal = seat.view, seat.legal
        assert isinstance(view, PanzerView)
        kind = legal.decision.kind
        if kind == "initiative":
            # The First Player fires first and moves last, seeing where everybody went.
            return Order(kind, choice=FIRST, decision=legal.decision.id)
        if kind == "reveal":
            # A target known to move is harder to hit, and its command will be seen this turn anyway.
            choice = SHOW if SHOW in legal.choices else legal.choices[-1]
            return Order(kind, choice=choice, decision=legal.decision.id)
        picture = Picture(view, seat.side, temper)
        if kind == MOVEMENT:
            return move_order(picture, seat, rng)
        order = _thought(picture, seat, rng)
        return order if order is not None and not seat.offer(order) else _fallback(seat, rng)


def _advanced(seat: Seat) -> bool:
    """Whether the position is one of the Advanced Game."""
    view = seat.view
    assert isinstance(view, PanzerView)
    return advanced.is_advanced(view)


def _thought(picture: Picture, seat: Seat, rng: Random) -> Order | None:
    """The brain's own answer to a decision that may be refused; None: it does not understand what is asked."""
    legal = seat.legal
    kind = legal.decision.kind
    if kind == SETUP:
        return deploy_order(picture, legal, rng)
    if kind == COMMAND:
        return command_order(picture, legal, rng)
    if kind == FIRING:
        return fire_order(picture, legal, shaken(picture, rng))
    if kind == WATCHING:
        return overwatch_order(picture, legal, shaken(picture, rng))
    for known in picture.knowledge:
        order = known.decide(picture, seat, rng)
        if order is not None:
            return order
    return None


def _fallback(seat: Seat, rng: Random) -> Order:
    """A legal order of any kind, where the brain's own is refused."""
    if seat.legal.idle is not None and not seat.offer(seat.legal.idle):
        return seat.legal.idle
    return RandomBot(f"{rng.random()}").decide(seat)


BRAIN = PanzerBrain()
