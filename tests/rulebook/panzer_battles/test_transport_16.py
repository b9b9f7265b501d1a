"""Transport, anti-tank guns and their crews (16.0) played at Arracourt."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.unit_types import traits
from support.battles_stage import Stage

DULL = "1 1 4 " * 8
CREW, GUN, TRACTOR = "G101c", "G101g", "G101h"


def carried(monkeypatch: pytest.MonkeyPatch, command: str = "BOUND", dice: str = DULL, **fields: object) -> Stage:
    """A platoon of infantry on its halftracks, in the Movement Segment of its side."""
    stage = Stage(monkeypatch, dice=dice)
    stage.put("U211h", "1010", command=command)
    stage.put("U211i", "", on="U211h", command=command, **fields)
    stage.begin("move1")
    return stage


@pytest.mark.rules("16.0")
def test_only_at_arracourt(monkeypatch: pytest.MonkeyPatch) -> None:
    for scenario, present in (("arracourt", True), ("gazala", False), ("berlin", False)):
        stage = Stage(monkeypatch, scenario)
        assert bool(stage.scene().scenario.special.transport) == present


@pytest.mark.rules("16.1a", "16.1b", "16.11a", "16.11b", "16.12b", "6.9-dismount")
def test_riding_and_dismounting(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = carried(monkeypatch)
    assert stage.refused("first", "U211i MOVE 1009") == {"6.31b"}
    stage.say("first", "U211h MOVE 1009 1008")
    assert (stage.where("U211i"), stage.unit("U211i").spent) == ("1008", 0)
    stage.say("first", "U211i DISMOUNT")
    assert (stage.unit("U211h").spent, stage.unit("U211i").spent) == (4 + 2, 1)
    assert stage.unit("U211i").carrier == -1
    # Both go on from there, each for itself.
    stage.say("first", "U211i MOVE 1108")
    stage.say("first", "U211h MOVE 1007")
    assert (stage.where("U211i"), stage.where("U211h")) == ("1108", "1007")


@pytest.mark.rules("16.11a", "16.12a", "16.12b", "6.9-mount")
def test_walking_up_and_mounting(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "1011", command="BOUND")
    stage.begin("move1")
    assert stage.refused("first", "U211i MOUNT U211h") == {"16.12a"}
    stage.say("first", "U211i MOVE 1010")
    stage.say("first", "U211i MOUNT U211h")
    assert (stage.unit("U211i").spent, stage.unit("U211h").spent) == (2, 2)
    stage.say("first", "U211h MOVE 1009")
    assert stage.where("U211i") == "1009"


@pytest.mark.rules("16.11a")
def test_without_the_points_nobody_mounts(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "1012", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U211i MOVE 1011 1010")
    # Its two points are spent.
    assert stage.refused("first", "U211i MOUNT U211h") == {"16.11a"}


@pytest.mark.rules("16.13", "16.15a", "16.15b")
def test_a_step_for_each_vehicle_and_the_others_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND", strength=3)
    stage.put("U211i", "1010", command="BOUND")
    stage.begin("move1")
    assert stage.refused("first", "U211i MOUNT U211h") == {"16.13"}
    stage.say("first", "U211i MOUNT U211h leave steps")
    company = stage.company("U21infantryco")
    # TRN-11: no points for the enemy and no check, but they count in later ones.
    assert (stage.unit("U211i").strength, company.lost, company.fresh) == (3, 2, 0)
    assert stage.state.points == {}
    stage.pass_to("final1", "face")
    assert not stage.found("check")


@pytest.mark.rules("16.13")
def test_one_unit_on_one_carrier(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-1."""
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "", on="U211h", command="BOUND", strength=1)
    stage.put("U212i", "1010", command="BOUND", strength=1)
    stage.begin("move1")
    assert stage.refused("first", "U212i MOUNT U211h") == {"16.12a"}


