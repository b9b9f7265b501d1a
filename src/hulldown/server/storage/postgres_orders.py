"""Orders on PostgreSQL: one prepared statement for all that are waiting; while it is under way, the next gather."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import psycopg

from hulldown.server import metrics
from hulldown.server.api.errors import ConflictError, StoreError
from hulldown.server.storage.failures import SLOW, failure
from hulldown.server.storage.orders import POSTGRES_TOGETHER, POSTGRES_TYPES, OrderRows, postgres_arrays
from hulldown.server.storage.prepared import PreparedLine

BATCH = 128
"""Orders in one statement, at most."""
GATHER = 0.004
"""Seconds from the beginning of one statement to that of the next, at least: most of what a statement costs does not
depend on the number of orders in it. An order that comes after a pause does not wait."""
LINES = 5
"""Connections for questions about revisions, beside the one that writes."""
_Waiting = tuple[OrderRows, "asyncio.Future[None]"]
_CONFLICTS = (psycopg.errors.UniqueViolation, psycopg.errors.DeadlockDetected)
_REFUSALS = (*_CONFLICTS, psycopg.DataError)
"""What may be the fault of one order of several."""


class PostgresOrders:
    """Stores orders over a connection of their own."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self.name = _new_name()
        """The name of the writing connection. One that was given up may still have stored something: another name
        follows, and what is heard of the old one is looked at like news of another process."""
        self._waiting: list[_Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._writer: PreparedLine | None = None
        self._begun = 0.0
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
        """Writes batch after batch until nothing waits."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            pause = self._begun + GATHER - loop.time()
            if pause > 0:
                await asyncio.sleep(pause)
            self._begun = loop.time()
            await self._write(self._next_batch())
        self._writing = None

    def _next_batch(self) -> list[_Waiting]:
        """Orders of different matches: the second one of a match waits for what becomes of the first."""
        if len({rows.match for rows, _ in self._waiting}) == len(self._waiting):
            batch, self._waiting = self._waiting[:BATCH], self._waiting[BATCH:]
            return batch
        first: dict[str, _Waiting] = {}
        later: list[_Waiting] = []
        for one in self._waiting:
            if len(first) == BATCH or first.setdefault(one[0].match, one) is not one:
                later.append(one)
        self._waiting = later
        return list(first.values())

    async def _write(self, batch: list[_Waiting]) -> None:
        """Stores a batch; each future gets its own answer."""
        try:
            moved = await self._store([rows for rows, _ in batch])
        except StoreError as error:
            _fail(batch, partial(StoreError, error.kind, str(error)))
            return
        except Exception as error:
            # Nothing was stored. Each goes alone, so that one order fails for itself.
            if len(batch) > 1:
                for one in batch:
                    await self._write([one])
            else:
                found = error if isinstance(error, ConflictError) else failure(error)
                _fail(batch, lambda: found)
            return
        for rows, future in batch:
            if future.done():
                continue
            if rows.match in moved:
                future.set_result(None)
            else:
                future.set_exception(ConflictError())

    async def _store(self, orders: list[OrderRows]) -> set[str]:
        """Stores orders of different matches and returns those matches that had not moved on.

        Raises ConflictError when nothing was stored because one of them was there before, or another process wrote the
        same matches in another order; StoreError when the database fails.
        """
        try:
            async with asyncio.timeout(self._patience):
                found = await self._run(orders)
        except TimeoutError as error:
            await self._drop_writer()
            raise failure(error, SLOW) from None
        except psycopg.Error as error:
            if isinstance(error, _CONFLICTS if len(orders) == 1 else _REFUSALS):
                raise ConflictError from None
            await self._drop_writer()
            raise failure(error) from error
        except BaseException:
            await self._drop_writer()
            raise
        metrics.commits.inc()
        return set() if found is None else set(found.decode().split())

    async def _run(self, orders: list[OrderRows]) -> bytes | None:
        """Runs the statement; over a new connection if the old one turns out dead.

        It is idempotent: what was stored before the connection broke is found as a conflict.
        """
        writer = self._writer
        if writer is not None and not writer.broken:
            try:
                return await writer.run(postgres_arrays(self.name, orders))
            except psycopg.OperationalError as error:
                if not writer.broken and not (error.sqlstate or "").startswith("57P"):
                    raise
        await self._drop_writer()
        self._writer = await PreparedLine.open(self._url, POSTGRES_TOGETHER, POSTGRES_TYPES)
        return await self._writer.run(postgres_arrays(self.name, orders))

    async def _drop_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            self.name = _new_name()
            await writer.close()

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
        await self._drop_writer()
        for _ in range(LINES):
            await _drop(await self._free.get())


def _new_name() -> str:
    return secrets.token_hex(6)


async def _drop(line: psycopg.AsyncConnection[Any] | None) -> None:
    """Closes a connection that is of no more use."""
    if line is not None:
        await line.close()


def _fail(batch: list[_Waiting], error: Callable[[], Exception]) -> None:
    """Gives each order of a batch an error."""
    for _, future in batch:
        if not future.done():
            future.set_exception(error())
