"""The contract between a game and everything that plays it.

A game is a stateless description, a state is plain data. Server, bots, simulator, command line, tests and fuzzer use
only this; each of them works for a new game on the day its rules exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import methodcaller
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

import msgspec

from hulldown.core.asking import Prospect
from hulldown.core.board import Board, Cell
from hulldown.core.briefing import Briefing
from hulldown.core.builder import Builder
from hulldown.core.decisions import Decision, Legal
from hulldown.core.dice import Roll
from hulldown.core.errors import MalformedError, OptionError
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.orders import Order, Side, Task, Violation
from hulldown.core.paths import CostTable
from hulldown.core.sequence import Row

if TYPE_CHECKING:
    from hulldown.core.score import Score

clone: Callable[[Any], Any] = methodcaller("__copy__")
"""A shallow copy of a struct, without the detour that `copy.copy` takes."""


class State(msgspec.Struct, kw_only=True):
    """What every state has; a game adds its own fields. Seed and serial make the dice and never enter a view."""

    scenario: str
    options: dict[str, Scalar]
    seed: str
    serial: int = 0
    turn: int = 0


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter as a viewer sees it; a face-down one shows its place and nothing else."""

    id: str
    side: Side
    cell: Cell
    type: str = ""
    facing: int = -1
    face_down: bool = False
    marks: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something on the map that is no unit: a wreck, a position, smoke."""

    kind: str
    cell: Cell
    side: Side = ""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hexes in which something has an effect: a zone of control, a pattern of shells, a line of fire.

    A view may have a list of them under `areas`; the face says what their kinds are.
    """

    kind: str
    side: Side
    cells: tuple[Cell, ...]
    unit: str = ""
    """The unit whose area it is."""


