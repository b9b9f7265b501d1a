"""Every value of the fifteen types of unit, written a second time from counters and data sheets."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.panzer_battles.data.loading import FOLDER
from hulldown.games.panzer_battles.data.units import find_unit, parse_units, units
from hulldown.rules.coverage import catalogue

# name: nation, class, profile, front, side, allowance, guns (type/penetration), machine guns, worked from outside
VEHICLES = {
    "M4": ("US", "MBT", "C", 5, 3, 9, "3/7", 1, True),
    "M3": ("US", "APC", "A", 1, 1, 12, "", 2, True),
    "T34/85": ("So", "MBT", "A", 6, 3, 11, "2/9", 1, True),
    "PzIV H": ("Ge", "MBT", "B", 5, 3, 7, "3/8", 1, True),
    "PzV": ("Ge", "MBT", "D", 7, 3, 9, "2/10", 1, True),
    "PzII": ("Ge", "RV", "A", 2, 1, 8, "", 1, True),
    "PzIII": ("Ge", "MBT", "B", 4, 2, 8, "3/5", 1, True),
    "PzIV E": ("Ge", "CST", "B", 4, 2, 8, "3/4", 1, True),
    "SDK": ("Ge", "APC", "B", 0, 0, 8, "", 1, True),
    "88": ("Ge", "AT", "A", 0, 0, 0, "1/10", 0, False),
    "Grant": ("Br", "MBT", "E", 5, 2, 7, "3/7 4/5", 1, False),
    "Crusader II": ("Br", "MBT", "A", 3, 2, 8, "3/5", 1, False),
    "CS tank": ("Br", "CST", "A", 3, 2, 8, "0/0", 1, False),
}


@pytest.mark.rules(
    "3.34", "3.34-us", "3.34-sov", "3.34-ger", "3.34-brit", "cnt-us-m4", "cnt-us-m3", "cnt-sov-t34", "cnt-ger-ivh",
    "cnt-ger-v", "cnt-ger-ii", "cnt-ger-iii", "cnt-ger-ive", "cnt-ger-sdk", "cnt-ger-88", "cnt-brit-grant",
    "cnt-brit-cs", "cnt-brit-cru", "data-us-m4", "data-us-m3", "data-ger-ivh", "data-ger-v", "data-ger-sdk",
    "data-ger-88", "data-ger-ii", "data-ger-iii", "data-ger-ive", "data-sov-t34", "data-brit-cru", "data-brit-grant",
    "data-brit-cs", "16.4",
)  # fmt: skip
def test_the_thirteen_vehicles() -> None:
    found = {
        unit.name: (
            unit.nation, unit.kind, unit.profile, unit.front, unit.side, unit.ma,
            " ".join(f"{gun.type}/{gun.penetration}" for gun in unit.guns), unit.mgs, unit.external,
        )
        for unit in units().values()
        if unit.vehicle
    }  # fmt: skip
    assert found == VEHICLES
    for unit in units().values():
        assert unit.full == (2 if unit.name == "Gun crew" else 5)


@pytest.mark.rules("cnt-us-inf", "cnt-ger-crew", "data-us-inf", "data-ger-crew", "21.0-sr-2b", "6.31a", "16.5")
def test_the_two_kinds_of_infantry() -> None:
    infantry = [unit for unit in units().values() if unit.infantry]
    assert [unit.name for unit in infantry] == ["US infantry", "Gun crew"]
    us, crew = infantry
    assert [(band.to, band.strength) for band in us.rifles] == [(0, 9), (2, 7), (4, 4), (5, 2)]
    assert [(band.to, band.strength) for band in crew.rifles] == [(0, 2), (2, 1), (5, 0)]
    assert us.bazooka is not None
    assert (us.bazooka.strengths, us.bazooka.penetration) == ((1, 0), 3)
    assert crew.bazooka is None
    assert (us.ma, crew.ma) == (2, 2)
    assert not any(unit.profile or unit.guns or unit.mgs or unit.front or unit.side for unit in infantry)


@pytest.mark.rules("16.3a", "16.32a", "16.4", "3.4-apc", "20.0-sr-5a", "11.42")
def test_kinds_that_rules_ask_for() -> None:
    assert [unit.name for unit in units().values() if unit.towed] == ["88"]
    assert [unit.name for unit in units().values() if unit.carrier] == ["M3", "SDK"]
    assert [gun.name for gun in units()["Grant"].guns if gun.sponson] == ["75mm"]
    assert sum(gun.sponson for unit in units().values() for gun in unit.guns) == 1
    panther = units()["PzV"]
    assert (panther.armour("front"), panther.armour("side")) == (7, 3)


@pytest.mark.rules("3.34-us", "3.34-sov", "3.34-ger", "3.34-brit")
def test_every_value_has_its_provenance_and_every_case_exists() -> None:
    ids = {case.id for case in catalogue("panzer_battles")}
    tags = {(unit.name, key): tag for unit in units().values() for key, tag in unit.provenance.items()}
    assert {entry for entry, tag in tags.items() if tag != "rulebook"} == {("M3", "ma")}
    assert tags["M3", "ma"] == "repaired"
    for unit in units().values():
        assert {unit.rule, unit.sheet} <= ids
        assert "ma" in unit.provenance


@pytest.mark.rules("3.34-us", "3.34-sov", "3.34-ger", "3.34-brit")
@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("PzIV H", "PzIV H"), ("pziv-h", "PzIV H"), ("IVH", "PzIV H"), ("T34/85", "T34/85"), ("t34", "T34/85"),
        ("Crusader II", "Crusader II"), ("crusader", "Crusader II"), ("US infantry", "US infantry"),
        ("Gun crew", "Gun crew"), ("88", "88"), ("88mm", "88"), ("Panther", "PzV"), ("CS", "CS tank"),
    ],
)  # fmt: skip
def test_names_are_matched_loosely(written: str, name: str) -> None:
    assert find_unit(written).name == name


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="there is no unit named 'PzVI'") as caught:
        find_unit("PzVI")
    assert "PzV" in caught.value.hint


@pytest.mark.rules("3.3b", "3.3c", "3.4-pat", "3.34-us", "3.34-ger")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('profile = "C"\n', ""), r"\[M4\]: profile: vehicles and guns have one"),
        (('profile = "C"', 'profile = "F"'), r"\[M4\]: profile"),
        (("front = 5", "front = -5"), r"\[M4\]: front"),
        (('provenance = "rulebook"', ""), r"\[M4\]: provenance is missing"),
        (("type = 3", "type = 5"), r"\[M4\]: guns"),
        (("mgs = 1", "mgs = 1\nspeed = 3"), r"\[M4\]: unknown key 'speed'"),
        (('he = "M4"', 'he = "M5"'), r"\[M4\]: guns: 'M5' is no row of 10.31"),
        (('type = 3\npenetration = 7\nhe = "M4"', "type = 0\npenetration = 7"), r"\[M4\]: guns: '75mm' has neither"),
        (("{ to = 2, strength = 7 }", "{ to = 0, strength = 7 }"), r"\[US infantry\]: rifles: each band"),
        (('["M3"]', '["m-4"]'), r"\[m-4\]: the name reads like that of \[M4\]"),
        (("mgs = 1", "mgs = 1\nrifles = [{ to = 1, strength = 1 }]"), r"\[M4\]: rifles: infantry has them"),
        (
            ("mgs = 1", 'mgs = 1\nbazooka = { penetration = 3, strengths = [1], rule = "x" }'),
            r"\[M4\]: bazooka: only infantry",
        ),
        (('class = "infantry"\nma = 2', 'class = "infantry"\nmgs = 1\nma = 2'), r"\[US infantry\]: guns, mgs"),
    ],
)
def test_a_bad_file_is_named_with_table_and_key(change: tuple[str, str], told: str) -> None:
    text = resources.read(*FOLDER, "units.toml")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_units(text.replace(change[0], change[1], 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml")
