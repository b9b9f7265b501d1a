"""Batches: the same games whoever plays them, sizes by the work, failures kept."""

from __future__ import annotations

import distributed
import msgspec
import pytest

from hulldown import games
from hulldown.core.orders import Order, Side
from hulldown.core.record import record_from_text, verify
from hulldown.lab.batch import AIM, LARGEST, Job, Pace, Played, play_all, play_one, split_list
from hulldown.lab.clusters import LOCAL, Inline, workers
from hulldown_toy.game import ToyGame, ToyState


def jobs(count: int, game: str = "tank", scenario: str = "tank/intro") -> list[Job]:
    return [
        Job(f"g{n}", game, scenario, f"s/{n}", dict.fromkeys(games.load_game(game).sides, "random"))
        for n in range(count)
    ]


def played(wanted: list[Job], count: int = 1, cluster: str = "") -> list[bytes]:
    with workers(count, cluster) as players:
        return [msgspec.json.encode(one) for one in play_all(wanted, len(wanted), players)]


def test_a_pool_plays_the_same_games_in_the_same_order() -> None:
    wanted = jobs(4)
    alone = played(wanted)
    assert [msgspec.json.decode(one)["name"] for one in alone] == [job.name for job in wanted]
    assert len(set(alone)) == 4
    assert played(wanted, 2) == alone


@pytest.mark.slow
def test_a_dask_cluster_plays_the_same_games() -> None:
    wanted = jobs(6)
    alone = played(wanted)
    assert played(wanted, 2, LOCAL) == alone
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        assert played(wanted, 1, cluster.scheduler_address) == alone


def test_a_cluster_that_is_not_there_is_named() -> None:
    from hulldown.core.errors import HulldownError
    from hulldown.lab.clusters import Dask

    with pytest.raises(HulldownError, match="no Dask scheduler answers at nonsense://x"):
        Dask("nonsense://x", 1)


def test_the_first_batch_is_one_game_and_later_ones_take_about_the_time_aimed_at() -> None:
    pace = Pace(10_000, 2)
    assert pace.next() == 1
    pace.learn(1, 0.1)
    assert pace.next() == round(AIM / 0.1)
    for _ in range(20):
        pace.learn(15, 15 * 0.01)
    assert pace.next() == pytest.approx(AIM / 0.01, rel=0.02)
    pace.learn(1000, 0.0)
    for _ in range(50):
        pace.learn(1000, 0.0001)
    assert pace.next() == LARGEST
    pace.learn(1, 1000.0)
    assert pace.next() == 1


def test_the_last_batches_leave_work_for_all() -> None:
    pace = Pace(100, 4)
    pace.learn(10, 0.001)
    assert pace.next() == 13
    pace.given = 98
    assert pace.next() == 1


def test_only_a_few_batches_are_under_way() -> None:
    class Counting(Inline):
        count = 2
        most = under_way = 0

        def submit(self, work, batch):  # type: ignore[no-untyped-def]
            self.under_way += 1
            self.most = max(self.most, self.under_way)
            return super().submit(work, batch)

        def result(self, handle):  # type: ignore[no-untyped-def]
            self.under_way -= 1
            return super().result(handle)

    def many():  # type: ignore[no-untyped-def]
        for job in jobs(10):
            taken.append(job.name)
            yield job

    taken: list[str] = []
    counting = Counting()
    coming = play_all(many(), 10, counting)
    next(coming)
    assert len(taken) == 6  # not all ten
    assert len(list(coming)) == 9
    assert counting.most == 6


def test_giving_up_is_told_to_the_workers() -> None:
    class Patient(Inline):
        given_up = 0

        def give_up(self) -> None:
            self.given_up += 1

    patient = Patient()
    coming = play_all(jobs(5), 5, patient)
    next(coming)
    coming.close()
    assert patient.given_up == 1
    assert list(play_all(jobs(2), 2, patient))
    assert patient.given_up == 1


class Crumbling(ToyGame):
    """A toy game that breaks down in turn 2."""

    def apply(self, state: ToyState, side: Side, order: Order):  # type: ignore[no-untyped-def]
        if state.turn == 2:
            raise KeyError("no gun")
        return super().apply(state, side, order)


@pytest.mark.parametrize("keep", [True, False])
def test_a_failed_game_comes_with_its_record(monkeypatch: pytest.MonkeyPatch, keep: bool) -> None:
    monkeypatch.setattr(games, "load_game", lambda _: Crumbling())
    job = Job("g", "toy", "toy/1", "s", {"alpha": "random", "bravo": "random"}, keep=keep)
    found = play_one(job)
    assert found.error == "KeyError: 'no gun'"
    assert "Traceback" in found.traceback
    assert "seed: s" in found.traceback
    record = record_from_text(found.record, "found")
    assert len(record.entries) == 4
    assert verify(record, ToyGame()) > 0


def test_a_bot_that_cannot_be_made_fails_its_game_only() -> None:
    found = play_one(msgspec.structs.replace(jobs(1)[0], bots={"alpha": "random", "bravo": "nobody"}))
    assert "there is no bot named 'nobody'" in found.error
    assert record_from_text(found.record, "found").entries == []


def test_scores() -> None:
    assert [Played("g", winner).score("alpha") for winner in ("alpha", "bravo", "draw")] == [1.0, 0.0, 0.5]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("greedy,random", ["greedy", "random"]),
        (" planner:0.5 , planner:40n,", ["planner:0.5", "planner:40n"]),
        ("exec:bot(1,2),greedy", ["exec:bot(1,2)", "greedy"]),
        ("exec:'a,b' --x,greedy", ["exec:'a,b' --x", "greedy"]),
        ("", []),
    ],
)
def test_lists_are_split_at_their_own_commas(text: str, entries: list[str]) -> None:
    assert split_list(text) == entries
