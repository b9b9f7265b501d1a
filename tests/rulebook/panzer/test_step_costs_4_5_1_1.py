"""What every step, turn, exit and entry costs (4.5.1.1): all hexes of a map with every terrain, counted slowly."""

from __future__ import annotations

import pytest

from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.rules.driving import entry_cost, entry_way, way_cost
from hulldown.games.panzer.rules.step_costs import step_factors
from support.panzer_yard import yard as panzer_yard

COSTS = {
    "clear": (1, 1, 1), "scrub": (2, 2, 3), "rough": (4, 4, 6), "shellhole": (2, 2, 4), "light_woods": (2, 2, 4),
    "woods": (3, 3, 6), "heavy_woods": "PPP", "brick_building": (2, 2, 2), "gully": (3, 3, "P"),
    "stream": (4, 4, "P"), "ford": (2, 2, 3), "bridge": (1, 1, 1), "water": "PPP",
}  # fmt: skip
TURNS = {"rough": 2, "woods": 2, "heavy_woods": 2, "gully": 2, "stream": 2}
COVERS = {"scrub": "light", "rough": "light", "shellhole": "light", "light_woods": "light", "woods": "medium",
          "heavy_woods": "heavy", "brick_building": "light", "gully": "light"}  # fmt: skip
SIDES = {"wall": (2, "P", "P"), "hedgerow": ("all", "P", "P")}
LEVELS = {"T": 2, "H": 2, "W": 1}


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


def way_between(board, cell, ahead):
    """The path or road between two hexes; a bridge with a road anywhere is road."""
    key = board.side(cell, board.direction(cell, ahead))
    kinds = {kind for kind, sides in board.lines.items() if key in sides}
    by_road = any(board.side(ahead, way) in board.lines["road"] for way in range(6))
    if kinds and (board.terrain[ahead] == "bridge" and by_road):
        return "road"
    return "road" if "road" in kinds else "path" if "path" in kinds else ""


def levels_between(board, cell, ahead):
    """The levels that a step pays for; None over a cliff."""
    feature = board.feature(cell, board.direction(cell, ahead))
    change = abs(board.elevation[cell] - board.elevation[ahead])
    if feature is not None and feature.terrain == "cliff":
        return None
    return max(change, 1) if feature is not None and feature.terrain == "crest" else change


def slow_step(board, cell, ahead, mode, traction):
    """4.5.1.1.2 counted by hand: terrain, levels, hexside."""
    feature = board.feature(cell, board.direction(cell, ahead))
    levels, way = levels_between(board, cell, ahead), way_between(board, cell, ahead)
    bridge = "bridge" in (board.terrain[cell], board.terrain[ahead])
    if levels is None or levels > LEVELS[traction] or (bridge and not way):
        return IMPOSSIBLE
    entered = COSTS[board.terrain[ahead]][mode]
    entered = 1 if entered == "P" and way else entered
    across = SIDES.get(feature.terrain, (0, 0, 0))[mode] if feature else 0
    if "P" in (entered, across):
        return IMPOSSIBLE
    return WHOLE if across == "all" else entered + across + levels


def steps(board):
    for cell in board.cells:
        for direction, ahead in enumerate(board.neighbours[cell]):
            yield cell, direction, ahead


@pytest.mark.rules(
    "4.5.1.1.2a", "4.5.1.1.2b", "4.5.1.1.2c", "4.5.1.1.2d", "4.5.1.1.2e", "4.5.1.1.2f", "4.5.1.1.2-slope-crest-a",
    "4.5.1.1.2-slope-crest-b", "4.5.1.1.2-wall-hedgerow-a", "4.5.1.1.2-wall-hedgerow-b", "4.1.4.1.7b", "4.5.1.1.5l",
    "4.5.1.1.6b", "4.1.4.1.5b", "4.1.4.1.5d", "1.2b",
)  # fmt: skip
def test_every_step_across_country_costs_terrain_levels_and_hexside(yard):
    board = yard.board
    seen = set()
    for cell, direction, ahead in steps(board):
        for mode, traction in enumerate("THW"):
            expected = slow_step(board, cell, ahead, mode, traction) if ahead >= 0 else IMPOSSIBLE
            where = board.labels[cell], direction, traction
            assert yard.cross[traction][cell][direction] == expected, where
            seen.add(expected)
    assert seen == {IMPOSSIBLE, 1, 2, 3, 4, 5, 6, 7, WHOLE}, "the map shows every sort of step"


