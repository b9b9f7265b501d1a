"""The planner: plays candidate orders out in worlds that fit what its side knows, and takes what comes off best.

For each world, drawn by `sample`, the enemy's answer is the greedy one, found from the enemy's own seat in that world.
All candidates meet the same worlds in the same order with the same luck (`CommonDice`), so that two of them differ by
nothing but their tasks. The search climbs: the best order so far is changed in a few tasks, or the brain has another
thought, and whatever does better takes its place; what falls behind early is dropped. The more orders have been tried,
the more worlds one must do well in, for among many some are lucky. Those that came close are looked at again in more
worlds. What is left nearly equal is chosen between at random, so that nobody can count on the answer. The time is a
limit, or for runs that must be repeatable a number of playouts.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import Any, NamedTuple

import msgspec

from hulldown.bots.brains import Brain, Pool, Temper, brain_of
from hulldown.bots.greedy import CALM, GreedyBot
from hulldown.bots.seat import Seat, Trial, seat_of
from hulldown.core.dice import COMMON
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, Step
from hulldown.core.luck import surprise
from hulldown.core.orders import Order, Side, Task
from hulldown.core.stepped import reopened

SAFETY = 0.9
"""The part of the time that is planned with; the rest is for what cannot be measured in advance."""
RESERVE = 0.06
"""The part of a turn's time that is kept for the decisions that come when the rest is spent."""
VARIANTS = 60
"""How many candidates a brain is asked for at most."""
THOUGHTS = 4
"""The candidates of the brain that are looked at before any are put together from others."""
LEAST = 3
"""Worlds that a candidate must have met to be chosen."""
WORLDS, MORE, MOST = 8, 0.33, 64
"""Worlds that it meets to take the place of the best so far, how many more for every order tried, and the limit."""
AGAIN = 0.2
"""How often an order that came close is looked at again instead of a new one."""
FADING = 0.8
"""How much of the longest time that a step took is expected of the next: long ones are mostly the first."""
REFIT = 1.15
"""By how much the playouts must have grown in number for luck to be fitted anew."""
TRUST = 1.0
"""How many playouts without a gain every candidate is charged with."""
DOUBT = 0.7
"""How many standard errors are taken off an order's gain: what is good for certain goes before what may be better."""
HOPE = 0.5
"""How many standard errors a candidate may lie behind and still go on."""
PRIOR = 2.0
"""How many playouts the spread of all candidates counts for beside a candidate's own."""
POOLED = 0.5
"""How often the tasks of a change come from the brain's pool and not from another order."""
CHANGES = 6
"""How often a change of the best order is looked for before the brain is asked again."""
NEAR = 0.001
"""Candidates whose gain differs by less are chosen between at random."""
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
        return sum([result[part] for result in self.results.values()]) / len(self.results)


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
        seconds = SAFETY * min(self.seconds * share, self.seconds * (1.0 - RESERVE) - self._spent)
        clock = Clock(seconds, math.ceil(self.evaluations * share))
        search = Search(seat, brain, Random(f"{self.seed}/{seat.side}/{decision.id}"), clock)
        with _uncollected():
            order = search.order()
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
        self.worlds: list[tuple[Any, Order | None]] = []
        self.answers: dict[bytes, Order] = {}
        """The enemy's answers by what it knows."""
        self.slowest = self.dearest = self.widest = 0.0
        """The time to expect of a playout, of finding a candidate and of drawing a world."""
        self.runs = self.fitted = 0
        """The playouts so far, and how many there were when luck was last fitted."""
        self.pool: Pool = {}
        self.rough = Temper(notes={})
        self.variants: Iterator[Order] = iter(brain.variants(seat, rng, VARIANTS, self.pool))
        self.best = Candidate(next(self.variants))
        """The best so far; at first the brain's own choice."""
        self.hardest = clock.spent()
        """The time to expect of a thought of the brain; the first one is among the hardest."""

    def order(self) -> Order:
        """The order to give."""
        self.found.append(self.best)
        self._foresee()
        self._climb()
        return self._choice()

    def remark(self, order: Order) -> str:
        """What the brain says of the order, and how much was tried."""
        runs = sum(len(one.results) for one in self.found)
        said = self.brain.remark(self.seat, order)
        return f"{said} Chosen from {len(self.found)} plans after {runs} playouts.".strip() if runs else said

    def _foresee(self) -> None:
        """Lets the brain's next thoughts be those that meet the enemy's answer in the first world."""
        if self._drawn(0):
            world, answer = self.worlds[0]
            if answer is not None:
                self.variants = chain(self.brain.foreseen(self.seat, world, answer, self.rng, self.pool), self.variants)

    def _climb(self) -> None:
        """Tries one candidate after the other against the best so far, for as long as there is time."""
        while True:
            other = self._close() if self.rng.random() < AGAIN else None
            if other is None:
                other = self._fresh()
                if other is not None:
                    self.found.append(other)
                else:
                    other = self._close()
            if other is None or not self._tried(other):
                return

    def _tried(self, other: Candidate) -> bool:
        """Whether there was time to let a candidate meet more worlds; if it does well it is the best from then on."""
        met = len(other.results)
        wanted = max(int(WORLDS + MORE * len(self.found)), met + WORLDS if met else 0)
        for number in range(met, min(wanted, MOST)):
            if not (self._met(self.best, number) and self._met(other, number)):
                return False
            self._fit()
            gain, error = self._gain(other, self.best)
            if gain + HOPE * error <= 0 and number:
                return True
        if gain - DOUBT * error > 0:
            self.best = other
        return True

    def _close(self) -> Candidate | None:
        """The candidate that may most likely still be better than the best; None when none may."""
        top, chosen = 0.0, None
        for one in self.found:
            if one is not self.best and len(one.results) < MOST:
                gain, error = self._gain(one, self.best)
                if gain + HOPE * error > top:
                    top, chosen = gain + HOPE * error, one
        return chosen

    def _met(self, candidate: Candidate, number: int) -> bool:
        """Whether a candidate has met a world, now if not before; no when there is no time for that."""
        if number in candidate.results:
            return True
        if not self._drawn(number) or not self.clock.allows(self.slowest):
            return False
        begun = self.clock.spent()
        world, answer = self.worlds[number]
        candidate.results[number] = playout(
            self.seat.game, self.brain, world, self.seat.side, candidate.order, answer, self.rough
        )
        self.clock.left -= 1
        self.runs += 1
        self.slowest = max(FADING * self.slowest, self.clock.spent() - begun)
        return True

    def _drawn(self, number: int) -> bool:
        """Whether a world is there, drawn now if it is the next one; no when there is no time for that."""
        if number == len(self.worlds):
            begun = self.clock.spent()
            if not self.clock.allows(self.widest):
                return False
            self.worlds.append(self._world())
            self.widest = max(FADING * self.widest, self.clock.spent() - begun)
        return True

    def _fresh(self) -> Candidate | None:
        """A candidate that is new: the brain's next thought or a change of the best; None when there is no more."""
        begun = self.clock.spent()
        if not self.clock.allows(self.dearest):
            return None
        fresh = None
        if len(self.found) > THOUGHTS and self.rng.random() < 0.6:
            fresh = self._changed()
        if fresh is None:
            fresh = self._thought() or self._changed()
        self.dearest = max(FADING * self.dearest, self.clock.spent() - begun)
        return fresh

    def _thought(self) -> Candidate | None:
        """The brain's next thought that is new; None when it has no more, or no time for another."""
        while self.clock.allows(self.hardest):
            begun = self.clock.spent()
            order = next(self.variants, None)
            self.hardest = max(FADING * self.hardest, self.clock.spent() - begun)
            if order is None:
                return None
            if not self._known(order):
                return Candidate(order)
        return None

    def _known(self, order: Order) -> bool:
        return any(one.order.tasks == order.tasks and one.order.choice == order.choice for one in self.found)

    def _changed(self) -> Candidate | None:
        """The best order with other tasks for a few units, if the rules let them go together."""
        one = self.best.order
        tasks: dict[str, Task] = {task.unit: task for task in one.tasks}
        for _ in range(CHANGES):
            others = self._others(tasks)
            if not others:
                continue
            mixed = dict(tasks)
            for name in self.rng.sample(list(others), min(len(others), 1 + int(self.rng.expovariate(0.8)))):
                task = others[name]
                if task is not None:
                    mixed[name] = task
                else:
                    mixed.pop(name)
            order = Order(one.kind, tuple(mixed.values()), one.choice, one.decision)
            if mixed and not self._known(order) and not self.seat.check(order):
                return Candidate(order)
        return None

    def _others(self, tasks: dict[str, Task]) -> dict[str, Task | None]:
        """Other tasks than those given: what another order has, or what comes out of the pool for each unit."""
        others: dict[str, Task | None]
        if self.pool and self.rng.random() < POOLED:
            others = {name: self.rng.choice(open_to) for name, open_to in self.pool.items() if open_to}
        else:
            donor = self.rng.choice(self.found).order
            if donor.choice != self.best.order.choice:
                return {}
            others = dict.fromkeys(tasks)
            others.update({task.unit: task for task in donor.tasks})
        return {name: task for name, task in others.items() if task != tasks.get(name)}

    def _world(self) -> tuple[Any, Order | None]:
        """A world that fits the view, with the enemy's answer to the same moment if it owes or has given one."""
        seat, game = self.seat, self.seat.game
        world = game.sample(seat.view, self.rng)
        world.seed = COMMON + world.seed
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

    def _gains(self, one: Candidate, other: Candidate) -> list[float]:
        """By how much an order did better than another in each world both have met, luck taken out."""
        luckless, there = self.fortune.without, other.results
        return [luckless(result) - luckless(there[world]) for world, result in one.results.items() if world in there]

    def _fit(self) -> None:
        """Works out anew what luck is worth, and by how much gains stray, if there is enough that is new."""
        if self.runs < REFIT * self.fitted:
            return
        self.fitted = self.runs
        self.fortune.fit(self.found)
        squares, free = 0.0, 0
        for candidate in self.found:
            if candidate is not self.best:
                gains = self._gains(candidate, self.best)
                if len(gains) > 1:
                    mean = sum(gains) / len(gains)
                    squares += sum([(gain - mean) ** 2 for gain in gains])
                    free += len(gains) - 1
        self.spread = math.sqrt(squares / free) if free else 0.0

    def _gain(self, one: Candidate, other: Candidate) -> tuple[float, float]:
        """By how much an order is better than another, and the standard error of that."""
        gains = self._gains(one, other)
        if one is other or not gains:
            return 0.0, 0.0
        count = len(gains)
        mean = sum(gains) / count
        squares = sum([(gain - mean) ** 2 for gain in gains]) + PRIOR * self.spread**2
        return sum(gains) / (count + TRUST), math.sqrt(squares / (count - 1 + PRIOR) / count)

    def _choice(self) -> Order:
        """The best order; one of the best when several are as good as equal."""
        marks: list[tuple[float, Candidate]] = []
        for one in self.found:
            gain, error = self._gain(one, self.best)
            if one is self.best or len(one.results) >= LEAST:
                marks.append((gain - DOUBT * error, one))
        top = max(mark for mark, _ in marks)
        return self.rng.choice([one.order for mark, one in marks if top - mark < NEAR])


def playout(
    game: AnyGame, brain: Brain, world: Any, side: Side, order: Order, answer: Order | None, temper: Temper
) -> Result:
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
        trial = Trial(game, step.state, mover)
        step = trial.step(brain.decide(trial.seat(), rng, temper))
        _note(luck, step)
    return Result(brain.value(step.state, side), luck[side], luck[foe])


@contextmanager
def _uncollected() -> Iterator[None]:
    """A stretch without the search for cyclic garbage: playouts leave none, and looking costs a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _note(luck: dict[Side, float], step: Step) -> None:
    """Adds the luck of each side's shots; whose they are is told by the first letter of the shooter."""
    for event in step.events:
        lucky = surprise(event)
        if lucky is not None:
            letter = str(event.data.get("unit", "?"))[0].lower()
            for side in luck:
                if side[0] == letter:
                    luck[side] += lucky
