"""What a game of Panzer consists of: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task

SOVIET: Final = "soviet"
GERMAN: Final = "german"
SIDES: Final = (SOVIET, GERMAN)
OFF_MAP: Final[Cell] = -1
WAITING: Final = "waiting"
ON_MAP: Final = "on map"
KNOCKED_OUT: Final = "knocked out"
BREWED_UP: Final = "brewed up"
EXITED: Final = "exited"
FIRE: Final = "FIRE"
MOVE: Final = "MOVE"
SHORT_HALT: Final = "HALT"
OVERWATCH: Final = "OW"
NO_COMMAND: Final = "NC"
COMMANDS: Final = (FIRE, MOVE, SHORT_HALT, OVERWATCH, NO_COMMAND)
"""The five commands (1.7.2a)."""
SHOOTING: Final = (FIRE, SHORT_HALT)
MOVING: Final = (MOVE, SHORT_HALT)
SPOT_FIRE: Final = "fire"
SPOT_MOVE: Final = "move"
ASK: Final = "ASK"
PRESET: Final = "PRESET"


class Unit(msgspec.Struct, gc=False):
    """One vehicle (1.7.1a): its name and card, where it stands, its command and the counters it carries."""

    id: str
    side: str
    type: str
    group: int
    """The part of its force, as the scenario lists them, that it belongs to: where and when it comes on."""
    cell: Cell = OFF_MAP
    facing: int = 0
    status: str = WAITING
    damaged: bool = False
    mark: str = ""
    """Its Spot counter: "fire", "move" or none; never both (4.1.3h)."""
    command: str = ""
    known: bool = False
    """Whether the enemy has seen the command: executed, or shown for the moving modifier."""
    fired: bool = False
    moved: bool = False
    """Has carried out the movement part of its command."""
    preset: str = ""
    """When it fires by itself on overwatch; its owner's secret."""
    sees: int = 0
    """The enemies (bit = place in the list) it had spotted at the end of the Spotting Phase."""


class Wreck(msgspec.Struct, gc=False):
    """A KO or BU counter; `fresh` smoke was made in this Player step and does not hinder fire yet."""

    cell: Cell
    brewed: bool
    fresh: bool = False


class Hold(msgspec.Struct, gc=False):
    """An objective: who controls it, who has stood on it since the start of the turn, and for how many full turns."""

    holder: str = ""
    present: str = ""
    claimant: str = ""
    turns: int = 0


class Shot(msgspec.Struct, frozen=True, gc=False):
    """An announced shot that waits for its resolution."""

    shooter: int
    target: int
    overwatch: bool = False


class Progress(msgspec.Struct, gc=False):
    """What a moving vehicle has used of its allowance, counted in both ways it may turn out to have moved.

    Cross-country costs are known at once; whether the whole move was along a path or road shows at its end (I2).
    """

    spent: int = 0
    """Cross-country points."""
    allowance: int = 0
    open: bool = True
    """Whether everything so far is possible across country."""
    route: bool = True
    """Whether everything so far kept to a path or road."""
    route_spent: int = 0
    roads: int = 0
    paths: int = 0
    road_allowance: int = 0
    path_allowance: int = 0
    steps: int = 0
    turned: int = 0
    """By how many hexsides it has turned in the present hex, all turns added up."""
    paid: bool = False
    """Whether a turn has been paid for in the present hex."""
    stuck: bool = False
    """It has used the one-hex minimum or crossed a hedgerow: nothing more this turn."""


class Mover(msgspec.Struct):
    """The vehicle that is moving: what it has done, and what of its ordered moves is still to be done."""

    unit: int
    progress: Progress
    plan: list[int]
    """The actions to come, see `movement`."""
    start: Cell
    start_facing: int
    before: Cell
    """The hex it came from last (I13)."""
    shaken: bool = False
    """It was fired on: its owner may decide again about the rest."""


class Frame(msgspec.Struct, frozen=True):
    """A step of the sequence on the stack; `owing` are the sides that owe a decision in it.

    `side` is whose step it is, `passes` counts the sides that have passed in a row where both may react.
    """

    step: str
    owing: tuple[str, ...] = ()
    side: str = ""
    passes: int = 0


class PanzerState(State, kw_only=True):
    """The whole position."""

    stack: list[Frame]
    units: list[Unit]
    wrecks: list[Wreck] = []
    holds: list[Hold] = []
    submitted: dict[str, Order] = {}
    first: str = ""
    """The First Player of this turn."""
    winner: str = ""
    """The force that won the initiative roll."""
    modes: dict[str, str] = {}
    """How each side reacts this turn: it is asked, or its presets decide. Announced when commands are placed."""
    conceals: dict[str, bool] = {}
    """Sides whose presets never show a command for the moving modifier; a secret."""
    waved: dict[str, str] = {}
    """Sides that let the rest of a vehicle's move ("vehicle") or of the step ("step") go by without being asked."""
    shots: list[Shot] = []
    declined: int = 0
    """1: the owner of the target has declined to show its command for the shot at hand, 2: for all at that target."""
    engaged: int = 0
    """The targets (bit = place in the list) on which fire has been announced in this step or at this trigger."""
    chain: int = 0
    """The vehicles that have fired in the present exchange of overwatch fire."""
    mover: Mover | None = None
    queue: list[Task] = []
    """Moves ordered but not begun."""
    asked: dict[str, int] = {}
    """The decisions that each side has answered so far; makes their ids different."""
    outcome: Outcome | None = None

    def thaw(self) -> PanzerState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: PanzerState = clone(self)
        new.options = self.options.copy()
        new.stack, new.shots, new.queue = self.stack.copy(), self.shots.copy(), self.queue.copy()
        new.units, new.wrecks = list(map(clone, self.units)), list(map(clone, self.wrecks))
        new.holds = list(map(clone, self.holds))
        new.submitted, new.modes = dict(self.submitted), dict(self.modes)
        new.conceals, new.waved, new.asked = dict(self.conceals), dict(self.waved), dict(self.asked)
        if self.mover is not None:
            mover: Mover = clone(self.mover)
            mover.progress = clone(self.mover.progress)
            mover.plan = self.mover.plan.copy()
            new.mover = mover
        return new


OVER_STACKED: Final = 6
"""A hex with so many vehicles is over-stacked (3.8b); any number may be there all the same (3.8a)."""
