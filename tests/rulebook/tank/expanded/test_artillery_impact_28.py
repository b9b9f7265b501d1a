"""Fire from off the map on its turn: scatter, zones, effects, panic, what comes later (28.3, 28.4, 28.6, 21.1)."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.parts import part_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import park_of
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from support.shelling import APC, ASSETS, MODULES, SQUAD, TANK, TRUCK, shelled, with_missions
from support.tank_positions import Played, cell, facing, play, track, unit, where

FAR = {"B1": ("2402", "A")}


def fallen(played: Played) -> dict[str, str]:
    """The marked hexes of each impact, by side and unit."""
    return {f"{e.data['side']} {e.data['gun']}": str(e.data["hexes"]) for e in played.found("impact")}


def zone(state: TankState) -> set[str]:
    labels = GAME.board(state.scenario).labels
    return {labels[at] for fall in park_of(state).falling for at in fall.zone}


# The zone.


@pytest.mark.rules("28.3-1", "28.3-2", "28.3-3", "28.31", "21.1-b-1")
def test_the_eight_hexes_around_two_markers(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-34, C-05: die 2 is north-east, 1110 from 1010: ten hexes, two marked and eight around them."""
    state = with_missions(shelled(monkeypatch, alpha=FAR_A, bravo=FAR, dice="2"), ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    assert fallen(after) == {"alpha bn1": "1010 1110"}
    assert zone(after.state) == {
        "1010", "1110",
        "1009", "1011", "0910", "0911", "1109", "1111", "1209", "1210",
    }  # fmt: skip
    assert after.found("impact")[0].step == "artillery"


FAR_A = {"A1": ("0102", "A")}


@pytest.mark.rules("28.3-2", "28.3-3")
@pytest.mark.parametrize("die", range(1, 7))
def test_every_scatter_makes_a_zone_of_ten(monkeypatch: pytest.MonkeyPatch, die: int) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR, dice=str(die))
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    board = GAME.board(state.scenario)
    first = board.cell("1010")
    second = board.neighbours[first][die - 1]
    assert fallen(after) == {"alpha bn1": f"1010 {board.labels[second]}"}
    around = {at for mark in (first, second) for at in (mark, *board.neighbours[mark])}
    assert zone(after.state) == {board.labels[at] for at in around}
    assert len(around) == 10


@pytest.mark.rules("28.41b")
def test_at_the_edge_nothing_falls_off_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-43: the second marker is off the map and is none; what is left of the zone lies on it."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR, dice="1")
    state = with_missions(state, ("alpha", "bn1", "1001", 3))
    after = play(state, until="face")
    assert fallen(after) == {"alpha bn1": "1001"}
    assert zone(after.state) == {"1001", "1002", "0901", "0902", "1101", "1102"}


# What it does.


