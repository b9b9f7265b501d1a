"""Case 8.5 and the Opportunity Fire procedure of 8.0: lines laid in advance and what triggers them.

Most tests lay the line of A1 from 1010 due north over 1009, 1008 ... to the target hex.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.data.loading import terrain
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.opportunity import trigger_cell
from hulldown.games.tank.rules.state import DESTROYED, OFF_MAP, ON_MAP, Unit, Watch
from support.tank_positions import Played, country, facing, play, position, refused, unit, where

Draw = Callable[..., str]
NORTH = {"A1": ("1010", "A")}
PLAIN = Ground(country(), terrain("mixed"))


def shots(after: Played, *keys: str) -> list[tuple[object, ...]]:
    return [tuple(event.data[key] for key in keys) for event in after.found("shot")]


# The procedure.


@pytest.mark.rules("8.0-proc-of-1")
def test_8_0_proc_of_1_the_hex_must_be_in_the_field_of_fire_and_the_line_clear(draw: Draw) -> None:
    scenario = draw(hexes={"1007": "woods"}, sides={"1208A": "berm"})
    state = position(scenario, alpha={"A1": ("1010", "A", "JPzV"), "A2": ("1210", "A")}, bravo={"B1": "2402"})
    assert refused(state, "alpha", "A1 OF 1008") == []
    assert refused(state, "alpha", "A1 OF 1007") == []  # into the woods, not through them
    assert refused(state, "alpha", "A1 OF 1006") == ["10.22d"]
    assert refused(state, "alpha", "A1 OF 1012") == ["7.21"]
    assert refused(state, "alpha", "A2 OF 1207") == []  # the berm is a side of the target hex
    assert refused(state, "alpha", "A2 OF 1206") == ["10.22c"]


@pytest.mark.rules("8.0-proc-of-2", "8.57c", "8.41a")
def test_8_0_proc_of_2_no_friend_in_the_hex_or_on_the_line_even_if_it_leaves(draw: Draw) -> None:
    state = position(draw(), alpha={**NORTH, "A2": ("1005", "B")}, bravo={"B1": "2402"})
    assert refused(state, "alpha", "A1 OF 1003") == ["8.57c"]
    assert refused(state, "alpha", "A1 OF 1005") == ["8.57c"]
    assert refused(state, "alpha", "A1 OF 1003; A2 MV B") == ["8.57c"]
    assert refused(state, "alpha", "A1 OF 1006; A2 MV B") == []


@pytest.mark.rules("8.0-proc-of-3")
def test_8_0_proc_of_3_a_panicked_unit_gives_no_opportunity_fire(draw: Draw) -> None:
    # Alpha's chits are 0 and 1, Bravo's is 9: A1 in 1010 panics.
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1106", "D")}, dice="1 1 10", panic=True)
    after = play(state, "A1 OF 1002", "B1 MV F F")
    assert after.found("panicked", unit="A1")
    assert not after.found("shot")
    assert where(after.state, "B1") == "0905"


@pytest.mark.rules("8.0-proc-of-4", "8.53b", "8.53d")
@pytest.mark.parametrize(
    ("start", "path", "at"),
    [
        ("1106", "F", "1005"),  # into a hex of the line
        ("1103", "F", "1002"),  # into the target hex
        ("1110", "F", "1009"),  # next to the firer
        ("1102", "F", ""),  # beyond the target hex
        ("1206", "F A", ""),  # along the line, one hex beside it
    ],
)
def test_8_0_proc_of_4_entering_the_line_or_its_target_hex_triggers(draw: Draw, start: str, path: str, at: str) -> None:
    state = position(draw(), alpha=NORTH, bravo={"B1": (start, "D")}, dice="6")
    after = play(state, "A1 OF 1002", f"B1 MV {path}")
    assert shots(after, "target", "at") == ([("B1", at)] if at else [])


@pytest.mark.rules("8.0-proc-of-5", "8.54")
def test_8_54_triggered_fire_is_resolved_like_direct_fire_in_the_hex_of_the_trigger(draw: Draw) -> None:
    # B1 enters the woods of 1005 by B: 5 hexes away, front towards its travel, so the side (8) and +2 for woods.
    scenario = draw(hexes={"1005": "woods"})
    state = position(scenario, alpha=NORTH, bravo={"B1": ("0906", "D", "unspotted")}, dice="4")
    after = play(state, "A1 OF 1005", "B1 MV B B")
    assert after.found("spotted", unit="B1")
    assert shots(after, "at", "range", "strength", "defence", "column", "add") == [("1005", 5, 21, 10, "10", 2)]


@pytest.mark.rules("8.54", "8.31b")
def test_8_54_effective_range_counts_for_opportunity_fire_too(draw: Draw) -> None:
    scenario = draw(columns=50, rows=8)
    state = position(scenario, alpha={"A1": ("0504", "B")}, bravo={"B1": ("3903", "D", "PzIVh")}, dice="6")
    after = play(state, "A1 OF 3904", "B1 MV D")
    assert shots(after, "range", "strength") == [(34, 11)]


@pytest.mark.rules("8.0-proc-of-6", "8.61d", "8.55")
def test_8_55_a_unit_destroyed_on_the_way_stays_there(draw: Draw) -> None:
    places = {"B1": ("1206", "D"), "B2": ("2006", "D")}
    state = position(draw(), alpha=NORTH, bravo=places, dice="1")
    after = play(state, "A1 OF 1002", "B1 MV F F F F; B2 MV D D D D")
    assert [event.data["hex"] for event in after.found("moved", unit="B1")] == ["1106", "1005"]
    assert after.found("destroyed", unit="B1", hex="1005")
    assert where(after.state, "B1") == "1005"
    # At once: B2 is still on its way when it happens.
    kinds = [(event.kind, event.data.get("unit"), event.data.get("point")) for event in after.events]
    assert kinds.index(("destroyed", "B1", None)) < kinds.index(("moved", "B2", 3))


# 8.23b and 8.51 to 8.52.


@pytest.mark.rules("8.23b", "8.22a")
def test_8_23b_a_mover_is_shot_at_until_it_dies_or_stops(draw: Draw) -> None:
    # Three lines cross in 1005. The nearest fires first; when B1 is dead the third firer keeps its shot for B2.
    places = {"A1": ("1009", "A", "PzIIIj"), "A2": ("1405", "F"), "A3": ("0408", "B", "PzIIIj")}
    foes = {"B1": ("1106", "D", "T62"), "B2": ("1307", "D", "T62")}
    state = position(draw(), alpha=places, bravo=foes, dice="6 1 6")
    after = play(state, "A1 OF 1002; A2 OF 0905; A3 OF 1105", "B1 MV F; B2 MV F F A")
    assert [event.kind for event in after.events if event.kind in ("shot", "destroyed")] == [
        "shot", "shot", "destroyed", "shot",
    ]  # fmt: skip
    assert shots(after, "unit", "target", "result") == [
        ("A1", "B1", "missed"),
        ("A2", "B1", "destroyed"),
        ("A3", "B2", "missed"),
    ]


@pytest.mark.rules("8.51", "4.1-b-5b")
def test_8_51_without_a_trigger_the_turn_is_wasted(draw: Draw) -> None:
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1205", "D")})
    after = play(state, "A1 OF 1002", "B1 MV A A", until="face")
    assert after.found("no_target", unit="A1")
    assert not after.rolls
    assert "alpha" not in GAME.pending(after.state) or not GAME.legal(after.state, "alpha").units


@pytest.mark.rules("8.52a", "8.52b")
def test_8_52b_the_first_unit_is_the_one_with_fewest_points_spent(draw: Draw) -> None:
    # B1 crosses far away at its first point, B2 close by at its second.
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1104", "D"), "B2": ("1208", "D")}, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV F F")
    assert shots(after, "target", "at") == [("B1", "1003")]


@pytest.mark.rules("8.52b")
def test_8_52b_points_count_not_hexes(draw: Draw) -> None:
    # Both enter the line with their first hex, but that of B2 is rough and costs two.
    scenario = draw(hexes={"1007": "rough"})
    state = position(scenario, alpha=NORTH, bravo={"B1": ("1104", "D"), "B2": ("1108", "D")}, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV F")
    assert shots(after, "target", "at") == [("B1", "1003")]


@pytest.mark.rules("8.52c", "8.52a")
def test_8_52c_on_equal_points_the_nearer_unit_is_shot(draw: Draw) -> None:
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1104", "D"), "B2": ("1108", "D")}, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV F")
    assert shots(after, "target", "at") == [("B2", "1007")]


@pytest.mark.rules("8.52c")
def test_8_52c_at_equal_distance_the_better_chance_is_taken(draw: Draw) -> None:
    """T-47. The two change places across the hexside along which the line runs, each shot at in the hex it leaves."""
    foes = {"B1": ("1110", "A", "PzVIb"), "B2": ("1111", "A", "M18")}
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIVh")}, bravo=foes, dice="1")
    after = play(state, "A1 OF 1410", "B1 MV D; B2 MV A")
    assert shots(after, "target", "at") == [("B2", "1111")]


@pytest.mark.rules("8.52d", "8.43c", "8.51")
def test_8_52d_a_friend_that_comes_first_aborts_the_fire(draw: Draw) -> None:
    # Alpha's chits are 7 and 0: A2 in 1107 panics and bolts by F into A1's line at the first point.
    friends = {"A1": ("1011", "A"), "A2": ("1107", "A")}
    state = position(draw(), alpha=friends, bravo={"B1": ("1205", "D")}, dice="8 1 6 1 10", panic=True)
    after = play(state, "A1 OF 1003; A2 MV A", "B1 MV F F")
    assert after.found("aborted", unit="A1", by="A2")
    assert not after.found("no_target"), "it was broken off, and did not wait in vain"
    assert where(after.state, "B1") == "1004"  # it crossed the line at its second point
    assert not after.found("shot")


@pytest.mark.rules("8.52d")
def test_8_52d_a_friend_that_comes_later_changes_nothing(draw: Draw) -> None:
    friends = {"A1": ("1011", "A"), "A2": ("1207", "A")}
    state = position(draw(), alpha=friends, bravo={"B1": ("1105", "D")}, dice="8 1 6 2 10 6", panic=True)
    after = play(state, "A1 OF 1003; A2 MV A", "B1 MV F")
    assert where(after.state, "A2") == "1006"
    assert shots(after, "unit", "target") == [("A1", "B1")]
    assert not after.found("aborted")


@pytest.mark.rules("8.52d")
def test_8_52d_of_friend_and_enemy_at_one_point_the_nearer_comes_first(draw: Draw) -> None:
    """T-48."""
    for friend, enemy, aborted in (("1107", "1105", True), ("1104", "1108", False)):
        chits = {"1107": "8 1", "1104": "5 1"}[friend]
        dice = f"{chits} 6 1 10" if aborted else f"{chits} 6 1 10 6"
        state = position(
            draw(), alpha={"A1": ("1011", "A"), "A2": (friend, "A")}, bravo={"B1": (enemy, "D")}, dice=dice, panic=True
        )
        after = play(state, "A1 OF 1002; A2 MV A", "B1 MV F")
        assert bool(after.found("aborted")) is aborted
        assert bool(after.found("shot")) is not aborted


@pytest.mark.rules("8.43b", "8.41c", "8.52d")
def test_8_43b_infantry_does_not_abort_the_fire_of_a_gun(draw: Draw) -> None:
    friends = {"A1": ("1010", "A", "88AT"), "A2": ("1107", "", "infantry")}
    state = position(draw(), alpha=friends, bravo={"B1": ("1205", "D", "M18")}, dice="6")
    after = play(state, "A1 OF 1002; A2 MV F", "B1 MV F F")
    assert where(after.state, "A2") == "1006"  # it has crossed the line at the first point
    assert not after.found("aborted")
    assert shots(after, "unit", "target") == [("A1", "B1")]


# 8.53.


@pytest.mark.rules("8.53a", "8.53b", "8.53d")
@pytest.mark.parametrize(
    ("target", "line"),
    [
        ("1006", "1009 1008 1007 1006"),
        ("1408", "1110 1209 1309 1408"),
        ("1205", "1009 1109 1108 1107 1206 1205"),  # slanting: the hexes alternate
        ("1410", "1210 1410"),  # along hexsides: only every other hex is entered
    ],
)
def test_8_53a_the_line_runs_from_centre_to_centre(target: str, line: str) -> None:
    board = PLAIN.board
    firer = Unit("A1", "alpha", "T62", board.cell("1010"), status=ON_MAP)
    watch = Watch(0, board.cell(target))
    # Coming down from outside a hex, so that no hexside of the map is crossed.
    entered = {
        board.labels[there] for there in board.cells if trigger_cell(PLAIN, firer, watch, OFF_MAP, there) == there
    }
    assert entered == set(line.split())


@pytest.mark.rules("8.53c", "9.2d")
def test_8_53c_only_crossing_a_hexside_along_the_line_triggers(draw: Draw) -> None:
    """The line from 1010 to 1410 runs between 1110 and 1111, through 1210, and between 1310 and 1311."""
    scenario = draw()
    beside = position(scenario, alpha=NORTH, bravo={"B1": ("1108", "D")})
    after = play(beside, "A1 OF 1410", "B1 MV D D")
    assert where(after.state, "B1") == "1110"
    assert not after.found("shot")
    across = position(scenario, alpha=NORTH, bravo={"B1": ("1108", "D")}, dice="1")
    after = play(across, "A1 OF 1410", "B1 MV D D D D")
    # It is fired at in the hex it leaves, and its wreck stays there.
    assert shots(after, "at", "range") == [("1110", 1)]
    assert after.found("destroyed", hex="1110")
    assert where(after.state, "B1") == "1110"


@pytest.mark.rules("8.53c")
def test_8_53c_through_the_hex_between_two_hexsides_entering_triggers(draw: Draw) -> None:
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1208", "D")}, dice="6")
    after = play(state, "A1 OF 1410", "B1 MV D D")
    assert shots(after, "at") == [("1210",)]


@pytest.mark.rules("8.53c", "9.2d")
def test_8_53c_two_lines_may_find_one_mover_in_different_hexes(draw: Draw) -> None:
    # A1's line runs along the hexside B1 crosses; A2's line passes through the hex it enters.
    places = {"A1": ("1010", "A"), "A2": ("0912", "B")}
    state = position(draw(), alpha=places, bravo={"B1": ("1109", "D")}, dice="6 6")
    after = play(state, "A1 OF 1410; A2 OF 1111", "B1 MV D D")
    assert sorted(shots(after, "unit", "at")) == [("A1", "1110"), ("A2", "1111")]
    assert where(after.state, "B1") == "1111"


# 8.56.


@pytest.mark.rules("8.56a", "8.56b")
@pytest.mark.parametrize(("dice", "fired"), [("6 5 6", True), ("6 6", False)])
def test_8_56a_an_unspotted_unit_triggers_only_when_spotted(draw: Draw, dice: str, fired: bool) -> None:
    # A1 looks for the infantry before the fire (6 fails) and again when it steps into the line (5 finds it).
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1106", "", "infantry", "unspotted")}, dice=dice)
    after = play(state, "A1 OF 1002", "B1 MV F")
    assert bool(after.found("shot")) is fired
    assert unit(after.state, "B1").spotted is fired
    assert where(after.state, "B1") == "1005"
    assert len(after.rolls) == len(dice.split())


@pytest.mark.rules("8.56a")
def test_8_56a_an_unspotted_unit_does_not_use_up_the_shot(draw: Draw) -> None:
    # The infantry slips through; the tank that follows it in the same line is the first to trigger.
    foes = {"B1": ("1106", "", "infantry", "unspotted"), "B2": ("1304", "D")}
    state = position(draw(), alpha=NORTH, bravo=foes, dice="6 6 6")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV F F F")
    assert shots(after, "target") == [("B2",)]
    assert unit(after.state, "B1").status == ON_MAP


@pytest.mark.rules("8.56b")
def test_8_56b_each_further_hex_of_the_line_gives_a_fresh_test(draw: Draw) -> None:
    # The infantry starts in the line: it is looked for once there, and once more in the next hex of the line.
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1006", "", "infantry", "unspotted")}, dice="6 2 1")
    after = play(state, "A1 OF 1002", "B1 MV A")
    assert [roll.purpose for roll in after.rolls] == ["A1 spots B1", "A1 spots B1", "A1 at B1"]
    assert shots(after, "at", "result") == [("1005", "destroyed")]


@pytest.mark.rules("8.56b")
def test_8_56b_in_one_hex_there_is_one_test(draw: Draw) -> None:
    """T-30: B1 comes into view, out of the woods' shadow, and into the line with the same step: one look at it."""
    state = position(
        draw(hexes={"1107": "woods"}), alpha=NORTH, bravo={"B1": ("1106", "", "infantry", "unspotted")}, dice="6"
    )
    after = play(state, "A1 OF 1002", "B1 MV F")
    assert after.dice == [6]
    assert not after.found("shot")


