"""The printable map and the terminal map show what is on the board."""

from __future__ import annotations

import re
from collections import Counter
from math import dist
from xml.etree import ElementTree

import pytest

from hulldown.cli.commands.map import face_of
from hulldown.cli.terminal.text_map import text
from hulldown.core.board import LETTERS, Board
from hulldown.core.mapfile import board_from_toml
from hulldown.draw.svg_map import centre, side_ends, svg
from hulldown.maps import load_map

SVG = "{http://www.w3.org/2000/svg}"
SMALL = """
format = 1
name = "small"
title = "Ridge & <Ford>"
columns = 4
rows = 3
high_columns = "even"
scale = 100
[legend]
"." = "clear"
"w" = "woods"
"q" = "quicksand"
[layers]
terrain = '''
....
.wq.
....
'''
elevation = '''
1111
1210
1131
'''
[[hexsides]]
terrain = "slope"
directed = true
sides = ["0201D", "0401D"]
[[hexsides]]
terrain = "fence"
sides = ["0102A"]
[[roads]]
path = ["0101", "0102", "0202"]
[edges]
N = { row = 1 }
[[names]]
hex = "0202"
text = "Fox & Hounds"
"""


@pytest.fixture(scope="module")
def tank() -> Board:
    return load_map("tank")


@pytest.fixture(scope="module")
def sheet(tank: Board) -> ElementTree.Element:
    return ElementTree.fromstring(svg(tank, face_of(tank)))


@pytest.fixture
def small() -> Board:
    return board_from_toml(SMALL, "small.toml")


def numbers(d: str) -> list[tuple[float, float]]:
    """The points of a path made of M and L only."""
    values = [float(word) for word in re.findall(r"-?[\d.]+", d)]
    return list(zip(values[::2], values[1::2], strict=True))


def sides(sheet: ElementTree.Element, terrain: str) -> dict[str, ElementTree.Element]:
    found = [group for group in sheet.iter(f"{SVG}g") if group.get("class") == f"side {terrain}"]
    named = {group.get("data-side", ""): group for group in found}
    assert len(named) == len(found)
    return named


def test_every_label_is_printed_once(tank: Board, sheet: ElementTree.Element) -> None:
    printed = Counter(element.text for element in sheet.iter(f"{SVG}text"))
    assert len(tank.cells) == 61 * 36
    assert all(printed[tank.labels[cell]] == 1 for cell in tank.cells)


def test_the_sheet_names_itself_its_places_and_its_edges(tank: Board, sheet: ElementTree.Element) -> None:
    printed = Counter(element.text for element in sheet.iter(f"{SVG}text"))
    assert printed[tank.title] >= 1
    assert all(printed[name] >= 1 for name in tank.names.values())
    edges = Counter(element.text for element in sheet.iter(f"{SVG}text") if element.get("class") == "edge")
    assert edges == {"W": 3, "X": 3, "Y": 3, "Z": 3}


def test_edge_letters_stand_in_their_own_margins(tank: Board, sheet: ElementTree.Element) -> None:
    places = {"W": [], "X": [], "Y": [], "Z": []}
    for element in sheet.iter(f"{SVG}text"):
        if element.get("class") == "edge":
            places[str(element.text)].append((float(element.get("x", "")), float(element.get("y", ""))))
    middles = [centre(tank, cell) for cell in tank.cells]
    assert all(y < min(point[1] for point in middles) for _, y in places["W"])
    assert all(y > max(point[1] for point in middles) for _, y in places["Y"])
    assert all(x < min(point[0] for point in middles) for x, _ in places["Z"])
    assert all(x > max(point[0] for point in middles) for x, _ in places["X"])


def test_the_rose_goes_clockwise_from_a_in_the_north(sheet: ElementTree.Element) -> None:
    rose = [element for element in sheet.iter(f"{SVG}text") if element.get("class") == "rose"]
    at = {str(element.text): (float(element.get("x", "")), float(element.get("y", ""))) for element in rose}
    assert "".join(at) == LETTERS
    assert at["A"][1] == min(y for _, y in at.values())
    assert at["D"][1] == max(y for _, y in at.values())
    assert at["B"][0] > at["A"][0] > at["F"][0]
    assert at["C"][0] > at["D"][0] > at["E"][0]
    assert at["C"][1] > at["B"][1]


@pytest.mark.parametrize(
    ("name", "upward"), [("tank", "north"), ("panzer-ridge", "north"), ("battles-arracourt", "east")]
)
def test_the_rose_says_which_side_of_the_country_lies_at_the_top(name: str, upward: str) -> None:
    foot = ElementTree.fromstring(svg(load_map(name))).find(f".//{SVG}g[@class='foot']")
    assert foot is not None
    words = [str(element.text) for element in foot.iter(f"{SVG}text")]
    assert words[-1] == upward


def test_long_names_of_edges_fit_into_the_side_margins() -> None:
    drawn = ElementTree.fromstring(svg(load_map("battles-berlin"))).iter(f"{SVG}text")
    sizes = {str(text.text): float(text.get("font-size", "")) for text in drawn if text.get("class") == "edge"}
    assert sizes == {"north": 14, "south": 14, "west": 17, "east": 17}


