"""`lab`: balance, tournament and duel from the command line, with the toy game where a game will do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hulldown.core.game import AnyGame
from hulldown.lab import runs
from support.cli_run import Run

BALANCE = ("lab", "balance", "toy/1", "--bots", "random", "--jobs", "1")
TOURNAMENT = ("lab", "tournament", "--bots", "random,greedy", "--scenarios", "toy/1", "--jobs", "1")


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    assert found["seconds"] >= 0
    return {key: value for key, value in found.items() if key != "seconds"}


@pytest.mark.parametrize("what", ["balance", "tournament", "duel"])
def test_every_part_explains_itself(run: Run, what: str) -> None:
    result = run("lab", what, "--help")
    assert result.status == 0
    assert f"usage: hulldown lab {what}" in result.out
    assert "--html" in result.out
    assert "--json" in result.out


def test_a_part_that_does_not_exist_is_answered_with_the_nearest(run: Run) -> None:
    assert run("lab", "balence").refused("the lab has no 'balence'", "did you mean balance?")


@pytest.mark.usefixtures("toy")
class TestBalance:
    def test_rates_as_json(self, run: Run) -> None:
        result = run(*BALANCE, "--games", "20", "--json")
        found = result.json
        assert result.status == 0
        assert (found["planned"], found["played"], found["errors"], found["stopped"]) == (20, 20, 0, False)
        scenario = found["balance"][0]
        rates = scenario["rates"]
        assert scenario["scenario"] == "toy/1"
        won = [rates["wins"][side]["value"] for side in ("alpha", "bravo")]
        assert sum(won) + rates["draws"]["value"] == pytest.approx(1)
        assert rates["score"]["low"] < rates["score"]["value"] < rates["score"]["high"]

    def test_it_agrees_with_sim_on_the_same_seeds(self, run: Run) -> None:
        counts = run("sim", "toy/1", "--games", "20", "--json").json["outcomes"]
        rates = run(*BALANCE, "--games", "20", "--json").json["balance"][0]["rates"]
        assert {side: rate["value"] * 20 for side, rate in rates["wins"].items()} == {
            side: pytest.approx(counts[side]) for side in ("alpha", "bravo")
        }

    def test_two_bots_play_all_pairings(self, run: Run) -> None:
        found = run(*BALANCE, "--bots", "random,greedy", "--games", "3", "--json").json
        assert found["planned"] == 12
        assert [list(one["bots"].values()) for one in found["balance"][0]["pairings"]] == [
            ["random", "random"], ["random", "greedy"], ["greedy", "random"], ["greedy", "greedy"]
        ]  # fmt: skip

    def test_in_words(self, run: Run) -> None:
        out = run(*BALANCE, "--games", "4").out
        assert "4 games in" in out
        assert "toy/1  The sandpit" in out
        assert "score of alpha" in out

    def test_it_goes_on_where_it_was_stopped(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = timeless(run(*BALANCE, "--games", "8", "--json").json)
        out = tmp_path / "found.json"
        real, played = runs.play_all, []

        def stopping(*args: Any) -> Any:
            for number, one in enumerate(real(*args)):
                if number == 3:
                    raise KeyboardInterrupt
                played.append(one.name)
                yield one

        monkeypatch.setattr(runs, "play_all", stopping)
        result = run(*BALANCE, "--games", "8", "--out", out, "--json")
        assert (result.status, result.json["stopped"], result.json["played"]) == (130, True, 3)
        monkeypatch.setattr(runs, "play_all", real)
        again = run(*BALANCE, "--games", "8", "--out", out, "--json")
        assert again.status == 0
        assert timeless(again.json) == whole
        assert len((tmp_path / "found.json.games.jsonl").read_text().splitlines()) == 9
        assert run(*BALANCE, "--games", "9", "--out", out).refused("games was 8, now it is 9", "same arguments")

    def test_records_are_kept_and_verify(self, run: Run, tmp_path: Path) -> None:
        run(*BALANCE, "--games", "2", "--records", tmp_path / "r")
        assert sorted(os.listdir(tmp_path / "r")) == ["toy-1-00000-0v0.jsonl", "toy-1-00001-0v0.jsonl"]
        assert run("verify", tmp_path / "r" / "toy-1-00001-0v0.jsonl").status == 0

    def test_files_of_others_are_not_replaced_but_an_earlier_report_is(self, run: Run, tmp_path: Path) -> None:
        page = tmp_path / "page.html"
        page.write_text("mine")
        assert run(*BALANCE, "--games", "2", "--html", page).refused("page.html exists", "--force")
        assert page.read_text() == "mine"
        assert run(*BALANCE, "--games", "2", "--html", page, "--force").status == 0
        assert page.read_text().startswith("<!doctype html>")
        assert run(*BALANCE, "--games", "2", "--html", page).status == 0

    def test_a_failed_game_is_counted_and_kept(self, run: Run, tmp_path: Path, toy: AnyGame, monkeypatch) -> None:  # type: ignore[no-untyped-def]
        real = toy.apply

        def crumbling(state: Any, side: str, order: Any) -> Any:
            if state.turn == 2 and state.seed[0] in "01234567":
                raise KeyError("A2 has no gun")
            return real(state, side, order)

        monkeypatch.setattr(toy, "apply", crumbling)
        result = run(*BALANCE, "--games", "20", "--out", tmp_path / "o.json", "--json")
        found = result.json
        assert result.status == 1
        assert 0 < found["errors"] < 20
        assert found["balance"][0]["rates"]["games"] == 20 - found["errors"]
        assert len(list((tmp_path / "failed").glob("*.error.txt"))) == found["errors"]

    @pytest.mark.parametrize(
        ("argv", "said", "hint"),
        [
            (("toy/2", "--games", "1"), "no scenario named 'toy/2'", "toy/1"),
            (("toy/1", "--games", "0"), "--games must be 1 or more", ""),
            (("toy/1", "--games", "1", "--bots", "randm"), "no bot named 'randm'", "did you mean random?"),
            (("toy/1", "--games", "1", "--bots", ","), "--bots names no bot", ""),
            (("toy/1", "--games", "1", "--option", "range=far"), "option range is 'far'", ""),
            (("toy/1", "--games", "1", "--handicap", "luck"), "no handicap named 'luck'", ""),
            (("toy/1", "--games", "1", "--dask", "--cluster", "x"), "--dask makes a cluster", ""),
            (("toy/1", "--games", "1", "--out", "/nowhere/x.json"), "no folder /nowhere", ""),
            (("toy/1",), "required: --games", "hulldown lab balance --help"),
        ],
    )
    def test_bad_arguments_are_refused(self, run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
        assert run("lab", "balance", *argv).refused(said, hint)


@pytest.mark.usefixtures("toy")
class TestTournament:
    def test_the_table_as_json_and_in_a_folder(self, run: Run, tmp_path: Path) -> None:
        found = run(*TOURNAMENT, "--games", "5", "--out", tmp_path / "t", "--json").json
        assert found["games"] == 6  # made even
        assert {one["bot"] for one in found["standings"]} == {"random", "greedy"}
        assert sum(one["elo"]["value"] for one in found["standings"]) == pytest.approx(0)
        assert sorted(os.listdir(tmp_path / "t")) == ["results.jsonl", "tournament.html", "tournament.json"]
        again = run(*TOURNAMENT, "--games", "6", "--out", tmp_path / "t", "--json").json
        assert timeless(again) == timeless(found)
        assert run(*TOURNAMENT, "--games", "6", "--seed", "x", "--out", tmp_path / "t").refused('seed was "0"')

    def test_an_anchor(self, run: Run) -> None:
        found = run(*TOURNAMENT, "--games", "4", "--anchor", "greedy=1200", "--json").json
        anchored = next(one["elo"] for one in found["standings"] if one["bot"] == "greedy")
        assert anchored == {"value": 1200.0, "low": 1200.0, "high": 1200.0}

    def test_in_words(self, run: Run) -> None:
        out = run(*TOURNAMENT, "--games", "2").out
        assert "random – greedy" in out
        assert "Elo" in out

    @pytest.mark.parametrize(
        ("argv", "said"),
        [
            (("--bots", "random", "--scenarios", "toy/1"), "two or more different bots"),
            (("--bots", "random,greedy", "--scenarios", "toy/1,toy/1"), "different scenarios"),
            (("--bots", "random,greedy", "--scenarios", "toy/1", "--anchor", "planner"), "does not take part"),
            (("--bots", "random,greedy", "--scenarios", "toy/1", "--anchor", "greedy=high"), "'high' is no number"),
        ],
    )
    def test_bad_arguments_are_refused(self, run: Run, argv: tuple[str, ...], said: str) -> None:
        assert run("lab", "tournament", *argv, "--games", "2").refused(said)


class TestDuel:
    def test_in_words(self, run: Run) -> None:
        out = run("lab", "duel", "--game", "tank", "--attacker", "T62", "--target", "M60A2").out
        assert "11–15  █████       50%" in out
        assert "M60A2 wins" in out

    def test_as_json_and_as_a_page(self, run: Run, tmp_path: Path) -> None:
        page = tmp_path / "d.html"
        argv = ("lab", "duel", "--game=panzer", "--attacker", "T-34/76 M43", "--target", "PzKpfw IVH", "--html", page)
        found = run(*argv, "--return", "aspect=rear", "--json").json
        assert found["returning"] == {"aspect": "rear"}
        assert found["effects"] == ["damaged", "ko", "bu"]
        assert page.read_text().count("<svg") == 4
        assert run(*argv).refused("d.html exists")

    @pytest.mark.parametrize(
        ("argv", "said"),
        [
            (("--attacker", "T62", "--target", "M60A2"), "required: --game"),
            (("--game", "tank", "--attacker", "T62"), "one unit for --target, not 0"),
            (("--game", "tank", "--attacker", "T99", "--target", "M60A2"), "T99"),
            (("--game", "chess", "--attacker", "T62", "--target", "M60A2"), "chess"),
            (("--game", "tank", "--attacker", "T62", "--target", "M60A2", "--return", "aspect"), "name=value"),
            (("--game", "tank", "--attacker", "T62", "--target", "M60A2", "--return", "panic=x"), "no whole number"),
        ],
    )
    def test_bad_arguments_are_refused(self, run: Run, argv: tuple[str, ...], said: str) -> None:
        assert run("lab", "duel", *argv).refused(said)


@pytest.mark.slow
def test_a_handicap_is_looked_for_with_a_real_game(run: Run) -> None:
    argv = ("lab", "balance", "panzer/1", "--bots", "random", "--games", "4", "--jobs", "1", "--handicap")
    found = run(*argv, "soviet_points", "--option", "soviet_points=300", "--json").json
    assert found["balance"][0]["rates"]["score"]["value"] == 1.0
    suggested = found["handicaps"][0]["suggested"]
    assert suggested["option"] == "soviet_points"
    assert suggested["value"] < 300
    assert suggested["score"]["value"] == 0.5
