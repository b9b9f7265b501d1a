"""Lines of sight (7.1, 7.5): the algorithm on small maps, and all pairs of every map worked out a second time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hulldown.core.board import Board
from hulldown.core.mapfile import board_from_toml
from hulldown.games.panzer_battles.faces.los_tools import los, los_arguments, maps
from hulldown.games.panzer_battles.rules.ground import Ground, load_ground
from hulldown.games.panzer_battles.rules.sight import blocks, rises

LETTERS = {".": "clear", "o": "rough1", "x": "rough2", "w": "woods", "t": "town"}


def country(terrain: str, elevation: str = "", visibility: int | None = None) -> Ground:
    """A ground drawn as text, one line to a row."""
    rows = terrain.split()
    text = f"format = 1\nname = 't'\ntitle = 't'\ncolumns = {len(rows[0])}\nrows = {len(rows)}\nhigh_columns = 'odd'\n"
    text += "[legend]\n" + "".join(f'"{letter}" = "{name}"\n' for letter, name in LETTERS.items())
    text += "[layers]\nterrain = '''\n" + "\n".join(rows) + "\n'''\n"
    if elevation:
        text += "elevation = '''\n" + "\n".join(elevation.split()) + "\n'''\n"
    return Ground(board_from_toml(text, "t.toml"), visibility)


def down(terrain: str, elevation: str = "") -> Ground:
    """A ground of one column: every hex on a straight line."""
    return country("\n".join(terrain), "\n".join(elevation))


def sees(ground: Ground, a: str, b: str) -> bool:
    """Whether a sees b, asked both ways of the table and of the explanation, which must agree."""
    one, two = ground.board.cell(a), ground.board.cell(b)
    answers = {
        ground.sees(one, two), ground.sees(two, one), ground.block(one, two) is None, ground.block(two, one) is None,
    }  # fmt: skip
    assert len(answers) == 1
    return answers.pop()


# What blocks.


@pytest.mark.rules("7.12a", "7.12-ex-1")
@pytest.mark.parametrize(("letter", "name"), [("t", "town"), ("w", "woods")])
def test_7_12_a_town_on_level_3_is_an_obstacle_of_5(letter: str, name: str) -> None:
    ground = down(f"..{letter}..", "33333")
    assert ground.relief.hexes[ground.board.cell("0103")] == 5
    assert not sees(ground, "0101", "0105")
    block = ground.block(ground.board.cell("0101"), ground.board.cell("0105"))
    assert block is not None
    assert (ground.board.labels[block.cell], block.terrain, block.height, block.rule) == ("0103", name, 5, "7.12a")


@pytest.mark.rules("7.12b")
def test_7_12_units_in_woods_are_at_the_level_of_their_ground() -> None:
    ground = down("w.....", "222322")
    assert ground.height[ground.board.cell("0101")] == 2
    assert not sees(ground, "0101", "0105")


@pytest.mark.rules("7.11", "7.24")
def test_rough_ground_does_not_block_and_the_end_hexes_never_do() -> None:
    assert sees(down(".oxo."), "0101", "0105")
    assert sees(down("w...t"), "0101", "0105")
    assert sees(down("ww"), "0101", "0102")
    assert sees(down("w", "1"), "0101", "0101")


@pytest.mark.rules("7.5-alg-1", "7.5-alg-2", "7.5-alg-3", "7.5-alg-4")
@pytest.mark.parametrize(("top", "clear"), [(1, True), (2, True), (3, False)])
def test_between_equal_heights_one_level_more_blocks(top: int, clear: bool) -> None:
    assert sees(down("." * 5, f"22{top}22"), "0101", "0105") == clear


@pytest.mark.rules("7.5-alg-1")
def test_a_level_halfway_down_just_passes_under_the_line() -> None:
    """From level 3 to 1 over four hexes a crest of 2 halfway is 10 m high where the line is at 10 m: clear."""
    assert sees(down("." * 5, "32211"), "0101", "0105")
    # A hex nearer to the lower end the line is at 5 m, 3.5 m below the crest less its allowance.
    assert not sees(down("." * 5, "31121"), "0101", "0105")


@pytest.mark.rules("7.5-alg-1", "7.5-gauge-3")
def test_the_allowance_of_a_metre_and_a_half_decides() -> None:
    """H = 60 m, a crest of 20 m one hex from the lower end: 60/D >= 18.5/1 holds up to D = 3, and no further."""
    for distance in range(2, 8):
        assert blocks(7, 1, 3, 1, distance) == (18.5 * distance > 60)
    # The very edge: with H = 10 m, h = 10 m the line passes a crest eight hexes and a half of ten away.
    assert blocks(2, 1, 2, 8, 10)
    assert not blocks(2, 1, 2, 9, 10)
    assert not blocks(2, 1, 2, 17, 20)  # 10 * 17 = 8.5 * 20: equality is clear


@pytest.mark.rules("7.5-alg-1")
def test_the_table_and_the_check_ask_the_same_question() -> None:
    for span in range(2, 41):
        for rest in range(1, span + 1):
            found = rises(span - rest, rest, span, 8)
            for difference, rise in enumerate(found):
                assert 1 <= rise <= difference + 1
                assert blocks(difference, 0, rise, rest, span)
                assert not blocks(difference, 0, rise - 1, rest, span)


@pytest.mark.rules("7.25-fn-2")
def test_along_a_hexside_either_side_blocks_and_a_corner_does_not() -> None:
    # From 0103 to 0303 the line runs along the hexside between 0202 and 0203.
    open_ = country("...\n...\n...\n...")
    assert sees(open_, "0103", "0303")
    for wood in ("...\n.w.\n...\n...", "...\n...\n.w.\n...", "...\n.w.\n.w.\n..."):
        ground = country(wood)
        assert not sees(ground, "0103", "0303")
        block = ground.block(ground.board.cell("0103"), ground.board.cell("0303"))
        assert block is not None
        assert (block.terrain, block.rule) == ("woods", "7.25-fn-2")
    # The hexes at the ends of that hexside are only touched: 0102 and 0302 lie beside the line.
    assert sees(country("...\nw.w\n...\nw.w"), "0103", "0303")


@pytest.mark.rules("7.12a", "7.25-fn-2")
def test_a_line_that_runs_along_hexsides_is_also_blocked_in_the_hexes_between() -> None:
    # From 0103 to 0503 the line runs along two hexsides and through 0303 between them.
    ground = country(".....\n.....\n..w..\n.....")
    block = ground.block(ground.board.cell("0103"), ground.board.cell("0503"))
    assert block is not None
    assert (ground.board.labels[block.cell], block.rule) == ("0303", "7.12a")


@pytest.mark.rules("7.11", "7.25-fn-2", "7.12a", "7.12b")
def test_the_profile_has_all_hexes_of_a_line_and_those_beside_it() -> None:
    ground = country(".....\n.w...\n..o..\n.....", "13335\n12345\n12345\n12345")
    at, labels = ground.board.cell, ground.board.labels
    points = ground.profile(at("0103"), at("0503"))
    assert sorted((labels[point.cell], point.range, point.level, point.obstacle) for point in points) == [
        ("0103", 0, 1, 1), ("0202", 1, 2, 4), ("0203", 1, 2, 2), ("0303", 2, 3, 3), ("0402", 3, 4, 4),
        ("0403", 3, 4, 4), ("0503", 4, 5, 5),
    ]  # fmt: skip
    assert [labels[point.cell] for point in points if labels[point.cell] in ("0103", "0303", "0503")] == [
        "0103", "0303", "0503",
    ]  # fmt: skip
    assert {point.range: point.line for point in points} == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}
    back = ground.profile(at("0503"), at("0103"))
    assert [point.line for point in back if point.range == 1] == [4, 4]
    assert [labels[point.cell] for point in ground.profile(at("0303"), at("0303"))] == ["0303"]
    assert [point.line for point in ground.profile(at("0303"), at("0403"))] == [3, 4]
    # At the edge of the map there is no hex on the other side.
    assert {labels[point.cell] for point in ground.profile(at("0101"), at("0301"))} == {"0101", "0201", "0301"}


@pytest.mark.rules("7.13")
def test_lines_are_as_long_as_the_map_unless_there_is_dust() -> None:
    assert sees(down("." * 34), "0101", "0134")


@pytest.mark.slow
@pytest.mark.rules("20.0-sr-1")
def test_in_the_dust_of_gazala_no_line_is_longer_than_10() -> None:
    ground = country("\n".join("." * 14), visibility=10)
    assert sees(ground, "0101", "0111")
    assert not sees(ground, "0101", "0112")
    block = ground.block(ground.board.cell("0101"), ground.board.cell("0112"))
    assert block is not None
    assert (block.terrain, block.height, block.rule) == ("dust", None, "20.0-sr-1")
    clear, dusty = load_ground("battles-gazala"), load_ground("battles-gazala", 10)
    for a in clear.board.cells[::5]:
        for b in clear.board.cells:
            assert dusty.sees(a, b) == (clear.sees(a, b) and clear.board.distance(a, b) <= 10)
            assert dusty.sees(a, b) == (dusty.block(a, b) is None)
            assert clear.sees(a, b) == (clear.block(a, b) is None)


# The tool.


@pytest.mark.rules("7.1a", "7.1c", "7.11", "7.5-alg-1")
def test_the_command_line_shows_what_blocks_and_the_profile() -> None:
    found = los("battles-arracourt", "0124", "0819")
    assert not found["clear"]
    assert found["range"] == 8
    assert found["heights"] == [4, 1]
    assert found["blocked_by"] == {"hex": "0720", "terrain": "town", "height": 3, "rule": "7.12a"}
    assert [point["hex"] for point in found["profile"]] == found["path"]
    assert found["path"][0] == "0124"
    assert found["path"][-1] == "0819"
    assert [factor["value"] for factor in found["factors"]] == ["2", "1", "3"]
    clear = los("battles-arracourt", "0124", "0720")
    assert clear["clear"]
    assert clear["blocked_by"] is None


@pytest.mark.rules("20.0-sr-1")
def test_the_command_line_takes_the_dust_into_account_when_told() -> None:
    assert [flag.name for flag in los_arguments()] == ["visibility"]
    assert los("battles-gazala", "0110", "0124", {"visibility": 10})["blocked_by"] == {
        "hex": "0124", "terrain": "dust", "rule": "20.0-sr-1",
    }  # fmt: skip
    with pytest.raises(Exception, match="--visibility is -1"):
        los("battles-gazala", "0110", "0124", {"visibility": -1})


# All pairs.


@pytest.mark.slow
@pytest.mark.rules("7.1b", "7.5")
@pytest.mark.parametrize("name", maps())
def test_table_and_explanation_agree_on_every_pair_of_every_map(name: str) -> None:
    ground = load_ground(name)
    cells, table, block = ground.board.cells, ground.sight, ground.block
    for number, a in enumerate(cells):
        row = table.rows[a]
        for b in cells[number:]:
            clear = block(a, b) is None
            assert clear == bool(row >> b & 1) == bool(table.rows[b] >> a & 1), ground.board.label_path((a, b))
    # The explanation is asked one way for every pair; the other way for a spread of them.
    for a in cells[::11]:
        for b in cells[::3]:
            assert (block(a, b) is None) == (block(b, a) is None), ground.board.label_path((a, b))


@pytest.mark.slow
@pytest.mark.rules("7.1b", "7.11", "7.12a", "7.5-alg-1", "7.25-fn-2")
@pytest.mark.parametrize("name", maps())
def test_the_table_equals_a_second_evaluation_on_every_pair(name: str) -> None:
    ground = load_ground(name)
    board = ground.board
    clear = second_opinion(board)
    labels = sorted(board.by_label)
    for a in labels:
        here = board.cell(a)
        found = {board.labels[cell] for cell in ground.sight.seen_from(here)}
        assert found == {b for b in labels if clear[index(a)][index(b)]}, a


def index(label: str) -> int:
    """The place of a hex in the arrays of the second opinion."""
    return int(label[:2]) * 100 + int(label[2:])


_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


def place(column: Any, row: Any) -> tuple[Any, Any]:
    """The centre of a hex in thirds of a column and half hexes, where corners lie at whole numbers too."""
    return 3 * column, 2 * row + (column % 2 == 0)


def apart(c1: Any, r1: Any, c2: Any, r2: Any) -> Any:
    """The distance of two hexes: sideways steps, and what they do not bring up or down of the way."""
    across = abs(c1 - c2)
    up = abs(place(c1, r1)[1] - place(c2, r2)[1])
    return across + np.maximum(0, up - across) // 2


def between(odd: bool, dc: int, dr: int) -> list[tuple[int, int]]:
    """The hexes that the line from a hex to another passes through or along a side of, as steps from the first.

    By geometry alone: corners of a hex on both sides of the line, or two of them on it.
    """
    column, row = (101 if odd else 102), 100
    x, y = place(column, row)
    end_x, end_y = place(column + dc, row + dr)
    vx, vy = end_x - x, end_y - y
    low_c, high_c = sorted((0, dc))
    low_r, high_r = sorted((0, dr))
    found = []
    for c in range(low_c - 1, high_c + 2):
        for r in range(low_r - 2, high_r + 3):
            if (c, r) in ((0, 0), (dc, dr)):
                continue
            px, py = place(column + c, row + r)
            # Lengths along y are longer than along x by the square root of three: both squares count.
            ahead = (px - x) * vx + 3 * (py - y) * vy
            if not 0 < ahead < vx * vx + 3 * vy * vy:
                continue
            turns = [vx * (py + b - y) - vy * (px + a - x) for a, b in _CORNERS]
            if min(turns) < 0 < max(turns) or turns.count(0) == 2:
                found.append((c, r))
    return found


def second_opinion(board: Board) -> Any:
    """For each pair of hexes whether the line between them is clear, by case 7.5 in metres."""
    size = 100 * (board.columns + 1) + 100
    level = np.full(size, -1)
    top = np.full(size, -1)
    on_map = np.zeros(size, dtype=bool)
    for label, cell in board.by_label.items():
        level[index(label)] = board.elevation[cell]
        top[index(label)] = board.elevation[cell] + (2 if board.terrain[cell] in ("woods", "town") else 0)
        on_map[index(label)] = True
    clear = np.zeros((size, size), dtype=bool)
    hexes = np.flatnonzero(on_map)
    for odd in (True, False):
        starts = hexes[(hexes // 100 % 2 == 1) == odd]
        for dc in range(board.columns):
            for dr in range(0 if dc == 0 else 1 - board.rows, board.rows):
                column, row = starts // 100 + dc, starts % 100 + dr
                inside = (column >= 1) & (column <= board.columns) & (row >= 1) & (row <= board.rows)
                a, b = starts[inside], (column * 100 + row)[inside]
                if len(a):
                    clear[a, b] = clear[b, a] = _clear(level, top, on_map, a, b, between(odd, dc, dr))
    return clear


def _clear(level: Any, top: Any, on_map: Any, a: Any, b: Any, hexes: list[tuple[int, int]]) -> Any:
    lower = np.where(level[a] <= level[b], a, b)
    height = 10 * abs(level[a] - level[b])
    distance = 200 * apart(a // 100, a % 100, b // 100, b % 100)
    found = np.ones(len(a), dtype=bool)
    for c, r in hexes:
        obstacle = a + 100 * c + r
        known = on_map[np.clip(obstacle, 0, len(on_map) - 1)] & (obstacle % 100 == a % 100 + r)
        obstacle = np.where(known, obstacle, a)
        risen = 10 * (top[obstacle] - level[lower])
        away = 200 * apart(obstacle // 100, obstacle % 100, lower // 100, lower % 100)
        found &= ~known | (height * away >= (risen - 1.5) * distance)
    return found
