"""Commands (5.0): what each lets units do, the lock after Withdraw and Rally, the parts of Bounding Overwatch."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


def commanding(scenario: str = "arracourt", **company: object) -> Field:
    """The First Player's Command Phase with a company of two M4 platoons, whose state is given."""
    field = Field("", scenario)
    names = ("U111", "U112") if scenario == "arracourt" else ("S111", "S112")
    field.place(names[0], "2005")
    field.place(names[1], "2105")
    for key, value in company.items():
        setattr(field.company(names[0]), key, value)
    return field.begin("command1")


def platoons(command: str, *others: str) -> Field:
    """A company of two or more M4 platoons with a command at the start of its Movement Segment, nobody in sight."""
    field = Field()
    for number, name in enumerate(("U111", "U112", *others)):
        field.place(name, f"{20 + number}05", command, facing=3)
    return field.begin()


@pytest.mark.rules("5.0-gen-1", "5.0-proc-1", "5.0-gen-2")
def test_each_company_gets_one_command_and_only_a_company_does() -> None:
    field = commanding()
    assert field.kinds(FIRST, "U11co") == {kinds.BOUND, kinds.OVERWATCH, kinds.BOUNDING}
    twice = field.refused(FIRST, Task("U11co", kinds.BOUND), Task("U11co", kinds.OVERWATCH))
    assert twice == {"5.0-proc-2"}
    assert field.refused(FIRST, Task("U111", kinds.BOUND)) == {"5.0-proc-1"}
    assert field.refused(FIRST, Task("U13co", kinds.BOUND)) == {"5.0-proc-1"}, "none of it is on the map"
    field.give(FIRST, Task("U11co", kinds.BOUND))
    assert {field.unit(name).command for name in ("U111", "U112")} == {kinds.BOUND}


@pytest.mark.rules("5.0-proc-1")
def test_a_company_that_is_told_nothing_watches() -> None:
    field = commanding()
    field.place("U121", "0505", kinds.BOUND)
    field.give(FIRST, Task("U11co", kinds.BOUND))
    assert field.unit("U121").command == kinds.OVERWATCH, "CMD-20"


@pytest.mark.rules("5.0-proc-3")
def test_commands_are_secret() -> None:
    field = commanding()
    told = field.give(FIRST, Task("U11co", kinds.BOUND))
    secret = [event for event in told if event.kind == "command"]
    assert secret
    assert all(event.audience == (FIRST,) for event in secret)
    for side in (SECOND, None):
        assert "BOUND" not in str(GAME.view(field.state, side))


@pytest.mark.rules("5.0-proc-3")
def test_a_plot_is_disclosed_when_it_no_longer_holds() -> None:
    field = commanding()
    field.give(FIRST, Task("U11co", kinds.BOUND))
    assert "disclosed" not in field.kinds_of(), "there was no plot before it"
    field.begin("command1")
    told = field.give(FIRST, Task("U11co", kinds.OVERWATCH))
    shown = [(event.data["command"], event.audience) for event in told if event.kind == "disclosed"]
    assert shown == [(kinds.BOUND, ())], "SEQ-16: the old one, to everybody"


@pytest.mark.rules("5.1", "5.13", "11.22b")
def test_a_bound_unit_must_leave_or_change_its_status() -> None:
    field = platoons(kinds.BOUND)
    assert field.refused(FIRST, choice="end") == {"5.1"}
    assert field.refused(FIRST) == {"5.1"}, "an empty order is told what is owed"
    assert field.legal(FIRST).choices == ()
    field.give(FIRST, field.move("U111", "2006"))
    field.give(FIRST, Task("U112", kinds.TURN, facing=0))
    assert field.refused(FIRST, choice="end") == {"5.1"}, "a turn does not fulfil the command"
    field.give(FIRST, Task("U112", kinds.COLUMN))
    assert field.legal(FIRST).choices == ("end",)
    field.give(FIRST, choice="end")
    assert field.step != "move1"


@pytest.mark.rules("5.1")
def test_only_the_idle_answer_leaves_bound_units_where_they_are() -> None:
    field = platoons(kinds.BOUND)
    field.idle(FIRST)
    assert field.step != "move1"
    assert field.scene.label(field.unit("U111").cell) == "2005"


@pytest.mark.rules("5.1")
def test_a_bound_that_cannot_be_obeyed_is_not_asked_for() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND, suppressed=True, defilade=0)
    field.place("U212i", "2105", kinds.BOUND, fatigue=2)
    field.begin()
    assert field.legal(FIRST).choices == ("end",), "CMD-1: suppressed or worn-out infantry stays without penalty"


@pytest.mark.rules("5.12", "5.11")
def test_a_bound_unit_may_not_go_in_a_circle() -> None:
    field = platoons(kinds.BOUND)
    assert field.refused(FIRST, field.move("U111", "2006", "2005")) == {"5.12"}
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, field.move("U111", "2005")) == {"5.12"}


