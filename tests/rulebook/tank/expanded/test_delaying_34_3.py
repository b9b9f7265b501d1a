"""34.3 Rear Guard: the base camp, the river and the bridge."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import delaying
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import load_of, put_on
from hulldown.games.tank.rules.column import cheapest_route
from hulldown.games.tank.rules.contact import contact_turn, recall
from hulldown.games.tank.rules.preservation import weight
from hulldown.games.tank.rules.situation import FREE, RAILS
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, WAITING, Frame, Mover, Run
from hulldown.games.tank.rules.works import ditches
from support.engagement import advanced, cell, columns, noted, opened, put, rules_of, tally

ID = "tank/34.3"


def started():
    return advanced(opened(ID), "plot")


def kinds(side: str) -> list[int]:
    found = [0, 0, 0]
    for unit in opened(ID).units:
        if unit.side == side:
            weapon = arms(unit.type)
            found[1 if weapon.squad else 2 if weapon.carries else 0] += 1
    return found


@pytest.mark.rules("34.3")
def test_the_forces():
    assert kinds("alpha") == [20, 12, 12]
    assert kinds("bravo") == [10, 10, 10]
    assert all(
        load_of(opened(ID), unit) for unit in opened(ID).units if unit.side == "alpha" and arms(unit.type).carries
    )


@pytest.mark.rules("34.3-1")
def test_the_river_is_one_loop_with_a_bridge():
    state = started()
    board = GAME.board(ID)
    river = {board.labels[one] for one in ditches(state)}
    assert river == {"6114", "6014", "5915", "5916", "5917", "5919", "5920", "5921", "6021", "6122"}
    line = ["6114", "6014", "5915", "5916", "5917", "5918", "5919", "5920", "5921", "6021", "6122"]
    for one, two in pairwise(line):
        assert board.distance(cell(one), cell(two)) == 1
    assert cell("5918") not in ditches(state)


@pytest.mark.rules("34.3-2")
def test_up_to_eight_columns_none_of_them_mixed():
    state = advanced(opened(ID), "columns")
    board = GAME.board(ID)
    edge = [board.labels[one] for one in board.edges["Z"]]
    assert GAME.check(state, "alpha", columns(*edge[:8])) == []
    assert rules_of(GAME.check(state, "alpha", columns(*edge[:9]))) == {"34.3-2"}
    mixed = columns(edge[0], edge[1], joins={"A1": "column1", "A33": "column1"})
    assert rules_of(GAME.check(state, "alpha", mixed)) == {"34.3-2"}
    state = advanced(state, "camp", {("alpha", "columns"): columns(edge[0], edge[1])})
    units = {unit.id: unit for unit in state.units}
    for column in state.columns.values():
        assert len({arms(units[name].type).carries for name in column.more["crew"]}) == 1


@pytest.mark.rules("34.3-3", "34.3-7")
def test_alpha_plots_three_turns_then_bravo_deploys():
    asked = []
    state = opened(ID)
    while state.turn < 1:
        side, decision = next(iter(GAME.pending(state).items()))
        asked.append((side, decision.kind))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state
    assert asked.index(("alpha", "columns")) < asked.index(("bravo", "camp"))
    scene = scene_of(state)
    for turn, how in ((1, RAILS), (3, RAILS), (4, FREE)):
        state.turn = turn
        assert delaying.march(state, scene, "alpha1") == how
    state.turn = 3
    assert delaying.march(noted(state, contact=2), scene, "alpha1") == FREE


@pytest.mark.rules("34.3-4")
def test_bravos_tanks_keep_out_of_the_entry_zone_and_do_not_cover_it():
    state = advanced(opened(ID), "camp")
    scene = scene_of(state)
    assert all(int(GAME.board(ID).labels[one][:2]) > 10 for one in delaying.tank_cells(scene))
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    wrong = Order("camp", (Task("B1", "DP", (cell("1010"),), 0), *idle.tasks[1:]))
    assert rules_of(GAME.check(state, "bravo", wrong)) == {"34.3-4"}
    state = put(started(), {"B1": "1110"})
    unit = next(one for one in state.units if one.id == "B1")
    assert delaying.bar(state, scene, unit, cell("1110"), cell("1010")) is not None
    assert delaying.bar(state, scene, unit, cell("1110"), cell("1109")) is None
    covered = next(
        ahead for ahead in GAME.board(ID).neighbours[unit.cell] if int(GAME.board(ID).labels[ahead][:2]) == 10
    )
    assert "34.3-4" in rules_of(GAME.check(state, "bravo", Order("plot", (Task("B1", "OF", (covered,)),))))


@pytest.mark.rules("34.3-4")
def test_only_bravos_tanks_are_kept_out():
    state = put(started(), {"B1": "1110", "A1": "1111"})
    scene = scene_of(state)
    units = {unit.id: unit for unit in state.units}
    carrier = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).carries)
    for unit, barred in ((units["B1"], True), (units["A1"], False), (carrier, False)):
        found = delaying.bar(state, scene, unit, cell("1110"), cell("1010"))
        assert (found is not None and found[0] == "34.3-4") is barred


@pytest.mark.rules("34.3-4")
def test_what_is_refused_when_bravo_places_its_tanks():
    state = advanced(opened(ID), "camp")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    assert GAME.check(state, "bravo", idle) == []

    def faults(*tasks: Task, choice: str = "") -> list[str]:
        return [each.unit for each in GAME.check(state, "bravo", Order("camp", tasks, choice=choice))]

    first, second, *rest = idle.tasks
    assert faults(second, *rest) == ["B1"], "not placed"
    assert faults(first, second, second, *rest) == ["B2"], "placed twice"
    assert faults(Task("B1", "DP", second.cells, 0), second, *rest) == ["B2"], "two in a hex"
    assert faults(Task("B1", "DP", (cell("5917"),), 0), second, *rest) == ["B1"], "in the river"
    assert faults(Task("B1", "DP", (cell("3117"),), 0), second, *rest) == ["B1"], "in the camp"
    assert faults(Task("B1", "DP", (*first.cells, *second.cells), 0), second, *rest) == ["B1"], "one hex"
    assert faults(Task("B1", "MV", first.cells, 0), second, *rest) == ["B1"]
    assert faults(Task("B1", "DP", first.cells, -1), second, *rest) == ["B1"], "its facing must be noted"
    assert faults(Task("B1", "DP", first.cells, 5), second, *rest) == []
    assert faults(first, second, *rest, Task("A1", "DP", (cell("3015"),), 0)) == ["A1"]
    assert len(faults(first, second, *rest, choice="x")) == 1


@pytest.mark.rules("34.3-4", "34.3-7")
def test_bravos_tanks_stand_where_bravo_has_placed_them():
    state = advanced(opened(ID), "camp")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    first, *rest = idle.tasks
    free = next(one for one in GAME.legal(state, "bravo").units[0].options[0].cells
                if one not in {task.cells[0] for task in idle.tasks})  # fmt: skip
    placed = GAME.apply(state, "bravo", Order("camp", (Task(first.unit, "DP", (free,), 2), *rest))).state
    assert [(unit.cell, unit.facing) for unit in placed.units if unit.id == first.unit] == [(free, 2)]


@pytest.mark.rules("34.3-7", "34.3-5")
def test_the_camp_is_placed_face_down_and_its_carriers_wait():
    state = started()
    own = [unit for unit in state.units if unit.side == "bravo"]
    assert {unit.status for unit in own if not arms(unit.type).carries} == {ON_MAP}
    assert {unit.status for unit in own if arms(unit.type).carries} == {WAITING}
    assert all(unit.counter > 0 and not unit.spotted for unit in own if unit.status == ON_MAP)
    tanks = {unit.cell for unit in own if not arms(unit.type).carries and not arms(unit.type).squad}
    assert len(tanks) == 10, "one to a hex"
    assert {unit.facing for unit in own if unit.cell in tanks} == {5}


@pytest.mark.rules("34.3-5", "34.3-8")
def test_only_the_people_of_the_camp_are_unarmed_and_carriers_take_them_at_once():
    state = put(started(), {"B1": "3015"})
    scene = scene_of(state)
    squads = {
        side: next(u for u in state.units if u.side == side and arms(u.type).squad) for side in ("alpha", "bravo")
    }
    assert delaying.weight(state, squads["bravo"]) == 0
    assert delaying.weight(state, squads["alpha"]) is None
    assert delaying.weight(state, next(u for u in state.units if u.id == "B1")) is None
    carrier = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).carries)
    state = put(state, {carrier.id: "3015", "B1": "3415"})
    mount = next(kind for kind, verb in scene.verbs.items() if verb.mounts)
    squad = next(unit for unit in state.units if unit.side == "bravo" and unit.cell == cell("3016"))
    order = Order("plot", (Task(carrier.id, mount, (squad.cell,)), Task(squad.id, mount, (cell("3015"),))))
    state.turn = 2
    assert "34.3-8" not in rules_of(GAME.check(state, "bravo", order))


@pytest.mark.rules("34.3-15")
def test_who_leaves_on_foot_counts_and_nobody_of_alpha_does():
    state = started()
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    enemy = next(unit for unit in state.units if unit.side == "alpha" and arms(unit.type).squad)
    before = tally(state)["bravo"]
    for unit in (squad, enemy):
        unit.status = EXITED
    movers = [Mover(state.units.index(unit), "MV", (), (), True, trail=(cell("6118"),)) for unit in (squad, enemy)]
    state.run = Run(1, movers, [])
    delaying.note_exits(state, scene_of(state), None)
    assert tally(state)["bravo"] == before + 4


@pytest.mark.rules("34.3-5")
def test_the_camp_is_where_it_is_and_unarmed():
    state = started()
    board = GAME.board(ID)
    squads = [unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad]
    assert sorted(board.labels[unit.cell] for unit in squads) == [
        "3016", "3017", "3018", "3116", "3117", "3118", "3119", "3216", "3217", "3218",
    ]  # fmt: skip
    for one in GAME.legal(state, "bravo").units:
        if one.unit in {unit.id for unit in squads}:
            assert {option.kind for option in one.options} & {"OF", "DF"} == set()
    order = Order("plot", (Task(squads[0].id, "OF", choice="adjacent"),))
    assert "34.3-5" in rules_of(GAME.check(state, "bravo", order))
    assert weight(state, scene_of(state), squads[0]) == 0


@pytest.mark.rules("34.3-6")
def test_the_carriers_come_over_6118():
    state = started()
    column = state.columns["bravo1"]
    assert GAME.board(ID).labels[column.entry] == "6118"
    assert len(column.more["crew"]) == 10
    offered = [one for one in GAME.legal(state, "bravo").units if one.unit in column.more["crew"]]
    assert offered
    assert all(one.options[0].path is not None and one.options[0].path.via == (column.entry,) for one in offered)


@pytest.mark.rules("34.3-8")
def test_tanks_carry_nobody_before_turn_5():
    state = put(started(), {"B1": "3015"})
    scene = scene_of(state)
    squad = next(unit for unit in state.units if unit.side == "bravo" and unit.cell == cell("3016"))
    mount = next(kind for kind, verb in scene.verbs.items() if verb.mounts)
    order = Order("plot", (Task("B1", mount, (squad.cell,)), Task(squad.id, mount, (cell("3015"),))))
    state.turn = 4
    assert "34.3-8" in rules_of(GAME.check(state, "bravo", order))
    state.turn = 5
    assert "34.3-8" not in rules_of(GAME.check(state, "bravo", order))


@pytest.mark.rules("34.3-9")
def test_camp_and_carriers_do_not_panic_by_chits_tanks_do():
    state = started()
    scene = scene_of(state)
    for index, unit in enumerate(state.units):
        if unit.side == "bravo":
            tank = not arms(unit.type).squad and not arms(unit.type).carries
            assert delaying.calm(state, scene, index, (0,)) is not tank
    assert not delaying.calm(state, scene, 0, (0,))


@pytest.mark.rules("34.3-10", "34.3-11")
def test_what_stands_off_the_map():
    scene = scene_of(opened(ID))
    alpha, bravo = scene.side("alpha").off_map, scene.side("bravo").off_map
    assert alpha is not None
    assert bravo is not None
    assert (alpha.artillery, alpha.air, alpha.unobserved, alpha.earliest, alpha.prewritten) == (
        True,
        True,
        True,
        3,
        False,
    )
    assert (bravo.artillery, bravo.air, bravo.smoke, bravo.prewritten) == (True, False, False, False)


@pytest.mark.rules("34.3-12", "34.3-13")
def test_it_ends_after_25_turns_or_when_bravo_is_gone_and_only_bravo_leaves():
    state = started()
    scene = scene_of(state)
    assert [scene.situation.exit_edge(state, scene, side) for side in ("alpha", "bravo")] == ["", "X"]
    state.turn = 24
    assert GAME.judge(state) is None
    state.turn = 25
    assert GAME.judge(state) is not None
    state.turn = 9
    for unit in state.units:
        if unit.side == "bravo":
            unit.status = EXITED
    assert GAME.judge(state) is not None


@pytest.mark.rules("34.3-14", "34.3-15")
def test_points():
    state = started()
    squads = [unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad]
    assert tally(state) == {"alpha": 50, "bravo": 0}
    squads[0].status = DESTROYED
    next(unit for unit in state.units if unit.id == "B1").status = DESTROYED
    next(unit for unit in state.units if unit.id == "A1").status = DESTROYED
    assert tally(state) == {"alpha": 2 + 3 + 45, "bravo": 1}
    squads[1].status = squads[2].status = EXITED
    assert tally(noted(state, near=1, far=1)) == {"alpha": 2 + 3 + 35, "bravo": 1 + 4 + 1}


@pytest.mark.rules("34.3-15")
@pytest.mark.parametrize(("by", "worth"), [("6116", 4), ("6120", 4), ("6121", 1)])
def test_a_squad_that_leaves_on_its_carrier_counts_by_the_hex(by: str, worth: int):
    state = started()
    carrier = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).carries)
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    carrier.status, carrier.cell = ON_MAP, cell(by)
    put_on(carrier, squad)
    before = tally(state)["bravo"]
    delaying.note_riders(state)
    index = state.units.index(carrier)
    carrier.status = squad.status = EXITED
    state.run = Run(1, [Mover(index, "MV", (), (), True, trail=(cell(by),))], [])
    delaying.note_exits(state, scene_of(state), None)
    delaying.note_exits(state, scene_of(state), None)
    assert tally(state)["bravo"] == before + worth


@pytest.mark.rules("34.3-15", "34.3-13", "27.0-proc-3")
@pytest.mark.parametrize(("by", "near", "far"), [("6118", 1, 0), ("6121", 0, 1)])
def test_a_carrier_that_drives_off_the_map_takes_its_squad_to_safety(by: str, near: int, far: int):
    state = started()
    carrier = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).carries)
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    carrier.status, carrier.cell = ON_MAP, cell(by)
    put_on(carrier, squad)
    state = advanced(state, "plot")
    assert [state.turn, list(GAME.pending(state))] == [1, ["bravo"]], "Alpha's first turns are written"
    left = Order("plot", (Task(carrier.id, "MV", choice="exit"),))
    assert GAME.check(state, "bravo", left) == []
    after = advanced(GAME.apply(state, "bravo", left).state, "plot")
    gone = {unit.id: unit.status for unit in after.units if unit.id in (carrier.id, squad.id)}
    assert gone == {carrier.id: EXITED, squad.id: EXITED}
    assert (recall(after, "near", 0), recall(after, "far", 0), recall(after, "out")) == (near, far, [squad.id])


@pytest.mark.rules("34.3-3")
def test_a_column_without_a_plot_takes_the_cheapest_way_for_its_slowest_vehicle():
    state = opened(ID, {"mode": "closed"})
    scene = scene_of(state)
    slowest = min(arms(unit.type).ma for unit in state.units if unit.side == "alpha" and not arms(unit.type).squad)
    differ = 0
    for entry in scene.board.edges["Z"][::3]:
        way = delaying.MUSTER.way(state, scene, "alpha", entry)
        assert way == cheapest_route("tank", "closed", entry, "Z", slowest)
        differ += way != cheapest_route("tank", "closed", entry, "Z", 1)
    assert differ, "woods that take a whole turn are dear to who drives fast"


@pytest.mark.rules("34.3-13", "34.3-15", "17.3-7")
def test_a_squad_on_foot_at_the_edge_is_offered_the_way_off_the_map():
    state = put(advanced(opened(ID), "plot"), {"B11": "6117", "B12": "6016"})
    board = GAME.board(ID)
    offered = {each.unit: {option.kind: option for option in each.options} for each in GAME.legal(state, "bravo").units}
    out, inland = offered["B11"]["MV"], offered["B12"]["MV"]
    assert out.choices == ("exit",)
    assert out.path is not None
    assert out.path.exits == (board.by_label["6117"],)
    assert inland.choices == ()
    leave = Order("plot", (Task("B11", "MV", (), choice="exit"),))
    assert GAME.check(state, "bravo", leave) == []


@pytest.mark.rules("34.3-11", "28.22")
def test_ra13_air_strikes_are_ordered_when_alpha_plots_and_need_five_turns():
    state = advanced(opened(ID, {"artillery": "maximum"}), "plot")
    assert "alpha" not in GAME.pending(state), "its first three turns are written"
    state.turn = 4
    state.stack[-1] = Frame("plot", ("alpha", "bravo"))
    strikes = {each.unit: each.options for each in GAME.legal(state, "alpha").units}["air1"]
    assert min(int(turn) for option in strikes for turn in option.choices) == 9


@pytest.mark.rules("34.3-3")
def test_rc3_nothing_is_asked_of_alpha_while_its_columns_go_their_written_ways():
    state = started()
    asked = set()
    while state.turn < 4 and not contact_turn(state):
        for side, decision in list(GAME.pending(state).items())[:1]:
            asked.add((side, decision.kind))
            idle = GAME.legal(state, side).idle
            assert idle is not None
            state = GAME.apply(state, side, idle).state
    assert ("alpha", "plot") not in asked
    assert ("bravo", "plot") in asked
