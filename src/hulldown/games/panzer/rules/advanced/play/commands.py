"""The Command Phase: commands with their groups, what is legal, placing and clearing them (6.2). Room C."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.arsenal import fits
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.rules import commands as basic
from hulldown.games.panzer.rules.advanced.pieces import NOBODY
from hulldown.games.panzer.rules.advanced.play import control, firing
from hulldown.games.panzer.rules.advanced.play.facts import armed, detail_of, leg_of, member_of, towed_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import observers, screens
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, index_of
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.kinds import ASK, MOVE, NO_COMMAND, SHORT_HALT
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS as REACTIONS
from hulldown.games.panzer.rules.verbs.reactions import CONCEAL


def commandable(state: PanzerState, scenario: Scenario, side: str) -> list[int]:
    """The units of a side that get a command: on the map or due, no passengers (6.6.7b; J11).

    Case 6.2.1.
    """
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and (
            unit.status == ON_MAP or (basic.due(state, scenario, unit) and detail_of(unit).carrier == NOBODY)
        )
    ]  # fmt: skip


def allowed(state: PanzerState, scene: Scene, index: int) -> tuple[str, ...]:
    """The commands that a unit could execute (4.2.1g, 4.2.1h; F1, J7): what it has the means for, and is not barred."""
    unit = state.units[index]
    on_map, gun = unit.status == ON_MAP, armed(unit, scene, index)
    direct = on_map and _has_target(state, scene, index)
    found = scene.executable(on_map, gun, direct or (on_map and _may_be_called(state, scene, index)))
    if not direct:
        found = tuple([kind for kind in found if kind not in scene.halting])  # 6.5.1h
    for hook in scene.hooks.commands:
        found = hook(state, scene, index, found)
    shut = barred(state, scene, index)
    return tuple([kind for kind in found if kind not in shut])


def _has_target(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit could fire directly: it has a target (4.2.1h), or lays smoke, which needs none (6.1.4.3.10e)."""
    return bool(firing.targets_of(state, scene, index)) or screens.able(state, scene, index)


