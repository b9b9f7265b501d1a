"""What changes all the time in a game of Tank!: units, positions, columns, and the movement under way.

They are dataclasses, not structs, so that the compiler makes native classes of them, whose fields cost next to nothing
to read; msgspec writes and reads both alike. Declare a field once, with its default as a comment, and run
`python scripts/pieces.py`: it writes the methods. See docs/speed.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.movers import OFF_MAP, WAITING, Mover, Token, Watch
from hulldown.core.native import declare, mypyc_attr

if TYPE_CHECKING:
    from hulldown.games.tank.rules.model import TankState

ALPHA: Final = "alpha"
BRAVO: Final = "bravo"
SIDES: Final = (ALPHA, BRAVO)
EXIT_COST: Final = 1
"""The Movement Points that it costs to leave the map (17.3-7)."""
_UNSET: Final = UNSET
"""Compiled code finds a final name without looking it up."""
Parts = dict[str, Any]
"""What modules remember, by their keys; see `parts`."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Unit(Token):
    """One counter (3.2a, 3.2c): a code and a weapon; its ratings are those of the weapon."""

    id: str
    """The letter of its side and a number: A1, B12."""
    side: str
    type: str
    cell: Cell  # = OFF_MAP
    facing: int  # = 0
    status: str  # = WAITING
    hidden: bool  # = False
    """In an Improved Position that the enemy player does not know of (13.4a)."""
    spotted: bool  # = False
    counter: int  # = 0
    """The number under which the enemy knows the face-down counter, 0 before it is placed."""
    panicked: bool  # = False
    moving: bool  # = False
    """Has a movement plot this turn, a panic plot included: spotted on sight (13.3b) and harder to hit (8.71a)."""
    points: int  # = 0
    """Movement Points plotted this turn."""
    may_face: bool  # = False
    dying: bool  # = False
    """Hit by Direct Fire while on Opportunity Fire: present until movement is over (8.58b, T-05)."""
    fired: bool  # = False
    tested: tuple[int, ...]  # = ()
    """The enemies (a `UnitSet`) this unit has tried to spot this turn (13.21b)."""
    more: Parts | UnsetType  # = UNSET
    """What modules remember of the unit, by their keys; unset without any. See `core.parts`."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "cell", "counter", "dying", "facing", "fired", "hidden", "id", "may_face", "more", "moving", "panicked",
        "points", "side", "spotted", "status", "tested", "type",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        side: str,
        type: str,
        cell: Cell = OFF_MAP,
        facing: int = 0,
        status: str = WAITING,
        hidden: bool = False,
        spotted: bool = False,
        counter: int = 0,
        panicked: bool = False,
        moving: bool = False,
        points: int = 0,
        may_face: bool = False,
        dying: bool = False,
        fired: bool = False,
        tested: tuple[int, ...] = (),
        more: Parts | UnsetType = UNSET,
    ) -> None:
        self.id = id
        self.side = side
        self.type = type
        self.cell = cell
        self.facing = facing
        self.status = status
        self.hidden = hidden
        self.spotted = spotted
        self.counter = counter
        self.panicked = panicked
        self.moving = moving
        self.points = points
        self.may_face = may_face
        self.dying = dying
        self.fired = fired
        self.tested = tested
        self.more = more

    def copy(self) -> Unit:
        return Unit(
            self.id, self.side, self.type, self.cell, self.facing, self.status, self.hidden, self.spotted, self.counter,
            self.panicked, self.moving, self.points, self.may_face, self.dying, self.fired, self.tested,
            self.more if self.more is _UNSET else self.more.copy(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Unit)
            and self.id == other.id
            and self.side == other.side
            and self.type == other.type
            and self.cell == other.cell
            and self.facing == other.facing
            and self.status == other.status
            and self.hidden == other.hidden
            and self.spotted == other.spotted
            and self.counter == other.counter
            and self.panicked == other.panicked
            and self.moving == other.moving
            and self.points == other.points
            and self.may_face == other.may_face
            and self.dying == other.dying
            and self.fired == other.fired
            and self.tested == other.tested
            and self.more == other.more
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Unit, (
            self.id, self.side, self.type, self.cell, self.facing, self.status, self.hidden, self.spotted, self.counter,
            self.panicked, self.moving, self.points, self.may_face, self.dying, self.fired, self.tested, self.more,
        )  # fmt: skip


declare(Unit, tested="tuple[int, ...]", more="Parts | UnsetType")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Position:
    """An Improved Position (14.0-proc-1)."""

    cell: Cell
    side: str
    revealed: bool  # = False
    rolled: bool  # = False
    """Whether the enemy has already rolled for it in this segment (T-68)."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "revealed", "rolled", "side")

    def __init__(self, cell: Cell, side: str, revealed: bool = False, rolled: bool = False) -> None:
        self.cell = cell
        self.side = side
        self.revealed = revealed
        self.rolled = rolled

    def copy(self) -> Position:
        return Position(self.cell, self.side, self.revealed, self.rolled)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.cell == other.cell
            and self.side == other.side
            and self.revealed == other.revealed
            and self.rolled == other.rolled
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.cell, self.side, self.revealed, self.rolled)


