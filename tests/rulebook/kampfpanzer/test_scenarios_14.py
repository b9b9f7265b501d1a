"""The nine scenarios (14.1 to 14.9): every value a second time, the set-up, entry, exit, and how each is decided."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.scenarios import scenarios
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.deployment import group_zone
from hulldown.games.kampfpanzer.rules.state import DESTROYED, EXITED, FIRST, ON_MAP, SECOND, SIDES, KampfState, by_id
from hulldown.games.kampfpanzer.rules.victory import judge, judged

# nation, panic, [(forces, where, entrenched)]
FORCES: dict[int, tuple[int, tuple[Any, ...], tuple[Any, ...]]] = {
    1: (
        10,
        ("Nationalists", 2, [("9 Fr infantry, 2 75mm, 2 25mm", "rows 29-54", "may"),
                             ("3 BT7, 3 PzI, 2 25mm, 2 Truck", "turn 6: 3953", "")]),
        ("Republicans", 3, [("10 BT7, 6 Br infantry, 6 Truck", "rows 1-17", "")]),
    ),
    2: (
        10,
        ("Germans", 2, [("4 Ge infantry, 1 37mm", "town-1", ""), ("5 APC", "1 of 2007", ""),
                        ("2 PzI, 4 PzII", "turn 3: 3653", "")]),
        ("Czechs", 2, [("4 Pz38, 4 Fr infantry, 1 25mm, 5 Truck", "turn 1: 0954", "")]),
    ),
    3: (
        16,
        ("Russians", 2, [("7 BT7", "2 of 0908", ""), ("2 BT7", "2 of 3631", ""),
                         ("1 BT7, 3 Ru infantry", "4 of 0938", "infantry")]),
        ("Japanese", 3, [("8 T97, 9 Fr infantry, 2 75mm, 2 25mm, 5 Truck", "5 of 2121", "")]),
    ),
    4: (
        10,
        ("Germans", 2, [("2 PzIIID, 4 PzII, 4 Ge infantry, 2 37mm", "5 of 1016", "")]),
        ("Poles", 4, [("5 FT17, 5 R35", "turn 1: 0101 0201 0301 0401 0501 0601 0701 0801 0901 1001", "")]),
    ),
    5: (
        10,
        ("Finns", 1, [("6 Br infantry, 4 37mm, 4 75mm", "rows 1-13", "may")]),
        ("Russians", 5, [("10 BT7", "2 of 2319", ""), ("10 Ru infantry", "2 of 2528", "")]),
    ),
    6: (
        10,
        ("French", 3, [("5 S35, 5 H39, 4 25mm, 4 Fr infantry, 4 APC", "2 of 1903", "")]),
        ("Germans", 1, [("7 PzII, 7 PzIVE, 2 Ge infantry, 2 APC", "1 of town-1", "")]),
    ),
    7: (
        10,
        ("French", 3, [("2 B1, 5 R35, 8 H39", "roads 2 of town-1", "")]),
        ("Germans", 1, [("8 Pz38, 3 PzIIID, 2 PzII, 6 Ge infantry, 2 37mm, 8 APC", "rows 1-3", "")]),
    ),
    8: (
        18,
        ("Germans", 3, [("4 Ge infantry, 2 37mm", "town-1", ""), ("3 PzII, 2 PzIIID", "2 of 0753", "")]),
        ("British", 2, [("3 Br infantry, 1 2lb", "2 of 3437", ""), ("3 Br infantry, 1 75mm", "2 of 3532", ""),
                        ("3 A11, 2 A12, 1 M6", "2 of 3930", "")]),
    ),
    9: (
        10,
        ("British", 4, [("6 A10, 4 A13, 4 M6", "2 of 0621", "")]),
        ("Germans", 1, [("6 PzII", "3001 3002 3003 3004 3005 3006", ""), ("3 Ge infantry, 3 37mm", "hill-3", "may")]),
    ),
}  # fmt: skip


def _where(group: Any) -> str:
    if group.enter is not None:
        return f"turn {group.enter.turn}: {' '.join(group.enter.hexes)}"
    area = group.area
    if area.rows is not None:
        return f"rows {area.rows[0]}-{area.rows[1]}"
    if area.hexes:
        return " ".join(area.hexes)
    near = area.region or area.near
    return f"{'roads ' if area.roads else ''}{area.within} of {near}" if area.within else near


@pytest.mark.rules(
    "14.1", "14.2", "14.3", "14.4", "14.5", "14.6", "14.7", "14.8", "14.9", "14.1-1", "14.1-2", "14.1-3", "14.2-1",
    "14.2-2", "14.3-1", "14.3-2", "14.4-1", "14.4-2", "14.5-1", "14.5-2", "14.6-1", "14.6-2", "14.7-1", "14.7-2",
    "14.8-1", "14.8-2", "14.9-1", "14.9-2", "4.0c", "14.0b",
)  # fmt: skip
@pytest.mark.parametrize("number", range(1, 10))
def test_forces_places_levels_and_lengths(number: int) -> None:
    scenario = scenarios()[f"kampfpanzer/{number}"]
    length, *sides = FORCES[number]
    assert (scenario.length, scenario.rule) == (length, f"14.{number}")
    for side, (nation, panic, groups) in zip(SIDES, sides, strict=True):
        setup = scenario.side(side)
        assert (setup.nation, setup.panic) == (nation, panic)
        found = [
            (", ".join(f"{force.count} {force.type}" for force in group.forces), _where(group), group.entrench)
            for group in setup.groups
        ]
        assert found == groups
        for group in setup.groups:
            assert group.rule.startswith(f"14.{number}-")


VICTORY = {
    1: {"kind": "more", "region": "town-1", "rule": "14.1-4"},
    2: {"kind": "breakout", "side": "second", "exit": 5, "losses": 6, "rule": "14.2-3"},
    3: {"kind": "double", "side": "first", "region": "hill-1", "rule": "14.3-3"},
    4: {"kind": "destroy", "side": "second", "destroyed": 4, "rule": "14.4-3"},
    5: {"kind": "exit", "side": "second", "exit": 6, "rule": "14.5-6"},
    6: {"kind": "more", "region": "hill-2", "rule": "14.6-3"},
    7: {"kind": "breakthrough", "side": "second", "exit": 11, "destroyed": 8, "losses": 10, "rule": "14.7-3"},
    8: {"kind": "reach", "side": "second", "hex": "2341", "first_turn": 15, "rule": "14.8-3"},
    9: {"kind": "evict", "side": "first", "region": "hill-3", "fewer": 3, "rule": "14.9-3"},
}
EXITS = {2: [f"{c}01" for c in range(27, 31)], 5: [f"{c}01" for c in range(13, 20)]}


@pytest.mark.rules("14.0g", "14.2-3", "14.5-6", "14.7-3")
@pytest.mark.parametrize("number", range(1, 10))
def test_what_decides_and_where_one_may_leave(number: int) -> None:
    scenario = scenarios()[f"kampfpanzer/{number}"]
    found = {key: value for key in scenario.victory.__struct_fields__ if (value := getattr(scenario.victory, key))}
    assert found | {"side": scenario.victory.side} == {"side": "first", **VICTORY[number]}
    scene = scene_of(GAME.unbegun(scenario.id, {}))
    assert scene.exits(FIRST) == ()
    labels = [scene.board.labels[cell] for cell in scene.exits(SECOND)]
    if number == 7:
        assert labels == [f"{c:02d}{54 if c % 2 else 53}" for c in range(1, 40)]
        assert scenario.second.provenance["exits"] == "reconstructed"
    else:
        assert labels == EXITS.get(number, [])


def deployed(number: int, seed: str = "seed") -> KampfState:
    """The scenario after the plain set-up of both sides."""
    state: KampfState = GAME.setup(f"kampfpanzer/{number}", {}, seed)
    while state.stack[-1].step in ("first", "second"):
        side = next(iter(GAME.pending(state)))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state
    return state


@pytest.mark.rules("14.0a", "14.0j", "14.0i")
@pytest.mark.parametrize("number", range(1, 10))
def test_the_first_deploys_first_and_everybody_stands_in_its_area(number: int) -> None:
    state: KampfState = GAME.setup(f"kampfpanzer/{number}", {}, "seed")
    assert list(GAME.pending(state)) == [FIRST]
    state = deployed(number)
    assert state.turn == 1
    scene = scene_of(state)
    for unit in state.units:
        group = scene.group(unit)
        if group.area is None:
            assert unit.status == "waiting"
        else:
            assert unit.status == ON_MAP
            assert unit.cell in group_zone(scene, group)


@pytest.mark.rules("14.0i")
def test_rows_are_all_hexes_with_these_last_digits() -> None:
    scene = scene_of(GAME.unbegun("kampfpanzer/1", {}))
    cells = group_zone(scene, scene.scenario.first.groups[0])
    rows = {int(scene.board.labels[cell][2:]) for cell in cells}
    assert rows == set(range(29, 55))
    assert len(cells) == 39 * 26 - 19


@pytest.mark.rules("14.0a", "7.0-gen-1", "13.0-proc-1", "13.0-gen", "9.4b", "14.3-1")
def test_bad_set_ups_are_refused() -> None:
    state: KampfState = GAME.setup("kampfpanzer/3", {}, "seed")
    idle = GAME.legal(state, FIRST).idle
    assert idle is not None
    cell = GAME.board("kampfpanzer/3").cell

    def refused(**changes: Task) -> list[tuple[str, str]]:
        tasks = [changes.get(f"u{task.unit}", task) for task in idle.tasks]
        found = GAME.check(state, FIRST, Order("deploy", tuple(tasks)))
        return [(violation.unit, violation.rule) for violation in found]

    assert refused() == []
    assert refused(u1=Task("1", "DP", (cell("2020"),))) == [("1", "14.3-1")]
    assert ("2", "7.0-gen-1") in refused(u1=Task("1", "DP", (cell("0908"),)), u2=Task("2", "DP", (cell("0908"),)))
    assert refused(u1=Task("1", "DP", (cell("0908"),), choice="entrenched")) == [("1", "13.0-proc-1")]
    assert refused(u11=Task("11", "DP", (cell("0938"),))) == [("11", "14.3-1")]
    assert refused(u1=Task("1", "DP", (cell("0908"),), 3)) == [("1", "9.4b")]
    assert refused(u1=Task("101", "DP", (cell("2121"),))) == [("101", "14.0a"), ("1", "14.3-1")]
    assert GAME.check(state, FIRST, Order("deploy", idle.tasks[1:])) != []
    japanese = GAME.apply(state, FIRST, idle).state
    plain = GAME.legal(japanese, SECOND).idle
    assert plain is not None
    infantry = next(task for task in plain.tasks if by_id(japanese, task.unit).type == "Fr infantry")  # type: ignore[union-attr]
    dug = tuple(
        Task(task.unit, "DP", task.cells, choice="entrenched") if task is infantry else task for task in plain.tasks
    )
    assert [one.rule for one in GAME.check(japanese, SECOND, Order("deploy", dug))] == ["13.0-gen"]


@pytest.mark.rules("13.0-gen", "13.21a", "14.9-2", "13.0-proc-1")
def test_infantry_and_a_gun_share_one_entrenchment() -> None:
    state: KampfState = GAME.setup("kampfpanzer/9", {}, "seed")
    british = GAME.legal(state, FIRST).idle
    assert british is not None
    state = GAME.apply(state, FIRST, british).state
    idle = GAME.legal(state, SECOND).idle
    assert idle is not None
    hill = GAME.board(state.scenario).cell("2212")
    tasks = {task.unit: task for task in idle.tasks}
    infantry = next(u.id for u in state.units if u.type == "Ge infantry")
    gun = next(u.id for u in state.units if u.type == "37mm")
    tasks[infantry] = Task(infantry, "DP", (hill,), choice="entrenched")
    tasks[gun] = Task(gun, "DP", (hill,), 3, "open")
    after = GAME.apply(state, SECOND, Order("deploy", tuple(tasks.values()))).state
    assert [works.cell for works in after.works].count(hill) == 1
    # Whoever stands in it is entrenched, whatever was said of him.
    marks = {piece.id: piece.marks for piece in GAME.view(after, None).pieces}
    assert "entrenched" in marks[gun]
    tasks[gun] = Task(gun, "DP", (hill,), 3, "entrenched")
    both = GAME.apply(state, SECOND, Order("deploy", tuple(tasks.values()))).state
    assert [works.cell for works in both.works].count(hill) == 1


@pytest.mark.rules("14.0f", "14.1-3")
def test_infantry_may_start_on_vehicles_of_its_own_area() -> None:
    state: KampfState = GAME.setup("kampfpanzer/1", {}, "seed")
    idle = GAME.legal(state, FIRST).idle
    assert idle is not None
    # The guns of the second group start on its trucks, off the map.
    assert [(task.unit, task.targets) for task in idle.tasks if task.kind == "RD"] == [("20", ("22",)), ("21", ("23",))]
    state = GAME.apply(state, FIRST, idle).state
    republicans = GAME.legal(state, SECOND)
    trucks = tuple(unit.id for unit in state.units if unit.side == SECOND and unit.type == "Truck")
    infantry = [unit.id for unit in state.units if unit.side == SECOND and unit.type == "Br infantry"]
    offered = next(one for one in republicans.units if one.unit == infantry[0])
    assert next(option.targets for option in offered.options if option.kind == "RD") == trucks
    assert republicans.idle is not None
    tasks = {task.unit: task for task in republicans.idle.tasks}
    tasks[infantry[0]] = Task(infantry[0], "RD", targets=(trucks[0],))
    after = GAME.apply(state, SECOND, Order("deploy", tuple(tasks.values()))).state
    rider, truck = by_id(after, infantry[0]), by_id(after, trucks[0])
    assert rider is not None
    assert truck is not None
    assert (rider.cell, rider.status) == (truck.cell, ON_MAP)
    tasks[infantry[1]] = Task(infantry[1], "RD", targets=(trucks[0],))
    assert [one.rule for one in GAME.check(state, SECOND, Order("deploy", tuple(tasks.values())))] == ["14.0f"]
    tasks[infantry[1]] = Task(infantry[1], "RD", targets=("22",))
    assert [one.rule for one in GAME.check(state, SECOND, Order("deploy", tuple(tasks.values())))] == ["14.0f"]


@pytest.mark.rules("14.2-1", "14.0f")
def test_units_of_different_areas_do_not_start_together() -> None:
    state: KampfState = GAME.setup("kampfpanzer/2", {}, "seed")
    assert not [o for unit in GAME.legal(state, FIRST).units for o in unit.options if o.kind == "RD"]


def judging(number: int, turn: int = 0) -> tuple[KampfState, Any]:
    """A scenario with nobody on the map, at the end of a turn."""
    state: KampfState = GAME.unbegun(f"kampfpanzer/{number}", {})
    state.turn = turn or scenarios()[state.scenario].length
    return state, scene_of(state)


def put(
    state: KampfState, scene: Any, side: str, count: int, label: str = "", level: int = 0, status: str = ON_MAP
) -> None:
    """Gives the next so many combat units of a side a place and a state."""
    free = [u for u in state.units if u.side == side and u.status == "waiting" and u.type not in ("Truck", "APC")]
    for unit in free[:count]:
        unit.status, unit.level = status, level
        unit.cell = scene.board.cell(label) if label else -1


@pytest.mark.rules("14.1-4", "14.6-3", "14.0h")
@pytest.mark.parametrize(("number", "place", "elsewhere"), [(1, "2339", "2337"), (6, "1920", "1925")])
def test_more_undisrupted_units_in_the_place_win(number: int, place: str, elsewhere: str) -> None:
    state, scene = judging(number)
    put(state, scene, FIRST, 2, place)
    put(state, scene, SECOND, 2, place)
    assert judged(state, scene).winner is None
    put(state, scene, FIRST, 3, elsewhere)
    put(state, scene, FIRST, 1, place, level=1)
    assert judged(state, scene).winner is None
    carrier = next(unit for unit in state.units if unit.type in ("Truck", "APC"))
    carrier.status, carrier.cell = ON_MAP, scene.board.cell(place)
    assert judged(state, scene).winner is None
    put(state, scene, SECOND, 1, place)
    assert judged(state, scene).winner == SECOND
    assert judge(state, scene) is not None
    state.turn -= 1
    assert judge(state, scene) is None


@pytest.mark.rules("14.2-3")
def test_czechs_break_out_or_cost_the_germans_a_draw() -> None:
    state, scene = judging(2)
    assert judged(state, scene).winner == FIRST
    put(state, scene, FIRST, 5, status=DESTROYED)
    put(state, scene, SECOND, 4, status=EXITED)
    assert judged(state, scene).winner == FIRST
    for truck in [unit for unit in state.units if unit.type in ("Truck", "APC")]:
        truck.status = EXITED if truck.side == SECOND else DESTROYED
    assert judged(state, scene).winner == FIRST
    put(state, scene, FIRST, 1, status=DESTROYED)
    assert judged(state, scene).winner is None
    put(state, scene, SECOND, 1, status=EXITED)
    assert judged(state, scene).winner == SECOND
    state.turn = 3
    assert judge(state, scene) is not None


@pytest.mark.rules("14.3-3")
def test_russians_need_twice_as_many_on_the_hill() -> None:
    state, scene = judging(3)
    assert judged(state, scene).winner == SECOND
    put(state, scene, FIRST, 1, "0836")
    assert judged(state, scene).winner == FIRST
    put(state, scene, SECOND, 1, "0938")
    assert judged(state, scene).winner == SECOND
    put(state, scene, FIRST, 1, "0937")
    assert judged(state, scene).winner == FIRST


@pytest.mark.rules("14.4-3")
def test_poles_need_four_and_win_at_once() -> None:
    state, scene = judging(4, turn=2)
    put(state, scene, FIRST, 3, status=DESTROYED)
    assert judge(state, scene) is None
    put(state, scene, FIRST, 1, status=DESTROYED)
    found = judge(state, scene)
    assert found is not None
    assert (found.winner, found.rule) == (SECOND, "14.4-3")


@pytest.mark.rules("14.5-6", "14.5-5")
def test_russians_need_six_off_the_map_disrupted_riders_included() -> None:
    state, scene = judging(5)
    put(state, scene, SECOND, 5, status=EXITED)
    assert judged(state, scene).winner == FIRST
    rider = [unit for unit in state.units if unit.type == "Ru infantry"][-1]
    rider.status, rider.level = EXITED, 2
    assert judged(state, scene).winner == SECOND


@pytest.mark.rules("14.7-3")
def test_germans_at_flavion_need_all_three() -> None:
    state, scene = judging(7)
    put(state, scene, SECOND, 11, status=EXITED)
    put(state, scene, FIRST, 7, status=DESTROYED)
    assert judged(state, scene).winner == FIRST
    put(state, scene, FIRST, 1, status=DESTROYED)
    assert judged(state, scene).winner == SECOND
    put(state, scene, SECOND, 9, status=DESTROYED)
    assert judged(state, scene).winner == SECOND
    put(state, scene, SECOND, 1, status=DESTROYED)
    assert judged(state, scene).winner == FIRST
    state.turn = 4
    assert judge(state, scene) is None


@pytest.mark.rules("14.8-3")
def test_the_crossroads_counts_from_turn_15_on() -> None:
    state, scene = judging(8, turn=14)
    put(state, scene, SECOND, 1, "2341")
    assert judge(state, scene) is None
    state.turn = 15
    found = judge(state, scene)
    assert found is not None
    assert found.winner == SECOND
    for unit in state.units:
        unit.level = 1
    for state.turn in (15, 16, 17):
        assert judge(state, scene) is None
    for unit in state.units:
        unit.level = 0
    for state.turn in (16, 17, 18):
        later = judge(state, scene)
        assert later is not None
        assert later.winner == SECOND
    for unit in state.units:
        unit.level = 1
    last = judge(state, scene)
    assert last is not None
    assert last.winner == FIRST


@pytest.mark.rules("14.9-3")
def test_three_germans_hold_the_hill() -> None:
    state, scene = judging(9)
    put(state, scene, SECOND, 2, "2212")
    assert judged(state, scene).winner == FIRST
    put(state, scene, SECOND, 1, "2011")
    assert judged(state, scene).winner == SECOND


@pytest.mark.slow
@pytest.mark.rules("14.7-1")
def test_the_french_at_flavion_do_not_move_on_the_first_turn_but_may_fire() -> None:
    state = deployed(7)
    french = next(unit for unit in state.units if unit.side == FIRST)
    kinds = {o.kind for unit in GAME.legal(state, FIRST).units for o in unit.options}
    assert "MV" not in kinds
    assert "P" in kinds
    move = GAME.parse(state, FIRST, f"{french.id} A1")
    assert [(one.unit, one.rule) for one in GAME.check(state, FIRST, move)] == [(french.id, "14.7-1")]
    for _ in range(2):
        state = GAME.apply(state, next(iter(GAME.pending(state))), Order("plot")).state
    assert state.turn == 2
    assert "MV" in {o.kind for unit in GAME.legal(state, FIRST).units for o in unit.options}


@pytest.mark.rules("14.0c", "14.0d", "14.1-2")
def test_reinforcements_are_plotted_and_enter_on_their_turn() -> None:
    state = deployed(1)
    tank = next(unit for unit in state.units if unit.side == FIRST and unit.type == "BT7")
    early = GAME.parse(state, FIRST, f"{tank.id} 3953 F2")
    assert [one.rule for one in GAME.check(state, FIRST, early)] == ["14.0c"]
    while state.turn < 6:
        state = GAME.apply(state, next(iter(GAME.pending(state))), Order("plot")).state
    assert tank.id in {unit.unit for unit in GAME.legal(state, FIRST).units}
    elsewhere = GAME.parse(state, FIRST, f"{tank.id} 3853 F2")
    assert [one.rule for one in GAME.check(state, FIRST, elsewhere)] == ["14.1-2"]
    state = GAME.apply(state, FIRST, GAME.parse(state, FIRST, f"{tank.id} 3953 F2")).state
    step = GAME.apply(state, SECOND, Order("plot"))
    assert [e.data["hex"] for e in step.events if e.kind == "entered"] == ["3953"]
    assert not [e for e in step.events if e.kind == "panicked" and e.data["unit"] == tank.id]
