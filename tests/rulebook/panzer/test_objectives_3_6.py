"""Objectives (3.6), the Adjustment Phase (4.6), setup (2.0) and victory."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order
from hulldown.core.sequence import Doing
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.objectives import judge_control, note_presence
from hulldown.games.panzer.rules.victory import judge, score
from support.panzer_field import Table, cell, commanded, position, run, scene, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def full_turn(state, *moves):
    """A turn for the objectives: who is there at the start, some moves, who is there at the end; the events."""
    note_presence(state, scene())
    for unit, label in moves:
        unit.cell = cell(label)
    doing = Doing(dice("script:", 0), state.turn)
    judge_control(state, scene(), doing)
    return [event.kind for event in doing.events]


@pytest.mark.rules("3.6b", "3.6c", "3.6d", "3.6e", "3.6a")
def test_the_crossroads_fall_after_two_full_turns():
    one, two = vehicle("S1", "1205"), vehicle("S2", "1306")
    state = position(one, two, vehicle("G1", "2401"), step="over")
    assert full_turn(state, (one, "1206")) == []  # it arrives: not a full turn
    assert full_turn(state) == []
    # Another vehicle may take over the watch.
    assert full_turn(state, (one, "1205"), (two, "1206")) == ["captured"]
    assert state.holds[0].holder == "soviet"
    assert full_turn(state, (two, "1306")) == []
    assert state.holds[0].holder == "soviet"  # it need not be held on


@pytest.mark.rules("3.6f", "3.6d")
def test_trucks_capture_nothing():
    lorry = vehicle("S1", "2006", card="Truck")
    state = position(lorry, vehicle("G1", "2401"), step="over")
    assert full_turn(state) == []
    assert state.holds[1].holder == "german"
    lorry.type = "T-70 M42"
    assert full_turn(state) == ["captured"]


@pytest.mark.rules("3.6g")
def test_a_contested_objective_is_nobodys():
    state = position(vehicle("S1", "2006"), vehicle("G1", "2006"), step="over")
    assert full_turn(state) == ["contested"]
    assert state.holds[1].holder == ""


@pytest.mark.rules("4.6.2a", "4.5.1.1.9d", "4.5.1.1.9a")
def test_points_decide_after_the_last_turn():
    dead, hurt, away = vehicle("S1", "0101"), vehicle("S2", "0102", damaged=True), vehicle("G1", "0101")
    state = position(dead, hurt, away, vehicle("G2", "2401"), step="over", turn=8)
    dead.status, away.status = "knocked out", "exited"
    points = score(state, scene())
    # A T-34 eliminated, half for a damaged one, 15 for leaving over the western edge; the bridge gives Germans nothing.
    assert points == {"soviet": 0, "german": 66 + 33 + 15}
    outcome = judge(state, scene())
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("german", "decisive victory, 114 points ahead")
    state.turn = 7
    assert judge(state, scene()) is None


@pytest.mark.rules("4.6.2b", "4.6.2a")
def test_a_game_goes_on_while_anything_can_change():
    state = position(vehicle("S1", "0101"), vehicle("G1", "2401"), step="over", turn=3)
    state.units[1].status = "knocked out"
    assert judge(state, scene()) is None  # the objectives are still to be had
    for hold in state.holds:
        hold.holder = "soviet"
    outcome = judge(state, scene())
    assert outcome is not None
    assert outcome.winner == "soviet"


@pytest.mark.rules("4.6", "4.6.1a", "4.6.1b", "4.6.1e")
def test_unused_commands_are_turned_up_and_removed():
    table = commanded(vehicle("S1", "0101", command="OW"), vehicle("G1", "2401", command="NC"), step="over")
    table.state.stack = [table.state.stack[0].__class__("adjustment")]
    kinds = run(table.state)
    assert kinds.count("turned_up") == 2
    assert {unit.command for unit in table.state.units} == {""}
    assert table.state.turn == 2
    bad = commanded(vehicle("S1", "0101", command="MOVE"), vehicle("G1", "2401"), step="over")
    bad.state.stack = [bad.state.stack[0].__class__("adjustment")]
    with pytest.raises(AssertionError, match="unused MOVE"):
        run(bad.state)


@pytest.mark.rules("2.0a", "2.0b", "3.3b", "3.8a")
def test_setup_in_order_and_in_the_zones():
    state = GAME.setup("panzer/test", {}, "script:")
    table = Table(state)
    assert [unit.id for unit in state.units] == ["S1", "S2", "S3", "S4", "G1", "G2", "G3"]
    assert table.asked() == {"soviet": "deploy"}
    assert table.refused("soviet", "S1 0101 A\nS2 0102 A\nS3 0707 A") == "2.0a"
    assert table.refused("soviet", "S1 0101 A\nS2 0101 B") == "2.0a"
    table.order("soviet", "S1 0101 A\nS2 0101 B\nS3 0505 C")  # two in one hex is no harm
    assert table.asked() == {"german": "deploy"}
    assert table.refused("german", "G1 2301 A\nG2 2301 E\nG3 2301 E") == "3.3b"
    table.give("german", GAME.legal(table.state, "german").idle or Order(""))
    assert table.state.turn == 1
    assert table.asked() == {"soviet": "command", "german": "command"}
    assert {unit.facing for unit in table.state.units if unit.side == "german"} == {4}
