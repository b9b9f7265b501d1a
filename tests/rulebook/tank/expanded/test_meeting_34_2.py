"""34.2 Meeting Engagement 2: the race for 3319."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import meeting2
from hulldown.games.tank.modules.engagements.clear import clear_way, stray
from hulldown.games.tank.modules.engagements.contact import mutual_or_fire
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.contact import contact_turn, recall
from hulldown.games.tank.rules.panic import panic_in_force
from hulldown.games.tank.rules.situation import FREE, RAILS
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, SIDES, WAITING
from hulldown.games.tank.rules.troops import device_of
from support.engagement import advanced, cell, columns, noted, opened, put, rules_of, tally

ID = "tank/34.2"


def starts(side: str) -> list[str]:
    state = advanced(opened(ID), "columns")
    board = GAME.board(ID)
    return [board.labels[one] for one in GAME.legal(state, side).units[0].options[0].cells]


def counted(side: str) -> dict[str, int]:
    found = {"tank": 0, "squad": 0, "gun": 0, "carrier": 0, "device": 0, "riding": 0}
    for unit in opened(ID).units:
        if unit.side == side:
            weapon = arms(unit.type)
            kind = "squad" if weapon.squad else "gun" if weapon.gun else "carrier" if weapon.carries else "tank"
            found[kind] += 1
            found["device"] += bool(device_of(unit))
            found["riding"] += unit.status == CARRIED
    return found


@pytest.mark.rules("34.2", "34.2-1")
def test_alpha_has_a_company_and_ten_squads_on_carriers_one_with_a_device():
    assert counted("alpha") == {"tank": 10, "squad": 10, "gun": 0, "carrier": 10, "device": 1, "riding": 10}


@pytest.mark.rules("34.2-2")
def test_bravo_has_a_company_three_squads_with_devices_and_four_guns_on_carriers():
    assert counted("bravo") == {"tank": 14, "squad": 3, "gun": 4, "carrier": 7, "device": 3, "riding": 7}


@pytest.mark.rules("34.2-3")
def test_up_to_four_columns_from_z_and_x_and_no_point():
    state = advanced(opened(ID), "columns")
    board = GAME.board(ID)
    assert {board.by_label[one] for one in starts("alpha")} <= set(board.edges["Z"])
    assert {board.by_label[one] for one in starts("bravo")} <= set(board.edges["X"])
    names = [unit.unit for unit in GAME.legal(state, "alpha").units if unit.unit.startswith("column")]
    assert names == ["column1", "column2", "column3", "column4"]
    first = starts("alpha")
    four = columns(*first[:4])
    assert GAME.check(state, "alpha", four) == []
    for name, fault in (("column1", set()), ("column4", set()), ("column5", {"34.2-3"}), ("column0", {"34.2-3"})):
        joined = columns(*first[:4], joins={"A1": name})
        assert rules_of(GAME.check(state, "alpha", joined)) == fault, name
    assert rules_of(GAME.check(state, "alpha", columns(*first[:5]))) == {"34.2-3"}
    assert rules_of(GAME.check(state, "alpha", columns(first[0], first[0]))) == {"34.2-3"}
    assert rules_of(GAME.check(state, "alpha", columns(first[0], first[1], first[0]))) == {"34.2-3"}
    assert rules_of(GAME.check(state, "alpha", columns(first[0], point="P1 3"))) == {"34.2-3"}


@pytest.mark.rules("34.2-3")
def test_units_join_the_column_they_are_told_in_that_order_the_others_are_shared_out():
    state = advanced(opened(ID), "columns")
    first = starts("alpha")
    order = columns(first[0], first[1], joins={"A5": "column2", "A21": "column2"})
    state = advanced(state, "register", {("alpha", "columns"): order})
    crews = {key: column.more["crew"] for key, column in state.columns.items() if key.startswith("alpha")}
    assert crews["alpha2"][:2] == ["A5", "A21"]
    assert abs(len(crews["alpha1"]) - len(crews["alpha2"])) <= 1
    assert len(crews["alpha1"]) + len(crews["alpha2"]) == 20


@pytest.mark.rules("34.2-4")
def test_a_way_leads_to_3319_in_ten_turns_or_as_soon_as_can_be():
    state = advanced(opened(ID), "columns")
    scene = scene_of(state)
    entry = cell(starts("alpha")[0])
    way = clear_way(scene, entry, meeting2.goals(scene))
    assert meeting2.deadline(scene, entry, 5) == 10
    # 32 hexes are more than a column of three points makes in ten turns.
    assert meeting2.deadline(scene, entry, 3) == max(10, -(-len(way) // 3))
    board = GAME.board(ID)
    short = " ".join(board.labels[one] for one in way[:6])
    assert rules_of(GAME.check(state, "alpha", columns(short))) == {"34.2-4"}


@pytest.mark.rules("34.2-4", "34.2-5")
def test_a_column_is_on_its_way_until_its_head_is_there_or_the_forces_meet():
    state = advanced(opened(ID), "register")
    scene = scene_of(state)
    assert meeting2.march(state, scene, "alpha1") == RAILS
    near = put(state, {"A1": "3318"})
    for _ in range(2):
        meeting2.note_arrivals(near, scene)
        assert recall(near, "arrived") == ["alpha1"], "once for all"
    assert meeting2.march(near, scene, "alpha1") == FREE
    assert meeting2.march(near, scene, "bravo1") == RAILS
    assert meeting2.march(noted(state, contact=3), scene, "bravo1") == FREE


@pytest.mark.rules("34.2-5")
def test_columns_go_over_clear_ground_at_the_pace_of_their_slowest():
    state = advanced(opened(ID), "columns")
    scene = scene_of(state)
    board = GAME.board(ID)
    way = clear_way(scene, cell(starts("alpha")[0]), meeting2.goals(scene))
    rough = next(
        (at, ahead) for at, here in enumerate(way) for ahead in board.neighbours[here]
        if ahead >= 0 and scene.ground.rows[ahead].name == "woods"
    )  # fmt: skip
    order = columns(" ".join(board.labels[one] for one in (*way[: rough[0] + 1], rough[1])))
    assert rules_of(GAME.check(state, "alpha", order)) == {"34.2-5"}
    slowest = min(arms(unit.type).ma for unit in state.units if unit.side == "alpha" and arms(unit.type).drives)
    state = advanced(state, "final")
    head = state.columns["alpha1"].trail
    assert len(head) == slowest * state.turn


@pytest.mark.rules("34.2-6", "34.2-7")
def test_contact_is_mutual_sight_or_fire_and_panic_follows_it():
    state = advanced(opened(ID), "register")
    assert not mutual_or_fire(put(state, {"A1": "3015"}))
    assert mutual_or_fire(put(state, {"A1": "3015", "B1": "3016"}))
    shot = state.thaw()
    shot.first_fire = 1
    assert mutual_or_fire(shot)
    later = noted(state, contact=4)
    later.turn = 4
    assert not panic_in_force(later, scene_of(later))
    later.turn = 5
    assert panic_in_force(later, scene_of(later))
    stopped = advanced(opened(ID), "stop")
    assert contact_turn(stopped) == stopped.turn
    assert next(iter(GAME.pending(stopped))) == "alpha"


@pytest.mark.rules("34.2-8")
def test_only_alpha_has_aircraft_and_nobody_has_guns_off_the_map():
    scene = scene_of(opened(ID))
    mine = scene.side("alpha").off_map
    assert mine is not None
    assert (mine.artillery, mine.air, mine.after_contact) == (False, True, True)
    assert scene.side("bravo").off_map is None


@pytest.mark.rules("34.2-9", "34.2-10")
def test_it_lasts_25_turns_from_contact_and_units_leave_by_their_edge():
    state = noted(advanced(opened(ID), "register"), contact=2)
    state.turn = 25
    assert GAME.judge(state) is None
    state.turn = 26
    assert GAME.judge(state) is not None
    scene = scene_of(state)
    assert [scene.situation.exit_edge(state, scene, side) for side in ("alpha", "bravo")] == ["Z", "X"]


@pytest.mark.rules("34.2-10", "27.0-proc-3")
def test_who_rides_in_a_carrier_that_is_kept_off_the_map_stays_away_with_it():
    state = noted(advanced(opened(ID), "register"), contact=1)
    state.turn = 2
    state.stack[-1] = type(state.stack[-1])("plot", SIDES)
    riding = {unit.id: load for unit in state.units if (load := load_of(state, unit)) is not None}
    for unit in state.units:
        if unit.status == WAITING and unit.id not in riding:
            unit.status = DESTROYED
    for side in SIDES:
        state = GAME.apply(state, side, Order("plot")).state
    kept = {unit.id for unit in state.units if unit.status == EXITED}
    loaded = [load.id for name, load in riding.items() if name in kept]
    assert loaded
    assert kept.issuperset(loaded)


@pytest.mark.rules("34.2-9")
@pytest.mark.parametrize("side", ["alpha", "bravo"])
def test_it_ends_when_a_force_is_gone(side: str):
    state = noted(advanced(opened(ID), "register"), contact=1)
    state.turn = 3
    assert GAME.judge(state) is None
    for unit in state.units:
        if unit.side == side:
            unit.status = DESTROYED
    outcome = GAME.judge(state)
    assert outcome is not None
    assert outcome.winner not in (None, side)


@pytest.mark.rules("34.2")
def test_forces_that_never_met_in_fifty_turns_have_drawn():
    state = advanced(opened(ID), "register")
    state.turn = 49
    assert GAME.judge(state) is None
    state.turn = 50
    outcome = GAME.judge(state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (None, "34.2")


@pytest.mark.rules("34.2-11")
def test_points_for_tanks_squads_and_guns_but_not_for_carriers():
    state = advanced(opened(ID), "register")
    before = tally(state)
    assert before == {"alpha": 21, "bravo": 20}
    for unit in state.units:
        if unit.id in ("B1", "B15", "B18", "B22"):  # a tank, a squad, a gun, a carrier
            unit.status = DESTROYED
    assert tally(state) == {"alpha": 21 + 3 * 2, "bravo": 20}


@pytest.mark.rules("34.2-12")
def test_twenty_points_for_the_only_side_that_sees_3319():
    state = advanced(opened(ID), "register")
    for unit in state.units:
        if unit.status == ON_MAP:
            unit.status = WAITING
    alone = put(state, {"A1": "3318"})
    assert tally(alone) == {"alpha": 41, "bravo": 20}
    both = put(alone, {"B1": "3320"})
    assert tally(both) == {"alpha": 21, "bravo": 20}
    there = put(state, {"A1": "3319"})
    assert tally(there) == {"alpha": 41, "bravo": 20}, "or stands in it"
    board, scene = GAME.board(ID), scene_of(state)
    blind = next(one for one in board.cells if not scene.open_line(one, cell("3319")))
    assert tally(put(state, {"A1": board.labels[blind]})) == {"alpha": 21, "bravo": 20}
    smoke = scene_of(alone)
    assert meeting2.sees_objective(alone, smoke, "alpha")


@pytest.mark.rules("34.2-4", "34.2-5")
def test_a_way_that_comes_to_the_objective_too_late_is_refused():
    """X-66: at one hex a turn the shortest clear way is just in time, and one hex more is not."""
    state = advanced(opened(ID), "columns")
    scene = scene_of(state)
    way = clear_way(scene, cell(starts("alpha")[0]), meeting2.goals(scene))
    detours = (
        (*way[: at + 1], beside, *way[at + 1 :])
        for at, (here, ahead) in enumerate(pairwise(way))
        for beside in scene.board.neighbours[here]
        if beside not in way and beside in scene.board.neighbours[ahead]
    )
    longer = next(one for one in detours if not stray(scene, one))
    fault = meeting2.MUSTER.fault
    assert fault(state, scene, "alpha", way, 1) is None
    late = fault(state, scene, "alpha", longer, 1)
    assert late is not None
    assert late[0] == "34.2-4"
    assert f"on turn {len(way) + 1}, and must be there by turn {len(way)}" in late[1]
    assert fault(state, scene, "alpha", longer, 8) is None, "a fast column has ten turns"


@pytest.mark.rules("34.2-12", "7.24")
def test_a_gun_sees_the_objective_only_if_it_faces_it():
    state = advanced(opened(ID), "plot")
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    state = put(state, {gun.id: "3320"})
    for unit in state.units:
        if unit.id != gun.id:
            unit.status = WAITING
    gun = next(unit for unit in state.units if unit.id == gun.id)
    seen = []
    for gun.facing in range(6):
        seen.append(meeting2.sees_objective(state, scene_of(state), "bravo"))
    assert seen == [True, True, False, False, False, True]
