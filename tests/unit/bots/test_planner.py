"""The planner: legal and repeatable answers within its limits, candidates that meet the same worlds, and good sense."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from hulldown.bots.brains import Pool, Temper, brain_of
from hulldown.bots.greedy import GreedyBot
from hulldown.bots.outlook import TO_TURN_END, outlook_of
from hulldown.bots.panzer.brain import PanzerBrain
from hulldown.bots.planner import MORE, MOST, WORLDS, Candidate, Clock, LuckModel, PlannerBot, Result, Search
from hulldown.bots.seat import Seat, seat_of
from hulldown.bots.tank.brain import TankBrain
from hulldown.core.dice import COMMON
from hulldown.core.orders import Order
from hulldown.core.record import seed_of
from hulldown.games import load_game


def seat_in(scenario: str, kind: str, turn: int) -> Seat:
    """The first seat that owes a decision of a kind from a turn on, greedy against greedy."""
    game = load_game(scenario.partition("/")[0])
    bots = {side: GreedyBot(side) for side in game.sides}
    state = game.setup(scenario, {}, seed_of("planner", {}))
    while True:
        side = next(iter(game.pending(state)))
        seat = seat_of(game, state, side)
        if state.turn >= turn and seat.legal.decision.kind == kind:
            return seat
        state = game.apply(state, side, bots[side].decide(seat)).state


CASES = [
    ("tank/intro", "plot", 12), ("panzer/1", "command", 3), ("panzer/1", "move", 3),
    ("panzer_battles/gazala", "command", 4), ("panzer/11", "command", 3),
]  # fmt: skip


def searched(seat: Seat, evaluations: int) -> Search:
    brain = brain_of(seat.game.name)
    assert brain is not None
    search = Search(seat, brain, Random(7), Clock(60.0, evaluations))
    search.order()
    return search


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "kind", "turn"), CASES)
def test_answers_are_legal_and_repeatable(scenario: str, kind: str, turn: int) -> None:
    seat = seat_in(scenario, kind, turn)
    orders = [PlannerBot("seed", evaluations=30).decide(seat) for _ in range(2)]
    assert orders[0] == orders[1]
    assert seat.check(orders[0]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "kind", "turn"), CASES)
def test_all_candidates_meet_the_same_worlds_in_the_same_order(scenario: str, kind: str, turn: int) -> None:
    search = searched(seat_in(scenario, kind, turn), 40)
    assert len(search.found) > 2
    for candidate in search.found:
        assert list(candidate.results) == list(range(len(candidate.results)))
    assert sum(len(candidate.results) for candidate in search.found) <= 40
    assert all(world.seed.startswith(COMMON) for world, _ in search.worlds)


def test_no_candidate_is_tried_twice() -> None:
    search = searched(seat_in("tank/intro", "plot", 4), 60)
    seen = [(candidate.order.tasks, candidate.order.choice) for candidate in search.found]
    assert len(seen) == len(set(seen))


class Sleepy(TankBrain):
    """A brain whose first thought is to do nothing."""

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
        assert seat.legal.idle is not None
        yield seat.legal.idle
        yield self.decide(seat, rng, Temper())


def firing_seat() -> Seat:
    """A plot in which greedy has a shot."""
    for turn in range(4, 20):
        seat = seat_in("tank/intro", "plot", turn)
        if sum(task.kind == "DF" for task in GreedyBot("x").decide(seat).tasks) >= 1:
            return seat
    raise AssertionError("nobody fires")


def test_a_better_order_takes_the_place_of_the_first_thought() -> None:
    seat = firing_seat()
    search = Search(seat, Sleepy(), Random(1), Clock(60.0, 80))
    assert search.order() != seat.legal.idle
    assert search.best is not search.found[0]


def test_time_is_a_limit() -> None:
    seat = seat_in("tank/intro", "plot", 4)
    seat.legal  # noqa: B018  made before the clock starts
    clock = Clock(0.0, 0)
    brain = brain_of("tank")
    assert brain is not None
    search = Search(seat, brain, Random(1), clock)
    assert search.order() == search.found[0].order
    assert not any(candidate.results for candidate in search.found)


def test_luck_is_taken_out_of_what_a_playout_is_worth() -> None:
    luck_model = LuckModel()
    one = Candidate(Order("plot"))
    for number in range(40):
        luck = (number % 5 - 2) / 2
        one.results[number] = Result(0.5 + 0.1 * luck, luck, 0.0)
    luck_model.fit([one])
    assert luck_model.own == pytest.approx(0.1, rel=0.05)
    assert luck_model.without(one.results[0]) == pytest.approx(0.5, abs=0.01)


def test_an_order_that_does_what_the_best_one_does_is_not_tried_again() -> None:
    search = searched(seat_in("tank/intro", "plot", 4), 4)
    twin, other = Candidate(Order("plot")), Candidate(Order("plot"))
    search.best = Candidate(Order("plot"))
    search.best.results = {0: Result(0.4, 0.0, 0.0), 1: Result(0.6, 0.0, 0.0)}
    twin.results = dict(search.best.results)
    other.results = {0: Result(0.4, 0.0, 0.0), 1: Result(0.7, 0.0, 0.0)}
    search.found = [search.best, twin, other]
    search.spread = 0.1
    assert search._same(twin)
    assert not search._same(other)
    assert search._contender() is other


def test_games_without_an_outlook_are_played_to_the_end_of_the_turn() -> None:
    assert outlook_of("tank") is TO_TURN_END
    state = load_game("tank").setup("tank/intro", {}, seed_of("planner", {}))
    later = state.thaw()
    later.turn += 1
    assert not TO_TURN_END.ends(state, state)
    assert TO_TURN_END.ends(state, later)


class Poor(TankBrain):
    """A brain with one thought and a pool of what every unit might do instead."""

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
        yield from list(super().variants(seat, rng, 2, pool))[:1]


def test_changes_come_out_of_the_pool_when_the_brain_has_no_more_thoughts() -> None:
    seat = firing_seat()
    search = Search(seat, Poor(), Random(1), Clock(60.0, 60))
    search.order()
    assert len(search.found) > 3
    first = {task.unit: task for task in search.found[0].order.tasks}
    for candidate in search.found[1:]:
        tasks = {task.unit: task for task in candidate.order.tasks}
        assert seat.check(candidate.order) == []
        for name in first.keys() | tasks.keys():
            assert tasks.get(name) in (first.get(name), *search.pool[name])


class Stubborn(PanzerBrain):
    """A brain with three thoughts and no pool."""

    def variants(self, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
        yield from islice(super().variants(seat, rng, 8, {}), 3)


def test_time_that_is_left_goes_into_more_worlds_for_what_came_close() -> None:
    counts, tried = [], 0
    for seed in range(4):
        search = Search(seat_in("panzer/1", "command", seed + 2), Stubborn(), Random(seed), Clock(60.0, 400))
        search.order()
        counts += [len(candidate.results) for candidate in search.found]
        tried = max(tried, len(search.found))
    assert WORLDS + MORE * tried < max(counts) <= MOST
    assert min(counts) < WORLDS, "what fell behind is not tried to the end"


def test_the_best_of_many_must_have_met_more_worlds() -> None:
    search = Search(firing_seat(), Sleepy(), Random(1), Clock(60.0, 600))
    found, best = [], []
    tried = search._compare

    def noted(other: Candidate) -> bool:
        before = search.best
        done = tried(other)
        if search.best is not before:
            found.append(len(search.found))
            best.append(len(search.best.results))
        return done

    search._compare = noted  # type: ignore[method-assign]
    search.order()
    assert found
    assert all(met >= int(WORLDS + MORE * count) for met, count in zip(best, found, strict=True))


def test_the_collector_is_left_as_it_was() -> None:
    seat = seat_in("panzer/1", "command", 1)
    for on in (True, False):
        (gc.enable if on else gc.disable)()
        try:
            PlannerBot("x", evaluations=4).decide(seat)
            assert gc.isenabled() is on
        finally:
            gc.enable()
