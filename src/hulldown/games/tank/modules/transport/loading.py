"""MT and DT: to get on and off vehicles, plotted for both units (22.0-mt, 22.0-dt, 27.0, 27.1, 27.2).

27.0-gen-1: whoever is on foot moves as in the Standard game, infantry one hex, guns not at all. 27.14b: as a unit has
one task in a turn, a whole transport takes three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, step_cost
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of, is_loaded, load_of, not_carried
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import EXIT, OFF_MAP, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.verbs.base import LOAD, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Asked, Open
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.verbs.reading import Reading

Fault = tuple[str, str] | None
"""The case that a task breaks and the reason; None for a sound one."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LoadVerb(TankVerb):
    """A task of a vehicle and a passenger together: each must have it (27.0-gen-3), and neither any other (27.14a)."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, LOAD, name, rule)
        self.live = True

    def dues(self, scene: Scene, unit: Unit, task: Task, entry_due: int) -> tuple[int, ...]:
        """What the one step of the vehicle costs: its plotted points (X-25). X-27: the ground alone limits it."""
        if not arms(unit.type).drives or len(task.cells) != 1:
            return ()
        return (shift_cost(scene, unit, task.cells[0]),)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        why = _bound(plan.state, plan.scene, unit)
        if why is None:
            why = self.vehicle(plan, unit, task) if arms(unit.type).drives else self.passenger(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)
        elif arms(unit.type).drives:
            plan.dues[unit.id] = self.dues(plan.scene, unit, task, 0)

    def vehicle(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        """What is wrong with the task of the vehicle."""
        return None

    def passenger(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        """What is wrong with that of the passenger."""
        return None

    def plotted_for(self, plan: Plan, unit: Unit) -> Task | None:
        """The task of this kind that a unit has in the plot."""
        task = plan.tasks.get(unit.id)
        return task if task is not None and task.kind == self.kind else None

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The other unit by its name, or a hex; nothing where the other's plot says enough."""
        if len(words) > 1:
            raise reading.refuse(f"{self.kind} names one unit or one hex")
        named = reading.unit(words[0].upper()) if words else None
        if named is not None:
            return Task(name, self.kind, (named.cell,) if named.cell != OFF_MAP else ())
        return Task(name, self.kind, reading.path(reading.start(name), words)[0])


