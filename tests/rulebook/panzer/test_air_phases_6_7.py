"""The Air Phases played: flights, acquiring, attacks, observers (6.4, 6.7)."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import ADVANCED
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, ON, Work
from hulldown.games.panzer.rules.advanced.play.air import flying, planes, sighting
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


# Phases, appearance and way.


@pytest.mark.rules("6.4", "6.7c")
def test_6_4_only_the_side_with_aircraft_is_asked():
    field = sky()
    assert field.owing == "soviet"
    assert field.give("done") == ""
    assert field.state.stack[-1].step == "fire1"
    assert field.rolled == 0
    assert [row.key for row in ADVANCED.rows if row.handler is not None and row.key.startswith("air")] == [
        "air1", "air2",
    ]  # fmt: skip


@pytest.mark.rules("6.4")
def test_6_4_without_aircraft_the_phase_passes():
    field = sky()
    field.state.air = UNSET
    field.state.stack = [replace(field.state.stack[0], step="air1", owing=())]
    assert (field.go(), field.state.stack[-1].step, field.events, field.rolled) == ("", "fire1", [], 0)


@pytest.mark.rules("6.7.2", "6.7.2.3", "5.5c", "6.7.2.2a")
def test_6_7_2_straight_across_the_map():
    field = sky(unit(TRUCK, "2001"))
    assert field.give("SA1 FLY 0712 A fast medium") == ""
    assert field.path() == [f"07{row:02}" for row in range(12, 0, -1)]
    entered = field.all_of("air_entered")[0]
    assert (entered["speed"], entered["altitude"], entered["facing"]) == ("fast", "medium", "A")
    assert field.kinds()[-1] == "air_left"
    assert field.air.flight is None
    assert field.plane.edges == ("north",)


@pytest.mark.rules("6.7.2", "6.7.2.2a", "6.7.2.3")
def test_6_7_2_orders_that_are_refused():
    field = sky()
    assert field.refused("SA1 FLY 0706 A slow low") == "6.7.2.1d"
    assert field.refused("SA1 FLY 0712 D slow low") == "6.7.2.3"
    assert field.refused("SA1 FLY 0712 A slow") == "6.7.2.2a"
    assert field.refused("SA9 FLY 0712 A slow low") == "6.7.2"
    assert field.refused("S1 FLY 0712 A slow low") == "6.7.2"
    assert field.refused("SA1 FLY 0712 A slow low\nSA1 FLY 0712 A slow low") == "6.7.2"
    assert field.refused("SA1 FLY A slow low") == "6.7.2"
    told = field.faults("SA1 FLY 0712 D slow low")
    assert [one.unit for one in told] == ["SA1"]


@pytest.mark.rules("6.7.2.3.1a", "6.7.2.3.1b")
def test_6_7_2_3_1_one_turn_at_slow_speed():
    field = sky(unit(TRUCK, "2001"))
    assert field.refused("SA1 FLY 0712 A fast low left") == "6.7.2.3.1b"
    assert field.refused("SA1 FLY 0712 A slow low left 0810") == "6.7.2.3.1a"
    assert field.refused("SA1 FLY 0712 A slow low 0710") == "6.7.2.3.1a"
    field.give("SA1 FLY 0712 A slow medium left 0710")
    assert field.path()[:5] == ["0712", "0711", "0710", "0609", "0509"]
    assert field.all_of("air_turned")[0]["facing"] == "F"
    assert len(field.all_of("air_turned")) == 1


@pytest.mark.rules("6.7.2.1c")
def test_6_7_2_1_once_a_turn():
    field = sky(unit(TRUCK, "2001"))
    field.give("SA1 FLY 0712 A fast high")
    assert step(field, 1, "air2") == ""
    assert planes.grounded(field.state, field.scene, 0)[0] == "6.7.2.1c"
    assert step(field, 2, "air2") == "fly"


@pytest.mark.rules("6.7.2.1b")
def test_6_7_2_1_five_turns_from_the_first():
    field = sky(unit(TRUCK, "2001"), turn=2)
    field.give("SA1 FLY 0712 A fast high")
    assert [bool(step(field, turn) == "fly") for turn in (3, 4, 5, 6, 7)] == [True, True, True, True, False]
    assert planes.grounded(field.state, field.scene, 0)[0] == "6.7.2.1b"


@pytest.mark.rules("6.7.2.1b")
def test_6_7_2_1_a_sixth_turn_is_refused():
    two = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\ncount = 2\n'
    field = sky(unit(TRUCK, "2001"), aircraft=two)
    field.give("SA1 FLY 0712 A fast high")
    assert step(field, 6) == "fly"
    assert [unit.unit for unit in field.legal().units] == ["SA2"]
    assert [(one.rule, one.unit) for one in field.faults("SA1 FLY 0712 A fast high")] == [("6.7.2.1b", "SA1")]


@pytest.mark.rules("6.7.2.1a")
def test_6_7_2_1_when_the_scenario_says_so():
    late = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\nfirst = 3\nlast = 4\n'
    field = Sky(list(PLAIN), [unit(TRUCK, "2001")], late)
    assert [step(field, turn, name) for turn, name in ((2, "air1"), (3, "air2"), (4, "air1"), (5, "air1"))] == [
        "", "fly", "fly", "",
    ]  # fmt: skip


@pytest.mark.rules("6.7.2.1d", "6.7.2.1e")
def test_6_7_2_1_edges():
    field = sky(unit(TRUCK, "2001"))
    assert len(field.legal().units[0].options) == 4
    field.give("SA1 FLY 0712 A fast high")
    assert step(field, 2) == "fly"
    assert [option.cells for option in field.legal().units[0].options] == [BOARD.edges["north"]]
    assert field.refused("SA1 FLY 0712 A fast high") == "6.7.2.1d"
    assert field.refused("SA1 FLY 2001 D fast high") == ""
    assert step(field, 3) == "fly"
    assert len(field.legal().units[0].options) == 4


# Acquiring.


def counts(field: Sky) -> dict[str, int]:
    return {field.state.units[index].id: count for index, count in field.flight.seen}


@pytest.mark.rules("6.7.3.1.1a", "6.7.3.1", "6.1.2b")
def test_6_7_3_1_1_hexes_with_the_target_in_front():
    """Slow and Low: six hexes; the seventh hex away it is acquired five hexes later."""
    field = sky(unit(TRUCK, "0705"), unit(TRUCK, "0712"), quad("0112"))
    field.give("SA1 FLY 0712 A slow low")
    assert counts(field) == {"G1": 1}
    field.give("pass")
    assert counts(field) == {"G1": 2}
    field.until("strike")
    assert BOARD.labels[field.flight.cell] == "0707"
    assert counts(field)["G1"] == DONE


@pytest.mark.rules("6.7.3.1.1d")
def test_6_7_3_1_1_near_the_edge():
    """What is nearer than the hexes needed was acquired before the map's edge; in front of the aircraft only."""
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "0706"), unit(TRUCK, "1208"), quad("0707"))
    field.give("SA1 FLY 0712 A slow low")
    assert counts(field) == {"G1": DONE, "G2": 1, "G4": DONE}


