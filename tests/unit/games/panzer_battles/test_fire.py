"""The resolver: exact chances against dice over a wide range of aims, what it explains, and what it refuses."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.games.panzer_battles.data.units import find_unit, units
from hulldown.games.panzer_battles.rules.arms import WEAPONS, System, systems_of, weapons_of
from hulldown.games.panzer_battles.rules.fire import Aim, by_column, effect_of, resolve, roll
from hulldown.games.panzer_battles.rules.losses import Target, chances, shifts
from hulldown.rules.coverage import catalogue
from support.outcomes import enumerate_outcomes

IDS = {case.id for case in catalogue("panzer_battles")}
M4, PANTHER, INFANTRY, GUN = (find_unit(name) for name in ("M4", "PzV", "US infantry", "88"))


def aims() -> Iterator[Aim]:
    """Aims with every weapon at every kind of target, hindered and helped in many ways."""
    targets = (M4, find_unit("PzII"), INFANTRY, GUN)
    for name, target in itertools.product(("Grant", "PzIV H", "US infantry", "Gun crew", "88", "CS tank"), targets):
        unit = find_unit(name)
        for weapon, distance in itertools.product(weapons_of(unit), (0, 1, 8)):
            for flags in itertools.product((False, True), repeat=3):
                moving, hidden, before = flags
                yield Aim(
                    weapon, unit, target, 1, 2, distance, "side", "woods" if moving else "clear", moving, hidden,
                    column=not hidden, stacked=int(before), target_suppressed=before, firer_suppressed=hidden,
                )  # fmt: skip
    for target, scattered in itertools.product(targets, (False, True)):
        yield Aim("artillery", None, target, scattered=scattered, terrain="town", defilade=True)


@pytest.mark.slow
@pytest.mark.rules("9.0-inf-2", "10.0-av-4", "12.0-proc-4", "12.0-gen-1", "17.31b")
def test_the_chances_are_what_the_dice_do() -> None:
    seen = set()
    for aim in aims():
        shot = resolve(aim)
        if shot.void:
            assert not shot.outcomes
            continue
        thrown = enumerate_outcomes(lambda dice, shot=shot: roll(shot, dice).outcome)
        assert thrown == dict(shot.outcomes), aim
        assert sum(shot.outcomes.values()) == sum(shot.losses.values()) == 1
        assert shot.suppressed == sum(chance for after, chance in thrown.items() if after.suppressed)
        seen.add(effect_of(aim))
    assert seen == {"vehicles", "suppression", "steps", "unmodified"}


@pytest.mark.rules("12.0-proc-4")
def test_a_single_loss_die_gives_the_chances_that_it_rolls() -> None:
    for effect, number in itertools.product(("vehicles", "steps"), (2, 9)):
        aim = Aim("main" if effect == "vehicles" else "he", M4, M4 if effect == "vehicles" else INFANTRY, number // 2,
                  5, 2, "side", loss_dice="single")  # fmt: skip
        shot = resolve(aim)
        assert enumerate_outcomes(lambda dice, shot=shot: roll(shot, dice).outcome) == dict(shot.outcomes)


@pytest.mark.rules("12.0-proc-6")
def test_many_dice_at_once_are_exact() -> None:
    """Column 14 can give six losses: too many branches to follow, so the sum is checked by its mean."""
    target, changes = Target("vehicles", 99), shifts(4, False)
    found = chances(target, by_column("10.1", 14), changes)
    ways = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    mean = sum(Fraction(int(cell) * number, 36) for cell, number in zip(by_column("10.1", 14), ways, strict=True))
    assert sum(found.values()) == 1
    assert sum(after.losses * chance for after, chance in found.items()) == mean * (1 + Fraction(sum(changes), 6))
    assert max(found).losses == 12


@pytest.mark.rules("8.61A", "16.44a", "10.0-he-note", "12.0-proc-1")
def test_every_factor_cites_a_case_and_doubtful_numbers_say_so() -> None:
    shots = [resolve(aim) for aim in aims()]
    for shot in shots:
        assert shot.rule in IDS
        assert {factor.rule for factor in shot.factors} <= IDS
        if shot.void:
            assert shot.strength.value == 0
            assert not shot.results
        else:
            assert shot.provenance == "reconstructed"
            assert shot.modifier.value == sum(int(factor.value) for factor in shot.modifier.factors)
    assert {shot.rule for shot in shots if shot.void} >= {"16.44a", "10.0-he-note", "8.61A", "21.0-sr-2b", "9.0-gen-4"}


@pytest.mark.rules("9.1", "10.1")
def test_beyond_its_last_column_a_table_goes_on_with_it() -> None:
    assert by_column("9.1", 10) == by_column("9.1", 14)
    assert by_column("10.1", 14) == by_column("10.1", 20)
    assert by_column("9.1", 9) != by_column("9.1", 10)


@pytest.mark.rules("3.4-weapon-system")
def test_weapons_by_type() -> None:
    found = {unit.name: weapons_of(unit) for unit in units().values()}
    assert found["Grant"] == ("main", "37mm", "mg", "he")
    assert found["M3"] == found["PzII"] == found["SDK"] == ("mg",)
    assert found["US infantry"] == ("rifles", "bazooka")
    assert found["Gun crew"] == ("rifles",)
    assert found["88"] == ("main", "he")
    assert found["M4"] == found["CS tank"] == ("main", "mg", "he")
    assert {weapon for weapons in found.values() for weapon in weapons} == set(WEAPONS) - {"artillery"}


@pytest.mark.rules("3.4-weapon-system", "9.0-gen-3")
def test_weapon_systems_and_their_round_of_final_fire() -> None:
    found = {unit.name: systems_of(unit) for unit in units().values()}
    assert found["Grant"] == (
        System("75mm", ("main", "he"), True), System("37mm", ("37mm",), True), System("mg", ("mg",), False),
    )  # fmt: skip
    assert found["M3"] == (System("mg 1", ("mg",), False), System("mg 2", ("mg",), False))
    assert found["US infantry"] == (System("rifles", ("rifles",), False), System("bazooka", ("bazooka",), True))
    assert found["88"] == (System("88mm", ("main", "he"), True),)
    assert found["CS tank"] == (System("howitzer", ("main", "he"), True), System("mg", ("mg",), False))
    assert all(len({system.key for system in systems}) == len(systems) for systems in found.values())


@pytest.mark.rules("3.4-weapon-system")
def test_a_weapon_that_a_unit_lacks_makes_no_attack() -> None:
    assert resolve(Aim("37mm", M4, PANTHER, distance=2)).void == "M4 has no 37mm"
    assert resolve(Aim("main", None, PANTHER, distance=2)).void == "nobody has no main"


@pytest.mark.rules("10.32-fn-1")
def test_no_dice_are_thrown_where_there_is_no_attack() -> None:
    shot = resolve(Aim("main", M4, PANTHER, distance=16))
    dice = ScriptedDice("1 1 1", 0)
    with pytest.raises(HulldownError, match="there is no attack: a gun of type 3"):
        roll(shot, dice)
    assert not dice.rolls


@pytest.mark.rules("12.0-proc-4", "10.0-av-4")
def test_the_purposes_of_the_dice() -> None:
    dice = ScriptedDice("6 6 1 2 3", 0)
    struck = roll(resolve(Aim("main", M4, M4, 4, 5, 3)), dice, "M4 111 at M4 112")
    assert struck.dice == (6, 6)
    assert struck.result == "3"
    assert struck.rolled == (1, 2, 3)
    assert struck.changes == (-1, 0, 0)
    assert struck.outcome == (2, True)
    assert [roll.purpose for roll in dice.rolls] == ["M4 111 at M4 112"] * 2 + ["M4 111 at M4 112, losses"] * 3


@pytest.mark.rules("12.4", "12.4-stack", "6.67a", "10.1-rows")
def test_what_a_shot_says_of_itself() -> None:
    one, two = (resolve(Aim("mg", M4, PANTHER, 5, 5, 2, stacked=number)) for number in (1, 2))
    label = "other units of its type in the hex"
    assert [(factor.label, factor.value) for factor in one.modifier.factors] == [(label, 2)]
    assert [(factor.label, factor.value) for factor in two.modifier.factors] == [(f"2 {label}", 4)]
    column = resolve(Aim("mg", M4, PANTHER, 5, 5, 2, firer_column=True))
    assert [(factor.rule, factor.label, factor.value) for factor in column.strength.factors] == [
        ("9.3", "M4 machine gun, 1 vehicle, range 2", 1), ("6.67a", "firer in Column, as one vehicle", 1),
    ]  # fmt: skip
    guns = resolve(Aim("he", GUN, INFANTRY, 2, 5, 2))
    assert guns.strength.factors[0].label == "88 88mm HE, 2 guns"
    shift = next(factor for factor in resolve(Aim("main", GUN, M4, 2, 5, 2)).factors if factor.rule == "10.1-rows")
    assert (shift.label, shift.value) == ("columns to the right for 2 firing", 2)


@pytest.mark.rules("16.2c", "12.51", "16.54")
def test_an_aim_is_plain_unless_it_says_otherwise() -> None:
    shot = resolve(Aim("rifles", INFANTRY, INFANTRY))
    assert (shot.strength.value, shot.modifier.value, shot.hit.strength) == (9, 0, 5)
    assert shot.hit == Target("steps", 5, False, "each")
