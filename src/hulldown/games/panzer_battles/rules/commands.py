"""Commands to companies (5.0): which are allowed, what they do, and the parts of Bounding Overwatch.

They are given ahead of what is done by them, and stand (2.0b).

CMD-5: whoever fires or enters defilade from Overwatch has taken that part of a Bounding Overwatch command, whoever
moves or changes status the other; it holds until the next Command Phase of its side.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import presets
from hulldown.games.panzer_battles.rules.morale_tables import may_rally
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, BattleState, Company, Unit, index_of, real
from hulldown.games.panzer_battles.rules.verbs.base import COMMAND, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import (
    ASK,
    BOUND,
    BOUNDING,
    BY_PRESET,
    OVERWATCH,
    RALLY,
    WITHDRAW,
)

ALL: Final = (BOUND, OVERWATCH, BOUNDING, WITHDRAW, RALLY)
REACTIONS: Final = "reactions"
"""The name by which an order says how its side answers fire."""
AS_BOUND: Final = "bound"
AS_WATCH: Final = "watch"
"""The parts of a Bounding Overwatch command."""
BROKEN: Final = 3
SHAKEN: Final = 2


def commandable(state: BattleState, side: str) -> list[int]:
    """The companies of a side that get a command: those with a unit on the map (5.0-proc, 19.26, CMD-12)."""
    return [
        at
        for at, company in enumerate(state.companies)
        if company.side == side
        and any(real(state.units[member]) and state.units[member].status == ON_MAP for member in company.members)
    ]


def alive(state: BattleState, company: Company) -> list[int]:
    """The members of a company that are on the map."""
    return [member for member in company.members if state.units[member].status == ON_MAP]


def strength(state: BattleState, company: Company) -> int:
    """The vehicles or steps that a company still has in play, off the map too."""
    return sum(state.units[member].strength for member in company.members)


def refusal(state: BattleState, scene: Scene, company: Company, command: str) -> Fault | None:
    """Why a company may not be given a command; None if it may.

    5.4c, 5.5c: once withdrawn or rallied, only these until its state is 0. 14.3: state 1 by itself forbids nothing.
    14.51: state 3 forbids what state 2 does. 5.33: Bounding Overwatch is for those whose doctrine has it.
    """
    if command in (WITHDRAW, RALLY):
        return _no_respite(state, company, command)
    if company.locked:
        return "5.4c", "after Withdraw or Rally it gets only these until its morale state is 0"
    if command == OVERWATCH:
        # 14.43, CMD-8: in state 2 it may still watch.
        return ("14.52", "in morale state 3 it may not watch") if company.morale >= BROKEN else None
    if company.morale >= SHAKEN:
        return "14.41", "in morale state 2 or 3 it is moved by a Withdraw command"
    if command == BOUNDING:
        if not scene.doctrine(company.side).bounding:
            return "18.34", "its doctrine does not know Bounding Overwatch"
        if len(alive(state, company)) < 2:
            return "5.32", "a single platoon cannot divide the parts of Bounding Overwatch"
    return None


def _no_respite(state: BattleState, company: Company, command: str) -> Fault | None:
    """Why a company may be told neither to withdraw nor to rally (5.4a, 5.5a; CMD-7: at state 1 too once it has)."""
    if company.independent:
        return "18.11", "morale does not concern it"
    if company.morale < SHAKEN and not (company.locked and company.morale):
        case = "5.4a" if command == WITHDRAW else "5.5a"
        return case, "this is for companies in morale state 2 or 3"
    if command == RALLY and not may_rally(company.original, strength(state, company)):
        return "14.64a", "below half of its strength it can no longer rally"
    return None


def allowed(state: BattleState, scene: Scene, company: Company) -> tuple[str, ...]:
    """The commands that a company may be given now."""
    return tuple([command for command in ALL if refusal(state, scene, company, command) is None])


def usual(state: BattleState, scene: Scene, company: Company) -> str:
    """The command for a company whose owner gives none (CMD-20)."""
    return OVERWATCH if refusal(state, scene, company, OVERWATCH) is None else WITHDRAW


def give(state: BattleState, company: Company, command: str) -> None:
    """Puts a company under a command, from now on until its owner's next Command Phase (5.0-proc-2, 4.0-B-2)."""
    company.command = command
    company.plotted = True
    company.locked = company.locked or command in (WITHDRAW, RALLY)
    for member in company.members:
        unit = state.units[member]
        if unit.status == ON_MAP:
            order(unit, command)


def order(unit: Unit, command: str) -> None:
    """Puts a unit under a command; what it was told before is remembered for 12.51."""
    unit.roving = bounds_now(unit)
    unit.command, unit.role = command, ""


def bounds_now(unit: Unit) -> bool:
    """Whether a unit is under a Bound command, or has taken that part of Bounding Overwatch."""
    return unit.command == BOUND or (unit.command == BOUNDING and unit.role == AS_BOUND)


def goes_on_bounding(unit: Unit) -> bool:
    """Whether a unit is under a Bound command, or under Bounding Overwatch and has not taken the part of the watch."""
    return unit.command == BOUND or (unit.command == BOUNDING and unit.role != AS_WATCH)


