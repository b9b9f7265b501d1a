"""The planner: plays candidate orders out in worlds that fit what its side knows, and takes what comes off best.

For each world, drawn by `sample`, the enemy's answer is the greedy one, found from the enemy's own seat in that world.
A few candidates meet the same worlds; those that do no better than the brain's first choice make room for new ones,
which are put together from the tasks of those that do well. What is left nearly equal is chosen between at random, so
that nobody can count on the answer. The time is a limit, or for runs that must be repeatable a number of playouts.
"""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any, NamedTuple

import msgspec

from hulldown.bots.brains import Brain, Temper, brain_of
from hulldown.bots.greedy import CALM, GreedyBot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, Step
from hulldown.core.luck import surprise
from hulldown.core.orders import Order, Side, Task
from hulldown.core.stepped import reopened

SAFETY = 0.95
"""The part of the time that is planned with; the rest is for what cannot be measured in advance."""
VARIANTS = 24
"""How many candidates a brain is asked for at most."""
WIDTH = 5
"""How many candidates are tried side by side."""
LAPS = 3
"""Worlds that all of them meet before those that do no good make room."""
KEPT = 3
"""How many good ones go on."""
TRUST = 1.0
"""How many playouts without a gain every candidate is charged with."""
DOUBT = 0.5
"""How many standard errors are taken off an order's gain: what is good for certain goes before what may be better."""
NEAR = 0.002
"""Candidates whose gain differs by less are chosen between at random."""
ROUGH = Temper(haste=True)
STEPS = 400
"""Decisions after which a playout is broken off and judged as it stands."""


class Result(NamedTuple):
    """A playout: what it was worth, and by how much each side's shots did better than their odds."""

    value: float
    own: float
    foe: float


class Candidate:
    """An order with its playouts by the number of the world they took place in."""

    __slots__ = ("order", "results")

    def __init__(self, order: Order) -> None:
        self.order = order
        self.results: dict[int, Result] = {}

    def mean(self, part: int) -> float:
        """The mean of a part of its results: 0 the value, 1 its own luck, 2 the enemy's."""
        return sum(result[part] for result in self.results.values()) / len(self.results)


class Fortune:
    """How much luck is worth: a least-squares fit of the playouts' values to their luck, within each candidate.

    Luck is nothing on average, so taking it out of a mean changes nothing but the noise.
    """

    RIDGE = 0.5

    def __init__(self) -> None:
        self.own = self.foe = 0.0

    def fit(self, candidates: list[Candidate]) -> None:
        """Works the two weights out anew."""
        xx = yy = self.RIDGE
        xy = xv = yv = 0.0
        for candidate in candidates:
            if len(candidate.results) < 2:
                continue
            value, own, foe = (candidate.mean(part) for part in range(3))
            for result in candidate.results.values():
                v, x, y = result.value - value, result.own - own, result.foe - foe
                xx, yy, xy, xv, yv = xx + x * x, yy + y * y, xy + x * y, xv + x * v, yv + y * v
        below = xx * yy - xy * xy
        self.own, self.foe = (yy * xv - xy * yv) / below, (xx * yv - xy * xv) / below

    def without(self, result: Result) -> float:
        """The value of a playout with luck taken out."""
        return result.value - self.own * result.own - self.foe * result.foe


