"""Orders that await their commit in the event loop, without a thread of their own.

SQLite: the statements of all orders that are waiting run in the event loop, then one thread syncs their common commit.
Statements in a thread would wait for the interpreter's lock after each of them. While the disk works, the next orders
gather. PostgreSQL: one statement over an asynchronous connection for all orders that are waiting; while it is under
way, the next gather. Orders with a snapshot go by themselves.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

import psycopg

from hulldown.server import metrics
from hulldown.server.api.errors import ConflictError, StoreError
from hulldown.server.storage.failures import SLOW, failure
from hulldown.server.storage.orders import (
    POSTGRES,
    POSTGRES_SNAPSHOT,
    POSTGRES_TOGETHER,
    REVISION,
    OrderRows,
    postgres_arrays,
    postgres_values,
    write_sqlite,
)
from hulldown.server.storage.pen import Pen

log = logging.getLogger("hulldown.server")
BATCH = 128
"""Orders in one commit, at most."""
LINES = 6
"""Connections to PostgreSQL for orders."""
BUSY_MS = 15_000
"""How long SQLite waits for another process's write."""
_Waiting = tuple[OrderRows, "asyncio.Future[None]"]


class OrderStore(Protocol):
    """Stores orders; its methods run in the event loop."""

    def store(self, rows: OrderRows) -> asyncio.Future[None]:
        """A future that is done when the order is on disk, or has ConflictError or StoreError."""

    async def revision(self, match: str) -> int:
        """The revision of a match, -1 when there is none; raises StoreError."""

    async def close(self) -> None:
        """Ends all connections; nothing may be waiting."""


class SqliteOrders:
    """Orders on SQLite: statements in the loop, one synced commit for all that are waiting."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], pen: Pen) -> None:
        self._connect = connect
        self._pen = pen
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._waiting: list[_Waiting] = []
        self._due = False
        """Whether a batch is being written or about to be."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hulldown-commits")

    def store(self, rows: OrderRows) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((rows, future))
        if not self._due:
            self._due = True
            # All requests that came in with this one are worked on first.
            loop.call_soon(self._begin)
        return future

    def _begin(self) -> None:
        """Writes what is waiting, as soon as nobody else in this process writes."""
        loop = asyncio.get_running_loop()
        if not self._pen.try_take(lambda: loop.call_soon_threadsafe(self._begin)):
            return
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        try:
            if self._writer is None:
                self._writer = self._connect()
                self._writer.execute("PRAGMA busy_timeout = 0")
            try:
                self._writer.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if (error.sqlite_errorcode & 0xFF) != sqlite3.SQLITE_BUSY:
                    raise
                # Another process writes. A thread waits for it, not the loop.
                work = loop.run_in_executor(self._thread, self._write_patiently, batch)
            else:
                work = loop.run_in_executor(self._thread, self._commit, self._write(batch))
        except Exception as error:
            self._give_up(batch, error)
            self._end()
            return
        work.add_done_callback(partial(self._committed, batch))

    def _write(self, batch: list[_Waiting]) -> list[_Waiting]:
        """Runs the statements of a batch; returns the orders without a conflict, whose futures are still open."""
        assert self._writer is not None
        try:
            for rows, _ in batch:
                write_sqlite(self._writer.execute, rows)
        except ConflictError:
            # Rare: another process, or a submission that came twice. Now each has a savepoint.
            self._writer.execute("ROLLBACK")
            self._writer.execute("BEGIN IMMEDIATE")
            return self._write_apart(batch)
        return batch

    def _write_apart(self, batch: list[_Waiting]) -> list[_Waiting]:
        assert self._writer is not None
        good = []
        for rows, future in batch:
            self._writer.execute("SAVEPOINT one")
            try:
                write_sqlite(self._writer.execute, rows)
                good.append((rows, future))
            except ConflictError as error:
                self._writer.execute("ROLLBACK TO one")
                _fail(future, error)
            self._writer.execute("RELEASE one")
        return good

    def _write_patiently(self, batch: list[_Waiting]) -> list[_Waiting]:
        """The same in the thread, with patience for another process."""
        assert self._writer is not None
        self._writer.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            return self._commit(self._write_apart(batch))
        finally:
            self._writer.execute("PRAGMA busy_timeout = 0")

    def _commit(self, batch: list[_Waiting]) -> list[_Waiting]:
        assert self._writer is not None
        self._writer.execute("COMMIT")
        metrics.commits.inc()
        return batch

    def _committed(self, batch: list[_Waiting], work: asyncio.Future[list[_Waiting]]) -> None:
        """Answers the orders of a batch, and begins the next."""
        error = work.exception()
        if error is not None:
            self._give_up(batch, error)
        else:
            for _, future in work.result():
                if not future.done():
                    future.set_result(None)
        self._end()

    def _end(self) -> None:
        self._pen.release()
        self._due = bool(self._waiting)
        if self._due:
            asyncio.get_running_loop().call_soon(self._begin)

    def _give_up(self, batch: list[_Waiting], error: BaseException) -> None:
        """Undoes a batch that could not be stored."""
        found = failure(error)
        if self._writer is not None and self._writer.in_transaction:
            try:
                self._writer.execute("ROLLBACK")
            except sqlite3.Error:
                log.warning("a failed batch could not be rolled back")
        for _, future in batch:
            _fail(future, StoreError(found.kind, str(found)))

    async def revision(self, match: str) -> int:
        try:
            if self._reader is None:
                self._reader = self._connect()
            row = self._reader.execute(REVISION, (match,)).fetchone()
        except sqlite3.Error as error:
            raise failure(error) from error
        return -1 if row is None else int(row[0])

    async def close(self) -> None:
        while self._due:
            await asyncio.sleep(0.005)
        self._thread.shutdown(wait=True)
        for one in (self._writer, self._reader):
            if one is not None:
                one.close()


