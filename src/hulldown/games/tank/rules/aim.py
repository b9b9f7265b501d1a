"""What a shot is made of: who fires, at what, and what comes of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

import msgspec

from hulldown.core.explain import Explained, Factor
from hulldown.games.tank.data.loading import TerrainMode, Weapon
from hulldown.games.tank.rules.doctrine import STANDARD, Doctrine

DIE = 6
RULEBOOK = "rulebook"
"""The tag of a number that a case itself names."""
AP: Final = "AP"
HE: Final = "HE"
RIDING: Final = "tank"
"""The "ground" under infantry that rides on a tank (27.61a)."""


class Firer(NamedTuple):
    """One unit of an attack."""

    weapon: Weapon
    """What it fires with; of a squad that fires its anti-tank device, the device (26.12b)."""
    distance: int
    panic: int
    """The Panic Level of its force, which chooses the table for N and SR (8.9f)."""
    preserved: bool = False
    """Whether its force has been at Preservation since an earlier turn (15.11b)."""
    table: str = ""
    """The Combat Results Table that a module gives it; "" for the one of the book."""
    mounted: bool = False
    """Whether it is a squad that fires from its carrier (27.82a)."""
    strength: str = ""
    """The attack strength it chose where the target leaves the choice (27.73); "": by the target."""
    doctrine: Doctrine = STANDARD
    """That of the book it fires by."""


class Extra(NamedTuple):
    """What a module adds to an attack: to its `strength`, to the `defence`, or to the `die`."""

    to: Literal["strength", "defence", "die"]
    factor: Factor

    def value(self, to: str) -> int:
        """What it adds there."""
        return self.factor.value if self.to == to and isinstance(self.factor.value, int) else 0


class Aim(NamedTuple):
    """An attack before the die: who fires at what, where it stands and how it moves."""

    firers: tuple[Firer, ...]
    target: Weapon
    mode: TerrainMode
    terrain: str = "clear"
    """The ground under the target; RIDING for infantry on a tank."""
    wreck: bool = False
    position: bool = False
    """In an Improved Position."""
    aspect: str = "front"
    through: str = ""
    """The hexside of the target's own hex that shelters it against all of this fire: "berm", "slope" or none."""
    points: int = 0
    """Movement Points plotted for the target this turn."""
    moving: bool = False
    extras: tuple[Extra, ...] = ()
    """What modules add."""

    @property
    def rider(self) -> bool:
        """Whether the target is infantry that rides on a tank (27.61a)."""
        return self.terrain == RIDING

    @property
    def doctrine(self) -> Doctrine:
        """That of the book the fire goes by."""
        return self.firers[0].doctrine

    @property
    def kind(self) -> str:
        """The attack strength that is used: HE at soft targets, AP at armour, at a truck what was chosen.

        Cases 8.1a, 8.1b, 27.73. X-85: where nobody chose, a truck is attacked with HE like every soft target, by a
        weapon that has none with AP.
        """
        if self.target.traits.truck:
            return self.firers[0].strength or (HE if self.firers[0].weapon.he else AP)
        return HE if self.target.soft else AP

    @property
    def heat(self) -> bool:
        """Whether it is HEAT: AP of a weapon marked so (24.11a)."""
        return self.firers[0].weapon.heat and self.kind == AP

    @property
    def guided(self) -> bool:
        """Whether it is a guided missile (24.3b)."""
        return self.firers[0].weapon.guided and self.kind == AP


class Shot(msgspec.Struct, frozen=True):
    """A resolved attack: `hits_on` are the die results that destroy the target; none means no effect is possible."""

    rule: str
    hits_on: tuple[int, ...]
    strength: Explained
    defence: Explained
    differential: int
    column: str
    distance: int
    add: int
    factors: tuple[Factor, ...]
    void: str = ""
    """Why there is no attack at all, if there is none."""

    @property
    def probability(self) -> Fraction:
        return Fraction(len(self.hits_on), DIE)
