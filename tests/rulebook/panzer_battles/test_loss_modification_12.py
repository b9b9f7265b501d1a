"""Loss modification (12.0): penetration and armour, what helps and hinders a target, and what each die does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.panzer_battles.data.units import find_unit
from hulldown.games.panzer_battles.rules.fire import (
    Aim,
    Shot,
    penetration_at,
    penetration_modifier,
    resolve,
    roll,
)
from hulldown.games.panzer_battles.rules.losses import Outcome, shifts

M4, PZ_IVH, PANTHER, T34, US, GUN = (find_unit(name) for name in ("M4", "PzIV H", "PzV", "T34/85", "US infantry", "88"))


def modifier(aim: Aim) -> int:
    return resolve(aim).modifier.value


def struck(found: Shot, dice: str) -> Outcome:
    return roll(found, ScriptedDice(dice, 0)).outcome


@pytest.mark.rules("12.1b", "12.1c", "12.1-ex-1", "12.16")
def test_example_12_1_penetration_falls_by_one_for_five_hexes_or_part_of_them() -> None:
    assert 10 - penetration_at(10, 11) == 3
    lost = [10 - penetration_at(10, distance) for distance in (0, 1, 5, 6, 10, 11, 15, 16)]
    assert lost == [0, 1, 1, 2, 2, 3, 3, 4]
    assert penetration_at(2, 15) == 0


@pytest.mark.rules("12.16-ex-1", "12.1a", "12.11a", "10.0-av-2", "10.0-av-5")
def test_example_12_16_a_panzer_iv_at_the_front_of_an_m4() -> None:
    found = resolve(Aim("main", PZ_IVH, M4, 4, 5, 3))
    assert found.strength.value == 4
    assert found.modifier.value == 4
    told = {factor.rule: factor.value for factor in found.factors}
    assert (told["data-ger-ivh"], told["12.1b"], told["cnt-us-m4"], told["12.11a"]) == (8, 7, 5, 4)


@pytest.mark.rules("12.11a", "12.11b", "12.12a", "12.12b", "12.13a", "12.13b")
def test_limits_of_the_penetration_modifier() -> None:
    differences = range(-5, 6)
    assert [penetration_modifier(one, 1) for one in differences] == [-6, -6, -6, -4, -2, 0, 2, 4, 6, 6, 6]
    assert [penetration_modifier(one, 0) for one in differences] == [-6, -6, -6, -4, -2, 0, 1, 2, 3, 3, 3]


@pytest.mark.rules("12.12a", "12.1a", "11.11-diag-1", "11.41", "11.0-gen-2")
def test_armour_of_the_side_and_attack_strength_nothing() -> None:
    far = resolve(Aim("main", PANTHER, T34, 5, 3, 8))
    assert (far.strength.value, far.column, far.modifier.value) == (0, 5, 2)
    assert modifier(Aim("main", PANTHER, T34, 5, 3, 8, "side")) == 3
    assert modifier(Aim("main", PANTHER, T34, 5, 3, 7)) == 4
    assert modifier(Aim("main", M4, PANTHER, 5, 5, 5)) == -2
    assert modifier(Aim("main", M4, PANTHER, 5, 5, 5, "side")) == 6


@pytest.mark.rules("12.14", "12.0-proc-2", "6.43a", "12.4-stack", "12.4-column", "6.68")
def test_other_modifiers_go_beyond_the_limits() -> None:
    assert modifier(Aim("main", PANTHER, M4, 5, 5, 2, "side", stacked=2, column=True)) == 6 + 4 + 4


@pytest.mark.rules("12.4-moving", "12.51", "12.0-proc-1", "12.4-town", "12.4-woods", "12.4-rough1", "12.4-clear")
def test_modifiers_of_motion_and_terrain() -> None:
    def vehicle(**more: object) -> int:
        return modifier(Aim("mg", PZ_IVH, M4, distance=2, **more))

    def infantry(**more: object) -> int:
        return modifier(Aim("mg", PZ_IVH, US, distance=2, **more))

    terrains = ("clear", "rough2", "rough1", "woods", "town")
    assert [vehicle(terrain=name) for name in terrains] == [0, 0, -1, -2, -1]
    assert [infantry(terrain=name) for name in terrains] == [0, 0, -1, -4, -4]
    assert (vehicle(moving=True), infantry(moving=True)) == (-2, -2)
    assert (vehicle(stacked=1), infantry(stacked=2)) == (2, 4)
    assert (vehicle(column=True), infantry(column=True)) == (4, 4)


@pytest.mark.rules("6.69b", "12.4-column")
def test_a_single_vehicle_is_not_hit_as_a_column() -> None:
    assert modifier(Aim("mg", PZ_IVH, M4, 5, 1, 2, column=True)) == 0
    assert modifier(Aim("mg", PZ_IVH, M4, 5, 2, 2, column=True)) == 4
    assert modifier(Aim("mg", PZ_IVH, US, 5, 1, 2, column=True)) == 4


@pytest.mark.rules("15.21", "15.22", "15.23a", "15.23b", "15.31", "15.32", "12.4-def-veh", "12.4-def-inf")
def test_defilade() -> None:
    def of(target: object, distance: int = 2, above: int = 0) -> int:
        return modifier(Aim("mg", PZ_IVH, target, distance=distance, defilade=True, above=above))

    assert (of(M4), of(US)) == (-2, -1)
    assert (of(M4, above=2), of(M4, above=3), of(US, above=3)) == (-2, 0, -1)
    assert (of(M4, distance=0), of(US, distance=0)) == (0, -1)


@pytest.mark.rules("12.4-sup-inf", "8.62C", "16.54", "12.4-sup-veh", "8.61C", "12.0-proc-1")
def test_suppressed_firers() -> None:
    assert modifier(Aim("rifles", US, US, distance=1, firer_suppressed=True)) == -2
    assert modifier(Aim("bazooka", US, M4, distance=0, firer_suppressed=True)) == -4 - 2
    base = modifier(Aim("main", GUN, M4, 2, distance=3))
    assert modifier(Aim("main", GUN, M4, 2, distance=3, firer_suppressed=True)) == base - 2
    assert modifier(Aim("he", GUN, US, 2, distance=3, firer_suppressed=True)) == -2
    assert modifier(Aim("he", M4, US, 2, distance=3, firer_suppressed=True)) == -1


@pytest.mark.rules("12.0-proc-3", "12.0-proc-4", "12.0-proc-6", "12.0-proc-5", "12.21", "12.31")
def test_each_loss_has_a_die_of_its_own() -> None:
    assert shifts(0, False) == (-1, -1, -1, 0, 0, 0)
    assert shifts(0, True) == (0, 0, 0, 0, 0, 0)
    assert shifts(4, False) == (0, 0, 0, 0, 1, 1)
    assert shifts(-4, True) == (-1, -1, -1, -1, 0, 0)
    found = resolve(Aim("main", PZ_IVH, M4, 4, 5, 3))
    assert struck(found, "4 4 1 6") == Outcome(3, True)
    assert struck(found, "4 4 5 6") == Outcome(4, True)
    assert struck(found, "4 4 1 4") == Outcome(2, True)


@pytest.mark.rules("12.22-dash", "12.22-minus-a", "12.22-minus-b", "12.22-plus", "12.15", "10.2-dash")
def test_what_the_vehicle_table_does() -> None:
    strong = resolve(Aim("main", PZ_IVH, M4, 1, 5, 3))
    assert strong.modifier.value == 4
    assert struck(strong, "1 1 6") == Outcome(1, True)
    assert struck(strong, "1 1 4") == Outcome(0, False)
    weak = resolve(Aim("main", M4, PANTHER, 5, 5, 5))
    assert weak.modifier.value == -2
    # FIRE-2: a loss that the die takes away still suppresses; a dash lowered does nothing.
    assert struck(weak, "1 1 5") == Outcome(0, True)
    assert struck(weak, "1 1 6") == Outcome(1, True)
    assert struck(weak, "3 4 6 5") == Outcome(1, True)
    alone = resolve(Aim("main", M4, PANTHER, 1, 5, 7))
    assert (alone.column, alone.modifier.value) == (2, -4)
    assert struck(alone, "1 1 1") == Outcome(0, False)


@pytest.mark.rules("12.32-minus-a", "12.32-minus-b", "12.32-plus-a", "12.32-plus-b", "12.32-plus-c")
def test_what_the_infantry_table_does() -> None:
    woods = resolve(Aim("rifles", US, US, distance=1, terrain="woods"))
    assert struck(woods, "3 4 4") == Outcome(0, True)
    assert struck(woods, "2 2 4") == Outcome(0, False)
    assert struck(woods, "2 2 5") == Outcome(0, True)
    crowd = resolve(Aim("rifles", US, US, distance=1, stacked=2))
    assert struck(crowd, "3 4 4") == Outcome(2, True)
    assert struck(crowd, "2 2 4") == Outcome(1, True)
    assert struck(crowd, "1 1 4") == Outcome(0, True)
    assert struck(crowd, "1 1 3") == Outcome(0, False)


@pytest.mark.rules("12.0-proc-4", "12.22-minus-a", "12.22-plus")
def test_the_option_of_a_single_loss_die() -> None:
    """FIRE-1: with `loss_dice` single one die changes the whole number by one."""
    found = resolve(Aim("main", PZ_IVH, M4, 4, 5, 3, loss_dice="single"))
    assert struck(found, "4 4 6") == Outcome(3, True)
    assert struck(found, "4 4 4") == Outcome(2, True)
    hard = resolve(Aim("main", M4, PANTHER, 5, 5, 0, moving=True, loss_dice="single"))
    assert (hard.column, hard.modifier.value) == (12, -2)
    assert struck(hard, "1 1 5") == Outcome(0, True)
    assert struck(hard, "1 1 6") == Outcome(1, True)
    assert sum(found.outcomes.values()) == 1


@pytest.mark.rules("10.4b", "10.4a")
def test_losses_beyond_the_strength_are_dropped() -> None:
    """FIRE-29: after all dice of the attack."""
    full, weak = (resolve(Aim("main", PZ_IVH, M4, 4, strength, 3)) for strength in (5, 2))
    assert sum(chance for losses, chance in full.losses.items() if losses >= 2) == weak.losses[2]
    assert full.losses[0] == weak.losses[0] == Fraction(1, 54)
    assert full.suppressed == weak.suppressed == Fraction(53, 54)
