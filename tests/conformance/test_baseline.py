"""Games of an earlier commit replay to the same rolls, events and outcomes: no rule has changed since.

The games in `baseline/` were recorded with commit d0554ca, the last one before rule books became modules: two or more
for every scenario, by random and by greedy bots, some with options. Events are kept whole, those for one side only
included. The hashes of the states stand in a file of their own, because the bytes of a state may change where its
rules do not.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.core.events import Event
from hulldown.core.game import Step
from hulldown.core.orders import Order
from hulldown.core.record import seed_of, state_hash
from hulldown.games import load_game
from support.games import all_scenarios

FOLDER = Path(__file__).parent / "baseline"
FIELDS = ("kind", "rule", "turn", "step", "audience", "data")
"""The fields that an event had then. One that came later is not compared."""

LATER = ("tank/34.1", "tank/34.2", "tank/34.3", "tank/34.4")
"""Scenarios that are younger than the kept games."""


def _text(file: str) -> str:
    return lzma.decompress((FOLDER / file).read_bytes()).decode()


@cache
def baseline() -> dict[str, dict[str, Any]]:
    """The recorded games by name: scenario and sort of game."""
    lines = [line for path in sorted(FOLDER.glob("*.jsonl.xz")) for line in _text(path.name).splitlines()]
    return {game["name"]: game for game in map(json.loads, lines)}


@cache
def hashes() -> dict[str, list[str]]:
    """The first digits of the hash of every state, by the name of the game."""
    found: dict[str, list[str]] = json.loads(_text("hashes.json.xz"))
    return found


def steps_of(kept: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Step]]:
    """Every recorded order with the step it leads to now."""
    game = load_game(kept["scenario"].partition("/")[0])
    state = game.setup(kept["scenario"], kept["options"], seed_of(kept["secret"], kept["entropy"]))
    for order in kept["orders"]:
        step = game.apply(state, order["side"], msgspec.convert(order["order"], Order))
        state = step.state
        yield order, step
    assert msgspec.to_builtins(game.outcome(state)) == kept["outcome"]


def plain(event: Event) -> dict[str, object]:
    """An event as it was written then: empty fields are left out."""
    told = json.loads(msgspec.json.encode(event))
    return {name: told[name] for name in FIELDS if name in told}


@pytest.mark.parametrize("name", baseline())
def test_games_replay_to_the_same_rolls_events_and_outcome(name: str) -> None:
    for number, (kept, step) in enumerate(steps_of(baseline()[name])):
        assert [msgspec.to_builtins(roll) for roll in step.rolls] == kept["rolls"], f"rolls of order {number}"
        assert [plain(event) for event in step.events] == kept["events"], f"events of order {number}"


@pytest.mark.parametrize("name", baseline())
def test_games_replay_to_the_same_states(name: str) -> None:
    made = [state_hash(step.state)[:8] for _, step in steps_of(baseline()[name])]
    assert made == hashes()[name]


def test_every_scenario_has_two_games() -> None:
    assert hashes().keys() == baseline().keys()
    played = [game["scenario"] for game in baseline().values()]
    assert all(played.count(scenario) >= 2 for _, scenario in all_scenarios() if scenario not in LATER)


def test_the_games_have_rolls_secrets_and_options() -> None:
    for title in {name for name, _ in all_scenarios()}:
        games = [game for game in baseline().values() if game["scenario"].startswith(f"{title}/")]
        assert sum(len(order["rolls"]) for game in games for order in game["orders"]) > 500
        assert any(game["options"] for game in games)
    events = [event for game in baseline().values() for order in game["orders"] for event in order["events"]]
    assert sum("audience" in event for event in events) > 500
