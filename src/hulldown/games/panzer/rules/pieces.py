"""What changes all the time in a game of Panzer: vehicles, wrecks, objectives, and the move under way.

As in Tank! these are dataclasses, of which the compiler makes native classes. Declare a field once, with its default as
a comment, and run `python scripts/pieces.py`: it writes the methods. See docs/speed.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.native import declare, mypyc_attr
from hulldown.games.panzer.rules.advanced.pieces import Detail

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.model import PanzerState

SOVIET: Final = "soviet"
GERMAN: Final = "german"
SIDES: Final = (SOVIET, GERMAN)
OFF_MAP: Final[Cell] = -1
WAITING: Final = "waiting"
ON_MAP: Final = "on map"
KNOCKED_OUT: Final = "knocked out"
BREWED_UP: Final = "brewed up"
EXITED: Final = "exited"
CARRIED: Final = "carried"
BAILED_OUT: Final = "bailed out"
ELIMINATED: Final = "eliminated"
"""In the Advanced Game: aboard another unit (6.6.7), a vehicle without its crew (5.15), a leg or towed unit lost."""
_UNSET: Final = UNSET
"""Compiled code finds a final name without looking it up."""
Parts = dict[str, Any]
"""What modules remember, by their key: plain data. A module replaces its value, it never changes one in place."""
SPOT_FIRE: Final = "fire"
SPOT_MOVE: Final = "move"
OVER_STACKED: Final = 6
"""A hex with so many vehicles is over-stacked (3.8b); any number may be there all the same (3.8a)."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Unit:
    """One vehicle (1.7.1a): its name and card, where it stands, its command and the counters it carries."""

    id: str
    side: str
    type: str
    group: int
    """The part of its force, as the scenario lists them, that it belongs to: where and when it comes on."""
    cell: Cell  # = OFF_MAP
    facing: int  # = 0
    status: str  # = WAITING
    damaged: bool  # = False
    mark: str  # = ""
    """Its Spot counter: "fire", "move" or none; never both (4.1.3h)."""
    command: str  # = ""
    known: bool  # = False
    """Whether the enemy has seen the command: executed, or shown for the moving modifier."""
    fired: bool  # = False
    moved: bool  # = False
    """Has carried out the movement part of its command."""
    preset: str  # = ""
    """When it fires by itself on overwatch; its owner's secret."""
    sees: tuple[int, ...]  # = ()
    """The enemies (places in the list, ascending) it had spotted at the end of the Spotting Phase."""
    more: Parts | UnsetType  # = UNSET
    """What modules remember of it, by their key; left out where there is none."""
    detail: Detail | UnsetType  # = UNSET
    """What the Advanced Game knows of it besides; left out in the Basic Game."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "cell", "command", "damaged", "detail", "facing", "fired", "group", "id", "known", "mark", "more", "moved",
        "preset", "sees", "side", "status", "type",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        side: str,
        type: str,
        group: int,
        cell: Cell = OFF_MAP,
        facing: int = 0,
        status: str = WAITING,
        damaged: bool = False,
        mark: str = "",
        command: str = "",
        known: bool = False,
        fired: bool = False,
        moved: bool = False,
        preset: str = "",
        sees: tuple[int, ...] = (),
        more: Parts | UnsetType = UNSET,
        detail: Detail | UnsetType = UNSET,
    ) -> None:
        self.id = id
        self.side = side
        self.type = type
        self.group = group
        self.cell = cell
        self.facing = facing
        self.status = status
        self.damaged = damaged
        self.mark = mark
        self.command = command
        self.known = known
        self.fired = fired
        self.moved = moved
        self.preset = preset
        self.sees = sees
        self.more = more
        self.detail = detail

    def copy(self) -> Unit:
        return Unit(
            self.id, self.side, self.type, self.group, self.cell, self.facing, self.status, self.damaged, self.mark,
            self.command, self.known, self.fired, self.moved, self.preset, self.sees,
            self.more if self.more is _UNSET else self.more.copy(),
            self.detail if self.detail is _UNSET else self.detail.copy(),
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Unit)
            and self.id == other.id
            and self.side == other.side
            and self.type == other.type
            and self.group == other.group
            and self.cell == other.cell
            and self.facing == other.facing
            and self.status == other.status
            and self.damaged == other.damaged
            and self.mark == other.mark
            and self.command == other.command
            and self.known == other.known
            and self.fired == other.fired
            and self.moved == other.moved
            and self.preset == other.preset
            and self.sees == other.sees
            and self.more == other.more
            and self.detail == other.detail
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Unit, (
            self.id, self.side, self.type, self.group, self.cell, self.facing, self.status, self.damaged, self.mark,
            self.command, self.known, self.fired, self.moved, self.preset, self.sees, self.more, self.detail,
        )  # fmt: skip


declare(Unit, sees="tuple[int, ...]", more="Parts | UnsetType", detail="Detail | UnsetType")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Wreck:
    """A KO or BU counter; `fresh` smoke was made in this Player step and does not hinder fire yet."""

    cell: Cell
    brewed: bool
    fresh: bool  # = False

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("brewed", "cell", "fresh")

    def __init__(self, cell: Cell, brewed: bool, fresh: bool = False) -> None:
        self.cell = cell
        self.brewed = brewed
        self.fresh = fresh

    def copy(self) -> Wreck:
        return Wreck(self.cell, self.brewed, self.fresh)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Wreck)
            and self.cell == other.cell
            and self.brewed == other.brewed
            and self.fresh == other.fresh
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Wreck, (self.cell, self.brewed, self.fresh)


declare(Wreck)


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Hold:
    """An objective: who controls it, who has stood on it since the start of the turn, and for how many full turns."""

    holder: str  # = ""
    present: str  # = ""
    claimant: str  # = ""
    turns: int  # = 0

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("claimant", "holder", "present", "turns")

    def __init__(self, holder: str = "", present: str = "", claimant: str = "", turns: int = 0) -> None:
        self.holder = holder
        self.present = present
        self.claimant = claimant
        self.turns = turns

    def copy(self) -> Hold:
        return Hold(self.holder, self.present, self.claimant, self.turns)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Hold)
            and self.holder == other.holder
            and self.present == other.present
            and self.claimant == other.claimant
            and self.turns == other.turns
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Hold, (self.holder, self.present, self.claimant, self.turns)


declare(Hold)


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Progress:
    """What a moving vehicle has used of its allowance, counted in both ways it may turn out to have moved.

    Cross-country costs are known at once; whether the whole move was along a path or road shows at its end (I2).
    """

    spent: int  # = 0
    """Cross-country points."""
    allowance: int  # = 0
    open: bool  # = True
    """Whether everything so far is possible across country."""
    route: bool  # = True
    """Whether everything so far kept to a path or road."""
    route_spent: int  # = 0
    roads: int  # = 0
    paths: int  # = 0
    road_allowance: int  # = 0
    path_allowance: int  # = 0
    steps: int  # = 0
    turned: int  # = 0
    """By how many hexsides it has turned in the present hex, all turns added up."""
    paid: bool  # = False
    """Whether a turn has been paid for in the present hex."""
    stuck: bool  # = False
    """It has used the one-hex minimum or crossed a hedgerow: nothing more this turn."""
    heights: int | UnsetType  # = UNSET
    """By how many Heights a quickmarch has gone up and down so far (6.6.4.2c); unset: by none."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "allowance", "heights", "open", "paid", "path_allowance", "paths", "road_allowance", "roads", "route",
        "route_spent", "spent", "steps", "stuck", "turned",
    )  # fmt: skip

    def __init__(
        self,
        spent: int = 0,
        allowance: int = 0,
        open: bool = True,
        route: bool = True,
        route_spent: int = 0,
        roads: int = 0,
        paths: int = 0,
        road_allowance: int = 0,
        path_allowance: int = 0,
        steps: int = 0,
        turned: int = 0,
        paid: bool = False,
        stuck: bool = False,
        heights: int | UnsetType = UNSET,
    ) -> None:
        self.spent = spent
        self.allowance = allowance
        self.open = open
        self.route = route
        self.route_spent = route_spent
        self.roads = roads
        self.paths = paths
        self.road_allowance = road_allowance
        self.path_allowance = path_allowance
        self.steps = steps
        self.turned = turned
        self.paid = paid
        self.stuck = stuck
        self.heights = heights

    def copy(self) -> Progress:
        return Progress(
            self.spent, self.allowance, self.open, self.route, self.route_spent, self.roads, self.paths,
            self.road_allowance, self.path_allowance, self.steps, self.turned, self.paid, self.stuck, self.heights,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Progress)
            and self.spent == other.spent
            and self.allowance == other.allowance
            and self.open == other.open
            and self.route == other.route
            and self.route_spent == other.route_spent
            and self.roads == other.roads
            and self.paths == other.paths
            and self.road_allowance == other.road_allowance
            and self.path_allowance == other.path_allowance
            and self.steps == other.steps
            and self.turned == other.turned
            and self.paid == other.paid
            and self.stuck == other.stuck
            and self.heights == other.heights
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Progress, (
            self.spent, self.allowance, self.open, self.route, self.route_spent, self.roads, self.paths,
            self.road_allowance, self.path_allowance, self.steps, self.turned, self.paid, self.stuck, self.heights,
        )  # fmt: skip


