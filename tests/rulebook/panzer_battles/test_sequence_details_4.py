"""Details of the sequence (4.0), of artillery (17.0), regrouping (5.6) and the end of a game (19.3)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules import artillery, deployment, points, regrouping, victory
from hulldown.games.panzer_battles.rules.state import Battery
from support.battles_field import FIRST, SECOND, Field, kinds
from support.battles_stage import Stage

plain = pytest.mark.usefixtures("plain_map")


@pytest.mark.rules("17.11a", "17.11b")
def test_where_a_battery_aims_on_a_turn() -> None:
    battery = Battery("bty1", FIRST)
    assert artillery.target_on(battery, 3) == -1
    battery.plots = {2: 40, 4: -1, 6: 50}
    assert [artillery.target_on(battery, turn) for turn in range(1, 8)] == [-1, 40, 40, -1, -1, 50, 50]


@pytest.mark.rules("17.0-plot-3", "17.0-plot-2", "17.0-proc-0", "17.11b")
def test_a_plot_is_noted_for_two_turns_ahead_and_told_to_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=3)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.begin("plot1")
    stage.battery(3).plots[4] = stage.cell("2020")
    stage.say("first", "bty1 AIM 1515\nbty2 CEASE")
    assert stage.battery(1).plots == {5: stage.cell("1515")}
    assert stage.battery(2).plots == {5: -1}
    assert stage.battery(3).plots == {4: stage.cell("2020")}
    told = [(e.rule, e.audience, e.data["battery"], e.data["hex"], e.data["turn"]) for e in stage.found("plotted")]
    assert told == [("17.0-plot-3", ("first",), "bty1", "1515", 5), ("17.0-plot-3", ("first",), "bty2", "no fire", 5)]
    (plots,) = stage.found("plots")
    assert (plots.rule, plots.audience, plots.data["nation"]) == ("17.0-plot-2", (), "Americans")


@pytest.mark.rules("17.21a", "17.21b", "17.42", "6.85", "16.46", "21.0-sr-1")
def test_whose_line_of_sight_counts_for_artillery(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=2, dummies="default")
    target = stage.cell("1020")

    def nearest() -> int:
        return artillery.nearest(stage.state, stage.scene(), "first", target)

    assert nearest() == -1
    stage.put("Ud1", "1019")
    stage.put("G111", "1018")
    assert nearest() == -1, "neither dummies nor the enemy"
    stage.put("U111", "1010")
    assert nearest() == 10
    stage.put("U112", "1012")
    assert nearest() == 8
    stage.unit("U112").type = "88"
    assert nearest() == 10, "guns see nothing"
    stage.unit("U111").status = "off"
    assert nearest() == -1
    stage.state.turn = 1
    spotter = stage.scene().board.distance(stage.cell("0124"), target)
    assert nearest() == spotter, "the spotter of the first turn"
    assert artillery.nearest(stage.state, stage.scene(), "second", target) == 2


@pytest.mark.rules("17.25", "17.22b", "17.11b", "17.2")
def test_fire_for_effect_needs_the_same_hex_twice_and_eyes_both_times(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=3, dice="3 4 3 " * 20)
    stage.put("U111", "1010", command="OVERWATCH")
    battery = stage.battery(1)
    columns = []
    for turn, label, seen in ((3, "1020", True), (4, "1020", True), (5, "1021", True), (6, "1021", False),
                              (7, "1021", True), (8, "1021", True)):  # fmt: skip
        stage.state.turn = turn
        stage.unit("U111").status = "on map" if seen else "off"
        battery = stage.battery(1)
        battery.plots[turn] = stage.cell(label)
        stage.forget()
        stage.begin("impact1")
        columns.append(stage.found("impact", battery="bty1")[0].data["column"] == "ffe")
        stage.state.stack = []
    assert columns == [False, True, False, False, False, True]


@pytest.mark.rules("17.14", "17.31a", "17.24", "16.44a")
def test_who_is_attacked_by_fire_that_comes_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="3 3 3 " * 20, dummies="default")
    stage.put("U211h", "1010", shown=True)
    stage.put("U211i", "", on="U211h")
    stage.put("G101g", "1010")
    stage.put("Gd1", "1010")
    stage.put("U221i", "1010")
    doing = stage._doing()
    battery = stage.battery(1)
    for name in ("U211h", "G101g", "Gd1", "U221i"):
        index = next(at for at, unit in enumerate(stage.state.units) if unit.id == name)
        artillery.attack(stage.state, stage.scene(), battery, index, doing)
    shelled = [(e.data["target"], e.rule, e.audience) for e in doing.events if e.kind == "shelled"]
    assert shelled == [("U211h", "17.31a", ()), ("U221i", "17.31a", ("first",))]
    lost = next(at for at, unit in enumerate(stage.state.units) if unit.id == "U111")
    stage.unit("U111").status, stage.unit("U111").strength = "lost", 0
    before = len(doing.events)
    artillery.attack(stage.state, stage.scene(), battery, lost, doing)
    assert len(doing.events) == before


@pytest.mark.rules("17.5b", "17.14", "4.0-C1b")
def test_fire_that_lies_on_a_hex_attacks_once_for_each_battery(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="3 3 3 " * 20)
    stage.put("U111", "1010")
    index = next(at for at, unit in enumerate(stage.state.units) if unit.id == "U111")
    for number in (1, 2):
        stage.battery(number).impact = stage.cell("1010")
    doing = stage._doing()
    artillery.under_fire(stage.state, stage.scene(), index, stage.cell("1010"), doing)
    assert [e.data["battery"] for e in doing.events if e.kind == "shelled"] == ["bty1", "bty2"]
    artillery.clear_markers(stage.state, "first")
    assert [(one.impact, one.scattered) for one in stage.state.batteries] == [(-1, False)] * 3
    assert artillery.cells_of(stage.scene(), stage.battery(1)) == ()


@plain
@pytest.mark.rules("5.61", "5.62", "5.63", "5.6a")
def test_with_whom_a_platoon_may_regroup() -> None:
    field = Field()
    for name, strength in (("U111", 2), ("U112", 3), ("U113", 4)):
        field.place(name, "2005", kinds.BOUND, strength=strength)
    field.place("U121", "2005", kinds.BOUND, strength=2)
    field.place("G111", "0133")
    field.begin()

    def partners(name: str) -> set[str]:
        planning = regrouping.Planning(field.state, field.scene, field.state.units.index(field.unit(name)))
        return {field.state.units[at].id for at in regrouping.partners(planning)}

    assert partners("U111") == {"U112"}, "two and three make five, two and four six"
    field.unit("U112").start = 4
    assert partners("U111") == set(), "5.63: more than one of them was"
    field.unit("U112").start = 5
    for name, value in (("spent", 1), ("engaged", True), ("command", kinds.OVERWATCH), ("strength", 5)):
        before = getattr(field.unit("U112"), name)
        setattr(field.unit("U112"), name, value)
        assert partners("U111") == set(), name
        setattr(field.unit("U112"), name, before)
    assert partners("U111") == {"U112"}


@plain
@pytest.mark.rules("5.6b", "5.6c", "5.64a", "5.31")
def test_what_regrouping_leaves_behind() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, strength=2)
    field.place("U112", "2005", kinds.BOUND, strength=3, defilade=1, suppressed=True, column=False)
    field.place("G111", "0133")
    field.begin()
    field.give(FIRST, Task("U111", kinds.REGROUP, targets=("U112",)))
    assert field.asked == {SECOND: "status"}
    lead, gone = field.unit("U111"), field.unit("U112")
    assert (lead.strength, lead.changed, lead.rooted, lead.spent) == (5, True, True, 9)
    assert (gone.status, gone.strength, gone.cell, gone.tag, gone.defilade, gone.suppressed, gone.column) == (
        "merged", 0, -1, 0, -1, False, False,
    )  # fmt: skip
    field.give(SECOND, Task("nerve", kinds.CHOOSE, choice="suppressed"),
               Task("cover", kinds.CHOOSE, choice="defilade 1"))  # fmt: skip
    lead = field.unit("U111")
    assert (lead.suppressed, lead.defilade, lead.fatigue, lead.column) == (True, 1, 0, False)
    assert (field.state.offer, field.state.merged) == ((), -1)
    assert field.asked == {FIRST: "move"}


@plain
@pytest.mark.rules("8.24a", "5.6c", "10.4a")
def test_a_regrouping_of_which_fire_has_left_one_platoon_does_not_happen() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, strength=2)
    field.place("U112", "2005", kinds.BOUND, strength=2)
    field.begin()
    doing = field._doing()
    field.unit("U112").status = "lost"
    numbers = tuple(field.state.units.index(field.unit(name)) for name in ("U111", "U112"))
    regrouping.merge(field.state, field.scene, numbers, doing)
    assert (doing.events, field.unit("U111").strength, field.state.merged) == ([], 2, -1)


@pytest.mark.rules("19.25", "19.23a", "20.0-reinf-1")
def test_how_queues_move_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCN-3: each by its points, none past the one before it; not before the turn on which they may come."""
    stage = Stage(monkeypatch, turn=1, dummies="default")
    stage.queue("U111", "0126", 1)
    stage.queue("U112", "0126", 2)
    stage.queue("U113", "0126", 7)
    stage.queue("U121", "0128", 9)
    stage.queue("Ud1", "0128", 8)
    deployment.move_up(stage.state, stage.scene(), "first")
    found = {name: stage.unit(name).owing for name in ("U111", "U112", "U113", "U121", "Ud1")}
    # A hex is two points and an M4 has nine; the fastest of the side twelve, which is what a dummy has.
    assert found == {"U111": 2, "U112": 4, "U113": 6, "U121": 9, "Ud1": 4}
    later = Stage(monkeypatch, "gazala", turn=3)
    later.queue("B411", "0901", 3)
    deployment.move_up(later.state, later.scene(), "second")
    assert later.unit("B411").owing == 0
    later.state.turn = 4
    deployment.move_up(later.state, later.scene(), "first")
    assert later.unit("B411").owing == 0
    deployment.move_up(later.state, later.scene(), "second")
    assert later.unit("B411").owing == 2


