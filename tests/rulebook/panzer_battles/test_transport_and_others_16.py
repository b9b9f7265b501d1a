"""Where transport, guns and crews (16.0) meet other rules: commands, defilade, fire that comes between, morale."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.observing import observes
from support.battles_assault import LOW
from support.battles_stage import Stage

CREW, GUN, TRACTOR = "G101c", "G101g", "G101h"
MEN, HALFTRACKS = "U21infantryco", "U21M3co"


def aboard(monkeypatch: pytest.MonkeyPatch, dice: str = LOW, **fields: object) -> Stage:
    """A platoon of infantry on its halftracks at 1010."""
    stage = Stage(monkeypatch, dice=dice, hexes={"1009": "town", "1008": "town"})
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "", on="U211h", **{"command": "BOUND", **fields})
    return stage


@pytest.mark.rules("16.17", "16.11a", "8.11")
def test_who_has_ridden_on_overwatch_does_not_fire_after_it_got_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-2: not in the Phase in which its carrier moved; getting off where it was bars nothing (TRN-3)."""
    for path, fires in (("U211h MOVE 1011", False), ("", True)):
        stage = aboard(monkeypatch, command="OVERWATCH")
        stage.put("G111", "1013", command="OVERWATCH")
        stage.begin("move1")
        if path:
            stage.say("first", path)
            stage.pass_to("move")
        stage.say("first", "U211i DISMOUNT")
        stage.pass_to("final1")
        stage.say("second", "pass")
        assert bool(stage.offered("first", "U211i")) == fires
        if not fires:
            assert stage.refused("first", "U211i FIRE rifles G111") == {"16.17"}


@pytest.mark.rules("12.51b", "12.52a")
@pytest.mark.parametrize(("path", "moving"), [("U211h MOVE 1011", True), ("", False)])
def test_who_has_ridden_and_got_off_is_a_moving_target(
    monkeypatch: pytest.MonkeyPatch, path: str, moving: bool
) -> None:  # fmt: skip
    """In the Final Fire Segment; getting off without going from hex to hex counts for nothing."""
    stage = aboard(monkeypatch)
    stage.put("G111", "1013", command="OVERWATCH")
    stage.begin("move1")
    if path:
        stage.say("first", path)
        stage.pass_to("move")
    stage.say("first", "U211i DISMOUNT")
    stage.pass_to("final1")
    stage.forget()
    stage.say("second", "G111 FIRE mg U211i")
    labels = {factor.label: factor.value for factor in stage.found("shot")[0].factors}
    assert any("mov" in label and value == -2 for label, value in labels.items()) == moving, labels


@pytest.mark.rules("16.11a", "15.42")
def test_mounting_from_defilade_costs_a_point_more(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "1010", command="BOUND", defilade=2)
    stage.put("U212i", "1010", command="BOUND", defilade=2)
    stage.begin("move1")
    stage.unit("U212i").spent = 1
    assert stage.refused("first", "U212i MOUNT U211h") == {"16.11a"}
    stage.say("first", "U211i MOUNT U211h")
    assert (stage.unit("U211i").spent, stage.unit("U211i").defilade) == (2, -1)


@pytest.mark.rules("16.15a", "16.13", "8.24a")
@pytest.mark.parametrize(("words", "men"), [("", 3), ("leave steps", 5)])
def test_fire_that_comes_between_takes_no_steps_that_nobody_offered(
    monkeypatch: pytest.MonkeyPatch, words: str, men: int
) -> None:
    """The vehicles for which they had room, or were to make room, are hit before they have mounted."""
    stage = Stage(monkeypatch, dice="5 5 5")
    stage.put("U211h", "1010", command="BOUND", strength=3)
    stage.put("U211i", "1010", command="BOUND", strength=men)
    stage.put("G111", "1011", command="OVERWATCH", strength=1)
    stage.unit("G111").shown = stage.unit("U211h").shown = True
    stage.begin("move1")
    stage.say("first", f"U211i MOUNT U211h {words}".strip())
    assert stage.asked() == {"second": "fire"}
    stage.say("second", "G111 FIRE main U211h")
    stage.pass_to("move")
    assert stage.unit("U211h").strength < 3
    assert (stage.unit("U211i").carrier, stage.unit("U211i").strength) == (-1, men)