@pytest.mark.rules("16.14a", "16.14b", "16.16", "21.0-vc-3")
@pytest.mark.parametrize(("steps", "left"), [(5, 3), (4, 3), (3, 3), (2, 2)])
def test_steps_go_down_with_their_vehicles(monkeypatch: pytest.MonkeyPatch, steps: int, left: int) -> None:
    """Two halftracks lost of five: spare room takes the losses first; each step lost is worth 10 points."""
    stage = carried(monkeypatch, "OVERWATCH", "1 1 6", strength=steps)
    stage.put("G111", "1011", command="OVERWATCH", strength=1)
    stage.unit("G111").shown = True
    stage.begin("final2")
    stage.dice("5 5 5")
    while stage.state.stack[-1].stage != 1 or stage.asked() != {"second": "fire"}:
        stage.idle(next(iter(stage.asked())))
    stage.say("second", "G111 FIRE main U211h")
    # One vehicle by the dice, one more by the loss die against armour of 1; no die for the passengers.
    assert (stage.unit("U211h").strength, stage.unit("U211i").strength) == (3, left)
    assert len(stage.rolls) == 3
    assert stage.unit("U211h").suppressed
    assert not stage.unit("U211i").suppressed
    assert stage.state.points.get("second", 0) == 10 * (steps - left)


@pytest.mark.rules("16.17", "16.2a", "16.2b", "16.2c")
def test_mounted_infantry_fires_at_half_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-13: after the reduction for lost steps; TRN-2: not if its carrier has moved."""
    stage = carried(monkeypatch, "BOUND")
    stage.unit("U211i").command = "OVERWATCH"
    stage.put("G111", "1011", command="OVERWATCH")
    stage.begin("final1")
    stage.say("second", "pass")
    assert stage.offered("first", "U211i") == {"FIRE": {"rifles", "G111"}}
    stage.say("first", "U211i FIRE rifles G111")
    # Seven at a hex's range, halved and rounded down.
    assert stage.found("shot")[0].data["strength"] == 3
    for field, case in (("suppressed", "16.2c"), ("moved", "16.17")):
        stage = carried(monkeypatch, "OVERWATCH")
        stage.put("G111", "1011", command="OVERWATCH")
        stage.begin("final1")
        stage.say("second", "pass")
        setattr(stage.unit("U211h"), field, True)
        assert stage.refused("first", "U211i FIRE rifles G111") == {case}
        assert stage.offered("first", "U211i") == {}


@pytest.mark.rules("16.2a", "16.2b", "16.17", "13.22b")
def test_mounted_infantry_in_close_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-23: half strength in the impulses, though its halftracks drove in; it withdraws with them, untired."""
    stage = carried(monkeypatch)
    stage.put("G111", "1009", command="OVERWATCH")
    stage.say("first", "U211h MOVE 1009")
    stage.pass_to("orders")
    stage.idle("first")
    stage.idle("second")
    stage.say("second", "pass")
    assert stage.offered("first", "U211i") == {"FIRE": {"rifles", "G111"}}
    stage.say("first", "U211i FIRE rifles G111")
    assert stage.found("shot")[0].data["strength"] == 4
    stage.pass_to("withdraw")
    stage.say("first", "U211h RETREAT 1010")
    assert (stage.where("U211i"), stage.unit("U211i").fatigue, stage.unit("U211i").engaged) == ("1010", 0, False)


@pytest.mark.rules("16.11a", "8.61B")
@pytest.mark.parametrize(
    ("name", "field", "value", "case"),
    [
        ("U211h", "suppressed", True, "8.61B"),
        ("U211i", "suppressed", True, "8.62Ba"),
        ("U211i", "fatigue", 2, "6.75a"),
        ("U211i", "command", "RALLY", "5.5b"),
    ],
)
def test_who_can_neither_mount_nor_dismount(
    monkeypatch: pytest.MonkeyPatch, name: str, field: str, value: object, case: str
) -> None:
    """TRN-3, TRN-15."""
    stage = carried(monkeypatch, "OVERWATCH")
    setattr(stage.unit(name), field, value)
    assert stage.refused("first", "U211i DISMOUNT") == {case}
    assert "DISMOUNT" not in stage.offered("first", "U211i")


