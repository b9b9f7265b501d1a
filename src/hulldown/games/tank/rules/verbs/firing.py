"""What tasks have in common that name a hex to fire into (8.0, 8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hulldown.core.board import Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import Unit
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.weaponry import least_of, reach_of

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.reading import Reading


@mypyc_attr(allow_interpreted_subclasses=True)
class FireVerb(TankVerb):
    """A task that names one hex in the unit's field of fire. `masked` is the case that a friend in the line breaks."""

    def __init__(self, kind: str, family: str, name: str, rule: str, masked: str) -> None:
        super().__init__(kind, family, name, rule)
        self.masked = masked
        self.aboard = True

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Adds what is wrong with a fire plot; the line is looked at together with the other tasks."""
        why = self.fault(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)
        plan.shots.append((unit, task))

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """What is wrong with the task: the case and the reason."""
        return self.line_fault(plan, unit, task)

    def line_fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """What is wrong with the hex named: arc, range and line.

        Cases 8.0-proc-df-1, 8.0-proc-of-1, 8.4, 8.31a, 8.82; 7.21, 7.0-gen-2, 7.23a, 7.23b. 8.8d: infantry fire too.
        """
        cells = task.cells
        scene, weapon = plan.scene, arms(unit.type)
        if len(cells) != 1 or (task.choice and task.choice not in scene.doctrine.strengths):
            return "6.0-proc-2", "a fire task names one target hex"
        target = cells[0]
        label = scene.board.labels[target]
        if target == unit.cell:
            return "8.0-proc-df-1", "it stands in that hex itself"
        if not weapon.all_round and not scene.ground.in_arc(unit.cell, unit.facing, target):
            return "7.21", f"{label} is outside its field of fire"
        reach = self._reach(plan, unit, weapon)
        distance = scene.board.distance(unit.cell, target)
        if distance > reach:
            rule = "8.31a" if not weapon.squad else "8.82" if scene.doctrine.squads else "26.11c"
            return rule, f"{label} is {distance} hexes away, its fire reaches {reach}"
        if not scene.doctrine.squads and distance < least_of(unit):
            return "24.31-note-1", f"{label} is {distance} hexes away, below its minimum of {least_of(unit)}"
        return self._blocked(plan, unit, target)

    def _reach(self, plan: Plan, unit: Unit, weapon: Arms) -> int:
        """How far the unit fires with anything it has: a squad with its device too (26.12b)."""
        scene = plan.scene
        panic = panic_level(plan.state, scene, plan.side, weapon)
        return (
            reach_of(scene, unit, panic) if weapon.squad and not scene.doctrine.squads else scene.reach(weapon, panic)
        )

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The hex, and AP or HE behind it where the book leaves a choice (27.73)."""
        choice = words[-1].upper() if words else ""
        if choice not in reading.scene.doctrine.strengths:
            return super().read(reading, name, words)
        task = super().read(reading, name, words[:-1])
        return Task(task.unit, task.kind, task.cells, choice=choice)

    def _blocked(self, plan: Plan, unit: Unit, target: Cell) -> tuple[str, str] | None:
        scene = plan.scene
        if scene.clear(unit.cell, target):
            return None
        rule, what = scene.blocked_by(unit.cell, target)
        return rule, f"the line to {scene.board.labels[target]} is blocked by {what}"
