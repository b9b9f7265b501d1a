"""What changes all the time in a game of KampfPanzer: units, H fire, attacks to be made, and the movement under way.

They are dataclasses, not structs, so that the compiler makes native classes of them, whose fields cost next to nothing
to read; msgspec writes and reads both alike. Declare a field once, with its default as a comment, and run
`python scripts/pieces.py`: it writes the methods. See docs/speed.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from hulldown.core.board import Cell
from hulldown.core.movers import OFF_MAP, WAITING, Mover, Token, Watch
from hulldown.core.native import declare, mypyc_attr

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.model import KampfState

FIRST: Final = "first"
SECOND: Final = "second"
SIDES: Final = (FIRST, SECOND)
NOBODY: Final = -1
"""In place of a unit's number in the list: none."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Unit(Token):
    """One counter (3.2, 3.21): five vehicles, a platoon or a battery (1.1b)."""

    id: str
    side: str
    type: str
    cell: Cell  # = OFF_MAP
    facing: int  # = 0
    """The hexside that a gun faces (9.4); nobody else has a facing."""
    status: str  # = WAITING
    group: int  # = 0
    """The group of its side in the scenario, which says where it stands or enters."""
    level: int  # = 0
    """Its disruption, from 1 to 3; 0 for none (9.71)."""
    pinned: bool  # = False
    panicked: bool  # = False
    moving: bool  # = False
    """Whether a movement or an overrun was plotted for it this turn (9.34c, K-29)."""
    fired: bool  # = False
    hits: int  # = 0
    """Levels of disruption suffered in this phase, which count at its end (9.81, 9.82)."""
    shaken: bool  # = False
    """Whether it was pinned in this phase, which counts at its end."""
    aboard: int  # = NOBODY
    """The vehicle or tank that carries it."""
    cargo: int  # = NOBODY
    """The unit that it carries."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "aboard", "cargo", "cell", "facing", "fired", "group", "hits", "id", "level", "moving", "panicked", "pinned",
        "shaken", "side", "status", "type",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        side: str,
        type: str,
        cell: Cell = OFF_MAP,
        facing: int = 0,
        status: str = WAITING,
        group: int = 0,
        level: int = 0,
        pinned: bool = False,
        panicked: bool = False,
        moving: bool = False,
        fired: bool = False,
        hits: int = 0,
        shaken: bool = False,
        aboard: int = NOBODY,
        cargo: int = NOBODY,
    ) -> None:
        self.id = id
        self.side = side
        self.type = type
        self.cell = cell
        self.facing = facing
        self.status = status
        self.group = group
        self.level = level
        self.pinned = pinned
        self.panicked = panicked
        self.moving = moving
        self.fired = fired
        self.hits = hits
        self.shaken = shaken
        self.aboard = aboard
        self.cargo = cargo

    def copy(self) -> Unit:
        return Unit(
            self.id, self.side, self.type, self.cell, self.facing, self.status, self.group, self.level, self.pinned,
            self.panicked, self.moving, self.fired, self.hits, self.shaken, self.aboard, self.cargo,
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
            and self.group == other.group
            and self.level == other.level
            and self.pinned == other.pinned
            and self.panicked == other.panicked
            and self.moving == other.moving
            and self.fired == other.fired
            and self.hits == other.hits
            and self.shaken == other.shaken
            and self.aboard == other.aboard
            and self.cargo == other.cargo
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Unit, (
            self.id, self.side, self.type, self.cell, self.facing, self.status, self.group, self.level, self.pinned,
            self.panicked, self.moving, self.fired, self.hits, self.shaken, self.aboard, self.cargo,
        )  # fmt: skip


declare(Unit)


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Impact:
    """An impact marker (9.32b, 9.0-proc-h-2): the gun, the target hex, and whether the pattern is loose (9.33)."""

    unit: int
    cell: Cell
    loose: bool

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "loose", "unit")

    def __init__(self, unit: int, cell: Cell, loose: bool) -> None:
        self.unit = unit
        self.cell = cell
        self.loose = loose

    def copy(self) -> Impact:
        return Impact(self.unit, self.cell, self.loose)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Impact)
            and self.unit == other.unit
            and self.cell == other.cell
            and self.loose == other.loose
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Impact, (self.unit, self.cell, self.loose)


declare(Impact)


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Lot:
    """Fire of a side at the same target: who fires together with whom, the firing player says (9.11a, 9.24b)."""

    side: str
    cell: Cell
    targets: tuple[int, ...]
    firers: tuple[int, ...]
    groups: tuple[int, ...]  # = ()
    """The number of the attack in which each firer takes part; empty as long as it has not been said."""
    chance: bool  # = False
    """Whether it is Opportunity Fire."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "chance", "firers", "groups", "side", "targets")

    def __init__(
        self,
        side: str,
        cell: Cell,
        targets: tuple[int, ...],
        firers: tuple[int, ...],
        groups: tuple[int, ...] = (),
        chance: bool = False,
    ) -> None:
        self.side = side
        self.cell = cell
        self.targets = targets
        self.firers = firers
        self.groups = groups
        self.chance = chance

    def copy(self) -> Lot:
        return Lot(self.side, self.cell, self.targets, self.firers, self.groups, self.chance)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Lot)
            and self.side == other.side
            and self.cell == other.cell
            and self.targets == other.targets
            and self.firers == other.firers
            and self.groups == other.groups
            and self.chance == other.chance
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Lot, (self.side, self.cell, self.targets, self.firers, self.groups, self.chance)


