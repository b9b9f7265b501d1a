"""The turn (4.1): plots are carried out as approved, the dead are not looked for, and void shots kill nobody twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, EXITED
from support.tank_positions import play, position, track, unit, where

Draw = Callable[..., str]


@pytest.mark.rules("4.1-a-2", "9.41", "9.6c")
def test_an_overrun_and_a_reverse_are_carried_out_at_the_points_plotted(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1010", "D"), "A2": ("2010", "D")},
        bravo={"B1": ("2401", "A"), "B9": "1012"},
    )  # fmt: skip
    played = play(state, alpha="A1 OV 1011 1012 1013; A2 MVR A")
    assert track(played, "A1") == [("1011", 1), ("1012", 3), ("1013", 4)]
    assert (where(played.state, "A2"), track(played, "A2")) == ("2009", [("2009", 1)])
    assert unit(played.state, "B9").status == DESTROYED


@pytest.mark.rules("13.0-proc-4", "13.22", "13.4a")
def test_nobody_looks_for_the_dead(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1001", "D")}, bravo={"B1": ("2401", "D"), "B9": ("1004", "", "unspotted")}
    )
    unit(state, "B9").status = DESTROYED
    played = play(state)
    assert played.rolls == ()
    assert not unit(played.state, "B9").spotted


@pytest.mark.rules("4.1-b-5a", "7.12a", "9.5b", "12.22e", "8.51")
def test_t08_a_vehicle_that_panics_against_the_edge_may_still_turn() -> None:
    # tank/4: Alpha draws 1, 0, 2; north and three points, but 5601 is the last hex.
    state = position("tank/4", alpha={"A1": ("5601", "D")}, bravo={"B1": "3019"}, panic=True, dice="2 1 1 1 3 1 1")
    played = play(state, alpha="A1 MV 5602", until="face")
    assert where(played.state, "A1") == "5601"
    assert [entry.unit for entry in GAME.legal(played.state, "alpha").units] == ["A1"]


@pytest.mark.rules("8.21b", "8.22a", "8.9b", "8.23a")
def test_a_void_shot_at_a_target_already_hit_is_no_attack(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1006", "A", "PzVIb"), "A2": ("1106", "A", "CII")}, bravo={"B1": ("1003", "D", "T62")},
        dice="1",
    )  # fmt: skip
    played = play(state, alpha="A1 DF 1003; A2 DF 1003")
    assert unit(played.state, "B1").status == DESTROYED
    assert [event.data["unit"] for event in played.found("no_attack")] == ["A2"]
    assert played.found("overkill") == []
    # A shot that could have hit is spent on it.
    state = position(
        draw(), alpha={"A1": ("1006", "A", "PzVIb"), "A2": ("1106", "A", "PzVIb")}, bravo={"B1": ("1003", "D", "T62")},
        dice="1",
    )  # fmt: skip
    played = play(state, alpha="A1 DF 1003; A2 DF 1003")
    assert [event.data["unit"] for event in played.found("overkill")] == ["A2"]
    assert played.found("no_attack") == []


@pytest.mark.rules("9.0-proc-4", "4.1-b-4b", "17.11-5")
def test_one_leaves_the_map_at_the_point_at_which_an_enemy_moves(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("2405", "B"), "A2": ("1010", "D")}, bravo={"B1": ("0110", "E"), "B2": ("1004", "D")}
    )
    state.preserved["bravo"] = state.turn - 1
    leaving = play(state, alpha="A2 MV D", bravo="B1 MV exit")
    assert (unit(leaving.state, "B1").status, where(leaving.state, "A2")) == (EXITED, "1011")
    leaving = play(state, alpha="A1 MV exit", bravo="B2 MV A")
    assert (unit(leaving.state, "A1").status, where(leaving.state, "B2")) == (EXITED, "1003")
    both = play(state, alpha="A1 MV exit", bravo="B1 MV exit")
    assert [unit(both.state, name).status for name in ("A1", "B1")] == [EXITED, EXITED]


@pytest.mark.rules("11.1", "11.2", "12.23b", "9.34d")
def test_t13_a_panicked_unit_that_never_left_its_hex_cannot_go_back() -> None:
    # tank/4: Alpha draws 4, 0, 1 and A1 bolts south, where an enemy stands. A2 comes into its hex and must go back.
    state = position(
        "tank/4", alpha={"A1": ("5614", "A"), "A2": ("5612", "D")}, bravo={"B1": ("5615", "A")}, panic=True,
        dice="5 1 1 4 3 1 1",
    )  # fmt: skip
    played = play(state, alpha="A1 MV 5714; A2 MV 5613 5614")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5614", "5613")
    assert [event.data["unit"] for event in played.found("backed_up") if event.seen_by("alpha")] == ["A2"]
