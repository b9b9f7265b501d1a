"""The shelf of books and modules; `games/kampfpanzer/books.py` fills it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.books import Library
from hulldown.games.kampfpanzer.data.played import scenario_of
from hulldown.games.kampfpanzer.rules.hooks import Hooks
from hulldown.games.kampfpanzer.rules.scene import SCENES, Rules, Scene
from hulldown.games.kampfpanzer.rules.verbs.base import KampfVerb

if TYPE_CHECKING:
    from hulldown.core.stepviews import SteppedView
    from hulldown.games.kampfpanzer.rules.state import KampfState

LIBRARY: Final[Library[KampfVerb, Hooks]] = Library(())


def scene_of(position: KampfState | SteppedView) -> Scene:
    """The scenario, ground and rules of a game."""
    return SCENES.plain(scenario_of(position), LIBRARY)


def ruleset_of(position: KampfState | SteppedView) -> Rules:
    """The rules that a game is played by."""
    return scene_of(position).rules
