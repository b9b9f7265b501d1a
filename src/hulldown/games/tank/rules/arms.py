"""What the rules ask of a weapon all the time, worked out once: far quicker than to look it up in the chart."""

from __future__ import annotations

from typing import Final

from hulldown.games.tank.data.loading import Weapon, weapons
from hulldown.games.tank.rules.fire import absolute_range


class Arms:
    """A weapon as the rules of movement, sight and fire see it."""

    __slots__ = ("_reach", "all_round", "ap", "gun", "he", "infantry", "ma", "soft", "vehicle", "weapon")

    def __init__(self, weapon: Weapon) -> None:
        self.weapon = weapon
        self.vehicle: bool = weapon.kind == "vehicle"
        self.gun: bool = weapon.kind == "gun"
        self.infantry: bool = weapon.kind == "infantry"
        self.soft: bool = weapon.soft
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


_known: Final[dict[str, Arms]] = {}


def arms(name: str) -> Arms:
    """The weapon of this name."""
    found = _known.get(name)
    if found is None:
        found = _known[name] = Arms(weapons()[name])
    return found
