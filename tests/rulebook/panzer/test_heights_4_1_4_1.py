"""Heights and lines of sight on a crowded map (4.1.4): every hex, hexside and pair; what the obstacle is called."""

from __future__ import annotations

import pytest
from msgspec import structs

from hulldown.core.heights import NOTHING
from hulldown.core.mapfile import board_from_toml
from hulldown.games.panzer.rules.ground import Ground, ground_of
from support.panzer_field import scenario, the_field
from support.panzer_yard import YARD
from support.panzer_yard import yard as panzer_yard

RISE = {"light_woods": 3, "woods": 3, "heavy_woods": 4, "brick_building": 1}
BEDS = ("gully", "stream", "ford")
STOREYS = 3


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


@pytest.mark.rules(
    "4.1.4.1b", "4.1.4.1c", "4.1.4.1.1", "4.1.4.1.2", "4.1.4.1.4a", "4.1.4.1.4b", "4.1.4.1.3b", "4.1.4.1.3c",
    "4.1.4.1.3d", "4.1.4.1.3f", "4.1.4.1.7a", "4.1.4.1.7c", "4.1.4.1.7e", "4.1.4.1.6a", "4.1.4.1.6b", "4.1.4.1.6c",
    "4.1.4.1.6e", "4.1.4c", "4.1.4.1d",
)  # fmt: skip
def test_the_height_of_every_hex_and_of_a_vehicle_in_it():
    board = board_from_toml(YARD, "yard")
    tall = {board.by_label["0502"]: STOREYS}
    for storeys in ({}, tall):
        ground = Ground(board, storeys)
        for cell in range(board.size):
            if not board.on_map[cell]:
                assert (ground.relief.height[cell], ground.relief.hexes[cell]) == (0, NOTHING)
                continue
            name, level = board.terrain[cell], board.elevation[cell]
            stands = level - 1 if name in BEDS else level
            top = stands if name in BEDS else level + RISE.get(name, 0) * storeys.get(cell, 1)
            assert ground.relief.height[cell] == ground.height[cell] == stands, board.labels[cell]
            assert ground.relief.hexes[cell] == top, board.labels[cell]


@pytest.mark.rules("4.1.4.1a", "4.1.4.1.5c", "4.1.4.1.5d", "4.1.4.1.5e", "4.1.4.1.10", "4.1.4.1.3e", "4.1.4.1.7d")
def test_the_height_of_every_hexside_and_of_woods_and_houses_along_a_way(yard):
    board = yard.board
    raised, lowered = set(), set()
    for cell in board.cells:
        for direction in range(3):
            feature = board.feature(cell, direction)
            ahead = board.neighbours[cell][direction]
            top = NOTHING
            if feature is not None and feature.terrain in ("crest", "hedgerow"):
                top = 1 + max(board.elevation[cell], board.elevation[ahead])
                raised.add(direction)
            assert yard.relief.sides[direction][cell] == top, (board.labels[cell], direction)
            leads = [bool(yard.ways[cell][way]) or way in yard.ways_out(cell) for way in (direction, direction + 3)]
            through = leads == [True, True]
            hexes = yard.relief.hexes[cell]
            along = min(hexes, board.elevation[cell]) if through else hexes
            assert yard.relief.along[direction][cell] == along, (board.labels[cell], direction)
            lowered |= {direction} if along < hexes else set()
    assert raised == {0, 1, 2}
    assert lowered == {0, 1, 2}


@pytest.mark.rules(
    "4.1.4a", "4.1.4b", "4.1.4d", "4.1.4e", "4.1.4.1.6d", "4.1.4.1.6e", "4.1.4.2a", "4.1.4.2b", "4.1.4.2.4d",
    "4.1.4.2.5a", "4.1.4.2.5b", "4.1.4.2.6a", "4.1.4.2.6b",
)  # fmt: skip
def test_table_and_explanation_agree_on_every_pair(yard):
    board = yard.board
    rules = set()
    for a in board.cells:
        for b in board.cells:
            block = yard.block(a, b)
            assert yard.sees(a, b) == yard.sees(b, a) == (block is None), (board.labels[a], board.labels[b])
            rules.add(block.rule if block else "")
            if block is not None and block.rule == "4.1.4.1.6d":
                low, high = sorted((a, b), key=lambda cell: yard.height[cell])
                assert board.terrain[low] in BEDS
                assert yard.height[high] == yard.height[low] + 1
                assert board.distance(a, b) > 1
                assert (block.cells, block.height) == ((low,), yard.height[high])
    assert rules == {"", "4.1.4.1.6d", "4.1.4.2.1", "4.1.4.2.2", "4.1.4.2.4e", "4.1.4.2.4f", "4.1.4.2.4g"}


