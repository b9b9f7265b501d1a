"""Plots: what an order means, and why it is refused (4.1-A, 5.0, 6.0, 8.4, 9.3).

C-04: an order is refused when its owner's own knowledge proves it illegal (4.1-a-2); what turns out impossible only in
execution is void there. Nothing here looks at an enemy unit that its enemy cannot see. What is wrong with a task by
itself its verb knows.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.tank.rules import column, edges
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.combat import fires_past
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import EXIT, ON_MAP, WAITING, TankState, Unit, index_in
from hulldown.games.tank.rules.verbs.firing import FireVerb

_ACTIVE: Final = (ON_MAP, WAITING, CARRIED)
"""The states in which a unit can be given a task."""


def plan(state: TankState, scene: Scene, side: str, order: Order, judged: bool = True) -> Plan:
    """The plot an order means, with everything that is wrong with it (6.0-gen-1, 6.0-gen-2, 9.0-gen-1).

    That all its hexes are on the map has been seen to before (6.0-proc-3). An order that was found legal when it was
    given is not `judged` again (4.1-a-2).

    5.0-gen-1, 4.0a: one task for a unit; so it moves or fires, and fires Direct or Opportunity Fire (8.0-gen-1, 8.85).
    """
    result = Plan(state, scene, side)
    leads, groups = _sorted_out(result, order)
    for lead in leads.values():
        _expand(result, lead)
    _lines(result)
    for task in groups:
        if not any(hook(result, task) for hook in scene.hooks.groups):
            result.tasks[task.unit] = task
    if result.bound and side not in state.columns:
        _keep_together(result)
    if not judged:
        _note_dues(result, result.tasks)
        return result
    _judge(result)
    return result


def _sorted_out(result: Plan, order: Order) -> tuple[dict[str, Task], list[Task]]:
    """The orders for columns, and those for groups; notes the tasks of units, and of what is no unit, in the plan."""
    scene, tasks = result.scene, result.tasks
    grouped, others = bool(scene.hooks.groups), bool(scene.hooks.beyond)
    leads: dict[str, Task] = {}
    groups: list[Task] = []
    for task in order.tasks:
        name = task.unit
        if others and _is_beyond(scene, task):
            result.beyond.append(task)
        elif name.startswith(column.COLUMN):
            if name in leads:
                result.refuse(name, "6.0-gen-1", "the column has two orders")
            leads[name] = task
        elif name in tasks:
            result.refuse(name, "5.0-gen-1", "a unit performs one task in a turn")
        elif grouped and index_in(result.state.units, name) < 0:
            groups.append(task)
        else:
            tasks[name] = task
    return leads, groups


def _judge(result: Plan) -> None:
    """Notes all that is wrong with a plot."""
    marching = result.marching
    for name, task in result.tasks.items():
        if name not in marching:
            _check_task(result, name, task)
    if marching:
        _note_dues(result, {name: task for name, task in result.tasks.items() if name in marching})
    if result.beyond:
        for other in result.scene.hooks.beyond:
            other.check(result, other.own(result.beyond))
    if not result.violations:
        if result.due_at:
            _check_entry_order(result)
        _check_together(result)
    for each in result.scene.hooks.plots:
        each(result)
    if result.given:
        result.violations = [_blaming(result, violation) for violation in result.violations]


def _is_beyond(scene: Scene, task: Task) -> bool:
    verb = scene.verbs.get(task.kind)
    return verb is not None and verb.beyond


def _lines(result: Plan) -> None:
    """Notes what columns are bound and when waiting units can enter."""
    state, scene, side = result.state, result.scene, result.side
    keys = column.columns_of(state, side)
    if keys:
        result.bound = [key for key in keys if column.bound(state, scene, key)]
        result.due_at = column.entries(state, scene, side)


def _keep_together(result: Plan) -> None:
    """Refuses what units bound to one of several columns are told by themselves, and lets the columns go on.

    34.1-5, 34.2-6, 34.3-3, 34.4-9: they march together until the forces have met.
    """
    scene = result.scene
    tied = column.tied(result.state, scene, result.side)
    if not tied:
        return
    for name in list(result.tasks):
        if name in tied and name not in result.formation:
            del result.tasks[name]
            result.refuse(name, scene.situation.march_rule, "it keeps to its column until the forces have met")
    for key in result.bound:
        if key not in result.ways:
            _carry_on(result, key)


def _carry_on(result: Plan, key: str) -> None:
    """Adds the moves of a column that is not told anything: on its way, at full speed (34.1-5, 34.4-9)."""
    state, scene = result.state, result.scene
    lead = column.route_step(state, scene, key)
    tasks, way = column.advance(state, scene, key, lead, ())
    for task in tasks:
        result.tasks[task.unit] = task
        result.formation.add(task.unit)
        result.marching.add(task.unit)
    result.ways[key] = way


def _blaming(result: Plan, violation: Violation) -> Violation:
    """A violation of a task that a unit was given together with others: it is their common order that is wrong."""
    group = result.given.get(violation.unit, "")
    if not group:
        return violation
    return Violation(violation.rule, f"{violation.unit}: {violation.message}", group)


def _note_dues(result: Plan, tasks: dict[str, Task]) -> None:
    """Notes when the movers of a legal plot enter their hexes."""
    scene, units, due_at = result.scene, result.state.units, result.due_at
    verbs = scene.verbs
    for name, task in tasks.items():
        verb = verbs[task.kind]
        if verb.moves or verb.loads:
            unit = units[index_in(units, name)]
            dues = verb.dues(scene, unit, task, due_at.get(name, 0) if due_at else 0)
            if dues:
                result.dues[name] = dues


def rails(state: TankState, scene: Scene, side: str) -> Plan:
    """The plot that columns on their pre-written ways execute this turn (17.11-2, 34.1-6)."""
    if side not in state.columns:
        return plan(state, scene, side, Order("plot"), judged=False)
    tasks, way = column.advance(state, scene, side, column.route_step(state, scene, side), ())
    result = plan(state, scene, side, Order("plot", tuple(tasks)), judged=False)
    result.ways[side] = way
    return result


def _expand(result: Plan, lead: Task) -> None:
    """Adds a column's new way and the moves of its units to the plot."""
    state, scene, side = result.state, result.scene, result.side
    key = column.named(state, side, lead.unit)
    if not key or not column.bound(state, scene, key):
        return result.refuse(lead.unit, "17.3-6", "there is no column in formation; order the units singly")
    if key != side and column.railed(state, scene, key):
        why = "it follows its written way until the forces have met"
        return result.refuse(lead.unit, scene.situation.march_rule, why)
    verb = scene.verbs.get(lead.kind)
    if verb is None or not verb.enters or lead.choice not in ("", EXIT):
        why = "a column can only be told to move and, where it may, to leave the map"
        return result.refuse(lead.unit, "17.3-2", why)
    if lead.cells and edges.delayed(state, scene, side):
        turn = edges.entry_turn(state, scene, side)
        return result.refuse(lead.unit, "32.4", f"your force comes on in turn {turn}, by the chit you drew")
    tasks, way = column.advance(state, scene, key, lead.cells, result.tasks, lead.choice == EXIT)
    if lead.choice == EXIT and (not way or way[-1] not in edges.exit_cells(state, scene, side)):
        return result.refuse(lead.unit, scene.situation.exit_rule, "it may not leave the map there now")
    _check_head(result, lead, key, tasks)
    if scene.situation.speed is not None:
        why = scene.situation.speed(state, scene, key, lead.cells)
        if why:
            return result.refuse(lead.unit, scene.situation.march_rule, why)
    for task in tasks:
        result.tasks[task.unit] = task
        result.formation.add(task.unit)
    result.ways[key] = way
    return None


