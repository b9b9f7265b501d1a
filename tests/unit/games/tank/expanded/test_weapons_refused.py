"""Names of Expanded weapons, and what the loader of their chart refuses."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.tank.data import weapons as data


@pytest.mark.rules("36.0")
@pytest.mark.parametrize(
    ("asked", "found"),
    [("T-62", "So T-62"), ("us m4/76", "US M4/76"), ("BTR-60/Snapper", "So BTR-60/Snapper"), ("truck", "truck"),
     ("88/56", "Ge 88/56"), ("88/56 SC", "Ge 88/56 SC"), ("isr centurion", "Isr Centurion"),
     ("ger(e) squad 4", "Ger(E) squad 4")],
)  # fmt: skip
def test_names_with_and_without_maker(asked: str, found: str) -> None:
    assert data.find_expanded(asked).name == found


@pytest.mark.rules("36.0")
@pytest.mark.parametrize(
    ("asked", "candidates"),
    [("Centurion", "Br Centurion, Isr Centurion"), ("ATR", "Br ATR, Ge ATR, It ATR"), ("75R", "Ge 75R, US 75R")],
)
def test_an_ambiguous_name_lists_its_candidates(asked: str, candidates: str) -> None:
    with pytest.raises(UnknownNameError, match=r"36\.0: .*ambiguous") as caught:
        data.find_expanded(asked)
    assert caught.value.hint == f"one of {candidates}"


@pytest.mark.rules("36.0")
def test_an_unknown_name_hears_of_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="no weapon") as caught:
        data.find_expanded("Crusader")
    assert "Br Crusader II" in caught.value.hint


GOOD = """
["Br A-13"]
title = "A13"
maker = "Br"
group = "tank"
periods = [1, 2, 3]
class = "vehicle"
turret = true
front = 3
side = 3
rear = 2
ap = 6
he = 0
ma = 8
range = 25
fc = "N"
rule = "36.11-a13"
provenance = "rulebook"
"""


@pytest.mark.rules("36.0", "36.0b", "36.0d", "36.0g")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('maker = "Br"\n', "", "maker is missing"),
        ('maker = "Br"', 'maker = "Pl"', "there is no maker 'Pl'"),
        ('maker = "Br"', 'maker = ""', "only trucks are everybody's"),
        ('["Br A-13"]', '["A-13"]', "the name must begin with it"),
        ('group = "tank"\n', "", "group is missing"),
        ('group = "tank"', 'group = "squad"', "squads are made from the period chart"),
        ('group = "tank"', 'group = "apc"', "a apc is not of class vehicle"),
        ('group = "tank"', 'group = "walker"', "group: Invalid enum value"),
        ("periods = [1, 2, 3]\n", "", "periods is missing"),
        ("periods = [1, 2, 3]", "periods = [3, 1]", "only 1 to 12, ascending"),
        ("periods = [1, 2, 3]", "periods = [12, 13]", "only 1 to 12, ascending"),
        ('fc = "N"', 'fc = "CLS"', "minimum: a guided missile has one"),
        ("range = 25", "range = 25\nminimum = 5", "minimum: a guided missile has one"),
        ('fc = "N"', 'fc = "CLS"\nminimum = 30', "minimum is beyond the range"),
        ('fc = "N"', 'fc = "CLS"\nminimum = 5', "guided missiles are HEAT"),
        ("ap = 6", "ap = 0\nheat = true", "heat: it has no AP"),
        ("ma = 8", "ma = 8\non_tanks = false", "on_tanks: only devices have it"),
        ('fc = "N"', 'fc = "none"', "fc: what cannot fire has none"),
        ("ap = 6\nhe = 0\nma = 8\nrange = 25", "ap = 0\nhe = 0\nma = 8\nrange = 0", "fc: what cannot fire has none"),
        ("36.11-a13", "36.31-pzii", "is in the section of others"),
        ("rear = 2\n", "", "rear is missing"),
        ("ma = 8", "ma = 8\nspeed = 3", "unknown key 'speed'"),
        ("ma = 8", "ma = -1", "ma: Expected `int` >= 0"),
        ("36.11-a13", "", "rule: Expected `str` of length >= 1"),
    ],
)
def test_a_bad_row_is_refused_by_file_table_and_key(old: str, new: str, told: str) -> None:
    assert old in GOOD
    with pytest.raises(MalformedError) as caught:
        data.parse_weapons(GOOD.replace(old, new), "mine.toml", expanded=True)
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.toml: [")


@pytest.mark.rules("36.0i", "36.0")
def test_a_good_row_is_read_and_the_standard_chart_refuses_it() -> None:
    assert data.parse_weapons(GOOD, "mine.toml", expanded=True)["Br A-13"].maker == "Br"
    with pytest.raises(MalformedError, match="unknown key 'group'"):
        data.parse_weapons(GOOD, "mine.toml")


SOFT = GOOD.replace("front = 3\nside = 3\nrear = 2\n", "").replace('"tank"', '"gun"').replace('"vehicle"', '"gun"')


@pytest.mark.rules("36.0c", "36.0")
def test_spaced_armour_needs_armour() -> None:
    with pytest.raises(MalformedError, match="spaced: it has no armour"):
        data.parse_weapons(SOFT.replace("36.11", "36.13") + "spaced = true\n", "mine.toml", expanded=True)


@pytest.mark.rules("24.6b")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("So BTR-60,", "So BTR-70,", "carrier: the chart has no such APC"),
        ("So BTR-60,", "So T-55,", "carrier: the chart has no such APC"),
        ("US ENTAC", "US ERYX", "missiles: the chart has no missile 'US ERYX'"),
        ("US ENTAC", "US 90", "missiles: the chart has no missile 'US 90'"),
        ("US ENTAC", "US Dragon", "missiles: the chart has no missile 'US Dragon'"),
        ('"US MILAN, US TOW"', '"US ENTAC, US TOW"', "US ENTAC and Ge Marder II never serve together"),
    ],
)
def test_bad_carriers_are_refused(old: str, new: str, told: str) -> None:
    text = resources.read("hulldown", "games", "tank", "data", "expanded", "carriers.csv")
    assert old in text
    with pytest.raises(MalformedError) as caught:
        data.parse_carriers(text.replace(old, new, 1), "carriers.csv", data.expanded_chart())
    assert told in str(caught.value)
    assert str(caught.value).startswith("carriers.csv: row ")


@pytest.mark.rules("36.0h")
def test_a_weapon_is_grafted_from_two_rows() -> None:
    chart = data.expanded_chart()
    regunned, base = chart["Isr M48"], chart["US M48A2"]
    assert (regunned.ap, regunned.he, regunned.heat) == (22, 10, False)
    assert (regunned.maker, regunned.periods, regunned.rule) == ("Isr", (10, 11, 12), "36.0h")
    for value in ("kind", "group", "turret", "front", "side", "rear", "spaced", "ma", "range", "fc"):
        assert getattr(regunned, value) == getattr(base, value), value
    assert [regunned.provenance[value] for value in ("ap", "front", "periods")] == [
        "rulebook", "reconstructed", "reconstructed",
    ]  # fmt: skip


@pytest.mark.rules("36.0h")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("US M48A2", "US M84", "base: there is no weapon 'US M84'"),
        ("Isr Centurion", "Isr Merkava", "attack: there is no weapon 'Isr Merkava'"),
        ("Isr M48,", "US M47,", "the chart has a weapon of this name"),
        ("Isr M48,", "Jor M48,", "there is no maker 'Jor'"),
        ("10-12", "1967", "periods: only 1 to 12"),
        ("10-12", "war", "periods: 'war'"),
        ("base,attack", "hull,attack", "unknown key 'hull'"),
    ],
)
def test_a_bad_graft_is_refused(old: str, new: str, told: str) -> None:
    text = resources.read("hulldown", "games", "tank", "data", "expanded", "grafts.csv")
    assert old in text
    chart = {name: weapon for name, weapon in data.expanded_chart().items() if weapon.rule != "36.0h"}
    with pytest.raises(MalformedError) as caught:
        data.parse_grafts(text.replace(old, new, 1), "grafts.csv", chart)
    assert told in str(caught.value)
    assert str(caught.value).startswith("grafts.csv: row ")
