"""What all games do alike that walk a sequence of steps: who is asked, whether an order answers it, and applying it.

A state carries a stack of steps; the topmost names the sides that owe a decision. A game says what is asked and what is
wrong with an order, its handlers carry the steps on; everything between is the same for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from hulldown.core.asking import Prospect
from hulldown.core.books import Library, Ruleset
from hulldown.core.builder import Builder
from hulldown.core.decisions import Decision, Legal
from hulldown.core.dice import dice
from hulldown.core.errors import IllegalOrderError, OutOfTurnError, UnknownNameError
from hulldown.core.events import Event, Scalar
from hulldown.core.game import OptionInfo, Outcome, ScenarioInfo, Step, View
from hulldown.core.options import read_options
from hulldown.core.orders import Order, Side, Task, Violation
from hulldown.core.sequence import Doing, Row, drive
from hulldown.core.stepviews import Frame, SteppedState, SteppedView

__all__ = [
    "SteppedGame", "SteppedState", "SteppedView", "Traits", "go", "go_on", "head_of", "named", "over", "owed",
    "reopened", "stem_of", "top",
]  # fmt: skip

T = TypeVar("T")
AFTER_ALL: Final = 1_000_000
"""A turn after the last one of any scenario."""


S = TypeVar("S", bound=SteppedState)
C = TypeVar("C", bound="SteppedScenario")


def top(state: SteppedState) -> str:
    """The step on top of the stack."""
    step: str = state.stack[-1].step
    return step


def owed(state: SteppedState) -> bool:
    """Whether somebody still owes an answer in the step on top of the stack."""
    owing: tuple[Side, ...] = state.stack[-1].owing
    return bool(owing)


def go(state: SteppedState, step: str, owing: tuple[Side, ...] = ()) -> None:
    """Replaces the topmost step."""
    state.stack[-1] = Frame(step, owing)


def go_on(state: SteppedState, doing: Doing, owing: tuple[Side, ...] = ()) -> None:
    """Goes on to the step that follows in the sequence of the scenario's rules, and asks whom its row names."""
    row: Row = doing.rules.following[state.stack[-1].step]
    go(state, row.key, row.owes(state) if row.owes is not None else owing)


def reopened(state: S, side: Side) -> S:
    """The same state before `side` gave the order that waits for the others', as whoever awaits it may imagine it."""
    new = state.thaw()
    if side in new.submitted:
        frame = new.stack[-1]
        del new.submitted[side]
        new.stack[-1] = msgspec.structs.replace(frame, owing=(*frame.owing, side))
    return new


def over(state: SteppedState, doing: Doing, nations: Mapping[Side, str] | None = None) -> bool:
    """Whether the game has just been decided; if so, everybody is told, with the winner's nation if sides have one."""
    end = state.outcome
    if end is not None:
        named = {} if nations is None else {"nation": nations.get(end.winner or "", "")}
        doing.emit("over", end.rule, (), winner=end.winner or "nobody", why=end.reason, **named)
    return end is not None


def named(name: str, known: Mapping[str, T]) -> T:
    """The scenario of this name; raises UnknownNameError."""
    if name not in known:
        raise UnknownNameError(f"there is no scenario {name!r}", hint=f"scenarios: {', '.join(known)}")
    return known[name]


def head_of(state: SteppedState, game: str, side: Side | None, decisions: Mapping[Side, Decision]) -> dict[str, Any]:
    """The fields of a view that the position in the sequence answers by itself; an onlooker (None) has no order."""
    return {
        "game": game, "scenario": state.scenario, "side": side, "turn": state.turn, "step": top(state),
        "owing": tuple(decisions), "decision": decisions.get(side) if side else None, "outcome": state.outcome,
        "stack": tuple(state.stack), "options": dict(state.options),
        "submitted": state.submitted.get(side) if side else None,
    }  # fmt: skip


def stem_of(seen: SteppedView, rng: Random) -> dict[str, Any]:
    """The fields of a sampled state that a view tells outright, with a seed for dice that nobody has seen."""
    return {
        "scenario": seen.scenario, "options": dict(seen.options), "seed": f"sample {rng.getrandbits(64):016x}",
        "turn": seen.turn, "stack": list(seen.stack), "outcome": seen.outcome,
    }  # fmt: skip


class Traits(NamedTuple):
    """What names a game: its sides, the modules its rules are composed from, and its words for events."""

    name: str
    title: str
    sides: tuple[Side, ...]
    library: Library[Any, Any]
    describe: Callable[[Event], str]


class SteppedScenario(Protocol):
    """A scenario of such a game: it names the modules of its rules, its book first."""

    @property
    def rules(self) -> tuple[str, ...]: ...


