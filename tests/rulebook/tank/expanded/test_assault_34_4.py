"""34.4 Attack on a Defended Position: objective, edge, variant, position, contact, length and points."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.core.orders import Order, Task
from hulldown.core.paths import reach
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import assault
from hulldown.games.tank.modules.engagements.arrival import first_turns
from hulldown.games.tank.modules.engagements.contact import found_out
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.contact import recall
from hulldown.games.tank.rules.defenders import guessed
from hulldown.games.tank.rules.edges import entry_turn
from hulldown.games.tank.rules.panic import panic_in_force
from hulldown.games.tank.rules.situation import BOUND, FREE
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, Frame, TankState
from hulldown.games.tank.rules.troops import device_of
from hulldown.games.tank.rules.works import LAY, MINES
from support.engagement import advanced, cell, columns, noted, opened, put, rules_of, tally

ID = "tank/34.4"
GUNS = {("bravo", "variant"): Order("variant", choice="guns")}


def started(answers: dict[tuple[str, str], Order] | None = None) -> TankState:
    return advanced(opened(ID), "plot", answers)


def counted(state: TankState) -> tuple[int, int, int]:
    own = [unit for unit in state.units if unit.side == "bravo"]
    return (
        sum(arms(unit.type).squad for unit in own),
        sum(bool(device_of(unit)) for unit in own),
        sum(arms(unit.type).gun for unit in own),
    )


@pytest.mark.rules("34.4", "34.4-1", "34.4-2")
def test_the_two_variants():
    assert counted(started()) == (12, 9, 2)
    assert counted(started(GUNS)) == (6, 2, 8)
    alpha = [unit for unit in opened(ID).units if unit.side == "alpha"]
    assert [sum(arms(u.type).squad for u in alpha), sum(arms(u.type).carries for u in alpha), len(alpha)] == [
        12,
        12,
        44,
    ]


@pytest.mark.rules("34.4-3")
def test_the_variant_is_secret_and_neither_names_nor_numbers_tell_it():
    one, two = started(), started(GUNS)
    for state in (one, two):
        assert sorted(unit.id for unit in state.units if unit.side == "bravo") == sorted(f"B{n}" for n in range(1, 15))
        view = GAME.view(state, "alpha")
        assert "variant" not in str(view.more)
        assert GAME.view(state, "bravo").more["engagements"]["variant"] in ("infantry", "guns")
    assert GAME.view(one, "alpha").facts == GAME.view(two, "alpha").facts
    types = [{unit.id: unit.type for unit in state.units} for state in (opened_with("a"), opened_with("b"))]
    assert types[0] != types[1]


def opened_with(seed: str) -> TankState:
    return advanced(opened(ID, seed=seed), "plot")


@pytest.mark.rules("34.4-3")
def test_who_guesses_at_the_defence_keeps_the_units_that_he_knows():
    state = started(GUNS)
    own = [unit for unit in state.units if unit.side == "bravo"]
    guns = [unit for unit in own if arms(unit.type).gun][:3]
    squads = [unit for unit in own if arms(unit.type).squad][:2]
    known = [guns[0], squads[0], guns[1], guns[2], squads[1]]
    for seed in range(12):
        made = guessed(scene_of(state).side("bravo"), known, 2, Random(seed))
        types = {unit.id: unit.type for unit in made}
        assert sorted(types) == sorted(f"B{number}" for number in range(1, 15))
        assert {unit.id: types[unit.id] for unit in known} == {unit.id: unit.type for unit in known}
        assert {unit.facing for unit in made} == {2}
        assert sum(arms(unit.type).gun for unit in made) == 8, "three guns are more than the infantry has"


@pytest.mark.rules("34.4-4")
def test_the_objective_is_clear_and_ten_hexes_from_every_edge():
    state = advanced(opened(ID), "objective")
    board = GAME.board(ID)
    cells = GAME.legal(state, "bravo").units[0].options[0].cells
    assert all(board.edge_distance(one, edge) >= 10 for one in cells for edge in board.edges)
    assert {board.terrain[one] for one in cells} == {"clear"}
    order = Order("objective", (Task("objective", "OB", (cell("1010"),)),))
    assert rules_of(GAME.check(state, "bravo", order)) == {"34.4-4"}
    goal = cells[7]
    state = advanced(state, "edge", {("bravo", "objective"): Order("objective", (Task("objective", "OB", (goal,)),))})
    assert assault.objective(state) == goal
    assert GAME.view(state, "alpha").more["engagements"]["objective"] == goal


@pytest.mark.rules("34.4-5")
def test_alpha_then_says_where_it_comes_from():
    state = advanced(opened(ID), "edge")
    assert GAME.legal(state, "alpha").choices == ("W", "X", "Y", "Z")
    state = advanced(state, "plot", {("alpha", "edge"): Order("edge", choice="Y")})
    board = GAME.board(ID)
    assert all(column.entry in board.edges["Y"] for column in state.columns.values())


@pytest.mark.rules("34.4-6")
def test_everybody_is_hidden_in_improved_positions_guns_with_a_facing():
    state = advanced(opened(ID), "defence", GUNS)
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    blind = Order("defence", tuple(Task(t.unit, t.kind, t.cells) if t.unit == gun.id else t for t in idle.tasks))
    assert rules_of(GAME.check(state, "bravo", blind)) == {"14.5"}
    assert "34.4-6" in rules_of(GAME.check(state, "bravo", Order("defence", idle.tasks[1:])))
    after = GAME.apply(state, "bravo", idle).state
    own = [unit for unit in after.units if unit.side == "bravo"]
    assert {unit.status for unit in own} == {ON_MAP}
    assert {position.cell for position in after.positions} == {unit.cell for unit in own}
    shown = {unit.id for unit in own if not unit.hidden}
    assert len(shown) < len(own)


@pytest.mark.rules("34.4-7", "34.4-3", "29.0-gen-1")
def test_no_mines_near_the_objective_or_the_edge():
    state = advanced(opened(ID), "defence")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    goal, board = assault.objective(state), GAME.board(ID)
    near = next(one for one in board.cells if board.distance(one, goal) == 4)
    far = next(one for one in assault.limits(state, scene_of(state)).mined if board.distance(one, goal) == 5)
    ditch = next(one for one in assault.limits(state, scene_of(state)).dug if board.distance(one, goal) == 10)
    for where, kind, unit, good in (
        (near, LAY, MINES, False), (far, LAY, MINES, True), (far, "DG", "ditch", False), (ditch, "DG", "ditch", True),
        (cell("1010"), LAY, MINES, False),
    ):  # fmt: skip
        order = Order("defence", (*idle.tasks, Task(unit, kind, (where,))))
        assert (rules_of(GAME.check(state, "bravo", order)) == set()) is good
    all_of_them = Order("defence", (*idle.tasks, Task(MINES, LAY, (far,) * 20)))
    assert GAME.check(state, "bravo", all_of_them) == []
    many = Order("defence", (*idle.tasks, Task(MINES, LAY, (far,) * 21)))
    assert rules_of(GAME.check(state, "bravo", many)) == {"34.4-3"}


@pytest.mark.rules("34.4-8")
def test_five_chits_show_the_units_in_hexes_that_end_with_them():
    state = advanced(opened(ID), "defence")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    step = GAME.apply(state, "bravo", idle)
    chits = next(event for event in step.events if event.kind == "betrayed").data["chits"].split()
    assert len(chits) == 5
    board = GAME.board(ID)
    for unit in step.state.units:
        if unit.side == "bravo":
            assert unit.hidden is (board.labels[unit.cell][-1] not in chits)
            assert not unit.spotted


@pytest.mark.slow
@pytest.mark.rules("34.4-9")
def test_up_to_five_columns_mixed_at_the_pace_of_the_slowest():
    state = advanced(opened(ID), "advance")
    board = GAME.board(ID)
    edge = [board.labels[one] for one in board.edges[recall(state, "edge")]]
    assert GAME.check(state, "alpha", columns(*edge[10:15])) == []
    assert rules_of(GAME.check(state, "alpha", columns(*edge[10:16]))) == {"34.4-9"}
    mixed = columns(edge[10], edge[12], joins={"A1": "column1", "A33": "column1"})
    assert GAME.check(state, "alpha", mixed) == []
    state = advanced(state, "plot", {("alpha", "columns"): columns(edge[17])})
    scene = scene_of(state)
    assert assault.march(state, scene, "alpha1") == BOUND
    entry = state.columns["alpha1"].entry
    short = Order("plot", (Task("column1", "MV", (entry,)),))
    assert "34.4-9" in rules_of(GAME.check(state, "alpha", short))
    single = Order("plot", (Task("A1", "FC"),))
    assert "34.4-9" in rules_of(GAME.check(state, "alpha", single))
    after = advanced(GAME.apply(state, "alpha", Order("plot")).state, "final")
    slowest = min(arms(unit.type).ma for unit in state.units if unit.side == "alpha" and arms(unit.type).drives)
    assert sum(unit.side == "alpha" and unit.status == ON_MAP for unit in after.units) <= slowest
    assert assault.march(noted(state, contact=1), scene, "alpha1") == FREE


@pytest.mark.rules("34.4-10", "34.4-24")
def test_bravo_wins_if_alpha_is_not_there_by_turn_7_without_contact():
    state = started()
    last = assault.deadline(state, scene_of(state))
    assert last >= 7
    state.turn = last - 1
    assert GAME.judge(state) is None
    state.turn = last
    outcome = GAME.judge(state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("bravo", "34.4-24")
    assert GAME.judge(noted(state, contact=2)) is None
    assert GAME.judge(noted(state, entered=["A1"])) is None


@pytest.mark.rules("34.4-11", "34.4-17")
def test_contact_is_a_defender_spotted_or_fire_on_alpha():
    state = started()
    assert not found_out(put(state, {"A1": "0510"}))
    name = next(unit.id for unit in state.units if unit.side == "bravo")
    assert found_out(put(state, {name: "3015"}))
    shot = state.thaw()
    shot.fired_on = {"bravo": True}
    assert not found_out(shot)
    shot.fired_on = {"alpha": True}
    assert found_out(shot)
    shot.turn = 3
    assert not panic_in_force(noted(shot, contact=3), scene_of(shot))
    assert panic_in_force(noted(shot, contact=2), scene_of(shot))


@pytest.mark.rules("34.4-12")
def test_no_opportunity_fire_on_turn_1():
    state = started()
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    order = Order("plot", (Task(squad.id, "OF", choice="adjacent"),))
    assert rules_of(GAME.check(state, "bravo", order)) == {"34.4-12"}
    state.turn = 2
    assert GAME.check(state, "bravo", order) == []


@pytest.mark.rules("34.4-13")
@pytest.mark.parametrize(("seen_from", "spotted"), [("next", True), ("", False)])
def test_a_gun_that_turns_is_spotted_by_whoever_sees_it(seen_from: str, spotted: bool):
    state = started(GUNS)
    board = GAME.board(ID)
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    if seen_from:
        near = next(c for c in board.cells if board.distance(c, gun.cell) == 3 and scene_of(state).clear(c, gun.cell))
        state = put(state, {"A1": board.labels[near]})
        gun = next(unit for unit in state.units if unit.id == gun.id)
    for unit in state.units:
        if unit.side == "alpha" and unit.id != "A1":
            unit.status = DESTROYED
    gun.may_face, gun.hidden, gun.spotted = True, True, False
    state.stack[-1] = Frame("final", ("bravo",))
    after = GAME.apply(state, "bravo", Order("face", (Task(gun.id, "FC", (), (gun.facing + 1) % 6),))).state
    assert next(unit for unit in after.units if unit.id == gun.id).spotted is spotted


@pytest.mark.rules("34.4-15", "34.4-16")
def test_the_length_of_the_example_is_20_turns():
    state = started().thaw()
    scene = scene_of(state)
    parts = dict(state.more)
    parts["mines"] = {"mines": [[1, 13]], "ditch": [1, 2, 3, 4, 5, 6], "most": 20}
    state.more = parts
    assert assault.last_turn(state, scene) == 20
    parts["mines"] = {"mines": [[1, 4]], "ditch": [1, 2, 3, 4, 5], "most": 20}
    assert assault.last_turn(state, scene) == 16
    assert assault.last_turn(noted(state, variant="guns"), scene) == 22
    state = noted(state, contact=1)
    state.turn = 15
    assert GAME.judge(state) is None
    state.turn = 16
    assert GAME.judge(state) is not None


@pytest.mark.rules("34.4-15", "34.4-22", "34.4-23")
def test_it_goes_on_without_defenders_and_ends_without_attackers():
    state = noted(started(), contact=3)
    state.turn = 5
    for unit in state.units:
        if unit.side == "bravo":
            unit.status = DESTROYED
    assert GAME.judge(state) is None, "the objective can still be taken and passed"
    state.turn = assault.last_turn(state, scene_of(state))
    assert GAME.judge(state) is not None
    alone = noted(started(), contact=3)
    alone.turn = 5
    for unit in alone.units:
        if unit.side == "alpha":
            unit.status = DESTROYED
    outcome = GAME.judge(alone)
    assert outcome is not None
    assert outcome.winner == "bravo"


@pytest.mark.rules("34.4-15", "34.4-22")
def test_a_turn_without_defenders_asks_alpha_alone():
    state = noted(started(), contact=1)
    for unit in state.units:
        if unit.side == "bravo":
            unit.status = DESTROYED
    played = GAME.apply(GAME.apply(state, "alpha", Order("plot")).state, "bravo", Order("plot")).state
    played = advanced(played, "plot")
    assert GAME.outcome(played) is None
    assert set(GAME.pending(played)) == {"alpha"}


@pytest.mark.rules("34.4-15")
def test_only_bravo_knows_the_length():
    state = started()
    assert GAME.score(GAME.view(state, "bravo")).turns == 14
    assert GAME.score(GAME.view(state, "alpha")).turns == 0


@pytest.mark.rules("34.4-18", "34.4-19", "34.4-20")
def test_what_stands_off_the_map():
    state = started()
    scene = scene_of(state)
    alpha, bravo = scene.side("alpha").off_map, scene.side("bravo").off_map
    assert alpha is not None
    assert bravo is not None
    assert (alpha.prewritten, alpha.air, bravo.prewritten, bravo.air) == (True, True, True, False)
    goal, board = assault.objective(state), GAME.board(ID)
    for away, spared in ((0, True), (1, True), (2, False)):
        where = next(one for one in board.cells if board.distance(one, goal) == away)
        assert (assault.spares(state, scene, "bravo", where) is not None) is spared
        assert assault.spares(state, scene, "alpha", where) is None


@pytest.mark.rules("34.4-21")
def test_bravos_points():
    state = started()
    assert tally(state) == {"alpha": 0, "bravo": 10}
    for unit in state.units:
        if unit.id in ("A1", "A21", "A33"):  # a tank, a squad, a carrier
            unit.status = DESTROYED
    assert tally(state) == {"alpha": 0, "bravo": 2 + 1 + 1 + 10}
    assert tally(noted(state, entered=["A2"])) == {"alpha": 0, "bravo": 4}


@pytest.mark.rules("34.4-22", "34.4-23")
def test_alphas_points():
    state = noted(started(), entered=["A2", "A21", "A33"])
    goal = assault.objective(state)
    own = [unit for unit in state.units if unit.side == "bravo"]
    next(unit for unit in own if arms(unit.type).gun).status = DESTROYED
    next(unit for unit in own if arms(unit.type).squad).status = DESTROYED
    assert tally(state)["alpha"] == 2
    units = {unit.id: unit for unit in state.units}
    units["A21"].cell = goal
    assert units["A21"].status == CARRIED
    assert tally(state)["alpha"] == 12
    units["A2"].status = units["A33"].status = EXITED
    assert tally(state)["alpha"] == 22


@pytest.mark.rules("34.4-23")
def test_only_who_has_been_in_the_objective_leaves_by_any_edge():
    state = noted(put(started(), {"A1": "3001", "A2": "3101"}), contact=1, entered=["A2"])
    state.turn = 2
    for name, good in (("A1", False), ("A2", True)):
        found = rules_of(GAME.check(state, "alpha", Order("plot", (Task(name, "MV", (), choice="exit"),))))
        assert ("34.4-23" not in found) is good


@pytest.mark.rules("34.4-23")
def test_bravo_never_leaves_and_alpha_only_when_somebody_has_been_there():
    state = started()
    scene = scene_of(state)
    edge = scene.situation.exit_edge
    assert [edge(state, scene, side) for side in ("alpha", "bravo")] == ["", ""]
    been = noted(state, entered=["A2"])
    assert [edge(been, scene, side) for side in ("alpha", "bravo")] == ["WXYZ", ""]


@pytest.mark.rules("34.4-22")
def test_only_a_living_squad_of_alpha_holds_the_objective():
    state = noted(started(), entered=["A2"])
    goal = assault.objective(state)
    units = {unit.id: unit for unit in state.units}
    defender = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    for name, status, points in (
        ("A1", ON_MAP, 0),
        ("A21", ON_MAP, 10),
        ("A21", DESTROYED, 0),
        (defender.id, ON_MAP, 0),
    ):
        there = state.thaw()
        unit = next(each for each in there.units if each.id == name)
        unit.cell, unit.status = goal, status
        assert tally(there)["alpha"] == points, (name, status)
    assert units["A21"].cell != goal


@pytest.mark.rules("34.4-23")
def test_who_comes_into_the_objective_is_noted_with_its_passenger():
    state = started()
    scene, goal = scene_of(state), assault.objective(state)
    carrier = next(unit for unit in state.units if unit.side == "alpha" and arms(unit.type).carries)
    rider = load_of(state, carrier)
    assert rider is not None
    there = put(state, {carrier.id: GAME.board(ID).labels[goal]})
    index = next(i for i, unit in enumerate(there.units) if unit.id == carrier.id)
    assault.note_entry(there, scene, None, index)
    assert sorted(recall(there, "entered")) == sorted([carrier.id, rider.id])
    later = put(there, {"A1": GAME.board(ID).labels[goal]})
    assault.note_turn(later, scene)
    assert {"A1", carrier.id, rider.id} <= set(recall(later, "entered"))
    away = put(state, {"A1": "0510"})
    assault.note_entry(away, scene, None, 0)
    assault.note_turn(away, scene)
    assert recall(away, "entered") is None


@pytest.mark.rules("34.4-10")
def test_the_deadline_is_turn_7_or_as_soon_as_the_fastest_can_be_there():
    state = started()
    scene, board = scene_of(state), GAME.board(ID)
    fastest = max(arms(unit.type).ma for unit in state.units if unit.side == "alpha")
    goal = assault.objective(state)
    found = reach(board, scene.ground.vehicle_costs, goal, 10_000)
    nearest = min(found[one].cost for one in board.edges[recall(state, "edge")] if one in found)
    assert assault.deadline(state, scene) == max(7, -(-(nearest + 1) // fastest))
    near = noted(state, objective=board.by_label["3010"], edge="W")
    assert assault.deadline(near, scene) == 7


@pytest.mark.rules("34.4-10", "34.4-9")
def test_a_column_that_is_left_alone_goes_the_cheapest_way_to_the_objective():
    state = started()
    scene, board, goal = scene_of(state), GAME.board(ID), assault.objective(state)
    entry = state.columns["alpha1"].entry
    way = assault.onward(state, scene, entry)
    assert way[-1] == goal
    assert board.distance(entry, way[0]) == 1
    assert assault.onward(noted(state, entered=["A1"]), scene, entry) == ()
    assert assault.onward(state, scene, goal) == ()
    parts = dict(state.more)
    parts["mines"] = {"mines": [], "ditch": [way[3]], "most": 20}
    dug = state.thaw()
    dug.more = parts
    round_it = assault.onward(dug, scene, entry)
    assert round_it[-1] == goal
    assert way[3] not in round_it

    # Mines that have been found are driven round as well; those that nobody knows of, and those all round, are not.
    def found(*cells):
        mined = state.thaw()
        mined.more = {**state.more, "mines": {"mines": [[one, 1] for one in (way[3], *cells)], "found": list(cells)}}
        return assault.onward(mined, scene, entry)

    assert found() == way
    assert found(way[3])[-1] == goal
    assert way[3] not in found(way[3])
    assert found(*(one for one in board.neighbours[entry] if one >= 0)) == way


@pytest.mark.rules("34.4-9")
def test_a_column_uses_all_the_points_that_it_can():
    state = started()
    scene, entry = scene_of(state), state.columns["alpha1"].entry
    way = (entry, *assault.onward(state, scene, entry))
    told = [assault.speed(state, scene, "alpha1", way[:count]) for count in range(9)]
    assert told[0] == "it must enter"
    full = told.index("")
    assert all("must use them" in why for why in told[1:full])
    slowest = min(arms(unit.type).ma for unit in state.units if unit.side == "alpha" and arms(unit.type).drives)
    assert 1 < full <= slowest
    assert assault.speed(noted(state, entered=["A1"]), scene, "alpha1", way[:1]) == "", "who has been there may halt"


@pytest.mark.rules("34.4-9", "17.3-2")
def test_a_column_that_would_go_slower_is_refused():
    state = started()
    scene, entry = scene_of(state), state.columns["alpha1"].entry
    way = (entry, *assault.onward(state, scene, entry))
    full = next(count for count in range(9) if not assault.speed(state, scene, "alpha1", way[:count]))

    def wrong(count):
        order = Order("plot", (Task("column1", "MV", cells=way[:count]),), decision=GAME.pending(state)["alpha"].id)
        return [(violation.rule, violation.unit) for violation in GAME.check(state, "alpha", order)]

    assert wrong(full - 1) == [("34.4-9", "column1")]
    assert wrong(full) == []


@pytest.mark.rules("34.4-9", "34.1-1")
def test_the_question_for_columns_is_that_of_its_own_scenario_whatever_was_played_before() -> None:
    asked = []
    for scenario in ("tank/34.2", ID, "tank/34.2"):
        state = advanced(opened(scenario), "columns" if scenario != ID else "advance")
        asked += [decision.rule for decision in GAME.pending(state).values()]
    assert asked == ["34.1-1", "34.1-1", "34.4-9", "34.1-1", "34.1-1"]


@pytest.mark.rules("34.4-10", "32.4")
def test_the_deadline_waits_for_the_chit_of_delayed_entry():
    state = advanced(opened(ID, {"delayed_entry": "yes"}, "d1"), "plot")
    scene = scene_of(state)
    turn = entry_turn(state, scene, "alpha")
    assert turn > 1
    state = noted(state, objective=cell("1111"), edge="X")
    fastest = max(arms(unit.type).ma for unit in state.units if unit.side == "alpha")
    needs = first_turns(scene, GAME.board(ID).edges["X"], fastest)[cell("1111")]
    assert assault.deadline(state, scene) == max(7, turn - 1 + needs) > 7