def _check_head(result: Plan, lead: Task, key: str, tasks: list[Task]) -> None:
    """Adds what keeps the unit at the head of a column from going where it is told (17.3-2, 9.32, 17.3-7)."""
    order = column.members(result.state, key)
    if not order:
        return
    head = order[0].id
    if head in result.tasks:
        if lead.cells:
            why = f"{head} leads it and has a task of its own; give no path, and the others close up"
            result.refuse(lead.unit, "17.3-2", why)
        return
    moved = next((task.cells for task in tasks if task.unit == head), ())
    if moved != lead.cells:
        labels = result.scene.board.labels
        stuck = labels[lead.cells[len(moved)]] if len(moved) < len(lead.cells) else "?"
        result.refuse(lead.unit, "9.32", f"{head} at the head of the column cannot get to {stuck} this turn")
    elif lead.choice == EXIT and not any(task.unit == head and task.choice for task in tasks):
        result.refuse(lead.unit, "17.3-7", f"{head} at the head of the column has no point left to leave the map")


def _check_task(result: Plan, name: str, task: Task) -> None:
    """Adds what is wrong with one task by itself."""
    units = result.state.units
    index = index_in(units, name)
    unit = units[index] if index >= 0 else None
    if unit is None or unit.side != result.side:
        return result.refuse(name, "6.0-proc-1", f"there is no unit {name} on your side")
    if unit.status not in _ACTIVE:
        return result.refuse(name, "6.0-proc-1", f"it is {unit.status}")
    verb = result.scene.verbs.get(task.kind)
    if verb is None or not verb.plotted:
        kinds = ", ".join(known.kind for known in result.scene.verbs.values() if known.plotted)
        return result.refuse(name, "5.0-gen-1", f"{task.kind!r} is not a task; tasks are {kinds}")
    if unit.status != ON_MAP:
        if unit.status == WAITING and not verb.enters:
            return result.refuse(name, "17.3-2", "a unit off the map can only enter, by a move")
        if unit.status == CARRIED and not verb.aboard:
            return result.refuse(name, "27.0-gen-4", "it is carried: its vehicle moves it")
    if result.scene.hooks.forbids:
        why = result.scene.forbidden(result.state, unit, verb)
        if why is not None:
            return result.refuse(name, *why)
    return verb.check(result, unit, task)


