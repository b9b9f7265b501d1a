"""Who may think now: decisions that a person waits for come before those of matches that only bots play."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Turns:
    """So many may work at the same time, urgent ones first; `kept` of the places are for urgent ones alone.

    All of it runs in the event loop.
    """

    def __init__(self, places: int, kept: int = 1) -> None:
        self.places = places
        self.kept = kept
        self._working = {True: 0, False: 0}
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}

    @asynccontextmanager
    async def place(self, urgent: bool) -> AsyncIterator[None]:
        """Waits for a place and holds it."""
        if self._waiting[True] or self._waiting[urgent] or not self._free(urgent):
            await self._wait(urgent)
        else:
            self._working[urgent] += 1
        try:
            yield
        finally:
            self._leave(urgent)

    def _free(self, urgent: bool) -> bool:
        if sum(self._working.values()) >= self.places:
            return False
        return urgent or self._working[False] < self.places - self.kept

    async def _wait(self, urgent: bool) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[urgent].append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had got its place already
                self._leave(urgent)
            else:
                with suppress(ValueError):
                    self._waiting[urgent].remove(turn)
            raise

    def _leave(self, urgent: bool) -> None:
        self._working[urgent] -= 1
        for kind in (True, False):
            while self._waiting[kind] and self._free(kind):
                turn = self._waiting[kind].popleft()
                if not turn.done():
                    self._working[kind] += 1
                    turn.set_result(None)
