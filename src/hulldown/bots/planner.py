"""The planner: plays candidate orders out in worlds that fit what its side knows, and takes what comes off best.

For each world, drawn by `sample`, the enemy's answer is the greedy one, found from the enemy's own seat in that world.
Every candidate still in the race meets the same worlds; the worse ones drop out round by round, new ones are put
together from the tasks of those that do well. What is left nearly equal is chosen between at random, so that nobody
can count on the answer. The time (or, for runs that must be repeatable, the number of evaluations) is a limit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from random import Random
from typing import Any

from hulldown.bots.brains import Brain, brain_of
from hulldown.bots.greedy import CALM, GreedyBot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side, Task
from hulldown.core.stepped import reopened

SAFETY = 0.95
"""The part of the time that is planned with; the rest is for what cannot be measured in advance."""
VARIANTS = 12
"""How many candidates a brain is asked for."""
LOOKING = 0.35
"""The part of the time that may go into finding candidates."""
TRUST = 2.0
"""How many evaluations the brain's own first choice is worth: another order must do better by more than luck."""
KEPT = 4
"""The fewest candidates that stay in the race to its end."""
NEAR = 0.004
"""Candidates whose worth differs by less are chosen between at random."""
STEPS = 400
"""Decisions after which a playout is broken off and judged as it stands."""


class Candidate:
    """An order with what its playouts have brought."""

    __slots__ = ("order", "runs", "total")

    def __init__(self, order: Order) -> None:
        self.order = order
        self.total = 0.0
        self.runs = 0

    def worth(self, prior: float) -> float:
        """The mean of its playouts, drawn towards `prior` while they are few."""
        return (self.total + TRUST * prior) / (self.runs + TRUST)


class Clock:
    """A limit: seconds since it was made, or a number of evaluations."""

    def __init__(self, seconds: float, evaluations: int) -> None:
        self.begun = time.perf_counter()
        self.seconds = seconds
        self.left = evaluations
        self.counted = evaluations > 0

    def spent(self) -> float:
        return time.perf_counter() - self.begun

    def allows(self, cost: float, part: float = 1.0) -> bool:
        """Whether something that takes `cost` seconds may still begin within a part of the limit."""
        return self.left > 0 if self.counted else self.spent() + cost <= self.seconds * part


class PlannerBot:
    """A bot that searches within a budget; where a game has no brain, or a decision no stake, it answers at once."""

    def __init__(self, seed: str, seconds: float = 2.0, evaluations: int = 0) -> None:
        self.seed = seed
        self.seconds = seconds
        self.evaluations = evaluations
        self.remark = ""
        self._turn = ("", -1)
        self._spent = 0.0

    def decide(self, seat: Seat) -> Order:
        """The order that did best in the playouts."""
        begun = time.perf_counter()
        quick = GreedyBot(self.seed)
        brain = brain_of(seat.game.name)
        decision = seat.legal.decision
        share = brain.share(decision.kind) if brain is not None else 0.0
        if brain is None or not share:
            order = quick.decide(seat)
            self.remark = quick.remark
            return order
        turn = (seat.side, seat.view.turn)
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        seconds = SAFETY * min(self.seconds * share, self.seconds - self._spent)
        clock = Clock(seconds, math.ceil(self.evaluations * share))
        search = Search(seat, brain, Random(f"{self.seed}/{seat.side}/{decision.id}"), clock)
        order = search.best()
        self.remark = search.remark(order)
        self._spent += time.perf_counter() - begun
        return order


