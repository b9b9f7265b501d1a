"""The state of a game of Tank!, and what is often asked of it; what it consists of: `model` and `pieces`."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.games.tank.rules.model import Frame, TankState
from hulldown.games.tank.rules.pieces import (
    ALPHA,
    BRAVO,
    DESTROYED,
    EXIT,
    EXIT_COST,
    EXITED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    WAITING,
    Column,
    Mover,
    Position,
    Run,
    Unit,
    Watch,
)

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


def index_in(units: list[Unit], unit_id: str) -> int:
    """The same in the list itself."""
    hint = _hints.get(unit_id, -1)
    if 0 <= hint < len(units) and units[hint].id == unit_id:
        return hint
    for index, unit in enumerate(units):
        if unit.id == unit_id:
            if len(_hints) >= _MOST_HINTS:
                _hints.clear()
            _hints[unit_id] = index
            return index
    return -1


_MOST_HINTS: Final = 4096
_hints: Final[dict[str, int]] = {}
"""Where units were found last: hints, verified before use, as games differ."""


def on_map(state: TankState, side: str) -> list[Unit]:
    """A side's units on the map, hidden ones included."""
    return [unit for unit in state.units if unit.side == side and unit.status == ON_MAP]


def occupants(state: TankState) -> dict[Cell, list[int]]:
    """The units in each occupied cell."""
    found: dict[Cell, list[int]] = {}
    for index, unit in enumerate(state.units):
        if unit.status == ON_MAP:
            found.setdefault(unit.cell, []).append(index)
    return found


def position_at(state: TankState, cell: Cell) -> Position | None:
    """The Improved Position in a cell, if there is one."""
    for position in state.positions:
        if position.cell == cell:
            return position
    return None
