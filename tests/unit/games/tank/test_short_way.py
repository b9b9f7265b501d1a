"""A Movement Point at which nobody is disturbed: the short way leads where the long one leads."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.core.record import text_of
from hulldown.games import load_game
from hulldown.games.tank import movement
from hulldown.lab.play import play_game


def _played(scenario: str, secret: str) -> str:
    bots = {side: make_bot("random", f"{secret} {side}") for side in ("alpha", "bravo")}
    record = play_game(load_game("tank"), scenario, bots, secret, keep_record=True).record
    assert record is not None
    return text_of(record)


@pytest.mark.parametrize("scenario", ["tank/4", "tank/9", "tank/10", "tank/13"])
def test_the_short_way_is_the_long_one(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [_played(scenario, f"short {number}") for number in range(3)]
    monkeypatch.setattr(movement, "_undisturbed", lambda units, due: False)
    assert games == [_played(scenario, f"short {number}") for number in range(3)]
