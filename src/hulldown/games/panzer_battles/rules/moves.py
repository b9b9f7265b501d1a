"""The decision that the moving side answers: what each unit of the company does, one act after the other (6.0-gen-1).

CMD-2, CMD-21: a company is done only when every unit under a Bound command has moved or changed status, as long as it
could; only the idle answer leaves such units where they are.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.games.panzer_battles.rules.commands import bounds_now, may_bound
from hulldown.games.panzer_battles.rules.moving import end_fault
from hulldown.games.panzer_battles.rules.naming import asks, to_move
from hulldown.games.panzer_battles.rules.planning import TIRED, Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ANY, DUMMY, NOBODY, OFF, ON_MAP, BattleState, Unit, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import MOVEMENT
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUNDING

DONE: Final = "done"
END: Final = "end"
LEAVE_BE: Final = "leave"
"""The company, or the whole Segment, is done; the idle answer, which asks nothing of anybody."""


def movers(state: BattleState, side: str) -> list[int]:
    """The units that may be told something now: of the company that moves, or of all that have not moved."""
    open_to = [state.moving] if state.moving >= 0 else to_move(state, side)
    return [member for at in open_to for member in state.companies[at].members]


def options(state: BattleState, scene: Scene, index: int) -> tuple[Option, ...]:
    """All that a unit may do now."""
    planning = Planning(state, scene, index)
    return tuple([option for verb in scene.answering[MOVEMENT] for option in verb.options(planning)])


def idlers(state: BattleState, scene: Scene, side: str) -> list[int]:
    """The units that still owe an act by their command (5.1, 5.3a; CMD-1, CMD-2)."""
    open_to = movers(state, side)
    unmoved = {at for at in open_to if _owes(state, scene, at)}
    companies = sorted({state.units[at].company for at in open_to})
    unmoved.update(at for company in companies for at in _undivided(state, company))
    return sorted(unmoved)


def _undivided(state: BattleState, company: int) -> list[int]:
    """The units under Bounding Overwatch of which one must still bound, as long as one can (5.3a; CMD-6)."""
    parts = [
        at
        for at in state.companies[company].members
        if state.units[at].status == ON_MAP and state.units[at].command == BOUNDING
    ]
    if len(parts) < 2 or any(bounds_now(state.units[at]) for at in parts):
        return []
    return [at for at in parts if may_bound(state, at) and _able(state.units[at])]


def _owes(state: BattleState, scene: Scene, index: int) -> bool:
    """Whether a unit must still act: by its Bound command, or because it can come onto the map (19.2, 20.0-reinf-3)."""
    unit = state.units[index]
    if unit.status == OFF and unit.type != DUMMY and unit.carrier < 0:
        enter = scene.group(unit).enter
        if enter is None or enter.wait or not scene.may_enter(state, index):
            return False
        return Planning(state, scene, index).left() >= scene.entry_price(unit)
    if unit.status != ON_MAP or unit.type == DUMMY or not bounds_now(unit) or not _able(unit):
        return False
    if unit.moved:
        return unit.cell == unit.origin and _could_leave(Planning(state, scene, index))
    return not unit.changed


def _could_leave(planning: Planning) -> bool:
    """Whether a unit that fire has stopped in the hex where it began can still go to another (5.12, 5.14b)."""
    if planning.tied() is not None:
        return False
    return any(
        planning.step_cost(planning.unit.cell, cell) <= planning.left() and end_fault(planning, cell) is None
        for cell in planning.scene.board.neighbours[planning.unit.cell]
        if cell >= 0
    )


def _able(unit: Unit) -> bool:
    """Whether a unit on the map can move or change its status at all (CMD-1)."""
    kind = traits(unit.type)
    if unit.carrier >= 0 or unit.engaged or kind.gun:
        return False
    return not (kind.infantry and (unit.suppressed or unit.fatigue >= TIRED))


def _debt(unit: Unit) -> tuple[str, str]:
    """What a unit owes, with its case."""
    if unit.status == OFF:
        return "5.1", "it must come onto the map: it enters under a Bound command"
    if unit.command == BOUNDING and not unit.role:
        return "5.3a", "one platoon of its company must move or change its status"
    if unit.moved:
        return "5.12", "it must end in another hex than it began in"
    return "5.1", "it must move or change its status by its Bound command"


def ending(state: BattleState) -> str:
    """The word that ends what may be ordered now."""
    return DONE if state.moving >= 0 else END


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """What each unit may do, or that it is done."""
    units = []
    for at in movers(state, decision.side):
        found = options(state, scene, at)
        if found:
            units.append(UnitLegal(state.units[at].id, found))
    choices = () if idlers(state, scene, decision.side) else (ending(state),)
    return Legal(decision, tuple(units), choices, Order(MOVEMENT, choice=LEAVE_BE))


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with orders to move, each judged as if those before it were not yet carried out."""
    side = decision.side
    if not order.tasks:
        if order.choice == LEAVE_BE:
            return []
        owed = [Violation(*_debt(state.units[at]), state.units[at].id) for at in idlers(state, scene, side)]
        if order.choice == ending(state) or (owed and not order.choice):
            return owed
        return [Violation("6.0-proc-1", f"tell a unit what it does, or answer {ending(state)}")]
    wrong = [Violation("6.0-proc-1", "order units or end the moves, not both")] if order.choice else []
    able = movers(state, side)
    seen: set[int] = set()
    one_company = state.moving == ANY and asks(state, side)
    company = NOBODY
    for task in order.tasks:
        at = index_of(state, task.unit)
        verb = scene.verb(task.kind, MOVEMENT)
        if at not in able or at in seen:
            wrong.append(Violation("6.0-proc-2", "it is not its turn to move", task.unit))
            continue
        seen.add(at)
        company = state.units[at].company if company == NOBODY else company
        if one_company and state.units[at].company != company:
            wrong.append(Violation("6.0-proc-2", "order one company at a time", task.unit))
            continue
        if verb is None:
            names = ", ".join(one.name for one in scene.answering[MOVEMENT])
            wrong.append(Violation("6.0-proc-1", f"an act is one of {names}", task.unit))
            continue
        fault = verb.fault(Planning(state, scene, at), task)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong
