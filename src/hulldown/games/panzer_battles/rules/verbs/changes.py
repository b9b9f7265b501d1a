"""Changes of status in a Movement Segment (5.13): defilade, Column, regrouping, and getting rid of suppression.

Each is announced, then fired on if the enemy wishes, then takes effect (8.24a; FIRE-18). Whoever has points left after
it may still move (5.14a).
"""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import commands, exchange, regrouping
from hulldown.games.panzer_battles.rules.arcs import FACINGS
from hulldown.games.panzer_battles.rules.casualties import known_to, lose
from hulldown.games.panzer_battles.rules.planning import RISING, Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import NOBODY, ON_MAP, BattleState, March, enemies_in, index_of
from hulldown.games.panzer_battles.rules.verbs.base import CHANGE, MOVEMENT, BattleVerb, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import COLUMN, DEPLOY_OUT, RALLY, REGROUP, RISE, SHED, SHELTER


def stood_still(planning: Planning) -> bool:
    """Whether a unit has done nothing yet that takes from the Segment."""
    return planning.unit.spent == 0 and not planning.unit.moved and not planning.unit.rooted


class Shelter(BattleVerb):
    """Entering defilade, or turning its marker (5.2b, 5.23a, 15.0)."""

    def __init__(self) -> None:
        super().__init__(SHELTER, CHANGE, "Defilade", "15.0-proc-1", (MOVEMENT,))

    def barred(self, planning: Planning) -> Fault | None:
        """Why a unit cannot enter defilade now (15.14, 20.0-sr-2, 6.66; FAC-8); None if it can.

        15.0-proc-3: a vehicle that has stood still always has enough, and so have guns, which are vehicles (16.4).
        6.9-fn-2, 15.15: infantry pays nothing, and may go down beside the enemy. 6.81a, DUM-4: a dummy gets its marker
        as a vehicle does.
        """
        unit, scene = planning.unit, planning.scene
        if unit.status != ON_MAP or unit.carrier >= 0:
            return "15.0-gen-1", "it cannot enter defilade"
        if unit.command == RALLY:
            return "5.5b", "a unit that rallies does nothing else"
        if unit.fired and unit.defilade < 0:
            return "15.0-proc-4", "it has fired in this Segment"
        if planning.kind.infantry:
            if unit.column:
                return "6.66", "a unit in Column cannot enter defilade"
            return None if unit.defilade < 0 else ("15.0-proc-2", "it is down already")
        if unit.defilade >= 0:
            return None
        if unit.rooted:
            return "6.11a", "the whole Segment has been taken up"
        if unit.column and unit.strength > 1:
            return "6.66", "a unit in Column cannot enter defilade"
        if enemies_in(planning.state, unit.side, unit.cell):
            return "15.14", "not where the enemy is"
        if not scene.allows_defilade(unit.cell):
            return "20.0-sr-2", "there is no defilade for vehicles in this terrain"
        return ("15.0-proc-1", "it has not the points, and has not stood still") if self.short(planning) else None

    def short(self, planning: Planning) -> bool:
        """Whether a vehicle that is not in defilade lacks the points for it, and has not stood still (15.0-proc-3)."""
        unit = planning.unit
        if planning.kind.infantry or unit.defilade >= 0 or stood_still(planning):
            return False
        return planning.left() < planning.scene.ground.defilade[unit.cell]

    def options(self, planning: Planning) -> tuple[Option, ...]:
        if self.barred(planning) is not None:
            return ()
        return (Option(SHELTER, self.rule, facings=tuple([way for way in FACINGS if way != planning.unit.defilade])),)

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        if task.facing < 0 or task.facing == planning.unit.defilade or task.cells or task.targets:
            return "15.11", "name the hexside that the marker points to"
        return ("15.11", "nothing follows it") if task.choice else self.barred(planning)

    def begin(self, planning: Planning, task: Task) -> March:
        turns = planning.unit.defilade >= 0
        # 15.0-proc-4: from now on it does not fire in this Segment, not even in answer to fire at it.
        planning.unit.sheltered = planning.unit.sheltered or not turns
        # SEQ-1: turning the marker is no change of status, and nobody fires at it. 5.23b: who turns it may fire.
        return March(SHELTER, (planning.index,), facing=task.facing, waits=turns)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        index = march.units[0]
        planning = Planning(state, scene, index)
        unit = planning.unit
        if self.short(planning):
            # Fire has come between, and has halved its points (8.61D).
            return True
        # 15.13b: its direction is seen by all who see the counter, so that it does not tell men from vehicles.
        seen = () if unit.tag else (unit.side,)
        if unit.defilade < 0 and not planning.kind.infantry:
            cost = scene.ground.defilade[unit.cell]
            unit.rooted = unit.rooted or cost > planning.left()
            unit.spent += min(cost, max(planning.left(), 0))
            unit.changed = True
            # CMD-5, CMD-6: it is the act of one who watches, unless that part is not open to it.
            watches = not unit.moved and commands.may_watch(state, index)
            commands.commit(unit, commands.AS_WATCH if watches else commands.AS_BOUND)
        unit.defilade = march.facing
        label = unit.id if unit.shown or not unit.tag else exchange_name(unit.tag, unit.id)
        # 19.1b: people name its direction by the compass of the map.
        way = scene.ground.compass(march.facing)
        doing.emit("defilade", "15.11", seen, unit=label, side=unit.side, facing=march.facing, way=way)
        return True


