"""Tells people whose page is not open: looks at each changed match and sends push messages to who holds its seats."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError
from hulldown.server.api.errors import ApiError, StoreError
from hulldown.server.matches import identity
from hulldown.server.matches.registry import MatchRegistry, state_of
from hulldown.server.push.encryption import encrypt, from_text, to_text
from hulldown.server.push.endpoints import deliver, read_endpoint
from hulldown.server.push.news import News, Notice, news_of
from hulldown.server.push.vapid import Vapid
from hulldown.server.storage import telling as stored
from hulldown.server.storage.store import SEAT, Access
from hulldown.server.storage.telling import Subscription

log = logging.getLogger("hulldown.server")
SENDERS = 4
"""Messages that are on their way at the same time."""
WAITING = 2000
"""Matches that may wait to be looked at; more are not told of."""
KEPT = 3 * 86_400
"""Seconds for which a push service keeps a message for a browser that is away."""
LOOK = 30.0
"""Seconds between looks whether anybody wants to be told at all."""
MINUTE = 60.0
"""Seconds that messages may have been on their way when a server ended."""
GONE = (404, 410)
"""Answers of a push service that knows a subscription no more."""


class Outgoing(NamedTuple):
    """A message to one browser."""

    subscription: Subscription
    notice: Notice


class Teller:
    """Sends push messages. It runs in the event loop and does its work in threads."""

    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.vapid = Vapid(registry.signer, registry.settings.push_contact)
        self.on = registry.settings.push
        self.wanted = False
        """Whether anybody wants to be told. As long as nobody does, a change of a match costs nothing here."""
        self._pool = ThreadPoolExecutor(SENDERS, thread_name_prefix="hulldown-push")
        self._waiting: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, match: str, here: bool) -> None:
        """Looks, in a moment, whether there is something to tell of a match that this process has changed."""
        if not (self.on and self.wanted and here) or match in self._waiting or len(self._waiting) >= WAITING:
            return
        self._waiting.add(match)
        self._start(self._tell(match))

    def send_soon(self, message: Outgoing) -> None:
        """Sends one message."""
        self._start(self._send(message))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, match: str) -> None:
        # Who answers at once need not be told.
        await asyncio.sleep(self.registry.settings.push_delay)
        self._waiting.discard(match)
        try:
            messages = await self.registry.run_locked(match, partial(find_messages, self.registry, match))
        except (ApiError, StoreError, HulldownError) as error:
            log.warning("match %s: nobody could be told: %s", match, error)
            return
        for message in messages:
            self.send_soon(message)

    async def _send(self, message: Outgoing) -> None:
        loop = asyncio.get_running_loop()
        subscription = message.subscription
        try:
            status = await loop.run_in_executor(self._pool, self._deliver, message)
            if status in GONE:
                forget = partial(stored.drop_endpoint, endpoint=subscription.endpoint)
                await self.registry.run(partial(identity.write, self.registry, forget))
            elif status >= 300:
                log.warning("a push service refused a message with status %d", status)
        except (OSError, HulldownError, ApiError, StoreError) as error:
            # Not the address: it lets its holder send messages.
            log.warning("a push message could not be sent: %s", type(error).__name__)

    def _deliver(self, message: Outgoing) -> int:
        """The status with which the push service answers; called in a thread of its own."""
        subscription, settings = message.subscription, self.registry.settings
        endpoint = read_endpoint(subscription.endpoint, settings.push_local)
        body = encrypt(msgspec.json.encode(message.notice), from_text(subscription.point), from_text(subscription.auth))
        headers = {
            "Authorization": self.vapid.header(endpoint.origin, self.registry.clock.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "high" if message.notice.kind == "turn" else "normal",
            "Topic": self._topic(message.notice),
        }
        return deliver(endpoint, headers, body, settings.push_local)

    def _topic(self, notice: Notice) -> str:
        """A message of the same topic takes the place of one not delivered yet; the service cannot tell of what."""
        secret = self.registry.signer.secret_for(f"topic {notice.match} {notice.side}")
        return to_text(hashlib.sha256(secret).digest()[:24])

    async def look(self) -> None:
        """Finds out, for ever, whether anybody wants to be told; first, what a server before this told nobody of."""
        caught_up = False
        while self.on:
            try:
                self.wanted = await self.registry.run(partial(self.registry.read, stored.any_subscription))
                if not caught_up:
                    await self._catch_up()
                    caught_up = True
            except (ApiError, StoreError):
                log.debug("subscriptions could not be counted")
            await asyncio.sleep(LOOK)

    async def _catch_up(self) -> None:
        """Looks at the matches whose last change came when a server was about to end. Nothing is told twice."""
        settings = self.registry.settings
        last = partial(stored.find_changed, seconds=settings.push_delay + MINUTE)
        for match in filter(settings.share.owns, await self.registry.run(partial(self.registry.read, last))):
            self.changed(match, True)

    async def close(self) -> None:
        """Gives up what was not sent yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def find_messages(registry: MatchRegistry, match: str) -> list[Outgoing]:
    """The messages that are due about a match, each told once; called in a worker thread."""
    addressees = registry.read(lambda connection: stored.find_addressees(connection, match))
    sides = sorted({one.side for one in addressees})
    if not sides:
        return []
    loaded = registry.load(match)
    news: dict[str, News] = {}
    for side in sides:
        events = len(loaded.session.logs[side]) if loaded.session is not None else 0  # none of them is wanted
        found = news_of(state_of(loaded, Access(match, SEAT, side), events))
        if found is not None:
            news[side] = found
    if not news:
        return []
    fresh = identity.write(registry, lambda connection: _untold(connection, match, news))
    return [Outgoing(one.subscription, news[one.side].notice) for one in addressees if one.side in fresh]


def _untold(connection: Connection, match: str, news: dict[str, News]) -> set[str]:
    """The sides whose news are new, which are noted as told."""
    return {side for side, one in news.items() if stored.note_told(connection, match, side, one.name)}
