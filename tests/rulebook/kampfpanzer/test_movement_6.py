"""Movement (6.0): the clock of half points, costs, zones that stop, disputed hexes; stacking (7.0) and zones (8.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
"""An enemy far away, so that the other side has somebody."""


@pytest.mark.rules("6.0-gen-2", "10.0-clear", "10.0-town", "10.0-woods", "10.0-slope", "10.0-wreck", "12.2b", "10.1")
@pytest.mark.parametrize(
    ("kind", "terrain", "point"),
    [
        ("S35", "clear", "1"), ("APC", "clear", "1"), ("Truck", "clear", "2"), ("Fr infantry", "clear", "1"),
        ("S35", "hilltop", "1"), ("Truck", "hilltop", "2"),
        ("S35", "town", "½"), ("APC", "town", "½"), ("Truck", "town", "½"), ("Fr infantry", "town", "½"),
        ("S35", "woods", "3"), ("APC", "woods", "3"), ("Truck", "woods", "4"), ("Fr infantry", "woods", "1"),
        ("S35", "slope", "3"), ("Truck", "slope", "4"), ("Fr infantry", "slope", "1"),
        ("S35", "wreck", "2"), ("APC", "wreck", "2"), ("Truck", "wreck", "3"), ("Fr infantry", "wreck", "1"),
    ],
)  # fmt: skip
def test_what_hexes_cost(draw: Draw, kind: str, terrain: str, point: str) -> None:
    field = draw(hexes={} if terrain == "wreck" else {"0807": terrain})
    state = field.state({"1": (kind, "0808")}, FAR, wrecks=["0807"] if terrain == "wreck" else [])
    assert field.play(state, "1 A1").entered("1") == [("0807", point)]


@pytest.mark.rules("10.0-stream", "10.0-ford", "10.0-road", "10.0-fn-4")
@pytest.mark.parametrize(
    ("kind", "side", "road", "point"),
    [
        ("S35", "stream", False, "4"), ("Truck", "stream", False, "6"), ("Fr infantry", "stream", False, "1"),
        ("S35", "ford", False, "2"), ("Truck", "ford", False, "4"), ("Fr infantry", "ford", False, "1"),
        ("S35", "", True, "½"), ("Truck", "", True, "½"), ("Fr infantry", "", True, "½"),
        ("S35", "stream", True, "½"), ("Truck", "stream", True, "½"),
    ],
)  # fmt: skip
def test_what_hexsides_cost_instead_of_the_hex(draw: Draw, kind: str, side: str, road: bool, point: str) -> None:
    field = draw(
        hexes={"0807": "woods"},
        sides={"0808A": side} if side else {},
        roads=[["0808", "0807"]] if road else [],
    )
    state = field.state({"1": (kind, "0808")}, FAR)
    assert field.play(state, "1 A1").entered("1") == [("0807", point)]


@pytest.mark.rules("10.0-fn-5", "10.0-wreck")
def test_a_wreck_in_other_terrain_costs_the_higher(draw: Draw) -> None:
    field = draw(hexes={"0807": "town", "0805": "woods"})
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0806")}, FAR, wrecks=["0807", "0805"])
    after = field.play(state, "1 A1\n2 A1")
    assert (after.entered("1"), after.entered("2")) == ([("0807", "2")], [("0805", "3")])
    # Along a road a wreck costs nothing.
    other = draw(roads=[["0808", "0807"]])
    assert other.play(other.state({"1": ("S35", "0808")}, FAR, wrecks=["0807"]), "1 A1").entered("1") == [("0807", "½")]


@pytest.mark.rules("6.0-gen-3", "6.0-gen-2")
def test_infantry_goes_two_hexes_along_a_road(draw: Draw) -> None:
    field = draw(roads=[["0808", "0807", "0806", "0805"]])
    state = field.state({"1": ("Fr infantry", "0808")}, FAR)
    assert field.play(state, "1 A2").entered("1") == [("0807", "½"), ("0806", "1")]
    assert [one.rule for one in field.refused(state, "first", "1 A3")] == ["6.0-gen-3"]


@pytest.mark.rules("6.1", "5.0-gen-2")
def test_plots_are_carried_out_in_full(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "2008")})
    after = field.play(state, "1 A2 B2 C1", "101 A3")
    assert [label for label, _ in after.entered("1")] == ["0807", "0806", "0906", "1005", "1106"]
    assert [label for label, _ in after.entered("101")] == ["2007", "2006", "2005"]


@pytest.mark.rules("6.3a", "8.0-gen-2", "6.0-gen-4", "8.4")
def test_who_steps_into_a_zone_stops(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0904")})
    after = field.play(state, "1 A6")
    assert after.where("1") == "0804"
    assert after.found("stopped", unit="1")[0].rule == "6.3a"
    # A zone does nothing else: no cost, no bar to fire, and the unit leaves freely next turn.
    assert "N" in {o.kind for unit in GAME.legal(after.state, "first").units for o in unit.options}
    again = field.play(after.state, "1 E2")
    assert again.where("1") == "0605"


@pytest.mark.rules("6.3b", "6.3c", "6.0-gen-5")
def test_two_that_meet_both_stop_and_crossing_paths_is_nothing(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0803")})
    after = field.play(state, "1 A5", "101 D5")
    assert (after.where("1"), after.where("101")) == ("0807", "0806")
    assert {e.rule for e in after.found("stopped")} == {"6.3a"}
    # 101 goes by long before 1 comes to the same hexes.
    state = field.state({"1": ("R35", "0811")}, {"101": ("PzII", "0605")})
    after = field.play(state, "1 A6", "101 C8")
    assert ("0806", "2") in after.entered("101")
    assert ("0806", "5") in after.entered("1")
    assert (after.where("1"), after.where("101")) == ("0805", "1409")


@pytest.mark.rules("6.3b")
def test_a_mover_that_is_overtaken_before_its_first_hex_stops(draw: Draw) -> None:
    field = draw(hexes={"0807": "woods"})
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0811")})
    after = field.play(state, "1 A1", "101 A1 A1")
    # 101 comes next to 1 at point 2, while 1 is still on its way into the woods.
    assert (after.where("1"), after.where("101")) == ("0808", "0809")
    assert after.found("stopped", unit="1")[0].rule == "6.3b"


@pytest.mark.rules("6.4a", "6.4d", "6.4c")
def test_a_contest_goes_to_the_higher_allowance_then_to_dice(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0410")}, {"101": ("PzII", "0406")})
    # Both come to 0408 at point 2, each after one hex: PzII has the higher allowance (15 to 12).
    after = field.play(state, "1 A2", "101 D2")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"], contest.data["how"]) == ("6.4c", "101", "the higher Movement Allowance")
    assert (after.where("1"), after.where("101")) == ("0409", "0408")
    assert after.found("stopped", unit="1")[0].rule == "6.4d"
    # Equal in all: dice, higher wins; equal dice are rolled again.
    even = field.state({"1": ("PzII", "0410")}, {"101": ("PzII", "0406")}, dice="3 3 5 2")
    after = field.play(even, "1 A4", "101 D4")
    assert after.found("contest")[0].data["unit"] == "1"
    assert [roll.value for roll in after.rolls[2:6]] == [3, 3, 5, 2]
    # 6.4d: the winner goes no further, either.
    assert (after.where("1"), after.where("101")) == ("0408", "0407")


@pytest.mark.rules("6.4b")
def test_fewer_hexes_come_before_the_allowance(draw: Draw) -> None:
    # Both come to 0409 at point 2: 1 (FT17, allowance 3) over a ford in one hex, 101 (PzII, 15) in two.
    field = draw(sides={"0410A": "ford"})
    state = field.state({"1": ("FT17", "0410")}, {"101": ("PzII", "0407")})
    after = field.play(state, "1 A1", "101 D2")
    # After one point 101 is in 0408, next to nobody; at point 2 both enter 0409.
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"], contest.data["how"]) == ("6.4b", "1", "fewer hexes moved")
    assert (after.where("1"), after.where("101")) == ("0409", "0408")


@pytest.mark.rules("6.4b", "5.1c")
def test_stops_are_no_hexes_but_take_time(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0411")}, {"101": ("A10", "0405")})
    # 1 comes to 0408 at point 3 after two hexes; 101 after two hexes and a stop of one point: 12 to 8 allowance.
    after = field.play(state, "1 A3", "101 D1 S1 D2")
    assert not after.found("contest")
    assert (after.where("1"), after.where("101")) == ("0408", "0407")


@pytest.mark.rules("11.23b", "6.4c")
def test_a_panicked_unit_counts_as_the_slower(draw: Draw) -> None:
    field = draw()
    # The panic die 1 strikes 101, whose hex ends in 9.
    state = field.state({"1": ("FT17", "0411")}, {"101": ("PzII", "0409")}, dice="4 1")
    after = field.play(state, "1 A1", "101 C1")
    # Panic direction 4 is D, one point: both enter 0410 after one hex each; 101 is panicked.
    (contest,) = after.found("contest")
    assert (contest.data["unit"], contest.rule) == ("1", "11.23b")


@pytest.mark.rules("7.0-gen-2", "7.0-gen-3", "6.4a")
def test_friends_are_passed_through_enemies_are_not(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0808"), "2": ("S35", "0806")}, {"101": ("Ge infantry", "1206", "D1"), "102": ("PzII", "1210")}
    )
    after = field.play(state, "1 A4", "102 A6")
    assert after.where("1") == "0804"
    assert after.where("102") == "1204"
    # A disrupted enemy has no zone but is in the way.
    state = field.state({"1": ("S35", "1208")}, {"101": ("Ge infantry", "1206", "D1")})
    after = field.play(state, "1 A4")
    assert after.where("1") == "1207"
    assert after.found("stopped")[0].rule == "7.0-gen-3"


@pytest.mark.rules("7.0-gen-1", "7.1")
def test_units_that_would_end_together_are_refused_but_infantry_with_a_gun(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0808"), "2": ("S35", "0806"), "3": ("Fr infantry", "0611"), "4": ("25mm", "0610", "A"),
         "5": ("Fr infantry", "0612")}, FAR
    )  # fmt: skip
    assert [(one.unit, one.rule) for one in field.refused(state, "first", "1 A2")] == [("1", "7.0-gen-1")]
    assert field.refused(state, "first", "1 A2\n2 A1") == []
    assert [one.rule for one in field.refused(state, "first", "1 A1\n2 D1")] == ["7.0-gen-1"]
    after = field.play(state, "3 A1")
    assert after.where("3") == after.where("4") == "0610"
    assert [one.unit for one in field.refused(state, "first", "5 A1")] == ["5"]


@pytest.mark.rules("7.0-gen-1")
def test_the_later_arrival_goes_back_when_stops_fill_a_hex(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0810")}, {"101": ("PzII", "0904")})
    # Both are stopped in 0804 by the zone of 101.
    after = field.play(state, "1 A5\n2 A7 F1")
    assert (after.where("1"), after.where("2")) == ("0804", "0805")
    assert after.found("backed_up", unit="2")


@pytest.mark.rules("7.2", "12.2a", "12.2b")
def test_a_vehicle_and_its_passenger_are_in_one_hex(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0808"), "2": ("25mm", "0808", "on 1")}, FAR)
    after = field.play(state, "1 A3")
    assert after.where("1") == after.where("2") == "0805"
    assert [one.rule for one in field.refused(state, "first", "2 A1")] == ["12.2a"]


@pytest.mark.rules("8.0-gen-3", "8.0-gen-4", "8.0-gen-1")
def test_out_of_a_zone_but_never_from_one_into_another(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0807")})
    assert field.play(state, "1 D2").where("1") == "0810"
    after = field.play(state, "1 B1")
    assert after.where("1") == "0808"
    assert after.found("stopped")[0].rule == "8.0-gen-4"
    # If the enemy leaves at the same time, there is no zone any more.
    assert field.play(state, "1 B1", "101 A2").where("1") == "0908"


@pytest.mark.rules("8.2", "8.3", "12.4")
@pytest.mark.parametrize(
    ("enemy", "stops"),
    [
        ({"101": ("PzII", "0904")}, True),
        ({"101": ("PzII", "0904", "D1")}, False),
        ({"101": ("PzII", "0904", "pinned")}, True),
        ({"101": ("Truck", "0904")}, False),
        ({"101": ("Truck", "0904"), "102": ("Ge infantry", "0904", "on 101")}, True),
        ({"101": ("Truck", "0904"), "102": ("37mm", "0904", "on 101")}, False),
        ({"101": ("37mm", "0904", "A")}, True),
        ({"101": ("APC", "0904")}, False),
        ({"101": ("Truck", "0904"), "198": ("Ge infantry", "2010")}, False),
    ],
)
def test_who_has_a_zone(draw: Draw, enemy: dict[str, tuple[str, ...]], stops: bool) -> None:
    field = draw()
    after = field.play(field.state({"1": ("S35", "0808")}, {**FAR, **enemy}), "1 A6")
    assert after.where("1") == ("0804" if stops else "0802")


@pytest.mark.rules("12.4")
def test_vehicles_are_stopped_by_zones(draw: Draw) -> None:
    field = draw()
    after = field.play(field.state({"1": ("Truck", "0808")}, {"101": ("PzII", "0904")}), "1 A6")
    assert after.where("1") == "0804"


@pytest.mark.rules("14.0e", "14.0c")
def test_any_number_enter_by_one_hex_and_pay_for_it(draw: Draw) -> None:
    from hulldown.games.kampfpanzer.data.scenarios import Entry, Group, scenarios

    base = scenarios()["kampfpanzer/4"].second.groups[0]
    group = Group(rule=base.rule, forces=base.forces, enter=Entry(turn=1, hexes=("0801",)), provenance={}, notes={})
    field = draw(setup={"second": {"groups": (group,)}}, hexes={"0801": "woods"})
    state = field.state({"1": ("S35", "2010")}, {"101": ("R35", ""), "102": ("R35", ""), "103": ("R35", "")}, turn=1)
    after = field.play(state, "", "101 0801 D3\n102 0801 D2\n103 0801")
    assert after.entered("101")[0] == ("0801", "3")
    assert [after.where(name) for name in ("101", "102", "103")] == ["0804", "0803", "0801"]
    # An enemy on the entry hex keeps everybody out (K-14); they may try again.
    blocked = field.state({"1": ("S35", "0801")}, {"101": ("R35", "")}, turn=1)
    after = field.play(blocked, "", "101 0801 D1")
    assert after.where("101") == "waiting"
    assert after.found("kept_out", unit="101")
    assert "101" in {unit.unit for unit in GAME.legal(after.state, "second").units}
    # Who is stopped on the entry hex behind another has not entered (K-66).
    crowd = field.state({"1": ("S35", "0902")}, {"101": ("R35", ""), "102": ("R35", "")}, turn=1)
    after = field.play(crowd, "", "101 0801 E2\n102 0801 F1")
    assert sorted(after.where(name) for name in ("101", "102")) == ["0801", "waiting"]


@pytest.mark.rules("14.0g", "14.0h")
def test_units_leave_only_where_and_when_they_may(draw: Draw) -> None:
    from hulldown.games.kampfpanzer.data.scenarios import Exits

    exits = Exits(hexes=("0801", "0901"), rule="14.5-6")
    field = draw(setup={"second": {"exits": exits}}, base="kampfpanzer/5")
    state = field.state(
        {"1": ("Br infantry", "2010")},
        {"101": ("BT7", "0803"), "102": ("Ru infantry", "0803", "on 101"), "103": ("BT7", "0703")},
    )
    assert [one.rule for one in field.refused(state, "second", "103 A2 exit")] == ["14.0g"]
    after = field.play(state, "", "101 A2 exit")
    assert after.where("101") == after.where("102") == "exited"
    # K-15: to leave costs as much as a clear hex.
    slow = field.state({"1": ("Br infantry", "2010")}, {"101": ("FT17", "0804")})
    assert [one.rule for one in field.refused(slow, "second", "101 A3 exit")] == ["6.0-gen-3"]
