"""What the enemy's expected order tells: who drives how far and where, and what plots make of that."""

from __future__ import annotations

from random import Random

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import seat_of
from hulldown.bots.tank.brain import BRAIN
from hulldown.bots.tank.foresight import FOLLOWERS, forecast
from hulldown.bots.tank.plotting import Basis
from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapons
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.column import COLUMN, members
from hulldown.games.tank.rules.state import ALPHA, BRAVO, ON_MAP, TankState


def contact() -> TankState:
    """A plot of tank/10 in which both sides see each other and have left their columns."""
    state = GAME.setup("tank/10", {}, "foresight")
    made = 0
    while GAME.outcome(state) is None:
        side = next(iter(GAME.pending(state)))
        seat = seat_of(GAME, state, side)
        view = seat.view
        assert isinstance(view, TankView)
        if side == ALPHA and seat.legal.decision.kind == "plot" and BRAVO in GAME.pending(state):
            shots = Basis(seat, view, 1.0).range.shots
            if all(state.fired_on.get(one) for one in (ALPHA, BRAVO)) and sum(map(bool, shots.values())) >= 2:
                return state
        state = GAME.apply(state, side, BRAIN.decide(seat, Random(made), Temper())).state
        made += 1
    raise AssertionError("they never met")


def test_a_forecast_lists_ways_and_points_of_an_order() -> None:
    state = contact()
    scene = scene_of(state)
    answer = BRAIN.decide(seat_of(GAME, state, BRAVO), Random(1), Temper())
    found = forecast(scene, state, BRAVO, answer)
    tasks = {task.unit: task for task in answer.tasks if scene.verbs[task.kind].moves}
    assert sum(many == 1.0 for _, _, many in found.ways) == sum(name in tasks for name in (u.id for u in state.units))
    for unit in state.units:
        if unit.side == BRAVO and unit.status == ON_MAP:
            spent = found.points[unit.cell]
            assert 0 <= spent <= weapons()[unit.type].ma
            alone = sum(one.cell == unit.cell and one.side == BRAVO for one in state.units) == 1
            if alone:
                assert (spent > 0) == (unit.id in tasks)


def test_what_stands_still_is_easier_to_hit_than_what_drives() -> None:
    state = contact()
    seat = seat_of(GAME, state, ALPHA)
    view = seat.view
    assert isinstance(view, TankView)
    scene = scene_of(state)
    stands = Basis(seat, view, 1.0, forecast(scene, state, BRAVO, Order("plot")))
    enemies = [unit for unit in state.units if unit.side == BRAVO and unit.status == ON_MAP]
    ways = []
    for unit in enemies:
        ahead = next(cell for cell in scene.board.neighbours[unit.cell] if cell >= 0)
        further = next(cell for cell in scene.board.neighbours[ahead] if cell >= 0 and cell != unit.cell)
        ways.append(Task(unit.id, "MV", (ahead, further)))
    drives = Basis(seat, view, 1.0, forecast(scene, state, BRAVO, Order("plot", tuple(ways))))
    still = {(name, shot.foe): shot.chance for name, shots in stands.range.shots.items() for shot in shots}
    moving = {(name, shot.foe): shot.chance for name, shots in drives.range.shots.items() for shot in shots}
    assert moving
    assert all(still[key] >= chance for key, chance in moving.items())
    assert any(still[key] > chance for key, chance in moving.items())


def test_lines_are_laid_across_the_ways_that_are_foreseen() -> None:
    state = contact()
    seat = seat_of(GAME, state, ALPHA)
    view = seat.view
    assert isinstance(view, TankView)
    scene = scene_of(state)
    sight = scene.ground.sight.rows
    own = next(unit for unit in view.own if unit.status == ON_MAP and Basis(seat, view, 1.0).range.shots[unit.id])
    enemy = next(unit for unit in state.units if unit.side == BRAVO and sight[own.cell] >> unit.cell & 1)
    way = tuple(cell for cell in scene.board.neighbours[enemy.cell] if cell >= 0 and sight[own.cell] >> cell & 1)[:1]
    assert way
    answer = Order("plot", (Task(enemy.id, "MV", way),))
    pool: Pool = {}
    orders = list(BRAIN.foreseen(seat, state, answer, Random(1), pool))
    assert orders
    assert all(seat.check(order) == [] for order in orders)
    lines = [task for tasks in pool.values() for task in tasks if task is not None and task.kind == "OF"]
    assert lines
    units = {unit.id: unit for unit in view.own}
    for task in lines:
        assert way[0] in scene.ground.lane(units[task.unit].cell, task.cells[0]).cells


def test_those_who_follow_in_a_column_are_not_taken_for_standing() -> None:
    state, made, seen = GAME.setup("tank/11", {}, "foresight"), 0, 0
    while GAME.outcome(state) is None and seen < 3:
        side = next(iter(GAME.pending(state)))
        order = BRAIN.decide(seat_of(GAME, state, side), Random(made), Temper())
        lead = next((task for task in order.tasks if task.unit == COLUMN and task.cells), None)
        if lead is not None and order.kind == "plot":
            found = forecast(scene_of(state), state, side, order)
            following = {unit.cell for unit in members(state, side) if unit.status == ON_MAP}
            assert not following & found.points.keys()
            assert found.ways[-1][1:] == (lead.cells, FOLLOWERS)
            seen += bool(following)
        state = GAME.apply(state, side, order).state
        made += 1
    assert seen
