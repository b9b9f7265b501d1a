"""Orders that await their commit in the event loop: batches, conflicts, turns with the writer thread."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from hulldown.server.api.errors import ConflictError
from hulldown.server.storage.batches import SqliteOrders
from hulldown.server.storage.database import Database
from hulldown.server.storage.orders import OrderRows, write_sqlite
from hulldown.server.storage.pen import Pen

MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES (?, '', '', '{}', '', '', FALSE, '', 'playing', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)


def rows(match: str, number: int, submission: str = "") -> OrderRows:
    moved = ("playing", number + 1, "{}", 1, "[]", "null", False, 0.0, "null", None)
    answer = ("alpha", submission or f"s{number}", "digest", "answer")
    return OrderRows(match, number, moved, (number, 1, f"line {number}\n", b"events"), answer)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with three matches before their first order."""
    file = tmp_path / "games.db"
    Database(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.executemany(MATCH, [("a",), ("b",), ("c",)])
    connection.close()
    return file


def stored(file: Path) -> list[tuple[str, int]]:
    connection = sqlite3.connect(file)
    found = connection.execute("SELECT match_id, number FROM entries ORDER BY match_id, number").fetchall()
    connection.close()
    return found


def test_orders_that_wait_share_a_commit_and_a_conflict_undoes_only_itself(file: Path) -> None:
    database = Database(f"sqlite:///{file}")

    async def work() -> list[BaseException | None]:
        wanted = [rows("a", 0), rows("b", 0), rows("b", 0, "again"), rows("c", 1), rows("a", 1, "s0")]
        found = await asyncio.gather(*map(database.orders.store, wanted), return_exceptions=True)
        assert await database.orders.revision("a") == 1
        assert await database.orders.revision("nobody") == -1
        await database.orders.close()
        return found

    found = asyncio.run(work())
    database.close()
    # The second order for b, one for c that is ahead of it, and a submission that came before are in conflict.
    assert [type(one) for one in found] == [type(None), type(None), ConflictError, ConflictError, ConflictError]
    assert stored(file) == [("a", 0), ("b", 0)]


def test_another_process_that_writes_is_waited_for(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")

    async def work() -> None:
        order = asyncio.ensure_future(database.orders.store(rows("a", 0)))
        for _ in range(20):
            await asyncio.sleep(0.005)  # the loop goes on meanwhile
        assert not order.done()
        other.execute("COMMIT")
        await order
        await database.orders.close()

    asyncio.run(work())
    other.close()
    database.close()
    assert stored(file) == [("a", 0)]


def test_a_conflict_while_another_process_waits_to_write_fails_nobody_else(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the rollback of a batch with a conflict and the next try, another process may take the database."""
    database = Database(f"sqlite:///{file}")
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    taken = threading.Event()

    def conflicting(execute: Any, one: OrderRows) -> None:
        try:
            write_sqlite(execute, one)
        except ConflictError:
            if not taken.is_set():
                execute("ROLLBACK", ())
                other.execute("BEGIN IMMEDIATE")
                taken.set()
                execute("BEGIN DEFERRED", ())  # for the rollback that follows
            raise

    monkeypatch.setattr("hulldown.server.storage.batches.write_sqlite", conflicting)

    async def work() -> list[BaseException | None]:
        found = asyncio.gather(*map(database.orders.store, [rows("a", 0), rows("b", 7)]), return_exceptions=True)
        while not taken.is_set():
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)
        other.execute("COMMIT")
        answers = await found
        await database.orders.close()
        return answers

    found = asyncio.run(work())
    other.close()
    database.close()
    assert [type(one) for one in found] == [type(None), ConflictError]
    assert stored(file) == [("a", 0)]


def test_loop_and_thread_take_turns() -> None:
    pen = Pen()
    called = threading.Event()
    assert pen.try_take(called.set)
    waiting, entered, leave = threading.Event(), threading.Event(), threading.Event()

    def write() -> None:
        waiting.set()
        with pen.held():
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=write)
    thread.start()
    waiting.wait(10)
    assert not entered.wait(0.05)
    pen.release()
    assert entered.wait(10)
    assert not pen.try_take(called.set)
    assert not called.is_set()
    leave.set()
    assert called.wait(10)
    assert pen.try_take(called.set)
    pen.release()
    thread.join(10)


def test_a_store_that_was_never_used_closes() -> None:
    orders = SqliteOrders(lambda: sqlite3.connect(":memory:"), Pen())
    asyncio.run(orders.close())
