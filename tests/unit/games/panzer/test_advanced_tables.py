"""Every cell of the Advanced Game's tables a second time, and where each comes from."""

from __future__ import annotations

import pytest

from hulldown.core.charts import span
from hulldown.core.tables import TAGS
from hulldown.games.panzer.data.advanced_tables import GRADES, cell, find_grade, modifier, tag_of
from hulldown.games.panzer.data.loading import cell_tag, chart, listing
from hulldown.rules.coverage import catalogue

IDS = {case.id for case in catalogue("panzer")}
LISTINGS = (
    "number-of-hits", "ap-modifiers-advanced", "heat-haze", "spotting-modifiers-advanced", "gp-modifiers",
    "gp-defence", "terrain-defence", "available-commands", "unit-grades", "bail-out", "building-effects",
    "hull-down-search", "hull-down-modifiers", "recovery-modifiers", "assault-factors", "assault-modifiers",
    "hand-modifiers",
)  # fmt: skip
CHARTS = ("hit-angle", "hit-locations", "gp-results")


def content(name: str) -> dict[str, str]:
    """The rows of a list, their cells without case and label in one line."""
    rows = listing(name).rows
    return {
        key: " ".join(row[column] for column in row if column not in ("rule", "label")) for key, row in rows.items()
    }


def quoted(name: str, tag: str = "rulebook") -> set[str]:
    """The cells of a list with a tag, written row/column."""
    table = listing(name)
    cells = {f"{row}/{column}" for row, found in table.rows.items() for column in found}
    assert set(table.meta.get(tag, "").split()) <= cells
    return {name for name in cells if tag_of(table, *name.rsplit("/", 1)) == tag}


HITS = """
100 20 10 30 20 40|99 19 9 29 19 39|98 19 9 29 19 39|91 18 9 27 18 36|90 18 9 27 18 36|84 16 8 25 16 33
81 16 8 24 16 32|77 15 7 23 15 30|75 15 7 22 15 30|72 14 7 21 14 28|70 14 7 21 14 28|65 13 6 19 13 26
63 12 6 18 12 25|60 12 6 18 12 24|56 11 5 16 11 22|55 11 5 16 11 22|54 10 5 16 10 21|50 10 5 15 10 20
49 9 4 14 9 19|45 9 4 13 9 18|42 8 4 12 8 16|40 8 4 12 8 16|39 7 3 11 7 15|36 7 3 10 7 14|35 7 3 10 7 14
33 6 3 9 6 13|30 6 3 9 6 12|28 5 2 8 5 11|27 5 2 8 5 10|25 5 2 7 5 10|24 4 2 7 4 9|21 4 2 6 4 8|20 4 2 6 4 8
18 3 1 5 3 7|15 3 1 4 3 6|14 2 1 4 2 5|13 2 1 3 2 5|12 2 1 3 2 4|11 2 1 3 2 4|10 2 1 3 2 4|9 1 0 2 1 3
8 1 0 2 1 3|7 1 0 2 1 2|6 1 0 1 1 2|5 1 0 1 1 2|4 0 0 1 0 1|3 0 0 0 0 1|2 0 0 0 0 0|1 0 0 0 0 0
"""
"""Hit Number, then the last roll of Q2, R3, R2, F3, F2; 0 where none scores so many."""


