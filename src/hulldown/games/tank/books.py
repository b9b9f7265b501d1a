"""The books of Tank! and the modules on top of them."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Library, Module, Ruleset, Verb
from hulldown.games.tank.data.loading import scenario_of
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.options import OPTIONS
from hulldown.games.tank.rules.sequence import ROWS
from hulldown.games.tank.rules.state import TankState

STANDARD: Final[Module[Verb, Hooks]] = Module("standard", "1.2", Hooks(), rows=ROWS, options=OPTIONS)
LIBRARY: Final[Library[Verb, Hooks]] = Library((STANDARD,))


def ruleset_of(state: TankState) -> Ruleset[Verb, Hooks]:
    """The rules that a game is played by."""
    return LIBRARY.ruleset(scenario_of(state).rules)
