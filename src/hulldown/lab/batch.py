"""Many games in order: what is to be played, one game of it, and batches sized to the work.

Every game carries its own seed and nothing else decides it, so where and in what company it is played changes nothing.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

import msgspec

from hulldown import games
from hulldown.bots import Bot, end_bot, make_bot
from hulldown.core.events import Scalar
from hulldown.core.orders import Side
from hulldown.core.record import text_of
from hulldown.lab.clusters import Workers
from hulldown.lab.play import GameFailedError, GameResult, order_text, play_game, record_of
from hulldown.lab.story import Story

DRAW = "draw"
AIM = 1.5
"""Seconds a batch shall take: long enough to be cheap, short enough that the display moves and Ctrl-C is heard."""
LARGEST = 500
AHEAD = 3
"""Batches under way for each worker: a million games shall not become a million waiting tasks."""


class Job(msgspec.Struct, frozen=True):
    """One game to play; travels to the workers."""

    name: str
    """Unique in a run; also the name of its record without the ending."""
    game: str
    scenario: str
    secret: str
    bots: dict[Side, str]
    options: dict[str, Scalar] = {}
    keep: bool = False
    """Whether the text of the record is wanted."""


class Fixture(NamedTuple):
    """One game of a run: the number of its seed, and the bots in the seats of the game's first and second side."""

    scenario: str
    number: int
    first: int
    second: int

    @property
    def name(self) -> str:
        return f"{self.scenario.replace('/', '-')}-{self.number:05d}-{self.first}v{self.second}"


class Played(msgspec.Struct, omit_defaults=True):
    """What is kept of one game: a few numbers, so that memory stays flat; texts only where they are wanted."""

    name: str
    winner: str = ""
    turns: int = 0
    tasks: int = 0
    rule: str = ""
    reason: str = ""
    story: Story = msgspec.field(default_factory=Story)
    error: str = ""
    traceback: str = ""
    record: str = ""

    def score(self, side: Side) -> float:
        """1 for a victory of the side, 1/2 for a draw, 0 for a defeat."""
        return 1.0 if self.winner == side else 0.5 if self.winner == DRAW else 0.0


def play_one(job: Job) -> Played:
    """The numbers of one game. Never raises for a fault of the game or of a bot."""
    game = games.load_game(job.game)
    try:
        result = _play(job)
    except GameFailedError as failure:
        record = failure.record
        if record is None:
            record = record_of(game, job.scenario, job.secret, job.options, failure.given)
        trace = "".join(traceback.format_exception(failure))
        trace += f"\nseed: {job.secret}\nside: {failure.side}\norder: {order_text(failure.order)}\n"
        return Played(job.name, error=str(failure), traceback=trace, record=text_of(record))
    outcome = result.outcome
    return Played(
        job.name, outcome.winner or DRAW, result.turns, result.tasks, outcome.rule, outcome.reason, result.story,
        record=text_of(result.record) if result.record is not None else "",
    )  # fmt: skip


def _play(job: Job) -> GameResult:
    bots: dict[Side, Bot] = {}
    try:
        for side, spec in job.bots.items():
            bots[side] = make_bot(spec, f"{job.secret}/{side}", commands=True)
    except Exception as error:
        for bot in bots.values():
            end_bot(bot, None)
        raise GameFailedError(f"{type(error).__name__}: {error}", side, None, None) from error
    return play_game(games.load_game(job.game), job.scenario, bots, job.secret, job.options, job.keep)


def play_some(jobs: Sequence[Job]) -> tuple[list[Played], float]:
    """Some games, and the seconds they took: the work of a worker between two reports."""
    begun = time.perf_counter()
    return [play_one(job) for job in jobs], time.perf_counter() - begun


def play_all(jobs: Iterable[Job], total: int, workers: Workers) -> Generator[Played, None, None]:
    """Every game in the order of the jobs; who plays them changes nothing but the time.

    The first batches hold one game each; later ones as many as take about AIM seconds.
    """
    pace = Pace(total, workers.count)
    waiting: deque[object] = deque()
    coming = iter(jobs)
    try:
        while True:
            while len(waiting) < AHEAD * workers.count:
                batch = [job for _, job in zip(range(pace.next()), coming, strict=False)]
                if not batch:
                    break
                waiting.append(workers.submit(play_some, batch))
                pace.given += len(batch)
            if not waiting:
                return
            played, seconds = workers.result(waiting[0])
            waiting.popleft()
            pace.learn(len(played), seconds)
            yield from played
    finally:
        if waiting:
            workers.give_up()


class Pace:
    """How many games the next batch holds."""

    def __init__(self, total: int, workers: int) -> None:
        self.total, self.workers = total, workers
        self.given = 0
        self._mean = 0.0

    def learn(self, count: int, seconds: float) -> None:
        """Takes in how long a batch took; later batches weigh more."""
        each = seconds / max(count, 1)
        self._mean = each if not self._mean else 0.6 * self._mean + 0.4 * each

    def next(self) -> int:
        """The size of the next batch: by the time a game takes, and small at the end to keep all workers busy."""
        if not self._mean:
            return 1
        fair = -(-(self.total - self.given) // (2 * self.workers))
        return max(1, min(LARGEST, round(AIM / max(self._mean, 1e-6)), fair))


def split_list(text: str) -> list[str]:
    """The entries of a list written with commas; those inside brackets or quotes belong to an entry."""
    found, depth, quote, entry = [], 0, "", ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter == "," and depth <= 0:
            found.append(entry.strip())
            entry = ""
            continue
        entry += letter
    return [name for name in [*found, entry.strip()] if name]
