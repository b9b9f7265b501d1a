"""The planner: plays candidate orders out in worlds that fit what its side knows, and takes the best one.

Each world is drawn by `sample`. The enemy's answer in it is the greedy one, found from the enemy's own seat in that
world. All candidates meet the same worlds in the same order with the same luck (`CommonDice`), so two of them differ
only by their tasks. The search climbs: it changes a few tasks of the best order so far, or asks the brain for another
order, and keeps what does better. Candidates that fall behind early are dropped. The more orders have been tried, the
more worlds a new one must do well in, because among many some are lucky. Those that came close get more worlds later.
Among nearly equal orders the choice is random, so that nobody can count on the answer. The limit is a time or, for
runs that must be repeatable, a number of playouts.
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
from hulldown.bots.outlook import outlook_of
from hulldown.bots.seat import Seat, Trial, seat_of
from hulldown.core.dice import COMMON
from hulldown.core.errors import HulldownError
from hulldown.core.game import Step
from hulldown.core.orders import Order, Side, Task
from hulldown.core.stepped import reopened

SAFETY = 0.9
"""The part of the time that is planned; the rest is for what cannot be measured in advance."""
RESERVE = 0.06
"""The part of a turn's time that is kept for the decisions that come when the rest is spent."""
VARIANTS = 60
"""How many candidates a brain is asked for at most."""
FIRST_VARIANTS = 4
"""The brain's candidates that are tried before any are made by changing others."""
LEAST = 3
"""Worlds that a candidate must have met to be chosen."""
WORLDS, MORE, MOST = 8, 0.33, 64
"""Worlds a candidate must meet to become the best, how many more for every order tried, and the limit."""
RECHECK = 0.2
"""How often a candidate that came close is tried again instead of a new one."""
FADING = 0.8
"""The part of the longest time so far that is expected of the next step: the first ones take longest."""
REFIT = 1.15
"""The growth in the number of playouts after which luck is fitted again."""
TRUST = 1.0
"""Playouts without a gain that are added to every candidate."""
DOUBT = 0.7
"""Standard errors taken off an order's gain: a certain gain goes before a possible one."""
HOPE = 0.5
"""Standard errors by which a candidate may be behind and still go on."""
PRIOR = 2.0
"""Playouts that the spread of all candidates counts for beside a candidate's own."""
POOLED = 0.5
"""How often a change takes its tasks from the brain's pool and not from another order."""
CHANGES = 6
"""Attempts to change the best order before the brain is asked again."""
NEAR = 0.001
"""Candidates whose gain differs by less are chosen between at random."""
STEPS = 400
"""Decisions after which a playout is stopped and judged as it stands."""


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


class LuckModel:
    """What luck is worth: a least-squares fit of the playouts' values to their luck, within each candidate.

    Luck is zero on average, so taking it out of a mean removes only noise.
    """

    RIDGE = 0.5

    def __init__(self) -> None:
        self.own = self.foe = 0.0

    def fit(self, candidates: list[Candidate]) -> None:
        """Fits the two weights."""
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
        """The value of a playout without its luck."""
        return result.value - self.own * result.own - self.foe * result.foe


class Clock:
    """A limit: seconds from now, or a number of evaluations."""

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


class ExpectedTime:
    """The seconds to expect of the next step of a kind: those of the longest so far, fading."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds

    def learn(self, seconds: float) -> None:
        """Takes in how long a step took."""
        self.seconds = max(FADING * self.seconds, seconds)


class World(NamedTuple):
    """A full state that fits the view, and the enemy's answer to the same moment if it owes or has given one."""

    state: Any
    answer: Order | None


class PlannerBot:
    """A bot that searches within a budget. Without a brain, or for a minor decision, it answers at once."""

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
        with _without_gc():
            order = search.order()
        self.remark = search.remark(order)
        self._spent += time.perf_counter() - begun
        return order


