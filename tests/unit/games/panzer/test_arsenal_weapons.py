"""Every number of the Advanced Game's weapons, held against the data notes.

The tables below were typed from the notes, not from the files under test. A star marks what the rulebook's text states;
all other values are reconstructed unless the test says otherwise.
"""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.cards import RANGE_FACTORS, guns
from hulldown.games.panzer.data.weapons import antiair, weapons
from support.panzer_arms import damage_classes
from support.panzer_tables import lines, words

# Ranges P/S/M/L/E, factors, largest effectiveness (- none, sa small arms), least range, first date.
ROWS = """
7.5cm L/70       | APCR  | 4/8/14/19/23   | 46/41/35/30/26 | -  | 1  |
7.5cm L/70       | GP    | 5/10/18/25/30  | 5/4/3/3/2      | 3  | 1  |
8.8cm L/56       | APCR  | 4/8/14/20/24   | 40/37/33/29/26 | -  | 1  |
2cm KwK          | AP    | 2/3/5/7/8      | 8/7/6/5/4      | -  | 1  |
2cm KwK          | GP    | 2/4/6/8/10     | 4/3/3/2/1      | 1  | 1  |
2cm FlaK 38      | AP    | 2/3/5/7/8      | 8/7/6/5/4      | -  | 1  |
2cm FlaK 38      | GP    | 2/5/8/11/14    | 6/5/4/3/2      | 1  | 1  |
2cm Flakvierling | AP    | 2/3/5/7/8      | 8/7/6/5/4      | -  | 1  |
2cm Flakvierling | GP    | 2/5/8/11/14    | 9/8/6/5/4      | 1  | 1  |
3.7cm L/45       | AP    | 2/4/7/9/11     | 9/8/7/6/5      | -  | 1  |
3.7cm L/45       | APCR  | 1/3/5/6/7      | 15/12/9/7/5    | -  | 1  | late-40
3.7cm L/45       | GP    | 3/6/9/12/15    | 2/2/2/1/1      | 1  | 1  |
3.7cm FlaK 36    | AP    | 2/4/7/10/12    | 11/10/8/7/6    | -  | 1  |
3.7cm FlaK 36    | GP    | 3/6/10/14/18   | 5/4/4/3/2      | 2  | 1  |
7.5cm L/24       | AP    | 3/5/8/11/13    | 10/9/8/8/7     | -  | 1  |
7.5cm L/24       | HEAT  | 2/4/6/8/10     | 18/18/18/18/18 | -  | 1  | 42
7.5cm L/24       | GP    | 5/9/15/21/25   | 5/5/4/3/3      | 3  | 1  |
7.5cm L/43       | AP    | 4/7/13/18/22   | 23/21/18/16/14 | -  | 1  |
7.5cm L/43       | APCR  | 3/6/11/15/18   | 30/26/21/17/14 | -  | 1  |
7.5cm L/43       | GP    | 5/10/17/24/28  | 5/4/4/3/2      | 3  | 1  |
7.5cm leIG 18    | HEAT  | 2/4/6/7/8      | 18/18/18/18/18 | -  | 1  | 42
7.5cm leIG 18    | GP    | 4/8/13/18/22   | 5/4/4/3/2      | 3  | 1  |
7.5cm leIG 18    | GP-IF | 6/12/20/28/35  | 4/4/3/3/2      | 3  | 3  |
8.8cm L/71       | AP    | 6/11/19/27/33  | 47/43/38/34/30 | -  | 1  |
8.8cm L/71       | GP    | 6/12/20/28/36  | 6/5/4/4/3      | 4  | 1  |
10.5cm L/28      | HEAT  | 3/5/8/10/12    | 22/22/22/22/22 | -  | 1  |
10.5cm L/28      | GP    | 5/10/17/24/30  | 8/7/6/5/4      | 5  | 1  |
10.5cm L/28      | GP-IF | 12/24/40/60/80 | 7/7/6/6/5      | 5  | 6  |
15cm sIG 33      | GP    | 4/8/13/18/22   | 11/10/9/8/7    | 8  | 1  |
15cm sIG 33      | GP-IF | 8/16/24/32/46  | 10/9/9/8/8     | 8  | 3  |
20mm L/82        | AP    | 2/3/5/6/7      | 7/6/5/4/3      | -  | 1  |
20mm L/82        | GP    | 2/4/6/8/9      | 3/3/2/2/1      | 1  | 1  |
37mm L/53        | AP    | 2/5/8/11/13    | 13/12/10/8/7   | -  | 1  |
37mm L/53        | GP    | 3/6/9/12/15    | 2/2/2/1/1      | 1  | 1  |
37mm L/67        | AP    | 2/4/7/10/12    | 11/10/8/7/6    | -  | 1  |
37mm L/67        | GP    | 3/6/10/14/18   | 5/4/4/3/2      | 2  | 1  |
45mm L/66        | AP    | 3/5/9/12/14    | 14/12/10/8/7   | -  | 1  |
45mm L/66        | HVAP  | 2/3/5/6/7      | 20/17/12/9/8   | -  | 1  | 43
45mm L/66        | GP    | 4/7/12/17/20   | 3/3/2/2/1      | 2  | 1  |
57mm L/73        | AP    | 4/8/14/19/22   | 25/22/19/16/14 | -  | 1  |
57mm L/73        | GP    | 4/8/14/19/22   | 3/3/2/2/1      | 2  | 1  |
75mm L/31        | AP    | 3/6/10/13/16   | 16/15/13/12/10 | -  | 1  |
75mm L/31        | GP    | 5/9/15/21/25   | 5/4/3/3/2      | 3  | 1  |
76.2mm L/16      | AP    | 2/4/6/8/10     | 7/7/6/6/5      | -  | 1  |
76.2mm L/16      | HEAT  | 1/2/4/5/6      | 17/17/17/17/17 | -  | 1  | mid-43
76.2mm L/16      | GP    | 4/8/13/18/22   | 4/4/3/2/2      | 3  | 1  |
76.2mm L/42      | AP    | 3/6/10/14/17   | 19/17/15/13/12 | -  | 1  |
76.2mm L/42      | HVAP  | 3/5/9/13/15    | 23/21/19/15/13 | -  | 1  | late-43
76.2mm L/42      | GP    | 5/9/16/23/27   | 5/4/3/3/2      | 3  | 1  |
76.2mm L/42      | GP-IF | 12/24/36/48/60 | 4/4/3/3/2      | 3  | 6  |
122mm L/22       | HEAT  | 3/5/8/10/12    | 26/26/26/26/26 | -  | 1  | mid-43
122mm L/22       | GP    | 5/10/17/24/30  | 8/7/6/5/4      | 7  | 1  |
122mm L/22       | GP-IF | 12/24/40/60/80 | 8/7/7/6/6      | 7  | 6  |
12cm mortar      | GP-IF | 8/20/32/44/57  | 8/8/7/7/6      | 4  | 4  |
8cm GrW 34       | GP    | 5/10/15/20/24  | 5/4/4/3/3      | 2  | 2* |
8cm GrW 34       | GP-IF | 5/10/15/20/24  | 5/4/4/3/3      | 2  | 2* |
5cm GrW 36       | GP    | 2/3/4/5/5      | 3/3/2/2/1      | 1  | 1  |
5cm GrW 36       | GP-IF | 2/3/4/5/5      | 3/3/2/2/1      | 1  | 1  |
82mm BM41        | GP    | 5/10/15/20/24  | 5/4/4/3/3      | 2  | 2  |
82mm BM41        | GP-IF | 5/10/15/20/24  | 5/4/4/3/3      | 2  | 2  |
50mm RM41        | GP    | 2/3/4/6/8      | 3/3/2/2/1      | 1  | 1  |
50mm RM41        | GP-IF | 2/3/4/6/8      | 3/3/2/2/1      | 1  | 1  |
HMG              | GP    | 2/4/7/10/12    | 5/4/3/2/1      | sa | 1  |
quad HMG         | GP    | 3/6/9/12/14    | 9/8/6/4/3      | sa | 1  |
crew HMG         | GP    | 3/6/9/12/15    | 7/6/4/3/2      | sa* | 1 |
PTRD-41          | AP    | 1/2/3/4/5      | 7/6/5/4/3      | -  | 1  |
Panzerfaust      | HEAT  | 1/1/1/1/1      | 45/45/45/45/45 | -  | 1  | late-43
Panzerfaust      | GP    | 1/1/1/1/1      | 14*/14/14/14/14 | - | 1  | late-43
RPzB 43/54       | HEAT  | 1/2/2/2/2      | 40/40/40/40/40 | -  | 1  | late-43
RPzB 43/54       | GP    | 1/2/2/2/2      | 8*/8*/8/8/8    | -  | 1  | late-43
OT-34 flamethrower       | GP | 1/1/1/1/1 | 14/14/14/14/14 | 6  | 1  |
SPW 251/16 flamethrower  | GP | 1/1/1/1/1 | 12/12/12/12/12 | 6  | 1  |
"""


