"""The state of a game of Tank!, and what is often asked of it; what it consists of: `model` and `pieces`."""

from __future__ import annotations

from hulldown.core import crowding
from hulldown.core.board import Cell
from hulldown.core.movers import DESTROYED, EXIT, EXITED, OFF_MAP, ON_MAP, WAITING, Mover, Watch, index_in
from hulldown.core.stepviews import Frame
from hulldown.games.tank.rules.model import TankState
from hulldown.games.tank.rules.pieces import ALPHA, BRAVO, EXIT_COST, SIDES, Column, Position, Run, Unit

__all__ = [
    "ALPHA", "BRAVO", "Column", "DESTROYED", "EXIT", "EXITED", "EXIT_COST", "Frame", "Mover",
    "OFF_MAP", "ON_MAP", "Position", "Run", "SIDES", "TankState", "Unit", "WAITING", "Watch", "enemy_of", "index_in",
    "index_of", "occupants", "on_map", "position_at",
]  # fmt: skip


def enemy_of(side: str) -> str:
    return BRAVO if side == ALPHA else ALPHA


def index_of(state: TankState, unit_id: str) -> int:
    """The place of a unit in the list, or -1. Alpha's units stand first, each side's in the order of their numbers."""
    return index_in(state.units, unit_id)


def on_map(state: TankState, side: str) -> list[Unit]:
    """A side's units on the map, hidden ones included."""
    return [unit for unit in state.units if unit.side == side and unit.status == ON_MAP]


def occupants(state: TankState) -> dict[Cell, list[int]]:
    """The units in each occupied cell."""
    return crowding.occupants(state.units)


def position_at(state: TankState, cell: Cell) -> Position | None:
    """The Improved Position in a cell, if there is one."""
    for position in state.positions:
        if position.cell == cell:
            return position
    return None
