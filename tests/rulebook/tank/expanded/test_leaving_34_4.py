"""34.4: who may leave the map, and to whom the way off it is offered."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import load_of
from hulldown.games.tank.rules.state import TankState
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