class Mount(LoadVerb):
    """MT: the vehicle comes into the hex of the passenger and takes it on (27.0-proc-1)."""

    def __init__(self) -> None:
        super().__init__("MT", "Mount", "27.0-proc-1")
        self.mounts = True

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        state, scene = asked.state, asked.scene
        if unit.status != ON_MAP or is_loaded(unit) or _bound(state, scene, unit) is not None:
            return None
        if not arms(unit.type).drives:
            return Option(self.kind, self.rule) if _takers(state, scene, unit) else None
        near = [other.cell for other in _neighbours(state, scene, unit) if _could_mount(state, scene, unit, other)]
        return Option(self.kind, self.rule, cells=tuple(sorted(near))) if near else None

    def vehicle(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        state, scene = plan.state, plan.scene
        if len(task.cells) != 1 or task.choice:
            return self.rule, "it names the unit that it takes on, or the hex of that unit"
        if is_loaded(unit):
            return "27.21", "it carries somebody already"
        cell, label = task.cells[0], scene.board.labels[task.cells[0]]
        there = [one for one in state.units if one.side == plan.side and one.status == ON_MAP and one.cell == cell]
        if scene.board.distance(unit.cell, cell) != 1:
            return "27.12", f"{label} is not next to it"
        if not there:
            return "27.0-proc-1", f"no unit of its side is in {label}"
        why = not_carried(unit, there[0])
        if why is not None:
            return why
        if len(there) > 1:
            return "27.42a", f"{there[0].id} is not alone in {label}"
        plotted = self.plotted_for(plan, there[0])
        if plotted is None:
            return "27.0-gen-3", f"{there[0].id} is not plotted to mount"
        if plotted.cells not in ((), (unit.cell,)):
            return "27.0-proc-1", f"{there[0].id} is plotted to mount another vehicle"
        why = _impassable(state, scene, unit, cell) or _crowded(plan, cell, (unit.id, there[0].id))
        if why is None:
            plan.boarding.add(there[0].id)
        return why

    def passenger(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        if len(task.cells) > 1 or task.choice:
            return self.rule, "it names the vehicle that it gets on, and nothing else"
        takers = [one for one in plan.state.units if self._comes(plan, one, unit)]
        if not takers:
            return "27.0-gen-3", "no vehicle is plotted to take it on"
        if len(takers) > 1:
            return "27.21", f"{' and '.join(one.id for one in takers)} are both plotted to take it on"
        return None

    def _comes(self, plan: Plan, vehicle: Unit, passenger: Unit) -> bool:
        task = self.plotted_for(plan, vehicle)
        return task is not None and arms(vehicle.type).drives and task.cells == (passenger.cell,)


class Dismount(LoadVerb):
    """DT: the vehicle goes on into a hex next to it and leaves the passenger behind (27.0-proc-2)."""

    def __init__(self) -> None:
        super().__init__("DT", "Dismount", "27.0-proc-2")
        self.aboard = True

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        state, scene = asked.state, asked.scene
        if _bound(state, scene, unit) is not None:
            return None
        if unit.status == CARRIED:
            carrier = carrier_of(state, unit)
            on_map = carrier is not None and carrier.status == ON_MAP
            return Option(self.kind, self.rule) if on_map else None
        if not is_loaded(unit):
            return None
        near = [
            cell
            for cell in scene.board.neighbours[unit.cell]
            if cell != OFF_MAP and _impassable(state, scene, unit, cell) is None
        ]
        return Option(self.kind, self.rule, cells=tuple(sorted(near))) if near else None

    def vehicle(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        passenger = load_of(plan.state, unit)
        if passenger is None:
            return "27.0-proc-2", "it carries nobody"
        if len(task.cells) != 1 or task.choice:
            return self.rule, "it names the hex to which it goes"
        cell = task.cells[0]
        if plan.scene.board.distance(unit.cell, cell) != 1:
            return "27.13", f"{plan.scene.board.labels[cell]} is not next to it"
        if self.plotted_for(plan, passenger) is None:
            return "27.0-gen-3", f"{passenger.id}, which it carries, is not plotted to dismount"
        pair = (unit.id, passenger.id)
        barred = _impassable(plan.state, plan.scene, unit, cell)
        return barred or _crowded(plan, cell, pair) or _crowded(plan, unit.cell, pair)

    def passenger(self, plan: Plan, unit: Unit, task: Task) -> Fault:
        carrier = carrier_of(plan.state, unit)
        if carrier is None:
            return "27.0-proc-2", "nobody carries it"
        if task.choice or task.cells not in ((), (carrier.cell,)):
            return self.rule, "for a passenger nothing else is plotted: its vehicle names the hex"
        if carrier.status != ON_MAP:
            return "17.3-2", f"{carrier.id}, which carries it, is not on the map yet"
        if self.plotted_for(plan, carrier) is None:
            return "27.0-gen-3", f"{carrier.id}, which carries it, is not plotted to dismount it"
        return None


def shift_cost(scene: Scene, unit: Unit, cell: Cell) -> int:
    """What the one step of a mounting or dismounting vehicle costs; IMPOSSIBLE where the ground forbids it (X-27)."""
    weapon = arms(unit.type)
    cost = step_cost(scene.board, scene.ground.costs(weapon.table), unit.cell, cell)
    return weapon.ma if cost == WHOLE else cost + (scene.toll(cell) if cost != IMPOSSIBLE else 0)


def _impassable(state: TankState, scene: Scene, unit: Unit, cell: Cell) -> Fault:
    """Why a vehicle cannot enter a hex at all (X-27)."""
    if shift_cost(scene, unit, cell) == IMPOSSIBLE:
        return "9.32", f"it cannot enter {scene.board.labels[cell]} from there"
    for hook in scene.hooks.bars:
        why = hook(state, scene, unit, unit.cell, cell)
        if why is not None:
            return why
    return None


def _crowded(plan: Plan, cell: Cell, pair: tuple[str, str]) -> Fault:
    """Why a hex cannot be free for these two when movement is over, as far as their own side knows (27.42a, 27.42b)."""
    for other in plan.state.units:
        if other.side != plan.side or other.id in pair:
            continue
        task = plan.tasks.get(other.id)
        goes = task is not None and bool(task.cells) and _drives_off(plan, other, task)
        there = other.status == ON_MAP and other.cell == cell and not goes
        comes = goes and task is not None and task.choice != EXIT and task.cells[-1] == cell
        if there or comes:
            return "27.42a", f"{other.id} would be in {plan.scene.board.labels[cell]} as well"
    return None


def _drives_off(plan: Plan, unit: Unit, task: Task) -> bool:
    """Whether a task takes a unit out of its hex: a move, or the step of a vehicle that mounts or dismounts."""
    verb = plan.scene.verbs.get(task.kind)
    return verb is not None and (verb.moves or (verb.loads and arms(unit.type).drives))


def _bound(state: TankState, scene: Scene, unit: Unit) -> Fault:
    """17.3-6: who marches in a column does nothing by itself."""
    vehicle = carrier_of(state, unit) or unit
    if vehicle.id in column.tied(state, scene, unit.side):
        return "17.3-6", "the force is bound to its column"
    return None


def _neighbours(state: TankState, scene: Scene, unit: Unit) -> list[Unit]:
    """The units of the same side next to one."""
    near = scene.board.neighbours[unit.cell]
    return [one for one in state.units if one.side == unit.side and one.status == ON_MAP and one.cell in near]


def _could_mount(state: TankState, scene: Scene, vehicle: Unit, passenger: Unit) -> bool:
    """Whether a vehicle could take a neighbour on (27.12, 27.2, 27.42a, X-27)."""
    if is_loaded(vehicle) or not_carried(vehicle, passenger) is not None:
        return False
    alone = all(
        one is passenger or one.status != ON_MAP or one.cell != passenger.cell or one.side != passenger.side
        for one in state.units
    )
    return alone and _impassable(state, scene, vehicle, passenger.cell) is None


def _takers(state: TankState, scene: Scene, passenger: Unit) -> list[Unit]:
    """The vehicles next to a unit that could take it on."""
    return [one for one in _neighbours(state, scene, passenger) if _could_mount(state, scene, one, passenger)]


MOUNT: Final = Mount()
DISMOUNT: Final = Dismount()
