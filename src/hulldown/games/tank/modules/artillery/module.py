"""Artillery and aircraft off the map, and smoke (28.0).

All guns stand somewhere behind the map and reach every hex of it, without limit of ammunition and on every turn
(28.0-gen-4). What they do is worked out in `rules/barrage.py`.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import AreaFace, EventFace, Face, MarkerFace, NamedFace, PatternFace, TaskFace
from hulldown.core.sequence import Question, Row
from hulldown.games.tank.modules.artillery import impacts, orders, register
from hulldown.games.tank.modules.artillery.allot import OPTION, allot
from hulldown.games.tank.modules.artillery.park import KEY
from hulldown.games.tank.modules.artillery.schedule import LAST, NONE, written
from hulldown.games.tank.modules.artillery.shown import AIMED, BOMB, BOMBS, IMPACT, SHELLS, STRIKE, ZONE, deal, show
from hulldown.games.tank.modules.artillery.verbs import ORDER, REGISTER, WITHDRAW
from hulldown.games.tank.modules.artillery.zones import bomb_falls, shell_falls
from hulldown.games.tank.rules.hooks import Answers, Beyond, Hooks
from hulldown.games.tank.rules.verbs.base import TankVerb

ROWS: Final = (
    Row("allotment", "35.3", "Allotment", "battalions and air strikes are drawn", handler=allot, after="setup"),
    Row(
        "register",
        "28.11",
        "Registration",
        "planned fire is given its hexes, in secret",
        handler=register.register,
        asks=Question(
            "register", "28.11", "Give each battalion and air strike in planned fire its hex, once and for all."
        ),
        after="allotment",
    ),
    Row(
        "artillery",
        "21.1-b-1",
        "Off-Map Artillery and Air Strike Segment",
        "ordered fire scatters, and strikes all in its zones",
        "execution",
        handler=impacts.segment,
        before="panic",
    ),
    Row(
        "impacts_off",
        "21.1-b-9",
        "Impact Marker Removal",
        "the fire of this turn is over",
        "execution",
        handler=impacts.clear,
        after="smoke_creation",
    ),
)
_TURNS: Final = tuple(
    NamedFace(written(turn, smoke), f"turn {turn}{', smoke' if smoke else ''}")
    for turn in range(1, LAST + 1)
    for smoke in (False, True)
)
_MOST: Final = 9
"""More than any chart gives a side."""
_NAMES: Final = tuple(
    name
    for number in range(1, _MOST + 1)
    for name in (
        NamedFace(f"bn{number}", f"Battalion {number}"),
        *(NamedFace(f"bn{number}.{part}", f"Battery {part}") for part in (1, 2, 3)),
        NamedFace(f"air{number}", f"Air strike {number}"),
    )
)
FACE: Final = Face(
    tasks=(
        TaskFace(ORDER.kind, "Fire mission", "fire", "ART", "fire", ("cells", "choice"), "y",
                 "guns or aircraft off the map, five turns ahead", around=1, joined=","),
        TaskFace(WITHDRAW.kind, "Withdraw the mission", "other", "OFF", "hold", ("choice",), "w",
                 "as long as it is five turns ahead", joined=","),
        TaskFace(REGISTER.kind, "Register", "place", "REG", "fire", ("cells", "choice"), "g",
                 "the hex of planned fire", choice_optional=True, around=1, joined=",", alone=NONE),
    ),
    choices=(NamedFace(NONE, "no early impact"), *_TURNS),
    units=_NAMES,
    markers=(
        MarkerFace(IMPACT, "artillery impact: its hex and the six around it", "impact", around=1),
        MarkerFace(BOMB, "bombs", "impact"),
    ),
    areas=(
        AreaFace(ZONE, "impact zone", "Shells fall on all who stand here or come here on this turn", "fire"),
        AreaFace(STRIKE, "air strike", "Bombs fall on all who stand here or come here on this turn", "fire"),
        AreaFace(AIMED, "fire ordered", "Shells will fall about here; they scatter by one hex", "opportunity"),
    ),
    patterns=(
        PatternFace(SHELLS, "shells: the hex, one next to it by the die, and all around both", shell_falls()),
        PatternFace(BOMBS, "bombs: two hexes near the aim, by two dice", bomb_falls()),
    ),
    events=(
        EventFace("allotted", "note"),
        EventFace("impact", "note"),
        EventFace("struck", "shot"),
        EventFace("impacts_over", "note"),
    ),
)  # fmt: skip
WORDS: Final = {
    "allotted": "{side} has off the map: {support}.",
    "impact": "{side}'s {size} {gun}, {shell}, comes down on {hexes}.",
    "struck": "{unit} in {hex} is under the {what}: {points} points, die {die}, {result}.",
    "impacts_over": "The shelling of this turn is over.",
}

KINDS: Final = frozenset({REGISTER.kind, ORDER.kind, WITHDRAW.kind})
MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(
        shelling=(impacts.entering,),
        beyond=(Beyond(orders.offers, orders.check, orders.note, KINDS),),
        decisions={register.STEP: Answers(register.legal, register.check)},
        shows={KEY: show},
        deals={KEY: deal},
    ),
    title="Artillery",
    needs=("expanded", "smoke"),
    rows=ROWS,
    verbs=(REGISTER, ORDER, WITHDRAW),
    options=(OPTION,),
    face=FACE,
    words=WORDS,
)
