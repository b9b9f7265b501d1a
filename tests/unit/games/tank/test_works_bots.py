"""What the brain makes of mines and ditches."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.bots.tank.picture import Picture
from hulldown.bots.tank.works import SENSE, laid_out
from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import works
from hulldown.games.tank.rules.state import TankState
from support.expanded_field import field, fielded
from support.games import moments_of
from support.tank_positions import cell, position

ALPHA = (Force(type="So T34/85", count=4),)
BRAVO = (Force(type="Ger squad 6", count=2), Force(type="Ge 75/46", count=2))


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with fielded(field(ALPHA, BRAVO, ("infantry", "mines"), base="tank/2", length=30, preservation=2)):
        yield


def _limits(state: TankState) -> works.Limits:
    board = scene_of(state).board
    centre = board.cell("3319")
    return works.Limits("bravo", works.clear_of(board, centre, 4, 10), works.clear_of(board, centre, 9, 10), "34.4-7")


def test_known_mines_are_a_danger_to_both_and_hidden_ones_to_their_owner() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": ("0101", "A")})
    limits = _limits(state)
    works.lay(state, limits, (Task("mines", "MN", (cell(state, "4020"), cell(state, "4020"), cell(state, "4022"))),))
    works.reveal(state, cell(state, "4022"))
    alpha, bravo = (Picture(GAME.view(state, side)) for side in ("alpha", "bravo"))
    at = alpha.arrays.at
    seen, own = SENSE.risk(alpha), SENSE.risk(bravo)
    assert seen is not None
    assert own is not None
    assert (seen[at[cell(state, "4020")]], round(float(seen[at[cell(state, "4022")]]), 3)) == (0.0, 0.333)
    assert [round(float(own[at[cell(state, label)]]), 3) for label in ("4020", "4022", "4024")] == [0.333, 0.167, 0.0]


def test_what_it_lays_is_legal_and_lies_where_the_enemy_comes() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": ("0101", "A")})
    limits = _limits(state)
    legal = Legal(Decision("1", "deploy", "bravo", "34.4-6", ""), tuple(works.offers(limits)))
    tasks = laid_out(legal, GAME.view(state, "bravo"), Random(1))
    assert {task.unit for task in tasks} == {"mines", "ditch"}
    assert works.check(scene_of(state).board, limits, tasks) == []
    mines = next(task for task in tasks if task.unit == "mines")
    assert len(mines.cells) == 12
    seat = seat_of(GAME, state, "bravo")
    assert SENSE.placings(seat, GAME.view(state, "bravo"), Random(1)) == [], (
        "nothing is offered in the middle of a game"
    )


def test_greedy_drives_round_a_ditch() -> None:
    state = position("tank/field", alpha={"A1": "5613", "A2": "5513"}, bravo={"B3": ("0101", "A")})
    state.seed = "a ditch"
    board = scene_of(state).board
    works.dig(state, [board.cell(f"{column}{row:02d}") for column in (52, 53) for row in range(5, 30)])
    bots = {side: make_bot("greedy", side) for side in GAME.sides}
    ditch = set(works.ditches(state))
    moved: set[int] = set()
    for moment in moments_of(GAME, state, bots, 60):
        cells = {unit.cell for unit in moment.step.state.units if unit.side == "alpha"}
        assert not cells & ditch
        if moment.order.kind == "plot":
            moved |= {one for task in moment.order.tasks for one in task.cells if task.kind == "MV"}
            assert not moved & ditch, "it does not even plot it"
    assert len(moved) > 20
