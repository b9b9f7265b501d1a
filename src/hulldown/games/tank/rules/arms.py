"""What the rules ask of a weapon all the time, worked out once: far quicker than to look it up in the chart."""

from __future__ import annotations

from typing import Final, final

from hulldown.games.tank.data.loading import Weapon, weapon_of
from hulldown.games.tank.rules.fire import absolute_range


@final
class Arms:
    """A weapon as the rules of movement, sight and fire see it: the traits of its class, and what it is itself."""

    __slots__ = (
        "_reach", "all_round", "alone", "ap", "carries", "drives", "faces", "gun", "he", "ma", "soft", "squad", "table",
        "truck", "walks", "weapon",
    )  # fmt: skip

    def __init__(self, weapon: Weapon) -> None:
        traits = weapon.traits
        self.weapon = weapon
        self.soft: bool = traits.soft
        """HE is fired at it, only the ground protects it, and it leaves no wreck."""
        self.drives: bool = traits.drives
        """It moves by Movement Points and faces the way it goes."""
        self.walks: bool = traits.walks
        """It moves one hex in a turn, whatever the ground."""
        self.faces: bool = traits.faces
        """It has a facing."""
        self.squad: bool = traits.squad
        """It fires like infantry: at vehicles only, by a table of its own."""
        self.gun: bool = traits.gun
        """It is an anti-tank gun: it fires past infantry, and two of them do not fit in a hex."""
        self.alone: bool = traits.alone
        """It shares its hex with nobody."""
        self.carries: bool = traits.carries
        """It is an APC or a truck: it carries a squad or tows a gun."""
        self.truck: bool = traits.truck
        """It is a vehicle without armour, with movement costs of its own (27.71)."""
        self.table: str = "truck" if traits.truck else "vehicle" if traits.drives else "infantry"
        """The cost table by which it moves."""
        self.all_round: bool = weapon.all_round
        self.ma: int = weapon.ma
        self.ap: int = weapon.ap
        self.he: int = weapon.he
        self._reach: dict[int, int] = {}

    def reach(self, panic: int) -> int:
        """How far its fire reaches in a force of this Panic Level, as `absolute_range` has it."""
        found = self._reach.get(panic)
        if found is None:
            found = self._reach[panic] = absolute_range(self.weapon, panic)
        return found

    def can_attack(self, other: Arms) -> bool:
        """Whether it has any fire against such a target: AP or HE by the target (8.1b), infantry AT (8.8a)."""
        if self.squad:
            return not other.soft
        return (self.he if other.soft else self.ap) > 0


_known: Final[dict[str, Arms]] = {}


def arms(name: str) -> Arms:
    """The weapon of this name."""
    found = _known.get(name)
    if found is None:
        found = _known[name] = Arms(weapon_of(name))
    return found
