"""The words for tasks of movement in the Advanced Game."""

from __future__ import annotations

from typing import Final

CRAWL: Final = "CRAWL"
QUICK: Final = "QUICK"
UP: Final = "UP"
DOWN: Final = "DOWN"
ENTER: Final = "ENTER"
OUT: Final = "OUT"
MOUNT: Final = "MOUNT"
DISMOUNT: Final = "DISMOUNT"
BAIL: Final = "BAIL"
SEARCH: Final = "SEARCH"
SEARCHES: Final = "search"
"""The family of a search, which names a facing and no hexes."""
DROPS: Final = "drop"
LOADS: Final = "load"
BAILS: Final = "bail"
OVERRUNS: Final = "overrun"
AGAINST: Final = "against"
"""Stands between a passenger that dismounts from a carrier that stays, and whom it attacks at once."""
PARTIAL: Final = "partial"
REVERSED: Final = "reverse"
TOLD: Final = (DROPS, LOADS, BAILS, OVERRUNS, PARTIAL, REVERSED)
"""The words by which an order tells what is done on the way, or how a search is made."""
