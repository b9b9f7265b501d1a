"""How far the planner plays orders of Panzer out, what luck is there, and how the Advanced Game is judged."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.outlook import outlook_of
from hulldown.bots.panzer.advanced.brain import LEANINGS, thoughts
from hulldown.bots.panzer.advanced.value import _objectives, projected
from hulldown.bots.panzer.brain import BRAIN
from hulldown.bots.panzer.outlook import OUTLOOK, USUAL, chance_of
from hulldown.bots.seat import seat_of
from hulldown.core.events import Event
from hulldown.core.luck import surprise
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.play.facts import member_of
from hulldown.games.panzer.rules.objectives import cells_of
from hulldown.games.panzer.rules.state import ON_MAP
from hulldown.games.panzer.rules.verbs.base import COMMAND


def first_commands(scenario: str) -> Any:
    """The position in which commands are given for the first time."""
    state: Any = GAME.setup(scenario, {}, "brain")
    while state.stack[-1].step != COMMAND:
        side = sorted(GAME.pending(state))[0]
        state = GAME.apply(state, side, BRAIN.decide(seat_of(GAME, state, side), Random(1), Temper())).state
    return state.thaw()


def happened(kind: str, **data: Any) -> Event:
    return Event(kind, "6.5.4.2", 1, "fire1", data=data)


def test_an_order_of_the_advanced_game_is_played_out_until_the_next_turn_has_been_fought() -> None:
    """Over two turns of a real game: not before the movement of the second, and then at once."""
    assert outlook_of("panzer") is OUTLOOK
    for scenario, steps in (("panzer/1", ("command",)), ("panzer/11", ("move2", "move1", "adjustment"))):
        start = first_commands(scenario)
        state, seen = start, []
        while state.turn < start.turn + 2:
            if OUTLOOK.ends(start, state):
                seen.append((state.turn - start.turn, state.stack[0].step))
            side = sorted(GAME.pending(state))[0]
            seat = seat_of(GAME, state, side)
            state = GAME.apply(state, side, BRAIN.decide(seat, Random(1), Temper())).state
        assert seen[0][0] == 1
        assert seen[0][1] in steps
        assert OUTLOOK.ends(start, state)


@pytest.mark.parametrize(("net", "top"), [(5, 77), (-30, 77), (60, 40), (-60, 90), (0, 62)])
def test_the_chance_of_an_attack_counts_the_rolls_that_have_its_full_effect(net: int, top: int) -> None:
    event = happened("gp_shot", unit="G12", target="S4", net=net, none_to=top - 20, suppressed_to=top, kill=True)
    assert chance_of(event) == pytest.approx(sum(roll + net > top for roll in range(1, 101)) / 100)


def test_luck_is_what_fire_did_beyond_its_chance_by_what_its_target_is_worth() -> None:
    state = first_commands("panzer/11")
    scene = scene_of(state)
    for index, unit in enumerate(state.units):
        worth = member_of(scene, index).points / USUAL
        done = happened("gp_shot", unit="X1", target=unit.id, net=0, none_to=50, suppressed_to=75, kill=True)
        missed = happened("gp_shot", unit="X1", target=unit.id, net=0, none_to=50, suppressed_to=75, kill=False)
        assert OUTLOOK.luck(state, done) == pytest.approx(0.75 * worth)
        assert OUTLOOK.luck(state, missed) == pytest.approx(-0.25 * worth)
        hit = happened("ap_shot", unit="X1", target=unit.id, needs=15, hit=True, chance="3/20")
        assert OUTLOOK.luck(state, hit) == pytest.approx(0.85 * worth)
    assert OUTLOOK.luck(state, happened("moved", unit="S1")) is None
    assert OUTLOOK.luck(state, happened("ap_shot", unit="S1", target="nobody", needs=15, hit=True)) is None


def test_luck_of_the_basic_game_is_told_by_its_shots() -> None:
    state = GAME.setup("panzer/1", {}, "outlook")
    shot = Event("shot", "4.4.3", 1, "fire1", data={"unit": "S1", "target": "G1", "needs": 40, "hit": True})
    assert OUTLOOK.luck(state, shot) == surprise(shot) == pytest.approx(0.6)


def test_all_who_come_nearer_to_an_objective_count_and_not_only_the_first() -> None:
    state = first_commands("panzer/13")
    scene = scene_of(state)
    cells = cells_of(scene.board, scene.scenario.objectives[0])
    far = scene.board.distance
    tanks = [unit for unit in state.units if unit.side == "german" and unit.status == ON_MAP and "Pz" in unit.type]
    first, second = tanks[:2]
    first.cell = second.cell = min(cells)
    even = {"soviet": 100.0, "german": 100.0}
    here = _objectives(state, scene, even, 8)
    second.cell = max(scene.board.cells, key=lambda cell: (far(cell, min(cells)), cell))
    assert _objectives(state, scene, even, 8) > here, "the Soviet lead is larger with the second tank far away"


def test_vehicles_on_their_way_off_the_map_count_by_how_near_they_are() -> None:
    state = first_commands("panzer/18")
    scene = scene_of(state)
    (way,) = scene.scenario.exits
    edge = sorted(scene.board.edges[way.edge])
    column = [unit for unit in state.units if unit.side == way.side and unit.status == ON_MAP]
    assert column
    before = projected(state, scene)
    for unit in column:
        unit.cell = edge[len(edge) // 2]
    assert projected(state, scene) < before - 5.0, "the column is worth more to the Germans at its edge"


def test_leanings_lead_to_orders_of_their_own() -> None:
    state = first_commands("panzer/14")
    seat = seat_of(GAME, state, "soviet")
    made = thoughts(seat, Random(1), {})
    found = [next(made) for _ in range(1 + len(LEANINGS))]
    assert all(seat.check(order) == [] for order in found)
    assert len({order.tasks for order in found}) > 2
