"""Entry and exit (17.3): a column through one hex, formation until it is fired on, and the way off the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, WAITING, Column, TankState
from support.tank_positions import (
    facing,
    fallen,
    opened,
    placing,
    play,
    position,
    refused,
    track,
    unit,
    units_of,
    where,
)

Draw = Callable[..., str]
ACTION = "tank/1"
"""15 PzIVh (4 Movement Points) in column from X."""


def _begun(entry: str = "6118") -> TankState:
    return opened(ACTION, f"COL {entry}", placing(ACTION)).state


@pytest.mark.rules("17.3-1")
def test_any_hex_of_the_edge_is_the_one_entry_hex_of_all() -> None:
    state = GAME.setup(ACTION, {}, "script:")
    for label in ("6101", "6118", "6136"):
        assert refused(state, "alpha", f"COL {label}") == []
    for label in ("6018", "0118", "3001"):
        assert refused(state, "alpha", f"COL {label}") == ["17.3-1"]
    state = _begun()
    assert refused(state, "alpha", "column MV 6118 6018") == []
    assert refused(state, "alpha", "column MV 6119 6019") == ["17.3-1"] * 2, "A1 and A2"
    # Later arrivals use it too, even when the formation is dissolved.
    state.fired_on["alpha"] = True
    assert refused(state, "alpha", "A1 MV 6118 6018") == []
    assert refused(state, "alpha", "A1 MV 6119 6019") == ["17.3-1"]


@pytest.mark.rules("17.3-2", "17.3-3")
def test_17_3_the_nth_unit_enters_on_its_nth_point_and_follows_the_leader() -> None:
    first = play(_begun(), alpha="column MV 6118 6018 5918 5818")
    assert track(first, "A1") == [("6118", 1), ("6018", 2), ("5918", 3), ("5818", 4)]
    assert track(first, "A2") == [("6118", 2), ("6018", 3), ("5918", 4)]
    assert track(first, "A3") == [("6118", 3), ("6018", 4)]
    assert track(first, "A4") == [("6118", 4)]
    assert all(unit(first.state, name).status == WAITING for name in units_of("alpha", 5, 15))
    # The others come on the following turns in their order, the count beginning anew.
    second = play(first.state, alpha="column MV 5819 5820 5821 5822")
    assert track(second, "A1") == [("5819", 1), ("5820", 2), ("5821", 3), ("5822", 4)]
    assert track(second, "A4") == [("6018", 1), ("5918", 2), ("5818", 3), ("5819", 4)]
    assert [track(second, name)[0] for name in units_of("alpha", 5, 8)] == [
        ("6118", 1), ("6118", 2), ("6118", 3), ("6118", 4),
    ]  # fmt: skip
    assert [where(second.state, name) for name in units_of("alpha", 1, 8)] == [
        "5822", "5821", "5820", "5819", "5818", "5918", "6018", "6118",
    ]  # fmt: skip


@pytest.mark.rules("17.3-2")
def test_units_come_on_facing_along_the_column_or_straight_in() -> None:
    played = play(_begun(), alpha="column MV 6118 6018 5918 5818")
    assert (facing(played.state, "A3"), facing(played.state, "A4")) == ("E", "F")


@pytest.mark.rules("17.3-2")
def test_a_column_that_stands_still_admits_only_as_many_as_there_is_room_for() -> None:
    first = play(_begun(), alpha="column MV 6118 6018")
    assert [where(first.state, name) for name in ("A1", "A2", "A3")] == ["6018", "6118", ""]
    second = play(first.state)
    assert unit(second.state, "A3").status == WAITING


@pytest.mark.rules("17.3-2", "17.3-6")
def test_the_others_close_up_behind_a_leader_with_a_task_of_its_own() -> None:
    first = play(_begun(), alpha="column MV 6118 6018 5918 5818")
    played = play(first.state, alpha="A1 FC; column MV", face={"alpha": "A1 A"})
    assert where(played.state, "A1") == "5818"
    assert facing(played.state, "A1") == "A"
    assert played.state.columns["alpha"].trail[-1] == unit(played.state, "A1").cell, "its way ends with the leader"
    assert [where(played.state, name) for name in ("A2", "A3", "A4")] == ["5918", "6018", "6118"]
    # On the next turn the column goes on from where its leader is.
    third = play(played.state, alpha="column MV 5819 5820 5821")
    assert [where(third.state, name) for name in ("A1", "A2", "A3", "A4")] == ["5821", "5820", "5819", "5818"]


@pytest.mark.rules("17.3-2")
def test_t75_a_costly_entry_hex_spaces_the_column_out(draw: Draw) -> None:
    # Rough ground costs 2: the T34/85 (8 points) come on at 2, 4, 6 and 8.
    scenario = draw(base="tank/2", hexes={"2408": "rough"})
    game = opened(scenario, "COL 2408", _placing_in(scenario))
    played = play(game.state, alpha="column MV 2408 2308 2207")
    assert [track(played, name) for name in ("A1", "A2", "A3")] == [
        [("2408", 2), ("2308", 3), ("2207", 4)], [("2408", 4), ("2308", 5)], [("2408", 6)],
    ]  # fmt: skip
    assert unit(played.state, "A4").status == WAITING, "there is no room behind A3"
    far = play(game.state, alpha="column MV 2408 2308 2207 2107 2006 1906")
    assert [track(far, name)[0] for name in ("A1", "A2", "A3", "A4")] == [
        ("2408", 2), ("2408", 4), ("2408", 6), ("2408", 8),
    ]  # fmt: skip
    assert unit(far.state, "A5").status == WAITING
    # Closed woods take a whole allowance: one unit a turn.
    scenario = draw(base="tank/2", mode="closed", hexes={"2408": "woods"})
    game = opened(scenario, "COL 2408", _placing_in(scenario))
    assert refused(game.state, "alpha", "column MV 2408 2308") == ["9.32"]
    one = play(game.state, alpha="column MV 2408")
    assert track(one, "A1") == [("2408", 8)]
    two = play(one.state, alpha="column MV 2308 2207")
    assert track(two, "A2") == [("2408", 8)]
    assert unit(two.state, "A3").status == WAITING


def _placing_in(scenario: str) -> str:
    """Bravo's force of tank/2 in the west of a small country: 8 guns and 12 infantry."""
    return placing(
        scenario, {f"B{number}": f"{1 + number // 10:02d}{1 + number % 10:02d} A" for number in range(1, 21)}
    )


