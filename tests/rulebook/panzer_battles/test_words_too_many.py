"""Answers with a part too many or too few: what an act does not need is refused, never passed over."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hulldown.core.orders import Order
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.state import ASIDE
from support.battles_assault import assault, come_in
from support.battles_field import FIRST, SECOND, Field, Task, kinds
from support.battles_stage import Stage

DULL = "1 1 4 " * 12


def spoiled(task: Task, cell: int) -> list[Task]:
    """The task with a hex, a target, a word and a facing more than it has."""
    return [
        replace(task, cells=(*task.cells, cell)),
        replace(task, targets=(*task.targets, "G111")),
        replace(task, choice=f"{task.choice} now".strip()),
        replace(task, facing=0),
    ]


def camp() -> Field:
    """Americans of whom each may do something else, and a German far away."""
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U112", "2105", kinds.BOUND, facing=3, column=True)
    for name in ("U121", "U122"):
        field.place(name, "2010", kinds.BOUND, facing=3, strength=2)
    field.place("U211i", "2215", kinds.BOUND, defilade=0)
    field.place("U212i", "2216", kinds.BOUND, suppressed=True, defilade=0)
    for name in ("U213i", "U213h", "U212h"):
        field.place(name, "2217", kinds.BOUND, strength=3)
    field.place("U221h", "2218", kinds.BOUND)
    field.place("U221i", "2218", kinds.BOUND, carrier=field.state.units.index(field.unit("U221h")))
    field.place("Ud1", "2301")
    field.unit("Ud2").status = ASIDE
    field.place("G111", "0230", facing=0)
    return field.begin()


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("5.13B", "6.61a", "6.62a", "8.62Bb", "16.11a", "16.12a", "16.1a", "6.82b", "6.83", "5.6a", "5.61")
@pytest.mark.rules("6.0-proc-1", "6.45a", "11.13a", "16.13", "5.13A", "5.13C", "5.13D", "6.11a")
@pytest.mark.parametrize(
    ("name", "kind", "labels", "targets", "cases"),
    [
        ("U211i", kinds.RISE, "", "", ["5.13B"] * 4),
        ("U111", kinds.COLUMN, "", "", ["6.61a"] * 4),
        ("U112", kinds.DEPLOY_OUT, "", "", ["6.62a"] * 4),
        ("U212i", kinds.SHED, "", "", ["8.62Bb"] * 4),
        ("U221i", kinds.DISMOUNT, "", "", ["16.11a"] * 4),
        ("Ud1", kinds.REMOVE, "", "", ["6.82b"] * 4),
        ("Ud2", kinds.BRING, "2005", "", ["6.83"] * 4),
        ("U213i", kinds.MOUNT, "", "U213h", ["16.12a", "16.12a", "16.11a", "16.12a"]),
        ("U121", kinds.REGROUP, "", "U122", ["5.6a", "5.61", "5.6a", "5.6a"]),
        ("U111", kinds.MOVE, "2006", "", ["6.0-proc-1", "6.45a", "6.0-proc-1", "6.0-proc-1"]),
        ("U111", kinds.REVERSE, "2004", "", ["11.13a", "6.45a", "11.13a", "11.13a"]),
    ],
)
def test_an_act_takes_what_it_needs_and_nothing_else(
    name: str, kind: str, labels: str, targets: str, cases: list[str]
) -> None:
    field = camp()
    task = Task(name, kind, field.path(labels.split()), targets=tuple(targets.split()))
    assert field.refused(FIRST, task) == set()
    assert [field.refused(FIRST, each) for each in spoiled(task, field.cell("2020"))] == [{case} for case in cases]


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("5.6a", "16.12a", "16.13", "16.15a", "6.83", "6.0-proc-1", "11.13a", "6.45a")
def test_what_an_act_needs_is_not_left_out() -> None:
    field = camp()
    for task, case in (
        (Task("U121", kinds.REGROUP), "5.6a"),
        (Task("U213i", kinds.MOUNT), "16.12a"),
        (Task("U213i", kinds.MOUNT, targets=("U213h", "U212h")), "16.12a"),
        (Task("Ud2", kinds.BRING), "6.83"),
        (Task("Ud2", kinds.BRING, field.path(["2020"])), "6.83"),
        (Task("U111", kinds.MOVE), "6.0-proc-1"),
        (Task("U111", kinds.REVERSE), "11.13a"),
        (Task("U121", kinds.MOVE, field.path(["2011"]), targets=("U122", "U122")), "6.45a"),
        (Task("U121", kinds.REVERSE, field.path(["2009"]), targets=("U122", "U122")), "6.45a"),
        (Task("U121", kinds.REGROUP, targets=("U122", "U122")), "5.61"),
    ):
        assert field.refused(FIRST, task) == {case}, task
    # To give up steps where there is room for all is no mistake: none is given up.
    field.give(FIRST, Task("U213i", kinds.MOUNT, targets=("U213h",), choice="leave steps"))
    assert field.unit("U213i").strength == 3


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("11.21", "11.2a", "15.11", "15.0-proc-1", "15.0-gen-1", "5.13B")
@pytest.mark.parametrize(("kind", "case"), [(kinds.TURN, "11.21"), (kinds.SHELTER, "15.11")])
def test_turning_and_cover_need_one_of_six_hexsides(kind: str, case: str) -> None:
    field = camp()
    good = Task("U111", kind, facing=0)
    assert field.refused(FIRST, good) == set()
    assert field.refused(FIRST, replace(good, facing=5)) == set()
    hexes = replace(good, cells=field.path(["2006"]))
    bad = [hexes, replace(good, targets=("G111",)), replace(good, choice="now")]
    bad.append(replace(good, facing=-1))
    assert [field.refused(FIRST, each) for each in bad] == [{case}] * 4
    assert field.refused(FIRST, replace(good, facing=6)) == {"6.0-proc-1"}, "there is no such hexside"
    if kind == kinds.TURN:
        assert field.refused(FIRST, replace(good, facing=3)) == {case}, "it faces there already"
    else:
        field.unit("U111").defilade = 4
        assert field.refused(FIRST, replace(good, facing=4)) == {case}, "the marker points there already"


@pytest.mark.rules("16.31", "16.3b", "5.13E")
@pytest.mark.parametrize("attach", [True, False])
def test_a_gun_needs_one_halftrack_and_nothing_else(monkeypatch: pytest.MonkeyPatch, attach: bool) -> None:
    stage = Stage(monkeypatch)
    stage.put("G101h", "1010", command="BOUND")
    stage.put("G101g", "1010", command="BOUND", **({} if attach else {"on": "G101h"}))
    stage.put("U111", "2030", command="OVERWATCH")
    stage.begin("move2")
    good = Task("G101g", "LIMBER" if attach else "UNLIMBER", targets=("G101h",))

    def refused(task: Task) -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "second", Order("move", (task,)))}

    assert refused(good) == set()
    assert refused(replace(good, targets=())) == {"16.31"}
    assert [refused(each) for each in spoiled(good, stage.cell("1010"))] == [{"16.31"}] * 4
    other = "UNLIMBER" if attach else "LIMBER"
    assert refused(replace(good, kind=other)) == {"16.31"}


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("6.0-proc-1", "6.0-proc-2", "5.1")
def test_orders_to_move_are_acts_of_the_side_that_moves_each_unit_once() -> None:
    field = camp()
    move = field.move("U111", "2006")
    assert field.refused(FIRST, move, choice="end") == {"6.0-proc-1"}
    assert field.refused(FIRST, move, move) == {"6.0-proc-2"}
    assert field.refused(FIRST, field.move("G111", "0229")) == {"6.0-proc-2"}
    assert field.refused(FIRST, Task("U111", kinds.FIRE, choice="main", targets=("G111",))) == {"6.0-proc-1"}
    assert field.refused(FIRST, choice="done") == {"6.0-proc-1"}, "no company was named"


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("11.2b", "11.2a", "11.21", "4.0-C4")
def test_in_the_joint_facing_segment_vehicles_of_ones_own_turn_once() -> None:
    field = Field()
    field.place("U111", "2005", facing=3)
    field.place("G111", "0230", facing=0)
    field.begin("facing1")
    good = Task("U111", kinds.TURN, facing=1)
    assert field.refused(FIRST, good) == set()
    assert field.refused(FIRST, good, choice="now") == {"11.2b"}
    assert field.refused(FIRST, good, replace(good, facing=2)) == {"11.2b"}
    assert field.refused(FIRST, Task("G111", kinds.TURN, facing=1)) == {"11.2b"}
    assert field.refused(FIRST, Task("U999", kinds.TURN, facing=1)) == {"11.2b"}
    assert field.refused(FIRST, Task("U111", kinds.COLUMN)) == {"11.2b"}
    assert field.refused(FIRST, replace(good, facing=3)) == {"11.21"}


def under_fire(**second: object) -> Field:
    """An American moves in sight of two Panzer IV platoons."""
    field = Field(DULL)
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2205", facing=3)
    for name in ("G111", "G112"):
        field.place(name, "2012", facing=0, **second)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert field.asked == {SECOND: "fire"}
    return field


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("8.13", "8.15", "8.18", "8.22a", "8.12a", "5.25")
def test_a_shot_is_one_weapon_of_one_unit_at_one_target() -> None:
    field = under_fire()
    good = field.fire("G111", "main", "U111")
    assert field.refused(SECOND, good) == set()
    assert field.refused(SECOND, replace(good, cells=field.path(["2006"]))) == {"8.15"}
    assert field.refused(SECOND, replace(good, facing=0)) == {"8.15"}
    assert field.refused(SECOND, replace(good, targets=())) == {"8.18"}
    assert field.refused(SECOND, replace(good, targets=("U111", "U121"))) == {"8.18"}
    assert field.refused(SECOND, replace(good, choice="")) == {"8.12a"}
    assert field.refused(SECOND, Task("G111", kinds.TURN, facing=1)) == {"8.15"}
    assert field.refused(SECOND, Task("X1", kinds.FIRE, choice="main", targets=("U111",))) == {"8.15"}
    assert field.refused(SECOND, good, choice="pass") == {"8.13"}
    assert field.refused(SECOND, good, field.fire("G112", "mg", "U111")) == {"8.13"}
    assert field.refused(SECOND) == {"8.13"}
    assert field.refused(SECOND, choice="later") == {"8.13"}
    for word in ("pass", "pass unit", "pass company", "pass segment"):
        assert field.refused(SECOND, choice=word) == set()
    field.give(SECOND, good)
    assert field.asked == {FIRST: "fire"}
    # Who answers fire lets a chance go by for this time or for the Segment; the move is its own side's.
    assert [word for word in ("pass", "pass unit", "pass company", "pass segment")
            if not field.refused(FIRST, choice=word)] == ["pass", "pass segment"]  # fmt: skip


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("6.62b", "6.63b", "6.62c", "8.13")
@pytest.mark.parametrize("asks", ["window", "name"])
def test_who_leaves_column_in_an_enemy_segment_does_only_that(asks: str) -> None:
    field = Field(DULL, company_order="enemy" if asks == "name" else "owner")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2305", kinds.BOUND, facing=3)
    for name in ("G111", "G112"):
        field.place(name, "2012", facing=0, column=True)
    field.place("G113", "2012", facing=0)
    field.begin()
    if asks == "window":
        field.give(FIRST, field.move("U111", "2006"))
    assert field.state.stack[-1].step == asks
    good = Task("G111", kinds.DEPLOY_OUT)
    assert field.refused(SECOND, good) == set()
    assert field.refused(SECOND, good, Task("G112", kinds.DEPLOY_OUT)) == set()
    assert [field.refused(SECOND, each) for each in spoiled(good, field.cell("2012"))] == [{"6.62b"}] * 4
    assert field.refused(SECOND, good, good) == {"6.62b"}
    assert field.refused(SECOND, good, Task("G113", kinds.DEPLOY_OUT)) == {"6.62b"}, "it is in line"
    assert field.refused(SECOND, good, Task("U121", kinds.DEPLOY_OUT)) == {"6.62b"}
    assert field.refused(SECOND, good, Task("G112", kinds.FIRE, choice="mg", targets=("U111",))) == {"6.62b"}
    assert field.refused(SECOND, good, choice="pass" if asks == "window" else "any") != set()
    field.give(SECOND, good)
    assert (field.unit("G111").column, field.unit("G111").broke, field.unit("G112").column) == (False, True, True)
    assert field.asked == {SECOND: "fire" if asks == "window" else "name"}, "MOV-11: the question stays"


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("6.0-proc-2")
def test_one_counter_is_named_and_nothing_else() -> None:
    field = Field(company_order="enemy")
    field.place("U111", "2005", kinds.BOUND)
    field.place("U121", "2205", kinds.BOUND)
    field.place("G111", "0230")
    field.begin()
    good = Task("next", kinds.NAME, targets=("U?1",))
    assert field.refused(SECOND, good) == set()
    assert field.refused(SECOND, good, choice="any") == {"6.0-proc-2"}
    assert field.refused(SECOND, good, replace(good, targets=("U?2",))) == {"6.0-proc-2"}
    bad = [
        replace(good, cells=field.path(["2005"])), replace(good, choice="now"), replace(good, targets=()),
        replace(good, targets=("U?1", "U?2")), replace(good, targets=("U?9",)), replace(good, unit="U?1"),
        replace(good, kind=kinds.FIRE),
    ]  # fmt: skip
    assert [field.refused(SECOND, each) for each in bad] == [{"6.0-proc-2"}] * len(bad)
    assert field.refused(SECOND) == {"6.0-proc-2"}
    assert field.refused(SECOND, choice="pass") == {"6.0-proc-2"}
    assert [field.refused(SECOND, choice=word) for word in ("any", "any segment")] == [set(), set()]


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("6.48", "6.4")
def test_units_given_up_are_named_once_and_with_nothing_else() -> None:
    field = Field("3 3 " * 4)
    for name in ("U111", "U112", "U113", "U121", "U122"):
        field.place(name, "2006")
    field.place("U123", "2008")
    field.begin("final1")
    assert field.asked == {FIRST: "crowd"}
    one, two = Task("U111", kinds.DROP), Task("U112", kinds.DROP)
    assert field.refused(FIRST, one, two) == set()
    assert field.refused(FIRST, one) == {"6.48"}
    assert field.refused(FIRST, one, one) == {"6.48"}
    assert field.refused(FIRST, one, two, Task("U113", kinds.DROP)) == {"6.48"}
    assert field.refused(FIRST, one, two, Task("U123", kinds.DROP)) == {"6.48"}
    for each in spoiled(two, field.cell("2006"))[:3]:
        assert field.refused(FIRST, one, each) == {"6.48"}
    assert field.refused(FIRST, one, replace(two, kind=kinds.FIRE)) == {"6.48"}
    field.give(FIRST, one, two)
    assert [field.unit(name).status for name in ("U111", "U112", "U113")] == ["lost", "lost", "on map"]


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("5.64a")
def test_one_status_is_chosen_for_each_difference() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3, strength=2)
    field.place("U112", "2005", kinds.BOUND, facing=3, strength=2, suppressed=True, column=True)
    field.begin()
    field.give(FIRST, Task("U111", kinds.REGROUP, targets=("U112",)))
    nerve = Task("nerve", kinds.CHOOSE, choice="suppressed")
    form = Task("formation", kinds.CHOOSE, choice="not in column")
    assert field.refused(SECOND, nerve, form) == set()
    assert field.refused(SECOND, nerve, form, Task("fatigue", kinds.CHOOSE, choice="fatigue 0")) == set()
    bad = (
        (nerve,), (form,), (), (nerve, form, form), (nerve, replace(form, choice="in a hurry")),
        (nerve, replace(form, cells=field.path(["2005"]))), (nerve, replace(form, targets=("U111",))),
        (nerve, replace(form, kind=kinds.FIRE)), (nerve, form, Task("mood", kinds.CHOOSE, choice="good")),
        (nerve, form, Task("fatigue", kinds.CHOOSE, choice="fatigue 1")),
    )  # fmt: skip
    assert [field.refused(SECOND, *each) for each in bad] == [{"5.64a"}] * len(bad)
    assert field.refused(SECOND, nerve, form, choice="done") == {"5.64a"}


@pytest.mark.slow
@pytest.mark.rules("14.12", "14.52", "14.41")
def test_a_new_command_goes_to_a_company_that_needs_one_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U121", "1012", command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.company("U11co").morale = 3
    stage.begin("final1")
    assert stage.asked() == {"first": "recommand"}

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("recommand", tasks, choice))}

    good = Task("U11co", "WITHDRAW")
    assert refused(good) == set()
    assert refused() == set(), "the usual one then"
    assert refused(good, choice="now") == {"14.12"}
    assert refused(good, good) == {"14.12"}
    assert refused(replace(good, kind="BOUND")) == {"14.12"}
    assert refused(replace(good, unit="U12co")) == {"14.12"}
    assert [refused(each) for each in spoiled(good, stage.cell("1010"))] == [{"14.12"}] * 4
    offered = stage.offered("first", "U11co")
    assert set(offered) == {"WITHDRAW", "RALLY"}
    assert stage.offered("first", "U12co") == {}
    stage.say("first", "U11co RALLY")
    assert (stage.company("U11co").command, stage.company("U11co").plotted) == ("RALLY", False)
    assert stage.found("command", company="U11co")[-1].audience == ("first",)
    assert stage.found("commanded", side="first")[-1].rule == "14.12"


@pytest.mark.slow
@pytest.mark.rules("5.0-gen-2", "5.0-proc-1", "5.0-proc-2", "8.22a")
def test_a_command_is_a_word_for_a_company(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.queue("U121", "0124", 1)
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("command1")

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("command", tasks, choice))}

    good, preset = Task("U11co", "BOUND"), Task("U111", "PRESET", choice="odds 30")
    assert refused(good, preset, Task("reactions", "AUTO")) == set()
    assert refused(good, choice="now") == {"5.0-proc-1"}
    assert refused(good, Task("U11co", "OVERWATCH")) == {"5.0-proc-2"}
    assert refused(preset, replace(preset, choice="never")) == {"5.0-proc-2"}
    assert refused(Task("reactions", "AUTO"), Task("reactions", "ASK")) == {"5.0-proc-2"}
    assert [refused(each) for each in spoiled(good, stage.cell("1010"))] == [{"5.0-gen-2"}] * 4
    assert refused(Task("U111", "MOVE")) == {"5.0-gen-2"}
    assert refused(Task("U111", "AUTO")) == {"8.22a"}
    assert refused(Task("reactions", "AUTO", choice="now")) == {"8.22a"}
    assert refused(Task("U12co", "BOUND")) == {"5.0-proc-1"}, "no unit of it is on the map"
    assert refused(Task("U121", "PRESET", choice="never")) == {"5.0-proc-1"}
    assert refused(Task("G111", "PRESET", choice="never")) == {"5.0-proc-1"}
    assert refused(Task("G11co", "BOUND")) == {"5.0-proc-1"}
    assert refused(Task("U111", "PRESET", choice="odds")) == {"8.22a"}
    offered = stage.offered("first", "U111")["PRESET"]
    assert offered == {"any", "never", "odds 30", "losses 25", "losses 40 join", "range 5", "type tank",
                       "odds 25 range 8"}  # fmt: skip
    assert stage.offered("first", "U121") == stage.offered("first", "U12co") == {}


@pytest.mark.rules("17.1", "17.11b", "17.12", "17.14", "17.0-plot-3")
def test_a_mission_is_one_hex_for_one_battery(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.begin("plot1")
    one, two = stage.cell("1515"), stage.cell("1516")

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("plot", tasks, choice))}

    good, none = Task("bty1", "AIM", (one,)), Task("bty2", "CEASE")
    assert refused(good, none) == set()
    assert refused(good, choice="now") == {"17.12"}
    assert refused(good, replace(good, cells=(two,))) == {"17.1"}
    assert [refused(each) for each in spoiled(good, two)] == [{"17.14"}, {"17.1"}, {"17.0-plot-3"}, {"17.1"}]
    assert [refused(each) for each in spoiled(none, two)] == [{"17.11b"}, {"17.1"}, {"17.0-plot-3"}, {"17.1"}]
    assert refused(replace(good, kind="FIRE")) == {"17.1"}
    assert refused(Task("bty4", "AIM", (one,))) == {"17.1"}


@pytest.mark.rules("13.28a", "13.28b")
def test_new_commands_in_a_close_assault_are_words_for_the_companies_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("U121", "1515", command="OVERWATCH")
    come_in(stage)
    stage.pass_to("orders")

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("orders", tasks, choice))}

    good = Task("U11co", "OVERWATCH")
    assert refused(good) == refused() == set()
    assert refused(good, choice="now") == {"13.28a"}
    assert refused(good, replace(good, kind="BOUND")) == {"13.28a"}
    assert refused(replace(good, kind="WITHDRAW")) == refused(replace(good, kind="BOUNDING")) == {"13.28a"}
    assert refused(replace(good, unit="U12co")) == refused(replace(good, unit="G11co")) == {"13.28a"}
    assert [refused(each) for each in spoiled(good, stage.cell("1010"))[:3]] == [{"13.28a"}] * 3
    assert set(stage.offered("first", "U11co")) == {"OVERWATCH", "BOUND"}
    stage.say("first", "U11co OVERWATCH")
    stage.say("second", "G11co BOUND")
    told = {event.data["company"]: (event.rule, event.audience) for event in stage.found("reordered")}
    assert told == {"U11co": ("13.28a", ("first",)), "G11co": ("13.28a", ("second",))}


@pytest.mark.rules("13.22c", "13.22a", "13.24")
def test_in_a_close_assault_one_unit_in_the_hex_fires_one_weapon(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("G112", "1009", command="OVERWATCH", facing=3)
    come_in(stage)
    assert stage.asked() == {"second": "fire"}

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "second", Order("fire", tasks, choice))}

    good = Task("G111", "FIRE", choice="mg", targets=("U111",))
    assert refused(good) == refused(choice="pass") == set()
    assert refused() == refused(choice="pass segment") == {"13.22c"}
    assert refused(good, choice="pass") == {"13.22c"}
    assert refused(good, replace(good, choice="main")) == {"13.22c"}
    assert refused(replace(good, cells=(stage.cell("1010"),))) == refused(replace(good, facing=0)) == {"8.15"}
    assert refused(replace(good, targets=())) == refused(replace(good, targets=("G111",))) == {"8.18"}
    assert refused(replace(good, unit="G112")) == {"13.24"}
    stage.say("second", "pass")
    assert stage.found("passed", side="second")[-1].rule == "13.22c"


@pytest.mark.rules("13.31a", "13.3b", "13.32", "13.3c")
def test_a_withdrawal_is_one_hex_for_each_unit_that_must_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("U112", "1011", command="BOUND")
    stage.say("first", "U111 MOVE 1010")
    stage.say("first", "U112 MOVE 1010")
    stage.pass_to("withdraw")
    assert stage.asked() == {"first": "withdraw"}

    def refused(*tasks: Task) -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("withdraw", tasks))}

    south, west = (stage.cell(label) for label in ("1011", "0911"))
    one, two = Task("U111", "RETREAT", (south,)), Task("U112", "RETREAT", (south,))
    assert refused(one, two) == set()
    assert refused(one) == {"13.3b"}
    assert refused(one, replace(two, cells=(west,))) == {"13.32"}
    assert refused(one, two, two) == {"13.31a"}
    for bad in (
        replace(two, cells=()), replace(two, cells=(south, west)), replace(two, cells=(stage.cell("1012"),)),
        replace(two, kind="MOVE"), replace(two, unit="G111"),
    ):  # fmt: skip
        assert refused(one, bad) == {"13.31a"}, bad


@pytest.mark.rules("13.0-proc-1")
def test_the_next_close_assault_is_one_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("U121", "1511", command="BOUND")
    stage.put("G121", "1510", command="OVERWATCH", facing=3)
    stage.say("first", "U111 MOVE 1010")
    stage.say("first", "U121 MOVE 1510")
    stage.pass_to("engage")
    assert stage.asked() == {"first": "engage"}
    one, two = stage.cell("1010"), stage.cell("1510")

    def refused(*tasks: Task, choice: str = "") -> set[str]:
        return {fault.rule for fault in GAME.check(stage.state, "first", Order("engage", tasks, choice))}

    good = Task("next", "ENGAGE", (two,))
    assert refused(good) == refused(replace(good, cells=(one,))) == set()
    assert refused() == refused(good, good) == refused(good, choice="now") == {"13.0-proc-1"}
    for bad in (
        replace(good, cells=()), replace(good, cells=(one, two)), replace(good, cells=(stage.cell("1012"),)),
        replace(good, kind="FIRE"), replace(good, unit="U111"), *spoiled(good, one),
    ):  # fmt: skip
        assert refused(bad) == {"13.0-proc-1"}, bad
    idle = GAME.legal(stage.state, "first").idle
    assert idle is not None
    assert idle.tasks == (replace(good, cells=(min(one, two),)),)


@pytest.mark.usefixtures("plain_map")
@pytest.mark.rules("8.62Bc", "8.62A")
def test_men_under_fire_get_up_or_stay_down() -> None:
    """And who stays down is seen to."""
    field = Field("6 6 " + "3 " * 6)
    field.place("U211i", "2006", kinds.BOUND)
    field.place("G111", "2009", facing=0)
    field.begin()
    field.give(FIRST, field.move("U211i", "2007"))
    field.give(SECOND, field.fire("G111", "mg", "U211i"))
    assert field.asked == {FIRST: "shed"}
    assert field.legal(FIRST).choices == ("stay down", "get up")
    assert field.refused(FIRST) == field.refused(FIRST, choice="pass") == {"8.62Bc"}
    assert field.refused(FIRST, Task("U211i", kinds.SHED), choice="get up") == {"8.62Bc"}
    field.give(FIRST, choice="stay down")
    (event,) = [event for event in field.events if event.kind == "stayed_down"]
    assert (event.rule, event.audience, event.data["unit"]) == ("8.62A", (), "U211i")
    assert not field.unit("U211i").rooted
