"""What changes all the time in a game of Panzer Battles: platoons, companies, batteries, and what is under way.

They are dataclasses, not structs, so that the compiler makes native classes of them; msgspec writes and reads both
alike. Declare a field once, with its default as a comment, and run `python scripts/pieces.py`: it writes the methods.
See docs/speed.md. Those methods are why the module has more than 500 lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from hulldown.core.board import Cell
from hulldown.core.native import declare, mypyc_attr

if TYPE_CHECKING:
    from hulldown.games.panzer_battles.rules.model import BattleState

FIRST: Final = "first"
SECOND: Final = "second"
SIDES: Final = (FIRST, SECOND)
"""The two players (2.0a); whose the first Phase is, is First Player."""
OFF_MAP: Final[Cell] = -1
NOBODY: Final = -1
"""In place of a unit's number in the list, a company's or a direction: none."""
OFF: Final = "off"
"""Not yet on the map: in a queue, or a reinforcement that waits (19.26)."""
ON_MAP: Final = "on map"
LOST: Final = "lost"
EXITED: Final = "exited"
MERGED: Final = "merged"
"""A counter taken off because its platoon has joined another one (5.6)."""
ASIDE: Final = "aside"
"""A dummy that is off the map and may come back (6.83)."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Unit:
    """One counter: a platoon, a gun section, a crew, or a dummy (3.3, 6.8).

    Its strength is what the marker below the counter says; only that changes, never what the unit is (3.31b, 3.31c).
    """

    id: str
    side: str
    type: str
    company: int
    """The number of its company in the list; a dummy is one by itself."""
    group: int
    """The number of its group in the scenario, which says where it stands or enters; -1 for a dummy."""
    strength: int
    """The vehicles or steps it has left (3.31b), one to five as long as it is in play (3.32a)."""
    start: int
    """Those it began the game with (3.32, 5.63)."""
    cell: Cell  # = OFF_MAP
    facing: int  # = 0
    status: str  # = OFF
    tag: int  # = 0
    """The number on the back of its counter; 0 as long as no counter of it lies on the map (19.11)."""
    shown: bool  # = False
    """Whether its counter lies face up: not before the enemy observes it (3.33, 7.0a)."""
    loud: bool  # = False
    """Whether it has fired in this Phase, so that it stays face up to its end (7.32)."""
    command: str  # = ""
    """The command it is under now; that of its company, but for a close assault (13.28)."""
    role: str  # = ""
    """Which part of Bounding Overwatch it has taken (5.31): that of a Bound or of an Overwatch command."""
    bounded: bool  # = False
    """Whether it moved or changed status in its side's last Movement Phase (7.23, 12.51)."""
    roving: bool  # = False
    """Whether its command before this one was Bound, or its part of Bounding Overwatch was (12.51)."""
    suppressed: bool  # = False
    fatigue: int  # = 0
    column: bool  # = False
    defilade: int  # = NOBODY
    """The hexside its defilade marker points to (15.11); every unit has its own (15.12)."""
    sheltered: bool  # = False
    """Whether it entered defilade in this Movement Segment, in which it may not fire (15.0)."""
    broke: bool  # = False
    """Whether it left Column formation in this enemy Movement Segment, in which it may not fire (6.62)."""
    moved: bool  # = False
    """Whether it has gone from hex to hex in this Movement Phase."""
    changed: bool  # = False
    """Whether it has undergone a change in status in this Movement Phase (5.13)."""
    spent: int  # = 0
    """The Movement Points it has paid in this Segment."""
    rooted: bool  # = False
    """Whether the rest of the Segment is taken up: by Column, regrouping, guns, reverse or the last of its points."""
    pace: str  # = ""
    """How infantry moves in this Segment: at double-time, in a charge or normally (6.32, 6.33)."""
    origin: Cell  # = OFF_MAP
    """Where it stood when the Movement Phase began (5.12, 6.13)."""
    mates: tuple[int, ...]  # = ()
    """The units it moved together with in this Segment (6.45)."""
    fired: tuple[str, ...]  # = ()
    """The weapon systems it has fired in this Movement Phase (8.12)."""
    engaged: bool  # = False
    """Whether it shares its hex with an enemy (13.23)."""
    began: bool  # = False
    """Whether it was engaged when the Movement Phase began (13.12, 13.27)."""
    entered: int  # = NOBODY
    """The direction in which it came into a close assault in this Phase (13.2)."""
    backed: bool  # = False
    """Whether it came into the close assault in reverse."""
    carrier: int  # = NOBODY
    """The vehicle unit that carries it, or tows it if it is a gun (16.1, 16.3)."""
    withholds: bool  # = False
    """Whether it keeps from observing, so as to pass for a dummy (7.42)."""
    preset: str  # = ""
    """When it fires without being asked; its owner's secret."""
    entry: Cell  # = OFF_MAP
    """The hex by which it comes on, as long as it is off the map (19.22)."""
    place: int  # = 0
    """Its place in the queue behind that hex, from 1 (19.23); 0: it is in none."""
    owing: int  # = 0
    """The points it has still to pay to reach the map, once it has begun to move up (19.25)."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "backed", "began", "bounded", "broke", "carrier", "cell", "changed", "column", "command", "company", "defilade",
        "engaged", "entered", "entry", "facing", "fatigue", "fired", "group", "id", "loud", "mates", "moved", "origin",
        "owing", "pace", "place", "preset", "role", "rooted", "roving", "sheltered", "shown", "side", "spent", "start",
        "status", "strength", "suppressed", "tag", "type", "withholds",
    )  # fmt: skip

    def __init__(
        self, id: str, side: str, type: str, company: int, group: int, strength: int, start: int, cell: Cell = OFF_MAP,
        facing: int = 0, status: str = OFF, tag: int = 0, shown: bool = False, loud: bool = False, command: str = "",
        role: str = "", bounded: bool = False, roving: bool = False, suppressed: bool = False, fatigue: int = 0,
        column: bool = False, defilade: int = NOBODY, sheltered: bool = False, broke: bool = False, moved: bool = False,
        changed: bool = False, spent: int = 0, rooted: bool = False, pace: str = "", origin: Cell = OFF_MAP,
        mates: tuple[int, ...] = (), fired: tuple[str, ...] = (), engaged: bool = False, began: bool = False,
        entered: int = NOBODY, backed: bool = False, carrier: int = NOBODY, withholds: bool = False, preset: str = "",
        entry: Cell = OFF_MAP, place: int = 0, owing: int = 0,
    ) -> None:  # fmt: skip
        self.id = id
        self.side = side
        self.type = type
        self.company = company
        self.group = group
        self.strength = strength
        self.start = start
        self.cell = cell
        self.facing = facing
        self.status = status
        self.tag = tag
        self.shown = shown
        self.loud = loud
        self.command = command
        self.role = role
        self.bounded = bounded
        self.roving = roving
        self.suppressed = suppressed
        self.fatigue = fatigue
        self.column = column
        self.defilade = defilade
        self.sheltered = sheltered
        self.broke = broke
        self.moved = moved
        self.changed = changed
        self.spent = spent
        self.rooted = rooted
        self.pace = pace
        self.origin = origin
        self.mates = mates
        self.fired = fired
        self.engaged = engaged
        self.began = began
        self.entered = entered
        self.backed = backed
        self.carrier = carrier
        self.withholds = withholds
        self.preset = preset
        self.entry = entry
        self.place = place
        self.owing = owing

    def copy(self) -> Unit:
        return Unit(
            self.id, self.side, self.type, self.company, self.group, self.strength, self.start, self.cell, self.facing,
            self.status, self.tag, self.shown, self.loud, self.command, self.role, self.bounded, self.roving,
            self.suppressed, self.fatigue, self.column, self.defilade, self.sheltered, self.broke, self.moved,
            self.changed, self.spent, self.rooted, self.pace, self.origin, self.mates, self.fired, self.engaged,
            self.began, self.entered, self.backed, self.carrier, self.withholds, self.preset, self.entry, self.place,
            self.owing,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unit) and self.__reduce__() == other.__reduce__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Unit, (
            self.id, self.side, self.type, self.company, self.group, self.strength, self.start, self.cell, self.facing,
            self.status, self.tag, self.shown, self.loud, self.command, self.role, self.bounded, self.roving,
            self.suppressed, self.fatigue, self.column, self.defilade, self.sheltered, self.broke, self.moved,
            self.changed, self.spent, self.rooted, self.pace, self.origin, self.mates, self.fired, self.engaged,
            self.began, self.entered, self.backed, self.carrier, self.withholds, self.preset, self.entry, self.place,
            self.owing,
        )  # fmt: skip


declare(Unit, mates="tuple[int, ...]", fired="tuple[str, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Company:
    """Platoons under one command, and what their losses have done to them, which concerns them all (14.0-gen-1).

    An independent unit is a company too.
    """

    key: str
    side: str
    members: tuple[int, ...]
    independent: bool
    """Whether it is exempt from morale (18.11, 18.21)."""
    battalion: str
    base: int
    """The strength that morale checks start from (14.63)."""
    original: int
    """The strength at the start of the game (14.64)."""
    lost: int  # = 0
    """The vehicles or steps lost since the base was fixed."""
    fresh: int  # = 0
    """Those lost in this Segment, for which a check is due at its end (14.0)."""
    morale: int  # = 0
    locked: bool  # = False
    """Whether it is bound to Withdraw and Rally until its morale is whole again (5.4, 5.5)."""
    broken: bool  # = False
    """Whether it has ever been in morale state 3 (21.0)."""
    hit: int  # = -100
    """The number of the Phase in which it last lost something (14.61)."""
    command: str  # = ""
    """Its command from the last Command Phase; "" before it has one."""
    plotted: bool  # = False
    """Whether that command comes from a Command Phase, so that it may roll to rally (CMD-11)."""
    spare: int  # = NOBODY
    """The number of the company that a platoon detached from it becomes."""
    thinned: bool  # = False
    """Whether a platoon was detached from it (18.21)."""
    loose: int  # = -100
    """The number of the Phase by whose end it must meet doctrine again after losses (18.13); -100: none runs."""
    astray: bool  # = False
    """Whether its own movement has put it out of doctrine (18.12)."""
    turn_over: bool  # = False
    """Whether it has had its moves in this Movement Segment."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "astray", "base", "battalion", "broken", "command", "fresh", "hit", "independent", "key", "locked", "loose",
        "lost", "members", "morale", "original", "plotted", "side", "spare", "thinned", "turn_over",
    )  # fmt: skip

    def __init__(
        self, key: str, side: str, members: tuple[int, ...], independent: bool, battalion: str, base: int,
        original: int, lost: int = 0, fresh: int = 0, morale: int = 0, locked: bool = False, broken: bool = False,
        hit: int = -100, command: str = "", plotted: bool = False, spare: int = NOBODY, thinned: bool = False,
        loose: int = -100, astray: bool = False, turn_over: bool = False,
    ) -> None:  # fmt: skip
        self.key = key
        self.side = side
        self.members = members
        self.independent = independent
        self.battalion = battalion
        self.base = base
        self.original = original
        self.lost = lost
        self.fresh = fresh
        self.morale = morale
        self.locked = locked
        self.broken = broken
        self.hit = hit
        self.command = command
        self.plotted = plotted
        self.spare = spare
        self.thinned = thinned
        self.loose = loose
        self.astray = astray
        self.turn_over = turn_over

    def copy(self) -> Company:
        return Company(
            self.key, self.side, self.members, self.independent, self.battalion, self.base, self.original, self.lost,
            self.fresh, self.morale, self.locked, self.broken, self.hit, self.command, self.plotted, self.spare,
            self.thinned, self.loose, self.astray, self.turn_over,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Company) and self.__reduce__() == other.__reduce__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Company, (
            self.key, self.side, self.members, self.independent, self.battalion, self.base, self.original, self.lost,
            self.fresh, self.morale, self.locked, self.broken, self.hit, self.command, self.plotted, self.spare,
            self.thinned, self.loose, self.astray, self.turn_over,
        )  # fmt: skip


