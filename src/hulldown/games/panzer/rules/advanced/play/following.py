"""Units that share a command to move: together, nobody in between, all near one another at the end (6.2.1.1.4-moving).

The rules are room C's (`control`); this asks them for orders, for all that stays, and for the next move of the queue.
"""

from __future__ import annotations

from collections.abc import Sequence

from hulldown.core.board import Cell
from hulldown.core.orders import Task, Violation
from hulldown.games.panzer.rules.advanced.play import control, march, ways
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.advanced.verbs.marches import QUICK
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import EXIT
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, index_of
from hulldown.games.panzer.rules.verbs.kinds import MOVE, STAY

ROUNDS = 6
"""How often units that go for one another may think again about where they end."""


def bound(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The units that must move next, as others of their group have begun (J5, 6.2.1.1.4-moving)."""
    return control.begun(state, scene, side)


def end_of(state: PanzerState, scene: Scene, task: Task) -> Cell:
    """Where a task ends; -1 off the map (6.2.1.1.4-moving)."""
    if EXIT in task.choice.split():
        return -1
    verb = scene.rules.verbs.get(task.kind)
    if task.cells and not (verb is not None and verb.names_units):
        return task.cells[-1]
    return state.units[index_of(state, task.unit)].cell


def faults(state: PanzerState, scene: Scene, side: str, tasks: Sequence[Task]) -> list[Violation]:
    """What is wrong with orders of units that share commands: their sequence, and where they end (6.2.1.1.4-moving)."""
    movers = {index_of(state, task.unit): task for task in tasks}
    movers = {index: task for index, task in movers.items() if state.units[index].command in scene.moving}
    if state.mover is None:
        wrong = control.move_order_faults(state, scene, side, list(movers))
        if wrong:
            return [Violation(*fault, state.units[index].id) for index, fault in wrong]
    ends = {index: end_of(state, scene, task) for index, task in movers.items()}
    found = [(index, range_fault(state, scene, index, ends)) for index in movers]
    return [Violation(*fault, state.units[index].id) for index, fault in found if fault is not None]


def range_fault(state: PanzerState, scene: Scene, index: int, ends: dict[int, Cell]) -> Fault | None:
    """Why a unit may not end where `ends` says (6.2.1.1.4-moving; J3, J4).

    An enemy's hex is no place to end (4.5.1.1.10b): who is in one goes as near to its group as it can.
    """
    unit = state.units[index]
    if not detail_of(unit).group:
        return None
    fault = control.end_range_fault(state, scene, index, ends)
    if fault is None:
        return None
    reach = {*ways.reach(state, scene, index), *_stand(state, scene, index)}
    return control.end_range_fault(state, scene, index, ends, reach)


def _stand(state: PanzerState, scene: Scene, index: int) -> tuple[Cell, ...]:
    """Where a unit can end its move without a step: its hex, unless an enemy is there.

    Cases 4.5.1.1.10b, 6.2.1.1.4-moving.
    """
    unit = state.units[index]
    around = march.March(state, scene, Task(unit.id, STAY)).around
    return () if around.hostile(unit.cell) else (unit.cell,)


def last_fault(state: PanzerState, scene: Scene, index: int, task: Task, queue: Sequence[Task]) -> Fault | None:
    """Why the next move of the queue may not end where it would, with those that follow it (6.2.1.1.4-moving)."""
    if state.units[index].command not in scene.moving:
        return None
    ends = {index_of(state, one.unit): end_of(state, scene, one) for one in (task, *queue)}
    return range_fault(state, scene, index, ends)


def stay_faults(state: PanzerState, scene: Scene, indices: Sequence[int]) -> list[Violation]:
    """What is wrong if all of these stay: in the middle of a move, or where their group has begun to move.

    Case 6.2.1.1.4-moving.
    """
    side = state.units[indices[0]].side if indices else ""
    if state.mover is None and not (side and bound(state, scene, side)):
        return []
    found = []
    moving = [index for index in indices if state.units[index].command in scene.moving]
    ends = {index: state.units[index].cell for index in moving}
    for index in moving:
        task = Task(state.units[index].id, STAY)
        fault = march.plan(state, scene, task).fault or range_fault(state, scene, index, ends)
        if fault is not None:
            found.append(Violation(*fault, task.unit))
    return found


def nearest(state: PanzerState, scene: Scene, indices: Sequence[int]) -> tuple[Task, ...]:
    """Moves by which units come as near to the rest of their group as they can (J4, 6.2.1.1.4-moving, 6.6.4.2c).

    Who is first has gone by where those after it stand: if that leaves it too far away, all think again.
    """
    ends: dict[int, Cell] = {}
    tasks: tuple[Task, ...] = ()
    for _ in range(ROUNDS):
        tasks = tuple([_nearer(state, scene, index, ends) for index in indices])
        if not any(range_fault(state, scene, index, ends) for index in indices):
            break
    return tasks


def _nearer(state: PanzerState, scene: Scene, index: int, ends: dict[int, Cell]) -> Task:
    """The move of one unit, as near as it can to where the others are or end; its end is noted.

    Case 6.2.1.1.4-moving.
    """
    unit = state.units[index]
    others = control.group_ends(state, scene, index, ends)
    places = [cell for one, cell in others.items() if one != index]
    near = ways.reach(state, scene, index)
    distance = scene.board.distance
    best = min(
        (*_stand(state, scene, index), *near),
        key=lambda cell: (max((distance(cell, one) for one in places), default=0), cell),
    )
    ends[index] = best
    kind = QUICK if ways.hurries(march.March(state, scene, Task(unit.id, STAY))) else MOVE
    return Task(unit.id, STAY) if best == unit.cell else Task(unit.id, kind, near[best].path)
