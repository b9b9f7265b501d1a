"""The drafts of the Advanced scenarios: what they name exists, what rides fits, and none of them is offered."""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

import pytest

from hulldown import resources
from hulldown.games.panzer.data.arsenal import fits, targets
from hulldown.games.panzer.data.leg import LegUnit, crew_weapons, infantry
from hulldown.games.panzer.data.loading import scenarios
from hulldown.games.panzer.data.vehicles import Vehicle, vehicles
from hulldown.games.panzer.data.weapons import ADVANCED
from hulldown.maps import map_names

DRAFTS = tomllib.loads(resources.read(*ADVANCED, "drafts.toml"))
GRADES = ("elite", "veteran", "seasoned", "regulars", "green")
# Title, date, map, turns; Force Grades; units of each side by number (notes 8.11).
NOTES = {
    "panzer/11": ("Dust in the Sunflowers, July 1943, panzer-ridge, 10", "regulars veteran", 14, 8),
    "panzer/12": ("Riders, February 1944, panzer-joined, 12", "seasoned seasoned", 14, 14),
    "panzer/13": ("Armoured Grenadiers, August 1943, panzer-river, 13", "regulars veteran", 25, 23),
    "panzer/14": ("First Sunday, June 1941, panzer-ridge, 12", "green veteran", 23, 16),
    "panzer/15": ("Squadron at the Ford, October 1942, panzer-river, 12", "seasoned regulars", 18, 13),
}
SIDES = [(name, side) for name in DRAFTS for side in ("soviet", "german")]


def forces(name: str, side: str) -> list[dict[str, Any]]:
    return [entry for formation in DRAFTS[name][side]["formations"] for entry in formation["units"]]


def test_the_drafts_are_those_of_the_notes() -> None:
    found = {}
    for name, draft in DRAFTS.items():
        told = f"{draft['title']}, {draft['date']}, {draft['map']}, {draft['turns']}"
        counts = [sum(entry["count"] for entry in forces(name, side)) for side in ("soviet", "german")]
        found[name] = (told, f"{draft['soviet']['grade']} {draft['german']['grade']}", *counts)
        assert draft["map"] in map_names()
    assert found == NOTES


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_everything_they_name_exists(name: str, side: str) -> None:
    for formation in DRAFTS[name][side]["formations"]:
        assert formation.keys() == {"name", "grade", "units"}
        assert formation["grade"] in GRADES
    for entry in forces(name, side):
        assert entry.keys() <= {"count", "unit", "weapon", "label", "mount", "carrier"}
        unit = targets()[entry["unit"]]
        assert unit.nation in (side, "both")
        if "weapon" in entry:
            assert isinstance(unit, LegUnit)
            assert crew_weapons()[entry["weapon"]].nation == side
        assert entry.get("mount", "cavalry") in infantry().mounts
        assert entry.get("label", "Recon") in infantry().labels


@pytest.mark.parametrize(("name", "side"), SIDES)
def test_every_passenger_has_a_carrier_with_room(name: str, side: str) -> None:
    have: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for entry in forces(name, side):
        have[entry["unit"]] += entry["count"]
        if "carrier" in entry:
            used[entry["carrier"]] += entry["count"]
            passenger = targets()[entry["unit"]]
            assert not isinstance(passenger, Vehicle)
            assert fits(vehicles()[entry["carrier"]], [passenger])
    assert all(have[carrier] >= count for carrier, count in used.items())


def test_no_draft_is_offered() -> None:
    assert not set(DRAFTS) & set(scenarios())
