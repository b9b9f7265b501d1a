"""The Tank! brain: legal answers to everything, from the view alone, repeatable, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots import make_bot
from hulldown.bots.brains import Pool, Temper, brain_of
from hulldown.bots.seat import seat_of
from hulldown.bots.tank.brain import BRAIN
from hulldown.core.orders import Order
from hulldown.games.tank.data.loading import scenarios
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from hulldown.lab.play import play_game

CALM = Temper()


def later(scenario: str, decisions: int, kind: str = "plot", side: str = "") -> TankState:
    """A position after so many answers of the brain, at the next decision of a kind (of a side)."""
    state = GAME.setup(scenario, {}, "seed")
    made = 0
    while GAME.outcome(state) is None:
        pending = GAME.pending(state)
        asked = next(iter(pending))
        if made >= decisions and pending[asked].kind == kind and side in ("", asked):
            return state
        order = BRAIN.decide(seat_of(GAME, state, asked), Random(made), CALM)
        state = GAME.apply(state, asked, order).state
        made += 1
    raise AssertionError("the game was over before")


def test_the_game_finds_its_brain() -> None:
    assert brain_of("tank") is BRAIN


@pytest.mark.slow
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_answers_are_legal_and_the_same_again(scenario: str) -> None:
    state = GAME.setup(scenario, {}, "seed")
    kinds: set[str] = set()
    for number in range(80):
        if GAME.outcome(state) is not None or (number >= 16 and {"plot", "face"} <= kinds):
            break
        side = next(iter(GAME.pending(state)))
        seat = seat_of(GAME, state, side)
        order = BRAIN.decide(seat, Random(number), CALM)
        assert seat.check(order) == []
        assert order.decision == seat.legal.decision.id
        if number % 5 == 0:
            assert BRAIN.decide(seat_of(GAME, state, side), Random(number), CALM) == order
        kinds.add(order.kind)
        state = GAME.apply(state, side, order).state
    assert {"plot", "face"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "side"), [("tank/1", "alpha"), ("tank/11", "bravo"), ("tank/5", "alpha")])
def test_equal_views_get_equal_answers(scenario: str, side: str) -> None:
    state = later(scenario, 14, side=side)
    view = GAME.view(state, side)
    worlds = [GAME.sample(view, Random(seed)) for seed in (1, 2)]
    orders = [BRAIN.decide(seat_of(GAME, world, side), Random(7), CALM) for world in (state, *worlds)]
    assert orders[0] == orders[1] == orders[2]


def test_variants_differ_are_legal_and_begin_with_the_answer() -> None:
    state = later("tank/5", 12)
    side = next(iter(GAME.pending(state)))
    seat = seat_of(GAME, state, side)
    found = list(BRAIN.variants(seat, Random(1), 6, {}))
    assert found[0] == BRAIN.decide(seat, Random(1), CALM)
    assert len(found) >= 4
    assert len({str(order.tasks) for order in found}) == len(found)
    assert all(seat.check(order) == [] for order in found)


def test_the_pool_has_all_kinds_of_tasks_most_of_them_legal_by_themselves() -> None:
    made = 50
    while not (state := later("tank/5", made, side="bravo")).fired_on.get("bravo"):
        made += 4  # until it has left its column (17.3-6)
    seat = seat_of(GAME, state, "bravo")
    pool: Pool = {}
    list(BRAIN.variants(seat, Random(1), 2, pool))
    alone = [task for tasks in pool.values() for task in tasks if task is not None]
    assert {task.kind for task in alone} == {"DF", "OF", "MV", "MVR", "FC"}
    assert all(None in tasks for tasks in pool.values())
    legal = [seat.check(Order("plot", (task,), "", seat.legal.decision.id)) == [] for task in alone]
    assert sum(legal) > 0.8 * len(legal) > 4 * len(pool), "the rest is where friends stand in the way"


def test_stopping_has_both_variants_and_setup_several() -> None:
    state = GAME.setup("tank/1", {}, "seed")
    for side in ("alpha", "bravo"):
        seat = seat_of(GAME, state, side)
        found = list(BRAIN.variants(seat, Random(1), 4, {}))
        assert 2 <= len(found) <= 4
        assert all(seat.check(order) == [] for order in found)


def test_noise_changes_answers() -> None:
    state = later("tank/5", 12)
    seat = seat_of(GAME, state, next(iter(GAME.pending(state))))
    plain = BRAIN.decide(seat, Random(3), CALM)
    assert any(BRAIN.decide(seat, Random(seed), Temper(noise=0.8)) != plain for seed in range(4))


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_values_are_chances_that_losses_lower(scenario: str) -> None:
    state = later(scenario, 10)
    before = BRAIN.value(state, "alpha")
    assert 0.0 < before < 1.0
    assert BRAIN.value(state, "bravo") == pytest.approx(1.0 - before)
    worse = state.thaw()
    lost = [unit for unit in worse.units if unit.side == "alpha" and unit.status == ON_MAP][:3]
    for unit in lost:
        unit.status = DESTROYED
    worse.losses["alpha"] = worse.losses.get("alpha", 0) + len(lost)
    assert lost
    assert BRAIN.value(worse, "alpha") < before


def test_a_finished_game_has_its_value() -> None:
    result = play_game(GAME, "tank/13", {side: make_bot("greedy", side) for side in GAME.sides}, "s", keep_record=True)
    assert result.record is not None
    state = GAME.setup("tank/13", {}, "s")
    state.outcome = result.outcome
    expected = 0.5 if result.outcome.winner is None else float(result.outcome.winner == "alpha")
    assert BRAIN.value(state, "alpha") == expected


def test_a_remark_says_what_was_ordered() -> None:
    state = later("tank/4", 6)
    seat = seat_of(GAME, state, next(iter(GAME.pending(state))))
    order = BRAIN.decide(seat, Random(1), CALM)
    assert BRAIN.remark(seat, order).endswith(".")


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "side"), [("tank/4", "alpha"), ("tank/13", "alpha"), ("tank/9", "bravo")])
def test_it_beats_the_random_bot(scenario: str, side: str) -> None:
    other = {"alpha": "bravo", "bravo": "alpha"}[side]
    for seed in ("1", "2"):
        bots = {side: make_bot("greedy", seed), other: make_bot("random", seed)}
        assert play_game(GAME, scenario, bots, seed).outcome.winner == side
