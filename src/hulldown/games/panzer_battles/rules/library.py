"""The shelf of books and modules; `games/panzer_battles/books.py` fills it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.books import Library
from hulldown.games.panzer_battles.data.played import scenario_of
from hulldown.games.panzer_battles.rules.hooks import Hooks
from hulldown.games.panzer_battles.rules.scene import SCENES, Rules, Scene
from hulldown.games.panzer_battles.rules.verbs.base import BattleVerb

if TYPE_CHECKING:
    from hulldown.core.stepviews import SteppedView
    from hulldown.games.panzer_battles.rules.state import BattleState

LIBRARY: Final[Library[BattleVerb, Hooks]] = Library(())


def scene_of(position: BattleState | SteppedView) -> Scene:
    """The scenario, ground and rules of a game."""
    return SCENES.plain(scenario_of(position), LIBRARY)


def ruleset_of(position: BattleState | SteppedView) -> Rules:
    """The rules that a game is played by."""
    return scene_of(position).rules
