"""V: to drive through a hex and over what is soft there (5.22, 9.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.marching import straight_through
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import POINT, arms
from hulldown.games.kampfpanzer.rules.asking import Asked, held_still
from hulldown.games.kampfpanzer.rules.ground import WRECKED
from hulldown.games.kampfpanzer.rules.march import OVERRUN_COST
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import EXIT, NOBODY, ON_MAP, KampfState, Unit
from hulldown.games.kampfpanzer.rules.verbs.base import NOTHING
from hulldown.games.kampfpanzer.rules.verbs.move import MoveVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading
    from hulldown.games.kampfpanzer.rules.scene import Scene


def may_overrun(state: KampfState, unit: Unit) -> bool:
    """Whether a unit can overrun: hard ones (9.6a), an APC only with infantry on board (12.33, K-73)."""
    weapon = arms(unit.type)
    if not weapon.hard or unit.aboard != NOBODY:
        return False
    return not weapon.carrier or (unit.cargo != NOBODY and arms(state.units[unit.cargo].type).squad)


def prey(state: KampfState, scene: Scene, side: str, cell: Cell) -> tuple[str, str] | None:
    """Why nobody of a side can overrun a hex as it is: the case and the reason; None if one can.

    9.6a: soft units only; 9.66, K-45: in clear hexes, hilltops among them, without a wreck.
    """
    label = scene.board.labels[cell]
    there = [
        unit
        for unit in state.units
        if unit.cell == cell and unit.side != side and unit.status == ON_MAP and unit.aboard == NOBODY
    ]
    if not there:
        return "9.6a", f"there is no enemy in {label} to overrun"
    if any(arms(unit.type).hard for unit in there):
        return "9.6a", f"a hard unit in {label} cannot be overrun"
    if not scene.ground.overrunnable(cell) or cell in state.wrecks:
        return "9.66", f"{label} is not a clear hex"
    return None


def _within(scene: Scene, unit: Unit, target: Cell, ticks: int) -> bool:
    """Whether a unit can get to a hex and straight through it, as far as the ground goes."""
    table = arms(unit.type).table
    costs, near = scene.ground.cost_tables[table], scene.board.neighbours
    known = scene.ground.reach(unit.cell, table, ticks)
    for way in range(6):
        before, beyond = near[target][(way + 3) % 6], near[target][way]
        if before in known and beyond >= 0 and known[before].cost + costs[before][way] + costs[target][way] <= ticks:
            return True
    return False


class Overrun(MoveVerb):
    """To overrun the last hex but one of a path, and to stop in the one beyond it (9.62a, 5.22a)."""

    def __init__(self) -> None:
        super().__init__("V", "Overrun", "9.6a")
        self.overruns = True

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        """Two points of the allowance are set aside for the overrun itself (9.61)."""
        state, scene, weapon = asked.state, asked.scene, arms(unit.type)
        if unit.status != ON_MAP or not may_overrun(state, unit) or held_still(state, scene, asked.side):
            return NOTHING
        reach = weapon.ma - OVERRUN_COST
        cells = {enemy.cell for enemy in asked.enemies if scene.board.distance(unit.cell, enemy.cell) <= reach}
        able = sorted(cell for cell in cells if prey(state, scene, asked.side, cell) is None)
        through = tuple(cell for cell in able if _within(scene, unit, cell, reach))
        if not through:
            return NOTHING
        path = PathDomain(
            unit.cell, reach, weapon.table, minimum=2, straight_end=True, waits=POINT, through=through,
            toll=OVERRUN_COST, changed=asked.wrecks, changes=weapon.table + WRECKED, shut=asked.works,
        )  # fmt: skip
        return (Option(self.kind, self.rule, path=path),)

    def unable(self, plan: Plan, unit: Unit) -> tuple[str, str] | None:
        if unit.aboard == NOBODY and not may_overrun(plan.state, unit):
            if arms(unit.type).carrier and arms(unit.type).hard:
                return "12.33", "an APC overruns only while it carries infantry"
            return "9.6a", "only hard units can overrun"
        return super().unable(plan, unit)

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        state, scene = plan.state, plan.scene
        if unit.status != ON_MAP or task.choice == EXIT:
            return "14.0c", "an overrun begins and ends on the map"
        cells = (unit.cell, *task.cells)
        if len(cells) < 3 or cells[-1] == cells[-2] or cells[-2] == cells[-3]:
            return "9.62a", "an overrun enters the target hex and ends in the hex beyond it"
        if not straight_through(scene.board, cells):
            return "9.62a", "the target hex is left by the side opposite to the one entered"
        return prey(state, scene, plan.side, cells[-2])

    def write(self, scene: Scene, unit: Unit | None, task: Task) -> list[str]:
        """The approach like a move, then V and the direction of the hex overrun (5.22b)."""
        way = scene.board.direction(task.cells[-2], task.cells[-1])
        words = super().write(scene, unit, Task(task.unit, task.kind, task.cells[:-2]))
        return [*words, f"{self.kind}{LETTERS[way]}"]

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        cells = reading.path(name, words[:-1])
        here = cells[-1] if cells else reading.start(name)
        letter = words[-1].upper().removeprefix(self.kind)
        if len(letter) != 1 or letter not in LETTERS:
            raise reading.refuse(f"{words[-1]!r} is not an overrun; write V and a direction A-F (5.22b)")
        target = reading.scene.board.beyond(here, letter, f"overrun {words[-1]} (9.62a)", reading.where)
        beyond = reading.scene.board.beyond(target, letter, f"overrun {words[-1]} (9.62a)", reading.where)
        return Task(name, self.kind, (*cells, target, beyond))


OVERRUN: Final = Overrun()