class Search:
    """One decision being thought about."""

    def __init__(self, seat: Seat, brain: Brain, rng: Random, clock: Clock) -> None:
        self.seat = seat
        self.brain = brain
        self.rng = rng
        self.clock = clock
        self.found: list[Candidate] = []
        self.slowest = 0.0
        """The longest that a playout has taken so far."""

    def best(self) -> Order:
        """The order to give."""
        for order in self._candidates():
            if all(order.tasks != other.order.tasks or order.choice != other.order.choice for other in self.found):
                self.found.append(Candidate(order))
        if len(self.found) > 1:
            self._race()
        return self._choice()

    def remark(self, order: Order) -> str:
        """What the brain says of the order, and how much was tried."""
        runs = sum(one.runs for one in self.found)
        said = self.brain.remark(self.seat, order)
        return f"{said} Chosen from {len(self.found)} plans after {runs} playouts.".strip() if runs else said

    def _candidates(self) -> Iterator[Order]:
        """The brain's variants, as long as there is time for more of them."""
        before = self.clock.spent()
        cost = 0.0
        for order in self.brain.variants(self.seat, self.rng, VARIANTS):
            yield order
            now = self.clock.spent()
            cost, before = max(cost, now - before), now
            if not self.clock.allows(cost, LOOKING):
                return

    def _race(self) -> None:
        """Lets all candidates meet the same worlds, drops the worse ones, and breeds new ones from the better."""
        racing = list(self.found)
        rounds = 0
        costs = 0.0
        while True:
            begun = self.clock.spent()
            if not self.clock.allows(costs):
                return
            world = self._world()
            costs = max(costs, self.clock.spent() - begun)
            for candidate in racing:
                if not self.clock.allows(self.slowest):
                    return
                self._run(candidate, world)
            rounds += 1
            if rounds % 2 == 0:
                racing.sort(key=self._rank, reverse=True)
                racing = racing[: max(KEPT, (len(racing) * 2 + 2) // 3)]
                child = self._child(racing)
                if child is not None:
                    self.found.append(child)
                    racing.append(child)

    def _world(self) -> tuple[Any, Order | None]:
        """A world that fits the view, with the enemy's answer to the same moment if it owes or has given one."""
        seat, game = self.seat, self.seat.game
        world = game.sample(seat.view, self.rng)
        foe = next(side for side in game.sides if side != seat.side)
        if foe in getattr(world, "submitted", {}):
            world = reopened(world, foe)
        if foe not in game.pending(world):
            return world, None
        return world, self.brain.decide(seat_of(game, world, foe), self.rng, CALM)

    def _run(self, candidate: Candidate, world: tuple[Any, Order | None]) -> None:
        begun = self.clock.spent()
        candidate.total += playout(self.seat.game, self.brain, world[0], self.seat.side, candidate.order, world[1])
        candidate.runs += 1
        self.clock.left -= 1
        self.slowest = max(self.slowest, self.clock.spent() - begun)

    def _prior(self) -> float:
        """What the brain's own choice has brought on average, the measure for all others."""
        first = self.found[0]
        return first.total / first.runs if first.runs else 0.5

    def _rank(self, candidate: Candidate) -> float:
        return candidate.worth(self._prior())

    def _child(self, racing: list[Candidate]) -> Candidate | None:
        """An order whose units take their tasks from the two best, if the rules let them go together."""
        if len(racing) < 2 or not racing[0].order.tasks:
            return None
        one, other = racing[0].order, racing[1].order
        others = {task.unit: task for task in other.tasks}
        mixed: dict[str, Task] = {task.unit: task for task in one.tasks}
        for name in {**mixed, **others}:
            if self.rng.random() < 0.5:
                if name in others:
                    mixed[name] = others[name]
                else:
                    mixed.pop(name)
        order = Order(one.kind, tuple(mixed.values()), one.choice, one.decision)
        known = (found.order.tasks == order.tasks for found in self.found)
        return None if any(known) or self.seat.check(order) else Candidate(order)

    def _choice(self) -> Order:
        """The best order; one of the best when several are as good as equal."""
        if not any(one.runs for one in self.found):
            return self.found[0].order
        ranked = sorted(self.found, key=self._rank, reverse=True)
        top = self._rank(ranked[0])
        equal = [one for one in ranked if top - self._rank(one) < NEAR and one.runs >= ranked[0].runs / 2]
        return self.rng.choice(equal or ranked[:1]).order


def playout(game: AnyGame, brain: Brain, world: Any, side: Side, order: Order, answer: Order | None) -> float:
    """What an order is worth to a side in a world: the turn is played to its end, greedily on both sides."""
    turn = world.turn
    foe = next(other for other in game.sides if other != side)
    # A generator of its own, the same for every candidate that meets this world.
    rng = Random(world.seed)
    state = game.apply(world, side, order).state
    if answer is not None and foe in game.pending(state):
        state = game.apply(state, foe, answer).state
    for _ in range(STEPS):
        end = game.outcome(state)
        if end is not None:
            return 0.5 if end.winner is None else float(end.winner == side)
        if state.turn > turn:
            break
        pending = game.pending(state)
        if not pending:
            raise HulldownError("dead end in a playout: nobody owes a decision")
        mover = next(iter(pending))
        state = game.apply(state, mover, brain.decide(seat_of(game, state, mover), rng, CALM)).state
    return brain.value(state, side)