@pytest.mark.rules("28.33", "28.34-p1", "28.34-p3", "28.32a")
def test_a_vehicle_that_stands_still_panics_and_bolts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve points, die 4: P. It was to fire; it loses that and drives in the Movement Segment (X-37)."""
    state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1005", "D")}, dice="1 4 3 5")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, alpha="A1 DF 1005")
    assert [(e.data["points"], e.data["die"]) for e in after.found("struck")] == [(12, 4)]
    assert not after.found("shot"), "its task is lost"
    move = after.found("panic_move", unit="A1")[0]
    assert (move.data["direction"], move.data["points"], move.step) == ("C", 5, "artillery")
    assert track(after, "A1") == [("1111", 1), ("1211", 2), ("1312", 3), ("1412", 4), ("1513", 5)]
    assert {e.step for e in after.found("moved", unit="A1")} == {"move"}
    assert [roll.purpose for roll in after.rolls] == [
        "scatter of bn1 of alpha", "barrage at A1", "panic direction of A1", "panic points of A1",
    ]  # fmt: skip


@pytest.mark.rules("28.34-1", "28.34-2", "28.34-3", "28.34-5", "28.33")
@pytest.mark.parametrize(
    ("gun", "die", "result"),
    [
        ("bn1", 1, "it panics"), ("bn1", 2, "it panics"), ("bn1", 5, "no effect"), ("bn1.1", 2, "it panics"),
        ("bn1.1", 3, "no effect"), ("bn3", 4, "it panics"), ("bn3.1", 2, "no effect"), ("bn3.1", 1, "it panics"),
    ],
)  # fmt: skip
def test_points_and_die_on_the_chart(monkeypatch: pytest.MonkeyPatch, gun: str, die: int, result: str) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice=f"1 {die} 1 1")
    state = with_missions(state, ("alpha", gun, "1010", 3))
    after = play(state, until="face")
    assert [e.data["result"] for e in after.found("struck")] == [result]


@pytest.mark.rules("28.34-1", "28.34-x", "28.33")
def test_a_heavy_battalion_destroys_with_a_one_and_trucks_with_a_two(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = {"B1": ("1212", "A"), "B2": ("1213", "A"), "B8": ("1112", "A"), "B9": ("1313", "A")}
    state = shelled(monkeypatch, alpha=FAR_A, bravo=spots, dice="4 1 2 2 6 1 1 1 1")
    assert [unit(state, name).type for name in spots] == [TANK, TANK, TRUCK, APC]
    state = with_missions(state, ("bravo", "bn1", "1212", 3))
    after = play(state, until="face")
    results = {str(e.data["unit"]): e.data["result"] for e in after.found("struck")}
    assert results == {"B1": "destroyed", "B2": "it panics", "B8": "destroyed", "B9": "it panics"}
    assert [e.data["unit"] for e in after.found("destroyed")] == ["B1", "B8"]
    assert {e.rule for e in after.found("destroyed")} == {"28.34-x"}
    assert cell(state, "1212") in after.state.wrecks, "terrain from the next segment on"
    assert cell(state, "1112") not in after.state.wrecks, "a truck leaves none (X-11)"


@pytest.mark.rules("28.32c", "28.32d", "28.32a")
def test_soft_units_are_attacked_and_shaken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve points against clear ground (1): column 10, every die kills. In a position (12): column 0, only a 1 does.

    An odd second die shakes who survives; he was to stay, so he loses his task and stays (X-77).
    """
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B6": "1010", "B7": "1011"}, dug={"1011": "bravo"}, dice="4 6 2 3")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B7 OF adjacent", until="face")
    told = {str(e.data["unit"]): (e.rule, e.data["result"]) for e in after.found("struck")}
    assert told == {"B6": ("28.32c", "destroyed"), "B7": ("28.32d", "it panics")}
    assert unit(after.state, "B6").status == DESTROYED
    assert unit(after.state, "B7").panicked
    assert where(after.state, "B7") == "1011"
    assert not after.found("no_target"), "its Opportunity Fire is lost"
    assert [p.cell for p in after.state.positions] == [cell(state, "1011")], "it keeps its position"


@pytest.mark.rules("28.32d")
def test_less_than_eight_points_shake_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B6": "1010"}, dice="4 6")
    state = with_missions(state, ("alpha", "bn1.1", "1010", 3))
    after = play(state, until="face")
    assert [(e.data["points"], e.data["result"]) for e in after.found("struck")] == [(4, "no effect")]
    assert after.dice == [4, 6], "no second die"


@pytest.mark.rules("28.32d", "28.34-p1")
def test_a_squad_on_the_move_gets_a_panic_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-77: dice 5 and 1 in the open against four points: not destroyed; eight are needed to shake it."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B7": "1011"}, dug={"1011": "bravo"}, dice="4 2 1 5")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B7 MV 1012")
    assert after.found("panic_move", unit="B7")[0].data["direction"] == "E"
    assert where(after.state, "B7") == "0912"


