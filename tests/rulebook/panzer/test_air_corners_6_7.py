"""6.7: the first unit of a list, the last hex of a range, the second flight: where flights and AA fire could slip."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.aircraft import find_aircraft
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying, planes, sighting, striking
from hulldown.games.panzer.rules.advanced.play.air.striking import Strike
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.support import Observed
from support.advanced_fire import BOARD, unit
from support.air_field import RULES, Sky

HERE = BOARD.by_label
TRUCK, T34, RIFLE, QUAD, SPW = "Truck", "T-34/85 M44", "German Rifle squad", "SdKfz 7/1", "SPW 251/1"
BOMBER = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\n'
PAIR = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\ncount = 2\n'
STUKA = '[[german.aircraft]]\ncard = "Ju 87D"\n'
PLAIN = (unit(T34, "0101"),)
FO = {"labels": ["FO"], "known": False}


def quad(hex_: str = "0805", **more: Any) -> Any:
    return unit(QUAD, hex_, "A", "OW", known=False, **more)


def sky(*german: Any, soviet: Any = PLAIN, **more: Any) -> Sky:
    found = Sky(list(soviet), list(german) or [unit(TRUCK, "0705")], **more)
    assert found.go() == "fly"
    return found


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


def launched(field: Sky, hex_: str = "0712", facing: int = 0, manner: str = "slow low", *more: str) -> Sky:
    """An aircraft that has just come on; nobody has been asked yet."""
    cells = tuple(HERE[label] for label in (hex_, *more))
    flying.launch(field.state, field.scene, Task("SA1", "FLY", cells, facing, manner), doing())
    return field


def later(field: Sky, turn: int) -> str:
    field.state.turn = turn
    field.state.stack = [replace(field.state.stack[0], step="air1", owing=(), side="")]
    return field.go()


# Flights.


@pytest.mark.rules("6.7.2.1b", "6.7.2.2a")
def test_6_7_2_1_five_turns_are_counted_from_the_first_flight_not_the_last() -> None:
    field = sky(unit(TRUCK, "2001"))
    field.give("SA1 FLY 0712 A fast high")
    assert later(field, 3) == "fly"
    field.give("SA1 FLY 0712 A fast high")
    assert (field.plane.first, field.plane.last) == (1, 3)
    assert [later(field, turn) for turn in (5, 6)] == ["fly", ""]


@pytest.mark.rules("6.7.2.3.1a", "6.7.3")
def test_6_7_2_3_1_a_turn_past_the_last_direction() -> None:
    """From F (5) to A (0) is a turn to the right; after it nothing is planned any more."""
    field = launched(sky(), "2112", 5, "slow low right", "1911")
    assert (field.flight.bend, field.flight.bends) == (HERE["1911"], 1)
    attacking.receive(field.state, field.scene, Order("strike", (Task("SA1", "BANK", facing=0),)), doing())
    now = field.flight
    assert (now.facing, now.turned, now.bend, now.bends) == (0, True, -1, 0)


@pytest.mark.rules("6.7.2.2a", "6.7.2.3.1b", "6.7.4.2.1-damaged-b")
def test_6_7_2_2_why_words_are_no_way_to_fly() -> None:
    field = sky()
    planes.set_plane(field.state, 0, damaged=True)
    for choice, rule in (
        ("slow low up", "6.7.2.2a"), ("fast", "6.7.4.2.1-damaged-b"), ("slow", "6.7.2.2a"),
        ("fast low left", "6.7.2.3.1b"), ("slow low left left", "6.7.2.2a"),
    ):  # fmt: skip
        found = flying.check(field.state, field.scene, field.question(),
                             Order("fly", (Task("SA1", "FLY", (HERE["0712"],), 0, choice),)))  # fmt: skip
        assert [one.rule for one in found] == [rule], choice
    planes.set_plane(field.state, 0, damaged=False)
    task = Task("SA1", "FLY", (HERE["0712"],), 0, "fast")
    assert [one.rule for one in flying.check(field.state, field.scene, field.question(), Order("fly", (task,)))] == [
        "6.7.2.2a"
    ]


@pytest.mark.rules("6.7.2.3", "6.7.3", "6.7.4.2.1-suppressed")
def test_6_7_4_2_1_a_hit_is_thought_over_in_its_own_hex_alone() -> None:
    field = sky(unit(TRUCK, "0101"), quad("0805"), script="60")
    field.give("SA1 FLY 0712 A slow medium")
    assert field.give("G2 FLAK SA1") == "strike"
    assert (field.flight.hit, field.offered()) == (True, {"SA1": {"BANK": (5, 1)}})
    field.give("pass")
    assert field.path() == [f"07{row:02}" for row in range(12, 0, -1)], "nothing is asked in the other hexes"


@pytest.mark.rules("6.7.4", "6.7.4.2.1-none")
def test_6_7_4_after_a_shot_the_flight_goes_on() -> None:
    field = sky(quad("0805"), script="2")
    field.give("SA1 FLY 0712 A slow medium")
    assert field.give("G1 FLAK SA1") == ""
    assert (field.kinds()[-1], field.state.stack[-1].step) == ("air_left", "fire1")


# Attacks.


@pytest.mark.rules("6.7.3", "6.7.3.1", "6.7.3.1.1a")
def test_6_7_3_the_first_unit_of_the_list_is_a_target_too() -> None:
    field = Sky([unit(T34, "0708"), unit(T34, "0101")], [unit(TRUCK, "0101")], STUKA)
    field.go()
    field.give("GA1 FLY 0712 A slow high")
    field.until("strike", "0709")
    assert field.refused("GA1 DIVE S1") == ""
    assert field.refused("GA1 DIVE S2") == "6.7.3.3a"
    assert field.refused("GA1 STRAFE S1") == "6.7.3.2a"


@pytest.mark.rules("6.7.3.4a", "6.7.3.2b", "6.7.3.3a")
@pytest.mark.parametrize(
    ("kind", "hex_", "rule"),
    [
        ("ROCKET", "0711", "6.7.3.4a"), ("ROCKET", "0710", ""), ("ROCKET", "0702", ""), ("ROCKET", "0701", "6.7.3.4a"),
        ("ROCKET", "0810", "6.7.3.4a"), ("STRAFE", "0711", ""), ("STRAFE", "0710", "6.7.3.2b"),
        ("BOMB", "0711", ""), ("BOMB", "0710", "6.7.3.3a"), ("DIVE", "0811", "6.7.3.3a"),
    ],
)  # fmt: skip
def test_6_7_3_from_the_nearest_to_the_farthest_hex(kind: str, hex_: str, rule: str) -> None:
    field = launched(sky(unit(TRUCK, hex_)))
    found = attacking.place_fault(field.state, field.scene, kind, field.index("G1"))
    assert (found[0] if found else "") == rule


@pytest.mark.rules("5.16.2.6", "6.7.1b")
def test_5_16_2_6_what_is_empty_is_named() -> None:
    field = sky(unit(TRUCK, "0708"))
    field.give("SA1 FLY 0712 A slow low")
    planes.set_plane(field.state, 0, strafes=5, drops=2)
    told = [attacking.refused(field.state, field.scene, kind) for kind in ("STRAFE", "ROCKET")]
    assert told == [("5.16.2.6", "its guns are empty"), ("5.16.2.6", "it has no rockets left")]


@pytest.mark.rules("6.7.3", "6.7.1b")
def test_6_7_3_asked_although_it_can_do_nothing() -> None:
    """The enemy does not know that it carries rockets, so its owner is asked where bombs could fall: nothing to do."""
    field = sky(unit(TRUCK, "0708"), quad("1112"), aircraft='[[soviet.aircraft]]\ncard = "Il-2m3"\n')
    planes.set_plane(field.state, 0, load="rockets")
    field.give("SA1 FLY 0712 A fast medium")
    field.until("strike", "0709")
    legal = field.legal()
    assert (field.asked, legal.units, legal.choices) == ("strike", (), ("pass", "fly on"))


@pytest.mark.rules("6.7.3.1.1g", "6.7.3.1.1a", "6.7.3")
def test_6_7_3_1_1_in_woods_but_not_yet_in_sight_for_long() -> None:
    field = sky(unit(TRUCK, "0905"), unit(TRUCK, "0911"), quad("1505"))
    field.give("SA1 FLY 0912 A slow low")
    field.until("strike", "0912")
    index = field.index("G1")
    for seen, rule in (((index, 2), "6.7.3.1.1a"), ((index, DONE), "6.7.3.1.1g")):
        planes.set_flight(field.state, cell=HERE["0910"], seen=(seen,))
        assert field.refused("SA1 ROCKET G1") == rule


# Observers.


def guided(*soviet: Any, german: Any = (), script: str = "2 2") -> Sky:
    """An Il-2 over 0907 with a truck in the woods of 0905 ahead."""
    field = sky(unit(TRUCK, "0905"), quad("1505"), *german, soviet=soviet, script=script, aircraft=PAIR)
    field.give("SA1 FLY 0912 A slow low")
    field.until("strike", "0907")
    return field


@pytest.mark.rules("6.7.3.1.2b", "6.7.3.1.2c", "6.7.3.1.1g", "6.7.3.1.1a")
def test_6_7_3_1_2_the_first_unit_of_the_list_observes() -> None:
    field = guided(unit("Soviet Section", "1005", "A", "OW", **FO))
    assert field.offered()["SA1"]["ROCKET"] == ("G1",)
    field.attack("SA1 ROCKET G1")
    assert field.all_of("air_guided") == [{"unit": "S1", "target": "G1"}]
    assert (field.unit("S1").known, field.detail("S1").spent, field.detail("S1").shown) == (True, True, False)
    assert field.air.guides == ((0, field.index("G1")),)
    # A second aircraft is guided to the same target, without another word about it.
    field.until("fly")
    field.dice = ["2", "2"]
    field.give("SA2 FLY 0912 A slow low")
    field.until("strike", "0907")
    field.attack("SA2 ROCKET G1")
    assert len(field.all_of("air_strike")) == 2
    assert len(field.all_of("air_guided")) == 1
    # Who is lost guides nobody, though it has guided before.
    field.unit("S1").status = "eliminated"
    assert sighting.observer(field.state, field.scene, field.index("G1")) == -1


@pytest.mark.rules("6.7.3.1.2a", "6.7.3.1.2b", "6.7.3.1.1a")
def test_6_7_3_1_2_only_a_friendly_observer() -> None:
    field = guided(*PLAIN, german=(unit("German Section", "1005", "A", "OW", **FO),))
    assert sighting.observer(field.state, field.scene, field.index("G1")) == -1
    assert "ROCKET" not in field.offered().get("SA1", {})
    assert field.refused("SA1 ROCKET G1") == "6.7.3.1.1g"


@pytest.mark.rules("6.7.3.1.2b", "6.7.3.1.2c", "5.16.2.6")
def test_6_7_3_1_2_a_passenger_observes_and_is_seen_by_it() -> None:
    carrier = unit("M3A1 Scout Car", "1005", "A", "OW", known=False)
    field = guided(*PLAIN, carrier, unit("Soviet Section", on="S2", carrier="M3A1 Scout Car", labels=["FO"]))
    field.attack("SA1 ROCKET G1")
    assert field.all_of("air_guided") == [{"unit": "S3", "target": "G1"}]
    assert (field.detail("S3").shown, field.detail("S3").spent, field.unit("S2").known) == (True, True, False)


@pytest.mark.rules("6.7.3.1.1g", "6.7.3.1.2b", "5.16.2.6", "6.7.3.1.1a")
def test_6_7_3_1_2_what_stands_in_the_open_needs_nobody() -> None:
    fo = unit("Soviet Section", "0907", "A", "OW", **FO)
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "1001", "A", "MOVE", known=False), soviet=(*PLAIN, fo), script="2")
    assert field.spots(field.index("S2"), field.index("G1"))
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0710")
    assert (dict(field.flight.seen)[field.index("G1")], field.flight.guided) == (DONE, ())
    field.attack("SA1 ROCKET G1")
    assert "air_guided" not in field.kinds()
    assert [(field.unit(name).known, field.detail(name).spent) for name in ("S2", "G2")] == [(False, False)] * 2
    assert field.air.guides == ()


# AA fire.


@pytest.mark.rules("6.7.4.2a", "5.16.2d", "5.16.2.4b", "6.1.3e", "5.16.2.1b")
@pytest.mark.parametrize(
    ("card", "script", "failed", "small"),
    [
        ("ISU-152 M43", "2", False, True), ("PzKpfw IIIM", "2", False, True), ("SdKfz 7/1", "2", False, False),
        ("2cm FlaK 38 AAG", "10 2", True, False), ("2cm FlaK 38 AAG", "1 2", False, False),
    ],
)  # fmt: skip
def test_6_7_4_2_machine_guns_on_top_have_no_limit(card: str, script: str, failed: bool, small: bool) -> None:
    """A tank with a gun that may run out fires its AA machine gun without a roll, and is marked by a small counter.

    A towed gun far from where it set up rolls for its limit of 6.
    """
    soviet = card.startswith("ISU")
    gun = unit(card, "0805", "D", "OW", known=False)
    field = Sky([gun if soviet else unit(T34, "0101")], [unit(TRUCK, "0101") if soviet else gun],
                STUKA if soviet else BOMBER)  # fmt: skip
    field.go()
    name = "S1" if soviet else "G1"
    field.give(f"{'GA1' if soviet else 'SA1'} FLY 0712 A slow low")
    field.detail(name).home = HERE["0101"]
    told = doing(script)
    plain = antiair.aim_of(field.state, field.scene, field.index(name))
    antiair._shoot(field.state, field.scene, field.index(name), told)
    (shot,) = [event for event in told.events if event.kind == "aa_shot"]
    assert told.dice.serial == len(script.split())
    worse = antiair.gp.resolve(plain._replace(ammo_limit=failed)).net.value
    assert shot.data["net"] == worse
    assert (worse < antiair.gp.resolve(plain).net.value) is failed
    assert field.detail(name).small is small


@pytest.mark.rules("6.7.4.2a", "4.4.2c", "6.7.4")
def test_6_7_4_2_the_chance_by_which_presets_fire() -> None:
    """Factor 7 against 6 and +10: 71 or more; suppressed one hex nearer, 8 against 6 and -10: 88 or more."""
    field = sky(quad("0805"), quad("0806", suppressed="on"), aircraft=BOMBER, modes="PRESET")
    launched(field)
    aims = [antiair.aim_of(field.state, field.scene, field.index(name)) for name in ("G1", "G2")]
    assert [antiair.prospect(aim) for aim in aims] == [30, 13]
    for presets, firing in (
        (("any", "any"), ["G1"]), (("odds 30", "hold"), ["G1"]), (("odds 31", "hold"), []),
        (("hold", "odds 13"), ["G2"]), (("hold", "odds 14"), []), (("join", "any"), ["G1"]),
        (("any", "join"), ["G1", "G2"]),
    ):  # fmt: skip
        field.unit("G1").preset, field.unit("G2").preset = presets
        order = antiair.by_preset(field.state, field.scene)
        assert ([task.unit for task in order.tasks] if order else []) == firing, presets


@pytest.mark.rules("6.7.4", "6.5.1i", "6.5.1.9d", "6.7.4.1.1e")
def test_6_7_4_who_has_observed_does_not_fire() -> None:
    field = sky(quad("0805"))
    field.give("SA1 FLY 0712 A slow low")
    index = field.index("G1")
    assert antiair.command_fault(field.state, field.scene, index) is None
    counters.change(field.state, observed={"G1": Observed(1)})
    assert antiair.command_fault(field.state, field.scene, index) == (
        "6.5.1i", "it has observed for indirect fire this turn"
    )  # fmt: skip
    for free in (Observed(0), Observed(1, checked=True)):
        counters.change(field.state, observed={"G1": free})
        assert antiair.command_fault(field.state, field.scene, index) is None


@pytest.mark.rules("6.7.4", "6.7.4.1.1f", "4.4.1k", "6.7.4.1.1e")
def test_6_7_4_1_1_a_gun_that_the_attack_destroys_does_not_fire() -> None:
    field = sky(quad("0708"), quad("0907"), script="99 1 2")
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    field.give("SA1 STRAFE G1")
    assert field.asked == "flak"
    field.give("G1 FLAK SA1\nG2 FLAK SA1")
    while field.asked == "bombed":
        field.give("keep")
    assert field.unit("G1").status in ("knocked out", "brewed up")
    assert [data["unit"] for data in field.all_of("aa_shot")] == ["G2"]
    assert field.all_of("wasted") == []


@pytest.mark.rules("6.7.4.2.1-suppressed", "6.7.4.2a")
def test_6_7_4_2_1_suppressed_again_it_is_told_once() -> None:
    field = sky(quad("0805"), quad("0806"), script="60 60")
    field.give("SA1 FLY 0712 A slow low")
    field.give("G1 FLAK SA1\nG2 FLAK SA1")
    assert [data["effect"] for data in field.all_of("aa_shot")] == ["suppressed", "suppressed"]
    assert field.all_of("air_suppressed") == [{"unit": "SA1"}]


@pytest.mark.rules("6.7.4.2.1-eliminated-a")
def test_6_7_4_2_1_a_crash_off_the_map_ends_the_flight() -> None:
    field = sky(quad("0802"), unit(TRUCK, "0701"), aircraft=BOMBER, script="99 10")
    field.give("SA1 FLY 0712 A slow medium")
    field.until("flak", "0703")
    field.give("G1 FLAK SA1")
    assert field.kinds()[-1] == "air_crashed"
    assert field.air.flight is None


@pytest.mark.rules("6.7.4")
def test_6_7_4_to_pass_is_told_with_its_end() -> None:
    for choice, until in (("pass flight", "flight"), ("pass step", "step")):
        field = sky(quad("0805"))
        field.give("SA1 FLY 0712 A slow medium")
        field.give(choice)
        assert field.all_of("waved") == [{"side": "german", "until": until}]


@pytest.mark.rules("6.7.1b", "6.7.4.2.1-eliminated-a")
def test_6_7_a_game_without_aircraft() -> None:
    field = sky()
    field.state.air = UNSET
    assert planes.aloft(field.state) == []
    assert [planes.to_load(field.state, field.scene, side) for side in ("soviet", "german")] == [[], []]


# What is below.


@pytest.mark.rules("6.7.3.2c", "6.5.4.2.5e")
def test_6_7_3_2_small_arms_from_the_air_leave_buildings_alone_and_wrecks_are_nothing() -> None:
    field = sky(unit(TRUCK, "1206"), unit(TRUCK, "1206"))
    field.unit("G2").status = "knocked out"
    for card, hit in (("Ju 87D", []), ("Il-2m3", ["terrain_shot"])):
        told = doing("1 1")
        strike = Strike("SA1", find_aircraft(card), "strafe", Flying("slow", "low"), 1)
        striking.strike_hex(field.state, field.scene, strike, HERE["1206"], told)
        kinds = [event.kind for event in told.events if event.kind in ("air_strike", "terrain_shot")]
        assert kinds == ["air_strike", *hit], card


@pytest.mark.rules("6.5.4.5a", "6.5.4.5d", "6.5.4.2.3b", "6.7.3.2c")
def test_6_7_3_2_a_passenger_checks_once_for_its_counter() -> None:
    """Who has a Suppression/ON counter already does not check again; who has OFF, or none, does."""
    strike = Strike("SA1", find_aircraft("Il-2m3"), "strafe", Flying("slow", "low"))
    for before, script in (("", "2 12 100"), ("off", "2 12 100"), ("on", "2 12")):
        field, told = sky(unit(SPW, "0708"), unit(RIFLE, on="G1", carrier=SPW, suppressed=before)), doing(script)
        striking.strike_hex(field.state, field.scene, strike, HERE["0708"], told)
        striking.settle(field.state, field.scene, told)
        assert told.dice.serial == len(script.split()), before
        assert [one.kind for one in told.events].count("bail_out_roll") == (before != "on")


@pytest.mark.rules("6.7.3.2c", "6.7.3.3e", "5.15f")
def test_6_7_3_2_who_is_hit_bails_out_when_the_attack_is_over() -> None:
    """A rider is suppressed by the first of two hexes: it rolls after the last attack."""
    field = sky(unit(SPW, "0708"), unit(RIFLE, on="G1", carrier=SPW), unit(TRUCK, "0707"))
    launched(field)
    planes.set_flight(field.state, cell=HERE["0709"], attack="STRAFE", target=field.index("G1"), stage="announced")
    told = doing("2 12 2 100")
    attacking.resolve(field.state, field.scene, told)
    kinds = [one.kind for one in told.events if one.kind in ("air_strike", "bail_out_roll")]
    assert kinds == ["air_strike", "air_strike", "air_strike", "bail_out_roll"]


@pytest.mark.rules("6.7.3.1.1a", "6.7.4.1.1a", "6.7.3.1.2b")
def test_6_7_3_1_only_enemies_on_the_map_are_seen() -> None:
    friend = unit("M17 MGMC", "0709", "A", "OW", known=False)
    field = sky(unit(TRUCK, "0708"), quad("0707"), quad("0706"), soviet=(*PLAIN, friend))
    field.unit("G3").status = "eliminated"
    launched(field)
    assert set(dict(field.flight.seen)) == {field.index("G1"), field.index("G2")}
    assert set(dict(field.flight.tracked)) == {field.index("G2")}


@pytest.mark.rules("6.7.3.1.2a", "6.7.3.1.2c", "6.7.3.1.2b")
def test_6_7_3_1_2_only_an_fo_helps() -> None:
    for labels, hex_, found in (((), "1005", -1), (("FO",), "1005", 1), (("FO",), "2411", -1)):
        more = {"labels": list(labels)} if labels else {}
        helper = unit("Soviet Section", hex_, "A", "OW", known=False, **more)
        field = sky(unit(TRUCK, "0905"), soviet=(*PLAIN, helper))
        assert sighting.observer(field.state, field.scene, field.index("G1")) == found


@pytest.mark.rules("6.7.3", "6.7.4")
def test_6_7_3_who_passes_is_fired_at_in_the_next_hex_not_twice_in_this() -> None:
    field = sky(unit(TRUCK, "0702"), quad("0805"))
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike")
    here = field.flight.cell
    assert field.give("pass") == "flak"
    assert field.flight.cell == BOARD.neighbours[here][0]
    field.until("strike")
    here = field.flight.cell
    asked = field.give("SA1 BANK B")
    assert (asked, field.flight.cell) == ("flak", BOARD.neighbours[here][1]), "after a turn nobody fires again here"


@pytest.mark.rules("6.7.3", "6.7.3.1.1a")
def test_6_7_3_of_several_faults_the_first_is_told() -> None:
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "0710"), quad("1112"))
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0711")
    planes.set_flight(field.state, seen=())
    ahead, far = (Task("SA1", "STRAFE", facing=0, targets=(name,)) for name in ("G2", "G1"))
    for task, rule in ((ahead, "6.7.3.1.1a"), (far, "6.7.3.2b")):
        found = attacking.check(field.state, field.scene, field.question(), Order("strike", (task,)))
        assert [one.rule for one in found] == [rule]


@pytest.mark.rules("6.7.2", "6.7.2.1d", "6.7.2.3")
def test_6_7_2_in_a_corner_it_comes_over_either_edge() -> None:
    """O17: 0112 is on the western and the southern edge; A leads inward from the south alone, C from the west alone."""
    field = sky()
    assert planes.edges_at(BOARD, HERE["0112"]) == ("south", "west")
    assert [field.refused(f"SA1 FLY 0112 {letter} slow low") for letter in "ABCDEF"] == [
        "",
        "",
        "",
        *["6.7.2.3"] * 2,
        "",
    ]


@pytest.mark.rules("6.7.4.2.1-eliminated-a", "6.7.4.2.1-eliminated-b", "5.15f")
def test_6_7_4_2_1_a_crash_is_rolled_with_ten_sides_and_riders_bail_out() -> None:
    field = sky(quad("0805"), unit(SPW, "0708"), unit(RIFLE, on="G2", carrier=SPW))
    launched(field)
    told = doing("9")
    antiair.bring_down(field.state, field.scene, told)
    assert ([roll.sides for roll in told.dice.rolls], field.flight.stage) == ([10], flying.CRASHING)
    crash = doing("2 12 100")
    attacking.crash(field.state, field.scene, crash)
    kinds = [one.kind for one in crash.events if one.kind in ("air_strike", "bail_out_roll")]
    assert kinds == ["air_strike", "air_strike", "bail_out_roll"]
    assert field.air.flight is None


@pytest.mark.rules("6.7.4.1.1f", "6.7.4.1.1e")
def test_6_7_4_1_1_who_shares_the_command_of_a_gun_has_used_it_too() -> None:
    """G10: one Overwatch counter lies for both."""
    field = sky(quad("0805", group=1), quad("0806", group=1), quad("0807"))
    launched(field)
    antiair.announce(field.state, Order("flak", (Task("G1", "FLAK", targets=("SA1",)),)), doing())
    assert [field.unit(name).fired for name in ("G1", "G2", "G3")] == [True, False, False]
    assert field.flight.fire == (field.index("G1"),)
    usable = [antiair.command_fault(field.state, field.scene, field.index(name)) is None for name in ("G2", "G3")]
    assert usable == [False, True]
