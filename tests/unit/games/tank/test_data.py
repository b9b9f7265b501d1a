"""Every number of the Standard game's data files, held against the data notes and the rule catalogue.

The tables below were typed from the notes, not from the files under test; the summaries of the catalogue are a third
source, written by another hand.

Over 500 lines because the expected tables stand here in full.
"""

from __future__ import annotations

import re

import msgspec
import pytest

from hulldown import resources
from hulldown.core.charts import span
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.tank.data import loading as data
from hulldown.rules.coverage import catalogue

SUMMARY = {case.id: case.summary for case in catalogue("tank")}

WEAPONS = """
PzIVh    17.3-pz4h   7  3 2 14 10 4 50 N
PzIIIj   17.3-pz3j   5  3 5  8  5 5 40 N
PzV      17.3-pz5   11  3 3 18 10 7 50 N
JPzV     17.3-jpz5  11  4 4 21 10 7 50 N
PzVIa    17.3-pz6a   9  7 7 15 10 5 50 N
PzVIb    17.3-pz6b  13  7 7 21 10 4 50 N
T34/76c  17.3-t3476  8  5 5  7 10 8 30 N
T34/85   17.3-t3485 11  8 6 14 10 8 50 N
IS_II    17.3-is2   10  9 6 15 10 4 50 N
T55      17.3-t55   12  6 6 20 10 7 50 SR
T62      17.3-t62   14  6 6 21 10 7 30 SR
CII      17.3-c2     6  4 3  6  0 8 25 N
CIII     17.3-c3     6  4 3 12  0 8 50 N
Cent105  17.3-cent  16  9 6 22 10 6 60 SC
M4       17.3-m4     6  3 2 10 10 5 50 N
M4/76    17.3-m476   6  3 2 13 10 5 50 N
M18      17.3-m18    2  1 1 13 10 5 50 N
M60A2    17.3-m60a2 17  8 5 30 15 7 50 SC
75AT     17.3-75at   0  0 0 14  0 0 50 N
76AT     17.3-76at   0  0 0  7  0 0 35 N
88AT     17.3-88at   0  0 0 21  0 0 50 N
"""
ROWS = [line.split() for line in WEAPONS.split("\n") if line]


def row_of(weapon):
    numbers = (weapon.front, weapon.side, weapon.rear, weapon.ap, weapon.he, weapon.ma, weapon.range)
    return [weapon.name.replace(" ", "_"), weapon.rule, *map(str, numbers), weapon.fc]


@pytest.mark.rules(
    "17.3-wcc", "17.3-pz4h", "17.3-pz3j", "17.3-pz5", "17.3-jpz5", "17.3-pz6a", "17.3-pz6b", "17.3-t3476",
    "17.3-t3485", "17.3-is2", "17.3-t55", "17.3-t62", "17.3-c2", "17.3-c3", "17.3-cent", "17.3-m4", "17.3-m476",
    "17.3-m18", "17.3-m60a2", "17.3-75at", "17.3-76at", "17.3-88at",
)  # fmt: skip
class TestWeapons:
    def test_the_chart_has_21_rows_and_infantry(self):
        assert [*(row[0].replace("_", " ") for row in ROWS), "infantry"] == list(data.weapons())

    @pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
    def test_every_value_is_that_of_the_notes(self, row):
        assert row_of(data.weapons()[row[0].replace("_", " ")]) == row

    @pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
    def test_every_value_is_that_of_the_catalogue(self, row):
        weapon, text = data.weapons()[row[0].replace("_", " ")], SUMMARY[row[1]]
        armour = re.search(r"armour (\d+)-(\d+)-(\d+)", text)
        assert (armour is not None) == (weapon.kind == "vehicle")
        if armour:
            assert tuple(map(int, armour.groups())) == (weapon.front, weapon.side, weapon.rear)
        values = re.search(r"AP/HE (\d+)/(\d+), MA (\d+)(?: \([^)]*\))?, range (\d+)(?: \([^)]*\))?, (\w+)", text)
        assert values is not None
        assert values.groups() == tuple(map(str, (weapon.ap, weapon.he, weapon.ma, weapon.range, weapon.fc)))

    def test_every_value_of_the_chart_is_repaired(self):
        names = {"class", "turret", "front", "side", "rear", "ap", "he", "ma", "range", "fc"}
        for name, weapon in data.weapons().items():
            expected = "rulebook" if name == "infantry" else "repaired"
            armour = set() if weapon.kind == "vehicle" else {"front", "side", "rear"}
            assert weapon.provenance == dict.fromkeys(names - armour, expected)

    def test_doubtful_and_differing_readings_are_noted(self):
        noted = {name: sorted(weapon.notes) for name, weapon in data.weapons().items() if weapon.notes}
        assert noted == {
            "PzIVh": ["ma"],
            "T34/76c": ["ap"],
            "T34/85": ["front"],
            "IS II": ["front"],
            "T55": ["fc"],
            "T62": ["ap", "fc"],
            "Cent105": ["fc", "ma", "range"],
            "M18": ["ma"],
            "infantry": ["ap", "he", "ma"],
        }
        assert "5" in data.weapons()["PzIVh"].notes["ma"]
        assert "9" in data.weapons()["M18"].notes["ma"]


