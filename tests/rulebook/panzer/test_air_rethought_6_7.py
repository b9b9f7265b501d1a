"""6.7, 6.5.1: what a third reading found: damage at Fast speed, guns aboard, lines with too much in them, odds."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.orders import Task
from hulldown.games.panzer.faces.advanced_odds import odds
from hulldown.games.panzer.faces.los_tools import los
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.play.air import planes, sighting
from hulldown.games.panzer.rules.state import ELIMINATED
from support.advanced_fire import unit
from support.air_field import Sky

T34 = unit("T-34/85 M44", "0101")


def quad(hex_: str, **more: Any) -> Any:
    return unit("SdKfz 7/1", hex_, "A", "OW", known=False, **more)


@pytest.mark.rules("6.7.4.2.1-damaged-b", "6.7.3.1.1a", "6.7.4.1.1a", "6.7.3")
def test_6_7_4_2_1_slowed_down_it_has_flown_far_enough() -> None:
    """Seven hexes are too few at Fast speed and Low altitude (10), and enough at Slow (6): it fires its rockets here.

    A gun that has followed it for six hexes has tracked it, at Fast speed it would need eight; suppressed guns twelve.
    """
    field = Sky([T34], [unit("Truck", "0702"), quad("0806"), quad("0807"), quad("0808", suppressed="ON")], script="95")
    field.go()
    field.give("SA1 FLY 0712 A fast low")
    field.until("flak", "0706")
    truck, late, shaken = (field.index(name) for name in ("G1", "G3", "G4"))
    assert dict(field.flight.seen)[truck] == 7
    others = tuple([one for one in field.flight.tracked if one[0] not in (late, shaken)])
    planes.set_flight(field.state, tracked=tuple(sorted((*others, (late, 6), (shaken, 7)))))
    assert field.refused("G3 FLAK SA1") == "6.7.4.1.1a"
    assert field.give("G2 FLAK SA1") == "strike"
    assert (field.flight.speed, dict(field.flight.seen)[truck]) == ("slow", DONE)
    assert (dict(field.flight.tracked)[late], dict(field.flight.tracked)[shaken]) == (DONE, 7)
    assert field.offered()["SA1"]["ROCKET"] == ("G1",)
    assert field.give("SA1 ROCKET G1") == "flak"
    assert field.refused("G3 FLAK SA1") == ""
    assert field.refused("G4 FLAK SA1") == "6.7.4.1.1a"


@pytest.mark.rules("6.7.4.2.1-damaged-b", "6.7.3.1.1a", "6.7.3.1.1g", "6.7.3.1.2c")
def test_6_7_4_2_1_what_falls_short_at_slow_speed_too() -> None:
    field = Sky([T34], [unit("Truck", "0702"), quad("0806")])
    field.go()
    field.give("SA1 FLY 0712 A fast low")
    truck = field.index("G1")
    for seen, guided, then in ((5, 5, (5, 5)), (6, 5, (DONE, 5)), (9, 6, (DONE, DONE)), (DONE, DONE, (DONE, DONE))):
        planes.set_flight(field.state, speed="slow", seen=((truck, seen),), guided=((truck, guided),))
        sighting.recount(field.state, field.scene)
        assert (field.flight.seen, field.flight.guided) == (((truck, then[0]),), ((truck, then[1]),))


@pytest.mark.rules("6.7.3.1.2a", "6.7.3.1.2b", "6.7.3.1.2c", "6.7.3.1.1g")
@pytest.mark.parametrize("lives", [True, False])
def test_6_7_3_1_2_an_observer_that_is_lost_after_one_attack_serves_no_other(lives: bool) -> None:
    """One FO serves several aircraft with the same target, as long as it is there."""
    pair = '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\ncount = 2\n'
    observer = unit("Soviet Section", "1005", "A", "OW", labels=["FO"], known=False)
    field = Sky([observer], [unit("Truck", "0905"), quad("1505")], pair, script="2")
    field.go()
    field.give("SA1 FLY 0912 A slow low")
    field.until("strike", "0907")
    field.attack("SA1 ROCKET G1")
    field.until("fly")
    if not lives:
        field.unit("S1").status = ELIMINATED
    field.give("SA2 FLY 0912 A slow low")
    field.until("strike", "0907")
    assert field.refused("SA2 ROCKET G1") == ("" if lives else "6.7.3.1.1g")


@pytest.mark.rules("6.7.4")
def test_6_7_4_a_gun_aboard_is_told_why() -> None:
    carrier = unit("SdKfz 10", "0805", "A", "OW", known=False)
    field = Sky([T34], [carrier, unit("2cm FlaK 38 AAG", on="G1"), quad("0806")])
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    told = [(one.rule, one.message) for name in ("G1", "G2") for one in field.faults(f"{name} FLAK SA1")]
    assert told == [("6.7.4", "it has no AA row"), ("6.7.4", "it is aboard a carrier")]


@pytest.mark.rules("6.7.4", "6.7.4.1.1f", "6.2.1.1.4-overwatch-b", "6.7.4.1.1e")
def test_6_7_4_aa_fire_uses_up_the_overwatch_of_all_who_share_it() -> None:
    """G10: G3, which shares the command of G2, is shown and done; G4 has a command of its own."""
    sky = Sky([T34], [unit("Truck", "0702"), quad("0806", group=1), quad("0807", group=1), quad("0808")], script="2")
    sky.go()
    sky.give("SA1 FLY 0712 A slow low")
    sky.until("flak", "0706")
    assert [sky.refused(f"{name} FLAK SA1") for name in ("G2", "G3", "G4")] == ["", "", ""]
    sky.give("G2 FLAK SA1")
    assert [(one.rule, one.data["unit"]) for one in sky.events if one.kind == "spent"] == [
        ("6.2.1.1.4-overwatch-b", "G3")
    ]
    assert [(sky.detail(name).spent, sky.unit(name).known) for name in ("G2", "G3", "G4")] == [
        (False, True), (True, True), (False, False),
    ]  # fmt: skip
    sky.until("flak", "0705")
    assert [sky.refused(f"{name} FLAK SA1") for name in ("G2", "G3", "G4")] == ["6.7.4.1.1e", "6.7.4.1.1e", ""]


@pytest.mark.rules("6.7.2.3", "6.7.1b")
def test_6_7_2_a_line_with_too_much_in_it() -> None:
    """Of two directions none is taken, and a load has neither hex nor direction."""
    field = Sky([T34], [unit("Truck", "0705")], '[[soviet.aircraft]]\ncard = "Il-2m3"\n')
    field.go()
    with pytest.raises(MalformedError, match="B is a second direction"):
        field.order("SA1 FLY 0712 A B slow low")
    load = Task("SA1", "LOAD", choice="bombs")
    for more in ({"cells": (40,)}, {"facing": 0}, {"targets": ("G1",)}):
        task = Task("SA1", "LOAD", **{"choice": "bombs", **more})  # type: ignore[arg-type]
        found = planes.load_faults(field.state, field.scene, "soviet", (task,))
        assert [(one.rule, one.unit) for one in found] == [("6.7.1b", "SA1")]
    assert planes.load_faults(field.state, field.scene, "soviet", (load,)) == []


@pytest.mark.rules("6.5.1.13a", "5.6a")
@pytest.mark.parametrize(("range_", "observer", "void"), [(1, 5, True), (2, 1, False), (2, 99, False), (99, 5, True)])
def test_6_5_1_13_whether_it_can_fire_is_a_matter_of_its_own_range(range_: int, observer: int, void: bool) -> None:
    """K8: a mortar of at least two hexes does not reach the hex beside it because its observer is farther away."""
    found = odds("gp", {"attacker": "8cm GrW 34", "range": range_, "observer_range": observer,
                        "target": "Soviet Rifle squad"})  # fmt: skip
    assert ("void" in found) is void


@pytest.mark.rules("6.5.1.13b")
def test_6_5_1_13_the_flag_that_is_wrong_is_named() -> None:
    with pytest.raises(HulldownError, match="--observer-range is 0"):
        odds("gp", {"weapon": "Medium battery", "observer_range": 0, "target": "T-34/76 M43"})


@pytest.mark.rules("6.7.3.1.3a")
@pytest.mark.parametrize("flag", ["smoke", "barrage", "fire"])
def test_6_7_3_1_3_smoke_is_not_asked_about_from_above(flag: str) -> None:
    with pytest.raises(HulldownError, match=f"--{flag} does not belong to --altitude"):
        los("panzer-ridge", "0101", "0510", {"altitude": "low", flag: "9999"})
    assert los("panzer-ridge", "0101", "0510", {"altitude": "low"})["clear"]
