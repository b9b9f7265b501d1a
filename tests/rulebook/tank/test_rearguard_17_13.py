"""The rearguard action (17.13): scenario 11 sends 15 T34/85 from W to Y past five JPzV (Preservation 2)."""

from __future__ import annotations

import pytest

from hulldown.core.events import for_side
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import EXITED, TankState
from support.tank_positions import facing, fallen, opened, placing, play, position, refused, unit, units_of, where

REARGUARD = "tank/11"


def _gone(state: TankState, *names: str) -> TankState:
    for name in names:
        unit(state, name).status = EXITED
        unit(state, name).cell = -1
    return state


def _outcome(state: TankState, alpha: str = "", bravo: str = "") -> tuple[str | None, str] | None:
    outcome = GAME.outcome(play(state, alpha=alpha, bravo=bravo).state)
    return (outcome.winner, outcome.rule) if outcome is not None else None


@pytest.mark.rules("17.13", "17.13-1")
def test_bravo_notes_its_hexes_at_least_eleven_from_w() -> None:
    state = GAME.setup(REARGUARD, {}, "script:")
    assert refused(state, "bravo", placing(REARGUARD, {"B1": "3012 A"})) == []
    assert refused(state, "bravo", placing(REARGUARD, {"B1": "3011 A"})) == ["17.13-1"]
    assert refused(state, "bravo", placing(REARGUARD, {"B1": "3018 A", "B2": "3018 A"})) == ["11.0"]


@pytest.mark.rules("17.13-2")
def test_t83_bravo_is_placed_face_down_after_alphas_entry_and_idle_until_then() -> None:
    game = opened(REARGUARD, "COL 4801", placing(REARGUARD, {"B1": "3018 B"}))
    assert set(GAME.pending(game.state)) == {"alpha"}, "Bravo writes no plot on turn 1"
    assert refused(GAME.setup(REARGUARD, {}, "script:"), "alpha", "COL 3036") == ["17.3-1"], "Alpha comes from W"
    before = GAME.view(game.state, "alpha")
    assert [piece for piece in before.pieces if piece.side == "bravo"] == []
    played = play(game.state, alpha="column MV 4801 4802 4803")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("4803", "4802")
    placed = [piece for piece in GAME.view(played.state, "alpha").pieces if piece.side == "bravo"]
    assert len(placed) == 5
    assert all(piece.face_down for piece in placed)
    order = [e.kind for e in for_side(played.events, "alpha") if e.kind in ("entered", "moved", "rearguard")]
    assert order[-1] == "rearguard"
    assert (where(played.state, "B1"), facing(played.state, "B1")) == ("3018", "B")
    assert set(GAME.pending(played.state)) == {"alpha", "bravo"}
    assert not any(position for position in played.state.positions), "they are not dug in"


@pytest.mark.rules("17.13-2", "13.23a")
def test_r9_a_rearguard_placed_in_sight_is_looked_for_before_the_next_direct_fire() -> None:
    game = opened(REARGUARD, "COL 3501", placing(REARGUARD, {"B1": "3413 A"}), dice=" ".join("1" * 20))
    entered = play(game.state, alpha="column MV 3501 3502 3503")
    scene = scene_of(entered.state)
    assert scene.clear(scene.board.by_label["3503"], scene.board.by_label["3413"])
    assert (entered.rolls, unit(entered.state, "B1").spotted) == ((), False)
    looked = play(entered.state)
    assert [event.step for event in looked.found("spotted", unit="B1")] == ["spot"]


@pytest.mark.rules("17.13-3")
def test_bravo_has_no_opportunity_fire_on_turn_one() -> None:
    for turn, rule in ((1, ["17.13-3"]), (2, [])):
        state = position(REARGUARD, turn=turn, alpha={"A1": "5614"}, bravo={"B1": ("5620", "A")})
        assert refused(state, "bravo", "B1 OF 5616") == rule
        kinds = {option.kind for each in GAME.legal(state, "bravo").units for option in each.options}
        assert ("OF" in kinds) is not bool(rule)


@pytest.mark.rules("17.13-4")
def test_panic_waits_for_the_turn_after_the_first_fire() -> None:
    # They see each other on turn 3; B1 fires on turn 4 (6, a miss); chits on turn 5: three for each side.
    state = position(
        REARGUARD, alpha={"A1": ("5614", "D", "unspotted")}, bravo={"B1": ("5620", "A", "unspotted")},
        dice="6 1 1 1 1 1 1",
    )  # fmt: skip
    seen = play(state)
    assert (seen.rolls, seen.state.contact) == ((), 3)
    fired = play(seen.state, bravo="B1 OF 5616")
    assert fired.rolls == ()
    shot = play(fired.state, bravo="B1 DF 5614")
    assert shot.dice == [6]
    assert len(play(shot.state).rolls) == 6


