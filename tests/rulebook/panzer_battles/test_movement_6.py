"""Movement (6.0 to 6.3, 6.5 to 6.7): points, the order of companies, formations, infantry and its fatigue."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hulldown.games.panzer_battles.rules.observing import dispersed, observe, observes
from hulldown.games.panzer_battles.rules.state import counter_of
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


def one(name: str, label: str, command: str = kinds.BOUND, **values: object) -> Field:
    """A single unit of the First Player in its Movement Segment, the enemy too far away to fire."""
    field = Field()
    field.place(name, label, command, **values)
    field.place("G123", "0234")
    return field.begin()


def where(field: Field, name: str) -> str:
    return field.scene.label(field.unit(name).cell)


# 6.0, 6.1.


@pytest.mark.rules("6.0-gen-1", "6.0-proc-1", "6.0-proc-3", "6.11a", "6.11b", "5.11")
def test_a_unit_moves_hex_by_hex_and_spends_no_more_than_its_allowance() -> None:
    field = one("U111", "2005", facing=3)
    assert field.refused(FIRST, field.move("U111", "2007")) == {"6.0-proc-1"}, "it is not adjacent"
    assert field.refused(FIRST, field.move("U111", *[f"20{row:02d}" for row in range(6, 11)])) == {"6.11a"}
    field.give(FIRST, field.move("U111", "2006", "2007", "2008"))
    assert (where(field, "U111"), field.unit("U111").spent) == ("2008", 6)
    assert field.refused(FIRST, field.move("U111", "2009", "2010")) == {"6.11a"}, "three of nine points are left"
    field.give(FIRST, field.move("U111", "2009"))
    field.give(FIRST, choice="end")
    field.until("command1").until("move1")
    assert field.unit("U111").spent == 0, "the point that was left is not saved"
    assert field.state.turn == 2


@pytest.mark.rules("6.12a")
def test_units_move_only_in_their_own_movement_segment() -> None:
    field = one("U111", "2005")
    field.place("G111", "0530", kinds.BOUND)
    assert field.refused(FIRST, field.move("G111", "0529")) == {"6.0-proc-2"}
    field.until("move2")
    assert field.refused(SECOND, field.move("U111", "2006")) == {"6.0-proc-2"}


@pytest.mark.rules("6.0-proc-2")
def test_the_enemy_names_a_counter_and_its_company_moves() -> None:
    field = Field(company_order="enemy")
    field.place("U111", "2005", kinds.BOUND)
    field.place("U112", "2006", kinds.BOUND)
    field.place("U121", "2205", kinds.BOUND)
    field.begin()
    assert field.asked == {SECOND: "name"}
    counters = field.legal(SECOND).units[0].options[0].targets
    assert counters == ("U?1", "U?2", "U?3"), "face down, they have only their numbers"
    assert field.refused(SECOND, Task("next", kinds.NAME, targets=("U111",))) == {"6.0-proc-2"}
    field.give(SECOND, Task("next", kinds.NAME, targets=("U?2",)))
    assert field.asked == {FIRST: "move"}
    assert field.refused(FIRST, field.move("U121", "2206")) == {"6.0-proc-2"}
    field.give(FIRST, field.move("U112", "2007"))
    field.give(FIRST, field.move("U111", "2106"))
    field.give(FIRST, choice="done")
    # One counter is left that has not moved: nobody need be asked.
    assert field.asked == {FIRST: "move"}
    field.give(FIRST, field.move("U121", "2206"))


@pytest.mark.rules("6.0-proc-2")
def test_the_enemy_may_leave_the_order_to_the_owner_for_once_or_for_the_segment() -> None:
    field = Field(company_order="enemy")
    for number, name in enumerate(("U111", "U121", "U131")):
        field.place(name, f"20{5 + number:02d}", kinds.BOUND)
    field.begin()
    field.give(SECOND, choice="any")
    both = (field.move("U121", "2106"), field.move("U131", "2108"))
    assert field.refused(FIRST, *both) == {"6.0-proc-2"}, "one company at a time"
    field.give(FIRST, field.move("U121", "2106"))
    field.give(FIRST, choice="done")
    assert field.asked == {SECOND: "name"}, "for once"
    field.give(SECOND, choice="any segment")
    field.give(FIRST, field.move("U111", "2105"))
    assert field.asked == {FIRST: "move"}
    field.give(FIRST, field.move("U131", "2108"))
    assert "name" not in field.asked.values()


@pytest.mark.rules("6.0-proc-2", "6.81a")
def test_naming_a_dummy_moves_that_dummy_alone() -> None:
    field = Field(company_order="enemy")
    field.place("U111", "2005", kinds.BOUND)
    field.place("U121", "2105", kinds.BOUND)
    field.place("Ud1", "2205")
    field.begin()
    field.give(SECOND, Task("next", kinds.NAME, targets=("U?3",)))
    assert {one.unit for one in field.legal(FIRST).units} == {"Ud1"}, "MOV-19"
    assert field.legal(FIRST).choices == ("done",), "it need not move"


@pytest.mark.rules("6.0-proc-2")
def test_companies_without_a_counter_move_after_all_that_can_be_named() -> None:
    field = Field(company_order="enemy")
    field.place("G111", "2025", kinds.BOUND)
    field.place("G121", "0720", kinds.BOUND, tag=0)
    field.place("U111", "0102")
    field.begin("move2")
    assert field.refused(SECOND, field.move("G121", "0721")) == {"6.0-proc-2"}, "MOV-19"
    field.give(SECOND, field.move("G111", "2026"))
    field.give(SECOND, choice="done")
    field.give(SECOND, field.move("G121", "0721"))


@pytest.mark.rules("6.0-proc-2")
def test_a_counter_whose_company_has_moved_is_named_in_vain_once() -> None:
    field = Field(company_order="enemy")
    field.place("U111", "2005", kinds.OVERWATCH)
    field.place("U112", "2006", kinds.OVERWATCH)
    field.place("U121", "2205", kinds.BOUND)
    field.begin()
    field.give(SECOND, Task("next", kinds.NAME, targets=("U?1",)))
    field.give(FIRST, choice="done")
    field.give(SECOND, Task("next", kinds.NAME, targets=("U?2",)))
    assert field.last("named")["done"] is True
    assert field.asked == {SECOND: "name"}
    assert field.legal(SECOND).units[0].options[0].targets == ("U?1", "U?3")


@pytest.mark.rules("6.0-proc-2", "7.33")
def test_a_counter_named_in_vain_stays_struck_off_when_it_is_turned_over() -> None:
    field = Field(company_order="enemy")
    field.place("U112", "2006", kinds.OVERWATCH)
    field.place("U121", "2205", kinds.BOUND)
    field.place("U131", "2405", kinds.BOUND)
    field.place("G111", "2007", kinds.OVERWATCH)
    field.begin()
    field.state.struck = ("U112",)
    field.unit("G111").status, field.unit("G111").cell = "lost", -1
    observe(field.state, field.scene, field._doing())
    assert not field.unit("U112").shown
    assert field.state.struck == (counter_of(field.unit("U112")),)


@pytest.mark.rules("6.0-proc-2", "16.11a")
def test_a_counter_named_in_vain_stays_struck_off_when_it_mounts() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND, shown=True)
    field.place("U211h", "2005", kinds.BOUND, shown=True)
    field.place("G111", "2007", kinds.OVERWATCH)
    field.begin()
    field.state.struck = ("U211i",)
    field.give(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    for _ in range(9):
        if field.unit("U211i").carrier < 0:
            field.idle(next(iter(field.asked)))
    assert not field.unit("U211i").shown
    assert field.state.struck == (counter_of(field.unit("U211i")),)


@pytest.mark.rules("6.15", "11.14a")
def test_facing_follows_from_movement() -> None:
    field = one("U111", "2005", facing=0)
    field.give(FIRST, field.move("U111", "2006", "2106"))
    assert field.unit("U111").facing == 1


# 6.2, 6.5, 6.6: vehicles and formations.


@pytest.mark.rules("6.2c", "8.61D")
def test_a_vehicle_may_always_go_one_hex_with_all_it_has() -> None:
    field = Field("", "gazala")
    field.place("G211", "0807", kinds.BOUND, suppressed=True, facing=3)
    field.begin()
    assert field.refused(FIRST, field.move("G211", "0808", "0809")) == {"6.11a"}, "four points: woods 3, clear 2"
    field.give(FIRST, field.move("G211", "0808"))
    assert kinds.MOVE in field.kinds(FIRST, "G211")
    assert field.refused(FIRST, field.move("G211", "0809")) == {"6.11a"}, "MOV-4: the one hex was used up"


@pytest.mark.rules("6.2c")
def test_the_guaranteed_hex_takes_the_whole_allowance() -> None:
    field = Field()
    field.place("G111", "0807", kinds.BOUND, suppressed=True, facing=3)
    field.begin("move2")
    # A Pz IV H has 7 points, 3 when suppressed: the woods take them all.
    field.give(SECOND, field.move("G111", "0808"))
    assert field.unit("G111").spent == 3
    field = Field("", "gazala")
    field.place("G211", "0606", kinds.BOUND, suppressed=True, facing=3)
    field.begin()
    field.give(FIRST, field.move("G211", "0607"))
    assert field.unit("G211").spent == 3


@pytest.mark.rules("6.2b", "6.6a", "6.6b", "6.9-road")
def test_only_in_column_does_a_road_make_vehicles_faster() -> None:
    road = [f"15{row:02d}" for row in range(4, 13)]
    field = one("U111", "1503", facing=3)
    assert field.refused(FIRST, field.move("U111", *road)) == {"6.11a"}
    field = one("U111", "1503", facing=3, column=True)
    field.give(FIRST, field.move("U111", *road))
    assert (where(field, "U111"), field.unit("U111").spent) == ("1512", 9), "woods and hill on the way cost nothing"


@pytest.mark.rules("6.6b", "6.34a")
def test_infantry_in_column_pays_nothing_for_height_on_a_road() -> None:
    field = one("U211i", "1507")
    assert field.refused(FIRST, field.move("U211i", "1508", "1509")) == {"6.11a"}
    field = one("U211i", "1507", column=True)
    field.give(FIRST, field.move("U211i", "1508", "1509"))
    assert field.unit("U211i").spent == 2


@pytest.mark.rules("6.69a", "6.69c")
def test_a_single_vehicle_moves_as_in_column_and_a_single_step_does_not() -> None:
    field = one("U111", "1503", facing=3, strength=1)
    field.give(FIRST, field.move("U111", *[f"15{row:02d}" for row in range(4, 13)]))
    assert field.unit("U111").spent == 9
    field = one("U211i", "1507", strength=1)
    assert field.refused(FIRST, field.move("U211i", "1508", "1509")) == {"6.11a"}


@pytest.mark.rules("6.61a", "6.61b", "5.13A")
def test_vehicles_enter_column_by_a_whole_segment_in_place_under_bound() -> None:
    field = one("U111", "0808", facing=3)
    field.give(FIRST, Task("U111", kinds.COLUMN))
    assert field.unit("U111").column, "in any hex, woods too"
    assert field.refused(FIRST, field.move("U111", "0809")) == {"6.11a"}
    field = one("U111", "2005", facing=3)
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, Task("U111", kinds.COLUMN)) == {"6.61a"}
    field = one("U111", "2005", kinds.OVERWATCH)
    assert field.refused(FIRST, Task("U111", kinds.COLUMN)) == {"5.2a"}


@pytest.mark.rules("6.62a", "6.63b")
def test_column_is_left_free_and_with_any_command() -> None:
    for command in (kinds.OVERWATCH, kinds.BOUND, kinds.WITHDRAW):
        field = one("U111", "2005", command, column=True)
        field.give(FIRST, Task("U111", kinds.DEPLOY_OUT))
        assert not field.unit("U111").column
        assert field.unit("U111").spent == 0
    field = one("U211i", "2005", kinds.OVERWATCH, column=True)
    field.give(FIRST, Task("U211i", kinds.DEPLOY_OUT))
    assert not field.unit("U211i").column


def column_under_way() -> Field:
    field = Field("3 4 4 4 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0, column=True)
    field.place("G121", "2112", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    return field


@pytest.mark.rules("6.62b", "6.62c")
def test_column_may_be_left_in_the_enemys_segment_and_that_bars_fire_in_it() -> None:
    field = column_under_way()
    assert kinds.DEPLOY_OUT in field.kinds(SECOND, "G111")
    field.give(SECOND, Task("G111", kinds.DEPLOY_OUT))
    assert not field.unit("G111").column
    assert field.asked == {SECOND: "fire"}, "MOV-11: that was no pass; the others may still fire"
    assert field.refused(SECOND, field.fire("G111", "main", "U111")) == {"6.62c"}
    field.give(SECOND, choice="pass segment")
    field.until("final1")
    field.until("volley")
    assert "G111" in {one.unit for one in field.legal(SECOND).units}, "in the Final Fire Segment it may"


@pytest.mark.rules("6.62b")
def test_column_is_not_left_once_a_shot_has_been_fired() -> None:
    field = column_under_way()
    field.give(SECOND, field.fire("G121", "main", "U111"))
    if field.asked == {FIRST: "fire"}:
        field.give(FIRST, choice="pass")
    assert kinds.DEPLOY_OUT not in field.kinds(SECOND, "G111")
    assert field.refused(SECOND, Task("G111", kinds.DEPLOY_OUT)) == {"6.62b"}


@pytest.mark.rules("6.62b", "6.62c", "6.63b")
def test_column_may_be_left_between_exchanges_by_those_who_see_nobody() -> None:
    """MOV-11: they are not asked to fire, but their side is asked who moves next."""
    field = Field("3 4 4 4 4", company_order="enemy")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2305", kinds.BOUND, facing=3)
    field.place("G111", "0130", facing=0, column=True)
    field.place("G121", "0131", facing=0)
    field.begin()
    assert field.asked == {SECOND: "name"}
    assert field.kinds(SECOND, "G111") == {kinds.DEPLOY_OUT}
    assert field.kinds(SECOND, "G121") == set()
    assert field.refused(SECOND, Task("G121", kinds.DEPLOY_OUT)) == {"6.62b"}
    assert field.refused(SECOND, Task("G111", kinds.DEPLOY_OUT), Task("G111", kinds.DEPLOY_OUT)) == {"6.62b"}
    assert field.refused(SECOND, Task("G111", kinds.DEPLOY_OUT), choice="any") != set()
    events = field.give(SECOND, Task("G111", kinds.DEPLOY_OUT))
    assert [(event.kind, event.audience) for event in events] == [("line", (SECOND,))]
    assert (field.unit("G111").column, field.unit("G111").broke) == (False, True)
    assert field.asked == {SECOND: "name"}, "it was no name"
    field.give(SECOND, choice="any")
    assert field.asked == {FIRST: "move"}


@pytest.mark.rules("6.63a")
def test_infantry_enters_column_free_under_bound_and_may_move_on() -> None:
    field = one("U211i", "1503")
    field.give(FIRST, Task("U211i", kinds.COLUMN))
    assert field.unit("U211i").spent == 0
    field.give(FIRST, field.move("U211i", "1504", "1505"))
    field = one("U211i", "1503", kinds.OVERWATCH)
    assert field.refused(FIRST, Task("U211i", kinds.COLUMN)) == {"5.2a"}


@pytest.mark.rules("6.63a")
def test_infantry_that_gets_up_from_defilade_into_column_pays_for_getting_up() -> None:
    field = one("U211i", "1503", defilade=0)
    field.give(FIRST, Task("U211i", kinds.COLUMN))
    assert (field.unit("U211i").spent, field.unit("U211i").defilade) == (1, -1)


@pytest.mark.rules("6.66")
def test_a_unit_in_column_cannot_enter_defilade() -> None:
    field = one("U111", "2005", column=True)
    assert field.refused(FIRST, Task("U111", kinds.SHELTER, facing=3)) == {"6.66"}
    field = one("U111", "2005", strength=1)
    assert not field.refused(FIRST, Task("U111", kinds.SHELTER, facing=3)), "MOV-12: a single vehicle may"


@pytest.mark.rules("6.2a", "6.5", "6.51a", "6.51b", "6.52a", "6.52b", "6.53", "6.54")
def test_vehicles_in_a_town_are_dispersed_unless_in_column_and_see_into_no_town_next_to_them() -> None:
    field = one("U111", "1009", facing=3)
    field.place("U211i", "1010")
    assert not dispersed(field.scene, field.unit("U111"))
    field.give(FIRST, field.move("U111", "1010"))
    assert dispersed(field.scene, field.unit("U111"))
    assert field.unit("U111").spent == 2, "it costs nothing more"
    assert not dispersed(field.scene, field.unit("U211i"))
    scene, next_town, open_hex = field.scene, field.cell("1011"), field.cell("1110")
    assert not observes(field.state, scene, field.unit("U111"), next_town, 99)
    assert observes(field.state, scene, field.unit("U111"), open_hex, 99)
    assert observes(field.state, scene, field.unit("U211i"), next_town, 99)
    field.unit("U111").column = True
    assert observes(field.state, scene, field.unit("U111"), next_town, 99)
    field.unit("U111").column = False
    field.give(FIRST, field.move("U111", "1011", "1012"))
    assert not dispersed(field.scene, field.unit("U111"))


# 6.3, 6.7: infantry.


@pytest.mark.rules("6.3", "6.31a", "6.35", "6.34a", "6.34b")
def test_infantry_has_two_points_pays_for_going_up_and_has_no_guaranteed_hex() -> None:
    field = one("U211i", "2005")
    assert field.refused(FIRST, field.move("U211i", "2006", "2007", "2008")) == {"6.11a"}
    field = one("U211i", "0411")
    field.give(FIRST, field.move("U211i", "0412"))
    assert field.unit("U211i").spent == 2
    field = one("U211i", "0412")
    field.give(FIRST, field.move("U211i", "0411"))
    assert field.unit("U211i").spent == 1
    field = one("U211i", "0807", defilade=0)
    assert field.refused(FIRST, field.move("U211i", "0808")) == {"6.11a"}, "woods 2 and getting up 1: MOV-16"


@pytest.mark.rules("6.31b")
def test_mounted_infantry_moves_with_its_carrier() -> None:
    field = Field()
    field.place("U211h", "2005", kinds.BOUND, facing=3)
    field.place("U211i", "2005", kinds.BOUND)
    field.unit("U211i").carrier = field.state.units.index(field.unit("U211h"))
    field.begin()
    assert field.refused(FIRST, field.move("U211i", "2006")) == {"6.31b"}
    field.give(FIRST, field.move("U211h", "2006"))
    assert where(field, "U211i") == "2006"


@pytest.mark.rules("6.0-proc-1", "5.2a", "5.5b")
@pytest.mark.parametrize("command", [kinds.OVERWATCH, kinds.RALLY])
def test_no_move_is_offered_to_who_stays_by_its_command(command: str) -> None:
    field = one("U111", "2005", command)
    assert not {kinds.MOVE, kinds.REVERSE} & field.kinds(FIRST, "U111")


@pytest.mark.rules("6.31a", "6.32a", "6.33a", "6.0-proc-1")
def test_what_is_offered_to_infantry_reaches_as_far_as_its_pace() -> None:
    field = one("U211i", "2005")
    offered = next(unit.options for unit in field.legal(FIRST).units if unit.unit == "U211i")
    reach = {option.choices: option.path.allowance for option in offered if option.path is not None}
    assert reach == {(): 2, ("double",): 3, ("charge",): 4}


@pytest.mark.rules("6.32a", "6.32b", "6.71", "6.77", "6.7")
def test_double_time_gives_three_points_and_a_level_of_fatigue_at_the_end_of_the_segment() -> None:
    field = one("U211i", "2005")
    field.give(FIRST, field.move("U211i", "2006", "2007", "2008", choice="double"))
    assert where(field, "U211i") == "2008"
    assert field.unit("U211i").fatigue == 0
    field.give(FIRST, choice="end")
    assert field.unit("U211i").fatigue == 1


@pytest.mark.rules("6.33a", "6.33b", "6.74")
def test_a_charge_gives_four_points_and_two_levels() -> None:
    field = one("U211i", "2005")
    assert field.refused(FIRST, field.move("U211i", *[f"20{n:02d}" for n in range(6, 11)], choice="charge")) == {
        "6.11a"
    }
    field.give(FIRST, field.move("U211i", "2006", "2007", "2008", "2009", choice="charge"))
    field.give(FIRST, choice="end")
    assert field.unit("U211i").fatigue == 2


@pytest.mark.rules("6.72a", "6.72b", "6.73")
def test_at_fatigue_1_infantry_may_not_charge_but_may_go_at_double_time_once_more() -> None:
    field = one("U211i", "2005", fatigue=1)
    assert field.refused(FIRST, field.move("U211i", "2006", choice="charge")) == {"6.72a"}
    field.give(FIRST, field.move("U211i", "2006", "2007", "2008", choice="double"))
    field.give(FIRST, choice="end")
    assert field.unit("U211i").fatigue == 2


@pytest.mark.rules("6.75a", "6.75b")
def test_at_fatigue_2_infantry_spends_no_points_but_fires() -> None:
    field = Field()
    field.place("U211i", "2009", kinds.BOUND, fatigue=2)
    field.place("U211h", "2009", kinds.BOUND)
    field.place("U212i", "2010", fatigue=2)
    field.place("G111", "2012", facing=0)
    field.begin()
    assert field.refused(FIRST, field.move("U211i", "2008")) == {"6.11a"}
    assert field.refused(FIRST, field.move("U211i", "2008", choice="double")) == {"6.75a"}
    assert field.refused(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    field.until("volley")
    field.give(SECOND, choice="pass")
    assert "U212i" in {one.unit for one in field.legal(FIRST).units}


@pytest.mark.rules("6.76a", "6.76b", "6.77", "6.78")
def test_a_segment_without_spending_points_takes_a_level_of_fatigue_away() -> None:
    field = Field()
    field.place("U211i", "2005", fatigue=2)
    field.place("U212i", "2105", kinds.BOUND, fatigue=1)
    field.place("G123", "0234")
    field.begin()
    field.give(FIRST, field.move("U212i", "2106"))
    assert field.unit("U211i").fatigue == 2
    field.give(FIRST, choice="end")
    assert (field.unit("U211i").fatigue, field.unit("U212i").fatigue) == (1, 1)
    field.until("command1").until("move1")
    field.give(FIRST, choice="leave")
    assert field.unit("U211i").fatigue == 0


@pytest.mark.rules("6.79a", "6.79b")
def test_carried_infantry_rests_and_engaged_infantry_does_not() -> None:
    field = Field()
    field.place("U211h", "2005", kinds.BOUND, facing=3)
    field.place("U211i", "2005", kinds.BOUND, fatigue=1)
    field.unit("U211i").carrier = field.state.units.index(field.unit("U211h"))
    field.place("U221i", "2020", fatigue=1, engaged=True)
    field.place("G111", "2020", engaged=True)
    field.begin()
    field.give(FIRST, field.move("U211h", "2006"))
    field.give(FIRST, choice="end")
    assert field.unit("U211i").fatigue == 0
    assert field.unit("U221i").fatigue == 1


@pytest.mark.rules("6.32a", "6.72a", "6.45a")
def test_infantry_that_is_more_tired_goes_along_with_a_charge_as_far_as_it_can() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND)
    field.place("U212i", "2005", kinds.BOUND, fatigue=1)
    field.begin()
    farther = field.move("U211i", "2006", "2007", "2008", choice="charge")
    assert field.refused(FIRST, farther) == set()
    assert field.refused(FIRST, replace(farther, targets=("U212i",))) == {"6.11a"}
    field.give(FIRST, field.move("U211i", "2006", choice="charge", others=("U212i",)))
    assert [field.unit(name).pace for name in ("U211i", "U212i")] == ["charge", ""]
