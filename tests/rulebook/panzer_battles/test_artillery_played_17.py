"""Artillery (17.0) played: plots two turns ahead, missions that go on, scatter, attacks, and fire that stays."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.game import GAME
from support.battles_stage import Stage


def battery(monkeypatch: pytest.MonkeyPatch, dice: str, *, turn: int = 3) -> Stage:
    """The batteries without missions, and a spotter eight hexes from 1010."""
    stage = Stage(monkeypatch, dice=dice, turn=turn)
    stage.put("U111", "1018", command="OVERWATCH")
    return stage


def aim(stage: Stage, number: int, label: str, turn: int) -> None:
    stage.battery(number).plots[turn] = stage.cell(label)


@pytest.mark.rules("17.0-plot-1", "17.0-plot-2", "17.0-plot-3", "17.0-proc-0", "17.12", "17.6", "17.15")
def test_a_plot_comes_down_two_turns_later(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="1 1 " * 20, turn=2)
    stage.put("U111", "1018", command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("plot1")
    assert stage.asked() == {"first": "plot"}
    stage.say("first", "bty1 AIM 1010")
    # The target is told to its owner alone.
    assert [(event.audience, event.data["turn"]) for event in stage.found("plotted")] == [(("first",), 4)]
    assert [event.audience for event in stage.found("plots")] == [()]
    stage.pass_to("plot")
    assert (stage.state.turn, stage.found("impact")) == (3, [])
    # A new plot of turn 3 shifts the fire from turn 5 on, not before.
    stage.say("first", "bty1 AIM 1212")
    stage.pass_to("plot")
    stage.idle("first")
    assert [(event.turn, event.data["hex"]) for event in stage.found("impact")] == [(4, "1010")]
    stage.pass_to("plot")
    stage.idle("first")
    assert [(event.turn, event.data["hex"]) for event in stage.found("impact")] == [(4, "1010"), (5, "1212")]


@pytest.mark.rules("17.1", "17.11b", "17.41", "17.14", "17.0-gen-1")
def test_what_may_be_plotted(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = battery(monkeypatch, "")
    stage.begin("plot1")
    board = stage.scene().board
    for number in (1, 2, 3):
        assert stage.offered("first", f"bty{number}")["AIM"] == {board.labels[cell] for cell in board.cells}
    assert stage.refused("first", "bty1 AIM 1010\nbty1 AIM 1011") == {"17.1"}
    assert stage.refused("first", "bty1 AIM 1010 1011") == {"17.14"}
    assert stage.refused("first", "bty4 AIM 1010") == {"17.1"}
    assert stage.refused("first", "bty1 CEASE 1010") == {"17.11b"}
    assert stage.refused("first", "bty1 CEASE\nbty2 AIM 0101\nbty3 AIM 1010") == set()


@pytest.mark.rules("17.11a", "17.11b")
def test_a_mission_goes_on_until_another_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """ART-1."""
    stage = battery(monkeypatch, "1 1 " * 3, turn=5)
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    assert [event.data["hex"] for event in stage.found("impact")] == ["1010"]
    stage.state.turn = 6
    stage.begin("impact1")
    assert len(stage.found("impact")) == 2
    stage.battery(1).plots[7] = -1
    stage.state.turn = 7
    stage.begin("impact1")
    assert len(stage.found("impact")) == 2


@pytest.mark.rules("17.0-plot-ex-1", "17.13", "21.0-sr-1", "17.11b", "17.12")
def test_the_sample_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns 1 and 2 are plotted before the game, turn 3 on turn 1; NF is no fire. 21.0-sr-1: eyes in 0124 on turn 1."""
    state = GAME.setup("panzer_battles/arracourt", {}, "script:" + "1 " * 300)
    board = GAME.board("panzer_battles/arracourt")
    plain = GAME.legal(state, "first").idle
    assert plain is not None
    cell = board.by_label["1925"]
    before = (Task("bty1@1", "AIM", (cell,)), Task("bty1@2", "CEASE"), Task("bty2@2", "AIM", (cell,)))
    order = Order("deploy", (*plain.tasks, *before))
    assert GAME.check(state, "first", Order("deploy", (*plain.tasks, Task("bty1@3", "AIM", (cell,))))) != []
    state = GAME.apply(state, "first", order).state
    second = GAME.legal(state, "second").idle
    assert second is not None
    state = GAME.apply(state, "second", second).state
    assert GAME.pending(state)["first"].kind == "plot"
    impacts = []
    step = GAME.apply(state, "first", Order("plot", (Task("bty3", "AIM", (cell,)),)))
    impacts += [event for event in step.events if event.kind == "impact"]
    state = step.state
    while state.turn < 4:
        side = next(iter(GAME.pending(state)))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        step = GAME.apply(state, side, idle)
        impacts += [event for event in step.events if event.kind == "impact"]
        state = step.state
    found = [(event.turn, event.data["battery"]) for event in impacts]
    # bty1 is silent from turn 2 on; bty2 goes on; bty3 comes on turn 3.
    assert found == [(1, "bty1"), (2, "bty2"), (3, "bty2"), (3, "bty3")]


