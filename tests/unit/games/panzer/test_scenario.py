"""Scenario files of Panzer: an example with everything in it, and how mistakes are refused."""

from __future__ import annotations

import re

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data import loading as data
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.game import GAME
from hulldown.maps import load_map, map_names

SCENARIO = """
id = "mine/ford"
title = "The Ford"
map = "tank"
date = "July 1943"
turns = 12
order = "german"
tie = "soviet"
description = "A ford, and who gets there first."
conditions = ["The mill has two storeys."]
sources = ["None: it is invented."]

[german]
[[german.groups]]
formation = "1st Company"
units = [{ card = "PzKpfw IVH", count = 3 }, { card = "StuG IIIG", count = 1 }]
zone = "depression"
facing = "B"

[[german.groups]]
formation = "Train"
units = [{ card = "Truck", count = 2 }]
hexes = ["0101"]
turn = 3

[soviet]
[[soviet.groups]]
formation = "Forward detachment"
units = [{ card = "T-34/76 M43", count = 5 }]
edge = "W"
turn = 1

[[objectives]]
name = "The ford"
hexes = ["0305", "0306"]
points = { soviet = 60, german = 40 }
turns = 2
holder = "german"

[[exits]]
side = "soviet"
edge = "Y"
points = 20

[victory]
damaged = 50
levels = [{ name = "Marginal", margin = 20 }, { name = "Decisive", margin = 80 }]
"""


def parsed(old="", new=""):
    assert old in SCENARIO
    return data.parse_scenario(SCENARIO.replace(old, new, 1), "s.toml")


@pytest.mark.rules("2.0a", "2.0b", "3.6a", "3.6c", "4.3.1a")
def test_everything_in_the_file_is_read():
    scenario = parsed()
    assert (scenario.id, scenario.level, scenario.turns, scenario.order, scenario.tie) == (
        "mine/ford", "basic", 12, "german", "soviet",
    )  # fmt: skip
    assert (scenario.german.strength, scenario.soviet.strength) == (6, 5)
    company, train = scenario.side("german").groups
    assert (company.zone, company.turn, company.direction, company.strength) == ("depression", 0, 1, 4)
    assert (train.hexes, train.turn, train.direction) == (("0101",), 3, None)
    assert [(force.card, force.count) for force in company.units] == [("PzKpfw IVH", 3), ("StuG IIIG", 1)]
    assert (scenario.side("soviet").groups[0].edge, scenario.side("soviet").groups[0].turn) == ("W", 1)
    (objective,) = scenario.objectives
    assert (objective.hexes, objective.turns, objective.holder) == (("0305", "0306"), 2, "german")
    assert objective.points == {"soviet": 60, "german": 40}
    assert (scenario.exits[0].edge, scenario.exits[0].points) == ("Y", 20)
    assert (scenario.victory.eliminated, scenario.victory.damaged) == (100, 50)


@pytest.mark.parametrize(
    ("margin", "name"), [(0, None), (19, None), (20, "Marginal"), (79, "Marginal"), (80, "Decisive"), (500, "Decisive")]
)
def test_the_level_of_a_victory(margin, name):
    level = parsed().victory.level(margin)
    assert (level.name if level else None) == name


