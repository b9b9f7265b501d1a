"""`hulldown sim SCENARIO --games N`: many games between bots, summed up; failing games are kept for the finder."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from hulldown import games
from hulldown.bots import bot_names, make_bot
from hulldown.cli.files import refuse_existing, write_text
from hulldown.cli.flags import add_seats
from hulldown.cli.names import find_scenario, near, read_options
from hulldown.cli.output import print_json
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.core.record import text_of
from hulldown.lab.play import GameFailedError, GameResult, order_text, play_game

CHUNK = 8
"""Games a process plays between two reports: few, so that the bar moves, and many enough to be cheap."""


class Plan(NamedTuple):
    """What every game of a run has in common; travels to the worker processes."""

    game: str
    scenario: str
    seed: str
    bots: tuple[tuple[str, str], ...]
    options: dict[str, Scalar]
    folder: str
    """Where records go; "" when only failing games are kept, in a folder made for them."""
    force: bool


class Played(NamedTuple):
    """What is kept of one game: a few numbers, so that memory stays flat."""

    winner: str
    turns: int
    tasks: int
    error: str = ""
    traceback: str = ""
    record: str = ""


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("scenario", metavar="SCENARIO", help="the scenario, such as tank/10")
    parser.add_argument("--games", metavar="N", type=int, required=True, help="how many games")
    parser.add_argument("--seed", default="0", help="game i is played with the seed SEED/i (default: 0)")
    add_seats(parser, argv, "BOT", "random", "a bot (default: random)")
    parser.add_argument("--records", metavar="DIR", type=Path, help="keep the record of every game in this folder")
    parser.add_argument("--jobs", metavar="J", type=int, default=1, help="processes to use (default: 1, 0: every core)")
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="a rule option")
    parser.add_argument("--force", action="store_true", help="replace existing records")


def run(args: argparse.Namespace) -> int:
    """0 when every game came to its end, 1 when one broke down; the summary is printed either way."""
    game, info = find_scenario(args.scenario)
    if args.games < 1 or args.jobs < 0:
        raise HulldownError("--games must be 1 or more, and --jobs 0 or more")
    bots = {side: getattr(args, side, "random") for side in game.sides}
    for name in bots.values():
        if name not in bot_names():
            raise UnknownNameError(f"there is no bot named {name!r}", hint=near(name, bot_names(), "bots"))
    options = dict(read_options(args.option, game.options(info.id)))
    game.setup(info.id, options, "")  # refuses bad options once, here, and not in every game
    if args.records is not None:
        _prepare(args.records, info.id, args.games, args.force)
    folder = str(args.records) if args.records is not None else ""
    plan = Plan(game.name, info.id, args.seed, tuple(bots.items()), options, folder, args.force)
    summary = _Summary(game.sides, plan)
    begun = time.perf_counter()
    with _progress(args.games) as advance:
        for number, played in _all(plan, args.games, args.jobs or os.cpu_count() or 1):
            summary.add(number, played)
            advance()
    found = summary.found(time.perf_counter() - begun)
    if args.json:
        print_json(found)
    else:
        _tell(found, plan)
    return 1 if summary.errors else 0


def record_name(scenario: str, number: int) -> str:
    """The file name of the record of one game of a run."""
    return f"{scenario.replace('/', '-')}-{number:05d}.jsonl"


def _prepare(folder: Path, scenario: str, count: int, force: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        refuse_existing(folder / record_name(scenario, number), force)


def _all(plan: Plan, count: int, jobs: int) -> Iterator[tuple[int, Played]]:
    """Every game of a run with its number, in order; the number of processes changes nothing but the time."""
    if jobs == 1:
        for number in range(count):
            yield number, play_one(plan, number)
        return
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    waiting: deque[Future[list[Played]]] = deque()
    chunks = iter([range(start, min(start + CHUNK, count)) for start in range(0, count, CHUNK)])
    number = 0
    with ProcessPoolExecutor(min(jobs, -(-count // CHUNK))) as pool:
        # Only a few chunks are under way at a time: a million games shall not become a million waiting tasks.
        for chunk in chunks:
            waiting.append(pool.submit(_play_some, plan, chunk))
            if len(waiting) >= 4 * jobs:
                for played in waiting.popleft().result():
                    yield number, played
                    number += 1
        while waiting:
            for played in waiting.popleft().result():
                yield number, played
                number += 1


def _play_some(plan: Plan, numbers: Iterable[int]) -> list[Played]:
    return [play_one(plan, number) for number in numbers]


def play_one(plan: Plan, number: int) -> Played:
    """The numbers of one game; writes its record if records are wanted. Never raises for a fault of the game."""
    try:
        result = _play(plan, number, keep_record=bool(plan.folder))
    except GameFailedError as failure:
        return _kept(plan, number, failure)
    if plan.folder and result.record is not None:
        path = Path(plan.folder) / record_name(plan.scenario, number)
        write_text(path, text_of(result.record), plan.force)
    return Played(result.outcome.winner or "draw", result.turns, result.tasks)


def _play(plan: Plan, number: int, keep_record: bool) -> GameResult:
    secret = f"{plan.seed}/{number}"
    bots = {side: make_bot(name, f"{secret}/{side}") for side, name in plan.bots}
    return play_game(games.load_game(plan.game), plan.scenario, bots, secret, plan.options, keep_record)


def _kept(plan: Plan, number: int, failure: GameFailedError) -> Played:
    """A failed game: played once more to get its record, since it fails again in the same way."""
    try:
        if failure.record is None:
            _play(plan, number, keep_record=True)
    except GameFailedError as again:
        failure = again
    trace = "".join(traceback.format_exception(failure))
    trace += f"\nseed: {plan.seed}/{number}\nside: {failure.side}\norder: {order_text(failure.order)}\n"
    return Played("", 0, 0, str(failure), trace, text_of(failure.record) if failure.record is not None else "")


class _Summary:
    """The sums of a run, and the place where failing games are kept."""

    def __init__(self, sides: Sequence[str], plan: Plan) -> None:
        self.outcomes = dict.fromkeys([*sides, "draw"], 0)
        self.games = self.errors = self.orders = self.turns = 0
        self.least, self.most = sys.maxsize, 0
        self.plan = plan
        self.folder: Path | None = Path(plan.folder) if plan.folder else None
        self.failed: list[str] = []

    def add(self, number: int, played: Played) -> None:
        self.games += 1
        if played.error:
            self.errors += 1
            self._keep(number, played)
            return
        self.outcomes[played.winner] += 1
        self.orders += played.tasks
        self.turns += played.turns
        self.least, self.most = min(self.least, played.turns), max(self.most, played.turns)

    def _keep(self, number: int, played: Played) -> None:
        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="hulldown-sim-"))
        path = self.folder / record_name(self.plan.scenario, number)
        write_text(path, played.record, self.plan.force)
        write_text(path.with_suffix(".error.txt"), played.traceback, self.plan.force)
        if len(self.failed) < 20:
            self.failed.append(f"{path}: {played.error}")

    def found(self, seconds: float) -> dict[str, object]:
        ended = self.games - self.errors
        turns = {
            "min": self.least if ended else 0, "mean": round(self.turns / ended, 2) if ended else 0, "max": self.most
        }  # fmt: skip
        found: dict[str, object] = {
            "scenario": self.plan.scenario, "seed": self.plan.seed, "games": self.games, "errors": self.errors,
            "outcomes": self.outcomes, "turns": turns, "orders": self.orders, "seconds": round(seconds, 3),
        }  # fmt: skip
        if self.folder is not None:
            found["records"] = str(self.folder)
        if self.failed:
            found["failed"] = self.failed
        return found


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A function to call after every game; it moves a bar when somebody looks at the terminal."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        "playing", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("games", total=total)
        yield lambda: bar.advance(task)


def _tell(found: dict[str, object], plan: Plan) -> None:
    outcomes, turns, count = found["outcomes"], found["turns"], found["games"]
    assert isinstance(outcomes, dict)
    assert isinstance(turns, dict)
    assert isinstance(count, int)
    seconds, orders = found["seconds"], found["orders"]
    assert isinstance(seconds, float | int)
    assert isinstance(orders, int)
    players = ", ".join(f"{side}: {bot}" for side, bot in plan.bots)
    print(f"{plan.scenario}: {count} games in {seconds:.1f} s ({players}, seed {plan.seed})")
    for name, number in outcomes.items():
        print(f"  {name:<6} {number:>6}  {number / count:6.1%}")
    print(f"  turns  {turns['min']} to {turns['max']}, {turns['mean']} on average")
    print(f"  orders {orders} to single units, {orders / max(seconds, 1e-9):,.0f} a second")
    if "records" in found:
        print(f"  records in {found['records']}")
    failed = found.get("failed")
    if isinstance(failed, list):
        print(f"  {found['errors']} games broke down:")
        for line in failed:
            print(f"    {line}")
