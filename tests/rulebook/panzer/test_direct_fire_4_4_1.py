"""Direct Fire (4.4.1) and its effects (4.4.3.2.6), played at the table with scripted dice."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.combat import aim_of, leave_wreck, smoke_cells
from hulldown.games.panzer.rules.state import Shot
from support.panzer_field import cell, commanded, scene, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def situation(script="12 45", first="soviet"):
    """The T-34 on Short Halt in the open, the Panzer IV with Fire in the woods three hexes away."""
    return commanded(
        vehicle("S1", "0901", "D", command="HALT"), vehicle("G1", "0904", "A", command="FIRE"), truck(), script=script,
        first=first,
    )  # fmt: skip


@pytest.mark.rules("4.4.3.2.6-ex1", "4.4.3.2.6-ex2", "4.4.1a", "4.4.1b", "4.4.1e", "4.4.1f", "4.4.1h", "4.4.1l")
@pytest.mark.rules("4.4.1m", "4.4.3.2a", "4.4.3.2b", "4.4.3.2.6-damaged-a", "4.4.3.2.6-ko-a", "4.3.2b", "4.4a", "4.4b")
def test_4_4_3_2_6_the_situation():
    table = situation()
    assert table.asked() == {"soviet": "fire"}
    table.order("soviet", "S1 FIRE G1")
    # The Panzer's owner is asked about its command; Fire does not move, so there is nothing to show.
    assert table.asked() == {"german": "reveal"}
    table.order("german", "keep")
    assert table.unit("S1").known
    shot = table.event("shot")
    assert (shot["range"], shot["band"], shot["net"], shot["needs"], shot["roll"]) == (3, "P", -7, 27, 12)
    assert (shot["aspect"], shot["armour"], shot["penetration"], shot["effect"]) == ("front", 18, 19, "damaged")
    assert table.unit("G1").damaged
    assert table.unit("S1").mark == "fire"
    # The damaged Panzer answers; the T-34's Short Halt has been seen, so it is a moving target.
    assert table.asked() == {"german": "fire"}
    table.order("german", "G1 FIRE S1")
    shot = table.event("shot")
    assert (shot["band"], shot["net"], shot["needs"], shot["roll"]) == ("P", -5, 45, 45)
    assert (shot["armour"], shot["penetration"], shot["effect"]) == (18, 25, "ko")
    assert table.unit("S1").status == "knocked out"
    assert table.unit("G1").mark == "fire"
    assert [(wreck.cell, wreck.brewed) for wreck in table.state.wrecks] == [(cell("0901"), False)]


@pytest.mark.rules("4.3.2-ex1", "4.2.1e", "4.4.1b")
def test_4_3_2_a_vehicle_knocked_out_first_does_not_fire():
    table = situation("45 1", first="german")
    table.order("german", "G1 FIRE S1")
    assert table.asked() == {"soviet": "reveal"}
    table.order("soviet", "keep")
    assert table.unit("S1").status == "knocked out"
    assert "fire" not in table.asked().values()
    assert not table.unit("S1").fired


@pytest.mark.rules("4.4.3.2.2-target-moving-a", "4.4.3.2.2-target-moving-b", "4.4.3.2.2-target-moving-c")
def test_showing_that_it_moves_is_its_owners_choice():
    nets = {}
    for choice in ("show", "keep"):
        table = situation("99", first="german")
        table.order("german", "G1 FIRE S1").order("soviet", choice)
        nets[choice] = table.event("shot")["net"]
        # Shown, it is still to be executed; kept, nobody knows it.
        assert table.unit("S1").known == (choice == "show")
        assert table.asked() == {"soviet": "fire"}
    assert nets == {"show": -2, "keep": 0}
    table = commanded(vehicle("S1", "0901", command="FIRE"), vehicle("G1", "0903", command="MOVE"), script="99")
    table.order("soviet", "S1 FIRE G1")
    assert GAME.legal(table.state, "german").choices == ("show", "keep", "keep all")
    still = situation()
    still.order("soviet", "S1 FIRE G1")
    assert GAME.legal(still.state, "german").choices == ("keep", "keep all")


def company(script=""):
    """Three T-34s with Fire, two Panzers in view of all of them."""
    return commanded(
        vehicle("S1", "0901", "D", command="FIRE"), vehicle("S2", "1001", "D", command="FIRE"),
        vehicle("S3", "1101", "D", command="FIRE"), vehicle("G1", "1003", "A"), vehicle("G2", "1103", "A"),
        truck(), script=script, modes={"soviet": "ASK", "german": "PRESET"},
    )  # fmt: skip


@pytest.mark.rules("4.4.1j", "4.4.1k", "4.4.1g")
def test_all_fire_on_a_target_is_announced_before_any_is_resolved():
    # The first shot kills nothing, the second damages, a third at a dead target would be wasted.
    table = company("1 1 1")
    table.order("soviet", "S1 FIRE G1\nS2 FIRE G1\nS3 FIRE G1")
    effects = [event.data["effect"] for event in table.events if event.kind == "shot"]
    assert effects == ["damaged", "ko"]
    assert "wasted" in table.kinds()
    assert all(table.unit(name).fired and table.unit(name).mark == "fire" for name in ("S1", "S2", "S3"))


@pytest.mark.rules("4.4.1j", "4.4.1n", "4.2.1d", "4.2.1c")
def test_fire_must_be_declared_and_nobody_joins_resolved_fire():
    table = company("99 99 99")
    assert table.refused("soviet", "") == "4.4.1n 4.4.1n 4.4.1n"
    table.order("soviet", "S1 FIRE G1")
    assert table.asked() == {"soviet": "fire"}
    assert table.refused("soviet", "S2 FIRE G1") == "4.4.3d"
    assert table.refused("soviet", "S1 FIRE G2") == "4.4.1g"
    # S2 and S3 have only G2 left, so both must fire at it together.
    assert table.refused("soviet", "S2 FIRE G2") == "4.4.1j"
    table.order("soviet", "S2 FIRE G2\nS3 FIRE G2")
    assert table.kinds().count("shot") == 2


@pytest.mark.rules("4.4.1n", "4.4.1a")
def test_a_vehicle_whose_target_is_gone_shows_its_command_and_does_not_fire():
    table = commanded(vehicle("S1", "0901", command="HALT"), vehicle("G1", "2412"), truck())
    assert table.unit("S1").known
    assert not table.unit("S1").fired
    assert table.unit("S1").mark == ""
    # Its movement is still to come.
    assert table.asked() == {"soviet": "move"}


@pytest.mark.rules("4.4.3b", "4.4.3d")
def test_fire_is_at_vehicles_and_at_nothing_else():
    """A wreck, a hex, a friend or a vehicle that has left is no target, though all were in view."""
    table = company("99")
    table.unit("G2").status = "knocked out"
    leave_wreck(table.state, table.unit("G2").cell, False)
    assert table.refused("soviet", "S1 FIRE G1\nS2 FIRE G1\nS3 FIRE G1") == ""
    for target in ("G2", "S2", "1103"):
        assert (
            GAME.check(table.state, "soviet", Order("fire", (Task("S1", "FIRE", targets=(target,)),)))[0].rule
            == "4.4.3d"
        )
    at_a_hex = Order("fire", (Task("S1", "FIRE", cells=(cell("1003"),), targets=("G1",)),))
    assert [one.rule for one in GAME.check(table.state, "soviet", at_a_hex)] == ["4.4.3d"]
    offered = {name for unit in GAME.legal(table.state, "soviet").units for name in unit.options[0].targets}
    assert offered == {"G1"}


@pytest.mark.rules("4.4.1i")
def test_the_firers_own_ground_and_counter_do_not_matter():
    bare = commanded(vehicle("S1", "0901", command="FIRE"), vehicle("G1", "0903"))
    hidden = commanded(vehicle("S1", "0905", command="FIRE", mark="move"), vehicle("G1", "0907"))
    shots = [aim_of(table.state, scene(), Shot(0, 1)) for table in (bare, hidden)]
    assert shots[0] == shots[1]


@pytest.mark.rules("4.4.3.2.2-brew-up-smoke-a", "4.4.3.2.2-brew-up-smoke-b", "4.4.3.2.2-brew-up-smoke-c")
@pytest.mark.rules("4.1.4.1.8a", "4.1.4.1.8b", "4.1.4.1.9a", "4.4.3.2.6-bu-a")
def test_new_smoke_hinders_from_the_next_step_on():
    """The IS-2 brews up the first Panzer; the smoke does not hinder its friend in this step, but those that answer."""
    table = commanded(
        vehicle("S1", "1001", "D", "IS-2m M44", command="FIRE"), vehicle("S2", "1101", "D", command="FIRE"),
        vehicle("G1", "1004", "A", command="FIRE"), vehicle("G2", "1006", "A", command="FIRE"),
        script="1 99 99", modes={"soviet": "PRESET", "german": "PRESET"},
    )  # fmt: skip
    table.order("soviet", "S1 FIRE G1\nS2 FIRE G2")
    nets = [event.data["net"] for event in table.events if event.kind == "shot"]
    assert table.unit("G1").status == "brewed up"
    assert table.kinds()[-1] != "over"
    assert nets[1] == 0
    assert smoke_cells(table.state) == [cell("1004")]
    assert table.asked() == {"german": "fire"}
    table.order("german", "G2 FIRE S1")
    assert table.event("shot")["net"] == -2 + 1  # smoke, and the IS-2 is a large target


@pytest.mark.rules("4.1.4.1.8d", "4.1.4.1.8e", "4.4.3.2.6-ko-b", "4.4.3.2.6-bu-b")
def test_one_wreck_a_hex_and_bu_takes_the_place_of_ko():
    state = commanded(vehicle("S1", "0101")).state
    leave_wreck(state, 5, False)
    leave_wreck(state, 5, False)
    leave_wreck(state, 5, True)
    leave_wreck(state, 5, False)
    assert [(wreck.cell, wreck.brewed) for wreck in state.wrecks] == [(5, True)]


@pytest.mark.rules("3.4c", "3.4d", "4.2d")
def test_short_halt_fires_first_and_moves_later():
    table = situation("99 99")
    table.order("soviet", "S1 FIRE G1").order("german", "keep all").order("german", "G1 FIRE S1")
    assert table.state.stack[0].step == "move1"
    assert table.asked() == {"soviet": "move"}
    assert table.unit("S1").mark == "fire"
    assert (table.unit("S1").fired, table.unit("S1").moved) == (True, False)
    table.order("soviet", "S1 STAY")
    assert "stays" in table.kinds()
    assert table.unit("S1").mark == "move"
