"""Scenarios of the Advanced Game: those that are offered, and how mistakes in files of this level are refused."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data import loading as data
from hulldown.games.panzer.data.arsenal import fits
from hulldown.games.panzer.data.loading import scenarios
from hulldown.games.panzer.data.roster import roster
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.maps import load_map

# Title, date, map, turns; Force Grades; units of each side by number, carriers among them (our own design).
OFFERED = {
    "panzer/11": ("Dust in the Sunflowers, July 1943, panzer-ridge, 10", "regulars veteran", 14, 8),
    "panzer/12": ("Riders, February 1944, panzer-joined, 12", "seasoned seasoned", 14, 14),
    "panzer/13": ("Armoured Grenadiers, August 1943, panzer-river, 13", "regulars veteran", 25, 23),
    "panzer/14": ("First Sunday, June 1941, panzer-ridge, 12", "green veteran", 23, 16),
    "panzer/15": ("Squadron at the Ford, October 1942, panzer-river, 12", "seasoned regulars", 18, 13),
    "panzer/16": ("Street by Street, February 1945, panzer-town, 14", "veteran regulars", 16, 13),
    "panzer/17": ("Fire Plan, June 1944, panzer-ridge, 14", "seasoned seasoned", 25, 17),
    "panzer/18": ("Sturmoviks over the Road, July 1944, panzer-joined, 12", "seasoned regulars", 11, 18),
    "panzer/19": ("Cannon Birds, August 1944, panzer-river, 12", "regulars veteran", 23, 18),
    "panzer/20": ("Kampfgruppe, December 1943, panzer-river, 18", "seasoned veteran", 39, 35),
}
# Some lines of the force lists: formation grade, number, card, then weapons, labels, mount and carrier if any.
LINES = {
    "panzer/11": {
        "soviet": ["regulars 8 Soviet Rifle squad", "regulars 1 Soviet Section PTRD-41 ATR", "regulars 2 T-70 M42"],
        "german": ["veteran 5 German Rifle squad", "veteran 1 German Section 5cm GrW 36"],
    },
    "panzer/12": {
        "soviet": ["seasoned 1 T-34/76 M43 Command", "seasoned 7 T-34/76 M43",
                   "seasoned 4 Soviet SMG squad T-34/76 M43", "seasoned 2 SU-85 M43"],
        "german": ["seasoned 2 German Infantry squad Panzerfaust", "veteran 3 7.5cm PaK 40 ATG SdKfz 10",
                   "seasoned 2 StuG IIIG"],
    },
    "panzer/13": {
        "soviet": ["seasoned 3 45mm M42 ATG Truck", "seasoned 2 57mm ZiS-2 M43 ATG Truck", "regulars 2 KV-1S M42"],
        "german": ["veteran 6 German Infantry squad SPW 251/1", "veteran 1 SPW 251/2", "veteran 2 SdKfz 222 Recon"],
    },
    "panzer/14": {
        "soviet": ["green 8 BT-7 M37", "green 1 KV-1 M41", "regulars 2 45mm M37 ATG Limber"],
        "german": ["veteran 1 8.8cm FlaK 36 A/ATG SdKfz 7", "veteran 3 German Rifle squad Recon motorcycle"],
    },
    "panzer/15": {
        "soviet": ["seasoned 2 Soviet Rifle squad PTRD-41 ATR cavalry", "regulars 2 M3 Lee"],
        "german": ["regulars 4 German Rifle squad bicycle", "regulars 2 PzKpfw IIIL"],
    },
    "panzer/16": {
        "soviet": ["veteran 4 Soviet SMG squad", "veteran 2 Soviet SMG squad Soviet flamethrower Engineer",
                   "veteran 2 ISU-152 M43", "veteran 3 T-34/85 M44", "veteran 1 OT-34 M42"],
        "german": ["regulars 3 German Rifle squad Panzerfaust", "regulars 2 German Section RPzB 43/54",
                   "regulars 2 Jagdpanzer 38(t)", "regulars 1 StuH 42", "regulars 1 7.5cm PaK 40 ATG"],
    },
    "panzer/17": {
        "soviet": ["seasoned 1 Soviet Section Command BHQ", "seasoned 1 Soviet Section FO",
                   "seasoned 8 Soviet Rifle squad", "seasoned 2 Soviet SMG squad Engineer",
                   "seasoned 2 Soviet Section 82mm BM41", "seasoned 2 SU-152 M43"],
        "german": ["seasoned 6 German Infantry squad", "seasoned 2 German Section 8cm GrW 34",
                   "seasoned 1 7.5cm leIG 18", "seasoned 2 PzKpfw V Panther"],
    },
    "panzer/18": {
        "soviet": ["seasoned 4 T-34/85 M44", "veteran 3 Soviet SMG squad Recon M3A1 Scout Car",
                   "veteran 1 Soviet Section FO"],
        "german": ["regulars 6 Truck", "regulars 4 German Rifle squad Truck", "regulars 2 5cm PaK 38 ATG Truck",
                   "regulars 1 SdKfz 7/1", "regulars 1 SdKfz 10/5", "regulars 1 2cm FlaK 38 AAG SdKfz 10",
                   "regulars 2 PzKpfw VIE Tiger I"],
    },
    "panzer/19": {
        "soviet": ["regulars 8 T-34/76 M43", "regulars 4 T-70 M42", "regulars 5 Soviet SMG squad T-34/76 M43",
                   "regulars 1 M17 MGMC", "regulars 1 37mm M39 AAG Truck"],
        "german": ["veteran 4 German Infantry squad", "veteran 1 German Section FO",
                   "veteran 1 8.8cm FlaK 36 A/ATG SdKfz 7", "veteran 2 Nashorn", "veteran 2 Marder III M"],
    },
    "panzer/20": {
        "soviet": ["seasoned 9 T-34/76 M43", "seasoned 3 KV-1S M42", "regulars 9 Soviet Rifle squad",
                   "regulars 2 120mm PM38", "regulars 2 57mm ZiS-2 M43 ATG"],
        "german": ["veteran 1 PzKpfw IVH Command RHQ", "veteran 8 German Infantry squad SPW 251/1",
                   "veteran 1 SPW 251/16", "veteran 2 Wespe", "veteran 2 SdKfz 222 Recon"],
    },
}  # fmt: skip
SIDES = [(name, side) for name in OFFERED for side in ("soviet", "german")]

SCENARIO = """
id = "mine/riders"
title = "Riders"
level = "advanced"
map = "panzer-ridge"
date = "July 1943"
turns = 12
order = "german"
description = "Riders."

