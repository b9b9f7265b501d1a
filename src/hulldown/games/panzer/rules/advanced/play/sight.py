"""Who sees whom: lines of sight between units, upper floors and terrain counters included (6.1.4). Room B."""

from __future__ import annotations

from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def clear(state: PanzerState, scene: Scene, a: int, b: int) -> bool:
    """Whether the line between two units is clear; the same both ways."""
    raise NotImplementedError


def height(state: PanzerState, scene: Scene, index: int) -> int:
    """The Height at which a unit is: its hex, one less than the storeys on the top floor (6.1.4.3.1; D17)."""
    raise NotImplementedError
