"""Moves as they are carried out (4.5): what is told at each action, entering, leaving, stopping, and going back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hulldown.core.dice import dice
from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import movement
from hulldown.games.panzer.rules.driving import AHEAD, LEAVE, STAY, TURN
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.state import EXITED, KNOCKED_OUT, OFF_MAP, ON_MAP, SPOT_MOVE, WAITING, Mover, Wreck
from support.panzer_field import cell, commanded, field, scene, staged, task, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def mover(hex_, facing="A", card="T-34/76 M43", **state):
    return commanded(
        vehicle("S1", hex_, facing, card, command="MOVE", **state), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip


def actions(table, order):
    return movement.plan(table.state, scene(), order).actions


@pytest.mark.rules("4.5.1.1d", "3.3c", "3.3d", "4.5.1.1.7a")
def test_the_actions_that_an_order_means():
    table = mover("1003", "A")
    assert actions(table, task("S1", "MOVE", "1002")) == [AHEAD + 0]
    assert actions(table, task("S1", "MOVE", "1004")) == [TURN + 3, AHEAD + 3]
    assert actions(table, task("S1", "REVERSE", "1004")) == [23]
    assert actions(table, task("S1", "REVERSE", "1002")) == [TURN + 3, 20]
    assert actions(table, task("S1", "MIXED", "1002", "1003", choice="fr")) == [AHEAD + 0, 23]
    assert actions(table, task("S1", "MOVE", "1002", facing="C")) == [AHEAD + 0, TURN + 2]
    assert actions(table, task("S1", "MOVE", "1002", facing="A")) == [AHEAD + 0], "it faces there already"
    assert actions(table, task("S1", "TURN", facing="F")) == [TURN + 5]
    assert actions(table, task("S1", "STAY")) == [STAY]


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.9a")
def test_it_leaves_over_the_side_it_heads_for_or_the_one_named():
    table = mover("1001", "B")
    # From 1001, an even column, only north is off the map.
    outward = [way for way in range(6) if field().board.neighbours[cell("1001")][way] < 0]
    assert outward == [0]
    assert actions(table, task("S1", "MOVE", choice="exit")) == [TURN + 0, LEAVE + 0]
    assert actions(table, task("S1", "REVERSE", choice="exit")) == [TURN + 3, LEAVE + 0]
    corner = mover("0101", "E")
    outward = [way for way in range(6) if field().board.neighbours[cell("0101")][way] < 0]
    assert 4 in outward
    assert 5 in outward
    assert actions(corner, task("S1", "MOVE", choice="exit")) == [LEAVE + 4]
    assert actions(corner, task("S1", "MOVE", facing="F", choice="exit")) == [TURN + 5, LEAVE + 5]
    assert actions(corner, task("S1", "REVERSE", choice="exit")) == [LEAVE + 1], "rear first to the north-east"


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.5a")
@pytest.mark.parametrize("card", ["T-34/76 M43", "Truck"])
def test_it_leaves_by_its_road_where_nothing_is_left_for_the_nearer_side(card):
    """I15: the road goes on to the south-west, the vehicle comes into the last hex heading north-west."""
    for column in range(2, 13):
        table = commanded(vehicle("S1", f"{column:02}06", "F", card, command="MOVE"), step="move2", first="german")
        way = " ".join(f"{one:02}06" for one in range(column - 1, 0, -1))
        by_road = table.refused("soviet", f"S1 MOVE {way} E exit")
        assert table.refused("soviet", f"S1 MOVE {way} exit") == by_road
        assert bool(by_road) == (column > cards()[card].road)


@pytest.mark.rules("4.5.1.1.9c")
def test_it_comes_on_facing_inward_as_near_as_possible_to_its_way():
    ground = field()
    west = cell("0106")
    inward = {way for way in range(6) if ground.board.neighbours[west][(way + 3) % 6] < 0}
    assert inward == {1, 2}
    assert movement.entry_facing(ground, west, 1) == 1
    assert movement.entry_facing(ground, west, 2) == 2
    assert movement.entry_facing(ground, west, 3) == 2
    assert movement.entry_facing(ground, west, 0) == 1
    assert movement.entry_facing(ground, west, 5) == 1
    assert movement.entry_facing(ground, west, -1) == 2, "the middle one where nothing is wished"
    assert movement.entry_facing(ground, cell("1006"), 4) == 4, "inside the map every way is inward"


@pytest.mark.rules("4.5.1.1.9c", "4.5b", "4.5f", "4.5.1.1.2a")
def test_coming_on_is_told_paid_and_marked_and_may_be_put_off():
    late = vehicle("S4", "0101", card="T-70 M42", command="MOVE")
    late.group, late.status, late.cell = 1, WAITING, OFF_MAP
    table = commanded(late, truck(), vehicle("G1", "2412", card="Truck"), step="move2", first="german", turn=2)
    assert table.refused("soviet", "S4 MOVE 1006") == "4.5.1.1.9c"
    off = commanded(late, truck(), vehicle("G1", "2412", card="Truck"), step="move2", first="german", turn=2)
    off.order("soviet", "S4 STAY")
    assert (off.unit("S4").status, off.unit("S4").mark, off.unit("S4").moved) == (WAITING, "", True)
    assert "stays" not in off.kinds(), "there is nothing to see"
    table.order("soviet", "S4 MOVE 0106 0206")
    assert table.at("S4") in ("0206B", "0206C")
    told = [
        (event.kind, event.rule, event.data["hex"], event.data["cost"])
        for event in table.events
        if "cost" in event.data
    ]
    assert told == [("entered", "4.5.1.1.9c", "0106", 1), ("moved", "4.5.1.1.2a", "0206", 1)]
    assert (table.unit("S4").status, table.unit("S4").mark) == (ON_MAP, SPOT_MOVE)


@pytest.mark.rules("4.5.1.1.9a", "4.5.1.1.9d")
def test_leaving_is_told_with_the_hex_left():
    table = mover("1001", "A")
    table.order("soviet", "S1 MOVE exit")
    assert table.event("left") == {"unit": "S1", "hex": "1001"}
    assert (table.unit("S1").status, table.unit("S1").cell) == (EXITED, cell("1001"))


@pytest.mark.rules("4.5b", "4.5f", "4.5g", "4.5.1.1.8a", "4.5.1.1.4b")
def test_what_is_told_of_turns_and_stays():
    table = mover("1003", "A")
    table.order("soviet", "S1 STAY")
    assert table.event("stays") == {"unit": "S1", "hex": "1003", "facing": "A", "cost": 0}
    assert table.event("revealed") == {"unit": "S1", "command": "MOVE"}
    assert (table.unit("S1").mark, table.unit("S1").moved, table.unit("S1").known) == (SPOT_MOVE, True, True)
    table = mover("1003", "A")
    table.order("soviet", "S1 TURN C")
    assert table.event("turned") == {"unit": "S1", "hex": "1003", "facing": "C", "cost": field().turn[cell("1003")]}


@pytest.mark.rules("4.5.1.1.10b")
def test_a_mover_that_cannot_stay_with_an_enemy_goes_back():
    def finished(before, start, *others):
        table = mover("1003", "A")
        state = table.state
        unit = table.unit("S1")
        state.units[2].cell = cell("1003")
        state.units += others
        state.mover = Mover(0, movement.progress_of(state, scene(), 0), [], start, 0, before)
        made = Doing(dice("script:", 0), 1)
        movement.finish(state, scene(), made)
        assert state.mover is None
        assert unit.moved
        return unit, [dict(event.data) for event in made.events if event.kind == "backed_up"]

    unit, told = finished(cell("1004"), cell("1005"))
    assert (unit.cell, told) == (cell("1004"), [{"unit": "S1", "hex": "1004"}])
    # An enemy is there too: back to the start. A wreck is no enemy, nor is a friend.
    unit, told = finished(cell("1004"), cell("1005"), vehicle("G2", "1004"))
    assert (unit.cell, told) == (cell("1005"), [{"unit": "S1", "hex": "1005"}])
    dead = vehicle("G3", "1004")
    dead.status = KNOCKED_OUT
    unit, _ = finished(cell("1004"), cell("1005"), dead, vehicle("S5", "1004"))
    assert unit.cell == cell("1004")
    # It had only just come onto the map.
    unit, told = finished(OFF_MAP, OFF_MAP)
    assert (unit.status, unit.mark, unit.cell) == (WAITING, "", OFF_MAP)
    assert told == [{"unit": "S1", "hex": "the edge of the map"}]


@pytest.mark.rules("4.5a", "4.5d", "4.2.1d")
def test_those_must_move_that_have_a_command_to_and_have_not():
    table = mover("1003", "A")
    state = table.state
    assert movement.to_move(state, scene(), "soviet") == [0, 1]
    assert movement.to_move(state, scene(), "german") == []
    state.units[1].moved = True
    assert movement.to_move(state, scene(), "soviet") == [0]
    state.units[1].moved, state.units[0].command = False, "OW"
    assert movement.to_move(state, scene(), "soviet") == [1]
    state.units[0].command, state.units[0].status = "HALT", EXITED
    assert movement.to_move(state, scene(), "soviet") == [1]
    state.units[0].status = WAITING
    assert movement.to_move(state, scene(), "soviet") == [0, 1]


@pytest.mark.rules("4.5.1.1.5g", "4.5.1.1.10a", "4.5.1.1.2-brew-up-smoke")
def test_what_stands_around_a_mover():
    table = mover("1003", "A")
    state = table.state
    state.wrecks = [Wreck(cell("1005"), True), Wreck(cell("1006"), False), Wreck(cell("1007"), True, True)]
    gone = vehicle("G2", "1101")
    gone.status = KNOCKED_OUT
    state.units += [gone, vehicle("S5", "1003"), vehicle("G3", "2412")]
    around = movement.surroundings(state, "soviet")
    assert set(around.smoke) == {cell("1005"), cell("1007")}
    assert set(around.wrecks) == {cell("1005"), cell("1006"), cell("1007")}
    assert set(around.foes) == {cell("2412")}
    assert dict(around.counts) == {cell("1003"): 2, cell("0112"): 1, cell("2412"): 2}


@pytest.mark.rules("4.5.1.1.5c", "4.5.1.1.7a", "4.5.1.1.9b", "4.5.1.1.9c")
def test_at_the_end_of_a_route_it_faces_along_it_front_or_rear_first():
    board = field().board
    for first, step in ((2, 1), (11, -1)):
        labels = [f"{first + step * number:02d}06" for number in range(10)]
        for count in (4, 5):
            kind = {"REVERSE": 3, "MOVE": 0}
            for name, turn in kind.items():
                start = (board.direction(cell(labels[0]), cell(labels[1])) + turn) % 6
                table = mover(labels[0], "ABCDEF"[start])
                hexes = labels[1 : 1 + (count if name == "REVERSE" else count + 3)]
                found = movement.plan(table.state, scene(), task("S1", name, *hexes))
                assert found.fault is None
                at = labels.index(hexes[-1])
                onward = board.direction(cell(labels[at]), cell(labels[at + 1]))
                assert found.actions[-1] == TURN + (onward + turn) % 6, (labels[0], name, count)


@pytest.mark.rules("4.5.1.1.8c", "4.5.1.1.8a", "4.5.1.1.1d", "4.5.1.1.7a")
def test_every_facing_is_offered_and_every_way_to_move():
    table = mover("1003", "A")
    (found,) = [entry for entry in GAME.legal(table.state, "soviet").units if entry.unit == "S1"]
    offered = {option.kind: (option.rule, option.facings) for option in found.options}
    assert offered == {
        "STAY": ("4.5.1.1.8a", ()), "TURN": ("4.5.1.1.8c", (0, 1, 2, 3, 4, 5)),
        "MOVE": ("4.5.1.1.1d", (0, 1, 2, 3, 4, 5)), "REVERSE": ("4.5.1.1.7a", (0, 1, 2, 3, 4, 5)),
    }  # fmt: skip


HAIRPIN = """
format = 1
name = "hairpin"
title = "A road with a hairpin bend"
columns = 9
rows = 9
high_columns = "odd"
[legend]
"." = "clear"
[layers]
terrain = '''
.........
.........
.........
.........
.........
.........
.........
.........
.........
'''
[[lines]]
kind = "road"
path = ["0104", "0204", "0305", "0405", "0506", "0406", "0307"]
[edges]
north = { side = "north" }
"""


@pytest.mark.rules("4.5.1.1.5c", "4.5.1.1.9b")
def test_rear_first_round_a_sharp_bend_it_still_faces_along_the_route():
    ground = Ground(board_from_toml(HAIRPIN, "hairpin"))
    at = ground.board.by_label
    way = ["0104", "0204", "0305", "0405", "0506"]
    travel = [ground.board.direction(at[one], at[two]) for one, two in pairwise(way)]
    onward = ground.board.direction(at["0506"], at["0406"])
    assert (travel[-1], onward) == (2, 4), "a turn of two hexsides"
    table = mover("1003", "A")
    unit = table.unit("S1")
    unit.cell, unit.facing = at["0104"], (travel[0] + 3) % 6
    order = Task("S1", "REVERSE", tuple(at[label] for label in way[1:]))
    found = movement.plan(table.state, staged(ground), order)
    assert found.fault is None
    assert found.actions[-1] == TURN + (onward + 3) % 6
