"""Plots: what an order means, and why it is refused (4.1-A, 5.0, 6.0, 8.4, 9.3).

C-04: an order is refused when its owner's own knowledge proves it illegal (4.1-a-2); what turns out impossible only in
execution is void there. Nothing here looks at an enemy unit that its enemy cannot see. What is wrong with a task by
itself its verb knows.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.combat import fires_over, touches
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import EXIT, ON_MAP, WAITING, TankState, Unit, index_in
from hulldown.games.tank.rules.verbs.firing import FireVerb


def plan(state: TankState, scene: Scene, side: str, order: Order, judged: bool = True) -> Plan:
    """The plot an order means, with everything that is wrong with it (6.0-gen-1, 6.0-gen-2, 9.0-gen-1).

    That all its hexes are on the map has been seen to before (6.0-proc-3). An order that was found legal when it was
    given is not `judged` again (4.1-a-2).

    5.0-gen-1, 4.0a: one task for a unit; so it moves or fires, and fires Direct or Opportunity Fire (8.0-gen-1, 8.85).
    """
    result = Plan(state, scene, side)
    lead: Task | None = None
    for task in order.tasks:
        name = task.unit
        if name == column.COLUMN:
            if lead is not None:
                result.refuse(name, "6.0-gen-1", "the column has two orders")
            lead = task
        elif name in result.tasks:
            result.refuse(name, "5.0-gen-1", "a unit performs one task in a turn")
        else:
            result.tasks[name] = task
    if lead is not None:
        result.way = _expand(result, lead)
    coming: list[Unit] = []
    if side in state.columns:
        result.tied = column.bound(state, scene, side)
        coming = column.waiting(state, side)
        if coming:
            result.due_at = {unit.id: due for unit, due in column.entrants(state, scene, side)}
    if not judged:
        _work_out(result)
        return result
    for name, task in result.tasks.items():
        _check_task(result, name, task)
    if not result.violations:
        _check_entry_order(coming, result)
        _check_together(result)
    return result


def _work_out(result: Plan) -> None:
    """Notes when the movers of a legal plot enter their hexes."""
    units, verbs, due_at = result.state.units, result.scene.verbs, result.due_at
    for name, task in result.tasks.items():
        verb = verbs[task.kind]
        if verb.moves:
            unit = units[index_in(units, name)]
            result.dues[name] = verb.dues(result.scene, unit, task, due_at.get(name, 0) if due_at else 0)


def rails(state: TankState, scene: Scene, side: str) -> Plan:
    """The plot that a column on its pre-written way executes this turn (17.11-2)."""
    tasks, way = column.advance(state, scene, side, column.route_step(state, scene, side), ())
    result = plan(state, scene, side, Order("plot", tuple(tasks)), judged=False)
    result.way = way
    return result


def _expand(result: Plan, lead: Task) -> list[Cell]:
    """The column's new way; adds the moves of its units to the plot."""
    state, scene, side = result.state, result.scene, result.side
    if side not in state.columns or not column.bound(state, scene, side):
        result.refuse(lead.unit, "17.3-6", "there is no column in formation; order the units singly")
        return []
    verb = scene.verbs.get(lead.kind)
    if verb is None or not verb.enters or lead.choice not in ("", EXIT):
        result.refuse(lead.unit, "17.3-2", "a column can only be told to move (MV) and, where it may, to leave the map")
        return []
    tasks, way = column.advance(state, scene, side, lead.cells, result.tasks, lead.choice == EXIT)
    edge = scene.situation.exit_edge(state, scene, side) if lead.choice == EXIT else ""
    if lead.choice == EXIT and (not way or not edge or way[-1] not in scene.board.edges[edge]):
        result.refuse(lead.unit, scene.situation.exit_rule, "it may not leave the map there now")
        return []
    _check_head(result, lead, tasks)
    for task in tasks:
        result.tasks[task.unit] = task
        result.formation.add(task.unit)
    return way


def _check_head(result: Plan, lead: Task, tasks: list[Task]) -> None:
    """Adds what keeps the unit at the head of a column from going where it is told (17.3-2, 9.32, 17.3-7)."""
    order = column.members(result.state, result.side)
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
    if unit.status != ON_MAP and unit.status != WAITING:
        return result.refuse(name, "6.0-proc-1", f"it is {unit.status}")
    verb = result.scene.verbs.get(task.kind)
    if verb is None or not verb.plotted:
        kinds = ", ".join(known.kind for known in result.scene.verbs.values() if known.plotted)
        return result.refuse(name, "5.0-gen-1", f"{task.kind!r} is not a task; tasks are {kinds}")
    if unit.status == WAITING and not verb.enters:
        return result.refuse(name, "17.3-2", "a unit off the map can only enter (MV)")
    return verb.check(result, unit, task)


def _check_entry_order(coming: list[Unit], result: Plan) -> None:
    """Adds a violation where a unit would enter before the one ahead of it in the column (17.3-2)."""
    gap = ""
    for unit in coming:
        if unit.id not in result.tasks:
            gap = gap or unit.id
        elif gap:
            result.violations.append(
                Violation("17.3-2", f"{gap} is ahead of it in the column and must enter first", unit.id)
            )


def _check_together(result: Plan) -> None:
    """Adds what is wrong with the tasks of several units taken together: lines of fire, and where they end."""
    friends: list[Unit] = []
    movers: list[tuple[Unit, tuple[Cell, ...]]] = []
    staying: list[Unit] = []
    ends: list[Cell] = []
    known, firing, side = result.dues, bool(result.shots), result.side
    for unit in result.state.units:
        if unit.side != side or (unit.status != ON_MAP and unit.status != WAITING):
            continue
        friends.append(unit)
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
    for firer, task in result.shots:
        aimed = task.cells
        if not aimed:
            near = ground.board.neighbours[firer.cell]
            if any(cell in near for _, cells in movers for cell in cells):
                why = "a friend is plotted to enter one of the six hexes it covers"
                result.refuse(firer.id, "8.43a", why)
            continue
        lane = ground.lane(firer.cell, aimed[0])
        for friend in friends:
            if lane.has(friend.cell) and not fires_over(firer, friend):
                verb = result.scene.verbs[task.kind]
                rule = verb.masked if isinstance(verb, FireVerb) else verb.rule
                result.refuse(firer.id, rule, f"{friend.id} is in the line of fire")
                break
        for friend, cells in movers:
            if touches(ground, lane, friend.cell, cells) and not fires_over(firer, friend):
                result.refuse(firer.id, "8.43a", f"{friend.id} is plotted to cross the line of fire")
                break


def _check_stacking(staying: list[Unit], ends: list[Cell], result: Plan) -> None:
    """Adds a violation where units would end the turn stacked beyond the limits (9.34a, 11.0-gen-1, 11.0-gen-2)."""
    stacks: dict[Cell, list[Unit]] = {}
    for cell, unit in zip(ends, staying, strict=True):
        stacks.setdefault(cell, []).append(unit)
    for cell, units in stacks.items():
        if not fits([unit.type for unit in units], result.scene.hooks):
            blamed = [unit for unit in units if unit.id in result.dues]
            if not blamed:
                continue  # overstacked already: nothing this plot could mend
            others = ", ".join(unit.id for unit in units if unit is not blamed[-1])
            why = f"it would end in {result.scene.board.labels[cell]} together with {others}"
            result.refuse(blamed[-1].id, "11.0", why)
