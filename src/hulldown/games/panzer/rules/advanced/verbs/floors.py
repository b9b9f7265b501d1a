"""UP and DOWN: between the ground and the top floor of a building (6.6.4.1g, 6.1.4.3.1j; I22)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import floors
from hulldown.games.panzer.rules.advanced.play.march import DOWN as GOES_DOWN
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import DOWN, UP
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import Plan, Planning
from hulldown.games.panzer.rules.verbs.base import DRIVE, MOVEMENT, PanzerVerb


class Up(PanzerVerb):
    """To the top floor, perhaps after moving into the building through the hexes named."""

    def __init__(self) -> None:
        super().__init__(UP, DRIVE, "Go up", "6.6.4.1g", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        return ("6.6.4.1g", "it goes up in the last hex named, and nowhere else") if words or leaves else None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return floors.climbed(planning)

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        """Where it is, if that is a building (6.6.4.1g)."""
        assert isinstance(planning, March)
        return (Option(UP, self.rule),) if floors.climbed(planning).fault is None else ()


class Down(PanzerVerb):
    """To the ground, and no farther; to go on write a MOVE, which begins with it."""

    def __init__(self) -> None:
        super().__init__(DOWN, "floor", "Go down", "6.6.4.1g", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        wrong = words or leaves or task.cells or task.facing >= 0
        return ("6.6.4.1g", "it goes down where it is; a move does so by itself") if wrong else None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return Plan([GOES_DOWN], floors.down_fault(planning))

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        return (Option(DOWN, self.rule),) if floors.down_fault(planning) is None else ()


VERBS: Final[tuple[PanzerVerb, ...]] = (Up(), Down())