@pytest.mark.rules("5.13A", "5.14a", "5.14b", "6.62a")
def test_leaving_column_fulfils_a_bound_and_the_unit_may_still_move_but_not_back() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3, column=True)
    field.begin()
    field.give(FIRST, Task("U111", kinds.DEPLOY_OUT))
    assert field.legal(FIRST).choices == ("end",)
    assert field.refused(FIRST, field.move("U111", "2006", "2005")) == {"5.12"}
    field.give(FIRST, field.move("U111", "2006"))
    assert field.unit("U111").spent == 2, "leaving Column was free"


@pytest.mark.rules("5.13B")
def test_entering_defilade_fulfils_a_bound_for_vehicles_but_not_for_infantry() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U211i", "2105", kinds.BOUND)
    field.begin()
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=3))
    field.give(FIRST, Task("U211i", kinds.SHELTER, facing=3))
    wrong = GAME.check(field.state, FIRST, field.order(FIRST, choice="end"))
    assert [(one.rule, one.unit) for one in wrong] == [("5.1", "U211i")], "CMD-3"


@pytest.mark.rules("5.13B", "5.1")
def test_infantry_fulfils_a_bound_by_leaving_defilade_for_a_point() -> None:
    field = Field()
    field.place("U211i", "2105", kinds.BOUND, defilade=2)
    field.place("U212i", "2205", kinds.OVERWATCH, defilade=2)
    field.begin()
    assert field.refused(FIRST, Task("U212i", kinds.RISE)) == {"5.2a"}
    field.give(FIRST, Task("U211i", kinds.RISE))
    assert (field.unit("U211i").defilade, field.unit("U211i").spent) == (-1, 1)
    assert field.refused(FIRST, Task("U211i", kinds.RISE)) == {"5.13B"}
    assert field.legal(FIRST).choices == ("end",)


@pytest.mark.rules("5.13C")
def test_mounting_fulfils_a_bound() -> None:
    field = Field()
    field.place("U211h", "2005", kinds.BOUND, facing=3)
    field.place("U211i", "2005", kinds.BOUND)
    field.begin()
    field.give(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    assert field.legal(FIRST).choices == ("end",)


@pytest.mark.rules("5.13E")
def test_limbering_fulfils_a_bound() -> None:
    field = Field()
    field.place("G101g", "2005", kinds.BOUND, facing=0)
    field.place("G101h", "2005", kinds.BOUND, facing=0)
    field.begin("move2")
    assert field.refused(SECOND, choice="end") == {"5.1"}
    field.give(SECOND, Task("G101g", kinds.LIMBER, targets=("G101h",)))
    assert field.legal(SECOND).choices == ("end",)


@pytest.mark.rules("5.15", "5.16")
def test_bound_units_may_start_a_close_assault_and_withdrawing_ones_may_not() -> None:
    field = Field()
    field.place("U111", "2011", kinds.BOUND, facing=3)
    field.place("U121", "2112", kinds.WITHDRAW, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    assert field.refused(FIRST, field.move("U121", "2012")) == {"5.4b"}, "CMD-9"
    field.give(FIRST, field.move("U111", "2012"))
    assert field.unit("U111").engaged


@pytest.mark.rules("5.2a", "5.2b", "5.23a", "11.22a")
def test_overwatch_keeps_units_in_their_hex_but_they_may_turn_and_enter_defilade() -> None:
    field = platoons(kinds.OVERWATCH)
    assert field.kinds(FIRST, "U111") == {kinds.TURN, kinds.SHELTER}
    assert field.refused(FIRST, field.move("U111", "2006")) == {"5.2a"}
    assert field.refused(FIRST, Task("U111", kinds.COLUMN)) == {"5.2a"}
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=4))
    assert field.unit("U111").defilade == 4
    assert kinds.MOVE not in field.kinds(FIRST, "U111")


@pytest.mark.rules("5.23a", "5.23b")
def test_turning_a_defilade_marker_draws_no_fire_and_leaves_the_unit_free_to_fire() -> None:
    field = Field("3 4 4 4 4")
    field.place("U111", "2008", facing=3, defilade=3)
    field.place("U121", "2205", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=2))
    assert field.asked == {FIRST: "move"}
    field.give(FIRST, field.move("U121", "2206"))
    field.give(SECOND, field.fire("G111", "main", "U121"))
    assert not field.refused(FIRST, field.fire("U111", "main", "G111"))


