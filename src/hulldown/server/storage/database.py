"""The database: reads, and durable writes that return only after the commit.

SQLite has one writer at a time and syncs to disk for each commit. So all writes go through one thread that commits all
waiting ones together. PostgreSQL does that itself; there each write is a transaction of its own.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import closing, nullcontext
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from hulldown.core.errors import HulldownError
from hulldown.server.api.errors import StoreError
from hulldown.server.storage.batches import BUSY_MS, OrderStore, SqliteOrders
from hulldown.server.storage.failures import DAMAGED, KINDS, SLOW, brief, failure, kind_of
from hulldown.server.storage.pen import Pen
from hulldown.server.storage.schema import migrate
from hulldown.server.storage.watchdog import Watch, Watchdog

T = TypeVar("T")
Work = Callable[[Connection], T]
BATCH = 64
"""Writes in one commit, at most."""
PATIENCE = 10.0
"""Seconds that PostgreSQL may take for one transaction."""
STUCK = 60.0
"""Seconds after which a write to SQLite is given up because the disk hangs."""
CONNECT = 5
"""Seconds to connect to PostgreSQL, and to wait for a free connection."""
CHECKED_EVERY = 600.0
"""Seconds between two readings of the whole file for damage, while somebody asks whether the server is ready."""
CACHE_KB = 512
"""Pages that a connection to SQLite keeps. There are up to 22; the system keeps the file in memory once for all."""
_Job = tuple[Work[Any], "Future[Any]"]


def default_database(folder: Path) -> str:
    """The URL of the embedded database in this folder."""
    return f"sqlite:///{folder / 'hulldown.db'}"


def read_url(text: str) -> URL:
    """The URL of a database, with the driver we use; other databases are refused."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise HulldownError(
            "--database is no URL", hint="write sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        if find_spec("psycopg") is None:
            raise HulldownError("the driver of PostgreSQL is not installed", hint="pip install 'hulldown[postgres]'")
        return url.set(drivername="postgresql+psycopg")
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise HulldownError("a database in memory would lose the games", hint="write sqlite:///FILE")
        return url
    raise HulldownError(f"{kind} is not a database we store games in", hint="use sqlite or postgresql")


