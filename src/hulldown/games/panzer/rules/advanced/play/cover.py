"""The cover that units have where they are: buildings, alleys, terrain counters, Full Cover, hull down. Room B."""

from __future__ import annotations

from hulldown.games.panzer.data.loading import Cover
from hulldown.games.panzer.rules.advanced.hulldown import HullDown
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def spotting_cover(state: PanzerState, scene: Scene, index: int) -> tuple[Cover, str]:
    """The cover against being spotted, and where it comes from (its provenance)."""
    raise NotImplementedError


def fire_cover(state: PanzerState, scene: Scene, index: int) -> tuple[Cover, str]:
    """The cover against fire, and where it comes from (E10: buildings differ from spotting)."""
    raise NotImplementedError


def hull_down_from(state: PanzerState, scene: Scene, target: int, shooter: int) -> HullDown:
    """How far a vehicle's hull is masked from a shooter: the best of all that protects it at that angle (H10)."""
    raise NotImplementedError
