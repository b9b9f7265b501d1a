"""The maps of Panzer Battles: everything that the scenarios name, and the shares of ground they must keep to."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.paths import reach
from hulldown.draw.small_map import layers
from hulldown.draw.svg_map import svg
from hulldown.games.panzer_battles.data.face import face_parts
from hulldown.games.panzer_battles.faces.los_tools import maps
from hulldown.games.panzer_battles.rules.ground import TABLES, VEHICLE, Ground, load_ground

GAZALA, ARRACOURT, BERLIN = "battles-gazala", "battles-arracourt", "battles-berlin"
SIZES = {GAZALA: (20, 24), ARRACOURT: (24, 34), BERLIN: (16, 34)}
WORDS = {
    GAZALA: {"clear", "rough1", "rough2"},
    ARRACOURT: {"clear", "rough1", "rough2", "woods", "town"},
    BERLIN: {"clear", "rough1", "rough2", "woods", "town"},
}
LEVELS = {GAZALA: {1, 2, 3}, ARRACOURT: {1, 2, 3, 4, 5, 6, 7}, BERLIN: {1, 2, 3, 4}}
TOWNS = {"ley": "0719 0720 0819", "ommeray": "1108 1207 1208", "moncourt": "1925 1926 2025"}
VILLAGES = ("neuhof", "klein-rade")
# The edge over which a side enters, the hexes there, and the edge on the far side.
ENTRIES = [
    (GAZALA, "south", [f"{column:02d}24" for column in range(1, 21)], "north"),
    (GAZALA, "north", [f"{column:02d}01" for column in range(1, 21)], "south"),
    (ARRACOURT, "north", [f"01{row}" for row in range(24, 35)], "south"),
    (BERLIN, "east", [f"{column:02d}34" for column in range(1, 17)], "west"),
]


def names(board: Board, cells: Iterable[Cell]) -> set[str]:
    return {board.labels[cell] for cell in cells}


def column_of(label: str) -> int:
    return int(label[:2])


def share(board: Board, *terrain: str) -> float:
    """The part of a map, in percent, that has one of these terrains."""
    count = Counter(board.terrain[cell] for cell in board.cells)
    return 100 * sum(count[name] for name in terrain) / len(board.cells)


def along(board: Board, kinds: tuple[str, ...], start: str) -> set[str]:
    """The hexes that can be reached from a hex along lines of these kinds."""
    seen = {board.cell(start)}
    queue = deque(seen)
    while queue:
        cell = queue.popleft()
        for way, ahead in enumerate(board.neighbours[cell]):
            if ahead >= 0 and ahead not in seen and any(board.connects(kind, cell, way) for kind in kinds):
                seen.add(ahead)
                queue.append(ahead)
    return names(board, seen)


@pytest.fixture(params=SIZES)
def ground(request: pytest.FixtureRequest) -> Ground:
    return load_ground(request.param)


@pytest.fixture
def gazala() -> Board:
    return load_ground(GAZALA).board


@pytest.fixture
def arracourt() -> Board:
    return load_ground(ARRACOURT).board


@pytest.fixture
def berlin() -> Board:
    return load_ground(BERLIN).board


# All three.


def test_the_maps_are_those_of_the_game() -> None:
    assert set(maps()) == set(SIZES)
    assert not any(name.startswith("panzer-") for name in maps())


@pytest.mark.rules("3.1a", "3.1b", "3.5a")
def test_size_numbers_and_scale(ground: Ground) -> None:
    board = ground.board
    columns, rows = SIZES[board.name]
    assert set(board.by_label) == {f"{c:02d}{r:02d}" for c in range(1, columns + 1) for r in range(1, rows + 1)}
    assert board.meta["scale"] == "200"
    assert board.meta["provenance"] == "reconstructed"
    # Odd columns sit high: data notes 1.
    assert names(board, board.neighbours[board.cell("0204")]) >= {"0104", "0105", "0304", "0305"}
    assert names(board, board.neighbours[board.cell("0304")]) >= {"0203", "0204", "0403", "0404"}


@pytest.mark.rules("11.11-ex-1", "11.13-ex-1")
def test_the_hexes_of_the_examples_of_facing_exist(ground: Ground) -> None:
    board = ground.board
    assert {*(f"02{row:02d}" for row in range(2, 9)), "0302", "0104"} <= set(board.by_label)
    for a, b in (("0204", "0104"), ("0204", "0203"), ("0203", "0202"), ("0202", "0302"), ("0207", "0208")):
        assert board.direction(board.cell(a), board.cell(b)) >= 0


@pytest.mark.rules("6.9")
def test_terrain_and_levels(ground: Ground) -> None:
    board = ground.board
    assert {board.terrain[cell] for cell in board.cells} == WORDS[board.name]
    assert {board.elevation[cell] for cell in board.cells} == LEVELS[board.name]
    assert set(board.lines) <= {"road", "trail"}
    assert {feature.terrain for feature in board.sides.values()} == {"slope"}


def test_slopes_are_of_two_levels_at_most_and_fall_to_their_low_side(ground: Ground) -> None:
    board = ground.board
    for cell in board.cells:
        for way, ahead in enumerate(board.neighbours[cell]):
            if ahead < 0:
                continue
            rise = board.elevation[ahead] - board.elevation[cell]
            assert abs(rise) <= 2
            feature = board.feature(cell, way)
            assert (feature is not None) == (rise != 0)
            if rise > 0:
                assert feature is not None
                assert feature.down == cell


@pytest.mark.rules("20.0-ger-deploy", "20.0-reinf-1", "21.0-us-deploy", "22.0-sov-deploy-a")
@pytest.mark.parametrize(("name", "edge", "labels", "far"), ENTRIES)
def test_vehicles_have_a_way_from_each_entry_hex_to_the_far_edge(
    name: str, edge: str, labels: list[str], far: str
) -> None:
    ground = load_ground(name)
    board = ground.board
    assert set(labels) <= names(board, board.edges[edge])
    for label in labels:
        found = reach(board, ground.cost_tables[VEHICLE], board.cell(label), 999)
        assert set(board.edges[far]) <= set(found)
        assert all(ground.entry_cost(table, board.cell(label), edge) >= 1 for table in TABLES)


def test_lines_that_reach_the_edge_leave_the_map(ground: Ground) -> None:
    board = ground.board
    edge = {cell for cells in board.edges.values() for cell in cells}
    for kind in board.lines:
        for cell, way in board.outs[kind]:
            assert board.neighbours[cell][way] < 0
            assert cell in edge


def test_names_are_printed_on_the_map(ground: Ground) -> None:
    assert len(ground.board.names) >= 8
    assert len(set(ground.board.names.values())) == len(ground.board.names)


@pytest.mark.rules("7.13")
def test_there_are_long_lines_and_dead_ground(ground: Ground) -> None:
    board = ground.board
    longest = [max(board.distance(a, b) for b in ground.sight.seen_from(a)) for a in board.cells]
    assert max(longest) >= 20
    assert sum(length >= 8 for length in longest) > len(longest) / 2
    assert all(len(ground.sight.seen_from(cell)) < 0.75 * len(board.cells) for cell in board.cells)


# Gazala.


def test_gazala_lies_as_the_sheet_does(gazala: Board) -> None:
    assert [gazala.edges[name][0] for name in ("north", "west")] == [gazala.cell("0101")] * 2
    assert names(gazala, gazala.edges["south"]) == {f"{c:02d}24" for c in range(1, 21)}
    assert names(gazala, gazala.edges["east"]) == {f"20{r:02d}" for r in range(1, 25)}


def test_gazala_is_a_quarter_to_a_third_rough_in_patches(gazala: Board) -> None:
    assert 25 <= share(gazala, "rough1", "rough2") <= 35
    for cell in gazala.cells:
        if gazala.terrain[cell] != "clear":
            around = [ahead for ahead in gazala.neighbours[cell] if ahead >= 0]
            assert any(gazala.terrain[ahead] != "clear" for ahead in around), gazala.labels[cell]


@pytest.mark.rules("20.0-brit-deploy", "20.0-sr-2")
def test_rough_2_is_near_every_hex_of_row_06(gazala: Board) -> None:
    row = [gazala.cell(f"{column:02d}06") for column in range(1, 21)]
    assert gazala.regions["row-06"] == set(row)
    cover = [cell for cell in row if gazala.terrain[cell] == "rough2"]
    assert all(any(gazala.distance(cell, other) <= 3 for other in cover) for cell in row)
    assert load_ground(GAZALA).defilade_cells({"rough2"}) & sum(1 << cell for cell in cover)


def test_gazala_has_one_trail_from_south_to_north(gazala: Board) -> None:
    assert set(gazala.lines) == {"trail"}
    ends = {gazala.labels[cell] for cell, _ in gazala.outs["trail"]}
    assert len(ends) == 2
    south, north = sorted(ends, key=lambda label: -int(label[2:]))
    assert gazala.cell(south) in gazala.edges["south"]
    assert gazala.cell(north) in gazala.edges["north"]
    reached = along(gazala, ("trail",), south)
    assert north in reached
    # One line without a branch has one hexside less than hexes.
    assert len(gazala.lines["trail"]) == len(reached) - 1


# Arracourt.


def test_arracourt_has_north_on_the_left(arracourt: Board) -> None:
    assert names(arracourt, arracourt.edges["north"]) == {f"01{r:02d}" for r in range(1, 35)}
    assert names(arracourt, arracourt.edges["south"]) == {f"24{r:02d}" for r in range(1, 35)}
    assert names(arracourt, arracourt.edges["west"]) == {f"{c:02d}34" for c in range(1, 25)}
    assert names(arracourt, arracourt.edges["east"]) == {f"{c:02d}01" for c in range(1, 25)}


@pytest.mark.rules("21.0-ger-deploy")
def test_1712_is_the_top_of_hill_421_and_of_the_map(arracourt: Board) -> None:
    top = arracourt.cell("1712")
    assert arracourt.elevation[top] == 7
    assert all(arracourt.elevation[cell] < 7 for cell in arracourt.cells if cell != top)
    assert {arracourt.elevation[cell] for cell in arracourt.neighbours[top]} <= {5, 6}
    assert arracourt.regions["hill-421"] == {top, *arracourt.neighbours[top]}
    wanted = {cell for cell in arracourt.cells if column_of(arracourt.labels[cell]) >= 18}
    assert arracourt.regions["german-setup"] == wanted | arracourt.regions["hill-421"]


@pytest.mark.rules("21.0-us-deploy")
def test_the_american_entry_is_the_eleven_hexes_from_0124_west(arracourt: Board) -> None:
    entry = arracourt.regions["american-entry"]
    assert names(arracourt, entry) == {f"01{row}" for row in range(24, 35)}
    assert entry <= set(arracourt.edges["north"])


@pytest.mark.rules("21.0-vc-1")
def test_the_three_towns_of_arracourt(arracourt: Board) -> None:
    for name, labels in TOWNS.items():
        assert names(arracourt, arracourt.regions[name]) == set(labels.split())
    towns = {cell for name in TOWNS for cell in arracourt.regions[name]}
    assert {cell for cell in arracourt.cells if arracourt.terrain[cell] == "town"} == towns
    a, b = arracourt.cell("1925"), arracourt.cell("1926")
    assert arracourt.direction(a, b) >= 0
    assert {a, b} <= arracourt.regions["german-setup"]


def test_roads_and_the_trail_of_arracourt(arracourt: Board) -> None:
    roads = along(arracourt, ("road",), "0124")
    assert {*TOWNS["ley"].split(), *TOWNS["ommeray"].split(), *TOWNS["moncourt"].split()} <= roads
    outs = {arracourt.labels[cell] for cell, _ in arracourt.outs["road"]}
    assert "0124" in outs
    assert outs & names(arracourt, arracourt.edges["east"])
    trails = along(arracourt, ("trail",), "1712")
    assert trails & set(TOWNS["moncourt"].split())
    assert trails & set(TOWNS["ommeray"].split())
    # The road from 0124 to Moncourt passes Ley: without its hexes there is none.
    shut = arracourt.regions["ley"]
    open_ = {key for key in arracourt.lines["road"] if not shut & set(arracourt.side_cells(key))}
    seen, queue = {arracourt.cell("0124")}, [arracourt.cell("0124")]
    while queue:
        cell = queue.pop()
        for way, ahead in enumerate(arracourt.neighbours[cell]):
            if ahead not in seen and arracourt.side(cell, way) in open_:
                seen.add(ahead)
                queue.append(ahead)
    assert not seen & (arracourt.regions["moncourt"] | arracourt.regions["ommeray"])


def test_the_shares_of_ground_of_arracourt(arracourt: Board) -> None:
    assert 60 <= share(arracourt, "clear") <= 70
    assert 15 <= share(arracourt, "woods") <= 25
    assert 5 <= share(arracourt, "rough1") <= 10
    assert 5 <= share(arracourt, "rough2") <= 10


def test_most_woods_of_arracourt_stand_on_slopes(arracourt: Board) -> None:
    woods = [cell for cell in arracourt.cells if arracourt.terrain[cell] == "woods"]
    high = [
        cell for cell in woods
        if arracourt.elevation[cell] > 2 or any(arracourt.feature(cell, way) is not None for way in range(6))
    ]  # fmt: skip
    assert len(high) > 0.6 * len(woods)


def test_hill_421_overlooks_the_country(arracourt: Board) -> None:
    seen = load_ground(ARRACOURT).sight.seen_from(arracourt.cell("1712"))
    assert 0.2 * len(arracourt.cells) < len(seen) < 0.25 * len(arracourt.cells)
    assert max(arracourt.distance(arracourt.cell("1712"), cell) for cell in seen) >= 20


@pytest.mark.rules("21.0-sr-1")
def test_0124_looks_down_into_the_country(arracourt: Board) -> None:
    ground = load_ground(ARRACOURT)
    seen = ground.sight.seen_from(arracourt.cell("0124"))
    assert len(seen) >= 60
    assert set(seen) & arracourt.regions["ley"]


# Berlin.


def test_berlin_has_west_at_the_top(berlin: Board) -> None:
    assert names(berlin, berlin.edges["west"]) == {f"{c:02d}01" for c in range(1, 17)}
    assert names(berlin, berlin.edges["east"]) == {f"{c:02d}34" for c in range(1, 17)}
    assert names(berlin, berlin.edges["north"]) == {f"16{r:02d}" for r in range(1, 35)}
    assert names(berlin, berlin.edges["south"]) == {f"01{r:02d}" for r in range(1, 35)}


@pytest.mark.rules("22.0-ger-deploy")
def test_the_germans_of_berlin_set_up_in_rows_01_to_08(berlin: Board) -> None:
    wanted = {f"{c:02d}{r:02d}" for c in range(1, 17) for r in range(1, 9)}
    assert names(berlin, berlin.regions["german-setup"]) == wanted


def test_the_highway_runs_from_0834_to_0801_within_columns_7_to_9(berlin: Board) -> None:
    highway = berlin.regions["highway"]
    assert names(berlin, highway) == along(berlin, ("road",), "0834")
    assert {berlin.labels[cell] for cell, _ in berlin.outs["road"]} == {"0834", "0801"}
    assert {column_of(label) for label in names(berlin, highway)} == {7, 8, 9}
    assert len(berlin.lines["road"]) == len(highway) - 1


def test_a_winding_trail_runs_north_of_the_highway(berlin: Board) -> None:
    ends = [berlin.labels[cell] for cell, _ in berlin.outs["trail"]]
    assert {label[2:] for label in ends} == {"01", "34"}
    reached = along(berlin, ("trail",), ends[0])
    assert ends[1] in reached
    highway = names(berlin, berlin.regions["highway"])
    columns = [column_of(label) for label in reached - highway]
    # North is the side of the high columns. The branch to the village ends at the highway.
    assert min(columns) >= 9
    assert max(columns) - min(columns) >= 3


def test_two_villages_of_berlin(berlin: Board) -> None:
    towns = {cell for cell in berlin.cells if berlin.terrain[cell] == "town"}
    assert towns == berlin.regions["neuhof"] | berlin.regions["klein-rade"]
    assert not berlin.regions["neuhof"] & berlin.regions["klein-rade"]
    for name in VILLAGES:
        village = set(berlin.regions[name])
        seen, queue = set(), [min(village)]
        while queue:
            cell = queue.pop()
            seen.add(cell)
            queue += (village & set(berlin.neighbours[cell])) - seen
        assert seen == village
        assert any(berlin.connects(kind, cell, way) for cell in village for kind in berlin.lines for way in range(6))


def test_the_rises_of_berlin_look_down_the_highway(berlin: Board) -> None:
    """Rises of level 3 or 4 in rows 05 to 12, on both sides of the Highway, see 12 hexes of it and as far as 12."""
    ground = load_ground(BERLIN)
    highway = sorted(berlin.regions["highway"], key=lambda cell: berlin.column_row(cell)[1])
    found: set[str] = set()
    for cell in berlin.cells:
        column, row = berlin.column_row(cell)
        if not 5 <= row <= 12 or berlin.elevation[cell] < 3:
            continue
        run = best = far = 0
        for place in highway:
            run = run + 1 if ground.sees(cell, place) else 0
            best = max(best, run)
            far = max(far, berlin.distance(cell, place) if run else 0)
        if best >= 12 and far >= 12:
            found.add("south" if column < 7 else "north" if column > 9 else "on it")
    assert {"north", "south"} <= found


def test_the_trail_is_hidden_from_the_rises_for_most_of_the_way(berlin: Board) -> None:
    ground = load_ground(BERLIN)
    rises = [cell for cell in berlin.cells if 5 <= berlin.column_row(cell)[1] <= 12 and berlin.elevation[cell] == 4]
    trail = {cell for key in berlin.lines["trail"] for cell in berlin.side_cells(key)}
    hidden = [cell for cell in trail if not any(ground.sees(cell, rise) for rise in rises)]
    assert len(hidden) > len(trail) / 2


def test_woods_of_berlin(berlin: Board) -> None:
    assert 20 <= share(berlin, "woods") <= 30


# The face.


def test_every_terrain_hexside_and_line_has_a_name_and_a_style(ground: Ground) -> None:
    face, board = face_parts()[""], ground.board
    assert {board.terrain[cell] for cell in board.cells} <= {entry.terrain for entry in face.hexes}
    assert {feature.terrain for feature in board.sides.values()} <= {entry.terrain for entry in face.hexsides}
    assert set(board.lines) <= {entry.terrain for entry in face.lines}
    assert "hsl(" not in svg(board, face)
    assert "hsl(" not in layers(board, face)
