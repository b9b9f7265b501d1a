"""Map files: lines and falls, geomorphic boards, and maps composed of them (rulebook 1.3)."""

from __future__ import annotations

import pytest

from hulldown.core.board import Board
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.mapfile import board_from_toml, column_letters, edge_cells

HEAD = """format = 1
name = "%s"
title = "Board"
columns = 5
rows = 5
high_columns = "odd"
labels = "letters"
first_row = 0
number = %d
partial = ["north", "south", "west", "east"]
identified = ["north", "west"]
[legend]
"." = "clear"
"w" = "woods"
"a" = "alder"
[layers]
"""
ONE = (
    HEAD % ("one", 1)
    + """terrain = '''
-.-.-
....w
..w..
.....
.a...
'''
elevation = '''
-0-0-
00000
00100
00000
00000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "hedgerow"
sides = ["B2C"]
[[lines]]
kind = "road"
path = ["C1", "C2", "C3", "C4"]
out = ["C1A", "C4D"]
[[lines]]
kind = "stream"
path = ["B0", "B1"]
out = ["B0A"]
[regions]
wood = ["E1"]
[[names]]
hex = "C2"
text = "Knoll"
"""
)
TWO = (
    HEAD % ("two", 2)
    + """terrain = '''
-w-.-
.....
.....
.....
...w.
'''
[[lines]]
kind = "road"
path = ["C4", "C3", "C2", "C1"]
out = ["C1A", "C4D"]
[[lines]]
kind = "stream"
path = ["B3", "B4"]
out = ["B4D"]
"""
)
PLAIN = "\n".join(line for line in ONE.split("\n") if not line.startswith(("number", "partial", "identified")))
FILES = {"one": ONE, "two": TWO, "plain": PLAIN}
WHOLE = 'format = 1\nname = "whole"\ntitle = "Whole"\n'


def part(board: str, column: int, row: int, flipped: bool = False) -> str:
    return f'[[boards]]\nboard = "{board}"\ncolumn = {column}\nrow = {row}\nflipped = {str(flipped).lower()}\n'


def whole(*parts: str, extra: str = "", files: dict[str, str] = FILES) -> Board:
    return board_from_toml(WHOLE + "".join(parts) + extra, "whole.toml", files.__getitem__)


def side_by_side(flipped: bool = False) -> Board:
    """Board 2 east of board 1: column E of the one is column A (or, flipped, E) of the other."""
    return whole(part("one", 1, 0), part("two", 5, 0, flipped))


def stacked(flipped: bool = False) -> Board:
    """Board 2 south of board 1: row 4 of the one's lowered columns lies on row 0 of the other's."""
    return whole(part("one", 1, 0), part("two", 1, 4, flipped))


def test_columns_are_lettered_a_to_z_then_doubled() -> None:
    assert [column_letters(column) for column in (1, 3, 26, 27, 28, 52)] == ["A", "C", "Z", "AA", "BB", "ZZ"]


@pytest.mark.rules("1.3d", "1.3b")
def test_a_board_has_letters_and_partial_hexes_with_row_0() -> None:
    board = board_from_toml(ONE, "one.toml")
    assert board.number == 1
    assert len(board.cells) == 3 * 4 + 2 * 5
    assert board.cell("B0") >= 0
    with pytest.raises(UnknownNameError, match="no hex 'A0'"):
        board.cell("A0")
    cut = {board.labels[cell] for cell in board.partial}
    assert cut == {"A1", "A2", "A3", "A4", "E1", "E2", "E3", "E4", "B0", "D0", "B4", "D4"}
    assert {board.labels[cell] for cell in board.identified} == {"A1", "A2", "A3", "A4", "B0", "D0"}
    assert board.neighbours[board.cell("C1")][0] == -1
    assert board.neighbours[board.cell("B0")].count(-1) == 3


def test_falls_become_slopes_with_their_low_side() -> None:
    board = board_from_toml(ONE, "one.toml")
    knoll = board.cell("C2")
    for direction, ahead in enumerate(board.neighbours[knoll]):
        feature = board.feature(knoll, direction)
        assert feature is not None
        assert (feature.terrain, feature.down) == ("slope", ahead)
    assert sum(feature.terrain == "slope" for feature in board.sides.values()) == 6


