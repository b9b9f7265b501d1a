"""34.1 Meeting Engagement 1, and what holds for all open scenarios (19.0, 21.1, 34.0)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hulldown.core.dice import dice
from hulldown.core.errors import OptionError
from hulldown.core.events import Event
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements.clear import clear_way
from hulldown.games.tank.rules import formation
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import OPPOSITE, crew_of, members, on_rails
from hulldown.games.tank.rules.contact import contact_turn
from hulldown.games.tank.rules.panic import panic_in_force
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, SIDES, WAITING, TankState
from support.engagement import advanced, columns, noted, opened, put, rules_of, tally

ID = "tank/34.1"


def way_of(state: TankState, side: str) -> tuple[int, ...]:
    scene = scene_of(state)
    far = scene.board.edges[OPPOSITE[scene.side(side).edge]]
    start = GAME.legal(state, side).units[0].options[0].cells[0]
    return clear_way(scene, start, far)


def labels(cells: tuple[int, ...]) -> str:
    board = GAME.board(ID)
    return " ".join(board.labels[one] for one in cells)


@pytest.mark.rules("34.0a", "34.1", "34.1-1")
def test_alpha_comes_from_x_and_bravo_from_z_each_in_one_column_across_the_map():
    state = advanced(opened(ID), "plot")
    assert list(state.columns) == ["alpha1", "bravo1"]
    board = GAME.board(ID)
    assert state.columns["alpha1"].route[0] in board.edges["X"]
    assert state.columns["alpha1"].route[-1] in board.edges["Z"]
    assert state.columns["bravo1"].route[0] in board.edges["Z"]
    assert state.columns["bravo1"].route[-1] in board.edges["X"]


@pytest.mark.rules("34.1-1")
def test_a_way_that_ends_on_the_map_is_refused():
    state = advanced(opened(ID), "columns")
    way = way_of(state, "alpha")
    assert rules_of(GAME.check(state, "alpha", columns(labels(way[:5])))) == {"34.1-1"}


@pytest.mark.rules("34.1-2")
def test_a_way_leads_over_clear_ground_only():
    state = advanced(opened(ID), "columns")
    scene = scene_of(state)
    way = way_of(state, "alpha")
    bad = next(
        (number, ahead)
        for number, here in enumerate(way)
        for ahead in scene.board.neighbours[here]
        if ahead >= 0 and scene.ground.rows[ahead].name == "woods"
    )
    order = columns(labels((*way[: bad[0] + 1], bad[1])))
    assert rules_of(GAME.check(state, "alpha", order)) == {"34.1-2"}


@pytest.mark.rules("34.1-4")
def test_a_way_never_enters_a_hex_twice():
    state = advanced(opened(ID), "columns")
    way = way_of(state, "alpha")
    order = columns(labels((*way[:3], way[1], *way[2:])))
    assert rules_of(GAME.check(state, "alpha", order)) == {"34.1-4"}


@pytest.mark.rules("34.1-2", "34.1-5")
def test_the_column_is_close_and_moves_all_its_points():
    state = opened(ID)
    while state.turn < 2:
        side = next(iter(GAME.pending(state)))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state
    order = [unit for unit in members(state, "alpha1") if unit.status == ON_MAP]
    board = GAME.board(ID)
    for ahead, behind in pairwise(order):
        assert board.distance(ahead.cell, behind.cell) == 1
    # The movement of turn 2 is over: nothing was asked but the facing after it.
    assert state.columns["alpha1"].route.index(order[0].cell) + 1 == 2 * arms("So T34/85").ma


@pytest.mark.rules("34.1-3")
def test_a_platoon_goes_ahead_by_so_many_hexes():
    state = advanced(opened(ID), "columns")
    way = labels(way_of(state, "alpha")[:1])
    state = advanced(state, "plot", {("alpha", "columns"): columns(way, point="P2 4")})
    column = state.columns["alpha1"]
    assert column.more["point"] == 3
    assert column.more["gap"] == 4
    while state.turn < 5:
        side = next(iter(GAME.pending(state)))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state
    places = {unit.id: column.route.index(unit.cell) for unit in members(state, "alpha1") if unit.status == ON_MAP}
    point = [name for name in column.more["crew"][:3] if name in places]
    body = [name for name in column.more["crew"][3:] if name in places]
    assert point == ["A4", "A5", "A6"]
    assert min(places[name] for name in point) - max(places[name] for name in body) == 5


@pytest.mark.rules("34.1-3")
def test_only_one_platoon_goes_ahead_and_ten_hexes_at_most():
    state = advanced(opened(ID), "columns")
    way = labels(way_of(state, "alpha")[:1])
    for hexes, fault in ((0, {"34.1-3"}), (1, set()), (10, set()), (11, {"34.1-3"})):
        assert rules_of(GAME.check(state, "alpha", columns(way, point=f"P1 {hexes}"))) == fault
    offered = {unit.unit: unit.options[0] for unit in GAME.legal(state, "alpha").units if unit.unit.startswith("P")}
    assert list(offered) == ["P1", "P2", "P3"]
    assert {option.choices for option in offered.values()} == {tuple(str(hexes) for hexes in range(1, 11))}
    order = columns(way, point="P1 3")
    more = columns(way, point="P2 3").tasks[-1]
    assert rules_of(GAME.check(state, "alpha", Order("columns", (*order.tasks, more)))) == {"34.1-3"}


@pytest.mark.rules("34.1-6", "34.1-7")
def test_nothing_is_asked_before_contact_then_both_may_stop_alpha_first():
    events = []
    state = advanced(opened(ID), "stop", events=events)
    assert all(event.kind != "stop_all" for event in events)
    contact = contact_turn(state)
    assert contact == state.turn > 1
    assert list(GAME.pending(state)) == ["alpha"]
    assert state.stack[-1].owing == SIDES
    assert not panic_in_force(state, scene_of(state))
    step = GAME.apply(state, "alpha", Order("stop", choice="stop"))
    assert [event.kind for event in step.events if event.kind == "stop_all"] == ["stop_all"]
    assert list(GAME.pending(step.state)) == ["bravo"]
    later = advanced(step.state, "plot")
    assert later.turn == contact + 1
    assert panic_in_force(later, scene_of(later))
    assert not any(on_rails(later, scene_of(later), side) for side in SIDES)


@pytest.mark.rules("34.1-6")
def test_forces_that_meet_before_anybody_moves_are_asked_before_the_first_point():
    met = advanced(opened(ID), "stop")
    state = noted(met, contact=None, asked=None)
    assert state.run is not None
    state.run.tick = 0
    places = [unit.cell for unit in state.units]
    state.stack = [*state.stack[:-1]]
    assert state.stack[-1].step == "move"
    rules = GAME.ruleset(ID)
    assert rules.handlers["move"](state, Doing(dice("script:", 0), state.turn, rules))
    assert (state.stack[-1].step, state.stack[-1].owing) == ("stop", SIDES)
    assert contact_turn(state) == state.turn
    assert [unit.cell for unit in state.units] == places


@pytest.mark.rules("34.1-6")
def test_contact_is_noted_at_the_end_of_a_turn_if_nobody_moves():
    state = put(noted(advanced(opened(ID), "plot"), contact=None), {"A1": "3015", "B1": "2015"})
    state.stack[-1] = type(state.stack[-1])("contact")
    assert contact_turn(state) == 0
    rules = GAME.ruleset(ID)
    assert rules.handlers["contact"](state, Doing(dice("script:", 0), state.turn, rules))
    assert contact_turn(state) == state.turn


@pytest.mark.rules("34.1-8")
def test_there_is_neither_artillery_nor_air():
    scene = scene_of(opened(ID))
    assert all(scene.side(side).off_map is None for side in SIDES)
    assert "artillery" not in GAME.ruleset(ID).keys


@pytest.mark.rules("34.1-9")
def test_it_lasts_25_turns_from_contact():
    state = noted(advanced(opened(ID), "plot"), contact=3)
    for turn, over in ((26, False), (27, True)):
        state.turn = turn
        assert (GAME.judge(state) is not None) is over


@pytest.mark.rules("34.1-9")
@pytest.mark.parametrize("fate", [DESTROYED, EXITED])
def test_it_ends_when_a_force_is_gone(fate: str):
    state = noted(advanced(opened(ID), "plot"), contact=1)
    for unit in state.units:
        if unit.side == "bravo":
            unit.status = fate
    assert GAME.judge(state) is not None


@pytest.mark.rules("34.1-10")
def test_units_leave_by_their_own_edge_after_the_turn_of_contact():
    state = advanced(opened(ID), "plot")
    scene = scene_of(state)
    edge = scene.situation.exit_edge
    assert edge(noted(state, contact=state.turn), scene, "alpha") == ""
    late = noted(state, contact=1)
    late.turn = 2
    assert [edge(late, scene, side) for side in SIDES] == ["X", "Z"]


@pytest.mark.rules("34.1-11")
def test_units_that_do_not_enter_when_they_could_stay_away():
    late = noted(advanced(opened(ID), "plot"), contact=1)
    late.turn = 2
    for unit in late.units:
        if unit.id != "A1":
            # All but one of Alpha's ten tanks wait, Bravo's are on the map.
            unit.status, unit.cell = (WAITING, -1) if unit.side == "alpha" else (ON_MAP, unit.cell)
    late.stack[-1] = type(late.stack[-1])("plot", SIDES)
    told: list[Event] = []
    orders = {"alpha": Order("plot", (Task("A3", "MV", (late.columns["alpha1"].entry,)),)), "bravo": Order("plot")}
    for side in SIDES:
        step = GAME.apply(late, side, orders[side])
        late = step.state
        told += step.events
    # Eight could come on, one for each Movement Point of a T34/85; A3 is told to, A10's turn has not come.
    kept = [unit.id for unit in late.units if unit.status == EXITED]
    assert kept == ["A2", *(f"A{number}" for number in range(4, 10))]
    assert [unit.id for unit in late.units if unit.status == WAITING] == ["A10"]
    withheld = [(event.data["unit"], event.audience, event.rule) for event in told if event.kind == "withheld"]
    assert withheld == [(name, ("alpha",), "34.1-11") for name in kept], "their owner is told who"
    counted = [(event.data["side"], event.data["units"], event.audience) for event in told if event.kind == "kept_off"]
    assert counted == [("alpha", 7, ())], "everybody how many; of a side that keeps nobody off nothing is said"


@pytest.mark.rules("34.1-12")
def test_points_two_for_an_enemy_one_for_an_own_unit_one_for_an_enemy_at_the_start():
    state = put(advanced(opened(ID), "plot"), {"A1": "3015", "A2": "3115", "B1": "2015"})
    for unit in state.units:
        if unit.id in ("B2", "B3"):
            unit.status = DESTROYED
        elif unit.id not in ("A1", "A2", "B1"):
            unit.status = WAITING
    assert tally(state) == {"alpha": 2 * 2 + 2 + 14, "bravo": 0 + 1 + 10}
    state.turn = AFTER_ALL
    outcome = GAME.judge(state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("alpha", "34.1-12")


@pytest.mark.rules("34.1")
def test_columns_that_pass_without_meeting_have_drawn():
    assert GAME.judge(advanced(opened(ID), "columns")) is None, "nobody has passed before there are columns"
    state = advanced(opened(ID), "final")
    for key, column in state.columns.items():
        column.route = column.route[:1]
        column.trail = list(column.route)
        for unit in state.units:
            if key.startswith(unit.side):
                first = unit.id in ("A1", "B1")
                unit.status, unit.cell = (ON_MAP, column.route[0]) if first else (EXITED, -1)
    outcome = GAME.judge(state)
    assert outcome is not None
    assert outcome.winner is None


@pytest.mark.rules("34.0b", "34.0c")
def test_period_nations_and_mode_make_the_scenario():
    state = opened(ID, {"period": 12, "bravo_nation": "Isr", "mode": "open"})
    scene = scene_of(state)
    assert (scene.side("alpha").nation, scene.side("bravo").nation) == ("12 Sov", "12 Isr")
    assert scene.scenario.mode == scene.ground.mode.name == "open"
    with pytest.raises(OptionError, match=r"bravo_nation: 35\.0"):
        opened(ID, {"period": 6, "bravo_nation": "Isr"})
    with pytest.raises(OptionError, match="ambiguous"):
        opened(ID, {"alpha_tank": "Centurion"})


@pytest.mark.rules("19.0a", "21.0", "21.1-b-2", "21.1-b-3", "21.1-b-4", "21.1-b-5", "21.1-b-7", "21.1-c")
def test_the_steps_of_standard_stay_in_their_order():
    keys = [row.key for row in GAME.sequence(ID)]
    book = [row.key for row in GAME.sequence("tank/10")]
    assert [key for key in keys if key in book] == book


@pytest.mark.rules("21.1-a", "21.1-b-1", "21.1-b-6", "21.1-b-8", "21.1-b-9")
def test_artillery_comes_first_mounting_after_movement_smoke_last():
    keys = [row.key for row in GAME.sequence("tank/34.2")]
    wanted = ["plot", "artillery", "panic", "initial", "direct", "move", "mount", "final", "smoke_removal",
              "smoke_creation", "impacts_off", "record"]  # fmt: skip
    assert [key for key in keys if key in wanted] == wanted


@pytest.mark.rules("34.0a")
def test_options_of_the_open_scenarios_are_theirs_alone():
    standard = {info.name for info in GAME.options("tank/10")}
    mine = {info.name for info in GAME.options(ID)}
    assert {"period", "alpha_tank", "mode", "hq"} <= mine - standard
    assert {"turn_cap", "engage_turns", "quiet_turns", "column_release"} <= standard - mine


def held_up() -> TankState:
    """Turn 3 after contact on turn 1: Alpha's tanks wait but for A1, and its commander A13 has fallen on turn 2."""
    answers = {"period": 6, "alpha_nation": "Ger", "bravo_nation": "Sov", "alpha_tank": "Ge Pz VIB"}
    state = noted(advanced(opened(ID, answers), "plot"), contact=1)
    state.turn = 3
    for unit in state.units:
        if unit.side == "alpha" and unit.id != "A1":
            unit.status, unit.cell = WAITING, -1
    next(unit for unit in state.units if unit.id == "A13").status = DESTROYED
    scene = scene_of(state)
    formation.put(state, [each._replace(since=1) for each in formation.founded(scene.scenario)], {"alpha": 2})
    state.stack[-1] = type(state.stack[-1])("plot", SIDES)
    return state


