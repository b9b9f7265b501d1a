"""The output of a game in the terminal: text for people, JSON lines for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hulldown.cli.output import print_json, width
from hulldown.cli.terminal import screen
from hulldown.core.decisions import Decision
from hulldown.core.events import Event
from hulldown.core.game import AnyGame, Outcome, View
from hulldown.core.orders import Side, Violation


class Reporter(Protocol):
    """Shows a game to whoever plays it."""

    def say(self, lines: Sequence[str]) -> None:
        """Answers of the program to a player's question."""

    def happened(self, side: Side | None, events: Sequence[Event]) -> None: ...
    def asked(self, view: View, decision: Decision) -> None: ...
    def refused(self, reasons: Sequence[str], violations: Sequence[Violation] = ()) -> None: ...
    def noted(self, message: str) -> None: ...
    def cover(self, side: Side) -> None:
        """Hides what was on the screen before another player looks at it."""

    def ended(self, outcome: Outcome | None, turn: int, record: str) -> None: ...


class TextReporter:
    """Shows a game to a person."""

    def __init__(self, game: AnyGame, scenario: str) -> None:
        self.game = game
        self.scenario = scenario
        self.board = game.board(scenario)

    def say(self, lines: Sequence[str]) -> None:
        for line in lines:
            print(line)

    def happened(self, side: Side | None, events: Sequence[Event]) -> None:
        self.say(screen.events_told(self.game, self.scenario, events))

    def asked(self, view: View, decision: Decision) -> None:
        face = self.game.face(self.scenario)
        title = f"── {screen.phase(self.game, view)} ── {screen.names_of(face).get(decision.side, decision.side)} "
        print()
        print(screen.styled(title + "─" * max(min(width(), 100) - len(title), 2), screen.BOLD))
        self.say(screen.score_told(self.game.score(view), face))
        print(screen.map_text(self.board, view, face))
        self.say(screen.units_told(self.board, view, face))
        print()
        self.say([screen.styled(line, screen.BOLD) for line in screen.wrapped(f"{decision.prompt} [{decision.rule}]")])

    def refused(self, reasons: Sequence[str], violations: Sequence[Violation] = ()) -> None:
        for reason in reasons:
            self.say([screen.styled(line, screen.RED) for line in screen.wrapped(reason, "! ")])

    def noted(self, message: str) -> None:
        self.say(screen.wrapped(message))

    def cover(self, side: Side) -> None:
        screen.clear()
        print(screen.styled(f"\n  The next orders are {side}'s. Whoever is not {side} looks away now.\n", screen.BOLD))

    def ended(self, outcome: Outcome | None, turn: int, record: str) -> None:
        print()
        if outcome is not None:
            self.say(screen.outcome_told(outcome, self.game.face(self.scenario)))
        else:
            print(f"The game rests in turn {turn}.")
        if record and outcome is None:
            print(f"saved in {record}; go on with: hulldown play --resume {record}")
        elif record:
            print(f"recorded in {record}")
        elif outcome is None:
            print("not saved: no --record was given")


class JsonReporter:
    """Shows a game to a program: one JSON object a line."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def say(self, lines: Sequence[str]) -> None:
        print_json({"answer": list(lines)}, indent=0)

    def happened(self, side: Side | None, events: Sequence[Event]) -> None:
        for event in events:
            print_json({"to": side, "event": event, "text": self.game.describe(event)}, indent=0)

    def asked(self, view: View, decision: Decision) -> None:
        print_json({"to": decision.side, "asked": decision, "view": view}, indent=0)

    def refused(self, reasons: Sequence[str], violations: Sequence[Violation] = ()) -> None:
        print_json({"refused": list(reasons), "violations": list(violations)}, indent=0)

    def noted(self, message: str) -> None:
        print_json({"note": message}, indent=0)

    def cover(self, side: Side) -> None:
        """Does nothing: a program keeps its own secrets."""

    def ended(self, outcome: Outcome | None, turn: int, record: str) -> None:
        print_json({"outcome": outcome, "turn": turn, "record": record or None}, indent=0)
