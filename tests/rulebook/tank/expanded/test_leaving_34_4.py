"""34.4: who may leave the map, and to whom the way off it is offered; who sees a gun that turns."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import load_of
from hulldown.games.tank.rules.state import DESTROYED, Frame, TankState
from support.engagement import advanced, noted, opened, put, rules_of

ID = "tank/34.4"


def started() -> TankState:
    return advanced(opened(ID), "plot")


@pytest.mark.rules("34.4-23")
def test_nobody_who_has_not_been_in_the_objective_leaves_on_board_of_one_who_has():
    state = noted(put(started(), {"A33": "3001"}), contact=1, entered=["A33"])
    state.turn = 2
    carrier = next(unit for unit in state.units if unit.id == "A33")
    rider = load_of(state, carrier)
    assert rider is not None
    leave = Order("plot", (Task("A33", "MV", (), choice="exit"),))
    assert rules_of(GAME.check(state, "alpha", leave)) == {"34.4-23"}
    assert GAME.check(noted(state, entered=["A33", rider.id]), "alpha", leave) == []


@pytest.mark.rules("34.4-23")
def test_the_way_off_the_map_is_offered_to_those_that_have_been_in_the_objective():
    state = noted(put(started(), {"A1": "3001", "A2": "3101", "A21": "3301"}), contact=1, entered=["A2", "A21"])
    state.turn = 2
    offered = {each.unit: each.options for each in GAME.legal(state, "alpha").units}
    leaves = {name for name in ("A1", "A2", "A21") for option in offered[name] if "exit" in option.choices}
    assert leaves == {"A2", "A21"}
    exits = {name for name in ("A1", "A2", "A21") for option in offered[name] if option.path and option.path.exits}
    assert exits == leaves


@pytest.mark.rules("34.4-13")
def test_rc6_a_gun_that_turns_is_spotted_by_an_enemy_that_looks_elsewhere():
    state = advanced(opened(ID), "plot", {("bravo", "variant"): Order("variant", choice="guns")})
    board, scene = GAME.board(ID), scene_of(state)
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    near = next(c for c in board.cells if board.distance(c, gun.cell) == 3 and scene.clear(c, gun.cell))
    state = put(state, {"A1": board.labels[near]})
    gun = next(unit for unit in state.units if unit.id == gun.id)
    tank = next(unit for unit in state.units if unit.id == "A1")
    tank.type = "Ge JPz IV"
    tank.facing = next(f for f in range(6) if not scene.ground.in_arc(near, f, gun.cell))
    for unit in state.units:
        if unit.side == "alpha" and unit is not tank:
            unit.status = DESTROYED
    gun.may_face, gun.hidden, gun.spotted = True, True, False
    state.stack[-1] = Frame("final", ("bravo",))
    turn = Order("face", (Task(gun.id, "FC", (), (gun.facing + 1) % 6),))
    after = GAME.apply(state, "bravo", turn).state
    assert next(unit for unit in after.units if unit.id == gun.id).spotted
