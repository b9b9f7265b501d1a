"""The Indirect Fire Step: what a side orders, mission by mission (6.5b, 6.5.1.7 to 6.5.1.11).

Called fire needs an observer that spots the target (6.5.1b, 6.5.1.1a), of any type and SHEAF (6.5.1.7b). Its observer
never changes (6.5.1.8b): orders are given to it. No indirect fire is overwatch fire (6.5.1e).

An order is one mission, or `end fire`. What was called before and is not ordered again by then is checked; planned fire
that is due comes down as plotted.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.fireplan import FIRE_TYPES
from hulldown.games.panzer.rules.advanced import response, sheafs
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers, plans
from hulldown.games.panzer.rules.advanced.play.spotting import in_view
from hulldown.games.panzer.rules.advanced.support import CALLED, LANDS, Mission, Observed, Volley
from hulldown.games.panzer.rules.advanced.verbs.missions import CALL, CHECK, CORRECT, SUSTAIN
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState, Unit, index_of
from hulldown.games.panzer.rules.verbs.base import INDIRECT

DONE: Final = "end fire"
FARTHEST: Final = 3
"""How far called fire may be adjusted (6.5.1.8.2a)."""
FACINGS: Final = (0, 1, 2, 3, 4, 5)
BY: Final = " by "
"""Stands in a choice between type and SHEAF, and the source."""
_ROUND: Final = (sheafs.CLOSED, sheafs.OPEN)
MANNERS: Final = tuple(f"{fire} {sheaf}" for fire in FIRE_TYPES for sheaf in sheafs.OFF_MAP)
"""The words of a call: type and SHEAF; on-map units fire at one hex whatever is said (6.5.1.5a)."""


def could_order(state: PanzerState, scene: Scene, side: str) -> bool:
    """Whether a side may have something to order, for all that the enemy knows: only then is it asked.

    Missions on the map, batteries that may have plans, or an observer that sees somebody, with an unknown command or
    Overwatch, and a source that may be free (6.5.1g, 6.5.1.9a, 6.5.1.11.2, 6.5.1i).
    """
    support = counters.support_of(state)
    if any(mission.side == side and mission.landed < state.turn for mission in support.missions):
        return True
    if plans.may_be_due(state, scene, side):
        return True
    free = bool(observers.batteries(scene, side))
    free = free or any(
        unit.side == side
        and unit.status == ON_MAP
        and not unit.fired
        and (not unit.known or observers.fires(scene, unit))
        and observers.gun_of(state, scene, index) is not None
        for index, unit in enumerate(state.units)
    )
    return free and any(_may_observe(state, scene, index) for index in observers.observers(state, scene, side))


def _may_observe(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit might call fire, by what is known of it (6.5.1g, 6.5.1i).

    Which of the passengers that have not shown themselves it is, the enemy does not know: any might be it (Q11).
    """
    unit = state.units[index]
    if unit.status == ON_MAP:
        return not unit.known and bool(unit.command) and _sees_somebody(state, unit)
    if detail_of(unit).shown:
        return _sees_somebody(state, unit)
    return any(
        other.side == unit.side
        and other.status == CARRIED
        and not detail_of(other).shown
        and _sees_somebody(state, other)
        for other in state.units
    )


