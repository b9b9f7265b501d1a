"""MV: to move along a path, and what all tasks that move have in common (9.0, 9.3, 10.11, 10.13, 17.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import NOWHERE, Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, costs_along
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.column import column_of, is_tied
from hulldown.games.tank.rules.edges import exit_cells
from hulldown.games.tank.rules.formation import SHAPES
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import EXIT, EXIT_COST, WAITING, Mover, Run, Unit
from hulldown.games.tank.rules.verbs.base import MOVE as FAMILY
from hulldown.games.tank.rules.verbs.base import NOTHING, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Domain
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.verbs.reading import Reading


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveVerb(TankVerb):
    """A task that moves a unit along the hexes it names; `rule` is the case that refuses it to foot soldiers."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, FAMILY, name, rule)
        self.driven: bool = True
        """Whether only units that drive can do it."""
        self.most: int = 0
        """The most hexes of a path, 0 for no limit."""

    def allowance(self, weapon: Arms) -> int:
        """The Movement Points that a unit has for it."""
        return weapon.ma

    def surcharge(self, at: int, count: int) -> int:
        """Movement Points for the hex at this place of a path of so many, on top of the terrain."""
        return 0

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """What else is wrong with a path that can be driven: the case and the reason."""
        return None

    def dues(self, scene: Scene, unit: Unit, task: Task, entry_due: int) -> tuple[int, ...]:
        """The Movement Point at which each hex of a plot is entered; a value of 0 marks an impossible step (C-03)."""
        cells = task.cells
        weapon = arms(unit.type)
        ground = scene.ground
        table = scene.costs(weapon.table)
        board, here = ground.board, unit.cell
        toward, size, count = board.toward, board.size, len(cells)
        dear, comes_on = self.overruns, unit.status == WAITING
        dues: list[int] = []
        spent = 0
        for cell in cells:
            if comes_on:
                cost, comes_on = entry_due, False
            else:
                way = toward[cell - here + size]
                cost = table[here][way] if way != NOWHERE else IMPOSSIBLE
                if cost == WHOLE:
                    cost = weapon.ma
            if dear and cost != IMPOSSIBLE:
                # 9.41; T-15: what cannot be entered at all is not opened by paying for the overrun.
                cost += self.surcharge(len(dues), count)
            spent += cost
            dues.append(0 if cost == IMPOSSIBLE else spent)
            here = cell
        if task.choice == EXIT:
            dues.append(spent + EXIT_COST)
        return tuple(dues)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Adds what is wrong with a movement plot (9.3, 9.4, 9.6, 10.11, 10.13, 17.3).

        9.6b: a plot is MV or MVR as a whole, so forward and reverse movement never mix.
        """
        cells = task.cells
        why = self._wrong_kind(plan, unit)
        if why is None:
            why = self._wrong_words(plan, unit, cells, task.choice)
        if why is None:
            why = self._wrong_way(plan, unit, task, cells)
        if why is not None:
            plan.refuse(unit.id, *why)

    def _wrong_kind(self, plan: Plan, unit: Unit) -> tuple[str, str] | None:
        weapon = arms(unit.type)
        if not weapon.drives and not weapon.walks:
            return "9.34b", "AT guns cannot move"
        if weapon.walks and self.driven:
            return self.rule, "only vehicles can do that"
        if plan.bound and unit.id not in plan.formation and is_tied(plan.state, plan.bound, unit):
            return "17.3-6", "the force is bound to its column until it is fired on: order the column"
        return None

    def _wrong_words(self, plan: Plan, unit: Unit, cells: tuple[Cell, ...], choice: str) -> tuple[str, str] | None:
        scene = plan.scene
        if choice not in ("", EXIT):
            return "6.0-proc-3", f"{choice!r} means nothing here"
        if not cells and choice != EXIT:
            return "6.0-proc-3", "a move needs its hexes"
        if unit.status == WAITING:
            key = column_of(plan.state, unit)
            if not key:
                return "17.3-1", "it belongs to no column that comes onto the map"
            entry = plan.state.columns[key].entry
            if cells[:1] != (entry,):
                return "17.3-1", f"every unit comes on at the entry hex {scene.board.labels[entry]}"
            if not plan.due_at.get(unit.id, 0):
                return "17.3-2", "its turn to enter does not come this turn"
        last = cells[-1] if cells else unit.cell
        if choice == EXIT and last not in exit_cells(plan.state, scene, plan.side):
            return scene.situation.exit_rule, "it may not leave the map there now"
        may_leave = scene.situation.may_leave
        if choice == EXIT and may_leave is not None and not may_leave(plan.state, unit):
            return (
                scene.situation.exit_rule,
                "it may not leave the map: it, or who rides on it, has not been in the objective",
            )
        return None

    def _wrong_way(self, plan: Plan, unit: Unit, task: Task, cells: tuple[Cell, ...]) -> tuple[str, str] | None:
        scene = plan.scene
        weapon = arms(unit.type)
        if weapon.walks and len(cells) > 1:
            return "10.11", "infantry moves one hex in a turn"
        if self.most and len(cells) > self.most:
            return "9.6c", f"a vehicle reverses {self.most} hexes at most"
        dues = self.dues(scene, unit, task, plan.due_at.get(unit.id, 0) if plan.due_at else 0)
        if 0 in dues:
            bad = cells[dues.index(0)]
            return "9.32", f"it cannot enter {scene.board.labels[bad]} from there"
        allowance = self.allowance(weapon)
        if dues[-1] > allowance:
            return "9.0-gen-3", f"the plot takes {dues[-1]} Movement Points, it has {allowance}"
        why = self.fault(plan, unit, task)
        if why is None and scene.hooks.bars:
            why = _barred(plan, unit, cells)
        if why is None:
            plan.dues[unit.id] = dues
        return why

    def begin(self, run: Run, index: int, unit: Unit, task: Task, dues: tuple[int, ...]) -> None:
        cells, leaves = task.cells, task.choice == EXIT
        if cells or leaves:
            run.movers.append(Mover(index, self.kind, cells, dues, leaves, trail=(unit.cell,)))

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """Hexes or vectors, costs noted behind them, and `exit` or, for a platoon, its new formation (25.4b)."""
        last = words[-1].lower() if words else ""
        shaped = last in SHAPES and reading.platoon(name) is not None
        choice = last if last == EXIT or shaped else ""
        cells, noted = reading.path(reading.start(name), words[:-1] if choice else words)
        task = Task(name, self.kind, cells, choice=choice)
        if any(noted):
            self._check_costs(reading, task, noted)
        return task

    def _check_costs(self, reading: Reading, task: Task, noted: list[int]) -> None:
        """Raises MalformedError where a noted cost is not the true one (6.0-proc-3: a plot must be unambiguous)."""
        unit, scene = reading.unit(task.unit), reading.scene
        if unit is None:
            return
        if unit.status == WAITING:
            table, points = scene.costs(arms(unit.type).table), arms(unit.type).ma
            costs = [0, *costs_along(scene.board, table, task.cells[0], task.cells[1:], points)]
        else:
            dues = self.dues(scene, unit, task, 0)
            costs = [due - before for due, before in zip(dues, (0, *dues), strict=False)]
        for cell, wrote, cost in zip(task.cells, noted, costs, strict=False):
            if wrote and cost > 0 and wrote != cost:
                label = scene.board.labels[cell]
                raise reading.refuse(f"{label} is noted at {wrote} Movement Points, it costs {cost} (9.11)")


def _barred(plan: Plan, unit: Unit, cells: tuple[Cell, ...]) -> tuple[str, str] | None:
    """Why a module bars a step of a path."""
    here = unit.cell
    for cell in cells:
        for hook in plan.scene.hooks.bars:
            why = hook(plan.state, plan.scene, unit, here, cell)
            if why is not None:
                return why
        here = cell
    return None


class Move(MoveVerb):
    """To move, forwards (9.0)."""

    def __init__(self) -> None:
        super().__init__("MV", "Move", "9.0-gen-1")
        self.driven = False
        self.enters = True

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        weapon = domain.weapon
        if weapon.walks:
            # 10.11: its one point takes it to the next hex, or over the edge where it stands (17.3-7).
            out = (cell,) if cell in domain.exits else ()
            path = PathDomain(cell, 1, "infantry", steps=1, exits=out, exit_cost=EXIT_COST if out else 0)
            return (Option(self.kind, self.rule, choices=(EXIT,) if out else (), path=path),)
        if not weapon.drives:
            return NOTHING
        exits = domain.exits
        path = PathDomain(
            cell, weapon.ma, weapon.table, exits=exits, exit_cost=EXIT_COST, extra=domain.dear, barred=domain.shut
        )
        return (Option(self.kind, self.rule, choices=(EXIT,) if exits else (), path=path),)


MOVE: Final = Move()
