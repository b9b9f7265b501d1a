"""The Movement Execution Phase, half a Movement Point at a time, with everything that happens on the way (6.0).

Order within a tick (after T-09): entries due, disputed hexes, barred entries, entering; then H fire and Opportunity
Fire at those who have entered, overruns, and at last zones of control. Where a player has something to decide, the tick
stops at that stage and goes on when it is decided. 6.0-gen-5, K-02: the clock decides, not the number of hexes.
5.0-gen-2: everybody moves at the same time and as plotted, whatever the enemy does. 7.0-gen-2: friends are no hindrance
on the way. 9.0-proc-ov-1: overruns are part of this phase.
"""

from __future__ import annotations

from typing import Final

from hulldown.core import marching
from hulldown.core.crowding import settle
from hulldown.core.marching import exits_now
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules import contests, opportunity, overrun
from hulldown.games.kampfpanzer.rules.combat import affected, fire_lots, in_pattern, shell, undecided
from hulldown.games.kampfpanzer.rules.march import march, points
from hulldown.games.kampfpanzer.rules.opportunity import Step
from hulldown.games.kampfpanzer.rules.results import apply_all, clear_wrecks
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.stacking import Room, bring_cargo
from hulldown.games.kampfpanzer.rules.state import (
    EXIT,
    EXITED,
    OFF_MAP,
    ON_MAP,
    WAITING,
    KampfState,
    Mover,
    Run,
    Watch,
    with_cargo,
)
from hulldown.games.kampfpanzer.rules.transport import embark_and_turn
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING
from hulldown.games.kampfpanzer.rules.zones import controlled, controls

GOING: Final = 0
FIRING: Final = 1
STORMING: Final = 2
"""The stages of a tick: units enter, fire is made, overruns and zones follow."""


def begin(state: KampfState, scene: Scene, doing: Doing) -> None:
    """Sets up the phase: units that can still move, and those on Opportunity Fire (4.1-e, 6.0-gen-1, 9.0-proc-of-1)."""
    run = Run(0, [], [])
    for index, unit in enumerate(state.units):
        task = state.tasks.get(unit.id)
        if task is None or unit.status not in (ON_MAP, WAITING) or unit.level:
            continue
        verb = scene.verbs[task.kind]
        if verb.watches:
            run.watches.append(Watch(index, task.cells[0]))
        if not verb.moves or unit.pinned:
            continue
        if overrun.held(state, unit):
            doing.emit("held", "9.67", (), unit=unit.id, side=unit.side, hex=scene.board.labels[unit.cell])
            continue
        leaves = task.choice == EXIT
        # 9.6a: where nobody is left to be overrun, the unit only moves as plotted, and all that stops movers stops it.
        storms = verb.overruns and overrun.enemies_in(state, task.cells[-2], unit.side)
        way = march(state, scene, unit, task.cells, leaves, verb.overruns)
        if way.path or leaves:
            kind = task.kind if storms or not verb.overruns else MOVING.kind
            run.movers.append(Mover(index, kind, way.path, way.due, leaves, trail=(unit.cell,)))
    run.storms = overrun.storms_of(state, scene, run.movers)
    state.run = run


def play_on(state: KampfState, scene: Scene, doing: Doing) -> str:
    """Plays to the next decision or the end: "combine", "counter", or "" when the phase is over."""
    run = state.run
    assert run is not None
    while True:
        if run.stage == GOING:
            if not marching.any_active(run.movers):
                return ""
            _tick(state, scene, doing, run)
            run.stage = FIRING
        if run.stage == FIRING:
            if undecided(state):
                return "combine"
            fire_lots(state, scene, doing)
            marching.drop_the_dead(state.units, run.movers)
            run.stage = STORMING
        while True:
            storm = overrun.ready(state, scene)
            if storm is None:
                break
            if overrun.must_choose(state, storm):
                return "counter"
            overrun.resolve(state, scene, doing, storm, {})
        marching.drop_the_dead(state.units, run.movers)
        _meet(state, scene, doing, run)
        run.entered = ()
        # K-43: a zone may have stopped the last of those that an overrun was waiting for.
        if overrun.ready(state, scene) is None:
            run.stage = GOING


