"""What is chosen before play in the open scenarios: read, refused, left alone, told (34.1 to 34.4)."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.events import Event
from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import assault, camp, delaying
from hulldown.games.tank.modules.engagements.clear import clear_costs, clear_way, is_clear, starts, stray
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import ON_MAP, WAITING
from support.engagement import advanced, cell, columns, opened

ID = "tank/34.4"
BOARD = GAME.board(ID)


def wrong(state, side: str, order: Order) -> list[tuple[str, str]]:
    return [(one.rule, one.unit) for one in GAME.check(state, side, order)]


@pytest.mark.rules("34.4-4")
def test_the_objective_is_one_hex_of_those_that_may_be_one_and_nothing_else():
    state = advanced(opened(ID), "objective")
    (unit,) = GAME.legal(state, "bravo").units
    cells = unit.options[0].cells
    far = [one for one in BOARD.cells if min(BOARD.edge_distance(one, edge) for edge in BOARD.edges) >= 10]
    assert cells == tuple(one for one in far if BOARD.terrain[one] == "clear")
    assert min(BOARD.edge_distance(one, edge) for one in cells for edge in BOARD.edges) == 10
    assert unit.required
    good = Task("objective", "OB", cells[:1])
    assert wrong(state, "bravo", Order("objective", (good,))) == []
    for order in (
        Order("objective"), Order("objective", (good, good)), Order("objective", (good,), choice="x"),
        Order("objective", (Task("objective", "COL", cells[:1]),)), Order("objective", (Task("B1", "OB", cells[:1]),)),
    ):  # fmt: skip
        assert wrong(state, "bravo", order) == [("34.4-4", "")], order
    for hexes in ((), cells[:2], (cell("1010"),)):
        assert wrong(state, "bravo", Order("objective", (Task("objective", "OB", hexes),))) == [("34.4-4", "objective")]
    assert GAME.legal(state, "bravo").idle == Order(
        "objective", (Task("objective", "OB", (cells[len(cells) // 2],)),)
    ), "in the middle of the map if nobody says"  # fmt: skip


@pytest.mark.rules("34.4-4", "34.4-5", "34.4-3")
def test_objective_and_mapedge_are_told_to_all_and_the_variant_to_nobody():
    events: list[Event] = []
    answers = {("bravo", "objective"): Order("objective", (Task("objective", "OB", (cell("3015"),)),)),
               ("alpha", "edge"): Order("edge", choice="Y")}  # fmt: skip
    if cell("3015") not in assault.objectives(scene_of(opened(ID))):
        del answers["bravo", "objective"]
    state = advanced(opened(ID), "defence", answers, events)
    told = {event.kind: event for event in events}
    goal = BOARD.labels[assault.objective(state)]
    assert (told["objective"].rule, told["objective"].audience, told["objective"].data["hex"]) == ("34.4-4", (), goal)
    assert (told["edge"].rule, told["edge"].audience, told["edge"].data["edge"]) == ("34.4-5", (), "Y")
    assert "variant" not in told


@pytest.mark.rules("34.4-5", "34.4-3")
@pytest.mark.parametrize(
    ("side", "kind", "case", "words"),
    [("alpha", "edge", "34.4-5", ("W", "X", "Y", "Z")), ("bravo", "variant", "34.4-3", ("infantry", "guns"))],
)
def test_mapedge_and_variant_are_one_word_of_those_offered(side: str, kind: str, case: str, words: tuple[str, ...]):
    state = advanced(opened(ID), kind)
    legal = GAME.legal(state, side)
    assert legal.choices == words
    assert legal.idle == Order(kind, choice=words[0])
    assert all(wrong(state, side, Order(kind, choice=word)) == [] for word in words)
    for order in (Order(kind), Order(kind, choice="Q"), Order(kind, (Task("A1", "MV"),), choice=words[0])):
        assert wrong(state, side, order) == [(case, "")]


@pytest.mark.rules("34.4-5", "34.4-6")
@pytest.mark.parametrize(("edge", "inward", "outward"), [("W", 3, 0), ("Y", 0, 3)])
def test_the_attack_faces_inward_from_its_edge_and_the_defence_faces_it(edge: str, inward: int, outward: int):
    state = advanced(opened(ID), "defence", {("alpha", "edge"): Order("edge", choice=edge)})
    assert {unit.facing for unit in state.units if unit.side == "alpha"} == {inward}
    assert {unit.facing for unit in state.units if unit.side == "bravo"} == {outward}
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    units = {unit.id: unit for unit in state.units}
    facings = {task.facing for task in idle.tasks if arms(units[task.unit].type).gun}
    assert facings == {outward}
    assert {task.facing for task in idle.tasks if arms(units[task.unit].type).squad} == {-1}


@pytest.mark.rules("34.4-6", "34.4-8")
def test_a_defence_that_nobody_has_laid_out_stands_around_the_objective_one_to_a_hex():
    state = advanced(opened(ID), "defence")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    goal = assault.objective(state)
    near = sorted(BOARD.cells, key=lambda one: (BOARD.distance(one, goal), one))[:14]
    assert [task.cells for task in idle.tasks] == [(one,) for one in near]
    events: list[Event] = []
    after = advanced(state, "plot", events=events)
    own = [unit for unit in after.units if unit.side == "bravo"]
    assert {unit.cell for unit in own} == set(near)
    assert {unit.status for unit in own} == {ON_MAP}
    assert [place.cell for place in after.positions] == sorted(near)
    assert {place.side for place in after.positions} == {"bravo"}
    (dug,) = (event for event in events if event.kind == "dug")
    assert (dug.rule, dug.audience, dug.data["hexes"]) == ("34.4-6", (), "nowhere")
    (betrayed,) = (event for event in events if event.kind == "betrayed")
    chits = {int(one) for one in str(betrayed.data["chits"]).split()}
    assert (len(chits), betrayed.rule, betrayed.audience) == (5, "34.4-8", ())
    digits = scene_of(after).ground.digits
    assert all(unit.hidden == (digits[unit.cell] not in chits) for unit in own)


@pytest.mark.rules("34.4-6")
def test_a_defence_is_tasks_and_no_word():
    state = advanced(opened(ID), "defence")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    assert wrong(state, "bravo", idle) == []
    assert wrong(state, "bravo", Order("defence", idle.tasks, choice="x")) == [("34.4-6", "")]
    assert ("34.4-6", idle.tasks[0].unit) in wrong(state, "bravo", Order("defence", idle.tasks[1:]))
    offered = GAME.legal(state, "bravo").units
    placed = [unit for unit in offered if unit.unit.startswith("B")]
    assert [unit.required for unit in placed] == [True] * 14
    guns = {unit.id for unit in state.units if unit.side == "bravo" and arms(unit.type).gun}
    assert {unit.unit for unit in placed if unit.options[0].facings} == guns, "a squad has no facing"


@pytest.mark.rules("34.4-4", "34.2-3", "34.1-3", "34.4")
def test_objective_columns_and_point_are_read():
    state = advanced(opened(ID), "objective")
    assert GAME.parse(state, "bravo", "OBJECTIVE OB 3015").tasks == (Task("objective", "OB", (cell("3015"),)),)
    race = advanced(opened("tank/34.2"), "columns")
    assert GAME.parse(race, "alpha", "A5 JN Column2").tasks == (Task("A5", "JN", choice="column2"),)
    march = advanced(opened("tank/34.1"), "columns")
    assert GAME.parse(march, "alpha", "P1 PT 3").tasks == (Task("P1", "PT", choice="3"),)
    for state, text in ((race, "A5 JN"), (race, "A5 JN column1 column2"), (march, "P1 PT"), (march, "P1 PT 3 4")):
        with pytest.raises(MalformedError):
            GAME.parse(state, "alpha", text)


@pytest.mark.rules("34.1-1", "34.2-3", "34.3-2", "34.4-9", "34.1")
@pytest.mark.parametrize(("number", "most", "needed"), [(1, 1, 1), (2, 4, 1), (3, 8, 2), (4, 5, 1)])
def test_so_many_columns_are_offered_and_needed_and_stand_in_the_middle_if_nobody_says(
    number: int, most: int, needed: int
):
    state = advanced(opened(f"tank/34.{number}"), "advance" if number == 4 else "columns")
    legal = GAME.legal(state, "alpha")
    offered = [unit for unit in legal.units if unit.unit.startswith("column")]
    assert [unit.unit for unit in offered] == [f"column{one}" for one in range(1, most + 1)]
    assert [unit.required for unit in offered] == [one <= needed for one in range(1, most + 1)]
    cells = offered[0].options[0].cells
    middle = len(cells) // 2
    assert legal.idle == Order(
        "columns", tuple(Task(f"column{one}", "COL", (cells[middle + 1 - one],)) for one in range(1, needed + 1))
    )  # fmt: skip
    joins = {unit.unit: unit.options[0].choices for unit in legal.units if unit.options[0].kind == "JN"}
    marching = {u.id for u in state.units if u.side == "alpha" and u.status == WAITING and arms(u.type).drives}
    assert set(joins) == (marching if most > 1 else set())
    assert set(joins.values()) <= {tuple(f"column{one}" for one in range(1, most + 1))}
    assert any(unit.options[0].kind == "PT" for unit in legal.units) == (number == 1)


@pytest.mark.rules("34.1-3", "34.1-1")
def test_one_platoon_goes_ahead_of_the_whole_column_and_no_second_one():
    state = advanced(opened("tank/34.1"), "columns")
    entry = BOARD.labels[GAME.legal(state, "alpha").units[0].options[0].cells[0]]
    order = columns(entry, point="P2 7")
    assert wrong(state, "alpha", order) == []
    twice = Order("columns", (*order.tasks, Task("P3", "PT", choice="2")))
    assert wrong(state, "alpha", twice) == [("34.1-3", "P3")]
    assert wrong(state, "alpha", columns(entry, point="P2 11")) == [("34.1-3", "P2")]
    turned = Order("columns", (order.tasks[0], Task("P2", "PT", facing=0, choice="7")))
    assert wrong(state, "alpha", turned) == [("34.1-1", "P2")], "no facing is noted here"
    after = advanced(state, "plot", {("alpha", "columns"): order})
    column = after.columns["alpha1"]
    plain = advanced(state, "plot", {("alpha", "columns"): columns(entry)}).columns["alpha1"]
    ahead = column.more["crew"][: column.more["point"]]
    assert (column.more["gap"], column.more["edge"]) == (7, "X")
    assert [name for name in plain.more["crew"] if name not in ahead] == column.more["crew"][len(ahead) :]
    assert not {"point", "gap"} & set(plain.more), "nobody goes ahead"
    assert (column.entry, column.route[0]) == (cell(entry), cell(entry))


@pytest.mark.rules("34.2-3", "34.3-2")
def test_a_turned_column_or_unit_is_refused():
    state = advanced(opened("tank/34.2"), "columns")
    one, two = (GAME.legal(state, "alpha").units[0].options[0].cells[place] for place in (0, 1))
    first, second = Task("column1", "COL", (one,)), Task("column2", "COL", (two,))
    good = Task("A5", "JN", choice="column2")
    assert wrong(state, "alpha", Order("columns", (first, second, good))) == []
    turned = Task("column2", "COL", (two,), facing=0)
    assert wrong(state, "alpha", Order("columns", (first, turned))) == [("34.1-1", "column2")]
    bad = Task("A5", "JN", facing=0, choice="column2")
    assert wrong(state, "alpha", Order("columns", (first, second, bad))) == [("34.1-1", "A5")]
    assert wrong(state, "alpha", Order("columns", (Task("column0", "COL", (one,)), second))) == [
        ("34.2-3", "column0"), ("34.2-3", "column1"),
    ]  # fmt: skip


@pytest.mark.rules("34.1-2", "34.1-4", "34.2-5")
def test_a_way_over_clear_ground_is_one_that_costs_what_clear_ground_costs_all_along():
    scene = scene_of(opened("tank/34.1"))
    ground = scene.ground
    assert {ground.rows[one].name for one in BOARD.cells if is_clear(scene, one)} == {"clear"}
    table = clear_costs(scene.scenario.map, scene.scenario.mode)
    for here in BOARD.cells:
        for way, ahead in enumerate(BOARD.neighbours[here]):
            cost = ground.vehicle_costs[here][way]
            open_step = ahead >= 0 and cost == 1 and ground.rows[ahead].name == "clear"
            assert table[here][way] == (1 if open_step else 0)
    goals = tuple(BOARD.edges["Z"])
    found = starts(scene, "X", goals)
    ways = [clear_way(scene, one, goals) for one in found]
    assert all(
        way[0] == one and way[-1] in goals and not stray(scene, way) for one, way in zip(found, ways, strict=True)
    )
    rest = [one for one in BOARD.edges["X"] if one not in found]
    assert all(clear_way(scene, one, goals) == () for one in rest)
    assert clear_way(scene, found[0], (found[0],)) == found[:1], "who is there need not go"
    assert "twice" in stray(scene, (*ways[0][:2], ways[0][0]))
    assert "not clear" in stray(scene, (next(one for one in BOARD.cells if not is_clear(scene, one)),))


@pytest.mark.rules("34.3-4", "34.3-7")
def test_bravos_tanks_stand_before_the_camp_if_nobody_says():
    state = advanced(opened("tank/34.3"), "camp")
    scene = scene_of(state)
    legal = GAME.legal(state, "bravo")
    tanks = delaying.tanks_of(state)
    assert [unit.unit for unit in legal.units] == [unit.id for unit in tanks]
    assert (len(tanks), {unit.required for unit in legal.units}) == (10, {True})
    assert all(unit.side == "bravo" and not arms(unit.type).carries for unit in tanks)
    cells = delaying.tank_cells(scene)
    assert {BOARD.labels[one][:2] for one in cells} == {f"{column:02}" for column in range(11, 62)}
    assert not {*delaying.RIVER, *delaying.CAMP} & {BOARD.labels[one] for one in cells}
    near = sorted(cells, key=lambda one: (BOARD.distance(one, cell(delaying.CAMP[4])), one))[:10]
    assert legal.idle is not None
    assert [(task.cells, task.facing) for task in legal.idle.tasks] == [((one,), camp._WEST) for one in near]
    assert wrong(state, "bravo", legal.idle) == []
    for facing in (-1, 6):
        first = legal.idle.tasks[0]
        turned = (Task(first.unit, first.kind, first.cells, facing), *legal.idle.tasks[1:])
        assert wrong(state, "bravo", Order("camp", turned)) == [("34.3-4", first.unit)]
    assert wrong(state, "bravo", Order("camp", legal.idle.tasks, choice="x")) == [("34.3-4", "")]


@pytest.mark.rules("34.1-1", "34.2-3", "34.3-2", "34.3-4", "34.4-6", "34.4-9", "26.2a", "28.11", "25.3a")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_word_where_none_is_asked_for_is_refused(number: int):
    state = opened(f"tank/34.{number}", {"artillery": "maximum"} if number > 2 else {})
    seen: set[str] = set()
    while state.turn < 3 and GAME.outcome(state) is None:
        side, decision = next(iter(GAME.pending(state).items()))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        if not idle.choice and decision.kind not in seen:
            seen.add(decision.kind)
            worded = Order(idle.kind, idle.tasks, choice="nonsense")
            assert [one.unit for one in GAME.check(state, side, worded)] == [""], decision.kind
        state = GAME.apply(state, side, idle).state
    wanted = {1: {"columns"}, 2: {"equip", "columns"}, 3: {"columns", "camp", "register"}, 4: {"columns", "defence"}}
    assert wanted[number] <= seen
