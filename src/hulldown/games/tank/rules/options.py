"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import OptionInfo

OURS = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""
BY_FIRE: Final = "fire"
BY_CONTACT: Final = "contact"
"""What releases a force from its column in a meeting engagement (R-1)."""
LARGEST: Final = 10


def _handicap(name: str, what: str) -> OptionInfo:
    return OptionInfo(name, 0, OURS, what, least=-LARGEST, most=LARGEST, handicap=True)


OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "turn_cap", 50, "17.11-4", "meeting engagements have no length; after this many turns the ratios are compared"
    ),
    OptionInfo(
        "engage_turns", 25, "17.12-5", "anti-tank actions are Bravo's when so many turns have passed without a shot"
    ),
    OptionInfo(
        "quiet_turns",
        10,
        "17.12-9",
        "once there has been fire, they are Bravo's after so many turns without a casualty",
    ),
    OptionInfo(
        "column_release",
        BY_FIRE,
        "17.3-6",
        "in a meeting engagement a force may leave its column once it has been fired on (fire), or both forces may as "
        "soon as one has spotted the other (contact)",
        (BY_FIRE, BY_CONTACT),
    ),
    _handicap("alpha_panic", "handicap: added to Alpha's Panic Level"),
    _handicap("bravo_panic", "handicap: added to Bravo's Panic Level"),
    _handicap("alpha_preservation", "handicap: added to Alpha's Preservation Level, where it has one"),
    _handicap("bravo_preservation", "handicap: added to Bravo's Preservation Level, where it has one"),
    _handicap("alpha_units", "handicap: units more, or fewer, of Alpha's first type"),
    _handicap("bravo_units", "handicap: units more, or fewer, of Bravo's first type"),
    _handicap("turns", "handicap: turns more, or fewer, in a scenario of a set length"),
)
HANDICAPS: Final = frozenset(info.name for info in OPTIONS if info.handicap)
"""Options of our own: they change a scenario, and stay out of the position of a game that is played without them."""
