"""Queries for chat: messages of a match by channel, who has muted whom, and what was reported."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, text
from sqlalchemy.exc import IntegrityError

from hulldown.server.api.errors import ConflictError
from hulldown.server.storage import schema
from hulldown.server.storage.ratings import lock_match
from hulldown.server.storage.store import CHANNEL

_T, _M, _R = schema.chat, schema.chat_mutes, schema.chat_reports
_MUTE = text(
    "INSERT INTO chat_mutes (match_id, reader, author) VALUES (:match, :reader, :author) ON CONFLICT DO NOTHING"
)

ODD = "onlookers"
"""The channel whose messages have odd numbers."""


class Message(NamedTuple):
    """A message of a match: its place, the channel, who wrote it under which name, the text and when."""

    serial: int
    channel: str
    author: str
    name: str
    submission: str
    content: str
    sent: float


_COLUMNS = (_T.c.serial, _T.c.channel, _T.c.author, _T.c.name, _T.c.submission, _T.c.content, _T.c.sent)


def add_message(connection: Connection, match: str, message: Message, apart: bool) -> Message:
    """Stores a message behind those there are and returns it with its place; raises ConflictError to try again.

    While the channels are kept apart each has numbers of its own, even and odd ones: otherwise a gap would tell a
    player that the onlookers talk. Messages from before that was so count for both.
    """
    odd = int(message.channel == ODD)
    before = _T.c.match_id == match
    if not apart:
        lock_match(connection, match)  # who has read a later message would never ask for the earlier one
    else:
        before &= (_T.c.channel == message.channel) | (_T.c.serial % 2 == odd)
    last = connection.execute(select(func.max(_T.c.serial)).where(before)).scalar()
    first = -1 if last is None else int(last)
    placed = message._replace(serial=first + 1 if (first + 1) % 2 == odd else first + 2)
    try:
        with connection.begin_nested():
            connection.execute(insert(_T).values(match_id=match, **placed._asdict()))
    except IntegrityError:
        raise ConflictError from None
    if connection.dialect.name == "postgresql":
        statement = text("SELECT pg_notify(:channel, :payload)")
        connection.execute(statement, {"channel": CHANNEL, "payload": f"chat {match} {placed.serial}"})
    return placed


def find_submission(connection: Connection, match: str, author: str, submission: str) -> Message | None:
    """The message that an author has sent under this name before."""
    chosen = select(*_COLUMNS).where(_T.c.match_id == match, _T.c.author == author, _T.c.submission == submission)
    row = connection.execute(chosen).first()
    return Message(*row) if row is not None else None


def find_messages(
    connection: Connection, match: str, channels: Sequence[str], reader: str, since: int = 0, most: int = 500
) -> list[Message]:
    """The newest messages of some channels from this place on, without those whose authors the reader has muted."""
    muted = select(_M.c.author).where(_M.c.match_id == match, _M.c.reader == reader)
    chosen = select(*_COLUMNS).where(
        _T.c.match_id == match, _T.c.channel.in_(channels), _T.c.serial >= since, _T.c.author.not_in(muted)
    )
    rows = connection.execute(chosen.order_by(_T.c.serial.desc()).limit(most)).all()
    return sorted((Message(*row) for row in rows), key=lambda one: (one.sent, one.serial))


def find_message(connection: Connection, match: str, serial: int) -> Message | None:
    row = connection.execute(select(*_COLUMNS).where(_T.c.match_id == match, _T.c.serial == serial)).first()
    return Message(*row) if row is not None else None


def count_messages(connection: Connection, match: str, channel: str) -> int:
    """How many messages a channel of a match has."""
    chosen = select(func.count()).where(_T.c.match_id == match, _T.c.channel == channel)
    return int(connection.execute(chosen).scalar() or 0)


def has_written(connection: Connection, match: str, channels: Sequence[str], author: str) -> bool:
    """Whether an author has written in any of these channels."""
    chosen = select(_T.c.serial).where(_T.c.match_id == match, _T.c.channel.in_(channels), _T.c.author == author)
    return connection.execute(chosen.limit(1)).first() is not None


def count_since(connection: Connection, match: str, channel: str, reader: str, seen: int) -> int:
    """The messages of a channel behind the last one that its reader has seen, without his own and muted ones."""
    muted = select(_M.c.author).where(_M.c.match_id == match, _M.c.reader == reader)
    chosen = select(func.count()).where(
        _T.c.match_id == match, _T.c.channel == channel, _T.c.serial > seen, _T.c.author != reader,
        _T.c.author.not_in(muted),
    )  # fmt: skip
    return int(connection.execute(chosen).scalar() or 0)


def counts(connection: Connection, matches: Sequence[str]) -> dict[str, int]:
    """How many messages each of these matches has, if it has any."""
    chosen = select(_T.c.match_id, func.count()).where(_T.c.match_id.in_(matches)).group_by(_T.c.match_id)
    return {match: int(count) for match, count in connection.execute(chosen)}


def set_mute(connection: Connection, match: str, reader: str, author: str, on: bool) -> None:
    """Notes that a reader does not want to see an author's messages, or wants to again."""
    if on:
        connection.execute(_MUTE, {"match": match, "reader": reader, "author": author})
    else:
        chosen = (_M.c.match_id == match) & (_M.c.reader == reader) & (_M.c.author == author)
        connection.execute(delete(_M).where(chosen))


def find_mutes(connection: Connection, match: str, reader: str) -> list[str]:
    """The authors that a reader has muted."""
    chosen = select(_M.c.author).where(_M.c.match_id == match, _M.c.reader == reader).order_by(_M.c.author)
    return [row.author for row in connection.execute(chosen)]


def add_report(connection: Connection, match: str, serial: int, reader: str, reason: str, now: float) -> bool:
    """Whether a report is new; a reader reports a message once."""
    values = {"match_id": match, "serial": serial, "reader": reader, "reason": reason, "sent": now}
    try:
        with connection.begin_nested():
            connection.execute(insert(_R).values(**values))
    except IntegrityError:
        return False
    return True
