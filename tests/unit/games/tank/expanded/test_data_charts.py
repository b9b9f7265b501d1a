"""The small tables of the Expanded game a second time, and what the notes claim of them."""

from __future__ import annotations

import pytest

from hulldown.core.charts import span
from hulldown.games.tank.data.listings import listing
from hulldown.games.tank.data.loading import chart

# Highest killing die = d + 1 - off, at most 10, none below 1; one number for each band of five hexes.
OFFSETS = {
    "8.91": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    "8.92": (0, 1, 2, 4, 6, 8, 10),
    "8.93": (0, 0, 0, 2, 3, 4, 4, 5, 5, 7),
    "23.0-r": (0, 0, 0, 0, 1, 2, 3, 5, 7, 9),
    "23.0-l": (0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4),
}
GUIDED = {10: ("1", "1", "1-2"), 20: ("1", "1-2", "1-3"), 30: ("1-2", "1-3", "1-4"), 40: ("1-3", "1-4", "1-5"),
          50: ("1-3", "1-5", "1-5")}  # fmt: skip
EFFECTS = ("P P P P P/T X", "• P P P P P/T", "• • P P P P", "• • • P P P", "• • • • • P", "• • • • • P")


def _highest(table: str, distance: int, column: int) -> int:
    return max(span(chart(table).cell(distance, str(column))), default=0)


@pytest.mark.rules("23.0", "24.2b")
@pytest.mark.parametrize("table", OFFSETS)
def test_every_cell_of_the_combat_results_tables(table: str) -> None:
    offsets = OFFSETS[table]
    assert chart(table).last_row() == 5 * len(offsets)
    for distance in range(1, 5 * len(offsets) + 1):
        for column in range(11):
            expected = max(0, min(10, column + 1 - offsets[(distance - 1) // 5]))
            assert _highest(table, distance, column) == expected, (table, distance, column)


@pytest.mark.rules("23.0")
def test_better_fire_control_is_never_worse_out_to_35_hexes() -> None:
    for distance in range(1, 36):
        for column in range(11):
            found = [_highest(table, distance, column) for table in ("23.0-l", "23.0-r", "8.93", "8.91", "8.92")]
            assert found == sorted(found, reverse=True), (distance, column)
    assert _highest("23.0-r", 40, 10) == _highest("8.93", 40, 10)
    assert _highest("23.0-r", 45, 10) < _highest("8.93", 45, 10)


@pytest.mark.rules("23.0")
def test_the_lost_tables_say_that_they_are_reconstructed() -> None:
    assert {chart(table).meta["provenance"] for table in ("23.0-r", "23.0-l")} == {"reconstructed"}
    assert {chart(table).meta["provenance"] for table in ("24.31", "28.34")} == {"rulebook"}


@pytest.mark.rules("24.31-m-10", "24.31-11-20", "24.31-21-30", "24.31-31-40", "24.31-41-50")
def test_every_row_of_guided_fire() -> None:
    table = chart("24.31")
    assert table.last_row() == 50
    for last, cells in GUIDED.items():
        for distance in range(last - 9, last + 1):
            found = tuple(table.cell(distance, column) for column in ("CLS 3+", "CLS 0-2", "TH"))
            assert found == cells, distance
    assert [table.rule(last) for last in GUIDED] == [
        "24.31-m-10", "24.31-11-20", "24.31-21-30", "24.31-31-40", "24.31-41-50",
    ]  # fmt: skip


@pytest.mark.rules("24.4-n", "24.4-r", "24.4-sc", "24.4-l", "24.4-g")
def test_what_movement_adds_to_the_die() -> None:
    rows = listing("24.4")
    found = {
        name: (rows.number(name, "add"), rows.number(name, "points"), row["rule"]) for name, row in rows.rows.items()
    }
    assert found == {
        "N": (1, 2, "24.4-n"), "SR": (1, 2, "24.4-n"), "R": (1, 3, "24.4-r"), "SC": (2, 5, "24.4-sc"),
        "L": (1, 6, "24.4-l"), "CLS": (0, 1, "24.4-g"), "TH": (0, 1, "24.4-g"),
    }  # fmt: skip


@pytest.mark.rules("28.32a")
def test_artillery_by_weight() -> None:
    rows = listing("28.32")
    found = {name: (rows.number(name, "battery"), rows.number(name, "battalion")) for name in rows.rows}
    assert found == {"L": (2, 8), "M": (4, 12), "H": (6, 18)}


@pytest.mark.rules("28.34-1", "28.34-2", "28.34-3", "28.34-4", "28.34-5", "28.34-6")
def test_every_cell_of_artillery_effects() -> None:
    table = chart("28.34")
    assert table.columns == ("2-3", "4-5", "6-7", "8-11", "12-17", "18+")
    for die, row in enumerate(EFFECTS, 1):
        assert [table.cell(die, column) for column in table.columns] == row.split(), die
        assert table.rule(die) == f"28.34-{die}"
