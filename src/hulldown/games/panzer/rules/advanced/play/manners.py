"""Words for `Detail.manner`: how a unit moves or acts this turn, where that matters after the move."""

from __future__ import annotations

from typing import Final

CRAWLING: Final = "crawling"
"""Not moving for combat and spotting, but easier to hit (6.6.4.3d, 6.6.4.3e; L5)."""
QUICKMARCH: Final = "quickmarch"
SEARCHING: Final = "searching"
"""It looks for a hull-down position; the roll comes after the fire at it (6.6.9; N10)."""
DIGGING: Final = "digging"
"""It works on a Hasty Entrenchment (6.6.8)."""
DISMOUNTING: Final = "dismounting"
"""It has come down just now, so overwatch may answer it (G5)."""
MOUNTING: Final = "mounting"
"""It has come aboard just now, so overwatch may answer it at its carrier (G5)."""
LOADED: Final = "loaded"
"""A carrier without a command to move that has taken up or put down somebody, and may go on with it (N2)."""
SERVED: Final = "served"
"""A carrier without a command to move that was told to take up and put down nobody any more (N2)."""
