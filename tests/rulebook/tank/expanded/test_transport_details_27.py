"""Mounting and dismounting in detail: each refusal by itself, what is offered, which hexes will be free (27.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.transport.loading import shift_cost
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from support.tank_positions import cell, fallen, play, position, refused, unit, where
from support.transport_field import aboard

Convoy = Callable[..., str]
FAR = {"B1": ("2416", "A")}
PAIR = "A3 MT A7; A7 MT A3"


def field(convoy: Convoy, hexes: dict[str, str] | None = None, **alpha: str) -> TankState:
    return position(convoy(hexes=hexes) if hexes else convoy(), alpha=alpha, bravo=FAR)


def offered(state: TankState, name: str, kind: str) -> tuple[int, ...] | None:
    """The cells that are offered to a unit for this task; None where the task is not."""
    units = {each.unit: each.options for each in GAME.legal(state, "alpha").units}
    return next((option.cells for option in units.get(name, ()) if option.kind == kind), None)


@pytest.mark.rules("27.0-proc-1", "27.0-gen-3", "27.12", "27.21")
def test_a_vehicle_takes_on_one_neighbour_that_is_told_to_mount(convoy: Convoy) -> None:
    state = field(convoy, A3="0508", A4="0606", A7="0507", A8="0509")
    assert refused(state, "alpha", PAIR) == []
    assert refused(state, "alpha", "A3 MT A7; A7 MT") == []
    assert refused(state, "alpha", "A7 MT A3") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A3 MT A7") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A3 MT A7; A7 MT A4; A4 MT A7") == ["27.0-proc-1", "27.21", "27.42a"], (
        "and both come to one hex"
    )
    assert refused(state, "alpha", "A3 MT 0506; A7 MT") == ["27.12", "27.0-gen-3"]
    assert refused(state, "alpha", "A3 MT 0608; A7 MT") == ["27.0-proc-1", "27.0-gen-3"], "nobody is there"
    here = cell(state, "0507")
    for task in (Task("A3", "MT"), Task("A3", "MT", (here,), choice="x"), Task("A3", "MT", (here, here))):
        found = GAME.check(state, "alpha", Order("plot", (task, Task("A7", "MT"))))
        assert ("27.0-proc-1", "A3") in [(each.rule, each.unit) for each in found]
    loaded = aboard(field(convoy, A3="0508", A8="0508", A7="0507"), A3="A8")
    assert refused(loaded, "alpha", PAIR) == ["27.21"]


@pytest.mark.rules("27.0-proc-2", "27.0-gen-3", "27.13")
def test_a_vehicle_sets_down_whom_it_carries_and_drives_on_by_one_hex(convoy: Convoy) -> None:
    state = aboard(field(convoy, A3="0508", A7="0508", A4="1008"), A3="A7")
    assert refused(state, "alpha", "A3 DT 0507; A7 DT") == []
    assert refused(state, "alpha", "A3 DT 0507") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A7 DT") == ["27.0-gen-3"]
    assert refused(state, "alpha", "A3 DT 0506; A7 DT") == ["27.13"]
    assert refused(state, "alpha", "A4 DT 1007") == ["27.0-proc-2"]
    bare = GAME.check(state, "alpha", Order("plot", (Task("A3", "DT"), Task("A7", "DT"))))
    assert [(each.rule, each.unit) for each in bare] == [("27.0-proc-2", "A3")]
    moved = Order("plot", (Task("A3", "DT", (cell(state, "0507"),)), Task("A7", "DT", (cell(state, "0506"),))))
    assert [(each.rule, each.unit) for each in GAME.check(state, "alpha", moved)] == [("27.0-proc-2", "A7")]
    after = play(state, alpha="A3 DT 0507; A7 DT").state
    assert (where(after, "A3"), where(after, "A7")) == ("0507", "0508")
    assert unit(after, "A7").status == ON_MAP
    assert load_of(after, unit(after, "A3")) is None


@pytest.mark.rules("27.42a", "27.42b")
def test_the_hexes_of_a_pair_must_be_free_when_movement_is_over(convoy: Convoy) -> None:
    state = aboard(field(convoy, A3="0508", A7="0508", A1="0507", A2="0408"), A3="A7")
    down = "A3 DT 0507; A7 DT"
    assert refused(state, "alpha", down) == ["27.42a"], "A1 stands there"
    assert refused(state, "alpha", f"{down}; A1 FC") == ["27.42a"]
    assert refused(state, "alpha", f"{down}; A1 MV 0506") == []
    assert refused(state, "alpha", f"{down}; A1 MV 0506; A2 MV 0407 0507") == ["27.42a"], "A2 comes"
    assert refused(state, "alpha", f"{down}; A1 MV 0506; A2 MV 0508") == ["27.42a"], "to where A7 is set down"
    assert refused(state, "alpha", f"{down}; A1 MV 0506; A2 MV 0407") == []
    over = field(convoy, A3="0508", A7="0507", A2="0407")
    assert refused(over, "alpha", PAIR) == []
    assert refused(over, "alpha", f"{PAIR}; A2 MV 0507") == ["27.42a"]
    stacked = field(convoy, A3="0508", A7="0507", A8="0507")
    assert refused(stacked, "alpha", PAIR) == ["27.42a"]


@pytest.mark.rules("27.42a", "27.0-proc-2")
def test_a_hex_that_another_pair_leaves_is_free(convoy: Convoy) -> None:
    state = aboard(field(convoy, A3="0508", A7="0508", A4="0507", A8="0506"), A3="A7")
    assert refused(state, "alpha", "A3 DT 0507; A7 DT; A4 MT A8; A8 MT A4") == []
    after = play(state, alpha="A3 DT 0507; A7 DT; A4 MT A8; A8 MT A4").state
    assert [where(after, name) for name in ("A3", "A4", "A7")] == ["0507", "0506", "0508"]
    assert [unit(after, name).status for name in ("A7", "A8")] == [ON_MAP, CARRIED]


@pytest.mark.rules("27.0-proc-1", "27.12", "27.42a")
def test_who_may_mount_is_offered_it(convoy: Convoy) -> None:
    state = field(convoy, A3="0508", A7="0507", A8="0509", A9="0511", A1="1208")
    assert offered(state, "A3", "MT") == tuple(sorted((cell(state, "0507"), cell(state, "0509"))))
    assert offered(state, "A7", "MT") == ()
    assert offered(state, "A9", "MT") is None, "nobody is near"
    assert offered(state, "A1", "MT") is None
    crowd = field(convoy, A3="0508", A7="0507", A8="0507")
    assert offered(crowd, "A3", "MT") is None, "neither is alone in its hex"
    full = aboard(field(convoy, A3="0508", A8="0508", A7="0507"), A3="A8")
    assert offered(full, "A3", "MT") is None
    assert offered(full, "A7", "MT") is None
    gun = field(convoy, A1="0508", A11="0507")
    assert offered(gun, "A1", "MT") is None, "no gun rides on a tank"


@pytest.mark.rules("27.0-proc-2")
def test_who_may_dismount_is_offered_it(convoy: Convoy) -> None:
    state = aboard(field(convoy, A3="0508", A7="0508", A4="1008"), A3="A7")
    near = tuple(sorted(one for one in GAME.board(state.scenario).neighbours[cell(state, "0508")] if one >= 0))
    assert len(near) == 6
    assert offered(state, "A3", "DT") == near
    assert offered(state, "A7", "DT") == ()
    assert offered(state, "A4", "DT") is None
    corner = aboard(field(convoy, A3="0101", A7="0101"), A3="A7")
    found = offered(corner, "A3", "DT")
    assert found is not None
    assert found == tuple(sorted(c for c in GAME.board(corner.scenario).neighbours[cell(corner, "0101")] if c >= 0))


@pytest.mark.rules("27.0-proc-1", "27.0-proc-2", "9.32")
def test_the_step_of_a_vehicle_costs_what_the_ground_costs(convoy: Convoy) -> None:
    state = aboard(field(convoy, hexes={"0507": "woods", "0509": "rough"}, A3="0508", A7="0508"), A3="A7")
    scene, carrier = scene_of(state), unit(state, "A3")
    assert [shift_cost(scene, carrier, cell(state, label)) for label in ("0608", "0507", "0509")] == [1, 3, 2]
    after = play(state, alpha="A3 DT 0507; A7 DT").state
    assert where(after, "A3") == "0507"


@pytest.mark.rules("27.82a", "27.5a", "27.81")
def test_who_is_carried_or_carries_may_not_do_everything(convoy: Convoy) -> None:
    state = aboard(field(convoy, A3="0508", A7="0508", A5="0808", A8="0808", A1="1208"), A3="A7", A5="A8")
    assert refused(state, "alpha", "A8 DF 2416") == ["27.82a"], "not from a truck"
    assert refused(state, "alpha", "A8 OF 0803") == ["27.82a"]
    assert refused(state, "alpha", "A7 OF 0503") == []
    assert refused(state, "alpha", "A7 OF 0503; A3 MV 0509") == ["27.82a"], "it drives"
    assert refused(state, "alpha", "A7 OF 0503; A3 FC") == []
    assert "27.5a" in refused(state, "alpha", "A3 OV 0507")
    assert "27.5a" not in refused(state, "alpha", "A1 OV 1207")


@pytest.mark.rules("27.42a", "27.13", "27.12")
def test_wrecks_are_in_nobodys_way_when_units_mount_and_dismount(convoy: Convoy) -> None:
    places = {"A3": ("0507", "A"), "A7": "0507", "A1": ("0506", "A")}
    state = fallen(aboard(position(convoy(), alpha=places, bravo={"B1": ("2416", "A")}), A3="A7"), "A1")
    state.wrecks = [cell(state, "0506")]
    after = play(state, alpha="A3 DT 0506; A7 DT").state
    assert [where(after, name) for name in ("A3", "A7")] == ["0506", "0507"]
    again = play(after, alpha="A3 MT A7; A7 MT A3").state
    assert (where(again, "A3"), unit(again, "A7").status) == ("0507", CARRIED)


@pytest.mark.rules("27.6-dt", "8.57a", "27.0-proc-2")
def test_a_vehicle_shot_as_it_begins_to_drive_off_has_set_its_passenger_down(convoy: Convoy) -> None:
    places = {"A3": ("0507", "A"), "A7": "0507"}
    state = position(convoy(), alpha=places, bravo={"B1": ("0512", "A")}, dice="1")
    after = play(aboard(state, A3="A7"), alpha="A3 DT 0506; A7 DT", bravo="B1 OF 0507")
    assert [unit(after.state, name).status for name in ("A3", "A7")] == [DESTROYED, ON_MAP]
    assert where(after.state, "A7") == "0507"
