"""The briefing of a scenario says what its rules say: levels, points, objectives, zones, length (2.0, 3.6, 4.6.2)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from hulldown.core.briefing import Briefing, Goal, Special, Zone
from hulldown.games.panzer.data.loading import Objective
from hulldown.games.panzer.faces.briefing import briefing
from hulldown.games.panzer.game import GAME
from support.panzer_field import cell, field, scenario, staged, the_field


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with the_field():
        yield


def told(**changes: object) -> Briefing:
    """The briefing of the scenario of the field, changed in parts."""
    state = GAME.setup("panzer/test", {}, "script:")
    return briefing(state, staged(field(), msgspec.structs.replace(scenario(), **changes)))


def zones(found: Briefing) -> dict[str, Zone]:
    return {zone.name: zone for zone in found.zones}


@pytest.mark.rules("4.6.2a", "3.6a", "4.5.1.1.9d")
def test_the_goals_say_the_levels_and_what_gives_points() -> None:
    half = "An enemy that is damaged at the end counts 50 % of its card's points."
    levels = Goal(
        "The side with more victory points after turn 8 wins: 20 points ahead is a marginal victory and 100 points "
        "ahead is a decisive victory. A lead of less than 20 is a draw.",
        "4.6.2a",
    )
    soviet = [
        Goal("Control objectives at the end: Crossroads 50 and Bridge 30.", "3.6a", "soviet"),
        Goal("Eliminate enemies: PzKpfw IVH 67 points each.", "4.6.2a", "soviet"),
        Goal(half, "4.6.2a", "soviet"),
    ]
    german = [
        Goal("Control objectives at the end: Crossroads 40.", "3.6a", "german"),
        Goal("Eliminate enemies: T-34/76 M43 66 and T-70 M42 40 points each.", "4.6.2a", "german"),
        Goal(half, "4.6.2a", "german"),
        Goal("Each vehicle that leaves over the west edge: 15 points.", "4.5.1.1.9d", "german"),
    ]
    assert list(told().goals) == [levels, *soviet, *german]
    handicap = Goal("Handicap: the Soviet side begins with 9 points.", "4.6.2a", "soviet")
    assert list(GAME.briefing("panzer/test", {"soviet_points": 9}).goals) == [levels, *soviet, handicap, *german]
    # What a scenario does not score is not told.
    rules = msgspec.structs.replace(scenario().victory, eliminated=33, damaged=0)
    assert list(told(victory=rules, objectives=(), exits=()).goals) == [
        levels,
        Goal("Eliminate enemies: PzKpfw IVH 22 points each.", "4.6.2a", "soviet"),
        Goal("Eliminate enemies: T-34/76 M43 21 and T-70 M42 13 points each.", "4.6.2a", "german"),
    ]
    mill = Objective(name="Mill", hexes=("1206",), points={"german": 9}, turns=1)
    assert [goal.side for goal in told(objectives=(mill,)).goals if goal.rule == "3.6a"] == ["german"]
    rules = msgspec.structs.replace(scenario().victory, eliminated=0, damaged=0)
    assert list(told(victory=rules, objectives=(), exits=()).goals) == [levels]


@pytest.mark.rules("3.6c", "3.6b")
def test_where_the_objectives_are_and_who_holds_them_at_the_start() -> None:
    found = zones(told())
    worth = "Worth 50 to the Soviet side and 40 to the German side; taken by 2 full turns on it"
    assert found["Crossroads"] == Zone("Crossroads", "objective", (cell("1206"),), "", worth, 0, "3.6c")
    worth = "Worth 30 to the Soviet side; taken by 1 full turn on it; the German side holds it at the start"
    assert found["Bridge"] == Zone("Bridge", "objective", (cell("2006"),), "", worth, 0, "3.6c")


@pytest.mark.rules("2.0a", "2.0b", "4.5.1.1.9d")
def test_where_the_groups_set_up_enter_and_leave() -> None:
    west = tuple(field().board.edges["west"])
    yard = tuple(sorted(map(cell, ("0101", "0102", "0201", "0202", "0505"))))
    found = zones(told())
    soviet = found["Soviet A"]
    assert (soviet.kind, soviet.side, soviet.turn, soviet.rule) == ("setup", "soviet", 0, "2.0a")
    assert (soviet.what, tuple(sorted(soviet.cells))) == ("3 T-34/76 M43: set up here", yard)
    later = "1 T-70 M42: enter here on turn 2"
    assert found["Soviet B"] == Zone("Soviet B", "reinforcement", west, "soviet", later, 2, "2.0a")
    assert (found["German C"].kind, found["German C"].side) == ("setup", "german")
    scores = "Each German vehicle that leaves here scores 15 points"
    assert found["German exit"] == Zone("German exit", "exit", west, "german", scores, 0, "4.5.1.1.9d")
    assert list(found) == ["Crossroads", "Bridge", "Soviet A", "Soviet B", "German C", "German exit"]
    # Who comes on the first turn enters and does not reinforce.
    first = msgspec.structs.replace(scenario().soviet.groups[1], turn=1)
    early = msgspec.structs.replace(scenario().soviet, groups=(scenario().soviet.groups[0], first))
    assert zones(told(soviet=early))["Soviet B"].kind == "entry"


@pytest.mark.rules("4.3.1a", "2.0a")
def test_special_conditions_and_who_wins_a_tie_of_the_initiative() -> None:
    assert told().special == ()
    words = ("It rains.", "Nobody is at home.")
    tie = Special("When both roll the same for initiative, the German side has won it.", "4.3.1a")
    assert told(conditions=words, tie="german").special == (tie, *(Special(text, "2.0a") for text in words))


@pytest.mark.rules("2.0a")
def test_how_long_a_scenario_takes() -> None:
    # A minute a turn and ten seconds for each of seven vehicles, told to five minutes: 8 turns are 17 minutes and 20.
    found = told()
    assert (found.turns, found.length, found.minutes) == (8, "8 turns", 15)
    # On the brink of the next five minutes: a second more a turn, or one less, would be told.
    assert [told(turns=turns).minutes for turns in (9, 15, 45)] == [20, 30, 100]
