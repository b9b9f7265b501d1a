"""Shots resolved: ammunition, AP and GP fire by their resolvers, passengers, terrain (6.5.2, 6.5.4, 5.16). Room D."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, Shot


def shoot(state: PanzerState, scene: Scene, shot: Shot, doing: Doing) -> None:
    """Resolves one shot and applies its result at once."""
    raise NotImplementedError


def settle(state: PanzerState, scene: Scene, target: int, doing: Doing) -> None:
    """What follows when all shots announced at a target are resolved: bail out (5.15, 6.5.2.6, 6.5.4.5)."""
    raise NotImplementedError
