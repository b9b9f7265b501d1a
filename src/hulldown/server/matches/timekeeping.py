"""Gives the idle answers of sides whose time is up, and stores the time by which clocks run."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, select

from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Side
from hulldown.server.api.errors import ApiError, StoreError
from hulldown.server.matches import play
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage import schema
from hulldown.server.storage.store import PLAYING, SEAT, TIMED_OUT, Access

log = logging.getLogger("hulldown.server")
PAGE = 100
"""Matches taken up at a time."""
ANSWERS = 200
"""Answers given in a match at one go; it is taken up again then."""


class Due(NamedTuple):
    """A match in which somebody's time is up, and since when."""

    since: float
    match: str


FIRST = Due(-math.inf, "")


def find_due(connection: Connection, now: float, after: Due = FIRST) -> list[Due]:
    """The first matches behind `after` in which somebody's time is up, the longest overdue first."""
    due, name = schema.matches.c.clock_due, schema.matches.c.id
    later = (due > after.since) | ((due == after.since) & (name > after.match))
    chosen = select(due, name).where(due <= now, later).order_by(due, name).limit(PAGE)
    return [Due(*row) for row in connection.execute(chosen)]


def any_clock(connection: Connection) -> bool:
    """Whether a match that is being played has a clock."""
    table = schema.matches
    chosen = select(table.c.id).where(table.c.status == PLAYING, table.c.clock != "null").limit(1)
    return connection.execute(chosen).first() is not None


def idle_answer(legal: Legal) -> Order:
    """The answer that does least."""
    idle = legal.idle or Order(legal.decision.kind)
    return Order(idle.kind, idle.tasks, idle.choice, legal.decision.id)


def overdue(loaded: LoadedMatch, now: float) -> list[tuple[Side, Order]]:
    """The sides whose time is up and for which the server answers, each with its idle answer."""
    row, session = loaded.row, loaded.session
    if session is None or loaded.frozen or row.status != PLAYING or row.clock is None or row.paused:
        return []
    found = []
    for side in row.owing:
        if side not in row.clock.sides or not (row.clock.answers(side) and row.clock.is_up(side, now)):
            continue
        legal = session.viewer_states[side].legal
        if legal is not None:
            found.append((side, idle_answer(legal)))
    return found


class Timekeeper:
    """Looks for clocks that have run out, for ever."""

    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self._stuck: set[tuple[str, str]] = set()
        """Decisions whose idle answer was refused: the other side may claim."""
        self._hopeless: set[str] = set()
        """Matches that cannot be played on here: their rules are gone, or they are damaged."""

    async def run(self) -> None:
        """Looks again and again until the server ends."""
        registry = self.registry
        while True:
            try:
                await registry.run(registry.play_time.keep)
                await self._answer_all(registry.play_time.now())
            except (ApiError, StoreError) as error:
                log.debug("clocks could not be looked at: %s", error)
            await asyncio.sleep(registry.settings.ticks)

    async def _answer_all(self, now: float) -> None:
        """Gives the idle answers of all matches, page by page: those that stay due must not hide the others."""
        registry, after = self.registry, FIRST
        while True:
            due = await registry.run(partial(registry.read, partial(find_due, now=now, after=after)))
            for _, match in due:
                if match not in self._hopeless and registry.settings.share.owns(match):
                    await self._answer_in(match)
            if len(due) < PAGE:
                return
            after = due[-1]

    async def _answer_in(self, match: str) -> None:
        """Gives the idle answers of a match. One that fails must not stop the clocks of all others."""
        try:
            await self.registry.run_locked(match, partial(self.answer, match))
        except (ApiError, StoreError) as error:
            if isinstance(error, ApiError) and error.info.code == "damaged":
                self._hopeless.add(match)
            log.debug("match %s: its clock could not be looked at: %s", match, error)
        except Exception as error:
            log.error("match %s: no idle answer could be given: %s", match, type(error).__name__)

    def answer(self, match: str) -> None:
        """Gives the idle answers that are due in a match; called in a worker thread."""
        registry = self.registry
        for _ in range(ANSWERS):
            loaded = registry.load(match)
            if loaded.frozen:
                self._hopeless.add(match)
            due = [
                one for one in overdue(loaded, registry.play_time.now()) if (match, one[1].decision) not in self._stuck
            ]
            if not due:
                return
            side, order = due[0]
            access, name = Access(match, SEAT, side), f"time.{secrets.token_hex(12)}"
            try:
                play.submit(registry, access, name, order.decision, order, TIMED_OUT)
            except ApiError as error:
                if error.status == 503:
                    return
                log.warning("match %s: an idle answer was refused: %s", match, error)
                self._stuck.add((match, order.decision))
