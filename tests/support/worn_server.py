"""The program `hulldown` with fixed chance, whose Americans at Arracourt begin with two platoons worn down.

Regrouping (5.6) needs losses in one hex; here a test has them without a fight.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from hulldown.core.events import Scalar
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.state import BattleState
from support import steady_server

WORN = {"U111": 2, "U112": 2}
"""The platoons that have lost vehicles, and what is left of them."""

_plain = GAME.unbegun


def unbegun(scenario: str, options: Mapping[str, Scalar], seed: str = "") -> BattleState:
    """The first state, with the losses."""
    state = _plain(scenario, options, seed)
    for unit in state.units:
        unit.strength = WORN.get(unit.id, unit.strength)
    return state


GAME.unbegun = unbegun  # type: ignore[method-assign]

__all__ = ["WORN", "steady_server"]

if __name__ == "__main__":
    from hulldown.cli.main import main

    sys.exit(main())
