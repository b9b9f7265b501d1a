"""The commands with the first real game: the answers the issue promises, and a game that is killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from fractions import Fraction
from pathlib import Path

import pytest

from hulldown.games.tank.faces.tools import los
from hulldown.games.tank.rules.ground import ground_on as ground
from support.cli_run import Run

PROGRAM = Path(sys.executable).with_name("hulldown")


def test_fourteen_scenarios_of_the_standard_book_and_four_open_ones(run: Run) -> None:
    found = {entry["id"]: entry for entry in run("scenarios", "--game", "tank", "--json").json}
    assert set(found) == {
        "tank/intro",
        *(f"tank/{number}" for number in range(1, 14)),
        *(f"tank/34.{n}" for n in range(1, 5)),
    }
    for entry in found.values():
        assert {"title", "situation", "forces", "mode", "panic", "preservation", "length"} <= set(entry)
    assert found["tank/10"]["forces"] == {"alpha": "20 T62", "bravo": "10 M60A2"}


def test_every_weapon_tells_where_its_values_come_from(run: Run) -> None:
    found = run("units", "tank", "--json").json
    assert len(found) >= 21
    for weapon in found:
        assert set(weapon["provenance"].values()) <= {"rulebook", "repaired", "public", "reconstructed"}
    assert next(weapon for weapon in found if weapon["name"] == "T62")["ap"] == 21


@pytest.mark.parametrize("attacker", ["T62", "t62", "T-62", " t 62"])
def test_odds_of_the_example(run: Run, attacker: str) -> None:
    found = run(
        "odds", "tank", "--attacker", attacker, "--target", "m60a2", "--range", "12", "--aspect", "front", "--json"
    ).json
    assert Fraction(found["probability"]) == Fraction(1, 2)
    assert found["hits_on"] == [1, 2, 3]
    assert all({"rule", "label", "value"} <= set(factor) for factor in found["factors"])
    assert found["provenance"]


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        (("--attacker", "T63", "--target", "M60A2", "--range", "12"), "T63", "T62"),
        (("--attacker", "T62", "--target", "M60A2", "--range", "0"), "--range is 0", "1"),
        (("--attacker", "T62", "--target", "M60A2", "--range", "5", "--panic", "11"), "--panic is 11", ""),
        (("--attacker", "T62", "--target", "M60A2", "--range", "5", "--mode", "muddy"), "invalid choice: 'muddy'", ""),
        (("--attacker", "T62", "--target", "M60A2"), "required: --range", ""),
    ],
)
def test_odds_refuse_what_does_not_exist(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run("odds", "tank", *argv).refused(said, hint)


def test_los_of_the_map(run: Run) -> None:
    found = run("los", "tank", "3319", "3808", "--mode", "mixed", "--json").json
    assert found["path"][0] == "3319"
    assert found["path"][-1] == "3808"
    assert found["clear"] == (found["blocked_by"] is None)
    assert run("los", "tank", "3319", "3808", "--mode", "open", "--json").json["path"] == found["path"]
    assert run("los", "tank", "3319", "9901").refused("9901", "0101")


def test_a_record_verifies_and_one_altered_order_does_not(run: Run, tmp_path: Path) -> None:
    assert run("sim", "tank/intro", "--games", "1", "--records", tmp_path).status == 0
    path = tmp_path / "tank-intro-00000.jsonl"
    assert run("verify", path).out.startswith("consistent: tank/intro")
    lines = path.read_text().splitlines(keepends=True)
    number, plot = next((n, line) for n, line in enumerate(lines) if '"kind":"plot","tasks":[{' in line)
    lines[number] = plot.replace('"tasks":[{', '"tasks":[{"unit":"A1","kind":"FC"},{', 1)
    path.write_text("".join(lines))
    result = run("verify", path)
    assert result.status == 1
    assert f"order {number - 1} (" in result.out


def test_a_killed_game_loses_nothing_it_has_acknowledged(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    process = subprocess.Popen(
        [str(PROGRAM), "play", "tank/intro", "--seed", "k", "--record", str(path), "--json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("column COL 3001\n\nauto\n\n")
    process.stdin.flush()
    rescue = threading.Timer(60, process.kill)  # a program that says nothing shall not stop the tests
    rescue.start()
    asked = 0
    for line in process.stdout:
        asked += '"asked"' in line
        if asked == 3:
            break  # the third question: two answers have been acknowledged
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    rescue.cancel()
    process.stdin.close()
    process.stdout.close()
    assert asked == 3
    assert run("verify", path).status == 1  # no reveal yet
    resumed = run("play", "--resume", path, "--json", stdin="quit\n")
    assert resumed.status == 0
    assert json.loads(resumed.out.splitlines()[0])["asked"] == json.loads(line)["asked"]
    assert run("verify", path).status == 0
    assert os.listdir(tmp_path) == ["g"]


def test_odds_tell_where_every_number_comes_from(run: Run) -> None:
    shown = run("odds", "tank", "--attacker", "T62", "--target", "M60A2", "--range", "12", "--terrain", "woods")
    rows = [line for line in shown.out.splitlines() if line.startswith("  ")]
    assert len(rows) == 5
    assert all(row.endswith("]  repaired") for row in rows), shown.out
    assert "provenance:" not in shown.out, "each number says it itself"


@pytest.mark.parametrize(("target", "rule"), [("infantry", "10.11"), ("75AT", "9.34b")])
def test_odds_add_nothing_for_the_movement_of_soft_targets(run: Run, target: str, rule: str) -> None:
    """T-43: moving infantry counts one point, which adds nothing to the die; guns do not move."""
    flags = ("odds", "tank", "--attacker", "PzIIIj", "--target", target, "--range", "12", "--json")
    still, moved = run(*flags).json, run(*flags, "--moved", "8").json
    assert moved["probability"] == still["probability"]
    assert moved["hits_on"] == still["hits_on"] != []
    assert [(factor["rule"], factor["value"]) for factor in moved["factors"][len(still["factors"]) :]] == [(rule, 0)]
    vehicle = ("odds", "tank", "--attacker", "T62", "--target", "M60A2", "--range", "12", "--json")
    assert run(*vehicle, "--moved", "4").json["hits_on"] == [1], "a vehicle's points count"


def test_los_names_the_edge_of_the_map(run: Run) -> None:
    """The line from 2036 to 0836 runs along the south edge; the hexside that blocks it has one hex only."""
    shown = run("los", "tank", "2036", "0836")
    assert "woods at hexside 0936/the map's edge [10.24]" in shown.out
    assert run("los", "tank", "2036", "0836", "--json").json["blocked_by"]["hexside"] == ["0936", "the map's edge"]


def test_no_line_along_the_edge_has_an_empty_label(run: Run) -> None:
    for mode in ("mixed", "closed"):
        board = ground("tank", mode).board
        for edge in board.edges.values():
            for a in edge[::3]:
                for b in edge[::4]:
                    told = los("tank", board.labels[a], board.labels[b], {"mode": mode})
                    assert "" not in (told["blocked_by"] or {}).get("hexside", ())
                    assert all(told["path"])