def _sees_somebody(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit spots an enemy that is still on the map (6.5.1.7a)."""
    return any(state.units[seen].status == ON_MAP for seen in unit.sees)


# What may be ordered.


def ready(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """A side's observers that may still do something this turn (6.5.1.1b)."""
    return [
        index
        for index in observers.observers(state, scene, side)
        if observers.watches(state, scene, index) and _may_go_on(state, state.units[index].id)
    ]


def _may_go_on(state: PanzerState, name: str) -> bool:
    """Whether an observer may still call this turn: further sources onto the same hex (6.5.1.1b, 6.5.1.1c)."""
    done = counters.observed(state, name)
    return done is None or done.cell >= 0


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """The missions that a side may order (6.5.1.7a, 6.5.1.8a, 6.5.1.11.2); with `end fire` its step is over.

    Cases 6.5.1k.
    """
    side = decision.side
    units = []
    for index in ready(state, scene, side):
        options = _running(state, scene, index) or calls(state, scene, index)
        if options:
            units.append(UnitLegal(state.units[index].id, options))
    units += plans.offers(state, scene, side)
    return Legal(decision, tuple(units), (DONE,), Order(INDIRECT, choice=DONE), (Pass(DONE),))


def calls(state: PanzerState, scene: Scene, index: int) -> tuple[Option, ...]:
    """New calls of an observer: the hexes, and type, SHEAF and source as one choice (6.5.1.7b, 6.5.1.1b, 6.5.1.1d)."""
    targets = sorted(observers.spotted_by(state, index))
    done = counters.observed(state, state.units[index].id)
    called = () if done is None else done.sources
    if done is not None:
        targets = [cell for cell in targets if cell == done.cell]
    kind = observers.kind_of(scene, index)
    assert kind is not None
    most = response.sources(kind)
    round_: list[str] = []
    linear: list[str] = []
    for fire in FIRE_TYPES:
        for name in _sources(state, scene, index, targets, fire):
            # 6.5.1.1.4: the second of a pair is no further source.
            if observers.distinct(state, scene, (*called, name)) > most:
                continue
            gun = observers.battery_named(scene, name) is None
            round_ += [f"{fire} {sheaf}{BY}{name}" for sheaf in ((sheafs.CLOSED,) if gun else _ROUND)]
            linear += [] if gun else [f"{fire} {sheafs.LINEAR}{BY}{name}"]
    cells = tuple(targets)
    found = [Option(CALL, "6.5.1.7a", cells, choices=tuple(round_))] if round_ else []
    if linear:
        found.append(Option(CALL, "6.5.1.5d", cells, facings=FACINGS, choices=tuple(linear)))
    return tuple(found)


def spelled_out(task: Task) -> Task:
    """A task whose sources are named among its targets; a choice may name them too: GP open by GB1+GB2."""
    words, by, names = task.choice.partition(BY)
    if not by:
        return task
    return Task(task.unit, task.kind, task.cells, task.facing, words, (*task.targets, *names.split("+")))


def _sources(state: PanzerState, scene: Scene, index: int, targets: list[Cell], fire: str) -> list[str]:
    """The sources that could answer an observer for at least one of some hexes (6.5.1.1d, 6.5.1d, 6.5.1h, 6.5.1l)."""
    side = state.units[index].side
    names = [battery.id for battery in observers.batteries(scene, side)]
    names += [
        unit.id
        for number, unit in enumerate(state.units)
        if unit.side == side and observers.unfit(state, scene, number) is None
    ]
    return [
        name
        for name in names
        if observers.busy(state, name) is None
        and any(observers.source_fault(state, scene, index, name, target, fire) is None for target in targets)
    ]


def _running(state: PanzerState, scene: Scene, index: int) -> tuple[Option, ...]:
    """What an observer may do with the fire that it directs: go on, adjust, check (6.5.1.8, 6.5.1.9)."""
    missions = observers.missions_of(state, state.units[index].id)
    if not missions or counters.observed(state, state.units[index].id) is not None:
        return ()
    found = [Option(CHECK, "6.5.1.9a")]
    if sustain_fault(state, scene, index) is None:
        fires = tuple([fire for fire in FIRE_TYPES if going_on(state, scene, index, fire)])
        if fires:
            found.append(Option(SUSTAIN, "6.5.1.8.1a", choices=fires))
    return (*found, *_corrections(state, scene, index))


def _corrections(state: PanzerState, scene: Scene, index: int) -> list[Option]:
    """Where fire may be adjusted to, and how: what all who fire on can do there (6.5.1.8.2a, 6.5.1.8.2c, 6.5.1.7d)."""
    here = observers.missions_of(state, state.units[index].id)[0].cell
    firing = firing_on(state, scene, index)
    near = [cell for cell in sorted(observers.spotted_by(state, index))
            if firing and scene.board.distance(here, cell) <= FARTHEST]  # fmt: skip
    found: dict[tuple[Cell, ...], list[str]] = {}
    for fire in FIRE_TYPES:
        cells = tuple([
            cell for cell in near
            if all(observers.source_fault(state, scene, index, one, cell, fire) is None for one in firing)
        ])  # fmt: skip
        if cells:
            found.setdefault(cells, []).append(fire)
    options = []
    for cells, fires in found.items():
        words = [one for one in MANNERS if one.partition(" ")[0] in fires]
        round_ = tuple([one for one in words if not one.endswith(sheafs.LINEAR)])
        linear = tuple([one for one in words if one.endswith(sheafs.LINEAR)])
        options.append(Option(CORRECT, "6.5.1.8.2a", cells, choices=round_, start=here))
        options.append(Option(CORRECT, "6.5.1.5d", cells, facings=FACINGS, choices=linear, start=here))
    return options


def firing_on(state: PanzerState, scene: Scene, index: int) -> list[str]:
    """The sources of an observer's fire that can go on: on-map units need a Fire command again (6.5.1.8a)."""
    return [
        one.source
        for one in observers.missions_of(state, state.units[index].id)
        if observers.battery_named(scene, one.source) is not None
        or observers.unfit(state, scene, index_of(state, one.source)) is None
    ]


def sustain_fault(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why fire may not go on where it is: the observer sees the hex, and spots somebody in it or next to it.

    Cases 6.5.1.8.1c, 6.5.1.8.1d.
    """
    mission = observers.missions_of(state, state.units[index].id)[0]
    near = {mission.cell, *[cell for cell in scene.board.neighbours[mission.cell] if cell >= 0]}
    # 6.1.3.1a: suppressed it spots a hex in its front alone; to check fire (6.5.1.9a) a clear line is enough.
    seen = observers.sees_hex(state, scene, index, mission.cell) and in_view(state, scene, index, mission.cell)
    if not seen or near.isdisjoint(observers.spotted_by(state, index)):
        return "6.5.1.8.1d", "no target is spotted in the Target Point hex or next to it: adjust the fire, or check it"
    return None


# What is wrong with an order.


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a mission; one at a time, each resolved at once (6.5.1k)."""
    if order.choice:
        return (
            [] if order.choice == DONE and not order.tasks else [Violation("6.5.1k", f"name a mission, or say {DONE}")]
        )
    if len(order.tasks) != 1:
        return [Violation("6.5.1k", "order one mission at a time", task.unit) for task in order.tasks[1:]] or [
            Violation("6.5.1k", f"name a mission, or say {DONE}")
        ]
    task = spelled_out(order.tasks[0])
    fault = _fault(state, scene, decision.side, task)
    return [] if fault is None else [Violation(fault[0], fault[1], task.unit)]


def _fault(state: PanzerState, scene: Scene, side: str, task: Task) -> Fault | None:
    """What is wrong with a mission of a battery or of an observer (6.5.1.8.1a, 6.5.1.8.2a, 6.5.1.9a, 6.5.1.11.2)."""
    if observers.battery_named(scene, task.unit) is not None:
        return plans.order_fault(state, scene, side, task)
    fault = _observer_fault(state, scene, side, task.unit)
    if fault is not None:
        return fault
    index = index_of(state, task.unit)
    running = bool(observers.missions_of(state, task.unit))
    done = counters.observed(state, task.unit)
    if task.kind == CALL:
        if done is not None and task.cells[:1] != (done.cell,):
            return "6.5.1.1b", "it has called fire this turn: all on one Target Point"
        if running and done is None:
            return "6.5.1.9g", "its fire must be checked before it calls a new mission"
        return _call_fault(state, scene, index, task)
    if not running or done is not None:
        return "6.5.1.8a", "it directs no fire from a turn before"
    if task.kind == CHECK:
        return None
    if task.kind == SUSTAIN:
        if task.choice not in FIRE_TYPES:
            return "6.5.1.8.1b", f"say what is fired: {' or '.join(FIRE_TYPES)}"
        fault = sustain_fault(state, scene, index)
        if fault is None and not going_on(state, scene, index, task.choice):
            fault = "6.5.1.8a", f"none of those who fired can go on with {task.choice}: an on-map unit needs Fire"
        return fault
    if task.kind == CORRECT:
        return _correct_fault(state, scene, index, task)
    return "6.5.1k", f"{task.kind} is no fire mission"


def _observer_fault(state: PanzerState, scene: Scene, side: str, name: str) -> Fault | None:
    """Why a unit may not observe now."""
    index = index_of(state, name)
    if index < 0 or state.units[index].side != side or state.units[index].status not in (ON_MAP, CARRIED):
        return "6.5.1.7a", f"{name} is no unit of yours on the map"
    if observers.kind_of(scene, index) is None:
        return "6.5.1.1.3b", "only FO, Command and Recon units may observe"
    if not observers.watches(state, scene, index):
        return "6.5.1i", "an observer needs an Overwatch command that it has not used"
    if not _may_go_on(state, name):
        return "6.5.1.9c", "it has continued, adjusted or checked its fire this turn"
    return None


def _words(choice: str) -> tuple[str, str] | None:
    """Type and SHEAF of a call (6.5.1.6.1, 6.5.1.7b); None where they are not told."""
    fire, _, sheaf = choice.partition(" ")
    return (fire, sheaf) if fire in FIRE_TYPES and sheaf in sheafs.OFF_MAP else None


def _call_fault(state: PanzerState, scene: Scene, index: int, task: Task) -> Fault | None:
    """What is wrong with a new call (6.5.1.7)."""
    if len(task.cells) != 1 or task.cells[0] not in observers.spotted_by(state, index):
        return "6.5.1.7c", "the Target Point must be the hex of an enemy that the observer spots"
    if not task.targets:
        return "6.5.1.1d", "name the batteries or units that are to fire"
    return _fire_fault(state, scene, index, task, task.targets)


def _fire_fault(state: PanzerState, scene: Scene, index: int, task: Task, called: tuple[str, ...]) -> Fault | None:
    """What is wrong with type, SHEAF and sources; `called` are those that are not firing yet."""
    words = _words(task.choice)
    if words is None:
        return "6.5.1.6.1", f"say type and SHEAF: one of {', '.join(MANNERS)}"
    if (words[1] == sheafs.LINEAR) != (task.facing in FACINGS):
        return "6.5.1.5d", "a linear SHEAF has a direction, A to F, and it alone"
    if len(set(called)) != len(called):
        return "6.5.1l", "a source fires once"
    for name in called:
        fault = observers.foreign(state, scene, state.units[index].side, name) or observers.busy(state, name)
        fault = fault or observers.source_fault(state, scene, index, name, task.cells[0], words[0])
        if fault is not None:
            return fault
    done = counters.observed(state, task.unit)
    mine = tuple(firing_on(state, scene, index)) if done is None else done.sources
    kind = observers.kind_of(scene, index)
    assert kind is not None
    most = response.sources(kind)
    count = observers.distinct(state, scene, (*mine, *called))
    if count > most:
        rule = {"FO": "6.5.1.1.1-other-fo", "Recon": "6.5.1.1.3a"}.get(kind, "6.5.1.1.2a")
        return rule, f"a {kind} calls {most} source{'s' if most > 1 else ''}, not {count}"
    return None


def _correct_fault(state: PanzerState, scene: Scene, index: int, task: Task) -> Fault | None:
    """What is wrong with an adjustment (6.5.1.8.2a, 6.5.1.8.2c); all who fire roll again (6.5.1.8.2b, 6.5.1.8.2d)."""
    mission = observers.missions_of(state, task.unit)[0]
    if len(task.cells) != 1:
        return "6.5.1.8.2c", "name the new Target Point"
    if scene.board.distance(mission.cell, task.cells[0]) > FARTHEST:
        return "6.5.1.8.2a", f"fire is adjusted by {FARTHEST} hexes at most"
    if task.cells[0] not in observers.spotted_by(state, index):
        return "6.5.1.8.2c", "the new Target Point must be the hex of an enemy that the observer spots"
    words, firing = _words(task.choice), firing_on(state, scene, index)
    if not firing and not task.targets:
        return "6.5.1.8a", "none of those who fired can fire on: an on-map unit needs a Fire command"
    for name in firing if words is not None else ():
        fault = observers.source_fault(state, scene, index, name, task.cells[0], task.choice.partition(" ")[0])
        if fault is not None:
            return fault
    return _fire_fault(state, scene, index, task, task.targets)


# Carrying out.


def receive(state: PanzerState, scene: Scene, task: Task, doing: Doing) -> None:
    """Puts the volleys of a mission in line; a check takes its counters off the map.

    Cases 6.5.1k, 6.5.1.8.2b, 6.5.1.11.2.
    """
    if observers.battery_named(scene, task.unit) is not None:
        plans.receive(state, scene, task, doing)
        return
    task = spelled_out(task)
    index = index_of(state, task.unit)
    _note(state, task)
    if task.kind == CHECK:
        check_fire(state, scene, task.unit, "6.5.1.9a", doing)
        return
    if task.kind == SUSTAIN:
        # 6.5.1.8.1a: no die is thrown. It is not called, so that it is no Danger Close either (6.5.1.10a).
        queue = [
            Volley(
                one.side, one.source, one.cell, task.choice, one.sheaf, LANDS, one.direction, one.observer,
                distance=observers.range_of(state, scene, index, one.source, one.cell),
            )
            for one in going_on(state, scene, index, task.choice)
        ]  # fmt: skip
        _stop_others(state, scene, [one.source for one in queue], task.unit, doing)
        counters.change(state, queue=tuple(queue))
        return
    fire, _, sheaf = task.choice.partition(" ")
    firing = firing_on(state, scene, index) if task.kind == CORRECT else []
    if task.kind == CORRECT:
        _stop_others(state, scene, firing, task.unit, doing)
    queue = [_volley(state, scene, index, name, task, fire, sheaf, name in firing) for name in (*firing, *task.targets)]
    counters.change(state, queue=tuple(queue))


def _note(state: PanzerState, task: Task) -> None:
    """Remembers what an observer does; who calls may call further sources, the others are done (6.5.1.1b, 6.5.1.9c)."""
    before = counters.observed(state, task.unit)
    done = Observed(state.turn)
    if task.kind == CALL:
        done = Observed(state.turn, task.cells[0], (*(before.sources if before else ()), *task.targets))
    counters.change(state, observed={**counters.support_of(state).observed, task.unit: done})


def _volley(
    state: PanzerState, scene: Scene, index: int, name: str, task: Task, fire: str, sheaf: str, adjusted: bool
) -> Volley:
    """The fire of one source that is called or adjusted (6.5.1.7b, 6.5.1.5a, 6.5.1.12.1-adjusted-fire)."""
    battery = observers.battery_named(scene, name)
    target = task.cells[0]
    far = observers.range_of(state, scene, index, name, target)
    return Volley(
        state.units[index].side, name, target, fire, sheafs.ONE if battery is None else sheaf, CALLED,
        -1 if battery is None else task.facing, task.unit, adjusted=adjusted, distance=far,
    )  # fmt: skip


def going_on(state: PanzerState, scene: Scene, index: int, fire: str) -> list[Mission]:
    """The missions of an observer that can go on where they are: on-map units need a Fire command again (6.5.1.8a)."""
    return [
        one
        for one in observers.missions_of(state, state.units[index].id)
        if observers.source_fault(state, scene, index, one.source, one.cell, fire) is None
    ]


def _stop_others(state: PanzerState, scene: Scene, firing: list[str], observer: str, doing: Doing) -> None:
    """Checks the fire of an observer's sources that do not go on: they take part in no other mission this turn.

    Cases 6.5.1.8a, 6.5.1.9c.
    """
    gone = [one for one in observers.missions_of(state, observer) if one.source not in firing]
    _end(state, scene, gone, "6.5.1.8a", doing)


def check_fire(state: PanzerState, scene: Scene, observer: str, rule: str, doing: Doing) -> None:
    """Ends the fire that an observer directs; none of its sources fires indirectly this turn (6.5.1.9b, 6.5.1.9c).

    6.5.1.9d: on-map units, the observer among them, may still do other things.
    """
    done = Observed(state.turn, checked=True)
    counters.change(state, observed={**counters.support_of(state).observed, observer: done})
    _end(state, scene, observers.missions_of(state, observer), rule, doing)


def _end(state: PanzerState, scene: Scene, gone: list[Mission], rule: str, doing: Doing) -> None:
    """Takes counters of called fire off the map; its sources fire indirectly no more this turn (6.5.1.9b, 6.5.1.9c)."""
    support = counters.support_of(state)
    used = {**support.used, **{one.source: state.turn for one in gone}}
    counters.change(state, missions=tuple([one for one in support.missions if one not in gone]), used=used)
    for one in gone:
        doing.emit("checked", rule, (), side=one.side, source=one.source, hex=scene.board.labels[one.cell])


def begin(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Fire that nobody directs any more checks of itself: Danger Close, no line, no OW, the observer lost.

    Cases 6.5.1.9e, 6.5.1.9f, 6.5.1.10b. The counters of planned fire that is over go too.
    """
    plans.clear_ended(state, scene, side, doing)
    for name in dict.fromkeys(
        one.observer for one in counters.support_of(state).missions if one.side == side and not one.planned
    ):
        index = index_of(state, name)
        missions = observers.missions_of(state, name)
        if any(one.danger for one in missions):
            check_fire(state, scene, name, "6.5.1.10b", doing)
        elif not observers.watches(state, scene, index) or not observers.sees_hex(
            state, scene, index, missions[0].cell
        ):
            check_fire(state, scene, name, "6.5.1.9e", doing)


def finish(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """The end of a side's step: called fire that it did not order to go on is checked (6.5.1.9a)."""
    for name in dict.fromkeys(
        one.observer
        for one in counters.support_of(state).missions
        if one.side == side and not one.planned and one.landed < state.turn
    ):
        check_fire(state, scene, name, "6.5.1.9a", doing)
