"""Mounting, dismounting and emergency bail out as orders of the carrier, and how they are carried out (6.6.7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import halts, transport
from hulldown.games.panzer.rules.advanced.play.assault import storming
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, passengers, vehicle_of
from hulldown.games.panzer.rules.advanced.play.gaits import nimble, rates_of
from hulldown.games.panzer.rules.advanced.play.manners import DISMOUNTING, MOUNTING
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import AGAINST, MOUNT
from hulldown.games.panzer.rules.driving import Drive, Surroundings
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, index_of

_NOTHING: Final = Surroundings((), ())


def planned(march: March, word: str) -> Plan:
    """The actions by which a carrier takes up or puts down the units that its task names, where it is.

    6.6.7.1.1-vehicle-a: suppressed or not, under any command. 6.6.1.1o: who dismounts may attack at once.
    """
    task, foe = march.task, march.task.choice.partition(f"{AGAINST} ")[2]
    target = index_of(march.state, foe) if foe else -1
    if foe and target < 0:
        return Plan([], ("6.6.1.1o", f"there is no {foe!r} to attack"))
    stops = []
    for number, name in enumerate(task.targets):
        index = index_of(march.state, name)
        if index < 0:
            return Plan([], ("6.6.7.1.1b", f"there is no unit {name!r}"))
        cell = task.cells[number if len(task.cells) > 1 else 0] if task.cells else -1
        stops.append(halts.Halt(word, 0, index, cell, task.facing, target))
    if vehicle_of(march.unit) is None or march.unit.status != ON_MAP:
        return Plan([], ("6.6.7a", "only vehicles on the map carry others"))
    inner = March(march.state, march.scene, Task(task.unit, task.kind), march.around)
    inner.stops, inner.halts = tuple(stops), True
    return inner.stays()


def clashes(state: PanzerState, scene: Scene, tasks: Sequence[Task]) -> list[Violation]:
    """Units that an order loads twice, or loads and moves: mounting is all they do (6.6.7.1.1-mounting-c; N4)."""
    busy = [task.unit for task in tasks]
    found = []
    for task in tasks:
        start = state.units[index_of(state, task.unit)].cell
        stops = halts.read(state, scene.board, task, start).halts
        words = [state.units[stop.unit].id for stop in stops if stop.word == halts.LOAD]
        for name in [*words, *(task.targets if task.kind == MOUNT else ())]:
            if name in busy:
                why = "mounting is its whole move: it does nothing else in this order"
                found.append(Violation("6.6.7.1.1-mounting-c", why, name))
            busy.append(name)
    return found


def candidates(march: March, word: str) -> list[int]:
    """The units that a carrier could take up, or put down, where it is."""
    state, scene, index = march.state, march.scene, march.index
    if word == halts.LOAD:
        return to_take(state, scene, index)
    if word == halts.BAIL:
        aboard = [] if march.idle else passengers(state, index)
        return [
            one
            for one in aboard
            if not (
                transport.bail_fault(state, index, one) or transport.shared_fault(state, scene, one, march.unit.cell)
            )
        ]
    return to_put_down(state, scene, index)


def to_take(state: PanzerState, scene: Scene, carrier: int) -> list[int]:
    """The units that a carrier could take aboard where it is."""
    vehicle = state.units[carrier]
    near = [
        one
        for one, unit in enumerate(state.units)
        if unit.command in scene.marching and unit.side == vehicle.side and unit.status == ON_MAP and not unit.moved
    ]
    return [one for one in near if transport.mount_fault(state, scene, carrier, one, vehicle.cell) is None]


def to_put_down(state: PanzerState, scene: Scene, carrier: int) -> list[int]:
    """The units that a carrier could put down where it is."""
    cell = state.units[carrier].cell
    return [
        one
        for one in passengers(state, carrier)
        if transport.dismount_fault(state, scene, carrier, one, (cell, cell)) is None
        and transport.shared_fault(state, scene, one, cell) is None
    ]


def offers(march: March, kind: str, rule: str, word: str) -> tuple[Option, ...]:
    """The units that may be named, one at a time; for dismounting also the hexes next to the carrier."""
    if march.unit.status != ON_MAP or vehicle_of(march.unit) is None:
        return ()
    names = {one: march.state.units[one].id for one in candidates(march, word)}
    able = [one for one in names if planned(march.naming(kind, names[one]), word).fault is None]
    if not able:
        return ()
    found = [Option(kind, rule, targets=tuple([names[one] for one in able]))]
    if word == halts.DROP:
        for one in able:
            cells = _around(march, one)
            if cells:
                found.append(Option(kind, "6.6.7.1.1-dismounting-a", cells=cells, targets=(names[one],)))
        found += _storms(march, kind, names)
    return tuple(found)


def _storms(march: March, kind: str, names: dict[int, str]) -> list[Option]:
    """Dismount Attacks out of a carrier that stays where it is, on whom its passengers may attack (6.6.1.1o; M16)."""
    state, here = march.state, march.unit.cell
    found: dict[int, list[str]] = {}
    for aim in storming.aims_of(state, march.scene, march.index, list(names)):
        if here in aim.cells:
            words = f"{AGAINST} {state.units[aim.target].id}"
            task = Task(march.unit.id, kind, choice=words, targets=(names[aim.passenger],))
            if planned(March(state, march.scene, task, march.around), halts.DROP).fault is None:
                found.setdefault(aim.passenger, []).append(words)
    return [Option(kind, "6.6.1.1o", targets=(names[one],), choices=tuple(words)) for one, words in found.items()]


def _around(march: March, passenger: int) -> tuple[int, ...]:
    """The hexes next to the carrier into which a passenger may dismount."""
    state, scene = march.state, march.scene
    if not nimble(state, scene, passenger):
        return ()
    here = march.unit.cell
    near = [cell for cell in scene.board.neighbours[here] if cell >= 0]
    return tuple([
        cell for cell in near if not transport.dismount_fault(state, scene, march.index, passenger, (here, cell))
    ])  # fmt: skip


# Carrying it out.


def act(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """Takes up or puts down one unit; paid for once in each hex (6.6.7.1.1-vehicle-b; N3).

    G5: the enemy may react when the last one of them is up or down; an emergency bail out alone is no occasion.
    """
    mover = state.mover
    assert mover is not None
    carrier = mover.unit
    if action >= halts.STORMING:
        passenger, target = divmod(action - halts.STORMING, halts.MANY)
        if storming.still_able(state, passenger):
            storming.attack(state, scene, carrier, (passenger, target), doing)
        if not (mover.plan and mover.plan[0] >= halts.LOADING):
            _pay(state, scene)
        return False
    if action >= halts.BAILING:
        passenger, facing = divmod(action - halts.BAILING, 7)
        transport.bail(state, scene, passenger, facing - 1, doing)
        return False
    if action >= halts.DROPPING:
        rest, facing = divmod(action - halts.DROPPING, 7)
        passenger, way = divmod(rest, 7)
        here = state.units[carrier].cell
        cell = here if way == halts.SAME else scene.board.neighbours[here][way]
        transport.put_down(state, scene, passenger, cell, doing, facing - 1)
        detail_of(state.units[passenger]).manner = DISMOUNTING
    else:
        transport.take_up(state, scene, carrier, action - halts.LOADING, doing)
        detail_of(state.units[action - halts.LOADING]).manner = MOUNTING
    more = bool(mover.plan) and mover.plan[0] >= halts.LOADING
    if not more:
        _pay(state, scene)
    return not more


def _pay(state: PanzerState, scene: Scene) -> None:
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    if unit.command not in scene.moving:
        return
    drive = Drive(scene.ground, "T", _NOTHING, mover.progress, unit.cell, unit.facing)
    drive.spend_half(rates_of(state, scene, mover.unit), ("6.6.7.1.1-vehicle-b", "paid"))
    mover.progress = drive.progress


def still_down(state: PanzerState) -> list[int]:
    """The units that have come down just now."""
    return [
        one for one, unit in enumerate(state.units) if unit.status == ON_MAP and detail_of(unit).manner == DISMOUNTING
    ]


def just_up(state: PanzerState, carrier: int) -> bool:
    """Whether somebody has come aboard just now."""
    return any(detail_of(state.units[one]).manner == MOUNTING for one in passengers(state, carrier))
