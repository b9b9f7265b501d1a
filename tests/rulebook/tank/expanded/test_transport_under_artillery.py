"""Transport under fire from off the map: panic by shells spoils it, and what wrecks a vehicle kills who is on board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.tank.modules.artillery.park import GUNS, Asset, Falling, Mission, Park, keep
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from support.tank_positions import cell, play, position, unit, where
from support.transport_field import MODULES, aboard, transport

FAR = {"B1": ("0101", "A")}


@pytest.fixture(autouse=True)
def scenario() -> Iterator[str]:
    with transport(modules=(*MODULES, "artillery")) as name:
        yield name


def shelled(state: TankState, *labels: str, weight: str = "M") -> TankState:
    """The state with a battalion's fire on these hexes all turn long."""
    cells = tuple(cell(state, label) for label in labels)
    keep(state, Park(falling=(Falling("bravo", "bn1", GUNS, weight, cells[:1], cells),)))
    return state


@pytest.mark.rules("27.3a", "28.34-p2")
def test_x32_a_vehicle_that_panics_in_the_zone_takes_nobody_on(scenario: str) -> None:
    # Die 4 is P for a vehicle; it bolts to D for three points, one of them spent.
    state = position(scenario, alpha={"A3": ("5613", "D"), "A7": "5614"}, bravo=FAR, dice="4 4 3")
    after = play(shelled(state, "5614"), alpha="A3 MT A7; A7 MT A3")
    assert after.found("panic_move", unit="A3")
    assert [event.rule for event in after.found("not_loaded")] == ["27.6-mt-4"]
    assert unit(after.state, "A7").status == ON_MAP
    assert where(after.state, "A3") == "5616", "two points further"


@pytest.mark.rules("28.34-p2", "27.6-dt")
def test_x25_the_step_of_a_dismounting_vehicle_has_cost_what_its_hex_costs(scenario: str) -> None:
    """Rough ground (5613, 5612) takes two points of the three or four of the panic; clear ground takes one."""
    for start, goal, dice, end in (
        ("5613", "5614", "4 4 3", "5616"), ("5614", "5613", "4 1 3", "5613"), ("5614", "5613", "4 1 4", "5612"),
    ):  # fmt: skip
        state = position(scenario, alpha={"A3": (start, "A"), "A7": start}, bravo=FAR, dice=dice)
        after = play(shelled(aboard(state, A3="A7"), goal), alpha=f"A3 DT {goal}; A7 DT")
        assert after.found("panic_move", unit="A3")
        assert where(after.state, "A3") == end


@pytest.mark.rules("27.3a", "27.6-mt-4", "28.32d")
def test_x32_a_passenger_that_panics_under_shells_is_not_taken_on(scenario: str) -> None:
    # Scatter to A; die 6 leaves the vehicle unhurt, and the squad in rough ground among wrecks, which panics on a 1.
    places = {"A3": ("5614", "D"), "A7": "5613"}
    state = position(scenario, alpha=places, bravo=FAR, wrecks=["5613"], dice="1 6 6 1")
    guns = Asset("bn1", "bravo", GUNS, "L", True, shown=True)
    keep(state, Park((guns,), (Mission("bravo", "bn1", cell(state, "5614"), state.turn),)))
    after = play(state, alpha="A3 MT A7; A7 MT A3")
    assert [event.data["unit"] for event in after.found("panicked")] == ["A7"]
    assert [(event.rule, event.data["unit"]) for event in after.found("not_loaded")] == [("27.6-mt-4", "A3")]
    assert (where(after.state, "A3"), where(after.state, "A7")) == ("5614", "5613")


@pytest.mark.rules("27.3a", "27.42b")
def test_x32_one_that_stops_there_goes_back_out_of_the_hex(scenario: str) -> None:
    state = position(scenario, alpha={"A3": ("5613", "D"), "A7": "5614"}, bravo=FAR, dice="4 1 1")
    after = play(shelled(state, "5614"), alpha="A3 MT A7; A7 MT A3")
    assert (where(after.state, "A3"), unit(after.state, "A7").status) == ("5613", ON_MAP)


@pytest.mark.rules("27.6-cy", "27.61c")
def test_x80_shells_take_passengers_with_their_vehicle_and_miss_nobody_twice(scenario: str) -> None:
    for vehicle in ("A3", "A1"):
        state = position(scenario, alpha={vehicle: ("5613", "D"), "A7": "5613"}, bravo=FAR, dice="1")
        after = play(shelled(aboard(state, **{vehicle: "A7"}), "5614", weight="H"), alpha=f"{vehicle} MV 5614 5615")
        assert [event.data["unit"] for event in after.found("struck")] == [vehicle], "one attack, on the vehicle"
        assert [unit(after.state, name).status for name in (vehicle, "A7")] == [DESTROYED, DESTROYED]


@pytest.mark.rules("27.3b", "28.34-p2")
def test_x80_panic_by_shells_moves_both(scenario: str) -> None:
    state = position(scenario, alpha={"A3": ("5613", "D"), "A7": "5613"}, bravo=FAR, dice="4 2 3")
    after = play(shelled(aboard(state, A3="A7"), "5614"), alpha="A3 MV 5614 5615 5616")
    assert after.found("panic_move", unit="A3")
    assert where(after.state, "A3") == where(after.state, "A7") != "5616"
    assert unit(after.state, "A7").status == CARRIED


@pytest.mark.rules("27.6-dt", "27.0-proc-2", "28.41a")
def test_who_is_set_down_in_a_zone_is_struck_for_itself(scenario: str) -> None:
    state = position(scenario, alpha={"A3": ("5613", "D"), "A7": "5613"}, bravo=FAR, dice="1 1 1")
    after = play(shelled(aboard(state, A3="A7"), "5613"), alpha="A3 DT 5614; A7 DT")
    assert [(event.step, event.data["unit"]) for event in after.found("struck")] == [("mount", "A7")]
    assert unit(after.state, "A3").status == ON_MAP
