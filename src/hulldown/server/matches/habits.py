"""Stores what a seat says about its answers: whether the server gives those without a choice, and standing passes."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from hulldown.core.asking import Declined, Wish
from hulldown.server.api.errors import ApiError, ConflictError, busy
from hulldown.server.matches.registry import MatchRegistry, need_seat
from hulldown.server.storage import store
from hulldown.server.storage.habits import Habits
from hulldown.server.storage.store import Access, MatchRow, SeatRow

MOST = 64
"""Standing passes that are kept, the newest."""
RETRIES = 8
"""How often a write is tried again after another process was faster."""


def change(
    registry: MatchRegistry,
    access: Access,
    automatic: bool | None = None,
    standing: tuple[str, ...] = (),
    wish: Wish | None = None,
    declined: tuple[Declined, ...] | None = None,
) -> None:
    """Stores what a seat says about its answers."""
    need_seat(access)
    for _ in range(RETRIES):
        loaded = registry.load(access.match)
        seat = loaded.row.seats[access.side]
        if seat.bot:
            raise ApiError(403, "role", "a bot answers everything itself")
        old = seat.habits
        kept = tuple(dict.fromkeys((*old.standing, *standing)))[-MOST:]
        habits = Habits(
            old.automatic if automatic is None else automatic,
            kept,
            old.wish if automatic is None else wish,
            old.declined if declined is None else declined,
        )
        if habits == old:
            return
        after = _changed(loaded.row, msgspec.structs.replace(seat, habits=habits))
        try:
            _write(registry, loaded.row, after, access)
        except ConflictError:
            continue
        loaded.row = after
        if loaded.session is not None:
            loaded.session.revision = after.revision
        return
    raise busy()


def _changed(row: MatchRow, seat: SeatRow) -> MatchRow:
    """The row with a seat changed. Other processes find its revision changed; whoever plays or watches sees nothing."""
    return msgspec.structs.replace(row, seats={**row.seats, seat.side: seat}, revision=row.revision + 1)


def _write(registry: MatchRegistry, before: MatchRow, after: MatchRow, access: Access) -> None:
    def work(connection: Connection) -> None:
        store.advance(connection, before.revision, after)
        store.set_habits(connection, after.id, access.side, after.seats[access.side].habits)

    registry.write(after.id, work)
