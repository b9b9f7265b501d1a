"""The worked examples about spotting and line-of-sight (4.1) on small maps, and the table of every map."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from hulldown.core.heights import meets
from hulldown.core.mapfile import board_from_toml
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.faces.los_tools import los, maps
from hulldown.games.panzer.rules.ground import Ground, load_ground
from hulldown.games.panzer.rules.sight import blind_zone
from hulldown.games.panzer.rules.spotting import spots, spotting_range
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_FIRE, SPOT_MOVE, Unit
from support.panzer_field import staged

LETTERS = {
    ".": "clear", "s": "scrub", "r": "rough", "x": "shellhole", "l": "light_woods", "w": "woods", "h": "heavy_woods",
    "t": "wood_building", "b": "brick_building", "c": "stone_building", "g": "gully", "~": "stream", "f": "ford",
    "=": "bridge",
}  # fmt: skip


def country(terrain: str, elevation: str = "", extra: str = "", high: str = "odd", **storeys: int) -> Ground:
    """A ground drawn as text, one line to a row."""
    rows = terrain.split()
    text = (
        f"format = 1\nname = 't'\ntitle = 't'\ncolumns = {len(rows[0])}\nrows = {len(rows)}\nhigh_columns = '{high}'\n"
    )
    text += "[legend]\n" + "".join(f'"{letter}" = "{name}"\n' for letter, name in LETTERS.items())
    text += "[layers]\nterrain = '''\n" + "\n".join(rows) + "\n'''\n"
    if elevation:
        text += "elevation = '''\n" + "\n".join(elevation.split()) + "\n'''\n[falls]\nterrain = 'slope'\n"
    board = board_from_toml(text + extra, "t.toml")
    return Ground(board, {board.cell(label.strip("_")): high for label, high in storeys.items()})


def column(terrain: str, elevation: str = "") -> Ground:
    """A ground of one column, from north to south: every hex on a straight line."""
    return country("\n".join(terrain), "\n".join(elevation))


def sees(ground: Ground, a: str, b: str) -> bool:
    """Whether a sees b, asked both ways of the table and of the explanation, which must agree (4.1.4.2.4d)."""
    one, two = ground.board.cell(a), ground.board.cell(b)
    answers = {
        ground.sees(one, two),
        ground.sees(two, one),
        ground.block(one, two) is None,
        ground.block(two, one) is None,
    }
    assert len(answers) == 1
    return answers.pop()


def rule(ground: Ground, a: str, b: str) -> str:
    """The rule that blocks a line."""
    found = ground.explain(ground.board.cell(a), ground.board.cell(b))
    assert found.block is not None
    assert not sees(ground, a, b)
    return found.block.rule


def hidden(ground: Ground, length: int) -> list[int]:
    """The ranges down a one-column ground that are not seen from its first hex."""
    return [distance for distance in range(1, length) if not sees(ground, "0101", f"01{distance + 1:02d}")]


def vehicle(name: str, side: str, ground: Ground, label: str, mark: str = "", type: str = "PzKpfw IIIM") -> Unit:
    return Unit(id=name, side=side, type=type, group=0, cell=ground.board.cell(label), status=ON_MAP, mark=mark)


def spotted(ground: Ground, spotter: Unit, target: Unit, *others: Unit) -> bool:
    state: Any = SimpleNamespace(units=[spotter, target, *others])
    return spots(state, staged(ground), spotter, target)


# 4.1.1 and 4.1.3: continuity and ranges.

WOOD_IN_THE_MIDDLE = "\n".join("." * 14 + ("w" if row in (4, 5, 6) else ".") + "." * 15 for row in range(1, 10))


@pytest.mark.rules("4.1.1-ex1", "4.1.1e", "4.1.1f")
def test_4_1_1_c_is_handed_from_a_to_b():
    ground = country(WOOD_IN_THE_MIDDLE)
    c = vehicle("C", "german", ground, "0105", SPOT_FIRE)
    a, b = vehicle("A", "soviet", ground, "1205"), vehicle("B", "soviet", ground, "2905")
    assert spotted(ground, a, c)
    assert not spotted(ground, b, c)
    a.cell, b.cell = ground.board.cell("3005"), ground.board.cell("2901")
    assert not spotted(ground, a, c)
    assert spotted(ground, b, c)
    # At 28 hexes it is the Spot/Fire counter that keeps C spotted.
    c.mark = ""
    assert not spotted(ground, b, c)


@pytest.mark.rules("4.1.1-ex2", "4.1.1h")
def test_4_1_1_b_spots_c_the_moment_it_drives_into_sight():
    ground = country(WOOD_IN_THE_MIDDLE)
    c, b = vehicle("C", "german", ground, "0105", SPOT_FIRE), vehicle("B", "soviet", ground, "2905")
    assert not spotted(ground, b, c)
    b.cell = ground.board.cell("2901")
    assert spotted(ground, b, c)


@pytest.mark.rules("4.1.1a", "4.1.1b")
def test_4_1_1_trucks_do_not_spot():
    ground = country("...\n...\n...")
    truck = next(card.name for card in cards().values() if not card.armed)
    target = vehicle("C", "german", ground, "0301")
    assert spotted(ground, vehicle("A", "soviet", ground, "0101"), target)
    assert not spotted(ground, vehicle("T", "soviet", ground, "0101", type=truck), target)


@pytest.mark.rules("4.1.3-ex1", "4.1.3-ex2", "4.1.3-ex3", "4.1.3e")
@pytest.mark.parametrize(("mark", "reach"), [("", 7), (SPOT_MOVE, 20), (SPOT_FIRE, 30)])
def test_4_1_3_a_tank_in_woods_is_spotted_to_7_20_and_30(mark: str, reach: int):
    ground = column("." * 40 + "w")
    target = vehicle("G", "german", ground, "0141", mark)
    assert ground.cover[target.cell] == "medium"
    for distance in range(1, 41):
        looker = vehicle("S", "soviet", ground, f"01{41 - distance:02d}")
        assert spotted(ground, looker, target) == (distance <= reach)


@pytest.mark.rules("4.1.3c", "4.1.3d", "4.1.3f")
def test_4_1_3_the_spotters_own_cover_counts_nothing_and_modifiers_stop_at_2():
    ground = column("w" + "." * 40)
    target = vehicle("G", "german", ground, "0121")
    assert spotted(ground, vehicle("S", "soviet", ground, "0101"), target)
    assert spotting_range("none", SPOT_FIRE).value == spotting_range("none", SPOT_MOVE).value == 40


@pytest.mark.rules("4.1.3-ex5", "4.1.3j", "4.1.3-cover-table")
def test_4_1_3_a_path_in_scrub_has_the_cover_of_the_scrub():
    ground = country(".s.\n...", extra="[[lines]]\nkind = 'path'\npath = ['0101', '0201', '0301']\n")
    assert ground.on_way[ground.board.cell("0201")]
    assert ground.cover[ground.board.cell("0201")] == "light"
    assert ground.explain(ground.board.cell("0101"), ground.board.cell("0201")).cover == "light"


# 4.1.4.1: what terrain does.


@pytest.mark.rules("4.1.4.1.1", "4.1.4.1b", "4.1.4d", "1.2c")
@pytest.mark.parametrize("letter", ".srx~gf")
def test_4_1_4_1_1_flat_terrain_never_blocks(letter: str):
    assert sees(column("." + letter * 5 + "."), "0101", "0107")


@pytest.mark.rules("4.1.4.1.2", "4.1.4.1.3d", "4.1.4.1.7c", "4.1.4b")
@pytest.mark.parametrize(("letter", "height"), [("t", 1), ("b", 1), ("c", 1), ("l", 3), ("w", 3), ("h", 4)])
def test_4_1_4_1_2_buildings_and_woods_block_up_to_their_height(letter: str, height: int):
    ground = column("." + letter + "..")
    assert rule(ground, "0101", "0103") == "4.1.4.2.1"
    for level in range(6):
        high = column("." * 2 + letter + "." * 2, f"{level}{level}0{level}{level}")
        assert sees(high, "0101", "0105") == (level >= height)
        assert sees(high, "0102", "0103")  # one hex in


@pytest.mark.rules("4.1.4c", "4.1.4.1d")
def test_4_1_4_vehicles_in_between_are_no_obstacle():
    ground = column("." * 9)
    a, b = vehicle("A", "soviet", ground, "0101"), vehicle("B", "german", ground, "0109")
    between = [vehicle(f"V{row}", "german", ground, f"010{row}") for row in range(2, 9)]
    assert spotted(ground, a, b, *between)


@pytest.mark.rules("4.1.4.1.3b")
def test_4_1_4_1_3_vehicles_stand_on_the_ground_between_the_houses():
    ground = column(".b.")
    assert ground.height[ground.board.cell("0102")] == 0
    assert ground.cover[ground.board.cell("0102")] == "light"
    assert all(ground.cross[traction][ground.board.cell("0101")][3] == 2 for traction in ("T", "H", "W"))


@pytest.mark.rules("4.1.4.1.3c", "4.1.4.1.3f")
def test_4_1_4_1_3_a_building_is_one_level_high_for_each_storey():
    low = country("\n".join("..t.."), "\n".join("11011"))
    tall = country("\n".join("..t.."), "\n".join("11011"), _0103=2)
    assert sees(low, "0101", "0105")
    assert rule(tall, "0101", "0105") == "4.1.4.2.1"


ROAD_THROUGH_TOWN = """
[[lines]]
kind = "road"
path = ["0103", "0203", "0302", "0402", "0401"]
"""


@pytest.mark.rules("4.1.4.1.3-ex1", "4.1.4.1.3e")
def test_4_1_4_1_3_along_the_road_through_the_town_as_far_as_it_runs_straight():
    """The example's 3116, 3415 and 3514 with the town around them moved to the corner of a map of its own."""
    ground = country("....b\n..bbb\n.bb..\n.....", extra=ROAD_THROUGH_TOWN, high="even")
    assert sees(ground, "0103", "0402")
    assert rule(ground, "0103", "0501") == "4.1.4.2.1"
    block = ground.explain(ground.board.cell("0103"), ground.board.cell("0501")).block
    assert block is not None
    assert (ground.board.label_path(block.cells), block.terrain) == ("0402", "brick_building")
    # Without the road the first houses block.
    assert not sees(country("....b\n..bbb\n.bb..\n.....", high="even"), "0103", "0402")