@pytest.mark.rules("17.13-5", "17.13-7", "17.3-7")
def test_t82_alpha_wins_at_once_with_half_its_force_over_y() -> None:
    # Half of fifteen is seven; six are through.
    state = position(REARGUARD, turn=9, alpha={"A7": "5636", "A8": "5634"}, bravo={"B1": ("0112", "A")})
    _gone(state, *units_of("alpha", 1, 6))
    assert _outcome(state) is None
    assert _outcome(state, alpha="A7 MV exit") == ("alpha", "17.13-5")


@pytest.mark.rules("17.13-6")
def test_t82_bravo_wins_after_turn_25_if_it_is_not_broken_else_it_is_a_draw() -> None:
    for turn, losses, outcome in ((24, 1, None), (25, 1, ("bravo", "17.13-6")), (25, 2, (None, "17.13-6"))):
        state = position(REARGUARD, turn=turn, alpha={"A7": "5630"}, bravo={"B1": ("0112", "A")})
        _gone(fallen(state, *units_of("bravo", 2, 1 + losses)), *units_of("alpha", 1, 6))
        if losses >= 2:
            state.preserved = {"bravo": 20}
        assert _outcome(state) == outcome


@pytest.mark.rules("17.13-6")
def test_t82_alpha_too_weak_to_get_through_may_still_break_the_rearguard() -> None:
    # Nine are lost: seven cannot leave any more. The game goes on, and the second JPzV lost on turn 9 makes a draw.
    state = position(REARGUARD, turn=9, alpha={"A1": ("5618", "A")}, bravo={"B1": ("5614", "A"), "B3": ("0112", "A")},
                     dice="1")  # fmt: skip
    fallen(state, "B2", *units_of("alpha", 7, 15))
    played = play(state, alpha="A1 DF 5614")
    assert played.state.preserved == {"bravo": 9}
    assert GAME.outcome(played.state) is None
    last = position(REARGUARD, turn=25, alpha={"A1": ("5618", "A")}, bravo={"B3": ("0112", "A")})
    fallen(last, "B1", "B2", *units_of("alpha", 7, 15)).preserved = {"bravo": 9}
    assert _outcome(last) == (None, "17.13-6")


@pytest.mark.rules("17.13-6")
def test_the_action_ends_when_nobody_of_alpha_is_left() -> None:
    state = position(REARGUARD, turn=9, alpha={"A1": ("5618", "A")}, bravo={"B1": ("5614", "D")}, dice="1")
    fallen(state, *units_of("alpha", 2, 15))
    assert _outcome(state, bravo="B1 DF 5618") == ("bravo", "17.13-6")


@pytest.mark.rules("17.13-7")
def test_both_forces_leave_over_y_only() -> None:
    state = position(
        REARGUARD, alpha={"A1": "5636", "A2": "4801", "A3": "6120"}, bravo={"B1": ("0136", "D"), "B2": ("0120", "E")}
    )
    assert refused(state, "alpha", "A1 MV exit") == []
    assert refused(state, "alpha", "A2 MV exit") == ["17.13-7"]
    assert refused(state, "alpha", "A3 MV exit") == ["17.13-7"]
    assert refused(state, "bravo", "B1 MV exit") == []
    assert refused(state, "bravo", "B2 MV exit") == ["17.13-7"]
    left = play(state, bravo="B1 MV exit")
    assert unit(left.state, "B1").status == EXITED
    assert left.state.losses == {}


@pytest.mark.rules("17.13")
@pytest.mark.parametrize("scenario", ["tank/11", "tank/12", "tank/13"])
def test_17_13_alpha_crosses_from_w_to_y_in_25_turns_against_bravo(scenario: str) -> None:
    """The template of all three: who comes from where, who may leave where, and when it ends."""
    info = next(each for each in GAME.scenarios() if each.id == scenario)
    assert (info.facts["situation"], info.length) == ("rearguard", 25)
    assert [info.sides[side]["deploy"] for side in ("alpha", "bravo")] == ["column", "placed"]
    state = GAME.setup(scenario, {}, "script:")
    assert {side: decision.kind for side, decision in GAME.pending(state).items()} == {
        "alpha": "enter", "bravo": "deploy",
    }  # fmt: skip
    assert refused(state, "alpha", "COL 3001") == []
    for elsewhere in ("6118", "3036", "0118"):
        assert refused(state, "alpha", f"COL {elsewhere}") == ["17.3-1"], "only W"
    assert refused(state, "bravo", placing(scenario, {"B1": "3012 A"})) == []
    assert refused(state, "bravo", placing(scenario, {"B1": "3011 A"})) == ["17.13-1"]
    for turn, over in ((24, None), (25, ("bravo", "17.13-6"))):
        late = position(scenario, turn=turn, alpha={"A1": "3036"}, bravo={"B1": ("6136", "A")})
        assert refused(late, "alpha", "A1 MV exit") == [], "over Y"
        assert refused(late, "bravo", "B1 MV exit") == [], "Bravo too"
        assert _outcome(late) == over
    strong = position(scenario, turn=20, alpha={"A1": "3001", "A2": "6118", "A3": "0118"}, bravo={"B1": ("6136", "A")})
    for name in ("A1", "A2", "A3"):
        assert refused(strong, "alpha", f"{name} MV exit") == ["17.13-7"], "not over another edge"
