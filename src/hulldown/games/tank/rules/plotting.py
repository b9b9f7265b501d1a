"""Plots: what may be ordered, and why an order is refused (4.1-A, 5.0, 6.0, 8.4, 9.3).

C-04: an order is refused when its owner's own knowledge proves it illegal (4.1-a-2); what turns out impossible only in
execution is void there. Nothing here looks at an enemy unit that its enemy cannot see.
"""

from __future__ import annotations

from typing import Final, final

from msgspec.structs import astuple

from hulldown.core.board import NOWHERE, Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules import column, overrun
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import can_attack, fires_over, setup_of, touches
from hulldown.games.tank.rules.fire import INFANTRY_REACH
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import EXIT, EXIT_COST, ON_MAP, WAITING, TankState, Unit, index_in, index_of

_PARTS: Final = astuple
"""All fields of a struct at once: compiled code reads two of them one by one no quicker."""
ADJACENT: Final = "adjacent"
KINDS: Final = ("DF", "OF", "MV", "FC", "OV", "MVR")
MOVES: Final = ("MV", "MVR", "OV")
REVERSE_HEXES: Final = 2


@final
@mypyc_attr(acyclic=True)
class Plan:
    """A side's plot worked out: a task for each unit, the points at which movers enter hexes, the column's way."""

    __slots__ = ("dues", "formation", "shots", "tasks", "tied", "violations", "way")

    def __init__(self, tasks: dict[str, Task]) -> None:
        self.tasks = tasks
        self.dues: dict[str, tuple[int, ...]] = {}
        self.way: list[Cell] | None = None
        self.violations: list[Violation] = []
        self.shots: list[tuple[Unit, Task]] = []
        """The units plotted to fire; only `plan` gathers them."""
        self.formation: set[str] = set()
        """The units that move in column by the column's order."""
        self.tied = False
        """Whether the force is bound to its column, so that no unit of it moves by itself (17.3-6)."""

    def refuse(self, unit: str, rule: str, why: str) -> None:
        """Notes what is wrong with the task of a unit."""
        self.violations.append(Violation(rule, why, unit))


def visible_enemies(state: TankState, side: str) -> list[Unit]:
    """The enemy counters a side's player sees on the map, face up or face down (13.4a)."""
    return [u for u in state.units if u.side != side and u.status == ON_MAP and not u.hidden]


def exit_edge(state: TankState, scenario: Scenario, side: str) -> str:
    """The mapedge over which a side may leave the map this turn, "" for none.

    17.11-5, 17.11-6: in a meeting over its own edge, from the turn after either force reached Preservation. 17.13-7: in
    a rearguard action over Y. 17.12-8, 16.0: otherwise never.
    """
    if scenario.situation == "rearguard":
        return "Y"
    if scenario.situation == "meeting" and any(0 < turn < state.turn for turn in state.preserved.values()):
        return setup_of(scenario, side).edge
    return ""


def exit_cells(state: TankState, place: Ground, scenario: Scenario, side: str) -> tuple[Cell, ...]:
    """The hexes from which it may do so."""
    edge = exit_edge(state, scenario, side)
    return place.board.edges[edge] if edge else ()


def plan(state: TankState, place: Ground, scenario: Scenario, side: str, order: Order) -> Plan:
    """The plot an order means, with everything that is wrong with it (6.0-gen-1, 6.0-gen-2, 9.0-gen-1).

    That all its hexes are on the map has been seen to before (6.0-proc-3).

    5.0-gen-1, 4.0a: one task for a unit; so it moves or fires, and fires Direct or Opportunity Fire (8.0-gen-1, 8.85).
    """
    result = Plan({})
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
        result.way = _expand(state, place, scenario, side, lead, result)
    result.tied = side in state.columns and column.bound(state, scenario, side)
    coming = column.waiting(state, side) if side in state.columns else []
    due_at = {unit.id: due for unit, due in column.entrants(state, place, side)} if coming else {}
    for name, task in result.tasks.items():
        _check_task(state, place, scenario, side, name, task, due_at, result)
    if not result.violations:
        _check_entry_order(coming, result)
        _check_together(state, place, side, result)
    return result


