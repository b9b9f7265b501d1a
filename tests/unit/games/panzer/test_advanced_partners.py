"""Who could share a command: worked out for all units at once, and asked for each pair."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced.brain import decide
from hulldown.bots.seat import seat_of
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.play import commands, control
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.kinds import MOVE, OVERWATCH

CALM = Temper()


def positions(scenario: str, options: dict[str, str]) -> list[Any]:
    """Positions in which a side gives commands: the first ones, and some turns later."""
    found: list[Any] = []
    state: Any = GAME.setup(scenario, dict(options), "partners")
    while len(found) < 6:
        side = sorted(GAME.pending(state))[0]
        if state.stack[-1].step == COMMAND:
            found.append((state, side))
        state = GAME.apply(state, side, decide(seat_of(GAME, state, side), Random(1), CALM)).state
    return found


@pytest.mark.rules("6.2.1.1.3b")
@pytest.mark.parametrize("scenario", ["panzer/11", "panzer/13"])
@pytest.mark.parametrize("options", [{}, {"command_control": "off"}])
def test_all_pairs_at_once_are_the_pairs_one_by_one(scenario: str, options: dict[str, str]) -> None:
    sharing = 0
    for state, side in positions(scenario, options):
        scene = scene_of(state)
        mine = commands.commandable(state, scene.scenario, side)
        near = control.partners(state, scene, mine)
        for index in mine:
            pairs = [
                other
                for other in mine
                if other != index and not control.group_faults(state, scene, OVERWATCH, (index, other))
            ]
            assert near[index] == pairs
            sharing += len(pairs)
            moving = [
                other
                for other in mine
                if other != index and not control.group_faults(state, scene, MOVE, (index, other))
            ]
            columns = control.column_partners(state, scene, MOVE, index, mine)
            assert set(moving) <= {*near[index], *columns}
            assert all(before < after for before, after in pairwise(columns))
    assert bool(sharing) == (not options)
