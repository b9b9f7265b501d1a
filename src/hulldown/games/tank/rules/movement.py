"""The Movement Segment, Movement Point by Movement Point (9.0, 9.14), with everything that happens on the way.

Order within a point (T-09): entries due, contests, blocked entries, entering, positions revealed, spotting,
Opportunity Fire, overruns, then the option to stop early. 9.0-proc-2 asks for one unit at a time, 9.14 for
simultaneity; T-10: 9.14 governs.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules import opportunity, overrun
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import destroy, end_segment
from hulldown.games.tank.rules.ground import facing_of
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene
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
    EXITED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    WAITING,
    Mover,
    Run,
    TankState,
    Unit,
    index_of,
)


def begin(state: TankState, scene: Scene, doing: Doing, dues: dict[str, tuple[int, ...]]) -> None:
    """Sets up the segment: surviving units with a movement plot, and those on Opportunity Fire (4.1-b-4a, 9.2a).

    `dues` are the points at which each mover enters its hexes. 12.23a: a panic plot is executed like any other.
    """
    run = Run(0, [], [])
    units, tasks, verbs = state.units, state.tasks, scene.verbs
    busy = [i for i, unit in enumerate(units) if unit.id in tasks and unit.status in (ON_MAP, WAITING)]
    for index in open_order(state, busy):
        unit = units[index]
        task = tasks[unit.id]
        verbs[task.kind].begin(run, index, unit, task, dues.get(unit.id, ()))
    state.run = run
    new_segment(state.positions)


def next_point(state: TankState, scene: Scene, doing: Doing) -> tuple[bool, tuple[str, ...]]:
    """Plays the next Movement Point; whether one was left to play, and the sides that may now stop early.

    9.0-gen-4: units go on exactly as plotted until something of the above stops them.
    """
    run = state.run
    assert run is not None
    run.tick += 1
    if not _any_active(run.movers):
        return False, ()
    units, tick = state.units, run.tick
    overrun.hold_victims(state, scene)
    moving = 0
    for mover in run.movers:
        if mover.active and not mover.held:
            moving |= 1 << mover.unit
    tested = {watch.unit: units[watch.unit].tested for watch in run.watches}
    if tick == 1:
        opportunity.fire_at_starters(state, scene, doing)
        _drop_the_dead(state)
    due: list[Mover] = []
    for mover in run.movers:
        if mover.active and not mover.held and mover.due[mover.at] <= tick:
            due.append(mover)
    if not due:
        return True, _may_stop(state, scene, moving)
    entering = _admitted(state, scene, doing, due)
    # 14.2c: a position is revealed at once when its occupants move out.
    hiding = [mover.unit for mover in entering if units[mover.unit].hidden]
    shown = uncover(state, scene, doing, hidden_with(state, hiding), "14.2c") if hiding else []
    steps: list[tuple[Mover, Cell, Cell]] = []
    for mover in entering:
        unit = units[mover.unit]
        before = unit.cell
        _enter(state, scene, doing, mover, unit, tick)
        steps.append((mover, before, unit.cell))
    if scene.hooks.entering:
        _suffer(state, scene, doing, steps)
    if shown:
        look(state, scene, doing, list(range(len(units))), shown)
    _watch_the_map(state, scene, doing, steps)
    if run.watches:
        opportunity.fire_at_entries(state, scene, doing, steps, tested)
    overrun.crush(state, scene, doing, steps)
    _drop_the_dead(state)
    return True, _may_stop(state, scene, moving)


def _suffer(state: TankState, scene: Scene, doing: Doing, steps: list[tuple[Mover, Cell, Cell]]) -> None:
    """Lets modules act on the units that have just come into a hex."""
    for mover, _, cell in steps:
        for hook in scene.hooks.entering:
            unit = state.units[mover.unit]
            if unit.status == ON_MAP and unit.cell == cell:
                hook(state, scene, doing, mover.unit)


def _any_active(movers: list[Mover]) -> bool:
    for mover in movers:  # noqa: SIM110 - asked at every Movement Point
        if mover.active:
            return True
    return False


def _admitted(state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> list[Mover]:
    """Those of the movers that enter their next hex, whoever leaves the map first."""
    return _unblocked(state, scene, doing, _contests(state, scene, doing, _leavers_first(due)))


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
    state: TankState, scene: Scene, doing: Doing, mover: Mover, rule: str, why: str, disputed: bool = True
) -> None:
    """Ends a unit's movement in its present hex. T-76: where one cannot enter the map, the column behind it waits.

    What it was plotted to do is told to the enemy only where both wanted the same hex (4.2a).
    """
    mover.active = False
    unit = state.units[mover.unit]
    if unit.status == ON_MAP:
        _face_as_travelled(state, scene, mover)
        label = scene.board.labels[unit.cell]
        if disputed:
            tell(doing, unit, "stopped", rule, {"unit": unit.id, "hex": label, "why": why})
        else:
            doing.emit("stopped", rule, (unit.side,), unit=unit.id, hex=label, why=why)
        return
    assert state.run is not None
    for other in state.run.movers:
        if state.units[other.unit].side == unit.side and state.units[other.unit].status == WAITING:
            other.active = False


def _face_as_travelled(state: TankState, scene: Scene, mover: Mover) -> None:
    """Faces a stopped vehicle away from the hexside it came in by; one that never left as at the start (9.2c, T-22)."""
    unit = state.units[mover.unit]
    if not arms(unit.type).drives or not mover.path:
        return
    before, here = (mover.trail[0], mover.path[0]) if len(mover.trail) == 1 else mover.trail[-2:]
    travel = scene.board.direction(before, here) if before != OFF_MAP else -1
    if travel >= 0:
        unit.facing = facing_of(travel, mover.kind in scene.reverses)


def _contests(state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> list[Mover]:
    """The movers whose entry is not disputed: opponents entering one hex or crossing one hexside both stop.

    Cases 9.0-proc-4, 4.1-b-4b; T-11: all who enter a disputed hex stop. 12.23b, T-14: a panicked unit gives way.
    """
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
            label = scene.board.labels[goal]
            rule = "9.0-proc-4" if disputed else "12.23b"
            _stop(state, scene, doing, mover, rule, f"disputed hex {label}")
    crossing = [
        (state.units[m.unit].side, state.units[m.unit].cell, m.path[m.at], m)
        for m in due
        if not _exits_now(m) and m.unit not in stopped
    ]
    sides = {(here, ahead): side for side, here, ahead, _ in crossing}
    for side, here, ahead, mover in crossing:
        if sides.get((ahead, here), side) != side:
            stopped.add(mover.unit)
            _stop(state, scene, doing, mover, "9.0-proc-4", "disputed hexside")
    return [mover for mover in due if mover.active]


def _unblocked(state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> list[Mover]:
    """The movers that find no enemy in their next hex (9.34c, 9.35); found by repetition, as one stop may cause others.

    T-12: a hex that an enemy leaves at the same point may be entered.
    """
    left = list(due)
    while True:
        leaving = 0
        for mover in left:
            leaving |= 1 << mover.unit
        blocked = [mover for mover in left if _blocked(state, scene, mover, leaving)]
        if not blocked:
            return left
        for mover in blocked:
            rule = "9.45" if mover.kind in scene.overruns and mover.at == len(mover.path) - 2 else "9.35"
            _stop(state, scene, doing, mover, rule, "the way is barred", disputed=False)
        left = [mover for mover in left if mover.active]


def _blocked(state: TankState, scene: Scene, mover: Mover, leaving: int) -> bool:
    """Whether a mover cannot enter its next hex while the units in the set `leaving` leave theirs (9.35)."""
    at, path = mover.at, mover.path
    if at == len(path):
        return False
    units, goal = state.units, path[at]
    side = units[mover.unit].side
    foes: list[Unit] = []
    for index, unit in enumerate(units):
        if unit.cell == goal and unit.side != side and unit.status == ON_MAP and not leaving >> index & 1:
            foes.append(unit)
    for hook in scene.hooks.bars:
        if hook(state, scene, units[mover.unit], units[mover.unit].cell, goal) is not None:
            return True
    if mover.kind in scene.overruns and at == len(path) - 2:
        return not overrun.possible(state, mover, foes, leaving)
    return bool(foes)


def _enter(state: TankState, scene: Scene, doing: Doing, mover: Mover, unit: Unit, tick: int) -> None:
    """Moves a unit into its next hex, facing on towards the one after it (7.13, 9.2b, 9.2c; reverse: 9.6a, T-17)."""
    if _exits_now(mover):
        mover.active = False
        tell(doing, unit, "exited", "17.3-7", {"unit": unit.id, "hex": scene.board.labels[unit.cell]})
        unit.status, unit.cell = EXITED, OFF_MAP
        return
    board, path, at = scene.board, mover.path, mover.at
    goal = path[at]
    entered = unit.status == WAITING
    ahead, last = (path[at + 1], goal) if at + 1 < len(path) else (goal, unit.cell)
    travel = board.direction(last, ahead) if last != OFF_MAP else -1
    unit.cell = goal
    mover.at = at + 1
    mover.arrived = mover.due[at]
    mover.trail += (goal,)
    if travel >= 0 and arms(unit.type).drives:
        unit.facing = facing_of(travel, mover.kind in scene.reverses)
    if entered:
        unit.status = ON_MAP
        place_counter(state, unit)
    data: dict[str, Scalar] = {"unit": unit.id, "hex": board.labels[goal], "point": tick}
    if entered:
        tell(doing, unit, "entered", "17.3-2", data)
    else:
        tell(doing, unit, "moved", "9.2", data)
    if at + 1 == len(path) and not mover.exits:
        mover.active = False


def _watch_the_map(state: TankState, scene: Scene, doing: Doing, steps: list[tuple[Mover, Cell, Cell]]) -> None:
    """Lets units look along new lines of sight: positions approached, then the movers (13.23b, 13.0-proc-3, 14.2a)."""
    units = state.units
    moved = [step[0].unit for step in steps if units[step[0].unit].status == ON_MAP]
    if any(unit.hidden for unit in units):
        for index in moved:
            reveal_by_approach(state, scene, doing, units[index].cell, units[index].side)
    everybody = list(range(len(units)))
    look(state, scene, doing, everybody, moved)
    look(state, scene, doing, moved, everybody)


def _may_stop(state: TankState, scene: Scene, moving: int) -> tuple[str, ...]:
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
    still = {state.units[m.unit].side for m in run.movers if m.active and not overrun.committed(scene, m)}
    return tuple(side for side in SIDES if side in finders and side in still)


def stop_all(state: TankState, scene: Scene, doing: Doing, side: str) -> None:
    """Ends the movement of a whole force at this point (9.36b; T-20: an overrun under way is finished)."""
    run = state.run
    assert run is not None
    doing.emit("stop_all", "9.36", (), side=side)
    for mover in run.movers:
        if mover.active and state.units[mover.unit].side == side and not overrun.committed(scene, mover):
            mover.active = False
            if state.units[mover.unit].status == ON_MAP:
                _face_as_travelled(state, scene, mover)


def finish(state: TankState, scene: Scene, doing: Doing) -> None:
    """Ends the segment: stacking, then delayed losses (8.58b) and watches that saw nothing (8.51)."""
    run = state.run
    assert run is not None
    units = state.units
    for mover in settle(state, scene, doing, run.movers):
        _face_as_travelled(state, scene, mover)
    for watch in run.watches:
        unit = units[watch.unit]
        if watch.armed and unit.status == ON_MAP and not unit.fired:
            doing.emit("no_target", "8.51", (unit.side,), unit=unit.id)
    for index, unit in enumerate(units):
        if unit.dying:
            destroy(state, scene, doing, index, "8.61c")
    for task in state.tasks.values():
        if scene.verbs[task.kind].moves:
            unit = units[index_of(state, task.unit)]
            # 4.1-b-5a, 7.12a, 9.5b, T-08: whoever had a movement task may turn, even if it never left its hex.
            unit.may_face = unit.status == ON_MAP and arms(unit.type).faces
    end_segment(state)
    state.run = None
