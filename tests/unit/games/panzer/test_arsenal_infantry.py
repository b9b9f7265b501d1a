"""Every number of the Advanced Game's towed units, leg units and crew-served weapons, held against the data notes.

The tables below were typed from the notes, not from the files under test. A star marks what the rulebook's text states;
all other values are reconstructed unless the test says otherwise.
"""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.cards import RANGE_FACTORS
from hulldown.games.panzer.data.leg import crew_weapons, infantry, leg_units
from hulldown.games.panzer.data.towed import COVERS, towed_units
from hulldown.games.panzer.data.vehicles import vehicles
from hulldown.games.panzer.data.weapons import antiair, weapons
from hulldown.rules.coverage import catalogue
from support.panzer_tables import limits, limits_of, lines, words

# Card, target size, ROF, limits, GP Defense by cover, manhandled, passenger, gun, points, row against aircraft.
TOWED = """
3.7cm PaK 36 ATG    |       | S  | R  | 6 A4       | 2/4/5/7  | yes | 1-1  | 3.7cm L/45    | 14 |
5cm PaK 38 ATG      |       | S  | Q  | 6 A4       | 2/4/5/7  | yes | 1-2  | 5cm L/60      | 24 |
7.5cm PaK 40 ATG    | G-6B* | S  | Q  | 6* A4* S4* | 2/4/5/7  | yes | 1-2  | 7.5cm L/48    | 36 |
8.8cm PaK 43/41 ATG |       | L  | Q  | 6          | 1/3/4/6  | no  | 3-3  | 8.8cm L/71    | 62 |
8.8cm FlaK 36 A/ATG |       | L* | Q* | 6 A4 S4    | 1/3/4/6  | no  | 3-3* | 8.8cm L/56    | 55 | 8.8cm FlaK 36
2cm FlaK 38 AAG     |       | S  | F  | 6          | 2/3/5/7  | yes | 1-1  | 2cm FlaK 38   | 22 | 2cm FlaK 38
3.7cm FlaK 36 AAG   |       | L  | F  | 6          | 1/3/4/6  | no  | 1-2  | 3.7cm FlaK 36 | 28 | 3.7cm FlaK 36
7.5cm leIG 18       |       | S  | N  | 6 H4 S4    | 2/4/5/7  | yes | 1-1  | 7.5cm leIG 18 | 20 |
10.5cm leFH 18      |       | L  | N  | 6 H3 S5    | 1/3/4/6  | no  | 2-2  | 10.5cm L/28   | 38 |
15cm sIG 33         |       | L  | N  | 5 S3       | 1/3/4/6  | no  | 2-2  | 15cm sIG 33   | 40 |
12cm GrW 42         |       | S  | -  | 6 S4       | 2/4/5/7  | yes | 1-2  | 12cm mortar   | 30 |
45mm M37 ATG        |       | S  | R  | 6 A4       | 2/4/5/7  | yes | 1-1  | 45mm L/46     | 16 |
45mm M42 ATG        |       | S  | R  | 6 A4       | 2/4/5/7  | yes | 1-1  | 45mm L/66     | 20 |
57mm ZiS-2 M43 ATG  | S-6B* | S* | Q  | 6 A4       | 2/4/5*/7 | yes | 1-2  | 57mm L/73     | 34 |
76.2mm M39 ATG      | S-6B* | S  | Q  | 6 A5       | 2/4/5/7  | yes | 1-2  | 76.2mm L/42   | 32 |
76.2mm M27          |       | S  | N  | 6 H4       | 2/4/5/7  | yes | 1-1  | 76.2mm L/16   | 18 |
100mm BS-3 M44 ATG  |       | L  | Q  | 6          | 1/3/4/6  | no  | 2-2  | 100mm L/56    | 58 |
122mm M38 howitzer  |       | L  | N  | 6 H4 S4    | 1/3/4/6  | no  | 2-2  | 122mm L/22    | 42 |
37mm M39 AAG        |       | L  | F  | 6          | 1/3/4/6  | no  | 1-2  | 37mm L/67     | 28 | 37mm L/67
120mm PM38          |       | S  | -  | 6 S3       | 2/4/5/7  | yes | 1-2  | 12cm mortar   | 30 |
"""


