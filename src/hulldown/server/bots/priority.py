"""Slots for decisions: those that a person waits for come before those of matches that only bots play."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class PrioritySlots:
    """Lets so many work at the same time, urgent ones first. `reserved` of the slots are for urgent ones alone.

    All of it runs in the event loop.
    """

    def __init__(self, count: int, reserved: int = 1) -> None:
        self.count = count
        self.reserved = reserved
        self._working = {True: 0, False: 0}
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}

    @asynccontextmanager
    async def slot(self, urgent: bool) -> AsyncIterator[None]:
        """Waits for a slot and holds it."""
        if self._waiting[True] or self._waiting[urgent] or not self._free(urgent):
            await self._wait(urgent)
        else:
            self._working[urgent] += 1
        try:
            yield
        finally:
            self._leave(urgent)

    def _free(self, urgent: bool) -> bool:
        if sum(self._working.values()) >= self.count:
            return False
        return urgent or self._working[False] < self.count - self.reserved

    async def _wait(self, urgent: bool) -> None:
        ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgent].append(ready)
        try:
            await ready
        except asyncio.CancelledError:
            if ready.done() and not ready.cancelled():  # it had got its slot already
                self._leave(urgent)
            else:
                with suppress(ValueError):
                    self._waiting[urgent].remove(ready)
            raise

    def _leave(self, urgent: bool) -> None:
        self._working[urgent] -= 1
        for kind in (True, False):
            while self._waiting[kind] and self._free(kind):
                ready = self._waiting[kind].popleft()
                if not ready.done():
                    self._working[kind] += 1
                    ready.set_result(None)
