"""What a shared command asks of those who share it: fire, movement, overwatch (6.2.1.1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.play import commands, control, following
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import KNOCKED_OUT, OFF_MAP, PanzerState
from support.advanced_staff import GRADES, cell, doing, names, order, places, stand, the_staff, unit_of

TARGETS = {"G1": "1P8", "G2": "1P9", "G3": "1Q9", "G4": "1Q11"}
"""A1 to A4 of the example: the first three next to one another, the fourth 3 hexes from the first, 2 from others."""
FIRERS = {"S2": "1N6", "S3": "1N6", "S4": "1N6"}


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff({name: tuple(TARGETS) for name in (*FIRERS, "S1")}):
        yield


def shared(text: str, where: dict[str, str], grade: str = "seasoned") -> PanzerState:
    """A position after the commands of the Soviet side were placed."""
    state = stand(where, grade=grade)
    commands.place(state, scene_of(state), "soviet", order(state, text), doing())
    return state


def fits(state: PanzerState, targets: Sequence[str], unit: str = "S2") -> bool:
    return control.fits_targets(state, scene_of(state), places(state, unit)[0], places(state, *targets))


@pytest.mark.rules("6.2.1.1.4-firing-ex1", "6.2.1.1.4-firing-a", "6.2.1.1.4-firing-b", "6.2.1.1.4a")
def test_the_worked_example_of_shared_fire() -> None:
    board = scene_of(stand(TARGETS)).board
    far = [board.distance(board.by_label[hex_], board.by_label["1Q11"]) for hex_ in TARGETS.values()]
    assert far == [3, 2, 2, 0]
    legal = {}
    for grade in GRADES:
        state = shared("S2 FIRE with S3 S4", FIRERS | TARGETS, grade)
        sets = (("G1", "G2", "G3"), ("G1", "G2", "G3", "G4"), ("G2", "G3", "G4"), ("G1",), ("G1", "G2"))
        legal[grade] = [fits(state, one) for one in sets]
    assert legal["seasoned"] == legal["veteran"] == [True, False, False, True, True]
    assert legal["regulars"] == legal["green"] == [False, False, False, True, False]
    assert legal["elite"] == [True, False, True, True, True]


@pytest.mark.rules("6.2.1.1.4-firing-a", "6.2.1.1.4-firing-c")
def test_targets_announced_before_count_and_single_units_choose_freely() -> None:
    state = shared("S2 HALT with S3\nS4 FIRE", FIRERS | TARGETS)
    assert fits(state, ("G1", "G4"), "S4"), "its command is its own"
    control.note_aims(state, places(state, "S3")[0], places(state, "G1"))
    assert [fits(state, (name,)) for name in TARGETS] == [True, True, True, False]
    # The target dies, and so does who fired at it: what was announced holds all the same.
    unit_of(state, "G1").status = unit_of(state, "S3").status = KNOCKED_OUT
    assert not fits(state, ("G4",))
    assert fits(state, ("G2", "G3"))
    fault = control.target_fault(state, scene_of(state), places(state, "S2")[0], places(state, "G4"))
    assert fault == ("6.2.1.1.4-firing-a", "targets of a shared command are 3 hexes apart, the Command Range is 1")
    commands.clear(state)
    assert detail_of(unit_of(state, "S3")).aims == ()


def ends(state: PanzerState, **hexes: str) -> dict[int, int]:
    return {places(state, name)[0]: cell(state, hex_) if hex_ else OFF_MAP for name, hex_ in hexes.items()}


def fault(state: PanzerState, unit: str, where: dict[int, int], *reach: str) -> str:
    """The rule by which a unit may not end there."""
    found = control.end_range_fault(
        state, scene_of(state), places(state, unit)[0], where, [cell(state, hex_) for hex_ in reach]
    )
    return "" if found is None else found[0]


@pytest.mark.rules("6.2.1.1.4-moving-ex1", "6.2.1.1.4-moving")
def test_the_worked_example_of_shared_movement() -> None:
    """Three Regulars end in one hex, all of them."""
    state = shared("S2 MOVE with S3 S4", {"S2": "1P8", "S3": "1P8", "S4": "1P8"}, "regulars")
    together = ends(state, S2="1O9", S3="1O9", S4="1O9")
    assert [fault(state, name, together) for name in ("S2", "S3", "S4")] == ["", "", ""]
    apart = ends(state, S2="1O9", S3="1O9", S4="1O10")
    assert [fault(state, name, apart) for name in ("S2", "S3", "S4")] == ["6.2.1.1.4-moving"] * 3
    seasoned = shared("S2 MOVE with S3 S4", {"S2": "1P8", "S3": "1P8", "S4": "1P8"})
    assert fault(seasoned, "S4", apart) == ""
    assert fault(seasoned, "S4", ends(seasoned, S2="1O9", S3="1O9", S4="1O11")) == "6.2.1.1.4-moving"


@pytest.mark.rules("6.2.1.1.4-moving", "6.5.2.2.1g")
def test_who_drops_out_of_a_group_is_left_behind() -> None:
    state = shared("S2 MOVE with S3 S4", {"S2": "1P8", "S3": "1P8", "S4": "1P8"})
    far = ends(state, S2="1O9", S3="1O9", S4="1P12")
    assert fault(state, "S2", far) == "6.2.1.1.4-moving"
    detail_of(unit_of(state, "S4")).track = True
    assert fault(state, "S2", far) == "", "a Track hit (J4)"
    detail_of(unit_of(state, "S4")).track = False
    unit_of(state, "S4").status = KNOCKED_OUT
    assert fault(state, "S2", far) == ""
    state = shared("S2 MOVE with S3 S4", {"S2": "1P8", "S3": "1P8", "S4": "1P8"})
    assert fault(state, "S2", ends(state, S2="1O9", S3="1O9", S4="")) == "", "it leaves the map"
    detail_of(unit_of(state, "S4")).suppressed = "on"
    unit_of(state, "S4").damaged = True
    assert fault(state, "S2", far) == "6.2.1.1.4-moving", "slowed, but still one of them"
    assert fault(state, "S2", ends(state, S2="1O9")) == "", "the others have not moved yet (J3)"
    unit_of(state, "S4").moved = True
    assert fault(state, "S2", ends(state, S2="1P9")) == ""
    assert fault(state, "S2", ends(state, S2="1P10")) == "6.2.1.1.4-moving", "S4 has moved and is in 1P8"


@pytest.mark.rules("6.2.1.1.4-moving")
def test_who_cannot_come_near_enough_comes_as_near_as_it_can() -> None:
    state = shared("S2 MOVE with S3", {"S2": "1P12", "S3": "1P8"})
    for name in ("S2", "S3"):
        unit = unit_of(state, name)
        unit.command, detail_of(unit).group = "MOVE", 1
    unit_of(state, "S3").moved = True
    assert fault(state, "S2", ends(state, S2="1P11"), "1P12", "1P11", "1P10") == "6.2.1.1.4-moving"
    assert fault(state, "S2", ends(state, S2="1P10"), "1P12", "1P11", "1P10") == "", "J4"
    assert fault(state, "S2", ends(state, S2="1P10"), "1P12", "1P11", "1P10", "1P9") == "6.2.1.1.4-moving"


@pytest.mark.rules("6.2.1.1.3-roads-b", "6.2.1.1.3-roads-a")
def test_a_column_keeps_its_order_and_the_road() -> None:
    start = {"S1": "1Q5", "S2": "1Q6", "S3": "1Q7"}
    state = shared("S1 MOVE with S2 S3", start, "green")
    leaves, kept = "6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b"
    assert fault(state, "S3", ends(state, S1="1Q2", S2="1Q3", S3="1Q4")) == "", "Command Range 0 does not matter"
    assert fault(state, "S2", ends(state, S1="1Q2", S2="1Q4", S3="1Q3")) == kept, "S3 is before S2"
    assert fault(state, "S3", ends(state, S1="1Q2", S2="1Q3", S3="1Q5")) == kept, "a gap"
    assert fault(state, "S1", ends(state, S1="1P2", S2="1Q3", S3="1Q4")) == leaves, "off the road"
    assert fault(state, "S3", ends(state, S1="1P2", S2="1P2", S3="1P2")) == leaves, "only the road lets them share"
    detail_of(unit_of(state, "S2")).track = True
    assert fault(state, "S3", ends(state, S1="1Q2", S3="1Q3")) == "", "the next one closes up"
    near = shared("S1 MOVE with S2", dict.fromkeys(("S1", "S2"), "1Q5"), "green")
    assert fault(near, "S2", ends(near, S1="1P2", S2="1P2")) == "", "who is in Command Range need not stay on the road"
    assert fault(near, "S2", ends(near, S1="1Q2", S2="1Q3")) == "", "but may move as a column"
    assert fault(near, "S2", ends(near, S1="1Q2", S2="1Q4")) == "6.2.1.1.4-moving"


@pytest.mark.rules("6.2.1.1.3-roads-b", "5.13a")
def test_a_column_does_not_over_stack_a_hex() -> None:
    start = {"S1": "1Q5", "S2": "1Q6"} | dict.fromkeys(("S3", "S4", "S5", "S6"), "1Q2")
    state = shared("S1 MOVE with S2", start, "green")
    assert fault(state, "S1", ends(state, S1="1Q2", S2="1Q3")) == ""
    # Six in the hex are too many for a column; two that keep within Command Range may over-stack (3.8a).
    unit_of(state, "S7").status, unit_of(state, "S7").cell = "on map", cell(state, "1Q2")
    assert fault(state, "S1", ends(state, S1="1Q2", S2="1Q3")) == "6.2.1.1.3-roads-b"
    assert fault(state, "S1", ends(state, S1="1Q3", S2="1Q4")) == ""
    three = shared("S1 MOVE with S2 S7", start | {"S7": "1Q7"}, "green")
    assert fault(three, "S2", ends(three, S1="1Q2", S2="1Q3", S7="1Q4")) == ""
    assert fault(three, "S2", ends(three, S1="1Q2", S2="1Q2", S7="1Q3")) == "6.2.1.1.3-roads-b", "two more make six"


@pytest.mark.rules("6.5.2.2.1g", "6.2.1.1.4-moving")
def test_who_comes_as_near_as_it_can_minds_only_those_who_can_move() -> None:
    """The idle answer of a group that has begun is legal, also when one of it has lost a track on the way."""
    state = shared("S2 MOVE with S3 S4", FIRERS)
    lame = unit_of(state, "S2")
    lame.cell = cell(state, "1Q9")
    lame.moved = unit_of(state, "S3").moved = True
    told = following.nearest(state, scene_of(state), places(state, "S4"))
    assert [task.kind for task in told] == ["MOVE"], "it would go between the two"
    detail_of(lame).track = True
    told = following.nearest(state, scene_of(state), places(state, "S4"))
    assert [task.kind for task in told] == ["STAY"], "it stands with the one that counts"


def move_faults(state: PanzerState, *sequence: str) -> dict[str, str]:
    found = control.move_order_faults(state, scene_of(state), "soviet", places(state, *sequence))
    return {state.units[index].id: rule for index, (rule, _) in found}


@pytest.mark.rules("6.2.1.1.4-moving", "6.2.1.1.4a")
def test_a_group_moves_without_others_between() -> None:
    state = shared("S2 MOVE with S3\nS4 MOVE", {"S1": "1P8", "S2": "1P8", "S3": "1P8", "S4": "1P8"}, "elite")
    assert move_faults(state, "S2", "S3", "S4") == {}
    assert move_faults(state, "S4", "S3", "S2") == {}
    assert move_faults(state, "S2", "S4", "S3") == {"S3": "6.2.1.1.4-moving"}, "J5"
    assert move_faults(state, "S2") == {"S3": "6.2.1.1.4-moving"}
    assert move_faults(state, "S4") == {}
    unit_of(state, "S2").moved = True
    assert names(state, control.begun(state, scene_of(state), "soviet")) == ["S3"]
    assert move_faults(state, "S4", "S3") == {"S4": "6.2.1.1.4-moving"}
    assert move_faults(state, "S3", "S4") == {}
    unit_of(state, "S3").moved = True
    assert move_faults(state, "S4") == {}


@pytest.mark.rules("6.2.1.1.4-overwatch-a", "6.2.1.1.4-overwatch-b")
def test_a_group_on_overwatch_fires_once_at_one_target() -> None:
    state = shared("S2 OW with S3 S4\nS1 OW", FIRERS | TARGETS | {"S1": "1P7"}, "elite")
    two, three = places(state, "S2", "S3")
    told = doing()
    control.spend_watch(state, (two, three), told)
    assert [(event.kind, event.data["unit"]) for event in told.events] == [("spent", "S4")]
    assert [detail_of(unit_of(state, name)).spent for name in ("S1", "S2", "S3", "S4")] == [False, False, False, True]
    assert not unit_of(state, "S4").fired, "it is no target for having fired"
    control.spend_watch(state, (two, three), told)
    assert len(told.events) == 1


@pytest.mark.rules("6.2.1.1.3c")
def test_who_shares_is_seen_when_the_first_executes() -> None:
    state = shared("S2 FIRE with S3 S4", FIRERS | TARGETS)
    told = doing()
    control.show(state, places(state, "S3")[0], "4.4.3.2a", told)
    assert [event.kind for event in told.events] == ["revealed", "shared"]
    assert told.events[1].data == {"unit": "S3", "units": "S2 S3 S4", "command": "FIRE"}
    assert all(unit_of(state, name).known and detail_of(unit_of(state, name)).open for name in FIRERS)
    control.show(state, places(state, "S2")[0], "4.4.3.2a", told)
    assert len(told.events) == 2, "once is enough"
