"""Plots in detail (5.0, 12.1): how they are written, what is offered to whom, and every ground for a refusal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.data.scenarios import Entry, Exits, Group, Hold, Riders, scenarios
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.state import KampfState
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


def rules(field: Field, state: KampfState, text: str, side: str = "first") -> list[tuple[str, str]]:
    return [(one.unit, one.rule) for one in field.refused(state, side, text)]


def data(field: Field, state: KampfState, *tasks: Task, side: str = "first") -> list[tuple[str, str]]:
    """Why tasks given as data are refused."""
    return [(one.unit, one.rule) for one in field.check(state, side, Order("plot", tasks))]


def offered(state: KampfState, unit: str, kind: str, side: str = "first") -> list[str]:
    """The hexes offered to a unit for a kind of task; [""] where it is offered without hexes."""
    board = GAME.board(state.scenario)
    found: list[str] = []
    for one in GAME.legal(state, side).units:
        for option in one.options:
            if one.unit == unit and option.kind == kind:
                found += [board.labels[cell] for cell in option.cells] or [""]
    return found


def entering(*hexes: str, turn: int = 1) -> dict[str, object]:
    """The second side comes on by these hexes."""
    base = scenarios()["kampfpanzer/4"].second.groups[0]
    enter = Entry(turn=turn, hexes=hexes)
    return {"groups": (Group(rule="14.4-2", forces=base.forces, enter=enter, provenance={}, notes={}),)}


@pytest.mark.rules("5.1a", "5.1b", "5.22b", "14.0e")
@pytest.mark.parametrize(
    ("unit", "plot", "written"),
    [
        ("1", "0807 0806 0906", "1 A2 B1"),
        ("1", "A1 S2 A1 B1 B1", "1 A1 S2 A1 B2"),
        ("1", "a2 exit", "1 A2 exit"),
        ("1", "exit", "1 exit"),
        ("1", "B1 A1 VA", "1 B1 A1 VA"),
        ("1", "VA", "1 VA"),
        ("2", "0801 D2", "2 0801 D2"),
        ("2", "0801 S1 D2", "2 0801 S1 D2"),
    ],
)
def test_a_plot_is_written_with_directions_and_counts(draw: Draw, unit: str, plot: str, written: str) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "")}, FAR)
    order = GAME.parse(state, "first", f"{unit} {plot}")
    assert GAME.write(state, order) == written
    # Of a unit that nobody has the first hex is written out.
    strange = Order("plot", (Task("77", "MV", (field.board.cell("0808"), field.board.cell("0807"))),))
    assert GAME.write(state, strange) == "77 0808 A1"
    assert GAME.write(state, Order("plot", (Task("1", "XX"),))) == "1 XX"


@pytest.mark.rules("5.4", "5.21b", "5.21c", "5.31", "5.32", "5.33", "9.11a", "9.33a", "9.33b", "9.21", "9.71-p")
def test_every_letter_is_read_and_written(draw: Draw) -> None:
    field = draw()
    units = {
        "1": ("S35", "0808"), "2": ("75mm", "0812", "A"), "3": ("75mm", "0912", "A"), "4": ("S35", "0608"),
        "5": ("Truck", "0410"), "6": ("Fr infantry", "0409"), "7": ("Truck", "0510"), "8": ("25mm", "0510", "on 7"),
        "9": ("25mm", "0610", "A"),
    }  # fmt: skip
    state = field.state(units, {"101": ("PzII", "0804"), **FAR})
    plot = "1 N 0804\n2 T 0803\n3 L 0903\n4 P 0604\n5 M 0409\n6 M\n7 Q 0511\n8 Q A\n9 B\nfire CF best"
    order = GAME.parse(state, "first", plot)
    assert [task.kind for task in order.tasks] == ["N", "T", "L", "P", "M", "M", "Q", "Q", "FC", "CF"]
    assert GAME.write(state, order) == plot
    assert GAME.check(state, "first", order) == []
    assert GAME.write(state, GAME.parse(state, "first", "1 n 0804 101")) == "1 N 0804 101"
    assert GAME.parse(state, "first", "1 mv A1") == GAME.parse(state, "first", "1 A1")
    assert GAME.parse(state, "first", "9 FC B") == GAME.parse(state, "first", "9 B")


@pytest.mark.rules("5.4", "5.1a", "5.21b", "9.11a", "9.62a", "5.33")
@pytest.mark.parametrize(
    "plot", ["1 N", "fire CF", "fire CF best apart", "1 A1 VX", "1 V", "1 A1 VAB", "1 T 99", "1 FC", "2 S2", "1 VE VE"]
)
def test_words_that_are_missing_or_too_many_are_named_with_their_line(draw: Draw, plot: str) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "")}, FAR)
    with pytest.raises(MalformedError, match="line 2"):
        GAME.parse(state, "first", f"# a remark\n{plot}")


@pytest.mark.rules("9.11a", "5.0-gen-1", "5.0-proc-1")
def test_how_fire_is_combined_is_said_once_and_alone(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, FAR)
    here = field.board.cell("0808")
    assert rules(field, state, "fire CF best") == []
    assert rules(field, state, "fire CF best\nfire CF apart") == [("fire", "9.11a")]
    assert data(field, state, Task("fire", "CF", (here,), choice="best")) == [("fire", "9.11a")]
    assert data(field, state, Task("fire", "CF", facing=0, choice="best")) == [("fire", "9.11a")]
    assert data(field, state, Task("fire", "CF")) == [("fire", "9.11a")]
    assert data(field, state, Task("fire", "N", (here,), choice="best")) == [("fire", "9.11a")]


@pytest.mark.rules("9.11a", "9.24b", "9.68")
def test_answers_name_their_attack_and_nothing_else(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0807")}, {"101": ("PzIVE", "0805"), **FAR})
    asked = field.stop_at(state, "1 N 0805\n2 N 0805")
    here = field.board.cell("0808")

    def wrong(*tasks: Task) -> list[tuple[str, str]]:
        return [(one.unit, one.rule) for one in GAME.check(asked, "first", Order("combine", tasks))]

    assert wrong(Task("1", "GR", choice="1"), Task("2", "GR", choice="2")) == []
    assert wrong(Task("1", "GR", choice="1"), Task("1", "GR", choice="2")) == [("1", "9.11a")]
    for bad in (
        Task("1", "GR", facing=0, choice="1"),
        Task("1", "GR", (here,), choice="1"),
        Task("1", "CA", choice="1"),
        Task("1", "GR", choice="3"),
        Task("1", "GR", choice="1", targets=("101",)),
        Task("3", "GR", choice="1"),
    ):
        assert wrong(bad) == [(bad.unit, "9.11a")]
    for text in ("1", "1 1 2"):
        with pytest.raises(MalformedError, match="line 1"):
            GAME.parse(asked, "first", text)
    assert GAME.parse(asked, "first", "1 GR 2").tasks == (Task("1", "GR", choice="2"),)
    # Counterattacks: one enemy each, of those that overrun.
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0608")}, {"101": ("Ge infantry", "0807"), **FAR})
    struck = field.stop_at(state, "1 VA\n2 B1 VB")

    def refused(task: Task) -> list[tuple[str, str]]:
        return [(one.unit, one.rule) for one in GAME.check(struck, "second", Order("counter", (task,)))]

    assert refused(Task("101", "CA", targets=("2",))) == []
    assert refused(Task("101", "CA", targets=("1", "2"))) == [("101", "9.68")]
    assert refused(Task("101", "CA")) == [("101", "9.68")]
    assert refused(Task("101", "CA", targets=("101",))) == [("101", "9.68")]
    assert refused(Task("101", "CA", choice="1", targets=("2",))) == [("101", "9.68")]
    for text in ("101", "101 1 2"):
        with pytest.raises(MalformedError, match="line 1"):
            GAME.parse(struck, "second", text)
    assert GAME.parse(struck, "second", "101 CA 2").tasks == (Task("101", "CA", targets=("2",)),)


@pytest.mark.rules("7.0-gen-1", "7.1", "12.14b", "6.0-gen-3", "13.0-proc-2")
def test_only_the_own_side_counts_for_where_units_end(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0608"), "3": ("Truck", "0410"), "4": ("Fr infantry", "0410", "on 3"),
             "5": ("25mm", "0409", "A"), "6": ("S35", "")}  # fmt: skip
    state = field.state(units, {"101": ("PzII", "0806"), "102": ("PzII", "0606", "D1"), **FAR})
    # An enemy may leave the hex, and one who cannot stops the unit only in execution (C-04).
    assert rules(field, state, "1 A2\n2 A2") == []
    # A passenger needs no room of its own, the vehicle does; units off the map are nowhere.
    assert rules(field, state, "3 D1") == []
    assert rules(field, state, "3 A1") == [("3", "7.0-gen-1")]
    assert field.refused(state, "first", "3 A1")[0].message == "it would end in 0409 together with 5"
    # Two that go to one hex: the later one in the list is told.
    assert rules(field, state, "2 B1\n1 F1") == [("2", "7.0-gen-1")]
    # Whoever stands in a full hex already is not blamed for it.
    full = field.state({"1": ("S35", "0808"), "2": ("S35", "0808"), "3": ("S35", "1010")}, FAR)
    assert rules(field, full, "3 A1") == []
    assert rules(field, full, "1 A1") == []


@pytest.mark.rules("7.0-gen-1", "14.0g", "6.0-gen-2")
def test_who_leaves_the_map_takes_no_room(draw: Draw) -> None:
    exits = Exits(hexes=("0801",), rule="14.5-6")
    field = draw(setup={"second": {"exits": exits}})
    state = field.state({"1": ("S35", "2010")}, {"101": ("PzII", "0801"), "102": ("PzII", "0802")})
    assert rules(field, state, "101 exit\n102 A1", "second") == []
    assert rules(field, state, "102 A1 exit", "second") == []
    assert rules(field, state, "102 A1", "second") == [("102", "7.0-gen-1")]
    after = field.play(state, "", "101 exit\n102 A1 exit")
    assert after.where("101") == after.where("102") == "exited"
    here = [unit for unit in GAME.legal(state, "second").units if unit.unit == "101"]
    move = next(option for option in here[0].options if option.kind == "MV")
    assert move.choices == ("exit",)
    assert move.path is not None
    assert [field.board.labels[cell] for cell in move.path.exits] == ["0801"]
    first = next(unit for unit in GAME.legal(state, "first").units if unit.unit == "1")
    assert [option.choices for option in first.options if option.kind == "MV"] == [()]


@pytest.mark.rules("5.31", "12.11", "12.0-proc-2", "12.14a", "14.5-3")
def test_embarking_names_a_hex_and_nothing_else(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("Truck", "0908"),
             "4": ("25mm", "0908", "on 3"), "5": ("Truck", ""), "6": ("Fr infantry", "")}  # fmt: skip
    state = field.state(units, {"101": ("PzII", "0806"), **FAR})
    there, here = field.board.cell("0807"), field.board.cell("0808")
    ready = Task("2", "M")
    assert data(field, state, Task("1", "M", (there,)), ready) == []
    assert data(field, state, Task("1", "M"), ready) == [("1", "5.31"), ("2", "12.11")]
    assert data(field, state, Task("1", "M", (there, here)), ready) == [("1", "5.31"), ("2", "12.11")]
    assert data(field, state, Task("1", "M", (there,), 0), ready) == [("1", "5.31")]
    assert data(field, state, Task("1", "M", (there,), choice="open"), ready) == [("1", "5.31")]
    # A full vehicle takes nobody up, and who is on board already gets on nothing.
    assert data(field, state, Task("3", "M", (there,)), ready) == [("3", "5.31")]
    assert ("4", "12.0-proc-2") in data(field, state, Task("1", "M", (here,)), Task("4", "M"))
    assert ("1", "12.11") in data(field, state, Task("1", "M", (field.board.cell("0908"),)), Task("4", "M"))
    for bad in (Task("2", "M", (there,)), Task("2", "M", facing=0), Task("2", "M", choice="open")):
        assert ("2", "5.31") in data(field, state, Task("1", "M", (there,)), bad)
    assert ("1", "12.11") in data(field, state, Task("1", "M", (there,)), Task("2", "P", (field.board.cell("0804"),)))
    assert ("1", "12.11") in data(field, state, Task("1", "M", (field.board.cell("0806"),)))


@pytest.mark.rules("5.31", "14.0c", "12.0-proc-2", "12.0-proc-3", "9.61", "9.6a")
def test_nobody_gets_on_or_off_before_it_has_entered(draw: Draw) -> None:
    field = draw(setup={"second": entering("0801")})
    pair = {"101": ("Truck", ""), "102": ("25mm", "", "on 101"), "103": ("Truck", ""), "104": ("Ge infantry", "")}
    pair["105"] = ("R35", "")
    state = field.state(
        {"1": ("S35", "2010"), "2": ("Fr infantry", "0102"), "3": ("Fr infantry", "0803")}, pair, turn=1
    )
    assert rules(field, state, "101 Q 0801\n102 Q A", "second") == [("101", "12.0-proc-3"), ("102", "14.0c")]
    assert rules(field, state, "103 M 0801\n104 M", "second") == [("103", "5.31"), ("104", "12.0-proc-2")]
    for unit, kind in (
        ("101", "Q"), ("102", "Q"), ("103", "M"), ("104", "M"), ("102", "FC"), ("102", "P"), ("105", "V"),
    ):  # fmt: skip
        assert offered(state, unit, kind, "second") == []
    fire = (Task("104", "N", (field.board.cell("2010"),)), Task("104", "P", (field.board.cell("2010"),)))
    assert [data(field, state, task, side="second") for task in fire] == [[("104", "14.0c")]] * 2
    assert data(field, state, Task("102", "FC", facing=1), side="second") == [("102", "9.4a")]


@pytest.mark.rules("5.32", "12.11", "12.0-proc-3", "12.14b", "9.4b", "13.0-proc-2")
def test_debarking_names_a_hex_and_the_facing_of_a_gun(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1"), "3": ("APC", "0408"),
             "4": ("Fr infantry", "0408", "on 3"), "5": ("Truck", "0810"), "6": ("25mm", "0810", "on 5")}  # fmt: skip
    state = field.state(units, FAR, works=[("0508", "first")])
    there = field.board.cell("0807")
    gun = Task("2", "Q", facing=0)
    assert data(field, state, Task("1", "Q", (there,)), gun) == []
    assert data(field, state, Task("1", "Q"), gun) == [("1", "5.32")]
    assert data(field, state, Task("1", "Q", (there,), 0), gun) == [("1", "5.32")]
    assert data(field, state, Task("1", "Q", (there,), choice="open"), gun) == [("1", "5.32")]
    for bad in (Task("2", "Q", (there,), 0), Task("2", "Q", facing=0, choice="open")):
        assert ("2", "5.32") in data(field, state, Task("1", "Q", (there,)), bad)
    assert rules(field, state, "3 Q 0407\n4 Q A") == [("4", "9.4b")]
    assert rules(field, state, "3 Q 0407\n4 Q") == []
    assert rules(field, state, "3 Q 0508\n4 Q") == [("3", "13.0-proc-2")]
    # Two vehicles that go to one hex: neither can be sure of it.
    assert rules(field, state, "1 Q 0809\n2 Q A\n5 Q 0809\n6 Q A") == [("1", "12.14b"), ("5", "12.14b")]
    # The passenger of another vehicle there is no hindrance of its own, the vehicle is, unless it moves away.
    assert rules(field, state, "5 Q 0809\n6 Q A\n1 A1") == []
    near = field.state({**units, "7": ("APC", "0807"), "8": ("Fr infantry", "0807", "on 7")}, FAR)
    assert rules(field, near, "1 Q 0807\n2 Q A\n7 A1") == []
    assert rules(field, near, "1 Q 0807\n2 Q A") == [("1", "12.14b")]
    # An enemy in the hex may still leave it.
    hostile = field.state(units, {"101": ("PzII", "0807", "D1"), **FAR})
    assert rules(field, hostile, "1 Q 0807\n2 Q A") == []


@pytest.mark.rules("5.31", "5.32", "12.11", "12.14a", "12.12", "14.5-3")
def test_who_is_offered_to_get_on_and_off(draw: Draw) -> None:
    riders = {"first": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}
    field = draw(setup=riders)
    units = {
        "1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("25mm", "0908", "A"), "4": ("Truck", "0610"),
        "5": ("25mm", "0610", "on 4"), "6": ("BT7", "0609"), "7": ("25mm", "0509", "A"), "8": ("Fr infantry", "0709"),
        "9": ("APC", "1210"), "10": ("Fr infantry", "1210", "D1", "on 9"), "11": ("Truck", "0806", "D1"),
        "12": ("Fr infantry", "1609"), "13": ("Truck", "1708"), "14": ("25mm", "1609", "A"), "15": ("Truck", ""),
    }  # fmt: skip
    state = field.state(units, {"101": ("Ge infantry", "0809"), **FAR})
    # The truck: a unit next to it, alone in its hex, of its own side.
    assert sorted(offered(state, "1", "M")) == ["0709", "0807", "0908"]
    assert offered(state, "2", "M") == offered(state, "3", "M") == [""]
    # A tank carries infantry, never a gun; a loaded vehicle nobody else.
    assert offered(state, "6", "M") == ["0709"]
    assert offered(state, "7", "M") == offered(state, "4", "M") == offered(state, "5", "M") == []
    # Nobody gets on from a stack, on a disrupted vehicle, or two hexes away.
    assert offered(state, "12", "M") == offered(state, "13", "M") == offered(state, "14", "M") == []
    assert offered(state, "11", "M") == []
    # Off: the pair, both of which must be able to.
    assert sorted(offered(state, "4", "Q")) == ["0510", "0511", "0609", "0611", "0710", "0711"]
    assert offered(state, "5", "Q") == [""]
    facings = {
        unit.unit: option.facings for unit in GAME.legal(state, "first").units for option in unit.options
        if option.kind == "Q"
    }  # fmt: skip
    assert facings == {"4": (), "5": (0, 1, 2, 3, 4, 5)}
    assert offered(state, "1", "Q") == offered(state, "2", "Q") == []


@pytest.mark.rules("5.31", "12.11", "12.0-proc-2", "12.14a")
def test_nobody_gets_on_what_is_full_or_takes_what_is_on_board(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0610"), "2": ("25mm", "0610", "on 1"), "3": ("Truck", "0611"),
             "4": ("Fr infantry", "0609"), "5": ("Truck", ""), "6": ("Fr infantry", "")}  # fmt: skip
    state = field.state(units, {"101": ("Truck", "0608"), "102": ("Ge infantry", "0612"), **FAR})
    # The empty truck has a loaded one next to it and an enemy, the infantry a loaded truck and an enemy's empty one.
    for unit in ("1", "2", "3", "4", "5", "6"):
        assert offered(state, unit, "M") == []
    free = field.state({"3": ("Truck", "0611"), "4": ("Fr infantry", "0610")}, FAR)
    assert (offered(free, "3", "M"), offered(free, "4", "M")) == (["0610"], [""])


@pytest.mark.rules("5.1a", "6.0-gen-3", "12.2a", "14.7-1", "14.0e", "14.0c", "9.6a", "14.0a", "5.0-gen-1")
def test_who_is_offered_to_move(draw: Draw) -> None:
    group = entering("0801", "0901", turn=3)
    holds = {"first": {"holds": Hold(turns=2, rule="14.7-1")}, "second": group}
    field = draw(setup=holds)
    units = {"1": ("S35", "0808"), "2": ("25mm", "0610", "A"), "3": ("Truck", "0612"), "4": ("25mm", "0612", "on 3")}
    enemies = {"101": ("R35", ""), "102": ("Ge infantry", "0807"), "103": ("R35", "2010")}

    def movers(turn: int, side: str) -> set[str]:
        state = field.state(units, enemies, turn=turn)
        return {unit.unit for unit in GAME.legal(state, side).units for o in unit.options if o.kind in ("MV", "V")}

    assert movers(1, "first") == movers(2, "first") == set()
    assert movers(3, "first") == {"1", "3"}
    assert movers(2, "second") == {"102", "103"}
    assert movers(3, "second") == {"101", "102", "103"}
    state = field.state(units, enemies, turn=3)
    moves = {
        unit.unit: option.path for unit in GAME.legal(state, "second").units for option in unit.options
        if option.kind == "MV"
    }  # fmt: skip
    path = moves["101"]
    assert path is not None
    assert (path.start, path.entering) == (-1, "afv entering")
    assert [field.board.labels[cell] for cell in path.entries] == ["0801", "0901"]
    here = moves["103"]
    assert here is not None
    assert (here.start, here.entries, here.entering, here.exits, here.leaving) == (
        field.board.cell("2010"), (), "", (), "",
    )  # fmt: skip
    assert (here.allowance, here.table, here.waits) == (12, "afv", 2)
    assert rules(field, field.state(units, enemies, turn=2), "1 VA") == [("1", "14.7-1")]
    assert rules(field, field.state(units, enemies, turn=2), "101 0801", "second") == [("101", "14.0c")]
    assert rules(field, state, "101 1001", "second") == [("101", "14.4-2")]
    assert rules(field, state, "101 0901", "second") == []
    assert data(field, state, Task("101", "MV", choice="exit"), side="second") == [("101", "14.4-2")]


@pytest.mark.rules("9.6a", "9.61", "9.62a", "12.33", "14.0c", "9.66")
def test_who_is_offered_to_overrun_what(draw: Draw) -> None:
    field = draw()
    units = {"1": ("R35", "0810"), "2": ("APC", "2317"), "3": ("Fr infantry", "2317", "on 2"), "4": ("Truck", "0611"),
             "5": ("APC", "1810"), "6": ("25mm", "1810", "on 5")}  # fmt: skip
    # 4 points are left for the way: to 0807 and 0806 it is 3 + 1; 0806 and beyond are too far.
    enemies = {"101": ("Ge infantry", "0807"), "102": ("Ge infantry", "0806"), "103": ("PzII", "0708"),
               "104": ("Ge infantry", "2315"), "105": ("37mm", "1809", "A"), "106": ("37mm", "2315", "A")}  # fmt: skip
    state = field.state(units, enemies)
    found = {
        unit.unit: option.path for unit in GAME.legal(state, "first").units for option in unit.options
        if option.kind == "V"
    }  # fmt: skip
    assert set(found) == {"1", "2"}
    assert all(path is not None for path in found.values())
    through = {name: [field.board.labels[cell] for cell in path.through] for name, path in found.items() if path}
    assert through == {"1": ["0807"], "2": ["2315"]}
    tank = found["1"]
    assert tank is not None
    assert (tank.allowance, tank.minimum, tank.toll, tank.straight_end) == (8, 2, 4, True)
    assert rules(field, state, "1 A2 VA") == []
    # As data: the target hex alone, or nothing at all.
    here = field.board.cell("0810")
    assert data(field, state, Task("1", "V", (field.board.cell("0809"),))) == [("1", "9.62a")]
    assert data(field, state, Task("1", "V")) == [("1", "5.1a")]
    assert data(field, state, Task("1", "V", (field.board.cell("0809"), here))) == [("1", "9.62a")]
    # Who cannot get out on the far side overruns nobody: the corner of the map is behind it.
    edge = field.state({"1": ("S35", "0103")}, {"101": ("Ge infantry", "0101"), **FAR})
    assert [o for unit in GAME.legal(edge, "first").units for o in unit.options if o.kind == "V"] == []
