"""Who may attack whom in close combat, from where, and why not (6.6.1.1, 6.6.1.2)."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.advanced.play.assault import advances
from hulldown.games.panzer.rules.advanced.play.assault.memory import aim_of, combat_of, sharing_fault
from hulldown.games.panzer.rules.advanced.play.assault.places import case, place_fault
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState


class Chance(NamedTuple):
    """What a unit could attack: a target, and the hexes from which it may, each with the way there."""

    target: int
    ways: dict[Cell, tuple[Cell, ...]]


def unable(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why a unit can start no close combat now; everything but its command is open to see.

    6.6.1.1a, 6.6.1.1b, 6.6.1.2b, 6.6.1.2c: leg units that are not suppressed. 6.1.4.2j: from Full Cover too.
    """
    unit = state.units[index]
    if leg_of(unit) is None:
        return "6.6.1.1a", "only squads, half-squads and sections start close combat"
    if unit.status == CARRIED:
        return "6.6.1.1o", "aboard a carrier it can only dismount into an attack, in the Movement Step"
    if unit.status != ON_MAP:
        return "6.6.1.1e", "it is not on the map"
    if detail_of(unit).suppressed:
        return "6.6.2e", "a suppressed unit starts no close combat"
    if aim_of(state, index) >= 0:
        return "6.6.1.1h", "it attacks one target in a turn"
    return ("6.6.1.1h", "it has moved already") if unit.moved else None


def disobeys(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why its command does not let a unit attack (6.6.1.1c, 6.6.1.2d)."""
    if state.units[index].command not in scene.marching:
        return "6.6.1.1c", "it needs a Move command to attack"
    return None


def target_fault(state: PanzerState, scene: Scene, index: int, target: int) -> Fault | None:
    """Why a unit may not attack another wherever it goes: it must have spotted it before it moves (E7).

    Cases 6.6.1.1d, 6.6.1.2e; 6.6.11a: all who share a command attack the same target. 6.6.1.1k, 6.6.1.2j: who was not
    named with the first attack on a unit does not attack it later in the step.
    """
    unit, enemy = state.units[index], state.units[target] if target >= 0 else None
    if enemy is None or enemy.side == unit.side or enemy.status != ON_MAP:
        return "6.6.1.1d", "name one enemy on the map"
    if not spotting.spots(state, scene, index, target):
        return case(state, target, "d", "e"), f"{enemy.id} is not spotted by it"
    if any(other == target for _, other in combat_of(state).aims):
        return case(state, target, "k", "j"), f"all attacks on {enemy.id} had to be announced with the first"
    return sharing_fault(state, index, target)


def chances(state: PanzerState, scene: Scene, index: int) -> list[Chance]:
    """All that a unit could attack now if its command lets it; by open facts alone (6.6.1.1a, 6.6.1.1d, 6.6.1.1f)."""
    if unable(state, scene, index) is not None:
        return []
    unit = state.units[index]
    far = advances.farthest(state, scene, index)
    distance = scene.board.distance
    near = [
        number
        for number, enemy in enumerate(state.units)
        if distance(unit.cell, enemy.cell) <= far and target_fault(state, scene, index, number) is None
    ]
    found = []
    for target in near:
        ways = ways_to(state, scene, index, target)
        if ways:
            found.append(Chance(target, ways))
    return found


def ways_to(state: PanzerState, scene: Scene, index: int, target: int) -> dict[Cell, tuple[Cell, ...]]:
    """The hexes from which a unit may attack a target: its own without a way, others after an advance.

    Cases 6.6.1.1e, 6.6.1.1f.
    """
    here = state.units[index].cell
    found: dict[Cell, tuple[Cell, ...]] = {}
    if place_fault(state, scene, index, target, here) is None:
        found[here] = ()
    elif scene.board.distance(here, state.units[target].cell) > 1:
        for cell, path in advances.reach(state, scene, index).items():
            if place_fault(state, scene, index, target, cell) is None:
                found[cell] = path
    return found


def might(state: PanzerState, scene: Scene, side: str) -> bool:
    """Whether a side is asked: as far as everybody can see one of its units could attack (6.6.1.1c).

    A face-down command may be a Move; one that was shown is known.
    """
    for index, unit in enumerate(state.units):
        if unit.side != side or not unit.command or (unit.known and unit.command not in scene.marching):
            continue
        if chances(state, scene, index):
            return True
    return False
