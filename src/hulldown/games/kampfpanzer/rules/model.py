"""The whole position of a game of KampfPanzer: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task
from hulldown.core.stepviews import Frame
from hulldown.games.kampfpanzer.rules.pieces import Impact, Lot, Run, Unit, part


class Works(msgspec.Struct, frozen=True, gc=False):
    """An entrenchment and the side that dug it (13.0)."""

    cell: Cell
    side: str


class Threat(msgspec.Struct, frozen=True, gc=False):
    """A hex that a side has plotted to overrun this turn, whatever comes of it (9.67)."""

    cell: Cell
    side: str


class KampfState(State, kw_only=True):
    """The whole position. Nothing of it is hidden but the seed and the plots that wait (C-11)."""

    stack: list[Frame]
    units: list[Unit]
    works: list[Works] = []
    wrecks: list[Cell] = []
    fresh: list[Cell] = []
    """Wrecks made this turn: they count from the end of the Movement Execution Phase on (9.92)."""
    submitted: dict[str, Order] = {}
    tasks: dict[str, Task] = {}
    """The tasks of this turn by unit; a panicked unit's plot is replaced here."""
    presets: dict[str, str] = {}
    """How each side wants its fire combined without being asked."""
    threats: list[Threat] = []
    impacts: list[Impact] = []
    lots: list[Lot] = []
    """Attacks by fire that are about to be made."""
    run: Run | None = None
    outcome: Outcome | None = None

    def thaw(self) -> KampfState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: KampfState = clone(self)
        part(new)
        return new
