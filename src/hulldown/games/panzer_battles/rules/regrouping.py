"""Regrouping (5.6): platoons of one company and type that have lost vehicles or steps become one (5.0-gen-3)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import commands, observing
from hulldown.games.panzer_battles.rules.planning import TIRED, Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    MERGED,
    NOBODY,
    OFF_MAP,
    ON_MAP,
    BattleState,
    Unit,
    companions,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import STATUS, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import CHOOSE

FACETS: Final = ("nerve", "fatigue", "formation", "cover")
"""What the opponent chooses for a platoon that others have joined."""


def _able(planning: Planning) -> bool:
    """Whether a platoon may take part: under Bound, weakened, and where it began the Segment (5.6a; CMD-13, CMD-18).

    Who has spent nothing has not moved. 6.75a: not infantry that is worn out, since it costs points (5.6b).
    """
    unit = planning.unit
    return (
        planning.tied() is None
        and planning.bound() is None
        and unit.status == ON_MAP
        and unit.strength < unit.start
        and not (planning.kind.infantry and unit.fatigue >= TIRED)
        and unit.spent == 0
    )


def partners(planning: Planning) -> list[int]:
    """The platoons that a platoon may join with, each by itself (5.61, 5.62, 5.63)."""
    if not _able(planning):
        return []
    unit, state = planning.unit, planning.state
    return [
        at
        for at in state.companies[unit.company].members
        if at != planning.index
        and state.units[at].type == unit.type
        and state.units[at].cell == unit.cell
        and _able(Planning(state, planning.scene, at))
        and not (planning.load() and companions(state, at))
        and unit.strength + state.units[at].strength <= min(unit.start, state.units[at].start)
    ]


def fault(planning: Planning, others: list[int]) -> Fault | None:
    """What is wrong with a regrouping of several (5.61 to 5.63; CMD-14, CMD-15)."""
    able = partners(planning)
    if len(set(others)) < len(others) or any(at not in able for at in others):
        return "5.61", "they must be weakened platoons of its company and type, together since the Segment began"
    units = [planning.unit, *(planning.state.units[at] for at in others)]
    if sum(unit.strength for unit in units) > min(unit.start for unit in units):
        return "5.63", "together they are more than one of them was at the start"
    if sum(bool(companions(planning.state, at)) for at in (planning.index, *others)) > 1:
        return "5.61", "one carrier at most may have anything aboard"
    return None


def merge(state: BattleState, scene: Scene, units: tuple[int, ...], doing: Doing) -> None:
    """Joins platoons into the first of them; its status is for the opponent to choose (5.6b, 5.6c, 5.64a; CMD-16).

    5.65: what concerns the company is not touched.
    """
    alive = [at for at in units if state.units[at].status == ON_MAP]
    if len(alive) < 2:
        return
    lead, rest = state.units[alive[0]], [state.units[at] for at in alive[1:]]
    state.offer = facets([lead, *rest])
    state.merged = alive[0]
    if any(unit.shown for unit in rest) and not lead.shown:
        observing.reveal(state, scene, lead, "5.64a", doing)
    lead.strength += sum(unit.strength for unit in rest)
    lead.changed = lead.rooted = True
    # 5.6b: all its points are gone, so infantry does not rest by it either (6.76a).
    lead.spent = traits(lead.type).allowance
    commands.commit(lead, commands.AS_BOUND)
    for at in alive[1:]:
        for load in companions(state, at):
            # TRN-1: of carriers that join, one at most has anything aboard.
            state.units[load].carrier = alive[0]
    names = ", ".join(unit.id for unit in rest)
    doing.emit("regrouped", "5.6c", () if lead.shown else (lead.side,), unit=lead.id, side=lead.side, others=names)
    for unit in rest:
        unit.status, unit.strength, unit.cell, unit.tag = MERGED, 0, OFF_MAP, 0
        unit.defilade, unit.suppressed, unit.column = NOBODY, False, False


def facets(units: list[Unit]) -> tuple[str, ...]:
    """What the opponent may give a platoon that others have joined, as `facet: status` (5.64a; CMD-17)."""
    found: list[str] = []
    for facet, words in (
        (FACETS[0], {"suppressed" if unit.suppressed else "not suppressed" for unit in units}),
        (FACETS[1], {f"fatigue {unit.fatigue}" for unit in units}),
        (FACETS[2], {"in column" if unit.column else "not in column" for unit in units}),
        (FACETS[3], {f"defilade {unit.defilade}" if unit.defilade >= 0 else "no defilade" for unit in units}),
    ):
        found += [f"{facet}: {word}" for word in sorted(words)]
    return tuple(found)


def open_facets(offer: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """What is offered, by facet."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in offer:
        facet, _, word = entry.partition(": ")
        found[facet] = (*found.get(facet, ()), word)
    return found


def open_to_choice(state: BattleState) -> bool:
    """Whether the opponent has anything to choose."""
    return any(len(words) > 1 for words in open_facets(state.offer).values())


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The status of each facet in which the platoons differed, for the opponent to choose."""
    units, idle = [], []
    for facet, words in open_facets(state.offer).items():
        if len(words) == 1:
            continue
        units.append(UnitLegal(facet, (Option(CHOOSE, "5.64a", choices=words),), required=True))
        idle.append(Task(facet, CHOOSE, choice=words[0]))
    return Legal(decision, tuple(units), idle=Order(STATUS, tuple(idle)))


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with the choice: one status for each facet in which they differed; the others may be named too."""
    open_to = open_facets(state.offer)
    asked = {facet for facet, words in open_to.items() if len(words) > 1}
    wrong = [
        Violation("5.64a", "it is no status that one of the platoons had", task.unit)
        for task in order.tasks
        if task.kind != CHOOSE or task.choice not in open_to.get(task.unit, ()) or task.cells or task.targets
    ]
    told = [task.unit for task in order.tasks]
    if not wrong and (len(set(told)) < len(told) or asked - set(told) or order.choice):
        wrong.append(Violation("5.64a", f"choose for each of {', '.join(sorted(asked))}, once"))
    return wrong


def _reconcile(unit: Unit) -> None:
    """Mends what was chosen but cannot be at the same time: no Column in defilade (6.66), none of men who are down.

    8.62A, 6.63c: suppressed infantry is in defilade and not in Column.
    """
    if unit.suppressed and traits(unit.type).infantry:
        unit.column = False
        unit.defilade = unit.defilade if unit.defilade >= 0 else unit.facing
    elif unit.column:
        unit.defilade = NOBODY


def settle(state: BattleState, order: Order, doing: Doing) -> None:
    """Gives the joined platoon the status that the opponent has chosen (5.64a)."""
    unit = state.units[state.merged]
    words = {task.unit: task.choice for task in order.tasks}
    for facet, open_to in open_facets(state.offer).items():
        words.setdefault(facet, open_to[0])
    # 5.64a: who has chosen knows it; of platoons that nobody sees, with nothing to choose, he hears nothing.
    audience = () if unit.shown or open_to_choice(state) else (unit.side,)
    unit.suppressed = words[FACETS[0]] == "suppressed"
    unit.fatigue = int(words[FACETS[1]].split()[1])
    unit.column = words[FACETS[2]] == "in column"
    cover = words[FACETS[3]]
    unit.defilade = int(cover.split()[1]) if cover.startswith("defilade") else NOBODY
    _reconcile(unit)
    state.offer, state.merged = (), NOBODY
    doing.emit("status", "5.64a", audience, side=unit.side, status=", ".join(words[facet] for facet in FACETS))
