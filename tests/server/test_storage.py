"""Failures of the database: told apart to the player and in the log, at the start in one line with status 2."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from hulldown.core.orders import Order
from support.patience import PATIENCE
from support.persons import Browser
from support.postgres import Cluster
from support.remote import Player, new_match, play_out, players_of
from support.serving import TESTS, ServerProcess, Start, free_port, wait_until


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def begin(database: str, env: Mapping[str, str] | None = None, file_size: int = 0) -> subprocess.CompletedProcess[str]:
    """A server that cannot start, after it has said so."""

    def limit() -> None:
        if file_size:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

    return subprocess.run(
        [sys.executable, "-m", "support.toy_server", "serve", "--port", str(free_port()), "--database", database],
        env={**os.environ, "PYTHONPATH": str(TESTS), "HULLDOWN_COMPILED": "0", **(env or {})},
        capture_output=True, text=True, timeout=PATIENCE, check=False, preexec_fn=limit,
    )  # fmt: skip


def check_refusal(done: subprocess.CompletedProcess[str], *said: str) -> None:
    """The documented end: status 2 and one line."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    for text in said:
        assert text in line


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Start]:
    """Starts servers that end with the test; their logs are full of errors, as they should be."""
    running: list[ServerProcess] = []

    def make(database: str, **settings: Any) -> ServerProcess:
        running.append(ServerProcess(database, tmp_path, **settings))
        return running[-1]

    yield make
    for server in running:
        server.stop()


@pytest.fixture
def file(tmp_path: Path, run: Start) -> Path:
    """A database with some matches in it."""
    file = tmp_path / "games.db"
    server = run(f"sqlite:///{file}")
    for _ in range(30):
        new_match(server)
    assert server.stop() == 0
    return file


def overwrite(file: Path, first: int, length: int) -> None:
    with file.open("r+b") as stream:
        stream.seek(first)
        stream.write(b"\xa5" * length)


def test_a_full_disk_is_told_to_the_player_and_in_the_log(tmp_path: Path, run: Start) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    server = run(url)
    made = new_match(server, "tank/intro")
    assert server.stop() == 0
    full = run(url, env={"TOY_PAGES": "1"})
    sides = list(players_of(full, made).values())
    answer, player, order = play_until_refused(sides)
    assert error_of(answer) == (503, "disk_full")
    assert int(answer.headers["retry-after"]) >= 1
    assert "disk is full" in answer.json()["error"]["message"]
    shown = player.state()
    assert shown["legal"]["decision"]["id"] == order.decision  # nothing of it was stored, and all can still be read
    with full.client() as client:
        created = [client.post("/api/matches", json={"scenario": "toy/1", "entropy": "e"}) for _ in range(20)]
    assert error_of(created[-1]) == (503, "disk_full")
    assert " ERROR the disk of the database is full (OperationalError: database or disk is full)" in full.read_log()
    assert "Traceback" not in full.read_log()
    full.stop()
    again = run(url)
    player = Player(again, player.match, player.token, player.side)
    assert player.give(order, submission="refused").status_code == 200


def play_until_refused(players: list[Player]) -> tuple[httpx.Response, Player, Order]:
    """The first answer to an order that is no success, and whose order it was."""
    while True:
        for player in players:
            state = player.state()
            if state["legal"] is None:
                continue
            order = player.order(state)
            answer = player.give(order)
            if answer.status_code != 200:
                return answer, player, order
        assert players[0].state()["status"] == "playing", "the disk was never full"


