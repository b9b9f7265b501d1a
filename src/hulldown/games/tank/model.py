"""The whole position of a game of Tank!: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task
from hulldown.games.tank.pieces import Column, Position, Run, Unit, twins


class Frame(msgspec.Struct, frozen=True):
    """A step of the sequence on the stack, with the sides that owe a decision in it."""

    step: str
    owing: tuple[str, ...] = ()


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

    def thaw(self) -> TankState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: TankState = clone(self)
        new.options = self.options.copy()
        new.stack = self.stack.copy()
        new.units = twins(self.units)
        new.positions = [position.copy() for position in self.positions]
        new.wrecks, new.fresh = self.wrecks.copy(), self.fresh.copy()
        new.columns = {side: column.copy() for side, column in self.columns.items()}
        new.submitted = dict(self.submitted)
        new.tasks = dict(self.tasks)
        new.counters, new.losses, new.preserved = dict(self.counters), dict(self.losses), dict(self.preserved)
        new.fired_on = dict(self.fired_on)
        if self.run is not None:
            new.run = self.run.copy()
        return new
