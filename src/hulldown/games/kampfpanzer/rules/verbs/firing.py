"""N, T, L and P: tasks that name a hex to fire into, and what they have in common (5.21, 9.1, 9.2, 9.3).

9.0-gen-1: fire that is not plotted is not made; 9.0-proc-h-1: pattern and hex of H fire are part of the plot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell, cells_of
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import Asked
from hulldown.games.kampfpanzer.rules.fire import can_attack
from hulldown.games.kampfpanzer.rules.ground import NEAR
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, Unit, defenders, enemy_of
from hulldown.games.kampfpanzer.rules.verbs.base import COVER, FIRE, NOTHING, SHELL, KampfVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading

Fault = tuple[str, str]
_UNNAMED: Final = Task("", "")


@mypyc_attr(allow_interpreted_subclasses=True)
class FireVerb(KampfVerb):
    """A task that names one hex in a unit's field of fire (5.21b)."""

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        why = self.unable(plan, unit) or self.line_fault(plan, unit, task) or self.fault(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)

    def unable(self, plan: Plan, unit: Unit) -> Fault | None:
        """Why a unit has no such fire at all."""
        if unit.status != ON_MAP:
            return "14.0c", "a unit off the map can only enter it"
        if unit.aboard != NOBODY:
            return "12.0-gen-2", "a unit on board a vehicle cannot attack"
        if arms(unit.type).carrier:
            return "12.31a", "trucks and APCs never fire"
        return self.wrong_weapon(unit)

    def wrong_weapon(self, unit: Unit) -> Fault | None:
        """Why its weapon cannot do this."""
        return None if arms(unit.type).fires else ("9.0-gen-2", "H weapons fire in a tight or a loose pattern")

    def fault(self, plan: Plan, unit: Unit, task: Task) -> Fault | None:
        """What else is wrong with a task whose line is free."""
        return None

    def line_fault(self, plan: Plan, unit: Unit, task: Task) -> Fault | None:
        """What is wrong with the hex named: arc, range, sight (9.13a, 9.13b, 9.14, 9.17, 9.31, K-32)."""
        if len(task.cells) != 1 or task.choice:
            return "5.21b", "a fire plot names one target hex"
        scene, weapon, target = plan.scene, arms(unit.type), task.cells[0]
        label = scene.board.labels[target]
        if target == unit.cell:
            return "9.14", "it stands in that hex itself"
        if weapon.faces and not scene.ground.in_arc(unit.cell, unit.facing, target):
            return "9.4c", f"{label} is outside the arc of its three front hexes"
        distance = scene.board.distance(unit.cell, target)
        if distance > weapon.range:
            return "9.13a", f"{label} is {distance} hexes away, its range is {weapon.range}"
        if not scene.clear(unit.cell, target):
            rule, what = scene.blocked_by(unit.cell, target)
            return rule, f"the line to {label} is blocked by a {what}"
        if not weapon.lobs and not scene.reaches(unit.cell, target):
            return (
                "9.16-c1",
                f"{label} is {scene.ground.rows[target].name}; fire into it reaches {NEAR} hexes, not {distance}",
            )
        return None


