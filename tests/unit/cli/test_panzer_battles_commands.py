"""The tools of Panzer Battles on the command line: odds of attacks, tables, types of unit; and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest

from support.cli_run import Run

ODDS = ("odds", "panzer_battles")
PANZER_IV = ("--attacker", "PzIV H", "--count", "4", "--target", "M4", "--strength", "5", "--range", "3")
SHERMAN = ("--attacker", "M4", "--target", "PzV")
SCATTER = ("--table", "scatter", "--apex")
US = "US infantry"
SINGLE = {"losses": {"0": "1/54", "1": "29/108", "2": "25/54", "3": "2/9", "4": "1/36"}}
"""The losses of the Panzer IVs with a single loss die."""


@pytest.mark.rules("12.16-ex-1", "10.1", "12.0-proc-4")
def test_four_panzer_iv_at_five_shermans(run: Run) -> None:
    found = run(*ODDS, *PANZER_IV, "--json").json
    assert (found["attack_strength"], found["column"], found["modifier"]) == (4, 8, 4)
    assert found["losses"] == {"0": "1/54", "1": "29/108", "2": "19/54", "3": "20/81", "4": "5/54", "5": "7/324"}
    assert (found["suppressed"], found["void"], found["provenance"]) == ("53/54", "", "reconstructed")
    assert {"rule": "12.11a", "label": "penetration 7 against armour 5", "value": 4, "provenance": "rulebook"} in found[
        "factors"
    ]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (
            ("--attacker", "PzV", "--count", "5", "--target", "T34/85", "--strength", "3", "--range", "8"),
            {"column": 5, "modifier": 2, "losses": {"0": "3/8", "1": "55/108", "2": "25/216"}, "suppressed": "13/18"},
        ),
        (
            ("--weapon", "rifles", "--attacker", US, "--count", "5", "--target", US, "--strength", "5", "--range", "1"),
            {"losses": {"0": "5/12", "1": "5/12", "2": "1/6"}, "suppressed": "11/12"},
        ),
        (
            ("--weapon", "mg", "--attacker", "PzIV H", "--count", "5", "--target", "M3", "--strength", "5",
             "--range", "2", "--moving"),
            {"suppressed": "19/54", "losses": {"0": "1"}, "modifier": -2},
        ),
        (("--weapon", "artillery", "--target", "M4"), {"suppressed": "35/36", "losses": {"0": "1"}}),
        (("--weapon", "artillery", "--target", "PzV", "--scattered"), {"suppressed": "7/12", "attack_strength": 4}),
        (
            ("--weapon", "artillery", "--target", US, "--terrain", "town", "--defilade", "--moving"),
            {"modifier": -5, "attack_strength": 8},
        ),
        (
            ("--weapon", "bazooka", "--attacker", US, "--target", "PzIV H", "--range", "0", "--aspect", "side"),
            {"attack_strength": 1, "column": 6, "modifier": 0},
        ),
        (
            ("--weapon", "he", "--attacker", "88", "--count", "2", "--target", US, "--range", "7"),
            {"attack_strength": 5, "modifier": 0},
        ),
        (
            ("--weapon", "37mm", "--attacker", "Grant", "--count", "3", "--target", "PzIII", "--range", "3"),
            {"attack_strength": 3, "column": 6, "modifier": 0},
        ),
        (
            ("--weapon", "rifles", "--attacker", US, "--target", US, "--range", "0", "--mounted", "--stacked", "2"),
            {"attack_strength": 4, "modifier": 4},
        ),
        (
            (*PANZER_IV, "--firer-column", "--firer-suppressed", "--column", "--terrain", "woods"),
            {"column": 4, "modifier": 5},
        ),
        ((*PANZER_IV, "--loss-dice", "single"), SINGLE),
    ],
)  # fmt: skip
def test_odds(run: Run, argv: tuple[str, ...], expected: dict[str, Any]) -> None:
    found = run(*ODDS, *argv, "--json").json
    assert {key: found[key] for key in expected} == expected
    assert found["void"] == ""
    assert all({"rule", "label", "value"} <= set(factor) for factor in found["factors"])


@pytest.mark.parametrize(
    ("argv", "void"),
    [
        ((*SHERMAN, "--range", "16"), "10.32-r16: a gun of type 3 does not fire 16 hexes far"),
        (("--weapon", "mg", "--attacker", "M4", "--target", "88", "--range", "2"), "16.44a: only main guns affect"),
        (("--weapon", "mg", "--attacker", "M4", "--target", US, "--range", "2", "--firer-suppressed"), "8.61A: "),
        (("--attacker", "M4", "--target", US, "--range", "2"), "10.0-he-note: main guns fire HE at infantry"),
        (("--weapon", "bazooka", "--attacker", US, "--target", "PzV", "--range", "1", "--mounted"), "16.2b: mounted"),
    ],
)  # fmt: skip
def test_no_attack_is_possible(run: Run, argv: tuple[str, ...], void: str) -> None:
    found = run(*ODDS, *argv, "--json").json
    assert found["void"].startswith(void)
    assert (found["attack_strength"], found["losses"], found["suppressed"]) == (None, {}, "0")


def test_odds_in_words(run: Run) -> None:
    lines = run(*ODDS, *PANZER_IV).out.splitlines()
    assert "  column of the combat results                8  [10.1]  reconstructed" in lines
    assert "losses: 0 1/54 (2%), 1 29/108 (27%), 2 19/54 (35%), 3 20/81 (25%), 4 5/54 (9%), 5 7/324 (2%)" in lines
    assert "suppressed: 53/54" in lines


@pytest.mark.rules("14.2", "18.21b", "17.27", "17.26-ex-1", "17.14", "14.6b", "14.8-B")
@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (("morale", "--size", "15", "--lost", "4"), {"column": 4, "increase": {"0": "11/12", "1": "1/12"}}),
        (("morale", "--size", "10", "--lost", "2", "--detached"), {"column": 5, "increase": {"0": "5/6", "1": "1/6"}}),
        (
            ("scatter", "--observed", "12"),
            {"results": {"OT": "5/18", "S": "11/36", "1": "1/4", "2": "5/36", "3": "1/36"}, "column": "11-20"},
        ),
        (("scatter", "--observed", "none"), {"column": "41+"}),
        (("scatter", "--ffe"), {"results": {"OT": "13/18", "S": "7/36", "1": "1/12"}}),
        (("scatter", "--observed", "12", "--ffe"), {"column": "ffe"}),
        (("scatter", "--observed", "none", "--ffe"), {"column": "41+"}),
        (
            ("scatter", "--apex", "1524", "--result", "2", "--dice", "5,3"),
            {"apex": "1422", "pattern": ["1422", "1421", "1522"]},
        ),
        (("scatter", "--apex", "1524", "--result", "S-1", "--dice", "1"), {"apex": "1523"}),
        (("scatter", "--apex", "1925", "--result", "OT"), {"apex": "1925", "pattern": ["1925", "1924", "2024"]}),
        (("rally", "--rating", "B"), {"value": {"3": "1/6", "4": "1/6", "5": "1/6", "6": "1/2"}, "success": "5/6"}),
    ],
)  # fmt: skip
def test_tables(run: Run, argv: tuple[str, ...], expected: dict[str, Any]) -> None:
    found = run(*ODDS, "--table", *argv, "--json").json
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        ((*SHERMAN, "--range", "-1"), "--range is -1", "a number from 0"),
        (("--attacker", "M4", "--count", "6", "--target", "PzV", "--range", "1"), "--count is 6", "from 1 to 5"),
        (("--attacker", "M4", "--count", "0", "--target", "PzV", "--range", "1"), "--count is 0", "from 1 to 5"),
        ((*SHERMAN, "--strength", "6", "--range", "1"), "--strength is 6", "from 1 to 5"),
        ((*SHERMAN, "--stacked", "-1", "--range", "1"), "--stacked is -1", "from 0"),
        (("--weapon", "rifles", "--attacker", "Gun crew", "--count", "3", "--target", US), "--count is 3", "1 to 2"),
        (("--weapon", "37mm", "--attacker", "T34", "--target", "PzV", "--range", "1"), "T34/85 has no 37mm", "mg, he"),
        (("--attacker", "M3", "--target", "PzV", "--range", "1"), "M3 has no main", "its weapons: mg"),
        (("--attacker", "M5", "--target", "PzV", "--range", "1"), "there is no unit named 'M5'", "did you mean M4"),
        (("--attacker", "M4", "--target", "PzX", "--range", "1"), "there is no unit named 'PzX'", "PzV"),
        (("--attacker", "M4", "--target", "PzV"), "--range is missing", "a number from 0"),
        (("--target", "PzV", "--range", "1"), "the attacker is missing", "--attacker"),
        (("--attacker", "M4", "--range", "1"), "the target is missing", "--target"),
        ((*SHERMAN, "--range", "1", "--mounted"), "--mounted is for infantry", "leave it out"),
        ((*SHERMAN, "--range", "1", "--scattered"), "--scattered is for artillery", "leave"),
        ((*SHERMAN, "--range", "1", "--terrain", "swamp"), "swamp", "--help"),
        ((*SHERMAN, "--range", "x"), "invalid int value", "--help"),
        (("--size", "15", "--lost", "4"), "--size belongs to --table morale", "--table morale"),
        (("--table", "rally", "--apex", "1524"), "--apex belongs to --table scatter", "--table scatter"),
        (("--table", "morale", "--size", "15"), "--lost is missing", "from 1 to 15"),
        (("--table", "morale", "--size", "15", "--lost", "16"), "--lost is 16", "from 1 to 15"),
        (("--table", "morale", "--size", "0", "--lost", "1"), "--size is 0", "from 1"),
        (("--table", "rally"), "--rating is missing", "A, B"),
        (("--table", "rally", "--rating", "L"), "invalid choice: 'L'", "--help"),
        (("--table", "scatter"), "who sees the target hex", "--observed N"),
        (("--table", "scatter", "--observed", "-3"), "--observed is '-3'", "or none"),
        (("--table", "scatter", "--observed", "far"), "--observed is 'far'", "or none"),
        ((*SCATTER, "15x4", "--result", "1", "--dice", "1"), "there is no hex '15x4'", "four digits"),
        ((*SCATTER, "1524", "--result", "5", "--dice", "1,1"), "--result is '5'", "1 to 4"),
        ((*SCATTER, "1524", "--result", "2", "--dice", "5"), "two dice are rolled", "5,3"),
        ((*SCATTER, "1524", "--result", "1", "--dice", "7"), "one die is rolled", "1 to 6"),
        ((*SCATTER, "1524", "--result", "S", "--dice", "1"), "no die is rolled", "1 to 6"),
        ((*SCATTER, "1524", "--ffe"), "--apex asks where fire comes down", "one or the other"),
        (("--table", "weather"), "invalid choice: 'weather'", "--help"),
    ],
)  # fmt: skip
def test_bad_input_is_refused(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run(*ODDS, *argv).refused(said, hint)


def test_fifteen_types_with_their_provenance(run: Run) -> None:
    found = {unit["name"]: unit for unit in run("units", "panzer_battles", "--json").json}
    assert list(found) == [
        "M4", "M3", "US infantry", "T34/85", "PzIV H", "PzV", "PzII", "PzIII", "PzIV E", "SDK", "88", "Gun crew",
        "Grant", "Crusader II", "CS tank",
    ]  # fmt: skip
    grant = found["Grant"]
    assert (grant["profile"], grant["front"], grant["side"], grant["ma"]) == ("E", 5, 2, 7)
    assert grant["guns"] == {"75mm": "3/7", "37mm": "4/5"}
    assert (grant["gun_type"], grant["penetration"], grant["he"], grant["mgs"]) == (3, 7, [2, 4, 5, 7, 8], 1)
    assert grant["external"] is False
    assert grant["provenance"]["he"] == "reconstructed"
    assert found["US infantry"]["rifles"] == {"0": 9, "1-2": 7, "3-4": 4, "5": 2}
    assert (found["US infantry"]["bazooka"], found["US infantry"]["bazooka_penetration"]) == ([1, 0], 3)
    assert found["Gun crew"]["full"] == 2
    assert (found["CS tank"]["guns"], found["CS tank"]["gun_type"]) == ({"howitzer": "HE"}, None)
    assert found["Crusader II"]["he"] == []
    assert (found["US infantry"]["front"], found["SDK"]["front"]) == (None, 0)
    assert found["M3"]["provenance"]["ma"] == "repaired"
    assert "a digit" in found["M3"]["notes"]["ma"]
    for unit in found.values():
        shown = {key for key in ("profile", "front", "side", "gun_type", "penetration") if unit[key] is not None}
        assert shown <= set(unit["provenance"])
    assert run("units", "panzer_battles", "--book", "expanded").refused("there is no book 'expanded'", "panzer_battles")
    assert "M3 ma: The counter sheet has 12" in run("units", "panzer_battles").out


def test_a_duel_of_platoons_is_refused(run: Run) -> None:
    asked = run("lab", "duel", "--game", "panzer_battles", "--attacker", "M4", "--target", "PzV")
    assert asked.refused("this game counts losses", "hulldown odds")
