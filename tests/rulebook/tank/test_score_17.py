"""The score during the game: survivors and levels, who would win as things stand, and who can no longer win (17.1)."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.game import Outcome
from hulldown.core.score import Fact, Meter, Score
from hulldown.games.tank.books import ruleset_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.faces import score as scores
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, WAITING, TankState
from support.tank_positions import cell, position, unit, units_of

MEETING, ACTION, REARGUARD, INTRO = "tank/10", "tank/1", "tank/11", "tank/intro"
VIEWERS = ("alpha", "bravo", None)
HALVED = "losses are its Preservation Level: from the next turn on it attacks with half its strength"
NOBODY = "Decided: nobody can win any more, it will be a draw."


def on_map(scenario: str, turn: int = 9, **options: int) -> TankState:
    """A position in which all units of both sides stand on the map, in one hex each side, and nobody is spotted."""
    state = position(scenario, turn=turn, options=options)
    for each in state.units:
        each.status, each.cell = ON_MAP, cell(state, "3010" if each.side == "alpha" else "3020")
    return state


def lose(state: TankState, side: str, count: int) -> TankState:
    """The first units of a side are destroyed."""
    for name in units_of(side, 1, count):
        unit(state, name).status = DESTROYED
    state.losses[side] = count
    return state


def leave(state: TankState, *names: str) -> TankState:
    """These units have left the map."""
    for name in names:
        unit(state, name).status, unit(state, name).cell = EXITED, -1
    return state


def told(state: TankState, viewer: str | None = "alpha") -> Score:
    return GAME.score(GAME.view(state, viewer))


def meters(state: TankState, side: str, viewer: str | None = "alpha") -> dict[str, Meter]:
    return {one.label: one for each in told(state, viewer).sides if each.side == side for one in each.meters}


def able(state: TankState, viewer: str | None = "alpha") -> list[str]:
    """The sides that can still win."""
    return [each.side for each in told(state, viewer).sides if each.able]


@pytest.mark.rules("17.3-8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_those_who_left_unseen_are_counted_for_every_viewer(viewer: str | None) -> None:
    # A1 was spotted when it left, A2 and A3 were not; A5 is destroyed. All of them are public as numbers.
    state = leave(on_map(REARGUARD), "A1", "A2", "A3")
    unit(state, "A1").spotted = True
    unit(state, "A5").status = DESTROYED
    assert meters(state, "alpha", viewer)["Got through"].value == 3
    assert {each.side: each.value for each in told(state, viewer).sides} == {"alpha": 14, "bravo": 5}
    # Bravo's own loss is no loss of Alpha's, and who waits off the map is still there.
    leave(state, "B2", "B3")
    unit(state, "B1").status = DESTROYED
    unit(state, "A4").status = WAITING
    assert meters(state, "alpha", viewer)["Got through"].value == 3
    assert meters(state, "bravo", viewer)["Left the map"].value == 2
    assert {each.side: each.value for each in told(state, viewer).sides} == {"alpha": 14, "bravo": 4}


@pytest.mark.rules("17.3-8", "17.13-5", "15.0-gen-1", "12.1a")
def test_the_meters_of_a_rearguard() -> None:
    state = leave(lose(on_map(REARGUARD), "alpha", 4), "A7", "A8", "B3")
    assert list(meters(state, "alpha").values()) == [
        Meter("Units left", 11, "17.3-8", 15),
        Meter("Losses", 4, "15.0-gen-1", 11, f"11 {HALVED}", "quiet", True),
        Meter("Panic Level", 3, "12.1a", 10, "3 of 10 digits are drawn for it each turn; not yet in force"),
        Meter("Got through", 2, "17.13-5", 7, "so many win the game", "good", True),
    ]
    assert list(meters(state, "bravo").values()) == [
        Meter("Units left", 5, "17.3-8", 5),
        Meter("Losses", 0, "15.0-gen-1", 2, f"2 {HALVED}", "quiet", True),
        Meter("Panic Level", 3, "12.1a", 10, "3 of 10 digits are drawn for it each turn; not yet in force"),
        Meter("Left the map", 1, "17.3-8", 0, "they count as survivors", "quiet", True),
    ]
    assert "Got through" not in meters(leave(on_map(MEETING), "A1"), "alpha"), "nobody has to get through"
    state.first_fire = 8
    for side in ("alpha", "bravo"):
        assert meters(state, side)["Panic Level"].what == "3 of 10 digits are drawn for it each turn"


@pytest.mark.rules("17.12-6", "17.3-8")
def test_the_guns_that_are_left_are_bravos_and_not_its_infantry() -> None:
    state = on_map(ACTION)
    what = "Alpha wins when none is left"
    assert meters(state, "bravo")["Guns left"] == Meter("Guns left", 8, "17.12-6", 8, what, "quiet", True)
    # B1 to B8 are the guns, B9 to B20 infantry.
    unit(state, "B3").status = unit(state, "B9").status = unit(state, "A1").status = DESTROYED
    assert meters(state, "bravo")["Guns left"].value == 7
    assert "Guns left" not in meters(state, "alpha")
    assert "Left the map" not in {**meters(state, "alpha"), **meters(state, "bravo")}
    for scenario in (MEETING, REARGUARD, INTRO):
        assert "Guns left" not in meters(on_map(scenario), "bravo"), "no guns, no meter"
    # A scenario in which Alpha has guns as well: they are not those that Alpha must destroy.
    armed = msgspec.structs.replace(scenario_of(state), alpha=scenario_of(state).bravo)
    score = scores.score(GAME.view(state, "alpha"), Scene(armed, ruleset_of(state)))
    assert [one.value for one in score.sides[1].meters if one.label == "Guns left"] == [7]


@pytest.mark.rules("16.0-1", "15.0-gen-1", "17.3-8")
def test_without_a_preservation_level_losses_are_counted_against_the_force() -> None:
    state = lose(on_map(INTRO), "bravo", 2)
    assert meters(state, "bravo")["Losses"] == Meter("Losses", 2, "16.0-1", 5, "", "quiet", True)
    assert meters(state, "alpha")["Losses"].value == 0
    # At two thirds of the level it warns, at the level it is bad: 6 and 9 of 9; 11 (not 10) and 16 of 16.
    tones = {5: "quiet", 6: "warn", 8: "warn", 9: "bad", 10: "bad"}
    assert {lost: meters(lose(on_map(ACTION), "alpha", lost), "alpha")["Losses"].tone for lost in tones} == tones
    tones = {10: "quiet", 11: "warn", 15: "warn", 16: "bad"}
    assert {lost: meters(lose(on_map(ACTION), "bravo", lost), "bravo")["Losses"].tone for lost in tones} == tones


@pytest.mark.rules("17.3-8", "17.12-5", "17.12-9", "17.11-4", "17.13-6", "16.0-2")
def test_how_long_a_game_can_still_last() -> None:
    state = on_map(ACTION, turn=20)
    assert told(state).left == "5 turns after this one to open fire"
    state.turn = 24
    assert told(state).left == "1 turn after this one to open fire"
    state.turn = 26
    assert told(state).left == "0 turns after this one to open fire"
    state.turn = 12
    for first, last in ((8, 0), (5, 8), (8, 5)):
        state.first_fire, state.last_loss = first, last
        assert told(state).left == "ends after 6 more turns without a loss"
    state.turn = 17
    assert told(state).left == "ends after 1 more turn without a loss"
    state.turn = 19
    assert told(state).left == "ends after 0 more turns without a loss"
    assert told(on_map(ACTION, turn=20, engage_turns=30)).left == "10 turns after this one to open fire"
    assert told(on_map(MEETING)).left == "no set length; at the latest turn 50"
    assert told(on_map(MEETING, turn_cap=40)).left == "no set length; at the latest turn 40"
    for scenario in (REARGUARD, INTRO):
        score = told(on_map(scenario, turn=9))
        assert (score.left, score.turn, score.turns) == ("16 turns after this one", 9, 25)
    assert (told(on_map(MEETING)).turn, told(on_map(MEETING)).turns) == (9, 0)


@pytest.mark.rules("17.3-8", "15.11a", "17.11-3", "12.1a")
def test_what_has_happened_is_told_as_facts() -> None:
    state = on_map(MEETING)
    assert told(state).facts == (Fact("Panic", "not yet in force", "17.11-3"),)
    state.contact, state.preserved = 8, {"alpha": 7}
    assert told(state).facts == (
        Fact("Preservation", "Alpha reached its Preservation Level on turn 7", "15.11a", "bravo"),
    )
    state.preserved = {"bravo": 1}
    assert told(state).facts == (
        Fact("Preservation", "Bravo reached its Preservation Level on turn 1", "15.11a", "alpha"),
    )
    state.contact = 9
    assert len(told(state).facts) == 2, "panic begins on the turn after the forces have met"
    assert told(on_map(REARGUARD)).facts == (Fact("Panic", "not yet in force", "12.1a"),)


@pytest.mark.rules("17.3-8", "16.0-2", "17.11-7", "17.12-5", "17.13-6")
def test_who_would_win_as_things_stand() -> None:
    state = on_map(INTRO)
    assert (told(state).leader, told(state).standing) == (
        "",
        "As things stand it is a draw: both sides have as many tanks left.",
    )
    score = told(lose(state, "alpha", 1))
    assert (score.leader, score.standing) == ("bravo", "As things stand Bravo wins: more surviving tanks.")
    assert told(on_map(MEETING)).standing == "As things stand it is a draw: the ratio of the forces is what it was."
    assert told(lose(on_map(MEETING), "bravo", 1)).leader == "alpha"
    assert told(on_map(ACTION)).standing == "As things stand Bravo wins: the attack has never engaged."
    assert told(leave(on_map(REARGUARD), *units_of("alpha", 1, 7))).leader == "alpha"
    assert told(leave(on_map(REARGUARD), *units_of("alpha", 1, 6))).leader == "bravo"
    assert (told(state).measure, told(state).rule) == ("units left", "17.3-8")


@pytest.mark.rules("17.3-8", "16.0-2", "17.13-6")
def test_a_game_that_is_over_has_been_won_and_nothing_more_is_said_of_chances() -> None:
    state = lose(on_map(REARGUARD), "alpha", 15)
    assert told(state).decided == "Decided: Alpha can no longer win."
    assert told(state).standing == "As things stand Bravo wins: Alpha was kept from getting through."
    state.outcome = GAME.judge(state)
    assert state.outcome is not None
    for viewer in VIEWERS:
        score = told(state, viewer)
        assert (score.leader, score.decided, score.left) == ("bravo", "", ""), "no turn is left of it"
        assert score.standing == "Bravo has won: Alpha was kept from getting through."
    state.outcome = Outcome(None, "16.0-2", "both sides have as many tanks left", {})
    assert (told(state).leader, told(state).standing) == ("", "A draw: both sides have as many tanks left.")


@pytest.mark.rules("17.3-8", "17.13-5", "17.13-6")
def test_a_rearguard_that_is_broken_can_only_draw() -> None:
    state = on_map(REARGUARD)
    assert (told(state).decided, able(state)) == ("", ["alpha", "bravo"])
    state.preserved = {"bravo": 8}
    for viewer in VIEWERS:
        assert told(state, viewer).decided == "Decided: Bravo can no longer win."
        assert able(state, viewer) == ["alpha"]
    # Six are left and one is through: seven must be. Units that wait can still get through.
    leave(lose(state, "alpha", 8), "A9")
    assert able(state) == ["alpha"]
    unit(state, "A10").status = WAITING
    assert able(state) == ["alpha"]
    # Fewer are left than must get through: then nobody can win, and everybody is told.
    unit(state, "A10").status = DESTROYED
    for viewer in VIEWERS:
        assert told(state, viewer).decided == NOBODY
    # A sixth that has got through is no seventh, though Bravo has units to take over the edge as well.
    leave(state, *units_of("alpha", 11, 15))
    assert told(state, None).decided == NOBODY


@pytest.mark.rules("17.3-8", "17.11-7", "17.11-8")
def test_whoever_has_left_cannot_be_destroyed_any_more() -> None:
    state = leave(lose(on_map(MEETING, turn=12), "alpha", 19), *units_of("bravo", 2, 10))
    # One of twenty against at least nine of ten: the ratio cannot be improved whatever happens to the last one.
    assert told(state).decided == "Decided: Alpha can no longer win."
    # With eleven of twenty against ten of ten it can: if those ten fall, the other force is wiped out.
    state = lose(on_map(MEETING, turn=12), "alpha", 9)
    assert able(state) == ["alpha", "bravo"]
    for name in units_of("bravo", 1, 10):
        unit(state, name).status = WAITING
    for viewer in VIEWERS:
        assert able(state, viewer) == ["alpha", "bravo"], "who is still to come can fall as well"
    # Who has nobody left that could fire destroys nobody any more: nine of twenty, all gone, against all of ten.
    leave(state, *units_of("alpha", 10, 20))
    assert able(state) == ["bravo"]
    unit(state, "A20").status = WAITING
    assert able(state) == ["alpha", "bravo"]
    unit(state, "A20").status = ON_MAP
    assert able(state) == ["alpha", "bravo"]


@pytest.mark.rules("17.3-8", "17.12-6", "17.12-7")
def test_nobody_wins_an_anti_tank_action_by_leaving() -> None:
    state = on_map(ACTION)
    assert able(state) == ["alpha", "bravo"]
    state.preserved = {"alpha": 8}
    assert able(state) == ["bravo"], "if all guns fall now, it is a draw"
    state.preserved = {"bravo": 8}
    assert able(state) == ["alpha"]
