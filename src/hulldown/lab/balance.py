"""The balance of scenarios: who wins, how long it takes, what is lost, and what decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import msgspec

from hulldown import games
from hulldown.core.events import Scalar
from hulldown.core.orders import Side
from hulldown.lab.batch import DRAW, Fixture, Job, Played
from hulldown.lab.influences import Influence, influences
from hulldown.lab.stats import Interval, mean, paired_score, wilson


class Plan(NamedTuple):
    """What is asked for: every bot in every seat against every bot, on the same seeds."""

    scenarios: tuple[str, ...]
    bots: tuple[str, ...]
    games: int
    """Games of each pairing on each scenario."""
    seed: str = "0"
    options: Mapping[str, Scalar] = {}
    keep: bool = False

    def arguments(self) -> dict[str, Any]:
        """What makes results belong together, rules included."""
        rules = {name: games.load_game(name.partition("/")[0]).version(name) for name in sorted(set(self.scenarios))}
        return {
            "scenarios": self.scenarios, "bots": self.bots, "games": self.games, "seed": self.seed,
            "options": dict(self.options), "rules": rules,
        }  # fmt: skip

    def games_of(self, scenario: str) -> Iterator[Fixture]:
        """Every game on a scenario: seed by seed, so that a run broken off early is still an even one."""
        for number in range(self.games):
            for first, second in product(range(len(self.bots)), repeat=2):
                yield Fixture(scenario, number, first, second)

    def jobs(self, tag: str = "") -> list[Job]:
        """All games; `tag` keeps the names of another look at the same scenario apart."""
        return [self.job(place, tag) for scenario in self.scenarios for place in self.games_of(scenario)]

    def job(self, place: Fixture, tag: str = "") -> Job:
        game = games.load_game(place.scenario.partition("/")[0])
        bots = dict(zip(game.sides, (self.bots[place.first], self.bots[place.second]), strict=True))
        secret = f"{self.seed}/{place.number}"
        return Job(place.name + tag, game.name, place.scenario, secret, bots, dict(self.options), self.keep)


class Rates(msgspec.Struct):
    """How often each side won, with intervals, and the first side's score (draws half) over seeds."""

    games: int
    wins: dict[Side, Interval]
    draws: Interval
    score: Interval


class PairingRates(msgspec.Struct):
    """The rates of one pairing of bots."""

    bots: dict[Side, str]
    rates: Rates


class Length(msgspec.Struct):
    """How many turns games took."""

    least: int
    mean: Interval
    most: int
    counts: dict[int, int]


class TypeLoss(msgspec.Struct):
    """Units of a type that a side lost in a game."""

    type: str
    mean: Interval


class Ending(msgspec.Struct):
    """A way games ended: the rule, the reason in the words of one such game, the winner, how often."""

    rule: str
    reason: str
    winner: str
    games: int


class Balance(msgspec.Struct):
    """One scenario's balance."""

    scenario: str
    title: str
    sides: list[Side]
    forces: dict[Side, str]
    errors: int
    rates: Rates
    pairings: list[PairingRates]
    length: Length
    losses: dict[Side, list[TypeLoss]]
    course: dict[Side, list[float]]
    """Mean losses up to the end of each turn, from turn 0 on."""
    endings: list[Ending]
    decides: list[Influence]

    @property
    def verdict(self) -> str:
        """Whom the scenario favours, as far as the games show it."""
        score = self.rates.score
        if not self.rates.games:
            return "no games yet"
        if score.has(0.5):
            return "no side is shown to be favoured"
        return f"{self.sides[0] if score.value > 0.5 else self.sides[1]} is favoured"


def evaluate(plan: Plan, scenario: str, played: Mapping[str, Played], tag: str = "") -> Balance:
    """What the games on a scenario show, as far as they have been played. Failed games count for nobody."""
    game = games.load_game(scenario.partition("/")[0])
    info = next(info for info in game.scenarios() if info.id == scenario)
    found = [(place, played[place.name + tag]) for place in plan.games_of(scenario) if place.name + tag in played]
    good = [(place, one) for place, one in found if not one.error]
    sides = list(game.sides)
    stories = [one for _, one in good]
    seats = [(plan.bots[place.first], plan.bots[place.second]) for place, _ in good]
    return Balance(
        scenario=scenario,
        title=info.title,
        sides=sides,
        forces={side: str(info.sides.get(side, {}).get("forces", "")) for side in sides},
        errors=len(found) - len(good),
        rates=rates(good, sides),
        pairings=_pairings(plan, good, sides),
        length=_length(stories),
        losses={side: _losses(stories, side) for side in sides},
        course={side: _course(stories, side) for side in sides},
        endings=_endings(stories),
        decides=influences(sides, stories, seats),
    )


def _pairings(plan: Plan, good: Sequence[tuple[Fixture, Played]], sides: Sequence[Side]) -> list[PairingRates]:
    """The rates of every bot in every seat against every bot."""
    found = []
    for first, second in product(range(len(plan.bots)), repeat=2):
        part = [(place, one) for place, one in good if (place.first, place.second) == (first, second)]
        seated = dict(zip(sides, (plan.bots[first], plan.bots[second]), strict=True))
        found.append(PairingRates(seated, rates(part, sides)))
    return found


def rates(good: Sequence[tuple[Fixture, Played]], sides: Sequence[Side]) -> Rates:
    """Who won how often; games on one seed are one observation of the score."""
    count = Counter(one.winner for _, one in good)
    groups: dict[int, list[float]] = {}
    for place, one in good:
        groups.setdefault(place.number, []).append(one.score(sides[0]))
    single = all(len(group) == 1 for group in groups.values())
    score = wilson(sum(sum(group) for group in groups.values()), len(good)) if single else None
    return Rates(
        len(good),
        {side: wilson(count[side], len(good)) for side in sides},
        wilson(count[DRAW], len(good)),
        score or paired_score(list(groups.values())),
    )


def _length(stories: Sequence[Played]) -> Length:
    turns = [one.turns for one in stories]
    return Length(
        min(turns, default=0), mean([float(turn) for turn in turns]), max(turns, default=0),
        dict(sorted(Counter(turns).items())),
    )  # fmt: skip


def _losses(stories: Sequence[Played], side: Side) -> list[TypeLoss]:
    types = sorted({loss.type for one in stories for loss in one.story.losses if loss.side == side})
    found = []
    for kind in types:
        each = [float(sum(loss.side == side and loss.type == kind for loss in one.story.losses)) for one in stories]
        found.append(TypeLoss(kind, mean(each)))
    return sorted(found, key=lambda loss: -loss.mean.value)


def _course(stories: Sequence[Played], side: Side) -> list[float]:
    """Mean losses so far by turn; a game that is over keeps what it had."""
    last = max((one.turns for one in stories), default=0)
    lost = [0] * (last + 1)
    for one in stories:
        for loss in one.story.losses:
            if loss.side == side:
                lost[min(loss.turn, last)] += 1
    found, total = [], 0
    for count in lost:
        total += count
        found.append(round(total / max(len(stories), 1), 4))
    return found


def _endings(stories: Sequence[Played]) -> list[Ending]:
    found: dict[tuple[str, str], Ending] = {}
    for one in stories:
        ending = found.setdefault((one.rule, one.winner), Ending(one.rule, one.reason, one.winner, 0))
        ending.games += 1
    return sorted(found.values(), key=lambda ending: -ending.games)