@pytest.mark.rules("21.0-sr-1", "17.21a")
@pytest.mark.parametrize(("turn", "column"), [(1, "0-10"), (2, "41+")])
def test_the_spotter_of_the_first_turn(monkeypatch: pytest.MonkeyPatch, turn: int, column: str) -> None:
    """ART-2: a line from 0124, on the first turn alone; nobody is on the map."""
    stage = Stage(monkeypatch, dice="1 1", turn=turn)
    aim(stage, 1, "0530", turn)
    stage.begin("impact1")
    assert stage.found("impact")[0].data["column"] == column


@pytest.mark.rules("17.2", "17.21a", "17.21b", "17.0-gen-3", "17.42", "17.0-proc-1", "17.0-proc-2", "17.0-proc-3")
@pytest.mark.parametrize(
    ("name", "label", "column"),
    [("U111", "1018", "0-10"), ("U111", "1022", "11-20"), ("U111", "1031", "21-40"), ("U211i", "1018", "0-10")],
)
def test_the_shortest_line_of_sight_counts(
    monkeypatch: pytest.MonkeyPatch, name: str, label: str, column: str
) -> None:  # fmt: skip
    stage = Stage(monkeypatch, dice="1 1")
    stage.put(name, label, command="OVERWATCH", suppressed=True)
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    assert stage.found("impact")[0].data["column"] == column


@pytest.mark.rules("17.21b", "17.42", "16.46")
def test_without_eyes_the_last_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody, a dummy, or the enemy near the hex: 41+."""
    stage = Stage(monkeypatch, dice="1 1", dummies="default")
    aim(stage, 1, "1010", 3)
    dummy = next(unit for unit in stage.state.units if unit.type == "dummy" and unit.side == "first")
    stage.put(dummy.id, "1012")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("impact1")
    assert stage.found("impact")[0].data["column"] == "41+"


@pytest.mark.rules("17.22a", "17.22b", "17.26-0", "17.0-proc-4", "17.3a", "17.3b")
@pytest.mark.parametrize(("dice", "scattered", "strength"), [("1 1", False, 8), ("3 4", True, 4)])
def test_on_target_or_scattered_in_the_hex(
    monkeypatch: pytest.MonkeyPatch, dice: str, scattered: bool, strength: int
) -> None:  # fmt: skip
    stage = battery(monkeypatch, f"{dice} 1 1 4")
    stage.put("G111", "1010", command="OVERWATCH")
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    assert (stage.label(stage.battery(1).impact), stage.battery(1).scattered) == ("1010", scattered)
    (shelled,) = stage.found("shelled")
    assert {factor.value for factor in shelled.factors} == {strength}


@pytest.mark.rules("17.26-ex-1", "17.26-1", "17.26-2a", "17.26-2b", "17.26-diag")
def test_the_example_of_17_26_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 1524, S-2, direction 5, wheeled by 3: the apex is 1422. With a spotter at 12 hexes dice of ten are S-2."""
    stage = Stage(monkeypatch, dice="5 5 5 3")
    stage.put("U111", "1512", command="OVERWATCH")
    aim(stage, 1, "1524", 3)
    stage.begin("impact1")
    assert (stage.label(stage.battery(1).impact), stage.battery(1).scattered) == ("1422", True)


