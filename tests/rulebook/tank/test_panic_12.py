"""Panic (12.0): chits by the last digit of the hex, panic plots, and what panicked units cannot do.

Dice of a draw: the first chit is the n-th of 0 to 9, so 5 draws the 4; the next is the n-th of those left. Alpha draws
and rolls for its units first, then Bravo. In tank/4 the Panic Levels are 3 and 2.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import ON_MAP
from support.tank_positions import facing, play, position, track, unit, where

PLAIN = "tank/4"


@pytest.mark.rules("12.0-gen-1", "12.1a", "12.1b", "12.1c", "4.1-b-1")
def test_each_side_draws_its_level_of_ten_chits_and_panics_by_the_last_digit() -> None:
    # Alpha draws 4, 9, 0 and Bravo 9, 8.
    state = position(
        PLAIN,
        alpha={"A1": "5614", "A2": "5615", "A3": "5719", "A4": "5620", "A5": "5704"},
        bravo={"B1": "3019", "B2": "3018", "B3": "3020", "B4": "3014"},
        panic=True,
        dice="5 9 1 10 9",
    )
    played = play(state)
    assert [(r.sides, r.purpose) for r in played.rolls] == [
        (10, "panic chits of alpha"), (9, "panic chits of alpha"), (8, "panic chits of alpha"),
        (10, "panic chits of bravo"), (9, "panic chits of bravo"),
    ]  # fmt: skip
    assert {e.data["side"]: e.data["chits"] for e in played.found("chits")} == {"alpha": "0 4 9", "bravo": "8 9"}
    assert {e.data["unit"] for e in played.found("panicked")} == {"A1", "A3", "A4", "A5", "B1", "B2"}


@pytest.mark.rules("12.1a", "12.1b")
def test_t71_each_side_draws_from_a_full_set() -> None:
    # Bravo may draw the very chits that Alpha drew, and Alpha has them again next turn.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3014"}, panic=True, dice="5 1 1 5 1 5 1 1 5 1")
    first = play(state)
    assert {e.data["unit"] for e in first.found("panicked")} == {"A1", "B1"}
    second = play(first.state)
    assert {e.data["unit"] for e in second.found("panicked")} == {"A1", "B1"}


@pytest.mark.rules("12.1a")
def test_a_force_with_panic_level_0_draws_nothing_and_the_log_says_so() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3014"}, panic=True, dice="5 1 1",
                     options={"bravo_panic": -2})  # fmt: skip
    played = play(state)
    assert [GAME.describe(event) for event in played.found("chits")] == [
        "Alpha draws panic chits 0 1 4.", "Bravo draws no panic chits."
    ]  # fmt: skip
    assert played.found("panicked", unit="B1") == []


@pytest.mark.rules("12.0-gen-4")
def test_panic_lasts_for_the_turn_and_may_come_back() -> None:
    # Turn 3: 4 is drawn; turn 4: not. (Bravo draws 0, 1.)
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, panic=True, dice="5 1 1 1 1  1 1 1 1 1")
    first = play(state)
    assert first.found("panicked", unit="A1") != []
    assert not unit(first.state, "A1").panicked, "the next turn starts without it"
    second = play(first.state, alpha="A1 MV A")
    assert where(second.state, "A1") == "5613"
    third = play(play(position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, panic=True,
                               dice="5 1 1 1 1  5 1 1 1 1")).state)  # fmt: skip
    assert third.found("panicked", unit="A1") != [], "on successive turns"


@pytest.mark.rules("12.0-gen-2", "12.21", "12.22a", "12.22c")
def test_a_panicked_mover_gets_a_straight_plot_by_two_dice() -> None:
    ends = {1: "5611", 2: "5913", 3: "5916", 4: "5617", 5: "5316", 6: "5313"}
    for die, end in ends.items():
        state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, panic=True, dice=f"5 1 1 {die} 3 1 1")
        played = play(state, alpha="A1 MV 5615 5616 5617 5618")
        assert where(played.state, "A1") == end, die
        assert len(track(played, "A1")) == 3


@pytest.mark.rules("12.21", "12.0-gen-3", "8.0-proc-df-2", "8.0-proc-of-3")
def test_a_panicked_unit_with_any_other_task_does_nothing() -> None:
    for plot in ("A1 DF 5618", "A1 OF 5616", "A1 FC"):
        state = position(PLAIN, alpha={"A1": ("5614", "D")}, bravo={"B1": "5618"}, panic=True, dice="5 1 1 1 1")
        played = play(state, alpha=plot, bravo="B1 MV AAAA", until="face")
        assert played.found("shot") == []
        assert where(played.state, "A1") == "5614"
        assert [u.unit for u in GAME.legal(played.state, "alpha").units] == [], "nor may it turn"


@pytest.mark.rules("12.22b")
def test_panicked_infantry_goes_one_hex_and_rolls_no_points() -> None:
    # tank/2: Alpha draws 0, 1, 2, Bravo 4, 0, 1, 2; direction C (3).
    state = position("tank/2", alpha={"A1": "0103"}, bravo={"B9": "5614", "B1": ("0203", "A")}, panic=True,
                     dice="1 1 1 5 1 1 1 3")  # fmt: skip
    played = play(state, bravo="B9 MV 5613")
    assert track(played, "B9") == [("5715", 1)]
    assert len(played.rolls) == 8


@pytest.mark.rules("12.22b", "12.22e")
def test_t74_panicked_infantry_stays_where_there_is_no_hex_to_go_to() -> None:
    # The infantry in 5601 bolts to the north, off the map.
    state = position("tank/2", alpha={"A1": "0103"}, bravo={"B9": "5601", "B1": ("0203", "A")}, panic=True,
                     dice="1 2 2 2 2 2 2 1")  # fmt: skip
    assert where(play(state, bravo="B9 MV 5602").state, "B9") == "5601"
    # Or into a vehicle of the enemy.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B9": "5614", "B1": ("0203", "A")}, panic=True,
                     dice="1 1 1 5 1 1 1 1")  # fmt: skip
    assert where(play(state, bravo="B9 MV 5615").state, "B9") == "5614"


@pytest.mark.rules("12.22d")
def test_panic_movement_keeps_to_the_allowance() -> None:
    # A PzIVh has 4 points; the die gives 6. Bravo (B1 in 5624) draws 4, 0.
    state = position(PLAIN, alpha={"A1": "0103"}, bravo={"B1": "5624"}, panic=True, dice="1 1 1 5 1 1 6")
    played = play(state, bravo="B1 MV A")
    assert where(played.state, "B1") == "5620"
    assert [e.data["points"] for e in played.found("panic_move")] == [6]


@pytest.mark.rules("12.22e")
def test_panic_stops_at_the_edge_of_the_map() -> None:
    state = position(PLAIN, alpha={"A1": "5604"}, bravo={"B1": "3019"}, panic=True, dice="5 1 1 1 6 1 1")
    played = play(state, alpha="A1 MV D")
    assert (where(played.state, "A1"), unit(played.state, "A1").status) == ("5601", ON_MAP)


@pytest.mark.rules("12.22c", "9.0-gen-5", "12.21")
def test_t73_points_that_do_not_suffice_for_the_next_hex_are_lost(draw: Callable[..., str]) -> None:
    # Mixed mode: woods cost 3. Two points pay for one clear hex, then the unit stops. (Levels 2 and 1.)
    scenario = draw(hexes={"1006": "woods", "1003": "woods"})
    state = position(scenario, alpha={"A1": "1008"}, bravo={"B1": "2013"}, panic=True, dice="9 1 1 2 1")
    played = play(state, alpha="A1 MV 1009")
    assert track(played, "A1") == [("1007", 1)]
    # Not even the first hex: it stays, but counts as plotted to move, with no points for the die.
    state = position(scenario, alpha={"A1": ("1004", "C", "unspotted")}, bravo={"B1": "1504"}, panic=True,
                     dice="5 1 1 2 1")  # fmt: skip
    stays = play(state, alpha="A1 MV 1005", until="face")
    assert track(stays, "A1") == []
    assert [e.rule for e in stays.found("spotted", unit="A1")] == ["13.3a"]
    mover = unit(stays.state, "A1")
    assert (mover.moving, mover.points, mover.may_face) == (True, 0, True)


@pytest.mark.rules("12.23a", "9.35")
def test_panic_movement_is_subject_to_everything_that_stops_movement() -> None:
    # Into an enemy: stops before it. Into a covered hex: it is shot at.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5617"}, panic=True, dice="5 1 1 4 6 1 1")
    assert where(play(state, alpha="A1 MV A").state, "A1") == "5616"
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": ("5816", "F")}, panic=True, dice="5 1 1 4 6 1 1 1")
    shot = play(state, alpha="A1 MV A", bravo="B1 OF 5616")
    assert [e.data["at"] for e in shot.found("shot", unit="B1")] == ["5616"]


@pytest.mark.rules("12.23a", "4.1-b-2", "4.1-b-5a")
def test_a_panicked_mover_faces_its_panic_path_and_may_turn_at_the_end() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "A")}, bravo={"B1": "3019"}, panic=True, dice="5 1 1 3 2 1 1")
    played = play(state, alpha="A1 MV A", until="face")
    assert [e.data["facing"] for e in played.found("turned", unit="A1") if e.step == "initial"] == ["C"]
    assert facing(play(state, alpha="A1 MV A", face={"alpha": "A1 F"}).state, "A1") == "F"


@pytest.mark.rules("12.23b")
def test_t14_a_panicked_unit_gives_way_to_an_unpanicked_one_of_the_enemy_too() -> None:
    # A1 bolts south into 5616 at its second point; B1 comes there at the same point from the south.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5618"}, panic=True, dice="5 1 1 4 2 1 1")
    played = play(state, alpha="A1 MV A", bravo="B1 MV AA")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5615", "5616")
    assert [e.rule for e in played.found("stopped", unit="A1")] == ["12.23b"]


@pytest.mark.rules("12.23b", "9.0-proc-4")
def test_t14_two_panicked_units_contest_as_usual() -> None:
    # Bravo draws 8, 0: B1 in 5618 bolts north (1) with 2 points.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5618"}, panic=True, dice="5 1 1 4 2 9 1 1 2")
    played = play(state, alpha="A1 MV A", bravo="B1 MV D")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5615", "5617")
    assert {e.rule for e in played.found("stopped")} == {"9.0-proc-4"}


@pytest.mark.rules("12.23b", "9.35")
def test_a_unit_that_gave_way_bars_the_hex_it_stays_in() -> None:
    # A1 yields 5616 to B1 and so stays in 5615, which B2 was to enter as A1 left it: B2 must wait too.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5618", "B2": "5513"}, panic=True, dice="5 1 1 4 3 1 1")
    played = play(state, alpha="A1 MV A", bravo="B1 MV AA; B2 MV 5514 5614 5615")
    assert [where(played.state, name) for name in ("A1", "B1", "B2")] == ["5615", "5616", "5614"]


@pytest.mark.rules("12.24")
def test_a_panicked_gun_neither_fires_nor_turns() -> None:
    # tank/2: Alpha draws 0, 1, 2, Bravo 8, 0, 1, 2.
    for plot in ("B1 DF 5614", "B1 OF 5616", "B1 FC"):
        state = position("tank/2", alpha={"A1": "5614"}, bravo={"B1": ("5618", "A"), "B2": ("0203", "A")}, panic=True,
                         dice="1 1 1 9 1 1 1")  # fmt: skip
        played = play(state, alpha="A1 MV DD", bravo=plot, until="face")
        assert played.found("shot") == []
        assert [u.unit for u in GAME.legal(played.state, "bravo").units] == []
        assert facing(played.state, "B1") == "A"
