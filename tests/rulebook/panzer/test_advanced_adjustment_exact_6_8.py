"""The Adjustment Phase exactly (6.8): what is refused in which words, who takes a position, what is told of digging."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.events import Event
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, IMPROVED, NOBODY, Work
from hulldown.games.panzer.rules.advanced.play import activation, adjustment
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import ELIMINATED, SIDES, PanzerState
from support.advanced_fire import Range
from support.advanced_fire import unit as piece
from support.advanced_sight import (
    ENGINEERS,
    PANZER,
    SQUAD,
    SQUAD2,
    TANK,
    TRUCK,
    at_the_table,
    cell,
    doing_for,
    field,
    place,
    scene,
    unit,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with at_the_table():
        yield


def faults(state: PanzerState, *tasks: Task) -> list[Violation]:
    asked = Decision("1.adjust.s0", "adjust", "soviet", "6.8", "")
    return adjustment.check(state, scene(), asked, Order("adjust", tasks))


def kinds_for(state: PanzerState, index: int) -> list[str]:
    return [option.kind for option in adjustment.options_of(state, scene(), index)]


def adjust(state: PanzerState, *tasks: Task) -> list[Event]:
    for side in SIDES:
        state.submitted[side] = Order("adjust", tuple(task for task in tasks if unit(state, task.unit).side == side))
    doing = doing_for(state)
    adjustment.adjust(state, scene(), doing)
    return doing.events


@pytest.mark.rules("6.8.2a", "6.8.1", "5.5a")
def test_refusals_say_what_is_open() -> None:
    state = field()
    place(state, SQUAD, "0101", "A")
    options = {one.kind: one for one in adjustment.options_of(state, scene(), 9)}
    names = ", ".join(adjustment._named(kind) for kind in options)
    closed = faults(state, Task(SQUAD, "DIG"))
    told = f"{adjustment._named('DIG')} is not open to it now; open are: {names}"
    assert closed == [Violation("6.8.2a", told, SQUAD)]
    assert adjustment._faults((), Task(SQUAD, "PIVOT"))[0].message.endswith("open are: nothing")
    pivot = options["PIVOT"]
    wordy = faults(state, Task(SQUAD, "PIVOT", facing=2, choice="sideways"))
    said = " or ".join(pivot.choices) or "nothing"
    assert wordy == [Violation(pivot.rule, f"{adjustment._named('PIVOT')} is followed by {said}", SQUAD)]
    for kind, option in options.items():
        if option.choices:
            wrong = adjustment._faults((option,), Task(SQUAD, kind, facing=1, choice="sideways"))
            assert any(one.message.endswith(" or ".join(option.choices)) for one in wrong), kind
    (unfaced,) = faults(state, Task(SQUAD, "PIVOT"))
    assert (unfaced.rule, unfaced.unit) == ("5.5a", SQUAD)
    assert not unfaced.message.startswith("6.")


@pytest.mark.rules("6.8.1")
def test_a_pivot_to_the_first_hexside() -> None:
    state = field()
    place(state, SQUAD, "0101", "D")
    place(state, SQUAD2, "0102", "D")
    events = adjust(state, Task(SQUAD, "PIVOT", facing=0))
    assert (unit(state, SQUAD).facing, unit(state, SQUAD2).facing) == (0, 3)
    assert [event.kind for event in events if event.kind == "turned"] == ["turned"]


@pytest.mark.rules("6.1.4.3.6c", "6.1.4.3.7c", "6.8.2a", "6.8.2b")
def test_only_who_says_so_takes_a_position_and_keeps_to_one() -> None:
    state = field(Work(ENTRENCHMENT, cell("0101")), Work(ENTRENCHMENT, cell("0101")))
    first, second = place(state, SQUAD, "0101", "A"), place(state, SQUAD2, "0101", "A")
    assert "OCCUPY" in kinds_for(state, first)
    events = adjust(state, Task(SQUAD, "OCCUPY"), Task(SQUAD2, "PIVOT", facing=3))
    assert [work.unit for work in state.works] == [first, NOBODY]
    assert [dict(event.data)["unit"] for event in events if event.kind == "occupied"] == [SQUAD]
    assert "OCCUPY" not in kinds_for(state, first), "it is in one, though another is free"
    assert "OCCUPY" in kinds_for(state, second)
    unit(state, SQUAD).cell = cell("0102")
    adjust(state)
    assert [work.unit for work in state.works] == [NOBODY, NOBODY], "it has left"


@pytest.mark.rules("6.6.8c", "6.6.8f", "6.8.2b")
def test_a_finished_entrenchment_is_told() -> None:
    for name, progress, told in (
        (SQUAD, 2, ("dug", 3)),
        (SQUAD, 3, ("entrenched", 0)),
        (ENGINEERS, 1, ("entrenched", 0)),
    ):
        state = field(Work(ENTRENCHMENT, cell("0101"), progress=progress))
        index = place(state, name, "0101", "A", full_cover=True)
        state.works[0].unit = index
        assert "DIG" in kinds_for(state, index)
        events = adjust(state, Task(name, "DIG"))
        assert [(one.kind, one.rule) for one in events if one.kind in ("dug", "entrenched")] == [(told[0], "6.6.8c")]
        assert state.works[0].progress == told[1]


@pytest.mark.rules("6.6.8a", "6.1.4.1.2d", "6.1.4.3.7a")
def test_vehicles_do_not_dig_and_choose_their_position() -> None:
    state = field(Work(IMPROVED, cell("0101"), facing=0))
    index = place(state, TANK, "0101", "A")
    state.works[0].unit = index
    assert "DIG" not in kinds_for(state, index)
    assert detail_of(unit(state, TANK)).hull_down == ""
    partial = next(kind for kind in kinds_for(state, index) if kind == "PARTIAL")
    events = adjust(state, Task(TANK, partial))
    assert detail_of(unit(state, TANK)).hull_down == "partial"
    told = [dict(one.data) for one in events if one.kind == "designated"]
    assert [(one["unit"], one["position"]) for one in told] == [(TANK, "Partial Hull Down")]


@pytest.mark.rules("6.2.1.1d", "6.2.1.1e", "6.2.1.1g")
def test_a_lost_combat_unit_activates_nobody() -> None:
    state = field()
    truck = place(state, TRUCK, "0101")
    place(state, TANK, "0101")
    assert activation.activated(state, scene(), (truck,)) == {truck}
    unit(state, TANK).status = ELIMINATED
    assert activation.activated(state, scene(), (truck,)) == set()
    place(state, PANZER, "0101")
    assert activation.activated(state, scene(), (truck,)) == set(), "an enemy does not help"


@pytest.mark.rules("6.2.1", "6.2.1.1a", "6.2.1.1.1b")
def test_a_formation_of_one_unit_has_a_command() -> None:
    at = Range([piece("T-34/76 M43", "0808")], [piece("PzKpfw IVH", "0811")])
    assert {name: one.value for name, one in activation.available(at.state, at.scene, "soviet").items()} == {
        "soviet": 1
    }
