"""AP fire in play: hits, locations, damage and wrecks applied, hits spread, commands and modifiers (6.5.2)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced.locations import hit_angles, places
from hulldown.games.panzer.rules.advanced.pieces import FIRE, HULL_DOWN, ON, Work
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.state import BAILED_OUT, BREWED_UP, CARRIED, ELIMINATED, KNOCKED_OUT, ON_MAP, Wreck
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, FLAK = "T-34/76 M43", "PzKpfw IVH", "8.8cm FlaK 36 A/ATG"


def duel(**more) -> Range:
    """A T-34 in 0808 facing south, a Panzer IV in 0811 facing its front-side angle to it."""
    return Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", "FIRE", **more)])


@pytest.mark.rules("6.5.2.6-ex1", "6.5.2.2d", "6.5.2.5-dm", "6.5.2.6.1a", "5.15f")
def test_6_5_2_6_ex1_damaged_and_the_crew_stays():
    field = duel()
    kinds = field.fire("S1 FIRE G1", "45 63 57")
    assert kinds == ["announced", "ap_shot", "ap_hit", "damaged", "bail_out_roll"]
    hit = field.event("ap_hit")
    assert (hit["angle"], hit["location"], hit["penetration"], hit["armour"]) == ("front-side", "Hull Front*", 19, 19)
    assert (hit["effect"], field.unit("G1").damaged, field.unit("G1").status) == ("damaged", True, ON_MAP)
    assert [roll.purpose for roll in field.rolls] == [
        "AP Hit: S1 at G1", "AP location: S1 at G1", "bail out: G1 after damaged",
    ]  # fmt: skip
    assert (field.unit("S1").fired, field.unit("S1").mark, field.detail("S1").small) == (True, "fire", False)
    assert field.detail("G1").under_fire


@pytest.mark.rules("6.5.2.6-ex2", "6.5.2.5-ko", "4.4.3.2.6-ko-a")
def test_6_5_2_6_ex2_knocked_out():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1", "45 47")
    assert field.event("ap_hit")["effect"] == "ko"
    assert field.unit("S1").status == KNOCKED_OUT
    assert [(wreck.cell, wreck.brewed) for wreck in field.state.wrecks] == [(BOARD.by_label["0808"], False)]


@pytest.mark.rules("6.5.2.6.1a", "6.5.2.6.1-ex1", "5.15e", "6.5.2.2.1e", "6.5.2.2.1a", "6.5.2.2.1d")
def test_6_5_2_6_1_a_track_hit_and_the_crew_bails_out():
    field = duel()
    kinds = field.fire("S1 FIRE G1", "45 100 30")
    assert kinds[-3:] == ["immobilised", "bail_out_roll", "bailed_out"]
    assert (field.unit("G1").status, field.detail("G1").track) == (BAILED_OUT, True)
    assert field.state.wrecks == []


@pytest.mark.rules("6.5.2.6.1b")
@pytest.mark.parametrize(("grade", "roll", "out"), [("elite", 25, True), ("elite", 26, False), ("green", 35, True)])
def test_6_5_2_6_1_the_grade_of_the_crew(grade, roll, out):
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", grade=grade)])
    field.fire("S1 FIRE G1", f"45 100 {roll}")
    assert (field.unit("G1").status == BAILED_OUT) is out


@pytest.mark.rules("6.5.2.5-nd", "6.5.2.2.1b", "6.5.2.6.1d")
def test_6_5_2_6_1_no_damage_is_rolled_for_and_a_second_track_hit_is_not():
    field = duel(track=True)
    assert field.fire("S1 FIRE G1", "45 100") == ["announced", "ap_shot", "ap_hit"]
    field = duel()
    field.fire("S1 FIRE G1", "45 61 16")
    assert (field.event("ap_hit")["effect"], field.event("bail_out_roll")["needs"]) == ("nd", 15)
    assert field.unit("G1").status == ON_MAP


@pytest.mark.rules("6.5.2.2.3a", "6.5.2.2.3b")
def test_6_5_2_2_3_a_masked_hull():
    field = duel(hull_down=HULL_DOWN, hull_facing=0)
    field.fire("S1 FIRE G1", "45 63")
    assert field.event("ap_hit")["effect"] == "masked"
    assert not field.unit("G1").damaged


@pytest.mark.rules("6.5.2.5-dm", "4.4.3.2.6-damaged-b")
def test_second_damage_is_a_knock_out():
    field = duel(damaged=True)
    field.fire("S1 FIRE G1", "45 63")
    assert field.unit("G1").status == KNOCKED_OUT


@pytest.mark.rules("6.5.2.5-bu-a", "6.5.2.5-bu-b")
def test_6_5_2_5_a_brew_up_suppresses_friends_in_the_hex():
    field = Range(
        [unit(T34, "0808", "D", "FIRE")],
        [
            unit(PZ4, "0811", "A"), unit(PZ4, "0811", "A"), unit("German Rifle squad", "0811"),
            unit("SPW 251/1", "0811"), unit("German Rifle squad", on="G4"), unit("German Rifle squad", "0812"),
            unit("SdKfz 10", "0811"), unit("German Section", on="G7"),
        ],
    )  # fmt: skip
    field.fire("S1 FIRE G1", "45 40")
    assert field.unit("G1").status == BREWED_UP
    assert [field.detail(f"G{number}").suppressed for number in range(2, 9)] == [ON, ON, ON, "", "", ON, ON]
    assert [wreck.brewed for wreck in field.state.wrecks] == [True]


@pytest.mark.rules("6.5.2.1b", "6.5.2.1e", "6.5.2.1f", "6.5.2.6.1d")
def test_6_5_2_1_several_hits_each_with_its_own_location():
    field = Range([unit(T34, "0808", "D")], [unit(FLAK, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1", "1 41 100 90 90")
    assert field.event("ap_shot")["hits"] == 2
    assert [event.data["roll"] for event in field.events if event.kind == "ap_hit"] == [41, 100]
    # Q7: one roll for No Damage or Damage, then one for the Track hit.
    assert [event.data["event"] for event in field.events if event.kind == "bail_out_roll"] == ["damaged", "track"]


@pytest.mark.rules("6.5.2.1-ex3", "6.5.2.1g", "6.5.2.1h", "6.5.2.1i")
def test_6_5_2_1_ex3_hits_are_spread():
    def field(grade: str) -> Range:
        soviet = [unit(T34, hex_, "D") for hex_ in ("0808", "0807", "0806", "0708")]
        return Range(soviet, [unit(FLAK, "0811", "A", "FIRE", grade=grade)])

    veteran = field("veteran")
    assert veteran.refused("german", "G1 FIRE S1 spread S4") == ""
    assert veteran.refused("german", "G1 FIRE S1 spread S4 S2") == "", "one or both of those within a hex"
    assert veteran.refused("german", "G1 FIRE S1 spread S3") == "6.5.2.1g"
    assert veteran.refused("german", "G1 FIRE S1 spread") == "6.5.2.1g"
    assert veteran.refused("german", "G1 FIRE S1 spread G1") == "6.5.2.1g"
    assert field("regulars").refused("german", "G1 FIRE S1 spread S4") == "6.5.2.1g"
    assert field("elite").refused("german", "G1 FIRE S1 spread S3") == ""
    veteran.fire("G1 FIRE S1 with AP spread S4", "1 47 47")
    assert [event.data["target"] for event in veteran.events if event.kind == "ap_hit"] == ["S1", "S4"]
    assert (veteran.unit("S1").status, veteran.unit("S4").status) == (KNOCKED_OUT, KNOCKED_OUT)
    assert veteran.detail("S4").under_fire


@pytest.mark.rules("6.5.2.1i", "6.5.2.2.3a")
def test_6_5_2_1_a_second_hit_finds_the_hull_masked_as_the_first_did():
    field = Range([unit(T34, "0808", "D", hull_down=HULL_DOWN, hull_facing=3)], [unit(FLAK, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1 with AP", "1 47 60")
    assert [event.data["effect"] for event in field.events if event.kind == "ap_hit"] == ["ko", "masked"]
    assert field.unit("S1").status == KNOCKED_OUT
    bare = Range([unit(T34, "0808", "D")], [unit(FLAK, "0811", "A", "FIRE")])
    bare.fire("G1 FIRE S1 with AP", "1 47 60")
    assert [event.data["effect"] for event in bare.events if event.kind == "ap_hit"] == ["ko", "bu"]
    assert bare.unit("S1").status == BREWED_UP


@pytest.mark.rules("6.5.2.1d", "6.5.2.1h")
def test_6_5_2_1_who_cannot_spread():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A"), unit(PZ4, "0811", "A")])
    assert field.refused("soviet", "S1 FIRE G1 spread G2") == "6.5.2.1d"


@pytest.mark.rules("6.5.2.1g", "6.5.2.1h")
def test_6_5_2_1_hits_whose_vehicle_is_gone_stay_with_the_target():
    field = Range(
        [unit(T34, "0808", "D"), unit(T34, "0808", "D")],
        [unit(FLAK, "0811", "A", "FIRE"), unit(PZ4, "0811", "A", "FIRE")],
    )
    field.fire("G2 FIRE S2; G1 FIRE S1 with AP spread S2", "45 47 1 47 47")
    assert [event.data["target"] for event in field.events if event.kind == "ap_hit"] == ["S2", "S1", "S1"]


@pytest.mark.rules("6.5.2.2c")
def test_6_5_2_2_on_the_line_between_two_angles_the_owner_takes_more_armour():
    field = Range([unit(T34, "1608", "D", "FIRE")], [unit(PZ4, "1508", "A")])
    target, checked = field.unit("G1"), set()
    for cell in BOARD.cells:
        dq, dr = BOARD.q[cell] - BOARD.q[target.cell], BOARD.r[cell] - BOARD.r[target.cell]
        if not 0 < BOARD.distance(cell, target.cell) <= 4 or len(hit_angles(target.facing, dq, dr)) == 1:
            continue
        field.unit("S1").cell = cell
        angles = hit_angles(target.facing, dq, dr)
        armour = {
            angle: sum(place.armour for place in places(find_vehicle(PZ4), angle, "level", "none")) for angle in angles
        }
        aim = ap_aim(field.state, field.scene, Firing(0, 1, ways_at(field.state, field.scene, 0, 1)[0]))
        assert armour[aim.angle] == max(armour.values())
        checked.add(angles)
    assert checked == {("front", "front-side"), ("front-side", "rear-side"), ("rear-side", "rear")}


@pytest.mark.rules("6.5.2.3.1")
def test_6_5_2_3_1_the_heights_make_the_slope():
    high, low = "0410", "0808"
    field = Range([unit(T34, high, "C", "FIRE")], [unit(PZ4, low, "F", "FIRE")])
    way = ways_at(field.state, field.scene, 0, 1)[0]
    assert ap_aim(field.state, field.scene, Firing(0, 1, way)).shot == "falling"
    assert ap_aim(field.state, field.scene, Firing(1, 0, ways_at(field.state, field.scene, 1, 0)[0])).shot == "rising"


@pytest.mark.rules("6.5.2.4-shooter-suppressed", "6.5.2.4-on-fire-a", "6.5.2.4-on-fire-b", "6.5.2.4-heat-haze", "5.11b")
def test_6_5_2_4_modifiers_from_the_state():
    works = [Work(FIRE, BOARD.by_label["0809"]), Work(FIRE, BOARD.by_label["0811"])]
    field = Range([unit(T34, "0808", "D", "FIRE", suppressed=ON)], [unit(PZ4, "0811", "A")], works=works)
    aim = ap_aim(field.state, field.scene, Firing(0, 1, ways_at(field.state, field.scene, 0, 1)[0]))
    assert (aim.shooter_suppressed, aim.fires, aim.smoke, aim.heat_haze) == (True, 2, 0, False)
    field.state.wrecks = [Wreck(BOARD.by_label["0809"], True), Wreck(BOARD.by_label["0810"], True)]
    aim = ap_aim(field.state, field.scene, Firing(0, 1, ways_at(field.state, field.scene, 0, 1)[0]))
    assert (aim.fires, aim.smoke) == (2, 1)
    hazy = Range([unit(T34, "0801", "D", "FIRE")], [unit(PZ4, "0811", "A")], haze=True)
    assert ap_aim(hazy.state, hazy.scene, Firing(0, 1, ways_at(hazy.state, hazy.scene, 0, 1)[0])).heat_haze


@pytest.mark.rules("6.5.2.2.1f", "6.5.2.2.1-ex1", "6.5.2.2.1-ex2")
def test_6_5_2_2_1_an_immobile_vehicle_still_counts_as_moving():
    field = Range([unit(T34, "0808", "D", "HALT")], [unit(PZ4, "0811", "A", "MOVE", track=True)])
    aim = ap_aim(field.state, field.scene, Firing(0, 1, ways_at(field.state, field.scene, 0, 1)[0]))
    assert (aim.target_moving, aim.short_halt) == (True, True)
    field.unit("G1").known = False
    assert not ap_aim(field.state, field.scene, Firing(0, 1, ways_at(field.state, field.scene, 0, 1)[0])).target_moving


@pytest.mark.rules("4.4.1k")
def test_fire_at_a_target_that_is_gone_counts_as_fired():
    field = Range([unit(T34, "0808", "D", "FIRE"), unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")])
    kinds = field.fire("S1 FIRE G1; S2 FIRE G1", "45 47")
    assert kinds.count("wasted") == 1
    assert field.unit("S2").fired
    assert field.unit("S2").mark == "fire"


@pytest.mark.rules("6.5.2.6.2-survive-a", "6.5.2.6.2-survive-ex1", "6.5.2.6.2-survive-c", "5.15g")
def test_6_5_2_6_2_passengers_roll_when_the_crew_stays():
    field = Range([unit(T34, "0808", "B"), unit("Soviet SMG squad", on="S1")], [unit(PZ4, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1", "45 61 99 50")
    assert [event.data["event"] for event in field.events if event.kind == "bail_out_roll"] == ["nd", "nd"]
    assert (field.unit("S2").status, field.detail("S2").suppressed) == (ON_MAP, ON)
    assert field.unit("S2").cell == field.unit("S1").cell


@pytest.mark.rules("6.5.2.6.1c")
def test_6_5_2_6_1_all_passengers_bail_out_with_the_crew():
    field = Range([unit(T34, "0808", "B"), unit("Soviet SMG squad", on="S1")], [unit(PZ4, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1", "45 100 1")
    assert (field.unit("S1").status, field.unit("S2").status) == (BAILED_OUT, ON_MAP)
    assert field.detail("S2").suppressed == ON


@pytest.mark.rules("6.5.2.6.2-survive-b")
def test_6_5_2_6_2_passengers_under_cover_do_not_roll():
    field = Range(
        [unit(T34, "0808", "D", "FIRE")], [unit("SPW 251/1", "0811", "A"), unit("German Rifle squad", on="G1")]
    )
    field.fire("S1 FIRE G1", "45 100 99")
    assert (field.unit("G2").status, field.detail("G1").track) == (CARRIED, True)


@pytest.mark.rules("6.5.2.6.2-destroyed-a", "6.5.2.6.2-destroyed-ex1", "6.5.2.6.2-destroyed-b")
@pytest.mark.parametrize(("roll", "status"), [(60, ELIMINATED), (61, ON_MAP)])
def test_6_5_2_6_2_destroyed_ex1_a_gun_gets_out_of_a_wreck(roll, status):
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SdKfz 10", "0811", "A"), unit("7.5cm PaK 40 ATG", on="G1")])
    field.fire("S1 FIRE G1 with AP", f"45 49 {roll}")
    assert field.unit("G1").status == KNOCKED_OUT
    assert field.unit("G2").status == status
    assert field.detail("G2").suppressed == (ON if status == ON_MAP else "")


@pytest.mark.rules("6.5.2.6.2-destroyed-a", "5.1.1a")
def test_6_5_2_6_2_a_squad_lost_with_its_carrier_is_lost_as_a_whole():
    field = Range([unit(T34, "0808", "B"), unit("Soviet SMG squad", on="S1")], [unit(PZ4, "0811", "A", "FIRE")])
    field.fire("G1 FIRE S1", "45 67 20")
    assert (field.unit("S2").status, field.unit("S2").type) == (ELIMINATED, "Soviet SMG squad")
