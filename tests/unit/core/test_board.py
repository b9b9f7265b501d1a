"""Boards: cells and labels, steps and distances; map files that are not right are refused with file and place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.core.board import LETTERS, Board, cells_of, mask_of
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.hex import distance, neighbour
from hulldown.core.mapfile import board_from_toml
from support.boards import clear_board, little_board, map_text

SHAPES = [(1, 1), (1, 6), (6, 1), (2, 3), (7, 4), (8, 5), (13, 9)]
FILE = "bad.toml"


@pytest.mark.parametrize("high", ["odd", "even"])
@pytest.mark.parametrize(("columns", "rows"), SHAPES)
class TestShapes:
    def test_labels_and_cells(self, columns: int, rows: int, high: str) -> None:
        board = clear_board(columns, rows, high)
        assert len(board.cells) == len(set(board.cells)) == columns * rows
        for cell in board.cells:
            column, row = board.column_row(cell)
            assert board.labels[cell] == f"{column:02d}{row:02d}"
            assert board.cell(board.labels[cell]) == cell
            assert board.on_map[cell]
        assert sum(board.on_map) == columns * rows
        assert cells_of(board.mask) == sorted(board.cells)

    def test_a_step_is_the_same_difference_everywhere(self, columns: int, rows: int, high: str) -> None:
        board = clear_board(columns, rows, high)
        places = {board.hex(cell): cell for cell in board.cells}
        for cell in board.cells:
            for way in range(6):
                assert 0 <= cell + board.offsets[way] < board.size
                ahead = places.get(neighbour(board.hex(cell), way), -1)
                assert board.neighbours[cell][way] == ahead
                if ahead >= 0:
                    assert ahead == cell + board.offsets[way]
                    assert board.direction(cell, ahead) == way
                    assert board.side(cell, way) == board.side(ahead, (way + 3) % 6)
                    assert set(board.side_cells(board.side(cell, way))) == {cell, ahead}

    def test_distances_are_those_of_the_hexes(self, columns: int, rows: int, high: str) -> None:
        board = clear_board(columns, rows, high)
        for a in board.cells:
            for b in board.cells:
                assert board.distance(a, b) == distance(board.hex(a), board.hex(b))
                if board.distance(a, b) != 1:
                    assert board.direction(a, b) == -1

    def test_a_difference_of_cells_means_one_displacement(self, columns: int, rows: int, high: str) -> None:
        board = clear_board(columns, rows, high)
        known: dict[int, tuple[int, int]] = {}
        for a in board.cells:
            for b in board.cells:
                displacement = (board.q[b] - board.q[a], board.r[b] - board.r[a])
                assert known.setdefault(b - a, displacement) == displacement


@pytest.mark.parametrize(("high", "raised"), [("odd", "0201"), ("even", "0102")])
def test_which_columns_sit_higher(high: str, raised: str) -> None:
    """North-east of 0102 lies 0201 where odd columns are high (0201 is half a hex lower than 0101), 0202 otherwise."""
    board = clear_board(3, 3, high)
    north_east = board.neighbours[board.cell("0102")][1]
    assert board.labels[north_east] == ("0201" if high == "odd" else "0202")
    assert raised in board.by_label


def test_a_wrong_label_is_answered_with_the_range() -> None:
    board = clear_board(4, 3)
    with pytest.raises(UnknownNameError) as caught:
        board.cell("0504")
    assert "0504" in str(caught.value)
    assert "0101" in caught.value.hint
    assert "0403" in caught.value.hint


def test_features_of_a_map_file() -> None:
    board = little_board(
        "...", ".w.", "...",
        extra="""
