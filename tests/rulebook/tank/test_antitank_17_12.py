"""The anti-tank action (17.12): a column against hidden guns; scenario 1 has 15 PzIVh, 8 76AT and 12 infantry."""

from __future__ import annotations

import pytest

from hulldown.core.game import Outcome
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.tank_positions import (
    Spot,
    fallen,
    opened,
    placing,
    play,
    position,
    refused,
    track,
    unit,
    units_of,
)

ACTION = "tank/1"


def _outcome(state: TankState, alpha: str = "", bravo: str = "") -> tuple[str | None, str] | None:
    outcome: Outcome | None = GAME.outcome(play(state, alpha=alpha, bravo=bravo).state)
    return (outcome.winner, outcome.rule) if outcome is not None else None


def _duel(dice: str, **bravo: Spot) -> TankState:
    """A1 in 5614 and B1, a gun, in 5618, both face to face, with other units of Bravo."""
    return position(ACTION, alpha={"A1": ("5614", "D"), "A2": "6030"}, bravo={"B1": ("5618", "A"), **bravo}, dice=dice)


@pytest.mark.rules("17.12", "17.12-1", "17.12-2")
def test_bravo_notes_its_hexes_at_least_eleven_from_x_and_places_nothing() -> None:
    state = GAME.setup(ACTION, {}, "script:")
    assert GAME.pending(state)["bravo"].kind == "deploy"
    assert refused(state, "bravo", placing(ACTION, {"B1": "5018 C"})) == []
    assert refused(state, "bravo", placing(ACTION, {"B1": "5118 C"})) == ["17.12-1"]
    text = placing(ACTION)
    assert refused(state, "bravo", text.partition("; ")[2]) == ["17.12-1"], "B1 is missing"
    assert refused(state, "bravo", f"{text}; B1 3018 C") == ["17.12-1"], "B1 is placed twice"
    assert refused(state, "bravo", f"{text}; A1 3018 C") == ["17.12-1"]
    game = opened(ACTION, "COL 6118", text)
    assert all(each.hidden for each in game.state.units if each.side == "bravo")
    assert [piece for piece in GAME.view(game.state, "alpha").pieces if piece.side == "bravo"] == []


@pytest.mark.rules("17.12-3")
def test_alpha_enters_from_x_in_one_column_on_turn_one() -> None:
    state = GAME.setup(ACTION, {}, "script:")
    assert (refused(state, "alpha", "COL 6118"), refused(state, "alpha", "COL 0118")) == ([], ["17.3-1"])
    game = opened(ACTION, "COL 6118", placing(ACTION))
    assert game.state.turn == 1
    played = play(game.state, alpha="column MV 6118 6018 5918 5818")
    assert [track(played, name)[0] for name in ("A1", "A2", "A3", "A4")] == [
        ("6118", 1), ("6118", 2), ("6118", 3), ("6118", 4),
    ]  # fmt: skip


@pytest.mark.rules("17.12-4")
def test_panic_waits_for_the_turn_after_the_first_fire_and_not_for_spotting() -> None:
    # B1 is spotted on turn 3 (die 1), fired at on turn 4 (die 6), and chits are drawn on turn 5: two for each side.
    state = _duel("1 6 1 1 1 1", B2=("0101", "A"))
    unit(state, "B1").spotted = False
    spotted = play(state)
    assert spotted.state.contact == 3
    fired = play(spotted.state, bravo="B1 DF 5614")
    assert [roll.purpose for roll in fired.rolls] == ["B1 at A1"]
    assert len(play(fired.state).rolls) == 4


