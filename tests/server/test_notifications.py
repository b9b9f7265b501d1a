"""What a process hears of the others: nothing that came before it listened, or while it could not, is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from hulldown.server.live import notifications
from hulldown.server.live.notifications import Notifier
from hulldown.server.storage.chat import Message, add_message
from hulldown.server.storage.database import Database
from support.patience import PATIENCE
from support.postgres import Cluster

MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES ('m', '', '', '{}', '', '', FALSE, '', 'playing', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)
BREAK = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND query LIKE '%advisory_lock_shared%' AND pid <> pg_backend_pid()"
)


class Ear:
    """Somebody here watches one match; notes what is heard of it."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self.heard: list[str] = []

    def watched_revisions(self) -> dict[str, int]:
        return {"m": 0}

    def watched_revision(self, match: str) -> int | None:
        return 0 if match == "m" else None

    def changed_elsewhere(self, match: str) -> None:
        self.changed.append(match)

    def received(self, payload: str) -> None:
        self.heard.append(payload)


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


def test_whoever_begins_to_listen_looks_at_everything(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets may have looked before the connection stood; so it is after a break. Chat counts as well as orders."""
    monkeypatch.setattr(notifications, "RETRY", 0.01)
    url = cluster.new_database()
    database, ear = Database(url), Ear()

    async def work() -> None:
        notifier = Notifier(database, ear, 60.0)
        notifier.start()
        await until(lambda: ear.changed == ["m"] and ear.heard == ["chat m"])
        with psycopg.connect(url, autocommit=True) as operator:
            operator.execute(BREAK)
        await until(lambda: ear.changed == ["m", "m"] and ear.heard == ["chat m", "chat m"])
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("SELECT pg_notify('hulldown', 'chat m 7')")
        await until(lambda: ear.heard[2:] == ["chat m 7"])
        await notifier.close()

    asyncio.run(work())
    database.close()


def test_on_sqlite_a_message_before_the_first_poll_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    database, ear = Database(f"sqlite:///{path}"), Ear()
    with sqlite3.connect(path) as connection:
        connection.execute(MATCH)
    connection.close()
    message = Message(0, "players", "alpha", "", "s1", "hello", 1.0)

    async def work() -> None:
        notifier = Notifier(database, ear, 0.01)
        # Another process writes it after a socket here has looked, and before the first poll.
        database.write(lambda connection: add_message(connection, "m", message, apart=True))
        notifier.start()
        await until(lambda: ear.heard == ["chat m 1"])
        await notifier.close()

    asyncio.run(work())
    assert ear.heard == ["chat m 1"], "each message is told once"
    database.close()
