"""What the brain makes of 34.4: without defenders it goes on, and points are still to be won."""

from __future__ import annotations

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.seat import Trial
from hulldown.bots.tank import value
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, EXITED, TankState
from support.engagement import advanced, noted, opened, tally

BOTS = {side: GreedyBot(side) for side in ("alpha", "bravo")}


def answered(state: TankState) -> TankState:
    """The game after the next answer of a greedy bot."""
    side = next(iter(GAME.pending(state)))
    return GAME.apply(state, side, BOTS[side].decide(Trial(GAME, state, side).seat())).state


def test_the_attackers_use_the_turns_that_are_left_without_defenders():
    state = advanced(opened("tank/34.4", seed="e"), "plot")
    while state.turn < 5 or state.stack[-1].step != "plot":
        state = answered(state)
    state = noted(state, contact=4)
    for unit in state.units:
        if unit.side == "bravo":
            unit.status = DESTROYED
    state.losses["bravo"] = sum(unit.side == "bravo" for unit in state.units)
    assert 0.0 < value.value(state, "alpha") < 1.0
    while GAME.outcome(state) is None:
        state = answered(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winner == "alpha"
    assert any(unit.status == EXITED for unit in state.units)
    assert tally(state)["alpha"] >= 14 + 10 + 10
