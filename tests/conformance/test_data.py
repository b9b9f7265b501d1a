"""States, views, orders, legal answers and events are plain data: exact in JSON, the same every time, never changed."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from hulldown.core.decisions import Legal
from hulldown.core.dice import Roll
from hulldown.core.events import Event
from hulldown.core.game import OptionInfo, Outcome, ScenarioInfo
from hulldown.core.orders import Order, Violation
from hulldown.games import load_game
from support.games import (
    encoded,
    every_game,
    every_scenario,
    option_sets,
    played,
)

STYLES = ("random", "fight")
POSITIONS = 16


def assert_exact(value: Any, kind: Any) -> None:
    """The value comes back equal from JSON, and written again it is the same bytes."""
    text = msgspec.json.encode(value)
    back = msgspec.json.decode(text, type=kind)
    assert back == value
    assert msgspec.json.encode(back) == text


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_everything_is_exact_in_json(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    for moment in play.spread(POSITIONS):
        assert_exact(moment.state, game.state_type)
        assert_exact(moment.order, Order)
        assert_exact(moment.step.events, tuple[Event, ...])
        assert_exact(moment.step.rolls, tuple[Roll, ...])
        for side in (*game.sides, None):
            view = game.view(moment.state, side)
            assert_exact(view, type(view))
        for side in game.pending(moment.state):
            assert_exact(game.legal(moment.state, side), Legal)
            violations = game.check(moment.state, side, Order("no such kind"))
            assert violations
            assert_exact(violations, list[Violation])
    assert_exact(play.end, game.state_type)
    assert_exact(game.outcome(play.end), Outcome)


@every_scenario
def test_a_state_from_json_plays_on_like_the_one_it_was_written_from(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    for moment in play.spread(POSITIONS):
        state = msgspec.json.decode(msgspec.json.encode(moment.state), type=play.game.state_type)
        step = play.game.apply(state, moment.side, moment.order)
        assert encoded(step) == encoded(moment.step)


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_the_same_seed_and_orders_make_the_same_game(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    state: Any = play.game.setup(scenario, {}, play.moments[0].state.seed)
    assert encoded(state) == encoded(play.moments[0].state)
    for moment in play.moments:
        step = play.game.apply(state, moment.side, moment.order)
        assert encoded(step) == encoded(moment.step)
        state = step.state


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_rolls_are_numbered_and_come_from_the_seed(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    rolls = [roll for moment in play.moments for roll in moment.step.rolls]
    assert [roll.serial for roll in rolls] == list(range(len(rolls)))
    assert all(1 <= roll.value <= roll.sides and roll.purpose for roll in rolls)
    assert play.end.serial == len(rolls)
    for moment in [moment for moment in play.moments if moment.step.rolls][:3]:
        seeded = [msgspec.structs.replace(moment.state, seed=f"seed {number}") for number in range(12)]
        results = {encoded(play.game.apply(state, moment.side, moment.order).rolls) for state in seeded}
        assert len(results) > 1


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_nothing_that_is_asked_changes_a_state(name: str, scenario: str, style: str) -> None:
    """`apply` works on a copy, and looking at a state leaves it as it is."""
    play = played(name, scenario, style)
    game = play.game
    for moment in play.spread(POSITIONS):
        state = moment.state
        before = encoded(state)
        game.apply(state, moment.side, moment.order)
        game.check(state, moment.side, moment.order)
        for side in (*game.sides, None):
            game.view(state, side)
        for side in game.pending(state):
            game.legal(state, side)
        game.outcome(state)
        game.parse(state, moment.side, game.write(state, moment.order))
        assert encoded(state) == before


@every_scenario
def test_a_view_is_a_copy(name: str, scenario: str) -> None:
    """A bot that scribbles on all it is given (view, legal answers) does not touch the game."""
    play = played(name, scenario, "fight")
    game = play.game
    spoilt: set[str] = set()
    for moment in play.spread(POSITIONS):
        before = encoded(moment.state)
        for side in (*game.sides, None):
            view = encoded(game.view(moment.state, side))
            _scribble(game.view(moment.state, side), spoilt)
            assert encoded(game.view(moment.state, side)) == view
        for side in game.pending(moment.state):
            legal = encoded(game.legal(moment.state, side))
            _scribble(game.legal(moment.state, side), spoilt)
            assert encoded(game.legal(moment.state, side)) == legal
        assert encoded(moment.state) == before
    # Or nothing was tried: units are no structs, but objects with slots.
    assert {type(unit).__name__ for unit in play.end.units} <= spoilt


def _scribble(value: Any, spoilt: set[str], depth: int = 0) -> None:
    """Empties every container inside a value and spoils every field of whatever can be changed; notes what could."""
    assert depth < 12, "deeper than anything a game gives"
    if isinstance(value, dict):
        for inner in value.values():
            _scribble(inner, spoilt, depth + 1)
        value.clear()
    elif isinstance(value, list | tuple):
        for inner in value:
            _scribble(inner, spoilt, depth + 1)
        if isinstance(value, list):
            value.clear()
    else:
        for field in _fields(value):
            was = getattr(value, field)
            _scribble(was, spoilt, depth + 1)
            if isinstance(was, str | int) and _changed(value, field, was):
                spoilt.add(type(value).__name__)


def _fields(value: Any) -> tuple[str, ...]:
    """The names of an object's fields: of a struct, of a dataclass, interpreted or compiled."""
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    return tuple(field.name for field in dataclasses.fields(value)) if dataclasses.is_dataclass(value) else ()


def _changed(value: Any, field: str, was: str | int) -> bool:
    """Whether a field could be given another value of its kind."""
    try:
        setattr(value, field, "spoilt" if isinstance(was, str) else not was if isinstance(was, bool) else -77)
    except AttributeError:
        return False  # frozen
    return True


@every_scenario
def test_simultaneous_orders_can_come_in_any_order(name: str, scenario: str) -> None:
    """Where several sides owe a decision at once, whoever answers first, the same position comes of it."""
    play = played(name, scenario, "fight")
    game = play.game
    pairs = 0
    for first, second in zip(play.moments, play.moments[1:], strict=False):
        if second.side == first.side or second.side not in game.pending(first.state):
            continue
        if first.side not in game.pending(game.apply(first.state, second.side, second.order).state):
            continue  # a question in turn, not at the same time
        one = game.apply(first.state, second.side, second.order)
        two = game.apply(one.state, first.side, first.order)
        assert encoded(two.state) == encoded(second.step.state)
        assert encoded(two.events) == encoded(second.step.events)
        pairs += 1
    assert pairs > 0 or all(len(game.pending(moment.state)) < 2 for moment in play.moments)


@every_game
def test_lists_of_scenarios_and_options_are_exact_in_json(name: str) -> None:
    game = load_game(name)
    infos = game.scenarios()
    assert_exact(infos, tuple[ScenarioInfo, ...])
    assert len({info.id for info in infos}) == len(infos)
    assert len({info.hash for info in infos}) == len(infos)
    for info in infos:
        assert info.game == name
        assert info.id.partition("/")[0] == name
        assert info.title
        assert info.description
        assert set(info.sides) == set(game.sides)
        assert game.board(info.id).name == info.map
        options = game.options(info.id)
        assert_exact(options, tuple[OptionInfo, ...])
        for option in options:
            assert option.rule
            assert option.what
        for options_set in option_sets(game, info.id):
            state = game.setup(info.id, options_set, "seed")
            assert {key: state.options[key] for key in options_set} == options_set