@pytest.mark.rules("4.1.4.1.7d", "4.1.4.1.7a", "4.1.4.1.7e")
@pytest.mark.parametrize("kind", ["road", "path"])
def test_4_1_4_1_7_along_a_straight_way_through_woods(kind: str):
    lane = f"[[lines]]\nkind = '{kind}'\npath = ['0101', '0102', '0103', '0104', '0105']\n"
    assert sees(country("\n".join(".www."), extra=lane), "0101", "0105")
    assert sees(country("\n".join("wwwww"), extra=lane), "0101", "0105")
    assert not sees(country("\n".join(".www.")), "0101", "0105")
    # The trees give way, the hill below them does not.
    assert rule(country("\n".join(".www."), "\n".join("00100"), extra=lane), "0101", "0105") == "4.1.4.2.1"


@pytest.mark.rules("4.1.4.1.4a", "4.1.4.1.4-ex1", "4.1.4.1.4b", "4.1.4.1.4-ex2")
def test_4_1_4_1_4_hills_raise_what_is_on_them():
    ground = column(".rrw.", "01220")
    heights = [ground.height[ground.board.cell(f"010{row}")] for row in range(1, 6)]
    assert heights == [0, 1, 2, 2, 0]
    assert max(heights) == 2
    assert [ground.relief.hexes[ground.board.cell(f"010{row}")] for row in range(1, 6)] == [0, 1, 2, 5, 0]
    assert ground.cover[ground.board.cell("0102")] == "light"


