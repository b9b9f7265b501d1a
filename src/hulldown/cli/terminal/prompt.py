"""The prompt: gathers a side's lines into an order, answers its questions, and says what is wrong with it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.cli.terminal.input import END, Line, Source
from hulldown.cli.terminal.questions import Questions
from hulldown.cli.terminal.voices import Voice
from hulldown.core.decisions import Decision, Legal
from hulldown.core.errors import HulldownError, IllegalOrderError
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.session import Session

QUIT, UNDO = "quit", "undo"


class Answer(NamedTuple):
    """What came of a prompt: an order to submit, or the wish to leave or to take something back."""

    order: Order | None = None
    wish: str = ""
    side: Side = ""


class Desk(Protocol):
    """What a prompt asks of the table it belongs to."""

    def save(self, name: str) -> str:
        """What was saved where."""

    def undoable(self, name: str) -> Side:
        """The side of this name, if it can take its last order back; raises HulldownError if not."""


class Prompt:
    """One decision being answered by one side."""

    def __init__(self, session: Session, side: Side, source: Source, voice: Voice, desk: Desk) -> None:
        self.session = session
        self.side = side
        self.source = source
        self.voice = voice
        self.desk = desk
        self.questions = Questions(session, side)
        self.draft: dict[tuple[str, ...], Line] = {}
        self.decision: Decision = session.game.pending(session.state)[side]
        self.legal: Legal = session.game.legal(session.state, side)

    def ask(self) -> Answer:
        """The side's answer; at the end of the input the wish to quit."""
        while True:
            line = self.source.next(self.side, f"{self.side}> ")
            if line is None:
                return Answer(wish=QUIT)
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
        self.voice.refused([message] + ([f"hint: {hint}"] if hint else []))

    def _refuse(self, violations: tuple[Violation, ...], line: Line) -> None:
        """Says what the rules object to; a script ends here, a person mends the lines of the units named."""
        if not self.source.patient:
            first = violations[0]
            places = [kept.place for units, kept in self.draft.items() if first.unit in units]
            raise HulldownError(
                f"{places[0] if places else line.place}: {'; '.join(str(one) for one in violations)}",
                hint="the orders before this one are kept in the record",
            )
        self.voice.refused([str(one) for one in violations], violations)
        if self.draft:
            self.voice.noted("Nothing was submitted. A new line for a unit replaces its old one, drop UNIT removes it.")

    def _take(self, line: Line) -> Answer | None:
        """What a line leads to, None when more lines are wanted."""
        if line.text in ("", END):
            return self._submitted() if self.draft else None
        word, _, rest = line.text.partition(" ")
        word, rest = word.casefold(), rest.strip()
        if word == "done":
            return self._submitted()
        if word == "quit":
            return Answer(wish=QUIT)
        if word == "undo":
            return Answer(wish=UNDO, side=self.desk.undoable(rest or self.side))
        if word in ("drop", "draft", "auto", "save"):
            self._edit(word, rest)
            return None
        told = self.questions.answer(word, rest)
        if told is not None:
            self.voice.say(told)
            return None
        return self._ordered(line)

    def _edit(self, word: str, rest: str) -> None:
        """Carries out a command about the draft or the file."""
        if word == "save":
            self.voice.noted(self.desk.save(rest))
            return
        if word == "auto":
            order = make_bot("random", f"auto {self.session.header.commitment}").decide(
                seat_of(self.session.game, self.session.state, self.side)
            )
            self.draft = {}
            text = self.session.game.write(self.session.state, order)
            for each in text.splitlines():
                self._keep(Line(each, "auto"))
        elif word == "drop":
            gone = [units for units in self.draft if rest.casefold() in (unit.casefold() for unit in units)]
            if not gone and rest.casefold() != "all":
                raise HulldownError(f"there is no line for {rest or 'nobody'}", hint="draft shows what is written")
            self.draft = {} if not gone else {u: line for u, line in self.draft.items() if u not in gone}
        self.voice.say([f"  {line.text}" for line in self.draft.values()] or ["  nothing written yet"])

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
