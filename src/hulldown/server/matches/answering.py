"""Gives the answers that need no player, each at its time, and holds those of players back until theirs."""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial

from hulldown.core.orders import Order
from hulldown.server.api.errors import ApiError
from hulldown.server.clock import Clock
from hulldown.server.matches import drafting, play
from hulldown.server.matches.automatic import Owed, due_of, owed_of
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tasks import PAUSE, MatchTasks
from hulldown.server.storage.habits import NO_HABITS
from hulldown.server.storage.store import AUTOMATIC, SEAT, Access

log = logging.getLogger("hulldown.server")


class Answerer(MatchTasks):
    """One task for each match in which the server owes an answer."""

    what = "answers"

    def __init__(self, registry: MatchRegistry) -> None:
        super().__init__()
        self.registry = registry
        self._again: set[str] = set()
        """Matches that have changed while their task ran."""

    def kick(self, match: str) -> None:
        """Looks whether the server owes an answer in a match."""
        known = self.registry.known(match)
        if known is not None and not any(seat.habits != NO_HABITS for seat in known.row.seats.values()):
            return  # everybody answers everything himself
        if not self._closing and not self._start(match):
            self._again.add(match)

    def _more(self, match: str) -> bool:
        found = match in self._again
        self._again.discard(match)
        return found

    async def _work(self, match: str) -> None:
        """Gives all answers that are owed, one after the other."""
        registry, pace = self.registry, self.registry.settings.answer_pace
        waited: Owed | None = None
        while not self._closing:
            try:
                self._again.discard(match)
                async with registry.lock(match):
                    known = registry.known(match)
                    loaded = known if known is not None else await registry.run(partial(registry.load, match))
                    owed = owed_of(loaded, pace)
                if owed is None:
                    return
                if owed != waited and owed.due > registry.clock.now():
                    # What is owed then may be something else. If it is the same, it is due: the clock may be set back.
                    waited = owed
                    await registry.clock.until(wait_until(registry.clock, owed.due, pace))
                    continue
                access, name = Access(match, SEAT, owed.side), f"auto.{secrets.token_hex(12)}"
                work = partial(play.submit, registry, access, name, owed.decision, owed.order, AUTOMATIC)
                await registry.run_locked(match, work)
            except ApiError as error:
                if error.status == 503:
                    await asyncio.sleep(PAUSE)
                elif error.info.code == "stale":
                    registry.forget(match)
                else:
                    log.error("match %s: an answer without a choice was refused: %s", match, error)
                    return


async def hold(registry: MatchRegistry, access: Access, decision: str, order: Order) -> None:
    """Holds a player's answer back until the server would have given one without a choice; not a refused one."""
    loaded = registry.known(access.match)
    if loaded is None or access.side not in loaded.row.seats or access.side not in loaded.row.owing:
        return
    when = due_of(loaded.row, access.side, registry.settings.answer_pace)
    session = loaded.session
    asked = session.asked.get(access.side) if session is not None and session.ending is None else None
    if when <= registry.clock.now() or asked is None or asked.id != decision:
        return
    checked = await registry.run_locked(access.match, partial(drafting.check, registry, access, order))
    if not checked.violations:
        await registry.clock.until(wait_until(registry.clock, when, registry.settings.answer_pace))


def wait_until(clock: Clock, due: float, pace: float) -> float:
    """Until when an answer that is due then waits: never longer than the pace, though the clock was set back since."""
    return min(due, clock.now() + pace)