@pytest.mark.rules("19.32a", "19.32b", "21.0-vc-1", "19.33a")
def test_who_holds_a_town(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    hexes = ("0719", "0720", "0819")
    assert points.holder(stage.state.control, hexes) == "second", "the Second Player's from the start"
    stage.state.control["0719"] = "first"
    assert points.holder(stage.state.control, hexes) == ""
    stage.state.control |= {"0720": "first", "0819": "first"}
    assert points.holder(stage.state.control, hexes) == "first"
    stage.put("G111", "0720", command="OVERWATCH")
    for command, morale, taken in (("WITHDRAW", 0, False), ("OVERWATCH", 3, False), ("OVERWATCH", 2, True)):
        stage.unit("G111").command = command
        stage.company("G11co").morale = morale
        stage.state.control["0720"] = "first"
        stage.scene().take_control(stage.state, stage.unit("G111"))
        assert (stage.state.control["0720"] == "second") == taken


@pytest.mark.rules("2.0c", "21.0-vc-5", "22.0-vc-1", "20.0-vc-1")
@pytest.mark.parametrize(
    ("scenario", "first", "second", "winner"),
    [("gazala", 5, 4, "first"), ("gazala", 4, 5, "second"), ("gazala", 4, 4, None), ("berlin", 4, 4, "second"),
     ("berlin", 5, 4, "first")],
)  # fmt: skip
def test_who_has_won(
    monkeypatch: pytest.MonkeyPatch, scenario: str, first: int, second: int, winner: str | None
) -> None:
    stage = Stage(monkeypatch, scenario)
    stage.state.points = {"first": first, "second": second}
    outcome = victory.judged(stage.state, stage.scene())
    assert (outcome.winner, outcome.score) == (winner, {"first": first, "second": second})
    numbers = sorted((first, second), reverse=True)
    assert outcome.reason == (
        f"{numbers[0]} Victory Points against {numbers[1]}" if winner else f"both have {first} Victory Points"
    )


@pytest.mark.rules("20.0-length", "20.0-vc-1", "19.25")
def test_when_a_game_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, "gazala", turn=9, dummies="default")
    stage.put("G211", "1010")
    stage.put("B421", "1012")
    assert victory.judge(stage.state, stage.scene()) is None
    stage.state.turn = 10
    assert victory.judge(stage.state, stage.scene()) is not None
    stage.state.turn = 9
    stage.unit("B421").status = "lost"
    assert victory.judge(stage.state, stage.scene()) is not None, "nobody is left to play with"
    stage.put("Bd1", "1012")
    assert victory.judge(stage.state, stage.scene()) is not None, "a dummy is nobody"
    stage.unit("B421").status = "off"
    assert victory.judge(stage.state, stage.scene()) is None


