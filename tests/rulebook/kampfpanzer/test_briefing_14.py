"""What is said of a scenario before and while it is played: goals, places, special rules, the count (14.0h, 14.1-9)."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.state import DESTROYED, EXITED, FIRST, ON_MAP, SECOND, KampfState
from hulldown.games.kampfpanzer.rules.victory import judge, judged

# (side, text) of each goal; "" for both sides.
GOALS: dict[int, list[tuple[str, str]]] = {
    1: [
        ("", "Have more undisrupted combat units in Town 1 than the enemy after turn 10."),
        ("", "As many on both sides is a draw."),
    ],
    2: [
        (SECOND, "Take 5 combat units off the map where your side may leave it."),
        (FIRST, "Let fewer than 5 of the Czechs leave, and lose fewer than 6 combat units."),
        ("", "If too few leave but 6 or more were lost to stop them, it is a draw."),
    ],
    3: [
        (
            FIRST,
            "Have at least twice as many undisrupted combat units on Hill 1 as the enemy after turn 16, and at least "
            "one.",
        ),
        (
            SECOND,
            "Have more than half as many undisrupted combat units on Hill 1 as the Russians after turn 16, or keep "
            "them off it altogether.",
        ),
    ],
    4: [
        (SECOND, "Destroy 4 enemy combat units by the end of turn 10."),
        (FIRST, "Lose fewer than 4 combat units."),
    ],
    5: [
        (SECOND, "Take 6 combat units off the map by the end of turn 10; a tank and infantry on it are two."),
        (FIRST, "Let fewer than 6 combat units of the Russians leave the map."),
    ],
    6: [
        ("", "Have more undisrupted combat units on Hill 2 than the enemy after turn 10."),
        ("", "As many on both sides is a draw."),
    ],
    7: [
        (SECOND, "Take 11 combat units off the map, destroy 8 enemies, and lose fewer than 10."),
        (FIRST, "Let fewer than 11 of the Germans leave, or lose fewer than 8, or destroy 10 of them."),
    ],
    8: [
        (
            SECOND,
            "Have an undisrupted combat unit on hex 2341 at the end of a turn from 15 to 18; the game ends then.",
        ),
        (FIRST, "Keep undisrupted units of the British off hex 2341 at the end of turns 15 to 18."),
    ],
    9: [
        (FIRST, "Leave fewer than 3 undisrupted enemy combat units on Hill 3 after turn 10."),
        (SECOND, "Have 3 or more there."),
    ],
}
RULES = ["14.1-4", "14.2-3", "14.3-3", "14.4-3", "14.5-6", "14.6-3", "14.7-3", "14.8-3", "14.9-3"]

# name, kind, side, turn, how many hexes
ZONES: dict[int, list[tuple[str, str, str, int, int]]] = {
    1: [
        ("Town 1", "objective", "", 0, 8), ("Set-up of the Nationalists 1", "setup", FIRST, 0, 995),
        ("Entry of the Nationalists 2", "reinforcement", FIRST, 6, 1),
        ("Set-up of the Republicans", "setup", SECOND, 0, 663),
    ],
    2: [
        ("Set-up of the Germans 1", "setup", FIRST, 0, 8), ("Set-up of the Germans 2", "setup", FIRST, 0, 7),
        ("Entry of the Germans 3", "reinforcement", FIRST, 3, 1), ("Entry of the Czechs", "entry", SECOND, 1, 1),
        ("Exit of the Czechs", "exit", SECOND, 0, 4),
    ],
    3: [
        ("Hill 1", "objective", "", 0, 16), ("Set-up of the Russians 1", "setup", FIRST, 0, 19),
        ("Set-up of the Russians 2", "setup", FIRST, 0, 19), ("Set-up of the Russians 3", "setup", FIRST, 0, 61),
        ("Set-up of the Japanese", "setup", SECOND, 0, 91),
    ],
    4: [("Set-up of the Germans", "setup", FIRST, 0, 91), ("Entry of the Poles", "entry", SECOND, 1, 10)],
    5: [
        ("Set-up of the Finns", "setup", FIRST, 0, 507), ("Set-up of the Russians 1", "setup", SECOND, 0, 19),
        ("Set-up of the Russians 2", "setup", SECOND, 0, 19), ("Exit of the Russians", "exit", SECOND, 0, 7),
    ],
    6: [
        ("Hill 2", "objective", "", 0, 16), ("Set-up of the French", "setup", FIRST, 0, 19),
        ("Set-up of the Germans", "setup", SECOND, 0, 22),
    ],
    7: [
        ("Set-up of the French", "setup", FIRST, 0, 16), ("Set-up of the Germans", "setup", SECOND, 0, 117),
        ("Exit of the Germans", "exit", SECOND, 0, 39),
    ],
    8: [
        ("hex 2341", "objective", "", 0, 1), ("Set-up of the Germans 1", "setup", FIRST, 0, 8),
        ("Set-up of the Germans 2", "setup", FIRST, 0, 16), ("Set-up of the British 1", "setup", SECOND, 0, 19),
        ("Set-up of the British 2", "setup", SECOND, 0, 19), ("Set-up of the British 3", "setup", SECOND, 0, 12),
    ],
    9: [
        ("Hill 3", "objective", "", 0, 16), ("Set-up of the British", "setup", FIRST, 0, 19),
        ("Set-up of the Germans 1", "setup", SECOND, 0, 6), ("Set-up of the Germans 2", "setup", SECOND, 0, 16),
    ],
}  # fmt: skip


@pytest.mark.rules(*RULES, "11.11a", "14.0h", "14.7-1", "14.5-3", "14.0c", "14.0g", "14.0i")
@pytest.mark.parametrize("number", range(1, 10))
def test_the_briefing_says_what_wins_and_where(number: int) -> None:
    briefing = GAME.briefing(f"kampfpanzer/{number}", {})
    assert [(goal.side, goal.text) for goal in briefing.goals] == GOALS[number]
    assert {goal.rule for goal in briefing.goals} == {RULES[number - 1]}
    found = [(zone.name, zone.kind, zone.side, zone.turn, len(zone.cells)) for zone in briefing.zones]
    assert found == ZONES[number]
    length = {3: 16, 8: 18}.get(number, 10)
    assert (briefing.turns, briefing.length) == (length, f"{length} turns")
    # 40 seconds a turn and 5 for each unit in it, in steps of five minutes.
    assert briefing.minutes == [45, 30, 65, 25, 35, 40, 45, 50, 30][number - 1]
    special = [(one.rule, one.text) for one in briefing.special]
    assert special[-1] == ("14.0h", "Trucks and APCs never count towards victory.")
    own = {
        5: [("14.5-3", "Infantry of the Russians may ride on BT7 tanks. It can be attacked there by itself and "
                       "defends with 1.")],
        7: [("14.7-1", "The French do not move on turn 1; they may fire.")],
    }  # fmt: skip
    assert special[1:-1] == own.get(number, [])
    assert special[0][0] == "11.11a"
    if number == 5:
        assert special[0][1].startswith("Panic Levels: 1 for the Finns and 5 for the Russians.")


@pytest.mark.rules("14.0a", "14.1-1", "14.3-1", "14.9-2", "14.1-2", "14.0c")
def test_the_places_say_who_begins_there_and_how() -> None:
    def told(number: int, name: str) -> str:
        return next(zone.what for zone in GAME.briefing(f"kampfpanzer/{number}", {}).zones if zone.name == name)

    assert told(1, "Set-up of the Nationalists 1") == (
        "9 Fr infantry, 2 75mm, 2 25mm are set up here; infantry and guns may be entrenched"
    )
    assert told(1, "Entry of the Nationalists 2") == "3 BT7, 3 PzI, 2 25mm, 2 Truck enter here on turn 6"
    assert told(3, "Set-up of the Russians 3") == "1 BT7, 3 Ru infantry are set up here; the infantry is entrenched"
    assert told(9, "Set-up of the British") == "6 A10, 4 A13, 4 M6 are set up here"
    assert told(2, "Exit of the Czechs") == "The Czechs may leave the map here"
    assert told(8, "hex 2341") == "hex 2341 decides the scenario"


def playing(number: int, turn: int = 2) -> tuple[KampfState, Any]:
    """A scenario in play with everybody in a far corner."""
    state: KampfState = GAME.unbegun(f"kampfpanzer/{number}", {})
    state.turn = turn
    scene = scene_of(state)
    for unit in state.units:
        unit.status, unit.cell = ON_MAP, scene.board.cell("3903")
    return state, scene


def some(state: KampfState, side: str, count: int, **values: Any) -> None:
    """Changes the next combat units of a side that are still in the corner."""
    free = [u for u in state.units if u.side == side and u.status == ON_MAP and u.type not in ("Truck", "APC")]
    free = [u for u in free if not u.level and u.cell == free[-1].cell]
    for unit in free[:count]:
        for name, value in values.items():
            setattr(unit, name, value)


def score(state: KampfState) -> Any:
    return GAME.score(GAME.view(state, FIRST))


def meters(found: Any, side: int) -> list[tuple[str, int, int, str]]:
    return [(one.label, one.value, one.limit, one.rule) for one in found.sides[side].meters]


@pytest.mark.rules("14.1-4", "14.6-3", "14.0h")
def test_the_score_of_a_place_counts_undisrupted_units_in_it() -> None:
    state, scene = playing(6)
    hill = scene.board.cell("1920")
    some(state, FIRST, 2, cell=hill)
    some(state, FIRST, 1, cell=hill, level=1)
    some(state, SECOND, 1, cell=hill)
    some(state, SECOND, 1, status=DESTROYED, cell=-1)
    found = score(state)
    assert (found.measure, found.rule, found.turn, found.turns) == ("undisrupted units on Hill 2", "14.6-3", 2, 10)
    assert [one.value for one in found.sides] == [2, 1]
    assert (found.leader, found.standing) == (FIRST, "As things stand the French win: more undisrupted units there.")
    assert (found.left, found.decided, found.facts) == ("8 turns after this one", "", ())
    assert meters(found, 0) == [
        ("Losses", 0, 18, "14.0h"), ("Disrupted", 1, 0, "9.71-eff"), ("Hill 2", 2, 0, "14.6-3"),
    ]  # fmt: skip
    assert meters(found, 1) == [("Losses", 1, 16, "14.0h"), ("Hill 2", 1, 0, "14.6-3")]
    some(state, SECOND, 1, cell=hill)
    assert score(state).leader == ""
    assert score(state).standing == "As things stand it is a draw: both have as many undisrupted units there."
    # A side without combat units can win no more.
    for unit in state.units:
        if unit.side == SECOND and unit.type != "APC":
            unit.status, unit.cell = DESTROYED, -1
    assert score(state).decided == "Decided: the Germans can no longer win."


@pytest.mark.rules("14.5-6", "14.2-3", "14.0c", "14.0h")
def test_the_score_of_an_exit_counts_who_has_left() -> None:
    state, _ = playing(5)
    some(state, SECOND, 4, status=EXITED, cell=-1)
    found = score(state)
    assert (found.measure, [one.value for one in found.sides]) == ("units off the map", [0, 4])
    assert meters(found, 1) == [("Losses", 0, 20, "14.0h"), ("Off the map", 4, 6, "14.5-6")]
    assert meters(found, 0) == [("Losses", 0, 14, "14.0h")]
    assert found.standing == "As things stand the Finns win: 4 of 6 units are through."
    assert found.decided == ""
    # One left on the map besides four that are through: six can no longer be had.
    some(state, SECOND, 15, status=DESTROYED, cell=-1)
    assert score(state).decided == "Decided: the Russians can no longer win."
    coming, _ = playing(2)
    for unit in coming.units:
        if unit.side == SECOND:
            unit.status, unit.cell = "waiting", -1
    assert meters(score(coming), 1) == [
        ("Losses", 0, 9, "14.0h"), ("Off the map", 0, 5, "14.2-3"), ("To come", 9, 0, "14.0c"),
    ]  # fmt: skip
    # Who has yet to come can still do it.
    assert score(coming).decided == ""


@pytest.mark.rules("14.4-3", "14.8-3", "14.7-3", "14.9-3", "14.3-3", "14.0h")
def test_the_score_follows_the_judge() -> None:
    state, _ = playing(4)
    some(state, FIRST, 3, status=DESTROYED, cell=-1)
    found = score(state)
    assert (found.measure, [one.value for one in found.sides]) == ("enemies destroyed", [0, 3])
    assert found.standing == "As things stand the Germans win: 3 of 4 units are destroyed."
    assert found.decided == ""
    some(state, FIRST, 1, status=DESTROYED, cell=-1)
    assert score(state).standing == "As things stand the Poles win: 4 of 4 units are destroyed."
    # Without units of their own the Poles destroy nobody any more, whatever the luck.
    poles, _ = playing(4)
    for unit in poles.units:
        if unit.side == SECOND:
            unit.status, unit.cell = DESTROYED, -1
    assert score(poles).decided == "Decided: the Poles can no longer win."
    arras, scene = playing(8)
    found = score(arras)
    assert (found.measure, found.standing) == (
        "undisrupted units on hex 2341", "As things stand the Germans win: nobody holds 2341.",
    )  # fmt: skip
    assert [(fact.label, fact.text, fact.rule) for fact in found.facts] == [
        ("Judged", "at the end of each turn from 15 on", "14.8-3")
    ]
    some(arras, SECOND, 1, cell=scene.board.cell("2341"))
    assert score(arras).standing == "As things stand the British win: an undisrupted unit is on 2341."
    assert ("hex 2341", 1, 0, "14.8-3") in meters(score(arras), 1)
    flavion, _ = playing(7)
    assert (score(flavion).measure, score(flavion).leader) == ("units off the map", FIRST)
    assert score(flavion).standing == "As things stand the French win: the breakthrough has failed."
    # Ten Germans lost: the breakthrough cannot succeed any more.
    some(flavion, SECOND, 9, status=DESTROYED, cell=-1)
    assert score(flavion).decided == ""
    some(flavion, SECOND, 1, status=DESTROYED, cell=-1)
    assert score(flavion).decided == "Decided: the Germans can no longer win."
    abbeville, scene = playing(9)
    assert (
        score(abbeville).standing == "As things stand the British win: only 0 undisrupted enemy units are left there."
    )
    some(abbeville, SECOND, 3, cell=scene.board.cell("2212"))
    assert score(abbeville).standing == "As things stand the Germans win: 3 undisrupted units hold the place."
    tsagan, scene = playing(3)
    assert score(tsagan).standing == "As things stand the Japanese win: not outnumbered two to one there."
    some(tsagan, FIRST, 1, cell=scene.board.cell("0938"))
    assert score(tsagan).standing == "As things stand the Russians win: twice as many undisrupted units there."


@pytest.mark.rules("14.2-3", "14.4-3", "14.5-6", "14.8-3", "14.7-3", "14.9-3")
@pytest.mark.parametrize("number", range(1, 10))
def test_nobody_wins_early_by_what_has_not_happened(number: int) -> None:
    state, scene = playing(number, turn=1)
    assert judge(state, scene) is None
    assert judged(state, scene) is not None
    state.turn = scene.scenario.length
    assert judge(state, scene) == judged(state, scene)


@pytest.mark.rules("14.4-3", "4.0c")
def test_a_finished_game_is_scored_by_its_outcome() -> None:
    state, scene = playing(4)
    some(state, FIRST, 4, status=DESTROYED, cell=-1)
    state.outcome = judge(state, scene)
    found = score(state)
    assert (found.standing, found.decided) == ("The Poles have won: 4 of 4 units are destroyed.", "")