def worked_out(state: TankState, place: Ground, scenario: Scenario, side: str, order: Order) -> Plan:
    """The same of an order that was found legal when it was given: it is not judged again (4.1-a-2)."""
    result = Plan({})
    lead: Task | None = None
    for task in order.tasks:
        name = task.unit
        if name == column.COLUMN:
            lead = task
        else:
            result.tasks[name] = task
    if lead is not None:
        result.way = _expand(state, place, scenario, side, lead, result)
    due_at = {unit.id: due for unit, due in column.entrants(state, place, side)} if side in state.columns else {}
    units, dues = state.units, result.dues
    kind: str
    cells: tuple[Cell, ...]
    choice: str
    for name, task in result.tasks.items():
        _, kind, cells, _, choice, _ = _PARTS(task)
        if kind == "MV" or kind == "MVR" or kind == "OV":
            unit = units[index_in(units, name)]
            dues[name] = _dues(place, unit, kind, cells, choice, due_at.get(name, 0) if due_at else 0)
    return result


def rails(state: TankState, place: Ground, side: str) -> Plan:
    """The plot that a column on its pre-written way executes this turn (17.11-2)."""
    tasks, way = column.advance(state, place, side, column.route_step(state, place, side), ())
    due_at = {unit.id: due for unit, due in column.entrants(state, place, side)}
    result = Plan({task.unit: task for task in tasks})
    result.way = way
    for task in tasks:
        unit = state.units[index_of(state, task.unit)]
        result.dues[task.unit] = dues_of(place, unit, task, due_at.get(task.unit, 0))
    return result


def _expand(state: TankState, place: Ground, scenario: Scenario, side: str, lead: Task, result: Plan) -> list[Cell]:
    """The column's new way; adds the moves of its units to the plot."""
    if side not in state.columns or not column.bound(state, scenario, side):
        result.violations.append(
            Violation("17.3-6", "there is no column in formation; order the units singly", lead.unit)
        )
        return []
    if lead.kind != "MV" or lead.choice not in ("", EXIT):
        why = "a column can only be told to move (MV) and, where it may, to leave the map"
        result.violations.append(Violation("17.3-2", why, lead.unit))
        return []
    tasks, way = column.advance(state, place, side, lead.cells, result.tasks, lead.choice == EXIT)
    if lead.choice == EXIT and (not way or way[-1] not in exit_cells(state, place, scenario, side)):
        rule = _EXIT_RULE[scenario.situation]
        result.violations.append(Violation(rule, "it may not leave the map there now", lead.unit))
        return []
    order = column.members(state, side)
    if order and order[0].id in result.tasks and lead.cells:
        why = f"{order[0].id} leads it and has a task of its own; give no path, and the others close up"
        result.violations.append(Violation("17.3-2", why, lead.unit))
    elif order and order[0].id not in result.tasks:
        moved = next((task.cells for task in tasks if task.unit == order[0].id), ())
        if moved != lead.cells:
            stuck = place.board.labels[lead.cells[len(moved)]] if len(moved) < len(lead.cells) else "?"
            result.violations.append(
                Violation("9.32", f"{order[0].id} at the head of the column cannot get to {stuck} this turn", lead.unit)
            )
        elif lead.choice == EXIT and not any(task.unit == order[0].id and task.choice for task in tasks):
            why = f"{order[0].id} at the head of the column has no point left to leave the map"
            result.violations.append(Violation("17.3-7", why, lead.unit))
    for task in tasks:
        result.tasks[task.unit] = task
        result.formation.add(task.unit)
    return way


def allowance_of(unit: Unit, kind: str) -> int:
    """The Movement Points of a task: halved in reverse (9.6c), one point of an overrun set aside (9.41)."""
    points = arms(unit.type).ma
    return points // 2 if kind == "MVR" else points


def dues_of(place: Ground, unit: Unit, task: Task, entry_due: int) -> tuple[int, ...]:
    """The Movement Point at which each hex of a plot is entered; a value of 0 marks an impossible step (C-03)."""
    return _dues(place, unit, task.kind, task.cells, task.choice, entry_due)


