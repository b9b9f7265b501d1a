"""What the maps of Panzer must hold: heights that fit their slopes, water that runs, ways that can be driven."""

from __future__ import annotations

from collections import Counter

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.paths import IMPOSSIBLE, reach
from hulldown.games.panzer.data.loading import terrain
from hulldown.games.panzer.faces.los_tools import maps
from hulldown.games.panzer.rules.ground import CLIFF, ROAD, WAYS, Ground, load_ground

FULL = ("panzer-ridge", "panzer-river", "panzer-joined")
BOARDS = ("panzer-g1", "panzer-g2")
TOWN = "panzer-town"
BUILDINGS = ("wood_building", "brick_building", "stone_building")
BEDS = {"stream": ("stream", "ford", "bridge", "water"), "gully": ("gully",)}


@pytest.fixture(params=maps())
def ground(request: pytest.FixtureRequest) -> Ground:
    return load_ground(request.param)


def on_line(board: Board, kind: str) -> set[Cell]:
    """The hexes a kind of line passes through."""
    return {cell for key in board.lines.get(kind, ()) for cell in board.side_cells(key)}


def exits(board: Board, cell: Cell, kinds: tuple[str, ...] = WAYS) -> list[int]:
    """The sides through which ways pass."""
    return [way for way in range(6) if any(board.connects(kind, cell, way) for kind in kinds)]


def test_the_maps_are_those_of_the_game() -> None:
    assert set(maps()) == {*FULL, *BOARDS, TOWN}


@pytest.mark.rules("1.2b", "terrain-key")
def test_terrain_and_hexsides_are_those_of_the_terrain_table(ground: Ground) -> None:
    board = ground.board
    rows = terrain()
    assert {rows[board.terrain[cell]].kind for cell in board.cells} == {"hex"}
    for feature in board.sides.values():
        assert feature.terrain == CLIFF or rows[feature.terrain].kind == "hexside"
    assert set(board.lines) <= {*WAYS, *BEDS}
    assert board.meta["scale"] == "100"


@pytest.mark.rules("4.1.4.1.5a", "4.1.4.1.5b")
def test_every_fall_is_a_slope_or_a_cliff_to_its_low_side(ground: Ground) -> None:
    board = ground.board
    for cell in board.cells:
        for direction, ahead in enumerate(board.neighbours[cell]):
            if ahead < 0:
                continue
            feature = board.feature(cell, direction)
            step = board.elevation[ahead] - board.elevation[cell]
            assert abs(step) <= 2
            if step > 0:
                assert feature is not None
                assert feature.terrain in ("slope", CLIFF)
                assert feature.down == cell
            elif step == 0:
                assert feature is None or feature.terrain in ("crest", "hedgerow", "wall")


@pytest.mark.rules("4.1.4.1.6a", "4.1.4.1.6c")
@pytest.mark.parametrize("kind", BEDS)
def test_water_and_gullies_run_along_their_lines_and_never_uphill(ground: Ground, kind: str) -> None:
    board = ground.board
    line = on_line(board, kind)
    beds = {cell for cell in board.cells if board.terrain[cell] in BEDS[kind] and board.terrain[cell] != "water"}
    assert beds <= line
    # A gully may end in a stream.
    assert {board.terrain[cell] for cell in line - beds} <= {"water", "stream"}
    for cell in line:
        along = [board.neighbours[cell][way] for way in exits(board, cell, (kind,)) if board.neighbours[cell][way] >= 0]
        assert board.elevation[cell] == 0 or any(board.elevation[ahead] < board.elevation[cell] for ahead in along)


@pytest.mark.rules("4.5.1.1.6a", "4.5.1.1.6b", "4.5.1.1.6c")
def test_bridges_and_fords_carry_a_way_straight_across_the_water(ground: Ground) -> None:
    board = ground.board
    for cell in board.cells:
        if board.terrain[cell] not in ("bridge", "ford"):
            continue
        ways = exits(board, cell)
        assert len(ways) == 2
        assert (ways[1] - ways[0]) == 3, board.labels[cell]
        wet = exits(board, cell, ("stream",))
        assert len(wet) == 2
        assert not set(ways) & set(wet)
        if board.terrain[cell] == "bridge":
            for direction in range(6):
                ahead = board.neighbours[cell][direction]
                assert (ground.cross["T"][cell][direction] != IMPOSSIBLE) == (direction in ways)
                assert (ground.cross["T"][ahead][(direction + 3) % 6] != IMPOSSIBLE) == (direction in ways)


