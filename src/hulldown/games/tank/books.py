"""The books of Tank! and the modules on top of them."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Library, Module
from hulldown.games.tank.data.loading import scenario_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.options import OPTIONS
from hulldown.games.tank.rules.scene import Rules, Scene, plain_scene, scene_now
from hulldown.games.tank.rules.sequence import ROWS
from hulldown.games.tank.rules.state import TankState
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.cover import COVER
from hulldown.games.tank.rules.verbs.direct import DIRECT
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.overrun import OVERRUN
from hulldown.games.tank.rules.verbs.panic import BOLT
from hulldown.games.tank.rules.verbs.reverse import REVERSE
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING
from hulldown.games.tank.rules.victory import SITUATIONS

VERBS: Final[tuple[TankVerb, ...]] = (DIRECT, COVER, MOVE, TURN, OVERRUN, REVERSE, ENTRY, PLACING, BOLT)
STANDARD: Final[Module[TankVerb, Hooks]] = Module(
    "standard", "1.2", Hooks(situations=SITUATIONS), rows=ROWS, verbs=VERBS, options=OPTIONS
)
LIBRARY: Final[Library[TankVerb, Hooks]] = Library((STANDARD,))


def ruleset_of(position: TankState | TankView) -> Rules:
    """The rules that a game is played by."""
    return plain_scene(scenario_of(position), LIBRARY).rules


def scene_of(position: TankState | TankView) -> Scene:
    """The scenario, ground and rules of a game, with what is in the way as it stands."""
    scene = plain_scene(scenario_of(position), LIBRARY)
    return scene_now(scene, position) if scene.hooks.screens else scene
