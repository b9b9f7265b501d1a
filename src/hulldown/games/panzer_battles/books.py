"""The book of Panzer Battles."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.games.panzer_battles.rules.hooks import Hooks
from hulldown.games.panzer_battles.rules.library import LIBRARY, ruleset_of, scene_of
from hulldown.games.panzer_battles.rules.options import OPTIONS
from hulldown.games.panzer_battles.rules.sequence import ROWS
from hulldown.games.panzer_battles.rules.verbs import changes, dummies, others, queues, transport
from hulldown.games.panzer_battles.rules.verbs.base import BattleVerb
from hulldown.games.panzer_battles.rules.verbs.driving import BACKING, MOVING, TURNS

VERBS: Final[tuple[BattleVerb, ...]] = (
    MOVING, BACKING, TURNS, *changes.VERBS, *transport.VERBS, *dummies.VERBS, *queues.VERBS, *others.VERBS,
)  # fmt: skip
BOOK: Final[Module[BattleVerb, Hooks]] = Module(
    "panzer_battles", "1.2", Hooks(), title="Panzer Battles", rows=ROWS, verbs=VERBS, options=OPTIONS
)
LIBRARY.add(BOOK)

__all__ = ["BOOK", "LIBRARY", "VERBS", "ruleset_of", "scene_of"]
