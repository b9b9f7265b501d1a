"""The sequence of play as a table, and the loop that walks it.

A game lists its phases as rows with the rulebook's numbers and names; the position inside the sequence, with any
interrupt in progress, is a stack of small values in the state. The driver calls the handler of the topmost step until
somebody owes a decision or the game is over; a handler pushes, pops or replaces steps and never waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from hulldown.core.dice import Dice
from hulldown.core.events import Event, Scalar
from hulldown.core.explain import Factor
from hulldown.core.orders import Side

S = TypeVar("S")

_EVENT: Final = Event
"""Compiled code finds a final name without looking it up."""


class Question(NamedTuple):
    """What a step asks of a side: the kind of the decision, its case and the words of the prompt."""

    kind: str
    rule: str
    prompt: str


class Doing:
    """What an application of an order gathers: the dice it rolls and the events it makes."""

    def __init__(self, dice: Dice, turn: int, rules: Any = None) -> None:
        self.dice = dice
        self.turn = turn
        self.rules = rules
        """The ruleset of the scenario."""
        self.step = ""
        self.events: list[Event] = []
        self.memo: dict[str, Any] = {}
        """What a step has worked out and a later one may use instead of doing it again; nothing depends on it."""

    def emit(self, kind: str, rule: str, audience: tuple[Side, ...] = (), **data: Scalar) -> None:
        """Note that something happened, for the sides in `audience` (none named: everybody)."""
        self.events.append(_EVENT(kind, rule, self.turn, self.step, audience, data))

    def note(
        self, kind: str, rule: str, audience: tuple[Side, ...], data: dict[str, Scalar],
        factors: tuple[Factor, ...] = (),
    ) -> None:  # fmt: skip
        """The same with the data in a dictionary of its own, and what made the numbers in it."""
        self.events.append(_EVENT(kind, rule, self.turn, self.step, audience, data, factors))


Handler = Callable[[S, Doing], bool]
"""Carries a step on; answers True when the driver may go on, False when a decision is awaited or the game is over."""


class Row(NamedTuple):
    """One line of the sequence: its key, the case and name in the rulebook, what happens, and the row it is part of.

    `handler` carries the step on; a row without one is only a heading. `asks` is what the step asks of a side, `owes`
    the sides that owe an answer when it begins. An `aside` is entered only when a handler pushes it, never because the
    row before it has ended. A module places its rows into those of its book: `after` names the row before it, `before`
    the row behind it.
    """

    key: str
    rule: str
    name: str
    what: str
    parent: str = ""
    handler: Handler[Any] | None = None
    asks: Question | None = None
    owes: Callable[[Any], tuple[Side, ...]] | None = None
    aside: bool = False
    after: str = ""
    before: str = ""


def drive(state: S, top: Callable[[S], str], handlers: Mapping[str, Handler[S]], doing: Doing) -> None:
    """Walk the sequence until a decision is owed or the game is over."""
    while True:
        doing.step = top(state)
        if not doing.step or not handlers[doing.step](state, doing):
            return


def markdown(rows: Sequence[Row]) -> str:
    """The sequence as a Markdown table, for the documents; a step that is part of another one is indented by dots."""
    head = ["| step | case | key | what happens |", "|---|---|---|---|"]
    return "\n".join([*head, *_lines(rows, "", 0)])


def _lines(rows: Sequence[Row], parent: str, depth: int) -> Iterable[str]:
    for row in rows:
        if row.parent == parent:
            yield f"| {'· ' * depth}{row.name} | {row.rule} | `{row.key}` | {row.what} |"
            yield from _lines(rows, row.key, depth + 1)
