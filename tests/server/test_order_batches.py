"""Orders of several matches that reach PostgreSQL in one statement."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from hulldown.server.api.errors import ConflictError, StoreError
from hulldown.server.storage import batches
from hulldown.server.storage.database import Database
from hulldown.server.storage.orders import OrderRows
from hulldown.server.storage.store import CHANNEL
from support.postgres import Cluster

MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES (%s, '', '', '{}', '', '', FALSE, '', 'playing', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)
DRAFT = "INSERT INTO drafts (match_id, side, decision, draft) VALUES (%s, %s, '', '{}')"


def rows(match: str, number: int, submission: str = "", snapshot: tuple[int, str, bytes] | None = None) -> OrderRows:
    due = 5.5 if match == "b" else None
    moved = ("playing", number + 1, '{"x": 1}', 7, "[]", "null", match == "b", 2.25, "null", due)
    answer = ("alpha", submission or f"s{number}", "digest", f"answer of {match}")
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


def test_orders_of_several_matches_are_one_statement(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "_store", None)  # nobody goes alone
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as ear:
        ear.execute(f"LISTEN {CHANNEL}")
        assert store(url, [rows("a", 0), rows("b", 0), rows("c", 1)]) == [type(None), type(None), ConflictError]
        heard = sorted(notice.payload for notice in ear.notifies(timeout=10, stop_after=2))
    assert heard == ["match a 1", "match b 1"]
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
        ("a", "alpha", "s0", "digest", "answer of a"), ("b", "alpha", "s0", "digest", "answer of b")
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


def test_two_orders_of_a_match_follow_each_other(url: str) -> None:
    assert store(url, [rows("a", 0), rows("b", 0), rows("a", 1)]) == [type(None)] * 3
    assert read(url, "SELECT id, revision FROM matches ORDER BY id LIMIT 2") == [("a", 2), ("b", 1)]


def test_a_database_that_is_gone_is_told_to_each(url: str) -> None:
    database = Database(url)
    orders = batches.PostgresOrders("postgresql://nobody@127.0.0.1:1/nothing", 5.0)

    async def work() -> list[object]:
        found = await asyncio.gather(*map(orders.store, [rows("a", 0), rows("b", 0)]), return_exceptions=True)
        await orders.close()
        return found

    found = asyncio.run(work())
    database.close()
    assert [type(one) for one in found] == [StoreError, StoreError]
    assert found[0] is not found[1]
