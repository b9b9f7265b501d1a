"""Slots for decisions: those that a person waits for come before those of matches that only bots play.

Persons come in turn, and none of them holds the last slot: whoever plays one match does not wait for another's fifty.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

Queue = deque[asyncio.Future[None]]


class PrioritySlots:
    """Lets so many work at the same time, urgent ones first. `reserved` of the slots are for urgent ones alone.

    All of it runs in the event loop. Whoever waits cannot have a slot now: each one that gets free is given away.
    """

    def __init__(self, count: int, reserved: int = 1) -> None:
        self.count = count
        self.reserved = reserved
        self._working = {True: 0, False: 0}
        self._of: Counter[str] = Counter()
        """Urgent decisions that are being made, by the person who waits for them."""
        self._waiting: dict[bool, OrderedDict[str, Queue]] = {True: OrderedDict(), False: OrderedDict()}
        """Who waits, the person whose turn is next first."""

    @asynccontextmanager
    async def slot(self, urgent: bool, person: str = "") -> AsyncIterator[None]:
        """Waits for a slot and holds it."""
        if self._free(urgent, person):
            self._enter(urgent, person)
        else:
            await self._wait(urgent, person)
        try:
            yield
        finally:
            self._leave(urgent, person)

    def _free(self, urgent: bool, person: str) -> bool:
        if sum(self._working.values()) >= self.count:
            return False
        if urgent:
            return self._of[person] < max(1, self.count - 1)
        return self._working[False] < self.count - self.reserved

    def _enter(self, urgent: bool, person: str) -> None:
        self._working[urgent] += 1
        if urgent:
            self._of[person] += 1

    async def _wait(self, urgent: bool, person: str) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgent].setdefault(person, deque()).append(ready)
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():  # it had got its slot already
                self._leave(urgent, person)
            else:
                with suppress(KeyError, ValueError):
                    self._waiting[urgent][person].remove(ready)
            raise

    def _leave(self, urgent: bool, person: str) -> None:
        self._working[urgent] -= 1
        if urgent:
            self._of[person] -= 1
            if not self._of[person]:
                del self._of[person]
        for kind in (True, False):
            while self._give(kind):
                pass

    def _give(self, urgent: bool) -> bool:
        """Gives a slot to the next who can have one; False when there is nobody."""
        waiting = self._waiting[urgent]
        for person, queue in list(waiting.items()):
            while queue and queue[0].done():
                queue.popleft()
            if not queue:
                del waiting[person]
            elif self._free(urgent, person):
                self._enter(urgent, person)
                queue.popleft().set_result(None)
                waiting.move_to_end(person)
                return True
        return False
