"""Setup of the Advanced Game: guns inside buildings by the scenario (2.0a, 6.1.4.3.1g)."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import pytest

from hulldown.core.orders import Task
from hulldown.games import load_game
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.play.facts import detail_of

GAME = load_game("panzer")
GUN = "G13"


@lru_cache(maxsize=1)
def start():
    """Street by Street before the setup of the side that comes first."""
    return GAME.setup("panzer/16", {}, "script:")


@pytest.mark.rules("6.1.4.3.1g", "2.0a")
def test_6_1_4_3_1_a_gun_sets_up_inside_where_the_scenario_says_so():
    state = start()
    legal = GAME.legal(state, "german")
    offers = {unit.unit: unit.options[0].cells for unit in legal.units}
    assert state.units[-1].id == GUN
    ground = scene_of(state).ground
    assert set(offers[GUN]) == {cell for cell in offers["G1"] if ground.rows[cell].storeys}
    placed = GAME.apply(state, "german", legal.idle).state
    gun = next(unit for unit in placed.units if unit.id == GUN)
    assert gun.cell in offers[GUN]
    assert [unit.id for unit in placed.units if detail_of(unit).inside] == [GUN]


@pytest.mark.rules("6.1.4.3.1g")
def test_6_1_4_3_1_a_gun_that_is_to_be_inside_sets_up_nowhere_else():
    state = start()
    legal = GAME.legal(state, "german")
    offers = {unit.unit: unit.options[0].cells for unit in legal.units}
    outside = next(cell for cell in offers["G1"] if cell not in offers[GUN])
    tasks = tuple(
        Task(task.unit, task.kind, (outside,), task.facing) if task.unit == GUN else task for task in legal.idle.tasks
    )
    wrong = GAME.check(state, "german", msgspec.structs.replace(legal.idle, tasks=tasks))
    assert [(one.rule, one.unit) for one in wrong] == [("2.0a", GUN)]