def exchange_name(tag: int, name: str) -> str:
    """What everybody calls a face-down counter."""
    return f"{name[0]}?{tag}"


class Rise(BattleVerb):
    """Leaving defilade without leaving the hex (15.41, 15.42).

    Infantry pays a point and fulfils a Bound command by it (5.13B). Vehicles pay nothing and may do it under any
    command but Rally; it is no change of status (CMD-3), so nobody fires at it (SEQ-1).
    """

    def __init__(self) -> None:
        super().__init__(RISE, CHANGE, "Leave defilade", "5.13B", (MOVEMENT,))

    def barred(self, planning: Planning) -> Fault | None:
        """Why a unit cannot leave defilade now; None if it can."""
        unit = planning.unit
        if unit.status != ON_MAP or unit.defilade < 0 or unit.carrier >= 0:
            return ("5.13B" if planning.kind.infantry else "15.41"), "it is not in defilade"
        if not planning.kind.infantry:
            return ("5.5b", "a unit that rallies does nothing else") if unit.command == RALLY else None
        fault = planning.tied() or planning.bound()
        if fault is not None:
            return fault
        return ("15.42", f"it needs {RISING} point") if planning.left() < RISING else None

    def options(self, planning: Planning) -> tuple[Option, ...]:
        return (Option(RISE, self.rule),) if self.barred(planning) is None else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        return self.barred(planning) or _bare(task, self.rule)

    def begin(self, planning: Planning, task: Task) -> March:
        return March(RISE, (planning.index,), waits=not planning.kind.infantry)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        planning = Planning(state, scene, march.units[0])
        unit = planning.unit
        if planning.kind.infantry:
            if unit.suppressed:
                # Fire has come between, and it stays down (8.62A).
                return True
            unit.spent += RISING
            unit.changed = True
            commands.commit(unit, commands.AS_BOUND)
        unit.defilade = NOBODY
        label = unit.id if unit.shown or not unit.tag else exchange_name(unit.tag, unit.id)
        rule = "15.42" if planning.kind.infantry else "15.41"
        doing.emit("rose", rule, () if unit.tag else (unit.side,), unit=label, side=unit.side)
        return True


class IntoColumn(BattleVerb):
    """Entering Column formation, in any hex (5.13A, 6.61b): vehicles take a whole Segment, infantry no time (6.63a)."""

    def __init__(self) -> None:
        super().__init__(COLUMN, CHANGE, "Column", "6.61a", (MOVEMENT,))

    def barred(self, planning: Planning) -> Fault | None:
        """Why a unit cannot enter Column now; None if it can."""
        unit = planning.unit
        fault = planning.tied() or planning.bound()
        if fault is not None:
            return fault
        if unit.status != ON_MAP or planning.kind.gun or planning.kind.dummy or unit.column:
            return "6.61a", "it cannot enter Column, or is in it"
        if planning.kind.infantry:
            if unit.defilade >= 0 and planning.left() < RISING:
                return "15.42", "leaving defilade costs a point that it does not have"
            return ("6.63c", "suppressed infantry cannot") if unit.suppressed else None
        return None if stood_still(planning) else ("6.61a", "it takes a whole Segment without moving")

    def options(self, planning: Planning) -> tuple[Option, ...]:
        return (Option(COLUMN, self.rule),) if self.barred(planning) is None else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        return self.barred(planning) or _bare(task, self.rule)

    def begin(self, planning: Planning, task: Task) -> March:
        return March(COLUMN, (planning.index,))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        planning = Planning(state, scene, march.units[0])
        unit = planning.unit
        if planning.kind.infantry and unit.suppressed:
            # Fire has come between (6.63c).
            return True
        unit.column = unit.changed = True
        unit.rooted = unit.rooted or planning.kind.vehicle
        if planning.kind.infantry and unit.defilade >= 0:
            unit.spent += RISING
        unit.defilade = NOBODY
        commands.commit(unit, commands.AS_BOUND)
        doing.emit("column", self.rule, known_to(unit), unit=unit.id, side=unit.side)
        return True