@pytest.mark.rules("6.7.3.1.1b")
def test_6_7_3_1_1_a_turn_keeps_what_stays_in_front():
    field = sky(unit(TRUCK, "0704"), unit(TRUCK, "1006"), quad("1104"))
    field.give("SA1 FLY 0712 A slow low")
    field.until("flak", "0710")
    assert counts(field) == {"G1": 3, "G3": 3}
    flying.turn(field.state, field.scene, 1, Doing(dice("script:", 0), 1, RULES))
    # 1104 lies on the line between the two fields of fire.
    assert counts(field) == {"G3": 3}
    sighting.look(field.state, field.scene, False)
    assert counts(field) == {"G2": 1, "G3": 4}


@pytest.mark.rules("6.7.3.1.1c")
def test_6_7_3_1_1_suppressed_it_needs_twice_as_many():
    field = sky(unit(TRUCK, "0701"), quad("0402"), quad("0302"), script="60")
    field.give("SA1 FLY 0712 A slow low")
    field.until("flak", "0709")
    field.give("G2 FLAK SA1")
    assert field.plane.suppressed == ON
    assert (BOARD.labels[field.flight.cell], counts(field)["G1"]) == ("0709", 4)
    field.until("flak", "0702")
    # Twelve hexes are needed now; those flown before the hit count.
    assert counts(field)["G1"] == 11


