"""Infantry that fights: HE by nation and period, anti-tank devices (26.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import Face
from hulldown.games.tank.modules.infantry import equipping
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.troops import KEY
from hulldown.games.tank.rules.verbs.base import TankVerb

MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(
        decisions={equipping.STEP: equipping.ANSWERS},
        shows={KEY: equipping.show},
        deals={KEY: equipping.deal},
    ),
    title="Infantry",
    needs=("expanded",),
    rows=(equipping.ROW,),
    verbs=(equipping.EQUIP,),
    face=Face(tasks=(equipping.FACE,)),
)
