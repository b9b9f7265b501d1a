"""Plots (5.0): how operations are written, what each must name, and what is refused with its case and unit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]


def cases(field: Field, state: object, side: str, text: str) -> list[tuple[str, str]]:
    return [(one.unit, one.rule) for one in field.refused(state, side, text)]  # type: ignore[arg-type]


@pytest.mark.rules("4.1-a", "5.0-gen-1", "5.0-proc-1", "6.2", "9.71-eff")
def test_one_operation_for_each_undisrupted_unit(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0606", "D1")}, {"101": ("PzII", "0804")})
    assert set(GAME.pending(state)) == {"first", "second"}
    assert cases(field, state, "first", "1 A1\n1 N 0804") == [("1", "5.0-gen-1")]
    assert cases(field, state, "first", "2 A1") == [("2", "9.71-eff")]
    assert "2" not in {unit.unit for unit in GAME.legal(state, "first").units}
    theirs = Task("101", "MV", (field.board.cell("0803"),))
    assert field.check(state, "first", Order("plot", (theirs,)))[0].rule == "5.0-gen-1"
    nobody = Task("99", "MV", (field.board.cell("0803"),))
    assert field.check(state, "first", Order("plot", (nobody,)))[0].rule == "5.0-gen-1"
    assert field.check(state, "first", Order("plot", (Task("1", "XX"),)))[0].rule == "5.4"
    loud = Task("1", "MV", (field.board.cell("0807"),), choice="loud")
    assert field.check(state, "first", Order("plot", (loud,)))[0].rule == "5.0-proc-1"


@pytest.mark.rules("5.0-proc-2", "5.0-gen-2")
def test_a_unit_without_a_plot_does_nothing(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0806")})
    after = field.play(state, "", "101 A2")
    assert after.where("1") == "0808"
    assert not after.found("shot")
    assert after.where("101") == "0804"


@pytest.mark.rules("5.1a", "5.1b", "5.1c", "6.0-gen-3")
@pytest.mark.parametrize(
    ("plot", "rule"),
    [
        ("1 A6", ""),
        ("1 A7", "6.0-gen-3"),
        ("1 A2 S2 B2", ""),
        ("1 A2 S3 B2", "6.0-gen-3"),
        ("1 S2 A2", "5.1b"),
        ("1 A2 S2", "5.1b"),
        ("1 exit", "14.0g"),
        ("1 A1 exit", "14.0g"),
    ],
)
def test_directions_counts_and_stops(draw: Draw, plot: str, rule: str) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0810")}, {"101": ("PzII", "2002")})
    assert cases(field, state, "first", plot) == ([("1", rule)] if rule else [])
    order = GAME.parse(state, "first", plot)
    assert GAME.parse(state, "first", GAME.write(state, order)) == order


@pytest.mark.parametrize("plot", ["1 A99", "1 A0", "1 S0 A1", "1 G2", "1 D", "1 A1 0x", "1", "1 N 9999", "1 Q Z"])
@pytest.mark.rules("5.1a", "5.1b", "5.4")
def test_what_cannot_be_read_is_refused(draw: Draw, plot: str) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0810")}, {"101": ("PzII", "2002")})
    if plot == "1 D":
        # K-11: a bare letter is a facing, which a tank has not.
        assert cases(field, state, "first", plot) == [("1", "9.4a")]
        return
    with pytest.raises(MalformedError, match="line 1, unit 1"):
        GAME.parse(state, "first", plot)


@pytest.mark.rules("5.1a", "5.1b")
@pytest.mark.parametrize(
    ("plot", "told"),
    [
        ("1 A99", r"direction A99 \(5.1a\) leads off the map from 0801"),
        ("1 A0", r"A0 .* \(5.1a\)"),
        ("1 A1 S0 A1", r"S0 .* \(5.1b\)"),
        ("1 A1 S A1", r"a stop S with points \(5.1b\)"),
        ("1 A8 VA", r"overrun VA \(9.62a\) leads off the map from 0801"),
        ("1 A2 VG", r"write V and a direction A-F \(5.22b\)"),
    ],
)
def test_what_leads_off_the_map_or_nowhere_is_told_with_case_and_unit(draw: Draw, plot: str, told: str) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0810")}, {"101": ("PzII", "2002")})
    with pytest.raises(MalformedError, match=f"unit 1: .*{told}"):
        GAME.parse(state, "first", plot)


@pytest.mark.rules("5.1a", "5.0-proc-1")
def test_orders_as_data_are_refused_like_written_ones(draw: Draw) -> None:
    field = draw()
    cell = field.board.cell
    state = field.state({"1": ("R35", "0810"), "2": ("Fr infantry", "0812")}, {"101": ("PzII", "2002")})

    def refused(*tasks: Task) -> list[str]:
        return [one.rule for one in field.check(state, "first", Order("plot", tasks))]

    assert refused(Task("1", "MV", (cell("0806"),))) == ["5.1a"]
    assert refused(Task("1", "MV")) == ["5.1a"]
    assert refused(Task("1", "MV", (10**9,))) == ["5.1a"]
    assert refused(Task("1", "N", ())) == ["5.21b"]
    assert refused(Task("1", "MV", (cell("0809"),), targets=("101",))) == ["5.0-proc-1"]
    assert refused(Task("1", "FC", facing=2)) == ["9.4a"]
    assert refused(Task("1", "PANIC", (cell("0809"),))) == ["5.4"]
    assert refused(Task("fire", "CF", choice="loud")) == ["9.11a"]
    assert refused(Task("1", "CF", choice="best")) == ["9.11a"]
    assert [one.rule for one in field.check(state, "first", Order("plot", (), "together"))] == ["4.1-a"]


@pytest.mark.rules("5.21b", "5.21c", "9.11b")
def test_a_target_is_named_where_two_share_a_hex(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("B1", "0808")}, {"101": ("Ge infantry", "0804"), "102": ("37mm", "0804", "D")}, dice="1")
    options = [o for unit in GAME.legal(state, "first").units for o in unit.options if o.kind == "N"]
    assert [(len(o.cells), o.targets) for o in options] == [(1, ()), (1, ("101", "102"))]
    assert cases(field, state, "first", "1 N 0804 103") == [("1", "5.21c")]
    both = field.play(state, "1 N 0804")
    assert both.found("shot")[0].data["target"] == "101 102"
    one = field.play(state, "1 N 0804 102")
    assert one.found("shot")[0].data["target"] == "102"
    assert one.unit("101").level == 0


@pytest.mark.rules("5.22a", "5.22b", "9.62a")
def test_an_overrun_is_written_behind_its_approach(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("Ge infantry", "0806")})
    order = GAME.parse(state, "first", "1 A3 VA")
    labels = [field.board.labels[cell] for cell in order.tasks[0].cells]
    assert (order.tasks[0].kind, labels) == ("V", ["0809", "0808", "0807", "0806", "0805"])
    assert GAME.write(state, order) == "1 A3 VA"
    assert field.check(state, "first", order) == []
    crooked = tuple(field.board.cell(label) for label in ("0809", "0808", "0807", "0806", "0906"))
    assert field.check(state, "first", Order("plot", (Task("1", "V", crooked),)))[0].rule == "9.62a"
    halting = tuple(field.board.cell(label) for label in ("0809", "0808", "0807", "0806", "0806", "0805"))
    assert field.check(state, "first", Order("plot", (Task("1", "V", halting),)))[0].rule == "9.62a"


@pytest.mark.rules("5.31", "5.32", "5.33", "12.11")
def test_embarking_debarking_and_facing_are_plotted(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {
            "1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("APC", "0504"), "4": ("25mm", "0504", "on 3"),
            "5": ("25mm", "0610", "A"),
        },
        {"101": ("PzII", "2002")},
    )  # fmt: skip
    plot = "1 M 0807\n2 M\n3 Q 0503\n4 Q C\n5 B"
    order = GAME.parse(state, "first", plot)
    assert GAME.write(state, order) == plot
    assert field.check(state, "first", order) == []
    after = field.play(state, plot)
    assert after.where("1") == after.where("2") == "0807"
    assert (after.where("3"), after.where("4"), after.unit("4").facing) == ("0503", "0504", 2)
    assert after.unit("5").facing == 1


@pytest.mark.rules("9.0-gen-1", "9.0-proc-h-1", "9.0-gen-3")
def test_combat_that_is_not_plotted_does_not_happen(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("75mm", "0812", "A")}, {"101": ("Ge infantry", "0806")})
    after = field.play(state)
    assert not [e for e in after.events if e.kind in ("shot", "shelled", "overrun", "impact")]
    kinds = {o.kind for unit in GAME.legal(state, "first").units if unit.unit == "2" for o in unit.options}
    assert kinds == {"T", "L", "FC"}
    fired = field.play(state, "1 N 0806")
    assert len(fired.found("shot")) == 1


# The list of bad input: each refused with its case and its unit, nothing lost.
BAD = {
    "beyond range": ("2 N 0806", "2", "9.13a"),
    "H beyond its arc": ("5 T 0614", "5", "9.4c"),
    "gun out of arc": ("4 N 0404", "4", "9.4c"),
    "class R at a hard target": ("3 N 0806", "3", "9.51-hard"),
    "hopeless": ("6 N 1206", "6", "9.7-lim"),
    "no enemy there": ("1 N 0803", "1", "9.1"),
    "opportunity fire by H": ("5 P 0605", "5", "9.0-proc-of-3"),
    "opportunity fire through an enemy": ("1 P 0804", "1", "9.25"),
    "opportunity fire into an enemy": ("1 P 0806", "1", "9.25"),
    "H fire by a tank": ("1 T 0806", "1", "9.0-gen-2"),
    "direct fire by H": ("5 N 0806", "5", "9.0-gen-2"),
    "fire by a truck": ("7 N 0806", "7", "12.31a"),
    "overrun by infantry": ("3 VD", "3", "9.6a"),
    "overrun by a truck": ("7 A1 VA", "7", "9.6a"),
    "overrun by an empty APC": ("8 A1 VA", "8", "12.33"),
    "overrun of a hard unit": ("1 A1 VA", "1", "9.6a"),
    "overrun of nobody": ("1 B1 VB", "1", "9.6a"),
    "overrun in woods": ("1 C1 VC", "1", "9.66"),
    "overrun without two spare points": ("2 A4 VA", "2", "9.61"),
    "embark apart": ("7 M 1012\n3 M", "7", "12.11"),
    "embark without the other": ("3 M", "3", "12.11"),
    "embark from a stack": ("7 M 0611\n9 M", "9", "12.14a"),
    "debark with nobody": ("8 Q 1013", "8", "12.0-proc-3"),
    "face of a tank": ("1 B", "1", "9.4a"),
    "the same facing": ("5 A", "5", "9.4e"),
    "gun that moves": ("5 A1", "5", "6.0-gen-3"),
    "own hex": ("1 N 0808", "1", "9.14"),
}


@pytest.mark.rules(
    "9.13a", "9.4c", "9.51-hard", "9.7-lim", "9.0-proc-of-3", "9.25", "12.31a", "9.6a", "12.33", "9.66", "9.61",
    "12.14a", "12.11", "9.4a",
)  # fmt: skip
@pytest.mark.parametrize("name", list(BAD))
def test_bad_input_is_refused_with_case_and_unit(draw: Draw, name: str) -> None:
    plot, unit, rule = BAD[name]
    field = draw(hexes={"1009": "woods"})
    state = field.state(
        {
            "1": ("S35", "0808"), "2": ("R35", "2011"), "3": ("Fr infantry", "0809"), "4": ("25mm", "0405", "D"),
            "5": ("75mm", "0611", "A"), "6": ("R35", "1207"), "7": ("Truck", "0710"), "8": ("APC", "1012"),
            "9": ("Fr infantry", "0611"),
        },
        {
            "101": ("PzII", "0806"), "102": ("A12", "1206"), "103": ("Ge infantry", "1009"),
            "104": ("Ge infantry", "2006"), "105": ("Ge infantry", "0404"), "106": ("PzII", "2002"),
        },
    )  # fmt: skip
    before = GAME.view(state, "first")
    found = field.refused(state, "first", plot)
    assert (unit, rule) in [(one.unit, one.rule) for one in found], found
    assert all(one.message for one in found)
    assert GAME.view(state, "first") == before


@pytest.mark.rules("9.7-lim", "9.11a")
def test_fire_that_is_hopeless_alone_may_be_plotted_together(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("R35", "0808"), "2": ("R35", "0809"), "3": ("R35", "0810")}, {"101": ("A12", "0804")}, dice="1"
    )
    assert cases(field, state, "first", "1 N 0804\n2 N 0804") == [("1", "9.7-lim"), ("2", "9.7-lim")]
    assert cases(field, state, "first", "1 N 0804\n2 N 0804\n3 N 0804") == []
