"""Reported chat messages, for the operator: which wait, what was said around them, and that one has been dealt with."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from hulldown.server.storage import chat, schema
from hulldown.server.storage.chat import Message
from hulldown.server.storage.store import SEAT

_T, _R, _G, _P = schema.chat, schema.chat_reports, schema.person_games, schema.people
REMOVED = "(removed by the operator)"
"""What readers see in place of a message that was removed."""
AROUND = 5
"""Messages of the same channel that are shown before and behind a reported one."""


class Report(NamedTuple):
    """What one reader (a side, or the public id of an onlooker) said of a message, when, and when it was handled."""

    reader: str
    reason: str
    sent: float
    handled: float | None


class Reported(NamedTuple):
    """A message and the reports of it, the oldest first. `person` is the public id of its author, "" if nobody's."""

    match: str
    message: Message
    person: str
    reports: tuple[Report, ...]

    @property
    def waits(self) -> bool:
        return any(one.handled is None for one in self.reports)


def find_reported(connection: Connection, handled: bool = False) -> list[Reported]:
    """The messages with a report that waits, those waiting longest first; or all that were ever reported."""
    places = select(_R.c.match_id, _R.c.serial, func.min(_R.c.sent)).group_by(_R.c.match_id, _R.c.serial)
    if not handled:
        places = places.where(_R.c.handled.is_(None))
    rows = connection.execute(places.order_by(func.min(_R.c.sent), _R.c.match_id, _R.c.serial)).all()
    found = [find_one(connection, match, serial) for match, serial, _ in rows]
    return [one for one in found if one is not None]


def find_one(connection: Connection, match: str, serial: int) -> Reported | None:
    """A reported message; None if there is none there, or nobody has reported it."""
    message = chat.find_message(connection, match, serial)
    chosen = select(_R.c.reader, _R.c.reason, _R.c.sent, _R.c.handled)
    chosen = chosen.where(_R.c.match_id == match, _R.c.serial == serial).order_by(_R.c.sent, _R.c.reader)
    reports = tuple(Report(*row) for row in connection.execute(chosen))
    if message is None or not reports:
        return None
    return Reported(match, message, _person_of(connection, match, message.author), reports)


def _person_of(connection: Connection, match: str, author: str) -> str:
    """An onlooker writes under his public id, a player under his side, which a person may hold."""
    if connection.execute(select(_P.c.id).where(_P.c.id == author)).first() is not None:
        return author
    held = select(_G.c.person).where(_G.c.match_id == match, _G.c.role == SEAT, _G.c.side == author)
    return str(connection.execute(held.order_by(_G.c.added)).scalar() or "")


def find_context(connection: Connection, match: str, message: Message, around: int = AROUND) -> list[Message]:
    """A message between those of its channel before and behind it, muted ones too."""
    here = (_T.c.match_id == match) & (_T.c.channel == message.channel)
    before = select(_T.c.serial).where(here, _T.c.serial < message.serial).order_by(_T.c.serial.desc()).limit(around)
    behind = select(_T.c.serial).where(here, _T.c.serial > message.serial).order_by(_T.c.serial).limit(around)
    places = {message.serial, *connection.execute(before).scalars(), *connection.execute(behind).scalars()}
    found = [chat.find_message(connection, match, serial) for serial in sorted(places)]
    return [one for one in found if one is not None]


def handle(connection: Connection, match: str, serial: int, now: float, remove: bool = False) -> int:
    """How many reports of a message waited and are handled now; its text may be taken away from all readers."""
    waiting = (_R.c.match_id == match) & (_R.c.serial == serial) & _R.c.handled.is_(None)
    count = connection.execute(update(_R).where(waiting).values(handled=now)).rowcount
    if remove:
        place = (_T.c.match_id == match) & (_T.c.serial == serial)
        connection.execute(update(_T).where(place).values(content=REMOVED))
    return count


def count_waiting(connection: Connection) -> int:
    """How many messages have a report that nobody has handled."""
    waiting = select(_R.c.match_id, _R.c.serial).where(_R.c.handled.is_(None)).distinct().subquery()
    return int(connection.execute(select(func.count()).select_from(waiting)).scalar() or 0)
