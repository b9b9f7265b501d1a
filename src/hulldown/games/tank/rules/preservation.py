"""Preservation: what the loss of a unit counts, and when a force has had enough (15.0, 24.5, 24.6c, X-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hulldown.games.tank.rules.arms import Arms, arms

if TYPE_CHECKING:
    from hulldown.core.sequence import Doing
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState, Unit


def fights(weapon: Arms) -> bool:
    """Whether a weapon makes a combat unit: all but carriers without any attack strength do (24.6c, 24.6a)."""
    return not weapon.weapon.traits.carries or weapon.ap > 0 or weapon.he > 0


def weight(state: TankState, scene: Scene, unit: Unit) -> int:
    """What the loss of a unit counts: 1, unless it is no combat unit (24.6c) or a module says otherwise."""
    if scene.doctrine.fighters and not fights(arms(unit.type)):
        return 0
    for hook in scene.hooks.weights:
        found = hook(state, unit)
        if found is not None:
            return found
    return 1


def count_loss(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Counts a unit that has just been destroyed, and tells everybody when its force reaches its level.

    15.0-gen-1, 15.12: the level is an absolute number of losses, for each force by itself.
    """
    unit = state.units[index]
    side = unit.side
    lost = state.losses[side] = state.losses.get(side, 0) + weight(state, scene, unit)
    state.last_loss = state.turn
    level = scene.side(side).preservation
    reached = bool(level) and lost >= level and not state.preserved.get(side)
    if reached:
        state.preserved[side] = state.turn
        doing.emit("preservation", "15.0", (), side=side, losses=lost)
    for hook in scene.hooks.fallen:
        hook(state, scene, doing, index)
