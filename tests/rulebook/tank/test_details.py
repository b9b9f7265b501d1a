"""Details in which a rule could be wrong by one small step; each was found by a change that no other test noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hulldown.core.dice import dice
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.movement import _stop as stop
from hulldown.games.tank.rules.movement import stop_all
from hulldown.games.tank.rules.overrun import possible
from hulldown.games.tank.rules.sequence import plotters
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, WAITING, Mover, Run, TankState, index_of
from support.tank_positions import (
    carry_on,
    cell,
    facing,
    ground_of,
    opened,
    order,
    play,
    position,
    refused,
    unit,
    where,
)

Draw = Callable[..., str]
PLAIN = "tank/10"


@pytest.mark.slow
@pytest.mark.rules("8.9b", "8.9e", "8.0-gen-2")
def test_a_shot_that_cannot_be_made_destroys_nothing() -> None:
    state = position(PLAIN, alpha={"A1": ("5614", "D", "PzIIIj")}, bravo={"B1": ("5617", "A", "PzVIb")}, dice="1 1 1")
    played = play(state, alpha="A1 DF 5617")
    assert played.found("no_attack", unit="A1", target="B1")
    assert unit(played.state, "B1").status == ON_MAP
    assert played.found("destroyed") == []


@pytest.mark.rules("9.35", "9.45", "9.34c")
def test_a_plain_move_that_is_barred_is_barred_by_its_own_case(draw: Draw) -> None:
    # Two hexes, the first of them held by an enemy that comes to light only when it is approached.
    scenario = draw(base="tank/1")
    state = position(scenario, alpha={"A1": ("1006", "D")}, bravo={"B1": ("1008", "A", "hidden")}, dice="6 6 6 6 6 6")
    played = play(state, alpha="A1 MV 1007 1008 1009")
    assert where(played.state, "A1") == "1007"
    assert [event.rule for event in played.found("stopped", unit="A1")] == ["9.35"]


@pytest.mark.rules("4.1-a-1", "17.13-2")
def test_a_force_with_nobody_left_writes_no_plot() -> None:
    state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, columns={"alpha": "6118 6018"})
    scene = scene_of(state)
    assert plotters(state, scene) == ("alpha", "bravo")
    for each in state.units:
        if each.side == "alpha":
            each.status = DESTROYED
    assert plotters(state, scene) == ("bravo",)


@pytest.mark.rules("12.1a")
def test_a_handicap_on_panic_is_in_force() -> None:
    for extra, drawn in ((0, 2), (3, 5)):
        options = {"alpha_panic": extra} if extra else {}
        script = " ".join(map(str, range(1, 7))) + " 1 1 1 1"
        state = position(PLAIN, alpha={"A1": "5614"}, bravo={"B1": "3019"}, panic=True, dice=script, options=options)
        (event,) = play(state).found("chits", side="alpha")
        assert len(str(event.data["chits"]).split()) == drawn


@pytest.mark.rules("8.43a", "8.43c", "8.53c")
def test_a_friend_that_drives_north_over_the_hexside_of_a_line_crosses_it(draw: Draw) -> None:
    # The line from 1008 to 1208 runs along the side between two hexes of column 11; A2 goes north over it.
    scenario = draw()
    state = position(scenario, alpha={"A1": ("1008", "B"), "A2": ("1109", "A")}, bravo={"B1": ("1208", "E")})
    lane = ground_of(state).lane(cell(state, "1008"), cell(state, "1208"))
    assert lane.along, "the line runs along a hexside"
    assert not lane.has(cell(state, "1108"))
    assert not lane.has(cell(state, "1109"))
    assert refused(state, "alpha", "A1 DF 1208; A2 MV 1108") == ["8.43a"]
    assert refused(state, "alpha", "A1 DF 1208; A2 MV 1110") == []


@pytest.mark.rules("8.5", "5.0-gen-2", "7.21")
def test_nobody_is_offered_opportunity_fire_over_the_edge_of_the_map() -> None:
    state = position("tank/1", alpha={"A1": "5614"}, bravo={"B1": ("5501", "A"), "B2": ("5501", "D")})
    offered = {each.unit: [option.kind for option in each.options] for each in GAME.legal(state, "bravo").units}
    assert "OF" not in offered["B1"]
    assert "OF" in offered["B2"]


@pytest.mark.rules("17.11-2")
def test_a_column_on_its_written_way_drives_as_far_as_its_points_go(draw: Draw) -> None:
    wood = {f"{column:02d}{row:02d}": "woods" for column in range(1, 31) for row in (8, 9)}
    game = carry_on(opened(draw(base="tank/4", columns=30, rows=16, hexes=wood), "COL 3003", "COL 0114"))
    for name in ("A1", "B1"):
        points = [event.data["point"] for event in game.found("moved", unit=name) if event.turn == 2]
        assert points == list(range(1, arms(unit(game.state, name).type).ma + 1)), "clear ground: every point is used"


def moving(state: TankState, name: str, way: str, kind: str = "MV", **fields: Any) -> Mover:
    """A unit on its way along these hexes, a Movement Point for each."""
    path = tuple(cell(state, label) for label in way.split())
    due = tuple(range(1, len(path) + 1))
    return Mover(index_of(state, name), kind, path, due, trail=(unit(state, name).cell,), **fields)


@pytest.mark.rules("9.36b", "9.36c")
def test_only_an_overrun_that_has_reached_its_target_is_finished_after_an_early_stop(draw: Draw) -> None:
    places = {"A1": ("1008", "C"), "A2": ("1208", "A"), "A3": ("1408", "C")}
    state = position(draw(), alpha=places, bravo={"B1": ("2013", "C")})
    before = moving(state, "A1", "1007 1006 1005", "OV")
    inside = moving(state, "A2", "1207 1206 1205", "OV", at=2)
    arrived = moving(state, "A3", "1407", active=False)
    foe = moving(state, "B1", "2012")
    state.run = Run(1, [before, inside, arrived, foe], [])
    stop_all(state, scene_of(state), Doing(dice("script:", 0), 3), "alpha")
    assert (before.active, inside.active, foe.active) == (False, True, True)
    assert facing(state, "A1") == "A", "it has turned towards its first hex"
    assert (facing(state, "A3"), facing(state, "B1")) == ("C", "C"), "it was not moving, or is not of this force"


@pytest.mark.rules("9.45", "9.4b")
def test_an_overrun_waits_for_nobody_who_is_held_in_its_exit_hex(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1008", "A"), "A2": ("1006", "A")}, bravo={"B1": "2013"})
    overrunner = moving(state, "A1", "1007 1006", "OV")
    friend = moving(state, "A2", "1005")
    state.run = Run(1, [overrunner, friend], [])
    assert possible(state, overrunner, [], 0)
    friend.held = True
    assert not possible(state, overrunner, [], 0)
    friend.held, friend.active = False, False
    assert not possible(state, overrunner, [], 0)


@pytest.mark.rules("17.3-2", "9.35")
def test_a_column_that_cannot_enter_halts_itself_and_not_the_enemys() -> None:
    state = position(PLAIN, alpha={"A3": "5614"}, bravo={"B3": "3019"})
    stopped, behind, foe = (moving(state, name, "6118 6018") for name in ("A1", "A2", "B1"))
    state.run = Run(1, [stopped, behind, foe], [])
    stop(state, scene_of(state), Doing(dice("script:", 0), 3), stopped, "9.35", "the way is barred")
    assert (stopped.active, behind.active, foe.active) == (False, False, True)


@pytest.mark.rules("6.0-proc-3", "9.11")
def test_costs_noted_for_a_unit_that_is_not_there_are_left_to_the_check(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1008", "A")}, bravo={"B1": "2013"})
    assert refused(state, "alpha", "A99 MV 1007(1)") == ["6.0-proc-1"]


@pytest.mark.rules("7.12b", "7.11b")
def test_a_turn_names_one_facing(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1008", "A")}, bravo={"B1": "2013"})
    asked = play(state, alpha="A1 FC", until="face").state
    for text in ("A1", "A1 C D"):
        with pytest.raises(MalformedError, match="its new facing"):
            GAME.parse(asked, "alpha", text)
    assert GAME.parse(asked, "alpha", "A1 C").tasks[0].facing == 2


@pytest.mark.rules("9.0-proc-1", "17.3-2", "4.1-b-2")
def test_who_enters_and_goes_on_faces_the_way_it_goes() -> None:
    state = position(PLAIN, alpha={"A3": "5614"}, bravo={"B3": "3019"}, columns={"alpha": "6118"}, released=True)
    played = play(state, alpha="A1 MV 6118 6117", until="face")
    assert (where(played.state, "A1"), facing(played.state, "A1")) == ("6117", "A")


@pytest.mark.rules("17.3-1", "6.0-proc-3")
def test_an_entry_takes_no_word_of_choice() -> None:
    state = GAME.setup(PLAIN, {}, "script:")
    entry = order(state, "alpha", "COL 6118")
    assert GAME.check(state, "alpha", entry) == []
    worded = msgspec.structs.replace(entry, choice="stop")
    assert [violation.rule for violation in GAME.check(state, "alpha", worded)] == ["17.3-1"]


@pytest.mark.rules("17.3-2", "9.11")
def test_costs_noted_for_a_column_are_not_compared(draw: Draw) -> None:
    state = position(
        draw(base="tank/1"),
        alpha={"A1": ("1008", "A")},
        bravo={"B1": "2012"},
        columns={"alpha": "1009 1008"},
        released=False,
    )
    assert order(state, "alpha", "COL MV 1007(3)").tasks[0].cells == (cell(state, "1007"),)


@pytest.mark.rules("6.0-proc-3", "9.11")
def test_costs_noted_by_a_unit_that_enters_are_compared_from_its_second_hex_on() -> None:
    state = position("tank/2", alpha={"A3": "5614"}, bravo={"B1": ("3019", "A")}, columns={"alpha": "5701"})
    assert order(state, "alpha", "A1 MV 5701(1) 5801(3)") == order(state, "alpha", "A1 MV 5701 5801")
    with pytest.raises(MalformedError, match="5801 is noted at 2 Movement Points, it costs 3"):
        order(state, "alpha", "A1 MV 5701(1) 5801(2)")


@pytest.mark.rules("9.0-proc-1", "4.1-b-2")
def test_who_is_to_enter_faces_its_way_before_it_has_come_on() -> None:
    # A1 enters on point 1 and finds B1; A2 and A3, which are to enter on points 2 and 3, wait while Alpha is asked.
    foe = {"B1": ("5818", "F", "unspotted")}
    state = position(PLAIN, alpha={"A5": "3014"}, bravo=foe, columns={"alpha": "6118"})
    played = play(state, alpha="A1 MV 6118 6117 6116; A2 MV 6118 6119; A3 MV 6118", until="stop")
    assert GAME.pending(played.state)["alpha"].kind == "stop"
    assert [unit(played.state, name).status for name in ("A1", "A2", "A3")] == [ON_MAP, WAITING, WAITING]
    assert [facing(played.state, name) for name in ("A1", "A2", "A3")] == ["A", "D", "F"], "A3 faces inward"


@pytest.mark.rules("17.3-1", "17.1a", "6.0-proc-2")
def test_a_plot_neither_places_units_nor_chooses_an_entry(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1008", "A")}, bravo={"B1": "2013"})
    for kind in ("DP", "COL"):
        task = Task("A1", kind, (cell(state, "1007"),))
        assert GAME.check(state, "alpha", Order("plot", (task,))) != []
        with pytest.raises(MalformedError):
            order(state, "alpha", f"A1 {kind} 1007")
    offered = {option.kind for each in GAME.legal(state, "alpha").units for option in each.options}
    assert not offered & {"DP", "COL"}


@pytest.mark.rules("8.41a", "8.0-gen-1", "5.0-df")
def test_direct_fire_is_offered_at_a_counter_and_refused_only_while_a_friend_masks_it(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1012", "A"), "A2": ("1010", "B")}, bravo={"B1": ("1008", "D")})
    offered = {each.unit: each.options for each in GAME.legal(state, "alpha").units}
    assert [option.cells for option in offered["A1"] if option.kind == "DF"] == [(cell(state, "1008"),)]
    assert refused(state, "alpha", "A1 DF 1008") == ["8.41a"]
    unit(state, "A2").cell = cell(state, "1110")
    assert refused(state, "alpha", "A1 DF 1008") == []


@pytest.mark.rules("17.11-2", "17.3-1")
def test_a_written_way_goes_from_hex_to_hex() -> None:
    state = GAME.setup(PLAIN, {}, "script:")
    assert refused(state, "alpha", "COL 6118 5918") == ["17.11-2"]
    way = " ".join(f"{column:02d}18" for column in range(61, 0, -1))
    broken = way.replace(" 3018", "")
    (fault,) = GAME.check(state, "alpha", order(state, "alpha", f"COL {broken}"))
    assert fault.message == "a column cannot go from 3118 to 2918"


@pytest.mark.rules("17.3-2", "17.3-3")
def test_a_column_whose_way_crosses_itself_goes_on_from_the_later_place(draw: Draw) -> None:
    # The way makes a round of six hexes about 1009 and comes back to 1010: A1 leads from there, A2 is behind it.
    state = position(
        draw(base="tank/1"), alpha={"A1": ("1011", "D"), "A2": ("1010", "D")}, bravo={"B1": "2012"},
        columns={"alpha": "1012 1011 1010 1110 1109 1008 0909 0910 1010 1011"}, released=False,
    )  # fmt: skip
    for each in state.units:
        if each.side == "alpha" and each.status == WAITING:
            each.status = DESTROYED
    played = play(state, alpha="column MV 0912", until="face")
    assert (where(played.state, "A1"), where(played.state, "A2")) == ("0912", "1011")
    assert [event.data["hex"] for event in played.found("moved", unit="A2")] == ["1011"]


@pytest.mark.rules("17.2", "17.2-10", "17.1a")
def test_the_list_of_scenarios_names_forces_levels_and_edges() -> None:
    (info,) = (one for one in GAME.scenarios() if one.id == PLAIN)
    assert info.sides == {
        "alpha": {"forces": "20 T62", "panic": 2, "preservation": 16, "edge": "X", "deploy": "column"},
        "bravo": {"forces": "10 M60A2", "panic": 1, "preservation": 5, "edge": "Z", "deploy": "column"},
    }
    assert info.units == {"alpha": {"T62": 20}, "bravo": {"M60A2": 10}}
    assert info.facts == {"situation": "meeting", "mode": "mixed", "rule": "17.2-10"}
    assert (info.game, info.map, info.length) == ("tank", "tank", 0)


@pytest.mark.rules("9.35", "9.45", "9.34c")
def test_an_overrun_that_is_barred_on_its_way_is_barred_like_any_move(draw: Draw) -> None:
    # A hidden tank comes to light in the second of four hexes: the target of the overrun would be the third.
    scenario = draw(base="tank/1")
    foe = {"B1": ("1008", "A", "hidden", "PzVIb"), "B9": "1009"}
    state = position(scenario, alpha={"A1": ("1006", "D", "T34/85")}, bravo=foe, dice="6 6 6 6 6 6")
    played = play(state, alpha="A1 OV 1007 1008 1009 1010")
    assert where(played.state, "A1") == "1007"
    assert [event.rule for event in played.found("stopped", unit="A1")] == ["9.35"]


@pytest.mark.rules("9.36b", "9.36c", "6.0-proc-3")
def test_each_question_is_named_by_turn_kind_and_point_and_stopping_takes_no_tasks() -> None:
    for turn in (3, 4, 12):
        state = position(PLAIN, turn=turn, alpha={"A1": "5415"}, bravo={"B1": ("5818", "F", "unspotted")})
        assert {side: one.id for side, one in GAME.pending(state).items()} == dict.fromkeys(
            ("alpha", "bravo"), f"{turn}.plot"
        )
        asked = play(state, alpha="A1 MV DDDDD", until="stop").state
        assert GAME.pending(asked)["alpha"].id == f"{turn}.stop.2"
        assert GAME.check(asked, "alpha", Order("stop", choice="stop")) == []
        task = Task("A1", "MV", (cell(asked, "5418"),))
        assert GAME.check(asked, "alpha", Order("stop", (task,), choice="stop")) != []
