"""A doctrine: where the books of Tank! differ in a rule that both have. A book has one, found in the scene."""

from __future__ import annotations

from typing import Final, NamedTuple


class Doctrine(NamedTuple):
    """The differences between the books, as values."""

    key: str
    shaken: int = 0
    """What Preservation adds to the Panic Level of a force (24.5); 0 where it halves its strength (15.11a)."""
    fighters: bool = False
    """Whether only losses of combat units count towards Preservation (24.6c)."""
    squads: str = ""
    """The table by which squads fire at vehicles, and at nothing else (8.8); "" where they fire HE, and AP with a
    device (26.1)."""
    adds: str = ""
    """The list of what a target's movement adds to the die by Fire Control (24.4); "": 1 for two points (8.71)."""
    strengths: tuple[str, ...] = ()
    """The attack strengths that a fire task may name where the target leaves the choice (27.73, 27.61a)."""


STANDARD: Final = Doctrine("standard", squads="8.81")
EXPANDED: Final = Doctrine("expanded", shaken=2, fighters=True, adds="24.4", strengths=("AP", "HE"))