@pytest.mark.rules("16.15a")
def test_steps_that_were_offered_go_where_nobody_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND", strength=3)
    stage.put("U211i", "1010", command="BOUND")
    stage.put("G111", "1011", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U211i MOUNT U211h leave steps")
    stage.say("second", "pass")
    assert (stage.unit("U211i").strength, stage.unit("U211i").carrier >= 0) == (3, True)


@pytest.mark.rules("16.32a", "16.3b")
def test_guns_are_not_limbered_by_fewer_halftracks_than_there_are_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fire has come between and taken one of two."""
    stage = Stage(monkeypatch, dice="2 2 6")
    stage.put(GUN, "1010", command="BOUND")
    stage.put(TRACTOR, "1010", command="BOUND")
    stage.put("U111", "1011", command="OVERWATCH", strength=1)
    stage.unit("U111").shown = True
    stage.begin("move2")
    stage.say("second", f"{GUN} LIMBER {TRACTOR}")
    stage.say("first", f"U111 FIRE main {TRACTOR}")
    stage.pass_to("move")
    assert stage.unit(TRACTOR).strength == 1
    assert (stage.unit(GUN).carrier, stage.unit(GUN).strength) == (-1, 2)


@pytest.mark.rules("5.3b", "5.24a", "16.11a")
def test_the_last_platoon_that_could_watch_mounts_as_one_that_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """CMD-6: mounting is open to those who watch too, so it does not take the part that would leave none."""
    stage = Stage(monkeypatch)
    for name, label in (("U211h", "1010"), ("U212h", "1210"), ("U213h", "1410")):
        stage.put(name, label, command="BOUNDING")
    stage.put("U211i", "1010", command="BOUND")
    stage.put("U212i", "1210", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U211i MOUNT U211h")
    assert stage.unit("U211h").role == "bound"
    stage.say("first", "U213h MOVE 1409")
    stage.say("first", "U212i MOUNT U212h")
    assert stage.unit("U212h").role == "watch"
    assert stage.refused("first", "U212h MOVE 1209") == {"5.2a"}


@pytest.mark.rules("6.51a", "6.53", "16.11b")
def test_who_rides_on_dispersed_vehicles_sees_no_more_than_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """On foot it looks into the next town hex; on vehicles in Column too."""
    stage = aboard(monkeypatch)
    stage.unit("U211h").cell = stage.unit("U211i").cell = stage.cell("1009")
    town, men = stage.cell("1008"), stage.unit("U211i")
    assert not observes(stage.state, stage.scene(), men, town, 99)
    assert observes(stage.state, stage.scene(), men, stage.cell("1010"), 99)
    stage.unit("U211h").column = True
    assert observes(stage.state, stage.scene(), men, town, 99)
    stage.unit("U211h").column = False
    men.carrier = -1
    assert observes(stage.state, stage.scene(), men, town, 99)


def guns_assaulted(monkeypatch: pytest.MonkeyPatch, dice: str = LOW) -> Stage:
    """An M4 platoon in the hex of the 88s and their crew, at the commands of round 1."""
    stage = Stage(monkeypatch, dice=dice)
    stage.put(GUN, "1010", command="OVERWATCH")
    stage.put(CREW, "1010", command="OVERWATCH")
    stage.put("U111", "1011", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    stage.pass_to("orders")
    return stage


@pytest.mark.rules("16.45", "13.2a")
def test_guns_whose_crew_falls_in_close_assault_are_lost_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = guns_assaulted(monkeypatch, "6 6 6 6 6 6 6 6 6")
    stage.unit(CREW).strength = 1
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "")
    stage.say("second", "pass")
    stage.say("first", f"U111 FIRE mg {CREW}")
    assert (stage.where(CREW), stage.where(GUN)) == ("lost", "lost")
    assert stage.found("eliminated", unit=GUN)[0].rule == "16.45"
    assert not stage.unit("U111").engaged


@pytest.mark.rules("16.45", "13.31a")
def test_guns_whose_crew_withdraws_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = guns_assaulted(monkeypatch)
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "G101crewco BOUND")
    stage.pass_to("withdraw")
    stage.say("second", f"{CREW} RETREAT 1009")
    assert (stage.where(CREW), stage.where(GUN)) == ("1009", "lost")


@pytest.mark.rules("16.45")
def test_guns_with_any_company_left_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = guns_assaulted(monkeypatch)
    stage.put(TRACTOR, "1010", command="OVERWATCH", engaged=True)
    stage.lose(CREW)
    assert stage.where(GUN) == "1010"
    stage.lose(TRACTOR)
    assert stage.where(GUN) == "lost"


@pytest.mark.rules("16.45")
def test_a_gun_without_a_crew_is_safe_where_no_enemy_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put(GUN, "1010", command="OVERWATCH")
    stage.put(CREW, "1010", command="OVERWATCH")
    stage.lose(CREW)
    assert stage.where(GUN) == "1010"


@pytest.mark.rules("16.53", "13.0-gen-3")
@pytest.mark.parametrize(("first", "barred"), [(f"{CREW} FIRE rifles U111", GUN), (f"{GUN} FIRE main U111", CREW)])
def test_a_crew_keeps_to_its_choice_through_all_rounds(
    monkeypatch: pytest.MonkeyPatch, first: str, barred: str
) -> None:  # fmt: skip
    """The Phase is one, its close assault included; what it has chosen it fires again and again."""
    stage = guns_assaulted(monkeypatch)
    again = first.split()[0]
    for number in (1, 2):
        stage.say("first", "U11co OVERWATCH")
        stage.say("second", "")
        assert bool(stage.offered("second", barred)) == (number == 1)
        assert stage.offered("second", again)
        stage.say("second", first)
        stage.pass_to("orders")
    weapon = "main" if barred == GUN else "rifles"
    stage.say("first", "")
    stage.say("second", "")
    assert stage.refused("second", f"{barred} FIRE {weapon} U111") == {"16.53"}


@pytest.mark.rules("16.53", "13.12a")
def test_who_has_fired_its_rifles_does_not_serve_its_gun_at_those_who_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-4: weapons fired before may fire, but a crew is a crew."""
    stage = Stage(monkeypatch, dice=LOW)
    stage.put(GUN, "1010", command="OVERWATCH")
    stage.put(CREW, "1010", command="OVERWATCH")
    stage.put("U111", "1011", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    stage.unit(CREW).fired = ("rifles",)
    stage.pass_to("melee")
    assert stage.offered("second", GUN) == {}
    assert stage.offered("second", CREW) == {"FIRE": {"rifles", "U111"}}


def loaded_assault(monkeypatch: pytest.MonkeyPatch, state: int) -> Stage:
    """A Panzer IV platoon in the hex of loaded halftracks, at the commands of round 1."""
    stage = aboard(monkeypatch, command="OVERWATCH")
    stage.unit("U211h").command = "OVERWATCH"
    stage.put("G111", "1011", command="BOUND", facing=0)
    stage.company(MEN).morale = state
    stage.begin("move2")
    stage.say("second", "G111 MOVE 1010")
    stage.pass_to("orders")
    return stage


@pytest.mark.rules("14.42a", "16.17", "5.4c", "13.29g")
@pytest.mark.parametrize("state", [1, 2])
def test_shaken_infantry_takes_its_vehicles_out_of_a_close_assault(
    monkeypatch: pytest.MonkeyPatch, state: int
) -> None:  # fmt: skip
    """CA-23: it withdraws with its APC. That it is driven out concerns its own company alone."""
    stage = loaded_assault(monkeypatch, state)
    stage.say("first", "")
    stage.say("second", "G11co OVERWATCH")
    stage.pass_to("withdraw", "orders")
    if state == 1:
        assert set(stage.asked().values()) == {"orders"}, "in state 1 all stay"
        return
    assert stage.asked() == {"first": "withdraw"}
    stage.say("first", "U211h RETREAT 1009")
    assert (stage.where("U211i"), stage.unit("U211i").command, stage.company(MEN).locked) == ("1009", "WITHDRAW", True)
    assert (stage.unit("U211h").command, stage.company(HALFTRACKS).locked) == ("BOUND", False)


@pytest.mark.rules("14.42b", "13.36", "16.17")
def test_shaken_infantry_whose_vehicles_cannot_leave_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-8: each by its own company's state."""
    stage = loaded_assault(monkeypatch, 2)
    for name, label in (("G112", "1009"), ("G113", "1110"), ("G121", "1111"), ("G122", "0910"), ("G123", "0911")):
        stage.put(name, label, command="OVERWATCH")
    stage.say("first", "")
    stage.say("second", "G11co OVERWATCH")
    stage.pass_to("orders")
    assert (stage.where("U211i"), stage.where("U211h")) == ("lost", "1010")
    assert stage.found("eliminated", unit="U211i")[0].rule == "14.42b"
    assert [event.data["unit"] for event in stage.found("trapped")] == ["U211h"]
