"""The Terrain Effects Chart (6.9) written a second time, and the costs of steps, entries and exits made from it."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.mapfile import board_from_toml
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer_battles.data.terrain import effects, hex_names, line_names, parse_effects
from hulldown.games.panzer_battles.rules.ground import (
    COLUMN,
    INFANTRY,
    STACK,
    TABLES,
    VEHICLE,
    Ground,
    load_ground,
    table_of,
)  # fmt: skip

NORTH, SOUTH = 0, 3
DRIVING, MARCHING = VEHICLE + COLUMN, INFANTRY + COLUMN

# One column of hexes: clear 1, woods 2, rough 2 1, town 1, rough 1 3, clear 2; a road to 0103, a trail from there.
MAP = """
format = 1
name = "t"
title = "t"
columns = 3
rows = 6
high_columns = "odd"
[legend]
"." = "clear"
"o" = "rough1"
"x" = "rough2"
"w" = "woods"
"t" = "town"
[layers]
terrain = '''
...
w..
x..
t..
o..
.w.
'''
elevation = '''
111
211
111
111
311
211
'''
[[lines]]
kind = "road"
path = ["0101", "0102", "0103"]
out = ["0101A"]
[[lines]]
kind = "trail"
path = ["0102", "0103", "0104", "0105", "0106"]
out = ["0106D"]
[edges]
north = { row = 1 }
south = { row = 6 }
west = { column = 1 }
east = { column = 3 }
"""


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(board_from_toml(MAP, "t.toml"))


def steps(ground: Ground, table: str, direction: int) -> list[int]:
    """What the steps down or up the first column cost."""
    rows = range(1, 7) if direction == SOUTH else range(6, 0, -1)
    return [ground.cost_tables[table][ground.board.cell(f"01{row:02d}")][direction] for row in rows][:-1]


@pytest.mark.rules(
    "6.9", "6.9-clear", "6.9-road", "6.9-trail", "6.9-town", "6.9-woods", "6.9-rough1", "6.9-rough2", "6.9-mount",
    "6.9-infantry", "6.9-dismount", "6.9-upslope", "6.9-downslope", "15.42", "16.11a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "defilade", "vehicle", "infantry", "tag"),
    [
        ("clear", 8, 2, 1, "rulebook"),
        ("road", None, 1, 1, "rulebook"),
        ("trail", None, 2, 1, "rulebook"),
        ("town", 3, 2, 1, "rulebook"),
        ("woods", 3, 3, 2, "rulebook"),
        ("rough1", 7, 2, 1, "rulebook"),
        ("rough2", 6, 3, 2, "rulebook"),
        ("mount", None, 2, 1, "repaired"),
        ("dismount", None, 2, 1, "repaired"),
        ("up", None, 0, 1, "rulebook"),
        ("down", None, 0, 0, "repaired"),
        ("leave defilade", None, 0, 1, "rulebook"),
    ],
)
def test_6_9_every_cell(name: str, defilade: int | None, vehicle: int, infantry: int, tag: str) -> None:
    row = effects()[name]
    assert (row.defilade, row.vehicle, row.infantry, row.provenance) == (defilade, vehicle, infantry, tag)
    assert len(effects()) == 12


def test_6_9_terrain_of_hexes_and_lines() -> None:
    assert set(hex_names()) == {"clear", "rough1", "rough2", "woods", "town"}
    assert line_names() == ("road", "trail")


HEAD = "# rule: 6.9\nterrain,kind,defilade,vehicle,infantry,provenance,rule\n"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("clear,field,8,2,1,rulebook,6.9", "kind is 'field'"),
        ("clear,hex,-,2,1,rulebook,6.9", "defilade"),
        ("road,line,3,1,1,rulebook,6.9", "defilade"),
        ("clear,hex,8,two,1,rulebook,6.9", "'two' is no number"),
        ("clear,hex,8,-2,1,rulebook,6.9", "vehicle"),
        ("clear,hex,8,2,1,guessed,6.9", "provenance"),
        ("clear,hex,8,2,1,rulebook,", "rule"),
    ],
)
def test_a_broken_chart_is_refused_with_its_place(row: str, told: str) -> None:
    with pytest.raises(MalformedError, match=told) as error:
        parse_effects(HEAD + row + "\n", "mine.csv")
    assert "mine.csv" in str(error.value)


def test_a_chart_with_other_columns_is_refused() -> None:
    with pytest.raises(MalformedError, match="columns"):
        parse_effects("terrain,vehicle\nclear,2\n", "mine.csv")


@pytest.mark.rules("6.9-woods", "6.9-rough2", "6.9-upslope", "6.9-downslope")
def test_vehicles_pay_for_the_hex_and_nothing_for_levels(ground: Ground) -> None:
    assert steps(ground, VEHICLE, SOUTH) == [3, 3, 2, 2, 2]
    assert steps(ground, VEHICLE, NORTH) == [2, 2, 3, 3, 2]


@pytest.mark.rules("6.34a", "6.34b", "6.9-upslope")
def test_6_34_infantry_pays_one_more_uphill_and_nothing_downhill(ground: Ground) -> None:
    # Into woods a level up 2 + 1; down into rough 2; a town; two levels up into rough 1; a level down.
    assert steps(ground, INFANTRY, SOUTH) == [3, 2, 1, 2, 1]
    assert steps(ground, INFANTRY, NORTH) == [2, 1, 2, 3, 1]


@pytest.mark.rules("6.2b", "6.6a", "6.6b", "6.9-fn-1", "6.9-road", "6.9-trail")
def test_6_6_in_column_a_road_or_trail_replaces_terrain_and_levels(ground: Ground) -> None:
    # Where road and trail run together the road counts.
    assert steps(ground, DRIVING, SOUTH) == [1, 1, 2, 2, 2]
    assert steps(ground, MARCHING, SOUTH) == [1, 1, 1, 1, 1]
    assert steps(ground, MARCHING, NORTH) == [1, 1, 1, 1, 1]


@pytest.mark.rules("6.6b")
def test_6_6_in_column_off_the_road_costs_are_the_usual_ones(ground: Ground) -> None:
    board = ground.board
    for name in (VEHICLE, INFANTRY):
        for cell in board.cells:
            for way, ahead in enumerate(board.neighbours[cell]):
                if ahead >= 0 and not any(board.connects(kind, cell, way) for kind in ("road", "trail")):
                    assert ground.cost_tables[name + COLUMN][cell][way] == ground.cost_tables[name][cell][way]
    # Beside the road one does not follow it: from 0201 into the woods at 0102.
    assert ground.cost_tables[DRIVING][board.cell("0201")][4] == 3


@pytest.mark.rules("6.9")
def test_no_step_leads_off_the_map(ground: Ground) -> None:
    assert set(ground.cost_tables) == set(ground.edge_tables) == set(TABLES)
    for table in ground.cost_tables.values():
        for cell in ground.board.cells:
            for cost, ahead in zip(table[cell], ground.board.neighbours[cell], strict=True):
                assert (cost == IMPOSSIBLE) == (ahead < 0)


@pytest.mark.rules("6.69a", "6.69c")
def test_tables_by_kind_and_formation() -> None:
    assert {table_of(infantry, column) for infantry in (False, True) for column in (False, True)} == set(TABLES)
    assert table_of(infantry=False, column=True) == DRIVING
    assert table_of(infantry=True, column=False) == INFANTRY


@pytest.mark.rules("6.11a")
def test_reach_is_what_the_points_buy(ground: Ground) -> None:
    board = ground.board
    start = board.cell("0101")
    found = ground.reach(start, INFANTRY, 2)
    assert board.cell("0102") not in found
    assert found[board.cell("0301")].cost == 2
    assert ground.reach(start, INFANTRY, 2) is found
    assert board.cell("0106") in ground.reach(start, MARCHING, 5)


# The edges.


@pytest.mark.rules("19.23a", "19.23b")
def test_19_23_each_place_in_the_queue_pays_the_entry_hex_once_more(ground: Ground) -> None:
    cell = ground.board.cell("0206")
    assert [ground.entry_cost(VEHICLE, cell, "south", place) for place in (1, 2, 3)] == [3, 6, 9]
    assert ground.entry_cost(INFANTRY, cell, "south") == 2


@pytest.mark.rules("19.23b", "19.31a", "6.6b")
def test_a_column_enters_and_leaves_at_the_rate_of_the_road_that_crosses_the_edge(ground: Ground) -> None:
    north, south = ground.board.cell("0101"), ground.board.cell("0106")
    assert ground.entry_cost(DRIVING, north, "north", 4) == 4
    assert ground.entry_cost(VEHICLE, north, "north", 4) == 8
    assert ground.exit_cost(DRIVING, north, "north") == 1
    assert ground.exit_cost(DRIVING, south, "south") == 2
    # The road leaves over the north edge, not over the west edge.
    assert ground.exit_cost(DRIVING, north, "west") == 2


@pytest.mark.rules("19.31a")
def test_19_31_leaving_costs_what_the_last_hex_costs(ground: Ground) -> None:
    at = ground.board.cell
    assert ground.exit_cost(VEHICLE, at("0102"), "west") == 3
    assert ground.exit_cost(INFANTRY, at("0103"), "west") == 2
    assert ground.exit_cost(VEHICLE, at("0102"), "north") == IMPOSSIBLE
    assert ground.exit_cost(VEHICLE, at("0202"), "west") == IMPOSSIBLE
    for table in ground.edge_tables.values():
        for cell in ground.board.cells:
            for way, ahead in enumerate(ground.board.neighbours[cell]):
                assert (table[cell][way] == IMPOSSIBLE) == (ahead >= 0)


@pytest.mark.rules("19.23b", "19.31a")
def test_the_sides_of_each_edge(ground: Ground) -> None:
    at = ground.board.cell
    assert ground.edge_sides(at("0201"), "north") == (0,)
    assert ground.edge_sides(at("0101"), "north") == (0, 1, 5)
    assert ground.edge_sides(at("0301"), "north") == (0, 1, 5)
    assert ground.edge_sides(at("0101"), "west") == (4, 5)
    assert ground.edge_sides(at("0301"), "east") == (1, 2)
    assert ground.edge_sides(at("0206"), "south") == (2, 3, 4)
    assert ground.edge_sides(at("0106"), "south") == (3,)
    assert ground.edge_sides(at("0202"), "south") == ()
    places = {"north": "top", "south": "bottom", "west": "left", "east": "right"}
    for cell in ground.board.cells:
        for named, placed in places.items():
            assert ground.edge_sides(cell, named) == ground.edge_sides(cell, placed)
    # On a turned map the names go with the country.
    turned = load_ground("battles-arracourt")
    assert (
        turned.edge_sides(turned.board.cell("0124"), "north")
        == turned.edge_sides(turned.board.cell("0124"), "left")
        == (4, 5)
    )
    assert turned.exit_cost(VEHICLE, turned.board.cell("0124"), "top") == IMPOSSIBLE


@pytest.mark.rules("19.23b", "19.31a")
def test_the_sides_of_each_edge_where_even_columns_sit_high() -> None:
    ground = Ground(board_from_toml(MAP.replace('"odd"', '"even"'), "t.toml"))
    at = ground.board.cell
    assert ground.edge_sides(at("0201"), "north") == (0, 1, 5)
    assert ground.edge_sides(at("0101"), "north") == (0,)
    assert ground.edge_sides(at("0106"), "south") == (2, 3, 4)
    assert ground.edge_sides(at("0206"), "south") == (3,)


# Facts of the ground.


@pytest.mark.rules("15.0-proc-1", "6.9-fn-2")
def test_defilade_costs_by_hex_also_where_a_road_runs(ground: Ground) -> None:
    assert [ground.defilade[ground.board.cell(f"01{row:02d}")] for row in range(1, 7)] == [8, 3, 6, 3, 7, 8]


@pytest.mark.rules("15.0-gen-1", "20.0-sr-2")
def test_vehicles_enter_defilade_anywhere_but_at_gazala(ground: Ground) -> None:
    board = ground.board
    assert ground.defilade_cells() == board.mask
    assert ground.defilade_cells(("rough2",)) == 1 << board.cell("0103")
    dust = load_ground("battles-gazala", 10)
    wanted = {cell for cell in dust.board.cells if dust.board.terrain[cell] == "rough2"}
    assert {cell for cell in dust.board.cells if dust.defilade_cells(("rough2",)) >> cell & 1} == wanted


@pytest.mark.rules("6.4", "6.64")
def test_three_units_of_a_type_stack() -> None:
    assert STACK == 3


@pytest.mark.rules("19.1b", "3.1b")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gazala", ["north", "north-east", "south-east", "south", "south-west", "north-west"]),
        (
            "arracourt",
            ["east", "south-south-east", "south-south-west", "west", "north-north-west", "north-north-east"],
        ),
        ("berlin", ["west", "north-north-west", "north-north-east", "east", "south-south-east", "south-south-west"]),
    ],
)
def test_the_compass_of_each_map(name: str, told: list[str]) -> None:
    ground = load_ground(f"battles-{name}")
    assert [ground.compass(direction) for direction in range(6)] == told


@pytest.mark.rules("19.1b")
def test_a_map_turned_by_half_has_its_compass_turned() -> None:
    turned = MAP.replace("north = { row = 1 }", "north = { row = 6 }").replace(
        "south = { row = 6 }", "south = { row = 1 }"
    )
    ground = Ground(board_from_toml(turned, "t.toml"))
    turned_round = ["south", "south-west", "north-west", "north", "north-east", "south-east"]
    assert [ground.compass(way) for way in range(6)] == turned_round


@pytest.mark.rules("6.9")
def test_a_map_with_strange_terrain_is_refused() -> None:
    with pytest.raises(MalformedError, match=r"tank: hex .* is .rough."):
        load_ground("tank")
