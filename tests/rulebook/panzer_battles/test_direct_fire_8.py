"""Direct fire in play (8.1 to 8.4), suppression (8.6), elimination (10.4) and moving targets (12.5).

The shots: a Pz IV H platoon of four at an M4 platoon six hexes away has strength 2 on table 10.1, where 3 is nothing
and 7 one vehicle; at three hexes strength 4, where 11 is three. A 4 on the loss die changes nothing there.
"""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.fire import resolve
from hulldown.games.panzer_battles.rules.firing import NORMAL, aim_at, moving_target, stacked
from hulldown.games.panzer_battles.rules.planning import allowance
from hulldown.games.panzer_battles.rules.unit_types import traits
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")

NOTHING, ONE = "1 2 4 ", "3 4 4 "


def index(field: Field, name: str) -> int:
    return field.state.units.index(field.unit(name))


def advance(rolls: str = "", **values: object) -> Field:
    """An M4 has entered 2006 in sight of Pz IVs in 2012 and 2009."""
    field = Field(rolls)
    field.place("U111", "2005", kinds.BOUND, facing=3, **values)
    field.place("U112", "2304", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.place("G121", "2009", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    return field


def infantry(rolls: str = "", **values: object) -> Field:
    """Infantry has entered 2008, two hexes from a Pz IV."""
    field = Field(rolls)
    field.place("U211i", "2007", kinds.BOUND, **values)
    field.place("G111", "2010", facing=0)
    field.begin()
    field.give(FIRST, field.move("U211i", "2008", choice="double"))
    return field


def modifier(field: Field) -> int:
    return int(field.last("shot")["modifier"])


# 8.1, 8.2.


@pytest.mark.rules("8.0-gen-1", "8.0-gen-2", "8.12a", "8.12b", "8.14", "8.15", "8.21a")
def test_each_weapon_system_of_a_unit_fires_once_in_a_phase_at_targets_of_its_own() -> None:
    field = advance(NOTHING * 4)
    assert {choice for option in field.legal(SECOND).units[0].options for choice in option.choices} == {"main", "mg"}
    field.give(SECOND, field.fire("G121", "main", "U111"))
    field.until("window")
    while field.asked == {FIRST: "fire"}:
        field.give(FIRST, choice="pass")
    assert field.refused(SECOND, field.fire("G121", "main", "U111")) == {"8.12b"}
    field.give(SECOND, field.fire("G121", "mg", "U111"))
    shots = [event.data["weapon"] for event in field.events if event.kind == "shot"]
    assert shots == ["main", "mg"]
    assert field.unit("G121").fired == ("main", "mg")
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    field.give(FIRST, field.move("U112", "2305"))
    assert "G121" not in {one.unit for one in field.legal(SECOND).units}, "the next mover finds it spent"


@pytest.mark.rules("8.13")
def test_one_weapon_system_fires_at_a_time() -> None:
    field = advance()
    both = (field.fire("G111", "main", "U111"), field.fire("G121", "main", "U111"))
    assert field.refused(SECOND, *both) == {"8.13"}


@pytest.mark.rules("8.16", "10.4c", "6.0-proc-4")
def test_results_count_before_the_next_shot_and_for_the_target_alone() -> None:
    field = Field(ONE)
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", "2007", others=("U112",)))
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert (field.unit("U111").strength, field.unit("U111").suppressed) == (4, True)
    assert (field.unit("U112").strength, field.unit("U112").suppressed) == (5, False)


@pytest.mark.rules("8.17", "8.18")
def test_a_shot_that_cannot_be_made_is_refused() -> None:
    field = advance()
    assert field.refused(SECOND, field.fire("G111", "bazooka", "U111")) == {"8.12a"}
    assert field.refused(SECOND, field.fire("U112", "main", "U111")) == {"8.15"}
    assert field.refused(SECOND, field.fire("G111", "main", "U999")) == {"8.18"}


@pytest.mark.rules("8.21b", "8.3a")
def test_in_a_movement_segment_a_unit_that_does_nothing_is_no_target() -> None:
    field = advance()
    assert field.unit("U112").shown
    targets = {name for one in field.legal(SECOND).units for option in one.options for name in option.targets}
    assert targets == {"U111"}


@pytest.mark.rules("8.21b", "6.0-gen-2")
@pytest.mark.parametrize("act", [kinds.COLUMN, kinds.TURN, kinds.SHELTER])
def test_changes_of_status_and_turns_are_fired_on_too(act: str) -> None:
    field = Field()
    field.place("U111", "2006", kinds.BOUND, facing=0)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, Task("U111", act, facing=-1 if act == kinds.COLUMN else 3))
    assert field.asked == {SECOND: "fire"}
    assert (field.unit("U111").column, field.unit("U111").facing, field.unit("U111").defilade) == (False, 0, -1)
    field.give(SECOND, choice="pass")
    changed = (field.unit("U111").column, field.unit("U111").facing, field.unit("U111").defilade)
    assert changed != (False, 0, -1), "it takes effect after the fire"


@pytest.mark.rules("8.22a")
def test_a_pass_may_hold_for_the_unit_the_company_or_the_segment() -> None:
    for choice, again in (("pass", True), ("pass unit", False), ("pass company", False), ("pass segment", False)):
        field = advance()
        field.give(SECOND, choice=choice)
        field.give(FIRST, field.move("U112", "2305"))
        asked = field.asked == {SECOND: "fire"}
        assert asked == (again or choice == "pass unit"), choice


@pytest.mark.rules("8.23", "11.14a")
def test_opportunity_fire_meets_the_mover_in_the_hex_it_has_entered() -> None:
    field = advance(NOTHING)
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert (field.last("shot")["hex"], field.last("shot")["range"]) == ("2006", 6)


@pytest.mark.rules("8.24a", "8.24b", "12.51e")
def test_a_unit_that_enters_defilade_is_fired_on_before_and_as_a_moving_target() -> None:
    field = Field(NOTHING)
    field.place("U111", "2006", facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=3))
    assert field.asked == {SECOND: "fire"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    # 8 - 2 against 5 is +2, moving -2; defilade would be another -2.
    assert modifier(field) == 0
    field.until("move1")
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    assert field.unit("U111").defilade == 3


@pytest.mark.rules("4.0-C1-note", "8.41", "8.12b")
def test_answering_fire_uses_up_the_weapon_for_final_fire() -> None:
    field = Field(NOTHING * 2)
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2205", facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    field.give(SECOND, field.fire("G111", "main", "U111"))
    field.give(FIRST, field.fire("U121", "main", "G111"))
    field.until("final1")
    assert field.unit("U121").fired == ("main",)
    while field.step == "final1" and field.state.stack[-1].stage == 0:
        field.idle(next(iter(field.asked)))
    assert field.asked == {FIRST: "fire"}, "the Germans have visibly nothing left for the round of main guns"
    assert not field.legal(FIRST).units
    assert field.refused(FIRST, field.fire("U121", "main", "G111")) == {"8.12b"}


# 8.6.


@pytest.mark.rules("8.6", "8.61D")
def test_a_vehicle_that_is_suppressed_on_the_way_has_half_its_points() -> None:
    field = advance(ONE)
    field.give(SECOND, field.fire("G111", "main", "U111"))
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    unit = field.unit("U111")
    assert unit.suppressed
    assert allowance(field.scene, unit) == 4, "half of nine, rounded down"
    assert unit.spent == 2
    assert field.refused(FIRST, field.move("U111", "2106", "2105")) == {"6.11a"}
    assert not field.refused(FIRST, field.move("U111", "2106"))


@pytest.mark.rules("8.61A", "8.61C")
def test_suppressed_vehicles_fire_no_external_machine_gun_and_their_guns_worse() -> None:
    field = Field(NOTHING)
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0, suppressed=True)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(SECOND, field.fire("G111", "mg", "U111")) == {"8.61A"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert modifier(field) == 2 - 2 - 1


@pytest.mark.rules("8.61B")
def test_nobody_mounts_or_leaves_suppressed_vehicles() -> None:
    field = Field()
    field.place("U211h", "2005", kinds.BOUND, suppressed=True)
    field.place("U211i", "2005", kinds.BOUND)
    field.place("U212h", "2006", kinds.BOUND, suppressed=True)
    field.place("U212i", "2006", kinds.BOUND)
    field.unit("U212i").carrier = index(field, "U212h")
    field.begin()
    assert field.refused(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    assert field.refused(FIRST, Task("U212i", kinds.DISMOUNT)) == {"8.61B"}


@pytest.mark.rules("8.62A", "8.62Ba", "6.63c")
def test_suppressed_infantry_leaves_column_goes_to_ground_and_stays() -> None:
    field = infantry("1 3 4", column=True)
    field.give(SECOND, field.fire("G111", "main", "U211i"))
    assert field.asked == {FIRST: "shed"}
    field.give(FIRST, choice="stay down")
    unit = field.unit("U211i")
    assert unit.suppressed
    assert unit.defilade >= 0
    assert not unit.column
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    assert field.refused(FIRST, field.move("U211i", "2009")) == {"6.11a"}


@pytest.mark.rules("8.62Bc", "8.62Bd", "8.62Bb")
def test_infantry_suppressed_by_opportunity_fire_may_get_up_for_a_step_and_go_on() -> None:
    # S on the table of HE; the last two dice are for morale at the end of the Segment.
    field = infantry("1 3 4 2 2")
    field.give(SECOND, field.fire("G111", "main", "U211i"))
    field.give(FIRST, choice="get up")
    unit = field.unit("U211i")
    assert (unit.suppressed, unit.defilade, unit.strength) == (False, -1, 4)
    assert field.company("U211i").fresh == 1, "a check is due"
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    field.give(FIRST, field.move("U211i", "2108"))
    assert field.unit("U211i").spent == 2


@pytest.mark.rules("8.62Be")
def test_getting_up_after_a_step_loss_costs_another_step() -> None:
    field = infantry("3 4 4 2 2")
    field.give(SECOND, field.fire("G111", "main", "U211i"))
    assert field.unit("U211i").strength == 4
    field.give(FIRST, choice="get up")
    assert field.unit("U211i").strength == 3


@pytest.mark.rules("8.62Bb")
@pytest.mark.parametrize("command", [kinds.BOUND, kinds.OVERWATCH, kinds.RALLY])
def test_infantry_may_shed_suppression_in_its_own_segment_for_a_step(command: str) -> None:
    field = Field("2 2")
    field.place("U211i", "2008", command, suppressed=True, defilade=0)
    field.place("G111", "2010", facing=0)
    field.begin()
    field.give(FIRST, Task("U211i", kinds.SHED))
    assert field.asked == {FIRST: "move"}, "it is no change of status, and nobody may fire at it"
    unit = field.unit("U211i")
    assert (unit.suppressed, unit.strength, unit.defilade) == (False, 4, 0), "FIRE-22: defilade stays"
    assert field.refused(FIRST, Task("U211i", kinds.SHED)) == {"8.62Bb"}


@pytest.mark.rules("8.62Bb", "10.4a")
def test_the_last_step_may_go_that_way() -> None:
    field = Field("2 2")
    field.place("U211i", "2008", kinds.BOUND, suppressed=True, defilade=0, strength=1)
    field.place("U212i", "2108")
    field.place("G123", "0234")
    field.begin()
    field.give(FIRST, Task("U211i", kinds.SHED))
    assert field.unit("U211i").status == "lost"


@pytest.mark.rules("8.62C")
def test_suppressed_infantry_fires_worse() -> None:
    field = Field("1 2 4")
    field.place("U211i", "2008", suppressed=True, defilade=0)
    field.place("G111", "2010", facing=0)
    field.begin("final2")
    assert field.asked == {FIRST: "fire"}
    field.give(FIRST, field.fire("U211i", "rifles", "G111"))
    assert modifier(field) == -2


@pytest.mark.rules("6.63c", "6.63a")
def test_infantry_suppressed_while_it_forms_column_does_not() -> None:
    field = Field("1 3 4")
    field.place("U211i", "2008", kinds.BOUND)
    field.place("G111", "2010", facing=0)
    field.begin()
    field.give(FIRST, Task("U211i", kinds.COLUMN))
    field.give(SECOND, field.fire("G111", "main", "U211i"))
    assert field.asked == {FIRST: "shed"}, "FIRE-21: whatever the fire has interrupted"
    field.give(FIRST, choice="stay down")
    while "fire" in field.asked.values():
        field.idle(next(iter(field.asked)))
    assert field.unit("U211i").suppressed
    assert not field.unit("U211i").column


# 6.6 under fire, 10.4.


@pytest.mark.rules("6.67a", "6.67b")
def test_units_in_column_fire_as_one_vehicle_or_step() -> None:
    def shot(name: str, weapon: str, **values: object) -> object:
        field = Field()
        field.place(name, "2008", **values)
        field.place("G111", "2010", facing=0)
        field.begin("final1")
        system = traits(field.unit(name).type).system(weapon)
        assert system is not None
        one = resolve(aim_at(field.state, field.scene, index(field, name), index(field, "G111"), system, NORMAL))
        return one.strength.value, one.outcomes

    for name, weapon in (("U111", "main"), ("U111", "mg"), ("U211i", "rifles")):
        assert shot(name, weapon, column=True) == shot(name, weapon, strength=1)
        assert shot(name, weapon, column=True) != shot(name, weapon)


@pytest.mark.rules("6.68", "6.69b")
def test_column_adds_four_to_the_loss_die_but_not_for_a_single_vehicle() -> None:
    for strength, column, expected in ((5, True, 4), (5, False, 0), (1, False, 0), (1, True, 0)):
        field = advance(NOTHING, strength=strength, column=column)
        field.give(SECOND, field.fire("G111", "main", "U111"))
        assert modifier(field) == 2 - 2 + expected, (strength, column)


@pytest.mark.rules("10.4a", "10.4b")
def test_losses_beyond_what_a_unit_has_are_dropped_and_it_is_removed() -> None:
    # At three hexes 11 is three vehicles; it has two. The last dice are for morale.
    field = advance("5 6 4 4 4 6 6", strength=2)
    field.give(SECOND, field.fire("G121", "main", "U111"))
    assert (field.unit("U111").status, field.unit("U111").strength) == ("lost", 0)
    assert field.last("shot")["losses"] == 2
    assert field.state.points[SECOND] == 20
    assert field.company("U111").lost == 2
    field.give(FIRST, choice="pass")
    assert field.asked == {FIRST: "move"}, "its move is over; nothing is left to fire at"


# 12.5.


@pytest.mark.rules("12.51", "12.51a")
def test_a_unit_on_its_way_from_hex_to_hex_is_a_moving_target() -> None:
    field = advance(NOTHING)
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert modifier(field) == 2 - 2


@pytest.mark.rules("12.51b", "12.52d")
def test_in_final_fire_whoever_has_moved_in_the_phase_is_a_moving_target() -> None:
    field = advance()
    field.give(SECOND, choice="pass segment")
    field.give(FIRST, choice="leave")
    assert field.step == "final1"
    assert moving_target(field.state, index(field, "U111"), "normal")
    assert not moving_target(field.state, index(field, "U112"), "normal")


@pytest.mark.rules("12.51f", "12.52d")
def test_in_the_enemys_final_fire_whoever_goes_on_bounding_is_a_moving_target() -> None:
    field = Field()
    field.place("U111", "2006", facing=3)
    field.place("G111", "2012", facing=0)
    field.begin("final2")
    unit = field.unit("U111")
    for roving, command, role, counts in (
        (True, kinds.BOUND, "", True), (True, kinds.BOUNDING, "", True), (True, kinds.BOUNDING, "watch", False),
        (True, kinds.OVERWATCH, "", False), (False, kinds.BOUND, "", False), (False, kinds.BOUNDING, "", False),
    ):  # fmt: skip
        unit.roving, unit.command, unit.role = roving, command, role
        assert moving_target(field.state, index(field, "U111"), "normal") == counts, (roving, command, role)


@pytest.mark.rules("12.51f")
def test_the_command_before_is_remembered_with_the_part_that_was_taken() -> None:
    for command, role, roving in (
        (kinds.BOUND, "", True), (kinds.BOUNDING, "bound", True), (kinds.BOUNDING, "watch", False),
        (kinds.OVERWATCH, "", False),
    ):  # fmt: skip
        field = Field()
        field.place("U111", "2006", command, role=role)
        field.begin("command1")
        field.give(FIRST, Task("U11co", kinds.BOUND))
        assert field.unit("U111").roving == roving, (command, role)


@pytest.mark.rules("12.51c", "12.51d", "12.52b")
def test_in_close_assault_only_those_who_come_in_or_leave_are_moving_targets() -> None:
    field = Field()
    field.place("U111", "2011", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2012"))
    comer, holder = index(field, "U111"), index(field, "G111")
    assert moving_target(field.state, comer, "meeting")
    assert not moving_target(field.state, holder, "meeting")
    assert not moving_target(field.state, comer, "round")
    assert moving_target(field.state, comer, "parting")


@pytest.mark.rules("12.52a", "12.52c")
def test_mounting_and_turning_make_no_moving_target() -> None:
    field = Field()
    field.place("U211h", "2006", kinds.BOUND, facing=3)
    field.place("U211i", "2006", kinds.BOUND)
    field.place("U111", "2106", facing=3)
    field.place("G111", "2010", facing=0)
    field.begin()
    field.give(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    assert field.asked == {SECOND: "fire"}
    targets = {name for one in field.legal(SECOND).units for option in one.options for name in option.targets}
    assert targets == {"U211h", "U211i"}, "four hexes away, men who change their status are seen too (7.23-2)"
    for name in ("U211h", "U211i"):
        assert not moving_target(field.state, index(field, name), "normal")
    field.give(SECOND, choice="pass")
    field.give(FIRST, Task("U111", kinds.TURN, facing=0))
    assert field.asked == {SECOND: "fire"}
    assert not moving_target(field.state, index(field, "U111"), "normal")
    assert stacked(field.state, index(field, "U111")) == 0


@pytest.mark.rules("12.51a", "12.52d", "4.0-C1e")
def test_who_answers_from_where_it_stands_is_no_moving_target() -> None:
    field = Field("1 1 4 " * 4)
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2105", kinds.OVERWATCH, facing=3)
    field.place("G111", "2012", facing=0)
    field.place("G121", "2112", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    field.give(SECOND, field.fire("G111", "main", "U111"))
    field.give(FIRST, field.fire("U121", "main", "G111"))
    moving = {name: moving_target(field.state, index(field, name), NORMAL) for name in ("U111", "U121", "G111")}
    assert moving == {"U111": True, "U121": False, "G111": False}


@pytest.mark.rules("8.62Bc", "8.62Bb")
def test_whoever_stays_down_is_asked_once_and_not_after_every_later_shot() -> None:
    field = Field("1 3 4 1 1 4 1 1 4")
    field.place("U211i", "2007", kinds.BOUND)
    field.place("G111", "2010", facing=0)
    field.place("G112", "2110", facing=0)
    field.begin()
    field.give(FIRST, field.move("U211i", "2008", choice="double"))
    field.give(SECOND, field.fire("G111", "main", "U211i"))
    field.give(FIRST, choice="stay down")
    while field.asked == {FIRST: "fire"}:
        field.give(FIRST, choice="pass")
    field.give(SECOND, field.fire("G112", "main", "U211i"))
    assert field.unit("U211i").suppressed
    assert "shed" not in field.asked.values()


@pytest.mark.rules("6.67b", "16.52")
def test_a_crew_in_column_serves_one_gun() -> None:
    field = Field()
    field.place("G101g", "2010", facing=0)
    field.place("G101c", "2010", column=True)
    field.place("U111", "2005", facing=3)
    field.begin("final1")
    system = traits(field.unit("G101g").type).systems[0]
    column = aim_at(field.state, field.scene, index(field, "G101g"), index(field, "U111"), system, NORMAL)
    field.unit("G101c").column, field.unit("G101c").strength = False, 1
    single = aim_at(field.state, field.scene, index(field, "G101g"), index(field, "U111"), system, NORMAL)
    assert resolve(column).strength.value == resolve(single).strength.value
