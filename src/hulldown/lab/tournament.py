"""A tournament: every bot against every other on every scenario, with seats swapped on equal seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from hulldown import games
from hulldown.core.errors import HulldownError
from hulldown.lab.batch import DRAW, Fixture, Job, Played
from hulldown.lab.play import FORFEIT
from hulldown.lab.runs import RunResult
from hulldown.lab.stats import Interval, paired_score, strengths, wilson


class Plan(NamedTuple):
    """What is asked for."""

    bots: tuple[str, ...]
    scenarios: tuple[str, ...]
    seeds: int
    """Seeds for each pair of bots on each scenario; each is played twice, with the seats swapped."""
    seed: str = "0"
    anchor: str = ""
    anchor_elo: float = 0.0
    keep: bool = False

    def arguments(self) -> dict[str, Any]:
        """What makes results belong together: rules included, anchor and records left out."""
        rules = {name: games.load_game(name.partition("/")[0]).version(name) for name in sorted(set(self.scenarios))}
        return {
            "bots": self.bots, "scenarios": self.scenarios, "seeds": self.seeds, "seed": self.seed, "rules": rules
        }  # fmt: skip

    def check(self) -> None:
        """Raises for a tournament that cannot be held."""
        if len(self.bots) < 2 or len(set(self.bots)) != len(self.bots):
            raise HulldownError("a tournament needs two or more different bots", hint="such as --bots greedy,random")
        if not self.scenarios or len(set(self.scenarios)) != len(self.scenarios):
            raise HulldownError("a tournament needs different scenarios", hint="such as --scenarios tank/4,panzer/1")
        if self.anchor and self.anchor not in self.bots:
            raise HulldownError(f"the anchor {self.anchor!r} does not take part", hint=f"one of {', '.join(self.bots)}")

    def games(self) -> Iterator[Fixture]:
        """Every game: seed by seed, so that a tournament broken off early is still an even one."""
        for number in range(self.seeds):
            for scenario in self.scenarios:
                for a, b in combinations(range(len(self.bots)), 2):
                    yield Fixture(scenario, number, a, b)
                    yield Fixture(scenario, number, b, a)

    def jobs(self) -> list[Job]:
        return [self._job(fixture) for fixture in self.games()]

    def _job(self, fixture: Fixture) -> Job:
        game = games.load_game(fixture.scenario.partition("/")[0])
        seats = (self.bots[fixture.first], self.bots[fixture.second])
        bots = dict(zip(game.sides, seats, strict=True))
        return Job(fixture.name, game.name, fixture.scenario, f"{self.seed}/{fixture.number}", bots, keep=self.keep)


class Tally(msgspec.Struct):
    """Games of one against others, by result."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, score: float) -> None:
        self.games += 1
        self.wins += score == 1.0
        self.draws += score == 0.5
        self.losses += score == 0.0

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


class Standing(msgspec.Struct):
    """One bot in the table."""

    bot: str
    elo: Interval
    tally: Tally
    score: Interval
    forfeits: int
    bounded: bool
    """False: it has won or lost everything, and its figure says only which way."""


class Pairing(msgspec.Struct):
    """One bot against another: the first's score, over all scenarios or on one."""

    a: str
    b: str
    scenario: str
    tally: Tally
    score: Interval


class Seats(msgspec.Struct):
    """How the first side of a scenario fared, whoever played it."""

    scenario: str
    side: str
    tally: Tally
    score: Interval
    turns: float


class Result(msgspec.Struct):
    """All that a tournament tells."""

    arguments: dict[str, Any]
    anchor: str
    planned: int
    games: int
    errors: int
    failed: list[str]
    stopped: bool
    seconds: float
    standings: list[Standing]
    pairings: list[Pairing]
    by_scenario: list[Pairing]
    seats: list[Seats]


def evaluate(plan: Plan, result: RunResult) -> Result:
    """The table of a tournament, as far as it has been played. Failed games count for nobody."""
    fixtures = [(fixture, result.played[fixture.name]) for fixture in plan.games() if fixture.name in result.played]
    good = [(fixture, played) for fixture, played in fixtures if not played.error]
    pairings = [_pairing(plan, good, a, b, "") for a, b in combinations(range(len(plan.bots)), 2)]
    parts = [
        _pairing(plan, good, a, b, scenario)
        for a, b in combinations(range(len(plan.bots)), 2)
        for scenario in plan.scenarios
        if len(plan.scenarios) > 1
    ]
    return Result(
        plan.arguments(), plan.anchor, len(list(plan.games())), len(fixtures), result.errors, result.failed,
        result.stopped, round(result.seconds, 2), _standings(plan, good, pairings), pairings, parts,
        [_seats(good, scenario) for scenario in plan.scenarios],
    )  # fmt: skip


Games = Sequence[tuple[Fixture, Played]]


def score_of(fixture: Fixture, played: Played, bot: int) -> float:
    """The points of a bot in one of its games."""
    sides = games.load_game(fixture.scenario.partition("/")[0]).sides
    return played.score(sides[0] if fixture.first == bot else sides[1])


def _pairing(plan: Plan, good: Games, a: int, b: int, scenario: str) -> Pairing:
    tally = Tally()
    groups: dict[tuple[str, int], list[float]] = {}
    for fixture, played in good:
        if {fixture.first, fixture.second} == {a, b} and scenario in ("", fixture.scenario):
            score = score_of(fixture, played, a)
            tally.add(score)
            groups.setdefault((fixture.scenario, fixture.number), []).append(score)
    return Pairing(plan.bots[a], plan.bots[b], scenario, tally, paired_score(list(groups.values())))


def _standings(plan: Plan, good: Games, pairings: Sequence[Pairing]) -> list[Standing]:
    points: Mapping[tuple[str, str], tuple[float, int]] = {
        (one.a, one.b): (one.tally.points, one.tally.games) for one in pairings
    }
    found = strengths(points, plan.anchor, plan.anchor_elo)
    table = []
    for index, bot in enumerate(plan.bots):
        tally, forfeits = Tally(), 0
        groups: dict[tuple[str, int], list[float]] = {}
        for fixture, played in good:
            if index in (fixture.first, fixture.second):
                score = score_of(fixture, played, index)
                tally.add(score)
                groups.setdefault((fixture.scenario, fixture.number), []).append(score)
                forfeits += played.rule == FORFEIT and score == 0.0
        score_all = paired_score(list(groups.values()))
        table.append(Standing(bot, found.elo[bot], tally, score_all, forfeits, bot not in found.unbounded))
    return sorted(table, key=lambda one: -one.elo.value)


def _seats(good: Games, scenario: str) -> Seats:
    side = games.load_game(scenario.partition("/")[0]).sides[0]
    played = [one for fixture, one in good if fixture.scenario == scenario]
    tally = Tally()
    for one in played:
        tally.add(one.score(side))
    turns = sum(one.turns for one in played) / len(played) if played else 0.0
    return Seats(scenario, side, tally, wilson(tally.points, tally.games), round(turns, 2))


__all__ = ["DRAW", "Fixture", "Pairing", "Plan", "Result", "Seats", "Standing", "Tally", "evaluate"]
