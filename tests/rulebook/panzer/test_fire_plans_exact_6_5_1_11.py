"""6.5.1.11: planned fire turn by turn, and the questions of the Indirect Fire Step, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.fireplan import PlotPart
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions, plans, steps
from hulldown.games.panzer.rules.advanced.support import Mission, Plan, Volley
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import Gunnery, battery, field, observer

HERE = BOARD.by_label
TWO = (PlotPart(fire="GP", sheaf="closed", turns=1), PlotPart(fire="Smoke", sheaf="linear", facing="C", turns=2))


def plan(turn: int = 3, source: str = "GB1", side: str = "german", **more: Any) -> Plan:
    return Plan(side, source, HERE["0803"], turn, TWO, **more)


def made_with(*written: Plan, turn: int = 3) -> Gunnery:
    made = field(batteries={"german": [battery(planned=1), battery(planned=1)], "soviet": [battery()]})
    counters.change(made.state, plans=written)
    made.state.turn = turn
    return made


def waiting(made: Gunnery, side: str = "german") -> list[str]:
    return [one.battery for one in plans.waiting(made.state, side)]


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.1e")
def test_6_5_1_11_2_one_turn_early_in_time_or_late() -> None:
    made = made_with(plan(), plan(source="SB1", side="soviet"))
    for turn, found in ((1, []), (2, ["GB1"]), (3, ["GB1"]), (4, ["GB1"]), (5, [])):
        made.state.turn = turn
        assert waiting(made) == found, turn
    made.state.turn = 3
    assert waiting(made, "soviet") == ["SB1"]
    counters.change(made.state, used={"GB1": 3})
    assert waiting(made) == []
    made.state.turn = 4
    assert waiting(made) == ["GB1"]


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.1d", "6.5.1.11.1e")
def test_6_5_1_11_1_a_plot_runs_part_by_part_and_then_its_battery_waits() -> None:
    made = made_with(plan(begun=3))
    told = []
    for turn in (3, 4, 5, 6, 7):
        made.state.turn = turn
        part = made.support.plans[0].part(turn)
        told.append((waiting(made), part.fire if part else "", plans.observers.busy(made.state, "GB1") is not None))
    assert told == [
        (["GB1"], "GP", True), (["GB1"], "Smoke", True), (["GB1"], "Smoke", True), ([], "", True), ([], "", False),
    ]  # fmt: skip
    assert plan().turns == 3


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.3")
def test_6_5_1_11_what_is_offered_of_planned_fire() -> None:
    made = made_with(plan(), plan(source="GB2", begun=3))
    first, second = plans.offers(made.state, made.scene, "german")
    near = tuple(cell for cell in BOARD.cells if BOARD.distance(HERE["0803"], cell) <= 5)
    assert [(one.kind, one.rule, one.cells) for one in first.options] == [
        ("ARRIVE", "6.5.1.11.2", near), ("DELAY", "6.5.1.11.2", ()),
    ]  # fmt: skip
    assert [(one.kind, one.rule, one.cells) for one in second.options] == [("ARRIVE", "6.5.1.11.3", near)]
    for turn, delayed in ((2, False), (4, False), (3, True)):
        other = made_with(plan(delayed=delayed), turn=turn)
        (only,) = plans.offers(other.state, other.scene, "german")
        assert [one.kind for one in only.options] == ["ARRIVE"]


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.3", "6.5.1.9h")
def test_6_5_1_11_what_is_wrong_with_an_order_for_planned_fire() -> None:
    def why(made: Gunnery, kind: str, *labels: str, name: str = "GB1") -> str:
        task = Task(name, kind, tuple(HERE[label] for label in labels))
        found = plans.order_fault(made.state, made.scene, "german", task)
        return found[0] if found else ""

    made = made_with(plan())
    assert [why(made, "ARRIVE"), why(made, "ARRIVE", "1303"), why(made, "DELAY")] == ["", "", ""]
    assert BOARD.distance(HERE["0803"], HERE["1303"]) == 5
    assert why(made, "ARRIVE", "1403") == "6.5.1.11.3"
    assert why(made, "ARRIVE", "0803", "0804") == "6.5.1.11.3"
    assert why(made, "CHECK") == "6.5.1.9h"
    assert why(made, "ARRIVE", name="GB2") == "6.5.1.11.2"
    for turn, facts in ((2, {}), (4, {}), (3, {"delayed": True}), (3, {"begun": 3})):
        assert why(made_with(plan(**facts), turn=turn), "DELAY") == "6.5.1.11.2"


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.3", "6.5.1.12a")
def test_6_5_1_11_planned_fire_comes_down_as_plotted() -> None:
    made = made_with(plan(), plan(source="GB2", turn=9))
    first = plans._fire(made.state, made.support.plans[0], HERE["0805"])
    assert first == Volley("german", "GB1", HERE["0805"], "GP", "closed", "lands", -1, planned=True)
    now = made.support.plans
    assert (now[0].cell, now[0].begun, now[1].begun, made.support.arrivals) == (HERE["0805"], 3, 0, {"GB1": 1})
    made.state.turn = 4
    second = plans._fire(made.state, now[0], HERE["0805"])
    assert second == Volley("german", "GB1", HERE["0805"], "Smoke", "linear", "lands", 2, planned=True)
    assert (made.support.plans[0].begun, made.support.arrivals) == (3, {"GB1": 1})


@pytest.mark.rules("6.5.1.11.2", "6.5.1.9h")
@pytest.mark.parametrize(
    ("turn", "facts", "fired"),
    [
        (2, {}, False), (3, {}, True), (3, {"delayed": True}, False), (4, {}, True), (4, {"delayed": True}, True),
        (4, {"begun": 3}, True), (3, {"begun": 2}, True), (5, {}, False),
    ],
)  # fmt: skip
def test_6_5_1_11_2_what_comes_down_of_itself(turn: int, facts: dict[str, Any], fired: bool) -> None:
    made = made_with(plan(**facts), turn=turn)
    plans.due(made.state, "german")
    assert [one.source for one in made.support.queue] == (["GB1"] if fired else [])


@pytest.mark.rules("6.5.1.11.1e", "6.5.1.11.2")
def test_6_5_1_11_1_the_counters_of_a_plot_that_is_over_go() -> None:
    made = made_with(plan(begun=3), turn=5)
    counter = Mission(1, "german", "GB1", HERE["0803"], "GP", "closed", 4, planned=True)
    called = Mission(2, "german", "GB2", HERE["0803"], "GP", "closed", 4, observer="G1")
    other = Mission(3, "soviet", "SB1", HERE["0803"], "GP", "closed", 4, planned=True)
    counters.change(made.state, missions=(counter, called, other))
    plans.clear_ended(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == (counter, called, other)
    made.state.turn = 6
    told = made.doing("")
    plans.clear_ended(made.state, made.scene, "german", told)
    assert made.support.missions == (called, other)
    assert [(event.kind, event.rule, dict(event.data)) for event in told.events] == [
        ("fire_over", "6.5.1.11.1e", {"side": "german", "source": "GB1", "hex": "0803"})
    ]


@pytest.mark.rules("6.5.1.11.2", "6.5.1g")
def test_6_5_1_11_2_the_enemy_knows_how_many_plots_a_battery_may_have() -> None:
    made = made_with()
    assert plans.may_be_due(made.state, made.scene, "german")
    assert not plans.may_be_due(made.state, made.scene, "soviet")
    counters.change(made.state, arrivals={"GB1": 1})
    assert plans.may_be_due(made.state, made.scene, "german")
    counters.change(made.state, arrivals={"GB1": 1, "GB2": 1})
    assert not plans.may_be_due(made.state, made.scene, "german")


# The step and its questions.


@pytest.mark.rules("6.5.1a", "6.5.1g", "6.5.1.12a", "6.5.1.12f", "6.5.1.11.1a")
def test_6_5_1_the_rows_of_the_step_and_those_that_interrupt_it() -> None:
    rows = {row.key: (row.aside, row.rule, row.asks.kind if row.asks else "") for row in steps.ROWS}
    assert rows == {
        "indirect": (False, "6.5.1a", ""),
        "indirect1": (False, "6.5.1g", "indirect"),
        "indirect2": (False, "6.5.1g", "indirect"),
        "volleys": (True, "6.5.1.12a", ""),
        "astray": (True, "6.5.1.12f", "astray"),
        "shelled": (True, "6.5.4.3-target-vehicle-moving-b", "shelled"),
        "fireplan": (True, "6.5.1.11.1a", "fireplan"),
    }


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
@pytest.mark.parametrize(("command", "choices"), [("MOVE", ("show", "keep")), ("OW", ("keep",))])
def test_6_5_4_3_what_may_be_answered_for_a_shelled_vehicle(command: str, choices: tuple[str, ...]) -> None:
    made = field(soviet=[unit("T-34/76 M43", "0803", "E", command, known=False)])
    counters.change(made.state, queue=(Volley("german", "GB1", HERE["0803"], "GP", "closed", "strikes", targets=(0,)),))
    made.state.stack = [Frame("shelled", ("soviet",))]
    decision = made.decision("shelled", "soviet")
    legal = steps._shelled_legal(made.state, made.scene, decision)
    assert (legal.choices, legal.idle.choice) == (choices, "keep")
    for choice in ("show", "keep", "", "perhaps"):
        found = steps._shelled_faults(made.state, made.scene, decision, Order("shelled", choice=choice))
        assert [one.rule for one in found] == ([] if choice in choices else ["6.5.4.3-target-vehicle-moving-b"])
    both = Order("shelled", (Task("S1", "MOVE"),), "keep")
    assert [one.rule for one in steps._shelled_faults(made.state, made.scene, decision, both)] == [
        "6.5.4.3-target-vehicle-moving-b"
    ]


@pytest.mark.rules("6.5.1.12f")
def test_6_5_1_12_what_may_be_answered_for_fire_that_goes_astray() -> None:
    made = field([observer(), unit("PzKpfw IVH", "0503"), unit("PzKpfw IVH", "0703"), unit("Truck", "0703")])
    for one in made.state.units:
        one.sees = ()
    made.unit("S1").sees = tuple(made.index(name) for name in ("G2", "G3", "G4"))
    counters.change(made.state, queue=(Volley("german", "GB1", HERE["0803"], "GP", "closed", "lost", observer="G1"),))
    decision = made.decision("astray", "soviet")
    legal = steps._astray_legal(made.state, made.scene, decision)
    (only,) = legal.units
    assert (only.unit, only.required, only.options[0].cells) == ("GB1", True, (HERE["0503"], HERE["0703"]))
    assert legal.idle.tasks == (Task("GB1", "ASTRAY", (HERE["0503"],)),)

    def wrong(*tasks: Task, choice: str = "") -> list[str]:
        found = steps._astray_faults(made.state, made.scene, decision, Order("astray", tasks, choice))
        return [one.rule for one in found]

    good = Task("GB1", "ASTRAY", (HERE["0703"],))
    assert wrong(good) == []
    for tasks in ((), (good, good), (Task("GB2", "ASTRAY", (HERE["0703"],)),), (Task("GB1", "CALL", (HERE["0703"],)),),
                  (Task("GB1", "ASTRAY", (HERE["0803"],)),), (Task("GB1", "ASTRAY"),)):  # fmt: skip
        assert wrong(*tasks) == ["6.5.1.12f"]
    assert wrong(good, choice="keep") == ["6.5.1.12f"]


@pytest.mark.rules("6.5.1g", "6.5.1.9a", "6.5.1.11.2", "6.5.1i")
def test_6_5_1_when_a_side_is_asked_for_missions() -> None:
    def asked(made: Gunnery, side: str = "german") -> bool:
        return missions.could_order(made.state, made.scene, side)

    made = field()
    assert asked(made)
    assert not asked(made, "soviet")
    made.unit("G1").known = True
    assert not asked(made)
    made.unit("G1").known, made.unit("G1").sees = False, ()
    assert not asked(made)
    made.unit("G1").sees, made.unit("G1").command = (0,), ""
    assert not asked(made)
    made.unit("G1").command = "NC"
    assert asked(made), "for all that the enemy knows it may be Overwatch"
    made.unit("S1").status = "knocked out"
    assert not asked(made)
    running = Mission(1, "german", "GB1", HERE["0803"], "GP", "closed", 1, observer="G1")
    counters.change(made.state, missions=(running,))
    assert not asked(made), "it came down this turn"
    made.state.turn = 2
    assert asked(made)
    assert not asked(made, "soviet")
    guns = field([observer(), unit("German Section", "0112", "B", "FIRE", weapons=["8cm GrW 34"])], batteries={})
    assert asked(guns)
    guns.unit("G2").fired = True
    assert not asked(guns)
    guns.unit("G2").fired, guns.unit("G2").command = False, "OW"
    assert not asked(guns), "it is seen to have no Fire command"
    guns.unit("G2").known = False
    assert asked(guns)


@pytest.mark.rules("6.5.1k", "6.5.1.12f")
def test_6_5_1_when_all_volleys_are_done_the_step_goes_on() -> None:
    made = field()
    made.state.stack = [Frame("indirect1", side="german"), Frame("volleys")]
    assert steps._volleys(made.state, made.doing(""))
    assert [frame.step for frame in made.state.stack] == ["indirect1"]
    counters.change(made.state, queue=(Volley("german", "GB1", HERE["0803"], "GP", "closed", "lost", observer="G1"),))
    made.state.stack.append(Frame("volleys"))
    assert steps._volleys(made.state, made.doing(""))
    assert [frame.step for frame in made.state.stack] == ["indirect1", "volleys", "astray"]


@pytest.mark.rules("6.5.1g", "6.5.1k", "6.5.1.11.2", "6.5.1.9a")
def test_6_5_1_after_the_first_player_comes_the_second() -> None:
    made = field()
    made.state.stack = [Frame("indirect1", (), "german", steps.ENDS)]
    assert steps._indirect(made.state, made.doing(""))
    assert made.state.stack[0].step == "indirect2"
