"""What a unit leaves behind and takes up when it changes its hex: positions, hull down, floors, Full Cover."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, IMPROVED, NOBODY, WIRE
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of, work_in, works_of
from hulldown.games.panzer.rules.advanced.play.gaits import TRACKED
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState


def abandon(state: PanzerState, index: int) -> None:
    """A unit has left its hex: the position it was in is free for one unit of either side.

    6.1.4.3.6c, 6.1.4.3.7c: to be taken over; 6.6.9h: a searched position is gone, 6.6.8b: an entrenchment stays.
    """
    detail = detail_of(state.units[index])
    detail.hull_down, detail.hull_facing = "", -1
    detail.full_cover = detail.upper = detail.inside = False
    detail.dug = 0
    for work in works_of(state):
        if work.unit == index:
            work.unit = NOBODY
            if work.kind == IMPROVED:
                work.facing = -1


def occupy(state: PanzerState, index: int, backwards: bool = False) -> None:
    """A unit that ends its move in the hex of a free position is in it (6.1.4.3.6b, 6.1.4.3.6c, 6.1.4.3.7a).

    6.1.4.3.7d: the Improved Position protects a vehicle but from its rear, or from its front if it reversed in; the
    open side is fixed when it is occupied (N13).
    """
    unit = state.units[index]
    if unit.status != ON_MAP or any(work.unit == index for work in works_of(state)):
        return
    vehicle = vehicle_of(unit) is not None
    for work in works_of(state):
        fits = work.kind == IMPROVED or (work.kind == ENTRENCHMENT and not vehicle)
        if work.cell == unit.cell and work.unit == NOBODY and fits:
            work.unit = index
            if work.kind == IMPROVED and vehicle:
                work.facing = (unit.facing + 3) % 6 if backwards else unit.facing
            return


def flatten(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """A fully tracked vehicle that enters a hex with Wire destroys it (6.1.4.3.11b)."""
    unit = state.units[index]
    card = vehicle_of(unit)
    wire = work_in(state, unit.cell, WIRE)
    if wire is not None and card is not None and card.traction == TRACKED:
        works_of(state).remove(wire)
        doing.emit("wire_crushed", "6.1.4.3.11b", (), unit=unit.id, hex=scene.board.labels[unit.cell])
