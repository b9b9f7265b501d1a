"""The map of KampfPanzer: every hex and feature that the scenarios name, room for set-ups, ways to what decides."""

from __future__ import annotations

from collections import deque

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.paths import IMPOSSIBLE, reach
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.scenarios import scenarios
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.deployment import group_zone
from hulldown.games.kampfpanzer.rules.ground import Ground, ground_on
from hulldown.games.kampfpanzer.rules.state import SIDES
from hulldown.games.kampfpanzer.rules.victory import region
from hulldown.maps import load_map

HILLTOPS = {
    "hill-1": "0937 0938 0939 1037 1038",
    "hill-2": "1920 2019 2020 2119 2120",
    "hill-3": "2112 2211 2212 2311 2312",
    "hill-4": "0807 0808 0908",
}
TOWN = "2239 2240 2338 2339 2340 2341 2439 2440"
WEST_OF_0807 = {"0707", "0708", "0607", "0608"}


@pytest.fixture
def board() -> Board:
    return load_map("kampfpanzer")


@pytest.fixture
def ground() -> Ground:
    return ground_on("kampfpanzer")


def names(board: Board, cells: object) -> set[str]:
    return {board.labels[cell] for cell in cells}  # type: ignore[attr-defined]


def test_size_and_edges(board: Board) -> None:
    assert set(board.by_label) == {
        f"{column:02d}{row:02d}" for column in range(1, 40) for row in range(1, 55 if column % 2 else 54)
    }
    assert board.high_columns == "odd"
    assert board.neighbours[board.cell("0304")].count(-1) == 0
    assert {"0303", "0403"} <= names(board, board.neighbours[board.cell("0304")])
    assert len(board.edges["W"]) == 39
    for label in (
        "0151",
        "0154",
        "0251",
        "0253",
        "0352",
        "0353",
        "0452",
        "0553",
        "0653",
        "1216",
        "3953",
        "3653",
        "0954",
    ):
        assert label in board.by_label
    words = {board.terrain[cell] for cell in board.cells}, {side.terrain for side in board.sides.values()}
    assert words == ({"clear", "town", "woods", "slope", "hilltop"}, {"crest", "woods", "town", "stream", "ford"})
    assert set(board.lines) == {"road"}


def test_town_1_has_covered_sides_within_and_an_open_rim(board: Board) -> None:
    town = board.regions["town-1"]
    assert names(board, town) == set(TOWN.split())
    assert {cell for cell in board.cells if board.terrain[cell] == "town"} == town
    for cell in town:
        for direction, ahead in enumerate(board.neighbours[cell]):
            feature = board.feature(cell, direction)
            assert (feature is not None and feature.terrain == "town") == (ahead in town)


@pytest.mark.parametrize("hill", list(HILLTOPS))
def test_hills_have_tops_slopes_around_them_and_crests_between(board: Board, hill: str) -> None:
    cells = board.regions[hill]
    tops = {cell for cell in cells if board.terrain[cell] == "hilltop"}
    assert names(board, tops) == set(HILLTOPS[hill].split())
    ring = {ahead for cell in tops for ahead in board.neighbours[cell]} - tops
    bare = WEST_OF_0807 if hill == "hill-4" else set()
    assert {cell for cell in cells if board.terrain[cell] == "slope"} == {
        cell for cell in ring if board.labels[cell] not in bare
    }
    for cell in tops:
        for direction, ahead in enumerate(board.neighbours[cell]):
            feature = board.feature(cell, direction)
            assert (feature is not None and feature.terrain == "crest") == (board.terrain[ahead] == "slope")
    assert board.terrain[board.cell("0708")] == "clear"


def test_hills_are_apart_and_all_slopes_belong_to_one(board: Board) -> None:
    found = [cell for hill in HILLTOPS for cell in board.regions[hill]]
    assert len(found) == len(set(found))
    assert {cell for cell in board.cells if board.terrain[cell] in ("slope", "hilltop")} == set(found)


def _by_road(board: Board, start: str) -> set[str]:
    seen = {board.cell(start)}
    queue = deque(seen)
    while queue:
        cell = queue.popleft()
        for direction, ahead in enumerate(board.neighbours[cell]):
            if ahead >= 0 and ahead not in seen and board.side(cell, direction) in board.roads:
                seen.add(ahead)
                queue.append(ahead)
    return names(board, seen)


