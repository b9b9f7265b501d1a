"""Plays the seats of bots. A bot decides from what its side knows, outside the event loop, and submits like anybody.

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

from hulldown.core.orders import Order, Side
from hulldown.server.api.errors import ApiError
from hulldown.server.bots.dispatch import BotDispatcher, OwedDecision
from hulldown.server.matches import play
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tasks import PAUSE, MatchTasks
from hulldown.server.storage import store
from hulldown.server.storage.store import OVER, SEAT, Access

log = logging.getLogger("hulldown.server")
PAGE = 100
"""Matches taken up at a time."""


class BotRunner(MatchTasks):
    """Plays the bots' seats, with one task for each match in which a bot owes a decision."""

    what = "bots"

    def __init__(self, registry: MatchRegistry) -> None:
        super().__init__()
        self.registry = registry
        self.watched: Callable[[str], bool] = lambda match: False
        """Whether somebody has a socket at a match here."""
        self.attended: Callable[[], Collection[str]] = tuple
        """The matches that somebody here watches or has just looked at."""
        self.also: Callable[[str], None] = lambda match: None
        """What else looks after a match whenever its bots are looked after."""
        self._dispatcher = BotDispatcher(registry.settings.bots)
        self._broken: set[tuple[str, Side, str]] = set()
        """Decisions a bot has failed at: it would fail again."""
        self._damaged: set[str] = set()
        """Matches that cannot be loaded."""

    def kick(self, match: str) -> None:
        """Starts a task for the match unless one is running; it ends at once if no bot owes a decision."""
        if match in self._damaged or self._closing:
            return
        self.also(match)
        known = self.registry.known(match)
        if known is not None and not any(seat.bot for seat in known.row.seats.values()):
            return
        self._start(match)

    def _more(self, match: str) -> bool:
        loaded = self.registry.known(match)
        return loaded is not None and self._owed(loaded) is not None and not self._paused(loaded)

    def _paused(self, loaded: LoadedMatch) -> bool:
        """Whether only bots play the match and nobody watches."""
        return not has_person(loaded) and loaded.row.id not in self.attended()

    def _owed(self, loaded: LoadedMatch) -> OwedDecision | None:
        """The first decision that a bot owes and has not failed at."""
        session, row = loaded.session, loaded.row
        if session is None:
            return None
        for side in loaded.owing_bots:
            decision = loaded.game.pending(session.state)[side].id
            if (row.id, side, decision) not in self._broken:
                return OwedDecision(
                    row.id, side, row.seats[side].bot, _seed(loaded), loaded.game, session.state, decision,
                    urgent=has_person(loaded), person=loaded.asker,
                )  # fmt: skip
        return None

    async def _pace(self, loaded: LoadedMatch, since: float) -> None:
        """Waits a while after each order of a match that only bots play, so that people can follow it."""
        if not has_person(loaded) and self.watched(loaded.row.id):
            await asyncio.sleep(max(0.0, since + self.registry.settings.pace - time.monotonic()))

    async def _work(self, match: str) -> None:
        """Plays all decisions that bots owe in a match, one after the other."""
        last = time.monotonic()
        while not self._closing:
            owed: OwedDecision | None = None
            try:
                async with self.registry.lock(match):
                    loaded = await self._load(match)
                    owed = self._owed(loaded)
                if owed is None:
                    if loaded.row.status == OVER:
                        await self._dispatcher.end(match, loaded.row.outcome)
                    return
                if self._paused(loaded):
                    return
                order, remark = await self._dispatcher.decide(owed)
                if order is None:
                    self._give_up(owed)
                    continue
                await self._pace(loaded, last)
                await self._submit(owed, order, remark)
                last = time.monotonic()
            except ApiError as error:
                if not await self._goes_on_after(error, match, owed):
                    return

    async def _load(self, match: str) -> LoadedMatch:
        known = self.registry.known(match)
        return known if known is not None else await self.registry.run(partial(self.registry.load, match))

    async def _submit(self, owed: OwedDecision, order: Order, remark: str) -> None:
        access = Access(owed.match, SEAT, owed.side)
        name = f"bot.{secrets.token_hex(12)}"
        work = partial(play.submit, self.registry, access, name, owed.decision, order, remark)
        await self.registry.run_locked(owed.match, work)

    async def _goes_on_after(self, error: ApiError, match: str, owed: OwedDecision | None) -> bool:
        """Whether a bot's task goes on after a refusal."""
        if error.info.code == "illegal":
            log.error("match %s: the bot's order is illegal: %s", match, error)
            if owed is not None:
                self._give_up(owed)
            return True
        if error.status == 503:
            await asyncio.sleep(PAUSE)
            return True
        if error.info.code == "damaged":
            self._damaged.add(match)
            return False
        if error.info.code == "stale":
            self.registry.forget(match)
            await asyncio.sleep(0)
            return True
        return False

    def _give_up(self, owed: OwedDecision) -> None:
        """Does not ask for this decision again."""
        self._broken.add((owed.match, owed.side, owed.decision))

    async def sweep(self) -> None:
        """Takes up, for ever, decisions that nobody works on: after a restart, or when another process has died."""
        wait = self.registry.settings.sweep
        # The first round takes all of them: whatever the clock said when they were stored, nobody works on them here.
        idle, after = -math.inf, ""
        while not self._closing:
            try:
                work = partial(store.waiting_bots, now=store.now(), idle=idle, after=after, most=PAGE)
                found = await self.registry.run(partial(self.registry.read, work))
            except ApiError:
                found = []
            owns = self.registry.settings.share.owns
            for match in (*filter(owns, found), *self.attended()):
                self.kick(match)
            # Page by page: a match that cannot go on stays among the waiting ones and must not hide the others.
            after = found[-1] if len(found) == PAGE else ""
            await asyncio.sleep(wait if not after else PAUSE)
            idle = idle if after else wait

    async def close(self) -> None:
        """Ends all tasks. What they have not stored is decided again after the restart."""
        await super().close()
        await asyncio.get_running_loop().run_in_executor(None, self._dispatcher.close)


def has_person(loaded: LoadedMatch) -> bool:
    """Whether at least one seat is not a bot's."""
    return any(not seat.bot for seat in loaded.row.seats.values())


def _seed(loaded: LoadedMatch) -> str:
    """The seed of a match's bots. It stays the same over restarts; a fork has another one."""
    return hashlib.sha256(f"hulldown bot\n{loaded.row.secret}\n{loaded.row.id}".encode()).hexdigest()
