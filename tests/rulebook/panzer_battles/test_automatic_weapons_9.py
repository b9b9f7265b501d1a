"""Automatic weapons (9.0): strength of rifles and machine guns, results on infantry and on vehicles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.panzer_battles.data.units import find_unit
from hulldown.games.panzer_battles.rules.fire import Aim, Shot, resolve, roll
from hulldown.games.panzer_battles.rules.losses import Outcome

US, CREW, M3, M4 = (find_unit(name) for name in ("US infantry", "Gun crew", "M3", "M4"))


def rifles(steps: int, distance: int, **more: object) -> Shot:
    return resolve(Aim("rifles", more.pop("unit", US), more.pop("target", US), steps, distance=distance, **more))


def struck(found: Shot, dice: str) -> Outcome:
    return roll(found, ScriptedDice(dice, 0)).outcome


@pytest.mark.rules("9.0-gen-2", "9.0-gen-4", "9.0-inf-1a", "9.0-inf-1b", "12.0-gen-2")
def test_strength_by_range_and_steps() -> None:
    by_steps = {
        steps: [rifles(steps, distance).strength.value for distance in (0, 1, 2, 3, 4, 5)] for steps in range(1, 6)
    }
    assert by_steps == {
        5: [9, 7, 7, 4, 4, 2], 4: [7, 5, 5, 3, 3, 1], 3: [5, 4, 4, 2, 2, 1], 2: [3, 2, 2, 1, 1, 0],
        1: [1, 1, 1, 0, 0, 0],
    }  # fmt: skip
    assert [(factor.rule, factor.value) for factor in rifles(3, 1).strength.factors] == [
        ("data-us-inf", 7), ("9.0-inf-1b", "×3/5"),
    ]  # fmt: skip
    assert rifles(5, 6).void == "infantry fires 5 hexes far, the target is at 6"
    assert not rifles(1, 5).void


@pytest.mark.rules("data-ger-crew", "9.0-inf-1b", "16.55")
def test_a_crew_has_its_printed_strength_with_two_steps() -> None:
    assert [rifles(2, distance, unit=CREW).strength.value for distance in (0, 1, 2, 3, 5)] == [2, 1, 1, 0, 0]
    assert [rifles(1, distance, unit=CREW).strength.value for distance in (0, 1, 2, 3, 5)] == [1, 0, 0, 0, 0]
    assert rifles(2, 6, unit=CREW).void


@pytest.mark.rules("6.67b", "16.2a", "16.2c")
def test_infantry_in_column_or_mounted_fires_weakly() -> None:
    assert [rifles(5, distance, firer_column=True).strength.value for distance in (0, 1, 3, 5)] == [1, 1, 0, 0]
    assert rifles(2, 0, unit=CREW, firer_column=True).strength.value == 0
    assert [rifles(5, distance, mounted=True).strength.value for distance in (0, 1, 3, 5)] == [4, 3, 2, 1]
    assert rifles(4, 0, mounted=True).strength.value == 3
    assert rifles(5, 0, mounted=True, firer_suppressed=True).rule == "16.2c"


@pytest.mark.rules("9.0-veh-1", "9.0-veh-2", "9.0-gen-3", "9.0-gen-4", "6.67a")
def test_machine_guns_by_vehicles_and_range() -> None:
    def strength(number: int, distance: int, **more: object) -> int:
        return resolve(Aim("mg", M3, US, number, distance=distance, **more)).strength.value

    assert [strength(5, distance) for distance in (0, 1, 2, 3, 5, 6, 10)] == [6, 5, 5, 3, 3, 1, 1]
    assert [strength(number, 2) for number in range(1, 6)] == [1, 2, 3, 4, 5]
    assert strength(5, 2, firer_column=True) == 1
    weak = resolve(Aim("mg", M3, US, 2, distance=8))
    assert (weak.strength.value, weak.void) == (0, "")
    assert resolve(Aim("mg", M3, US, 5, distance=11)).rule == "9.0-gen-4"


@pytest.mark.rules("8.61A", "8.61C", "12.4-sup-veh", "data-brit-grant")
def test_suppressed_vehicles_fire_only_guns_worked_from_inside() -> None:
    assert resolve(Aim("mg", M4, US, 5, distance=2, firer_suppressed=True)).rule == "8.61A"
    british = resolve(Aim("mg", find_unit("Grant"), M4, 3, distance=2, firer_suppressed=True))
    assert (british.void, british.modifier.value) == ("", -1)
    assert resolve(Aim("main", M4, M4, 3, distance=3, firer_suppressed=True)).modifier.value == 2 - 1


@pytest.mark.rules(
    "9.0-inf-2", "9.0-inf-3", "9.1", "9.2", "9.2-all-dash", "9.2-inf-Sa", "9.2-inf-num", "12.0-gen-1", "12.32-dash",
    "9.0-veh-3", "9.0-veh-4",
)  # fmt: skip
def test_results_on_infantry() -> None:
    # Strength 7 in the clear: no loss die changes anything.
    found = rifles(5, 1)
    assert found.modifier.value == 0
    assert struck(found, "1 2 1") == Outcome(0, False)
    assert struck(found, "2 2 6") == Outcome(0, True)
    assert struck(found, "3 4 1") == Outcome(1, True)
    assert struck(found, "6 6 1 6") == Outcome(2, True)
    assert found.losses == {0: Fraction(5, 12), 1: Fraction(5, 12), 2: Fraction(1, 6)}


@pytest.mark.rules("9.2-inf-Sb", "9.2-inf-num", "12.32-plus-b", "12.32-plus-c")
def test_infantry_that_is_suppressed_already_pays_for_an_s_with_a_step() -> None:
    """FIRE-26."""
    again = rifles(5, 1, target_suppressed=True)
    assert struck(again, "2 2 3") == Outcome(1, True)
    assert struck(again, "3 4 3") == Outcome(1, True)
    # With two others in the hex (+4) a die of 4 or more raises a result.
    crowded = rifles(5, 1, target_suppressed=True, stacked=2)
    assert struck(crowded, "2 2 4") == Outcome(1, True)
    assert struck(crowded, "1 2 4") == Outcome(0, True)
    assert struck(crowded, "1 2 3") == Outcome(0, False)
    # In a town a die of 4 or less lowers it.
    town = rifles(5, 1, target_suppressed=True, terrain="town")
    assert struck(town, "2 2 4") == Outcome(0, False)
    assert struck(town, "6 6 4 4") == Outcome(0, True)


@pytest.mark.rules("9.2-veh", "9.2", "12.22-minus-b", "12.22-plus", "9.0-veh-4")
def test_vehicles_are_suppressed_and_never_lost() -> None:
    """FIRE-4, FIRE-27."""
    found = resolve(Aim("mg", find_unit("PzIV H"), M3, distance=2, moving=True))
    assert found.modifier.value == -2
    assert struck(found, "6 6") == Outcome(0, True)
    assert struck(found, "3 4 6") == Outcome(0, True)
    assert struck(found, "3 4 5") == Outcome(0, False)
    assert struck(found, "1 1 6") == Outcome(0, False)
    column = resolve(Aim("mg", find_unit("PzIV H"), M3, distance=2, column=True))
    assert struck(column, "1 1 5") == Outcome(0, True)
    assert struck(column, "1 1 4") == Outcome(0, False)
    assert found.suppressed == Fraction(19, 54)
    single = resolve(Aim("mg", find_unit("PzIV H"), M3, distance=2, moving=True, loss_dice="single"))
    assert struck(single, "6 6") == Outcome(0, True)
    assert single.outcomes == found.outcomes
    assert set(column.losses) == {0}
