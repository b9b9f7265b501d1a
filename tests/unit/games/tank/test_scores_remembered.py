"""A score that is remembered is the one that would be worked out."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import Trial
from hulldown.core.record import seed_of
from hulldown.games import load_game
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.faces import score as scores

GAME = load_game("tank")
SCENARIOS = sorted(info.id for info in GAME.scenarios())


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_is_the_score_of_every_position(scenario: str) -> None:
    scores._scores.clear()
    state = GAME.setup(scenario, {}, seed_of(scenario, {}))
    bots = {side: make_bot("random", side) for side in GAME.sides}
    for _ in range(60):
        for viewer in (*GAME.sides, None):
            view = GAME.view(state, viewer)
            assert GAME.score(view) == scores._worked_out(view, scene_of(view))
        if GAME.outcome(state) is not None:
            break
        side = next(iter(GAME.pending(state)))
        trial = Trial(GAME, state, side)
        state = trial.step(bots[side].decide(trial.seat())).state


def test_few_are_remembered() -> None:
    view = GAME.view(GAME.setup("tank/intro", {}, seed_of("few", {})), "alpha")
    for _ in range(2):
        GAME.score(view)
    assert GAME.score(view) is GAME.score(view)
    assert len(scores._scores) <= scores._MOST