def test_a_directed_hexside_stands_for_the_fall_and_another_is_refused() -> None:
    text = ONE + '[[hexsides]]\nterrain = "%s"\ndirected = %s\nsides = ["C3A"]\n'
    board = board_from_toml(text % ("cliff", "true"), "one.toml")
    feature = board.feature(board.cell("C3"), 0)
    assert feature is not None
    assert (feature.terrain, feature.down) == ("cliff", board.cell("C3"))
    with pytest.raises(MalformedError, match=r"one.toml: \[falls\]: the ground falls at C3A, but it has wall"):
        board_from_toml(text % ("wall", "false"), "one.toml")


@pytest.mark.rules("1.3a")
def test_lines_know_their_sides_and_where_they_leave() -> None:
    board = board_from_toml(ONE, "one.toml")
    c1, c2 = board.cell("C1"), board.cell("C2")
    assert board.roads == board.lines["road"]
    assert board.connects("road", c1, 3)
    assert board.connects("road", c2, 0)
    assert board.connects("road", c1, 0)
    assert not board.connects("road", c1, 1)
    assert not board.connects("stream", c1, 0)
    assert board.outs["road"] == {(c1, 0), (board.cell("C4"), 3)}


@pytest.mark.rules("1.3a", "1.3d")
@pytest.mark.parametrize("flipped", [False, True])
def test_boards_join_along_the_short_edge(flipped: bool) -> None:
    board = side_by_side(flipped)
    assert (board.columns, board.rows, board.first_row) == (9, 5, 0)
    assert len(board.cells) == 22 + 22 - 4
    assert len(set(board.labels) - {""}) == len(board.cells)
    seam = "A" if not flipped else "E"
    # Flipped, the columns of the second board run from right to left and its rows from bottom to top.
    far = "2E1" if not flipped else "2A4"
    assert board.column_row(board.cell(far)) == (9, 1)
    own = [label for label in board.by_label if label.startswith(f"2{seam}") and label[2:].isdigit()]
    # Board 2 prints the identifiers of its own western hexes; turned around it prints none there.
    assert len(own) == (4 if not flipped else 0)
    assert ("1E1" in board.by_label) == flipped


@pytest.mark.rules("1.3b")
@pytest.mark.parametrize("flipped", [False, True])
def test_boards_join_along_the_long_edge_and_their_roads_meet(flipped: bool) -> None:
    board = stacked(flipped)
    assert (board.columns, board.rows) == (5, 9)
    assert len(board.cells) == 22 + 22 - 2
    below = board.cell("2C1" if not flipped else "2C4")
    above = board.cell("1C4")
    assert board.neighbours[above][3] == below
    assert board.connects("road", above, 3)
    assert {board.labels[cell] for cell, _ in board.outs["road"]} == {"1C1", "2C4" if not flipped else "2C1"}
    # The half hexes of both frames are one hex of the board that prints the identifier: 2B0, not 1B4.
    shared = board.at(2, 4)
    assert board.labels[shared] == ("2B0" if not flipped else "1B4")
    assert board.terrain[shared] == ("woods" if not flipped else "alder")


def test_a_flipped_board_turns_everything_by_half_a_circle() -> None:
    board = whole(part("two", 1, 0), part("one", 5, 0, flipped=True))
    high, hedged = board.cell("1C2"), board.cell("1B2")
    feature = board.feature(hedged, 5)
    assert feature is not None
    assert feature.terrain == "hedgerow"
    for direction, ahead in enumerate(board.neighbours[high]):
        slope = board.feature(high, direction)
        assert slope is not None
        assert slope.down == ahead
    assert board.names[high] == "Knoll"
    assert board.regions["1wood"] == {board.at(5, 4)}
    assert board.connects("stream", board.cell("1B0"), 3)
    assert [(entry.board, entry.flipped) for entry in board.parts] == [("two", False), ("one", True)]


def test_distances_and_lines_cross_the_seam() -> None:
    board = side_by_side()
    assert board.distance(board.cell("1A1"), board.cell("2E1")) == 8
    assert all(board.neighbours[ahead][(way + 3) % 6] == cell for cell in board.cells
               for way, ahead in enumerate(board.neighbours[cell]) if ahead >= 0)  # fmt: skip


