"""Games of an earlier commit replay to the same rolls, events and outcomes: no rule has changed since.

The games in `baseline/` were recorded with commit d0554ca, the last one before rule books became modules: two or more
for every scenario, by random and by greedy bots, some with options. Events are kept whole, those for one side only
included. The hashes of the states stand in a file of their own, because the bytes of a state may change where its
rules do not.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
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


class Named(msgspec.Struct):
    """A recorded game of which only the name is read."""

    name: str


@cache
def lines() -> dict[str, str]:
    """The recorded games as text, by name: scenario and sort of game. Read, they would be a hundred times as large."""
    found = [line for path in sorted(FOLDER.glob("*.jsonl.xz")) for line in _text(path.name).splitlines()]
    return {msgspec.json.decode(line, type=Named).name: line for line in found}


def kept_game(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lines()[name])
    return found


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


def replayed(name: str) -> list[str]:
    """The hashes of the states of a game now; its rolls, events and outcome must be those that were kept."""
    made = []
    for number, (kept, step) in enumerate(steps_of(kept_game(name))):
        assert [msgspec.to_builtins(roll) for roll in step.rolls] == kept["rolls"], f"rolls of order {number}"
        assert [plain(event) for event in step.events] == kept["events"], f"events of order {number}"
        made.append(state_hash(step.state)[:8])
    return made


@pytest.mark.parametrize("name", hashes())
def test_games_replay_to_the_same_rolls_events_outcome_and_states(name: str) -> None:
    assert replayed(name) == hashes()[name]


def test_every_scenario_has_two_games() -> None:
    assert hashes().keys() == lines().keys()
    played = [kept_game(name)["scenario"] for name in lines()]
    assert all(played.count(scenario) >= 2 for _, scenario in all_scenarios() if scenario not in LATER)


def test_the_games_have_rolls_secrets_and_options() -> None:
    rolls: Counter[str] = Counter()
    optional, hidden = set(), 0
    for game in map(kept_game, lines()):
        title = game["scenario"].partition("/")[0]
        rolls[title] += sum(len(order["rolls"]) for order in game["orders"])
        hidden += sum("audience" in event for order in game["orders"] for event in order["events"])
        if game["options"]:
            optional.add(title)
    for title in {name for name, _ in all_scenarios()}:
        assert rolls[title] > 500
        assert title in optional
    assert hidden > 500
