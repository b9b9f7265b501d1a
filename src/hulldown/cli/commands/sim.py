"""`hulldown sim SCENARIO --games N`: many games between bots, summed up; failing games are kept for the finder."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from hulldown.bots import bot_names, check_spec
from hulldown.cli.files import refuse_existing, write_text
from hulldown.cli.flags import add_seats
from hulldown.cli.names import find_scenario, read_options
from hulldown.cli.output import print_json
from hulldown.core.errors import HulldownError
from hulldown.core.events import Scalar
from hulldown.lab.batch import Job, Played, play_all
from hulldown.lab.clusters import workers


class Plan(NamedTuple):
    """What every game of a run has in common."""

    game: str
    scenario: str
    seed: str
    bots: tuple[tuple[str, str], ...]
    options: dict[str, Scalar]
    folder: str
    """Where records go; "" when only failing games are kept, in a folder made for them."""
    force: bool

    def jobs(self, count: int) -> Iterator[Job]:
        """Every game of the run, by its number."""
        for number in range(count):
            name = record_name(self.scenario, number).removesuffix(".jsonl")
            secret = f"{self.seed}/{number}"
            yield Job(name, self.game, self.scenario, secret, dict(self.bots), self.options, bool(self.folder))


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("scenario", metavar="SCENARIO", help="the scenario, such as tank/10")
    parser.add_argument("--games", metavar="N", type=int, required=True, help="how many games")
    parser.add_argument("--seed", default="0", help="game i is played with the seed SEED/i (default: 0)")
    add_seats(parser, argv, "BOT", "random", f"a bot (default: random): {', '.join(bot_names())}, or exec:COMMAND")
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
    for spec in bots.values():
        check_spec(spec, commands=True)
    options = dict(read_options(args.option, game.options(info.id)))
    game.setup(info.id, options, "")  # refuses bad options once, here, and not in every game
    if args.records is not None:
        _prepare(args.records, info.id, args.games, args.force)
    folder = str(args.records) if args.records is not None else ""
    plan = Plan(game.name, info.id, args.seed, tuple(bots.items()), options, folder, args.force)
    summary = _Summary(game.sides, plan)
    begun = time.perf_counter()
    with workers(args.jobs) as players, _progress(args.games) as advance:
        for played in play_all(plan.jobs(args.games), args.games, players):
            summary.add(played)
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


class _Summary:
    """The sums of a run, and the place where failing games are kept."""

    def __init__(self, sides: Sequence[str], plan: Plan) -> None:
        self.outcomes = dict.fromkeys([*sides, "draw"], 0)
        self.games = self.errors = self.orders = self.turns = 0
        self.least, self.most = sys.maxsize, 0
        self.plan = plan
        self.folder: Path | None = Path(plan.folder) if plan.folder else None
        self.failed: list[str] = []

    def add(self, played: Played) -> None:
        self.games += 1
        if played.error:
            self.errors += 1
            self._keep(played)
            return
        if self.plan.folder:
            write_text(Path(self.plan.folder) / f"{played.name}.jsonl", played.record, self.plan.force)
        self.outcomes[played.winner] += 1
        self.orders += played.tasks
        self.turns += played.turns
        self.least, self.most = min(self.least, played.turns), max(self.most, played.turns)

    def _keep(self, played: Played) -> None:
        if self.folder is None:
            self.folder = Path(tempfile.mkdtemp(prefix="hulldown-sim-"))
        path = self.folder / f"{played.name}.jsonl"
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
