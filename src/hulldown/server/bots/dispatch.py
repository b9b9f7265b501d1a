"""Routes a bot's decision to a thread, a search process or an external command.

Quick bots run in threads, searches in processes of this program, external bots in processes of their own. Decisions
that a person waits for come before those of matches that only bots play.
All processes end with the server. It kills them when it stops; when it is killed itself, they find their stdin closed
and end by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

import msgspec

from hulldown.bots import ForfeitError, make_bot, remark_of
from hulldown.bots.external import ExternalBot
from hulldown.bots.pipes import LineProcess, PipeError
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.registry import is_heavy
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, Outcome, State
from hulldown.core.orders import Order, Side
from hulldown.games import place_of
from hulldown.server.bots.priority import PrioritySlots
from hulldown.server.bots.worker import Answer, Question

log = logging.getLogger("hulldown.server")
WORKER = "hulldown.server.bots.worker"
QUICK = 2
"""Threads for bots that answer at once."""
SEARCHES = max(2, min(3, (os.cpu_count() or 1) - 1))
"""Search processes, one of them reserved for matches with a person. They are started when first needed."""
PATIENCE = 60.0
"""Seconds after which a search is given up. Bots keep their own time; this is for those that do not."""
COMMANDS = 2
"""External commands that may think at the same time."""
KEPT = 8
"""Processes of external commands that are kept between decisions. Others are started anew for the next one."""
ANSWER = 4 * 1024 * 1024
"""Bytes of an answer, at most."""

T = TypeVar("T")


class OwedDecision(NamedTuple):
    """A decision that a bot owes."""

    match: str
    side: Side
    bot: str
    seed: str
    game: AnyGame
    state: State
    decision: str
    urgent: bool = True
    """Whether a person plays in the match."""
    person: str = ""
    """Who waits for it, as far as it is known here: the address that his last order came from."""

    def seat(self) -> Seat:
        return seat_of(self.game, self.state, self.side)


Decider = Callable[[OwedDecision], tuple[Order, str]]
"""Finds an order and a remark; raises HulldownError when there is none."""


class SearchProcesses:
    """The processes in which searches run, with a thread for each."""

    def __init__(self, count: int = SEARCHES) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="hulldown-search")
        self._lock = threading.Lock()
        self._free: list[LineProcess] = []
        self._busy: set[LineProcess] = set()
        self._closing = False

    def decide(self, owed: OwedDecision) -> tuple[Order, str]:
        """The order and the remark of a bot; raises HulldownError when there is none. Called in threads of the pool."""
        state = msgspec.Raw(msgspec.json.encode(owed.state))
        line = msgspec.json.encode(Question(place_of(owed.game.name).game, state, owed.side, owed.bot, owed.seed))
        process = self._take()
        try:
            answer = msgspec.json.decode(process.ask(line, time.monotonic() + PATIENCE, ANSWER), type=Answer)
        except BaseException:
            self._drop(process)
            raise
        with self._lock:
            self._busy.discard(process)
            self._free.append(process)
        if answer.order is None:
            raise HulldownError(answer.error)
        return answer.order, answer.remark

    def _take(self) -> LineProcess:
        with self._lock:
            if self._closing:
                raise PipeError("the server stops")
            process = self._free.pop() if self._free else LineProcess([sys.executable, "-m", WORKER])
            self._busy.add(process)
            return process

    def _drop(self, process: LineProcess) -> None:
        with self._lock:
            self._busy.discard(process)
        process.close()

    def close(self) -> None:
        """Ends all processes, also those that are thinking."""
        with self._lock:
            self._closing = True
            for process in self._busy:
                process.kill()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for process in self._free:
            process.close()
        self._free.clear()


class AlreadyForfeitedError(HulldownError):
    """The bot has forfeited before and is not asked again."""


class ExternalBots:
    """The bots that are external commands. Each seat has a process of its own; the oldest ones are ended first."""

    def __init__(self, commands: dict[str, str]) -> None:
        self.names = commands
        self.pool = ThreadPoolExecutor(COMMANDS, thread_name_prefix="hulldown-command")
        self._bots: OrderedDict[tuple[str, Side], ExternalBot] = OrderedDict()
        self._busy: set[ExternalBot] = set()
        self._forfeited: set[tuple[str, Side]] = set()
        """Seats whose bot has forfeited and is not asked again while this process lives."""
        self._lock = threading.Lock()

    def decide(self, owed: OwedDecision) -> tuple[Order, str]:
        """The order and the remark; raises ForfeitError. Called in threads of the pool."""
        key = (owed.match, owed.side)
        with self._lock:
            if key in self._forfeited:
                raise AlreadyForfeitedError("it has given up before")
            bot = self._bots.pop(key, None) or ExternalBot(self.names[owed.bot], owed.seed)
            self._busy.add(bot)
        try:
            order = bot.decide(owed.seat())
        except ForfeitError:
            with self._lock:
                self._forfeited.add(key)
            raise
        finally:
            with self._lock:
                self._busy.discard(bot)
        with self._lock:
            self._bots[key] = bot
            spare = [self._bots.popitem(last=False)[1] for _ in range(len(self._bots) - KEPT)]
        for other in spare:
            other.end(None)
        return order, bot.remark

    def end(self, match: str, outcome: Outcome | None) -> None:
        """Tells the bots of a match that it is over."""
        with self._lock:
            self._forfeited = {key for key in self._forfeited if key[0] != match}
            ended = [self._bots.pop(key) for key in list(self._bots) if key[0] == match]
        for bot in ended:
            bot.end(outcome)

    def knows(self, match: str) -> bool:
        """Whether something is kept for a match."""
        return any(key[0] == match for key in (*self._bots, *self._forfeited))

    def close(self) -> None:
        """Ends all processes, also those that are thinking."""
        with self._lock:
            busy = list(self._busy)
        for bot in busy:
            bot.abort()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for bot in self._bots.values():
            bot.abort()
            bot.end(None)


class BotDispatcher:
    """Decides for all bots of this server, each in the pool that suits it."""

    def __init__(self, commands: dict[str, str]) -> None:
        self.quick = ThreadPoolExecutor(QUICK, thread_name_prefix="hulldown-bot")
        self.searches = SearchProcesses()
        self.external = ExternalBots(commands)
        self._slots = {
            self.quick: PrioritySlots(QUICK),
            self.searches.pool: PrioritySlots(SEARCHES),
            self.external.pool: PrioritySlots(COMMANDS),
        }
        self._closing = False

    async def decide(self, owed: OwedDecision) -> tuple[Order | None, str]:
        """The bot's order and remark. Without one: the order that does least, or None if there is none."""
        pool, deciders = self._deciders(owed.bot)
        async with self._slots[pool].slot(owed.urgent, owed.person):
            return await self._run(pool, lambda: self._decided(owed, *deciders))

    def _deciders(self, bot: str) -> tuple[ThreadPoolExecutor, tuple[Decider, ...]]:
        """The pool in which a bot is asked, and the functions that ask it: the next one when the first fails."""
        if bot in self.external.names:
            return self.external.pool, (self.external.decide,)
        if is_heavy(bot):
            return self.searches.pool, (self.searches.decide, _greedy_instead)
        return self.quick, (_in_this_thread,)

    async def end(self, match: str, outcome: Outcome | None) -> None:
        """Tells bots that a match is over."""
        if self.external.knows(match):
            await self._run(self.external.pool, lambda: self.external.end(match, outcome))

    def _decided(self, owed: OwedDecision, *deciders: Decider) -> tuple[Order | None, str]:
        """The order of the first decider that finds one, else the least order: no failure may hold up a match."""
        why = ""
        for decide in deciders:
            try:
                return decide(owed)
            except AlreadyForfeitedError:
                pass
            except HulldownError as error:
                if self._closing:  # its process was killed, and nobody waits for the order
                    return None, ""
                if isinstance(error, ForfeitError):
                    why = f"The bot has given up ({error}): from here on it does as little as the rules allow."
                    log.warning("match %s: the bot %s of %s has forfeited: %s", owed.match, owed.bot, owed.side, error)
                else:
                    log.warning("match %s: the bot %s finds no order (%s)", owed.match, owed.bot, error)
            except Exception as error:
                log.error("match %s: the bot %s failed: %s: %s", owed.match, owed.bot, type(error).__name__, error)
        return least_order(owed.seat()), why

    @staticmethod
    async def _run(pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        self._closing = True
        self.searches.close()
        self.external.close()
        self.quick.shutdown(wait=True, cancel_futures=True)


def _in_this_thread(owed: OwedDecision) -> tuple[Order, str]:
    bot = make_bot(owed.bot, owed.seed)
    return bot.decide(owed.seat()), remark_of(bot)


def _greedy_instead(owed: OwedDecision) -> tuple[Order, str]:
    """What the greedy bot would do: a search that fails must not leave a dummy as opponent."""
    return _in_this_thread(owed._replace(bot="greedy"))


def least_order(seat: Seat) -> Order | None:
    """The order that does least; where the game knows none, any legal one."""
    idle = seat.legal.idle
    if idle is not None and not seat.check(idle):
        return idle
    with contextlib.suppress(HulldownError):
        return RandomBot("least").decide(seat)
    return None