def test_a_composed_map_has_edges_regions_and_names_of_its_own() -> None:
    extra = '[edges]\nnorth = { side = "north" }\neast = { column = 9 }\n[regions]\nstart = ["1A1", "2E4"]\n'
    board = whole(part("one", 1, 0), part("two", 5, 0), extra=extra)
    assert board.edges["north"] == edge_cells(board, "north")
    assert {board.labels[cell] for cell in board.edges["north"]} == {
        "1A1", "1B0", "1C1", "1D0", "2A1", "2B0", "2C1", "2D0", "2E1",
    }  # fmt: skip
    assert board.regions["start"] == {board.cell("1A1"), board.cell("2E4")}


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([part("three", 1, 0)], r"whole.toml: \[\[boards\]\] 1: there is no board named 'three'"),
        ([part("plain", 1, 0)], r"\[\[boards\]\] 1: map plain has no board number"),
        ([part("one", 1, 0), part("two", 4, 0)], r"\[\[boards\]\] 2: column is 4"),
        ([part("one", 1, 0), part("two", 3, 0)], r"\[\[boards\]\] 2: 1C\d and 2A\d lie on each other"),
        ([part("one", 1, 0), part("two", 9, 0)], r"\[\[boards\]\] 2: board two does not touch the others"),
        ([part("one", 1, 0), part("one", 5, 0)], r"\[\[boards\]\] 2: board number 1 is used twice"),
        ([part("one", 3, 0)], r"whole.toml: the leftmost board lies at column 3"),
        ([part("one", 1, 0).replace("false", "3")], r"\[\[boards\]\] 1: flipped is 3"),
        ([part("one", 1, 0) + "turned = 1\n"], r"\[\[boards\]\] 1: unknown key 'turned'"),
    ],
)
def test_boards_that_do_not_fit_are_refused_by_name(parts: list[str], told: str) -> None:
    with pytest.raises(MalformedError, match=told):
        whole(*parts)


def test_heights_and_hexsides_must_agree_where_boards_meet() -> None:
    hill = TWO.replace("'''\n[[lines]]", "'''\nelevation = '''\n-0-0-\n20000\n00000\n00000\n00000\n'''\n[[lines]]", 1)
    with pytest.raises(MalformedError, match="1E1 and 2A1 make one hex, but their elevations differ"):
        whole(part("one", 1, 0), part("two", 5, 0), files={**FILES, "two": hill})
    fenced = ONE + '[[hexsides]]\nterrain = "wall"\nsides = ["E2A"]\n'
    hedged = TWO + '[[hexsides]]\nterrain = "hedgerow"\nsides = ["A2A"]\n'
    with pytest.raises(MalformedError, match="has wall and hedgerow"):
        whole(part("one", 1, 0), part("two", 5, 0), files={"one": fenced, "two": hedged})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('labels = "letters"', 'labels = "runes"', "labels is 'runes'"),
        ("first_row = 0", "first_row = 7", "first_row is 7"),
        ('partial = ["north"', 'partial = ["up"', "partial must be a list"),
        ("number = 1\n", "", "only a board with a number"),
        ('identified = ["north", "west"]', 'identified = ["north"]\nwidth = 3', "unknown key 'width'"),
        ('out = ["B0A"]', 'out = ["B0D"]', r"\[\[lines\]\] 2: B0D does not lie on the edge"),
        ('out = ["B0A"]', 'out = ["D0A"]', r"\[\[lines\]\] 2: D0A: the stream does not pass"),
        ('path = ["B0", "B1"]', 'path = ["B0", "B2"]', r"\[\[lines\]\] 2: B0 and B2 are not adjacent"),
        ('kind = "stream"', "kind = 3", r"\[\[lines\]\] 2: kind is 3"),
        ("....w", "....q", r"terrain, hex E1: 'q' is not in the legend"),
        ("00100", "00-00", r"elevation, hex C2: '-' is not a digit"),
        ('sides = ["B2C"]', 'sides = ["B9C"]', "there is no hex B9"),
        ('sides = ["B2C"]', 'sides = ["B1G"]', "'B1G' is not a hexside"),
        ('terrain = "slope"', 'terrain = "slope"\nexcept = []', r"\[falls\]: write terrain"),
    ],
)
def test_mistakes_in_a_board_are_reported_with_their_place(old: str, new: str, told: str) -> None:
    assert old in ONE
    with pytest.raises(MalformedError, match=r"^one\.toml: .*" + told):
        board_from_toml(ONE.replace(old, new), "one.toml")


@pytest.mark.parametrize("edge", ["{ side = 'up' }", "{ side = 3 }", "{ column = 12 }", "{ line = 1 }"])
def test_edges_that_do_not_exist_are_refused(edge: str) -> None:
    with pytest.raises(MalformedError, match=r"one.toml: \[edges\] far"):
        board_from_toml(ONE + f"[edges]\nfar = {edge}\n", "one.toml")
