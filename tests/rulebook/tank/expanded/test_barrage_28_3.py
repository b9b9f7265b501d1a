"""Artillery, air strikes, mines and Reconnaissance Fire as resolvers: 28.3, 28.61, 29.0, 32.6."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.tank.data.loading import Weapon, classes, terrain, weapons
from hulldown.games.tank.rules.barrage import (
    DESTROYED,
    NONE,
    PANIC,
    Fall,
    Struck,
    air_points,
    battalion_points,
    battery_points,
    effect_column,
    impact,
    mines,
    struck,
    uncovered_on,
)

MIXED = terrain("mixed")
TANK = weapons()["T34/85"]
SQUAD = weapons()["infantry"]
GUN = weapons()["75AT"]
TRUCK = Weapon(
    name="truck", title="truck", kind="truck", turret=False, ap=0, he=0, ma=8, range=0, fc="none", rule="36.7-tr",
    provenance=dict.fromkeys(("ap", "he", "ma", "range", "fc"), "rulebook"), notes={},
)  # fmt: skip


def chances(found):
    return tuple(found.outcomes[name] for name in (DESTROYED, PANIC, NONE))


def scripted(*dice: int) -> ScriptedDice:
    return ScriptedDice(" ".join(map(str, dice)), 0)


@pytest.mark.rules("28.32a")
@pytest.mark.parametrize(("weight", "battery", "battalion"), [("L", 2, 8), ("M", 4, 12), ("H", 6, 18)])
def test_the_he_points_of_batteries_and_battalions(weight, battery, battalion):
    assert (battery_points(weight), battalion_points(weight)) == (battery, battalion)


@pytest.mark.rules("28.32c")
@pytest.mark.parametrize(
    ("ground", "points", "kills"),
    [("clear", 2, 2), ("clear", 1, 1), ("clear", 0, 0), ("clear", 8, 6), ("rough", 4, 2), ("woods", 2, 0),
     ("woods", 3, 1), ("clear", 18, 6)],
)  # fmt: skip
def test_soft_targets_are_attacked_in_the_first_row_of_8_91_less_the_ground_alone(ground, points, kills):
    for target in (SQUAD, GUN):
        found = impact(Fall(points, target, MIXED, ground))
        assert found.kills == tuple(range(1, kills + 1))


@pytest.mark.rules("28.32c", "28.32d")
def test_a_medium_battalion_on_infantry_in_an_improved_position():
    found = impact(Fall(battalion_points("M"), SQUAD, MIXED, position=True))
    assert chances(found) == (Fraction(1, 6), Fraction(5, 12), Fraction(5, 12))
    assert [(factor.rule, factor.value) for factor in found.factors] == [
        ("28.32a", 12), ("14.41a", -12), ("8.9b", 0), ("8.91-01-05", "1"), ("28.32d", "1,3,5"),
    ]  # fmt: skip


@pytest.mark.rules("28.32b")
def test_the_points_of_overlapping_zones_are_one_attack():
    both = impact(Fall(battery_points("L") + battery_points("M"), SQUAD, MIXED, position=True))
    assert chances(both) == (0, 0, 1)
    more = impact(Fall(battalion_points("M") + battery_points("L"), SQUAD, MIXED, position=True))
    assert more.kills == (1, 2, 3)


@pytest.mark.rules("28.32d")
def test_seven_points_shake_nobody_and_eight_do_on_odd_dice():
    assert impact(Fall(7, SQUAD, MIXED, position=True)).outcomes[PANIC] == 0
    assert chances(impact(Fall(8, SQUAD, MIXED, position=True))) == (0, Fraction(1, 2), Fraction(1, 2))


@pytest.mark.rules("28.32d")
def test_the_second_die_is_only_rolled_where_it_can_matter():
    fall = impact(Fall(12, SQUAD, MIXED, position=True))
    assert struck(scripted(1), fall, "A1") == Struck(DESTROYED, 1)
    assert struck(scripted(2, 3), fall, "A1") == Struck(PANIC, 2, 3)
    assert struck(scripted(2, 4), fall, "A1") == Struck(NONE, 2, 4)
    assert struck(scripted(2), fall, "A1", panicked=True) == Struck(NONE, 2)


CHART = {
    "28.34-1": ("P", "P", "P", "P", "T", "X"),
    "28.34-2": (".", "P", "P", "P", "P", "T"),
    "28.34-3": (".", ".", "P", "P", "P", "P"),
    "28.34-4": (".", ".", ".", "P", "P", "P"),
    "28.34-5": (".", ".", ".", ".", ".", "P"),
    "28.34-6": (".", ".", ".", ".", ".", "P"),
}
BANDS = ((2, 3), (4, 5), (6, 7), (8, 11), (12, 17), (18, 60))


@pytest.mark.rules("28.33", "28.34-1", "28.34-2", "28.34-3", "28.34-4", "28.34-5", "28.34-6", "28.34-x")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("band", range(6))
def test_every_cell_of_the_chart_of_artillery_effects(die, band):
    cell = CHART[f"28.34-{die}"][band]
    for points in BANDS[band]:
        for target, kills in ((TANK, "X"), (TRUCK, "XT")):
            found = impact(Fall(points, target, MIXED))
            expected = DESTROYED if cell in kills else NONE if cell == "." else PANIC
            assert struck(scripted(die), found, "A1") == Struck(expected, die)


@pytest.mark.rules("28.33")
def test_neither_ground_nor_position_helps_a_vehicle():
    assert chances(impact(Fall(18, TANK, MIXED, "woods", True, True))) == chances(impact(Fall(18, TANK, MIXED)))


def test_less_than_two_points_do_nothing_to_a_vehicle():
    assert effect_column(1) == ""
    assert chances(impact(Fall(1, TANK, MIXED))) == (0, 0, 1)


@pytest.mark.rules("28.61a")
@pytest.mark.parametrize(
    ("weight", "target", "expected"),
    [
        ("L", TANK, (0, 1, 0)),
        ("M", TANK, (0, 1, 0)),
        ("H", TANK, (Fraction(1, 2), Fraction(1, 2), 0)),
        ("L", TRUCK, (0, 1, 0)),
        ("M", TRUCK, (Fraction(1, 2), Fraction(1, 2), 0)),
        ("H", TRUCK, (Fraction(2, 3), Fraction(1, 3), 0)),
    ],
)
def test_an_air_strike_takes_two_off_the_die_against_vehicles(weight, target, expected):
    assert chances(impact(Fall(air_points(weight, target), target, MIXED, air=True))) == expected


@pytest.mark.rules("28.61b", "28.32d")
def test_an_air_strike_counts_double_against_soft_targets():
    assert [air_points(weight, SQUAD) for weight in "LMH"] == [16, 24, 36]
    assert [air_points(weight, TANK) for weight in "LMH"] == [8, 12, 18]
    light = impact(Fall(air_points("L", SQUAD), SQUAD, MIXED, position=True, air=True))
    assert chances(light) == (Fraction(5, 6), Fraction(1, 12), Fraction(1, 12))


@pytest.mark.rules("29.0-gen-1", "29.0-proc-2")
@pytest.mark.parametrize("count", range(1, 9))
def test_each_mine_adds_a_sixth_against_vehicles_and_none_against_infantry(count):
    for target in (TANK, TRUCK):
        assert mines(count, target).outcomes[DESTROYED] == Fraction(min(count, 6), 6)
        assert struck(scripted(min(count, 6)), mines(count, target), "A1").result == DESTROYED
    assert mines(count, SQUAD).outcomes == {DESTROYED: 0, PANIC: 0, NONE: 1}


@pytest.mark.rules("32.6-proc-1")
def test_reconnaissance_fire_finds_up_to_the_panic_level_of_the_enemy():
    assert [uncovered_on(level) for level in (0, 1, 4, 6, 9)] == [
        (), (1,), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6),
    ]  # fmt: skip


def test_the_truck_of_these_tests_is_of_the_class_of_trucks():
    assert classes()["truck"].truck
    assert TRUCK.traits.drives
    assert not TRUCK.traits.armoured
