"""Whole games in platoons: bots get along with them, nothing leaks, and the face names all that occurs."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.core.face import key_of
from hulldown.games import load_game
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.formation import platoons
from hulldown.games.tank.rules.library import scene_of
from hulldown.lab.play import play_game
from support.expanded_field import field, fielded
from support.games import bots_of, encoded, moments_of
from support.platoon_field import ENEMY, staff, tanks
from support.probes import answers, probes

MODULES = ("platoons",)


@pytest.fixture(params=["introductory", "rearguard", "meeting"])
def battle(request: pytest.FixtureRequest) -> Iterator[str]:
    """A company with headquarters against one that its player divides."""
    base = {"introductory": "tank/intro", "rearguard": "tank/11", "meeting": "tank/10"}[request.param]
    foes = (Force(type=ENEMY, count=7, divide=True),)
    made = field((*tanks(4, 3), *staff(2)), foes, MODULES, base=base, panic=4, preservation=4, length=20)
    with fielded(made) as name:
        yield name


@pytest.mark.slow
@pytest.mark.parametrize("style", ["random", "attack", "fight"])
def test_games_are_played_to_the_end_and_nothing_leaks(battle: str, style: str) -> None:
    game, rng = load_game("tank"), Random(style)
    start = game.setup(battle, {}, f"platoons {style}")
    face = game.face(battle)
    told = {part: {key_of(entry) for entry in getattr(face, part)} for part in ("tasks", "choices", "events")}
    state = start
    asked: set[str] = set()
    for number, moment in enumerate(moments_of(game, start, bots_of(game, style, style))):
        state = moment.step.state
        asked.add(moment.order.kind)
        assert all(game.describe(event) for event in moment.step.events)
        assert {event.kind for event in moment.step.events} <= told["events"]
        legal = game.legal(moment.state, moment.side)
        for unit in legal.units:
            assert {option.kind for option in unit.options} <= told["tasks"]
            assert {choice for option in unit.options for choice in option.choices} <= told["choices"]
        assert game.check(moment.state, moment.side, legal.idle) == []
        if number % 9 and moment.order.kind not in ("divide", "leaders"):
            continue
        assert msgspec.json.decode(encoded(state), type=type(state)) == state
        for side in game.sides:
            view = game.view(state, side)
            assert msgspec.json.decode(encoded(view), type=type(view)) == view
            other = game.sample(view, rng)
            assert encoded(game.view(other, side)) == encoded(view), "a sample gives the very same view"
            if side in game.pending(state):
                orders = probes(game, state, side, rng, 6)
                assert answers(game, other, side, orders) == answers(game, state, side, orders)
                assert encoded(game.legal(other, side)) == encoded(game.legal(state, side))
    assert game.outcome(state) is not None
    assert {"divide", "leaders", "plot"} <= asked


@pytest.mark.parametrize("bot", ["greedy"])
def test_bots_that_know_nothing_of_platoons_play_them(battle: str, bot: str) -> None:
    game = load_game("tank")
    done = play_game(game, battle, {side: make_bot(bot, side) for side in game.sides}, "platoons")
    assert done.outcome is not None


def test_each_side_knows_its_own_platoons_and_nothing_of_the_others(battle: str) -> None:
    state = GAME.setup(battle, {}, "views")
    state = GAME.apply(state, "bravo", GAME.legal(state, "bravo").idle).state
    assert {each.side for each in platoons(state, scene_of(state))} == {"alpha", "bravo"}
    for side in ("alpha", "bravo"):
        part = GAME.view(state, side).more["platoons"]
        assert {each["side"] for each in part["platoons"]} == {side}
    assert GAME.view(state, None).more is msgspec.UNSET
    assert GAME.view(state, None).notes is msgspec.UNSET


def test_the_sequence_has_its_rows_and_the_standard_game_has_not() -> None:
    with fielded(field(tanks(3), tanks(3, kind=ENEMY), MODULES)) as name:
        keys = [row.key for row in GAME.sequence(name)]
    assert "divide" not in keys, "the scenario has divided them"
    with fielded(field((Force(type=ENEMY, count=3, divide=True),), tanks(3, kind=ENEMY), MODULES)) as name:
        keys = [row.key for row in GAME.sequence(name)]
    assert keys.index("divide") < keys.index("setup")
    assert keys[keys.index("leaders") + 1] == "plot"
    assert keys[keys.index("muster") + 1] == "record"
    assert not {"divide", "leaders", "muster"} & {row.key for row in GAME.sequence("tank/intro")}