@pytest.mark.rules("4.1.4.1.6d", "4.1.4a", "4.1.4b")
def test_the_obstacle_is_called_by_what_rises(yard):
    board = yard.board
    called = set()
    for a in board.cells:
        for b in board.cells:
            block = yard.block(a, b)
            if block is None:
                continue
            if len(block.cells) == 2:
                name = board.feature(block.cells[0], board.direction(*block.cells)).terrain
            elif block.rule != "4.1.4.1.6d" and block.height <= board.elevation[block.cells[0]]:
                name = "hill" if board.elevation[block.cells[0]] else "ground"
            else:
                name = board.terrain[block.cells[0]]
            assert block.terrain == name, (board.labels[a], board.labels[b])
            called.add(name)
    assert {"hill", "ground", "crest", "hedgerow", "woods", "heavy_woods", "brick_building", "gully"} <= called


@pytest.mark.rules("4.1.4a", "4.1.4.1.9b", "4.1.4b")
def test_the_profile_of_every_line_from_some_hexes(yard):
    board, relief = yard.board, yard.relief
    for label in ("0101", "0605", "1208"):
        a = board.by_label[label]
        for b in board.cells:
            look = yard.explain(a, b)
            assert (look.clear, look.block, look.cover, look.smoke) == (
                yard.sees(a, b), yard.block(a, b), yard.cover[b], (),
            )  # fmt: skip
            points = look.profile
            assert (points[0].cell, points[-1].cell) == (a, b)
            assert (points[0].line, points[-1].line) == (yard.height[a], yard.height[b])
            straight = board.distance(a, b)
            for point in points:
                assert (point.range, point.ground) == (board.distance(a, point.cell), yard.height[point.cell])
                assert point.obstacle in {relief.hexes[point.cell], *(row[point.cell] for row in relief.along)}
                near, far = point.range, board.distance(point.cell, b)
                assert near + far in (straight, straight + 1)
                if near + far:
                    rise = yard.height[b] - yard.height[a]
                    assert point.line == pytest.approx(yard.height[a] + rise * near / (near + far))
            assert [point.range for point in points] == sorted(point.range for point in points)


@pytest.mark.rules("4.1.4.1.3f", "4.1.4.1.3c")
def test_the_taller_buildings_of_a_scenario_are_in_its_ground():
    with the_field():
        plain, label = scenario(), "1010"
        at = ground_of(plain).board.by_label[label]
        tall = structs.replace(plain, storeys={label: STOREYS})
        assert ground_of(plain).storeys == {}
        assert ground_of(tall).storeys == {at: STOREYS}
        assert ground_of(tall) is ground_of(tall)


@pytest.mark.rules("4.1.4a", "4.1.4b", "4.1.4.1.10", "4.1.4.1.5d", "4.1.4.1.9b")
def test_the_profile_of_a_straight_row_names_the_hexsides_it_crosses(yard):
    board = yard.board
    crossed = set()
    for a in board.cells:
        for direction in range(6):
            row = [a]
            while len(row) < 5 and board.neighbours[row[-1]][direction] >= 0:
                row.append(board.neighbours[row[-1]][direction])
            if len(row) == 1:
                continue
            sides = [None]
            for here in row[:-1]:
                at, way = board.side(here, direction)
                top = yard.relief.sides[way][at]
                sides.append(None if top == NOTHING else top)
            points = yard.profile(a, row[-1])
            assert [(point.cell, point.hexside) for point in points] == list(zip(row, sides, strict=True))
            assert [point.obstacle for point in points] == [yard.relief.along[direction % 3][one] for one in row]
            crossed |= set(sides)
    assert {None, 1, 2, 3} <= crossed
