"""Mounting, carrying, dismounting; trucks, riders, mounted fire (27.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face, MarkFace, TaskFace
from hulldown.core.sequence import Row
from hulldown.games.tank.modules.transport.limits import calm, check_mounted, forbid
from hulldown.games.tank.modules.transport.loading import DISMOUNT, MOUNT
from hulldown.games.tank.modules.transport.segment import mount_and_dismount
from hulldown.games.tank.modules.transport.showing import LOADED, RIDERS, deal, marks, show
from hulldown.games.tank.rules.cargo import KEY
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.verbs.base import TankVerb

MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.1",
    Hooks(
        forbids=(forbid,),
        calms=(calm,),
        plots=(check_mounted,),
        marks=(marks,),
        shows={KEY: show},
        deals={KEY: deal},
    ),
    title="Transport",
    needs=("expanded",),
    rows=(
        Row(
            "mount",
            "21.1-b-6",
            "Mounting and Dismounting Segment",
            "vehicles take their passengers on or leave them behind",
            "execution",
            handler=mount_and_dismount,
            after="move",
        ),
    ),
    verbs=(MOUNT, DISMOUNT),
    face=Face(
        tasks=(
            TaskFace("MT", "Mount", "hold", "MT", "plan", ("cells",), "b",
                     "The vehicle drives to its passenger and takes it on; both spend the turn", paired=True),
            TaskFace("DT", "Dismount", "hold", "DT", "plan", ("cells",), "u",
                     "The vehicle drives on by one hex, its passenger stays; both spend the turn", paired=True),
        ),
        marks=(
            MarkFace(LOADED, "loaded: carries somebody", "▣", "quiet"),
            MarkFace(RIDERS, "riders: carries infantry in the open", "♟", "quiet"),
        ),
        events=(EventFace("mounted", "tell"), EventFace("dismounted", "appear"), EventFace("not_loaded", "note")),
    ),
    words={
        "mounted": "{passenger} mounts {unit} in {hex}.",
        "dismounted": "{passenger} dismounts from {unit} in {hex}.",
        "not_loaded": "{unit} cannot mount or dismount: {why}.",
    },
)  # fmt: skip