declare(Lot, targets="tuple[int, ...]", firers="tuple[int, ...]", groups="tuple[int, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Storm:
    """An overrun of one hex by one or more units: those that have come into it so far (9.62, 9.63, K-43)."""

    side: str
    cell: Cell
    entered: tuple[int, ...]  # = ()
    done: bool  # = False

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "done", "entered", "side")

    def __init__(self, side: str, cell: Cell, entered: tuple[int, ...] = (), done: bool = False) -> None:
        self.side = side
        self.cell = cell
        self.entered = entered
        self.done = done

    def copy(self) -> Storm:
        return Storm(self.side, self.cell, self.entered, self.done)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Storm)
            and self.side == other.side
            and self.cell == other.cell
            and self.entered == other.entered
            and self.done == other.done
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Storm, (self.side, self.cell, self.entered, self.done)


declare(Storm, entered="tuple[int, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Run:
    """The Movement Execution Phase in progress; a tick is half a Movement Point."""

    tick: int
    movers: list[Mover]
    watches: list[Watch]
    storms: list[Storm]  # = []
    stage: int  # = 0
    """How far the tick has come: see `movement`."""
    entered: tuple[int, ...]  # = ()
    """The units that have come into a hex at this tick."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("entered", "movers", "stage", "storms", "tick", "watches")

    def __init__(
        self,
        tick: int,
        movers: list[Mover],
        watches: list[Watch],
        storms: list[Storm] | None = None,
        stage: int = 0,
        entered: tuple[int, ...] = (),
    ) -> None:
        self.tick = tick
        self.movers = movers
        self.watches = watches
        self.storms = [] if storms is None else storms
        self.stage = stage
        self.entered = entered

    def copy(self) -> Run:
        return Run(
            self.tick, [one.copy() for one in self.movers], [one.copy() for one in self.watches],
            [one.copy() for one in self.storms], self.stage, self.entered,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Run)
            and self.tick == other.tick
            and self.movers == other.movers
            and self.watches == other.watches
            and self.storms == other.storms
            and self.stage == other.stage
            and self.entered == other.entered
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Run, (self.tick, self.movers, self.watches, self.storms, self.stage, self.entered)


declare(Run, movers="list[Mover]", watches="list[Watch]", storms="list[Storm]", entered="tuple[int, ...]")


def part(state: KampfState) -> None:
    """Gives a state that was copied from another one its own of everything that can be changed in place."""
    state.options = state.options.copy()
    state.stack = state.stack.copy()
    state.units = [unit.copy() for unit in state.units]
    state.works = state.works.copy()
    state.wrecks = state.wrecks.copy()
    state.fresh = state.fresh.copy()
    state.submitted = state.submitted.copy()
    state.tasks = state.tasks.copy()
    state.presets = state.presets.copy()
    state.threats = state.threats.copy()
    state.impacts = [impact.copy() for impact in state.impacts]
    state.lots = [lot.copy() for lot in state.lots]
    if state.run is not None:
        state.run = state.run.copy()
