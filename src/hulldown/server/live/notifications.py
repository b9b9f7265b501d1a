"""Notifications between processes: PostgreSQL sends them; on SQLite the watched matches are polled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import text

from hulldown.server.api.errors import StoreError
from hulldown.server.storage import store
from hulldown.server.storage.chat import counts
from hulldown.server.storage.database import Database
from hulldown.server.storage.serving import SHARE

if TYPE_CHECKING:
    import psycopg

log = logging.getLogger("hulldown.server")
_NOTIFY = text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:payloads AS text[])) AS one")
RETRY = 1.0
"""Seconds before a lost connection is made anew."""
ALIVE: Mapping[str, Any] = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""The system asks a silent database whether it is still there: nothing else is ever sent over this connection."""


class Listener(Protocol):
    """Receives notifications, in the event loop."""

    def watched_revisions(self) -> dict[str, int]:
        """The matches watched here, with the revision known here."""

    def watched_revision(self, match: str) -> int | None:
        """The revision known here of a match, None when nobody watches it."""

    def changed_elsewhere(self, match: str) -> None:
        """A match may have been changed by another process."""

    def received(self, payload: str) -> None:
        """Another process has sent this."""


class Notifier:
    """The connection to the other processes on the same database."""

    def __init__(self, database: Database, listener: Listener, poll: float) -> None:
        self.database = database
        self.listener = listener
        self.poll = poll
        self._task: asyncio.Task[None] | None = None
        self._chat: dict[str, int] = {}
        """How many messages each watched match has, as far as it was found by polling."""

    def start(self) -> None:
        """Starts to listen; called in the event loop."""
        work = self._listen() if self.database.postgres else self._poll()
        self._task = asyncio.get_running_loop().create_task(work, name="notifications")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def notify(self, payloads: Sequence[str]) -> None:
        """Sends short messages to the other processes; called in a worker thread. Does nothing on SQLite."""
        if self.database.postgres:
            values = {"channel": store.CHANNEL, "payloads": list(payloads)}
            self.database.write(lambda connection: connection.execute(_NOTIFY, values))

    async def _poll(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.poll)
            known = self.listener.watched_revisions()
            if not known:
                continue
            try:
                found, written = await loop.run_in_executor(None, self._look, known)
            except StoreError:
                continue
            for match, revision in found.items():
                now = self.listener.watched_revision(match)
                if now is not None and revision > now:
                    self.listener.changed_elsewhere(match)
            for match, serial in written.items():
                # Of a match that was not watched before, something may have come since its sockets have looked.
                if self._chat.get(match) != serial:
                    self.listener.received(f"chat {match} {serial}")
            self._chat = {match: written.get(match, -1) for match in known}

    def _look(self, chosen: Iterable[str]) -> tuple[dict[str, int], dict[str, int]]:
        """The revisions of some matches, and how many messages they have."""
        names = list(chosen)
        return self.database.read(lambda c: (store.revisions(c, names), counts(c, names)))

    async def _listen(self) -> None:
        """Listens for ever. Whenever it begins, everything watched is looked at again, since news may be lost."""
        import psycopg

        url = self.database.driver_url()
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True, **ALIVE) as connection:
                    # What comes with the answer to another statement.
                    connection.add_notify_handler(lambda notice: self._received(notice.payload))
                    await connection.execute(f"LISTEN {store.CHANNEL}")
                    # As long as this connection lives, nothing is restored over this server.
                    await connection.execute(SHARE)
                    self._all_changed()
                    await self._hear(connection)
            except psycopg.Error as error:
                log.warning("the connection for notifications broke (%s); trying again", type(error).__name__)
                await asyncio.sleep(RETRY)

    async def _hear(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Takes in notifications until the connection breaks: then it raises psycopg.Error."""
        import psycopg

        loop, driver = asyncio.get_running_loop(), connection.pgconn
        handle = driver.socket
        broken: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                driver.consume_input()
                while (notice := driver.notifies()) is not None:
                    self._received(notice.extra.decode(errors="replace"))
            except psycopg.Error as error:
                # At once: the driver has closed it, and the next connection may get the same number.
                loop.remove_reader(handle)
                if not broken.done():
                    broken.set_exception(error)

        loop.add_reader(handle, read)
        read()  # what the driver has read already
        try:
            await broken
        except asyncio.CancelledError:
            loop.remove_reader(handle)
            raise

    def _received(self, payload: str) -> None:
        try:
            self._take_in(payload)
        except ValueError:
            # Whoever may write to the database can send anything: it must not end the listening.
            log.warning("a notification could not be read")

    def _take_in(self, payload: str) -> None:
        kind, _, rest = payload.partition(" ")
        if kind == store.ORDERS:
            writer, _, rest = rest.partition(" ")
            if writer == self.database.orders.name:
                return  # they were stored here, and whoever gave them tells of them
        elif kind != "match":
            self.listener.received(payload)
            return
        words = iter(rest.split())
        for match, revision in zip(words, words, strict=True):
            known = self.listener.watched_revision(match)
            if known is not None and int(revision) > known:
                self.listener.changed_elsewhere(match)

    def _all_changed(self) -> None:
        for match in self.listener.watched_revisions():
            self.listener.changed_elsewhere(match)
            self.listener.received(f"chat {match}")
