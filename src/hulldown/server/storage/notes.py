"""Queries for the notes of a match: what people offered, agreed on or let pass, as lines of its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, func, insert, select

from hulldown.core.notes import Note
from hulldown.server.api.errors import DamagedError
from hulldown.server.storage import schema

OfferTerms = Literal["", "draw", "score", "pause", "resume"]
PAUSE: Final = "pause"
RESUME: Final = "resume"
_note = msgspec.json.Decoder(Note)


def add_notes(connection: Connection, match: str, added: Sequence[Note]) -> None:
    """Stores notes behind those there are; call it after `store.advance`, which lets one writer at a time through."""
    table = schema.notes
    last = connection.execute(select(func.max(table.c.serial)).where(table.c.match_id == match)).scalar()
    first = 0 if last is None else last + 1
    for serial, note in enumerate(added, first):
        line = msgspec.json.encode(note).decode()
        connection.execute(insert(table).values(match_id=match, serial=serial, line=line))


def find_notes(connection: Connection, match: str) -> list[Note]:
    """The notes of a match in their order; raises DamagedError."""
    table = schema.notes
    found = []
    for row in connection.execute(select(table).where(table.c.match_id == match).order_by(table.c.serial)):
        try:
            found.append(_note.decode(row.line))
        except (msgspec.DecodeError, UnicodeError, TypeError) as error:
            raise DamagedError(match, f"note {row.serial}", type(error).__name__) from None
    return found
