"""The clock by which a server paces answers. Tests bring one of their own."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """The time of day, and waiting for it."""

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    def ticks(self) -> float:
        """Seconds of a clock that nobody can set; only differences mean anything."""
        return time.monotonic()

    async def until(self, when: float) -> None:
        """Waits until it is so late, if nobody sets the clock meanwhile: for as long as it would take now."""
        end = self.ticks() + when - self.now()
        while (left := end - self.ticks()) > 0:
            await asyncio.sleep(left)
