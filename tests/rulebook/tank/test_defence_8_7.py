"""Case 8.7: the defence strength of a target, and its movement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.board import LETTERS
from hulldown.games.tank.data.loading import terrain, weapons
from hulldown.games.tank.rules.doctrine import STANDARD
from hulldown.games.tank.rules.fire import Aim, Firer, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.results import lead_of
from support.tank_positions import country, play, position

Draw = Callable[..., str]
PLAIN = Ground(country(), terrain("mixed"))
MIXED = terrain("mixed")


def aspects_around(facing: str, distance: int) -> dict[str, str]:
    """The aspect that a target in 1208 shows to every hex at a distance."""
    board = PLAIN.board
    target = board.cell("1208")
    return {
        board.labels[there]: PLAIN.aspect(there, target, LETTERS.index(facing))
        for there in board.cells
        if board.distance(there, target) == distance
    }


@pytest.mark.rules("8.7a", "7.32")
def test_8_7a_three_hexes_see_the_front_two_the_side_one_the_rear() -> None:
    """T-40. Around a target that faces north."""
    assert aspects_around("A", 1) == {
        "1207": "front", "1308": "front", "1108": "front", "1309": "side", "1109": "side", "1209": "rear",
    }  # fmt: skip


@pytest.mark.rules("8.7a")
@pytest.mark.parametrize("facing", LETTERS)
def test_8_7a_farther_out_borders_go_to_the_defender(facing: str) -> None:
    # Of the 24 hexes four away: 9 before it with both borders at 60 degrees, 8 at its sides up to 120, 7 behind.
    found = list(aspects_around(facing, 4).values())
    assert [found.count(aspect) for aspect in ("front", "side", "rear")] == [9, 8, 7]


@pytest.mark.rules("8.7b")
def test_8_7b_the_zone_of_the_firer_counts_not_the_hexside_entered() -> None:
    """As in the lost diagram: two lines come in over the same hexside, and only one firer stands before the target."""
    board = PLAIN.board
    target, facing = board.cell("1208"), LETTERS.index("A")
    for label, aspect in (("1506", "front"), ("1508", "side")):
        firer = board.cell(label)
        assert PLAIN.entry_sides(firer, target) == (LETTERS.index("B"),)
        assert PLAIN.aspect(firer, target, facing) == aspect


@pytest.mark.rules("8.7a", "8.7c")
@pytest.mark.parametrize(("ground", "bonus"), [("clear", 0), ("rough", 0), ("woods", 2)])
def test_8_7c_terrain_adds_to_the_aspect_value(draw: Draw, ground: str, bonus: int) -> None:
    for facing, aspect in (("D", "front"), ("B", "side"), ("A", "rear")):
        state = position(draw(hexes={"1004": ground}), alpha={"A1": ("1010", "A")},
                         bravo={"B1": ("1004", facing, "PzVIb")}, dice="1")  # fmt: skip
        shot = play(state, "A1 DF 1004").found("shot")[0]
        assert shot.data["defence"] == getattr(weapons()["PzVIb"], aspect) + bonus


@pytest.mark.rules("8.7c")
def test_8_7c_every_bonus_is_named() -> None:
    aim = Aim((Firer(weapons()["T62"], 5, 1),), weapons()["PzIVh"], MIXED, terrain="woods", wreck=True, through="berm")
    defence = resolve(aim).defence
    assert defence.value == 7 + 2 + 2 + 3
    assert [(factor.rule, factor.value) for factor in defence.factors] == [
        ("8.7", 7), ("10.6-mixed-woods", 2), ("10.6-all-wreck", 2), ("10.61a", 3),
    ]  # fmt: skip


@pytest.mark.rules("8.7d", "10.31", "10.32a")
def test_8_7d_soft_targets_have_the_defence_of_their_ground(draw: Draw) -> None:
    for ground, value in (("clear", 1), ("rough", 3), ("woods", 3)):
        for sides, bonus in (({}, 0), ({"1004D": "berm"}, 3), ({"1004D": "slope"}, 6)):
            state = position(draw(hexes={"1004": ground}, sides=sides), alpha={"A1": ("1010", "A")},
                             bravo={"B1": ("1004", "A", "88AT")}, dice="1")  # fmt: skip
            shot = play(state, "A1 DF 1004").found("shot")[0]
            assert shot.data["defence"] == value + bonus


@pytest.mark.rules("8.71a", "8.71c")
@pytest.mark.parametrize(("points", "add"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_8_71a_one_on_the_die_for_every_two_points(points: int, add: int) -> None:
    assert lead_of(weapons()["T34/85"], STANDARD).value(points) == add


@pytest.mark.rules("8.71a", "8.71c", "8.9d")
def test_8_71_seven_points_give_three(draw: Draw) -> None:
    """The worked example: a tank plotted for 7 points is fired at; 3 is added to the die."""
    scenario = draw(rows=20)
    # PzIIIj (AP 8) at an M60A2's rear (5): column 3 at range 4 kills up to 4, so 1 + 3 does and 2 + 3 does not.
    for die, result in ((1, "destroyed"), (2, "missed")):
        state = position(scenario, alpha={"A1": ("1015", "A", "PzIIIj")}, bravo={"B1": ("1011", "D"), "B2": "2416"},
                         dice=str(die))  # fmt: skip
        after = play(state, "A1 DF 1011", "B1 MV A A A A A A A")
        shot = after.found("shot")[0].data
        assert (shot["add"], shot["column"], shot["hits_on"], shot["result"]) == (3, "3", "1", result)


@pytest.mark.rules("8.71a")
def test_8_71a_plotted_points_count_terrain_and_overrun_included(draw: Draw) -> None:
    # Woods cost 3, so the one hex is worth +1; an overrun of two clear hexes costs 3.
    scenario = draw(hexes={"1003": "woods"})
    state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")}, dice="1")
    assert play(state, "A1 DF 1004", "B1 MV A").found("shot")[0].data["add"] == 1
    assert play(state, "A1 DF 1004", "B1 OV C C").found("shot")[0].data["add"] == 1
    assert play(state, "A1 DF 1004", "B1 MV C C").found("shot")[0].data["add"] == 1
    assert play(state, "A1 DF 1004", "B1 MV C").found("shot")[0].data["add"] == 0
    assert play(state, "A1 DF 1004", "B1 FC").found("shot")[0].data["add"] == 0


@pytest.mark.rules("8.71b")
def test_8_71b_opportunity_fire_adds_all_that_was_plotted(draw: Draw) -> None:
    """T-42: at its second hex the target has spent 2 points, but it is plotted for 6."""
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1206", "D")}, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV F F F F F F")
    shot = after.found("shot")[0].data
    assert (shot["at"], shot["add"]) == ("1005", 3)


@pytest.mark.rules("8.71a")
def test_8_71a_moving_infantry_gets_nothing(draw: Draw) -> None:
    """T-43."""
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "", "infantry")}, dice="1")
    assert play(state, "A1 DF 1004", "B1 MV A").found("shot")[0].data["add"] == 0
