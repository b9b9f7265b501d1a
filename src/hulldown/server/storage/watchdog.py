"""A watchdog for PostgreSQL: cuts connections whose answer does not come in time.

The database may hang with its connections open (a stopped process, a frozen machine). The driver would then wait for
ever. Cutting the socket wakes the waiting thread.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

TICK = 0.25
"""Seconds between two checks."""


class Watch:
    """Work on a connection; `late` after it was cut."""

    def __init__(self, handle: int, deadline: float) -> None:
        self.handle = handle
        self.deadline = deadline
        self.late = False


class Watchdog:
    """Cuts connections whose work takes longer than `patience` seconds."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, name="hulldown-watchdog", daemon=True)
        self._thread.start()

    @contextlib.contextmanager
    def over(self, connection: Any) -> Iterator[Watch]:
        """Watches over work on a connection of psycopg."""
        watch = Watch(connection.fileno(), time.monotonic() + self.patience)
        with self._lock:
            self._watches.add(watch)
        try:
            yield watch
        finally:
            # Under the lock: afterwards the file descriptor may belong to another socket.
            with self._lock:
                self._watches.discard(watch)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(TICK):
            now = time.monotonic()
            with self._lock:
                for watch in self._watches:
                    if watch.deadline < now and not watch.late:
                        watch.late = True
                        _cut(watch.handle)


def _cut(handle: int) -> None:
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(handle)) as line:
        line.shutdown(socket.SHUT_RDWR)
