"""Rules that meet: two or three cases at work in the same moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.data.scenarios import Exits, Riders
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


@pytest.mark.rules("9.11a", "4.1-c")
def test_both_sides_may_owe_how_their_fire_is_combined(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0808"), "2": ("S35", "0806")},
        {"101": ("PzIVE", "1107"), "102": ("PzIVE", "1105")},
        dice="6 " * 4,
    )
    asked = field.stop_at(state, "1 N 1107\n2 N 1107", "101 N 0806\n102 N 0806")
    assert set(GAME.pending(asked)) == {"first", "second"}
    one = GAME.apply(asked, "second", Order("combine")).state
    assert list(GAME.pending(one)) == ["first"]
    assert GAME.view(one, "first").submitted is None
    after = GAME.apply(one, "first", GAME.parse(one, "first", "1 1\n2 2"))
    assert [e.data["unit"] for e in after.events if e.kind == "shot"] == ["1", "2", "101 102"]


@pytest.mark.rules("9.67", "9.71-p", "11.0-gen-2")
@pytest.mark.parametrize("why", ["pinned", "panicked"])
def test_a_victim_is_held_though_its_overrunner_never_starts(draw: Draw, why: str) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0814")}
    enemies = {"101": ("Ge infantry", "0806"), "102": ("R35", "0812"), **FAR}
    dice, panic = ("6", "1 1") if why == "pinned" else ("", "4 1")
    state = field.state(units, enemies, dice=dice, panic=panic)
    after = field.play(state, "1 A1 VA", "101 B1" + ("\n102 N 0808" if why == "pinned" else ""))
    assert after.where("1") == "0808"
    assert after.found("held", unit="101")
    assert after.where("101") == "0806"


@pytest.mark.rules("9.65", "9.36", "9.33a")
def test_h_fire_on_the_approach_cancels_an_overrun(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("75mm", "0801", "D"), **FAR}
    state = field.state({"1": ("S35", "0810")}, enemies, dice="1")
    after = field.play(state, "1 A3 VA", "102 T 0808")
    assert (after.where("1"), after.unit("1").level) == ("0807", 1)
    assert after.found("stopped", unit="1")[0].rule == "9.65"


@pytest.mark.rules("9.65", "9.82a", "9.62a")
def test_a_hit_in_the_target_hex_itself_comes_too_late(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("75mm", "0801", "D"), **FAR}
    # The tight pattern lies on the target hex: the defender is hit in Phase C, the overrunner on entering.
    state = field.state({"1": ("S35", "0808")}, enemies, dice="6 1 6 6")
    after = field.play(state, "1 A1 VA", "102 T 0806")
    assert after.found("overrun")
    assert (after.where("1"), after.unit("1").level) == ("0805", 1)


@pytest.mark.rules("9.63", "9.65", "9.62b")
def test_of_two_overrunners_only_those_that_get_in_count(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0507")}
    enemies = {"101": ("Ge infantry", "0807"), "102": ("37mm", "0503", "D"), **FAR}
    # 2 comes by 0506, 0606 and 0707; the gun covers 0506: D2, and it stops before the target.
    state = field.state(units, enemies, dice="1 4 6")
    after = field.play(state, "1 VA\n2 A1 C2 VC", "102 P 0506")
    assert after.found("shot", unit="102")
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["attackers"]) == ("1", 1)
    # It waited for the second one until that was stopped.
    assert after.where("1") == "0806"


@pytest.mark.rules("8.2", "9.82a", "9.82b")
def test_a_unit_hit_during_movement_keeps_its_zone_but_a_destroyed_one_has_none(draw: Draw) -> None:
    field = draw()
    # 101 drives past 1's line, is disrupted, and still stops 2.
    state = field.state({"1": ("S35", "0812"), "2": ("S35", "1107")}, {"101": ("PzII", "0706"), **FAR}, dice="2")
    after = field.play(state, "1 P 0804\n2 F3", "101 C2")
    assert after.found("shot", unit="1")
    assert after.unit("101").level == 2
    assert after.found("stopped", unit="2")


@pytest.mark.rules("12.32b", "9.82b", "9.91a")
def test_a_truck_destroyed_on_the_way_takes_its_passenger_along(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("B1", "0808")}, {"101": ("Truck", "0705"), "102": ("Ge infantry", "0705", "on 101"), **FAR}, dice="1"
    )
    after = field.play(state, "1 P 0803", "101 C3")
    assert after.where("101") == after.where("102") == "destroyed"
    assert {e.data["hex"] for e in after.found("destroyed")} == {"0805"}
    assert after.state.wrecks == [field.board.cell("0805")]


@pytest.mark.rules("12.14b", "6.3a", "7.0-gen-3")
def test_an_enemy_in_the_hex_keeps_a_vehicle_from_debarking(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1")}, {"101": ("PzII", "0804")})
    after = field.play(state, "1 Q 0807\n2 Q A", "101 D3")
    assert after.where("101") == "0807"
    assert after.where("1") == after.where("2") == "0808"
    assert after.found("failed", unit="1")


@pytest.mark.rules("14.0g", "9.24a", "9.82a")
def test_fire_may_catch_a_unit_before_it_leaves(draw: Draw) -> None:
    exits = Exits(hexes=("0801",), rule="14.5-6")
    field = draw(setup={"second": {"exits": exits}})
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0703"), **FAR}, dice="2")
    # 101 enters the line in 0802 and is disrupted, but that counts only when it has gone.
    after = field.play(state, "1 P 0802", "101 B1 A1 exit")
    assert after.found("shot", unit="1")
    assert after.where("101") == "exited"


@pytest.mark.rules("14.5-4", "9.82b", "9.32a")
def test_a_rider_shot_off_its_tank_does_not_stop_it(draw: Draw) -> None:
    field = draw(setup={"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}})
    pair = {"101": ("BT7", "0708"), "102": ("Ru infantry", "0708", "D2", "on 101")}
    state = field.state({"1": ("Br infantry", "0804")}, pair, dice="3")
    after = field.play(state, "1 P 0809", "101 C4")
    # +3 with die 3 is D2: the rider is gone, the tank goes on.
    assert after.where("102") == "destroyed"
    assert after.where("101") == "1110"
    assert after.unit("101").cargo == -1


@pytest.mark.rules("11.21", "9.67")
def test_a_panicked_victim_is_held_too(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0806")}, {"101": ("Ge infantry", "0804"), **FAR}, dice="1", panic="1 2")
    after = field.play(state, "1 A1 VA", "101 B1")
    assert after.found("panicked", unit="101")
    assert after.found("overrun")
    assert after.where("101") in ("0804", "destroyed")


@pytest.mark.rules("13.21b", "13.0-proc-3", "9.24a")
def test_infantry_that_walks_into_an_entrenchment_under_fire_is_entrenched(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Fr infantry", "0807"), "2": ("25mm", "0806", "A")}
    state = field.state(units, {"101": ("PzIVE", "0802"), **FAR}, works=[("0806", "first")], dice="6")
    assert [one.rule for one in field.refused(state, "second", "101 P 0806")] == ["9.25"]
    alone = field.state({"1": ("Fr infantry", "0807"), "3": ("S35", "2010")}, {"101": ("PzIVE", "0802"), **FAR},
                        works=[("0806", "first")], dice="6")  # fmt: skip
    after = field.play(alone, "1 A1", "101 P 0806")
    assert after.found("shot")[0].data["defence"] == 9


@pytest.mark.rules("9.22b", "9.24b", "9.11a")
def test_a_preset_also_answers_for_opportunity_fire(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810"), "2": ("S35", "0808")}
    state = field.state(units, {"101": ("PzIVE", "0705")}, dice="6 6")
    together = field.play(state, "1 P 0805\n2 P 0805\nfire CF together", "101 C1")
    assert [e.data["unit"] for e in together.found("shot")] == ["1 2"]
    apart = field.play(state, "1 P 0805\n2 P 0805\nfire CF apart", "101 C1")
    assert [e.data["unit"] for e in apart.found("shot")] == ["1", "2"]
