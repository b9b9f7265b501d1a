"""Every cell of the charts, written a second time from the notes, with its provenance; and what the loader refuses."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.panzer_battles.data.loading import (
    FOLDER,
    UNLIMITED,
    chart,
    listing,
    observation,
    observation_row,
    parse_chart,
    parse_listing,
    provenance,
)

AUTOMATIC = """
    2  - - - - - - - - - S S
    3  - - - - - - - - S S S
    4  - - - - - - - S S S 1
    5  - - - - - - S S S 1 1
    6  - - - - - S S S 1 1 1
    7  - - - - S S S 1 1 1 2
    8  - - - S S S 1 1 1 2 2
    9  - - S S S 1 1 1 2 2 2
    10 - S S S 1 1 1 2 2 2 3
    11 S S S 1 1 1 2 2 2 3 3
    12 S S 1 1 1 2 2 2 3 3 3
"""
MAIN_GUN = """
    2  - - - - - - - - - 1 1 1 1 2 2
    3  - - - - - - - - 1 1 1 1 2 2 2
    4  - - - - - - - 1 1 1 1 2 2 2 2
    5  - - - - - - 1 1 1 1 2 2 2 2 3
    6  - - - - - 1 1 1 1 2 2 2 2 3 3
    7  - - - - 1 1 1 1 2 2 2 2 3 3 3
    8  - - - 1 1 1 1 2 2 2 2 3 3 3 4
    9  - - 1 1 1 1 2 2 2 2 3 3 3 4 4
    10 - 1 1 1 1 2 2 2 2 3 3 3 4 4 5
    11 1 1 1 1 2 2 2 2 3 3 3 4 4 5 5
    12 1 1 1 2 2 2 2 3 3 3 4 4 5 5 6
"""
ATTENUATION = {
    (0,): "7444 8555 8666 9777 9888",
    (1, 2): "6333 7444 7555 7666 8777",
    (3, 4, 5): "4222 5333 6444 7555 7666",
    (6, 7): "1111 2222 3222 4322 4422",
    (8, 9, 10): "0000 1111 2111 3211 3222",
    (11, 12): "000P 000P 100P 211P 211P",
    (13, 14, 15): "00PP 00PP 00PP 00PP 00PP",
    (16, 17, 40): "PPPP PPPP PPPP PPPP PPPP",
}
MORALE = """
    2  - - 1 1 1 2 2 2 2 2 2 2 2 2 2
    3  - - - 1 1 1 2 2 2 2 2 2 2 2 2
    4  - - - - 1 1 1 2 2 2 2 2 2 2 2
    5  - - - - - 1 1 1 2 2 2 2 2 2 2
    6  - - - - - - 1 1 1 2 2 2 2 2 2
    7  - - - - - - - 1 1 1 2 2 2 2 2
    8  - - - - - - - - 1 1 1 2 2 2 2
    9  - - - - - - - - - 1 1 1 2 2 2
    10 - - - - - - - - - - 1 1 1 2 2
    11 - - - - - - - - - - - 1 1 1 2
    12 - - - - - - - - - - - - 1 1 1
"""
COLUMNS = {
    (1, 6): "3 5 8 10 13 15 - - - - - - - - -",
    (7, 10): "2 4 6 7 9 11 12 14 15 15 - - - - -",
    (11, 14): "2 3 4 5 6 8 9 10 11 12 13 14 15 15 -",
    (15, 40): "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
}
HEADQUARTERS = """
    1 -   -   -   -   1 1   1-2 1-2 1-2 1-3 1-4
    2 -   -   1   1   2 2-3 3-4 3-5 3-6 4-6 5-6
    3 -   1   2   2-3 3 4-5 5-6 6   -   -   -
    4 1   2   3   4   4 6   -   -   -   -   -
    5 2   3   4   5   5 -   -   -   -   -   -
    6 3-6 4-6 5-6 6   6 -   -   -   -   -   -
