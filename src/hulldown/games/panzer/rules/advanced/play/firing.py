"""Direct Fire: who may fire which weapon at whom, announcements, dual fire, shared commands (6.5.2, 6.5.4). Room D.

Units with Fire or Short Halt must fire if they can. Passengers may, in the step of their carrier's command (6.6.7.2b;
N5). Units that share a command fire at targets within their Command Range of each other (J6); a member that has no
such target left drops out (J4).
"""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import announcing, control
from hulldown.games.panzer.rules.advanced.play.aims import bearer
from hulldown.games.panzer.rules.advanced.play.announcing import Announcement, Asking
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import screens
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import serves, ways_at, ways_of
from hulldown.games.panzer.rules.advanced.verbs.missions import SMOKE
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState, Shot, index_of
from hulldown.games.panzer.rules.verbs.base import FIRING, WATCHING

HOLD: Final = "hold fire"
"""The answer by which passengers that might fire do not."""


def targets_of(state: PanzerState, scene: Scene, index: int) -> list[int]:
    """The enemies that a unit may fire at in Direct Fire, with any of its weapons: frozen pairs (E2, E3).

    Cases 4.4.1g, 6.5.2b, 5.6a.
    """
    unit = state.units[index]
    if unit.status not in (ON_MAP, CARRIED):
        return []
    ways = ways_of(state, scene, index)
    return [
        number
        for number in unit.sees
        if state.units[number].status == ON_MAP and any(serves(state, scene, index, way, number) for way in ways)
    ]


def shooters(state: PanzerState, scene: Scene, side: str) -> dict[int, list[int]]:
    """The units of a side that still have fire to declare, with the targets left to them (4.4.1a, 4.4.1g, 4.4.1j).

    Those on the map must (4.4.1n), passengers may (6.6.7.2a, 6.6.7.2b).
    """
    found: dict[int, list[int]] = {}
    for index, unit in enumerate(state.units):
        if unit.side != side or not _may_fire(state, scene, index):
            continue
        targets = [
            number
            for number in targets_of(state, scene, index)
            if number not in state.engaged and fits(state, scene, index, [number])
        ]
        if targets:
            found[index] = targets
    return found