@pytest.mark.rules("17.24", "17.23", "17.33", "17.31a", "17.0-gen-2", "17.0-proc-5", "17.14")
def test_every_unit_in_every_pattern_is_attacked_after_all_markers_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """Friend and foe; two batteries on a hex attack apart. The pattern of 1010 is 1010, 1009 and 1110."""
    stage = battery(monkeypatch, "1 1 1 1 " + "1 1 " * 6)
    stage.put("G111", "1010", command="OVERWATCH")
    stage.put("G112", "1009", command="OVERWATCH")
    stage.put("U112", "1110", command="OVERWATCH")
    stage.put("G113", "1011", command="OVERWATCH")
    aim(stage, 1, "1010", 3)
    aim(stage, 2, "1010", 3)
    stage.begin("impact1")
    kinds = [event.kind for event in stage.events if event.kind in ("impact", "shelled")]
    assert kinds == ["impact"] * 2 + ["shelled"] * 6
    hit = sorted((event.data["battery"], event.data["target"]) for event in stage.found("shelled"))
    assert hit == [(f"bty{n}", name) for n in (1, 2) for name in ("G111", "G112", "U112")]


@pytest.mark.rules("17.31c", "17.32", "15.32")
def test_vehicles_are_only_suppressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """ART-8: no loss die, and the highest result suppresses."""
    stage = battery(monkeypatch, "1 1 6 6")
    stage.put("G111", "1010", command="OVERWATCH", defilade=0)
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    assert (stage.unit("G111").strength, stage.unit("G111").suppressed) == (4, True)
    assert len(stage.rolls) == 4


@pytest.mark.rules("17.31b", "17.31d", "17.32", "15.31")
@pytest.mark.parametrize(("defilade", "modifier"), [(-1, 0), (0, -1)])
def test_infantry_rolls_for_losses_with_terrain_and_defilade_alone(
    monkeypatch: pytest.MonkeyPatch, defilade: int, modifier: int
) -> None:
    """ART-7: not for Column, movement or stacking. A 12 at strength 8 is 3, and three loss dice."""
    stage = battery(monkeypatch, "1 1 6 6 4 4 4 4 4 4 4 4 6 6 6 6")
    stage.put("U211i", "1010", command="OVERWATCH", defilade=defilade, column=defilade < 0, moved=True)
    stage.put("U212i", "1010", command="OVERWATCH")
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    shelled = stage.found("shelled", target="U211i")[0]
    assert shelled.data["modifier"] == modifier
    assert shelled.data["result"] == "3"


@pytest.mark.rules("17.25")
@pytest.mark.parametrize(("before", "column"), [("1010", "ffe"), ("1011", "0-10"), ("", "0-10")])
def test_fire_for_effect(monkeypatch: pytest.MonkeyPatch, before: str, column: str) -> None:
    """The same hex as on the turn before, observed then and now."""
    stage = battery(monkeypatch, "1 1 1 1", turn=2)
    if before:
        aim(stage, 1, before, 2)
    stage.begin("impact1")
    aim(stage, 1, "1010", 3)
    stage.state.turn = 3
    stage.begin("impact1")
    assert stage.found("impact")[-1].data["column"] == column


@pytest.mark.rules("17.25", "17.21a")
def test_who_stands_in_the_target_hex_observes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = battery(monkeypatch, "1 1 1 1 1 1 1 1 1 1", turn=2)
    stage.unit("U111").cell = stage.cell("1010")
    aim(stage, 1, "1010", 2)
    for turn in (2, 3):
        stage.state.turn = turn
        stage.begin("impact1")
    assert [event.data["column"] for event in stage.found("impact")] == ["0-10", "ffe"]


@pytest.mark.rules("17.25")
@pytest.mark.parametrize("blind", [2, 3])
def test_no_fire_for_effect_unless_observed_both_times(monkeypatch: pytest.MonkeyPatch, blind: int) -> None:
    """ART-10."""
    stage = battery(monkeypatch, "1 1 1 1", turn=2)
    aim(stage, 1, "1010", 2)
    for turn in (2, 3):
        stage.state.turn = turn
        stage.unit("U111").status = "exited" if turn == blind else "on map"
        stage.begin("impact1")
    assert stage.found("impact")[-1].data["column"] == ("41+" if blind == 3 else "0-10")