class TestTowed:
    def test_there_are_twenty(self) -> None:
        assert list(towed_units()) == [line[0] for line in lines(TOWED)]
        assert [unit.nation for unit in towed_units().values()] == ["german"] * 11 + ["soviet"] * 9

    @pytest.mark.parametrize("line", lines(TOWED), ids=lambda line: line[0])
    def test_every_value(self, line: list[str]) -> None:
        name, card, size, rof, limit, gpd, manhandled, passenger, gun, points, air = line
        unit = towed_units()[name]
        (carried,) = unit.weapons
        assert unit.card == card.rstrip("*")
        assert unit.target_size == size.rstrip("*")
        assert (carried.rof or "-") == rof.rstrip("*")
        assert limits_of(carried) == limits(limit.replace("*", ""))
        assert list(unit.defence) == words(gpd)[0]
        assert (unit.full_cover, unit.manhandled) == (1, manhandled == "yes")
        assert "{}-{}".format(*unit.passenger) == passenger.rstrip("*")
        assert (carried.weapon.name, carried.mount, unit.points) == (gun, "front", int(points))
        assert (unit.antiair is antiair()[air]) if air else unit.antiair is None
        stated = {"card": card, "target_size": size, "rof": rof, "passenger": passenger}
        expected = {key for key, text in stated.items() if text.endswith("*")}
        expected |= {f"defence.{cover}" for cover, tag in zip(COVERS, words(gpd)[1], strict=True) if tag == "rulebook"}
        expected |= {"basic_limit", "special_limit", "smoke_limit"} if "*" in limit else set()
        assert {key for key, tag in unit.provenance.items() if tag == "rulebook"} == expected
        assert set(unit.provenance.values()) - {"rulebook"} == {"reconstructed"}

    def test_the_one_limit_without_a_round(self) -> None:
        """The notes give the ZiS-2 an A limit and no such row; nothing is made up for it."""
        unit = towed_units()["57mm ZiS-2 M43 ATG"]
        assert list(unit.weapons[0].ammo) == ["AP", "GP"]
        assert "no row" in unit.notes["special_limit"]
        for other in towed_units().values():
            carried = other.weapons[0]
            special = {"APCR", "HVAP"} & set(carried.ammo)
            assert bool(special) == bool(carried.special_limit) or other is unit


# Ranges, factors of squad and half-squad (section), points.
LEG = """
German Rifle    | german | 1/3/5/7/8 | 10/7*/5*/3/2 | 6*/4/3/2/1 | 10 5 | rulebook
German Infantry | german | 1/3/5/7/8 | 11/8/6/4/3   | 6/5/3/2/2  | 12 6 | reconstructed
German SMG      | german | 1/2/3/4/4 | 12/8/4/2/1   | 7/4/2/1/1  | 11 5 | reconstructed
Soviet Rifle    | soviet | 1/3/5/6/7 | 8/6/4/3/1    | 5/3/2/2/1  | 8 4  | reconstructed
Soviet SMG      | soviet | 1/2/3/3/3 | 10*/7/3/2/1  | 6/4/2/1/1  | 9 4  | reconstructed
Section         | both   | 1/2/3/4/4 | 3/2/2/1/1    |            | 4    | reconstructed
"""


class TestLeg:
    @pytest.mark.parametrize("line", lines(LEG), ids=lambda line: line[0])
    def test_every_cell_of_a_type(self, line: list[str]) -> None:
        name, nation, ranges, *rows, points, small = line
        kind = infantry().types[name]
        assert (kind.nation, list(kind.range)) == (nation, words(ranges)[0])
        sizes = ["squad", "half-squad"] if rows[1] else ["section"]
        assert list(kind.factors) == sizes
        for size, text, price in zip(sizes, filter(None, rows), points.split(), strict=True):
            unit = leg_units()[name if size == "section" else f"{name} {size}"]
            values, tags = words(text)
            assert list(unit.row.factors) == values
            assert [unit.row.provenance[f"factors.{band}"] for band in RANGE_FACTORS] == tags
            assert (unit.row.range, unit.points, unit.size.name) == (kind.range, int(price), size)
            assert unit.row.small_arms
            assert unit.row.provenance["small_arms"] == small
            assert unit.weapons[0].weapon.quiet
        assert {kind.provenance[f"range.{band}"] for band in RANGE_FACTORS} == {"reconstructed"}

    def test_there_are_six_types_and_their_units(self) -> None:
        assert list(infantry().types) == [line[0] for line in lines(LEG)]
        squads = [f"{line[0]} {size}" for line in lines(LEG)[:5] for size in ("squad", "half-squad")]
        assert list(leg_units()) == [*squads, "Section", "German Section", "Soviet Section"]
        assert [unit.nation for unit in leg_units().values()][-3:] == ["both", "german", "soviet"]

    def test_sizes(self) -> None:
        found = {
            size.name: (size.allowance, size.quickmarch, size.laden, size.passenger, size.at_once)
            for size in infantry().sizes.values()
        }
        assert found == {
            "squad": (2, 3, (2, 3), (0, 2), True),
            "half-squad": (2, 3, (2, 3), (0, 1), True),
            "section": (2, 3, (1, 0), (0, 1), False),
        }
        tags = {size.name: size.provenance["passenger"] for size in infantry().sizes.values()}
        assert tags == {"squad": "reconstructed", "half-squad": "reconstructed", "section": "rulebook"}
        for size in infantry().sizes.values():
            assert {tag for key, tag in size.provenance.items() if key != "passenger"} == {"rulebook"}

    def test_defence(self) -> None:
        for unit in leg_units().values():
            assert (unit.defence, unit.full_cover, unit.target_size) == ((2, 4, 6, 8), 2, "S")
            tag = "rulebook" if unit.nation == "german" else "reconstructed"
            assert set(unit.common.provenance.values()) == {tag}

    def test_mounts_and_labels(self) -> None:
        found = {
            name: f"{entry.allowance}{entry.traction} {entry.path}-{entry.road} {entry.quickmarch} {entry.target_size}"
            for name, entry in infantry().mounts.items()
        }
        assert found == {"motorcycle": "5W 10-15 0 S", "bicycle": "3W 5-6 0 S", "cavalry": "4L 0-0 6 L"}
        labels = {label.name: label.points for label in infantry().labels.values()}
        assert labels == {"Command": 5, "BHQ": 0, "RHQ": 0, "FO": 8, "Engineer": 3, "Recon": 2}
        told = [*infantry().mounts.values(), *infantry().labels.values()]
        assert {tag for entry in told for tag in entry.provenance.values()} == {"reconstructed"}


