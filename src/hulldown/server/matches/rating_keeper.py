"""Counts rated matches as soon as they are over."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from hulldown.server.api.errors import ApiError, DamagedError, StoreError
from hulldown.server.matches import ratings
from hulldown.server.matches.registry import MatchRegistry

log = logging.getLogger("hulldown.server")
LOOK = 60.0
"""Seconds between looks for matches that ended while nobody counted them."""


class RatingKeeper:
    """Counts results. It runs in the event loop and does its work in threads."""

    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self._tasks: set[asyncio.Task[None]] = set()
        self._counted: set[str] = set()
        """Matches that were looked at, as long as they are loaded."""

    def changed(self, match: str, here: bool) -> None:
        """Counts a match that is over."""
        if not (here and self.registry.is_over(match)) or match in self._counted:
            return
        if len(self._counted) > 10_000:
            self._counted.clear()
        self._counted.add(match)
        task = asyncio.get_running_loop().create_task(self._count(match))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _count(self, match: str) -> None:
        try:
            await self.registry.run(partial(ratings.count, self.registry, match))
        except (ApiError, StoreError, DamagedError, RuntimeError) as error:
            log.warning("match %s could not be counted yet: %s", match, error)

    async def look(self) -> None:
        """Counts, for ever, what was left behind."""
        while True:
            try:
                await self.registry.run(partial(ratings.count_waiting, self.registry))
            except (ApiError, StoreError) as error:
                log.debug("rated matches could not be looked for: %s", error)
            await asyncio.sleep(LOOK)

    async def close(self) -> None:
        """Waits for what is being counted."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
