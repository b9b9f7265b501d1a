"""Details of close assault (13.0): who has to leave, where to, who fires, and what becomes of commands."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules import assault as rules
from hulldown.games.panzer_battles.rules.state import Frame, Melee
from support.battles_assault import LOW, assault, come_in, to_the_end_of_round_one
from support.battles_stage import Stage


def at(stage: Stage, name: str) -> int:
    return next(place for place, unit in enumerate(stage.state.units) if unit.id == name)


def mixed(monkeypatch: pytest.MonkeyPatch, **fields: object) -> Stage:
    """M4s and men on halftracks in a hex with Panzer IVs, in the Americans' Close Assault Segment."""
    stage = Stage(monkeypatch, dice=LOW)
    stage.put("U111", "1010", command="OVERWATCH", **fields)
    stage.put("U211h", "1010", command="OVERWATCH")
    stage.put("U211i", "", on="U211h", command="OVERWATCH")
    stage.put("U221i", "1010", command="OVERWATCH")
    stage.put("G111", "1010", command="OVERWATCH")
    stage.state.stack = [Frame("assault1", side="first")]
    stage.state.melee = Melee(stage.cell("1010"), "leave", 1)
    stage.engage("1010")
    return stage


@pytest.mark.rules("13.29b", "13.29h", "13.29a", "13.3a", "14.42a", "13.4b", "18.11")
def test_who_has_to_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    tank, tracks = at(stage, "U111"), at(stage, "U211h")
    for command, leaves in (("OVERWATCH", False), ("BOUND", True), ("WITHDRAW", True), ("RALLY", True)):
        stage.unit("U111").command = command
        assert rules.must_leave(stage.state, tank) == leaves, command
    assert stage.state.melee is not None
    stage.state.melee.round = 0
    assert not rules.must_leave(stage.state, tank), "a rally is over after the first round, not before it"
    stage.state.melee.round = 1
    stage.unit("U111").command = "OVERWATCH"
    for morale, leaves in ((1, False), (2, True), (3, True)):
        stage.company("U11co").morale = morale
        assert rules.must_leave(stage.state, tank) == leaves
    stage.company("U11co").independent = True
    assert not rules.must_leave(stage.state, tank)
    assert not rules.must_leave(stage.state, tracks)
    stage.company("U21infantryco").morale = 2
    assert rules.must_leave(stage.state, tracks), "CA-23: its men take it along"


