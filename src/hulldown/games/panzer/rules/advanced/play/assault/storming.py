"""Dismount Attacks: passengers that get down from their carrier and attack at once (6.6.1.1o, 6.6.1.2m; M16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.advanced.play.assault.memory import aim_of, combat_of, sharing_fault
from hulldown.games.panzer.rules.advanced.play.assault.places import case, place_fault
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, vehicle_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, Frame, PanzerState

COMBAT = "close combat"
"""The step in which announced attacks are resolved."""


def fault(state: PanzerState, scene: Scene, carrier: int, passenger: int, target: int, cell: Cell) -> Fault | None:
    """Why a passenger may not get down into a hex and attack a unit from there.

    6.6.1.1o: the target must have been spotted before anything moved, by those in the carrier (E7). 4.4.1g, 6.6.1.1m:
    close combat is fire too, so that who has fired from its carrier attacks nobody any more (R47).
    """
    unit, enemy = state.units[passenger], state.units[target]
    if leg_of(unit) is None:
        return "6.6.1.1a", "only squads, half-squads and sections start close combat"
    if detail_of(unit).suppressed:
        return "6.6.2e", "a suppressed unit starts no close combat"
    if unit.fired:
        return "4.4.1g", f"{unit.id} has fired this turn, and an attack is fire too"
    if enemy.side == unit.side or enemy.status != ON_MAP:
        return "6.6.1.1d", f"{enemy.id} is no enemy on the map"
    if aim_of(state, passenger) >= 0:
        return "6.6.1.1h", "it attacks one target in a turn"
    if not _spotted(state, scene, carrier, passenger, target):
        return case(state, target, "o", "m"), f"{enemy.id} was not spotted before the move"
    return place_fault(state, scene, passenger, target, cell) or sharing_fault(state, carrier, target)


def _spotted(state: PanzerState, scene: Scene, carrier: int, passenger: int, target: int) -> bool:
    """Whether the carrier or its passenger had spotted the target before the carrier began to move (6.6.1.1o)."""
    looking = (carrier, passenger)
    if any(target in state.units[index].sees for index in looking):
        return True
    begun = state.mover is not None and state.mover.unit == carrier
    return not begun and any(spotting.spots(state, scene, index, target) for index in looking)


class Aim(NamedTuple):
    """A Dismount Attack that a passenger might make: whom it attacks, and from which hexes."""

    passenger: int
    target: int
    cells: tuple[Cell, ...]


def aims_of(state: PanzerState, scene: Scene, carrier: int, aboard: Sequence[int]) -> list[Aim]:
    """The Dismount Attacks of those aboard, on enemies no farther than the carrier might come in a move."""
    card, found = vehicle_of(state.units[carrier]), []
    for passenger in aboard:
        assert card is not None
        far = 1 + max(card.cross_country, card.path, card.road)
        for target, enemy in enumerate(state.units):
            if enemy.status != ON_MAP or scene.board.distance(state.units[carrier].cell, enemy.cell) > far:
                continue
            near = [cell for cell in scene.board.neighbours[enemy.cell] if cell >= 0]
            cells = tuple([cell for cell in near if place_fault(state, scene, passenger, target, cell) is None])
            if cells and fault(state, scene, carrier, passenger, target, cells[0]) is None:
                found.append(Aim(passenger, target, cells))
    return found


def still_able(state: PanzerState, passenger: int) -> bool:
    """Whether a barrage has left who has just got down what it needs to attack (6.6.6a, 6.6.1.1b)."""
    unit = state.units[passenger]
    return unit.status == ON_MAP and not detail_of(unit).suppressed


def attack(state: PanzerState, scene: Scene, carrier: int, aim: tuple[int, int], doing: Doing) -> None:
    """Announces the attack of a passenger that has just got down; it is resolved next, and alone (6.6.1.1p).

    6.6.1.1q, 6.6.1.2n: nobody fires at it before. 6.6.11a: all who act by the Move of its carrier attack one target.
    """
    passenger, target = aim
    combat, unit = combat_of(state), state.units[passenger]
    carried = combat.carried
    if state.units[carrier].command in scene.marching:
        carried = (*carried, (carrier, target))
    detail_of(unit).manner = ""
    state.assault = replace(
        combat, target=target, parties=((unit.cell, (passenger,)),), paths=(), advanced=(), dismounted=True,
        declined=False, fought=(), aims=(*combat.aims, aim), carried=carried,
    )  # fmt: skip
    doing.emit(
        "assault_announced", case(state, target, "o", "m"), (), unit=unit.id, target=state.units[target].id,
        advance=False,
    )  # fmt: skip
    state.stack.append(Frame(COMBAT, side=unit.side))
