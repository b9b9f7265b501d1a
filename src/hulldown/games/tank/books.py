"""The books of Tank! and the modules on top of them."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.library import LIBRARY, ruleset_of, scene_of
from hulldown.games.tank.rules.options import OPTIONS
from hulldown.games.tank.rules.sequence import ROWS
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
LIBRARY.add(STANDARD)

__all__ = ["LIBRARY", "STANDARD", "VERBS", "ruleset_of", "scene_of"]