@pytest.mark.rules("6.7.3.1.1e", "6.7.3")
def test_6_7_3_1_1_after_an_attack_it_begins_anew():
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "0707"), quad("1112"), script="2 2 2 2")
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    assert field.offered()["SA1"]["STRAFE"] == ("G1",)
    assert field.refused("SA1 STRAFE G2") == "6.7.3.2b"
    field.attack("SA1 STRAFE G1")
    assert struck(field) == ["G1", "G2"]
    field.until("flak", "0708")
    assert "G2" in counts(field)
    assert counts(field)["G2"] == 1
    assert field.until("strike") == ""


@pytest.mark.rules("6.1.1b", "6.7.3.1.1a")
def test_6_1_1_nobody_hands_targets_to_aircraft():
    """A friend beside the target spots it; the aircraft must acquire it all the same."""
    field = sky(unit(TRUCK, "0703"), unit(TRUCK, "0709"), quad("0104"), soviet=(unit(T34, "0602"),))
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0710")
    assert field.offered()["SA1"]["STRAFE"] == ("G2",)
    assert field.refused("SA1 ROCKET G1") == "6.7.3.1.1a"


# Observers.


def woods(**fo) -> Sky:
    observer = unit("Soviet Section", "1005", "A", labels=["FO"], **fo)
    return sky(unit(TRUCK, "0905"), quad("1505"), soviet=(*PLAIN, observer))


@pytest.mark.rules("6.7.3.1.1g", "6.7.3.1.2a", "6.7.3.1.2c")
def test_6_7_3_1_2_woods_need_an_observer_with_overwatch():
    for fo in ({}, {"command": "MOVE", "known": False}, {"command": "OW", "known": True}):
        field = woods(**fo)
        field.give("SA1 FLY 0912 A slow low")
        field.until("strike", "0907")
        assert "ROCKET" not in field.offered().get("SA1", {})
        assert [(one.rule, one.unit) for one in field.faults("SA1 ROCKET G1")] == [("6.7.3.1.1g", "SA1")]


@pytest.mark.rules("6.7.3.1.2b", "6.7.3.1.2c")
def test_6_7_3_1_2_with_one_it_is_acquired():
    field = woods(command="OW", known=False)
    field.give("SA1 FLY 0912 A slow low")
    field.dice = ["2", "2"]
    field.until("strike", "0907")
    assert field.offered()["SA1"]["ROCKET"] == ("G1",)
    field.attack("SA1 ROCKET G1")
    assert field.all_of("air_guided") == [{"unit": "S2", "target": "G1"}]
    assert (field.unit("S2").known, field.detail("S2").spent, field.unit("S2").mark) == (True, True, "")
    # G11, 6.7.3.1.2b: it serves others, for this one target, for the rest of the turn.
    assert sighting.observer(field.state, field.scene, field.index("G1")) == field.index("S2")
    assert sighting.observer(field.state, field.scene, field.index("G2")) == -1
    planes.adjust(field.state, field.scene, Doing(dice("script:", 0), 1, RULES))
    assert sighting.observer(field.state, field.scene, field.index("G1")) == -1


@pytest.mark.rules("6.7.3.1.1g")
def test_6_7_3_1_1_buildings_and_positions():
    position = Work(IMPROVED, cell("1409"), facing=0, unit=3)
    field = sky(
        unit(TRUCK, "0708"), unit(RIFLE, "1206"), unit("7.5cm PaK 40 ATG", "1409", "A"), unit(TRUCK, "1206"),
        works=[position],
    )  # fmt: skip
    told = {name: sighting.hidden(field.state, field.scene, field.index(name)) for name in ("G1", "G2", "G3", "G4")}
    assert told == {"G1": False, "G2": True, "G3": True, "G4": False}