@pytest.mark.rules("7.23a", "7.23b", "3.2b")
def test_guns_and_one_vehicle_have_no_turret():
    kinds = {name: weapon.kind for name, weapon in data.weapons().items()}
    assert {name for name, kind in kinds.items() if kind == "gun"} == {"75AT", "76AT", "88AT"}
    assert {name for name, kind in kinds.items() if kind == "infantry"} == {"infantry"}
    assert {name for name, weapon in data.weapons().items() if not weapon.turret} == {
        "JPzV", "75AT", "76AT", "88AT", "infantry",
    }  # fmt: skip
    assert {name for name, weapon in data.weapons().items() if not weapon.all_round} == {"JPzV", "75AT", "76AT", "88AT"}


@pytest.mark.rules("8.82")
def test_infantry_reaches_three_hexes_and_has_no_attack_strength():
    infantry = data.weapons()["infantry"]
    assert row_of(infantry) == ["infantry", "8.82", "0", "0", "0", "0", "0", "1", "3", "infantry"]
    assert infantry.soft


@pytest.mark.parametrize(
    ("asked", "found"),
    [("m60a2", "M60A2"), ("T 34/85", "T34/85"), ("is-ii", "IS II"), ("PZIVH", "PzIVh"), ("m4-76", "M4/76"),
     ("75 at", "75AT"), ("Infantry", "infantry")],
)  # fmt: skip
def test_find_weapon_disregards_case_spaces_and_punctuation(asked, found):
    assert data.find_weapon(asked).name == found


def test_find_weapon_offers_near_names():
    with pytest.raises(UnknownNameError, match="'T34/75'") as caught:
        data.find_weapon("T34/75")
    assert "T34/85" in caught.value.hint
    with pytest.raises(UnknownNameError) as caught:
        data.find_weapon("~~~")
    assert caught.value.hint.startswith("known: PzIVh, ")


# mode terrain kind cost vehicle soft how obstructs rule
TERRAIN = """
closed rough             hex     2   0  3 sets     no  10.6-closed-rough
closed woods             hex     all 3  3 sets     yes 10.6-closed-woods
closed berm              hexside 2   6  6 adds     yes 10.6-closed-berm
mixed  rough             hex     2   0  3 sets     no  10.6-mixed-rough
mixed  woods             hex     3   2  3 sets     yes 10.6-mixed-woods
mixed  berm              hexside 1   3  3 adds     yes 10.6-mixed-berm
open   rough             hex     1   0  1 sets     no  10.6-open
open   woods             hex     1   0  1 sets     no  10.6-open
open   berm              hexside 0   0  0 adds     no  10.6-open
all    clear             hex     1   0  1 sets     no  10.6-all-clear
all    slope             hexside 2   6  6 adds     yes 10.6-all-slope
all    wreck             marker  0   2  1 adds     no  10.6-all-wreck
all    improved_position marker  0   0 12 replaces no  10.6-all-ip
"""


