"""ENTER and OUT: a tracked vehicle into a building and out into the alley (6.6.3)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import entering
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import ENTER, OUT
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import Plan, Planning
from hulldown.games.panzer.rules.verbs.base import DRIVE, MOVEMENT, PanzerVerb


class Enter(PanzerVerb):
    """Into the building of its hex, or through the hexes named into that of the last one; never in reverse."""

    def __init__(self) -> None:
        super().__init__(ENTER, DRIVE, "Enter the building", "6.6.3a", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        return ("6.6.3a", "it ends in the building") if words or leaves else None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return entering.entered(planning)

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        return entering.offers(planning)


class Out(PanzerVerb):
    """Out into the alley of its hex; to go on into the next hex write a MOVE, which begins with it."""

    def __init__(self) -> None:
        super().__init__(OUT, "out", "Leave the building", "6.6.3a", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        wrong = words or leaves or task.cells or task.facing >= 0
        return ("6.6.3a", "it comes out into the alley of its hex; a move goes on by itself") if wrong else None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return entering.left(planning)

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        return (Option(OUT, self.rule),) if entering.left(planning).fault is None else ()


VERBS: Final[tuple[PanzerVerb, ...]] = (Enter(), Out())