class PostgresOrders:
    """Orders on PostgreSQL: one statement for all that are waiting, over a few connections."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._free: asyncio.LifoQueue[psycopg.AsyncConnection[Any] | None] = asyncio.LifoQueue()
        for _ in range(LINES):
            self._free.put_nowait(None)

    def store(self, rows: OrderRows) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((rows, future))
        if self._writing is None:
            self._writing = loop.create_task(self._write_waiting())
        return future

    async def _write_waiting(self) -> None:
        """Writes batch after batch until nothing waits; each future gets its own answer."""
        while self._waiting:
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            try:
                answers = await self._store_all([rows for rows, _ in batch])
            except Exception as error:
                answers = [error] * len(batch)
            for (_, future), answer in zip(batch, answers, strict=True):
                if future.done():
                    continue
                if answer is None:
                    future.set_result(None)
                else:
                    future.set_exception(answer)
        self._writing = None

    async def _store_all(self, orders: list[OrderRows]) -> list[Exception | None]:
        """What became of each order: None, ConflictError or StoreError."""
        # One order of a match in a statement: the second waits for what the first has done.
        common = {rows.match: rows for rows in reversed(orders) if rows.snapshot is None}
        moved: set[str] = set()
        if len(common) > 1:
            try:
                moved = await self._with_line(partial(_store_together, list(common.values())))
            except ConflictError:
                common = {}
            except StoreError as error:
                return [StoreError(error.kind, str(error)) for _ in orders]
        else:
            common = {}
        answers: list[Exception | None] = []
        for rows in orders:
            if common.get(rows.match) is not rows:
                answers.append(await self._store_alone(rows))
            else:
                answers.append(None if rows.match in moved else ConflictError())
        return answers

    async def _store_alone(self, rows: OrderRows) -> Exception | None:
        try:
            await self._with_line(partial(_store, rows))
        except (ConflictError, StoreError) as error:
            return error
        return None

    async def revision(self, match: str) -> int:
        async def work(connection: psycopg.AsyncConnection[Any]) -> int:
            found = await connection.execute("SELECT revision FROM matches WHERE id = %s", (match,), prepare=True)
            row = await found.fetchone()
            return -1 if row is None else int(row[0])

        return int(await self._with_line(work))

    async def _with_line(self, work: Callable[[psycopg.AsyncConnection[Any]], Any]) -> Any:
        """Runs work over a connection; one that fails or does not answer in time is dropped.

        A connection that turns out dead before anything was sent over it is made anew once.
        """
        try:
            async with asyncio.timeout(self._patience):
                line = await self._free.get()
        except TimeoutError as error:
            raise failure(error, SLOW) from None
        used = line is not None
        try:
            async with asyncio.timeout(self._patience):
                if line is None or line.closed or line.broken:
                    line = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                try:
                    return await work(line)
                except psycopg.OperationalError:
                    # Idempotent: what was stored before the connection broke is found as a conflict.
                    if not used or not line.broken:
                        raise
                    line = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
                    return await work(line)
        except TimeoutError as error:
            await _drop(line)
            line = None
            raise failure(error, SLOW) from None
        except psycopg.Error as error:
            await _drop(line)
            line = None
            raise failure(error) from error
        except asyncio.CancelledError:
            await _drop(line)
            line = None
            raise
        finally:
            self._free.put_nowait(line)

    async def close(self) -> None:
        if self._writing is not None:
            await self._writing
        for _ in range(LINES):
            await _drop(await self._free.get())


async def _store(rows: OrderRows, connection: psycopg.AsyncConnection[Any]) -> None:
    """Stores one order; raises ConflictError when its match has moved on."""
    try:
        if rows.snapshot is None:
            done = await connection.execute(POSTGRES, postgres_values(rows), prepare=True)
            if done.rowcount != 1:
                raise ConflictError
            metrics.commits.inc()
            return
        async with connection.transaction():
            done = await connection.execute(POSTGRES, postgres_values(rows), prepare=True)
            if done.rowcount != 1:
                raise ConflictError
            await connection.execute("DELETE FROM snapshots WHERE match_id = %s", (rows.match,))
            await connection.execute(POSTGRES_SNAPSHOT, (rows.match, *rows.snapshot))
    except psycopg.errors.UniqueViolation:
        raise ConflictError from None


async def _store_together(orders: list[OrderRows], connection: psycopg.AsyncConnection[Any]) -> set[str]:
    """Stores orders of different matches and returns those matches that had not moved on.

    Raises ConflictError when nothing was stored because one of them was there before, or another process wrote the same
    matches in another order.
    """
    try:
        done = await connection.execute(POSTGRES_TOGETHER, postgres_arrays(orders), prepare=True)
    except (psycopg.errors.UniqueViolation, psycopg.errors.DeadlockDetected):
        raise ConflictError from None
    metrics.commits.inc()
    return {str(match) for match, _ in await done.fetchall()}


async def _drop(line: psycopg.AsyncConnection[Any] | None) -> None:
    """Closes a connection that is of no more use."""
    if line is not None:
        await line.close()


def _fail(future: asyncio.Future[None], error: Exception) -> None:
    """Sets the error of a future, from whichever thread."""

    def set_error() -> None:
        if not future.done():
            future.set_exception(error)

    future.get_loop().call_soon_threadsafe(set_error)
