"""Improved Positions (14.0): concealment, how it is lost, and the shelter that remains.

tank/2 gives Alpha T34/85s (HE 10) and Bravo guns (B1 to B8) and infantry (B9 to B20); B1 stands far away so that the
scenario goes on.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.tank_positions import (
    Played,
    cell,
    facing,
    opened,
    placing,
    play,
    position,
    refused,
    track,
    unit,
    where,
)

Draw = Callable[..., str]
FAR = ("2401", "D")


def _hidden(state: TankState, *names: str) -> list[bool]:
    return [unit(state, name).hidden for name in names]


def _markers(state: TankState, side: str) -> list[str]:
    board = GAME.board(state.scenario)
    return [board.labels[m.cell] for m in GAME.view(state, side).markers if m.kind == "improved position"]


def _defences(played: Played) -> list[object]:
    return [e.data["defence"] for e in played.found("shot")]


@pytest.mark.rules("14.0-gen")
def test_a_vehicle_gains_nothing_from_a_position(draw: Draw) -> None:
    scenario = draw()
    dug = position(scenario, alpha={"A1": "1010"}, bravo={"B1": ("1005", "D")}, dug={"1005": "bravo"}, dice="6")
    bare = position(scenario, alpha={"A1": "1010"}, bravo={"B1": ("1005", "D")}, dice="6")
    assert _defences(play(dug, alpha="A1 DF 1005")) == _defences(play(bare, alpha="A1 DF 1005")) == [17]
    # Nor is it harder to spot: no die is rolled.
    dug = position(scenario, alpha={"A1": "0110"}, bravo={"B1": ("2405", "D", "unspotted")}, dug={"2405": "bravo"})
    assert unit(play(dug).state, "B1").spotted


@pytest.mark.rules("14.0-proc-1", "17.12-2")
def test_positions_are_the_scenarios_gift_and_noted_in_secret() -> None:
    game = opened("tank/1", "COL 6118", placing("tank/1", {"B1": "3018 C", "B9": "3018"}))
    assert len(game.state.positions) == 19
    assert all(each.hidden for each in game.state.units if each.side == "bravo")
    assert [piece for piece in GAME.view(game.state, "alpha").pieces if piece.side == "bravo"] == []
    assert _markers(game.state, "alpha") == []
    assert "3018" in _markers(game.state, "bravo")
    meeting = opened("tank/10", "COL 6118", "COL 0118")
    assert meeting.state.positions == []


@pytest.mark.rules("14.0-proc-2", "14.2a", "14.2d")
def test_an_enemy_next_to_a_position_reveals_it_with_all_its_occupants(draw: Draw) -> None:
    # Nobody is spotted: infantry and gun in a position are found on 1-3.
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": "1005"},
        bravo={"B2": ("1008", "D", "hidden"), "B9": ("1008", "", "hidden"), "B1": FAR},
        dice="6 6",
    )
    assert _markers(state, "alpha") == []
    near = play(state, alpha="A1 MV D")
    assert _hidden(near.state, "B2", "B9") == [True, True], "two hexes away"
    played = play(state, alpha="A1 MV DD")
    assert _hidden(played.state, "B2", "B9") == [False, False]
    assert {(e.rule, e.data["hex"]) for e in played.found("revealed")} == {("14.2a", "1008")}
    assert _markers(played.state, "alpha") == ["1008"]
    view = GAME.view(played.state, "alpha")
    assert [p.face_down for p in view.pieces if p.side == "bravo" and p.cell == cell(state, "1008")] == [True, True]


@pytest.mark.rules("14.0-proc-3")
def test_positions_are_not_built_in_play(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "1008"}, bravo={"B9": "1603", "B1": FAR}, dice="6")
    order = Order("plot", (Task("B9", "IP", (cell(state, "1603"),)),))
    assert [violation.rule for violation in GAME.check(state, "bravo", order)] == ["5.0-gen-1"]
    waited = play(play(state).state)
    assert waited.state.positions == []
    assert _defences(play(waited.state, alpha="A1 DF 1603")) == [1], "clear ground"


@pytest.mark.rules("14.2b")
def test_a_position_that_fires_is_found_on_one_to_three(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    for die, hidden in ((1, False), (3, False), (4, True), (6, True)):
        # The shot misses (6); the enemy's roll; where revealed, A1 tries to spot the gun at 5 hexes and fails (6).
        state = position(
            scenario, alpha={"A1": ("1005", "D")}, bravo={"B1": ("1010", "A", "hidden")}, dice=f"6 {die} 6"
        )
        played = play(state, bravo="B1 DF 1005")
        assert _hidden(played.state, "B1") == [hidden]
        assert [e.data["die"] for e in played.found("position_roll")] == [die]
        assert _markers(played.state, "alpha") == ([] if hidden else ["1010"])
        shot = [e for e in played.events if e.kind == "shot_at" and e.seen_by("alpha")]
        assert [e.data["unit"] for e in shot] == ["unseen"]


@pytest.mark.rules("14.2b")
def test_t68_one_roll_for_a_position_reveals_those_who_fired(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    bravo = {"B2": ("1010", "A", "hidden"), "B9": ("1010", "", "hidden"), "B1": FAR}
    # Only the gun fires: it is found, the infantry beside it is not.
    state = position(scenario, alpha={"A1": ("1008", "D")}, bravo=bravo, dice="6 1 6")
    played = play(state, bravo="B2 DF 1008")
    assert _hidden(played.state, "B2", "B9") == [False, True]
    # Both fire in one segment: two shots and one roll for both.
    state = position(scenario, alpha={"A1": ("1008", "D")}, bravo=bravo, dice="6 6 3 6 6")
    played = play(state, bravo="B2 DF 1008; B9 DF 1008")
    assert len(played.found("position_roll")) == 1
    assert _hidden(played.state, "B2", "B9") == [False, False]
    # In two segments there are two rolls: the gun by Direct Fire (4), the infantry by Opportunity Fire (5).
    state = position(scenario, alpha={"A1": ("1008", "D"), "A2": ("1206", "D")}, bravo=bravo, dice="6 4 6 5")
    played = play(state, alpha="A2 MV 1207 1208", bravo="B2 DF 1008; B9 OF 1208")
    assert [e.data["die"] for e in played.found("position_roll")] == [4, 5]
    assert _hidden(played.state, "B2", "B9") == [True, True]


@pytest.mark.rules("14.2c")
def test_moving_out_reveals_the_position_at_once(draw: Draw) -> None:
    # The infantry leaves; it and the gun that stays come to light. A1 at 7 hexes tries both: 6, 6.
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": ("1003", "D")},
        bravo={"B2": ("1010", "A", "hidden"), "B9": ("1010", "", "hidden"), "B1": FAR},
        dice="6 6",
    )
    played = play(state, bravo="B9 MV 1110")
    assert _hidden(played.state, "B2", "B9") == [False, False]
    assert {(e.rule, e.data["hex"]) for e in played.found("revealed")} == {("14.2c", "1010")}
    seen = [e.kind for e in played.events if e.kind in ("revealed", "moved") and e.seen_by("alpha")]
    assert seen == ["revealed", "revealed", "moved"]
    assert [each.spotted for each in played.state.units if each.id in ("B2", "B9")] == [False, False]


@pytest.mark.rules("14.2c", "9.46", "9.0-proc-4")
def test_occupants_that_were_kept_from_moving_out_stay_hidden(draw: Draw) -> None:
    # A1 and the infantry dispute 1009: neither enters it, and two hexes off the position is not seen.
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "1008"}, bravo={"B9": ("1010", "", "hidden"), "B1": FAR})
    played = play(state, alpha="A1 MV DD", bravo="B9 MV 1009")
    assert (where(played.state, "A1"), where(played.state, "B9")) == ("1008", "1010")
    assert _hidden(played.state, "B9") == [True]
    assert not any(e.seen_by("alpha") for e in played.events if e.data.get("unit") == "B9")


@pytest.mark.rules("14.2c", "8.57b")
def test_a_hidden_unit_is_not_shot_at_as_it_starts(draw: Draw) -> None:
    """It cannot be spotted before it has come out; in the next hex of the line it is (1) and shot at there (6)."""
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "1003"}, bravo={"B9": ("1010", "", "hidden"), "B1": FAR}, dice="1 6")
    played = play(state, alpha="A1 OF 1010", bravo="B9 MV 1009")
    assert [e.data["at"] for e in played.found("shot", unit="A1")] == ["1009"]


@pytest.mark.rules("14.2c")
def test_t69_a_change_of_facing_reveals_the_position_unspotted(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": ("1003", "D")},
        bravo={"B1": ("1010", "A", "hidden"), "B9": ("1010", "", "hidden")},
        dice="6 6",
    )
    same = play(state, bravo="B1 FC", face={"bravo": "B1 A"})
    assert _hidden(same.state, "B1", "B9") == [True, True], "no change"
    turned = play(state, bravo="B1 FC", face={"bravo": "B1 B"})
    assert _hidden(turned.state, "B1", "B9") == [False, False]
    assert not unit(turned.state, "B1").spotted
    assert facing(turned.state, "B1") == "B"
    assert [(p.face_down, p.facing) for p in GAME.view(turned.state, "alpha").pieces if p.side == "bravo"] == [
        (True, -1), (True, -1),
    ]  # fmt: skip


@pytest.mark.rules("14.3")
def test_a_position_goes_with_its_last_occupant(draw: Draw) -> None:
    # HE 10 does not reach 12; two T34/85 (20) at 5 hexes: +8, 1-9.
    scenario = draw(base="tank/2")
    bravo = {"B9": "1008", "B10": "1008", "B1": FAR}
    state = position(scenario, alpha={"A1": "1003", "A2": "1103"}, bravo=bravo, dug={"1008": "bravo"}, dice="1 1")
    played = play(state, alpha="A1 DF 1008; A2 DF 1008", until="face")
    assert [unit(played.state, name).status for name in ("B9", "B10")] == [DESTROYED, DESTROYED]
    assert played.state.positions == []
    # It lasts while one of them lives.
    half = position(scenario, alpha={"A1": "1003", "A2": "1103"}, bravo={**bravo, "B10": ("1008", "", "unspotted")},
                    dug={"1008": "bravo"}, dice="6 6 1")  # fmt: skip
    played = play(half, alpha="A1 DF 1008; A2 DF 1008")
    assert unit(played.state, "B9").status == DESTROYED
    assert [position.cell for position in played.state.positions] == [cell(state, "1008")]


@pytest.mark.rules("14.3")
def test_t70_a_position_left_empty_goes_at_the_end_of_the_turn(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": "2316"}, bravo={"B9": "1008", "B10": "1009", "B1": FAR}, dug={"1008": "bravo"}
    )
    left = play(state, bravo="B9 MV 1007", until="face")
    assert len(left.state.positions) == 1, "not before"
    assert play(state, bravo="B9 MV 1007").state.positions == []
    relieved = play(state, bravo="B9 MV 1007; B10 MV 1008")
    assert [position.cell for position in relieved.state.positions] == [cell(state, "1008")]
    # A vehicle of the enemy in the empty position does not keep it.
    state = position(scenario, alpha={"A1": "1010"}, bravo={"B9": "1008", "B1": FAR}, dug={"1008": "bravo"})
    taken = play(state, alpha="A1 MV 1009 1008", bravo="B9 MV 1007")
    assert where(taken.state, "A1") == "1008"
    assert taken.state.positions == []


@pytest.mark.rules("14.41a", "10.33")
def test_t66_t67_a_position_defends_with_twelve_in_any_terrain(draw: Draw) -> None:
    for hexes, wrecks in (({}, ()), ({"1008": "rough"}, ()), ({"1008": "woods"}, ()), ({}, ("1008",))):
        scenario = draw(base="tank/2", hexes=hexes)
        state = position(
            scenario, alpha={"A1": "1003", "A2": "1103"}, bravo={"B9": "1008", "B1": FAR}, dug={"1008": "bravo"},
            wrecks=wrecks, dice="6",
        )  # fmt: skip
        assert _defences(play(state, alpha="A1 DF 1008; A2 DF 1008")) == [12]


@pytest.mark.rules("14.41b")
def test_t67_a_berm_or_slope_is_added_when_all_fire_crosses_it(draw: Draw) -> None:
    # Three T34/85 make 30 points. 1003, 1102 and 0902 all fire through the north side of 1008, 1508 does not.
    for feature, bonus in (("berm", 3), ("slope", 6)):
        scenario = draw(base="tank/2", sides={"1008A": feature})
        for third, defence in (("0902", 12 + bonus), ("1508", 12)):
            state = position(
                scenario,
                alpha={"A1": "1003", "A2": "1102", "A3": third},
                bravo={"B9": "1008", "B1": FAR},
                dug={"1008": "bravo"},
                dice="6",
            )
            played = play(state, alpha="A1 DF 1008; A2 DF 1008; A3 DF 1008")
            assert _defences(played) == [defence], (feature, third)


@pytest.mark.rules("14.5")
def test_guns_need_a_facing_in_the_secret_note() -> None:
    state = GAME.setup("tank/1", {}, "script:")
    assert refused(state, "bravo", placing("tank/1")) == []
    assert refused(state, "bravo", placing("tank/1", {"B1": "3018"})) == ["14.5"]
    assert refused(state, "bravo", placing("tank/1", {"B9": "3018"})) == [], "infantry has none"
    game = opened("tank/1", "COL 6118", placing("tank/1", {"B1": "3018 E"}))
    assert facing(game.state, "B1") == "E"


@pytest.mark.rules("14.6")
def test_positions_may_be_in_any_terrain() -> None:
    state = GAME.setup("tank/1", {}, "script:")
    board = GAME.board("tank/1")
    assert [board.terrain[board.cell(label)] for label in ("3018", "4905", "0821")] == ["clear", "woods", "rough"]
    text = placing("tank/1", {"B1": "3018 C", "B2": "4905 C", "B3": "0821 C"})
    assert refused(state, "bravo", text) == []


@pytest.mark.rules("14.7")
def test_a_position_costs_no_movement_points(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": "1005"}, bravo={"B9": "1007", "B10": "1010", "B11": "1011", "B1": FAR},
        dug={"1007": "bravo", "1010": "bravo"},
    )  # fmt: skip
    played = play(state, alpha="A1 MV 1006 1007 1008", bravo="B9 MV 1107; B11 MV 1010")
    assert track(played, "A1") == [("1006", 1), ("1007", 2), ("1008", 3)]
    assert (track(played, "B9"), track(played, "B11")) == ([("1107", 1)], [("1010", 1)])


@pytest.mark.rules("14.8", "11.0-gen-2")
def test_the_stacking_limits_hold_in_positions() -> None:
    state = GAME.setup("tank/1", {}, "script:")
    for named, wrong in (
        ({"B9": "3018", "B10": "3018"}, []),
        ({"B1": "3018 C", "B9": "3018"}, []),
        ({"B1": "3018 C", "B2": "3018 C"}, ["11.0"]),
        ({"B9": "3018", "B10": "3018", "B11": "3018"}, ["11.0"]),
        ({"B1": "3018 C", "B9": "3018", "B10": "3018"}, ["11.0"]),
    ):
        assert refused(state, "bravo", placing("tank/1", named)) == wrong


@pytest.mark.rules("14.9", "9.44")
def test_a_position_does_not_protect_from_an_overrun(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "1005"}, bravo={"B9": "1007", "B1": FAR}, dug={"1007": "bravo"})
    played = play(state, alpha="A1 OV DDD")
    assert unit(played.state, "B9").status == DESTROYED
    assert played.rolls == ()
