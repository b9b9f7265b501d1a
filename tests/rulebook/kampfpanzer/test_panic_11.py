"""Panic (11.0): who, by one die a side; what becomes of the plot; panic moves. The sequence of phases (4.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


@pytest.mark.rules("4.0a", "4.0b", "4.1-a", "4.1-b", "4.1-c", "4.1-d", "4.1-e", "4.1-f")
def test_six_phases_in_their_order(draw: Draw) -> None:
    rows = [row for row in GAME.sequence("kampfpanzer/4") if row.parent == "turn"]
    assert [row.rule for row in rows] == ["4.1-a", "4.1-b", "4.1-c", "4.1-d", "4.1-e", "4.1-f"]
    field = draw()
    # 1 panics in 0804 and bolts, 2 fires, 3 is hit and recovers.
    units = {"1": ("S35", "0804"), "2": ("S35", "1208"), "3": ("S35", "1212")}
    state = field.state(units, {"101": ("PzIIID", "1205"), "102": ("PzIIID", "1515")}, dice="6 1 1 2 1", panic="2 1")
    after = field.play(state, "1 A1\n2 N 1205\n3 P 1216", "102 N 1212\n101 A1")
    steps = [e.step for e in after.events if e.turn == 3]
    order = ["plot", "panic", "fire", "panic_plot", "move", "recover"]
    assert [step for step in dict.fromkeys(steps) if step in order] == order
    assert steps == sorted(steps, key=lambda step: order.index(step) if step in order else 99)


@pytest.mark.rules("4.1-a", "4.0b")
def test_plots_are_sealed_until_both_are_in_and_open_then(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0804")})
    waiting = GAME.apply(state, "first", GAME.parse(state, "first", "1 A1")).state
    assert GAME.view(waiting, "second").submitted is None
    assert not GAME.view(waiting, "second").tasks
    assert GAME.view(waiting, "first").submitted is not None
    step = GAME.apply(waiting, "second", Order("plot"))
    assert [e.data["plots"] for e in step.events if e.kind == "plots"] == ["1 A1", ""]


@pytest.mark.rules("11.0-gen-1", "11.1", "11.11a", "11.11b", "4.1-b")
def test_one_die_a_side_strikes_by_the_last_digit(draw: Draw) -> None:
    field = draw(setup={"first": {"panic": 3}})
    units = {"1": ("S35", "0804"), "2": ("S35", "0802"), "3": ("S35", "0807"), "4": ("S35", "0806")}
    state = field.state(units, {"101": ("PzII", "2004"), "102": ("PzII", "2002")}, panic="2 2")
    after = field.play(state)
    assert [e.data["digits"] for e in after.found("panic_roll")] == ["2 4 7", "4"]
    assert {e.data["unit"] for e in after.found("panicked")} == {"1", "2", "3", "101"}
    assert [roll.sides for roll in after.rolls[:2]] == [6, 6]


@pytest.mark.rules("11.0-gen-2", "11.0-gen-3", "11.1")
def test_whoever_was_not_to_move_does_nothing_and_is_well_next_turn(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzII", "0801")}
    for plot in ("1 N 0801", "1 P 0703"):
        state = field.state({"1": ("S35", "0804")}, enemies, panic="2 1")
        after = field.play(state, plot)
        assert after.found("panicked", unit="1")
        assert not after.found("shot")
        assert not after.found("no_target")
        assert after.where("1") == "0804"
        assert not after.unit("1").panicked
    # K-17: an overrun is no movement for this.
    state = field.state({"1": ("S35", "0804")}, {"101": ("Ge infantry", "0802"), **FAR}, panic="2 1")
    after = field.play(state, "1 A1 VA")
    assert (after.where("1"), after.found("overrun")) == ("0804", [])


@pytest.mark.rules("11.21", "11.22a", "11.22c", "11.23a", "4.1-d")
@pytest.mark.parametrize(
    ("dice", "end"),
    [("1 3", "0801"), ("2 2", "1003"), ("3 2", "1005"), ("4 6", "0810"), ("5 1", "0705"), ("6 1", "0704")],
)
def test_panicked_movers_bolt_by_two_dice(draw: Draw, dice: str, end: str) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0804")}, FAR, dice=dice, panic="2 1")
    after = field.play(state, "1 D5")
    assert after.where("1") == end
    assert after.found("panic_move")[0].data["provenance"] == "reconstructed"


@pytest.mark.rules("11.22b", "11.22c", "11.22d")
def test_infantry_bolts_one_hex_nobody_leaves_the_map_or_overspends(draw: Draw) -> None:
    field = draw(roads=[["0804", "0803", "0802"]], hexes={"1203": "woods"})
    foot = field.state({"1": ("Fr infantry", "0804")}, FAR, dice="1", panic="2 1")
    after = field.play(foot, "1 D1")
    assert after.where("1") == "0803"
    assert len(after.rolls) == 3
    edge = field.state({"1": ("S35", "0604"), "2": ("S35", "1704")}, FAR, dice="1 6 2 6", panic="2 1")
    after = field.play(edge, "1 D1\n2 D1")
    assert (after.where("1"), after.where("2")) == ("0601", "2301")
    # Three points are needed for the woods: two are not enough (K-71); FT17 has three in all (K-16).
    stuck = field.state({"1": ("S35", "1204")}, FAR, dice="1 2", panic="2 1")
    assert field.play(stuck, "1 D1").where("1") == "1204"
    slow = field.state({"1": ("FT17", "1404")}, FAR, dice="4 6", panic="2 1")
    assert field.play(slow, "1 A1").where("1") == "1407"


@pytest.mark.rules("11.23a", "11.22c")
def test_panic_moves_are_stopped_and_fired_at_like_others(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0804")}, {"101": ("PzII", "0907")}, dice="4 6", panic="2 1")
    after = field.play(state, "1 A1")
    assert after.where("1") == "0806"
    assert after.found("stopped", unit="1")[0].rule == "6.3a"


@pytest.mark.rules("11.12a", "11.12b")
def test_disrupted_units_never_panic_and_those_hit_since_do_not_bolt(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0804", "D1"), "2": ("S35", "1204")}, {"101": ("PzIIID", "1207")}, dice="1", panic="2 1"
    )
    after = field.play(state, "2 A2", "101 N 1204")
    assert [e.data["unit"] for e in after.found("panicked")] == ["2"]
    assert after.unit("2").level == 2
    assert not after.found("panic_move")
    assert after.where("2") == "1204"
