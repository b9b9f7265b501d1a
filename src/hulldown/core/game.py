"""The contract between a game and everything that plays it.

A game is a stateless description, a state is plain data. Server, bots, simulator, command line, tests and fuzzer use
only this; each of them works for a new game on the day its rules exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import methodcaller
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import Decision, Legal
from hulldown.core.dice import Roll
from hulldown.core.errors import MalformedError
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable
from hulldown.core.sequence import Row

clone: Callable[[Any], Any] = methodcaller("__copy__")
"""A shallow copy of a struct, without the detour that `copy.copy` takes."""


class State(msgspec.Struct, kw_only=True):
    """What every state has; a game adds its own fields. Seed and serial make the dice and never enter a view."""

    scenario: str
    options: dict[str, Scalar]
    seed: str
    serial: int = 0
    turn: int = 0


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as a viewer sees it; a face-down one shows its place and nothing else."""

    id: str
    side: Side
    cell: Cell
    type: str = ""
    facing: int = -1
    face_down: bool = False
    marks: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the map that is no unit: a wreck, a position, smoke."""

    kind: str
    cell: Cell
    side: Side = ""


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


class OptionInfo(msgspec.Struct, frozen=True):
    """A rule option a scenario may be played with; one that is a text has its `choices`, the default among them."""

    name: str
    default: Scalar
    rule: str
    what: str
    choices: tuple[str, ...] = ()
    least: int = 1
    most: int = 1000
    handicap: bool = False
    """Ours, not the rulebook's: it changes a scenario, and a game without it does not know of it."""

    def __post_init__(self) -> None:
        """An option whose default is a text must list what else it may be, so that forms and checks can use it."""
        if isinstance(self.default, str) != bool(self.choices) or (self.choices and self.default not in self.choices):
            raise MalformedError(
                f"the default of option {self.name} is {self.default!r}; its choices are {list(self.choices)}",
                "options",
            )

    def chosen(self, value: Scalar) -> str:
        """The value, if it is one of the choices; raises MalformedError."""
        if not isinstance(value, str) or value not in self.choices:
            raise MalformedError(
                f"{self.name} is {value!r}; it must be one of {', '.join(self.choices)}", "options", self.what
            )
        return value


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
    def cost_tables(self, scenario: str) -> Mapping[str, CostTable]:
        """The tables that the path domains of legal orders refer to."""

    def pending(self, state: S) -> Mapping[Side, Decision]:
        """Every side that must decide now, with what is asked of it."""

    def legal(self, state: S, side: Side) -> Legal: ...
    def check(self, state: S, side: Side, order: Order) -> list[Violation]:
        """Why the order is not legal, each with its rule; empty when it is. Uses only what the side knows.

        It changes nothing and copies nothing. Raises OutOfTurnError.
        """

    def attempt(self, state: S, side: Side, order: Order) -> Step | list[Violation]:
        """What the order leads to, or why it is not legal: `check` and `apply` in one. Raises OutOfTurnError."""

    def apply(self, state: S, side: Side, order: Order) -> Step:
        """The next state with events and rolls; pure. Raises IllegalOrderError or OutOfTurnError."""

    def view(self, state: S, side: Side | None) -> View: ...
    def sample(self, view: View, rng: Random) -> S:
        """A full state consistent with a view: hidden things and dice are drawn anew."""

    def outcome(self, state: S) -> Outcome | None: ...
    def describe(self, event: Event) -> str:
        """An event in words."""

    def side_of(self, event: Event) -> Side:
        """The side an event tells of, as far as its audience knows; "" when it tells of none or of several."""

    def face(self, scenario: str) -> Face:
        """What a client needs to know to show a scenario of this game."""

    def parse(self, state: S, side: Side, text: str) -> Order:
        """The order that a text in the game's notation means; raises MalformedError."""

    def write(self, state: S, order: Order) -> str:
        """An order in the game's notation."""


AnyGame = Game[Any]


def version_of(game: AnyGame, scenario: str) -> str:
    """The version of a scenario's rules; "" for a scenario that the game does not have (any more)."""
    known = any(info.id == scenario for info in game.scenarios())
    return game.version(scenario) if known else ""
