"""The rule options of a game: handicaps of our own. The rulebook itself leaves nothing to agree on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from hulldown.core.game import OptionInfo

OURS: Final = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""


def _handicap(name: str, most: int, label: str, what: str) -> OptionInfo:
    return OptionInfo(name, 0, OURS, what, label=label, least=-most, most=most, handicap=True)


OPTIONS: Final[tuple[OptionInfo, ...]] = (
    _handicap("first_panic", 4, "Panic Level of the {first}", "handicap: added to it"),
    _handicap("second_panic", 4, "Panic Level of the {second}", "handicap: added to it"),
    _handicap(
        "quota", 10, "Units that decide", "handicap: added to the units that must leave, be destroyed or held off"
    ),
    _handicap("turns", 10, "Turns more or fewer", "handicap: turns more, or fewer"),
)
"""In braces the sides, whose nations differ from scenario to scenario."""
HANDICAPS: Final = frozenset(info.name for info in OPTIONS)
"""They change a scenario, and stay out of the position of a game that is played without them."""


def named(infos: tuple[OptionInfo, ...], nations: Mapping[str, str]) -> tuple[OptionInfo, ...]:
    """The options with the nations of a scenario in their labels."""
    return tuple(replace(info, label=info.label.format(**nations)) for info in infos)
