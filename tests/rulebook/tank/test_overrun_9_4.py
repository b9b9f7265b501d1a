"""Overruns (9.4): T34/85s of tank/2 against infantry (B9 and up) and 75 mm guns (B1 to B8) on the eastern plain."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.errors import MalformedError
from hulldown.core.events import for_side
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, CostTable, costs_along
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from hulldown.games.tank.rules.verbs.overrun import OVERRUN
from support.tank_positions import Played, Spot, facing, ground_of, order, play, position, refused, track, unit, where

GUN = ("0101", "A")
"""A gun far away, so that Bravo still has one and the scenario goes on."""


def _alive(played: Played, *names: str) -> list[bool]:
    return [unit(played.state, name).status == ON_MAP for name in names]


@pytest.mark.rules("9.4a")
def test_only_vehicles_overrun() -> None:
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5620", "A"), "B9": "5622"})
    assert refused(state, "alpha", "A1 OV DDD") == []
    assert refused(state, "bravo", "B9 OV AA") == ["9.4a"]
    assert refused(state, "bravo", "B1 OV AA") == ["9.34b"]


@pytest.mark.rules("9.4b", "9.4c")
def test_the_overrunner_goes_straight_through_and_stops_beyond() -> None:
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615"})
    assert refused(state, "alpha", "A1 OV 5614 5615 5616") == []
    assert refused(state, "alpha", "A1 OV 5614 5615 5716") == ["9.4b"]
    assert refused(state, "alpha", "A1 OV 5614") == ["9.4c"], "there is no hex beyond"
    played = play(state, alpha="A1 OV 5614 5615 5616")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5616", "D")
    assert _alive(played, "B9") == [False]
    # The target is the last hex but one: the same infantry one hex further on is only in the way.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5616"})
    played = play(state, alpha="A1 OV 5614 5615 5616")
    assert _alive(played, "B9") == [True]


@pytest.mark.rules("9.41", "9.47")
def test_t63_the_extra_point_is_paid_on_entering_the_target_hex_whether_or_not_anybody_is_there() -> None:
    for bravo in ({"B1": GUN, "B9": "5615"}, {"B1": GUN}):
        state = position("tank/2", alpha={"A1": "5613"}, bravo=bravo)
        played = play(state, alpha="A1 OV DDD")
        assert track(played, "A1") == [("5614", 1), ("5615", 3), ("5616", 4)]
        assert [event.data["victims"] for event in played.found("overrun", unit="A1")] == ["B9" in bravo]
        assert refused(state, "alpha", "A1 OV DDDDDDD") == []
        assert refused(state, "alpha", "A1 OV DDDDDDDD") == ["9.0-gen-3"], "eight hexes and one point more"


@pytest.mark.rules("9.42")
def test_t72_a_panicked_overrunner_bolts_and_overruns_nobody() -> None:
    # Alpha draws 3, 0, 1: A1 in 5613 panics, direction D (4), six points: straight at the infantry in 5615.
    state = position(
        "tank/2", alpha={"A1": "5613"}, bravo={"B1": ("0104", "A"), "B9": "5615"}, panic=True, dice="4 1 1 4 6 1 1 1 1"
    )
    played = play(state, alpha="A1 OV DDD")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5614", "D")
    assert _alive(played, "B9") == [True]
    assert played.found("overrun") == []


@pytest.mark.rules("9.42", "12.0-gen-2")
def test_t72_a_panicked_unit_in_reverse_bolts_forward() -> None:
    state = position("tank/2", alpha={"A1": ("5613", "A")}, bravo={"B1": ("0104", "A")}, panic=True,
                     dice="4 1 1 4 3 1 1 1 1")  # fmt: skip
    played = play(state, alpha="A1 MVR D")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("5616", "D")


@pytest.mark.rules("9.43a")
def test_only_killing_the_overrunner_short_of_the_target_prevents_it() -> None:
    # The infantry fires at A1 in 5614 (range 1, moving: a 1 kills).
    for die, status, alive in (("1", DESTROYED, True), ("2", ON_MAP, False)):
        state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615"}, dice=die)
        played = play(state, alpha="A1 OV DDD", bravo="B9 OF adjacent")
        assert unit(played.state, "A1").status == status
        assert _alive(played, "B9") == [alive]
    # By Direct Fire it never starts. The gun (14) against the rear (6) of a target with four points: 1-7 of 1-9 kills.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5611", "D"), "B9": "5615"}, dice="1")
    played = play(state, alpha="A1 OV DDD", bravo="B1 DF 5613")
    assert (where(played.state, "A1"), unit(played.state, "A1").status) == ("5613", DESTROYED)
    assert _alive(played, "B9") == [True]


@pytest.mark.rules("9.43b", "9.44", "8.61e")
def test_an_overrunner_killed_in_the_target_hex_or_beyond_has_done_its_work() -> None:
    # A gun covers the very hex of its own infantry (8.41), then the hex beyond.
    for covered in ("5615", "5616"):
        state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5915", "F"), "B9": "5615"}, dice="1")
        if covered == "5616":
            state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5816", "F"), "B9": "5615"}, dice="1")
        played = play(state, alpha="A1 OV DDD", bravo=f"B1 OF {covered}")
        assert (where(played.state, "A1"), unit(played.state, "A1").status) == (covered, DESTROYED)
        assert _alive(played, "B9", "B1") == [False, True]
        assert played.state.losses == {"alpha": 1, "bravo": 1}


@pytest.mark.rules("9.44", "14.9")
def test_all_units_in_the_hex_are_eliminated_and_a_position_does_not_protect_them() -> None:
    state = position(
        "tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5615", "A"), "B9": "5615", "B2": GUN}, dug={"5615": "bravo"}
    )
    played = play(state, alpha="A1 OV DDD")
    assert _alive(played, "B1", "B9") == [False, False]
    assert [e.rule for e in played.found("destroyed")] == ["9.44", "9.44"]
    assert played.state.losses == {"bravo": 2}
    assert played.state.positions == [], "14.3: and it is gone with them"


@pytest.mark.rules("9.45")
def test_t64_vehicles_are_not_overrun() -> None:
    known = position("tank/4", alpha={"A1": "5613"}, bravo={"B1": "5615", "B2": "3019"})
    assert refused(known, "alpha", "A1 OV DDD") == ["9.45"]
    # A face-down counter may turn out to be a vehicle: then A1 stops before it.
    state = position("tank/4", alpha={"A1": "5613"}, bravo={"B1": ("5615", "D", "unspotted"), "B2": "3019"})
    assert refused(state, "alpha", "A1 OV DDD") == []
    played = play(state, alpha="A1 OV DDD")
    assert where(played.state, "A1") == "5614"
    assert _alive(played, "B1") == [True]
    assert [e.rule for e in played.found("stopped", unit="A1")] == ["9.45"]


@pytest.mark.rules("9.46")
def test_victims_cannot_move_out_of_the_way() -> None:
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615"})
    played = play(state, alpha="A1 OV DDD", bravo="B9 MV 5715")
    assert track(played, "B9") == []
    assert _alive(played, "B9") == [False]
    # Nobody else is held: the same move away from a tank that merely drives by.
    assert where(play(state, alpha="A1 MV DDD", bravo="B9 MV 5715").state, "B9") == "5715"


@pytest.mark.rules("9.46")
def test_t61_held_moves_are_made_as_soon_as_the_overrun_has_failed() -> None:
    # The gun kills A1 in 5614 on its first point; the infantry, which was to move on the first, goes on the second.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5814", "F"), "B9": "5615"}, dice="1")
    played = play(state, alpha="A1 OV DDD", bravo="B1 OF 5614; B9 MV 5715")
    assert unit(played.state, "A1").status == DESTROYED
    assert track(played, "B9") == [("5715", 2)]
    # The same when the overrunner is stopped: the infantry beyond bars the exit.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615", "B10": "5616"})
    played = play(state, alpha="A1 OV DDD", bravo="B9 MV 5715")
    assert where(played.state, "A1") == "5614"
    assert track(played, "B9") == [("5715", 4)]


@pytest.mark.rules("9.46", "11.2")
def test_t61_who_was_held_has_come_at_the_point_at_which_it_moved(draw: Callable[..., str]) -> None:
    # B9 is held until A1 has been stopped on point 3, and comes to 1108 on point 4. B13, a tank, came there on point 3
    # and cannot go on, as A2 disputes 1107. There is no room for both: the later one goes back.
    bravo: dict[str, Spot] = {"B9": "1008", "B12": "1009", "B13": ("1111", "A", "T34/85")}
    state = position(draw(base="tank/2"), alpha={"A1": "1006", "A2": "1103"}, bravo=bravo)
    played = play(state, alpha="A1 OV DDD; A2 MV DDDD", bravo="B9 MV 1108; B13 MV AAAA")
    assert track(played, "B9") == [("1108", 4)]
    assert track(played, "B13")[-1] == ("1108", 3)
    assert [event.data["unit"] for event in played.found("backed_up")] == ["B9"]
    assert (where(played.state, "B9"), where(played.state, "B13")) == ("1008", "1108")


@pytest.mark.rules("9.46", "12.22b")
def test_t61_panic_moves_of_victims_are_held_too() -> None:
    # Alpha draws 0, 1, 2. Bravo draws 5, 0, 1, 2: the infantry in 5615 panics towards B (2).
    state = position(
        "tank/2", alpha={"A1": "5613"}, bravo={"B1": ("0104", "A"), "B9": "5615"}, panic=True, dice="1 1 1 6 1 1 1 2"
    )
    played = play(state, alpha="A1 OV DDD", bravo="B9 MV 5614")
    assert [e.data["direction"] for e in played.found("panic_move", unit="B9")] == ["B"]
    assert track(played, "B9") == []
    assert _alive(played, "B9") == [False]


@pytest.mark.rules("9.47", "14.9", "14.2a")
def test_a_hex_that_looks_empty_may_be_overrun() -> None:
    # The position is revealed as A1 comes next to it (the infantry is not spotted: die 6), and overrun all the same.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": ("5615", "", "hidden")}, dice="6")
    assert refused(state, "alpha", "A1 OV DDD") == []
    played = play(state, alpha="A1 OV DDD")
    assert _alive(played, "B9") == [False]
    assert where(played.state, "A1") == "5616"
    assert [e.data["victims"] for e in played.found("overrun")] == [1]


@pytest.mark.rules("9.47")
def test_the_enemy_does_not_learn_of_an_overrun_that_met_nobody() -> None:
    played = play(position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN}), alpha="A1 OV DDD")
    assert [e.kind for e in for_side(played.events, "alpha") if e.kind == "overrun"] == ["overrun"]
    assert [e for e in for_side(played.events, "bravo") if e.kind == "overrun"] == []


@pytest.mark.rules("9.44")
def test_a_face_down_overrunner_stays_face_down() -> None:
    # The gun looks south and never sees the tank that comes from the north.
    state = position("tank/2", alpha={"A1": ("5613", "D", "unspotted")}, bravo={"B1": ("5615", "D"), "B2": GUN})
    played = play(state, alpha="A1 OV DDD")
    assert _alive(played, "B1") == [False]
    (seen,) = [e for e in for_side(played.events, "bravo") if e.kind == "overrun"]
    assert seen.data["unit"] == "a?1"


@pytest.mark.rules("9.4c", "9.35")
def test_t59_an_occupied_exit_hex_stops_the_overrun_before_the_target() -> None:
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615", "B10": "5616"})
    played = play(state, alpha="A1 OV DDD")
    assert where(played.state, "A1") == "5614"
    assert _alive(played, "B9", "B10") == [True, True]
    # If it is vacated in time the overrun goes through.
    played = play(state, alpha="A1 OV DDD", bravo="B10 MV 5716")
    assert where(played.state, "A1") == "5616"
    assert _alive(played, "B9", "B10") == [False, True]
    # Off the map there is no hex to exit to (C-08).
    edge = position("tank/2", alpha={"A1": "5634"}, bravo={"B1": GUN, "B9": "5636"})
    with pytest.raises(MalformedError, match="off the map"):
        refused(edge, "alpha", "A1 OV DDD")
    rearguard = position("tank/11", alpha={"A1": "5634"}, bravo={"B1": ("0101", "A")})
    assert refused(rearguard, "alpha", "A1 MV DD exit") == []
    assert refused(rearguard, "alpha", "A1 OV DD exit") == ["9.4c"], "it must stop in the hex beyond"


@pytest.mark.rules("9.4c")
def test_t59_the_exit_hex_must_be_free_when_it_is_needed(draw: Callable[..., str]) -> None:
    # A1 needs 1008 on its fourth point. A friend there leaves for the wood behind a berm (4 points) or a slope (5).
    for feature, end in (("berm", "1008"), ("slope", "1006")):
        scenario = draw(base="tank/2", hexes={"1009": "woods"}, sides={"1009A": feature})
        state = position(scenario, alpha={"A1": "1005", "A2": "1008"}, bravo={"B1": ("2401", "A"), "B9": "1007"})
        played = play(state, alpha="A1 OV DDD; A2 MV 1009")
        assert (where(played.state, "A1"), where(played.state, "A2")) == (end, "1009")
        assert _alive(played, "B9") == [feature == "slope"]


@pytest.mark.rules("9.43b", "8.61e")
def test_t60_victims_die_when_the_target_hex_is_entered_after_the_fire_at_that_point() -> None:
    # The gun shares the hex with infantry; both fire at the approach in 5614 before they are crushed in 5615.
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": ("5615", "A"), "B9": "5615", "B2": GUN}, dice="6 6")
    played = play(state, alpha="A1 OV DDD", bravo="B1 OF 5614; B9 OF adjacent")
    kinds = [e.kind for e in played.events if e.kind in ("shot", "overrun", "destroyed") and e.seen_by("alpha")]
    assert kinds == ["shot", "shot", "overrun", "destroyed", "destroyed"]


@pytest.mark.rules("9.47", "9.4c")
def test_t62_a_unit_overruns_one_hex_in_a_turn() -> None:
    # The infantry in 5614 is not the target of the plot, so it bars the way like any other enemy.
    state = position("tank/2", alpha={"A1": "5612"}, bravo={"B1": GUN, "B9": "5614", "B10": "5615"})
    played = play(state, alpha="A1 OV DDDD")
    assert where(played.state, "A1") == "5613"
    assert [e.rule for e in played.found("stopped", unit="A1")] == ["9.35"]
    assert _alive(played, "B9", "B10") == [True, True]


@pytest.mark.rules("9.44")
def test_t65_two_overrunners_may_pass_through_one_hex_together() -> None:
    state = position("tank/2", alpha={"A1": "5613", "A2": "5814"}, bravo={"B1": GUN, "B9": "5615"})
    played = play(state, alpha="A1 OV 5614 5615 5616; A2 OV 5715 5615 5516")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("5616", "5516")
    assert played.state.losses == {"bravo": 1}, "one loss, counted once"


@pytest.mark.rules("9.36b", "9.4c")
def test_t20_an_overrunner_inside_its_target_hex_finishes_when_its_force_stops() -> None:
    # A2 comes into view of the face-down gun at the very point at which A1 enters the hex it overruns.
    state = position(
        "tank/2", alpha={"A1": "2313", "A2": "5414"}, bravo={"B1": ("5818", "D", "unspotted"), "B9": "2315"}, dice="1"
    )
    played = play(state, alpha="A1 OV DDD; A2 MV DDDDD", stop={"alpha": "stop"})
    assert where(played.state, "A2") == "5417"
    assert where(played.state, "A1") == "2316"
    assert _alive(played, "B9") == [False]


@pytest.mark.rules("9.41", "10.13", "10.12a")
def test_t15_the_overrun_surcharge_opens_no_closed_hex(draw: Callable[..., str]) -> None:
    """T-15: woods behind a berm are as closed to an overrun as to a move."""
    scenario = draw(mode="closed", hexes={"1009": "woods", "1409": "woods"}, sides={"1009D": "berm", "1409D": "slope"})
    state = position(scenario, alpha={"A1": ("1010", "A"), "A2": ("1410", "A"), "A3": ("0609", "A")},
                     bravo={"B1": "2402"})  # fmt: skip
    for plot in ("A1 OV A A", "A2 OV A A", "A1 MV A", "A2 MV A"):
        assert refused(state, "alpha", plot) == ["9.32"], plot
    assert refused(state, "alpha", "A3 OV A A") == []
    task = order(state, "alpha", "A1 OV A A").tasks[0]
    dues = OVERRUN.dues(scene_of(state), unit(state, "A1"), task, 0)
    assert dues[0] == 0, "no Movement Point at which it would be entered"


@pytest.mark.slow
@pytest.mark.rules("9.41", "9.32", "10.13", "9.6c")
def test_t15_legal_and_check_agree_on_every_step_of_the_closed_map() -> None:
    """T-15, T-16: on the whole map, what is offered of straight overruns, reverses and single steps is accepted."""
    state = position("tank/7", alpha={"A1": "0101"}, bravo={"B1": "6136"})
    place, tank = ground_of(state), unit(state, "A1")
    board, tables = place.board, GAME.cost_tables("tank/7")
    barred = 0
    for start in board.cells:
        tank.cell = start
        domains = {option.kind: option.path for option in GAME.legal(state, "alpha").units[0].options if option.path}
        for way, ahead in enumerate(board.neighbours[start]):
            beyond = board.neighbours[ahead][way] if ahead >= 0 else -1
            for kind, path in (("MV", (ahead,)), ("MVR", (ahead,)), ("OV", (ahead, beyond))):
                if path[-1] < 0:
                    continue
                accepted = not GAME.check(state, "alpha", Order("plot", (Task("A1", kind, path),)))
                assert accepted == within(board, tables, domains[kind], path), (kind, board.labels[start], way)
                barred += kind == "OV" and place.vehicle_costs[start][way] == IMPOSSIBLE
    assert barred == 96, "the places where a slope or berm bars the closed woods behind it"


def within(board: Board, tables: Mapping[str, CostTable], domain: PathDomain | None, path: tuple[Cell, ...]) -> bool:
    """Whether a path lies in a domain by its table, allowance and number of steps."""
    if domain is None or len(path) < domain.minimum or (domain.steps and len(path) > domain.steps):
        return False
    costs = costs_along(board, tables[domain.table], domain.start, path, domain.allowance)
    return IMPOSSIBLE not in costs and sum(costs) <= domain.allowance


@pytest.mark.rules("9.44", "9.47")
def test_who_has_fallen_there_before_is_not_run_over_again() -> None:
    state = position("tank/2", alpha={"A1": "5613"}, bravo={"B1": GUN, "B9": "5615", "B10": "5615"})
    unit(state, "B9").status = DESTROYED
    played = play(state, alpha="A1 OV 5614 5615 5616")
    assert [event.data["victims"] for event in played.found("overrun")] == [1]
    assert [event.data["unit"] for event in played.found("destroyed")] == ["B10"]