class SteppedGame(Generic[S, C]):
    """The part of a game's contract that is the same for all games with steps; C is the game's own scenario type."""

    def __init__(self, traits: Traits, state_type: type[S], catalogue: Callable[[], Mapping[str, C]]) -> None:
        self.name, self.title, self.sides = traits.name, traits.title, traits.sides
        self.state_type = state_type
        self.catalogue = catalogue
        self.traits = traits

    def chosen(self, scenario: str) -> C:
        """The game's own scenario of this name; raises UnknownNameError."""
        return named(scenario, self.catalogue())

    def info(self, scenario: C) -> ScenarioInfo:
        """A scenario of the game's own as lists show it."""
        raise NotImplementedError

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(self.info(scenario) for scenario in self.catalogue().values())

    def ruleset(self, scenario: str) -> Ruleset[Any, Any]:
        """The rules that a scenario is played by, composed from its book and modules."""
        return self.traits.library.ruleset(self.chosen(scenario).rules)

    def all_rules(self, scenario: str) -> Ruleset[Any, Any]:
        """The rules of a scenario with every optional one on top: what a client may ever have to show."""
        return self.ruleset(scenario)

    def rules_of(self, state: S) -> Ruleset[Any, Any]:
        """The rules that a game is played by; a game whose options bring modules has its own answer."""
        return self.ruleset(state.scenario)

    def version(self, scenario: str) -> str:
        """The version of a scenario's rules."""
        return self.ruleset(scenario).version

    def sequence(self, scenario: str) -> tuple[Row, ...]:
        """The sequence of play of a scenario."""
        return self.ruleset(scenario).sequence

    def options(self, scenario: str) -> tuple[OptionInfo, ...]:
        """The rule options of a scenario."""
        return self.ruleset(scenario).options

    def follows(self, state: S, side: Side, order: Order) -> tuple[Task, ...]:
        """None: each unit is told itself, unless a game says otherwise."""
        return ()

    def remarks(self, state: S, side: Side, order: Order) -> tuple[str, ...]:
        """None, unless a game has something to say."""
        return ()

    def prospects(self, view: View, legal: Legal) -> tuple[Prospect, ...] | None:
        """None: no question is weighed, unless a game says otherwise."""
        return None

    def builder(self, scenario: str, options: Mapping[str, Scalar]) -> Builder | None:
        """Nothing: the forces are printed, unless a game says otherwise."""
        return None

    def initial(self, scenario: C, options: dict[str, Scalar], seed: str) -> S:
        """The state in which the sequence begins."""
        raise NotImplementedError

    def unbegun(self, scenario: str, options: Mapping[str, Scalar], seed: str = "") -> S:
        """The state in which the sequence begins, with these options."""
        return self.initial(self.chosen(scenario), read_options(self.ruleset(scenario).options, options), seed)

    def setup(self, scenario: str, options: Mapping[str, Scalar], seed: str) -> S:
        """The state before the first decision."""
        state = self.unbegun(scenario, options, seed)
        rules = self.rules_of(state)
        drive(state, top, rules.handlers, Doing(dice(seed, 0), 0, rules))
        return state

    def pending(self, state: S) -> Mapping[Side, Decision]:
        """Every side that must decide now, with what is asked of it."""
        raise NotImplementedError

    def faults(self, state: S, decision: Decision, order: Order) -> list[Violation]:
        """What is wrong with an order of the right kind."""
        raise NotImplementedError

    def receive(self, state: S, side: Side, order: Order) -> None:
        """Notes an order: it waits, and its side owes nothing more in this step."""
        frame = state.stack[-1]
        state.submitted[side] = order
        state.stack[-1] = msgspec.structs.replace(frame, owing=tuple(other for other in frame.owing if other != side))

    def asked(self, state: S, side: Side) -> Decision:
        """What is asked of a side; raises OutOfTurnError when nothing is."""
        decision = self.pending(state).get(side)
        if decision is None:
            raise OutOfTurnError(f"{side} owes no decision now")
        return decision

    def check(self, state: S, side: Side, order: Order) -> list[Violation]:
        """Why the order is not legal; empty when it is. Nothing is copied or remembered."""
        decision = self.asked(state, side)
        if order.kind != decision.kind:
            return [Violation(decision.rule, f"{decision.kind!r} is asked, the order is {order.kind!r}")]
        return self.faults(state, decision, order)

    def attempt(self, state: S, side: Side, order: Order) -> Step | list[Violation]:
        """What the order leads to, or why it is not legal: it is judged once, and the state is copied once."""
        violations = self.check(state, side, order)
        if violations:
            return violations
        new = state.thaw()
        self.receive(new, side, order)
        rules = self.rules_of(new)
        doing = Doing(dice(new.seed, new.serial, new.turn), new.turn, rules)
        drive(new, top, rules.handlers, doing)
        new.serial = doing.dice.serial
        return Step(new, tuple(doing.events), tuple(doing.dice.rolls))

    def apply(self, state: S, side: Side, order: Order) -> Step:
        """The next state with events and rolls; pure. Raises IllegalOrderError."""
        found = self.attempt(state, side, order)
        if isinstance(found, Step):
            return found
        raise IllegalOrderError(tuple(found))

    def describe(self, event: Event) -> str:
        """An event in words."""
        return self.traits.describe(event)

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome

    def judge(self, state: S) -> Outcome | None:
        """The outcome at the end of a turn, None while the game goes on."""
        raise NotImplementedError

    def verdict(self, state: S) -> Outcome:
        """Who would have won if the last turn were over now: the same rule judges a position after all turns."""
        if state.outcome is not None:
            return state.outcome
        late: S = state.thaw()
        late.turn = AFTER_ALL
        found = self.judge(late)
        assert found is not None, "after its last turn a game is over"
        return found
