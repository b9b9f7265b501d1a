"""6.5.1, 6.1.4.3.10, 6.6.6: passengers, lost units, the first of a list, options: where indirect fire could slip."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.fireplan import PlotPart
from hulldown.games.panzer.rules.advanced.play.indirect import (
    attacks,
    counters,
    landing,
    missions,
    observers,
    plans,
    screens,
    steps,
)
from hulldown.games.panzer.rules.advanced.support import Mission, Observed, Plan, Volley
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

HERE = BOARD.by_label
TANK, GUN, SQUAD = "T-34/76 M43", "57mm ZiS-2 M43 ATG", "Soviet Rifle squad"
MORTAR = {"weapons": ["8cm GrW 34"]}


def mission(label: str = "0803", source: str = "GB1", **more: Any) -> Mission:
    facts: dict[str, Any] = {"side": "german", "fire": "GP", "sheaf": "closed", "landed": 1, "distance": 6, **more}
    names = ("side", "fire", "sheaf", "landed")
    side, fire, sheaf, landed = (facts.pop(name) for name in names)
    return Mission(facts.pop("number", 1), side, source, HERE[label], fire, sheaf, landed, **facts)


def volley(source: str = "GB1", label: str = "0803", stage: str = "strikes", **more: Any) -> Volley:
    facts: dict[str, Any] = {"side": "german", "fire": "GP", "sheaf": "closed", "distance": 6, **more}
    names = ("side", "fire", "sheaf")
    side, fire, sheaf = (facts.pop(name) for name in names)
    return Volley(side, source, HERE[label], fire, sheaf, stage, **facts)


# Counters.


@pytest.mark.rules("6.1.4.3.10i")
def test_6_1_4_3_10_smoke_elsewhere_is_left_alone() -> None:
    made = field()
    one, other = (HERE["0803"],), (HERE["0903"],)
    for cells in (one, other, one):
        counters.make_smoke(made.state, cells, "closed", "fire")
    counters.make_smoke(made.state, one, "open", "fire")
    assert [(smoke.cells, smoke.density) for smoke in made.support.smokes] == [
        (other, "closed"), (one, "closed"), (one, "open"),
    ]  # fmt: skip


@pytest.mark.rules("6.1.4.3.10g", "6.1.4.3.10j", "6.1.4.3.10k")
def test_6_1_4_3_10_what_is_a_barrage_now() -> None:
    """A smoke mission is none; GP fire of this turn counts when the Indirect Fire Steps are over."""
    made = field()
    lying = (mission(), mission(fire="Smoke", number=2), mission(sheaf="open", number=3))
    counters.change(made.state, missions=lying)
    found = {}
    for step, turn in (("indirect1", 1), ("indirect2", 1), ("fire1", 1), ("indirect1", 2)):
        made.state.stack, made.state.turn = [Frame(step, side="german")], turn
        found[step, turn] = [kind for kind, _ in counters.clouds(made.state, BOARD)]
    both = ["barrage_closed", "barrage_open"]
    assert found == {("indirect1", 1): [], ("indirect2", 1): [], ("fire1", 1): both, ("indirect1", 2): both}


@pytest.mark.rules("6.8.4a", "6.8.4b")
def test_6_8_4_a_game_without_smoke_remembers_none() -> None:
    made = field(batteries={})
    made.state.support = UNSET
    counters.turn_over(made.state, BOARD, made.doing(""))
    assert made.state.support is UNSET


# Smoke by direct fire.


@pytest.mark.rules("6.1.4.3.10d", "5.16.2.3a", "5.16.2.3b", "6.1.4.3.10f")
@pytest.mark.parametrize(
    ("card", "more", "small"),
    [("PzKpfw IVH", {}, False), (GRENADIERS, MORTAR, True), ("German Rifle squad", {"labels": ["Engineer"]}, True)],
)
def test_6_1_4_3_10_who_lays_smoke_is_marked_and_shown(card: str, more: dict[str, Any], small: bool) -> None:
    made = Gunnery([unit(TANK, "2403")], [unit(card, "0205", "B", "FIRE", known=False, **more)], batteries={})
    index = made.index("G1")
    roll = "" if "labels" in more else "1"
    laid = made.doing(roll)
    screens.lay(made.state, made.scene, Task("G1", "SMOKE", (HERE["0305"],)), laid)
    assert (made.unit("G1").known, made.unit("G1").fired, made.unit("G1").mark) == (True, True, "fire")
    assert (made.detail("G1").small, [one.sides for one in laid.dice.rolls]) == (small, [10] * len(roll))
    assert len(made.support.smokes) == 1
    made.unit("G1").fired = False
    for status, ready in (("on map", [index]), ("knocked out", [])):
        if status != "on map":
            made.unit("G1").status = status
        assert screens.ready(made.state, made.scene, "german") == ready


# Response and impact.


@pytest.mark.rules("6.5.1.12b", "6.5.1.7-response-c", "6.5.1h", "6.5.1.12e", "6.5.1.12g")
def test_6_5_1_12_a_gun_that_does_not_respond_has_shown_its_command() -> None:
    """A 2 is too little for a suppressed FO; a 1 goes astray only where spotted friends are near."""
    for rolled, rule in (("2", "6.5.1.12e"), ("1", "6.5.1.12g")):
        made = field([observer(suppressed="on"), unit(GRENADIERS, "0112", "B", "FIRE", known=False, **MORTAR)])
        counters.change(made.state, queue=(volley("G2", stage="called", observer="G1", sheaf="one"),))
        shot = made.doing(rolled)
        landing._respond(made.state, made.scene, landing.first(made.state), shot)
        assert (made.unit("G2").known, made.unit("G2").fired) == (True, True)
        assert [one.stage for one in made.support.queue] == ["ceases"]
        answers = [one for one in shot.events if one.kind == "response"]
        assert [(one.rule, one.data["outcome"]) for one in answers] == [(rule, "fails")] * 2


@pytest.mark.rules("5.16.2.3a", "5.16.2.5", "5.16.2d", "6.5.1.12a", "6.5.1.13e")
@pytest.mark.parametrize(
    ("source", "fire", "limits", "script", "short"),
    [
        ("GB1", "Smoke", "on", "10", True), ("GB1", "Smoke", "on", "1", False), ("GB1", "Smoke", "off", "", False),
        ("GB1", "GP", "on", "", False), ("G2", "Smoke", "on", "10", True), ("G2", "Smoke", "off", "", False),
        ("G2", "GP", "off", "", False),
    ],
)  # fmt: skip
def test_5_16_2_the_limits_of_indirect_fire(source: str, fire: str, limits: str, script: str, short: bool) -> None:
    made = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", **MORTAR)])
    made.state.options["ammo_limits"] = limits
    shot = made.doing(script)
    assert landing._short(made.state, made.scene, volley(source, fire=fire, sheaf="one"), shot) is short
    assert shot.dice.serial == len(script.split())
    assert [roll.sides for roll in shot.dice.rolls] == [10] * len(script.split())
    if fire == "Smoke":
        counters.change(made.state, queue=(volley(source, fire=fire, stage="lands", sheaf="one"),))
        landed = made.doing(script)
        landing._land(made.state, made.scene, landing.first(made.state), landed)
        told = [dict(one.data) for one in landed.events if one.kind == "no_smoke"]
        assert told == ([{"side": "german", "source": source}] if short else [])
        assert (len(made.support.smokes), len(made.support.missions), made.support.queue) == (
            not short, not short, (),
        )  # fmt: skip


# Attacks.


@pytest.mark.rules("6.5.1.13e", "6.6.6a", "6.5.1n", "6.5.4.2.3b")
def test_6_5_1_13_an_attack_as_it_is_told() -> None:
    found = {}
    for script in ("1", "30", "99"):
        made = field(soviet=[unit(SQUAD, "0803", "E", "OW")])
        shot = made.doing(script)
        attacks.strike(made.state, made.scene, volley(), 0, shot)
        (event,) = [one for one in shot.events if one.kind == "shelled"]
        found[event.data["effect"]] = (event.data["hit"], event.data["kill"])
        assert (event.data["source"], event.data["unit"], "range" in event.data) == ("GB1", "S1", False)
        rules = [one.rule for one in event.factors]
        assert "6.5.4.1" not in rules
        assert len(rules) > 1
    assert found == {"none": (False, False), "suppressed": (True, False), "effective": (True, True)}


@pytest.mark.rules("6.5.4.2.5e", "6.5.4.3-shooter-suppressed", "6.5.4.3-shooter-damaged")
def test_6_5_4_2_5_a_battery_is_neither_damaged_nor_suppressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever became of the last unit of the list."""
    aims: list[Any] = []
    monkeypatch.setattr(attacks.ruins, "attack_in", lambda *args: aims.append(args[3]))
    made = field([observer(), unit("PzKpfw IVH", "0203", damaged=True, suppressed="on")])
    attacks.strike_ground(made.state, made.scene, volley(label="1206", sheaf="one"), made.doing(""))
    assert [(aim.shooter_damaged, aim.shooter_suppressed) for aim in aims] == [(False, False)]
    aim = attacks.aim_at(made.state, made.scene, volley(), 0)
    assert (aim.shooter_damaged, aim.shooter_suppressed) == (False, False)


