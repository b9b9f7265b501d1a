"""A force: so many units of one weapon, and how they begin."""

from __future__ import annotations

import msgspec

from hulldown.core.tables import Natural, Positive, Text


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of one weapon."""

    type: Text
    count: Positive
    platoon: Natural = 0
    """The platoon of the side that they form, 0 for none (25.0)."""
    hq: bool = False
    """Whether that platoon is the company's headquarters (25.5)."""
    divide: bool = False
    """Whether the player divides them into platoons himself before play (25.0-gen-1)."""
    device: str = ""
    """The device that squads may be armed with, and how many of them are (26.2)."""
    devices: Natural = 0
    carried: bool = False
    """Whether they begin the game mounted, each on a carrier of the side."""
    unarmed: bool = False
    """Whether they never fire: the people of a base camp (34.3)."""
