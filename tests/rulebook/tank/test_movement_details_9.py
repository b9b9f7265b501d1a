"""Case 9: entries barred, early stops, overruns that fail, reverse in every direction, and two wrecks in one hex."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from hulldown.core.decisions import pass_of
from hulldown.core.errors import OutOfTurnError
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.state import DESTROYED
from support.tank_positions import cell, facing, ground_of, play, position, track, unit, where

Draw = Callable[..., str]
NORTH_ON = "ABCDEF"


@pytest.mark.rules("9.34c", "9.35", "17.3-2", "4.2a")
def test_t76_where_one_cannot_enter_the_column_behind_waits_and_the_others_go_on(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A9": ("0510", "A")}, bravo={"B1": ("2410", "F"), "B9": ("0301", "")},
        columns={"alpha": "2410"},
    )  # fmt: skip
    played = play(state, alpha="A1 MV 2410 2310; A2 MV 2410; A9 MV A A A", bravo="B9 MV D")
    assert [where(played.state, name) for name in ("A1", "A2", "A9", "B9")] == ["", "", "0507", "0302"]
    assert played.found("stopped") == [], "nobody sees what happens off the map"


@pytest.mark.rules("9.6a", "9.2c", "7.13", "9.2b", "4.1-b-2")
@pytest.mark.parametrize("way", range(6))
def test_9_6a_in_every_direction_a_vehicle_faces_as_it_drives(draw: Draw, way: int) -> None:
    letter, back = NORTH_ON[way], NORTH_ON[(way + 3) % 6]
    state = position(draw(), alpha={"A1": ("1008", back), "A2": ("1608", letter)}, bravo={"B1": ("0101", "C")})
    unit(state, "A1").facing = (way + 1) % 6
    played = play(state, alpha=f"A1 MVR {letter} {letter}; A2 MV {letter} {letter}")
    assert (facing(played.state, "A1"), facing(played.state, "A2")) == (back, letter)
    assert [event.data["facing"] for event in played.found("turned", unit="A1")] == [back]
    assert played.found("turned", unit="A2") == []


@pytest.mark.rules("9.6a", "9.0-proc-4", "9.2c")
@pytest.mark.parametrize("way", range(6))
def test_t22_a_vehicle_stopped_in_reverse_still_turns_its_rear_to_its_way(draw: Draw, way: int) -> None:
    """It is barred at its second hex, by an enemy that stands there."""
    letter = NORTH_ON[way]
    state = position(draw(), alpha={"A1": ("1008", NORTH_ON[(way + 3) % 6])}, bravo={"B1": ("2201", "C")})
    board = GAME.board(state.scenario)
    ahead = board.neighbours[board.neighbours[cell(state, "1008")][way]][way]
    unit(state, "B1").cell = ahead
    unit(state, "B1").spotted = False
    played = play(state, alpha=f"A1 MVR {letter} {letter}")
    assert len(track(played, "A1")) == 1
    assert facing(played.state, "A1") == NORTH_ON[(way + 3) % 6]
    assert [(e.rule, e.audience, e.data["why"]) for e in played.found("stopped")] == [
        ("9.35", ("alpha",), "the way is barred")
    ]


@pytest.mark.rules("9.36a", "9.36c", "13.22", "13.0-proc-4")
def test_c06_a_moving_unit_that_needs_no_roll_has_found_it_together_with_the_first(draw: Draw) -> None:
    """A1 stands and finds B1 first; A2 is on the move and sees it as surely, so Alpha may stop."""
    state = position(
        draw(hexes={"1204": "woods", "1205": "woods", "1206": "woods"}),
        alpha={"A1": ("1010", "B"), "A2": ("0912", "B")}, bravo={"B1": ("1403", "D", "unspotted")},
    )  # fmt: skip
    asked = play(state, alpha="A2 MV B B B B B", bravo="B1 MV D D D D D D", until="stop")
    pending = GAME.pending(asked.state)
    assert {side: decision.kind for side, decision in pending.items()} == {"alpha": "stop"}


@pytest.mark.rules("9.36a", "9.36c", "9.46")
def test_t19_a_finder_that_has_arrived_or_is_held_does_not_stop_its_force(draw: Draw) -> None:
    woods = {f"12{row:02d}": "woods" for row in range(1, 17) if row != 8}
    state = position(
        draw(hexes=woods), alpha={"A1": ("1110", "A"), "A2": ("0504", "A")}, bravo={"B1": ("1610", "F", "unspotted")}
    )
    # A1 ends its move where it looks through the gap; B1 comes into view three points later.
    played = play(state, alpha="A1 MV A; A2 MV A A A", bravo="B1 MV F F F F F", until="stop")
    assert played.found("spotted", unit="B1")
    assert {decision.kind for decision in GAME.pending(played.state).values()} == {"plot"}


@pytest.mark.rules("9.43a", "9.43b", "9.44", "9.2d", "8.53c")
@pytest.mark.parametrize(("dice", "victim"), [("1", True), ("6", False)])
def test_9_43a_an_overrunner_killed_before_it_is_in_the_hex_has_overrun_nobody(
    draw: Draw, dice: str, victim: bool
) -> None:
    """The line from 1010 to 1210 runs along the side between 1110 and 1111: fire finds it in 1110."""
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1109", "D")},
        bravo={"B1": ("1010", "C"), "B9": ("1111", ""), "B2": ("2401", "D")}, dice=dice,
    )  # fmt: skip
    played = play(state, alpha="A1 OV 1110 1111 1112", bravo="B1 OF 1210")
    (shot,) = played.found("shot")
    assert shot.data["at"] == "1110"
    assert (unit(played.state, "B9").status == "on map") is victim
    assert where(played.state, "A1") == ("1110" if victim else "1112")
    assert len(played.found("overrun")) == (0 if victim else 1)


@pytest.mark.rules("9.46", "9.41")
def test_t61_a_held_unit_moves_at_once_when_the_overrun_has_failed(draw: Draw) -> None:
    """B9 was to leave at point 1. A1 is shot at point 2, short of it; B9 goes at point 3."""
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1007", "D"), "A2": ("0401", "A")},
        bravo={"B1": ("1409", "E", "88AT"), "B9": ("1011", ""), "B2": ("2401", "D")}, dice="1",
    )  # fmt: skip
    played = play(state, alpha="A1 OV 1008 1009 1010 1011 1012", bravo="B1 OF 1009; B9 MV B")
    assert unit(played.state, "A1").status == DESTROYED
    at = int(next(e.data["point"] for e in played.events if e.kind == "moved" and e.data["unit"] == "A1"))
    assert at == 1
    assert track(played, "B9") == [("1111", 3)]


@pytest.mark.rules("8.62", "8.61d", "4.1-b-3a", "8.55")
def test_8_62_two_vehicles_killed_in_one_hex_leave_one_wreck(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1009", "A", "PzIIIj"), "A2": ("1011", "A", "PzIIIj")},
        bravo={"B1": ("0508", "C", "88AT"), "B2": ("1608", "F", "88AT"), "B3": ("2401", "D")}, dice="1 1",
    )  # fmt: skip
    played = play(state, alpha="A1 MV A A; A2 MV A A A A A", bravo="B1 OF 1008; B2 OF 1008")
    after = played.state
    assert [unit(after, name).status for name in ("A1", "A2")] == [DESTROYED, DESTROYED]
    assert [where(after, name) for name in ("A1", "A2")] == ["1008", "1008"]
    assert after.wrecks == [cell(after, "1008")]


@pytest.mark.rules("9.33", "12.0-gen-4", "9.0-gen-3")
def test_9_33_a_plot_holds_for_one_turn(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1012", "A")}, bravo={"B1": ("2401", "D")})
    first = play(state, alpha="A1 MV A A").state
    assert (first.tasks, where(first, "A1")) == ({}, "1010")
    second = play(first)
    assert where(second.state, "A1") == "1010"
    assert second.found("moved") == []


@pytest.mark.rules("4.2a", "4.1-b-5a", "17.13-2")
def test_4_2a_a_side_without_a_unit_on_the_map_is_not_asked_to_turn(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1012", "A")}, bravo={"B1": ("0110", "C")})
    state.preserved["alpha"] = state.turn - 1
    asked = play(state, alpha="A1 FC", bravo="B1 MV exit", until="face").state
    assert list(GAME.pending(asked)) == ["alpha"]


@pytest.mark.rules("12.1a")
def test_12_1_the_last_digit_of_every_hex_number() -> None:
    state = position("tank/10", alpha={"A1": ("3319", "A")}, bravo={"B1": "0101"})
    place = ground_of(state)
    assert all(place.digits[at] == int(place.board.labels[at][-1]) for at in place.board.cells)


@pytest.mark.rules("9.36a", "9.36b", "9.36c", "9.4c")
@pytest.mark.parametrize("company", [False, True])
def test_t20_an_overrun_under_way_is_nothing_that_could_be_stopped(draw: Draw, company: bool) -> None:
    """B1 in its ring of woods is seen from 1602, the target hex: A1 must go on, so only A2 makes it a question."""
    woods = dict.fromkeys(("1503", "1704", "1705", "1605", "1505", "1504"), "woods")
    alpha = {"A1": ("1401", "C"), "A2": ("0512", "A")}
    state = position(draw(hexes=woods), alpha=alpha, bravo={"B1": ("1604", "A", "unspotted")})
    plots = "A1 OV C C C" + ("; A2 MV A A A A A" if company else "")
    asked = play(state, alpha=plots, until="stop")
    assert asked.found("spotted", unit="B1")
    assert [decision.kind for decision in GAME.pending(asked.state).values()] == (["stop"] if company else ["plot"] * 2)
    if company:
        after = play(state, alpha=plots, stop={"alpha": "stop"})
        assert (where(after.state, "A1"), where(after.state, "A2")) == ("1703", "0509")


@pytest.mark.rules("8.22b", "14.2b", "8.21b", "8.23a")
def test_8_22b_a_shot_spent_on_a_dead_target_still_shows_the_firer(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1009", "A", "PzIIIj"), "A2": ("2416", "A")},
        bravo={"B1": ("1005", "D", "hidden"), "B2": ("1205", "D", "hidden"), "B3": ("0101", "D")}, dice="1 6 6",
    )  # fmt: skip
    played = play(state, bravo="B1 DF 1009; B2 DF 1009")
    assert [event.data["unit"] for event in played.found("overkill")] == ["B2"]
    assert sorted(str(event.data["hex"]) for event in played.found("position_roll")) == ["1005", "1205"]


@pytest.mark.rules("15.0-gen-1", "15.12", "15.11b", "8.62")
def test_15_0_the_level_is_reached_once(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), turn=7, alpha={"A1": ("1009", "A", "PzIIIj"), "A2": ("1209", "A", "PzIIIj")},
        bravo={"B1": ("1005", "D"), "B2": ("1205", "D")}, dice="1 1",
    )  # fmt: skip
    state.losses["alpha"] = 10
    first = play(state, bravo="B1 DF 1009; B2 DF 1209")
    assert [(event.turn, event.data["losses"]) for event in first.found("preservation")] == [(7, 11)]
    state.losses["alpha"], state.preserved["alpha"] = 12, 5
    later = play(state, bravo="B1 DF 1009")
    assert later.found("preservation") == []
    assert later.state.preserved == {"alpha": 5}


@pytest.mark.rules("17.3-2", "17.3-3")
def test_17_3_2_a_column_that_is_all_gone_goes_nowhere(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), bravo={"B1": ("1003", "D")}, columns={"alpha": "2410 2310 2210"}, released=False
    )
    for each in state.units:
        if each.side == "alpha":
            each.status = DESTROYED
    trail = state.columns["alpha"].trail
    assert column.advance(state, scene_of(state), "alpha", (), ()) == ([], trail)
    assert column.route_step(state, scene_of(state), "alpha") == ()
    assert column.halted(state, scene_of(state), "alpha")
    assert not column.halted(state, scene_of(state), "bravo"), "it has no column"


@pytest.mark.rules("9.36a", "9.36c")
def test_t19_a_finder_that_stands_still_does_not_stop_the_others(draw: Draw) -> None:
    woods = {f"12{row:02d}": "woods" for row in range(1, 17) if row != 8}
    units = {"A1": ("1109", "A"), "A2": ("0504", "A")}
    state = position(draw(hexes=woods), alpha=units, bravo={"B1": ("1610", "F", "unspotted")})
    played = play(state, alpha="A2 MV A A A", bravo="B1 MV F F F F F", until="stop")
    assert played.found("spotted", unit="B1")
    assert {decision.kind for decision in GAME.pending(played.state).values()} == {"plot"}


@pytest.mark.rules("9.36a", "9.36c")
def test_t06_of_two_forces_that_may_stop_alpha_is_asked_first(draw: Draw) -> None:
    woods = {f"10{row:02d}": "woods" for row in (7, 8, 9)}
    state = position(
        draw(hexes=woods), alpha={"A1": ("1012", "A", "unspotted")}, bravo={"B1": ("1004", "D", "unspotted")}
    )
    asked = play(state, alpha="A1 MV B B A A A", bravo="B1 MV C C D D D", until="stop").state
    assert [(side, decision.kind) for side, decision in GAME.pending(asked).items()] == [("alpha", "stop")]
    assert GAME.legal(asked, "alpha").choices == ("continue", "stop", "continue this turn")
    assert GAME.legal(asked, "alpha").idle == Order("stop", choice="continue")
    with pytest.raises(OutOfTurnError):
        GAME.legal(asked, "bravo")
    then = GAME.apply(asked, "alpha", Order("stop", choice="continue")).state
    legal = GAME.legal(asked, "alpha")
    assert pass_of(legal, frozenset({f"{asked.turn} continue"})) == replace(legal.idle, decision=legal.decision.id)
    assert pass_of(legal, frozenset({f"{asked.turn + 1} continue"})) is None, "a new turn asks anew"
    assert GAME.apply(asked, "alpha", Order("stop", choice="continue this turn")).state == then
    assert [(side, decision.kind) for side, decision in GAME.pending(then).items()] == [("bravo", "stop")]
    with pytest.raises(OutOfTurnError):
        GAME.legal(then, "alpha")


@pytest.mark.rules("17.3-2", "17.1a", "17.1b", "4.1-b-2")
def test_17_3_2_a_unit_that_only_enters_faces_straight_in(draw: Draw) -> None:
    facings = {
        (scenario, side): {each.facing for each in GAME.setup(scenario, {}, "script:").units if each.side == side}
        for scenario in ("tank/10", "tank/intro")
        for side in ("alpha", "bravo")
    }
    assert facings == {
        ("tank/10", "alpha"): {5}, ("tank/10", "bravo"): {2},
        ("tank/intro", "alpha"): {3}, ("tank/intro", "bravo"): {0},
    }  # fmt: skip
    state = position(draw(), columns={"alpha": "2410", "bravo": "0110"})
    for each in state.units:
        each.facing = 1
    played = play(state, alpha="A1 MV 2410", bravo="B1 MV 0110", until="face")
    assert (facing(played.state, "A1"), facing(played.state, "B1")) == ("F", "C")


@pytest.mark.rules("14.3", "8.62", "4.1-b-3a")
def test_14_3_a_position_is_not_lost_with_an_enemy_that_dies_in_it(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("1008", "A", "PzIIIj"), "A2": ("2416", "A")},
        bravo={"B1": ("1003", "D", "88AT"), "B9": ("1108", "")}, dug={"1008": "bravo"}, dice="1",
    )  # fmt: skip
    played = play(state, bravo="B1 DF 1008; B9 MV 1008")
    assert (unit(played.state, "A1").status, where(played.state, "B9")) == (DESTROYED, "1008")
    assert [(held.cell, held.side) for held in played.state.positions] == [(cell(state, "1008"), "bravo")]


@pytest.mark.rules("8.52c", "8.52a")
def test_t48_of_two_alike_that_come_into_one_hex_the_lower_number_is_shot_at(draw: Draw) -> None:
    """A2 was placed first, so its counter has the lower number; the unit's own number decides."""
    state = position(
        draw(base="tank/2"), alpha={"A2": ("0909", "B"), "A1": ("1109", "F")}, bravo={"B1": ("1003", "D")}, dice="6"
    )
    played = play(state, alpha="A1 MV 1008 1007; A2 MV 1008 1108", bravo="B1 OF 1008")
    assert [(event.data["target"], event.data["at"]) for event in played.found("shot")] == [("A1", "1008")]


@pytest.mark.rules("9.2c", "9.0-proc-4")
def test_infantry_that_is_stopped_is_not_turned() -> None:
    # Both want 5716. The tank faces the way it came, which is north; foot soldiers have no facing that could change.
    state = position("tank/2", alpha={"A1": ("5717", "C")}, bravo={"B1": ("0101", "A"), "B9": ("5715", "C")})
    played = play(state, alpha="A1 MV A", bravo="B9 MV D")
    assert [event.data["unit"] for event in played.found("stopped")] == ["A1", "B9"]
    assert (facing(played.state, "A1"), facing(played.state, "B9")) == ("A", "C")
