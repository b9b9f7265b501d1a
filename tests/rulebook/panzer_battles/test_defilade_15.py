"""Defilade (15.0) played: points or a whole Segment, no fire in it, its hexsides, and how it is left."""

from __future__ import annotations

import pytest

from support.battles_stage import Stage

DULL = "1 1 4 " * 8


@pytest.mark.rules("15.0-gen-1", "15.0-proc-1", "15.11", "6.9-fn-2")
@pytest.mark.parametrize(("terrain", "cost"), [("clear", 8), ("rough1", 7), ("rough2", 6), ("woods", 3), ("town", 3)])
def test_a_vehicle_pays_by_the_terrain(monkeypatch: pytest.MonkeyPatch, terrain: str, cost: int) -> None:
    stage = Stage(monkeypatch, hexes={"1010": terrain})
    stage.put("U111", "1010", command="BOUND", facing=0)
    stage.begin("move1")
    stage.say("first", "U111 DEFILADE C")
    unit = stage.unit("U111")
    # The M4 has nine points; the marker points where the owner likes, not where it faces.
    assert (unit.defilade, unit.facing, unit.spent, unit.rooted) == (2, 0, cost, False)


@pytest.mark.rules("15.0-proc-1", "15.0-proc-3", "15.44")
def test_moving_first_leaves_too_few_points_unless_the_ground_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, hexes={"1008": "woods"})
    stage.put("U111", "1010", command="BOUND")
    stage.put("U112", "1510", command="BOUND", defilade=1)
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1009")
    assert stage.refused("first", "U111 DEFILADE A") == {"15.0-proc-1"}
    assert "DEFILADE" not in stage.offered("first", "U111")
    stage.say("first", "U111 MOVE 1008")
    # 2 and 3 points for the hexes; 3 of the other 4 for defilade in woods.
    stage.say("first", "U111 DEFILADE A")
    assert (stage.unit("U111").defilade, stage.unit("U111").spent) == (0, 8)
    stage.say("first", "U112 MOVE 1509")
    assert stage.unit("U112").defilade == -1


@pytest.mark.rules("15.0-proc-3")
@pytest.mark.parametrize("command", ["BOUND", "OVERWATCH"])
def test_a_whole_segment_is_always_enough(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """A Panzer IV has seven points, and clear ground costs eight."""
    stage = Stage(monkeypatch)
    stage.put("G111", "1010", command=command)
    stage.begin("move2")
    stage.say("second", "G111 DEFILADE A")
    assert (stage.unit("G111").defilade, stage.unit("G111").rooted) == (0, True)
    assert stage.refused("second", "G111 MOVE 1009") & {"6.11a", "5.2a"}


@pytest.mark.rules("15.0-proc-4", "15.0-proc-5")
def test_no_fire_in_the_segment_but_final_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=DULL)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "1013", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U111 DEFILADE D")
    # Fired on while it does so (8.24a), it cannot answer.
    assert stage.asked() == {"second": "fire"}
    stage.say("second", "G111 FIRE mg U111")
    assert stage.asked() == {"first": "fire"}
    assert stage.refused("first", "U111 FIRE mg G111") == {"15.0-proc-4"}
    stage.say("first", "pass")
    stage.pass_to("move")
    assert (stage.unit("U111").sheltered, stage.unit("U111").defilade) == (True, 3)
    stage.say("first", "end")
    while stage.asked() != {"first": "fire"}:
        stage.idle("second")
    assert stage.state.stack[0].step == "final1"
    assert "FIRE" in stage.offered("first", "U111")


