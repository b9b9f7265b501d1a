"""The lab in the terminal: a display that moves while games are played, and tables of what was found."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import msgspec

from hulldown.cli.output import print_table
from hulldown.lab import tournament
from hulldown.lab.balance import Balance
from hulldown.lab.batch import Job, Played
from hulldown.lab.handicap import CLOSE, Handicap
from hulldown.lab.stats import Interval, wilson

EVERY = 5.0
"""Seconds between lines when nobody looks at a terminal."""


def json_text(found: object) -> str:
    """A result as the text of a file."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode() + "\n"


class Display:
    """What is seen while games are played: a bar and running rates on a terminal, now and then a line elsewhere."""

    def __init__(self, lines: bool = True) -> None:
        self.total = self.done = self.errors = 0
        self.lines = lines
        self._heading: dict[str, str] = {}
        self._counts: dict[str, dict[str, int]] = {}
        self._turns: dict[str, int] = {}
        self._begun = self._told = time.monotonic()
        self._live: Any = None
        self._bar: Any = None

    def expect(self, jobs: Sequence[Job]) -> None:
        """Takes in what is to be played next."""
        self.total += len(jobs)
        for job in jobs:
            tag = job.name.partition("+")[2]
            heading = f"{job.scenario} {tag}".strip()
            self._heading[job.name] = heading
            self._counts.setdefault(heading, {})
            self._turns.setdefault(heading, 0)
        if self._bar is not None:
            self._bar.update(0, total=self.total)

    def add(self, played: Played) -> None:
        """Takes in one game."""
        self.done += 1
        self.errors += bool(played.error)
        scenario = self._heading[played.name]
        counts = self._counts[scenario]
        if not played.error:
            counts[played.winner] = counts.get(played.winner, 0) + 1
            self._turns[scenario] += played.turns
        if self._bar is not None:
            self._bar.update(0, completed=self.done)
        elif self.lines and counts and time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            print(self._line(), file=sys.stderr, flush=True)

    def _line(self) -> str:
        seconds = time.monotonic() - self._begun
        left = seconds / max(self.done, 1) * (self.total - self.done)
        # Only what is being played now: the other headings have been told of.
        heading, counts = [(name, held) for name, held in self._counts.items() if held][-1]
        rates = ", ".join(f"{who} {number / sum(counts.values()):.0%}" for who, number in sorted(counts.items()))
        return f"{self.done}/{self.total} games, about {left:.0f} s left; {heading}: {rates}"

    def _shown(self) -> Any:
        from rich.console import Group
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        for scenario, counts in list(self._counts.items()):
            count = sum(counts.values())
            if not count:
                continue
            rates = [f"{who} {number / count:5.1%} {_bounds(wilson(number, count))}"
                     for who, number in sorted(counts.items())]  # fmt: skip
            table.add_row(scenario, f"{count} games", *rates, f"{self._turns[scenario] / count:.1f} turns")
        failed = [f"[red]{self.errors} games broke down[/red]"] if self.errors else []
        return Group(self._bar, table, *failed)

    def __enter__(self) -> Display:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

            self._bar = Progress("playing", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), "left",
                                 TimeRemainingColumn())  # fmt: skip
            self._bar.add_task("games", total=self.total)
            self._live = Live(get_renderable=self._shown, console=Console(stderr=True), transient=True)
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._live is not None:
            self._live.stop()


def _bounds(interval: Interval) -> str:
    return f"({interval.low:.0%}–{interval.high:.0%})"


def percent(interval: Interval) -> str:
    """A rate with its interval."""
    return f"{interval.value:.1%} ({interval.low:.1%}–{interval.high:.1%})"


def tell_balance(found: dict[str, Any]) -> None:
    """What was found about scenarios, in words and tables."""
    print(_head(found["played"], found["planned"], found["seconds"], found["stopped"], found["seed"]))
    for balance in found["balance"]:
        assert isinstance(balance, Balance)
        _tell_scenario(balance)
    for one in found["handicaps"]:
        _tell_handicap(one)
    _tell_failed(found["errors"], found["failed"])


def _head(played: int, planned: int, seconds: float, stopped: bool, seed: str) -> str:
    part = f"stopped after {played} of {planned} games" if stopped else f"{played} games"
    return f"{part} in {seconds:.1f} s (seed {seed}); intervals are 95 %"


