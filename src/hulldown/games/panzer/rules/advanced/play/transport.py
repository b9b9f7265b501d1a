"""Transport: capacity, mounting and dismounting, emergency bail out, where passengers come down (6.6.7). Room E."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def room_for(state: PanzerState, scene: Scene, carrier: int, passenger: int) -> bool:
    """Whether a vehicle may take a unit besides those aboard (6.6.7.1)."""
    raise NotImplementedError


def put_down(state: PanzerState, scene: Scene, passenger: int, cell: Cell, doing: Doing) -> None:
    """Puts a passenger on the map: dismounted, bailed out, thrown out; marked as moving (6.1.3g)."""
    raise NotImplementedError
