"""What a seat has said about its answers, as it is stored with the seat."""

from __future__ import annotations

import msgspec

from hulldown.core.asking import Declined, Wish


class Habits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player has said about his answers: whether the server gives those without a choice; standing passes."""

    automatic: bool = False
    standing: tuple[str, ...] = ()
    wish: Wish | None = None
    """When it is asked about a chance to react; None: at each one."""
    declined: tuple[Declined, ...] = ()
    """What it has let go by."""


NO_HABITS = Habits()
