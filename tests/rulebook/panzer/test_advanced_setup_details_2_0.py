"""Setup of the Advanced Game in detail (2.0a): who is placed where, what is refused, who is aboard and in positions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, Work
from hulldown.games.panzer.rules.advanced.play import setup
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, WAITING, Frame, PanzerState
from support.advanced_march import GAME as MARCH
from support.advanced_march import cell as at
from support.advanced_march import the_country
from support.advanced_staff import GAME, cell, doing, places, the_staff, unit_of

DECISION = Decision("1", "deploy", "soviet", "2.0a", "")


@pytest.fixture
def _staff() -> Iterator[None]:
    with the_staff():
        yield


@pytest.fixture
def _country() -> Iterator[None]:
    with the_country():
        yield


def fresh() -> PanzerState:
    """The company before its setup."""
    state = GAME.unbegun("panzer/staff-seasoned", {})
    state.works = []
    state.stack = [Frame("setup", (), "soviet")]
    return state


def refused(state: PanzerState, *tasks: Task, choice: str = "") -> list[tuple[str, str]]:
    found = setup.check(state, scene_of(state), DECISION, Order("deploy", tasks, choice=choice))
    return [(one.rule, one.unit) for one in found]


@pytest.mark.usefixtures("_staff")
@pytest.mark.rules("2.0a", "6.6.7b")
def test_who_is_set_up() -> None:
    state = fresh()
    names = [state.units[index].id for index in setup.to_deploy(state, scene_of(state), "soviet")]
    assert names == [f"S{number}" for number in range(1, 16) if number != 8], "not S8, aboard S5, nor S16 of turn 2"
    assert detail_of(unit_of(state, "S8")).carrier == places(state, "S5")[0]
    assert detail_of(unit_of(state, "S9")).carrier == -1
    unit_of(state, "S1").status = ON_MAP
    assert "S1" not in [state.units[index].id for index in setup.to_deploy(state, scene_of(state), "soviet")]
    german = [state.units[index].id for index in setup.to_deploy(state, scene_of(state), "german")]
    assert german == ["G1", "G2", "G3", "G4"]


@pytest.mark.usefixtures("_staff")
@pytest.mark.rules("2.0a", "3.3b", "4.5.1.1.10b")
def test_what_is_wrong_with_a_setup() -> None:
    state = fresh()
    scene = scene_of(state)
    plain = setup.plain(state, scene, "soviet")
    first, *rest = plain.tasks
    assert refused(state, *plain.tasks) == []
    assert refused(state, *rest) == [("2.0a", "S1")], "it has not been placed"
    assert refused(state, first, first, *rest) == [("2.0a", "S1")], "twice"
    assert refused(state, Task("S8", first.kind, first.cells, 0), *plain.tasks) == [("2.0a", "S8")], "it is aboard"
    assert refused(state, Task("G1", first.kind, first.cells, 0), *plain.tasks) == [("2.0a", "G1")], "not yours"
    assert refused(state, *plain.tasks, choice="all") == [("2.0a", "")]
    assert refused(state, Task("S1", first.kind, (cell(state, "1N6"),), 0), *rest) == [("2.0a", "S1")], "off its zone"
    assert refused(state, Task("S1", first.kind, first.cells), *rest) == [("3.3b", "S1")], "no facing"
    enemy = unit_of(state, "G1")
    enemy.status, enemy.cell = ON_MAP, cell(state, "1P8")
    friend = unit_of(state, "S16")
    friend.status, friend.cell = ON_MAP, cell(state, "1P9")
    there = [Task(task.unit, task.kind, (cell(state, "1P9"),), task.facing) for task in plain.tasks]
    assert refused(state, *there) == [], "a friend may be there"
    there[0] = Task("S1", first.kind, (cell(state, "1P8"),), 0)
    assert refused(state, *there) == [("4.5.1.1.10b", "S1")]
    legal = setup.legal(state, scene, DECISION)
    assert {one.unit: one.options[0].cells for one in legal.units}["S1"] == (cell(state, "1P9"),)
    assert all(one.required for one in legal.units)
    assert legal.units[0].options[0].facings == (0, 1, 2, 3, 4, 5)
    assert {task.cells for task in setup.plain(state, scene, "soviet").tasks} == {(cell(state, "1P9"),)}


@pytest.mark.usefixtures("_staff")
@pytest.mark.rules("2.0a", "6.6.7b", "5.16.2.4b", "6.1.4.3.7f", "6.1.4.3.6d")
def test_what_a_setup_does() -> None:
    state = fresh()
    scene = scene_of(state)
    state.works = [Work(IMPROVED, cell(state, "1P8")), Work(IMPROVED, cell(state, "1R8"))]
    plain = setup.plain(state, scene, "soviet")
    order = Order("deploy", tuple(Task(one.unit, one.kind, (cell(state, "1P8"),), 2) for one in plain.tasks))
    german = unit_of(state, "G1")
    german.status, german.cell = ON_MAP, cell(state, "1R8")
    found = doing()
    setup.deploy(state, scene, order, found)
    assert [event.kind for event in found.events] == ["deployed"] * 14
    placed = unit_of(state, "S1")
    assert (placed.cell, placed.facing, placed.status) == (cell(state, "1P8"), 2, ON_MAP)
    assert detail_of(placed).home == cell(state, "1P8"), "its dump is where it is set up"
    assert detail_of(german).home != cell(state, "1R8"), "that of its own setup only"
    assert unit_of(state, "S8").status == CARRIED, "with its carrier"
    assert unit_of(state, "S16").status == WAITING
    assert state.works[0].unit == places(state, "S1")[0], "the first one there is in the position"
    assert setup.doing_side(state) == "soviet"
    state.works[1].unit = places(state, "G1")[0]
    state.works.append(Work(IMPROVED, cell(state, "1R8")))
    setup.deploy(state, scene, Order("deploy"), doing())
    assert [work.unit for work in state.works[1:]] == [places(state, "G1")[0], -1], "who is in one stays in it"


@pytest.mark.usefixtures("_staff")
@pytest.mark.rules("6.6.7b", "2.0a")
def test_passengers_wait_with_a_carrier_that_is_not_placed() -> None:
    state = fresh()
    scene = scene_of(state)
    plain = setup.plain(state, scene, "soviet")
    order = Order("deploy", tuple(task for task in plain.tasks if task.unit != "S5"))
    setup.deploy(state, scene, order, doing())
    assert (unit_of(state, "S5").status, unit_of(state, "S8").status) == (WAITING, WAITING)
    state.stack = [Frame("setup", (), "german")]
    unit_of(state, "S5").status = ON_MAP
    setup.deploy(state, scene, setup.plain(state, scene, "german"), doing())
    assert unit_of(state, "S8").status == WAITING, "the setup of the other side"


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("2.0a", "6.1.4.3.1g")
def test_where_each_kind_of_unit_can_stand() -> None:
    state = MARCH.unbegun("panzer/march", {})
    scene = scene_of(state)
    group = scene.scenario.side("soviet").groups[0]
    hexes = ("0101", "0303", "1003", "1004", "1005", "1006", "1304")
    wide = msgspec.structs.replace(group, hexes=hexes)
    afoot = setup._afoot(scene.ground, wide)
    assert at("1304") not in afoot, "water"
    assert {at("0101"), at("0303"), at("1003"), at("1004"), at("1005")} <= set(afoot), "heavy woods too"
    unit = state.units[3]
    assert setup.room_of(scene, unit) == (at("0101"), at("0102"))
    assert not setup._indoors(scene, unit)


@pytest.mark.usefixtures("_staff")
@pytest.mark.rules("2.0a")
def test_a_plain_setup_spreads_units_over_their_zone() -> None:
    state = fresh()
    scene = scene_of(state)
    zone = {cell(state, "1P8"), cell(state, "1P9")}
    by_group: dict[int, list[int]] = {}
    for task in setup.plain(state, scene, "soviet").tasks:
        by_group.setdefault(unit_of(state, task.unit).group, []).append(task.cells[0])
    assert {group: set(cells) for group, cells in by_group.items()} == {0: zone, 1: zone}
    first, second = by_group[1]
    assert first != second, "two units in two hexes"


@pytest.mark.rules("6.1.4.3a", "6.1.4.3.5a")
def test_counters_of_a_scenario_are_laid_out() -> None:
    state = GAME.unbegun("panzer/16", {})
    scenario = scene_of(state).scenario
    board = scene_of(state).board
    found = setup.new_works(scenario)
    expected = [(one.kind, board.by_label[label]) for one in scenario.counters for label in one.hexes]
    assert [(work.kind, work.cell) for work in found] == expected
    for counters in scenario.counters:
        facing = "ABCDEF".index(counters.facing) if counters.facing else -1
        cells = {board.by_label[label] for label in counters.hexes}
        assert {work.facing for work in found if work.kind == counters.kind and work.cell in cells} == {facing}
