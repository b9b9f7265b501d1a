"""When a game of the Advanced Game is over, and what leaving scores: aircraft, plans, passengers (4.6.2, R6)."""

from __future__ import annotations

import pytest
from msgspec import UnsetType
from msgspec.structs import replace

from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import victory
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.advanced.support import Mission, Support
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, EXITED, ON_MAP, PanzerState


def left_alone(name: str, side: str, turn: int) -> PanzerState:
    """The end of a turn in which a side has the map and all objectives to itself."""
    state = GAME.unbegun(name, {})
    for unit in state.units:
        unit.status = ON_MAP if unit.side == side else ELIMINATED
    for hold in state.holds:
        hold.holder = side
    state.turn = turn
    return state


def over(state: PanzerState) -> bool:
    return victory.judge(state, scene_of(state)) is not None


def fly(state: PanzerState, **changes: object) -> PanzerState:
    """The same with all aircraft changed."""
    assert not isinstance(state.air, UnsetType)
    state.air = replace(state.air, planes=tuple(replace(plane, **changes) for plane in state.air.planes))
    return state


@pytest.mark.rules("4.6.2a", "4.6.2b", "6.7.2.1a", "6.7.2.1b", "6.7.4.2.1-eliminated-a")
def test_4_6_2_a_game_goes_on_while_aircraft_of_a_lost_force_can_fly() -> None:
    assert not over(left_alone("panzer/19", "soviet", 4)), "they have not appeared yet"
    assert not over(fly(left_alone("panzer/19", "soviet", 4), first=1, last=1)), "turn 5 is their last"
    assert over(fly(left_alone("panzer/19", "soviet", 5), first=1, last=1))
    assert over(fly(left_alone("panzer/19", "soviet", 4), lost=True))
    assert over(left_alone("panzer/19", "german", 4)), "alone on the map they have nobody to attack"


@pytest.mark.rules("4.6.2a", "6.5.1.11a", "6.5.1.11.2", "6.5.1.11.1e")
def test_4_6_2_a_game_goes_on_while_planned_fire_may_come_down() -> None:
    state = left_alone("panzer/17", "german", 2)
    assert not over(state)
    state.support = Support(arrivals={f"SB{number}": 9 for number in range(1, 9)})
    assert over(state), "all of it has come"
    cell = scene_of(state).board.cells[0]
    state.support = replace(state.support, missions=(Mission(1, "soviet", "SB1", cell, "GP", "open", 2, planned=True),))
    assert not over(state), "it may go on"


@pytest.mark.rules("4.6.2a", "6.6.7b")
def test_4_6_2_passengers_and_those_whom_aircraft_may_strike_decide_nothing_yet() -> None:
    """Who can still win counts enemies aboard carriers, and what aircraft may still do."""

    def able(state: PanzerState, side: str) -> bool:
        told = GAME.score(GAME.view(state, None))
        return next(one.able for one in told.sides if one.side == side)

    state = left_alone("panzer/19", "soviet", 4)
    assert able(state, "german"), "by what its aircraft may do"
    assert not able(fly(state, lost=True), "german")
    # All objectives would not be enough, all objectives and the aircraft are.
    ahead = left_alone("panzer/19", "soviet", 5)
    for hold in ahead.holds:
        hold.holder = ""
    mine = sum(objective.points["soviet"] for objective in scene_of(ahead).scenario.objectives)
    ahead.options = {**ahead.options, "german_points": victory.score(ahead, scene_of(ahead))["soviet"] + mine + 100}
    assert able(ahead, "soviet")
    assert not able(fly(ahead, first=1, last=1), "soviet"), "they do not come any more"
    # All objectives would not be enough, all objectives and the passengers are.
    riding = fly(left_alone("panzer/19", "soviet", 4), lost=True)
    scene = scene_of(riding)
    lorry = next(index for index, unit in enumerate(riding.units) if unit.side == "german")
    for unit in riding.units:
        if unit.side == "german":
            unit.status, detail_of(unit).carrier = CARRIED, lorry
    riding.units[lorry].status = ON_MAP
    behind = sum(objective.points["soviet"] for objective in scene.scenario.objectives) + 200
    riding.options = {**riding.options, "german_points": behind + victory.score(riding, scene)["german"]}
    assert able(riding, "soviet")
    for unit in riding.units:
        if unit.status == CARRIED:
            unit.status = EXITED
    assert not able(riding, "soviet"), "they have got away"


@pytest.mark.rules("4.5.1.1.9d", "4.5.1.1.9a", "6.6.7b")
def test_4_5_1_1_9_leaving_scores_for_vehicles_alone() -> None:
    """`panzer/18` rewards each German vehicle that leaves: no squad on foot, and no passenger wherever it mounted."""
    state = left_alone("panzer/18", "german", 4)
    scene = scene_of(state)
    edge = scene.board.edges["west"][0]
    scores = {}
    for name in ("G1", "G7", "G11", "G17"):
        unit = next(one for one in state.units if one.id == name)
        unit.status, unit.cell = EXITED, edge
        scores[unit.type] = sum(points for _, why, points in victory.items(state, scene) if why == victory.LEFT)
        unit.status = ON_MAP
    assert list(scores.values()) == [20, 0, 0, 20], scores