def _tell_scenario(balance: Balance) -> None:
    print(f"\n{balance.scenario}  {balance.title}: {balance.verdict}")
    first = balance.sides[0]
    rows = [["all", balance.rates.games, *_rates(balance.rates, balance.sides)]]
    for one in balance.pairings if len(balance.pairings) > 1 else []:
        rows.append([" – ".join(one.bots.values()), one.rates.games, *_rates(one.rates, balance.sides)])
    print_table(
        [" – ".join(balance.sides), "games", *balance.sides, "draw", f"score of {first}"], rows, right=["games"]
    )
    length = balance.length
    print(f"turns   {length.least} to {length.most}, {length.mean.value:.1f} on average")
    for side in balance.sides:
        lost = ", ".join(f"{loss.mean.value:.2f} {loss.type}" for loss in balance.losses[side]) or "nothing"
        print(f"losses  {side}: {lost} a game" + (f" (of {balance.forces[side]})" if balance.forces[side] else ""))
    for ending in balance.endings[:6]:
        who = "draw" if ending.winner == "draw" else f"{ending.winner} wins"
        print(f"ending  {ending.games:>5}  {who}: {ending.reason} [{ending.rule}]")
    if balance.decides:
        rows = [
            [one.feature, f"{one.change.value * 100:+.1f} ({one.change.low * 100:+.1f} to {one.change.high * 100:+.1f})"
             + (f" a {one.unit}" if one.unit else ""), f"{one.explained:.0%}"]
            for one in balance.decides[:10]
        ]  # fmt: skip
        print_table(["what decides", f"points of {first}'s score in 100", "explains"], rows, right=["explains"])


def _tell_handicap(one: Handicap) -> None:
    """What makes a scenario even."""
    if one.suggested is None:
        even = "needs no handicap" if abs(one.before.value - 0.5) <= CLOSE else "no handicap tried makes it more even"
        print(f"\n{one.scenario}: {even}")
        return
    best = one.suggested
    how = "makes it even" if one.even else "comes closest to even"
    print(f"\n{one.scenario}: --option {best.option}={best.value} {how}: {percent(best.score)} instead of "
          f"{percent(one.before)}")  # fmt: skip
    print_table(
        ["tried", "score of the first side", "games"],
        [[f"{trial.option}={trial.value:+d}", percent(trial.score), trial.games] for trial in one.trials],
        right=["games"],
    )


def _rates(rates: Any, sides: list[str]) -> list[str]:
    return [*(percent(rates.wins[side]) for side in sides), f"{rates.draws.value:.1%}", percent(rates.score)]


def tell_tournament(found: tournament.Result) -> None:
    """The table of a tournament, and the pairings behind it."""
    print(_head(found.games, found.planned, found.seconds, found.stopped, found.arguments["seed"]))
    rows: list[list[object]] = [
        [place, one.bot, _elo(one), one.tally.games, one.tally.wins, one.tally.draws, one.tally.losses,
         percent(one.score), *([one.forfeits] if any(s.forfeits for s in found.standings) else [])]
        for place, one in enumerate(found.standings, 1)
    ]  # fmt: skip
    columns = ["", "bot", "Elo", "games", "won", "drawn", "lost", "score"]
    columns += ["forfeits"] if any(one.forfeits for one in found.standings) else []
    print_table(columns, rows, right=["", "games", "won", "drawn", "lost", "forfeits"])
    pairs = [*found.pairings, *found.by_scenario]
    print_table(
        ["pairing", "on", "games", "won", "drawn", "lost", "score of the first"],
        [[f"{one.a} – {one.b}", one.scenario or "all", one.tally.games, one.tally.wins, one.tally.draws,
          one.tally.losses, percent(one.score)] for one in pairs],
        right=["games", "won", "drawn", "lost"],
    )  # fmt: skip
    for seats in found.seats:
        print(f"{seats.scenario}: {seats.side} scores {percent(seats.score)}, {seats.turns} turns on average")
    _tell_failed(found.errors, found.failed)


def _elo(one: tournament.Standing) -> str:
    text = f"{one.elo.value:+.0f} ({one.elo.low:+.0f} to {one.elo.high:+.0f})"
    return text if one.bounded else f"{text} *"


def _tell_failed(errors: int, failed: list[str]) -> None:
    if errors:
        print(f"{errors} games broke down and count for nobody")
    for line in failed:
        print(f"  {line}")
