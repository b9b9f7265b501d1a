"""Scenario files (14.0) that are wrong in themselves or do not fit their map are named with file, table and key."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError
from hulldown.games.kampfpanzer.data.scenarios import check_places, parse_scenario, scenarios
from hulldown.maps import load_map


@pytest.mark.rules("14.0a", "14.1", "14.4", "14.9")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("length = 10", "length = 0"), "length"),
        (('type = "R35"', 'type = "T35"'), r"\[second\] groups 1 forces 2: type: there is no counter 'T35'"),
        (("panic = 4", "panic = 6"), "panic"),
        (('kind = "destroy"', 'kind = "glory"'), "victory"),
        (("[second]", "[third]"), "unknown key 'third'"),
        (('area = { near = "1016", within = 5 }', ""), r"\[first\] groups 1: a group has an area or an entry"),
        (('near = "1016", ', ""), r"\[first\] groups 1: area: give one of rows, near, region and hexes"),
        (('near = "1016"', 'near = "1016", rows = [1, 2]'), r"\[first\] groups 1: area: give one of"),
        (('near = "1016", within = 5', "rows = [7, 3]"), r"\[first\] groups 1: area: rows run from 7 to 3"),
        (("destroyed = 4", ""), r"\[victory\]: destroyed: a scenario decided by 'destroy' needs it"),
        (('kind = "destroy"', 'kind = "exit"\nexit = 2'), r"\[victory\]: exit: the second side has no exits"),
        (("turn = 1", "turn = 11"), r"\[second\] groups 1: enter: turn is 11 in a game of 10"),
        (('nation = "Poles"', 'nation = "Poles"\nexits = { rule = "x" }'), r"\[second\]: exits: give hexes or an edge"),
        (
            ('nation = "Poles"', 'nation = "Poles"\nriders = { type = "Truck", defence = 1, rule = "x" }'),
            r"\[second\]: riders: 'Truck' is no tank",
        ),
    ],
)
def test_a_bad_scenario_file_is_named_with_table_and_key(change: tuple[str, str], told: str) -> None:
    text = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "4.toml")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_scenario(text.replace(*change), "mine.toml")
    assert "mine.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("", ""), ""),
        (('near = "1016"', 'near = "1099"'), "map kampfpanzer has no hex '1099'"),
        (('"0101", "0201"', '"0101", "4001"'), "map kampfpanzer has no hex '4001'"),
        (('near = "1016", within = 5', 'region = "town-2"'), "map kampfpanzer has no region 'town-2'"),
        (('nation = "Poles"', 'nation = "Poles"\nexits = { edge = "Q", rule = "x" }'), "has no edge 'Q'"),
    ],
)
def test_places_that_the_map_does_not_have_are_named(change: tuple[str, str], told: str) -> None:
    text = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "4.toml")
    assert change[0] in text
    scenario = parse_scenario(text.replace(*change) if told else text, "mine.toml")
    if not told:
        check_places(scenario, load_map(scenario.map))
        return
    with pytest.raises(MalformedError, match=told):
        check_places(scenario, load_map(scenario.map))


@pytest.mark.rules("14.0a", "14.0g", "14.0i")
@pytest.mark.parametrize("number", range(1, 10))
def test_every_place_of_a_scenario_is_on_the_map(number: int) -> None:
    scenario = scenarios()[f"kampfpanzer/{number}"]
    check_places(scenario, load_map(scenario.map))
