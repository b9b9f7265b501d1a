"""Road columns on the move: every vehicle along the way, at its rate, in its order (6.2.1.1.3, vehicles on roads)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec import UNSET

from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import columns, control, following
from hulldown.games.panzer.rules.advanced.play.march import plan
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.state import KNOCKED_OUT, ON_MAP, Wreck, index_of
from support.advanced_march import GAME, March, cell, keep, scene, the_country

LEAVES, ORDER = "6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b"
LINE = {"S1": "0605B", "S2": "0505C", "S13": "0405B", "S3": "0305C"}
"""T-34, SU-85, SU-76M and lorry behind one another; the Command Range of their company is 1."""


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def column(places: dict[str, str], members: Sequence[str] = (), **more: Any) -> March:
    """Units that share a Move, the lead vehicle first: those named, or all that are placed."""
    march = March(places, **more)
    named = members or [name for name in places if not places[name].startswith("*")]
    control.share(march.state, scene(), "MOVE", [index_of(march.state, name) for name in named])
    return march


def faults(march: March, text: str) -> dict[str, tuple[str, str]]:
    """What is wrong with an order, by the unit."""
    march.ready()
    found = GAME.check(march.state, "soviet", GAME.parse(march.state, "soviet", text.replace(", ", "\n")))
    return {one.unit: (one.rule, one.message) for one in found}


def wrong(march: March, text: str) -> dict[str, str]:
    """The same, without the reasons."""
    return {unit: rule for unit, (rule, _) in faults(march, text).items()}


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3b", "6.2.1.1.3-inactive-unarmed")
def test_who_must_move_as_a_column() -> None:
    assert [column(LINE).detail(name).tied for name in LINE] == [True] * 4, "S1 and S3 are 3 hexes apart"
    near = column({"S1": "0605B", "S2": "0505C"})
    assert [near.detail(name).column for name in ("S1", "S2")] == [1, 2]
    assert [columns.tied(near.unit(name)) for name in ("S1", "S2")] == [False, False], "in Command Range"
    unarmed = column({"S1": "0605B", "S2": "0605B", "S3": "0605B", "S16": "0605B"})
    assert not columns.tied(unarmed.unit("S3")), "each lorry is active by a tank"
    inactive = column({"S1": "0605B", "S3": "0605B", "S16": "0605B"})
    assert columns.tied(inactive.unit("S1")), "one tank activates one lorry; the other shares in a column only"
    indoors = keep({"S1": "0505B", "S2": "0405C"}).set("S2", inside=True)
    assert not columns.can_start(indoors.state, scene(), index_of(indoors.state, "S2")), "not on the road"


@pytest.mark.rules("6.2.1.1.3-roads-a", "4.5.1.1.5a", "4.5.1.1.5c")
def test_a_column_drives_along_the_road_at_its_rate() -> None:
    march = column(LINE)
    text = "S1 MOVE 0705 0805 0905 1005 1105 1205 1305\nS2 MOVE 0605 0705 0805 0905 1005 1105 1205\n"
    text += "S13 MOVE 0505 0605 0705 0805 0905 1005 1105\nS3 MOVE 0405 0505 0605 0705 0805 0905 1005"
    assert faults(march, text) == {}
    march.order(text)
    assert [march.at(name) for name in LINE] == ["1305C", "1205B", "1105C", "1005B"], "they face along the road"
    assert {event.kind for event in march.events} >= {"moved", "turned"}
    assert "void" not in march.kinds()


@pytest.mark.rules("6.2.1.1.3-roads-a", "4.5.1.1.5d")
def test_no_step_of_a_column_leaves_the_road() -> None:
    """It ends on the road, in its place, and could pay for it across country: still it is no move of a column."""
    march = column(LINE)
    text = "S1 MOVE 0604 0705, S2 MOVE 0605, S13 MOVE 0505, S3 MOVE 0405"
    why = "in a column it may not leave the road or path from 0605 to 0604"
    assert faults(march, text) == {"S1": (LEAVES, why)}
    alone = keep({"S1": "0605B"})
    assert wrong(alone, "S1 MOVE 0604 0705") == {}, "a command of its own"
    assert wrong(column({"S1": "0605B", "S2": "0605B"}), "S1 MOVE 0604 0705, S2 MOVE 0705") == {}, (
        "in range at both ends"
    )


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.4-moving")
def test_a_column_that_is_out_of_range_may_not_end_within_it_off_the_road() -> None:
    """Only the road let them share, so that Command Range at the end is no way out."""
    march = column({"S1": "0605B", "S2": "0505C", "S13": "0405B"})
    text = "S1 MOVE 0506, S2 MOVE 0506, S13 MOVE 0506"
    assert wrong(march, text) == {"S1": LEAVES, "S2": LEAVES, "S13": LEAVES}


@pytest.mark.rules("6.2.1.1.3-roads-a", "4.5.1.1.5g", "4.5.1.1.5i")
def test_what_ends_the_use_of_the_road_stops_a_column() -> None:
    march = column(LINE)
    march.state.wrecks = [Wreck(cell("0805"), False)]
    rest = "S2 MOVE 0605, S13 MOVE 0505, S3 MOVE 0405"
    why = "in a column it may not enter 0805: what is there ends the use of the road or path"
    assert faults(march, f"S1 MOVE 0705 0805, {rest}")["S1"] == (LEAVES, why)
    assert wrong(march, f"S1 MOVE 0705, {rest}") == {}
    enemy = column(LINE | {"G1": "0805"}, list(LINE))
    assert wrong(enemy, f"S1 MOVE 0705 0805 0905, {rest}")["S1"] == LEAVES
    three = {name: LINE[name] for name in ("S1", "S2", "S13")}
    crowd = column(three | dict.fromkeys(("S3", "S16", "S17", "S21", "S24"), "0805"), list(three))
    assert wrong(crowd, "S1 MOVE 0705 0805, S2 MOVE 0605 0705, S13 MOVE 0505 0605") == {"S1": LEAVES}, "the sixth there"
    crowd.set("S24", cell=cell("0905"))
    assert wrong(crowd, "S1 MOVE 0705 0805, S2 MOVE 0605 0705, S13 MOVE 0505 0605") == {}, "the fifth"


@pytest.mark.rules("6.2.1.1.3-roads-a", "4.5.1.1.1d")
def test_a_column_has_the_allowance_of_the_road() -> None:
    slow = column(LINE).set("S1", suppressed=ON, damaged=True)
    assert control.command_range(scene(), index_of(slow.state, "S1")) == 1
    rest = "S2 MOVE 0605, S13 MOVE 0505, S3 MOVE 0405"
    assert wrong(slow, f"S1 MOVE 0705 0805, {rest}") == {"S1": ORDER, "S2": ORDER}, "3 hexes are in its allowance"
    why = "in a column it may not go farther than its path or road allowance"
    assert faults(slow, f"S1 MOVE 0705 0805 0905 1005, {rest}")["S1"] == (LEAVES, why)


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.6.9b", "6.6.3a", "4.5.1.1.8c", "6.6.7.1.1b")
def test_a_column_does_nothing_but_drive_load_and_stay() -> None:
    march = column(LINE | {"S4": "*S3"}, list(LINE))
    rest = "S2 STAY, S13 STAY, S3 STAY"
    for order in ("S1 TURN D", "S1 SEARCH", "S1 ENTER 0704"):
        assert wrong(march, f"{order}, {rest}") == {"S1": LEAVES}, order
    assert wrong(march, f"S1 STAY, {rest}") == {}
    assert wrong(march, "S1 STAY, S2 STAY, S13 STAY, S3 DISMOUNT S4") == {}
    assert wrong(march, "S1 MOVE 0705, S2 MOVE 0605, S13 MOVE 0505, S3 MOVE 0405 drop S4") == {}
    assert {option.kind for option in march.offered("S1")} == {"STAY", "MOVE", "REVERSE"}
    assert {option.kind for option in march.offered("S3")} == {"STAY", "MOVE", "REVERSE", "DISMOUNT", "BAIL"}


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.6.7.1.1-vehicle-b", "6.6.7.1e")
def test_every_path_that_is_offered_to_a_column_is_along_the_road() -> None:
    march = column(LINE | {"S4": "*S3", "S8": "*S3"}, list(LINE))
    tables = advanced_tables("march-field")
    on_way = scene().ground.on_way
    for name in LINE:
        driving = [option for option in march.offered(name) if option.path is not None]
        assert driving
        for option in driving:
            reached = paths_on(option.path, tables, scene().board).reach()
            assert reached
            assert all(on_way[one] for arrival in reached.values() for one in arrival.path)
            words = option.choices[0] if option.choices and option.choices != ("exit",) else ""
            for arrival in reached.values():
                task = Task(name, option.kind, arrival.path, choice=words)
                assert plan(march.state, scene(), task).fault is None, (name, option.kind, words)
    assert {option.kind for option in march.offered("S3") if option.path is not None} == {"MOVE"}, "it tows a gun"
    halted = [one for one in march.offered("S3") if one.path is not None and any("drop" in w for w in one.choices)]
    assert [(one.path.allowance, one.path.rate) for one in halted] == [(5, 9)], "half of 9 and 18 for loading"


@pytest.mark.rules("6.2.1.1.3-roads-b")
def test_nobody_passes_the_vehicle_ahead() -> None:
    march = column({"S1": "0605B", "S2": "0505C", "S13": "0405B"})
    why = "it and S1 may not change places: a column keeps its order"
    passing = "S1 MOVE 0705, S2 MOVE 0605 0705 0805, S13 MOVE 0505 0605 0705"
    assert faults(march, passing)["S2"] == (ORDER, why)
    assert wrong(march, "S1 MOVE 0705, S2 MOVE 0605 0705, S13 MOVE 0505 0605") == {}, "stacked at the end"
    turned = "S1 MOVE 0505 0405 0305 0205, S2 MOVE 0405 0305, S13 MOVE 0305"
    assert wrong(march, turned)["S2"] == ORDER, "S1 drives through S2 and leads the other way"
    backing = "S13 REVERSE 0305 0205, S2 REVERSE 0405 0305, S1 REVERSE 0505 0405"
    assert wrong(march, backing) == {}, "rear first they keep their order"


def track(*labels: str, back: bool = False) -> columns.Track:
    return columns.Track(tuple(cell(label) for label in labels), back)


@pytest.mark.rules("6.2.1.1.3-roads-b")
def test_when_two_vehicles_change_places() -> None:
    def passes(follower: columns.Track, leader: columns.Track) -> bool:
        assert not columns.passes(None, leader, leader.cells[-1])
        return columns.passes(follower, leader, leader.cells[-1])

    ahead, stays = track("0605", "0705", "0805"), track("0605")
    assert not passes(track("0505", "0605", "0705"), ahead)
    assert not passes(track("0505", "0605", "0705", "0805"), ahead)
    assert passes(track("0505", "0605", "0705", "0805", "0905"), ahead)
    assert passes(track("0505", "0605", "0705"), stays)
    assert passes(track("0505", "0605", "0705", back=True), stays), "rear first through its hex"
    # Stacked at the start: who drives on leads, who backs out falls behind.
    assert passes(track("0605", "0705"), stays)
    assert not passes(track("0605", "0505", back=True), stays)
    assert not passes(stays, ahead)
    assert passes(stays, track("0605", "0505", back=True))
    assert not passes(track("0605", "0505", "0405", back=True), track("0605", "0505", back=True))
    # The lead vehicle turns back.
    assert passes(track("0505"), track("0605", "0505", "0405"))
    assert passes(track("0505", "0405"), track("0605", "0505", "0405", "0305"))
    assert not passes(track("0505"), track("0605", "0505")), "it stops with it"
    assert not passes(track("0505", "0405", "0305", back=True), track("0605", "0505", "0405", back=True))
    assert columns.passes(track("0505", "0605", "0705"), None, cell("0605")), "a move that is over"
    assert not columns.passes(track("0505", "0605"), None, cell("0605"))


@pytest.mark.rules("6.2.1.1.3-roads-b", "3.8a", "5.13a")
def test_a_column_over_stacks_no_hex_but_may_stand_in_a_full_one() -> None:
    others = ("S17", "S21", "S24", "S16")
    march = column({"S1": "0605B", "S2": "0505C", "S13": "0405B"} | dict.fromkeys(others, "0605"), ("S1", "S2", "S13"))
    assert wrong(march, "S1 STAY, S2 MOVE 0605, S13 MOVE 0505")["S2"] == LEAVES, "the sixth cannot come by road"
    assert wrong(march, "S1 STAY, S2 STAY, S13 STAY") == {}
    march = column({"S1": "0605B", "S2": "0505C", "S13": "0405B"} | dict.fromkeys(others, "0905"), ("S1", "S2", "S13"))
    text = "S1 MOVE 0705 0805 0905, S2 MOVE 0605 0705 0805 0905, S13 MOVE 0505 0605 0705 0805"
    why = "a column may not over-stack hex 0905"
    assert faults(march, text) == {"S1": (ORDER, why), "S2": (ORDER, why)}, "four and two"
    assert wrong(march, text.replace("0705 0805 0905, S13", "0705 0805, S13")) == {}, "four and one"
    crowded = column(
        {"S1": "0605B", "S2": "0605B", "S13": "0505B", "S3": "0405B"} | dict.fromkeys(others, "0605"),
        ("S1", "S2", "S13", "S3"),
    )
    assert columns.tied(crowded.unit("S2"))
    assert wrong(crowded, "S1 STAY, S2 STAY, S13 STAY, S3 STAY") == {}, "six from the start: nobody has to leave"


@pytest.mark.rules("6.2.1.1.3-roads-a", "4.5.1.1.6c")
def test_a_column_crosses_a_bridge() -> None:
    """Over the stream there is no other way; the bridge is part of the road."""
    march = column({"S1": "0905C", "S2": "0805B", "S3": "0705C"})
    text = "S1 MOVE 1005 1105 1205, S2 MOVE 0905 1005 1105, S3 MOVE 0805 0905 1005"
    assert wrong(march, text) == {}
    march.order(text.replace(", ", "\n"))
    assert [march.at(name)[:4] for name in ("S1", "S2", "S3")] == ["1205", "1105", "1005"]
    beside = "S1 MOVE 1004 1105, S2 MOVE 0905 1005, S3 MOVE 0805 0905"
    assert wrong(column({"S1": "0905C", "S2": "0805B", "S3": "0705C"}), beside)["S1"] == LEAVES


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.6.7.1e")
def test_a_column_with_a_gun_in_tow_goes_ahead_only() -> None:
    march = column({"S1": "0605B", "S2": "0505C", "S3": "0405B", "S8": "*S3"}, ("S1", "S2", "S3"))
    back = "S3 REVERSE 0305, S2 REVERSE 0405, S1 REVERSE 0505"
    assert wrong(march, back) == {"S3": "6.6.7.1e"}
    assert wrong(march, "S1 MOVE 0705, S2 MOVE 0605, S3 MOVE 0505") == {}


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.6.4.2c", "6.6.4.4a")
def test_squads_and_motorcycles_are_no_part_of_a_column() -> None:
    """A quickmarch and the rates of cycles are of leg units; vehicles alone are commanded on roads like this."""
    march = keep({"S1": "0605B", "S11": "0505C", "S4": "0505", "S2": "0405B"})
    for name in ("S4", "S11"):
        members = [index_of(march.state, one) for one in ("S1", name, "S2")]
        assert not control.is_column(march.state, scene(), "MOVE", members)


@pytest.mark.rules("6.2.1.1.3-roads-b", "6.2.1.1.4-moving")
def test_those_behind_close_up_as_far_as_they_can() -> None:
    march = column(LINE)
    march.unit("S1").cell, march.unit("S1").moved = cell("1205"), True
    rest = [index_of(march.state, name) for name in ("S2", "S13", "S3")]
    assert wrong(march, "S2 STAY, S13 STAY, S3 STAY") == {"S2": ORDER}
    stay = GAME.check(march.state, "soviet", Order("move", choice="stay"))
    assert [(one.unit, one.rule) for one in stay] == [("S2", ORDER)], "the group has begun to move"
    told = following.nearest(march.state, scene(), rest)
    assert [(task.unit, len(task.cells)) for task in told] == [("S2", 6), ("S13", 6), ("S3", 6)]
    assert GAME.check(march.ready().state, "soviet", Order("move", told)) == []
    slow = column(LINE).set("S2", suppressed=ON, damaged=True)
    slow.unit("S1").cell, slow.unit("S1").moved = cell("1205"), True
    told = following.nearest(slow.state, scene(), rest)
    assert told[0].cells == tuple(cell(label) for label in ("0605", "0705")), "2 of its 11 hexes (J4)"
    assert GAME.check(slow.ready().state, "soviet", Order("move", told)) == []
    why = "it must end as near to S1 as it can, behind which it began"
    assert faults(slow, "S2 MOVE 0605, S13 MOVE 0505, S3 MOVE 0405")["S2"] == (ORDER, why)


@pytest.mark.rules("6.2.1.1.3-roads-b", "6.2.1.1.4-moving", "6.5.2.2.1g")
def test_a_slow_vehicle_slows_those_ahead_and_lost_ones_drop_out() -> None:
    slow = column(LINE).set("S2", suppressed=ON, damaged=True)
    text = "S1 MOVE {}, S2 MOVE 0605 0705, S13 MOVE 0505 0605, S3 MOVE 0405 0505"
    assert wrong(slow, text.format("0705 0805")) == {}
    assert faults(slow, text.format("0705 0805 0905")) == {
        "S1": (ORDER, "it may not leave S2 behind, which follows it"),
    }
    lame = column(LINE).set("S2", track=True)
    assert wrong(lame, "S1 MOVE 0705, S13 MOVE 0505 0605, S3 MOVE 0405 0505, S2 STAY") == {}, "past the one that stays"
    lost = column(LINE).set("S2", status=KNOCKED_OUT)
    assert wrong(lost, "S1 MOVE 0705, S13 STAY, S3 STAY")["S13"] == ORDER
    assert lost.unit("S13").status == ON_MAP


@pytest.mark.rules("6.2.1.1.3-roads-b", "6.2.1.1.4-moving", "6.5.2.2.1g")
def test_behind_a_vehicle_that_has_dropped_out_nobody_may_stay() -> None:
    """Before the move the second vehicle loses a track: an order to stay would come back again and again."""
    march = column({**LINE, "S4": "0209A"}, tuple(LINE)).set("S2", track=True).ready()
    stay = Order("move", choice="stay")
    assert [(one.unit, one.rule) for one in GAME.check(march.state, "soviet", stay)] == [("S13", ORDER)]
    legal = GAME.legal(march.state, "soviet")
    assert legal.choices == ()
    assert legal.idle is not None
    told = {task.unit: (task.kind, task.cells) for task in legal.idle.tasks}
    assert told["S13"] == ("MOVE", (cell("0505"),)), "stacked with the lame one, adjacent to the first"
    assert told["S3"] == ("MOVE", (cell("0405"),))
    assert {told[name] for name in ("S1", "S2", "S4")} == {("STAY", ())}, "the others stay, other groups too"
    assert GAME.check(march.state, "soviet", legal.idle) == []
    whole = column(LINE).ready()
    assert GAME.check(whole.state, "soviet", stay) == []


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b")
@pytest.mark.parametrize(("crowd", "end"), [(4, "0405"), (5, "0505")])
def test_a_column_does_not_close_up_into_a_full_hex(crowd: int, end: str) -> None:
    """S2 would stop behind S1, where with itself six units would stand: it drives on to the hex of S1."""
    others = dict.fromkeys(("S3", "S13", "S21", "S24", "S8")[:crowd], "0405C")
    march = keep({"S1": "0505C", "S2": "0205C", **others}).set("S1", column=1).set("S2", column=2)
    first, second = (index_of(march.state, name) for name in ("S1", "S2"))
    road = tuple(cell(label) for label in ("0305", "0405", "0505"))
    paths = {cell("0205"): (), road[1]: road[:2], road[2]: road}
    assert columns.closest(march.state, scene(), second, paths, {first: road[2]}) == cell(end)


@pytest.mark.rules("6.2.1.1.4-moving", "6.2.1.1.3-roads-b")
def test_units_that_share_a_command_move_one_after_the_other() -> None:
    march = column({**LINE, "S4": "0209A"}, tuple(LINE)).set("S2", track=True)
    named = [index_of(march.state, name) for name in ("S3", "S4", "S2", "S1", "S13")]
    turn = following.in_turn(march.state, scene(), named)
    assert [march.state.units[index].id for index in turn] == ["S1", "S13", "S3", "S4", "S2"]


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.4-moving")
def test_a_group_in_range_may_move_as_a_column_or_not() -> None:
    """S1 and S2 in one hex may end out of Command Range only as a column: at the rate, and still joined."""
    start = {"S1": "0605B", "S2": "0605B", "S13": "0505C"}
    march = column(start | {"S16": "0109"}, list(start))
    assert not columns.tied(march.unit("S13"))
    aligned = "S1 MOVE 0705 0805 0905 C, S2 MOVE 0705 0805 B, S13 MOVE 0605 0705 C"
    assert wrong(march, aligned) == {}
    assert wrong(march, aligned.replace("S2 MOVE 0705 0805 B", "S2 MOVE 0604 0705 0805 B"))["S1"] == "6.2.1.1.4-moving"
    march.order(aligned.replace(", ", "\n"))
    assert [march.detail(name).column for name in start] == [1, 2, 3]
    apart = column(start | {"S16": "0109"}, list(start)).order("S1 MOVE 0604 0504\nS2 MOVE 0604\nS13 MOVE 0504")
    assert [apart.detail(name).column for name in start] == [0, 0, 0], "it was none"


@pytest.mark.rules("6.2.1.1.3-roads-a")
def test_the_enemy_does_not_learn_of_a_column_before_it_moves() -> None:
    march = column(LINE).ready()
    seen = {unit.id: unit.detail.tied for unit in GAME.view(march.state, "german").units if unit.id in LINE}
    assert seen == dict.fromkeys(LINE, UNSET)
    own = {unit.id: unit.detail.tied for unit in GAME.view(march.state, "soviet").units if unit.id in LINE}
    assert own == dict.fromkeys(LINE, True)
