"""Ammo limits: when one counts, and the roll that it asks for (5.16.2)."""

from __future__ import annotations

from typing import Final

NEAR: Final = 1
"""How near its own transport supplies a weapon, in hexes (5.16.2.4b)."""


def fails(limit: int, rolled: int, added: int = 0) -> bool:
    """Whether a roll (10) above the limit brings its effects; 0 is no limit (5.16.2a, 5.16.2d).

    `added` is what players agreed to put on the roll for German APCR (5.16.2.7a).
    """
    return limit > 0 and rolled + added > limit


def supplied(transport: int | None, at_dump: bool) -> bool:
    """Whether the basic ammunition of a towed or crew-served weapon is without limit for now (5.16.2.4b).

    Its own transport is within one hex, on the map and alive (5.16.2.4c, 5.16.2.4e), or the weapon stands in its
    setup hex; either will do (5.16.2.4f), and again when they come together again (5.16.2.4d). Special limits always
    count (5.16.2.4a).
    """
    return at_dump or (transport is not None and transport <= NEAR)
