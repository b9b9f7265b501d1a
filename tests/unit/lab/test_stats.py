"""Rates, effects and strengths against values worked out elsewhere or in closed form."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from hulldown.lab.stats import (
    ELO,
    Z,
    binary_effect,
    difference,
    mean,
    paired_score,
    slope_effect,
    strengths,
    student,
    wilson,
)


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_against_published_values(successes: int, count: int, low: float, high: float) -> None:
    found = wilson(successes, count)
    assert found.value == successes / count
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_no_games_say_nothing() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 10), 0.6075, 1.0)],
)
def test_difference_against_newcombes_table(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    found = difference(first, second)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)],
)
def test_student_against_the_table(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, rel=2e-3)


def test_a_mean_with_its_interval() -> None:
    found = mean([2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0])
    assert found.value == 5.0
    assert found.high - found.value == pytest.approx(2.3646 * 2.1381 / math.sqrt(8), rel=1e-3)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_pairs_that_cancel_out_are_sharper_than_single_games() -> None:
    """The seat decides nearly every game: the score of a swapped pair hardly moves, and its interval shows that."""
    pairs = [[1.0, 0.0]] * 46 + [[1.0, 1.0]] * 4
    found = paired_score(pairs)
    single = wilson(54, 100)
    assert found.value == 0.54
    assert found.high - found.low < 0.45 * (single.high - single.low)


def test_pairs_that_agree_are_no_sharper_than_their_number() -> None:
    """Both games of a seed always end alike: a hundred games are fifty observations."""
    found = paired_score([[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 20)
    fifty, hundred = wilson(30, 50), wilson(60, 100)
    assert found.high - found.low > 1.3 * (hundred.high - hundred.low)
    assert found.high - found.low == pytest.approx(fifty.high - fifty.low, rel=0.08)


def test_pairs_that_are_all_alike_do_not_make_certain() -> None:
    assert paired_score([[1.0, 1.0]] * 4).low == wilson(4, 4).low < 0.6
    assert paired_score([]).low == 0.0


def test_an_effect_that_is_there_is_found() -> None:
    effect = binary_effect([True] * 50 + [False] * 50, [1.0] * 40 + [0.0] * 10 + [1.0] * 20 + [0.0] * 30)
    assert effect is not None
    assert effect.change.value == pytest.approx(0.4)
    assert effect.change.sure
    assert 0.1 < effect.explained < 0.2
    assert binary_effect([True] * 9, [1.0] * 9) is None


def test_a_slope_is_the_one_that_was_put_in() -> None:
    xs = [float(x) for x in range(-10, 11)] * 4
    ys = [0.5 + 0.03 * x + (0.05 if place % 2 else -0.05) for place, x in enumerate(xs)]
    effect = slope_effect(xs, ys)
    assert effect is not None
    assert effect.change.value == pytest.approx(0.03, abs=1e-3)
    assert effect.change.has(0.03)
    assert effect.change.high - effect.change.low < 0.006
    assert slope_effect([1.0] * 30, [0.0, 1.0] * 15) is None


def test_a_feature_that_means_nothing_is_not_sure() -> None:
    effect = slope_effect([0.0, 0.0, 1.0, 1.0] * 25, [0.0, 1.0] * 50)
    assert effect is not None
    assert not effect.change.sure
    assert effect.explained == pytest.approx(0)


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    found = strengths({("a", "b"): (75.0, 100)}, anchor="b", assumed=0.0)
    assert found.elo["a"].value == pytest.approx(190.85, abs=0.01)
    assert (found.elo["b"].value, found.elo["b"].low, found.elo["b"].high) == (0.0, 0.0, 0.0)
    # The Fisher information of n games at p is n·p·(1 − p).
    assert found.elo["a"].high - found.elo["a"].value == pytest.approx(Z * ELO / math.sqrt(100 * 0.75 * 0.25))


def test_elo_recovers_known_strengths() -> None:
    true = {"a": 250.0, "b": 100.0, "c": 0.0, "d": -180.0}
    games = 100_000
    points = {
        (a, b): (games / (1 + 10 ** ((true[b] - true[a]) / 400)), games) for a, b in combinations(sorted(true), 2)
    }
    found = strengths(points, anchor="c", at=0.0)
    for name, elo in true.items():
        assert found.elo[name].value == pytest.approx(elo, abs=0.1)
    assert found.unbounded == []
    shifted = strengths(points, anchor="c", at=1000.0)
    assert shifted.elo["a"].value == pytest.approx(1250.0, abs=0.1)


def test_intervals_hold_what_they_promise() -> None:
    """Of many tournaments of known strengths, about 95 % of the intervals contain the truth."""
    from random import Random

    rng, true, inside, total = Random(7), {"a": 120.0, "b": 0.0, "c": -60.0}, 0, 0
    for _ in range(200):
        points = {}
        for a, b in combinations(sorted(true), 2):
            chance = 1 / (1 + 10 ** ((true[b] - true[a]) / 400))
            points[a, b] = (float(sum(rng.random() < chance for _ in range(60))), 60)
        found = strengths(points, anchor="b")
        inside += sum(found.elo[name].has(true[name]) for name in ("a", "c"))
        total += 2
    assert 0.92 <= inside / total <= 0.98


def test_a_clean_sweep_stays_finite_and_is_marked() -> None:
    found = strengths({("a", "b"): (10.0, 10), ("b", "c"): (5.0, 10)})
    assert found.unbounded == ["a"]
    assert 0 < found.elo["a"].value < 2000
    assert sum(one.value for one in found.elo.values()) == pytest.approx(0.0, abs=1e-6)


def test_who_has_not_played_is_marked() -> None:
    assert strengths({("a", "b"): (0.0, 0)}).unbounded == ["a", "b"]