class OutOfColumn(BattleVerb):
    """Leaving Column formation, free and under any command (5.13A, 6.62a, 6.63b).

    6.65b: in a close assault not before it withdraws or the Segment of it is over (MOV-13).
    """

    def __init__(self) -> None:
        super().__init__(DEPLOY_OUT, CHANGE, "Leave Column", "6.62a", (MOVEMENT,))

    def barred(self, planning: Planning) -> Fault | None:
        unit = planning.unit
        if unit.status != ON_MAP or not unit.column or unit.carrier >= 0:
            return "6.62a", "it is not in Column"
        return ("6.65b", "it leaves Column when it withdraws or the close assault is over") if unit.engaged else None

    def options(self, planning: Planning) -> tuple[Option, ...]:
        return (Option(DEPLOY_OUT, self.rule),) if self.barred(planning) is None else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        return self.barred(planning) or _bare(task, self.rule)

    def begin(self, planning: Planning, task: Task) -> March:
        return March(DEPLOY_OUT, (planning.index,))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        unit = state.units[march.units[0]]
        exchange.leave_column(state, scene, march.units[0], doing)
        if commands.may_bound(state, march.units[0]):
            unit.changed = True
            commands.commit(unit, commands.AS_BOUND)
        return True


class Regroup(BattleVerb):
    """Depleted platoons of a company become one (5.6, 5.13D)."""

    def __init__(self) -> None:
        super().__init__(REGROUP, CHANGE, "Regroup", "5.6a", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        able = regrouping.partners(planning)
        if not able:
            return ()
        return (Option(REGROUP, self.rule, targets=tuple([planning.state.units[at].id for at in able])),)

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        if not task.targets or task.cells or task.facing >= 0 or task.choice:
            return "5.6a", "name the platoons that join it"
        return regrouping.fault(planning, [index_of(planning.state, name) for name in task.targets])

    def begin(self, planning: Planning, task: Task) -> March:
        return March(REGROUP, (planning.index, *(index_of(planning.state, name) for name in task.targets)))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        regrouping.merge(state, scene, march.units, doing)
        return True


class Shed(BattleVerb):
    """Suppressed infantry gets up at the price of a step (8.62Bb; FIRE-21)."""

    def __init__(self) -> None:
        super().__init__(SHED, CHANGE, "Get up", "8.62Bb", (MOVEMENT,))

    def barred(self, planning: Planning) -> Fault | None:
        unit = planning.unit
        if unit.status != ON_MAP or not unit.suppressed or not planning.kind.infantry or unit.carrier >= 0:
            return "8.62Bb", "it is no suppressed infantry"
        return None

    def options(self, planning: Planning) -> tuple[Option, ...]:
        return (Option(SHED, self.rule),) if self.barred(planning) is None else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        return self.barred(planning) or _bare(task, self.rule)

    def begin(self, planning: Planning, task: Task) -> March:
        # SEQ-1: no change of status (5.13), so nobody fires at it.
        return March(SHED, (planning.index,), waits=True)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        shed(state, scene, march.units[0], doing)
        return True


def shed(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """Takes a step and the suppression from infantry; its defilade stays (8.62Bb, 8.62Be; FIRE-22).

    8.62Bd: the step counts as any other loss, so its company checks its morale.
    """
    unit = state.units[index]
    doing.emit("shed", "8.62Bb", known_to(unit), unit=unit.id, side=unit.side)
    unit.suppressed = False
    lose(state, scene, index, 1, "8.62Bb", doing)


def _bare(task: Task, rule: str) -> Fault | None:
    """A task that takes nothing but the unit."""
    return (rule, "nothing follows it") if task.cells or task.targets or task.choice or task.facing >= 0 else None


VERBS: Final[tuple[BattleVerb, ...]] = (Shelter(), Rise(), IntoColumn(), OutOfColumn(), Regroup(), Shed())
