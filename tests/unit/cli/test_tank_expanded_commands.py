"""The commands about what can be fielded in Tank! Expanded: units --book, forces."""

from __future__ import annotations

import pytest

from hulldown.games.tank.data.periods import period_lines
from support.cli_run import Run

KEYS = [
    "infantry_he", "artillery", "air", "smoke", "panic", "preservation", "companies", "tanks", "assault_guns", "apcs",
    "guns", "devices", "default",
]  # fmt: skip


def test_units_of_the_expanded_book(run: Run) -> None:
    found = run("units", "tank", "--book", "expanded", "--json").json
    assert len(found) >= 130
    assert all({"name", "maker", "periods", "provenance"} <= entry.keys() for entry in found)
    assert all(entry["maker"] and entry["periods"] and entry["provenance"] for entry in found)
    assert [entry["name"] for entry in found if entry["maker"] == "all nations"] == ["truck"]
    tank = next(entry for entry in found if entry["name"] == "US M60A3")
    assert (tank["maker"], tank["periods"], tank["front"], tank["spaced"]) == ("US", [12], 18, True)
    assert (tank["provenance"]["front"], tank["provenance"]["ap"]) == ("rulebook", "reconstructed")
    missile = next(entry for entry in found if entry["name"] == "So Sagger")
    assert (missile["minimum"], missile["range"], missile["on_tanks"], missile["heat"]) == (10, 50, False, True)
    assert "front" not in missile


def test_units_for_people(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    words = run("units", "tank", "--book", "expanded").out.split()
    at = words.index("T34/85")
    assert words[at - 1] == "So"
    assert words[at + 1 : at + 5] == ["5-6", "10", "8", "6"]


def test_without_a_book_the_standard_chart_as_before(run: Run) -> None:
    assert run("units", "tank", "--json").json == run("units", "tank", "--book", "standard", "--json").json
    assert [entry["name"] for entry in run("units", "tank", "--json").json][:2] == ["PzIVh", "PzIIIj"]


def test_an_unknown_book_is_refused(run: Run) -> None:
    assert run("units", "tank", "--book", "advanced").refused("there is no book 'advanced'")
    assert run("units", "panzer", "--book", "expanded").refused("there is no book 'expanded'")
    assert run("units", "kampfpanzer", "--book", "expanded").refused("there is no book 'expanded'")


@pytest.mark.parametrize("key", period_lines())
def test_every_line_answers(run: Run, key: str) -> None:
    period, nation = key.split()
    found = run("forces", "tank", "--period", period, "--nation", nation, "--json").json
    assert list(found) == KEYS
    assert list(found["artillery"]) == ["alpha", "bravo", "kinds", "max", "heavy"]
    assert list(found["air"]) == ["procedure", "weight", "max"]
    assert list(found["smoke"]) == ["afv", "artillery"]
    default = found["default"]
    company = next(
        entry
        for entry in found["companies"]
        if entry["name"] == default["company"] and entry["total"] == default["afvs"]
    )
    assert sum(default["made_of"].values()) == company["total"]
    assert default["apc"] in found["apcs"]
    assert default["gun"] in found["guns"]
    assert default["device"] in found["devices"]
    for name in default["made_of"]:
        assert name in (*found["tanks"], *found["assault_guns"]) or name.endswith(" CS")


@pytest.mark.rules("tank:35.2b", "tank:35.2c", "tank:35.2d", "tank:35.2e")
def test_germany_in_1944(run: Run) -> None:
    found = run("forces", "tank", "--period", "6", "--nation", "Ger", "--json").json
    assert found["infantry_he"] == 5
    assert found["artillery"] == {"alpha": "planned", "bravo": "called", "kinds": ["M"], "max": 2, "heavy": True}
    assert found["air"] == {"procedure": "planned", "weight": "M", "max": 1}
    assert found["smoke"] == {"afv": True, "artillery": True}
    assert (found["panic"], found["preservation"]) == (30, 50)
    assert found["default"] == {
        "company": "Medium",
        "afvs": 14,
        "made_of": {"Ge Pz V": 14},
        "platoons": [{"made_of": {"Ge Pz V": 4}, "hq": False}] * 3 + [{"made_of": {"Ge Pz V": 2}, "hq": True}],
        "apc": "Ge SPW",
        "gun": "Ge 75/46",
        "device": "Ge PF44-1",
    }


def test_a_nation_without_artillery_and_aircraft(run: Run) -> None:
    found = run("forces", "tank", "--period", "10", "--nation", "UAR", "--json").json
    assert found["artillery"] == {"alpha": None, "bravo": None, "kinds": [], "max": 0, "heavy": False}
    assert found["air"] == {"procedure": None, "weight": None, "max": 0}
    out = run("forces", "tank", "--period", "10", "--nation", "UAR").out
    assert "artillery: none" in out
    assert "smoke: afv yes, artillery no" in out
    assert "3 So T-55, 1 So T-55 (HQ)" in out


def test_korea(run: Run) -> None:
    american = ("forces", "tank", "--period", "7", "--nation", "US", "--json")
    assert run(*american).json["air"]["max"] == 3
    assert run(*american, "--theatre", "Korea").json["air"]["max"] == 6


@pytest.mark.parametrize(
    ("period", "nation", "told"),
    [("13", "Ger", "there is no period 13"), ("6", "It", "35.0: It does not fight in period 6"),
     ("4", "Ger", "35.2a: 'Ger' is ambiguous"), ("6", "Pol", "there is no nation 'Pol'")],
)  # fmt: skip
def test_what_there_is_not_is_refused_with_its_case(run: Run, period: str, nation: str, told: str) -> None:
    assert run("forces", "tank", "--period", period, "--nation", nation).refused(told)


def test_a_game_with_printed_forces_says_so(run: Run) -> None:
    assert run("forces", "panzer").refused("the forces of panzer are printed with its scenarios")
