"""Anti-tank devices are given to squads in secret before play (26.2)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.troops import KEY, device_of
from support.tank_positions import answer, order
from support.transport_field import transport

ALPHA = (Force(type="US M4", count=1), Force(type="US squad 8", count=3, device="US M-20A", devices=2))
BRAVO = (Force(type="Sov squad 8", count=2, device="So RPG-2", devices=2), Force(type="So T-55", count=1))


@pytest.fixture
def scenario() -> Iterator[str]:
    with transport(ALPHA, BRAVO) as name:
        yield name


def devices(state: object) -> dict[str, str]:
    return {unit.id: device_of(unit) for unit in state.units if device_of(unit)}  # type: ignore[attr-defined]


@pytest.mark.rules("26.2a", "26.3-note")
def test_whoever_has_fewer_devices_than_squads_names_those_who_get_one(scenario: str) -> None:
    state = GAME.setup(scenario, {}, "script:")
    assert {side: asked.kind for side, asked in GAME.pending(state).items()} == {"alpha": "equip"}
    legal = GAME.legal(state, "alpha")
    assert [one.unit for one in legal.units] == ["A2", "A3", "A4"]
    assert legal.idle == Order("equip", (Task("A2", "EQ"), Task("A3", "EQ")))
    after = answer(state, "alpha", "A2 EQ; A4 EQ").state
    assert devices(after) == {"A2": "US M-20A", "A4": "US M-20A", "B1": "So RPG-2", "B2": "So RPG-2"}
    assert GAME.write(state, order(state, "alpha", "A2 EQ; A4 EQ")) == "A2 EQ\nA4 EQ"
    assert not scene_of(state).verbs["EQ"].plotted, "it is never a task in play"
    assert devices(GAME.apply(state, "alpha", legal.idle).state).keys() == {"A2", "A3", "B1", "B2"}
    assert devices(GAME.apply(state, "alpha", Order("equip")).state).keys() == {"B1", "B2"}, "none need be taken"


@pytest.mark.rules("26.2a")
def test_more_devices_than_there_are_or_strangers_are_refused(scenario: str) -> None:
    state = GAME.setup(scenario, {}, "script:")
    three = Order("equip", tuple(Task(name, "EQ") for name in ("A2", "A3", "A4")))
    assert [(v.rule, v.unit) for v in GAME.check(state, "alpha", three)] == [("26.2a", "A4")]
    for name in ("A1", "B1", "A9"):
        assert [(v.rule, v.unit) for v in GAME.check(state, "alpha", Order("equip", (Task(name, "EQ"),)))] == [
            ("26.2a", name)
        ]
    twice = Order("equip", (Task("A2", "EQ"), Task("A2", "EQ")))
    assert [v.unit for v in GAME.check(state, "alpha", twice)] == ["A2"]
    assert GAME.check(state, "alpha", Order("equip", choice="all")) != []
    for task in (Task("A2", "EQ", (5,)), Task("A2", "EQ", choice="M-20A"), Task("A2", "MV")):
        assert {v.unit for v in GAME.check(state, "alpha", Order("equip", (task,)))} == {"A2"}


@pytest.mark.rules("26.2a")
def test_who_guesses_arms_as_many_squads_as_there_are_devices() -> None:
    both = (Force(type="Sov squad 8", count=3, device="So RPG-2", devices=1), Force(type="So T-55", count=1))
    with transport(ALPHA, both) as name:
        start = GAME.setup(name, {}, "script:")
        armed = set()
        for seed in range(20):
            guess = GAME.sample(GAME.view(answer(start, "alpha", "A2 EQ; A4 EQ").state, "bravo"), Random(seed))
            found = [unit for unit in devices(guess) if unit.startswith("A")]
            assert len(found) == 2
            armed |= set(found)
            assert set(guess.submitted) == {"alpha"}, "the other side has named its squads"
        assert armed == {"A2", "A3", "A4"}
        assert GAME.sample(GAME.view(start, "bravo"), Random(1)).submitted == {}
    with transport(ALPHA, BRAVO) as name:
        start = GAME.setup(name, {}, "script:")
        assert GAME.sample(GAME.view(start, "alpha"), Random(1)).submitted == {}, "Bravo has nothing to name"


@pytest.mark.rules("26.2a", "26.3-note")
def test_nobody_else_learns_who_has_one(scenario: str) -> None:
    start = GAME.setup(scenario, {}, "script:")
    one, two = answer(start, "alpha", "A2 EQ; A4 EQ"), answer(start, "alpha", "A3 EQ; A4 EQ")
    for side in ("bravo", None):
        views = [msgspec.json.encode(GAME.view(played.state, side)) for played in (one, two)]
        assert views[0] == views[1]
        assert b"M-20A" not in views[0]
    assert not [event for event in (*one.events, *two.events) if event.seen_by("bravo")]
    own = GAME.view(one.state, "alpha")
    assert (part_of(own, KEY), part_of(GAME.view(one.state, None), KEY)) == ({"side": "alpha"}, None)
    assert isinstance(own.notes, dict)
    assert own.notes["A2"] == "armed with US M-20A"
    assert "A3" not in own.notes