def test_a_full_disk_at_the_start(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    check_refusal(begin(f"sqlite:///{file}", {"TOY_PAGES": "4"}), str(file), "the disk of the database is full")


def test_a_disk_that_refuses_writes_at_the_start(file: Path) -> None:
    # No file may grow beyond what there is: the write-ahead log cannot be made.
    check_refusal(begin(f"sqlite:///{file}", file_size=1024), str(file), "cannot be opened", "disk")


@pytest.mark.parametrize(("first", "length"), [(0, 100), (4096 * 3, 4096 * 2)])
def test_a_corrupt_file_at_the_start(file: Path, first: int, length: int) -> None:
    overwrite(file, first, length)
    check_refusal(begin(f"sqlite:///{file}"), str(file), "the database is damaged")


def test_a_newer_database_at_the_start(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    connection.close()
    check_refusal(begin(f"sqlite:///{file}"), str(file), "schema version 99", "newer hulldown")


def test_no_postgresql_at_the_start(tmp_path: Path) -> None:
    done = begin(f"postgresql://nobody:hush@/games?host={tmp_path}")
    check_refusal(done, "the database cannot be reached", "nobody")
    assert "hush" not in done.stderr


def test_a_file_that_is_damaged_while_the_server_runs(file: Path, tmp_path: Path, run: Start) -> None:
    server = run(f"sqlite:///{file}")
    player = next(iter(players_of(server, new_match(server)).values()))
    player.state()
    server.kill()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    server.start()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 0")  # so that nobody trusts the pages he has in memory
    overwrite(file, 4096, file.stat().st_size - 4096)
    connection.close()
    answers = [error_of(player.get())]
    with server.client() as client:
        answers.append(error_of(client.post("/api/matches", json={"scenario": "toy/1", "entropy": "e"})))
    assert (500, "damaged") in answers
    with server.client() as client:
        assert client.get("/ready").status_code == 503
    assert " ERROR the database is damaged (DatabaseError: " in server.read_log()
    assert "Traceback" not in server.read_log()
    server.stop()


def test_a_damaged_match_is_named_and_harms_no_other(tmp_path: Path, run: Start) -> None:
    file = tmp_path / "games.db"
    server = run(f"sqlite:///{file}")
    bad, good = (next(iter(players_of(server, new_match(server)).values())) for _ in range(2))
    for player in (bad, good):
        player.play_one()
    server.kill()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE entries SET line = CAST(x'ff00' AS TEXT) WHERE match_id = ?", (bad.match,))
    connection.close()
    server.start()
    answer = bad.get()
    assert error_of(answer) == (409, "damaged")
    assert "order 0 is damaged" in answer.json()["error"]["message"]
    assert good.state()["status"] == "playing"
    assert f" ERROR match {bad.match}: order 0 is damaged in the database" in server.read_log()
    anna = Browser(server, "Anna")
    wish = {"scenario": "toy/1", "seats": {"bravo": "open"}, "listed": {}}
    waiting = [anna.post("/api/matches", wish).json()["match"] for _ in range(2)]
    with sqlite3.connect(file) as connection:
        for match in (bad.match, waiting[0]):
            connection.execute("UPDATE matches SET header = '{' WHERE id = ?", (match,))
    connection.close()
    assert [game["match"] for game in anna.get("/api/open").json()["games"]] == [waiting[1]]
    with server.client() as client:
        listed = client.post("/api/mine", json={"tokens": [bad.token, good.token]}).json()["matches"]
    assert listed[0] is None
    assert listed[1]["match"] == good.match
    server.stop()


def test_a_database_that_hangs_is_given_up_and_told(tmp_path: Path, run: Start) -> None:
    cluster = Cluster()
    try:
        url = cluster.new_database()
        server = run(url)
        alpha, bravo = players_of(server, new_match(server)).values()
        order = alpha.order(alpha.state())
        cluster.freeze()
        try:
            away = alpha.give(order, submission="once")
            assert error_of(away) == (503, "busy")
            assert "did not answer in time" in away.json()["error"]["message"]
            assert " WARNING the database did not answer in time" in server.read_log()
            check_refusal(begin(url), "cannot be opened: the database cannot be reached")
        finally:
            cluster.freeze(False)
        wait_until(lambda: alpha.give(order, submission="once").status_code == 200)
        play_out(alpha, bravo)
        server.stop()
        server.check_log()
    finally:
        cluster.stop()


def test_an_unreachable_database_is_logged(tmp_path: Path, run: Start) -> None:
    cluster = Cluster()
    try:
        server = run(cluster.new_database())
        alpha = next(iter(players_of(server, new_match(server)).values()))
        cluster.pause()
        assert error_of(alpha.get()) == (503, "busy")
        assert " WARNING the database cannot be reached (OperationalError: " in server.read_log()
        cluster.resume()
        wait_until(lambda: alpha.get().status_code == 200)
        server.stop()
    finally:
        cluster.stop()


def test_a_clock_set_back_does_not_silence_bots(tmp_path: Path, run: Start) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    ahead = run(url, env={"TOY_CLOCK": "86400"})
    while True:
        made = new_match(ahead, "tank/intro", seats={"bravo": "bot:veteran"})
        (alpha,) = players_of(ahead, made).values()
        if "bravo" in alpha.state()["view"]["owing"]:
            break  # it was asked before the bot had thought, as is usual
    watched = new_match(ahead, seats={"alpha": "bot:random", "bravo": "bot:random"})
    ahead.kill()
    server = run(url)
    player = Player(server, alpha.match, alpha.token, "alpha")
    wait_until(lambda: "bravo" not in owing(tmp_path / "games.db", alpha.match))
    watcher = Player(server, watched["match"], watched["watch"])
    wait_until(lambda: watcher.state()["status"] == "over")
    assert player.state()["status"] == "playing"
    server.stop()
    server.check_log()


def owing(file: Path, match: str) -> str:
    with sqlite3.connect(file) as connection:
        ((found,),) = connection.execute("SELECT owing FROM matches WHERE id = ?", (match,))
    connection.close()
    return str(found)
