"""The Adjustment Phase: pivots, Full Cover, digging in, recovery from suppression, counters (6.8). Room B.

Both sides choose at once and in secret (Q12). Their choices are carried out together, step by step.
"""

from __future__ import annotations

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.roster import ENGINEER
from hulldown.games.panzer.rules.adjustment import turn_up
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON, PARTIAL
from hulldown.games.panzer.rules.advanced.play import commands, cover, recovering, sight, works
from hulldown.games.panzer.rules.advanced.play.air import planes
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, SIDES, PanzerState, index_of
from hulldown.games.panzer.rules.verbs.adjusting import IN_COVER, VERBS, Adjusts, Chances
from hulldown.games.panzer.rules.verbs.adjusting import adjusting as verb_of
from hulldown.games.panzer.rules.verbs.base import ADJUST
from hulldown.games.panzer.rules.verbs.kinds import NO_COMMAND

Told = list[tuple[int, Adjusts, Task]]
"""Units, by their place in the list, with what they were told."""


# Who may do what.


def adjusting(state: PanzerState) -> tuple[str, ...]:
    """The sides that have units to pivot or to put into Full Cover."""
    return tuple([side for side in SIDES if _adjustable(state, side)])


def _adjustable(state: PanzerState, side: str) -> list[int]:
    """A side's dismounted leg and towed units (6.8.1, 6.8.2a), and its vehicles in Improved Positions (6.1.4.1.2d)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and unit.status == ON_MAP
        and (vehicle_of(unit) is None or works.improved(state, index) is not None)
    ]


def may_dig(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit has spent this turn on a Hasty Entrenchment, if its owner likes (6.6.8a; N11).

    It is unsuppressed, was in Full Cover and had no command. 6.1.4.3b: not in buildings, nor in waters, where there is
    no Full Cover either (6.1.4.2b).
    """
    unit = state.units[index]
    if detail_of(unit).suppressed or not cover.in_full_cover(scene, unit) or unit.command not in ("", NO_COMMAND):
        return False
    if sight.storeys(state, scene, unit.cell):
        return False
    work = works.position_of(state, index)
    return work is None or work.progress > 0


def options_of(state: PanzerState, scene: Scene, index: int) -> tuple[Option, ...]:
    """What a unit may be told (6.8.1, 6.8.2a, 6.6.8a, 6.1.4.1.2d, 6.1.4.3.6c)."""
    unit = state.units[index]
    vehicle = vehicle_of(unit) is not None
    chances = Chances(
        vehicle,
        cover.partial_by_choice(state, index),
        detail_of(unit).full_cover,
        cover.may_take_full_cover(scene, unit),
        may_dig(state, scene, index),
        works.position_of(state, index) is None and works.open_position(state, index) is not None,
    )
    found = [verb.option(chances) for verb in VERBS]
    return tuple([option for option in found if option is not None])


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Which units may pivot, and enter or leave Full Cover (6.8.1, 6.8.2)."""
    units = [
        UnitLegal(state.units[index].id, options_of(state, scene, index))
        for index in _adjustable(state, decision.side)
    ]  # fmt: skip
    return Legal(decision, tuple(units), idle=Order(ADJUST))


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an adjustment (6.8.2a)."""
    wrong: list[Violation] = []
    mine = _adjustable(state, decision.side)
    done: list[int] = []
    if order.choice:
        wrong.append(Violation("6.8", "name the units that pivot or change their cover"))
    for task in order.tasks:
        index = index_of(state, task.unit)
        if index not in mine or index in done:
            wrong.append(Violation("6.8.1", "it cannot be adjusted, or is named twice", task.unit))
            continue
        done.append(index)
        wrong += _faults(options_of(state, scene, index), task)
    return wrong or _overfull(state, order)


def _faults(options: tuple[Option, ...], task: Task) -> list[Violation]:
    """What is wrong with one task, by what its unit may be told."""
    option = next((one for one in options if one.kind == task.kind), None)
    if option is None:
        open_to = ", ".join(_named(one.kind) for one in options) or "nothing"
        return [Violation("6.8.2a", f"{_named(task.kind)} is not open to it now; open are: {open_to}", task.unit)]
    wrong = []
    if task.cells or task.targets:
        wrong.append(Violation(option.rule, "it names no hexes and no targets", task.unit))
    if task.choice not in (option.choices or ("",)):
        told = " or ".join(option.choices) or "nothing"
        wrong.append(Violation(option.rule, f"{_named(task.kind)} is followed by {told}", task.unit))
    verb = verb_of(task.kind)
    misfaced = verb.misfaced(task) if verb is not None else None
    if misfaced is not None:
        wrong.append(Violation(misfaced[0], misfaced[1], task.unit))
    return wrong


def _named(kind: str) -> str:
    """How a task is called."""
    verb = verb_of(kind)
    return kind if verb is None else verb.name