class Clock:
    """A limit: seconds since it was made, or a number of evaluations."""

    def __init__(self, seconds: float, evaluations: int) -> None:
        self.begun = time.perf_counter()
        self.seconds = seconds
        self.left = evaluations
        self.counted = evaluations > 0

    def spent(self) -> float:
        return time.perf_counter() - self.begun

    def allows(self, cost: float) -> bool:
        """Whether something that takes `cost` seconds may still begin."""
        return self.left > 0 if self.counted else self.spent() + cost <= self.seconds


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
        self.fortune = Fortune()
        self.spread = 0.0
        """By how much a gain strays from playout to playout."""
        self.answers: dict[bytes, Order] = {}
        """The enemy's answers by what it knows."""
        self.slowest = self.dearest = 0.0
        """The longest that a playout and finding a candidate have taken so far."""
        self.variants = iter(brain.variants(seat, rng, VARIANTS))

    def best(self) -> Order:
        """The order to give."""
        self._fresh([])
        self._race()
        return self._choice()

    def remark(self, order: Order) -> str:
        """What the brain says of the order, and how much was tried."""
        runs = sum(len(one.results) for one in self.found)
        said = self.brain.remark(self.seat, order)
        return f"{said} Chosen from {len(self.found)} plans after {runs} playouts.".strip() if runs else said

    def _race(self) -> None:
        """Lets a few candidates meet the same worlds, again and again; those that do no good make room for new ones."""
        racing = self._filled(self.found[:1])
        rounds = 0
        costs = 0.0
        while len(racing) > 1:
            begun = self.clock.spent()
            if not self.clock.allows(costs):
                return
            world = self._world()
            costs = max(costs, self.clock.spent() - begun)
            for candidate in racing:
                if not self.clock.allows(self.slowest):
                    return
                self._run(candidate, world, rounds)
            rounds += 1
            if rounds % LAPS == 0:
                self._fit()
                # The first choice stays: it is the measure of the others.
                good = sorted((one for one in racing[1:] if self._gain(one) > 0), key=self._gain, reverse=True)
                racing = self._filled([racing[0], *good[:KEPT]])

    def _filled(self, racing: list[Candidate]) -> list[Candidate]:
        """The same candidates with new ones beside them."""
        while len(racing) < WIDTH:
            fresh = self._fresh(racing)
            if fresh is None:
                break
            racing.append(fresh)
        return racing

    def _fresh(self, racing: list[Candidate]) -> Candidate | None:
        """A candidate that was not looked at before: a child of two good ones, or else the brain's next thought."""
        begun = self.clock.spent()
        if self.found and not self.clock.allows(self.dearest):
            return None
        fresh = self._child(racing) if len(racing) > 2 else None
        if fresh is None:
            thoughts = (Candidate(order) for order in self.variants)
            fresh = next((one for one in thoughts if not self._known(one.order)), None)
        if fresh is not None:
            self.found.append(fresh)
        self.dearest = max(self.dearest, self.clock.spent() - begun)
        return fresh

    def _known(self, order: Order) -> bool:
        return any(one.order.tasks == order.tasks and one.order.choice == order.choice for one in self.found)

    def _world(self) -> tuple[Any, Order | None]:
        """A world that fits the view, with the enemy's answer to the same moment if it owes or has given one."""
        seat, game = self.seat, self.seat.game
        world = game.sample(seat.view, self.rng)
        foe = next(side for side in game.sides if side != seat.side)
        if foe in getattr(world, "submitted", {}):
            world = reopened(world, foe)
        if foe not in game.pending(world):
            return world, None
        there = seat_of(game, world, foe)
        # Worlds may differ in nothing that the enemy knows: then its answer is the same.
        knows = msgspec.json.encode(there.view)
        if knows not in self.answers:
            self.answers[knows] = self.brain.decide(there, self.rng, CALM)
        return world, self.answers[knows]

    def _run(self, candidate: Candidate, world: tuple[Any, Order | None], number: int) -> None:
        begun = self.clock.spent()
        result = playout(self.seat.game, self.brain, world[0], self.seat.side, candidate.order, world[1])
        candidate.results[number] = result
        self.clock.left -= 1
        self.slowest = max(self.slowest, self.clock.spent() - begun)

    def _gains(self, candidate: Candidate) -> list[float]:
        """By how much an order did better than the first choice in each world both have met, luck taken out."""
        first, luckless = self.found[0].results, self.fortune.without
        return [luckless(one) - luckless(first[world]) for world, one in candidate.results.items() if world in first]

    def _fit(self) -> None:
        """Works out anew what luck is worth, and by how much gains stray."""
        self.fortune.fit(self.found)
        squares, free = 0.0, 0
        for candidate in self.found[1:]:
            gains = self._gains(candidate)
            if len(gains) > 1:
                mean = sum(gains) / len(gains)
                squares += sum((gain - mean) ** 2 for gain in gains)
                free += len(gains) - 1
        self.spread = math.sqrt(squares / free) if free else 0.0

    def _gain(self, candidate: Candidate) -> float:
        """By how much an order is better than the first choice, less what may be luck."""
        gains = self._gains(candidate)
        if candidate is self.found[0] or not gains:
            return 0.0
        count = len(gains)
        return sum(gains) / (count + TRUST) - DOUBT * self.spread / math.sqrt(count)

    def _child(self, racing: list[Candidate]) -> Candidate | None:
        """An order whose units take their tasks from two of the best, if the rules let them go together."""
        one, other = racing[1].order, racing[2].order
        others = {task.unit: task for task in other.tasks}
        mixed: dict[str, Task] = {task.unit: task for task in one.tasks}
        for name in {**mixed, **others}:
            if self.rng.random() < 0.5:
                if name in others:
                    mixed[name] = others[name]
                else:
                    mixed.pop(name)
        order = Order(one.kind, tuple(mixed.values()), one.choice, one.decision)
        return None if not mixed or self._known(order) or self.seat.check(order) else Candidate(order)

    def _choice(self) -> Order:
        """The best order; one of the best when several are as good as equal."""
        self._fit()
        tried = [one for one in self.found[1:] if len(one.results) >= LAPS]
        gains = {id(one): self._gain(one) for one in tried}
        best = max(gains.values(), default=0.0)
        equal = [one.order for one in tried if gains[id(one)] > 0 and best - gains[id(one)] < NEAR]
        return self.rng.choice(equal) if equal else self.found[0].order


def playout(game: AnyGame, brain: Brain, world: Any, side: Side, order: Order, answer: Order | None) -> Result:
    """What an order is worth to a side in a world: the turn is played to its end, greedily on both sides."""
    turn = world.turn
    foe = next(other for other in game.sides if other != side)
    # A generator of its own, the same for every candidate that meets this world.
    rng = Random(world.seed)
    luck = {side: 0.0, foe: 0.0}
    step = game.apply(world, side, order)
    _note(luck, step)
    if answer is not None and foe in game.pending(step.state):
        step = game.apply(step.state, foe, answer)
        _note(luck, step)
    for _ in range(STEPS):
        end = game.outcome(step.state)
        if end is not None:
            return Result(0.5 if end.winner is None else float(end.winner == side), luck[side], luck[foe])
        if step.state.turn > turn:
            break
        pending = game.pending(step.state)
        if not pending:
            raise HulldownError("dead end in a playout: nobody owes a decision")
        mover = next(iter(pending))
        step = game.apply(step.state, mover, brain.decide(seat_of(game, step.state, mover), rng, ROUGH))
        _note(luck, step)
    return Result(brain.value(step.state, side), luck[side], luck[foe])


def _note(luck: dict[Side, float], step: Step) -> None:
    """Adds the luck of each side's shots; whose they are is told by the first letter of the shooter."""
    for event in step.events:
        lucky = surprise(event)
        if lucky is not None:
            letter = str(event.data.get("unit", "?"))[0].lower()
            for side in luck:
                if side[0] == letter:
                    luck[side] += lucky
