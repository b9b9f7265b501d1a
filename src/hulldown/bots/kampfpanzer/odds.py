"""What fire does, by numbers alone: strength, superiority, and the levels of disruption to expect.

The same numbers as in `rules.fire`, without their explanations; a test holds the two equal.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hulldown.bots.plane import Floats
from hulldown.games.kampfpanzer.data.counters import chart, effects
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import (
    DESTROYED_AT,
    DIE,
    LEAST,
    MOST,
    PIN,
    by_superiority,
    can_attack,
    levels,
    overrunning,
    recovers_on,
    shelling,
    unpinned,
)

Shares = tuple[float, ...]
"""The chances of 0, 1, 2, 3 and 4 levels of disruption, and of a pin without any."""
NOTHING: Shares = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
FARTHEST = 100


@lru_cache(maxsize=4096)
def strength(name: str, distance: int, hard: bool) -> int:
    """The Attack Strength of a counter at a distance against a type of target; 0 where it may not fire."""
    counter = arms(name).counter
    if distance < 1 or distance > counter.range or not can_attack(counter, hard):
        return 0
    ranges = chart("9.19")
    value = max(0, counter.attack * int(ranges.cell(distance, "times")) + int(ranges.cell(distance, "add")))
    return value * 2 if effects()["hard" if hard else "soft"].of(counter.weapon) == "x2" else value


@lru_cache(maxsize=256)
def strengths(name: str, hard: bool) -> Floats:
    """The same for every distance."""
    return np.array([float(strength(name, distance, hard)) for distance in range(FARTHEST + 1)])


def shares_of(results: tuple[str, ...]) -> Shares:
    """The chances of levels that the results of a die come to."""
    found = [0.0] * 6
    for result in results:
        found[5 if result == PIN else levels(result)] += 1 / DIE
    return tuple(found)


@lru_cache(maxsize=64)
def by_fire(superiority: int, moving: bool = False) -> Shares:
    """What an attack of this superiority does; nothing where it is not allowed. `moving`: nobody is pinned (9.83)."""
    if superiority < LEAST:
        return NOTHING
    results = by_superiority(min(MOST, superiority))
    return shares_of(unpinned(results) if moving else results)


@lru_cache(maxsize=64)
def by_overrun(attackers: int, counted: int) -> Shares:
    """What an overrun does to those overrun."""
    return shares_of(overrunning(min(6, attackers), min(4, counted)))


@lru_cache(maxsize=16)
def by_shells(loose: bool, moving: bool, covered: bool, entrenched: bool) -> Shares:
    """What H fire does to one unit."""
    return shares_of(shelling(loose, moving, covered, entrenched))


@lru_cache(maxsize=4096)
def added(one: Shares, other: Shares) -> Shares:
    """Two attacks on the same unit: levels add up (9.71-cum)."""
    found = [0.0] * 6
    for first, chance in enumerate(one):
        for second, more in enumerate(other):
            if not chance or not more:
                continue
            if first == 5 or second == 5:
                level = first if second == 5 else second
                found[5 if level in (0, 5) else level] += chance * more
            else:
                found[min(DESTROYED_AT, first + second)] += chance * more
    return tuple(found)


def perhaps(shares: Shares, chance: float) -> Shares:
    """What something does that comes off with this chance only."""
    return tuple(chance * part + (1.0 - chance) * none for part, none in zip(shares, NOTHING, strict=True))


@lru_cache(maxsize=8)
def recovery(level: int) -> float:
    """The chance that a unit gets over its disruption in one turn (9.71)."""
    return recovers_on(level) / DIE if 0 < level < DESTROYED_AT else float(level == 0)


@lru_cache(maxsize=4096)
def divided(parts: tuple[int, ...], defence: int, groups: int, moving: bool) -> Shares:
    """What firers of these strengths, the strongest first, do in so many attacks of about equal strength."""
    sums = [0] * groups
    for part in parts:
        sums[sums.index(min(sums))] += part
    found = NOTHING
    for total in sums:
        found = added(found, by_fire(total - defence, moving))
    return found