declare(Company, members="tuple[int, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Battery:
    """A battery behind the map (17.0): what it is told to hit, and where its fire lies now."""

    key: str
    side: str
    plots: dict[int, Cell]  # = {}
    """The target hex by turn of impact; off the map for no fire (17.11). A turn without an entry repeats the last."""
    repeats: Cell  # = OFF_MAP
    """The hex it hit, or aimed at, when it last fired under observation; for fire for effect (17.25)."""
    impact: Cell  # = OFF_MAP
    """The apex of the fire that lies on the map now."""
    scattered: bool  # = False

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("impact", "key", "plots", "repeats", "scattered", "side")

    def __init__(
        self,
        key: str,
        side: str,
        plots: dict[int, Cell] | None = None,
        repeats: Cell = OFF_MAP,
        impact: Cell = OFF_MAP,
        scattered: bool = False,
    ) -> None:
        self.key = key
        self.side = side
        self.plots = {} if plots is None else plots
        self.repeats = repeats
        self.impact = impact
        self.scattered = scattered

    def copy(self) -> Battery:
        return Battery(self.key, self.side, self.plots.copy(), self.repeats, self.impact, self.scattered)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Battery)
            and self.key == other.key
            and self.side == other.side
            and self.plots == other.plots
            and self.repeats == other.repeats
            and self.impact == other.impact
            and self.scattered == other.scattered
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Battery, (self.key, self.side, self.plots, self.repeats, self.impact, self.scattered)


