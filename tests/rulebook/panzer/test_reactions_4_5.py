"""What a mover owes the enemy: chances for overwatch (G5), driving out of his hex (I13), leaving the map for good."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.movement import plan
from support.panzer_field import Table, cell, commanded, field, scene, task, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def watched(*others, facing="D", script="99", **state):
    """S1 is to move in front of G1, which is on overwatch."""
    return commanded(
        vehicle("S1", "1001", facing, command="MOVE", **state), truck(), vehicle("G1", "1006", "A", command="OW"),
        *others, script=script, first="german", step="move2",
    )  # fmt: skip


@pytest.mark.rules("4.5.1.1.4f", "4.5.1.1.8b", "4.5.1.1b")
def test_every_turn_is_a_chance_for_overwatch():
    table = watched().order("soviet", "S1 TURN A")
    assert table.asked() == {"german": "overwatch"}
    assert table.event("turned")["cost"] == 1
    # Free turns count as well: one before the step, one at the end of the move.
    table = watched().order("soviet", "S1 MOVE 1102 D")
    assert table.asked() == {"german": "overwatch"}
    assert table.at("S1") == "1001C"
    table.order("german", "pass")
    assert table.at("S1") == "1102C"
    table.order("german", "pass")
    assert table.at("S1") == "1102D"
    assert table.asked() == {"german": "overwatch"}
    table.order("german", "G1 OW S1")
    assert table.event("shot")["net"] == -3


@pytest.mark.rules("4.5.1.1.8b", "4.5.1.1.8a", "4.5g")
def test_a_turn_to_the_facing_it_has_already_is_a_stay_and_draws_fire():
    """G5: no order for a Move command goes by without a chance to react."""
    table = watched().order("soviet", "S1 TURN D")
    assert "stays" in table.kinds()
    assert table.unit("S1").mark == "move"
    assert table.asked() == {"german": "overwatch"}
    table.order("german", "G1 OW S1")
    assert table.event("shot")["net"] == -3


@pytest.mark.rules("4.5.1.1b", "4.5.1.1d", "4.5.1a")
@pytest.mark.parametrize(("order", "at"), [("S1 MOVE 1002", "1002D"), ("S1 TURN C", "1001C")])
def test_who_is_fired_on_where_its_orders_end_may_go_on_with_what_is_left(order, at):
    """G7: nobody has said that the move is over; costs are called out hex by hex."""
    table = watched().order("soviet", order).order("german", "G1 OW S1")
    assert (table.asked(), table.at("S1")) == ({"soviet": "move"}, at)
    assert [unit.unit for unit in GAME.legal(table.state, "soviet").units] == ["S1"]
    assert table.state.mover.progress.spent == (order == "S1 MOVE 1002")
    table.order("soviet", "S1 STAY")
    assert table.unit("S1").moved


@pytest.mark.rules("4.5.1.1.8a", "4.5.1.1.8b")
def test_a_declared_stay_is_the_end_of_the_move_though_it_is_fired_on():
    table = watched().order("soviet", "S1 STAY").order("german", "G1 OW S1")
    assert table.unit("S1").moved


@pytest.mark.rules("4.5.1.1.4b", "4.5.1.1.3d", "4.4.3.2.6-damaged-d")
def test_nobody_is_asked_who_could_only_stay():
    """With nothing left to spend a vehicle may turn by one side, which is free; then nothing is left to ask about."""
    table = watched(damaged=True).order("soviet", "S1 MOVE 1002 1003").order("german", "pass")
    table.order("german", "G1 OW S1")
    assert table.state.mover.progress.spent == table.state.mover.progress.allowance
    assert table.asked() == {"soviet": "move"}
    table = watched(damaged=True).order("soviet", "S1 MOVE 1002 1003 C")
    for answer in ("pass", "pass", "G1 OW S1"):
        table.order("german", answer)
    assert table.unit("S1").moved


def on_the_road(script="99", **state):
    """S1 has driven six hexes of the road, more than it could across country, when G1 fires at it on a bend."""
    table = commanded(
        vehicle("S1", "1206", "F", command="MOVE", **state), truck(), vehicle("G1", "0610", "A", command="OW"),
        script=script, first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1106 1006 0906 0806 0706 0606 0506")
    while table.at("S1")[:4] != "0606":
        table.order("german", "pass")
    return table


@pytest.mark.rules("4.5.1.1.5c", "4.5.1a")
def test_who_breaks_off_on_a_bend_of_its_road_turns_along_it():
    table = on_the_road().order("german", "G1 OW S1")
    assert (table.asked(), table.at("S1")) == ({"soviet": "move"}, "0606E")
    assert not table.state.mover.progress.open
    table.order("soviet", "S1 STAY")
    assert table.at("S1") == "0606F"
    across = watched().order("soviet", "S1 MOVE 1002 1003").order("german", "G1 OW S1").order("soviet", "S1 STAY")
    assert across.at("S1") == "1002D"


@pytest.mark.rules("4.4.2g", "4.2f", "4.1d", "4.4.2d")
def test_overwatch_sees_no_farther_than_the_spotting_range():
    """On the road in heavy woods a mover is spotted to 10 hexes, whatever the gun reaches."""
    for hex_, asked in (("1506", {"german": "overwatch"}), ("1606", {"soviet": "move"})):
        table = commanded(
            vehicle("S1", "0406", "C", command="MOVE"), vehicle("S2", "0101", command="MOVE"),
            vehicle("G1", hex_, "E", command="OW"), first="german", step="move2", script="99",
        )  # fmt: skip
        assert field().sees(cell("0506"), cell(hex_))
        table.order("soviet", "S1 MOVE 0506")
        while table.asked() == {"german": "overwatch"} and table.at("S1")[:4] != "0506":
            table.order("german", "pass")
        assert table.unit("S1").cell == cell("0506")
        assert table.asked() == asked
    # At 11 hexes neither the question nor the order is possible; at 10 the shot is.
    assert table.unit("S1").mark == "move"


# 4.5.1.1.10b: opposing vehicles never end their movement in one hex.


def through_an_enemy(script="99", card="T-34/76 M43", damaged=False):
    """S1 drives south through the truck in 1002, under the gun of G1."""
    table = commanded(
        vehicle("S1", "1001", "D", card, command="MOVE", damaged=damaged), truck(),
        vehicle("G1", "1006", "A", "PzKpfw IIIM", command="OW"), vehicle("G2", "1002", card="Truck"),
        script=script, first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1002 1003")
    assert table.at("S1") == "1002D"
    return table.order("german", "G1 OW S1")


@pytest.mark.rules("4.5.1.1.10b")
def test_who_is_fired_on_in_an_enemys_hex_drives_on():
    """I13: only who cannot go on is put back; to stop there of one's own will is refused."""
    table = through_an_enemy()
    assert table.asked() == {"soviet": "move"}
    assert table.refused("soviet", "S1 STAY") == "4.5.1.1.10b"
    assert [one.rule for one in GAME.check(table.state, "soviet", Order("move", choice="stay"))] == ["4.5.1.1.10b"]
    assert table.refused("soviet", "S1 TURN C") == "4.5.1.1.10b"
    assert table.refused("soviet", "S1 MOVE 1003") == ""
    assert table.refused("soviet", "S1 REVERSE 1001") == ""
    legal = GAME.legal(table.state, "soviet")
    assert legal.choices == ()
    assert {option.kind for option in legal.units[0].options} == {"MOVE", "REVERSE"}
    # The answer given for an absent side is a legal one.
    assert legal.idle is not None
    assert GAME.check(table.state, "soviet", legal.idle) == []
    table.give("soviet", legal.idle)
    assert table.at("S1")[:4] != "1002"
    assert "backed_up" not in table.kinds()


