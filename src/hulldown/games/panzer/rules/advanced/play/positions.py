"""What a unit leaves behind and takes up when it changes its hex: positions, hull down, floors, Full Cover."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import cover, works
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, passengers, vehicle_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, WAITING, PanzerState


def abandon(state: PanzerState, index: int) -> None:
    """A unit has left its hex: the position it was in is free for one unit of either side.

    6.1.4.3.6c, 6.1.4.3.7c: to be taken over; 6.6.9h: a searched position is gone, 6.6.8b, 6.6.8g: an entrenchment stays
    as it is.
    """
    unit = state.units[index]
    detail = detail_of(unit)
    cover.leave_hull_down(unit)
    detail.full_cover = detail.upper = detail.inside = False
    works.leave(state, index)


def go_back(state: PanzerState, scene: Scene, index: int, cell: Cell, doing: Doing) -> None:
    """A unit that cannot stay in an enemy's hex is put where it came from, which may be off the map (4.5.1.1.10b; I13).

    Those aboard go with it (6.6.7b).
    """
    unit = state.units[index]
    unit.cell = cell
    if cell == OFF_MAP:
        unit.status, unit.mark = WAITING, ""
        for passenger in passengers(state, index):
            state.units[passenger].status = WAITING
    detail_of(unit).inside = False
    where = scene.board.labels[cell] if cell >= 0 else "the edge of the map"
    doing.emit("backed_up", "4.5.1.1.10b", (), unit=unit.id, hex=where)


def occupy(state: PanzerState, index: int, backwards: bool = False) -> None:
    """A unit that ends its move in the hex of a free position is in it (6.1.4.3.6b, 6.1.4.3.6c, 6.1.4.3.7a).

    6.1.4.3.7d: the Improved Position protects a vehicle but from its rear, or from its front if it reversed in; the
    open side is fixed when it is occupied (N13).
    """
    unit = state.units[index]
    if unit.status != ON_MAP or works.position_of(state, index) is not None:
        return
    closed = -1
    if vehicle_of(unit) is not None:
        closed = (unit.facing + 3) % 6 if backwards else unit.facing
    works.occupy(state, index, closed)
