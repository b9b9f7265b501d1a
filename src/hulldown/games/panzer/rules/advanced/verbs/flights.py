"""The tasks of the Air Phases: fly, attack, turn, AA fire, and the load chosen before play (6.7)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.advanced.air_words import (
    AA,
    BANK,
    BOMB,
    DIVE,
    FLAK,
    FLY,
    FLYING,
    LOADING,
    ROCKET,
    STRAFE,
    STRIKING,
)
from hulldown.games.panzer.rules.verbs.base import SETUP, PanzerVerb

AIR: Final = "air"
"""The family of what aircraft do, and of what is done to them."""

VERBS: Final[tuple[PanzerVerb, ...]] = (
    PanzerVerb(LOADING, AIR, "Weapon load", "6.7.1b", (SETUP,)),
    PanzerVerb(FLY, AIR, "Fly", "6.7.2", (FLYING,)),
    PanzerVerb(STRAFE, AIR, "Strafe", "6.7.3.2a", (STRIKING,)),
    PanzerVerb(BOMB, AIR, "Bomb", "6.7.3.3a", (STRIKING,)),
    PanzerVerb(DIVE, AIR, "Dive bomb", "6.7.2.3.2", (STRIKING,)),
    PanzerVerb(ROCKET, AIR, "Rockets", "6.7.3.4a", (STRIKING,)),
    PanzerVerb(BANK, AIR, "Turn", "6.7.2.3.1a", (STRIKING,)),
    PanzerVerb(AA, AIR, "AA fire", "6.7.4", (FLAK,)),
)
