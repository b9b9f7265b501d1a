"""Terrain counters of the Advanced Game (6.1.4.3.3 to 6.1.4.3.11): whom they keep out, who is in them, fire."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.loading import check_places
from hulldown.games.panzer.rules.advanced.pieces import (
    BLOCK,
    DITCH,
    ENTRENCHMENT,
    FIRE,
    IMPROVED,
    NOBODY,
    RUBBLE,
    WIRE,
    WORKS,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import setup, works
from hulldown.games.panzer.rules.advanced.play.facts import works_of
from hulldown.games.panzer.rules.advanced.play.obstacles import surroundings
from hulldown.games.panzer.rules.deployment import inward
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, OFF_MAP, ON_MAP, Frame, PanzerState, index_of
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY
from support.advanced_sight import (
    CARRIER,
    CAVALRY,
    GUN,
    PANZER,
    RIFLES,
    SQUAD,
    SQUAD2,
    TANK,
    TRUCK,
    cell,
    doing_for,
    field,
    ground,
    kinds,
    load,
    place,
    scenario,
    scene,
    unit,
)

HALF_TRACK = CARRIER
MAY_ENTER = {
    BLOCK: ("6.1.4.3.3", {SQUAD, CAVALRY}),
    DITCH: ("6.1.4.3.4a", {SQUAD, CAVALRY}),
    FIRE: ("6.1.4.3.5b", set()),
    ENTRENCHMENT: ("", {SQUAD, CAVALRY, GUN, TANK, TRUCK, HALF_TRACK}),
    IMPROVED: ("", {SQUAD, CAVALRY, GUN, TANK, TRUCK, HALF_TRACK}),
    RUBBLE: ("6.1.4.3.9a", {SQUAD, CAVALRY, TANK}),
    WIRE: ("6.1.4.3.11a", {TANK}),
}


def shut_to(state: PanzerState, name: str) -> dict[int, tuple[str, str]]:
    """The hexes that counters close to a unit, with case and reason."""
    return surroundings(state, scene(), index_of(state, name)).closed


@pytest.mark.rules("6.1.4.3.3", "6.1.4.3.4a", "6.1.4.3.5b", "6.1.4.3.9a", "6.1.4.3.11a", "6.1.4.3a")
@pytest.mark.parametrize("kind", WORKS)
def test_each_counter_keeps_its_own_kinds_of_units_out(kind: str) -> None:
    rule, welcome = MAY_ENTER[kind]
    state = field(Work(kind, cell("0503"), was="brick_building" if kind == RUBBLE else ""))
    for name in (SQUAD, CAVALRY, GUN, TANK, TRUCK, HALF_TRACK):
        shut = shut_to(state, name)
        assert (shut == {}) is (name in welcome), name
        assert all(found[0] == rule and kind in found[1] for found in shut.values())


@pytest.mark.rules("6.1.4.3.9a")
def test_l12_the_rubble_of_a_bridge_is_closed_to_all() -> None:
    for was, hex_ in (("bridge", "0101"), ("", "1406")):
        state = field(Work(RUBBLE, cell(hex_), was=was))
        for name in (SQUAD, TANK, TRUCK, GUN):
            assert list(shut_to(state, name)) == [cell(hex_)]


@pytest.mark.rules("6.1.4.3.11b")
def test_wire_is_destroyed_by_a_tracked_vehicle_that_enters() -> None:
    state = field(Work(WIRE, cell("0101")), Work(WIRE, cell("0102")), Work(BLOCK, cell("0101")))
    for name in (TRUCK, SQUAD, HALF_TRACK):
        doing = doing_for(state)
        works.trample(state, scene(), place(state, name, "0101"), doing)
        assert not doing.events
    doing = doing_for(state)
    works.trample(state, scene(), place(state, TANK, "0101"), doing)
    assert kinds(doing.events) == ["wire_crushed"]
    assert [(work.kind, work.cell) for work in works_of(state)] == [(WIRE, cell("0102")), (BLOCK, cell("0101"))]


# Who is in a position.


@pytest.mark.rules("6.1.4.3.6b", "6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.7c")
@pytest.mark.parametrize("kind", [ENTRENCHMENT, IMPROVED])
def test_a_position_holds_one_unit_and_may_be_taken_over_by_either_side(kind: str) -> None:
    state = field(Work(kind, cell("0101")))
    first, second = place(state, SQUAD, "0101"), place(state, SQUAD2, "0101")
    assert works.occupy(state, first) is works_of(state)[0]
    assert works.occupy(state, second) is None
    assert works.position_of(state, first) is works_of(state)[0]
    assert works.position_of(state, second) is None
    unit(state, SQUAD).cell = cell("0102")
    assert works.position_of(state, first) is None
    unit(state, SQUAD2).cell = cell("0102")
    foe = place(state, RIFLES, "0101")
    assert works.occupy(state, foe) is works_of(state)[0]
    assert works.position_of(state, foe) is not None
    assert works.entrenched(state, foe) is (kind == ENTRENCHMENT)


@pytest.mark.rules("6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.6a")
def test_vehicles_take_improved_positions_only_and_guns_both() -> None:
    for kind, name, fits in (
        (ENTRENCHMENT, TANK, False), (ENTRENCHMENT, GUN, True), (IMPROVED, TANK, True), (IMPROVED, GUN, True),
    ):  # fmt: skip
        state = field(Work(kind, cell("0101")))
        index = place(state, name, "0101")
        assert (works.occupy(state, index) is not None) is fits
        assert works.entrenched(state, index) is (fits and kind == ENTRENCHMENT)
        assert (works.improved(state, index) is not None) is (fits and kind == IMPROVED)


@pytest.mark.rules("6.1.4.3.6b")
def test_an_unfinished_entrenchment_is_no_position_yet() -> None:
    state = field(Work(ENTRENCHMENT, cell("0101"), progress=3))
    assert works.occupy(state, place(state, SQUAD, "0101")) is None
    state = field(Work(ENTRENCHMENT, cell("0101"), unit=place(state, SQUAD, "0101"), progress=3))
    assert not works.entrenched(state, place(state, SQUAD, "0101"))


@pytest.mark.rules("6.1.4.3.7d")
def test_n13_the_open_side_is_stored_when_the_position_is_taken() -> None:
    state = field(Work(IMPROVED, cell("0101"), facing=4))
    index = place(state, TANK, "0101", "B")
    work = works.occupy(state, index)
    assert work is not None
    assert work.facing == 4, "as the scenario lays it out"
    works.leave(state, index)
    assert work.unit == NOBODY
    works.occupy(state, index, closed=1)
    assert work.facing == 1
    state = field(Work(IMPROVED, cell("0101")))
    works.occupy(state, place(state, TANK, "0101", "C"))
    assert works_of(state)[0].facing == 2


@pytest.mark.rules("6.1.4.3.6d", "6.1.4.3.7f")
def test_units_set_up_in_positions_are_in_them() -> None:
    zone = scenario().soviet.groups[0].hexes
    state = field(Work(IMPROVED, cell(zone[0])), Work(ENTRENCHMENT, cell(zone[0])), Work(ENTRENCHMENT, cell(zone[1])))
    state.stack = [Frame("setup", side="soviet")]
    board = ground().board
    tasks = []
    for one in state.units:
        if one.side == "soviet":
            hex_ = zone[1] if one.id == TRUCK else zone[0] if one.id in (TANK, SQUAD) else zone[2]
            tasks.append(Task(one.id, DEPLOY, (cell(hex_),), inward(board, cell(hex_))))
    setup.deploy(state, scene(), Order("deploy", tuple(tasks)), doing_for(state))
    names = [one.id for one in state.units]
    assert [work.unit for work in works_of(state)] == [names.index(TANK), names.index(SQUAD), NOBODY]
    assert works_of(state)[0].facing == unit(state, TANK).facing


# Fire.


@pytest.mark.rules("6.1.4.3.5c")
@pytest.mark.parametrize(("began", "turn", "dies"), [(0, 1, True), (1, 1, False), (1, 2, True), (3, 3, False)])
def test_who_stays_in_a_fire_to_the_end_of_the_next_turn_is_lost(began: int, turn: int, dies: bool) -> None:
    state = field(Work(FIRE, cell("0503"), turn=began), turn=turn)
    inside = [place(state, name, "0503") for name in (TANK, SQUAD, GUN, CARRIER)]
    aboard, outside = load(state, RIFLES, CARRIER), place(state, PANZER, "0504")
    doing = doing_for(state)
    works.burn(state, scene(), doing)
    assert state.units[outside].status == ON_MAP
    assert {state.units[index].status for index in inside} == {ELIMINATED if dies else ON_MAP}
    assert state.units[aboard].status == (ELIMINATED if dies else CARRIED)
    assert kinds(doing.events) == ["burned"] * (5 if dies else 0)
    if dies:
        assert state.units[inside[0]].cell == OFF_MAP, "removed from play: it leaves no wreck"
        assert {event.rule for event in doing.events} == {"6.1.4.3.5c"}


# Scenarios.


@pytest.mark.rules("6.1.4.3b")
@pytest.mark.parametrize("kind", WORKS)
def test_counters_are_placed_where_they_can_alter_the_terrain(kind: str) -> None:
    for hex_, fits in (("0101", True), ("1401", False), ("1409", False), ("0503", False), ("1103", True)):
        chosen = msgspec.convert(
            {**msgspec.to_builtins(scenario()), "counters": [{"kind": kind, "hexes": [hex_]}]}, type(scenario())
        )
        if fits or kind in (FIRE, RUBBLE):
            check_places(chosen, ground().board)
        else:
            with pytest.raises(MalformedError, match=r"6\.1\.4\.3b"):
                check_places(chosen, ground().board)
