"""The Adjustment Phase: commands are turned up and removed (4.6.1)."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.commands import clear_commands
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState


def adjust(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Shows what was not shown, and takes every command off the map (4.6.1a, 4.6.1e)."""
    turn_up(state, scene, doing)
    clear_commands(state)


def turn_up(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Shows the commands that were not shown (4.6.1a).

    4.6.1b: an unused Fire, Short Halt or Move cannot occur here (F8), so nothing is left to be marked (4.6.1d).
    """
    for unit in state.units:
        if not unit.command or unit.status != ON_MAP:
            continue
        used = unit.known or not (unit.command in scene.shooting or unit.command in scene.moving)
        assert used, f"{unit.id} ends the turn with an unused {unit.command}"
        if not unit.known:
            doing.emit("turned_up", "4.6.1a", (), unit=unit.id, command=unit.command)
