"""A situation: what the kind of a scenario decides beyond its forces and its map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from hulldown.core.game import Outcome
from hulldown.core.unitsets import UnitSet

if TYPE_CHECKING:
    from hulldown.core.board import Cell
    from hulldown.core.briefing import Goal, Special, Zone
    from hulldown.core.sequence import Doing
    from hulldown.games.tank.rules.opportunity import Step
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState, Unit, Watch


Holds = Callable[["Unit", "Watch", "Step"], bool]
"""Whether a firer lets the step of an enemy pass."""
FREE: Final = "free"
BOUND: Final = "bound"
RAILS: Final = "rails"
"""How a column marches: each unit by itself, as a whole where it is told to, or on a way written before the game."""


class Award(NamedTuple):
    """Points for one kind of thing: how many there are, and what each is worth."""

    label: str
    number: int
    each: int
    rule: str

    @property
    def points(self) -> int:
        """What they are worth together."""
        return self.number * self.each


class Point(NamedTuple):
    """A Movement Point when all have come into their hexes and been looked for, before the Opportunity Fire."""

    moving: int
    """The units (a set of bits) that were under way when it began."""
    tested: dict[int, UnitSet]
    """The enemies that each unit on watch had tried to spot before it."""
    steps: list[Step]
    charges: list[Step]
    """Those of the steps by which an overrunner has come into its target hex."""


class Withholding(NamedTuple):
    """Opportunity Fire that its owner may withhold at each trigger (34.4-14, X-58)."""

    holds: Callable[[TankState, Scene], Holds | None]
    """Which firer lets which step pass at this point; None where fire is triggered as ever."""
    stops_first: Callable[[TankState, Scene], bool]
    """Whether somebody is asked before the first point; the question is then on top of the stack."""
    pauses: Callable[[TankState, Scene, Point], bool]
    """Whether somebody is asked before the fire of this point, which then waits."""
    taken_up: Callable[[TankState], Point | None]
    """The point that has waited, None if none has."""


class Situation(NamedTuple):
    """How a scenario of this kind begins, goes on and is judged."""

    judge: Callable[[TankState, Scene], Outcome | None]
    """The outcome at the end of a turn, None while the game goes on."""
    panics_since: Callable[[TankState], int]
    """The turn of the event from which on panic is no longer suspended, 0 before."""
    exit_edge: Callable[[TankState, Scene, str], str]
    """The mapedge over which a side may leave the map this turn, "" for none."""
    exit_rule: str
    """The case that says so."""
    prewritten: bool = False
    """Whether columns follow a way written before the game until the forces meet (17.11-2)."""
    late_defence: bool = False
    """Whether Bravo is placed after Alpha has entered, and covers nothing on that turn (17.13-2, 17.13-3)."""
    march: Callable[[TankState, Scene, str], str] | None = None
    """How a column (by its key) marches now: free, bound or on rails; None leaves it to 17.3-6 and 17.11-2."""
    march_rule: str = ""
    """The case that says so."""
    speed: Callable[[TankState, Scene, str, tuple[Cell, ...]], str] | None = None
    """Why a column may not be told this path though its head could go it: it would be too slow; "" if it may."""
    onward: Callable[[TankState, Scene, Cell], tuple[Cell, ...]] | None = None
    """The way that a column goes on from a cell where nobody orders it; None: the way written before the game."""
    withholding: Withholding | None = None
    """How Opportunity Fire is withheld (34.4-14); None: it is not."""
    turning_shows: str = ""
    """The case by which a gun that turns is spotted by whoever has a line to it (34.4-13); "": it is not."""
    quiet_start: str = ""
    """The case by which Bravo has no Opportunity Fire on the first turn, where there is one (34.4-12)."""
    withheld: str = ""
    """The case by which a waiting unit that is not told to enter stays off the map for good (34.1-11, 34.2-10)."""
    may_leave: Callable[[TankState, Unit], bool] | None = None
    """Which units may leave the map where their side may (X-57); None: all."""
    stoppers: Callable[[TankState, Scene, Doing, tuple[str, ...]], tuple[str, ...]] | None = None
    """Which sides may stop early at this Movement Point, given those that 9.36 lets; None leaves it to 9.36."""
    tally: Callable[[TankState, Scene], dict[str, tuple[Award, ...]]] | None = None
    """The points of each side, where points decide; it is asked of a position that need not be the whole truth."""
    goals: Callable[[TankState, Scene], tuple[Goal, ...]] | None = None
    """What wins, in words; None leaves it to the briefing of the book."""
    special: Callable[[TankState, Scene], tuple[Special, ...]] | None = None
    """What else is to be known before play."""
    zones: Callable[[TankState, Scene], tuple[Zone, ...]] | None = None
    """Where sides come on, set up and leave, before anything is chosen; None leaves it to the briefing of the book."""
    length: Callable[[TankState, Scene], int] | None = None
    """The last turn as far as the position tells it, 0 while it is open."""
    open_end: str = "no set length before contact"
    """What is said of the length while it is open."""
