"""The arrays and chances of the Tank! brain are those of the rules, for single lines and for whole maps."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.calm import calmness, steady
from hulldown.bots.tank.field import field, marching
from hulldown.bots.tank.odds import Mark, arms, battery, chance, chances_at, chances_from
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import scenarios, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.combat import aim_at, halved_by_preservation
from hulldown.games.tank.rules.fire import resolve
from hulldown.games.tank.rules.state import ON_MAP, Position, TankState

ASPECTS = ("front", "side", "rear")


def scattered(scenario: str, rng: Random) -> TankState:
    """A position with all units anywhere, some of them moving, among wrecks and positions."""
    state = GAME.setup(scenario, {}, "x")
    arrays = field(scenarios()[scenario].map, scenarios()[scenario].mode)
    state.turn = 5
    for unit in state.units:
        unit.cell, unit.status, unit.facing = rng.choice(arrays.cells), ON_MAP, rng.randrange(6)
        unit.points = rng.choice((0, 0, 3, 6))
        unit.moving = unit.points > 0
        if rng.random() < 0.3:
            state.wrecks.append(unit.cell)
        elif unit.side == "bravo" and weapons()[unit.type].soft:
            state.positions.append(Position(unit.cell, "bravo", True))
    state.preserved = {"alpha": rng.choice((0, 1)), "bravo": rng.choice((0, 1))}
    return state


@pytest.mark.parametrize("mode", ["mixed", "open"])
def test_displacement_tables_are_those_of_the_ground(mode: str) -> None:
    arrays = field("tank", mode)
    place, rng = arrays.ground, Random(1)
    for _ in range(1500):
        a, b, facing = rng.choice(arrays.cells), rng.choice(arrays.cells), rng.randrange(6)
        if a == b:
            continue
        name, shelters = place.cover_side(a, b)
        assert ASPECTS[arrays.aspect(a, b, facing)] == place.aspect(a, b, facing)
        assert arrays.hexside(a, b) == (place.mode.rows[name].vehicle if shelters else 0)
        assert arrays.is_behind(a, b) == bool(name)
        assert arrays.distances(arrays.to_target(b))[arrays.at[a]] == place.board.distance(a, b)
        assert bool(arrays.sight(a)[arrays.at[b]]) == bool(place.sight.rows[a] >> b & 1)


@pytest.mark.parametrize("scenario", ["tank/1", "tank/5", "tank/9", "tank/13"])
def test_chances_are_those_of_the_resolver(scenario: str) -> None:
    setup = scenarios()[scenario]
    arrays = field(setup.map, setup.mode)
    rng = Random(2)
    compared = 0
    for _ in range(40):
        state = scattered(scenario, rng)
        for _ in range(8):
            i, j = rng.randrange(len(state.units)), rng.randrange(len(state.units))
            a, b = state.units[i], state.units[j]
            if a.side == b.side or a.cell == b.cell:
                continue
            shot = resolve(aim_at(state, scene_of(state), [i], j))
            gun = arms(a.type, setup.side(a.side).panic, halved_by_preservation(state, scene_of(state), a.side))
            held = any(position.cell == b.cell for position in state.positions) and weapons()[b.type].soft
            mark = Mark(b.type, b.cell, b.facing, b.cell in state.wrecks, held, b.points)
            seen = bool(arrays.sight(b.cell)[arrays.at[a.cell]])
            assert chance(arrays, gun, a.cell, mark) == pytest.approx(float(shot.probability))
            expected = float(shot.probability) * seen
            assert chances_at(arrays, gun, mark)[arrays.at[a.cell]] == pytest.approx(expected)
            if not mark.wreck and not mark.position:
                aspect = arrays.aspect(a.cell, b.cell, b.facing)
                found = chances_from(arrays, gun, a.cell, b.type, aspect, b.points)[arrays.at[b.cell]]
                assert found == pytest.approx(expected)
            compared += 1
    assert compared > 60


def test_a_battery_is_resolved_like_the_combined_fire_of_its_crew() -> None:
    setup = scenarios()["tank/1"]
    arrays = field(setup.map, setup.mode)
    rng = Random(3)
    for _ in range(60):
        state = scattered("tank/1", rng)
        crew = rng.sample(range(15), 3)
        target = state.units[rng.randrange(15, 35)]
        if any(state.units[i].cell == target.cell for i in crew):
            continue
        shot = resolve(aim_at(state, scene_of(state), crew, state.units.index(target)))
        held = any(position.cell == target.cell for position in state.positions)
        mark = Mark(target.type, target.cell, -1, target.cell in state.wrecks, held, target.points)
        gun = arms("PzIVh", setup.alpha.panic, halved_by_preservation(state, scene_of(state), "alpha"))
        found = battery(arrays, [(gun, state.units[i].cell) for i in crew], mark)
        assert found == pytest.approx(float(shot.probability))


def test_marching_distances_fall_by_the_cost_of_a_step() -> None:
    arrays = field("tank", "mixed")
    goals = arrays.ground.board.edges["Y"]
    way = marching("tank", "mixed", 4, goals)
    assert all(way[arrays.at[cell]] == 0 for cell in goals)
    for number in Random(4).sample(range(arrays.count), 200):
        if way[number] > 0:
            ahead = [
                arrays.driving.costs[number, d] + way[arrays.driving.ahead[number, d]]
                for d in range(6)
                if arrays.driving.ahead[number, d] < arrays.count
            ]
            assert way[number] == pytest.approx(min(ahead))


def test_the_chances_of_staying_calm_add_up() -> None:
    assert sum(steady(5, calmness(3))) == pytest.approx(1.0)
    assert steady(2, calmness(0)) == (0.0, 0.0, 1.0)