@pytest.mark.rules("6.5.2.1-table")
def test_number_of_hits():
    rows = [tuple(map(int, row.split())) for line in HITS.split("\n") for row in line.split("|") if row]
    assert [str(row[0]) for row in rows] == list(listing("number-of-hits").rows)
    for number, q2, r3, r2, f3, f2 in rows:
        expected = {"Q2": (1, q2), "R3": (1, r3), "R2": (r3 + 1, r2), "F3": (1, f3), "F2": (f3 + 1, f2)}
        for column, (first, last) in expected.items():
            assert span(cell("number-of-hits", str(number), column).text) == tuple(range(first, last + 1))
        # The rule behind it: shares of the Hit Number, rounded down.
        assert (q2, r3, r2, f3, f2) == tuple(number * share // 10 for share in (2, 1, 3, 2, 4))
    assert quoted("number-of-hits") == {"56/F3", "56/F2"}


@pytest.mark.rules("6.5.2.1-table")
def test_every_hit_number_has_a_row():
    table = chart("ap-hit")
    numbers = {text for band in table.bands for text in band.cells} - {"–"}
    assert numbers == set(listing("number-of-hits").rows)


@pytest.mark.rules("6.5.2.2-table")
def test_hit_locations():
    table = chart("hit-locations")
    assert {column: " ".join(table.cell(tens, column) for tens in range(1, 11)) for column in table.columns} == {
        "front": "TF TF TF TF HF HF* HF HF* HF* TK",
        "front-side": "TF TF TS TS HF HF* HS HS* HS* TK",
        "rear-side": "TS TS TR TR HS HS* HR HS* HR* TK",
        "rear": "TR TR TR TR HR HR* HR HR* HR* TK",
    }
    found = {(tens, column) for tens in range(1, 11) for column in table.columns
             if cell_tag(table, tens, column) == "rulebook"}  # fmt: skip
    tracks = {(10, column) for column in table.columns}
    assert found == tracks | {(4, "front"), (6, "front-side"), (7, "front-side"), (1, "rear-side")}


@pytest.mark.rules("6.5.2.2a")
def test_hit_angles():
    table = chart("hit-angle")
    assert [(band.first, band.last, *band.cells) for band in table.bands] == [
        (0, 29, "front", "–"), (30, 30, "front", "front-side"), (31, 89, "front-side", "–"),
        (90, 90, "front-side", "rear-side"), (91, 149, "rear-side", "–"), (150, 150, "rear-side", "rear"),
        (151, 180, "rear", "–"),
    ]  # fmt: skip


GP = """
50/75 46/72 42/69 38/66 34/63 30/60 26/57 22/54 18/51 14/48 10/45 6/42 2/39 -2/36 -6/33
55/80 51/77 47/74 43/71 39/68 35/65 31/62 27/59 23/56 19/53 15/50 11/47 7/44 3/41 -1/38
59/84 55/81 51/78 47/75 43/72 39/69 35/66 31/63 27/60 23/57 19/54 15/51 11/48 7/45 3/42
64/89 60/86 56/83 52/80 48/77 44/74 40/71 36/68 32/65 28/62 24/59 20/56 16/53 12/50 8/47
68/93 64/90 60/87 56/84 52/81 48/78 44/75 40/72 36/69 32/66 28/63 24/60 20/57 16/54 12/51
73/98 69/95 65/92 61/89 57/86 53/83 49/80 45/77 41/74 37/71 33/68 29/65 25/62 21/59 17/56
77/102 73/99 69/96 65/93 61/90 57/87 53/84 49/81 45/78 41/75 37/72 33/69 29/66 25/63 21/60
82/107 78/104 74/101 70/98 66/95 62/92 58/89 54/86 50/83 46/80 42/77 38/74 34/71 30/68 26/65
86/111 82/108 78/105 74/102 70/99 66/96 62/93 58/90 54/87 50/84 46/81 42/78 38/75 34/72 30/69
91/116 87/113 83/110 79/107 75/104 71/101 67/98 63/95 59/92 55/89 51/86 47/83 43/80 39/77 35/74
"""


@pytest.mark.rules("6.5.4.4-table")
def test_gp_results():
    table = chart("gp-results")
    rows = [row.split() for row in GP.strip().split("\n")]
    assert [band.cells for band in table.bands] == [tuple(row) for row in rows]
    assert [(band.first, band.last) for band in table.bands] == [(row, row) for row in range(1, 11)]
    for defence, row in enumerate(rows, 1):
        for factor, text in enumerate(row, 1):
            none = 9 * defence // 2 + 50 - 4 * factor
            assert text == f"{none}/{none + 24 + factor}"
    found = {(row, int(column)) for row in range(1, 11) for column in table.columns
             if cell_tag(table, row, column) == "rulebook"}  # fmt: skip
    assert found == {(3, 5), (4, 5), (8, 6), (2, 7), (3, 8), (4, 8), (5, 8)}


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("ap-modifiers-advanced", {
            "shooter_suppressed": "-5", "on_fire": "-5", "smoke_open": "-3", "smoke_closed": "-5",
            "barrage_open": "-1", "barrage_closed": "-3", "ammo_limit": "-3", "transported_fire": "-2",
            "heat_haze": "-3", "dual_fire_same": "-1", "dual_fire_different": "-3"}),
        ("heat-haze", {"S": "3", "L": "5", "V": "8"}),
        ("spotting-modifiers-advanced", {
            "target_fired_small_arms": "1", "target_full_cover": "-2", "spotter_suppressed": "-2",
            "spotter_full_cover": "-4"}),
        ("gp-modifiers", {
            "target_moving": "-10", "target_moving_if": "-20", "smoke_open": "-10", "smoke_closed": "-20",
            "barrage_open": "-5", "barrage_closed": "-10", "if_open_sheaf": "-20",
            "type_P": "-10", "type_A": "-20", "medium_cover": "-10", "heavy_cover": "-20",
            "cavalry": "10", "crawling": "10", "wall": "-10", "short_halt": "-15", "shooter_damaged": "-10",
            "shooter_suppressed": "-20", "on_fire": "-20", "brew_up_smoke": "-10", "overwatch": "-5",
            "overwatch_adjust": "-10", "ammo_limit": "-10", "heat_haze": "-10", "transported_fire": "-10",
            "dual_fire_same": "-5", "dual_fire_different": "-10", "hasty_entrenchment": "-10", "coax": "10",
            "overrun": "20"}),
        ("assault-factors", {"squad": "8 20", "half-squad": "4 10", "section": "2 5", "defence": "5 –"}),
        ("assault-modifiers", {
            "advance": "-10", "uphill": "-10", "dismount": "-10", "moving": "-10", "suppressed": "20",
            "c_indicator": "20", "unsupported": "30", "type_P": "20", "type_S": "30", "flamethrower": "20"}),
        ("hand-modifiers", {
            "squad": "0", "half-squad": "-25", "section": "-30", "towed": "-40", "suppressed": "-20", "advance": "-10",
            "uphill": "-10", "dismount": "-10", "flamethrower": "20", "cavalry": "20"}),
        ("gp-defence", {"moving": "-2", "least": "1", "most": "10", "passenger_under_cover": "3", "passenger": "1"}),
        ("terrain-defence", {
            "light_woods": "– yes", "woods": "– yes", "heavy_woods": "– yes", "alley": "– yes",
            "wood_building": "4 yes", "brick_building": "6 yes", "stone_building": "8 yes", "rubble": "– yes",
            "improved_position": "8 no", "mines": "5 no", "bridge": "scenario no", "block": "scenario no",
            "wire": "scenario no"}),
        ("available-commands", {
            "elite": "0 1 2 3 4 4 5 6 7 8 2 40", "veteran": "0 1 2 2 3 4 4 5 6 7 1 20",
            "seasoned": "0 1 1 2 3 3 4 4 5 6 1 0", "regulars": "0 1 1 2 2 3 3 4 4 5 0 -20",
            "green": "0 0 1 1 2 2 2 3 3 4 0 -40"}),
        ("unit-grades", {
            "elite": "1 1 2 2 3 0 5 5 10 10 20 1-30 1-80 2 5 -10",
            "veteran": "0 1 1 1 2 0 0 5 5 10 10 1-40 1-70 1 0 -5",
            "seasoned": "0 0 0 0 0 0 0 0 0 0 0 1-50 1-60 0 0 0",
            "regulars": "0 -1 -2 -2 -3 0 -5 -5 -5 -10 -10 1-60 1-50 -1 0 5",
            "green": "-1 -2 -3 -3 -4 -5 -5 -10 -10 -15 -20 1-70 1-40 -2 -5 10"}),
        ("bail-out", {
            "nd": "15- 50- 50-", "damaged": "30- 60- 60-", "track": "30- 50- 50-", "suppressed-df": "– 20- 20-",
            "suppressed-if": "– 30- 30-", "ko": "– 21+ 61+", "bu": "– 51+ 81+"}),
        ("building-effects", {"wood": "1-45 1-75 76-100", "brick": "1-65 1-65 66-100", "stone": "1-85 1-55 56-100"}),
        ("hull-down-search", {
            "clear": "1-10", "scrub": "1-20", "rough": "1-50", "shellhole": "1-40", "light_woods": "1-10",
            "woods": "1-10", "rubble": "1-40", "gully": "1-60"}),
        ("hull-down-modifiers", {
            "partial": "-20", "size_plus_2": "10", "size_plus_1": "5", "size_0": "0", "size_minus_1": "-5",
            "size_minus_2": "-10"}),
        ("recovery-modifiers", {"command": "20", "under_fire": "10", "cavalry": "20"}),
        ("response", {"FO": "2 4 6", "RHQ": "3 5 7", "BHQ": "4 6 8", "CHQ": "5 7 9", "Recon": "5 7 9"}),
        ("response-modifiers", {
            "preregistered": "2", "command_recon": "1", "adjusted": "1", "suppressed": "-2", "damaged": "-2",
            "hindered": "-1", "haze": "-1"}),
        ("sheafs", {"one": "0 0 closed", "closed": "1 0 closed", "open": "2 0 open", "linear": "0 6 closed"}),
        ("observers", {"USA FO": "4", "FO": "2", "RHQ": "1", "BHQ": "1", "CHQ": "1", "Recon": "1"}),
    ],
)  # fmt: skip
def test_a_list(name, rows):
    assert content(name) == rows


