"""The parts of the Panzer brain against the rules they are made from."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.brain import BRAIN
from hulldown.bots.panzer.driving import account_of, ends_of
from hulldown.bots.panzer.firing import Allotment
from hulldown.bots.panzer.goals import CAPTURE, EXIT, GUARD, errands, goals_of
from hulldown.bots.panzer.odds import blow
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.panzer.travel import FAR, turns_to
from hulldown.bots.seat import seat_of
from hulldown.core.orders import Task
from hulldown.core.record import seed_of
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import fire, movement
from hulldown.games.panzer.rules.ground import load_ground
from hulldown.games.panzer.rules.state import GERMAN, ON_MAP, SOVIET, PanzerState

CALM = Temper()


def placed(scenario: str) -> PanzerState:
    """A scenario after its setup, at the first Command Phase."""
    state = GAME.setup(scenario, {}, seed_of("t", {}))
    while state.turn == 0:
        side = next(iter(GAME.pending(state)))
        state = GAME.apply(state, side, BRAIN.decide(seat_of(GAME, state, side), Random(1), CALM)).state
    return state


@pytest.mark.parametrize(("distance", "kill", "damage"), [(4, True, False), (12, False, True)])
def test_a_blow_is_the_resolvers_chance(distance: int, kill: bool, damage: bool) -> None:
    shot = fire.resolve(fire.Aim(cards()["PzKpfw IVH"], cards()["T-34/76 M43"], distance))
    found = blow("PzKpfw IVH", "T-34/76 M43", distance, "front", "none")
    assert found.kill == (shot.hit_number / 100 if kill else 0.0)
    assert found.damage == (shot.hit_number / 100 if damage else 0.0)
    assert 0 < found.value <= shot.hit_number / 100


def test_turns_to_a_goal_fall_along_the_way_and_roads_are_quicker() -> None:
    ground = load_ground("panzer-ridge")
    goal = ground.board.by_label["2317"]
    times = turns_to(ground, "Truck", frozenset((goal,)))
    assert times[goal] == 0
    for cell in ground.board.cells:
        if 0 < times[cell] < FAR:
            assert min(times[ahead] for ahead in ground.board.neighbours[cell] if ahead >= 0) < times[cell]
    tank = turns_to(ground, "PzKpfw IVH", frozenset((goal,)))
    road, field = ground.board.by_label["0117"], ground.board.by_label["0126"]
    assert times[road] < tank[road]
    assert times[field] > times[road]


@pytest.mark.parametrize("number", [2, 5])
def test_every_way_that_is_found_can_be_driven(number: int) -> None:
    state = placed(f"panzer/{number}").thaw()
    tried = 0
    for side in (SOVIET, GERMAN):
        picture = Picture(state, side, CALM)
        given = errands(picture)
        for index in [*picture.mine, *picture.coming]:
            unit = state.units[index]
            unit.command = "MOVE"
            for end in ends_of(picture, unit, account_of(picture, unit, False), given.get(index))[::7]:
                if any(other.cell == end.cell and other.side != side for other in state.units):
                    continue
                kind = "REVERSE" if end.kind == "REVERSE" else "MOVE"
                fault = movement.plan(state, picture.scene, Task(unit.id, kind, end.path)).fault
                assert fault is None, (unit.id, end, fault)
                tried += 1
    assert tried > 100


def test_a_second_shot_at_a_target_gains_less() -> None:
    state = placed("panzer/2").thaw()
    picture = Picture(state, SOVIET, CALM)
    shooter, other = picture.mine[0], picture.mine[1]
    target = picture.foes[0]
    board = picture.board
    state.units[target].facing = 3
    for index in (shooter, other):
        state.units[index].cell = board.neighbours[state.units[target].cell][0]
    allotment = Allotment(picture)
    first = allotment.gain(shooter, target)
    allotment.take(shooter, target)
    assert 0 < allotment.gain(other, target) < first


def test_goals_follow_from_the_scenario() -> None:
    attacker = Picture(placed("panzer/2"), SOVIET, CALM)
    kinds = {goal.name: goal.kind for goal in goals_of(attacker)}
    assert kinds["Height 215"] == CAPTURE
    assert not any(kind == EXIT for kind in kinds.values())
    defender = Picture(placed("panzer/2"), GERMAN, CALM)
    assert any(goal.kind == GUARD for goal in goals_of(defender))
    column = Picture(placed("panzer/4"), GERMAN, CALM)
    trucks = [i for i in column.coming if column.units[i].type == "Truck"]
    assert trucks
    assert all(errands(column)[index].goal.kind == EXIT for index in trucks)


def test_the_front_takes_less_threat_than_the_rear() -> None:
    picture = Picture(placed("panzer/2"), SOVIET, CALM)
    found = 0
    for index in picture.mine:
        unit = picture.units[index]
        for cell in picture.board.cells[::11]:
            each = [picture.threat(cell, unit.type, facing, "move", False) for facing in range(6)]
            best = picture.threat(cell, unit.type, -1, "move", False)
            assert best <= min(each) + 1e-9
            found += max(each) > min(each)
    assert found
    assert all(picture.units[index].status == ON_MAP for index in picture.mine)
