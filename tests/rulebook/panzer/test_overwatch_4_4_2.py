"""Overwatch (4.4.2, 4.5): who is asked, cascades, presets; and that no exchange ever hangs."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import presets
from hulldown.games.panzer.rules.driving import fresh, halve
from support.panzer_field import cell, commanded, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def ambush(script="", modes=None, **state):
    """A T-34 drives past a Panzer on overwatch; another Panzer has N/C, a second T-34 overwatch."""
    return commanded(
        vehicle("S1", "1001", "D", command="MOVE"), vehicle("S2", "1401", "E", command="OW"),
        vehicle("G1", "1006", "A", command="OW", **state), vehicle("G2", "1206", "A", command="NC"),
        script=script, first="german", step="move2", modes=modes or {"soviet": "ASK", "german": "ASK"},
    )  # fmt: skip


@pytest.mark.rules(
    "4.5c", "4.5d", "4.4.2a", "4.2e", "4.4.2c", "4.2g", "4.5.1.1b", "4.5.1.1.4f", "4.4.3.2.2-overwatch-c"
)
def test_movement_triggers_overwatch_hex_by_hex():
    table = ambush("99")
    table.order("soviet", "S1 MOVE 1002 1003")
    assert table.asked() == {"german": "overwatch"}
    assert table.event("moved")["cost"] == 1
    table.order("german", "pass")
    assert table.unit("S1").cell == cell("1003")
    table.order("german", "G1 OW S1")
    shot = table.event("shot")
    assert shot["net"] == -1 - 2  # overwatch in front, target moving
    assert table.unit("G1").known
    # It has fired: nobody on the German side could react any more but G2, whose command is unknown.
    assert not table.unit("G2").known


@pytest.mark.rules("4.4.2f", "4.5e", "4.4.1g")
def test_a_shot_on_overwatch_is_answered_in_turn():
    table = ambush("99 99")
    table.order("soviet", "S1 MOVE 1002 1003").order("german", "G1 OW S1")
    # G1 has shown itself: S2 on overwatch may answer.
    assert table.asked() == {"soviet": "overwatch"}
    assert GAME.legal(table.state, "soviet").units[0].unit == "S2"
    table.order("soviet", "S2 OW G1")
    assert table.kinds()[0] == "revealed"
    # G2 could be on overwatch for all the Soviets know, so its owner is asked, though it can only pass.
    assert table.asked() == {"german": "overwatch"}
    assert GAME.legal(table.state, "german").units == ()
    table.order("german", "pass")
    # The exchange is over; the mover was fired on and may think again.
    assert table.asked() == {"soviet": "move"}
    assert table.unit("S1").cell == cell("1002")


@pytest.mark.rules("4.5.1.1a", "4.5.1a")
def test_a_mover_that_was_fired_on_finishes_before_others():
    table = ambush("99 99")
    table.unit("S2").command = "MOVE"
    table.order("soviet", "S1 MOVE 1002 1003").order("german", "G1 OW S1").order("soviet", "pass")
    assert table.asked() == {"soviet": "move"}
    assert table.refused("soviet", "S2 STAY") == "4.5.1.1a"
    table.order("soviet", "S1 MOVE 1003 C").order("german", "pass step")
    assert table.at("S1") == "1003C"


@pytest.mark.rules("4.4.2b", "4.4.2e", "4.4.2d", "4.4.2g", "4.2f")
def test_after_direct_fire_both_sides_react_in_turns():
    table = commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("S2", "1401", "E", command="OW"),
        vehicle("G1", "1004", "A", command="NC"), vehicle("G2", "1204", "A", command="OW"),
        script="99 99 99",
    )  # fmt: skip
    table.order("soviet", "S1 FIRE G1").order("german", "keep")
    # The First Player has nobody to answer; the Second may fire at S1.
    assert table.asked() == {"german": "overwatch"}
    assert [unit.unit for unit in GAME.legal(table.state, "german").units] == ["G2"]
    assert table.refused("german", "G2 OW S2") == "4.4.2g"  # S2 has not fired
    table.order("german", "G2 OW S1")
    assert table.asked() == {"soviet": "overwatch"}
    table.order("soviet", "S2 OW G2")
    # G1's command is unknown: it is asked once more, passes, and S1 and S2 have fired.
    assert table.asked() == {"german": "overwatch"}
    table.order("german", "pass")
    assert table.state.turn == 2 or table.state.stack[0].step not in ("watch", "fire1", "fire2")


@pytest.mark.rules("4.4.2c")
def test_being_asked_gives_nothing_away():
    """The side is asked whether it has overwatch or not, as long as its commands are unknown."""
    asked = []
    for command in ("OW", "NC", "MOVE"):
        table = ambush("99")
        table.unit("G1").command = command
        table.order("soviet", "S1 MOVE 1002")
        asked.append((table.asked(), GAME.view(table.state, "soviet")))
    assert asked[0] == asked[1] == asked[2]


@pytest.mark.rules("4.4.2c", "4.2g")
def test_a_side_may_wave_a_vehicle_or_a_step_through():
    for choice, questions in (("pass", 3), ("pass vehicle", 1), ("pass step", 1)):
        table = ambush("99")
        table.order("soviet", "S1 MOVE 1002 1003 1004")
        count = 0
        while table.asked().get("german") == "overwatch":
            count += 1
            table.order("german", choice)
        assert count == questions
        assert table.unit("S1").cell == cell("1004")


@pytest.mark.rules("4.4.2c", "4.2g", "4.4.2f")
def test_presets_fire_without_asking():
    modes = {"soviet": "PRESET", "german": "PRESET"}
    table = ambush("99 99", modes, preset="range 4")
    table.order("soviet", "S1 MOVE 1002 1003")
    # Waits for range 4, then fires; S2 has no preset and answers at once.
    shots = [(event.data["unit"], event.data["range"]) for event in table.events if event.kind == "shot"]
    assert shots == [("G1", 4), ("S2", 7)]
    table = ambush("", modes, preset="hold")
    table.order("soviet", "S1 MOVE 1002 1003")
    assert "shot" not in table.kinds()
    table = ambush("99 99", modes, preset="aspect rear")
    table.order("soviet", "S1 MOVE 1002 1003")
    assert "shot" not in table.kinds()


@pytest.mark.rules("4.2g")
def test_presets_are_read_word_by_word():
    read = presets.read("odds 30 range 8, aspect rear type tank type Tiger I join")
    assert isinstance(read, str)  # there is no card named Tiger I
    read = presets.read("odds 30% range 8, aspect rear type tank type PzKpfw VIE Tiger I join")
    assert read == presets.Preset(30, 8, "rear", ("tank", "PzKpfw VIE Tiger I"), join=True)
    for wrong in ("odds", "odds 0", "range far", "aspect side", "type submarine", "whenever"):
        assert isinstance(presets.read(wrong), str)
    assert all(isinstance(presets.read(text), presets.Preset) for text in presets.EXAMPLES)


@pytest.mark.rules("4.5.1.1.8b", "4.5.1.1.8a", "4.5g", "4.5f")
def test_staying_put_is_a_trigger_too():
    table = ambush("99")
    table.order("soviet", "S1 STAY")
    assert table.asked() == {"german": "overwatch"}
    assert table.unit("S1").mark == "move"
    table.order("german", "G1 OW S1")
    assert table.event("shot")["net"] == -3


@pytest.mark.rules("4.4.3.2.6-damaged-d", "4.4.1l")
def test_damage_in_mid_move_halves_what_is_left():
    """4 points, 1 spent, 3 left: half of them is 1."""
    table = ambush("1")
    table.unit("S1").type, table.unit("G1").type = "T-70 M42", "PzKpfw IIIM"  # 14 against 12 is damage
    table.order("soviet", "S1 MOVE 1002 1003 1004").order("german", "G1 OW S1")
    assert table.unit("S1").damaged
    table.order("soviet", "pass")
    assert table.asked() == {"soviet": "move"}
    assert table.refused("soviet", "S1 MOVE 1003 1004") == "4.5.1.1.3d"
    assert table.refused("soviet", "S1 MOVE 1003") == ""


@pytest.mark.rules("4.4.3.2.6-damaged-d")
def test_damage_halves_what_is_left_and_not_the_whole_allowance():
    """I9: of 5 points 2 are spent, half of the 3 left is 1; half of the 5 would leave none. The same by route."""
    progress = fresh(cards()["SU-76M M43"], False, False)
    progress.spent, progress.route_spent = 2, 3
    halve(progress)
    assert progress.allowance - progress.spent == 1
    assert progress.path_allowance - progress.route_spent == 1  # 6 - 3 = 3, half is 1
    assert progress.road_allowance - progress.route_spent == 3  # 10 - 3 = 7, half is 3
    spent = fresh(cards()["SU-76M M43"], True, True)
    spent.spent = spent.allowance = 1
    halve(spent)
    assert spent.allowance == spent.spent  # nothing is left, and nothing is given back


@pytest.mark.rules("4.4.3.2.6-damaged-d")
def test_damage_in_mid_move_at_the_table():
    """A SU-76M has 5 points; after two hexes 3 are left, damaged 1: one more hex of clear ground and no more."""
    table = ambush("1")
    table.unit("S1").type, table.unit("G1").type = "SU-76M M43", "PzKpfw IIIM"
    table.unit("G1").cell = cell("1007")  # four hexes away its 14 against 11 is damage
    table.order("soviet", "S1 MOVE 1002 1003 1004").order("german", "pass").order("german", "G1 OW S1")
    assert table.unit("S1").damaged
    table.order("soviet", "pass")
    assert table.at("S1") == "1003D"
    assert table.refused("soviet", "S1 MOVE 1004") == ""
    assert table.refused("soviet", "S1 MOVE 1004 1005") == "4.5.1.1.3d"


@pytest.mark.parametrize("modes", ["ASK", "PRESET"])
@pytest.mark.rules("4.4.2c", "4.2g")
def test_a_side_that_never_answers_cannot_stop_the_game(modes):
    """The answer given for an absent side is always legal, and with it the turn ends."""
    table = ambush("99 " * 30, {"soviet": modes, "german": modes})
    for _ in range(60):
        if table.state.turn == 2:
            break
        side = next(iter(table.asked()))
        idle = GAME.legal(table.state, side).idle
        assert idle is not None
        table.give(side, idle)
    assert table.state.turn == 2