CREST = """
[[hexsides]]
terrain = "crest"
sides = ["0202D"]
"""


@pytest.mark.rules("4.1.4.1.5-ex1", "4.1.4.1.5c", "4.1.4.1.5d", "4.1.4.1.5e", "4.1.4.2.5a")
def test_4_1_4_1_5_the_crest_of_hill_1_7_hides_neighbours():
    """V2 and W1 are neighbours at Height 1 on either side of the crest."""
    ground = country("...\n...\n...\n...", "000\n111\n111\n000", CREST)
    assert rule(ground, "0202", "0203") == "4.1.4.2.1"
    block = ground.explain(ground.board.cell("0202"), ground.board.cell("0203")).block
    assert block is not None
    assert (block.terrain, block.height, len(block.cells)) == ("crest", 2, 2)
    assert sees(ground, "0202", "0302")
    # A slope alone hides nobody from his neighbour.
    assert sees(ground, "0203", "0204")


@pytest.mark.rules("4.1.4.1.6-ex1", "4.1.4.1.6a", "4.1.4.1.6b", "4.1.4.1.6d")
def test_4_1_4_1_6_from_a_stream_only_the_banks_are_seen():
    ground = country(".....\n.....\n~~~~~\n.....\n.....\n.....")
    stream = ground.board.cell("0303")
    assert ground.height[stream] == -1
    for cell in ground.board.cells:
        if ground.board.terrain[cell] == "clear":
            assert sees(ground, "0303", ground.board.labels[cell]) == (ground.board.distance(stream, cell) == 1)
    assert rule(ground, "0303", "0305") == "4.1.4.1.6d"


