"""Hand-to-Hand combat played, who enters the hex, shared commands, and what others know of it (6.6.1.2, 6.6.11)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from msgspec import UNSET

from hulldown.core.errors import UnknownNameError
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.faces import tools
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.advanced.play.assault import storming
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.state import CloseCombat, Mover, Progress, index_of
from support.advanced_assault import Melee
from support.advanced_march import GAME, REACTED, cell, keep, scene, the_country

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


# Dismount Attacks.

RIDE = {"S3": "0602D", "S4": "*S3", "G2": "0604"}


@pytest.mark.rules("6.6.1.1o", "6.6.1.1q", "6.6.1.2m", "6.6.1.2n", "6.6.1.2.2-dismount-attack")
def test_passengers_dismount_into_an_attack_without_overwatch():
    field = keep(RIDE, script="99 1 99 1")
    field.order("S3 MOVE 0603 drop S4=G2")
    rounds = [event.data["net"] for event in field.events if event.kind == "hand_to_hand"]
    assert rounds == [-10, -10]
    assert field.unit("G2").status == "eliminated"
    assert REACTED.count(("german", "S3")) == 1, "for the move of the carrier, not once S4 is down"
    assert not any("S4" in entry for entry in REACTED)
    assert GAME.pending(field.state)["soviet"].kind == "follow"
    field.order("S4 FOLLOW")
    assert field.at("S4")[:4] == "0604"


@pytest.mark.rules("6.6.1.1o", "6.6.1.2m")
def test_dismount_attacks_are_offered_for_paths_that_end_next_to_the_target():
    field = keep(RIDE)
    field.ready()
    offers = storms_of(field, "S3")
    assert {word for word, _ in offers} == {"drop S4=G2"}
    tables = advanced_tables(scene().scenario.map)
    ends = {at for _, path in offers for at in paths_on(path, tables, scene().board).reach()}
    there = scene().board.by_label["0604"]
    assert ends
    assert ends <= set(scene().board.neighbours[there]), "every path ends next to G2"
    assert field.refused("S3 MOVE 0603 drop S4=G2@0603\nS16 STAY") == "", "the hex may come after the target"
    assert "drop S4=G2" in GAME.view(field.state, "soviet").stops["S3"]
    near = keep({**RIDE, "S3": "0603D"})
    near.ready()
    words = {word for word, _ in storms_of(near, "S3")}
    assert words == {"drop S4@0603=G2", "drop S4=G2"}
    assert near.refused("S3 MOVE 0602 drop S4@0603=G2\nS16 STAY") == ""
    tired = keep(RIDE).set("S4", suppressed=ON)
    tired.ready()
    assert storms_of(tired, "S3") == [], "6.6.2e"


def storms_of(field, name):
    """The Dismount Attacks that are offered to a carrier: words and paths."""
    offer = next(one for one in GAME.legal(field.state, "soviet").units if one.unit == name)
    return [(word, option.path) for option in offer.options for word in option.choices if "=" in word]


@pytest.mark.rules("6.6.1.1o", "6.6.1.1.2-dismount-attack", "6.6.1.1p")
def test_a_dismount_attack_on_a_vehicle_is_made_alone():
    field = keep({"S3": "0602D", "S4": "*S3", "S5": "0603", "G1": "0604"}, script="1")
    field.order("S3 MOVE 0603 drop S4=G1")
    assert GAME.pending(field.state)["german"].kind == "reveal", "its command is face down"
    step = GAME.apply(field.state, "german", GAME.parse(field.state, "german", "keep"))
    field.state, field.events = step.state, list(step.events)
    told = field.event("close_assault")
    assert (told["attackers"], told["net"]) == ("S4", -10), "S5 in the hex does not help"
    assert (field.unit("S4").mark, field.unit("S4").moved) == ("move", True)


@pytest.mark.rules("6.6.1.1o", "6.6.1.2m", "6.6.1.1e", "6.6.2e", "6.6.1.1a")
def test_what_a_dismount_attack_may_not_be(monkeypatch):
    text = "S3 MOVE 0603 drop S4=G2\nS16 STAY"
    assert keep(RIDE).refused(text) == ""
    assert keep(RIDE).set("S4", suppressed=ON).refused(text) == "6.6.2e"
    assert keep(RIDE).refused("S3 MOVE 0601 drop S4=G2\nS16 STAY") == "6.6.1.2e", "not adjacent"
    assert keep(RIDE).refused("S3 MOVE 0603 drop S4=S16\nS16 STAY") == "6.6.1.1d"
    assert keep(RIDE).refused("S3 MOVE 0603 drop S4=X9\nS16 STAY") == "6.6.1.1o"
    assert keep({**RIDE, "S4": "0601", "S8": "*S3"}).refused("S3 MOVE 0603 drop S8=G2\nS16 STAY") == "6.6.1.1a"
    far = keep(RIDE)
    far.ready()
    monkeypatch.setattr(storming.spotting, "spots", lambda *_: False)
    assert far.refused(text) == "6.6.1.2m"


# What the table shows.


def test_the_window_shows_who_could_attack_with_which_odds():
    field = Melee({"S4": "0903", "S5": "0903", "G1": "1003", "G2": "0904"})
    field.ready()
    seen = GAME.view(field.state, "soviet")
    assert seen.contest.notes == (
        "S4 and S5 on G1 from 0903: net +50, 69 % destroyed, 18 % damaged or stopped, 13 % suppressed",
        "S4 and S5 on G2 from 0903: +20 against +10, 60 % to win the first round, 82 % the combat",
    )
    assert GAME.view(field.state, "german").contest is UNSET
    asked = {"attacker": "S5,S4", "target": "G1", "kind": "ASSAULT"}
    answer = tools.odds_in_view(seen, asked)
    assert (answer["net"], answer["outcomes"]["suppressed"]) == (50, "13/100")
    hand = tools.odds_in_view(seen, {"attacker": "S4", "target": "G2", "kind": "ASSAULT"})
    assert (hand["first_round"], sum(map(Fraction, hand["outcomes"].values()))) == ("801/1982", 1)
    with pytest.raises(UnknownNameError, match="no attacker"):
        tools.odds_in_view(seen, {"attacker": "", "target": "G1", "kind": "ASSAULT"})


def test_the_window_does_not_tell_who_rides_on_the_target():
    field = Melee({"S4": "0903", "G3": "1003", "G2": "*G3"})
    field.ready()
    notes = GAME.view(field.state, "soviet").contest.notes
    field.set("G2", carrier=-1, status="eliminated")
    assert GAME.view(field.state, "soviet").contest.notes == notes


def test_the_window_shows_the_fight_under_way():
    field = Melee({"S4": "0503", "S5": "0604", "S14": "0503", "G1": "0504"}).set("G1", command="MOVE", known=False)
    field.attack("S4 ASSAULT G1\nS14 ASSAULT G1\nS5 ASSAULT G1")
    found = GAME.view(field.state, None).contest
    assert (found.title, found.stage, found.side, found.cell) == ("Close Assault on G1", 2, "german", cell("0504"))
    assert [(one.unit, one.text) for one in found.fighters] == [
        ("G1", "is attacked"), ("S4", "leads, from 0503"), ("S14", "joins in, from 0503"), ("S5", "leads, from 0604"),
    ]  # fmt: skip


def test_overruns_within_reach_are_shown_with_their_odds():
    field = keep({"S1": "0602D", "G7": "0604"})
    field.ready()
    seen = GAME.view(field.state, "soviet")
    assert seen.contest.title == "Overruns within reach"
    assert seen.contest.notes[0].startswith("S1 over G7 in 0604: ")
    assert "overrun G7" in seen.stops["S1"]
    words = [option.choices for one in GAME.legal(field.state, "soviet").units for option in one.options]
    assert ("overrun G7",) in words
    assert GAME.view(keep({"S1": "0602D"}).ready().state, "soviet").contest is UNSET


@pytest.mark.rules("6.6.1.1h", "6.6.1.1o")
def test_a_passenger_attacks_once_and_only_whom_it_saw_before_the_move():
    field = keep(RIDE)
    field.ready()
    carrier, rider, target = (index_of(field.state, name) for name in ("S3", "S4", "G2"))
    judged = (field.state, scene(), carrier, rider, target, cell("0603"))
    assert storming.fault(*judged) is None
    field.state.mover = Mover(carrier, Progress(), [], cell("0602"), 3, cell("0602"))
    assert storming.fault(*judged)[0] == "6.6.1.2m", "in the middle of the move it is too late to look"
    field.unit("S4").sees = (target,)
    assert storming.fault(*judged) is None
    field.state.assault = CloseCombat(aims=((rider, target),))
    assert storming.fault(*judged)[0] == "6.6.1.1h"
