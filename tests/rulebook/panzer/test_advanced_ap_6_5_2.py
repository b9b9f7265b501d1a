"""AP fire of the Advanced Game: hits, angles, locations, armour, modifiers and damage (6.5.2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.vehicles import find_vehicle, vehicles
from hulldown.games.panzer.rules.advanced.ap import (
    ApAim,
    hits_scored,
    may_spread,
    modifiers,
    number_of_hits,
    resolve,
    roll,
)
from hulldown.games.panzer.rules.advanced.hulldown import ANGLES, HULL_DOWN
from hulldown.games.panzer.rules.advanced.locations import (
    HIT_EFFECTS,
    NAMES,
    SHOTS,
    Hit,
    armour_at,
    digits,
    distribution,
    hit_angles,
    places,
    slope,
    strike,
)
from support.outcomes import enumerate_outcomes
from support.panzer_arms import ap, damage_classes, shot

SU_76M, T_34, PZ_IVH = find_vehicle("SU-76M M43"), find_vehicle("T-34/76 M43"), find_vehicle("PzKpfw IVH")
TRUCK = find_vehicle("Truck")
MEDIUM = damage_classes()["75-76"]


def labels(net) -> dict[str, int]:
    return {factor.label: factor.value for factor in net.factors}


@pytest.mark.rules("6.5.2.1a", "6.5.2.1-ex1")
def test_6_5_2_1_rates_of_fire_stand_on_the_cards():
    assert ap("SU-76M M43").rof == "N"
    assert ap("8.8cm FlaK 36 A/ATG").rof == "Q"


@pytest.mark.rules("6.5.2.1-ex2", "6.5.2.1-table", "6.5.2.1b", "6.5.2.1e")
def test_6_5_2_1_the_hit_roll_counts_the_hits():
    hits = [hits_scored(56, "F", rolled) for rolled in range(1, 101)]
    assert hits == [3] * 11 + [2] * 11 + [1] * 34 + [0] * 44
    assert number_of_hits(56, "F") == {
        0: Fraction(44, 100), 1: Fraction(34, 100), 2: Fraction(11, 100), 3: Fraction(11, 100),
    }  # fmt: skip


@pytest.mark.rules("6.5.2.1d")
def test_6_5_2_1_rate_n_hits_once():
    assert {hits_scored(56, "N", rolled) for rolled in range(1, 57)} == {1}
    assert hits_scored(56, "N", 57) == 0


@pytest.mark.parametrize(("rof", "most"), [("Q", 2), ("R", 3), ("F", 3)])
@pytest.mark.rules("6.5.2.1e")
def test_6_5_2_1_the_other_rates_by_the_table(rof, most):
    assert max(hits_scored(63, rof, rolled) for rolled in range(1, 101)) == most
    assert sum(number_of_hits(63, rof).values()) == 1
    assert number_of_hits(63, rof)[0] == Fraction(37, 100)


@pytest.mark.rules("6.5.2.1f", "6.5.2.2d")
def test_6_5_2_1_every_hit_rolls_for_its_own_location():
    dice = ScriptedDice("12 47 76", 0)
    aim = shot("7.5cm PaK 40 ATG", "T-34/76 M43", 6, cover="light", angle="front-side")
    result = roll(aim, dice)
    assert (result.rolled, result.hits) == (12, ((47, "ko"), (76, "ko")))
    assert [thrown.sides for thrown in dice.rolls] == [100, 100, 100]


@pytest.mark.rules("6.5.2.2a", "6.5.2.2c")
def test_6_5_2_2_six_angles_around_a_vehicle():
    # Facing north; displacements run around it at two hexes.
    around = [(0, -2), (1, -2), (2, -2), (2, -1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1), (-2, 0), (-1, -1)]
    front, front_side, rear_side, rear = (("front",), ("front-side",), ("rear-side",), ("rear",))
    right = [("front", "front-side"), front_side, ("front-side", "rear-side"), rear_side, ("rear-side", "rear")]
    assert [hit_angles(0, dq, dr) for dq, dr in around] == [front, *right, rear, *reversed(right)]
    assert hit_angles(3, 0, -2) == rear
    assert hit_angles(0, 1, -5) == front


@pytest.mark.rules("6.5.2.2b", "6.5.2.2.2a")
def test_6_5_2_2_eight_locations_for_every_vehicle():
    found = {place.location for angle in ANGLES for shot in SHOTS for place in places(SU_76M, angle, shot, "none")}
    assert found == set(NAMES) == {"TF", "TS", "TR", "HF", "HS", "HR", "TK", "DK"}


@pytest.mark.rules("6.5.2.2d", "6.5.2.2-ex1", "6.5.2.2-table")
def test_6_5_2_2_tens_give_the_location_and_units_the_damage():
    assert digits(76) == (7, 6)
    assert places(T_34, "front-side", "level", "none")[7 - 1].location == "HS"
    assert [digits(rolled) for rolled in (1, 9, 10, 90, 100)] == [(10, 1), (10, 9), (1, 10), (9, 10), (10, 10)]


@pytest.mark.rules("6.5.2.2.1a")
def test_6_5_2_2_1_ten_is_a_track_hit_without_armour_or_damage():
    for angle in ANGLES:
        for penetration in (0, 99):
            hit = Hit(PZ_IVH, angle, "level", "none", penetration, MEDIUM)
            assert {strike(hit, 10, units) for units in range(1, 11)} == {"track"}
    assert distribution(Hit(PZ_IVH, "front", "level", "none", 0, MEDIUM))["track"] == Fraction(1, 10)


@pytest.mark.rules("6.5.2.2.1c")
def test_6_5_2_2_1_wheels_and_half_tracks_have_track_hits_too():
    for name in ("Truck", "SPW 251/1", "T-34/76 M43"):
        assert strike(Hit(find_vehicle(name), "rear", "level", "none", 10, MEDIUM), 10, 5) == "track"


@pytest.mark.rules("6.5.2.2.2a", "6.5.2.2.2b", "6.5.2.2.2-ex1")
def test_6_5_2_2_2_one_of_a_falling_shot_strikes_the_deck():
    assert digits(14) == (1, 4)
    deck = places(T_34, "rear-side", "falling", "none")[0]
    assert (deck.location, deck.armour) == ("DK", T_34.armour.deck)
    assert places(T_34, "rear-side", "level", "none")[0].location == "TS"
    assert places(T_34, "rear-side", "rising", "none")[0].location == "TS"
    assert [place.location for place in places(T_34, "rear-side", "falling", "none")].count("DK") == 1


def masked(hull_down: str, angle: str = "front-side", shot: str = "level") -> list[int]:
    return [place.tens for place in places(T_34, angle, shot, hull_down) if place.masked]


@pytest.mark.rules("6.5.2.2.3a", "6.5.2.2.3-ex1", "6.1.4.1a")
def test_6_5_2_2_3_hull_down_masks_hull_and_track():
    assert masked("full") == [5, 6, 7, 8, 9, 10]
    for angle in ANGLES:
        assert masked("full", angle) == [5, 6, 7, 8, 9, 10]


@pytest.mark.rules("6.5.2.2.3b", "6.5.2.2.3-ex2")
def test_6_5_2_2_3_partial_hull_down_masks_starred_hull_and_track():
    assert masked("partial") == [6, 8, 9, 10]
    assert masked("none") == []


@pytest.mark.rules("6.5.2.2.3a", "6.5.2.2.2a")
def test_h10_the_deck_is_never_masked():
    assert masked("full", shot="falling") == [5, 6, 7, 8, 9, 10]
    assert not places(T_34, "front", "falling", "full")[0].masked


@pytest.mark.rules("6.5.2.3b", "6.5.2.3-ex1")
def test_6_5_2_3_types():
    assert (SU_76M.defence, SU_76M.target_type) == ("2P", "P")
    assert {vehicle.target_type for vehicle in vehicles().values()} == {"A", "P", "S"}


@pytest.mark.rules("6.5.2.3c")
def test_6_5_2_3_soft_vehicles_have_no_armour():
    soft = [vehicle for vehicle in vehicles().values() if vehicle.target_type == "S"]
    assert len(soft) > 3
    for vehicle in soft:
        found = {place.armour for angle in ANGLES for shot in SHOTS for place in places(vehicle, angle, shot, "none")}
        assert found == {0}


@pytest.mark.rules("6.5.2.3a", "6.5.2.3.1")
def test_6_5_2_3_1_level_rising_falling():
    assert (slope(2, 2), slope(1, 2), slope(3, 2)) == ("level", "rising", "falling")
    assert [armour_at(SU_76M, "front", "HF", shot)[0] for shot in SHOTS] == [14, 18, 11]


@pytest.mark.rules("6.5.2.3.2", "6.5.2.3.2-ex1")
def test_6_5_2_3_2_front_and_rear_have_no_sides():
    assert armour_at(SU_76M, "front", "HF", "rising") == (18, "rulebook")
    for angle in ("front", "rear"):
        found = {place.location for place in places(SU_76M, angle, "level", "none")}
        assert not found & {"TS", "HS"}


@pytest.mark.rules("6.5.2.3.3", "6.5.2.3.3-ex1")
def test_6_5_2_3_3_side_angles_read_the_side_columns():
    assert armour_at(SU_76M, "front-side", "HF", "level") == (17, "rulebook")
    assert armour_at(SU_76M, "rear-side", "TS", "level")[0] == 4


@pytest.mark.rules("6.5.2.3.4")
def test_6_5_2_3_4_ke_and_ce_meet_the_same_armour():
    heat, shell = ap("PzKpfw IVF1", "HEAT"), ap("PzKpfw IVF1", "AP")
    assert (heat.row.energy, shell.row.energy) == ("CE", "KE")
    for weapon in (heat, shell):
        resolved = resolve(ApAim(weapon, T_34, 2))
        bounced = sum(place.armour > resolved.penetration for place in places(T_34, "front", "level", "none")[:9])
        assert resolved.per_hit["bounce"] == Fraction(bounced, 10)


@pytest.mark.parametrize(
    ("facts", "label", "value", "rule"),
    [
        ({"shooter_suppressed": True}, "shooter suppressed", -5, "6.5.2.4-shooter-suppressed"),
        ({"fires": 1}, "Fire hex", -5, "6.5.2.4-on-fire-a"),
        ({"fires": 3}, "Fire hex, 3 times", -15, "6.5.2.4-on-fire-a"),
        ({"limits": 1}, "Ammo Limit", -3, "6.5.2.4-ammo-limit"),
        ({"limits": 2}, "Ammo Limit, 2 times", -6, "5.16.2.2b"),
        ({"transported": True}, "fired by a passenger", -2, "6.5.2.4-transported-fire"),
        ({"dual_fire": "same"}, "Dual Fire at the same target", -1, "6.5.2.4-dual-fire-a"),
        ({"dual_fire": "different"}, "Dual Fire at different targets", -3, "6.5.2.4-dual-fire-a"),
    ],
)
@pytest.mark.rules(
    "6.5.2.4-shooter-suppressed", "6.5.2.4-on-fire-a", "6.5.2.4-on-fire-b", "6.5.2.4-ammo-limit", "5.16.2.2b",
    "6.5.2.4-transported-fire", "6.5.2.4-dual-fire-a",
)  # fmt: skip
def test_6_5_2_4_modifiers(facts, label, value, rule):
    plain = resolve(shot("PzKpfw IVH", "T-34/76 M43", 6))
    found = resolve(shot("PzKpfw IVH", "T-34/76 M43", 6, **facts))
    assert found.net.value == plain.net.value + value
    assert Factor(rule, label, value, "rulebook") in found.net.factors


@pytest.mark.rules("6.5.2.4-heat-haze")
def test_6_5_2_4_heat_haze_from_eight_hexes():
    nets = [resolve(shot("PzKpfw IVH", "T-34/76 M43", reach, heat_haze=True)).net.value for reach in (7, 8, 9)]
    assert nets == [0, -3, -3]


@pytest.mark.rules("6.5.2.4-dual-fire-ex1")
def test_6_5_2_4_dual_fire_of_a_squads_panzerfaust():
    weapon = ap("Panzerfaust")
    nets = [resolve(ApAim(weapon, T_34, 1, dual_fire=dual)).net.value for dual in ("none", "same", "different")]
    assert nets == [0, -1, -3]


@pytest.mark.rules("6.5.2.4-unit-grade-a", "6.5.2.4-unit-grade-ex1", "6.5.2.4-unit-grade-table")
def test_6_5_2_4_grade_of_the_firer_by_range_factor():
    for grade, row in (("elite", (1, 1, 2, 2, 3)), ("seasoned", (0,) * 5), ("green", (-1, -2, -3, -3, -4))):
        aim = shot("SU-76M M43", "T-34/76 M43", 3, grade=grade)
        assert tuple(modifiers(aim, band).value for band in "PSMLE") == row
    regulars = resolve(shot("SU-76M M43", "PzKpfw IVH", 9, grade="regulars"))
    assert (regulars.band, labels(regulars.net)) == ("M", {"Regulars at M": -2})


@pytest.mark.rules("6.5.2.5a", "6.5.2.5-nd")
def test_6_5_2_5_the_units_result_gives_the_damage():
    hit = Hit(PZ_IVH, "front", "level", "none", 99, MEDIUM)
    assert [strike(hit, 1, units) for units in range(1, 11)] == [
        "nd", "damaged", "damaged", "damaged", "ko", "ko", "ko", "ko", "bu", "bu",
    ]  # fmt: skip
    light = Hit(PZ_IVH, "front", "level", "none", 99, damage_classes()["40"])
    assert [strike(light, 1, units) for units in range(1, 11)] == ["nd"] * 3 + ["damaged"] * 3 + ["ko"] * 3 + ["bu"]


@pytest.mark.rules("6.5.2.5b")
def test_6_5_2_5_two_less_against_soft_vehicles():
    hit = Hit(TRUCK, "front", "level", "none", 1, MEDIUM)
    assert [strike(hit, 1, units) for units in range(1, 11)] == [
        "nd", "nd", "nd", "damaged", "damaged", "damaged", "ko", "ko", "ko", "ko",
    ]  # fmt: skip


@pytest.mark.rules("4.4.3.2.6-damaged-b", "6.5.2.5a")
def test_h8_a_second_damage_knocks_out():
    hit = Hit(PZ_IVH, "front", "level", "none", 99, MEDIUM, target_damaged=True)
    assert strike(hit, 1, 3) == "ko"
    assert distribution(hit)["damaged"] == 0


@pytest.mark.rules("6.5.2.6-ex1")
def test_6_5_2_6_the_duel_again_the_t_34_fires():
    aim = shot("T-34/76 M43", "PzKpfw IVH", 3, angle="front-side", cover="medium", short_halt=True)
    result = roll(aim, ScriptedDice("27 63", 0))
    assert (result.shot.hit_number, result.shot.penetration, result.hits) == (27, 19, ((63, "damaged"),))
    struck = places(PZ_IVH, "front-side", "level", "none")[6 - 1]
    assert (struck.location, struck.armour) == ("HF", 19)


@pytest.mark.rules("6.5.2.6-ex2")
def test_6_5_2_6_the_duel_again_the_pzkpfw_ivh_fires():
    result = roll(shot("PzKpfw IVH", "T-34/76 M43", 3, angle="front"), ScriptedDice("1 47", 0))
    assert (result.shot.penetration, result.hits) == (25, ((47, "ko"),))
    struck = places(T_34, "front", "level", "none")[4 - 1]
    assert (struck.location, struck.armour) == ("TF", 18)


@pytest.mark.rules("5.16.2.1a", "5.16.2.1b")
def test_5_16_2_1_a_failed_limit_costs_three_and_the_rate_of_fire():
    plain = resolve(shot("7.5cm PaK 40 ATG", "T-34/76 M43", 6))
    failed = resolve(shot("7.5cm PaK 40 ATG", "T-34/76 M43", 6, limits=1))
    assert (plain.rof, failed.rof) == ("Q", "N")
    assert failed.net.value == plain.net.value - 3
    assert failed.hits[2] == 0 < plain.hits[2]


@pytest.mark.rules("5.6a", "5.6b")
def test_5_6_minimum_range():
    assert ap("PzKpfw IVH").row.minimum == 1
    assert resolve(shot("PzKpfw IVH", "T-34/76 M43", 0)).void == "range 0 is below the minimum range 1"
    assert resolve(shot("PzKpfw IVH", "T-34/76 M43", 24)).void == "range 24 is beyond the maximum range 23"
    with pytest.raises(HulldownError, match="beyond the maximum range"):
        roll(shot("PzKpfw IVH", "T-34/76 M43", 24), ScriptedDice("1", 0))


@pytest.mark.rules("5.14f")
def test_5_14_a_suppressed_unit_fires_one_weapon():
    found = resolve(shot("PzKpfw IVH", "T-34/76 M43", 3, shooter_suppressed=True, dual_fire="same"))
    assert found.factors[-1].rule == "5.14f"


@pytest.mark.rules("4.4.3.2.2-overwatch-adjust-b")
def test_g8_fixed_guns_do_not_turn_for_overwatch():
    assert resolve(shot("7.5cm PaK 40 ATG", "T-34/76 M43", 3, watch="adjust")).void
    assert not resolve(shot("PzKpfw IVH", "T-34/76 M43", 3, watch="adjust")).void


AIMS = [
    shot(attacker, target, reach, angle=angle, shot=slant, hull_down=hidden)
    for attacker in ("7.5cm PaK 40 ATG", "2cm FlaK 38 AAG", "ISU-152 M43")
    for target, reach in (("PzKpfw IVH", 3), ("Truck", 6), ("SU-76M M43", 5))
    for angle, slant, hidden in zip(ANGLES, (*SHOTS, "level"), (*HULL_DOWN, "none"), strict=True)
]


@pytest.mark.rules("6.5.2.1b", "6.5.2.1e", "6.5.2.2d", "6.5.2.5a")
@pytest.mark.parametrize("aim", AIMS[::5])
def test_the_odds_are_what_the_dice_do(aim):
    resolved = resolve(aim)
    assert sum(resolved.hits.values()) == sum(resolved.per_hit.values()) == 1
    assert tuple(resolved.per_hit) == HIT_EFFECTS
    first = enumerate_outcomes(lambda dice: hits_scored(resolved.hit_number, resolved.rof, dice.roll(100, "hit")))
    assert first == {number: chance for number, chance in resolved.hits.items() if chance}
    hit = Hit(aim.target, aim.angle, aim.shot, aim.hull_down, resolved.penetration, aim.weapon.damage)
    each = enumerate_outcomes(lambda dice: strike(hit, *digits(dice.roll(100, "location"))))
    assert each == {effect: chance for effect, chance in resolved.per_hit.items() if chance}


@pytest.mark.rules("6.5.2.1-table", "6.5.2.3a", "6.5.2.5a")
@pytest.mark.parametrize("aim", AIMS)
def test_every_factor_is_tagged(aim):
    resolved = resolve(aim)
    assert all(factor.provenance in ("rulebook", "public", "reconstructed") for factor in resolved.factors)
    assert resolved.provenance in ("public", "reconstructed")


@pytest.mark.rules("6.5.2.1g", "6.5.2.1h", "6.5.2.1-ex3")
def test_6_5_2_1_hits_spread_within_the_command_range_of_the_firer():
    aim = shot("2cm FlaK 38 AAG", "T-60 M42", 3)
    near, far = 1, 2
    for grade, found in (("veteran", (True, False)), ("regulars", (False, False)), ("elite", (True, True))):
        assert tuple(may_spread(aim._replace(grade=grade), apart, 3) for apart in (near, far)) == found
    assert may_spread(aim._replace(grade="green"), 0, 3)
    veteran = aim._replace(grade="veteran")
    # S to 3 hexes, M from there on: a closer Range Factor will do, a farther one will not.
    assert [may_spread(veteran, 1, reach) for reach in (2, 3, 4, 99)] == [True, True, False, False]
