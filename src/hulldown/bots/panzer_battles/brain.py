"""The brain for Panzer Battles: one answer for each kind of decision, from its side's view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.mending import mended
from hulldown.bots.panzer_battles import remarks, variants
from hulldown.bots.panzer_battles.answers import (
    face_order,
    name_order,
    plot_order,
    reorder_order,
    retreat_order,
)
from hulldown.bots.panzer_battles.commanding import command_order
from hulldown.bots.panzer_battles.deploying import deploy_order
from hulldown.bots.panzer_battles.firing import fire_order
from hulldown.bots.panzer_battles.moving import move_order
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.bots.panzer_battles.value import value
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Side
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules.exchange import PASS
from hulldown.games.panzer_battles.rules.naming import FOR_SEGMENT
from hulldown.games.panzer_battles.rules.verbs.base import (
    COMMAND,
    FACING,
    FIRING,
    MOVEMENT,
    NAMING,
    PLOT,
    REORDER,
    RETREATING,
    SETUP,
)

Answer = Callable[[Seat, Picture, Random], Order]
_ANSWERS: Final[dict[str, Answer]] = {
    SETUP: deploy_order, PLOT: plot_order, COMMAND: command_order, NAMING: name_order, MOVEMENT: move_order,
    FIRING: fire_order, FACING: face_order, REORDER: reorder_order, RETREATING: retreat_order,
}  # fmt: skip
SHARES: Final = {COMMAND: 1.0}
"""The decisions worth a search: a command holds for two Movement Phases. A playout is long, so all time goes to it."""


class BattleBrain:
    """What greedy and planner ask of Panzer Battles."""

    def decide(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        """A good legal order, found quickly."""
        legal = seat.legal
        kind = legal.decision.kind
        if kind == FIRING and not legal.units:
            return Order(kind, choice=PASS, decision=legal.decision.id)
        if kind == NAMING and temper.notes is not None:
            return Order(kind, choice=FOR_SEGMENT, decision=legal.decision.id)
        answer = _ANSWERS.get(kind)
        order = legal.idle
        if answer is not None:
            view = seat.view
            assert isinstance(view, BattleView)
            order = answer(seat, Picture(view, seat.side, temper), rng)
        if order is None:
            return RandomBot(str(rng.random())).decide(seat)
        return mended(seat, Order(kind, order.tasks, order.choice, legal.decision.id), rng)

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterable[Order]:
        """Up to `count` different legal orders; the first is what `decide` would answer."""
        if seat.legal.decision.kind not in SHARES:
            return [self.decide(seat, rng, Temper())]
        return variants.orders(seat, lambda luck, temper: self.decide(seat, luck, temper), rng, count, pool)

    def foreseen(self, seat: Seat, world: Any, answer: Order, rng: Random, pool: Pool) -> Iterable[Order]:
        """None: nothing that is searched is answered at the same time by the enemy."""
        return ()

    def share(self, kind: str) -> float:
        """The part of a turn's time for a decision of this kind."""
        return SHARES.get(kind, 0.0)

    def value(self, world: Any, side: Side) -> float:
        """The expected score of a side in a world."""
        return value(world, side)

    def remark(self, seat: Seat, order: Order) -> str:
        """Why the order was given."""
        return remarks.remark(seat, order)


BRAIN: Final = BattleBrain()
