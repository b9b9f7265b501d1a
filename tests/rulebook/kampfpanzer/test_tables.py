"""Every value of the data files, written a second time from the notes, with its provenance where that is doubtful."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from hulldown.core.charts import span
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.kampfpanzer.data.counters import (
    chart,
    codes,
    counters,
    effects,
    find_counter,
    parse_counters,
    parse_effects,
    parse_terrain,
    side_terrain,
    terrain,
)
from hulldown.games.kampfpanzer.rules.fire import (
    by_superiority,
    countering,
    outcomes_of,
    overrun_superiority,
    recovers_on,
    shelling,
)
from hulldown.games.kampfpanzer.rules.panic import digits_of

# name: attack, class, range, defence, hard, allowance
COUNTERS = {
    "S35": (5, "A", 15, 4, True, 12),
    "R35": (2, "A", 8, 4, True, 6),
    "H39": (4, "A", 10, 4, True, 10),
    "B1": (7, "M", 10, 5, True, 8),
    "FT17": (2, "A", 8, 3, True, 3),
    "Fr infantry": (4, "R", 10, 5, False, 1),
    "25mm": (2, "A", 7, 4, False, 0),
    "75mm": (0, "H", 100, 1, False, 0),
    "A10": (5, "A", 10, 4, True, 8),
    "A11": (5, "R", 5, 8, True, 3),
    "A12": (5, "A", 10, 8, True, 6),
    "A13": (5, "A", 10, 2, True, 11),
    "M6": (5, "R", 5, 1, True, 13),
    "2lb": (5, "A", 10, 4, False, 0),
    "Br infantry": (4, "R", 10, 4, False, 1),
    "BT7": (6, "A", 15, 1, True, 15),
    "Ru infantry": (2, "R", 8, 3, False, 1),
    "PzI": (5, "R", 5, 1, True, 10),
    "PzII": (2, "A", 5, 3, True, 15),
    "PzIIID": (5, "A", 10, 3, True, 11),
    "PzIVE": (5, "M", 10, 4, True, 10),
    "Ge infantry": (6, "R", 12, 6, False, 1),
    "37mm": (3, "A", 7, 4, False, 0),
    "Pz38": (5, "A", 10, 2, True, 11),
    "T97": (3, "M", 8, 1, True, 12),
    "Truck": (0, "", 0, 1, False, 20),
    "APC": (0, "", 0, 3, True, 12),
}
IDS = {
    "S35": (2,), "R35": (7, 10), "H39": (11, 18), "B1": (19, 20), "FT17": (24,), "Fr infantry": (28, 29),
    "25mm": (35, 38), "75mm": (39,), "A10": (44,), "A11": (48,), "A12": (52,), "A13": (56,), "M6": (59,), "2lb": (62,),
    "Br infantry": (65,), "BT7": (70,), "Ru infantry": (81,), "PzI": (91,), "PzII": (94,), "PzIIID": (102, 104),
    "PzIVE": (105, 107), "Ge infantry": (113, 114), "37mm": (120,), "Pz38": (127,), "T97": (135,),
    "Truck": (140, 145), "APC": (),
}  # fmt: skip
KINDS = {"infantry": "infantry", "mm": "gun", "2lb": "gun", "Truck": "truck", "APC": "apc"}


@pytest.mark.rules(
    "3.22", "3.22-s35", "3.22-r35", "3.22-h39", "3.22-b1", "3.22-ft17", "3.22-25mm", "3.22-75h", "3.22-infr",
    "3.22-a10", "3.22-a11", "3.22-a12", "3.22-a13", "3.22-m6", "3.22-2lb", "3.22-inbr", "3.22-bt7", "3.22-inru",
    "3.22-pz38", "3.22-t97", "3.22-pz1", "3.22-pz2", "3.22-pz3d", "3.22-pz4e", "3.22-inge", "3.22-37mm", "3.22-truck",
    "3.22-apc", "12.31b", "14.0b",
)  # fmt: skip
def test_the_27_counters() -> None:
    found = {
        one.name: (one.attack, one.weapon, one.range, one.defence, one.hard, one.ma) for one in counters().values()
    }
    assert found == COUNTERS
    assert {one.name: one.ids for one in counters().values()} == IDS
    for one in counters().values():
        assert one.kind == next((kind for key, kind in KINDS.items() if key in one.name), "tank")
        assert set(one.provenance) >= {"attack", "class", "range", "defence", "hard", "ma"}
    assert {one.nation for one in counters().values()} == {"Fr", "Br", "Ru", "Ge", "Cz", "Ja", ""}


@pytest.mark.rules("3.22")
def test_doubtful_values_say_so() -> None:
    tags = {
        (name, key): tag
        for name, one in counters().items()
        for key, tag in one.provenance.items()
        if tag in ("reconstructed", "public") and key in ("attack", "class", "range", "defence", "ma")
    }
    assert tags == {
        ("B1", "attack"): "reconstructed", ("B1", "class"): "reconstructed", ("M6", "range"): "reconstructed",
        ("M6", "ma"): "reconstructed", ("PzIVE", "class"): "public", ("T97", "class"): "reconstructed",
        ("T97", "range"): "reconstructed", ("APC", "attack"): "reconstructed", ("APC", "class"): "reconstructed",
        ("APC", "range"): "reconstructed", ("APC", "ma"): "reconstructed",
    }  # fmt: skip
    assert counters()["Fr infantry"].provenance["defence"] == "rulebook"
    assert counters()["25mm"].provenance == counters()["25mm"].provenance | {
        "defence": "rulebook", "attack": "repaired",
    }  # fmt: skip


def test_counters_are_found_by_what_players_write() -> None:
    for written, name in {
        "2 lb ATG": "2lb", "2Lbr": "2lb", "75mmH": "75mm", "s-35": "S35", "fr  Infantry": "Fr infantry", "25MM": "25mm",
        "pz38 (cz)": "Pz38",
    }.items():  # fmt: skip
        assert find_counter(written).name == name
    with pytest.raises(UnknownNameError) as caught:
        find_counter("PzIIIE")
    assert "PzIIID" in caught.value.hint


@pytest.mark.rules("5.4")
def test_the_letters_of_a_plot() -> None:
    assert {letter: row["kind"] for letter, row in codes().rows.items()} == {
        **dict.fromkeys("ABCDEF", "direction"), "N": "N", "T": "T", "L": "L", "P": "P", "V": "V", "M": "M", "Q": "Q",
    }  # fmt: skip


@pytest.mark.rules("9.19", "9.18")
@pytest.mark.parametrize(
    ("ranges", "times", "add", "tag"),
    [((1,), 2, 0, "public"), (range(2, 11), 1, 0, "reconstructed"), (range(11, 16), 1, -2, "rulebook")],
)
def test_range_attenuation(ranges: range, times: int, add: int, tag: str) -> None:
    table = chart("9.19")
    for distance in ranges:
        assert (table.cell(distance, "times"), table.cell(distance, "add")) == (str(times), str(add))
        assert table.cell(distance, "provenance") == tag
    assert (table.first_row(), table.last_row()) == (1, 15)


@pytest.mark.rules("9.51-soft", "9.51-hard")
def test_weapons_effectiveness() -> None:
    soft, hard = effects()["soft"], effects()["hard"]
    assert [soft.of(one) for one in "AMHR"] == ["N", "x2", "special", "N"]
    assert [hard.of(one) for one in "AMHR"] == ["N", "N", "special", "NA"]
    assert hard.of("") == "NA"
    assert hard.provenance == {"A": "reconstructed", "M": "reconstructed", "H": "rulebook", "R": "public"}


CRT = """
D1 D1 D2 D2 D2 D3 D3 D3 D4 D4 D4 D4
P  D1 D1 D1 D2 D2 D3 D3 D3 D4 D4 D4
P  P  D1 D1 D1 D2 D2 D3 D3 D3 D4 D4
P  P  P  D1 D1 D1 D2 D2 D3 D3 D3 D4
P  P  P  P  D1 D1 D2 D2 D2 D3 D3 D4
P  P  P  P  P  P  D1 D2 D2 D2 D3 D4
"""
ORDER = ["P", "D1", "D2", "D3", "D4"]


@pytest.mark.rules("9.7", "9.7-6", "9.7-lim")
def test_the_combat_results_table() -> None:
    rows = [line.split() for line in CRT.strip().splitlines()]
    for column, superiority in enumerate(range(-3, 9)):
        assert by_superiority(superiority) == tuple(row[column] for row in rows)
    assert by_superiority(9) == by_superiority(25) == by_superiority(8)
    assert [chart("9.7").cell(die, "provenance") for die in range(1, 7)] == ["reconstructed"] * 5 + ["rulebook"]
    # Monotone both ways: never worse to the right, never better downwards.
    for row in rows:
        assert [ORDER.index(cell) for cell in row] == sorted(ORDER.index(cell) for cell in row)
    for column in zip(*rows, strict=True):
        assert [ORDER.index(cell) for cell in column] == sorted((ORDER.index(cell) for cell in column), reverse=True)


@pytest.mark.rules("9.39-1", "9.39-2", "9.39-3", "9.39-4", "9.39-5", "9.39-6")
@pytest.mark.parametrize(
    ("die", "moving", "static"),
    [(1, "D1", "D3"), (2, "D1", "D2"), (3, "none", "D2"), (4, "none", "D1"), (5, "none", "D1"), (6, "none", "none")],
)
def test_every_row_of_the_h_results(die: int, moving: str, static: str) -> None:
    assert shelling(loose=False, moving=True, covered=False, entrenched=False)[die - 1] == moving
    assert shelling(loose=True, moving=False, covered=False, entrenched=False)[die - 1] == static
    assert chart("9.39").meta["provenance"] == "rulebook"


@pytest.mark.rules("9.69", "9.63")
@pytest.mark.parametrize(
    ("defenders", "row"),
    [(1, [2, 4, 6, 7, 8, 8]), (2, [0, 2, 4, 5, 6, 7]), (3, [-1, 1, 2, 4, 5, 6]), (4, [-2, 0, 1, 3, 4, 5])],
)
def test_every_row_of_the_overrun_table(defenders: int, row: list[int]) -> None:
    assert [overrun_superiority(attackers, defenders) for attackers in range(1, 7)] == row
    assert chart("9.69").meta["provenance"] == "reconstructed"


@pytest.mark.rules("9.71-d1", "9.71-d2", "9.71-d3", "9.68")
def test_recovery_and_counterattack() -> None:
    assert [recovers_on(level) for level in (1, 2, 3)] == [3, 2, 1]
    assert outcomes_of(countering()) == {"none": Fraction(2, 3), "D1": Fraction(1, 3)}


# name: kind, costs in half points (AFV, truck, infantry), defence
TERRAIN = {
    "clear": ("hex", 2, 4, 2, 0),
    "hilltop": ("hex", 2, 4, 2, 0),
    "town": ("hex", 1, 1, 1, 4),
    "woods": ("hex", 6, 8, 2, 2),
    "slope": ("hex", 6, 8, 2, 3),
    "wreck": ("marker", 4, 6, 2, 2),
    "entrenchment": ("marker", 0, 0, 0, 4),
    "stream": ("hexside", 8, 12, 2, 0),
    "ford": ("hexside", 4, 8, 2, 0),
    "road": ("line", 1, 1, 1, 0),
    "crest": ("hexside", 0, 0, 0, 0),
    "woods_side": ("hexside", 0, 0, 0, 0),
    "town_side": ("hexside", 0, 0, 0, 0),
}


@pytest.mark.rules(
    "10.0-clear",
    "10.0-town",
    "10.0-woods",
    "10.0-slope",
    "10.0-wreck",
    "10.0-stream",
    "10.0-road",
    "10.0-ford",
    "13.0-proc-3",
    "9.16-a",
    "9.16-b1",
)
def test_terrain_effects() -> None:
    found = {name: (row.kind, row.afv, row.truck, row.infantry, row.defence) for name, row in terrain().items()}
    assert found == TERRAIN
    assert {name for name, row in terrain().items() if row.high} == {"slope", "hilltop"}
    assert {name for name, row in terrain().items() if row.near} == {"town", "woods"}
    assert {name for name, row in terrain().items() if row.crest} == {"slope"}
    assert {name: row.blocks for name, row in terrain().items() if row.blocks} == {
        "crest": "crest", "woods_side": "always", "town_side": "always",
    }  # fmt: skip
    assert terrain()["wreck"].provenance["truck"] == terrain()["slope"].provenance["defence"] == "repaired"
    assert side_terrain("woods").name == "woods_side"
    with pytest.raises(UnknownNameError):
        side_terrain("clear")


PANIC = """
9 09 059 0459 02459
4 24 247 2467 24567
6 16 136 1368 13468
8 38 389 1389 01389
7 27 027 0267 02679
5 15 158 1358 13578
"""


@pytest.mark.rules("11.3", "11.11a")
def test_every_row_of_the_panic_table() -> None:
    for die, line in enumerate(PANIC.split("\n")[1:7], 1):
        for level, cell in enumerate(line.split(), 1):
            assert digits_of(level, die) == tuple(int(digit) for digit in cell)
    for die in range(1, 7):
        rows = [set(digits_of(level, die)) for level in range(1, 6)]
        assert [len(row) for row in rows] == [1, 2, 3, 4, 5]
        assert all(small < large for small, large in pairwise(rows))
    at_five = [digit for die in range(1, 7) for digit in digits_of(5, die)]
    assert all(at_five.count(digit) == 3 for digit in range(10))
    assert span(chart("11.3").cell(1, "2")) == (0, 9)


@pytest.mark.rules("3.22", "12.31b")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[X]\ntitle = "X"\nprovenance = "rulebook"', r"\[X\].*kind"),
        ('[X]\ntitle = "X"\nspeed = 3\nprovenance = "rulebook"', r"\[X\].*unknown key 'speed'"),
        (
            '[X]\ntitle = "X"\nkind = "tank"\nattack = 1\nclass = "Z"\nrange = 1\ndefence = 1\nhard = true\nma = 1\n'
            'rule = "3.22"\nprovenance = "rulebook"',
            r"\[X\].*class",
        ),
        (
            '[X]\ntitle = "X"\nkind = "truck"\nattack = 1\nclass = "A"\nrange = 1\ndefence = 1\nhard = true\nma = 1\n'
            'rule = "3.22"\nprovenance = "rulebook"',
            r"\[X\].*class: combat units",
        ),
        ("[X", "mine.toml"),
    ],
)
def test_a_bad_counter_file_is_named_with_table_and_key(text: str, told: str) -> None:
    with pytest.raises(MalformedError, match=told):
        parse_counters(text, "mine.toml")


@pytest.mark.rules("10.0-clear", "9.51-soft", "9.51-hard")
def test_bad_terrain_and_effectiveness_files_are_named_with_table_and_key() -> None:
    with pytest.raises(MalformedError, match=r"mine: \[clear\].*afv is 0.3"):
        parse_terrain('provenance = "rulebook"\n[clear]\nkind = "hex"\nafv = 0.3\ndefence = 0\nrule = "10.0"', "mine")
    with pytest.raises(MalformedError, match=r"mine: \[hard\] is missing"):
        parse_effects('[soft]\nA="N"\nM="N"\nH="N"\nR="N"\nrule="9"\nprovenance="rulebook"', "mine")
