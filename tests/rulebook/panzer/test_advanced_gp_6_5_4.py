"""GP direct fire: factor, defence, modifiers, the table and its effects (6.5.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.arsenal import find_target
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced.gp import GpAim, modifiers, resolve, roll
from hulldown.games.panzer.rules.advanced.gp_defence import Defence, of_passenger, of_terrain, of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.gp_effects import Blow, brew_up_limit, effect_of, half, outcomes_of
from support.outcomes import enumerate_outcomes
from support.panzer_arms import attack, gp

RIFLE = "German Rifle squad"


def blow(kind: str = "A", *, small: bool = False, band: str = "P", eff: int = 5, defence: int = 3, **more) -> Blow:
    """An attack on a vehicle with N-Effect 30 and S-Effect 60."""
    target = Defence("vehicle", "target", defence, kind, ())
    return Blow(target, small, eff, band, more.pop("factor", 7), 30, 60, **more)


@pytest.mark.rules("6.5.4.1", "6.5.4.1-ex1", "6.5.4.1-ex2")
def test_6_5_4_1_gp_factors():
    assert resolve(attack("SU-76M M43", RIFLE, 7)).factor == 4
    assert resolve(attack(RIFLE, "SU-76M M43", 5)).factor == 5


@pytest.mark.rules("6.5.4.2", "6.5.4.2.1", "6.5.4.2.1-ex1")
def test_6_5_4_2_1_vehicles():
    found = of_vehicle(find_vehicle("SU-76M M43"))
    assert (found.value, found.type, found.factors[0].provenance) == (2, "P", "rulebook")
    assert (of_vehicle(find_vehicle("SU-85 M43")).value, of_vehicle(find_vehicle("SU-85 M43")).type) == (4, "A")


@pytest.mark.rules("6.5.4.2.2a", "6.5.4.2.2b", "6.5.4.2.2-ex1", "6.5.4.2.2-ex2", "6.5.4.2.2-ex3")
def test_6_5_4_2_2_german_leg_units():
    squad = find_target(RIFLE)
    assert of_unit(squad)[2:4] == (2, "S")
    assert of_unit(squad, "medium", moving=True)[2:4] == (4, "S")
    assert of_unit(squad, "heavy", full_cover=True)[2:4] == (10, "S")
    assert [of_unit(squad, cover).value for cover in ("none", "light", "medium", "heavy")] == [2, 4, 6, 8]


@pytest.mark.rules("6.5.4.2.2b", "6.5.4.2.2c")
def test_6_5_4_2_2_from_one_to_ten():
    squad, gun = find_target(RIFLE), find_target("7.5cm PaK 40 ATG")
    flak = find_target("8.8cm FlaK 36 A/ATG")
    low = of_unit(squad, moving=True)
    assert (low.value, [factor.value for factor in low.factors]) == (1, [2, -2, 1])
    assert of_unit(flak, moving=True).value == 1
    assert of_unit(gun, "light", full_cover=True).value == 5
    assert of_unit(squad, "heavy", full_cover=True, moving=True).value == 8


@pytest.mark.rules("6.5.4.2.3d")
def test_6_5_4_2_3_passengers():
    assert (of_passenger("squad", True).value, of_passenger("squad", False).value) == (3, 1)
    aim = GpAim(gp("SU-76M M43"), of_passenger("squad", False), 3, cover="heavy", target_moving=True, wall=True)
    assert resolve(aim).net.value == 0


@pytest.mark.rules("6.5.4.2.3b", "6.5.4.4f")
def test_6_5_4_2_3_a_passenger_has_its_own_defence_and_modifiers():
    carrier = resolve(attack("SU-76M M43", "SPW 251/1", 3, target_moving=True))
    passenger = resolve(GpAim(gp("SU-76M M43"), of_passenger("squad", True), 3))
    assert (carrier.factor, passenger.factor) == (5, 5)
    assert (carrier.defence, carrier.net.value) == (1, -20)
    assert (passenger.defence, passenger.net.value) == (3, 0)
    assert tuple(passenger.outcomes) == ("none", "suppressed", "effective")


@pytest.mark.rules("6.5.4.2.5a", "6.5.4.2.5b", "6.5.4.2.5c", "6.5.4.2.5-table", "6.5.4.4.3-terrain")
def test_6_5_4_2_5_terrain():
    assert [of_terrain(name).value for name in ("wood_building", "brick_building", "stone_building", "mines")] == [
        4, 6, 8, 5,
    ]  # fmt: skip
    assert of_terrain("bridge", 7).value == 7
    with pytest.raises(HulldownError, match=r"bridge has no GP Defense \(6.5.4.2.5c\)"):
        of_terrain("bridge")
    with pytest.raises(HulldownError, match="woods has no GP Defense"):
        of_terrain("woods")
    gun = gp("ISU-152 M43")
    house, mines = (resolve(GpAim(gun, of_terrain(name), 1)) for name in ("brick_building", "mines"))
    assert (house.n_effect, house.s_effect) == (37, 71)
    assert house.outcomes == {"none": 1 - Fraction(29, 100) ** 2, "destroyed": Fraction(29, 100) ** 2}
    assert mines.outcomes["destroyed"] == Fraction(34, 100)
    assert resolve(GpAim(gp(RIFLE), of_terrain("mines"), 1)).void == "Small Arms destroy no terrain"


@pytest.mark.rules("6.5.4.4.3-terrain")
def test_6_5_4_4_3_a_building_takes_two_effective_rolls():
    aim = GpAim(gp("ISU-152 M43"), of_terrain("brick_building"), 1)
    assert roll(aim, ScriptedDice("72 72", 0)).effect == "destroyed"
    assert roll(aim, ScriptedDice("72 71", 0)).effect == "none"
    assert roll(aim, ScriptedDice("71", 0)).effect == "none"
    assert roll(GpAim(gp("ISU-152 M43"), of_terrain("mines"), 1), ScriptedDice("67", 0)).second == 0


@pytest.mark.rules("5.12a", "5.12-ex1", "6.5.4.3b", "6.5.4.3-ex1")
def test_6_5_4_3_modifiers_add_up():
    assert resolve(attack("SU-76M M43", "T-34/76 M43", 9, shooter_damaged=True)).net.value == -30
    coax = resolve(attack("PzKpfw IVH", RIFLE, 3, shooter_suppressed=True))
    assert ([factor.value for factor in coax.net.factors], coax.net.value) == ([10, -20], -10)


LEG = [
    ({"cavalry": True}, 10, "6.5.4.3-target-cavalry"),
    ({"crawling": True}, 10, "6.5.4.3-leg-crawling"),
    ({"wall": True}, -10, "6.5.4.3-wall-hexside"),
    ({"entrenched": True}, -10, "6.5.4.3-hasty-entrenchment"),
]
ANY = [
    ({"short_halt": True}, -15, "6.5.4.3-short-halt"),
    ({"shooter_damaged": True}, -10, "6.5.4.3-shooter-damaged"),
    ({"shooter_suppressed": True}, -20, "6.5.4.3-shooter-suppressed"),
    ({"fires": 2}, -40, "6.5.4.3-on-fire-a"),
    ({"smoke": 1}, -10, "6.5.4.3-brew-up-smoke"),
    ({"smoke": 3}, -30, "6.5.4.3-brew-up-smoke"),
    ({"watch": "overwatch"}, -5, "6.5.4.3-overwatch"),
    ({"ammo_limit": True}, -10, "6.5.4.3-ammo-limit"),
    ({"transported": True}, -10, "6.5.4.3-transported-fire"),
    ({"dual_fire": "same"}, -5, "6.5.4.3-dual-fire"),
    ({"dual_fire": "different"}, -10, "6.5.4.3-dual-fire"),
]
VEHICLE = [
    ({"target_moving": True}, -10, "6.5.4.3-target-vehicle-moving-a"),
    ({"cover": "medium"}, -10, "6.5.4.3-vehicle-cover-a"),
    ({"cover": "heavy"}, -20, "6.5.4.3-vehicle-cover-a"),
    ({"cover": "heavy", "over_stacked": True}, 0, "6.5.4.3-vehicle-cover-a"),
]


@pytest.mark.parametrize(("facts", "value", "rule"), [*LEG, *ANY])
@pytest.mark.rules(
    "6.5.4.3a", "6.5.4.3-table", "6.5.4.3-target-cavalry", "6.5.4.3-leg-crawling", "6.5.4.3-wall-hexside",
    "6.5.4.3-hasty-entrenchment", "6.5.4.3-short-halt", "6.5.4.3-shooter-damaged", "6.5.4.3-shooter-suppressed",
    "6.5.4.3-on-fire-a", "6.5.4.3-on-fire-b", "6.5.4.3-brew-up-smoke", "6.5.4.3-overwatch", "6.5.4.3-ammo-limit",
    "6.5.4.3-transported-fire", "6.5.4.3-dual-fire", "6.5.3",
)  # fmt: skip
def test_6_5_4_3_modifiers_against_a_squad(facts, value, rule):
    plain, found = (resolve(attack("SU-76M M43", RIFLE, 2, **more)) for more in ({}, facts))
    assert found.net.value - plain.net.value == value
    assert [factor.rule for factor in found.net.factors if factor not in plain.net.factors] == [rule]


@pytest.mark.parametrize(("facts", "value", "rule"), [*VEHICLE, *ANY])
@pytest.mark.rules("6.5.4.3-target-vehicle-moving-a", "6.5.4.3-vehicle-cover-a")
def test_6_5_4_3_modifiers_against_a_vehicle(facts, value, rule):
    plain, found = (resolve(attack("SU-76M M43", "PzKpfw IVH", 2, **more)) for more in ({}, facts))
    assert found.net.value - plain.net.value == value
    assert rule in [factor.rule for factor in found.net.factors]


@pytest.mark.rules("6.5.4.3-vehicle-cover-a", "6.5.4.3-target-vehicle-moving-a")
def test_light_cover_is_nothing_to_a_vehicle_and_squads_ignore_vehicle_modifiers():
    assert resolve(attack("SU-76M M43", "PzKpfw IVH", 2, cover="light")).net.value == -20
    assert resolve(attack("SU-76M M43", RIFLE, 2, cover="heavy", target_moving=True)).net.value == 0
    assert resolve(attack("SU-76M M43", "PzKpfw IVH", 2, cavalry=True, wall=True, crawling=True)).net.value == -20


@pytest.mark.rules("6.5.4.3-overwatch-adjust")
def test_6_5_4_3_overwatch_adjust():
    assert resolve(attack("T-34/76 M43", RIFLE, 9, watch="adjust")).net.value == -10
    assert resolve(attack("SU-76M M43", RIFLE, 9, watch="adjust")).void


@pytest.mark.parametrize(("target", "last"), [(RIFLE, 2), ("8.8cm FlaK 36 A/ATG", 4), ("Truck", 7)])
@pytest.mark.rules("6.5.4.3-heat-haze")
def test_6_5_4_3_heat_haze_by_size(target, last):
    nets = [resolve(attack("SU-76M M43", target, reach, heat_haze=True)).net.value for reach in (last, last + 1)]
    assert nets == [0, -10]


@pytest.mark.rules("6.5.4.3-target-type")
def test_6_5_4_3_types():
    nets = [resolve(attack("SU-76M M43", name, 2)).net.value for name in ("Truck", "SU-76M M43", "PzKpfw IVH")]
    assert nets == [0, -10, -20]


@pytest.mark.rules("6.5.4.3-coax-mg")
def test_6_5_4_3_coax_at_pointblank_against_all_but_armour():
    def coax(target: str, reach: int, attacker: str = "PzKpfw IVH") -> int:
        rules = [factor.rule for factor in resolve(attack(attacker, target, reach)).net.factors]
        return rules.count("6.5.4.3-coax-mg")

    assert [coax(name, 5) for name in (RIFLE, "57mm ZiS-2 M43 ATG", "SU-76M M43", "Truck")] == [1, 1, 1, 1]
    assert coax("T-34/76 M43", 5) == coax(RIFLE, 6) == coax(RIFLE, 5, "SU-76M M43") == 0


@pytest.mark.rules("6.5.4.3-unit-grade-a", "6.5.4.3-unit-grade-ex1")
def test_6_5_4_3_grade_by_range_factor():
    aim = attack("SU-76M M43", RIFLE, 2, grade="veteran")
    assert [modifiers(aim, band).value for band in "PSMLE"] == [0, 0, 5, 5, 10]
    assert Factor("6.5.4.3-unit-grade-a", "Veteran at L", 5, "rulebook") in modifiers(aim, "L").factors
    assert [modifiers(aim._replace(grade="regulars"), band).value for band in "PSMLE"] == [0, -5, -5, -5, -10]
    assert [modifiers(aim._replace(grade="seasoned"), band).value for band in "PSMLE"] == [0] * 5


def result_of(factor: int, defence: int, result: int) -> str:
    """What a modified result does to a leg unit."""
    from hulldown.games.panzer.data.loading import chart

    n_effect, s_effect = map(int, chart("gp-results").cell(defence, str(factor)).split("/"))
    return effect_of(Blow(Defence("leg", "", defence, "S", ()), False, 0, "P", factor, n_effect, s_effect), result)


@pytest.mark.rules("6.5.4.4a", "6.5.4.4-ex1", "6.5.4.4-ex2", "6.5.4.4-ex3", "6.5.4.4-ex4", "6.5.4.4-table", "6.5.4.4b")
def test_6_5_4_4_examples():
    found = resolve(attack("SU-76M M43", "StuG IIIG", 3))
    assert (found.factor, found.defence, found.n_effect, found.s_effect) == (5, 3, 43, 72)
    assert result_of(7, 5, 60) == "suppressed"
    assert result_of(2, 9, 109) == "effective"
    assert result_of(15, 2, -1) == "none"


@pytest.mark.rules("6.5.4.4c", "6.5.4.4d", "6.5.4.4e", "6.5.4.4.1", "6.5.4.4.3-sup-leg-towed")
def test_6_5_4_4_the_two_numbers():
    assert [result_of(5, 3, result) for result in (43, 44, 72, 73)] == ["none", "suppressed", "suppressed", "effective"]


@pytest.mark.rules("6.5.4.4-effects-table", "6.5.4.4.2-rule-of-5s-10s", "6.5.4.4.2-eff-nonsmall-ap-b",
                   "6.5.4.4.2-eff-nonsmall-ap-c", "6.5.4.4.2-eff-nonsmall-ap-e", "6.5.4.4.2-sup-nonsmall")  # fmt: skip
@pytest.mark.parametrize("kind", "APS")
def test_6_5_4_4_2_fives_and_tens(kind):
    found = [effect_of(blow(kind), result) for result in (30, 31, 60, 61, 65, 70, 75, 80, 100, 105, 64)]
    assert found == ["none", "suppressed", "suppressed", "kill", "damaged", "track", "damaged", "track", "track",
                     "damaged", "kill"]  # fmt: skip


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-a", "6.5.4.4.2-eff-nonsmall-ap-ex1", "6.5.4.4.2-eff-nonsmall-s")
def test_6_5_4_4_2_effectiveness_below_the_defence_only_suppresses():
    assert gp("SU-76M M43").row.effectiveness == 3
    for kind in "AP":
        assert {effect_of(blow(kind, eff=3, defence=4), result) for result in (61, 65, 70)} == {"suppressed"}
        assert effect_of(blow(kind, eff=3, defence=3), 61) == "kill"
    assert effect_of(blow("S", eff=1, defence=2), 61) == "kill"


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-d")
def test_6_5_4_4_2_hull_down_ignores_a_track_hit():
    assert effect_of(blow(hull_down=True), 70) == "none"
    assert effect_of(blow(hull_down=True), 65) == "damaged"


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-e")
def test_6_5_4_4_2_brew_up_or_knock_out_by_a_die():
    aim = attack("SU-76M M43", "PzKpfw IVH", 3)
    assert [(roll(aim, ScriptedDice(f"93 {die}", 0)).effect) for die in (1, 3, 4, 10)] == ["bu", "bu", "ko", "ko"]
    assert resolve(aim).brew_up == 3


@pytest.mark.parametrize(
    ("kind", "suppressed", "effective"),
    [
        ("A", "suppressed none none none none", "suppressed suppressed none none none"),
        ("P", "suppressed suppressed none none none", "damaged suppressed none none none"),
        ("S", "suppressed suppressed suppressed suppressed suppressed", "kill kill kill kill kill"),
    ],
)
@pytest.mark.rules(
    "6.5.4.4.2a", "6.5.4.4.2-sup-small-a", "6.5.4.4.2-sup-small-p", "6.5.4.4.2-sup-small-s", "6.5.4.4.2-eff-small-a",
    "6.5.4.4.2-eff-small-p", "6.5.4.4.2-eff-small-s-a",
)  # fmt: skip
def test_6_5_4_4_2_small_arms_by_type_and_range_factor(kind, suppressed, effective):
    assert [effect_of(blow(kind, small=True, band=band), 45) for band in "PSMLE"] == suppressed.split()
    assert [effect_of(blow(kind, small=True, band=band), 61) for band in "PSMLE"] == effective.split()


@pytest.mark.rules("6.5.4.4.2-eff-small-s-a", "6.5.4.4.2-eff-small-s-b", "5.12b")
def test_6_5_4_4_2_small_arms_at_soft_vehicles():
    assert [effect_of(blow("S", small=True), result) for result in (65, 70)] == ["damaged", "track"]
    assert [brew_up_limit(blow("S", small=True, factor=factor)) for factor in (1, 2, 3, 7, 10)] == [1, 1, 1, 3, 5]
    assert [half(factor) for factor in (1, 2, 5, 9)] == [1, 1, 2, 4]
    aim = attack(RIFLE, "Truck", 1)
    assert [roll(aim, ScriptedDice(f"99 {die}", 0)).effect for die in (5, 6)] == ["bu", "ko"]


@pytest.mark.rules("6.5.4.4.2-rule-of-5s-10s")
def test_b2_the_last_digit_of_a_negative_result():
    low = blow("S")._replace(n_effect=-30, s_effect=-20)
    assert [effect_of(low, result) for result in (-15, -10, 0, -7)] == ["damaged", "track", "track", "kill"]


@pytest.mark.rules("6.5.4.4.2-eff-nonsmall-ap-b", "6.5.4.4.2-eff-small-p")
def test_q8_damage_on_a_damaged_vehicle_is_a_knock_out():
    assert effect_of(blow(damaged=True), 65) == "ko"
    assert effect_of(blow("P", small=True, damaged=True), 61) == "ko"
    found = outcomes_of(blow(damaged=True), 0)
    assert (found["damaged"], found["ko"]) == (0, Fraction(4, 100) + Fraction(32, 100) / 2)


@pytest.mark.rules("6.5.4.4.3-sup-leg-towed", "6.5.4.4.3-eff-leg-towed-a")
def test_6_5_4_4_3_leg_and_towed_units_by_any_weapon():
    for attacker, target in (("SU-76M M43", RIFLE), (RIFLE, "57mm ZiS-2 M43 ATG"), ("German HMG", "Soviet SMG squad")):
        found = resolve(attack(attacker, target, 2))
        assert tuple(found.outcomes) == ("none", "suppressed", "effective")
        assert found.outcomes["effective"] == Fraction(100 - found.s_effect, 100)


@pytest.mark.rules("6.5.4.5-ex1")
def test_6_5_4_5_the_squad_fires_at_the_su_76():
    aim = attack(RIFLE, "SU-76M M43", 3, grade="veteran")
    found = roll(aim, ScriptedDice("81", 0))
    shot = found.shot
    assert (shot.band, shot.factor, shot.defence, shot.net.value) == ("S", 7, 2, -10)
    assert (shot.n_effect, shot.s_effect, found.result, found.effect) == (31, 62, 71, "suppressed")
    assert (shot.outcomes["none"], shot.outcomes["suppressed"]) == (Fraction(41, 100), Fraction(59, 100))


@pytest.mark.rules("6.5.4.5-ex2")
def test_6_5_4_5_the_suppressed_su_76_fires_back():
    aim = attack("SU-76M M43", RIFLE, 3, cover="light", grade="regulars", shooter_suppressed=True)
    found = roll(aim, ScriptedDice("64", 0))
    shot = found.shot
    assert (shot.band, shot.factor, shot.defence, shot.net.value) == ("P", 5, 4, -20)
    assert (shot.n_effect, shot.s_effect, found.result, found.effect) == (48, 77, 44, "none")


@pytest.mark.rules("5.6a", "5.6-ex1", "5.1.3.1e")
def test_5_6_the_mortar_does_not_reach_the_next_hex():
    assert resolve(attack("8cm GrW 34", RIFLE, 1)).void == "range 1 is below the minimum range 2"
    assert not resolve(attack("8cm GrW 34", RIFLE, 2)).void


@pytest.mark.rules("5.1.3.4c", "5.1.3.4d", "5.1.3.4-ex1")
def test_5_1_3_4_hand_held_weapons_have_one_factor_against_leg_and_towed_units():
    target = "Soviet SMG squad"
    assert resolve(attack("Panzerfaust", target, 1)).factor == 14
    assert [resolve(attack("RPzB 43/54", target, reach)).factor for reach in (1, 2)] == [8, 8]
    assert [resolve(attack("RPzB 43/54", target, reach)).band for reach in (1, 2)] == ["P", "S"]
    assert "leg and towed" in resolve(attack("Panzerfaust", "T-34/76 M43", 1)).void
    assert not resolve(GpAim(gp("Panzerfaust"), of_passenger("squad", False), 1)).void


@pytest.mark.rules("6.5.4.4a", "6.5.4.4b", "6.5.4.4c", "6.5.4.4.2-eff-nonsmall-ap-e", "6.5.4.4.3-terrain")
@pytest.mark.parametrize(
    "aim",
    [
        attack("SU-76M M43", "PzKpfw IVH", 3), attack("SU-76M M43", "Truck", 3, target_damaged=True),
        attack("IS-2m M44", "SPW 251/1", 1, hull_down="full"), attack(RIFLE, "Truck", 1),
        attack(RIFLE, "SU-76M M43", 1), attack("German HMG", RIFLE, 3, full_cover=True),
        attack("ISU-152 M43", "SU-76M M43", 20, grade="green"),
        GpAim(gp("ISU-152 M43"), of_terrain("wood_building"), 4), GpAim(gp("ISU-152 M43"), of_terrain("mines"), 4),
    ],
)  # fmt: skip
def test_the_odds_are_what_the_dice_do(aim):
    found = resolve(aim)
    assert sum(found.outcomes.values()) == 1
    thrown = enumerate_outcomes(lambda dice: roll(aim, dice).effect)
    assert thrown == {effect: chance for effect, chance in found.outcomes.items() if chance}
    assert all(factor.provenance in ("rulebook", "public", "reconstructed") for factor in found.factors)
    assert found.provenance in ("public", "reconstructed")


@pytest.mark.rules("5.6a", "3.5.2a", "6.5.4.4b")
def test_an_attack_that_cannot_be_is_not_rolled():
    with pytest.raises(HulldownError, match="beyond the maximum range 8"):
        roll(attack(RIFLE, "Truck", 9), ScriptedDice("1", 0))