@pytest.mark.rules("15.0-proc-4")
def test_who_has_fired_in_the_segment_does_not_enter_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=DULL)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U121", "1110", command="BOUND")
    stage.put("G111", "1013", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U121 MOVE 1109")
    stage.say("second", "G111 FIRE mg U121")
    stage.say("first", "U111 FIRE mg G111")
    stage.pass_to("move")
    assert stage.refused("first", "U111 DEFILADE A") == {"15.0-proc-4"}


@pytest.mark.rules("15.0-proc-4")
def test_in_defilade_taken_up_in_this_segment_it_does_not_answer_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=DULL)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U121", "1110", command="BOUND")
    stage.put("G111", "1013", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U111 DEFILADE D")
    stage.say("second", "pass")
    stage.say("first", "U121 MOVE 1109")
    stage.say("second", "G111 FIRE mg U121")
    assert stage.asked() == {"first": "fire"}
    assert stage.offered("first", "U111") == {}
    assert stage.refused("first", "U111 FIRE mg G111") == {"15.0-proc-4"}


@pytest.mark.rules("15.11", "15.12", "15.16")
def test_each_unit_has_its_own_marker_which_is_turned_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH", defilade=1)
    stage.put("U112", "1010", command="OVERWATCH", defilade=4)
    stage.begin("move1")
    assert stage.refused("first", "U111 DEFILADE B") == {"15.11"}
    stage.say("first", "U111 DEFILADE C")
    assert (stage.unit("U111").defilade, stage.unit("U112").defilade) == (2, 4)
    assert (stage.unit("U111").spent, stage.unit("U111").sheltered) == (0, False)


@pytest.mark.rules("15.14", "15.15", "15.0-proc-2")
def test_with_the_enemy_in_the_hex_only_infantry_takes_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U211i", "1010", command="OVERWATCH")
    stage.put("G111", "1010", command="OVERWATCH")
    stage.engage("1010")
    stage.begin("move1")
    assert stage.refused("first", "U111 DEFILADE A") == {"15.14"}
    stage.say("first", "U211i DEFILADE A")
    unit = stage.unit("U211i")
    assert (unit.defilade, unit.spent, unit.changed) == (0, 0, False)


@pytest.mark.rules("15.13b", "15.13a")
def test_a_marker_does_not_tell_men_from_vehicles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a face-down counter everybody sees the same: its number and where the marker points."""
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U211i", "1110", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U111 DEFILADE B")
    stage.say("first", "U211i DEFILADE B")
    seen = [(event.data["unit"], event.data["facing"], event.audience) for event in stage.found("defilade")]
    assert seen == [("U?1", 1, ()), ("U?2", 1, ())]


def shot_at(monkeypatch: pytest.MonkeyPatch, name: str, label: str, *, heights: dict[str, int] | None = None) -> int:
    """The modifier for defilade in a shot at a unit in 1010 whose marker points north, from a Panzer IV."""
    stage = Stage(monkeypatch, dice=DULL, heights=heights)
    stage.put(name, "1010", command="OVERWATCH", defilade=0)
    stage.put("G111", label, command="OVERWATCH")
    stage.unit(name).shown = True
    stage.unit(name).loud = True
    stage.begin("final1")
    stage.say("second", f"G111 FIRE mg {name}")
    return sum(factor.value for factor in stage.found("shot")[0].factors if "efilade" in factor.label)


@pytest.mark.rules("15.16", "15.21", "15.22", "15.13a")
@pytest.mark.parametrize(("label", "vehicle"), [("1008", -2), ("1209", -2), ("0809", -2), ("1012", 0), ("0811", 0)])
def test_three_hexsides_for_vehicles_all_six_for_infantry(
    monkeypatch: pytest.MonkeyPatch, label: str, vehicle: int
) -> None:  # fmt: skip
    assert shot_at(monkeypatch, "U111", label) == vehicle
    assert shot_at(monkeypatch, "U211i", label) == -1


@pytest.mark.rules("15.23a", "15.23b")
@pytest.mark.parametrize(("level", "vehicle"), [(1, -2), (3, -2), (4, 0)])
def test_three_levels_above_it_helps_infantry_alone(
    monkeypatch: pytest.MonkeyPatch, level: int, vehicle: int
) -> None:  # fmt: skip
    assert shot_at(monkeypatch, "U111", "1008", heights={"1008": level}) == vehicle
    assert shot_at(monkeypatch, "U211i", "1008", heights={"1008": level}) == -1


@pytest.mark.rules("15.31", "15.32")
@pytest.mark.parametrize(("name", "value"), [("U111", 0), ("U211i", -1)])
def test_in_close_assault_it_helps_infantry_alone(monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    stage = Stage(monkeypatch, dice=DULL)
    stage.put(name, "1010", command="OVERWATCH", defilade=0)
    stage.put("G111", "1009", command="BOUND")
    stage.begin("move2")
    stage.say("second", "G111 MOVE 1010")
    stage.pass_to("orders")
    stage.say("second", "G11co OVERWATCH")
    stage.say("first", "")
    stage.say("first", "pass")
    stage.say("second", f"G111 FIRE mg {name}")
    assert sum(factor.value for factor in stage.found("shot")[0].factors if "efilade" in factor.label) == value


@pytest.mark.rules("15.41", "15.42", "15.43", "15.44")
def test_vehicles_leave_it_free_infantry_for_a_point(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="BOUND", defilade=0)
    stage.put("U211i", "1510", command="BOUND", defilade=0)
    stage.put("U212i", "1512", command="BOUND")
    stage.put("U213i", "1511", command="OVERWATCH", defilade=0)
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1009")
    assert (stage.unit("U111").spent, stage.unit("U111").defilade) == (2, -1)
    assert stage.refused("first", "U211i MOVE 1509 1508") == {"6.11a"}
    stage.say("first", "U211i MOVE 1509")
    assert (stage.unit("U211i").spent, stage.unit("U211i").defilade) == (2, -1)
    # A hex in which another lies in defilade costs nothing more.
    stage.say("first", "U212i MOVE 1511 1510")
    assert stage.unit("U212i").spent == 2


@pytest.mark.rules("20.0-sr-2")
def test_at_gazala_only_in_rough_two(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, "gazala", hexes={"1010": "rough2", "1011": "rough1"})
    stage.put("G211", "1010", command="BOUND")
    stage.put("G212", "1011", command="BOUND")
    stage.begin("move1")
    assert stage.refused("first", "G212 DEFILADE A") == {"20.0-sr-2"}
    stage.say("first", "G211 DEFILADE A")
    assert stage.unit("G211").defilade == 0


@pytest.mark.rules("15.41", "20.0-sr-5b", "11.22b")
@pytest.mark.parametrize("command", ["BOUND", "OVERWATCH"])
def test_a_vehicle_leaves_defilade_in_its_hex(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """CMD-3: free, nobody fires at it, and it fulfils no Bound command. A Grant may then use its 75mm."""
    stage = Stage(monkeypatch, "gazala", hexes={"1010": "rough2"})
    stage.put("B421", "1010", command=command, facing=3, defilade=3)
    stage.put("G211", "1015", command="OVERWATCH", facing=0)
    stage.begin("move2")
    assert stage.unit("G211").shown
    assert "RISE" in stage.offered("second", "B421")
    stage.say("second", "B421 RISE")
    unit = stage.unit("B421")
    assert (unit.defilade, unit.spent, unit.changed, unit.role) == (-1, 0, False, "")
    assert stage.asked() == {"second": "move"}
    assert [event.rule for event in stage.found("rose")] == ["15.41"]
    assert stage.refused("second", "B421 RISE") == {"15.41"}
    assert stage.refused("second", "end") == ({"5.1"} if command == "BOUND" else set())
    if command == "OVERWATCH":
        stage.say("second", "end")
        weapons: set[str] = set()
        while stage.state.stack[0].step in ("move2", "final2"):
            if "second" in stage.asked():
                weapons |= stage.offered("second", "B421").get("FIRE", set())
            stage.idle(next(iter(stage.asked())))
        assert "main" in weapons


@pytest.mark.rules("15.41", "5.5b")
def test_who_rallies_stays_in_defilade(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.company("U11co").morale = 2
    stage.put("U111", "1010", command="RALLY", defilade=3)
    stage.begin("move1")
    assert "RISE" not in stage.offered("first", "U111")
    assert stage.refused("first", "U111 RISE") == {"5.5b"}


@pytest.mark.rules("15.0-proc-4")
def test_who_has_fired_does_not_enter_defilade_in_the_same_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruling of ours: 15.0 forbids both in one Segment, whichever comes first."""
    stage = Stage(monkeypatch, dice=DULL)
    stage.put("U111", "1010", command="OVERWATCH", facing=3)
    stage.put("U121", "1012", command="BOUND", facing=3)
    stage.put("G111", "1016", command="OVERWATCH", facing=0)
    stage.begin("move1")
    stage.say("first", "U121 MOVE 1013")
    stage.say("second", "G111 FIRE mg U121")
    stage.say("first", "U111 FIRE main G111")
    while stage.asked() != {"first": "move"}:
        stage.idle(next(iter(stage.asked())))
    assert stage.unit("U111").fired == ("main",)
    assert "DEFILADE" not in stage.offered("first", "U111")
    assert stage.refused("first", "U111 DEFILADE D") == {"15.0-proc-4"}


@pytest.mark.rules("6.66")
def test_infantry_in_column_does_not_go_down(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211i", "1010", command="BOUND", column=True)
    stage.begin("move1")
    assert stage.refused("first", "U211i DEFILADE A") == {"6.66"}


@pytest.mark.rules("15.0-proc-1", "15.0-proc-3", "8.61D", "8.24a")
def test_vehicles_whose_points_fire_has_halved_get_no_defilade_after_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have paid 3 of 9 to come into the woods, and of the 4 that suppression leaves them 1 is no longer enough."""
    stage = Stage(monkeypatch, dice="1 3 4 1 1 4", hexes={"1011": "woods"})
    stage.put("U111", "1010", command="BOUND", facing=3)
    stage.put("G111", "1014", command="OVERWATCH", facing=0)
    stage.begin("move1")
    stage.say("first", "U111 MOVE 1011")
    stage.say("second", "pass")
    stage.say("first", "U111 DEFILADE D")
    stage.unit("U111").suppressed = True
    stage.pass_to("move")
    assert (stage.unit("U111").defilade, stage.unit("U111").spent) == (-1, 3)
    assert not stage.found("defilade")


@pytest.mark.rules("15.0-gen-1", "15.0-proc-3", "16.4", "15.21")
def test_guns_are_vehicles_and_enter_defilade_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have no points, but spend a whole Segment in their hex; on the hook they lose it."""
    stage = Stage(monkeypatch)
    for name in ("G101g", "G101c", "G101h"):
        stage.put(name, "1010", command="BOUND", facing=0)
    stage.put("U111", "1030", command="OVERWATCH")
    stage.begin("move2")
    assert "DEFILADE" in stage.offered("second", "G101g")
    stage.say("second", "G101g DEFILADE A")
    assert (stage.unit("G101g").defilade, stage.unit("G101g").spent) == (0, 0)
    assert stage.refused("second", "G101g LIMBER G101h") == {"16.31"}, "the Segment has been taken up"
    stage.begin("move2")
    stage.say("second", "G101g LIMBER G101h")
    assert (stage.unit("G101g").carrier >= 0, stage.unit("G101g").defilade) == (True, -1)
    assert stage.refused("second", "G101g DEFILADE A") == {"15.0-gen-1"}
