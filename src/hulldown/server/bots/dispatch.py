"""Where bots decide: quick ones in threads, searches in processes of the program, commands in processes of their own.

A bot against which a person plays goes before those that play among themselves: it waits for a place only while all
are taken by its like.
Everything here ends with the server: processes are killed when it stops, and a killed server leaves them a closed
stdin, at which they end by themselves.
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
from hulldown.games import module_of
from hulldown.server.bots.priority import Turns
from hulldown.server.bots.worker import Question, Thought

log = logging.getLogger("hulldown.server")
WORKER = "hulldown.server.bots.worker"
QUICK = 2
"""Threads for bots that answer at once."""
THINKERS = max(2, min(3, (os.cpu_count() or 1) - 1))
"""Processes for searches, one of them kept for matches with a person; started when they are first needed."""
PATIENCE = 60.0
"""Seconds after which a search is given up; bots keep to their own time, this is for those that do not."""
COMMANDS = 2
"""Commands that think at the same time."""
KEPT = 8
"""Processes of commands that are kept between decisions; others are started anew for their next one."""
ANSWER = 4 * 1024 * 1024

T = TypeVar("T")


class Task(NamedTuple):
    """A decision that a bot owes."""

    match: str
    side: Side
    bot: str
    seed: str
    game: AnyGame
    state: State
    urgent: bool = True
    """Whether a person plays in the match."""

    def seat(self) -> Seat:
        return seat_of(self.game, self.state, self.side)


Way = Callable[[Task], tuple[Order, str]]
"""Leads to an order and a remark; raises HulldownError when there is none."""


class Thinkers:
    """The processes in which searches run, used by as many threads."""

    def __init__(self, count: int = THINKERS) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="hulldown-search")
        self._lock = threading.Lock()
        self._free: list[LineProcess] = []
        self._busy: set[LineProcess] = set()
        self._closing = False

    def decide(self, task: Task) -> tuple[Order, str]:
        """The order and the remark of a bot; raises HulldownError when there is none. Called in threads of the pool."""
        state = msgspec.Raw(msgspec.json.encode(task.state))
        line = msgspec.json.encode(Question(module_of(task.game.name), state, task.side, task.bot, task.seed))
        process = self._take()
        try:
            thought = msgspec.json.decode(process.ask(line, time.monotonic() + PATIENCE, ANSWER), type=Thought)
        except BaseException:
            self._drop(process)
            raise
        with self._lock:
            self._busy.discard(process)
            self._free.append(process)
        if thought.order is None:
            raise HulldownError(thought.error)
        return thought.order, thought.remark

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
        """Ends all processes, also those that think at this moment."""
        with self._lock:
            self._closing = True
            for process in self._busy:
                process.kill()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for process in self._free:
            process.close()
        self._free.clear()


class GoneError(HulldownError):
    """A bot that has forfeited before: it is not asked again."""


class Commands:
    """The bots that are commands of this server: a process for each seat, as long as there is room."""

    def __init__(self, commands: dict[str, str]) -> None:
        self.names = commands
        self.pool = ThreadPoolExecutor(COMMANDS, thread_name_prefix="hulldown-command")
        self._bots: OrderedDict[tuple[str, Side], ExternalBot] = OrderedDict()
        self._busy: set[ExternalBot] = set()
        self._gone: set[tuple[str, Side]] = set()
        """Seats whose bot has forfeited: it is not asked again while this process lives."""
        self._lock = threading.Lock()

    def decide(self, task: Task) -> tuple[Order, str]:
        """The order and the remark; raises ForfeitError. Called in threads of the pool."""
        key = (task.match, task.side)
        with self._lock:
            if key in self._gone:
                raise GoneError("it has given up before")
            bot = self._bots.pop(key, None) or ExternalBot(self.names[task.bot], task.seed)
            self._busy.add(bot)
        try:
            order = bot.decide(task.seat())
        except ForfeitError:
            with self._lock:
                self._gone.add(key)
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
            self._gone = {key for key in self._gone if key[0] != match}
            ended = [self._bots.pop(key) for key in list(self._bots) if key[0] == match]
        for bot in ended:
            bot.end(outcome)

    def knows(self, match: str) -> bool:
        """Whether something is kept for a match."""
        return any(key[0] == match for key in (*self._bots, *self._gone))

    def close(self) -> None:
        """Ends all processes, also those that think at this moment."""
        with self._lock:
            busy = list(self._busy)
        for bot in busy:
            bot.abort()
        self.pool.shutdown(wait=True, cancel_futures=True)
        for bot in self._bots.values():
            bot.abort()
            bot.end(None)


class Minds:
    """All ways in which a bot of this server comes to an order."""

    def __init__(self, commands: dict[str, str]) -> None:
        self.quick = ThreadPoolExecutor(QUICK, thread_name_prefix="hulldown-bot")
        self.thinkers = Thinkers()
        self.commands = Commands(commands)
        self._turns = {
            self.quick: Turns(QUICK), self.thinkers.pool: Turns(THINKERS), self.commands.pool: Turns(COMMANDS),
        }  # fmt: skip
        self._closing = False

    async def decide(self, task: Task) -> tuple[Order | None, str]:
        """The bot's order and remark; where it gives none the order that does least, None if there is not even that."""
        pool, ways = self._ways(task.bot)
        async with self._turns[pool].place(task.urgent):
            return await self._run(pool, lambda: self._guarded(task, *ways))

    def _ways(self, bot: str) -> tuple[ThreadPoolExecutor, tuple[Way, ...]]:
        """The threads in which a bot is asked, and how; where the first way fails, the next one is tried."""
        if bot in self.commands.names:
            return self.commands.pool, (self.commands.decide,)
        if is_heavy(bot):
            return self.thinkers.pool, (self.thinkers.decide, _at_once_instead)
        return self.quick, (_at_once,)

    async def end(self, match: str, outcome: Outcome | None) -> None:
        """Tells bots that a match is over."""
        if self.commands.knows(match):
            await self._run(self.commands.pool, lambda: self.commands.end(match, outcome))

    def _guarded(self, task: Task, *ways: Way) -> tuple[Order | None, str]:
        """What the first way leads to that leads somewhere, or the order that does least: nothing holds up a match."""
        why = ""
        for way in ways:
            try:
                return way(task)
            except GoneError:
                pass
            except HulldownError as error:
                if self._closing:  # its process was killed, and nobody waits for the order
                    return None, ""
                if isinstance(error, ForfeitError):
                    why = f"The bot has given up ({error}): from here on it does as little as the rules allow."
                    log.warning("match %s: the bot %s of %s has forfeited: %s", task.match, task.bot, task.side, error)
                else:
                    log.warning("match %s: the bot %s finds no order (%s)", task.match, task.bot, error)
            except Exception as error:
                log.error("match %s: the bot %s failed: %s: %s", task.match, task.bot, type(error).__name__, error)
        return least(task.seat()), why

    @staticmethod
    async def _run(pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(pool, work)

    def close(self) -> None:
        self._closing = True
        self.thinkers.close()
        self.commands.close()
        self.quick.shutdown(wait=True, cancel_futures=True)


def _at_once(task: Task) -> tuple[Order, str]:
    bot = make_bot(task.bot, task.seed)
    return bot.decide(task.seat()), remark_of(bot)


def _at_once_instead(task: Task) -> tuple[Order, str]:
    """What the greedy bot would do: where a search fails, the opponent shall not become a dummy."""
    return _at_once(task._replace(bot="greedy"))


def least(seat: Seat) -> Order | None:
    """The order that does least; where the game knows none, any legal one."""
    idle = seat.legal.idle
    if idle is not None and not seat.check(idle):
        return idle
    with contextlib.suppress(HulldownError):
        return RandomBot("least").decide(seat)
    return None