@pytest.mark.rules("16.11a", "16.17")
def test_dismounting_on_overwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-3, TRN-4: both acts are open; the vehicles pay and stay."""
    stage = carried(monkeypatch, "OVERWATCH")
    stage.say("first", "U211i DISMOUNT")
    assert stage.unit("U211i").carrier == -1
    assert stage.refused("first", "U211h MOVE 1009") == {"5.2a"}
    # It has a counter of its own on the map now.
    assert stage.unit("U211i").tag > 0
    assert stage.found("appeared")


@pytest.mark.rules("5.23a", "5.24a", "16.11a")
def test_halftracks_on_overwatch_spend_what_is_left_of_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-4: they stay where they are, but 2 points of 12 leave enough for men once more, and for defilade."""
    stage = carried(monkeypatch, "OVERWATCH")
    stage.say("first", "U211i DISMOUNT")
    stage.say("first", "U211i MOUNT U211h")
    stage.say("first", "U211h DEFILADE A")
    assert (stage.unit("U211i").carrier >= 0, stage.unit("U211h").defilade) == (True, 0)


def section(monkeypatch: pytest.MonkeyPatch, dice: str = DULL, command: str = "OVERWATCH") -> Stage:
    """The 88s with their crew, facing north."""
    stage = Stage(monkeypatch, dice=dice)
    stage.put(GUN, "1010", command=command)
    stage.put(CREW, "1010", command=command)
    return stage


