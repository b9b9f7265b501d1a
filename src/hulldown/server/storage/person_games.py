"""Queries for the games of a person: which seats he holds, how much of them he has seen, what he has put away."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from hulldown.server.storage import schema
from hulldown.server.storage.store import Access

_G = schema.person_games


class PersonGame(NamedTuple):
    """A seat, or a place among the onlookers, that a person holds."""

    match: str
    role: str
    side: str
    seen_number: int
    seen_events: int
    seen_chat: int
    archived: bool

    @property
    def access(self) -> Access:
        return Access(self.match, self.role, self.side)


_COLUMNS = (
    _G.c.match_id, _G.c.role, _G.c.side, _G.c.seen_number, _G.c.seen_events, _G.c.seen_chat, _G.c.archived,
)  # fmt: skip


def add_game(connection: Connection, person: str, access: Access, now: float) -> bool:
    """Whether it is new that a person holds this."""
    values = {"person": person, "match_id": access.match, "role": access.role, "side": access.side, "added": now}
    try:
        with connection.begin_nested():
            connection.execute(insert(_G).values(**values, seen_number=0, seen_events=0, seen_chat=-1, archived=False))
    except IntegrityError:
        return False
    return True


def find_games(connection: Connection, person: str, archived: bool, most: int) -> list[PersonGame]:
    """What a person holds, the newest first; what he has put away, or the rest."""
    chosen = select(*_COLUMNS).where(_G.c.person == person, _G.c.archived.is_(archived))
    rows = connection.execute(chosen.order_by(_G.c.added.desc(), _G.c.match_id, _G.c.side).limit(most))
    return [PersonGame(*row) for row in rows]


def find_game(connection: Connection, person: str, match: str) -> list[PersonGame]:
    """What a person holds of one match."""
    chosen = select(*_COLUMNS).where(_G.c.person == person, _G.c.match_id == match).order_by(_G.c.side.desc())
    return [PersonGame(*row) for row in connection.execute(chosen)]


def count_archived(connection: Connection, person: str) -> int:
    chosen = select(func.count()).where(_G.c.person == person, _G.c.archived.is_(True))
    return int(connection.execute(chosen).scalar() or 0)


def set_archived(connection: Connection, person: str, match: str, archived: bool) -> bool:
    """Whether the person holds anything of this match, which is now put away or taken out again."""
    chosen = (_G.c.person == person) & (_G.c.match_id == match)
    return connection.execute(update(_G).where(chosen).values(archived=archived)).rowcount > 0


def set_seen(connection: Connection, person: str, access: Access, number: int, events: int, chat: int) -> bool:
    """Whether the person holds this; how much of it he has seen is noted, never less than before."""
    chosen = (
        (_G.c.person == person) & (_G.c.match_id == access.match) & (_G.c.role == access.role)
        & (_G.c.side == access.side)
    )  # fmt: skip
    found = connection.execute(select(_G.c.seen_number, _G.c.seen_chat).where(chosen)).first()
    if found is None:
        return False
    values = {"seen_number": max(number, found.seen_number), "seen_chat": max(chat, found.seen_chat)}
    connection.execute(update(_G).where(chosen).values(**values, seen_events=events))
    return True
