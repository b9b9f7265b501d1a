"""Plots: what an order means, and why it is refused (4.1-a, 5.0).

C-04: an order is refused when its owner's own knowledge proves it illegal; what turns out impossible only in execution
is void or cut short there. What is wrong with a task by itself its verb knows.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.rules.aiming import aim_at
from hulldown.games.kampfpanzer.rules.fire import resolve
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.stacking import fits
from hulldown.games.kampfpanzer.rules.state import (
    EXIT,
    NOBODY,
    ON_MAP,
    WAITING,
    KampfState,
    Unit,
    by_id,
    defenders,
    enemy_of,
    index_of,
)
from hulldown.games.kampfpanzer.rules.verbs.answers import FIRE, PRESET, PRESETS
from hulldown.games.kampfpanzer.rules.verbs.firing import aimed_at


def plan(state: KampfState, scene: Scene, side: str, order: Order) -> Plan:
    """The plot an order means, with everything that is wrong with it.

    5.0-gen-1, 6.2: one operation for a unit; 5.0-proc-1: each unit has its own plot; 5.0-proc-2: without one it does
    nothing.
    """
    result = Plan(state, scene, side)
    for task in order.tasks:
        if task.unit == FIRE:
            _take_preset(result, task)
        elif task.unit in result.tasks:
            result.refuse(task.unit, "5.0-gen-1", "a unit has one operation in a turn")
        else:
            result.tasks[task.unit] = task
    for name, task in result.tasks.items():
        _check_task(result, name, task)
    if not result.violations:
        _check_fire(result)
        _check_ends(result)
    return result


def _take_preset(result: Plan, task: Task) -> None:
    if task.kind != PRESET.kind or task.choice not in PRESETS or task.cells or task.facing >= 0 or result.preset:
        result.refuse(FIRE, PRESET.rule, "say once how fire is combined, and nothing else")
        return
    result.preset = task.choice


def _check_task(result: Plan, name: str, task: Task) -> None:
    unit = by_id(result.state, name)
    if unit is None or unit.side != result.side:
        return result.refuse(name, "5.0-gen-1", "you have no such unit")
    if unit.status not in (ON_MAP, WAITING):
        return result.refuse(name, "5.0-gen-1", f"it is {unit.status}")
    if unit.level:
        # 4.1-a, 9.71-eff
        return result.refuse(name, "9.71-eff", f"it is disrupted (level {unit.level}) and does nothing")
    verb = result.scene.verbs.get(task.kind)
    if verb is None or not verb.plotted:
        return result.refuse(name, "5.4", "that is not an operation that can be plotted")
    if task.targets and not verb.fires:
        return result.refuse(name, "5.0-proc-1", "only direct fire names a target besides the hex")
    if unit.status == WAITING and result.scene.group(unit).enter is None:
        return result.refuse(name, "14.0a", "it has not been set up")
    return verb.check(result, unit, task)


def _check_fire(result: Plan) -> None:
    """Adds a violation where all fire at a target together is too weak for any attack (9.7-lim, K-72)."""
    state, scene, side = result.state, result.scene, result.side
    lots: dict[tuple[Cell, tuple[int, ...]], list[int]] = {}
    for name, task in result.tasks.items():
        if scene.verbs[task.kind].fires:
            there = [state.units[index] for index in defenders(state, task.cells[0], enemy_of(side))]
            aimed = tuple(index_of(state, one.id) for one in aimed_at(there, task))
            lots.setdefault((task.cells[0], aimed), []).append(index_of(state, name))
    for (cell, aimed), crew in lots.items():
        # 10.0-fn-3: fire through a crest raises the defence for all it is combined with; the others may do without it.
        others = [index for index in crew if not scene.ground.through_crest(state.units[index].cell, cell)]
        together = resolve(aim_at(state, scene, crew, list(aimed), cell))
        without = resolve(aim_at(state, scene, others, list(aimed), cell)) if together.void else together
        for index in crew:
            strongest = without if index in others else together
            if strongest.void:
                many = "with all who fire at it: " if len(crew) > 1 else ""
                result.refuse(state.units[index].id, strongest.rule, many + strongest.void)


def _check_ends(result: Plan) -> None:
    """Adds a violation where units would end the turn in a hex that does not hold them (7.0-gen-1, 7.1)."""
    stacks: dict[Cell, list[Unit]] = {}
    movers: set[str] = set()
    for unit in result.state.units:
        if unit.side != result.side or unit.status not in (ON_MAP, WAITING) or unit.aboard != NOBODY:
            continue
        cell = unit.cell
        task = result.task_of(unit)
        if task is not None and unit.id in result.dues:
            if task.choice == EXIT:
                continue
            movers.add(unit.id)
            cell = task.cells[-1]
        elif unit.status == WAITING:
            continue
        stacks.setdefault(cell, []).append(unit)
    for cell, units in stacks.items():
        if fits([unit.type for unit in units]):
            continue
        blamed = [unit for unit in units if unit.id in movers]
        if not blamed:
            continue  # overfilled already: nothing this plot could mend
        others = ", ".join(unit.id for unit in units if unit is not blamed[-1])
        where = result.scene.board.labels[cell]
        result.refuse(blamed[-1].id, "7.0-gen-1", f"it would end in {where} together with {others}")
