"""Checks every match of a database: can it be read, does its chain hold, does its record verify."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, select

from hulldown.core.errors import HulldownError
from hulldown.core.record import Record, Reveal, verify
from hulldown.server.api.errors import DamagedError
from hulldown.server.matches.loading import load_match
from hulldown.server.storage import schema, store
from hulldown.server.storage.database import Database
from hulldown.server.storage.notes import find_notes
from hulldown.server.storage.store import OVER

SOUND, OLD, BAD = "sound", "older rules", "damaged"


class CheckedMatch(NamedTuple):
    """A match and what is wrong with it."""

    match: str
    state: str
    """sound, older rules or damaged"""
    why: str = ""


def check_match(connection: Connection, match: str) -> CheckedMatch:
    """Loads a match as a server would; one that is over must verify like its record."""
    try:
        loaded = load_match(connection, match)
        if loaded is None or loaded.damage:
            return CheckedMatch(match, BAD, loaded.damage if loaded is not None else "it is gone")
        row = loaded.row
        if loaded.frozen:
            return CheckedMatch(match, OLD)
        if row.header is not None and row.status == OVER:
            entries = [one.entry for one in store.find_entries(connection, match)]
            undos, notes = store.find_undos(connection, match), find_notes(connection, match)
            verify(Record(row.header, entries, Reveal(row.secret, row.outcome), undos, row.ending, notes), loaded.game)
    except DamagedError as error:
        return CheckedMatch(match, BAD, f"{error.what}: {error.why}")
    except (HulldownError, LookupError, ValueError) as error:
        return CheckedMatch(match, BAD, str(error))
    return CheckedMatch(match, SOUND)


def check_all(database: Database) -> Iterator[CheckedMatch]:
    """Checks one match after the other, each in a read of its own."""
    names = database.read(lambda connection: list(connection.execute(select(schema.matches.c.id)).scalars()))
    for name in names:
        found = database.read(lambda connection, name=name: check_match(connection, name))  # type: ignore[misc]
        if found.why != "it is gone":
            yield found
