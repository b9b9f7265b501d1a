"""The sockets of this process: who watches which match, and who is present at a match in any process."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict

import msgspec

from hulldown.server.api.errors import StoreError
from hulldown.server.bots.runner import BotRunner
from hulldown.server.live.notifications import Bus
from hulldown.server.matches.registry import Hall
from hulldown.server.storage.store import Access

log = logging.getLogger("hulldown.server")
EXPIRY = 60.0
"""Seconds after which a process that says nothing more is taken to be gone, with its players."""
REPEAT = 20.0
ATTENTION = 10.0
"""Seconds for which a look at a match without a socket counts as watching it."""


class Presence(msgspec.Struct, tag="presence", tag_field="type", frozen=True):
    """Who looks at a match now."""

    online: dict[str, bool]
    watching: int


class Watcher:
    """One socket: what it may see, and a signal that there may be something new."""

    def __init__(self, access: Access, address: str) -> None:
        self.access = access
        self.address = address
        self.news = asyncio.Event()
        self.elsewhere = True
        """Whether the news may come from another process, so that the database must be asked."""
        self.presence_due = True


class Hub:
    """All sockets of this process; everything here runs in the event loop."""

    def __init__(self, hall: Hall, bots: BotRunner) -> None:
        self.hall = hall
        self.bots = bots
        bots.watched = lambda match: match in self._watchers
        bots.attended = self.attended
        self.bus: Bus | None = None
        self.process = secrets.token_hex(6)
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._others: dict[tuple[str, str], tuple[float, dict[str, int]]] = {}
        """By process and match: when it was said, and how many watch as which side."""
        self.sockets_of: dict[str, int] = defaultdict(int)
        """Open sockets by address."""
        self._saying: set[asyncio.Task[None]] = set()
        self._looks: dict[str, float] = {}
        """When a match was last looked at without a socket."""

    def add(self, watcher: Watcher) -> None:
        self._watchers[watcher.access.match].add(watcher)
        self._present(watcher.access.match)
        self.bots.kick(watcher.access.match)

    def looked(self, match: str) -> None:
        """Somebody has asked for the state of a match; who asks again and again need not have a socket to watch it."""
        known = match in self.attended()
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
        return {*self._watchers, *self._looks}

    def remove(self, watcher: Watcher) -> None:
        match = watcher.access.match
        self._watchers[match].discard(watcher)
        if not self._watchers[match]:
            del self._watchers[match]
        self._present(match)

    def count(self, access: Access) -> int:
        """The sockets of one seat, or of all onlookers."""
        found = self._watchers.get(access.match, ())
        return sum(watcher.access.side == access.side for watcher in found)

    def changed(self, match: str, made: bool) -> None:
        """A match is found changed; where this process has made the change, it also plays the bots."""
        for watcher in self._watchers.get(match, ()):
            watcher.news.set()
        if made:
            self.bots.kick(match)

    def watched(self) -> dict[str, int]:
        """The matches somebody looks at here, with the revision known here."""
        found = {}
        for match in self._watchers:
            room = self.hall.known(match)
            found[match] = room.row.revision if room is not None else -1
        return found

    def heard(self, match: str) -> None:
        """A match may have been changed by another process."""
        for watcher in self._watchers.get(match, ()):
            watcher.elsewhere = True
            watcher.news.set()

    def told(self, payload: str) -> None:
        """Another process tells who is present there: `here PROCESS MATCH side=count ...`."""
        kind, _, rest = payload.partition(" ")
        process, _, rest = rest.partition(" ")
        match, _, counts = rest.partition(" ")
        if kind != "here" or process == self.process or match not in self._watchers:
            return
        present = {side: int(count) for side, _, count in (word.partition("=") for word in counts.split())}
        asked = (process, match) not in self._others
        self._others[process, match] = (time.monotonic(), present)
        self._show_presence(match)
        if asked and present:
            self._say(match)  # it has just come: tell it who is here

    def presence(self, match: str) -> Presence:
        """Who looks at a match, in this process and the others."""
        counts: dict[str, int] = defaultdict(int)
        for side, count in self._here(match).items():
            counts[side] += count
        for (_, other), (_, present) in self._others.items():
            if other == match:
                for side, count in present.items():
                    counts[side] += count
        room = self.hall.known(match)
        sides = room.game.sides if room is not None else ()
        return Presence({side: counts[side] > 0 for side in sides}, counts["*"])

    def _here(self, match: str) -> dict[str, int]:
        counts: dict[str, int] = defaultdict(int)
        for watcher in self._watchers.get(match, ()):
            counts[watcher.access.side or "*"] += 1
        return counts

    def _present(self, match: str) -> None:
        self._show_presence(match)
        self._say(match)

    def _show_presence(self, match: str) -> None:
        for watcher in self._watchers.get(match, ()):
            watcher.presence_due = True
            watcher.news.set()

    def _say(self, match: str) -> None:
        bus = self.bus
        if bus is None or not bus.database.postgres:
            return
        counts = " ".join(f"{side}={count}" for side, count in self._here(match).items())
        payload = f"here {self.process} {match} {counts}".rstrip()

        async def say() -> None:
            try:
                await self.hall.run(lambda: bus.say(payload))
            except (StoreError, RuntimeError):
                log.debug("presence could not be told")

        task = asyncio.get_running_loop().create_task(say())
        self._saying.add(task)
        task.add_done_callback(self._saying.discard)

    async def keep_present(self) -> None:
        """Repeats, for ever, who is here, and forgets processes that have fallen silent."""
        while True:
            await asyncio.sleep(REPEAT)
            for match in list(self._watchers):
                self._say(match)
            limit = time.monotonic() - EXPIRY
            for key in [key for key, (when, _) in self._others.items() if when < limit]:
                del self._others[key]
                self._show_presence(key[1])

    def close(self) -> None:
        """Wakes every socket so that it notices the end."""
        for watchers in self._watchers.values():
            for watcher in watchers:
                watcher.news.set()