@pytest.mark.rules("5.24a", "5.24b")
def test_on_overwatch_infantry_mounts_and_dismounts_where_it_is() -> None:
    field = Field()
    field.place("U211h", "2005", facing=3)
    field.place("U211i", "2005")
    field.begin()
    field.give(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",)))
    assert field.unit("U211i").carrier >= 0
    assert field.refused(FIRST, field.move("U211h", "2006")) == {"5.2a"}, "TRN-4: it pays and stays"


@pytest.mark.rules("5.21", "8.11")
def test_only_units_on_overwatch_fire() -> None:
    for command, fires in (
        (kinds.OVERWATCH, True), (kinds.BOUNDING, True), (kinds.BOUND, False), (kinds.WITHDRAW, False),
        (kinds.RALLY, False),
    ):  # fmt: skip
        field = Field()
        field.place("U111", "2005", kinds.BOUND, facing=3)
        field.place("G111", "2012", command, facing=0)
        field.place("G112", "2112", command, facing=0)
        field.begin()
        field.give(FIRST, field.move("U111", "2006"))
        assert bool(field.legal(SECOND).units) == fires, command


@pytest.mark.rules("5.3a", "5.31")
def test_bounding_overwatch_one_platoon_must_bound() -> None:
    field = platoons(kinds.BOUNDING)
    assert field.refused(FIRST, choice="end") == {"5.3a"}
    field.give(FIRST, field.move("U112", "2106"))
    assert (field.unit("U111").role, field.unit("U112").role) == ("", "bound")
    assert field.legal(FIRST).choices == ("end",), "the other watches without saying so"


@pytest.mark.rules("5.3b", "5.31")
def test_bounding_overwatch_the_last_platoon_must_watch() -> None:
    field = platoons(kinds.BOUNDING, "U113")
    field.give(FIRST, field.move("U112", "2106"))
    field.give(FIRST, field.move("U113", "2206"))
    assert kinds.MOVE not in field.kinds(FIRST, "U111")
    assert field.refused(FIRST, field.move("U111", "2006")) == {"5.2a"}, "CMD-6"


@pytest.mark.rules("5.3a", "5.31", "5.21")
def test_bounding_overwatch_whoever_fires_watches_and_the_last_one_may_not() -> None:
    field = Field("3 4 4 4 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2012", kinds.BOUNDING, facing=0)
    field.place("G112", "2112", kinds.BOUNDING, facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert {one.unit for one in field.legal(SECOND).units} == {"G111", "G112"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert field.unit("G111").role == "watch"
    if field.asked == {FIRST: "fire"}:
        field.give(FIRST, choice="pass")
    # The other platoon has to keep itself for the Bound part (CMD-6).
    assert "G112" not in {one.unit for one in field.legal(SECOND).units}
    assert field.refused(SECOND, field.fire("G112", "main", "U111")) == {"8.11"}


@pytest.mark.rules("5.31", "5.3a")
def test_a_platoon_that_watched_may_not_bound_and_the_other_owes_it() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUNDING, facing=3, role="watch")
    field.place("U112", "2105", kinds.BOUNDING, facing=3)
    field.begin()
    assert field.refused(FIRST, field.move("U111", "2006")) == {"5.2a"}
    wrong = GAME.check(field.state, FIRST, field.order(FIRST, choice="end"))
    assert [(one.rule, one.unit) for one in wrong] == [("5.3a", "U112")]
    field.give(FIRST, Task("U112", kinds.SHELTER, facing=3))
    assert field.unit("U112").role == "bound", "the watch was not open to it (CMD-6)"
    assert field.legal(FIRST).choices == ("end",)


@pytest.mark.rules("5.3b", "5.31", "5.23a")
def test_entering_defilade_under_bounding_overwatch_is_the_part_of_the_watch() -> None:
    field = platoons(kinds.BOUNDING)
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=3))
    assert field.unit("U111").role == "watch"
    assert field.refused(FIRST, choice="end") == {"5.3a"}


@pytest.mark.rules("5.3a", "5.3b")
def test_a_platoon_that_losses_have_left_alone_may_take_either_part_or_none() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUNDING, facing=3)
    field.begin()
    assert field.legal(FIRST).choices == ("end",), "CMD-6"
    assert not field.refused(FIRST, field.move("U111", "2006"))
    assert not field.refused(FIRST, Task("U111", kinds.SHELTER, facing=3))


@pytest.mark.rules("5.31")
def test_the_parts_are_open_again_with_the_next_command() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUNDING, role="watch")
    field.place("U112", "2105", kinds.BOUNDING, role="bound")
    field.begin("command1")
    field.give(FIRST, Task("U11co", kinds.BOUNDING))
    assert {field.unit(name).role for name in ("U111", "U112")} == {""}


@pytest.mark.rules("5.32")
def test_a_single_platoon_may_not_get_bounding_overwatch() -> None:
    field = commanding()
    field.unit("U112").status = "lost"
    assert field.refused(FIRST, Task("U11co", kinds.BOUNDING)) == {"5.32"}


