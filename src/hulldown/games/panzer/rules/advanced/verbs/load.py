"""MOUNT, DISMOUNT and BAIL: a carrier takes units aboard or puts them down where it is (6.6.7.1.1, 6.6.7.1.2).

While it moves the words `load`, `drop` and `bail` of its MOVE do the same anywhere on the way (`play/halts.py`).
DISMOUNT S5 against G3: S5 attacks G3 at once (6.6.1.1o).
"""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import halts, loading
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import AGAINST, BAIL, DISMOUNT, MOUNT
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import Plan, Planning
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, PanzerVerb

FAMILY: Final = "load"


class Loads(PanzerVerb):
    """Names passengers; `word` is the same on the way (6.6.7.1.1b, 6.6.7.1.2a)."""

    def __init__(self, kind: str, name: str, rule: str, word: str) -> None:
        super().__init__(kind, FAMILY, name, rule, (MOVEMENT,))
        self.word = word
        self.names_units = True
        self.keeps_way = True

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        """Cases 6.6.7.1.1b, 6.6.7.1.2a, 6.6.1.1o."""
        storms = self.word == halts.DROP and len(words) == 2 and words[0] == AGAINST
        if not task.targets or (words and not storms) or leaves:
            return self.rule, "name the units"
        if storms and len(task.targets) > 1:
            return "6.6.1.1p", "a Dismount Attack is made by one passenger alone"
        if len(set(task.targets)) < len(task.targets):
            return self.rule, "a unit is named twice"
        many = len(task.cells)
        if many and (self.word != halts.DROP or many not in (1, len(task.targets))):
            return self.rule, "only where units dismount hexes are named: one for all, or one for each"
        return None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return loading.planned(planning, self.word)

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        return loading.offers(planning, self.kind, self.rule, self.word)


VERBS: Final[tuple[PanzerVerb, ...]] = (
    Loads(MOUNT, "Take aboard", "6.6.7.1.1b", halts.LOAD),
    Loads(DISMOUNT, "Put down", "6.6.7.1.1b", halts.DROP),
    Loads(BAIL, "Emergency bail out", "6.6.7.1.2a", halts.BAIL),
)