def _may_be_called(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether an observer may call a unit's fire: that is by Fire, never by Short Halt (6.5.1h).

    An observer is any FO, Command or Recon unit of its side on the map: whether it sees something then, nobody knows.
    """
    if observers.gun_of(state, scene, index) is None:
        return False
    return bool(observers.observers(state, scene, state.units[index].side))


def barred(state: Position, scene: Scene, index: int) -> dict[str, Fault]:
    """The commands that a unit may not have because of what it is and how it stands, each with the reason."""
    unit = state.units[index]
    detail = detail_of(unit)
    found: dict[str, Fault] = {}
    gun, leg = towed_of(unit), leg_of(unit)
    if detail.track:
        # F7: also no Short Halt, whose movement could not be executed.
        found = dict.fromkeys(scene.moving, ("6.5.2.2.1d", "a Track hit has immobilised it"))
    elif gun is not None:
        found[SHORT_HALT] = "6.6.5e", "a towed unit has no Short Halt"
        if detail.full_cover:
            found[MOVE] = "6.1.4.2g", "a towed unit in Full Cover may not move"
        elif detail.inside:
            found[MOVE] = "6.1.4.3.1g", "a towed unit inside a building stays there"
        elif not gun.manhandled and not _could_be_towed(state, unit.side, gun):
            found[MOVE] = "6.6.5a", "it cannot be manhandled, and nobody here could tow it"
    elif leg is not None:
        laden = leg.size.name == "section" and bool(member_of(scene, index).weapons)
        if laden:
            found[SHORT_HALT] = "6.6.4.1j", "a section with an attached weapon has no Short Halt"
        if detail.full_cover:
            found.setdefault(SHORT_HALT, ("6.1.4.2h", "a leg unit in Full Cover has no Short Halt"))
            if laden:
                found[MOVE] = "6.1.4.2i", "a section with an attached weapon may not move in Full Cover"
    return found


def _could_be_towed(state: Position, side: str, gun: Towed) -> bool:
    """Whether a friendly vehicle on the map has room for a gun: to mount it needs a Move command (6.6.7.1.1a; F7)."""
    return any(
        unit.side == side
        and unit.status == ON_MAP
        and (vehicle := vehicle_of(unit)) is not None
        and fits(vehicle, (gun,))
        for unit in state.units
    )


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """The commands open to each unit, and how its side reacts.

    A command that could be shared is offered twice: alone, and with the units with which it could be shared as its
    targets. How many of those go together, and how many commands there are, `check` tells.

    Case 4.2.1g.
    """
    mine = commandable(state, scene.scenario, decision.side)
    open_to = {index: allowed(state, scene, index) for index in mine}
    near = control.partners(state, scene, mine)
    unique = control.unique(scene)
    units = [basic.reaction_options(scene)]
    for index in mine:
        options: list[Option] = []
        for option in scene.command_options(open_to[index]):
            options.append(option)
            kind = option.kind
            if kind not in unique:
                continue
            others = [other for other in mine if kind in open_to[other]]
            found = {*[other for other in near[index] if kind in open_to[other]]}
            found.update(control.column_partners(state, scene, kind, index, others))
            if found:
                names = tuple([state.units[other].id for other in sorted(found)])
                options.append(replace(option, rule="6.2.1.1.3b", targets=names))
        units.append(UnitLegal(state.units[index].id, tuple(options)))
    return Legal(decision, tuple(units), idle=Order(COMMAND))


class Draft(NamedTuple):
    """One command of an order: all who are to have it, and those of them who could execute it."""

    task: Task
    members: tuple[int, ...]
    able: tuple[int, ...]


def drafts(state: PanzerState, scene: Scene, order: Order) -> list[Draft]:
    """The commands of an order whose words are right (4.2.1g, 4.2.1h, 6.2.1.1.3c)."""
    found = []
    for task in order.tasks:
        if task.unit != REACTIONS:
            members = tuple([index_of(state, name) for name in (task.unit, *task.targets)])
            able = tuple([index for index in members if task.kind in allowed(state, scene, index)])
            found.append(Draft(task, members, able))
    return found


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a side's commands: too many, out of range, mixed formations, impossible ones (6.2.1.1.3c).

    Case 6.2.1.1.3b.
    """
    mine = {state.units[index].id: index for index in commandable(state, scene.scenario, decision.side)}
    wrong: list[Violation] = []
    seen: set[str] = set()
    if order.choice:
        wrong.append(Violation("6.2", "give your units their commands"))
    for task in order.tasks:
        for name in (task.unit, *task.targets):
            fault: Fault | None = None
            if name in seen:
                fault = "4.2a", "it has one command a turn"
            elif name == REACTIONS and name == task.unit:
                fault = basic.reaction_fault(scene, task)
            elif name not in mine:
                fault = "3.1a", "it is not yours to command now"
            elif name == task.unit:
                fault = basic.wording_fault(scene, task, bool(task.targets))
            seen.add(name)
            if fault is not None:
                wrong.append(Violation(*fault, name))
    if wrong:
        return wrong
    return _control_faults(state, scene, decision.side, drafts(state, scene, order))


def _control_faults(state: PanzerState, scene: Scene, side: str, found: list[Draft]) -> list[Violation]:
    """What is wrong with commands whose words are right (6.2.1.1.3b, 6.2.1.1.3d, 6.2a)."""
    wrong: control.Faults = []
    for draft in found:
        # Those who would get N/C instead (4.2.1i) may not be what keeps the others together.
        kind, able = draft.task.kind, draft.able
        wrong += control.group_faults(state, scene, kind, draft.members) or _left(state, scene, kind, able)
        if state.options["illegal_commands"] == basic.REFUSE:
            wrong += _impossible(state, scene, draft)
    if not wrong and control.controlled(state):
        wrong = _inactive(state, scene, found) + _too_many(state, scene, side, found)
    return [Violation(*fault, state.units[index].id) for index, fault in wrong]


def _left(state: PanzerState, scene: Scene, kind: str, able: tuple[int, ...]) -> control.Faults:
    return control.group_faults(state, scene, kind, able) if able else []


def _impossible(state: PanzerState, scene: Scene, draft: Draft) -> control.Faults:
    """Those who cannot execute a command; one without a target of its own cannot share Fire (J7)."""
    kind = draft.task.kind
    usual = "4.2.1h" if kind in scene.shooting else "4.2.1g", f"it cannot execute {scene.rules.verbs[kind].name}"
    return [(index, barred(state, scene, index).get(kind, usual)) for index in draft.members if index not in draft.able]


def _inactive(state: PanzerState, scene: Scene, found: list[Draft]) -> control.Faults:
    """Unarmed units that share a command although too many of their formation do: not all can be active (6.2.1.1e).

    Cases 6.2.1.1.3-roads-a, 6.2.1.1.3-inactive-unarmed.
    """
    wrong: control.Faults = []
    sharers: dict[str, list[int]] = {}
    for draft in found:
        if len(draft.members) == 1 or control.is_column(state, scene, draft.task.kind, draft.members):
            continue
        for index in draft.members:
            if armed(state.units[index], scene, index):
                continue
            others = sharers.setdefault(member_of(scene, index).formation, [])
            if len(control.activated(state, scene, (*others, index))) > len(others):
                others.append(index)
            else:
                reason = "the combat units in its Command Range activate others; each activates one"
                wrong.append((index, ("6.2.1.1e", reason)))
    return wrong


def _too_many(state: PanzerState, scene: Scene, side: str, found: list[Draft]) -> control.Faults:
    """The commands beyond those that a formation has (6.2b, 6.2.1.1.3d).

    Recon units have their own (6.2.1.1.3-recon-a), N/C is free (6.2.1.1.3-nc-a), and so is the command of a unit off
    the map: those placed on the map count.
    """
    numbers = control.available(state, scene, side)
    used: dict[str, int] = {}
    wrong: control.Faults = []
    for draft in found:
        if not counts(state, scene, draft):
            continue
        name = member_of(scene, draft.members[0]).formation
        used[name] = used.get(name, 0) + 1
        most = int(numbers[name].value)
        if used[name] > most:
            told = f"{name} has {most} command{'' if most == 1 else 's'} this turn; let units share them"
            wrong.append((draft.members[0], ("6.2.1.1.3d", told)))
    return wrong


def counts(state: PanzerState, scene: Scene, draft: Draft) -> bool:
    """Whether a command is one of those that a formation has so many of.

    Cases 6.2.1.1.3a, 6.2.1.1.3-nc-a, 6.2.1.1.3-recon-a, 6.2.1.1b.
    """
    return (
        draft.task.kind in control.unique(scene)
        and any(state.units[index].status == ON_MAP for index in draft.able)
        and not control.recon(scene, draft.members[0])
    )


def place(state: PanzerState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Places a side's commands face down, with their groups (4.2.1a, 6.2.1.1.3c).

    N/C without one (6.2.1.1.3-nc-c), or in place of one that cannot be executed (4.2.1i).
    """
    for index in commandable(state, scene.scenario, side):
        state.units[index].command = NO_COMMAND
    state.modes[side] = ASK
    for task in order.tasks:
        if task.unit == REACTIONS:
            state.modes[side] = task.kind
            state.conceals[side] = task.choice == CONCEAL
    for draft in drafts(state, scene, order):
        task = draft.task
        for index in draft.members:
            unit = state.units[index]
            if index in draft.able:
                unit.command, unit.preset = task.kind, task.choice
            else:
                doing.emit("converted", "4.2.1i", (side,), unit=unit.id, command=task.kind)
        if len(draft.able) > 1:
            control.share(state, scene, task.kind, draft.able)
    doing.emit("reactions", "4.4.2c", (), side=side, mode=state.modes[side])


def clear(state: PanzerState) -> None:
    """Takes all commands and groups off the map at the end of the turn; none is saved (6.2.1.1.3-formation-limits).

    Case 6.2.1.1.3c.
    """
    basic.clear_commands(state)
    for unit in state.units:
        detail = detail_of(unit)
        detail.group = detail.column = 0
        detail.tied = UNSET
        detail.open = detail.spent = detail.under_fire = False
        detail.aims, detail.manner = (), ""