@pytest.mark.rules("6.7.3.1.3a")
def test_6_7_3_1_3_blocked_by_woods_on_the_line():
    """Woods of Height 3 in 0904 and 0905 hide 0903 and 0902 from the south at Low altitude, not at Medium."""
    for altitude, seen in (("low", {}), ("medium", {"G1": 1, "G2": 1})):
        field = sky(unit(TRUCK, "0903"), unit(TRUCK, "0902"), quad("0612"))
        field.give(f"SA1 FLY 0912 A fast {altitude}")
        assert counts(field) == seen


# Attacks.


@pytest.mark.rules("6.7.3.2b", "6.7.3.2c", "6.7.3.2d", "5.16.2.6")
def test_6_7_3_2_strafing_hits_friend_and_foe():
    field = sky(
        unit(TRUCK, "0708"), unit(RIFLE, on="G1", carrier=TRUCK), unit(TRUCK, "0706"),
        soviet=(*PLAIN, unit(T34, "0707")), script="2 2 2",
    )  # fmt: skip
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    field.attack("SA1 STRAFE G1")
    assert struck(field) == ["G1", "G2", "S2"]
    assert (field.plane.strafes, field.plane.drops, field.rolled) == (1, 0, 3)
    assert [data["factor"] for data in field.all_of("air_strike")] == [8, 8, 8]
    assert field.detail("G1").under_fire


@pytest.mark.rules("6.7.3.3c", "6.7.3.3e", "6.7.3.5-medium-altitude")
def test_6_7_3_3_bombs_from_medium_altitude():
    field = sky(
        unit(TRUCK, "0708"), unit(TRUCK, "0707"), unit(TRUCK, "0706"), unit(TRUCK, "0807"), aircraft=BOMBER,
        script="2 2",
    )  # fmt: skip
    field.give("SA1 FLY 0712 A slow medium")
    field.until("strike", "0709")
    assert field.refused("SA1 STRAFE G1") == "6.7.3.2a"
    assert field.refused("SA1 ROCKET G1") == "6.7.1b"
    assert field.refused("SA1 DIVE G1") == "6.7.2.3.2"
    field.give("SA1 BOMB G1")
    assert struck(field) == ["G1", "G2"]
    assert [data["net"] for data in field.all_of("air_strike")] == [10, 10]
    assert (field.plane.drops, field.plane.shown) == (1, True)


@pytest.mark.rules("6.7.3.3d")
def test_6_7_3_3_bombs_from_high_altitude():
    around = [unit(TRUCK, hex_) for hex_ in ("0708", "0707", "0607", "0807", "0608", "0709")]
    field = sky(*around, aircraft=BOMBER, script="2 2 2 2")
    field.give("SA1 FLY 0712 A slow high")
    field.until("strike", "0709")
    field.give("SA1 BOMB G1")
    assert struck(field) == ["G1", "G2", "G4", "G3"]


@pytest.mark.rules("6.7.3.3a")
def test_6_7_3_3_no_bombs_from_low_altitude():
    field = sky(unit(TRUCK, "0708"), aircraft=BOMBER)
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    assert [(one.rule, one.unit) for one in field.faults("SA1 BOMB G1")] == [("6.7.3.3a", "SA1")]
    assert "BOMB" not in field.offered()["SA1"]


@pytest.mark.rules("6.7.3.4a", "6.7.3.4b")
def test_6_7_3_4_rockets():
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "0708"), unit(TRUCK, "0808"), script="2 2")
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    assert [(one.rule, one.unit) for one in field.faults("SA1 ROCKET G1")] == [("6.7.3.4a", "SA1")]
    field = sky(unit(TRUCK, "0708"), unit(TRUCK, "0708"), unit(TRUCK, "0808"), script="2 2")
    field.give("SA1 FLY 0712 A slow low")
    assert field.asked == "strike"
    assert field.refused("SA1 ROCKET G3") == "6.7.3.4a"
    field.give("SA1 ROCKET G2")
    assert struck(field) == ["G1", "G2"]
    assert [data["range"] for data in field.all_of("air_strike")] == [4, 4]


@pytest.mark.rules("5.16.2.6", "6.7.1c")
def test_5_16_2_6_exact_numbers_of_attacks():
    for limits, rule in (("on", "5.16.2.6"), ("off", "6.7.3.2b")):
        field = sky(unit(TRUCK, "0708"))
        field.state.options["ammo_limits"] = limits
        planes.set_plane(field.state, 0, strafes=5)
        field.give("SA1 FLY 0712 A slow low")
        assert field.refused("SA1 STRAFE G1") == rule