[[hexsides]]
terrain = "slope"
directed = true
sides = ["0202A", "0103B"]
[[roads]]
path = ["0101", "0102", "0103"]
[edges]
W = { row = 1 }
Z = { column = 3 }
[regions]
wood = ["0202"]
[[names]]
hex = "0202"
text = "The Copse"
""",
    )  # fmt: skip
    wood = board.cell("0202")
    assert board.terrain[wood] == "woods"
    feature = board.feature(wood, 0)
    assert feature is not None
    assert (feature.terrain, feature.down) == ("slope", wood)
    assert board.feature(board.cell("0201"), 3) == feature
    assert board.feature(wood, 1) is None
    assert board.side(board.cell("0101"), 3) in board.roads
    assert board.edges["W"] == tuple(board.cell(label) for label in ("0101", "0201", "0301"))
    assert board.edge_distance(board.cell("0103"), "Z") == 2
    assert board.edge_distance(board.cell("0303"), "Z") == 0
    assert board.regions["wood"] == {wood}
    assert board.names == {wood: "The Copse"}
    assert board.label_path([wood, board.cell("0101")]) == "0202 0101"


GOOD = map_text("...", ".w.", "...")
BAD: dict[str, tuple[str, str]] = {
    "no TOML at all": ("format = = 1", "line 1"),
    "empty": ("", "format"),
    "wrong format": (GOOD.replace("format = 1", "format = 7"), "format"),
    "unknown key": (GOOD.replace("format = 1", "format = 1\nformt = 2"), "'formt'"),
    "no columns": (GOOD.replace("columns = 3\n", "", 1), "columns"),
    "columns not a number": (GOOD.replace("columns = 3", 'columns = "3"'), "columns"),
    "columns a truth": (GOOD.replace("columns = 3", "columns = true"), "columns"),
    "no rows": (GOOD.replace("rows = 3", "rows = 0"), "rows"),
    "too many rows": (GOOD.replace("rows = 3", "rows = 100"), "rows"),
    "high columns": (GOOD.replace('"odd"', '"left"'), "high_columns"),
    "no name": (GOOD.replace('name = "little"', 'name = ""'), "name"),
    "no title": (GOOD.replace('title = "A little map"', "title = 3"), "title"),
    "no legend": (GOOD.replace('legend = { "." = "clear", "w" = "woods" }', ""), "[legend]"),
    "legend of numbers": (GOOD.replace('"woods"', "5"), "[legend]"),
    "letter not in the legend": (GOOD.replace(".w.", ".x."), "hex 0202"),
    "no layers": (GOOD.split("[layers]")[0], "[layers]"),
    "no terrain": (GOOD.replace("terrain = '''", "ground = '''"), "'terrain'"),
    "terrain not a text": (GOOD.split("terrain =")[0] + "terrain = 5", "'terrain'"),
    "too few lines": (GOOD.replace("rows = 3", "rows = 4"), "terrain has 3 lines"),
    "short line": (GOOD.replace(".w.", ".w"), "terrain, line 2"),
    "elevation too short": (GOOD + "elevation = '''\n000\n000\n'''", "elevation has 2 lines"),
    "elevation not a digit": (GOOD + "elevation = '''\n000\n0a0\n000\n'''", "elevation, hex 0202"),
    "elevation a strange digit": (GOOD + "elevation = '''\n000\n0²0\n000\n'''", "elevation, hex 0202"),
    "hexsides not tables": (GOOD.replace("[layers]", "hexsides = [1]\n[layers]"), "[[hexsides]]"),
    "hexsides a table": (GOOD + "[hexsides]\nterrain = 'slope'", "[[hexsides]]"),
    "hexside without terrain": (GOOD + "[[hexsides]]\nsides = ['0202A']", "[[hexsides]] 1"),
    "hexsides without list": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = 5", "[[hexsides]] 1"),
    "hexside misspelt": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = ['0202G']", "[[hexsides]] 1"),
    "hexside a number": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = [202]", "[[hexsides]] 1"),
    "hexside off the map": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = ['0902A']", "0902"),
    "hexside on the edge": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = ['0101A']", "0101A"),
    "hexside twice": (GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = ['0202A', '0201D']", "0201D"),
    "second table named": (
        GOOD + "[[hexsides]]\nterrain = 'slope'\nsides = ['0202A']\n[[hexsides]]\nterrain = 'berm'\nsides = ['0202A']",
        "[[hexsides]] 2",
    ),
    "road with a gap": (GOOD + "[[roads]]\npath = ['0101', '0103']", "[[roads]] 1"),
    "road off the map": (GOOD + "[[roads]]\npath = ['0101', '0100']", "0100"),
    "road not a list": (GOOD + "[[roads]]\npath = '0101'", "[[roads]] 1"),
    "road through a table": (GOOD + "[[roads]]\npath = [{ hex = '0101' }]", "[[roads]] 1"),
    "edges not a table": (GOOD.replace("[layers]", "edges = 3\n[layers]"), "edges"),
    "edge not a line": (GOOD + "[edges]\nW = 3", "[edges] W"),
    "edge beyond the map": (GOOD + "[edges]\nW = { row = 9 }", "[edges] W"),
    "edge by two lines": (GOOD + "[edges]\nW = { row = 1, column = 1 }", "[edges] W"),
    "edge by a list": (GOOD + "[edges]\nW = { row = [1] }", "[edges] W"),
    "regions not a table": (GOOD.replace("[layers]", "regions = [1]\n[layers]"), "regions"),
    "region off the map": (GOOD + "[regions]\nhill = ['0109']", "[regions] hill"),
    "region not a list": (GOOD + "[regions]\nhill = '0101'", "[regions] hill"),
    "region of lists": (GOOD + "[regions]\nhill = [['0101']]", "[regions] hill"),
    "name without hex": (GOOD + "[[names]]\ntext = 'Hill'", "[[names]] 1"),
    "name of a list": (GOOD + "[[names]]\nhex = ['0101']\ntext = 'Hill'", "[[names]] 1"),
    "name without text": (GOOD + "[[names]]\nhex = '0101'", "[[names]] 1"),
    "names not tables": (GOOD.replace("[layers]", "names = 4\n[layers]"), "[[names]]"),
}


def test_the_good_map_is_good() -> None:
    assert isinstance(board_from_toml(GOOD, FILE), Board)


@pytest.mark.parametrize("case", sorted(BAD))
def test_a_malformed_map_is_refused_with_file_and_place(case: str) -> None:
    text, place = BAD[case]
    assert text != GOOD, "the case must change something"
    with pytest.raises(MalformedError) as caught:
        board_from_toml(text, FILE)
    assert str(caught.value).startswith(f"{FILE}"), caught.value
    assert place in str(caught.value), caught.value
    assert "\n" not in str(caught.value).strip()


@given(st.sets(st.integers(0, 700)))
def test_sets_of_cells_are_integers_and_back(cells: set[int]) -> None:
    mask = mask_of(cells)
    assert cells_of(mask) == sorted(cells)
    assert mask.bit_count() == len(cells)


def test_directions_have_letters() -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 6
