"""Withdrawal from close assault (13.29, 13.3, 13.4, 14.42) played, and what else ends or upsets one."""

from __future__ import annotations

import pytest

from support.battles_assault import LOW, assault, come_in, to_the_end_of_round_one
from support.battles_stage import Stage


@pytest.mark.rules("13.29b", "13.29f", "13.3b", "13.34a", "13.34b", "13.35", "13.31a", "13.29g")
def test_bound_units_withdraw_under_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    to_the_end_of_round_one(stage)
    # CA-18: the side that moved may go back where it came from.
    assert stage.asked() == {"first": "withdraw"}
    assert stage.offered("first", "U111") == {"RETREAT": {"1011", "1009", "1110", "1111", "0910", "0911"}}
    assert stage.refused("first", "U111 RETREAT 1013") == {"13.31a"}
    assert stage.refused("first", "") == {"13.3b"}
    stage.say("first", "U111 RETREAT 1011")
    assert stage.asked() == {"second": "fire"}
    assert stage.offered("second", "G111") == {"FIRE": {"main", "mg", "U111"}}
    stage.say("second", "G111 FIRE main U111")
    (shot,) = stage.found("shot")
    assert (shot.rule, shot.data["range"]) == ("13.34a", 1)
    parts = {factor.label: factor.value for factor in shot.factors}
    assert any("mov" in label and value == -2 for label, value in parts.items()), parts
    # CA-16: the side.
    assert any("armour 3" in label for label in parts), parts
    assert (stage.where("U111"), stage.unit("U111").command) == ("1011", "BOUND")
    assert not stage.unit("G111").engaged
    assert stage.state.stack[0].step == "facing1"


@pytest.mark.rules("13.29d", "13.29b", "13.31c")
def test_both_on_bound_the_phasing_side_leaves_first_without_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    to_the_end_of_round_one(stage, second="G11co BOUND")
    stage.say("first", "U111 RETREAT 0911")
    # The enemy cannot know that it is on Bound, so it is asked; nothing is open to it.
    assert stage.asked() == {"second": "fire"}
    assert stage.offered("second", "G111") == {}
    stage.say("second", "pass")
    # CA-11: it has to leave too, but not to 0911, where the enemy is, nor to 1011, whence it came.
    assert stage.asked() == {"second": "withdraw"}
    assert stage.offered("second", "G111") == {"RETREAT": {"1009", "1110", "1111", "0910"}}
    stage.say("second", "G111 RETREAT 1009")
    assert stage.where("G111") == "1009"


@pytest.mark.rules("13.29e")
def test_who_is_shut_in_by_the_enemy_that_left_may_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    for name, label in (("U112", "1009"), ("U113", "1110"), ("U121", "1111"), ("U122", "0910")):
        stage.put(name, label, command="OVERWATCH")
    to_the_end_of_round_one(stage, second="G11co BOUND")
    stage.say("first", "U111 RETREAT 0911")
    stage.pass_to("face")
    assert stage.where("G111") == "1010"
    assert stage.company("G11co").morale == 0
    assert not stage.found("trapped")


