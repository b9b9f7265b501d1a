"""What a unit leaves behind and takes up when it changes its hex: positions, hull down, floors, Full Cover."""

from __future__ import annotations

from hulldown.games.panzer.rules.advanced.play import cover, works
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState


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