class TestRows:
    @pytest.mark.parametrize("line", lines(ROWS), ids=lambda line: f"{line[0]} {line[1]}")
    def test_every_cell_of_a_new_row(self, line: list[str]) -> None:
        name, ammo, ranges, factors, effect, least, since = line
        row = weapons()[name].ammo[ammo]
        for key, text, found in (("range", ranges, row.range), ("factors", factors, row.factors)):
            values, tags = words(text)
            assert list(found) == values
            assert [row.provenance[f"{key}.{band}"] for band in RANGE_FACTORS] == tags
        assert row.small_arms == effect.startswith("sa")
        assert row.effectiveness == (int(effect) if effect.isdigit() else 0)
        assert row.provenance.get("small_arms") == {"sa": "reconstructed", "sa*": "rulebook"}.get(effect)
        assert row.minimum == int(least.rstrip("*"))
        if row.minimum > 1:
            assert row.provenance["minimum"] == ("rulebook" if least.endswith("*") else "reconstructed")
        assert row.since == since
        if since:
            assert row.provenance["since"] == "reconstructed"

    def test_rows_of_the_basic_guns_are_theirs_with_dates(self) -> None:
        dated = {}
        for name, gun in guns().items():
            for ammo, row in gun.ammo.items():
                found = weapons()[name].ammo[ammo]
                assert (found.range, found.factors, found.effectiveness) == (row.range, row.factors, row.effectiveness)
                assert found.small_arms == row.small_arms
                assert dict(row.provenance).items() <= dict(found.provenance).items()
                assert found.minimum == 1
                if found.since:
                    dated[name, ammo] = (found.since, found.provenance["since"])
        assert dated == {
            ("76.2mm L/43", "HVAP"): ("late-43", "rulebook"), ("85mm L/55", "HVAP"): ("44", "reconstructed"),
        }  # fmt: skip

    def test_there_are_no_other_rows(self) -> None:
        new = {(line[0], line[1]) for line in lines(ROWS)}
        basic = {(name, ammo) for name, gun in guns().items() for ammo in gun.ammo}
        assert not new & basic
        assert {(name, ammo) for name, weapon in weapons().items() for ammo in weapon.ammo} == new | basic