@pytest.mark.rules("6.6.6a", "6.6.6b", "6.5.4.5a")
def test_6_6_6_who_is_lost_in_one_barrage_is_not_struck_by_the_next_and_riders_bail_out() -> None:
    made = field(soviet=[unit("Soviet Section", "0803", "E", "MOVE")])
    made.state.stack = [Frame("move2", side="soviet")]
    counters.change(made.state, missions=(mission(), mission(source="GB2", number=2)))
    shot = made.doing("99")
    attacks.enter(made.state, made.scene, 0, shot)
    assert made.unit("S1").status == "eliminated"
    assert [one.kind for one in shot.events].count("shelled") == 1
    riders = field(soviet=[unit("Truck", "0803", "E", "MOVE"), unit(SQUAD, on="S1", carrier="Truck")])
    riders.state.stack = [Frame("move2", side="soviet")]
    counters.change(riders.state, missions=(mission(),))
    ride = riders.doing("1 60 100")
    attacks.enter(riders.state, riders.scene, 0, ride)
    assert [one.kind for one in ride.events if one.kind in ("shelled", "bail_out_roll")] == [
        "shelled", "shelled", "bail_out_roll",
    ]  # fmt: skip


# Observers.


@pytest.mark.rules("6.5.1.7a", "6.5.1.7c", "6.5.1i")
def test_6_5_1_7_who_and_where() -> None:
    made = field()
    call = Task("G1", "CALL", (HERE["0803"],), choice="GP closed", targets=("GB1",))

    def wrong(task: Task) -> str:
        found = missions._fault(made.state, made.scene, "german", task)
        return found[0] if found else ""

    assert wrong(call) == ""
    twice = Task("G1", "CALL", (HERE["0803"], HERE["0903"]), choice="GP closed", targets=("GB1",))
    assert (wrong(twice), wrong(Task("G1", "CALL", (), choice="GP closed", targets=("GB1",)))) == ("6.5.1.7c",) * 2
    assert wrong(Task("S1", "CALL", call.cells, choice="GP closed", targets=("GB1",))) == "6.5.1.7a"
    assert wrong(Task("G7", "CALL", call.cells, choice="GP closed", targets=("GB1",))) == "6.5.1.7a"
    made.unit("G1").status = "eliminated"
    assert wrong(call) == "6.5.1.7a"