def test_hachures_are_on_the_low_side(tank: Board, sheet: ElementTree.Element) -> None:
    drawn = sides(sheet, "slope")
    expected = {key: feature for key, feature in tank.sides.items() if feature.terrain == "slope"}
    assert len(drawn) == len(expected) > 0
    for name, group in drawn.items():
        low = tank.cell(name[:4])
        direction = LETTERS.index(name[4])
        assert expected[tank.side(low, direction)].down == low
        high = tank.neighbours[low][direction]
        teeth = next(path for path in group if path.get("class") == "teeth")
        tips = numbers(teeth.get("d", ""))[1::3]
        assert len(tips) == 5
        for tip in tips:
            assert dist(tip, centre(tank, low)) < dist(tip, centre(tank, high)) - 4


def test_each_berm_is_drawn_along_its_hexside(tank: Board, sheet: ElementTree.Element) -> None:
    drawn = sides(sheet, "berm")
    assert len(drawn) == sum(feature.terrain == "berm" for feature in tank.sides.values()) > 0
    for name, group in drawn.items():
        ends = side_ends(tank, tank.cell(name[:4]), LETTERS.index(name[4]))
        line = numbers(group[0].get("d", ""))
        assert all(dist(a, b) < 0.2 for a, b in zip(line, ends, strict=True))


def test_a_hexside_runs_between_its_two_hexes(tank: Board) -> None:
    here = tank.cell("3319")
    for direction, ahead in enumerate(tank.neighbours[here]):
        a, b = side_ends(tank, here, direction)
        for end in (a, b):
            assert dist(end, centre(tank, here)) == pytest.approx(dist(end, centre(tank, ahead)))


def test_neighbours_are_equally_far_apart_and_odd_columns_higher(tank: Board) -> None:
    here = tank.cell("3319")
    gaps = {round(dist(centre(tank, here), centre(tank, ahead)), 6) for ahead in tank.neighbours[here]}
    assert len(gaps) == 1
    assert centre(tank, tank.cell("3319"))[1] < centre(tank, tank.cell("3419"))[1]


def test_woods_have_trees_and_rough_has_rocks(tank: Board, sheet: ElementTree.Element) -> None:
    stamps = Counter(str(element.get("href")).strip("#0123456789") for element in sheet.iter(f"{SVG}use"))
    ground = Counter(tank.terrain[cell] for cell in tank.cells)
    # One more of each in the legend.
    assert stamps == {"trees": ground["woods"] + 1, "rocks": ground["rough"] + 1}
    defined = {element.get("id") for element in sheet.iter(f"{SVG}g")}
    assert {str(element.get("href"))[1:] for element in sheet.iter(f"{SVG}use")} <= defined


def test_the_drawing_is_the_same_every_time(tank: Board) -> None:
    assert svg(tank) == svg(tank)


def test_a_board_with_unknown_terrain_is_drawn_and_explained(small: Board) -> None:
    sheet = ElementTree.fromstring(svg(small))
    printed = Counter(element.text for element in sheet.iter(f"{SVG}text"))
    assert all(printed[small.labels[cell]] == 1 for cell in small.cells)
    assert printed["quicksand"] == printed["fence"] == printed["woods"] == 1
    assert printed["Q"] == 1
    assert printed["Ridge & <Ford>"] == printed["Fox & Hounds"] == 1
    assert printed["10 hexes = 1000 m"] == 1
    assert set(sides(sheet, "fence")) == {"0102A"}
    assert set(sides(sheet, "slope")) == {"0201D", "0401D"}


def test_a_board_without_features_is_drawn_too() -> None:
    bare = SMALL.split("[[hexsides]]")[0].replace("scale = 100\n", "")
    sheet = ElementTree.fromstring(svg(board_from_toml(bare, "bare.toml")))
    printed = {element.text for element in sheet.iter(f"{SVG}text")}
    assert "road" not in printed
    assert not any("hexes = " in str(words) for words in printed)


def test_even_columns_may_be_the_high_ones(small: Board) -> None:
    assert centre(small, small.cell("0201"))[1] < centre(small, small.cell("0101"))[1]


def test_the_terminal_map_is_a_rectangle_of_the_whole_board(tank: Board) -> None:
    lines = text(tank).splitlines()
    assert len(lines) == 1 + 2 * 36 + 1
    assert {len(line) for line in lines} == {3 + 3 * 61}
    assert lines[0].split() == [f"{column:02d}" for column in range(1, 62)]
    assert Counter("".join(lines))["♣"] == sum(tank.terrain[cell] == "woods" for cell in tank.cells)


def test_the_terminal_map_shows_a_window_with_pieces(tank: Board) -> None:
    lines = text(tank, {tank.cell("3319"): "T34", tank.cell("3420"): "K"}, (33, 19, 35, 20)).splitlines()
    assert len(lines) == 1 + 2 * 2 + 1
    assert {len(line) for line in lines} == {3 + 3 * 3}
    assert lines[0].split() == ["33", "34", "35"]
    assert lines[1].startswith("19 T3")
    # Column 34 is a lowered one: its row 20 starts a line below that of column 33.
    assert lines[4][6] == "K"


def test_the_terminal_map_tells_high_from_low_ground(small: Board) -> None:
    lines = text(small).splitlines()
    assert lines[1:] == [
        "01    ·     ·  ",
        "   ·     ·     ",
        "02    ♣     ·  ",
        "   ·  ^  Q  v  ",
        "03    ·     ·  ",
        "   ·     ·     ",
        "         ^^    ",
    ]


def test_a_window_beyond_the_board_is_cut_to_it(small: Board) -> None:
    assert text(small, window=(0, 0, 99, 99)) == text(small)
    assert len(text(small, window=(4, 3, 9, 9)).splitlines()) == 4
