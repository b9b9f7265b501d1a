"""Stacking (11.0): who may end a turn together, and who falls back when too many meet."""

from __future__ import annotations

import pytest

from hulldown.games.tank.rules.state import ON_MAP, WAITING
from support.tank_positions import facing, play, position, refused, track, unit, where

PLAIN = "tank/4"
"""15 CIII (8 Movement Points) against 6 PzIVh (4), open mode."""


@pytest.mark.rules("11.0-gen-1", "9.34a")
def test_vehicles_stack_with_nothing() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5620", "B2": "5621", "B3": ("5622", "", "infantry"),
                                                         "B4": ("5623", "A", "75AT")})  # fmt: skip
    assert refused(state, "bravo", "B1 MV 5621") == ["11.0"], "nor with a vehicle"
    assert refused(state, "bravo", "B2 MV 5622") == ["11.0"], "nor with infantry"
    assert refused(state, "bravo", "B2 MV 5622 5623") == ["11.0"], "nor with a gun"
    assert refused(state, "bravo", "B3 MV 5621") == ["11.0"], "nor the other way round"
    assert refused(state, "bravo", "B2 MV 5622; B3 MV 5623") == []


@pytest.mark.slow
@pytest.mark.rules("11.0-gen-2")
def test_two_infantry_or_one_infantry_and_one_gun_share_a_hex() -> None:
    state = position(
        "tank/2",
        alpha={"A1": "0101"},
        bravo={"B1": ("5620", "A"), "B9": "5621", "B10": "5720", "B11": "5619", "B12": "5519", "B13": "5518"},
    )
    assert refused(state, "bravo", "B9 MV 5620") == [], "infantry and a gun"
    assert refused(state, "bravo", "B9 MV 5620; B10 MV 5620") == ["11.0"], "two infantry and a gun"
    assert refused(state, "bravo", "B12 MV 5619") == [], "two infantry"
    assert refused(state, "bravo", "B12 MV 5619; B10 MV 5619") == ["11.0"], "three infantry"
    together = play(state, bravo="B9 MV 5620; B12 MV 5518")
    assert (where(together.state, "B1"), where(together.state, "B9")) == ("5620", "5620")
    assert (where(together.state, "B12"), where(together.state, "B13")) == ("5518", "5518")


@pytest.mark.rules("11.1")
def test_stacking_counts_only_at_the_end_friends_pass_through_each_other() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5616", "A3": "5618"}, bravo={"B1": "3019"})
    played = play(state, alpha="A1 MV DDD; A2 MV AAA")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5617", "5613"), "both were in 5615 at once"
    through = play(state, alpha="A1 MV DDDDDD")
    assert where(through.state, "A1") == "5620", "over A2 and A3"
    swapped = play(position(PLAIN, alpha={"A1": "5614", "A2": "5615"}, bravo={"B1": "3019"}), alpha="A1 MV D; A2 MV A")
    assert (where(swapped.state, "A1"), where(swapped.state, "A2")) == ("5615", "5614")


@pytest.mark.rules("11.2", "9.34d")
def test_who_comes_later_to_a_hex_filled_by_a_stop_ends_where_it_last_can() -> None:
    # A1 cannot enter 5618; A2 was to end in 5617, behind it.
    state = position(PLAIN, alpha={"A1": "5616", "A2": "5614"}, bravo={"B1": "5618"})
    played = play(state, alpha="A1 MV DD; A2 MV DDD")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5617", "5616")
    assert [(e.rule, e.data["hex"]) for e in played.found("backed_up")] == [("11.2", "5616")]
    assert facing(played.state, "A2") == "D"


