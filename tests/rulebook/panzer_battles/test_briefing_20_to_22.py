"""The briefings of the scenarios (20.0 to 22.0): what scores, where each side begins and leaves, what is special."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from support.battles_stage import Stage


@pytest.mark.rules("19.1a", "19.2", "20.0-reinf-1", "21.0-us-deploy", "22.0-sov-deploy-a", "20.0-brit-deploy")
@pytest.mark.parametrize(
    ("scenario", "zones"),
    [
        (
            "gazala",
            [
                ("Entry of the Germans", "entry", "first", 1),
                ("Set-up of the British 1", "setup", "second", 0),
                ("Entry of the British 2", "reinforcement", "second", 4),
            ],
        ),
        (
            "arracourt",
            [
                ("Ley", "objective", "", 0),
                ("Ommeray", "objective", "", 0),
                ("Moncourt", "objective", "", 0),
                ("Entry of the Americans", "entry", "first", 1),
                ("Set-up of the Germans", "setup", "second", 0),
            ],
        ),
        (
            "berlin",
            [
                ("Entry of the Soviets", "entry", "first", 1),
                ("Set-up of the Germans", "setup", "second", 0),
                ("Exit of the Soviets", "exit", "first", 0),
            ],
        ),
    ],
)
def test_the_places_of_a_scenario(scenario: str, zones: list[tuple[str, str, str, int]]) -> None:
    found = GAME.briefing(f"panzer_battles/{scenario}", {}).zones
    assert [(zone.name, zone.kind, zone.side, zone.turn) for zone in found] == zones
    assert all(zone.cells for zone in found)


@pytest.mark.rules("20.0-vc-1", "21.0-vc-1", "21.0-vc-2", "21.0-vc-3", "21.0-vc-4", "22.0-vc-1", "22.0-vc-sov-2")
@pytest.mark.rules("6.8a")
@pytest.mark.parametrize(
    ("scenario", "goals"),
    [
        (
            "gazala",
            [
                ("Have more Victory Points than the enemy after turn 10; a tie is a draw.", ""),
                ("25 points for each vehicle or step of Grant that the enemy loses.", "first"),
                ("15 points for each vehicle or step of Crusader II that the enemy loses.", "first"),
                ("10 points for each vehicle or step of CS tank that the enemy loses.", "first"),
                ("15 points for each vehicle or step of PzIII that the enemy loses.", "second"),
                ("10 points for each vehicle or step of PzIV E that the enemy loses.", "second"),
                ("5 points for each vehicle or step of PzII that the enemy loses.", "second"),
            ],
        ),
        (
            "arracourt",
            [
                ("Have more Victory Points than the enemy after turn 12; a tie is a draw.", ""),
                ("25 points for each town of which you control every hex.", ""),
                (
                    "25 points for each enemy company of M4, US infantry and PzIV H that reaches morale state 3, once.",
                    "",
                ),
                (
                    "10 points for each vehicle or step of M4, US infantry, PzIV H and Gun crew that the enemy loses.",
                    "",
                ),
                ("5 points for each enemy platoon of M3 and SDK that is wholly lost.", ""),
            ],
        ),
        (
            "berlin",
            [
                ("Have more Victory Points than the enemy after turn 12; a tie is won by the Germans.", ""),
                ("10 points for each vehicle or step of PzV that the enemy loses.", "first"),
                ("10 points for each T34/85 that leaves the map, unless it withdraws or is broken.", "first"),
                ("5 points for each vehicle or step of T34/85 that the enemy loses.", "second"),
            ],
        ),
    ],
)
def test_what_scores(scenario: str, goals: list[tuple[str, str]]) -> None:
    found = GAME.briefing(f"panzer_battles/{scenario}", {})
    assert [(goal.text, goal.side) for goal in found.goals] == goals
    assert (found.turns, found.length) == ((10, "10 turns") if scenario == "gazala" else (12, "12 turns"))


@pytest.mark.rules("20.0-sr-1", "20.0-sr-2", "20.0-sr-5a", "6.8a", "19.12", "14.0-proc-5", "16.0", "21.0-us-arty")
def test_what_is_special() -> None:
    """The rules of the scenario, then what the options of the game bring or take."""

    def told(scenario: str, **options: str | int) -> list[tuple[str, str]]:
        return [(one.text, one.rule) for one in GAME.briefing(f"panzer_battles/{scenario}", options).special]

    desert = [
        ("Dust: nobody sees further than 10 hexes.", "20.0-sr-1"),
        ("Vehicles find defilade in Rough 2 only.", "20.0-sr-2"),
        ("The Grant's 75mm gun fires only to its front and right, and not from defilade.", "20.0-sr-5a"),
    ]
    dummies = ("Dummies: 4 for the Germans and 5 for the British. Their number is reconstructed.", "6.8a")
    assert told("gazala") == [*desert, dummies]
    assert told("gazala", dummies="none") == desert
    assert told("gazala", hidden_movement="true", secret_morale="true") == [
        *desert,
        dummies,
        ("Units of the British that nobody has seen move without a counter.", "19.12"),
        ("Morale is told to its owner only.", "14.0-proc-5"),
    ]
    assert told("arracourt", dummies="none") == [
        ("Infantry rides on halftracks; guns are towed and need a crew.", "16.0"),
        ("The Americans have 3 batteries behind the map; fire comes 2 turns after its plot.", "21.0-us-arty"),
    ]
    assert told("berlin", dummies="none") == []


@pytest.mark.rules("6.8a", "19.1a", "19.2", "20.0-reinf-1", "22.0-ger-deploy")
def test_the_words_for_places_and_handicaps() -> None:
    zones = {zone.name: zone for zone in GAME.briefing("panzer_battles/gazala", {}).zones}
    assert zones["Entry of the Germans"].what == (
        "6 platoons of PzIII, 3 platoons of PzIV E and 1 platoon of PzII come on here from turn 1 on"
    )
    assert zones["Set-up of the British 1"].what == "4 platoons of Grant are set up here, hidden"
    assert zones["Entry of the British 2"].what.endswith("come on here from turn 4 on, or later")
    berlin = {zone.name: zone for zone in GAME.briefing("panzer_battles/berlin", {}).zones}
    assert berlin["Set-up of the Germans"].what.endswith("hidden; they may begin in defilade")
    goals = GAME.briefing("panzer_battles/gazala", {"first_points": 7}).goals
    assert [(goal.text, goal.rule, goal.side) for goal in goals][-1] == (
        "You begin with 7 points (a handicap).", "Hulldown", "first",
    )  # fmt: skip
    assert len(goals) == 8


@pytest.mark.rules("21.0-vc-1", "14.0-gen-2", "14.0-gen-3", "14.41", "19.25", "21.0-vc-5")
def test_the_score_of_a_game_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=3)
    for name, label in (("U111", "1010"), ("U112", "1011"), ("U113", "1012")):
        stage.put(name, label, command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.queue("U121", "0126", 1)
    stage.begin("command1")
    stage.lose("U111", 2)
    stage.company("U11co").morale = 2
    stage.state.headquarters = {"first 1": 4}
    stage.state.control |= {"0719": "first", "1108": "first", "1207": "first", "1208": "first"}
    score = GAME.score(GAME.view(stage.state, "first"))
    assert (score.measure, score.turn, score.turns, score.leader) == ("Victory Points", 3, 12, "second")
    assert {side.side: side.value for side in score.sides} == {"first": 25, "second": 45}
    assert [(fact.label, fact.text, fact.rule, fact.side) for fact in score.facts] == [
        ("Ley", "disputed", "21.0-vc-1", ""),
        ("Ommeray", "held by the Americans", "21.0-vc-1", "first"),
        ("Moncourt", "held by the Germans", "21.0-vc-1", "second"),
    ]
    mine, theirs = score.sides
    assert {meter.label: meter.value for meter in mine.meters} == {"Losses": 2, "To come": 1, "Shaken": 1}
    assert {meter.label: meter.value for meter in theirs.meters} == {}
    (board,) = score.boards
    lines = {line.name: (line.cells, line.tone) for line in board.lines}
    cells, tone = lines["First Tank Company (U11)"]
    assert (cells[:3], tone) == (("2 disordered", "2 of 15", "4"), "bad")
    other = next(line for name, line in lines.items() if name.endswith("(U12)"))
    assert other == (("0 good order", "0 of 15", "4", "–"), "quiet")
    enemy = GAME.score(GAME.view(stage.state, "second"))
    assert {meter.label: meter.value for meter in enemy.sides[0].meters} == {"Shaken": 1}
