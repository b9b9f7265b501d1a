"""One task for each match in which the server has something to do: bots owe a decision, or it owes an answer itself."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod

log = logging.getLogger("hulldown.server")
PAUSE = 0.5
"""Seconds before another try when the database cannot be reached."""


class MatchTasks(ABC):
    """Starts the tasks, at most one for a match, and ends them all when the server ends."""

    what = ""
    """What the tasks are, for their names and for the log."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    @abstractmethod
    async def _work(self, match: str) -> None:
        """Does all there is to do in a match."""

    @abstractmethod
    def _more(self, match: str) -> bool:
        """Whether something came while the task of a match was about to end, which has started no new one."""

    @abstractmethod
    def kick(self, match: str) -> None:
        """Looks whether there is something to do in a match."""

    def _start(self, match: str) -> bool:
        """Starts the task of a match; False when one is running."""
        if match in self._tasks:
            return False
        task = asyncio.get_running_loop().create_task(self._work(match), name=f"{self.what} of {match}")
        self._tasks[match] = task
        task.add_done_callback(lambda done: self._ended(match, done))
        return True

    def _ended(self, match: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(match, None)
        if task.cancelled() or self._closing:
            return
        if task.exception() is not None:
            log.error("match %s: the task of its %s failed: %s", match, self.what, type(task.exception()).__name__)
        elif self._more(match):
            self.kick(match)

    async def close(self) -> None:
        """Ends all tasks. What they have not stored is done after the restart."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