class DirectFire(FireVerb):
    """N: to fire at what is in a hex in the Combat Execution Phase (9.0-proc-n-3)."""

    def __init__(self) -> None:
        super().__init__("N", FIRE, "Fire", "9.1")

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        """The hexes with an enemy that it can fire at; where two share one, either may be named (5.21c)."""
        weapon, state, scene = arms(unit.type), asked.state, asked.scene
        if not weapon.fires or unit.status != ON_MAP or unit.aboard != NOBODY:
            return NOTHING
        cells: list[Cell] = []
        more: list[Option] = []
        for cell in cells_of(asked.field(unit) & asked.hostile):
            if not scene.reaches(unit.cell, cell):
                continue
            there = [state.units[index] for index in defenders(state, cell, enemy_of(asked.side))]
            named = [one.id for one in there if can_attack(weapon.counter, arms(one.type).hard)]
            meant = aimed_at(there, _UNNAMED)
            if meant and all(can_attack(weapon.counter, arms(one.type).hard) for one in meant):
                cells.append(cell)
            if len(there) > 1 and named:
                more.append(Option(self.kind, "5.21c", cells=(cell,), targets=tuple(named)))
        first = (Option(self.kind, self.rule, cells=tuple(cells)),) if cells else ()
        return (*first, *more)

    def fault(self, plan: Plan, unit: Unit, task: Task) -> Fault | None:
        state, label = plan.state, plan.scene.board.labels[task.cells[0]]
        there = defenders(state, task.cells[0], enemy_of(plan.side))
        if not there:
            return "9.1", f"there is no enemy in {label}"
        if len(task.targets) > 1:
            return "5.21c", "name one target, or none for all in the hex"
        aimed = aimed_at([state.units[index] for index in there], task)
        if not aimed:
            return "5.21c", f"{task.targets[0]} is not in {label}"
        if not all(can_attack(arms(unit.type).counter, arms(one.type).hard) for one in aimed):
            return "9.51-hard", "small arms (class R) cannot fire at hard targets"
        return None

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if not words:
            raise reading.refuse("name the target hex behind the letter")
        return Task(name, self.kind, (reading.hex(words[0]),), targets=tuple(word.upper() for word in words[1:]))


def aimed_at(there: list[Unit], task: Task) -> list[Unit]:
    """The units that a fire plot means: the one named, or all in the hex (5.21c, 9.11b).

    A tank with infantry on it is fired at as a tank, unless the infantry is named (14.5-3).
    """
    if task.targets:
        return [unit for unit in there if unit.id == task.targets[0]]
    return [unit for unit in there if unit.aboard == NOBODY]


class Shelling(FireVerb):
    """T and L: H fire at a hex, whoever is there or comes through it this turn (9.3)."""

    def __init__(self, kind: str, name: str, rule: str, loose: bool) -> None:
        super().__init__(kind, SHELL, name, rule)
        self.loose = loose

    def wrong_weapon(self, unit: Unit) -> Fault | None:
        return None if arms(unit.type).lobs else ("9.0-gen-2", "only H weapons fire in patterns")

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        """9.37a: into towns and woods as far as it sees."""
        if not arms(unit.type).lobs or unit.status != ON_MAP or unit.aboard != NOBODY:
            return NOTHING
        cells = tuple(cells_of(asked.field(unit)))
        return (Option(self.kind, self.rule, cells=cells),) if cells else NOTHING


class Cover(FireVerb):
    """P: to wait for an enemy that comes into the line (9.2)."""

    def __init__(self) -> None:
        super().__init__("P", COVER, "Opportunity", "9.21")

    def wrong_weapon(self, unit: Unit) -> Fault | None:
        return None if arms(unit.type).fires else ("9.0-proc-of-3", "H weapons cannot use Opportunity Fire")

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        weapon, ground = arms(unit.type), asked.scene.ground
        if not weapon.fires or unit.status != ON_MAP or unit.aboard != NOBODY:
            return NOTHING
        seen, size = asked.field(unit), asked.scene.board.size
        hostile = asked.hostile & ground.within(unit.cell, weapon.range, -1)
        cells: list[Cell] = []
        for cell in cells_of(seen):
            if not asked.scene.reaches(unit.cell, cell):
                continue
            # 9.25: no enemy may be in a hex of the line.
            if not hostile or not (ground.line(unit.cell, cell).mask << unit.cell) >> size & hostile:
                cells.append(cell)
        return (Option(self.kind, self.rule, cells=tuple(cells)),) if cells else NOTHING

    def fault(self, plan: Plan, unit: Unit, task: Task) -> Fault | None:
        lane = plan.scene.ground.lane(unit.cell, task.cells[0])
        for enemy in plan.state.units:
            if enemy.side != plan.side and enemy.status == ON_MAP and lane.has(enemy.cell):
                label = plan.scene.board.labels[enemy.cell]
                return "9.25", f"{enemy.id} is in {label}, in the line of its Opportunity Fire"
        return None


DIRECT: Final = DirectFire()
TIGHT: Final = Shelling("T", "Tight H fire", "9.33a", loose=False)
LOOSE: Final = Shelling("L", "Loose H fire", "9.33b", loose=True)
COVERING: Final = Cover()
