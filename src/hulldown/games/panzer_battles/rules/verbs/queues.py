"""QUEUE: where a unit comes onto the map, said in the setup, or of reinforcements once their turn has come (19.22)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import deployment
from hulldown.games.panzer_battles.rules.planning import Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import OFF, BattleState, March
from hulldown.games.panzer_battles.rules.verbs.base import MOVEMENT, SETUP, BattleVerb, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import QUEUE


class Queue(BattleVerb):
    """A unit takes its place behind an entry hex (19.22a, 19.23a).

    20.0-reinf-1, 20.0-reinf-3: reinforcements that their owner may hold back choose theirs when they come, by any hex
    of their edge; once they have a place it stands (19.24).
    """

    def __init__(self) -> None:
        super().__init__(QUEUE, "queue", "Enter by", "19.22a", (SETUP, MOVEMENT))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        if self._barred(planning) is not None:
            return ()
        cells = deployment.entries(planning.scene, planning.unit)
        return (Option(QUEUE, self.rule, cells=cells, choices=deployment.queue_words(planning.unit)),)

    def _barred(self, planning: Planning) -> Fault | None:
        unit = planning.unit
        if unit.status != OFF or unit.entry >= 0 or unit.carrier >= 0:
            return "19.24", "it is on the map, or its place in a queue stands"
        if planning.state.turn < planning.scene.entry_turn(unit):
            return "20.0-reinf-1", "its turn to come has not come"
        return None

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        fault = self._barred(planning)
        if fault is not None:
            return fault
        known = len(task.cells) == 1 and task.cells[0] in deployment.entries(planning.scene, planning.unit)
        if not known or task.choice not in deployment.queue_words(planning.unit) or task.targets or task.facing >= 0:
            return "19.23a", "name a hex of its edge, and its place in the queue, from 1"
        return deployment.queue_fault(planning.state, planning.unit, task)

    def begin(self, planning: Planning, task: Task) -> March:
        deployment.line_up(planning.unit, task)
        return March(QUEUE, (planning.index,), waits=True)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        deployment.tell_queue(scene, state.units[march.units[0]], doing)
        return True


VERBS: Final[tuple[BattleVerb, ...]] = (Queue(),)
