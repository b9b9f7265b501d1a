"""What units are told in the Adjustment Phase of the Advanced Game (6.8): pivot, Full Cover, digging in, positions."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import ADJUST, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import COVER, DIG, HULLDOWN, OCCUPY, OPEN, PARTIAL, PIVOT

IN_COVER: Final = "cover"
IN_THE_OPEN: Final = "open"
"""Whether a unit that digs or takes a position is in Full Cover next turn."""


class Adjusts(PanzerVerb):
    """A task of the Adjustment Phase; leg and towed units may name a facing with each of theirs."""

    def __init__(self, kind: str, name: str, rule: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(kind, "adjustment", name, rule, (ADJUST,))
        self.choices = choices


VERBS: Final[tuple[PanzerVerb, ...]] = (
    Adjusts(PIVOT, "Pivot", "6.8.1"),
    Adjusts(COVER, "Take Full Cover", "6.8.2a"),
    Adjusts(OPEN, "Leave Full Cover", "6.8.2a"),
    Adjusts(DIG, "Dig in", "6.6.8a", (IN_COVER, IN_THE_OPEN)),
    Adjusts(OCCUPY, "Take the position", "6.1.4.3.6c", (IN_COVER, IN_THE_OPEN)),
    Adjusts(PARTIAL, "Partial Hull Down", "6.1.4.1.2d"),
    Adjusts(HULLDOWN, "Hull Down", "6.1.4.1.2d"),
)
