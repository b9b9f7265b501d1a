"""`hulldown admin` on databases in use: a backup taken under load restores games that all verify."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from hulldown import games
from hulldown.cli.main import main
from hulldown.core.errors import HulldownError
from hulldown.server.storage.backups import Pruned, prune
from hulldown.server.storage.database import Database, read_url
from hulldown.server.storage.serving import alone, serving
from support.crowd import Crowd
from support.persons import Browser
from support.postgres import Cluster
from support.remote import Player, new_match, play_out, players_of, two_players, watcher_of
from support.serving import ServerProcess, Start, wait_until

OLD_MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES (%s, '', '', '{}', '', '', FALSE, '', 'playing', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)


@pytest.fixture(autouse=True)
def _toy() -> Iterator[None]:
    """The game that is played on the servers of these tests is known to the command line too, while a test runs."""
    games.register("toy", "support.toy_play")
    yield
    games.unregister("toy")


def admin(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any, str]:
    """Status, what it printed as JSON (None for nothing), and what it said on stderr."""
    capsys.readouterr()
    status = main(["admin", *words, "--json"])
    out, err = capsys.readouterr()
    return status, json.loads(out) if out else None, err


def test_a_backup_taken_under_load_restores_games_that_all_verify(
    database: str, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start(database)
    play_out(*two_players(server))
    players = [player for _ in range(4) for player in two_players(server)]
    crowd = Crowd()
    crowd.start(players)
    crowd.wait_for(8, server, random.Random(1))
    copy = tmp_path / "copy.backup"
    before = crowd.acknowledged
    assert admin(capsys, "backup", str(copy), "--database", database)[0] == 0
    crowd.join(300)
    assert crowd.failures == []
    assert copy.stat().st_mode & 0o077 == 0  # the secrets behind the dice are in it

    # Into a database of its own, served anew: everything acknowledged before the backup is there, and plays on.
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    status, found, _ = admin(capsys, "restore", str(copy), "--database", fresh)
    assert status == 0
    assert found["rows"] > 0
    status, checked, _ = admin(capsys, "check", "--database", fresh)
    assert (status, checked["sound"], checked["damaged"]) == (0, 5, [])
    assert admin(capsys, "stats", "--database", fresh)[1]["rows"]["entries"] >= before
    again = start(fresh)
    for first, second in zip(players[::2], players[1::2], strict=True):
        play_out(*(Player(again, one.match, one.token, one.side) for one in (first, second)))
    assert again.stop() == 0
    assert admin(capsys, "check", "--database", fresh)[1]["sound"] == 5


def test_a_restore_over_a_running_server_is_refused(
    database: str, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start(database)
    first, second = two_players(server)
    copy = tmp_path / "copy.backup"
    assert admin(capsys, "backup", str(copy), "--database", database)[0] == 0
    first_number = first.state()["number"]
    status, _, said = admin(capsys, "restore", str(copy), "--database", database, "--replace")
    assert status == 2
    assert "a server is running on this database" in said
    assert first.state()["number"] == first_number
    play_out(first, second)
    server.stop()
    status, _, said = admin(capsys, "restore", str(copy), "--database", database)
    assert status == 2
    assert "holds 1 games and 0 people already" in said
    assert admin(capsys, "restore", str(copy), "--database", database, "--replace")[0] == 0
    again = start(database)
    assert Player(again, first.match, first.token, first.side).state()["number"] == first_number


def test_bad_backups_are_refused(sqlite_server: ServerProcess, tmp_path: Path, capsys: Any) -> None:
    new_match(sqlite_server)
    copy, target = tmp_path / "copy.backup", f"sqlite:///{tmp_path / 'target.db'}"
    assert admin(capsys, "backup", str(copy), "--database", sqlite_server.database)[0] == 0
    for words, said in (
        (("backup", str(copy), "--database", sqlite_server.database), "copy.backup exists"),
        (("backup", "--database", sqlite_server.database), "takes a file"),
        (("check", "--database", f"sqlite:///{tmp_path / 'nowhere.db'}"), "there is no database"),
        (("restore", str(tmp_path / "nothing"), "--database", target), "there is no file"),
        (("prune", "--database", sqlite_server.database), "needs --days"),
        (("prune", "--days", "-1", "--database", sqlite_server.database), "--days is 0 or more"),
    ):
        status, out, err = admin(capsys, *words)
        assert (status, out) == (2, None)
        assert said in err
    with sqlite3.connect(copy) as connection:
        connection.execute("INSERT INTO schema_version VALUES (99)")
    connection.close()
    status, _, said = admin(capsys, "restore", str(copy), "--database", target)
    assert status == 2
    assert "schema version 99" in said
    copy.write_bytes(b"not a database, however long it may be" * 200)
    status, _, said = admin(capsys, "restore", str(copy), "--database", target)
    assert status == 2
    assert str(copy) in said
    copy.write_bytes(b"")
    status, _, said = admin(capsys, "restore", str(copy), "--database", target)
    assert (status, "holds nothing" in said) == (2, True)


def test_people_are_brought_back_without_games_and_not_lost_without_a_word(
    database: str, start: Start, tmp_path: Path, capsys: Any
) -> None:
    server = start(database)
    anna = Browser(server, "Anna")
    copy = tmp_path / "copy.backup"
    assert admin(capsys, "backup", str(copy), "--database", database)[0] == 0
    Browser(server, "Ben")
    server.stop()
    status, _, said = admin(capsys, "restore", str(copy), "--database", database)
    assert status == 2
    assert "holds 0 games and 2 people already" in said
    assert admin(capsys, "restore", str(copy), "--database", database, "--replace")[0] == 0
    anna.server = start(database)
    assert anna.get("/api/me").json()["name"] == "Anna"


def test_old_matches_are_pruned_and_others_play_on(database: str, start: Start, capsys: Any) -> None:
    server = start(database)
    over = two_players(server)
    play_out(*over)
    made = new_match(server)
    going = players_of(server, made)
    assert admin(capsys, "prune", "--days", "1", "--database", database)[1]["matches"] == 0
    assert admin(capsys, "prune", "--days", "0", "--dry-run", "--database", database)[1] == {"matches": 1, "rows": 0}
    assert admin(capsys, "prune", "--days", "0", "--database", database)[1]["matches"] == 1
    found = admin(capsys, "stats", "--database", database)[1]
    assert found["matches"] == {"playing": 1}
    assert found["rows"]["entries"] == 0
    play_out(*going.values())
    assert server.stop() == 0
    again = start(database)
    gone = Player(again, over[0].match, over[0].token, over[0].side).get()
    assert (gone.status_code, gone.json()["error"]["code"]) == (401, "token")


def _say(player: Player, text: str, who: Browser | None = None, channel: str = "players") -> int:
    body = {"submission": uuid.uuid4().hex, "text": text, "channel": channel}
    headers = {**player.headers, **(who.headers if who is not None else {})}
    answer = player.server.http.post(f"{player.base}/chat", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    serial: int = answer.json()["serial"]
    return serial


def test_reported_messages_reach_the_operator(database: str, start: Start, capsys: Any) -> None:
    server = start(database)
    made = new_match(server, names={"alpha": "Anna", "bravo": "Ben"})
    alpha, bravo = players_of(server, made).values()
    ben, carl, dora = (Browser(server, name) for name in ("Ben", "Carl", "Dora"))
    assert ben.post("/api/me/games", {"tokens": [bravo.token]}).json()["added"] == 1
    for number in range(7):
        _say(alpha, f"before {number}")
    rude = _say(bravo, "You play badly")
    _say(alpha, "Please stop")
    watcher = watcher_of(server, made)
    loud = _say(watcher, "Boo", carl, "onlookers")
    assert admin(capsys, "reports", "--database", database)[1] == {"messages": []}
    assert alpha.post("/chat/report", {"serial": rude, "reason": "rude"}).status_code == 204
    headers = {**watcher.headers, **dora.headers}
    assert server.http.post(f"{watcher.base}/chat/report", json={"serial": loud}, headers=headers).status_code == 204

    # The list: those that wait longest first, each with who wrote it.
    found = admin(capsys, "reports", "--database", database)[1]["messages"]
    onlooker = carl.person["person"]
    names = [f"{alpha.match}/{rude}", f"{alpha.match}/{loud}"]
    assert [one["message"] for one in found] == names
    assert [(one["author"], one["name"], one["text"], one["person"], one["waits"]) for one in found] == [
        ("bravo", "Ben", "You play badly", ben.person["person"], True), (onlooker, "Carl", "Boo", onlooker, True),
    ]  # fmt: skip
    assert [(one["reader"], one["reason"]) for one in found[0]["reports"]] == [("alpha", "rude")]
    assert admin(capsys, "stats", "--database", database)[1]["reports_waiting"] == 2

    # One of them between what was said around it, in its own channel.
    shown = admin(capsys, "reports", names[0], "--database", database)[1]
    said = [one["text"] for one in shown["context"]]
    assert said == [*(f"before {number}" for number in range(2, 7)), "You play badly", "Please stop"]
    assert main(["admin", "reports", names[0], "--database", database]) == 0
    words = capsys.readouterr().out
    assert "Ben (bravo): You play badly" in words
    assert "by alpha: rude" in words

    # Handled, and removed: gone from the list, the text from every reader. Nothing else changes.
    assert not admin(capsys, "reports", names[0], "--handled", "--database", database)[1]["waits"]
    assert admin(capsys, "reports", names[1], "--remove", "--database", database)[1]["text"].startswith("(removed")
    assert admin(capsys, "reports", "--database", database)[1] == {"messages": []}
    assert len(admin(capsys, "reports", "--all", "--database", database)[1]["messages"]) == 2
    onlookers = server.http.get(f"{watcher.base}/chat", headers=headers).json()["messages"]
    assert [one["text"] for one in onlookers] == ["(removed by the operator)"]
    assert len(alpha.get("/chat").json()["messages"]) == 9
    for words in (("reports", f"{alpha.match}/{rude + 2}"), ("reports", "nothing"), ("reports", "--handled")):
        status, out, err = admin(capsys, *words, "--database", database)
        assert (status, out) == (2, None)
        assert err.startswith("error: ")


def test_a_server_marks_its_database_before_it_answers(database: str) -> None:
    """From its first moment on nothing is restored over it; and none begins while something is restored."""
    opened = Database(database)
    url, driver_url = opened.url, opened.driver_url()
    opened.close()
    running = pytest.raises(HulldownError, match="a server is running on this database")
    restoring = pytest.raises(HulldownError, match="is being restored")
    with serving(url, driver_url), serving(url, driver_url), running, alone(url, driver_url):
        pass
    with alone(url, driver_url), restoring, serving(url, driver_url):
        pass
    with serving(url, driver_url):
        pass


def test_a_database_under_two_names_is_one(tmp_path: Path) -> None:
    Database(f"sqlite:///{tmp_path / 'games.db'}").close()
    (tmp_path / "also.db").symlink_to(tmp_path / "games.db")
    one, other = (read_url(f"sqlite:///{tmp_path / name}") for name in ("games.db", "also.db"))
    with serving(one, ""), pytest.raises(HulldownError, match="a server is running"), alone(other, ""):
        pass


def test_a_match_that_somebody_plays_on_is_not_pruned(cluster: Cluster) -> None:
    """He has given an order that is not on disk yet when the old matches are deleted."""
    url = cluster.new_database()
    database = Database(url)
    pruned: list[Pruned] = []
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with psycopg.connect(url) as player, psycopg.connect(url, autocommit=True) as operator:
        for match in "ab":
            operator.execute(OLD_MATCH, (match,))
        player.execute("UPDATE matches SET updated = 100, revision = 1 WHERE id = 'a'")
        thread = threading.Thread(target=lambda: pruned.append(prune(database, 50.0, unfinished=True)))
        thread.start()
        wait_until(lambda: operator.execute(waits).fetchone() == (1,))
        player.commit()
        thread.join()
        assert operator.execute("SELECT id, revision FROM matches").fetchall() == [("a", 1)]
    assert pruned == [Pruned(1, 1)]
    database.close()
