"""The movement tables of the ground: costs by traction, levels, hexsides, ways, bridges and the edge of the map."""

from __future__ import annotations

import pytest

from hulldown.core.mapfile import board_from_toml
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.rules.ground import PATH, ROAD, Ground

MAP = """
format = 1
name = "t"
title = "t"
columns = 5
rows = 6
high_columns = "odd"
[legend]
"." = "clear"
"s" = "scrub"
"h" = "heavy_woods"
"~" = "stream"
"=" = "bridge"
[layers]
terrain = '''
.s.h.
.....
~~=~~
.....
.....
.....
'''
elevation = '''
01000
01000
00000
00020
00000
00000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "cliff"
directed = true
sides = ["0101C"]
[[hexsides]]
terrain = "hedgerow"
sides = ["0105D"]
[[hexsides]]
terrain = "wall"
sides = ["0305D"]
[[hexsides]]
terrain = "crest"
sides = ["0505D"]
[[lines]]
kind = "road"
path = ["0302", "0303"]
[[lines]]
kind = "road"
path = ["0405", "0404"]
[[lines]]
kind = "path"
path = ["0303", "0304", "0305"]
[[lines]]
kind = "path"
path = ["0401", "0402"]
out = ["0401A"]
"""
SOUTH, NORTH, SOUTH_EAST = 3, 0, 2


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(board_from_toml(MAP, "t.toml"))


def cross(ground: Ground, traction: str, label: str, direction: int) -> int:
    return ground.cross[traction][ground.board.cell(label)][direction]  # type: ignore[index]


@pytest.mark.rules("4.5.1.1.2-ex2", "4.5.1.1.2-slope-crest-a")
def test_scrub_up_a_slope_costs_3(ground: Ground) -> None:
    assert ground.board.neighbours[ground.board.cell("0202")][NORTH] == ground.board.cell("0201")
    assert cross(ground, "T", "0202", NORTH) == 2
    assert cross(ground, "T", "0301", 4) == 2 + 1  # from 0301, south-west into 0201: scrub and one level


@pytest.mark.rules("4.1.4.1.5b")
def test_a_cliff_bars_all_both_ways(ground: Ground) -> None:
    below = ground.board.cell("0101")
    above = ground.board.neighbours[below][SOUTH_EAST]
    assert ground.board.elevation[above] == 1
    for traction in ("T", "H", "W"):
        assert ground.cross[traction][below][SOUTH_EAST] == ground.cross[traction][above][5] == IMPOSSIBLE


@pytest.mark.rules("4.5.1.1.2-wall-hedgerow-a", "4.5.1.1.2-wall-hedgerow-b", "4.5.1.1.2f")
def test_only_tracks_cross_walls_and_hedgerows(ground: Ground) -> None:
    assert [cross(ground, traction, "0105", SOUTH) for traction in "THW"] == [WHOLE, IMPOSSIBLE, IMPOSSIBLE]
    assert [cross(ground, traction, "0305", SOUTH) for traction in "THW"] == [3, IMPOSSIBLE, IMPOSSIBLE]


@pytest.mark.rules("4.5.1.1.2-slope-crest-a", "4.5.1.1.2-slope-crest-b")
def test_a_crest_costs_a_level_and_two_levels_are_too_much_for_wheels(ground: Ground) -> None:
    assert cross(ground, "T", "0505", SOUTH) == 2
    assert [cross(ground, traction, "0405", NORTH) for traction in "THW"] == [3, 3, IMPOSSIBLE]


@pytest.mark.rules("4.5.1.1.5-ex2", "4.5.1.1.5n", "4.5.1.1.5o")
def test_two_levels_along_a_road_cost_one_more(ground: Ground) -> None:
    cell = ground.board.cell("0405")
    assert [ground.route[traction][cell][NORTH] for traction in ("T", "H", "W")] == [2, 2, IMPOSSIBLE]


@pytest.mark.rules("4.5.1.1.6a", "4.5.1.1.6b")
def test_a_bridge_between_path_and_road_is_road_and_has_two_ends(ground: Ground) -> None:
    bridge = ground.board.cell("0303")
    assert ground.ways[ground.board.cell("0304")][NORTH] == ROAD
    assert ground.ways[bridge][SOUTH] == PATH
    assert [cost != IMPOSSIBLE for cost in ground.cross["T"][bridge]] == [True, False, False, True, False, False]


@pytest.mark.rules("4.1.4.1.7b", "4.5.1.1.2e", "4.5.1.1.5l", "4.5.1.1.5m")
def test_heavy_woods_are_entered_along_a_path_only(ground: Ground) -> None:
    woods = ground.board.cell("0401")
    assert cross(ground, "T", "0402", NORTH) == 1
    assert cross(ground, "T", "0301", SOUTH_EAST) == IMPOSSIBLE
    assert ground.ways_out(woods) == {NORTH: PATH}
    assert ground.leave_cost(woods, NORTH, "T") == 1


@pytest.mark.rules("4.5.1.1.9b")
def test_leaving_the_map_costs_the_hex_that_is_left(ground: Ground) -> None:
    assert ground.leave_cost(ground.board.cell("0201"), NORTH, "T") == 2
    assert ground.leave_cost(ground.board.cell("0201"), SOUTH, "T") == IMPOSSIBLE
