"""The Panic Level of a force as it stands: what the scenario gives it, and what Preservation makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hulldown.games.tank.rules.arms import Arms
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState

MOST: Final = 10
"""There are ten chits (12.1)."""


def panic_level(state: TankState, scene: Scene, side: str, weapon: Arms | None = None) -> int:
    """The Panic Level in force for a side now, the same for chits, tables and Reconnaissance Fire (X-07).

    24.5a: in the Expanded game it is two higher from the turn after the force has reached Preservation. A `weapon` is
    named where its arm may have a level of its own (32.7b); without one it is the highest of the side.
    """
    level = scene.side(side).panic
    shaken = scene.doctrine.shaken
    if shaken and shaken_by_losses(state, scene, side, weapon):
        return min(MOST, level + shaken)
    return level


def shaken_by_losses(state: TankState, scene: Scene, side: str, weapon: Arms | None = None) -> bool:
    """Whether a force, or the arm of a weapon, has been at Preservation since an earlier turn (15.11b, X-07)."""
    for hook in scene.hooks.shakes:
        found = hook(state, side, weapon)
        if found is not None:
            return found
    return 0 < state.preserved.get(side, 0) < state.turn