def _tick(state: KampfState, scene: Scene, doing: Doing, run: Run) -> None:
    """Lets all units whose time has come enter their next hex, and lets fire fall on them."""
    run.tick = min(mover.due[mover.at] for mover in run.movers if mover.active)
    run.entered = ()
    due = marching.leavers_first(marching.due_at(run.movers, run.tick))
    contests.settle_contests(state, scene, doing, due)
    left = [mover for mover in due if mover.active]
    steps: list[Step] = []
    for mover in marching.unblocked(left, contests.Way(state, scene, doing)):
        step = _enter(state, scene, doing, mover, run.tick)
        if step is not None:
            steps.append(step)
    run.entered = tuple(index for index, _, _ in steps)
    for index, _, cell in steps:
        _under_fire(state, scene, doing, index, cell)
    opportunity.triggered(state, scene, [step for step in steps if state.units[step[0]].status == ON_MAP])


def _enter(state: KampfState, scene: Scene, doing: Doing, mover: Mover, tick: int) -> Step | None:
    """Moves a unit, with what it carries, into its next hex, or off the map (6.1, 14.0g, 14.0h)."""
    unit = state.units[mover.unit]
    if exits_now(mover):
        mover.active = False
        doing.emit("exited", "14.0g", (), unit=unit.id, side=unit.side, hex=scene.board.labels[unit.cell])
        for index in with_cargo(state, mover.unit):
            state.units[index].status, state.units[index].cell = EXITED, OFF_MAP
        return None
    before, goal = unit.cell, mover.path[mover.at]
    entered = unit.status == WAITING
    unit.cell, unit.status = goal, ON_MAP
    bring_cargo(state, unit)
    mover.at += 1
    mover.arrived = tick
    mover.trail += (goal,)
    kind, rule = ("entered", "14.0c") if entered else ("moved", "6.1")
    known = {"type": unit.type} if entered else {}
    doing.emit(kind, rule, (), unit=unit.id, side=unit.side, hex=scene.board.labels[goal], point=points(tick), **known)
    if mover.kind in scene.overruns and mover.at == len(mover.path) - 1:
        overrun.note_entry(state, scene, mover)
    if mover.at == len(mover.path) and not mover.exits:
        mover.active = False
    return mover.unit, before, goal


def _under_fire(state: KampfState, scene: Scene, doing: Doing, index: int, cell: int) -> None:
    """H fire at a unit that has come into a pattern, once for each hex of it that it enters (9.32a, 9.36, K-28)."""
    for impact in state.impacts:
        if not in_pattern(scene, impact, cell):
            continue
        for each in with_cargo(state, index):
            unit = state.units[each]
            if unit.status == ON_MAP and affected(state, unit, impact):
                shell(state, scene, doing, impact, each, moving=True)


def _meet(state: KampfState, scene: Scene, doing: Doing, run: Run) -> None:
    """Stops the units that have come into an enemy's zone of control at this tick (6.3a, 8.0-gen-2, 6.3c).

    6.3b: an enemy that is moving, too, stops as well. 8.1: overrunners do not mind the zones of their victims, nor any
    in the hex they overrun. 8.0-gen-3: who began next to an enemy may leave, though that one moves around it.
    """
    newly = {mover.unit: mover.trail[-2] for mover in run.movers if mover.unit in run.entered}
    stopped: list[tuple[Mover, str]] = []
    for mover in run.movers:
        unit = state.units[mover.unit]
        if not mover.active or unit.status != ON_MAP or overrun.inside(scene, mover):
            continue
        around, spared = scene.board.neighbours[unit.cell], overrun.spared(scene, mover)
        if mover.unit in newly:
            enemy = controlled(state, scene.board, unit.cell, unit.side, spared=spared)
            if enemy is not None:
                stopped.append((mover, enemy.id))
            continue
        for index, before in newly.items():
            other = state.units[index]
            if other.side == unit.side or other.cell not in around or other.cell == spared:
                continue
            if not (before >= 0 and before in around) and controls(state, other):
                stopped.append((mover, other.id))
                break
    for mover, name in stopped:
        both = "6.3a" if mover.unit in newly else "6.3b"
        contests.halt(state, scene, doing, mover, both, f"in the zone of control of {name}")


def finish(state: KampfState, scene: Scene, doing: Doing) -> None:
    """The end of the phase: room, results, loading and turning, then wrecks and markers (9.82a, 9.92, 12.15a).

    12.0-proc-1, 12.15b: whoever has been disrupted on the way neither embarks nor debarks.
    """
    run = state.run
    assert run is not None
    settle(state.units, run.movers, Room(state, scene, doing))
    for watch in run.watches:
        unit = state.units[watch.unit]
        if watch.armed and unit.status == ON_MAP:
            doing.emit("no_target", "9.21", (), unit=unit.id, side=unit.side)
    apply_all(state, scene, doing)
    embark_and_turn(state, scene, doing)
    clear_wrecks(state)
    state.impacts.clear()
    state.run = None
