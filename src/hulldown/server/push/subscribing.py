"""Who wants to be told: subscriptions of browsers, and the links of feeds. Called in worker threads."""

from __future__ import annotations

from sqlalchemy import Connection

from hulldown.core.errors import HulldownError
from hulldown.server.api.errors import ApiError
from hulldown.server.api.telling_messages import FeedOut, SubscriptionIn
from hulldown.server.matches import identity
from hulldown.server.matches.creation import key_of
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tokens import derived_token, key_hash, token_hash
from hulldown.server.push.encryption import AUTH, from_text, read_point, to_text
from hulldown.server.push.endpoints import read_endpoint
from hulldown.server.storage import telling as stored
from hulldown.server.storage.people import Person, lock_person
from hulldown.server.storage.telling import Feed, Subscription


def subscribe(registry: MatchRegistry, person: Person, key: str, wish: SubscriptionIn) -> None:
    """Stores where a browser wants to be told; what it brought before is forgotten."""
    if not registry.settings.push:
        raise ApiError(409, "push_off", "this server sends no push messages", "the feed tells the same")
    one = Subscription(*_checked(wish, registry.settings.push_local))
    now = registry.clock.now()
    identity.write(registry, lambda c: stored.set_subscription(c, person.id, _hash(key), one, now))


def _checked(wish: SubscriptionIn, local: bool) -> tuple[str, str, str]:
    """Address, key and secret of a subscription; raises HulldownError for any that is none."""
    read_endpoint(wish.endpoint, local)
    try:
        point, auth = from_text(wish.p256dh), from_text(wish.auth)
        read_point(point)
    except ValueError:
        raise HulldownError("p256dh is no public key on P-256", hint="use what the browser gives") from None
    if len(auth) != AUTH:
        raise HulldownError(f"auth has {AUTH} bytes, this has {len(auth)}", hint="use what the browser gives")
    return wish.endpoint, to_text(point), to_text(auth)


def unsubscribe(registry: MatchRegistry, key: str) -> bool:
    """Whether a browser was told until now."""
    return identity.write(registry, lambda connection: stored.drop_subscription(connection, _hash(key)))


def find_own(registry: MatchRegistry, key: str) -> Subscription | None:
    """The subscription of this browser."""
    return registry.read(lambda connection: stored.find_subscription(connection, _hash(key)))


def _hash(key: str) -> str:
    hashed = key_hash(key)
    assert hashed is not None, "the person was found by this key"
    return hashed


def find_feed(registry: MatchRegistry, person: Person) -> FeedOut:
    """The link of a person's feed, "" when there is none. It follows from the server's key: only its hash is stored."""

    def look(connection: Connection) -> FeedOut:
        feed = stored.find_feed(connection, person.id)
        if feed is None:
            return FeedOut("")
        token = _token(registry, feed)
        known = stored.find_feed_by(connection, key_of(token)) is not None
        return FeedOut(f"/feed/{token}" if known else "")

    return registry.read(look)


def renew_feed(registry: MatchRegistry, person: Person) -> FeedOut:
    """A new link for a person's feed; the one before opens nothing any more."""
    now = registry.clock.now()

    def work(connection: Connection) -> FeedOut:
        lock_person(connection, person.id)
        before = stored.find_feed(connection, person.id)
        feed = Feed(person.id, before.serial + 1 if before is not None else 1, now)
        token = _token(registry, feed)
        stored.set_feed(connection, key_of(token), feed)
        return FeedOut(f"/feed/{token}")

    return identity.write(registry, work)


def end_feed(registry: MatchRegistry, person: Person) -> None:
    """Ends the feed of a person: its link opens nothing any more."""
    identity.write(registry, lambda connection: stored.drop_feed(connection, person.id))


def _token(registry: MatchRegistry, feed: Feed) -> str:
    return derived_token(registry.signer.secret_for(f"feed {feed.person} {feed.serial}"))


def owner_of(registry: MatchRegistry, token: str) -> Feed:
    """Whose feed this link opens; raises for one that opens nothing."""
    hashed = token_hash(token)
    found = registry.read(lambda connection: stored.find_feed_by(connection, hashed)) if hashed is not None else None
    if found is None:
        raise ApiError(404, "unknown", "this link opens no feed", "its owner may have made a new one")
    return found
