"""Bots at their seats: each decides from what its side knows, outside the event loop, and submits like anybody else.

A match that only bots play goes on while somebody watches it and pauses otherwise.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import secrets
import time
from collections.abc import Callable, Collection
from functools import partial

from hulldown.core.orders import Side
from hulldown.server.api.errors import ApiError
from hulldown.server.bots.dispatch import Minds, Task
from hulldown.server.matches import play as playing
from hulldown.server.matches.loading import Room
from hulldown.server.matches.registry import Hall
from hulldown.server.storage import store
from hulldown.server.storage.store import OVER, SEAT, Access

log = logging.getLogger("hulldown.server")
PAUSE = 0.5
"""Seconds before a bot tries again when the database is away."""
PAGE = 100
"""Matches taken up at a time."""


class BotRunner:
    """Plays the bots' seats, one task for each match in which a bot owes a decision."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.watched: Callable[[str], bool] = lambda match: False
        """Whether somebody has a socket at a match here."""
        self.attended: Callable[[], Collection[str]] = tuple
        """The matches that somebody here watches or has just looked at."""
        self._minds = Minds(hall.settings.bots)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._broken: set[tuple[str, str]] = set()
        """Decisions a bot has failed at: it would fail again."""
        self._damaged: set[str] = set()
        """Matches that cannot be opened."""
        self._closing = False

    def kick(self, match: str) -> None:
        """Looks whether a bot owes a decision in this match."""
        if match not in self._tasks and match not in self._damaged and not self._closing:
            task = asyncio.get_running_loop().create_task(self._play(match), name=f"bots of {match}")
            self._tasks[match] = task
            task.add_done_callback(lambda done: self._ended(match, done))

    def _ended(self, match: str, task: asyncio.Task[None]) -> None:
        self._tasks.pop(match, None)
        if task.cancelled() or self._closing:
            return
        if task.exception() is not None:
            log.error("match %s: the bots' task failed: %s", match, type(task.exception()).__name__)
            return
        # A change that came while the task was about to end kicked nobody.
        room = self.hall.known(match)
        if room is not None and self._next(room) is not None and not self._paused(room):
            self.kick(match)

    def _paused(self, room: Room) -> bool:
        """Whether only bots play the match and nobody watches."""
        return not has_person(room) and room.row.id not in self.attended()

    def _next(self, room: Room) -> Side | None:
        """The first side whose bot owes a decision that it has not failed at."""
        assert room.table is not None or not room.owing_bots
        for side in room.owing_bots:
            assert room.table is not None
            if (room.row.id, self._asked(room, side)) not in self._broken:
                return side
        return None

    @staticmethod
    def _asked(room: Room, side: Side) -> str:
        assert room.table is not None
        return f"{side} {room.game.pending(room.table.state)[side].id}"

    async def _pace(self, room: Room, since: float) -> None:
        """Lets people follow a match that only bots play: waits for a while after each order."""
        if not has_person(room) and self.watched(room.row.id):
            await asyncio.sleep(max(0.0, since + self.hall.settings.pace - time.monotonic()))

    async def _play(self, match: str) -> None:
        given = time.monotonic()
        while not self._closing:
            asked = ""
            try:
                async with self.hall.lock(match):
                    known = self.hall.known(match)
                    room: Room = known if known is not None else await self.hall.run(partial(self.hall.room, match))
                    side = self._next(room)
                    if side is not None:
                        assert room.table is not None
                        asked = self._asked(room, side)
                        state = room.table.state
                        decision = room.game.pending(state)[side].id
                        bot = room.row.seats[side].bot
                        task = Task(match, side, bot, _seed(room), room.game, state, has_person(room))
                if side is None:
                    if room.row.status == OVER:
                        await self._minds.end(match, room.row.outcome)
                    return
                if self._paused(room):
                    return
                order, remark = await self._minds.decide(task)
                if order is None:
                    self._broken.add((match, asked))
                    continue
                await self._pace(room, given)
                access = Access(match, SEAT, side)
                name = f"bot.{secrets.token_hex(12)}"
                await self.hall.at(match, partial(playing.submit, self.hall, access, name, decision, order, remark))
                given = time.monotonic()
            except ApiError as error:
                if error.info.code == "illegal":
                    log.error("match %s: the bot's order is illegal: %s", match, error)
                    self._broken.add((match, asked))
                elif error.status == 503:
                    await asyncio.sleep(PAUSE)
                elif error.info.code == "damaged":
                    self._damaged.add(match)
                    return
                elif error.info.code != "stale":
                    return
                else:
                    self.hall.forget(match)
                    await asyncio.sleep(0)

    async def sweep(self) -> None:
        """Takes up, for ever, bots that nobody works for: after a restart, or when another process has died."""
        wait = self.hall.settings.sweep
        # At first all of them: whatever the clock said when their matches were stored, nobody works for them here.
        idle, after = -math.inf, ""
        while not self._closing:
            try:
                work = partial(store.waiting_bots, now=store.now(), idle=idle, after=after, most=PAGE)
                found = await self.hall.run(partial(self.hall.read, work))
            except ApiError:
                found = []
            for match in (*found, *self.attended()):
                self.kick(match)
            # Page by page: a match that cannot go on stays among the waiting ones and must not hide the others.
            after = found[-1] if len(found) == PAGE else ""
            await asyncio.sleep(wait if not after else PAUSE)
            idle = idle if after else wait

    async def close(self) -> None:
        """Ends all tasks; what they have not stored will be decided again after the restart."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.get_running_loop().run_in_executor(None, self._minds.close)


def has_person(room: Room) -> bool:
    """Whether not all seats are bots'."""
    return any(not seat.bot for seat in room.row.seats.values())


def _seed(room: Room) -> str:
    """The seed of a match's bots: it stays the same over restarts, and a fork has another one."""
    return hashlib.sha256(f"hulldown bot\n{room.row.secret}\n{room.row.id}".encode()).hexdigest()
