"""The brain itself: one answer for each kind of decision, and the values and words that go with them."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat
from hulldown.bots.tank import (
    ambushes,
    deploying,
    entering,
    gunners,
    modules,
    openings,
    platoons,
    plotting,
    remarks,
    riders,
    scouting,
    screens,
    squads,
    turning,
    variants,
    works,
)
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.value import value
from hulldown.core.orders import Order, Side
from hulldown.games.tank.faces.view import TankView

_ANSWERS = {
    "plot": plotting.plot,
    "face": turning.face,
    "stop": turning.stop,
    "enter": entering.enter,
    "deploy": deploying.deploy,
}


KNOWN = (
    platoons.SENSE, gunners.SENSE, riders.SENSE, works.SENSE, openings.SENSE, scouting.SENSE, screens.SENSE,
    ambushes.SENSE, squads.SENSE,
)  # fmt: skip
"""What the brain knows of modules: to name it here is to have it registered."""
SHARES = {"plot": 1.0}
"""The decisions worth a search."""


class TankBrain:
    """What greedy and planner ask of Tank!."""

    def decide(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        """A good legal order, found quickly."""
        view, legal = seat.view, seat.legal
        assert isinstance(view, TankView)
        kind = legal.decision.kind
        if kind not in _ANSWERS:
            return modules.answer(seat, view, rng)
        order = _ANSWERS[kind](seat, view, rng, temper)
        return mended(seat, Order(kind, order.tasks, order.choice, legal.decision.id), rng)

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterable[Order]:
        """Up to `count` different legal orders; the first is what `decide` would answer."""
        view, legal = seat.view, seat.legal
        assert isinstance(view, TankView)
        kind = legal.decision.kind
        if kind == "plot":
            return variants.plots(seat, view, rng, count, pool)
        found = [self.decide(seat, rng, Temper())]
        others = [Order(kind, choice=choice, decision=legal.decision.id) for choice in legal.choices]
        if not legal.choices:
            others = [self.decide(seat, rng, Temper(noise=0.2 * number)) for number in range(1, count)]
        for order in others:
            if order not in found:
                found.append(order)
        return found[: max(1, count)]

    def foreseen(self, seat: Seat, world: Any, answer: Order, rng: Random, pool: Pool) -> Iterable[Order]:
        """Plots that meet what the enemy is expected to plot."""
        view = seat.view
        assert isinstance(view, TankView)
        return variants.foreseen(seat, view, world, answer, rng, pool) if answer.kind == "plot" else ()

    def share(self, kind: str) -> float:
        """The part of a turn's time that a decision of this kind deserves: the plot is what a turn is about."""
        return SHARES.get(kind, 0.0)

    def value(self, world: Any, side: Side) -> float:
        """The expected score of a side in a world."""
        return value(world, side)

    def remark(self, seat: Seat, order: Order) -> str:
        """Why the order was given."""
        return remarks.remark(seat, order)


BRAIN = TankBrain()
