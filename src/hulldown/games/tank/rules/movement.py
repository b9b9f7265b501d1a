"""The Movement Segment, Movement Point by Movement Point (9.0, 9.14), with everything that happens on the way.

Order within a point (T-09): entries due, contests, blocked entries, entering, positions revealed, spotting,
Opportunity Fire, overruns, then the option to stop early. 9.0-proc-2 asks for one unit at a time, 9.14 for
simultaneity; T-10: 9.14 governs.
"""

from __future__ import annotations

from typing import Final, final

from msgspec import UNSET

from hulldown.core.board import LETTERS, Cell
from hulldown.core.events import Scalar
from hulldown.core.marching import (
    Gate,
    any_active,
    crossing,
    disputed,
    drop_the_dead,
    due_at,
    exits_now,
    leavers_first,
    meetings,
    unblocked,
)
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules import opportunity, overrun
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, bring_along, is_present
from hulldown.games.tank.rules.column import column_of
from hulldown.games.tank.rules.combat import destroy, end_segment
from hulldown.games.tank.rules.ground import facing_of
from hulldown.games.tank.rules.panic import DIE, DIRECTIONS, panic_path
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import Point
from hulldown.games.tank.rules.spotting import (
    any_hidden,
    hidden_with,
    look,
    look_both_ways,
    new_segment,
    place_counter,
    reveal_by_approach,
    uncover,
)
from hulldown.games.tank.rules.stacking import settle
from hulldown.games.tank.rules.state import (
    ALPHA,
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
from hulldown.games.tank.rules.verbs.panic import BOLT

_PRESENT: Final = (ON_MAP, WAITING, CARRIED)
"""Who may have something to do in the Movement Segment; of those carried only some who fire (27.82)."""


def begin(state: TankState, scene: Scene, doing: Doing, dues: dict[str, tuple[int, ...]]) -> None:
    """Sets up the segment: surviving units with a movement plot, and those on Opportunity Fire (4.1-b-4a, 9.2a).

    `dues` are the points at which each mover enters its hexes. 12.23a: a panic plot is executed like any other.
    """
    run = Run(0, [], [])
    units, tasks, verbs = state.units, state.tasks, scene.verbs
    busy = [i for i, unit in enumerate(units) if unit.id in tasks and unit.status in _PRESENT]
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
    withholding = scene.situation.withholding
    point = withholding.taken_up(state) if withholding is not None else None
    if point is None:
        if withholding is not None and withholding.stops_first(state, scene):
            return True, ()
        point = _enter_hexes(state, scene, doing)
        if point is None:
            return False, ()
        if withholding is not None and withholding.pauses(state, scene, point):
            return True, ()
    return True, _under_fire(state, scene, doing, point)


def _enter_hexes(state: TankState, scene: Scene, doing: Doing) -> Point | None:
    """The next Movement Point up to where Opportunity Fire is triggered; None if nobody moves any more."""
    run = state.run
    assert run is not None
    run.tick += 1
    if not any_active(run.movers):
        return None
    units, tick = state.units, run.tick
    overrun.hold_victims(state, scene)
    moving = 0
    for mover in run.movers:
        if mover.active and not mover.held:
            moving |= 1 << mover.unit
    tested = {watch.unit: units[watch.unit].tested for watch in run.watches}
    if tick == 1:
        opportunity.fire_at_starters(state, scene, doing)
        drop_the_dead(units, run.movers)
    due = due_at(run.movers, tick)
    if not due:
        return Point(moving, tested, [], [])
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
    # T-60: what falls on an overrunner in its target hex comes too late for those whom it runs over there.
    charges = overrun.charging(scene, steps)
    if scene.hooks.entering or scene.hooks.shelling:
        _suffer(state, scene, doing, steps)
    if shown:
        look(state, scene, doing, list(range(len(units))), shown)
    _watch_the_map(state, scene, doing, steps)
    return Point(moving, tested, steps, charges)


def _under_fire(state: TankState, scene: Scene, doing: Doing, point: Point) -> tuple[str, ...]:
    """Carries out the fire and the overruns of a point; the sides that may now stop early.

    25.4c: modules then look who has strayed.
    """
    run = state.run
    assert run is not None
    if point.steps:
        if run.watches:
            opportunity.fire_at_entries(state, scene, doing, point.steps, point.tested)
        overrun.crush(state, scene, doing, point.charges)
        drop_the_dead(state.units, run.movers)
    _note_point(state, scene, doing)
    return _may_stop(state, scene, doing, point.moving)


def _note_point(state: TankState, scene: Scene, doing: Doing) -> None:
    """Lets modules look at the map when a point has been played."""
    for hook in scene.hooks.points:
        hook(state, scene, doing)


def _suffer(state: TankState, scene: Scene, doing: Doing, steps: list[tuple[Mover, Cell, Cell]]) -> None:
    """Lets modules act on the units that have just come into a hex."""
    for mover, _, cell in steps:
        if state.units[mover.unit].cell == cell:
            suffer(state, scene, doing, mover.unit)


def suffer(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Lets modules act on a unit that has just come into a hex, in whatever segment (X-50)."""
    unit = state.units[index]
    cell = unit.cell
    for hook in (*scene.hooks.entering, *scene.hooks.shelling):
        if unit.status == ON_MAP and unit.cell == cell:
            hook(state, scene, doing, index)


def bolt_on(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Makes a unit panic on its way, or behind it: its plot ends here (28.34-p1, 28.34-p2, X-37).

    A vehicle goes on in a rolled direction, for the points rolled less those spent before; with none left it stops.
    Who walks has spent all he had.
    """
    run, unit = state.run, state.units[index]
    mover = next((one for one in run.movers if one.unit == index), None) if run is not None else None
    unit.panicked = True
    unit.may_face = False
    state.tasks.pop(unit.id, None)
    if run is None or mover is None or not arms(unit.type).drives:
        doing.emit("panicked", "28.34-p1", (unit.side,), unit=unit.id, task="")
        return
    direction = doing.dice.roll(DIE, f"panic direction of {unit.id}") - 1
    points = doing.dice.roll(DIE, f"panic points of {unit.id}")
    costs = scene.costs(arms(unit.type).table)
    # the one step of a vehicle that mounts or dismounts has cost what its hex costs.
    gone = unit.points if mover.kind in scene.loads else run.tick
    path, spent = panic_path(scene.ground, unit, direction, points, costs, gone)
    task = state.tasks[unit.id] = Task(unit.id, BOLT.kind, path)
    dues = BOLT.dues(scene, unit, task, 0)
    mover.kind, mover.exits, mover.active = BOLT.kind, False, bool(path)
    mover.path = mover.path[: mover.at] + path
    mover.due = mover.due[: mover.at] + tuple(run.tick + due for due in dues)
    unit.moving, unit.points = True, gone + spent
    if path:
        unit.facing = direction
    else:
        _face_as_travelled(state, scene, mover)
    doing.emit("panic_move", "28.34-p2", (unit.side,), unit=unit.id, direction=LETTERS[direction], points=points,
               path=scene.board.label_path(path), provenance=DIRECTIONS)  # fmt: skip


def _admitted(state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> list[Mover]:
    """Those of the movers that enter their next hex, whoever leaves the map first."""
    due = _contests(state, scene, doing, leavers_first(due))
    return unblocked(due, _Gate(state, scene, doing, due))


def _stop(
    state: TankState, scene: Scene, doing: Doing, mover: Mover, rule: str, why: str, open_to_both: bool = True
) -> None:
    """Ends a unit's movement in its present hex. T-76: where one cannot enter the map, the column behind it waits.

    What it was plotted to do is told to the enemy only where both wanted the same hex (4.2a).
    """
    mover.active = False
    unit = state.units[mover.unit]
    if unit.status == ON_MAP:
        _face_as_travelled(state, scene, mover)
        label = scene.board.labels[unit.cell]
        if open_to_both:
            tell(doing, unit, "stopped", rule, {"unit": unit.id, "hex": label, "why": why})
        else:
            doing.emit("stopped", rule, (unit.side,), unit=unit.id, hex=label, why=why)
        return
    assert state.run is not None
    key = column_of(state, unit)
    for other in state.run.movers:
        behind = state.units[other.unit]
        if behind.side == unit.side and behind.status == WAITING and column_of(state, behind) == key:
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
    met = meetings(state.units, due, ALPHA)
    if not met:
        return due
    for goal, rivals in disputed(due, met):
        if scene.loads:
            rivals = _without_trucks(state, scene, doing, rivals, goal)
        steady = [mover for mover in rivals if not state.units[mover.unit].panicked]
        open_to_none = len({state.units[mover.unit].side for mover in steady}) > 1 or not steady
        if len({state.units[mover.unit].side for mover in rivals}) < 2:
            continue  # the trucks of the other side have given way
        for mover in rivals:
            if open_to_none or state.units[mover.unit].panicked:
                rule = "9.0-proc-4" if open_to_none else "12.23b"
                _stop(state, scene, doing, mover, rule, f"disputed hex {scene.board.labels[goal]}")
    for mover in crossing(due, met):
        _stop(state, scene, doing, mover, "9.0-proc-4", "disputed hexside")
    return [mover for mover in due if mover.active]


def _without_trucks(state: TankState, scene: Scene, doing: Doing, rivals: list[Mover], goal: Cell) -> list[Mover]:
    """Those who still want a hex when trucks have given way to enemy AFVs and APCs, which go on (27.75).

    X-31: trucks and infantry dispute a hex like anybody else. 12.23b comes first: who panics gives way to a truck.
    """
    armour = {
        state.units[mover.unit].side
        for mover in rivals
        if not arms(state.units[mover.unit].type).soft and not state.units[mover.unit].panicked
    }
    left: list[Mover] = []
    for mover in rivals:
        unit = state.units[mover.unit]
        if arms(unit.type).truck and armour - {unit.side}:
            _stop(state, scene, doing, mover, "27.75", f"disputed hex {scene.board.labels[goal]}")
        else:
            left.append(mover)
    return left


@final
class _Gate(Gate):
    """The hexes that movers come to: barred where an enemy is (9.34c, 9.35).

    T-12: a hex that an enemy leaves at the same point may be entered.
    """

    def __init__(self, state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> None:
        self.state = state
        self.scene = scene
        self.doing = doing
        goals: set[Cell] = set()
        for mover in due:
            if mover.at < len(mover.path):
                goals.add(mover.path[mover.at])
        self.there: dict[Cell, list[int]] = {}
        """The units in the hexes that anybody is about to enter."""
        for index, unit in enumerate(state.units):
            if unit.cell in goals and unit.status == ON_MAP:
                self.there.setdefault(unit.cell, []).append(index)

    def blocked(self, mover: Mover, leaving: int) -> bool:
        at, path = mover.at, mover.path
        if at == len(path):
            return False
        state, scene = self.state, self.scene
        units, goal = state.units, path[at]
        foes: list[Unit] = []
        if goal in self.there:
            side = units[mover.unit].side
            for index in self.there[goal]:
                if units[index].side != side and not leaving >> index & 1:
                    foes.append(units[index])
        for hook in scene.hooks.bars:
            if hook(state, scene, units[mover.unit], units[mover.unit].cell, goal) is not None:
                return True
        if mover.kind in scene.overruns and at == len(path) - 2:
            return not overrun.possible(state, mover, foes, leaving)
        return bool(foes)

    def stop(self, mover: Mover) -> None:
        rule = "9.45" if mover.kind in self.scene.overruns and mover.at == len(mover.path) - 2 else "9.35"
        _stop(self.state, self.scene, self.doing, mover, rule, "the way is barred", open_to_both=False)


def _enter(state: TankState, scene: Scene, doing: Doing, mover: Mover, unit: Unit, tick: int) -> None:
    """Moves a unit into its next hex, facing on towards the one after it (7.13, 9.2b, 9.2c; reverse: 9.6a, T-17)."""
    if exits_now(mover):
        mover.active = False
        label = scene.board.labels[unit.cell]
        tell(doing, unit, "exited", "17.3-7", {"unit": unit.id, "hex": label})
        unit.status, unit.cell = EXITED, OFF_MAP
        passenger = bring_along(state, unit) if unit.more is not UNSET else None
        if passenger is not None:
            tell(doing, passenger, "exited", "27.0-proc-3", {"unit": passenger.id, "hex": label})
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
    if unit.more is not UNSET:
        bring_along(state, unit)
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
    if any_hidden(units):
        for index in moved:
            reveal_by_approach(state, scene, doing, units[index].cell, units[index].side)
    look_both_ways(state, scene, doing, moved)


def _may_stop(state: TankState, scene: Scene, doing: Doing, moving: int) -> tuple[str, ...]:
    """The sides that may end all their movement now: by 9.36, or as the situation has it (34.1-6, 34.2-6)."""
    found = _finders(state, scene, moving)
    stoppers = scene.situation.stoppers
    return found if stoppers is None else stoppers(state, scene, doing, found)


def may_go_on(state: TankState, scene: Scene) -> tuple[str, ...]:
    """The sides with units still moving that could be stopped."""
    run = state.run
    assert run is not None
    still = {state.units[m.unit].side for m in run.movers if m.active and not overrun.committed(scene, m)}
    return tuple(side for side in SIDES if side in still)


def _finders(state: TankState, scene: Scene, moving: int) -> tuple[str, ...]:
    """The sides that may stop because one of their `moving` units (a set) has just spotted an enemy.

    Cases 9.36a, 9.36c; T-06: Alpha decides first. T-19: the finder must itself be moving. It does not matter whether
    the enemy came into view, was approached in its position or gave itself away by firing.
    """
    run = state.run
    assert run is not None
    if not run.finders:
        return ()
    finders = {state.units[index].side for index in run.finders if moving >> index & 1}
    run.finders.clear()
    return tuple(side for side in may_go_on(state, scene) if side in finders)


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
    if not scene.loads:
        report_watches(state, doing)
    for index, unit in enumerate(units):
        if unit.dying:
            destroy(state, scene, doing, index, "8.61c")
    for task in state.tasks.values():
        if scene.verbs[task.kind].moves:
            unit = units[index_of(state, task.unit)]
            # 4.1-b-5a, 7.12a, 9.5b, T-08: whoever had a movement task may turn, even if it never left its hex.
            unit.may_face = unit.status == ON_MAP and arms(unit.type).faces
    end_segment(state)
    if scene.loads:
        run.movers = []  # whoever is on watch waits through the Mounting and Dismounting Segment
    else:
        state.run = None


def report_watches(state: TankState, doing: Doing) -> None:
    """Tells of the units that have watched for nothing (8.51)."""
    run = state.run
    assert run is not None
    for watch in run.watches:
        unit = state.units[watch.unit]
        if watch.armed and is_present(state, unit) and not unit.fired:
            doing.emit("no_target", "8.51", (unit.side,), unit=unit.id)
