"""What the ground costs and hides, free turns, waving through, commands of those who wait, plain setups."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import commands, deployment
from hulldown.games.panzer.rules.driving import LEAVE, TURN, Drive, entry_cost, fresh
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.movement import surroundings
from hulldown.games.panzer.rules.state import OFF_MAP, WAITING
from support.panzer_field import cell, commanded, field, position, scenario, scene, staged, the_field, vehicle

CLIFFS = """
format = 1
name = "cliffs"
title = "Cliffs"
columns = 5
rows = 5
high_columns = "odd"
[legend]
"." = "clear"
[layers]
terrain = '''
.....
.....
.....
.....
.....
'''
elevation = '''
00000
00100
00000
00000
00000
'''
[[hexsides]]
terrain = "cliff"
sides = ["0202A", "0302A"]
[[hexsides]]
terrain = "wall"
sides = ["0404A"]
[[hexsides]]
terrain = "hedgerow"
sides = ["0304B"]
[[hexsides]]
terrain = "slope"
directed = true
sides = ["0303A"]
"""


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


@pytest.mark.rules("4.5.1.1.2a", "4.5.1.1.2e", "4.5.1.1.2f", "4.1.4.1.5b")
def test_nobody_drives_over_a_cliff_on_level_ground_or_down():
    ground = Ground(board_from_toml(CLIFFS, "cliffs"))
    at = ground.board.by_label
    for traction in ("T", "H", "W"):
        costs = ground.cross[traction]
        assert costs[at["0202"]][0] == costs[at["0201"]][3] == IMPOSSIBLE
        assert costs[at["0302"]][0] == costs[at["0301"]][3] == IMPOSSIBLE
        assert costs[at["0101"]][3] == 1
    # Walls and hedgerows are for tracked vehicles, each at its price.
    assert [ground.cross[t][at["0404"]][0] for t in ("T", "H", "W")] == [1 + 2, IMPOSSIBLE, IMPOSSIBLE]


@pytest.mark.rules("4.1.4a", "4.1.4b", "4.1.4.1.10")
def test_the_profile_of_a_line_along_a_hexside_names_both_hexes_and_the_hedgerow():
    ground = Ground(board_from_toml(CLIFFS, "cliffs"))
    at, labels = ground.board.by_label, ground.board.labels
    start, end = at["0204"], at["0404"]
    points = ground.profile(start, end)
    found = [(labels[point.cell], point.range, point.hexside) for point in points]
    assert found[0] == ("0204", 0, None)
    assert found[-1][:2] == ("0404", 2)
    assert {name for name, *_ in found[1:-1]} == {"0304", "0305"}
    assert [point.line for point in points] == [0] * len(points)
    assert ground.block(start, start) is None
    assert ground.sees(start, start)
    back = ground.profile(end, start)
    assert labels[back[0].cell] == "0404"


@pytest.mark.rules("4.5.1.1.4a", "4.5.1.1.4b", "4.5.1.1.5c", "4.5.1.1.1g")
def test_a_turn_of_one_hexside_is_free_on_both_accounts_and_more_is_paid_once():
    card = cards()["T-34/76 M43"]
    table = commanded(vehicle("S1", "0606", "A", command="MOVE"), vehicle("G1", "2412"), step="move2", first="german")
    around = surroundings(table.state, "soviet")
    account = fresh(card, False, False)
    assert (account.open, account.route, account.paid, account.stuck) == (True, True, False, False)
    assert (account.spent, account.route_spent, account.roads, account.paths, account.steps, account.turned) == (0,) * 6
    drive = Drive(field(), card.traction, around, account, cell("0606"), 0)
    drive.act(TURN + 1)
    assert (drive.progress.spent, drive.progress.route_spent, drive.progress.turned) == (0, 0, 1)
    drive.act(TURN + 2)
    price = field().turn[cell("0606")]
    assert (drive.progress.spent, drive.progress.route_spent, drive.progress.paid) == (price, price, True)
    drive.act(TURN + 3)
    assert (drive.progress.spent, drive.facing) == (price, 3), "once for the hex"
    wide = Drive(field(), card.traction, around, fresh(card, False, False), cell("0606"), 0)
    wide.act(TURN + 5)
    assert wide.progress.turned == 1, "the short way round"


@pytest.mark.rules("4.4.2c", "4.2g")
def test_waving_a_vehicle_or_a_step_through_is_told_and_holds_so_long():
    for choice, until, asked_again in (("pass vehicle", "vehicle", True), ("pass step", "step", False)):
        table = commanded(
            vehicle("S1", "1001", "D", command="MOVE"), vehicle("S2", "1201", "D", command="MOVE"),
            vehicle("G1", "1006", "A", command="OW"), first="german", step="move2",
        )  # fmt: skip
        table.order("soviet", "S1 MOVE 1002 1003").order("german", choice)
        assert table.event("waved") == {"side": "german", "until": until}
        assert table.at("S1") == "1003D"
        table.order("soviet", "S2 MOVE 1202")
        assert ("german" in table.asked() and table.asked()["german"] == "overwatch") == asked_again
        if asked_again:
            table.order("german", "pass")
            assert table.event("passed") == {"side": "german"}


@pytest.mark.rules("4.4.1j", "4.4.2d", "4.4.2b")
def test_overwatch_is_announced_on_one_target_at_a_time():
    table = commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("S2", "1101", "D", command="FIRE"),
        vehicle("G1", "1004", "A", command="OW"), vehicle("G2", "1104", "A", command="OW"), script="99 99 99 99",
    )  # fmt: skip
    table.order("soviet", "S1 FIRE G1; S2 FIRE G2".replace("; ", "\n"))
    while table.asked() == {"german": "reveal"}:
        table.order("german", "keep")
    assert table.asked() == {"german": "overwatch"}

    def rules(*pairs):
        tasks = tuple(Task(name, "OW", targets=(target,)) for name, target in pairs)
        return [one.rule for one in GAME.check(table.state, "german", Order("overwatch", tasks))]

    assert rules(("G1", "S1"), ("G2", "S2")) == ["4.4.1j"]
    assert rules(("G1", "S1"), ("G2", "S1")) == []
    assert rules(("G2", "S2")) == []


@pytest.mark.rules("4.2.1g", "4.2.1h", "4.2.1c", "4.5.1.1.9c")
def test_who_waits_off_the_map_may_come_on_or_not_and_only_in_its_turn():
    late = vehicle("S4", "0101", card="T-70 M42")
    late.group, late.status, late.cell = 1, WAITING, OFF_MAP
    state = position(vehicle("S1", "0606", "B"), vehicle("G1", "1206", "E"), late, step="spotting")
    assert commands.commandable(state, scenario(), "soviet") == [0], "it comes on turn 2"
    assert commands.commandable(state, scenario(), "german") == [1]
    state.turn = 2
    assert commands.commandable(state, scenario(), "soviet") == [0, 2]
    assert commands.allowed(state, scene(), 2) == ("MOVE", "NC")
    assert set(commands.allowed(state, scene(), 0)) == {"FIRE", "MOVE", "HALT", "OW", "NC"}
    state.units[0].sees = ()
    assert commands.allowed(state, scene(), 0) == ("MOVE", "OW", "NC")
    state.units[0].type = "Truck"
    assert commands.allowed(state, scene(), 0) == ("MOVE", "NC")


@pytest.mark.rules("2.0a")
def test_a_plain_setup_spreads_over_the_zone_and_faces_the_middle():
    state = GAME.setup("panzer/test", {}, "script:")
    wide = tuple(f"{column:02d}{row:02d}" for column in (1, 2, 3) for row in (1, 2, 3, 4))
    chosen = scenario()
    groups = (msgspec.structs.replace(chosen.soviet.groups[0], hexes=wide), *chosen.soviet.groups[1:])
    chosen = msgspec.structs.replace(chosen, soviet=msgspec.structs.replace(chosen.soviet, groups=groups))
    board = field().board
    order = deployment.plain(state, staged(field(), chosen), "soviet")
    room = deployment.ground_for(field(), "T", groups[0])
    assert [task.cells[0] for task in order.tasks] == [room[0], room[4], room[8]]
    middle = board.cells[len(board.cells) // 2]
    for task in order.tasks:
        ahead = board.neighbours[task.cells[0]][task.facing]
        assert ahead >= 0
        assert board.distance(ahead, middle) < board.distance(task.cells[0], middle)
    enemy = next(unit for unit in state.units if unit.side == "german")
    enemy.status, enemy.cell = "on map", room[0]
    assert deployment.plain(state, staged(field(), chosen), "soviet").tasks[0].cells == (room[1],)


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.5a")
def test_a_route_may_be_used_for_nothing_but_leaving_the_map():
    lorry = cards()["Truck"]
    table = commanded(vehicle("S1", "0106", "B", command="MOVE"), vehicle("G1", "2412"), step="move2", first="german")
    around = surroundings(table.state, "soviet")
    drive = Drive(field(), lorry.traction, around, fresh(lorry, True, True), cell("0106"), 1)
    assert (drive.progress.allowance, drive.progress.road_allowance) == (1, 4)
    assert drive.act(TURN + 4) is None
    assert not drive.by_route(), "it has gone nowhere yet"
    # The turn took its only point across country; by road there is one left for the edge.
    assert drive.act(LEAVE + 4) is None
    assert (drive.progress.open, drive.by_route(), drive.left, drive.cell) == (False, True, True, OFF_MAP)
    assert (drive.progress.steps, drive.progress.route_spent, drive.progress.roads) == (1, 2, 1)
    # Rear first it costs double; where no road leads out there is no way by route.
    back = Drive(field(), lorry.traction, around, fresh(lorry, False, False), cell("0106"), 1)
    back.act(LEAVE + 4)
    assert (back.progress.spent, back.progress.route_spent) == (2, 2)
    aside = Drive(field(), lorry.traction, around, fresh(lorry, False, False), cell("0107"), 4)
    aside.act(LEAVE + 4)
    assert (aside.progress.spent, aside.progress.route, aside.progress.roads) == (1, False, 0)


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.9c", "4.5.1.1.2e")
def test_what_it_costs_to_leave_and_to_enter_at_a_hex_of_the_edge():
    ground, north = field(), 0
    assert [ground.leave_cost(cell("2001"), north, traction) for traction in ("T", "H", "W")] == [4, 4, IMPOSSIBLE]
    assert ground.leave_cost(cell("1001"), north, "W") == 1
    assert ground.leave_cost(cell("1001"), 3, "T") == ground.leave_cost(cell("1006"), 0, "T") == IMPOSSIBLE
    assert ground.ways_out(cell("0106")) == {4: "road"}
    assert ground.ways_out(cell("2406")) == {1: "path"}
    assert ground.ways_out(cell("1001")) == {}
    assert [entry_cost(ground, traction, cell("2001")) for traction in ("T", "H", "W")] == [4, 4, IMPOSSIBLE]
    assert entry_cost(ground, "W", cell("0106")) == 1
    assert entry_cost(ground, "T", cell("2006")) == IMPOSSIBLE, "a bridge is entered along its way only"
