"""Set-up in detail (14.0): offers and refusals, the suggested set-up, handicaps, and what a scenario file must hold."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.counters import parse_effects
from hulldown.games.kampfpanzer.data.scenarios import (
    check_places,
    handicapped,
    parse_scenario,
    scenario_hash,
    scenarios,
)
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.deployment import group_zone
from hulldown.games.kampfpanzer.rules.state import FIRST, ON_MAP, SECOND, KampfState, by_id


def begun(number: int) -> KampfState:
    state: KampfState = GAME.setup(f"kampfpanzer/{number}", {}, "seed")
    return state


def idle(state: KampfState, side: str) -> dict[str, Task]:
    order = GAME.legal(state, side).idle
    assert order is not None
    return {task.unit: task for task in order.tasks}


def refused(state: KampfState, side: str, **changes: Task | None) -> list[tuple[str, str]]:
    """Why the suggested set-up is refused with some tasks changed (`u7=...`), or left out (None)."""
    tasks = idle(state, side)
    for name, task in changes.items():
        tasks.pop(name[1:], None)
        if task is not None:
            tasks[task.unit + "+"] = task
    return [(one.unit, one.rule) for one in GAME.check(state, side, Order("deploy", tuple(tasks.values())))]


def second(number: int) -> KampfState:
    """The scenario when the second side sets up."""
    state = begun(number)
    return GAME.apply(state, FIRST, Order("deploy", tuple(idle(state, FIRST).values()))).state


@pytest.mark.rules("14.0b", "14.0a", "14.1-1", "14.1-2", "14.1-3", "9.4b")
def test_units_are_numbered_and_face_the_enemy() -> None:
    state = begun(1)
    first = [unit for unit in state.units if unit.side == FIRST]
    assert [unit.id for unit in first] == [str(n) for n in range(1, 24)]
    assert [unit.type for unit in first[:14]] == ["Fr infantry"] * 9 + ["75mm"] * 2 + ["25mm"] * 2 + ["BT7"]
    assert [unit.group for unit in first] == [0] * 13 + [1] * 10
    other = [unit for unit in state.units if unit.side == SECOND]
    assert [unit.id for unit in other] == [str(n) for n in range(101, 123)]
    assert ({unit.facing for unit in first}, {unit.facing for unit in other}) == ({0}, {3})
    assert {unit.status for unit in state.units} == {"waiting"}


@pytest.mark.rules("14.0a", "13.0-gen", "13.0-proc-1", "9.4b", "14.1-1", "14.3-1", "14.0f", "14.0c")
def test_what_is_offered_in_the_set_up() -> None:
    spain = {unit.unit: unit for unit in GAME.legal(begun(1), FIRST).units}
    infantry, gun, tank, late = spain["1"], spain["10"], spain.get("14"), spain["20"]
    assert [(o.kind, o.choices, o.facings) for o in infantry.options] == [("DP", ("entrenched", "open"), ())]
    assert [(o.kind, o.choices, o.facings) for o in gun.options] == [("DP", ("entrenched", "open"), (0, 1, 2, 3, 4, 5))]
    # Who comes later has nothing to say, but guns may be put on the trucks that come with them.
    assert tank is None
    assert [(o.kind, o.targets) for o in late.options] == [("RD", ("22", "23"))]
    assert (infantry.required, late.required) == (True, False)
    assert infantry.options[0].rule == "14.1-1"
    # In scenario 3 the infantry of the third group must start entrenched, and so cannot ride.
    tsagan = {unit.unit: unit for unit in GAME.legal(begun(3), FIRST).units}
    assert [(o.kind, o.choices) for o in tsagan["11"].options] == [("DP", ("entrenched",))]
    assert [(o.kind, o.choices) for o in tsagan["10"].options] == [("DP", ())]
    japanese = {unit.unit: unit for unit in GAME.legal(second(3), SECOND).units}
    assert [(o.kind, o.choices) for o in japanese["109"].options] == [("DP", ()), ("RD", ())]
    assert [o.targets for o in japanese["109"].options] == [(), ("122", "123", "124", "125", "126")]
    # Tanks carry nobody before the game in scenario 5: they stand elsewhere.
    summa = {unit.unit: unit for unit in GAME.legal(second(5), SECOND).units}
    assert {o.kind for unit in summa.values() for o in unit.options} == {"DP"}


@pytest.mark.rules("14.0a", "14.1-1", "14.0f", "9.4b", "13.0-gen", "13.0-proc-1", "14.0c", "7.0-gen-1")
def test_set_ups_that_are_refused() -> None:
    state = begun(1)
    cell = GAME.board(state.scenario).cell
    assert refused(state, FIRST) == []
    here = (cell("0130"),)
    assert refused(state, FIRST, u1=Task("1", "DP", ())) == [("1", "14.1-1")]
    assert refused(state, FIRST, u1=Task("1", "DP", (*here, cell("0131")))) == [("1", "14.1-1")]
    assert refused(state, FIRST, u1=Task("1", "DP", here, targets=("22",))) == [("1", "14.1-1")]
    assert refused(state, FIRST, u1=Task("1", "DP", (cell("0128"),))) == [("1", "14.1-1")]
    assert refused(state, FIRST, u1=Task("1", "DP", here, choice="buried")) == [("1", "14.0a")]
    assert refused(state, FIRST, u1=Task("1", "DP", here, 0)) == [("1", "9.4b")]
    assert refused(state, FIRST, u10=Task("10", "DP", here)) == [("10", "9.4b")]
    assert refused(state, FIRST, u10=Task("10", "DP", here, 0)) == []
    assert refused(state, FIRST, u1=None) == [("1", "14.1-1")]
    assert refused(state, FIRST, u14=Task("14", "DP", (cell("3953"),))) == [("14", "14.0c")]
    assert refused(state, FIRST, u20=None) == []
    # Riding: a vehicle of its own, and nothing else said.
    for bad in (
        Task("20", "RD"),
        Task("20", "RD", targets=("22", "23")),
        Task("20", "RD", here, targets=("22",)),
        Task("20", "RD", facing=0, targets=("22",)),
        Task("20", "RD", choice="open", targets=("22",)),
        Task("20", "MV", targets=("22",)),
    ):
        assert refused(state, FIRST, u20=bad) == [("20", "14.0a")]
    assert refused(state, FIRST, u20=Task("20", "RD", targets=("14",))) == [("20", "14.0f")]
    assert refused(state, FIRST, u14=Task("14", "RD", targets=("22",))) == [("14", "14.0f")]
    assert refused(state, FIRST, u1=Task("1", "RD", targets=("22",))) == [("1", "14.0f")]
    assert refused(state, FIRST, u20=Task("20", "RD", targets=("23",)), u21=Task("21", "RD", targets=("23",))) == [
        ("21", "14.0f")
    ]
    assert refused(state, FIRST, u99=Task("99", "DP", here)) == [("99", "14.0a")]
    twice = Task("1", "DP", here)
    tasks = (*idle(state, FIRST).values(), twice)
    assert [(one.unit, one.rule) for one in GAME.check(state, FIRST, Order("deploy", tasks))] == [("1", "14.0a")]


@pytest.mark.rules("14.3-1", "13.0-proc-1", "7.0-gen-1", "7.0-gen-3", "14.0f", "7.1", "14.0a")
def test_set_ups_that_do_not_fit() -> None:
    state = begun(3)
    cell = GAME.board(state.scenario).cell
    dug = Task("11", "DP", (cell("0938"),), choice="entrenched")
    # The tank and infantry of the third group in one hex, entrenched or not: no room.
    assert refused(state, FIRST, u11=dug, u10=Task("10", "DP", (cell("0938"),))) == [("10", "7.0-gen-1")]
    assert refused(state, FIRST, u11=Task("11", "DP", (cell("0938"),), choice="open")) == [("11", "14.3-1")]
    assert refused(state, FIRST, u11=Task("11", "RD", targets=("10",))) == [("11", "14.0f")]
    # The other side stays out of hexes that are taken.
    other = begun(4)
    germans = idle(other, FIRST)
    assert len({task.cells for task in germans.values()}) == len(germans)
    japanese = second(3)
    taken = next(unit.cell for unit in japanese.units if unit.status == ON_MAP)
    scene = scene_of(japanese)
    assert taken not in group_zone(scene, scene.scenario.second.groups[0])
    # In scenario 1 rows 1 to 17 and 29 to 54 never meet; by hand an enemy in the area keeps others out of his hex.
    spain = second(1)
    spain.units[0].cell = cell("0505")
    clash = Task("101", "DP", (cell("0505"),))
    assert ("101", "7.0-gen-3") in refused(spain, SECOND, u101=clash)


@pytest.mark.rules("14.0a", "7.0-gen-1", "7.1", "13.0-gen", "14.0f")
def test_the_suggested_set_up_spreads_out_digs_in_and_loads() -> None:
    state = begun(1)
    tasks = idle(state, FIRST)
    placed = {name: task for name, task in tasks.items() if task.kind == "DP"}
    assert set(placed) == {str(n) for n in range(1, 14)}
    assert {task.choice for task in placed.values()} == {"entrenched"}
    assert [tasks[name].facing for name in ("1", "10", "13")] == [-1, 0, 0]
    # Seven hexes apart, infantry before guns.
    zone = GAME.legal(state, FIRST).units[0].options[0].cells
    assert [zone.index(placed[str(n)].cells[0]) for n in range(1, 14)] == [7 * n for n in range(13)]
    # Who has the least room is placed first; a full area is filled up with guns that join infantry.
    hill = idle(second(9), SECOND)
    cells = [hill[str(n)].cells[0] for n in range(101, 107)]
    board = GAME.board("kampfpanzer/9")
    assert sorted(board.labels[cell] for cell in cells) == ["3001", "3002", "3003", "3004", "3005", "3006"]
    # Off the map each gun has a truck of its own.
    assert [(tasks[name].kind, tasks[name].targets) for name in ("20", "21")] == [("RD", ("22",)), ("RD", ("23",))]
    # Tanks come first, then infantry, then guns.
    poland = [by_id(begun(4), task.unit) for task in idle(begun(4), FIRST).values()]
    kinds = [unit.type for unit in poland if unit is not None]
    assert kinds == ["PzIIID"] * 2 + ["PzII"] * 4 + ["Ge infantry"] * 4 + ["37mm"] * 2


@pytest.mark.rules("14.0a", "14.0f", "13.0-gen", "9.4b", "13.1b")
def test_a_set_up_is_carried_out_as_written_and_told() -> None:
    state = begun(1)
    tasks = idle(state, FIRST)
    board = GAME.board(state.scenario)
    text = "1 DP 0130 entrenched\n2 0131 open\n10 0132 C entrenched\n11 0230 d"
    order = GAME.parse(state, FIRST, text)
    assert GAME.write(state, order) == "1 0130 entrenched\n2 0131 open\n10 0132 C entrenched\n11 0230 D"
    for task in order.tasks:
        tasks[task.unit] = task
    assert GAME.parse(state, FIRST, "20 RD 23").tasks == (Task("20", "RD", targets=("23",)),)
    step = GAME.apply(state, FIRST, Order("deploy", tuple(tasks.values())))
    after: KampfState = step.state
    spots = {unit.id: (unit.status, unit.facing) for unit in after.units}
    assert (spots["1"], spots["10"], spots["11"], spots["20"]) == (
        (ON_MAP, 0), (ON_MAP, 2), (ON_MAP, 3), ("waiting", 0),
    )  # fmt: skip
    works = [board.labels[works.cell] for works in after.works]
    assert "0130" in works
    assert not {"0131", "0230"} & set(works)
    assert [works.cell for works in after.works] == sorted(works.cell for works in after.works)
    told = {event.data["unit"]: (event.kind, event.rule) for event in step.events if "unit" in event.data}
    assert told["1"] == ("dug_in", "13.0-gen")
    assert told["2"] == ("placed", "14.1-1")
    assert told["20"] == ("boarded", "14.0f")
    rider, truck = by_id(after, "20"), by_id(after, "22")
    assert rider is not None
    assert truck is not None
    assert after.units[rider.aboard] is truck
    assert after.units[truck.cargo] is rider
    for bad in ("1", "1 0130 A B", "1 RD", "1 RD 22 23", "1 9999", "1 0130 Z"):
        with pytest.raises(MalformedError, match="line 1"):
            GAME.parse(state, FIRST, bad)


@pytest.mark.rules("14.0i", "14.6-2", "14.7-1", "14.2-1", "14.9-2", "14.3-1")
def test_the_areas_of_the_book() -> None:
    def area(number: int, side: str, place: int) -> set[str]:
        state: KampfState = GAME.unbegun(f"kampfpanzer/{number}", {})
        scene = scene_of(state)
        return {scene.board.labels[cell] for cell in group_zone(scene, scene.side(side).groups[place])}

    town = {"2239", "2240", "2338", "2339", "2340", "2341", "2439", "2440"}
    assert area(2, FIRST, 0) == town
    # The town and what lies next to it.
    around = area(6, SECOND, 0)
    assert town < around
    assert "2337" in around
    assert "2336" not in around
    # The town, and what roads have no more than two hexes away from it.
    roads = area(7, FIRST, 0)
    assert town < roads
    assert len(roads - town) == 8
    scene = scene_of(GAME.unbegun("kampfpanzer/7", {}))
    assert all(scene.board.cell(label) in scene.ground.road_cells for label in roads - town)
    assert area(9, SECOND, 0) == {"3001", "3002", "3003", "3004", "3005", "3006"}
    near = area(2, FIRST, 1)
    assert len(near) == 7
    assert "2007" in near
    assert area(2, FIRST, 2) == set()


@pytest.mark.rules("11.11a", "14.0a", "14.4", "14.4-3", "14.7-3")
def test_handicaps_change_levels_quotas_and_length_within_bounds() -> None:
    plain = scenarios()["kampfpanzer/4"]
    assert handicapped("kampfpanzer/4", ()) == plain
    eased = handicapped("kampfpanzer/4", (("first_panic", 1), ("quota", -2), ("turns", 3)))
    assert (eased.first.panic, eased.second.panic, eased.length) == (3, 4, 13)
    assert (eased.victory.destroyed, eased.victory.exit, eased.victory.losses) == (2, 0, 0)
    least = handicapped("kampfpanzer/4", (("first_panic", -4), ("second_panic", 4), ("quota", -10), ("turns", -10)))
    assert (least.first.panic, least.second.panic, least.length, least.victory.destroyed) == (1, 5, 1, 1)
    other = handicapped("kampfpanzer/4", (("second_panic", -1),))
    assert (other.first.panic, other.second.panic) == (2, 3)
    seven = handicapped("kampfpanzer/7", (("quota", 1),)).victory
    assert (seven.exit, seven.destroyed, seven.losses, seven.fewer) == (12, 9, 11, 0)
    assert handicapped("kampfpanzer/9", (("quota", 1),)).victory.fewer == 4
    # In play they hold, and only what was agreed on.
    state: KampfState = GAME.setup("kampfpanzer/4", {"second_panic": 1, "turns": 2}, "seed")
    scene = scene_of(state)
    assert (scene.side(FIRST).panic, scene.side(SECOND).panic, scene.scenario.length) == (2, 5, 12)
    assert scene_of(begun(4)).scenario.length == 10
    assert [info.name for info in GAME.options("kampfpanzer/4")] == ["first_panic", "second_panic", "quota", "turns"]
    told = {info.name: (info.label, info.least, info.most) for info in GAME.options("kampfpanzer/4")}
    assert told["first_panic"] == ("Panic Level of the Germans", -4, 4)
    assert told["second_panic"] == ("Panic Level of the Poles", -4, 4)
    assert told["turns"][1:] == (-10, 10)


@pytest.mark.rules("14.0a", "14.1", "14.4", "14.9")
def test_the_sum_of_a_scenario_is_of_what_play_depends_on() -> None:
    plain = scenarios()["kampfpanzer/5"]
    replace = msgspec.structs.replace

    def changed(**values: Any) -> bool:
        return scenario_hash(replace(plain, **values)) != scenario_hash(plain)

    second = plain.second
    assert changed(length=11)
    assert changed(map="other")
    assert changed(victory=replace(plain.victory, exit=7))
    assert changed(second=replace(second, panic=4))
    assert changed(second=replace(second, exits=None))
    assert changed(second=replace(second, riders=None))
    assert changed(first=replace(plain.first, holds=scenarios()["kampfpanzer/7"].first.holds))
    assert changed(second=replace(second, groups=second.groups[1:]))
    group = plain.first.groups[0]
    for values in ({"entrench": ""}, {"forces": group.forces[1:]}, {"area": second.groups[0].area}):
        assert changed(first=replace(plain.first, groups=(replace(group, **values),)))
    # Texts and sources are nothing to it.
    assert not changed(title="Other", description="Other")
    assert not changed(second=replace(second, nation="Others", notes={"panic": "read twice"}))
    assert not changed(first=replace(plain.first, groups=(replace(group, rule="14.5"),)))


@pytest.mark.rules("14.1", "14.4", "14.9", "14.0a")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('title = "', 'colour = "red"\ntitle = "'), "unknown key 'colour'"),
        (("panic = 2", "panic = 2\ncolour = 1"), r"\[first\].*unknown key 'colour'"),
        (("forces = [", "colour = 1\nforces = ["), r"\[first\] groups 1.*unknown key 'colour'"),
        (("length = 10", "length = 10\nbook = 'tank'"), "there is no book 'tank'"),
        (("[second]", "[second_]"), r"second"),
        (("[[first.groups]]", "[first.groups]"), r"groups must be a list"),
        (("enter = {", "area = { rows = [1, 2] }\nenter = {"), r"\[second\] groups 1: a group has an area or an entry"),
    ],
)
def test_a_scenario_file_is_refused_with_the_place_of_its_fault(change: tuple[str, str], told: str) -> None:
    from hulldown import resources

    text = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "4.toml")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told):
        parse_scenario(text.replace(change[0], change[1], 1), "mine.toml")
    found = parse_scenario(text, "mine.toml")
    assert found == scenarios()["kampfpanzer/4"]
    assert found.rules == ("kampfpanzer",)
    assert found.description == found.description.strip()


@pytest.mark.rules("9.51-soft", "9.51-hard", "9.5")
def test_a_table_of_weapons_needs_both_rows_and_no_others() -> None:
    row = '[{}]\nA="N"\nM="N"\nH="N"\nR="N"\nrule="9"\nprovenance="rulebook"\n'
    assert set(parse_effects(row.format("soft") + row.format("hard"), "mine")) == {"soft", "hard"}
    for wrong, told in (
        (row.format("hard"), r"\[soft\] is missing"),
        (row.format("soft") + row.format("hard") + row.format("warm"), "unknown key 'warm'"),
        (row.format("soft") + row.format("hard").replace("R=", "Q="), r"\[hard\].*'Q'"),
    ):
        with pytest.raises(MalformedError, match=told):
            parse_effects(wrong, "mine")


@pytest.mark.rules("14.0a", "14.0b", "14.1", "14.9")
def test_what_a_scenario_says_of_itself() -> None:
    info = next(one for one in GAME.scenarios() if one.id == "kampfpanzer/1")
    assert (info.game, info.map, info.length) == ("kampfpanzer", "kampfpanzer", 10)
    assert info.units[FIRST] == {"Fr infantry": 9, "75mm": 2, "25mm": 4, "BT7": 3, "PzI": 3, "Truck": 2}
    assert info.units[SECOND] == {"BT7": 10, "Br infantry": 6, "Truck": 6}
    assert info.sides[FIRST] == {
        "nation": "Nationalists", "panic": 2,
        "forces": "9 Fr infantry, 2 75mm, 2 25mm, 3 BT7, 3 PzI, 2 25mm, 2 Truck",
    }  # fmt: skip
    assert (info.facts["rule"], info.facts["judged by"]) == ("14.1", "14.1-4")


@pytest.mark.rules("14.0g", "14.0i", "14.1", "14.9", "14.0a")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('region = "hill-3"', 'region = "hill-9"', "no region 'hill-9'"),
        ('hexes = ["3001"', 'hexes = ["9901"', "no hex '9901'"),
        ('near = "0621"', 'near = "9921"', "no hex '9921'"),
    ],
)
def test_places_that_the_map_does_not_have_are_named(old: str, new: str, told: str) -> None:
    from hulldown import resources

    text = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "9.toml")
    assert old in text
    board = GAME.board("kampfpanzer/9")
    check_places(parse_scenario(text, "mine.toml"), board)
    with pytest.raises(MalformedError, match=told):
        check_places(parse_scenario(text.replace(old, new), "mine.toml"), board)
    five = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "5.toml")
    seven = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "7.toml")
    eight = resources.read("hulldown", "games", "kampfpanzer", "data", "scenarios", "8.toml")
    for whole, good, bad, what in (
        (five, '"1301"', '"1399"', "hex '1399'"),
        (seven, 'edge = "W"', 'edge = "Q"', "edge 'Q'"),
        (eight, 'hex = "2341"', 'hex = "2399"', "hex '2399'"),
    ):
        assert good in whole
        with pytest.raises(MalformedError, match=what):
            check_places(parse_scenario(whole.replace(good, bad), "mine.toml"), board)