@pytest.mark.rules("13.36", "13.3d", "13.31b", "13.31a")
def test_who_cannot_withdraw_pays_with_morale(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-9: the company pays once, when the Segment is over, however many of its platoons are stuck."""
    stage = assault(monkeypatch)
    stage.put("G112", "1010", command="OVERWATCH", facing=3)
    for name, label in (("U112", "1009"), ("U113", "1110"), ("U121", "1111"), ("U122", "0910"), ("U123", "0911")):
        stage.put(name, label, command="OVERWATCH")
    to_the_end_of_round_one(stage, first="U11co OVERWATCH", second="G11co BOUND")
    assert [event.data["unit"] for event in stage.found("trapped")] == ["G111", "G112"]
    assert stage.company("G11co").morale == 0
    stage.pass_to("face")
    assert stage.company("G11co").morale == 1
    assert stage.where("G111") == "1010"


@pytest.mark.rules("13.31b", "13.32", "13.3c")
def test_units_of_a_type_keep_together_and_do_not_overstack(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=LOW)
    stage.platoons(("U111", "U112"), "1011", command="BOUND")
    stage.put("U121", "1110", command="BOUND")
    stage.put("G111", "1010", command="OVERWATCH", facing=3)
    stage.put("U131", "1111", command="OVERWATCH")
    stage.put("U132", "0911", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010 + U112")
    stage.say("first", "U121 MOVE 1010")
    stage.pass_to("withdraw")
    # Two companies, but vehicles all: one hex for all three, and none with a fourth.
    assert set(stage.offered("first", "U121")["RETREAT"]) == {"1011", "1009", "1110", "0910"}
    assert stage.refused("first", "U111 RETREAT 1011\nU112 RETREAT 1011\nU121 RETREAT 1009") == {"13.32"}
    stage.say("first", "U111 RETREAT 1009\nU112 RETREAT 1009\nU121 RETREAT 1009")
    assert {stage.where(name) for name in ("U111", "U112", "U121")} == {"1009"}


@pytest.mark.rules("13.33a", "13.29-note-1")
@pytest.mark.parametrize(("suppressed", "left"), [(False, 5), (True, 4)])
def test_infantry_tires_by_withdrawing(monkeypatch: pytest.MonkeyPatch, suppressed: bool, left: int) -> None:
    stage = Stage(monkeypatch, dice="6 6 " + LOW)
    stage.put("U211i", "1010", command="OVERWATCH")
    stage.put("G111", "1009", command="BOUND", facing=3)
    stage.begin("move2")
    stage.unit("U211i").suppressed = suppressed
    stage.say("second", "G111 MOVE 1010")
    stage.pass_to("orders")
    stage.say("first", "U21infantryco BOUND")
    stage.say("second", "G11co OVERWATCH")
    stage.pass_to("withdraw")
    stage.say("first", "U211i RETREAT 1011")
    # CA-20: it loses a step and is suppressed no longer.
    unit = stage.unit("U211i")
    assert (unit.fatigue, unit.strength, unit.suppressed) == (1, left, False)


@pytest.mark.rules("13.33b", "13.36")
def test_worn_out_infantry_cannot_withdraw(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=LOW)
    stage.put("U211i", "1010", command="OVERWATCH", fatigue=2)
    stage.put("G111", "1009", command="BOUND", facing=3)
    stage.begin("move2")
    stage.say("second", "G111 MOVE 1010")
    stage.pass_to("orders")
    stage.say("first", "U21infantryco BOUND")
    stage.say("second", "G11co OVERWATCH")
    stage.pass_to("face")
    assert stage.where("U211i") == "1010"
    assert stage.company("U21infantryco").morale == 1


@pytest.mark.rules("13.28a", "13.4a", "13.4b", "14.42a")
def test_a_rallying_company_does_not_fire_and_leaves_after_round_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-10: its command stands for round 1; then it is Withdraw, and the units go."""
    stage = assault(monkeypatch)
    stage.company("G11co").morale = 2
    stage.unit("G111").command = stage.company("G11co").command = "RALLY"
    come_in(stage)
    stage.say("second", "pass")
    assert stage.offered("second", "G11co") == {}
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "")
    assert stage.offered("second", "G111") == {}
    stage.pass_to("withdraw")
    assert stage.asked() == {"second": "withdraw"}
    stage.say("second", "G111 RETREAT 1009")
    assert stage.unit("G111").command == "WITHDRAW"


@pytest.mark.rules("14.42a", "14.42b", "14.43", "14.52", "13.29h")
@pytest.mark.parametrize(("state", "fires"), [(2, True), (3, False)])
def test_broken_companies_must_leave_after_round_one(
    monkeypatch: pytest.MonkeyPatch, state: int, fires: bool
) -> None:  # fmt: skip
    """CA-7: whatever their command. In state 3 nothing fires."""
    stage = assault(monkeypatch)
    stage.company("G11co").morale = state
    if state == 3:
        stage.unit("G111").command = "WITHDRAW"
    come_in(stage)
    assert bool(stage.offered("second", "G111")) == fires
    stage.say("second", "pass")
    expected = {"OVERWATCH": set(), "WITHDRAW": set()} if state == 2 else {"WITHDRAW": set()}
    assert stage.offered("second", "G11co") == expected
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "")
    assert bool(stage.offered("second", "G111")) == fires
    stage.pass_to("withdraw")
    assert stage.asked() == {"second": "withdraw"}


