"""Platoons with leaders, formations, headquarters (25.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face, NamedFace, TaskFace
from hulldown.core.sequence import Question, Row
from hulldown.games.tank.modules.platoons import commanding, conforming, dividing, leading, panicking, showing
from hulldown.games.tank.modules.platoons.answers import JOIN, LEAD
from hulldown.games.tank.modules.platoons.following import FORM, expand
from hulldown.games.tank.rules.formation import HQ, PART, SHAPES
from hulldown.games.tank.rules.hooks import Answers, Hooks
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = PART
_MOST: Final = 9
"""Platoons that have a name in the face."""
_NAMES: Final = tuple(f"P{number}" for number in range(1, _MOST + 1))

ROWS: Final = (
    Row(
        "divide",
        "25.0-gen-1",
        "Platoons",
        "tanks are divided into platoons, where the scenario leaves it to the players",
        handler=dividing.divide,
        asks=Question("divide", "25.0-gen-1", "Divide your tanks into platoons of three or more, each with a leader."),
        owes=dividing.asked,
        before="setup",
    ),
    Row(
        "leaders",
        "25.3",
        "New leaders",
        "platoons that have lost their leader get another one and stand still, or are dissolved",
        "turn",
        handler=leading.name_leaders,
        asks=Question("leaders", "25.3", "Name leaders for platoons that have lost theirs; strayed tanks may rejoin."),
        owes=leading.asked,
        before="plot",
    ),
    Row(
        "muster",
        "25.4",
        "Muster",
        "tanks that have broken formation are single from now on",
        "turn",
        handler=leading.muster,
        before="record",
    ),
)
FACE: Final = Face(
    tasks=(
        TaskFace(
            "FM", "Form up", "move", "FM", "plan", ("choice",), "g", "Changes the platoon's formation on the spot"
        ),
        TaskFace("LEAD", "Lead", "answer", "LD", "plan", ("choice",), "l", "Leads the platoon", choice_optional=True),
        TaskFace("JOIN", "Join", "answer", "JN", "plan", ("choice",), "j", "Joins the platoon", choice_optional=True),
    ),
    choices=(
        NamedFace("column", "Into column"),
        NamedFace("line", "Into line"),
        NamedFace("wedge", "Into a wedge"),
        *(NamedFace(name, showing.called(name)) for name in _NAMES),
    ),
    units=(*(NamedFace(name, showing.called(name)) for name in _NAMES), NamedFace(HQ, showing.called(HQ))),
    events=(
        EventFace("platoon_panics", "tell"),
        EventFace("strayed", "tell"),
        EventFace("leaderless", "tell"),
        EventFace("dissolved", "note"),
        EventFace("leader", "tell"),
        EventFace("rejoined", "tell"),
        EventFace("commander", "tell"),
    ),
)
assert {"column", "line", "wedge"} == set(SHAPES)

MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.2",
    Hooks(
        calms=(panicking.calm,),
        panics=(panicking.bolt,),
        groups=(expand,),
        forbids=(conforming.forbid,),
        plots=(conforming.check,),
        offers=(conforming.offers,),
        points=(leading.watch_spacing,),
        weights=(commanding.weight,),
        ends=(commanding.ended,),
        unused=(dividing.unused,),
        decisions={
            "divide": Answers(dividing.legal, dividing.check),
            "leaders": Answers(leading.legal, leading.check),
        },
        shows={KEY: showing.show},
        deals={KEY: showing.deal},
    ),
    title="Platoons",
    needs=("expanded",),
    rows=ROWS,
    verbs=(FORM, LEAD, JOIN),
    options=(commanding.OPTION,),
    words={
        "platoon_panics": "{platoon} panics with its leader {unit}.",
        "strayed": "{unit} has lost touch with {platoon} and acts by itself from the next turn on.",
        "leaderless": "{platoon} has lost its leader {unit}.",
        "dissolved": "{platoon} is dissolved; its tanks act by themselves.",
        "leader": "{unit} takes over {platoon}, which stands still this turn.",
        "rejoined": "{unit} rejoins {platoon}.",
        "commander": "The company has lost its commander {unit} and stands still next turn.",
    },
    face=FACE,
)
