"""Notes of a record: what people said about the game beside their orders, and answers given because time was up.

A note stands in the record after so many orders. The chain of hashes does not cover it: it changes no position.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from hulldown.core.orders import Side

NoteKind = Literal["offered", "withdrawn", "declined", "paused", "resumed", "time"]


class Note(msgspec.Struct, tag="note", frozen=True, omit_defaults=True):
    """A side has offered something, taken it back or declined it; both have paused or resumed; or its time was up."""

    number: int
    """Orders before it."""
    what: NoteKind
    side: Side
    terms: str = ""
    """What was offered or declined."""
