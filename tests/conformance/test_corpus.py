"""A sample of recorded games replays to the same bytes (scripts/corpus.py): state, events, views, answers, refusals."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest

from support.corpus import PARTS, Kept, difference, hashed, read, wanted
from support.games import all_scenarios

FOLDER = Path(__file__).parent / "corpus"
SCENARIOS = [scenario for _, scenario in all_scenarios()]


@cache
def sample() -> tuple[Kept, ...]:
    return tuple(read(FOLDER))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_replay_to_the_same_bytes(scenario: str) -> None:
    games = [kept for kept in sample() if kept.scenario == scenario]
    assert games
    assert [difference(kept) for kept in games] == [""] * len(games)


def test_the_sample_has_options_and_both_bots() -> None:
    names = Counter(bot for kept in sample() for bot in ("random", "greedy") if f" {bot}" in kept.name)
    assert min(names["random"], names["greedy"]) > 10
    assert {kept.game for kept in sample() if kept.options} == {kept.game for kept in sample()}


def test_the_corpus_has_600_games_each_of_its_own_name() -> None:
    names = [want.name for want in wanted()]
    assert len(names) == len(set(names)) >= 600


@pytest.mark.slow
def test_what_differs_is_named() -> None:
    kept = min(sample(), key=lambda kept: len(kept.orders))
    assert hashed(kept) == kept
    other = msgspec.structs.replace(kept, parts=kept.parts | {"views": "0"})
    assert ": views differ" in difference(other)
    late = msgspec.structs.replace(kept, path=kept.path[:-6] + "000000")
    assert f"first after order {len(kept.orders)} of" in difference(late)
    assert set(kept.parts) == set(PARTS)
    cut = msgspec.structs.replace(kept, orders=kept.orders[:-1])
    assert "is not over" in difference(cut)
