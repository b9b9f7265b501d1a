"""The rows of an order and the statements that store them, without layers between.

An order is stored in one transaction: the row of its match moves on if it still has the revision that was read, the
entry and the answer are added, the draft goes, a new snapshot takes the place of the old one. SQLite runs these
statements one by one, in a transaction that several orders share; PostgreSQL gets them as one statement for all orders
that wait, which is a transaction by itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from hulldown.core.record import line_of
from hulldown.server.api.errors import ConflictError
from hulldown.server.storage.binary import array
from hulldown.server.storage.store import CHANNEL, ORDERS, MatchRow, StoredEntry

Execute = Callable[[str, tuple[Any, ...]], Any]
"""Runs a statement of SQLite; the result has a `rowcount`."""

MOVED = ("status", "revision", "seen", "turn", "owing", "outcome", "bot_owing", "updated", "clock", "clock_due")
"""The columns of a match that an order changes."""
UNIQUE_VIOLATION = "23505"
"""What PostgreSQL says of an order whose place is taken."""
_JSON = ("seen", "owing", "outcome", "clock")
_SET = ", ".join(f"{name} = ?" for name in MOVED)
_ADVANCE = f"UPDATE matches SET {_SET} WHERE id = ? AND revision = ?"
_ADD_ENTRY = "INSERT INTO entries (match_id, number, turn, line, events) VALUES (?, ?, ?, ?, ?)"
_ADD_SUBMISSION = "INSERT INTO submissions (match_id, side, submission, digest, answer) VALUES (?, ?, ?, ?, ?)"
_DROP_DRAFT = "DELETE FROM drafts WHERE match_id = ? AND side = ?"
_DROP_SNAPSHOTS = "DELETE FROM snapshots WHERE match_id = ?"
_ADD_SNAPSHOT = "INSERT INTO snapshots (match_id, number, tag, state) VALUES (?, ?, ?, ?)"
REVISION = "SELECT revision FROM matches WHERE id = ?"

_TYPES = {"revision": "int", "turn": "int", "bot_owing": "boolean", "updated": "float8", "clock_due": "float8"}


def _typed(name: str) -> str:
    return f"%s::{_TYPES.get(name, 'text')}"


_POSTGRES_SET = ", ".join(f"{name} = {_typed(name)}" for name in MOVED)
# A condition that fails raises here, and the whole statement is undone; a row that has moved on updates nothing.
POSTGRES = f"""
WITH moved AS (UPDATE matches SET {_POSTGRES_SET} WHERE id = %s::text AND revision = %s::int RETURNING id),
entered AS (INSERT INTO entries (match_id, number, turn, line, events)
    SELECT id, %s::int, %s::int, %s::text, %b::bytea FROM moved),
answered AS (INSERT INTO submissions (match_id, side, submission, digest, answer)
    SELECT id, %s::text, %s::text, %s::text, %s::text FROM moved),
undrafted AS (DELETE FROM drafts WHERE match_id IN (SELECT id FROM moved) AND side = %s::text)
SELECT pg_notify(%s::text, %s::text) FROM moved
"""
_GIVEN = (
    *((f"new_{name}", _TYPES.get(name, "text")) for name in MOVED),
    ("match", "text"), ("before", "int"), ("number", "int"), ("entry_turn", "int"), ("line", "text"),
    ("events", "bytea"), ("side", "text"), ("submission", "text"), ("digest", "text"), ("answer", "text"),
    ("kept", "int"), ("tag", "text"), ("state", "bytea"),
)  # fmt: skip
_NO_SNAPSHOT = (None, None, None)
POSTGRES_TYPES = ", ".join(["text", *(f"{kind}[]" for _, kind in _GIVEN)])
# The same for orders of several matches: the name of the writer, then each value as an array. It returns the names of
# the matches that have moved on, and tells other processes of all of them at once.
POSTGRES_TOGETHER = f"""
WITH given AS (SELECT * FROM unnest({", ".join(f"${place}" for place in range(2, len(_GIVEN) + 2))})
    AS one ({", ".join(name for name, _ in _GIVEN)})),
moved AS (UPDATE matches SET {", ".join(f"{name} = given.new_{name}" for name in MOVED)} FROM given
    WHERE matches.id = given.match AND matches.revision = given.before RETURNING given.*),
entered AS (INSERT INTO entries (match_id, number, turn, line, events)
    SELECT match, number, entry_turn, line, events FROM moved),
