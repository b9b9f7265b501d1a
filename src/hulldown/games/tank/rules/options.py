"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo
from hulldown.core.numbers import whole_number

OURS = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""
BY_FIRE: Final = "fire"
BY_CONTACT: Final = "contact"
"""What releases a force from its column in a meeting engagement (R-1)."""
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
    OptionInfo("alpha_panic", 0, OURS, "handicap: added to Alpha's Panic Level"),
    OptionInfo("bravo_panic", 0, OURS, "handicap: added to Bravo's Panic Level"),
    OptionInfo("alpha_preservation", 0, OURS, "handicap: added to Alpha's Preservation Level, where it has one"),
    OptionInfo("bravo_preservation", 0, OURS, "handicap: added to Bravo's Preservation Level, where it has one"),
    OptionInfo("alpha_units", 0, OURS, "handicap: units more, or fewer, of Alpha's first type"),
    OptionInfo("bravo_units", 0, OURS, "handicap: units more, or fewer, of Bravo's first type"),
    OptionInfo("turns", 0, OURS, "handicap: turns more, or fewer, in a scenario of a set length"),
)
HANDICAPS: Final = frozenset(info.name for info in OPTIONS if info.rule == OURS)
"""Options of our own: they change a scenario, and stay out of the position of a game that is played without them."""
LARGEST = 10


def read_options(given: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """All options with the given values in place of the defaults, handicaps only where given; raises MalformedError."""
    known = {info.name: info for info in OPTIONS}
    values: dict[str, Scalar] = {info.name: info.default for info in OPTIONS if info.name not in HANDICAPS}
    for name, value in given.items():
        if name not in known:
            raise MalformedError(f"there is no option {name!r}", "options", f"options: {', '.join(known)}")
        if known[name].choices:
            values[name] = known[name].chosen(value)
            continue
        if isinstance(value, str):
            written = whole_number(value)
            value = value if written is None else written
        least, most = (-LARGEST, LARGEST) if name in HANDICAPS else (1, 1000)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise MalformedError(f"{name} is {value!r}; it must be a whole number from {least} to {most}", "options")
        if value or name not in HANDICAPS:
            values[name] = value
    return values
