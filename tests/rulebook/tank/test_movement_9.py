"""Movement (9.0-9.3, 9.5, 9.6): plots, the movement clock, contests, blocked ways, the early stop, reverse.

Most positions stand in open mode on the plain in the east of the map (columns 54 to 61), where every hex costs one
Movement Point and everybody sees everybody.

Over 500 lines because section 9 is one subject and its cases are read side by side.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, WAITING, TankState
from support.tank_positions import (
    answer,
    cell,
    facing,
    order,
    play,
    position,
    refused,
    track,
    unit,
    where,
)

PLAIN = "tank/4"
"""15 CIII (8 Movement Points) against 6 PzIVh (4), open mode."""


@pytest.mark.rules("9.0-gen-1", "6.0-gen-2")
def test_any_number_of_units_moves_and_none_must() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5714", "A3": "5814"}, bravo={"B1": "5624"})
    idle = play(state)
    assert [where(idle.state, name) for name in ("A1", "A2", "A3", "B1")] == ["5614", "5714", "5814", "5624"]
    two = play(state, alpha="A1 MV 5615; A3 MV 5815 5816")
    assert [where(two.state, name) for name in ("A1", "A2", "A3")] == ["5615", "5714", "5816"]
    every = play(state, alpha="A1 MV A; A2 MV A; A3 MV A")
    assert [where(every.state, name) for name in ("A1", "A2", "A3")] == ["5613", "5713", "5813"]


@pytest.mark.rules("9.0-gen-2", "9.31", "9.14")
def test_each_hex_costs_a_point_and_terrain_more() -> None:
    # Mixed mode: 5601 and 5701 are clear, 5801 is woods (3), 5802 woods (3), 5803 clear.
    state = position("tank/2", alpha={"A1": "5701"}, bravo={"B1": "0101"})
    played = play(state, alpha="A1 MV 5801(3) 5802(3) 5803(1)")
    assert track(played, "A1") == [("5801", 3), ("5802", 6), ("5803", 7)]


@pytest.mark.rules("9.0-gen-3", "9.32")
def test_a_plot_may_not_exceed_the_allowance() -> None:
    state = position(PLAIN, alpha={"A1": "5612"}, bravo={"B1": ("5622", "A")})
    assert refused(state, "bravo", "B1 MV AAAA") == []
    assert refused(state, "bravo", "B1 MV AAAAA") == ["9.0-gen-3"]
    assert refused(state, "alpha", "A1 MV DDDDDDDD") == []
    assert refused(state, "alpha", "A1 MV DDDDDDDDD") == ["9.0-gen-3"]
    # A hex that costs more than what is left cannot be entered: woods (3) after two clear hexes, of 4 points.
    dear = position("tank/5", alpha={"A1": ("5602", "", "PzIVh")}, bravo={"B1": "0101"})
    assert refused(dear, "alpha", "A1 MV 5601 5701") == []
    assert refused(dear, "alpha", "A1 MV 5601 5701 5801") == ["9.0-gen-3"]
    assert refused(state, "alpha", "A1 MV 5614") == ["9.32"], "not adjacent"


@pytest.mark.rules("9.0-gen-4", "9.2a")
def test_movers_follow_their_plots_exactly() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"})
    played = play(state, alpha="A1 MV 5615 5716 5717 5617 5616 5516")
    assert [label for label, _ in track(played, "A1")] == ["5615", "5716", "5717", "5617", "5616", "5516"]
    assert where(played.state, "A1") == "5516"


@pytest.mark.rules("9.0-gen-5")
def test_t21_units_of_a_column_go_as_far_as_their_points_permit() -> None:
    # The only plots of the Standard game that can turn out too long are made for a unit: by a column or by panic.
    state = position(
        "tank/1", alpha={"A1": "5818", "A2": "6018"}, bravo={"B1": ("0101", "A", "hidden")}, released=False,
        columns={"alpha": "6118 6018 5918 5818"},
    )  # fmt: skip
    played = play(state, alpha="column MV 5819 5820 5821 5822")
    assert track(played, "A1")[-1] == ("5822", 4)
    assert track(played, "A2") == [("5918", 1), ("5818", 2), ("5819", 3), ("5820", 4)]


@pytest.mark.rules("9.0-proc-1", "4.1-b-2", "9.6a")
def test_movers_face_their_first_hex_before_fire_those_in_reverse_away_from_it() -> None:
    state = position(
        PLAIN, alpha={"A1": ("5618", "A"), "A2": ("5818", "A"), "A3": ("6018", "A")}, bravo={"B1": ("3019", "A")}
    )
    played = play(state, alpha="A1 MV 5718 5817; A2 MVR 5819; A3 FC", until="face")
    turned = {e.data["unit"]: e.data["facing"] for e in played.found("turned") if e.step == "initial"}
    assert turned == {"A1": "B"}, "A2 backs to the south and so faces north already; A3 only turns later"
    reverse = play(position(PLAIN, alpha={"A2": ("5818", "D")}, bravo={"B1": "3019"}), alpha="A2 MVR 5819")
    assert [e.data["facing"] for e in reverse.found("turned", unit="A2") if e.step == "initial"] == ["A"]


@pytest.mark.rules("9.0-proc-2", "9.14")
def test_t10_units_advance_together_point_by_point() -> None:
    # A1 would be gone before B1 starts if units moved one after the other; point by point they meet at 5617.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5620"})
    played = play(state, alpha="A1 MV DDDDDD", bravo="B1 MV AAAA")
    assert track(played, "A1") == [("5615", 1), ("5616", 2)]
    assert track(played, "B1") == [("5619", 1), ("5618", 2)]
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5616", "5618")


@pytest.mark.rules("9.14", "4.1-b-4b")
def test_t09_the_order_of_events_within_a_point(draw: Callable[..., str]) -> None:
    # On its second point A1 enters a hex next to the hidden gun and in its line of fire: the position is revealed, then
    # spotted (1), then the gun fires (6), and last of all Alpha may stop.
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "1007"}, bravo={"B1": ("1010", "A", "hidden")}, dice="1 6")
    played = play(state, alpha="A1 MV 1008 1009 1010", bravo="B1 OF 1009", until="stop")
    kinds = [e.kind for e in played.events if e.seen_by("alpha") and e.step == "move"]
    assert kinds == ["moved", "moved", "revealed", "spot_roll", "spotted", "shot"]
    assert _asked_to_stop(played.state) == ["alpha"]


@pytest.mark.rules("9.14")
def test_the_nth_points_coincide_whatever_the_totals_and_a_dear_hex_is_entered_with_its_last_point() -> None:
    """C-03: a unit is in its old hex until the last point of the step is paid."""
    # Mixed mode: A1 (8 points) needs three for the woods of 5801, A2 (8) one for each clear hex.
    state = position("tank/2", alpha={"A1": "5701", "A2": "5614"}, bravo={"B1": "0101"})
    played = play(state, alpha="A1 MV 5801; A2 MV DDD")
    entered = [(e.data["unit"], e.data["point"]) for e in played.found("moved") if e.seen_by("alpha")]
    assert entered == [("A2", 1), ("A2", 2), ("A1", 3), ("A2", 3)]


@pytest.mark.rules("9.0-proc-3", "8.55")
def test_opportunity_fire_is_resolved_where_it_is_triggered() -> None:
    # B1 covers 5616; A1 gets there on its second point: die 1 kills it there, and its plot ends.
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": ("5624", "A")}, dice="1")
    played = play(state, alpha="A1 MV DDDDDD", bravo="B1 OF 5616")
    assert track(played, "A1") == [("5615", 1), ("5616", 2)]
    assert unit(played.state, "A1").status == DESTROYED
    assert played.state.wrecks == [cell(state, "5616")]
    missed = play(position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": ("5624", "A")}, dice="6"),
                  alpha="A1 MV DDDDDD", bravo="B1 OF 5616")  # fmt: skip
    assert where(missed.state, "A1") == "5620"


@pytest.mark.rules("8.57b", "9.0-proc-3")
def test_a_unit_killed_as_it_starts_never_leaves_its_hex() -> None:
    state = position(PLAIN, alpha={"A1": "5616"}, bravo={"B1": ("6016", "F"), "B2": "5612"}, dice="1")
    played = play(state, alpha="A1 MV AA", bravo="B1 OF 5616; B2 MV DDD")
    assert track(played, "A1") == []
    assert (where(played.state, "A1"), where(played.state, "B2")) == ("5616", "5615")
    assert played.state.losses == {"alpha": 1}


@pytest.mark.rules("9.0-proc-4", "4.1-b-4b")
def test_opponents_that_enter_one_hex_at_the_same_point_both_stop_before_it() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5618"})
    played = play(state, alpha="A1 MV DDDD", bravo="B1 MV AAAA")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5615", "5617")
    assert {e.rule for e in played.found("stopped")} == {"9.0-proc-4"}


@pytest.mark.rules("9.0-proc-4")
def test_opponents_that_cross_one_hexside_at_the_same_point_both_stop() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5617"})
    played = play(state, alpha="A1 MV DDDD", bravo="B1 MV AAAA")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5615", "5616")
    assert {e.data["why"] for e in played.found("stopped")} == {"disputed hexside"}


@pytest.mark.rules("9.0-proc-4")
def test_t11_everybody_who_enters_a_disputed_hex_stops() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5515"}, bravo={"B1": "5616"})
    played = play(state, alpha="A1 MV 5615; A2 MV 5615 5616", bravo="B1 MV 5615")
    assert [where(played.state, name) for name in ("A1", "A2", "B1")] == ["5614", "5515", "5616"]


@pytest.mark.rules("9.0-proc-4")
def test_all_units_that_cross_a_disputed_hexside_stop() -> None:
    """Two friends passing through one hex meet an enemy on the same hexside: all three stop there."""
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5715"}, bravo={"B1": "5617"})
    played = play(state, alpha="A1 MV 5615 5616 5617; A2 MV 5615 5616", bravo="B1 MV 5616 5615")
    disputed = {e.data["unit"] for e in played.found("stopped", why="disputed hexside")}
    assert disputed == {"A1", "A2", "B1"}
    assert where(played.state, "B1") == "5616"
    # T-13: both of Alpha were stopped in 5615; the higher number falls back.
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5615", "5715")


@pytest.mark.rules("9.35")
def test_t12_a_hex_may_be_entered_as_an_enemy_leaves_it() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5615"})
    played = play(state, alpha="A1 MV DDD", bravo="B1 MV DDD")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5617", "5618")
    # If the enemy in front is itself held up, so is whoever comes behind it.
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5617"}, bravo={"B1": "5615"})
    played = play(state, alpha="A1 MV DD", bravo="B1 MV DDD")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("5615", "5616")


def _plots_of_9_13() -> tuple[dict[str, str], dict[str, str]]:
    hexes = {
        "J": "OV 3704(2) 3603",
        "K": "MV 4006 3906 3805 3706",
        "L": "MV 3709 3609 3510(3)",
        "M": "MV 4111 4011 3912 3812",
    }
    vectors = {"J": "OV F(2) F", "K": "MV A F F E", "L": "MV F E E(3)", "M": "MV D E E E"}
    return hexes, vectors


@pytest.mark.rules("9.11", "9.12", "9.13")
def test_9_13_four_tanks_plotted_both_ways() -> None:
    """The worked example with its errata; slopes of our own map make the last hex of L dearer.

    J, the tenth letter, is our A10, and so on; the infantry stands in 3704.
    """
    names = {"J": "A10", "K": "A11", "L": "A12", "M": "A13"}
    state = position(
        "tank/2",
        alpha={"A10": ("3804", "C"), "A11": ("4007", "C"), "A12": ("3809", "C"), "A13": ("4110", "C")},
        bravo={"B9": "3704", "B1": ("0101", "A")},
        dug={"3704": "bravo"},
    )
    hexes, vectors = ("; ".join(f"{names[tank]} {plot}" for tank, plot in plots.items()) for plots in _plots_of_9_13())
    assert order(state, "alpha", hexes) == order(state, "alpha", vectors)
    played = play(state, alpha=hexes)
    assert track(played, "A10") == [("3704", 2), ("3603", 3)]
    assert track(played, "A11") == [("4006", 1), ("3906", 2), ("3805", 3), ("3706", 4)]
    assert track(played, "A12") == [("3709", 1), ("3609", 2), ("3510", 5)]
    assert track(played, "A13") == [("4111", 1), ("4011", 2), ("3912", 3), ("3812", 4)]
    initial = {e.data["unit"]: e.data["facing"] for e in played.found("turned") if e.step == "initial"}
    assert initial == {"A10": "F", "A11": "A", "A12": "F", "A13": "D"}
    assert unit(played.state, "B9").status == DESTROYED, "J overruns 3704"
    assert [e.data["victims"] for e in played.found("overrun", hex="3704")] == [1]


@pytest.mark.rules("9.11", "6.0-proc-3")
def test_a_noted_cost_must_be_the_true_one() -> None:
    state = position("tank/2", alpha={"A1": "5701"}, bravo={"B1": "0101"})
    assert order(state, "alpha", "A1 MV 5801(3)") == order(state, "alpha", "A1 MV 5801")
    with pytest.raises(MalformedError, match="costs 3"):
        order(state, "alpha", "A1 MV 5801(2)")


@pytest.mark.rules("9.12")
def test_vectors_run_clockwise_from_north() -> None:
    state = position(PLAIN, alpha={"A1": "5816"}, bravo={"B1": "3019"})
    ends = [where(play(state, alpha=f"A1 MV {letter}").state, "A1") for letter in "ABCDEF"]
    assert ends == ["5815", "5916", "5917", "5817", "5717", "5716"]


@pytest.mark.rules("9.2b", "7.13")
def test_a_mover_faces_the_next_hex_of_its_path() -> None:
    # A1 goes south and then turns to the south-west; B1 shoots it in 5615 from the east: it shows its rear there.
    state = position(PLAIN, alpha={"A1": "5613"}, bravo={"B1": ("6117", "F")}, dice="6")
    played = play(state, alpha="A1 MV 5614 5615 5516 5416", bravo="B1 OF 5615")
    (shot,) = played.found("shot", unit="B1")
    assert (shot.data["at"], shot.data["defence"]) == ("5615", 3), "the rear of a CIII"


@pytest.mark.rules("9.2c")
def test_a_mover_ends_facing_away_from_the_side_it_came_in_by() -> None:
    state = position(PLAIN, alpha={"A1": ("5613", "A")}, bravo={"B1": "3019"})
    assert facing(play(state, alpha="A1 MV 5614 5615 5516").state, "A1") == "E"


@pytest.mark.rules("9.2d", "8.53c")
def test_fire_along_a_crossed_hexside_finds_the_unit_in_the_hex_it_leaves() -> None:
    # The line from 5816 to 5616 runs along the side between 5716 and 5717; A1 crosses it southwards.
    state = position(PLAIN, alpha={"A1": "5715"}, bravo={"B1": ("5816", "F")}, dice="1")
    played = play(state, alpha="A1 MV 5716 5717", bravo="B1 OF 5616")
    assert (unit(played.state, "A1").status, where(played.state, "A1")) == (DESTROYED, "5716")


@pytest.mark.rules("9.2c", "9.35")
def test_t22_a_unit_stopped_short_keeps_the_direction_it_came_in() -> None:
    # A1 would turn from south to south-west in 5615, but 5516 is taken.
    state = position(PLAIN, alpha={"A1": ("5613", "A"), "A2": ("5813", "B")}, bravo={"B1": "5516", "B2": "5814"})
    played = play(state, alpha="A1 MV 5614 5615 5516; A2 MV D")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5615", "D")
    assert (where(played.state, "A2"), facing(played.state, "A2")) == ("5813", "D"), "its facing of the start"
    # The same for a force that ends its movement by choice, where A1 was about to turn to the north-east.
    state = position("tank/10", alpha={"A1": "5415"}, bravo={"B1": ("5818", "F", "unspotted")})
    stopped = play(state, alpha="A1 MV 5416 5417 5517", stop={"alpha": "stop"})
    assert (where(stopped.state, "A1"), facing(stopped.state, "A1")) == ("5417", "D")


@pytest.mark.rules("9.33")
def test_points_are_not_saved_or_lent() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5714"}, bravo={"B1": ("5622", "A")})
    rested = play(state).state
    assert refused(rested, "alpha", "A1 MV DDDDDDDDD") == ["9.0-gen-3"]
    assert refused(rested, "alpha", "A1 MV DDDDDDDD; A2 MV D") == []
    assert refused(rested, "alpha", "A1 MV DDDDDDDDD; A2 MV D") == ["9.0-gen-3"]


@pytest.mark.rules("9.34a", "9.34d", "11.1")
def test_a_vehicle_ends_alone_or_in_the_last_hex_where_it_can() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5620"}, bravo={"B1": "3019"})
    assert refused(state, "alpha", "A1 MV DDDDDD") == ["11.0"]
    assert refused(state, "alpha", "A1 MV DDDDDDD") == [], "passing through is free"
    # A2 is to leave but cannot: A1 stops in the hex before.
    state = position(PLAIN, alpha={"A1": "5617", "A2": "5620"}, bravo={"B1": "5621"})
    played = play(state, alpha="A1 MV DDD; A2 MV DD")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5619", "5620")


@pytest.mark.rules("9.34b", "9.5a")
def test_guns_never_move_but_turn() -> None:
    state = position("tank/2", alpha={"A1": "5614"}, bravo={"B1": ("5024", "A")})
    for plot in ("B1 MV A", "B1 MVR A", "B1 OV AA"):
        assert refused(state, "bravo", plot) == ["9.34b"]
    assert facing(play(state, bravo="B1 FC", face={"bravo": "B1 D"}).state, "B1") == "D"


@pytest.mark.rules("9.34c")
def test_infantry_does_not_enter_an_enemy_hex() -> None:
    state = position("tank/2", alpha={"A1": "5616"}, bravo={"B9": "5615", "B1": ("0101", "A")})
    played = play(state, bravo="B9 MV 5616")
    assert where(played.state, "B9") == "5615"
    assert [e.rule for e in played.found("stopped", unit="B9")] == ["9.35"]


@pytest.mark.rules("9.35")
def test_a_mover_stops_before_an_enemy_that_was_there_or_came_first() -> None:
    standing = play(position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5617"}), alpha="A1 MV DDDDD")
    assert where(standing.state, "A1") == "5616"
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "5717"})
    came = play(state, alpha="A1 MV DDDDD", bravo="B1 MV 5617")
    assert (where(came.state, "A1"), where(came.state, "B1")) == ("5616", "5617")
    assert [e.rule for e in came.found("stopped", unit="A1")] == ["9.35"]


WALL = "tank/10"
"""Mixed mode; the berms east of 5516 and 5517 hide 5818 from 5415 and 5416, but not from 5417 on."""


def _asked_to_stop(state: TankState) -> list[str]:
    return [side for side, decision in GAME.pending(state).items() if decision.kind == "stop"]


@pytest.mark.rules("9.36a", "9.36b", "9.36c")
def test_finding_an_enemy_on_the_move_gives_the_choice_to_stop_at_that_very_point() -> None:
    state = position(WALL, alpha={"A1": "5415", "A2": "3014"}, bravo={"B1": ("5818", "F", "unspotted")})
    asked = play(state, alpha="A1 MV DDDDD; A2 MV AAAAA", until="stop")
    assert {side: d.kind for side, d in GAME.pending(asked.state).items()} == {"alpha": "stop"}
    assert track(asked, "A1") == [("5416", 1), ("5417", 2)]
    stopped = answer(asked.state, "alpha", "stop")
    assert [where(stopped.state, name) for name in ("A1", "A2")] == ["5417", "3012"], "all of the force, at once"
    assert [e.rule for e in stopped.found("stop_all", side="alpha")] == ["9.36"]
    on = play(state, alpha="A1 MV DDDDD; A2 MV AAAAA", stop={"alpha": "continue"})
    assert [where(on.state, name) for name in ("A1", "A2")] == ["5420", "3009"], "nobody must"
    assert on.found("stop_all") == []


@pytest.mark.rules("9.36c")
def test_the_choice_to_stop_comes_once_and_only_with_a_find() -> None:
    state = position(WALL, alpha={"A1": "5415"}, bravo={"B1": ("5818", "F")})
    assert not _asked_to_stop(play(state, alpha="A1 MV DDDDD", until="stop").state)
    state = position(WALL, alpha={"A1": "5415"}, bravo={"B1": ("5818", "F", "unspotted")})
    asked = play(state, alpha="A1 MV DDDDD", until="stop")
    assert _asked_to_stop(asked.state) == ["alpha"]
    assert not _asked_to_stop(answer(asked.state, "alpha", "continue").state)
    # A find on its last point leaves nothing to stop.
    assert not _asked_to_stop(play(state, alpha="A1 MV DD", until="stop").state)
    with pytest.raises(MalformedError):
        answer(asked.state, "alpha", "perhaps")


@pytest.mark.rules("9.36a", "9.36c")
def test_t06_alpha_decides_first_then_bravo_knowing_it() -> None:
    # Both come into view of each other at the second point.
    state = position(WALL, alpha={"A1": ("5415", "D", "unspotted")}, bravo={"B1": ("5817", "D", "unspotted")})
    asked = play(state, alpha="A1 MV DDDDD", bravo="B1 MV DDDDD", until="stop")
    assert set(GAME.pending(asked.state)) == {"alpha"}
    then = answer(asked.state, "alpha", "stop")
    assert set(GAME.pending(then.state)) == {"bravo"}
    assert [e.data["side"] for e in then.found("stop_all") if e.seen_by("bravo")] == ["alpha"]
    done = answer(then.state, "bravo", "continue")
    assert (where(done.state, "A1"), where(done.state, "B1")) == ("5417", "5822")


@pytest.mark.rules("9.36a")
def test_t19_the_finder_must_itself_be_moving() -> None:
    # B1 drives into the view of A1, which stands; A2 moves out of sight. Nobody of Alpha has found it on the move.
    state = position(WALL, alpha={"A1": "5417", "A2": "3014"}, bravo={"B1": ("5716", "D", "unspotted")})
    played = play(state, alpha="A2 MV AAAAA", bravo="B1 MV DDDDD", until="stop")
    assert [e.step for e in played.found("spotted", unit="B1")] == ["move"]
    assert not _asked_to_stop(played.state)
    # A1 has ended its own move when B1 appears.
    state = position(WALL, alpha={"A1": "5418", "A2": "3014"}, bravo={"B1": ("5716", "D", "unspotted")})
    played = play(state, alpha="A1 MV A; A2 MV AAAAA", bravo="B1 MV DDDDD", until="stop")
    assert [e.step for e in played.found("spotted", unit="B1")] == ["move"]
    assert not _asked_to_stop(played.state)


@pytest.mark.rules("9.36a")
def test_c06_the_order_of_the_units_does_not_decide_who_may_stop() -> None:
    """The standing A1 and the moving A2 see the enemy at the same instant; so A2 has found it too."""
    for still, mover in (("A1", "A2"), ("A2", "A1")):
        state = position(WALL, alpha={still: "5317", mover: "5423"}, bravo={"B1": ("5917", "D", "unspotted")})
        played = play(state, alpha=f"{mover} MV AAAA", bravo="B1 MV DDDDD", until="stop")
        assert _asked_to_stop(played.state) == ["alpha"], mover


@pytest.mark.rules("9.36a", "13.4b")
def test_a_hidden_enemy_that_fires_and_is_spotted_gives_the_choice_to_stop() -> None:
    # Dice: the shot misses (6), the position is seen (1), A1 spots the gun (1).
    state = position("tank/2", alpha={"A1": "5815"}, bravo={"B1": ("5418", "B", "hidden")}, dice="6 1 1")
    asked = play(state, alpha="A1 MV DDDDD", bravo="B1 OF 5818", until="stop")
    assert unit(asked.state, "B1").spotted
    assert {side: d.kind for side, d in GAME.pending(asked.state).items()} == {"alpha": "stop"}
    assert where(answer(asked.state, "alpha", "stop").state, "A1") == "5818"
    # If it is revealed but not spotted, there is no choice: A1 needs 1-3 and rolls 4.
    state = position("tank/2", alpha={"A1": "5815"}, bravo={"B1": ("5418", "B", "hidden")}, dice="6 1 4")
    played = play(state, alpha="A1 MV DDDDD", bravo="B1 OF 5818", until="stop")
    assert not unit(played.state, "B1").hidden
    assert not unit(played.state, "B1").spotted
    assert not _asked_to_stop(played.state)


@pytest.mark.rules("9.36b", "17.3-3")
def test_units_still_off_the_map_stop_with_the_others() -> None:
    state = position(
        WALL, alpha={"A1": "5415"}, bravo={"B1": ("5818", "F", "unspotted")}, columns={"alpha": "6101"},
    )  # fmt: skip
    waiting = [f"A{number}" for number in range(2, 21)]
    plot = "A1 MV DDDDD; A2 MV 6101 6102; A3 MV 6101 6001; A4 MV 6101"
    played = play(state, alpha=plot, stop={"alpha": "stop"})
    assert where(played.state, "A1") == "5417"
    assert (where(played.state, "A2"), where(played.state, "A3")) == ("6102", "6101"), "A3 came on at this very point"
    assert unit(played.state, "A4").status == WAITING
    assert all(unit(played.state, name).status == WAITING for name in waiting[2:])
    assert refused(played.state, "alpha", "A4 MV 6101 6001") == [], "it may enter on the next turn"


@pytest.mark.rules("9.37a", "8.43a")
def test_a_move_may_not_be_plotted_through_a_friends_line() -> None:
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5818"}, bravo={"B1": "5418"})
    for task in ("DF", "OF"):
        assert refused(state, "alpha", f"A2 {task} 5418; A1 MV DDDDDD") == ["8.43a"]
        assert refused(state, "alpha", f"A2 {task} 5418; A1 MV AA") == []


@pytest.mark.rules("9.37b", "8.43c")
def test_a_friend_driven_into_the_line_by_panic_cancels_the_fire() -> None:
    # Alpha draws 4, 0, 1: A1 in 5614 panics, direction D (4), six points: across the line of A2. Bravo draws 0, 1.
    state = position(PLAIN, alpha={"A1": "5614", "A2": "5818"}, bravo={"B1": "5418"}, panic=True, dice="5 1 1 4 6 1 1")
    played = play(state, alpha="A2 DF 5418; A1 MV AA")
    assert [e.data["by"] for e in played.found("masked", unit="A2")] == ["A1"]
    assert played.found("shot") == []
    assert where(played.state, "A1") == "5620"


@pytest.mark.rules("9.5a", "9.5c", "7.11b")
def test_a_unit_may_turn_to_any_side_instead_of_moving() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "A")}, bravo={"B1": "3019"})
    for letter in "ABCDEF":
        assert facing(play(state, alpha="A1 FC", face={"alpha": f"A1 {letter}"}).state, "A1") == letter
    idle = play(state, until="face")
    assert [u.unit for u in GAME.legal(idle.state, "alpha").units] == [], "but not without that task"


@pytest.mark.rules("9.5b", "9.5c", "4.1-b-5a")
def test_units_that_moved_or_overran_may_turn_after_all_movement_and_opportunity_fire() -> None:
    state = position("tank/2", alpha={"A1": "5614", "A2": "5714"}, bravo={"B1": ("5718", "A"), "B9": "5616"}, dice="6")
    played = play(state, alpha="A1 OV DDD; A2 MV D", bravo="B1 OF 5715", until="face")
    assert [e.kind for e in played.events if e.kind in ("shot", "moved")][-1] == "moved"
    assert GAME.pending(played.state)["alpha"].kind == "face"
    alone = answer(played.state, "bravo", "")
    turned = answer(alone.state, "alpha", "A1 A; A2 C")
    assert (facing(turned.state, "A1"), facing(turned.state, "A2")) == ("A", "C")
    assert {e.step for e in turned.found("turned")} == {"final"}


@pytest.mark.rules("9.35", "4.1-b-5a")
def test_t08_a_mover_that_never_left_its_hex_may_still_turn() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "A")}, bravo={"B1": "5615"})
    played = play(state, alpha="A1 MV D", face={"alpha": "A1 B"})
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5614", "B")


@pytest.mark.rules("9.6a", "9.6b", "9.6c")
def test_t17_reverse_keeps_the_front_opposite_and_halves_the_allowance() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "D")}, bravo={"B1": "3019"})
    played = play(state, alpha="A1 MVR 5613 5713")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5713", "E"), "it went north-east, looking back"
    assert refused(state, "alpha", "A1 MVR AAA") == ["9.6c"], "two hexes at most, though it has four points"
    # Half of 5 points, fractions dropped, are 2: not enough for rough ground (2) and a clear hex.
    slow = position("tank/6", alpha={"A1": "0101"}, bravo={"B1": ("5711", "A")})
    assert refused(slow, "bravo", "B1 MVR 5611") == []
    assert refused(slow, "bravo", "B1 MVR 5611 5511") == ["9.0-gen-3"]
    assert refused(slow, "bravo", "B1 MV 5611 5511") == []
    infantry = position("tank/2", alpha={"A1": "0101"}, bravo={"B9": "5418"})
    assert refused(infantry, "bravo", "B9 MVR D") == ["9.6a"]


@pytest.mark.rules("9.6b")
def test_forward_and_reverse_do_not_mix() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "A")}, bravo={"B1": "3019"})
    assert refused(state, "alpha", "A1 MV A; A1 MVR D") == ["5.0-gen-1"]
    with pytest.raises(MalformedError):
        order(state, "alpha", "A1 MV A MVR D")


@pytest.mark.rules("10.13", "9.32")
def test_t15_t16_closed_woods_are_not_entered_over_a_berm_nor_in_reverse(draw: Callable[..., str]) -> None:
    scenario = draw(mode="closed", hexes={"1008": "woods"}, sides={"1008A": "berm"})
    state = position(scenario, alpha={"A1": "1007", "A2": "1009"}, bravo={"B1": "0101"})
    assert refused(state, "alpha", "A1 MV 1008") == ["9.32"], "the berm costs more than is left"
    assert refused(state, "alpha", "A2 MV 1008") == [], "the whole allowance"
    assert refused(state, "alpha", "A2 MV 1008 1108") == ["9.0-gen-3"], "and nothing after it"
    assert refused(state, "alpha", "A2 MVR 1008") == ["9.0-gen-3"]


@pytest.mark.rules("10.12a")
def test_t18_a_slope_costs_both_up_and_down() -> None:
    state = position(PLAIN, alpha={"A1": "3806", "A2": "3807"}, bravo={"B1": "0101"})
    down = play(state, alpha="A1 MV 3807 3808; A2 MV 3808 3809 3810")
    assert track(down, "A1")[0] == ("3807", 3)
    up = play(position(PLAIN, alpha={"A2": "3807"}, bravo={"B1": "0101"}), alpha="A2 MV 3806")
    assert track(up, "A2") == [("3806", 3)]


@pytest.mark.rules("9.35", "8.55")
def test_the_dead_do_not_bar_the_way() -> None:
    """A wreck is terrain: who is destroyed on the way no longer contests the hexes of its plot."""
    # B1 is shot in 5618 on its first point (die 1); else both would have come to 5616 on their third.
    state = position(PLAIN, alpha={"A1": "5613", "A2": ("6018", "F")}, bravo={"B1": "5619"}, dice="1")
    played = play(state, alpha="A1 MV DDDD; A2 OF 5618", bravo="B1 MV AAAA")
    assert unit(played.state, "B1").status == DESTROYED
    assert where(played.state, "A1") == "5617"
    assert unit(played.state, "A1").status == ON_MAP
