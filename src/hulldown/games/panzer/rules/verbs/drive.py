"""MOVE, REVERSE and MIXED: driving through hexes ahead, back, or partly back (4.5.1.1, 4.5.1.1.7a).

MOVE is also the command to move (4.2c).
"""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.decisions import Option, PathDomain
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.driving import REVERSE as TIMES
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import EXIT, Plan, Planning
from hulldown.games.panzer.rules.verbs.base import COMMAND, DRIVE, MOVEMENT, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import MIXED, MOVE, REVERSE

_LEAVE: Final = (EXIT,)


class Drives(PanzerVerb):
    """A unit drives through the hexes that its task names, perhaps off the map."""

    def __init__(self, kind: str, family: str, name: str, rule: str, answers: tuple[str, ...]) -> None:
        super().__init__(kind, family, name, rule, answers)
        self.keeps_way = True

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if words:
            return "4.5.1.1.9a", f"{task.choice!r} is no way to move; it may only {EXIT}"
        return self.aimless(task, leaves)

    def aimless(self, task: Task, leaves: bool) -> Fault | None:
        """What is wrong where it goes nowhere."""
        if task.cells or leaves:
            return None
        return "4.5.1.1.8a", "name the hexes to drive through, or let it STAY"

    def plan(self, planning: Planning) -> Plan:
        return planning.driven(self.pattern(planning.task))


class Ahead(Drives):
    """Front first."""

    def __init__(self) -> None:
        super().__init__(MOVE, DRIVE, "Move", "4.2c", (COMMAND, MOVEMENT))
        self.moves = True

    def driven(self, rule: str, domain: PathDomain, facings: tuple[int, ...]) -> Option | None:
        """4.5.1.1.9a: it may leave the map, unless it is just coming on."""
        return Option(MOVE, rule, path=domain, facings=facings, choices=() if domain.entries else _LEAVE)


class Back(Drives):
    """Rear first, for so many times the cost (4.5.1.1.7a, 4.5.1.1.7b); nobody comes onto the map so."""

    def __init__(self) -> None:
        super().__init__(REVERSE, DRIVE, "Reverse", "4.5.1.1.7a", (MOVEMENT,))

    def driven(self, rule: str, domain: PathDomain, facings: tuple[int, ...]) -> Option | None:
        if domain.entries:
            return None
        back = msgspec.structs.replace(domain, times=TIMES, back=True)
        return Option(REVERSE, self.rule, path=back, facings=facings, choices=_LEAVE)

    def pattern(self, task: Task) -> str:
        return "r" * len(task.cells)

    def plan(self, planning: Planning) -> Plan:
        return planning.driven(self.pattern(planning.task), True)


class Mixed(Drives):
    """Partly ahead, partly back, as a pattern such as "ffr" says; written as a MOVE with r before some hexes."""

    def __init__(self) -> None:
        super().__init__(MIXED, DRIVE, "Ahead and back", "4.5.1.1.7a", (MOVEMENT,))

    def pattern(self, task: Task) -> str:
        return task.choice.split()[0]

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if len(words) != 1 or len(words[0]) != len(task.cells) or set(words[0]) != set("fr"):
            return "4.5.1.1.7a", "a mixed move needs a letter for each hex: f ahead, r back, and both occur"
        return self.aimless(task, leaves)


AHEAD: Final[PanzerVerb] = Ahead()
BACK: Final[PanzerVerb] = Back()
PARTLY: Final[PanzerVerb] = Mixed()
