"""Transport: capacity, who may mount and dismount where, how passengers come aboard and down (6.6.7). Room E."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.arsenal import fits
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.pieces import NOBODY
from hulldown.games.panzer.rules.advanced.play import control, effects
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    detail_of,
    member_of,
    passengers,
    towed_of,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.play.gaits import nimble
from hulldown.games.panzer.rules.advanced.play.obstacles import ENEMY, bars_step, crossing_fault, surroundings
from hulldown.games.panzer.rules.advanced.play.positions import abandon, occupy
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, SPOT_MOVE, PanzerState

DISMOUNTED: Final = "dismounted"
BAILED: Final = "jumped"


def room_left(state: PanzerState, carrier: int) -> tuple[int, int]:
    """The towed and leg capacity that a vehicle has left (6.6.7.1f); it tows one unit at most (6.6.7.1g, 6.6.7.1a)."""
    vehicle = vehicle_of(state.units[carrier])
    if vehicle is None:
        return 0, 0
    towed, leg = vehicle.transport
    for one in passengers(state, carrier):
        card = card_of(state.units[one])
        if not isinstance(card, Vehicle):
            towed, leg = towed - card.passenger[0], leg - card.passenger[1]
    return (0 if tows(state, carrier) else max(0, towed)), max(0, leg)


def rides(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit is one of those that vehicles carry: leg and towed units without mounts of their own.

    6.6.4.4b, 6.6.4.5b: cycles and cavalry never part from their mounts, so they do not ride.
    """
    return vehicle_of(state.units[index]) is None and member_of(scene, index).mount is None


def tows(state: PanzerState, index: int) -> bool:
    """Whether a vehicle has a gun in tow, so that it may not reverse (6.6.7.1e)."""
    return any(towed_of(state.units[one]) is not None for one in passengers(state, index))


def mount_fault(
    state: PanzerState, scene: Scene, carrier: int, passenger: int, cell: Cell, gone: Collection[int] = ()
) -> Fault | None:
    """Why a unit cannot mount a vehicle that is in a hex and has put down those in `gone` (6.6.7.1.1; N1, N4)."""
    vehicle, unit = state.units[carrier], state.units[passenger]
    if unit.side != vehicle.side or unit.status != ON_MAP or vehicle_of(unit) is not None:
        return "6.6.7.1.1a", f"{unit.id} is no leg or towed unit on the map that could mount"
    if unit.command not in scene.marching:
        return "6.6.7.1.1a", f"{unit.id} needs a Move command to mount"
    if unit.moved:
        return "6.6.7.1.1-mounting-c", f"{unit.id} has moved already; mounting takes its whole allowance"
    detail = detail_of(unit)
    if detail.upper:
        return "6.6.4.1g", f"{unit.id} is on the top floor"
    if detail_of(vehicle).inside:
        return "6.6.3c", "inside a building it takes no passengers"
    aboard = [one for one in passengers(state, carrier) if one not in gone]
    if not rides(state, scene, passenger) or not fit_together(state, carrier, [passenger, *aboard]):
        return "6.6.7.1f", f"there is no room for {unit.id}"
    if scene.board.distance(unit.cell, cell) > int(nimble(state, scene, passenger)):
        near = nimble(state, scene, passenger)
        rule = "6.6.7.1.1-mounting-a" if near else "6.6.7.1.1-mounting-b"
        return rule, f"{unit.id} is not in {scene.board.labels[cell]}" + (" nor next to it" if near else "")
    return crossing_fault(state, scene, passenger, unit.cell, cell) if cell != unit.cell else None


def dismount_fault(
    state: PanzerState, scene: Scene, carrier: int, passenger: int, there: tuple[Cell, Cell]
) -> Fault | None:  # fmt: skip
    """Why a passenger cannot dismount: `there` is where the carrier is and where it would be put (6.6.7.1.1)."""
    at, cell = there
    unit = state.units[passenger]
    if unit.status != CARRIED or detail_of(unit).carrier != carrier:
        return "6.6.7.1.1b", f"{unit.id} is not aboard"
    if unit.moved:
        return "6.6.7.1.1-mounting-c", f"{unit.id} has mounted this turn: that was its whole move"
    if not scene.board.on_map[cell]:
        return "6.6.7.1.1-dismounting-a", f"{unit.id} may not dismount off the map"
    near = nimble(state, scene, passenger)
    if scene.board.distance(at, cell) > int(near):
        rule = "6.6.7.1.1-dismounting-a" if near else "6.6.7.1.1-dismounting-b"
        return rule, f"{unit.id} cannot be put down in {scene.board.labels[cell]}"
    return bars_step(state, scene, passenger, at, cell) if cell != at else None


