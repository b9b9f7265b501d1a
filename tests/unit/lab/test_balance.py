"""The balance of a scenario from games made up for the purpose, and the search for a handicap."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from hulldown.lab import handicap, tournament
from hulldown.lab.balance import Plan, evaluate
from hulldown.lab.batch import Fixture, Played
from hulldown.lab.runs import RunResult
from hulldown.lab.stats import Interval
from hulldown.lab.story import Loss, Story

PLAN = Plan(("tank/4",), ("greedy", "random"), 50)


def made_up(plan: Plan = PLAN, chance: float = 0.7, tag: str = "") -> dict[str, Played]:
    """Games that Alpha wins with this chance, and always when Bravo loses the first unit; greedy wins more often."""
    found = {}
    for place in plan.games_of("tank/4"):
        rng = Random(f"{place.number} {place.first} {place.second}")
        edge = 0.2 * (place.second - place.first)
        won = rng.random() < chance + edge
        losses = [Loss(3, "bravo" if won else "alpha", "PzIVh" if won else "CIII"), Loss(9, "alpha", "CIII")]
        name = place.name + tag
        found[name] = Played(name, "alpha" if won else "bravo", 20, 5, "17.11-7", "ratio", Story(losses=losses))
    return found


def test_every_bot_plays_every_seat_on_the_same_seeds() -> None:
    jobs = PLAN.jobs()
    assert len(jobs) == len({job.name for job in jobs}) == 200
    assert {(job.bots["alpha"], job.bots["bravo"]) for job in jobs} == {
        (a, b) for a in PLAN.bots for b in PLAN.bots
    }  # fmt: skip
    assert {job.secret for job in jobs} == {f"0/{n}" for n in range(50)}
    assert [job.secret for job in jobs[:5]] == ["0/0"] * 4 + ["0/1"]


def test_rates_lengths_and_losses() -> None:
    found = evaluate(PLAN, "tank/4", made_up())
    wins = sum(one.winner == "alpha" for one in made_up().values())
    assert found.rates.games == 200
    assert found.rates.wins["alpha"].value == wins / 200 == found.rates.score.value
    assert found.verdict == "alpha is favoured"
    assert len(found.pairings) == 4
    strong, weak = found.pairings[1], found.pairings[2]
    assert strong.bots == {"alpha": "greedy", "bravo": "random"}
    assert strong.rates.score.value > weak.rates.score.value + 0.2
    assert (found.length.least, found.length.most, found.length.counts) == (20, 20, {20: 200})
    assert [(loss.type, loss.mean.value) for loss in found.losses["bravo"]] == [("PzIVh", wins / 200)]
    assert found.losses["alpha"][0].mean.value == pytest.approx((400 - wins) / 200)
    assert found.course["alpha"][-1] == pytest.approx((400 - wins) / 200)
    assert found.course["bravo"][:3] == [0.0, 0.0, 0.0]
    assert [(ending.winner, ending.games) for ending in found.endings] == [("alpha", wins), ("bravo", 200 - wins)]


def test_what_decides_is_found_and_what_does_not_is_left_out() -> None:
    found = {one.feature: one for one in evaluate(PLAN, "tank/4", made_up()).decides}
    blood = found["alpha draws first blood"]
    assert blood.change.value == 1.0
    assert blood.change.low > 0.9
    assert blood.explained == pytest.approx(1.0)
    assert found["bravo loses PzIVh"].change.value == pytest.approx(1.0)
    assert found["alpha loses CIII"].change.value == pytest.approx(-1.0)
    bot = found["greedy plays alpha, random bravo"]
    assert bot.games == 100
    assert bot.change.low > 0
    assert not any("luck" in name or "First Player" in name for name in found)


def test_failed_games_count_for_nobody_and_games_not_played_yet_are_no_trouble() -> None:
    games = made_up()
    names = list(games)
    games[names[0]] = Played(names[0], error="KeyError: 'x'")
    del games[names[1]]
    found = evaluate(PLAN, "tank/4", games)
    assert (found.errors, found.rates.games) == (1, 198)
    nothing = evaluate(PLAN, "tank/4", {})
    assert nothing.verdict == "no games yet"
    assert nothing.decides == []


def test_an_even_scenario_is_not_called_favoured() -> None:
    assert evaluate(PLAN, "tank/4", made_up(chance=0.5)).verdict == "no side is shown to be favoured"


class Simulated:
    """Plays plans: the score depends on the handicap in a known way."""

    def __init__(self, name: str, each: float, start: float) -> None:
        self.name, self.each, self.start = name, each, start
        self.asked: list[int] = []

    def __call__(self, plan: Plan, tag: str) -> Mapping[str, Played]:
        value = int(plan.options.get(self.name, 0))
        if tag:
            self.asked.append(value)
            assert tag == f"+{next(iter(plan.options))}={next(iter(plan.options.values()))}"
        score = min(1.0, max(0.0, self.start + self.each * value))
        jobs = plan.jobs(tag)
        # Exactly this share is won: nothing of chance in it.
        return {
            job.name: Played(job.name, "alpha" if place < round(score * len(jobs)) else "bravo", 10, 1, "r", "r")
            for place, job in enumerate(jobs)
        }


ONE = Plan(("tank/4",), ("random",), 100)


@pytest.mark.parametrize(("each", "start", "best"), [(-0.05, 0.7, 4), (0.04, 0.74, -6), (0.06, 0.2, 5)])
def test_the_handicap_that_makes_it_even_is_found(each: float, start: float, best: int) -> None:
    play = Simulated("alpha_panic", each, start)
    before = evaluate(ONE, "tank/4", play(ONE, "")).rates.score
    found = handicap.find(ONE, "tank/4", before, ("alpha_panic",), play)
    assert found.suggested is not None
    assert (found.suggested.option, found.suggested.value) == ("alpha_panic", best)
    assert found.even
    assert found.suggested.score.value == pytest.approx(0.5, abs=0.021)
    assert len(play.asked) <= 7
    assert "Panic Level" in found.what


def test_of_several_handicaps_the_smallest_that_works_is_suggested() -> None:
    class Both(Simulated):
        def __call__(self, plan: Plan, tag: str) -> Mapping[str, Played]:
            self.name = next(iter(plan.options), "")
            self.each = {"alpha_panic": -0.02, "alpha_units": 0.1}.get(self.name, 0)
            return super().__call__(plan, tag)

    play = Both("", 0, 0.7)
    before = evaluate(ONE, "tank/4", play(ONE, "")).rates.score
    found = handicap.find(ONE, "tank/4", before, ("alpha_panic", "alpha_units"), play)
    assert found.suggested is not None
    assert (found.suggested.option, found.suggested.value) == ("alpha_units", -2)
    assert {trial.option for trial in found.trials} == {"alpha_panic", "alpha_units"}


def test_a_handicap_that_does_nothing_is_not_suggested() -> None:
    play = Simulated("turns", 0.0, 0.7)
    before = evaluate(ONE, "tank/4", play(ONE, "")).rates.score
    found = handicap.find(ONE, "tank/4", before, ("turns",), play)
    assert found.suggested is None
    assert [trial.value for trial in found.trials] == [10, -10]


def test_an_even_scenario_needs_no_games_for_a_handicap() -> None:
    play = Simulated("turns", 0.1, 0.5)
    found = handicap.find(ONE, "tank/4", Interval(0.51, 0.4, 0.6), ("turns",), play)
    assert found.suggested is None
    assert play.asked == []


def test_a_search_that_is_stopped_tells_what_it_knows() -> None:
    class Stopping(Simulated):
        def __call__(self, plan: Plan, tag: str) -> Mapping[str, Played]:
            games = dict(super().__call__(plan, tag))
            return dict(list(games.items())[:10]) if len(self.asked) == 2 else games

    play = Stopping("alpha_panic", -0.05, 0.7)
    found = handicap.find(ONE, "tank/4", Interval(0.7, 0.6, 0.8), ("alpha_panic", "turns"), play)
    assert found.stopped
    assert [trial.value for trial in found.trials] == [10]


def test_the_limits_of_an_option_are_those_the_game_accepts() -> None:
    assert handicap.limit("tank/4", "alpha_panic", 1) == 10
    assert handicap.limit("panzer/1", "soviet_points", -1) == 1000
    assert handicap.limit("tank/4", "turn_cap", -1) == 0
    assert set(handicap.offered("panzer/1")) == {"soviet_points", "german_points", "turns"}


def test_a_tournament_of_known_scores() -> None:
    plan = tournament.Plan(("a", "b", "c"), ("tank/4", "panzer/1"), 10, anchor="c", anchor_elo=1000.0)
    played = {}
    for fixture in plan.games():
        first = "alpha" if fixture.scenario == "tank/4" else "soviet"
        second = "bravo" if first == "alpha" else "german"
        # a beats all; b and c split by the seat: the first side wins.
        a_first, a_second = fixture.first == 0, fixture.second == 0
        winner = first if a_first else second if a_second else first
        played[fixture.name] = Played(fixture.name, winner, 10, 1, "r", "r")
    failed = next(fixture.name for fixture in plan.games() if fixture.first == 1 and fixture.second == 2)
    played[failed] = Played(failed, error="x")
    found = tournament.evaluate(plan, RunResult(played, ["x"]))
    assert (found.planned, found.games, found.errors) == (120, 120, 1)
    assert found.standings[0].bot == "a"
    table = {one.bot: one for one in found.standings}
    assert (table["a"].tally.wins, table["a"].tally.games, table["a"].bounded) == (80, 80, False)
    assert table["c"].elo.value == 1000.0
    assert table["a"].elo.low > 1000.0
    pair = next(one for one in found.pairings if (one.a, one.b) == ("b", "c"))
    assert (pair.tally.games, pair.tally.wins, pair.tally.losses) == (39, 19, 20)
    assert pair.score.has(0.5)
    assert pair.score.high - pair.score.low < 0.2  # the seats cancel out; 39 single games would give 0.3
    seats = {one.scenario: one for one in found.seats}
    assert seats["tank/4"].score.value == pytest.approx(39 / 59, abs=0.02)


def test_seats_are_swapped_on_equal_seeds() -> None:
    plan = tournament.Plan(("a", "b"), ("tank/4",), 3)
    jobs = plan.jobs()
    assert len(jobs) == 6
    assert [job.secret for job in jobs] == ["0/0", "0/0", "0/1", "0/1", "0/2", "0/2"]
    assert jobs[0].bots == {"alpha": "a", "bravo": "b"}
    assert jobs[1].bots == {"alpha": "b", "bravo": "a"}


def test_a_record_is_named_after_its_scenario_seed_and_seats() -> None:
    assert Fixture("tank/4", 3, 0, 1).name == "tank-4-00003-0v1"
