"""The books of Panzer and the modules on top of them."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Library, Module, Ruleset, Verb
from hulldown.games.panzer.data.loading import scenario_of
from hulldown.games.panzer.rules.hooks import Hooks
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.sequence import ROWS
from hulldown.games.panzer.rules.state import PanzerState

BASIC: Final[Module[Verb, Hooks]] = Module("basic", "1.2", Hooks(), rows=ROWS, options=OPTIONS)
LIBRARY: Final[Library[Verb, Hooks]] = Library((BASIC,))


def ruleset_of(state: PanzerState) -> Ruleset[Verb, Hooks]:
    """The rules that a game is played by."""
    return LIBRARY.ruleset(scenario_of(state).rules)
