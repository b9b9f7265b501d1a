"""`hulldown units panzer`: the arsenal of the Advanced Game, and the cards of the Basic Game by level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from hulldown.games.panzer.data.cards import cards
from support.cli_run import Run

TAGS = {"rulebook", "repaired", "public", "reconstructed"}
CLASSES = {
    "vehicle": 52, "towed": 20, "leg": 6, "unit": 12, "weapon": 11, "mount": 3, "label": 6, "aircraft": 5,
}  # fmt: skip
DERIVED = {"name", "class", "table", "kind", "rule", "notes", "provenance", "unit"}
"""What has no source of its own: names, our classification, rules and notes."""


def test_the_whole_arsenal(run: Run) -> None:
    found = run("units", "panzer", "--json").json
    assert Counter(unit["class"] for unit in found) == CLASSES
    assert len({unit["name"] for unit in found}) == len(found)
    assert run("units", "panzer", "--level", "advanced", "--json").json == found
    assert run("units", "panzer", "--book", "advanced", "--json").json == found


def sourced(entry: Mapping[str, Any], keys: set[str]) -> None:
    """Asserts that an entry's values have tags, by their own name or by their parts ("range.P")."""
    tags = entry["provenance"]
    assert set(tags.values()) <= TAGS
    for key in keys:
        assert key in tags or any(tag.startswith(f"{key}.") for tag in tags), (entry.get("name"), key)


def test_every_value_has_its_source(run: Run) -> None:
    for unit in run("units", "panzer", "--json").json:
        tags = set(unit["provenance"])
        if unit["class"] == "vehicle":
            default = {
                key for key in ("open", "gun", "mount", "turn", "extras") if not unit[key] or unit[key] == "none"
            }
            keys = unit.keys() - DERIVED - {"weapons", "armour", "antiair", "ap_range", "ap_penetration"} - default
            sourced(unit, keys)
            assert bool(unit["ap_range"]) == ("ap.range.P" in tags)
        elif unit["class"] == "leg":
            sourced(unit, unit.keys() - DERIVED - {"sizes", "half-squad"})
        elif unit["class"] == "mount":
            sourced(unit, {key for key in unit.keys() - DERIVED if unit[key]})
        elif unit["class"] == "aircraft":
            sourced(unit, unit.keys() - DERIVED - {"rows"})
            assert unit["rows"].keys() == {"strafe", "bombs", "rockets"} & unit.keys()
            for row in unit["rows"].values():
                sourced(row, {"range", "factors"})
        else:
            sourced(unit, unit.keys() - DERIVED - {"weapons", "antiair", "gun"})
        for weapon in unit.get("weapons", ()):
            for row in weapon["rows"].values():
                sourced(
                    row,
                    {"range", "factors"} | {key for key in ("since", "effectiveness", "small_arms") if row.get(key)},
                )
            if "damage" in weapon:
                sourced(weapon["damage"], {"nd", "damaged", "ko"})
        for size in unit.get("sizes", {}).values():
            sourced(size, size.keys() - DERIVED - {"gp"})
            sourced(size["gp"], {"range", "factors", "small_arms"})
        if "armour" in unit:
            sourced(unit["armour"], unit["armour"].keys() - {"provenance", "notes"})
        if "antiair" in unit:
            sourced(unit["antiair"], {"range", "factors", "modifier", "high"})


def test_the_values_of_single_units(run: Run) -> None:
    found = {unit["name"]: unit for unit in run("units", "panzer", "--json").json}
    lee = found["M3 Lee"]
    assert [weapon["weapon"] for weapon in lee["weapons"]] == ["75mm L/31", "37mm L/53"]
    assert [(weapon["limited"], weapon["reverse"]) for weapon in lee["weapons"]] == [(True, False), (False, True)]
    assert (lee["transport"], lee["armour"]["side HF"], lee["armour"]["DK"]) == ("0-2", [14, 16, 12], 5)
    assert (lee["ap_range"], lee["provenance"]["second.gun"]) == ([3, 6, 10, 13, 16], "reconstructed")
    su76 = found["SU-76M M43"]["weapons"][0]
    assert su76["rows"]["HVAP"]["since"] == "late-43"
    assert su76["rows"]["HVAP"]["provenance"]["since"] == "rulebook"
    assert (su76["damage"]["class"], su76["damage"]["provenance"]["ko"]) == ("75-76", "public")
    rifle = found["German Rifle"]
    assert (rifle["squad"], rifle["half-squad"], rifle["points"]) == ([10, 7, 5, 3, 2], [6, 4, 3, 2, 1], "10/5")
    assert rifle["sizes"]["squad"]["unit"] == "German Rifle squad"
    assert rifle["sizes"]["squad"]["gp"]["provenance"]["factors.S"] == "rulebook"
    flak = found["8.8cm FlaK 36 A/ATG"]
    assert (flak["defence"], flak["passenger"], flak["antiair"]["high"]) == ("1S/3S/4S/6S", "3-3", True)
    assert found["Panzerfaust"]["weapons"][0]["rows"]["GP"]["factors"][0] == 14
    assert found["Soviet flamethrower"]["weapons"] == []
    assert found["bicycle"]["provenance"]["allowance"] == "reconstructed"


def test_the_basic_level_is_as_it_was(run: Run) -> None:
    basic = run("units", "panzer", "--level", "basic", "--json").json
    assert basic == run("units", "panzer", "--book", "basic", "--json").json
    assert [unit["name"] for unit in basic] == list(cards())
    assert list(basic[0]) == [
        "name", "card", "nation", "kind", "points", "cross_country", "traction", "path", "road", "mount", "turn",
        "size", "front", "rear", "open", "defence", "gun", "ap_range", "ap_penetration", "provenance", "rule", "notes",
    ]  # fmt: skip
    assert "extras.coax" not in basic[0]["provenance"]


def test_units_for_people_stand_in_a_table_for_each_class(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "220")
    lines = run("units", "panzer").out.splitlines()
    headings = [
        "Vehicles",
        "Towed units",
        "Leg units",
        "Crew-served weapons",
        "Mounts of leg units",
        "Labels of leg units",
    ]
    assert [line for line in lines if line in headings] == headings
    towed = lines[lines.index("Towed units") + 1]
    assert "passenger" in towed
    assert "traction" not in towed
    assert not any("{'" in line or "[{" in line for line in lines)
    assert any(line.startswith("57mm ZiS-2 M43 ATG special_limit: ") for line in lines)
    assert not any(line in headings for line in run("units", "panzer", "--level", "basic").out.splitlines())


def test_unknown_levels_are_refused(run: Run) -> None:
    assert run("units", "panzer", "--level", "expert").refused("there is no book 'expert'", "advanced, basic")
    assert run("units", "panzer", "--level", "basic", "--book", "basic").refused("not allowed with")
