"""The chances of the Tank! brain are those of the resolver for the weapons of the Expanded chart too."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.tank.field import field
from hulldown.bots.tank.odds import Mark, arms, chance, chances_at, is_soft
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force, weapon_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.combat import aim_at
from hulldown.games.tank.rules.fire import resolve
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.state import ON_MAP
from hulldown.games.tank.rules.troops import device_of
from support.expanded_field import field as scenario_of
from support.expanded_field import fielded

ALPHA = ("So T-62", "So T-55", "So Snapper", "So 100", "truck", "So BMP", "US M60A2", "Br Chieftain")
BRAVO = ("US M60A3", "US M60A1", "US TOW", "US M113", "truck", "US MICV", "Ge Marder II", "US 106R")


def forces(names: tuple[str, ...], squad: str, device: str) -> tuple[Force, ...]:
    return (*(Force(type=name, count=1) for name in names), Force(type=squad, count=2, device=device, devices=1))


@pytest.mark.parametrize("panic", [1, 4])
@pytest.mark.rules(
    "24.11b", "24.12a", "24.2b", "24.31-11-20", "24.31-21-30", "24.4-n", "24.4-r", "24.4-sc", "26.11c", "26.12b"
)
def test_chances_are_those_of_the_resolver_in_the_expanded_book(panic: int) -> None:
    scenario = scenario_of(
        forces(ALPHA, "Sov squad 12", "So RPG-7"), forces(BRAVO, "NATO squad 12", "US Dragon"), panic=panic
    )
    with fielded(scenario) as name:
        arrays = field(scenario.map, scenario.mode)
        state = GAME.setup(name, {}, "x")
        scene = scene_of(state)
        rng = Random(panic)
        compared = hits = 0
        for _ in range(1500):
            for unit in state.units:
                unit.cell, unit.status, unit.facing = rng.choice(arrays.cells), ON_MAP, rng.randrange(6)
                unit.points = rng.choice((0, 0, 3, 7))
                unit.moving = unit.points > 0
            i, j = rng.randrange(len(state.units)), rng.randrange(len(state.units))
            a, b = state.units[i], state.units[j]
            if a.side == b.side or a.cell == b.cell:
                continue
            if weapon_of(b.type).traits.truck:
                # The choice between AP and HE is the firer's; the brain's own is tested below.
                continue
            shot = resolve(aim_at(state, scene, [i], j))
            gun = arms(a.type, panic_level(state, scene, a.side), False, scene.doctrine, device_of(a))
            mark = Mark(b.type, b.cell, -1 if is_soft(b.type) else b.facing, False, False, b.points)
            assert chance(arrays, gun, a.cell, mark) == pytest.approx(float(shot.probability)), (a.type, b.type, shot)
            seen = bool(arrays.sight(b.cell)[arrays.at[a.cell]])
            assert chances_at(arrays, gun, mark)[arrays.at[a.cell]] == pytest.approx(float(shot.probability) * seen)
            compared += 1
            hits += bool(shot.hits_on)
        assert compared > 400
        assert hits > 60


@pytest.mark.rules("27.72a", "27.73")
def test_trucks_are_fired_at_with_ap_but_not_with_heat() -> None:
    gun = arms("So T-55", 1, False)
    assert gun.fire("truck") is gun.ap
    heat = arms("So T-62", 1, False)
    assert heat.ap.heat
    assert heat.fire("truck") is heat.he
