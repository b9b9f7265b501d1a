"""From where a unit may attack another in close combat (6.6.1.1e, 6.6.1.1g)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play import sight
from hulldown.games.panzer.rules.advanced.play.facts import vehicle_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def case(state: PanzerState, target: int, assault: str, hand: str) -> str:
    """The case of Close Assault, or that of Hand-to-Hand where the target is no vehicle (6.6.1.1e, 6.6.1.2e)."""
    return f"6.6.1.1{assault}" if vehicle_of(state.units[target]) is not None else f"6.6.1.2{hand}"


def place_fault(state: PanzerState, scene: Scene, index: int, target: int, cell: Cell) -> Fault | None:
    """Why a unit may not attack from a hex: next to the target, less than two Heights apart.

    Cases 6.6.1.1e, 6.6.1.1g, 6.6.1.2e, 6.6.1.2g; M1.
    """
    enemy = state.units[target]
    if scene.board.distance(cell, enemy.cell) != 1:
        return case(state, target, "e", "e"), f"{enemy.id} is not adjacent to {scene.board.labels[cell]}"
    if abs(rise(state, scene, index, target, cell)) >= 2:
        return case(state, target, "g", "g"), f"{enemy.id} is two or more Heights above or below"
    return None


def rise(state: PanzerState, scene: Scene, index: int, target: int, cell: Cell) -> int:
    """By how many Heights a target is above a unit in a hex (6.6.1.1g, 6.6.1.2g, 6.6.1.1.2-uphill-attack)."""
    own = state.units[index].cell == cell
    here = sight.height(state, scene, index) if own else sight.ground_height(state, scene, cell)
    return sight.height(state, scene, target) - here
