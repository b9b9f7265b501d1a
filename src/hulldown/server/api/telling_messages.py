"""The messages about being told, as types: push subscriptions and feeds (docs/server.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=2000)]


class PushOut(msgspec.Struct, frozen=True):
    """Whether this server sends push messages, and the key (RFC 8292) that a browser subscribes with."""

    on: bool
    key: str


class SubscriptionIn(msgspec.Struct, frozen=True):
    """A subscription as a browser gives it: where messages go, its public key and its secret, in base64url."""

    endpoint: Text
    p256dh: Text
    auth: Text


class FeedOut(msgspec.Struct, frozen=True):
    """The path of a person's feed, "" when he has none. Who has the link reads it."""

    path: str
