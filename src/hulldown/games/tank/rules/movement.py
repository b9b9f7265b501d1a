"""The Movement Segment, Movement Point by Movement Point (9.0, 9.14), with everything that happens on the way.

Order within a point (T-09): entries due, contests, blocked entries, entering, positions revealed, spotting,
Opportunity Fire, overruns, then the option to stop early. 9.0-proc-2 asks for one unit at a time, 9.14 for
simultaneity; T-10: 9.14 governs.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import astuple

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules import opportunity, overrun
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import destroy, end_segment
from hulldown.games.tank.rules.ground import Ground, facing_of
from hulldown.games.tank.rules.report import open_order, tell, tell_place
from hulldown.games.tank.rules.spotting import (
    hidden_with,
    look,
    new_segment,
    place_counter,
    reveal_by_approach,
    uncover,
)
from hulldown.games.tank.rules.stacking import settle
from hulldown.games.tank.rules.state import (
    ALPHA,
    EXIT,
    EXITED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    WAITING,
    Mover,
    Run,
    TankState,
    Unit,
    Watch,
    index_of,
)

_PARTS: Final = astuple
"""All fields of a struct at once: compiled code reads two of them one by one no quicker."""


def begin(state: TankState, ground: Ground, doing: Doing, dues: dict[str, tuple[int, ...]]) -> None:
    """Sets up the segment: surviving units with a movement plot, and those on Opportunity Fire (4.1-b-4a, 9.2a).

    `dues` are the points at which each mover enters its hexes. 12.23a: a panic plot is executed like any other.
    """
    movers, watches = [], []
    units, tasks = state.units, state.tasks
    kind: str
    cells: tuple[Cell, ...]
    choice: str
    busy = [i for i, unit in enumerate(units) if unit.id in tasks and unit.status in (ON_MAP, WAITING)]
    for index in open_order(state, busy):
        unit = units[index]
        _, kind, cells, _, choice, _ = _PARTS(tasks[unit.id])
        if kind == "OF":
            watches.append(Watch(index, cells[0] if cells else OFF_MAP))
        elif kind in ("MV", "MVR", "OV", "PANIC") and (cells or choice == EXIT):
            movers.append(Mover(index, kind, cells, dues[unit.id], choice == EXIT, trail=(unit.cell,)))
    state.run = Run(0, movers, watches)
    new_segment(state.positions)


def next_point(state: TankState, ground: Ground, scenario: Scenario, doing: Doing) -> tuple[bool, tuple[str, ...]]:
    """Plays the next Movement Point; whether one was left to play, and the sides that may now stop early.

    9.0-gen-4: units go on exactly as plotted until something of the above stops them.
    """
    run = state.run
    assert run is not None
    run.tick += 1
    if not _any_active(run.movers):
        return False, ()
    units, tick = state.units, run.tick
    overrun.hold_victims(state)
    moving = 0
    for mover in run.movers:
        if mover.active and not mover.held:
            moving |= 1 << mover.unit
    tested = {watch.unit: units[watch.unit].tested for watch in run.watches}
    if tick == 1:
        opportunity.fire_at_starters(state, ground, scenario, doing)
        _drop_the_dead(state)
    due: list[Mover] = []
    for mover in run.movers:
        if mover.active and not mover.held and mover.due[mover.at] <= tick:
            due.append(mover)
    if not due:
        return True, _may_stop(state, moving)
    entering = due if _undisturbed(units, due) else _admitted(state, ground, doing, due)
    # 14.2c: a position is revealed at once when its occupants move out.
    hiding = [mover.unit for mover in entering if units[mover.unit].hidden]
    shown = uncover(state, ground, doing, hidden_with(state, hiding), "14.2c") if hiding else []
    steps: list[tuple[Mover, Cell, Cell]] = []
    for mover in entering:
        unit = units[mover.unit]
        before = unit.cell
        _enter(state, ground, doing, mover, unit, tick)
        steps.append((mover, before, unit.cell))
    if shown:
        look(state, ground, doing, list(range(len(units))), shown)
    _watch_the_map(state, ground, doing, steps)
    if run.watches:
        opportunity.fire_at_entries(state, ground, scenario, doing, steps, tested)
    overrun.crush(state, ground, scenario, doing, steps)
    _drop_the_dead(state)
    return True, _may_stop(state, moving)


def _any_active(movers: list[Mover]) -> bool:
    for mover in movers:  # noqa: SIM110 - asked at every Movement Point
        if mover.active:
            return True
    return False


def _undisturbed(units: list[Unit], due: list[Mover]) -> bool:
    """Whether all of these simply go on: each into a hex of its own where nobody stands.

    Overruns and units that leave the map go the long way.
    """
    goals: set[Cell] = set()
    for mover in due:
        if mover.kind == "OV" or mover.at == len(mover.path):
            return False
        goals.add(mover.path[mover.at])
    if len(goals) < len(due):
        return False
    for unit in units:  # noqa: SIM110 - asked at every Movement Point
        if unit.cell in goals and unit.status == ON_MAP:
            return False
    return True


def _admitted(state: TankState, ground: Ground, doing: Doing, due: list[Mover]) -> list[Mover]:
    """Those of the movers that enter their next hex, whoever leaves the map first."""
    return _unblocked(state, ground, doing, _contests(state, ground, doing, _leavers_first(due)))


def _drop_the_dead(state: TankState) -> None:
    """Ends the plots of units destroyed on the way (8.55: they do not complete their moves)."""
    assert state.run is not None
    units = state.units
    for mover in state.run.movers:
        if mover.active:
            status = units[mover.unit].status
            mover.active = status in (ON_MAP, WAITING)


def _leavers_first(due: list[Mover]) -> list[Mover]:
    if not any(mover.exits for mover in due):
        return due
    return [m for m in due if _exits_now(m)] + [m for m in due if not _exits_now(m)]


def _exits_now(mover: Mover) -> bool:
    return mover.at == len(mover.path)


def _stop(
    state: TankState, ground: Ground, doing: Doing, mover: Mover, rule: str, why: str, disputed: bool = True
) -> None:
    """Ends a unit's movement in its present hex. T-76: where one cannot enter the map, the column behind it waits.

    What it was plotted to do is told to the enemy only where both wanted the same hex (4.2a).
    """
    mover.active = False
    unit = state.units[mover.unit]
    if unit.status == ON_MAP:
        _face_as_travelled(state, ground, mover)
        label = ground.board.labels[unit.cell]
        if disputed:
            tell(doing, unit, "stopped", rule, hex=label, why=why)
        else:
            doing.emit("stopped", rule, (unit.side,), unit=unit.id, hex=label, why=why)
        return
    assert state.run is not None
    for other in state.run.movers:
        if state.units[other.unit].side == unit.side and state.units[other.unit].status == WAITING:
            other.active = False


def _face_as_travelled(state: TankState, ground: Ground, mover: Mover) -> None:
    """Faces a stopped vehicle away from the hexside it came in by; one that never left as at the start (9.2c, T-22)."""
    unit = state.units[mover.unit]
    if not arms(unit.type).vehicle or not mover.path:
        return
    before, here = (mover.trail[0], mover.path[0]) if len(mover.trail) == 1 else mover.trail[-2:]
    travel = ground.board.direction(before, here) if before != OFF_MAP else -1
    if travel >= 0:
        unit.facing = facing_of(mover.kind, travel)


def _contests(state: TankState, ground: Ground, doing: Doing, due: list[Mover]) -> list[Mover]:
    """The movers whose entry is not disputed: opponents entering one hex or crossing one hexside both stop.

    Cases 9.0-proc-4, 4.1-b-4b; T-11: all who enter a disputed hex stop. 12.23b, T-14: a panicked unit gives way.
    """
    if not _quarrel(state.units, due):
        return due
    goals: dict[Cell, list[Mover]] = {}
    for mover in due:
        if not _exits_now(mover):
            goals.setdefault(mover.path[mover.at], []).append(mover)
    stopped: set[int] = set()
    for goal, rivals in goals.items():
        if len({state.units[m.unit].side for m in rivals}) < 2:
            continue
        steady = [m for m in rivals if not state.units[m.unit].panicked]
        yielding = [m for m in rivals if state.units[m.unit].panicked]
        disputed = len({state.units[m.unit].side for m in steady}) > 1 or not steady
        for mover in rivals if disputed else yielding:
            stopped.add(mover.unit)
            label = ground.board.labels[goal]
            rule = "9.0-proc-4" if disputed else "12.23b"
            _stop(state, ground, doing, mover, rule, f"disputed hex {label}")
    crossing = [
        (state.units[m.unit].side, state.units[m.unit].cell, m.path[m.at], m)
        for m in due
        if not _exits_now(m) and m.unit not in stopped
    ]
    sides = {(here, ahead): side for side, here, ahead, _ in crossing}
    for side, here, ahead, mover in crossing:
        if sides.get((ahead, here), side) != side:
            stopped.add(mover.unit)
            _stop(state, ground, doing, mover, "9.0-proc-4", "disputed hexside")
    return [mover for mover in due if mover.active]


def _quarrel(units: list[Unit], due: list[Mover]) -> bool:
    """Whether two opponents are about to enter one hex or to change places."""
    for mover in due:
        unit = units[mover.unit]
        if unit.side != ALPHA or mover.at == len(mover.path):
            continue
        goal = mover.path[mover.at]
        for other in due:
            foe = units[other.unit]
            if foe.side == ALPHA or other.at == len(other.path):
                continue
            wanted = other.path[other.at]
            if wanted == goal or (wanted == unit.cell and foe.cell == goal):
                return True
    return False


def _unblocked(state: TankState, ground: Ground, doing: Doing, due: list[Mover]) -> list[Mover]:
    """The movers that find no enemy in their next hex (9.34c, 9.35); found by repetition, as one stop may cause others.

    T-12: a hex that an enemy leaves at the same point may be entered.
    """
    left = list(due)
    while True:
        leaving = 0
        for mover in left:
            leaving |= 1 << mover.unit
        blocked = [mover for mover in left if _blocked(state, mover, leaving)]
        if not blocked:
            return left
        for mover in blocked:
            rule = "9.45" if mover.kind == "OV" and mover.at == len(mover.path) - 2 else "9.35"
            _stop(state, ground, doing, mover, rule, "the way is barred", disputed=False)
        left = [mover for mover in left if mover.active]


def _blocked(state: TankState, mover: Mover, leaving: int) -> bool:
    """Whether a mover cannot enter its next hex while the units in the set `leaving` leave theirs."""
    at, path = mover.at, mover.path
    if at == len(path):
        return False
    units, goal = state.units, path[at]
    side = units[mover.unit].side
    foes: list[Unit] = []
    for index, unit in enumerate(units):
        if unit.cell == goal and unit.side != side and unit.status == ON_MAP and not leaving >> index & 1:
            foes.append(unit)
    if mover.kind == "OV" and at == len(path) - 2:
        return not overrun.possible(state, mover, foes, leaving)
    return bool(foes)


def _enter(state: TankState, ground: Ground, doing: Doing, mover: Mover, unit: Unit, tick: int) -> None:
    """Moves a unit into its next hex, facing on towards the one after it (7.13, 9.2b, 9.2c; reverse: 9.6a, T-17)."""
    if _exits_now(mover):
        mover.active = False
        tell(doing, unit, "exited", "17.3-7", hex=ground.board.labels[unit.cell])
        unit.status, unit.cell = EXITED, OFF_MAP
        return
    board, path, at = ground.board, mover.path, mover.at
    goal = path[at]
    entered = unit.status == WAITING
    ahead, last = (path[at + 1], goal) if at + 1 < len(path) else (goal, unit.cell)
    travel = board.direction(last, ahead) if last != OFF_MAP else -1
    unit.cell = goal
    mover.at = at + 1
    mover.arrived = mover.due[at]
    mover.trail += (goal,)
    if travel >= 0 and arms(unit.type).vehicle:
        unit.facing = facing_of(mover.kind, travel)
    if entered:
        unit.status = ON_MAP
        place_counter(state, unit)
        tell_place(doing, unit, "entered", "17.3-2", board.labels[goal], tick)
    else:
        tell_place(doing, unit, "moved", "9.2", board.labels[goal], tick)
    if at + 1 == len(path) and not mover.exits:
        mover.active = False


def _watch_the_map(state: TankState, ground: Ground, doing: Doing, steps: list[tuple[Mover, Cell, Cell]]) -> None:
    """Lets units look along new lines of sight: positions approached, then the movers (13.23b, 13.0-proc-3, 14.2a)."""
    units = state.units
    moved = [step[0].unit for step in steps if units[step[0].unit].status == ON_MAP]
    if any(unit.hidden for unit in units):
        for index in moved:
            reveal_by_approach(state, ground, doing, units[index].cell, units[index].side)
    everybody = list(range(len(units)))
    look(state, ground, doing, everybody, moved)
    look(state, ground, doing, moved, everybody)


def _may_stop(state: TankState, moving: int) -> tuple[str, ...]:
    """The sides that may end all their movement now: one of their `moving` units (a set) has just spotted an enemy.

    Cases 9.36a, 9.36c; T-06: Alpha decides first. T-19: the finder must itself be moving. It does not matter whether
    the enemy came into view, was approached in its position or gave itself away by firing.
    """
    run = state.run
    assert run is not None
    if not run.finders:
        return ()
    finders = {state.units[index].side for index in run.finders if moving >> index & 1}
    run.finders.clear()
    still = {state.units[m.unit].side for m in run.movers if m.active and not overrun.committed(state, m)}
    return tuple(side for side in SIDES if side in finders and side in still)


def stop_all(state: TankState, ground: Ground, doing: Doing, side: str) -> None:
    """Ends the movement of a whole force at this point (9.36b; T-20: an overrun under way is finished)."""
    run = state.run
    assert run is not None
    doing.emit("stop_all", "9.36", (), side=side)
    for mover in run.movers:
        if mover.active and state.units[mover.unit].side == side and not overrun.committed(state, mover):
            mover.active = False
            if state.units[mover.unit].status == ON_MAP:
                _face_as_travelled(state, ground, mover)


def finish(state: TankState, ground: Ground, scenario: Scenario, doing: Doing) -> None:
    """Ends the segment: stacking, then delayed losses (8.58b) and watches that saw nothing (8.51)."""
    run = state.run
    assert run is not None
    units = state.units
    for mover in settle(state, ground, doing, run.movers):
        _face_as_travelled(state, ground, mover)
    for watch in run.watches:
        unit = units[watch.unit]
        if watch.armed and unit.status == ON_MAP and not unit.fired:
            doing.emit("no_target", "8.51", (unit.side,), unit=unit.id)
    for index, unit in enumerate(units):
        if unit.dying:
            destroy(state, ground, scenario, doing, index, "8.61c")
    for mover in run.movers:
        unit = units[mover.unit]
        # 4.1-b-5a, 7.12a, 9.5b, T-08: whoever had a movement task may turn, even if it never left its hex.
        unit.may_face = unit.status == ON_MAP and not arms(unit.type).infantry
    for task in state.tasks.values():
        if task.kind == "PANIC":
            unit = units[index_of(state, task.unit)]
            unit.may_face = unit.status == ON_MAP and not arms(unit.type).infantry
    end_segment(state)
    state.run = None
