"""News of matches between processes: PostgreSQL notifies, on SQLite the watched matches are polled."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable
from typing import Protocol

import psycopg
from sqlalchemy import text

from hulldown.server.api.errors import StoreError
from hulldown.server.storage import store
from hulldown.server.storage.database import Database

log = logging.getLogger("hulldown.server")
RETRY = 1.0
"""Seconds before a lost connection is made anew."""


class Listener(Protocol):
    """What wants to hear the news, in the event loop."""

    def watched(self) -> dict[str, int]:
        """The matches somebody looks at here, with the revision known here."""

    def heard(self, match: str) -> None:
        """A match may have been changed by another process."""

    def told(self, payload: str) -> None:
        """Another process has said this."""


class Bus:
    """The connection to the other processes on the same database."""

    def __init__(self, database: Database, listener: Listener, poll: float) -> None:
        self.database = database
        self.listener = listener
        self.poll = poll
        self._task: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self.ready = threading.Event()

    def start(self) -> None:
        """Begins to listen; called in the event loop."""
        loop = asyncio.get_running_loop()
        if self.database.postgres:
            self._thread = threading.Thread(target=self._listen, args=(loop,), name="hulldown-bus", daemon=True)
            self._thread.start()
        else:
            self._task = loop.create_task(self._poll(), name="poll")

    async def close(self) -> None:
        self._stop.set()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def say(self, payload: str) -> None:
        """Tells the other processes something small; called in a worker thread. On SQLite there is nobody to tell."""
        if self.database.postgres:
            statement = text("SELECT pg_notify(:channel, :payload)")
            self.database.write(
                lambda connection: connection.execute(statement, {"channel": store.CHANNEL, "payload": payload})
            )

    async def _poll(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.poll)
            known = self.listener.watched()
            if not known:
                continue
            try:
                found = await loop.run_in_executor(None, self._revisions, known)
            except StoreError:
                continue
            for match, revision in found.items():
                if revision > self.listener.watched().get(match, revision):
                    self.listener.heard(match)

    def _revisions(self, chosen: Iterable[str]) -> dict[str, int]:
        return self.database.read(lambda connection: store.revisions(connection, list(chosen)))

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """The listening thread; after a break everything watched is looked at again, since news may be lost."""
        # psycopg names the driver differently from SQLAlchemy; the rest of the URL is the same.
        url = self.database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        broken = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {store.CHANNEL}")
                    self.ready.set()
                    if broken:
                        _call(loop, self._look_at_all)
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=0.5, stop_after=1):
                            _call(loop, self._take, notice.payload)
            except psycopg.Error as error:
                broken = True
                log.warning("the news connection broke (%s); trying again", type(error).__name__)
                self._stop.wait(RETRY)

    def _take(self, payload: str) -> None:
        kind, _, rest = payload.partition(" ")
        if kind != "match":
            self.listener.told(payload)
            return
        match, _, revision = rest.partition(" ")
        known = self.listener.watched().get(match)
        if known is not None and int(revision) > known:
            self.listener.heard(match)

    def _look_at_all(self) -> None:
        for match in self.listener.watched():
            self.listener.heard(match)


def _call(loop: asyncio.AbstractEventLoop, what: Callable[..., None], *arguments: str) -> None:
    try:
        loop.call_soon_threadsafe(what, *arguments)
    except RuntimeError:
        # The loop has been closed while the news was on its way: the process is ending.
        return
