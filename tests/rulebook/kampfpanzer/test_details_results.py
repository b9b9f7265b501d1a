"""Results, panic and the phases in detail (4.1, 9.7 to 9.9, 11.0): what adds up, what is void, who is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.data.scenarios import Entry, Exits, Group, Riders, scenarios
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


def entering(turn: int) -> dict[str, object]:
    """The second side comes on by 0801."""
    base = scenarios()["kampfpanzer/4"].second.groups[0]
    enter = Entry(turn=turn, hexes=("0801",))
    return {"groups": (Group(rule="14.4-2", forces=base.forces, enter=enter, provenance={}, notes={}),)}


@pytest.mark.rules("9.71-cum", "9.71-pd", "9.71-p", "9.81a", "9.71-d4")
@pytest.mark.parametrize(
    ("dice", "level", "pinned"),
    [
        ("6 6", 0, True),  # two pins are one
        ("6 5", 1, False),  # a disrupted unit is not pinned
        ("5 6", 1, False),
        ("5 5", 2, False),
        ("1 5", 3, False),
        ("1 1", 4, False),
    ],
)
def test_results_of_one_phase_add_up(draw: Draw, dice: str, level: int, pinned: bool) -> None:
    field = draw()
    # S35 at PzIVE, +1: D2 D2 D1 D1 D1 P.
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0807")}, {"101": ("PzIVE", "0804"), **FAR}, dice=dice)
    after = field.play(state, "1 N 0804\n2 N 0804\nfire CF apart")
    assert len(after.found("pinned", unit="101")) == pinned
    if level == 4:
        assert after.where("101") == "destroyed"
        assert [e.step for e in after.found("destroyed")] == ["fire"]
    else:
        assert after.unit("101").level == level
        assert [e.data["level"] for e in after.found("disrupted")] == ([level] if level else [])
    # Pins are gone, and what was noted in the phase with them.
    unit = after.unit("101")
    assert (unit.pinned, unit.hits, unit.shaken) == (False, 0, False)


@pytest.mark.rules("9.71-pd", "9.71-p", "9.72a")
def test_a_unit_that_is_pinned_already_is_not_pinned_again(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzIVE", "0804", "pinned"), "102": ("PzIVE", "0404", "D1"), **FAR}
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0408")}, enemies, dice="6 6")
    after = field.play(state, "1 N 0804\n2 N 0404")
    assert not after.found("pinned")
    hit = field.play(field.state({"1": ("S35", "0808")}, enemies, dice="5"), "1 N 0804")
    assert (hit.unit("101").level, hit.unit("101").pinned) == (1, False)


@pytest.mark.rules("9.82a", "9.82b", "9.71-cum", "9.22a")
def test_hits_on_the_way_add_up_to_destruction_at_once(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810"), "2": ("S35", "1010")}
    # PzIVE drives through both lines; D2 in 0805, D2 in 1006: gone there, at point 3.
    state = field.state(units, {"101": ("PzIVE", "0705"), **FAR}, dice="1 1")
    after = field.play(state, "1 P 0803\n2 P 1003", "101 C5")
    assert [e.data["at"] for e in after.found("shot")] == ["0805", "1006"]
    (dead,) = after.found("destroyed")
    assert (dead.rule, dead.data["hex"], dead.step, dead.data["wreck"]) == ("9.82b", "1006", "move", True)
    assert after.entered("101")[-1] == ("1006", "3")
    unit = after.unit("101")
    assert (unit.level, unit.hits, unit.cell, unit.status) == (0, 0, -1, "destroyed")
    # One level it had before and three on the way are four, too.
    worn = field.state(units, {"101": ("PzII", "0705", "D1"), **FAR}, dice="1 1")
    assert field.refused(worn, "second", "101 C5")[0].rule == "9.71-eff"


@pytest.mark.rules("9.91a", "9.91b", "9.92", "12.32b")
def test_a_hex_has_one_wreck(draw: Draw) -> None:
    field = draw()
    units = {"1": ("B1", "0808"), "2": ("B1", "0807")}
    state = field.state(units, {"101": ("PzI", "0804", "D3"), **FAR}, dice="1", wrecks=["0804"])
    after = field.play(state, "1 N 0804")
    assert after.where("101") == "destroyed"
    assert after.state.wrecks == [field.board.cell("0804")]
    # Two that die in one hex in the same phase leave one as well.
    both = field.state(units, {"101": ("Truck", "0804", "D3"), "102": ("Truck", "0804", "D3"), **FAR}, dice="1 1")
    after = field.play(both, "1 N 0804 101\n2 N 0804 102")
    assert len(after.found("destroyed")) == 2
    assert after.state.wrecks == [field.board.cell("0804")]
    assert after.state.fresh == []


@pytest.mark.rules("9.82b", "9.68", "9.63", "9.24a", "9.0-proc-of-1")
def test_a_gun_that_is_overrun_and_destroyed_does_not_fire_any_more(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("37mm", "0807", "A"), **FAR}
    units = {"1": ("S35", "0808"), "2": ("S35", "0708"), "3": ("S35", "0908"), "4": ("S35", "0704")}
    late = "4 A1 S3 D1 C1"
    # Left alone the gun fires at 4, which comes into its line at point 6.
    (shot,) = field.play(field.state(units, enemies, dice="6"), late, "101 P 0804").found("shot")
    assert (shot.data["unit"], shot.data["target"], shot.data["at"]) == ("101", "4", "0804")
    # Three to one is +6: die 1 destroys it at point 3, though it strikes back.
    state = field.state(units, enemies, dice="1 6")
    after = field.play(state, f"1 VA\n2 VB\n3 VF\n{late}", "101 P 0804")
    assert (after.where("101"), len(after.found("counterattack"))) == ("destroyed", 1)
    assert after.where("4") == "0804"
    assert not after.found("shot")
    assert not after.found("no_target")


@pytest.mark.rules("9.72b", "9.72c", "12.32c", "4.1-f")
def test_everybody_disrupted_rolls_once_in_the_order_of_the_list(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808", "D1"), "2": ("Truck", "0810", "D1"), "3": ("25mm", "0810", "D1", "on 2"),
             "4": ("S35", "0812", "pinned")}  # fmt: skip
    state = field.state(units, {"101": ("PzII", "2402", "D3")}, dice="4 3 1")
    after = field.play(state)
    rolled = [(e.kind, e.data["unit"], e.data["die"], e.data["needs"], e.data["level"]) for e in after.events
              if e.kind in ("recovered", "still_disrupted")]  # fmt: skip
    assert rolled == [
        ("still_disrupted", "1", 4, 3, 1), ("recovered", "2", 3, 3, 1), ("recovered", "101", 1, 1, 3),
    ]  # fmt: skip
    assert [unit.level for unit in after.state.units] == [1, 0, 0, 0, 0]
    assert after.unit("4").pinned is False
    told = [GAME.describe(e) for e in after.found("still_disrupted") + after.found("recovered", unit="101")]
    assert told == [
        "1 stays disrupted at level 1: die 4, needs 1-3.", "101 recovers from level 3: die 1, needs 1.",
    ]  # fmt: skip


@pytest.mark.rules("4.1-a", "14.0c", "5.0-proc-2")
def test_a_side_that_can_do_nothing_is_not_asked(draw: Draw) -> None:
    field = draw(setup={"second": entering(3)})
    units = {"1": ("S35", "0808", "D1")}
    state = field.state(units, {"101": ("PzII", "")}, turn=2)
    assert not GAME.pending(state)
    assert set(GAME.pending(field.state(units, {"101": ("PzII", "")}, turn=3))) == {"second"}
    assert set(GAME.pending(field.state(units, {"101": ("PzII", "")}, turn=4))) == {"second"}
    assert set(GAME.pending(field.state({"1": ("S35", "0808")}, {"101": ("PzII", "")}, turn=1))) == {"first"}
    # The phases go on without an answer until somebody can act again.
    alone = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "2010", "D1")}, turn=4, dice="6")
    step = GAME.apply(alone, "first", Order("plot"))
    assert set(GAME.pending(step.state)) == {"first"}
    assert step.state.turn == 5


@pytest.mark.rules("4.1-a", "5.0-proc-1", "5.1a", "9.11a")
def test_open_plots_are_told_as_written_and_in_words(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0608"), "3": ("75mm", "0812", "A")}
    state = field.state(units, {"101": ("PzII", "0604"), **FAR})
    after = field.play(state, "1 A1 B1\n2 N 0604\n3 L 0802\nfire CF apart")
    first, second = after.found("plots")
    assert (first.data["side"], first.data["plots"]) == ("first", "1 A1 B1; 2 N 0604; 3 L 0802")
    assert first.data["told"] == "1 Move 0907, 2 Fire 0604, 3 Loose H fire 0802"
    assert first.data["fire"] == "apart"
    assert (second.data["plots"], second.data["told"], second.data["fire"]) == ("", "nothing", "ask")
    assert (first.data["nation"], second.data["nation"]) == ("Germans", "Poles")


@pytest.mark.rules("11.1", "11.12a", "11.21", "11.0-gen-2", "12.13a", "12.2a")
def test_panic_leaves_a_move_to_be_replaced_and_takes_everything_else(draw: Draw) -> None:
    field = draw()
    units = {
        "1": ("S35", "0804"), "2": ("Truck", "1004"), "3": ("25mm", "1004", "A", "on 2"), "4": ("25mm", "1204", "A"),
        "5": ("S35", "1404", "D1"), "6": ("S35", "1405"), "7": ("Truck", "1604"), "8": ("25mm", "1605", "A"),
    }  # fmt: skip
    state = field.state(units, FAR, dice="4 1 3 2", panic="2 1")
    after = field.play(state, "1 A1\n2 A1\n4 D\n6 A1 B1\n7 M 1605\n8 M")
    # 5 is disrupted, 6 elsewhere, 7 picks somebody up: those do not panic. The load of 2 panics with it.
    assert [e.data["unit"] for e in after.found("panicked")] == ["1", "2", "3", "4"]
    assert {e.rule for e in after.found("panicked")} == {"11.1"}
    bolts = [(e.data["unit"], e.data["direction"], e.data["points"], e.data["path"]) for e in after.found("panic_move")]
    assert bolts == [("1", "D", 1, "0805"), ("2", "C", 2, "1105")]
    assert (after.where("1"), after.where("2"), after.where("3")) == ("0805", "1105", "1105")
    assert after.unit("4").facing == 0
    assert after.unit("8").aboard == 6
    assert after.where("6") == "1504"


@pytest.mark.rules("11.12b", "11.21", "9.71-p", "11.22b")
def test_who_is_pinned_since_does_not_bolt_and_infantry_rolls_one_die(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("PzIVE", "0804")}, {"101": ("R35", "0808"), **FAR}, dice="6", panic="2 1")
    after = field.play(state, "1 A1", "101 N 0804")
    assert after.found("panicked", unit="1")
    assert after.found("pinned", unit="1")
    assert not after.found("panic_move")
    assert after.where("1") == "0804"
    foot = field.state({"1": ("Fr infantry", "0804"), "2": ("S35", "1004")}, FAR, dice="3 1 2", panic="2 1")
    after = field.play(foot, "1 A1\n2 A1")
    assert [roll.purpose for roll in after.rolls[2:5]] == [
        "panic direction of 1", "panic direction of 2", "panic points of 2",
    ]  # fmt: skip
    assert (after.where("1"), after.where("2")) == ("0905", "1002")


@pytest.mark.rules("14.0d", "11.11b", "11.0-gen-1")
def test_units_off_the_map_do_not_panic(draw: Draw) -> None:
    field = draw(setup={"second": {**entering(1), "panic": 5}})
    state = field.state({"1": ("S35", "2010")}, {"101": ("PzII", ""), "102": ("PzII", "1001")}, turn=1, panic="1 4")
    after = field.play(state, "", "101 0801 D2")
    # Level 5, die 4: 0 1 3 8 9.
    assert [e.data["unit"] for e in after.found("panicked")] == ["102"]
    assert after.found("panic_roll", side="second")[0].data["digits"] == "0 1 3 8 9"
    assert after.where("101") == "0803"


@pytest.mark.rules("9.35", "9.82b", "9.36", "9.32a", "9.22a", "9.21")
def test_a_tank_destroyed_on_entering_is_shelled_and_fired_at_no_more(draw: Draw) -> None:
    field = draw()
    guns = {str(n): ("75mm", f"0{3 + n}14", "A") for n in range(1, 6)}
    units = {**guns, "6": ("S35", "0812")}
    plot = "\n".join(f"{n} T 0806" for n in range(1, 6)) + "\n6 P 0806"
    enemies = {"101": ("PzII", "0705"), **FAR}
    # Four times D1 for one that moves: the fifth gun and the tank on Opportunity Fire have nothing left to hit.
    after = field.play(field.state(units, enemies, dice="1 1 1 1"), plot, "101 C1 D2")
    assert after.where("101") == "destroyed"
    assert [e.data["by"] for e in after.found("shelled")] == ["1", "2", "3", "4"]
    assert not after.found("shot")
    assert [e.data["unit"] for e in after.found("no_target")] == ["6"]
    # With three hits it drives on, and is fired at, too.
    tough = field.play(field.state(units, enemies, dice="1 1 1 6 6 6"), plot, "101 C1 D2")
    assert len(tough.found("shelled")) == 5
    assert [e.data["target"] for e in tough.found("shot")] == ["101"]


@pytest.mark.rules("9.33b", "9.32a", "14.0c", "8.0-gen-1", "8.2", "6.3a")
def test_who_waits_off_the_map_is_neither_hit_nor_in_the_way(draw: Draw) -> None:
    field = draw(setup={"second": entering(9)})
    enemies = {"101": ("Ge infantry", ""), "102": ("PzII", "2416")}
    state = field.state({"1": ("75mm", "0806", "A"), "2": ("S35", "1002")}, enemies, dice="1")
    # The pattern lies on the edge of the map, and 2 drives along it.
    after = field.play(state, "1 L 0801\n2 A1 C3")
    assert not after.found("shelled")
    assert not after.found("stopped")
    assert after.where("2") == "1303"
    # Nor has it a zone on the map of the table.
    assert {area.unit for area in GAME.view(after.state, None).areas if area.kind == "zone"} == {"1", "2", "102"}


@pytest.mark.rules("14.5-5", "14.0g", "9.72b", "4.1-f", "12.32c", "4.1-a")
def test_who_has_left_the_map_rolls_no_more(draw: Draw) -> None:
    exits = Exits(hexes=("0801",), rule="14.5-6")
    riders = Riders(type="BT7", defence=1, rule="14.5-3")
    field = draw(setup={"second": {"exits": exits, "riders": riders}})
    pair = {"101": ("BT7", "0802"), "102": ("Ru infantry", "0802", "D1", "on 101"), **FAR}
    after = field.play(field.state({"1": ("S35", "2010")}, pair, dice="1"), "", "101 A1 exit")
    assert after.where("101") == after.where("102") == "exited"
    assert not after.found("recovered")
    # It stays disrupted, and is asked for nothing any more.
    assert after.unit("102").level == 1
    assert {unit.unit for unit in GAME.legal(after.state, "second").units} == {"199", "fire"}
    order = GAME.parse(after.state, "second", "101 0801 D1")
    assert [one.rule for one in GAME.check(after.state, "second", order)] == ["5.0-gen-1"]