@pytest.mark.rules("17.12-6", "17.12-5")
def test_alpha_wins_when_the_last_gun_is_destroyed() -> None:
    # Seven guns are gone; the HE of a PzIVh (10) kills the eighth in the open.
    state = fallen(_duel("1", B9="0101"), *units_of("bravo", 2, 8))
    played = play(state, alpha="A1 DF 5618")
    assert unit(played.state, "B1").status == DESTROYED
    outcome = GAME.outcome(played.state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("alpha", "17.12-6")
    missed = fallen(_duel("6", B9="0101"), *units_of("bravo", 2, 8))
    assert _outcome(missed) is None


@pytest.mark.rules("17.12-6", "17.12-5")
def test_alpha_wins_when_bravo_reaches_its_preservation_level() -> None:
    state = fallen(_duel("1", B9="5616"), *units_of("bravo", 6, 8), *units_of("bravo", 10, 20), "B5")
    assert state.losses == {"bravo": 15}
    assert _outcome(state, alpha="A1 DF 5616") == ("alpha", "17.12-6")


@pytest.mark.rules("17.12-7", "17.12-5")
def test_bravo_wins_when_alpha_reaches_its_preservation_level() -> None:
    state = fallen(_duel("1"), *units_of("alpha", 3, 10))
    unit(state, "A1").facing = 0
    assert _outcome(state, bravo="B1 DF 5614") == ("bravo", "17.12-7")


@pytest.mark.rules("17.12-7")
def test_both_at_their_limit_on_one_turn_is_a_draw() -> None:
    # A1, the ninth loss, and the infantry in 5616, the sixteenth, fall in one exchange.
    state = fallen(_duel("1 1", B9="5616"), *units_of("alpha", 3, 10))
    fallen(state, *units_of("bravo", 6, 8), *units_of("bravo", 10, 20), "B5")
    unit(state, "A1").facing = 0
    assert _outcome(state, alpha="A1 DF 5616", bravo="B1 DF 5614") == (None, "17.12-7")


@pytest.mark.rules("17.12-6", "17.12-7")
def test_t80_the_last_gun_on_the_turn_of_alphas_own_limit_is_a_draw() -> None:
    state = fallen(_duel("1 1", B9="0101"), *units_of("alpha", 3, 10), *units_of("bravo", 2, 8))
    unit(state, "A1").facing = 0
    assert _outcome(state, alpha="A1 DF 5618", bravo="B1 DF 5614") == (None, "17.12-7")


@pytest.mark.rules("17.12-8")
def test_neither_side_may_leave_the_map() -> None:
    state = position(ACTION, alpha={"A1": "6118"}, bravo={"B9": "0101", "B1": ("0201", "A")})
    state.preserved = {"alpha": 2}
    assert refused(state, "alpha", "A1 MV exit") == ["17.12-8"]
    assert refused(state, "bravo", "B9 MV exit") == ["17.12-8"]


PANIC = "1 1 1 1"
"""Four chits a turn, once there has been fire."""


@pytest.mark.rules("17.12-9", "17.12-5")
def test_ten_quiet_turns_after_the_first_fire_give_bravo_the_game() -> None:
    for turn, over in ((12, None), (13, ("bravo", "17.12-9"))):
        state = position(ACTION, turn=turn, alpha={"A1": "6118"}, bravo={"B1": ("0101", "A")}, dice=PANIC)
        state.first_fire = 3
        assert _outcome(state) == over
    # After a casualty on turn 7 the count begins anew.
    for turn, over in ((16, None), (17, ("bravo", "17.12-9"))):
        state = position(ACTION, turn=turn, alpha={"A1": "6118"}, bravo={"B1": ("0101", "A")}, dice=PANIC)
        fallen(state, "A15").last_loss = 7
        state.first_fire = 3
        assert _outcome(state) == over
    # The number is agreed on before the game.
    state = position(
        ACTION, turn=5, alpha={"A1": "6118"}, bravo={"B1": ("0101", "A")}, dice=PANIC, options={"quiet_turns": 4}
    )
    state.first_fire = 1
    assert _outcome(state) == ("bravo", "17.12-9")


@pytest.mark.rules("17.12-5")
def test_r15_an_attack_that_never_engages_is_bravos_after_twenty_five_turns() -> None:
    for turn, over in ((24, None), (25, ("bravo", "17.12-5"))):
        state = position(ACTION, turn=turn, alpha={"A1": "6118"}, bravo={"B1": ("0101", "A")})
        assert _outcome(state) == over
    state = position(ACTION, turn=7, alpha={"A1": "6118"}, bravo={"B1": ("0101", "A")}, options={"engage_turns": 7})
    assert _outcome(state) == ("bravo", "17.12-5")