@plain
@pytest.mark.rules("4.0-C1a", "7.32b", "18.12", "12.51f")
def test_what_the_end_of_a_movement_phase_leaves_behind() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U112", "2105", kinds.BOUND, facing=3)
    field.place("U113", "2107", kinds.OVERWATCH, bounded=True)
    field.place("G111", "0133", bounded=True)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    field.unit("U112").changed = True
    field.unit("G111").loud = True
    field.until("command1")
    found = {name: field.unit(name).bounded for name in ("U111", "U112", "U113", "G111")}
    assert found == {"U111": True, "U112": True, "U113": False, "G111": True}, "only those of the side that moved"
    assert not any(unit.moved or unit.changed or unit.loud for unit in field.state.units)
    assert {unit.origin for unit in field.state.units} == {-1}


@pytest.mark.rules("17.0-plot-3", "17.1")
def test_a_plot_without_missions_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=3)
    stage.battery(1).plots[3] = stage.cell("1515")
    artillery.plot(stage.state, stage.scene(), "first", Order("plot"), stage._doing())
    assert [battery.plots for battery in stage.state.batteries] == [{3: stage.cell("1515")}, {}, {}]


@pytest.mark.rules("17.26-1", "17.26-2a", "17.14")
@pytest.mark.parametrize("label", ["1515", "1815", "1217", "1512", "1518"])
def test_the_hex_in_which_scattered_fire_comes_down(monkeypatch: pytest.MonkeyPatch, label: str) -> None:
    stage = Stage(monkeypatch)
    scene, near = stage.scene(), stage.cell("1515")
    assert artillery._cell_at(scene, near, scene.board.hex(stage.cell(label))) == stage.cell(label)
