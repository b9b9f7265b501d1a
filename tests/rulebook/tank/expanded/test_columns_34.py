"""The order for columns before play in the open scenarios: what is refused, how units are shared out (34.0)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, step_cost
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements.clear import starts
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import columns_of, waiting
from hulldown.games.tank.rules.formation import platoons
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from support.engagement import advanced, cell, columns, noted, opened, rules_of

BOARD = GAME.board("tank/34.1")


def asked(number: int) -> TankState:
    return advanced(opened(f"tank/34.{number}"), "advance" if number == 4 else "columns")


def entries(state: TankState, side: str = "alpha") -> list[str]:
    return [BOARD.labels[one] for one in GAME.legal(state, side).units[0].options[0].cells]


def wrong(state: TankState, *tasks: Task, side: str = "alpha") -> list[tuple[str, str]]:
    """What is refused of an order: the case and the unit."""
    return [(each.rule, each.unit) for each in GAME.check(state, side, Order("columns", tasks))]


@pytest.mark.rules("34.1-1", "34.1-3")
def test_one_column_means_that_nobody_joins_another() -> None:
    state = asked(1)
    (lead,) = columns(entries(state)[0]).tasks
    assert wrong(state, lead) == []
    assert wrong(state, lead, Task("A1", "JN", choice="column1")) == [("34.1-1", "A1")]
    assert wrong(state, lead, Task("A1", "MV", (cell("3015"),))) == [("34.1-1", "A1")]
    assert wrong(state) == [("34.1-1", "column1")], "it needs an entry hex"
    assert [each.rule for each in GAME.check(state, "alpha", Order("columns", (lead,), choice="x"))] == ["34.1-1"]
    offered = {unit.unit: unit for unit in GAME.legal(state, "alpha").units}
    assert set(offered) == {"column1", "P1", "P2", "P3", "HQ"}
    assert offered["column1"].required
    assert offered["P1"].options[0].choices == tuple(str(hexes) for hexes in range(1, 11))


@pytest.mark.rules("34.1-3")
def test_only_a_platoon_is_the_point() -> None:
    state = asked(1)
    (lead,) = columns(entries(state)[0]).tasks
    assert wrong(state, lead, Task("P1", "PT", choice="1")) == wrong(state, lead, Task("P1", "PT", choice="10")) == []
    for task in (Task("A1", "PT", choice="3"), Task("P1", "PT", (cell("3015"),), choice="3"),
                 Task("P1", "PT", choice="0")):  # fmt: skip
        assert wrong(state, lead, task) == [("34.1-3", task.unit)]


@pytest.mark.rules("34.2-3")
def test_each_column_is_named_once_with_its_own_hex_of_the_edge() -> None:
    state = asked(2)
    first, second, third = entries(state)[:3]
    one, two = columns(first, second).tasks
    assert wrong(state, one, two) == []
    for bad in (
        Task("column2", "COL", (cell("3015"),)),  # not on the edge
        Task("column2", "COL"), Task("column2", "COL", (cell(second),), choice="x"),
        Task("column1", "COL", (cell(third),)), Task("column5", "COL", (cell(third),)),
        Task("column2", "COL", (cell(first),)),
    ):  # fmt: skip
        assert wrong(state, one, bad) == [("34.2-3", bad.unit)], bad
    assert wrong(state, two) == [("34.2-3", "column1")], "the first column is the one there must be"


@pytest.mark.rules("34.2-3")
def test_units_join_columns_that_enter_each_one_once() -> None:
    state = asked(2)
    one, two = columns(*entries(state)[:2]).tasks
    join = Task("A5", "JN", choice="column2")
    assert wrong(state, one, two, join) == []
    assert wrong(state, one, join) == [("34.2-3", "A5")], "column2 has no entry hex"
    assert wrong(state, one, two, join, join) == [("34.2-3", "A5")]
    for bad in (Task("B1", "JN", choice="column1"), Task("A11", "JN", choice="column1"),
                Task("A5", "JN", choice="column9"), Task("A5", "JN", (cell("3015"),), choice="column1")):  # fmt: skip
        assert wrong(state, one, two, bad) == [("34.2-3", bad.unit)], bad
    names = {unit.unit for unit in GAME.legal(state, "alpha").units}
    assert "A5" in names
    assert "A11" not in names, "a squad comes with its carrier"


@pytest.mark.rules("34.3-2")
def test_tanks_and_carriers_are_shared_out_to_columns_of_their_own() -> None:
    state = asked(3)
    one, two, three = entries(state)[10:13]
    lead = columns(one, two, three).tasks
    after = advanced(state, "camp", {("alpha", "columns"): Order("columns", lead)})
    units = {unit.id: unit for unit in after.units}
    crews = [after.columns[f"alpha{number}"].more["crew"] for number in (1, 2, 3)]
    assert [len(crew) for crew in crews] == [11, 12, 9]
    assert [arms(units[crew[0]].type).carries for crew in crews] == [False, True, False]
    # Six platoons of three and two tanks of the headquarters: each of them to the shorter column.
    assert crews[0] == [f"A{number}" for number in (1, 2, 3, 7, 8, 9, 13, 14, 15, 19, 20)]
    assert {"column1", "column2"} == {u.unit for u in GAME.legal(state, "alpha").units if u.required}
    assert wrong(state, lead[0]) == [("34.3-2", "column2")], "two columns at least"
    carriers = [unit.id for unit in state.units if unit.side == "alpha" and arms(unit.type).carries]
    # Told otherwise: the tanks take the second column and the carriers the first.
    swapped = columns(one, two, joins={"A3": "column2", carriers[1]: "column1"})
    after = advanced(state, "camp", {("alpha", "columns"): swapped})
    assert after.columns["alpha1"].more["crew"] == [carriers[1], carriers[0], *carriers[2:]]
    assert after.columns["alpha2"].more["crew"] == ["A3", "A1", "A2", *(f"A{number}" for number in range(4, 21))]
    assert wrong(state, *columns(one, two, joins={"A3": "column2", "A4": "column1"}).tasks) == [("34.3-2", "A3")]
    mixed = columns(one, two, joins={"A3": "column1", carriers[0]: "column1"})
    assert (("34.3-2", carriers[0])) in wrong(state, *mixed.tasks)


@pytest.mark.rules("25.0-gen-3", "34.4-9")
def test_platoons_are_shared_out_whole_and_follow_those_of_them_who_are_told_where_to_go() -> None:
    state = asked(4)
    scene = scene_of(state)
    bands = [set(each.members) for each in platoons(state, scene) if each.side == "alpha"]
    assert sorted(map(len, bands)) == [2, 3, 3, 3, 3, 3, 3]

    def crews(number: int, **joins: str) -> list[list[str]]:
        order = columns(*entries(state)[4:24:4][:number], joins=joins)
        after = advanced(state, "plot", {("alpha", "columns"): order})
        return [after.columns[f"alpha{one}"].more["crew"] for one in range(1, number + 1)]

    for number in range(1, 6):
        dealt = crews(number)
        assert sum(len(crew) for crew in dealt) == 32
        assert max(map(len, dealt)) - min(map(len, dealt)) <= 1, "the carriers make them even"
        assert all(sum(band <= set(crew) for crew in dealt) == 1 for band in bands)
    told = crews(3, A8="column3", A1="column2", A2="column3")
    assert told[2][:1] == ["A8"]
    assert {"A7", "A8", "A9"} <= set(told[2]), "the others go with A8"
    assert [("A3" in crew) for crew in told] == [False, True, False], "with the one of two who has the shorter column"
    assert sorted(name for crew in told for name in crew) == sorted(name for crew in crews(1) for name in crew)


@pytest.mark.rules("34.1-3", "25.51")
def test_the_headquarters_counts_as_a_platoon_and_may_go_ahead() -> None:
    state = asked(1)
    order = columns(entries(state)[0], point="HQ 4")
    assert GAME.check(state, "alpha", order) == []
    after = advanced(state, "plot", {("alpha", "columns"): order})
    (staff,) = (each.members for each in platoons(state, scene_of(state)) if each.side == "alpha" and each.hq)
    assert tuple(after.columns["alpha1"].more["crew"][: len(staff)]) == staff
    assert (after.columns["alpha1"].more["point"], after.columns["alpha1"].more["gap"]) == (len(staff), 4)
    assert wrong(state, columns(entries(state)[0]).tasks[0], Task("P4", "PT", choice="3")) == [("34.1-3", "P4")]


@pytest.mark.rules("34.3-3")
def test_a_written_way_goes_where_vehicles_can_go() -> None:
    state = asked(3)
    scene = scene_of(state)
    costs = scene.ground.vehicle_costs
    edge = [cell(label) for label in entries(state)]
    good = next((here, ahead) for here in edge for ahead in BOARD.neighbours[here]
                if ahead >= 0 and step_cost(BOARD, costs, here, ahead) != IMPOSSIBLE)  # fmt: skip
    other = next(one for one in edge if one != good[0])
    carriers = Task("column2", "COL", (other,))
    assert wrong(state, Task("column1", "COL", good), carriers) == []
    far = next(one for one in edge if BOARD.distance(one, good[0]) > 3 and one != other)
    assert wrong(state, Task("column1", "COL", (good[0], far)), carriers) == [("34.3-3", "column1")]


@pytest.mark.rules("34.4-9")
def test_of_the_attack_only_the_entry_hexes_are_chosen() -> None:
    state = asked(4)
    labels = entries(state)
    assert set(labels) == {BOARD.labels[one] for one in BOARD.edges["W"]}
    lead = columns(labels[10]).tasks[0]
    assert wrong(state, lead) == []
    ahead = next(one for one in BOARD.neighbours[cell(labels[10])] if one >= 0)
    assert wrong(state, Task("column1", "COL", (cell(labels[10]), ahead))) == [("34.4-9", "column1")]
    idle = GAME.legal(state, "alpha").idle
    assert idle is not None
    assert [task.unit for task in idle.tasks] == ["column1"]
    assert idle.tasks[0].cells == (cell(labels[len(labels) // 2]),), "by the middle of the edge"


@pytest.mark.rules("34.1-2")
def test_a_column_enters_where_a_clear_way_leads_across() -> None:
    scene = scene_of(asked(1))
    found = starts(scene, "X", tuple(BOARD.edges["Z"]))
    assert found
    assert {scene.ground.rows[one].name for one in BOARD.edges["X"] if one not in found} - {"clear"}
    assert all(scene.ground.rows[one].cost == scene.ground.mode.rows["clear"].cost for one in found)


@pytest.mark.rules("34.1-6", "34.2-6")
@pytest.mark.parametrize("number", [1, 2])
def test_before_contact_nobody_may_stop_afterwards_as_ever(number: int) -> None:
    state = asked(number).thaw()
    state.turn = 2
    scene = scene_of(state)
    may = scene.situation.stoppers
    assert may is not None
    assert may(state, scene, None, ("alpha", "bravo")) == (), "the forces have not met"
    later = noted(state, contact=1, asked=True)
    later.turn = 3
    assert may(later, scene, None, ("bravo",)) == ("bravo",)
    same = noted(state, contact=later.turn, asked=True)
    same.turn = later.turn
    assert may(same, scene, None, ("bravo",)) == ("bravo",), "both have been asked once"


@pytest.mark.rules("34.1-1", "34.2-3")
def test_a_side_sees_its_own_columns_and_who_guesses_gives_the_enemy_one() -> None:
    state = advanced(opened("tank/34.1"), "plot")
    view = GAME.view(state, "alpha")
    assert isinstance(view.more, dict)
    (own,) = view.more["engagements"]["columns"].items()
    assert own[0] == "alpha1"
    entry, _, route, duty, more = own[1]
    assert (entry, route) == (state.columns["alpha1"].entry, state.columns["alpha1"].route)
    assert duty
    assert more["crew"] == state.columns["alpha1"].more["crew"]


@pytest.mark.rules("17.3-2")
def test_after_contact_nobody_comes_on_before_those_ahead_of_him_in_his_column() -> None:
    state = noted(advanced(opened("tank/34.4"), "plot"), contact=1)
    state.turn = 2
    for unit in state.units:
        if unit.side == "alpha" and unit.status == ON_MAP:
            unit.status = DESTROYED
    key = columns_of(state, "alpha")[0]
    first, second = (unit.id for unit in waiting(state, key)[:2])
    entry = state.columns[key].entry
    enter = [Task(name, "MV", (entry,)) for name in (first, second)]
    assert rules_of(GAME.check(state, "alpha", Order("plot", (enter[1],)))) == {"17.3-2"}
    assert "17.3-2" not in rules_of(GAME.check(state, "alpha", Order("plot", tuple(enter))))
