"""Ratings: Glickman's own example, and what the advantage of a side does."""

from __future__ import annotations

import math

import pytest

from hulldown.core.ratings import (
    LEAST,
    PERIOD,
    SCALE,
    START,
    Played,
    Rating,
    advantage_of,
    expected,
    rated,
    rested,
)

AVERAGE = Rating(1500.0, 200.0, 0.06)


def test_the_example_that_glickman_published() -> None:
    """'Example of the Glicko-2 system': one win and two losses of a player of 1500."""
    games = [
        Played(Rating(1400.0, 30.0), 1.0),
        Played(Rating(1550.0, 100.0), 0.0),
        Played(Rating(1700.0, 300.0), 0.0),
    ]
    after = rated(AVERAGE, games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_grows_uncertain() -> None:
    after = rated(AVERAGE, [])
    assert after.rating == 1500.0
    assert after.deviation == pytest.approx(math.hypot(200.0, 0.06 * SCALE))
    assert rested(AVERAGE, PERIOD).deviation == pytest.approx(after.deviation)
    assert rested(AVERAGE, 0).deviation == pytest.approx(200.0)
    assert rested(AVERAGE, -5).deviation == pytest.approx(200.0)
    assert rested(AVERAGE, 1e12).deviation == START
    assert rated(Rating(deviation=START), []).deviation == START


def test_the_advantage_is_the_share_between_equals() -> None:
    assert advantage_of(0.5, 100) == 0.0
    known = Rating(1500.0, 0.001)
    for share in (0.2, 0.6, 0.9):
        assert expected(known, known, advantage_of(share, 10**9)) == pytest.approx(share)
    # Few games say little, and none is certain.
    assert advantage_of(1.0, 4) == pytest.approx(math.log(5 / 1))
    assert advantage_of(1.0, 10**9) == pytest.approx(math.log(0.98 / 0.02))
    assert advantage_of(0.0, 10**9) == pytest.approx(-math.log(0.98 / 0.02))
    assert advantage_of(0.7, 0) == 0.0


def test_winning_with_the_worse_side_is_worth_more() -> None:
    worse, better = advantage_of(0.2, 1000), advantage_of(0.8, 1000)
    assert worse == pytest.approx(-better)
    hard = rated(AVERAGE, [Played(AVERAGE, 1.0, worse)])
    even = rated(AVERAGE, [Played(AVERAGE, 1.0)])
    easy = rated(AVERAGE, [Played(AVERAGE, 1.0, better)])
    assert hard.rating > even.rating > easy.rating > 1500.0
    # As expected: nothing won, nothing lost.
    spot_on = rated(AVERAGE, [Played(AVERAGE._replace(deviation=0.001), 0.8, math.log(4))])
    assert spot_on.rating == pytest.approx(1500.0, abs=0.01)


def test_both_sides_of_a_game_mirror_each_other() -> None:
    advantage = advantage_of(0.65, 200)
    first = rated(AVERAGE, [Played(AVERAGE, 1.0, advantage)])
    second = rated(AVERAGE, [Played(AVERAGE, 0.0, -advantage)])
    assert first.rating - 1500.0 == pytest.approx(1500.0 - second.rating)
    assert first.deviation == pytest.approx(second.deviation)
    assert expected(AVERAGE, AVERAGE, advantage) + expected(AVERAGE, AVERAGE, -advantage) == pytest.approx(1.0)


def test_nobody_is_known_for_certain() -> None:
    player = AVERAGE
    for _ in range(500):
        player = rated(player, [Played(Rating(1500.0, 30.0), 0.5)])
    assert player.deviation >= LEAST
    upset = rated(Rating(2400.0, 40.0), [Played(Rating(1200.0, 40.0), 0.0)])
    assert upset.rating < 2400.0
    assert upset.volatility > 0.06
