"""Case 10: what the ground does to movement, sight and defence."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from itertools import combinations

import pytest

from hulldown.core.paths import IMPOSSIBLE, WHOLE, step_cost
from hulldown.games.tank.data.loading import MODES, Mode, scenarios, terrain, weapons
from hulldown.games.tank.rules.fire import Aim, Firer, defence_strength
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.ground import ground_on as ground
from support.tank_positions import country, play, position, refused, unit, where

Draw = Callable[..., str]
T62 = (Firer(weapons()["T62"], 5, 1),)


def land(
    mode: Mode, hexes: Mapping[str, str] | None = None, sides: Mapping[str, str] | None = None, hollow: str = ""
) -> Ground:
    return Ground(country(hexes=hexes, sides=sides, depression=hollow.split()), terrain(mode))


def blocked(place: Ground, a: str, b: str) -> str:
    """The case that blocks a line, "" where it is clear; the table and the explaining check must agree, both ways."""
    start, end = place.board.cell(a), place.board.cell(b)
    block, back = place.block(start, end), place.block(end, start)
    assert place.sight.clear(start, end) is place.sight.clear(end, start) is (block is None) is (back is None)
    return "" if block is None else place.reason(block)[0]


def cost(place: Ground, a: str, b: str) -> int:
    return step_cost(place.board, place.vehicle_costs, place.board.cell(a), place.board.cell(b))


def defence(mode: Mode, target: str, **more: object) -> int:
    value = defence_strength(Aim(T62, weapons()[target], terrain(mode), **more)).value  # type: ignore[arg-type]
    return value if weapons()[target].soft else value - weapons()[target].front


# 10.0


@pytest.mark.rules("10.0-gen-1")
def test_10_0_gen_1_terrain_slows_hides_and_protects(draw: Draw) -> None:
    woods = draw(hexes={"1007": "woods"})
    state = position(woods, alpha={"A1": ("1010", "A"), "A2": ("1410", "F", "PzIVh")}, bravo={"B1": ("1004", "D")})
    assert refused(state, "alpha", "A1 DF 1004") == ["10.22d"]
    assert where(play(state, "A1 MV A A A A", "").state, "A1") == "1006"  # 1 + 1 + 3 + 1
    assert refused(state, "alpha", "A1 MV A A A A A A") == ["9.0-gen-3"]
    for target, bonus in (("PzIVh", 2), ("infantry", 3)):
        assert defence("mixed", target, terrain="woods") == bonus


@pytest.mark.rules("10.0-gen-2")
def test_10_0_gen_2_a_scenario_is_fought_in_one_mode() -> None:
    assert {scenario.mode for scenario in scenarios().values()} == set(MODES)
    # The same map under three modes: what obstructs and what it costs differ.
    places = {mode: ground("tank", mode) for mode in MODES}
    board = places["open"].board
    wood = next(cell for cell in board.cells if board.terrain[cell] == "woods")
    assert [places[mode].rows[wood].obstructs for mode in MODES] == [True, True, False]
    assert [places[mode].entry_cost(wood) for mode in MODES] == [WHOLE, 3, 1]


# 10.1


@pytest.mark.rules("10.12a")
def test_10_12a_the_cost_of_the_hexside_is_added_to_that_of_the_hex(draw: Draw) -> None:
    place = land("mixed", {"1009": "rough", "1209": "woods"}, {"1010A": "slope", "1209D": "berm", "1409D": "berm"})
    assert cost(place, "1010", "1009") == 2 + 2
    assert cost(place, "1210", "1209") == 1 + 3
    assert cost(place, "1410", "1409") == 1 + 1
    scenario = draw(hexes={"1009": "rough"}, sides={"1010A": "slope"})
    state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": "2402"})
    after = play(state, "A1 MV A A A A", "")
    assert [event.data["point"] for event in after.found("moved")] == [4, 5, 6, 7]


@pytest.mark.rules("10.12a")
def test_10_12a_a_slope_costs_the_same_up_and_down() -> None:
    """T-18."""
    place = land("mixed", sides={"1010A": "slope"})
    assert cost(place, "1010", "1009") == cost(place, "1009", "1010") == 3


@pytest.mark.rules("10.12b")
@pytest.mark.parametrize("mode", MODES)
def test_10_12b_only_marked_hexsides_are_special(mode: Mode) -> None:
    """The sides of rough and woods hexes are clear: leaving them costs what the next hex costs."""
    place = land(mode, {"1010": "woods", "1410": "rough"})
    assert {cost(place, "1010", ahead) for ahead in ("1009", "1110", "1111", "1011", "0911", "0910")} == {1}
    assert {cost(place, "1410", ahead) for ahead in ("1409", "1510", "1511", "1411", "1311", "1310")} == {1}
    assert place.obstructing == {}


@pytest.mark.rules("10.13")
def test_10_13_closed_woods_take_the_whole_allowance(draw: Draw) -> None:
    scenario = draw(mode="closed", hexes={"1009": "woods", "1008": "woods"})
    state = position(scenario, alpha={"A1": ("1010", "A"), "A2": ("1011", "A")}, bravo={"B1": "2402"})
    after = play(state, "A1 MV A", "")
    assert where(after.state, "A1") == "1009"
    assert after.found("moved", unit="A1")[0].data["point"] == weapons()["T62"].ma
    assert refused(state, "alpha", "A1 MV A A") == ["9.0-gen-3"]  # woods and more woods
    assert refused(state, "alpha", "A1 MV B F") == ["9.0-gen-3"]  # a clear hex first
    assert refused(state, "alpha", "A1 MV A B") == ["9.0-gen-3"]  # and one afterwards
    # T-16: nor can they be entered in reverse.
    unit(state, "A1").facing = 3
    assert refused(state, "alpha", "A1 MVR A") == ["9.0-gen-3"]


@pytest.mark.rules("10.13", "10.12a")
def test_10_13_closed_woods_behind_a_marked_hexside_cannot_be_entered(draw: Draw) -> None:
    """T-15."""
    scenario = draw(mode="closed", hexes={"1009": "woods"}, sides={"1009D": "berm"})
    state = position(scenario, alpha={"A1": ("1010", "A"), "A2": ("1110", "A")}, bravo={"B1": "2402"})
    assert refused(state, "alpha", "A1 MV A") == ["9.32"]
    assert refused(state, "alpha", "A2 MV F") == []
    assert cost(land("closed", {"1009": "woods"}, {"1009D": "berm"}), "1010", "1009") == IMPOSSIBLE


# 10.2


@pytest.mark.rules("10.21")
@pytest.mark.parametrize(
    ("mode", "woods", "berm", "slope"),
    [("closed", "10.22d", "10.22c", "10.22c"), ("mixed", "10.22d", "10.22c", "10.22c"), ("open", "", "", "10.22c")],
)
def test_10_21_what_obstructs_depends_on_the_mode(mode: Mode, woods: str, berm: str, slope: str) -> None:
    place = land(mode, {"1007": "woods", "1607": "rough"}, {"1207A": "berm", "1407A": "slope"})
    assert blocked(place, "1010", "1004") == woods
    assert blocked(place, "1210", "1204") == berm
    assert blocked(place, "1410", "1404") == slope
    assert blocked(place, "1610", "1604") == ""


@pytest.mark.rules("10.22a")
@pytest.mark.parametrize("terrain_name", ["berm", "slope"])
def test_10_22a_an_own_hexside_does_not_block(terrain_name: str) -> None:
    near = land("mixed", sides={"1010A": terrain_name})
    assert blocked(near, "1010", "1004") == ""
    far = land("mixed", sides={"1004D": terrain_name})
    assert blocked(far, "1010", "1004") == ""


@pytest.mark.rules("10.22b")
def test_10_22b_an_own_hex_does_not_block() -> None:
    place = land("mixed", {"1010": "woods", "1004": "woods"})
    assert blocked(place, "1010", "1007") == ""
    assert blocked(place, "1007", "1004") == ""
    assert blocked(place, "1010", "1004") == ""


@pytest.mark.rules("10.22c")
def test_10_22c_another_hexside_blocks() -> None:
    place = land("mixed", sides={"1007A": "berm"})
    assert blocked(place, "1010", "1004") == "10.22c"
    assert blocked(place, "1010", "1006") == ""  # it is now a side of the target's hex
    assert blocked(place, "1007", "1004") == ""
    assert blocked(place, "1008", "1005") == "10.22c"


@pytest.mark.rules("10.22d")
def test_10_22d_another_hex_blocks() -> None:
    place = land("mixed", {"1007": "woods"})
    for a, b in combinations(("1010", "1009", "1008"), 2):
        assert blocked(place, a, b) == ""
    for a in ("1010", "1009", "1008"):
        assert blocked(place, a, "1007") == ""
        for b in ("1006", "1005", "1004"):
            assert blocked(place, a, b) == "10.22d"


@pytest.mark.rules("10.23")
@pytest.mark.parametrize("terrain_name", ["berm", "slope"])
def test_10_23_a_line_along_an_obstructing_hexside_is_blocked(terrain_name: str) -> None:
    """The line from 1010 to 1210 runs along the side between 1110 and 1111."""
    assert blocked(land("mixed"), "1010", "1210") == ""
    place = land("mixed", sides={"1111A": terrain_name})
    assert blocked(place, "1010", "1210") == "10.23"
    assert blocked(place, "1010", "1110") == blocked(place, "1010", "1111") == ""


@pytest.mark.rules("10.24")
@pytest.mark.parametrize(("mode", "rule"), [("closed", "10.24"), ("mixed", "10.24"), ("open", "")])
@pytest.mark.parametrize("wood", ["1110", "1111"])
def test_10_24_a_line_along_a_side_of_a_woods_hex_is_blocked(mode: Mode, rule: str, wood: str) -> None:
    place = land(mode, {wood: "woods"})
    assert blocked(place, "1010", "1210") == rule
    assert blocked(place, "1010", "1410") == rule


@pytest.mark.rules("10.25")
def test_10_25_one_hexside_at_each_end_but_no_third() -> None:
    ends = {"1010A": "slope", "1004D": "berm"}
    assert blocked(land("mixed", sides=ends), "1010", "1004") == ""
    assert blocked(land("mixed", sides={**ends, "1007A": "berm"}), "1010", "1004") == "10.22c"
    assert blocked(land("mixed", {"1007": "woods"}, ends), "1010", "1004") == "10.22d"


HOLLOW = "1007 1107 0907 1006 1008 1108 0908"


def rim(hollow: str) -> dict[str, str]:
    """Slopes all round a hollow, falling into it."""
    board = country()
    inside = {board.cell(label) for label in hollow.split()}
    return {
        f"{board.labels[cell]}{letter}": "slope"
        for cell in inside
        for letter, ahead in zip("ABCDEF", board.neighbours[cell], strict=True)
        if ahead not in inside
    }


@pytest.mark.rules("10.26a")
def test_10_26a_over_the_depression_one_sees_but_not_into_it() -> None:
    slopes = rim(HOLLOW)
    hollow = land("mixed", sides=slopes, hollow=HOLLOW)
    hill = land("mixed", sides=slopes)
    assert blocked(hollow, "1012", "1002") == ""
    assert blocked(hill, "1012", "1002") == "10.22c"
    # One unit inside: normal rules. From afar its rim blocks, from the rim itself or inside it does not.
    assert blocked(hollow, "1012", "1007") == "10.22c"
    assert blocked(hollow, "1009", "1007") == ""
    assert blocked(hollow, "1006", "1008") == ""
    # From a hex just outside its rim, either way: 1005 is north of it and 1009 south.
    for near, far in (("1012", "1005"), ("1005", "1012"), ("1002", "1009"), ("1009", "1002")):
        assert blocked(hollow, near, far) == ""
    # Into its first and last hexes from the far side.
    for near, far in (("1012", "1006"), ("1006", "1012"), ("1002", "1008"), ("1008", "1002")):
        assert blocked(hollow, near, far) == "10.22c"
    # T-27: only the slopes of its outline are ignored.
    assert blocked(land("mixed", {"1007": "woods"}, slopes, HOLLOW), "1012", "1002") == "10.22d"
    assert blocked(land("mixed", sides={**slopes, "1007A": "berm"}, hollow=HOLLOW), "1012", "1002") == "10.22c"
    assert blocked(land("mixed", sides={**slopes, "1004A": "slope"}, hollow=HOLLOW), "1012", "1002") == "10.22c"


@pytest.mark.slow
@pytest.mark.rules("10.26a")
def test_10_26a_the_depression_of_the_map_surrounds_3808() -> None:
    place = ground("tank", "open")
    board = place.board
    inside = board.regions["depression"]
    assert board.cell("3808") in inside
    # Its outline is a closed ring of slopes that fall into it.
    outline = [
        board.feature(cell, direction)
        for cell in inside
        for direction, ahead in enumerate(board.neighbours[cell])
        if ahead not in inside
    ]
    assert all(feature is not None and feature.terrain == "slope" and feature.down in inside for feature in outline)
    outside = [cell for cell in board.cells if cell not in inside]
    over = [
        (a, b)
        for a in outside[::7]
        for b in outside[::11]
        if any(cell in inside for cell in place.lane(a, b).cells) and place.block(a, b) is None
    ]
    assert over  # somebody looks across it


@pytest.mark.slow
@pytest.mark.rules("10.26b")
def test_10_26b_height_alone_gives_no_view() -> None:
    """Two hilltops, each ringed by slopes: only what 10.22 and 10.25 allow is seen."""
    top = {"1010A": "slope", "1009A": "slope"}
    place = land("open", sides=top)
    assert blocked(place, "1010", "1005") == "10.22c"
    real = ground("tank", "mixed")
    board = real.board
    heights = {cell: board.elevation[cell] for cell in board.cells}
    tops = [cell for cell, height in heights.items() if height == max(heights.values())]
    low = [cell for cell, height in heights.items() if height == 1][::37]
    # A wood in the valley hides the valley from the highest hill as it would from anywhere.
    hidden = [(a, b) for a in tops for b in low if (block := real.block(a, b)) and real.reason(block)[1] == "woods"]
    assert hidden
    assert all(not real.sight.clear(a, b) for a, b in hidden)


@pytest.mark.slow
@pytest.mark.rules("10.26b")
@pytest.mark.parametrize("mode", MODES)
def test_10_26b_the_map_flattened_shows_the_same_lines(mode: Mode) -> None:
    """Hill to hill is judged by hexsides and woods alone: take all heights away, and no line of the map changes."""
    real = ground("tank", mode)
    flat = copy.copy(real.board)
    flat.elevation = [1] * len(real.board.elevation)
    assert Ground(flat, terrain(mode)).sight.rows == real.sight.rows
    heights = real.board.elevation
    tops = [cell for cell in real.board.cells if heights[cell] == max(heights)]
    high = [(a, b) for a in tops for b in tops if a < b and not real.sight.clear(a, b)]
    reasons = {real.reason(block) for a, b in high if (block := real.block(a, b))}
    assert ("10.22c", "slope") in reasons, "a slope between two of the highest hexes bars their line"


# 10.3


@pytest.mark.rules("10.31")
@pytest.mark.parametrize("target", ["infantry", "88AT", "76AT"])
def test_10_31_soft_targets_take_all_their_defence_from_the_hex(target: str) -> None:
    assert {name: defence("mixed", target, terrain=name) for name in ("clear", "rough", "woods")} == {
        "clear": 1, "rough": 3, "woods": 3,
    }  # fmt: skip
    assert defence("mixed", target, terrain="rough", wreck=True) == 4


@pytest.mark.rules("10.32a")
def test_10_32a_a_hexside_of_its_own_adds_when_fire_crosses_it(draw: Draw) -> None:
    scenario = draw(sides={"1004D": "berm", "1007A": "berm"})
    fire = {"A1": ("1006", "A"), "A2": ("1304", "F")}
    state = position(scenario, alpha=fire, bravo={"B1": ("1004", "", "infantry"), "B2": "2416"}, dice="6")
    assert play(state, "A1 DF 1004", "").found("shot")[0].data["defence"] == 1 + 3
    assert play(state, "A2 DF 1004", "").found("shot")[0].data["defence"] == 1


@pytest.mark.rules("10.32b")
def test_10_32b_one_firer_round_the_hexside_takes_the_bonus_away(draw: Draw) -> None:
    scenario = draw(sides={"1004D": "berm"})
    fire = {"A1": ("1010", "A"), "A2": ("0912", "B"), "A3": ("1404", "F")}
    state = position(scenario, alpha=fire, bravo={"B1": ("1004", "", "infantry"), "B2": "2416"}, dice="6")
    assert play(state, "A1 DF 1004; A2 DF 1004", "").found("shot")[0].data["defence"] == 1 + 3
    assert play(state, "A1 DF 1004; A3 DF 1004", "").found("shot")[0].data["defence"] == 1


@pytest.mark.rules("10.33", "14.41a")
@pytest.mark.parametrize("mode", MODES)
def test_10_33_in_a_position_the_ground_changes_nothing(mode: Mode) -> None:
    """T-66, T-67."""
    for name in ("clear", "rough", "woods"):
        for wreck in (False, True):
            assert defence(mode, "88AT", terrain=name, wreck=wreck, position=True) == 12


# 10.4 and 10.5


@pytest.mark.rules("10.4")
def test_10_4_vehicles_gain_from_their_hex_and_the_hexside_crossed(draw: Draw) -> None:
    assert defence("mixed", "PzIVh", terrain="woods", through="berm") == 2 + 3
    scenario = draw(hexes={"1004": "woods"}, sides={"1004D": "berm"})
    fire = {"A1": ("1010", "A"), "A2": ("1304", "F")}
    state = position(scenario, alpha=fire, bravo={"B1": ("1004", "D", "PzIVh"), "B2": "2416"}, dice="1")
    assert play(state, "A1 DF 1004", "").found("shot")[0].data["defence"] == 7 + 2 + 3
    assert play(state, "A2 DF 1004", "").found("shot")[0].data["defence"] == 3 + 2


@pytest.mark.rules("10.5", "10.61b")
@pytest.mark.parametrize(("low", "bonus"), [("1004D", 6), ("1005A", 0)])
def test_10_5_a_slope_shelters_its_sloped_side_only(draw: Draw, low: str, bonus: int) -> None:
    """The side between 1004 and 1005 slopes down into the hex named; the fire comes from the south."""
    scenario = draw(sides={low: "slope"})
    for target, basic in ((("1004", "D", "PzIVh"), 7), (("1004", "", "infantry"), 1)):
        state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": target, "B2": "2416"}, dice="6")
        after = play(state, "A1 DF 1004", "")
        assert after.found("shot")[0].data["defence"] == basic + bonus


# 10.6

CHART = [
    pytest.param("closed", "rough", 2, 0, 3, False, marks=pytest.mark.rules("10.6-closed-rough")),
    pytest.param("closed", "woods", WHOLE, 3, 3, True, marks=pytest.mark.rules("10.6-closed-woods")),
    pytest.param("mixed", "rough", 2, 0, 3, False, marks=pytest.mark.rules("10.6-mixed-rough")),
    pytest.param("mixed", "woods", 3, 2, 3, True, marks=pytest.mark.rules("10.6-mixed-woods")),
    pytest.param("open", "rough", 1, 0, 1, False, marks=pytest.mark.rules("10.6-open")),
    pytest.param("open", "woods", 1, 0, 1, False, marks=pytest.mark.rules("10.6-open")),
    pytest.param("closed", "clear", 1, 0, 1, False, marks=pytest.mark.rules("10.6-all-clear")),
    pytest.param("mixed", "clear", 1, 0, 1, False, marks=pytest.mark.rules("10.6-all-clear")),
    pytest.param("open", "clear", 1, 0, 1, False, marks=pytest.mark.rules("10.6-all-clear")),
]
"""Mode and hex; then points, bonus of a vehicle, defence of a soft target, whether it obstructs."""

SIDES = [
    pytest.param("closed", "berm", 2, 6, 6, True, marks=pytest.mark.rules("10.6-closed-berm")),
    pytest.param("mixed", "berm", 1, 3, 3, True, marks=pytest.mark.rules("10.6-mixed-berm")),
    pytest.param("open", "berm", 0, 0, 0, False, marks=pytest.mark.rules("10.6-open")),
    pytest.param("closed", "slope", 2, 6, 6, True, marks=pytest.mark.rules("10.6-all-slope")),
    pytest.param("mixed", "slope", 2, 6, 6, True, marks=pytest.mark.rules("10.6-all-slope")),
    pytest.param("open", "slope", 2, 6, 6, True, marks=pytest.mark.rules("10.6-all-slope")),
]
"""Mode and hexside; then what it adds to the points, to a vehicle's and a soft target's defence; does it obstruct."""


@pytest.mark.parametrize(("mode", "name", "points", "vehicle", "soft", "obstructs"), CHART)
def test_10_6_hexes(mode: Mode, name: str, points: int, vehicle: int, soft: int, obstructs: bool) -> None:
    place = land(mode, {"1007": name})
    assert cost(place, "1008", "1007") == points
    assert defence(mode, "PzIVh", terrain=name) == vehicle
    assert defence(mode, "infantry", terrain=name) == soft
    assert blocked(place, "1010", "1004") == ("10.22d" if obstructs else "")


@pytest.mark.parametrize(("mode", "name", "points", "vehicle", "soft", "obstructs"), SIDES)
def test_10_6_hexsides(mode: Mode, name: str, points: int, vehicle: int, soft: int, obstructs: bool) -> None:
    place = land(mode, sides={"1007D": name})
    board = place.board
    assert cost(place, "1008", "1007") == 1 + points
    side, shelters = place.cover_side(board.cell("1010"), board.cell("1007"))
    through = side if shelters else ""
    assert defence(mode, "PzIVh", through=through) == vehicle
    assert defence(mode, "infantry", through=through) == 1 + soft
    assert blocked(place, "1010", "1004") == ("10.22c" if obstructs else "")


@pytest.mark.rules("10.6-all-wreck")
@pytest.mark.parametrize("mode", MODES)
def test_10_6_wrecks(draw: Draw, mode: Mode) -> None:
    assert defence(mode, "PzIVh", wreck=True) == 2
    assert defence(mode, "infantry", wreck=True) == 1 + 1
    # No cost and no obstruction: the line and the drive over the wreck are those over clear ground.
    state = position(
        draw(mode=mode), alpha={"A1": ("1010", "A"), "A2": ("1210", "A")}, bravo={"B1": ("1004", "D"), "B2": "2416"},
        wrecks=["1007", "1209"], dice="6",
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 MV A A", "")
    assert after.found("shot")
    assert [event.data["point"] for event in after.found("moved")] == [1, 2]


@pytest.mark.rules("10.6-all-ip", "14.41a")
@pytest.mark.parametrize("mode", MODES)
def test_10_6_improved_positions(draw: Draw, mode: Mode) -> None:
    foes = {"B1": ("1004", "", "infantry"), "B2": ("1304", "D", "PzIVh"), "B3": "2416"}
    state = position(
        draw(mode=mode), alpha={"A1": ("1010", "A", "Cent105"), "A2": ("1310", "A")}, bravo=foes,
        dug={"1004": "bravo", "1304": "bravo", "1209": "bravo"}, dice="6",
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 DF 1304", "")
    # 10 - 12: no attack on the squad. A vehicle has nothing of a position.
    assert after.found("no_attack", unit="A1")
    assert after.found("shot", unit="A2")[0].data["defence"] == 7
    driving = play(state, "A2 MV F A", "")  # over 1209
    assert [event.data["point"] for event in driving.found("moved")] == [1, 2]


@pytest.mark.rules("10.61a")
def test_10_61a_a_berm_protects_only_through_a_berm_side_of_the_own_hex() -> None:
    place = land("closed", sides={"1007D": "berm"})
    board = place.board
    target = board.cell("1007")
    assert place.cover_side(board.cell("1010"), target) == ("berm", True)
    for label in ("1004", "1307", "0707"):
        assert place.cover_side(board.cell(label), target) == ("", False)
    # The other hex of the same berm is protected from the other side.
    assert place.cover_side(board.cell("1004"), board.cell("1008")) == ("berm", True)
    # A berm next door is none of the target's.
    assert place.cover_side(board.cell("1010"), board.cell("1006")) == ("", False)


@pytest.mark.rules("10.61a")
def test_10_61a_through_a_corner_either_side_will_do() -> None:
    """C-09: the line from 1010 to 1210 comes in at the corner of sides E and F; doubt favours the defender."""
    for letter in "EF":
        place = land("mixed", sides={f"1210{letter}": "berm"})
        assert place.cover_side(place.board.cell("1010"), place.board.cell("1210")) == ("berm", True)
    place = land("mixed", sides={"1210A": "berm"})
    assert place.cover_side(place.board.cell("1010"), place.board.cell("1210")) == ("", False)


@pytest.mark.rules("10.61b")
def test_10_61b_a_slope_protects_on_its_sloped_side_through_that_side() -> None:
    place = land("mixed", sides={"1007D": "slope"})  # falls from 1008 into 1007
    board = place.board
    assert place.cover_side(board.cell("1010"), board.cell("1007")) == ("slope", True)
    assert place.cover_side(board.cell("1004"), board.cell("1008")) == ("slope", False)
    assert place.cover_side(board.cell("1307"), board.cell("1007")) == ("", False)


@pytest.mark.rules("10.61c")
def test_10_61c_slopes_clear_ground_wrecks_and_positions_are_alike_in_every_mode() -> None:
    rows = {mode: terrain(mode).rows for mode in MODES}
    for name in ("clear", "slope", "wreck", "improved_position"):
        assert rows["closed"][name] == rows["mixed"][name] == rows["open"][name]
    clear = rows["open"]["clear"]
    for name in ("rough", "woods"):
        row = rows["open"][name]
        assert (row.cost, row.vehicle, row.soft, row.obstructs) == (clear.cost, clear.vehicle, clear.soft, False)
    assert (rows["open"]["berm"].cost, rows["open"]["berm"].obstructs) == (0, False)
