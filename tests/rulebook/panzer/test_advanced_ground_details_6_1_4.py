"""Cover, positions, counters, sight and adjustment in detail (6.1.4, 6.6.8, 6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.pieces import (
    BLOCK,
    DITCH,
    ENTRENCHMENT,
    FIRE,
    HULL_DOWN,
    IMPROVED,
    OFF,
    ON,
    PARTIAL,
    RUBBLE,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import adjustment, cover, recovering, sight, spotting, works
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, works_of
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, KNOCKED_OUT, PanzerState, Wreck
from support.advanced_sight import (
    CARRIER,
    CAVALRY,
    ENGINEERS,
    GUN,
    LEE,
    PANZER,
    RIFLES,
    SQUAD,
    SQUAD2,
    STUG,
    TANK,
    TRUCK,
    cell,
    doing_for,
    field,
    load,
    place,
    scene,
    unit,
)


def detail(state: PanzerState, index: int) -> Any:
    return detail_of(state.units[index])


# Cover.


@pytest.mark.rules("6.1.4.3.9b", "6.1.4.3.9c", "6.1.4.3.9a")
def test_cover_in_rubble_of_everything() -> None:
    def fire_cover(name: str, hex_: str, was: str) -> str:
        state = field(Work(RUBBLE, cell(hex_), was=was))
        return cover.fire_cover(state, scene(), place(state, name, hex_))[0]

    assert fire_cover(SQUAD, "0503", "") == "medium", "brick"
    assert fire_cover(TANK, "0503", "") == "medium"
    assert fire_cover(TRUCK, "0503", "") == fire_cover(GUN, "0503", "") == fire_cover(CARRIER, "0503", "") == "none"
    assert fire_cover(SQUAD, "0706", "") == "light", "wood"
    assert fire_cover(SQUAD, "0909", "") == "heavy", "stone"
    assert fire_cover(SQUAD, "1406", "bridge") == "none"
    assert fire_cover(SQUAD, "0101", IMPROVED) == "light", "L12: Light at least"
    woods = field(Work(RUBBLE, cell("1103"), was=IMPROVED))
    bare = field()
    assert cover.fire_cover(woods, scene(), place(woods, SQUAD, "1103")) == cover.fire_cover(
        bare, scene(), place(bare, SQUAD, "1103")
    ), "that of the ground where it is better"


@pytest.mark.rules("6.1.4.3.3", "6.1.4.3.4a", "6.1.4.3.7a")
def test_whom_counters_cover() -> None:
    for kind in (BLOCK, DITCH):
        state = field(Work(kind, cell("0101")))
        assert cover.fire_cover(state, scene(), place(state, SQUAD, "0101"))[0] == "light"
        assert cover.spotting_cover(state, scene(), place(state, CAVALRY, "0101"))[0] == "light"
        assert cover.fire_cover(state, scene(), place(state, TANK, "0101"))[0] == "none"
        assert cover.fire_cover(state, scene(), place(state, GUN, "0101"))[0] == "none"
        assert cover.fire_cover(state, scene(), place(state, SQUAD2, "0102"))[0] == "none"
    state = field(Work(IMPROVED, cell("0101")))
    tank, other = place(state, TANK, "0101"), place(state, SQUAD, "0101")
    state.works[0].unit = tank
    assert cover.fire_cover(state, scene(), tank)[0] == "heavy"
    assert cover.fire_cover(state, scene(), other)[0] == "none", "it holds one"
    rider = load(state, SQUAD2, TANK)
    assert cover.fire_cover(state, scene(), rider)[0] == "heavy", "that of its carrier"


@pytest.mark.rules("6.5.4.3-vehicle-cover-b", "6.1.4.3.1d")
def test_cover_overhead() -> None:
    for hex_, inside, found in (
        ("0503", True, "medium"), ("0909", True, "heavy"), ("0706", True, "none"), ("0503", False, "none"),
        ("1103", False, "none"),
    ):  # fmt: skip
        state = field()
        assert cover.overhead(state, scene(), place(state, TANK, hex_, inside=inside))[0] == found
    dug = field(Work(IMPROVED, cell("0101")))
    dug.works[0].unit = place(dug, TANK, "0101")
    assert cover.overhead(dug, scene(), dug.works[0].unit)[0] == "heavy"


@pytest.mark.rules("6.1.4.2a", "6.1.4.2b", "6.1.4.2e")
def test_where_full_cover_is_possible() -> None:
    state = field()
    for name, hex_, able in (
        (SQUAD, "0101", True), (GUN, "0101", True), (TANK, "0101", False), (SQUAD, "1406", False),
        (SQUAD, "1409", False), (SQUAD, "1401", False), (CAVALRY, "1103", True),
    ):  # fmt: skip
        index = place(state, name, hex_, full_cover=True)
        assert cover.may_take_full_cover(scene(), state.units[index]) is able
        assert cover.in_full_cover(scene(), state.units[index]) is able
    index = place(state, SQUAD, "0101", full_cover=False)
    assert not cover.in_full_cover(scene(), state.units[index])
    place(state, CARRIER, "0101")
    assert not cover.may_take_full_cover(scene(), state.units[load(state, RIFLES, CARRIER)])


# Hull down.


@pytest.mark.rules("6.6.9g", "6.6.9f", "6.1.4.1.2d")
@pytest.mark.parametrize(
    ("facts", "holds"),
    [
        ({"hull_down": HULL_DOWN, "hull_facing": 0}, True),
        ({"hull_down": PARTIAL, "hull_facing": 0}, True),
        ({"hull_down": PARTIAL, "hull_facing": -1}, False),
        ({"hull_down": "", "hull_facing": 0}, False),
        ({"hull_down": HULL_DOWN, "hull_facing": 0, "command": "MOVE"}, True),
        ({"hull_down": HULL_DOWN, "hull_facing": 0, "command": "MOVE", "known": True}, False),
        ({"hull_down": HULL_DOWN, "hull_facing": 0, "command": "HALT", "known": True}, False),
        ({"hull_down": HULL_DOWN, "hull_facing": 0, "command": "FIRE", "known": True}, True),
        ({"hull_down": HULL_DOWN, "hull_facing": 0, "command": "MOVE", "known": True, "manner": "searching"}, True),
    ],
)
def test_who_still_has_the_position_that_it_found(facts: dict[str, Any], holds: bool) -> None:
    state = field()
    index = place(state, TANK, "1105", **facts)
    assert cover.holds_position(scene(), state.units[index]) is holds


@pytest.mark.rules("6.6.9f", "6.1.4.1c", "6.1.4.1.2f", "6.6.9h")
def test_a_position_is_taken_and_left() -> None:
    state = field()
    index = place(state, TANK, "1105", "C")
    cover.take_hull_down(state.units[index])
    assert (detail(state, index).hull_down, detail(state, index).hull_facing) == (HULL_DOWN, 2)
    cover.take_hull_down(state.units[index], partial=True, reversed_in=True)
    assert (detail(state, index).hull_down, detail(state, index).hull_facing) == (PARTIAL, 5)
    assert detail(state, index).manner == "searching"
    cover.leave_hull_down(state.units[index])
    assert (detail(state, index).hull_down, detail(state, index).hull_facing) == ("", -1)


@pytest.mark.rules("6.1.4.1.1", "6.1.4.1.2a", "6.1.4.3.7d", "6.1.4.3.7e", "6.1.4.1.2d", "6.1.4.1.3", "6.1.4.3.1d")
def test_from_where_a_hull_is_masked() -> None:
    def masked(target: dict[str, Any], shooter: str, *counters: Work, hex_: str = "0506", name: str = TANK) -> str:
        state = field(*counters)
        index = place(state, name, hex_, **target)
        for work in state.works:
            if work.kind == IMPROVED:
                work.unit = index
        return cover.hull_down_from(state, scene(), index, place(state, PANZER, shooter))

    front, rear = "0503", "0509"
    assert masked({}, front) == "none"
    found = {"hull_down": HULL_DOWN, "hull_facing": 0}
    assert masked(found, front) == "full"
    assert masked(found, rear) == "none"
    assert masked({**found, "facing": "D"}, front) == "full", "N13: the direction stays"
    assert masked({**found, "hull_down": PARTIAL}, front) == "partial"
    assert masked(found, "0506") == "none", "in its own hex nothing masks it"
    assert masked({}, front, Work(IMPROVED, cell("0506"), facing=0)) == "full"
    assert masked({}, rear, Work(IMPROVED, cell("0506"), facing=0)) == "none"
    assert masked({"facing": "D"}, rear, Work(IMPROVED, cell("0506"), facing=0)) == "none", "the open side stays"
    assert masked({"hull_down": PARTIAL}, front, Work(IMPROVED, cell("0506"), facing=0)) == "partial"
    assert masked({"inside": True}, "0506", hex_="0503") == "full"
    assert masked({"inside": True}, "0709", hex_="0706") == "none", "wood is no such building"
    assert masked({}, "1806", hex_="1803") == "partial", "three levels up, three hexes away"
    assert masked({}, "1807", hex_="1803") == "none"
    assert masked({}, front, name=SQUAD) == "none"
    state = field()
    gone = place(state, TANK, "0506", **found)
    state.units[gone].status = KNOCKED_OUT
    assert cover.hull_down_from(state, scene(), gone, place(state, PANZER, front)) == "none"


@pytest.mark.rules("6.1.4.1.2b", "6.1.4.1.2c", "6.1.4.1.2d", "6.1.4.1.2e")
def test_when_a_limited_weapon_is_silent() -> None:
    def silent(hex_: str = "0506", improved: bool = False, **facts: Any) -> bool:
        state = field(*([Work(IMPROVED, cell(hex_), facing=0)] if improved else []))
        index = place(state, LEE, hex_, **facts)
        for work in state.works:
            work.unit = index
        return cover.silenced(state, scene(), index)

    assert not silent()
    assert silent(hull_down=HULL_DOWN, hull_facing=0)
    assert not silent(hull_down=PARTIAL, hull_facing=0)
    assert silent(improved=True)
    assert not silent(improved=True, hull_down=PARTIAL)
    assert silent("0503", inside=True)
    assert not silent("0706", inside=True)
    assert not silent("0503")


# Counters.


@pytest.mark.rules("6.1.4.3.5c")
def test_who_burns() -> None:
    state = field(Work(FIRE, cell("0101"), turn=2), Work(FIRE, cell("0103"), turn=1), Work(BLOCK, cell("0105")), turn=2)
    fresh, old, rider = place(state, SQUAD, "0101"), place(state, CARRIER, "0103"), load(state, RIFLES, CARRIER)
    far = place(state, TANK, "0105")
    wreck = place(state, TRUCK, "0103")
    state.units[wreck].status = KNOCKED_OUT
    assert works.burning(state) == [cell("0103")], "those that burnt in the turn before"
    told = doing_for(state)
    works.burn(state, scene(), told)
    assert [(event.rule, event.data["unit"], event.data["hex"]) for event in told.events] == [
        ("6.1.4.3.5c", CARRIER, "0103"), ("6.1.4.3.5c", RIFLES, "0103"),
    ]  # fmt: skip
    assert [state.units[one].status == ELIMINATED for one in (fresh, old, rider, far)] == [False, True, True, False]
    assert state.units[old].cell == -1
    assert state.units[wreck].status == KNOCKED_OUT, "what is lost already stays as it is"


@pytest.mark.rules("6.1.4.3.6b", "6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.7c", "6.1.4.3.7d", "6.6.8b")
def test_positions_are_occupied_and_vacated() -> None:
    hasty, better = Work(ENTRENCHMENT, cell("0101")), Work(IMPROVED, cell("0101"), facing=4)
    unfinished = Work(ENTRENCHMENT, cell("0101"), progress=1)
    state = field(Work(BLOCK, cell("0101")), unfinished, hasty, better)
    squad, tank, gun = place(state, SQUAD, "0101"), place(state, TANK, "0101", "B"), place(state, GUN, "0101")
    assert works.open_position(state, squad) is better, "the better one"
    assert works.vacancies(state, cell("0101")) == 2
    assert works.occupy(state, tank) is better
    assert better.facing == 4, "it stays as it was laid out"
    assert works.occupy(state, squad) is hasty
    assert works.occupy(state, gun) is None, "what is not finished holds nobody, nor does a Block"
    assert works.vacancies(state, cell("0101")) == 0
    assert works.entrenched(state, squad)
    assert not works.entrenched(state, tank)
    assert works.improved(state, tank) is better
    assert works.improved(state, squad) is None
    state.units[tank].status = KNOCKED_OUT
    assert works.free(state, better)
    assert works.position_of(state, tank) is None
    works.vacate(state)
    assert (better.unit, hasty.unit) == (-1, squad)
    other = place(state, STUG, "0101", "C")
    assert works.occupy(state, other, 0) is better
    assert better.facing == 0
    state.units[squad].cell = cell("0102")
    assert works.free(state, hasty)
    laid = field(Work(IMPROVED, cell("0101")))
    works.occupy(laid, place(laid, TANK, "0101", "B"))
    assert laid.works[0].facing == 1, "to its front where it was not laid out"
    foot = field(Work(IMPROVED, cell("0101")))
    works.occupy(foot, place(foot, SQUAD, "0101", "B"), 3)
    assert foot.works[0].facing == -1, "leg units have cover all round"


@pytest.mark.rules("6.6.8c", "6.6.8d", "6.6.8e", "6.6.8f", "6.6.8g")
def test_digging_in() -> None:
    state = field()
    squad, engineers = place(state, SQUAD, "0101"), place(state, ENGINEERS, "0103")
    steps = [works.dig(state, squad, False).progress for _ in range(4)]
    assert steps == [1, 2, 3, 0]
    assert [works.dig(state, engineers, True).progress for _ in range(2)] == [2, 0]
    left = field(Work(ENTRENCHMENT, cell("0102"), progress=3), Work(ENTRENCHMENT, cell("0101"), progress=1))
    assert works.dig(left, place(left, SQUAD, "0101"), False).progress == 2, "what was abandoned goes on"
    assert len(works_of(left)) == 2
    quick = field(Work(ENTRENCHMENT, cell("0101"), progress=1))
    assert works.dig(quick, place(quick, ENGINEERS, "0101"), True).progress == 0
    taken = field(Work(ENTRENCHMENT, cell("0101"), progress=2))
    taken.works[0].unit = place(taken, SQUAD2, "0101")
    fresh = works.dig(taken, place(taken, SQUAD, "0101"), False)
    assert (fresh.progress, fresh.turn, len(works_of(taken))) == (1, taken.turn, 2), "that of another unit"


# Sight.


@pytest.mark.rules("6.1.4.3.4b", "6.1.4.3.9a", "6.1.4.3.1k", "6.1.4.3.1j")
def test_the_surface_of_the_map() -> None:
    assert sight.surface(field(), scene()) is None
    assert sight.surface(field(Work(BLOCK, cell("0101"))), scene()) is None
    assert sight.surface(field(Work(RUBBLE, cell("0101"))), scene()) is None, "no building was there"
    state = field(Work(DITCH, cell("0101")), Work(RUBBLE, cell("0503")))
    found = sight.surface(state, scene())
    assert found is not None
    assert (found.ditches, found.rubble) == (frozenset({cell("0101")}), frozenset({cell("0503")}))
    assert found.beds[cell("0101")]
    assert not found.beds[cell("0503")]
    assert [sight.ground_height(state, scene(), cell(one)) for one in ("0101", "0102", "0503")] == [-1, 0, 0]
    assert [sight.storeys(state, scene(), cell(one)) for one in ("0503", "0706", "0909", "0101")] == [0, 1, 2, 0]
    assert sight.storeys(field(), scene(), cell("0503")) == 3


@pytest.mark.rules("6.1.4.3.1k", "6.1.4.3.4b")
def test_lines_are_the_same_both_ways_also_with_counters() -> None:
    state = field(Work(DITCH, cell("0706")))
    up, down = place(state, SQUAD, "0503", upper=True), place(state, RIFLES, "0709")
    for one, other in ((up, down), (down, up)):
        assert sight.clear(state, scene(), one, other) == (sight.block(state, scene(), one, other) is None)
    here, there = cell("0503"), cell("0709")
    ends = sight.height(state, scene(), up), sight.height(state, scene(), down)
    assert sight.clear_between(state, scene(), here, there, ends) == sight.clear_between(
        state, scene(), there, here, (ends[1], ends[0])
    )


@pytest.mark.rules("6.1.4.3.10h", "6.1.4.3.5b", "6.1.4.3.5d")
def test_what_obscures() -> None:
    state = field(Work(FIRE, cell("0101")), Work(BLOCK, cell("0102")))
    state.wrecks = [Wreck(cell("0103"), True), Wreck(cell("0103"), True), Wreck(cell("0104"), False)]
    assert sight.obscuring(state, scene()) == [("on_fire", (cell("0101"),), 5), ("brew_up_smoke", (cell("0103"),), 2)]
    assert sight.obscuring(field(), scene()) == []


# Spotting.


@pytest.mark.rules("6.1.1a", "6.1.1c", "6.1.2a", "6.1.3.1a", "6.1.3.1b", "6.1.3.2a", "6.1.3.2b", "6.1.3g", "5.13a")
def test_the_phase_notes_what_the_function_says() -> None:
    state = field(Work(DITCH, cell("0306")))
    (
        place(state, TANK, "0101", "D"),
        place(state, SQUAD, "0503", upper=True),
        place(state, SQUAD2, "0303", suppressed=ON),
    )
    place(state, GUN, "0304", "A", suppressed=OFF), place(state, TRUCK, "0202"), load(state, ENGINEERS, TRUCK)
    (
        place(state, CAVALRY, "0402", full_cover=True),
        place(state, PANZER, "0506"),
        place(state, STUG, "1203", mark="fire"),
    )
    place(state, RIFLES, "0306", full_cover=True), place(state, CARRIER, "0909", mark="move")
    for number in range(2, 8):
        place(state, f"S{number}", "1103")
    told = doing_for(state)
    spotting.spotting_phase(state, scene(), told)
    pairs = 0
    for index, one in enumerate(state.units):
        for other, target in enumerate(state.units):
            if one.side != target.side:
                seen = spotting.spots(state, scene(), index, other)
                assert (other in one.sees) is seen, (one.id, target.id)
                pairs += seen
    assert pairs > 10
    assert unit(state, STUG).mark == "fire"


@pytest.mark.rules("4.1.5a", "6.1.3d", "6.1.3e", "6.1.3f")
def test_counters_nobody_needs_go() -> None:
    state = field()
    tank, lonely = place(state, TANK, "0101", mark="fire", small=True), place(state, PANZER, "2012", mark="move")
    told = doing_for(state)
    spotting.spotting_phase(state, scene(), told)
    marks = {event.data["unit"] for event in told.events if event.kind == "unmarked"}
    assert {state.units[one].id for one in (tank, lonely) if not state.units[one].mark} == marks
    assert spotting.mark_of(unit(state, TRUCK)) == ""
    for facts, found in (
        ({"mark": "fire", "small": True}, "small"), ({"mark": "fire", "small": False}, "fired"),
        ({"mark": "move", "small": True}, "moved"),
    ):  # fmt: skip
        assert spotting.mark_of(state.units[place(state, SQUAD, "0101", **facts)]) == found


# Adjustment.


def check(state: PanzerState, *tasks: Task, choice: str = "", side: str = "soviet") -> list[tuple[str, str]]:
    decision = Decision("1", "adjust", side, "6.8", "")
    found = adjustment.check(state, scene(), decision, Order("adjust", tasks, choice=choice))
    return [(one.rule, one.unit) for one in found]


@pytest.mark.rules("6.8.1", "6.8.2a", "6.6.8a", "6.1.4.1.2d", "6.1.4.3.6c", "6.1.4.3.6b")
def test_what_may_be_adjusted() -> None:
    state = field(Work(IMPROVED, cell("0103")), Work(ENTRENCHMENT, cell("0105")))
    place(state, SQUAD, "0101"), place(state, GUN, "0101"), place(state, TANK, "0101")
    state.works[0].unit = place(state, LEE, "0103")
    place(state, SQUAD2, "0105"), place(state, ENGINEERS, "0105", full_cover=True)
    place(state, RIFLES, "0106")

    def kinds(name: str) -> list[str]:
        index = next(number for number, one in enumerate(state.units) if one.id == name)
        return [one.kind for one in adjustment.options_of(state, scene(), index)]

    names = [state.units[index].id for index in adjustment._adjustable(state, "soviet")]
    assert names == [LEE, SQUAD, SQUAD2, ENGINEERS, GUN], "no vehicle but in an Improved Position"
    assert adjustment.adjusting(state) == ("soviet", "german")
    free, digs = set(kinds(SQUAD2)) - set(kinds(SQUAD)), set(kinds(ENGINEERS)) - set(kinds(SQUAD2))
    assert len(free) == 1, "a free position is next to it"
    assert digs, "in Full Cover without a command it may dig, or leave it"
    assert check(state, Task(TANK, kinds(SQUAD)[0])) == [("6.8.1", TANK)]
    pivot = Task(SQUAD, kinds(SQUAD)[0], facing=2)
    assert check(state, pivot) == []
    assert check(state, pivot, pivot) == [("6.8.1", SQUAD)]
    assert check(state, pivot, choice="all") == [("6.8", "")]
    assert check(state, Task(SQUAD, pivot.kind, (cell("0101"),), 2)) != []
    assert check(state, Task(SQUAD, pivot.kind, facing=2, targets=("S1",))) != []
    assert check(state, Task(SQUAD, pivot.kind, facing=2, choice="now")) != []
    assert check(state, Task(LEE, pivot.kind, facing=2)) == [("6.8.2a", LEE)]
    (take,) = free
    index = next(number for number, one in enumerate(state.units) if one.id == SQUAD2)
    option = next(one for one in adjustment.options_of(state, scene(), index) if one.kind == take)
    mine, theirs = (Task(name, take, choice=option.choices[0]) for name in (SQUAD2, ENGINEERS))
    assert check(state, mine) == []
    assert check(state, mine, theirs) == [("6.1.4.3.6b", ENGINEERS)]
    assert check(state, Task(RIFLES, pivot.kind, facing=2)) == [("6.8.1", RIFLES)], "not yours"


@pytest.mark.rules("6.6.8a", "6.1.4.3b")
def test_who_may_dig() -> None:
    def may(name: str = SQUAD, hex_: str = "0101", *counters: Work, **facts: Any) -> bool:
        state = field(*counters)
        index = place(state, name, hex_, **{"full_cover": True, **facts})
        for work in state.works:
            work.unit = index
        return adjustment.may_dig(state, scene(), index)

    assert may()
    assert may(GUN)
    assert may(command="NC")
    assert not may(command="OW")
    assert not may(suppressed=ON)
    assert not may(suppressed=OFF)
    assert not may(full_cover=False)
    assert not may(hex_="0503"), "in a building"
    assert not may(hex_="1406")
    assert may(SQUAD, "0101", Work(ENTRENCHMENT, cell("0101"), progress=2))
    assert not may(SQUAD, "0101", Work(ENTRENCHMENT, cell("0101"))), "it has one"
    assert not may(SQUAD, "0101", Work(IMPROVED, cell("0101")))


@pytest.mark.rules("6.8.3a", "6.8.3b", "6.8.3.1.1", "6.8.3.1.2a", "6.8.3.2", "6.2.1.1.3-nc-b")
def test_recovery_rolls() -> None:
    """Regulars recover on 01-50; a command adds 20, fire 10."""
    for command, fire, rolled, recovers, net in (
        ("", False, 50, True, 50), ("NC", False, 50, True, 50), ("OW", False, 30, True, 50),
        ("OW", False, 31, False, 51), ("", True, 40, True, 50), ("", True, 41, False, 51),
        ("FIRE", True, 20, True, 50), ("FIRE", True, 21, False, 51),
    ):  # fmt: skip
        state = field(script=str(rolled))
        index = place(state, SQUAD, "0101", suppressed=OFF, command=command, under_fire=fire)
        place(state, SQUAD2, "0102", suppressed=ON)
        told = doing_for(state)
        recovering.recover(state, scene(), told)
        assert detail(state, index).suppressed == ("" if recovers else OFF)
        (event,) = told.events
        assert (event.data["net"], event.data["needs"], event.data["recovered"]) == (net, 50, recovers)
    rider = field()
    place(rider, TRUCK, "0101", command="MOVE")
    aboard = load(rider, SQUAD, TRUCK)
    assert recovering.has_command(rider, aboard), "P5: that of its carrier"
    rider.units[aboard].command, rider.units[detail(rider, aboard).carrier].command = "MOVE", "NC"
    assert recovering.has_command(rider, aboard), "6.6.7.1.1a: it has mounted by a Move of its own"
    rider.units[aboard].command = ""
    assert not recovering.has_command(rider, aboard)
    gone = field()
    lost = place(gone, SQUAD, "0101", suppressed=OFF)
    gone.units[lost].status = ELIMINATED
    recovering.recover(gone, scene(), none := doing_for(gone))
    assert none.events == []
    assert rider.units[aboard].status == CARRIED


@pytest.mark.rules("6.1.4.1.2d")
def test_a_position_is_made_a_partial_one_and_back() -> None:
    state = field(Work(IMPROVED, cell("0101"), facing=0))
    index = state.works[0].unit = place(state, TANK, "0101", hull_down=HULL_DOWN, hull_facing=2)
    told = doing_for(state)
    adjustment._designate(state, index, True, told)
    assert (detail(state, index).hull_down, detail(state, index).hull_facing) == (PARTIAL, -1)
    assert cover.partial_by_choice(state, index)
    adjustment._designate(state, index, False, told)
    assert (detail(state, index).hull_down, detail(state, index).hull_facing) == ("", -1)
    assert [event.data["position"] for event in told.events] == ["Partial Hull Down", "Hull Down"]