class Database:
    """An open database with its tables; raises HulldownError with one line that says why it cannot be opened."""

    def __init__(self, url: str, patience: float = PATIENCE, name: str = "") -> None:
        """Opens the database; `name` is what messages call it, where the URL says nothing to an operator."""
        self.url = read_url(url)
        self.name = name
        self.postgres = self.url.get_backend_name() == "postgresql"
        self._engine = self._open()
        quick = {"isolation_level": "AUTOCOMMIT"} if self.postgres else {"quick": True}
        self._quick = self._engine.execution_options(**quick)
        # By itself each statement of PostgreSQL sees what is new since the one before.
        whole = {"isolation_level": "REPEATABLE READ"} if self.postgres else {}
        self._whole = self._engine.execution_options(**whole)
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._checked = time.monotonic()
        self._damaged = False
        self._thread: threading.Thread | None = None
        self._watchdog = Watchdog(patience) if self.postgres else None
        self._pen = Pen()
        self.orders: OrderStore = (
            self._postgres_orders(patience) if self.postgres else SqliteOrders(self._raw, self._pen)
        )
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise
        if not self.postgres:
            self._thread = threading.Thread(target=self._write_all, name="hulldown-writer", daemon=True)
            self._thread.start()

    def _prepare(self) -> None:
        """Checks the file and makes the tables; raises HulldownError."""
        watch: Watch | None = None
        try:
            if not self.postgres:
                with self._quick.connect() as connection:
                    _check_file(connection)
            with (
                self._engine.connect().execution_options(writes=True) as connection,
                self._watched(connection) as watch,
                connection.begin(),
            ):
                version = migrate(connection, name=self._name())
                if not self.postgres:
                    # Written at every start: a disk without room for this has none for an order.
                    connection.exec_driver_sql(f"PRAGMA user_version = {version}")
        except SQLAlchemyError as error:
            kind = SLOW if watch is not None and watch.late else kind_of(error)
            raise HulldownError(f"{self._name()} cannot be opened: {KINDS[kind].operator} ({brief(error)})") from None
        except _CorruptFileError as error:
            raise HulldownError(
                f"{self._name()} cannot be opened: {KINDS[DAMAGED].operator} ({error}); bring back a copy"
            ) from None

    def check_file(self, every: float = CHECKED_EVERY) -> None:
        """Raises StoreError when the file is damaged. Reads all of it, at most once in `every` seconds.

        A failure of any other query because of damage counts at once, until a whole check finds nothing.
        """
        if self.postgres or (not self._damaged and time.monotonic() - self._checked < every):
            return
        self._checked = time.monotonic()
        try:
            # Over a connection of its own: what the others have in memory may hide what is on the disk.
            with closing(self._raw()) as connection:
                found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
            if found != "ok":
                raise sqlite3.DatabaseError(found.splitlines()[0])
        except (sqlite3.Error, SQLAlchemyError) as error:
            self._damaged = True
            raise failure(error, DAMAGED) from None
        self._damaged = False

    def _failure(self, error: BaseException, kind: str = "") -> StoreError:
        """The failure to raise; damage is remembered."""
        found = failure(error, kind)
        self._damaged = self._damaged or found.kind == DAMAGED
        return found

    def _name(self) -> str:
        """The database as an operator knows it."""
        if self.name:
            return self.name
        return self.url.render_as_string(hide_password=True) if self.postgres else str(self.url.database)

    def _watched(self, connection: Connection) -> Any:
        """A context that gives up an answer that does not come in time."""
        if self._watchdog is None:
            return nullcontext()
        return self._watchdog.over(connection.connection.dbapi_connection)

    def _open(self) -> Engine:
        if self.postgres:
            waits = {} if "connect_timeout" in self.url.query else {"connect_timeout": CONNECT}
            return create_engine(self.url, pool_size=12, max_overflow=8, pool_timeout=CONNECT, connect_args=waits)
        file = Path(str(self.url.database))
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            # The secrets behind the dice are in it: only its owner may read it.
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            raise HulldownError(f"{file} cannot be opened: {(error.strerror or str(error)).lower()}") from None
        engine = create_engine(self.url, pool_size=12, max_overflow=8, connect_args={"check_same_thread": False})
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        return engine

    def _postgres_orders(self, patience: float) -> OrderStore:
        """The orders on PostgreSQL, whose driver only those have who asked for it."""
        from hulldown.server.storage.postgres_orders import PostgresOrders

        return PostgresOrders(self.driver_url(), patience)

    def driver_url(self) -> str:
        """The URL as psycopg reads it: it names the driver differently from SQLAlchemy, the rest is the same."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    def _raw(self) -> sqlite3.Connection:
        """A connection to SQLite of the caller's own."""
        fairy = self._engine.raw_connection()
        connection = fairy.driver_connection
        fairy.detach()
        assert isinstance(connection, sqlite3.Connection)
        return connection

    def look(self, work: Work[T]) -> T:
        """Runs `work` outside a transaction: for a few small queries."""
        return self._retried(work, self._quick)

    def read(self, work: Work[T]) -> T:
        """Runs `work` in one consistent read."""
        return self._retried(work, self._whole)

    def write(self, work: Work[T]) -> T:
        """Runs `work` in a transaction and returns its result once it is on disk. An exception of `work` undoes it.

        StoreError means that the database did not answer: the data may or may not have been written.
        """
        if self._thread is None:
            return self._retried(work, self._engine)
        future: Future[T] = Future()
        self._jobs.put((work, future))
        try:
            return future.result(STUCK)
        except FutureTimeoutError as error:
            raise failure(error) from None

    def _retried(self, work: Work[T], engine: Engine) -> T:
        """Runs work in a transaction; tries once more over a new connection if the old one turns out dead.

        It does not try again after the commit began: the data may have been written.
        """
        for last in (False, True):
            watch: Watch | None = None
            try:
                with engine.connect() as connection, self._watched(connection) as watch:
                    transaction = connection.begin()
                    try:
                        result = work(connection)
                    except DBAPIError as error:
                        if error.connection_invalidated and not last and not (watch and watch.late):
                            continue
                        raise
                    transaction.commit()
                    return result
            except SQLAlchemyError as error:
                raise self._failure(error, SLOW if watch is not None and watch.late else "") from error
        raise AssertionError("the second try returns or raises")

    def _write_all(self) -> None:
        """The writer thread: commits all jobs that are waiting at once, up to a limit."""
        while (job := self._jobs.get()) is not None:
            batch = [job]
            while len(batch) < BATCH and not self._jobs.empty():
                more = self._jobs.get()
                if more is None:
                    self._jobs.put(None)
                    break
                batch.append(more)
            with self._pen.held():
                self._commit(batch)

    def _commit(self, batch: list[_Job]) -> None:
        done: list[tuple[Future[Any], Any]] = []
        try:
            with self._engine.connect().execution_options(writes=True) as connection, connection.begin():
                for work, future in batch:
                    try:
                        done.append((future, _saved(connection, work)))
                    except SQLAlchemyError as error:
                        if not connection.connection.in_transaction:
                            # SQLite has undone everything, not only this: the disk is full, or fails.
                            raise
                        future.set_exception(self._failure(error))
                    except Exception as error:
                        future.set_exception(error)
        except Exception as error:
            for _, future in batch:
                if not future.done():
                    future.set_exception(self._failure(error))
            return
        for future, result in done:
            future.set_result(result)

    def close(self) -> None:
        """Waits for the last write and closes every connection."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        if self._watchdog is not None:
            self._watchdog.close()
        self._engine.dispose()


def _saved(connection: Connection, work: Work[T]) -> T:
    """Runs work in a savepoint, so that a failure undoes only this work; raises what the work has raised."""
    failed: Exception | None = None
    try:
        with connection.begin_nested():
            try:
                return work(connection)
            except Exception as error:
                failed = error
                raise
    except SQLAlchemyError:
        if failed is None:
            raise
    # The rollback may fail too, when SQLite has undone everything; the first failure counts.
    raise failed


class _CorruptFileError(Exception):
    """What SQLite finds wrong with its file."""


def _check_file(connection: Connection) -> None:
    """Raises when the pages of the file do not fit together; reads all of it."""
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise _CorruptFileError(str(found).splitlines()[0] if found else "no answer")


def _set_up(connection: Any, _record: object) -> None:
    """Sets up a SQLite connection: write-ahead log, every commit synced, transactions begun by us alone."""
    connection.isolation_level = None
    # A text whose bytes were overwritten shall be found where it is decoded, with its row's name.
    connection.text_factory = _text
    cursor = connection.cursor()
    for setting in ("journal_mode = WAL", "synchronous = FULL", f"busy_timeout = {BUSY_MS}", "foreign_keys = ON",
                    f"cache_size = -{CACHE_KB}"):  # fmt: skip
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin(connection: Connection) -> None:
    options = connection.get_execution_options()
    if not options.get("quick"):
        # A write that begins as a read may find that another process has written since; one begun as a write waits.
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace")