@pytest.mark.rules("28.32b", "28.31")
def test_overlapping_zones_add_up_and_strike_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A medium battalion and a light one: 20 points in the hexes of both, 12 where only the first falls."""
    spots = {"B1": ("1010", "A"), "B2": ("0910", "A")}
    state = shelled(monkeypatch, alpha=FAR_A, bravo=spots, dice="2 2 6 6 1 1")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("alpha", "bn3", "1110", 3))
    after = play(state, until="face")
    assert {str(e.data["unit"]): e.data["points"] for e in after.found("struck")} == {"B1": 20, "B2": 12}
    assert [roll.purpose for roll in after.rolls if roll.purpose.startswith("barrage")] == [
        "barrage at B1", "barrage at B2",
    ]  # fmt: skip


@pytest.mark.rules("28.31", "28.32b")
def test_shells_do_not_ask_whose_units_they_fall_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1110", "A")}, dice="4 1 6 6 1 1 1 1")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("bravo", "bn1", "1110", 3))
    after = play(state, until="face")
    assert {str(e.data["unit"]): e.data["points"] for e in after.found("struck")} == {"A1": 30, "B1": 30}


@pytest.mark.rules("21.1-b-1")
def test_both_sides_effects_come_together_before_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-36: B1 is destroyed at the beginning of the turn, so its Direct Fire is lost; A1's own shells do it."""
    state = shelled(monkeypatch, alpha={"A1": ("0802", "D")}, bravo={"B1": ("1212", "A")}, dice="4 1")
    state = with_missions(state, ("bravo", "bn1", "1212", 3))
    after = play(state, bravo="B1 DF 0802", until="face")
    assert unit(after.state, "B1").status == DESTROYED
    assert not after.found("shot")
    order = [e.kind for e in after.events if e.kind in ("impact", "struck", "destroyed", "chits")]
    assert order == ["impact", "struck", "destroyed"]


@pytest.mark.rules("28.34-p1", "28.32d")
def test_who_has_panicked_under_shells_draws_no_second_panic(monkeypatch: pytest.MonkeyPatch) -> None:
    """B1 in 1010 panics under fire; the chits strike every hex (all ten are drawn), and it does not roll again."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice="1 4 3 5", panic=True)
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    assert [e.step for e in after.found("panic_move", unit="B1")] == ["artillery"]
    assert unit(after.state, "B1").panicked


# All turn long.


@pytest.mark.rules("28.41a", "28.34-p2")
def test_who_comes_into_the_zone_is_struck_there_and_bolts_with_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """B1 enters the zone with its second point; P, direction D, five points rolled: three are left."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1006", "D")}, dice="4 2 4 5")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B1 MV 1007 1008 1009 1010 1110")
    assert zone_has(state, "1009")
    assert track(after, "B1")[:3] == [("1007", 1), ("1008", 2), ("1009", 3)]
    struck = after.found("struck", unit="B1")
    assert [(e.step, e.data["hex"]) for e in struck] == [("move", "1009")], "once, at the first hex of the zone (X-35)"
    assert track(after, "B1")[3:] == [("1010", 4), ("1011", 5)]
    assert unit(after.state, "B1").panicked is False, "the next turn has begun"


def zone_has(state: TankState, label: str) -> bool:
    board = GAME.board(state.scenario)
    return board.cell(label) in board.neighbours[board.cell("1010")]


@pytest.mark.rules("28.34-p2")
def test_nothing_left_means_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-37: three points spent, two rolled: it stops there, facing the way it came."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1006", "D")}, dice="4 2 1 2")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B1 MV 1007 1008 1009 1010 1110")
    assert where(after.state, "B1") == "1009"
    assert facing(after.state, "B1") == "D"


@pytest.mark.rules("28.41a")
def test_a_unit_at_the_end_of_its_way_is_driven_on(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1006", "D")}, dice="4 2 2 5")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B1 MV 1007 1008 1009")
    assert track(after, "B1")[3:] == [("1109", 4), ("1208", 5)]


@pytest.mark.rules("28.41a", "28.32b")
def test_a_later_mission_strikes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-35: B1 begins in the first zone and drives into a hex of the second: 8 points there, which it meets first."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice="4 1 6 6")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("alpha", "bn3", "1005", 3))
    after = play(state, bravo="B1 MV 1009 1008 1007 1006 1005")
    struck = [(e.step, e.data["hex"], e.data["points"]) for e in after.found("struck")]
    assert struck == [("artillery", "1010", 12), ("move", "1006", 8)]
    assert where(after.state, "B1") == "1005"


