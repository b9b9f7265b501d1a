"""Close combat on the country of `advanced_march`: units at the step in which a side attacks.

S1 T-34/76, S2 SU-85, S4 and S5 Rifle squads, S6 Section, S7 Section with HMG, S10 cavalry, S11 motorcycles, S12
bicycles, S14 and S15 Rifle half-squads; S20 and S23 SMG squads and S22 Section with flamethrower (Regulars), S21 and
S24 IS-2m (Veteran); G1 PzKpfw IVH, G2 Rifle squad, G3 SdKfz 10, G4 FlaK 36, G5 Section, G6 Infantry half-squad, G7
Rifle half-squad, G8 StuG IIIG. The other Soviets are Seasoned, Germans Veteran.
"""

from __future__ import annotations

from typing import Any

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.play.assault import announcing
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULT, ASSAULTING
from hulldown.games.panzer.rules.state import Frame
from support.advanced_march import GAME, March, cell, scene


class Melee(March):
    """Units at the Close Assault step; the attacker is First Player. A lorry far away keeps the turn going."""

    def __init__(self, places: dict[str, str], script: str = "", side: str = "soviet", **more: Any) -> None:
        super().__init__({"S16": "0109", **places}, script=script, **more)
        self.side = side
        self.state.first = self.state.winner = side
        self.state.stack = [Frame("assault1", (), side)]
        for unit in self.state.units:
            unit.known = unit.side != side
            unit.command = "MOVE" if unit.side == side and unit.command else unit.command

    def asked(self) -> dict[str, str]:
        """Who is asked what now."""
        self.ready()
        return {side: decision.kind for side, decision in GAME.pending(self.state).items()}

    def answer(self, side: str, text: str) -> Melee:
        """An answer of one side; what came of it is in `events`."""
        step = GAME.apply(self.state, side, GAME.parse(self.state, side, text))
        self.state, self.events = step.state, list(step.events)
        return self

    def attack(self, text: str) -> Melee:
        """Announces attacks of the side at hand."""
        self.ready()
        return self.answer(self.side, text)

    def barred(self, text: str) -> str:
        """The cases by which an announcement is refused, joined by spaces; "" when it is legal."""
        self.ready()
        return self._judged(announced(text)) if ASSAULT in text else self._checked(text)

    def _judged(self, order: Order) -> str:
        """Asked for or not: what everybody sees may rule an attack out before it is announced."""
        decision = Decision("1", ASSAULTING, self.side, "6.6.1.1k", "")
        return " ".join(one.rule for one in announcing.check(self.state, scene(), decision, order))

    def _checked(self, text: str) -> str:
        return " ".join(one.rule for one in GAME.check(self.state, self.side, GAME.parse(self.state, self.side, text)))

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.data) for event in self.events if event.kind == kind]


def announced(text: str) -> Order:
    """An announcement as it is written: the unit, ASSAULT, the target, and the hexes of an advance."""
    tasks = []
    for line in text.splitlines():
        name, kind, *rest = line.split()
        cells = tuple(cell(word) for word in rest if word.isdigit())
        tasks.append(Task(name, kind, cells, targets=tuple(word for word in rest if not word.isdigit())))
    return Order(ASSAULTING, tuple(tasks))
