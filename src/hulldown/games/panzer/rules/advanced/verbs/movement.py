"""The verbs of movement in the Advanced Game, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.advanced.verbs import buildings, floors, load, search, walk
from hulldown.games.panzer.rules.verbs.base import PanzerVerb

VERBS: Final[tuple[PanzerVerb, ...]] = (*walk.VERBS, *floors.VERBS, *buildings.VERBS, *load.VERBS, search.VERB)
