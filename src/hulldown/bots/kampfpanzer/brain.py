"""The brain itself: one answer for each kind of decision, and the values and words that go with them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.kampfpanzer import answers, deploying, plotting, remarks, variants
from hulldown.bots.kampfpanzer.value import value
from hulldown.bots.mending import mended
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Side
from hulldown.games.kampfpanzer.faces.view import KampfView

_ANSWERS = {
    "plot": plotting.plot,
    "combine": answers.combine,
    "counter": answers.counter,
    "deploy": deploying.deploy,
}
SHARES = {"plot": 1.0}
"""The decisions worth a search."""


class KampfBrain:
    """What greedy and planner ask of KampfPanzer."""

    def decide(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        """A good legal order, found quickly."""
        view, legal = seat.view, seat.legal
        assert isinstance(view, KampfView)
        kind = legal.decision.kind
        if kind not in _ANSWERS:
            return RandomBot(str(rng.random())).decide(seat)
        order = _ANSWERS[kind](seat, view, rng, temper)
        return mended(seat, Order(kind, order.tasks, order.choice, legal.decision.id), rng)

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterable[Order]:
        """Up to `count` different legal orders; the first is what `decide` would answer."""
        view = seat.view
        assert isinstance(view, KampfView)
        if seat.legal.decision.kind == "plot":
            return variants.plots(seat, view, rng, count, pool)
        return [self.decide(seat, rng, Temper())]

    def foreseen(self, seat: Seat, world: Any, answer: Order, rng: Random, pool: Pool) -> Iterable[Order]:
        """Plots against what the enemy would do in this world."""
        view = seat.view
        assert isinstance(view, KampfView)
        if seat.legal.decision.kind != "plot":
            return []
        return variants.foreseen(seat, view, world, answer, rng, pool)

    def share(self, kind: str) -> float:
        """The part of a turn's time for a decision of this kind."""
        return SHARES.get(kind, 0.0)

    def value(self, world: Any, side: Side) -> float:
        """The expected score of a side in a world."""
        return value(world, side)

    def remark(self, seat: Seat, order: Order) -> str:
        """Why the order was given."""
        return remarks.remark(seat, order)


BRAIN = KampfBrain()
