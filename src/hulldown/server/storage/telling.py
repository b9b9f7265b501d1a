"""Queries for being told: the push subscriptions of people, what was told of a match, the links of feeds."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, text

from hulldown.core.orders import Side
from hulldown.server.storage import schema
from hulldown.server.storage.people import lock_person
from hulldown.server.storage.store import SEAT

_S, _F = schema.push_subscriptions, schema.feeds
_TOLD = text(
    "INSERT INTO told (match_id, side, news) VALUES (:match, :side, :news) ON CONFLICT (match_id, side) "
    "DO UPDATE SET news = excluded.news WHERE told.news <> excluded.news"
)


class Subscription(NamedTuple):
    """A browser that wants to be told: where messages go, and its public key and secret to encrypt them with."""

    endpoint: str
    point: str
    auth: str


class Addressee(NamedTuple):
    """A seat of a match with a browser of its holder."""

    side: Side
    subscription: Subscription


class Feed(NamedTuple):
    """The link of a feed: whose it is, and the how-many-th of his it is."""

    person: str
    serial: int
    created: float


def set_subscription(connection: Connection, person: str, key: str, one: Subscription, now: float) -> None:
    """Stores the subscription of a browser; it has one, and an address belongs to one browser."""
    lock_person(connection, person)  # two tabs of a browser may bring it at the same moment
    connection.execute(delete(_S).where((_S.c.endpoint == one.endpoint) | (_S.c.key_hash == key)))
    values = {"endpoint": one.endpoint, "person": person, "key_hash": key, "point": one.point, "auth": one.auth}
    connection.execute(insert(_S).values(**values, created=now))


def drop_endpoint(connection: Connection, endpoint: str) -> None:
    """Forgets an address that the push service knows no more."""
    connection.execute(delete(_S).where(_S.c.endpoint == endpoint))


def drop_subscription(connection: Connection, key: str) -> bool:
    """Whether a browser had a subscription, which is forgotten now."""
    return connection.execute(delete(_S).where(_S.c.key_hash == key)).rowcount > 0


def find_subscription(connection: Connection, key: str) -> Subscription | None:
    """The subscription of a browser."""
    row = connection.execute(select(_S.c.endpoint, _S.c.point, _S.c.auth).where(_S.c.key_hash == key)).first()
    return Subscription(*row) if row is not None else None


def any_subscription(connection: Connection) -> bool:
    """Whether anybody wants to be told."""
    return bool(connection.execute(select(func.count()).select_from(_S)).scalar())


def find_addressees(connection: Connection, match: str) -> list[Addressee]:
    """The browsers of those who hold a seat of a match; not those that were signed out, nor of games put away."""
    games, keys = schema.person_games, schema.person_keys
    chosen = (
        select(games.c.side, _S.c.endpoint, _S.c.point, _S.c.auth)
        .join(_S, _S.c.person == games.c.person)
        .join(keys, keys.c.hash == _S.c.key_hash)
        .where(games.c.match_id == match, games.c.role == SEAT, games.c.archived.is_(False), keys.c.ended.is_(False))
        .order_by(games.c.side, _S.c.created)
    )
    return [Addressee(row.side, Subscription(*row[1:])) for row in connection.execute(chosen)]


def find_changed(connection: Connection, seconds: float) -> list[str]:
    """The matches of people who want to be told that changed in the last seconds before nothing changed any more."""
    games, matches = schema.person_games, schema.matches
    last = connection.execute(select(func.max(matches.c.updated))).scalar() or 0.0
    chosen = (
        select(games.c.match_id)
        .distinct()
        .join(_S, _S.c.person == games.c.person)
        .join(matches, matches.c.id == games.c.match_id)
        .where(games.c.role == SEAT, games.c.archived.is_(False))
        .where(matches.c.updated >= last - seconds, matches.c.updated >= _S.c.created)
    )
    return list(connection.execute(chosen).scalars())


def note_told(connection: Connection, match: str, side: Side, news: str) -> bool:
    """Whether these news of a match were not the last that its side was told of; now they are."""
    return connection.execute(_TOLD, {"match": match, "side": side, "news": news}).rowcount == 1


def set_feed(connection: Connection, hashed: str, feed: Feed) -> None:
    """Stores the hash of a feed's link; the one before opens nothing any more."""
    connection.execute(delete(_F).where(_F.c.person == feed.person))
    connection.execute(insert(_F).values(person=feed.person, hash=hashed, serial=feed.serial, created=feed.created))


def drop_feed(connection: Connection, person: str) -> None:
    """Ends the feed of a person; the next one has another number."""
    feed = find_feed(connection, person)
    if feed is not None:
        connection.execute(_F.update().where(_F.c.person == person).values(hash=f"ended {person}"))


def find_feed(connection: Connection, person: str) -> Feed | None:
    """The last feed of a person."""
    row = connection.execute(select(_F.c.person, _F.c.serial, _F.c.created).where(_F.c.person == person)).first()
    return Feed(*row) if row is not None else None


def find_feed_by(connection: Connection, hashed: str) -> Feed | None:
    """The feed whose link has this hash."""
    row = connection.execute(select(_F.c.person, _F.c.serial, _F.c.created).where(_F.c.hash == hashed)).first()
    return Feed(*row) if row is not None else None
