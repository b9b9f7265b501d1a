"""Rates, strengths and effects, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

Z = 1.959963984540054
ELO = 400.0 / math.log(10.0)
"""Elo points of one unit of log odds."""


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Whether zero is outside the interval."""
        return self.low > 0 or self.high < 0

    def has(self, value: float) -> bool:
        return self.low <= value <= self.high


def wilson(successes: float, count: int) -> Interval:
    """A rate with the interval of Wilson; draws may count as half a success."""
    if count == 0:
        return Interval(0.5, 0.0, 1.0)
    rate, z2 = successes / count, Z * Z
    middle = (rate + z2 / (2 * count)) / (1 + z2 / count)
    half = Z / (1 + z2 / count) * math.sqrt(rate * (1 - rate) / count + z2 / (4 * count * count))
    # At 0 and 1 the bound is the rate itself; rounding must not put it a hair beside.
    low = 0.0 if rate == 0 else max(0.0, middle - half)
    high = 1.0 if rate == 1 else min(1.0, middle + half)
    return Interval(rate, low, high)


def difference(first: tuple[float, int], second: tuple[float, int]) -> Interval:
    """How much higher the first rate (successes, count) is than the second, with Newcombe's interval."""
    a, b = wilson(*first), wilson(*second)
    value = a.value - b.value
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    high = value + math.hypot(a.high - a.value, b.value - b.low)
    return Interval(value, max(-1.0, low), min(1.0, high))


def mean(values: Sequence[float]) -> Interval:
    """A mean with the interval of Student's t."""
    count = len(values)
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    data = np.asarray(values, dtype=float)
    middle = float(data.mean())
    if count == 1:
        return Interval(middle, middle, middle)
    half = student(count - 1) * float(data.std(ddof=1)) / math.sqrt(count)
    return Interval(middle, middle - half, middle + half)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by the expansion of Cornish and Fisher; exact for 1 and 2."""
    if freedom == 1:
        return 12.706204736432095
    if freedom == 2:
        return 4.302652729911275
    n, z = float(freedom), Z
    return (
        z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )  # fmt: skip


def paired_score(pairs: Sequence[Sequence[float]]) -> Interval:
    """A score with an interval from groups of games on one seed: each group counts as one observation.

    Swapped seats on one seed share its luck, so the spread between the groups is what is left of it. Where all groups
    are alike nothing can be read off the spread, and the interval is Wilson's over the groups.
    """
    if not pairs:
        return wilson(0, 0)
    means = [sum(group) / len(group) for group in pairs]
    found = mean(means)
    # A mean of groups of different size is not quite the mean of the games: that is what is shown.
    games = [score for group in pairs for score in group]
    value = sum(games) / len(games)
    if found.high - found.low < 1e-12:
        return wilson(value * len(pairs), len(pairs))
    shift = value - found.value
    return Interval(value, max(0.0, found.low + shift), min(1.0, found.high + shift))


class Effect(NamedTuple):
    """What a feature does to the score: per unit of it, how much of the score's spread it explains, and how often."""

    change: Interval
    explained: float
    times: int


def binary_effect(feature: Sequence[bool], scores: Sequence[float]) -> Effect | None:
    """The difference between games with a feature and games without; None where all are alike."""
    given = [score for has, score in zip(feature, scores, strict=True) if has]
    other = [score for has, score in zip(feature, scores, strict=True) if not has]
    if len(given) < 2 or len(other) < 2:
        return None
    change = difference((sum(given), len(given)), (sum(other), len(other)))
    return Effect(change, _explained([float(has) for has in feature], scores), len(given))


