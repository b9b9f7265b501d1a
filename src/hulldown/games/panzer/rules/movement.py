"""The Movement Phase: orders made into actions, and carried out one by one, each a chance for overwatch (4.5).

A vehicle's order is a path of hexes, driven ahead (MOVE), back (REVERSE) or both (MIXED with a pattern such as
"ffr"), with a facing at its end; TURN turns in place, STAY only shows the command; `exit` goes on over the edge of
the map. When a mover is fired on, its owner may order the rest of its move anew (ruling G7).
"""

from __future__ import annotations

from typing import Final, final

from hulldown.core.board import Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Group
from hulldown.games.panzer.rules.combat import show
from hulldown.games.panzer.rules.driving import (
    AHEAD,
    BACK,
    ENTER,
    LEAVE,
    OTHER,
    STAY,
    TURN,
    Drive,
    Fault,
    Surroundings,
    account_of,
    allowances,
)
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import (
    EXITED,
    OFF_MAP,
    ON_MAP,
    SPOT_MOVE,
    WAITING,
    Mover,
    PanzerState,
    Progress,
    Unit,
    index_of,
)
from hulldown.games.panzer.rules.verbs import kinds
from hulldown.games.panzer.rules.verbs.base import MOVEMENT

_TOLD_BY: Final = {
    "turned": "4.5.1.1.4b", "entered": "4.5.1.1.9c", "moved": "4.5.1.1.2a", "walked": "6.6.4.1d",
}  # fmt: skip
EXIT: Final = "exit"
STAY_ALL: Final = "stay"
"""All vehicles that have not moved stay where they are."""


@final
class Plan:
    """An order worked out: the actions it means, or why it is impossible."""

    __slots__ = ("actions", "fault")

    def __init__(self, actions: list[int], fault: Fault | None) -> None:
        self.actions = actions
        self.fault = fault


@mypyc_attr(allow_interpreted_subclasses=True)
class Planning:
    """A task to move, and all that decides what comes of it."""

    __slots__ = ("around", "halts", "index", "scene", "state", "task", "unit")

    def __init__(
        self, state: PanzerState, scene: Scene, task: Task, around: Surroundings | None = None
    ) -> None:  # fmt: skip
        self.state = state
        self.scene = scene
        self.task = task
        self.index = index_of(state, task.unit)
        self.unit: Unit = state.units[self.index]
        around = around or surroundings(state, self.unit.side)
        for hook in scene.hooks.closing:
            around = around.closed_to(hook(state, scene, self.unit))
        self.around = around
        self.halts = False
        """Whether it does something else on its way: then `halt` is asked in every hex."""

    def halt(self, drive: Drive, done: int, actions: list[int]) -> Fault | None:
        """Adds what is done on the way after `done` hexes of the task; tells why that is impossible."""
        return None

    def fights_in(self, cell: Cell) -> bool:
        """Whether it attacks an enemy in a hex by moving in, so that its move may end there."""
        return False

    def again(self, task: Task) -> Plan:
        """Another task of the same unit worked out."""
        return plan(self.state, self.scene, task, self.around)

    def driven(self, pattern: str, backs: bool = False) -> Plan:
        """The actions of driving through the hexes of the task."""
        return driven(self, pattern, backs)

    def stays(self) -> Plan:
        """The actions of remaining where it is (4.5.1.1.8a)."""
        return Plan(self.aligning() or [STAY], stop_fault(self))

    def aligning(self) -> list[int]:
        """The turn into its path or road that a move at its rate ends with, where it is broken off (4.5.1.1.5c)."""
        mover, drive = self.state.mover, self.drive()
        if mover is None or mover.unit != self.index or not mover.progress.steps or drive.afoot:
            return []
        actions: list[int] = []
        back = self.scene.board.direction(mover.before, drive.cell) == (drive.facing + 3) % 6
        fault = _finish(drive, Task(self.unit.id, kinds.STAY), back, actions)
        return actions if fault is None else []

    def traction(self) -> str:
        """The name of the tables by which it pays."""
        return cards()[self.unit.type].traction

    def account(self) -> Progress:
        """Its account: that of the move in progress, or a new one."""
        return progress_of(self.state, self.scene, self.index)

    def drive(self) -> Drive:
        """The vehicle where it stands, ready to drive."""
        unit = self.unit
        return Drive(self.scene.ground, self.traction(), self.around, self.account(), unit.cell, unit.facing)


