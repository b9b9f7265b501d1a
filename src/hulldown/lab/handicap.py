"""The handicap that makes a scenario even: looked for among the options the game offers for it, by playing.

Games tell their handicaps by the rule `Hulldown` of an option whose default is 0: the rulebooks know none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hulldown import games
from hulldown.core.errors import HulldownError
from hulldown.core.game import OptionInfo
from hulldown.lab.balance import Plan, evaluate
from hulldown.lab.batch import Played
from hulldown.lab.stats import Interval

OURS = "Hulldown"
CLOSE = 0.02
"""A score this near to one half is even enough."""
STEPS = 6
"""Values tried between no handicap and the largest."""
MOST = 1_000_000

Play = Callable[[Plan, str], Mapping[str, Played]]
"""Plays a plan under a tag; the games by name."""


class Trial(msgspec.Struct):
    """A handicap that was tried, and the first side's score with it."""

    option: str
    value: int
    score: Interval
    games: int

    @property
    def off(self) -> float:
        """How far from even."""
        return round(abs(self.score.value - 0.5), 6)


class Handicap(msgspec.Struct):
    """What was found for one scenario: all that was tried, and what is suggested, if anything helps."""

    scenario: str
    before: Interval
    suggested: Trial | None
    what: str
    """The option in words."""
    even: bool
    """Whether one half lies within the interval of the suggestion."""
    trials: list[Trial]
    stopped: bool = False


def offered(scenario: str) -> dict[str, OptionInfo]:
    """The handicaps of a scenario."""
    game = games.load_game(scenario.partition("/")[0])
    return {
        info.name: info
        for info in game.options(scenario)
        if info.rule == OURS and isinstance(info.default, int) and not isinstance(info.default, bool)
    }


def find(plan: Plan, scenario: str, before: Interval, names: tuple[str, ...], play: Play) -> Handicap:
    """The handicap that comes closest to even, of the options named. `play` may stop early: what is known is used."""
    infos = offered(scenario)
    trials: list[Trial] = []
    stopped = False
    for name in names:
        if Trial("", 0, before, 0).off <= CLOSE:
            break
        search = _Search(plan, scenario, name, before, play)
        try:
            search.run()
        except StoppedError:
            stopped = True
        trials += search.trials
        if stopped:
            break
    largest = {name: max(limit(scenario, name, 1), limit(scenario, name, -1)) for name in {t.option for t in trials}}
    better = [trial for trial in trials if trial.off < abs(before.value - 0.5)]
    # Of those that are even enough the smallest change is the best; else what comes closest.
    better.sort(key=lambda t: (max(t.off, CLOSE), abs(t.value) / largest[t.option], t.off))
    best = better[0] if better else None
    what = _words(infos[best.option]) if best is not None else ""
    return Handicap(scenario, before, best, what, best is not None and best.score.has(0.5), trials, stopped)


def _words(info: OptionInfo) -> str:
    """What an option changes, and how."""
    how = info.what.removeprefix("handicap: ")
    return f"{info.label}: {how}" if info.label else how


class StoppedError(Exception):
    """The games asked for were not all played."""


class _Search:
    """Bisection over the whole numbers of one option; the same seeds are played with each."""

    def __init__(self, plan: Plan, scenario: str, name: str, before: Interval, play: Play) -> None:
        self.plan, self.scenario, self.name, self.before, self.play = plan, scenario, name, before, play
        self.trials: list[Trial] = []

    def run(self) -> None:
        for sign in (1, -1):
            end = sign * limit(self.scenario, self.name, sign)
            if not end:
                continue
            last = self.score(end)
            if self._beyond(last):
                self._between(0, end)
                return

    def _beyond(self, trial: Trial) -> bool:
        """Whether even lies between no handicap and this one."""
        return (trial.score.value - 0.5) * (self.before.value - 0.5) <= 0

    def _between(self, near: int, far: int) -> None:
        for _ in range(STEPS):
            if abs(far - near) <= 1:
                return
            middle = self.score((near + far) // 2)
            if middle.off <= CLOSE:
                return
            if self._beyond(middle):
                far = middle.value
            else:
                near = middle.value

    def score(self, value: int) -> Trial:
        """The score with one value of the option."""
        plan = self.plan._replace(
            scenarios=(self.scenario,), options={**self.plan.options, self.name: value}, keep=False
        )  # fmt: skip
        tag = f"+{self.name}={value}"
        played = self.play(plan, tag)
        found = evaluate(plan, self.scenario, played, tag)
        if found.rates.games + found.errors < len(plan.jobs(tag)) or not found.rates.games:
            raise StoppedError
        trial = Trial(self.name, value, found.rates.score, found.rates.games)
        self.trials.append(trial)
        return trial


def limit(scenario: str, name: str, sign: int) -> int:
    """The largest amount of an option that the game accepts in this direction."""
    game = games.load_game(scenario.partition("/")[0])

    def accepted(amount: int) -> bool:
        try:
            game.setup(scenario, {name: sign * amount}, "")
        except HulldownError:
            return False
        return True

    if not accepted(1):
        return 0
    low, high = 1, 2
    while high < MOST and accepted(high):
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if accepted(middle) else (low, middle)
    return low