def slope_effect(feature: Sequence[float], scores: Sequence[float]) -> Effect | None:
    """The change of the score for each unit of a feature: least squares, with an interval that trusts no equal spread.

    None where the feature never changes.
    """
    x, y = np.asarray(feature, dtype=float), np.asarray(scores, dtype=float)
    if len(x) < 5:
        return None
    away = x - x.mean()
    spread = float(away @ away)
    if spread < 1e-9:
        return None
    slope = float(away @ (y - y.mean())) / spread
    left = (y - y.mean()) - slope * away
    # HC1: the spread of what is left may depend on the feature, as it does for scores of 0 and 1.
    error = math.sqrt(float((away * left) @ (away * left)) * len(x) / (len(x) - 2)) / spread
    half = student(len(x) - 2) * error
    change = Interval(slope, slope - half, slope + half)
    return Effect(change, _explained(feature, scores), int(np.count_nonzero(x)))


def _explained(feature: Sequence[float], scores: Sequence[float]) -> float:
    """The square of the correlation."""
    x, y = np.asarray(feature, dtype=float), np.asarray(scores, dtype=float)
    if x.std() < 1e-9 or y.std() < 1e-9:
        return 0.0
    return float(np.corrcoef(x, y)[0, 1] ** 2)


class Strengths(msgspec.Struct, frozen=True):
    """Elo figures against an anchor."""

    elo: dict[str, Interval]
    anchor: str
    unbounded: list[str]
    """Those who have won or lost everything, or not played: only the assumed draws hold their figure."""


def strengths(
    points: Mapping[tuple[str, str], tuple[float, int]], anchor: str = "", at: float = 0.0, assumed: float = 1.0
) -> Strengths:
    """Elo by the model of Bradley and Terry: (a, b) → points of a and games of the pair. Draws are half a point.

    The most likely figures, found by Newton's method; the intervals are from the Fisher information, of the difference
    to the anchor, which stands at `at` exactly. With no anchor the mean of all stands there. Every pair that met is
    given `assumed` drawn games more, so that a clean sweep has a finite figure.
    """
    names = sorted({name for pair in points for name in pair} | ({anchor} if anchor else set()))
    place = {name: index for index, name in enumerate(names)}
    won = _score_matrix(points, place)
    played = won + won.T
    swept = [name for name, i in place.items() if won[i].sum() in (0.0, played[i].sum())]
    won += assumed / 2 * (played > 0)
    met = won + won.T
    rating = _most_likely(won, met)
    chance = 1 / (1 + np.exp(rating[None, :] - rating[:, None]))
    spread = np.linalg.pinv(_information(met, chance))
    # The contrast of each figure with the anchor, or with the mean of all.
    contrast = np.eye(len(names))
    contrast -= np.eye(len(names))[place[anchor]] if anchor else np.full(len(names), 1 / max(len(names), 1))
    value = contrast @ rating * ELO + at
    half = Z * ELO * np.sqrt(np.clip(np.diag(contrast @ spread @ contrast.T), 0, None))
    elo = {
        name: Interval(float(value[i]), float(value[i] - half[i]), float(value[i] + half[i]))
        for name, i in place.items()
    }
    return Strengths(elo, anchor, swept)


def _score_matrix(points: Mapping[tuple[str, str], tuple[float, int]], place: Mapping[str, int]) -> np.ndarray:
    """The points of each row against each column."""
    won = np.zeros((len(place), len(place)))
    for (a, b), (score, count) in points.items():
        if a != b:
            won[place[a], place[b]] += score
            won[place[b], place[a]] += count - score
    return won


def _most_likely(won: np.ndarray, met: np.ndarray) -> np.ndarray:
    """The most likely log odds of each, by Newton's method with limited steps."""
    rating = np.zeros(len(won))
    for _ in range(200):
        chance = 1 / (1 + np.exp(np.clip(rating[None, :] - rating[:, None], -60, 60)))
        gradient = (won - met * chance).sum(axis=1)
        step = np.linalg.pinv(_information(met, chance)) @ gradient
        rating += np.clip(step, -2, 2)
        if float(np.abs(step).max(initial=0.0)) < 1e-10:
            break
    return rating


def _information(met: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """The Fisher information of the log odds: the Laplacian of games weighted by how open they are."""
    weight = met * chance * (1 - chance)
    found: np.ndarray = np.diag(weight.sum(axis=1)) - weight
    return found
