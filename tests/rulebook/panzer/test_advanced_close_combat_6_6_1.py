"""Close assault, hand-to-hand and overruns as numbers: factors, modifiers, results, exact odds (6.6.1, 6.6.10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.panzer.data.arsenal import find_target
from hulldown.games.panzer.data.leg import leg_units
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced import assault, gp, gp_defence, hand_to_hand, overrun
from hulldown.games.panzer.rules.advanced.assault import Assault
from hulldown.games.panzer.rules.advanced.hand_to_hand import Fight, Fighter
from support.outcomes import enumerate_outcomes

STUG = find_vehicle("StuG IIIG")
PANZER = find_vehicle("PzKpfw IVH")
IS2 = find_vehicle("IS-2m M44")


def net(**more) -> int:
    """The Net Modifier of a squad that assaults a PzKpfw IVH, an A-Type without the C."""
    return assault.resolve(Assault(("squad",), PANZER)._replace(**more)).net.value


@pytest.mark.rules("6.6.1.1.1b", "6.6.1.1.1c")
def test_6_6_1_1_1_factors_by_size_and_defence_at_most_5():
    found = [assault.resolve(Assault((size,), IS2)) for size in ("squad", "half-squad", "section")]
    assert [(one.factor, one.defence) for one in found] == [(8, 5), (4, 5), (2, 5)]
    assert [(one.n_effect, one.s_effect) for one in found] == [(40, 72), (56, 84), (64, 90)]
    assert [one.brew_up for one in found] == [4, 2, 1]
    assert assault.resolve(Assault(("squad",), STUG)).defence == 3


@pytest.mark.rules(
    "6.6.1.1.2a", "6.6.1.1.2-advance-attack", "6.6.1.1.2-uphill-attack", "6.6.1.1.2-dismount-attack",
    "6.6.1.1.2-vs-moving-a", "6.6.1.1.2-vs-suppressed", "6.6.1.1.2-unsupported-a", "6.6.1.1.2-flamethrower",
    "5.1.3.5a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, 0),
        ({"advance": True}, -10),
        ({"uphill": True}, -10),
        ({"dismount": True}, -10),
        ({"target_moving": True}, -10),
        ({"target_suppressed": True}, 20),
        ({"unsupported": True}, 30),
        ({"flamethrower": True}, 20),
        ({"target_damaged": True}, 0),
        ({"advance": True, "uphill": True, "target_suppressed": True}, 0),
    ],
)
def test_6_6_1_1_2_modifiers_of_the_attack(given, expected):
    assert net(**given) == expected


@pytest.mark.rules(
    "6.6.1.1.2-vs-c-modifier", "6.6.1.1.2-vs-c-modifier-ex1", "6.6.1.1.2-vs-p-type", "6.6.1.1.2-vs-s-type"
)
def test_6_6_1_1_2_modifiers_of_the_vehicle():
    assert net(target=find_vehicle("SU-85 M43")) == 20
    assert net(target=find_vehicle("SU-76M M43")) == 20, "P-Type"
    assert net(target=find_vehicle("Truck")) == 30, "S-Type"
    assert net(target=PANZER) == 0


@pytest.mark.rules("6.6.1.1.2-plus-attacker", "6.6.1.1i")
def test_6_6_1_1_2_additional_attackers():
    assert net(attackers=("squad", "squad", "half-squad", "section")) == 35
    assert net(attackers=("section", "squad")) == 20, "the primary attacker adds nothing"


@pytest.mark.rules("6.6.1.1.2-unit-grade-a", "6.6.1.1.2-unit-grade-table", "6.6.1.1.2-unit-grade-ex1")
def test_6_6_1_1_2_grade_of_the_primary_attacker():
    found = [net(grade=grade) for grade in ("elite", "veteran", "seasoned", "regulars", "green")]
    assert found == [20, 10, 0, -10, -20]
    assert net(grade="regulars", attackers=("squad", "squad")) == 10


SMG = Assault(("squad",), STUG, "regulars", target_moving=True, target_suppressed=True)


@pytest.mark.rules("6.6.1.1.3-ex1", "6.6.1.1.1d", "6.6.1.1.3-effective-a")
def test_6_6_1_1_3_example_the_smg_squad_damages_the_stug():
    shot = assault.resolve(SMG)
    assert (shot.factor, shot.defence, shot.net.value) == (8, 3, 20)
    assert (shot.n_effect, shot.s_effect) == (31, 63)
    result = assault.roll(SMG, ScriptedDice("45", 0), "SMG at StuG")
    assert (result.result, result.effect, result.second) == (65, "damaged", 0)


@pytest.mark.rules("6.6.1.1.1d", "6.6.1.1.3-suppressed", "6.6.1.1.3-effective-a", "6.6.1.1.3-effective-c")
@pytest.mark.parametrize(
    ("rolls", "expected"),
    [
        ("11", "none"),
        ("12", "suppressed"),
        ("43", "suppressed"),
        ("44 4", "bu"),
        ("44 5", "ko"),
        ("50", "track"),
        ("55", "damaged"),
        ("100", "track"),
        ("99 10", "ko"),
    ],
)
def test_6_6_1_1_3_results(rolls, expected):
    assert assault.roll(SMG, ScriptedDice(rolls, 0), "line").effect == expected


@pytest.mark.rules("6.6.1.1.3-effective-a", "6.6.1.1.1d")
def test_6_6_1_1_3_results_below_one_count_too():
    weak = Assault(("section",), IS2, "green", advance=True, uphill=True, target_moving=True)
    assert assault.resolve(weak).net.value == -50
    assert assault.roll(weak, ScriptedDice("20", 0), "line").result == -30
    assert assault.roll(weak, ScriptedDice("100", 0), "line").effect == "none"


@pytest.mark.rules("6.6.1.1.3-effective-b", "6.6.1.1.2-flamethrower")
def test_6_6_1_1_3_a_flamethrower_brews_up_without_a_die():
    burning = Assault(("section",), PANZER, flamethrower=True)
    shot = assault.resolve(burning)
    assert (shot.outcomes["ko"], shot.outcomes["bu"] > 0) == (0, True)
    found = [assault.roll(burning, ScriptedDice(str(roll), 0), "line").effect for roll in (72, 75, 80)]
    assert found == ["bu", "damaged", "track"], "5 and 0 still give Damage and Track (M15)"


@pytest.mark.rules("6.6.1.1.3-effective-a")
def test_a_second_damage_is_a_knock_out():
    again = SMG._replace(target_damaged=True)
    assert assault.roll(again, ScriptedDice("45", 0), "line").effect == "ko"
    shot = assault.resolve(again)
    assert (shot.outcomes["damaged"], shot.outcomes["ko"]) == (0, Fraction(33, 100))


def test_item_4_exact_odds_and_what_the_dice_do():
    shot = assault.resolve(SMG)
    told = {effect: str(chance) for effect, chance in shot.outcomes.items()}
    assert told == {
        "none": "11/100", "suppressed": "8/25", "damaged": "3/50", "track": "3/50", "ko": "27/100", "bu": "9/50",
    }  # fmt: skip
    for given in (SMG, SMG._replace(flamethrower=True), SMG._replace(attackers=("section",))):
        rolled = enumerate_outcomes(lambda dice, given=given: assault.roll(given, dice, "line").effect)
        assert {effect: chance for effect, chance in assault.resolve(given).outcomes.items() if chance} == rolled


# Hand-to-hand.

RIFLES = (Fighter("squad", "veteran"), Fighter("half-squad", "veteran"))
SOVIETS = Fighter("squad", "regulars")


def nets(fight: Fight) -> tuple[int, int]:
    found = hand_to_hand.nets(fight)
    return found.attacker.value, found.defender.value


@pytest.mark.rules("6.6.1.2.3-ex1", "6.6.1.2.3-ex2", "6.6.1.2.3-ex3", "6.6.1.2.1b", "6.6.1.2.3a")
def test_6_6_1_2_3_example_three_rounds():
    fight: Fight | None = Fight(RIFLES, SOVIETS)
    told = []
    dice = ScriptedDice("13 65 72 51 48 62", 0)
    while fight is not None:
        one = hand_to_hand.roll(fight, dice, "Rifles at SMG")
        told.append((nets(fight), one.totals, one.winner))
        fight = hand_to_hand.after(fight, one.winner == "attacker")
    assert told == [
        ((20, -10), (33, 55), "defender"),
        ((-5, -10), (67, 41), "attacker"),
        ((-5, -35), (43, 27), "attacker"),
    ]


@pytest.mark.rules(
    "6.6.1.2.2a", "6.6.1.2.2-squad", "6.6.1.2.2-half-squad", "6.6.1.2.2-section", "6.6.1.2.2-towed",
    "6.6.1.2.2-defender-suppressed", "6.6.1.2.2-advance-attack", "6.6.1.2.2-uphill-attack",
    "6.6.1.2.2-dismount-attack", "6.6.1.2.2-plus-attacker", "6.6.1.2.2-flamethrower", "6.6.1.2.2-cavalry", "5.1.3.5a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("attackers", "defender", "more", "expected"),
    [
        (["squad"], Fighter("squad"), {}, (0, 0)),
        (["half-squad"], Fighter("half-squad"), {}, (-25, -25)),
        (["section"], Fighter("section"), {}, (-30, -30)),
        (["squad"], Fighter("towed"), {}, (0, -40)),
        (["squad"], Fighter("squad"), {"defender_suppressed": True}, (0, -20)),
        (["squad"], Fighter("squad"), {"advance": True}, (-10, 0)),
        (["squad"], Fighter("squad"), {"uphill": True}, (-10, 0)),
        (["squad"], Fighter("squad"), {"dismount": True}, (-10, 0)),
        (["squad", "squad", "half-squad", "section"], Fighter("squad"), {}, (35, 0)),
        (["squad"], Fighter("squad", flamethrower=True), {}, (0, 20)),
        (["squad"], Fighter("squad", cavalry=True), {}, (0, 20)),
    ],
)
def test_6_6_1_2_2_modifiers_of_each_side(attackers, defender, more, expected):
    assert nets(Fight(tuple(Fighter(size) for size in attackers), defender, **more)) == expected


@pytest.mark.rules("6.6.1.2.2-flamethrower", "6.6.1.2.2-cavalry", "6.6.1.2.2-unit-grade")
def test_6_6_1_2_2_of_any_attacker_or_of_the_primary_one_alone():
    plain, other = Fighter("squad"), Fighter("squad", "elite", cavalry=True)
    assert nets(Fight((plain, plain._replace(flamethrower=True)), plain)) == (40, 0)
    assert nets(Fight((plain._replace(flamethrower=True),) * 2, plain)) == (40, 0), "once"
    assert nets(Fight((plain, other), plain)) == (20, 0)
    assert nets(Fight((other, plain), plain)) == (60, 0)
    assert nets(Fight((plain,), Fighter("squad", "green"))) == (0, -20)


def left(*attackers: Fighter) -> tuple[Fighter, ...]:
    """The attackers after a round that they have lost."""
    fight = hand_to_hand.after(Fight(attackers, SOVIETS), False)
    return () if fight is None else fight.attackers


@pytest.mark.rules("6.6.1.2.3-attacker-wins-a", "6.6.1.2.3-attacker-wins-b")
def test_6_6_1_2_3_what_the_defender_loses():
    fight = Fight(RIFLES, SOVIETS._replace(flamethrower=True))
    again = hand_to_hand.after(fight, True)
    assert again is not None
    assert (again.attackers, again.defender) == (RIFLES, Fighter("half-squad", "regulars", True)), "weapons stay"
    assert hand_to_hand.after(again, True) is None
    for size in ("section", "towed"):
        assert hand_to_hand.after(Fight(RIFLES, Fighter(size)), True) is None


@pytest.mark.rules("6.6.1.2.3-defender-wins-a", "6.6.1.2.3-defender-wins-b", "6.6.1.2.3-defender-wins-c")
def test_6_6_1_2_3_what_the_attackers_lose_and_who_leads_then():
    one, two, half, section = Fighter("squad"), Fighter("squad", "elite"), Fighter("half-squad"), Fighter("section")
    reduced = one._replace(size="half-squad")
    assert left(one, half) == (reduced, half), "no other squad: it leads on"
    assert left(one, half, two) == (two, half, reduced), "a whole squad takes the lead (M9)"
    assert left(half, section, two) == (section, two), "eliminated: the next in line"
    assert hand_to_hand.after(Fight((half,), SOVIETS), False) is None
    assert hand_to_hand.after(Fight((section,), SOVIETS), False) is None


@pytest.mark.rules("6.6.1.2.1b")
def test_6_6_1_2_1_ties_are_nobodys():
    even = Fight((Fighter("squad"),), Fighter("squad"))
    assert hand_to_hand.roll(even, ScriptedDice("40 40", 0), "line").winner == ""
    assert hand_to_hand.roll(even, ScriptedDice("41 40", 0), "line").winner == "attacker"
    assert hand_to_hand.roll(even, ScriptedDice("40 41", 0), "line").winner == "defender"
    assert hand_to_hand.first_round(even) == Fraction(1, 2)


def test_item_5_exact_odds_of_a_round_and_of_the_combat():
    halves = tuple(Fighter("half-squad", "veteran") for _ in range(2))
    assert hand_to_hand.first_round(Fight(RIFLES, SOVIETS)) == Fraction(501, 662)
    assert hand_to_hand.first_round(Fight(halves, SOVIETS)) == Fraction(1088, 1981)
    assert hand_to_hand.first_round(Fight(halves, SOVIETS._replace(size="half-squad"))) == Fraction(501, 662)
    # The whole of a small combat, written out: half-squad against towed gun, then half-squad against squad.
    last = Fight((Fighter("half-squad"),), Fighter("towed"))
    assert hand_to_hand.attacker_wins(last) == hand_to_hand.first_round(last) > Fraction(1, 2)
    two = Fight((Fighter("half-squad"),), Fighter("squad"))
    first, second = hand_to_hand.first_round(two), Fraction(1, 2)
    assert hand_to_hand.attacker_wins(two) == first * second
    lead = Fight((Fighter("squad"),), Fighter("section"))
    won = hand_to_hand.first_round(lead)
    behind = hand_to_hand.first_round(Fight((Fighter("half-squad"),), Fighter("section")))
    assert hand_to_hand.attacker_wins(lead) == won + (1 - won) * behind


# Overruns.


@pytest.mark.rules("6.6.10.2-ex3", "6.6.10.1a", "6.6.10.1c", "6.5.4.3-overrun")
def test_6_6_10_2_example_the_is_2_overruns_a_half_squad():
    defence = gp_defence.of_unit(leg_units()["German Rifle half-squad"], "light")
    shot = gp.resolve(overrun.aim(IS2, defence)._replace(grade="veteran"))
    assert (shot.factor, shot.defence, shot.net.value, shot.band) == (8, 4, 30, "P"), "its AA HMG does not count"
    assert (shot.n_effect, shot.s_effect) == (36, 68)
    assert {effect: str(chance) for effect, chance in shot.outcomes.items()} == {
        "none": "3/50", "suppressed": "8/25", "effective": "31/50",
    }  # fmt: skip
    assert gp.roll(overrun.aim(IS2, defence)._replace(grade="veteran"), ScriptedDice("42", 0)).effect == "effective"


@pytest.mark.rules("6.6.10.1a", "6.6.10.1b", "5.14i", "5.1.3.5d")
def test_6_6_10_1_factors_of_all_weapons_and_of_passengers_are_added():
    squad = leg_units()["German Rifle squad"]
    defence = gp_defence.of_unit(leg_units()["Soviet Rifle squad"])
    carrier = find_vehicle("SPW 251/1")
    alone, loaded = overrun.weapon_of(carrier), overrun.weapon_of(carrier, (squad,))
    own = squad.row.factors[0]
    assert loaded.row.factors[0] == alone.row.factors[0] + own
    assert (
        gp.resolve(overrun.aim(carrier, defence, (squad,))).net.value
        == gp.resolve(overrun.aim(carrier, defence)).net.value
    ), "no modifier of passengers' fire (Q21)"
    flame = find_vehicle("OT-34 M42")
    parts = [int(part.value) for part in overrun.parts_of(flame, ())]
    assert len(parts) == 2
    assert overrun.weapon_of(flame).row.factors[0] == sum(parts)
    shot = gp.resolve(overrun.aim(flame, defence))
    assert shot.factor == sum(parts) > 15
    column = gp.resolve(overrun.aim(flame, defence)._replace(weapon=overrun.weapon_of(flame, (squad,))))
    assert (shot.n_effect, shot.s_effect) == (column.n_effect, column.s_effect) == (-1, 38), "column 15 at most"
    assert shot.net.value == 30, "Coax and Overrun, no Dual Fire"


@pytest.mark.rules("6.6.10.1b", "6.6.10b")
def test_6_6_10_1_minimum_range_and_vehicles_without_weapons():
    mortar = find_vehicle("SPW 251/2")
    names = [one.weapon.name for one in overrun.weapons_used(mortar)]
    assert ["GrW" in name for name in names] == [False], "its mortar has a minimum range of 2"
    assert not overrun.able(find_vehicle("Truck"))
    assert overrun.able(IS2)


@pytest.mark.rules("6.6.10.1c", "6.6.10b", "6.6.2d", "6.6.10.1b")
def test_6_6_10_1_modifiers_of_gp_fire_apply():
    defence = gp_defence.of_unit(find_target("German Rifle squad"))
    base = overrun.aim(IS2, defence)
    assert gp.resolve(base).net.value == 30
    for given, changed in (
        ({"shooter_suppressed": True}, -20), ({"shooter_damaged": True}, -10), ({"ammo_limit": True}, -10),
        ({"cavalry": True}, 10), ({"entrenched": True}, -10),
    ):  # fmt: skip
        assert gp.resolve(base._replace(**given)).net.value == 30 + changed
