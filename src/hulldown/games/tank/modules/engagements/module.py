"""The four open scenarios: entry in columns, questions before play, points (34.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face, MarkerFace, NamedFace, TaskFace
from hulldown.games.tank.data.battles import OPTIONS
from hulldown.games.tank.modules.engagements import assault, defence, delaying, meeting1, meeting2, orders, withholding
from hulldown.games.tank.modules.engagements.steps import DECISIONS, ROWS, unused
from hulldown.games.tank.modules.engagements.views import OBJECTIVE, deal, show
from hulldown.games.tank.rules.contact import KEY
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.verbs.base import TankVerb

_COLUMNS: Final = 8
FACE: Final = Face(
    tasks=(
        TaskFace("JN", "Join", "enter", "JN", "plan", ("choice",), "j", "The column in which the unit comes on"),
        TaskFace("OB", "Objective", "place", "OB", "plan", ("cells",), "o", "The hex that is defended"),
        withholding.PRESET_FACE,
        TaskFace(
            withholding.SHOOT.kind,
            "Fire",
            "answer",
            "FR",
            "fire",
            ("targets",),
            "f",
            "Fires at the enemy that has come into its line",
        ),
        TaskFace("PT", "Point", "enter", "PT", "plan", ("choice",), "t", "Goes so many hexes ahead of the others"),
    ),
    choices=(
        NamedFace("W", "Edge W, the north"),
        NamedFace("X", "Edge X, the east"),
        NamedFace("Y", "Edge Y, the south"),
        NamedFace("Z", "Edge Z, the west"),
        NamedFace("infantry", "Twelve squads and two guns"),
        NamedFace("guns", "Six squads and eight guns"),
        NamedFace(withholding.WITHHOLD, "Withhold fire"),
        NamedFace(withholding.WITHHOLD_TURN, "Withhold fire for the rest of the turn"),
        NamedFace(withholding.ASK, "Ask me at each chance"),
        *(NamedFace(orders.called(number), f"Column {number}") for number in range(1, _COLUMNS + 1)),
        *(NamedFace(f"{orders.POINT.kind} {hexes}", f"{hexes} ahead") for hexes in range(1, orders.MOST_AHEAD + 1)),
    ),
    units=(
        NamedFace("objective", "objective"),
        NamedFace(withholding.FIRE, "Opportunity Fire before contact"),
        *(NamedFace(orders.called(number), f"column {number}") for number in range(1, _COLUMNS + 1)),
        *(NamedFace(f"P{number}", f"platoon {number}") for number in range(1, 10)),
    ),
    markers=(MarkerFace(OBJECTIVE, "objective", "flag"),),
    events=(
        EventFace("objective", "tell"),
        EventFace("edge", "tell"),
        EventFace("dug", "tell"),
        EventFace("betrayed", "tell"),
        EventFace("contact", "tell"),
        EventFace("watch_orders", "note"),
        EventFace("withheld", "note"),
        EventFace("kept_off", "tell"),
    ),
)
WORDS: Final = {
    "contact": "The forces have met.",
    "watch_orders": "{side} {how} whether its Opportunity Fire is withheld.",
    "objective": "{side} will defend hex {hex}.",
    "edge": "{side} will come over edge {edge}.",
    "dug": "{side} has dug its ditch: {hexes}.",
    "betrayed": "Chits {chits}: units in hexes that end with one of them are seen.",
    "withheld": "{unit} stays off the map for good.",
    "kept_off": "{side} keeps {units} units off the map.",
}
MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.2",
    Hooks(
        situations={
            "meeting1": meeting1.SITUATION,
            "meeting2": meeting2.SITUATION,
            "delaying": delaying.SITUATION,
            "assault": assault.SITUATION,
        },
        bars=(delaying.bar,),
        calms=(delaying.calm,),
        weights=(delaying.weight,),
        plots=(delaying.check_plot,),
        offers=(delaying.offers,),
        points=(delaying.note_exits,),
        entering=(assault.note_entry,),
        spares=(assault.spares,),
        beyond=(withholding.BEYOND,),
        unused=(unused,),
        decisions=DECISIONS,
        shows={KEY: show},
        deals={KEY: deal},
    ),
    title="Engagements",
    needs=("expanded",),
    rows=ROWS,
    verbs=(orders.JOIN, orders.POINT, defence.NAMED, withholding.PRESET, withholding.SHOOT),
    options=OPTIONS,
    face=FACE,
    words=WORDS,
)