@pytest.mark.rules("17.3-1", "17.3-3", "9.35")
def test_t76_an_enemy_on_the_entry_hex_keeps_the_column_off_the_map(draw: Draw) -> None:
    # B1 leaves 2408 for the rough ground of 2407 on the second point. A2 was due then, but A1 ahead of it on the first:
    # the column waits as a whole.
    scenario = draw(hexes={"2407": "rough"})
    state = position(scenario, bravo={"B1": "2408", "B2": "2316"}, columns={"alpha": "2408"})
    plot = "A1 MV 2408 2409; A2 MV 2408 2308; A3 MV 2408"
    for move in ("", "B1 MV 2407"):
        played = play(state, alpha=plot, bravo=move)
        assert [unit(played.state, name).status for name in ("A1", "A2", "A3")] == [WAITING] * 3
        assert played.found("entered") == []
    # If it leaves on the first point, A1 comes on as it goes (T-12).
    left = play(state, alpha=plot, bravo="B1 MV 2309")
    assert [where(left.state, name) for name in ("A1", "A2", "A3")] == ["2409", "2308", "2408"]
    # An enemy that was to enter at the same point disputes the hex: both stop, and the column waits.
    rival = position(scenario, bravo={"B1": "2409", "B2": "2316"}, columns={"alpha": "2408"})
    played = play(rival, alpha="A1 MV 2408 2309; A2 MV 2408 2308; A3 MV 2408", bravo="B1 MV 2408 2407")
    assert where(played.state, "B1") == "2409"
    assert played.found("entered") == []


@pytest.mark.rules("17.3-1", "11.1")
def test_t76_friends_on_the_entry_hex_are_passed_through() -> None:
    state = position("tank/10", alpha={"A1": "6118"}, bravo={"B1": "0118"}, columns={"alpha": "6118"})
    played = play(state, alpha="A2 MV 6118 6119")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("6118", "6119")


@pytest.mark.rules("17.3-4", "17.3-5")
def test_units_off_the_map_and_those_that_enter_do_not_panic() -> None:
    # Alpha draws 8, 0: A1 in 6018 panics (bolts south, 1 point); A2 comes on in 6118 untouched. Bravo draws 0.
    state = position(
        "tank/10", alpha={"A1": "6018"}, bravo={"B1": "0114"}, columns={"alpha": "6118"}, panic=True, dice="9 1 4 1 1"
    )
    played = play(state, alpha="A1 MV 6017; A2 MV 6118 6117")
    assert {e.data["unit"] for e in played.events if e.kind in ("panicked", "panic_move")} == {"A1"}
    assert track(played, "A2") == [("6118", 1), ("6117", 2)]


@pytest.mark.rules("17.3-6")
def test_a_force_keeps_its_column_until_it_is_fired_on() -> None:
    first = play(_begun(), alpha="column MV 6118 6018 5918 5818")
    assert refused(first.state, "alpha", "A1 MV 5819") == ["17.3-6"]
    assert refused(first.state, "alpha", "A5 MV 6118") == ["17.3-6"]
    assert refused(first.state, "alpha", "column MV 5819") == []
    # A hidden gun fires at A1 on turn 2: a miss (6), not seen (6). From turn 3 on everybody is free.
    game = opened(ACTION, "COL 6118", placing(ACTION, {"B1": "4317 C"}), dice="6 6  1 1 1 1")
    first = play(game.state, alpha="column MV 6118 6018 5918 5818")
    fired = play(first.state, alpha="column MV 5819 5820 5821 5822", bravo="B1 OF 5818")
    assert [e.data["target"] for e in fired.found("shot", unit="B1")] == ["A1"]
    assert refused(fired.state, "alpha", "column MV 5822") == ["17.3-6"], "there is no formation any more"
    # They still come on through the entry hex, one behind the other, and then go where they please.
    names = [each.id for each in fired.state.units if each.side == "alpha" and each.status == WAITING]
    assert refused(fired.state, "alpha", f"{names[0]} MV 6118 6119; {names[1]} MV 6118 6117") == []
    assert refused(fired.state, "alpha", f"{names[1]} MV 6118 6117") == ["17.3-2"], "not before the one ahead"
    assert refused(fired.state, "alpha", f"{names[0]} MV 6119") == ["17.3-1"]
    after = play(fired.state, alpha=f"{names[0]} MV 6118 6119; {names[1]} MV 6118 6117")
    assert track(after, names[0]) == [("6118", 1), ("6119", 2)]
    assert track(after, names[1]) == [("6118", 2), ("6117", 3)]


