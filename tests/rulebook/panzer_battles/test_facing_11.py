"""Facing in play (11.0): movement through the front hex, reverse, turns in place, and the armour that a shot meets."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.firing import aspect
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")

NORTH, NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST = range(6)


def index(field: Field, name: str) -> int:
    return field.state.units.index(field.unit(name))


def one(name: str, label: str, command: str = kinds.BOUND, **values: object) -> Field:
    """A unit of the First Player at the start of its Movement Segment, the enemy too far away to fire."""
    field = Field()
    field.place(name, label, command, **values)
    field.place("G123", "2334")
    return field.begin()


@pytest.mark.rules("11.11a", "11.11b", "11.11-ex-1", "11.12", "11.14b", "11.0-gen-1")
def test_example_11_11_an_m4_goes_from_0204_to_0302() -> None:
    field = one("U111", "0204", facing=NORTHWEST)
    front = field.scene.board.neighbours[field.cell("0204")][NORTHWEST]
    assert field.scene.label(front) == "0104"
    field.give(FIRST, field.move("U111", "0203"))
    assert field.unit("U111").facing == NORTH, "it has turned towards 0203"
    field.give(FIRST, field.move("U111", "0202"))
    assert field.unit("U111").facing == NORTH
    field.give(FIRST, field.move("U111", "0302"))
    assert field.unit("U111").facing == NORTHEAST
    assert field.unit("U111").spent == 6, "three clear hexes; turning is free"


@pytest.mark.rules("11.13a", "11.13b", "11.13-ex-1")
def test_example_11_13_a_panzer_iv_backs_from_0207_to_0208() -> None:
    field = Field()
    field.place("G111", "0207", kinds.BOUND, facing=NORTH)
    field.place("U111", "2334")
    field.begin("move2")
    assert field.refused(SECOND, Task("G111", kinds.REVERSE, field.path(["0206"]))) == {"11.13a"}
    field.give(SECOND, Task("G111", kinds.REVERSE, field.path(["0208"])))
    unit = field.unit("G111")
    assert field.scene.label(unit.cell) == "0208"
    assert unit.facing == NORTH
    assert field.scene.label(field.scene.board.neighbours[unit.cell][unit.facing]) == "0207"
    assert unit.spent == 7, "its whole allowance"
    assert field.refused(SECOND, field.move("G111", "0209")) == {"6.11a"}


@pytest.mark.rules("11.13a")
def test_a_vehicle_that_has_spent_points_cannot_back() -> None:
    field = one("U111", "2005", facing=SOUTH)
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, Task("U111", kinds.REVERSE, field.path(["2005"]))) == {"11.13a"}


@pytest.mark.rules("11.13a", "8.61D")
def test_a_suppressed_vehicle_may_back_with_the_half_it_has() -> None:
    field = one("U111", "2005", facing=NORTH, suppressed=True)
    field.give(FIRST, Task("U111", kinds.REVERSE, field.path(["2006"])))
    assert field.unit("U111").spent == 4


@pytest.mark.rules("11.13a", "11.0-gen-3")
def test_infantry_has_no_facing_and_no_reverse() -> None:
    field = one("U211i", "2005", facing=NORTH)
    assert field.kinds(FIRST, "U211i") == {kinds.MOVE, kinds.SHELTER, kinds.COLUMN}
    field.give(FIRST, field.move("U211i", "2006"))
    assert field.unit("U211i").facing == NORTH
    assert field.refused(FIRST, Task("U211i", kinds.TURN, facing=2)) == {"11.2a"}


@pytest.mark.rules("11.13c")
def test_after_backing_a_vehicle_may_still_turn() -> None:
    field = one("U111", "2005", facing=NORTH)
    field.give(FIRST, Task("U111", kinds.REVERSE, field.path(["2006"])))
    field.give(FIRST, Task("U111", kinds.TURN, facing=SOUTH))
    assert field.unit("U111").facing == SOUTH


@pytest.mark.rules("11.14a", "11.41", "11.0-gen-2", "11.11-diag-1")
def test_a_mover_is_hit_on_the_armour_that_it_shows_in_the_hex_entered() -> None:
    for way, expected in ((("2006",), "front"), (("2004",), "side")):
        field = Field()
        field.place("U111", "2005", kinds.BOUND, facing=SOUTHEAST)
        field.place("G111", "2011", facing=NORTH)
        field.begin()
        field.give(FIRST, field.move("U111", *way))
        assert field.asked == {SECOND: "fire"}
        assert aspect(field.state, field.scene, index(field, "G111"), index(field, "U111"), "normal") == expected


@pytest.mark.rules("11.13b", "11.41")
def test_a_vehicle_that_backs_away_shows_its_front() -> None:
    field = Field()
    field.place("U111", "2006", kinds.BOUND, facing=SOUTH)
    field.place("G111", "2011", facing=NORTH)
    field.begin()
    field.give(FIRST, Task("U111", kinds.REVERSE, field.path(["2005"])))
    assert field.asked == {SECOND: "fire"}
    assert aspect(field.state, field.scene, index(field, "G111"), index(field, "U111"), "normal") == "front"


@pytest.mark.rules("11.2a", "11.21", "11.22a", "11.12")
@pytest.mark.parametrize("command", [kinds.BOUND, kinds.OVERWATCH, kinds.WITHDRAW, kinds.RALLY])
def test_a_vehicle_turns_to_any_hexside_in_its_own_segment_under_any_command(command: str) -> None:
    field = one("U111", "2005", command, facing=NORTH)
    (own,) = [entry for entry in field.legal(FIRST).units if entry.unit == "U111"]
    (turns,) = [option for option in own.options if option.kind == kinds.TURN]
    assert turns.facings == (NORTHEAST, SOUTHEAST, SOUTH, SOUTHWEST, NORTHWEST)
    for facing in (NORTHEAST, SOUTH, SOUTHWEST, NORTHWEST, SOUTHEAST, NORTH):
        field.give(FIRST, Task("U111", kinds.TURN, facing=facing))
        assert field.unit("U111").facing == facing
    assert field.unit("U111").spent == 0
    assert field.refused(FIRST, Task("U111", kinds.TURN, facing=NORTH)) == {"11.21"}


@pytest.mark.rules("11.2a")
def test_a_gun_with_an_allowance_of_zero_turns_too() -> None:
    field = Field()
    field.place("G101g", "2005", facing=NORTH)
    field.place("U111", "0234")
    field.begin("move2")
    field.give(SECOND, Task("G101g", kinds.TURN, facing=SOUTH))
    assert field.unit("G101g").facing == SOUTH
    assert field.refused(SECOND, field.move("G101g", "2006"))


@pytest.mark.rules("11.23a", "11.23b", "12.52c")
def test_fire_at_a_unit_that_turns_meets_its_old_facing() -> None:
    field = Field("1 2 4")
    field.place("U111", "2006", facing=NORTH)
    field.place("G111", "2012", facing=NORTH)
    field.begin()
    field.give(FIRST, Task("U111", kinds.TURN, facing=SOUTH))
    assert field.asked == {SECOND: "fire"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    # 8 - 2 against the side armour of 3: twice 3, and not moving.
    assert field.last("shot")["modifier"] == 6
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    assert field.unit("U111").facing == SOUTH


@pytest.mark.rules("11.3")
def test_facing_limits_neither_sight_nor_fire_of_vehicles() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=SOUTH)
    field.place("G111", "2012", facing=SOUTH)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert field.unit("U111").shown
    assert not field.refused(SECOND, field.fire("G111", "main", "U111"))


@pytest.mark.rules("11.3", "11.11-diag-2")
def test_a_gun_fires_only_into_its_arc() -> None:
    for facing, refused in ((NORTH, set()), (SOUTH, {"16.41"})):
        field = Field()
        field.place("U111", "2005", kinds.BOUND, facing=SOUTH)
        field.place("G101g", "2012", facing=facing)
        field.place("G101c", "2012")
        field.begin()
        field.give(FIRST, field.move("U111", "2006"))
        assert field.refused(SECOND, field.fire("G101g", "main", "U111")) == refused


@pytest.mark.rules("11.42", "11.0-gen-3")
def test_infantry_and_guns_defend_alike_from_all_directions() -> None:
    for name in ("G101c", "G101g"):
        modifiers = set()
        for facing in (NORTH, SOUTH):
            field = Field("1 2 4")
            field.place("U111", "2009", facing=SOUTH)
            field.place("G101g", "2012", facing=facing)
            field.place("G101c", "2012", facing=facing)
            for one_of in ("G101g", "G101c"):
                field.unit(one_of).shown = field.unit(one_of).loud = True
            field.begin("final1")
            field.until("volley")
            while field.asked != {FIRST: "fire"} or field.state.stack[-1].stage == 0:
                field.give(next(iter(field.asked)), choice="pass")
            field.give(FIRST, field.fire("U111", "main", name))
            modifiers.add(field.last("shot")["modifier"])
        assert len(modifiers) == 1, name


@pytest.mark.rules("11.2b", "11.14c")
def test_infantry_and_carried_units_do_not_turn_in_the_joint_facing_segment() -> None:
    field = Field()
    field.place("U211h", "0505", facing=SOUTH)
    field.place("U211i", "0505")
    field.unit("U211i").carrier = index(field, "U211h")
    field.place("U212i", "0605")
    field.place("G111", "2030", facing=NORTH)
    field.begin("facing1")
    assert {one.unit for one in field.legal(FIRST).units} == {"U211h"}
    assert field.refused(FIRST, Task("U212i", kinds.TURN, facing=2)) == {"11.2a"}
    assert field.refused(FIRST, Task("G111", kinds.TURN, facing=2)) == {"11.2b"}
