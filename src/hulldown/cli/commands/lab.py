"""`hulldown lab balance|tournament|duel`: what many games, or exact odds, say about scenarios, bots and weapons."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hulldown.bots import check_spec
from hulldown.cli.files import refuse_existing, write_text
from hulldown.cli.flags import first_word
from hulldown.cli.names import find_scenario, near, read_options
from hulldown.cli.output import print_json
from hulldown.cli.terminal.lab_output import Display, json_text, tell_balance, tell_tournament
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.lab import balance, handicap, tournament
from hulldown.lab.batch import Job, split_list
from hulldown.lab.clusters import LOCAL, workers
from hulldown.lab.results_file import ResultsFile
from hulldown.lab.runs import SHOWN, RecordKeeper, RunResult, play_jobs

WHAT = {
    "balance": "who is favoured by a scenario, by how much, and what decides",
    "tournament": "which bot is the strongest, with Elo figures",
    "duel": "the odds of one weapon against another over range and aspect",
}
INTERRUPTED = 130
RESULTS = "results.jsonl"


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the arguments of the part of the lab that is named."""
    listed = "; ".join(f"{name}: {what}" for name, what in WHAT.items())
    parser.add_argument("what", metavar="|".join(WHAT), help=listed)
    what = first_word(argv)
    if what not in WHAT:
        parser.epilog = "The flags depend on the part of the lab; name it before --help to see them."
        if what is not None:
            raise UnknownNameError(f"the lab has no {what!r}", hint=near(what, WHAT, "parts"))
        return
    parser.set_defaults(call=f"{parser.prog} {what}")
    parser.prog = f"{parser.prog} {what}" if "--help" in argv or "-h" in argv else parser.prog
    if what == "duel":
        from hulldown.cli.commands.duel import configure_duel

        configure_duel(parser, argv)
    elif what == "balance":
        _configure_balance(parser)
    else:
        _configure_tournament(parser)


def _configure_balance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="+", help="scenarios, such as tank/10")
    parser.add_argument("--games", metavar="N", type=int, required=True, help="games of each pairing on each scenario")
    parser.add_argument("--bots", metavar="BOT,...", default="greedy",
                        help="bots: each plays every seat against each, itself included (default: greedy)")  # fmt: skip
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="a rule option")
    parser.add_argument("--handicap", metavar="OPTION,...", nargs="?", const="all", default="",
                        help="also look for the handicap that makes it even: by these options, or by all that the "
                        "game offers")  # fmt: skip
    parser.add_argument("--out", metavar="FILE", type=Path,
                        help="write the result to this file as JSON; its games are kept beside it, and the same call "
                        "goes on where it was stopped")  # fmt: skip
    _configure_run(parser)


