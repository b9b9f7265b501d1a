"""Case 6: a written plot task by task, what is refused and what is not, where two conditions meet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.tank_positions import cell, play, position, refused, track, unit, where

Draw = Callable[..., str]


def rules(state: TankState, side: str, *tasks: Task) -> list[str]:
    return [one.rule for one in GAME.check(state, side, Order("plot", tasks))]


@pytest.mark.rules("17.13-3", "8.0-proc-of-1", "8.4", "8.0-proc-df-1")
def test_17_13_3_only_opportunity_fire_of_the_rearguard_waits_for_the_second_turn(draw: Draw) -> None:
    state = position(draw(base="tank/13"), turn=1, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1005", "D")})
    assert refused(state, "bravo", "B1 OF 1010") == ["17.13-3"]
    assert refused(state, "bravo", "B1 DF 1010") == []
    assert refused(state, "alpha", "A1 OF 1005") == []
    state.turn = 2
    assert refused(state, "bravo", "B1 OF 1010") == []
    other = position(draw(base="tank/2"), turn=1, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1005", "D")})
    assert refused(other, "bravo", "B1 OF 1010") == []


@pytest.mark.rules("8.84a", "6.0-proc-2", "8.0-proc-df-1", "8.8d", "8.9b", "5.0-df", "8.82", "8.31a", "8.4", "7.21")
def test_6_0_a_fire_task_names_one_hex(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1010", "A"), "A2": ("1210", "A", "CIII")},
        bravo={"B1": ("1005", "D"), "B2": ("1005", "D", "infantry"), "B9": ("1008", ""), "B10": ("1305", "")},
    )  # fmt: skip
    near, far = cell(state, "1010"), cell(state, "1012")
    assert rules(state, "bravo", Task("B9", "OF", choice="adjacent")) == []
    assert rules(state, "bravo", Task("B9", "DF", choice="adjacent")) == ["8.84a"]
    assert rules(state, "bravo", Task("B9", "OF", (near,), choice="adjacent")) == ["8.84a"]
    assert rules(state, "bravo", Task("B1", "OF", choice="adjacent")) == ["8.84a"]
    assert rules(state, "bravo", Task("B9", "OF", (near,), choice="exit")) == ["6.0-proc-2"]
    assert rules(state, "bravo", Task("B9", "OF")) == ["6.0-proc-2"]
    assert rules(state, "bravo", Task("B9", "OF", (near, far))) == ["6.0-proc-2"]
    assert rules(state, "bravo", Task("B9", "OF", (cell(state, "1008"),))) == ["8.0-proc-df-1"]
    assert rules(state, "bravo", Task("B9", "DF", (near,))) == []
    assert rules(state, "bravo", Task("B9", "OF", (cell(state, "1011"),))) == []
    assert rules(state, "bravo", Task("B9", "OF", (far,))) == ["8.82"]
    assert rules(state, "bravo", Task("B10", "DF", (cell(state, "1306"),))) == ["5.0-df"]
    assert rules(state, "bravo", Task("B1", "OF", (cell(state, "1001"),))) == ["7.21"]
    # One of the two in 1005 is a gun, the other a squad: a CIII has nothing for either, but who knows them?
    assert refused(state, "alpha", "A2 DF 1005") == ["8.9b"]
    unit(state, "B2").spotted = False
    assert refused(state, "alpha", "A2 DF 1005") == []
    assert refused(state, "alpha", "A1 DF 1005") == []


@pytest.mark.rules("5.0-gen-1", "6.0-proc-1", "17.3-1", "17.3-2", "9.3", "10.11", "9.6c", "17.3-6")
def test_6_0_units_off_the_map_and_lost_ones(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A9": ("1010", "A")}, bravo={"B1": ("1005", "D")}, columns={"alpha": "2410"}
    )
    entry, ahead = cell(state, "2410"), cell(state, "2310")
    assert rules(state, "alpha", Task("A1", "MV", (entry, ahead))) == []
    assert rules(state, "alpha", Task("A1", "MV", (entry,))) == []
    assert rules(state, "alpha", Task("A1", "MV", (ahead,))) == ["17.3-1"]
    assert rules(state, "alpha", Task("A1", "MVR", (entry,))) == ["17.3-2"]
    assert rules(state, "alpha", Task("A1", "FC")) == ["17.3-2"]
    assert rules(state, "alpha", Task("A2", "MV", (entry,))) == ["17.3-2"], "A1 is ahead of it"
    assert rules(state, "alpha", Task("A1", "MV", (entry, ahead)), Task("A2", "MV", (entry,))) == []
    assert rules(state, "alpha", Task("A10", "MV", (entry,))) == ["17.3-2"], "ninth in the column, with eight points"
    eight = [Task(f"A{number}", "MV", (entry, ahead)) for number in range(1, 9)]
    assert "9.0-gen-3" in rules(state, "alpha", *eight), "the eighth has no point left for a second hex"
    unit(state, "A9").status = DESTROYED
    assert rules(state, "alpha", Task("A9", "FC")) == ["6.0-proc-1"]
    assert rules(state, "alpha", Task("B1", "FC")) == ["6.0-proc-1"]
    assert rules(state, "bravo", Task("B1", "FC")) == []
    assert rules(state, "bravo", Task("A1", "MV", (entry,))) == ["6.0-proc-1"]


@pytest.mark.rules("8.41a", "8.43a", "8.57c", "11.0-gen-1", "9.34a", "9.37a", "8.0-proc-of-2", "17.3-7", "8.84a")
def test_8_43a_tasks_that_are_wrong_only_together(draw: Draw) -> None:
    state = position(
        draw(base="tank/13"), turn=4,
        alpha={"A1": ("1012", "A"), "A2": ("0808", "C"), "A3": ("1016", "D"), "A4": ("1015", "D")},
        bravo={"B1": ("1004", "D"), "B2": ("1404", "", "infantry"), "B3": ("1603", "D")},
    )  # fmt: skip
    assert refused(state, "alpha", "A1 DF 1004; A2 MV 0908") == []
    assert refused(state, "alpha", "A1 DF 1004; A2 MV 0908 1008") == ["8.43a"]
    assert refused(state, "alpha", "A1 OF 1004; A2 MV 0908 1008 1109") == ["8.43a"]
    assert refused(state, "alpha", "A1 FC; A2 MV 0908 1008 1109") == []
    unit(state, "A2").cell = cell(state, "1008")
    assert refused(state, "alpha", "A1 DF 1004") == ["8.41a"]
    assert refused(state, "alpha", "A1 OF 1004; A2 MV 0908") == ["8.57c"]
    unit(state, "A2").status = DESTROYED
    assert refused(state, "alpha", "A1 DF 1004") == []
    # A3 leaves the map, so A4 may end in its hex; else it may not.
    assert refused(state, "alpha", "A3 MV exit; A4 MV D") == []
    assert refused(state, "alpha", "A4 MV D") == ["11.0"]
    assert refused(state, "alpha", "A3 MV F; A4 MV D") == []
    assert refused(state, "bravo", "B2 OF adjacent; B3 MV 1504") == ["8.43a"]
    assert refused(state, "bravo", "B2 OF adjacent; B3 MV 1503") == []


@pytest.mark.rules("4.1-a-1", "4.1-a-2", "8.71a", "9.41", "9.6c", "17.3-2", "9.14")
def test_4_1_a_the_points_of_a_plot_are_those_the_target_is_hit_by(draw: Draw) -> None:
    """Full twos are added to the die; the points count that are plotted, whatever is left of them at the shot."""
    for way, points in (("A", 1), ("A A", 2), ("A A A A A", 5), ("A A A A A A A", 7)):
        state = position(draw(), alpha={"A1": ("1012", "A")}, bravo={"B1": ("1602", "D")}, dice="6")
        asked = play(state, alpha=f"A1 MV {way}", bravo="B1 DF 1012")
        (shot,) = asked.found("shot")
        assert shot.data["add"] == points // 2
    state = position(draw(), alpha={"A1": ("1012", "A")}, bravo={"B1": ("1602", "D")}, dice="6")
    assert play(state, alpha="A1 OV A A A", bravo="B1 DF 1012").found("shot")[0].data["add"] == 2
    assert play(state, alpha="A1 MVR D D", bravo="B1 DF 1012").found("shot")[0].data["add"] == 1
    assert play(state, alpha="A1 FC", bravo="B1 DF 1012").found("shot")[0].data["add"] == 0
    woods = position(
        draw(hexes={"1011": "rough", "1010": "woods"}), alpha={"A1": ("1012", "A")}, bravo={"B1": ("2401", "D")}
    )
    assert track(play(woods, alpha="A1 MV A A A"), "A1") == [("1011", 2), ("1010", 5), ("1009", 6)]


@pytest.mark.rules("17.3-2", "17.3-6", "17.3-7", "9.32", "17.13-7", "6.0-gen-1")
def test_17_3_a_columns_order_is_checked_as_a_whole(draw: Draw) -> None:
    state = position(
        draw(base="tank/13"), turn=4, alpha={"A1": ("1013", "D"), "A2": ("1012", "D")}, bravo={"B1": ("2003", "D")},
        columns={"alpha": "1009 1010 1011 1012 1013"}, released=False,
    )  # fmt: skip
    assert refused(state, "alpha", "column MV D D") == []
    assert refused(state, "alpha", "column MV D D D exit") == []
    assert refused(state, "alpha", "column MV D exit") == ["17.13-7"]
    assert refused(state, "alpha", "A1 FC; column MV D") == ["17.3-2"]
    assert refused(state, "alpha", "A2 FC; column MV D") == []
    assert refused(state, "alpha", "A1 FC") == []
    assert refused(state, "alpha", "A1 MV D") == ["17.3-6"]
    assert refused(state, "alpha", "A2 MV E") == ["17.3-6"]
    left = play(state, alpha="column MV D D D exit")
    assert [unit(left.state, name).status for name in ("A1", "A2")] == ["exited", "exited"]
    short = play(state, alpha="A2 FC; column MV D D")
    assert (where(short.state, "A1"), where(short.state, "A2")) == ("1015", "1012")
    # Seven points: three hexes of woods (3 each) are too many for the leader, and for leaving afterwards.
    woods = {"1014": "woods", "1015": "woods", "1016": "rough"}
    state = position(
        draw(base="tank/13", mode="mixed", hexes=woods), turn=4, alpha={"A1": ("1013", "D"), "A2": ("1012", "D")},
        bravo={"B1": ("2003", "D")}, columns={"alpha": "1009 1010 1011 1012 1013"}, released=False,
    )  # fmt: skip
    assert refused(state, "alpha", "column MV D D") == []
    assert refused(state, "alpha", "column MV D D D") == ["9.32"]
    state.columns["alpha"].trail = [cell(state, label) for label in ["1009", "1010", "1011", "1012", "1013", "1014"]]
    unit(state, "A1").cell = cell(state, "1014")
    assert refused(state, "alpha", "column MV D D exit") == []
    unit(state, "A1").type = "PzIIIj"
    assert refused(state, "alpha", "column MV D D exit") == ["17.3-7"]
