"""Movement in detail (6.0 to 9.6): rules that meet on the way, one situation at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.data.scenarios import Entry, Exits, Group, Riders, scenarios
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}


def entering(*hexes: str) -> dict[str, object]:
    """The second side comes on by these hexes."""
    base = scenarios()["kampfpanzer/4"].second.groups[0]
    enter = Entry(turn=1, hexes=hexes)
    return {"groups": (Group(rule="14.4-2", forces=base.forces, enter=enter, provenance={}, notes={}),)}


@pytest.mark.rules("4.0a", "4.1-f", "4.0c", "11.0-gen-3")
def test_turn_follows_turn_and_the_last_one_is_judged(draw: Draw) -> None:
    field = draw(changes={"length": 5})
    state = field.state({"1": ("S35", "0804")}, {"101": ("PzII", "2004")}, turn=3, panic="2 2")
    after = field.play(state, "1 P 0802", "101 A1")
    assert after.unit("1").panicked is False
    assert after.found("turn")[0].data["turn"] == 4
    assert set(GAME.pending(after.state)) == {"first", "second"}
    assert {decision.id for decision in GAME.pending(after.state).values()} == {"4.plot"}
    assert (after.state.tasks, after.state.threats, after.state.presets) == ({}, [], {})
    assert [unit.moving for unit in after.state.units] == [False, False]
    last = field.play(field.play(after.state).state)
    assert last.state.outcome is not None
    (over,) = last.found("over")
    # Four Germans are not destroyed: the first side, the Germans of 14.4, has won.
    assert (over.rule, over.data["winner"], over.data["nation"]) == ("14.4-3", "first", "Germans")
    assert not GAME.pending(last.state)


@pytest.mark.rules("14.1-4", "4.0c")
def test_a_draw_is_told_as_nobodys_victory(draw: Draw) -> None:
    field = draw(base="kampfpanzer/1", changes={"length": 3}, regions={"town-1": ["0505"]})
    last = field.play(field.state({"1": ("S35", "0804")}, {"101": ("PzII", "2004")}, turn=3))
    (over,) = last.found("over")
    assert (over.data["winner"], over.data["nation"], over.rule) == ("nobody", "", "14.1-4")


@pytest.mark.rules("6.1", "9.23b", "9.24a", "9.22a")
def test_a_line_along_a_hexside_is_set_off_by_crossing_it(draw: Draw) -> None:
    field = draw()
    # From 0406 to 0806 the line runs along the side between 0706 and 0707.
    units = {"1": ("S35", "0406")}
    across = field.state(units, {"101": ("PzII", "0705"), **FAR}, dice="6")
    after = field.play(across, "1 P 0806", "101 D2")
    # Entering 0706 sets off nothing; crossing into 0707 does, and it is fired at there (K-38).
    assert [(e.data["target"], e.data["at"]) for e in after.found("shot")] == [("101", "0707")]
    beside = field.state(units, {"101": ("PzII", "0707"), **FAR}, dice="6")
    assert not field.play(beside, "1 P 0806", "101 D1").found("shot")
    # From the other side of it into the same hex: no crossing.
    around = field.state(units, {"101": ("PzII", "0708"), **FAR}, dice="6")
    after = field.play(around, "1 P 0806", "101 A1")
    assert after.where("101") == "0707"
    assert not after.found("shot")


@pytest.mark.rules("9.23a", "9.16-a", "9.22a")
def test_who_comes_into_a_dead_part_of_the_line_does_not_set_it_off(draw: Draw) -> None:
    hills = {"0810": "hilltop", "0804": "hilltop"}
    field = draw(hexes=hills, sides={"0808A": "crest"})
    units = {"1": ("S35", "0810")}
    # Hilltop to hilltop is clear; the ground behind the crest is not seen from above.
    hidden = field.state(units, {"101": ("PzII", "0706"), **FAR}, dice="6")
    after = field.play(hidden, "1 P 0804", "101 C1")
    assert after.where("101") == "0806"
    assert not after.found("shot")
    assert after.found("no_target", unit="1")
    # At the foot of the crest, which is a side of that hex, it is.
    seen = field.state(units, {"101": ("PzII", "0707"), **FAR}, dice="6")
    assert [e.data["at"] for e in field.play(seen, "1 P 0804", "101 C1").found("shot")] == ["0807"]


@pytest.mark.rules("9.16-c1", "9.22a", "9.23a")
def test_woods_beyond_three_hexes_hide_who_comes_into_the_line(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods", "0807": "woods"})
    units = {"1": ("S35", "0810")}
    far = field.state(units, {"101": ("PzII", "0706"), **FAR}, dice="6")
    assert not field.play(far, "1 P 0804", "101 C1").found("shot")
    near = field.state(units, {"101": ("PzII", "0707"), **FAR}, dice="6")
    (shot,) = field.play(near, "1 P 0804", "101 C1").found("shot")
    assert (shot.data["at"], shot.data["defence"]) == ("0807", 5)


@pytest.mark.rules("9.22b", "9.24b", "9.22a")
def test_of_two_as_near_the_one_more_easily_hurt_is_fired_at(draw: Draw) -> None:
    field = draw()
    # Alike in everything: the lower number.
    twins = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0705"), "102": ("PzII", "0905"), **FAR}, dice="6")
    after = field.play(twins, "1 P 0803", "101 C2\n102 E2")
    assert [e.data["target"] for e in after.found("shot")] == ["101"]
    weak = field.state({"1": ("S35", "0810")}, {"101": ("R35", "0705"), "102": ("PzI", "0905"), **FAR}, dice="6")
    after = field.play(weak, "1 P 0803", "101 C2\n102 E2")
    assert [e.data["target"] for e in after.found("shot")] == ["102"]


@pytest.mark.rules("9.24b", "9.22a", "14.0c", "9.0-proc-of-1")
def test_who_enters_the_map_into_a_line_sets_it_off(draw: Draw) -> None:
    field = draw(setup={"second": entering("0801")})
    state = field.state({"1": ("S35", "0808")}, {"101": ("R35", ""), **FAR}, turn=1, dice="6")
    after = field.play(state, "1 P 0801", "101 0801 B1")
    assert [(e.data["target"], e.data["at"]) for e in after.found("shot")] == [("101", "0801")]
    assert after.found("entered", unit="101")
    assert not after.found("moved", unit="101", hex="0801")


@pytest.mark.rules("9.24b", "9.22b", "9.68")
def test_questions_of_one_phase_have_names_of_their_own(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810"), "2": ("S35", "0811"), "3": ("S35", "1210"), "4": ("S35", "1211")}
    state = field.state(units, {"101": ("PzIVE", "0705"), "102": ("PzIVE", "1104"), **FAR}, dice="6 6")
    first = field.stop_at(state, "1 P 0805\n2 P 0805\n3 P 1205\n4 P 1205", "101 C1\n102 D1 C1")
    names = [GAME.pending(first)["first"].id]
    second = GAME.apply(first, "first", Order("combine")).state
    names.append(GAME.pending(second)["first"].id)
    assert names == ["3.combine.2", "3.combine.4"]
    assert [unit.unit for unit in GAME.legal(second, "first").units] == ["3", "4"]
    over = field.state({"1": ("S35", "0808"), "2": ("S35", "0608")}, {"101": ("Ge infantry", "0807"), **FAR})
    struck = field.stop_at(over, "1 VA\n2 B1 VB")
    assert GAME.pending(struck)["second"].id == f"3.counter.8.{field.board.cell('0807')}"


@pytest.mark.rules("9.6a", "9.62a", "6.3a", "8.1", "7.0-gen-1")
def test_a_tank_that_comes_to_the_victims_help_bars_the_overrun(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("PzII", "0704"), **FAR}
    state = field.state({"1": ("S35", "0808")}, enemies)
    # 102 comes into 0806 at point 3, one before 1, and stops there in 1's zone; 1 does not mind it in the target hex.
    after = field.play(state, "1 A1 VA", "102 C1 D4")
    assert after.found("stopped", unit="102")
    assert after.found("stopped", unit="1")[0].rule == "9.6a"
    assert not after.found("overrun")
    assert after.where("1") == "0807"
    # Two units do not fit: the tank goes back to where it came from.
    assert after.where("102") == "0805"
    assert after.found("held", unit="101") == []


@pytest.mark.rules("9.62a", "9.63", "9.65", "9.62b")
def test_overrunners_drive_on_where_fire_has_left_nobody(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0608"), "3": ("B1", "0804")}
    state = field.state(units, {"101": ("Ge infantry", "0806", "D3"), **FAR}, dice="1")
    # 3 destroys the victim in Phase C; 1 and 2 cross in the empty hex, neither bars the other.
    after = field.play(state, "1 A1 VA\n2 A1 B1 VB\n3 N 0806")
    assert after.where("101") == "destroyed"
    assert not after.found("overrun")
    assert not after.found("stopped")
    assert (after.where("1"), after.where("2")) == ("0805", "0906")


@pytest.mark.rules("9.63", "9.68", "9.6a", "14.5-3", "9.62a")
def test_a_tank_with_riders_that_comes_late_is_not_overrun(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    units = {"1": ("S35", "0808"), "2": ("S35", "0714")}
    enemies = {
        "101": ("Ge infantry", "0806"), "102": ("BT7", "1108"), "103": ("Ru infantry", "1108", "on 102"), **FAR,
    }  # fmt: skip
    state = field.state(units, enemies, dice="1 6")
    # 1 goes through at 4 and is beyond at 5. 102 comes into the hex at 8, which keeps 2 out at 10.
    after = field.play(state, "1 A1 VA\n2 A7 VB", "102 F1 S5 F3")
    assert ("0806", "8") in after.entered("102")
    assert after.found("stopped", unit="2")[0].rule == "9.6a"
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["target"], over.data["defenders"]) == ("1", "101", 1)
    assert [e.data["unit"] for e in after.found("counterattack")] == ["101"]
    assert after.unit("102").level == after.unit("103").level == 0
    assert after.where("102") == after.where("103") == "0907"


@pytest.mark.rules("7.0-gen-3", "9.62a", "7.0-gen-1", "9.63")
def test_an_overrunner_that_cannot_get_out_goes_back(draw: Draw) -> None:
    field = draw(roads=[["0803", "0804", "0805"]])
    enemies = {"101": ("Ge infantry", "0806"), "102": ("PzII", "0803"), **FAR}
    state = field.state({"1": ("S35", "0808")}, enemies, dice="1 6")
    # 102 waits and comes into the hex beyond at 4, when 1 comes into the target hex.
    after = field.play(state, "1 A1 VA", "102 D1 S3 D1")
    assert after.entered("102") == [("0804", "½"), ("0805", "4")]
    assert len(after.found("overrun")) == 1
    assert after.found("stopped", unit="1")[0].rule == "7.0-gen-3"
    # Enemies never stay in one hex: it goes back along its way.
    assert after.where("1") == "0807"
    assert after.found("backed_up", unit="1")


@pytest.mark.rules("13.0-proc-3", "13.21b", "13.1a", "9.24a")
def test_nobody_is_entrenched_in_works_of_the_enemy(draw: Draw) -> None:
    field = draw()
    units = {"1": ("Fr infantry", "0806", "D3"), "2": ("S35", "0810")}
    enemies = {"101": ("Ge infantry", "0805"), "102": ("PzIVE", "0802"), **FAR}
    state = field.state(units, enemies, works=[("0806", "first")], dice="1 6")
    # 102 destroys the garrison, 101 walks in and is fired at: its own 6, and no more (K-52).
    after = field.play(state, "2 P 0807", "101 D1\n102 N 0806")
    assert after.where("1") == "destroyed"
    assert after.where("101") == "0806"
    assert not after.state.works
    assert after.found("abandoned")[0].data["side"] == "first"
    seen = field.state({"2": ("S35", "0810")}, enemies, works=[("0806", "first")], dice="6")
    (shot,) = field.play(seen, "2 P 0806", "101 D1").found("shot")
    assert shot.data["defence"] == 6


@pytest.mark.rules("7.0-gen-1", "14.0e")
def test_the_later_arrival_goes_back_whatever_its_number(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810"), "2": ("S35", "0807")}, {"101": ("PzII", "0904"), **FAR})
    # Both are stopped in 0804 by 101's zone: 2 at point 3, 1 at point 6.
    after = field.play(state, "1 A7 F1\n2 A5")
    assert (after.where("1"), after.where("2")) == ("0805", "0804")
    assert after.found("backed_up", unit="1")[0].rule == "7.0-gen-1"
    # Together: the higher number.
    twins = field.state({"1": ("S35", "0705"), "2": ("S35", "0805")}, {"101": ("PzII", "0904"), **FAR})
    after = field.play(twins, "1 B1 B3\n2 A4")
    assert (after.where("1"), after.where("2")) == ("0804", "0805")


@pytest.mark.rules("6.4a", "6.4c", "6.4d", "6.4b")
def test_all_of_the_losing_side_stop_and_so_does_the_winner(draw: Draw) -> None:
    field = draw(sides={"0410A": "ford"})
    # 0409 at point 2: 1 over the ford in one hex, 101 and 102 in two each.
    state = field.state({"1": ("R35", "0410")}, {"101": ("PzII", "0407"), "102": ("PzI", "0208"), **FAR})
    after = field.play(state, "1 A2", "101 D4\n102 C4")
    (contest,) = after.found("contest")
    assert (contest.data["unit"], contest.data["first"], contest.data["second"]) == ("1", "1", "101")
    assert (contest.data["hex"], contest.data["side"]) == ("0409", "first")
    assert (after.where("1"), after.where("101"), after.where("102")) == ("0409", "0408", "0309")
    assert [(e.data["unit"], e.rule) for e in after.found("stopped") if e.rule == "6.4d"] == [
        ("101", "6.4d"), ("102", "6.4d"),
    ]  # fmt: skip


@pytest.mark.rules("7.0-gen-3", "6.4a")
def test_enemies_do_not_change_places(draw: Draw) -> None:
    field = draw()
    # Next to each other, each plotted into the other's hex: both stay.
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0807"), **FAR})
    after = field.play(state, "1 A2", "101 D2")
    assert (after.where("1"), after.where("101")) == ("0808", "0807")
    assert {e.rule for e in after.found("stopped")} == {"7.0-gen-3"}
    assert not after.found("contest")


@pytest.mark.rules("11.23b", "6.4b", "6.4c", "11.22c")
def test_panic_and_contested_hexes(draw: Draw) -> None:
    field = draw(sides={"0410A": "ford"}, setup={"second": {"panic": 2}})
    # 101 bolts from 0407 to the south: 0409 at point 2 after two hexes. 1 comes over the ford after one: K-18.
    state = field.state({"1": ("FT17", "0410")}, {"101": ("PzII", "0407"), **FAR}, dice="4 2", panic="1 5")
    after = field.play(state, "1 A1", "101 A1")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"]) == ("6.4b", "1")
    # The panicked one has fewer hexes: it wins all the same (K-18).
    state = field.state({"1": ("S35", "0407")}, {"101": ("FT17", "0410"), **FAR}, dice="1 3")
    after = field.play(state, "1 D2", "101 D1")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["unit"], contest.data["how"]) == ("6.4b", "101", "fewer hexes moved")
    # Both panicked and alike: dice.
    both = field.state({"1": ("PzII", "0804")}, {"101": ("PzII", "0806"), **FAR}, dice="4 1 1 1 5 2", panic="2 3")
    after = field.play(both, "1 A1", "101 A1")
    (contest,) = after.found("contest")
    assert (contest.rule, contest.data["how"], contest.data["unit"]) == ("6.4c", "dice", "1")
    assert (after.where("1"), after.where("101")) == ("0805", "0806")


@pytest.mark.rules("5.1c", "6.3a", "8.0-gen-2", "5.1b")
def test_a_stop_lets_an_enemy_go_by_and_its_zone_with_it(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzII", "0405"), **FAR}
    # 101 drives from west to east past 0806's neighbours; without a stop 1 runs into it, with one it does not.
    state = field.state({"1": ("S35", "0812")}, enemies)
    straight = field.play(state, "1 A7", "101 C8")
    assert straight.found("stopped", unit="1")
    waiting = field.play(state, "1 A1 S4 A6", "101 C8")
    assert not waiting.found("stopped", unit="1")
    assert waiting.where("1") == "0805"


@pytest.mark.rules("14.0g", "9.82a", "9.82b", "12.2a", "6.0-gen-2", "14.0h", "6.1")
def test_a_truck_that_leaves_takes_its_load_and_what_is_hit_at_the_edge_is_out(draw: Draw) -> None:
    exits = Exits(hexes=("0801",), rule="14.5-6")
    field = draw(setup={"second": {"exits": exits}})
    pair = {"101": ("Truck", "0802"), "102": ("37mm", "0802", "on 101"), **FAR}
    after = field.play(field.state({"1": ("S35", "2010")}, pair), "", "101 A1 exit")
    assert after.where("101") == after.where("102") == "exited"
    (out,) = after.found("exited")
    assert (out.data["unit"], out.data["hex"], out.rule) == ("101", "0801", "14.0g")
    assert [unit.cell for unit in after.state.units[1:3]] == [-1, -1]
    # Destroyed in its last hex it does not leave.
    state = field.state({"1": ("B1", "0804")}, {"101": ("Truck", "0702"), **FAR}, dice="1")
    after = field.play(state, "1 P 0801", "101 B1 exit")
    assert after.where("101") == "destroyed"
    assert not after.found("exited")


@pytest.mark.rules("6.3a", "6.3b", "8.0-gen-2", "8.2", "8.3", "12.4")
def test_who_has_no_zone_stops_nobody_by_driving_past(draw: Draw) -> None:
    field = draw(hexes={"0807": "woods"})
    # 1 needs three points for the woods; meanwhile somebody comes next to it.
    empty = field.play(field.state({"1": ("S35", "0808")}, {"101": ("Truck", "0811"), **FAR}), "1 A1", "101 A1")
    assert (empty.where("101"), empty.where("1")) == ("0810", "0807")
    near = field.state({"1": ("S35", "0808")}, {"101": ("Truck", "0810"), **FAR})
    after = field.play(near, "1 A1", "101 A1")
    assert (after.where("101"), after.where("1")) == ("0809", "0807")
    assert not after.found("stopped", unit="1")
    # The truck itself is in 1's zone and goes no further; with infantry on board it stops 1 as well.
    pair = {"101": ("Truck", "0810"), "102": ("Ge infantry", "0810", "on 101"), **FAR}
    loaded = field.play(field.state({"1": ("S35", "0808")}, pair), "1 A1", "101 A1")
    assert (loaded.where("101"), loaded.where("1")) == ("0809", "0808")


@pytest.mark.rules("7.0-gen-3", "8.0-gen-4", "8.0-gen-3", "6.3a")
def test_a_hex_that_an_enemy_leaves_now_may_be_entered_now(draw: Draw) -> None:
    field = draw()
    # 101 goes from 0806 to 0805 and 1 follows into 0806 at the same point: it stops there, next to 101.
    for others in ({}, {"2": ("S35", "2010"), "3": ("S35", "2012")}):
        state = field.state({"1": ("S35", "0808"), **others}, {"101": ("PzII", "0805"), **FAR})
        after = field.play(state, "1 A3", "101 A2")
        assert after.where("101") == "0803"
        # Two points behind all the way: 0807 at 1, 0806 at 2, 0805 at 3.
        assert after.where("1") == "0805"
        close = field.state({"1": ("S35", "0807"), **others}, {"101": ("PzII", "0806"), **FAR})
        after = field.play(close, "1 A3", "101 A1")
        assert (after.where("101"), after.where("1")) == ("0805", "0806")
        assert after.found("stopped", unit="1")[0].rule == "6.3a"


@pytest.mark.rules("9.63", "9.62b", "9.68", "9.0-proc-ov-2")
def test_overruns_of_two_hexes_do_not_wait_for_each_other(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "1214")}
    enemies = {"101": ("Ge infantry", "0807"), "102": ("Ge infantry", "1207"), **FAR}
    after = field.play(field.state(units, enemies, dice="6 6 6 6"), "1 VA\n2 A6 VA")
    told = [(e.kind, e.data.get("hex")) for e in after.events if e.kind in ("moved", "overrun")]
    # 0807 at 3, and its overrun at once; 1207 at 9.
    assert told.index(("moved", "0807")) < told.index(("overrun", "0807")) < told.index(("moved", "0806"))
    assert told.index(("overrun", "1207")) > told.index(("moved", "1208"))
    assert (after.where("1"), after.where("2")) == ("0806", "1206")
    # Overruns of the two sides are two, and each has its own victims.
    both = field.state({"1": ("S35", "0808"), "2": ("Fr infantry", "1207")},
                       {"101": ("Ge infantry", "0807"), "102": ("PzII", "1208"), **FAR}, dice="6 6 6 6")  # fmt: skip
    after = field.play(both, "1 VA", "102 VA")
    assert [(e.data["side"], e.data["unit"], e.data["target"]) for e in after.found("overrun")] == [
        ("first", "1", "101"), ("second", "102", "2"),
    ]  # fmt: skip


@pytest.mark.rules("9.63", "9.62b", "9.82b", "9.36", "9.68", "9.35")
def test_an_overrunner_destroyed_in_the_target_hex_does_not_count(draw: Draw) -> None:
    field = draw()
    guns = {str(n): ("75mm", f"0{n - 96}01", "D") for n in range(102, 106)}
    enemies = {"101": ("Ge infantry", "0807"), **guns, **FAR}
    plot = "\n".join(f"{n} T 0807" for n in guns)
    # The four guns miss their own infantry, destroy 1 on entering at 3 and miss 2 at 4.
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0608")}, enemies, dice="6 6 6 6 1 1 1 1 6 6 6 6 1 6")
    after = field.play(state, "1 VA\n2 B1 VB", plot)
    assert after.found("destroyed")[0].data["hex"] == "0807"
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["attackers"], over.data["superiority"]) == ("2", 1, 2)
    # Nobody is asked whom it strikes back at: there is one.
    assert [e.data["target"] for e in after.found("counterattack")] == ["2"]
    assert (after.where("1"), after.where("2"), after.unit("101").level) == ("destroyed", "0907", 3)


@pytest.mark.rules("6.3b", "8.0-gen-2", "8.0-gen-3", "14.0c", "6.3a")
def test_who_enters_the_map_next_to_a_unit_at_the_edge_stops_it(draw: Draw) -> None:
    field = draw(setup={"second": entering("0801")}, hexes={"0902": "woods"})
    state = field.state({"1": ("S35", "0901")}, {"101": ("R35", ""), **FAR}, turn=1)
    # 1 needs three points for the woods; 101 comes on next to it at the first.
    after = field.play(state, "1 D1", "101 0801 D1")
    assert (after.where("1"), after.where("101")) == ("0901", "0801")
    assert after.found("stopped", unit="1")[0].rule == "6.3b"
    assert after.found("stopped", unit="101")[0].rule == "6.3a"