def _configure_tournament(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", metavar="BOT,...", required=True, help="two or more bots, such as greedy,planner:0.5")
    parser.add_argument("--scenarios", metavar="ID,...", required=True, help="scenarios, such as tank/4,panzer/1")
    parser.add_argument("--games", metavar="N", type=int, required=True,
                        help="games of each pair of bots on each scenario, half of them with the seats swapped; an odd "
                        "number is made even")  # fmt: skip
    parser.add_argument("--anchor", metavar="BOT[=ELO]", default="",
                        help="the bot that others are measured against (default: the mean of all is 0)")  # fmt: skip
    parser.add_argument("--out", metavar="DIR", type=Path,
                        help="keep games and reports in this folder; the same call goes on with it")  # fmt: skip
    _configure_run(parser)


def _configure_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", default="0", help="seed i of the run is SEED/i (default: 0)")
    parser.add_argument("--jobs", metavar="J", type=int, default=0, help="processes to use (default: 0, every core)")
    parser.add_argument("--dask", action="store_true", help="play on a Dask cluster made on this machine")
    parser.add_argument("--cluster", metavar="ADDRESS", default="", help="play on the Dask cluster at this address")
    parser.add_argument("--records", metavar="DIR", type=Path, help="keep the record of every game in this folder")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a report to this file, for a browser")
    parser.add_argument("--force", action="store_true", help="replace existing files")


def run(args: argparse.Namespace) -> int:
    """0 when all went well, 1 when a game broke down, 130 when it was stopped; what was found is told in any case."""
    if args.what == "duel":
        from hulldown.cli.commands.duel import run_duel

        return run_duel(args)
    if args.games < 1 or args.jobs < 0:
        raise HulldownError("--games must be 1 or more, and --jobs 0 or more")
    if args.dask and args.cluster:
        raise HulldownError("--dask makes a cluster and --cluster names one", hint="give one of the two")
    return _balance(args) if args.what == "balance" else _tournament(args)


def _balance(args: argparse.Namespace) -> int:
    plan = _balance_plan(args)
    path = args.out.with_name(f"{args.out.name}.games.jsonl") if args.out is not None else None
    _refuse(args, [file for file in (args.html,) if file] + ([args.out] if path and not path.exists() else []))
    wanted = _handicaps(args.handicap, plan.scenarios)
    with Display(not args.json) as display, _Runner(args, path, "balance", plan.arguments(), display) as runner:
        played = runner.play(plan.jobs())
        balances = [balance.evaluate(plan, scenario, played.played) for scenario in plan.scenarios]
        found: dict[str, Any] = {**plan.arguments(), "balance": balances, "handicaps": []}
        if wanted and not played.stopped:
            found["handicaps"] = [_find_handicap(runner, plan, one, wanted) for one in plan.scenarios]
        found |= _about(runner.result, runner.planned)
    if args.out is not None:
        write_text(args.out, json_text(found), force=True)
    if args.html is not None:
        from hulldown.lab.report import balance_page

        write_text(args.html, balance_page(found), force=True)
    if args.json:
        print_json(found)
    else:
        tell_balance(found)
    return _status(runner.result)


def _balance_plan(args: argparse.Namespace) -> balance.Plan:
    scenarios = tuple(dict.fromkeys(find_scenario(name)[1].id for name in args.scenarios))
    bots = _bots(args.bots)
    options: dict[str, Scalar] = {}
    for name in scenarios:
        game, info = find_scenario(name)
        options |= read_options(args.option, game.options(info.id))
        game.setup(info.id, options, "")  # raises for bad options once, here, and not in every game
    return balance.Plan(scenarios, bots, args.games, args.seed, options, args.records is not None)


def _find_handicap(runner: _Runner, plan: balance.Plan, scenario: str, wanted: tuple[str, ...]) -> handicap.Handicap:
    """Looks for a handicap with half of the games, on the seeds of the first ones."""
    half = plan._replace(games=max(1, -(-plan.games // 2)))
    names = tuple(name for name in handicap.offered(scenario) if wanted == ("all",) or name in wanted)
    before = balance.evaluate(half, scenario, runner.result.played).rates.score
    return handicap.find(half, scenario, before, names, lambda chosen, tag: runner.play(chosen.jobs(tag)).played)


def _tournament(args: argparse.Namespace) -> int:
    scenarios = tuple(find_scenario(name)[1].id for name in split_list(args.scenarios))
    anchor, elo = _anchor(args.anchor)
    plan = tournament.Plan(
        _bots(args.bots), scenarios, -(-args.games // 2), args.seed, anchor, elo, args.records is not None
    )
    plan.check()
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
    results = args.out / RESULTS if args.out is not None else None
    _refuse(args, [args.html] if args.html is not None else [])
    jobs = plan.jobs()
    display = Display(not args.json)
    with display, _Runner(args, results, "tournament", plan.arguments(), display) as runner:
        result = runner.play(jobs)
    found = tournament.evaluate(plan, result)
    pages = [args.html] if args.html is not None else []
    if args.out is not None:
        write_text(args.out / "tournament.json", json_text(found), force=True)
        pages.append(args.out / "tournament.html")
    if pages:
        from hulldown.lab.report import tournament_page

        for path in pages:
            write_text(path, tournament_page(found), force=True)
    if args.json:
        print_json(found)
    else:
        tell_tournament(found)
    return _status(result)


def _anchor(text: str) -> tuple[str, float]:
    """The bot that others are measured against, and its Elo."""
    name, equals, value = text.partition("=")
    try:
        return name, float(value) if equals else 0.0
    except ValueError:
        raise HulldownError(f"--anchor {text}: {value!r} is no number", hint="such as greedy=1000") from None


def _bots(text: str) -> tuple[str, ...]:
    specs = tuple(dict.fromkeys(split_list(text)))
    if not specs:
        raise HulldownError("--bots names no bot", hint="such as --bots greedy,random")
    for spec in specs:
        check_spec(spec, commands=True)
    return specs


def _refuse(args: argparse.Namespace, paths: list[Path]) -> None:
    """Refuses to replace what is there, and places that cannot be written to, before anything is played."""
    for path in paths:
        refuse_existing(path, args.force or _ours(path))
        if not path.parent.is_dir():
            raise HulldownError(f"there is no folder {path.parent}", hint="make it first, or choose another place")


def _ours(path: Path) -> bool:
    """Whether a file is a report of the lab, which the next one may replace."""
    if not path.is_file():
        return False
    from hulldown.lab.report import MARK

    with path.open("rb") as file:
        return MARK.encode() in file.read(400)


def _handicaps(text: str, scenarios: Sequence[str]) -> tuple[str, ...]:
    """The options to look for a handicap in; raises UnknownNameError for one that no scenario offers."""
    if text in ("", "all"):
        return (text,) if text else ()
    known = dict.fromkeys(name for scenario in scenarios for name in handicap.offered(scenario))
    for name in split_list(text):
        if name not in known:
            raise UnknownNameError(f"there is no handicap named {name!r}", hint=near(name, known, "handicaps"))
    return tuple(split_list(text))


class _Runner:
    """A run with its workers, the file of its results and the folder of its records."""

    def __init__(
        self, args: argparse.Namespace, path: Path | None, what: str, asked: dict[str, Any], display: Display
    ) -> None:
        self.args, self.display = args, display
        self.result = RunResult({}, [])
        self.planned = 0
        self._stack = ExitStack()
        self._results = ResultsFile(path, what, asked) if path is not None else None
        self._keeper = RecordKeeper(args.records, path.parent / "failed" if path is not None else None)

    def __enter__(self) -> _Runner:
        if self._results is not None:
            self._stack.enter_context(self._results)
        self._players = self._stack.enter_context(
            workers(self.args.jobs, self.args.cluster or (LOCAL if self.args.dask else ""))
        )
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def play(self, jobs: Sequence[Job]) -> RunResult:
        """Plays these games and adds them to the result of the run."""
        if not self.planned:
            self._keeper.prepare(jobs, self.args.force or bool(self._results and self._results.done))
        self.planned += len(jobs)
        self.display.expect(jobs)
        if self.result.stopped:
            return RunResult({}, [], stopped=True)
        found = play_jobs(jobs, self._players, self._results, self._keeper, self.display.add)
        whole = self.result
        whole.played |= found.played
        whole.failed = (whole.failed + found.failed)[:SHOWN]
        whole.resumed += found.resumed
        whole.stopped = whole.stopped or found.stopped
        whole.seconds += found.seconds
        return found


def _about(result: RunResult, planned: int) -> dict[str, Any]:
    return {
        "planned": planned, "played": len(result.played), "errors": result.errors, "failed": result.failed,
        "stopped": result.stopped, "seconds": round(result.seconds, 2),
    }  # fmt: skip


def _status(result: RunResult) -> int:
    return INTERRUPTED if result.stopped else 1 if result.errors else 0
