"""M and Q: to get on and off vehicles, when all movement is over (5.31, 5.32, 12.1)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import Asked, alone, may_carry
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, KampfState, Unit
from hulldown.games.kampfpanzer.rules.verbs.base import LOAD, NOTHING, KampfVerb
from hulldown.games.kampfpanzer.rules.verbs.face import FACINGS


@mypyc_attr(allow_interpreted_subclasses=True)
class LoadVerb(KampfVerb):
    """A task for two units at once, each of which must have it (12.11)."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, LOAD, name, rule)

    def partner_has(self, plan: Plan, partner: Unit) -> bool:
        """Whether the other unit has the same task."""
        task = plan.task_of(partner)
        return task is not None and task.kind == self.kind


class Embark(LoadVerb):
    """M: a unit gets on a vehicle next to it; the vehicle names the hex where it picks the unit up (12.0-proc-2)."""

    def __init__(self) -> None:
        super().__init__("M", "Embark", "5.31")
        self.embarks = True

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        if unit.status != ON_MAP or unit.aboard != NOBODY or unit.cargo != NOBODY:
            return NOTHING
        near = _partners(asked.state, asked, unit)
        if not near:
            return NOTHING
        if arms(unit.type).digs:
            return (Option(self.kind, self.rule),)
        return (Option(self.kind, self.rule, cells=tuple(sorted({one.cell for one in near}))),)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Adds what is wrong: apart, stacked, without the other's plot, full, in an entrenchment."""
        why = self._passenger(plan, unit, task) if arms(unit.type).digs else self._vehicle(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)

    def _passenger(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        if task.cells or task.choice or task.facing >= 0:
            return "5.31", "for a unit that gets on nothing else is plotted"
        if unit.status != ON_MAP or unit.aboard != NOBODY:
            return "12.0-proc-2", "it is on board already, or not on the map"
        if not alone(plan.state, unit):
            return "12.14a", "a unit that shares its hex cannot embark"
        takers = [task for task in plan.tasks.values() if task.kind == self.kind and task.cells == (unit.cell,)]
        if not takers:
            return "12.11", "no vehicle is plotted to pick it up"
        if len(takers) > 1:
            return "12.11", "two vehicles are plotted to pick it up"
        return None

    def _vehicle(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        state, scene = plan.state, plan.scene
        if unit.status != ON_MAP or unit.cargo != NOBODY or len(task.cells) != 1 or task.choice or task.facing >= 0:
            return "5.31", "an empty vehicle on the map names the hex where it picks a unit up"
        cell, label = task.cells[0], scene.board.labels[task.cells[0]]
        waiting = [one for one in state.units if one.cell == cell and one.side == plan.side]
        able = [one for one in waiting if one.aboard == NOBODY and may_carry(scene, unit, one)]
        if not able:
            return "12.11", f"there is no unit in {label} that it could carry"
        if scene.board.distance(unit.cell, cell) != 1:
            return "12.0-proc-2", f"{label} is not next to it"
        if not any(self.partner_has(plan, one) for one in able):
            return "12.11", f"no unit in {label} is plotted to embark"
        if any(works.cell == cell for works in state.works):
            return "13.0-proc-2", "no vehicle may end the turn in an entrenchment"
        return None


def _partners(state: KampfState, asked: Asked, unit: Unit) -> list[Unit]:
    """The units next to one that it could carry, or that could carry it; who is off the map is next to nobody."""
    found: list[Unit] = []
    for other in state.units:
        if other.side != unit.side or other.aboard != NOBODY or other.cargo != NOBODY:
            continue
        if other.level or asked.scene.board.distance(unit.cell, other.cell) != 1:
            continue
        lifts, lifted = (other, unit) if arms(unit.type).digs else (unit, other)
        if may_carry(asked.scene, lifts, lifted) and alone(state, lifted):
            found.append(other)
    return found


class Debark(LoadVerb):
    """Q: a vehicle leaves its passenger and goes to a hex next to it (12.0-proc-3); a gun is faced (9.4b)."""

    def __init__(self) -> None:
        super().__init__("Q", "Debark", "5.32")
        self.debarks = True

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        if unit.status != ON_MAP or (unit.aboard == NOBODY and unit.cargo == NOBODY):
            return NOTHING
        other = asked.state.units[unit.aboard if unit.aboard != NOBODY else unit.cargo]
        if other.level:
            return NOTHING
        if unit.aboard != NOBODY:
            return (Option(self.kind, self.rule, facings=FACINGS if arms(unit.type).faces else ()),)
        cells = tuple(cell for cell in asked.scene.board.neighbours[unit.cell] if cell >= 0)
        return (Option(self.kind, self.rule, cells=cells),)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Adds what is wrong: nothing on board, without the other's plot, no room, not next to it."""
        why = self._passenger(plan, unit, task) if unit.aboard != NOBODY else self._vehicle(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)

    def _passenger(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        if task.cells or task.choice:
            return "5.32", "for a unit that gets off nothing else is plotted, but the facing of a gun"
        if arms(unit.type).faces != (task.facing >= 0):
            return "9.4b", "a gun that gets off is faced to a hexside; nobody else is"
        vehicle = plan.state.units[unit.aboard]
        if not self.partner_has(plan, vehicle):
            return "12.11", f"{vehicle.id}, which carries it, is not plotted to let it off"
        if unit.status != ON_MAP:
            return "14.0c", "a unit off the map can only enter it"
        return None

    def _vehicle(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        state, scene = plan.state, plan.scene
        if unit.cargo == NOBODY or unit.status != ON_MAP:
            return "12.0-proc-3", "it carries nobody"
        if len(task.cells) != 1 or task.choice or task.facing >= 0:
            return "5.32", "a vehicle names the hex to which it goes"
        cell, label = task.cells[0], scene.board.labels[task.cells[0]]
        if scene.board.distance(unit.cell, cell) != 1:
            return "12.0-proc-3", f"{label} is not next to it"
        passenger = state.units[unit.cargo]
        if not self.partner_has(plan, passenger):
            return "12.11", f"{passenger.id}, which it carries, is not plotted to debark"
        if any(works.cell == cell for works in state.works):
            return "13.0-proc-2", "no vehicle may end the turn in an entrenchment"
        return self._not_vacant(plan, cell, label)

    def _not_vacant(self, plan: Plan, cell: Cell, label: str) -> tuple[str, str] | None:
        """Why a hex cannot be vacant in the end, as far as its own side knows (12.14b)."""
        for friend in plan.state.units:
            if friend.cell != cell or friend.side != plan.side or friend.status != ON_MAP or friend.aboard != NOBODY:
                continue
            plotted = plan.task_of(friend)
            verb = plan.scene.verbs[plotted.kind] if plotted is not None else None
            # a vehicle that picks somebody up in another hex has left this one by then.
            if plotted is None or verb is None or not (verb.moves or (verb.embarks and plotted.cells)):
                return "12.14b", f"{friend.id} is in {label} and has no plot to leave it"
        if sum(one.kind == self.kind and one.cells == (cell,) for one in plan.tasks.values()) > 1:
            return "12.14b", f"two vehicles are plotted to go to {label}"
        return None


EMBARK: Final = Embark()
DEBARK: Final = Debark()
