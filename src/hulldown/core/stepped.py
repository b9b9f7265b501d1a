"""What all games do alike that walk a sequence of steps: who is asked, whether an order answers it, and applying it.

A state carries a stack of steps; the topmost names the sides that owe a decision. A game says what is asked and what is
wrong with an order, its handlers carry the steps on; everything between is the same for each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from hulldown.core.decisions import Decision
from hulldown.core.dice import dice
from hulldown.core.errors import IllegalOrderError, OutOfTurnError, UnknownNameError
from hulldown.core.game import OptionInfo, Outcome, ScenarioInfo, Step
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.sequence import Doing, Handler, drive

T = TypeVar("T")


class SteppedState(Protocol):
    """A state whose position in the sequence is a stack of steps, with the orders that wait for the others'."""

    seed: str
    serial: int
    turn: int
    stack: list[Any]
    submitted: dict[str, Order]
    outcome: Outcome | None

    def thaw(self) -> Self:
        """A copy to work on."""


S = TypeVar("S", bound=SteppedState)


def top(state: SteppedState) -> str:
    """The step on top of the stack."""
    step: str = state.stack[-1].step
    return step


def named(name: str, known: Mapping[str, T]) -> T:
    """The scenario of this name; raises UnknownNameError."""
    if name not in known:
        raise UnknownNameError(f"there is no scenario {name!r}", hint=f"scenarios: {', '.join(known)}")
    return known[name]


class SteppedGame(Generic[S]):
    """The part of a game's contract that is the same for all games with steps."""

    handlers: ClassVar[Mapping[str, Handler[Any]]]
    rule_options: ClassVar[tuple[OptionInfo, ...]]

    def catalogue(self) -> Mapping[str, Any]:
        """The game's own scenarios by id."""
        raise NotImplementedError

    def info(self, scenario: Any) -> ScenarioInfo:
        """A scenario of the game's own as lists show it."""
        raise NotImplementedError

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(self.info(scenario) for scenario in self.catalogue().values())

    def options(self, scenario: str) -> tuple[OptionInfo, ...]:
        """The rule options of a scenario; all scenarios of a game have the same."""
        named(scenario, self.catalogue())
        return self.rule_options

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
        """Why the order is not legal; empty when it is."""
        decision = self.asked(state, side)
        if order.kind != decision.kind:
            return [Violation(decision.rule, f"{decision.kind!r} is asked, the order is {order.kind!r}")]
        return self.faults(state, decision, order)

    def apply(self, state: S, side: Side, order: Order) -> Step:
        """The next state with events and rolls; pure."""
        violations = self.check(state, side, order)
        if violations:
            raise IllegalOrderError(tuple(violations))
        new = state.thaw()
        self.receive(new, side, order)
        doing = Doing(dice(new.seed, new.serial), new.turn)
        drive(new, top, self.handlers, doing)
        new.serial = doing.dice.serial
        return Step(new, tuple(doing.events), tuple(doing.dice.rolls))

    def outcome(self, state: S) -> Outcome | None:
        return state.outcome
