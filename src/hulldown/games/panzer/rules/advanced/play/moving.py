"""The Movement Step: vehicles, leg and towed units, each action a chance for overwatch (6.6.2 to 6.6.9). Room E."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.pieces import NOBODY
from hulldown.games.panzer.rules.advanced.play import (
    control,
    cover,
    crawling,
    entering,
    floors,
    following,
    halts,
    loading,
    offers,
    quickmarching,
    searching,
    works,
)
from hulldown.games.panzer.rules.advanced.play.assault import overruns
from hulldown.games.panzer.rules.advanced.play.facts import cell_of, detail_of, passengers
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of, indoors, prepare
from hulldown.games.panzer.rules.advanced.play.indirect import attacks
from hulldown.games.panzer.rules.advanced.play.manners import (
    CRAWLING,
    DISMOUNTING,
    LOADED,
    MOUNTING,
    QUICKMARCH,
    SEARCHING,
    SERVED,
)
from hulldown.games.panzer.rules.advanced.play.march import (
    CRAWL,
    DOWN,
    FIND,
    IN,
    IN_FROM,
    LOOK,
    OUT,
    QUIT,
    READY,
    UP,
    March,
    plan,
)
from hulldown.games.panzer.rules.advanced.play.obstacles import behind, opened, surroundings
from hulldown.games.panzer.rules.advanced.play.positions import abandon, go_back, occupy
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.advanced.verbs import marches
from hulldown.games.panzer.rules.driving import ENTER, OTHER, Drive
from hulldown.games.panzer.rules.driving import STAY as STAYING
from hulldown.games.panzer.rules.movement import STAY_ALL, carry_out
from hulldown.games.panzer.rules.overwatch import REACT
from hulldown.games.panzer.rules.resuming import any_left, begun
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import (
    CARRIED,
    EXITED,
    ON_MAP,
    SPOT_MOVE,
    WAITING,
    Mover,
    PanzerState,
    index_of,
)
from hulldown.games.panzer.rules.verbs import kinds
from hulldown.games.panzer.rules.verbs.base import STAND

MANNERS: Final = {marches.CRAWL: CRAWLING, marches.QUICK: QUICKMARCH, marches.SEARCH: SEARCHING}


def to_move(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The units of a side that must still carry out a Move or Short Halt, or may load and unload (N2).

    Those whose group has begun to move come before all others (J5).

    Cases 4.5a, 6.2.1.1.4-moving, 6.6.7.1.1-vehicle-a.
    """
    if state.mover is not None:
        return [state.mover.unit]
    bound = following.bound(state, scene, side)
    return bound or [*must_move(state, scene, side), *offers.may_load(state, scene, side)]


def must_move(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The units that must carry out a Move or Short Halt (4.5a, 4.5d); passengers go with their carriers (6.6.7b)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and not unit.moved
        and unit.command in scene.moving
        and (unit.status == ON_MAP or (unit.status == WAITING and detail_of(unit).carrier == NOBODY))
    ]


