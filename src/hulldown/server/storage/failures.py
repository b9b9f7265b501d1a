"""Kinds of database failures, by the codes of SQLite and PostgreSQL.

Each failure is logged where it happens, without the parameters of the statement, which may hold secrets.
"""

from __future__ import annotations

import logging
import sqlite3
import sys
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import NamedTuple

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from hulldown.server import metrics
from hulldown.server.api.errors import ApiError, DamagedError, StoreError

log = logging.getLogger("hulldown.server")
AWAY, SLOW, FULL, DAMAGED, DISK, FAILED = "away", "slow", "full", "damaged", "disk", "failed"
UNREADABLE = "Could not decode to UTF-8"
"""How sqlite3 begins its message about an undecodable text; the text follows."""


class FailureKind(NamedTuple):
    """The answer to a player after a failure of this kind, and the message for the operator."""

    status: int
    code: str
    message: str
    hint: str
    operator: str
    retry_after: int = 0


AGAIN = "send the same again in a moment"
TELL = "tell whoever runs this server"
KINDS = {
    AWAY: FailureKind(503, "busy", "the database cannot be reached", AGAIN, "the database cannot be reached", 1),
    SLOW: FailureKind(
        503, "busy", "the database did not answer in time", AGAIN, "the database did not answer in time", 1
    ),
    FULL: FailureKind(
        503, "disk_full", "the server's disk is full: nothing was stored",
        f"{TELL}, and send the same again when there is room", "the disk of the database is full", 30,
    ),
    DAMAGED: FailureKind(500, "damaged", "the server's database is damaged", TELL, "the database is damaged"),
    DISK: FailureKind(
        500, "disk_failed", "the server's disk cannot be read or written", TELL,
        "the disk of the database cannot be read or written",
    ),
    FAILED: FailureKind(500, "failed", "the server failed; this is a bug", "", "the database refused a statement"),
}  # fmt: skip

_SQLITE = {
    sqlite3.SQLITE_BUSY: SLOW,
    sqlite3.SQLITE_LOCKED: SLOW,
    sqlite3.SQLITE_READONLY: DISK,
    sqlite3.SQLITE_IOERR: DISK,
    sqlite3.SQLITE_CANTOPEN: DISK,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_FULL: FULL,
}
_POSTGRES = {"53100": FULL, "XX001": DAMAGED, "XX002": DAMAGED, "58030": DISK, "25006": DISK}
_POSTGRES_CLASSES = {"08": AWAY, "28": AWAY, "3D": AWAY, "40": SLOW, "53": SLOW, "55": SLOW, "57": AWAY, "58": DISK}


def kind_of(error: BaseException) -> str:
    """What kind of failure an error is."""
    if isinstance(error, PoolTimeoutError | FutureTimeoutError):
        return SLOW
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        if str(cause).startswith(UNREADABLE):
            return DAMAGED
        # The low byte is the primary code; the others say more than anybody needs here.
        return _SQLITE.get((getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF, FAILED)
    state = getattr(cause, "sqlstate", None)
    if state:
        return _POSTGRES.get(state) or _POSTGRES_CLASSES.get(state[:2], FAILED)
    # The driver is an extra: where it is not loaded, none of its errors can be raised.
    driver = sys.modules.get("psycopg")
    away = (OperationalError, InterfaceError, *((driver.OperationalError, driver.InterfaceError) if driver else ()))
    return AWAY if isinstance(error, away) else FAILED


def brief(error: BaseException) -> str:
    """The first line of an error of the database, without the values in it, which may be secrets."""
    cause = getattr(error, "orig", None) or error
    text = str(cause).splitlines()[0] if str(cause) else ""
    return f"{type(cause).__name__}: {UNREADABLE if text.startswith(UNREADABLE) else text}".removesuffix(": ")


def failure(error: BaseException, kind: str = "") -> StoreError:
    """Logs a failure and returns the error to raise instead of the database's own."""
    found = StoreError(kind or kind_of(error), brief(error))
    level = logging.WARNING if found.kind in (AWAY, SLOW) else logging.ERROR
    log.log(level, "%s (%s)", KINDS[found.kind].operator, found)
    metrics.failures.labels(found.kind).inc()
    return found


def answer_to(error: StoreError) -> ApiError:
    """The answer to a player."""
    kind = KINDS[error.kind]
    return ApiError(kind.status, kind.code, kind.message, kind.hint, retry_after=kind.retry_after)


def damaged_answer(error: DamagedError) -> ApiError:
    """Logs which row is damaged and returns the answer to a player."""
    log.error("match %s: %s is damaged in the database (%s)", error.match, error.what, error.why)
    return ApiError(409, "damaged", f"this match cannot be opened: {error.what} is damaged", TELL)
