"""Orders that are refused in each phase, and the case that each refusal names."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.driving import AHEAD, Drive, fresh
from hulldown.games.panzer.rules.movement import plan, surroundings
from hulldown.games.panzer.rules.state import BREWED_UP
from support.panzer_field import (
    Table,
    cell,
    commanded,
    field,
    position,
    scene,
    task,
    the_field,
    truck,
    vehicle,
)


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def rules(table, side, *tasks, kind="", choice=""):
    """The cases by which an order made of these tasks is refused, in order."""
    asked = kind or table.asked()[side]
    return [one.rule for one in GAME.check(table.state, side, Order(asked, tuple(tasks), choice))]


def mover(hex_="1003", facing="D", card="T-34/76 M43", **state):
    return commanded(
        vehicle("S1", hex_, facing, card, command="MOVE", **state), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip


# Movement.


@pytest.mark.rules("4.5.1a", "4.5.1.1.2a", "3.3b")
def test_a_move_names_a_kind_hexes_of_the_map_and_a_facing():
    table = mover()
    assert rules(table, "soviet", task("S1", "MOVE", "1004")) == []
    assert rules(table, "soviet", task("S1", "FLY", "1004")) == ["4.5.1a"]
    assert rules(table, "soviet", Task("S1", "MOVE", (cell("1004"),), targets=("G1",))) == ["4.5.1a"]
    off = next(one for one in range(field().board.size) if not field().board.on_map[one])
    for wrong in (-1, field().board.size, off):
        fault = plan(table.state, scene(), Task("S1", "MOVE", (wrong,))).fault
        assert fault == ("4.5.1.1.2a", "a hex is not on the map"), wrong
    assert rules(table, "soviet", Task("S1", "TURN", facing=5)) == []
    for wrong in (6, -2):
        fault = plan(table.state, scene(), Task("S1", "TURN", facing=wrong)).fault
        assert fault == ("3.3b", "a vehicle faces one of the six hexsides")


@pytest.mark.rules("4.5.1.1.7a", "4.5.1.1.9a", "4.5.1.1.8a", "4.5.1.1.8c")
def test_what_a_kind_of_move_must_and_must_not_name():
    table = mover()
    mixed = [
        rules(table, "soviet", task("S1", "MIXED", "1004", "1003", choice=how))
        for how in ("fr", "ff", "f", "frf", "fx", "", "fr fr")
    ]
    assert mixed == [[], *[["4.5.1.1.7a"]] * 6]
    assert rules(table, "soviet", task("S1", "MOVE", "1004", choice="fast")) == ["4.5.1.1.9a"]
    assert rules(table, "soviet", task("S1", "TURN", "1004", facing="A")) == ["4.5.1.1.8c"]
    assert rules(table, "soviet", task("S1", "TURN", facing="A", choice="exit")) == ["4.5.1.1.8c"]
    assert rules(table, "soviet", task("S1", "TURN")) == ["4.5.1.1.8c"]
    assert rules(table, "soviet", task("S1", "STAY")) == []
    assert rules(table, "soviet", task("S1", "STAY", facing="A")) == ["4.5.1.1.8a"]
    assert rules(table, "soviet", task("S1", "STAY", "1004")) == ["4.5.1.1.8c"]
    for kind in ("MOVE", "REVERSE"):
        assert rules(table, "soviet", task("S1", kind)) == ["4.5.1.1.8a"]
    assert rules(table, "soviet", task("S1", "MOVE", "1005")) == ["3.5.1a"]


@pytest.mark.rules("4.5.1.1a", "4.2.1d", "4.5.1a", "4.5a")
def test_each_that_must_move_is_ordered_once_or_all_stay():
    table = mover()
    assert rules(table, "soviet", choice="stay") == []
    assert rules(table, "soviet") == ["4.2.1d", "4.2.1d"]
    assert rules(table, "soviet", choice="rest") == ["4.2.1d", "4.2.1d"]
    assert rules(table, "soviet", task("S1", "STAY"), choice="stay") == ["4.5.1a"]
    assert rules(table, "soviet", task("S1", "STAY"), task("S1", "STAY")) == ["4.5.1.1a"]
    assert rules(table, "soviet", task("S1", "STAY"), task("S9", "STAY")) == []
    assert rules(table, "soviet", task("G1", "STAY")) == ["4.5.1.1a"]
    wrong = rules(table, "soviet", task("S1", "STAY"), task("G1", "STAY"), task("S9", "FLY"))
    assert wrong == ["4.5.1.1a", "4.5.1a"], "all faults are told at once"


@pytest.mark.rules("4.5.1.1.9a", "4.5.1.1.9b")
def test_it_leaves_only_where_the_map_ends_and_by_its_edge():
    table = mover("1001", "A")
    assert rules(table, "soviet", task("S1", "MOVE", choice="exit")) == []
    assert rules(table, "soviet", task("S1", "MOVE", facing="D", choice="exit")) == ["4.5.1.1.9b"]
    inside = mover("1003", "A")
    assert rules(inside, "soviet", task("S1", "MOVE", choice="exit")) == ["4.5.1.1.9b"]
    # An action over the edge that is no exit is impossible, whether the hex has a road or not.
    state = inside.state
    for label in ("1001", "0106"):
        facing = 0 if label == "1001" else 4
        drive = Drive(
            field(), cards()["Truck"].traction, surroundings(state, "soviet"), fresh(cards()["Truck"], False, False),
            cell(label), facing,
        )  # fmt: skip
        assert drive.act(AHEAD + facing) == ("4.5.1.1.9a", "there is no hex; to leave the map write exit")
        assert drive.cell == cell(label)
        assert not drive.progress.route
        assert not drive.progress.open


# Commands.


def choosing(*units, script=""):
    return Table(position(*units, step="spotting", script=script))


@pytest.mark.rules("4.2a", "4.2.1b", "4.2g", "3.1a", "4.4.2c")
def test_each_vehicle_gets_one_command_and_nothing_else():
    table = choosing(vehicle("S1", "0606", "B"), vehicle("S2", "0101", "B"), vehicle("G1", "1806", "E"))
    assert table.asked() == {"soviet": "command", "german": "command"}
    assert rules(table, "soviet", Task("S1", "MOVE"), Task("S2", "NC")) == []
    assert rules(table, "soviet", choice="all") == ["4.2a"]
    assert rules(table, "soviet", Task("S1", "MOVE"), Task("S1", "NC")) == ["4.2a"]
    assert rules(table, "soviet", Task("S1", "WAIT")) == ["4.2a"]
    assert rules(table, "soviet", Task("G1", "MOVE")) == ["3.1a"]
    assert rules(table, "soviet", Task("S1", "MOVE", (cell("0607"),))) == ["4.2.1b"]
    assert rules(table, "soviet", Task("S1", "FIRE", targets=("G1",))) == ["4.2.1b"]
    assert rules(table, "soviet", Task("S1", "MOVE", facing=0)) == ["4.2.1b"]
    assert rules(table, "soviet", Task("S1", "OW", choice="range 4")) == []
    assert rules(table, "soviet", Task("S1", "MOVE", choice="range 4")) == ["4.2g"]
    assert rules(table, "soviet", Task("S1", "OW", choice="sometimes")) == ["4.2g"]


@pytest.mark.rules("4.4.2c")
def test_how_a_side_reacts_is_one_of_three_words():
    table = choosing(vehicle("S1", "0606", "B"), vehicle("G1", "1806", "E"))
    for kind, choice in (("ASK", ""), ("PRESET", "show"), ("PRESET", "conceal")):
        assert rules(table, "soviet", Task("reactions", kind, choice=choice)) == []
    for kind, choice in (("ASK", "show"), ("PRESET", ""), ("MOVE", ""), ("PRESET", "maybe")):
        assert rules(table, "soviet", Task("reactions", kind, choice=choice)) == ["4.4.2c"]
    assert rules(table, "soviet", Task("reactions", "ASK", targets=("G1",))) == ["4.4.2c"]
    assert rules(table, "soviet", Task("reactions", "ASK"), Task("reactions", "ASK")) == ["4.2a"]


@pytest.mark.rules("4.2.1i", "4.2h", "4.2.1a", "4.4.2c")
def test_an_illegal_command_becomes_none_and_reactions_are_told():
    table = choosing(
        vehicle("S1", "0101", "B"), vehicle("S2", "0201", "B"), vehicle("G1", "2412", "E"), script="90 10"
    )  # fmt: skip
    table.give("soviet", Order("command", (Task("S1", "FIRE"), Task("reactions", "PRESET", choice="conceal"))))
    assert table.kinds() == [], "commands wait until both sides have placed them"
    table.give("german", Order("command", (Task("G1", "OW", choice="range 4"),)))
    assert [(table.unit(name).command, table.unit(name).preset) for name in ("S1", "S2", "G1")] == [
        ("NC", ""), ("NC", ""), ("OW", "range 4"),
    ]  # fmt: skip
    assert (table.state.modes, table.state.conceals.get("soviet")) == ({"soviet": "PRESET", "german": "ASK"}, True)
    converted = [event for event in table.events if event.kind == "converted"]
    assert [(event.data["unit"], event.data["command"]) for event in converted] == [("S1", "FIRE")]
    assert not converted[0].seen_by("german")
    told = [(event.data["side"], event.data["mode"]) for event in table.events if event.kind == "reactions"]
    assert sorted(told) == [("german", "ASK"), ("soviet", "PRESET")]


# Direct fire.


def firing(**more):
    """S1 and S2 on Fire, both with G1 and G2 in view."""
    return commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("S2", "1101", "D", command="FIRE"),
        vehicle("G1", "1004", "A"), vehicle("G2", "1104", "A"), **more,
    )  # fmt: skip


def shot(name, *targets, kind="FIRE", **more):
    return Task(name, kind, targets=targets, **more)


@pytest.mark.rules("4.4.1n", "4.4.1g", "4.4.3d", "4.4.1j", "4.4.1a")
def test_fire_names_one_spotted_target_for_each_once():
    table = firing()
    assert rules(table, "soviet", shot("S1", "G1"), shot("S2", "G2")) == []
    assert rules(table, "soviet", choice="pass") == ["4.4.1n"]
    assert rules(table, "soviet") == ["4.4.1n", "4.4.1n"]
    assert rules(table, "soviet", shot("S1", "G1"), shot("S1", "G2")) == ["4.4.1g"]
    assert rules(table, "soviet", shot("G1", "S1")) == ["4.4.1g"]
    for wrong in (
        shot("S1"), shot("S1", "G1", "G2"), shot("S1", "S2"), shot("S1", "G1", kind="OW"),
        shot("S1", "G1", choice="now"), shot("S1", "G1", facing=0), shot("S1", "G1", cells=(cell("1004"),)),
    ):  # fmt: skip
        assert rules(table, "soviet", wrong) == ["4.4.3d"], wrong
    # S2 may wait: it will still have the other target.
    assert rules(table, "soviet", shot("S1", "G1")) == []
    table.unit("G2").status = "exited"
    assert rules(table, "soviet", shot("S1", "G1")) == ["4.4.1j"]
    assert rules(table, "soviet", shot("S1", "G1"), shot("S2", "G1")) == []


@pytest.mark.rules("4.4.1g", "4.4.1j", "4.4.1n")
def test_who_has_fired_or_whose_target_was_engaged_has_no_fire_left():
    table = firing(script="99 99 99")
    table.give("soviet", Order("fire", (shot("S1", "G1"),))).give("german", Order("reveal", choice="keep"))
    assert table.asked() == {"soviet": "fire"}
    assert [unit.unit for unit in GAME.legal(table.state, "soviet").units] == ["S2"]
    assert rules(table, "soviet", shot("S1", "G2")) == ["4.4.1g"]
    assert rules(table, "soviet", shot("S2", "G1")) == ["4.4.3d"]
    assert rules(table, "soviet", shot("S2", "G2")) == []


# Overwatch.


def watching(*, g2="OW", script=""):
    """S1 drives past G1 and G2; both may be on overwatch."""
    return commanded(
        vehicle("S1", "1001", "D", command="MOVE"), vehicle("S2", "1101", "D", command="NC"),
        vehicle("G1", "1006", "A", command="OW"), vehicle("G2", "1206", "A", command=g2),
        script=script, first="german", step="move2",
    )  # fmt: skip


@pytest.mark.rules("4.4.2c", "4.4.2e", "4.4.2g", "4.4.1j")
def test_overwatch_fire_is_at_the_one_who_moved_by_those_on_overwatch():
    table = watching().order("soviet", "S1 MOVE 1002 1003")
    assert table.asked() == {"german": "overwatch"}
    both = (shot("G1", "S1", kind="OW"), shot("G2", "S1", kind="OW"))
    assert rules(table, "german", *both) == []
    assert rules(table, "german") == ["4.4.2c"]
    assert rules(table, "german", choice="later") == ["4.4.2c"]
    assert rules(table, "german", *both, choice="pass") == ["4.4.2c"]
    for choice in ("pass", "pass vehicle", "pass step"):
        assert rules(table, "german", choice=choice) == []
    assert rules(table, "german", both[0], both[0]) == ["4.4.2e"]
    assert rules(table, "german", shot("G1", "S1", kind="FIRE")) == ["4.4.2e"]
    assert rules(table, "german", shot("G1", "S1", kind="OW", facing=1)) == ["4.4.2e"]
    assert rules(table, "german", shot("S2", "S1", kind="OW")) == ["4.4.2e"]
    for targets in ((), ("S2",), ("S1", "S2")):
        assert rules(table, "german", shot("G1", *targets, kind="OW")) == ["4.4.2g"]
    none = watching(g2="NC").order("soviet", "S1 MOVE 1002 1003")
    assert rules(none, "german", shot("G2", "S1", kind="OW")) == ["4.4.2e"]


@pytest.mark.rules("4.4.2c", "4.4.2d", "4.4.2g", "4.2f")
def test_nobody_is_asked_who_cannot_bear_as_far_as_all_can_see():
    # The Germans sit behind the woods of 0904 and 0905, or far beyond every range.
    table = commanded(
        vehicle("S1", "0902", "A", command="MOVE"), vehicle("S9", "0112", card="Truck", command="MOVE"),
        vehicle("G1", "0907", "A", command="OW"), first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 0901")
    assert table.asked() == {"soviet": "move"}, "the woods hide it"
    for known, asked in ((False, {"german": "overwatch"}), (True, {"soviet": "move"})):
        shown = watching(g2="NC")
        shown.unit("S2").command = "MOVE"
        shown.unit("G1").known = shown.unit("G2").known = known
        shown.order("soviet", "S1 MOVE 1002")
        assert shown.asked() == asked, "nobody is asked whose commands are all face up"


@pytest.mark.rules("4.4.3.2.2-target-moving-b", "4.4.3.2.2-target-moving-c")
def test_a_shown_command_is_seen_by_all_and_a_kept_one_is_not():
    for answer, event in (("show", "shown"), ("keep", "kept")):
        table = firing(script="99 99")
        table.unit("G1").command = "MOVE"
        table.give("soviet", Order("fire", (shot("S1", "G1"),))).give("german", Order("reveal", choice=answer))
        told = table.event(event)
        assert told["unit"] == "G1"
        assert table.unit("G1").known == (answer == "show")
        assert table.event("shot")["net"] == (-2 if answer == "show" else 0)
        if answer == "show":
            assert told["command"] == "MOVE"


@pytest.mark.rules("4.4.3.2.2-target-moving-b")
def test_presets_show_a_moving_target_unless_its_owner_conceals():
    for command, conceals, net in (("MOVE", False, -2), ("MOVE", True, 0), ("NC", False, 0)):
        modes = {"soviet": "PRESET", "german": "PRESET"}
        table = firing(script="99 99 99 99", modes=modes, conceals={"german": conceals})
        table.unit("G1").command = command
        table.give("soviet", Order("fire", (shot("S1", "G1"),)))
        assert table.event("shot")["net"] == net
        assert ("shown" in table.kinds()) == (net == -2)


@pytest.mark.rules("4.5.1.1.10b", "4.5.1.1.1d", "4.5.1.1.5a")
def test_hexes_of_the_dead_are_open_to_drive_into():
    table = commanded(
        vehicle("S1", "1001", "D", command="MOVE"), truck(), vehicle("G1", "1004", "A"),
        vehicle("G2", "1003", "A"), first="german", step="move2",
    )  # fmt: skip
    table.unit("G2").status = BREWED_UP
    (legal,) = [unit for unit in GAME.legal(table.state, "soviet").units if unit.unit == "S1"]
    shut = {one for option in legal.options if option.path for one in option.path.shut}
    assert shut == {cell("1004")}
    assert rules(table, "soviet", task("S1", "MOVE", "1002", "1003")) == []
    assert rules(table, "soviet", task("S1", "MOVE", "1002", "1003", "1004")) == ["4.5.1.1.10b"]