def _may_fire(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit's command lets it fire in this step, and it has not yet (4.4.1a, 4.4.1g, 6.6.7.2a, 6.6.7.2b)."""
    unit = state.units[index]
    if unit.fired or detail_of(unit).held == state.turn:
        return False
    return state.units[bearer(state, index)].command in scene.shooting


def required(state: PanzerState, index: int) -> bool:
    """Whether a unit that can fire must (4.4.1n); passengers are free to (6.6.7.2a, 6.6.7.2b)."""
    return state.units[index].status == ON_MAP


def may_show(state: PanzerState, target: int) -> bool:
    """Whether it can help a target to be seen moving: a vehicle (6.5.4.3-target-vehicle-moving-b).

    Leg and towed units defend worse when they move, whether they like it or not (6.5.4.2.2b).
    """
    return vehicle_of(state.units[target]) is not None


def options_for(state: PanzerState, scene: Scene, index: int, targets: list[int], asking: Asking) -> tuple[Option, ...]:
    """The targets of each weapon and round of a unit, one option for each, with the words that choose it.

    Cases 6.5.2b, 5.14c.
    """
    reach: dict[str, list[str]] = {}
    for target in targets:
        for way in ways_at(state, scene, index, target, asking.watching):
            reach.setdefault(way.words, []).append(state.units[target].id)
    kind = next(verb for verb in scene.answering[asking.kind] if verb.shots(("",)))
    rule = kind.shots(("",))[0].rule
    return tuple([Option(kind.kind, rule, targets=tuple(names), choices=(words,)) for words, names in reach.items()])


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire what at whom; all who can must (4.4.1n, 6.6.7.2a)."""
    ready = shooters(state, scene, decision.side)
    asking = Asking(ready, FIRING)
    screening = {index: screens.option(state, scene, index) for index in screens.ready(state, scene, decision.side)}
    bound = [index for index in ready if required(state, index)]
    sole = len(ready) == 1 or len({target for index in bound for target in ready[index]}) == 1
    units = []
    for index in sorted({*ready, *screening}):
        options = options_for(state, scene, index, ready.get(index, []), asking)
        smoke = screening.get(index)
        options += (smoke,) if smoke is not None else ()
        if options:
            units.append(UnitLegal(state.units[index].id, options, sole and index in bound))
    if not bound:
        return Legal(decision, tuple(units), (HOLD,), Order(FIRING, choice=HOLD), (Pass(HOLD),))
    return Legal(decision, tuple(units), idle=Order(FIRING, plain(state, scene, asking)))


def plain(state: PanzerState, scene: Scene, asking: Asking) -> tuple[Task, ...]:
    """An announcement that is always legal: everybody who must fires at its first target that fits its group.

    Cases 4.4.1n, 6.2.1.1.4-firing-a.
    """
    tasks: list[Task] = []
    chosen: dict[int, int] = {}
    for index, targets in asking.ready.items():
        if not required(state, index):
            continue
        mates = [chosen[mate] for mate in control.sharing(state, index) if mate in chosen]
        target = next((one for one in targets if fits(state, scene, index, [*mates, one])), None)
        if target is None:
            continue
        chosen[index] = target
        way = ways_at(state, scene, index, target, asking.watching)[0]
        kind = next(verb.kind for verb in scene.answering[asking.kind] if verb.shots(("",)))
        tasks.append(Task(state.units[index].id, kind, choice=way.words, targets=(state.units[target].id,)))
    return tuple(tasks)


def fits(state: PanzerState, scene: Scene, index: int, targets: list[int]) -> bool:
    """Whether a unit may fire at these targets with those who share its command (5.14g; J6).

    Passengers choose freely (6.6.7.2c).

    Case 6.2.1.1.4-firing-a.
    """
    return not required(state, index) or control.fits_targets(state, scene, index, targets)


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an announcement of fire (4.4.1d to 4.4.1n; H1).

    Cases 6.6.7.2a, 6.2.1.1.4-firing-a.
    """
    smokes = [task for task in order.tasks if task.kind == SMOKE]
    layers = {task.unit for task in smokes}
    ready = {
        index: targets
        for index, targets in shooters(state, scene, decision.side).items()
        if state.units[index].id not in layers
    }
    bound = [index for index in ready if required(state, index)]
    if order.choice:
        if order.choice == HOLD and not order.tasks and not bound:
            return []
        return [Violation("4.4.1n", "name who fires at whom")]
    wrong = screens.faults(state, scene, decision.side, smokes)
    told = announcing.read(state, scene, _fired(order), Asking(ready, FIRING))
    if wrong or told.wrong:
        return wrong + told.wrong
    if not told.shots and smokes:
        return []
    if not told.shots:
        return [Violation("4.4.1n", "it must declare its fire", state.units[index].id) for index in bound] or [
            Violation("4.4.1n", f"name who fires at whom, or answer {HOLD}")
        ]
    return [*_scattered(state, scene, told), *_left_out(state, scene, told, ready)]


def _fired(order: Order) -> tuple[Task, ...]:
    """The tasks of an announcement that are shots, not smoke (6.1.4.3.10b)."""
    return tuple([task for task in order.tasks if task.kind != SMOKE])


def group_targets(state: PanzerState, index: int, told: Announcement) -> list[int]:
    """The targets of all who share a unit's command, in an announcement; passengers choose freely (6.6.7.2c)."""
    mates = control.sharing(state, index)
    return sorted({shot.target for shot in told.shots if shot.shooter in mates})


def _scattered(state: PanzerState, scene: Scene, told: Announcement) -> list[Violation]:
    """Who fires at targets too far apart for a shared command (5.14g, 6.2.1.1.3b; J6).

    Case 6.2.1.1.4-firing-a.
    """
    found = []
    for index in dict.fromkeys(shot.shooter for shot in told.shots):
        if not fits(state, scene, index, group_targets(state, index, told)):
            why = "units that share a command fire at targets within their Command Range of each other"
            found.append(Violation("5.14g", why, state.units[index].id))
    return found


def _left_out(state: PanzerState, scene: Scene, told: Announcement, ready: dict[int, list[int]]) -> list[Violation]:
    """Who must fire in this announcement and does not: its last target is fired on now (4.4.1j).

    Whoever shares a command with a firer keeps the targets that fit those of the firer; without one it drops out.

    Case 6.2.1.1.4-firing-a.
    """
    found = []
    named = told.targets
    for index, targets in ready.items():
        if told.by(index) or not required(state, index):
            continue
        chosen = group_targets(state, index, told)
        left = [target for target in targets if fits(state, scene, index, [*chosen, target])]
        if left and named.issuperset(left):
            why = "its only target is fired on now: it must join"
            found.append(Violation("4.4.1j", why, state.units[index].id))
    return found


def announce(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Puts the announced shots in line, all on one target together, and shows the commands; on overwatch too.

    Cases 4.4.1j, 4.4.3.2a; Q13: who shares a command is seen now; Q11: a passenger that fires shows itself.

    Cases 6.6.7.2a, 6.6.7.2e, 6.1.4.3.10b, 6.2.1.1.4-firing-b.
    """
    if order.choice == HOLD:
        side = state.stack[-1].side
        for index in (*shooters(state, scene, side), *screens.ready(state, scene, side)):
            detail_of(state.units[index]).held = state.turn
        return
    for task in order.tasks:
        if task.kind == SMOKE:
            screens.lay(state, scene, task, doing)
    order = Order(order.kind, _fired(order))
    watching = order.kind == WATCHING
    ready: dict[int, list[int]] = {}
    for task in order.tasks:
        ready.setdefault(index_of(state, task.unit), []).append(index_of(state, task.targets[0]))
    told = announcing.read(state, scene, order.tasks, Asking(ready, order.kind, watching))
    assert not told.wrong, told.wrong
    shots: list[Shot] = []
    for task, planned in zip(order.tasks, told.shots, strict=True):
        shot = scene.rules.verbs[task.kind].shot(planned.shooter, planned.target, task)
        shots.append(msgspec.structs.replace(shot, manner=planned.manner.text))
        carrier = bearer(state, planned.shooter)
        if carrier != planned.shooter:
            detail_of(state.units[planned.shooter]).shown = True
        control.show(state, carrier, "4.4.3.2a", doing)
        doing.emit(
            "announced", "4.4.1j", (), unit=task.unit, target=task.targets[0], overwatch=shot.overwatch,
            weapon=planned.manner.way.arm.name, ammo=planned.manner.way.kind,
        )  # fmt: skip
        if not watching and carrier == planned.shooter:
            control.note_aims(state, planned.shooter, [planned.target])
    if watching:
        control.spend_watch(state, sorted({bearer(state, shot.shooter) for shot in told.shots}), doing)
    first = {shot.target: turn for turn, shot in reversed(list(enumerate(shots)))}
    state.shots = sorted(shots, key=lambda shot: first[shot.target])
    state.engaged = tuple(sorted({*state.engaged, *first}))
    state.declined = 0


def hold_fire(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Shows the commands of those whose targets have all gone (F2); not where a passenger fired by it (6.6.7.2e)."""
    fired = {bearer(state, index) for index, unit in enumerate(state.units) if unit.fired}
    for index, unit in enumerate(state.units):
        if unit.side == side and unit.command in scene.shooting and unit.status == ON_MAP and index not in fired:
            unit.known = True
            doing.emit("no_target", "4.4.1n", (), unit=unit.id, command=unit.command)
