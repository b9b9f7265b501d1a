"""Case 8.8: infantry against vehicles."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.data.loading import Mode, scenarios, terrain, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.fire import Aim, Firer, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.opportunity import trigger_cell
from hulldown.games.tank.rules.state import DESTROYED, OFF_MAP, ON_MAP, Unit, Watch
from support.tank_positions import Played, country, play, position, refused, unit, where

Draw = Callable[..., str]
SQUAD = {"B1": ("1010", "", "infantry"), "B2": "2416"}


def infantry_shot(distance: int, moving: bool = False, **more: object) -> tuple[int, ...]:
    squad = (Firer(weapons()["infantry"], distance, 2),)
    return resolve(Aim(squad, weapons()["T62"], terrain("closed"), moving=moving, **more)).hits_on  # type: ignore[arg-type]


def shots(after: Played) -> list[tuple[object, ...]]:
    return [(event.data["unit"], event.data["target"], event.data["at"]) for event in after.found("shot")]


@pytest.mark.rules("8.8a")
@pytest.mark.parametrize("soft", ["infantry", "88AT"])
def test_8_8a_infantry_fires_at_vehicles_only(draw: Draw, soft: str) -> None:
    state = position(draw(), alpha={"A1": ("1009", "D", soft), "A2": ("1011", "A")}, bravo=SQUAD)
    assert refused(state, "bravo", "B1 DF 1009") == ["8.9b"]
    assert refused(state, "bravo", "B1 DF 1011") == []
    assert not resolve(Aim((Firer(weapons()["infantry"], 1, 2),), weapons()[soft], terrain("mixed"))).hits_on


@pytest.mark.rules("8.8a")
def test_8_8a_no_standard_scenario_gives_infantry_to_both_sides() -> None:
    for scenario in scenarios().values():
        armed = [any(force.type == "infantry" for force in side.forces) for side in (scenario.alpha, scenario.bravo)]
        assert not all(armed)


@pytest.mark.rules("8.81-1", "8.8b")
def test_8_81_1_next_hex() -> None:
    assert infantry_shot(1, moving=True) == (1,)
    assert infantry_shot(1) == (1, 2, 3)


@pytest.mark.rules("8.81-2", "8.8b")
def test_8_81_2_two_hexes() -> None:
    assert infantry_shot(2, moving=True) == (1,)
    assert infantry_shot(2) == (1, 2)


@pytest.mark.rules("8.81-3", "8.8b")
def test_8_81_3_three_hexes() -> None:
    assert infantry_shot(3, moving=True) == ()
    assert infantry_shot(3) == (1,)


@pytest.mark.rules("8.82")
def test_8_82_not_beyond_three_hexes(draw: Draw) -> None:
    assert infantry_shot(4) == ()
    state = position(draw(), alpha={"A1": ("1007", "D"), "A2": ("1006", "D")}, bravo=SQUAD)
    assert refused(state, "bravo", "B1 DF 1007") == []
    assert refused(state, "bravo", "B1 DF 1006") == ["8.82"]
    assert refused(state, "bravo", "B1 OF 1014") == ["8.82"]
    options = {entry.unit: entry.options for entry in GAME.legal(state, "bravo").units}["B1"]
    board = GAME.board(state.scenario)
    here = unit(state, "B1").cell
    assert {board.distance(here, there) for option in options for there in option.cells} == {1, 2, 3}


@pytest.mark.rules("8.83")
def test_8_83_neither_terrain_nor_aspect_nor_speed_changes_it() -> None:
    for more in ({"terrain": "woods"}, {"wreck": True}, {"through": "slope"}, {"aspect": "rear"}):
        assert infantry_shot(1, **more) == (1, 2, 3)  # type: ignore[arg-type]
    # T-54: moving or not is all; the points are not added to the die.
    assert infantry_shot(1, moving=True, points=8) == (1,)


@pytest.mark.rules("8.8b", "8.8c")
@pytest.mark.parametrize(("die", "result"), [("3", "destroyed"), ("4", "missed")])
def test_8_8b_direct_fire_of_infantry(draw: Draw, die: str, result: str) -> None:
    state = position(draw(), alpha={"A1": ("1009", "D"), "A2": "0101"}, bravo=SQUAD, dice=die)
    after = play(state, "", "B1 DF 1009")
    assert [(event.data["result"], event.data["hits_on"]) for event in after.found("shot")] == [(result, "1-3")]
    assert (unit(after.state, "A1").status == DESTROYED) is (result == "destroyed")


@pytest.mark.rules("8.8b", "8.8c")
@pytest.mark.parametrize(("die", "result"), [("1", "destroyed"), ("2", "missed")])
def test_8_8b_a_target_plotted_to_move_counts_as_moving(draw: Draw, die: str, result: str) -> None:
    state = position(draw(), alpha={"A1": ("1009", "D"), "A2": "0101"}, bravo=SQUAD, dice=die)
    after = play(state, "A1 MV A", "B1 DF 1009")
    assert [(event.data["result"], event.data["hits_on"]) for event in after.found("shot")] == [(result, "1")]
    assert where(after.state, "A1") == ("1009" if result == "destroyed" else "1008")


@pytest.mark.rules("8.8b", "8.84a")
def test_8_8b_opportunity_fire_of_infantry_on_a_line(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1109", "D"), "A2": "0101"}, bravo=SQUAD, dice="1")
    after = play(state, "A1 MV F", "B1 OF 1007")
    assert shots(after) == [("B1", "A1", "1008")]
    assert unit(after.state, "A1").status == DESTROYED


@pytest.mark.rules("8.8d", "8.0-proc-of-1", "8.0-proc-df-2")
def test_8_8d_infantry_keeps_the_limits_of_sight_plotting_and_panic(draw: Draw) -> None:
    blocked = position(draw(hexes={"1009": "woods"}), alpha={"A1": ("1008", "D")}, bravo=SQUAD)
    assert refused(blocked, "bravo", "B1 DF 1008") == ["10.22d"]
    friends = {**SQUAD, "B3": ("1009", "", "infantry")}
    masked = position(draw(), alpha={"A1": ("1008", "D")}, bravo=friends)
    assert refused(masked, "bravo", "B1 DF 1008") == ["8.41a"]
    # Bravo's chit is 0: the squad in 1010 panics and does not fire.
    shaken = position(draw(), alpha={"A1": ("1008", "D")}, bravo=SQUAD, dice="10 9 1", panic=True)
    after = play(shaken, "", "B1 DF 1008")
    assert after.found("panicked", unit="B1")
    assert not after.found("shot")


@pytest.mark.rules("8.84a", "8.0-proc-of-7")
@pytest.mark.parametrize("ahead", ["1009", "1110", "1111", "1011", "0911", "0910"])
def test_8_84a_infantry_covers_its_six_neighbours(draw: Draw, ahead: str) -> None:
    outside = {"1009": ("1008", "D"), "1110": ("1209", "E"), "1111": ("1211", "F"), "1011": ("1012", "A"),
               "0911": ("0811", "B"), "0910": ("0809", "C")}  # fmt: skip
    start, way = outside[ahead]
    state = position(draw(), alpha={"A1": (start, "A"), "A2": "0101"}, bravo=SQUAD, dice="2")
    after = play(state, f"A1 MV {way}", "B1 OF adjacent")
    assert shots(after) == [("B1", "A1", ahead)]


@pytest.mark.rules("8.84b", "8.21a")
def test_8_84b_one_shot_at_the_first_vehicle(draw: Draw) -> None:
    # A2 enters at its first point, A1 at its second, and A2 goes on round the squad: one shot in all.
    places = {"A1": ("1007", "D"), "A2": ("1211", "F"), "A3": "0101"}
    state = position(draw(), alpha=places, bravo=SQUAD, dice="6")
    after = play(state, "A1 MV D D; A2 MV F E", "B1 OF adjacent")
    assert shots(after) == [("B1", "A2", "1111")]


@pytest.mark.rules("8.84b")
def test_8_84b_soft_units_do_not_draw_the_shot(draw: Draw) -> None:
    places = {"A1": ("1008", "", "infantry"), "A2": ("1212", "F")}
    state = position(draw(), alpha=places, bravo=SQUAD, dice="6")
    after = play(state, "A1 MV D; A2 MV F F", "B1 OF adjacent")
    assert shots(after) == [("B1", "A2", "1011")]


@pytest.mark.rules("8.84a")
def test_8_84a_a_unit_that_starts_next_to_it_triggers_by_entering_another_of_the_six(draw: Draw) -> None:
    """T-52."""
    scenario = draw()
    leaving = position(scenario, alpha={"A1": ("1009", "D")}, bravo=SQUAD)
    assert not play(leaving, "A1 MV A", "B1 OF adjacent").found("shot")
    passing = position(scenario, alpha={"A1": ("1009", "D")}, bravo=SQUAD, dice="6")
    assert shots(play(passing, "A1 MV C", "B1 OF adjacent")) == [("B1", "A1", "1110")]


@pytest.mark.rules("8.84a")
def test_8_84a_coming_onto_the_map_beside_it_is_entering_too() -> None:
    place = Ground(country(), terrain("mixed"))
    squad = Unit("B1", "bravo", "infantry", place.board.cell("0205"), status=ON_MAP)
    edge = place.board.cell("0105")
    assert trigger_cell(place, squad, Watch(0, OFF_MAP), OFF_MAP, edge) == edge
    assert trigger_cell(place, squad, Watch(0, OFF_MAP), edge, edge) == OFF_MAP  # it stood there all along


@pytest.mark.rules("8.85")
def test_8_85_direct_or_opportunity_fire(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1009", "D")}, bravo=SQUAD)
    assert refused(state, "bravo", "B1 DF 1009; B1 OF adjacent") == ["5.0-gen-1"]
    # T-53: and either a line or the six hexes.
    assert refused(state, "bravo", "B1 OF 1008; B1 OF adjacent") == ["5.0-gen-1"]


@pytest.mark.rules("10.11")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_10_11_infantry_moves_one_hex_over_anything(draw: Draw, mode: Mode) -> None:
    scenario = draw(mode=mode, hexes={"1009": "woods", "1110": "rough"}, sides={"1009D": "slope", "1110E": "berm"})
    state = position(scenario, alpha={"A1": "0101"}, bravo=SQUAD)
    assert refused(state, "bravo", "B1 MV A A") == ["10.11"]
    for way, end in (("A", "1009"), ("B", "1110")):
        assert where(play(state, "", f"B1 MV {way}").state, "B1") == end
