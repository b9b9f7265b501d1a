"""Our Tank! map holds what the rulebook says about the lost one, and is a country worth fighting over."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.hex import Side, trace
from hulldown.maps import load_map

CAMP = ("3016", "3017", "3018", "3116", "3117", "3118", "3119", "3216", "3217", "3218")
RIVER = ("6114", "6014", "5915", "5916", "5917", "5919", "5920", "5921", "6021", "6122")
PLOTS = {
    "J": "3804 3704 3603",
    "K": "4007 4006 3906 3805 3706",
    "L": "3809 3709 3609 3510",
    "M": "4110 4111 4011 3912 3812",
}
OPPOSITE = {"W": "Y", "Y": "W", "X": "Z", "Z": "X"}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_map("tank")


def share(board: Board, terrain: str, cells: Iterable[Cell]) -> float:
    found = [board.terrain[cell] == terrain for cell in cells]
    return sum(found) / len(found)


def mixed_cost(board: Board, a: Cell, b: Cell) -> int:
    """The movement points of one step in the mixed mode (chart 10.6)."""
    feature = board.feature(a, board.direction(a, b))
    extra = {"slope": 2, "berm": 1}[feature.terrain] if feature else 0
    return {"clear": 1, "rough": 2, "woods": 3}[board.terrain[b]] + extra


def clear_distances(board: Board, goals: Iterable[Cell]) -> dict[Cell, int]:
    """Steps to the nearest goal over clear hexes only, never crossing a slope or a berm."""
    queue = deque(cell for cell in goals if board.terrain[cell] == "clear")
    found = dict.fromkeys(queue, 0)
    while queue:
        here = queue.popleft()
        for direction, ahead in enumerate(board.neighbours[here]):
            passable = ahead >= 0 and board.terrain[ahead] == "clear" and board.feature(here, direction) is None
            if passable and ahead not in found:
                found[ahead] = found[here] + 1
                queue.append(ahead)
    return found


def well_apart(board: Board, cells: Iterable[Cell], gap: int = 8) -> list[Cell]:
    """Some of the cells, in their order, each at least `gap` hexes from all the others chosen."""
    chosen: list[Cell] = []
    for cell in cells:
        if all(board.distance(cell, other) >= gap for other in chosen):
            chosen.append(cell)
    return chosen


def patches(board: Board, wanted: Callable[[Cell], bool]) -> list[set[Cell]]:
    """The connected groups of hexes that are wanted."""
    left = {cell for cell in board.cells if wanted(cell)}
    groups: list[set[Cell]] = []
    while left:
        queue = [left.pop()]
        group = set(queue)
        while queue:
            for ahead in board.neighbours[queue.pop()]:
                if ahead in left:
                    left.remove(ahead)
                    group.add(ahead)
                    queue.append(ahead)
        groups.append(group)
    return groups


def ridges(board: Board) -> list[set[Cell]]:
    """The high grounds that are at least six hexes long."""
    high = patches(board, lambda cell: board.elevation[cell] >= 2)
    return [group for group in high if length(board, group) >= 6]


def length(board: Board, group: set[Cell]) -> int:
    return 1 + max(board.distance(a, b) for a in group for b in group)


def sees(board: Board, a: Cell, b: Cell, mode: str) -> bool:
    """Whether the line is free (10.22-10.26), written out again here to judge the map without the engine."""
    line = trace(board.q[b] - board.q[a], board.r[b] - board.r[a])
    hollow = board.regions["depression"]

    def blocks(edge: Side) -> bool:
        one = a + edge.hex.q * board.stride + edge.hex.r
        both = (one, one + board.offsets[edge.direction])
        feature = board.sides.get((one, edge.direction))
        if feature is None or a in both or b in both or (feature.terrain == "berm" and mode == "open"):
            return False
        return not (feature.down in hollow and a not in hollow and b not in hollow)

    if mode != "open":
        through = [a + step.q * board.stride + step.r for step in line.hexes[1:-1]]
        beside = [a + edge.hex.q * board.stride + edge.hex.r for edge in line.along]
        beside += [cell + board.offsets[edge.direction] for cell, edge in zip(beside, line.along, strict=True)]
        if any(board.terrain[cell] == "woods" for cell in [*through, *beside]):
            return False
    return not any(blocks(edge) for edge in line.crossed + line.along)


def sight_lengths(mode: str) -> list[tuple[int, float]]:
    """For a spread of observers: the longest free line, and the share of the map that is dead ground."""
    board = load_map("tank")
    found = []
    for a in board.cells[::61]:
        seen = [board.distance(a, b) for b in board.cells[::5] if b != a and sees(board, a, b, mode)]
        found.append((max(seen, default=0), 1 - len(seen) / len(board.cells[::5])))
    return found


def test_the_sheet_has_the_size_scale_and_columns_of_the_plots(board: Board) -> None:
    """Case 1.0: 50 m hexes; 34.3 needs column 61; the plots of 9.13 need odd columns half a hex higher."""
    assert (board.columns, board.rows, board.high_columns) == (61, 36, "odd")
    assert board.meta["scale"] == "50"
    assert board.meta["provenance"] == "reconstructed"


@pytest.mark.rules("34.3-4", "34.3-6", "34.3-15")
def test_edges_are_lettered_clockwise_from_the_north(board: Board) -> None:
    """Case 34.3: hexes 6116-6120 lie on X and hexrow 10 is ten hexes from Z."""
    assert {board.labels[cell][2:] for cell in board.edges["W"]} == {"01"}
    assert {board.labels[cell][:2] for cell in board.edges["X"]} == {"61"}
    assert {board.labels[cell][2:] for cell in board.edges["Y"]} == {"36"}
    assert {board.labels[cell][:2] for cell in board.edges["Z"]} == {"01"}
    assert [board.edge_distance(board.cell(f"61{row}"), "X") for row in range(16, 21)] == [0] * 5
    assert board.edge_distance(board.cell("1118"), "Z") == 10


@pytest.mark.rules("34.2-4", "34.2-12")
def test_the_road_junction_is_clear_and_a_junction(board: Board) -> None:
    """Case 34.2 calls 3319 a road junction."""
    cell = board.cell("3319")
    assert board.terrain[cell] == "clear"
    assert sum(board.side(cell, direction) in board.roads for direction in range(6)) >= 3


@pytest.mark.rules("34.3-5")
@pytest.mark.parametrize("label", CAMP)
def test_the_base_camp_is_open_ground(board: Board, label: str) -> None:
    """Case 34.3: the unarmed squads stand in the open, without slopes or berms around them."""
    cell = board.cell(label)
    assert board.terrain[cell] == "clear"
    assert all(board.feature(cell, direction) is None for direction in range(6))


@pytest.mark.rules("34.3-1", "34.3-15")
def test_the_river_loop_is_laid_on_open_ground(board: Board) -> None:
    """Case 34.3: ditches form the river and 5918 is its only bridge, so nothing else may hinder there."""
    loop = [cell for cell in board.cells if board.column_row(cell)[0] >= 59 and 14 <= board.column_row(cell)[1] <= 22]
    assert {board.cell(label) for label in [*RIVER, "5918", "6116", "6117", "6118", "6119", "6120"]} <= set(loop)
    for cell in loop:
        assert board.terrain[cell] == "clear", board.labels[cell]
        assert all(board.feature(cell, direction) is None for direction in range(6)), board.labels[cell]


@pytest.mark.rules("34.3-1", "34.3-6")
def test_the_bridge_is_the_only_way_over_the_ditches(board: Board) -> None:
    """Case 34.3: with the ditches closed, every way out of the loop uses 5918."""
    closed = {board.cell(label) for label in [*RIVER, "5918"]}
    inside = next(group for group in patches(board, lambda cell: cell not in closed) if board.cell("6118") in group)
    assert board.cell("5818") not in inside
    assert {board.cell("6016"), board.cell("6020"), board.cell("6121")} <= inside


@pytest.mark.rules("10.26a")
def test_the_depression_is_a_closed_ring_of_inward_slopes(board: Board) -> None:
    """Case 10.26: the slopes around 3808 outline one hollow, and its inner hexes are the low ones."""
    hollow = board.regions["depression"]
    assert board.cell("3808") in hollow
    assert 10 <= len(hollow) <= 16
    assert patches(board, lambda cell: cell in hollow) == [set(hollow)]
    assert len(patches(board, lambda cell: cell not in hollow)) == 1
    for cell in hollow:
        assert board.elevation[cell] == 0
        for direction, ahead in enumerate(board.neighbours[cell]):
            assert ahead >= 0
            feature = board.feature(cell, direction)
            if ahead in hollow:
                assert feature is None
            else:
                assert feature is not None
                assert (feature.terrain, feature.down) == ("slope", cell)
    assert {cell for cell in board.cells if board.elevation[cell] == 0} == hollow


@pytest.mark.rules("10.26a")
def test_the_depression_lies_roughly_around_3808(board: Board) -> None:
    """Case 10.26: 3808 is its middle, and it is mostly clear with a little rough."""
    hollow = board.regions["depression"]
    assert max(board.distance(board.cell("3808"), cell) for cell in hollow) <= 2
    assert share(board, "clear", hollow) >= 0.7
    assert share(board, "rough", hollow) > 0


@pytest.mark.rules("10.5")
def test_every_slope_falls_from_a_higher_hex_to_the_named_one(board: Board) -> None:
    """Case 10.5: a slope has a sloped side, here always the lower hex, one step below."""
    slopes = [(key, feature) for key, feature in board.sides.items() if feature.terrain == "slope"]
    assert len(slopes) > 300
    for key, feature in slopes:
        both = board.side_cells(key)
        assert feature.down in both
        high = both[0] if feature.down == both[1] else both[1]
        assert board.elevation[high] == board.elevation[feature.down] + 1, board.label_path(both)


@pytest.mark.rules("10.12b", "10.5")
def test_ground_changes_height_without_a_slope_only_on_gentle_spurs(board: Board) -> None:
    """Case 10.12: only marked hexsides are slopes, so an unmarked fall must be one that we meant."""
    gentle = board.regions["gentle"]
    falls = unmarked = 0
    for cell in board.cells:
        for direction, ahead in enumerate(board.neighbours[cell]):
            if ahead < 0 or board.elevation[ahead] <= board.elevation[cell]:
                continue
            falls += 1
            if board.feature(cell, direction) is None:
                unmarked += 1
                assert ahead in gentle, f"{board.labels[ahead]} falls to {board.labels[cell]}"
    assert 0 < unmarked < 0.25 * falls


def test_only_the_four_known_features_are_used(board: Board) -> None:
    """Chart 10.6 knows clear, rough and woods hexes, and slope and berm hexsides."""
    assert {board.terrain[cell] for cell in board.cells} == {"clear", "rough", "woods"}
    assert {feature.terrain for feature in board.sides.values()} == {"slope", "berm"}
    assert all(feature.down is None for feature in board.sides.values() if feature.terrain == "berm")


@pytest.mark.rules("10.5", "10.26b")
def test_ridges_have_reverse_slopes(board: Board) -> None:
    """Case 10.26: several ridges, most of them falling steeply on two opposite sides."""
    found = ridges(board)
    assert len(found) >= 8
    two_sided = 0
    for group in found:
        facing = [0] * 6
        for cell in group:
            for direction, ahead in enumerate(board.neighbours[cell]):
                feature = board.feature(cell, direction) if ahead >= 0 else None
                if feature is not None and feature.down == ahead and ahead not in group:
                    facing[direction] += 1
        two_sided += any(min(facing[d], facing[d + 3]) >= 3 for d in range(3))
    assert two_sided >= 7


def test_ridges_lie_across_both_axes_of_advance(board: Board) -> None:
    """Cases 16.0 (W against Y) and 34.1 (X against Z): ground to fight over on either axis."""
    spans = []
    for group in ridges(board):
        columns = [board.column_row(cell)[0] for cell in group]
        rows = [board.column_row(cell)[1] for cell in group]
        spans.append((max(columns) - min(columns) + 1, max(rows) - min(rows) + 1))
    assert sum(rows >= 6 for _, rows in spans) >= 3, "across X-Z"
    assert sum(columns >= 8 for columns, _ in spans) >= 3, "across W-Y"
    assert max(len(group) for group in ridges(board)) < 70


def test_the_mixture_of_terrain(board: Board) -> None:
    """Case 10.0: one map serves three modes, so all of it must be there in good measure, and most of it clear."""
    assert 0.14 <= share(board, "woods", board.cells) <= 0.20
    assert 0.08 <= share(board, "rough", board.cells) <= 0.12
    assert share(board, "clear", board.cells) >= 0.60


def test_berms_come_in_short_runs(board: Board) -> None:
    """Chart 10.6: walls and banks of two to six hexsides, 40 to 90 in all."""
    corners: dict[frozenset[Cell], set[tuple[Cell, int]]] = {}
    berms = [key for key, feature in board.sides.items() if feature.terrain == "berm"]
    assert 40 <= len(berms) <= 90
    for key in berms:
        a, b = board.side_cells(key)
        for third in set(board.neighbours[a]) & set(board.neighbours[b]) - {-1}:
            corners.setdefault(frozenset((a, b, third)), set()).add(key)
    left = set(berms)
    runs = []
    while left:
        queue = [left.pop()]
        run = 1
        while queue:
            key = queue.pop()
            for touching in corners.values():
                if key in touching:
                    run += len(touching & left)
                    queue.extend(touching & left)
                    left -= touching
        runs.append(run)
    assert min(runs) >= 2
    assert max(runs) <= 6


@pytest.mark.rules("9.13", "9.13-erratum")
@pytest.mark.parametrize("tank", PLOTS)
def test_the_plots_of_the_example_can_be_driven(board: Board, tank: str) -> None:
    """Case 9.13 with its erratum: each of the four plots fits an allowance of 8, J's with the point for the overrun."""
    path = [board.cell(label) for label in PLOTS[tank].split()]
    assert all(board.direction(a, b) >= 0 for a, b in pairwise(path))
    assert sum(mixed_cost(board, a, b) for a, b in pairwise(path)) + (tank == "J") <= 8


