"""The whole position of a game of Tank!: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task
from hulldown.core.stepviews import Frame
from hulldown.games.tank.rules.pieces import Column, Position, Run, Unit, part


class TankState(State, kw_only=True):
    """The whole position."""

    stack: list[Frame]
    units: list[Unit]
    positions: list[Position] = []
    wrecks: list[Cell] = []
    fresh: list[Cell] = []
    """Wrecks made in this segment: terrain from the next one on (T-57)."""
    columns: dict[str, Column] = {}
    submitted: dict[str, Order] = {}
    tasks: dict[str, Task] = {}
    """The tasks of this turn by unit; a panicked unit's plot is replaced here."""
    run: Run | None = None
    counters: dict[str, int] = {}
    losses: dict[str, int] = {}
    preserved: dict[str, int] = {}
    """The turn on which a force reached its Preservation Level, 0 while it has not."""
    contact: int = 0
    """The first turn on which one side spotted the other or fired, 0 before."""
    first_fire: int = 0
    last_loss: int = 0
    fired_on: dict[str, bool] = {}
    outcome: Outcome | None = None
    more: dict[str, Any] | UnsetType = UNSET
    """What modules remember of the game, by their keys; unset without any. See `core.parts`."""

    def thaw(self) -> TankState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: TankState = clone(self)
        part(new)
        return new
