"""The tools of KampfPanzer on the command line: odds, lines of sight on any map, duels; and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.maps import map_names
from support.cli_run import Result, Run

ODDS = ("odds", "kampfpanzer")
MINE = """
format = 1
name = "mine"
title = "Mine"
columns = 8
rows = 8
high_columns = "odd"
[legend]
"." = "clear"
"w" = "{hex}"
[layers]
terrain = '''
........
........
........
....w...
........
........
........
........
'''
[[hexsides]]
terrain = "{side}"
sides = ["0504A"]
"""


@pytest.mark.parametrize(
    ("argv", "superiority", "outcomes"),
    [
        (("--attackers", "PzIIID@3,PzIVE@3", "--target", "R35", "--terrain", "woods"), 4, {"D2": "1/2", "D3": "1/2"}),
        (("--attackers", "R35@3,H39@3", "--target", "PzIVE"), 2, {"P": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6"}),
        (("--overrun", "1", "--defenders", "1"), 2, {"none": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6"}),
        (("--overrun", "6", "--defenders", "2", "--entrenched"), 5, None),
        (("--overrun", "3", "--defenders", "3"), 2, None),
        (("--counterattack",), -2, {"D1": "1/3", "none": "2/3"}),
        (("--attackers", "PzIVE@1", "--target", "Fr infantry"), 15, {"D4": "1"}),
        (("--attackers", "S35@3", "--target", "Fr infantry", "--target", "25mm", "--terrain", "woods"), -6, {}),
        (("--attackers", "S35@3", "--target", "R35", "--terrain", "slope", "--through", "crest"), -2, None),
        (("--attackers", "S35@3", "--target", "R35", "--terrain", "slope"), 1, None),
        (("--attackers", "S35@3", "--target", "2 lb ATG", "--entrenched"), -3, None),
        (("--h", "tight", "--static", "--target", "R35"), None, {"none": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6"}),
        (("--h", "loose", "--static", "--terrain", "town"), None, {"none": "2/3", "D1": "1/3"}),
        (("--h", "loose", "--moving", "--target", "R35"), None, {}),
    ],
)
def test_odds(run: Run, argv: tuple[str, ...], superiority: int | None, outcomes: dict[str, str] | None) -> None:
    found = run(*ODDS, *argv, "--json").json
    assert found["superiority"] == superiority
    assert outcomes is None or found["outcomes"] == outcomes
    assert bool(found["void"]) == (not found["outcomes"])


def test_recovery_and_fire_that_is_not_allowed(run: Run) -> None:
    chances = [run(*ODDS, "--recover", level, "--json").json["probability"] for level in ("D1", "D2", "D3")]
    assert chances == ["1/2", "1/3", "1/6"]
    far = run(*ODDS, "--attackers", "PzIIID@5,PzIVE@5", "--target", "R35", "--terrain", "woods", "--json").json
    assert (far["rule"], far["void"][:7], far["outcomes"]) == ("9.16-c1", "9.16-c1", {})


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "the attackers are missing"),
        (("--attackers", "PzIIID@3"), "the target is missing"),
        (("--attackers", "PzIIID", "--target", "R35"), "'PzIIID' has no range"),
        (("--attackers", "Tiger@3", "--target", "R35"), "no counter named 'Tiger'"),
        (("--attackers", "S35@3", "--target", "R35", "--target", "PzII"), "R35 and PzII cannot share a hex"),
        (("--attackers", "S35@3", "--target", "R35", "--overrun", "2"), "--attackers and --overrun ask for different"),
        (("--counterattack", "--recover", "D1"), "--counterattack and --recover ask for different things"),
        (("--overrun", "7"), "--overrun is 7"),
        (("--overrun", "0"), "--overrun is 0"),
        (("--overrun", "1", "--defenders", "5"), "--defenders is 5"),
        (("--overrun", "1", "--defenders", "3", "--entrenched"), "--defenders is 3"),
        (("--h", "tight"), "plotted to move"),
        (("--recover", "D4"), "D4"),
    ],
)
def test_questions_that_are_refused(run: Run, argv: tuple[str, ...], said: str) -> None:
    assert run(*ODDS, *argv).refused(said)


@pytest.mark.parametrize(
    ("game", "place", "wall", "rule"),
    [
        ("kampfpanzer", "woods", "woods", "9.16-b1"),
        ("tank", "clear", "berm", "10.22c"),
        ("panzer", "clear", "wall", ""),
        ("panzer-g1", "clear", "wall", ""),
    ],
)
def test_a_map_of_ones_own_is_read_for_every_game(
    run: Run, tmp_path: Path, game: str, place: str, wall: str, rule: str
) -> None:

    def asked(name: str, text: str) -> Result:
        (tmp_path / name).write_text(text)
        return run("los", game, "0502", "0506", "--map", tmp_path / name, "--json")

    found = asked("good.toml", MINE.format(hex=place, side=wall)).json
    assert found["path"][-1] == "0506"
    if rule:
        assert (found["clear"], found["blocked_by"]["rule"]) == (False, rule)
    swamp, lava = MINE.format(hex="swamp", side=wall), MINE.format(hex=place, side="lava")
    assert asked("hex.toml", swamp).refused("hex.toml: hex 0504 is 'swamp'", "clear")
    assert asked("side.toml", lava).refused("side.toml: hexside 0503-0504 is 'lava'", wall)
    assert asked("broken.toml", "columns = [").refused("broken.toml")
    assert run("los", game, "0502", "0506", "--map", tmp_path / "none.toml").refused("none.toml")


def test_the_name_of_a_game_with_several_maps_needs_a_file(run: Run) -> None:
    assert run("los", "panzer", "A1", "A3").refused("no map named 'panzer'", "panzer-g1")
    assert "panzer" not in map_names()


def test_a_duel(run: Run, tmp_path: Path) -> None:
    argv = ("lab", "duel", "--game", "kampfpanzer", "--attacker", "PzIIID", "--target", "R35")
    told = run(*argv, "--html", tmp_path / "d.html").out
    assert "disrupted 83%" in told
    assert "front" not in told + (tmp_path / "d.html").read_text()
    ends = run(*argv, "--json").json["exchange"]
    assert (ends[4]["never"], ends[10]["never"]) == ("0", "1")
    assert run(*argv[:4]).refused("one unit for --attacker, not 0")
    assert run(*argv, "--target", "PzII").refused("one unit for --target, not 2")
    assert run(*argv, "--overrun", "2").refused("--attacker and --overrun")