declare(Position)


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Column:
    """A force entering in single file (17.3-1): its hex, the way so far, and in a meeting the way it will take."""

    entry: Cell  # = OFF_MAP
    trail: list[Cell]  # = []
    route: list[Cell]  # = []
    duty: bool  # = True
    """Still bound to its formation (17.3-6)."""
    more: Parts | UnsetType  # = UNSET
    """Of one of several columns of a side: the units in it and how they march. Unset where the force is one column."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("duty", "entry", "more", "route", "trail")

    def __init__(
        self,
        entry: Cell = OFF_MAP,
        trail: list[Cell] | None = None,
        route: list[Cell] | None = None,
        duty: bool = True,
        more: Parts | UnsetType = UNSET,
    ) -> None:
        self.entry = entry
        self.trail = [] if trail is None else trail
        self.route = [] if route is None else route
        self.duty = duty
        self.more = more

    def copy(self) -> Column:
        return Column(
            self.entry, self.trail.copy(), self.route.copy(), self.duty,
            self.more if self.more is _UNSET else self.more.copy(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Column)
            and self.entry == other.entry
            and self.trail == other.trail
            and self.route == other.route
            and self.duty == other.duty
            and self.more == other.more
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Column, (self.entry, self.trail, self.route, self.duty, self.more)


declare(Column, trail="list[Cell]", route="list[Cell]", more="Parts | UnsetType")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Run:
    """The Movement Segment in progress."""

    tick: int
    movers: list[Mover]
    watches: list[Watch]
    finders: list[int]  # = []
    """The units that have spotted an enemy at the point being played (9.36a); empty between points."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("finders", "movers", "tick", "watches")

    def __init__(self, tick: int, movers: list[Mover], watches: list[Watch], finders: list[int] | None = None) -> None:
        self.tick = tick
        self.movers = movers
        self.watches = watches
        self.finders = [] if finders is None else finders

    def copy(self) -> Run:
        return Run(
            self.tick, [one.copy() for one in self.movers], [one.copy() for one in self.watches], self.finders.copy(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Run)
            and self.tick == other.tick
            and self.movers == other.movers
            and self.watches == other.watches
            and self.finders == other.finders
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Run, (self.tick, self.movers, self.watches, self.finders)


declare(Run, movers="list[Mover]", watches="list[Watch]", finders="list[int]")


def part(state: TankState) -> None:
    """Gives a state that was copied from another one its own of everything that can be changed in place."""
    state.options = state.options.copy()
    state.stack = state.stack.copy()
    state.units = [unit.copy() for unit in state.units]
    state.positions = [position.copy() for position in state.positions]
    state.wrecks = state.wrecks.copy()
    state.fresh = state.fresh.copy()
    columns = state.columns
    state.columns = {side: columns[side].copy() for side in columns}
    state.submitted = state.submitted.copy()
    state.tasks = state.tasks.copy()
    state.counters = state.counters.copy()
    state.losses = state.losses.copy()
    state.preserved = state.preserved.copy()
    state.fired_on = state.fired_on.copy()
    if state.run is not None:
        state.run = state.run.copy()
