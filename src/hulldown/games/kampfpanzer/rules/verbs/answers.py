"""CF, GR and CA: how fire is combined, in advance or when all is revealed, and whom a counterattack strikes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.base import ANSWER, KampfVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading

FIRE: Final = "fire"
"""The name under which a side says how its fire is to be combined."""
ASK: Final = "ask"
TOGETHER: Final = "together"
APART: Final = "apart"
BEST: Final = "best"
PRESETS: Final = (ASK, TOGETHER, APART, BEST)
"""Ask me; always one attack; always one for each firer; whatever gives the best chance to destroy the target."""
GROUPS: Final = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The numbers of attacks on one target, letters after the ninth; firers with the same number fire together."""


class Preset(KampfVerb):
    """CF: how the fire of a side is combined this turn without asking (9.11a)."""

    def __init__(self) -> None:
        super().__init__("CF", ANSWER, "Combine fire", "9.11a")

    def offer(self) -> Option:
        """What may be said in advance."""
        return Option(self.kind, self.rule, choices=PRESETS)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """It is not the task of a unit."""
        plan.refuse(unit.id, self.rule, "how fire is combined is said for the whole side, not for a unit")

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse(f"write {FIRE} {self.kind} and one of {', '.join(PRESETS)}")
        return Task(FIRE, self.kind, choice=words[0].lower())


class Joining(KampfVerb):
    """GR: the attack in which a firer takes part, once all is revealed (9.11a, 9.24b, K-19)."""

    def __init__(self) -> None:
        super().__init__("GR", ANSWER, "Fire with", "9.11a")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the unit and the number of its attack")
        return Task(name, self.kind, choice=words[0].upper())


class Striking(KampfVerb):
    """CA: the overrunning unit that an overrun one strikes back at (9.68)."""

    def __init__(self) -> None:
        super().__init__("CA", ANSWER, "Strike back", "9.68")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the unit and the enemy it strikes back at")
        return Task(name, self.kind, targets=(words[0].upper(),))


PRESET: Final = Preset()
JOINING: Final = Joining()
STRIKING: Final = Striking()
