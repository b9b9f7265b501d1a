"""The Mounting and Dismounting Segment (21.1-b-6): vehicles take their passengers on, or leave them behind.

The one step of each vehicle is played like a Movement Point of the Movement Segment, all at once: with contests, with
what lies in the hex entered, with spotting and with the Opportunity Fire that has not been triggered yet (X-25).
"""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.core.events import ONLOOKERS
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go_on
from hulldown.games.tank.modules.transport.loading import DISMOUNT, MOUNT
from hulldown.games.tank.rules import movement
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import load_of, put_on, rider_on, take_off
from hulldown.games.tank.rules.combat import end_segment
from hulldown.games.tank.rules.contact import recall, remember
from hulldown.games.tank.rules.report import known_as, numbering_order, open_order
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.spotting import hidden_with, look, place_counter, reveal_identity, reveal_units
from hulldown.games.tank.rules.stacking import settle
from hulldown.games.tank.rules.state import ON_MAP, Mover, Run, TankState, Unit, enemy_of, index_of


class Pair(NamedTuple):
    """A vehicle and its passenger (their indices) in one operation; `start` and `goal` are the hexes of the vehicle."""

    vehicle: int
    passenger: int
    kind: str
    start: Cell
    goal: Cell


def mount_and_dismount(state: TankState, doing: Doing) -> bool:
    """Carries out what both partners have plotted and still can do (21.1-b-6, 27.0-gen-3)."""
    scene = scene_in(state, doing)
    run = state.run
    assert run is not None
    begun = recall(state, "pairs")
    if begun is None:
        pairs = _ready(state, scene, doing)
        if pairs:
            _set_off(state, scene, doing, pairs, run)
    else:
        pairs = [Pair(*pair) for pair in begun]
        remember(state, pairs=None)
    if pairs:
        if not _driven(state, scene, doing):
            remember(state, pairs=[list(pair) for pair in pairs])
            return True  # 34.4-14: the fire of this segment waits for its owner
        arrived: list[int] = []
        for pair in pairs:
            if pair.kind == MOUNT.kind:
                _take_on(state, scene, doing, pair)
            elif _set_down(state, scene, pair):
                arrived.append(pair.passenger)
            else:
                _fail(doing, state.units[pair.vehicle], "27.0-proc-2", "the vehicle could not drive on")
        settle(state, scene, doing, run.movers)
        _show(state, scene, doing, arrived, pairs)
    movement.report_watches(state, doing)
    end_segment(state)
    state.run = None
    go_on(state, doing)
    return True


def _set_off(state: TankState, scene: Scene, doing: Doing, pairs: list[Pair], run: Run) -> None:
    """Makes all vehicles ready to drive their one hex, under fire.

    27.6-mt-1: until now both were units of their own, each in its hex, or 27.6-dt: one of them was on board.
    From here on the passenger that dismounts is no longer part of its vehicle. 27.6-mt-3: who mounts is fired
    at when it crosses the hexside, and 27.6-mt-4: takes nobody on if it is lost.
    """
    hidden = hidden_with(state, [pair.passenger for pair in pairs if pair.kind == MOUNT.kind])
    if hidden:
        # 14.2c, 27.6-mt-2: who is to mount has come out of its position.
        reveal_units(state, scene, doing, hidden, "14.2c")
    for pair in pairs:
        if pair.kind == DISMOUNT.kind:
            take_off(state.units[pair.vehicle], state.units[pair.passenger])
    run.tick = 0
    run.movers = [Mover(pair.vehicle, pair.kind, (pair.goal,), (1,), trail=(pair.start,)) for pair in pairs]


def _driven(state: TankState, scene: Scene, doing: Doing) -> bool:
    """Whether all have come to where they drive; False where somebody is asked on the way (34.4-14).

    One point is all they have; who panics under fire as it comes in goes on for more (28.34-p2, X-32).
    """
    depth = len(state.stack)
    while movement.next_point(state, scene, doing)[0]:
        if len(state.stack) > depth:
            return False
    return True


def _ready(state: TankState, scene: Scene, doing: Doing) -> list[Pair]:
    """The pairs that can begin, mounting ones first: the hex that one of them leaves is free for another.

    X-26: an operation fails whose partner is gone or whose hex is taken; nobody moves then.
    """
    vehicles = [index for index, unit in enumerate(state.units) if arms(unit.type).drives]
    # Who is lost, has left or has panicked has its task no more.
    order = open_order(state, [index for index in vehicles if _kind(state, index) in scene.loads])
    found: list[Pair] = []
    for kind in (MOUNT.kind, DISMOUNT.kind):
        leaving = {pair.vehicle for pair in found}
        for index in [each for each in order if _kind(state, each) == kind]:
            unit = state.units[index]
            pair, why = _mounting(state, index) if kind == MOUNT.kind else _dismounting(state, index, leaving)
            if pair is None:
                _fail(doing, unit, *why)
            else:
                found.append(pair)
    return found


def _kind(state: TankState, index: int) -> str:
    task = state.tasks.get(state.units[index].id)
    return task.kind if task is not None else ""


_SOUND = ("", "")