@pytest.mark.rules("4.1.4.1.6e", "4.1.4.1.6c")
def test_4_1_4_1_6_along_a_straight_stream_but_not_below_a_bridge():
    assert sees(column("~~f~~"), "0101", "0105")
    assert sees(column("ggggg"), "0101", "0105")
    assert not sees(column("~~.~~"), "0101", "0105")
    ground = column("~~=~~")
    assert ground.height[ground.board.cell("0103")] == 0
    assert rule(ground, "0101", "0105") == "4.1.4.2.1"


@pytest.mark.rules("4.1.4.1.6e", "4.1.4.1.6d")
def test_4_1_4_1_6_along_a_straight_run_of_beds_though_its_ends_differ_by_a_level():
    """Ruling D12: only an unbroken straight run counts; elsewhere a level's difference is seen from next to it only."""
    assert sees(column("ggggg", "10000"), "0101", "0105")
    assert sees(column("gf~~g", "00001"), "0101", "0105")
    # Bare ground or a bridge between, or no bed at the upper end: the rule about the banks holds.
    assert rule(column("gg.gg", "10000"), "0101", "0105") == "4.1.4.1.6d"
    assert rule(column("gg=gg", "10000"), "0101", "0105") == "4.1.4.1.6d"
    assert rule(column("ggggg.", "000000"), "0101", "0106") == "4.1.4.1.6d"
    # As along a road, a hill below the bed still hides what lies behind its rim.
    assert rule(column("ggggg", "11000"), "0101", "0104") == "4.1.4.2.2"
    # A bend: all hexes between are beds, the line does not run along them.
    bent = country("g....\n.gg..\n...g.\n.....", "10000\n00000\n00000\n00000")
    assert rule(bent, "0101", "0403") == "4.1.4.1.6d"


