"""Orders that await their commit in the event loop, without a thread of their own.

SQLite: the statements of all orders that are waiting run in the event loop, then one thread syncs their common commit.
Statements in a thread would wait for the interpreter's lock after each of them. While the disk works, the next orders
gather. PostgreSQL: see `postgres_orders.py`.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Protocol

from hulldown.server import metrics
from hulldown.server.api.errors import ConflictError, StoreError
from hulldown.server.storage.failures import failure
from hulldown.server.storage.orders import REVISION, OrderRows, write_sqlite
from hulldown.server.storage.pen import Pen

log = logging.getLogger("hulldown.server")
BATCH = 128
"""Orders in one commit, at most."""
GATHER = 0.01
"""Seconds from the beginning of one commit to that of the next, at least: most of what a commit costs does not depend
on the number of orders in it. An order that comes after a pause does not wait."""
BUSY_MS = 15_000
"""How long SQLite waits for another process's write."""
_Waiting = tuple[OrderRows, "asyncio.Future[None]"]


class OrderStore(Protocol):
    """Stores orders; its methods run in the event loop."""

    name: str
    """How notifications of orders that were stored here begin; "" where there are none."""

    def store(self, rows: OrderRows) -> asyncio.Future[None]:
        """A future that is done when the order is on disk, or has ConflictError or StoreError."""

    async def revision(self, match: str) -> int:
        """The revision of a match, -1 when there is none; raises StoreError."""

    async def close(self) -> None:
        """Ends all connections; nothing may be waiting."""


class SqliteOrders:
    """Orders on SQLite: statements in the loop, one synced commit for all that are waiting."""

    name = ""

    def __init__(self, connect: Callable[[], sqlite3.Connection], pen: Pen) -> None:
        self._connect = connect
        self._pen = pen
        self._writer: sqlite3.Connection | None = None
        self._reader: sqlite3.Connection | None = None
        self._waiting: list[_Waiting] = []
        self._due = False
        """Whether a batch is being written or about to be."""
        self._begun = 0.0
        """When the last batch was begun."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="hulldown-commits")

    def store(self, rows: OrderRows) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((rows, future))
        if not self._due:
            self._due = True
            self._begin_soon(loop)
        return future

    def _begin_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begins a batch when the last one is long enough ago, and all requests that came in by now are worked on."""
        loop.call_later(max(0.0, self._begun + GATHER - loop.time()), self._begin)

    def _begin(self) -> None:
        """Writes what is waiting, as soon as nobody else in this process writes."""
        loop = asyncio.get_running_loop()
        if not self._pen.try_take(lambda: loop.call_soon_threadsafe(self._begin)):
            return
        self._begun = loop.time()
        batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
        try:
            if self._writer is None:
                self._writer = self._connect()
                self._writer.execute("PRAGMA busy_timeout = 0")
            done = self._try_write(self._writer, batch)
            work = loop.run_in_executor(self._thread, self._commit if done else self._write_patiently, batch)
        except Exception as error:
            self._give_up(batch, error)
            self._end()
            return
        work.add_done_callback(partial(self._committed, batch))

    def _try_write(self, writer: sqlite3.Connection, batch: list[_Waiting]) -> bool:
        """Runs the statements of a batch; False, with nothing done, when a thread must do it.

        Another process writes, and the loop must not wait for it; or there is a conflict, which is rare: another
        process was faster, or a submission came twice.
        """
        try:
            writer.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if (error.sqlite_errorcode & 0xFF) != sqlite3.SQLITE_BUSY:
                raise
            return False
        try:
            for rows, _ in batch:
                write_sqlite(writer.execute, rows)
        except ConflictError:
            writer.execute("ROLLBACK")
            return False
        return True

    def _write_apart(self, batch: list[_Waiting]) -> list[_Waiting]:
        """Runs the statements of a batch, each order's for itself; returns the orders without a conflict."""
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
        """Writes a batch in the thread, with patience for another process."""
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
            self._begin_soon(asyncio.get_running_loop())

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


def _fail(future: asyncio.Future[None], error: Exception) -> None:
    """Sets the error of a future, from whichever thread."""

    def set_error() -> None:
        if not future.done():
            future.set_exception(error)

    future.get_loop().call_soon_threadsafe(set_error)
