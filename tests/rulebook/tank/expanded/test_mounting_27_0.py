"""Mounting, carrying and dismounting (27.0, 27.1, 27.2), plotted for both units and carried out after movement."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of, load_of
from hulldown.games.tank.rules.state import ON_MAP
from hulldown.games.tank.rules.troops import give_device
from support.tank_positions import cell, facing, order, play, position, refused, unit, violations, where
from support.transport_field import aboard

Convoy = Callable[..., str]
FAR = {"B1": ("2416", "A")}
"""An enemy far away, so that the scenario goes on."""


@pytest.mark.rules("21.1-b-6", "22.0-mt", "27.0-gen-3", "27.0-proc-1")
def test_the_vehicle_is_placed_on_the_passenger_after_movement(convoy: Convoy) -> None:
    rows = [row.key for row in GAME.sequence(convoy())]
    assert rows.index("move") < rows.index("mount") < rows.index("final")
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo=FAR)
    after = play(state, alpha="A3 MT A7; A7 MT A3")
    assert where(after.state, "A3") == "0506"
    passenger, vehicle = unit(after.state, "A7"), unit(after.state, "A3")
    assert passenger.status == CARRIED
    assert carrier_of(after.state, passenger) is vehicle
    assert load_of(after.state, vehicle) is passenger
    assert [event.step for event in after.found("mounted", unit="A3", passenger="A7")] == ["mount"]


@pytest.mark.rules("27.0-proc-1", "21.1-b-6")
def test_a_vehicle_that_has_taken_somebody_on_chooses_its_final_facing(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo=FAR)
    asked = play(state, alpha="A3 MT A7; A7 MT A3", until="face").state
    assert [each.unit for each in GAME.legal(asked, "alpha").units] == ["A3"]
    turned = play(state, alpha="A3 MT A7; A7 MT A3", face={"alpha": "A3 C"})
    assert facing(turned.state, "A3") == "C"


@pytest.mark.rules("27.0-gen-3", "27.0-proc-1")
def test_both_must_have_it_plotted_and_mean_each_other(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A4": "0406", "A7": "0506", "A8": "0608"}, bravo=FAR)
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == []
    assert refused(state, "alpha", "A3 MT 0506; A7 MT") == [], "the vehicle's hex says enough"
    assert [(v.rule, v.unit) for v in violations(state, "alpha", "A3 MT A7")] == [("27.0-gen-3", "A3")]
    assert [(v.rule, v.unit) for v in violations(state, "alpha", "A7 MT A3")] == [("27.0-gen-3", "A7")]
    assert refused(state, "alpha", "A3 MT A7; A7 MT A4") == ["27.0-proc-1"]
    assert refused(state, "alpha", "A3 MT A7; A4 MT A7; A7 MT")[-1] == "27.21", "two vehicles for one"
    assert refused(state, "alpha", "A3 MT 0508; A7 MT") == ["27.0-proc-1", "27.0-gen-3"], "nobody is there"


@pytest.mark.rules("27.12")
def test_they_begin_the_turn_in_adjacent_hexes(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0508", "A7": "0506"}, bravo=FAR)
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == ["27.12"]


@pytest.mark.rules("22.0-dt", "27.0-proc-2", "27.13")
def test_a_dismounting_vehicle_drives_on_by_one_hex_and_leaves_its_passenger(convoy: Convoy) -> None:
    state = aboard(position(convoy(), alpha={"A3": ("0507", "D"), "A7": "0507"}, bravo=FAR), A3="A7")
    assert refused(state, "alpha", "A3 DT 0505; A7 DT") == ["27.13"]
    after = play(state, alpha="A3 DT 0506; A7 DT")
    assert (where(after.state, "A3"), where(after.state, "A7")) == ("0506", "0507")
    assert facing(after.state, "A3") == "A", "it faces the way it went"
    assert unit(after.state, "A7").status == ON_MAP
    assert load_of(after.state, unit(after.state, "A3")) is None
    assert after.found("dismounted", unit="A3", passenger="A7", hex="0507")


@pytest.mark.rules("27.0-gen-3", "27.0-proc-2")
def test_dismounting_too_is_plotted_for_both(convoy: Convoy) -> None:
    state = aboard(position(convoy(), alpha={"A3": "0507", "A4": "0710", "A7": "0507"}, bravo=FAR), A3="A7")
    assert refused(state, "alpha", "A3 DT 0506") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A7 DT") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A7 DT; A3 MV 0506") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A4 DT 0711") == ["27.0-proc-2"], "it carries nobody"


@pytest.mark.rules("27.0-gen-2", "27.0-gen-4", "27.0-proc-3", "27.14b")
def test_a_whole_transport_takes_three_turns(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo=FAR)
    state = play(state, alpha="A3 MT A7; A7 MT A3").state
    assert refused(state, "alpha", "A7 MV 0505") == ["27.0-gen-4"], "its vehicle moves it"
    state = play(state, alpha="A3 MV 0505 0504 0503").state
    assert (where(state, "A3"), where(state, "A7")) == ("0503", "0503")
    state = play(state, alpha="A3 DT 0502; A7 DT").state
    assert (where(state, "A3"), where(state, "A7")) == ("0502", "0503")
    assert refused(state, "alpha", "A7 MV 0603") == [], "on foot again, one hex a turn"


@pytest.mark.rules("27.14a")
def test_who_mounts_or_dismounts_does_nothing_else(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": ("0507", "A"), "A7": "0506"}, bravo={"B1": ("0501", "D")})
    assert refused(state, "alpha", "A1 MT A7; A7 MT A1; A1 DF 0501") == ["5.0-gen-1"]
    assert refused(state, "alpha", "A1 MV 0508 0507; A7 MT A1") == ["27.0-gen-3"], "not after a move either"


@pytest.mark.rules("27.0-gen-1")
def test_on_foot_infantry_walks_one_hex_and_guns_only_turn(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A7": "0506", "A11": ("0806", "A")}, bravo=FAR)
    assert refused(state, "alpha", "A7 MV 0505") == []
    assert refused(state, "alpha", "A7 MV 0505 0504") == ["10.11"]
    assert refused(state, "alpha", "A11 MV 0805") == ["9.34b"]
    assert refused(state, "alpha", "A11 FC") == []


@pytest.mark.rules("27.21")
def test_a_vehicle_carries_one_unit_and_no_vehicle(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": "0507", "A3": "0506", "A4": "1006", "A7": "1006", "A8": "1007"}, bravo=FAR)
    aboard(state, A4="A7")
    assert refused(state, "alpha", "A1 MT A3; A3 MT A1")[0] == "27.21"
    assert refused(state, "alpha", "A4 MT A8; A8 MT A4") == ["27.21"]


@pytest.mark.rules("27.22")
def test_guns_are_towed_by_apcs_and_trucks_only(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": "0507", "A3": "0406", "A5": "0606", "A11": ("0506", "A")}, bravo=FAR)
    assert refused(state, "alpha", "A1 MT A11; A11 MT A1") == ["27.22"]
    assert refused(state, "alpha", "A3 MT A11; A11 MT A3") == []
    assert refused(state, "alpha", "A5 MT A11; A11 MT A5") == []


@pytest.mark.rules("27.23a", "27.23b", "36.0a")
def test_squads_ride_on_everything_but_not_with_an_nt_device_on_tanks(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": "0507", "A3": "0406", "A5": "0606", "A7": "0506"}, bravo=FAR)
    for vehicle in ("A1", "A3", "A5"):
        assert refused(state, "alpha", f"{vehicle} MT A7; A7 MT {vehicle}") == []
    give_device(unit(state, "A7"), "Br Gustav")
    assert refused(state, "alpha", "A1 MT A7; A7 MT A1") == ["27.23b"]
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == []
    give_device(unit(state, "A7"), "Ge PF44-1")
    assert refused(state, "alpha", "A1 MT A7; A7 MT A1") == []


@pytest.mark.rules("27.12", "27.13")
def test_x27_the_vehicle_must_be_able_to_enter_the_hex(convoy: Convoy) -> None:
    woods = convoy(mode="closed", hexes={"0506": "woods"}, sides={"0806A": "slope"})
    state = position(woods, alpha={"A3": "0507", "A5": "0606", "A7": "0506"}, bravo=FAR)
    assert refused(state, "alpha", "A5 MT A7; A7 MT A5") == ["9.32"], "a truck never goes into closed woods"
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == [], "whatever it costs an APC"
    state = aboard(position(woods, alpha={"A5": "0606", "A7": "0606"}, bravo=FAR), A5="A7")
    assert refused(state, "alpha", "A5 DT 0506; A7 DT") == ["9.32"]
    offered = {one.unit: one for one in GAME.legal(state, "alpha").units}
    cells = next(option.cells for option in offered["A5"].options if option.kind == "DT")
    assert cell(state, "0506") not in cells
    assert cell(state, "0607") in cells


@pytest.mark.rules("22.0-mt", "22.0-dt")
def test_the_tasks_are_offered_read_and_written(convoy: Convoy) -> None:
    state = aboard(
        position(convoy(), alpha={"A3": "0507", "A4": "0510", "A7": "0506", "A8": "0510"}, bravo=FAR), A4="A8"
    )
    offered = {one.unit: {option.kind: option for option in one.options} for one in GAME.legal(state, "alpha").units}
    assert offered["A3"]["MT"].cells == (cell(state, "0506"),)
    assert offered["A7"]["MT"].cells == ()
    assert "MT" not in offered["A4"]
    assert len(offered["A4"]["DT"].cells) == 6
    assert set(offered["A8"]) == {"DT", "OF"}, "it is carried, on an SPW"
    given = order(state, "alpha", "A3 MT A7; A7 MT A3; A4 DT 0511; A8 DT")
    assert GAME.write(state, given) == "A3 MT 0506\nA7 MT 0507\nA4 DT 0511\nA8 DT"
    assert order(state, "alpha", GAME.write(state, given).replace("\n", ";")) == given
    with pytest.raises(MalformedError):
        order(state, "alpha", "A3 MT A7 A8")


@pytest.mark.rules("27.0-proc-1", "9.0-proc-1")
def test_rt16_a_vehicle_that_is_to_mount_turns_before_direct_fire(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "D"), "A7": "0506"}, bravo={"B1": ("0512", "A")}, dice="6 6")
    played = play(state, alpha="A3 MT A7; A7 MT A3", bravo="B1 DF 0507")
    (turned,) = played.found("turned", unit="A3")
    assert turned.data["facing"] == "A"
    kinds = [event.kind for event in played.events]
    assert kinds.index("turned") < kinds.index("shot")
