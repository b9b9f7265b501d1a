"""Combat where two rules meet: fire, overruns, zones and contests at work in the same moment (9.0 to 11.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.scenarios import Riders
from hulldown.games.kampfpanzer.faces import tools
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


@pytest.mark.rules("9.63", "9.62b", "6.3a")
def test_an_overrun_counts_though_the_last_of_the_others_is_stopped_by_a_zone(draw: Draw) -> None:
    field = draw()
    # 1 is through 0807 at point 4. 2 comes from the south-west and enters the zone of 102 in 0509 at point 5.
    units = {"1": ("S35", "0808"), "2": ("S35", "0514")}
    enemies = {"101": ("Ge infantry", "0807"), "102": ("PzII", "0408"), **FAR}
    state = field.state(units, enemies, dice="3 6")
    after = field.play(state, "1 VA\n2 A5 B2 VB")
    assert after.found("stopped", unit="2")[0].rule == "6.3a"
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["attackers"], over.data["result"]) == ("1", 1, "D2")
    assert after.unit("101").level == 2
    # With two that are through the owner of the victim is asked, and the rest of the movement goes on.
    units |= {"3": ("S35", "0806"), "4": ("PzII", "1612")}
    state = field.state(units, enemies, dice="3 1")
    plot = "1 VA\n2 A5 B2 VB\n3 VD\n4 A9"
    assert list(GAME.pending(field.stop_at(state, plot))) == ["second"]
    after = field.play(state, plot, answers=[("second", "101 3")])
    assert (after.found("overrun")[0].data["attackers"], after.unit("3").level) == (2, 1)
    assert after.where("4") == "1603"


@pytest.mark.rules("10.0-fn-3", "9.7-lim", "9.11a")
def test_fire_that_only_apart_is_strong_enough_may_be_plotted(draw: Draw) -> None:
    field = draw(hexes={"0806": "slope", "0805": "hilltop"}, sides={"0806A": "crest"})
    # 2 - 5 = -3 from below; with the one that fires through the crest 4 - 8 = -4.
    units = {"1": ("R35", "0809"), "2": ("R35", "0803")}
    state = field.state(units, {"101": ("B1", "0806"), **FAR}, dice="1")
    assert field.refused(state, "first", "1 N 0806") == []
    assert [(one.unit, one.rule) for one in field.refused(state, "first", "2 N 0806")] == [("2", "9.7-lim")]
    # Together with 1 the fire of 2 is no stronger: it can never count, that of 1 can.
    both = field.refused(state, "first", "1 N 0806\n2 N 0806")
    assert [(one.unit, one.rule) for one in both] == [("2", "9.7-lim")]
    strong = {"1": ("R35", "0809"), "2": ("H39", "0803"), "3": ("R35", "0709")}
    state = field.state(strong, {"101": ("A12", "0806"), **FAR}, dice="1 1")
    # 2 + 4 + 2 - 11 = -3 with all of them.
    assert field.refused(state, "first", "1 N 0806\n2 N 0806\n3 N 0806") == []


@pytest.mark.rules("6.4b", "9.62a", "8.1")
def test_an_overrunner_that_wins_the_hex_of_its_victim_goes_through(draw: Draw) -> None:
    field = draw()
    # At point 3 both come into 0807: 1 to overrun the gun, 102 to drive through. 1 has moved through fewer hexes.
    enemies = {"101": ("37mm", "0807", "D"), "102": ("PzII", "1106"), **FAR}
    state = field.state({"1": ("S35", "0808")}, enemies, dice="3 6")
    after = field.play(state, "1 VA", "102 E5")
    (contest,) = after.found("contest")
    assert (contest.data["unit"], contest.data["hex"], contest.rule) == ("1", "0807", "6.4b")
    assert after.where("102") == "0907"
    assert after.found("overrun")[0].data["result"] == "D2"
    assert after.where("1") == "0806"
    # The other way round it stops before its target.
    state = field.state({"1": ("S35", "0811")}, {**enemies, "102": ("PzII", "1006")})
    after = field.play(state, "1 A3 VA", "102 E1 S4 E2")
    assert after.found("contest")[0].data["unit"] == "102"
    assert (after.where("1"), after.found("overrun")) == ("0808", [])


@pytest.mark.rules("11.23b", "6.4c")
@pytest.mark.parametrize(
    ("panic", "bolts", "winner", "rule"),
    [
        ("1 1", "", "101", "6.4c"),
        ("2 1", "3 6", "101", "11.23b"),
        ("1 2", "5 6", "1", "11.23b"),
        ("2 2", "3 6 5 6", "101", "6.4c"),  # against another that panics the allowance counts
    ],
)
def test_panic_decides_a_contest_only_against_a_unit_that_keeps_its_head(
    draw: Draw, panic: str, bolts: str, winner: str, rule: str
) -> None:
    field = draw()
    # 1 (allowance 10) and 101 (15) come into 0805 at point 2, after a hex each; whoever panics bolts the same way.
    state = field.state({"1": ("H39", "0604")}, {"101": ("PzII", "1004"), **FAR}, dice=f"{bolts} 6 1", panic=panic)
    after = field.play(state, "1 C4", "101 E4")
    assert len(after.found("panicked")) == panic.count("2")
    (contest,) = after.found("contest")
    assert (contest.data["hex"], contest.data["unit"], contest.rule) == ("0805", winner, rule)
    assert not after.found("contest_dice")


@pytest.mark.rules("14.5-3", "9.11b")
def test_the_odds_at_a_tank_with_riders_are_those_of_the_tank(draw: Draw) -> None:
    field = draw(setup={"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}})
    pair = {"101": ("BT7", "0808"), "102": ("Ru infantry", "0808", "on 101"), **FAR}
    view = GAME.view(field.state({"1": ("37mm", "0804", "D"), "2": ("Br infantry", "0803")}, pair), "first")
    cell = field.board.cell("0808")
    asked = [tools.odds_in_view(view, {"attacker": who, "target": at}) for who, at in
             (("1", cell), ("1", "101"), ("1", "102"), ("2", "102"))]  # fmt: skip
    assert [one["superiority"] for one in asked] == [2, 2, 2, 3]
    assert asked[0]["target"] == "101"


@pytest.mark.rules("9.62b", "9.63", "9.64", "9.68")
@pytest.mark.parametrize(("count", "dug", "superiority"), [(6, False, 7), (6, True, 5), (3, True, 1), (5, False, 6)])
def test_one_to_six_units_overrun_a_stack(draw: Draw, count: int, dug: bool, superiority: int) -> None:
    field = draw()
    around = [("0808", "A"), ("0708", "B"), ("0707", "C"), ("0806", "D"), ("0907", "E"), ("0908", "F")][:count]
    units = {str(n): ("S35", label) for n, (label, _) in enumerate(around, 1)}
    enemies = {"101": ("Ge infantry", "0807"), "102": ("37mm", "0807", "A"), **FAR}
    works = [("0807", "second")] if dug else []
    state = field.state(units, enemies, dice="6 2 2", works=works)
    plot = "\n".join(f"{n} V{way}" for n, (_, way) in enumerate(around, 1))
    asked = field.stop_at(state, plot, "101 A1\n102 D")
    assert list(GAME.pending(asked)) == ["second"]
    assert [unit.unit for unit in GAME.legal(asked, "second").units] == ["101", "102"]
    after = field.play(state, plot, "101 A1\n102 D", answers=[("second", "101 2\n102 2")])
    (over,) = after.found("overrun")
    assert (over.data["attackers"], over.data["defenders"]) == (count, 4 if dug else 2)
    assert over.data["superiority"] == superiority
    # Both strike at the same one: their results add up, and it still ends beyond.
    assert [e.data["superiority"] for e in after.found("counterattack")] == [-2, -2]
    assert after.unit("2").level == 2
    assert after.where("2") == "0907"
    assert len({after.where(name) for name in units}) == count
    assert after.where("101") in ("0807", "destroyed")
    assert after.unit("102").facing == 0 or after.where("102") == "destroyed"


@pytest.mark.rules("9.82b", "9.32a", "9.24a", "9.92")
def test_shells_and_opportunity_fire_at_the_same_point_add_up_and_destroy_at_once(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810"), "2": ("75mm", "0814", "A")}
    # Entering 0805: tight H fire D1, then S35 at +2 with die 1: D3. Four levels.
    state = field.state(units, {"101": ("PzII", "0705"), **FAR}, dice="1 1")
    after = field.play(state, "1 P 0802\n2 T 0805", "101 C3")
    assert [e.data["result"] for e in after.events if e.kind in ("shelled", "shot")] == ["D1", "D3"]
    assert after.where("101") == "destroyed"
    assert after.found("destroyed")[0].data["hex"] == "0805"
    assert after.state.wrecks == [field.board.cell("0805")]


@pytest.mark.rules("9.81a", "5.0-gen-4", "9.71-d4", "9.81c")
def test_who_is_destroyed_in_the_combat_phase_has_fired_all_the_same(draw: Draw) -> None:
    field = draw()
    units = {"1": ("PzII", "0808"), "2": ("75mm", "0812", "A"), "3": ("S35", "2010")}
    enemies = {"101": ("S35", "0806"), "102": ("B1", "0608"), "103": ("Truck", "0503"), "104": ("BT7", "0810"), **FAR}
    # 101 and 102 fire at 1 (two attacks, D2 each and more), 104 at the gun; 1 fires back at 101, the gun shells 0606.
    state = field.state(units, enemies, dice="3 1 1 1 2")
    after = field.play(state, "1 N 0806\n2 L 0604", "101 N 0808\n102 N 0808\n104 N 0812\n103 D2\nfire CF apart")
    assert after.found("shot", unit="1")
    assert after.where("1") == after.where("2") == "destroyed"
    assert {e.step for e in after.found("destroyed")} == {"fire"}
    # The impact marker lies on: the truck is attacked in 0504 and 0505.
    assert [e.data["hex"] for e in after.found("shelled", unit="103")] == ["0504", "0505"]


@pytest.mark.rules("11.12b", "9.71-p")
def test_a_panicked_unit_that_is_pinned_does_not_bolt(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("PzIVE", "0804")}, {"101": ("R35", "0807")}, dice="6 1 6", panic="2 1")
    after = field.play(state, "1 A2", "101 N 0804")
    assert after.found("panicked", unit="1")
    assert after.found("pinned", unit="1")
    assert not after.found("panic_move")
    assert after.where("1") == "0804"


@pytest.mark.rules("11.0-gen-2", "9.32b")
def test_a_panicked_gun_lays_no_pattern(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("75mm", "0814", "A")}, {"101": ("Ge infantry", "0806")}, panic="2 1")
    after = field.play(state, "1 L 0806")
    assert after.found("panicked", unit="1")
    assert not after.found("impact")
    assert not after.found("shelled")


@pytest.mark.rules("9.37c", "9.39-6", "9.39-2", "9.36")
def test_tight_fire_at_movers_in_woods_adds_one_in_the_column_for_movers(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods"})
    for die, result, row in ((1, "D1", "9.39-2"), (2, "none", "9.39-3"), (6, "none", "9.39-6")):
        state = field.state({"1": ("75mm", "0812", "A")}, {"101": ("PzII", "0805"), **FAR}, dice=f"{die}")
        (hit,) = field.play(state, "1 T 0806", "101 D1").found("shelled")
        assert (hit.data["column"], hit.data["result"], hit.rule) == ("moving", result, row)


@pytest.mark.rules("9.11b", "9.12a", "9.12b", "5.21c", "9.71-d4")
def test_two_units_in_a_hex_are_attacked_together_or_one_of_them(draw: Draw) -> None:
    field = draw()
    pair = {"101": ("Ge infantry", "0806"), "102": ("37mm", "0806", "D"), **FAR}
    units = {"1": ("B1", "0808"), "2": ("B1", "0810"), "3": ("B1", "0708")}
    # 1 and 2 at both (14 + 14 - 10), 3 at the gun alone (14 - 4): one die for both, and 3 is an attack of its own.
    state = field.state(units, pair, dice="6 6")
    assert [one.rule for one in field.refused(state, "first", "1 N 0806 101 102")] == ["5.21c"]
    after = field.play(state, "1 N 0806\n2 N 0806\n3 N 0806 102\nfire CF together")
    shots = [(e.data["unit"], e.data["target"], e.data["superiority"]) for e in after.found("shot")]
    assert sorted(shots) == [("1 2", "101 102", 18), ("3", "102", 10)]
    assert after.where("101") == after.where("102") == "destroyed"
    # The one named suffers alone; a result of one attack is for both.
    named = field.play(field.state({"1": ("S35", "0808")}, pair, dice="1"), "1 N 0806 101")
    assert (named.unit("101").level, named.unit("102").level) == (2, 0)
    both = field.play(field.state({"1": ("B1", "0808")}, pair, dice="1"), "1 N 0806")
    assert both.found("shot")[0].data["superiority"] == 4
    assert (both.unit("101").level, both.unit("102").level) == (3, 3)
    assert len(both.found("shot")) == 1


@pytest.mark.rules("9.0-gen-3", "9.22a")
def test_a_unit_fires_once_in_a_turn(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzII", "0705"), "102": ("PzII", "0603"), **FAR}
    state = field.state({"1": ("S35", "0810")}, enemies, dice="6 1")
    after = field.play(state, "1 P 0802", "101 C3\n102 C3")
    assert [e.data["target"] for e in after.found("shot")] == ["101"]
    assert after.entered("102")[-1][0] == "0905"
    twice = field.refused(state, "first", "1 P 0802\n1 P 0803")
    assert [one.rule for one in twice] == ["5.0-gen-1"]


@pytest.mark.rules("13.0-proc-3", "13.0-proc-2", "9.24a")
def test_an_entrenchment_helps_a_tank_that_drives_through_it(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods"})
    state = field.state(
        {"1": ("S35", "0705")}, {"101": ("PzIVE", "0803"), **FAR}, dice="6", works=[("0806", "first")]
    )  # fmt: skip
    after = field.play(state, "1 D1 C2", "101 P 0806")
    assert after.found("shot")[0].data["at"] == "0806"
    # "Any unit in its hex": four instead of what the woods give.
    assert after.found("shot")[0].data["defence"] == 8


@pytest.mark.rules("9.67", "9.25", "9.21")
def test_a_victim_keeps_its_fire_and_hits_the_overrunner_before_it_is_overrun(draw: Draw) -> None:
    field = draw()
    # 101 waits in 0806 for whoever comes along 0807 and 0808; 1 is hit next to it (2 x 3 - 4 = 2, die 1: D3).
    enemies = {"101": ("37mm", "0806", "D"), **FAR}
    state = field.state({"1": ("S35", "0810")}, enemies, dice="6 1")
    after = field.play(state, "1 A3 VA", "101 P 0808")
    assert [(e.data["at"], e.data["superiority"]) for e in after.found("shot")] == [("0808", -1)]
    assert after.found("overrun")
    near = field.play(field.state({"1": ("S35", "0808")}, enemies, dice="1"), "1 A1 VA", "101 P 0807")
    assert [(e.data["at"], e.data["superiority"], e.data["result"]) for e in near.found("shot")] == [("0807", 2, "D3")]
    assert (near.where("1"), near.found("overrun")) == ("0807", [])


@pytest.mark.rules("9.32a", "9.33b", "13.23", "9.34c", "9.62a")
def test_a_loose_pattern_on_an_entrenched_stack_that_is_overrun(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("37mm", "0806", "D"), "103": ("Ge infantry", "0906"), **FAR}
    units = {
        "1": ("75mm", "0814", "A"),
        "2": ("APC", "0810"),
        "3": ("Fr infantry", "0810", "on 2"),
        "4": ("Truck", "0706"),
    }
    state = field.state(units, enemies, dice="3 2 2 2 3 3", works=[("0806", "second")])
    after = field.play(state, "1 L 0806\n2 A3 VA\n4 D2", "")
    columns = {(e.data["unit"], e.data["hex"]): e.data["column"] for e in after.found("shelled")}
    # Entrenched ones count as moving, those in the open who stand still do not; the APC drives through unhurt.
    assert columns == {
        ("101", "0806"): "moving", ("102", "0806"): "moving", ("103", "0906"): "static", ("4", "0706"): "moving",
        ("4", "0707"): "moving",
    }  # fmt: skip
    (over,) = after.found("overrun")
    assert (over.data["attackers"], over.data["defenders"]) == (1, 4)
    # Both victims were disrupted by the shells in Phase C and do not strike back.
    assert not after.found("counterattack")


@pytest.mark.rules("9.23a", "9.13b", "9.16-b1", "9.21")
def test_a_hex_of_the_line_that_the_firer_does_not_see_triggers_nothing(draw: Draw) -> None:
    field = draw(sides={"0708F": "woods"})
    # The line 0810-0405 is clear and passes 0506, but the line to the middle of 0506 is blocked.
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0505"), **FAR}, dice="6")
    ground, cell = scene_of(state).ground, field.board.cell
    assert ground.sight.clear(cell("0810"), cell("0405"))
    assert not ground.sight.clear(cell("0810"), cell("0506"))
    assert ground.lane(cell("0810"), cell("0405")).has(cell("0506"))
    after = field.play(state, "1 P 0405", "101 D1 F1")
    assert after.entered("101") == [("0506", "1"), ("0405", "2")]
    assert [e.data["at"] for e in after.found("shot")] == ["0405"]


@pytest.mark.rules("9.16-c1", "9.24a", "9.22a")
def test_woods_on_the_line_beyond_three_hexes_trigger_nothing(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods", "0807": "woods"})
    # 101 enters 0806, four hexes away; the next one comes into 0807, three hexes away, and is fired at.
    enemies = {"101": ("PzII", "0706"), "102": ("PzII", "0708"), **FAR}
    state = field.state({"1": ("S35", "0810")}, enemies, dice="6")
    after = field.play(state, "1 P 0805", "101 C1")
    assert (after.where("101"), after.found("shot")) == ("0806", [])
    after = field.play(state, "1 P 0805", "102 B1")
    assert [(e.data["at"], e.data["superiority"]) for e in after.found("shot")] == [("0807", 0)]


@pytest.mark.rules("9.22b")
def test_of_those_that_come_in_at_one_point_the_nearest_is_fired_at_whatever_the_order(draw: Draw) -> None:
    field = draw()
    for one, other in (("0703", "0706"), ("0706", "0703")):
        state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", one), "102": ("PzII", other), **FAR}, dice="6")
        (shot,) = field.play(state, "1 P 0802", "101 C1\n102 C1").found("shot")
        assert shot.data["at"] == "0806"


@pytest.mark.rules("9.6a", "6.1", "8.1", "6.3a")
def test_without_anybody_left_to_overrun_a_unit_only_moves(draw: Draw) -> None:
    field = draw()
    # 2 destroys the infantry in 0806 in Phase C.
    units = {"1": ("S35", "0808"), "2": ("B1", "0609")}
    enemies = {"101": ("Ru infantry", "0806", "D3"), **FAR}
    after = field.play(field.state(units, enemies, dice="1", panic="2 2"), "1 A1 VA\n2 N 0806")
    assert after.where("101") == "destroyed"
    # It goes as plotted (6.1).
    assert after.entered("1") == [("0807", "1"), ("0806", "4"), ("0805", "5")]
    assert not after.found("overrun")
    watched = field.state(units, {**enemies, "103": ("PzII", "0906")}, dice="1", panic="2 2")
    after = field.play(watched, "1 A1 VA\n2 N 0806")
    # The zone of 103 holds in 0806, as for everybody who moves.
    assert (after.where("1"), after.found("stopped", unit="1")[0].rule) == ("0806", "6.3a")
