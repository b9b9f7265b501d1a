"""The Atom feed (RFC 4287) of "your turn": one entry for each game that waits for its reader.

It is made from what My games shows him. The name and the time of an entry follow from the changes that his side has
seen, so neither tells of anything else.
"""

from __future__ import annotations

from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from sqlalchemy import Connection

from hulldown.core.face import spoken
from hulldown.games import load_game
from hulldown.server.api.messages import Mine
from hulldown.server.matches.listing import listed_match
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.push.news import keeps_waiting, opponents
from hulldown.server.storage import person_games
from hulldown.server.storage.store import SEAT
from hulldown.server.storage.telling import Feed

MOST = 200
"""Games looked at."""


def waiting(registry: MatchRegistry, feed: Feed) -> list[Mine]:
    """The games that wait for the owner of a feed, the latest first."""
    now = registry.play_time.now()

    def look(connection: Connection) -> list[Mine]:
        held = person_games.find_games(connection, feed.person, False, MOST)
        listed = [listed_match(connection, one.access, now) for one in held if one.role == SEAT]
        return [entry for entry in listed if entry is not None and (entry.your_turn or _can_begin(entry))]

    return sorted(registry.read(look), key=lambda entry: (-entry.changed, entry.match, entry.side or ""))


def _can_begin(entry: Mine) -> bool:
    return keeps_waiting(entry.status, entry.seats, entry.side or "")


def atom(feed: Feed, entries: list[Mine], base: str, link: str) -> str:
    """The feed as a document; `base` is the address of this server, `link` that of the feed."""
    changed = max([feed.created, *(entry.changed for entry in entries)])
    head = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<title>Hulldown: your turn</title>",
        f"<id>urn:hulldown:feed:{escape(feed.person)}</id>",
        f"<updated>{_time(changed)}</updated>",
        f'<link rel="self" href={quoteattr(link)}/>',
        f"<link href={quoteattr(base)}/>",
        "<author><name>Hulldown</name></author>",
    ]
    return "\n".join([*head, *(_entry(entry, base) for entry in entries), "</feed>", ""])


def _entry(entry: Mine, base: str) -> str:
    side = entry.side or ""
    own = spoken(load_game(entry.game).face(entry.scenario)).get(side, side)
    title = f"Your turn: {entry.title}, turn {entry.turn}"
    if _can_begin(entry):
        title = f"Ready to begin: {entry.title}"
    parts = [
        "<entry>",
        f"<title>{escape(title)}</title>",
        f"<id>urn:hulldown:turn:{entry.match}:{escape(side)}:{entry.number}</id>",
        f"<updated>{_time(entry.changed)}</updated>",
        f"<link href={quoteattr(f'{base}#/game/{entry.match}/{side}')}/>",
        f"<summary>{escape(f'You play {own} against {opponents(entry.seats, side)}.')}</summary>",
        "</entry>",
    ]
    return "\n".join(parts)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
