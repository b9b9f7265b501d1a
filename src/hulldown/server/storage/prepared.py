"""A connection to PostgreSQL that runs one prepared statement again and again, in the event loop.

It speaks to the driver's connection directly: one message out, one callback when the answer is there. The asynchronous
cursors of the driver would cost several times as much processor time as the statement itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import sql
from psycopg.pq import ConnStatus, ExecStatus

NAME = b"hulldown"
# The plan is made once. Without these settings it would depend on how many rows there happen to be at that time.
SETTINGS = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_hashjoin = off; "
GOOD = (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK)


class PreparedLine:
    """One connection; one statement at a time."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection
        self._driver = connection.pgconn
        self._handle = self._driver.socket
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[bytes | None] | None = None
        self._failed: psycopg.Error | None = None
        """What is wrong with the statement under way."""
        self._found: bytes | None = None
        self._writing = False
        self.broken = False
        self._loop.add_reader(self._handle, self._read)

    @classmethod
    async def open(cls, url: str, statement: str, types: str) -> PreparedLine:
        """Connects and prepares a statement with parameters of these types."""
        connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
        try:
            prepare = f"PREPARE {NAME.decode()} ({types}) AS {statement}"
            for one in (*filter(str.strip, SETTINGS.split(";")), prepare):
                await connection.execute(sql.SQL(one))
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def run(self, values: Sequence[bytes]) -> bytes | None:
        """The first value of the answer's first row; None when it has none. Raises psycopg.Error."""
        assert self._answer is None
        self._answer = self._loop.create_future()
        self._failed = self._found = None
        try:
            self._driver.send_query_prepared(NAME, values, [1] * len(values))
            self._write()
        except psycopg.Error as error:
            self._break(error)
        return await self._answer

    def _write(self) -> None:
        """Sends what the system takes; the rest when it takes more."""
        more = bool(self._driver.flush())
        if more and not self._writing:
            self._loop.add_writer(self._handle, self._write_on)
        elif self._writing and not more:
            self._loop.remove_writer(self._handle)
        self._writing = more

    def _write_on(self) -> None:
        try:
            self._write()
        except psycopg.Error as error:
            self._break(error)

    def _read(self) -> None:
        """Reads what has come, of an answer or because the connection ends."""
        try:
            self._driver.consume_input()
            while self._answer is not None and not self._driver.is_busy():
                result = self._driver.get_result()
                if result is None:
                    self._finish()
                elif result.status not in GOOD:
                    self._failed = psycopg.errors.error_from_result(result)
                elif result.ntuples:
                    self._found = result.get_value(0, 0)
        except psycopg.Error as error:
            self._break(error)

    def _finish(self) -> None:
        answer, self._answer = self._answer, None
        if self._driver.status == ConnStatus.BAD:
            self._stop()
        if answer is None or answer.done():
            return
        if self._failed is not None:
            answer.set_exception(self._failed)
        else:
            answer.set_result(self._found)

    def _break(self, error: psycopg.Error) -> None:
        """Ends a statement with its connection."""
        self._stop()
        # A reason that the database gave before it hung up says more.
        self._failed = self._failed or error
        self._finish()

    def _stop(self) -> None:
        # At once: the driver closes a broken connection, and the next one may get the same number.
        if not self.broken:
            self.broken = True
            self._loop.remove_reader(self._handle)
            self._loop.remove_writer(self._handle)

    async def close(self) -> None:
        self._stop()
        await self._connection.close()
