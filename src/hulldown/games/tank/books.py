"""The books of Tank! and the modules on top of them.

19.0a: what the Expanded game does not change is as in the Standard game; so its verbs and its rows are the same.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import Face, MarkFace, NamedFace
from hulldown.games.tank.modules import MODULES
from hulldown.games.tank.rules import doctrine
from hulldown.games.tank.rules.aim import AP, HE
from hulldown.games.tank.rules.choosing import offer_strengths
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.library import LIBRARY, ruleset_of, scene_of
from hulldown.games.tank.rules.missiles import RELOADS, mark_waiting, not_now
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
from hulldown.games.tank.rules.weaponry import toothless

VERBS: Final[tuple[TankVerb, ...]] = (DIRECT, COVER, MOVE, TURN, OVERRUN, REVERSE, ENTRY, PLACING, BOLT)
STANDARD: Final[Module[TankVerb, Hooks]] = Module(
    "standard", "1.2", Hooks(situations=SITUATIONS), rows=ROWS, verbs=VERBS, options=OPTIONS
)
_SEGMENTS: Final = {
    "plot": "21.1-a",
    "panic": "21.1-b-2",
    "initial": "21.1-b-3",
    "direct": "21.1-b-4",
    "move": "21.1-b-5",
    "final": "21.1-b-7",
    "record": "21.1-c",
}
"""The cases of the Expanded game for segments that are as in the Standard game; modules put the others in between."""
EXPANDED_ROWS: Final = tuple(row._replace(rule=_SEGMENTS.get(row.key, row.rule)) for row in ROWS)
EXPANDED: Final[Module[TankVerb, Hooks]] = Module(
    "expanded",
    "1.0",
    Hooks(
        situations=SITUATIONS,
        doctrine=doctrine.EXPANDED,
        forbids=(toothless, not_now),
        marks=(mark_waiting,),
        offers=(offer_strengths,),
    ),
    title="Expanded",
    rows=EXPANDED_ROWS,
    verbs=VERBS,
    options=tuple(info for info in OPTIONS if info.silent),
    face=Face(
        marks=(MarkFace(RELOADS, "fired its missile: may fire again on the next turn", "↻", "warn"),),
        choices=(NamedFace(AP, "with AP"), NamedFace(HE, "with HE")),
    ),
)
for _module in (STANDARD, EXPANDED, *MODULES):
    LIBRARY.add(_module)

__all__ = ["EXPANDED", "LIBRARY", "STANDARD", "VERBS", "ruleset_of", "scene_of"]