def _dues(
    place: Ground, unit: Unit, kind: str, cells: tuple[Cell, ...], choice: str, entry_due: int
) -> tuple[int, ...]:
    """The same for what a task says: its fields are read only once, which compiled code does not do for nothing."""
    weapon = arms(unit.type)
    table = place.infantry_costs if weapon.infantry else place.vehicle_costs
    board, here = place.board, unit.cell
    toward, size = board.toward, board.size
    target = len(cells) - 2 if kind == "OV" else -1
    dues: list[int] = []
    spent = 0
    for at, cell in enumerate(cells):
        if at == 0 and unit.status == WAITING:
            cost = entry_due
        else:
            way = toward[cell - here + size]
            cost = table[here][way] if way != NOWHERE else IMPOSSIBLE
            if cost == WHOLE:
                cost = weapon.ma
        if at == target and cost != IMPOSSIBLE:
            # 9.41; T-15: what cannot be entered at all is not opened by paying for the overrun.
            cost += overrun.COST
        spent += cost
        dues.append(0 if cost == IMPOSSIBLE else spent)
        here = cell
    if choice == EXIT:
        dues.append(spent + EXIT_COST)
    return tuple(dues)


def _check_task(
    state: TankState, place: Ground, scenario: Scenario, side: str, name: str, task: Task, due_at: dict[str, int],
    result: Plan,
) -> None:  # fmt: skip
    """Adds what is wrong with one task by itself."""
    kind: str
    cells: tuple[Cell, ...]
    facing: int
    choice: str
    _, kind, cells, facing, choice, _ = _PARTS(task)
    units = state.units
    index = index_in(units, name)
    unit = units[index] if index >= 0 else None
    if unit is None or unit.side != side:
        result.refuse(name, "6.0-proc-1", f"there is no unit {name} on your side")
    elif unit.status != ON_MAP and unit.status != WAITING:
        result.refuse(name, "6.0-proc-1", f"it is {unit.status}")
    elif kind not in KINDS:
        result.refuse(name, "5.0-gen-1", f"{kind!r} is not a task; tasks are {', '.join(KINDS)}")
    elif unit.status == WAITING and kind != "MV":
        result.refuse(name, "17.3-2", "a unit off the map can only enter (MV)")
    elif kind == "MV" or kind == "MVR" or kind == "OV":
        _check_move(state, place, scenario, side, unit, kind, cells, choice, due_at, result)
    elif kind == "FC":
        if arms(unit.type).infantry:
            result.refuse(name, "7.0-gen-1", "infantry has no facing")
        elif cells or choice or facing >= 0:
            result.refuse(name, "7.12b", "the new facing is chosen in the Final Facing Segment")
    else:
        _check_fire(state, place, scenario, side, unit, kind, cells, choice, result)
        result.shots.append((unit, task))