@pytest.mark.rules("16.3a", "16.3b", "16.31", "16.34", "16.35")
def test_limbering_takes_a_whole_segment_and_bound_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put(GUN, "1010", command="BOUND")
    stage.put(TRACTOR, "1010", command="OVERWATCH")
    stage.begin("move2")
    assert stage.refused("second", f"{GUN} MOVE 1009") == {"16.4"}
    assert stage.refused("second", f"{GUN} LIMBER {TRACTOR}") == {"16.31"}
    stage.unit(TRACTOR).command = "BOUND"
    stage.say("second", f"{GUN} LIMBER {TRACTOR}")
    assert stage.state.units[stage.unit(GUN).carrier].id == TRACTOR
    assert stage.refused("second", f"{TRACTOR} MOVE 1009") == {"6.11a"}
    stage.begin("move2")
    allowance = traits("SDK").allowance
    path = " ".join(f"10{row:02d}" for row in range(9, 9 - allowance // 2, -1))
    stage.say("second", f"{TRACTOR} MOVE {path}")
    assert stage.where(GUN) == stage.where(TRACTOR) == path.split()[-1]
    # Having moved, it cannot set the guns up in the same Segment.
    assert stage.refused("second", f"{GUN} UNLIMBER {TRACTOR}") == {"16.31"}
    stage.begin("move2")
    stage.say("second", f"{GUN} UNLIMBER {TRACTOR}")
    assert stage.unit(GUN).carrier == -1


@pytest.mark.rules("16.32a", "16.32b", "16.33")
def test_guns_in_tow_are_lost_with_their_halftracks_and_do_not_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="2 2 6")
    stage.put(TRACTOR, "1010", command="OVERWATCH")
    stage.put(GUN, "", on=TRACTOR, command="OVERWATCH")
    stage.put("U111", "1011", command="OVERWATCH", strength=1)
    stage.begin("final1")
    assert stage.refused("second", f"{GUN} FIRE main U111") == {"16.33"}
    while stage.state.stack[-1].stage != 1 or stage.asked() != {"first": "fire"}:
        stage.idle(next(iter(stage.asked())))
    stage.say("first", f"U111 FIRE main {TRACTOR}")
    assert (stage.unit(TRACTOR).strength, stage.unit(GUN).strength) == (1, 1)
    assert stage.found("cargo_lost", unit=GUN)[0].rule == "16.32b"


def gun_round(stage: Stage) -> None:
    """Goes on to the Second Player's go in the main gun round of Final Fire."""
    while stage.state.stack[-1].stage != 1 or stage.asked() != {"second": "fire"}:
        stage.idle(next(iter(stage.asked())))


@pytest.mark.rules("16.4", "16.5", "16.51", "16.41", "16.43a", "16.52")
@pytest.mark.parametrize(("steps", "strength"), [(2, 2), (1, 1)])
def test_a_crew_fires_the_guns_into_their_arc(monkeypatch: pytest.MonkeyPatch, steps: int, strength: int) -> None:
    """TRN-8: the lower of guns and steps counts on the table."""
    stage = section(monkeypatch)
    stage.unit(CREW).strength = steps
    stage.put("U111", "1007", command="OVERWATCH")
    stage.put("U112", "1013", command="OVERWATCH")
    stage.begin("final1")
    gun_round(stage)
    assert stage.offered("second", GUN) == {"FIRE": {"main", "U111"}}
    assert stage.refused("second", f"{GUN} FIRE main U112") == {"16.41"}
    stage.say("second", f"{GUN} FIRE main U111")
    shot = stage.found("shot")[0]
    assert any(f"{strength} " in factor.label for factor in shot.factors), [f.label for f in shot.factors]


@pytest.mark.rules("16.51", "16.4", "16.46")
@pytest.mark.parametrize("which", [GUN, CREW])
def test_both_need_overwatch(monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    stage = section(monkeypatch)
    stage.put("U111", "1008", command="OVERWATCH")
    stage.unit(which).command = "BOUND"
    stage.begin("final1")
    gun_round(stage)
    assert stage.offered("second", GUN) == {}
    assert stage.refused("second", f"{GUN} FIRE main U111") == {"8.11" if which == GUN else "16.51"}


@pytest.mark.rules("16.4", "16.46")
def test_without_a_crew_a_gun_neither_fires_nor_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put(GUN, "1010", command="OVERWATCH")
    stage.put("U111", "1008", command="OVERWATCH")
    stage.begin("final1")
    assert not stage.unit("U111").shown
    assert not stage.found("spotted", unit="U111")


@pytest.mark.rules("16.53")
def test_a_crew_fires_its_rifles_or_its_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = section(monkeypatch)
    stage.put("U111", "1008", command="OVERWATCH")
    stage.begin("final1")
    stage.say("second", f"{CREW} FIRE rifles U111")
    gun_round(stage)
    assert stage.refused("second", f"{GUN} FIRE main U111") == {"16.53"}


@pytest.mark.rules("16.53", "13.22c")
@pytest.mark.parametrize(("one", "two"), [(f"{CREW} FIRE rifles", GUN), (f"{GUN} FIRE main", CREW)])
def test_in_an_impulse_too(monkeypatch: pytest.MonkeyPatch, one: str, two: str) -> None:
    """CA-22: with company a gun fires in its own hex without regard to its arc."""
    stage = section(monkeypatch)
    stage.put("U111", "1011", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    stage.pass_to("melee")
    assert stage.offered("second", two)
    stage.say("second", f"{one} U111")
    assert stage.asked() != {"second": "fire"} or stage.offered("second", two) == {}


@pytest.mark.rules("16.54")
def test_a_suppressed_crew_fires_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = section(monkeypatch)
    stage.unit(CREW).suppressed = True
    stage.put("U111", "1008", command="OVERWATCH")
    stage.begin("final1")
    gun_round(stage)
    stage.say("second", f"{GUN} FIRE main U111")
    assert any(factor.value == -2 and "uppress" in factor.label for factor in stage.found("shot")[0].factors)


@pytest.mark.rules("16.44a", "16.44b", "16.43b", "16.55")
def test_guns_are_hurt_by_main_guns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = section(monkeypatch, dice="2 2 6 " * 4)
    stage.put("U111", "1011", command="OVERWATCH", strength=1)
    stage.begin("final1")
    stage.say("second", "pass")
    assert stage.offered("first", "U111") == {"FIRE": {"mg", CREW}}
    while stage.state.stack[-1].stage != 1 or stage.asked() != {"first": "fire"}:
        stage.idle(next(iter(stage.asked())))
    assert stage.offered("first", "U111") == {"FIRE": {"main", CREW, GUN}}
    stage.say("first", f"U111 FIRE main {GUN}")
    # TRN-7: losses, no suppression.
    assert (stage.unit(GUN).strength, stage.unit(GUN).suppressed) == (1, False)


@pytest.mark.rules("16.45")
def test_guns_alone_are_lost_when_the_enemy_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-22: the mover stops there all the same."""
    stage = Stage(monkeypatch, dice=DULL)
    stage.put(GUN, "1010", command="OVERWATCH")
    stage.put("U111", "1011", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    assert (stage.where(GUN), stage.where("U111")) == ("lost", "1010")
    assert stage.found("eliminated")[0].rule == "16.45"
    assert stage.unit("U111").rooted
    assert not stage.unit("U111").engaged


@pytest.mark.rules("16.42")
def test_guns_turn_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = section(monkeypatch)
    stage.begin("move2")
    stage.say("second", f"{GUN} TURN D")
    assert stage.unit(GUN).facing == 3


@pytest.mark.rules("16.51", "13.12a")
@pytest.mark.parametrize("which", [GUN, CREW])
def test_both_need_overwatch_against_those_who_come_in(monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    """CA-6: in the impulses any command will do."""
    stage = section(monkeypatch)
    stage.unit(which).command = "BOUND"
    stage.put("U111", "1011", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1010")
    stage.pass_to("melee")
    assert stage.offered("second", GUN) == {}
    assert stage.refused("second", f"{GUN} FIRE main U111") == {"8.11" if which == GUN else "16.51"}
    stage.say("second", "pass")
    stage.say("first", "")
    stage.say("second", "")
    assert stage.offered("second", GUN) == {"FIRE": {"main", "U111"}}


@pytest.mark.rules("16.5", "16.13", "16.32a")
def test_a_crew_rides_on_the_halftracks_that_tow_its_guns(monkeypatch: pytest.MonkeyPatch) -> None:
    """TRN-9: one step on each vehicle."""
    stage = Stage(monkeypatch)
    stage.put(TRACTOR, "1010", command="BOUND")
    stage.put(GUN, "", on=TRACTOR, command="BOUND")
    stage.put(CREW, "1010", command="BOUND")
    stage.begin("move2")
    stage.say("second", f"{CREW} MOUNT {TRACTOR}")
    stage.say("second", f"{TRACTOR} MOVE 1009")
    assert stage.where(CREW) == stage.where(GUN) == "1009"
    stage.lose(TRACTOR, 1)
    assert (stage.unit(CREW).strength, stage.unit(GUN).strength) == (1, 1)
    stage.lose(TRACTOR, 1)
    assert (stage.where(CREW), stage.where(GUN)) == ("lost", "lost")


@pytest.mark.rules("16.45", "13.0-gen-2")
def test_a_gun_that_nobody_knew_of_stops_who_comes_upon_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOV-17, CA-22: the path went on, but the mover does not."""
    stage = Stage(monkeypatch, dice=DULL, hexes={"1010": "town"})
    stage.put(GUN, "1010", hidden=True, command="OVERWATCH")
    stage.put("U111", "1012", command="BOUND")
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1011 1010 1009")
    stage.pass_to("move")
    assert (stage.where(GUN), stage.where("U111")) == ("lost", "1010")