def staying(state: PanzerState, scene: Scene, side: str) -> list[Task]:
    """The orders by which all of them stay: those bound by their group first, then the others.

    Cases 4.5.1a, 6.2.1.1.4-moving, 6.6.7.1.1-vehicle-a.
    """
    first = to_move(state, scene, side)
    rest = [] if state.mover is not None else [*must_move(state, scene, side), *offers.may_load(state, scene, side)]
    indices = [*first, *[index for index in rest if index not in first]]
    return [Task(state.units[index].id, kinds.STAY) for index in indices]


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """How each unit that must move may do so, and which carriers may load."""
    return offers.legal(state, scene, decision, to_move(state, scene, decision.side))


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with orders to move, each judged as if the units before it had not moved yet (4.5.1.1a).

    Cases 6.2.1.1.4-moving, 6.6.7.1.1-mounting-c.
    """
    side = decision.side
    able = {task.unit for task in staying(state, scene, side)}
    if not order.tasks:
        if order.choice == STAY_ALL:
            return following.stay_faults(state, scene, to_move(state, scene, side))
        return [Violation("4.2.1d", "it must carry out its command", name) for name in sorted(able)]
    wrong: list[Violation] = []
    if order.choice:
        wrong.append(Violation("4.5.1a", "order units to move, or let all stay, not both"))
    seen: set[str] = set()
    for task in order.tasks:
        if task.unit not in able or task.unit in seen:
            why = "it must finish its move before others" if state.mover is not None else "it has no move to make now"
            wrong.append(Violation("4.5.1.1a", why, task.unit))
            continue
        seen.add(task.unit)
        fault = plan(state, scene, task).fault
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    clashes = [*loading.clashes(state, scene, order.tasks), *overruns.clashes(state, scene, order.tasks)]
    return wrong or clashes or following.faults(state, scene, side, order.tasks)


def begin(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Takes the next order of the queue: a unit starts or resumes its move; an order that fits no more goes back.

    Cases 6.6.7.1.1-vehicle-a, 6.2.1.1.4-moving, 6.6.10k.
    """
    task = state.queue.pop(0)
    index = index_of(state, task.unit)
    unit = state.units[index]
    idle = unit.command not in scene.moving
    if idle and scene.rules.family(task.kind) == STAND:
        detail_of(unit).manner = SERVED
        return
    march = March(state, scene, task)
    found = plan(state, scene, task)
    fault = found.fault or following.last_fault(state, scene, index, task, state.queue)
    if fault is not None:
        state.queue = []
        doing.emit("void", fault[0], (unit.side,), unit=task.unit, why=fault[1])
        return
    if state.mover is None:
        state.mover = Mover(index, march.account().copy(), found.actions, unit.cell, unit.facing, unit.cell)
        if not idle:
            _execute(state, scene, index, task, doing)
    else:
        _settle_down(state)
        # Stopping where it is after having been fired on is no new action.
        state.mover.plan = [] if found.actions == [STAYING] else found.actions
        state.mover.shaken = False
        if not state.mover.plan:
            doing.emit("stops", "4.5.1a", (), unit=unit.id, hex=scene.board.labels[unit.cell])
    if march.fought:
        _set_out(state, scene, [task, *state.queue], doing)
    if unit.status == WAITING and found.actions == [STAYING]:
        state.mover.plan = []


def _set_out(state: PanzerState, scene: Scene, tasks: list[Task], doing: Doing) -> None:
    """Announces overruns; before a vehicle moves straight into the hex of its target the enemy may fire (6.6.10k)."""
    overruns.announce(state, scene, tasks, doing)
    mover = state.mover
    assert mover is not None
    straight = len(mover.plan) > 1 and halts.OVERRUNNING <= mover.plan[1] < halts.STORMING
    if straight and not mover.progress.steps:
        mover.plan.insert(0, READY)


def _execute(state: PanzerState, scene: Scene, index: int, task: Task, doing: Doing) -> None:
    """A command to move is carried out: shown, and the unit marked, unless it crawls (4.5f, 4.5g, 6.6.4.3d).

    6.6.9g: a searched position is lost by it, even if the unit stays (N9).
    """
    unit = state.units[index]
    detail = detail_of(unit)
    control.show(state, index, "4.5f", doing)
    detail.manner = MANNERS.get(task.kind, "")
    if detail.hull_facing >= 0:
        cover.leave_hull_down(unit)
    if unit.status == ON_MAP and task.kind != marches.CRAWL:
        mark(unit, SPOT_MOVE)
        detail.small = False


