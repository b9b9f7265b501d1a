"""What is at stake: the worth of units and of what happens to them, judged by when a disruption will be gone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hulldown.bots.kampfpanzer.odds import Shares, by_fire, recovery
from hulldown.bots.plane import Floats
from hulldown.games.kampfpanzer.rules.fire import DESTROYED_AT, LEAST, MOST

WORN = 0.1
"""What each level of disruption counts besides: it is easier to destroy."""
LOW, HIGH = LEAST - 1, MOST
"""The superiorities that differ; below the first there is no attack."""
STEP = 0.6
"""What being about to be destroyed counts: those who finish it could do something else meanwhile."""
NO_FIRE = LOW
"""The superiority of an attack that is not expected."""


class Stake(NamedTuple):
    """What can be lost with a unit: how much of it by being out of action, or by being disrupted at the end."""

    left: int
    """Recovery phases until the end of the game, this turn's among them."""
    holds: float = 0.0
    """The part of its worth that it has by being undisrupted at the end, where it stands."""
    pin: float = 0.05
    """What it costs not to move this turn."""
    out: float = 0.5
    """The part of its worth that is lost while it takes no part in the fighting."""
    kills: bool = False
    """Whether it counts only once it is destroyed, so that its disruption is but a step to that."""
    coming: int = NO_FIRE
    """With `kills`: the superiority of the attack that may be expected on each turn to come."""


@lru_cache(maxsize=2048)
def hurt(stake: Stake, level: int) -> float:
    """The part of its worth that a unit of this disruption has lost."""
    if level <= 0:
        return 0.0
    if level >= DESTROYED_AT:
        return 1.0
    if stake.kills:
        return STEP * (1.0 - stake.out) * doom(level, stake.coming, stake.left) + stake.out * level / DESTROYED_AT
    chance = recovery(level)
    out = min(1.0, (1.0 / chance) / (0.6 * stake.left + 2.0))
    still = (1.0 - chance) ** max(1, stake.left)
    return min(0.95, (1.0 - stake.holds) * stake.out * out + stake.holds * still + WORN * level)


@lru_cache(maxsize=1024)
def doom(level: int, coming: int, left: int) -> float:
    """The chance that attacks of a superiority destroy a unit of this disruption, before it gets over it."""
    found = 0.0
    finished = sum(by_fire(coming)[DESTROYED_AT - level : DESTROYED_AT + 1])
    for _ in range(left - 1):
        found = (1.0 - recovery(level)) * (finished + (1.0 - finished) * found)
    return found


@lru_cache(maxsize=65536)
def harm(stake: Stake, level: int, shares: Shares) -> float:
    """The part of its worth that an attack takes from a unit of this disruption, on the mean."""
    before = hurt(stake, level)
    total = stake.pin * shares[5] if not level else 0.0
    for more in range(1, DESTROYED_AT + 1):
        if shares[more]:
            total += shares[more] * (hurt(stake, min(DESTROYED_AT, level + more)) - before)
    return total


@lru_cache(maxsize=2048)
def harms(stake: Stake, level: int) -> Floats:
    """The harm of one attack for each superiority from `LOW` on."""
    return np.array([harm(stake, level, by_fire(superiority)) for superiority in range(LOW, HIGH + 1)])


def at(table: Floats, superiority: Floats) -> Floats:
    """A table of `harms` looked up with an array of superiorities."""
    places = np.clip(np.rint(superiority), LOW, HIGH).astype(np.int64) - LOW
    found: Floats = table[places]
    return found
