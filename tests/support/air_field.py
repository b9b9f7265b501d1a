"""Air Phases on the small field of `advanced_fire`: aircraft, units placed by hand, answers and dice scripted."""

from __future__ import annotations

from typing import Any

from hulldown.core.decisions import Decision, Legal
from hulldown.core.dice import dice
from hulldown.core.events import Event
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.faces import notation
from hulldown.games.panzer.rules.advanced.air_model import Air, Flight, Plane
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import setup
from hulldown.games.panzer.rules.advanced.play.air import planes
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import Frame, PanzerState
from support import advanced_fire
from support.advanced_fire import BOARD, GROUND, Piece, Range

RULES = LIBRARY.ruleset(("advanced",))
STORMS = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\n'


class Sky(Range):
    """A field with aircraft; the step is the 1st Air Phase of turn 1."""

    def __init__(
        self, soviet: list[Piece], german: list[Piece], aircraft: str = STORMS, *, script: str = "", turn: int = 1,
        step: str = "air1", works: list[Work] | None = None, modes: str = "ASK", more: str = "",
    ) -> None:  # fmt: skip
        scenario = advanced_fire._scenario(tuple(soviet), tuple(german), "1944-06", f"{more}\n{aircraft}")
        self.scene = Scene(scenario, GROUND, RULES)
        air = planes.new_air(scenario)
        assert air is not None
        self.state = PanzerState(
            scenario=scenario.id, options={}, seed="script:", stack=[Frame(step)], units=setup.new_units(scenario),
            turn=turn, works=works or [], modes={"soviet": modes, "german": modes}, first="soviet", air=air,
        )  # fmt: skip
        for number, piece in enumerate((*soviet, *german)):
            self._place(number, piece)
        self.events: list[Event] = []
        self.rolled = 0
        self.dice = script.split()

    # What is asked, and the answers.

    @property
    def air(self) -> Air:
        found = planes.air_of(self.state)
        assert found is not None
        return found

    @property
    def flight(self) -> Flight:
        assert self.air.flight is not None
        return self.air.flight

    @property
    def plane(self) -> Plane:
        return self.air.planes[0]

    def go(self) -> str:
        """Plays on until somebody is asked; the kind of the question, "" where the phase is over."""
        doing = Doing(dice(f"script:{' '.join(self.dice)}", 0), self.state.turn, RULES)
        doing.memo["scene"] = self.scene
        handlers = {**RULES.handlers, **dict.fromkeys(("fire1", "adjustment"), _wait)}
        drive(self.state, top, handlers, doing)
        del self.dice[: doing.dice.serial]
        self.rolled += doing.dice.serial
        self.events += doing.events
        return self.asked

    @property
    def asked(self) -> str:
        frame = self.state.stack[-1]
        return RULES.questions[frame.step].kind if frame.owing else ""

    @property
    def owing(self) -> str:
        return self.state.stack[-1].owing[0]

    def question(self) -> Decision:
        return Decision("1", self.asked, self.owing, "6.7", "")

    def legal(self) -> Legal:
        return self.scene.hooks.answers[self.asked].legal(self.state, self.scene, self.question())

    def offered(self) -> dict[str, dict[str, tuple[Any, ...]]]:
        """What each unit may be told: targets by kind."""
        return {unit.unit: {one.kind: one.targets or one.facings for one in unit.options}
                for unit in self.legal().units}  # fmt: skip

    def order(self, text: str) -> Order:
        return notation.parse(self.state, self.scene, self.legal(), text)

    def faults(self, text: str) -> list[Violation]:
        return self.scene.hooks.answers[self.asked].faults(self.state, self.scene, self.question(), self.order(text))

    def refused(self, text: str) -> str:
        """The cases by which an answer is refused."""
        return " ".join(one.rule for one in self.faults(text))

    def give(self, text: str) -> str:
        """Gives an answer, and plays on to the next question; its kind."""
        found = self.faults(text)
        assert found == [], [str(one) for one in found]
        self.state.submitted[self.owing] = self.order(text)
        return self.go()

    def until(self, kind: str, hex_: str = "", answer: str = "pass") -> str:
        """Passes all questions until one of a kind, over a hex if one is named; its kind or ""."""
        asked = self.asked
        while asked and not (asked == kind and (not hex_ or BOARD.labels[self.flight.cell] == hex_)):
            asked = self.give("done" if asked == "fly" else answer)
        return asked

    def attack(self, text: str) -> str:
        """Gives an order to attack; AA units let it pass."""
        asked = self.give(text)
        return self.give("pass") if asked == "flak" else asked

    # What happened.

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def path(self) -> list[str]:
        """The hexes of the flights so far."""
        return [str(event.data["hex"]) for event in self.events if event.kind in ("air_entered", "air_moved")]

    def all_of(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]


def _wait(state: PanzerState, doing: Doing) -> bool:
    return False