@pytest.mark.rules(
    "10.6-closed-rough", "10.6-closed-woods", "10.6-closed-berm", "10.6-mixed-rough", "10.6-mixed-woods",
    "10.6-mixed-berm", "10.6-all-clear", "10.6-all-slope", "10.6-all-wreck", "10.6-all-ip", "10.6-open", "10.61c",
    "10.0-gen-2",
)  # fmt: skip
class TestTerrain:
    @pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
    def test_every_value_is_that_of_the_notes(self, mode):
        lines = [line.split() for line in TERRAIN.split("\n") if line]
        rows = data.terrain(mode).rows
        assert data.terrain(mode).name == mode
        assert set(rows) == {line[1] for line in lines}
        for _, name, kind, cost, vehicle, soft, how, obstructs, rule in (x for x in lines if x[0] in (mode, "all")):
            row = rows[name]
            assert (row.name, row.kind, row.soft_how, row.rule) == (name, kind, how, rule)
            assert row.whole_allowance == (cost == "all")
            assert row.cost == (0 if cost == "all" else int(cost))
            assert (row.vehicle, row.soft, row.obstructs) == (int(vehicle), int(soft), obstructs == "yes")

    @pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
    def test_every_value_is_that_of_the_catalogue(self, mode):
        for row in data.terrain(mode).rows.values():
            text = SUMMARY[row.rule]
            if row.rule == "10.6-open":
                assert f"{row.name}" in text
                assert "count as clear" in text
                continue
            assert ("obstructs LOS" in text) == row.obstructs
            cost = {"hex": f"{row.cost} MP", "hexside": f"+{row.cost} MP", "marker": "no MP effect"}[row.kind]
            assert ("whole allowance" if row.whole_allowance else cost) in text
            assert re.search(rf"vehicle (bonus )?\+?{row.vehicle};", text)
            assert re.search(rf"soft (defence )?\+?{row.soft}\b", text)

    def test_every_value_is_repaired_and_the_doubtful_one_noted(self):
        for mode in data.MODES:
            for name, row in data.terrain(mode).rows.items():
                names = ("kind", "cost", "vehicle", "soft", "soft_how", "obstructs")
                assert row.provenance == dict.fromkeys(names, "repaired")
                assert list(row.notes) == (["soft"] if (mode, name) == ("mixed", "rough") else [])

    def test_an_unknown_mode_is_told_with_the_known_ones(self):
        with pytest.raises(UnknownNameError, match="'swamp'") as caught:
            data.terrain("swamp")
        assert caught.value.hint == "modes: closed, mixed, open"


def highest(table, row, column):
    numbers = span(data.chart(table).cell(row, str(column)))
    assert numbers == tuple(range(1, len(numbers) + 1))
    return len(numbers)