def _other_part(state: BattleState, unit: Unit, index: int, part: str) -> bool:
    """Whether the other part of Bounding Overwatch is taken or open if this unit takes one (5.3a, 5.3b; CMD-6)."""
    others = [
        state.units[member]
        for member in state.companies[unit.company].members
        if member != index and state.units[member].status == ON_MAP and state.units[member].command == BOUNDING
    ]
    return not others or any(other.role != part for other in others)


def may_watch(state: BattleState, index: int) -> bool:
    """Whether a unit's command lets it fire: Overwatch, or that part of Bounding Overwatch (5.21, 8.11; CMD-6).

    5.22, 8.31: at movers, in answer to fire, and in Final Fire. 5.16: a Bound unit fires only in a close assault.
    """
    unit = state.units[index]
    if unit.command == OVERWATCH:
        return True
    if unit.command != BOUNDING or unit.role == AS_BOUND:
        return False
    return unit.role == AS_WATCH or _other_part(state, unit, index, AS_WATCH)


def may_bound(state: BattleState, index: int) -> bool:
    """Whether a unit's command lets it move and change status (5.11, 5.4b; CMD-6, CMD-19)."""
    unit = state.units[index]
    if unit.command in (BOUND, WITHDRAW):
        return True
    if unit.command != BOUNDING or unit.role == AS_WATCH:
        return False
    return unit.role == AS_BOUND or _other_part(state, unit, index, AS_BOUND)


def commit(unit: Unit, part: str) -> None:
    """Notes the part of Bounding Overwatch that a unit has taken by what it did (CMD-5)."""
    if unit.command == BOUNDING and not unit.role:
        unit.role = part


def check_commands(state: BattleState, scene: Scene, side: str, given: Order) -> list[Violation]:
    """What is wrong with a command plot: each company once, by what its state allows; presets that can be read."""
    own = {state.companies[at].key: state.companies[at] for at in commandable(state, side)}
    wrong: list[Violation] = []
    if given.choice:
        wrong.append(Violation("5.0-proc-1", f"{given.choice!r} means nothing here"))
    told: set[tuple[str, str]] = set()
    for task in given.tasks:
        family = scene.rules.family(task.kind)
        if (task.unit, family) in told:
            wrong.append(Violation("5.0-proc-2", "it is told twice", task.unit))
        told.add((task.unit, family))
        fault = _misgiven(state, scene, side, own, task)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong


def _misgiven(
    state: BattleState, scene: Scene, side: str, own: dict[str, Company], task: Task
) -> Fault | None:  # fmt: skip
    if scene.verb(task.kind, COMMAND) is None or task.cells or task.targets or task.facing >= 0:
        return "5.0-gen-2", "that is no command"
    if task.kind in (ASK, BY_PRESET):
        return None if task.unit == REACTIONS and not task.choice else ("8.22a", "say it of your reactions")
    if task.kind in ALL:
        company = own.get(task.unit)
        if company is None:
            return "5.0-proc-1", "no company of yours on the map has this name"
        return ("5.0-gen-2", "nothing follows a command") if task.choice else refusal(state, scene, company, task.kind)
    index = index_of(state, task.unit)
    unit = state.units[index] if index >= 0 else None
    if unit is None or unit.side != side or unit.status != ON_MAP or not real(unit):
        return "5.0-proc-1", "no unit of yours on the map has this name"
    read = presets.read(task.choice)
    return ("8.22a", read) if isinstance(read, str) else None


def place_commands(state: BattleState, scene: Scene, side: str, given: Order, doing: Doing) -> None:
    """Gives every company of a side its command, in secret (5.0-proc-4); one that is told nothing the usual one."""
    told = {task.unit: task for task in given.tasks if task.kind in ALL}
    detached = {company.spare for company in state.companies}
    for at in commandable(state, side):
        company = state.companies[at]
        if company.plotted and at not in detached:
            # SEQ-16: a plot is disclosed when it no longer holds; that a platoon was detached stays secret (18.21a).
            doing.emit("disclosed", "5.0-proc-3", (), company=company.key, side=company.side, command=company.command)
        task = told.get(company.key)
        give(state, company, task.kind if task is not None else usual(state, scene, company))
        doing.emit("command", "5.0-proc-2", (side,), company=company.key, side=company.side, command=company.command)
    for unit in state.units:
        if unit.side == side:
            unit.preset, unit.withholds = "", False
    for task in given.tasks:
        if task.kind in (ASK, BY_PRESET):
            state.modes[side] = task.kind
        elif task.kind not in ALL:
            react(state.units[index_of(state, task.unit)], task.choice)
    doing.emit("commanded", "5.0-proc-1", (), side=side, nation=scene.people(side))


def react(unit: Unit, text: str) -> None:
    """Notes how a unit is to react: its preset, and whether it keeps from observing (7.42; OBS-19)."""
    preset = presets.read(text)
    unit.preset = text
    unit.withholds = isinstance(preset, presets.Preset) and preset.blind