@pytest.mark.rules("9.13")
def test_tank_j_overruns_straight_ahead(board: Board) -> None:
    """Case 9.13: J enters and leaves 3704 by opposite hexsides, neither of them marked."""
    start, target, beyond = (board.cell(label) for label in PLOTS["J"].split())
    assert board.direction(start, target) == board.direction(target, beyond)
    assert board.feature(start, board.direction(start, target)) is None
    assert board.feature(target, board.direction(target, beyond)) is None


@pytest.mark.rules("34.1-1", "34.1-2")
@pytest.mark.parametrize("edge", "WXYZ")
def test_clear_lanes_lead_across_the_map(board: Board, edge: str) -> None:
    """Case 34.1: columns cross the map over clear terrain only, from several entries of each edge."""
    across = clear_distances(board, board.edges[OPPOSITE[edge]])
    assert len(well_apart(board, [cell for cell in board.edges[edge] if cell in across])) >= 3


@pytest.mark.rules("34.2-4", "34.2-5")
@pytest.mark.parametrize("edge", "XZ")
def test_the_junction_is_reached_in_time_over_clear_ground(board: Board, edge: str) -> None:
    """Case 34.2: ten turns even at four hexes a turn, for up to four columns."""
    goal = board.cell("3319")
    steps = clear_distances(board, [goal, *board.neighbours[goal]])
    entries = [cell for cell in board.edges[edge] if steps.get(cell, 99) + 1 <= 40]
    assert len(entries) >= 4
    assert len(well_apart(board, entries)) >= 2


