"""Rolls of the Advanced Game besides fire: bail out, buildings, hull down, quickmarch, recovery, initiative."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import UnknownNameError
from hulldown.games.panzer.data.advanced_tables import GRADES
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced.bailing import (
    EVENTS,
    WHO,
    bail_out,
    bail_out_line,
    crew_checks,
    passenger_checks,
    passenger_event,
    roll_bail_out,
)
from hulldown.games.panzer.rules.advanced.buildings import BUILDINGS, entry, roll_entry
from hulldown.games.panzer.rules.advanced.chances import at_least, at_most
from hulldown.games.panzer.rules.advanced.command_tables import available_commands, command_range, initiative
from hulldown.games.panzer.rules.advanced.hulldown import (
    ANGLES,
    best,
    partial_by_height,
    protects,
    search,
    searchable,
)
from hulldown.games.panzer.rules.advanced.quickmarch import quickmarch
from hulldown.games.panzer.rules.advanced.recovery import recovers, recovery
from hulldown.games.panzer.rules.advanced.spotting_ranges import Sighting, marked, spotting_range
from support.outcomes import enumerate_outcomes


def percent(number: int) -> Fraction:
    return Fraction(number, 100)


@pytest.mark.rules("5.15-table", "6.5.2.6.1a", "6.5.2.6.1-ex1", "6.5.2.6.1b")
def test_6_5_2_6_1_a_crew_after_a_track_hit():
    assert [bail_out("track", "crew", grade).chance for grade in ("seasoned", "elite", "green")] == [
        percent(30), percent(25), percent(35),
    ]  # fmt: skip
    assert bail_out("nd", "crew", "veteran").chance == percent(15)


@pytest.mark.rules("6.5.2.6-ex1")
def test_6_5_2_6_the_crew_of_the_pzkpfw_ivh_stays():
    line = bail_out_line("damaged", "crew")
    assert roll_bail_out(line, "seasoned", ScriptedDice("57", 0), "bail out") == (57, False)
    assert roll_bail_out(line, "seasoned", ScriptedDice("30", 0), "bail out") == (30, True)


@pytest.mark.rules("6.5.2.6.2-survive-a", "6.5.2.6.2-survive-ex1", "6.5.2.6.2-survive-c", "5.15d")
def test_6_5_2_6_2_passengers_of_a_carrier_that_survives():
    assert bail_out("nd", "leg", "seasoned").chance == percent(50)
    assert bail_out("nd", "towed", "green").chance == percent(55)
    assert bail_out("suppressed-df", "leg", "elite").chance == percent(15)


@pytest.mark.rules("6.5.2.6.2-destroyed-a", "6.5.2.6.2-destroyed-ex1", "6.5.2.6.2-destroyed-b")
def test_6_5_2_6_2_passengers_of_a_wreck():
    assert bail_out("ko", "towed", "seasoned").chance == percent(40)
    assert [bail_out("ko", "leg", grade).chance for grade in ("elite", "seasoned", "green")] == [
        percent(85), percent(80), percent(75),
    ]  # fmt: skip
    line = bail_out_line("ko", "towed")
    assert [roll_bail_out(line, "seasoned", ScriptedDice(text, 0), "")[1] for text in ("60", "61")] == [False, True]


@pytest.mark.rules("6.5.4.5b")
def test_6_5_4_5_crews_roll_neither_when_suppressed_nor_in_a_wreck():
    assert [event for event in EVENTS if bail_out(event, "crew", "seasoned") is None] == [
        "suppressed-df", "suppressed-if", "ko", "bu",
    ]  # fmt: skip


@pytest.mark.rules("6.5.2.6.1a", "6.5.2.6.2-survive-a", "6.5.2.6.2-destroyed-a")
@pytest.mark.parametrize("grade", GRADES)
def test_bail_out_chances_are_what_the_dice_do(grade):
    for event in EVENTS:
        for who in WHO:
            line = bail_out_line(event, who)
            if line is not None:
                thrown = enumerate_outcomes(lambda dice, line=line: roll_bail_out(line, grade, dice, "")[1])
                assert thrown.get(True, 0) == bail_out(event, who, grade).chance


@pytest.mark.rules("5.15g", "5.15-ex1", "5.15-ex2", "6.5.2.6.1c", "6.5.2.6.2-survive-b")
def test_5_15_which_line_a_passenger_rolls_on():
    assert passenger_event("ko", False, "suppressed-df", False) == "ko"
    assert passenger_event("damaged", True, "suppressed-if", False) is None
    assert passenger_event("damaged", False, "suppressed-if", False) == "damaged"
    assert passenger_event("track", False, None, under_cover=True) is None
    assert passenger_event("track", False, "suppressed-df", under_cover=True) == "suppressed-df"
    assert passenger_event("bu", False, None, under_cover=True) == "bu"
    assert passenger_event(None, False, "suppressed-df", False) == "suppressed-df"
    assert passenger_event(None, False, None, False) is None


@pytest.mark.rules("6.6.3d", "6.6.3-ex1", "6.6.3e", "6.6.3-ex2", "6.6.3-table")
def test_6_6_3_an_su_85_and_a_brick_building():
    at = entry(find_vehicle("SU-85 M43"), "brick")
    assert (at.bonus, at.void) == (20, "")
    assert at.chances == {"none": percent(55), "track": Fraction(117, 400), "damaged": Fraction(63, 400)}
    assert roll_entry(at, ScriptedDice("22 77", 0), "SU-85") == "damaged"
    assert roll_entry(at, ScriptedDice("45 65", 0), "SU-85") == "track"
    dice = ScriptedDice("46", 0)
    assert roll_entry(at, dice, "SU-85") == "none"
    assert len(dice.rolls) == 1


@pytest.mark.rules("6.6.3d", "6.6.3e")
@pytest.mark.parametrize("building", BUILDINGS)
def test_building_chances_are_what_the_dice_do(building):
    for name in ("T-60 M42", "SU-85 M43", "PzKpfw VIB Tiger II"):
        at = entry(find_vehicle(name), building)
        thrown = enumerate_outcomes(lambda dice, at=at: roll_entry(at, dice, ""))
        assert thrown == {harm: chance for harm, chance in at.chances.items() if chance}


@pytest.mark.rules("6.1.4.3.1a", "6.1.4.3.1b", "6.1.4.3.1-ex1", "6.6.3a", "6.6.3c")
def test_6_6_3_only_tracked_vehicles_with_a_roof():
    assert entry(find_vehicle("PzKpfw IIIM"), "wood").void == ""
    assert entry(find_vehicle("SU-76M M43"), "wood")[-2:] == ("SU-76M M43 is open-topped", "6.6.3c")
    assert entry(find_vehicle("Truck"), "wood")[-2:] == ("Truck is not tracked", "6.6.3a")


@pytest.mark.rules("6.6.9a", "6.6.9c", "6.6.9-table")
def test_6_6_9_a_search_by_terrain():
    tank = find_vehicle("T-34/76 M43")
    assert [search(tank, name, "seasoned").chance for name in ("clear", "rough", "gully")] == [
        percent(10), percent(50), percent(60),
    ]  # fmt: skip
    assert not searchable("stream")
    with pytest.raises(UnknownNameError, match=r"no search finds a position in 'stream' \(6.6.9a\)"):
        search(tank, "stream", "seasoned")


@pytest.mark.rules("6.6.9d", "6.6.9-size", "6.6.9-grade")
def test_6_6_9_modifiers():
    tank, low, high = find_vehicle("T-34/76 M43"), find_vehicle("StuG IIIG"), find_vehicle("PzKpfw VIB Tiger II")
    assert search(tank, "rough", "seasoned", partial=True).chance == percent(70)
    assert [search(card, "rough", "seasoned").chance for card in (low, tank, high)] == [
        percent(55), percent(50), percent(40),
    ]  # fmt: skip
    assert [search(tank, "rough", grade).chance for grade in GRADES] == [
        percent(60), percent(55), percent(50), percent(45), percent(40),
    ]  # fmt: skip
    assert search(high, "clear", "green").chance == 0


@pytest.mark.rules("6.6.9f")
def test_6_6_9_a_position_is_open_behind():
    assert [protects(angle) for angle in ANGLES] == [True, True, False, False]
    assert [protects(angle, reversed_in=True) for angle in ANGLES] == [False, False, True, True]


@pytest.mark.rules("6.1.4.1.3", "6.1.4.1.3-ex1", "6.1.4.1.2a")
def test_6_1_4_1_3_partial_hull_down_by_height():
    assert [partial_by_height(3, 0, reach) for reach in (1, 3, 4)] == [True, True, False]
    assert not partial_by_height(0, 3, 1)
    assert not partial_by_height(1, 1, 0)


@pytest.mark.rules("6.1.4.1.1", "6.1.4.1.2a")
def test_h10_the_best_protection_counts():
    assert (best("none", "partial"), best("full", "partial"), best()) == ("partial", "full", "none")


@pytest.mark.rules("6.6.4.2f", "6.6.4.2-table", "6.6.4.2-ex1", "6.6.4.5f")
def test_6_6_4_2_quickmarch():
    assert [quickmarch(grade).chance for grade in GRADES] == [
        percent(30), percent(40), percent(50), percent(60), percent(70),
    ]  # fmt: skip
    assert quickmarch("veteran", cavalry=True).chance == percent(20)


@pytest.mark.rules("6.8.3b", "6.8.3-table", "6.8.3.1.1", "6.8.3.1.2a", "6.8.3.1", "6.8.3.2", "6.8.3.2-ex1")
def test_6_8_3_recovery():
    assert [recovery(grade).chance for grade in GRADES] == [
        percent(80), percent(70), percent(60), percent(50), percent(40),
    ]  # fmt: skip
    assert recovery("regulars", command=True).chance == percent(30)
    assert recovery("regulars", command=True, under_fire=True).chance == percent(20)
    assert not recovers("regulars", 29, command=True, under_fire=True)
    assert recovers("regulars", 20, command=True, under_fire=True)


@pytest.mark.rules("6.2.1.1.1a", "6.2.1.1.1-table", "6.2.1.1.1-ex1", "6.2.1.1.1-ex2", "6.2.1.1.1-ex3")
def test_6_2_1_1_1_available_commands():
    assert available_commands("regulars", 7).value == 3
    assert available_commands("veteran", 12).value == 8
    assert available_commands("seasoned", 27).value == 16
    assert available_commands("seasoned", 20).value == 12
    assert available_commands("green", 127).value == 50


@pytest.mark.rules("6.2.1.1.1b")
def test_6_2_1_1_1_at_least_one():
    assert [available_commands(grade, 1).value for grade in GRADES] == [1] * 5
    assert available_commands("green", 2).value == 1
    assert available_commands("green", 0).value == 0


@pytest.mark.rules("6.2.1.1.2a", "6.2.1.1.2-table")
def test_6_2_1_1_2_command_range():
    assert [command_range(grade) for grade in GRADES] == [2, 1, 1, 0, 0]


@pytest.mark.rules("6.3", "6.3.1a", "6.3.1b", "6.3.2")
def test_6_3_initiative():
    assert initiative("veteran", "regulars").chance == Fraction(817, 994)
    assert initiative("seasoned", "seasoned").chance == Fraction(1, 2)
    for grade in GRADES:
        for other in GRADES:
            assert initiative(grade, other).chance + initiative(other, grade).chance == 1
    lead = [int(initiative(grade, "seasoned").factors[0].value) for grade in GRADES]
    assert lead == [40, 20, 0, -20, -40]


@pytest.mark.rules("6.1.3a", "6.1.3b", "6.1.3-ex1", "6.1.3c")
def test_6_1_3_sizes():
    assert [spotting_range(Sighting(size)).value for size in "VLS"] == [20, 15, 10]


@pytest.mark.rules("6.1.3d", "6.1.3.1b", "6.1.3.2a", "6.1.3.2b")
def test_6_1_3_modifiers():
    def far(**more) -> int:
        return spotting_range(Sighting("S", **more)).value

    assert far(cover="light") == 5
    assert far(mark="small") == 15
    assert far(cover="medium", mark="fired") == 15
    assert far(mark="moved") == 20
    assert far(mark="fired") == 20
    assert far(full_cover=True) == far(spotter_suppressed=True) == 3
    assert far(spotter_full_cover=True) == 1
    assert spotting_range(Sighting("V", spotter_full_cover=True, full_cover=True)).value == 1
    assert far(cover="heavy", over_stacked=True) == 10


@pytest.mark.rules("6.1.3e")
def test_6_1_3_small_arms_never_weaken_a_full_mark():
    assert marked("fired", "small") == "fired"
    assert (marked("moved", "small"), marked("small", "fired"), marked("fired", "moved")) == (
        "small", "fired", "moved",
    )  # fmt: skip


@pytest.mark.rules("5.12a")
def test_chances_stay_within_nothing_and_certainty():
    assert (at_most(50, 60), at_most(50, -60), at_least(21, 30), at_least(81, -30)) == (0, 1, 1, 0)
    assert at_least(61) == percent(40)


@pytest.mark.rules("6.5.2.6.1d", "6.5.2.6.2-survive-d")
def test_6_5_2_6_how_often_crews_and_passengers_roll():
    hits = ("track", "nd", "track", "damaged", "nd", "bounce", "masked")
    assert crew_checks(hits) == ("nd", "nd", "damaged", "track")
    assert passenger_checks(hits) == ("nd", "nd", "damaged", "track", "track")
    assert crew_checks(()) == passenger_checks(("bounce",)) == ()
