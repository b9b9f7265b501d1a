"""Regrouping (5.6): weakened platoons become one, and the opponent chooses its status."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.state import MERGED
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


def weakened(command: str = kinds.BOUND, **second: object) -> Field:
    """Two M4 platoons of two vehicles each in one hex."""
    field = Field()
    field.place("U111", "2005", command, facing=3, strength=2)
    field.place("U112", "2005", command, facing=3, strength=2, **second)
    return field.begin()


def regroup(name: str, *others: str) -> Task:
    return Task(name, kinds.REGROUP, targets=others)


@pytest.mark.slow
@pytest.mark.rules("5.0-gen-3", "5.6a", "5.6b", "5.6c", "5.13D", "5.65")
def test_two_weakened_platoons_become_one_for_their_whole_allowance() -> None:
    field = weakened()
    field.company("U111").lost = 6
    field.give(FIRST, regroup("U111", "U112"))
    assert field.unit("U111").strength == 4
    assert field.unit("U112").status == MERGED
    assert field.refused(FIRST, field.move("U111", "2006")) == {"6.11a"}
    assert field.legal(FIRST).choices == ("end",), "it fulfils the Bound command"
    company = field.company("U111")
    assert (company.lost, company.fresh, company.morale) == (6, 0, 0), "CMD-16: the counter removed is no loss"
    assert not field.state.points


@pytest.mark.rules("5.6a")
def test_regrouping_needs_losses_a_bound_command_and_the_same_hex_since_the_phase_began() -> None:
    field = weakened(kinds.OVERWATCH)
    assert field.refused(FIRST, regroup("U111", "U112")) == {"5.61"}
    field = weakened()
    field.unit("U112").strength = 5
    assert field.refused(FIRST, regroup("U111", "U112")) == {"5.61"}, "CMD-13"
    field = weakened()
    field.unit("U112").cell = field.cell("2006")
    assert field.refused(FIRST, regroup("U111", "U112")) == {"5.61"}
    field = weakened()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    assert kinds.REGROUP not in field.kinds(FIRST, "U111"), "they did not begin the Phase here"


@pytest.mark.rules("5.61", "5.62")
def test_only_platoons_of_one_company_and_type_regroup() -> None:
    field = weakened()
    field.place("U121", "2005", kinds.BOUND, strength=2)
    field.place("U211i", "2005", kinds.BOUND, strength=2)
    field.place("U212i", "2005", kinds.BOUND, strength=2)
    assert field.refused(FIRST, regroup("U111", "U121")) == {"5.61"}
    assert field.refused(FIRST, regroup("U111", "U211i")) == {"5.61"}
    assert not field.refused(FIRST, regroup("U211i", "U212i"))


@pytest.mark.rules("5.63")
def test_the_sum_may_not_be_more_than_a_platoon_had_at_the_start() -> None:
    field = weakened()
    field.unit("U111").strength = 3
    assert not field.refused(FIRST, regroup("U111", "U112"))
    field.unit("U112").strength = 3
    assert field.refused(FIRST, regroup("U111", "U112")) == {"5.61"}
    field.unit("U111").strength = field.unit("U112").strength = 2
    field.place("U113", "2005", kinds.BOUND, facing=3, strength=2)
    assert field.refused(FIRST, regroup("U111", "U112", "U113")) == {"5.63"}


@pytest.mark.rules("5.64a", "5.64-ex-1")
def test_example_5_64_the_opponent_may_have_the_new_platoon_suppressed() -> None:
    field = weakened(suppressed=True)
    field.give(FIRST, regroup("U111", "U112"))
    assert field.asked == {SECOND: "status"}
    offered = {one.unit: one.options[0].choices for one in field.legal(SECOND).units}
    assert offered == {"nerve": ("not suppressed", "suppressed")}, "nothing else differed"
    chosen = [Task(facet, kinds.CHOOSE, choice=words[-1]) for facet, words in offered.items()]
    field.give(SECOND, *chosen)
    assert field.unit("U111").suppressed
    assert field.asked == {FIRST: "move"}


@pytest.mark.rules("5.64a")
def test_the_opponent_may_as_well_leave_it_unsuppressed_but_give_it_nothing_that_nobody_had() -> None:
    field = weakened(suppressed=True, column=True)
    field.give(FIRST, regroup("U111", "U112"))
    offered = {one.unit: one.options[0].choices for one in field.legal(SECOND).units}
    tasks = [Task(facet, kinds.CHOOSE, choice=words[0]) for facet, words in offered.items()]
    assert field.refused(SECOND, *tasks, Task("fatigue", kinds.CHOOSE, choice="fatigue 2")) == {"5.64a"}
    assert not field.refused(SECOND, *tasks, Task("fatigue", kinds.CHOOSE, choice="fatigue 0")), "the only one"
    assert field.refused(SECOND, *tasks[1:]) == {"5.64a"}
    assert field.refused(SECOND, *tasks, tasks[0]) == {"5.64a"}
    assert offered["formation"] == ("in column", "not in column")
    field.give(SECOND, *(Task(t.unit, t.kind, choice=offered[t.unit][0]) for t in tasks))
    assert (field.unit("U111").suppressed, field.unit("U111").column) == (False, True)


@pytest.mark.rules("5.64a", "6.66", "6.63c", "8.62A")
@pytest.mark.parametrize(
    ("name", "one", "two", "expected"),
    [
        ("U11", {"column": True}, {"defilade": 2}, (False, True, -1)),
        ("U21", {"column": True}, {"suppressed": True, "defilade": 2}, (True, False, 0)),
        ("U21", {"facing": 4}, {"suppressed": True, "defilade": 2}, (True, False, 4)),
    ],
)
def test_what_cannot_be_together_is_not_chosen_together(
    name: str, one: dict[str, object], two: dict[str, object], expected: tuple[bool, bool, int]
) -> None:
    """Column in defilade, or men who are down and not in defilade, even if the opponent would have it so."""
    field = Field()
    suffix = "i" if name == "U21" else ""
    field.place(f"{name}1{suffix}", "2005", kinds.BOUND, strength=2, **one)
    field.place(f"{name}2{suffix}", "2005", kinds.BOUND, strength=2, **two)
    field.begin()
    field.give(FIRST, regroup(f"{name}1{suffix}", f"{name}2{suffix}"))
    worst = {"nerve": "suppressed", "formation": "in column", "cover": "defilade 2" if name == "U11" else "no defilade"}
    tasks = []
    for entry in field.legal(SECOND).units:
        words = entry.options[0].choices
        wanted = worst.get(entry.unit, words[0])
        tasks.append(Task(entry.unit, kinds.CHOOSE, choice=wanted if wanted in words else words[0]))
    field.give(SECOND, *tasks)
    unit = field.unit(f"{name}1{suffix}")
    assert (unit.suppressed, unit.column, unit.defilade) == expected


@pytest.mark.rules("5.64a")
def test_where_both_platoons_are_alike_nobody_is_asked() -> None:
    field = weakened()
    field.give(FIRST, regroup("U111", "U112"))
    assert field.asked == {FIRST: "move"}


@pytest.mark.rules("5.6a", "8.62Ba")
def test_suppressed_infantry_may_regroup() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND, strength=2, suppressed=True, defilade=0)
    field.place("U212i", "2005", kinds.BOUND, strength=1)
    field.begin()
    assert not field.refused(FIRST, regroup("U211i", "U212i")), "CMD-18"


@pytest.mark.rules("5.6c")
def test_what_one_of_two_carriers_has_aboard_goes_with_the_new_platoon() -> None:
    field = Field()
    field.place("U211h", "2005", kinds.BOUND, strength=2)
    field.place("U212h", "2005", kinds.BOUND, strength=2)
    field.place("U211i", "2005", kinds.BOUND, strength=2)
    field.unit("U211i").carrier = field.state.units.index(field.unit("U212h"))
    field.begin()
    field.give(FIRST, regroup("U211h", "U212h"))
    assert field.state.units[field.unit("U211i").carrier].id == "U211h"
    assert field.unit("U211i").strength == 2


@pytest.mark.rules("5.6a", "5.31")
def test_regrouping_is_the_bound_part_of_bounding_overwatch() -> None:
    field = Field()
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUNDING, facing=3, strength=2)
    field.place("U113", "2006", kinds.BOUNDING, facing=3)
    field.begin()
    field.give(FIRST, regroup("U111", "U112"))
    assert field.unit("U111").role == "bound"
    assert field.legal(FIRST).choices == ("end",)


@pytest.mark.rules("5.6b", "6.75a")
def test_worn_out_infantry_has_no_points_to_regroup_with() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND, strength=2, fatigue=1)
    field.place("U212i", "2005", kinds.BOUND, strength=2, fatigue=2)
    field.place("U213i", "2005", kinds.BOUND, strength=2, fatigue=1)
    field.begin()
    assert field.refused(FIRST, regroup("U211i", "U212i")) == {"5.61"}
    assert field.refused(FIRST, regroup("U212i", "U211i")) == {"5.61"}
    assert not field.refused(FIRST, regroup("U211i", "U213i"))


@pytest.mark.rules("5.6b", "6.76a")
def test_infantry_that_regroups_does_not_rest() -> None:
    """It has spent its whole allowance."""
    field = Field()
    for name in ("U211i", "U212i"):
        field.place(name, "2005", kinds.BOUND, strength=2, fatigue=1)
    field.begin()
    field.give(FIRST, regroup("U211i", "U212i"))
    assert field.unit("U211i").spent == 2
    field.until("final1", "command1")
    assert field.unit("U211i").fatigue == 1


@pytest.mark.rules("5.6a", "16.13")
def test_of_three_carriers_that_join_one_may_be_loaded() -> None:
    """TRN-1: one unit on one carrier, also where the loads belong to those that join the third."""
    field = Field()
    for name, strength in (("U211h", 1), ("U212h", 2), ("U213h", 2)):
        field.place(name, "2005", kinds.BOUND, strength=strength)
    for men, vehicles in (("U212i", "U212h"), ("U213i", "U213h")):
        field.place(men, "2005", kinds.BOUND, strength=1)
        field.unit(men).carrier = field.state.units.index(field.unit(vehicles))
    field.begin()
    assert field.refused(FIRST, regroup("U211h", "U212h", "U213h")) == {"5.61"}
    assert not field.refused(FIRST, regroup("U211h", "U213h"))


@pytest.mark.rules("5.64a")
def test_an_opponent_who_is_away_leaves_it_to_the_first_word_of_each() -> None:
    field = weakened(suppressed=True, column=True)
    field.give(FIRST, regroup("U111", "U112"))
    idle = field.legal(SECOND).idle
    assert idle is not None
    assert [(task.unit, task.choice) for task in idle.tasks] == [
        ("nerve", "not suppressed"),
        ("formation", "in column"),
    ]
    field.idle(SECOND)
    assert (field.unit("U111").suppressed, field.unit("U111").column) == (False, True)


@pytest.mark.rules("5.6c", "5.61", "5.6a", "16.13")
def test_either_of_two_carriers_may_be_the_loaded_one_but_not_both() -> None:
    field = Field()
    for name in ("U211h", "U212h"):
        field.place(name, "2005", kinds.BOUND, strength=2)
    field.place("U211i", "2005", kinds.BOUND, strength=2)
    field.place("U212i", "2005", kinds.BOUND, strength=2)
    field.unit("U211i").carrier = field.state.units.index(field.unit("U211h"))
    field.begin()
    for lead, other in (("U211h", "U212h"), ("U212h", "U211h")):
        assert field.refused(FIRST, regroup(lead, other)) == set()
        assert kinds.REGROUP in field.kinds(FIRST, lead)
    field.unit("U212i").carrier = field.state.units.index(field.unit("U212h"))
    for lead, other in (("U211h", "U212h"), ("U212h", "U211h")):
        assert field.refused(FIRST, regroup(lead, other)) == {"5.61"}
        assert kinds.REGROUP not in field.kinds(FIRST, lead)
    field.unit("U212i").carrier = -1
    field.give(FIRST, regroup("U211h", "U212h"))
    assert field.state.units[field.unit("U211i").carrier].id == "U211h"


@pytest.mark.rules("5.64a", "6.66", "8.62A")
def test_suppressed_vehicles_may_be_in_column_and_suppressed_men_may_not() -> None:
    for names, column in ((("U111", "U112"), True), (("U211i", "U212i"), False)):
        field = Field()
        field.place(names[0], "2005", kinds.BOUND, strength=2, facing=4)
        field.place(names[1], "2005", kinds.BOUND, strength=2, suppressed=True, column=True)
        field.begin()
        field.give(FIRST, regroup(*names))
        field.give(
            SECOND,
            Task("nerve", kinds.CHOOSE, choice="suppressed"),
            Task("formation", kinds.CHOOSE, choice="in column"),
        )
        unit = field.unit(names[0])
        assert (unit.suppressed, unit.column, unit.defilade) == (True, column, -1 if column else 4)
