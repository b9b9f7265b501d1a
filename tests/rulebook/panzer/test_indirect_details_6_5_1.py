"""6.5.1: what is offered and asked in the Indirect Fire Step and in the fire plan, hex by hex and word by word."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.decisions import Option
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.fireplan import Plot, PlotPart, Registered
from hulldown.games.panzer.faces import mission_notation
from hulldown.games.panzer.rules.advanced.play import commands
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions, observers, plans, steps
from hulldown.games.panzer.rules.advanced.response import Call
from hulldown.games.panzer.rules.advanced.support import Observed
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

TANK = "T-34/76 M43"
ROUND = ("closed", "open")


def offered(made: Gunnery, side: str = "german") -> dict[str, list[Option]]:
    found = missions.legal(made.state, made.scene, made.decision("indirect", side))
    return {one.unit: list(one.options) for one in found.units}


def hexes(option: Option) -> list[str]:
    return [BOARD.labels[cell] for cell in option.cells]


def calls(names: tuple[str, ...], words: tuple[str, ...], fires: tuple[str, ...] = ("GP", "Smoke")) -> tuple[str, ...]:
    return tuple(f"{fire} {word} by {name}" for fire in fires for name in names for word in words)


def mortar(hex_: str = "0112", command: str = "FIRE", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", command, weapons=["8cm GrW 34"], **more)


# Calls.


@pytest.mark.rules("6.5.1.7a", "6.5.1.7b", "6.5.1.5a", "6.5.1.5d", "6.5.1.1d")
def test_an_observer_is_offered_every_source_type_and_sheaf() -> None:
    made = field([observer(), mortar()])
    made.unit("G2").sees = ()
    assert list(offered(made)) == ["G1"]
    near, linear = offered(made)["G1"]
    assert (near.kind, near.rule, hexes(near), near.facings) == ("CALL", "6.5.1.7a", ["0803", "0903"], ())
    assert set(near.choices) == {*calls(("GB1", "GB2"), ROUND), *calls(("G2",), ("closed",))}
    assert (linear.kind, linear.rule, hexes(linear)) == ("CALL", "6.5.1.5d", ["0803", "0903"])
    assert (linear.facings, set(linear.choices)) == ((0, 1, 2, 3, 4, 5), set(calls(("GB1", "GB2"), ("linear",))))
    for choice in near.choices:
        assert made.why(f"G1 CALL 0803 {choice.partition(' by ')[2]} {choice.partition(' by ')[0]}") == ""


@pytest.mark.rules("6.5.1.7a", "6.5.1d", "6.5.1h", "6.5.1l")
@pytest.mark.parametrize(
    ("gun", "found"),
    [
        (mortar(), True), (mortar(command="OW"), False), (mortar(fired=True), False), (mortar("0801"), False),
        (unit(GRENADIERS, "0112", "B", "FIRE"), False),
    ],
)  # fmt: skip
def test_guns_on_the_map_that_are_offered(gun: Any, found: bool) -> None:
    made = field([observer(), gun], batteries={})
    made.unit("G2").sees = (0, 1) if made.unit("G2").cell == BOARD.by_label["0801"] else ()
    assert ("G1" in offered(made)) is found
    if found:
        (only,) = offered(made)["G1"]
        assert set(only.choices) == set(calls(("G2",), ("closed",)))
    # A mortar that is carried or lost, or the enemy's, is none.
    made.unit("G2").status = CARRIED
    assert offered(made) == {}


@pytest.mark.rules("6.5.1.1b", "6.5.1.1c", "6.5.1.1.1-other-fo", "6.5.1.1.2a")
def test_after_a_call_the_same_hex_and_the_sources_left_are_offered() -> None:
    guns = {"german": [battery(), battery(), battery()]}
    made = field(batteries=guns)
    made.drive("3", ("G1 CALL 0803 GB1 GP closed",))
    near, linear = offered(made)["G1"]
    assert (hexes(near), hexes(linear)) == (["0803"], ["0803"])
    assert set(near.choices) == set(calls(("GB2", "GB3"), ROUND))
    assert missions.ready(made.state, made.scene, "german") == [made.index("G1")]
    made.drive("3", ("G1 CALL 0803 GB2 GP closed",))
    assert offered(made) == {}
    assert made.why("G1 CALL 0803 GB3 GP closed") == "6.5.1.1.1-other-fo"
    chief = field([observer(labels=["Command"])], batteries=guns)
    chief.drive("2", ("G1 CALL 0803 GB1 GP closed",))
    assert offered(chief) == {}


@pytest.mark.rules("6.5.1.1b", "6.5.1i", "6.5.1.9c")
def test_who_is_ready_to_observe() -> None:
    made = field([observer(), observer("0204"), observer("0205"), observer("0206", labels=[])])
    made.unit("G2").command = "MOVE"
    assert missions.ready(made.state, made.scene, "german") == [made.index("G1"), made.index("G3")]
    counters.change(made.state, observed={"G1": Observed(1), "G3": Observed(1, 0)})
    assert missions.ready(made.state, made.scene, "german") == [made.index("G3")]
    made.state.turn = 2
    assert missions.ready(made.state, made.scene, "german") == [made.index("G1"), made.index("G3")]


# Going on.


def firing(**more: Any) -> Gunnery:
    made = field(**more)
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    missions.begin(made.state, made.scene, "german", made.doing(""))
    return made


@pytest.mark.rules("6.5.1.8.1a", "6.5.1.8.2a", "6.5.1.9a", "6.5.1.5d", "6.5.1.9g")
def test_who_directs_fire_is_offered_to_check_to_go_on_and_to_adjust() -> None:
    tanks = [unit(TANK, hex_, "E", mark="fire") for hex_ in ("0803", "1103", "1203")]
    made = field(soviet=tanks)
    made.drive("5 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    check, sustain, near, linear = offered(made)["G1"]
    assert (check.kind, check.rule, check.cells) == ("CHECK", "6.5.1.9a", ())
    assert (sustain.kind, sustain.rule, sustain.choices) == ("SUSTAIN", "6.5.1.8.1a", ("GP", "Smoke"))
    assert (near.kind, near.rule, hexes(near)) == ("CORRECT", "6.5.1.8.2a", ["0803", "1103"])
    assert near.choices == ("GP closed", "GP open", "Smoke closed", "Smoke open")
    assert (linear.kind, linear.rule, hexes(linear)) == ("CORRECT", "6.5.1.5d", ["0803", "1103"])
    assert (linear.choices, linear.facings) == (("GP linear", "Smoke linear"), (0, 1, 2, 3, 4, 5))
    made.unit("S1").cell = made.unit("S2").cell = BOARD.by_label["1203"]
    (only,) = offered(made)["G1"]
    assert only.kind == "CHECK"


@pytest.mark.rules("6.5.1.8a", "6.5.1.8.1b", "6.5.1k", "6.5.1.6.1", "6.5.1.8.2c")
def test_what_is_wrong_with_an_order_for_fire_that_runs() -> None:
    made = firing()
    assert made.why("G1 SUSTAIN") == "6.5.1.8.1b"
    assert made.why("G1 CORRECT GP closed") == "6.5.1.8.2c"
    assert made.why("G1 CORRECT 0903") == "6.5.1.6.1"
    decision = made.decision("indirect", "german")

    def cases(*tasks: Task, choice: str = "") -> list[tuple[str, str]]:
        found = missions.check(made.state, made.scene, decision, Order("indirect", tasks, choice))
        return [(one.rule, one.unit) for one in found]

    go_on = Task("G1", "SUSTAIN", choice="GP")
    assert cases(go_on) == []
    assert cases(go_on, Task("G1", "CHECK")) == [("6.5.1k", "G1")]
    assert cases() == [("6.5.1k", "")]
    assert cases(choice="end fire") == []
    assert cases(choice="something") == [("6.5.1k", "")]
    assert cases(go_on, choice="end fire") == [("6.5.1k", "")]
    assert cases(Task("G1", "DANCE")) == [("6.5.1k", "G1")]
    assert cases(Task("S1", "CHECK")) == [("6.5.1.7a", "S1")]
    assert cases(Task("G9", "CHECK")) == [("6.5.1.7a", "G9")]
    new = field()
    for kind in ("SUSTAIN", "CHECK", "CORRECT"):
        found = missions.check(new.state, new.scene, decision, Order("indirect", (Task("G1", kind, choice="GP"),)))
        assert [one.rule for one in found] == ["6.5.1.8a"]


@pytest.mark.rules("6.5.1.8a", "6.5.1.8.1a", "6.5.1.5e", "6.5.1.9c")
def test_of_two_sources_one_goes_on() -> None:
    """The mortar has no Fire command any more: its counter goes, that of the battery is placed anew."""
    made = field([observer(), mortar()])
    made.unit("G2").sees = ()
    made.drive("5 5 59 59 60", ("G1 CALL 0803 GB1 G2 GP closed",))
    assert [one.source for one in made.support.missions] == ["GB1", "G2"]
    made.begin("german", turn=2)
    made.unit("G2").command = "MOVE"
    made.drive("59 59", ("G1 SUSTAIN GP",))
    assert [(one.source, one.danger, one.landed) for one in made.support.missions] == [("GB1", False, 2)]
    assert made.support.used == {"GB1": 2, "G2": 2}, "6.5.1.9c: no other mission of the turn is for it"
    assert made.support.observed["G1"] == Observed(2)


@pytest.mark.rules("6.5.1l", "6.5.1.9g", "6.5.1.6.1", "6.5.1.7b", "6.5.1.1d")
def test_sources_that_are_taken_and_words_that_are_none() -> None:
    made = field([observer(), observer("0204")], batteries={"german": [battery()], "soviet": [battery()]})
    for name in ("SB1", "S1", "G9"):
        here = Task("G1", "CALL", (BOARD.by_label["0803"],), choice="GP closed", targets=(name,))
        found = missions.check(made.state, made.scene, made.decision("indirect", "german"), Order("indirect", (here,)))
        assert [one.rule for one in found] == ["6.5.1.1d"], name
    for choice in ("GP round", "Gas closed", "GP", "closed", ""):
        task = Task("G1", "CALL", (BOARD.by_label["0803"],), choice=choice, targets=("GB1",))
        found = missions.check(made.state, made.scene, made.decision("indirect", "german"), Order("indirect", (task,)))
        assert [one.rule for one in found] == ["6.5.1.6.1"], choice
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    assert made.why("G2 CALL 0803 GB1 GP closed") == "6.5.1l"
    made.begin("german", turn=2)
    assert made.why("G2 CALL 0803 GB1 GP closed") == "6.5.1.9g"
    assert made.why("G1 CORRECT 0903 GB1 GP closed") == "6.5.1.9g"


@pytest.mark.rules("6.5.1h", "4.2.1h", "4.4.1c")
def test_indirect_fire_alone_is_no_reason_for_a_short_halt() -> None:
    """5cm GrW 36 of a half-squad without a target: an observer may call it under Fire."""
    crew = unit("German Rifle half-squad", "0112", "B", "", weapons=["5cm GrW 36"])
    made = field([observer(), crew], batteries={})
    made.unit("G2").sees = ()
    assert commands.allowed(made.state, made.scene, made.index("G2")) == ("FIRE", "MOVE", "OW", "NC")
    made.unit("G2").cell, made.unit("G2").sees = BOARD.by_label["0703"], (0,)
    assert "HALT" in commands.allowed(made.state, made.scene, made.index("G2"))


@pytest.mark.rules("6.5.1h", "6.5.1m")
def test_the_command_of_a_mortar_that_fires_is_seen() -> None:
    """Also that of the first unit of all."""
    crew = unit("Soviet Section", "0112", "B", "FIRE", weapons=["82mm BM41"], known=False)
    made = Gunnery(
        [crew, unit("Soviet Section", "0203", "B", "OW", labels=["FO"], known=False)],
        [unit("PzKpfw IVH", "0803", "E", mark="fire")],
    )
    made.unit("S1").sees = ()
    made.begin("soviet")
    made.drive("2 50", ("S2 CALL 0803 S1 GP closed",))
    assert (made.unit("S1").known, made.unit("S1").fired, made.unit("S2").known) == (True, True, False)


@pytest.mark.rules("6.5.1.7-response-a", "6.5.1.12.1-preregistered", "6.5.1.4b", "6.5.1.12.1-observer-damaged")
def test_what_a_call_takes_from_the_state() -> None:
    made = field(
        [observer(), unit("SPW 251/1", "0304", "B", "OW", known=False), observer(on="G2")],
        batteries={"german": [battery(registered=1), battery()]},
        points={"german": [Registered(hex="0803", batteries=("GB1",))]},
    )

    def call(name: str = "G1", source: str = "GB1", hex_: str = "0803", adjusted: bool = False) -> Call:
        return observers.call_of(
            made.state, made.scene, made.index(name), source, BOARD.by_label[hex_], adjusted
        )  # fmt: skip

    found = [call().preregistered, call(source="GB2").preregistered, call(hex_="0903").preregistered]
    assert found == [True, False, False]
    assert (call().adjusted, call(adjusted=True).adjusted) == (False, True)
    assert (call().damaged, call("G3").damaged) == (False, False)
    made.unit("G2").damaged = True
    assert (call().damaged, call("G3").damaged) == (False, True)
    made.unit("G1").damaged = True
    assert (call().damaged, call().suppressed, call().command_recon) == (True, False, False)
    made.detail("G1").suppressed = "on"
    assert call().suppressed


# Who is asked.


@pytest.mark.rules("6.5.1g", "6.5.1k")
def test_a_side_is_asked_where_it_may_have_something_to_order() -> None:
    made = field()
    assert missions.could_order(made.state, made.scene, "german")
    assert not missions.could_order(made.state, made.scene, "soviet")
    for change in ({"command": ""}, {"known": True}, {"sees": ()}, {"status": "eliminated"}):
        made = field()
        for name, value in change.items():
            setattr(made.unit("G1"), name, value)
        assert not missions.could_order(made.state, made.scene, "german"), change
    assert not missions.could_order(field(batteries={}).state, field(batteries={}).scene, "german")
    lost = field()
    for name in ("S1", "S2"):
        lost.unit(name).status = "eliminated"
    assert not missions.could_order(lost.state, lost.scene, "german")
    lost.unit("S1").status = ON_MAP
    assert missions.could_order(lost.state, lost.scene, "german")


@pytest.mark.rules("6.5.1g", "6.5.1h", "6.5.1d")
def test_a_mortar_makes_its_side_asked_by_what_is_known_of_it() -> None:
    def asked(gun: Any, **more: Any) -> bool:
        made = field([observer(), gun], batteries={})
        for name, value in more.items():
            setattr(made.unit("G2"), name, value)
        return missions.could_order(made.state, made.scene, "german")

    assert asked(mortar(known=False))
    assert asked(mortar(command="MOVE", known=False))
    assert asked(mortar(known=True))
    assert not asked(mortar(command="MOVE", known=True))
    assert not asked(mortar(known=True), fired=True)
    assert not asked(mortar(known=True), status="eliminated")
    assert not asked(unit("German Rifle squad", "0112", "B", "FIRE"))


@pytest.mark.rules("6.5.1g", "6.5.1i")
def test_an_observer_that_rides_makes_its_side_asked() -> None:
    made = field([unit("SPW 251/1", "0304", "B", "OW", known=False), observer(on="G1")])
    made.unit("G2").command = ""
    made.unit("G2").sees = (0, 1)
    assert missions.could_order(made.state, made.scene, "german")
    made.unit("G2").known = True
    assert missions.could_order(made.state, made.scene, "german")
    made.unit("G2").sees = ()
    assert not missions.could_order(made.state, made.scene, "german")


@pytest.mark.rules("6.5.1g", "6.5.1.9a", "6.5.1.11.2")
def test_missions_and_plans_make_a_side_asked() -> None:
    made = firing()
    made.unit("G1").known = True
    assert missions.could_order(made.state, made.scene, "german")
    assert not missions.could_order(made.state, made.scene, "soviet")
    made.state.turn = 1
    assert not missions.could_order(made.state, made.scene, "german")
    plan = planned()
    plan.unit("G1").known = True
    assert missions.could_order(plan.state, plan.scene, "german")
    counters.change(plan.state, arrivals={"GB1": 1})
    assert not missions.could_order(plan.state, plan.scene, "german")


# Fire plans.


def planned(**more: Any) -> Gunnery:
    guns = {"german": [battery(planned=1), battery("Heavy battery")]}
    plot = Plot(battery="GB1", hex="0803", turn=3, parts=(PlotPart(turns=2),))
    return field(batteries=guns, plots={"german": [plot]}, **more)


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.3")
def test_planned_fire_is_offered_early_in_time_and_late() -> None:
    made = planned(soviet=[unit(TANK, "2012", "E")])
    told = {}
    for turn in (1, 2, 3, 4, 5):
        made.begin("german", turn=turn)
        told[turn] = [[(one.kind, one.rule) for one in options] for options in offered(made).values()]
    arrive, delay = ("ARRIVE", "6.5.1.11.2"), ("DELAY", "6.5.1.11.2")
    assert told == {1: [], 2: [[arrive]], 3: [[arrive, delay]], 4: [[arrive]], 5: []}
    made.begin("german", turn=3)
    (found,) = [options for name, options in offered(made).items() if name == "GB1"]
    target = BOARD.by_label["0803"]
    assert set(found[0].cells) == {cell for cell in BOARD.cells if BOARD.distance(cell, target) <= 5}
    made.begin("german", turn=2)
    assert made.drive("", ("end fire",)) == []
    made.begin("german", turn=3)
    made.drive("", ("GB1 DELAY",))
    assert [one.kind for one in offered(made)["GB1"]] == ["ARRIVE"]
    assert made.why("GB1 DELAY") == "6.5.1.11.2"
    made.drive("", ("GB1 ARRIVE 0803",))
    made.begin("german", turn=4)
    assert [(one.kind, one.rule) for one in offered(made)["GB1"]] == [("ARRIVE", "6.5.1.11.3")]
    assert made.why("GB1 DELAY") == "6.5.1.11.2"
    assert made.why("GB1 ARRIVE 0803 0804") == "6.5.1.11.3"
    assert made.support.arrivals == {"GB1": 1}


@pytest.mark.rules("6.5.1.11.1a", "6.5.1.11.1b", "6.5.1.4d")
def test_what_the_fire_plan_asks_for() -> None:
    guns = [battery(planned=1), battery(registered=1), battery(planned=1, registered=1), battery()]
    made = field(batteries={"german": guns})
    counters.change(made.state, plotted=())
    assert plans.planners(made.state, made.scene) == ("german",)
    found = plans.legal(made.state, made.scene, made.decision("fireplan", "german"))
    told = {one.unit: [(option.kind, option.rule) for option in one.options] for one in found.units}
    plot, point = ("PLOT", "6.5.1.11.1b"), ("REGISTER", "6.5.1.4d")
    assert told == {"GB1": [plot], "GB2": [point], "GB3": [plot, point]}
    assert all(option.cells == tuple(BOARD.cells) for one in found.units for option in one.options)
    choices = found.units[0].options[0].choices
    turns = made.scene.scenario.turns
    assert (len(choices), choices[0], choices[-1]) == (3 * turns, "turn 1 GP closed 3", f"turn {turns} Smoke open 2")
    counters.change(made.state, plotted=("german",))
    assert plans.planners(made.state, made.scene) == ()


def plan_task(made: Gunnery, line: str) -> Task:
    name, *words = line.split()
    return mission_notation.task(made.scene, "fireplan", name, words, "test")


@pytest.mark.rules("6.5.1.11.1b", "6.5.1.4d", "6.5.1.11.1a")
def test_words_of_a_fire_plan() -> None:
    made = field(batteries={"german": [battery(planned=1, registered=1)]})
    decision = made.decision("fireplan", "german")

    def cases(order: Order) -> list[str]:
        return [one.rule for one in plans.check(made.state, made.scene, decision, order)]

    here = (BOARD.by_label["0803"],)
    assert cases(Order("fireplan", choice="as planned")) == []
    assert cases(Order("fireplan", choice="something else")) == ["6.5.1.11.1b"]
    assert cases(Order("fireplan", (Task("GB1", "REGISTER", here),), "as planned")) == ["6.5.1.11.1b"]
    good = "turn 2 GP closed 2"
    for choice, wrong in (
        (good, False), ("turn 2 Smoke linear A 1, GP open 1", False), ("turn two GP closed 2", True), ("turn", True),
        ("day 2 GP closed 2", True), ("turn 2", True), ("turn 2 GP closed", True), ("turn 2 Gas closed 2", True),
        ("turn 2 GP round 2", True), ("turn 2 GP closed many", True), ("turn 2 GP linear G 1", True),
        ("turn 2 GP linear A B 1", True), ("turn 2 GP closed 0", True), ("turn 0 GP closed 1", True),
        ("turn 2 GP closed 1,", True),
    ):  # fmt: skip
        assert cases(Order("fireplan", (Task("GB1", "PLOT", here, choice=choice),))) == ["6.5.1.11.1b"] * wrong, choice
    for task in (
        Task("GB1", "PLOT", (), choice=good), Task("GB1", "PLOT", here * 2, choice=good), Task("GB1", "REGISTER"),
        Task("GB1", "REGISTER", here, choice="now"), Task("GB1", "CALL", here, choice=good),
    ):  # fmt: skip
        assert cases(Order("fireplan", (task,))) == ["6.5.1.11.1b"], task


@pytest.mark.rules("6.5.1.11.1b", "6.5.1.11.1a", "6.5.1.4d")
def test_the_plan_that_is_written_in_the_setup_is_kept() -> None:
    made = field(batteries={"german": [battery(planned=1, registered=1), battery(registered=1)]})
    counters.change(made.state, plotted=(), plans=(), points=())
    made.state.stack = [Frame(steps.FIRE_PLAN, ("german",))]
    assert not steps._fireplan(made.state, made.doing(""))
    lines = ("GB1 PLOT 0803 turn 2 GP closed 2, Smoke linear B 1", "GB1 REGISTER 0903", "GB2 REGISTER 0803")
    made.state.submitted["german"] = Order("fireplan", tuple(plan_task(made, line) for line in lines))
    made.state.stack = [Frame("setup"), Frame(steps.FIRE_PLAN, ())]
    assert steps._fireplan(made.state, made.doing(""))
    assert [frame.step for frame in made.state.stack] == ["setup"]
    assert made.state.submitted == {}
    (plan,) = made.support.plans
    assert (plan.side, plan.battery, BOARD.labels[plan.cell], plan.turn) == ("german", "GB1", "0803", 2)
    assert [plans.written(part) for part in plan.parts] == ["GP closed 2", "Smoke linear B 1"]
    assert [(one.battery, BOARD.labels[one.cell]) for one in made.support.points] == [("GB1", "0903"), ("GB2", "0803")]
    assert made.support.plotted == ("german",)


# Fire that goes astray.


@pytest.mark.rules("6.5.1.12f", "6.5.1.10a")
def test_the_enemy_is_offered_the_hexes_of_spotted_friends() -> None:
    squads = [unit("German Rifle squad", hex_, "B", mark="fire") for hex_ in ("0603", "0703", "0703", "0203")]
    made = field([observer(), *squads])
    made.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    found = steps._astray_legal(made.state, made.scene, made.decision("straying", "soviet"))
    (one,) = found.units
    assert (one.unit, one.required, one.options[0].kind, one.options[0].rule) == ("GB1", True, "ASTRAY", "6.5.1.12f")
    assert sorted(hexes(one.options[0])) == ["0603", "0703"]
    assert found.idle is not None
    assert found.idle.tasks[0].cells == one.options[0].cells[:1]
    decision = made.decision("straying", "soviet")

    def wrong(*tasks: Task, choice: str = "") -> list[str]:
        told = steps._astray_faults(made.state, made.scene, decision, Order("straying", tasks, choice))
        return [fault.rule for fault in told]

    good, here = Task("GB1", "ASTRAY", (BOARD.by_label["0703"],)), BOARD.by_label["0203"]
    assert wrong(good) == []
    for tasks in (
        (), (good, good), (Task("GB2", "ASTRAY", good.cells),), (Task("GB1", "CALL", good.cells),),
        (Task("GB1", "ASTRAY", (here,)),), (Task("GB1", "ASTRAY", good.cells * 2),), (Task("GB1", "ASTRAY"),),
    ):  # fmt: skip
        assert wrong(*tasks) == ["6.5.1.12f"], tasks
    assert wrong(good, choice="keep") == ["6.5.1.12f"]


# Passengers.


@pytest.mark.rules("6.5.1n", "6.5.4.2.3b")
def test_passengers_of_a_shelled_carrier_are_attacked_for_themselves() -> None:
    riders = [unit("Truck", "0803", "E", mark="fire"), unit("Soviet Rifle squad", on="S1")]
    for script, shown, effect in (("5 10 2", False, "none"), ("5 10 30 100", True, "suppressed")):
        made = field(soviet=riders)
        made.drive(script, ("G1 CALL 0803 GB1 GP closed",))
        told = [(one["unit"], one["effect"]) for one in made.told("german", "shelled")]
        assert told == [("S1", "none"), ("S2", effect)]
        assert made.detail("S2").shown is shown
        assert bool(made.detail("S2").suppressed) is shown
        assert (made.detail("S1").under_fire, made.detail("S2").under_fire) == (True, True)


# Sight and sources.


@pytest.mark.rules("6.5.1.3.1a", "6.5.1.3.3", "6.5.1d")
def test_a_mortar_is_attached_to_its_own_formation() -> None:
    made = field([observer(), mortar()])
    assert observers.attachment(made.state, made.scene, made.index("G1"), "G2") == "attached"