declare(Battery, plots="dict[int, Cell]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Exchange:
    """Fire in turns: in answer to a mover, or in the Final Fire Segment (8.13)."""

    trigger: str
    """What set it off: "enter", "change", "shelter" or "turn"; "" in the Final Fire Segment."""
    movers: tuple[int, ...]  # = ()
    """The units that may be fired at because they move."""
    cell: Cell  # = OFF_MAP
    firers: tuple[int, ...]  # = ()
    """The units that have fired in it, which may be answered (SEQ-4, SEQ-5)."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "firers", "movers", "trigger")

    def __init__(
        self, trigger: str, movers: tuple[int, ...] = (), cell: Cell = OFF_MAP, firers: tuple[int, ...] = ()
    ) -> None:
        self.trigger = trigger
        self.movers = movers
        self.cell = cell
        self.firers = firers

    def copy(self) -> Exchange:
        return Exchange(self.trigger, self.movers, self.cell, self.firers)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Exchange)
            and self.trigger == other.trigger
            and self.movers == other.movers
            and self.cell == other.cell
            and self.firers == other.firers
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Exchange, (self.trigger, self.movers, self.cell, self.firers)


declare(Exchange, movers="tuple[int, ...]", firers="tuple[int, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class March:
    """The move of a unit, or of several that move together, as far as it is ordered and not yet carried out."""

    kind: str
    units: tuple[int, ...]
    cells: list[Cell]  # = []
    """The hexes still to be entered."""
    leaves: bool  # = False
    """Whether the move goes on over the edge of the map."""
    facing: int  # = NOBODY
    """The facing to take up at the end, or the direction of a defilade."""
    partner: int  # = NOBODY
    """The unit that a change of status is made with."""
    waits: bool  # = False
    """Whether the chance for fire that comes before the act has been given (8.24, 11.23)."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cells", "facing", "kind", "leaves", "partner", "units", "waits")

    def __init__(
        self,
        kind: str,
        units: tuple[int, ...],
        cells: list[Cell] | None = None,
        leaves: bool = False,
        facing: int = NOBODY,
        partner: int = NOBODY,
        waits: bool = False,
    ) -> None:
        self.kind = kind
        self.units = units
        self.cells = [] if cells is None else cells
        self.leaves = leaves
        self.facing = facing
        self.partner = partner
        self.waits = waits

    def copy(self) -> March:
        return March(self.kind, self.units, self.cells.copy(), self.leaves, self.facing, self.partner, self.waits)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, March)
            and self.kind == other.kind
            and self.units == other.units
            and self.cells == other.cells
            and self.leaves == other.leaves
            and self.facing == other.facing
            and self.partner == other.partner
            and self.waits == other.waits
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return March, (self.kind, self.units, self.cells, self.leaves, self.facing, self.partner, self.waits)


