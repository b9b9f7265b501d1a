"""The Adjustment Phase of the Advanced Game (6.8): pivots, Full Cover, digging in, recovery, counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.events import Event
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.panzer.faces.texts import describe
from hulldown.games.panzer.rules.advanced.pieces import (
    ENTRENCHMENT,
    FIRE,
    HULL_DOWN,
    IMPROVED,
    NOBODY,
    OFF,
    ON,
    PARTIAL,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import adjustment, cover, works
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, works_of
from hulldown.games.panzer.rules.state import ELIMINATED, SIDES, SPOT_FIRE, Frame, PanzerState
from support.advanced_game import GAME
from support.advanced_sight import (
    CARRIER,
    CAVALRY,
    ENGINEERS,
    FLAK,
    GUN,
    PANZER,
    RIFLES,
    SQUAD,
    SQUAD2,
    SQUAD3,
    TANK,
    TRUCK,
    at_the_table,
    cell,
    doing_for,
    field,
    kinds,
    load,
    place,
    scene,
    unit,
)


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with at_the_table():
        yield


def asked(side: str = "soviet") -> Decision:
    return Decision("1.adjust.s0", "adjust", side, "6.8", "")


def offers(state: PanzerState, name: str) -> dict[str, tuple[str, ...]]:
    """What a unit may be told, with the words that follow."""
    side = unit(state, name).side
    for legal in adjustment.legal(state, scene(), asked(side)).units:
        if legal.unit == name:
            return {option.kind: option.choices for option in legal.options}
    return {}


def faults(state: PanzerState, *tasks: Task, side: str = "soviet") -> list[Violation]:
    return adjustment.check(state, scene(), asked(side), Order("adjust", tasks))


def adjust(state: PanzerState, *tasks: Task) -> list[Event]:
    """One Adjustment Phase with these tasks of both sides; its events."""
    for side in SIDES:
        own = tuple(task for task in tasks if unit(state, task.unit).side == side)
        assert not faults(state, *own, side=side)
        state.submitted[side] = Order("adjust", own)
    doing = doing_for(state)
    adjustment.adjust(state, scene(), doing)
    state.serial = doing.dice.serial
    return doing.events


def data(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in events if event.kind == kind]


# Pivot.


@pytest.mark.rules("6.8.1", "5.5a", "5.5b")
def test_dismounted_leg_and_towed_units_pivot_freely_whatever_their_command() -> None:
    for command in ("FIRE", "MOVE", "OW", "NC"):
        state = field()
        for name in (SQUAD, GUN, CAVALRY):
            place(state, name, "0101", "A", command=command, known=True)
        events = adjust(
            state, Task(SQUAD, "PIVOT", facing=3), Task(GUN, "PIVOT", facing=5), Task(CAVALRY, "PIVOT", facing=0)
        )
        assert [unit(state, name).facing for name in (SQUAD, GUN, CAVALRY)] == [3, 5, 0]
        assert [unit(state, name).mark for name in (SQUAD, GUN)] == ["", ""]
        assert [(one["unit"], one["facing"]) for one in data(events, "turned")] == [(SQUAD, "D"), (GUN, "F")]


@pytest.mark.rules("6.8.1", "6.8")
def test_vehicles_and_passengers_do_not_pivot() -> None:
    state = field()
    place(state, TANK, "0101")
    place(state, TRUCK, "0102")
    load(state, SQUAD, TRUCK)
    assert adjustment.adjusting(state) == ()
    for name in (TANK, TRUCK, SQUAD):
        assert offers(state, name) == {}
        assert [fault.rule for fault in faults(state, Task(name, "PIVOT", facing=1))] == ["6.8.1"]
    place(state, FLAK, "2001")
    assert adjustment.adjusting(state) == ("german",)
    assert [fault.rule for fault in faults(state, Task(FLAK, "PIVOT", facing=1))] == ["6.8.1"], "it is not theirs"


@pytest.mark.rules("5.5a", "6.8.1")
def test_tasks_that_say_too_little_or_too_much_are_refused() -> None:
    state = field()
    place(state, SQUAD, "0101")
    for task in (
        Task(SQUAD, "PIVOT"), Task(SQUAD, "PIVOT", facing=6), Task(SQUAD, "PIVOT", (3,), 1), Task(SQUAD, "TURN"),
        Task(SQUAD, "PIVOT", facing=1, choice="cover"), Task(SQUAD, "COVER", targets=("G1",)), Task(SQUAD, "DIG"),
    ):  # fmt: skip
        assert len(faults(state, task)) == 1, task
    assert len(faults(state, Task(SQUAD, "PIVOT", facing=1), Task(SQUAD, "COVER"))) == 1
    assert not faults(state, Task(SQUAD, "COVER"))
    assert not faults(state, Task(SQUAD, "COVER", facing=4))


# Full Cover.


@pytest.mark.rules("6.8.2a", "6.1.4.2c", "6.1.4.2d", "6.1.4.2e")
def test_units_enter_and_leave_full_cover_for_the_next_turn() -> None:
    state = field()
    for name in (SQUAD, GUN):
        place(state, name, "0101", command="FIRE", known=True)
        assert "COVER" in offers(state, name)
        assert "OPEN" not in offers(state, name)
    events = adjust(state, Task(SQUAD, "COVER", facing=2), Task(GUN, "COVER"))
    assert [detail_of(unit(state, name)).full_cover for name in (SQUAD, GUN)] == [True, True]
    assert (unit(state, SQUAD).facing, unit(state, SQUAD).mark) == (2, "")
    assert kinds(events) == ["turned", "covered", "covered"]
    adjust(state)
    assert detail_of(unit(state, SQUAD)).full_cover, "it lasts until it is left"
    assert kinds(adjust(state, Task(SQUAD, "OPEN"))) == ["uncovered"]
    assert [detail_of(unit(state, name)).full_cover for name in (SQUAD, GUN)] == [False, True]


@pytest.mark.rules("6.1.4.2b", "6.1.4.2a")
def test_there_is_no_full_cover_in_streams_fords_and_on_bridges() -> None:
    for hex_ in ("1401", "1406", "1409"):
        state = field()
        place(state, SQUAD, hex_)
        assert list(offers(state, SQUAD)) == ["PIVOT"]
        assert len(faults(state, Task(SQUAD, "COVER"))) == 1
        detail_of(unit(state, SQUAD)).full_cover = True
        adjust(state)
        assert not detail_of(unit(state, SQUAD)).full_cover, "who has come there is in it no more"


# Digging in.


def dig(state: PanzerState, name: str) -> int:
    """A turn of digging; the side of the counter afterwards, 0 when it is finished."""
    unit(state, name).command = "NC"
    adjust(state, Task(name, "DIG", choice="cover"))
    found = works.position_of(state, [one.id for one in state.units].index(name))
    assert found is not None
    return found.progress


@pytest.mark.rules("6.6.8a", "6.6.8b", "6.6.8c", "6.6.8e", "6.8.2b")
@pytest.mark.parametrize("name", [SQUAD, CAVALRY, GUN])
def test_a_hasty_entrenchment_takes_four_turns(name: str) -> None:
    state = field()
    index = place(state, name, "0101", full_cover=True)
    assert [dig(state, name), dig(state, name)] == [1, 2]
    adjust(state)
    assert [dig(state, name)] == [3], "the turns need not follow each other"
    assert not works.entrenched(state, index)
    assert dig(state, name) == 0
    assert works.entrenched(state, index)
    unit(state, name).command = "NC"
    assert "DIG" not in offers(state, name)
    unit(state, name).cell = cell("0102")
    adjust(state)
    assert [(work.kind, work.cell, work.unit) for work in works_of(state)] == [(ENTRENCHMENT, cell("0101"), NOBODY)]


@pytest.mark.rules("6.6.8a")
def test_n11_only_who_was_in_full_cover_without_command_or_suppression_has_dug() -> None:
    for changes, able in (
        ({}, True), ({"command": ""}, True), ({"full_cover": False}, False), ({"suppressed": ON}, False),
        ({"suppressed": OFF}, False), ({"command": "OW"}, False), ({"command": "FIRE"}, False),
    ):  # fmt: skip
        state = field()
        place(state, SQUAD, "0101", **{"command": "NC", "full_cover": True, **changes})
        assert ("DIG" in offers(state, SQUAD)) is able, changes
    state = field()
    place(state, TANK, "0101", command="NC")
    assert offers(state, TANK) == {}


@pytest.mark.rules("6.1.4.3b")
def test_nobody_digs_inside_a_building() -> None:
    state = field()
    place(state, SQUAD, "0503", command="NC", full_cover=True)
    assert list(offers(state, SQUAD)) == ["PIVOT", "OPEN"]


@pytest.mark.rules("6.6.8d", "6.6.8g")
def test_another_unit_may_complete_what_was_abandoned() -> None:
    state = field()
    place(state, SQUAD, "0101", full_cover=True)
    assert [dig(state, SQUAD), dig(state, SQUAD)] == [1, 2]
    unit(state, SQUAD).cell = cell("0105")
    place(state, GUN, "0101", full_cover=True)
    assert [dig(state, GUN), dig(state, GUN)] == [3, 0]
    assert len(works_of(state)) == 1


@pytest.mark.rules("6.6.8f")
def test_engineers_need_two_turns_or_one_for_what_was_begun() -> None:
    state = field()
    place(state, ENGINEERS, "0101", full_cover=True)
    assert [dig(state, ENGINEERS), dig(state, ENGINEERS)] == [2, 0]
    for side in (1, 2, 3):
        state = field(Work(ENTRENCHMENT, cell("0101"), progress=side))
        place(state, ENGINEERS, "0101", full_cover=True)
        assert dig(state, ENGINEERS) == 0


@pytest.mark.rules("6.1.4.3.6b", "6.6.8c")
def test_two_units_in_a_hex_dig_two_entrenchments() -> None:
    state = field()
    for name in (SQUAD, SQUAD2):
        place(state, name, "0101", command="NC", full_cover=True)
    events = adjust(state, Task(SQUAD, "DIG", choice="cover"), Task(SQUAD2, "DIG", choice="open"))
    assert [(work.progress, work.unit) for work in works_of(state)] == [(1, 9), (1, 10)]
    assert [detail_of(unit(state, name)).full_cover for name in (SQUAD, SQUAD2)] == [True, False]
    assert kinds(events) == ["dug", "dug", "uncovered", "turned_up", "turned_up"]


@pytest.mark.rules("6.1.4.3.6c", "6.1.4.3.6b")
def test_an_empty_position_is_taken_over_by_one_unit_in_the_hex() -> None:
    state = field(Work(ENTRENCHMENT, cell("0101")))
    for name in (SQUAD, SQUAD2):
        place(state, name, "0101", command="FIRE", known=True)
        assert offers(state, name)["OCCUPY"] == ("cover", "open")
    both = (Task(SQUAD, "OCCUPY", choice="open"), Task(SQUAD2, "OCCUPY", choice="cover"))
    assert [(fault.rule, fault.unit) for fault in faults(state, *both)] == [("6.1.4.3.6b", SQUAD2)]
    events = adjust(state, both[1])
    assert kinds(events) == ["occupied", "covered"]
    assert works.entrenched(state, 10)
    assert "OCCUPY" not in offers(state, SQUAD)
    assert "OCCUPY" not in offers(state, SQUAD2)
    assert "OCCUPY" not in offers(state, unit(state, SQUAD3).id)


@pytest.mark.rules("6.1.4.1.2d")
def test_a_vehicle_in_an_improved_position_chooses_partial_hull_down_and_back() -> None:
    state = field(Work(IMPROVED, cell("0101")))
    works.occupy(state, place(state, TANK, "0101"))
    assert adjustment.adjusting(state) == ("soviet",)
    assert offers(state, TANK) == {"PARTIAL": ()}
    assert len(faults(state, Task(TANK, "PARTIAL", facing=1))) == 1
    adjust(state, Task(TANK, "PARTIAL"))
    assert cover.partial_by_choice(state, 0)
    assert offers(state, TANK) == {"HULLDOWN": ()}
    adjust(state, Task(TANK, "HULLDOWN"))
    assert not cover.partial_by_choice(state, 0)
    adjust(state, Task(TANK, "PARTIAL"))
    unit(state, TANK).cell = cell("0102")
    adjust(state)
    assert detail_of(unit(state, TANK)).hull_down == ""


# Recovery.


@pytest.mark.rules("6.8.3.2-ex1", "6.8.3a", "6.8.3b", "6.8.3.1", "6.8.3.1.1", "6.8.3.1.2a", "6.8.3.1.2b", "6.8.3.2",
                   "6.2.1.1.3-nc-b")  # fmt: skip
@pytest.mark.parametrize(
    ("command", "under_fire", "rolled", "left"),
    [
        ("FIRE", True, 29, OFF),  # 59: the rulebook's example
        ("FIRE", True, 20, ""),
        ("FIRE", True, 21, OFF),
        ("OW", False, 30, ""),
        ("OW", False, 31, OFF),
        ("NC", True, 40, ""),
        ("NC", True, 41, OFF),
        ("NC", False, 50, ""),
        ("NC", False, 51, OFF),
        ("", False, 50, ""),
    ],
)
def test_a_regulars_squad_recovers_on_50_with_20_for_a_command_and_10_for_fire(
    command: str, under_fire: bool, rolled: int, left: str
) -> None:
    state = field(script=str(rolled))
    place(state, SQUAD, "0503", suppressed=OFF, command=command, known=True, under_fire=under_fire)
    (told,) = [event for event in adjust(state) if event.kind == "recovery"]
    assert detail_of(unit(state, SQUAD)).suppressed == left
    assert not detail_of(unit(state, SQUAD)).under_fire
    assert (told.data["roll"], told.data["needs"], told.data["recovered"]) == (rolled, 50, left == "")
    assert told.data["net"] == rolled + 20 * (command in ("FIRE", "OW")) + 10 * under_fire
    assert describe(told).endswith(": it recovers." if left == "" else ": it stays suppressed.")


@pytest.mark.rules("6.8.3a", "6.8.4b", "5.10c", "5.10e")
def test_p1_a_new_suppression_is_turned_off_and_not_rolled_for() -> None:
    state = field(script="99 1")
    place(state, SQUAD, "0101", suppressed=ON)
    place(state, SQUAD2, "0102", suppressed=OFF)
    place(state, PANZER, "1001", suppressed=ON)
    events = adjust(state)
    assert [one["unit"] for one in data(events, "recovery")] == [SQUAD2]
    assert [detail_of(unit(state, name)).suppressed for name in (SQUAD, SQUAD2, PANZER)] == [OFF, OFF, OFF]
    state.seed, state.serial = "script:1 1 1", 0
    adjust(state)
    assert [detail_of(unit(state, name)).suppressed for name in (SQUAD, SQUAD2, PANZER)] == ["", "", ""]


@pytest.mark.rules("6.8.3.1.1", "6.8.3a")
def test_p5_a_passenger_has_its_carriers_command_and_its_own_grade() -> None:
    for command, rolled, left in (("MOVE", 50, ""), ("MOVE", 51, OFF), ("NC", 70, ""), ("NC", 71, OFF)):
        state = field(script=str(rolled))
        place(state, CARRIER, "1001", command=command, known=True)
        load(state, RIFLES, CARRIER, suppressed=OFF)
        adjust(state)
        assert detail_of(unit(state, RIFLES)).suppressed == left, "Veterans recover on 70"


# Counters and the end of the turn.


@pytest.mark.rules("6.8.4a", "4.6.1a", "6.6.9g")
def test_the_turn_ends_without_commands_fire_counters_and_abandoned_positions() -> None:
    state = field()
    place(state, TANK, "0101", command="MOVE", known=True, under_fire=True, manner="quickmarch")
    cover.take_hull_down(unit(state, TANK))
    detail_of(unit(state, TANK)).manner = ""
    place(state, PANZER, "1001", command="OW")
    cover.take_hull_down(unit(state, PANZER))
    events = adjust(state)
    assert kinds(events) == ["position_lost", "turned_up"]
    for name in (TANK, PANZER):
        detail = detail_of(unit(state, name))
        assert (unit(state, name).command, detail.under_fire, detail.manner) == ("", False, "")
    assert detail_of(unit(state, TANK)).hull_down == ""
    assert detail_of(unit(state, PANZER)).hull_down == HULL_DOWN


@pytest.mark.rules("6.6.9c", "6.6.9g")
def test_a_position_found_on_a_move_is_kept() -> None:
    state = field()
    place(state, TANK, "0101", command="MOVE", known=True)
    cover.take_hull_down(unit(state, TANK), partial=True)
    adjust(state)
    assert detail_of(unit(state, TANK)).hull_down == PARTIAL
    adjust(state)
    assert detail_of(unit(state, TANK)).hull_down == PARTIAL


@pytest.mark.rules("6.1.4.3.5c")
def test_units_burn_at_the_end_of_the_turn() -> None:
    state = field(Work(FIRE, cell("0101"), turn=1), turn=2)
    place(state, SQUAD, "0101", mark=SPOT_FIRE)
    assert kinds(adjust(state)) == ["burned"]
    assert unit(state, SQUAD).status == ELIMINATED


# At the table.


@pytest.mark.rules("6.8", "6.8.2a")
def test_q12_both_sides_choose_at_once_and_in_secret() -> None:
    state = field(step="adjustment")
    place(state, SQUAD, "0101")
    place(state, RIFLES, "2001")
    state.stack = [Frame("adjustment", owing=("soviet", "german"))]
    assert set(GAME.pending(state)) == {"soviet", "german"}
    legal = GAME.legal(state, "soviet")
    assert legal.idle is not None
    assert not GAME.check(state, "soviet", legal.idle)
    order = GAME.parse(state, "soviet", f"{SQUAD} COVER D")
    assert order.tasks == (Task(SQUAD, "COVER", facing=3),)
    assert GAME.write(state, order) == f"{SQUAD} COVER D"
    step = GAME.apply(state, "soviet", order)
    assert set(GAME.pending(step.state)) == {"german"}
    assert not step.events
    assert isinstance(step.state, PanzerState)
    assert unit(step.state, SQUAD).facing == 0
    assert not detail_of(unit(step.state, SQUAD)).full_cover


@pytest.mark.rules("6.8", "6.6.8a")
def test_adjustments_in_notation() -> None:
    state = field(step="adjustment")
    place(state, SQUAD, "0101", full_cover=True, command="NC")
    state.stack = [Frame("adjustment", owing=("soviet",))]
    for text in (f"{SQUAD} DIG B cover", f"{SQUAD} OPEN", f"{SQUAD} PIVOT C", f"{SQUAD} DIG open"):
        order = GAME.parse(state, "soviet", text)
        assert GAME.write(state, order) == text
        assert not GAME.check(state, "soviet", order)
