"""Hand-to-Hand combat played, who enters the hex, shared commands, and what others know of it (6.6.1.2, 6.6.11)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.pieces import OFF
from support.advanced_assault import Melee
from support.advanced_march import GAME, REACTED, cell, the_country

NEAR = {"S4": "0503", "S5": "0503", "G1": "0504"}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules(
    "6.6.1.2.3-ex1", "6.6.1.2.3-ex2", "6.6.1.2.3-ex3", "6.6.1.2a", "6.6.1.2k", "6.6.1.2.3-attacker-wins-c",
    "6.6.1.2.3-attacker-wins-a", "6.6.1.2.3-defender-wins-a", "6.6.1.2h",
)  # fmt: skip
def test_6_6_1_2_3_example_played_as_one_combat():
    field = Melee({"G2": "0903", "G6": "0903", "S20": "1003"}, "13 65 72 51 48 62", side="german")
    field.set("S20", command="OW", known=False)
    REACTED.clear()
    field.attack("G2 ASSAULT S20\nG6 ASSAULT S20")
    rounds = [
        (one["unit"], one["attackers"], one["net"], one["net_defender"], one["result"], one["result_defender"])
        for one in field.told("hand_to_hand")
    ]
    assert rounds == [
        ("G2", "G2 G6", 20, -10, 33, 55),
        ("G2", "G2 G6", -5, -10, 67, 41),
        ("G2", "G2 G6", -5, -35, 43, 27),
    ]
    kinds = [event.kind for event in field.events if event.kind in ("reduced", "eliminated", "suppressed")]
    assert kinds == ["reduced", "reduced", "eliminated"], "nobody is suppressed"
    assert not REACTED
    assert field.unit("G2").type == "German Rifle half-squad"
    assert field.asked() == {"german": "follow"}
    assert "S20" in GAME.pending(field.state)["german"].prompt
    field.answer("german", "G2 FOLLOW")
    assert (field.at("G2")[:4], field.at("G6")[:4]) == ("1003", "0903")
    assert [field.unit(name).mark for name in ("G2", "G6")] == ["move", "move"]
    assert not REACTED, "no overwatch for who enters"


@pytest.mark.rules("6.6.1.2.3-defender-wins-b", "6.6.1.2.3-defender-wins-c", "6.6.1.2.3a", "6.6.1.2.1b")
def test_the_attackers_may_all_be_lost_and_ties_are_rolled_again():
    field = Melee({"S14": "0503", "S6": "0503", "G2": "0504"}, script="50 20 1 90 1 90")
    field.set("G2", command="OW", known=False).attack("S14 ASSAULT G2\nS6 ASSAULT G2")
    told = [(one["unit"], one["net"], one["winner"]) for one in field.told("hand_to_hand")]
    assert told == [("S14", -20, ""), ("S14", -20, "defender"), ("S6", -30, "defender")]
    assert [field.unit(name).status for name in ("S14", "S6")] == ["eliminated", "eliminated"]
    assert field.at("G2")[:4] == "0504"
    assert (field.unit("G2").command, field.unit("G2").known) == ("OW", False), "it may still execute its command"
    assert field.asked() == {"soviet": "move"}


@pytest.mark.rules("6.6.1.2.3-defender-wins-a", "6.6.1.2.2-unit-grade")
def test_a_whole_squad_takes_the_lead_with_its_own_grade():
    field = Melee({"S4": "0503", "S20": "0503", "G2": "0504"}, script="1 90 100 1 100 1")
    field.attack("S4 ASSAULT G2\nS20 ASSAULT G2")
    told = [(one["unit"], one["net"]) for one in field.told("hand_to_hand")]
    assert told == [("S4", 20), ("S20", 10 - 10), ("S20", 0)]


@pytest.mark.rules("6.6.1.2.2-towed", "6.6.1.2.2-defender-suppressed", "6.6.1.2.2-uphill-attack", "6.6.2e", "6.1.4.2k")
def test_guns_and_suppressed_units_are_attacked_too():
    gun = Melee({"S4": "0503", "G4": "0504"}, script="99 1").set("G4", suppressed=OFF).attack("S4 ASSAULT G4")
    assert gun.told("hand_to_hand")[0]["net_defender"] == -40 - 20 + 10
    assert gun.unit("G4").status == "eliminated"
    covered = Melee({"S4": "1107", "G5": "1207"}, script="99 1").set("G5", full_cover=True).attack("S4 ASSAULT G5")
    first = covered.told("hand_to_hand")[0]
    assert (first["net"], first["net_defender"]) == (-10, -30 + 10), "uphill; Full Cover counts for nothing"


@pytest.mark.rules("6.6.1.2i")
def test_the_second_attack_meets_the_survivor_as_it_is():
    field = Melee({"S14": "0503", "S15": "0604", "G2": "0504"}, script="99 1 1 99 99 1")
    field.attack("S14 ASSAULT G2\nS15 ASSAULT G2")
    told = [(one["unit"], one["round"], one["net_defender"]) for one in field.told("hand_to_hand")]
    assert told == [("S14", 1, 10), ("S14", 2, -15), ("S15", 1, -15)], "M8: a fresh combat with the half-squad"


# Entering the hex.


@pytest.mark.rules("6.6.1.1.3-effective-f", "6.6.1.2.3-attacker-wins-c")
def test_who_may_enter_the_hex():
    def won() -> Melee:
        field = Melee({**NEAR, "S14": "0603"}, script="99 10").attack("S4 ASSAULT G1\nS5 ASSAULT G1")
        assert field.asked() == {"soviet": "follow"}
        return field

    field = won()
    assert [one.unit for one in GAME.legal(field.state, "soviet").units] == ["S4", "S5"]
    rule = "6.6.1.1.3-effective-f"
    assert field.barred("S14 FOLLOW") == rule, "it has not attacked"
    assert field.barred("S4 FOLLOW\nS4 FOLLOW") == rule
    assert field.barred("S4 FOLLOW\nS5 FOLLOW") == ""
    wrong = [Order("follow", choice="go"), Order("follow", (Task("S4", "FOLLOW"),), "remain"),
             Order("follow", (Task("S4", "FOLLOW", (cell("0501"),)),))]  # fmt: skip
    for bad in wrong:
        assert [one.rule for one in GAME.check(field.state, "soviet", bad)] == [rule]
    field.answer("soviet", "S4 FOLLOW\nS5 FOLLOW")
    assert [field.at(name)[:4] for name in ("S4", "S5")] == ["0504", "0504"]
    assert won().answer("soviet", "remain").at("S4")[:4] == "0503"


# Shared commands.


@pytest.mark.rules("6.6.11a", "6.6.11b")
def test_units_that_share_a_command_attack_one_target():
    field = Melee({"S4": "0503", "S5": "0503", "S14": "0604", "G1": "0504", "G2": "0504"}, script="1")
    for name in ("S4", "S5"):
        field.set(name, group=4)
    field.attack("S4 ASSAULT G1")
    assert field.asked() == {"soviet": "assault"}
    assert field.barred("S5 ASSAULT G2") == "6.6.11a"
    assert field.barred("S14 ASSAULT G2") == ""
    field.attack("no more")
    # S5 has a Move command to carry out, and must end near S4, which has made its move.
    assert field.asked() == {"soviet": "move"}
    assert field.refused("S5 MOVE 0502 0501\nS14 STAY") == "6.2.1.1.4-moving"


# What others know.


@pytest.mark.rules("6.6.1.1k")
def test_close_combat_is_open_to_both_sides():
    field = Melee({"S4": "0503", "S5": "0604", "G1": "0504"}, script="1 1").set("G1", command="MOVE", known=False)
    field.attack("S4 ASSAULT G1\nS5 ASSAULT G1")
    for side in ("soviet", "german"):
        seen = GAME.view(field.state, side)
        assert seen.assault == field.state.assault
        drawn = GAME.sample(seen, Random(1))
        assert GAME.view(drawn, side) == seen


def test_the_notation_of_attacks():
    field = Melee({"S4": "0502", "S5": "0503", "G1": "0504"})
    field.ready()
    for text in ("S5 ASSAULT G1", "S4 ASSAULT 0503 G1", "no more"):
        assert GAME.write(field.state, GAME.parse(field.state, "soviet", text)) == text