class Barred(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of task that cannot be given now, with the reason."""

    kind: str
    rule: str
    why: str


class Group(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units that act together: a platoon, a section. A view may have a list of one's own under `groups`.

    Where an order can be given to all of them at once, it is given to `key` as if that were a unit.
    """

    key: str
    name: str
    members: tuple[str, ...]
    leader: str = ""
    what: str = ""
    """What is to be known of it, in words."""
    apart: tuple[str, ...] = ()
    """The members that act by themselves now."""
    barred: tuple[Barred, ...] = ()
    """What it cannot be told now, and why."""
    tone: Literal["bad", "warn", "good", "quiet"] = "quiet"
    """How it stands."""
    most: int = -1
    """How many tasks of those that can be shared its members may be given now; -1: as many as they are."""
    free: tuple[str, ...] = ()
    """Members whose tasks are not counted."""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two units that have to keep together, and whether they do. A view may have a list of one's own under `links`."""

    one: str
    other: str
    broken: bool = False


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit in a fight, by the name that the viewer has for it."""

    unit: str
    side: Side
    text: str = ""
    """What it does, or has done, in words."""
    left: str = ""
    """What it can still do."""


class Contest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fight that goes on in turns, for a window of its own. A view may have one under `contest`."""

    title: str
    rule: str
    cell: Cell = -1
    stages: tuple[str, ...] = ()
    """What it consists of, in order."""
    stage: int = -1
    """Which of them it is at."""
    side: Side = ""
    """Whose go it is."""
    fighters: tuple[Fighter, ...] = ()
    notes: tuple[str, ...] = ()


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that an asset has been told to do on a later turn."""

    turn: int
    what: str
    cell: Cell = -1


class Asset(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that acts and is no counter: a battery behind the map, aircraft. A view may have a list under `assets`.

    Orders are given to `key` as if that were a unit.
    """

    key: str
    name: str
    what: str = ""
    missions: tuple[Mission, ...] = ()
    pattern: str = ""
    """How what it sends comes down, as the face says (`core.face.PatternFace`)."""
    spent: bool = False
    """Whether it can do nothing more."""
    parts: tuple[str, ...] = ()
    """The names under which parts of it are ordered."""


class Reach(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How far a unit can act with something: a ring around it. A view may have a list for one's own under `reaches`."""

    unit: str
    name: str
    most: int
    """The farthest hex."""
    least: int = 0
    """The nearest one; 0 where there is no limit."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winner (none: a draw), the rule and the reason, and the score behind it."""

    winner: Side | None
    rule: str
    reason: str
    score: dict[str, int] = {}


class View(msgspec.Struct, kw_only=True):
    """All that one side may know, built by inclusion; None as side is a spectator. Games add what they need."""

    game: str
    scenario: str
    side: Side | None
    turn: int
    step: str
    owing: tuple[Side, ...]
    decision: Decision | None
    pieces: tuple[Piece, ...]
    markers: tuple[Marker, ...]
    facts: dict[str, Scalar]
    outcome: Outcome | None


S = TypeVar("S", bound=State)


class Step(msgspec.Struct):
    """The result of an order: the new state, what happened, and the dice rolled."""

    state: Any
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]

    def fences(self, side: Side) -> bool:
        """Whether `side` can no longer take the order back: dice were rolled or somebody else has seen something."""
        return bool(self.rolls) or any(event.audience != (side,) for event in self.events)


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario as lists show it."""

    id: str
    game: str
    title: str
    description: str
    map: str
    length: int
    facts: dict[str, Scalar]
    sides: dict[Side, dict[str, Scalar]]
    hash: str
    units: dict[Side, dict[str, int]] = {}
    """How many units of each type a side has."""
    book: str = ""
    """The book that its chart of weapons is from, where the game has several and this is not the first."""


class OptionInfo(msgspec.Struct, frozen=True):
    """A rule option a scenario may be played with; one that is a text has its `choices`, the default among them."""

    name: str
    default: Scalar
    rule: str
    what: str
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1000
    label: str = ""
    """How people call it."""
    handicap: bool = False
    """Ours, not the rulebook's: it changes a scenario, and a game without it does not know of it."""
    switch: bool = False
    """An optional rule of the book, off unless it is given: a game without it does not know of it."""

    @property
    def silent(self) -> bool:
        """Whether it is in the state of a game only where it is given and not the default."""
        return self.handicap or self.switch

    def __post_init__(self) -> None:
        """An option whose default is a text lists what else it may be, unless it is empty: then the game checks it."""
        listed = bool(self.choices) or self.free
        if isinstance(self.default, str) != listed or (self.choices and self.default not in self.choices):
            raise MalformedError(
                f"the default of option {self.name} is {self.default!r}; its choices are {list(self.choices)}",
                "options",
            )

    @property
    def free(self) -> bool:
        """Whether it is any text: what is legal depends on the other options, and the game says so."""
        return self.default == "" and not self.choices

    def chosen(self, value: Scalar) -> str:
        """The value, if it is one of the choices; raises OptionError."""
        if not isinstance(value, str) or value not in self.choices:
            choices = ", ".join(self.choices)
            raise OptionError(self.name, f"{self.name} is {value!r}; it must be one of {choices}", self.what)
        return value


NO_OPTIONS: Final[Mapping[str, Scalar]] = MappingProxyType({})
"""Those that a scenario has by itself."""


class Game(Protocol[S]):
    """A game: its rules as pure functions over states."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def sides(self) -> tuple[Side, ...]: ...
    @property
    def state_type(self) -> type[S]: ...

    def scenarios(self) -> tuple[ScenarioInfo, ...]: ...
    def version(self, scenario: str) -> str:
        """The version of a scenario's rules, stored in every record and raised when behaviour changes."""

    def sequence(self, scenario: str) -> tuple[Row, ...]:
        """The sequence of play of a scenario."""

    def options(self, scenario: str) -> tuple[OptionInfo, ...]: ...
    def setup(self, scenario: str, options: Mapping[str, Scalar], seed: str) -> S: ...
    def board(self, scenario: str) -> Board: ...
    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        """The tables that the path domains of legal orders refer to, in a game with these options."""

    def pending(self, state: S) -> Mapping[Side, Decision]:
        """Every side that must decide now, with what is asked of it."""

    def legal(self, state: S, side: Side) -> Legal: ...
    def check(self, state: S, side: Side, order: Order) -> list[Violation]:
        """Why the order is not legal, each with its rule; empty when it is. Uses only what the side knows.

        It changes nothing and copies nothing. Raises OutOfTurnError.
        """

    def follows(self, state: S, side: Side, order: Order) -> tuple[Task, ...]:
        """The tasks that units get from an order for several of them, for all its side knows. Raises OutOfTurnError."""

    def remarks(self, state: S, side: Side, order: Order) -> tuple[str, ...]:
        """What an order would mean beyond its tasks, in words, for all its side knows. Raises OutOfTurnError."""

    def attempt(self, state: S, side: Side, order: Order) -> Step | list[Violation]:
        """What the order leads to, or why it is not legal: `check` and `apply` in one. Raises OutOfTurnError."""

    def apply(self, state: S, side: Side, order: Order) -> Step:
        """The next state with events and rolls; pure. Raises IllegalOrderError or OutOfTurnError."""

    def view(self, state: S, side: Side | None) -> View: ...
    def sample(self, view: View, rng: Random) -> S:
        """A full state consistent with a view: hidden things and dice are drawn anew."""

    def outcome(self, state: S) -> Outcome | None: ...
    def prospects(self, view: View, legal: Legal) -> tuple[Prospect, ...] | None:
        """What a side could do in answer to a chance to react, weighed by what it knows; None: it is always asked."""

    def verdict(self, state: S) -> Outcome:
        """Who would have won if the last turn were over now, by the rule that judges the end."""

    def describe(self, event: Event) -> str:
        """An event in words."""

    def side_of(self, event: Event) -> Side:
        """The side an event tells of, as far as its audience knows; "" when it tells of none or of several."""

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        """What a client needs to know to show a scenario of this game, played with these options."""

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        """What wins a scenario played with these options, where it is on the map, what is special, how long."""

    def builder(self, scenario: str, options: Mapping[str, Scalar]) -> Builder | None:
        """What can still be chosen with these options, and the forces they make; None where forces are printed."""

    def score(self, view: View) -> Score:
        """How the game stands, as far as a viewer may know: worked out from its view, by the rules that judge."""

    def parse(self, state: S, side: Side, text: str) -> Order:
        """The order that a text in the game's notation means; raises MalformedError."""

    def write(self, state: S, order: Order) -> str:
        """An order in the game's notation."""


AnyGame = Game[Any]


def version_of(game: AnyGame, scenario: str) -> str:
    """The version of a scenario's rules; "" for a scenario that the game does not have (any more)."""
    known = any(info.id == scenario for info in game.scenarios())
    return game.version(scenario) if known else ""
