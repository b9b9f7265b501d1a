"""A bot ends a game by agreement when it is decided, and plays on while it is open."""

from __future__ import annotations

import pytest

from hulldown.bots.offers import accepts
from hulldown.core.ending import DRAW, SCORE, Terms
from hulldown.games import load_game
from hulldown.games.tank.rules.state import DESTROYED, TankState

GAME = load_game("tank")


def position(lost: str = "", turn: int = 8) -> TankState:
    """Late in the introductory scenario, when `lost` has one tank left and the other side all of them."""
    state: TankState = GAME.setup("tank/intro", {}, "seed")
    state.turn = turn
    mine = [index for index, unit in enumerate(state.units) if unit.side == lost]
    for index in mine[1:]:
        state.units[index].status = DESTROYED
    if lost:
        state.losses = {**state.losses, lost: len(mine) - 1}
    return state


@pytest.mark.parametrize("terms", [DRAW, SCORE])
def test_an_open_game_is_played_on(terms: Terms) -> None:
    assert not accepts(GAME, position(turn=1), "bravo", "regular", terms)


@pytest.mark.parametrize("terms", [DRAW, SCORE])
def test_a_lost_game_is_given_up(terms: Terms) -> None:
    assert accepts(GAME, position("bravo"), "bravo", "regular", terms)


def test_a_won_game_ends_by_its_score_and_not_as_a_draw() -> None:
    assert accepts(GAME, position("alpha"), "bravo", "veteran", SCORE)
    assert not accepts(GAME, position("alpha"), "bravo", "veteran", DRAW)


def test_a_bot_without_judgement_declines() -> None:
    assert not accepts(GAME, position("bravo"), "bravo", "random", DRAW)
    assert not accepts(GAME, position("bravo"), "bravo", "somebody's command", SCORE)