def _check_entry_order(result: Plan) -> None:
    """Adds a violation where a unit would enter before one that waits ahead of it in its column (17.3-2, R-3).

    34.1-11, 34.2-10: who is not told to enter does not wait any more, unless it must stand still.
    """
    state, scene = result.state, result.scene
    withheld = bool(scene.situation.withheld)
    for key in column.columns_of(state, result.side):
        gap = ""
        for unit in column.waiting(state, key):
            if unit.id not in result.tasks:
                gap = gap or ("" if withheld and scene.may_enter(state, unit) else unit.id)
            elif gap:
                result.refuse(unit.id, "17.3-2", f"{gap} is ahead of it in the column and must enter first")


def _check_together(result: Plan) -> None:
    """Adds what is wrong with the tasks of several units taken together: lines of fire, and where they end."""
    friends: list[Unit] = []
    movers: list[tuple[Unit, tuple[Cell, ...]]] = []
    staying: list[Unit] = []
    ends: list[Cell] = []
    known, boarding, firing, side = result.dues, result.boarding, bool(result.shots), result.side
    for unit in result.state.units:
        if unit.side != side or (unit.status != ON_MAP and unit.status != WAITING):
            continue
        friends.append(unit)
        if boarding and unit.id in boarding:
            continue  # 27.41: the vehicle comes into its hex
        cell = unit.cell
        dues = known.get(unit.id)
        if dues is not None:
            cells = result.tasks[unit.id].cells
            if firing:
                movers.append((unit, cells))
            if len(dues) > len(cells):
                continue  # it leaves the map
            cell = cells[-1]
        elif unit.status == WAITING:
            continue
        staying.append(unit)
        ends.append(cell)
    if firing:
        _check_lines(friends, movers, result)
    if len(set(ends)) < len(ends):
        _check_stacking(staying, ends, result)


def _check_lines(friends: list[Unit], movers: list[tuple[Unit, tuple[Cell, ...]]], result: Plan) -> None:
    """Adds a violation for every line of fire over a friend or a friend's path.

    Cases 8.41a, 8.57c, 8.0-proc-of-2: over friends that stand there, even if they will leave; 8.41b: such a plot is
    refused, so no turn is wasted on it. 8.43a, 9.37a: over hexes they are plotted to enter. 8.41c, 8.43b: AT guns fire
    AP over infantry. 8.42: enemies never mask. T-23: a friend beside a line along a hexside does not mask it.
    """
    ground = result.scene.ground
    standing = [friend.cell for friend in friends]
    entered = [cell for _, cells in movers for cell in cells]
    for firer, task in result.shots:
        aimed = task.cells
        if not aimed:
            near = ground.board.neighbours[firer.cell]
            if any(cell in near for cell in entered):
                why = "a friend is plotted to enter one of the six hexes it covers"
                result.refuse(firer.id, "8.43a", why)
            continue
        lane = ground.lane(firer.cell, aimed[0])
        for friend in friends if lane.passes(standing) else ():
            if lane.has(friend.cell) and not fires_past(result.state, result.scene, firer, friend, aimed[0]):
                verb = result.scene.verbs[task.kind]
                rule = verb.masked if isinstance(verb, FireVerb) else verb.rule
                result.refuse(firer.id, rule, f"{friend.id} is in the line of fire")
                break
        for friend, cells in movers if lane.along or lane.passes(entered) else ():
            past = fires_past(result.state, result.scene, firer, friend, aimed[0])
            if ground.touches(lane, friend.cell, cells) and not past:
                result.refuse(firer.id, "8.43a", f"{friend.id} is plotted to cross the line of fire")
                break


def _check_stacking(staying: list[Unit], ends: list[Cell], result: Plan) -> None:
    """Adds a violation where units would end the turn stacked beyond the limits (9.34a, 11.0-gen-1, 11.0-gen-2)."""
    stacks: dict[Cell, list[Unit]] = {}
    for cell, unit in zip(ends, staying, strict=True):
        stacks.setdefault(cell, []).append(unit)
    for cell, units in stacks.items():
        if not fits([unit.type for unit in units], result.scene.hooks):
            blamed = [unit for unit in units if unit.id in result.dues and unit.id not in result.marching]
            if not blamed:
                continue  # overstacked already: nothing this plot could mend
            others = ", ".join(unit.id for unit in units if unit is not blamed[-1])
            why = f"it would end in {result.scene.board.labels[cell]} together with {others}"
            result.refuse(blamed[-1].id, "11.0", why)