# Nation, weapon, limits, fires while carried, fires from upper floors, points, whether the text names it.
CREW = """
German HMG          | german | crew HMG    | 7    | no*  | yes | 8  |
8cm GrW 34          | german | 8cm GrW 34  | 6 S5 | no*  | no* | 12 | named
5cm GrW 36          | german | 5cm GrW 36  | 6    | no*  | no* | 5  | named
Panzerfaust         | german | Panzerfaust | H4   | no*  | no* | 3  | named
RPzB 43/54          | german | RPzB 43/54  | H6   | no*  | no* | 6  | named
German flamethrower | german |             | -    | no*  | yes | 8  |
Soviet HMG          | soviet | crew HMG    | 7    | no*  | yes | 8  | named
82mm BM41           | soviet | 82mm BM41   | 6 S4 | no*  | no* | 12 | named
50mm RM41           | soviet | 50mm RM41   | 6    | no*  | no* | 5  |
PTRD-41 ATR         | soviet | PTRD-41     | -    | yes* | yes | 4  | named
Soviet flamethrower | soviet |             | -    | no*  | yes | 8  |
"""


class TestCrewWeapons:
    def test_six_german_and_five_soviet_ones(self) -> None:
        assert list(crew_weapons()) == [line[0] for line in lines(CREW)]

    @pytest.mark.parametrize("line", lines(CREW), ids=lambda line: line[0])
    def test_every_value(self, line: list[str]) -> None:
        name, nation, weapon, limit, carried, floors, points, named = line
        unit = crew_weapons()[name]
        assert (unit.nation, unit.weapon.name if unit.weapon else "") == (nation, weapon)
        assert unit.card == {"german": "G-8B", "soviet": "S-8B"}[nation]
        assert [limits_of(mounted) for mounted in unit.weapons] == ([limits(limit)] if weapon else [])
        assert (unit.transported, unit.upper_floors) == (carried == "yes*", floors == "yes")
        assert unit.points == int(points)
        expected = (
            {"transported"} | ({"upper_floors"} if floors.endswith("*") else set()) | ({"card"} if named else set())
        )
        assert {key for key, tag in unit.provenance.items() if tag == "rulebook"} == expected
        for mounted in unit.weapons:
            assert mounted.reverse
            assert mounted.rof == ("N" if unit.weapon.damage else "")
            assert dict(mounted.ammo) == dict(unit.weapon.ammo)


def test_every_rule_of_the_arsenal_is_in_the_catalogue() -> None:
    known = {case.id for case in catalogue("panzer")}
    told = [*vehicles().values(), *towed_units().values(), *crew_weapons().values(), *infantry().types.values()]
    cited = {entry.rule for entry in [*told, *infantry().sizes.values(), *infantry().labels.values()]}
    cited |= {unit.common.rule for unit in leg_units().values()}
    cited |= {row.rule for weapon in weapons().values() for row in weapon.ammo.values() if row.rule}
    assert cited <= known
