"""Bots at their seats: each decides in a worker thread from what its side knows, and submits like anybody else."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from hulldown.bots import Bot, make_bot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.orders import Order, Side
from hulldown.server import playing, store
from hulldown.server.errors import ApiError
from hulldown.server.hall import Hall
from hulldown.server.rooms import Room
from hulldown.server.store import SEAT, Access

log = logging.getLogger("hulldown.server")
WORKERS = 2
PAUSE = 0.5
"""Seconds before a bot tries again when the database is away."""
PAGE = 100
"""Matches taken up at a time."""


class BotRunner:
    """Plays the bots' seats, one task for each match in which a bot owes a decision."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="hulldown-bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._broken: set[tuple[str, str]] = set()
        """Decisions a bot has failed at: it would fail again."""
        self._closing = False

    def kick(self, match: str) -> None:
        """Looks whether a bot owes a decision in this match."""
        if match not in self._tasks and not self._closing:
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
        if room is not None and self._next(room) is not None:
            self.kick(match)

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

    async def _play(self, match: str) -> None:
        while not self._closing:
            try:
                async with self.hall.lock(match):
                    known = self.hall.known(match)
                    room: Room = known if known is not None else await self.hall.run(partial(self.hall.room, match))
                    side = self._next(room)
                    if side is None:
                        return
                    assert room.table is not None
                    asked = self._asked(room, side)
                    seat = seat_of(room.game, room.table.state, side)
                    bot = make_bot(room.row.seats[side].bot, _seed(room))
                order = await asyncio.get_running_loop().run_in_executor(self._pool, _decide, bot, seat, match)
                if order is None:
                    self._broken.add((match, asked))
                    continue
                access = Access(match, SEAT, side)
                name = f"bot.{secrets.token_hex(12)}"
                await self.hall.at(match, partial(playing.submit, self.hall, access, name, order.decision, order))
            except ApiError as error:
                if error.info.code == "illegal":
                    log.error("match %s: the bot's order is illegal: %s", match, error)
                    self._broken.add((match, asked))
                elif error.status == 503:
                    await asyncio.sleep(PAUSE)
                elif error.info.code != "stale":
                    return
                else:
                    self.hall.forget(match)
                    await asyncio.sleep(0)

    async def sweep(self) -> None:
        """Takes up, for ever, bots that nobody works for: after a restart, or when another process has died."""
        wait = self.hall.settings.sweep
        before, after = store.now(), ""
        while not self._closing:
            try:
                work = partial(store.waiting_bots, before=before, after=after, most=PAGE)
                found = await self.hall.run(partial(self.hall.read, work))
            except ApiError:
                found = []
            for match in found:
                self.kick(match)
            # Page by page: a match that cannot go on stays among the waiting ones and must not hide the others.
            after = found[-1] if len(found) == PAGE else ""
            await asyncio.sleep(wait if not after else PAUSE)
            before = store.now() - wait

    async def close(self) -> None:
        """Ends all tasks; what they have not stored will be decided again after the restart."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.shutdown(wait=True, cancel_futures=True)


def _decide(bot: Bot, seat: Seat, match: str) -> Order | None:
    """The bot's order; the idle one when it finds none; None when there is neither."""
    try:
        return bot.decide(seat)
    except HulldownError as error:
        log.warning("match %s: the bot finds no order (%s)", match, error)
    except Exception as error:
        log.error("match %s: the bot failed: %s: %s", match, type(error).__name__, error)
    idle = seat.legal.idle
    return idle if idle is not None and not seat.check(idle) else None


def _seed(room: Room) -> str:
    """The seed of a match's bots: it stays the same over restarts, and a fork has another one."""
    return hashlib.sha256(f"hulldown bot\n{room.row.secret}\n{room.row.id}".encode()).hexdigest()