def test_columns_of_the_grades():
    bands = "PSMLE"
    assert list(listing("unit-grades").rows["elite"]) == [
        *(f"ap_{band}" for band in bands), *(f"gp_{band}" for band in bands), "assault", "quickmarch", "recovery",
        "response", "bail_out", "hull_down",
    ]  # fmt: skip
    assert list(listing("available-commands").rows["elite"]) == [*map(str, range(1, 11)), "range", "initiative"]


@pytest.mark.rules("6.2.1.1.1-table")
def test_available_commands_follow_their_rule():
    for grade, tenths in zip(GRADES, (8, 7, 6, 5, 4), strict=True):
        for units in range(1, 11):
            assert cell("available-commands", grade, str(units)).number == units * tenths // 10


def test_what_the_rulebook_quotes():
    seasoned = {f"seasoned/{kind}_{band}" for kind in ("ap", "gp") for band in "PSMLE"}
    whole = {f"{grade}/{column}" for grade in GRADES for column in ("response", "bail_out", "hull_down")}
    assert quoted("unit-grades") == seasoned | whole | {
        "regulars/ap_M", "veteran/gp_P", "veteran/gp_S", "veteran/gp_L", "regulars/gp_P", "veteran/assault",
        "seasoned/assault", "regulars/assault", "veteran/quickmarch", "regulars/recovery",
    }  # fmt: skip
    whole = {f"{grade}/{column}" for grade in GRADES for column in ("range", "initiative")}
    assert quoted("available-commands") == whole | {
        "regulars/7", "veteran/10", "veteran/2", "seasoned/10", "seasoned/7",
    }  # fmt: skip
    assert quoted("bail-out") == {
        "nd/leg", "nd/towed", "damaged/crew", "track/crew", "suppressed-df/leg", "suppressed-df/towed", "ko/leg",
        "ko/towed",
    }  # fmt: skip
    assert quoted("building-effects") == {"brick/hit", "brick/damaged"}
    assert quoted("hull-down-search") == set()
    assert quoted("terrain-defence") == {
        f"{name}/support" for name in ("light_woods", "woods", "alley", "wood_building", "brick_building",
                                       "stone_building")
    }  # fmt: skip


@pytest.mark.parametrize("name", LISTINGS)
def test_every_list_names_its_sources_and_cases(name):
    table = listing(name)
    assert table.meta["provenance"] in TAGS
    assert {table.meta["rule"], *(row["rule"] for row in table.rows.values() if "rule" in row)} <= IDS


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_names_its_sources_and_cases(name):
    table = chart(name)
    assert table.meta["provenance"] in TAGS
    assert {table.rule(band.first) for band in table.bands} <= IDS


@pytest.mark.rules("6.5.2.4-on-fire-a")
def test_a_modifier_counted_twice_says_so():
    assert (modifier("gp-modifiers", "on_fire", 2).value, modifier("gp-modifiers", "on_fire", 2).label) == (
        -40, "Fire hex, 2 times",
    )  # fmt: skip


def test_find_grade():
    assert find_grade("Veteran") == "veteran"
    with pytest.raises(Exception, match="there is no grade 'hero'"):
        find_grade("hero")
