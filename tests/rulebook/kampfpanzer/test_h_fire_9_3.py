"""H fire (9.3): patterns, who is under them and when, the two columns, towns and woods; guns that turn (9.4)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.data.face import face_parts
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
GUN = {"1": ("75mm", "0812", "A")}


@pytest.mark.rules("9.31", "9.32a", "9.32b", "9.0-proc-h-2", "9.0-proc-h-3", "9.33a", "9.34a")
def test_tight_fire_hits_who_starts_in_the_hex_and_who_comes_through_it(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Ge infantry", "0806"), "102": ("PzII", "0608"), "103": ("PzII", "0805")}
    state = field.state(GUN, enemies, dice="1 1")
    halfway = field.stop_at(state, "1 T 0806")
    assert not halfway.impacts
    after = field.play(state, "1 T 0806", "102 B4\n103 B1")
    # 101 in Phase C, static: D3; nobody else comes through 0806.
    assert [(e.data["unit"], e.data["result"], e.step) for e in after.found("shelled")] == [("101", "D3", "fire")]
    through = field.play(
        field.state(GUN, {"102": ("PzII", "0706"), "103": ("PzII", "2002")}, dice="1"), "1 T 0806", "102 C2"
    )
    # A tank moving through it: hard targets are hit by a tight pattern, in the column for movers.
    (hit,) = through.found("shelled")
    assert (hit.data["unit"], hit.data["column"], hit.data["result"], hit.step) == ("102", "moving", "D1", "move")
    assert (through.where("102"), through.unit("102").level) == ("0907", 1)
    assert not through.state.impacts


@pytest.mark.rules("9.33b", "9.36", "9.32a")
def test_loose_fire_hits_seven_hexes_and_never_hard_targets(draw: Draw) -> None:
    field = draw()
    ring = ["0806", "0805", "0906", "0907", "0807", "0707", "0706"]
    enemies = {str(101 + n): ("Ge infantry", label) for n, label in enumerate(ring)}
    state = field.state(GUN, {**enemies, "110": ("37mm", "0806", "D"), "111": ("37mm", "0804", "D")}, dice="6 " * 9)
    after = field.play(state, "1 L 0806")
    assert sorted(str(e.data["unit"]) for e in after.found("shelled")) == [*(str(101 + n) for n in range(7)), "110"]
    tanks = field.state(GUN, {"101": ("PzII", "0806"), "102": ("Truck", "0705")}, dice="3 3")
    after = field.play(tanks, "1 L 0806", "102 C3")
    # The truck is attacked in every hex of the pattern it enters: 0805 and 0906, not 1006.
    assert [e.data["hex"] for e in after.found("shelled")] == ["0805", "0906"]
    assert not after.found("shelled", unit="101")


@pytest.mark.rules("9.32a")
def test_own_units_suffer_too(draw: Draw) -> None:
    field = draw()
    state = field.state({**GUN, "2": ("Fr infantry", "0807")}, {"101": ("Ge infantry", "0806")}, dice="1 1")
    assert sorted(e.data["unit"] for e in field.play(state, "1 L 0806").found("shelled")) == ["101", "2"]


@pytest.mark.rules("9.34c", "9.38")
@pytest.mark.parametrize(
    ("unit", "plot", "column"),
    [
        (("Ge infantry", "0806"), "101 A1", "moving"),
        (("Ge infantry", "0806"), "101 P 0803", "static"),
        (("Ge infantry", "0806"), "", "static"),
        (("37mm", "0806", "D"), "101 A", "static"),
    ],
)
def test_moving_is_who_was_plotted_to_move(draw: Draw, unit: tuple[str, ...], plot: str, column: str) -> None:
    field = draw()
    state = field.state(GUN, {"101": unit}, dice="6")
    (hit,) = field.play(state, "1 T 0806", plot).found("shelled")
    assert hit.data["column"] == column


@pytest.mark.rules("9.38")
def test_embarking_units_are_static(draw: Draw) -> None:
    field = draw()
    state = field.state(GUN, {"101": ("Ge infantry", "0806"), "102": ("Truck", "0805")}, dice="6 6")
    after = field.play(state, "1 L 0806", "101 M\n102 M 0806")
    assert {e.data["column"] for e in after.found("shelled")} == {"static"}


@pytest.mark.rules("9.34c")
def test_a_mover_that_is_pinned_or_panics_still_counts_as_moving(draw: Draw) -> None:
    field = draw()
    # 101 in 0804 panics at die 2 (digit 4): it was plotted to move.
    state = field.state(
        GUN, {"101": ("Ge infantry", "0804"), "102": ("Ge infantry", "0904")}, dice="6 6 1", panic="1 2"
    )
    after = field.play(state, "1 L 0804", "101 A1\n102 P 0901")
    columns = {e.data["unit"]: e.data["column"] for e in after.found("shelled") if e.step == "fire"}
    # 102 panicked as well, but was not to move.
    assert columns == {"101": "moving", "102": "static"}


@pytest.mark.rules("9.35")
def test_each_gun_attacks_by_itself(draw: Draw) -> None:
    field = draw()
    guns = {"1": ("75mm", "0812", "A"), "2": ("75mm", "0612", "B")}
    state = field.state(guns, {"101": ("Ge infantry", "0806")}, dice="4 4")
    after = field.play(state, "1 T 0806\n2 L 0806")
    assert [(e.data["by"], e.data["result"]) for e in after.found("shelled")] == [("1", "D1"), ("2", "D1")]
    assert after.unit("101").level == 2


@pytest.mark.rules("9.37a", "9.37b", "9.37c", "9.34b")
@pytest.mark.parametrize("terrain", ["town", "woods"])
def test_towns_and_woods(draw: Draw, terrain: str) -> None:
    field = draw(hexes={"0806": terrain})
    state = field.state(GUN, {"101": ("Ge infantry", "0806")}, dice="2")
    # From six hexes away; loose: counts as moving; tight: one is added to the die.
    (loose,) = field.play(state, "1 L 0806").found("shelled")
    assert (loose.data["column"], loose.data["result"]) == ("moving", "D1")
    (tight,) = field.play(state, "1 T 0806").found("shelled")
    assert (tight.data["column"], tight.data["die"], tight.data["result"]) == ("static", 2, "D2")
    five = field.play(field.state(GUN, {"101": ("Ge infantry", "0806")}, dice="5"), "1 T 0806")
    assert five.found("shelled")[0].data["result"] == "none"


@pytest.mark.rules("13.23", "9.37c")
def test_entrenched_units(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods"})
    works = [("0806", "second")]
    state = field.state(GUN, {"101": ("Ge infantry", "0806")}, dice="2", works=works)
    (loose,) = field.play(state, "1 L 0806").found("shelled")
    assert (loose.data["column"], loose.data["result"]) == ("moving", "D1")
    # K-30: tight fire is normal; the entrenchment stands in place of the woods.
    (tight,) = field.play(state, "1 T 0806").found("shelled")
    assert (tight.data["column"], tight.data["result"]) == ("static", "D2")
    # The legend says the same: an entrenchment does not keep loose fire off.
    told = next(area.what for area in face_parts()[""].areas if area.kind == "loose")
    assert told.endswith("whoever is entrenched, in woods or in a town counts as moving")


@pytest.mark.rules("9.81c", "9.32b")
def test_h_fire_goes_on_whatever_happens_to_the_gun(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzIIID", "0810"), "102": ("Truck", "0705")}
    state = field.state({**GUN, "2": ("S35", "2010")}, enemies, dice="1 1")
    after = field.play(state, "1 L 0806", "101 N 0812\n102 C2")
    # 5 - 1 = 4: D3. The truck is attacked in 0805 all the same.
    assert after.unit("1").level == 3
    assert after.found("shelled", unit="102")[0].data["hex"] == "0805"


@pytest.mark.rules("9.31", "9.4c", "9.13b")
def test_it_needs_sight_and_arc_like_other_fire(draw: Draw) -> None:
    field = draw(sides={"0808A": "woods"})
    state = field.state(GUN, {"101": ("Ge infantry", "0806")})
    assert [one.rule for one in field.refused(state, "first", "1 T 0806")] == ["9.16-b1"]
    assert [one.rule for one in field.refused(state, "first", "1 L 0816")] == ["9.4c"]


@pytest.mark.rules("9.4e", "9.4f", "9.4b", "5.33")
def test_a_gun_turns_when_all_movement_is_over(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("25mm", "0812", "A"), "2": ("S35", "2010")}, {"101": ("PzII", "0806")})
    offered = next(unit for unit in GAME.legal(state, "first").units if unit.unit == "1")
    assert next(o.facings for o in offered.options if o.kind == "FC") == (1, 2, 3, 4, 5)
    after = field.play(state, "1 D", "101 B1")
    kinds = [e.kind for e in after.events]
    assert after.unit("1").facing == 3
    assert kinds.index("turned") > kinds.index("moved")
    # Plotted to be overrun it does not turn, even if the overrun fails.
    state = field.state({"1": ("25mm", "0808", "A"), "2": ("S35", "0906")}, {"101": ("PzII", "0804")})
    after = field.play(state, "1 D", "101 D3 VD")
    assert after.where("101") == "0805"
    assert after.unit("1").facing == 0
    assert after.found("failed", unit="1")[0].rule == "9.4f"