def test_roads_lead_from_the_town_to_every_named_place(board: Board) -> None:
    reached = _by_road(board, "2339")
    assert {"1903", "1901", "2007", "2801", "0753", "0954", "3653", "3953", "3437", "3930"} <= reached
    assert {board.labels[cell] for cell, _ in board.outs["road"]} == {"1901", "2801", "0954", "3653", "3953", "3930"}


def test_streams_are_crossed_by_bridges_and_fords(board: Board) -> None:
    water = {key for key, side in board.sides.items() if side.terrain in ("stream", "ford")}
    fords = {key for key in water if board.sides[key].terrain == "ford"}
    bridges = water & board.roads
    assert len(bridges) >= 5
    assert len(fords) >= 10
    assert not fords & board.roads


@pytest.mark.slow
def test_sight_is_symmetric_and_the_table_agrees_with_the_check(board: Board, ground: Ground) -> None:
    cells = board.cells[::37]
    for a in cells:
        for b in board.cells[::41]:
            clear = a == b or ground.block(a, b) is None
            assert clear == ground.sight.clear(a, b) == ground.sight.clear(b, a)


def test_fire_into_and_out_of_every_rim_is_possible(board: Board, ground: Ground) -> None:
    """K-33: some hex three away can fire into each outer hex of the town, and into most woods."""
    for label in TOWN.split():
        cell = board.cell(label)
        if all(ahead in board.regions["town-1"] for ahead in board.neighbours[cell]):
            continue
        near = [other for other in board.cells if board.distance(cell, other) in (2, 3)]
        assert any(ground.sight.clear(other, cell) for other in near), label
    woods = [cell for cell in board.cells if board.terrain[cell] == "woods"]
    seen = sum(
        any(ground.sight.clear(other, cell) for other in board.cells if board.distance(cell, other) == 2)
        for cell in woods
    )
    assert seen > 0.8 * len(woods)


@pytest.mark.parametrize("number", range(1, 10))
def test_every_set_up_has_room_and_every_entry_leads_somewhere(number: int) -> None:
    scene = scene_of(GAME.unbegun(f"kampfpanzer/{number}", {}))
    for side in SIDES:
        for group in scene.side(side).groups:
            kinds = [arms(force.type) for force in group.forces for _ in range(force.count)]
            if group.enter is not None:
                for label in group.enter.hexes:
                    for kind in kinds:
                        if kind.moves:
                            found = reach(
                                scene.board, scene.ground.cost_tables[kind.table], scene.board.cell(label), 60
                            )
                            assert len(found) > 20
                continue
            pairs = min(sum(kind.gun for kind in kinds), sum(kind.squad for kind in kinds))
            assert len(group_zone(scene, group)) >= len(kinds) - pairs


@pytest.mark.parametrize("number", range(1, 10))
def test_the_slowest_unit_has_a_way_to_what_decides(number: int) -> None:
    """Each unit that can move, of the side that must get somewhere, can get there at all, and the fast ones in time."""
    scenario = scenarios()[f"kampfpanzer/{number}"]
    scene = scene_of(GAME.unbegun(scenario.id, {}))
    goals: set[Cell] = set(region(scene)) or set(scene.exits(scenario.victory.side))
    if not goals:
        goals = set(group_zone(scene, scenario.first.groups[0]))
    side = scenario.victory.side
    fastest = 10**9
    for group in scenario.side(side).groups:
        starts = (
            [scene.board.cell(label) for label in group.enter.hexes] if group.enter else list(group_zone(scene, group))
        )
        for force in group.forces:
            kind = arms(force.type)
            if not kind.moves:
                continue
            found = reach(scene.board, scene.ground.cost_tables[kind.table], starts[0], 10_000)
            assert goals <= set(found)
            turns = min(found[goal].cost for goal in goals) / kind.ma
            fastest = min(fastest, int(turns) + (group.enter.turn if group.enter else 0))
    assert fastest <= scenario.length


def test_costs_are_the_same_from_everywhere(ground: Ground) -> None:
    for name in ("afv", "truck", "infantry"):
        steps = {cost for row in ground.cost_tables[name] for cost in row if cost != IMPOSSIBLE}
        assert steps == {"afv": {1, 2, 4, 6, 8}, "truck": {1, 4, 8, 12}, "infantry": {1, 2}}[name]
