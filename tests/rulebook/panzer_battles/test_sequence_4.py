"""The sequence of play (4.0): phases and segments in order, exchanges of fire, final fire, what a Phase ends."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.artillery import nearest
from hulldown.games.panzer_battles.rules.steps import PHASES
from support.battles_field import FIRST, SECOND, Field, Task, kinds
from support.battles_stage import Stage

pytestmark = pytest.mark.usefixtures("plain_map")

WHOLE_TURN = (
    "plot1", "removal1", "impact1", "rally1", "command2", "move1", "final1", "assault1", "facing1",
    "plot2", "removal2", "impact2", "rally2", "command1", "move2", "final2", "assault2", "facing2", "record",
)  # fmt: skip


def duel(rolls: str = "", second: str = kinds.OVERWATCH, **options: str) -> Field:
    """An M4 that bounds down an open lane, another that watches, a Pz IV seven hexes away that watches."""
    field = Field(rolls, **options)
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2203", kinds.OVERWATCH, facing=3)
    field.place("G111", "2012", second, facing=0)
    return field.begin()


@pytest.mark.rules("4.0-gen-1", "4.0-A", "4.0-B-1", "4.0-C1a", "4.0-C4", "4.0-D", "4.0-E", "4.0-F", "4.0-G")
@pytest.mark.rules("2.0a", "trk-phase")
def test_a_turn_has_seven_phases_with_their_segments_in_order() -> None:
    rows = GAME.sequence("panzer_battles/arracourt")
    assert tuple(row.key for row in rows if row.handler and not row.aside and row.key in WHOLE_TURN) == WHOLE_TURN
    phases = [row.key for row in rows if row.parent == "turn" and not row.aside]
    assert phases == ["indirect1", "command2", "movement1", "indirect2", "command1", "movement2", "record"]
    assert tuple(GAME.sides) == (FIRST, SECOND), "two players"
    assert list(PHASES) == ["plot1", "command2", "move1", "plot2", "command1", "move2", "record"]


@pytest.mark.slow
@pytest.mark.rules("4.0-A-note", "4.0-A", "4.0-B-1", "4.0-E", "4.0-gen-1")
def test_without_artillery_nobody_plots_and_decisions_come_in_order() -> None:
    field = Field("", "gazala")
    field.place("G211", "0505", facing=3)
    field.place("B421", "2030", facing=0)
    field.begin("plot1")
    seen: list[tuple[str, str, int]] = []
    while field.state.turn == 1:
        side = next(iter(field.asked))
        seen.append((field.state.stack[0].step, side, field.state.phase))
        field.idle(side)
    kept = [(step, side) for step, side, _ in seen if not step.startswith(("final", "facing"))]
    assert kept == [("command2", SECOND), ("move1", FIRST), ("command1", FIRST), ("move2", SECOND)]
    assert [phase for step, _, phase in seen if step in ("command2", "move1", "command1", "move2")] == [1, 2, 4, 5]
    assert field.state.phase == 7 + 1, "seven Phases on it is the Second Player's Command Phase again (SEQ-17)"


@pytest.mark.rules("4.0-A2b", "8.63")
def test_suppression_goes_in_the_enemys_marker_removal_and_not_before() -> None:
    field = Field("", "gazala")
    field.place("G211", "0505", suppressed=True)
    field.place("B421", "2030", suppressed=True)
    field.begin("plot1")
    assert not field.unit("B421").suppressed
    assert field.unit("G211").suppressed, "one's own is lifted in the enemy's Indirect Fire Phase"
    field.until("move1")
    assert field.unit("G211").suppressed
    field.until("command1")
    assert not field.unit("G211").suppressed


@pytest.mark.rules("4.0-C1c", "4.0-C1f", "6.0-gen-2", "6.0-proc-4", "8.22a", "5.25")
def test_each_hex_entered_is_one_chance_and_a_pass_lets_the_mover_go_on() -> None:
    field = duel()
    field.give(FIRST, field.move("U111", "2006", "2007"))
    for where in ("2006", "2007"):
        assert field.asked == {SECOND: "fire"}
        assert field.scene.label(field.unit("U111").cell) == where
        field.give(SECOND, choice="pass")
    assert field.asked == {FIRST: "move"}


@pytest.mark.rules("4.0-C1c", "8.11", "5.16")
def test_only_the_side_that_does_not_move_may_open_an_exchange() -> None:
    field = duel(second=kinds.BOUND)
    field.give(FIRST, field.move("U111", "2006"))
    # By what is known it could fire (SEQ-19), so it is asked; but nobody of it is on Overwatch.
    assert not field.legal(SECOND).units
    assert field.refused(SECOND, field.fire("G111", "main", "U111")) == {"8.11"}
    field.give(SECOND, choice="pass")
    assert field.asked == {FIRST: "move"}, "the mover's side never opens"


@pytest.mark.rules("4.0-C1d", "4.0-C1e", "4.0-C1f", "8.13", "8.3a", "8.3b", "8.31", "8.32", "8.16", "5.22")
def test_an_exchange_goes_to_and_fro_until_both_pass_in_a_row() -> None:
    # Two dice on the table of main guns, one for the loss modification: 3 is nothing, and a 4 leaves it so.
    field = duel("1 2 4")
    field.give(FIRST, field.move("U111", "2006"))
    assert {one.unit for one in field.legal(SECOND).units} == {"G111"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert field.asked == {FIRST: "fire"}
    assert {one.unit for one in field.legal(FIRST).units} == {"U121"}, "the mover itself bounds and does not answer"
    assert field.refused(FIRST, field.fire("U111", "main", "G111")) == {"8.11"}
    field.give(FIRST, choice="pass")
    # SEQ-3: that pass does not bind; the other side has the next go and uses another system.
    assert field.asked == {SECOND: "fire"}
    assert field.refused(SECOND, field.fire("G111", "main", "U111")) == {"8.12b"}
    field.give(SECOND, choice="pass")
    assert field.asked == {FIRST: "move"}


@pytest.mark.rules("4.0-C1d", "4.0-C1e", "8.3b")
def test_targets_are_the_mover_and_whoever_fired_in_this_exchange() -> None:
    field = Field("3 4 4 3 4 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2203", facing=3)
    field.place("G111", "2012", facing=0)
    field.place("G121", "2212", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    # U121 has done nothing yet: it is no target of opportunity fire.
    assert field.refused(SECOND, field.fire("G111", "main", "U121")) == {"8.18"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert field.refused(FIRST, field.fire("U121", "main", "G121")) == {"8.18"}
    field.give(FIRST, field.fire("U121", "main", "G111"))
    targets = {name for one in field.legal(SECOND).units for option in one.options for name in option.targets}
    assert targets == {"U111", "U121"}


@pytest.mark.rules("4.0-C1d", "8.32")
def test_whoever_fired_in_an_exchange_that_is_over_is_safe_again() -> None:
    field = duel("3 4 4")
    field.give(FIRST, field.move("U111", "2006"))
    field.give(SECOND, field.fire("G111", "main", "U111"))
    field.give(FIRST, choice="pass")
    field.give(SECOND, choice="pass")
    field.give(FIRST, field.move("U111", "2007"))
    field.give(SECOND, choice="pass")
    assert field.asked == {FIRST: "move"}, "SEQ-4: nothing was fired in the second exchange, so nothing is answered"


@pytest.mark.rules("8.22b", "8.22-ex-1", "8.22a", "8.23")
def test_example_8_22_a_target_that_was_let_go_cannot_be_shot_at_afterwards() -> None:
    field = Field()
    # 0909 lies in sight of the Pz IV in 0913; 1008, behind the town, does not.
    field.place("U111", "0908", kinds.BOUND, facing=3)
    field.place("G111", "0913", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "0909", "1008"))
    assert field.asked == {SECOND: "fire"}
    assert not field.refused(SECOND, field.fire("G111", "main", "U111"))
    field.give(SECOND, choice="pass")
    assert field.scene.label(field.unit("U111").cell) == "1008"
    assert field.asked == {FIRST: "move"}, "out of sight there is no chance, and the first one is gone"
    field.give(FIRST, choice="end")
    assert field.step != "final1" or "G111" not in {one.unit for one in field.legal(SECOND).units}


@pytest.mark.rules("8.22a", "6.8a")
def test_whether_a_side_is_asked_tells_nothing_of_its_face_down_counters() -> None:
    asked = []
    for name in ("G101c", "Gd1"):
        field = Field()
        field.place("U111", "2005", kinds.BOUND, facing=3)
        field.place(name, "2012")
        field.place("G123", "2024", facing=0)
        field.begin()
        assert not field.unit(name).shown
        field.give(FIRST, field.move("U111", "2006"))
        assert field.unit("U111").shown, "seen by the tanks far away, which no weapon reaches"
        asked.append(field.asked)
        assert not field.legal(SECOND).units
    assert asked == [{SECOND: "fire"}] * 2, "SEQ-19: a counter face down counts as able to fire"


@pytest.mark.rules("8.18", "8.17")
def test_a_refusal_tells_nothing_of_a_unit_that_was_not_seen() -> None:
    field = duel()
    field.place("U211i", "0101", kinds.BOUND)
    field.give(FIRST, field.move("U111", "2006"))
    unseen = field.refused(SECOND, field.fire("G111", "main", "U211i"))
    missing = field.refused(SECOND, field.fire("G111", "main", "U999"))
    assert unseen == missing == {"8.18"}


@pytest.mark.rules("4.0-C2a", "4.0-C2b", "4.0-C2-1", "4.0-C2-2", "8.4", "8.42a", "8.42b", "8.12a")
def test_final_fire_has_a_round_for_automatic_weapons_and_one_for_main_guns() -> None:
    field = Field()
    field.place("U111", "2008", facing=3)
    field.place("G111", "2012", facing=0)
    field.begin("final1")
    assert field.asked == {SECOND: "fire"}, "SEQ-9: the side that does not move fires first"
    choices = {choice for one in field.legal(SECOND).units for option in one.options for choice in option.choices}
    assert choices == {"mg"}
    assert field.refused(SECOND, field.fire("G111", "main", "U111")) == {"8.12a"}
    field.give(SECOND, choice="pass")
    assert field.asked == {FIRST: "fire"}
    field.give(FIRST, choice="pass")
    assert field.asked == {SECOND: "fire"}
    choices = {choice for one in field.legal(SECOND).units for option in one.options for choice in option.choices}
    assert choices == {"main"}
    assert field.refused(SECOND, field.fire("G111", "mg", "U111")) == {"8.12a"}


@pytest.mark.rules("4.0-C2b", "8.13", "8.42a", "8.41", "8.12b", "4.0-C1-note", "8.0-gen-1")
def test_final_fire_alternates_and_a_weapon_that_has_fired_stays_silent() -> None:
    field = Field("3 4 4 4 3 4 4 4 4")
    field.place("U111", "2008", facing=3)
    field.place("U112", "2009", facing=3)
    field.place("G111", "2012", facing=0)
    field.place("G112", "2112", facing=0, fired=("main", "mg"))
    field.begin("final1")
    field.give(SECOND, choice="pass")
    field.give(FIRST, choice="pass")
    assert {one.unit for one in field.legal(SECOND).units} == {"G111"}, "the other has fired all it has in this Phase"
    assert field.refused(SECOND, field.fire("G112", "main", "U111")) == {"8.12b"}
    field.give(SECOND, field.fire("G111", "main", "U111"))
    assert field.asked == {FIRST: "fire"}
    field.give(FIRST, field.fire("U111", "main", "G111"))
    # Both German guns are spent, in sight of all; the Americans go on.
    assert field.asked == {FIRST: "fire"}
    assert {one.unit for one in field.legal(FIRST).units} == {"U112"}


@pytest.mark.rules("8.4", "8.18", "8.11", "5.16")
def test_in_final_fire_any_observed_enemy_is_a_target_but_bounders_do_not_fire() -> None:
    field = Field()
    field.place("U111", "2008", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin("final1")
    field.give(SECOND, choice="pass")
    assert not field.legal(FIRST).units
    assert field.refused(FIRST, field.fire("U111", "mg", "G111")) == {"8.11"}


@pytest.mark.rules("4.0-C3", "4.0-C3-1", "4.0-C3-2")
def test_a_close_assault_has_three_rounds_the_side_that_does_not_move_first() -> None:
    field = Field("3 4 4 " * 12)
    field.place("U111", "2011", kinds.BOUND, facing=3)
    field.place("G111", "2012", kinds.BOUND, facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2012"))
    field.until("assault1")
    asked: list[tuple[str, str, int]] = []
    while field.step == "assault1":
        side, kind = next(iter(field.asked.items()))
        melee = field.state.melee
        asked.append((side, kind, melee.round if melee is not None else 0))
        if kind == "orders":
            field.give(side, Task("U11co" if side == FIRST else "G11co", kinds.OVERWATCH))
        else:
            field.idle(side)
    fights = [(side, at) for side, kind, at in asked if kind == "fire" and at]
    assert fights == [(side, at) for at in (1, 2, 3) for side in (SECOND, FIRST)]


@pytest.mark.rules("4.0-C4", "11.2b", "11.14c", "11.21")
def test_in_the_joint_facing_segment_both_sides_turn_without_seeing_each_other() -> None:
    field = Field()
    field.place("U111", "0505", kinds.BOUND, facing=3)
    field.place("G111", "2030", facing=0)
    field.begin("facing1")
    assert field.asked == {FIRST: "face", SECOND: "face"}
    field.give(FIRST, Task("U111", kinds.TURN, facing=0))
    assert field.unit("U111").facing == 3, "not before both have said what they do"
    field.give(SECOND, Task("G111", kinds.TURN, facing=2))
    assert (field.unit("U111").facing, field.unit("G111").facing) == (0, 2)
    assert field.asked, "the turn goes on"


@pytest.mark.rules("2.0b", "4.0-B-2", "5.0-proc-2")
def test_a_command_holds_over_the_turn_until_the_owners_next_command_phase() -> None:
    field = Field("", "gazala")
    field.place("G211", "0505")
    field.place("B421", "2030")
    field.begin("command1")
    field.give(FIRST, Task("G21co", kinds.BOUND))
    assert field.unit("G211").command == kinds.BOUND
    field.until("command2")
    assert field.state.turn == 2
    assert field.unit("G211").command == kinds.BOUND
    field.until("command1")
    field.idle(FIRST)
    assert field.unit("G211").command == kinds.OVERWATCH


# What is worked out elsewhere, in its place in the sequence.


@pytest.mark.rules("4.0-A1", "4.0-D")
def test_only_a_side_with_batteries_is_asked_to_plot() -> None:
    field = Field()
    field.place("U111", "0505")
    field.place("G111", "2030")
    field.begin("plot1")
    assert field.asked == {FIRST: "plot"}
    field.give(FIRST, Task("bty1", kinds.AIM, field.path(["2006"])))
    assert field.state.batteries[0].plots == {3: field.cell("2006")}, "two turns later"
    field.until("command1")
    assert "plot" not in field.kinds_of([event for event in field.events if event.data.get("side") == SECOND])
    assert field.last("commanded")["side"] == SECOND, "SEQ-13: the Germans have no Plot Segment"


@pytest.mark.rules("4.0-A2a", "4.0-A2b")
def test_impact_markers_of_a_side_go_in_its_own_marker_removal() -> None:
    field = Field()
    field.place("U111", "0505")
    field.place("G111", "2030")
    field.state.batteries[0].impact = field.cell("2006")
    field.begin("plot2")
    assert field.state.batteries[0].impact == field.cell("2006"), "not in the enemy's"
    field.until("plot1")
    field.idle(FIRST)
    assert field.state.batteries[0].impact == -1


@pytest.mark.rules("4.0-A3", "6.44")
def test_fire_that_is_due_attacks_every_unit_in_its_hexes_one_by_one() -> None:
    # The first die is for accuracy: on target. Then two dice for each target, and one more for infantry.
    field = Field("1 " + "1 1 1 " * 4)
    field.place("U111", "2002")
    for name in ("G101c", "G111", "G112"):
        field.place(name, "2006")
    field.place("G121", "2008")
    field.state.batteries[0].plots = {1: field.cell("2006")}
    field.begin("impact1")
    assert field.last("impact")["hex"] == "2006"
    shells = [event.data["target"] for event in field.events if event.kind == "shelled"]
    assert shells == ["G111", "G112", "G101c"]


@pytest.mark.rules("4.0-C1b")
def test_a_mover_is_attacked_in_every_impact_hex_it_enters() -> None:
    field = Field("1 1 1 " * 4)
    field.place("U211i", "2004", kinds.BOUND)
    field.place("G111", "0234")
    field.state.batteries[0].impact = field.cell("2006")
    field.begin()
    field.give(FIRST, field.move("U211i", "2005", "2006"))
    shells = [event.data["hex"] for event in field.events if event.kind == "shelled"]
    assert shells == ["2005", "2006"], "the pattern covers both; each attacks it once"


@pytest.mark.rules("6.85")
def test_dummies_do_not_spot_for_the_artillery() -> None:
    field = Field()
    field.state.turn = 2
    field.place("Ud1", "2004")
    assert nearest(field.state, field.scene, FIRST, field.cell("2006")) == -1
    field.place("U111", "2003")
    assert nearest(field.state, field.scene, FIRST, field.cell("2006")) == 3


@pytest.mark.rules("4.0-A4")
def test_companies_told_to_rally_in_their_command_phase_try_without_being_asked() -> None:
    field = Field("1")
    field.place("U111", "0505", kinds.RALLY)
    field.place("G111", "2030")
    company = field.company("U111")
    company.morale, company.plotted, company.locked = 2, True, True
    company.base = company.original = 5
    field.state.headquarters[company.battalion] = 6
    field.begin("rally1")
    assert field.last("rally")["company"] == "U11co"
    assert field.company("U111").morale == 1


@pytest.mark.rules("6.12b", "6.65a", "6.65b")
def test_a_withdrawal_costs_no_points_and_ends_column() -> None:
    field = Field("1 2 4 " * 8)
    field.place("U111", "2011", kinds.BOUND, facing=3, column=True)
    field.place("G111", "2012", kinds.BOUND, facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2012"))
    spent = field.unit("U111").spent
    field.until("assault1")
    assert field.unit("U111").column, "not at the start of the assault"
    field.until("retreat")
    assert field.unit("U111").column
    field.idle(next(iter(field.asked)))
    unit = field.unit("U111")
    assert field.scene.label(unit.cell) != "2012"
    assert (unit.spent, unit.column) == (spent, False)


@pytest.mark.rules("6.65a", "6.65b")
def test_column_ends_with_the_segment_of_close_assault() -> None:
    field = Field("1 2 4 " * 20)
    field.place("U111", "2011", kinds.BOUND, facing=3, column=True)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2012"))
    field.until("assault1")
    while field.step == "assault1":
        side, kind = next(iter(field.asked.items()))
        assert field.unit("U111").column, "MOV-13: through all three rounds"
        if kind == "orders":
            field.give(side, Task("U11co" if side == FIRST else "G11co", kinds.OVERWATCH))
        else:
            field.idle(side)
    assert not field.unit("U111").column


@pytest.mark.rules("4.0-C4", "4.0-G", "11.2b")
def test_nobody_turns_vehicles_when_the_game_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for turn, asked in ((11, {"first": "face", "second": "face"}), (12, {})):
        stage = Stage(monkeypatch, turn=turn)
        stage.put("U111", "1010", command="OVERWATCH")
        stage.put("G111", "1030", command="OVERWATCH")
        stage.begin("facing2")
        assert (stage.asked(), stage.state.outcome is not None) == (asked, not asked)


@pytest.mark.rules("6.0-proc-2", "6.82b")
def test_whoever_has_moved_by_what_all_see_is_not_named_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two companies on Overwatch: each is named once, and then the Segment is over, with dummies off the map or not."""
    stage = Stage(monkeypatch, company_order="enemy", dummies="default")
    for name, label in (("U111", "1010"), ("U112", "1011"), ("U121", "1210"), ("U122", "1211")):
        stage.put(name, label, command="OVERWATCH", shown=True, loud=True)
    stage.put("G111", "2030", command="OVERWATCH")
    for unit in stage.state.units:
        if unit.type == "dummy" and unit.side == "first":
            unit.status = "aside"
    stage.begin("move1")
    stage.say("second", "next NAME U111")
    stage.say("first", "done")
    assert stage.asked() == {"second": "name"}
    assert set(GAME.legal(stage.state, "second").units[0].options[0].targets) == {"U121", "U122"}
    stage.say("second", "next NAME U122")
    stage.say("first", "done")
    assert stage.state.stack[0].step != "move1"