class Search:
    """The search for one decision."""

    def __init__(self, seat: Seat, brain: Brain, rng: Random, clock: Clock) -> None:
        self.seat = seat
        self.foe: Side = next(side for side in seat.game.sides if side != seat.side)
        self.brain = brain
        self.rng = rng
        self.clock = clock
        self.found: list[Candidate] = []
        self.outlook = outlook_of(seat.game.name)
        self.luck_model = LuckModel()
        self.spread = 0.0
        """The standard deviation of a gain from playout to playout."""
        self.worlds: list[World] = []
        self.answers: dict[bytes, Order] = {}
        """The enemy's answers by what it knows."""
        self.playout_time, self.candidate_time, self.world_time = ExpectedTime(), ExpectedTime(), ExpectedTime()
        self.runs = self.fitted = 0
        """The playouts so far, and how many there were at the last fit of the luck model."""
        self.pool: Pool = {}
        self.rough = Temper(notes={})
        self.variants: Iterator[Order] = iter(brain.variants(seat, rng, VARIANTS, self.pool))
        self.best = Candidate(next(self.variants))
        """The best so far; at first the brain's own choice."""
        self.variant_time = ExpectedTime(clock.spent())
        """Of the brain's next variant; the first one is among the longest."""

    def order(self) -> Order:
        """The order to give."""
        self.found.append(self.best)
        self._foresee_answer()
        self._climb()
        return self._choice()

    def remark(self, order: Order) -> str:
        """What the brain says of the order, and how much was tried."""
        runs = sum(len(one.results) for one in self.found)
        said = self.brain.remark(self.seat, order)
        return f"{said} Chosen from {len(self.found)} plans after {runs} playouts.".strip() if runs else said

    def _foresee_answer(self) -> None:
        """Puts the brain's orders against the enemy's answer in the first world before its other variants."""
        if self._has_world(0):
            state, answer = self.worlds[0]
            if answer is not None:
                foreseen = self.brain.foreseen(self.seat, state, answer, self.rng, self.pool)
                self.variants = chain(foreseen, self.variants)

    def _climb(self) -> None:
        """Compares one candidate after the other with the best so far, while there is time."""
        while True:
            other = self._contender() if self.rng.random() < RECHECK else None
            if other is None:
                other = self._new_candidate()
                if other is not None:
                    self.found.append(other)
                else:
                    other = self._contender()
            if other is None or not self._compare(other):
                return

    def _compare(self, other: Candidate) -> bool:
        """Plays a candidate in more worlds; it becomes the best if it does well. Returns False when time ran out."""
        met = len(other.results)
        wanted = max(int(WORLDS + MORE * len(self.found)), met + WORLDS if met else 0)
        for number in range(met, min(wanted, MOST)):
            if not (self._play(self.best, number) and self._play(other, number)):
                return False
            self._fit()
            gain, error = self._gain(other, self.best)
            if number and (gain + HOPE * error <= 0 or self._same(other)):
                return True
        if gain - DOUBT * error > 0:
            self.best = other
        return True

    def _same(self, one: Candidate) -> bool:
        """Whether an order did in two worlds or more exactly what the best one did: its change does nothing."""
        there = self.best.results
        worlds = [world for world in one.results if world in there]
        return len(worlds) > 1 and all(one.results[world] == there[world] for world in worlds)

    def _contender(self) -> Candidate | None:
        """The candidate that has the best chance to beat the best one; None when none has."""
        top, chosen = 0.0, None
        for one in self.found:
            if one is not self.best and len(one.results) < MOST and not self._same(one):
                gain, error = self._gain(one, self.best)
                if gain + HOPE * error > top:
                    top, chosen = gain + HOPE * error, one
        return chosen

    def _play(self, candidate: Candidate, number: int) -> bool:
        """Plays a candidate in a world unless that is done; returns False when there is no time for it."""
        if number in candidate.results:
            return True
        if not self._has_world(number) or not self.clock.allows(self.playout_time.seconds):
            return False
        begun = self.clock.spent()
        candidate.results[number] = self._playout(self.worlds[number], candidate.order)
        self.clock.left -= 1
        self.runs += 1
        self.playout_time.learn(self.clock.spent() - begun)
        return True

    def _playout(self, world: World, order: Order) -> Result:
        """What an order is worth in a world: it is played out greedily on both sides until it has had its effect."""
        game, side, foe = self.seat.game, self.seat.side, self.foe
        # A generator of its own, the same for every candidate that meets this world.
        rng = Random(world.state.seed)
        luck = {side: 0.0, foe: 0.0}
        step = game.apply(world.state, side, order)
        self._add_luck(luck, step)
        if world.answer is not None and foe in game.pending(step.state):
            step = game.apply(step.state, foe, world.answer)
            self._add_luck(luck, step)
        for _ in range(STEPS):
            end = game.outcome(step.state)
            if end is not None:
                return Result(0.5 if end.winner is None else float(end.winner == side), luck[side], luck[foe])
            if self.outlook.ends(world.state, step.state):
                break
            pending = game.pending(step.state)
            if not pending:
                raise HulldownError("dead end in a playout: nobody owes a decision")
            mover = next(iter(pending))
            trial = Trial(game, step.state, mover)
            step = trial.step(self.brain.decide(trial.seat(), rng, self.rough))
            self._add_luck(luck, step)
        return Result(self.brain.value(step.state, side), luck[side], luck[foe])

    def _add_luck(self, luck: dict[Side, float], step: Step) -> None:
        """Adds the luck of each side's shots; whose they are the first letter of the shooter tells, or the event."""
        for event in step.events:
            lucky = self.outlook.luck(step.state, event)
            if lucky is not None:
                letter, told = str(event.data.get("unit", "?"))[0].lower(), event.data.get("side")
                for side in luck:
                    if side[0] == letter or side == told:
                        luck[side] += lucky

    def _has_world(self, number: int) -> bool:
        """Draws the world if it is the next one; returns False when there is no time for it."""
        if number == len(self.worlds):
            begun = self.clock.spent()
            if not self.clock.allows(self.world_time.seconds):
                return False
            self.worlds.append(self._world())
            self.world_time.learn(self.clock.spent() - begun)
        return True

    def _new_candidate(self) -> Candidate | None:
        """A new candidate: the brain's next variant or a change of the best order; None when there is none."""
        begun = self.clock.spent()
        if not self.clock.allows(self.candidate_time.seconds):
            return None
        fresh = None
        if len(self.found) > FIRST_VARIANTS and self.rng.random() < 0.6:
            fresh = self._mutated()
        if fresh is None:
            fresh = self._next_variant() or self._mutated()
        self.candidate_time.learn(self.clock.spent() - begun)
        return fresh

    def _next_variant(self) -> Candidate | None:
        """The brain's next variant that is new; None when there is none or no time for it."""
        while self.clock.allows(self.variant_time.seconds):
            begun = self.clock.spent()
            order = next(self.variants, None)
            self.variant_time.learn(self.clock.spent() - begun)
            if order is None:
                return None
            if not self._known(order):
                return Candidate(order)
        return None

    def _known(self, order: Order) -> bool:
        return any(one.order.tasks == order.tasks and one.order.choice == order.choice for one in self.found)

    def _mutated(self) -> Candidate | None:
        """The best order with other tasks for a few units, if that is legal."""
        one = self.best.order
        tasks: dict[str, Task] = {task.unit: task for task in one.tasks}
        for _ in range(CHANGES):
            others = self._other_tasks(tasks)
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

    def _other_tasks(self, tasks: dict[str, Task]) -> dict[str, Task | None]:
        """Other tasks for units: those of another order, or one from the pool for each unit."""
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

    def _world(self) -> World:
        """Draws a world and finds the enemy's answer in it."""
        seat, game = self.seat, self.seat.game
        state = game.sample(seat.view, self.rng)
        state.seed = COMMON + state.seed
        if self.foe in getattr(state, "submitted", {}):
            state = reopened(state, self.foe)
        if self.foe not in game.pending(state):
            return World(state, None)
        there = seat_of(game, state, self.foe)
        # Where the enemy knows the same in two worlds, its answer is the same.
        knows = msgspec.json.encode(there.view)
        if knows not in self.answers:
            self.answers[knows] = self.brain.decide(there, self.rng, CALM)
        return World(state, self.answers[knows])

    def _gains(self, one: Candidate, other: Candidate) -> list[float]:
        """How much better an order did than another, in each world that both have met, without luck."""
        luckless, there = self.luck_model.without, other.results
        return [luckless(result) - luckless(there[world]) for world, result in one.results.items() if world in there]

    def _fit(self) -> None:
        """Fits the luck model and the spread of gains again once there are enough new playouts."""
        if self.runs < REFIT * self.fitted:
            return
        self.fitted = self.runs
        self.luck_model.fit(self.found)
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
        """How much better an order is than another, and the standard error of that."""
        gains = self._gains(one, other)
        if one is other or not gains:
            return 0.0, 0.0
        count = len(gains)
        mean = sum(gains) / count
        squares = sum([(gain - mean) ** 2 for gain in gains]) + PRIOR * self.spread**2
        return sum(gains) / (count + TRUST), math.sqrt(squares / (count - 1 + PRIOR) / count)

    def _choice(self) -> Order:
        """The best order; one of them at random when several are nearly equal."""
        marks: list[tuple[float, Candidate]] = []
        for one in self.found:
            gain, error = self._gain(one, self.best)
            if one is self.best or len(one.results) >= LEAST:
                marks.append((gain - DOUBT * error, one))
        top = max(mark for mark, _ in marks)
        return self.rng.choice([one.order for mark, one in marks if top - mark < NEAR])


@contextmanager
def _without_gc() -> Iterator[None]:
    """Switches the cyclic garbage collector off: playouts leave no cycles, and it costs a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
