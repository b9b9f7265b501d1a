"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo

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
)


def read_options(given: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """All options with the given values in place of the defaults; raises MalformedError."""
    known = {info.name: info for info in OPTIONS}
    values: dict[str, Scalar] = {info.name: info.default for info in OPTIONS}
    for name, value in given.items():
        if name not in known:
            raise MalformedError(f"there is no option {name!r}", "options", f"options: {', '.join(known)}")
        if isinstance(value, str) and value.isdigit():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1000:
            raise MalformedError(f"{name} is {value!r}; it must be a whole number from 1 to 1000", "options")
        values[name] = value
    return values
