"""The domains of paths of the Advanced Game (6.6): gaits, counters, floors and buildings, reach, and where to end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.pieces import DITCH, ON, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import following, quickmarching, ways
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.state import Mover, Progress, index_of
from support.advanced_march import March, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def marching(march: March, name: str) -> Marching:
    return Marching(march.state, scene(), Task(name, ""))


def domains(march: March, name: str) -> list:
    return [domain for _, domain, _ in ways.ways_of(marching(march, name))]


@pytest.mark.rules("6.6.4.1d", "6.6.4.1g", "6.1.4.3.1g", "6.6.3d")
def test_domains_on_foot_and_in_buildings() -> None:
    (foot,) = domains(keep({"S4": "0504"}), "S4")
    assert (foot.facing, foot.turns, foot.turned, foot.extra, foot.allowance) == (-1, "", 0, (), 2)
    (above,) = domains(keep({"S4": "0303"}).set("S4", upper=True), "S4")
    assert (above.allowance, above.least, above.begun) == (1, False, True)
    assert domains(keep({"S7": "0303"}).set("S7", upper=True), "S7") == [], "its one point takes it down"
    assert domains(keep({"S8": "0303"}).set("S8", inside=True), "S8") == [], "a gun stays inside"
    on_road = domains(keep({"S2": "0505C"}), "S2")
    assert any(one.kinds for one in on_road)
    assert "turn inside" not in [one.turns for one in on_road]
    inside = domains(keep({"S2": "0505C"}).set("S2", inside=True), "S2")
    assert inside
    assert not any(one.kinds for one in inside), "out of a building no road begins"
    assert {one.turns for one in inside} == {"turn inside"}


@pytest.mark.rules("6.1.4.3.11b", "6.6.4.1d")
def test_counters_change_the_costs_off_the_road() -> None:
    wired = domains(keep({"S2": "0505C"}, works=[Work(WIRE, cell("0504"))]), "S2")
    plain = [one for one in wired if not one.kinds]
    road = [one for one in wired if one.kinds]
    assert plain
    assert road
    assert {one.changed for one in plain} == {(cell("0504"),)}
    assert {one.changed for one in road} == {()}


@pytest.mark.rules("6.2.1.1.4-moving", "6.6.4.2c", "6.6.9b")
def test_where_a_unit_could_end() -> None:
    march = keep({"S4": "0502", "S9": "0504", "S1": "0702"})
    reach = {name: ways.reach(march.state, scene(), index_of(march.state, name)) for name in ("S4", "S9", "S1")}
    assert reach["S4"]
    assert reach["S1"]
    assert reach["S9"] == {}, "nobody pushes it"
    march.set("S1", track=True)
    assert ways.reach(march.state, scene(), index_of(march.state, "S1")) == {}
    march.set("S4", manner="quickmarch")
    assert not ways.hurries(marching(march, "S4")), "it has not begun"
    start = cell("0502")
    march.state.mover = Mover(index_of(march.state, "S4"), Progress(allowance=4, spent=1, steps=1), [], start, 0, start)
    assert ways.hurries(marching(march, "S4"))
    march.set("S4", manner="")
    assert not ways.hurries(marching(march, "S4"))


# Quickmarch.


@pytest.mark.rules("6.6.4.2a", "6.6.4.2b", "6.6.4.2c", "6.6.4.2e")
def test_who_quickmarches() -> None:
    def case(name: str, **facts: object) -> str:
        march = keep({name: "0502"}).set(name, **facts)
        fault = quickmarching.unable(marching(march, name))
        offered = quickmarching.offers(marching(march, name))
        assert bool(offered) == (fault is None), name
        return "" if fault is None else fault[0]

    assert case("S4") == case("S6") == case("S10") == case("S14") == ""
    assert case("S7") == "6.6.4.2b"
    assert case("S1") == case("S11") == case("S12") == "6.6.4.2a"
    assert case("S8") == "6.6.4.2b" or case("S8") == "6.6.4.2a"
    assert case("S4", command="HALT") == "6.6.4.2e"
    assert case("S4", suppressed=ON) == "6.6.4.2a"
    assert case("S4", status="waiting", cell=-1) == "6.6.4.2a"


@pytest.mark.rules("6.6.4.2a", "6.6.4.2c", "6.6.4.2e")
def test_how_far_a_quickmarch_goes_on() -> None:
    march = keep({"S4": "0502"})
    (fresh,) = quickmarching.offers(marching(march, "S4"))
    allowance = fresh.path.allowance
    assert (fresh.path.begun, allowance) == (False, 3)
    march.set("S4", manner="quickmarch")
    index, start = index_of(march.state, "S4"), cell("0502")
    for spent in range(allowance + 1):
        march.state.mover = Mover(index, Progress(allowance=allowance, spent=spent), [], start, 0, start)
        found = quickmarching.offers(marching(march, "S4"))
        assert [(one.path.allowance, one.path.begun) for one in found] == (
            [(allowance - spent, spent > 0)] if spent < allowance else []
        )
    march.state.mover = Mover(index, Progress(allowance=allowance, spent=1, stuck=True), [], start, 0, start)
    assert quickmarching.offers(marching(march, "S4")) == ()
    up = keep({"S4": "0303"}).set("S4", upper=True)
    assert [one.path.allowance for one in quickmarching.offers(marching(up, "S4"))] == [allowance - 1]


@pytest.mark.rules("6.6.4.2c", "3.5.1a", "6.1.4.3.11a")
def test_the_ground_of_a_quickmarch() -> None:
    def wrong(start: str, *path: str, works: list[Work] | None = None) -> str:
        march = keep({"S4": start}, works=works)
        task = Task("S4", "QUICK", tuple(cell(one) for one in path))
        fault = quickmarching.fault_of(Marching(march.state, scene(), task))
        return "" if fault is None else fault[0]

    assert wrong("0502", "0503", "0504") == wrong("0604", "0605", "0705") == ""
    assert wrong("0502", "0504") == "3.5.1a"
    assert wrong("0603", "0604") == "6.6.4.2c", "scrub"
    assert wrong("0502", "0503", works=[Work(DITCH, cell("0503"))]) == "6.6.4.2c"
    assert wrong("1206", "1207") == "", "one level up"
    assert wrong("1207", "1208") == "6.6.4.2c", "two levels"
    assert wrong("1208", "1207") == "6.6.4.2c", "nor down"
    assert wrong("1207", "1206") == "", "one level down"
    march = keep({"S4": "1207"}).set("S4", manner="quickmarch")
    start = cell("1206")
    account = Progress(allowance=3, spent=1, steps=1, heights=1)
    march.state.mover = Mover(index_of(march.state, "S4"), account, [], start, 0, start)
    down = Task("S4", "QUICK", (cell("1307"),))
    fault = quickmarching.fault_of(Marching(march.state, scene(), down))
    assert fault is not None, "up before, down now: two changes"
    assert fault[0] == "6.6.4.2c"
    march.state.mover = None
    assert quickmarching.fault_of(Marching(march.state, scene(), down)) is None


# Units that share a command.


@pytest.mark.rules("6.2.1.1.4-moving", "4.5.1.1.10b")
def test_where_a_task_of_a_group_ends() -> None:
    march = keep({"S4": "0502", "S1": "0504D", "S14": "*S1"})

    def end(task: Task) -> int:
        return following.end_of(march.state, scene(), task)

    assert end(Task("S4", "MOVE", (cell("0503"), cell("0504")))) == cell("0504")
    assert end(Task("S4", "STAY")) == cell("0502")
    assert end(Task("S1", "MOVE", (cell("0505"),), choice="exit")) == -1
    assert end(Task("S1", "DISMOUNT", (cell("0505"),), targets=("S14",))) == cell("0504"), "the carrier stays"


@pytest.mark.rules("6.2.1.1.4-moving", "4.5.1.1.10b", "6.6.4.2c")
def test_who_shares_no_command_goes_where_it_likes() -> None:
    march = keep({"S4": "0502", "S5": "0902"})
    s4, s5 = index_of(march.state, "S4"), index_of(march.state, "S5")
    ends = {s4: cell("0502"), s5: cell("0902")}
    assert following.range_fault(march.state, scene(), s4, ends) is None
    march.set("S4", group=4).set("S5", group=4, moved=True)
    fault = following.range_fault(march.state, scene(), s4, {s4: cell("0402")})
    assert fault is not None
    assert fault[0] == "6.2.1.1.4-moving"
    march.set("S4", command="FIRE")
    assert following.last_fault(march.state, scene(), s4, Task("S4", "STAY"), []) is None
    assert following.stay_faults(march.state, scene(), []) == []
    march.set("S4", command="MOVE")
    stay = following.stay_faults(march.state, scene(), [s4])
    assert [(one.rule, one.unit) for one in stay] == [("6.2.1.1.4-moving", "S4")]
    (best,) = following.nearest(march.state, scene(), [s4])
    assert best.kind == "MOVE"
    far = scene().board.distance
    assert far(best.cells[-1], cell("0902")) == min(
        far(one, cell("0902")) for one in ways.reach(march.state, scene(), s4)
    )


@pytest.mark.rules("6.2.1.1.4-moving", "6.6.4.2c")
def test_those_left_of_a_group_close_up_to_one_another() -> None:
    march = keep({"S4": "0502", "S5": "0503", "S6": "0504", "S1": "1101"})
    for name in ("S4", "S5", "S6"):
        march.set(name, group=4)
    march.set("S6", moved=True, cell=cell("0602"))
    indices = [index_of(march.state, name) for name in ("S4", "S5")]
    tasks = following.nearest(march.state, scene(), indices)
    ends = {index: following.end_of(march.state, scene(), task) for index, task in zip(indices, tasks, strict=True)}
    for index in indices:
        assert following.range_fault(march.state, scene(), index, ends) is None


@pytest.mark.rules("6.2.1.1.4-moving", "4.5.1.1.10b")
def test_who_is_among_enemies_in_mid_move_may_not_stay() -> None:
    march = keep({"S1": "0504D", "G2": "0504"})
    s1, before = index_of(march.state, "S1"), cell("0503")
    assert [one.rule for one in following.stay_faults(march.state, scene(), [s1])] == ["4.5.1.1.10b"], "nor before it"
    march.state.mover = Mover(s1, Progress(allowance=5, spent=1, steps=1), [], before, 3, before)
    assert [one.rule for one in following.stay_faults(march.state, scene(), [s1])] == ["4.5.1.1.10b"]
