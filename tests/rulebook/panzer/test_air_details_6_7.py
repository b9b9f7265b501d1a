"""6.7: aircraft and AA fire in detail: every word of an answer, every state of a target, every mark."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.decisions import Option
from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.aircraft import find_aircraft
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.air_model import DONE, Flight, Plane
from hulldown.games.panzer.rules.advanced.air_words import LOADING
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play.aims import CRAWLING
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying, planes, sighting, striking
from hulldown.games.panzer.rules.advanced.play.air.striking import Strike
from hulldown.games.panzer.rules.state import CARRIED
from support.advanced_fire import BOARD, unit
from support.air_field import RULES, Sky

TRUCK, T34, RIFLE, QUAD = "Truck", "T-34/85 M44", "German Rifle squad", "SdKfz 7/1"
SPW = "SPW 251/1"
BOMBER = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\n'
OPEN = '[[soviet.aircraft]]\ncard = "Il-2m3"\ncount = 2\n[[soviet.aircraft]]\ncard = "Pe-2"\n'
PLAIN = (unit(T34, "0101"),)
STORM = find_aircraft("Il-2m3")


def quad(hex_: str = "0805", **more: Any) -> Any:
    return unit(QUAD, hex_, "A", "OW", known=False, **more)


def sky(*german: Any, soviet: Any = PLAIN, **more: Any) -> Sky:
    found = Sky(list(soviet), list(german) or [unit(TRUCK, "0705")], **more)
    assert found.go() == "fly"
    return found


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


def wrong(field: Sky, *tasks: Task, choice: str = "") -> list[tuple[str, str]]:
    """The cases, and the units they name, by which an answer is refused."""
    answers = field.scene.hooks.answers[field.asked]
    found = answers.faults(field.state, field.scene, field.question(), Order(field.asked, tasks, choice))
    return [(one.rule, one.unit) for one in found]


# Loads.


@pytest.mark.rules("6.7.1b", "2.0a")
def test_6_7_1_loads_are_chosen_before_play() -> None:
    field = Sky(list(PLAIN), [unit(TRUCK, "0705")], OPEN)
    state, scene = field.state, field.scene
    assert planes.to_load(state, scene, "soviet") == [0, 1]
    assert planes.to_load(state, scene, "german") == []
    assert [(plane.load, plane.shown) for plane in field.air.planes][:2] == [("", False), ("", False)]
    assert field.air.planes[2].shown

    def cases(*tasks: Task) -> list[tuple[str, str]]:
        return [(one.rule, one.unit) for one in planes.load_faults(state, scene, "soviet", tasks)]

    bombs, rockets = Task("SA1", "LOADS", choice="bombs"), Task("SA2", "LOADS", choice="rockets")
    assert cases() == cases(bombs) == cases(bombs, rockets) == []
    assert cases(bombs, bombs) == [("6.7.1b", "SA1")]
    assert cases(Task("SA3", "LOADS", choice="bombs")) == [("6.7.1b", "SA3")]
    assert cases(Task("SA1", "LOADS", choice="strafe")) == [("6.7.1b", "SA1")]
    assert cases(Task("SA1", "LOADS"), rockets) == [("6.7.1b", "SA1")]


@pytest.mark.rules("6.7.1b")
def test_6_7_1_who_is_not_named_takes_the_first_load_of_its_card() -> None:
    field = Sky(list(PLAIN), [unit(TRUCK, "0705")], OPEN)
    told = doing()
    planes.load(field.state, field.scene, "soviet", Order("setup", (Task("SA2", LOADING, choice="rockets"),)), told)
    assert [plane.load for plane in field.air.planes][:2] == ["bombs", "rockets"]
    assert [(event.kind, event.audience, event.data["unit"], event.data["load"]) for event in told.events] == [
        ("air_loaded", ("soviet",), "SA1", "bombs"), ("air_loaded", ("soviet",), "SA2", "rockets"),
    ]  # fmt: skip
    again = Sky(list(PLAIN), [unit(TRUCK, "0705")], OPEN)
    planes.load(again.state, again.scene, "german", Order("setup"), doing())
    assert [plane.load for plane in again.air.planes][:2] == ["", ""]


@pytest.mark.rules("5.16.2.6", "6.7.1c")
def test_5_16_2_6_what_is_left_of_each_weapon() -> None:
    field = sky()
    fresh, used = Plane("SA1", "soviet", "Il-2m3"), Plane("SA1", "soviet", "Il-2m3", strafes=2, drops=1)
    told = [[planes.uses_left(field.state, plane, name) for name in ("strafe", "bombs", "rockets")]
            for plane in (fresh, used)]  # fmt: skip
    assert told == [[5, 2, 2], [3, 1, 1]]
    assert planes.uses_left(field.state, Plane("GA1", "german", "Ju 87G"), "bombs") == 0
    field.state.options["ammo_limits"] = "off"
    assert planes.uses_left(field.state, used, "strafe") == 5
    empty = Plane("SA1", "soviet", "Il-2m3")
    told_of = (empty.strafes, empty.drops, empty.first, empty.last, empty.damaged, empty.lost, empty.shown)
    assert told_of == (0, 0, 0, 0, False, False, False)


# Coming on.


@pytest.mark.rules("6.7.2", "6.7.2.1e", "6.7.2.3")
def test_6_7_2_directions_over_each_edge() -> None:
    field = sky()
    options: list[Option] = list(field.legal().units[0].options)
    inward = {"north": (2, 3, 4), "south": (5, 0, 1), "west": (1, 2), "east": (4, 5)}
    assert {(option.cells, option.facings) for option in options} == {
        (BOARD.edges[edge], facings) for edge, facings in inward.items()
    }
    # Wherever it comes on, the next hex is on the map: but at a corner, where one of two edges is flown along.
    for edge, facings in inward.items():
        inner = [cell for cell in BOARD.edges[edge] if len(planes.edges_at(BOARD, cell)) == 1]
        assert all(BOARD.neighbours[cell][facing] >= 0 for cell in inner for facing in facings), edge
    for hex_, letter in (("0712", "D"), ("0701", "A"), ("0105", "E"), ("0105", "A")):
        assert field.refused(f"SA1 FLY {hex_} {letter} slow low") == "6.7.2.3", (hex_, letter)
    assert field.refused("SA1 FLY 0706 A slow low") == "6.7.2.1d"


@pytest.mark.rules("6.7.2.2a", "6.7.2.3.1a", "6.7.2.3.1b", "6.7.4.2.1-damaged-b")
def test_6_7_2_2_ways_to_fly() -> None:
    slow = tuple(f"slow {height}{bend}" for height in ("low", "medium", "high") for bend in ("", " left", " right"))
    fast = ("fast low", "fast medium", "fast high")
    assert planes.manners(Plane("SA1", "soviet", "Il-2m3")) == (*slow, *fast)
    assert planes.manners(Plane("SA1", "soviet", "Il-2m3", damaged=True)) == slow
    assert planes.manners(Plane("GA1", "german", "Ju 87D")) == slow


@pytest.mark.rules("6.7.2", "6.7c")
def test_6_7_2_what_is_no_flight() -> None:
    field = sky()
    way = Task("SA1", "FLY", (BOARD.by_label["0712"],), 0, "slow low")
    assert wrong(field, way) == []
    assert wrong(field, way, way) == [("6.7.2", "SA1")]
    assert wrong(field) == wrong(field, choice="pass") == wrong(field, way, choice="done") == [("6.7.2", "")]
    assert wrong(field, choice=field.legal().choices[0]) == []
    assert wrong(field, Task("SA1", "DIVE", way.cells, 0, "slow low")) == [("6.7.2", "SA1")]
    assert wrong(field, Task("SA1", "FLY", way.cells, 0, "slow low", ("G1",))) == [("6.7.2", "SA1")]
    assert wrong(field, Task("SA1", "FLY", (), 0, "slow low")) == [("6.7.2", "SA1")]
    assert wrong(field, Task("SA1", "FLY", way.cells * 3, 0, "slow low")) == [("6.7.2", "SA1")]
    assert wrong(field, Task("SA1", "FLY", way.cells, 0, "slow")) == [("6.7.2.2a", "SA1")]


@pytest.mark.rules("6.7.2.3.1a", "6.7.2.2a")
@pytest.mark.parametrize(
    ("way", "bend", "bends"),
    [
        ("0712 A slow low", "", 0), ("0712 A slow low left", "0712", -1), ("0712 A slow low right 0710", "0710", 1),
    ],
)  # fmt: skip
def test_6_7_2_3_1_a_flight_as_it_begins(way: str, bend: str, bends: int) -> None:
    field = sky(unit(TRUCK, "0708"))
    flying.launch(field.state, field.scene, field.order(f"SA1 FLY {way}").tasks[0], doing())
    flight = field.flight
    assert (flight.bend, flight.bends) == (BOARD.by_label[bend] if bend else -1, bends)
    assert (flight.turned, flight.hit, flight.done, flight.target, flight.fire) == (False, False, False, -1, ())
    assert (flight.speed, flight.altitude, flight.stage, flight.facing) == ("slow", "low", flying.ENTERED, 0)
    assert (field.plane.first, field.plane.last, field.plane.edges) == (1, 1, ())
    # 6.7.3.1.1d: what is near to the edge is acquired as it comes on.
    assert dict(flight.seen) == {field.index("G1"): DONE}


# Turns and attacks over a hex.


def over(*german: Any, way: str = "0712 A slow low", hex_: str = "0709", **more: Any) -> Sky:
    field = sky(*(german or (unit(TRUCK, "0708"),)), **more)
    field.give(f"SA1 FLY {way}")
    field.until("strike", hex_)
    return field


@pytest.mark.rules("6.7.2.3.1a", "6.7.2.3.1b")
def test_6_7_2_3_1_a_turn_over_a_hex() -> None:
    field = over()
    assert field.offered()["SA1"]["BANK"] == (5, 1)
    left, right = Task("SA1", "BANK", facing=5), Task("SA1", "BANK", facing=1)
    assert wrong(field, left) == wrong(field, right) == []
    for facing in (-1, 0, 2, 3, 4):
        assert wrong(field, Task("SA1", "BANK", facing=facing)) == [("6.7.2.3.1a", "SA1")], facing
    assert wrong(field, Task("SA1", "BANK", facing=5, targets=("G1",))) == [("6.7.2.3.1a", "SA1")]
    for task, letter in ((left, "F"), (right, "B")):
        again = over()
        planes.set_flight(again.state, hit=True)
        told = doing()
        attacking.receive(again.state, again.scene, Order("strike", (task,)), told)
        assert (again.flight.facing, again.flight.turned, again.flight.hit) == (task.facing, True, False)
        assert told.events[0].data["facing"] == letter
        assert wrong(again, task) == [("6.7.2.3.1a", "SA1")]
    fast = over(way="0712 A fast low")
    assert wrong(fast, left) == [("6.7.2.3.1b", "SA1")]


@pytest.mark.rules("6.7.3", "6.7.3.1.1e")
def test_6_7_3_what_is_no_attack() -> None:
    field = over(unit(TRUCK, "0708"), soviet=(*PLAIN, unit(T34, "0708")))
    strafe = Task("SA1", "STRAFE", targets=("G1",))
    assert wrong(field, strafe) == wrong(field, choice="pass") == wrong(field, choice="fly on") == []
    assert wrong(field) == wrong(field, choice="done") == [("6.7.3", "")]
    assert wrong(field, strafe, strafe) == wrong(field, strafe, choice="pass") == [("6.7.3.1.1e", "SA1")]
    cell = (BOARD.by_label["0708"],)
    for task in (
        Task("SA1", "STRAFE", cell, targets=("G1",)), Task("SA1", "STRAFE", choice="now", targets=("G1",)),
        Task("SA1", "STRAFE", targets=("G1", "G1")), Task("SA1", "STRAFE"), Task("SA1", "FLY", targets=("G1",)),
        Task("SA1", "STRAFE", targets=("G9",)), Task("SA1", "STRAFE", targets=("S2",)),
        Task("SA1", "STRAFE", facing=0, targets=("G1",)),
    ):  # fmt: skip
        assert wrong(field, task) == [("6.7.3", "SA1")], task
    assert wrong(field, Task("SA2", "STRAFE", targets=("G1",))) == [("6.7.3", "SA2")]
    field.unit("G1").status = "eliminated"
    assert wrong(field, strafe) == [("6.7.3", "SA1")]


@pytest.mark.rules("6.7.3", "6.7.2.3.1a", "6.7.4.2.1-suppressed")
def test_6_7_3_when_the_owner_is_asked() -> None:
    field = over()
    assert attacking.asks(field.state, field.scene)
    planes.set_flight(field.state, done=True)
    assert not attacking.asks(field.state, field.scene)
    planes.set_flight(field.state, done=False, seen=())
    assert not attacking.asks(field.state, field.scene)
    planes.set_flight(field.state, hit=True)
    assert attacking.asks(field.state, field.scene)
    planes.set_flight(field.state, turned=True)
    assert not attacking.asks(field.state, field.scene)


@pytest.mark.rules("6.7.3", "6.7.2.3")
def test_6_7_3_to_pass_is_for_one_hex_to_fly_on_for_the_flight() -> None:
    for choice, done in (("pass", False), ("fly on", True)):
        field = over()
        attacking.receive(field.state, field.scene, Order("strike", choice=choice), doing())
        assert (field.flight.stage, field.flight.done) == (flying.LEAVING, done)
    field = over()
    attacking.receive(field.state, field.scene, Order("strike", (Task("SA1", "STRAFE", targets=("G1",)),)), doing())
    assert (field.flight.stage, field.flight.attack, field.flight.target) == ("announced", "STRAFE", field.index("G1"))


@pytest.mark.rules("6.7.3.3a", "6.7.2.3.2")
@pytest.mark.parametrize(
    ("card", "speed", "altitude", "kind", "case"),
    [
        ("Pe-2", "slow", "low", "BOMB", "6.7.3.3a"), ("Pe-2", "slow", "high", "BOMB", ""),
        ("Pe-2", "slow", "high", "DIVE", ""), ("Pe-2", "fast", "high", "DIVE", "6.7.2.3.2"),
        ("Pe-2", "slow", "medium", "DIVE", "6.7.2.3.2"), ("Il-2m3", "slow", "high", "DIVE", "6.7.2.3.2"),
        ("Il-2m3", "slow", "medium", "BOMB", ""), ("Il-2m3", "slow", "medium", "STRAFE", "6.7.3.2a"),
    ],
)  # fmt: skip
def test_6_7_3_3_bombs_by_altitude_and_dive(card: str, speed: str, altitude: str, kind: str, case: str) -> None:
    field = over(aircraft=f'[[soviet.aircraft]]\ncard = "{card}"\nload = "bombs"\n')
    planes.set_flight(field.state, speed=speed, altitude=altitude)
    found = attacking.refused(field.state, field.scene, kind)
    assert (found[0] if found else "") == case


@pytest.mark.rules("6.7.1b", "6.7.3")
def test_6_7_1_the_enemy_does_not_know_a_load_that_was_chosen() -> None:
    field = over(aircraft=OPEN)
    planes.set_plane(field.state, 0, load="rockets")
    planes.set_flight(field.state, altitude="medium")
    assert attacking.refused(field.state, field.scene, "BOMB") == ("6.7.1b", "Il-2m3 carries no bombs")
    assert attacking.refused(field.state, field.scene, "BOMB", publicly=True) is None
    planes.set_plane(field.state, 0, shown=True)
    assert attacking.refused(field.state, field.scene, "BOMB", publicly=True) is not None


# What an attack meets.


def aimed(piece: Any, **changes: Any) -> Any:
    """The attack of a strafing aircraft on a unit."""
    field = sky(piece)
    for name, value in changes.items():
        target = field.unit("G1") if hasattr(field.unit("G1"), name) else field.detail("G1")
        setattr(target, name, value)
    strike = Strike("SA1", STORM, "strafe", Flying("slow", "low"))
    return striking.aim_at(field.state, field.scene, strike, field.index("G1"))


@pytest.mark.rules("6.7.3.5a", "6.5.4.3-target-vehicle-moving-a", "6.5.4.2.2a", "6.5.4.2.2d")
def test_6_7_3_5_the_state_of_a_target_counts() -> None:
    truck, squad = aimed(unit(TRUCK, "0708")), aimed(unit(RIFLE, "0708"))
    assert (truck.target_moving, truck.target_damaged, truck.cavalry, truck.crawling, truck.over_stacked) == (
        False, False, False, False, False,
    )  # fmt: skip
    assert aimed(unit(TRUCK, "0708"), damaged=True).target_damaged
    assert aimed(unit(TRUCK, "0708", "A", "MOVE"), known=True).target_moving
    moving = aimed(unit(RIFLE, "0708", "A", "MOVE"), known=True)
    assert not moving.target_moving
    assert moving.defence != squad.defence
    crawling = aimed(unit(RIFLE, "0708", "A", "MOVE"), known=True, manner=CRAWLING)
    assert crawling.crawling
    assert (crawling.defence, squad.crawling) == (squad.defence, False)
    rider = sky(unit(RIFLE, "0708", mount="cavalry"))
    strike = Strike("SA1", STORM, "strafe", Flying("slow", "low"))
    assert striking.aim_at(rider.state, rider.scene, strike, rider.index("G1")).cavalry
    woods, bare = aimed(unit(RIFLE, "0905")), aimed(unit(RIFLE, "0708"))
    assert woods.defence.value > bare.defence.value


@pytest.mark.rules("6.7.3.2c", "6.7.4.2.1-eliminated-b")
def test_6_7_3_2_attacks_name_what_they_are() -> None:
    for strike, name, rule in (
        (Strike("SA1", STORM, "strafe", Flying("slow", "low")), "strafe", "6.7.3.2c"),
        (Strike("SA1", STORM), "crash", "6.7.4.2.1-eliminated-b"),
    ):
        field, told = sky(unit(TRUCK, "0708")), doing("2")
        striking.strike_hex(field.state, field.scene, strike, BOARD.by_label["0708"], told)
        (event,) = [one for one in told.events if one.kind == "air_strike"]
        assert (strike.name, event.rule, event.data["range"]) == (name, rule, 1)
        assert f"SA1 {name} at G1" in told.dice.rolls[0].purpose


@pytest.mark.rules("6.5.4.2.3b", "6.7.3.2c")
def test_6_7_3_2_passengers_are_attacked_for_themselves() -> None:
    strike = Strike("SA1", STORM, "strafe", Flying("slow", "low"))
    for script, effect in (("2 11", "none"), ("2 12 100", "suppressed")):
        field, told = sky(unit(SPW, "0708"), unit(RIFLE, on="G1", carrier=SPW)), doing(script)
        striking.strike_hex(field.state, field.scene, strike, BOARD.by_label["0708"], told)
        striking.settle(field.state, field.scene, told)
        effects = [(one.data["target"], one.data["effect"]) for one in told.events if one.kind == "air_strike"]
        assert effects == [("G1", "none"), ("G2", effect)]
        assert told.dice.serial == len(script.split())
        assert field.detail("G2").shown is (effect != "none")
        assert (bool(field.detail("G2").suppressed), field.unit("G2").status) == (effect != "none", CARRIED)


@pytest.mark.rules("6.7.3.2c", "6.5.4.4.3-sup-leg-towed")
def test_6_7_3_2_men_are_suppressed_and_reduced() -> None:
    strike = Strike("SA1", STORM, "strafe", Flying("slow", "low"))
    for script, effect in (("2", "none"), ("25", "suppressed"), ("99", "effective")):
        field, told = sky(unit(RIFLE, "0708")), doing(script)
        striking.strike_hex(field.state, field.scene, strike, BOARD.by_label["0708"], told)
        assert [one.data["effect"] for one in told.events if one.kind == "air_strike"] == [effect]
        assert bool(field.detail("G1").suppressed) is (effect != "none")


# AA fire.


@pytest.mark.rules("6.7.4.2a", "6.1.3e", "4.4.1k", "6.7.4.2.1-eliminated-a")
def test_6_7_4_2_every_gun_that_fires_is_marked() -> None:
    machine = unit("M17 MGMC", "0806", "A", "OW", known=False)
    flak = unit("2cm FlaK 38 AAG", "0804", "D", "OW", known=False)
    german = sky(quad("0805"), flak, script="2 2")
    german.give("SA1 FLY 0712 A slow low")
    german.give("G1 FLAK SA1\nG2 FLAK SA1")
    assert [german.unit(name).mark for name in ("G1", "G2")] == ["fire", "fire"]
    assert (german.detail("G2").small, german.plane.lost, len(german.all_of("aa_shot"))) == (False, False, 2)
    assert "air_lost" not in german.kinds()
    soviet = Sky([machine], [unit(TRUCK, "0101")], '[[german.aircraft]]\ncard = "Ju 87G"\n', script="2")
    soviet.go()
    soviet.give("GA1 FLY 0712 A slow low")
    soviet.give("S1 FLAK GA1")
    assert (soviet.unit("S1").mark, soviet.detail("S1").small) == ("fire", True)
    # Who has fired with more than Small Arms stays marked for that.
    for mark, small, told in (("fire", False, False), ("fire", True, True), ("", False, True)):
        soviet.unit("S1").mark, soviet.detail("S1").small = mark, small
        antiair._mark(soviet.state, soviet.index("S1"))
        assert (soviet.unit("S1").mark, soviet.detail("S1").small) == ("fire", told)


@pytest.mark.rules("6.7.4", "6.7.4.1.1e")
def test_6_7_4_what_is_no_aa_fire() -> None:
    field = sky(quad("0805"), quad("0806"))
    field.give("SA1 FLY 0712 A slow low")
    fire = Task("G1", "FLAK", targets=("SA1",))
    assert wrong(field, fire) == wrong(field, fire, Task("G2", "FLAK", targets=("SA1",))) == []
    assert [wrong(field, choice=choice) for choice in antiair.CHOICES] == [[], [], []]
    assert wrong(field) == wrong(field, choice="done") == wrong(field, fire, choice="pass") == [("6.7.4", "")]
    assert wrong(field, fire, fire) == [("6.7.4", "G1")]
    cell = (BOARD.by_label["0712"],)
    for task in (
        Task("G1", "FIRE", targets=("SA1",)), Task("G1", "FLAK"), Task("G1", "FLAK", cell, targets=("SA1",)),
        Task("G1", "FLAK", facing=0, targets=("SA1",)), Task("G1", "FLAK", choice="AP", targets=("SA1",)),
        Task("G1", "FLAK", targets=("SA1", "SA1")),
    ):  # fmt: skip
        assert wrong(field, task) == [("6.7.4", "G1")], task
    assert wrong(field, Task("S1", "FLAK", targets=("SA1",))) == [("6.7.4", "S1")]
    assert wrong(field, Task("G9", "FLAK", targets=("SA1",))) == [("6.7.4", "G9")]
    for change in ("fired", "spent"):
        again = sky(quad("0805"), quad("0806"))
        again.give("SA1 FLY 0712 A slow low")
        setattr(again.unit("G1") if change == "fired" else again.detail("G1"), change, True)
        assert wrong(again, fire) == [("6.7.4.1.1e", "G1")]
        assert antiair.gunners(again.state, again.scene) == [again.index("G2")]


@pytest.mark.rules("6.7.4", "3.5.2a")
def test_6_7_4_reach_and_what_was_lost() -> None:
    field = sky(quad("0805"))
    field.give("SA1 FLY 0712 A slow low")
    index = field.index("G1")
    reach = antiair.weapon_of(field.state, index).row.reach
    assert antiair.fault(field.state, field.scene, index) is None
    far = [cell for cell in BOARD.cells if BOARD.distance(cell, field.flight.cell) == reach + 1]
    near = [cell for cell in BOARD.cells if BOARD.distance(cell, field.flight.cell) == reach]
    for cells, case in ((far, "3.5.2a"), (near, "")):
        for cell in cells[:1]:
            field.unit("G1").cell = cell
            found = antiair.fault(field.state, field.scene, index)
            assert (found[0] if found else "") == case
    field.unit("G1").cell = field.flight.cell
    assert antiair.aim_of(field.state, field.scene, index).distance == 1
    field.unit("G1").status = "eliminated"
    assert antiair.fault(field.state, field.scene, index) == ("6.7.4", "it is not on the map")
    assert not sighting.can_track(field.state, field.scene, index)


@pytest.mark.rules("6.7.4")
def test_6_7_4_to_pass_for_a_flight_ends_with_it() -> None:
    pair = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\ncount = 2\n'
    for choice, asked_again in (("pass flight", True), ("pass step", False)):
        field = sky(quad("0805"), aircraft=pair)
        field.give("SA1 FLY 0712 A fast medium")
        field.give(choice)
        while field.asked == "strike":
            field.give("fly on")
        assert field.asked == "fly"
        assert (field.give("SA2 FLY 0712 A fast medium") == "flak") is asked_again
        if not asked_again:
            field.until("none")
            assert field.state.waved == {}


@pytest.mark.rules("6.7.4.2.1-eliminated-a", "6.7.4.2.1-damaged-a")
def test_6_7_4_2_1_points_for_aircraft() -> None:
    """Q20."""
    field = sky(aircraft='[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\ncount = 2\n')
    assert planes.aloft(field.state) == [("soviet", 0, 0)]
    planes.set_plane(field.state, 0, damaged=True)
    assert planes.aloft(field.state) == [("soviet", 0, 80)]
    planes.set_plane(field.state, 1, lost=True)
    assert planes.aloft(field.state) == [("soviet", 80, 80)]
    planes.set_plane(field.state, 0, lost=True)
    assert planes.aloft(field.state) == [("soviet", 160, 0)]


@pytest.mark.rules("6.7.3.1.2b", "6.7.3.1.1b", "6.7.3.1.1g")
def test_6_7_3_1_2_what_an_observer_guides_is_counted_apart() -> None:
    fo = unit("Soviet Section", "1005", "A", "OW", labels=["FO"], known=False)
    field = sky(unit(TRUCK, "0905"), soviet=(*PLAIN, fo))
    flying.launch(field.state, field.scene, field.order("SA1 FLY 0912 A slow low").tasks[0], doing())
    index = field.index("G1")
    assert dict(field.flight.guided) == {index: 1}
    sighting.look(field.state, field.scene, False)
    assert dict(field.flight.guided) == dict(field.flight.seen) == {index: 2}
    field.unit("S2").known = True
    sighting.look(field.state, field.scene, False)
    assert (dict(field.flight.guided), dict(field.flight.seen)) == ({}, {index: 3})
    planes.set_flight(field.state, guided=((index, DONE),), seen=((index, DONE),))
    assert sighting.acquired(field.state, field.scene, index)
    planes.set_flight(field.state, guided=())
    assert not sighting.acquired(field.state, field.scene, index)
    assert sighting.acquired(field.state, field.scene, index, True)
    planes.set_flight(field.state, guided=((index, DONE),), facing=3)
    sighting.look_again(field.state, field.scene)
    assert (field.flight.guided, field.flight.seen) == ((), ())


@pytest.mark.rules("6.7.4.2.1-eliminated-a")
def test_6_7_4_2_1_where_it_comes_down() -> None:
    field = sky()
    flight = Flight(0, BOARD.by_label["0704"], 0, "slow", "low", flying.ENTERED)
    told = [flying.crash_cell(field.scene, flight, hexes) for hexes in range(5)]
    assert told == [BOARD.by_label[f"070{row}"] for row in (4, 3, 2, 1)] + [-1]
    assert field.plane.suppressed != ON
