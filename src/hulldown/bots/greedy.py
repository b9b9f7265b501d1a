"""The greedy bot gives the brain's first answer at once. With noise it is a weaker opponent of the same kind."""

from __future__ import annotations

from random import Random

from hulldown.bots.brains import Temper, brain_of
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order

CALM = Temper()


class GreedyBot:
    """A bot that gives the order its brain likes best; in a game without a brain it plays at random."""

    def __init__(self, seed: str, temper: Temper = CALM) -> None:
        self.seed = seed
        self.temper = temper
        self.remark = ""
        """Why the last order was given."""

    def decide(self, seat: Seat) -> Order:
        """The brain's order. Each decision has a generator of its own, so a resumed game goes on unchanged."""
        brain = brain_of(seat.game.name)
        if brain is None:
            return RandomBot(self.seed).decide(seat)
        rng = Random(f"{self.seed}/{seat.side}/{seat.legal.decision.id}")
        order = brain.decide(seat, rng, self.temper)
        self.remark = brain.remark(seat, order)
        return order
