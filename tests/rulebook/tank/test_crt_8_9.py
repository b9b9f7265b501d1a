"""Case 8.9: the Combat Results Tables, row by row and step by step."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from hulldown.games.tank.data.loading import Weapon, chart, terrain, weapons
from hulldown.games.tank.rules.fire import Aim, Firer, Shot, highest_killing_die, resolve, table_of
from support.tank_positions import play, position

Draw = Callable[..., str]
MIXED = terrain("mixed")
CONTROL = {"8.91": ("N", 2), "8.92": ("N", 3), "8.93": ("SC", 3)}
"""A Fire Control and a Panic Level that lead to each table."""
EMPTY = "-"


def weapon(control: str, ap: int) -> Weapon:
    return msgspec.structs.replace(weapons()["PzIVh"], fc=control, ap=ap)


def shot(differential: int, distance: int, table: str = "8.91", points: int = 0) -> Shot:
    """An attack whose differential is known: armour 7 against 7 more or less."""
    control, panic = CONTROL[table]
    firer = Firer(weapon(control, 7 + differential), distance, panic)
    return resolve(Aim((firer,), weapons()["PzIVh"], MIXED, points=points, moving=points > 0))


ROWS = [
    pytest.param("8.91", 1, 5, "1 2 3 4 5 6 7 8 9 10 10", marks=pytest.mark.rules("8.91-01-05")),
    pytest.param("8.91", 6, 10, "- 1 2 3 4 5 6 7 8 9 10", marks=pytest.mark.rules("8.91-06-10")),
    pytest.param("8.91", 11, 15, "- - 1 2 3 4 5 6 7 8 9", marks=pytest.mark.rules("8.91-11-15")),
    pytest.param("8.91", 16, 20, "- - - 1 2 3 4 5 6 7 8", marks=pytest.mark.rules("8.91-16-20")),
    pytest.param("8.91", 21, 25, "- - - - 1 2 3 4 5 6 7", marks=pytest.mark.rules("8.91-21-25")),
    pytest.param("8.91", 26, 30, "- - - - - 1 2 3 4 5 6", marks=pytest.mark.rules("8.91-26-30")),
    pytest.param("8.91", 31, 35, "- - - - - - 1 2 3 4 5", marks=pytest.mark.rules("8.91-31-35")),
    pytest.param("8.91", 36, 40, "- - - - - - - 1 2 3 4", marks=pytest.mark.rules("8.91-36-40")),
    pytest.param("8.91", 41, 45, "- - - - - - - - 1 2 3", marks=pytest.mark.rules("8.91-41-45")),
    pytest.param("8.91", 46, 50, "- - - - - - - - - 1 2", marks=pytest.mark.rules("8.91-46-50")),
    pytest.param("8.92", 1, 5, "1 2 3 4 5 6 7 8 9 10 10", marks=pytest.mark.rules("8.92-01-05")),
    pytest.param("8.92", 6, 10, "- 1 2 3 4 5 6 7 8 9 10", marks=pytest.mark.rules("8.92-06-10")),
    pytest.param("8.92", 11, 15, "- - 1 2 3 4 5 6 7 8 9", marks=pytest.mark.rules("8.92-11-15")),
    pytest.param("8.92", 16, 20, "- - - - 1 2 3 4 5 6 7", marks=pytest.mark.rules("8.92-16-20")),
    pytest.param("8.92", 21, 25, "- - - - - - 1 2 3 4 5", marks=pytest.mark.rules("8.92-21-25")),
    pytest.param("8.92", 26, 30, "- - - - - - - - 1 2 3", marks=pytest.mark.rules("8.92-26-30")),
    pytest.param("8.92", 31, 35, "- - - - - - - - - - 1", marks=pytest.mark.rules("8.92-31-35")),
    pytest.param("8.93", 1, 5, "1 2 3 4 5 6 7 8 9 10 10", marks=pytest.mark.rules("8.93-01-05")),
    pytest.param("8.93", 6, 10, "1 2 3 4 5 6 7 8 9 10 10", marks=pytest.mark.rules("8.93-06-10")),
    pytest.param("8.93", 11, 15, "1 2 3 4 5 6 7 8 9 10 10", marks=pytest.mark.rules("8.93-11-15")),
    pytest.param("8.93", 16, 20, "- - 1 2 3 4 5 6 7 8 9", marks=pytest.mark.rules("8.93-16-20")),
    pytest.param("8.93", 21, 25, "- - - 1 2 3 4 5 6 7 8", marks=pytest.mark.rules("8.93-21-25")),
    pytest.param("8.93", 26, 30, "- - - - 1 2 3 4 5 6 7", marks=pytest.mark.rules("8.93-26-30")),
    pytest.param("8.93", 31, 35, "- - - - 1 2 3 4 5 6 7", marks=pytest.mark.rules("8.93-31-35")),
    pytest.param("8.93", 36, 40, "- - - - - 1 2 3 4 5 6", marks=pytest.mark.rules("8.93-36-40")),
    pytest.param("8.93", 41, 45, "- - - - - 1 2 3 4 5 6", marks=pytest.mark.rules("8.93-41-45")),
    pytest.param("8.93", 46, 50, "- - - - - - - 1 2 3 4", marks=pytest.mark.rules("8.93-46-50")),
]
"""Table, first and last range of the row, then the highest killing die for the differentials 0 to 10."""


@pytest.mark.rules("8.9a", "8.91", "8.92", "8.93")
@pytest.mark.parametrize(("table", "first", "last", "cells"), ROWS)
def test_8_9a_every_cell_of_the_tables(table: str, first: int, last: int, cells: str) -> None:
    row = cells.split()
    assert len(row) == 11
    for distance in (first, last):
        for differential, cell in enumerate(row):
            highest = 0 if cell == EMPTY else int(cell)
            assert highest_killing_die(table, distance, differential) == highest
            found = shot(differential, distance, table)
            assert found.hits_on == tuple(range(1, min(highest, 6) + 1))
            assert found.probability == Fraction(min(highest, 6), 6)


@pytest.mark.rules("8.91", "8.92", "8.93")
@pytest.mark.parametrize(("table", "last"), [("8.91", 50), ("8.92", 35), ("8.93", 50)])
def test_8_9_the_tables_run_without_a_gap_to_their_last_row(table: str, last: int) -> None:
    bands = [entry.values[1:3] for entry in ROWS if entry.values[0] == table]
    assert [number for first, end in bands for number in range(first, end + 1)] == list(range(1, last + 1))
    assert chart(table).last_row() == last
    assert [(band.first, band.last) for band in chart(table).bands] == bands


@pytest.mark.rules("8.9b")
def test_8_9b_step_1_the_differential() -> None:
    """Negative: no attack. Above 10: counts as 10."""
    negative = shot(-1, 3)
    assert (negative.hits_on, negative.rule, negative.differential) == ((), "8.9b", -1)
    assert negative.void == "the differential is negative"
    assert not shot(0, 3).void
    for differential in (10, 11, 25):
        capped = shot(differential, 50)
        assert (capped.column, capped.hits_on, capped.differential) == ("10", (1, 2), differential)


@pytest.mark.rules("8.9b")
def test_8_9b_in_play_a_negative_differential_costs_the_turn_and_no_die(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIIIj")}, bravo={"B1": ("1004", "D")})
    after = play(state, "A1 DF 1004", "")
    assert after.found("no_attack", unit="A1", target="B1", why="the differential is negative")
    assert after.rolls == ()
    assert not any(event.seen_by("bravo") for event in after.found("no_attack"))
    assert after.state.first_fire == 0


@pytest.mark.rules("8.9c")
@pytest.mark.parametrize(("target", "distance", "hits"), [("1006", 4, "1-5"), ("1005", 5, "1-5"), ("1004", 6, "1-4")])
def test_8_9c_steps_2_and_3_the_range_and_one_die(draw: Draw, target: str, distance: int, hits: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": (target, "D")}, dice="5")
    after = play(state, f"A1 DF {target}", "")
    shot = after.found("shot")[0].data
    assert (shot["range"], shot["hits_on"], shot["die"]) == (distance, hits, 5)
    assert [(roll.sides, roll.value) for roll in after.rolls] == [(6, 5)]


@pytest.mark.rules("8.9d", "8.71a")
def test_8_9d_step_4_movement_is_added_to_the_die() -> None:
    # Column 9 at range 6-10 kills up to 9: with 3 added every die still does, with 4 added 6 no longer does.
    assert shot(9, 8, points=7).hits_on == (1, 2, 3, 4, 5, 6)
    assert shot(9, 8, points=8).hits_on == (1, 2, 3, 4, 5)
    assert shot(2, 3, points=6).hits_on == ()  # possible to try, impossible to hit
    assert not shot(2, 3, points=6).void


@pytest.mark.rules("8.9e", "8.9a")
def test_8_9e_step_5_in_the_series_destroyed_otherwise_nothing(draw: Draw) -> None:
    scenario = draw()
    for die in range(1, 7):
        foes = {"B1": ("1004", "D"), "B2": "2416"}
        state = position(scenario, alpha={"A1": ("1010", "A")}, bravo=foes, dice=f"{die}")
        after = play(state, "A1 DF 1004", "")
        # 21 - 17 = 4 at range 6: 1-4.
        assert bool(after.found("destroyed", unit="B1")) is (die <= 4)
        if die > 4:
            assert after.found("shot")[0].data["result"] == "missed"
            assert after.state.wrecks == []


@pytest.mark.rules("8.9e")
def test_8_9e_a_series_beyond_six_is_a_hit_on_every_die() -> None:
    """C-01: one die, no automatic hit or miss."""
    assert shot(10, 3).hits_on == (1, 2, 3, 4, 5, 6)
    assert shot(0, 10).hits_on == ()


@pytest.mark.rules("8.9f")
@pytest.mark.parametrize(
    ("control", "panic", "table"),
    [
        ("N", 0, "8.91"), ("N", 2, "8.91"), ("N", 3, "8.92"), ("N", 5, "8.92"),
        ("SR", 0, "8.91"), ("SR", 2, "8.91"), ("SR", 3, "8.92"),
        ("SC", 0, "8.93"), ("SC", 5, "8.93"),
    ],
)  # fmt: skip
def test_8_9f_the_table_follows_fire_control_and_panic_level(control: str, panic: int, table: str) -> None:
    assert table_of(Firer(weapon(control, 14), 1, panic)) == table


@pytest.mark.rules("8.9f")
def test_8_9f_in_play_each_force_reads_its_own_table(draw: Draw) -> None:
    # At Panic Level 2 and 12 hexes: SR with 21 - 17 = 4 kills on 1-3, SC with 22 - 17 = 5 on 1-6.
    for weapon_name, hits in (("T62", "1-3"), ("Cent105", "1-6")):
        state = position(draw(), alpha={"A1": ("1015", "A", weapon_name)}, bravo={"B1": ("1003", "D")}, dice="6")
        shot = play(state, "A1 DF 1003", "").found("shot")[0].data
        assert (shot["range"], shot["hits_on"]) == (12, hits)
