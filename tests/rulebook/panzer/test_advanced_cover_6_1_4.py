"""Cover, Full Cover and hull down in the Advanced Game (6.1.4.1 to 6.1.4.3)."""

from __future__ import annotations

import pytest

from hulldown.core.board import LETTERS
from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.pieces import (
    BLOCK,
    DITCH,
    HULL_DOWN,
    IMPROVED,
    PARTIAL,
    RUBBLE,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import cover, spotting, works
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import PanzerState
from support.advanced_sight import (
    CARRIER,
    CAVALRY,
    GUN,
    LEE,
    PANZER,
    RIFLES,
    SQUAD,
    STUG,
    TANK,
    TRUCK,
    cell,
    field,
    load,
    place,
    scene,
    unit,
    with_walls,
)


def covers(state: PanzerState, index: int) -> tuple[str, str]:
    """The classes of cover against spotting and against fire."""
    return cover.spotting_cover(state, scene(), index)[0], cover.fire_cover(state, scene(), index)[0]


# Buildings.


@pytest.mark.rules("6.1.4.3.1h", "6.1.4.3.1i", "6.1.4.3.1c")
@pytest.mark.parametrize(("hex_", "combat"), [("0706", "light"), ("0503", "medium"), ("0909", "heavy")])
def test_e10_leg_units_in_building_hexes_have_the_cover_of_the_building(hex_: str, combat: str) -> None:
    state = field()
    for name in (SQUAD, CAVALRY):
        assert covers(state, place(state, name, hex_)) == ("heavy", combat)
    assert covers(state, place(state, TANK, hex_, inside=True)) == ("heavy", combat)
    assert covers(state, place(state, GUN, hex_, inside=True)) == ("heavy", combat)


@pytest.mark.rules("6.1.4.3.1e", "6.1.4.3.1c", "6.1.4.3.1g")
def test_d18_vehicles_and_guns_stand_in_the_alley() -> None:
    state = field()
    for name in (TANK, GUN, TRUCK):
        assert covers(state, place(state, name, "0503")) == ("light", "light")
        assert not cover.inside(state, scene(), unit(state, name))
    assert cover.spotting_cover(state, scene(), place(state, SQUAD, "0503"))[1] == "rulebook"
    assert cover.spotting_cover(state, scene(), place(state, TANK, "0503"))[1] == "reconstructed"


@pytest.mark.rules("6.1.4.3.9b", "6.1.4.3.9c")
@pytest.mark.parametrize(("hex_", "left"), [("0706", "light"), ("0503", "medium"), ("0909", "heavy")])
def test_rubble_has_the_combat_cover_of_its_building_for_everything(hex_: str, left: str) -> None:
    state = field(Work(RUBBLE, cell(hex_)))
    for name in (SQUAD, TANK):
        assert covers(state, place(state, name, hex_, inside=True)) == (left, left)
    assert covers(state, place(state, TRUCK, hex_)) == ("none", "none")
    target, shooter = place(state, TANK, hex_, inside=True), place(state, PANZER, "0101")
    assert cover.hull_down_from(state, scene(), target, shooter) == "none"


@pytest.mark.rules("6.1.4.3.9b")
def test_l12_rubble_of_an_improved_position_has_light_cover_at_least() -> None:
    state = field(Work(RUBBLE, cell("0101"), was=IMPROVED), Work(RUBBLE, cell("1103"), was=IMPROVED))
    assert covers(state, place(state, SQUAD, "0101")) == ("light", "light")
    assert covers(state, place(state, SQUAD, "1103")) == ("medium", "medium")
    state = field(Work(RUBBLE, cell("1406"), was="bridge"))
    assert covers(state, place(state, SQUAD, "1406")) == ("none", "none")


# Counters.


@pytest.mark.rules("6.1.4.3.3", "6.1.4.3.4a")
@pytest.mark.parametrize("kind", [BLOCK, DITCH])
def test_block_and_ditch_are_light_cover_for_leg_units_alone(kind: str) -> None:
    state = field(Work(kind, cell("0101")), Work(kind, cell("1103")))
    assert covers(state, place(state, SQUAD, "0101")) == ("light", "light")
    assert covers(state, place(state, SQUAD, "1103")) == ("medium", "medium"), "the best in the hex"
    for name in (TANK, GUN):
        assert covers(state, place(state, name, "0101")) == ("none", "none")


@pytest.mark.rules("6.1.4.3.7a")
def test_an_improved_position_is_heavy_cover_for_its_one_unit() -> None:
    state = field(Work(IMPROVED, cell("0101")))
    for name in (SQUAD, GUN, TANK):
        index = place(state, name, "0101")
        works.leave(state, works_unit(state))
        assert works.occupy(state, index) is not None
        assert covers(state, index) == ("heavy", "heavy")
        assert covers(state, place(state, "S2", "0101")) == ("none", "none")
    unit(state, TANK).cell = cell("0102")
    assert covers(state, place(state, TANK, "0102")) == ("none", "none")


def works_unit(state: PanzerState) -> int:
    assert isinstance(state.works, list)
    return state.works[0].unit


@pytest.mark.rules("6.1.4.3.7a", "6.1.3a")
def test_a_passenger_has_the_cover_of_its_carrier() -> None:
    state = field()
    place(state, CARRIER, "1103")
    assert covers(state, load(state, RIFLES, CARRIER)) == ("medium", "medium")


# Full Cover.


@pytest.mark.rules("6.1.4.2a", "6.1.4.2b")
def test_full_cover_is_for_dismounted_leg_and_towed_units_and_not_in_water() -> None:
    state = field()
    for name, able in ((SQUAD, True), (CAVALRY, True), (GUN, True), (TANK, False), (TRUCK, False)):
        place(state, name, "0101", full_cover=True)
        assert cover.in_full_cover(scene(), unit(state, name)) is able
    for hex_, able in (("1401", False), ("1406", False), ("1409", False), ("1110", True), ("0503", True)):
        place(state, SQUAD, hex_, full_cover=True)
        assert cover.in_full_cover(scene(), unit(state, SQUAD)) is able
    place(state, TRUCK, "0101")
    load(state, SQUAD, TRUCK)
    assert not cover.in_full_cover(scene(), unit(state, SQUAD))


# Hull down.


def hull(state: PanzerState, target: str, shooter: str) -> str:
    names = [one.id for one in state.units]
    return cover.hull_down_from(state, scene(), names.index(target), names.index(shooter))


AROUND = {"A": "1005", "B": "1106", "C": "1107", "D": "1007", "E": "0907", "F": "0906"}
"""The neighbours of 1006 by direction."""
BETWEEN = {"A": "1104", "B": "1206", "C": "1108", "D": "0908", "E": "0806", "F": "0904"}
"""The hexes two away from 1006 exactly between a direction and the next."""


@pytest.mark.rules("6.6.9f", "6.1.4.1a", "6.1.4.1.1", "6.1.4.1.2a", "6.1.4.1.2f", "6.1.4.1c")
@pytest.mark.parametrize(("partial", "masked"), [(False, "full"), (True, "partial")])
@pytest.mark.parametrize("reversed_in", [False, True])
def test_a_searched_position_protects_but_from_the_rear_and_its_sides(
    partial: bool, masked: str, reversed_in: bool
) -> None:
    state = field()
    place(state, TANK, "1006")
    cover.take_hull_down(unit(state, TANK), partial, reversed_in)
    closed = "DECABF" if reversed_in else "ABFDCE"
    seen = {}
    for direction, hex_ in AROUND.items():
        place(state, PANZER, hex_)
        seen[direction] = hull(state, TANK, PANZER)
    assert seen == {way: masked if way in closed[:3] else "none" for way in AROUND}


@pytest.mark.rules("6.6.9f", "6.5.2.2c")
def test_exactly_between_two_angles_one_that_protects_is_enough() -> None:
    state = field()
    place(state, TANK, "1006")
    cover.take_hull_down(unit(state, TANK))
    seen = {}
    for direction, hex_ in BETWEEN.items():
        place(state, PANZER, hex_)
        seen[direction] = hull(state, TANK, PANZER)
    # Facing A: between B and C, and between E and F, lie exactly 90 degrees, Front/Side or Rear/Side.
    assert seen == {"A": "full", "B": "full", "C": "none", "D": "none", "E": "full", "F": "full"}


@pytest.mark.rules("6.6.9g", "6.6.9h")
def test_n9_a_move_gives_a_position_up_once_it_is_shown() -> None:
    state = field()
    place(state, TANK, "1006")
    place(state, PANZER, "1005")
    tank = unit(state, TANK)
    for command in ("MOVE", "HALT", "FIRE", "OW", "NC"):
        cover.take_hull_down(tank)
        detail_of(tank).manner = ""
        tank.command, tank.known = command, False
        assert hull(state, TANK, PANZER) == "full", "face down it gives nothing away"
        tank.known = True
        assert hull(state, TANK, PANZER) == ("none" if command in ("MOVE", "HALT") else "full")
    tank.command = "MOVE"
    cover.take_hull_down(tank)
    assert hull(state, TANK, PANZER) == "full", "found on this very move"
    cover.leave_hull_down(tank)
    assert hull(state, TANK, PANZER) == "none"


@pytest.mark.rules("6.6.9f")
def test_n13_a_position_keeps_its_direction_when_the_vehicle_turns() -> None:
    state = field()
    place(state, TANK, "1006", "A")
    cover.take_hull_down(unit(state, TANK))
    unit(state, TANK).facing = 3
    for direction, masked in (("A", "full"), ("D", "none")):
        place(state, PANZER, AROUND[direction])
        assert hull(state, TANK, PANZER) == masked


@pytest.mark.rules("6.1.4.3.7d", "6.1.4.3.7e", "6.1.4.1.1")
@pytest.mark.parametrize(("closed", "open_"), [(-1, "D"), (3, "A")])
def test_an_improved_position_is_open_to_the_rear_alone_and_stays_so(closed: int, open_: str) -> None:
    state = field(Work(IMPROVED, cell("1006")))
    works.occupy(state, place(state, TANK, "1006", "A"), closed)
    for facing in (0, 2, 3):
        unit(state, TANK).facing = facing
        seen = {}
        for direction, hex_ in AROUND.items():
            place(state, PANZER, hex_)
            seen[direction] = hull(state, TANK, PANZER)
        assert seen == {way: "none" if way == open_ else "full" for way in AROUND}
    place(state, "S2", "1006")
    assert hull(state, "S2", PANZER) == "none", "it holds a single unit"


@pytest.mark.rules("6.1.4.1.2d")
def test_in_an_improved_position_a_vehicle_may_be_partial_hull_down() -> None:
    state = field(Work(IMPROVED, cell("1006")))
    works.occupy(state, place(state, TANK, "1006", "A"))
    place(state, PANZER, "1005")
    detail_of(unit(state, TANK)).hull_down = PARTIAL
    assert hull(state, TANK, PANZER) == "partial"
    place(state, PANZER, "1007")
    assert hull(state, TANK, PANZER) == "none"


@pytest.mark.rules("6.1.4.3.1d")
def test_inside_brick_and_stone_a_vehicle_is_hull_down_from_everywhere() -> None:
    for hex_, masked in (("0503", "full"), ("0909", "full"), ("0706", "none")):
        state = field()
        index = place(state, TANK, hex_, inside=True)
        neighbours = scene().board.neighbours[state.units[index].cell]
        for there in neighbours:
            place(state, PANZER, scene().board.labels[there])
            assert hull(state, TANK, PANZER) == masked
        detail_of(state.units[index]).inside = False
        assert hull(state, TANK, PANZER) == "none", "in the alley"


@pytest.mark.rules("6.1.4.1.3", "6.1.4.1.3-ex1", "6.1.4.1.2a")
@pytest.mark.parametrize(("hex_", "masked"), [("1804", "partial"), ("1806", "partial"), ("1807", "none")])
def test_a_vehicle_at_height_3_is_partial_hull_down_from_3_hexes_at_height_0(hex_: str, masked: str) -> None:
    state = field()
    place(state, TANK, "1803")
    place(state, PANZER, hex_)
    assert hull(state, TANK, PANZER) == masked
    assert hull(state, PANZER, TANK) == "none", "only the higher one"


@pytest.mark.rules("6.1.4.1.3")
def test_h17_the_floor_of_the_firer_counts() -> None:
    state = field()
    place(state, TANK, "1803")
    place(state, RIFLES, "1805")
    assert hull(state, TANK, RIFLES) == "partial"
    assert hull(state, RIFLES, TANK) == "none", "no vehicle"


@pytest.mark.rules("6.1.4.1.3", "6.1.4.1a")
def test_h10_the_best_protection_counts() -> None:
    state = field()
    place(state, TANK, "1803", "D")
    place(state, PANZER, "1804")
    assert hull(state, TANK, PANZER) == "partial"
    cover.take_hull_down(unit(state, TANK))
    assert hull(state, TANK, PANZER) == "full"
    unit(state, TANK).facing = 0
    cover.take_hull_down(unit(state, TANK))
    assert hull(state, TANK, PANZER) == "partial", "from behind only the height is left"


@pytest.mark.rules("6.1.4.3.2", "6.1.4.3.2-ex1")
def test_a_wall_between_two_vehicles_masks_both() -> None:
    state = field()
    place(state, TANK, "1604")
    place(state, PANZER, "1603")
    assert (hull(state, TANK, PANZER), hull(state, PANZER, TANK)) == ("full", "full")
    place(state, PANZER, "1601")
    assert (hull(state, TANK, PANZER), hull(state, PANZER, TANK)) == ("full", "none"), "it is adjacent to one of them"
    place(state, PANZER, "1605")
    assert (hull(state, TANK, PANZER), hull(state, PANZER, TANK)) == ("none", "none")


@pytest.mark.rules("6.1.4.3.2")
@pytest.mark.parametrize(
    ("walls", "masked"),
    [
        (("1607C",), True),  # the line from 1707 runs exactly along it and meets the corner of 1608
        (("1608A",), False),  # one side of the corner is only touched
        (("1608A", "1608B"), True),  # between the two walls of a corner
        (("1707D", "1707E"), False),  # round the corner of the firer's hex
        (("1608D",), False),
    ],
)
def test_a_line_along_a_wall_masks_and_a_corner_does_if_there_is_a_wall_on_both_sides(
    walls: tuple[str, ...], masked: bool
) -> None:
    walled = with_walls(*walls)
    board = walled.board
    assert board.neighbours[board.by_label["1607"]][LETTERS.index("C")] == board.by_label["1708"]
    assert cover.over_wall(walled.ground, board.by_label["1707"], board.by_label["1608"]) is masked


@pytest.mark.rules("6.1.4.1b")
def test_hull_down_changes_nothing_about_being_spotted() -> None:
    state = field()
    index, looking = place(state, TANK, "1006"), place(state, PANZER, "1001")
    before = spotting.explained(state, scene(), looking, index)
    cover.take_hull_down(unit(state, TANK))
    assert spotting.explained(state, scene(), looking, index) == before


@pytest.mark.rules("6.1.4.1.2b", "6.1.4.1.2c", "6.1.4.1.2e", "6.1.4.1.2d")
def test_q17_a_limited_weapon_is_silent_in_a_hull_down_position() -> None:
    card = targets()["M3 Lee"]
    assert isinstance(card, Vehicle)
    assert [weapon.limited for weapon in card.weapons] == [True, False]
    state = field(Work(IMPROVED, cell("1006")))
    index = place(state, LEE, "0101")
    lee = unit(state, LEE)
    assert not cover.silenced(state, scene(), index)
    for partial in (False, True):
        cover.take_hull_down(lee, partial)
        assert detail_of(lee).hull_down == (PARTIAL if partial else HULL_DOWN)
        assert cover.silenced(state, scene(), index) is not partial
    cover.leave_hull_down(lee)
    for hex_, silent in (("0503", True), ("0909", True), ("0706", False)):
        assert cover.silenced(state, scene(), place(state, LEE, hex_, inside=True)) is silent
    works.occupy(state, place(state, LEE, "1006", inside=False))
    assert cover.silenced(state, scene(), index)
    detail_of(lee).hull_down = PARTIAL
    assert not cover.silenced(state, scene(), index)


@pytest.mark.rules("6.1.4.1a")
def test_leg_and_towed_units_are_never_hull_down() -> None:
    state = field()
    place(state, GUN, "1604")
    place(state, STUG, "1603")
    assert hull(state, GUN, STUG) == "none"
    assert cover.over_wall(scene().ground, cell("1603"), cell("1604"))
