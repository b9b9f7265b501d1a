"""Movement where several rules meet: contests, zones, friends, passengers, entry, panic, embarking, entrenchments."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.pathdomains import Paths
from hulldown.games.kampfpanzer.data.scenarios import Entry, Exits, Group, Riders, scenarios
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}


def entering(*hexes: str, turn: int = 1) -> dict[str, dict[str, tuple[Group, ...]]]:
    """The second side enters by these hexes."""
    base = scenarios()["kampfpanzer/4"].second.groups[0]
    entry = Entry(turn=turn, hexes=hexes)
    return {"second": {"groups": (Group(rule=base.rule, forces=base.forces, enter=entry, provenance={}, notes={}),)}}


@pytest.mark.rules("6.4b", "7.0-gen-2", "7.0-gen-3")
def test_an_enemy_that_cannot_enter_a_hex_contests_it_with_nobody(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810"), "2": ("Fr infantry", "0808", "D1")}
    state = field.state(units, {"101": ("Truck", "0807"), **FAR})
    # 1 passes its friend in 0808 at the moment in which the truck, which has gone no hex yet, runs up against it.
    after = field.play(state, "1 A2 B1", "101 D1")
    assert not after.found("contest")
    assert after.found("stopped", unit="101")[0].rule == "7.0-gen-3"
    assert (after.where("1"), after.where("101")) == ("0908", "0807")


@pytest.mark.rules("6.4b", "6.4c", "8.0-gen-4")
def test_who_may_not_go_from_zone_to_zone_contests_nothing(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("PzII", "0808")}, {"101": ("R35", "0806"), "102": ("Ge infantry", "0908"), **FAR})
    after = field.play(state, "1 A1", "101 D1")
    # 102 controls 0808 and 0807: 1 cannot go there, so 101 can.
    assert not after.found("contest")
    assert after.found("stopped", unit="1")[0].rule == "8.0-gen-4"
    assert (after.where("1"), after.where("101")) == ("0808", "0807")


@pytest.mark.rules("6.4c", "8.0-gen-4")
def test_who_could_not_enter_past_the_loser_leaves_the_hex_to_it(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("APC", "0808")}, {"101": ("R35", "0908"), **FAR})
    # The empty APC has the higher allowance; but if 101 stays, its zone covers both 0808 and 0807.
    after = field.play(state, "1 A1", "101 F1")
    assert not after.found("contest")
    assert after.found("stopped", unit="1")[0].rule == "8.0-gen-4"
    assert (after.where("1"), after.where("101")) == ("0808", "0807")


@pytest.mark.rules("6.4a", "6.4b", "9.62a")
def test_an_overrunner_that_wins_its_target_hex_goes_on_with_the_overrun(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("37mm", "0806", "A"), "102": ("R35", "0904"), **FAR}
    state = field.state({"1": ("S35", "0807")}, enemies, dice="6 6")
    # 1 enters 0806 at point 3 as its first hex, 102 would drive through its friend's hex at the same point.
    after = field.play(state, "1 VA", "102 D2 E2")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"]) == ("6.4b", "1")
    assert after.where("102") == "0906"
    assert after.found("overrun")
    assert after.where("1") == "0805"


@pytest.mark.rules("6.4c", "11.23b")
def test_of_two_panicked_units_the_one_with_the_higher_allowance_enters(draw: Draw) -> None:
    field = draw()
    # 1 panics in 0408 and bolts north, 101 in 0406 and bolts south.
    state = field.state({"1": ("S35", "0408")}, {"101": ("PzII", "0406")}, panic="4 3", dice="1 1 4 1")
    after = field.play(state, "1 D1", "101 A1")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"], contest.data["how"]) == ("6.4c", "101", "the higher Movement Allowance")
    assert not after.found("contest_dice")
    assert (after.where("1"), after.where("101")) == ("0408", "0407")


@pytest.mark.rules("7.2", "7.0-gen-3")
def test_a_hex_is_free_when_a_loaded_vehicle_leaves_it(draw: Draw) -> None:
    field = draw(sides={"0807A": "ford"})
    state = field.state({"1": ("S35", "0807")}, {"101": ("Truck", "0806"), "102": ("37mm", "0806", "on 101"), **FAR})
    after = field.play(state, "1 A1", "101 A1")
    assert ("0806", "2") in after.entered("1")
    assert after.where("101") == after.where("102") == "0805"


@pytest.mark.rules("14.0e", "10.0-wreck", "10.0-fn-5")
def test_a_wreck_on_the_entry_hex_is_paid_for(draw: Draw) -> None:
    field = draw(setup=entering("0801", "1001"))
    state = field.state({"1": ("S35", "2010")}, {"101": ("FT17", ""), "102": ("FT17", "")}, wrecks=["0801"])
    assert [one.rule for one in field.refused(state, "second", "101 0801 D2")] == ["6.0-gen-3"]
    after = field.play(state, "", "101 0801 D1\n102 1001 D1")
    assert (after.entered("101")[0], after.entered("102")[0]) == (("0801", "2"), ("1001", "1"))
    # What is offered says the same.
    tables = GAME.cost_tables(state.scenario)
    offers = [o.path for unit in GAME.legal(state, "second").units if unit.unit == "101" for o in unit.options]
    costs: dict[str, int] = {}
    for path in offers:
        assert path is not None
        known = Paths(path, tables, field.board.neighbours)
        costs |= {field.board.labels[cell]: known.entry(cell) for cell in path.entries}
    assert costs == {"0801": 4, "1001": 2}
    # Along a road a wreck does not matter.
    paved = draw(setup=entering("0801"), roads=[["0801", "0802"]], outs=["0801A"])
    state = paved.state({"1": ("S35", "2010")}, {"101": ("FT17", "")}, wrecks=["0801"])
    assert paved.play(state, "", "101 0801").entered("101") == [("0801", "½")]


@pytest.mark.rules("5.1c", "6.4b")
def test_points_of_a_stop_are_no_hexes_moved(draw: Draw) -> None:
    field = draw()
    # Both come to 0809 at point 3: 1 after one hex and a stop, 101, which has the higher allowance, after two hexes.
    state = field.state({"1": ("S35", "0610")}, {"101": ("PzII", "0806"), **FAR})
    after = field.play(state, "1 B1 S1 B1", "101 D4")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"], contest.data["hex"]) == ("6.4b", "1", "0809")


@pytest.mark.rules("5.1b", "6.3b")
def test_a_unit_that_is_approached_during_a_stop_moves_no_more(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0804")})
    # 1 waits in 0809 from point 1 on; 101 comes next to it at point 4 and both stop.
    after = field.play(state, "1 A1 S5 D2", "101 D6")
    assert (after.where("1"), after.where("101")) == ("0809", "0808")
    assert {e.data["unit"]: e.rule for e in after.found("stopped")} == {"1": "6.3b", "101": "6.3a"}


@pytest.mark.rules("6.3b", "8.3", "6.0-gen-4")
def test_an_empty_truck_stops_in_a_zone_and_stops_nobody(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("Truck", "0906"), **FAR})
    after = field.play(state, "1 A6", "101 D3")
    assert after.where("1") == "0804"
    assert after.found("stopped", unit="101")[0].rule in ("6.3a", "6.3b")


@pytest.mark.rules("14.0d", "14.0c", "11.11b")
def test_units_do_not_panic_on_the_turn_they_enter_but_on_the_next(draw: Draw) -> None:
    field = draw(setup=entering("0809"))
    state = field.state({"1": ("S35", "2010")}, {"101": ("R35", "")}, panic="2 1", dice="2 1 6 6 6 6")
    after = field.play(state, "", "101 0809")
    assert not after.found("panicked")
    assert after.where("101") == "0809"
    assert field.play(after.state).found("panicked", unit="101")


@pytest.mark.rules("14.0e", "6.3a", "8.0-gen-4", "8.0-gen-2")
def test_a_unit_enters_into_a_zone_and_stops_there(draw: Draw) -> None:
    field = draw(setup=entering("0801"))
    state = field.state({"1": ("S35", "0902")}, {"101": ("R35", "")})
    after = field.play(state, "", "101 0801 D3")
    assert after.where("101") == "0801"
    assert after.found("stopped", unit="101")[0].rule == "6.3a"


@pytest.mark.rules("14.0e", "6.4b", "14.0c")
def test_a_contested_entry_hex_keeps_the_loser_off_the_map(draw: Draw) -> None:
    field = draw(setup=entering("0801"))
    # Both enter 0801 at point 1 as their first hex: S35 (12) against R35 (6).
    state = field.state({"1": ("S35", "0802")}, {"101": ("R35", "")})
    after = field.play(state, "1 A1", "101 0801 D1")
    assert after.found("contest", unit="1")
    assert after.found("kept_out", unit="101")[0].rule == "6.4d"
    assert (after.where("1"), after.where("101")) == ("0801", "waiting")


@pytest.mark.rules("11.22d", "14.0g")
def test_panic_leads_nobody_off_the_map_even_by_an_exit(draw: Draw) -> None:
    field = draw(setup={"second": {"exits": Exits(hexes=("0801",), rule="14.5-6")}})
    # 101 in 0804 was to leave; it panics and bolts north, six points.
    state = field.state({"1": ("S35", "2010")}, {"101": ("PzII", "0804")}, panic="1 2", dice="1 6")
    after = field.play(state, "", "101 A3 exit")
    assert after.where("101") == "0801"


@pytest.mark.rules("14.0g", "6.3a", "8.0-gen-3")
def test_a_zone_on_the_edge_keeps_a_unit_on_the_map_unless_it_began_there(draw: Draw) -> None:
    field = draw(setup={"second": {"exits": Exits(hexes=("0801",), rule="14.5-6")}})
    state = field.state({"1": ("S35", "0901")}, {"101": ("PzII", "0804")})
    after = field.play(state, "", "101 A3 exit")
    assert after.where("101") == "0801"
    assert field.play(after.state, "", "101 exit").where("101") == "exited"


@pytest.mark.rules("12.12", "9.71-eff", "12.13b", "12.14a", "9.67")
@pytest.mark.parametrize("why", ["disrupted", "panicked", "joined", "held"])
def test_embarking_fails_with_the_case_that_keeps_the_partner(draw: Draw, why: str) -> None:
    field = draw()
    units = {"1": ("Truck", "0908"), "2": ("25mm", "0808", "A"), "3": ("Fr infantry", "0809")}
    enemies = {"101": ("PzII", "0805"), **FAR}
    dice, panic, mine, theirs, rule = {
        "disrupted": ("1", "1 1", "", "101 N 0808", "12.12"),
        "panicked": ("", "4 1", "", "", "12.13b"),
        "joined": ("", "2 1", "\n3 A1", "", "12.14a"),
        "held": ("6 6", "2 2", "", "101 D2 VD", "9.67"),
    }[why]
    if why == "held":
        units["3"] = ("Fr infantry", "1212")
    state = field.state(units, enemies, dice=dice, panic=panic)
    after = field.play(state, "1 M 0808\n2 M" + mine, theirs)
    assert (after.where("1"), after.where("2"), after.unit("2").aboard) == ("0908", "0808", -1)
    assert after.found("failed", unit="1")[0].rule == rule


@pytest.mark.rules("12.12", "14.5-3")
def test_a_pinned_rider_does_not_get_off(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    # 4 - 1 = +3 has no pin; at seven hexes the 25mm has 2 - 1 = +1: die 6 pins.
    state = field.state({"1": ("25mm", "0804", "D")}, pair, dice="6")
    after = field.play(state, "1 N 0808 102", "101 Q 0807\n102 Q")
    assert after.found("pinned", unit="102")
    assert not after.found("pinned", unit="101")
    assert after.unit("102").aboard == 1
    assert after.found("failed", unit="101")[0].rule == "12.12"


@pytest.mark.rules("13.1a", "13.21a", "13.22", "9.64")
def test_an_entrenchment_stays_as_long_as_one_of_two_units_does(draw: Draw) -> None:
    field = draw()
    both = {"101": ("Ge infantry", "0807"), "102": ("37mm", "0807", "A"), **FAR}
    state = field.state({"1": ("S35", "1212")}, both, works=[("0807", "second")])
    after = field.play(state, "", "101 A1")
    assert [works.cell for works in after.state.works] == [field.board.cell("0807")]
    # Overrun alone the gun counts as two; when it is destroyed, the entrenchment is gone at the end of the turn.
    state = field.state({"1": ("S35", "0808")}, {"102": ("37mm", "0807", "A", "D3"), **FAR},
                        works=[("0807", "second")], dice="1")  # fmt: skip
    after = field.play(state, "1 VA")
    assert after.found("overrun")[0].data["defenders"] == 2
    assert after.where("102") == "destroyed"
    assert not after.state.works


@pytest.mark.rules("12.14b", "12.15a", "12.0-proc-3")
def test_a_hex_that_an_enemy_vehicle_leaves_to_embark_is_vacant_for_debarking(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1")}
    enemies = {"101": ("Truck", "0807"), "102": ("37mm", "0707", "A"), **FAR}
    after = field.play(field.state(units, enemies), "1 Q 0807\n2 Q A", "101 M 0707\n102 M")
    assert after.where("101") == after.where("102") == "0707"
    assert (after.where("1"), after.where("2")) == ("0807", "0808")


@pytest.mark.rules("12.14b", "6.4c", "6.4d")
def test_two_vehicles_that_debark_to_one_hex_contest_it(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1")}
    # The truck has 20 points, the APC 12.
    slow = {"101": ("APC", "0806"), "102": ("37mm", "0806", "on 101"), **FAR}
    after = field.play(field.state(units, slow), "1 Q 0807\n2 Q A", "101 Q 0807\n102 Q D")
    assert (after.where("1"), after.unit("2").aboard) == ("0807", -1)
    assert (after.where("101"), after.unit("102").aboard) == ("0806", 2)
    assert after.found("failed", unit="101")[0].rule == "6.4d"
    # Two trucks: dice.
    even = {"101": ("Truck", "0806"), "102": ("37mm", "0806", "on 101"), **FAR}
    after = field.play(field.state(units, even, dice="2 2 3 5"), "1 Q 0807\n2 Q A", "101 Q 0807\n102 Q D")
    assert after.found("contest", unit="101", how="dice")
    assert (after.where("1"), after.where("101")) == ("0808", "0807")


@pytest.mark.rules("14.5-3", "14.5-4", "9.6a", "9.68", "12.15c")
def test_a_tank_with_riders_is_not_overrun_and_overruns_as_one_unit(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    state = field.state({"1": ("S35", "0810")}, pair)
    assert [one.rule for one in field.refused(state, "first", "1 A1 VA")] == ["9.6a"]
    state = field.state({"1": ("Br infantry", "0807"), "2": ("S35", "2010")}, pair, dice="6 1")
    after = field.play(state, "", "101 VA")
    assert after.found("overrun")[0].data["attackers"] == 1
    assert after.where("101") == after.where("102") == "0806"
    # The counterattack hits the tank, and with it the rider.
    assert after.unit("101").level == after.unit("102").level == 1


@pytest.mark.rules("14.7-1", "9.6a")
def test_an_overrun_is_movement_for_those_that_may_not_move(draw: Draw) -> None:
    holds = scenarios()["kampfpanzer/7"].first.holds
    field = draw(setup={"first": {"holds": holds}})
    units = {"1": ("H39", "0810")}
    state = field.state(units, {"101": ("Ge infantry", "0808"), **FAR}, turn=1)
    assert [one.rule for one in field.refused(state, "first", "1 A1 VA")] == ["14.7-1"]
    assert "V" not in {o.kind for unit in GAME.legal(state, "first").units for o in unit.options}
    later = field.state(units, {"101": ("Ge infantry", "0808"), **FAR}, turn=2)
    assert field.refused(later, "first", "1 A1 VA") == []


@pytest.mark.rules("8.0-gen-3", "6.3b")
def test_a_unit_that_began_next_to_an_enemy_leaves_though_that_drives_around_it(draw: Draw) -> None:
    field = draw()
    # 101 goes from one side of the truck to another before the truck, which has no zone, has left.
    state = field.state({"1": ("Truck", "0808")}, {"101": ("PzII", "0807"), **FAR})
    after = field.play(state, "1 D2", "101 E1")
    assert after.where("101") == "0708"
    assert after.where("1") == "0810"
    # One that comes from elsewhere stops it.
    state = field.state({"1": ("Truck", "0808")}, {"101": ("PzII", "0806"), **FAR})
    after = field.play(state, "1 D2", "101 D1")
    assert after.where("1") == "0808"
    assert after.found("stopped", unit="1")[0].rule == "6.3b"
    # So does one that comes onto the map, at its edge.
    entry = draw(setup=entering("0801"))
    state = entry.state({"1": ("Truck", "0901")}, {"101": ("PzII", "")})
    after = entry.play(state, "1 D2", "101 0801")
    assert after.where("1") == "0901"


@pytest.mark.rules("8.0-gen-1", "8.0-gen-2", "6.3a")
@pytest.mark.parametrize("way", range(6))
def test_a_zone_is_the_six_hexes_around_a_unit_and_no_more(draw: Draw, way: int) -> None:
    field = draw()
    near = field.board.neighbours
    cells = [field.board.cell("1208")]
    for _ in range(3):
        cells.append(near[cells[-1]][way])
    labels = [field.board.labels[cell] for cell in cells]
    state = field.state({"1": ("S35", labels[3])}, {"101": ("PzII", "1208")})
    after = field.play(state, f"1 {'DEFABC'[way]}3")
    assert [label for label, _ in after.entered("1")] == [labels[2], labels[1]]
    assert after.found("stopped", unit="1")[0].rule == "6.3a"
