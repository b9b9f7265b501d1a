"""The brain plays the scenario with its handicap, not the printed one."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.seat import seat_of
from hulldown.bots.tank import deploying, turning
from hulldown.bots.tank.brain import BRAIN
from hulldown.bots.tank.picture import Picture
from hulldown.bots.tank.posture import posture_of
from hulldown.bots.tank.value import value
from hulldown.games import load_game
from hulldown.games.tank.data.loading import handicapped
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.state import ON_MAP, Frame, Mover, Run, TankState

TANK = load_game("tank")


def _view(scenario: str, side: str = "alpha", **options: int) -> TankView:
    view = TANK.view(TANK.setup(scenario, options, "seed"), side)
    assert isinstance(view, TankView)
    return view


@pytest.mark.parametrize("option", ["alpha_units", "bravo_units", "alpha_panic", "bravo_panic", "alpha_preservation"])
def test_the_picture_is_that_of_the_scenario_played(option: str) -> None:
    for side in TANK.sides:
        view = _view("tank/4", side, **{option: -2})
        picture = Picture(view)
        assert picture.scenario == scenario_of(view) == handicapped("tank/4", ((option, -2),))
        assert picture.scenario != Picture(_view("tank/4", side)).scenario
        assert picture.setup == getattr(picture.scenario, side)


def test_panic_chooses_the_table_of_its_guns() -> None:
    """8.9f: from Panic Level 3 on fire reaches 35 hexes, below it 50."""
    assert Picture(_view("tank/4", "bravo")).gun("PzIVh").reach == 50
    assert Picture(_view("tank/4", "bravo", bravo_panic=2)).gun("PzIVh").reach == 35
    assert Picture(_view("tank/4", "alpha", bravo_panic=2)).foe_gun("PzIVh").reach == 35


def test_losses_are_measured_by_the_units_it_began_with() -> None:
    states = [TANK.setup("tank/4", options, "seed") for options in ({}, {"alpha_units": -10})]
    for state in states:
        state.turn, state.losses = 10, {"alpha": 3, "bravo": 1}
    plain, fewer = (value(state, "alpha") for state in states)
    assert fewer < plain, "three of five are more than three of fifteen"
    views = [TANK.view(state, "alpha") for state in states]
    assert [round(Picture(view).left("alpha"), 2) for view in views] == [0.8, 0.4]


def test_the_length_of_the_scenario_is_the_one_agreed_on() -> None:
    """A rearguard's attacker has more turns to spare, so it hurries less (17.13-5)."""
    paces = []
    for turns in (0, 10):
        state = TANK.setup("tank/13", {"turns": turns}, "seed")
        state.turn = 20
        for number, unit in enumerate(unit for unit in state.units if unit.side == "alpha"):
            unit.cell, unit.status = TANK.board("tank/13").cells[40 * number + 600], ON_MAP
        paces.append(posture_of(Picture(TANK.view(state, "alpha")), 1.0).pace)
    assert paces[1] < paces[0]


def test_sites_are_chosen_for_the_panic_level_played() -> None:
    plain = deploying._sites("tank/2", (), "bravo", "75AT")
    calm = deploying._sites("tank/2", (("bravo_panic", -4),), "bravo", "75AT")
    assert [site.cell for site in plain] != [site.cell for site in calm], "its guns reach 50 hexes, not 35"
    state = TANK.setup("tank/2", {"bravo_panic": -4}, "seed")
    order = BRAIN.decide(seat_of(TANK, state, "bravo"), Random(1), Temper())
    assert TANK.check(state, "bravo", order) == []
    guns = [task.cells[0] for task in order.tasks if task.facing >= 0]
    assert set(guns) <= {site.cell for site in calm}


def test_its_movers_are_found_whatever_the_number_of_enemies() -> None:
    """Movers are told by their place in the list of all units, Alpha's first: Bravo must know how many those are."""
    answers = []
    for fewer in (0, -3):
        state = TANK.setup("tank/4", {"alpha_units": fewer}, "seed")
        assert isinstance(state, TankState)
        board = TANK.board("tank/4")
        alpha = [index for index, unit in enumerate(state.units) if unit.side == "alpha"]
        first = len(alpha)
        foe, own = state.units[0], state.units[first]
        foe.cell, foe.status, foe.spotted, foe.facing = board.cell("3018"), ON_MAP, True, 4
        own.cell, own.status = board.cell("2518"), ON_MAP
        state.turn, state.contact = 5, 4
        path = tuple(board.cell(label) for label in ("2618", "2718", "2818"))
        state.run = Run(1, [Mover(first, "MV", path, (1, 2, 3), False, trail=(own.cell,))], [])
        state.stack = [Frame("move"), Frame("stop", ("bravo",))]
        view = TANK.view(state, "bravo")
        assert isinstance(view, TankView)
        seat = seat_of(TANK, state, "bravo")
        answers.append(turning.stop(seat, view, Random(1), Temper()).choice)
    assert answers[0] == answers[1]