@pytest.mark.rules(
    "8.91", "8.91-01-05", "8.91-06-10", "8.91-11-15", "8.91-16-20", "8.91-21-25", "8.91-26-30", "8.91-31-35",
    "8.91-36-40", "8.91-41-45", "8.91-46-50",
    "8.92", "8.92-01-05", "8.92-06-10", "8.92-11-15", "8.92-16-20", "8.92-21-25", "8.92-26-30", "8.92-31-35",
    "8.93", "8.93-01-05", "8.93-06-10", "8.93-11-15", "8.93-16-20", "8.93-21-25", "8.93-26-30", "8.93-31-35",
    "8.93-36-40", "8.93-41-45", "8.93-46-50",
)  # fmt: skip
class TestCombatResults:
    @pytest.mark.parametrize(
        ("table", "offsets"),
        [
            ("8.91", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
            ("8.92", [0, 1, 2, 4, 6, 8, 10]),
            ("8.93", [0, 0, 0, 2, 3, 4, 4, 5, 5, 7]),
        ],
    )
    def test_every_cell_follows_the_compact_form_of_the_notes(self, table, offsets):
        chart = data.chart(table)
        assert chart.columns == tuple(map(str, range(11)))
        assert (chart.first_row(), chart.last_row()) == (1, 5 * len(offsets))
        for row in range(1, 5 * len(offsets) + 1):
            for column in range(11):
                expected = max(0, min(10, column + 1 - offsets[(row - 1) // 5]))
                assert highest(table, row, column) == expected, (row, column)

    @pytest.mark.parametrize("table", ["8.91", "8.92", "8.93"])
    def test_every_cell_is_that_of_the_catalogue(self, table):
        listed = [name for name in SUMMARY if name.startswith(f"{table}-")]
        assert len(listed) == (7 if table == "8.92" else 10)
        for name in listed:
            match = re.search(r"range (\d+)-(\d+): .* differentials 0\.\.10 = ([-\d,]+)", SUMMARY[name])
            assert match is not None
            expected = [0 if cell == "-" else int(cell) for cell in match[3].split(",")]
            for row in range(int(match[1]), int(match[2]) + 1):
                assert [highest(table, row, column) for column in range(11)] == expected
                assert data.chart(table).rule(row) == name

    @pytest.mark.parametrize("table", ["8.91", "8.92", "8.93"])
    def test_the_tables_are_repaired(self, table):
        assert data.chart(table).meta["provenance"] == "repaired"
        assert data.chart(table).meta["rule"] == table


@pytest.mark.rules("8.81-1", "8.81-2", "8.81-3", "8.82")
def test_the_infantry_table():
    chart = data.chart("8.81")
    assert chart.columns == ("moving", "stationary")
    assert (chart.first_row(), chart.last_row()) == (1, 3)
    assert [[span(chart.cell(row, column)) for column in chart.columns] for row in (1, 2, 3)] == [
        [(1,), (1, 2, 3)],
        [(1,), (1, 2)],
        [(), (1,)],
    ]
    assert [chart.rule(row) for row in (1, 2, 3)] == ["8.81-1", "8.81-2", "8.81-3"]
    assert chart.meta["provenance"] == "repaired"


@pytest.mark.rules("13.5-01-10", "13.5-11-20", "13.5-21-30", "13.5-31-40", "13.5-41+")
def test_the_spotting_table():
    chart = data.chart("13.5")
    assert chart.columns == ("vehicle_open", "vehicle_covered", "soft_open", "soft_covered")
    assert (chart.first_row(), chart.last_row()) == (1, None)
    expected = {
        "13.5-01-10": (range(1, 11), ["auto", "auto", "1-5", "1-3"]),
        "13.5-11-20": (range(11, 21), ["auto", "1-5", "1-3", "1"]),
        "13.5-21-30": (range(21, 31), ["auto", "1-3", "1", "-"]),
        "13.5-31-40": (range(31, 41), ["auto", "1-2", "1", "-"]),
        "13.5-41+": (range(41, 120), ["auto", "1", "1", "-"]),
    }
    for rule, (rows, cells) in expected.items():
        told = SUMMARY[rule].partition(": ")[2].replace("unspottable", "-")
        assert re.findall(r"auto|\d-\d|(?<=covered )-|(?<= )\d\b", told) == cells
        for row in rows:
            assert [chart.cell(row, column) for column in chart.columns] == cells
            assert chart.rule(row) == rule
    assert chart.meta["provenance"] == "repaired"


def test_an_unknown_chart_is_told_with_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"'23\.0'") as caught:
        data.chart("23.0")
    assert caught.value.hint.startswith("charts: 13.5, 23.0-l, 23.0-r, 24.31, ")


# As in the notes: s = rulebook, r = repaired, R = reconstructed; force is count, tag, name, tag.
SCENARIOS = """
1  antitank  mixed  | 15 s PzIVh R   | 2 R | 9 s  | 8 s 76AT s + 12 s infantry s | 2 r | 16 s
2  antitank  mixed  | 15 s T34/85 s  | 3 s | 11 s | 8 s 75AT s + 12 s infantry s | 4 r | 16 s
3  meeting   open   | 15 R CII R     | 3 R | 9 s  | 10 R PzIIIj R                | 1 R | 5 r
4  meeting   open   | 15 r CIII r    | 3 R | 9 s  | 6 s PzIVh s                  | 2 R | 4 r
5  meeting   mixed  | 20 r M4/76 r   | 2 R | 10 s | 10 r PzVIa r                 | 2 R | 6 r
6  meeting   mixed  | 15 s T34/76c s | 4 s | 12 s | 12 s PzIIIj s                | 1 R | 6 s
7  meeting   closed | 11 r PzV r     | 4 r | 7 s  | 10 s M4/76 s                 | 2 s | 5 s
8  meeting   mixed  | 20 s IS_II s   | 2 s | 12 s | 12 s PzVIb s                 | 3 r | 8 r
9  antitank  closed | 15 r M4 r      | 3 s | 8 s  | 4 r 88AT r + 6 R infantry R  | 1 r | 8 R
10 meeting   mixed  | 20 s T62 s     | 2 s | 16 s | 10 s M60A2 s                 | 1 r | 5 R
11 rearguard mixed  | 15 R T34/85 R  | 3 s | 11 s | 5 s JPzV s                   | 3 R | 2 r
12 rearguard closed | 17 R PzIVh s   | 4 s | 11 s | 12 s M18 s                   | 2 r | 4 r
13 rearguard open   | 20 R T55 R     | 5 s | 18 s | 4 s Cent105 s                | 1 R | 3 R
"""
TAGS = {"s": "rulebook", "r": "repaired", "R": "reconstructed"}
ARRIVAL = {
    "meeting": (0, ("X", "column", 0), ("Z", "column", 0)),
    "antitank": (0, ("X", "column", 0), ("X", "hidden", 11)),
    "rearguard": (25, ("W", "column", 0), ("W", "placed", 11)),
}


def check_side(side, arrival, forces, panic, preservation):
    tags = dict.fromkeys(("edge", "deploy", "distance"), "rulebook")
    expected = []
    for force in forces.split("+"):
        count, count_tag, name, name_tag = force.split()
        name = name.replace("_", " ")
        expected.append((name, int(count)))
        tags |= {f"{name}.count": TAGS[count_tag], f"{name}.type": TAGS[name_tag]}
    for key, text in (("panic", panic), ("preservation", preservation)):
        value, tag = text.split()
        assert getattr(side, key) == int(value)
        tags[key] = TAGS[tag]
    assert [(force.type, force.count) for force in side.forces] == expected
    assert (side.edge, side.deploy, side.distance) == arrival
    assert side.provenance == tags


@pytest.mark.rules(
    "17.2", "17.2-01", "17.2-02", "17.2-03", "17.2-04", "17.2-05", "17.2-06", "17.2-07", "17.2-08", "17.2-09",
    "17.2-10", "17.2-11", "17.2-12", "17.2-13",
)  # fmt: skip
@pytest.mark.parametrize("line", [line for line in SCENARIOS.split("\n") if line])
def test_every_value_of_the_scenario_chart(line):
    head, *cells = [cell.strip() for cell in line.split("|")]
    number, situation, mode = head.split()
    scenario = data.scenarios()[f"tank/{number}"]
    length, alpha, bravo = ARRIVAL[situation]
    assert (scenario.id, scenario.situation, scenario.mode) == (f"tank/{number}", situation, mode)
    assert (scenario.map, scenario.rule, scenario.length) == ("tank", f"17.2-{int(number):02d}", length)
    assert scenario.provenance == dict.fromkeys(("situation", "mode", "length"), "rulebook")
    check_side(scenario.alpha, alpha, *cells[:3])
    check_side(scenario.bravo, bravo, *cells[3:])


@pytest.mark.rules("16.0", "16.0-1")
def test_the_introductory_scenario():
    scenario = data.scenarios()["tank/intro"]
    assert (scenario.situation, scenario.map, scenario.rule, scenario.length) == ("introductory", "tank", "16.0", 25)
    # The rulebook names no terrain mode for it.
    assert scenario.provenance == {"situation": "rulebook", "mode": "reconstructed", "length": "rulebook"}
    assert list(scenario.notes) == ["mode"]
    check_side(scenario.alpha, ("W", "column", 0), "5 s PzIVh s", "4 s", "0 s")
    check_side(scenario.bravo, ("Y", "column", 0), "5 s M4/76 s", "1 s", "0 s")


OPEN = ("tank/34.1", "tank/34.2", "tank/34.3", "tank/34.4")
"""The scenarios of the Expanded game."""


def test_the_scenarios_come_in_order_with_texts_of_their_own():
    assert list(data.scenarios()) == ["tank/intro", *(f"tank/{number}" for number in range(1, 14)), *OPEN]
    texts = [scenario.title for scenario in data.scenarios().values()]
    texts += [scenario.description for scenario in data.scenarios().values()]
    assert len(set(texts)) == 28 + 2 * len(OPEN)
    for scenario in data.scenarios().values():
        assert 2 <= len(re.findall(r"[.?!](?: |$)", scenario.description)) <= 3
        assert "  " not in scenario.description


def test_the_footnotes_of_the_scenario_chart_are_kept():
    noted = {
        (scenario.id, name): sorted(side.notes)
        for scenario in data.scenarios().values()
        for name, side in (("alpha", scenario.alpha), ("bravo", scenario.bravo))
        if side.notes
    }
    assert noted == {
        ("tank/1", "alpha"): ["PzIVh.type"],
        ("tank/3", "alpha"): ["CII.type"],
        ("tank/3", "bravo"): ["PzIIIj.type", "preservation"],
        ("tank/6", "alpha"): ["T34/76c.type"],
        ("tank/7", "alpha"): ["PzV.count"],
        ("tank/9", "bravo"): ["infantry.count"],
        ("tank/11", "alpha"): ["T34/85.count", "T34/85.type"],
        ("tank/12", "alpha"): ["PzIVh.count"],
        ("tank/13", "alpha"): ["T55.count", "T55.type"],
    }


def test_the_strength_of_a_side_counts_all_its_forces():
    assert data.scenarios()["tank/9"].bravo.strength == 10


class TestScenarioHash:
    def test_it_depends_on_what_play_depends_on(self):
        scenario = data.scenarios()["tank/10"]
        structs = msgspec.structs
        weaker = structs.replace(scenario.bravo, forces=(data.Force(type="M60A2", count=9),))
        others = [
            structs.replace(scenario, mode="open"),
            structs.replace(scenario, length=25),
            structs.replace(scenario, bravo=weaker),
            structs.replace(scenario, alpha=structs.replace(scenario.alpha, panic=3)),
        ]
        hashes = {data.scenario_hash(entry) for entry in (scenario, *others, *data.scenarios().values())}
        assert len(hashes) == 4 + 14 + len(OPEN)
        assert all(re.fullmatch("[0-9a-f]{32}", entry) for entry in hashes)

    def test_it_does_not_depend_on_texts(self):
        scenario = data.scenarios()["tank/10"]
        reworded = msgspec.structs.replace(scenario, title="Other", description="Other.", notes={"mode": "Sure."})
        assert data.scenario_hash(reworded) == data.scenario_hash(scenario)


WEAPON = """
[M4]
title = "M4"
class = "vehicle"
turret = true
front = 6
side = 3
rear = 2
ap = 10
he = 10
ma = 5
range = 50
fc = "N"
rule = "17.3-m4"
provenance = "repaired"
"""


def test_tags_and_notes_of_a_single_value():
    text = WEAPON + '[M4.tags]\nma = "public"\n[M4.notes]\nma = "Seen elsewhere."\n'
    weapon = data.parse_weapons(text, "w.toml")["M4"]
    assert weapon.provenance["ma"] == "public"
    assert weapon.provenance["ap"] == "repaired"
    assert weapon.notes == {"ma": "Seen elsewhere."}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[M4]", "[M4", "w.toml: "),
        ("[M4]", "M5 = 1\n[M4]", "w.toml: [M5]: 1 stands where a table is expected"),
        ("ap = 10", "ap = 10\nspeed = 3", "w.toml: [M4]: unknown key 'speed'"),
        ("ap = 10", 'ap = 10\nname = "M5"', "w.toml: [M4]: unknown key 'name'"),
        ("ap = 10", 'ap = "ten"', "w.toml: [M4]: ap: Expected `int`, got `str`"),
        ("ap = 10", "ap = -1", "w.toml: [M4]: ap: Expected `int` >= 0"),
        ("ap = 10", "", "w.toml: [M4]: ap: is missing"),
        ("front = 6", "", "w.toml: [M4]: front is missing"),
        ("turret = true", "turret = 1", "w.toml: [M4]: turret: Expected `bool`, got `int`"),
        ('"vehicle"', '"gun"', "w.toml: [M4]: front: only a vehicle has armour"),
        ('"vehicle"', '"boat"', "w.toml: [M4]: class: there is no class 'boat'"),
        ('fc = "N"', 'fc = "L"', "w.toml: [M4]: fc: Invalid enum value 'L'"),
        ('provenance = "repaired"', "", "w.toml: [M4]: provenance is missing"),
        ('"repaired"', '"guessed"', "w.toml: [M4]: provenance is 'guessed'; it must be one of rulebook, repaired"),
        ('"repaired"\n', '"repaired"\ntags = 3\n', "w.toml: [M4] tags: 3 stands where a table is expected"),
        ('"repaired"\n', '"repaired"\n[M4.tags]\nfoo = "public"\n', "w.toml: [M4] tags: unknown key 'foo'"),
        ('"repaired"\n', '"repaired"\n[M4.tags]\nap = "x"\n', "w.toml: [M4] tags: ap is 'x'; it must be one of"),
        ('"repaired"\n', '"repaired"\n[M4.notes]\nap = 3\n', "w.toml: [M4] notes: ap is 3; it must be a text"),
        ('"repaired"\n', '"repaired"\n' + WEAPON.replace("[M4]", '["m-4"]'), "w.toml: [m-4]: the name reads like that"),
    ],
)
def test_a_malformed_weapon_is_refused_by_file_table_and_key(old, new, message):
    assert old in WEAPON
    with pytest.raises(MalformedError) as caught:
        data.parse_weapons(WEAPON.replace(old, new), "w.toml")
    assert str(caught.value).startswith(message)


def test_a_wrong_word_is_told_with_the_right_ones():
    with pytest.raises(MalformedError) as caught:
        data.parse_weapons(WEAPON.replace('fc = "N"', 'fc = "L"'), "w.toml")
    assert caught.value.hint == "it must be one of N, SR, SC, infantry"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[open.berm]", "[swamp.berm]", "t.toml: unknown key 'swamp'"),
        ('provenance = "repaired"', "", "t.toml: provenance is missing"),
        ("[open.berm]", "[open.hedge]", "t.toml: berm is in only one of [closed] and [open]"),
        ("[open.berm]", "[open.slope]", "t.toml: [open.slope]: slope is already in [all]"),
        ('cost = "all"', 'cost = "some"', "t.toml: [closed.woods]: cost: Expected `int`, got `str`"),
        ("cost = 3", "price = 3", "t.toml: [mixed.woods]: unknown key 'price'"),
        ("cost = 3\n", "", "t.toml: [mixed.woods]: cost: is missing"),
        ("cost = 0\nvehicle = 2", 'cost = "all"\nvehicle = 2', 't.toml: [all.wreck]: cost: only a hex can cost "all"'),
        ('kind = "hex"\ncost = "all"', 'kind = "lake"\ncost = 1', "t.toml: [closed.woods]: kind: Invalid enum value"),
    ],
)
def test_a_malformed_terrain_file_is_refused_by_file_table_and_key(old, new, message):
    text = resources.read("hulldown", "games", "tank", "data", "terrain.toml")
    assert old in text
    with pytest.raises(MalformedError) as caught:
        data.parse_terrain(text.replace(old, new, 1), "t.toml")
    assert str(caught.value).startswith(message)