def _overfull(state: PanzerState, order: Order) -> list[Violation]:
    """Each position holds one unit (6.1.4.3.6b, 6.1.4.3.7a)."""
    room: dict[int, int] = {}
    wrong = []
    for task in order.tasks:
        verb = verb_of(task.kind)
        assert verb is not None, f"{task.kind} has been checked"
        if not verb.occupies:
            continue
        cell = state.units[index_of(state, task.unit)].cell
        room.setdefault(cell, works.vacancies(state, cell))
        room[cell] -= 1
        if room[cell] < 0:
            wrong.append(Violation("6.1.4.3.6b", "the position holds a single unit, which is another one", task.unit))
    return wrong


# Carrying it out.


def adjust(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Both sides' adjustments at once (Q12), then recovery, counters, and the end of the turn's commands (6.8).

    Cases 6.8.4b, 6.1.4.3.5c.

    Cases 6.8.1, 6.8.2a, 6.8.2b, 6.8.3a, 6.8.3.1, 6.8.4a, 6.6.9g, 6.1.4.3.6c, 6.1.4.3.7c.
    """
    told: Told = []
    for side in SIDES:
        for task in state.submitted.pop(side, Order(ADJUST)).tasks:
            verb = verb_of(task.kind)
            assert verb is not None, f"{task.kind} has been checked"
            told.append((index_of(state, task.unit), verb, task))
    _pivot(state, scene, told, doing)
    _adjust_cover(state, scene, told, doing)
    recovering.recover(state, scene, doing)
    planes.adjust(state, scene, doing)
    _adjust_counters(state, scene, doing)
    turn_up(state, scene, doing)
    works.burn(state, scene, doing)
    counters.turn_over(state, scene.board, doing)
    works.vacate(state)
    commands.clear(state)
    for unit in state.units:
        detail_of(unit).manner = ""


def _pivot(state: PanzerState, scene: Scene, told: Told, doing: Doing) -> None:
    """The Pivot Step: to any hexside, free, and without a Spot/Move counter (6.8.1; C10, N12)."""
    for index, _, task in told:
        unit = state.units[index]
        if task.facing >= 0 and task.facing != unit.facing:
            unit.facing = task.facing
            label = scene.board.labels[unit.cell]
            doing.emit("turned", "6.8.1", (), unit=unit.id, hex=label, facing=LETTERS[unit.facing])


def _adjust_cover(state: PanzerState, scene: Scene, told: Told, doing: Doing) -> None:
    """The Adjust Full Cover Step: what was dug this turn, then cover for the next one (6.8.2a, 6.8.2b, 6.1.4.2e).

    6.1.4.2c, 6.1.4.2d: whatever the command, and it is no movement. 6.1.4.1.2d: Improved Positions too.
    """
    for index, verb, _ in told:
        if verb.digs:
            _dig(state, scene, index, doing)
        elif verb.occupies and works.occupy(state, index) is not None:
            unit = state.units[index]
            doing.emit("occupied", "6.1.4.3.6c", (), unit=unit.id, hex=scene.board.labels[unit.cell])
    for index, verb, task in told:
        wish = verb.cover(task)
        if wish:
            _set_cover(state, index, wish == IN_COVER, doing)
        if verb.position():
            _designate(state, index, verb.position() == "partial", doing)
    for unit in state.units:
        if not cover.may_take_full_cover(scene, unit):
            detail_of(unit).full_cover = False  # 6.1.4.2b: it has come to where there is none


def _dig(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """A turn of work on a Hasty Entrenchment, by engineers or others (6.6.8c, 6.6.8f, 6.8.2b)."""
    unit = state.units[index]
    work = works.dig(state, index, member_of(scene, index).labelled(ENGINEER))
    label = scene.board.labels[unit.cell]
    if work.progress:
        doing.emit("dug", "6.6.8c", (), unit=unit.id, hex=label, progress=work.progress, of=works.FINISHED)
    else:
        doing.emit("entrenched", "6.6.8c", (), unit=unit.id, hex=label)


def _set_cover(state: PanzerState, index: int, covered: bool, doing: Doing) -> None:
    unit = state.units[index]
    if detail_of(unit).full_cover != covered:
        detail_of(unit).full_cover = covered
        doing.emit("covered" if covered else "uncovered", "6.8.2a", (), unit=unit.id)


def _designate(state: PanzerState, index: int, partial: bool, doing: Doing) -> None:
    """Makes an Improved Position one of Partial Hull Down for its vehicle, or a full one again (6.1.4.1.2d)."""
    unit = state.units[index]
    cover.leave_hull_down(unit)
    detail_of(unit).hull_down = PARTIAL if partial else ""
    doing.emit("designated", "6.1.4.1.2d", (), unit=unit.id, position="Partial Hull Down" if partial else "Hull Down")


def _adjust_counters(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Under Fire counters go, Suppression/ON becomes OFF (6.8.4a, 6.8.4b; P1), abandoned positions go (6.6.9g).

    Case 6.1.4.1.2d.
    """
    for index, unit in enumerate(state.units):
        detail = detail_of(unit)
        detail.under_fire = False
        if detail.suppressed == ON:
            detail.suppressed = OFF
        if detail.hull_facing >= 0 and not cover.holds_position(scene, unit):
            cover.leave_hull_down(unit)
            doing.emit("position_lost", "6.6.9g", (), unit=unit.id)
        elif cover.partial_by_choice(state, index) and works.improved(state, index) is None:
            cover.leave_hull_down(unit)
