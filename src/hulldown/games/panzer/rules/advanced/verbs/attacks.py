"""ASSAULT and FOLLOW: leg units attack in close combat, and enter the hex of a target that is gone (6.6.1)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import PanzerVerb

ASSAULT: Final = "ASSAULT"
FOLLOW: Final = "FOLLOW"
ASSAULTING: Final = "assault"
FOLLOWING: Final = "follow"
"""The decisions that they answer."""


class Attack(PanzerVerb):
    """Attacks a vehicle (Close Assault) or a leg or towed unit (Hand-to-Hand), perhaps after an advance."""

    def __init__(self) -> None:
        super().__init__(ASSAULT, "assault", "Close combat", "6.6.1.1k", (ASSAULTING,))
        self.names_units = True


class Follow(PanzerVerb):
    """Enters the hex of the target that it has eliminated."""

    def __init__(self) -> None:
        super().__init__(FOLLOW, "follow", "Enter the hex", "6.6.1.1.3-effective-f", (FOLLOWING,))


VERBS: Final[tuple[PanzerVerb, ...]] = (Attack(), Follow())
