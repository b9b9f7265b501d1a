"""A trial carries an order out once: when the bot offers it, or when it gives one that it has not offered."""

from __future__ import annotations

import pytest

from hulldown.bots.registry import make_bot
from hulldown.bots.seat import Trial, seat_of
from hulldown.core.errors import IllegalOrderError
from hulldown.core.game import Step
from hulldown.core.orders import Order, Side, Violation
from hulldown.games import load_game
from hulldown_toy.game import ToyGame, ToyState

BOLD = Order("stance", choice="bold")
WRONG = Order("stance", choice="hungry")


class Counting(ToyGame):
    """A toy game that counts how often orders are carried out."""

    attempts = 0
    applied = 0

    def attempt(self, state: ToyState, side: Side, order: Order) -> Step | list[Violation]:
        self.attempts += 1
        return super().attempt(state, side, order)

    def apply(self, state: ToyState, side: Side, order: Order) -> Step:
        self.applied += 1
        return super().apply(state, side, order)


def test_an_offered_order_is_carried_out_once() -> None:
    game = Counting()
    state = game.setup("toy/1", {}, "x")
    trial = Trial(game, state, "alpha")
    seat = trial.seat()
    assert seat.offer(WRONG)
    assert trial.offered is WRONG
    assert seat.offer(BOLD) == []
    before = game.applied
    step = trial.step(BOLD)
    assert (game.attempts, game.applied) == (2, before)
    assert step.state == ToyGame().apply(state, "alpha", BOLD).state
    assert trial.step(Order("stance", choice="bold")).state == step.state
    assert game.applied == before + 1


def test_an_order_that_was_refused_is_refused_again() -> None:
    trial = Trial(ToyGame(), ToyGame().setup("toy/1", {}, "x"), "alpha")
    assert trial.seat().offer(WRONG)
    with pytest.raises(IllegalOrderError):
        trial.step(WRONG)


def test_a_seat_without_a_trial_only_checks() -> None:
    game = Counting()
    seat = seat_of(game, game.setup("toy/1", {}, "x"), "alpha")
    assert seat.offer(BOLD) == []
    assert seat.offer(WRONG) == seat.check(WRONG) != []
    assert (game.attempts, game.applied) == (0, 0)


@pytest.mark.parametrize("scenario", ["tank/10", "panzer/6"])
def test_attempt_is_check_and_apply(scenario: str) -> None:
    game = load_game(scenario.split("/")[0])
    state = game.setup(scenario, {}, "seed")
    for number in range(12):
        side = next(iter(game.pending(state)))
        trial = Trial(game, state, side)
        order = make_bot("random", f"{number}").decide(trial.seat())
        step = trial.step(order)
        found = game.attempt(state, side, order)
        assert found == step == game.apply(state, side, order)
        assert game.check(state, side, order) == []
        wrong = Order("nothing of the kind")
        assert game.attempt(state, side, wrong) == game.check(state, side, wrong) != []
        state = step.state