@pytest.mark.rules("4.1.4.1.6e")
@pytest.mark.parametrize(("upper", "lower"), [("2413", "2614"), ("2618", "2614"), ("2618", "2615"), ("2618", "2616")])
def test_4_1_4_1_6_the_gully_of_the_ridge(upper: str, lower: str):
    assert sees(load_ground("panzer-ridge"), upper, lower)


@pytest.mark.rules("4.1.4.1.6d")
def test_4_1_4_1_6_from_two_levels_up_the_banks_hide_a_stream():
    """Ruling D12: a difference of two levels or more follows the ordinary rules, with flat ground as the obstacle."""
    assert rule(column("....~", "10000"), "0101", "0105") == "4.1.4.2.4e"
    assert sees(column("..~~~~~~", "11000000"), "0102", "0108")


@pytest.mark.rules("4.1.4.1.8c", "4.1.4.1.9b", "4.4.3.2.2-brew-up-smoke-a", "4.4.3.2.2-brew-up-smoke-b")
def test_4_1_4_1_9_brew_up_smoke_hinders_and_does_not_block():
    ground = column(".....", "00000")
    cells = [ground.board.cell(f"010{row}") for row in range(1, 6)]
    look = ground.explain(cells[0], cells[4], smoke=cells)
    assert look.clear
    assert look.smoke == tuple(cells)
    high = column(".....", "33033")
    ends = [high.board.cell(label) for label in ("0101", "0103", "0105")]
    # Ruling D16: smoke two levels high in the valley is overlooked; in the two hexes themselves it always counts.
    assert high.explain(ends[0], ends[2], smoke=ends).smoke == (ends[0], ends[2])


HEDGE = """
[[hexsides]]
terrain = "hedgerow"
sides = ["0103D"]
"""


@pytest.mark.rules("4.1.4.1.10")
def test_4_1_4_1_10_hedgerows_are_one_level_high():
    ground = country("\n".join("......"), "\n".join("000000"), HEDGE)
    assert rule(ground, "0101", "0106") == rule(ground, "0103", "0104") == "4.1.4.2.1"
    assert sees(country("\n".join("......"), "\n".join("110011"), HEDGE), "0102", "0105")
    from_hill = country("\n".join("......"), "\n".join("200000"), HEDGE)
    # Two hexes away and a level below, it hides the one hex behind it.
    assert [sees(from_hill, "0101", f"010{row}") for row in range(2, 7)] == [True, True, False, True, True]


@pytest.mark.rules("4.1.4.1.10", "4.1.4.1.5d")
@pytest.mark.parametrize(("kind", "case"), [("hedgerow", "4.1.4.1.10"), ("crest", "4.1.4.1.5d")])
def test_4_1_4_1_10_a_hexside_stands_on_the_higher_of_its_two_hexes(kind: str, case: str):
    """Ruling D7: between levels 1 and 0 it is 2 high, so it hides two vehicles at level 1 from each other."""
    side = f"[[hexsides]]\nterrain = '{kind}'\ndirected = true\nsides = ['0104A']\n"
    ground = country("\n".join("......"), "\n".join("111001"), side)
    block = ground.explain(ground.board.cell("0102"), ground.board.cell("0106")).block
    assert block is not None, case
    assert (block.terrain, block.height, block.rule) == (kind, 2, "4.1.4.2.1")
    assert not sees(ground, "0102", "0106")
    # From level 2 it is no higher than the lookout: neighbours on level 2 and above see over it.
    assert sees(country("\n".join("......"), "\n".join("221022"), side), "0102", "0105")


@pytest.mark.rules("4.1.4.1a", "4.1.4.1c", "4.1.4.1-table")
def test_4_1_4_1_walls_do_not_block():
    assert sees(country("\n".join("......"), extra=HEDGE.replace("hedgerow", "wall")), "0101", "0106")


# 4.1.4.2: Heights against each other.