@pytest.mark.rules("6.5.1.10a", "6.5.1.12f")
def test_6_5_1_10_friends_are_spotted_by_passengers_too() -> None:
    soviet = [unit("Truck", "0803"), unit(SQUAD, on="S1", carrier="Truck"), unit(TANK, "2411")]
    made = field([observer(), unit("PzKpfw IVH", "0503"), unit("PzKpfw IVH", "0208")], soviet=soviet)
    near, target = made.index("G2"), HERE["0803"]

    def found() -> list[int]:
        return observers.friends_near(made.state, made.scene, "german", target)

    made.unit("S3").status = "eliminated"
    assert found() == [near]
    made.unit("S2").status = "eliminated"
    assert found() == [], "an unarmed lorry spots nobody"


@pytest.mark.rules("6.5.1.12.1-heat-haze-a", "6.5.1.12.1-heat-haze-b", "6.5.1.7-response-a", "6.5.1.12.1-adjusted-fire")
def test_6_5_1_12_1_a_call_without_anybody_in_the_hex() -> None:
    made = field(haze=True)
    call = observers.call_of(made.state, made.scene, made.index("G1"), "GB1", HERE["1203"])
    assert (call.haze, call.adjusted) == (False, False)
    assert observers.call_of(made.state, made.scene, made.index("G1"), "GB1", HERE["1203"], True).adjusted


