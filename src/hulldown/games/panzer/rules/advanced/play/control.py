"""Command control: active units, available commands, Command Range, who may share a command (6.2.1). Room C."""

from __future__ import annotations

from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def active(state: PanzerState, scene: Scene, side: str) -> dict[str, list[int]]:
    """The active units of each formation of a side (6.2.1.1)."""
    raise NotImplementedError


def sharing(state: PanzerState, index: int) -> tuple[int, ...]:
    """The units in play that share a unit's command, itself included, in the order of the list (6.2.1.1.3)."""
    raise NotImplementedError


def command_range(scene: Scene, index: int) -> int:
    """The Command Range of a unit's formation in hexes (6.2.1.1.2)."""
    raise NotImplementedError
