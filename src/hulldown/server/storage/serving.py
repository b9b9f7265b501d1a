"""Who serves a database: every server process holds a shared lock, and a restore needs it for itself."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import URL

from hulldown.core.errors import HulldownError
from hulldown.server.storage.failures import brief

LOCK = 7061747369
"""The number of the advisory lock on PostgreSQL."""
SHARE = f"SELECT pg_advisory_lock_shared({LOCK})"
RUNNING = "a server is running on this database"
STOP = "stop it first"


def _file(url: URL) -> int:
    """The lock file beside a SQLite database, opened: one for each file, whatever it is called."""
    return os.open(f"{os.path.realpath(str(url.database))}.serving", os.O_CREAT | os.O_RDWR, 0o600)


@contextmanager
def serving(url: URL, driver_url: str) -> Iterator[None]:
    """Marks a database as served while the process serves it; raises HulldownError while one is being restored.

    On PostgreSQL the notifier's connection does the same, and does it again when connections have broken.
    """
    if url.get_backend_name() != "sqlite":
        import psycopg

        try:
            connection = psycopg.connect(driver_url, autocommit=True)
        except psycopg.Error as error:
            raise HulldownError(f"{url.database} cannot be opened: {brief(error)}") from None
        with connection:
            found = connection.execute(f"SELECT pg_try_advisory_lock_shared({LOCK})").fetchone()
            if not (found and found[0]):
                raise _restoring(url)
            yield
        return
    handle = _file(url)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            raise _restoring(url) from None
        yield
    finally:
        os.close(handle)


def _restoring(url: URL) -> HulldownError:
    return HulldownError(f"{url.database} is being restored", hint="start the server when that is done")


@contextmanager
def alone(url: URL, driver_url: str) -> Iterator[None]:
    """Keeps servers away from a database; raises HulldownError when one is running."""
    if url.get_backend_name() == "sqlite":
        handle = _file(url)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise HulldownError(RUNNING, hint=STOP) from None
            yield
        finally:
            os.close(handle)
        return
    import psycopg

    with psycopg.connect(driver_url, autocommit=True) as connection:
        found = connection.execute(f"SELECT pg_try_advisory_lock({LOCK})").fetchone()
        if not (found and found[0]):
            raise HulldownError(RUNNING, hint=STOP)
        yield
