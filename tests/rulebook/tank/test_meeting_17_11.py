"""The meeting engagement (17.11): columns from both sides, victory by the change in the ratio of the forces."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import Outcome
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import EXITED, ON_MAP, WAITING, TankState
from support.tank_positions import (
    Played,
    carry_on,
    fallen,
    opened,
    play,
    position,
    refused,
    track,
    unit,
    units_of,
    where,
)

Draw = Callable[..., str]
MEETING = "tank/10"
"""20 T62 (Preservation 16) against 10 M60A2 (Preservation 5), 2:1."""


def _ending(alpha: int, bravo: int, **options: Scalar) -> Outcome | None:
    """The outcome of a turn on which all that is left of Bravo drives off over Z."""
    state = _survivors(alpha, bravo, options)
    state.preserved = {"bravo": 2}
    exits = "; ".join(f"{name} MV exit" for name in units_of("bravo", 1, bravo))
    return GAME.outcome(play(state, bravo=exits).state)


def _survivors(alpha: int, bravo: int, options: Mapping[str, Scalar] | None = None) -> TankState:
    state = position(
        MEETING,
        alpha={name: f"{62 - number:02d}20" for number, name in enumerate(units_of("alpha", 1, alpha), 1)},
        bravo={name: f"01{2 * number:02d}" for number, name in enumerate(units_of("bravo", 1, bravo), 1)},
        options=options,
    )
    fallen(state, *units_of("alpha", alpha + 1, 20))
    fallen(state, *units_of("bravo", bravo + 1, 10))
    state.preserved = {}
    return state


@pytest.mark.rules("17.11-7", "17.11-9", "17.11", "17.2-10")
def test_17_11_eight_against_two_of_twenty_against_ten_is_a_win_for_alpha() -> None:
    outcome = _ending(8, 2)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("alpha", "17.11-7")
    assert outcome.score == {"alpha": 8, "bravo": 2}


@pytest.mark.rules("17.11-7")
def test_t79_the_ratio_decides_and_an_equal_one_is_a_draw() -> None:
    for alpha, bravo, winner in ((8, 5, "bravo"), (10, 5, None), (2, 1, None), (3, 2, "bravo"), (5, 2, "alpha")):
        outcome = _ending(alpha, bravo)
        assert outcome is not None
        assert outcome.winner == winner, (alpha, bravo)


@pytest.mark.rules("17.11-1", "17.11")
def test_alpha_comes_from_x_and_bravo_from_z() -> None:
    state = GAME.setup(MEETING, {}, "script:")
    assert [decision.kind for decision in GAME.pending(state).values()] == ["enter", "enter"]
    assert (refused(state, "alpha", "COL 6118"), refused(state, "alpha", "COL 0118")) == ([], ["17.3-1"])
    assert (refused(state, "bravo", "COL 0118"), refused(state, "bravo", "COL 6118")) == ([], ["17.3-1"])
    assert refused(state, "alpha", "COL 6118; COL 6119") == ["17.3-1"], "one column"


@pytest.mark.rules("17.11-2")
def test_the_way_to_the_opposite_edge_is_written_before_the_game(draw: Draw) -> None:
    scenario = draw(columns=8, rows=16)
    state = GAME.setup(scenario, {}, "script:")
    assert refused(state, "alpha", "COL 0803 0703 0602 0502 0401 0301 0201") == ["17.11-2"], "it must reach Z"
    assert refused(state, "alpha", "COL 0803 0603") == ["17.11-2"], "step by step"
    assert refused(state, "alpha", "COL 0803 0703 0602 0503 0403 0304 0203 0103") == []
    # The columns see each other on turn 1, far apart in rows 3 and 14; until then they follow their plots unasked.
    way = "0803 0703 0602 0503 0403 0304 0203 0103"
    game = carry_on(opened(scenario, f"COL {way}", "COL 0114"))
    assert game.state.turn == 2
    assert game.state.contact == 1
    assert track(game, "A1") == [(label, point) for point, label in enumerate(way.split()[:7], 1)]
    assert track(game, "A2")[:2] == [("0803", 2), ("0703", 3)]
    assert set(GAME.pending(game.state)) == {"alpha", "bravo"}, "from now on they plot"


WOOD = {f"{column:02d}{row:02d}": "woods" for column in range(1, 13) for row in (8, 9)}


@pytest.mark.rules("17.11-2", "17.11-4")
def test_t77_columns_that_never_meet_halt_at_the_far_edge_and_draw(draw: Draw) -> None:
    scenario = draw(base="tank/4", columns=12, rows=16, hexes=WOOD, mode="mixed")
    game = carry_on(opened(scenario, "COL 1203", "COL 0114"))
    assert game.state.contact == 0
    outcome = GAME.outcome(game.state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (None, "17.11-2")
    assert (where(game.state, "A1")[:2], where(game.state, "B1")[:2]) == ("01", "12")
    assert unit(game.state, "A1").status == ON_MAP, "without leaving"
    assert game.rolls == ()


@pytest.mark.rules("17.11-3")
def test_panic_waits_for_the_turn_after_the_first_spotting_or_fire() -> None:
    # Nobody sees anybody on turn 3; on turn 4 they do; on turn 5 chits are drawn.
    state = position(
        MEETING, alpha={"A1": ("5415", "D", "unspotted")}, bravo={"B1": ("5818", "A", "unspotted")}, dice="1 1 1"
    )
    quiet = play(state)
    assert (quiet.rolls, quiet.state.contact) == ((), 0)
    seen = play(quiet.state, alpha="A1 MV DD")
    assert (seen.rolls, seen.state.contact) == ((), 4)
    after = play(seen.state)
    assert [roll.purpose for roll in after.rolls] == ["panic chits of alpha"] * 2 + ["panic chits of bravo"]


@pytest.mark.rules("17.11-4", "17.11-8")
def test_it_goes_on_until_all_survivors_of_a_force_have_left() -> None:
    state = _survivors(8, 2)
    state.preserved = {"bravo": 2}
    one = play(state, bravo="B1 MV exit")
    assert unit(one.state, "B1").status == EXITED
    assert GAME.outcome(one.state) is None
    both = play(one.state, bravo="B2 MV exit")
    outcome = GAME.outcome(both.state)
    assert outcome is not None
    assert outcome.score == {"alpha": 8, "bravo": 2}, "those who left count"
    assert GAME.pending(both.state) == {}


@pytest.mark.rules("17.11-4")
def test_t78_the_agreed_number_of_turns_ends_it_too() -> None:
    for cap, over in ((4, False), (3, True)):
        outcome = GAME.outcome(play(_survivors(8, 2, {"turn_cap": cap})).state)
        assert (outcome is not None) is over
        if outcome is not None:
            assert (outcome.winner, outcome.rule) == ("alpha", "17.11-7")


@pytest.mark.rules("17.11-5")
def test_nobody_leaves_before_the_turn_after_preservation() -> None:
    for preserved, wrong in (({}, ["17.11-5"]), ({"alpha": 3}, ["17.11-5"]), ({"alpha": 2}, []), ({"bravo": 2}, [])):
        state = position(MEETING, alpha={"A1": "6118"}, bravo={"B1": "0118"})
        state.preserved = preserved
        assert refused(state, "alpha", "A1 MV exit") == wrong, "either force opens the way for both"
        assert refused(state, "bravo", "B1 MV exit") == wrong


@pytest.mark.rules("17.11-6")
def test_units_leave_only_over_the_edge_they_came_from() -> None:
    state = position(MEETING, alpha={"A1": "6118", "A2": "0118", "A3": "3036", "A4": "3101"}, bravo={"B1": "0122"})
    state.preserved = {"alpha": 2}
    assert refused(state, "alpha", "A1 MV exit") == []
    for name in ("A2", "A3", "A4"):
        assert refused(state, "alpha", f"{name} MV exit") == ["17.11-5"]
    assert refused(state, "alpha", "A1 MV 6018 exit") == ["17.11-5"], "the last hex must be on the edge"


@pytest.mark.rules("17.11-8")
def test_a_force_that_is_wiped_out_has_lost_whatever_the_ratio() -> None:
    state = position(MEETING, alpha={"A1": ("5614", "D")}, bravo={"B1": ("5618", "A")}, dice="1")
    fallen(state, *units_of("alpha", 2, 20), *units_of("bravo", 2, 10))
    outcome = GAME.outcome(play(state, bravo="B1 DF 5614").state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.score) == ("bravo", "17.11-8", {"alpha": 0, "bravo": 1})


@pytest.mark.rules("17.11-8")
def test_t79_both_wiped_out_is_a_draw() -> None:
    state = position(MEETING, alpha={"A1": ("5614", "D")}, bravo={"B1": ("5618", "A")}, dice="1 1")
    fallen(state, *units_of("alpha", 2, 20), *units_of("bravo", 2, 10))
    outcome = GAME.outcome(play(state, alpha="A1 DF 5618", bravo="B1 DF 5614").state)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == (None, {"alpha": 0, "bravo": 0})


# contact ends the written way, being fired on ends the column.

SHORT = {"columns": 8, "rows": 16}
WAY = "0803 0703 0602 0503 0403 0304 0203 0103"


def _met(draw: Draw, dice: str = "", **options: Scalar) -> Played:
    """Two columns that have seen each other on turn 1; Alpha's head stands in 0203, Bravo's on row 14."""
    return carry_on(opened(draw(**SHORT), f"COL {WAY}", "COL 0114", dice=dice, options=options))


def _moves(state: TankState, side: str) -> dict[str, set[str]]:
    """The kinds of movement that `legal` offers to each name."""
    found = GAME.legal(state, side).units
    return {each.unit: {option.kind for option in each.options} & {"MV", "MVR", "OV"} for each in found}


@pytest.mark.rules("17.3-6", "17.11-2")
def test_r1_contact_ends_the_written_way_and_not_the_column(draw: Draw) -> None:
    state = _met(draw, dice="10 9 10").state  # chits that strike nobody
    assert (state.contact, state.fired_on) == (1, {})
    for side, lead in (("alpha", "A1"), ("bravo", "B1")):
        moves = _moves(state, side)
        assert moves.pop("column") == {"MV"}
        assert set(map(frozenset, moves.values())) == {frozenset()}, "nobody moves but in the column"
        assert refused(state, side, f"{lead} MV A") == ["17.3-6"]
        assert refused(state, side, f"{lead} MVR A") == ["17.3-6"]
        assert refused(state, side, "column MV A A") == [], "the way is free to choose"
    waiting = next(each.id for each in state.units if each.side == "alpha" and each.status == WAITING)
    assert refused(state, "alpha", f"{waiting} MV 0803") == ["17.3-6"], "the rest comes on in the column"
    after = play(state, alpha="column MV A A")
    assert where(after.state, "A1") == "0201"
    assert track(after, "A2")[-1][0] == "0202", "and the others follow their leader"
    assert track(after, waiting)[0] == ("0803", 1)


@pytest.mark.rules("17.3-6")
def test_r1_units_in_the_column_fire_at_will(draw: Draw) -> None:
    state = _met(draw).state
    target = where(state, "B1")
    assert refused(state, "alpha", f"A1 DF {target}; A2 DF {target}; column MV") == []
    assert refused(state, "alpha", f"A1 OF {target}; A2 FC") == []
    assert refused(state, "alpha", f"A1 DF {target}; column MV A") == ["17.3-2"], "a leader that fires leads nobody"


@pytest.mark.rules("17.3-6")
def test_r1_a_force_is_released_when_it_has_been_fired_on_itself(draw: Draw) -> None:
    state = _met(draw, dice="10 9 10 1").state
    after = play(state, alpha=f"A1 DF {where(state, 'B1')}")
    assert after.found("shot", target="B1", result="destroyed")
    assert after.state.fired_on == {"bravo": True}
    assert refused(after.state, "alpha", "A1 MV A") == ["17.3-6"], "nobody has fired at Alpha"
    assert refused(after.state, "bravo", "B2 MV A") == []
    assert refused(after.state, "bravo", "column MV A") == ["17.3-6"], "there is no column any more"
    assert "MV" in _moves(after.state, "bravo")["B2"]
    assert "MV" not in _moves(after.state, "alpha")["A1"]


@pytest.mark.rules("17.3-6")
def test_r1_the_other_reading_is_an_option(draw: Draw) -> None:
    state = _met(draw, column_release="contact").state
    for side, lead in (("alpha", "A1"), ("bravo", "B1")):
        assert refused(state, side, f"{lead} MV A") == []
        assert refused(state, side, "column MV A") == ["17.3-6"]
        assert "column" not in _moves(state, side)
    with pytest.raises(MalformedError, match="one of fire, contact"):
        GAME.setup(MEETING, {"column_release": "spotting"}, "script:")


@pytest.mark.rules("17.3-6", "12.22c")
def test_r2_a_unit_that_panic_has_thrown_out_of_the_file_is_free(draw: Draw) -> None:
    # Alpha draws chits 2 and 9: only A5 in 0602 panics, and bolts to the south by three hexes.
    state = _met(draw, dice="3 9 4 3 10").state
    after = play(state, alpha="column MV D D")
    assert [event.data["unit"] for event in after.found("panic_move")] == ["A5"]
    assert where(after.state, "A5") == "0605"
    assert {"MV", "OV"} <= _moves(after.state, "alpha")["A5"]
    assert _moves(after.state, "alpha")["A4"] == _moves(after.state, "alpha")["A6"] == set()
    assert refused(after.state, "alpha", "A5 MV D; column MV D") == []