@pytest.mark.rules("4.1.4.2.1", "4.1.4.2.1-ex1", "4.1.4.2a", "4.1.4.2b")
def test_4_1_4_2_1_an_obstacle_above_both_blocks_at_any_range():
    ground = column("." * 40, "1" + "0" * 9 + "2" + "0" * 29)
    assert all(rule(ground, "0101", f"01{row}") == "4.1.4.2.1" for row in range(12, 41))


@pytest.mark.rules("4.1.4.2.2", "4.1.4.2.2-ex1")
def test_4_1_4_2_2_an_obstacle_level_with_the_higher_blocks_at_any_range():
    ground = column("." * 40, "2" + "0" * 9 + "2" + "0" * 29)
    assert all(rule(ground, "0101", f"01{row}") == "4.1.4.2.2" for row in range(12, 41))


@pytest.mark.rules("4.1.4.2.3", "4.1.4.2.3-ex1")
def test_4_1_4_2_3_an_obstacle_no_higher_than_either_does_not_block():
    ground = column("." * 40, "2" + "0" * 9 + "1" + "0" * 19 + "1" * 10)
    assert all(sees(ground, "0101", f"01{row}") for row in range(31, 41))
    assert sees(column("." * 5, "11111"), "0101", "0105")


@pytest.mark.parametrize(
    ("below", "away", "first", "last"),
    [
        pytest.param(1, 14, 15, 21, marks=pytest.mark.rules("4.1.4.2.4-ex1", "4.1.4.2.4a", "4.1.4.2.4b", "4.1.4.2.4e")),
        pytest.param(2, 16, 17, 20, marks=pytest.mark.rules("4.1.4.2.4-ex2", "4.1.4.2.4f")),
        pytest.param(3, 18, 19, 20, marks=pytest.mark.rules("4.1.4.2.4-ex3", "4.1.4.2.4g")),
        pytest.param(4, 19, 20, 20, marks=pytest.mark.rules("4.1.4.2.4-ex4", "4.1.4.2.4h")),
        pytest.param(5, 19, 20, 20, marks=pytest.mark.rules("4.1.4.2.4h")),
    ],
)
def test_4_1_4_2_4_blind_zones(below: int, away: int, first: int, last: int):
    ground = column("." * 40, f"{below + 1}" + "0" * (away - 1) + "1" + "0" * (39 - away))
    assert hidden(ground, 40) == list(range(first, last + 1))
    assert rule(ground, "0101", f"01{first + 1}") == f"4.1.4.2.4{'efghh'[below - 1]}"


@pytest.mark.rules("4.1.4.2.4c")
def test_4_1_4_2_4_a_blind_zone_is_one_hex_at_least():
    assert blind_zone(1, 1) == (1, "4.1.4.2.4e")
    assert hidden(column("." * 8, "41000000"), 8) == [2]
    assert hidden(column("." * 8, "21000000"), 8) == [2]


@pytest.mark.rules("4.1.4.2.4a")
def test_4_1_4_2_4_zones_of_several_obstacles_are_united():
    """Ruling D3: each obstacle hides what is behind itself; nothing is added up."""
    ground = column("." * 40, "2" + "0" * 7 + "1" + "0" * 11 + "1" + "0" * 19)
    assert hidden(ground, 40) == [9, 10, 11, 12, *range(21, 31)]


@pytest.mark.rules("4.1.4.2.5a", "4.1.4.2.5-ex1", "4.1.4.2.5b", "4.1.4.2.5-ex2")
def test_4_1_4_2_5_one_hex_into_and_out_of_woods():
    ground = column("..wwww..")
    assert sees(ground, "0101", "0103")
    assert not sees(ground, "0101", "0104")
    assert sees(ground, "0103", "0101")
    assert sees(ground, "0104", "0105")
    assert not sees(ground, "0103", "0105")