@pytest.mark.rules("17.5a", "17.5b")
def test_fire_stays_until_the_owners_next_removal(monkeypatch: pytest.MonkeyPatch) -> None:
    """ART-9: whoever enters an impact hex is attacked in either Movement Phase, for each hex entered."""
    stage = Stage(monkeypatch, dice="1 1 " * 12)
    stage.put("U111", "1018", command="OVERWATCH")
    stage.put("G111", "1011", command="BOUND")
    stage.battery(1).impact = stage.cell("1010")
    stage.begin("move2")
    stage.say("second", "G111 MOVE 1010 1009 1008")
    stage.pass_to("move")
    while stage.where("G111") != "1008":
        stage.say("second", "G111 MOVE " + {"1010": "1009 1008", "1009": "1008"}[stage.where("G111")])
        stage.pass_to("move")
    assert [event.data["hex"] for event in stage.found("shelled")] == ["1010", "1009"]
    stage.begin("removal2")
    assert stage.label(stage.battery(1).impact) == "1010"
    stage.begin("removal1")
    assert stage.battery(1).impact == -1


@pytest.mark.rules("17.5b", "13.31a")
def test_who_withdraws_into_an_impact_hex_is_not_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-21: a withdrawal is no movement (6.12b)."""
    stage = Stage(monkeypatch, dice="1 1 4 " * 4)
    stage.put("U111", "1011", command="BOUND")
    stage.put("G111", "1010", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    stage.battery(1).impact = stage.cell("1012")
    stage.pass_to("withdraw")
    stage.say("first", "U111 RETREAT 1011")
    assert not stage.found("shelled")


@pytest.mark.rules("17.31a", "16.44a")
def test_guns_and_passengers_are_not_hurt(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-5: passengers only go down with their vehicles."""
    stage = battery(monkeypatch, "1 1 6 6")
    stage.put("G101g", "1010", command="OVERWATCH")
    stage.put("U211h", "1009", command="OVERWATCH")
    stage.put("U211i", "", on="U211h", command="OVERWATCH")
    aim(stage, 1, "1010", 3)
    stage.begin("impact1")
    assert [event.data["target"] for event in stage.found("shelled")] == ["U211h"]
    assert stage.unit("U211i").strength == 5


@pytest.mark.rules("17.14", "17.26-1", "17.24", "17.5b")
def test_a_pattern_whose_apex_falls_beside_the_map_hits_what_lies_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """ART-5: hexes off the map are ignored, the others are not. Scattered one hex down from 1034 lies 1035."""
    stage = Stage(monkeypatch, dice="5 4 4 1 1 1 1")
    stage.put("U111", "1026", command="OVERWATCH")
    stage.put("G111", "1034", command="OVERWATCH")
    stage.put("G112", "1134", command="BOUND")
    stage.put("G113", "1033", command="OVERWATCH")
    aim(stage, 1, "1034", 3)
    stage.begin("impact1")
    assert stage.found("impact")[0].data["hex"] == "off the map"
    assert [event.data["target"] for event in stage.found("shelled")] == ["G111"]
    lying = GAME.view(stage.state, "second")
    assert [tuple(map(stage.label, area.cells)) for area in lying.areas if area.kind == "barrage"] == [("1034",)]


@pytest.mark.rules("17.14", "17.26-2b")
def test_a_pattern_that_falls_clear_of_the_map_hits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="6 5 4 1")
    stage.put("U111", "1026", command="OVERWATCH")
    aim(stage, 1, "1034", 3)
    stage.begin("impact1")
    assert (stage.found("impact")[0].data["hex"], stage.battery(1).impact) == ("off the map", -1)
    assert not stage.found("shelled")


@pytest.mark.rules("17.0-proc-0", "17.0-plot-1", "21.0-length")
def test_nobody_plots_for_turns_that_never_come(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    for turn in (9, 10, 11):
        stage = Stage(monkeypatch, turn=turn)
        stage.put("U111", "1010", command="OVERWATCH")
        stage.put("G111", "1030", command="OVERWATCH")
        stage.state.turn = turn
        stage.begin("plot1")
        asked.append(stage.asked() == {"first": "plot"})
    assert asked == [True, True, False]
