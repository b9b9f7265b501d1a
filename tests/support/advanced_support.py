"""Indirect fire on the small field of `advanced_fire`: batteries off the map, calls, plans, dice scripted."""

from __future__ import annotations

from typing import Any

import msgspec

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.fireplan import BatteryForce, Plot, Registered
from hulldown.games.panzer.faces import mission_notation
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions, plans
from hulldown.games.panzer.rules.advanced.support import Mission, Support
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, GROUND, Piece, Range, unit

RULES = LIBRARY.ruleset(("advanced",))


def battery(card: str = "Medium battery", attachment: Any = "organic", **more: Any) -> BatteryForce:
    """A battery; an Attached one is that of the formation named like its side unless told otherwise."""
    return BatteryForce(card=card, attachment=attachment, **more)


class Gunnery(Range):
    """A firing range with batteries, in the Indirect Fire Step of a side."""

    def __init__(
        self, soviet: list[Piece], german: list[Piece], *, batteries: dict[str, list[BatteryForce]] | None = None,
        plots: dict[str, list[Plot]] | None = None, points: dict[str, list[Registered]] | None = None, **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(soviet, german, **more)
        scenario = self.scene.scenario
        sides = {
            side: msgspec.structs.replace(
                scenario.side(side),
                batteries=tuple((batteries or {}).get(side, [])),
                plots=tuple((plots or {}).get(side, [])),
                registered=tuple((points or {}).get(side, [])),
            )
            for side in ("soviet", "german")
        }
        self.scene = Scene(msgspec.structs.replace(scenario, **sides), GROUND, RULES)
        for side in plans.planners(self.state, self.scene):
            plans.write_down(self.state, self.scene, side, Order("fireplan", choice=plans.AS_PLANNED))
        self.begin("german")

    @property
    def support(self) -> Support:
        return counters.support_of(self.state)

    def mission(self, source: str) -> Mission:
        return next(one for one in self.support.missions if one.source == source)

    def begin(self, side: str, turn: int = 0) -> None:
        """A side's Indirect Fire Step; a later turn begins with fresh units."""
        if turn:
            self.state.turn = turn
            for unit in self.state.units:
                unit.fired = False
        other = "indirect1" if side == "german" else "indirect2"
        self.state.first = "german"
        self.state.stack = [Frame(other, side=side)]

    def task(self, line: str) -> Task:
        name, *words = line.split()
        return mission_notation.task(self.scene, "indirect", name, words, "test")

    def why(self, line: str) -> str:
        """The case by which a mission is refused; "" when it is legal."""
        side = self.state.stack[0].side
        found: list[Violation] = missions.check(
            self.state, self.scene, self.decision("indirect", side), Order("indirect", (self.task(line),))
        )
        return " ".join(one.rule for one in found)

    def doing(self, script: str) -> Doing:
        found = Doing(dice(f"script:{script}", 0), self.state.turn, RULES)
        found.memo["scene"] = self.scene
        return found

    def drive(self, script: str, answers: tuple[str, ...] = ()) -> list[str]:
        """Lets the step go on with the orders that wait; `answers` are choices for questions that interrupt."""
        doing, left = self.doing(script), list(answers)
        for _ in range(200):
            frame = self.state.stack[-1]
            if frame.owing:
                if not left:
                    break
                kind = RULES.questions[frame.step].kind
                answer = left.pop(0)
                tasks: tuple[Task, ...] = ()
                if answer in BOARD.by_label:
                    tasks = (Task(self.support.queue[0].source, "ASTRAY", (BOARD.by_label[answer],)),)
                elif answer not in ("end fire", "show", "keep"):
                    tasks = (self.task(answer),)
                order = Order(kind, tasks, "" if tasks else answer)
                assert self._faults(kind, frame.owing[0], order) == []
                self.state.submitted[frame.owing[0]] = order
                self.state.stack[-1] = Frame(frame.step, (), frame.side, frame.passes)
            if not RULES.handlers[self.state.stack[-1].step](self.state, doing) and not left:
                break
            if self.state.stack[-1].step in ("fire1", "fire2") or (
                self.state.stack[-1].step == "indirect2" and frame.step == "indirect1"
            ):
                break
        self.events = list(doing.events)
        assert doing.dice.serial == len(script.split()), f"{doing.dice.serial} dice of {script!r} were rolled"
        return [event.kind for event in doing.events]

    def _faults(self, kind: str, side: str, order: Order) -> list[Violation]:
        return self.scene.hooks.answers[kind].faults(self.state, self.scene, self.decision(kind, side), order)

    def told(self, side: str, kind: str) -> list[dict[str, Any]]:
        """The events of a kind that a side is told."""
        return [
            dict(one.data) for one in self.events if one.kind == kind and (not one.audience or side in one.audience)
        ]


FO = {"labels": ["FO"], "known": False}
GRENADIERS = "German Section"


def observer(hex_: str = "0203", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", "OW", **{**FO, **more})


def field(german: list[Any] | None = None, soviet: list[Any] | None = None, **more: Any) -> Gunnery:
    """A German FO in 0203 sees a T-34 in 0803 and a gun in 0903; a Medium and a Heavy battery are Organic."""
    guns = more.pop("batteries", {"german": [battery(), battery("Heavy battery")]})
    target = [unit("T-34/76 M43", "0803", "E", mark="fire"), unit("57mm ZiS-2 M43 ATG", "0903", "E", mark="fire")]
    return Gunnery(target if soviet is None else soviet, german or [observer()], batteries=guns, **more)
