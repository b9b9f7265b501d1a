"""TURN and STAY: a unit with a command to move remains in its hex (4.5.1.1.8)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import FACINGS
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import EXIT, Plan, Planning
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, STAND, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import STAY, TURN


class Stands(PanzerVerb):
    """A unit that remains where it is names no hexes."""

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if words:
            return "4.5.1.1.9a", f"{task.choice!r} is no way to move; it may only {EXIT}"
        if task.cells or leaves:
            return "4.5.1.1.8c", "it names no hexes when it stays in its own"
        return self.faced(task)

    def faced(self, task: Task) -> Fault | None:
        """What is wrong with the facing that the task names or does not name."""
        raise NotImplementedError


class Stay(Stands):
    """It only shows its command; whoever waits off the map stays there."""

    def __init__(self) -> None:
        super().__init__(STAY, STAND, "Stay", "4.5.1.1.8a", (MOVEMENT,))
        self.keeps_way = True

    def standing(self, on_map: bool) -> Option | None:
        return Option(STAY, self.rule)

    def faced(self, task: Task) -> Fault | None:
        return ("4.5.1.1.8a", "to turn in place write TURN") if task.facing >= 0 else None

    def plan(self, planning: Planning) -> Plan:
        return planning.stays()


class Turn(Stands):
    """It turns in place."""

    def __init__(self) -> None:
        super().__init__(TURN, STAND, "Turn", "4.5.1.1.8c", (MOVEMENT,))

    def standing(self, on_map: bool) -> Option | None:
        return Option(TURN, self.rule, facings=FACINGS) if on_map else None

    def faced(self, task: Task) -> Fault | None:
        return ("4.5.1.1.8c", "name the facing to turn to") if task.facing < 0 else None

    def plan(self, planning: Planning) -> Plan:
        return planning.driven("")


STANDING: Final[PanzerVerb] = Stay()
TURNING: Final[PanzerVerb] = Turn()