declare(Progress, heights="int | UnsetType")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Mover:
    """The vehicle that is moving: what it has done, and what of its ordered moves is still to be done."""

    unit: int
    progress: Progress
    plan: list[int]
    """The actions to come, see `movement`."""
    start: Cell
    start_facing: int
    before: Cell
    """The hex it came from last (I13)."""
    shaken: bool  # = False
    """It was fired on: its owner may decide again about the rest."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("before", "plan", "progress", "shaken", "start", "start_facing", "unit")

    def __init__(
        self,
        unit: int,
        progress: Progress,
        plan: list[int],
        start: Cell,
        start_facing: int,
        before: Cell,
        shaken: bool = False,
    ) -> None:
        self.unit = unit
        self.progress = progress
        self.plan = plan
        self.start = start
        self.start_facing = start_facing
        self.before = before
        self.shaken = shaken

    def copy(self) -> Mover:
        return Mover(
            self.unit, self.progress.copy(), self.plan.copy(), self.start, self.start_facing, self.before, self.shaken,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mover)
            and self.unit == other.unit
            and self.progress == other.progress
            and self.plan == other.plan
            and self.start == other.start
            and self.start_facing == other.start_facing
            and self.before == other.before
            and self.shaken == other.shaken
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Mover, (self.unit, self.progress, self.plan, self.start, self.start_facing, self.before, self.shaken)


declare(Mover, plan="list[int]")


def part(state: PanzerState) -> None:
    """Gives a state that was copied from another one its own of everything that can be changed in place."""
    state.options = state.options.copy()
    state.stack = state.stack.copy()
    state.shots = state.shots.copy()
    state.queue = state.queue.copy()
    state.units = [unit.copy() for unit in state.units]
    state.wrecks = [wreck.copy() for wreck in state.wrecks]
    state.holds = [hold.copy() for hold in state.holds]
    state.submitted = state.submitted.copy()
    state.modes = state.modes.copy()
    state.conceals = state.conceals.copy()
    state.waved = state.waved.copy()
    state.asked = state.asked.copy()
    if state.mover is not None:
        state.mover = state.mover.copy()
    if state.more is not _UNSET:
        state.more = state.more.copy()
    if state.works is not _UNSET:
        state.works = [work.copy() for work in state.works]
