"""Details in which a rule could be wrong by one small step; each was found by a change that no other test noticed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from hulldown.core.decisions import Pass
from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.adjustment import adjust
from hulldown.games.panzer.rules.deployment import plain
from hulldown.games.panzer.rules.driving import Surroundings
from hulldown.games.panzer.rules.ground import load_ground
from hulldown.games.panzer.rules.movement import entry_facing, progress_of
from hulldown.games.panzer.rules.spotting import spots, spotting_range
from hulldown.games.panzer.rules.state import OVER_STACKED, Frame
from support.panzer_field import cell, commanded, field, position, run, scenario, staged, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with the_field():
        yield


@pytest.mark.rules("4.1.3i", "4.5.1.1.5a")
def test_a_road_is_in_a_hex_whichever_side_it_comes_in_by() -> None:
    # The road enters 1206 from the north-west only, the path leaves it to the east.
    assert [row.name for row in field().terrain_in(cell("1206"))] == ["clear", "road", "path"]
    assert [row.name for row in field().terrain_in(cell("0409"))] == ["clear", "road"]
    assert [row.name for row in field().terrain_in(cell("0101"))] == ["clear"]


@pytest.mark.rules("4.4.3.2.2-brew-up-smoke-a", "4.4.3.2.2-brew-up-smoke-b")
def test_smoke_elsewhere_does_not_hide_the_smoke_on_the_line() -> None:
    a, b = cell("1001"), cell("1007")
    assert field().hindering(a, b, [cell("1004")]) == (cell("1004"),)
    assert field().hindering(a, b, [cell("1004"), cell("2211")]) == (cell("1004"),)
    assert field().hindering(a, b, [cell("2211")]) == ()
    slanting = [cell("1203")]
    for _ in range(6):
        slanting.append(field().board.neighbours[slanting[-1]][2])
    assert field().hindering(slanting[0], slanting[-1], [slanting[3]]) == (slanting[3],)


@pytest.mark.rules("4.1.3.2", "4.1c")
def test_an_over_stacked_hex_is_spotted_as_if_it_had_no_cover() -> None:
    # 0904 is woods.
    alone = spotting_range("medium", "").value
    crowded = spotting_range("medium", "", True).value
    far = field().board.distance(cell("0904"), cell("2106"))
    assert alone < far <= crowded
    for number in (1, OVER_STACKED - 1, OVER_STACKED):
        friends = [vehicle(f"S{n}", "0904") for n in range(1, number + 1)]
        state = position(*friends, vehicle("G1", "2106", "E"))
        watcher = next(unit for unit in state.units if unit.id == "G1")
        clear = field().sight.clear(watcher.cell, cell("0904"))
        assert clear
        assert bool(watcher.sees) == (number >= OVER_STACKED), number


@pytest.mark.rules("4.4.2c")
def test_an_absent_side_lets_the_rest_of_the_step_go_by() -> None:
    table = commanded(
        vehicle("S1", "1001", "D", command="MOVE"), vehicle("G1", "1007", "A", command="OW"), step="move1",
        first="soviet",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1002")
    assert table.asked() == {"german": "overwatch"}
    legal = GAME.legal(table.state, "german")
    assert legal.choices == ("pass", "pass vehicle", "pass step")
    assert legal.idle is not None
    assert legal.idle.choice == "pass step"


@pytest.mark.rules("4.1a", "4.1.3a", "4.1.2")
def test_a_vehicle_is_spotted_up_to_its_range_and_no_farther() -> None:
    far = spotting_range("none", "").value
    assert far == 20
    for column, seen in ((19, True), (21, True), (22, False), (23, False)):
        state = position(vehicle("S1", "0101"), vehicle("G1", f"{column:02d}01", "E"))
        here, there = state.units
        assert field().board.distance(here.cell, there.cell) == column - 1
        assert spots(state, scene_of(state), here, there) == seen, column
        assert spots(state, scene_of(state), there, here) == seen, column


@pytest.mark.rules("4.5.1.1.9c")
def test_who_comes_on_inside_the_map_may_face_any_way() -> None:
    inside, north = cell("1206"), cell("0901")
    assert [entry_facing(field(), inside, wish) for wish in range(6)] == [0, 1, 2, 3, 4, 5]
    assert entry_facing(field(), inside, -1) == 3
    assert entry_facing(field(), north, 0) in (2, 4), "over the northern edge nobody comes on facing north"
    assert entry_facing(field(), north, 3) == 3


@pytest.mark.rules("4.4.1a", "4.4.1d", "4.4.1n")
def test_the_answer_for_an_absent_side_fires_at_the_first_target() -> None:
    table = commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("G1", "1007", "A"), vehicle("G2", "1107", "A"),
    )  # fmt: skip
    legal = GAME.legal(table.state, "soviet")
    assert legal.idle is not None
    assert [task.targets for task in legal.idle.tasks] == [legal.units[0].options[0].targets[:1]]
    assert len(legal.idle.tasks[0].targets) == 1
    assert legal.units[0].required, "4.4.1n: who is alone must fire, at whichever of them"
    assert GAME.check(table.state, "soviet", legal.idle) == []


@pytest.mark.rules("2.0a", "2.0b")
def test_a_vehicle_may_be_set_up_facing_any_way() -> None:
    state = GAME.setup("panzer/test", {}, "script:")
    options = [option for each in GAME.legal(state, "soviet").units for option in each.options]
    assert options
    assert {option.facings for option in options} == {(0, 1, 2, 3, 4, 5)}


@pytest.mark.rules("3.6c", "3.6d", "4.6")
def test_who_has_held_an_objective_all_turn_takes_it_in_the_adjustment_phase() -> None:
    state = position(vehicle("S1", "2006"), vehicle("G1", "0101"))
    bridge = state.holds[1]
    assert bridge.holder == "german"
    bridge.present = "soviet"
    state.stack = [Frame("adjustment")]
    assert "captured" in run(state)
    assert state.holds[1].holder == "soviet"


@pytest.mark.rules("2.0a", "3.3b")
@pytest.mark.parametrize(("name", "middle"), [("panzer-g1", "Q6"), ("panzer-ridge", "1914")])
@pytest.mark.parametrize("way", range(6))
def test_a_plain_setup_faces_the_middle_from_every_side(name: str, middle: str, way: int) -> None:
    # Three hexes from the middle of the map, so that the middle is exactly ahead.
    ground = load_ground(name)
    board = ground.board
    here = board.cell(middle)
    for _ in range(3):
        here = board.neighbours[here][(way + 3) % 6]
    group = msgspec.structs.replace(scenario().soviet.groups[0], hexes=(board.labels[here],) * 3)
    placed = msgspec.structs.replace(scenario(), soviet=msgspec.structs.replace(scenario().soviet, groups=(group,)))
    state = GAME.setup("panzer/test", {}, "script:")
    state.units = [unit for unit in state.units if unit.id == "S1"]
    tasks = plain(state, staged(ground, placed), "soviet").tasks
    assert [(task.cells, task.facing) for task in tasks] == [((here,), way)]


@pytest.mark.rules("4.6.1b", "4.6.1a")
@pytest.mark.parametrize("command", ["FIRE", "HALT", "MOVE"])
def test_f8_no_turn_ends_with_an_unused_command(command: str) -> None:
    state = position(vehicle("S1", "1001"), vehicle("G1", "2401"))
    unit = state.units[0]
    unit.command, unit.known = command, False
    with pytest.raises(AssertionError, match=f"S1 ends the turn with an unused {command}"):
        adjust(state, scene_of(state), Doing(dice("script:", 0), 1))
    unit.known = True
    adjust(state, scene_of(state), Doing(dice("script:", 0), 1))
    assert unit.command == ""


@pytest.mark.rules("4.4.2b")
def test_a_pass_speaks_for_a_chance_a_vehicle_or_a_step() -> None:
    table = commanded(
        vehicle("S1", "1001", "D", command="MOVE"), truck(), vehicle("G1", "1006", "A", command="OW"),
        first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1002")
    assert table.asked() == {"german": "overwatch"}
    assert GAME.legal(table.state, "german").passes == (
        Pass("pass"), Pass("pass vehicle", "1 move2 S1"), Pass("pass step", "1 move2"),
    )  # fmt: skip


@pytest.mark.rules("4.5.1.1a", "4.5.1a", "4.2.1d")
def test_a_move_in_progress_is_one_vehicles_and_comes_before_others() -> None:
    table = commanded(
        vehicle("S1", "1001", "D", command="MOVE"), vehicle("S2", "0501", "D", command="MOVE"),
        vehicle("G1", "1006", "A", command="OW"), script="99", first="german", step="move2",
    )  # fmt: skip
    (fault,) = GAME.check(table.state, "soviet", GAME.parse(table.state, "soviet", "S1 MOVE 1002\nS1 MOVE 1002"))
    assert (fault.rule, fault.message) == ("4.5.1.1a", "it has no move to make now")
    table.order("soviet", "S1 MOVE 1002 1003 1004")
    table.order("german", "G1 OW S1")
    assert table.asked() == {"soviet": "move"}, "it was fired on: its owner decides again"
    (fault,) = GAME.check(table.state, "soviet", GAME.parse(table.state, "soviet", "S2 MOVE 0502"))
    assert (fault.rule, fault.message) == ("4.5.1.1a", "it must finish its move before others")
    spent = [progress_of(table.state, scene_of(table.state), index).spent for index in (0, 1)]
    assert spent == [1, 0]


@pytest.mark.rules("4.5.1.1.5g", "4.5.1.1.10c", "4.5.1.1.9c")
def test_hexes_closed_by_a_module_end_the_use_of_a_route_like_enemies_and_wrecks() -> None:
    here, wreck, foe, shut = (cell(label) for label in ("0306", "0506", "0706", "0906"))
    around = Surroundings((), (wreck,), [vehicle("S1", "0306"), vehicle("G1", "0706")], "soviet")
    assert around.barred(here) == tuple(sorted((wreck, foe)))
    assert around.closed_to({shut: ("M-1", "a barrier")}).barred(here) == tuple(sorted((wreck, foe, shut)))
