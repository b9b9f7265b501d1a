"""`sim`: counts, seeds, records, failing games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from hulldown.core.game import AnyGame, Step
from hulldown.core.orders import Order, Side
from hulldown_toy.game import ToyGame, ToyState
from support.cli_run import Run

pytestmark = pytest.mark.usefixtures("toy")


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    assert found["seconds"] >= 0
    return {key: value for key, value in found.items() if key != "seconds"}


def test_a_run_is_summed_up(run: Run) -> None:
    result = run("sim", "toy/1", "--games", "20", "--json")
    found = result.json
    assert result.status == 0
    assert (found["games"], found["errors"]) == (20, 0)
    assert set(found["outcomes"]) == {"alpha", "bravo", "draw"}
    assert sum(found["outcomes"].values()) == 20
    assert found["turns"]["min"] <= found["turns"]["mean"] <= found["turns"]["max"] == 4
    assert 20 * 3 * 2 < found["orders"] <= 20 * 3 * 6


def test_the_seed_decides_everything(run: Run) -> None:
    first = without_time(run("sim", "toy/1", "--games", "30", "--seed", "x", "--json").json)
    assert without_time(run("sim", "toy/1", "--games", "30", "--seed", "x", "--json").json) == first
    assert without_time(run("sim", "toy/1", "--games", "30", "--seed", "y", "--json").json) != first


def test_the_number_of_jobs_changes_nothing(run: Run) -> None:
    one = without_time(run("sim", "toy/1", "--games", "30", "--json").json)
    assert without_time(run("sim", "toy/1", "--games", "30", "--jobs", "2", "--json").json) == one


def test_in_words(run: Run) -> None:
    out = run("sim", "toy/1", "--games", "4", "--seed", "7").out
    assert "toy/1: 4 games in" in out
    assert "seed 7" in out
    assert "draw" in out


def test_records_are_kept_and_verify(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    found = run("sim", "toy/1", "--games", "3", "--records", folder, "--json").json
    assert found["records"] == str(folder)
    assert sorted(os.listdir(folder)) == ["toy-1-00000.jsonl", "toy-1-00001.jsonl", "toy-1-00002.jsonl"]
    for name in os.listdir(folder):
        assert run("verify", folder / name).status == 0


def test_existing_records_are_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "toy-1-00002.jsonl").write_text("mine")
    assert run("sim", "toy/1", "--games", "3", "--records", tmp_path).refused("toy-1-00002.jsonl exists", "--force")
    assert os.listdir(tmp_path) == ["toy-1-00002.jsonl"]
    assert run("sim", "toy/1", "--games", "3", "--records", tmp_path, "--force").status == 0
    assert (tmp_path / "toy-1-00002.jsonl").read_text() != "mine"


def test_a_record_is_the_game_that_was_counted(run: Run, tmp_path: Path) -> None:
    found = run("sim", "toy/1", "--games", "5", "--records", tmp_path, "--json").json
    winners = [run("verify", path, "--json").json["outcome"]["winner"] for path in sorted(tmp_path.iterdir())]
    assert found["outcomes"]["draw"] == winners.count(None)
    assert found["outcomes"]["alpha"] == winners.count("alpha")


def test_options_reach_the_game(run: Run, tmp_path: Path) -> None:
    run("sim", "toy/1", "--games", "1", "--option", "range=1", "--records", tmp_path)
    assert '"options":{"range":1}' in next(tmp_path.iterdir()).read_text()


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        (("toy/2", "--games", "1"), "no scenario named 'toy/2'", "did you mean toy/1?"),
        (("tank/10", "--games", "1"), "no scenario named 'tank/10'", "toy/1"),
        (("toy/1", "--games", "0"), "--games must be 1 or more", ""),
        (("toy/1", "--games", "-3"), "", ""),
        (("toy/1", "--games", "many"), "invalid int value: 'many'", ""),
        (("toy/1", "--games", "1", "--jobs", "-1"), "--jobs 0 or more", ""),
        (("toy/1", "--games", "1", "--alpha", "randm"), "no bot named 'randm'", "did you mean random?"),
        (("toy/1", "--games", "1", "--option", "rang=1"), "no option named 'rang'", "did you mean range?"),
        (("toy/1", "--games", "1", "--option", "range=far"), "option range is 'far'", "whole number"),
        (("toy/1", "--games", "1", "--option", "range"), "name=value", ""),
        (("toy/1",), "required: --games", ""),
    ],
)
def test_bad_arguments_are_refused(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run("sim", *argv).refused(said, hint)


class Crumbling(ToyGame):
    """A toy game that breaks down in turn 2 whenever A2 is told to fire."""

    def apply(self, state: ToyState, side: Side, order: Order) -> Step:
        if state.turn == 2 and any(task.unit == "A2" and task.kind == "fire" for task in order.tasks):
            raise KeyError("A2 has no gun")
        return super().apply(state, side, order)


@pytest.fixture
def crumbling(toy: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    from hulldown import games

    game = Crumbling()
    monkeypatch.setattr(games, "load_game", lambda _: game)


@pytest.mark.usefixtures("crumbling")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_failing_game_is_kept_and_the_run_goes_on(run: Run, tmp_path: Path, jobs: str) -> None:
    result = run("sim", "toy/1", "--games", "20", "--jobs", jobs, "--records", tmp_path, "--json")
    found = result.json
    assert result.status == 1
    assert 0 < found["errors"] < 20
    assert found["games"] == 20
    assert sum(found["outcomes"].values()) == 20 - found["errors"]
    assert "KeyError: 'A2 has no gun'" in found["failed"][0]
    reports = sorted(tmp_path.glob("*.error.txt"))
    assert len(reports) == found["errors"]
    report = reports[0].read_text()
    assert "Traceback" in report
    assert '"unit":"A2","kind":"fire"' in report
    assert "seed: 0/" in report
    record = reports[0].with_name(reports[0].name.replace(".error.txt", ".jsonl"))
    shown = run("replay", record, "--json").json
    assert shown["position"]["turn"] == 2


@pytest.mark.usefixtures("crumbling")
def test_without_a_folder_failing_games_go_to_one_that_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = run("sim", "toy/1", "--games", "20")
    folder = next(tmp_path.iterdir())
    assert result.status == 1
    assert f"records in {folder}" in result.out
    assert "games broke down" in result.out
    assert list(folder.glob("*.jsonl"))


def test_a_game_that_never_ends_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from hulldown import games
    from hulldown.lab import play

    endless = ToyGame(turns=10**9)
    monkeypatch.setattr(endless, "outcome", lambda _: None)
    monkeypatch.setattr(games, "load_game", lambda _: endless)
    monkeypatch.setattr(play, "LIMIT", 100)
    found = run("sim", "toy/1", "--games", "1", "--records", tmp_path, "--json").json
    assert found["errors"] == 1
    assert "not ended after 100 orders" in found["failed"][0]


def test_a_command_can_play_and_a_forfeit_is_a_result(run: Run) -> None:
    done = run("sim", "toy/1", "--games", "2", "--alpha", "exec:false", "--json")
    assert done.status == 0
    found = done.json
    assert found["errors"] == 0
    assert found["outcomes"] == {"alpha": 0, "bravo": 2, "draw": 0}