@pytest.mark.rules("8.56c")
def test_8_56c_moving_vehicles_need_no_test(draw: Draw) -> None:
    scenario = draw(columns=50, rows=8, hexes={"4004": "woods"})
    state = position(scenario, alpha={"A1": ("0504", "B")}, bravo={"B1": ("4003", "D", "unspotted", "M18")}, dice="6")
    after = play(state, "A1 OF 4004", "B1 MV D")
    assert after.found("spotted", unit="B1")
    assert [roll.purpose for roll in after.rolls] == ["A1 at B1"]


# 8.57 and 8.58.


@pytest.mark.rules("8.57a", "8.57b")
def test_8_57_an_enemy_that_starts_in_the_line_is_shot_there_if_it_moves(draw: Draw) -> None:
    scenario = draw()
    for hex in ("1005", "1002"):  # in the line, and in the target hex itself
        state = position(scenario, alpha=NORTH, bravo={"B1": (hex, "A", "T62")}, dice="1")
        assert refused(state, "alpha", "A1 OF 1002") == []
        after = play(state, "A1 OF 1002", "B1 FC")
        assert not after.found("shot")
        after = play(state, "A1 OF 1002", "B1 MV C B")
        # It has turned towards its first hex (C), which leaves its front towards A1, and never gets away.
        assert shots(after, "at", "defence") == [(hex, 14)]
        assert not after.found("moved")
        assert after.found("destroyed", hex=hex)


