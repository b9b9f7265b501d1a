"""What the bots know of platoons: they give legal plots of one mode, keep together, name leaders."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots import make_bot
from hulldown.bots.brains import Temper
from hulldown.bots.seat import seat_of
from hulldown.bots.tank.brain import BRAIN
from hulldown.bots.tank.picture import Picture
from hulldown.bots.tank.platoons import SENSE
from hulldown.core.orders import Task
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.state import TankState
from support.platoon_field import TANK, battlefield, platoon, tanks
from support.tank_positions import order, play, position, where

SPOTS = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A"), "A4": ("1208", "A")}


def _state(monkeypatch: pytest.MonkeyPatch, bravo: dict[str, tuple[str, str]] | None = None) -> TankState:
    name = battlefield(monkeypatch, tanks(4))
    return position(name, alpha=SPOTS, bravo=bravo or {"B1": ("1003", "A")})


def _known(state: TankState):
    view = GAME.view(state, "alpha")
    return Picture(view), {unit.unit: unit for unit in GAME.legal(state, "alpha").units}


def test_a_mixed_platoon_gets_the_mode_that_is_worth_more(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _state(monkeypatch)
    picture, legal = _known(state)
    tasks = {task.unit: task for task in order(state, "alpha", "A1 MV A; A2 MV A; A3 DF 1003").tasks}
    gains = {"A1": 0.3, "A2": 0.3, "A3": 0.1, "A4": 0.0}
    assert SENSE.modes(picture, legal, tasks, gains) == dict.fromkeys(SPOTS, True)
    assert SENSE.modes(picture, legal, tasks, gains | {"A3": 0.7}) == dict.fromkeys(SPOTS, False)
    del tasks["A3"]
    assert SENSE.modes(picture, legal, tasks, gains) == {}, "all of one mode: nobody is bound"


def test_moves_that_lose_each_other_become_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _state(monkeypatch)
    picture, legal = _known(state)
    far = {task.unit: task for task in order(state, "alpha", "A1 MV A A A; A2 MV D D").tasks}
    assert SENSE.together(picture, legal, far) == {"P1": Task("P1", "MV", far["A1"].cells)}
    near = {task.unit: task for task in order(state, "alpha", "A1 MV A; A2 MV A").tasks}
    assert SENSE.together(picture, legal, near) == near


def test_without_a_move_of_the_leader_nothing_is_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _state(monkeypatch)
    picture, legal = _known(state)
    far = {task.unit: task for task in order(state, "alpha", "A2 MV D D D").tasks}
    assert SENSE.together(picture, legal, far) == far


@pytest.mark.parametrize("number", range(4))
def test_greedy_plots_of_one_mode_are_legal(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    foes = {"B1": ("1003", "A"), "B2": ("1203", "A"), "B3": ("1604", "A")}
    state = _state(monkeypatch, foes)
    given = BRAIN.decide(seat_of(GAME, state, "alpha"), Random(number), Temper(noise=0.1 * number))
    assert GAME.check(state, "alpha", given) == []
    verbs = scene_of(state).verbs
    assert len({verbs[task.kind].manoeuvres for task in given.tasks}) == 1
    assert len(given.tasks) >= 1


def test_a_new_leader_is_named_for_three_or_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for count, led in ((4, True), (3, False)):
        name = battlefield(monkeypatch, tanks(count))
        spots = {tank: SPOTS[tank] for tank in list(SPOTS)[:count]}
        state = position(name, alpha=spots, bravo={"B1": ("1006", "D")}, dice="1")
        asked = play(state, bravo="B1 DF 1008", until="leaders").state
        given = make_bot("greedy", "x").decide(seat_of(GAME, asked, "alpha"))
        after = GAME.apply(asked, "alpha", given).state
        assert bool(platoon(after, "P1").leader) is led
        assert platoon(after, "P1").dissolved is not led


def test_strayed_tanks_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    away = position(name, alpha=SPOTS | {"A4": ("1608", "A")}, bravo={"B1": ("2401", "D")})
    lost = play(away).state
    assert platoon(lost, "P1").out == ("A4",)
    lost.units[3].cell = scene_of(lost).board.cell("1308")
    asked = play(lost, until="leaders").state
    assert where(asked, "A4") == "1308"
    given = make_bot("greedy", "x").decide(seat_of(GAME, asked, "alpha"))
    assert platoon(GAME.apply(asked, "alpha", given).state, "P1").out == ()


def test_tanks_are_divided_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (Force(type=TANK, count=9, divide=True),))
    state = GAME.setup(name, {}, "x")
    given = make_bot("greedy", "x").decide(seat_of(GAME, state, "alpha"))
    after = GAME.apply(state, "alpha", given).state
    assert [len(platoon(after, each).members) for each in ("P1", "P2")] == [5, 4]