def shared_fault(state: PanzerState, scene: Scene, passenger: int, cell: Cell) -> Fault | None:
    """Why a passenger cannot get down in the hex of its carrier: an enemy is there, whom the carrier passes (I12)."""
    return ENEMY if surroundings(state, scene, passenger).hostile(cell) else None


def bail_fault(state: PanzerState, carrier: int, passenger: int) -> Fault | None:
    """Why a passenger cannot bail out in an emergency: only unsuppressed ones do (6.6.7.1.2a).

    6.6.7.1.2c: it is an action of the carrier's move, so it comes before fire is announced or after it is resolved.
    """
    unit = state.units[passenger]
    if unit.status != CARRIED or detail_of(unit).carrier != carrier:
        return "6.6.7.1.2a", f"{unit.id} is not aboard"
    if detail_of(unit).suppressed:
        return "6.6.7.1.2a", f"{unit.id} is suppressed"
    return None


def take_up(state: PanzerState, scene: Scene, carrier: int, passenger: int, doing: Doing) -> None:
    """Takes a unit aboard: its whole move, by its own Move command (6.6.7.1.1a, 6.6.7.1.1-mounting-c).

    Where it shares that command, all who do are seen now (Q13).
    """
    unit = state.units[passenger]
    control.show(state, passenger, "6.6.7.1.1a", doing)
    abandon(state, passenger)
    unit.status, unit.moved, unit.mark = CARRIED, True, ""
    detail = detail_of(unit)
    detail.carrier, detail.shown, detail.manner = carrier, True, ""
    hex_ = scene.board.labels[state.units[carrier].cell]
    doing.emit("mounted", "6.6.7.1.1b", (), unit=unit.id, carrier=state.units[carrier].id, hex=hex_)


def put_down(
    state: PanzerState, scene: Scene, passenger: int, cell: Cell, doing: Doing, facing: int = -1,
    kind: str = DISMOUNTED, rule: str = "6.6.7.1.1-dismounting-c",
) -> None:  # fmt: skip
    """Puts a passenger on the map: dismounted, bailed out, thrown out; marked as moving, its whole move gone (6.1.3h).

    6.6.7.1.1-dismounting-c: it may face in any direction; that of its carrier unless one is named.
    """
    unit = state.units[passenger]
    detail = detail_of(unit)
    carrier = state.units[detail.carrier]
    unit.status, unit.cell, unit.moved = ON_MAP, cell, True
    unit.facing = facing if facing >= 0 else carrier.facing
    mark(unit, SPOT_MOVE)
    detail.carrier, detail.shown, detail.small = NOBODY, False, False
    detail.manner = ""
    data = {"unit": unit.id, "carrier": carrier.id, "hex": scene.board.labels[cell], "facing": "ABCDEF"[unit.facing]}
    doing.emit(kind, rule, (), **data)
    occupy(state, passenger)


def bail(state: PanzerState, scene: Scene, passenger: int, facing: int, doing: Doing) -> None:
    """An emergency bail out: into the carrier's hex, suppressed (6.6.7.1.2a, 6.6.7.1.2b)."""
    cell = state.units[detail_of(state.units[passenger]).carrier].cell
    put_down(state, scene, passenger, cell, doing, facing, BAILED, "6.6.7.1.2b")
    effects.suppress(state, scene, passenger, "6.6.7.1.2b", doing)


def fit_together(state: PanzerState, carrier: int, load: list[int]) -> bool:
    """Whether a vehicle can carry all of these at once.

    6.6.7.1a, 6.6.7.1f: towed and leg capacity both suffice for all of them (N6); 6.6.7.1b: without towed capacity it
    takes leg units only; 6.6.7.1d, 5.2g: a gun needs both; 6.6.7.1g: one towed unit at most.
    """
    vehicle = vehicle_of(state.units[carrier])
    cards = [card_of(state.units[one]) for one in load]
    return vehicle is not None and fits(vehicle, [card for card in cards if not isinstance(card, Vehicle)])
