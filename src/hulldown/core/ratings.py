"""Ratings by Glicko-2 (Mark Glickman), with the advantage of a side known beforehand. Pure.

Every game is a period of its own: both players are rated by what they were before it. The advantage is what the balance
of the scenario is worth on the scale of strength, so the expected score of two equal players is the share that the side
wins between equal bots. A figure grows uncertain again while its owner does not play.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

SCALE: Final = 173.7178
"""Points of a rating in one unit of Glicko-2."""
MIDDLE: Final = 1500.0
START: Final = 350.0
"""The deviation of somebody nobody has seen play, and the largest there is."""
LEAST: Final = 30.0
"""The smallest deviation: nobody is known for certain."""
VOLATILITY: Final = 0.06
TAU: Final = 0.5
"""How fast the volatility may change."""
PERIOD: Final = 30 * 86_400.0
"""Seconds in which a figure grows uncertain by its volatility once."""
PRECISE: Final = 1e-6
SHARE: Final = (0.02, 0.98)
"""A side is expected to win this often at least and at most, however few games say otherwise."""


class Rating(NamedTuple):
    """How strong a player is held to be, how uncertain that is, and how steady he plays."""

    rating: float = MIDDLE
    deviation: float = START
    volatility: float = VOLATILITY


class Played(NamedTuple):
    """A game as one player saw it: the opponent, the own score, and what the own side was worth."""

    opponent: Rating
    score: float
    advantage: float = 0.0


def advantage_of(share: float, games: int) -> float:
    """What a side is worth that won this share of so many games between equals: 0 for a half, in units of Glicko-2.

    One game more for each side keeps few games from saying too much.
    """
    fair = min(max((share * games + 1) / (games + 2), SHARE[0]), SHARE[1])
    return math.log(fair / (1 - fair))


def expected(own: Rating, opponent: Rating, advantage: float = 0.0) -> float:
    """The score to be expected, from 0 to 1, by what is known of both players and the side."""
    spread = math.hypot(own.deviation, opponent.deviation) / SCALE
    return _expected((own.rating - opponent.rating) / SCALE + advantage, spread)


def rested(rating: Rating, seconds: float) -> Rating:
    """The same player after a time without games: less certain."""
    phi = rating.deviation / SCALE
    grown = math.sqrt(phi * phi + rating.volatility**2 * max(0.0, seconds) / PERIOD)
    return rating._replace(deviation=min(START, grown * SCALE))


def rated(own: Rating, games: Sequence[Played]) -> Rating:
    """A player after a period with these games: steps 2 to 8 of Glickman's description."""
    phi = own.deviation / SCALE
    if not games:
        return own._replace(deviation=min(START, math.hypot(phi, own.volatility) * SCALE))
    weight, gain = 0.0, 0.0
    for one in games:
        g = _g(one.opponent.deviation / SCALE)
        hope = _expected((own.rating - one.opponent.rating) / SCALE + one.advantage, one.opponent.deviation / SCALE)
        weight += g * g * hope * (1 - hope)
        gain += g * (one.score - hope)
    variance = 1 / weight
    volatility = _volatility(phi, own.volatility, variance, variance * gain)
    before = phi * phi + volatility * volatility
    after = 1 / math.sqrt(1 / before + 1 / variance)
    strength = (own.rating - MIDDLE) / SCALE + after * after * gain
    return Rating(MIDDLE + SCALE * strength, min(START, max(LEAST, after * SCALE)), volatility)


def _g(phi: float) -> float:
    """How much a game counts against somebody whose strength is known so well."""
    return 1 / math.sqrt(1 + 3 * phi * phi / math.pi**2)


def _expected(difference: float, phi: float) -> float:
    return 1 / (1 + math.exp(-_g(phi) * difference))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that fits best, by the Illinois way of regula falsi."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        grown = phi * phi + variance + math.exp(x)
        return math.exp(x) * (delta * delta - grown) / (2 * grown * grown) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