answered AS (INSERT INTO submissions (match_id, side, submission, digest, answer)
    SELECT match, side, submission, digest, answer FROM moved),
undrafted AS (DELETE FROM drafts USING moved WHERE drafts.match_id = moved.match AND drafts.side = moved.side),
outdated AS (DELETE FROM snapshots USING moved
    WHERE snapshots.match_id = moved.match AND snapshots.number <> moved.kept),
kept AS (INSERT INTO snapshots (match_id, number, tag, state)
    SELECT match, kept, tag, state FROM moved WHERE kept IS NOT NULL
    ON CONFLICT (match_id, number) DO UPDATE SET tag = excluded.tag, state = excluded.state)
SELECT string_agg(match, ' '),
    pg_notify('{CHANNEL}', '{ORDERS} ' || $1 || ' ' || string_agg(match || ' ' || (before + 1), ' '))
FROM moved HAVING count(*) > 0
"""
POSTGRES_SNAPSHOT = "INSERT INTO snapshots (match_id, number, tag, state) VALUES (%s, %s, %s, %b)"


class OrderRows(NamedTuple):
    """All that is stored with an order."""

    match: str
    before: int
    """The revision that the order was judged at."""
    moved: tuple[Any, ...]
    """The columns of MOVED."""
    entry: tuple[int, int, str, bytes]
    """Number, turn, line and events."""
    answer: tuple[str, str, str, str]
    """Side, submission, digest and answer."""
    snapshot: tuple[int, str, bytes] | None = None
    """Number of orders, tag and state."""

    @property
    def payload(self) -> str:
        """What other processes are told."""
        return f"match {self.match} {self.before + 1}"


def rows_of(after: MatchRow, stored: StoredEntry, answer: tuple[str, str, str, str]) -> OrderRows:
    """The rows of an order that leads to this row of its match."""
    moved = tuple(
        msgspec.json.encode(value).decode() if name in _JSON else value
        for name, value in ((name, getattr(after, name)) for name in MOVED)
    )
    entry = stored.entry
    events = msgspec.msgpack.encode(stored.events)
    return OrderRows(after.id, after.revision - 1, moved, (entry.number, stored.turn, line_of(entry), events), answer)


def write_sqlite(execute: Execute, rows: OrderRows) -> None:
    """Runs the statements of an order on SQLite; raises ConflictError when the match has moved on."""
    match = rows.match
    if execute(_ADVANCE, (*rows.moved, match, rows.before)).rowcount != 1:
        raise ConflictError
    try:
        execute(_ADD_ENTRY, (match, *rows.entry))
        execute(_ADD_SUBMISSION, (match, *rows.answer))
    except (sqlite3.IntegrityError, IntegrityError):
        raise ConflictError from None
    execute(_DROP_DRAFT, (match, rows.answer[0]))
    if rows.snapshot is not None:
        execute(_DROP_SNAPSHOTS, (match,))
        execute(_ADD_SNAPSHOT, (match, *rows.snapshot))


def postgres_values(rows: OrderRows) -> tuple[Any, ...]:
    """The parameters of the statement for PostgreSQL."""
    return (*rows.moved, rows.match, rows.before, *rows.entry, *rows.answer, rows.answer[0], CHANNEL, rows.payload)


def postgres_arrays(writer: str, orders: Sequence[OrderRows]) -> list[bytes]:
    """The parameters of the statement for orders of several matches, in binary."""
    columns = zip(
        *(
            (*one.moved, one.match, one.before, *one.entry, *one.answer, *(one.snapshot or _NO_SNAPSHOT))
            for one in orders
        ),
        strict=True,
    )
    return [writer.encode(), *(array(kind, values) for (_, kind), values in zip(_GIVEN, columns, strict=True))]


def write(connection: Connection, rows: OrderRows) -> None:
    """Stores an order in the caller's transaction, on either database; raises ConflictError."""
    if connection.dialect.name != "postgresql":
        write_sqlite(connection.exec_driver_sql, rows)
        return
    try:
        done = connection.exec_driver_sql(POSTGRES, postgres_values(rows)).all()
    except IntegrityError as error:
        if getattr(error.orig, "sqlstate", None) == UNIQUE_VIOLATION:
            raise ConflictError from None
        raise
    if len(done) != 1:
        raise ConflictError
    if rows.snapshot is not None:
        connection.exec_driver_sql("DELETE FROM snapshots WHERE match_id = %s", (rows.match,))
        connection.exec_driver_sql(POSTGRES_SNAPSHOT, (rows.match, *rows.snapshot))