@pytest.mark.rules("8.57b")
def test_8_57b_missed_in_its_hex_it_goes_on_its_way(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIIIj")}, bravo={"B1": ("1005", "A")}, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV A A")
    assert shots(after, "at") == [("1005",)]  # one shot, though it enters two more hexes of the line
    assert where(after.state, "B1") == "1003"


@pytest.mark.rules("8.57b")
def test_8_57b_a_unit_that_leaves_the_map_from_the_line_is_shot_too(draw: Draw) -> None:
    places = {"A1": ("1016", "D"), "A2": "0101"}
    state = position(draw(base="tank/11"), alpha=places, bravo={"B1": ("1010", "D", "PzIIIj")}, dice="6")
    after = play(state, "A1 MV exit; A2 FC", "B1 OF 1016")
    assert shots(after, "unit", "at") == [("B1", "1016")]
    assert after.found("exited", unit="A1")


@pytest.mark.rules("8.58a", "8.58b", "8.61c")
def test_8_58_a_unit_hit_by_direct_fire_still_gives_its_opportunity_fire(draw: Draw) -> None:
    places = {"A1": ("1010", "A"), "A2": ("1305", "F")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1 1")
    # A1 destroys B1, on whose line A2 then drives.
    after = play(state, "A1 DF 1004; A2 MV F F", "B1 OF 1404")
    told = ("shot", "moved", "dying", "destroyed")
    order = [(event.kind, event.data["unit"]) for event in after.events if event.kind in told]
    assert order == [
        ("shot", "A1"), ("dying", "B1"), ("moved", "A2"), ("shot", "B1"), ("destroyed", "A2"), ("destroyed", "B1"),
    ]  # fmt: skip
    assert [unit(after.state, name).status for name in ("A2", "B1")] == [DESTROYED, DESTROYED]
    assert after.state.losses == {"alpha": 1, "bravo": 1}


@pytest.mark.rules("8.58b")
def test_8_58b_a_dying_unit_is_there_until_movement_ends(draw: Draw) -> None:
    """T-05: it still bars its hex, and only its owner knows before the end that it is lost."""
    places = {"A1": ("1010", "A", "88AT"), "A2": ("1105", "", "infantry")}
    for task, end in (("OF 1001", "1105"), ("FC", "1004")):
        state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1")
        after = play(state, "A1 DF 1004; A2 MV F", f"B1 {task}")
        assert where(after.state, "A2") == end
        assert not any(event.seen_by("alpha") for event in after.found("dying"))
        assert unit(after.state, "B1").status == DESTROYED


@pytest.mark.rules("8.58b")
def test_8_58b_only_opportunity_fire_delays_a_loss(draw: Draw) -> None:
    state = position(draw(), alpha=NORTH, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1")
    after = play(state, "A1 DF 1004", "B1 FC; B2 MV F")
    kinds = [event.kind for event in after.events]
    assert kinds.index("destroyed") < kinds.index("moved")


# Rulings.


@pytest.mark.rules("8.54", "8.9b")
def test_8_54_a_hopeless_shot_is_triggered_and_wasted(draw: Draw) -> None:
    """T-50: PzIIIj (AP 8) cannot hurt the front of an M60A2 (17); the M18 behind it gets through unharmed."""
    foes = {"B1": ("1106", "D"), "B2": ("1204", "D", "M18")}
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIIIj")}, bravo=foes)
    after = play(state, "A1 OF 1002", "B1 MV E; B2 MV F F")
    assert after.found("no_attack", unit="A1", target="B1")
    assert not after.rolls
    assert facing(after.state, "B1") == "E"


@pytest.mark.rules("8.52a")
def test_8_52a_what_it_cannot_attack_at_all_does_not_trigger(draw: Draw) -> None:
    """T-50: a gun has no HE, so infantry does not trigger it and the tank behind does."""
    foes = {"B1": ("1106", "", "infantry"), "B2": ("1204", "D", "M18")}
    state = position(draw(), alpha={"A1": ("1010", "A", "88AT")}, bravo=foes, dice="1")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV F F")
    assert shots(after, "target") == [("B2",)]


@pytest.mark.rules("8.22c", "8.23b")
def test_8_22c_he_opportunity_fire_of_one_entry_combines(draw: Draw) -> None:
    """T-49."""
    places = {"A1": ("1010", "A", "PzIIIj"), "A2": ("0408", "B", "PzIIIj")}
    state = position(draw(), alpha=places, bravo={"B1": ("0906", "", "infantry")}, dice="1")
    after = play(state, "A1 OF 1002; A2 OF 1405", "B1 MV C")
    assert shots(after, "unit", "strength", "at") == [("A1 A2", 10, "1006")]


# the lane is clear, but a hex beside its middle is not in sight.

SHADED = {"1008": "woods"}
"""The line from 1010 to 1204 passes the wood in 1008 and is clear; 1106 and 1107, which it also passes, are hidden."""


@pytest.mark.rules("13.1", "13.3a", "8.54", "8.56a")
@pytest.mark.parametrize("flag", ["unspotted", "spotted"])
def test_r6_a_unit_in_a_hex_of_the_line_out_of_sight_neither_triggers_nor_is_spotted(draw: Draw, flag: str) -> None:
    """13.1: to spot is to see. 8.54, T-35: fire goes like Direct Fire, which needs a line to the hex of its target."""
    state = position(draw(hexes=SHADED), alpha=NORTH, bravo={"B1": ("1007", "C", flag)}, dice="1")
    assert refused(state, "alpha", "A1 OF 1204") == [], "the line itself is clear"
    after = play(state, "A1 OF 1204", "B1 MV 1107 1106")
    assert where(after.state, "B1") == "1106"
    assert not after.found("shot")
    assert not after.found("spotted")
    assert after.found("no_target", unit="A1"), "the watch stays armed to the end"
    assert after.rolls == ()
    assert unit(after.state, "B1").spotted is (flag == "spotted")


@pytest.mark.rules("8.54", "8.56b", "13.3a")
@pytest.mark.parametrize("flag", ["unspotted", "spotted"])
def test_r6_it_triggers_where_it_comes_into_sight(draw: Draw, flag: str) -> None:
    state = position(draw(hexes=SHADED), alpha=NORTH, bravo={"B1": ("1007", "C", flag)}, dice="1")
    after = play(state, "A1 OF 1204", "B1 MV 1107 1106 1205")
    assert shots(after, "at", "result") == [("1205", "destroyed")]
    assert [(e.rule, e.step) for e in after.found("spotted")] == ([("13.3a", "move")] if flag == "unspotted" else [])


@pytest.mark.rules("8.57b", "8.54")
def test_r6_a_unit_that_starts_in_the_line_out_of_sight_is_not_shot_there(draw: Draw) -> None:
    state = position(draw(hexes=SHADED), alpha=NORTH, bravo={"B1": ("1107", "A")}, dice="1")
    after = play(state, "A1 OF 1204", "B1 MV 1106 1105")
    assert not after.found("shot")
    assert where(after.state, "B1") == "1105"


@pytest.mark.rules("8.52d")
def test_r6_a_friend_in_the_line_aborts_the_fire_in_sight_or_not(draw: Draw) -> None:
    """8.52d asks only whether a friend is in the line. Alpha's chits are 7 and 1: A2 in 1007 bolts by B into 1107."""
    friends = {**NORTH, "A2": ("1007", "A")}
    state = position(draw(hexes=SHADED), alpha=friends, bravo={"B1": ("1304", "D")}, dice="8 2 2 1 10 1", panic=True)
    after = play(state, "A1 OF 1204; A2 MV A", "B1 MV D F")
    assert where(after.state, "A2") == "1107"
    assert after.found("aborted", unit="A1", by="A2")
    assert not after.found("shot")


@pytest.mark.rules("8.0-proc-of-5", "8.53c")
@pytest.mark.parametrize(("die", "fired"), [(4, False), (3, True)])
def test_r6_a_unit_that_crosses_a_hexside_is_looked_for_in_the_hex_it_leaves(draw: Draw, die: int, fired: bool) -> None:
    """It crosses the line out of rough ground, where infantry is found on 1-3, into the open, where 1-5 would do."""
    foes = {"B1": ("1410", "", "infantry", "unspotted")}
    state = position(draw(hexes={"1410": "rough"}), alpha={"A1": ("0510", "B")}, bravo=foes, dice=f"6 {die} 6")
    after = play(state, "A1 OF 1510", "B1 MV A")
    assert after.dice[:2] == [6, die], "before the fire, and as it crosses"
    assert shots(after, "at") == ([("1410",)] if fired else [])
    assert unit(after.state, "B1").spotted is fired