"""
SCATTER = """
    2  OT  OT  OT  OT  OT
    3  OT  OT  OT  OT  S
    4  OT  OT  OT  OT  S
    5  OT  OT  OT  S   S-1
    6  OT  OT  S   S   S-1
    7  OT  S   S   S-1 S-2
    8  OT  S   S-1 S-1 S-2
    9  S   S-1 S-1 S-2 S-3
    10 S   S-1 S-2 S-2 S-3
    11 S-1 S-2 S-2 S-3 S-4
    12 S-1 S-2 S-3 S-3 S-4
"""


def rows(text: str) -> dict[int, list[str]]:
    """The cells of a printed table by the number that begins each line."""
    return {int(first): cells for first, *cells in (line.split() for line in text.strip().splitlines())}


@pytest.mark.rules("9.1", "10.1", "14.2", "14.8", "17.27")
@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("9.1", AUTOMATIC, list(map(str, range(11)))),
        ("10.1", MAIN_GUN, list(map(str, range(15)))),
        ("14.2", MORALE, list(map(str, range(1, 16)))),
        ("14.8", HEADQUARTERS, list("ABCDEFGHIJK")),
        ("17.27", SCATTER, ["ffe", "0-10", "11-20", "21-40", "41+"]),
    ],
)
def test_every_cell_of_a_table(name: str, text: str, columns: list[str]) -> None:
    table = chart(name)
    assert list(table.columns) == columns
    assert {band.first: list(band.cells) for band in table.bands} == rows(text)
    assert all(band.first == band.last for band in table.bands)


@pytest.mark.rules(
    "9.1", "9.3", "10.1", "10.31", "14.2", "14.2-cols", "17.27", "10.1-rows", "10.32", "14.8", "17.26-diag"
)
def test_what_is_lost_is_said_to_be_reconstructed() -> None:
    for name in ("9.1", "9.3", "10.1", "10.31", "14.2", "14.2-cols", "17.27"):
        assert provenance(name) == "reconstructed", name
    for name in ("10.1-rows", "7.25", "12.4-terrain", "scatter"):
        assert provenance(name) == "repaired", name
    for name in ("10.32", "12.21", "12.31", "12.4", "14.8", "17.3"):
        assert provenance(name) == "rulebook", name
    assert chart("14.8").meta["repaired"] == "F,G,H,I,J,K"


@pytest.mark.rules("9.3", "9.0-gen-4")
def test_the_machine_guns_of_9_3() -> None:
    printed = {(0,): "23456", (1, 2): "12345", (3, 4, 5): "11223", (6, 7, 8, 9, 10): "00111"}
    for ranges, strengths in printed.items():
        for distance in ranges:
            assert [chart("9.3").cell(distance, str(number)) for number in range(1, 6)] == list(strengths)
    with pytest.raises(UnknownNameError):
        chart("9.3").cell(11, "1")


@pytest.mark.rules("10.1-rows")
def test_the_rows_of_10_1() -> None:
    assert [chart("10.1-rows").cell(number, "shift") for number in range(1, 6)] == ["0", "2", "3", "4", "5"]


@pytest.mark.rules(
    "10.32", "10.32-r0", "10.32-r1", "10.32-r3", "10.32-r6", "10.32-r8", "10.32-r11", "10.32-r13", "10.32-r16",
    "10.32-fn-1",
)  # fmt: skip
def test_attack_strengths_by_range_profile_and_gun_type() -> None:
    cases = ("r0", "r1", "r3", "r6", "r8", "r11", "r13", "r16")
    for (ranges, text), case in zip(ATTENUATION.items(), cases, strict=True):
        for distance in ranges:
            for profile, cells in zip("ABCDE", text.split(), strict=True):
                for gun, cell in enumerate(cells, 1):
                    assert chart("10.32").cell(distance, f"{profile}{gun}") == cell, (distance, profile, gun)
            assert chart("10.32").rule(distance) == f"10.32-{case}"


@pytest.mark.rules("10.31")
def test_the_he_strengths() -> None:
    printed = {
        "M4": "2 4 5 7 8", "PzIV H": "2 4 5 7 8", "PzV": "2 3 5 6 7", "88": "3 5 7 8 10", "PzIII": "1 2 3 4 5",
        "PzIV E": "3 5 6 8 9", "T34/85": "3 5 6 8 9", "Grant 75mm": "2 4 5 7 8", "Grant 37mm": "1 1 2 2 3",
        "Crusader II": "- - - - -", "CS tank": "4 6 8 9 10",
    }  # fmt: skip
    assert {name: " ".join(row.values()) for name, row in listing("10.31").rows.items()} == printed


@pytest.mark.rules("14.2-cols", "14.0-proc-2")
def test_the_columns_of_the_morale_table() -> None:
    for sizes, text in COLUMNS.items():
        for size in sizes:
            assert list(chart("14.2-cols").band(size).cells) == text.split(), size


@pytest.mark.rules(
    "12.21", "12.21-low", "12.21-mid", "12.21-high", "12.31", "12.31-low", "12.31-mid", "12.31-high"
)  # fmt: skip
def test_the_loss_modification_tables() -> None:
    vehicle = {die: chart("12.21").cell(die, "loss") for die in range(-12, 16)}
    assert vehicle == {die: "-1" if die <= 3 else "0" if die <= 8 else "1" for die in vehicle}
    infantry = {die: chart("12.31").cell(die, "loss") for die in range(-12, 16)}
    assert infantry == {die: "-1" if die <= 0 else "0" if die <= 7 else "1" for die in infantry}


@pytest.mark.rules(
    "12.4", "12.4-def-veh", "12.4-moving", "12.4-def-inf", "12.4-stack", "12.4-column", "12.4-sup-veh", "12.4-sup-inf",
    "12.4-clear", "12.4-town", "12.4-woods", "12.4-rough1",
)  # fmt: skip
def test_the_loss_modifiers() -> None:
    values = {name: int(row["value"]) for name, row in listing("12.4").rows.items()}
    assert values == {
        "defilade_vehicle": -2, "moving": -2, "defilade_infantry": -1, "stacked": 2, "column": 4,
        "suppressed_vehicle": -1, "suppressed_infantry": -2,
    }  # fmt: skip
    ground = {name: (int(row["vehicle"]), int(row["infantry"])) for name, row in listing("12.4-terrain").rows.items()}
    assert ground == {
        "clear": (0, 0), "rough2": (0, 0), "town": (-1, -4), "woods": (-2, -4), "rough1": (-1, -1),
    }  # fmt: skip


@pytest.mark.rules("17.3b", "17.26-diag")
def test_the_strength_of_artillery_and_the_scatter_diagram() -> None:
    assert {name: row["strength"] for name, row in listing("17.3").rows.items()} == {"on_target": "8", "scattered": "4"}
    assert [chart("scatter").cell(die, "direction") for die in range(1, 7)] == ["N", "NE", "SE", "S", "SW", "NW"]


@pytest.mark.rules(
    "7.25", "7.25-inf-stat-clear", "7.25-inf-move-clear", "7.25-inf-other", "7.25-veh-stat-clear",
    "7.25-veh-stat-woods", "7.25-veh-stat-def", "7.25-veh-move-clear", "7.25-veh-move-other", "7.24",
)  # fmt: skip
def test_the_observation_ranges() -> None:
    ranges = {name: (row.regular, row.focused) for name, row in observation().items()}
    assert ranges == {
        "infantry_stationary_clear": (3, 6), "infantry_moving_clear": (6, 12), "infantry_other": (1, 2),
        "vehicle_stationary_clear": (15, 30), "vehicle_stationary_cover": (2, 4), "vehicle_stationary_hidden": (1, 2),
        "vehicle_moving_clear": (UNLIMITED, UNLIMITED), "vehicle_moving_other": (15, 30),
    }  # fmt: skip
    expected = {
        # infantry, moving, terrain, in defilade: regular range
        (True, False, "clear", False): 3, (True, True, "clear", False): 6, (True, True, "clear", True): 1,
        (True, True, "rough2", False): 1, (True, False, "town", False): 1, (False, False, "clear", False): 15,
        (False, False, "rough2", False): 15, (False, False, "rough1", False): 2, (False, False, "woods", False): 2,
        (False, False, "town", False): 1, (False, False, "clear", True): 1, (False, False, "woods", True): 1,
        (False, True, "clear", False): UNLIMITED, (False, True, "rough2", False): 15, (False, True, "town", False): 15,
        (False, True, "clear", True): 15,
    }  # fmt: skip
    assert {target: observation_row(*target).regular for target in expected} == expected


@pytest.mark.rules("9.1", "10.1", "10.32", "14.8", "17.27")
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("9.1", ("12,S,S,1", "12,S,S,7"), r"row 12, column '2': '7' cannot stand there"),
        ("9.1", ("12,S,S,1", "12,S,S,Q"), r"row 12, column '2': 'Q' cannot stand there"),
        ("9.1", ("# provenance: reconstructed", "# provenance: guessed"), "provenance: it must be one of"),
        ("9.1", ("# rule: 9.1\n", ""), "the line '# rule: …' is missing"),
        ("10.1", ("dice,0,1,2", "dice,0,1,x"), "the columns must be 0, 1, 2"),
        ("10.1", ("2,-,-,-,-,-,-,-,-,-,1,1,1,1,2,2\n", ""), "the rows must run from 2 to 12"),
        ("10.32", ("16+,P", "16-20,P"), "the rows must run from 0 to on"),
        ("14.8", ("1,-,-,-,-,1,1,", "1,-,-,-,-,2,1,"), "column 'E': the dice 1 to 6 must each stand in one row"),
        ("14.8", ("3-6,4-6", "3-z,4-6"), r"row 6, column 'A': .*is not a series of numbers"),
        ("14.8", ("value,A,B", "value,A,Z"), "the columns must be A, B"),
        ("17.27", ("S-4", "S-9"), r"row 11, column '41\+': 'S-9' cannot stand there"),
    ],
)
def test_a_bad_chart_is_named_with_row_and_column(name: str, change: tuple[str, str], told: str) -> None:
    text = resources.read(*FOLDER, "charts", f"{name}.csv")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_chart(name, text.replace(change[0], change[1]), "mine.csv")
    assert str(caught.value).startswith("mine.csv")


@pytest.mark.rules("12.4", "7.25")
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("12.4", ("moving,-2", "running,-2"), "the rows must be defilade_vehicle, moving"),
        ("12.4", ("moving,-2", "moving,many"), r"row 'moving', column 'value': 'many' cannot stand there"),
        ("12.4", ("moving,-2,target moving,rulebook", "moving,-2,target moving,hearsay"), "column 'provenance'"),
        ("12.4", ("modifier,value,label", "modifier,worth,label"), "the columns must be value, label"),
        ("7.25", ("infantry_other,1,2,7.25-inf-other", "infantry_other,1,2,"), "column 'rule': ''"),
        ("7.25", ("# rule: 7.25\n", ""), "the line '# rule: …' is missing"),
    ],
)
def test_a_bad_list_is_named_with_row_and_column(name: str, change: tuple[str, str], told: str) -> None:
    text = resources.read(*FOLDER, "charts", f"{name}.csv")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_listing(name, text.replace(*change), "mine.csv")
    assert str(caught.value).startswith("mine.csv")


def test_an_unknown_chart_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"there is no chart '9\.9'"):
        chart("9.9")
    with pytest.raises(UnknownNameError, match=r"there is no list '9\.1'"):
        listing("9.1")
