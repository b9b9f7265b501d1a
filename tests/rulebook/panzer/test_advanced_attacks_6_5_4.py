"""GP direct fire in play: defences and modifiers from the state, passengers, terrain, bail out (6.5.4)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.rules.advanced.gp import resolve
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, FIRE, HULL_DOWN, IMPROVED, OFF, ON, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play.aims import Firing, gp_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.state import (
    BAILED_OUT,
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    KNOCKED_OUT,
    ON_MAP,
    Wreck,
)
from support.advanced_fire import BOARD, Range, unit

RIFLE, SMG, T34, SU76 = "German Rifle squad", "Soviet SMG squad", "T-34/76 M43", "SU-76M M43"
PAK = "7.5cm PaK 40 ATG"


def aim(field: Range, shooter: str, target: str, words: str = "GP", overwatch: bool = False):
    ways = ways_at(field.state, field.scene, field.index(shooter), field.index(target))
    way = next(way for way in ways if way.words.endswith(words))
    return gp_aim(field.state, field.scene, Firing(field.index(shooter), field.index(target), way, overwatch))


@pytest.mark.rules("6.5.4.5-ex1", "6.5.4.5-ex2", "6.5.4.4.2-eff-small-p", "5.10e", "6.5.4.3-shooter-suppressed", "5.7a")
def test_6_5_4_5_the_situation():
    field = Range(
        [unit(SU76, "0201", "C", "FIRE", grade="regulars")],
        [unit(RIFLE, "0503", "F", "FIRE", grade="veteran")],
    )
    kinds = field.fire("G1 FIRE S1", "81")
    shot = field.event("gp_shot")
    assert (shot["range"], shot["band"], shot["factor"], shot["defence"], shot["net"]) == (3, "S", 7, 2, -10)
    assert (shot["none_to"], shot["suppressed_to"], shot["result"], shot["effect"]) == (31, 62, 71, "suppressed")
    assert kinds == ["announced", "gp_shot", "suppressed"]
    assert field.detail("S1").suppressed == ON
    assert (field.unit("G1").mark, field.detail("G1").small) == ("fire", True)
    field.fire("S1 FIRE G1", "64")
    shot = field.event("gp_shot")
    assert (shot["band"], shot["factor"], shot["defence"], shot["net"]) == ("P", 5, 4, -20)
    assert (shot["none_to"], shot["suppressed_to"], shot["result"], shot["effect"]) == (48, 77, 44, "none")
    assert (field.unit("S1").mark, field.detail("S1").small) == ("fire", False)


@pytest.mark.rules("6.5.4.4.3-eff-leg-towed-a", "6.5.4.4.3-eff-leg-towed-b", "5.1.1a", "5.1.1b")
def test_6_5_4_4_3_a_squad_is_reduced_then_eliminated():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A", weapons=("Panzerfaust",))])
    kinds = field.fire("S1 FIRE G1", "100")
    assert kinds == ["announced", "gp_shot", "reduced", "suppressed"]
    assert (field.unit("G1").type, field.detail("G1").suppressed) == ("German Rifle half-squad", ON)
    field.unit("G1").cell = BOARD.by_label["0809"]
    names = [way.arm.name for way in ways_at(field.state, field.scene, 1, 0)]
    assert names == ["small arms", "Panzerfaust"]
    field.unit("S1").fired, field.state.engaged = False, ()
    assert field.fire("S1 FIRE G1", "100")[-1] == "eliminated"
    assert field.unit("G1").status == ELIMINATED


@pytest.mark.rules("6.5.4.4.3-eff-leg-towed-a", "5.2b")
def test_6_5_4_4_3_a_gun_and_a_section_are_eliminated():
    for card in (PAK, "German Section"):
        field = Range([unit(T34, "0808", "D", "FIRE")], [unit(card, "0810", "A")])
        field.fire("S1 FIRE G1", "100")
        assert field.unit("G1").status == ELIMINATED


@pytest.mark.rules("6.5.4.4.3-sup-leg-towed", "5.10d", "5.10e")
@pytest.mark.parametrize("before", ["", OFF, ON])
def test_5_10_suppression_is_placed_or_turned(before):
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A", suppressed=before)])
    kinds = field.fire("S1 FIRE G1", "45")
    assert field.event("gp_shot")["effect"] == "suppressed"
    assert field.detail("G1").suppressed == ON
    assert ("suppressed" in kinds) is (before != ON)


@pytest.mark.rules("6.5.4.2.2b", "6.5.4.2.2d", "6.5.4.3-leg-crawling", "6.6.4.3e", "6.5.4.3-hasty-entrenchment")
def test_6_5_4_2_2_the_defence_of_leg_units():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A", "MOVE"), unit(RIFLE, "0809", "A")])
    assert aim(field, "S1", "G1").defence.value == 1
    assert aim(field, "S1", "G2").defence.value == 2
    field.detail("G2").full_cover = True
    assert aim(field, "S1", "G2").defence.value == 4
    field.detail("G1").manner = "crawling"
    crawling = aim(field, "S1", "G1")
    assert (crawling.defence.value, crawling.crawling) == (2, True)
    still = crawling._replace(crawling=False)
    assert resolve(crawling).net.value == resolve(still).net.value + 10
    field.state.works = [Work(ENTRENCHMENT, field.unit("G1").cell, field.index("G1"))]
    assert aim(field, "S1", "G1").entrenched
    assert not aim(field, "S1", "G2").entrenched


@pytest.mark.rules("6.5.4.2.2b")
def test_6_5_4_2_2_the_command_of_a_moving_squad_is_seen_when_it_defends():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A", "MOVE", known=False)])
    assert aim(field, "S1", "G1").defence.value == 2
    kinds = field.fire("S1 FIRE G1", "1")
    assert (kinds, field.event("gp_shot")["defence"]) == (["announced", "shown", "gp_shot"], 1)


@pytest.mark.rules("6.5.4.2.2e")
@pytest.mark.parametrize(("hex_", "defence"), [("1406", 4), ("1206", 6)])
def test_6_5_4_2_2_wood_is_light_and_brick_medium_cover(hex_, defence):
    field = Range([unit(T34, hex_[:2] + "08", "A", "FIRE")], [unit(RIFLE, hex_, "D")])
    assert aim(field, "S1", "G1").defence.value == defence


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b", "6.5.4.3-target-vehicle-moving-a")
@pytest.mark.parametrize(("conceals", "net"), [(False, -30), (True, -20)])
def test_6_5_4_3_the_owner_of_a_vehicle_may_show_that_it_moves(conceals, net):
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("PzKpfw IVH", "0810", "A", "MOVE", known=False)])
    field.state.conceals = {"german": conceals}
    field.fire("S1 FIRE G1 with GP", "1")
    assert (field.event("gp_shot")["net"], field.unit("G1").known) == (net, not conceals)


@pytest.mark.rules("6.5.4c", "5.1.3.3a")
def test_6_5_4_who_has_no_gp_row_fires_none():
    field = Range([unit("Soviet Section", "0808", "D", "FIRE", weapons=("PTRD-41 ATR",))], [unit(RIFLE, "0810", "A")])
    assert field.refused("soviet", "S1 FIRE G1 with ATR") == "6.5.2b"


@pytest.mark.rules("6.5.4.3-wall-hexside")
def test_6_5_4_3_a_wall_shelters_leg_units_behind_it():
    field = Range([unit(T34, "1602", "D", "FIRE")], [unit(RIFLE, "1604", "A"), unit(RIFLE, "1605", "A")])
    assert aim(field, "S1", "G1").wall
    assert not aim(field, "S1", "G2").wall
    assert resolve(aim(field, "S1", "G1")).net.value == resolve(aim(field, "S1", "G2")).net.value - 10


@pytest.mark.rules("6.5.4.3-target-cavalry", "6.5.4.3-heat-haze")
def test_6_5_4_3_cavalry_and_haze():
    field = Range([unit(T34, "0804", "D", "FIRE")], [unit(RIFLE, "0808", "A", mount="cavalry")], haze=True)
    found = aim(field, "S1", "G1")
    assert (found.cavalry, found.size, found.heat_haze) == (True, "L", True)


@pytest.mark.rules(
    "6.5.4.3-target-vehicle-moving-a", "6.5.4.3-vehicle-cover-a", "6.5.4.3-short-halt", "6.5.4.3-shooter-damaged",
    "6.5.4.3-on-fire-a", "6.5.4.3-on-fire-b", "6.5.4.3-brew-up-smoke", "6.5.4.4.2-eff-nonsmall-ap-d",
)  # fmt: skip
def test_6_5_4_3_vehicles_and_the_line():
    field = Range(
        [unit(T34, "0904", "D", "HALT", damaged=True)], [unit("PzKpfw IVH", "0906", "A", "MOVE")],
        works=[Work(FIRE, BOARD.by_label["0906"])],
    )  # fmt: skip
    field.unit("S1").cell = BOARD.by_label["0908"]
    field.state.wrecks = [Wreck(BOARD.by_label["0907"], True), Wreck(BOARD.by_label["0906"], True)]
    found = aim(field, "S1", "G1")
    assert (found.target_moving, found.short_halt, found.shooter_damaged) == (True, True, True)
    assert (found.fires, found.smoke) == (1, 1)
    field.unit("G1").command, field.detail("G1").hull_down, field.detail("G1").hull_facing = "FIRE", HULL_DOWN, 3
    assert aim(field, "S1", "G1").hull_down == "full"
    field.unit("G1").cell = BOARD.by_label["0905"]
    assert aim(field, "S1", "G1").cover == "medium"


@pytest.mark.rules("6.5.2.1c", "6.5.4b", "6.5.4.2.3a", "6.5.4.2.3b", "6.5.4.2.3d", "6.5.4.4f")
def test_6_5_4_2_3_carrier_and_passengers_roll_one_by_one():
    field = Range(
        [unit(T34, "0808", "B"), unit(SMG, on="S1"), unit("Soviet Section", on="S1")],
        [unit(PAK, "0810", "A", "FIRE")],
    )
    field.fire("G1 FIRE S1 with GP", "1 1 100")
    assert [event.data["target"] for event in field.events if event.kind == "gp_shot"] == ["S1", "S2", "S3"]
    assert [event.data["defence"] for event in field.events if event.kind == "gp_shot"] == [4, 1, 1]
    assert len({event.data["factor"] for event in field.events if event.kind == "gp_shot"}) == 1
    assert field.unit("S3").status == ELIMINATED
    assert all(field.detail(name).under_fire for name in ("S1", "S2", "S3"))


@pytest.mark.rules("6.5.4.2.3d")
def test_6_5_4_2_3_passengers_under_cover():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SPW 251/1", "0810", "A"), unit(RIFLE, on="G1")])
    field.fire("S1 FIRE G1 with GP", "1 1")
    assert field.event("gp_shot", 1)["defence"] == 3


@pytest.mark.rules("5.15d", "6.5.4.5a", "6.5.4.5b", "6.5.4.5c", "6.5.4.2.3c")
@pytest.mark.parametrize(("roll", "status"), [(20, ON_MAP), (21, CARRIED)])
def test_6_5_4_5_a_suppressed_passenger_may_bail_out(roll, status):
    field = Range(
        [unit(T34, "0808", "B"), unit(SMG, on="S1"), unit(SMG, on="S1")],
        [unit("German Rifle squad", "0810", "A", "FIRE")],
    )
    field.fire("G1 FIRE S1", f"1 55 1 {roll}")
    assert [field.detail(name).suppressed for name in ("S1", "S2", "S3")] == ["", ON, ""]
    assert (field.unit("S2").status, field.unit("S3").status) == (status, CARRIED)
    assert field.event("bail_out_roll")["event"] == "suppressed-df"


@pytest.mark.rules("6.5.4.5d")
@pytest.mark.parametrize(("before", "dice"), [(ON, "1 55"), (OFF, "1 55 99")])
def test_6_5_4_5_who_is_suppressed_on_does_not_check_again(before, dice):
    field = Range([unit(T34, "0808", "B"), unit(SMG, on="S1", suppressed=before)], [unit(RIFLE, "0810", "A", "FIRE")])
    field.fire("G1 FIRE S1", dice)
    assert field.detail("S2").suppressed == ON


@pytest.mark.rules("5.15-ex1", "5.15c", "6.5.4.4.2-eff-nonsmall-ap-e")
def test_5_15_ex1_the_wreck_comes_before_suppression():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SdKfz 10", "0810", "A"), unit(RIFLE, on="G1")])
    field.fire("S1 FIRE G1 with GP", "99 10 50 21")
    assert field.unit("G1").status == KNOCKED_OUT
    check = field.event("bail_out_roll")
    assert (check["event"], check["needs"], check["survives"]) == ("ko", 21, True)
    assert field.unit("G2").status == ON_MAP


@pytest.mark.rules("5.15-ex2", "6.5.4.4.2-eff-nonsmall-ap-b", "5.15g")
def test_5_15_ex2_passengers_go_with_the_crew():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SdKfz 10", "0810", "A"), unit(PAK, on="G1")])
    field.fire("S1 FIRE G1 with GP", "95 50 30")
    assert (field.unit("G1").damaged, field.unit("G1").status) == (True, BAILED_OUT)
    assert len([event for event in field.events if event.kind == "bail_out_roll"]) == 1
    assert (field.unit("G2").status, field.detail("G2").suppressed) == (ON_MAP, ON)


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-c", "6.5.4.4.2-eff-nonsmall-s", "6.5.4.5a")
def test_6_5_4_4_2_a_track_hit_by_gp_fire():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SdKfz 10", "0810", "A")])
    assert field.fire("S1 FIRE G1 with GP", "90 31")[-2:] == ["immobilised", "bail_out_roll"]
    assert field.unit("G1").status == ON_MAP


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-f", "6.5.4.4.2-eff-small-s-c")
def test_6_5_4_4_2_a_brew_up_by_gp_fire_suppresses_friends():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit("SdKfz 10", "0810", "A"), unit(RIFLE, "0810", "A")])
    field.fire("S1 FIRE G1 with GP", "99 1")
    assert (field.unit("G1").status, field.detail("G2").suppressed) == (BREWED_UP, ON)


@pytest.mark.rules("6.5.4.2.5d", "6.5.4.4g", "6.5.4.4.3-terrain", "6.5.4.4.3-building")
def test_6_5_4_4_3_a_building_falls_on_all_in_its_hex():
    field = Range(
        [unit("SU-152 M43", "1409", "A", "FIRE")],
        [
            unit(RIFLE, "1406", "D", mark="fire"),
            unit("SPW 251/1", "1406", "D"),
            unit(RIFLE, on="G2"),
            unit(RIFLE, "1405", "D"),
        ],
        ammo_limits="off",
    )
    kinds = field.fire("S1 FIRE G1", "1 100 100")
    assert kinds[:3] == ["announced", "gp_shot", "terrain_shot"]
    assert [roll.purpose for roll in field.rolls][1:] == [
        "GP fire: S1 at the wood building", "GP fire again: S1 at the wood building",
    ]  # fmt: skip
    assert [field.unit(name).status for name in ("G1", "G2", "G3", "G4")] == [ELIMINATED] * 3 + [ON_MAP]
    assert field.state.wrecks == []
    assert [(work.kind, work.was, work.turn) for work in field.state.works] == [(RUBBLE, "wood_building", 1)]


@pytest.mark.rules("6.5.4.2.5d", "6.5.4.2.5a")
def test_6_5_4_2_5_vehicles_in_the_alley_and_small_arms_spare_the_building():
    field = Range([unit("SU-152 M43", "1409", "A", "FIRE")], [unit("SPW 251/1", "1406", "D")], ammo_limits="off")
    field.fire("S1 FIRE G1 with GP", "1")
    field = Range([unit(SMG, "1408", "A", "FIRE")], [unit(RIFLE, "1406", "D")])
    assert field.fire("S1 FIRE G1", "1") == ["announced", "gp_shot"]


@pytest.mark.rules("5.1.3.4d", "6.5.4.2.5a")
@pytest.mark.parametrize("weapon", ["Panzerfaust", "RPzB 43/54"])
def test_5_1_3_4_hand_held_weapons_strike_men_in_a_building_and_never_the_building(weapon):
    field = Range([unit("Soviet Rifle squad", "1406", "D")], [unit(RIFLE, "1407", "A", "FIRE", weapons=(weapon,))])
    # 6.5.4.4.3-eff-leg-towed-a: 100 is an Effective result; there is no further roll.
    kinds = field.fire(f"G1 FIRE S1 with {weapon} GP", "100")
    assert kinds == ["announced", "gp_shot", "reduced", "suppressed"]
    assert field.state.works == []


@pytest.mark.rules("6.5.4.4.3-improved-position")
def test_6_5_4_4_3_an_improved_position_goes_with_its_unit():
    field = Range([unit("SU-152 M43", "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A"), unit(RIFLE, "0810", "A")],
                  works=[Work(IMPROVED, BOARD.by_label["0810"], 1)], ammo_limits="off")  # fmt: skip
    field.fire("S1 FIRE G1", "1 100 100")
    assert [field.unit(name).status for name in ("G1", "G2")] == [ELIMINATED, ON_MAP]
    assert [(work.kind, work.was) for work in field.state.works] == [(RUBBLE, IMPROVED)]
    again = Range([unit("SU-152 M43", "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A")],
                  works=[Work(IMPROVED, BOARD.by_label["0810"], 1)], ammo_limits="off")  # fmt: skip
    again.fire("S1 FIRE G1", "1 100 1")
    assert [work.kind for work in again.state.works] == [IMPROVED]
    assert again.unit("G1").status == ON_MAP


@pytest.mark.rules("6.5.4.4.3-improved-position", "6.5.4.2.3c")
def test_6_5_4_4_3_an_improved_position_buries_who_rides_in_its_wreck():
    field = Range([unit("SU-152 M43", "0808", "D", "FIRE")], [unit("SPW 251/1", "0810", "A"), unit(RIFLE, on="G1")],
                  works=[Work(IMPROVED, BOARD.by_label["0810"], 1)], ammo_limits="off")  # fmt: skip
    field.fire("S1 FIRE G1 with GP", "99 10 1 100 100")
    assert [field.unit(name).status for name in ("G1", "G2")] == [KNOCKED_OUT, ELIMINATED]
    assert not [event for event in field.events if event.kind == "bail_out_roll"]


@pytest.mark.rules("6.5.4.4.3-bridge", "6.5.4.2.5c", "6.5.4.2.3c")
def test_6_5_4_4_3_a_bridge_takes_who_rides_in_a_wreck_on_it():
    field = Range([unit("SU-152 M43", "2307", "F", "FIRE")], [unit("SPW 251/1", "2006", "D"), unit(RIFLE, on="G1")],
                  defences="bridge = 2", ammo_limits="off")  # fmt: skip
    field.fire("S1 FIRE G1 with GP", "99 10 1 100 100")
    assert [field.unit(name).status for name in ("G1", "G2")] == [KNOCKED_OUT, ELIMINATED]
    assert [(work.kind, work.was) for work in field.state.works] == [(RUBBLE, "bridge")]
    whole = Range([unit("SU-152 M43", "2307", "F", "FIRE")], [unit("SPW 251/1", "2006", "D"), unit(RIFLE, on="G1")],
                  defences="bridge = 2", ammo_limits="off")  # fmt: skip
    whole.fire("S1 FIRE G1 with GP", "99 10 1 1 100")
    assert whole.unit("G2").status == ON_MAP, "the bridge holds: it gets out of the wreck"