def _check_move(
    state: TankState, place: Ground, scenario: Scenario, side: str, unit: Unit, kind: str, cells: tuple[Cell, ...],
    choice: str, due_at: dict[str, int], result: Plan,
) -> None:  # fmt: skip
    """Adds what is wrong with a movement plot (9.3, 9.4, 9.6, 10.11, 10.13, 17.3).

    9.6b: a plot is MV or MVR as a whole, so forward and reverse movement never mix.
    """
    weapon = arms(unit.type)
    labels = place.board.labels
    name = unit.id
    if weapon.gun:
        return result.refuse(name, "9.34b", "AT guns cannot move")
    if weapon.infantry and kind != "MV":
        return result.refuse(name, "9.4a" if kind == "OV" else "9.6a", "only vehicles can do that")
    if result.tied and name not in result.formation and (
        unit.status == WAITING or unit.cell in state.columns[side].trail
    ):  # fmt: skip
        return result.refuse(name, "17.3-6", "the force is bound to its column until it is fired on: order the column")
    if choice not in ("", EXIT):
        return result.refuse(name, "6.0-proc-3", f"{choice!r} means nothing here")
    if not cells and choice != EXIT:
        return result.refuse(name, "6.0-proc-3", "a move needs its hexes")
    entry_due = 0
    if unit.status == WAITING:
        if cells[:1] != (state.columns[side].entry,):
            entry = labels[state.columns[side].entry]
            return result.refuse(name, "17.3-1", f"every unit comes on at the entry hex {entry}")
        entry_due = due_at.get(name, 0)
        if not entry_due:
            return result.refuse(name, "17.3-2", "its turn to enter does not come this turn")
    if choice == EXIT:
        last = cells[-1] if cells else unit.cell
        if last not in exit_cells(state, place, scenario, side):
            return result.refuse(name, _EXIT_RULE[scenario.situation], "it may not leave the map there now")
    if weapon.infantry and len(cells) > 1:
        return result.refuse(name, "10.11", "infantry moves one hex in a turn")
    if kind == "MVR" and len(cells) > REVERSE_HEXES:
        return result.refuse(name, "9.6c", f"a vehicle reverses {REVERSE_HEXES} hexes at most")
    dues = _dues(place, unit, kind, cells, choice, entry_due)
    if 0 in dues:
        bad = cells[dues.index(0)]
        return result.refuse(name, "9.32", f"it cannot enter {labels[bad]} from there")
    allowance = allowance_of(unit, kind)
    if dues[-1] > allowance:
        return result.refuse(name, "9.0-gen-3", f"the plot takes {dues[-1]} Movement Points, it has {allowance}")
    if kind == "OV":
        why = _overrun_fault(state, place, side, unit, cells, choice)
        if why:
            return result.refuse(name, *why)
    result.dues[name] = dues
    return None


_EXIT_RULE = {"meeting": "17.11-5", "rearguard": "17.13-7", "antitank": "17.12-8", "introductory": "16.0-1"}


def _overrun_fault(
    state: TankState, place: Ground, side: str, unit: Unit, path: tuple[Cell, ...], choice: str
) -> tuple[str, str] | None:
    """Why an overrun plot is impossible: too short (9.4c), not straight through (9.4b), onto a known vehicle (9.45)."""
    cells = ((unit.cell,) if unit.status == ON_MAP else ()) + path
    if len(cells) < 3 or choice == EXIT:
        return "9.4c", "an overrun enters the target hex and ends in the hex beyond"
    if place.board.direction(cells[-3], cells[-2]) != place.board.direction(cells[-2], cells[-1]):
        return "9.4b", "the target hex must be left by the side opposite to the one entered"
    target = cells[-2]
    for enemy in state.units:
        if enemy.cell != target or enemy.side == side or enemy.status != ON_MAP:
            continue
        if enemy.spotted and not enemy.hidden and not arms(enemy.type).soft:
            return "9.45", f"{enemy.id} is a vehicle and cannot be overrun"
    return None


def _check_fire(
    state: TankState, place: Ground, scenario: Scenario, side: str, unit: Unit, kind: str, cells: tuple[Cell, ...],
    choice: str, result: Plan,
) -> None:  # fmt: skip
    """Adds what is wrong with a fire plot: arc, range and line, and for Direct Fire the target.

    Cases 8.0-proc-df-1, 8.0-proc-of-1, 8.4, 8.31a, 8.82; 7.21, 7.0-gen-2, 7.23a, 7.23b. 8.8d: infantry fire too. 8.57a:
    an enemy may stand in the hex covered by Opportunity Fire.
    """
    weapon = arms(unit.type)
    labels = place.board.labels
    name = unit.id
    if kind == "OF" and scenario.situation == "rearguard" and side == "bravo" and state.turn == 1:
        return result.refuse(name, "17.13-3", "no Opportunity Fire on the first turn")
    if choice == ADJACENT:
        if kind != "OF" or not weapon.infantry or cells:
            return result.refuse(
                name, "8.84a", "only infantry on Opportunity Fire can cover its six neighbours, and nothing else then"
            )
        return None
    if len(cells) != 1 or choice:
        return result.refuse(name, "6.0-proc-2", "a fire task names one target hex")
    target = cells[0]
    if target == unit.cell:
        return result.refuse(name, "8.0-proc-df-1", "it stands in that hex itself")
    if not weapon.all_round and not place.in_arc(unit.cell, unit.facing, target):
        return result.refuse(name, "7.21", f"{labels[target]} is outside its field of fire")
    reach = weapon.reach(setup_of(scenario, side).panic)
    distance = place.board.distance(unit.cell, target)
    if distance > reach:
        rule = "8.82" if reach == INFANTRY_REACH else "8.31a"
        return result.refuse(name, rule, f"{labels[target]} is {distance} hexes away, its fire reaches {reach}")
    if not place.sight.clear(unit.cell, target):
        block = place.block(unit.cell, target)
        assert block is not None
        rule, what = place.reason(block)
        where = "-".join(place.block_labels(block))
        return result.refuse(name, rule, f"the line to {labels[target]} is blocked by {what} at {where}")
    if kind == "DF":
        there = [enemy for enemy in visible_enemies(state, side) if enemy.cell == target]
        if not there:
            return result.refuse(name, "5.0-df", f"there is no enemy counter in {labels[target]}")
        if not any(may_hurt(unit, enemy) for enemy in there):
            return result.refuse(name, "8.9b", f"it has no fire that can hurt what is in {labels[target]}")
    return None