# No Damage, Damage and Knock-Out up to this units digit, then Brew Up.
DAMAGE = """
40      | 3 | 6 | 9 | reconstructed | 2cm KwK, 2cm FlaK 38, 2cm Flakvierling, 3.7cm L/45, 3.7cm FlaK 36, 20mm L/82, 37mm L/53, 37mm L/67, PTRD-41
45-57   | 2 | 5 | 9 | reconstructed | 45mm L/46, 45mm L/66, 5cm L/60, 57mm L/73
75-76   | 1 | 4 | 8 | public        | 76.2mm L/43, 7.5cm L/48, 7.5cm L/70, 7.5cm L/24, 7.5cm L/43, 7.5cm leIG 18, 75mm L/31, 76.2mm L/16, 76.2mm L/42
85-88   | 0 | 3 | 8 | reconstructed | 85mm L/55, 8.8cm L/56, 8.8cm L/71
100-122 | 0 | 2 | 7 | reconstructed | 100mm L/56, 122mm L/46, 10.5cm L/28, 122mm L/22
152     | 0 | 1 | 6 | reconstructed | 152mm L/29
hand    | 0 | 1 | 6 | reconstructed | Panzerfaust, RPzB 43/54
"""  # noqa: E501 - a table that is read across


class TestDamage:
    @pytest.mark.parametrize("line", lines(DAMAGE), ids=lambda line: line[0])
    def test_the_bands_of_a_class_and_its_weapons(self, line: list[str]) -> None:
        name, nd, damaged, ko, tag, listed = line
        found = damage_classes()[name]
        assert (found.nd, found.damaged, found.ko) == (int(nd), int(damaged), int(ko))
        assert set(found.provenance.values()) == {tag}
        assert {w.name for w in weapons().values() if w.damage is found} == set(listed.split(", "))

    def test_a_weapon_without_an_ap_row_has_none(self) -> None:
        assert list(damage_classes()) == [line[0] for line in lines(DAMAGE)]
        assert {weapon.name for weapon in weapons().values() if not weapon.damage} == {
            "MMG", "15cm sIG 33", "12cm mortar", "8cm GrW 34", "5cm GrW 36", "82mm BM41", "50mm RM41", "HMG",
            "quad HMG", "crew HMG", "OT-34 flamethrower", "SPW 251/16 flamethrower",
        }  # fmt: skip

    def test_the_digit_decides(self) -> None:
        gun = damage_classes()["75-76"]
        told = [gun.effect(digit) for digit in range(1, 11)]
        assert told == ["nd", *["damaged"] * 3, *["ko"] * 4, "bu", "bu"]
        assert damage_classes()["152"].effect(1) == "damaged"


