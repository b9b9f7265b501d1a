"""Movement (4.5): costs, turns, routes, reverse, the one-hex minimum, entering and leaving; the worked examples."""

from __future__ import annotations

import pytest

from hulldown.core.mapfile import board_from_toml
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.driving import allowances, fresh
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.movement import plan, surroundings
from hulldown.games.panzer.rules.state import Unit, Wreck
from support.panzer_field import (
    Table,
    cell,
    commanded,
    field,
    position,
    scene,
    task,
    the_field,
    truck,
    vehicle,
)


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


CREST = """
format = 1
name = "crest"
title = "Crest"
columns = 1
rows = 3
high_columns = "odd"
[legend]
"." = "clear"
[layers]
terrain = '''
.
.
.
'''
[[hexsides]]
terrain = "crest"
sides = ["0101D"]
"""


def mover(hex_, facing="A", card="SU-76M M43", command="MOVE", **state):
    """A table at which S1 is to move; the other side has passed on everything."""
    return commanded(
        vehicle("S1", hex_, facing, card, command=command, **state), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip


def faults(table, *tasks):
    """The rule that forbids each order, "" where it is legal."""
    found = [plan(table.state, scene(), one).fault for one in tasks]
    return [fault[0] if fault else "" for fault in found]


@pytest.mark.rules("4.5.1.1.1-ex1", "3.7-ex1", "3.7c", "3.7d", "3.7e", "4.5.1.1.1d", "4.5.1.1.1e", "4.5.1.1.1f")
def test_allowances_of_the_su_76m():
    card = cards()["SU-76M M43"]
    assert (card.cross_country, card.traction, card.path, card.road) == (5, "T", 6, 10)
    assert allowances(card, False, False) == (5, 6, 10)
    assert allowances(card, True, False) == allowances(card, False, True) == (2, 3, 5)
    assert allowances(card, True, True) == (1, 1, 2)
    assert allowances(cards()["Truck"], True, True)[0] == 1  # never below 1


@pytest.mark.rules("4.5.1.1.2-ex1", "4.5.1.1.2a", "4.5.1.1.2b", "4.5.1.1.3d", "4.5.1.1.1g")
def test_clear_costs_1_and_rough_4():
    table = mover("0706", "D")
    # South through 0707 into the rough of 0708: 1 and 4 are all five points.
    assert faults(table, task("S1", "MOVE", "0707", "0708")) == [""]
    assert faults(table, task("S1", "MOVE", "0707", "0708", "0709")) == ["4.5.1.1.3d"]
    # Nothing is kept for later: a new move begins with the whole allowance.
    assert fresh(cards()["SU-76M M43"], False, False).allowance == 5


@pytest.mark.rules("4.5.1.1.2-ex2", "4.5.1.1.2-slope-crest-a", "4.5.1.1.5n", "4.5.1.1.5-ex2")
def test_levels_cost_one_each_and_one_less_on_a_road():
    climb = field().cross["T"][cell("0412")][0]
    assert climb == 1 + 1  # clear ground, one level
    assert field().route["T"][cell("0412")][0] == 1  # the level is free along the road
    assert field().climb[cell("0408")][3] == 2
    assert field().cross["T"][cell("0408")][3] == 1 + 2
    assert field().cross["W"][cell("0408")][3] == 0  # wheels climb one level at a time


@pytest.mark.rules("4.5.1.1.4-ex1", "4.5.1.1.4a", "4.5.1.1.4b", "4.5.1.1.4c", "4.5.1.1.4d", "4.5.1.1.4e")
def test_4_5_1_1_4_woods_and_a_turn_of_two_sides_spend_five_points():
    table = mover("0903", "D")
    table.order("soviet", "S1 MOVE 0904 F")
    assert table.at("S1") == "0904F"
    costs = [event.data["cost"] for event in table.events if event.kind in ("moved", "turned")]
    assert costs == [3, 2]
    table = mover("0902", "D")
    # One point less to begin with: the turn is too much, one side would be free.
    assert faults(table, task("S1", "MOVE", "0903", "0904", facing="F")) == ["4.5.1.1.4e"]
    assert faults(table, task("S1", "MOVE", "0903", "0904", facing="C")) == [""]
    assert faults(table, task("S1", "REVERSE", "0901", facing="F")) == [""]


@pytest.mark.rules("4.5.1.1.4b", "4.5.1.1.8c", "3.3b", "3.3c", "4.5.1.1d")
def test_it_faces_where_it_drives():
    table = mover("0807", "A")
    table.order("soviet", "S1 MOVE 0907 1007")
    assert [event.kind for event in table.events] == ["revealed", "turned", "moved", "turned", "moved"]
    # The way bends by one side in 0907, which is free.
    assert table.at("S1")[:4] == "1007"
    turned = mover("0807", "A").order("soviet", "S1 TURN D")
    assert turned.at("S1") == "0807D"
    assert turned.event("turned")["cost"] == 1


@pytest.mark.rules("3.3d", "4.5.1.1.7a", "4.5.1.1.7b")
def test_driving_back_costs_double_and_keeps_the_facing():
    table = mover("0807", "A")
    table.order("soviet", "S1 REVERSE 0808 0809")
    assert table.at("S1") == "0809A"
    assert [event.data["cost"] for event in table.events if event.kind == "moved"] == [2, 2]
    table = mover("0807", "A")
    table.order("soviet", "S1 MOVE 0806 r0807")
    assert table.at("S1") == "0807A"
    assert faults(mover("0807"), task("S1", "REVERSE", "0808", "0809", "0810")) == ["4.5.1.1.3d"]


@pytest.mark.rules("4.5.1.1.3a", "4.5.1.1.3b", "4.5.1.1.3c", "4.5.1.1.3d")
def test_one_hex_is_always_possible():
    table = mover("0707", "D", command="HALT")  # 2 points, rough costs 4
    assert faults(
        table,
        task("S1", "MOVE", "0708"),
        task("S1", "MOVE", "0708", facing="C"),
        task("S1", "MOVE", "0708", "0709"),
        task("S1", "MOVE", "0708", facing="A"),
    ) == ["", "", "4.5.1.1.3a", "4.5.1.1.4e"]
    assert faults(mover("0707", "A", command="HALT"), task("S1", "REVERSE", "0708")) == [""]
    # Turning by more than a side was paid for: no longer.
    assert faults(mover("0707", "A", command="HALT"), task("S1", "MOVE", "0708")) == ["4.5.1.1.3d"]


@pytest.mark.rules("4.5.1.1.2-wall-hedgerow-a", "4.5.1.1.2-wall-hedgerow-b")
def test_a_hedgerow_takes_the_whole_allowance():
    table = mover("1602", "A")
    assert faults(table, task("S1", "MOVE", "1601"), task("S1", "MOVE", "1601", "1701")) == ["", "4.5.1.1.3a"]
    assert faults(mover("1603", "A"), task("S1", "MOVE", "1602", "1601")) == ["4.5.1.1.3d"]
    assert faults(mover("1604", "A"), task("S1", "MOVE", "1603")) == [""]
    assert faults(mover("1604", "A", "Truck"), task("S1", "MOVE", "1603")) == ["4.5.1.1.2e"]


@pytest.mark.rules("4.5.1.1.5a", "4.5.1.1.5b", "4.5.1.1.5c", "4.5.1.1.5d", "4.5.1.1.5l")
def test_along_the_road_every_hex_costs_one():
    road = ["0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906", "1006", "1106", "1206"]
    table = mover("0106", "C")
    assert faults(table, task("S1", "MOVE", *road[:10])) == [""]
    assert faults(table, task("S1", "MOVE", *road)) == ["4.5.1.1.3d"]
    # Leaving the road makes it cross-country for the entire move; so does another facing at the end.
    assert faults(table, task("S1", "MOVE", *road[:6], "0707")) == ["4.5.1.1.3d"]
    assert faults(table, task("S1", "MOVE", *road[:8], facing="A")) != [""]
    # Any facing at the start; the bend at the end is taken along the road by itself.
    table = mover("0106", "A")
    table.order("soviet", "S1 MOVE " + " ".join(road[:7]))
    assert table.unit("S1").cell == cell("0806")
    assert field().ways[cell("0806")][table.unit("S1").facing] == "road"
    # Heavy woods in 0506 are passed on the road and entered no other way.
    assert faults(mover("0505", "D"), task("S1", "MOVE", "0506")) == ["4.5.1.1.2e"]


@pytest.mark.rules("4.5.1.1.5-ex1", "4.5.1.1.5e", "4.5.1.1.5f")
def test_4_5_1_1_5_six_road_and_four_path_hexes_go_at_road_rate():
    way = ["0706", "0806", "0906", "1006", "1106", "1206", "1306", "1406", "1506", "1606"]
    assert faults(mover("0606", "C"), task("S1", "MOVE", *way)) == [""]
    # Five and five: the path's rate of 6 is not enough.
    assert faults(mover("0706", "C"), task("S1", "MOVE", *way[1:], "1706")) == ["4.5.1.1.3d"]
    assert faults(mover("0906", "C"), task("S1", "MOVE", *way[3:9])) == [""]


@pytest.mark.rules("4.5.1.1.5g", "4.5.1.1.5h", "4.5.1.1.5i", "4.5.1.1.10a", "4.5.1.1.10c")
def test_wrecks_enemies_and_crowds_end_the_use_of_the_road():
    way = task("S1", "MOVE", "0206", "0306", "0406", "0506", "0606", "0706")
    table = mover("0106", "C")
    table.state.units.append(vehicle("S8", "0306"))
    assert faults(table, way) == [""]
    table.state.wrecks.append(Wreck(cell("0306"), False))
    assert faults(table, way) == ["4.5.1.1.3d"]
    table.state.wrecks.clear()
    table.state.units.append(vehicle("G8", "0306"))
    assert faults(table, way) == ["4.5.1.1.3d"]
    # Across country both are passed at no cost of their own.
    assert faults(table, task("S1", "MOVE", "0206", "0306", "0406")) == [""]
    table.state.units.pop()
    table.state.units += [vehicle(f"S{number}", "0306") for number in range(3, 7)]
    assert faults(table, way) == ["4.5.1.1.3d"]  # five there and the mover: over-stacked
    table.state.units.pop()
    assert faults(table, way) == [""]


@pytest.mark.rules("4.5.1.1.5g", "4.5.1.1.5i")
def test_only_hexes_entered_end_the_use_of_the_road():
    """R2: the route is the hexes entered (I1); a wreck or a crowd where the move begins is left, not crossed."""
    way = task("S1", "MOVE", "0206", "0306", "0406", "0506", "0606", "0706")
    table = mover("0106", "C")
    table.state.wrecks.append(Wreck(cell("0106"), False))
    assert faults(table, way) == [""]
    table.state.units += [vehicle(f"S{number}", "0106") for number in range(3, 9)]
    assert faults(table, way) == [""]
    # At the end of the route, a wreck is crossed like any other.
    table.state.wrecks.append(Wreck(cell("0706"), False))
    assert faults(table, way) == ["4.5.1.1.3d"]


@pytest.mark.rules("4.5.1.1.2-slope-crest-a", "4.1.4.1.5d")
def test_a_crest_between_equal_levels_is_one_level():
    """R1: crossing a crest adds +1 or +2, so at least 1; it counts as one level for the limit, wheels may cross it."""
    flat = board_from_toml(CREST, "crest")
    ground = Ground(flat)
    over, back = ground.board.by_label["0101"], ground.board.by_label["0102"]
    assert (ground.climb[over][3], ground.climb[back][0]) == (1, 1)
    assert [ground.cross[traction][over][3] for traction in ("T", "H", "W")] == [2, 2, 2]
    assert ground.cross["T"][back][3] == 1


@pytest.mark.rules("4.5.1.1.10b", "4.5.1.1.10a")
def test_nobody_ends_on_an_enemy():
    table = mover("0807", "D")
    table.state.units.append(vehicle("G8", "0808", card="Truck"))
    assert faults(table, task("S1", "MOVE", "0808"), task("S1", "MOVE", "0808", "0809")) == ["4.5.1.1.10b", ""]


@pytest.mark.rules("4.5.1.1.2-brew-up-smoke")
def test_brew_up_smoke_costs_one_more():
    table = mover("0807", "D")
    table.state.wrecks.append(Wreck(cell("0808"), True))
    assert surroundings(table.state, "soviet").smoke == {cell("0808")}
    assert faults(table, task("S1", "MOVE", "0808", "0809", "0810", "0811")) == [""]
    assert faults(table, task("S1", "MOVE", "0808", "0809", "0810", "0811", "0812")) == ["4.5.1.1.3d"]
    # 2 into the smoke, 2 for turning around in it, 1 back: five points.
    back = task("S1", "MOVE", "0808", "0807"), task("S1", "MOVE", "0808", "0807", "0806")
    assert faults(table, *back) == ["", "4.5.1.1.3d"]


@pytest.mark.rules("4.5.1.1.6b", "4.5.1.1.6a", "4.5.1.1.6c")
def test_a_bridge_is_entered_along_its_way_only():
    assert faults(mover("2005", "D"), task("S1", "MOVE", "2006")) == ["4.5.1.1.2e"]
    assert faults(mover("1906", "C"), task("S1", "MOVE", "2006", "2106")) == [""]


@pytest.mark.rules("4.5a", "4.5b", "4.5d", "4.5f", "4.2.1d", "4.5.1.1.8a", "4.5.1a", "4.2c")
def test_the_second_player_moves_first_and_every_command_is_shown():
    table = commanded(
        vehicle("S1", "0101", command="MOVE"), vehicle("S2", "0201", command="MOVE"),
        vehicle("G1", "2401", card="Truck", command="MOVE"), step="move2", first="soviet",
    )  # fmt: skip
    assert table.asked() == {"german": "move"}
    table.order("german", "stay")
    assert (table.unit("G1").mark, table.unit("G1").known) == ("move", True)
    assert table.asked() == {"soviet": "move"}
    assert table.refused("soviet", "") == "4.2.1d 4.2.1d"
    table.order("soviet", "S1 STAY")
    assert table.asked() == {"soviet": "move"}
    assert table.unit("S1").mark == "move"
    assert GAME.legal(table.state, "soviet").units[0].unit == "S2"


@pytest.mark.rules("4.5.1.1.9a", "4.5.1.1.9b", "4.5.1.1.9d")
def test_leaving_the_map_is_final():
    table = commanded(
        vehicle("G1", "0101", "E", command="MOVE"), vehicle("S1", "2412", card="Truck"), step="move2", first="soviet"
    )
    table.order("german", "G1 MOVE exit")
    assert table.unit("G1").status == "exited"
    assert table.state.wrecks == []
    assert GAME.view(table.state, None).facts["german points"] == 15
    rough = mover("0101", "E")
    assert faults(rough, task("S1", "MOVE", choice="exit")) == [""]
    assert faults(mover("0505", "E"), task("S1", "MOVE", choice="exit")) == ["4.5.1.1.9b"]


@pytest.mark.rules("4.5.1.1.9c", "2.0a", "2.0b")
def test_vehicles_held_off_the_map_come_on_when_their_turn_is_there():
    reserve = Unit("S4", "soviet", "T-70 M42", 1)
    table = Table(position(vehicle("G1", "2412"), reserve, turn=1))
    assert table.asked() == {"german": "command"}
    table = Table(position(vehicle("G1", "2412"), reserve, turn=2, script="1 99"))
    assert table.asked() == {"soviet": "command", "german": "command"}
    table.order("soviet", "S4 MOVE").order("german", "G1 NC").order("german", "first")
    assert table.asked() == {"soviet": "move"}
    assert table.refused("soviet", "S4 MOVE 1206") == "4.5.1.1.9c"
    table.order("soviet", "S4 MOVE 0104 0204")
    while table.asked() == {"german": "overwatch"}:
        table.order("german", "pass")
    assert table.unit("S4").cell == cell("0204")
    assert table.unit("S4").status == "on map"


@pytest.mark.rules("4.5.1.1b", "4.5.1.1a")
def test_several_orders_are_carried_out_one_vehicle_after_the_other():
    table = commanded(
        vehicle("S1", "0101", "D", command="MOVE"), vehicle("S2", "0201", "D", command="MOVE"), truck(),
        vehicle("G1", "2412", card="Truck"), step="move2", first="german",
    )  # fmt: skip
    table.order("soviet", "S2 MOVE 0202\nS1 MOVE 0102")
    moved = [
        (event.data["unit"], event.data["hex"], event.data["cost"]) for event in table.events if event.kind == "moved"
    ]
    assert moved == [("S2", "0202", 1), ("S1", "0102", 1)]
