"""Cases 5 and 6: the six tasks, who may do them, and how they are written down."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import TankState
from support.tank_positions import cell, facing, order, play, position, refused, unit, where

Draw = Callable[..., str]


@pytest.fixture
def three(draw: Draw) -> TankState:
    """A tank, a gun and infantry of one side against a tank."""
    arms = {"A1": ("1010", "A"), "A2": ("1210", "A", "88AT"), "A3": ("1410", "", "infantry")}
    return position(draw(), alpha=arms, bravo={"B1": ("1204", "D"), "B2": ("1409", "D", "88AT")}, dice="6 6 6")


@pytest.mark.rules("5.0-gen-2", "5.0-df", "5.0-of", "5.0-mv", "5.0-fc", "5.0-ov", "5.0-mvr")
def test_5_0_gen_2_each_kind_of_unit_has_its_own_tasks(three: TankState) -> None:
    offered = {entry.unit: {option.kind for option in entry.options} for entry in GAME.legal(three, "alpha").units}
    assert offered == {
        "A1": {"DF", "OF", "MV", "FC", "OV", "MVR"},
        "A2": {"DF", "OF", "FC"},
        "A3": {"OF", "MV"},  # no vehicle is within its three hexes
    }


@pytest.mark.rules("5.0-gen-2", "9.34b", "9.4a")
@pytest.mark.parametrize(
    ("plot", "rule"),
    [
        ("A2 MV 1209", "9.34b"),
        ("A2 MVR 1211", "9.34b"),
        ("A2 OV 1209 1208", "9.34b"),
        ("A3 OV 1409 1408", "9.4a"),
        ("A3 MVR 1411", "9.6a"),
        ("A3 FC", "7.0-gen-1"),
        ("A1 OF adjacent", "8.84a"),
        ("A2 OF adjacent", "8.84a"),
    ],
)
def test_5_0_gen_2_barred_tasks_are_refused(three: TankState, plot: str, rule: str) -> None:
    assert refused(three, "alpha", plot) == [rule]


@pytest.mark.rules("5.0-df", "8.9b")
def test_5_0_df_direct_fire_needs_a_target_it_can_hurt(three: TankState) -> None:
    assert refused(three, "alpha", "A2 DF 1204") == []
    assert refused(three, "alpha", "A2 DF 1205") == ["5.0-df"]
    assert refused(three, "alpha", "A3 DF 1409") == ["8.9b"]  # infantry against a gun
    assert all(
        cell(three, "1409") not in option.cells
        for entry in GAME.legal(three, "alpha").units
        if entry.unit == "A3"
        for option in entry.options
        if option.kind == "DF"
    )


@pytest.mark.rules("6.0-gen-1", "6.0-proc-1", "6.0-proc-2", "6.0-proc-3")
def test_6_0_proc_a_row_is_unit_then_task_then_data(three: TankState) -> None:
    plot = order(three, "alpha", "A1 MV 1009 1109(1)\nA2 DF 1204\nA3 OF 1408")
    assert plot == Order(
        "plot",
        (
            Task("A1", "MV", (cell(three, "1009"), cell(three, "1109"))),
            Task("A2", "DF", (cell(three, "1204"),)),
            Task("A3", "OF", (cell(three, "1408"),)),
        ),
    )
    assert GAME.check(three, "alpha", plot) == []
    assert GAME.write(three, plot) == "A1 MV 1009 1109\nA2 DF 1204\nA3 OF 1408"


@pytest.mark.rules("6.0-proc-1")
@pytest.mark.parametrize("text", ["A1", "MV A1 1009", "A1 FLY 1009"])
def test_6_0_proc_1_the_task_code_comes_second(three: TankState, text: str) -> None:
    with pytest.raises(MalformedError, match="line 1"):
        order(three, "alpha", text)


@pytest.mark.rules("6.0-proc-1")
def test_6_0_proc_1_only_own_units_take_orders(three: TankState) -> None:
    assert refused(three, "alpha", "B1 FC") == ["6.0-proc-1"]
    assert refused(three, "alpha", "A9 FC") == ["17.3-2"]  # waiting off the map
    assert refused(three, "alpha", "A99 FC") == ["6.0-proc-1"]


@pytest.mark.rules("6.0-proc-2")
@pytest.mark.parametrize("text", ["A2 DF", "A2 DF 1204 1203", "A2 OF", "A2 OF 1206 1205"])
def test_6_0_proc_2_fire_names_one_hex(three: TankState, text: str) -> None:
    assert refused(three, "alpha", text) == ["6.0-proc-2"]


@pytest.mark.rules("6.0-proc-3")
def test_6_0_proc_3_a_move_names_every_hex(three: TankState) -> None:
    assert refused(three, "alpha", "A1 MV") == ["6.0-proc-3"]
    assert refused(three, "alpha", "A1 MV 1008") == ["9.32"]  # a hex is left out
    assert refused(three, "alpha", "A1 MV 1009 1008") == []


@pytest.mark.rules("6.0-proc-3")
def test_6_0_proc_3_noted_costs_must_be_the_true_ones(draw: Draw) -> None:
    # Rough costs two, and an overrun one more; both must be noted right if they are noted.
    scenario = draw(hexes={"1009": "rough"})
    state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1008", "", "infantry")})
    assert refused(state, "alpha", "A1 OV 1009(2) 1008(2) 1007") == []
    for text in ("A1 OV 1009 1008(1) 1007", "A1 OV 1009(1) 1008 1007"):
        with pytest.raises(MalformedError, match="costs 2"):
            order(state, "alpha", text)


@pytest.mark.rules("6.0-proc-3")
def test_6_0_proc_3_hexes_off_the_map_are_refused_not_stumbled_over(three: TankState) -> None:
    for cells in ((999_999,), (-5,), (0,)):
        for name in ("A1", "column"):
            assert GAME.check(three, "alpha", Order("plot", (Task(name, "MV", cells),)))
    bound = position("tank/1", alpha={"A1": ("6118", "F")}, columns={"alpha": "6118"}, released=False)
    wrong = GAME.check(bound, "alpha", Order("plot", (Task("column", "MV", (999_999,)),)))
    assert [violation.rule for violation in wrong] == ["6.0-proc-3"]


@pytest.mark.rules("6.0-gen-1")
def test_6_0_gen_1_every_plotted_unit_acts_in_the_turn(three: TankState) -> None:
    after = play(three, "A1 MV 1009; A2 DF 1204; A3 MV 1510", "B1 FC", face={"bravo": "B1 E"})
    assert where(after.state, "A1") == "1009"
    assert [event.data["unit"] for event in after.found("shot")] == ["A2"]
    assert where(after.state, "A3") == "1510"
    assert facing(after.state, "B1") == "E"


@pytest.mark.rules("6.0-gen-2")
def test_6_0_gen_2_a_unit_without_a_plot_does_nothing(three: TankState) -> None:
    after = play(three, "", "B1 MV 1205")
    assert where(after.state, "B1") == "1205"
    assert not after.found("shot")
    for name in ("A1", "A2", "A3"):
        was, now = unit(three, name), unit(after.state, name)
        assert (was.cell, was.facing, was.status) == (now.cell, now.facing, now.status)


@pytest.mark.rules("6.0-gen-2")
def test_6_0_gen_2_a_plot_holds_for_its_turn_only_and_without_one_a_unit_neither_acts_nor_turns(
    three: TankState,
) -> None:
    """Each task is given once; on the next turn nobody writes anything, and nothing of it is done again."""
    plots = {"A1": "A1 OF 1005", "A2": "A2 DF 1204", "A3": "A3 MV 1510"}
    first = play(three, "; ".join(plots.values()), "B1 FC")
    assert where(first.state, "A3") == "1510"
    first.state.contact = first.state.first_fire = 0  # panic is another matter
    second = play(first.state, "", "", until="face")
    assert {name: unit(second.state, name).may_face for name in (*plots, "B1")} == dict.fromkeys((*plots, "B1"), False)
    for side, text in (("alpha", "A1 C"), ("alpha", "A3 C"), ("bravo", "B1 C")):
        assert refused(second.state, side, text) == ["7.12"], text
    assert second.state.tasks == {}
    acts = ("shot", "moved", "stopped", "no_target", "turned", "unspotted", "masked", "aborted")
    assert [event.kind for event in second.events if event.kind in acts] == []
    assert [GAME.legal(second.state, side).units for side in ("alpha", "bravo")] == [(), ()]
    for name in plots:
        was, now = unit(first.state, name), unit(second.state, name)
        assert (was.cell, was.facing) == (now.cell, now.facing)
        assert not now.moving
        assert now.points == 0
