"""The book of KampfPanzer."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.games.kampfpanzer.rules.hooks import Hooks
from hulldown.games.kampfpanzer.rules.library import LIBRARY, ruleset_of, scene_of
from hulldown.games.kampfpanzer.rules.options import OPTIONS
from hulldown.games.kampfpanzer.rules.sequence import ROWS
from hulldown.games.kampfpanzer.rules.verbs.answers import JOINING, PRESET, STRIKING
from hulldown.games.kampfpanzer.rules.verbs.base import KampfVerb
from hulldown.games.kampfpanzer.rules.verbs.face import FACING
from hulldown.games.kampfpanzer.rules.verbs.firing import COVERING, DIRECT, LOOSE, TIGHT
from hulldown.games.kampfpanzer.rules.verbs.load import DEBARK, EMBARK
from hulldown.games.kampfpanzer.rules.verbs.move import BOLT, MOVING
from hulldown.games.kampfpanzer.rules.verbs.overrun import OVERRUN
from hulldown.games.kampfpanzer.rules.verbs.setup import PLACING, RIDING

VERBS: Final[tuple[KampfVerb, ...]] = (
    DIRECT, TIGHT, LOOSE, COVERING, MOVING, OVERRUN, EMBARK, DEBARK, FACING, PRESET, PLACING, RIDING, JOINING, STRIKING,
    BOLT,
)  # fmt: skip
BOOK: Final[Module[KampfVerb, Hooks]] = Module(
    "kampfpanzer", "1.1", Hooks(), title="KampfPanzer", rows=ROWS, verbs=VERBS, options=OPTIONS
)
LIBRARY.add(BOOK)

__all__ = ["BOOK", "LIBRARY", "VERBS", "ruleset_of", "scene_of"]