@pytest.mark.slow
@pytest.mark.rules("17.3-7", "17.3-8")
def test_leaving_costs_one_point_and_is_for_good() -> None:
    # Scenario 13 is fought in the open; a T55 has seven points.
    state = position("tank/13", turn=5, alpha={"A1": "0330", "A2": "0229", "A3": "0536"}, bravo={"B1": ("6112", "A")})
    assert refused(state, "alpha", "A1 MV DDDDDD exit") == [], "six hexes and one point"
    assert refused(state, "alpha", "A2 MV DDDDDDD") == []
    assert refused(state, "alpha", "A2 MV DDDDDDD exit") == ["9.0-gen-3"], "no point is left to leave"
    played = play(state, alpha="A1 MV DDDDDD exit; A3 MV exit")
    assert [unit(played.state, name).status for name in ("A1", "A3")] == [EXITED, EXITED]
    assert [e.data["hex"] for e in played.found("exited")] == ["0536", "0336"]
    assert [e.rule for e in played.found("exited")] == ["17.3-7", "17.3-7"]
    assert refused(played.state, "alpha", "A1 MV 0336") == ["6.0-proc-1"], "never to return"
    assert {each.unit for each in GAME.legal(played.state, "alpha").units} == {"A2"}
    assert played.state.losses == {}


@pytest.mark.rules("17.3-6", "17.3-7")
def test_r17_a_column_in_formation_leaves_behind_its_leader() -> None:
    # T55s with seven points, in file on the third column of the map; nobody has fired.
    alpha = {"A1": "0332", "A2": "0331", "A3": "0330", "A4": "0329"}
    state = position("tank/13", turn=5, alpha=alpha, bravo={"B1": ("6112", "A")})
    way = ("0301", *(f"03{row:02d}" for row in range(2, 33)))
    cells = [GAME.board("tank/13").by_label[label] for label in way]
    state.columns["alpha"] = Column(entry=cells[0], trail=cells)
    lead = next(each for each in GAME.legal(state, "alpha").units if each.unit == "column")
    assert lead.options[0].choices == ("exit",)
    assert refused(state, "alpha", "column MV DDDD exit") == []
    assert refused(state, "alpha", "column MV DDD exit") == ["17.13-7"], "0335 is no hex of the edge"
    played = play(state, alpha="column MV DDDD exit")
    # Four hexes and a point for A1, one more for each of those behind: A3 has just enough, A4 stops on the edge.
    assert [unit(played.state, name).status for name in ("A1", "A2", "A3", "A4")] == [EXITED, EXITED, EXITED, ON_MAP]
    assert where(played.state, "A4") == "0336"
    after = play(played.state, alpha="column MV exit")
    assert unit(after.state, "A4").status == EXITED
    # In an anti-tank action nobody may leave, in file or singly.
    assert refused(_begun(), "alpha", "column MV 6118 exit") == ["17.12-8"]


@pytest.mark.rules("17.3-7")
def test_a_unit_is_on_the_map_until_its_last_point_is_paid() -> None:
    # A1 enters 0336 on its first point and leaves on its second: a shot may still find it there.
    state = position("tank/13", turn=5, alpha={"A1": "0335", "A2": "0333"}, bravo={"B1": ("0735", "F")}, dice="1")
    shot = play(state, alpha="A1 MV D exit", bravo="B1 OF 0336")
    assert unit(shot.state, "A1").status == DESTROYED
    free = play(state, alpha="A1 MV D exit; A2 MV DDD")
    assert unit(free.state, "A1").status == EXITED
    assert (where(free.state, "A2"), unit(free.state, "A2").status) == ("0336", ON_MAP), "a friend may end there"


@pytest.mark.rules("17.3-8")
def test_those_who_left_count_as_survivors() -> None:
    state = position("tank/10", alpha={"A1": "6118", "A2": "6030"}, bravo={"B1": "0118"})
    fallen(state, *units_of("alpha", 3, 20), *units_of("bravo", 2, 10))
    state.preserved = {"alpha": 2}
    gone = play(state, alpha="A1 MV exit")
    over = GAME.outcome(play(gone.state, bravo="B1 MV exit").state)
    assert over is not None
    assert over.score == {"alpha": 2, "bravo": 1}
    assert over.winner is None
