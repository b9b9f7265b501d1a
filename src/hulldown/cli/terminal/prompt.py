"""The prompt: gathers a side's lines into an order, answers its questions and says what is wrong."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.cli.terminal.input import END, Line, Source
from hulldown.cli.terminal.questions import Questions
from hulldown.cli.terminal.reporter import Reporter
from hulldown.core.decisions import Decision, Legal
from hulldown.core.errors import HulldownError, IllegalOrderError
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.session import Session

QUIT, UNDO, RESIGN = "quit", "undo", "resign"


class Answer(NamedTuple):
    """The answer at a prompt: an order to submit, or a wish to leave, to take an order back or to give the game up."""

    order: Order | None = None
    command: str = ""
    side: Side = ""


class PromptHost(Protocol):
    """What a prompt needs from the game loop."""

    def save(self, name: str) -> str:
        """What was saved where."""

    def undoable(self, name: str) -> Side:
        """The side of this name, if it can take its last order back; raises HulldownError if not."""


class Prompt:
    """Asks one side for its answer to one decision."""

    def __init__(self, session: Session, side: Side, source: Source, reporter: Reporter, host: PromptHost) -> None:
        self.session = session
        self.side = side
        self.source = source
        self.reporter = reporter
        self.host = host
        self.questions = Questions(session, side)
        self.draft: dict[tuple[str, ...], Line] = {}
        self.decision: Decision = session.game.pending(session.state)[side]
        self.legal: Legal = session.game.legal(session.state, side)

    def ask(self) -> Answer:
        """The side's answer; QUIT at the end of the input."""
        while True:
            line = self.source.next(self.side, f"{self.side}> ")
            if line is None:
                return Answer(command=QUIT)
            try:
                answer = self._take(line)
            except IllegalOrderError as error:
                self._refuse(error.violations, line)
                continue
            except HulldownError as error:
                self._mistake(str(error), error.hint, line)
                continue
            if answer is not None:
                return answer

    def _mistake(self, message: str, hint: str, line: Line) -> None:
        if not self.source.patient:
            raise HulldownError(f"{line.place}: {message}", hint=hint)
        self.reporter.refused([message] + ([f"hint: {hint}"] if hint else []))

    def _refuse(self, violations: tuple[Violation, ...], line: Line) -> None:
        """Says what the rules object to. A script ends here; a person corrects the lines of the units named."""
        if not self.source.patient:
            first = violations[0]
            places = [kept.place for units, kept in self.draft.items() if first.unit in units]
            raise HulldownError(
                f"{places[0] if places else line.place}: {'; '.join(str(one) for one in violations)}",
                hint="the orders before this one are kept in the record",
            )
        self.reporter.refused([str(one) for one in violations], violations)
        if self.draft:
            self.reporter.noted(
                "Nothing was submitted. A new line for a unit replaces its old one, drop UNIT removes it."
            )

    def _take(self, line: Line) -> Answer | None:
        """The answer that a line leads to; None when more lines are needed."""
        if line.text in ("", END):
            return self._submitted() if self.draft else None
        word, _, rest = line.text.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if word == "done":
            return self._submitted()
        if word == "quit":
            return Answer(command=QUIT)
        if word == "resign":
            if rest.casefold() != "yes":
                raise HulldownError("resign gives the game up for good", hint="write: resign yes")
            return Answer(command=RESIGN, side=self.side)
        if word == "undo":
            return Answer(command=UNDO, side=self.host.undoable(rest or self.side))
        if word in ("drop", "draft", "auto", "save"):
            self._edit(word, rest)
            return None
        told = self.questions.answer(word, rest)
        if told is not None:
            self.reporter.say(told)
            return None
        return self._ordered(line)

    def _edit(self, word: str, rest: str) -> None:
        """Carries out a command about the draft or the file."""
        if word == "save":
            self.reporter.noted(self.host.save(rest))
            return
        if word == "auto":
            self._draft_random_order()
        elif word == "drop":
            self._drop(rest)
        self.reporter.say([f"  {line.text}" for line in self.draft.values()] or ["  nothing written yet"])

    def _draft_random_order(self) -> None:
        seat = seat_of(self.session.game, self.session.state, self.side)
        order = make_bot("random", f"auto {self.session.header.commitment}").decide(seat)
        self.draft = {}
        for line in self.session.game.write(self.session.state, order).splitlines():
            self._keep(Line(line, "auto"))

    def _drop(self, name: str) -> None:
        """Removes the line of a unit, or all lines."""
        gone = [units for units in self.draft if name.casefold() in (unit.casefold() for unit in units)]
        if not gone and name.casefold() != "all":
            raise HulldownError(f"there is no line for {name or 'nobody'}", hint="draft shows what is written")
        self.draft = {units: line for units, line in self.draft.items() if gone and units not in gone}

    def _ordered(self, line: Line) -> Answer | None:
        """The answer when the line is one of the choices, otherwise None after keeping it in the draft."""
        choices = {choice.casefold(): choice for choice in self.legal.choices}
        if line.text.casefold() in choices:
            order = Order(self.decision.kind, choice=choices[line.text.casefold()], decision=self.decision.id)
            return self._checked(order)
        if self._keep(line):
            return None
        # An order without tasks (a choice in the game's own words) is complete as it stands.
        return self._checked(self._parsed(line.text))

    def _keep(self, line: Line) -> bool:
        """Whether the line gives tasks and was put into the draft, in place of older ones for the same units."""
        units = tuple(task.unit for task in self._parsed(line.text).tasks)
        if not units:
            return False
        self.draft = {key: kept for key, kept in self.draft.items() if not set(key) & set(units)}
        self.draft[units] = line
        return True

    def _parsed(self, text: str) -> Order:
        order = self.session.game.parse(self.session.state, self.side, text)
        return msgspec.structs.replace(order, decision=self.decision.id)

    def _submitted(self) -> Answer:
        text = "\n".join(kept.text for kept in self.draft.values())
        order = self._parsed(text) if text else Order(self.decision.kind, decision=self.decision.id)
        return self._checked(order)

    def _checked(self, order: Order) -> Answer:
        violations = self.session.game.check(self.session.state, self.side, order)
        if violations:
            raise IllegalOrderError(tuple(violations))
        return Answer(order)
