"""Spotting in the Advanced Game: who spots, in which arc, how far (6.1.1 to 6.1.3). Room B."""

from __future__ import annotations

from hulldown.core.explain import Explained
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def explained(state: PanzerState, scene: Scene, spotter: int, target: int) -> Explained:
    """How far a unit spots another as both are now, with all that makes it."""
    raise NotImplementedError


def spots(state: PanzerState, scene: Scene, spotter: int, target: int) -> bool:
    """Whether a unit spots another now: able, in its arc, in sight, in range."""
    raise NotImplementedError


def spotting_phase(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Notes in `Unit.sees` what every unit spots now, and takes away the counters nobody needs (4.1.5a, E2, E4)."""
    raise NotImplementedError
