"""A Movement Point at which nobody is disturbed: the short way leads where the long one leads."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.core.record import text_of
from hulldown.core.sequence import Doing
from hulldown.games import load_game
from hulldown.games.tank.rules import movement
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, Mover, TankState
from hulldown.lab.play import play_game
from support.tank_positions import cell, play, position, unit


def _played(scenario: str, secret: str) -> str:
    bots = {side: make_bot("random", f"{secret} {side}") for side in ("alpha", "bravo")}
    record = play_game(load_game("tank"), scenario, bots, secret, keep_record=True).record
    assert record is not None
    return text_of(record)


@pytest.mark.parametrize("scenario", ["tank/4", "tank/9", "tank/10", "tank/13"])
def test_the_short_way_is_the_long_one(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [_played(scenario, f"short {number}") for number in range(3)]
    monkeypatch.setattr(movement, "_undisturbed", lambda scene, units, due: False)
    assert games == [_played(scenario, f"short {number}") for number in range(3)]


@pytest.mark.rules("9.0-gen-4", "9.14")
def test_the_long_way_is_taken_only_where_somebody_may_be_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    long_way = movement._admitted

    def noted(state: TankState, scene: Scene, doing: Doing, due: list[Mover]) -> list[Mover]:
        taken.append(len(due))
        return long_way(state, scene, doing, due)

    monkeypatch.setattr(movement, "_admitted", noted)
    units = {"A1": ("3319", "A"), "A2": ("3519", "A"), "A3": ("3315", "A")}
    state = position("tank/10", alpha=units, bravo={"B1": ("0101", "A")})
    unit(state, "A5").cell = cell(state, "3317")  # it is dead, and in nobody's way
    unit(state, "A5").status = DESTROYED
    play(state, alpha="A1 MV A A; A2 MV A A")
    assert taken == []
    play(state, alpha="A1 MV A A A A B; A2 MV A")
    assert taken == [1], "through the hex of A3"
    taken.clear()
    play(state, alpha="A1 MV A A; A2 MV F A A")
    assert taken == []
    play(state, alpha="A1 MV A B A; A2 MV A F")
    assert taken == [2], "both into 3417"