@pytest.mark.rules("34.4-4")
def test_most_of_the_interior_may_be_an_objective(board: Board) -> None:
    """Case 34.4: the objective is a clear hex at least ten from every edge."""
    inner = [cell for cell in board.cells if min(board.edge_distance(cell, edge) for edge in "WXYZ") >= 10]
    assert len(inner) > 500
    assert share(board, "clear", inner) >= 0.60


@pytest.mark.parametrize("edge", "WXYZ")
def test_edges_are_mostly_clear(board: Board, edge: str) -> None:
    """Case 17.1: forces enter over whole edges."""
    assert share(board, "clear", board.edges[edge]) > 0.5


@pytest.mark.slow
@pytest.mark.rules("10.21")
def test_there_are_long_fields_of_fire_and_dead_ground_in_mixed_mode() -> None:
    """Case 10.2: guns reach 20 to 40 hexes from good places, yet most of the map is hidden from any one of them."""
    found = sight_lengths("mixed")
    assert sum(longest >= 20 for longest, _ in found) >= 0.3 * len(found)
    assert sum(longest >= 30 for longest, _ in found) >= 3
    assert min(dead for _, dead in found) > 0.7


@pytest.mark.slow
@pytest.mark.rules("10.21", "10.61c")
def test_slopes_alone_still_make_dead_ground_in_open_mode() -> None:
    """Chart 10.6: in open mode only slopes hide, and they still hide half the map from anywhere."""
    found = sight_lengths("open")
    assert min(dead for _, dead in found) > 0.5
    assert sum(longest >= 30 for longest, _ in found) >= 0.5 * len(found)


def test_roads_reach_every_edge_and_are_clear(board: Board) -> None:
    """Roads carry no rule; they guide the eye, so they touch all four edges and never run through a wood."""
    on_road = {cell for key in board.roads for cell in board.side_cells(key)}
    assert all(on_road & set(cells) for cells in board.edges.values())
    assert all(board.terrain[cell] == "clear" for cell in on_road)


def test_places_have_names_of_their_own(board: Board) -> None:
    """Names are for telling the story of a game: at least twenty, all different."""
    assert len(board.names) >= 20
    assert len(set(board.names.values())) == len(board.names)
