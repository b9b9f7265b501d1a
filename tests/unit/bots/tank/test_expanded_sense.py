"""What the Tank! brain does with the modules of the Expanded game: whole games, and what is ordered in them."""

from __future__ import annotations

from collections import Counter

import pytest

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.seat import seat_of
from hulldown.games.tank.game import GAME


def played(scenario: str, seed: str, options: dict[str, str | int] | None = None) -> Counter[str]:
    """The kinds of task that greedy bots give in a whole game."""
    state = GAME.setup(scenario, options or {}, seed)
    bots = {side: GreedyBot(f"{seed} {side}") for side in GAME.sides}
    kinds: Counter[str] = Counter()
    while GAME.outcome(state) is None:
        side = next(iter(GAME.pending(state)))
        order = bots[side].decide(seat_of(GAME, state, side))
        assert GAME.check(state, side, order) == []
        kinds.update(task.kind for task in order.tasks)
        state = GAME.apply(state, side, order).state
    return kinds


@pytest.mark.slow
def test_squads_get_off_their_carriers_to_fight_and_guns_are_registered() -> None:
    kinds = played("tank/34.2", "k1") + played("tank/34.2", "k2")
    assert kinds["DT"] >= 2
    assert kinds["RG"] >= 1
    assert kinds["DF"] >= 5
    assert kinds["OF"] >= 20


@pytest.mark.slow
@pytest.mark.parametrize("period", [1, 12])
def test_a_meeting_of_companies_is_fought_in_any_period(period: int) -> None:
    kinds = played("tank/34.1", "p", {"period": period})
    assert kinds["MV"] > 50
    assert kinds["DF"] > 0
