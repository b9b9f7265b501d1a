"""6.7: every number, word and mark of flights, attacks from the air and AA fire, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.aircraft import find_aircraft
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.air_words import AA
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying, planes, sighting, striking
from hulldown.games.panzer.rules.advanced.play.air.striking import Strike
from hulldown.games.panzer.rules.state import SPOT_FIRE
from support.advanced_fire import BOARD, unit
from support.air_field import RULES, Sky

HERE = BOARD.by_label
TRUCK, T34, RIFLE, QUAD, PANZER = "Truck", "T-34/85 M44", "German Rifle squad", "SdKfz 7/1", "PzKpfw IVH"
PLAIN = (unit(T34, "0101"),)
STORM = find_aircraft("Il-2m3")
LOW = Flying("slow", "low")


def quad(hex_: str = "0805", **more: Any) -> Any:
    return unit(QUAD, hex_, "A", "OW", known=False, **more)


def sky(*german: Any, soviet: Any = PLAIN, **more: Any) -> Sky:
    found = Sky(list(soviet), list(german) or [unit(TRUCK, "0705")], **more)
    assert found.go() == "fly"
    return found


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


def wrong(field: Sky, *tasks: Task, choice: str = "") -> list[tuple[str, str]]:
    answers = field.scene.hooks.answers[field.asked]
    found = answers.faults(field.state, field.scene, field.question(), Order(field.asked, tasks, choice))
    return [(one.rule, one.unit) for one in found]


# Attacks as they are told.


@pytest.mark.rules("6.7.3.2c", "6.7.3.5a")
@pytest.mark.parametrize(
    ("card", "weapon", "script", "effect", "kill"),
    [
        (RIFLE, "bomb", "1", "none", False), (RIFLE, "bomb", "99", "effective", True),
        (TRUCK, "bomb", "99 1", "bu", True), (TRUCK, "bomb", "99 10", "ko", True),
    ],
)  # fmt: skip
def test_6_7_3_an_attack_as_it_is_told(card: str, weapon: Any, script: str, effect: str, kill: bool) -> None:
    field = sky(unit(card, "0705"))
    strike = Strike("SA1", STORM, weapon, Flying("slow", "medium"), 1)
    told = doing(script)
    index = field.index("G1")
    aim = striking.aim_at(field.state, field.scene, strike, index)
    result = striking._roll(field.state, strike, index, aim, told)
    (event,) = told.events
    assert (event.kind, event.rule) == ("air_strike", "6.7.3.2c")
    data = dict(event.data)
    assert (data["unit"], data["target"], data["effect"], data["hit"], data["kill"]) == (
        "SA1", "G1", effect, effect != "none", kill,
    )  # fmt: skip
    assert data["result"] == data["roll"] + data["net"] == result.result
    crash = doing(script)
    striking._roll(field.state, Strike("SA1", STORM), index, aim, crash)
    assert crash.events[0].rule == "6.7.4.2.1-eliminated-b"


@pytest.mark.rules("6.7.3.5a", "6.5.4.3-target-vehicle-moving-a", "6.5.4.3-vehicle-cover-b", "6.5.4.3-target-cavalry")
def test_6_7_3_5_what_the_target_brings() -> None:
    german = (
        unit(PANZER, "0705", "A", "MOVE"), unit(PANZER, "1206", "A", "FIRE", inside=True, damaged=True),
        unit(RIFLE, "0905", "A", "MOVE", mount="bicycle"), unit(RIFLE, "0706", "A", "MOVE", manner="crawling"),
        unit(PANZER, "0905", "A", "MOVE", known=False),
    )  # fmt: skip
    field = sky(*german)
    strike = Strike("SA1", STORM, "strafe", LOW, 1)
    field.state.works = [Work("entrenchment", HERE["0706"], field.index("G4"))]
    open_, inside, bike, man, woods = (
        striking.aim_at(field.state, field.scene, strike, field.index(f"G{number}")) for number in range(1, 6)
    )
    assert [one.cover for one in (open_, inside, bike, man, woods)] == ["none", "medium", "none", "none", "none"]
    assert [one.target_moving for one in (open_, inside, bike, man, woods)] == [True, False, False, False, False]
    assert [one.target_damaged for one in (open_, inside, bike, man, woods)] == [False, True, False, False, False]
    assert [one.crawling for one in (open_, inside, bike, man, woods)] == [False, False, False, True, False]
    assert [one.entrenched for one in (open_, inside, bike, man, woods)] == [False, False, False, True, False]
    assert [one.cavalry for one in (open_, inside, bike, man, woods)] == [False] * 5
    assert not any(one.heat_haze or one.over_stacked for one in (open_, inside, bike, man, woods))
    # Who moves loses 2 of its defence, who crawls does not: 4 in the woods of a bicycle squad, moving.
    still = striking._defence(field.state, field.scene, field.index("G3")).value
    field.unit("G3").command = "FIRE"
    assert striking._defence(field.state, field.scene, field.index("G3")).value == still + 2


@pytest.mark.rules("6.5.4.3-heat-haze", "6.7.4.2.1-eliminated-b")
def test_6_7_3_5_heat_haze_hinders_attacks_but_no_crash() -> None:
    field = sky(unit(PANZER, "0705"), more="haze = true")
    index = field.index("G1")
    assert striking.aim_at(field.state, field.scene, Strike("SA1", STORM, "strafe", LOW, 1), index).heat_haze
    assert not striking.aim_at(field.state, field.scene, Strike("SA1", STORM), index).heat_haze


@pytest.mark.rules("6.7.3.2c", "6.7.4.2.1-eliminated-b", "6.5.4.2.5e")
def test_6_7_3_2_units_of_the_hex_then_its_terrain() -> None:
    field = sky(unit(RIFLE, "1206"), unit(TRUCK, "1206"), soviet=(unit(T34, "1206"), unit(T34, "0101")))
    told = doing("1 1 1 1")
    striking.strike_hex(field.state, field.scene, Strike("SA1", STORM, "bomb", Flying("slow", "medium"), 1),
                        HERE["1206"], told)  # fmt: skip
    assert [event.data.get("target", event.data.get("terrain")) for event in told.events
            if event.kind in ("air_strike", "terrain_shot")] == ["S1", "G1", "G2", "brick building"]  # fmt: skip
    mild = doing("1 1 1")
    guns = Strike("SA1", find_aircraft("Il-2m3"), "strafe", LOW, 1)
    small = guns.at(striking.of_terrain("brick_building", 0)).weapon.row.small_arms
    striking.strike_hex(field.state, field.scene, guns, HERE["1206"], doing("1 1 1") if small else doing("1 1 1 1"))
    assert mild.events == []


# Turns.


@pytest.mark.rules("6.7.2.3.1a", "6.7.2.3.1b")
def test_6_7_2_3_1_a_second_turn_and_turns_at_fast_are_refused() -> None:
    field = sky(unit(TRUCK, "0705"), quad())
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike")
    left, right = Task("SA1", "BANK", facing=5), Task("SA1", "BANK", facing=1)
    assert wrong(field, left) == wrong(field, right) == []
    for facing in (0, 2, 3, 4, -1):
        assert wrong(field, Task("SA1", "BANK", facing=facing)) == [("6.7.2.3.1a", "SA1")]
    assert wrong(field, Task("SA1", "BANK", facing=1, targets=("G1",))) == [("6.7.2.3.1a", "SA1")]
    planes.set_flight(field.state, turned=True)
    assert wrong(field, left) == [("6.7.2.3.1a", "SA1")]
    assert not flying.may_turn(field.flight)
    planes.set_flight(field.state, turned=False, speed="fast")
    assert wrong(field, left) == [("6.7.2.3.1b", "SA1")]
    assert not flying.may_turn(field.flight)


# AA fire.


@pytest.mark.rules("6.7.4", "6.7.4.1.1e")
def test_6_7_4_answers_to_aa_fire() -> None:
    """The first unit of the list fires as any other: here the gun is Soviet, and the aircraft German."""
    german = '[[german.aircraft]]\ncard = "Ju 87D"\n'
    flak = unit("37mm M39 AAG", "0805", "D", "OW", known=False)
    field = Sky([flak, unit(T34, "0101")], [unit(TRUCK, "0705")], german)
    field.go()
    field.give("GA1 FLY 0712 A slow low")
    assert field.asked == "flak"
    shot = Task("S1", AA, targets=("GA1",))
    assert wrong(field, shot) == []
    assert wrong(field, shot, shot) == [("6.7.4", "S1")]
    assert wrong(field, shot, choice="pass") == [("6.7.4", "")]
    assert wrong(field, Task("G1", AA, targets=("GA1",))) == [("6.7.4", "G1")]
    for bad in (Task("S1", "FIRE", targets=("GA1",)), Task("S1", AA, targets=("GA2",)), Task("S1", AA),
                Task("S1", AA, (3,), targets=("GA1",)), Task("S1", AA, facing=0, targets=("GA1",)),
                Task("S1", AA, choice="x", targets=("GA1",))):  # fmt: skip
        assert wrong(field, bad) == [("6.7.4", "S1")]
    for choice, found in (("pass", []), ("pass flight", []), ("pass step", []), ("", [("6.7.4", "")])):
        assert wrong(field, choice=choice) == found
    field.unit("S1").fired = True
    assert wrong(field, shot) == [("6.7.4.1.1e", "S1")]
    field.unit("S1").fired, field.unit("S1").command = False, "FIRE"
    assert wrong(field, shot) == [("6.7.4", "S1")]


@pytest.mark.rules("6.7.4.1.2c", "6.7.4.1.2a", "6.7.4.1.2b")
def test_6_7_4_1_2_towed_guns_fire_ahead_vehicles_all_round() -> None:
    gun = unit("2cm FlaK 38 AAG", "0805", "D", "OW", known=False)
    field = sky(gun, quad("1005"))
    field.give("SA1 FLY 0812 A slow low")
    both = ((field.index("G1"), DONE), (field.index("G2"), DONE))
    for label, found in (("0809", True), ("0802", False), ("0805", True)):
        planes.set_flight(field.state, cell=HERE[label], tracked=both)
        assert (antiair.fault(field.state, field.scene, field.index("G1")) is None) is found, label
        assert antiair.fault(field.state, field.scene, field.index("G2")) is None
    assert antiair.fault(field.state, field.scene, field.index("G1")) is None
    planes.set_flight(field.state, cell=HERE["0802"], tracked=both)
    assert antiair.fault(field.state, field.scene, field.index("G1"))[0] == "6.7.4.1.2c"  # type: ignore[index]


@pytest.mark.rules("6.7.4.2a", "6.7.4.2.1-suppressed", "6.7.4.2.1-damaged-a", "6.7.4.2.1-damaged-b", "6.7.4.2.1-none")
@pytest.mark.parametrize("effect", ["none", "suppressed", "damaged"])
def test_6_7_4_2_1_what_a_shot_does(effect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    field = sky(quad(damaged=True, suppressed="on"))
    field.give("SA1 FLY 0712 A fast low")
    index = field.index("G1")
    aim = antiair.aim_of(field.state, field.scene, index)
    assert (aim.shooter_damaged, aim.shooter_suppressed, aim.target_damaged) == (True, True, False)
    real = antiair.gp.roll
    monkeypatch.setattr(antiair.gp, "roll", lambda *args: real(*args)._replace(effect=effect))
    told = doing("50")
    antiair._shoot(field.state, field.scene, index, told)
    plane, now = field.plane, field.flight
    assert (plane.suppressed, plane.damaged, plane.lost) == ("on" if effect == "suppressed" else "",
                                                              effect == "damaged", False)  # fmt: skip
    assert (now.hit, now.speed) == (effect != "none", "slow" if effect == "damaged" else "fast")
    (shot,) = [event.data for event in told.events if event.kind == "aa_shot"]
    assert (shot["unit"], shot["target"], shot["effect"], shot["hit"], shot["kill"]) == (
        "G1", "SA1", effect, effect != "none", False,
    )  # fmt: skip
    assert [event.kind for event in told.events][1:] == {
        "none": [], "suppressed": ["air_suppressed"], "damaged": ["air_damaged"],
    }[effect]  # fmt: skip
    assert field.unit("G1").mark == SPOT_FIRE


@pytest.mark.rules("6.7.4", "6.1.3i", "6.7.4.1.1g")
def test_6_7_4_1_who_can_track() -> None:
    german = (quad(), unit(PANZER, "0905"), unit(RIFLE, "0906"), quad("1206", inside=True), quad("0706"))
    field = sky(*german)
    field.state.works = [Work("improved position", HERE["0706"], field.index("G5"))]
    tracking = [sighting.can_track(field.state, field.scene, field.index(f"G{number}")) for number in range(1, 6)]
    assert tracking == [True, False, False, False, False]
    field.unit("G1").status = "knocked out"
    assert not sighting.can_track(field.state, field.scene, field.index("G1"))


# Between flights.


@pytest.mark.rules("6.7.2.1a", "6.7.2.1b", "6.7.2.1c", "6.7.4.2.1-eliminated-a")
@pytest.mark.parametrize(
    ("facts", "turn", "rule"),
    [
        ({}, 1, ""), ({"first": 1, "last": 1}, 1, "6.7.2.1c"), ({"first": 1, "last": 1}, 2, ""),
        ({"first": 1, "last": 1}, 5, ""), ({"first": 1, "last": 1}, 6, "6.7.2.1b"),
        ({"lost": True}, 1, "6.7.4.2.1-eliminated-a"),
    ],
)  # fmt: skip
def test_6_7_2_1_who_may_fly(facts: dict[str, Any], turn: int, rule: str) -> None:
    field = sky()
    planes.set_plane(field.state, 0, **facts)
    field.state.turn = turn
    found = planes.grounded(field.state, field.scene, 0)
    assert (found[0] if found else "") == rule
    assert planes.ready(field.state, field.scene) == ([] if rule else [0])


@pytest.mark.rules("6.7.2.1d", "6.7.2.1e")
def test_6_7_2_1_over_which_edges_it_comes_again() -> None:
    field = sky()
    every = ("north", "south", "west", "east")
    assert planes.entry_edges(field.state, BOARD, 0) == every
    planes.set_plane(field.state, 0, first=1, last=1, edges=("north",))
    for turn, edges in ((2, ("north",)), (3, every), (1, every)):
        field.state.turn = turn
        assert planes.entry_edges(field.state, BOARD, 0) == edges


@pytest.mark.rules("6.8.3.1", "6.7.4.2.1-suppressed")
def test_6_8_3_1_aircraft_recover_from_off_alone() -> None:
    """A Seasoned pilot recovers with 60 or less."""
    limit = planes.recovery_range(planes.find_grade("seasoned")).last
    for before, script, after in (
        ("on", "", "off"),
        ("off", str(limit), ""),
        ("off", str(limit + 1), "off"),
        ("", "", ""),
    ):
        field = sky()
        planes.set_plane(field.state, 0, suppressed=before)
        told = doing(script)
        planes.adjust(field.state, field.scene, told)
        assert (field.plane.suppressed, told.dice.serial) == (after, len(script.split()))
        if script:
            assert dict(told.events[0].data) == {
                "unit": "SA1", "roll": int(script), "net": int(script), "needs": limit, "recovered": after == "",
            }  # fmt: skip
    gone = sky()
    planes.set_plane(gone.state, 0, suppressed="off", lost=True)
    planes.adjust(gone.state, gone.scene, doing())
    assert gone.plane.suppressed == "off"


# What an attack uses up.


@pytest.mark.rules("5.16.2.6", "6.7.3.2d", "6.7.3.1.1e", "6.7.3.1.1f", "6.7.2.3.2")
def test_6_7_3_after_an_attack_everything_is_acquired_anew() -> None:
    field = sky(unit(TRUCK, "0705"), quad("0805"))
    field.give("SA1 FLY 0712 A slow low")
    index = field.index("G1")
    for kind, strafes, drops, shown in (("STRAFE", 1, 0, False), ("ROCKET", 1, 1, True)):
        if kind == "STRAFE":
            planes.set_plane(field.state, 0, shown=False)
        where = HERE["0706" if kind == "STRAFE" else "0708"]
        planes.set_flight(field.state, cell=where, attack=kind, target=index, stage="announced",
                          seen=((index, DONE),), guided=((index, DONE),), kept=(index,),
                          tracked=((field.index("G2"), DONE),))  # fmt: skip
        attacking.resolve(field.state, field.scene, doing("1 1 1"))
        now = field.flight
        assert (now.attack, now.target, now.seen, now.guided, now.kept, now.stage) == ("", -1, (), (), (), "deciding")
        assert now.tracked == ((field.index("G2"), DONE),), "AA units keep their tracks"
        assert (field.plane.strafes, field.plane.drops, field.plane.shown) == (strafes, drops, shown)


@pytest.mark.rules("6.7.2", "6.7.2.1c", "6.7.2.2a", "6.7.2.3.1b", "6.7.4.2.1-damaged-b")
def test_6_7_2_why_a_flight_is_refused() -> None:
    field = sky(aircraft='[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\ncount = 2\n')
    good = Task("SA1", "FLY", (HERE["0712"],), 0, "slow low")
    assert wrong(field, good) == []
    planes.set_plane(field.state, 0, first=1, last=1)
    assert wrong(field, good) == [("6.7.2.1c", "SA1")]
    planes.set_plane(field.state, 0, first=0, last=0)
    for bad, rule in (
        (Task("SA9", "FLY", good.cells, 0, "slow low"), "6.7.2"),
        (Task("SA1", "MOVE", good.cells, 0, "slow low"), "6.7.2"),
        (Task("SA1", "FLY", good.cells, 0, "slow low", ("G1",)), "6.7.2"),
        (Task("SA1", "FLY", good.cells, 0, "slow"), "6.7.2.2a"), (Task("SA1", "FLY", good.cells, 0, ""), "6.7.2.2a"),
        (Task("SA1", "FLY", good.cells, 0, "fast low left"), "6.7.2.3.1b"),
        (Task("SA1", "FLY", (), 0, "slow low"), "6.7.2"),
        (Task("SA1", "FLY", (*good.cells,) * 3, 0, "slow low"), "6.7.2"),
        (Task("SA1", "FLY", (*good.cells, HERE["0708"]), 0, "slow low"), "6.7.2.3.1a"),
        (Task("SA1", "FLY", (*good.cells, HERE["0908"]), 0, "slow low left"), "6.7.2.3.1a"),
    ):  # fmt: skip
        assert wrong(field, bad) == [(rule, bad.unit)], bad
    assert wrong(field, Task("SA1", "FLY", (*good.cells, HERE["0708"]), 0, "slow low left")) == []
    planes.set_plane(field.state, 0, damaged=True)
    assert wrong(field, Task("SA1", "FLY", good.cells, 0, "fast low")) == [("6.7.4.2.1-damaged-b", "SA1")]


@pytest.mark.rules("6.7.4", "6.7.4.1.1e", "6.7d")
def test_6_7_4_only_guns_of_the_other_side_fire() -> None:
    """A Soviet AA vehicle with Overwatch lets a Soviet aircraft pass."""
    mine = unit("M17 MGMC", "0905", "A", "OW", known=False)
    field = Sky([unit(T34, "0101"), mine], [quad()])
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    every = tuple((field.index(name), DONE) for name in ("S2", "G1"))
    planes.set_flight(field.state, tracked=every)
    assert antiair.fault(field.state, field.scene, field.index("S2")) is None
    assert antiair.gunners(field.state, field.scene) == [field.index("G1")]
    assert antiair.could_fire(field.state, field.scene)
    field.unit("G1").known = True
    assert not antiair.could_fire(field.state, field.scene)
    assert antiair.gunners(field.state, field.scene) == []
