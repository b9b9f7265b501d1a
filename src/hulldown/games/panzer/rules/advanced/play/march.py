"""A task to move in the Advanced Game worked out into actions, for vehicles, leg and towed units alike.

Actions besides those of driving (`rules/driving.py`): floors, buildings, crawling, searching; loading is in `halts`.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import columns, halts, transport
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, storming
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, passengers, towed_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.gaits import (
    Gait,
    fresh_account,
    gait_of,
    indoors,
    prepare,
    rates_of,
)
from hulldown.games.panzer.rules.advanced.play.manners import QUICKMARCH, SEARCHING
from hulldown.games.panzer.rules.advanced.play.obstacles import opened, surroundings
from hulldown.games.panzer.rules.advanced.verbs.marches import BAIL, ENTER, QUICK, SEARCH
from hulldown.games.panzer.rules.driving import STAY as STAYING
from hulldown.games.panzer.rules.driving import Drive, Fault, Surroundings
from hulldown.games.panzer.rules.movement import Plan, Planning, driven, malformed
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import WAITING, PanzerState, Progress, index_of
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import STAY

UP: Final = 50
DOWN: Final = 51
LOOK: Final = 52
"""It searches for a hull-down position: a no-move that overwatch may answer (N10)."""
QUIT: Final = 53
"""It breaks out of a building to go on into the next hex."""
OUT: Final = 54
IN: Final = 55
READY: Final = 56
"""It sets out to overrun an adjacent unit: overwatch may answer before it moves in (6.6.10k)."""
CRAWL: Final = 60
IN_FROM: Final = 66
"""CRAWL + direction; IN_FROM + direction: into the building of the next hex."""
FIND: Final = 76
"""FIND + 6 * how + facing: the roll of a search; `how` is the sum of PARTIAL and BACKWARDS."""
PARTLY: Final = 1
BACKWARDS: Final = 2
_TURN: Final = (halts.OVERRUN, halts.BAIL, halts.DROP, halts.LOAD)
"""The order in which things are done in one hex."""
NO_REVERSE: Final[Fault] = ("5.5b", "it moves in any direction: a plain move will do")


class March(Planning):
    """A task of a unit, its gait, what is in its way, and what it does on the way."""

    def __init__(self, state: PanzerState, scene: Scene, task: Task, around: Surroundings | None = None) -> None:
        index = index_of(state, task.unit)
        unit = state.units[index]
        read = halts.read(state, scene.board, task, unit.cell)
        super().__init__(state, scene, read.task, around or surroundings(state, scene, index))
        self.gait: Gait = gait_of(state, scene, index)
        self.stops = read.halts
        self.misread = read.fault
        self.rates = rates_of(state, scene, index)
        self.quick = task.kind == QUICK
        self.tied: bool = columns.tied(unit)
        """Whether it must move as a column: along the road or path, at its rate (6.2.1.1.3-roads-a)."""
        self.halts = bool(read.halts)
        self.fought: frozenset[Cell] = frozenset(
            [state.units[stop.unit].cell for stop in read.halts if stop.word == halts.OVERRUN]
        )
        if self.fought:
            self.around = opened(self.around, self.fought)

    @property
    def idle(self) -> bool:
        """Whether it has no command to move: it may only load and unload (N2, 4.2c, 6.6.7.1.1-vehicle-a)."""
        return self.unit.command not in self.scene.moving

    def to(self, kind: str, cells: tuple[Cell, ...]) -> March:
        """Another task of the same unit through other hexes, without a facing or halts."""
        return March(self.state, self.scene, Task(self.unit.id, kind, cells), self.around)

    def naming(self, kind: str, name: str) -> March:
        """A task of the same unit that names another one."""
        return March(self.state, self.scene, Task(self.unit.id, kind, targets=(name,)), self.around)

    def traction(self) -> str:
        return self.gait.traction

    def account(self) -> Progress:
        """Its account; across country nothing is open to a vehicle that must move as a column (6.2.1.1.3-roads-a)."""
        mover = self.state.mover
        if mover is not None and mover.unit == self.index:
            progress = mover.progress
        else:
            progress = fresh_account(self.state, self.scene, self.index, self.quick)
        if self.tied and progress.open:
            progress = progress.copy()
            progress.open = False
        return progress

    def suits(self, verb: PanzerVerb) -> bool:
        """Whether it may be told something of a kind: a column drives, loads or stays, and no more.

        Turning in place, searching for a position and going into a building are no moves at the rate of the way.

        Case 6.2.1.1.3-roads-a.
        """
        return not self.tied or verb.keeps_way

    def begun(self) -> bool:
        """Whether it is in the middle of its move."""
        return self.state.mover is not None and self.state.mover.unit == self.index

    def fights_in(self, cell: Cell) -> bool:
        return cell in self.fought

    def drive(self) -> Drive:
        ground, unit, gait = self.scene.ground, self.unit, self.gait
        prepare(ground, gait.traction)
        drive = Drive(ground, gait.traction, self.around, self.account(), unit.cell, unit.facing, gait.afoot)
        drive.indoors = indoors(self.state, ground, self.index)
        if self.tied:
            drive.fault = columns.AT_RATE
        return drive

    def stays(self) -> Plan:
        """It remains where it is, and takes up and puts down whom its order names (6.6.7.1.1-vehicle-d)."""
        if not self.stops:
            return Planning.stays(self)
        self.tied = False  # who stays moves at no rate
        found = self.driven("")
        return Plan([action for action in found.actions if action != STAYING], found.fault)

    def aligning(self) -> list[int]:
        """None with a Track hit: it may not turn (6.5.2.2.1d)."""
        return [] if detail_of(self.unit).track else Planning.aligning(self)

    def again(self, task: Task) -> Plan:
        return plan(self.state, self.scene, task)

    def driven(self, pattern: str, backs: bool = False) -> Plan:
        """The actions of a path; who is inside or upstairs comes out of the building first (6.6.3a, 6.6.4.1g)."""
        fault = self._unfit(pattern, backs)
        if fault is not None:
            return Plan([], fault)
        detail = detail_of(self.unit)
        if (detail.upper or detail.inside) and (self.task.cells or self.task.choice):
            self.halts = True  # it has to come out of the building first
        found = driven(self, pattern, backs)
        if found.fault == columns.AT_RATE:
            cells = (self.unit.cell, *self.task.cells)
            return Plan(found.actions, columns.rate_fault(self.scene, self.around, cells))
        return found

    def _unfit(self, pattern: str, backs: bool) -> Fault | None:
        """Why it cannot move like this at all."""
        unit, detail = self.unit, detail_of(self.unit)
        if self.gait.afoot and (backs or "r" in pattern):
            return NO_REVERSE
        if (backs or "r" in pattern) and transport.tows(self.state, self.index):
            return "6.6.7.1e", "with a gun in tow it may not reverse"
        if detail.track and (pattern or self.task.facing >= 0):
            return "6.5.2.2.1a", "a Track hit has immobilised it"  # 6.5.2.2.1d: it does not pivot either
        if self.gait.rates[0] == 0:
            return "5.2c", "it is too heavy to be manhandled"
        if pattern and towed_of(unit) is not None and detail.inside:
            return "6.1.4.3.1g", "set up inside a building it may pivot but never move"
        if detail.manner == QUICKMARCH and self.begun() and not self.quick and pattern:
            return "6.6.4.2c", "it quickmarches all the way: it goes on so, or stays"
        return None

    def halt(self, drive: Drive, done: int, actions: list[int]) -> Fault | None:
        """Comes out of the building at the start, then loads and unloads where the task says.

        Cases 6.6.7.1.1-vehicle-c, 6.6.7.1.1-vehicle-d, 6.6.4.1g, 6.6.7.1.2a.
        """
        fault = self._come_out(drive, actions) if done == 0 else None
        here = sorted([stop for stop in self.stops if stop.done == done], key=lambda stop: _TURN.index(stop.word))
        if fault is not None or not here:
            return fault
        for stop in here:
            fault = fault or self._stop_fault(drive, stop)
            to = stop.cell if stop.cell >= 0 else drive.cell
            way = halts.SAME if to == drive.cell else self.scene.board.direction(drive.cell, to)
            actions.append(halts.action_of(stop, way))
            if stop.target >= 0:
                actions.append(halts.storm_of(stop))
        if fault is None and self._pays(here):
            why = ("6.6.7.1.1-vehicle-b", "loading takes half of its allowance, and it has less left")
            fault = drive.spend_half(self.rates, why)
        return fault or self._crowded(here)

    def _come_out(self, drive: Drive, actions: list[int]) -> Fault | None:
        """6.6.4.1g: from the top floor for a point; 6.6.3a: a vehicle by breaking through the wall, with a roll."""
        detail = detail_of(self.unit)
        leaves = bool(self.task.cells) or "exit" in self.task.choice.split()
        if detail.upper and leaves:
            actions.append(DOWN)
            return drive.spend(1, ("6.6.4.1g", "it has to come down first, for a point of its allowance"))
        if detail.inside and leaves and vehicle_of(self.unit) is not None:
            actions.append(QUIT)
        return None

    def _pays(self, here: list[halts.Halt]) -> bool:
        """Whether loading costs something: not in an emergency, not without a command to move (N2, 6.6.7.1.2a).

        Cases 6.6.7.1.1-vehicle-a, 6.6.7.1.1-vehicle-b.
        """
        return not self.idle and any(stop.word not in (halts.BAIL, halts.OVERRUN) for stop in here)

    def _stop_fault(self, drive: Drive, stop: halts.Halt) -> Fault | None:
        """Why one thing cannot be done in the hex where the carrier is (6.6.7.1.1-vehicle-c)."""
        state, scene = self.state, self.scene
        if drive.cell < 0:
            return "6.6.7.1.1-dismounting-a", "off the map nobody mounts or dismounts"
        if stop.word == halts.OVERRUN:
            return None
        if stop.word == halts.BAIL:
            if self.idle:
                return "6.6.7.1.2a", "only passengers of a carrier with Move or Short Halt bail out; let them dismount"
            fault = transport.bail_fault(state, self.index, stop.unit)
            return fault or transport.shared_fault(state, scene, stop.unit, drive.cell)
        if stop.word == halts.LOAD:
            gone = [one.unit for one in self.stops if one.word in (halts.DROP, halts.BAIL) and one.done <= stop.done]
            return transport.mount_fault(state, scene, self.index, stop.unit, drive.cell, gone)
        to = stop.cell if stop.cell >= 0 else drive.cell
        fault = transport.dismount_fault(state, scene, self.index, stop.unit, (drive.cell, to))
        if to == drive.cell:
            fault = fault or transport.shared_fault(state, scene, stop.unit, to)
        if fault is None and stop.target >= 0:
            fault = storming.fault(state, scene, self.index, stop.unit, stop.target, to)
        return fault

    def overrun_fault(self) -> Fault | None:
        """Why it may not overrun the unit that its order names, wherever it is (6.6.10).

        6.6.10h: who is inside a building is overrun by breaking in.
        """
        state, scene = self.state, self.scene
        targets = [stop.unit for stop in self.stops if stop.word == halts.OVERRUN]
        if not targets:
            return None
        fault = overrunning.unable(state, scene, self.index) or overrunning.target_fault(
            state, scene, self.index, targets[0]
        )
        if fault is None and len(targets) > 1:
            fault = ("6.6.10d", "it overruns one unit only")
        if fault is None and self.task.kind != ENTER and overrunning.indoors(state, scene, targets[0]):
            fault = ("6.6.10h", f"{state.units[targets[0]].id} is inside a building: it must be entered first")
        return fault

    def aims_fault(self) -> Fault | None:
        """Why its order attacks too many: all who act by one Move, the carrier and those aboard, attack one target.

        Case 6.6.11a; R44.
        """
        aims = {stop.unit if stop.word == halts.OVERRUN else stop.target for stop in self.stops} - {-1}
        if len(aims) < 2 or self.unit.command not in self.scene.marching:
            return None
        names = " and ".join(sorted(self.state.units[target].id for target in aims))
        return "6.6.11a", f"by its Move command {names} would be attacked: one target for all of them"

    def _crowded(self, here: list[halts.Halt]) -> Fault | None:
        """Why all that mount in one hex do not fit together with those who stay aboard (6.6.7.1f).

        Case 6.6.7.1.1-vehicle-c.
        """
        gone = {stop.unit for stop in self.stops if stop.word in (halts.DROP, halts.BAIL) and stop.done <= here[0].done}
        come = [stop.unit for stop in self.stops if stop.word == halts.LOAD and stop.done <= here[0].done]
        if len(set(come)) < len(come):
            return "6.6.7.1.1-mounting-c", "a unit mounts but once"
        if len(come) < 2:
            return None
        aboard = [one for one in passengers(self.state, self.index) if one not in gone]
        if transport.fit_together(self.state, self.index, [*aboard, *come]):
            return None
        return "6.6.7.1f", "there is no room for all of them"


def plan(state: PanzerState, scene: Scene, task: Task, around: Surroundings | None = None) -> Plan:
    """The actions that an order means, checked to the end."""
    return _planned(March(state, scene, task, around))


def at_rate(state: PanzerState, scene: Scene, task: Task) -> bool:
    """Whether a task is a move along a road or path at its rate, or none at all (6.2.1.1.3-roads-a)."""
    march = March(state, scene, task)
    march.tied = True
    found = _planned(march)
    return found.fault is None and found.actions == plan(state, scene, task).actions


def _planned(march: March) -> Plan:
    """The actions of a task, checked to the end."""
    if march.misread is not None:
        return Plan([], march.misread)
    fault = malformed(march.scene, march.task) or _out_of_place(march) or march.overrun_fault() or march.aims_fault()
    if fault is not None:
        return Plan([], fault)
    return march.scene.rules.verbs[march.task.kind].plan(march)


def _out_of_place(march: March) -> Fault | None:
    """Why a unit cannot be told anything of this kind now."""
    unit, detail = march.unit, detail_of(march.unit)
    verb = march.scene.verb(march.task.kind, MOVEMENT)
    if march.idle and not (verb is not None and verb.names_units):
        return "4.2c", "it has no Move or Short Halt command"
    if verb is not None and not march.suits(verb):
        return columns.START, "in a column it drives along the road or path, loads or stays, and does nothing else"
    if any(stop.word != halts.OVERRUN for stop in march.stops) and vehicle_of(unit) is None:
        return "6.6.7a", "only vehicles carry others"
    if detail.manner == SEARCHING and march.begun() and march.task.kind not in (SEARCH, STAY, BAIL):
        return "6.6.9b", "it searches: that takes all of its allowance"
    waits = verb is not None and verb.standing(False) is not None
    if unit.status == WAITING and not waits and march.task.kind not in march.scene.moving:
        return "4.5.1.1.9c", "it is not on the map yet"
    return None