@pytest.mark.rules("34.1-11", "25.54a")
def test_who_must_stand_still_off_the_map_is_not_withheld_for_it():
    state = held_up()
    entry = state.columns["alpha1"].entry
    assert rules_of(GAME.check(state, "alpha", Order("plot", (Task("A2", "MV", (entry,)),)))) == {"25.54a"}
    for side in SIDES:
        state = GAME.apply(state, side, Order("plot")).state
    assert not [unit.id for unit in state.units if unit.side == "alpha" and unit.status == EXITED]


@pytest.mark.rules("34.1-11", "17.3-2", "25.3b")
def test_nobody_passes_a_platoon_that_stands_still_off_the_map():
    state = held_up()
    scene = scene_of(state)
    still = [
        each._replace(since=1, still=3) if each.name == "P1" else each for each in formation.founded(scene.scenario)
    ]
    formation.put(state, still, {})
    entry = state.columns["alpha1"].entry
    crew = [name for name in crew_of(state.columns["alpha1"]) if name != "A1"]
    members = next(each.members for each in still if each.name == "P1" and each.side == "alpha")
    behind = next(name for name in crew if name not in members)
    assert "17.3-2" in rules_of(GAME.check(state, "alpha", Order("plot", (Task(behind, "MV", (entry,)),))))
    for side in SIDES:
        state = GAME.apply(state, side, Order("plot")).state
    assert not [unit.id for unit in state.units if unit.side == "alpha" and unit.status == EXITED]