[german]
grade = "veteran"
[[german.groups]]
formation = "1st Company"
units = [{ card = "German Rifle squad", count = 2, weapons = ["Panzerfaust"], labels = ["Engineer"] }]
hexes = ["0101"]

[soviet]
grade = "regulars"
[[soviet.groups]]
formation = "Tanks"
units = [
  { card = "T-34/76 M43", count = 2 },
  { card = "Soviet SMG squad", count = 2, carrier = "T-34/76 M43" },
]
hexes = ["0202"]

[[counters]]
kind = "wire"
hexes = ["0303"]

[victory]
levels = [{ name = "Marginal", margin = 20 }]
"""


def parsed(old: str = "", new: str = ""):
    assert old in SCENARIO
    return data.parse_scenario(SCENARIO.replace(old, new, 1), "s.toml")


def test_the_scenarios_offered_are_those_that_were_designed() -> None:
    found = {}
    for name, one in scenarios().items():
        if one.level == "advanced":
            told = f"{one.title}, {one.date}, {one.map}, {one.turns}"
            found[name] = (told, f"{one.soviet.grade} {one.german.grade}", one.soviet.strength, one.german.strength)
    assert found == OFFERED


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_their_forces(name: str, side: str) -> None:
    lines = []
    for group in scenarios()[name].side(side).groups:
        for force in group.units:
            more = [*force.weapons, *force.labels, force.mount, force.carrier]
            lines.append(" ".join([group.grade, str(force.count), force.card, *filter(None, more)]))
    assert set(LINES[name][side]) <= set(lines)


@pytest.mark.parametrize("name", OFFERED)
def test_every_passenger_has_a_carrier_with_room(name: str) -> None:
    members = roster(scenarios()[name])
    loads: dict[int, list] = {}
    for member in members:
        assert (member.transport >= 0) is bool(member.carrier)
        if member.carrier:
            assert members[member.transport].card.name == member.carrier
            assert members[member.transport].side == member.side
            loads.setdefault(member.transport, []).append(member.card)
    for place, load in loads.items():
        carrier = members[place].card
        assert isinstance(carrier, Vehicle)
        assert fits(carrier, load)
        assert sum(isinstance(card, Towed) for card in load) <= 1


def test_a_line_without_a_carrier_needs_no_room_beside_one_that_has_it() -> None:
    """Two lines of one card and one label: only those that name a carrier are transported."""
    line = '{ card = "Soviet SMG squad", count = 2, carrier = "T-34/76 M43" },'
    scenario = parsed(line, f'{line}\n  {{ card = "Soviet SMG squad", count = 5 }},')
    riders = [member for member in roster(scenario) if member.card.name == "Soviet SMG squad"]
    assert [member.transport for member in riders] == [0, 1, -1, -1, -1, -1, -1]


def test_defences_enter_the_hash_where_they_are_given() -> None:
    plain, given = parsed(), parsed('order = "german"', 'order = "german"\ndefences = { wire = 3 }')
    assert given.defences == {"wire": 3}
    assert data.scenario_hash(plain) != data.scenario_hash(given)
    assert data.scenario_hash(plain) == data.scenario_hash(
        parsed('order = "german"', 'order = "german"\ndefences = {}')
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"Engineer"', '"Sapper"', "s.toml: [german] groups, entry 1: labels: there is no label 'Sapper'"),
        ('"Panzerfaust"', '"Bazooka"', "s.toml: [german] groups, entry 1: weapons: there is no crew-served weapon"),
        ('"Panzerfaust"', '"Soviet HMG"', "s.toml: [german] groups, entry 1: weapons: Soviet HMG is no german weapon"),
        ('"T-34/76 M43", count = 2 }', '"T-34/76 M43", count = 2, weapons = ["Soviet HMG"] }',
         "s.toml: [soviet] groups, entry 1: weapons: T-34/76 M43 is no leg unit"),
        ('"T-34/76 M43", count = 2 }', '"T-34/76 M43", count = 2, mount = "cavalry" }',
         "s.toml: [soviet] groups, entry 1: mount: T-34/76 M43 is no leg unit"),
        ('"T-34/76 M43", count = 2 }', '"Soviet HMG", count = 2 }',
         "s.toml: [soviet] groups, entry 1: card: there is no unit 'Soviet HMG'"),
        ("count = 2, carrier", "count = 3, carrier",
         "s.toml: [soviet] groups, entry 1: carrier: there is no room for Soviet SMG squad"),
        ('carrier = "T-34/76 M43"', 'carrier = "Truck"',
         "s.toml: [soviet] groups, entry 1: carrier: there is no 'Truck' in this group"),
        ('carrier = "T-34/76 M43"', "aboard = true", "s.toml: [soviet] groups, entry 1: aboard: name the carrier"),
        ('weapons = ["Panzerfaust"]', "inside = true",
         "s.toml: [german] groups, entry 1: inside: German Rifle squad is no towed unit"),
        ('"T-34/76 M43", count = 2 }',
         '"45mm M42 ATG", count = 1, carrier = "T-34/76 M43", aboard = true, inside = true }',
         "s.toml: [soviet] groups, entry 1: inside: no unit sets up inside a building and aboard a carrier"),
        ('"Soviet SMG squad"', '"Soviet SMG platoon"', "s.toml: [soviet] groups, entry 1: card: there is no unit"),
        ('"German Rifle squad"', '"Soviet Rifle squad"',
         "s.toml: [german] groups, entry 1: card: Soviet Rifle squad is no german unit"),
        ('grade = "veteran"', "", "s.toml: [german]: grade: the Force Grade is missing (5.8.1)"),
        ('grade = "veteran"', 'grade = "crack"', "s.toml: german.grade: Invalid enum value 'crack'"),
        ('kind = "wire"', 'kind = "moat"', "s.toml: [[counters]] 1: kind: there is no terrain counter 'moat'"),
        ('order = "german"', 'order = "german"\ndefences = { ditch = 3 }', "s.toml: "),
        ('order = "german"', 'order = "german"\ndefences = { wire = 0 }', "s.toml: defences[...]: Expected `int` >= 1"),
    ],
)  # fmt: skip
def test_mistakes_name_file_table_and_key(old: str, new: str, message: str) -> None:
    with pytest.raises(MalformedError) as error:
        parsed(old, new)
    assert str(error.value).startswith(message), str(error.value)


def test_a_counter_in_a_hex_that_the_map_lacks() -> None:
    with pytest.raises(MalformedError, match="map panzer-ridge has no hex '9999'"):
        data.check_places(parsed('"0303"', '"9999"'), load_map("panzer-ridge"))


def test_a_gun_indoors_needs_a_building_in_its_zone() -> None:
    line = '{ card = "T-34/76 M43", count = 2 }'
    scenario = parsed(line, f'{line}, {{ card = "45mm M42 ATG", count = 1, inside = true }}')
    assert data.scenario_hash(scenario) != data.scenario_hash(
        parsed(line, f'{line}, {{ card = "45mm M42 ATG", count = 1 }}')
    )
    with pytest.raises(MalformedError, match=r"inside: Tanks has no building hex to set up in \(6.1.4.3.1g\)"):
        data.check_places(scenario, load_map("panzer-ridge"))


def test_the_counters_of_street_by_street_and_its_storeys() -> None:
    street = scenarios()["panzer/16"]
    assert [(one.kind, len(one.hexes)) for one in street.counters] == [("block", 4), ("wire", 4)]
    board = load_map(street.map)
    for label, high in street.storeys.items():
        stone = board.terrain[board.by_label[label]] == "stone_building"
        assert high in ((2, 3) if stone else (2,)), label
    assert [member.card.name for member in roster(street) if member.inside] == ["7.5cm PaK 40 ATG"]


# Number, card, attachment, missions that each may plot, Pre-Registered Points (our own design; /20: 6.5.1.3).
SUPPORT = {
    "panzer/17": (
        ["1 Light battery attached 0 0", "2 Medium battery organic 2 0", "1 Heavy battery organic 1 0"],
        ["1 Medium battery attached 0 2"],
    ),
    "panzer/20": (
        ["1 Light battery attached 0 0", "1 Medium battery organic 0 0"],
        ["1 Medium battery attached 0 0", "1 Heavy battery organic 0 0", "2 Medium battery organic 0 0"],
    ),
}
FLYING = {
    "panzer/18": (["2 Il-2m3"], []),
    "panzer/19": ([], ["2 Ju 87G", "1 Ju 87D"]),
}


@pytest.mark.parametrize("name", OFFERED)
def test_their_batteries_and_aircraft(name: str) -> None:
    found, flying = [], []
    for side in (scenarios()[name].soviet, scenarios()[name].german):
        found.append(
            [f"{one.count} {one.card} {one.attachment} {one.planned} {one.registered}" for one in side.batteries]
        )
        flying.append([f"{one.count} {one.card}" for one in side.aircraft])
    assert tuple(found) == SUPPORT.get(name, ([], []))
    assert tuple(flying) == FLYING.get(name, ([], []))


def test_the_fire_plan_of_panzer_17() -> None:
    plan = scenarios()["panzer/17"]
    assert [(plot.battery, plot.turn, plot.turns) for plot in plan.soviet.plots] == [
        ("SB2", 2, 3), ("SB2", 6, 3), ("SB3", 2, 3), ("SB3", 6, 2), ("SB4", 4, 2),
    ]  # fmt: skip
    assert [point.batteries for point in plan.german.registered] == [("GB1",), ("GB1",)]
    assert [(one.kind, len(one.hexes)) for one in plan.counters] == [
        ("improved position", 4), ("wire", 6), ("ditch", 2),
    ]  # fmt: skip


def test_the_column_of_panzer_18_scores_by_leaving() -> None:
    exits = scenarios()["panzer/18"].exits
    assert [(way.side, way.edge) for way in exits] == [("german", "west")]