FAMILIES = {
    "mg": {"MMG", "HMG", "quad HMG", "crew HMG"},
    "mortar": {"12cm mortar", "8cm GrW 34", "5cm GrW 36", "82mm BM41", "50mm RM41"},
    "atr": {"PTRD-41"},
    "hand-held": {"Panzerfaust", "RPzB 43/54"},
    "flamethrower": {"OT-34 flamethrower", "SPW 251/16 flamethrower"},
}


def test_kinds_of_weapon_and_their_signature() -> None:
    found: dict[str, set[str]] = {}
    for weapon in weapons().values():
        found.setdefault(weapon.family, set()).add(weapon.name)
        assert weapon.quiet == (weapon.family in ("mg", "mortar", "atr"))
    assert found.pop("gun") == set(weapons()) - set().union(*FAMILIES.values())
    assert found == FAMILIES


# Ranges, factors, the weapon's own modifier, whether it reaches High altitude.
AIR = """
8.8cm FlaK 36    | 8/14/20/26/32 | 6/5/5/4/4 | 0    | yes
3.7cm FlaK 36    | 4/8/12/16/20  | 6/5/5/4/3 | 0    | no
37mm L/67        | 4/8/12/16/20  | 6/5/5/4/3 | 0    | no
2cm FlaK 38      | 3/6/9/12/15   | 6/5/4/3/2 | 0    | no
2cm Flakvierling | 3/6/9/12/15   | 9/8/7/5/4 | 0    | no
quad HMG         | 3/6/9/12/14   | 9/8/6/4/3 | 0    | no
AA HMG           | 2/4/7/10/12   | 4/3/2/2/1 | -10  | no
AA MMG           | 2/4/6/8/10    | 4/3/2/1/1 | -20* | no
2cm KwK          | 2/4/6/8/10    | 4/3/3/2/1 | -10  | no
"""


def test_the_rows_against_aircraft() -> None:
    assert list(antiair()) == [line[0] for line in lines(AIR)]
    for name, ranges, factors, modifier, high in lines(AIR):
        row = antiair()[name]
        assert (list(row.range), list(row.factors)) == (words(ranges)[0], words(factors)[0])
        assert (row.modifier, row.high) == (int(modifier.rstrip("*")), high == "yes")
        assert row.provenance["modifier"] == ("rulebook" if modifier.endswith("*") else "reconstructed")
        assert {tag for key, tag in row.provenance.items() if key != "modifier"} == {"reconstructed"}
