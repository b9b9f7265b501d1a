"""The shelf of books and modules; `games/tank/books.py` fills it. Here what only has a position finds its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.books import Library
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.scene import SCENES, Rules, Scene, scene_now
from hulldown.games.tank.rules.verbs.base import TankVerb

if TYPE_CHECKING:
    from hulldown.core.stepviews import SteppedView
    from hulldown.games.tank.rules.state import TankState

LIBRARY: Final[Library[TankVerb, Hooks]] = Library(())


def ruleset_of(position: TankState | SteppedView) -> Rules:
    """The rules that a game is played by."""
    return SCENES.plain(scenario_of(position), LIBRARY).rules


def scene_of(position: TankState | SteppedView) -> Scene:
    """The scenario, ground and rules of a game, with what is in the way as it stands."""
    scene = SCENES.plain(scenario_of(position), LIBRARY)
    return scene_now(scene, position) if scene.hooks.screens or scene.hooks.slows else scene
