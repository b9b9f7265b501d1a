"""AA fire played: who may fire, tracking, effects, crashes, presets, recovery, points (6.7.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.advanced.play.air import antiair, planes, sighting
from hulldown.games.panzer.rules.victory import items
from support.advanced_fire import BOARD, unit
from support.air_field import RULES, Sky

TRUCK, T34, RIFLE, QUAD = "Truck", "T-34/85 M44", "German Rifle squad", "SdKfz 7/1"
STUKA = '[[german.aircraft]]\ncard = "Ju 87D"\n'
BOMBER = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\n'
PLAIN = (unit(T34, "0101"),)


def quad(hex_: str = "0805", **more):
    """A vehicle with a quadruple AA gun on overwatch, its command face down."""
    return unit(QUAD, hex_, "A", "OW", known=False, **more)


def sky(*german, soviet=PLAIN, **more) -> Sky:
    found = Sky(list(soviet), list(german) or [unit(TRUCK, "0705")], **more)
    assert found.go() == "fly"
    return found


def cell(label: str) -> int:
    return BOARD.by_label[label]


def struck(field: Sky) -> list[str]:
    return [data["target"] for data in field.all_of("air_strike")]


def step(field: Sky, turn: int, name: str = "air1") -> str:
    """An Air Phase of a later turn."""
    field.state.turn = turn
    field.state.stack = [replace(field.state.stack[0], step=name, owing=(), side="")]
    return field.go()


# AA fire.


@pytest.mark.rules("6.7.4", "6.7d", "6.7.4.1.1e", "6.1.3i")
def test_6_7_4_one_shot_by_overwatch():
    field = sky(quad("0805"), script="2")
    field.give("SA1 FLY 0712 A slow low")
    assert field.offered() == {"G1": {"FLAK": ("SA1",)}}
    field.give("G1 FLAK SA1")
    (shot,) = field.all_of("aa_shot")
    assert (shot["range"], shot["factor"], shot["defence"], shot["net"]) == (7, 7, 6, 10)
    assert (field.unit("G1").mark, field.unit("G1").fired, field.unit("G1").known) == ("fire", True, True)
    assert field.until("flak") == ""


@pytest.mark.rules("6.7.4")
def test_6_7_4_without_overwatch_it_is_refused():
    field = sky(unit(QUAD, "0805", "A", "MOVE", known=False), quad("0905"), unit("PzKpfw IVH", "1001", "A", "OW"))
    field.give("SA1 FLY 0712 A slow low")
    assert set(field.offered()) == {"G2"}
    assert [(one.rule, one.unit) for one in field.faults("G1 FLAK SA1")] == [("6.7.4", "G1")]
    assert field.refused("G3 FLAK SA1") == "6.7.4"
    assert field.refused("G2 FLAK SA2") == "6.7.4"


@pytest.mark.rules("6.7a", "6.7d")
def test_6_7_only_units_on_the_ground_fire_at_aircraft():
    """Two aircraft over the map one after the other, and a gun: the gun alone is offered, never an aircraft."""
    pair = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\ncount = 2\n'
    field = sky(quad("0805"), unit(TRUCK, "0708"), aircraft=pair)
    field.give("SA1 FLY 0712 A slow low")
    assert set(field.offered()) == {"G1"}
    field.until("strike")
    assert {target for targets in field.offered()["SA1"].values() for target in targets} <= {"G1", "G2", 5, 1}


@pytest.mark.rules("6.7.2.2b")
def test_6_7_2_2_what_speed_and_altitude_decide():
    """Slow may turn and Fast may not; Low altitude strafes and High does not; High is out of reach of light guns."""
    offered = {}
    for manner in ("slow low", "fast low", "slow high"):
        field = sky(quad("0805"), unit(TRUCK, "0708"), aircraft=BOMBER)
        asked = field.give(f"SA1 FLY 0712 A {manner}")
        field.until("strike", "0709")
        offered[manner] = (asked, set(field.offered().get("SA1", {})))
    assert offered == {
        "slow low": ("flak", {"STRAFE", "BANK"}),
        "fast low": ("flak", {"STRAFE"}),
        "slow high": ("strike", {"BOMB", "BANK"}),
    }


@pytest.mark.rules("6.7.4.1.2d")
def test_6_7_4_1_2_high_altitude():
    flak = unit("8.8cm FlaK 36 A/ATG", "0803", "D", "OW", known=False)
    field = sky(quad("0805"), flak, aircraft=BOMBER)
    field.give("SA1 FLY 0712 A slow high")
    assert set(field.offered()) == {"G2"}
    assert [(one.rule, one.unit) for one in field.faults("G1 FLAK SA1")] == [("6.7.4.1.2d", "G1")]


@pytest.mark.rules("6.7.4.1.1a", "6.7.4.1.1c", "6.7.4.1")
def test_6_7_4_1_1_tracking():
    """Behind woods when it appears, the gun needs its hexes of sight; who sees it on the edge has it at once."""
    field = sky(quad("0903"), quad("1302"), aircraft=BOMBER)
    field.give("SA1 FLY 0912 A slow low")
    assert dict(field.flight.tracked) == {field.index("G2"): DONE}
    assert field.refused("G1 FLAK SA1") == "6.7.4.1.1a"
    field.until("flak", "0904")
    assert dict(field.flight.tracked) == {field.index("G1"): 1, field.index("G2"): DONE}


@pytest.mark.rules("6.7.4.1.1b")
def test_6_7_4_1_1_suppressed_guns_need_twice_as_many():
    field = sky(quad("0805"), quad("1005", suppressed=ON), aircraft=BOMBER)
    field.give("SA1 FLY 0712 A slow medium")
    planes.set_flight(field.state, tracked=((1, 2), (2, 2)))
    sighting.look(field.state, field.scene, False)
    sighting.look(field.state, field.scene, False)
    assert dict(field.flight.tracked) == {1: DONE, 2: 4}


@pytest.mark.rules("6.7.4.1.1g")
def test_6_7_4_1_1_not_from_inside():
    field = sky(unit("2cm FlaK 38 AAG", "1206", "D", "OW", known=False, inside=True), quad("0805"))
    assert not sighting.can_track(field.state, field.scene, field.index("G1"))
    field.give("SA1 FLY 0712 A slow low")
    assert field.refused("G1 FLAK SA1") == "6.7.4.1.1g"


@pytest.mark.rules("6.7.4.1.2a", "6.7.4.1.2b", "6.7.4.1.2c")
def test_6_7_4_1_2_fields_of_fire():
    north = unit("2cm FlaK 38 AAG", "0705", "A", "OW", known=False)
    south = unit("2cm FlaK 38 AAG", "0806", "D", "OW", known=False)
    field = sky(north, south, quad("1105"), aircraft=BOMBER)
    field.give("SA1 FLY 0712 A slow medium")
    assert set(field.offered()) == {"G2", "G3"}
    assert field.refused("G1 FLAK SA1") == "6.7.4.1.2c"
    field.until("flak", "0703")
    assert set(field.offered()) == {"G1", "G3"}
    assert field.refused("G2 FLAK SA1") == "6.7.4.1.2c"


@pytest.mark.rules("6.7.4.2.1-suppressed", "6.7.4.2.1-none")
def test_6_7_4_2_1_suppressed():
    """Factor 7 against 6, net +10 at Low altitude: no effect to 49, suppressed to 80."""
    field = sky(unit(TRUCK, "0701"), quad("0805"), quad("0806"), script="39 60")
    field.give("SA1 FLY 0712 A slow low")
    field.give("G2 FLAK SA1")
    assert field.plane.suppressed == ""
    field.give("G3 FLAK SA1")
    assert field.plane.suppressed == ON
    assert field.all_of("air_suppressed") == [{"unit": "SA1"}]


@pytest.mark.rules("6.7.4.2.1-damaged-a", "6.7.4.2.1-damaged-b", "6.7.2.2c")
def test_6_7_4_2_1_damaged_it_flies_slowly():
    field = sky(unit(TRUCK, "0701"), quad("0805"), aircraft=BOMBER, script="95")
    field.give("SA1 FLY 0712 A fast medium")
    field.give("G2 FLAK SA1")
    assert field.all_of("aa_shot")[0]["effect"] == "damaged"
    assert field.plane.damaged
    assert (field.asked, field.offered()["SA1"]) == ("strike", {"BANK": (5, 1)})
    field.until("none")
    assert {data["speed"] for data in field.all_of("air_moved")} == {"slow"}
    assert step(field, 2) == "fly"
    assert field.refused("SA1 FLY 0701 D fast high") == "6.7.4.2.1-damaged-b"
    assert field.refused("SA1 FLY 0701 D slow high") == ""


@pytest.mark.rules("6.7.4.2.1-eliminated-a", "6.7.4.2.1-eliminated-b")
def test_6_7_4_2_1_shot_down_it_crashes_ahead():
    """At Low altitude a 9 carries it 4 hexes on; all that is there is attacked with 15, friend or foe."""
    field = sky(quad("0805"), unit(TRUCK, "0708"), soviet=(*PLAIN, unit(T34, "0708")), script="99 9 2 2")
    field.give("SA1 FLY 0712 A slow low")
    field.give("G1 FLAK SA1")
    assert field.plane.lost
    assert field.air.flight is None
    (crash,) = field.all_of("air_crashed")
    assert (crash["roll"], crash["hexes"], crash["hex"]) == (9, 4, "0708")
    assert struck(field) == ["S2", "G2"]
    assert {data["factor"] for data in field.all_of("air_strike")} == {15}
    assert [data["net"] for data in field.all_of("air_strike")] == [-20, 0]
    assert planes.grounded(field.state, field.scene, 0)[0] == "6.7.4.2.1-eliminated-a"


@pytest.mark.rules("6.7.4.2.1-eliminated-a")
def test_6_7_4_2_1_off_the_map_it_hits_nothing():
    field = sky(quad("0802"), unit(TRUCK, "0701"), aircraft=BOMBER, script="99 10")
    field.give("SA1 FLY 0712 A slow medium")
    field.until("flak", "0703")
    field.give("G1 FLAK SA1")
    assert field.all_of("air_crashed")[0]["hex"] == ""
    assert struck(field) == []


@pytest.mark.rules("6.7.4.1.1e")
def test_6_7_4_fire_after_the_crash_is_wasted():
    field = sky(quad("0805"), quad("0806"), script="99 10")
    field.give("SA1 FLY 0712 A slow low")
    field.give("G1 FLAK SA1\nG2 FLAK SA1")
    assert field.all_of("wasted") == [{"unit": "G2", "target": "SA1"}]
    assert (field.unit("G2").fired, field.unit("G2").mark) == (True, "fire")


@pytest.mark.rules("6.7.4.2.1-eliminated-c")
def test_6_7_4_2_1_no_crash_by_choice():
    field = sky(unit(TRUCK, "0708"))
    field.give("SA1 FLY 0712 A slow low")
    assert field.asked == "strike"
    kinds = {option.kind for option in field.legal().units[0].options}
    assert kinds == {"ROCKET", "BANK"}


# Who is asked, presets, loads, points, recovery.


@pytest.mark.rules("6.7.4")
def test_q14_asked_by_what_both_sides_see():
    """A face-down command that is no Overwatch brings the question all the same; without any there is none."""
    field = sky(unit(QUAD, "0805", "A", "MOVE", known=False), unit(TRUCK, "0708"))
    field.give("SA1 FLY 0712 A slow low")
    assert (field.asked, field.offered()) == ("flak", {})
    assert field.legal().idle.choice == "pass step"
    assert field.give("pass step") == "strike"
    assert "flak" not in [event.kind for event in field.events]
    silent = sky(unit(QUAD, "0805", "A", "OW", known=True))
    assert silent.give("SA1 FLY 0712 A slow medium") != "flak"


@pytest.mark.rules("6.7.4")
def test_presets_of_aa_fire():
    def fired(preset: str, flight: str) -> int:
        field = sky(quad("0805", preset=preset), aircraft=BOMBER, modes="PRESET", script="2")
        field.give(f"SA1 FLY 0712 A {flight}")
        field.until("", "", "fly on")
        return len(field.all_of("aa_shot"))

    assert fired("altitude low", "slow low") == 1
    assert fired("altitude low", "slow medium") == 0
    assert fired("speed fast", "slow low") == 0
    assert fired("speed fast altitude medium", "fast medium") == 1
    assert fired("odds 90", "slow low") == 0
    assert fired("odds 20", "slow low") == 1
    assert fired("hold", "slow low") == 0
    assert fired("hold for vehicles", "slow low") == 0
    assert fired("type tank", "slow low") == 0
    assert fired("type aircraft range 2", "slow low") == 1


@pytest.mark.rules("6.7.4")
def test_presets_one_fires_unless_they_join():
    for preset, shots in (("any", 1), ("join", 2)):
        field = sky(quad("0805", preset=preset), quad("0905", preset=preset), aircraft=BOMBER, modes="PRESET",
                    script="2 2")  # fmt: skip
        field.give("SA1 FLY 0712 A slow low")
        first = [event for event in field.events if event.kind in ("aa_shot", "air_moved")][:2]
        assert sum(event.kind == "aa_shot" for event in first) == shots


@pytest.mark.rules("6.8.3.1")
def test_6_8_3_1_aircraft_recover_by_the_base_range():
    field = sky(unit(TRUCK, "2001"))
    planes.set_plane(field.state, 0, suppressed=ON)

    def adjust(script: str) -> str:
        planes.adjust(field.state, field.scene, Doing(dice(f"script:{script}", 0), 1, RULES))
        return field.plane.suppressed

    assert adjust("") == OFF
    assert adjust("61") == OFF
    assert adjust("60") == ""


def test_q20_points_for_aircraft():
    field = sky(unit(TRUCK, "2001"))
    rules = field.scene.scenario.victory

    def told() -> int:
        return sum(points for side, _, points in items(field.state, field.scene) if side == "german")

    assert (told(), rules.eliminated, rules.damaged) == (0, 100, 0)
    planes.set_plane(field.state, 0, lost=True)
    assert told() == 80


@pytest.mark.rules("6.7.4.2a")
def test_6_7_4_2_state_of_the_gun():
    field = sky(quad("0805", suppressed=ON, damaged=True))
    field.give("SA1 FLY 0712 A slow medium")
    aim = antiair.aim_of(field.state, field.scene, field.index("G1"))
    assert (aim.shooter_suppressed, aim.shooter_damaged, aim.watch) == (True, True, "none")