@pytest.mark.rules("13.29d", "13.3c", "13.32")
def test_the_phasing_side_leaves_first_and_each_side_together(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    for name in ("U111", "U221i", "G111"):
        stage.unit(name).command = "BOUND"
    names = [stage.state.units[one].id for one in rules.leavers(stage.state)]
    assert names == ["U111", "U221i", "G111"]
    assert stage.state.melee is not None
    stage.state.melee.leaving = rules.leavers(stage.state)
    assert {stage.state.units[one].id for one in rules.leaving_now(stage.state)} == {"U111", "U221i"}
    stage.unit("U111").status = "lost"
    assert {stage.state.units[one].id for one in rules.leaving_now(stage.state)} == {"U221i"}
    stage.unit("U221i").status = "lost"
    assert {stage.state.units[one].id for one in rules.leaving_now(stage.state)} == {"G111"}
    stage.unit("G111").status = "lost"
    assert rules.leaving_now(stage.state) == []
    stage.state.stack = [Frame("assault2", side="second")]
    for name in ("U111", "U221i", "G111"):
        stage.unit(name).status = "on map"
    assert [stage.state.units[one].id for one in rules.leavers(stage.state)] == ["G111", "U111", "U221i"]


@pytest.mark.rules("13.31a", "13.31b", "13.31c", "13.32", "13.33b")
def test_where_units_of_a_type_may_withdraw_to(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    around = {"1009", "1011", "0910", "0911", "1110", "1111"}
    scene = stage.scene()

    def refuges(names: tuple[str, ...], infantry: bool) -> set[str]:
        cells = rules.refuges(stage.state, scene, [at(stage, name) for name in names], infantry)
        return {stage.label(cell) for cell in cells}

    assert refuges(("U111", "U211h"), False) == around
    assert refuges(("U111",), True) == set(), "no men among them"
    for name in ("U121", "U122"):
        stage.put(name, "1009", command="OVERWATCH")
    assert refuges(("U111",), False) == around, "a third may come"
    assert refuges(("U111", "U211h"), False) == around - {"1009"}, "a fourth may not"
    assert refuges(("U221i",), True) == around, "men and vehicles apart"
    stage.unit("U221i").fatigue = 2
    assert refuges(("U221i",), True) == set()
    stage.unit("U221i").fatigue = 1
    assert refuges(("U221i",), True) == around
    stage.put("G112", "1011", command="OVERWATCH")
    stage.put("G113", "1110", command="OVERWATCH", hidden=True)
    assert refuges(("U221i",), True) == around - {"1011"}, "of those nobody knows, nobody knows"
    # 13.31c: closed to the side that was assaulted is where the enemy came from, for this hex alone.
    stage.state.assaulted = (*(stage.cell(label) for label in ("0910", "1010", "0911", "2020")),)
    assert "0910" in refuges(("U111",), False)
    assert refuges(("G111",), False) == {"0910", "0911", "1009", "1011", "1110", "1111"} - {"0910", "1009"}


@pytest.mark.rules("13.33a", "13.29-note-1", "6.12b", "6.65b", "13.29g", "11.13b")
def test_what_a_withdrawal_does_to_a_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch, column=True, facing=3, defilade=2, entered=1)
    for name in ("U111", "U211h", "U221i"):
        stage.unit(name).command = "BOUND"
    stage.unit("U221i").suppressed = True
    assert stage.state.melee is not None
    stage.state.melee.leaving = rules.leavers(stage.state)
    stage.state.melee.spent = ("1:main",)
    cell = stage.cell("1009")
    order = Order("withdraw", tuple(Task(name, "RETREAT", (cell,)) for name in ("U111", "U211h", "U221i")))
    doing = stage._doing()
    rules.retreat(stage.state, stage.scene(), order, doing)
    tank, men, riders = stage.unit("U111"), stage.unit("U221i"), stage.unit("U211i")
    assert (tank.cell, tank.facing, tank.column, tank.defilade, tank.engaged, tank.entered, tank.spent) == (
        cell, 0, False, -1, False, -1, 0,
    )  # fmt: skip
    assert (men.cell, men.fatigue, men.suppressed, men.strength) == (cell, 1, False, 4)
    assert (riders.cell, riders.fatigue, riders.engaged, riders.strength) == (cell, 0, False, 5)
    assert tank.command == "BOUND"
    assert not stage.unit("G111").engaged, "13.23b"
    assert stage.state.melee.left == tuple(sorted(at(stage, name) for name in ("U111", "U211h", "U221i")))
    assert (stage.state.melee.spent, stage.state.melee.leaving) == ((), ())
    assert [event.data["unit"] for event in doing.events if event.kind == "withdrew"] == ["U111", "U211h", "U221i"]


@pytest.mark.rules("13.29-note-1", "10.4a")
def test_the_last_step_is_lost_on_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    stage.unit("U221i").command, stage.unit("U221i").suppressed, stage.unit("U221i").strength = "BOUND", True, 1
    assert stage.state.melee is not None
    stage.state.melee.leaving = (at(stage, "U221i"),)
    doing = stage._doing()
    rules.retreat(
        stage.state, stage.scene(), Order("withdraw", (Task("U221i", "RETREAT", (stage.cell("1009"),)),)), doing
    )
    assert stage.unit("U221i").status == "lost"
    assert stage.state.melee.left == ()
    assert not [event for event in doing.events if event.kind == "withdrew"]


@pytest.mark.rules("14.42a", "5.4c", "13.4b", "13.29g")
@pytest.mark.parametrize(
    ("command", "morale", "after", "locked"),
    [
        ("OVERWATCH", 2, "WITHDRAW", True),
        ("RALLY", 0, "WITHDRAW", True),
        ("OVERWATCH", 0, "BOUND", False),
        ("BOUND", 2, "BOUND", False),
        ("WITHDRAW", 2, "WITHDRAW", False),
    ],
)
def test_the_command_of_who_is_driven_out(
    monkeypatch: pytest.MonkeyPatch, command: str, morale: int, after: str, locked: bool
) -> None:
    stage = mixed(monkeypatch)
    stage.unit("U111").command = command
    stage.company("U11co").morale = morale
    rules._drive_out(stage.state, at(stage, "U111"))
    assert (stage.unit("U111").command, stage.company("U11co").locked) == (after, locked)


@pytest.mark.rules("13.36", "13.3d", "14.42b", "13.29e")
def test_what_becomes_of_who_cannot_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    doing = stage._doing()
    for name in ("U111", "U111"):
        rules._trapped(stage.state, stage.scene(), at(stage, name), doing)
    assert stage.state.stuck == (stage.unit("U111").company,), "a company pays once"
    assert [(e.kind, e.rule) for e in doing.events] == [("trapped", "13.36")] * 2
    stage.company("U21infantryco").morale = 2
    rules._trapped(stage.state, stage.scene(), at(stage, "U211h"), doing)
    assert (stage.unit("U211i").status, stage.unit("U211h").status) == ("lost", "on map")
    stage.company("U11co").morale = 2
    rules._trapped(stage.state, stage.scene(), at(stage, "U111"), doing)
    assert stage.unit("U111").status == "lost"
    assert [e.rule for e in doing.events if e.kind == "eliminated"] == ["14.42b", "14.42b"]
    assert stage.unit("U111").company in stage.state.stuck
    # 13.29e: not the side that was assaulted, once the enemy has left.
    for name in ("U211h", "U221i"):
        stage.unit(name).cell = stage.cell("1009")
    before = len(doing.events)
    rules._trapped(stage.state, stage.scene(), at(stage, "G111"), doing)
    assert len(doing.events) == before


@pytest.mark.rules("13.28a", "13.29a", "5.4c")
def test_which_commands_are_open_before_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    company = stage.company("U11co")
    assert stage.state.melee is not None

    def offered() -> tuple[str, ...]:
        return rules.new_commands(stage.state, company)

    assert offered() == ("OVERWATCH", "BOUND")
    company.morale = 1
    assert offered() == ("OVERWATCH", "BOUND")
    company.morale = 2
    assert offered() == ("OVERWATCH", "WITHDRAW")
    company.morale = 3
    assert offered() == ("WITHDRAW",)
    company.morale, company.locked = 2, True
    assert offered() == ("WITHDRAW",)
    company.morale = 1
    assert offered() == ("WITHDRAW",)
    company.independent = True
    assert offered() == ("OVERWATCH", "BOUND")
    stage.unit("U111").command = "RALLY"
    assert offered() == (), "13.4a: not before round 1"
    stage.state.melee.round = 2
    assert offered() == ("OVERWATCH", "BOUND")


@pytest.mark.rules("13.28a", "5.4c")
def test_a_command_to_withdraw_binds_the_company_and_others_keep_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    stage.put("U112", "1515", command="OVERWATCH")
    stage.unit("U221i").command, stage.unit("U221i").role = "BOUNDING", "bound"
    stage.unit("G111").command, stage.unit("G111").role = "BOUNDING", "watch"
    doing = stage._doing()
    rules.reorder(stage.state, "first", Order("orders", (Task("U11co", "WITHDRAW"),)), doing)
    rules.reorder(stage.state, "second", Order("orders"), doing)
    assert (stage.unit("U111").command, stage.company("U11co").locked) == ("WITHDRAW", True)
    assert (stage.unit("U112").command, stage.unit("U211h").command) == ("OVERWATCH", "OVERWATCH")
    assert (stage.unit("U221i").command, stage.unit("G111").command) == ("BOUND", "OVERWATCH"), "CA-5"
    assert not stage.company("G11co").locked


@pytest.mark.rules("13.12a", "13.27b", "13.22a", "13.22b", "13.4a")
def test_what_may_be_fired_in_an_impulse(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = mixed(monkeypatch)
    state, scene = stage.state, stage.scene()
    assert state.melee is not None

    def keys(name: str, stage_of_fire: int) -> list[str]:
        state.stack = [Frame("assault1", side="first"), Frame("melee", side="second", stage=stage_of_fire)]
        return [system.key for system, _ in rules.open_systems(state, scene, at(stage, name))]

    meeting, in_round = 0, 1
    stage.unit("U111").entered = 0
    assert keys("G111", meeting) == ["main", "mg"]
    stage.unit("G111").began = True
    assert keys("G111", meeting) == [], "it was engaged before"
    assert keys("G111", in_round) == ["main", "mg"]
    state.melee.spent = (f"{at(stage, 'G111')}:mg",)
    assert keys("G111", in_round) == [], "one system of a vehicle"
    state.melee.spent = (f"{at(stage, 'U221i')}:rifles",)
    assert keys("G111", in_round) == ["main", "mg"]
    assert keys("U221i", in_round) == ["bazooka"], "both of infantry"
    stage.unit("U221i").command = "RALLY"
    assert keys("U221i", in_round) == [], "13.4a"
    state.melee.round = 2
    assert keys("U221i", in_round) == ["bazooka"]


@pytest.mark.rules("13.12a", "13.22a", "13.22b", "13.34a")
def test_when_a_side_is_asked_to_fire_in_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what both can see: not by commands."""
    stage = mixed(monkeypatch)
    state = stage.state
    assert state.melee is not None

    def could(side: str, stage_of_fire: int) -> bool:
        state.stack = [Frame("assault1", side="first"), Frame("melee", side=side, stage=stage_of_fire)]
        return rules.could_fire(state, side)

    assert not could("second", 0), "nobody came in"
    stage.unit("U111").entered = 0
    assert could("second", 0)
    stage.unit("G111").command = "RALLY"
    assert could("second", 0)
    stage.unit("G111").began = True
    assert not could("second", 0)
    assert could("second", 1)
    state.melee.spent = (f"{at(stage, 'G111')}:mg",)
    assert not could("second", 1)
    assert not could("second", 2), "nobody has left"
    state.melee.spent, state.melee.left = (), (at(stage, "U111"),)
    assert could("second", 2)
    stage.unit("U111").status = "lost"
    assert not could("second", 2)
    spent = [f"{at(stage, name)}:mg" for name in ("U211h",)]
    state.melee.spent = tuple(spent)
    assert could("first", 1)
    state.melee.spent = (*spent, f"{at(stage, 'U221i')}:rifles", f"{at(stage, 'U221i')}:bazooka")
    assert could("first", 1), "the men on board have their rifles"


@pytest.mark.rules("13.29c", "13.0-proc-6", "13.23b", "6.65a", "6.65b")
def test_a_close_assault_is_over_after_three_rounds_and_column_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch, column=True)
    stage.put("G112", "1515", command="OVERWATCH", column=True)
    come_in(stage)
    while stage.state.stack[0].step == "assault1":
        for side in list(stage.asked()):
            if stage.asked().get(side) == "orders" and side == "first":
                stage.say(side, "U11co OVERWATCH")
            else:
                stage.idle(side)
    assert [event.data["round"] for event in stage.found("round")] == [1, 2, 3]
    assert (stage.unit("G111").column, stage.unit("G112").column) == (False, True)
    assert stage.unit("G111").engaged


@pytest.mark.rules("13.36", "13.0-proc-1")
def test_companies_that_were_stuck_pay_when_the_segment_ends_and_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    to_the_end_of_round_one(stage)
    stage.state.stuck = (stage.unit("G111").company,)
    stage.pass_to("face")
    assert stage.company("G11co").morale == 1
    assert [(event.rule, event.data["company"]) for event in stage.found("morale")] == [("13.36", "G11co")]
    assert stage.state.stuck == ()
