"""What a flyer is told of the AA units below: reach and tracking, by open facts alone (6.7.4.1.1a)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import UNSET

from hulldown.games.panzer.faces import air_odds
from hulldown.games.panzer.faces.advanced_face import face
from hulldown.games.panzer.faces.view import view
from hulldown.games.panzer.rules.advanced.air_model import DONE
from hulldown.games.panzer.rules.advanced.play.air import attacking, planes
from support.advanced_fire import BOARD, unit
from support.air_field import Sky

T34, QUAD, TRUCK = "T-34/85 M44", "SdKfz 7/1", "Truck"
SECTION, SQUAD = "German Section", "German Rifle squad"


def over(*commands: str) -> Sky:
    """Two AA vehicles and a truck under a Slow flight from the south, in the first hex."""
    guns = [
        unit(QUAD, hex_, "A", command, known=False) for hex_, command in zip(("0805", "0705"), commands, strict=True)
    ]
    field = Sky([unit(T34, "0101")], [*guns, unit(TRUCK, "0905")])
    assert field.go() == "fly"
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike")
    return field


def shown(field: Sky, side: str) -> Any:
    return view(field.state, field.scene, side, {})


@pytest.mark.rules("6.7.4.1.1a", "6.7.4")
def test_the_flyer_sees_aa_units_with_their_tracking():
    field = over("OW", "OW")
    planes.set_flight(field.state, tracked=((1, DONE), (2, 1)), seen=())
    seen = shown(field, "soviet")
    assert (seen.contest.title, seen.contest.rule) == ("AA fire at SA1 over 0707", "6.7.4.1.1a")
    assert [(one.unit, one.side, one.text, one.left) for one in seen.contest.fighters] == [
        ("G1", "german", "2 hexes away, in reach; not spotted", "tracks SA1"),
        ("G2", "german", "2 hexes away, in reach; not spotted", "has followed SA1 1 of 6 hexes"),
    ]
    assert seen.notes["G1"] == "AA fire up to 15 hexes; tracks SA1"


@pytest.mark.rules("6.7d")
def test_it_does_not_hang_on_commands_that_nobody_has_seen():
    waiting, moving = (shown(over(*commands), "soviet") for commands in (("OW", "OW"), ("MOVE", "NC")))
    assert waiting.contest == moving.contest
    assert waiting.notes == moving.notes
    assert shown(over("OW", "OW"), "german").contest is UNSET


@pytest.mark.rules("6.7.4.1.1a", "6.1.1b")
def test_who_is_spotted_out_of_reach_or_blind_is_told_so():
    field = over("OW", "OW")
    planes.set_flight(field.state, tracked=(), seen=((2, DONE),), cell=BOARD.by_label["2406"])
    field.state.units[0].sees = (1,)
    told = [(one.text, one.left) for one in shown(field, "soviet").contest.fighters]
    assert told == [
        ("16 hexes away, fires 15: out of reach", "does not see it"),
        ("17 hexes away, fires 15: out of reach", "does not see it"),
    ]


def test_without_aa_units_it_says_so():
    field = Sky([unit(T34, "0101")], [unit(TRUCK, "0705")])
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike")
    contest = shown(field, "soviet").contest
    assert (contest.fighters, contest.notes) == ((), ("The enemy has no AA unit on the map.",))


@pytest.mark.rules("6.5.4.4.3-eff-leg-towed-a", "6.7.4.2.1-damaged-a", "6.7.4.2.1-eliminated-a")
def test_the_odds_say_whether_men_are_reduced_or_lost_and_what_the_chance_is_of():
    """One number stands for a shot at the table: that of harm, of which suppression is no part."""
    field = Sky([unit(T34, "0101")], [unit(QUAD, "0708", command="OW"), unit(SECTION, "0706"), unit(SQUAD, "0706")])
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike", "0707")

    def asked(attacker: str, target: str) -> dict[str, Any]:
        told = air_odds.odds(field.state, field.scene, {"attacker": attacker, "target": target})
        assert told is not None
        return told

    for target, harm in (("G2", "removed"), ("G3", "effective")):
        told = asked("SA1", target)
        assert (told["kind"], set(told["outcomes"])) == ("air", {"none", "suppressed", harm})
        assert told["hit"] == told["outcomes"][harm]
        assert told["figures"]["GP Factor"] == told["factor"]
    told = asked("G1", "SA1")
    chances = {effect: Fraction(chance) for effect, chance in told["outcomes"].items()}
    assert (told["kind"], Fraction(told["hit"])) == ("aa", chances["damaged"] + chances["eliminated"])


@pytest.mark.rules("6.7.3.2b", "6.7.3.4a")
def test_the_pattern_of_each_attack_is_an_area_of_its_own():
    """A task names the kind of its area, so that the table can tell who stands in it."""
    field = Sky([unit(T34, "0101")], [unit(TRUCK, hex_) for hex_ in ("0706", "0703", "0702")])
    field.go()
    field.give("SA1 FLY 0712 A slow low")
    field.until("strike")
    planes.set_flight(field.state, seen=((1, DONE), (2, DONE), (3, DONE)), cell=BOARD.by_label["0707"])
    areas = [(area.kind, {BOARD.labels[cell] for cell in area.cells}) for area in shown(field, "soviet").areas]
    assert areas[2:] == [("air strafe", {"0705", "0706"}), ("air rocket", {"0702"}), ("air rocket", {"0703"})]
    told = {task.kind: task.area for task in face().tasks if task.area}
    assert told == {kind: f"air {kind.lower()}" for kind in attacking.ATTACKS}
    assert set(told.values()) <= {area.kind for area in face().areas}
