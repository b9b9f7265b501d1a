"""Plots that are refused and the case each refusal names (5.0, 6.0, 8.4, 9.3, 9.4, 9.6, 17.3), and what is offered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.tank_positions import cell, play, position, refused, track, unit, where

Draw = Callable[..., str]


def _rules(state: TankState, side: str, *tasks: Task) -> list[str]:
    return [one.rule for one in GAME.check(state, side, Order("plot", tasks))]


@pytest.mark.rules("5.0-gen-1", "6.0-proc-1", "6.0-gen-1", "6.0-gen-2")
def test_a_task_is_for_a_unit_of_ones_own_that_lives(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "D"), "A2": ("1203", "D")}, bravo={"B1": ("1003", "D")})
    way = (cell(state, "1011"),)
    assert _rules(state, "alpha", Task("A1", "MV", way)) == []
    assert _rules(state, "alpha", Task("A1", "MV", way), Task("A1", "FC")) == ["5.0-gen-1"]
    assert _rules(state, "alpha", Task("A1", "HIDE", way)) == ["5.0-gen-1"]
    assert _rules(state, "alpha", Task("B1", "MV", way)) == ["6.0-proc-1"]
    assert _rules(state, "alpha", Task("Z9", "MV", way)) == ["6.0-proc-1"]
    unit(state, "A2").status = DESTROYED
    assert _rules(state, "alpha", Task("A2", "FC")) == ["6.0-proc-1"]
    assert _rules(state, "alpha", Task(COLUMN, "MV", way), Task(COLUMN, "MV", way))[0] == "6.0-gen-1"
    assert _rules(state, "alpha", Task(COLUMN, "MV", way)) == ["17.3-6"]


@pytest.mark.rules("7.12b", "7.0-gen-1")
def test_a_facing_task_names_nothing_and_infantry_has_none(draw: Draw) -> None:
    state = position(draw(base="tank/2"), alpha={"A1": ("1010", "D")}, bravo={"B1": ("1003", "D"), "B9": "2003"})
    assert _rules(state, "alpha", Task("A1", "FC")) == []
    assert _rules(state, "alpha", Task("A1", "FC", (cell(state, "1011"),))) == ["7.12b"]
    assert _rules(state, "alpha", Task("A1", "FC", choice="exit")) == ["7.12b"]
    assert _rules(state, "alpha", Task("A1", "FC", facing=0)) == ["7.12b"]
    assert _rules(state, "bravo", Task("B1", "FC")) == []
    assert _rules(state, "bravo", Task("B9", "FC")) == ["7.0-gen-1"]


@pytest.mark.rules("9.34b", "9.4a", "9.6a", "9.6c", "9.32", "9.0-gen-3", "10.11", "6.0-proc-3")
def test_moves_that_cannot_be_made(draw: Draw) -> None:
    state = position(draw(base="tank/2"), alpha={"A1": ("1010", "A")}, bravo={"B1": ("2003", "D"), "B9": "2006"})
    points = arms(unit(state, "A1").type).ma
    assert refused(state, "bravo", "B1 MV D") == ["9.34b"]
    assert refused(state, "bravo", "B9 MV D") == []
    assert refused(state, "bravo", "B9 MVR D") == ["9.6a"]
    assert refused(state, "bravo", "B9 OV DD") == ["9.4a"]
    assert refused(state, "bravo", "B9 MV DD") == ["10.11"]
    column = [cell(state, f"{12 + at:02d}10") for at in range(12)]
    north = [cell(state, f"10{row:02d}") for row in range(9, 0, -1)]
    assert _rules(state, "alpha", Task("A1", "MV", tuple(north[:points]))) == []
    assert _rules(state, "alpha", Task("A1", "MV", tuple(north[: points + 1]))) == ["9.0-gen-3"]
    assert _rules(state, "alpha", Task("A1", "MV", (column[3],))) == ["9.32"]
    assert _rules(state, "alpha", Task("A1", "MV")) == ["6.0-proc-3"]
    assert _rules(state, "alpha", Task("A1", "MV", tuple(north[:1]), choice="adjacent")) == ["6.0-proc-3"]
    assert refused(state, "alpha", "A1 MV exit") == ["17.12-8"]
    south = [cell(state, f"10{row:02d}") for row in (11, 12, 13)]
    assert _rules(state, "alpha", Task("A1", "MVR", tuple(south[:2]))) == []
    assert _rules(state, "alpha", Task("A1", "MVR", tuple(south))) == ["9.6c"]
    # The extra point of an overrun is paid from the same allowance.
    assert _rules(state, "alpha", Task("A1", "OV", tuple(north[: points - 1]))) == []
    assert _rules(state, "alpha", Task("A1", "OV", tuple(north[:points]))) == ["9.0-gen-3"]


@pytest.mark.rules("9.4b", "9.4c", "9.45")
def test_overruns_that_cannot_be_made(draw: Draw) -> None:
    scenario = draw()
    state = position(scenario, alpha={"A1": ("1010", "D")}, bravo={"B1": ("1011", "D"), "B2": ("2003", "D")})
    assert refused(state, "alpha", "A1 OV 1011 1012") == ["9.45"]
    unit(state, "B1").spotted = False
    assert refused(state, "alpha", "A1 OV 1011 1012") == []
    unit(state, "B1").hidden, unit(state, "B1").spotted = True, True
    assert refused(state, "alpha", "A1 OV 1011 1012") == [], "what is hidden cannot be known"
    unit(state, "B1").hidden, unit(state, "B1").status = False, DESTROYED
    assert refused(state, "alpha", "A1 OV 1011 1012") == []
    assert refused(state, "alpha", "A1 OV 1011 1112") == ["9.4b"]
    assert refused(state, "alpha", "A1 OV 1011") == ["9.4c"]
    # A vehicle beside the target hex is nothing to it.
    assert refused(state, "alpha", "A1 OV 1009 1008") == []


@pytest.mark.rules("9.46", "9.45")
def test_only_soft_units_are_kept_from_leaving_the_way_of_an_overrun(draw: Draw) -> None:
    for kind, stays in (("", False), ("infantry", True)):
        flags = ("unspotted", kind) if kind else ("unspotted",)
        state = position(
            draw(), alpha={"A1": ("1008", "D")}, bravo={"B1": ("1011", "D", *flags), "B2": ("2416", "A")},
            dice="6 6 6 6 6 6",
        )  # fmt: skip
        played = play(state, alpha="A1 OV 1009 1010 1011 1012", bravo="B1 MV B")
        assert (where(played.state, "B1") == "1111") != stays
        if not stays:
            assert track(played, "B1") == [("1111", 1)], "at once, not only after the overrun has failed"


@pytest.mark.rules("8.41a", "8.57c", "8.43a", "8.41c", "8.42")
def test_nobody_fires_over_friends_or_their_ways(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": ("1010", "D"), "A2": ("1012", "D"), "A3": ("1212", "D")},
        bravo={"B1": ("1015", "A"), "B2": ("2003", "D"), "B9": "1014"},
    )  # fmt: skip
    assert refused(state, "alpha", "A1 DF 1015") == ["8.41a"]
    assert refused(state, "alpha", "A1 OF 1015") == ["8.57c"]
    assert refused(state, "alpha", "A3 DF 1015") == []
    unit(state, "A2").cell = cell(state, "0812")
    assert refused(state, "alpha", "A1 DF 1015") == [], "enemies never mask"
    assert refused(state, "alpha", "A1 DF 1015; A2 MV 0912 1012") == ["8.43a"]
    assert refused(state, "alpha", "A1 DF 1015; A2 MV 0912") == []
    # A gun fires AP over its infantry.
    assert refused(state, "bravo", "B1 DF 1010") == []
    unit(state, "B9").type = "76AT"
    assert refused(state, "bravo", "B1 DF 1010") == ["8.41a"]


@pytest.mark.rules("8.43a", "8.84a")
def test_infantry_that_covers_its_neighbours_has_no_friend_enter_them(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("0101", "D")},
        bravo={"B1": ("2003", "D"), "B9": "1010", "B10": "1012", "B11": "1014"},
    )  # fmt: skip
    assert refused(state, "bravo", "B9 OF adj; B10 MV A") == ["8.43a"]
    assert refused(state, "bravo", "B9 OF adj; B10 MV D") == []
    assert refused(state, "bravo", "B9 OF adj; B11 MV A") == []


@pytest.mark.rules("9.34a", "11.0-gen-1", "11.0-gen-2")
def test_plots_end_in_hexes_of_their_own(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "D"), "A2": ("1012", "D")}, bravo={"B1": ("2003", "D")})
    assert refused(state, "alpha", "A1 MV DD") == ["11.0"]
    assert refused(state, "alpha", "A1 MV DD; A2 MV D") == []
    assert refused(state, "alpha", "A1 MV D; A2 MV A") == ["11.0"]
    # Where two are together already the plot is not to blame, unless one of them moves there.
    unit(state, "A2").cell = cell(state, "1010")
    assert refused(state, "alpha", "") == []
    assert refused(state, "alpha", "A1 MV D") == []


@pytest.mark.rules("17.11-5", "17.11-6", "17.12-8", "17.13-7", "16.0-1")
def test_where_and_when_the_map_may_be_left(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("2405", "B")}, bravo={"B1": ("0110", "D")})
    assert refused(state, "alpha", "A1 MV exit") == ["17.11-5"]
    state.preserved["bravo"] = state.turn
    assert refused(state, "alpha", "A1 MV exit") == ["17.11-5"], "only from the turn after"
    state.preserved["bravo"] = state.turn - 1
    sides = {side: GAME.legal(state, side) for side in ("alpha", "bravo")}
    exits = {
        side: {one for entry in found.units for option in entry.options if option.path for one in option.path.exits}
        for side, found in sides.items()
    }
    board = GAME.board(state.scenario)
    assert exits["alpha"] == set(board.edges["X"]) or exits["alpha"] == set(board.edges["Z"])
    assert exits["alpha"].isdisjoint(exits["bravo"])
    attack = position(draw(base="tank/2"), alpha={"A1": ("2405", "B")}, bravo={"B1": ("0110", "D")})
    attack.preserved["bravo"] = 1
    assert refused(attack, "alpha", "A1 MV exit") == ["17.12-8"]


@pytest.mark.rules("5.0-gen-2", "8.5", "9.4a", "9.5a", "9.6a", "9.0-gen-1", "8.84a", "17.13-3", "8.0-gen-1")
def test_what_is_offered_to_each_kind_of_unit(draw: Draw) -> None:
    state = position(draw(base="tank/2"), alpha={"A1": ("1010", "A")}, bravo={"B1": ("2003", "D"), "B9": "2006"})
    offered = {
        entry.unit: [(option.kind, option.rule) for option in entry.options if option.kind != "DF"]
        for side in ("alpha", "bravo")
        for entry in GAME.legal(state, side).units
    }
    vehicle = [("OF", "8.5"), ("FC", "9.5a"), ("MV", "9.0-gen-1"), ("OV", "9.4a"), ("MVR", "9.6a")]
    assert offered["A1"] == vehicle
    assert offered["B1"] == vehicle[:2]
    assert offered["B9"] == [("OF", "8.5"), ("OF", "8.84a"), ("MV", "9.0-gen-1")]
    paths = {
        (entry.unit, option.kind): option.path
        for side in ("alpha", "bravo")
        for entry in GAME.legal(state, side).units
        for option in entry.options
        if option.path
    }
    points = arms(unit(state, "A1").type).ma
    assert [paths["A1", kind].allowance for kind in ("MV", "OV", "MVR")] == [points, points - 1, points // 2]
    assert (paths["A1", "OV"].minimum, paths["A1", "OV"].straight_end) == (2, True)
    assert (paths["A1", "MVR"].steps, paths["B9", "MV"].steps, paths["B9", "MV"].allowance) == (2, 1, 1)
