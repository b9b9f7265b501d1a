"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from hulldown.core.game import OptionInfo

OURS = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""


def _handicap(name: str, most: int, label: str, what: str) -> OptionInfo:
    return OptionInfo(name, 0, OURS, what, label=label, least=-most, most=most, handicap=True)


OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "illegal_commands",
        "convert",
        "4.2.1i",
        "a command that cannot be executed becomes N/C (convert) or is refused when it is given (refuse)",
        ("convert", "refuse"),
        label="Impossible commands",
    ),
    _handicap(
        "soviet_points",
        1000,
        "Soviet points",
        "handicap: points that it has, or owes, from the start",
    ),
    _handicap(
        "german_points",
        1000,
        "German points",
        "handicap: points that it has, or owes, from the start",
    ),
    _handicap("turns", 10, "Turns more or fewer", "handicap: turns more, or fewer"),
)
