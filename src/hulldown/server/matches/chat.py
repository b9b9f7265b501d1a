"""Chat: the players of a match among themselves, and its onlookers among themselves. Called in worker threads.

Fog: an onlooker may know more than a player. So while a match is played nothing that an onlooker writes reaches a
player, and who holds a seat cannot read or write with the onlookers. When the match is over everybody may do both,
unless its players play again: whoever looks on there must not reach them by the chat of the match before.
"""

from __future__ import annotations

import logging
from typing import Final, NamedTuple

from sqlalchemy import Connection

from hulldown.server import metrics
from hulldown.server.api.errors import ApiError, ConflictError, busy, no_person
from hulldown.server.api.people_messages import Channel, ChatIn, ChatMessage, ChatOut, MuteIn, ReportIn
from hulldown.server.matches import identity
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.texts import plain_text
from hulldown.server.storage import chat as stored
from hulldown.server.storage import person_games, store
from hulldown.server.storage.chat import Message
from hulldown.server.storage.people import Person
from hulldown.server.storage.store import OVER, PLAYING, SEAT, Access, MatchRow

log = logging.getLogger("hulldown.server")
PLAYERS: Final[Channel] = "players"
ONLOOKERS: Final[Channel] = "onlookers"
MOST = 5000
"""Messages of one channel of a match: onlookers do not use up those of the players, nor tell by it that they talk."""
REASON = 200
"""Characters of a reason for a report."""


class Reader(NamedTuple):
    """Somebody at a match: a side, or the public id of an onlooker; the name shown; the channels open to him now."""

    id: str
    name: str
    channels: tuple[Channel, ...]


def reader_of(registry: MatchRegistry, access: Access, person: Person | None) -> Reader:
    """Who reads or writes with this token and this person's key; raises for an onlooker without a key."""
    row = registry.load(access.match).row
    over = row.status == OVER and not _plays_again(registry, row)
    if access.role == SEAT:
        name = row.seats[access.side].name or (person.name if person is not None else "")
        return Reader(access.side, name, (PLAYERS, ONLOOKERS) if over else (PLAYERS,))
    if person is None:
        raise no_person()
    held = registry.read(lambda connection: person_games.find_game(connection, person.id, access.match))
    if not over and any(one.role == SEAT for one in held):
        raise ApiError(403, "role", "while you play here you do not talk with the onlookers", "wait for the end")
    return Reader(person.id, person.name, (PLAYERS, ONLOOKERS) if over else (ONLOOKERS,))


def _plays_again(registry: MatchRegistry, row: MatchRow) -> bool:
    """Whether a rematch of a match is being played, or the rematch of that one."""

    def look(connection: Connection) -> bool:
        asked = row.rematch
        while asked is not None:
            found = store.find_match(connection, asked.match)
            if found is None or found.status == PLAYING:
                return found is not None
            asked = found.rematch
        return False

    return row.rematch is not None and registry.read(look)


def send(registry: MatchRegistry, access: Access, person: Person | None, message: ChatIn) -> ChatMessage:
    """Stores a message and returns it as its author sees it. The same submission again gets the first answer."""
    reader = reader_of(registry, access, person)
    if message.channel not in reader.channels:
        raise ApiError(403, "role", f"while the match or a rematch is played you do not write to the {message.channel}")
    text = plain_text(message.text)
    new = Message(0, message.channel, reader.id, reader.name, message.submission, text, registry.clock.now())

    def work(connection: Connection) -> Message:
        before = stored.find_submission(connection, access.match, reader.id, message.submission)
        if before is not None:
            if (before.channel, before.content) != (message.channel, text):
                raise ApiError(409, "reused", "this submission id came before with another content")
            return before
        if stored.count_messages(connection, access.match, message.channel) >= MOST:
            raise ApiError(409, "chat_full", f"the {message.channel} of a match have at most {MOST} messages")
        return stored.add_message(connection, access.match, new, apart=len(reader.channels) == 1)

    for _ in range(RETRIES):
        try:
            return _shown(identity.write(registry, work), reader)
        except ConflictError:
            continue
    raise busy()


def find(registry: MatchRegistry, access: Access, person: Person | None, since: int = 0) -> ChatOut:
    """The messages that a reader may see, from this place on."""
    reader = reader_of(registry, access, person)

    def look(connection: Connection) -> tuple[list[Message], list[str]]:
        messages = stored.find_messages(connection, access.match, reader.channels, reader.id, since)
        return messages, stored.find_mutes(connection, access.match, reader.id)

    messages, muted = registry.read(look)
    return ChatOut([_shown(one, reader) for one in messages], muted, list(reader.channels))


def mute(registry: MatchRegistry, access: Access, person: Person | None, wish: MuteIn) -> ChatOut:
    """The messages that are left when an author's are hidden, or shown again."""
    reader = reader_of(registry, access, person)
    if wish.author == reader.id:
        raise ApiError(422, "refused", "nobody mutes himself")
    seats = registry.load(access.match).row.seats

    def work(connection: Connection) -> None:
        known = wish.author in seats or stored.has_written(connection, access.match, reader.channels, wish.author)
        if wish.on and not known:
            raise ApiError(404, "unknown", "nobody here writes under this name")
        stored.set_mute(connection, access.match, reader.id, wish.author, wish.on)

    identity.write(registry, work)
    return find(registry, access, person)


def report(registry: MatchRegistry, access: Access, person: Person | None, wish: ReportIn) -> None:
    """Tells the operator of a message that its reader may see. Doing it again changes nothing."""
    reader = reader_of(registry, access, person)
    reason = plain_text(wish.reason, "a reason", REASON) if wish.reason.strip() else ""
    now = registry.clock.now()

    def work(connection: Connection) -> bool:
        found = stored.find_message(connection, access.match, wish.serial)
        if found is None or found.channel not in reader.channels:
            raise ApiError(404, "unknown", "there is no such message")
        if found.author == reader.id:
            raise ApiError(422, "refused", "this message is your own")
        return stored.add_report(connection, access.match, wish.serial, reader.id, reason, now)

    if identity.write(registry, work):
        metrics.reports.inc()
        log.warning("match %s: message %d was reported; see hulldown admin reports", access.match, wish.serial)


def _shown(message: Message, reader: Reader) -> ChatMessage:
    return ChatMessage(
        message.serial, message.channel, message.author, message.name,  # type: ignore[arg-type]
        message.content, message.sent, message.author == reader.id,
    )  # fmt: skip
