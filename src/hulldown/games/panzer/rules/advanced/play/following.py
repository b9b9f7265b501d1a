"""Units that share a command to move: together, nobody in between, all near one another at the end (6.2.1.1.4-moving).

The rules are room C's (`control`); this asks them for orders, for all that stays, and for the next move of the queue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hulldown.core.board import Cell
from hulldown.core.orders import Task, Violation
from hulldown.games.panzer.rules.advanced.play import columns, control, march, ways
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
    tracks = tracks_of(state, scene, movers)
    found = [(index, range_fault(state, scene, index, ends, tracks)) for index in movers]
    return [Violation(*fault, state.units[index].id) for index, fault in found if fault is not None]


def tracks_of(state: PanzerState, scene: Scene, tasks: Mapping[int, Task]) -> dict[int, columns.Track]:
    """How those of some units move that are in columns (6.2.1.1.3-roads-a)."""
    found = {}
    for index, task in tasks.items():
        unit = state.units[index]
        if detail_of(unit).column:
            verb = scene.rules.verbs[task.kind]
            cells = () if verb.names_units else task.cells
            rate = columns.tied(unit) or march.at_rate(state, scene, task)
            found[index] = columns.Track((unit.cell, *cells), set(verb.pattern(task)) == {"r"}, rate)
    return found


def range_fault(
    state: PanzerState, scene: Scene, index: int, ends: dict[int, Cell], tracks: columns.Tracks = control.NO_TRACKS
) -> Fault | None:
    """Why a unit may not end where `ends` says (6.2.1.1.4-moving; J3, J4).

    An enemy's hex is no place to end (4.5.1.1.10b): who is in one goes as near to its group as it can.
    """
    unit = state.units[index]
    if not detail_of(unit).group:
        return None
    fault = control.end_range_fault(state, scene, index, ends, tracks=tracks)
    if fault is None:
        return None
    reach = {*ways.reach(state, scene, index), *_stand(state, scene, index)}
    return control.end_range_fault(state, scene, index, ends, reach, tracks)


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
    tasks = {index_of(state, one.unit): one for one in (task, *queue)}
    ends = {number: end_of(state, scene, one) for number, one in tasks.items()}
    return range_fault(state, scene, index, ends, tracks_of(state, scene, tasks))


def stay_faults(state: PanzerState, scene: Scene, indices: Sequence[int]) -> list[Violation]:
    """What is wrong if all of these stay: their move has begun, that of their group, or somebody has dropped out of it.

    6.2.1.1.4-moving. 6.2.1.1.3-roads-b: behind a vehicle that has dropped out a column closes up.
    """
    found = []
    moving = [index for index in indices if state.units[index].command in scene.moving]
    ends = {index: state.units[index].cell for index in moving}
    tasks = {index: Task(state.units[index].id, STAY) for index in moving}
    tracks = tracks_of(state, scene, tasks)
    for index, task in tasks.items():
        fault = march.plan(state, scene, task).fault or range_fault(state, scene, index, ends, tracks)
        if fault is not None:
            found.append(Violation(*fault, task.unit))
    return found


def nearest(state: PanzerState, scene: Scene, indices: Sequence[int]) -> tuple[Task, ...]:
    """Moves by which units come as near to the rest of their group as they can (J4, 6.2.1.1.4-moving, 6.6.4.2c).

    Who is first has gone by where those after it stand: if that leaves it too far away, all think again. Before a move
    has begun, groups that may stay do. 6.2.1.1.3-roads-b: those of a column close up, the first of them first.
    """
    ends: dict[int, Cell] = {}
    tasks: tuple[Task, ...] = ()
    sequence = in_turn(state, scene, indices)
    moving = sequence if state.mover is not None else _apart(state, scene, sequence)
    for _ in range(ROUNDS):
        tasks = tuple([
            _nearer(state, scene, index, ends) if index in moving else Task(state.units[index].id, STAY)
            for index in sequence
        ])  # fmt: skip
        tracks = tracks_of(state, scene, dict(zip(sequence, tasks, strict=True)))
        if not any(range_fault(state, scene, index, ends, tracks) for index in moving):
            break
    return tasks


def in_turn(state: PanzerState, scene: Scene, indices: Sequence[int]) -> list[int]:
    """Units as they move: all who share a command together, a column from its head (J5, 6.2.1.1.4-moving)."""
    found: list[int] = []
    for index in indices:
        if index not in found:
            group = [member for member in control.movers_of(state, scene, index) if member in indices]
            group = group if index in group else [index]  # who cannot move has dropped out (J4)
            found += sorted(group, key=lambda member: detail_of(state.units[member]).column)
    return found


def _apart(state: PanzerState, scene: Scene, indices: Sequence[int]) -> set[int]:
    """The units of groups that may not stay as they are (6.2.1.1.4-moving)."""
    named = {violation.unit for violation in stay_faults(state, scene, indices)}
    wrong = [index for index in indices if state.units[index].id in named]
    return {index for one in wrong for index in (one, *control.movers_of(state, scene, one)) if index in indices}


def _nearer(state: PanzerState, scene: Scene, index: int, ends: dict[int, Cell]) -> Task:
    """The move of one unit, as near as it can to where the others are or end; its end is noted.

    Cases 6.2.1.1.4-moving, 6.2.1.1.3-roads-b.
    """
    unit = state.units[index]
    others = control.group_ends(state, scene, index, ends)
    others.pop(index, None)
    near = ways.reach(state, scene, index)
    here = _stand(state, scene, index)
    if columns.tied(unit):
        paths = {**dict.fromkeys(here, ()), **{cell: near[cell].path for cell in near}}
        best = columns.closest(state, scene, index, paths, others)
    else:
        distance = scene.board.distance
        best = min(
            (*here, *near),
            key=lambda cell: (max((distance(cell, one) for one in others.values()), default=0), cell),
        )
    ends[index] = best
    kind = QUICK if ways.hurries(march.March(state, scene, Task(unit.id, STAY))) else MOVE
    return Task(unit.id, STAY) if best == unit.cell else Task(unit.id, kind, near[best].path)