@pytest.mark.rules("5.4c", "14.42a")
@pytest.mark.parametrize("command", ["OVERWATCH", "RALLY"])
def test_who_is_driven_out_is_held_to_withdraw(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Nobody told the company to withdraw; its morale did, and that is a Withdraw command."""
    stage = assault(monkeypatch)
    stage.put("G112", "2010", command=command)
    stage.unit("G111").command = command
    stage.company("G11co").morale = 2
    to_the_end_of_round_one(stage, first="U11co OVERWATCH")
    assert not stage.company("G11co").locked
    stage.say("second", "G111 RETREAT 1009")
    assert (stage.unit("G111").command, stage.company("G11co").locked) == ("WITHDRAW", True)
    # CA-26: the rest of the company keeps its command until the next Command Phase.
    assert stage.unit("G112").command == command
    stage.pass_to("command")
    while stage.asked() != {"second": "command"}:
        stage.idle(next(iter(stage.asked())))
    assert set(stage.offered("second", "G11co")) == {"WITHDRAW", "RALLY"}
    assert stage.refused("second", "G11co OVERWATCH") == {"5.4c"}


@pytest.mark.rules("14.42b")
def test_broken_units_that_cannot_leave_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-8: 14.42 for states 2 and 3, 13.36 for the others."""
    stage = assault(monkeypatch)
    stage.company("G11co").morale = 2
    for name, label in (("U112", "1009"), ("U113", "1110"), ("U121", "1111"), ("U122", "0910"), ("U123", "0911")):
        stage.put(name, label, command="OVERWATCH")
    to_the_end_of_round_one(stage, first="U11co OVERWATCH")
    assert stage.where("G111") == "lost"
    assert stage.found("eliminated", unit="G111")[0].rule == "14.42b"


@pytest.mark.rules("13.23b")
def test_no_withdrawal_from_a_hex_that_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-17: the engagement ends with the last enemy; Bound units need not leave."""
    stage = assault(monkeypatch, dice="6 6 6 6 6 6 6 6 6 6 6 6 6 6 6")
    stage.unit("G111").strength = 1
    come_in(stage)
    stage.say("second", "pass")
    stage.say("first", "")
    stage.say("second", "")
    stage.say("second", "pass")
    stage.say("first", "U111 FIRE main G111")
    assert stage.where("G111") == "lost"
    stage.pass_to("face")
    assert (stage.where("U111"), stage.unit("U111").engaged) == ("1010", False)


@pytest.mark.rules("13.0-proc-1")
def test_several_close_assaults_in_the_order_the_phasing_side_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-27."""
    stage = assault(monkeypatch)
    stage.put("U121", "1511", command="BOUND")
    stage.put("G121", "1510", command="OVERWATCH")
    stage.say("first", "U111 MOVE 1010")
    stage.say("first", "U121 MOVE 1510")
    stage.pass_to("engage")
    assert stage.asked() == {"first": "engage"}
    assert stage.offered("first", "next") == {"ENGAGE": {"1010", "1510"}}
    for wrong in ("1010 now", "1010 A", "1010 + G111", "1011", "1010 1510"):
        assert stage.refused("first", f"next ENGAGE {wrong}") == {"13.0-proc-1"}, wrong
    stage.say("first", "next ENGAGE 1510")
    stage.pass_to("face")
    assert [event.data["hex"] for event in stage.found("assault")] == ["1510", "1010"]


@pytest.mark.rules("13.25b", "17.5b")
def test_shells_fall_on_a_close_assault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.battery(1).impact = stage.cell("1010")
    stage.say("first", "U111 MOVE 1010")
    (shelled,) = stage.found("shelled")
    assert (shelled.data["target"], stage.unit("U111").engaged) == ("U111", True)


@pytest.mark.rules("13.28a", "13.29a")
def test_bounding_overwatch_becomes_what_each_unit_was_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-5: no new command for the company; the platoon that bounded leaves, the one that watched stays."""
    stage = assault(monkeypatch)
    stage.put("G112", "1010", command="BOUNDING", facing=3, role="watch")
    stage.unit("G111").command, stage.unit("G111").role = "BOUNDING", "bound"
    to_the_end_of_round_one(stage, first="U11co OVERWATCH")
    assert (stage.unit("G111").command, stage.unit("G112").command) == ("BOUND", "OVERWATCH")
    # CA-12: they act apart.
    assert stage.asked() == {"second": "withdraw"}
    assert stage.offered("second", "G112") == {}
    stage.say("second", "G111 RETREAT 1009")
    assert (stage.where("G111"), stage.where("G112")) == ("1009", "1010")
    assert stage.unit("G112").engaged


@pytest.mark.rules("13.31c")
def test_the_side_that_was_assaulted_does_not_go_where_the_enemy_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-18: it bars the defenders alone, and only the hexes of this close assault."""
    stage = assault(monkeypatch)
    stage.put("U112", "0910", command="BOUND")
    stage.say("first", "U112 MOVE 1010")
    to_the_end_of_round_one(stage, first="U11co OVERWATCH", second="G11co BOUND")
    assert stage.offered("second", "G111") == {"RETREAT": {"1009", "1110", "1111", "0911"}}
    assert stage.refused("second", "G111 RETREAT 1011") == {"13.31a"}


@pytest.mark.rules("13.12a", "13.24")
def test_the_fire_before_round_one_is_not_for_those_who_were_engaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-13: in the next Phase there is none, though all are on Overwatch."""
    stage = Stage(monkeypatch, dice=LOW)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "1010", command="OVERWATCH")
    stage.engage("1010")
    stage.begin("move2")
    stage.say("second", "end")
    stage.pass_to("assault2")
    assert stage.asked() == {"first": "orders", "second": "orders"}


@pytest.mark.rules("13.34a", "13.22a")
def test_only_who_was_engaged_fires_at_those_who_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("G112", "1008", command="OVERWATCH")
    to_the_end_of_round_one(stage)
    stage.say("first", "U111 RETREAT 1011")
    assert stage.offered("second", "G112") == {}
    assert stage.refused("second", "G112 FIRE main U111") == {"13.24"}
    stage.say("second", "G111 FIRE mg U111")
    # CA-3: one system of a vehicle unit.
    assert stage.asked() != {"second": "fire"}


@pytest.mark.rules("13.29e", "14.42b")
def test_broken_units_that_the_enemy_has_left_and_shut_in_stay_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no close assault any more (13.23b), and 13.29e makes no difference between commands (13.29h)."""
    stage = assault(monkeypatch)
    stage.company("G11co").morale = 2
    for name, label in (("U112", "1009"), ("U113", "1110"), ("U121", "1111"), ("U122", "0910")):
        stage.put(name, label, command="OVERWATCH")
    to_the_end_of_round_one(stage, second="G11co WITHDRAW")
    stage.say("first", "U111 RETREAT 0911")
    stage.pass_to("face")
    assert (stage.where("G111"), stage.unit("G111").engaged) == ("1010", False)


@pytest.mark.rules("6.65b", "6.62a", "6.62b")
def test_column_is_not_left_in_a_close_assault_before_the_segment_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOV-13: until then it fires as one vehicle and is hit as a column, on both sides."""
    stage = assault(monkeypatch, column=True)
    stage.unit("U111").column = True
    stage.put("U112", "1511", command="BOUND")
    stage.put("G112", "1509", command="OVERWATCH", column=True)
    stage.say("first", "U111 MOVE 1010")
    assert stage.refused("first", "U111 LINE") == {"6.65b"}
    assert "LINE" not in stage.offered("first", "U111")
    stage.say("first", "U112 MOVE 1510")
    assert stage.asked() == {"second": "fire"}
    assert "LINE" in stage.offered("second", "G112")
    assert "LINE" not in stage.offered("second", "G111")
    stage.pass_to("orders")
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "")
    stage.say("second", "G111 FIRE mg U111")
    shot = stage.found("shot", unit="G111")[-1]
    assert any(factor.value == 4 and "olumn" in factor.label for factor in shot.factors)
    stage.pass_to("face")
    assert not stage.unit("U111").column
    assert not stage.unit("G111").column


@pytest.mark.rules("13.28a", "5.4c")
@pytest.mark.parametrize(("locked", "open_to"), [(False, {"OVERWATCH", "BOUND"}), (True, {"WITHDRAW"})])
def test_a_company_held_to_withdraw_is_so_in_a_close_assault_too(
    monkeypatch: pytest.MonkeyPatch, locked: bool, open_to: set[str]
) -> None:
    """CA-5: in state 1 after a Withdraw command."""
    stage = assault(monkeypatch)
    stage.company("G11co").morale, stage.company("G11co").locked = 1, locked
    come_in(stage)
    stage.pass_to("orders")
    assert set(stage.offered("second", "G11co")) == open_to