@pytest.mark.rules("4.5.1.1.2-slope-crest-a", "4.5.1.1.5n", "4.5.1.1.5o", "4.5.1.1.5a", "4.5.1.1.6a", "4.5.1.1.6c")
def test_every_step_along_a_way_costs_1_and_all_levels_but_one(yard):
    board = yard.board
    seen = set()
    for cell, direction, ahead in steps(board):
        way = way_between(board, cell, ahead) if ahead >= 0 else ""
        assert yard.ways[cell][direction] == way, (board.labels[cell], direction)
        levels = levels_between(board, cell, ahead) if ahead >= 0 else None
        for traction in "THW":
            possible = way and levels is not None and levels <= LEVELS[traction]
            expected = 1 + max(0, levels - 1) if possible else IMPOSSIBLE
            assert yard.route[traction][cell][direction] == expected, (board.labels[cell], direction, traction)
            seen.add((bool(way), expected))
    assert seen == {(False, IMPOSSIBLE), (True, IMPOSSIBLE), (True, 1), (True, 2)}


@pytest.mark.rules("4.5.1.1.4-table", "4.5.1.1.4c", "4.1.3i", "4.1.3j", "4.1.3a", "4.4.3.2.2-target-cover-a", "1.2b")
def test_turns_covers_and_ways_of_every_hex(yard):
    board = yard.board
    for cell in board.cells:
        name = board.terrain[cell]
        assert yard.turn[cell] == TURNS.get(name, 1), name
        assert yard.cover[cell] == yard.fire_cover[cell] == COVERS.get(name, "none"), name
        inside = any(ahead >= 0 and way_between(board, cell, ahead) for ahead in board.neighbours[cell])
        out = any(cell == there for kind in board.outs for there, _ in board.outs[kind])
        assert yard.on_way[cell] == (inside or out), board.labels[cell]
        assert yard.beds[cell] == (name in ("gully", "stream", "ford")), name


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.9c", "4.5.1.1.5a", "4.5.1.1.2e", "4.5.1.1.6b")
def test_leaving_and_entering_cost_the_hex_at_the_edge_or_1_by_its_way(yard):
    board = yard.board
    outs = {("0201", 0): "road", ("0701", 0): "road", ("0107", 4): "path", ("0908", 3): "path", ("1201", 0): "path",
            ("1206", 1): "path"}  # fmt: skip
    seen = set()
    for cell, direction, ahead in steps(board):
        label, name = board.labels[cell], board.terrain[cell]
        ways = {way: kind for (hex_, way), kind in outs.items() if hex_ == label}
        assert yard.ways_out(cell) == ways
        assert entry_way(yard, cell) == next(iter(ways.values()), "")
        for mode, traction in enumerate("THW"):
            plain = COSTS[name][mode]
            shut = plain == "P" or name == "bridge"
            leaving = plain if not shut else 1 if direction in ways else IMPOSSIBLE
            assert yard.leave_cost(cell, direction, traction) == (leaving if ahead < 0 else IMPOSSIBLE), label
            assert entry_cost(yard, traction, cell) == (plain if not shut else 1 if ways else IMPOSSIBLE), label
            seen.add((shut, bool(ways)))
    assert len(seen) == 4
    assert [way_cost(kind, traction) for kind in ("", "path", "road") for traction in "THW"] == [0] * 3 + [1] * 6


@pytest.mark.rules("4.5.1.1.2a", "4.5.1.1.2b", "4.5.1.1.2-slope-crest-a", "4.5.1.1.2-wall-hedgerow-a")
def test_the_parts_of_a_step_are_told_and_their_sum_is_its_cost(yard):
    board = yard.board
    told = set()
    for cell, direction, ahead in steps(board):
        if ahead < 0:
            continue
        feature = board.feature(cell, direction)
        side = feature.terrain if feature else ""
        levels = levels_between(board, cell, ahead)
        for mode, traction in enumerate("THW"):
            *parts, total = step_factors(yard, cell, ahead, traction)
            cost = slow_step(board, cell, ahead, mode, traction)
            assert total.value == {IMPOSSIBLE: "P", WHOLE: "all"}.get(cost, cost)
            assert total.rule == "4.5.1.1.2b"
            entered = COSTS[board.terrain[ahead]][mode]
            by_way = entered == "P" and way_between(board, cell, ahead)
            assert (parts[0].rule, parts[0].value) == ("4.5.1.1.2a", 1 if by_way else entered)
            wanted = []
            if side in ("slope", "crest") and levels:
                wanted = [("4.5.1.1.2-slope-crest-a", levels)]
            elif side in SIDES:
                wanted = [({"wall": "4.5.1.1.2-wall-hedgerow-a", "hedgerow": "4.1.4.1.10"}[side], SIDES[side][mode])]
            assert [(part.rule, part.value) for part in parts[1:]] == wanted, (board.labels[cell], direction)
            told.add(side)
    assert told == {"", "slope", "crest", "wall", "hedgerow", "cliff"}
