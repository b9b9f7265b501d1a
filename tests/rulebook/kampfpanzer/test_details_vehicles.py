"""Vehicles, riders and entrenchments in detail (12.0, 13.0, 14.5): when an operation fails, and what meets what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.data.scenarios import Riders
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}
PAIR = {"1": ("Truck", "0808"), "2": ("Fr infantry", "0807")}


@pytest.mark.rules("12.0-proc-2", "12.11", "12.12", "9.71-p", "9.71-eff")
@pytest.mark.parametrize(
    ("target", "dice", "level"), [("0807", "6", 0), ("0807", "1", 2), ("0808", "6", 2), ("0808", "1", 3)]
)
def test_embarking_fails_when_either_is_hit(draw: Draw, target: str, dice: str, level: int) -> None:
    field = draw()
    # S35 at the infantry: 0, a pin or D2; at the truck: +4, D2 or D3.
    firer = ("S35", "0804") if target == "0807" else ("S35", "0812")
    state = field.state(PAIR, {"101": firer, **FAR}, dice=dice)
    after = field.play(state, "1 M 0807\n2 M", f"101 N {target}")
    assert after.unit("2").aboard == after.unit("1").cargo == -1
    assert (after.where("1"), after.where("2")) == ("0808", "0807")
    hit = "2" if target == "0807" else "1"
    other = "1" if hit == "2" else "2"
    assert after.found("cancelled", unit=hit)
    assert not after.found("cancelled", unit=other)
    assert not after.found("embarked")
    if hit == "2":
        assert after.found("failed", unit="1")[0].rule == "12.12"
    assert after.unit(hit).level == level


@pytest.mark.rules("12.0-proc-2", "12.11", "12.13b", "12.14a", "7.1")
def test_embarking_fails_when_the_passenger_panics_or_is_joined(draw: Draw) -> None:
    field = draw()
    panicked = field.state({"1": ("Truck", "0805"), "2": ("Fr infantry", "0804")}, FAR, panic="2 1")
    after = field.play(panicked, "1 M 0804\n2 M")
    assert after.found("failed", unit="1")[0].rule == "12.13b"
    assert (after.where("1"), after.unit("1").cargo) == ("0805", -1)
    # Infantry comes into the hex of the gun during movement: then the gun is stacked.
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0807", "A"), "3": ("Fr infantry", "0806")}
    joined = field.play(field.state(units, FAR), "1 M 0807\n2 M\n3 D1")
    assert joined.where("3") == "0807"
    assert joined.found("failed", unit="1")[0].rule == "12.14a"
    assert joined.unit("2").aboard == -1
    alone = field.play(field.state(units, FAR), "1 M 0807\n2 M")
    assert alone.found("embarked")[0].data["passenger"] == "2"
    # The truck takes the one that has plotted it, not whoever else is there.
    assert alone.unit("1").cargo == 1


@pytest.mark.rules("12.0-proc-3", "12.14b", "12.12", "12.13c", "12.11", "9.67")
def test_debarking_fails_when_the_pair_is_hit_or_panics(draw: Draw) -> None:
    field = draw()
    units = {"1": ("APC", "0808"), "2": ("25mm", "0808", "A", "on 1")}
    for dice in ("6", "1"):
        state = field.state(units, {"101": ("R35", "0804"), **FAR}, dice=dice)
        after = field.play(state, "1 Q 0807\n2 Q C", "101 N 0808")
        assert after.where("1") == after.where("2") == "0808"
        assert (after.unit("2").aboard, after.unit("1").cargo, after.unit("2").facing) == (0, 1, 0)
        assert not after.found("debarked")
    # Held by an overrun that never came: neither gets off.
    truck = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "A", "on 1"), "3": ("S35", "0706")}
    state = field.state(truck, {"101": ("PzII", "0804"), **FAR})
    after = field.play(state, "1 Q 0908\n2 Q C", "101 D3 VD")
    assert not after.found("overrun")
    assert after.found("failed", unit="1")[0].rule == "9.67"
    assert after.where("1") == "0808"


@pytest.mark.rules("12.0-proc-3", "9.4b", "5.32", "12.15a")
def test_who_gets_off_stays_and_the_vehicle_goes(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "F", "on 1"), "3": ("APC", "0408"),
             "4": ("Fr infantry", "0408", "on 3")}  # fmt: skip
    after = field.play(field.state(units, FAR), "1 Q 0807\n2 Q A\n3 Q 0508\n4 Q")
    assert (after.where("1"), after.where("2"), after.unit("2").facing) == ("0807", "0808", 0)
    assert (after.where("3"), after.where("4")) == ("0508", "0408")
    assert [unit.aboard for unit in after.state.units[:4]] == [unit.cargo for unit in after.state.units[:4]] == [-1] * 4
    off = after.found("debarked", unit="1")[0]
    assert (off.data["passenger"], off.data["hex"], off.rule) == ("2", "0807", "12.0-proc-3")


@pytest.mark.rules("12.14b", "6.3a", "12.0-proc-3")
def test_debarking_needs_the_hex_vacant_in_the_end(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "A", "on 1"), "3": ("S35", "0807")}
    # 3 is to leave 0807 but an enemy's zone holds it there: 101 comes next to it before its first step is paid.
    rough = draw(hexes={"0806": "woods"})
    state = rough.state(units, {"101": ("PzII", "0705"), **FAR})
    after = rough.play(state, "1 Q 0807\n2 Q A\n3 A1", "101 D2")
    assert (after.where("101"), after.where("3"), after.where("1")) == ("0707", "0807", "0808")
    assert after.found("stopped", unit="3")[0].rule == "6.3b"
    assert after.found("failed", unit="1")[0].rule == "12.14b"
    free = field.play(field.state(units, FAR), "1 Q 0807\n2 Q A\n3 A1")
    assert free.found("debarked")


@pytest.mark.rules("12.32b", "12.32c", "9.71-cum", "12.15c", "9.82b")
def test_a_pair_shares_every_result_until_it_recovers(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1")}
    state = field.state(units, {"101": ("S35", "0812"), **FAR}, dice="6 3")
    after = field.play(state, "", "101 N 0808")
    # +4, die 6: D2 for both; at 3 the truck does not recover, and one roll is all.
    assert (after.unit("1").level, after.unit("2").level) == (2, 2)
    assert [e.data["unit"] for e in after.found("still_disrupted")] == ["1"]
    again = field.play(after.state)
    assert (again.unit("1").level, again.unit("2").level) == (2, 2)
    # A truck whose levels reach four takes its load along; only the truck leaves a wreck.
    dead = field.play(field.state({"1": ("Truck", "0808", "D2"), "2": ("25mm", "0808", "D2", "on 1")},
                                  {"101": ("S35", "0812"), **FAR}, dice="6"), "", "101 N 0808")  # fmt: skip
    assert [(e.data["unit"], e.data["wreck"]) for e in dead.found("destroyed")] == [("2", False), ("1", True)]
    assert [unit.cell for unit in dead.state.units[:2]] == [-1, -1]


@pytest.mark.rules("14.5-3", "14.5-4", "9.71-cum", "9.82b", "12.32c")
def test_riders_and_tanks_suffer_together_or_the_rider_alone(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    # The rider has three levels already: a hit of the tank destroys it, the tank is only disrupted.
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "D3", "on 101"), **FAR}
    state = field.state({"1": ("37mm", "0804", "D")}, pair, dice="6")
    after = field.play(state, "1 N 0808")
    # 3 − 1 = +2: die 6 pins both; the rider, disrupted, is not pinned.
    assert [e.data["unit"] for e in after.found("pinned")] == ["101"]
    hit = field.play(field.state({"1": ("37mm", "0804", "D")}, pair, dice="5 6"), "1 N 0808")
    assert (hit.where("102"), hit.unit("101").level, hit.unit("101").cargo) == ("destroyed", 1, -1)
    assert not hit.state.wrecks
    # Both named in one attack would be two targets: named alone the rider defends with one.
    alone = field.play(field.state({"1": ("37mm", "0804", "D")}, pair, dice="6"), "1 N 0808 102")
    assert (alone.found("shot")[0].data["defence"], alone.unit("101").level) == (1, 0)
    # A pinned rider does not pin its tank; it gets off nowhere, but the tank moves with it.
    fit = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    moved = field.play(field.state({"1": ("Br infantry", "0801")}, fit, dice="6"), "1 N 0808 102", "101 D2")
    assert moved.where("101") == moved.where("102") == "0810"


@pytest.mark.rules("14.5-3", "9.11b", "9.12b", "9.51-hard")
def test_two_who_fire_at_tank_and_rider_are_two_attacks(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    units = {"1": ("37mm", "0804", "D"), "2": ("Br infantry", "0803")}
    state = field.state(units, pair, dice="6 6")
    after = field.play(state, "1 N 0808\n2 N 0808 102")
    # Not the same target, so nobody is asked how they combine.
    assert [(e.data["unit"], e.data["target"]) for e in after.found("shot")] == [("1", "101"), ("2", "102")]
    assert after.unit("102").level == 1


@pytest.mark.rules("12.0-gen-1", "14.5-3", "12.0-proc-2")
def test_tanks_carry_infantry_of_their_own_side_only_where_the_scenario_says_so(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    both = {
        "101": ("BT7", "0808"),
        "102": ("Ru infantry", "0807"),
        "103": ("PzII", "0410"),
        "104": ("Ru infantry", "0409"),
    }
    state = field.state({"1": ("BT7", "1608"), "2": ("Ru infantry", "1607")}, both)
    told = {
        (side, unit.unit) for side in ("first", "second") for unit in GAME.legal(state, side).units
        for option in unit.options if option.kind == "M"
    }  # fmt: skip
    assert told == {("second", "101"), ("second", "102")}


@pytest.mark.rules("13.1a", "13.21b", "13.0-proc-1", "12.0-proc-2")
def test_an_entrenchment_stays_while_a_friend_is_in_it(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Fr infantry", "0806"), "2": ("25mm", "0806", "A"), "3": ("S35", "0810")}
    state = field.state(units, FAR, works=[("0806", "first")])
    after = field.play(state, "1 A1")
    # The gun is still there; and a tank that drives through changes nothing.
    assert [works.cell for works in after.state.works] == [field.board.cell("0806")]
    assert not after.found("abandoned")
    empty = field.state({"1": ("Fr infantry", "0806"), "3": ("S35", "0808")}, FAR, works=[("0806", "first")])
    gone = field.play(empty, "1 A1\n3 A4")
    assert gone.state.works == []
    # Destroyed in it: it is empty, too.
    dead = field.state({"1": ("Fr infantry", "0806", "D3"), "3": ("S35", "1608")}, {"101": ("B1", "0803"), **FAR},
                       works=[("0806", "first")], dice="1")  # fmt: skip
    after = field.play(dead, "", "101 N 0806")
    assert after.where("1") == "destroyed"
    assert after.state.works == []


@pytest.mark.rules("13.22", "9.64", "9.63", "13.21b", "9.69")
def test_overruns_count_entrenched_units_twice_and_others_once(draw: Draw) -> None:
    field = draw()
    # In the works of the other side nobody is entrenched; infantry that has come into its own works this turn is.
    enemies = {"101": ("Ge infantry", "0807"), **FAR}
    theirs = field.state({"1": ("S35", "0808")}, enemies, dice="1 6", works=[("0807", "first")])
    (over,) = field.play(theirs, "1 VA").found("overrun")
    assert (over.data["defenders"], over.data["superiority"], over.data["result"]) == (1, 2, "D3")
    own = field.state({"1": ("S35", "0808")}, enemies, dice="1 6", works=[("0807", "second")])
    (over,) = field.play(own, "1 VA").found("overrun")
    assert (over.data["defenders"], over.data["superiority"], over.data["result"]) == (2, 0, "D2")


@pytest.mark.rules("13.0-proc-3", "9.12b", "10.2a", "13.21a")
def test_one_entrenched_target_is_enough_for_the_attack(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods"})
    units = {"1": ("Fr infantry", "0806"), "2": ("25mm", "0806", "A")}
    state = field.state(units, {"101": ("B1", "0803"), **FAR}, works=[("0806", "first")], dice="6 6")
    (both,) = field.play(state, "", "101 N 0806").found("shot")
    assert both.data["defence"] == 5 + 4 + 4
    (one,) = field.play(state, "", "101 N 0806 2").found("shot")
    assert one.data["defence"] == 4 + 4
    bare = field.state(units, {"101": ("B1", "0803"), **FAR}, dice="6 6")
    (shot,) = field.play(bare, "", "101 N 0806").found("shot")
    assert shot.data["defence"] == 5 + 4 + 2


@pytest.mark.rules("12.12", "14.5-3", "14.5-5", "12.0-proc-3", "12.14b")
def test_a_rider_that_is_hit_alone_does_not_get_off(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    # Rifles, 4 against 1: at +3 die 6 is D1 and die 1 D3, for the rider alone.
    for firer, dice in ((("Br infantry", "0801"), "6"), (("Br infantry", "0802"), "1")):
        state = field.state({"1": firer}, pair, dice=dice)
        after = field.play(state, "1 N 0808 102", "101 Q 0807\n102 Q")
        assert after.where("101") == after.where("102") == "0808"
        assert after.unit("102").aboard == 1
        assert after.found("failed", unit="101")[0].rule == "12.12"
        assert after.unit("101").level == 0
    # That is the reason told, even where the hex is not vacant.
    state = field.state({"1": ("Br infantry", "0802"), "2": ("S35", "0807", "D1")}, pair, dice="1")
    after = field.play(state, "1 N 0808 102", "101 Q 0807\n102 Q")
    assert after.found("failed", unit="101")[0].rule == "12.12"


@pytest.mark.rules("9.67", "12.11", "12.0-proc-2", "12.14b")
def test_a_truck_that_was_to_be_overrun_picks_nobody_up(draw: Draw) -> None:
    field = draw()
    # 101 plots to overrun the truck, but 3 stops it on its way.
    units = {**PAIR, "3": ("S35", "1008")}
    state = field.state(units, {"101": ("PzII", "1107"), **FAR})
    after = field.play(state, "1 M 0807\n2 M", "101 E2 VE")
    assert after.found("failed", unit="1")[0].rule == "9.67"
    assert (after.where("1"), after.unit("2").aboard) == ("0808", -1)