def test_ways_keep_off_water_cliffs_walls_and_hedgerows(ground: Ground) -> None:
    board = ground.board
    for kind in WAYS:
        for key in board.lines[kind]:
            feature = board.sides.get(key)
            assert feature is None or feature.terrain in ("slope", "crest")
        for cell in on_line(board, kind):
            assert board.terrain[cell] not in ("stream", "gully", "water")


@pytest.mark.rules("4.5.1.1.5a", "4.5.1.1.5n", "4.5.1.1.2-slope-crest-b")
def test_every_way_can_be_driven_by_wheels(ground: Ground) -> None:
    board = ground.board
    for kind in WAYS:
        for cell, direction in board.lines[kind]:
            ahead = cell + board.offsets[direction]
            for here, way in ((cell, direction), (ahead, direction + 3)):
                assert ground.route["W"][here][way] == 1
                assert ground.ways[here][way] in WAYS


@pytest.mark.rules("4.1.4.1.3a")
def test_villages_stand_on_ways(ground: Ground) -> None:
    board = ground.board
    houses = [cell for cell in board.cells if board.terrain[cell] in BUILDINGS]
    assert len(houses) >= 7
    for cell in houses:
        around = [ahead for ahead in board.neighbours[cell] if ahead >= 0]
        assert ground.on_way[cell] or any(ground.on_way[ahead] or ahead in houses for ahead in around)
    assert sum(ground.on_way[cell] for cell in houses) >= len(houses) // 4


def test_roads_run_off_the_map(ground: Ground) -> None:
    board = ground.board
    assert len(board.outs[ROAD]) >= 3
    sides = {name for name, cells in board.edges.items() for cell, _ in board.outs[ROAD] if cell in cells}
    assert len(sides) >= 3
    for kind in WAYS:
        for cell, direction in board.outs[kind]:
            assert ground.ways_out(cell)[direction] in WAYS
            assert ground.leave_cost(cell, direction, "T") != IMPOSSIBLE


def test_tracks_reach_every_hex_that_is_not_prohibited(ground: Ground) -> None:
    board = ground.board
    start = next(iter(on_line(board, ROAD)))
    table = [tuple(1 if cost != IMPOSSIBLE else IMPOSSIBLE for cost in costs) for costs in ground.cross["T"]]
    found = reach(board, table, start, 999)
    for cell in board.cells:
        if ground.rows[cell].tracked != "P":
            assert cell in found, board.labels[cell]


@pytest.mark.parametrize("name", FULL)
def test_the_country_has_something_of_everything(name: str) -> None:
    board = load_ground(name).board
    assert 30 <= board.columns <= 45
    assert 22 <= board.rows <= 32
    count = Counter(board.terrain[cell] for cell in board.cells)
    size = len(board.cells)
    assert 0.55 <= count["clear"] / size <= 0.85
    assert 0.05 <= (count["woods"] + count["light_woods"] + count["heavy_woods"]) / size <= 0.25
    assert count["heavy_woods"] >= 2
    assert count["gully"] >= 3
    assert max(board.elevation) == 3
    assert 0.1 <= sum(board.elevation[cell] > 0 for cell in board.cells) / size <= 0.5
    sides = Counter(feature.terrain for feature in board.sides.values())
    assert sides["slope"] > 100
    assert min(sides["crest"], sides["hedgerow"], sides["wall"]) >= 2
    assert len(board.names) >= 4
    assert set(board.edges) == {"north", "east", "south", "west"}


def test_the_ridge_has_a_place_where_the_ground_falls_two_levels() -> None:
    ground = load_ground("panzer-ridge")
    assert max(max(climb) for climb in ground.climb) == 2
    cell = next(cell for cell in ground.board.cells if 2 in ground.climb[cell])
    direction = ground.climb[cell].index(2)
    ahead = ground.board.neighbours[cell][direction]
    assert ground.cross["T"][cell][direction] == ground.rows[ahead].tracked + 2
    assert ground.cross["W"][cell][direction] == IMPOSSIBLE