def advance(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """Carries out the mover's next action; True when the other side may react to it (G5).

    6.6.6a: whoever comes into a new hex by it, passengers that dismount too, is attacked by the barrages there.
    """
    mover = state.mover
    assert mover is not None
    before = {index: cell_of(state, index) for index in (mover.unit, *passengers(state, mover.unit))}
    reacts = _next(state, scene, doing)
    sound = _condition(state, mover.unit)
    for index, cell in before.items():
        if state.units[index].status == ON_MAP and state.units[index].cell != cell:
            attacks.enter(state, scene, index, doing)
    if _condition(state, mover.unit) != sound:
        _shake(state, scene, mover)
    return reacts


def _condition(state: PanzerState, index: int) -> list[tuple[str, str, bool, bool]]:
    """How a mover and those aboard are: in play, suppressed, damaged, with a Track hit."""
    members = [state.units[one] for one in (index, *passengers(state, index))]
    return [(unit.status, detail_of(unit).suppressed, unit.damaged, detail_of(unit).track) for unit in members]


def _shake(state: PanzerState, scene: Scene, mover: Mover) -> None:
    """A barrage has harmed the mover or who is aboard: the rest of its move is ordered anew (6.6.6a, 6.6.2a; G7, R43).

    The orders after it wait no longer. An overrun is still made by who has come into the hex of its target.
    """
    if overruns.comes_next(mover):
        mover.plan = mover.plan[:1]
        return
    mover.shaken = mover.shaken or may_go_on(state, scene)
    mover.plan, state.queue = [], []
    if not mover.shaken and state.units[mover.unit].status == ON_MAP:
        mover.plan = aligning(state, scene)


def _next(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """The next action of a move."""
    mover = state.mover
    assert mover is not None
    if mover.plan[0] < halts.LOADING:
        _settle_down(state)
    action = mover.plan.pop(0)
    if halts.OVERRUNNING <= action < halts.STORMING:
        return overruns.act(state, scene, action, doing)
    here = state.units[mover.unit].cell
    reacts = _act(state, scene, action, doing)
    # 6.6.10k: nobody fires into the hex of an overrun before the vehicle has left it; who dismounts there is seen.
    turns = action < halts.LOADING and state.units[mover.unit].cell == here and overruns.still_there(state, mover)
    return reacts and not overruns.comes_next(mover) and not turns


def _act(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """An action of the mover other than an overrun (6.6.7.1.1-vehicle-d, 6.6.4.1g, 6.6.9b)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    if action == STAYING:
        facing = "ABCDEF"[unit.facing]
        doing.emit("stays", "4.5.1.1.8a", (), unit=unit.id, hex=scene.board.labels[unit.cell], facing=facing, cost=0)
        return True
    if action >= halts.LOADING:
        return loading.act(state, scene, action, doing)
    if OTHER <= action < ENTER:
        return _special(state, scene, action, doing)
    return _go(state, scene, action, doing)


def _special(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """An action that is neither driving nor loading (6.6.4.1g, 6.6.9b, 6.6.9c, 6.6.3a, 6.6.4.3a, 6.6.10k)."""
    if action == READY:
        return True
    if action in (UP, DOWN):
        return floors.change(state, scene, action, doing)
    if action == LOOK:
        return searching.look(state, scene, doing)
    if action >= FIND:
        return searching.find(state, scene, action, doing)
    if action in (QUIT, OUT, IN) or IN_FROM <= action < IN_FROM + 6:
        return entering.act(state, scene, action, doing)
    assert CRAWL <= action < CRAWL + 6
    return crawling.crawl(state, scene, action, doing)


def _go(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """Drives or walks on; passengers go along, also onto the map and off it, and over any ground (6.6.4.1e).

    Cases 6.6.7b, 6.1.4.3.11b, 6.1.4.3.6c, 6.6.9h, 6.6.4.3a.
    """
    mover = state.mover
    assert mover is not None
    index = mover.unit
    unit = state.units[index]
    here, status = unit.cell, unit.status
    gait = gait_of(state, scene, index)
    prepare(scene.ground, gait.traction)
    around = surroundings(state, scene, index)
    if overruns.comes_next(mover):
        around = opened(around, {state.units[mover.plan[0] - halts.OVERRUNNING].cell})
    drive = Drive(scene.ground, gait.traction, around, mover.progress, here, unit.facing, gait.afoot)
    drive.indoors = indoors(state, scene.ground, index)
    reacts = carry_out(state, scene, drive, action, doing)
    if detail_of(unit).manner == QUICKMARCH:
        quickmarching.climb(state, scene, here)
    if unit.status == EXITED:
        for passenger in passengers(state, index):
            state.units[passenger].status = EXITED
    elif status == WAITING and unit.status == ON_MAP:
        _board(state, index)
    if unit.cell != here or unit.status != status:
        abandon(state, index)
        if unit.status == ON_MAP:
            works.trample(state, scene, index, doing)
    else:
        detail_of(unit).full_cover = False
    return reacts


def _board(state: PanzerState, carrier: int) -> None:
    """Passengers that waited with their carrier are on the map with it (6.6.7b)."""
    for unit in state.units:
        if unit.status == WAITING and detail_of(unit).carrier == carrier:
            unit.status = CARRIED


def may_go_on(state: PanzerState, scene: Scene) -> bool:
    """Whether a mover that was fired on has anything to do but stay, itself or those aboard (4.5.1.1b; G7)."""
    mover = state.mover
    if mover is None or not begun(mover) or state.units[mover.unit].status != ON_MAP:
        return False
    march = March(state, scene, Task(state.units[mover.unit].id, kinds.STAY))
    options = offers.options_of(state, scene, mover.unit)
    return any_left(march, options, advanced_tables(scene.scenario.map))


def aligning(state: PanzerState, scene: Scene) -> list[int]:
    """The turn by which a mover that can do nothing more ends its move at path or road rate (4.5.1.1.5c)."""
    assert state.mover is not None
    return March(state, scene, Task(state.units[state.mover.unit].id, kinds.STAY)).aligning()


def _settle_down(state: PanzerState) -> None:
    """Who dismounted or mounted in another hex, or before a reaction, is no occasion for overwatch any more (6.1.3h).

    All that load and unload in one hex are exposed together: the enemy reacts when the last one is up or down (G5).
    """
    for unit in state.units:
        detail = detail_of(unit)
        if detail.manner in (DISMOUNTING, MOUNTING):
            detail.manner = ""


def exposed(state: PanzerState, scene: Scene, side: str, step: str, found: list[int]) -> list[int]:
    """The enemies that overwatch of a side may answer, given those by the Basic Game (G5; N2).

    In movement also who has just dismounted, and a carrier without a command to move only at whom somebody has just
    mounted: that unit has carried out its Move, and nobody fires at passengers alone (6.6.7.1.1a, 6.5.4.2.3a).

    Cases 4.5c, 6.1.3h, 6.6.7.1.1-vehicle-a.
    """
    if step != REACT or state.mover is None:
        return found
    mover = state.mover.unit
    idle = state.units[mover].command not in scene.moving
    still = idle and mover not in state.chain and not loading.just_up(state, mover)
    kept = [index for index in found if not (still and index == mover)]
    down = [
        index
        for index in loading.still_down(state)
        if state.units[index].side != side and index not in state.engaged and index not in kept
    ]
    return sorted([*kept, *down])


def finish(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Ends the mover's move: back out of an enemy's hex, the roll of a quickmarch, a free position is taken.

    Cases 6.6.4.2f, 6.1.4.3.6c, 6.1.4.3.7d, 6.6.7.1.1-vehicle-a, 6.6.7b, 6.2.1.1.3-roads-a.
    """
    mover = state.mover
    assert mover is not None
    _settle_down(state)
    unit = state.units[mover.unit]
    state.mover = None
    if unit.command in scene.moving:
        unit.moved = True
    else:
        detail_of(unit).manner = LOADED
    if unit.status != ON_MAP:
        return
    around = surroundings(state, scene, mover.unit)
    if around.hostile(unit.cell):
        go_back(state, scene, mover.unit, behind(around, mover), doing)
    detail = detail_of(unit)
    if detail.column and not _kept_way(state, scene, mover):
        control.leave_column(state, mover.unit)
    if detail.manner == QUICKMARCH and mover.progress.steps and not detail.suppressed:
        quickmarching.determine(state, scene, mover.unit, doing)
    if mover.progress.steps:
        occupy(state, mover.unit, _backwards(scene, mover, unit.facing, unit.cell))


def _kept_way(state: PanzerState, scene: Scene, mover: Mover) -> bool:
    """Whether a vehicle has moved along a road or path at its rate, or has only stayed (6.2.1.1.3-roads-a)."""
    unit, progress = state.units[mover.unit], mover.progress
    if not progress.steps:
        return not progress.turned and detail_of(unit).manner != SEARCHING and not detail_of(unit).inside
    around = surroundings(state, scene, mover.unit)
    drive = Drive(scene.ground, gait_of(state, scene, mover.unit).traction, around, progress, unit.cell, unit.facing)
    return drive.by_route() and drive.aligned(_backwards(scene, mover, unit.facing, unit.cell))


def _backwards(scene: Scene, mover: Mover, facing: int, cell: int) -> bool:
    """Whether a unit has come into its hex rear first (6.1.4.3.7d)."""
    if mover.before < 0:
        return False
    return scene.board.direction(mover.before, cell) == (facing + 3) % 6
