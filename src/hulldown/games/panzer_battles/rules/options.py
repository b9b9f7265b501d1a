"""The rule options of a game: readings that players may prefer, and handicaps of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from hulldown.core.game import OptionInfo

NO: Final = "false"
YES: Final = "true"
OURS: Final = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""


def _handicap(name: str, most: int, label: str, what: str) -> OptionInfo:
    return OptionInfo(name, 0, OURS, what, label=label, least=-most, most=most, handicap=True)


OPTIONS: Final[tuple[OptionInfo, ...]] = (
    OptionInfo(
        "loss_dice",
        "each",
        "12.0-proc-4",
        "a loss die for each result, or a single one",
        ("each", "single"),
        label="Loss dice",
    ),
    OptionInfo(
        "secret_morale", NO, "14.0-proc-5", "morale is told to its owner only", (NO, YES), label="Secret morale"
    ),
    OptionInfo(
        "hidden_movement",
        NO,
        "19.12",
        "hidden units that nobody has seen move without a counter",
        (NO, YES),
        label="Hidden movement",
    ),
    OptionInfo(
        "company_order",
        "enemy",
        "6.0-proc-2",
        "who says which company moves next",
        ("enemy", "owner"),
        label="Order of companies",
    ),
    OptionInfo(
        "front_arc", "180", "11.11-diag-1", "the width of the Front Arc in degrees", ("180", "120"), label="Front Arc"
    ),
    OptionInfo("dummies", "default", "6.8a", "whether dummies are used", ("default", "none"), label="Dummies"),
    _handicap("first_points", 500, "Victory Points of the {first}", "handicap: added to them"),
    _handicap("second_points", 500, "Victory Points of the {second}", "handicap: added to them"),
    _handicap("turns", 6, "Turns more or fewer", "handicap: turns more, or fewer"),
)
"""In braces the sides, whose nations differ from scenario to scenario."""
HANDICAPS: Final = frozenset(info.name for info in OPTIONS if info.handicap)
"""They change a scenario, and stay out of the position of a game that is played without them."""


def named(infos: tuple[OptionInfo, ...], people: Mapping[str, str]) -> tuple[OptionInfo, ...]:
    """The options with the names of a scenario's sides in their labels."""
    return tuple(replace(info, label=info.label.format(**people)) for info in infos)
