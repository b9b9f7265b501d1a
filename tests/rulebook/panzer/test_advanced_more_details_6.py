"""Further details of the Advanced Game: crawling, groups that follow, gaits, initiative, tables, what is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced import bailing, command_tables, hulldown, locations
from hulldown.games.panzer.rules.advanced.buildings import Building
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, DITCH, IMPROVED, NOBODY, ON, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import following, gaits, obstacles, positions, presets, ruins, ways
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.state import BAILED_OUT, KNOCKED_OUT, ON_MAP, Mover, Progress, Wreck, index_of
from support.advanced_march import cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b", "6.6.4.3d")
@pytest.mark.parametrize("to", ["0502", "0602", "0603", "0504", "0403", "0402"])
def test_crawling_in_all_directions(to: str) -> None:
    march = keep({"S4": "0503B"}).set("S4", full_cover=True).order(f"S4 CRAWL {to}")
    assert march.at("S4") == f"{to}B"
    assert march.event("crawled") == {"unit": "S4", "hex": to, "facing": "B"}


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b")
def test_where_crawling_is_offered() -> None:
    march = keep({"S4": "0503"}).set("S4", full_cover=True)
    (option,) = [one for one in march.offered("S4") if one.kind == "CRAWL"]
    assert set(option.cells) == {cell(one) for one in ("0502", "0602", "0603", "0504", "0403", "0402")}
    closed = keep({"S4": "0503"}, works=[Work(WIRE, cell("0502"))]).set("S4", full_cover=True)
    (option,) = [one for one in closed.offered("S4") if one.kind == "CRAWL"]
    assert cell("0502") not in option.cells
    assert closed.refused("S4 CRAWL 0502") == "6.1.4.3.11a"
    corner = keep({"S4": "0101"}).set("S4", full_cover=True)
    (option,) = [one for one in corner.offered("S4") if one.kind == "CRAWL"]
    assert all(one >= 0 for one in option.cells)
    assert not [one for one in keep({"S4": "0503"}).offered("S4") if one.kind == "CRAWL"]


@pytest.mark.rules("6.2.1.1.4-moving", "4.5.1.1.10b")
def test_where_tasks_end_and_who_follows() -> None:
    march = keep({"S4": "0501", "S5": "0502", "S3": "0601D", "S14": "*S3"})
    state = march.state

    def end(task: Task) -> int:
        return following.end_of(state, scene(), task)

    path = (cell("0502"), cell("0503"))
    assert end(Task("S4", "MOVE", path)) == cell("0503")
    assert end(Task("S4", "STAY")) == cell("0501")
    assert end(Task("S4", "MOVE", path, choice="exit")) == -1
    assert end(Task("S3", "DISMOUNT", (cell("0602"),), targets=("S14",))) == cell("0601"), "it stays where it is"
    s4, s5 = index_of(state, "S4"), index_of(state, "S5")
    march.set("S4", group=4, command="MOVE").set("S5", group=4, command="MOVE")
    assert following.range_fault(state, scene(), s4, {s4: cell("0503"), s5: cell("0503")}) is None
    far = following.range_fault(state, scene(), s4, {s4: cell("0503"), s5: cell("0501")})
    assert far is not None
    assert far[0] == "6.2.1.1.4-moving"
    march.set("S4", group=0)
    assert following.range_fault(state, scene(), s4, {s4: cell("0503"), s5: cell("0501")}) is None
    march.set("S4", group=4)
    last = following.last_fault(state, scene(), s4, Task("S4", "MOVE", path), [Task("S5", "STAY")])
    assert last is None, "0503 and 0502"
    behind = following.last_fault(state, scene(), s4, Task("S4", "MOVE", path), [Task("S5", "MOVE", (cell("0401"),))])
    assert behind is not None
    march.set("S4", command="FIRE")
    assert following.last_fault(state, scene(), s4, Task("S4", "MOVE", path), []) is None
    assert following._stand(state, scene(), s5) == (cell("0502"),)
    march.set("G1", status=march.unit("S5").status, cell=cell("0502"))
    assert following._stand(state, scene(), s5) == (), "not in an enemy's hex"


@pytest.mark.rules("6.2.1.1.4-moving")
def test_all_may_stay_unless_a_group_has_begun() -> None:
    march = keep({"S4": "0501", "S5": "0502"})
    march.set("S4", group=4).set("S5", group=4)
    both = [index_of(march.state, name) for name in ("S4", "S5")]
    assert following.stay_faults(march.state, scene(), both) == []
    assert following.stay_faults(march.state, scene(), []) == []
    march.set("S4", moved=True, cell=cell("0901"))
    (fault,) = following.stay_faults(march.state, scene(), both[1:])
    assert (fault.rule, fault.unit) == ("6.2.1.1.4-moving", "S5")
    (task,) = following.nearest(march.state, scene(), both[1:])
    assert (task.unit, task.kind) == ("S5", "MOVE")
    assert task.cells[-1] in ways.reach(march.state, scene(), both[1])
    march.set("S4", cell=cell("0502"))
    assert following.stay_faults(march.state, scene(), both[1:]) == []
    assert following.nearest(march.state, scene(), both[1:]) == (Task("S5", "STAY"),)


@pytest.mark.rules("4.5.1.1.10b", "5.13a", "5.13b", "6.6.4.1b", "6.6.4.1c")
def test_what_is_in_the_way() -> None:
    def around(places: dict[str, str], name: str = "S1", **more: object) -> obstacles.Surroundings:
        march = keep({name: "0501D", **places}, **more)
        return obstacles.surroundings(march.state, scene(), index_of(march.state, name))

    here = cell("0503")
    tank = around({"G1": "0503"})
    assert here in tank.foes
    assert here not in tank.closed, "vehicles pass enemy vehicles"
    for enemy in ("G2", "G4"):
        assert around({enemy: "0503"}).closed[here][0] == "4.5.1.1.10b"
    assert around({"G1": "0503"}, "S4").closed[here][0] == "4.5.1.1.10b"
    assert here not in around({"S2": "0503"}).closed
    for name, ends in (("S2", False), ("S4", False), ("S8", True), ("S10", True), ("S11", True)):
        assert (here in around({name: "0503"}).wrecks) is ends, name
    assert cell("0501") not in around({}, "S8").wrecks, "a gun is not in its own way"
    assert around({"S2": "0503", "S3": "0503", "S8": "0503", "S4": "0503"}).counts[here] == 3, "leg units do not count"
    march = keep({"S1": "0501D", "S2": "0503"}).set("S2", status=BAILED_OUT)
    march.state.wrecks = [Wreck(cell("0504"), True), Wreck(cell("0505"), False)]
    found = obstacles.surroundings(march.state, scene(), index_of(march.state, "S1"))
    assert {here, cell("0504"), cell("0505")} <= set(found.wrecks)
    assert (cell("0504") in found.smoke, cell("0505") in found.smoke) == (True, False)
    march.set("S2", status=KNOCKED_OUT)
    assert here not in obstacles.surroundings(march.state, scene(), index_of(march.state, "S1")).counts
    works = [Work(DITCH, cell("0502")), Work(RUBBLE, cell("0503")), Work(WIRE, cell("0504")), Work(BLOCK, cell("0505"))]
    leg = around({}, "S4", works=works)
    assert leg.changed == {cell("0502"), cell("0503")}
    assert set(leg.closed) == {cell("0504")}
    tracked = around({}, "S1", works=works)
    assert tracked.changed == {cell("0503"), cell("0504")}
    assert set(tracked.closed) == {cell("0502"), cell("0505")}


@pytest.mark.rules("4.5.1.1.10b", "6.6.10a")
def test_only_enemies_are_fought_out_of_the_way() -> None:
    march = keep({"S1": "0501D", "G2": "0503", "G4": "0504"}, works=[Work(BLOCK, cell("0505"))])
    before = obstacles.surroundings(march.state, scene(), index_of(march.state, "S1"))
    after = obstacles.opened(before, {cell("0503"), cell("0505")})
    assert set(before.closed) - set(after.closed) == {cell("0503")}, "a Block stays"
    assert (after.foes, after.counts, after.changed) == (before.foes, before.counts, before.changed)


@pytest.mark.rules("5.1.2b", "6.6.7.1.1-mounting-a", "6.6.7.1.1-dismounting-b", "6.6.4.2e", "6.6.3d")
def test_gaits_in_detail() -> None:
    march = keep({"S4": "0201", "S7": "0201", "S10": "0201"})
    state = march.state

    def nimble(name: str) -> bool:
        return gaits.nimble(state, scene(), index_of(state, name))

    assert [nimble(name) for name in ("S4", "S6", "S7", "S8", "S1", "S14")] == [True, True, False, False, False, True]
    march.set("S4", suppressed=ON)
    assert not nimble("S4")
    assert [gaits.laden(state, scene(), index_of(state, name)) for name in ("S4", "S6", "S7", "S10")] == [
        False, False, True, False,
    ]  # fmt: skip
    quick = gaits.fresh_account(state, scene(), index_of(state, "S10"), quick=True)
    assert (quick.allowance, gaits.fresh_account(state, scene(), index_of(state, "S10")).allowance) == (6, 4)
    ground = scene().ground
    outside = keep({"S2": "0303"})
    s2 = index_of(outside.state, "S2")
    assert gaits.indoors(outside.state, ground, s2) == 0
    outside.set("S2", inside=True)
    assert gaits.indoors(outside.state, ground, s2) == 2 - ground.turn[cell("0303")]
    squad = keep({"S4": "0303"}).set("S4", inside=True)
    assert gaits.indoors(squad.state, ground, index_of(squad.state, "S4")) == 0


@pytest.mark.rules("6.6.4.2c", "6.6.4.2a", "6.6.4.2e")
def test_heights_of_a_quickmarch_are_counted_from_its_start() -> None:
    march = keep({"S4": "1207"})
    unit = march.unit("S4")
    march.state.mover = Mover(
        index_of(march.state, "S4"),
        Progress(allowance=3, spent=1, steps=1, heights=1),
        [],
        unit.cell,
        0,
        cell("1206"),
        True,
    )
    start = march.state.mover
    start.start = cell("1206")
    march.set("S4", manner="quickmarch", known=True)
    assert march.refused("S4 QUICK 1307") == "6.6.4.2c", "up and down again: two changes"
    assert keep({"S4": "1207"}).refused("S4 QUICK 1307") == "", "a single one"
    assert Marching(march.state, scene(), Task("S4", "QUICK")).begun()


@pytest.mark.rules("6.3.2", "6.3.1a", "6.3.1b", "6.2.1.1.1a", "6.2.1.1.1b", "6.2.1.1.2a")
def test_tables_of_command_and_initiative() -> None:
    grades = ("elite", "veteran", "seasoned", "regulars", "green")
    assert [command_tables.initiative_modifier(one).value for one in grades] == [40, 20, 0, -20, -40]
    assert [command_tables.command_range(one) for one in grades] == [2, 1, 1, 0, 0]
    assert (
        command_tables.initiative("seasoned", "seasoned").chance == command_tables.initiative("green", "green").chance
    )
    assert command_tables.initiative("seasoned", "seasoned").chance * 2 == 1
    assert command_tables.available_commands("green", 0).value == 0
    assert command_tables.available_commands("green", 0, there=True).value == 1
    assert [one.value for one in command_tables.available_commands("seasoned", 27).factors] == [12, 4]
    assert [one.value for one in command_tables.available_commands("seasoned", 20).factors] == [12]
    assert command_tables.available_commands("green", 1).value == 1


@pytest.mark.rules("6.5.2.6.1a", "6.5.4.5a", "6.5.4.5b", "6.5.2.6.2-destroyed-a", "6.5.2.6.2-survive-b", "5.15-ex1")
def test_lines_of_the_bail_out_table() -> None:
    line = bailing.bail_out_line("track", "crew")
    assert line is not None
    assert (line.limit, line.survives, line.rule) == (30, False, "6.5.2.6.1a")
    assert [line.happens(result) for result in (30, 31)] == [True, False]
    wreck = bailing.bail_out_line("ko", "towed")
    assert wreck is not None
    assert (wreck.limit, wreck.survives, wreck.rule) == (61, True, "6.5.2.6.2-destroyed-a")
    assert [wreck.happens(result) for result in (60, 61)] == [False, True]
    shaken = bailing.bail_out_line("suppressed-df", "leg")
    assert shaken is not None
    assert (shaken.limit, shaken.rule) == (20, "6.5.4.5a")
    assert bailing.bail_out_line("suppressed-df", "crew") is None
    assert bailing.bail_out_line("ko", "crew") is None
    event = bailing.passenger_event
    assert event("ko", False, "suppressed-df", True) == "ko"
    assert event("nd", True, "suppressed-df", False) is None
    assert event("nd", False, "suppressed-df", False) == "nd"
    assert event("nd", False, "suppressed-df", True) == "suppressed-df"
    assert event(None, False, None, False) is None
    hits = ["track", "nd", "damaged", "track", "nd", "damaged"]
    assert bailing.crew_checks(hits) == ("nd", "nd", "damaged", "track")
    assert bailing.passenger_checks(hits) == ("nd", "nd", "damaged", "track", "track")


@pytest.mark.rules("6.5.2.5a", "6.5.2.5b", "6.5.2.2b")
def test_what_a_location_roll_tells() -> None:
    assert [locations.digits(rolled) for rolled in (1, 10, 47, 90, 100)] == [
        (10, 1),
        (1, 10),
        (4, 7),
        (9, 10),
        (10, 10),
    ]
    assert set(locations.NAMES) == {"TF", "TS", "TR", "HF", "HS", "HR", "TK", "DK"}
    assert locations.NAMES["TF"] == "Turret Front"
    truck = find_vehicle("Truck")
    panzer = find_vehicle("PzKpfw IVH")
    damage = panzer.weapons[0].weapon.damage
    assert damage is not None
    soft = locations.Hit(truck, "front", "level", "none", 20, damage)
    hard = soft._replace(target=panzer)
    assert [locations.damage_of(soft, units) for units in range(1, 11)] == [
        locations.damage_of(hard, max(1, units - 2)) for units in range(1, 11)
    ]
    told = [one for one in locations.location_factors(soft) if one.rule == "6.5.2.5b"]
    assert [one.value for one in told] == [-2]
    assert not [one for one in locations.location_factors(hard) if one.rule == "6.5.2.5b"]
    assert len(locations.location_factors(hard)) == 11


@pytest.mark.rules("6.6.9-size", "6.6.9-grade", "6.6.9d", "6.6.9f", "6.1.4.1.3")
def test_searches_in_numbers() -> None:
    cards = {find_vehicle(name).size: find_vehicle(name) for name in ("SU-76M M43", "T-34/76 M43", "IS-2m M44")}
    for size, card in cards.items():
        found = hulldown.search_modifiers(card, "seasoned", False)
        assert sum(int(one.value) for one in found) == 5 * size
    t34 = cards[0]
    assert [sum(int(one.value) for one in hulldown.search_modifiers(t34, grade, False)) for grade in (
        "elite", "veteran", "seasoned", "regulars", "green")] == [-10, -5, 0, 5, 10]  # fmt: skip
    assert [int(one.value) for one in hulldown.search_modifiers(t34, "seasoned", True)] == [-20]
    assert [hulldown.protects(angle) for angle in hulldown.ANGLES] == [True, True, False, False]
    assert [hulldown.protects(angle, reversed_in=True) for angle in hulldown.ANGLES] == [False, False, True, True]
    assert [hulldown.partial_by_height(3, 0, far) for far in (3, 4)] == [True, False]
    assert not hulldown.partial_by_height(0, 0, 0)
    assert hulldown._SIZES == {2: "size_plus_2", 1: "size_plus_1", 0: "size_0", -1: "size_minus_1", -2: "size_minus_2"}


@pytest.mark.rules("6.5.4.2.5a", "6.5.4.2.5d", "4.4.2c")
def test_lists_of_words() -> None:
    assert set(ruins.BUILDINGS) == {f"{kind}_building" for kind in get_args(Building)}
    assert presets.EXAMPLES[-5:] == (
        "hold for vehicles", "small arms", "weapon Panzerfaust", "altitude low", "type aircraft speed slow",
    )  # fmt: skip
    assert presets.EXAMPLES[:2] == ("any", "hold")


@pytest.mark.rules("6.6.9i", "6.6.9b", "6.6.9c", "6.6.7.1.2a")
def test_passengers_jump_off_before_a_search() -> None:
    march = keep({"S1": "0604A", "S4": "*S1"}, script="20").order("S1 SEARCH bail S4")
    assert march.kinds() == ["revealed", "jumped", "suppressed", "searches", "hull_down"]
    assert march.at("S4")[:4] == "0604"
    assert march.event("hull_down")["net"] == 20
    small = keep({"S13": "0604A"}, script="25").order("S13 SEARCH")
    assert (small.event("hull_down")["roll"], small.event("hull_down")["net"]) == (25, 20), "size -1: 5 less"


@pytest.mark.rules("6.6.4.2c", "6.1.4.3.11a")
def test_a_quickmarch_avoids_counters() -> None:
    march = keep({"S4": "0501"}, works=[Work(DITCH, cell("0502"))])
    assert march.refused("S4 QUICK 0502") == "6.6.4.2c", "a ditch is no open ground"
    assert keep({"S4": "0501"}).refused("S4 QUICK 0503") == "3.5.1a"


@pytest.mark.rules("6.2.1.1.4-moving")
def test_those_left_of_a_group_keep_near_to_one_another() -> None:
    """The second of two that follow is judged by where the first one ends."""
    march = keep({"S4": "0901", "S5": "0501", "S14": "0502"})
    for name in ("S4", "S5", "S14"):
        march.set(name, group=4)
    march.set("S4", moved=True)
    rest = [index_of(march.state, name) for name in ("S5", "S14")]
    tasks = following.nearest(march.state, scene(), rest)
    ends = {index_of(march.state, task.unit): following.end_of(march.state, scene(), task) for task in tasks}
    assert [task.unit for task in tasks] == ["S5", "S14"]
    assert all(following.range_fault(march.state, scene(), index, ends) is None for index in rest)
    distance = scene().board.distance
    near = ways.reach(march.state, scene(), rest[1])
    best = min(max(distance(end, cell("0901")), distance(end, ends[rest[0]])) for end in (*near, cell("0502")))
    assert max(distance(ends[rest[1]], cell("0901")), distance(ends[rest[1]], ends[rest[0]])) == best


@pytest.mark.rules("6.2.1.1.4-moving")
def test_who_goes_first_minds_those_who_come_after_it() -> None:
    """The leader is far ahead and the last one far behind: who is between them cannot just go for the leader."""
    march = keep({"S4": "0901", "S5": "0501", "S14": "0507"})
    for name in ("S4", "S5", "S14"):
        march.set(name, group=4)
    march.set("S4", moved=True)
    rest = [index_of(march.state, name) for name in ("S5", "S14")]
    assert following.stay_faults(march.state, scene(), rest)
    tasks = following.nearest(march.state, scene(), rest)
    assert following.faults(march.state, scene(), "soviet", tasks) == []


@pytest.mark.rules("6.2.1.1.4-moving")
def test_nobody_thinks_again_once_all_end_near_enough() -> None:
    """The first of the two goes for the leader, the second for both: that will do, and neither looks for better."""
    march = keep({"S4": "0803", "S5": "0907", "S14": "0601"})
    for name in ("S4", "S5", "S14"):
        march.set(name, group=4)
    march.set("S4", moved=True)
    tasks = following.nearest(march.state, scene(), [index_of(march.state, name) for name in ("S5", "S14")])
    assert [(task.unit, task.cells[-1]) for task in tasks] == [("S5", cell("0805")), ("S14", cell("0603"))]
    assert following.faults(march.state, scene(), "soviet", tasks) == []


# Positions.


@pytest.mark.rules("6.1.4.3.6b", "6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.7d")
@pytest.mark.parametrize("name", ["S1", "S4"])
def test_who_is_in_a_position_takes_no_other_and_who_is_lost_takes_none(name: str) -> None:
    """A free one in the same hex stays free; what it is in keeps its open side."""
    march = keep({name: "0503C"})
    state, index = march.state, index_of(march.state, name)
    state.works = [Work(IMPROVED, cell("0503"), index, facing=0), Work(IMPROVED, cell("0503"))]
    positions.occupy(state, index)
    assert [(work.unit, work.facing) for work in state.works] == [(index, 0), (NOBODY, -1)]
    state.works = [Work(IMPROVED, cell("0503"))]
    march.set(name, status=KNOCKED_OUT)
    positions.occupy(state, index)
    assert state.works[0].unit == NOBODY
    march.set(name, status=ON_MAP)
    positions.occupy(state, index)
    assert state.works[0].unit == index
