"""States, views, orders, legal answers and events are plain data: exact in JSON, the same every time, never changed."""

from __future__ import annotations

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
    """A bot that scribbles on its view (every list and dict in it) does not touch the game."""
    play = played(name, scenario, "fight")
    game = play.game
    for moment in play.spread(POSITIONS):
        before = encoded(moment.state)
        for side in game.sides:
            _scribble(game.view(moment.state, side))
        assert encoded(moment.state) == before


def _scribble(value: Any, depth: int = 0) -> None:
    """Empties every mutable container inside a value and spoils the numbers of every mutable struct."""
    if depth > 6:
        return
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            _scribble(getattr(value, field), depth + 1)
            if isinstance(getattr(value, field), int) and not value.__struct_config__.frozen:
                setattr(value, field, -77)
    elif isinstance(value, dict):
        for inner in value.values():
            _scribble(inner, depth + 1)
        value.clear()
    elif isinstance(value, list | tuple):
        for inner in value:
            _scribble(inner, depth + 1)
        if isinstance(value, list):
            value.clear()


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
