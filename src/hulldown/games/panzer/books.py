"""The books of Panzer and the modules on top of them."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Library, Module
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules import doctrine
from hulldown.games.panzer.rules.advanced.options import OPTIONS as ADVANCED_OPTIONS
from hulldown.games.panzer.rules.advanced.play.answers import ANSWERS as ADVANCED_ANSWERS
from hulldown.games.panzer.rules.advanced.play.doctrine import ADVANCED as ADVANCED_DOCTRINE
from hulldown.games.panzer.rules.advanced.play.sequence import ROWS as ADVANCED_ROWS
from hulldown.games.panzer.rules.advanced.verbs.attacks import VERBS as ATTACKS
from hulldown.games.panzer.rules.advanced.verbs.flights import VERBS as FLIGHTS
from hulldown.games.panzer.rules.advanced.verbs.missions import VERBS as MISSIONS
from hulldown.games.panzer.rules.advanced.verbs.movement import VERBS as MOVES
from hulldown.games.panzer.rules.answers import ANSWERS
from hulldown.games.panzer.rules.hooks import Hooks
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.scene import SCENES, Rules, Scene, scene_now
from hulldown.games.panzer.rules.sequence import ROWS
from hulldown.games.panzer.rules.state import PanzerState
from hulldown.games.panzer.rules.verbs.adjusting import VERBS as ADJUSTING
from hulldown.games.panzer.rules.verbs.advanced import VERBS as ADVANCED_VERBS
from hulldown.games.panzer.rules.verbs.base import PanzerVerb
from hulldown.games.panzer.rules.verbs.basic import VERBS

BASIC: Final[Module[PanzerVerb, Hooks]] = Module(
    "basic",
    "1.3",
    Hooks(answers=ANSWERS, doctrine=doctrine.BASIC),
    title="Basic Game",
    rows=ROWS,
    verbs=VERBS,
    options=OPTIONS,
)
ADVANCED: Final[Module[PanzerVerb, Hooks]] = Module(
    "advanced",
    "1.5",
    Hooks(answers=ADVANCED_ANSWERS, doctrine=ADVANCED_DOCTRINE),
    title="Advanced Game",
    rows=ADVANCED_ROWS,
    verbs=(*ADVANCED_VERBS, *MOVES, *ATTACKS, *ADJUSTING, *FLIGHTS, *MISSIONS),
    options=ADVANCED_OPTIONS,
)
LIBRARY: Final[Library[PanzerVerb, Hooks]] = Library((BASIC, ADVANCED))


def ruleset_for(scenario: Scenario) -> Rules:
    """The rules that a scenario is played by."""
    return SCENES.plain(scenario, LIBRARY).rules


def ruleset_of(position: PanzerState | PanzerView) -> Rules:
    """The rules that a game is played by."""
    return SCENES.plain(scenario_of(position), LIBRARY).rules


def scene_of(position: PanzerState | PanzerView) -> Scene:
    """The scene of a state, or of what a side sees of it."""
    scene = SCENES.plain(scenario_of(position), LIBRARY)
    return scene_now(scene, position) if scene.hooks.blockers else scene
