"""The Initiative Phase with Force Grades (6.3). Room C."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def determine(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Each force rolls (100) and adds the modifier of its Force Grade; the higher wins (6.3.1, 6.3.2; F9)."""
    raise NotImplementedError
