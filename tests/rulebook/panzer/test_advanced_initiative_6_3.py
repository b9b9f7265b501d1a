"""The Initiative Phase of the Advanced Game: Force Grades (6.3, 5.8.1)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from hulldown.games.panzer.books import LIBRARY, scene_of
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.advanced.play import initiative
from hulldown.games.panzer.rules.ground import ground_of
from hulldown.games.panzer.rules.scene import Scene
from support.advanced_staff import GAME, doing, stand, the_staff


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff():
        yield


def rolled(script: str, soviet: str, german: str, tie: str = "reroll") -> tuple[str, list[dict[str, object]]]:
    """The winner, and what was told of each roll."""
    state = stand({"S1": "1P8", "G1": "1R8"})
    base = scene_of(state).scenario
    changed: Scenario = msgspec.structs.replace(
        base,
        soviet=msgspec.structs.replace(base.soviet, grade=soviet),
        german=msgspec.structs.replace(base.german, grade=german),
        tie=tie,
    )
    told = doing(script)
    initiative.determine(state, Scene(changed, ground_of(changed), LIBRARY.ruleset(("advanced",))), told)
    assert {event.rule for event in told.events} == {"6.3.1a"}
    return state.winner, [dict(event.data) for event in told.events]


@pytest.mark.rules("6.3", "6.3.1a", "6.3.1b", "6.3.2", "5.8.1b", "5.8.1a")
def test_the_force_grade_is_added_to_the_roll() -> None:
    modifiers = {}
    for grade in ("elite", "veteran", "seasoned", "regulars", "green"):
        _, told = rolled("50 1", grade, "seasoned")
        modifiers[grade] = int(str(told[0]["soviet"])) - 50
    assert modifiers == dict(
        zip(("elite", "veteran", "seasoned", "regulars", "green"), range(40, -60, -20), strict=True)
    )
    assert rolled("30 69", "elite", "seasoned")[0] == "soviet"
    assert rolled("30 71", "elite", "seasoned")[0] == "german"
    assert rolled("100 20", "elite", "green")[1] == [
        {"soviet": 140, "soviet_roll": 100, "german": -20, "german_roll": 20}
    ], "beyond 100 and below 0"


@pytest.mark.rules("6.3.1a")
def test_ties_of_the_sums_are_rolled_again_unless_the_scenario_says_whose_they_are() -> None:
    winner, told = rolled("30 70 90 10", "elite", "seasoned")
    assert (winner, len(told)) == ("soviet", 2)
    winner, told = rolled("30 70", "elite", "seasoned", "german")
    assert (winner, len(told)) == ("german", 1)


@pytest.mark.rules("6.3.1a")
def test_the_event_in_words() -> None:
    state = stand({"S1": "1P8", "G1": "1R8"})
    told = doing("55 60")
    initiative.determine(state, scene_of(state), told)
    assert GAME.describe(told.events[0]) == (
        "Initiative: the Soviet force rolls 55, 75 with its grade; the German 60, 20 with its grade."
    )
    assert [factor.value for factor in told.events[0].factors] == [20, -40]