@pytest.mark.rules("28.41a", "28.34-x")
def test_a_mover_can_be_destroyed_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1208", "D")}, dice="4 1")
    state = with_missions(state, ("bravo", "bn1", "1212", 3))
    after = play(state, bravo="B1 MV 1209 1210 1211 1212", until="face")
    gone = unit(after.state, "B1")
    assert (gone.status, gone.cell) == (DESTROYED, cell(state, "1211"))
    assert cell(state, "1211") in after.state.wrecks


@pytest.mark.rules("28.41a")
def test_a_squad_that_walks_into_the_zone_stops_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has spent all it had: in a panic it stays where it has come to."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B6": "1008"}, dug={"1009": "bravo"}, dice="4 6 1")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))
    after = play(state, bravo="B6 MV 1009", until="face")
    assert where(after.state, "B6") == "1009"
    assert unit(after.state, "B6").panicked
    assert [e.step for e in after.found("struck")] == ["move"]


@pytest.mark.rules("28.34-p1")
def test_nobody_panics_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """B1 bolts out of one zone into another; there it cannot panic again, though it could be destroyed."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice="4 1 4 1 5 3")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("alpha", "bn3", "1005", 3))
    after = play(state)
    assert [e.data["result"] for e in after.found("struck")] == ["it panics", "it panics"]
    assert len(after.found("panic_move")) == 1
    assert where(after.state, "B1") == "1005"


# Pairs of rules that meet.


@pytest.mark.rules("28.41a", "9.42", "9.46")
def test_an_overrunner_struck_before_its_target_overruns_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-72: panicked on the way, in 1005, it bolts; the squad, held until then, makes its own move at once (T-61)."""
    state = shelled(monkeypatch, alpha={"A6": "1007"}, bravo={"B1": ("1004", "D")}, dice="3 2 2 3")
    state = with_missions(state, ("alpha", "bn3", "1106", 3))
    after = play(state, alpha="A6 MV 0908", bravo="B1 OV 1005 1006 1007 1008")
    assert [(e.data["hex"], e.step) for e in after.found("struck")] == [("1005", "move")]
    assert track(after, "B1") == [("1005", 1), ("1105", 2), ("1204", 3)]
    assert not after.found("overrun")
    assert track(after, "A6") == [("0908", 2)]


@pytest.mark.rules("28.41a", "9.43b", "9.44")
def test_an_overrunner_struck_in_its_target_hex_has_done_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-60: the squad, dug in, dies when the tank enters; P in that very hex comes too late for it."""
    state = shelled(
        monkeypatch, alpha={"A6": "1006"}, bravo={"B1": ("1004", "D")}, dug={"1006": "alpha"}, dice="3 6 2 2 4 5"
    )
    state = with_missions(state, ("alpha", "bn3", "1107", 3))
    after = play(state, bravo="B1 OV 1005 1006 1007")
    assert [(e.data["unit"], e.step, e.data["result"]) for e in after.found("struck")] == [
        ("A6", "artillery", "no effect"), ("B1", "move", "it panics"),
    ]  # fmt: skip
    assert [e.data["victims"] for e in after.found("overrun")] == [1]
    assert [(e.data["unit"], e.rule) for e in after.found("destroyed")] == [("A6", "9.44")]
    assert track(after, "B1") == [("1005", 1), ("1006", 3), ("1007", 4), ("1008", 5)], "it bolts on from there"


@pytest.mark.rules("28.41a", "17.3-2")
def test_a_column_that_comes_on_into_a_zone_is_struck(monkeypatch: pytest.MonkeyPatch) -> None:
    """17.3-4 keeps it from chits, not from shells: A1 enters 1001 and is struck there; A2 behind it as well."""
    state = shelled(monkeypatch, alpha={"A9": ("0108", "A")}, bravo=FAR, dice="4 6 5 6", columns={"alpha": "1001"})
    state = with_missions(state, ("alpha", "bn1", "1001", 3))
    after = play(state, alpha="A1 MV 1001 1002; A2 MV 1001", until="face")
    struck = [(e.data["unit"], e.data["hex"], e.step) for e in after.found("struck")]
    assert struck == [("A1", "1001", "move"), ("A2", "1001", "move")]
    assert where(after.state, "A1") == "1002"


# Aircraft.


@pytest.mark.rules("28.6b", "28.6c", "28.61a", "28.62")
def test_an_air_strike_scatters_twice_and_strikes_two_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Aim 1010: die 2 puts the first marker on 1110, die 5 the second back on 1010. Die 6 less 2 is 4: P."""
    spots = {"B1": ("1010", "A"), "B2": ("1110", "A"), "B3": ("1009", "A")}
    state = shelled(monkeypatch, alpha=FAR_A, bravo=spots, dice="2 5 6 4 1 1 1 1")
    state = with_missions(state, ("alpha", "air1", "1010", 3))
    after = play(state, until="face")
    assert fallen(after) == {"alpha air1": "1110 1010"}
    assert {str(e.data["unit"]): (e.data["points"], e.data["result"]) for e in after.found("struck")} == {
        "B1": (12, "it panics"), "B2": (12, "it panics"),
    }  # fmt: skip
    spent = park_of(after.state).asset("alpha", "air1")
    assert spent is not None
    assert spent.spent


