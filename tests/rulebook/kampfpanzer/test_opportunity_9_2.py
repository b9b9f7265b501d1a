"""Opportunity Fire (9.2): lines, who triggers them, what is combined; and the example 9.24a."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]


@pytest.mark.rules("9.24-ex", "9.23a", "9.23b", "9.24a", "9.24b", "9.0-proc-of-1", "9.0-proc-of-2")
def test_the_example(draw: Draw) -> None:
    field = draw()
    units = {"1": ("H39", "0305"), "2": ("R35", "0608")}
    state = field.state(units, {"101": ("PzIVE", "0603")}, dice="2 2", panic="2 2")
    plot = "1 P 0905\n2 P 0605"
    asked = field.stop_at(state, plot, "101 D2")
    # Entering 0604 has triggered nobody, entering 0605 both: the player is asked.
    assert asked.stack[-1].step == "answer"
    assert GAME.pending(asked)["first"].rule == "9.24b"
    (volley,) = GAME.view(asked, "first").volleys
    assert [(way.groups, [salvo.superiority for salvo in way.salvos]) for way in volley.ways] == [
        ("11", [2]), ("12", [0, -2]),
    ]  # fmt: skip
    together = field.play(state, plot, "101 D2", answers=[("first", "")])
    assert [(e.data["unit"], e.data["at"], e.data["superiority"]) for e in together.found("shot")] == [
        ("1 2", "0605", 2)
    ]
    apart = field.play(state, plot, "101 D2", answers=[("first", "1 1\n2 2")])
    assert [e.data["superiority"] for e in apart.found("shot")] == [0, -2]


@pytest.mark.rules("9.24-ex", "9.24b")
def test_fire_set_off_in_different_hexes_is_not_combined(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "1604"), "2": ("B1", "1507")}, {"101": ("PzIIID", "1203")}, dice="6 6", panic="1 1"
    )
    after = field.play(state, "1 P 1004\n2 P 1105", "101 D2")
    assert [(e.data["unit"], e.data["at"]) for e in after.found("shot")] == [("1", "1204"), ("2", "1205")]


@pytest.mark.rules("9.21", "9.0-gen-3")
def test_without_an_enemy_in_its_line_the_firer_does_nothing(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0204")})
    after = field.play(state, "1 P 0803", "101 C1")
    assert after.found("no_target", unit="1")
    assert not after.found("shot")


@pytest.mark.rules("9.22a", "9.22b")
def test_the_first_by_points_then_the_nearest_triggers(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0810")}
    enemies = {"101": ("PzII", "0705"), "102": ("PzII", "0703")}
    # Both enter the line at point 1: 101 in 0805, nearer to the firer, 102 in 0803.
    state = field.state(units, enemies, dice="6")
    after = field.play(state, "1 P 0802", "101 C1\n102 C1")
    assert [(e.data["target"], e.data["at"]) for e in after.found("shot")] == [("101", "0805")]
    # 102 comes in a point earlier, though farther away; and nobody is fired at a second time.
    late = field.play(field.state(units, {"101": ("PzII", "0605"), "102": ("PzII", "0703")}, dice="6"),
                      "1 P 0802", "101 C3\n102 C2")  # fmt: skip
    assert [e.data["target"] for e in late.found("shot")] == ["102"]


@pytest.mark.rules("9.23a", "9.0-proc-of-1")
def test_the_target_hex_counts_and_what_lies_behind_it_does_not(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0705")}, dice="6")
    assert field.play(state, "1 P 0805", "101 C1").found("shot")
    assert not field.play(state, "1 P 0806", "101 C1").found("shot")


@pytest.mark.rules("9.24a", "9.83", "9.82a")
def test_it_is_resolved_like_direct_fire_but_nobody_is_pinned(draw: Draw) -> None:
    field = draw(hexes={"0807": "woods"})
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzIVE", "0707")}, dice="5")
    after = field.play(state, "1 P 0807", "101 C1")
    (shot,) = after.found("shot")
    # 5 against 4 + 2: at -1 die 5 pins, which is nothing now.
    assert (shot.data["defence"], shot.data["superiority"], shot.data["result"]) == (6, -1, "none")
    assert not after.found("pinned")


@pytest.mark.rules("9.82a", "9.82b")
def test_a_unit_that_is_hit_completes_its_move_and_a_destroyed_one_does_not(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0705"), "102": ("PzII", "2002")}, dice="2")
    after = field.play(state, "1 P 0803", "101 C3")
    assert (after.where("101"), after.unit("101").level) == ("1006", 2)
    assert after.found("disrupted")[0].step == "move"
    dead = field.state({"1": ("B1", "0808")}, {"101": ("PzI", "0705"), "102": ("PzII", "2002")}, dice="1")
    after = field.play(dead, "1 P 0803", "101 C3")
    assert after.where("101") == "destroyed"
    assert after.found("destroyed")[0].data["hex"] == "0805"
    assert after.found("destroyed")[0].rule == "9.82b"


@pytest.mark.rules("9.25", "9.16-u")
def test_no_line_through_an_enemy_but_through_friends(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzII", "0804"), "102": ("PzII", "0706")}
    state = field.state({"1": ("S35", "0810"), "2": ("S35", "0808")}, enemies, dice="6")
    assert [one.rule for one in field.refused(state, "first", "1 P 0804")] == ["9.25"]
    assert [one.rule for one in field.refused(state, "first", "1 P 0803")] == ["9.25"]
    assert field.refused(state, "first", "1 P 0805") == []
    # A friend in the line neither triggers nor masks.
    after = field.play(state, "1 P 0805\n2 A1", "102 C1")
    assert [e.data["target"] for e in after.found("shot")] == ["102"]
    offered = next(unit for unit in GAME.legal(state, "first").units if unit.unit == "1")
    cells = {field.board.labels[c] for o in offered.options if o.kind == "P" for c in o.cells}
    assert "0805" in cells
    assert not cells & {"0804", "0803", "0802"}


@pytest.mark.rules("9.51-hard", "9.22a")
def test_who_cannot_be_fired_at_does_not_trigger(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzII", "0705"), "102": ("Ge infantry", "0803"), "103": ("Ge infantry", "0904")}
    state = field.state({"1": ("Br infantry", "0810")}, enemies, dice="6")
    # Rifles do not fire at tanks.
    after = field.play(state, "1 P 0805", "101 C1")
    assert not after.found("shot")
    assert after.found("no_target", unit="1")


@pytest.mark.rules("9.71-p", "9.71-eff")
def test_pinned_units_keep_their_opportunity_fire_disrupted_ones_lose_it(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("R35", "0814"), "102": ("PzII", "0705")}
    pinned = field.state({"1": ("PzIVE", "0810")}, enemies, dice="6 6")
    after = field.play(pinned, "1 P 0805", "101 N 0810\n102 C1")
    assert after.found("pinned", unit="1")
    assert after.found("shot", unit="1")
    hit = field.state({"1": ("PzIVE", "0810")}, enemies, dice="1 6")
    after = field.play(hit, "1 P 0805", "101 N 0810\n102 C1")
    assert after.unit("1").level == 1
    assert not after.found("shot", unit="1")
