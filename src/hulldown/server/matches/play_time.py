"""The time by which people's clocks run: it goes on while a server runs, and never back.

It is counted by a clock that nobody can set, from where the last server left it. So a restart costs nobody time, and
neither does a clock of the machine that is set back or forward. Several processes of one database keep it together:
each takes over the latest time that any of them has stored, so they differ by KEEP seconds at most.
"""

from __future__ import annotations

import threading

from sqlalchemy import Connection, select, text

from hulldown.server.clock import Clock
from hulldown.server.storage import schema
from hulldown.server.storage.database import Database

KEEP = 5.0
"""Seconds between two times that are stored. After a crash so many are given to the players at most."""
_STORED = text(
    "INSERT INTO server_time (name, seconds) VALUES ('played', :seconds) ON CONFLICT (name) DO UPDATE "
    "SET seconds = CASE WHEN excluded.seconds > server_time.seconds THEN excluded.seconds ELSE server_time.seconds END"
)


def find_time(connection: Connection) -> float:
    """The latest time that was stored."""
    return float(connection.execute(select(schema.server_time.c.seconds)).scalar() or 0.0)


class PlayTime:
    """The time of one process; safe for several threads."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock
        self.wanted = False
        """Whether there is a match with a clock here, so that the time has to be stored."""
        self._base = database.read(find_time)
        self._start = clock.ticks()
        self._kept = self._base
        self._lock = threading.Lock()

    def now(self) -> float:
        """Seconds for which servers of this database have run."""
        with self._lock:
            return self._base + self.clock.ticks() - self._start

    def keep(self, at_once: bool = False) -> None:
        """Stores the time if it is wanted and has not been stored for a while; takes over a later one."""
        now = self.now()
        if not self.wanted or (now - self._kept < KEEP and not at_once):
            return

        def work(connection: Connection) -> float:
            connection.execute(_STORED, {"seconds": now})
            return find_time(connection)

        self._kept = stored = self.database.write(work)
        with self._lock:
            self._base += max(0.0, stored - now)
