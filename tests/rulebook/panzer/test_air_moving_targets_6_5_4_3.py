"""Vehicles under an attack from the air: their owner may show that they move (6.5.4.3-target-vehicle-moving)."""

from __future__ import annotations

import pytest

from support.advanced_fire import unit
from support.air_field import Sky

TRUCK, T34, RIFLE, QUAD = "Truck", "T-34/85 M44", "German Rifle squad", "SdKfz 7/1"
PLAIN = unit(T34, "0101")


def hidden(card: str, hex_: str, command: str = "MOVE"):
    return unit(card, hex_, "A", command, known=False)


def strafed(*german, soviet=(PLAIN,), **more) -> Sky:
    """A strafing attack on the first German, announced; it also strikes the two hexes beyond."""
    field = Sky(list(soviet), list(german), **more)
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0709")
    field.attack("SA1 STRAFE G1")
    return field


def nets(field: Sky) -> dict[str, int]:
    return {data["target"]: data["net"] for data in field.all_of("air_strike")}


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b", "6.5.4.3-target-vehicle-moving-a")
def test_the_owner_shows_a_moving_vehicle_or_keeps_its_command():
    found = {}
    for answer in ("show", "keep"):
        field = strafed(hidden(TRUCK, "0708"), script="2")
        assert (field.asked, field.owing, field.rolled) == ("bombed", "german", 0)
        assert field.legal().choices == ("show", "keep")
        assert field.legal().idle.choice == "keep"
        assert field.refused("keep all") == "6.7"
        field.give(answer)
        found[answer] = nets(field)["G1"]
        assert field.unit("G1").known == (answer == "show")
        told = {"show": "shown", "keep": "kept"}[answer]
        assert [event.rule for event in field.events if event.kind == told] == ["6.5.4.3-target-vehicle-moving-b"]
    assert found["show"] == found["keep"] - 10


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
def test_asked_for_every_vehicle_of_both_sides_whatever_its_command():
    """The question tells nothing: it comes for an Overwatch too, and offers no more than to keep it; never for men."""
    field = strafed(
        hidden(TRUCK, "0708", "OW"), hidden(RIFLE, "0707"), unit(TRUCK, "0707", "A", "MOVE"),
        hidden(QUAD, "0805", "OW"), soviet=(PLAIN, hidden(T34, "0707")), script="2 2 2 2",
    )  # fmt: skip
    assert field.legal().choices == ("keep",)
    assert field.refused("show") == "6.7"
    assert field.give("keep") == "bombed"
    assert field.owing == "soviet"
    assert struck(field) == []
    assert field.flight.kept == (field.state.units.index(field.unit("G1")),)
    assert field.give("show") == "flak"
    assert sorted(struck(field)) == ["G1", "G2", "G3", "S2"]
    assert [data["unit"] for data in field.all_of("kept")] == ["G1"]
    assert not field.unit("G1").known
    assert field.flight.kept == ()


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
def test_by_preset_it_is_shown_unless_its_owner_conceals():
    for conceals, seen in ((False, True), (True, False)):
        field = Sky([PLAIN], [hidden(TRUCK, "0708"), hidden(TRUCK, "0707", "OW")], script="2 2")
        field.go()
        field.state.modes["german"] = "PRESET"
        field.state.conceals = {"german": conceals}
        field.give("SA1 FLY 0712 A slow low")
        field.until("strike", "0709")
        field.attack("SA1 STRAFE G1")
        assert sorted(struck(field)) == ["G1", "G2"]
        assert [field.unit(name).known for name in ("G1", "G2")] == [seen, False]


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b", "6.7.4.2.1-eliminated-b")
def test_before_a_crash_owners_are_asked_too():
    """O10: what the target brings counts. Fire announced with the shot that brings it down is wasted all the same."""
    guns = [unit(QUAD, hex_, "A", "OW", known=False) for hex_ in ("0805", "0806")]
    field = Sky([PLAIN], [*guns, hidden(TRUCK, "0708")], script="99 9 2")
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    assert field.give("G1 FLAK SA1\nG2 FLAK SA1") == "bombed"
    assert (field.owing, field.plane.lost, struck(field)) == ("german", True, [])
    assert [data["unit"] for data in field.all_of("wasted")] == ["G2"]
    field.give("show")
    assert nets(field) == {"G3": -10}
    assert field.air.flight is None


def struck(field: Sky) -> list[str]:
    return [data["target"] for data in field.all_of("air_strike")]