@pytest.mark.rules("11.2")
def test_t13_it_falls_back_past_hexes_that_others_have_taken_meanwhile() -> None:
    # A1 was in 5616 on its second point; on the third a friend, or an enemy, came there and stays.
    alpha = {"A1": "5614", "A3": "5616"}
    state = position(PLAIN, alpha={**alpha, "A2": "5714"}, bravo={"B1": "5618"})
    played = play(state, alpha="A3 MV DD; A1 MV DDD; A2 MV 5715 5716 5616")
    assert [where(played.state, name) for name in ("A3", "A2", "A1")] == ["5617", "5616", "5615"]
    state = position(PLAIN, alpha=alpha, bravo={"B1": "5618", "B2": "5714"})
    played = play(state, alpha="A3 MV DD; A1 MV DDD", bravo="B2 MV 5715 5716 5616")
    assert [where(played.state, name) for name in ("A3", "B2", "A1")] == ["5617", "5616", "5615"]


@pytest.mark.rules("11.2", "12.23b")
def test_t13_of_two_that_arrive_together_the_panicked_falls_back_then_the_higher_number() -> None:
    # Alpha draws 4, 0, 1: A1 in 5614 panics, direction D, two points, into 5616, where A2 arrives at the same point.
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5715"}, bravo={"B1": "3019"}, panic=True, dice="5 1 1 4 2 1 1")
    played = play(state, alpha="A1 MV A; A2 MV 5716 5616")
    assert track(played, "A1") == [("5615", 1), ("5616", 2)]
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5615", "5616")
    # 12.23b: even if it was there first. A2 arrives on its fourth point.
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5713"}, bravo={"B1": "3019"}, panic=True, dice="5 1 1 4 2 1 1")
    played = play(state, alpha="A1 MV A; A2 MV 5714 5715 5716 5616")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5615", "5616")
    # Without panic: both are stopped in 5616 by the enemies beyond, having come there at the same point.
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5715"}, bravo={"B1": "5617", "B2": "5516"})
    played = play(state, alpha="A1 MV 5615 5616 5617; A2 MV 5716 5616 5516")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5616", "5716")


@pytest.mark.rules("11.2", "12.22b")
def test_t13_infantry_that_bolts_into_a_full_hex_goes_back() -> None:
    # Alpha draws 0, 1, 2; Bravo 9, 0, 1, 2: the infantry in 5619 panics towards D (4), where two already are.
    state = position(
        "tank/2", alpha={"A1": "0103"}, bravo={"B9": "5620", "B10": "5620", "B11": "5619", "B1": ("0203", "A")},
        panic=True, dice="1 1 1 10 1 1 1 4",
    )  # fmt: skip
    played = play(state, bravo="B11 MV A")
    assert track(played, "B11") == [("5620", 1)]
    assert where(played.state, "B11") == "5619"


@pytest.mark.rules("11.2", "17.3-3")
def test_t76_a_unit_without_room_in_the_entry_hex_goes_back_off_the_map() -> None:
    # A1 in the entry hex cannot leave it, and neither can A2, which comes on behind it.
    state = position(
        "tank/10", alpha={"A1": "6118"}, bravo={"B1": "6018", "B2": "6119"}, columns={"alpha": "6118"}, dice="1 1 1"
    )
    played = play(state, alpha="A1 MV 6018; A2 MV 6118 6119")
    assert track(played, "A2") == [("6118", 1)]
    assert where(played.state, "A1") == "6118"
    assert (where(played.state, "A2"), unit(played.state, "A2").status) == ("", WAITING)
    again = play(played.state, alpha="A1 MV 6017; A2 MV 6118", bravo="B1 MV 5918")
    assert (where(again.state, "A1"), where(again.state, "A2")) == ("6017", "6118")
    assert unit(again.state, "A2").status == ON_MAP


@pytest.mark.rules("11.3")
def test_wrecks_are_no_units() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, wrecks=("5616",))
    assert refused(state, "alpha", "A1 MV DD") == []
    assert where(play(state, alpha="A1 MV DD").state, "A1") == "5616"
    infantry = position(
        "tank/2", alpha={"A1": "0101"}, bravo={"B9": "5620", "B10": "5621", "B1": ("0201", "A")}, wrecks=("5620",)
    )
    assert where(play(infantry, bravo="B10 MV 5620").state, "B10") == "5620"