@pytest.mark.rules("4.1.4.2.6-ex1", "4.1.4.2.6a", "4.1.4e")
def test_4_1_4_2_6_a_sliver_of_a_wood_blocks():
    ground = country("....\n.w..\n....\n....\n....")
    points = ground.profile(ground.board.cell("0101"), ground.board.cell("0304"))
    assert "0202" in [ground.board.labels[point.cell] for point in points]
    assert rule(ground, "0101", "0304") == "4.1.4.2.1"


@pytest.mark.rules("4.1.4.2.6b", "4.1.4e")
@pytest.mark.parametrize("woods", ["0201", "0202"])
def test_4_1_4_2_6_a_line_along_a_hexside_is_blocked_by_either_neighbour(woods: str):
    rows = [["."] * 3 for _ in range(3)]
    rows[int(woods[2:]) - 1][int(woods[:2]) - 1] = "w"
    ground = country("\n".join("".join(row) for row in rows))
    assert rule(ground, "0102", "0302") == "4.1.4.2.1"
    assert sees(country("...\n...\n..."), "0102", "0302")


@pytest.mark.rules("4.1.4.2.6b")
def test_4_1_4_2_6_a_crest_run_along_blocks():
    crest = "[[hexsides]]\nterrain = 'crest'\nsides = ['0201D']\n"
    assert not sees(country("...\n...\n...", extra=crest), "0102", "0302")


def test_a_corner_only_touched_blocks_when_something_blocks_on_both_sides_of_the_line():
    """Ruling D9, on the shortest line that passes a corner into the next hex."""
    shapes = [(q, r) for q in range(8) for r in range(8) if any(len(m.right) == 3 for m in meets(q, r))]
    dq, dr = min(shapes, key=sum)
    meet = next(m for m in meets(dq, dr) if len(m.right) == 3)
    open_ground = country("\n".join(["." * 9] * 16))
    board = open_ground.board
    start = board.cell("0202")
    end = start + dq * board.stride + dr
    a, b = board.labels[start], board.labels[end]
    third = board.labels[start + meet.right[0].q * board.stride + meet.right[0].r]
    edge = meet.left[0]
    side = f"{board.labels[start + edge.q * board.stride + edge.r]}{'ABC'[edge.direction]}"
    column_, row = board.column_row(board.cell(third))
    rows = [["."] * 9 for _ in range(16)]
    rows[row - 1][column_ - 1] = "w"
    wooded = "\n".join("".join(line) for line in rows)
    hedge = f"[[hexsides]]\nterrain = 'hedgerow'\nsides = ['{side}']\n"
    assert sees(open_ground, a, b)
    assert sees(country(wooded), a, b)
    assert sees(country("\n".join(["." * 9] * 16), extra=hedge), a, b)
    assert not sees(country(wooded, extra=hedge), a, b)


# The profile, and all pairs of all maps.


@pytest.mark.rules("4.1.4.2b")
def test_the_profile_tells_ground_obstacle_and_line_hex_by_hex():
    ground = column("..w..", "20000")
    points = ground.profile(ground.board.cell("0101"), ground.board.cell("0105"))
    assert [(point.range, point.ground, point.obstacle) for point in points] == [
        (0, 2, 2), (1, 0, 0), (2, 0, 3), (3, 0, 0), (4, 0, 0),
    ]  # fmt: skip
    assert [point.line for point in points] == [2, Fraction(3, 2), 1, Fraction(1, 2), 0]


def test_the_command_line_shows_what_blocks_and_the_profile():
    found = los("panzer-ridge", "0117", "0617", {"smoke": "0317, 0101"})
    assert found["clear"]
    assert found["range"] == 5
    assert [point["hex"] for point in found["profile"]] == found["path"]
    blocked = los("panzer-ridge", "0117", "3613")["blocked_by"]
    assert set(blocked) >= {"terrain", "height", "rule"}


@pytest.mark.slow
@pytest.mark.rules("4.1.4a", "4.1.4b", "4.1.4.2.4d")
@pytest.mark.parametrize("name", maps())
def test_table_and_explanation_agree_on_every_pair_of_every_map(name: str):
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
