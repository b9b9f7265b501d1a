"""The score during the game: points by reason, who would win as things stand, who can no longer win (3.6, 4.6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from hulldown.core.game import Outcome
from hulldown.core.score import Fact, Meter, Score
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.loading import Exit
from hulldown.games.panzer.faces import score as scores
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import BREWED_UP, EXITED, KNOCKED_OUT, WAITING, PanzerState, Unit
from support.panzer_field import cell, field, position, scenario, scene, the_field, vehicle
from support.panzer_module import POTS

VIEWERS = ("soviet", "german", None)


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with the_field():
        yield


def standing(*units: Unit, turn: int = 5, **options: int) -> PanzerState:
    """A position on the field: three T-34s against three Panzer IVs where no others are given."""
    forces = units or tuple(vehicle(f"{side}{n}", f"{column}0{n}") for side, column in (("S", "02"), ("G", "23"))
                            for n in (1, 2, 3))  # fmt: skip
    state = position(*forces, step="over", turn=turn)
    state.turn, state.outcome = turn, None
    state.options.update(options)
    return state


def named(state: PanzerState, name: str) -> Unit:
    return next(unit for unit in state.units if unit.id == name)


def told(state: PanzerState, viewer: str | None = "soviet", **changes: Any) -> Score:
    """The score on the field, or where the scenario is another."""
    there = Scene(msgspec.structs.replace(scenario(), **changes), field(), LIBRARY.ruleset(("basic",)))
    return scores.score(GAME.view(state, viewer), there if changes else scene())


def meters(state: PanzerState, side: str, viewer: str | None = "soviet") -> list[Meter]:
    return [one for each in told(state, viewer).sides if each.side == side for one in each.meters]


def able(state: PanzerState, **changes: Any) -> list[str]:
    """The sides that can still win."""
    return [each.side for each in told(state, **changes).sides if each.able]


@pytest.mark.rules("4.6.2a", "4.1a")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_points_losses_and_damage_stand_in_the_meters(viewer: str | None) -> None:
    state = standing(turn=5)
    lost = Meter("Losses", 0, "4.6.2a", 3, "vehicles eliminated", "quiet", True)
    assert meters(state, "soviet", viewer) == meters(state, "german", viewer) == [lost]
    named(state, "S1").status, named(state, "S2").status = KNOCKED_OUT, BREWED_UP
    named(state, "S3").damaged = named(state, "S1").damaged = True
    # A T-34/76 is worth 66 points and damaged half of that. A wreck is not damaged.
    assert meters(state, "soviet", viewer) == [
        Meter("Losses", 2, "4.6.2a", 3, "vehicles eliminated", "quiet", True),
        Meter("Damaged", 1, "4.6.2a", 0, "its vehicles that are damaged"),
    ]
    assert meters(state, "german", viewer) == [
        lost,
        Meter("For enemies eliminated", 132, "4.6.2a", 0, "by the points on their cards"),
        Meter("For enemies damaged", 33, "4.6.2a", 0, "a part of the points on their cards"),
    ]
    score = told(state, viewer)
    assert {each.side: each.value for each in score.sides} == {"soviet": 0, "german": 165}
    assert (score.leader, score.rule, score.measure) == ("german", "4.6.2a", "victory points")
    assert score.standing == "As things stand the German side wins: decisive victory, 165 points ahead."
    assert (score.turn, score.turns, score.left) == (5, 8, "3 turns after this one")
    # A damaged vehicle that waits counts as damaged as well.
    named(state, "S3").status = WAITING
    assert meters(state, "soviet", viewer)[1].value == 1


@pytest.mark.rules("4.6.2a", "3.6a", "4.5.1.1.9a", "4.5.1.1.9d")
def test_objectives_exits_and_handicaps_stand_in_the_meters() -> None:
    state = standing(german_points=7)
    named(state, "G1").status, named(state, "G1").cell = EXITED, cell("0105")
    named(state, "G1").damaged = True
    named(state, "S1").status, named(state, "S1").cell = EXITED, cell("0105")
    state.holds[0].holder = "soviet"
    assert [(one.label, one.value, one.rule, one.what) for one in meters(state, "soviet")] == [
        ("Losses", 0, "4.6.2a", "vehicles eliminated"),
        ("Left the map", 1, "4.5.1.1.9a", ""),
        ("For objectives", 50, "3.6a", "objectives it controls now"),
        ("For enemies damaged", 33, "4.6.2a", "a part of the points on their cards"),
    ]
    assert [(one.label, one.value, one.rule, one.what) for one in meters(state, "german")] == [
        ("Losses", 0, "4.6.2a", "vehicles eliminated"),
        ("Left the map", 1, "4.5.1.1.9a", ""),
        ("For vehicles off the map", 15, "4.5.1.1.9d", "vehicles that left where it scores"),
        ("Handicap", 7, "4.6.2a", "given at the start"),
    ]


@pytest.mark.rules("3.6c", "3.6a", "3.6b", "4.6.2a")
def test_who_holds_an_objective_and_who_is_about_to() -> None:
    state = standing()
    nobody = Fact("Crossroads", "Nobody controls it; worth 50 to the Soviet side and 40 to the German side", "3.6c")
    bridge = Fact("Bridge", "The German side controls it; worth 30 to the Soviet side", "3.6c", "german")
    assert told(state).facts == (nobody, bridge)
    hold = state.holds[0]
    hold.claimant, hold.turns = "soviet", 1
    claimed = "Nobody controls it, the Soviet side has been there for 1 of 2 full turns; worth 50 to the Soviet side "
    assert told(state).facts[0] == Fact("Crossroads", f"{claimed}and 40 to the German side", "3.6c")
    hold.holder = "soviet"
    mine = "The Soviet side controls it; worth 50 to the Soviet side and 40 to the German side"
    assert told(state).facts[0] == Fact("Crossroads", mine, "3.6c", "soviet")
    hold.claimant = ""
    assert told(state).facts[0].text == mine, "it need not be held on"


@pytest.mark.rules("4.3.1b", "4.6.2a")
def test_initiative_is_told_with_the_roll_and_the_choice() -> None:
    state = standing()
    assert [fact.label for fact in told(state).facts] == ["Crossroads", "Bridge"], "nobody has rolled yet"
    state.winner = "soviet"
    first = Fact("First Player", "The Soviet side has won the roll and chooses", "4.3.1b", "soviet")
    assert told(state, "german").facts[0] == first
    state.first = "german"
    chosen = "The German side (the Soviet side won the roll and chose so)"
    assert told(state, "german").facts[0] == Fact("First Player", chosen, "4.3.1b", "german")
    state.first = "soviet"
    assert told(state, None).facts[0] == Fact("First Player", "The Soviet side (won the roll)", "4.3.1b", "soviet")


@pytest.mark.rules("4.6.2a")
def test_a_game_that_is_over_has_been_won_and_nothing_more_is_said_of_chances() -> None:
    state = standing(turn=8, german_points=500)
    assert told(state).decided == "Decided: the Soviet side can no longer win."
    assert told(state).standing.startswith("As things stand the German side wins: ")
    state.outcome = GAME.judge(state)
    for viewer in VIEWERS:
        score = told(state, viewer)
        assert (score.leader, score.decided, score.left) == ("german", "", ""), "no turn is left of it"
        assert score.standing == "The German side has won: decisive victory, 500 points ahead."
    # Who gives up has lost, whatever the points say.
    state.outcome = Outcome("soviet", "4.6.2a", "the other side has given up", {})
    assert (told(state).leader, told(state).standing) == (
        "soviet",
        "The Soviet side has won: the other side has given up.",
    )
    even = told(standing())
    assert (even.leader, even.standing) == ("", "As things stand it is a draw: 0 to 0 points is too close to call.")


@pytest.mark.rules("4.6.2a", "3.6c")
def test_a_side_that_can_still_capture_or_destroy_enough_can_still_win() -> None:
    # Three Panzer IVs (67 each), the crossroads (50) and the bridge (30): 281 points; 20 ahead are needed.
    assert able(standing(german_points=261)) == ["soviet", "german"]
    assert able(standing(german_points=262)) == ["german"]
    # The crossroads need two full turns: on the last turn they can no longer be had, the bridge can.
    assert able(standing(turn=7, german_points=261)) == ["soviet", "german"]
    assert able(standing(turn=8, german_points=261)) == ["german"]
    assert able(standing(turn=8, german_points=211)) == ["soviet", "german"]
    assert able(standing(turn=8, german_points=212)) == ["german"]
    # One who has been there for a full turn needs one more.
    state = standing(turn=8, german_points=261)
    state.holds[0].claimant, state.holds[0].turns = "soviet", 1
    assert able(state) == ["soviet", "german"]
    state.holds[0].claimant = "german"
    assert able(state) == ["german"], "it is not its own turn on the crossroads"
    # Before the first turn all eight are still to come.
    assert able(standing(turn=0, german_points=261), turns=1) == ["german"]
    assert able(standing(turn=0, german_points=261), turns=2) == ["soviet", "german"]
    assert able(standing(turn=1, german_points=261), turns=2) == ["soviet", "german"]


@pytest.mark.rules("4.6.2a", "4.5.1.1.9d", "3.6f")
def test_whoever_has_no_gun_left_destroys_and_captures_nothing() -> None:
    wreck = vehicle("S1", "0201")
    wreck.status = KNOCKED_OUT
    state = standing(wreck, vehicle("S2", "0202", card="Truck"), vehicle("G1", "2301"))
    assert able(state) == ["german"]
    assert told(state).decided == "Decided: the Soviet side can no longer win."
    state.units[1].type = "T-70 M42"
    assert able(state) == ["soviet", "german"]
    state.units[1].status = WAITING
    assert able(state) == ["soviet", "german"], "it is still to come"
    state.units[1].status = EXITED
    assert able(state) == ["german"]
    # A lorry of the Germans can still leave where that scores: 15 points and the 5 of the handicap make 20.
    truck = standing(vehicle("S1", "0201"), vehicle("G1", "2301", card="Truck"), german_points=5)
    assert able(truck) == ["soviet", "german"]
    truck.options["german_points"] = 4
    assert able(truck) == ["soviet"]
    # It leaves where it scores most, and not where only the enemy scores.
    ways = (Exit(side="german", edge="east", points=16), Exit(side="german", edge="west", points=15))
    assert able(truck, exits=ways) == able(truck, exits=ways[::-1]) == ["soviet", "german"]
    assert able(truck, exits=(Exit(side="soviet", edge="west", points=90),)) == ["soviet"]


@pytest.mark.rules("4.6.2a", "4.6.2b")
def test_what_a_module_scores_is_not_known_before_the_end() -> None:
    state = standing(german_points=500)
    assert able(state) == ["german"]
    LIBRARY.add(POTS)
    try:
        with_pots = Scene(scenario(), field(), LIBRARY.ruleset(("basic", POTS.key)))
        found = scores.score(GAME.view(state, "soviet"), with_pots)
        assert [each.able for each in found.sides] == [True, True]
    finally:
        LIBRARY.remove(POTS.key)