@pytest.mark.rules("5.33")
def test_soviet_companies_do_not_know_bounding_overwatch() -> None:
    field = commanding("berlin")
    assert field.refused(FIRST, Task("S11co", kinds.BOUNDING)) == {"18.34"}
    assert kinds.BOUNDING not in field.kinds(FIRST, "S11co")


@pytest.mark.rules("5.4a", "5.5a")
def test_withdraw_and_rally_are_for_morale_states_2_and_3() -> None:
    for state in (0, 1):
        field = commanding(morale=state)
        assert field.refused(FIRST, Task("U11co", kinds.WITHDRAW)) == {"5.4a"}
        assert field.refused(FIRST, Task("U11co", kinds.RALLY)) == {"5.5a"}
    for state in (2, 3):
        field = commanding(morale=state)
        assert not field.refused(FIRST, Task("U11co", kinds.WITHDRAW))
        assert not field.refused(FIRST, Task("U11co", kinds.RALLY))


@pytest.mark.rules("5.4c", "5.5c")
@pytest.mark.parametrize("command", [kinds.WITHDRAW, kinds.RALLY])
def test_after_withdraw_or_rally_only_these_two_until_morale_is_0(command: str) -> None:
    field = commanding(morale=2)
    assert not field.refused(FIRST, Task("U11co", kinds.OVERWATCH)), "CMD-8: before the lock state 2 may watch"
    field.give(FIRST, Task("U11co", command))
    company = field.company("U111")
    assert company.locked
    for state in (1, 2, 3):
        company.morale = state
        field.begin("command1")
        assert field.kinds(FIRST, "U11co") == {kinds.WITHDRAW, kinds.RALLY}, "CMD-7: at state 1 too"
        assert field.refused(FIRST, Task("U11co", kinds.OVERWATCH)) == {"5.4c"}


@pytest.mark.rules("5.4b")
def test_units_that_withdraw_move_like_bound_ones_or_do_nothing() -> None:
    field = platoons(kinds.WITHDRAW)
    assert field.legal(FIRST).choices == ("end",)
    assert field.refused(FIRST, field.move("U111", "2006", "2005")) == {"5.12"}
    field.give(FIRST, field.move("U111", "2006"))
    field.give(FIRST, Task("U112", kinds.COLUMN))
    assert field.unit("U112").column, "CMD-19"


@pytest.mark.rules("5.5b")
def test_units_that_rally_do_nothing_but_turn() -> None:
    field = Field()
    field.place("U111", "2005", kinds.RALLY, facing=3)
    field.place("U211i", "2105", kinds.RALLY)
    field.place("U211h", "2105", kinds.RALLY)
    field.begin()
    assert field.kinds(FIRST, "U111") == {kinds.TURN}
    assert field.refused(FIRST, field.move("U111", "2006")) == {"5.5b"}
    assert field.refused(FIRST, Task("U111", kinds.SHELTER, facing=3)) == {"5.5b"}
    assert field.refused(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",))) == {"5.5b"}
    assert field.refused(FIRST, Task("U211i", kinds.COLUMN)) == {"5.5b"}


@pytest.mark.rules("5.0-proc-1", "8.22a")
@pytest.mark.parametrize("name", ["G111", "U199"])
def test_presets_are_for_units_of_ones_own(name: str) -> None:
    field = Field()
    field.place("U111", "2005")
    field.begin("command1")
    assert field.refused(FIRST, Task(name, kinds.PRESET, choice="never")) == {"5.0-proc-1"}


@pytest.mark.rules("5.5c", "5.4c", "5.0-proc-2", "4.0-B-2")
@pytest.mark.parametrize("command", [kinds.RALLY, kinds.WITHDRAW])
def test_a_company_that_was_told_to_rally_or_withdraw_is_held_to_these(command: str) -> None:
    """Also in state 1, until it is in state 0 (CMD-7)."""
    field = Field()
    field.place("U111", "2005")
    field.company("U111").morale = 2
    field.begin("command1")
    field.give(FIRST, Task("U11co", command))
    field.company("U111").morale = 1
    field.begin("command1")
    assert field.kinds(FIRST, "U11co") == {kinds.WITHDRAW, kinds.RALLY}


@pytest.mark.rules("5.12", "5.14b")
def test_who_is_stopped_by_fire_where_it_began_goes_on() -> None:
    field = Field("1 1 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2009", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", "2005", "2004"))
    field.give(SECOND, choice="pass")
    field.give(SECOND, field.fire("G111", "main", "U111"))
    while field.asked != {FIRST: "move"}:
        field.idle(next(iter(field.asked)))
    assert field.state.march is None
    assert field.refused(FIRST, choice="end") == {"5.12"}
    field.give(FIRST, field.move("U111", "2004"))
    while field.asked != {FIRST: "move"}:
        field.idle(next(iter(field.asked)))
    assert field.refused(FIRST, choice="end") == set()