@pytest.mark.rules("4.5.1.1.10b", "4.5.1.1.10a")
def test_who_cannot_drive_on_is_put_back_into_the_hex_it_came_from():
    """I13: damaged with one point left, nothing is left of it."""
    table = through_an_enemy("1", "T-70 M42", damaged=False)
    assert table.unit("S1").damaged
    assert table.refused("soviet", "S1 MOVE 1003") == ""  # one of four spent, half of three is one
    table = commanded(
        vehicle("S1", "1001", "D", "T-70 M42", command="HALT"), truck(),
        vehicle("G1", "1006", "A", "PzKpfw IIIM", command="OW"), vehicle("G2", "1002", card="Truck"),
        script="1", first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1002 1003").order("german", "G1 OW S1")
    assert table.unit("S1").damaged
    assert table.unit("S1").moved, "it is not asked: it could do nothing"
    assert table.event("backed_up") == {"unit": "S1", "hex": "1001"}
    assert table.at("S1") == "1001D"


# 4.5.1.1.9: off the map.


@pytest.mark.rules("4.5.1.1.9a", "4.5.1.1.9d")
def test_who_left_the_map_gets_no_command_any_more():
    table = commanded(
        vehicle("G1", "0101", "E", command="MOVE"), vehicle("G2", "2301"), vehicle("S1", "2412", card="Truck"),
        step="move2", first="soviet", script="1 99",
    )  # fmt: skip
    table.order("german", "G1 MOVE exit")
    while table.state.turn == 1:
        side = next(iter(table.asked()))
        idle = GAME.legal(table.state, side).idle
        assert idle is not None
        table.give(side, idle)
    assert table.unit("G1").status == "exited"
    assert table.asked()["german"] == "command"
    named = [unit.unit for unit in GAME.legal(table.state, "german").units]
    assert "G2" in named
    assert "G1" not in named
    assert table.refused("german", "G1 MOVE") == "3.1a"
    # It is not eliminated: no wreck, and no points for the enemy.
    assert table.state.wrecks == []
    assert GAME.view(table.state, None).facts["soviet points"] == 0


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.7b")
def test_backing_off_the_map_costs_twice_the_hex_that_is_left():
    """A SU-76M has 5 points: two hexes ahead and the edge, or one hex back and the edge, which is 4."""

    def fault(table: Table, *one: object, **more: str) -> str:
        found = plan(table.state, scene(), task("S1", *one, **more)).fault  # type: ignore[arg-type]
        return found[0] if found else ""

    def at(hex_: str, facing: str) -> Table:
        return commanded(
            vehicle("S1", hex_, facing, "SU-76M M43", command="MOVE"), truck(), vehicle("G1", "2412", card="Truck"),
            step="move2", first="german",
        )  # fmt: skip

    assert fault(at("1001", "D"), "REVERSE", choice="exit") == ""
    assert fault(at("1002", "D"), "REVERSE", "1001", choice="exit") == ""
    assert fault(at("1003", "D"), "REVERSE", "1002", "1001", choice="exit") == "4.5.1.1.3d"
    assert fault(at("1003", "A"), "MOVE", "1002", "1001", choice="exit") == ""
    assert fault(at("1005", "A"), "MOVE", "1004", "1003", "1002", "1001", choice="exit") == ""
    assert fault(at("1006", "A"), "MOVE", "1005", "1004", "1003", "1002", "1001", choice="exit") == "4.5.1.1.3d"


@pytest.mark.rules("4.2.1b", "4.2.1c", "4.2b", "4.2c", "4.2d")
@pytest.mark.parametrize(
    ("command", "fires", "moves"),
    [("FIRE", True, False), ("MOVE", False, True), ("HALT", True, True), ("OW", False, False), ("NC", False, False)],
)
def test_a_command_allows_its_own_actions_only(command, fires, moves):
    table = commanded(
        vehicle("S1", "1001", "D", command=command), vehicle("S2", "1101", "D", command="FIRE"), truck(),
        vehicle("G1", "1003", "A"), vehicle("G2", "1103", "A"), script="99 99",
        modes={"soviet": "PRESET", "german": "PRESET"},
    )  # fmt: skip
    assert table.asked() == {"soviet": "fire"}
    assert ("S1" in [unit.unit for unit in GAME.legal(table.state, "soviet").units]) == fires
    assert table.refused("soviet", "S1 FIRE G1") == ("" if fires else "4.4.1g")
    table.order("soviet", "S2 FIRE G2" + ("\nS1 FIRE G1" if fires else ""))
    assert table.unit("S1").fired == fires
    assert table.asked() == {"soviet": "move"}  # the truck has a Move command in any case
    assert ("S1" in [unit.unit for unit in GAME.legal(table.state, "soviet").units]) == moves
    assert table.refused("soviet", "S1 MOVE 1102") == ("" if moves else "4.5.1.1a")
