"""Overruns (9.6) and counterattacks (9.68), results during movement (9.8), wrecks (9.9)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


@pytest.mark.rules("9.6a", "9.6b", "9.62a", "9.63", "9.0-proc-ov-1", "9.0-proc-ov-2", "8.1")
def test_straight_through_and_beyond_for_two_points(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("Ge infantry", "0806"), **FAR}, dice="3 6")
    after = field.play(state, "1 A3 VA")
    assert after.entered("1") == [("0809", "1"), ("0808", "2"), ("0807", "3"), ("0806", "6"), ("0805", "7")]
    (over,) = after.found("overrun")
    assert (over.step, over.data["superiority"], over.data["result"]) == ("move", 2, "D2")
    # The zone of the victim has not stopped it; it ends beyond.
    assert (after.where("1"), after.unit("101").level) == ("0805", 2)


@pytest.mark.rules("9.61", "9.6b")
def test_two_points_must_be_left(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0810")}, {"101": ("Ge infantry", "0808")})
    assert field.refused(state, "first", "1 A1 VA") == []  # 1 + (1 + 2) + 1 = 5 of 6
    state = field.state({"1": ("R35", "0810")}, {"101": ("Ge infantry", "0806")})
    assert [one.rule for one in field.refused(state, "first", "1 A3 VA")] == ["9.61"]
    rough = draw(hexes={"0807": "woods"})
    state = rough.state({"1": ("S35", "0808")}, {"101": ("Ge infantry", "0806")})
    assert rough.refused(state, "first", "1 A1 VA") == []


@pytest.mark.rules("9.6a", "9.66", "12.33")
@pytest.mark.parametrize(
    ("attacker", "victim", "terrain", "rule"),
    [
        ("S35", "Ge infantry", "clear", ""),
        ("S35", "37mm", "hilltop", ""),
        ("S35", "Truck", "clear", ""),
        ("S35", "APC", "clear", "9.6a"),
        ("S35", "PzII", "clear", "9.6a"),
        ("Truck", "Ge infantry", "clear", "9.6a"),
        ("APC", "Ge infantry", "clear", "12.33"),
        ("S35", "Ge infantry", "woods", "9.66"),
        ("S35", "Ge infantry", "town", "9.66"),
        ("S35", "Ge infantry", "slope", "9.66"),
        ("S35", "Ge infantry", "wreck", "9.66"),
    ],
)
def test_hard_over_soft_in_the_clear(draw: Draw, attacker: str, victim: str, terrain: str, rule: str) -> None:
    field = draw(hexes={} if terrain == "wreck" else {"0807": terrain})
    state = field.state({"1": (attacker, "0808")}, {"101": (victim, "0807")}, wrecks=["0807"] * (terrain == "wreck"))
    assert [one.rule for one in field.refused(state, "first", "1 VA")] == ([rule] if rule else [])
    offered = {o.kind for unit in GAME.legal(state, "first").units for o in unit.options}
    assert ("V" in offered) == (not rule)


@pytest.mark.rules("12.33", "12.15c")
def test_an_apc_overruns_with_infantry_on_board_as_one_unit(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("APC", "0808"), "2": ("Fr infantry", "0808", "on 1")},
        {"101": ("Ge infantry", "0807"), **FAR},
        dice="6 1",
    )
    after = field.play(state, "1 VA")
    assert after.where("1") == after.where("2") == "0806"
    assert after.found("overrun")[0].data["attackers"] == 1
    # The counterattack hits both.
    assert (after.unit("1").level, after.unit("2").level) == (1, 1)
    gun = field.state({"1": ("APC", "0808"), "2": ("25mm", "0808", "on 1")}, {"101": ("Ge infantry", "0807")})
    assert [one.rule for one in field.refused(gun, "first", "1 VA")] == ["12.33"]


@pytest.mark.rules("9.62b", "9.63", "9.68", "9.6a")
def test_several_units_make_one_attack_when_the_last_is_in(draw: Draw) -> None:
    field = draw()
    # Two from different sides: 1 from the south at point 3, 2 from the south-west a point later.
    state = field.state(
        {"1": ("S35", "0808"), "2": ("S35", "0608")}, {"101": ("Ge infantry", "0807"), **FAR}, dice="4 1"
    )
    asked = field.stop_at(state, "1 VA\n2 B1 VB", "")
    assert asked.stack[-1].step == "counter"
    assert list(GAME.pending(asked)) == ["second"]
    assert GAME.legal(asked, "second").units[0].options[0].targets == ("1", "2")
    assert GAME.check(asked, "second", Order("counter", (Task("101", "CA", targets=("3",)),))) != []
    after = field.play(state, "1 VA\n2 B1 VB", answers=[("second", "101 2")])
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["attackers"], over.data["superiority"]) == ("1 2", 2, 4)
    assert over.data["result"] == "D2"
    (back,) = after.found("counterattack")
    assert (back.data["target"], back.data["superiority"], back.data["result"]) == ("2", -2, "D1")
    assert (after.unit("1").level, after.unit("2").level) == (0, 1)


@pytest.mark.rules("9.64", "13.22", "5.54h")
def test_entrenched_units_count_double(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0807"), "102": ("37mm", "0807", "A"), **FAR}
    state = field.state({"1": ("S35", "0808")}, enemies, dice="1 6 6", works=[("0807", "second")])
    (over,) = field.play(state, "1 VA").found("overrun")
    assert (over.data["defenders"], over.data["superiority"]) == (4, -2)
    open_ground = field.state({"1": ("S35", "0808")}, enemies, dice="1 6 6")
    (over,) = field.play(open_ground, "1 VA").found("overrun")
    assert (over.data["defenders"], over.data["superiority"]) == (2, 0)


@pytest.mark.rules("12.15c", "9.63")
def test_a_loaded_truck_is_one_unit_and_suffers_as_one(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0808")}, {"101": ("Truck", "0807"), "102": ("37mm", "0807", "on 101"), **FAR}, dice="1 6"
    )
    after = field.play(state, "1 VA")
    assert after.found("overrun")[0].data["defenders"] == 1
    assert len(after.found("counterattack")) == 1
    assert after.unit("101").level == after.unit("102").level == 3


@pytest.mark.rules("9.65", "9.83")
def test_a_hit_on_the_way_cancels_the_overrun_a_pin_does_not(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("37mm", "0803", "D"), **FAR}
    # The gun fires at 1 in 0808: 3 - 4 = -1; die 1 is D2, die 6 a pin, which is nothing now.
    state = field.state({"1": ("S35", "0810")}, enemies, dice="1")
    after = field.play(state, "1 A3 VA", "102 P 0808")
    assert after.found("shot", unit="102")[0].data["at"] == "0808"
    assert (after.where("1"), after.unit("1").level) == ("0807", 2)
    assert after.found("stopped", unit="1")[0].rule == "9.65"
    assert not after.found("overrun")
    pinned = field.state({"1": ("S35", "0810")}, enemies, dice="6 3 6")
    after = field.play(pinned, "1 A3 VA", "102 P 0808")
    assert after.found("shot", unit="102")
    assert after.found("overrun")[0].data["result"] == "D2"
    assert after.where("1") == "0805"


@pytest.mark.rules("9.67", "9.62a", "6.3a")
def test_victims_stay_put_even_if_the_overrun_fails(draw: Draw) -> None:
    field = draw()
    # 102's zone stops the overrunner on its approach; 101 has lost its move all the same, but not its fire.
    state = field.state(
        {"1": ("S35", "0810")}, {"101": ("Ge infantry", "0806"), "102": ("PzII", "0909"), **FAR}, panic="2 2"
    )
    after = field.play(state, "1 A3 VA", "101 B1")
    assert after.where("1") == "0809"
    assert after.found("stopped", unit="1")[0].rule == "6.3a"
    assert after.where("101") == "0806"
    assert after.found("held", unit="101")[0].rule == "9.67"


@pytest.mark.rules("9.62a", "6.4a")
def test_with_the_hex_beyond_taken_it_stops_before_the_target(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("Ge infantry", "0807"), "102": ("PzII", "0806"), **FAR})
    after = field.play(state, "1 A2 VA")
    assert after.where("1") == "0808"
    assert after.found("stopped", unit="1")[0].rule == "9.62a"
    friend = field.state({"1": ("S35", "0810"), "2": ("S35", "0806")}, {"101": ("Ge infantry", "0807")})
    assert [one.rule for one in field.refused(friend, "first", "1 A2 VA")] == ["7.0-gen-1"]


@pytest.mark.rules("9.62a", "7.2", "6.1")
def test_a_loaded_truck_that_leaves_the_hex_beyond_in_time_takes_its_passenger_along(draw: Draw) -> None:
    field = draw(sides={"0806A": "stream"})
    units = {"1": ("S35", "0810"), "2": ("Truck", "0806"), "3": ("Fr infantry", "0806", "on 2")}
    after = field.play(field.state(units, {"101": ("Ge infantry", "0807"), **FAR}), "1 A2 VA\n2 A1")
    # The truck needs six points over the stream, as many as the tank to the hex that it leaves.
    assert after.entered("2") == [("0805", "6")]
    assert after.entered("1")[-1] == ("0806", "6")
    assert after.where("3") == "0805"
    assert len(after.found("overrun")) == 1


@pytest.mark.rules("9.68", "9.82b")
def test_disrupted_victims_do_not_strike_back_and_the_destroyed_are_gone_at_once(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("Ge infantry", "0807", "D2"), **FAR}, dice="3")
    after = field.play(state, "1 VA")
    assert not after.found("counterattack")
    assert after.where("101") == "destroyed"
    assert not after.state.wrecks


@pytest.mark.rules("8.1", "8.0-gen-4")
def test_other_zones_stop_the_approach_but_not_in_the_hex_overrun(draw: Draw) -> None:
    field = draw()
    # 102 in 0906 controls 0805 and 0806: the target hex 0806 and the hex beyond it.
    state = field.state(
        {"1": ("S35", "0808")}, {"101": ("Ge infantry", "0806"), "102": ("PzII", "0905"), **FAR}, dice="6 6"
    )
    after = field.play(state, "1 A1 VA")
    assert after.where("1") == "0805"
    # 102 in 0908 controls 0808, where it begins, and the last hex of the approach.
    state = field.state({"1": ("S35", "0808")}, {"101": ("Ge infantry", "0806"), "102": ("PzII", "0908"), **FAR})
    after = field.play(state, "1 A1 VA")
    assert after.where("1") == "0808"
    assert after.found("stopped", unit="1")[0].rule == "8.0-gen-4"
    assert not after.found("overrun")


@pytest.mark.rules("9.91a", "9.91b", "9.92")
@pytest.mark.parametrize(("kind", "wreck"), [("PzI", True), ("Truck", True), ("Ge infantry", False), ("37mm", False)])
def test_vehicles_leave_wrecks_that_count_from_the_end_of_movement(draw: Draw, kind: str, wreck: bool) -> None:
    field = draw()
    spot = (kind, "0807", "D3", "A") if kind == "37mm" else (kind, "0807", "D3")
    state = field.state({"1": ("B1", "0808"), "2": ("S35", "0608")}, {"101": spot, **FAR}, dice="1")
    after = field.play(state, "1 N 0807\n2 B3")
    assert after.where("101") == "destroyed"
    assert after.state.wrecks == ([field.board.cell("0807")] if wreck else [])
    # 2 drove through the hex in the same turn and paid nothing for it.
    assert after.entered("2") == [("0708", "1"), ("0807", "2"), ("0907", "3")]


@pytest.mark.rules("9.92", "9.91b")
def test_a_wreck_is_terrain_from_the_next_turn_on_once(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("B1", "0806"), "2": ("S35", "0811")}, {"101": ("PzI", "0808", "D3"), **FAR}, dice="1")
    after = field.play(state, "1 N 0808\n2 A2")
    assert after.entered("2")[-1] == ("0809", "2")
    then = field.play(after.state, "1 D2")
    assert ("0808", "3") in then.entered("1")
    double = field.state({"1": ("S35", "0808")}, FAR, wrecks=["0807", "0807"])
    assert field.play(double, "1 A1").entered("1") == [("0807", "2")]