class TestScenarioHash:
    def test_it_depends_on_what_play_depends_on(self):
        changes = [
            ("", ""),
            ("turns = 12", "turns = 13"),
            ("count = 3", "count = 4"),
            ('tie = "soviet"', ""),
            ('facing = "B"', ""),
            ("margin = 20", "margin = 30"),
            ("damaged = 50", ""),
            ('conditions = ["The mill has two storeys."]', 'storeys = { "0101" = 2 }'),
        ]
        hashes = {data.scenario_hash(parsed(*change)) for change in changes}
        assert len(hashes) == len(changes)
        assert all(re.fullmatch("[0-9a-f]{32}", entry) for entry in hashes)

    def test_it_does_not_depend_on_texts(self):
        other = msgspec.structs.replace(parsed(), title="Other", description="Other.", sources=(), conditions=())
        assert data.scenario_hash(other) == data.scenario_hash(parsed())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('map = "tank"', 'map = "tank', "s.toml: "),
        ('map = "tank"', "", "s.toml: map: is missing"),
        ("turns = 12", "turns = 0", "s.toml: turns: Expected `int` >= 1"),
        ('order = "german"', 'order = "french"', "s.toml: order: Invalid enum value 'french'"),
        ('tie = "soviet"', 'tie = "both"', "s.toml: tie: Invalid enum value 'both'"),
        ('tie = "soviet"', 'weather = "rain"', "s.toml: unknown key 'weather'"),
        ('tie = "soviet"', 'level = "grand"', "s.toml: level: there is no level 'grand'"),
        ('"PzKpfw IVH"', '"PzKpfw IV"', "s.toml: [german] groups, entry 1: card: there is no vehicle 'PzKpfw IV'"),
        ('"PzKpfw IVH"', '"T-70 M42"', "s.toml: [german] groups, entry 1: card: T-70 M42 is no german vehicle"),
        ("count = 3", "count = 0", "s.toml: german.groups[0].units[0].count: Expected `int` >= 1"),
        ("count = 3", "number = 3", "s.toml: german.groups[0].units[0]: Object contains unknown field `number`"),
        (", count = 3", "", "s.toml: german.groups[0].units[0].count: is missing"),
        ('zone = "depression"', "", "s.toml: [german] groups, entry 1: give exactly one of zone, edge and hexes"),
        ('zone = "depression"', 'zone = "a"\nedge = "W"', "s.toml: [german] groups, entry 1: give exactly one of"),
        ('zone = "depression"', 'zone = "a"\nturn = 2', "s.toml: [german] groups, entry 1: turn: a zone is for setup"),
        ('edge = "W"\nturn = 1', 'edge = "W"', "s.toml: [soviet] groups, entry 1: turn: say on which turn"),
        ("turn = 3", "turn = 13", "s.toml: [german] groups, entry 2: turn is 13 in a game of 12"),
        ('facing = "B"', 'facing = "G"', "s.toml: german.groups[0].facing: Invalid enum value 'G'"),
        ('"T-34/76 M43"', '"Truck"', "s.toml: [soviet]: it has no vehicle that can fire"),
        ('[{ card = "Truck", count = 2 }]', "[]", "s.toml: [german] groups, entry 2: units: there is none"),
        ("points = { soviet = 60, german = 40 }", "points = {}", "s.toml: [[objectives]] 1: points: it scores"),
        ("{ soviet = 60,", "{ polish = 60,", "s.toml: objectives[0].points: Invalid enum value 'polish'"),
        ("turns = 2", "turns = 20", "s.toml: [[objectives]] 1: turns is 20 in a game of 12"),
        ('hexes = ["0305", "0306"]', "hexes = []", "s.toml: [[objectives]] 1: hexes: there is none"),
        ("points = 20", "points = 0", "s.toml: exits[0].points: Expected `int` >= 1"),
        ("margin = 80", "margin = 20", "s.toml: [victory]: levels: give at least one"),
        ("[victory]", "[winning]", "s.toml: unknown key 'winning'"),
        ("[[exits]]", '[[objectives]]\nname = "The ford"\nhexes = ["0101"]\npoints = { soviet = 1 }\n[[exits]]',
         "s.toml: [[objectives]] 2: name: 'The ford' is that of another"),
    ],
)  # fmt: skip
def test_a_malformed_scenario_is_refused_by_file_table_and_key(old, new, message):
    with pytest.raises(MalformedError) as caught:
        parsed(old, new)
    assert str(caught.value).startswith(message)


def test_places_that_the_map_has_are_accepted():
    data.check_places(parsed(), load_map("tank"))


@pytest.mark.rules("4.1.4.1.3f")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("depression", "compression", "mine/ford: map tank has no region 'compression'"),
        ('edge = "W"', 'edge = "N"', "mine/ford: map tank has no edge 'N'"),
        ('edge = "Y"', 'edge = "N"', "mine/ford: map tank has no edge 'N'"),
        ('["0101"]', '["9901"]', "mine/ford: map tank has no hex '9901'"),
        ('"0306"]', '"0399"]', "mine/ford: map tank has no hex '0399'"),
        ("turns = 12", 'turns = 12\nstoreys = { "0101" = 2 }', "mine/ford: storeys: 0101 is no building hex"),
    ],
)
def test_places_that_the_map_lacks_are_refused(old, new, message):
    with pytest.raises(MalformedError) as caught:
        data.check_places(parsed(old, new), load_map("tank"))
    assert str(caught.value).startswith(message)


def test_the_scenarios_of_the_package_stand_on_their_maps():
    for scenario in data.scenarios().values():
        assert scenario.map in map_names()
        data.check_places(scenario, load_map(scenario.map))


@pytest.mark.rules("4.6.2a", "4.6.2b")
def test_the_last_turn_may_be_agreed_on() -> None:
    for more, turns in ((0, 10), (3, 13), (-4, 6)):
        state = GAME.setup("panzer/1", {"turns": more}, "script:")
        assert scenario_of(state).turns == turns
        state.turn = turns - 1
        assert GAME.judge(state) is None
        state.turn = turns
        assert GAME.judge(state) is not None


def test_lists_tell_of_aircraft_and_batteries_but_do_not_count_them_as_units() -> None:
    told = {info.id: info for info in GAME.scenarios()}
    for name, card in (("panzer/18", "Il-2m3"), ("panzer/17", "Heavy battery")):
        info = told[name]
        assert info.units["soviet"][card] >= 1
        assert card not in str(info.sides["soviet"]["forces"])
        assert card in {entry.type for entry in GAME.face(name).types}
