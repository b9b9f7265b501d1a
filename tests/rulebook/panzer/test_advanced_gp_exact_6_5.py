"""Bounds and parts of hit locations, GP attacks and the aims of both kinds of fire (6.5.2, 6.5.4)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.arsenal import find_attacker, find_target
from hulldown.games.panzer.data.vehicles import find_vehicle, vehicles
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.arms import GP, gp_weapon, pick
from hulldown.games.panzer.rules.advanced.gp_defence import of_terrain, of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.gp_effects import Blow, effect_of, outcomes_of
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR
from hulldown.games.panzer.rules.advanced.hulldown import ANGLES, partial_by_height
from hulldown.games.panzer.rules.advanced.locations import (
    SHOTS,
    Hit,
    Place,
    armour_at,
    damage_of,
    digits,
    location_factors,
    places,
    slope,
    strike,
)
from hulldown.games.panzer.rules.advanced.play import aims
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from support.advanced_fire import Range, unit
from support.panzer_arms import attack, damage_classes

T_34, PZ_IVH, TRUCK = find_vehicle("T-34/76 M43"), find_vehicle("PzKpfw IVH"), find_vehicle("Truck")
MEDIUM, HEAVY = damage_classes()["75-76"], damage_classes()["152"]


@pytest.mark.rules("6.5.2.2d", "6.5.2.3.1")
def test_digits_and_slopes_at_their_bounds() -> None:
    assert [digits(rolled) for rolled in (1, 10, 11, 99, 100)] == [(10, 1), (1, 10), (1, 1), (9, 9), (10, 10)]
    assert [slope(2, 2), slope(3, 2), slope(1, 2)] == ["level", "falling", "rising"]


@pytest.mark.rules("6.5.2.2.1a", "6.5.2.2.2a", "6.5.2.2.3a", "6.5.2.2.3b", "6.5.2.2d")
def test_a_place_says_why_it_is_what_it_is() -> None:
    deck = places(T_34, "front", "falling", "full")[0]
    assert deck == Place(1, "DK", False, False, T_34.armour.deck, "rulebook", "6.5.2.2.2a")
    for hull_down, masked in (("none", False), ("partial", True), ("full", True)):
        track = places(T_34, "front", "level", hull_down)[9]
        assert (track.location, track.starred, track.masked, track.armour) == ("TK", False, masked, 0)
        assert track.rule == "6.5.2.2.1a"
    by_mask = {"none": ["6.5.2.2d"] * 9, "partial": ["6.5.2.2d"] * 5 + ["6.5.2.2.3b", "6.5.2.2d"] + ["6.5.2.2.3b"] * 2,
               "full": ["6.5.2.2d"] * 4 + ["6.5.2.2.3a"] * 5}  # fmt: skip
    for hull_down, rules in by_mask.items():
        assert [place.rule for place in places(T_34, "front", "level", hull_down)[:9]] == rules


@pytest.mark.rules("6.5.2.3c", "6.5.2.3a")
def test_soft_vehicles_have_no_armour_anywhere() -> None:
    soft = [card for card in vehicles().values() if card.target_type == "S"]
    assert TRUCK in soft
    for card in soft:
        for angle in ANGLES:
            for shot in SHOTS:
                assert {place.armour for place in places(card, angle, shot, "none")} == {0}
        assert armour_at(card, "front", "DK", "falling") == (0, "rulebook")


@pytest.mark.rules("6.5.2.5a", "6.5.2.5b", "6.5.2.5-nd", "4.4.3.2.6-damaged-b")
def test_what_a_hit_does_to_soft_and_to_damaged_vehicles() -> None:
    soft = Hit(TRUCK, "front", "level", "none", 9, HEAVY)
    assert [damage_of(soft, units) for units in (1, 2, 3, 4)] == ["damaged", "damaged", "damaged", "ko"]
    hurt = Hit(PZ_IVH, "front", "level", "none", 99, MEDIUM, target_damaged=True)
    assert [strike(hurt, 1, units) for units in (1, 2, 5, 9)] == ["nd", "ko", "ko", "bu"]
    told = location_factors(hurt)
    assert told[-1] == Factor("4.4.3.2.6-damaged-b", "damaged a second time", "ko", "rulebook")
    assert "4.4.3.2.6-damaged-b" not in [one.rule for one in location_factors(hurt._replace(target_damaged=False))]


@pytest.mark.rules("6.5.2.2.3a", "6.5.2.2.3b", "6.5.2.3a", "6.5.2.5a")
def test_what_is_told_of_the_places_of_a_hit() -> None:
    hit = Hit(T_34, "front", "level", "none", 18, MEDIUM)
    through = location_factors(hit)
    assert (through[0].rule, through[0].label, through[0].value) == (
        "6.5.2.3a", "front, 1: Turret Front, goes through armour", 18,
    )  # fmt: skip
    assert location_factors(hit._replace(penetration=17))[0].label == "front, 1: Turret Front, bounces off armour"
    assert [one.value for one in through[:10]] == [18] * 9 + ["track"]
    for hull_down, rule, count in (("full", "6.5.2.2.3a", 6), ("partial", "6.5.2.2.3b", 4)):
        masked = [one for one in location_factors(hit._replace(hull_down=hull_down)) if one.value == "masked"]
        assert [one.rule for one in masked] == [rule] * count
    assert through[-1].value == "No Damage 1, Damaged 2-4, Knocked Out 5-8, Brewed Up 9-10"
    heavy = location_factors(hit._replace(damage=HEAVY))[-1]
    assert heavy.value == "Damaged 1, Knocked Out 2-6, Brewed Up 7-10"


@pytest.mark.rules("6.1.4.1.2a", "6.1.4.1.3")
def test_partial_hull_down_by_the_difference_of_heights() -> None:
    assert partial_by_height(3, 2, 1)
    assert not partial_by_height(3, 2, 2)
    assert not partial_by_height(2, 2, 0)


@pytest.mark.rules("6.5.2.2c", "6.5.2.2.3a", "6.5.2.2.3b")
def test_between_two_angles_the_armour_that_can_be_hit_decides() -> None:
    for card in vehicles().values():
        for hull_down in ("full", "partial"):
            masked = {sum(one.masked for one in places(card, angle, "level", hull_down)) for angle in ANGLES}
            assert len(masked) == 1, "as many are masked at every angle"
        for pair in (("front", "front-side"), ("rear-side", "rear")):
            for hull_down in ("none", "full"):
                bare = [
                    sum(one.armour for one in places(card, angle, "level", hull_down) if not one.masked)
                    for angle in pair
                ]
                expected = pair[0] if bare[0] >= bare[1] else pair[1]
                assert aims.angle_of(card, pair, "level", hull_down) == expected


@pytest.mark.rules("6.5.4.3-wall-hexside", "6.5.4.3-hasty-entrenchment", "6.5.4.3-target-cavalry",
                   "6.5.4.3-leg-crawling")  # fmt: skip
def test_what_shelters_guns_and_men() -> None:
    def rules(target: str, **facts: bool) -> list[str]:
        return [one.rule for one in gp.modifiers(attack("PzKpfw IVH", target, 9, **facts), "M").factors]

    assert rules("57mm ZiS-2 M43 ATG", wall=True) == ["6.5.4.3-wall-hexside"]
    assert rules("57mm ZiS-2 M43 ATG", entrenched=True) == ["6.5.4.3-hasty-entrenchment"]
    assert rules("57mm ZiS-2 M43 ATG", crawling=True) == []
    assert rules("Soviet Rifle squad", crawling=True) == ["6.5.4.3-leg-crawling"]
    assert rules("Soviet Rifle squad") == []


@pytest.mark.rules("5.6a", "3.5.2a", "5.14f", "5.1.3.4d", "6.5.4.2.5a", "6.5.4.3-overwatch-adjust", "6.5.1.13d")
def test_where_there_is_no_attack() -> None:
    def void(aim: gp.GpAim) -> list[tuple[str, object]]:
        found = gp.resolve(aim)
        assert found.void == (found.factors[0].label if found.void else "")
        return [(one.rule, one.value) for one in found.factors] if found.void else []

    faust = find_attacker("Panzerfaust")
    hand = gp_weapon(faust, pick(faust, "", GP))
    at_men = attack("PzKpfw IVH", "Soviet Rifle squad", 3)
    reach = at_men.weapon.row.reach
    assert void(at_men._replace(distance=reach)) == []
    assert void(at_men._replace(distance=reach + 1)) == [("3.5.2a", 0)]
    assert void(at_men._replace(distance=reach + 1, planned=True)) == []
    lowest = at_men.weapon.row.minimum
    assert void(at_men._replace(distance=lowest)) == []
    assert void(at_men._replace(distance=lowest - 1)) == ([("5.6a", 0)] if lowest else [])
    assert void(at_men._replace(shooter_suppressed=True)) == void(at_men._replace(dual_fire="same")) == []
    assert void(at_men._replace(shooter_suppressed=True, dual_fire="same")) == [("5.14f", 0)]
    gun = attack("7.5cm PaK 40 ATG", "Soviet Rifle squad", 3)
    assert void(gun._replace(watch="adjust")) == [("6.5.4.3-overwatch-adjust", 0)]
    assert void(gun._replace(watch="overwatch")) == void(at_men._replace(watch="adjust")) == []
    at = {
        "leg": of_unit(find_target("Soviet Rifle squad")), "towed": of_unit(find_target("57mm ZiS-2 M43 ATG")),
        "vehicle": of_vehicle(TRUCK), "terrain": of_terrain("wood_building"),
    }  # fmt: skip
    near = hand.row.minimum
    by_hand = {kind: void(gp.GpAim(hand, defence, near)) for kind, defence in at.items()}
    assert by_hand == {"leg": [], "towed": [], "vehicle": [("5.1.3.4d", 0)], "terrain": [("5.1.3.4d", 0)]}
    rifles = attack("German Rifle squad", "Soviet Rifle squad", 1)
    assert void(rifles._replace(defence=at["terrain"])) == [("6.5.4.2.5a", 0)]
    assert void(at_men._replace(defence=at["terrain"])) == []


@pytest.mark.rules("6.5.4.3-on-fire-a", "6.5.4.3-smoke", "5.1.3.4c", "5.1.3.4d", "6.5.4.3-coax-mg")
def test_an_attack_of_which_nothing_else_is_said() -> None:
    weapon = gp.GpWeapon("gun", attack("PzKpfw IVH", "Truck", 3).weapon.row)
    assert (weapon.coax, weapon.adjusts, weapon.hand_held) == (False, True, False)
    bare = gp.GpAim(weapon, of_vehicle(TRUCK), 1)
    assert gp.modifiers(bare, "P").factors == ()
    assert (bare.over_stacked, bare.target_moving, bare.target_damaged) == (False, False, False)
    assert not of_vehicle(TRUCK).single


@pytest.mark.rules("6.5.4.4b", "6.5.4.4.3-terrain", "6.5.4.4.2-eff-nonsmall-ap-e")
def test_both_rolls_against_terrain_are_modified() -> None:
    house = attack("PzKpfw IVH", "Truck", 3)._replace(defence=of_terrain("wood_building"), shooter_damaged=True)
    shot = gp.resolve(house)
    assert shot.net.value < 0
    needed = shot.s_effect + 1 - shot.net.value
    for second, effect in ((needed, "destroyed"), (needed - 1, "none")):
        dice = ScriptedDice(f"{needed} {second}", 0)
        assert gp.roll(house, dice).effect == effect
        assert dice.rolls[0].purpose == "GP fire: 7.5cm L/48 at wood_building"
    assert gp.roll(house, ScriptedDice(str(needed - 1), 0)).effect == "none"
    assert shot.outcomes["destroyed"] == Fraction(101 - needed, 100) ** 2
    with pytest.raises(HulldownError, match="no GP fire of"):
        gp.roll(house._replace(distance=99), ScriptedDice("1", 0))


@pytest.mark.rules("6.5.4.2.2a", "6.5.4.2.2b", "6.5.4.2.5-table", "6.5.4.2.5c", "6.5.4.4.3-terrain")
def test_what_is_told_of_a_defence() -> None:
    squad = find_target("Soviet Rifle squad")
    assert of_unit(squad).factors[0].label == "Soviet Rifle squad GP Defense"
    assert of_unit(squad, "light").factors[0].label == "Soviet Rifle squad GP Defense in Light Cover"
    assert of_terrain("wood_building").factors[0].rule == "6.5.4.2.5-table"
    assert of_terrain("bridge", 4).factors[0].rule == "6.5.4.2.5c"
    assert (of_terrain("bridge", 4).value, of_terrain("bridge", 4).single) == (4, False)


@pytest.mark.rules("6.5.4.4.2-sup-nonsmall", "6.5.4.4.2-sup-small-a", "6.5.4.4c", "6.5.4.4.3-terrain")
def test_only_small_arms_must_be_near_to_suppress() -> None:
    blow = Blow(target=of_vehicle(PZ_IVH), small_arms=False, effectiveness=1, band="E", factor=5, n_effect=20,
                s_effect=90, hull_down=False, damaged=False)  # fmt: skip
    assert effect_of(blow, 50) == "suppressed"
    assert effect_of(blow._replace(small_arms=True), 50) == "none"
    weak = blow._replace(target=of_terrain("wood_building"), s_effect=100)
    assert outcomes_of(weak, 0) == {"none": 1, "destroyed": 0}
    harmless = blow._replace(n_effect=100, s_effect=100)
    assert {effect: chance for effect, chance in outcomes_of(harmless, 0).items() if chance} == {"none": 1}


def field() -> Range:
    return Range(
        [unit("T-34/76 M43", "0808", "D"), unit("Soviet Rifle squad", "0908", "D")],
        [unit("PzKpfw IVH", "0811", "A"), unit("SPW 251/1", "0711", "A"), unit("German Rifle squad", on="G2")],
    )


def firing(at: Range, shooter: str, target: str, kind: str) -> aims.Firing:
    index = at.index(shooter)
    way = next(one for one in ways_of(at.state, at.scene, index) if one.kind == kind)
    return aims.Firing(index, at.index(target), way)


@pytest.mark.rules("5.11a", "6.5.2.4-on-fire-a", "6.5.4.3-on-fire-a")
def test_an_open_line() -> None:
    at = field()
    assert tuple(aims.line_of(at.state, at.scene, at.index("G1"), at.index("S1"))) == (0, 0, CLEAR)


@pytest.mark.rules("6.6.7.2d", "6.5.4.3-transported-fire", "6.5.4.3-short-halt")
def test_passengers_do_not_halt() -> None:
    at = field()
    at.unit("G3").command = "HALT"
    aim = aims.gp_aim(at.state, at.scene, firing(at, "G3", "S2", "GP"))
    assert (aim.short_halt, aim.transported) == (False, True)


@pytest.mark.rules("5.16.2.2a", "6.5.4.3-ammo-limit", "6.5.4.3-target-vehicle-moving-a")
def test_what_a_failed_limit_and_a_moving_target_make_of_an_aim() -> None:
    at = field()
    shot = firing(at, "S1", "G1", "HVAP")
    assert aims.ap_aim(at.state, at.scene, shot).weapon.row.ammo == "HVAP"
    replaced = aims.ap_aim(at.state, at.scene, shot, "AP", 1)
    assert (replaced.weapon.row.ammo, replaced.limits) == ("AP", 1)
    attacked = firing(at, "G1", "S2", "GP")
    assert not aims.gp_aim(at.state, at.scene, attacked).ammo_limit
    assert aims.gp_aim(at.state, at.scene, attacked, 1).ammo_limit
    at.unit("S2").command, at.unit("S2").known = "MOVE", True
    aim = aims.gp_aim(at.state, at.scene, attacked)
    assert not aim.target_moving, "that is for vehicles; a squad's movement is in its defence"
    assert len(aim.defence.factors) > 1
