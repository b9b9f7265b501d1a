"""The Introductory scenario (16.0): five against five, no Preservation, 25 turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import WAITING
from support.tank_positions import fallen, opened, play, position, refused, track, unit, units_of, where

INTRO = "tank/intro"


@pytest.mark.rules("16.0", "17.1b")
def test_the_forces_and_where_they_come_from() -> None:
    (info,) = [scenario for scenario in GAME.scenarios() if scenario.id == INTRO]
    assert (info.sides["alpha"]["forces"], info.sides["bravo"]["forces"]) == ("5 PzIVh", "5 M4/76")
    assert (info.sides["alpha"]["panic"], info.sides["bravo"]["panic"]) == (4, 1)
    assert info.length == 25
    state = GAME.setup(INTRO, {}, "script:")
    assert {decision.kind for decision in GAME.pending(state).values()} == {"enter"}
    assert refused(state, "alpha", "COL 3001") == []
    assert refused(state, "alpha", "COL 3036") == ["17.3-1"], "Alpha comes from W, the north"
    assert refused(state, "bravo", "COL 3036") == []
    assert refused(state, "bravo", "COL 0118") == ["17.3-1"], "Bravo from Y, the south"


@pytest.mark.rules("16.0", "17.3-2")
def test_t85_both_enter_in_column_and_plot_turn_by_turn(draw: Callable[..., str]) -> None:
    game = opened(draw(base=INTRO), "COL 0901", "COL 0916")
    assert set(GAME.pending(game.state)) == {"alpha", "bravo"}
    played = play(game.state, alpha="column MV 0901 0902 0903 0904", bravo="column MV 0916")
    assert track(played, "A1") == [("0901", 1), ("0902", 2), ("0903", 3), ("0904", 4)]
    assert track(played, "A2") == [("0901", 2), ("0902", 3), ("0903", 4)]
    assert [where(played.state, f"B{number}") for number in (1, 2)] == ["0916", ""]
    assert refused(game.state, "alpha", "column MV 0901 0902 0903 0904 0905") == ["9.32"], "it has four points"


@pytest.mark.rules("16.0-1", "16.0-erratum")
def test_preservation_is_not_used_and_nobody_may_leave() -> None:
    alpha, bravo = {"A1": ("5614", "D"), "A2": "3901"}, {"B1": ("5618", "A"), "B2": "3036"}
    state = position(INTRO, turn=5, alpha=alpha, bravo=bravo, dice="1")
    fallen(state, "A3", "A4", "A5")
    played = play(state, bravo="B1 DF 5614")
    assert played.state.losses == {"alpha": 4}
    assert played.state.preserved == {}
    assert played.found("preservation") == []
    assert refused(state, "alpha", "A2 MV exit") == ["16.0-1"]
    assert refused(state, "bravo", "B2 MV exit") == ["16.0-1"]


@pytest.mark.rules("16.0-2", "16.0")
def test_after_25_turns_the_side_with_more_tanks_wins() -> None:
    for lost, winner in ((("A5",), "bravo"), (("B4", "B5"), "alpha"), (("A5", "B5"), None), ((), None)):
        for turn in (24, 25):
            state = position(INTRO, turn=turn, alpha={"A1": "3901"}, bravo={"B1": "3036"})
            fallen(state, *lost)
            outcome = GAME.outcome(play(state).state)
            if turn < 25:
                assert outcome is None
            else:
                assert outcome is not None
                assert (outcome.winner, outcome.rule) == (winner, "16.0-2")


@pytest.mark.rules("16.0-2")
def test_a_force_that_is_wiped_out_has_lost_and_two_have_drawn() -> None:
    state = position(INTRO, turn=5, alpha={"A1": ("5614", "D")}, bravo={"B1": ("5618", "A")}, dice="1")
    fallen(state, *units_of("alpha", 2, 5))
    over = GAME.outcome(play(state, bravo="B1 DF 5614").state)
    assert over is not None
    assert (over.winner, over.score) == ("bravo", {"alpha": 0, "bravo": 5})
    state = position(INTRO, turn=5, alpha={"A1": ("5614", "D")}, bravo={"B1": ("5618", "A")}, dice="1 1")
    fallen(state, *units_of("alpha", 2, 5), *units_of("bravo", 2, 5))
    over = GAME.outcome(play(state, alpha="A1 DF 5618", bravo="B1 DF 5614").state)
    assert over is not None
    assert over.winner is None


@pytest.mark.rules("16.0", "17.11-3")
def test_t85_panic_is_suspended_until_the_turn_after_contact() -> None:
    # Nobody has been spotted yet; on turn 3 they see each other, so chits (4 and 1) are drawn from turn 4 on.
    state = position(
        INTRO, alpha={"A1": ("5614", "D", "unspotted")}, bravo={"B1": ("5618", "A", "unspotted")}, dice="1 1 1 1 1"
    )
    first = play(state)
    assert first.rolls == ()
    assert first.state.contact == 3
    second = play(first.state)
    assert [roll.sides for roll in second.rolls] == [10, 9, 8, 7, 10]


@pytest.mark.rules("17.3-3", "16.0")
def test_the_last_tank_of_the_column_comes_on_the_second_turn(draw: Callable[..., str]) -> None:
    # They see each other on turn 1; on turn 2 the chits are 6 to 9 for Alpha and 0 for Bravo: nobody panics.
    game = opened(draw(base=INTRO), "COL 0901", "COL 1516", dice="10 9 8 7 1")
    first = play(game.state, alpha="column MV 0901 0902 0903 0904", bravo="column MV 1516 1515")
    assert unit(first.state, "A5").status == WAITING
    second = play(first.state, alpha="column MV 0905 0906 0907 0908")
    assert track(second, "A5") == [("0901", 1), ("0902", 2), ("0903", 3), ("0904", 4)]