@pytest.mark.rules("28.61b", "28.32d")
def test_bombs_count_double_against_soft_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-47, X-39: 24 points; in a position (12) the column is +10."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B6": "1110"}, dug={"1110": "bravo"}, dice="2 1 6")
    state = with_missions(state, ("alpha", "air1", "1010", 3))
    after = play(state, until="face")
    assert [(e.data["points"], e.data["result"]) for e in after.found("struck")] == [(24, "destroyed")]


@pytest.mark.rules("28.43", "28.61a")
def test_bombs_and_shells_are_never_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice="2 5 4 6 3 2 3")
    state = with_missions(state, ("alpha", "air1", "1010", 3), ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    assert [(e.data["what"], e.data["points"], e.data["die"]) for e in after.found("struck")] == [
        ("barrage", 12, 6), ("air strike", 12, 3),
    ]  # fmt: skip
    assert len(after.found("panic_move")) == 1


@pytest.mark.rules("28.43", "28.32d")
def test_who_is_shaken_by_shells_is_not_shaken_again_by_bombs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both fall on B7 in its position: the shells shake it with an odd second die, the bombs roll no such die."""
    light = [msgspec.structs.replace(a, weight="L") if a.name == "air1" else a for a in ASSETS]
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B7": "1110"}, dug={"1110": "bravo"}, dice="2 5 4 2 3 6",
                    assets=light)  # fmt: skip
    state = with_missions(state, ("alpha", "air1", "1010", 3), ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    assert [(e.data["what"], e.data["result"]) for e in after.found("struck")] == [
        ("barrage", "it panics"), ("air strike", "no effect"),
    ]  # fmt: skip
    assert after.dice == [2, 5, 4, 2, 3, 6]


@pytest.mark.rules("28.41a")
def test_who_moves_where_nobody_has_anything_off_the_map_is_not_struck(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("2401", "D")}, assets=())
    assert part_of(state, "artillery") is None
    after = play(state, alpha="A1 MV 1009")
    assert where(after.state, "A1") == "1009"
    assert after.found("struck") == []


@pytest.mark.rules("28.62", "28.41b")
def test_a_strike_is_spent_even_if_all_of_it_falls_off_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-75: aimed at 1001, both dice north."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1001", "A")}, dice="1 1")
    state = with_missions(state, ("alpha", "air1", "1001", 3))
    after = play(state, until="face")
    assert fallen(after) == {"alpha air1": "off the map"}
    assert not after.found("struck")
    spent = park_of(after.state).asset("alpha", "air1")
    assert spent is not None
    assert spent.spent


@pytest.mark.rules("28.6b", "28.6c")
def test_the_second_marker_may_come_back_onto_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR, dice="1 4")
    state = with_missions(state, ("alpha", "air1", "1001", 3))
    assert fallen(play(state, until="face")) == {"alpha air1": "1001"}


# What it does not do, and what is left of it.


@pytest.mark.rules("28.43", "34.4-11")
def test_shelling_is_no_fire_of_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """It makes no contact and releases no column: nobody has fired on anybody."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("2416", "A")}, spotted=False, dice="1 1 1 1",
                    hexes={f"{column:02d}08": "woods" for column in range(1, 25)})  # fmt: skip
    state = with_missions(state, ("alpha", "bn1", "2416", 3))
    after = play(state, until="face")
    assert (after.state.contact, after.state.first_fire, after.state.fired_on) == (0, 0, {})
    assert after.found("struck")


