"""Every number of the Basic Game's cards, terrain and charts, held against the data notes and the rule catalogue.

The tables below were typed from the notes, not from the files under test. A star marks a value that the rulebook's text
states; p and r mark values found elsewhere (public) and reconstructed.
"""

from __future__ import annotations

import re

import pytest

from hulldown import resources
from hulldown.core.charts import NOTHING
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.panzer.data import cards as module
from hulldown.games.panzer.data import loading as data
from hulldown.games.panzer.data.cards import RANGE_FACTORS, cards, find_card, guns
from hulldown.rules.coverage import catalogue

TAGS = {"*": "rulebook", "p": "public", "r": "reconstructed"}
SUMMARY = {case.id: case.summary for case in catalogue("panzer")}


def valued(text):
    """The number and the tag of a word such as 18* or 12p."""
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?)([*pr])", text)
    return int(match[1]), TAGS[match[2]]


# Range P S M L E, then penetration.
GUNS = """
45mm L/46   | AP   | 2p 4p 8p 11p 13p  | 10p 9p 8p 7p 6p
45mm L/46   | HVAP | 2r 4r 6r 8r 9r    | 15r 13r 10r 8r 7r
76.2mm L/43 | AP   | 3p 6p 10p 14p 17* | 19* 17p 15* 13p 12p
76.2mm L/43 | HVAP | 3p 5p 9p 13p 15p  | 23p 21p 19p 15p 13p
85mm L/55   | AP   | 4p 7p 13p 18p 21p | 26p 23p 20p 18p 16p
85mm L/55   | HVAP | 3r 6r 11r 15r 18r | 33r 29r 24r 20r 17r
100mm L/56  | AP   | 4p 9p 16p 22p 26p | 44p 39p 34p 31p 28p
122mm L/46  | AP   | 4p 7p 13p 18p 21p | 41p 36p 32p 29p 26p
152mm L/29  | AP   | 3p 5p 9p 13p 16p  | 29p 25p 22p 20p 18p
5cm L/60    | AP   | 3r 6r 11r 15r 18r | 16r 14r 12r 10r 9r
5cm L/60    | APCR | 2r 4r 7r 9r 10r   | 24r 20r 15r 11r 9r
7.5cm L/48  | AP   | 4r 8r 14r 19r 23r | 25* 22r 20r 17r 16r
7.5cm L/48  | APCR | 3r 6r 11r 15r 18r | 32r 28r 22r 18r 15r
7.5cm L/70  | AP   | 5r 9r 16r 22r 27r | 35r 31r 28r 25r 22r
8.8cm L/56  | AP   | 5r 9r 16r 23r 28r | 30r 27r 24r 22r 20r
45mm L/46   | GP   | 4r 7r 12r 17r 20r  | 3r 3r 2r 2r 1r
76.2mm L/43 | GP   | 5p 9p 16p 23p 27p  | 5* 4* 3p 3p 2p
85mm L/55   | GP   | 5r 10r 18r 25r 30r | 6r 5r 4r 3r 3r
100mm L/56  | GP   | 5r 10r 18r 26r 32r | 7r 6r 5r 4r 3r
122mm L/46  | GP   | 5r 10r 18r 26r 32r | 8* 7r 6r 5r 4r
152mm L/29  | GP   | 5r 9r 15r 22r 28r  | 10r 9r 8r 7r 6r
5cm L/60    | GP   | 4r 8r 13r 18r 21r  | 4r 3r 2r 2r 1r
7.5cm L/48  | GP   | 5r 10r 17r 24r 28r | 5r 4r 4r 3r 2r
8.8cm L/56  | GP   | 6r 11r 19r 27r 34r | 6r 5r 4r 4r 3r
MMG         | GP   | 2r 4r 6r 8r 10r    | 4r 3r 2r 1r 1r
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in GUNS.split("\n") if line]


@pytest.mark.rules("1.6")
class TestGuns:
    @pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1]}")
    def test_a_row_of_the_offensive_information(self, row):
        name, ammo, ranges, factors = row
        found = guns()[name].ammo[ammo]
        for key, words, values in (("range", ranges, found.range), ("factors", factors, found.factors)):
            expected = [valued(word) for word in words.split()]
            assert list(values) == [value for value, _ in expected]
            assert [found.provenance[f"{key}.{factor}"] for factor in RANGE_FACTORS] == [tag for _, tag in expected]

    def test_there_are_no_other_rows(self):
        assert {(name, ammo) for name, gun in guns().items() for ammo in gun.ammo} == {(r[0], r[1]) for r in ROWS}

    def test_the_effect_of_shells(self):
        largest = {name: gun.ammo["GP"].effectiveness for name, gun in guns().items() if "GP" in gun.ammo}
        assert largest == {
            "45mm L/46": 2, "76.2mm L/43": 3, "85mm L/55": 4, "100mm L/56": 5, "122mm L/46": 7, "152mm L/29": 9,
            "5cm L/60": 2, "7.5cm L/48": 3, "8.8cm L/56": 4, "MMG": 0,
        }  # fmt: skip
        assert guns()["76.2mm L/43"].ammo["GP"].provenance["effectiveness"] == "rulebook"
        assert guns()["MMG"].ammo["GP"].small_arms
        assert guns()["MMG"].ammo["GP"].provenance["small_arms"] == "rulebook"


# Card, name, points, movement, transport, weight, gun, mount and turn, ROF, limits (basic, special, smoke), size,
# defence, armour. A star after a value: rulebook; the letter before the bar is the tag of all the others.
CARDS = """
S-1A  | T-70 M42           | p | 40  | 4 T 6 10     | 0-1 | 9.2  | 45mm L/46   | turret 2 | N  | 0 5 0  | -1  | 2A/r | 12 7
S-1B  | T-34/76 M43        | p | 66  | 5 T 8 12     | 0-2 | 30.9 | 76.2mm L/43 | turret 2 | N  | 0 5 0  | 0   | 4A*  | 18* 12
S-2A  | T-34/85 M44        | p | 76  | 5 T 8 12     | 0-2 | 32   | 85mm L/55   | turret 1 | N  | 0 3 0  | 0   | 4A/r | 20 13
S-2B  | KV-1S M42          | p | 64  | 5 T 6 10     | 0-2 | 42.5 | 76.2mm L/43 | turret 1 | N  | 0 6 0  | 1   | 5A/r | 18 14
S-3A  | IS-2m M44          | p | 106 | 4* T 5 8     | 0-2 | 46   | 122mm L/46  | turret 1 | N  | 7 0 0  | 1   | 8A*  | 37 20
S-3B  | SU-76M M43         | p | 43  | 5* T* 6* 10* | 0-0 | 10.2 | 76.2mm L/43 | front* 0 | N* | 0 3* 0 | -1* | 2P*  | 11* 3*
S-4A  | SU-85 M43          | p | 64  | 5 T 7 11     | 0-2 | 29.2 | 85mm L/55   | front 0  | N  | 0 3 0  | 0   | 4AC* | 18 12
S-4B  | SU-100 M44         | p | 74  | 5 T 7 11     | 0-2 | 31.6 | 100mm L/56  | front 0  | N  | 9 0 0  | 0   | 4AC/r | 18 12
S-5A  | SU-152 M43         | p | 67  | 4 T 6 10     | 0-2 | 45.5 | 152mm L/29  | front 0  | N  | 5* 0 0 | 0   | 5AC/r | 19 14
G-1A  | PzKpfw IIIM        | r | 50  | 5 T 6 10     | 0-1 | 22.3 | 5cm L/60    | turret 2 | Q  | 0 4 4  | 0   | 3A   | 16 9
G-2A  | PzKpfw IVH         | r | 67  | 4 T 6 9      | 0-2 | 25   | 7.5cm L/48  | turret 1 | N  | 0 4 4  | 0   | 3A   | 18* 8
G-2B  | PzKpfw V Panther   | r | 100 | 5 T 7 11     | 0-2 | 45   | 7.5cm L/70  | turret 2 | N  | 0 4 4  | 1   | 5A   | 31 12
G-3B  | PzKpfw VIE Tiger I | r | 104 | 4 T 5 9      | 0-2 | 57   | 8.8cm L/56  | turret 1 | N  | 0 3 0  | 1   | 6A   | 26 20
G-4B  | StuG IIIG          | r | 60  | 4 T 6 10     | 0-2 | 23.9 | 7.5cm L/48  | front 0  | N  | 0 4 4  | -1  | 3AC* | 18 9
G-5A  | SPW 251/1          | r | 20  | 5 H 8 12     | 1-2 | 8.5  | MMG         | pivot 360 | -  | 0 0 0  | 0   | 1P   | 4 2
G-5B1 | SdKfz 10           | r | 6   | 5 H 9 15     | 1-2* | 4.9 | -           | none 0   | -  | 0 0 0  | 0   | 1S   | 0 0
-     | SdKfz 7            | r | 8   | 4 H 7 12     | 3-3 | 11.5 | -           | none 0   | -  | 0 0 0  | 1   | 1S   | 0 0
-     | Truck              | r | 5   | 3 W 9 18     | 1-2 | 3    | -           | none 0   | -  | 0 0 0  | 0   | 1S   | 0 0
"""  # noqa: E501 - a table that is read across
LINES = [[cell.strip() for cell in line.split("|")] for line in CARDS.split("\n") if line]
COLUMNS = (
    "points", "cross_country", "traction", "path", "road", "transport", "weight", "gun", "mount", "turn", "rof",
    "basic_limit", "special_limit", "smoke_limit", "size", "defence", "front", "rear",
)  # fmt: skip


def told(card, name):
    value = getattr(card, name)
    if name == "gun":
        return value.name if value else "-"
    if name == "transport":
        return f"{value[0]}-{value[1]}"
    return f"{value:g}" if name == "weight" else str(value or "-") if name == "rof" else str(value)


@pytest.mark.rules("1.6", "4.5.1.1.1b", "4.5.1.1.1c", "4.4.3.2.2-target-size", "4.4.3.2.5a")
class TestCards:
    def test_every_vehicle_of_the_notes_has_a_card(self):
        assert list(cards()) == [line[1] for line in LINES]

    @pytest.mark.parametrize("line", LINES, ids=lambda line: line[1])
    def test_every_value_of_a_card(self, line):
        number, name, tag, points, move, transport, weight, gun, mount, rof, limits, size, defence, armour = line
        words = [points, *move.split(), transport, weight, gun, *mount.split(), rof, *limits.split(), size, defence]
        words += armour.split()
        card = cards()[name]
        assert card.card == ("" if number == "-" else number)
        for column, word in zip(COLUMNS, words, strict=True):
            value, expected = word, TAGS[tag]
            if word.endswith("*"):
                value, expected = word[:-1], "rulebook"
            elif word.endswith("/r"):
                value, expected = word[:-2], "reconstructed"
            assert told(card, column) == value, column
            assert card.provenance.get(column, expected) == expected, column

    def test_sides_and_kinds(self):
        assert {card.name for card in cards().values() if card.nation == "soviet"} == {
            line[1] for line in LINES if line[0].startswith("S-")
        }
        assert [card.name for card in cards().values() if card.nation == "both"] == ["Truck"]
        kinds = {name: [card.name for card in cards().values() if card.kind == name] for name in ("tank", "truck")}
        assert len(kinds["tank"]) == 9
        assert kinds["truck"] == ["Truck"]
        open_topped = [card.name for card in cards().values() if card.open]
        assert open_topped == ["SU-76M M43", "SPW 251/1"]
        assert cards()["SU-76M M43"].provenance["open"] == "rulebook"

    def test_equipment(self):
        found = {card.name: card.extras for card in cards().values() if card.extras}
        assert found == {
            "IS-2m M44": ("coax", "aa-hmg"),
            "SU-76M M43": ("brews-up",),
            "PzKpfw IIIM": ("coax", "aa-mmg"),
            "PzKpfw IVH": ("coax", "smoke"),
            "PzKpfw V Panther": ("coax",),
            "PzKpfw VIE Tiger I": ("coax",),
            "SPW 251/1": ("under-cover",),
        }
        assert cards()["PzKpfw IVH"].provenance["extras.smoke"] == "rulebook"
        assert cards()["PzKpfw IIIM"].provenance["extras.aa-mmg"] == "rulebook"
        assert cards()["IS-2m M44"].provenance["extras.coax"] == "rulebook"

    @pytest.mark.rules("4.1.1a", "4.1.1b", "4.4.3a", "3.6f")
    def test_armed_and_able_to_fire(self):
        unarmed = [card.name for card in cards().values() if not card.armed]
        assert unarmed == ["SdKfz 10", "SdKfz 7", "Truck"]
        assert [card.name for card in cards().values() if card.ap is None] == ["SPW 251/1", *unarmed]

    @pytest.mark.rules("4.4.3.1", "4.4.3.1.1", "4.4.3.1.2a", "4.4.3.1.2b", "4.4.3.1.3a", "4.4.3.1.4a")
    def test_mounts(self):
        for card in cards().values():
            assert card.all_round == (card.turn > 0)
        fixed = [card.name for card in cards().values() if card.mount == "front"]
        assert fixed == ["SU-76M M43", "SU-85 M43", "SU-100 M44", "SU-152 M43", "StuG IIIG"]

    def test_a_card_is_found_however_it_is_written(self):
        assert find_card("t34/76 m43") is cards()["T-34/76 M43"]
        with pytest.raises(UnknownNameError) as caught:
            find_card("Panzer IVH")
        assert "PzKpfw IVH" in caught.value.hint


# Level / rising / falling: front TF, HF; rear TR, HR; side TF TS HF HS TR HR; deck.
ARMOUR = """
SU-76M M43         8/8/7 14/18/11 0/0/0 4/4/4 9/10/9 4/4/4 17/22/13 4/4/4 0/0/0 5/5/5 7
T-34/76 M43        18/19/17 18/23/14 13/14/13 12/12/12 20/21/19 13/14/13 22/28/18 11/11/11 14/15/14 13/14/13 8
T-34/85 M44        22/23/21 18/23/14 12/12/12 12/12/12 24/25/23 17/18/16 22/28/18 11/11/11 13/14/13 13/14/13 8
KV-1S M42          19/20/18 17/19/15 15/16/15 13/14/13 21/22/20 16/17/16 19/21/17 13/14/13 17/18/16 14/15/14 10
T-70 M42           12/13/11 12/15/10 9/9/9 6/6/6 13/14/12 9/9/9 14/18/11 5/5/5 10/10/10 7/7/7 5
IS-2m M44          28/30/27 46/56/38 22/23/21 15/16/15 31/33/30 23/24/22 55/67/46 21/22/20 24/25/23 17/18/16 12
SU-85 M43          18/22/15 18/22/15 13/14/13 12/12/12 20/24/17 12/12/12 22/26/19 11/11/11 14/15/14 13/14/13 8
SU-100 M44         18/22/15 18/22/15 13/14/13 12/12/12 20/24/17 12/12/12 22/26/19 11/11/11 14/15/14 13/14/13 8
SU-152 M43         20/22/19 18/21/16 14/15/14 13/14/13 22/24/20 15/16/15 20/23/18 13/14/13 15/16/15 14/15/14 9
PzKpfw IIIM        17/18/17 15/16/14 8/8/8 12/12/12 19/20/19 8/8/8 17/18/16 8/8/8 9/9/9 13/14/13 6
PzKpfw IVH         19/20/19 17/18/16 8/8/8 6/6/6 21/22/21 9/9/9 19/20/18 8/8/8 9/9/9 7/7/7 6
PzKpfw V Panther   26/27/25 36/45/29 12/12/12 11/11/11 29/30/28 12/12/12 43/54/35 12/12/12 13/14/13 12/12/12 7
PzKpfw VIE Tiger I 27/28/27 25/26/24 20/21/19 20/21/19 30/31/30 20/21/19 28/29/27 18/19/17 22/23/21 22/23/21 9
StuG IIIG          18/19/17 18/19/17 8/8/8 12/12/12 20/21/19 8/8/8 20/21/19 8/8/8 9/9/9 13/14/13 6
SPW 251/1          4/4/4 5/6/5 0/0/0 2/2/2 4/4/4 2/2/2 6/7/6 3/3/3 0/0/0 2/2/2 1
"""
STATED = {
    "SU-76M M43": {"front HF.rising", "side HF.level"},
    "T-34/76 M43": {"front TF.level"},
    "PzKpfw IVH": {"side HF.level"},
}


@pytest.mark.parametrize("line", [line for line in ARMOUR.split("\n") if line], ids=lambda line: line[:18].strip())
def test_the_advanced_armour_of_a_vehicle(line):
    name, words = line[:19].strip(), line[19:].split()
    armour = cards()[name].armour
    angles = {"front": ("TF", "HF"), "rear": ("TR", "HR"), "side": ("TF", "TS", "HF", "HS", "TR", "HR")}
    keys = [f"{angle} {location}" for angle, locations in angles.items() for location in locations]
    assert list(armour.locations) == keys
    assert ["/".join(map(str, armour.locations[key])) for key in keys] == words[:-1]
    assert str(armour.deck) == words[-1]
    assert {key for key, tag in armour.provenance.items() if tag == "rulebook"} == STATED.get(name, set())
    others = set(armour.provenance.values()) - {"rulebook"}
    assert others == {"public" if name == "SU-76M M43" else "reconstructed"}


def test_only_cards_without_armour_plate_have_no_advanced_armour():
    assert [card.name for card in cards().values() if card.armour is None] == ["SdKfz 10", "SdKfz 7", "Truck"]


@pytest.mark.rules("1.4", "4.4.3.2.3-table")
class TestHitTable:
    def test_every_cell_follows_from_its_base(self):
        table = data.chart("ap-hit")
        assert "".join(table.columns) == RANGE_FACTORS
        for column, base in zip(RANGE_FACTORS, (90, 70, 50, 30, 10), strict=True):
            for net in range(-9, 6):
                assert table.cell(net, column) == str(min(100, base * (10 + net) // 10))
        assert [table.cell(-10, column) for column in "PSML"] == ["1"] * 4
        assert table.cell(-10, "E") in NOTHING
        assert (table.first_row(), table.last_row()) == (-10, 5)

    def test_the_cells_that_the_text_quotes(self):
        table = data.chart("ap-hit")
        quoted = dict(re.findall(r"([PSMLE] -\d+)=(\w+)", SUMMARY["4.4.3.2.3-table"]))
        assert quoted == {"P -5": "45", "P -6": "36", "P -7": "27", "S -2": "56", "E -10": "none"}
        tags = {
            f"{column} {net}": data.cell_tag(table, net, column) for column in RANGE_FACTORS for net in range(-10, 6)
        }
        assert {key for key, tag in tags.items() if tag == "rulebook"} == set(quoted)
        assert set(tags.values()) == {"rulebook", "public"}
        for key, number in quoted.items():
            column, net = key.split()
            assert table.cell(int(net), column) == (number if number != "none" else "–")


@pytest.mark.rules(
    "4.4.3.2.2-table", "4.4.3.2.2-target-moving-a", "4.4.3.2.2-target-cover-a", "4.4.3.2.2-short-halt-a",
    "4.4.3.2.2-shooter-damaged", "4.4.3.2.2-brew-up-smoke-a", "4.4.3.2.2-overwatch-a", "4.4.3.2.2-overwatch-adjust-a",
)  # fmt: skip
def test_the_hit_modifiers():
    table = data.listing("ap-modifiers")
    assert {name: table.number(name, "value") for name in table.rows} == {
        "target_moving": -2, "light_cover": -1, "medium_cover": -3, "heavy_cover": -5, "short_halt": -4,
        "shooter_damaged": -3, "brew_up_smoke": -2, "overwatch": -1, "overwatch_adjust": -3,
    }  # fmt: skip
    assert table.meta["provenance"] == "rulebook"
    for row in table.rows.values():
        assert row["rule"].startswith("4.4.3.2.2-")
        assert row["value"] in SUMMARY[row["rule"]]


@pytest.mark.rules("4.1.3-table", "4.1.3d", "4.1.3e", "4.1.3f")
def test_the_spotting_ranges():
    table = data.chart("spotting")
    expected = {
        "V": [40, 30, 20, 10, 7, 5, 3, 1], "L": [30, 22, 15, 8, 5, 3, 2, 1], "S": [20, 15, 10, 5, 3, 2, 1, 1],
    }  # fmt: skip
    for column, ranges in expected.items():
        assert [int(table.cell(row, column)) for row in range(2, -6, -1)] == ranges
    stated = {(1, "V"), (0, "V"), (-2, "V"), (0, "L"), (1, "S"), (0, "S"), (-1, "S")}
    for row in range(-5, 3):
        for column in "VLS":
            tag = "rulebook" if (row, column) in stated else "reconstructed"
            assert data.cell_tag(table, row, column) == tag


@pytest.mark.rules("4.1.3-cover", "4.1.3-target-moved", "4.1.3-target-fired")
def test_the_spotting_modifiers():
    table = data.listing("spotting-modifiers")
    assert {name: table.number(name, "value") for name in table.rows} == {
        "light_cover": -1, "medium_cover": -2, "heavy_cover": -3, "target_moved": 2, "target_fired": 3,
    }  # fmt: skip


@pytest.mark.rules("4.1.4.2.4e", "4.1.4.2.4f", "4.1.4.2.4g", "4.1.4.2.4h")
def test_the_divisors_of_blind_zones():
    table = data.chart("blind-zone")
    assert [table.cell(below, "divisor") for below in (1, 2, 3, 4, 9)] == ["2", "4", "8", "–", "–"]
    assert [table.rule(below)[-1] for below in (1, 2, 3, 4)] == ["e", "f", "g", "h"]


@pytest.mark.rules("4.4.3.2.5d", "4.4.3.2.6a", "4.4.3.2.6b", "4.4.3.2.6c", "4.4.3.2.6-table")
def test_the_damage_by_margin():
    table = data.chart("damage")
    found = {margin: table.cell(margin, "effect") for margin in (-46, -1, 0, 3, 4, 9, 10, 44)}
    assert found == {
        -46: "none", -1: "none", 0: "damaged", 3: "damaged", 4: "ko", 9: "ko", 10: "bu", 44: "bu",
    }  # fmt: skip


@pytest.mark.rules("4.5.1.1.1c", "4.5.1.1.2-slope-crest-b", "3.7c", "3.7d", "4.5.1.1.1e", "4.5.1.1.1f")
def test_traction_and_the_divisors_of_movement():
    traction, allowance = data.listing("traction"), data.listing("allowance")
    assert {name: traction.number(name, "levels") for name in traction.rows} == {"T": 2, "H": 2, "W": 1}
    assert {name: allowance.number(name, "divisor") for name in allowance.rows} == {
        "short_halt": 2, "damaged": 2, "damaged_short_halt": 4,
    }  # fmt: skip


# Height, cover (spotting, fire), cost T, H, W, turn.
TERRAIN = """
clear          0*  none*   none*   1*  1*  1   1
scrub          0*  light*  light*  2*  2*  3   1
rough          0*  light   light   4*  4*  6   2
shellhole      0*  light   light   2   2   4   1
light_woods    3*  light   light   2   2   4   1
woods          3*  medium* medium* 3   3   6   2
heavy_woods    4*  heavy   heavy   P*  P*  P*  2
wood_building  1*  light   light   2   2   2   1
brick_building 1*  light   light   2   2   2   1
stone_building 1*  light   light   2   2   2   1
gully          -1* light   light   3   3   P   2
stream         -1* none    none    4   4   P   2
ford           -1* none    none    2   2   3   1
bridge         0*  none    none    1   1   1   1
water          0   none    none    P   P   P   1
path           -*  other*  other*  1*  1*  1*  0
road           -*  other*  other*  1*  1*  1*  0
slope          1*  other   other   1*  1*  1*  0
crest          1*  other   other   1*  1*  1*  0
wall           0   other   other   2   P*  P*  0
hedgerow       1*  other   other   all* P* P*  0
wreck          0*  other   other   0*  0*  0*  0
brew_up_smoke  2*  other   other   1*  1*  1*  1*
"""


@pytest.mark.rules(
    "4.1.4.1-table", "4.1.3-cover-table", "4.5.1.1.2-table", "4.5.1.1.4-table", "terrain-key", "4.5.1.1.2c",
    "4.5.1.1.2d", "4.5.1.1.2e", "4.5.1.1.2f", "4.5.1.1.2-wall-hedgerow-a", "4.5.1.1.2-wall-hedgerow-b",
    "4.5.1.1.2-brew-up-smoke", "4.1.4.1.5d", "4.1.4.1.6a", "4.1.4.1.6c", "4.1.4.1.7c", "4.1.4.1.8c", "4.1.4.1.9b",
    "4.1.4.1.10", "4.5.1.1.5a", "4.5.1.1.2-slope-crest-a", "4.1.3b",
)  # fmt: skip
@pytest.mark.parametrize("line", [line for line in TERRAIN.split("\n") if line], ids=lambda line: line.split()[0])
def test_every_value_of_the_terrain_effects(line):
    name, *words = line.split()
    row = data.terrain()[name]
    values = [row.height, row.cover, row.fire_cover, row.cost("T"), row.cost("H"), row.cost("W"), row.turn]
    keys = ("height", "cover", "fire_cover", "tracked", "half_track", "wheeled", "turn")
    for key, word, value in zip(keys, words, values, strict=True):
        assert ("-" if value is None else str(value)) == word.rstrip("*"), key
        assert row.provenance[key] == ("rulebook" if word.endswith("*") else "reconstructed"), key


def test_what_kind_of_terrain_each_is():
    rows = data.terrain().values()
    assert len(rows) == 23
    assert {row.name for row in rows if row.kind == "route"} == {"path", "road"}
    assert {row.name for row in rows if row.kind == "hexside"} == {"slope", "crest", "wall", "hedgerow"}
    assert {row.name for row in rows if row.kind == "marker"} == {"wreck", "brew_up_smoke"}
    assert {row.name for row in rows if row.storeys} == {"wood_building", "brick_building", "stone_building"}
    assert {row.name for row in rows if row.per_level} == {"slope", "crest"}


def test_every_rule_of_the_data_is_in_the_catalogue():
    cited = {row.rule for row in data.terrain().values()} | {card.rule for card in cards().values()}
    cited |= {row.rule for gun in guns().values() for row in gun.ammo.values() if row.rule}
    for name in ("ap-hit", "aspect", "damage", "spotting", "blind-zone"):
        chart = data.chart(name)
        cited |= {chart.rule(band.first) for band in chart.bands}
    for name in ("ap-modifiers", "spotting-modifiers", "traction", "allowance"):
        cited |= {row["rule"] for row in data.listing(name).rows.values()}
    assert cited <= set(SUMMARY)


def test_the_catalogue_has_the_basic_cases():
    assert sum(case.book == "basic" for case in catalogue("panzer")) == 420


CARD_FILE = resources.read(*module.FOLDER, "cards.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[guns.", "[gun.", "c.toml: unknown key 'gun'"),
        ("range = [2, 4, 8, 11, 13]", "range = [2, 4, 8, 11]", "c.toml: [guns.45mm L/46.AP]: range: Expected `array`"),
        ("range = [2, 4, 8, 11, 13]", "range = [2, 4, 8, 7, 13]", "c.toml: [guns.45mm L/46.AP]: range: the values"),
        ("factors = [10, 9", "factor = [10, 9", "c.toml: [guns.45mm L/46.AP]: unknown key 'factor'"),
        ('"range.E" =', '"range.X" =', "c.toml: [guns.76.2mm L/43.AP] tags: unknown key 'range.X'"),
        ("points = 40", "points = 0", "c.toml: [cards.T-70 M42]: points: Expected `int` >= 1"),
        ("points = 40", "", "c.toml: [cards.T-70 M42]: points: is missing"),
        ("points = 40", "price = 40", "c.toml: [cards.T-70 M42]: unknown key 'price'"),
        ('gun = "45mm L/46"', 'gun = "45mm L/66"', "c.toml: [cards.T-70 M42]: gun: there is no gun '45mm L/66'"),
        ('mount = "turret"', 'mount = "front"', "c.toml: [cards.T-70 M42]: mount is 'front' with turn 2"),
        ("turn = 2", "turn = 4", "c.toml: [cards.T-70 M42]: turn: Invalid enum value 4"),
        ("size = -1", "size = -3", "c.toml: [cards.T-70 M42]: size: Expected `int` >= -2"),
        ('"2A"', '"A2"', "c.toml: [cards.T-70 M42]: defence: Expected `str` matching"),
        ('"front TF" = [12', '"frontal TF" = [12', "c.toml: [cards.T-70 M42] armour: unknown key 'frontal TF'"),
        ('[cards."T-34/76 M43"]', '[cards."T70 M42"]', "c.toml: [cards.T70 M42]: the name reads like that"),
    ],
)
def test_a_malformed_card_is_refused_by_file_table_and_key(old, new, message):
    assert old in CARD_FILE
    text = CARD_FILE.replace(old, new, 1)
    if "T70" in new:
        text = text.replace('[cards."T-34/76 M43".armour]', '[cards."T70 M42".armour]')
    if new.startswith("[gun."):
        text = text.replace("[guns.", "[gun.")
    with pytest.raises(MalformedError) as caught:
        module.parse_cards(text, "c.toml")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('provenance = "reconstructed"', "", "t.toml: provenance is missing"),
        ('kind = "hex"', 'kind = "lake"', "t.toml: [clear]: kind: Invalid enum value 'lake'"),
        ('cover = "none"', 'cover = "dense"', "t.toml: [clear]: cover: Invalid enum value 'dense'"),
        ("tracked = 1", 'tracked = "some"', "t.toml: [clear]: tracked: "),
        ("wheeled = 1", "wheels = 1", "t.toml: [clear]: unknown key 'wheels'"),
        ('rulebook = ["height"', 'rulebook = ["altitude"', "t.toml: [clear] tags: unknown key 'altitude'"),
        ('rulebook = ["height"', 'rulebook = 3 # ["height"', "t.toml: [clear]: rulebook: it must be a list"),
    ],
)
def test_a_malformed_terrain_is_refused_by_file_table_and_key(old, new, message):
    text = resources.read(*module.FOLDER, "terrain.toml")
    assert old in text
    with pytest.raises(MalformedError) as caught:
        data.parse_terrain(text.replace(old, new, 1), "t.toml")
    assert str(caught.value).startswith(message)
