"""The state of a game of Panzer, and what is often asked of it; what it consists of: `model` and `pieces`."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.games.panzer.rules.model import CloseCombat, Frame, PanzerState, Shot
from hulldown.games.panzer.rules.pieces import (
    BAILED_OUT,
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    EXITED,
    GERMAN,
    KNOCKED_OUT,
    OFF_MAP,
    ON_MAP,
    OVER_STACKED,
    SIDES,
    SOVIET,
    SPOT_FIRE,
    SPOT_MOVE,
    WAITING,
    Hold,
    Mover,
    Progress,
    Unit,
    Wreck,
)

__all__ = [
    "BAILED_OUT", "BREWED_UP", "CARRIED", "CloseCombat", "ELIMINATED", "EXITED", "Frame", "GERMAN", "Hold",
    "KNOCKED_OUT", "Mover", "OFF_MAP", "ON_MAP", "OVER_STACKED", "PanzerState", "Progress",
    "SIDES", "SOVIET", "SPOT_FIRE", "SPOT_MOVE", "Shot", "Unit", "WAITING", "Wreck",
    "crowd", "enemy_of", "index_of", "over_stacked", "smoke_cells",
]  # fmt: skip


def enemy_of(side: str) -> str:
    return GERMAN if side == SOVIET else SOVIET


def index_of(state: PanzerState, unit_id: str) -> int:
    """The place of a vehicle in the list, or -1."""
    units = state.units
    guess = _places.get(unit_id, -1)
    if 0 <= guess < len(units) and units[guess].id == unit_id:
        return guess
    for index, unit in enumerate(units):
        if unit.id == unit_id:
            _places[unit_id] = index
            return index
    return -1


_places: Final[dict[str, int]] = {}
"""Where vehicles were found last; a guess, which is always looked at before it is believed."""


def crowd(state: PanzerState, cell: Cell) -> int:
    """How many vehicles of both sides are in a hex; wrecks do not count (3.8b)."""
    count = 0
    for unit in state.units:
        if unit.cell == cell and unit.status == ON_MAP:
            count += 1
    return count


def over_stacked(state: PanzerState, cell: Cell) -> bool:
    """Whether a hex is over-stacked at this moment: no cover there (3.8c, 4.1.3.2, 4.4.3.2.2-target-cover-b)."""
    return crowd(state, cell) >= OVER_STACKED


def smoke_cells(state: PanzerState) -> list[Cell]:
    """The hexes whose Brew-Up Smoke hinders fire now (4.4.3.2.2-brew-up-smoke-c, H7: it lasts to the end)."""
    return [wreck.cell for wreck in state.wrecks if wreck.brewed and not wreck.fresh]