@pytest.mark.rules("6.5.1.8.1c", "6.5.1.8.1d", "6.5.1.8a", "6.5.1.9a", "6.5.1k")
def test_6_5_1_8_1_the_observer_must_see_the_hex_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    made = field()
    made.begin("german", 2)
    counters.change(made.state, missions=(mission("0703", observer="G1"),))
    index = made.index("G1")
    assert missions.sustain_fault(made.state, made.scene, index) is None
    kinds = [option.kind for option in missions._running(made.state, made.scene, index)]
    assert kinds == ["CHECK", "SUSTAIN", "CORRECT", "CORRECT"]
    offered = missions.legal(made.state, made.scene, made.decision("indirect", "german")).units
    assert [option.kind for option in offered[0].options] == kinds
    assert "CALL" not in kinds
    monkeypatch.setattr(observers, "sees_hex", lambda *args: False)
    fault = missions.sustain_fault(made.state, made.scene, index)
    assert fault is not None
    assert fault[0] == "6.5.1.8.1d"
    # Who has called this turn goes on calling; its fresh fire is nothing to adjust.
    counters.change(made.state, observed={"G1": Observed(2, HERE["0803"], ("GB1",))})
    assert missions._running(made.state, made.scene, index) == ()


@pytest.mark.rules("6.5.1.8.2a", "6.5.1.8a", "6.5.1.8.2c")
def test_6_5_1_8_2_when_none_of_the_old_sources_can_fire_on() -> None:
    made = field([observer(), unit(GRENADIERS, "0112", "B", "OW", **MORTAR)])
    made.begin("german", 2)
    counters.change(made.state, missions=(mission("0703", "G2", observer="G1", sheaf="one"),))
    index = made.index("G1")
    assert missions.firing_on(made.state, made.scene, index) == []
    alone = Task("G1", "CORRECT", (HERE["0803"],), choice="GP closed")
    helped = Task("G1", "CORRECT", (HERE["0803"],), choice="GP closed", targets=("GB1",))
    faults = [missions._correct_fault(made.state, made.scene, index, task) for task in (alone, helped)]
    assert [fault and fault[0] for fault in faults] == ["6.5.1.8a", None]