def may_hurt(unit: Unit, enemy: Unit) -> bool:
    """Whether, for all the unit's player knows, it has fire against an enemy counter (8.9b, T-46)."""
    return not enemy.spotted or can_attack(unit, enemy)


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


def _check_together(state: TankState, place: Ground, side: str, result: Plan) -> None:
    """Adds what is wrong with the tasks of several units taken together: lines of fire, and where they end."""
    friends: list[Unit] = []
    movers: list[tuple[Unit, tuple[Cell, ...]]] = []
    staying: list[Unit] = []
    ends: list[Cell] = []
    known, firing = result.dues, bool(result.shots)
    for unit in state.units:
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
        _check_lines(place, friends, movers, result)
    if len(set(ends)) < len(ends):
        _check_stacking(place, staying, ends, result)


def _check_lines(place: Ground, friends: list[Unit], movers: list[tuple[Unit, tuple[Cell, ...]]], result: Plan) -> None:
    """Adds a violation for every line of fire over a friend or a friend's path.

    Cases 8.41a, 8.57c, 8.0-proc-of-2: over friends that stand there, even if they will leave; 8.41b: such a plot is
    refused, so no turn is wasted on it. 8.43a, 9.37a: over hexes they are plotted to enter. 8.41c, 8.43b: AT guns fire
    AP over infantry. 8.42: enemies never mask. T-23: a friend beside a line along a hexside does not mask it.
    """
    for firer, task in result.shots:
        aimed = task.cells
        if not aimed:
            near = place.board.neighbours[firer.cell]
            if any(cell in near for _, cells in movers for cell in cells):
                why = "a friend is plotted to enter one of the six hexes it covers"
                result.refuse(firer.id, "8.43a", why)
            continue
        lane = place.lane(firer.cell, aimed[0])
        for friend in friends:
            if lane.has(friend.cell) and not fires_over(firer, friend):
                rule = "8.41a" if task.kind == "DF" else "8.57c"
                result.refuse(firer.id, rule, f"{friend.id} is in the line of fire")
                break
        for friend, cells in movers:
            if touches(place, lane, friend.cell, cells) and not fires_over(firer, friend):
                result.refuse(firer.id, "8.43a", f"{friend.id} is plotted to cross the line of fire")
                break


def _check_stacking(place: Ground, staying: list[Unit], ends: list[Cell], result: Plan) -> None:
    """Adds a violation where units would end the turn stacked beyond the limits (9.34a, 11.0-gen-1, 11.0-gen-2)."""
    stacks: dict[Cell, list[Unit]] = {}
    for cell, unit in zip(ends, staying, strict=True):
        stacks.setdefault(cell, []).append(unit)
    for cell, units in stacks.items():
        if not fits(unit.type for unit in units):
            blamed = [unit for unit in units if unit.id in result.dues]
            if not blamed:
                continue  # overstacked already: nothing this plot could mend
            others = ", ".join(unit.id for unit in units if unit is not blamed[-1])
            why = f"it would end in {place.board.labels[cell]} together with {others}"
            result.refuse(blamed[-1].id, "11.0", why)
