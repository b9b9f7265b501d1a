"""The three scenarios (20.0, 21.0, 22.0): forces, places, special rules and points, written a second time."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

import pytest
from msgspec.structs import replace

from hulldown.core.board import Board
from hulldown.games.panzer_battles.data.doctrine import doctrines
from hulldown.games.panzer_battles.data.handicaps import handicapped
from hulldown.games.panzer_battles.data.scenarios import (
    SIDES,
    Scenario,
    cells_in,
    check_places,
    named_hexes,
    scenario_hash,
    scenarios,
)
from hulldown.rules.coverage import catalogue

SIZES = {"gazala": (20, 24), "arracourt": (24, 34), "berlin": (16, 34)}
"""Columns and rows of the maps."""


def scenario(name: str) -> Scenario:
    return scenarios()[f"panzer_battles/{name}"]


@cache
def board(name: str) -> Board:
    """A map of the right size with nothing on it."""
    return Board(f"battles-{name}", name, *SIZES[name], "odd")


def forces(name: str, side: str) -> dict[str, list[str]]:
    """Each company with its platoons as designation, type and strength."""
    return {
        company.key: [f"{platoon.designation} {platoon.type} {platoon.strength}" for platoon in company.platoons]
        for _, company in scenario(name).side(side).companies()
    }


def labels(name: str, side: str, group: int) -> list[str]:
    """The hexes where a group is set up, or enters."""
    found = scenario(name).side(side).groups[group]
    zones = found.area if found.area is not None else found.enter.zones if found.enter is not None else ()
    return [board(name).labels[cell] for cell in cells_in(zones, board(name))]


def three(key: str, kind: str, strength: int) -> list[str]:
    return [f"{key}{number} {kind} {strength}" for number in (1, 2, 3)]


def points(name: str, side: str) -> dict[tuple[str, str], int]:
    """What a side is paid: (what, type) and the points."""
    return {
        (award.what, kind): award.points
        for award in scenario(name).victory.awards
        if side in award.sides
        for kind in award.types or ("",)
    }


@pytest.mark.rules("20.0", "20.0-length", "21.0", "21.0-length", "22.0", "22.0-length", "19.0-gen-1", "trk-turn")
def test_three_scenarios() -> None:
    found = [(one.id, one.map, one.length, one.first.people, one.second.people) for one in scenarios().values()]
    assert found == [
        ("panzer_battles/gazala", "battles-gazala", 10, "Germans", "British"),
        ("panzer_battles/arracourt", "battles-arracourt", 12, "Americans", "Germans"),
        ("panzer_battles/berlin", "battles-berlin", 12, "Soviets", "Germans"),
    ]
    assert {one.provenance["length"] for one in scenarios().values()} == {"rulebook"}


@pytest.mark.rules("20.0-ger-1", "20.0-ger-2", "20.0-ger-3", "20.0-ger-4", "20.0-ger-5", "20.0-sr-4")
def test_gazala_germans() -> None:
    assert forces("gazala", "first") == {
        "21": three("21", "PzIII", 5), "22": three("22", "PzIII", 5), "23": three("23", "PzIV E", 5),
        "201": ["201 PzII 5"],
    }  # fmt: skip
    assert [c.key for _, c in scenario("gazala").first.companies() if c.independent] == ["201"]


@pytest.mark.rules("20.0-brit-1", "20.0-brit-2", "20.0-brit-3", "20.0-brit-4", "20.0-brit-note", "20.0-sr-3")
def test_gazala_british() -> None:
    assert forces("gazala", "second") == {
        "42": [f"42{number} Grant 3" for number in (1, 2, 3, 4)],
        "41": [f"41{number} Crusader II 4" for number in (1, 2, 3, 4)],
        "410": ["410 CS tank 2"],
        "43": [f"43{number} Crusader II 3" for number in (1, 2, 3, 4)],
        "430": ["430 CS tank 2"],
    }
    assert [c.key for _, c in scenario("gazala").second.companies() if c.independent] == ["410", "430"]


@pytest.mark.rules(
    "20.0-ger-deploy",
    "20.0-brit-deploy",
    "20.0-reinf-1",
    "20.0-reinf-3",
)
def test_gazala_places() -> None:
    assert labels("gazala", "first", 0) == [f"{column:02d}24" for column in range(1, 21)]
    assert labels("gazala", "second", 0) == [f"{column:02d}06" for column in range(1, 21)]
    assert labels("gazala", "second", 1) == [f"{column:02d}01" for column in range(1, 21)]
    germans, british = scenario("gazala").first.groups, scenario("gazala").second.groups
    assert germans[0].enter is not None
    assert (germans[0].enter.turn, germans[0].enter.wait) == (1, False)
    assert british[1].enter is not None
    assert (british[1].enter.turn, british[1].enter.wait) == (4, True)
    # SCN-6: nobody begins in defilade.
    assert not any(group.defilade for group in (*germans, *british))


@pytest.mark.rules("20.0-sr-1", "20.0-sr-2", "20.0-sr-5a", "20.0-sr-5b", "20.0-sr-5-diag")
def test_gazala_special_rules() -> None:
    special = scenario("gazala").special
    assert special.dust is not None
    assert special.dust.most == 10
    assert special.defilade is not None
    assert special.defilade.terrain == ("rough2",)
    assert special.sponson is not None
    assert (special.sponson.left, special.sponson.right) == (30, 90)
    assert special.transport == ""


@pytest.mark.rules(
    "20.0-vc-1", "20.0-vc-ger-1", "20.0-vc-ger-2", "20.0-vc-ger-3", "20.0-vc-brit-1", "20.0-vc-brit-2",
    "20.0-vc-brit-3",
)  # fmt: skip
def test_gazala_points() -> None:
    assert points("gazala", "first") == {("loss", "Grant"): 25, ("loss", "Crusader II"): 15, ("loss", "CS tank"): 10}
    assert points("gazala", "second") == {("loss", "PzIII"): 15, ("loss", "PzIV E"): 10, ("loss", "PzII"): 5}
    assert scenario("gazala").victory.tie == "draw"


@pytest.mark.rules("21.0-us-1", "21.0-us-2", "desig-4")
def test_arracourt_americans() -> None:
    """Halftracks and infantry have the same numbers and are companies of their own."""
    assert forces("arracourt", "first") == {
        "11": three("11", "M4", 5), "12": three("12", "M4", 5), "13": three("13", "M4", 5),
        "21 M3": three("21", "M3", 5), "21 infantry": three("21", "US infantry", 5),
        "22 M3": three("22", "M3", 5), "22 infantry": three("22", "US infantry", 5),
    }  # fmt: skip
    battalions = {company.key: company.battalion for _, company in scenario("arracourt").first.companies()}
    assert set(battalions.values()) == {"1", "2"}
    assert [key for key, battalion in battalions.items() if battalion == "1"] == ["11", "12", "13"]


@pytest.mark.rules("21.0-ger-1", "21.0-ger-2", "21.0-ger-3", "21.0-sr-3")
def test_arracourt_germans() -> None:
    assert forces("arracourt", "second") == {
        "11": three("11", "PzIV H", 4), "12": three("12", "PzIV H", 4), "101 88": ["101 88 2"],
        "101 crew": ["101 Gun crew 2"], "101 SDK": ["101 SDK 2"],
    }  # fmt: skip
    alone = [company.key for _, company in scenario("arracourt").second.companies() if company.independent]
    assert alone == ["101 88", "101 crew", "101 SDK"]
    assert scenario("arracourt").second.groups[0].provenance["companies"] == "reconstructed"


@pytest.mark.rules("21.0-us-deploy", "21.0-ger-deploy")
def test_arracourt_places() -> None:
    assert labels("arracourt", "first", 0) == [f"01{row}" for row in range(24, 35)]
    german = labels("arracourt", "second", 0)
    hill = {"1712", "1711", "1713", "1611", "1612", "1811", "1812"}
    assert set(german) == hill | {f"{column}{row:02d}" for column in range(18, 25) for row in range(1, 35)}
    assert scenario("arracourt").second.groups[0].defilade


@pytest.mark.rules("21.0-us-arty", "21.0-sr-1", "17.0-gen-1", "17.13")
def test_arracourt_artillery() -> None:
    guns = scenario("arracourt").first.artillery
    assert guns is not None
    assert (guns.batteries, guns.delay, guns.preplot, guns.edge) == (3, 2, (1, 2), "bottom")
    assert guns.edge == scenario("arracourt").compass.west
    assert guns.spotter is not None
    assert (guns.spotter.hex, guns.spotter.turns) == ("0124", (1,))
    armed = [(name, side) for name in SIZES for side in SIDES if scenario(name).side(side).artillery is not None]
    assert armed == [("arracourt", "first")]


@pytest.mark.rules("21.0-vc-1", "21.0-vc-2", "21.0-vc-3", "21.0-vc-4", "21.0-vc-5", "16.0")
def test_arracourt_points_and_towns() -> None:
    paid = {
        ("town", ""): 25, ("broken", "M4"): 25, ("broken", "US infantry"): 25, ("broken", "PzIV H"): 25,
        ("loss", "M4"): 10, ("loss", "US infantry"): 10, ("loss", "PzIV H"): 10, ("loss", "Gun crew"): 10,
        ("unit", "M3"): 5, ("unit", "SDK"): 5,
    }  # fmt: skip
    assert points("arracourt", "first") == points("arracourt", "second") == paid
    assert {town.name: " ".join(town.hexes) for town in scenario("arracourt").towns} == {
        "Ley": "0719 0720 0819", "Ommeray": "1108 1207 1208", "Moncourt": "1925 1926 2025",
    }  # fmt: skip
    assert scenario("arracourt").provenance["towns"] == "reconstructed"
    assert scenario("arracourt").special.transport == "16.0"
    assert scenario("arracourt").victory.tie == "draw"


@pytest.mark.rules("22.0-sov-1", "22.0-sov-2", "22.0-sov-3", "22.0-ger-1", "22.0-sr-1")
def test_berlin_forces() -> None:
    keys = ("11", "12", "21", "22", "31", "32")
    assert forces("berlin", "first") == {key: three(key, "T34/85", 3) for key in keys}
    assert [company.battalion for _, company in scenario("berlin").first.companies()] == ["1", "1", "2", "2", "3", "3"]
    strengths = {"301": 5, "302": 5, "303": 5, "304": 4, "305": 3}
    assert forces("berlin", "second") == {key: [f"{key} PzV {number}"] for key, number in strengths.items()}
    assert all(company.independent for _, company in scenario("berlin").second.companies())


@pytest.mark.rules("22.0-sov-deploy-a", "22.0-ger-deploy")
def test_berlin_places() -> None:
    assert labels("berlin", "first", 0) == [f"{column:02d}34" for column in range(1, 17)]
    assert labels("berlin", "second", 0) == [f"{column:02d}{row:02d}" for column in range(1, 17) for row in range(1, 9)]
    assert scenario("berlin").second.groups[0].defilade
    exits = scenario("berlin").first.exits
    assert exits is not None
    found = [board("berlin").labels[cell] for cell in cells_in(exits.zones, board("berlin"))]
    assert found == [f"{column:02d}01" for column in range(1, 17)]
    assert exits.edge == scenario("berlin").compass.west == "top"


@pytest.mark.rules("22.0-vc-1", "22.0-vc-sov-1", "22.0-vc-sov-2", "22.0-vc-ger-1")
def test_berlin_points() -> None:
    assert points("berlin", "first") == {("loss", "PzV"): 10, ("exit", "T34/85"): 10}
    assert points("berlin", "second") == {("loss", "T34/85"): 5}
    assert scenario("berlin").victory.tie == "second"


@pytest.mark.rules("20.0-ger-hq", "20.0-brit-hq", "21.0-us-hq", "21.0-ger-hq", "22.0-sov-hq", "14.7b")
def test_ratings_of_headquarters() -> None:
    found = {
        (name, side): [battalion.hq for battalion in scenario(name).side(side).battalions]
        for name in SIZES
        for side in SIDES
    }
    assert found == {
        ("gazala", "first"): ["D"], ("gazala", "second"): ["B"], ("arracourt", "first"): ["B", "B"],
        ("arracourt", "second"): ["B"], ("berlin", "first"): ["H", "H", "H"], ("berlin", "second"): [],
    }  # fmt: skip
    assert scenario("gazala").first.battalion("2") == scenario("gazala").first.battalions[0]
    assert scenario("gazala").first.battalion("") is None


@pytest.mark.rules("6.8b", "cnt-0", "20.0-ger-1", "20.0-brit-1", "21.0-sr-3", "22.0-sr-1", "21.0-us-hq")
def test_one_dummy_for_three_platoons() -> None:
    """DUM-1."""
    found = {(name, side): scenario(name).side(side).dummies for name in SIZES for side in SIDES}
    assert found == {
        ("gazala", "first"): 4, ("gazala", "second"): 5, ("arracourt", "first"): 7, ("arracourt", "second"): 3,
        ("berlin", "first"): 6, ("berlin", "second"): 2,
    }  # fmt: skip
    for name, side in found:
        setup = scenario(name).side(side)
        assert setup.dummies == math.ceil(len(list(setup.platoons())) / 3)
        assert setup.provenance["dummies"] == "reconstructed"


@pytest.mark.rules("3.1b")
def test_the_compass_is_turned_and_never_mirrored() -> None:
    """Clockwise the edges are north, east, south, west on every map."""
    clockwise = ("top", "right", "bottom", "left")
    for name, north in (("gazala", "top"), ("arracourt", "left"), ("berlin", "right")):
        compass = scenario(name).compass
        first = clockwise.index(north)
        turned = tuple(clockwise[(first + step) % 4] for step in range(4))
        assert (compass.north, compass.east, compass.south, compass.west) == turned
        assert scenario(name).provenance["compass"] == "repaired"


@pytest.mark.rules("18.2a", "18.2b", "18.21a", "18.22", "18.31", "18.32", "18.33", "18.34", "18.0-gen-1")
def test_doctrine_by_nation() -> None:
    western, soviet = doctrines()["western"], doctrines()["soviet"]
    assert (western.link, western.battalion, western.bounding, western.detach) == (2, 0, True, True)
    assert (soviet.link, soviet.battalion, soviet.bounding, soviet.detach) == (1, 10, False, False)
    assert {western.provenance, soviet.provenance} == {"rulebook"}
    found = Counter(
        (scenario(name).side(side).nation, scenario(name).side(side).doctrine) for name in SIZES for side in SIDES
    )
    assert found == {("Ge", "western"): 3, ("Br", "western"): 1, ("US", "western"): 1, ("So", "soviet"): 1}


@pytest.mark.rules("desig-2", "desig-3", "desig-ex-1")
def test_designations() -> None:
    """The digits of 231: battalion two, company three, platoon one."""
    third = next(company for _, company in scenario("gazala").first.companies() if company.key == "23")
    assert (third.platoons[0].designation, third.battalion, third.name) == ("231", "2", "Third Company")
    for one in scenarios().values():
        for side in SIDES:
            names = [platoon.name for _, _, platoon in one.side(side).platoons()]
            assert len(names) == len(set(names))
            for _, company, platoon in one.side(side).platoons():
                assert company.independent == ("0" in platoon.designation)


@pytest.mark.rules("19.0-gen-1", "21.0-sr-1")
@pytest.mark.parametrize("name", SIZES)
def test_all_hexes_exist_and_all_cases_too(name: str) -> None:
    check_places(scenario(name), board(name))
    assert set(named_hexes(scenario(name))) <= set(board(name).by_label)
    ids = {case.id for case in catalogue("panzer_battles")}
    one = scenario(name)
    rules = [one.rule, one.victory.rule, one.compass.rule, *one.cases.values(), *(a.rule for a in one.victory.awards)]
    for side in (one.first, one.second):
        rules += [*side.cases.values(), *(battalion.rule for battalion in side.battalions)]
        rules += [rule for group, company in side.companies() for rule in (group.rule, company.rule)]
    assert set(rules) <= ids


@pytest.mark.rules("20.0-length", "19.0-gen-1")
def test_the_hash_of_a_scenario_follows_what_is_played() -> None:
    hashes = {scenario_hash(one) for one in scenarios().values()}
    assert len(hashes) == 3
    one = scenario("gazala")
    assert scenario_hash(replace(one, description="other words", title="x")) == scenario_hash(one)
    assert scenario_hash(replace(one, length=11)) != scenario_hash(one)
    assert scenario_hash(replace(one, first=replace(one.first, dummies=5))) != scenario_hash(one)


@pytest.mark.rules("20.0-length", "21.0-length", "22.0-length")
@pytest.mark.parametrize(("name", "turns"), [("gazala", 10), ("arracourt", 12), ("berlin", 12)])
def test_a_handicap_in_turns_changes_the_printed_length_and_nothing_else_does(name: str, turns: int) -> None:
    told = f"panzer_battles/{name}"
    assert handicapped(told, ()) is scenarios()[told]
    assert handicapped(told, (("points", 5),)).length == turns
    assert [handicapped(told, (("turns", more),)).length for more in (-2, 3, -40)] == [turns - 2, turns + 3, 1]
