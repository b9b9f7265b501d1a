"""Fire that can be combined in several ways: what a view tells whoever has to say which units fire together.

A view may have a list of these under `volleys`. The answer has a task for each firer, whose choice is the sign that
the chosen way has for it.
"""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell
from hulldown.core.orders import Side


class Salvo(msgspec.Struct, frozen=True):
    """One attack of a division: who fires together, with what superiority, and the chance of each result."""

    units: tuple[str, ...]
    superiority: int
    outcomes: dict[str, str]
    void: str = ""


class Division(msgspec.Struct, frozen=True):
    """A way to divide the fire at a target: the sign of its attack for each firer, and the attacks it makes."""

    groups: str
    salvos: tuple[Salvo, ...]
    destroys: str
    """The chance that all of it together destroys the target."""
    levels: str
    """What all of it together may be expected to do, in steps of harm."""


class Volley(msgspec.Struct, frozen=True):
    """Fire at one target of which it has yet to be said how it is combined, with every way worth a look."""

    side: Side
    cell: Cell
    firers: tuple[str, ...]
    targets: tuple[str, ...]
    ways: tuple[Division, ...]
    best: int
    """The place in `ways` of the one with the best chance to destroy the target."""
