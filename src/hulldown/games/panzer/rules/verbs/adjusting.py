"""What units are told in the Adjustment Phase of the Advanced Game (6.8): pivot, Full Cover, digging in, positions."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.board import FACINGS
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.verbs.base import ADJUST, PanzerVerb

IN_COVER: Final = "cover"
IN_THE_OPEN: Final = "open"
"""Whether a unit is in Full Cover next turn."""


class Chances(NamedTuple):
    """What a unit could do in this phase."""

    vehicle: bool = False
    """It is a vehicle in an Improved Position; all others are leg and towed units."""
    partial: bool = False
    """It has chosen to be Partial Hull Down there."""
    covered: bool = False
    coverable: bool = False
    """It is in Full Cover, and could be."""
    dug: bool = False
    """It has met all conditions for digging in this turn (6.6.8a)."""
    vacancy: bool = False
    """There is a position that it could take (6.1.4.3.6c, 6.1.4.3.7c)."""


class Adjusts(PanzerVerb):
    """A task of the Adjustment Phase; leg and towed units may name a facing with each of theirs (6.8.1)."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, "adjustment", name, rule, (ADJUST,))
        self.digs = False
        self.occupies = False

    def option(self, chances: Chances) -> Option | None:
        """The task as it is open to a unit with these chances, None where it is not."""
        raise NotImplementedError

    def cover(self, task: Task) -> str:
        """IN_COVER or IN_THE_OPEN where the task says how the unit will be; "" where that stays."""
        return task.choice

    def position(self) -> str:
        """The position that a vehicle chooses: "full" or "partial"; "" for all others."""
        return ""

    def misfaced(self, task: Task) -> Fault | None:
        """What is wrong with the facing of a task."""
        return None if -1 <= task.facing <= 5 else ("5.5a", "name the hexside it faces")


class Pivot(Adjusts):
    """It turns in place."""

    def __init__(self) -> None:
        super().__init__("PIVOT", "Pivot", "6.8.1")

    def option(self, chances: Chances) -> Option | None:
        return None if chances.vehicle else Option(self.kind, self.rule, facings=FACINGS)

    def misfaced(self, task: Task) -> Fault | None:
        return None if 0 <= task.facing <= 5 else ("5.5a", "name the hexside it faces")


class Covers(Adjusts):
    """It goes into Full Cover, or leaves it."""

    def __init__(self, kind: str, name: str, into: str) -> None:
        super().__init__(kind, name, "6.8.2a")
        self.into = into

    def option(self, chances: Chances) -> Option | None:
        able = chances.coverable and not chances.covered if self.into == IN_COVER else chances.covered
        return Option(self.kind, self.rule, facings=FACINGS) if able and not chances.vehicle else None

    def cover(self, task: Task) -> str:
        return self.into


class Digs(Adjusts):
    """It has worked on a Hasty Entrenchment this turn, and stays in Full Cover or leaves it."""

    def __init__(self) -> None:
        super().__init__("DIG", "Dig in", "6.6.8a")
        self.choices = (IN_COVER, IN_THE_OPEN)
        self.digs = True

    def option(self, chances: Chances) -> Option | None:
        return Option(self.kind, self.rule, facings=FACINGS, choices=self.choices) if chances.dug else None


class Occupies(Adjusts):
    """It takes over an empty position in its hex, in Full Cover or not."""

    def __init__(self) -> None:
        super().__init__("OCCUPY", "Take the position", "6.1.4.3.6c")
        self.choices = (IN_COVER, IN_THE_OPEN)
        self.occupies = True

    def option(self, chances: Chances) -> Option | None:
        if not chances.vacancy or chances.vehicle:
            return None
        choices = self.choices if chances.coverable else (IN_THE_OPEN,)
        return Option(self.kind, self.rule, facings=FACINGS, choices=choices)


class Hides(Adjusts):
    """A vehicle in an Improved Position is hull down in it, or only partly."""

    def __init__(self, kind: str, name: str, partial: bool) -> None:
        super().__init__(kind, name, "6.1.4.1.2d")
        self.partial = partial

    def option(self, chances: Chances) -> Option | None:
        return Option(self.kind, self.rule) if chances.vehicle and chances.partial != self.partial else None

    def position(self) -> str:
        return "partial" if self.partial else "full"

    def misfaced(self, task: Task) -> Fault | None:
        return ("6.8.1", "vehicles do not pivot in this phase") if task.facing != -1 else None


VERBS: Final[tuple[Adjusts, ...]] = (
    Pivot(),
    Covers("COVER", "Take Full Cover", IN_COVER),
    Covers("OPEN", "Leave Full Cover", IN_THE_OPEN),
    Digs(),
    Occupies(),
    Hides("PARTIAL", "Partly hull down", True),
    Hides("HULLDOWN", "Hull down", False),
)


def adjusting(kind: str) -> Adjusts | None:
    """The verb of this kind."""
    return next((verb for verb in VERBS if verb.kind == kind), None)
