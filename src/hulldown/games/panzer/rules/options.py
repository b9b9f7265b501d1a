"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo

OURS = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""
OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "illegal_commands",
        "convert",
        "4.2.1i",
        "a command that cannot be executed becomes N/C (convert) or is refused when it is given (refuse)",
        ("convert", "refuse"),
    ),
    OptionInfo("soviet_points", 0, OURS, "handicap: victory points that the Soviet side has, or owes, from the start"),
    OptionInfo("german_points", 0, OURS, "handicap: victory points that the German side has, or owes, from the start"),
    OptionInfo("turns", 0, OURS, "handicap: turns more, or fewer"),
)
HANDICAPS = {"soviet_points": 1000, "german_points": 1000, "turns": 10}
"""Options of our own with the most they may be, either way: they stay out of the position of a game without them."""


def read_options(given: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """All options with the given values in place of the defaults, handicaps only where given; raises MalformedError."""
    known = {info.name: info for info in OPTIONS}
    values: dict[str, Scalar] = {info.name: info.default for info in OPTIONS if info.name not in HANDICAPS}
    for name, value in given.items():
        if name not in known:
            raise MalformedError(f"there is no option {name!r}", "options", f"options: {', '.join(known)}")
        if name in HANDICAPS:
            most = HANDICAPS[name]
            if not isinstance(value, int) or isinstance(value, bool) or not -most <= value <= most:
                raise MalformedError(
                    f"{name} is {value!r}; it must be a whole number from {-most} to {most}", "options"
                )
            if value:
                values[name] = value
            continue
        values[name] = known[name].chosen(value)
    return values
