"""The files of the arsenal: what is refused in them, by file, table and key; and how its units are found by name."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.panzer.data.arsenal import arsenal, find_attacker, find_target, targets
from hulldown.games.panzer.data.leg import crew_weapons, parse_leg
from hulldown.games.panzer.data.towed import parse_towed
from hulldown.games.panzer.data.vehicles import find_vehicle, parse_vehicles
from hulldown.games.panzer.data.weapons import ADVANCED, first_month, parse_weapons, weapons

PARSERS = {
    "guns.toml": parse_weapons, "vehicles.toml": parse_vehicles, "towed.toml": parse_towed, "leg.toml": parse_leg,
}  # fmt: skip
LEE = '[vehicles."M3 Lee".second]\ngun = "37mm L/53"'


def refused(file: str, old: str, new: str) -> str:
    """What the parser of a file says when a piece of its text is replaced, the first time it occurs."""
    text = resources.read(*ADVANCED, file)
    assert old in text
    with pytest.raises(MalformedError) as caught:
        PARSERS[file](text.replace(old, new, 1), "x.toml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[damage."40"]', '[damages."40"]', "unknown key 'damages'"),
        ("nd = 3", "nd = 7", "[damage.40]: damaged: the digits must not fall"),
        ("nd = 3", "nd = 11", "[damage.40]: nd: Expected `int` <= 10"),
        ("ko = 9", "kill = 9", "[damage.40]: unknown key 'kill'"),
        ('family = "gun"', 'family = "cannon"', "[weapons.45mm L/46]: family: Invalid enum value 'cannon'"),
        ('family = "gun"', "", "[weapons.45mm L/46]: family: is missing"),
        ('damage = "45-57"', 'damage = "45"', "[weapons.45mm L/46]: damage: there is no '45'"),
        ('damage = "45-57"', "", "[weapons.45mm L/46]: damage: it belongs to weapons with an AP row"),
        ('[weapons."MMG"]', '[weapons."MMG"]\ndamage = "40"', "[weapons.MMG]: damage: it belongs to"),
        ('since = "late-43"', 'since = "autumn-43"', "[weapons.76.2mm L/43.rows.HVAP]: since: 'autumn-43'"),
        ('since = "late-43"', "range = [1, 2, 3, 4, 5]", "[weapons.76.2mm L/43.rows.HVAP]: unknown key 'range'"),
        (".rows.APCR]", ".rows.APDS]", "[weapons.7.5cm L/70.rows.APDS]: there is no ammunition 'APDS'"),
        ("range = [4, 8, 14, 19, 23]", "range = [4, 8, 14, 19]", "[weapons.7.5cm L/70.rows.APCR]: range: Exp"),
        ("range = [4, 8, 14, 19, 23]", "range = [4, 8, 7, 19, 23]", "[weapons.7.5cm L/70.rows.APCR]: range: the"),
        ("minimum = 3", "minimum = 0", "[weapons.7.5cm leIG 18.rows.GP-IF]: minimum: Expected `int` >= 1"),
        ('since = "late-40"', 'since = "60"', "[weapons.3.7cm L/45.rows.APCR]: since: '60' is no date"),
        ("tags = { since", "tags = { until", "[weapons.76.2mm L/43.rows.HVAP] tags: unknown key 'until'"),
        ("modifier = -20", 'modifier = "much"', "[aa.AA MMG]: modifier: Expected `int`"),
        ("high = true\n", "", "[aa.8.8cm FlaK 36]: high: is missing"),
        ('[weapons."HMG"]', '[weapons."HMG"]\nfire = 1', "[weapons.HMG]: unknown key 'fire'"),
    ],
)  # fmt: skip
def test_a_malformed_weapon(old: str, new: str, message: str) -> None:
    assert refused("guns.toml", old, new).startswith(f"x.toml: {message}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[vehicles."T-60 M42"]', '[tanks."T-60 M42"]', "unknown key 'tanks'"),
        ("points = 34", "points = 0", "[vehicles.BT-7 M37]: points: Expected `int` >= 1"),
        ("points = 34", "cost = 34", "[vehicles.BT-7 M37]: unknown key 'cost'"),
        ("weight = 13.8", "", "[vehicles.BT-7 M37]: weight: is missing"),
        ('gun = "45mm L/46"', 'gun = "46mm L/45"', "[vehicles.BT-7 M37]: gun: there is no '46mm L/45'"),
        ('gun = "45mm L/46"', "", "[vehicles.BT-7 M37]: mount is 'turret' with no gun"),
        ('mount = "turret"', 'mount = "front"', "[vehicles.BT-7 M37]: mount is 'front' with turn 2"),
        ('rof = "N"', "", "[vehicles.BT-7 M37]: rof: is missing with the rows AP, GP"),
        ('defence = "2A"', 'defence = "2X"', "[vehicles.BT-7 M37]: defence: Expected `str` matching"),
        ('kind = "limber"', 'kind = "cart"', "[vehicles.Limber]: kind: Invalid enum value 'cart'"),
        ('"front TF" = [5, 5, 5]', '"front TF" = [5, 5]', "[vehicles.BT-7 M37] armour: locations"),
        ('armour_of = "StuG IIIG"', 'armour_of = "StuG"', "[vehicles.StuH 42]: armour_of: there is no 'StuG'"),
        ('armour_of = "StuG IIIG"', "", "[vehicles.StuH 42]: armour: is missing"),
        ('without = ["GP-IF"]', 'without = ["AP"]', "[vehicles.SU-122 M43]: without: 122mm L/22 has no row 'AP'"),
        ('aa = "AA HMG"', 'aa = "AA"', "[vehicles.ISU-152 M43]: aa: there is no 'AA'"),
        (LEE, LEE.replace("37mm", "36mm"), "[vehicles.M3 Lee] second: gun: there is no '36mm L/53'"),
        (LEE, LEE.replace("gun", "cannon"), "[vehicles.M3 Lee] second: unknown key 'cannon'"),
        ('[basic."T-70 M42"]', '[basic."T-71 M42"]', "[basic.T-71 M42]: there is no such card"),
        ('[vehicles."Limber"]', '[vehicles."TRUCK"]', "[vehicles.TRUCK]: the name reads like that"),
        ('[basic."T-70 M42"]', '[basic."T-70 M42"]\nfront = 9', "[basic.T-70 M42]: unknown key 'front'"),
    ],
)  # fmt: skip
def test_a_malformed_vehicle(old: str, new: str, message: str) -> None:
    assert refused("vehicles.toml", old, new).startswith(f"x.toml: {message}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[towed."5cm PaK 38 ATG"]', '[guns."5cm PaK 38 ATG"]', "unknown key 'guns'"),
        ('gun = "3.7cm L/45"', "", "[towed.3.7cm PaK 36 ATG]: gun: is missing"),
        ("defence = [2, 4, 5, 7]", "defence = [2, 4, 5]", "[towed.3.7cm PaK 36 ATG]: defence: Expected `array`"),
        ('target_size = "S"', 'target_size = "V"', "[towed.3.7cm PaK 36 ATG]: target_size: Invalid enum"),
        ("passenger = [1, 1]", "passenger = [0, 1]", "[towed.3.7cm PaK 36 ATG]: passenger[0]: Expected `int`"),
        ("manhandled = true", "towable = true", "[towed.3.7cm PaK 36 ATG]: unknown key 'towable'"),
        ('provenance = "reconstructed"', "", "[towed.3.7cm PaK 36 ATG]: provenance is missing"),
        ('"defence.medium" =', '"defence.dense" =', "[towed.57mm ZiS-2 M43 ATG] tags: unknown key"),
    ],
)  # fmt: skip
def test_a_malformed_towed_unit(old: str, new: str, message: str) -> None:
    assert refused("towed.toml", old, new).startswith(f"x.toml: {message}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[mounts.cavalry]", "[horses.cavalry]", "unknown key 'horses'"),
        ("[sizes.section]", "[sizes.platoon]", "[sizes.platoon]: name: Invalid enum value 'platoon'"),
        ("[nations.soviet]", "[nations.finnish]", "[types.Soviet Rifle]: nation: there is no 'soviet'"),
        ("points = [10, 5]", "points = [10]", "[types.German Rifle]: points: [10] must have one figure for each"),
        ("squad = [10, 7, 5, 3, 2]", "squad = [10, 7]", "[types.German Rifle]: factors"),
        ("range = [1, 3, 5, 7, 8]", "range = [1, 3, 5, 7, 6]", "[types.German Rifle]: range: the values must"),
        ('"half.P" =', '"half.Q" =', "[types.German Rifle] tags: unknown key 'half.Q'"),
        ('weapon = "PTRD-41"', 'weapon = "PTRS-41"', "[weapons.PTRD-41 ATR]: weapon: there is no 'PTRS-41'"),
        ("upper_floors = true", "roof = true", "[weapons.German HMG]: unknown key 'roof'"),
        ("upper_floors = true", "", "[weapons.German HMG]: upper_floors: is missing"),
        ("quickmarch = 6", 'quickmarch = "far"', "[mounts.cavalry]: quickmarch: Expected `int`"),
    ],
)  # fmt: skip
def test_a_malformed_leg_unit(old: str, new: str, message: str) -> None:
    assert refused("leg.toml", old, new).startswith(f"x.toml: {message}")


@pytest.mark.parametrize(
    ("since", "month"),
    [("42", (1942, 1)), ("early-44", (1944, 1)), ("mid-43", (1943, 5)), ("late-43", (1943, 9)), ("late-40", (1940, 9))],
)
def test_dates_begin_with_thirds_of_a_year(since: str, month: tuple[int, int]) -> None:
    assert first_month(since) == month


@pytest.mark.parametrize("since", ["", "1943", "29", "50", "autumn-43", "late 43"])
def test_other_dates_are_refused(since: str) -> None:
    with pytest.raises(MalformedError) as caught:
        first_month(since)
    assert "mid-44" in caught.value.hint


def test_a_round_is_there_from_its_date_on() -> None:
    row = weapons()["76.2mm L/43"].ammo["HVAP"]
    assert [row.available(*date) for date in ((1943, 8), (1943, 9), (1944, 1), (1942, 12))] == [
        False,
        True,
        True,
        False,
    ]
    assert weapons()["5cm L/60"].ammo["APCR"].available(1941, 6)


def test_ranges_from_the_least_to_the_last() -> None:
    row = weapons()["8cm GrW 34"].ammo["GP"]
    assert [row.reaches(distance) for distance in (0, 1, 2, 24, 25)] == [False, False, True, True, False]
    assert [row.band(distance) for distance in (2, 5, 6, 24, 25)] == [0, 0, 1, 4, None]
    panzerfaust = weapons()["Panzerfaust"].ammo["HEAT"]
    assert [panzerfaust.reaches(distance) for distance in (0, 1, 2)] == [False, True, False]
    assert weapons()["RPzB 43/54"].ammo["HEAT"].band(2) == 1


def test_the_energy_of_rounds() -> None:
    found = {kind: row.energy for weapon in weapons().values() for kind, row in weapon.ammo.items()}
    assert found == {"AP": "KE", "APCR": "KE", "HVAP": "KE", "HEAT": "CE", "GP": "", "GP-IF": ""}


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("german rifle SQUAD", "German Rifle squad"), ("Soviet SMG half squad", "Soviet SMG half-squad"),
        ("section", "Section"), ("german section", "German Section"), ("su-76m m43", "SU-76M M43"),
        ("7.5cm PaK40 ATG", "7.5cm PaK 40 ATG"), ("8.8cm Flak 36 A/ATG", "8.8cm FlaK 36 A/ATG"),
        ("jagdpanzer 38t", "Jagdpanzer 38(t)"),
    ],
)  # fmt: skip
def test_a_target_is_found_however_it_is_written(written: str, name: str) -> None:
    assert find_target(written) is find_attacker(written) is targets()[name]
    assert targets()[name].name == name


@pytest.mark.parametrize("name", ["German HMG", "82mm BM41", "Panzerfaust", "PTRD-41 ATR"])
def test_crew_served_weapons_fire_but_are_no_targets(name: str) -> None:
    assert find_attacker(name.lower()) is crew_weapons()[name] is arsenal()[name]
    with pytest.raises(UnknownNameError):
        find_target(name)


@pytest.mark.parametrize(
    ("find", "name", "near"),
    [
        (find_attacker, "PaK 40", "7.5cm PaK 40 ATG"),
        (find_attacker, "German Rifle", "German Rifle squad"),
        (find_target, "Panzer IVH", "PzKpfw IVH"),
        (find_vehicle, "T-34/76", "T-34/76 M43"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(find, name: str, near: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find(name)
    assert repr(name) in str(caught.value)
    assert near in caught.value.hint


def test_no_two_names_read_alike() -> None:
    plain = {"".join(letter for letter in name.lower() if letter.isalnum()) for name in arsenal()}
    assert len(plain) == len(arsenal()) == 52 + 20 + 13 + 11