def test_the_river_has_one_bridge_two_fords_and_cuts_the_map_in_two() -> None:
    ground = load_ground("panzer-river")
    board = ground.board
    count = Counter(board.terrain[cell] for cell in board.cells)
    assert (count["bridge"], count["ford"]) == (1, 2)
    west, east = board.edges["west"][10], board.edges["east"][10]
    wet = on_line(board, "stream")
    dry = list(ground.cross["T"])
    for cell in board.cells:
        steps = zip(board.neighbours[cell], dry[cell], strict=True)
        dry[cell] = tuple(IMPOSSIBLE if cell in wet or ahead in wet else cost for ahead, cost in steps)
    assert east not in reach(board, dry, west, 999)
    assert east in reach(board, ground.cross["W"], west, 999)


@pytest.mark.rules("4.1.4a")
@pytest.mark.parametrize("name", FULL)
def test_there_are_long_fields_of_fire_and_dead_load_ground(name: str) -> None:
    ground = load_ground(name)
    board = ground.board
    longest = [max(board.distance(a, b) for b in ground.sight.seen_from(a)) for a in board.cells[::17]]
    assert sum(length >= 12 for length in longest) >= len(longest) // 2
    assert max(longest) >= 22
    for a in board.cells[::17]:
        assert len(ground.sight.seen_from(a)) < 0.6 * len(board.cells)


@pytest.mark.rules("1.3a", "1.3c", "1.3d")
def test_the_joined_map_is_two_boards_with_the_second_turned_around() -> None:
    board = load_ground("panzer-joined").board
    assert [(part.board, part.number, part.flipped) for part in board.parts] == [
        ("panzer-g1", 1, False), ("panzer-g2", 2, True),
    ]  # fmt: skip
    assert all(label[0] in "12" for label in board.by_label)
    assert board.cell("2C10") >= 0
    # The road through both boards is one: it crosses the seam between Q12 and Q12.
    assert board.neighbours[board.cell("1Q12")][3] == board.cell("2Q12")
    assert board.connects(ROAD, board.cell("1Q12"), 3)
    assert len(board.parts[0].cells & board.parts[1].cells) == 16


@pytest.mark.rules("1.3a", "1.3b")
@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_have_frames_that_fit_each_other(name: str) -> None:
    """Edges lie on ordinary ground, and ways leave at places that meet those of any board, either way round."""
    board = load_ground(name).board
    assert {board.elevation[cell] for cells in board.edges.values() for cell in cells} == {0}
    assert board.columns % 2 == 1
    outs = {kind: {board.labels[cell] for cell, _ in board.outs[kind]} for kind in WAYS}
    assert outs == {"road": {"A6", "GG6", "Q1", "Q12"}, "path": {"H0", "H12", "Z0", "Z12"}}


def test_the_town_has_its_size_its_houses_and_four_roads_out() -> None:
    board = load_ground(TOWN).board
    assert (board.columns, board.rows, len(board.cells)) == (26, 22, 572)
    count = Counter(board.terrain[cell] for cell in board.cells)
    assert count["brick_building"] > 50
    assert count["stone_building"] >= 10
    assert 0.15 <= sum(count[kind] for kind in BUILDINGS) / len(board.cells) <= 0.3
    sides = Counter(feature.terrain for feature in board.sides.values())
    assert sides["wall"] >= 15
    assert sides["hedgerow"] >= 5
    ways_out = {name for name, cells in board.edges.items() for cell, _ in board.outs[ROAD] if cell in cells}
    assert len(board.outs[ROAD]) == 4
    assert ways_out == {"north", "east", "south", "west"}


def test_the_square_is_one_open_place_where_the_roads_meet_among_houses() -> None:
    board = load_ground(TOWN).board
    square = board.regions["square"]
    assert len(square) == 9
    assert {board.terrain[cell] for cell in square} == {"clear"}
    middle = board.cell("1311")
    assert middle in square
    assert len(exits(board, middle, (ROAD,))) == 4
    assert all(board.distance(middle, cell) <= 2 for cell in square)
    around = {ahead for cell in square for ahead in board.neighbours[cell]} - set(square)
    assert sum(board.terrain[cell] in BUILDINGS for cell in around) >= len(around) // 2


@pytest.mark.rules("4.1.4.1.3a", "4.1.4a")
def test_houses_close_the_view_in_the_town_and_streets_open_it() -> None:
    ground = load_ground(TOWN)
    board = ground.board
    inside = [cell for cell in board.cells if board.terrain[cell] in BUILDINGS]
    for cell in inside:
        assert len(ground.sight.seen_from(cell)) < 0.5 * len(board.cells), board.labels[cell]
    # Along the street to the south one looks from the square to the last houses.
    assert board.cell("1316") in ground.sight.seen_from(board.cell("1311"))
