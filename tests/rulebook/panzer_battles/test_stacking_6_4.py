"""Stacking (6.4): the limit at the end of a Segment, moving together, and what stacks suffer."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.firing import stacked
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


def index(field: Field, name: str) -> int:
    return field.state.units.index(field.unit(name))


@pytest.mark.rules("6.4", "6.41", "6.48", "6.64")
def test_a_fourth_vehicle_unit_at_the_end_of_a_segment_is_lost_and_the_owner_says_which() -> None:
    field = Field("3 3 " * 4)
    for name in ("U111", "U112", "U113"):
        field.place(name, "2006", column=True)
    field.place("U121", "2005", kinds.BOUND, facing=3)
    field.begin()
    field.give(FIRST, field.move("U121", "2006"))
    assert field.asked == {FIRST: "move"}, "not before the Segment ends"
    field.give(FIRST, choice="end")
    assert field.asked == {FIRST: "crowd"}
    assert field.refused(FIRST, Task("U111", kinds.DROP), Task("U112", kinds.DROP)) == {"6.48"}
    assert field.refused(FIRST, Task("U112", kinds.DROP, choice="now")) == {"6.48"}
    assert field.refused(FIRST) == {"6.48"}
    field.give(FIRST, Task("U112", kinds.DROP))
    assert field.unit("U112").status == "lost"
    assert field.unit("U121").status == "on map"
    assert field.state.points[SECOND] == 50, "TRN-11: five vehicles at ten points"


@pytest.mark.rules("6.41")
def test_any_number_may_pass_through_a_hex() -> None:
    field = Field()
    for name in ("U111", "U112", "U113"):
        field.place(name, "2006")
    field.place("U121", "2005", kinds.BOUND, facing=3)
    field.begin()
    field.give(FIRST, field.move("U121", "2006", "2007"))
    field.give(FIRST, choice="end")
    assert "crowd" not in field.asked.values()


@pytest.mark.rules("6.4", "6.46a", "6.46b")
def test_the_limit_is_for_each_type_and_a_carrier_with_its_load_is_one_vehicle() -> None:
    field = Field()
    for name in ("U211h", "U212h", "U213h", "U211i", "U212i", "U213i", "U221i"):
        field.place(name, "2006")
    field.place("Ud1", "2006")
    field.unit("U221i").carrier = index(field, "U211h")
    field.begin()
    field.give(FIRST, choice="end")
    assert "crowd" not in field.asked.values(), "three of each type; loads and dummies do not count (MOV-9)"


@pytest.mark.rules("6.4", "6.48")
def test_the_limit_counts_at_the_end_of_other_segments_too() -> None:
    field = Field("3 3 " * 4)
    for name in ("U111", "U112", "U113", "U121"):
        field.place(name, "2006")
    field.begin("final1")
    assert field.asked == {FIRST: "crowd"}


@pytest.mark.rules("6.13", "6.45a", "6.47")
def test_units_that_begin_and_end_together_must_move_together() -> None:
    field = Field()
    for name in ("U111", "U112", "U113"):
        field.place(name, "2005", kinds.BOUND, facing=3)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    assert {field.scene.label(field.unit(name).cell) for name in ("U111", "U112")} == {"2006"}
    assert field.refused(FIRST, field.move("U113", "2006")) == {"6.45a"}
    field.give(FIRST, field.move("U113", "2004"))


@pytest.mark.rules("6.45a", "6.13")
def test_units_that_part_on_the_way_may_not_end_together() -> None:
    field = Field()
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUND, facing=3)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    field.give(FIRST, field.move("U111", "2007"))
    assert field.refused(FIRST, field.move("U112", "2007")) == {"6.45a"}, "MOV-6"


@pytest.mark.rules("6.45a", "11.13a")
def test_a_stack_may_back_together() -> None:
    field = Field()
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUND, facing=0)
    field.place("U113", "2005", kinds.BOUND, facing=1)
    field.begin()
    back = Task("U111", kinds.REVERSE, field.path(["2006"]), targets=("U112",))
    turned = Task("U111", kinds.REVERSE, field.path(["2006"]), targets=("U113",))
    assert field.refused(FIRST, turned) == {"6.45a"}, "it faces another way"
    field.give(FIRST, back)
    assert [field.unit(name).facing for name in ("U111", "U112")] == [0, 0]
    assert {field.scene.label(field.unit(name).cell) for name in ("U111", "U112")} == {"2006"}


@pytest.mark.rules("6.43b", "6.45b")
def test_a_mover_is_stacked_with_those_who_move_with_it_and_nobody_else() -> None:
    field = Field()
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUND, facing=3)
    field.place("U121", "2006")
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    assert field.asked == {SECOND: "fire"}
    assert stacked(field.state, index(field, "U111")) == 1
    assert stacked(field.state, index(field, "U121")) == 0, "MOV-7: movers do not count for bystanders"


@pytest.mark.rules("6.45b", "12.52c", "6.43a")
def test_a_unit_that_turns_in_a_stack_suffers_for_the_whole_stack() -> None:
    field = Field()
    for name in ("U111", "U112", "U113"):
        field.place(name, "2005", facing=0)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, Task("U111", kinds.TURN, facing=3))
    assert field.asked == {SECOND: "fire"}
    assert stacked(field.state, index(field, "U111")) == 2


@pytest.mark.rules("6.43a", "6.42")
def test_stacking_adds_two_for_each_other_unit_of_the_type_and_bars_nobody_from_firing() -> None:
    field = Field("3 4 " + "4 " * 6)
    for name in ("U111", "U112", "U113"):
        field.place(name, "2006", facing=3)
    field.place("U211i", "2006")
    field.place("G111", "2012", facing=0)
    field.begin("final1")
    field.give(SECOND, choice="pass")
    field.give(FIRST, choice="pass")
    field.give(SECOND, field.fire("G111", "main", "U111"))
    shot = next(event for event in reversed(field.events) if event.kind == "shot")
    # At six hexes 8 - 2 meets 5: +2; two other vehicle units: +4 (12.4-stack; MOV-8).
    assert shot.data["modifier"] == 2 + 4
    assert {one.unit for one in field.legal(FIRST).units} == {"U111", "U112", "U113"}
