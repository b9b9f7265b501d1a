"""Threats: what would be destroyed if everybody stayed and fired; more with better shots, nothing at the unseen."""

from __future__ import annotations

import pytest

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.seat import seat_of
from hulldown.bots.tank.threats import threats
from hulldown.core.record import seed_of
from hulldown.games import load_game
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import ALPHA, BRAVO, ON_MAP, TankState

SCENE = scene_of(GAME.setup("tank/4", {}, "threats"))


@pytest.fixture(scope="module")
def fight() -> TankState:
    """A position of a meeting in which both sides have shots."""
    game = load_game("tank")
    bots = {side: GreedyBot(side) for side in game.sides}
    state = game.setup("tank/4", {}, seed_of("threats", {}))
    while True:
        found = threats(state, SCENE)
        if found.alpha > 0.2 and found.bravo > 0.2:
            return state
        side = next(iter(game.pending(state)))
        state = game.apply(state, side, bots[side].decide(seat_of(game, state, side))).state


def test_nobody_destroys_more_than_there_is(fight: TankState) -> None:
    found = threats(fight, SCENE)
    for kills, side in ((found.alpha, BRAVO), (found.bravo, ALPHA)):
        assert 0 < kills < sum(unit.side == side and unit.status == ON_MAP for unit in fight.units)


def test_a_force_that_is_not_there_threatens_nobody(fight: TankState) -> None:
    state = fight.thaw()
    for unit in state.units:
        if unit.side == BRAVO:
            unit.status = "destroyed"
    assert threats(state, SCENE) == (0.0, 0.0)


def test_hidden_units_are_not_fired_at_and_unspotted_ones_less(fight: TankState) -> None:
    before = threats(fight, SCENE)
    unseen, hidden = fight.thaw(), fight.thaw()
    for unit in unseen.units:
        unit.spotted = unit.spotted and unit.side == ALPHA
    for unit in hidden.units:
        unit.hidden = unit.side == BRAVO
    assert 0 < threats(unseen, SCENE).alpha < before.alpha
    assert threats(hidden, SCENE).alpha == 0
    assert threats(hidden, SCENE).bravo == pytest.approx(before.bravo)


def test_a_beaten_force_threatens_less(fight: TankState) -> None:
    state = fight.thaw()
    state.preserved[ALPHA] = fight.turn - 1
    found, before = threats(state, SCENE), threats(fight, SCENE)
    assert found.alpha < before.alpha
    assert found.bravo == pytest.approx(before.bravo)