@pytest.mark.rules("6.5.4.2.5e", "6.5.4.3-vehicle-cover-b")
def test_6_5_4_2_5_terrain_without_a_target():
    """A bomb on the hex before a building: nobody is inside, and it may fall all the same."""
    field = sky(unit(TRUCK, "1207"), aircraft=BOMBER, script="2 99 99")
    field.give("SA1 FLY 1212 A slow medium")
    field.until("strike", "1208")
    field.give("SA1 BOMB G1")
    assert field.all_of("terrain_shot")[0]["destroyed"] is True
    assert [work.kind for work in field.state.works] == ["rubble"]


@pytest.mark.rules("6.5.4.3-vehicle-cover-b")
def test_6_5_4_3_only_cover_overhead_helps_vehicles():
    from hulldown.games.panzer.rules.advanced.play import cover

    field = sky(unit(TRUCK, "0905"), unit("PzKpfw IVH", "1206", inside=True), unit("PzKpfw IVH", "1206"))
    told = [cover.overhead(field.state, field.scene, field.index(name))[0] for name in ("G1", "G2", "G3")]
    assert told == ["none", "medium", "none"]


# Dive bombing.


@pytest.mark.rules("6.7.2.3.2", "6.7.3.3b", "6.7.3.1.1f", "6.7.2.2c")
def test_6_7_2_3_2_a_dive():
    field = Sky([unit(T34, "0708"), unit(T34, "0707")], [unit(TRUCK, "0101")], STUKA, script="2 2")
    assert field.go() == "fly"
    assert field.refused("GA1 FLY 0712 A fast high") == "6.7.2.2a"
    field.give("GA1 FLY 0712 A slow high")
    field.until("strike", "0709")
    assert set(field.offered()["GA1"]) == {"BOMB", "DIVE", "BANK"}
    field.give("GA1 DIVE S1")
    assert struck(field) == ["S1"]
    # A-Type -20, Low altitude +20.
    assert field.all_of("air_strike")[0]["net"] == 0
    assert {data["altitude"] for data in field.all_of("air_moved")[3:]} == {"low"}
    assert {data["altitude"] for data in field.all_of("air_moved")[:3]} == {"high"}


@pytest.mark.rules("6.7.4.1.1f", "6.7.2.3.2", "6.7.4.1.2d", "6.7.4.2-low")
def test_6_7_4_1_1_announced_before_or_after_the_attack():
    """O3: before the attack the diver is at High altitude, out of reach of light guns; after it at Low.

    Fire in answer to the attack is resolved after it, so light guns may announce it then.
    """
    gun = unit("M17 MGMC", "0808", "A", "OW", known=False)
    field = Sky([unit(T34, "0708"), gun], [unit(TRUCK, "0101")], STUKA, script="2 2")
    field.go()
    field.give("GA1 FLY 0712 A slow high")
    assert field.asked == "strike"
    field.until("strike", "0709")
    field.give("GA1 DIVE S1")
    assert field.asked == "flak"
    assert "air_strike" not in field.kinds()
    field.give("S2 FLAK GA1")
    kinds = field.kinds()
    assert kinds.index("aa_announced") < kinds.index("air_strike") < kinds.index("aa_shot")
    (shot,) = field.all_of("aa_shot")
    assert (shot["range"], shot["net"]) == (1, 10)
    big = unit("M17 MGMC", "0808", "A", "OW", known=False)
    field = Sky([unit(T34, "0708"), big], [unit(TRUCK, "0101")], STUKA.replace("Ju 87D", "Ju 87G"), script="2 2")
    field.go()
    field.give("GA1 FLY 0712 A slow low")
    assert field.asked == "flak"
    field.until("strike", "0709")
    field.give("GA1 STRAFE S1")
    assert field.asked == "flak"
    assert "air_strike" not in field.kinds()
    field.give("S2 FLAK GA1")
    kinds = field.kinds()
    assert kinds.index("aa_announced") < kinds.index("air_strike") < kinds.index("aa_shot")
    assert field.all_of("aa_announced")[0]["after"] is True