def _mounting(state: TankState, index: int) -> tuple[Pair | None, tuple[str, str]]:
    """The pair of a vehicle that is to take a unit on, or why it cannot (27.6-mt-4, 27.42a, X-26)."""
    vehicle = state.units[index]
    goal = state.tasks[vehicle.id].cells[0]
    there = _standing(state, goal)
    partners = [one for one in there if state.units[one].side == vehicle.side and _kind(state, one) == MOUNT.kind]
    if not partners:
        return None, ("27.6-mt-4", "nobody is there any more to be taken on")
    if len(there) > 1:
        return None, ("27.42a", f"{state.units[partners[0]].id} is not alone in its hex")
    return Pair(index, partners[0], MOUNT.kind, vehicle.cell, goal), _SOUND


def _dismounting(state: TankState, index: int, leaving: set[int]) -> tuple[Pair | None, tuple[str, str]]:
    """The pair of a vehicle that is to set its passenger down, or why it cannot (27.42a, X-26)."""
    vehicle = state.units[index]
    goal = state.tasks[vehicle.id].cells[0]
    passenger = load_of(state, vehicle)
    if passenger is None:
        return None, ("27.0-proc-2", "it no longer carries anybody")
    aboard = index_of(state, passenger.id)
    if any(one not in leaving for one in _standing(state, goal)):
        return None, ("27.42a", "the hex to which it was to drive is taken")
    if len(_standing(state, vehicle.cell)) > 1:
        return None, ("27.42a", "it is not alone in its hex")
    return Pair(index, aboard, DISMOUNT.kind, vehicle.cell, goal), _SOUND


def _standing(state: TankState, cell: Cell) -> list[int]:
    return [index for index, unit in enumerate(state.units) if unit.status == ON_MAP and unit.cell == cell]


def _take_on(state: TankState, scene: Scene, doing: Doing, pair: Pair) -> None:
    """Puts a passenger on the vehicle that has come into its hex, if both are still there (27.0-proc-1)."""
    vehicle, passenger = state.units[pair.vehicle], state.units[pair.passenger]
    together = vehicle.status == passenger.status == ON_MAP and vehicle.cell == passenger.cell
    if not together or vehicle.panicked or passenger.panicked:
        survivor = passenger if passenger.status == ON_MAP else vehicle
        _fail(doing, survivor, "27.6-mt-4", "the other unit did not get there")
        return
    _tell_pair(doing, "mounted", "27.0-proc-1", vehicle, passenger, scene.board.labels[pair.goal])
    put_on(vehicle, passenger)
    if vehicle.spotted and rider_on(state, vehicle) is not None and not passenger.spotted:
        reveal_identity(state, doing, passenger, "27.61")
    # 27.6-mt-2: nobody is left to hold the position.
    state.positions = [position for position in state.positions if position.cell != pair.goal]
    vehicle.may_face = not vehicle.panicked


def _set_down(state: TankState, scene: Scene, pair: Pair) -> bool:
    """Whether a passenger is left behind: its vehicle has driven on, or was lost as it did so (27.0-proc-2, 27.6-dt).

    If the vehicle was kept from it, the passenger stays on board (X-26).
    """
    vehicle, passenger = state.units[pair.vehicle], state.units[pair.passenger]
    if vehicle.status == ON_MAP and vehicle.cell == pair.start:
        put_on(vehicle, passenger)
        return False
    passenger.status, passenger.cell = ON_MAP, pair.start
    # 4.1-b-5a: both have moved, in a way, and may turn; a gun is set down as its vehicle drove.
    passenger.may_face = arms(passenger.type).faces
    passenger.facing = vehicle.facing
    vehicle.may_face = vehicle.status == ON_MAP and not vehicle.panicked
    return True


def _show(state: TankState, scene: Scene, doing: Doing, arrived: list[int], pairs: list[Pair]) -> None:
    """Puts the counters of dismounted units on the map, under what falls there; enemies may spot them (13.23b)."""
    vehicles = {pair.passenger: state.units[pair.vehicle] for pair in pairs}
    for index in numbering_order(state, arrived):
        passenger = state.units[index]
        place_counter(state, passenger)
        label = scene.board.labels[passenger.cell]
        _tell_pair(doing, "dismounted", "27.0-proc-2", vehicles[index], passenger, label)
        movement.suffer(state, scene, doing, index)
    if arrived:
        look(state, scene, doing, list(range(len(state.units))), arrived)


def _tell_pair(doing: Doing, kind: str, rule: str, vehicle: Unit, passenger: Unit, label: str) -> None:
    """Tells both sides of a pair: each unit under the name by which a side knows it."""
    foe = enemy_of(vehicle.side)
    if vehicle.spotted and passenger.spotted:
        doing.emit(kind, rule, (), unit=vehicle.id, passenger=passenger.id, hex=label)
        return
    for audience, viewer in (((vehicle.side,), vehicle.side), ((foe, ONLOOKERS), foe)):
        names = known_as(vehicle, viewer), known_as(passenger, viewer)
        if all(names):
            doing.emit(kind, rule, audience, unit=names[0], passenger=names[1], hex=label)


def _fail(doing: Doing, unit: Unit, rule: str, why: str) -> None:
    """Tells the owner that an operation has come to nothing; of a plot that fails the enemy learns nothing (4.2a)."""
    doing.emit("not_loaded", rule, (unit.side,), unit=unit.id, why=why)
