"""The optional rules of 32.0 in whole games: they are played to the end, keep their secrets and can be sampled."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

from hulldown.core.options import read_options
from hulldown.core.parts import part_of
from hulldown.core.record import state_hash
from hulldown.games.tank.books import LIBRARY, ruleset_of
from hulldown.games.tank.data.loading import scenario_hash, scenarios
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.options import OPTIONS, SWITCHES
from support.games import Playthrough, bots_of, encoded, moments_of
from support.probes import answers, probes

OURS = ("variable_entry", "variable_exit", "secret_exit", "delayed_entry", "recon_fire")
PLACES = ("tank/intro", "tank/1", "tank/10", "tank/11", "tank/34.1", "tank/34.2", "tank/34.3", "tank/34.4")
"""One scenario of each situation of the Standard game, and those of the Expanded."""


@cache
def played(scenario: str, *names: str) -> Playthrough:
    start = GAME.setup(scenario, dict.fromkeys(names, "yes"), f"options {scenario}")
    return Playthrough(GAME, scenario, tuple(moments_of(GAME, start, bots_of(GAME, f"options {scenario}", "fight"))))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLACES)
@pytest.mark.parametrize("name", OURS)
def test_a_state_sampled_from_a_view_gives_all_that_a_side_is_given(name: str, scenario: str) -> None:
    play = played(scenario, name)
    assert GAME.outcome(play.end) is not None
    for moment in play.spread(8):
        state = moment.state
        for side in GAME.sides:
            rng = Random(f"{name} {scenario} {state.turn} {side}")
            view = GAME.view(state, side)
            drawn = GAME.sample(msgspec.json.decode(encoded(view), type=type(view)), rng)
            where = f"turn {state.turn}, {state.stack[-1].step}, {side}"
            assert encoded(GAME.view(drawn, side)) == encoded(view), where
            if side in GAME.pending(state):
                orders = probes(GAME, state, side, rng, 8)
                assert encoded(GAME.legal(drawn, side)) == encoded(GAME.legal(state, side)), where
                assert answers(GAME, drawn, side, orders) == answers(GAME, state, side, orders), where


@pytest.mark.slow
@pytest.mark.parametrize("scenario", PLACES)
def test_all_of_them_together(scenario: str) -> None:
    play = played(scenario, *OURS)
    assert GAME.outcome(play.end) is not None
    assert "chits" in [moment.order.kind for moment in play.moments[:6]]
    for moment in play.spread(4):
        for side in GAME.sides:
            view = GAME.view(moment.state, side)
            assert encoded(GAME.view(GAME.sample(view, Random(side)), side)) == encoded(view)


def test_a_drawn_state_has_other_secrets() -> None:
    late = next(m.state for m in played("tank/intro", "delayed_entry").moments if m.order.kind == "enter")
    chits = {part_of(GAME.sample(GAME.view(late, "alpha"), Random(n)), "delayed_entry")["bravo"] for n in range(20)}
    assert chits == {1, 2, 3}
    exits = next(m.state for m in played("tank/11", "secret_exit").moments if m.order.kind == "deploy")
    chits = {part_of(GAME.sample(GAME.view(exits, "bravo"), Random(n)), "secret_exit")["alpha"] for n in range(20)}
    assert chits == {2, 3, 4}


def test_a_force_that_has_not_come_yet_is_not_late_in_a_sample() -> None:
    """Nobody is drawn who should have come on an earlier turn, and nobody late who has been seen."""
    for moment in played("tank/intro", "delayed_entry").moments:
        state = moment.state
        view = GAME.view(state, "alpha")
        if state.stack[-1].step == "plot":
            turn = part_of(GAME.sample(view, Random(1)), "delayed_entry")["bravo"]
            assert turn >= min(3, state.turn) or state.counters.get("bravo")
            assert turn <= state.turn or not state.counters.get("bravo")


@pytest.mark.parametrize("name", OURS)
def test_a_switch_brings_its_module_and_nothing_else_changes(name: str) -> None:
    plain, on = (GAME.setup("tank/11", options, "seed") for options in ({}, {name: "yes"}))
    assert ruleset_of(plain).keys == ("standard",)
    assert set(ruleset_of(on).keys) - {"standard", "chits"} == {name}
    assert scenario_of(plain) is scenarios()["tank/11"]
    assert scenario_of(on).modules == (name,)
    assert [unit.id for unit in on.units] == [unit.id for unit in plain.units]
    assert scenario_hash(scenarios()["tank/11"]) == GAME.info(scenarios()["tank/11"]).hash
    assert (name == "recon_fire") == (on.stack[-1].step == "setup")


def test_switches_are_stored_only_where_they_are_on() -> None:
    stored = read_options(OPTIONS, {"variable_entry": "no", "recon_fire": "yes", "turns": 0})
    assert stored == {"turn_cap": 50, "engage_turns": 25, "quiet_turns": 10, "column_release": "fire",
                      "recon_fire": "yes"}  # fmt: skip
    before = GAME.setup("tank/10", {}, "seed")
    assert state_hash(before) == state_hash(GAME.setup("tank/10", dict.fromkeys(OURS, "no"), "seed"))


@pytest.mark.rules("32.1a", "32.2a", "32.3", "32.4", "32.5a", "32.6-gen-2", "32.7b")
def test_every_switch_has_its_module_and_its_face() -> None:
    for name in SWITCHES:
        module = LIBRARY.module(name)
        assert module.loose
        assert module.key == name
    tasks = {task.kind for task in GAME.face("tank/1").tasks}
    events = {event.kind for event in GAME.face("tank/1").events}
    assert "RF" in tasks
    assert {"first_player", "entry_section", "exit_section", "secret_exit", "delayed_entry", "recon"} <= events


def test_the_chits_are_all_that_may_be_answered_before_the_setup() -> None:
    state = GAME.setup("tank/10", {"variable_entry": "yes"}, "seed")
    legal = GAME.legal(state, "bravo")
    assert legal.choices == ("draw",)
    assert legal.idle is not None
    assert GAME.check(state, "bravo", legal.idle) == []
    wrong = GAME.check(state, "bravo", msgspec.structs.replace(legal.idle, choice="keep"))
    assert [one.rule for one in wrong] == ["32.1b"]
