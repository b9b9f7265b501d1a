"""The sockets of this process: who watches which match, and who is present at a match in any process."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial

import msgspec

from hulldown.server.api.errors import StoreError
from hulldown.server.bots.runner import BotRunner
from hulldown.server.live.notifications import Notifier
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.store import Access

log = logging.getLogger("hulldown.server")
EXPIRY = 60.0
"""Seconds of silence after which another process and its players count as gone."""
REPEAT = 20.0
"""Seconds between two announcements of who is present."""
GATHER = 0.05
"""Seconds for which changes of presence gather before the other processes are told, all of them at once."""
ATTENTION = 10.0
"""Seconds for which a request for the state of a match counts as watching it."""


class Presence(msgspec.Struct, tag="presence", tag_field="type", frozen=True):
    """Who watches a match now."""

    online: dict[str, bool]
    watching: int


class Watcher:
    """One socket: what it may see, and a signal that there may be news."""

    def __init__(self, access: Access, address: str) -> None:
        self.access = access
        self.address = address
        self.news = asyncio.Event()
        self.elsewhere = True
        """Whether the news may come from another process, so that the database must be asked."""
        self.presence_due = True
        self.chat_due = True
        self.show: Callable[[LoadedMatch], bool] = lambda loaded: False
        """Sends the state of the match at once; False when the socket must be woken instead."""


class Watchers:
    """All sockets of this process and who is present. Everything here runs in the event loop."""

    def __init__(self, registry: MatchRegistry, bots: BotRunner) -> None:
        self.registry = registry
        self.bots = bots
        bots.watched = lambda match: match in self._by_match
        bots.attended = self.attended
        self.notifier: Notifier | None = None
        self.also: list[Callable[[str, bool], None]] = []
        """Called too when a match has changed: people whose page is not open are told, results are counted."""
        self.process = secrets.token_hex(6)
        self._by_match: dict[str, set[Watcher]] = defaultdict(set)
        self._others: dict[tuple[str, str], tuple[float, dict[str, int]]] = {}
        """By process and match: when it was announced, and how many watch as which side."""
        self.sockets_of: dict[str, int] = defaultdict(int)
        """Open sockets by address."""
        self._untold: set[str] = set()
        """Matches of whose presence here the other processes are still to be told."""
        self._telling: asyncio.Task[None] | None = None
        self._looks: dict[str, float] = {}
        """When the state of a match was last asked for without a socket."""

    def add(self, watcher: Watcher) -> None:
        self._by_match[watcher.access.match].add(watcher)
        self._presence_changed(watcher.access.match)
        self.bots.kick(watcher.access.match)

    def looked(self, match: str) -> None:
        """Notes that somebody has asked for the state of a match. Asking again and again counts as watching it."""
        known = match in self._by_match or self._looks.get(match, -math.inf) >= time.monotonic() - ATTENTION
        self._looks.pop(match, None)
        self._looks[match] = time.monotonic()
        if not known:
            self.bots.kick(match)

    def attended(self) -> set[str]:
        """The matches that somebody here watches or has just looked at."""
        limit = time.monotonic() - ATTENTION
        # The oldest look comes first.
        while self._looks and next(iter(self._looks.values())) < limit:
            del self._looks[next(iter(self._looks))]
        return {*self._by_match, *self._looks}

    def remove(self, watcher: Watcher) -> None:
        match = watcher.access.match
        self._by_match[match].discard(watcher)
        if not self._by_match[match]:
            del self._by_match[match]
        self._presence_changed(match)

    def count(self, access: Access) -> int:
        """The sockets of one seat, or of all onlookers."""
        found = self._by_match.get(access.match, ())
        return sum(watcher.access.side == access.side for watcher in found)

    def changed(self, match: str, here: bool) -> None:
        """Tells the sockets of a changed match. The process that made the change also plays the bots."""
        if match in self._by_match:
            # After the answer to whoever made the change, and when he has given the match free.
            asyncio.get_running_loop().call_soon(self._show, match)
        if here:
            self.bots.kick(match)
        for tell in self.also:
            tell(match, here)

    def _show(self, match: str) -> None:
        """Sends the state of a match to its sockets, or wakes those that cannot be sent it at once."""
        loaded = self.registry.free(match)
        for watcher in self._by_match.get(match, ()):
            try:
                done = loaded is not None and not watcher.news.is_set() and watcher.show(loaded)
            except Exception as error:
                # The task meets the same and ends the socket with it.
                log.debug("a state could not be sent at once: %s", type(error).__name__)
                done = False
            if not done:
                watcher.news.set()

    def chatted(self, match: str) -> None:
        """Wakes the sockets of a match in which somebody has written."""
        for watcher in self._by_match.get(match, ()):
            watcher.chat_due = True
            watcher.news.set()

    def watched_revisions(self) -> dict[str, int]:
        """The matches watched here, with the revision known here."""
        return {match: self._revision(match) for match in self._by_match}

    def watched_revision(self, match: str) -> int | None:
        """The revision known here of a match, None when nobody watches it."""
        return self._revision(match) if match in self._by_match else None

    def _revision(self, match: str) -> int:
        loaded = self.registry.known(match)
        return loaded.row.revision if loaded is not None else -1

    def changed_elsewhere(self, match: str) -> None:
        """Wakes the sockets of a match that another process may have changed."""
        for watcher in self._by_match.get(match, ()):
            watcher.elsewhere = True
            watcher.news.set()

    def received(self, payload: str) -> None:
        """Takes in what another process sends: `chat MATCH SERIAL`, or `here PROCESS MATCH side=count ...`."""
        kind, _, rest = payload.partition(" ")
        if kind == "chat":
            self.chatted(rest.partition(" ")[0])
            return
        process, _, rest = rest.partition(" ")
        match, _, counts = rest.partition(" ")
        if kind != "here" or process == self.process or match not in self._by_match:
            return
        present = {side: int(count) for side, _, count in (word.partition("=") for word in counts.split())}
        asked = (process, match) not in self._others
        self._others[process, match] = (time.monotonic(), present)
        self._show_presence(match)
        if asked and present:
            self._announce(match)  # the process is new: tell it who is here

    def presence(self, match: str) -> Presence:
        """Who watches a match, in this process and the others."""
        counts: dict[str, int] = defaultdict(int)
        for side, count in self._counts_here(match).items():
            counts[side] += count
        for (_, other), (_, present) in self._others.items():
            if other == match:
                for side, count in present.items():
                    counts[side] += count
        loaded = self.registry.known(match)
        sides = loaded.game.sides if loaded is not None else ()
        return Presence({side: counts[side] > 0 for side in sides}, counts["*"])

    def _counts_here(self, match: str) -> dict[str, int]:
        counts: dict[str, int] = defaultdict(int)
        for watcher in self._by_match.get(match, ()):
            counts[watcher.access.side or "*"] += 1
        return counts

    def _presence_changed(self, match: str) -> None:
        self._show_presence(match)
        self._announce(match)

    def _show_presence(self, match: str) -> None:
        for watcher in self._by_match.get(match, ()):
            watcher.presence_due = True
            watcher.news.set()

    def _announce(self, match: str) -> None:
        notifier = self.notifier
        if notifier is None or not notifier.database.postgres:
            return
        self._untold.add(match)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell(notifier))

    async def _tell(self, notifier: Notifier) -> None:
        """Tells the other processes who is at the matches where that has changed."""
        while self._untold:
            await asyncio.sleep(GATHER)
            untold, self._untold = self._untold, set()
            payloads = [self._payload(match) for match in untold]
            try:
                await self.registry.run(partial(notifier.notify, payloads))
            except (StoreError, RuntimeError):
                log.debug("presence could not be announced")

    def _payload(self, match: str) -> str:
        counts = " ".join(f"{side}={count}" for side, count in self._counts_here(match).items())
        return f"here {self.process} {match} {counts}".rstrip()

    async def announce_presence(self) -> None:
        """Announces, for ever, who is here, and forgets processes that have fallen silent."""
        while True:
            await asyncio.sleep(REPEAT)
            for match in list(self._by_match):
                self._announce(match)
            limit = time.monotonic() - EXPIRY
            for key in [key for key, (when, _) in self._others.items() if when < limit]:
                del self._others[key]
                self._show_presence(key[1])

    def close(self) -> None:
        """Wakes every socket so that it notices the end."""
        if self._telling is not None:
            self._telling.cancel()
        for watchers in self._by_match.values():
            for watcher in watchers:
                watcher.news.set()
