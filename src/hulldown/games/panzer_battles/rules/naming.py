"""The order in which companies move (6.0-proc-2): the enemy names a counter, and its company moves.

MOV-19: a dummy moves alone; companies without a counter on the map come last, as their owner likes. SEQ-20: the enemy
may leave the choice to the owner, for once or for the whole Segment.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.exchange import column_faults, leavers, leaves_column
from hulldown.games.panzer_battles.rules.points import in_play
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ANY, ASIDE, OFF, ON_MAP, BattleState, enemy_of, label_of, present
from hulldown.games.panzer_battles.rules.verbs.base import NAMING
from hulldown.games.panzer_battles.rules.verbs.kinds import DEPLOY_OUT, NAME

NEXT: Final = "next"
"""The name by which an order says which counter moves next."""
AS_YOU_LIKE: Final = "any"
FOR_SEGMENT: Final = "any segment"


def to_move(state: BattleState, side: str) -> list[int]:
    """The companies of a side that have not had their moves in this Segment.

    6.83: a dummy that lies beside the map comes back only where a unit is, so not when its side has none left.
    """
    able = (ON_MAP, OFF, ASIDE) if in_play(state, side) else (ON_MAP, OFF)
    return [
        at
        for at, company in enumerate(state.companies)
        if company.side == side
        and not company.turn_over
        and any(state.units[member].status in able for member in company.members)
    ]


def nameable(state: BattleState, side: str) -> list[str]:
    """The counters of a side that its enemy may point at: on the map, not yet moved, not struck off the list."""
    return sorted(
        label_of(unit)
        for unit in state.units
        if unit.side == side and unit.tag and present(unit) and not unit.moved and label_of(unit) not in state.struck
    )


def strike(state: BattleState, at: int) -> None:
    """Strikes the face-up counters of a company that has had its moves off the list (6.0-proc-2).

    As everybody can see whose they are: whether a platoon is detached does not show (18.21a).
    """
    if any(company.spare == at for company in state.companies):
        return
    company = state.companies[at]
    detached = state.companies[company.spare].members if company.spare >= 0 else ()
    units = [state.units[member] for member in (*company.members, *detached)]
    labels = [label_of(unit) for unit in units if unit.tag and unit.shown and present(unit)]
    state.struck = (*state.struck, *(label for label in labels if label not in state.struck))


def asks(state: BattleState, side: str) -> bool:
    """Whether the enemy is asked which company of a side moves next."""
    if state.free or state.options.get("company_order") == "owner":
        return False
    return len(nameable(state, side)) > 1


def only(state: BattleState, side: str) -> int:
    """The company that moves next where nobody is asked: that of the only counter that could be named, before those
    that have none on the map (MOV-19), or whichever its owner likes.
    """
    names = nameable(state, side)
    if state.free or state.options.get("company_order") == "owner" or len(names) != 1:
        return ANY
    company = next(
        unit.company for unit in state.units if unit.side == side and unit.tag and label_of(unit) == names[0]
    )
    return ANY if state.companies[company].turn_over else company


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The counters that may be named, or the owner's choice; units of the side that names may leave Column before."""
    names = tuple(nameable(state, enemy_of(decision.side)))
    columns = [UnitLegal(state.units[at].id, (Option(DEPLOY_OUT, "6.62b"),)) for at in leavers(state, decision.side)]
    units = (UnitLegal(NEXT, (Option(NAME, "6.0-proc-2", targets=names),)), *columns)
    choices = (AS_YOU_LIKE, FOR_SEGMENT)
    passes = (Pass(AS_YOU_LIKE), Pass(FOR_SEGMENT, f"{state.phase} names"))
    return Legal(decision, units, choices, Order(NAMING, choice=AS_YOU_LIKE), passes)


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an answer: one counter, one of the choices, or units that leave Column first (6.62b)."""
    if not order.tasks:
        good = order.choice in (AS_YOU_LIKE, FOR_SEGMENT)
        return [] if good else [Violation("6.0-proc-2", f"name a counter that has not moved, or answer {AS_YOU_LIKE}")]
    if leaves_column(order) and not order.choice:
        return column_faults(state, decision.side, order)
    task = order.tasks[0]
    named = len(task.targets) == 1 and task.targets[0] in nameable(state, enemy_of(decision.side))
    fits = task.unit == NEXT and task.kind == NAME and not task.cells and not task.choice and not order.choice
    if len(order.tasks) == 1 and named and fits:
        return []
    return [Violation("6.0-proc-2", "name one counter that has not moved", task.unit)]


def name(state: BattleState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Lets the company of a counter move next; one that has moved already is struck off the list."""
    if order.choice in (AS_YOU_LIKE, FOR_SEGMENT):
        state.free = order.choice == FOR_SEGMENT
        state.moving, state.named = ANY, ""
        doing.emit("left_open", "6.0-proc-2", (), side=enemy_of(side), nation=scene.people(enemy_of(side)))
        return
    label = order.tasks[0].targets[0]
    for unit in state.units:
        if unit.side == side and unit.tag and label_of(unit) == label:
            company = state.companies[unit.company]
            doing.emit("named", "6.0-proc-2", (), counter=label, side=side, done=company.turn_over)
            if company.turn_over:
                state.struck = (*state.struck, label)
            else:
                state.moving, state.named = unit.company, label
            return
