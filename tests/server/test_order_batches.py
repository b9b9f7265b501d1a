"""Orders of several matches that reach PostgreSQL in one statement, and SQLite in one commit."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import psycopg
import pytest

from hulldown.server import metrics
from hulldown.server.api.errors import ConflictError, StoreError
from hulldown.server.storage import batches
from hulldown.server.storage.batches import SqliteOrders
from hulldown.server.storage.database import Database
from hulldown.server.storage.orders import OrderRows
from hulldown.server.storage.postgres_orders import PostgresOrders
from hulldown.server.storage.store import CHANNEL
from support.patience import PATIENCE
from support.postgres import Cluster

MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES (%s, '', '', '{}', '', '', FALSE, '', 'playing', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)
ODD = ' é 🂡 {"x": [NULL, "\\\\"]}'
DRAFT = "INSERT INTO drafts (match_id, side, decision, draft) VALUES (%s, %s, '', '{}')"


def rows(match: str, number: int, submission: str = "", snapshot: tuple[int, str, bytes] | None = None) -> OrderRows:
    due = 5.5 if match == "b" else None
    moved = ("playing", number + 1, '{"x": 1}', 7, "[]", "null", match == "b", 2.25, "null", due)
    answer = ("alpha", submission or f"s{number}", "digest", f"answer of {match}{ODD}")
    return OrderRows(match, number, moved, (number, 1, f"line {number}\n", b"\x00events"), answer, snapshot)


@pytest.fixture
def url(cluster: Cluster) -> str:
    """A database with four matches before their first order, two of them with drafts."""
    url = cluster.new_database()
    Database(url).close()
    with psycopg.connect(url.replace("+psycopg", "")) as connection, connection.cursor() as cursor:
        cursor.executemany(MATCH, [("a",), ("b",), ("c",), ("d",)])
        cursor.executemany(DRAFT, [("a", "alpha"), ("a", "bravo"), ("c", "alpha")])
    return url


def read(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        return connection.execute(statement).fetchall()


def store(url: str, wanted: list[OrderRows]) -> list[type]:
    """Stores orders at the same time; the types of their answers."""
    database = Database(url)

    async def work() -> list[object]:
        found = await asyncio.gather(*map(database.orders.store, wanted), return_exceptions=True)
        await database.orders.close()
        return found

    try:
        return [type(one) for one in asyncio.run(work())]
    finally:
        database.close()


def test_orders_of_several_matches_are_one_statement(url: str) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as ear:
        ear.execute(f"LISTEN {CHANNEL}")
        assert store(url, [rows("a", 0), rows("b", 0), rows("c", 1)]) == [type(None), type(None), ConflictError]
        heard = [notice.payload.split() for notice in ear.notifies(timeout=PATIENCE, stop_after=1)]
    # One transaction, of which other processes are told at once.
    assert [(one[0], sorted(one[2:])) for one in heard] == [("orders", ["1", "1", "a", "b"])]
    columns = "id, revision, seen, turn, bot_owing, updated, clock_due"
    assert read(url, f"SELECT {columns} FROM matches ORDER BY id") == [
        ("a", 1, '{"x": 1}', 7, False, 2.25, None), ("b", 1, '{"x": 1}', 7, True, 2.25, 5.5),
        ("c", 0, "{}", 1, False, 0.0, None), ("d", 0, "{}", 1, False, 0.0, None),
    ]  # fmt: skip
    entry = (0, 1, "line 0\n", b"\x00events")
    assert read(url, "SELECT match_id, number, turn, line, events FROM entries ORDER BY match_id") == [
        ("a", *entry), ("b", *entry)
    ]  # fmt: skip
    assert read(url, "SELECT match_id, side, submission, digest, answer FROM submissions ORDER BY match_id") == [
        ("a", "alpha", "s0", "digest", f"answer of a{ODD}"), ("b", "alpha", "s0", "digest", f"answer of b{ODD}")
    ]  # fmt: skip
    # The draft of the one who gave the order goes; those of others and of an order in conflict stay.
    assert read(url, "SELECT match_id, side FROM drafts ORDER BY match_id, side") == [("a", "bravo"), ("c", "alpha")]


def test_one_that_was_there_before_undoes_only_itself(url: str) -> None:
    assert store(url, [rows("a", 0)]) == [type(None)]
    snapshot = (1, "tag", b"state")
    wanted = [rows("a", 1, "s0"), rows("b", 0), rows("c", 0), rows("c", 0, "again"), rows("d", 0, snapshot=snapshot)]
    expected = [ConflictError, type(None), type(None), ConflictError, type(None)]
    assert store(url, wanted) == expected
    assert read(url, "SELECT match_id, number FROM entries ORDER BY match_id") == [(x, 0) for x in "abcd"]
    assert read(url, "SELECT match_id, number, tag, state FROM snapshots") == [("d", *snapshot)]


def test_a_new_snapshot_takes_the_place_of_the_old_one(url: str) -> None:
    read_all = "SELECT match_id, number, tag, state FROM snapshots ORDER BY match_id"
    assert store(url, [rows("a", 0, snapshot=(1, "old", b"1")), rows("b", 0, snapshot=(1, "b", b"b")), rows("c", 0)])
    assert read(url, read_all) == [("a", 1, "old", b"1"), ("b", 1, "b", b"b")]
    assert store(url, [rows("a", 1, snapshot=(2, "new", b"2")), rows("b", 1), rows("c", 1)]) == [type(None)] * 3
    assert read(url, read_all) == [("a", 2, "new", b"2"), ("b", 1, "b", b"b")]
    # One of the same number was damaged, and is made again.
    assert store(url, [rows("a", 2, snapshot=(2, "again", b"3"))]) == [type(None)]
    assert read(url, read_all) == [("a", 2, "again", b"3"), ("b", 1, "b", b"b")]


def test_a_value_that_the_database_refuses_fails_alone(url: str) -> None:
    assert store(url, [rows("a", 0), rows("b", 0, "with a \0"), rows("c", 0)]) == [type(None), StoreError, type(None)]
    assert read(url, "SELECT match_id FROM entries ORDER BY match_id") == [("a",), ("c",)]


def test_a_connection_that_was_cut_is_made_anew_under_another_name(url: str) -> None:
    database = Database(url)
    orders = database.orders
    kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> %s"

    async def work() -> list[str]:
        await orders.store(rows("a", 0))
        names = [orders.name]
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
            other.execute(kill, (other.info.backend_pid,))
        await orders.store(rows("a", 1))
        names.append(orders.name)
        await orders.close()
        return names

    try:
        first, second = asyncio.run(work())
    finally:
        database.close()
    assert first != second, "what is still heard of the first may be news"
    assert read(url, "SELECT revision FROM matches WHERE id = 'a'") == [(2,)]


def test_large_batches(url: str) -> None:
    with psycopg.connect(url.replace("+psycopg", "")) as connection, connection.cursor() as cursor:
        cursor.executemany(MATCH, [(f"m{number}",) for number in range(300)])
    wanted = [rows(f"m{number}", 0, snapshot=(1, "tag", bytes(20_000))) for number in range(300)]
    assert store(url, wanted) == [type(None)] * 300
    assert read(url, "SELECT count(*), sum(length(state)) FROM snapshots") == [(300, 6_000_000)]


def test_two_orders_of_a_match_follow_each_other(url: str) -> None:
    assert store(url, [rows("a", 0), rows("b", 0), rows("a", 1)]) == [type(None)] * 3
    assert read(url, "SELECT id, revision FROM matches ORDER BY id LIMIT 2") == [("a", 2), ("b", 1)]


def test_a_database_that_is_gone_is_told_to_each(url: str) -> None:
    database = Database(url)
    orders = PostgresOrders("postgresql://nobody@127.0.0.1:1/nothing", 5.0)

    async def work() -> list[object]:
        found = await asyncio.gather(*map(orders.store, [rows("a", 0), rows("b", 0)]), return_exceptions=True)
        await orders.close()
        return found

    found = asyncio.run(work())
    database.close()
    assert [type(one) for one in found] == [StoreError, StoreError]
    assert found[0] is not found[1]


def test_on_sqlite_orders_gather_between_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    database = Database(f"sqlite:///{path}")
    with sqlite3.connect(path) as connection:
        connection.executemany(MATCH.replace("%s", "?"), [("a",), ("b",), ("c",)])
    connection.close()

    async def work() -> None:
        orders = database.orders
        assert isinstance(orders, SqliteOrders)
        await orders.store(rows("a", 0))
        monkeypatch.setattr(batches, "GATHER", 3600.0)
        second = orders.store(rows("b", 0))
        await asyncio.sleep(0.05)
        third = orders.store(rows("c", 0))
        assert not second.done()
        orders._begin()  # the hour is over
        await asyncio.gather(second, third)
        await orders.close()

    before = commits_so_far()
    asyncio.run(work())
    assert commits_so_far() - before == 2, "the second and the third are one commit"
    database.close()


def commits_so_far() -> float:
    (found,) = [
        sample.value for one in metrics.commits.collect() for sample in one.samples if sample.name.endswith("total")
    ]
    return float(found)
