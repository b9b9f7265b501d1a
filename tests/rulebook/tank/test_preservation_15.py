"""Preservation (15.0): the loss that breaks a force, and what it changes."""

from __future__ import annotations

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, EXITED
from support.tank_positions import fallen, play, position, unit, units_of

MEETING = "tank/10"
"""20 T62 (Preservation 16) against 10 M60A2 (Preservation 5)."""


@pytest.mark.rules("15.0-gen-1", "15.0-gen-2", "15.2")
def test_15_0_scenario_1_alpha_breaks_with_its_ninth_loss() -> None:
    for already, broken in ((7, False), (8, True)):
        state = position("tank/1", alpha={"A15": ("5614", "A")}, bravo={"B1": ("5618", "A")}, dice="1")
        fallen(state, *units_of("alpha", 1, already))
        played = play(state, bravo="B1 DF 5614")
        assert unit(played.state, "A15").status == DESTROYED
        assert played.state.losses["alpha"] == already + 1
        assert [e.data["losses"] for e in played.found("preservation", side="alpha")] == ([9] if broken else [])
        assert played.state.preserved.get("alpha", 0) == (3 if broken else 0)
        assert (GAME.outcome(played.state) is not None) is broken, "in an anti-tank action that is the end"


@pytest.mark.rules("15.0-gen-1", "15.0-gen-2", "15.2")
def test_15_0_scenario_1_bravo_breaks_with_its_sixteenth_loss() -> None:
    for already, broken in ((14, False), (15, True)):
        state = position("tank/1", alpha={"A1": ("5614", "D")}, bravo={"B20": "5618", "B1": ("0101", "A")}, dice="1")
        fallen(state, *units_of("bravo", 2, already + 1))
        played = play(state, alpha="A1 DF 5618")
        assert unit(played.state, "B20").status == DESTROYED
        assert [e.data["losses"] for e in played.found("preservation", side="bravo")] == ([16] if broken else [])
        assert (GAME.outcome(played.state) is not None) is broken


@pytest.mark.rules("15.11a", "15.11b")
def test_survivors_fire_at_half_strength_from_the_next_turn_on() -> None:
    # Alpha loses its 16th tank by Direct Fire on turn 3; its Opportunity Fire later that turn is whole, then halved.
    state = position(
        MEETING, alpha={"A1": ("5614", "D"), "A20": ("6014", "D")}, bravo={"B1": ("6018", "A"), "B2": ("5619", "A")},
        dice="1 6  1 1 1  6",
    )  # fmt: skip
    fallen(state, *units_of("alpha", 2, 16))
    turn = play(state, alpha="A1 OF 5618", bravo="B1 DF 6014; B2 MV A", face={"bravo": "B2 D"})
    assert turn.state.preserved == {"alpha": 3}
    assert [e.data["strength"] for e in turn.found("shot", unit="A1")] == [21]
    # Turn 4: chits 0 1 (Alpha) and 0 (Bravo); 21 is halved to 11, fractions up.
    after = play(turn.state, alpha="A1 DF 5618")
    assert [e.data["strength"] for e in after.found("shot", unit="A1")] == [11]
    (shot,) = after.found("shot", unit="A1")
    assert shot.turn == 4


@pytest.mark.rules("15.11a", "8.31b")
def test_t44_the_halvings_for_range_and_preservation_both_count() -> None:
    # A T62 (effective range 30) at 31 hexes in open country: 21, then 11, then 6 against the 5 of a rear.
    state = position("tank/3", alpha={"A1": ("2719", "B", "T62")}, bravo={"B1": ("5819", "B", "M60A2")}, dice="6")
    state.preserved = {"alpha": 2}
    played = play(state, alpha="A1 DF 5819")
    (shot,) = played.found("shot", unit="A1")
    assert (shot.data["range"], shot.data["strength"], shot.data["defence"]) == (31, 6, 5)


@pytest.mark.rules("15.12")
def test_both_forces_may_break_on_one_turn_or_on_different_ones() -> None:
    alpha, bravo = {"A1": ("5614", "D"), "A20": "0118"}, {"B1": ("5618", "A"), "B10": "6118"}
    state = fallen(position(MEETING, alpha=alpha, bravo=bravo, dice="1 1"), *units_of("alpha", 2, 16))
    fallen(state, *units_of("bravo", 2, 5))
    played = play(state, alpha="A1 DF 5618", bravo="B1 DF 5614")
    assert played.state.preserved == {"alpha": 3, "bravo": 3}
    state = fallen(position(MEETING, alpha=alpha, bravo=bravo, dice="1"), *units_of("alpha", 2, 16))
    state.preserved = {"bravo": 2}
    played = play(state, bravo="B1 DF 5614")
    assert played.state.preserved == {"alpha": 3, "bravo": 2}


@pytest.mark.rules("15.2", "17.11-5")
def test_in_a_meeting_preservation_opens_the_way_off_the_map_and_ends_nothing() -> None:
    state = position(MEETING, alpha={"A1": ("5614", "D"), "A20": "6118"}, bravo={"B1": ("5618", "A"), "B10": "0118"},
                     dice="1  1 1 1")  # fmt: skip
    fallen(state, *units_of("alpha", 2, 16))
    played = play(state, bravo="B1 DF 5614")
    assert played.state.preserved == {"alpha": 3}
    assert GAME.outcome(played.state) is None


@pytest.mark.rules("15.0-gen-1", "17.3-8")
def test_t84_units_that_left_or_never_came_are_no_losses() -> None:
    state = position(MEETING, alpha={"A1": "6118", "A2": "6018"}, bravo={"B1": "0118"})
    state.preserved = {"bravo": 2}
    fallen(state, *units_of("alpha", 3, 17))
    played = play(state, alpha="A1 MV exit")
    assert unit(played.state, "A1").status == EXITED
    assert played.state.losses == {"alpha": 15}
    assert "alpha" not in played.state.preserved


@pytest.mark.rules("15.0-gen-1", "8.61c")
def test_a_unit_hit_twice_is_one_loss() -> None:
    # Both M60A2 hit A1, which is on Opportunity Fire and so lasts until movement is over.
    state = position(
        MEETING, alpha={"A1": ("5614", "D"), "A20": "0118"},
        bravo={"B1": ("5618", "A"), "B2": ("5818", "A"), "B10": "6118"}, dice="1 1",
    )  # fmt: skip
    played = play(state, alpha="A1 OF 5616", bravo="B1 DF 5614; B2 DF 5614")
    assert unit(played.state, "A1").status == DESTROYED
    assert played.state.losses == {"alpha": 1}
    assert len(played.found("destroyed", unit="A1")) == 1