@pytest.mark.rules("6.5.1.9e", "6.5.1.9f", "6.5.1.10b")
def test_6_5_1_9_whose_fire_checks_of_itself() -> None:
    """An observer aboard directs on; the first unit of the list as any other; the enemy's fire is not looked at."""
    german = [unit("SPW 251/1", "0203", "B", "OW", known=False),
              unit(GRENADIERS, on="G1", carrier="SPW 251/1", labels=["FO"])]  # fmt: skip
    soviet = [unit("Soviet Section", "0903", "E", "OW", labels=["FO"], known=False), unit(TANK, "0803", mark="fire")]
    guns = {"german": [battery()], "soviet": [battery("Medium battery", "attached")]}
    made = field(german, soviet=soviet, batteries=guns)
    lying = (
        mission(observer="G2"), mission(source="SB1", side="soviet", observer="S1", number=2),
        mission(source="GB2", number=3, planned=True),
    )  # fmt: skip
    made.begin("german", 2)
    counters.change(made.state, missions=lying, plans=(Plan("german", "GB2", HERE["0803"], 1, (
        PlotPart(fire="GP", sheaf="closed", turns=3),), begun=1),))  # fmt: skip
    for side in ("german", "soviet"):
        made.begin(side, 2)
        missions.begin(made.state, made.scene, side, made.doing(""))
        assert made.support.missions == lying, side
    made.unit("S1").status = made.unit("G2").status = "eliminated"
    missions.begin(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == lying[1:]
    missions.begin(made.state, made.scene, "soviet", made.doing(""))
    assert made.support.missions == lying[2:]


@pytest.mark.rules("6.5.1g", "6.5.1i")
def test_6_5_1_a_gun_that_is_lost_is_no_source() -> None:
    soviet = [unit(TANK, "0803", "E", mark="fire"), unit("76.2mm M39 ATG", "1803", "E", "FIRE", known=False)]
    made = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", **MORTAR)], soviet=soviet, batteries={})
    assert observers.gun_of(made.state, made.scene, 1) is not None
    assert missions.could_order(made.state, made.scene, "german")
    made.unit("G2").status = "eliminated"
    assert not missions.could_order(made.state, made.scene, "german"), "the gun of the enemy is none either"


# Planned fire.


@pytest.mark.rules("6.5.1.11.2", "6.5.1.11.1e")
def test_6_5_1_11_what_has_fired_this_turn_waits_no_more_and_what_is_over_goes() -> None:
    short, long = (PlotPart(fire="GP", sheaf="closed", turns=turns) for turns in (1, 5))
    made = field(batteries={"german": [battery(planned=2)]})
    under_way = Plan("german", "GB1", HERE["0803"], 1, (long,), begun=1)
    counters.change(made.state, plans=(under_way,), used={"GB1": 2})
    for turn, found in ((2, []), (3, [under_way])):
        made.state.turn = turn
        assert plans.waiting(made.state, "german") == found
    made.state.turn = 2
    over = Plan("german", "GB1", HERE["0803"], 1, (short,), begun=1)
    counters.change(made.state, plans=(over, Plan("german", "GB1", HERE["0903"], 6, (long,))),
                    missions=(mission(planned=True),))  # fmt: skip
    plans.clear_ended(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == ()


@pytest.mark.rules("6.5.1.11.1a", "6.5.1.11.1b", "6.5.1.11b")
def test_6_5_1_11_1_what_is_wrong_with_a_plan() -> None:
    made = field(batteries={"german": [battery(planned=1)], "soviet": [battery(planned=1)]})
    decision = made.decision("fireplan", "german")

    def wrong(*tasks: Task) -> list[tuple[str, str, str]]:
        found = plans.check(made.state, made.scene, decision, Order("fireplan", tasks))
        return [(one.rule, one.message, one.unit) for one in found]

    plot = {"cells": (HERE["0803"],)}
    assert wrong(Task("GB1", "PLOT", choice="turn 2 GP closed 1", **plot)) == []
    assert [one[::2] for one in wrong(Task("SB1", "PLOT", choice="turn 2 GP closed 1", **plot))] == [
        ("6.5.1.11.1a", "SB1")
    ]
    ((_, told, _),) = wrong(Task("GB1", "PLOT", choice="turn 6", **plot))
    assert told == "'' is not type, SHEAF (linear with a direction) and duration"
    ((_, told, _),) = wrong(Task("GB1", "PLOT", choice="turn", **plot))
    assert told.startswith("write the turn")


@pytest.mark.rules("6.5.1g", "6.5.1k", "6.5.1.11.2", "6.5.1.9a")
def test_6_5_1_after_the_end_of_its_orders_a_side_is_not_asked_again() -> None:
    """Planned fire comes down when the side has ended its orders, and then the step is over."""
    made = field(batteries={"german": [battery(planned=1), battery("Heavy battery")]})
    part = PlotPart(fire="Smoke", sheaf="closed", turns=1)
    counters.change(made.state, plans=(Plan("german", "GB1", HERE["1803"], 1, (part,)),))
    made.drive("1", ("end fire",))
    assert [one.source for one in made.support.missions] == ["GB1"]
    assert made.state.stack[0].step == "indirect2"
    assert made.state.stack[0].owing == ()


@pytest.mark.rules("6.5.1a", "6.5.1g", "6.5.1.11.1a")
def test_6_5_1_rows_that_interrupt_are_no_steps_of_their_own() -> None:
    assert {row.key for row in steps.ROWS if row.aside} == {"volleys", "astray", "shelled", "fireplan"}


@pytest.mark.rules("6.5.1.1.4")
def test_6_5_1_1_4_pairs_of_guns() -> None:
    mortars = [unit(GRENADIERS, hex_, "B", "FIRE", **MORTAR) for hex_ in ("0112", "0112", "0112", "0612")]
    made = field([observer(), *mortars])
    counts = [observers.distinct(made.state, made.scene, names) for names in (
        (), ("G2",), ("G2", "G3"), ("G2", "G3", "G4"), ("G2", "G5"), ("GB1", "G2", "G3"), ("GB1", "GB2"),
    )]  # fmt: skip
    assert counts == [0, 1, 1, 2, 2, 2, 2]
    assert msgspec.structs.asdict(Observed(1)) == {"turn": 1, "cell": -1, "sources": (), "checked": UNSET}


@pytest.mark.rules("6.5.1.12.1-heat-haze-a", "6.5.1.12.1-heat-haze-b")
def test_6_5_1_12_1_heat_haze_goes_by_the_largest_unit() -> None:
    made = field(soviet=[unit(TANK, "0803"), unit(SQUAD, "0803")], haze=True)
    index, target = made.index("G1"), HERE["0803"]
    found = {}
    for seen in ((0,), (1,), (0, 1)):
        made.unit("G1").sees = seen
        hazy = [far for far in range(1, 60) if observers._hazy(made.state, made.scene, index, target, far)]
        found[seen] = min(hazy)
    assert found[1,] < found[0,] == found[0, 1]


@pytest.mark.rules("6.5.1.1d", "6.5.1d", "6.5.1h", "6.5.1.7b", "6.5.1.5a")
def test_6_5_1_1_sources_that_could_answer_and_their_volleys() -> None:
    made = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", **MORTAR)])
    index, target = made.index("G1"), HERE["0803"]
    assert missions._sources(made.state, made.scene, index, [target], "GP") == ["GB1", "GB2", "G2"]
    task = Task("G1", "CALL", (target,), 2, "GP linear", ("GB1", "G2"))
    found = [
        missions._volley(made.state, made.scene, index, name, task, "GP", "linear", False) for name in task.targets
    ]
    assert [(one.sheaf, one.direction, one.adjusted) for one in found] == [("linear", 2, False), ("one", -1, False)]
    made.unit("G2").status = "eliminated"
    assert missions._sources(made.state, made.scene, index, [target], "GP") == ["GB1", "GB2"]


@pytest.mark.rules("6.5.1l", "6.5.1h", "6.5.1m", "6.5.1.12a", "5.16.2.3a", "6.5.1.13e")
def test_6_5_1_the_first_unit_of_the_list_fires_as_any_other() -> None:
    """A howitzer lays smoke: a 1 is enough for its limit of 4, and it is marked, shown and done."""
    howitzer = unit("122mm M38 howitzer", "1803", "E", "FIRE", known=False)
    made = Gunnery([howitzer, unit(TANK, "0803")], [unit("PzKpfw IVH", "0903")], batteries={})
    shot = made.doing("1")
    counters.change(made.state, queue=(volley("S1", "0903", "lands", side="soviet", fire="Smoke", sheaf="one"),))
    landing._land(made.state, made.scene, landing.first(made.state), shot)
    gun = made.unit("S1")
    assert (gun.fired, gun.known, gun.mark, made.detail("S1").small) == (True, True, "fire", False)
    assert (made.support.used, len(made.support.smokes)) == ({"S1": 1}, 1)
    assert shot.dice.serial == 1


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
def test_6_5_4_3_every_vehicle_in_the_hex_is_asked_about() -> None:
    """Whoever keeps the first command hidden is asked about the second all the same."""
    hidden = {"known": False, "mark": "fire"}
    made = field(soviet=[unit(TANK, "0803", "E", "MOVE", **hidden), unit(TANK, "0803", "E", "MOVE", **hidden)])
    made.state.modes = {"soviet": "ASK", "german": "ASK"}
    made.drive("5 2 2", ("G1 CALL 0803 GB1 GP closed", "keep", "show"))
    assert [made.unit(name).known for name in ("S1", "S2")] == [False, True]
    assert [event.kind for event in made.events if event.kind in ("kept", "shown", "shelled")] == [
        "kept", "shelled", "shown", "shelled",
    ]  # fmt: skip


@pytest.mark.rules("6.5.4.2.5e", "6.5.4.3-shooter-suppressed")
def test_6_5_4_2_5_small_arms_leave_terrain_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    struck: list[Any] = []
    monkeypatch.setattr(attacks.ruins, "attack_in", lambda *args: struck.append(args))
    made = field()
    real = attacks.weapon_of(made.state, made.scene, "GB1")
    for small, hits in ((False, 1), (True, 0)):
        weapon = msgspec.structs.replace(real, row=msgspec.structs.replace(real.row, small_arms=small))
        monkeypatch.setattr(attacks, "weapon_of", lambda *args, weapon=weapon: weapon)
        struck.clear()
        attacks.strike_ground(made.state, made.scene, volley(label="1206", sheaf="one"), made.doing(""))
        assert len(struck) == hits


@pytest.mark.rules("6.5.1d", "6.5.1h", "6.5.1l", "6.5.1.1d")
def test_6_5_1_why_a_unit_fires_indirectly_at_nothing() -> None:
    made = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", **MORTAR)], batteries={"soviet": [battery()]})
    gun, watcher = made.index("G2"), made.index("G1")

    def rule(source: str = "G2") -> str:
        found = observers.source_fault(made.state, made.scene, watcher, source, HERE["0803"], "GP")
        return found[0] if found else ""

    assert rule() == ""
    assert (rule("SB1"), rule("S1"), rule("G9"), rule("G1")) == ("6.5.1.1d", "6.5.1.1d", "6.5.1.1d", "6.5.1d")
    made.unit("G2").fired = True
    assert rule() == "6.5.1l"
    made.unit("G2").command = "OW"
    assert rule() == "6.5.1h"
    made.unit("G2").command, made.unit("G2").status = "FIRE", "eliminated"
    assert (rule(), observers.unfit(made.state, made.scene, gun)) == (
        "6.5.1d", ("6.5.1d", "G2 has no GP-IF row that it could use here"),
    )  # fmt: skip


@pytest.mark.rules("6.5.1.9a", "6.5.1.9e", "6.5.1.9f", "6.5.1.10b")
def test_6_5_1_9_what_is_checked_at_the_end_and_at_the_beginning() -> None:
    """At the end what was not ordered to go on; one Danger Close mission ends all of its observer."""
    made = field()
    old = mission(observer="G1", danger=True)
    fresh = mission(source="GB2", observer="G1", number=2, landed=2)
    planned = mission(source="GB3", number=3, planned=True)
    foreign = mission(source="SB1", side="soviet", observer="S1", number=4)
    made.begin("german", 2)
    counters.change(made.state, missions=(fresh, planned, foreign))
    missions.finish(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == (fresh, planned, foreign)
    safe = msgspec.structs.replace(fresh, landed=1)
    counters.change(made.state, missions=(old, safe, foreign))
    told = made.doing("")
    missions.begin(made.state, made.scene, "german", told)
    assert made.support.missions == (foreign,)
    assert [(one.rule, one.data["source"]) for one in told.events] == [("6.5.1.10b", "GB1"), ("6.5.1.10b", "GB2")]
    counters.change(made.state, missions=(safe, planned, foreign))
    missions.finish(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == (planned, foreign)
