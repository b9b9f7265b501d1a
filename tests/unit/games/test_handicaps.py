"""Handicaps: options of our own that change a scenario, and leave a game without them as it was."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import MalformedError
from hulldown.core.game import OptionInfo
from hulldown.games import load_game
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.victory import score
from hulldown.games.tank.data.played import scenario_of

TANK, PANZER = load_game("tank"), load_game("panzer")


@pytest.mark.parametrize("scenario", ["tank/4", "panzer/1"])
def test_a_game_without_them_knows_nothing_of_them(scenario: str) -> None:
    game = load_game(scenario.partition("/")[0])
    ours = [info.name for info in game.options(scenario) if info.rule == "Hulldown"]
    assert ours
    plain = game.setup(scenario, {}, "s")
    assert not set(ours) & set(plain.options)
    none = game.setup(scenario, dict.fromkeys(ours, 0), "s")
    assert msgspec.json.encode(none) == msgspec.json.encode(plain)


@pytest.mark.parametrize(
    ("option", "value", "fact", "shown"),
    [
        ("alpha_panic", 2, "alpha panic level", 5),
        ("bravo_panic", -10, "bravo panic level", 0),
        ("alpha_panic", 10, "alpha panic level", 10),
        ("bravo_preservation", 1, "bravo preservation level", 5),
        ("bravo_preservation", 10, "bravo preservation level", 6),  # as many as there are units
        ("bravo_preservation", -10, "bravo preservation level", 1),
        ("alpha_units", -3, "alpha strength", 12),
        ("bravo_units", 2, "bravo strength", 8),
    ],
)
def test_tank_levels_and_numbers(option: str, value: int, fact: str, shown: int) -> None:
    state = TANK.setup("tank/4", {option: value}, "s")
    assert TANK.view(state, None).facts[fact] == shown
    assert state.options[option] == value
    if fact.endswith("strength"):
        assert sum(unit.side == fact.split()[0] for unit in state.units) == shown


def test_tank_turns_are_added_where_a_scenario_has_a_length() -> None:
    assert scenario_of(TANK.setup("tank/11", {"turns": 5}, "s")).length == 30
    assert scenario_of(TANK.setup("tank/4", {"turns": 5}, "s")).length == 0
    assert scenario_of(TANK.setup("tank/intro", {"alpha_preservation": 5}, "s")).alpha.preservation == 0


def test_panzer_points_count_and_turns_are_added() -> None:
    state = PANZER.setup("panzer/1", {"soviet_points": 35, "german_points": -20, "turns": 2}, "s")
    plain = PANZER.setup("panzer/1", {}, "s")
    before, after = score(plain, scene_of(plain)), score(state, scene_of(state))
    assert {side: after[side] - before[side] for side in before} == {"soviet": 35, "german": -20}
    assert PANZER.view(state, None).facts["turns"] == 12
    fewest = PANZER.setup("panzer/1", {"turns": -10}, "s")
    assert PANZER.view(fewest, None).facts["turns"] >= 1


@pytest.mark.parametrize(("scenario", "option"), [("tank/4", "alpha_units"), ("panzer/1", "soviet_points")])
@pytest.mark.parametrize("value", [2000, "many", True])
def test_what_is_no_handicap_is_refused(scenario: str, option: str, value: Any) -> None:
    with pytest.raises(MalformedError, match=option):
        load_game(scenario.partition("/")[0]).setup(scenario, {option: value}, "s")


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("tank/4", {"alpha_units": 3, "bravo_units": -2, "alpha_panic": 1}),
        ("tank/9", {"bravo_units": 2, "bravo_preservation": -3}),
        pytest.param("panzer/1", {"soviet_points": 50, "turns": -3}, marks=pytest.mark.slow),
    ],
)
def test_a_state_sampled_from_a_view_has_the_handicaps_and_gives_that_view(
    scenario: str, options: dict[str, int]
) -> None:
    game = load_game(scenario.partition("/")[0])
    state = game.setup(scenario, options, "s")
    bots = {side: RandomBot(f"s {side}") for side in game.sides}
    looked = 0
    for number in range(30):
        pending = game.pending(state)
        if not pending:
            break
        side = next(iter(pending))
        if number % 3 == 0:
            view = game.view(state, side)
            drawn = game.sample(view, Random(number))
            assert game.view(drawn, side) == view
            assert drawn.options == state.options
            assert len(drawn.units) == len(state.units)
            looked += 1
        state = game.apply(state, side, bots[side].decide(seat_of(game, state, side))).state
    assert looked >= 5


def test_an_option_that_is_a_text_has_choices_which_are_checked() -> None:
    for game in (TANK, PANZER):
        for info in game.options(game.scenarios()[0].id):
            if isinstance(info.default, str):
                assert info.default in info.choices
                with pytest.raises(MalformedError, match="must be one of"):
                    game.setup(game.scenarios()[0].id, {info.name: "nonsense"}, "s")
    with pytest.raises(MalformedError, match="its choices are"):
        OptionInfo("weather", "rain", "1.0", "what it is like")
