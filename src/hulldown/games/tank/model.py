"""What a game of Tank! consists of: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task

ALPHA: Final = "alpha"
BRAVO: Final = "bravo"
SIDES: Final = (ALPHA, BRAVO)
OFF_MAP: Final[Cell] = -1
EXIT: Final = "exit"
EXIT_COST: Final = 1
"""What is written on the plot of a unit that leaves the map, and the Movement Points it costs (17.3-7)."""
WAITING: Final = "waiting"
ON_MAP: Final = "on map"
DESTROYED: Final = "destroyed"
EXITED: Final = "exited"


class Unit(msgspec.Struct, gc=False):
    """One counter (3.2a, 3.2c): a code and a weapon; its ratings are those of the weapon."""

    id: str
    """The letter of its side and a number: A1, B12."""
    side: str
    type: str
    cell: Cell = OFF_MAP
    facing: int = 0
    status: str = WAITING
    hidden: bool = False
    """In an Improved Position that the enemy player does not know of (13.4a)."""
    spotted: bool = False
    counter: int = 0
    """The number under which the enemy knows the face-down counter, 0 before it is placed."""
    panicked: bool = False
    moving: bool = False
    """Has a movement plot this turn, a panic plot included: spotted on sight (13.3b) and harder to hit (8.71a)."""
    points: int = 0
    """Movement Points plotted this turn."""
    may_face: bool = False
    dying: bool = False
    """Hit by Direct Fire while on Opportunity Fire: present until movement is over (8.58b, T-05)."""
    fired: bool = False
    tested: int = 0
    """The enemies (bit = index) this unit has tried to spot this turn (13.21b)."""


class Position(msgspec.Struct, gc=False):
    """An Improved Position (14.0-proc-1)."""

    cell: Cell
    side: str
    revealed: bool = False
    rolled: bool = False
    """Whether the enemy has already rolled for it in this segment (T-68)."""


class Column(msgspec.Struct):
    """A force entering in single file (17.3-1): its hex, the way so far, and in a meeting the way it will take."""

    entry: Cell = OFF_MAP
    trail: list[Cell] = []
    route: list[Cell] = []
    duty: bool = True
    """Still bound to its formation (17.3-6)."""


class Mover(msgspec.Struct, gc=False):
    """A movement plot being executed: `due[i]` is the Movement Point at which the i-th hex is entered (9.14, C-03)."""

    unit: int
    kind: str
    path: tuple[Cell, ...]
    due: tuple[int, ...]
    exits: bool = False
    at: int = 0
    active: bool = True
    held: bool = False
    arrived: int = 0
    trail: tuple[Cell, ...] = ()
    """The cells actually occupied, the first one included, to back up along (T-13)."""


class Watch(msgspec.Struct, gc=False):
    """A unit on Opportunity Fire: its target hex, or none for infantry covering its six neighbours (8.84a)."""

    unit: int
    target: Cell
    armed: bool = True


class Run(msgspec.Struct):
    """The Movement Segment in progress."""

    tick: int
    movers: list[Mover]
    watches: list[Watch]
    finders: list[int] = []
    """The units that have spotted an enemy at the point being played (9.36a); empty between points."""


class Frame(msgspec.Struct, frozen=True):
    """A step of the sequence on the stack, with the sides that owe a decision in it."""

    step: str
    owing: tuple[str, ...] = ()


class TankState(State, kw_only=True):
    """The whole position."""

    stack: list[Frame]
    units: list[Unit]
    positions: list[Position] = []
    wrecks: list[Cell] = []
    fresh: list[Cell] = []
    """Wrecks made in this segment: terrain from the next one on (T-57)."""
    columns: dict[str, Column] = {}
    submitted: dict[str, Order] = {}
    tasks: dict[str, Task] = {}
    """The tasks of this turn by unit; a panicked unit's plot is replaced here."""
    run: Run | None = None
    counters: dict[str, int] = {}
    losses: dict[str, int] = {}
    preserved: dict[str, int] = {}
    """The turn on which a force reached its Preservation Level, 0 while it has not."""
    contact: int = 0
    """The first turn on which one side spotted the other or fired, 0 before."""
    first_fire: int = 0
    last_loss: int = 0
    fired_on: dict[str, bool] = {}
    outcome: Outcome | None = None

    def thaw(self) -> TankState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: TankState = clone(self)
        new.options = self.options.copy()
        new.stack = self.stack.copy()
        new.units = list(map(clone, self.units))
        new.positions = list(map(clone, self.positions))
        new.wrecks, new.fresh = self.wrecks.copy(), self.fresh.copy()
        new.columns = {
            side: Column(column.entry, column.trail.copy(), column.route.copy(), column.duty)
            for side, column in self.columns.items()
        }
        new.submitted = dict(self.submitted)
        new.tasks = dict(self.tasks)
        new.counters, new.losses, new.preserved = dict(self.counters), dict(self.losses), dict(self.preserved)
        new.fired_on = dict(self.fired_on)
        if self.run is not None:
            run = self.run
            new.run = Run(run.tick, list(map(clone, run.movers)), list(map(clone, run.watches)), run.finders.copy())
        return new