def to_move(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The vehicles of a side that must still carry out a Move or Short Halt (4.5a, 4.5d, 4.2.1d)."""
    if state.mover is not None:
        return [state.mover.unit]
    return [
        index
        for index, unit in enumerate(state.units)
        if not unit.moved and unit.side == side and unit.command in scene.moving and unit.status in (ON_MAP, WAITING)
    ]


def surroundings(state: PanzerState, side: str) -> Surroundings:
    """What matters to the movers of a side of the things on the map."""
    return Surroundings(_smoke(state), {wreck.cell for wreck in state.wrecks}, state.units, side)


def _smoke(state: PanzerState) -> set[Cell]:
    """The hexes where smoke makes driving dearer: fresh smoke too."""
    return {wreck.cell for wreck in state.wrecks if wreck.brewed}


def progress_of(state: PanzerState, scene: Scene, index: int) -> Progress:
    """The account of a vehicle: that of the move in progress, or a new one."""
    if state.mover is not None and state.mover.unit == index:
        return state.mover.progress
    unit = state.units[index]
    rates = allowances(cards()[unit.type], unit.command in scene.halting, unit.damaged)
    for hook in scene.hooks.allowance:
        rates = hook(state, scene, unit, rates)
    return account_of(rates)


def entry_cells(ground: Ground, group: Group) -> tuple[Cell, ...]:
    """The hexes by which a group held off the map comes on (4.5.1.1.9c)."""
    board = ground.board
    return board.edges[group.edge] if group.edge else tuple(board.by_label[label] for label in group.hexes)


def entry_facing(ground: Ground, cell: Cell, wish: int) -> int:
    """The facing with which a vehicle comes onto the map: inward, and as near as possible to the one wished."""
    inward = [way for way in range(6) if ground.board.neighbours[cell][(way + 3) % 6] < 0] or list(range(6))
    if wish < 0:
        wish = inward[len(inward) // 2]
    return min(inward, key=lambda way: (min((way - wish) % 6, (wish - way) % 6), way))


def plan(state: PanzerState, scene: Scene, task: Task, around: Surroundings | None = None) -> Plan:
    """The actions that an order means, checked to the end against both accounts."""
    fault = malformed(scene, task)
    if fault is not None:
        return Plan([], fault)
    return scene.rules.verbs[task.kind].plan(Planning(state, scene, task, around))


def driven(planning: Planning, pattern: str, backs: bool = False) -> Plan:
    """The actions of driving through the hexes of a task, f ahead or r back; `backs`: it leaves the map rear first."""
    task, unit, ground = planning.task, planning.unit, planning.scene.ground
    drive = planning.drive()
    actions: list[int] = []
    fault: Fault | None = None
    cells, rear = task.cells, backs or pattern[-1:] == "r"
    done = 0
    if planning.halts:
        fault = planning.halt(drive, done, actions)
    if unit.status == WAITING:
        group = planning.scene.scenario.side(unit.side).groups[unit.group]
        if not cells or cells[0] not in entry_cells(ground, group):
            return Plan([], ("4.5.1.1.9c", "it must come on by one of its entry hexes, or stay off the map"))
        wish = ground.board.direction(cells[0], cells[1]) if len(cells) > 1 else task.facing
        actions.append(ENTER + 6 * cells[0] + entry_facing(ground, cells[0], wish))
        fault = drive.act(actions[-1])
        cells, pattern = cells[1:], pattern[1:]
        done = 1
    for cell, way in zip(cells, pattern, strict=True):
        if fault is None:
            fault = _towards(drive, cell, way == "r", actions)
        done += 1
        if fault is None and planning.halts:
            fault = planning.halt(drive, done, actions)
    if fault is None:
        fault = _finish(drive, task, pattern[-1:] == "r" or (backs and not task.cells), actions)
    # 4.5.1.1.8b: who turns to the facing it has already stays in its hex, and draws fire like all that stay (G5).
    return Plan(actions or [STAY], fault or _end_fault(planning, drive, rear))


def malformed(scene: Scene, task: Task) -> Fault | None:
    """What is wrong with an order to move as it is written."""
    board = scene.board
    verb = scene.verb(task.kind, MOVEMENT)
    if verb is None or (task.targets and not verb.names_units):
        return "4.5.1a", f"the order must be one of {', '.join(scene.names(MOVEMENT))}"
    if any(not 0 <= cell < board.size or not board.on_map[cell] for cell in task.cells):
        return "4.5.1.1.2a", "a hex is not on the map"
    if not -1 <= task.facing <= 5:
        return "3.3b", "a vehicle faces one of the six hexsides"
    words = task.choice.split()
    leaves = words[-1:] == [EXIT]
    return verb.misworded(task, words[:-1] if leaves else words, leaves)


def _towards(drive: Drive, cell: Cell, back: bool, actions: list[int]) -> Fault | None:
    """Adds the turn and the step into a neighbouring hex (4.5.1.1d, 3.3c, 3.3d)."""
    board = drive.ground.board
    direction = board.direction(drive.cell, cell)
    if direction < 0:
        return "3.5.1a", f"{board.labels[drive.cell]} and {board.labels[cell]} are not adjacent"
    return _turned(drive, direction, back, actions) or _acted(drive, (BACK if back else AHEAD) + direction, actions)


def _turned(drive: Drive, direction: int, back: bool, actions: list[int]) -> Fault | None:
    facing = (direction + 3) % 6 if back else direction
    if drive.afoot:
        return None
    return _acted(drive, TURN + facing, actions) if facing != drive.facing else None


def _acted(drive: Drive, action: int, actions: list[int]) -> Fault | None:
    actions.append(action)
    return drive.act(action)


def _finish(drive: Drive, task: Task, back: bool, actions: list[int]) -> Fault | None:
    """Adds what comes after the last hex: leaving the map, a turn, or the alignment with the route (I5)."""
    if task.choice.split()[-1:] == [EXIT]:
        return _leave_map(drive, task, back, actions)
    if task.facing >= 0:
        return _acted(drive, TURN + task.facing, actions) if task.facing != drive.facing else None
    if not drive.progress.open and drive.by_route() and not drive.aligned(back):
        heading = (drive.facing + 3) % 6 if back else drive.facing
        on = [way for way in range(6) if drive.leads(way)]
        direction = min(on, key=lambda way: (_apart(way, heading), way))
        return _turned(drive, direction, back, actions)
    return None


def _leave_map(drive: Drive, task: Task, back: bool, actions: list[int]) -> Fault | None:
    """Adds the way off the map, over the hexside that the task names or the nearest that is passable (4.5.1.1.9b)."""
    outward = [way for way in range(6) if drive.ground.board.neighbours[drive.cell][way] < 0]
    if not outward or (task.facing >= 0 and task.facing not in outward):
        return "4.5.1.1.9b", f"the map does not end at {drive.ground.board.labels[drive.cell]}"
    heading = (drive.facing + 3) % 6 if back else drive.facing
    best = min(outward, key=lambda way: (not _passable(drive, way, back), _apart(way, heading), way))
    direction = task.facing if task.facing >= 0 else best
    return _turned(drive, direction, back, actions) or _acted(drive, LEAVE + direction, actions)


def _passable(drive: Drive, way: int, back: bool) -> bool:
    """Whether a vehicle can leave the map in a direction with what it has left, across country or by route (I15)."""
    trial = Drive(drive.ground, drive.traction, drive.around, drive.progress, drive.cell, drive.facing, drive.afoot)
    trial.indoors = drive.indoors
    if _turned(trial, way, back, []) or _acted(trial, LEAVE + way, []):
        return False
    return trial.progress.open or trial.by_route()


def _apart(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def _end_fault(planning: Planning, drive: Drive, back: bool) -> Fault | None:
    """Why a move may not end like this: neither account holds (4.5.1.1.5d), or it ends on an enemy (4.5.1.1.10b)."""
    if not drive.left and drive.around.hostile(drive.cell) and not planning.fights_in(drive.cell):
        return "4.5.1.1.10b", f"it may pass but not end in {drive.ground.board.labels[drive.cell]}, where an enemy is"
    if drive.progress.open:
        return None
    if not drive.by_route():
        return drive.fault
    if not drive.left and not drive.aligned(back):
        return "4.5.1.1.5c", "at path or road speed it must face along the way at the end"
    return None


def stop_fault(planning: Planning) -> Fault | None:
    """Why a vehicle may not stop in its hex: an enemy is in it, and it can still drive on (4.5.1.1.10b; I13)."""
    cell = planning.unit.cell
    if not planning.around.hostile(cell) or way_on(planning) is None:
        return None
    where = planning.scene.board.labels[cell]
    return "4.5.1.1.10b", f"it may not stop in {where}, where an enemy is: it must drive on"


def way_on(planning: Planning) -> Task | None:
    """The shortest move out of an enemy's hex to one where it may end, ahead before back; None: it is stuck there.

    Only who cannot drive on is put back by ruling I13. To leave the map is its owner's choice, it is never a duty.
    """
    unit, around = planning.unit, planning.around
    neighbours = planning.scene.board.neighbours
    ways: list[tuple[tuple[Cell, ...], str]] = [((), "")]
    passed: set[tuple[Cell, int, str]] = set()
    for cells, pattern in ways:
        here = cells[-1] if cells else unit.cell
        for way, ahead in enumerate(neighbours[here]):
            if ahead < 0 or ahead == unit.cell:
                continue
            tasks = [kinds.drive_task(unit.id, (*cells, ahead), pattern + letter) for letter in "fr"]
            faults = [planning.again(task).fault for task in tasks]
            for task, fault in zip(tasks, faults, strict=True):
                if fault is None:
                    return task
            if around.hostile(ahead):
                # It may pass through here as well, by either gear; but not in circles.
                for letter, fault in zip("fr", faults, strict=True):
                    if fault is not None and fault[0] == "4.5.1.1.10b" and (ahead, way, letter) not in passed:
                        passed.add((ahead, way, letter))
                        ways.append(((*cells, ahead), pattern + letter))
    return None


def must_go_on(state: PanzerState, scene: Scene) -> Task | None:
    """A move that the vehicle now moving may be told instead of stopping, where it may not stop (4.5.1.1.10b)."""
    if state.mover is None:
        return None
    unit = state.units[state.mover.unit]
    if unit.status != ON_MAP or not surroundings(state, unit.side).hostile(unit.cell):
        return None
    return way_on(Planning(state, scene, Task(unit.id, kinds.STAY)))


def check_moves(state: PanzerState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with orders to move, each judged as if the vehicles before it had not moved yet (4.5.1.1a)."""
    able = {state.units[index].id for index in to_move(state, scene, side)}
    if not order.tasks:
        if order.choice == STAY_ALL:
            return _check_stay(state, scene, side)
        return [Violation("4.2.1d", "it must carry out its command", name) for name in sorted(able)]
    wrong: list[Violation] = []
    if order.choice:
        wrong.append(Violation("4.5.1a", "order vehicles to move, or let all stay, not both"))
    seen: set[str] = set()
    around = surroundings(state, side)
    for task in order.tasks:
        if task.unit not in able or task.unit in seen:
            why = "it must finish its move before others" if state.mover is not None else "it has no move to make now"
            wrong.append(Violation("4.5.1.1a", why, task.unit))
            continue
        seen.add(task.unit)
        fault = plan(state, scene, task, around).fault
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong


def staying(state: PanzerState, scene: Scene, side: str) -> list[Task]:
    """The tasks by which all that must still move stay where they are."""
    return [Task(state.units[index].id, kinds.STAY) for index in to_move(state, scene, side)]


def _check_stay(state: PanzerState, scene: Scene, side: str) -> list[Violation]:
    """What is wrong with letting all stay: a vehicle in the middle of its move may stand where it must not."""
    found = []
    for task in staying(state, scene, side) if state.mover is not None else ():
        fault = plan(state, scene, task).fault
        found += [Violation(*fault, task.unit)] if fault is not None else []
    return found


def begin(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Takes the next order of the line: a vehicle starts or resumes its move; one that fits no more goes back.

    4.5.1.1a: one vehicle at a time. 4.5f, 4.5g, 4.5b: its command is shown and it is marked, though it may stay
    (4.5.1.1.8a; F10).
    """
    task = state.queue.pop(0)
    index = index_of(state, task.unit)
    found = plan(state, scene, task)
    actions, fault = found.actions, found.fault
    if fault is not None:
        state.queue = []
        doing.emit("void", fault[0], (state.units[index].side,), unit=task.unit, why=fault[1])
        return
    unit = state.units[index]
    show(state, index, "4.5f", doing)
    if state.mover is None:
        state.mover = Mover(index, progress_of(state, scene, index), actions, unit.cell, unit.facing, unit.cell)
        if unit.status == ON_MAP:
            mark(unit, SPOT_MOVE)
    else:
        # Stopping where it is after having been fired on is no new action.
        state.mover.plan = [] if actions == [STAY] else actions
        state.mover.shaken = False
        if not state.mover.plan:
            doing.emit("stops", "4.5.1a", (), unit=unit.id, hex=scene.board.labels[unit.cell])
    if unit.status == WAITING and actions == [STAY]:
        # It stays off the map: there is nothing to see.
        state.mover.plan = []


def advance(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """Carries out the mover's next action; True when the other side may react to it (4.5.1.1b, 4.5.1.1.4f; G5)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    labels = scene.board.labels
    if mover.plan[0] == STAY:
        del mover.plan[0]
        doing.emit("stays", "4.5.1.1.8a", (), unit=unit.id, hex=labels[unit.cell], facing="ABCDEF"[unit.facing], cost=0)
        return True
    action = mover.plan.pop(0)
    if OTHER <= action < ENTER:
        told = [hook(state, scene, action, doing) for hook in scene.hooks.acting]
        return True in told
    # Who only turns has no eye but for smoke.
    around = surroundings(state, unit.side) if action >= AHEAD else Surroundings(_smoke(state), ())
    drive = Drive(scene.ground, cards()[unit.type].traction, around, mover.progress, unit.cell, unit.facing)
    return carry_out(state, scene, drive, action, doing)


def carry_out(state: PanzerState, scene: Scene, drive: Drive, action: int, doing: Doing) -> bool:
    """Carries out an action of driving or walking; True when the other side may react to it."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    labels = scene.board.labels
    before = drive.progress.spent
    drive.act(action)
    mover.progress = drive.progress
    spent = mover.progress.spent
    if LEAVE <= action < STAY:
        unit.status = EXITED
        doing.emit("left", "4.5.1.1.9a", (), unit=unit.id, hex=labels[unit.cell])
        return False
    if action >= ENTER:
        unit.status = ON_MAP
        mark(unit, SPOT_MOVE)
    mover.before = unit.cell if drive.cell != unit.cell else mover.before
    unit.cell, unit.facing = drive.cell, drive.facing
    moved = "walked" if drive.afoot else "moved"
    kind = "turned" if action < AHEAD else "entered" if action >= ENTER else moved
    rule = _TOLD_BY[kind]
    doing.emit(kind, rule, (), unit=unit.id, hex=labels[unit.cell], facing="ABCDEF"[unit.facing], cost=spent - before)
    if action >= AHEAD and scene.hooks.entering:
        for hook in scene.hooks.entering:
            hook(state, scene, mover.unit, doing)
    return True


def finish(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Ends the mover's move; in an enemy's hex it goes back to the one before (4.5.1.1.10b; I13)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    unit.moved, state.mover = True, None
    if unit.status == ON_MAP and surroundings(state, unit.side).hostile(unit.cell):
        unit.cell = _free_cell(state, mover, unit)
        if unit.cell == OFF_MAP:
            unit.status, unit.mark = WAITING, ""
        where = scene.board.labels[unit.cell] if unit.cell >= 0 else "the edge of the map"
        doing.emit("backed_up", "4.5.1.1.10b", (), unit=unit.id, hex=where)


def _free_cell(state: PanzerState, mover: Mover, unit: Unit) -> Cell:
    """The hex the mover came from, or where it started if an enemy is in that one too."""
    return mover.start if surroundings(state, unit.side).hostile(mover.before) else mover.before
