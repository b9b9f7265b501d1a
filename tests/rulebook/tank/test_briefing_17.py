"""The briefing of a scenario says what its rules say (16.0, 17.1): goals, zones, special rules, length."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.briefing import Goal, Special, Zone
from hulldown.core.events import Scalar
from hulldown.games.tank.books import ruleset_of, scene_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.faces.briefing import briefing
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.scene import Scene
from support.tank_positions import cell

MEETING, ACTION, REARGUARD, INTRO = "tank/10", "tank/1", "tank/11", "tank/intro"
MIXED = Special("Mixed country: woods, rough ground and berms count.", "10.61c")
LEAVES = Special("A force that enters in column may leave the column once it has been fired on.", "17.3-6")


def goals(scenario: str, **options: Scalar) -> list[Goal]:
    return list(GAME.briefing(scenario, options).goals)


def specials(scenario: str, **options: Scalar) -> list[Special]:
    return list(GAME.briefing(scenario, options).special)


def zones(scenario: str) -> dict[str, Zone]:
    return {zone.name: zone for zone in GAME.briefing(scenario, {}).zones}


def panic(alpha: int, bravo: int, since: str) -> Special:
    return Special(
        f"Panic: each turn {alpha} of 10 digits are drawn for Alpha and {bravo} for Bravo. Units in hexes whose number "
        f"ends with one of them panic. It begins on the turn after {since}.",
        "12.1a",
    )


def preservation(alpha: int, bravo: int) -> Special:
    return Special(
        f"Preservation Level: a force that has lost so many units (Alpha {alpha}, Bravo {bravo}) attacks with half its "
        "strength from the next turn on.",
        "15.11a",
    )


@pytest.mark.rules("16.0-2")
def test_the_goals_of_the_introductory_game() -> None:
    assert goals(INTRO) == [
        Goal("The side with more tanks left after turn 25 wins. Alpha begins with 5, Bravo with 5.", "16.0-2"),
        Goal("As many tanks left on both sides is a draw.", "16.0-2"),
        Goal("The game ends at once when a side has no tank left.", "16.0-2"),
    ]


@pytest.mark.rules("17.11-7", "17.11-8", "17.11-4", "17.11-5", "17.11-2")
def test_the_goals_of_a_meeting() -> None:
    found = goals(MEETING, turn_cap=40)
    assert [(goal.rule, goal.side) for goal in found] == [
        ("17.11-7", ""), ("17.11-8", ""), ("17.11-4", ""), ("17.11-5", ""), ("17.11-2", ""),
    ]  # fmt: skip
    assert "It begins at 20 Alpha to 10 Bravo." in found[0].text
    assert found[2].text.endswith("At the latest the ratios are compared after turn 40.")
    assert found[3].text == "Units may leave over their own edge from the turn after Alpha has lost 16 or Bravo 5."


@pytest.mark.rules("17.12-6", "17.12-7", "17.12-9", "17.12-5")
def test_the_goals_of_an_anti_tank_action() -> None:
    assert goals(ACTION, quiet_turns=7, engage_turns=30) == [
        Goal("Destroy all 8 anti-tank guns, or make Bravo lose 16 of its 20 units, before Alpha has lost 9 of 15.",
             "17.12-6", "alpha"),
        Goal("Make Alpha lose 9 of its 15 units while a gun is left and fewer than 16 of Bravo's units are lost.",
             "17.12-7", "bravo"),
        Goal("Bravo also wins when 7 turns pass without a loss after the first fire.", "17.12-9", "bravo"),
        Goal("Bravo also wins when nobody has fired by the end of turn 30.", "17.12-5", "bravo"),
        Goal("If both forces reach their limit on the same turn, it is a draw.", "17.12-7"),
    ]  # fmt: skip


@pytest.mark.rules("17.13-5", "17.13-6")
def test_the_goals_of_a_rearguard_action() -> None:
    assert goals(REARGUARD) == [
        Goal("Take 7 of Alpha's 15 units over edge Y by the end of turn 25.", "17.13-5", "alpha"),
        Goal("Keep Alpha from that, and lose fewer than 2 of Bravo's 5 units.", "17.13-6", "bravo"),
        Goal("If Alpha does not get through but Bravo has lost that many, it is a draw.", "17.13-6"),
    ]


@pytest.mark.rules("17.3-1", "17.11-5", "17.11-1")
def test_where_columns_enter_and_leave_in_a_meeting() -> None:
    board, found = GAME.board(MEETING), zones(MEETING)
    for name, side, edge in (("Alpha", "alpha", "X"), ("Bravo", "bravo", "Z")):
        cells = tuple(board.edges[edge])
        enters = f"{name} enters here on turn 1, in column through one hex of edge {edge}"
        leaves = f"{name} may leave the map over edge {edge}, from the turn after a force has reached its Preservation "
        assert found[f"{name} entry"] == Zone(f"{name} entry", "entry", cells, side, enters, 1, "17.3-1")
        assert found[f"{name} exit"] == Zone(f"{name} exit", "exit", cells, side, f"{leaves}Level", 0, "17.11-5")
    assert len(found) == 4


@pytest.mark.rules("17.12-1", "17.12-8", "17.13-1", "17.13-7")
def test_where_bravo_sets_up_and_who_may_leave_at_once() -> None:
    state, found = GAME.setup(ACTION, {}, "script:"), zones(ACTION)
    assert list(found) == ["Alpha entry", "Bravo set-up"], "nobody leaves the map"
    setup = found["Bravo set-up"]
    assert (setup.kind, setup.side, setup.turn, setup.rule) == ("setup", "bravo", 0, "17.12-1")
    assert setup.what == "Bravo sets up at least 11 hexes from edge X, hidden, in Improved Positions"
    assert cell(state, "5018") in setup.cells
    assert cell(state, "5118") not in setup.cells
    found = zones(REARGUARD)
    assert list(found) == ["Alpha entry", "Bravo set-up", "Alpha exit", "Bravo exit"]
    setup = found["Bravo set-up"]
    assert (setup.kind, setup.side, setup.turn, setup.rule) == ("setup", "bravo", 0, "17.13-1")
    far = "Bravo sets up at least 11 hexes from edge W, in secret, and is placed face down after Alpha has entered"
    assert setup.what == far
    leaving = found["Alpha exit"]
    assert (leaving.what, leaving.rule) == ("Alpha may leave the map over edge Y", "17.13-7")
    assert leaving.cells == tuple(GAME.board(REARGUARD).edges["Y"])


@pytest.mark.rules("10.61c", "12.1a", "15.11a", "17.11-2", "17.3-6", "17.13-3", "17.12-2")
def test_the_special_rules_of_each_situation() -> None:
    assert specials(INTRO) == [MIXED, panic(4, 1, "the forces have met"), LEAVES]
    written = "A column follows the way written before the game; it may break up"
    meeting = [MIXED, panic(2, 1, "the forces have met"), preservation(16, 5)]
    assert specials(MEETING) == [*meeting, Special(f"{written} once fired on.", "17.11-2")]
    assert specials(MEETING, column_release="contact") == [
        *meeting, Special(f"{written} as soon as the forces have met.", "17.11-2"),
    ]  # fmt: skip
    assert specials(ACTION) == [
        MIXED, panic(2, 2, "the first fire"), preservation(9, 16), LEAVES,
        Special("Bravo's units are hidden until they fire or are found.", "17.12-2"),
    ]  # fmt: skip
    assert specials(REARGUARD) == [
        MIXED, panic(3, 3, "the first fire"), preservation(11, 2), LEAVES,
        Special("On turn 1 Bravo has no Opportunity Fire.", "17.13-3"),
    ]  # fmt: skip


@pytest.mark.rules("15.11a", "17.3-6")
@pytest.mark.parametrize("side", ["alpha", "bravo"])
def test_preservation_is_told_only_where_both_forces_have_a_level(side: str) -> None:
    state = GAME.setup(REARGUARD, {}, "script:")
    scenario = scenario_of(state)
    without = msgspec.structs.replace(scenario.side(side), preservation=0)
    changed = Scene(msgspec.structs.replace(scenario, **{side: without}), ruleset_of(state))
    assert "15.11a" in [one.rule for one in briefing(state, scene_of(state)).special]
    assert "15.11a" not in [one.rule for one in briefing(state, changed).special]


@pytest.mark.rules("17.3-6", "17.3-1")
def test_a_force_that_is_placed_has_no_column_to_leave() -> None:
    state = GAME.setup(REARGUARD, {}, "script:")
    scenario = scenario_of(state)
    placed = Scene(msgspec.structs.replace(scenario, alpha=scenario.bravo), ruleset_of(state))
    assert LEAVES not in briefing(state, placed).special


@pytest.mark.rules("16.0-2", "17.11-4", "17.12-9", "17.13-6")
def test_how_long_a_scenario_takes() -> None:
    told = {name: GAME.briefing(name, {}) for name in GAME.catalogue()}
    for name, length in ((INTRO, "25 turns"), (REARGUARD, "25 turns"), (MEETING, "No set length: see what ends it")):
        assert told[name].length == length
    assert [told[name].turns for name in (INTRO, REARGUARD, MEETING, ACTION)] == [25, 25, 0, 0]
    # Twenty seconds a turn and four for each unit; without a set length as long as 25 turns; told to five minutes.
    for name, scenario in GAME.catalogue().items():
        units = scenario.alpha.strength + scenario.bravo.strength
        assert told[name].minutes == 5 * round((scenario.length or 25) * (20 + 4 * units) / 300)
    # Turns more or fewer are agreed on: 35 turns of a minute each.
    assert GAME.briefing(INTRO, {"turns": 10}).minutes == 35