def test_a_terrain_file_without_a_mode_is_refused():
    with pytest.raises(MalformedError, match=r"^t.toml: \[all\] is missing"):
        data.parse_terrain('provenance = "public"', "t.toml")


SCENARIO = """
id = "mine/ford"
title = "The Ford"
situation = "antitank"
mode = "mixed"
map = "tank"
length = 0
description = "A ford. And guns."

[alpha]
edge = "X"
deploy = "column"
panic = 2
preservation = 3
forces = [{ type = "M4", count = 5 }]

[bravo]
edge = "X"
deploy = "hidden"
distance = 11
panic = 1
preservation = 4
forces = [{ type = "88AT", count = 2 }, { type = "infantry", count = 3 }]
"""


def test_a_scenario_of_a_user_needs_no_tags():
    scenario = data.parse_scenario(SCENARIO, "mine.toml")
    assert scenario.rule == ""
    assert set(scenario.provenance.values()) | set(scenario.alpha.provenance.values()) == {"reconstructed"}
    assert scenario.bravo.strength == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('mode = "mixed"', 'mode = "mixed', "s.toml: "),
        ('mode = "mixed"', 'mode = "swamp"', "s.toml: mode: Invalid enum value 'swamp'"),
        ('situation = "antitank"', 'situation = "siege"', "s.toml: situation: Invalid enum value 'siege'"),
        ('mode = "mixed"', 'weather = "rain"', "s.toml: unknown key 'weather'"),
        ('mode = "mixed"', "", "s.toml: mode: is missing"),
        ('title = "The Ford"', 'title = ""', "s.toml: title: Expected `str` of length >= 1"),
        ("length = 0", "length = -1", "s.toml: length: Expected `int` >= 0"),
        ("length = 0", 'length = 0\nprovenance = "me"', "s.toml: provenance is 'me'"),
        ("length = 0", 'length = 0\ntags = { mood = "public" }', "s.toml tags: unknown key 'mood'"),
        ("[alpha]", "[charlie]", "s.toml: unknown key 'charlie'"),
        ('edge = "X"', 'edge = "N"', "s.toml: [alpha]: edge: Invalid enum value 'N'"),
        ('deploy = "column"', 'deploy = "column"\ndistance = 3', "s.toml: [alpha]: distance: a side that enters"),
        ("panic = 2", "panic = 11", "s.toml: [alpha]: panic: Expected `int` <= 10"),
        ("panic = 2", "panics = 2", "s.toml: [alpha]: unknown key 'panics'"),
        ("preservation = 3", "preservation = 6", "s.toml: [alpha]: preservation is 6 for 5 units"),
        ('"M4", count = 5', '"M5", count = 5', "s.toml: [alpha] forces, entry 1: type: there is no weapon 'M5'"),
        ('"M4", count = 5', '"M4", count = 0', "s.toml: [alpha]: forces[0].count: Expected `int` >= 1"),
        ('"M4", count = 5', '"M4"', "s.toml: [alpha]: forces[0].count: is missing"),
        ('"M4", count = 5', '"M4", count = 5, crew = 4', "s.toml: [alpha]: forces[0]: Object contains unknown field"),
        ('"M4", count = 5', '"88AT", count = 5', "s.toml: [alpha] forces, entry 1: type: 88AT cannot move"),
        ('[{ type = "M4", count = 5 }]', "[]", "s.toml: [alpha]: forces: Expected `array` of length >= 1"),
        ('"88AT", count = 2', '"M18", count = 2', "s.toml: [bravo] forces, entry 1: type: M18 cannot use an Improved"),
        ('"88AT", count = 2', '"infantry", count = 2', "s.toml: [bravo] forces, entry 2: type: infantry is listed"),
        ("[bravo]", '[alpha.tags]\n"M18.count" = "public"\n[bravo]', "s.toml: [alpha] tags: unknown key 'M18.count'"),
    ],
)
def test_a_malformed_scenario_is_refused_by_file_table_and_key(old, new, message):
    assert old in SCENARIO
    with pytest.raises(MalformedError) as caught:
        data.parse_scenario(SCENARIO.replace(old, new, 1), "s.toml")
    assert str(caught.value).startswith(message)


def test_an_unknown_weapon_is_told_with_near_ones():
    with pytest.raises(MalformedError) as caught:
        data.parse_scenario(SCENARIO.replace('"M4"', '"M4/75"'), "s.toml")
    assert "M4/76" in caught.value.hint


@pytest.mark.parametrize("side", ["alpha", "bravo"])
def test_a_scenario_without_a_side_is_refused(side):
    text = SCENARIO.split("\n[alpha]")[0] if side == "alpha" else SCENARIO.split("\n[bravo]")[0]
    with pytest.raises(MalformedError, match=rf"^s.toml: \[{side}\] is missing"):
        data.parse_scenario(text, "s.toml")
