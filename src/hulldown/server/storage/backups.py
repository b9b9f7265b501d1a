"""What an operator does with a database that is in use: copies it, brings a copy back, clears it, counts it.

A backup is a SQLite file with all tables, whatever the database is, so a copy made on one kind can be restored on the
other. It is one consistent read: orders that come meanwhile are not in it, and nobody waits for it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, func, insert, select, text

from hulldown.core.errors import HulldownError
from hulldown.server.storage import reports, schema
from hulldown.server.storage.database import Database
from hulldown.server.storage.serving import alone
from hulldown.server.storage.store import OPEN, OVER

ROWS = 500
"""Rows copied at a time."""
MATCHES = 50
"""Matches deleted in one transaction."""


def tables() -> list[Table]:
    """All tables, those that others refer to first."""
    first = [schema.people, schema.matches]
    return [*first, *(table for table in schema.metadata.sorted_tables if table not in first)]


def backup(database: Database, target: Path) -> int:
    """Writes a copy of the database to a new file, readable by its owner only; returns its size in bytes."""
    if target.exists():
        raise HulldownError(f"{target} exists", hint="name a file that does not, so that no backup is lost")
    if not target.parent.is_dir():
        raise HulldownError(f"there is no folder {target.parent}")
    # Written under another name first: a file of this name is a whole backup.
    partial = target.with_name(f".{target.name}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        if database.postgres:
            _copy_to(database, partial)
        else:
            partial.unlink()
            before = os.umask(0o077)
            try:
                database.look(lambda c: c.execute(text("VACUUM INTO :file"), {"file": str(partial)}))
            finally:
                os.umask(before)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.rename(target)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            Path(f"{partial}{suffix}").unlink(missing_ok=True)
    return target.stat().st_size


def _copy_to(database: Database, target: Path) -> None:
    copy = Database(f"sqlite:///{target}")
    try:
        database.read(lambda source: copy.write(lambda connection: _copy(source, connection)))
        copy.look(lambda connection: connection.exec_driver_sql("PRAGMA journal_mode = DELETE").all())
    finally:
        copy.close()


def _copy(source: Connection, target: Connection) -> int:
    """Copies all rows; returns their number."""
    count = 0
    for table in tables():
        for rows in _pages(source, table):
            target.execute(insert(table), rows)
            count += len(rows)
    return count


def _pages(source: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    found = source.execution_options(yield_per=ROWS).execute(select(table))
    for page in found.mappings().partitions(ROWS):
        yield [dict(row) for row in page]


def restore(file: Path, url: str, replace: bool) -> int:
    """Brings a backup into a database that nobody serves; returns the number of rows.

    Raises HulldownError when a server runs on it, when it holds games and `replace` is not said, and when the file is
    no backup or one of a newer program. All or nothing: a restore that fails leaves the database as it was.
    """
    if not file.is_file():
        raise HulldownError(f"there is no file {file}")
    with tempfile.TemporaryDirectory(prefix="hulldown-restore-") as folder:
        # A copy is migrated, not the backup itself.
        copy = Path(folder) / file.name
        shutil.copyfile(file, copy)
        source = Database(f"sqlite:///{copy}", name=str(file))
        try:
            if not source.look(_holds_anything):
                raise HulldownError(f"{file} holds nothing", hint="name a file that hulldown admin backup has written")
            target = Database(url)
            try:
                with alone(target.url, target.driver_url()):
                    return target.write(lambda connection: _bring_back(source, connection, replace))
            finally:
                target.close()
        finally:
            source.close()


def _holds_anything(connection: Connection) -> bool:
    return any(connection.execute(select(table).limit(1)).first() is not None for table in tables())


def _bring_back(source: Database, target: Connection, replace: bool) -> int:
    games, people = (
        target.execute(select(func.count()).select_from(table)).scalar() or 0
        for table in (schema.matches, schema.people)
    )
    if (games or people) and not replace:
        raise HulldownError(
            f"the database holds {games} games and {people} people already",
            hint="--replace deletes them all and restores the backup",
        )
    for table in reversed(tables()):
        target.execute(delete(table))
    return source.read(lambda connection: _copy(connection, target))


class Pruned(NamedTuple):
    """What was deleted."""

    matches: int
    rows: int


def _of_matches() -> list[Table]:
    """The tables whose rows belong to a match, in the order in which they are emptied.

    Results stay: the ratings follow from them.
    """
    return [table for table in reversed(tables()) if "match_id" in table.c and table is not schema.results]


def find_old(connection: Connection, before: float, unfinished: bool) -> list[str]:
    """The matches nobody has touched since: those that are over or never began, or all of them."""
    return list(connection.execute(_old(before, unfinished).order_by(schema.matches.c.updated)).scalars())


def _old(before: float, unfinished: bool) -> Select[Any]:
    table = schema.matches
    chosen = select(table.c.id).where(table.c.updated < before)
    return chosen if unfinished else chosen.where(table.c.status.in_((OVER, OPEN)))


def prune(database: Database, before: float, unfinished: bool = False, really: bool = True) -> Pruned:
    """Deletes old matches with all that belongs to them, a few at a time, so that nobody waits long."""
    old = database.read(lambda connection: find_old(connection, before, unfinished))
    if not really:
        return Pruned(len(old), 0)
    matches = rows = 0
    for first in range(0, len(old), MATCHES):
        some = old[first : first + MATCHES]
        gone, more = database.write(lambda c, some=some: _delete(c, some, before, unfinished))  # type: ignore[misc]
        matches, rows = matches + gone, rows + more
    return Pruned(matches, rows)


def _delete(connection: Connection, chosen: list[str], before: float, unfinished: bool) -> tuple[int, int]:
    # Somebody may have played on meanwhile, or be about to: he waits, and finds the match gone.
    table = schema.matches
    old = _old(before, unfinished).where(table.c.id.in_(chosen)).with_for_update()
    gone = list(connection.execute(old).scalars())
    rows = 0
    for table in _of_matches():
        rows += connection.execute(delete(table).where(table.c.match_id.in_(gone))).rowcount
    rows += connection.execute(delete(schema.matches).where(schema.matches.c.id.in_(gone))).rowcount
    return len(gone), rows


def stats(connection: Connection) -> dict[str, Any]:
    """Counts of what is stored."""
    table = schema.matches

    def by(column: Any) -> dict[str, int]:
        rows = connection.execute(select(column, func.count()).group_by(column).order_by(func.count().desc()))
        return {str(name): int(count) for name, count in rows}

    counts = {
        one.name: int(connection.execute(select(func.count()).select_from(one)).scalar() or 0) for one in tables()
    }
    oldest, newest = connection.execute(select(func.min(table.c.created), func.max(table.c.updated))).one()
    clocks = select(func.count()).select_from(table).where(table.c.clock_due.is_not(None))
    version = connection.execute(text("SELECT max(version) FROM schema_version")).scalar()
    postgres = connection.dialect.name == "postgresql"
    size = "pg_database_size(current_database())" if postgres else "page_count * page_size"
    where = "" if postgres else " FROM pragma_page_count(), pragma_page_size()"
    return {
        "schema": version,
        "bytes": int(connection.execute(text(f"SELECT {size}{where}")).scalar() or 0),
        "matches": by(table.c.status),
        "scenarios": by(table.c.scenario),
        "clocks_running": int(connection.execute(clocks).scalar() or 0),
        "reports_waiting": reports.count_waiting(connection),
        "oldest": oldest,
        "newest": newest,
        "rows": counts,
    }
