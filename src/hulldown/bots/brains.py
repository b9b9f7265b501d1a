"""Brains: what a bot knows of one game, behind one protocol. So greedy and planner are the same for all games.

A brain works on a seat (view, legal orders, check) or on a world that `seat.game.sample(view, rng)` has drawn from a
view; it is never given the state of a game that is being played.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from random import Random
from typing import Any, Protocol

import msgspec

from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Side, Task
from hulldown.games.registry import places

Pool = dict[str, list[Task | None]]
"""Other tasks for each unit, the best first; None: no task at all."""


class Temper(msgspec.Struct, frozen=True):
    """How a brain chooses: by its best judgement, or with disturbed judgement, more boldly or more carefully."""

    noise: float = 0.0
    """How far the worth of a candidate is disturbed, as a part of what is typically at stake; 0: not at all."""
    boldness: float = 1.0
    """How many own losses an equal loss of the enemy is worth: above 1 it seeks the fight, below it shuns it."""
    notes: dict[Any, Any] | None = None
    """Set during a playout: a rough answer will do. A brain may note here what other playouts of the search can use."""


class Brain(Protocol):
    """What greedy and planner ask of a game's brain."""

    def decide(self, seat: Seat, rng: Random, temper: Temper) -> Order:
        """A good legal order, found quickly. The same seat, generator and temper give the same order."""

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterable[Order]:
        """Up to `count` different legal orders worth a closer look, made one by one as they are asked for.

        The first is what `decide` would answer. As a side effect, fills the pool with tasks for single units.
        """

    def foreseen(self, seat: Seat, world: Any, answer: Order, rng: Random, pool: Pool) -> Iterable[Order]:
        """Legal orders for the case that the enemy gives this answer, in a world that fits the view."""

    def share(self, kind: str) -> float:
        """The part of a turn's time that a decision of this kind deserves; 0: it is answered without a search."""

    def value(self, world: Any, side: Side) -> float:
        """The expected score of a side in a world: 0 a certain defeat, 1 a certain victory; quick, no search."""

    def remark(self, seat: Seat, order: Order) -> str:
        """Why the order was given, in a sentence or two for the time after the game; "" when it says nothing."""


def final(winner: Side | None, side: Side) -> float:
    """The value of a game that is over: a draw is half a victory."""
    return 0.5 if winner is None else float(winner == side)


def brain_of(game: str) -> Brain | None:
    """The brain for a game, the BRAIN of the module it is registered with; None when it has none."""
    place = places().get(game)
    if place is None or not place.brain:
        return None
    brain: Brain = import_module(place.brain).BRAIN
    return brain