declare(March, units="tuple[int, ...]", cells="list[Cell]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Melee:
    """A close assault that is being fought (13.0)."""

    cell: Cell
    stage: str
    """What is under way: fire at those who come in, new commands, an impulse, withdrawals, fire at those who leave."""
    round: int  # = 0
    spent: tuple[str, ...]  # = ()
    """What has fired in this impulse: a unit's number and system."""
    leaving: tuple[int, ...]  # = ()
    """The units that have to withdraw and have not yet."""
    left: tuple[int, ...]  # = ()
    """The units just withdrawn, at which fire is open."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "leaving", "left", "round", "spent", "stage")

    def __init__(
        self,
        cell: Cell,
        stage: str,
        round: int = 0,
        spent: tuple[str, ...] = (),
        leaving: tuple[int, ...] = (),
        left: tuple[int, ...] = (),
    ) -> None:
        self.cell = cell
        self.stage = stage
        self.round = round
        self.spent = spent
        self.leaving = leaving
        self.left = left

    def copy(self) -> Melee:
        return Melee(self.cell, self.stage, self.round, self.spent, self.leaving, self.left)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Melee)
            and self.cell == other.cell
            and self.stage == other.stage
            and self.round == other.round
            and self.spent == other.spent
            and self.leaving == other.leaving
            and self.left == other.left
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Melee, (self.cell, self.stage, self.round, self.spent, self.leaving, self.left)


declare(Melee, spent="tuple[str, ...]", leaving="tuple[int, ...]", left="tuple[int, ...]")


def part(state: BattleState) -> None:
    """Gives a state, copied as a whole, its own copies of what is changed in place."""
    state.stack = state.stack.copy()
    state.units = [unit.copy() for unit in state.units]
    state.companies = [company.copy() for company in state.companies]
    state.batteries = [battery.copy() for battery in state.batteries]
    state.submitted = state.submitted.copy()
    state.tags = state.tags.copy()
    state.headquarters = state.headquarters.copy()
    state.waved = state.waved.copy()
    state.modes = state.modes.copy()
    state.control = state.control.copy()
    state.stale = state.stale.copy()
    state.points = state.points.copy()
    state.asked = state.asked.copy()
    state.queue = state.queue.copy()
    if state.exchange is not None:
        state.exchange = state.exchange.copy()
    if state.march is not None:
        state.march = state.march.copy()
    if state.melee is not None:
        state.melee = state.melee.copy()
