"""Vehicles (12.0), entrenchments (13.0), and infantry riding on tanks (14.5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.data.scenarios import Riders
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}


def rules(field: Field, state: object, text: str, side: str = "first") -> list[tuple[str, str]]:
    return [(one.unit, one.rule) for one in field.refused(state, side, text)]  # type: ignore[arg-type]


@pytest.mark.rules("12.0-proc-1", "12.0-proc-2", "12.11", "12.15a", "5.31")
def test_embarking_comes_after_all_movement(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("S35", "1212")}, FAR)
    after = field.play(state, "1 M 0807\n2 M\n3 A2")
    kinds = [e.kind for e in after.events]
    assert kinds.index("embarked") > kinds.index("moved")
    assert after.where("1") == after.where("2") == "0807"
    assert after.unit("1").cargo == 1
    assert after.unit("2").aboard == 0


@pytest.mark.rules("12.11", "12.0-proc-2", "12.14a", "13.0-proc-2")
def test_embarking_that_is_refused(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {
            "1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("Fr infantry", "0812"),
            "4": ("25mm", "0812", "A"), "5": ("Truck", "0813"), "6": ("S35", "0908"), "7": ("Truck", "0806"),
        },
        FAR,
    )  # fmt: skip
    assert rules(field, state, "1 M 0807") == [("1", "12.11")]
    assert rules(field, state, "2 M") == [("2", "12.11")]
    assert rules(field, state, "1 M 0812\n3 M") == [("1", "12.0-proc-2"), ("3", "12.14a")]
    assert rules(field, state, "5 M 0812\n3 M") == [("3", "12.14a")]
    assert rules(field, state, "1 M 0807\n7 M 0807\n2 M") == [("2", "12.11")]
    assert ("6", "12.11") in rules(field, state, "6 M 0807\n2 M")
    dug = field.state({"1": ("Truck", "0808"), "2": ("Fr infantry", "0807")}, FAR, works=[("0807", "first")])
    assert rules(field, dug, "1 M 0807\n2 M") == [("1", "13.0-proc-2")]


@pytest.mark.rules("12.0-proc-3", "12.14b", "5.32", "9.4b")
def test_debarking(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1"), "3": ("S35", "0807"), "4": ("S35", "0908")}
    state = field.state(units, FAR)
    assert rules(field, state, "1 Q 0807\n2 Q A") == [("1", "12.14b")]
    assert rules(field, state, "1 Q 0806\n2 Q A") == [("1", "12.0-proc-3")]
    assert rules(field, state, "1 Q 0807\n2 Q A\n3 A1") == []
    assert rules(field, state, "1 Q 0807\n2 Q A\n3 P 0803") == [("1", "12.14b")]
    assert rules(field, state, "1 Q 0809") == [("1", "12.11")]
    assert rules(field, state, "2 Q A") == [("2", "12.11")]
    assert rules(field, state, "1 Q 0809\n2 Q") == [("2", "9.4b")]
    after = field.play(state, "1 Q 0807\n2 Q C\n3 A1")
    assert (after.where("1"), after.where("2"), after.unit("2").facing) == ("0807", "0808", 2)
    # The hex becomes vacant only if 3 really leaves it: stopped by a zone of control it does not.
    blocked = field.state(units, {"101": ("PzII", "0805", "D1"), "102": ("PzII", "0806", "D1")})
    after = field.play(blocked, "1 Q 0807\n2 Q C\n3 A1")
    assert after.where("1") == after.where("2") == "0808"
    assert after.found("failed", unit="1")[0].rule == "12.14b"


@pytest.mark.rules("12.14b")
def test_a_vehicle_debarks_into_the_hex_that_a_friend_leaves_to_pick_somebody_up(draw: Draw) -> None:
    """R-16: embarking comes first, for one's own side as for the enemy's vehicles."""
    field = draw()
    units = {
        "1": ("Truck", "0807"),
        "2": ("Fr infantry", "0806"),
        "3": ("Truck", "0907"),
        "4": ("Fr infantry", "0907", "on 3"),
    }
    state = field.state(units, FAR)
    assert rules(field, state, "1 M 0806\n2 M\n3 Q 0807\n4 Q") == []
    after = field.play(state, "1 M 0806\n2 M\n3 Q 0807\n4 Q")
    assert (after.where("1"), after.where("3"), after.where("4")) == ("0806", "0807", "0907")
    assert rules(field, state, "3 Q 0807\n4 Q") == [("3", "12.14b")]


@pytest.mark.rules("12.14a", "12.0-proc-2")
def test_what_is_offered_is_what_can_be_done(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("Fr infantry", "0807"), "3": ("Fr infantry", "0908"),
             "4": ("25mm", "0908", "A"),
             "5": ("S35", "0709"), "6": ("Fr infantry", "0708", "D1")}  # fmt: skip
    state = field.state(units, FAR)
    offers = {unit.unit: [o for o in unit.options if o.kind == "M"] for unit in GAME.legal(state, "first").units}
    assert [field.board.labels[cell] for cell in offers["1"][0].cells] == ["0807"]
    assert offers["2"]
    assert not offers["3"]
    assert not offers["4"]
    assert not offers["5"]


@pytest.mark.rules("12.12")
def test_pinned_and_disrupted_units_take_no_part(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("Fr infantry", "0807")}
    # 2 - 1 = 1 at the truck: die 6 pins it.
    state = field.state(units, {"101": ("PzII", "0810")}, dice="6")
    after = field.play(state, "1 M 0807\n2 M", "101 N 0808")
    assert after.found("pinned", unit="1")
    assert after.unit("2").aboard == -1


@pytest.mark.rules("12.15b", "9.67")
def test_an_overrun_comes_before_embarking(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0708"), "2": ("Fr infantry", "0807")}
    state = field.state(units, {"101": ("PzII", "0805"), **FAR}, dice="1 6")
    after = field.play(state, "1 M 0807\n2 M", "101 D1 VD")
    assert after.found("overrun")
    assert after.unit("2").aboard == -1
    assert after.where("1") == "0708"
    assert after.found("failed", unit="1")


@pytest.mark.rules("12.13a", "12.13b")
def test_panic_and_embarking(draw: Draw) -> None:
    field = draw()
    # Panic die 2: digit 4. The vehicle in 0804 cannot panic, the unit in 0904 can.
    state = field.state({"1": ("Truck", "0804"), "2": ("Fr infantry", "0805")}, FAR, panic="2 1")
    after = field.play(state, "1 M 0805\n2 M")
    assert not after.found("panicked")
    assert after.unit("2").aboard == 0
    state = field.state({"1": ("Truck", "0805"), "2": ("Fr infantry", "0804")}, FAR, panic="2 1")
    after = field.play(state, "1 M 0804\n2 M")
    assert [e.data["unit"] for e in after.found("panicked")] == ["2"]
    assert (after.where("1"), after.where("2"), after.unit("2").aboard) == ("0805", "0804", -1)


@pytest.mark.rules("12.13c")
def test_panic_and_debarking(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0804"), "2": ("Fr infantry", "0804", "on 1")}, FAR, panic="2 1")
    after = field.play(state, "1 Q 0805\n2 Q")
    assert {e.data["unit"] for e in after.found("panicked")} == {"1", "2"}
    assert after.where("1") == after.where("2") == "0804"
    assert after.unit("2").aboard == 0


@pytest.mark.rules("12.0-gen-2", "12.31a", "12.32a", "12.32b", "12.31b")
@pytest.mark.parametrize(("vehicle", "defence", "level"), [("Truck", 1, 3), ("APC", 3, 2)])
def test_the_pair_defends_as_the_vehicle_and_shares_the_result(
    draw: Draw, vehicle: str, defence: int, level: int
) -> None:
    field = draw()
    units = {"1": (vehicle, "0808"), "2": ("Fr infantry", "0808", "on 1")}
    state = field.state(units, {"101": ("PzIIID", "0805")}, dice="2")
    kinds = {o.kind for unit in GAME.legal(state, "first").units for o in unit.options if unit.unit == "2"}
    assert kinds == {"Q"}
    assert rules(field, state, "2 N 0805") == [("2", "12.0-gen-2")]
    assert rules(field, state, "1 N 0805") == [("1", "12.31a")]
    after = field.play(state, "", "101 N 0808")
    (shot,) = after.found("shot")
    assert (shot.data["target"], shot.data["defence"]) == ("1", defence)
    assert after.unit("1").level == after.unit("2").level == level
    dead = field.play(field.state(units, {"101": ("B1", "0807"), **FAR}, dice="1"), "", "101 N 0808")
    assert dead.where("1") == dead.where("2") == "destroyed"


@pytest.mark.rules("12.32c")
def test_only_the_vehicle_rolls_and_its_passenger_recovers_with_it(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0808", "D2"), "2": ("Fr infantry", "0808", "D2", "on 1")}, FAR, dice="2")
    after = field.play(state)
    assert len(after.found("recovered")) == 1
    assert after.unit("1").level == after.unit("2").level == 0


@pytest.mark.rules("12.2a", "11.22b")
def test_a_loaded_vehicle_bolts_with_its_passenger(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0804"), "2": ("Fr infantry", "0804", "on 1")}, FAR, dice="4 6", panic="2 1")
    after = field.play(state, "1 A1")
    assert after.where("1") == after.where("2") == "0807"


@pytest.mark.rules("13.0-proc-1", "13.0-proc-2", "13.21a", "13.21b", "13.0-proc-3")
def test_who_may_be_in_an_entrenchment(draw: Draw) -> None:
    field = draw()
    units = {
        "1": ("Fr infantry", "0807"),
        "2": ("25mm", "0806", "A"),
        "3": ("S35", "0808"),
        "4": ("Fr infantry", "1212"),
    }
    state = field.state(units, {"101": ("B1", "0803"), **FAR}, works=[("0806", "first")], dice="6")
    assert rules(field, state, "3 A2") == [("3", "13.0-proc-2")]
    # Tanks drive through; infantry that comes later is entrenched with the gun.
    through = field.play(field.state(units, FAR, works=[("0806", "first")]), "3 A4\n1 A1")
    assert through.where("3") == "0804"
    assert through.where("1") == through.where("2") == "0806"
    then = field.state({"1": ("Fr infantry", "0806")}, {"101": ("PzIVE", "0803")}, works=[("0806", "first")], dice="6")
    assert field.play(then, "", "101 N 0806").found("shot")[0].data["defence"] == 9
    assert GAME.view(then, None).pieces[0].marks == ("entrenched",)


@pytest.mark.rules("13.0-proc-2", "13.0-proc-1")
def test_a_tank_stopped_in_an_entrenchment_goes_back(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0906")}, works=[("0806", "first")])
    after = field.play(state, "1 A5")
    # The zone of 101 stops it in 0806; it may not stay there.
    assert after.where("1") == "0807"
    assert after.found("backed_up", unit="1")


@pytest.mark.rules("13.1a", "13.1b", "13.0-gen")
def test_an_empty_entrenchment_is_gone_and_leaving_is_free(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Fr infantry", "0806"), "2": ("Fr infantry", "1006")}, FAR,
                        works=[("0806", "first"), ("1006", "first")])  # fmt: skip
    after = field.play(state, "1 A1")
    assert after.entered("1") == [("0805", "1")]
    assert [works.cell for works in after.state.works] == [field.board.cell("1006")]
    assert after.found("abandoned")[0].rule == "13.1a"
    # None is ever built: there is no such operation.
    assert not [o for unit in GAME.legal(after.state, "first").units for o in unit.options if "entrenched" in o.choices]


@pytest.mark.rules("14.5-3", "14.5-4", "14.5-5")
def test_infantry_rides_on_tanks(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    enemies = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0807")}
    state = field.state({"1": ("Br infantry", "1602")}, enemies)
    after = field.play(state, "", "101 M 0807\n102 M")
    assert after.unit("102").aboard == 1
    gun = field.state({"1": ("Br infantry", "1602")}, {"101": ("BT7", "0808"), "102": ("37mm", "0807", "A")})
    assert ("101", "12.11") in rules(field, gun, "101 M 0807\n102 M", "second")
    other = draw()
    state = other.state({"1": ("Br infantry", "1602")}, enemies)
    assert ("101", "12.11") in rules(other, state, "101 M 0807\n102 M", "second")


@pytest.mark.rules("14.5-3", "14.5-4", "9.51-hard")
def test_riders_are_attacked_apart_or_with_the_tank(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    # Rifles at the rider: 4 against 1; its result leaves the tank alone.
    state = field.state({"1": ("Br infantry", "0804")}, pair, dice="3")
    assert rules(field, state, "1 N 0808") == [("1", "9.51-hard")]
    after = field.play(state, "1 N 0808 102")
    (shot,) = after.found("shot")
    assert (shot.data["target"], shot.data["defence"], shot.data["superiority"]) == ("102", 1, 3)
    assert (after.unit("102").level, after.unit("101").level) == (2, 0)
    # At the tank: both suffer.
    state = field.state({"1": ("37mm", "0804", "D")}, pair, dice="3")
    after = field.play(state, "1 N 0808")
    assert after.found("shot")[0].data["target"] == "101"
    assert after.unit("101").level == after.unit("102").level == 2


@pytest.mark.rules("14.5-3", "14.5-5", "12.32c", "12.12")
def test_a_disrupted_rider_stays_on_and_rolls_for_itself(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "D1", "on 101")}
    state = field.state({"1": ("Br infantry", "1602")}, pair, dice="3")
    assert rules(field, state, "101 Q 0807\n102 Q", "second") == [("102", "9.71-eff")]
    after = field.play(state, "", "101 A2")
    assert after.where("102") == "0806"
    assert after.found("recovered", unit="102")
    both = field.state(
        {"1": ("Br infantry", "1602")},
        {"101": ("BT7", "0808", "D1"), "102": ("Ru infantry", "0808", "D2", "on 101")}, dice="3",
    )  # fmt: skip
    after = field.play(both)
    # The tank rolls, and its rider recovers with it.
    assert [e.data["unit"] for e in after.found("recovered")] == ["101"]
    assert after.unit("102").level == 0
    # Nor does the rider roll when the tank does not recover.
    both.seed = "script:1 1" + " 6" * 9
    after = field.play(both)
    assert [e.data["unit"] for e in after.found("still_disrupted")] == ["101"]
    assert (after.unit("101").level, after.unit("102").level) == (1, 2)


@pytest.mark.rules("14.5-3", "9.33b", "9.36")
def test_h_fire_at_a_tank_with_riders(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101")}
    state = field.state({"1": ("75mm", "0803", "D")}, pair, dice="6 6")
    loose = field.play(state, "1 L 0808")
    assert [e.data["unit"] for e in loose.found("shelled")] == ["102"]
    tight = field.play(state, "1 T 0808")
    assert [e.data["unit"] for e in tight.found("shelled")] == ["101", "102"]


@pytest.mark.rules("14.5-3", "9.22a")
def test_rifles_on_opportunity_fire_pick_riders_off(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0708"), "102": ("Ru infantry", "0708", "on 101")}
    state = field.state({"1": ("Br infantry", "0804")}, pair, dice="3")
    after = field.play(state, "1 P 0809", "101 C2")
    (shot,) = after.found("shot")
    assert shot.data["target"] == "102"
    assert (after.unit("102").level, after.unit("101").level) == (2, 0)