@pytest.mark.rules("21.1-b-9", "28.0-gen-4")
def test_markers_go_at_the_end_and_guns_fire_again_on_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR, dice="1 2")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("alpha", "bn1", "1010", 4))
    before = play(state, until="face")
    assert [marker.kind for marker in GAME.view(before.state, "bravo").markers] == ["impact", "impact"]
    after = play(state)
    assert GAME.view(after.state, "bravo").markers == ()
    assert after.found("impacts_over")
    assert fallen(play(after.state)) == {"alpha bn1": "1010 1110"}


@pytest.mark.rules(
    "21.1-b-1", "21.1-b-2", "21.1-b-3", "21.1-b-4", "21.1-b-5", "21.1-b-7", "21.1-b-8", "21.1-b-9", "21.1-c"
)
def test_the_steps_of_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR)
    keys = [row.key for row in GAME.sequence(state.scenario) if row.handler is not None]
    assert keys[keys.index("plot") :] == [
        "plot", "artillery", "panic", "initial", "spot", "direct", "move", "stop", "final", "smoke_removal",
        "smoke_creation", "impacts_off", "record", "over",
    ]  # fmt: skip
    rows = {row.key: row for row in GAME.sequence(state.scenario)}
    steps = ("plot", "artillery", "panic", "initial", "direct", "move", "final", "smoke_removal", "smoke_creation")
    assert [rows[key].rule for key in (*steps, "record")] == [
        "21.1-a", "21.1-b-1", "21.1-b-2", "21.1-b-3", "21.1-b-4", "21.1-b-5", "21.1-b-7", "21.1-b-8", "21.1-b-9",
        "21.1-c",
    ]  # fmt: skip
    after = play(state)
    assert after.state.turn == 4


@pytest.mark.rules("21.1-b-6")
def test_mounting_comes_between_movement_and_final_facing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR, modules=("transport", *MODULES))
    rows = [row for row in GAME.sequence(state.scenario) if row.handler is not None and not row.aside]
    keys = [row.key for row in rows]
    between = rows[keys.index("move") + 1 : keys.index("final")]
    assert [row.rule for row in between] == ["21.1-b-6"]


@pytest.mark.rules("28.34-p1", "27.3a")
def test_panic_under_shells_ends_mounting(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-32: chits spare who mounts, shells do not: the APC bolts and nobody is on board."""
    spots = {"B9": ("0909", "A"), "B6": "1009"}
    state = shelled(monkeypatch, alpha=FAR_A, bravo=spots, modules=("transport", *MODULES), dice="1 4 6 1")
    assert [unit(state, name).type for name in spots] == [APC, SQUAD]
    quiet = play(state, bravo="B9 MT 1009; B6 MT 0909")
    assert unit(quiet.state, "B6").status == CARRIED
    state = with_missions(state, ("alpha", "bn1", "0908", 3))
    after = play(state, bravo="B9 MT 1009; B6 MT 0909")
    assert [e.data["path"] for e in after.found("panic_move", unit="B9")] == ["0808"]
    assert where(after.state, "B9") == "0808"
    assert (unit(after.state, "B6").status, where(after.state, "B6")) == (ON_MAP, "1009")
