"""A game between bots: result, record, and what is known when it breaks down."""

from __future__ import annotations

import pickle

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.core.record import verify
from hulldown.lab.play import GameFailedError, order_text, play_game
from support.toy_play import GAME


class Stubborn:
    """A bot that always answers the same."""

    def decide(self, seat: Seat) -> Order:
        return Order(seat.legal.decision.kind, choice="bold")


class Lost:
    """A bot that breaks down."""

    def decide(self, seat: Seat) -> Order:
        raise ZeroDivisionError(f"{seat.side} is lost")


BOTS = {side: make_bot("random", side) for side in GAME.sides}


def test_a_result_counts_turns_decisions_and_tasks() -> None:
    result = play_game(GAME, "toy/1", BOTS, "s", keep_record=True)
    assert result.record is not None
    assert result.turns == 4
    assert result.decisions == len(result.record.entries) == 8
    assert result.tasks == sum(len(entry.order.tasks) for entry in result.record.entries)
    assert result.record.reveal is not None
    assert result.record.reveal.outcome == result.outcome
    assert verify(result.record, GAME) > 0


def test_keeping_the_record_changes_nothing() -> None:
    plain, kept = play_game(GAME, "toy/1", BOTS, "s"), play_game(GAME, "toy/1", BOTS, "s", keep_record=True)
    assert plain.record is None
    assert plain[:4] == kept[:4]


def test_options_are_passed_on() -> None:
    result = play_game(GAME, "toy/1", BOTS, "s", {"range": 1}, keep_record=True)
    assert result.record is not None
    assert result.record.header.options == {"range": 1}


def test_an_illegal_order_breaks_the_game_down_with_its_order_and_record() -> None:
    with pytest.raises(GameFailedError) as caught:
        play_game(GAME, "toy/1", {"alpha": Stubborn(), "bravo": BOTS["bravo"]}, "s", keep_record=True)
    failure = caught.value
    assert "IllegalOrderError: A1: it must be given a task [2.1]" in str(failure)
    assert failure.side == "alpha"
    assert failure.order == Order("plot", choice="bold")
    assert failure.record is not None
    assert [entry.side for entry in failure.record.entries] == ["alpha", "bravo"]
    assert verify(failure.record, GAME) == 1


def test_a_bot_that_breaks_down_has_no_order() -> None:
    with pytest.raises(GameFailedError, match="ZeroDivisionError: alpha is lost") as caught:
        play_game(GAME, "toy/1", {"alpha": Lost(), "bravo": BOTS["bravo"]}, "s")
    assert caught.value.order is None
    assert caught.value.record is None
    assert "the bot found no order" in order_text(caught.value.order)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_a_game_without_end_is_stopped() -> None:
    with pytest.raises(GameFailedError, match="not ended after 3 orders"):
        play_game(GAME, "toy/1", BOTS, "s", limit=3)


def test_a_failure_can_travel_between_processes() -> None:
    failure = GameFailedError("x", "alpha", Order("plot"), None)
    again = pickle.loads(pickle.dumps(failure))
    assert (str(again), again.side, again.order) == ("x", "alpha", Order("plot"))
