"""Vehicles in a column on a road or path, which may share a Move command (6.2.1.1.3, Commanding Vehicles on Roads)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play.facts import leg_of, vehicle_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import ON_MAP, OVER_STACKED

START = "6.2.1.1.3-roads-a"
KEPT = "6.2.1.1.3-roads-b"


def joined(scene: Scene, ahead: Cell, behind: Cell) -> bool:
    """Whether a vehicle is stacked with or adjacent to the one to its immediate front: along the road or path.

    Case 6.2.1.1.3-roads-a.
    """
    if ahead == behind:
        return True
    around = scene.board.neighbours[behind]
    return any(around[way] == ahead and bool(kind) for way, kind in enumerate(scene.ground.ways[behind]))


def can_start(state: Position, scene: Scene, index: int) -> bool:
    """Whether it is a vehicle on a road or path (6.2.1.1.3-roads-a)."""
    unit = state.units[index]
    return unit.status == ON_MAP and vehicle_of(unit) is not None and scene.ground.on_way[unit.cell]


def start_fault(state: Position, scene: Scene, members: Sequence[int]) -> Fault | None:
    """Why units, the lead vehicle first, are no column; the Command Range does not matter (6.2.1.1.3-roads-a)."""
    units = state.units
    for index in members:
        if not can_start(state, scene, index):
            return START, f"{units[index].id} is no vehicle on a road or path"
    for ahead, behind in pairwise(members):
        if not joined(scene, units[ahead].cell, units[behind].cell):
            return START, f"{units[behind].id} is neither stacked with nor adjacent to {units[ahead].id} on the way"
    return None


def chain(state: Position, scene: Scene, index: int, others: Sequence[int]) -> list[int]:
    """Those of the others that can be in a column with a vehicle (6.2.1.1.3-roads-a)."""
    if not can_start(state, scene, index):
        return []
    found = [index]
    left = [other for other in others if other != index and can_start(state, scene, other)]
    for member in found:
        near = [other for other in left if joined(scene, state.units[member].cell, state.units[other].cell)]
        found += near
        left = [other for other in left if other not in near]
    return sorted(found[1:])


def end_fault(state: Position, scene: Scene, column: Sequence[int], ends: Mapping[int, Cell]) -> Fault | None:
    """Why a column, the lead vehicle first, may not end its move so: order and stacking (6.2.1.1.3-roads-b).

    Members that have dropped out are not in it.
    """
    for index in column:
        if not scene.ground.on_way[ends[index]]:
            return START, f"{state.units[index].id} leaves the road or path"
    for ahead, behind in pairwise(column):
        if not joined(scene, ends[ahead], ends[behind]):
            first, second = state.units[ahead].id, state.units[behind].id
            return KEPT, f"{second} must end stacked with or adjacent to {first}, behind which it began"
    for cell in sorted({ends[index] for index in column}):
        if _crowd(state, cell, column, ends) >= OVER_STACKED:
            return KEPT, f"a column may not over-stack hex {scene.board.labels[cell]}"
    return None


def _crowd(state: Position, cell: Cell, column: Sequence[int], ends: Mapping[int, Cell]) -> int:
    """How many units will count for stacking in a hex (5.13a)."""
    others = [
        unit
        for index, unit in enumerate(state.units)
        if index not in column and unit.status == ON_MAP and unit.cell == cell and leg_of(unit) is None
    ]
    return len(others) + sum(ends[index] == cell for index in column)
