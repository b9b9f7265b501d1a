"""Shots that are remembered are those that the resolver makes of the position."""

from __future__ import annotations

from hulldown.games import load_game
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.rules.combat import aim_at, shot_at
from hulldown.games.tank.rules.fire import resolved
from hulldown.games.tank.rules.state import ON_MAP
from support.probes import legal_order


def test_remembered_shots_are_those_of_the_resolver() -> None:
    game = load_game("tank")
    looked = 0
    for scenario in ("tank/9", "tank/10", "tank/3"):
        state = game.setup(scenario, {}, "shots")
        while game.outcome(state) is None and state.turn < 25:
            side = next(iter(game.pending(state)))
            state = game.apply(state, side, legal_order(game, state, side, f"{scenario} {side}")).state
            if state.turn % 4:
                continue
            scene = scene_of(state)
            units = [index for index, unit in enumerate(state.units) if unit.status == ON_MAP]
            for firer in units:
                for target in units:
                    if state.units[firer].side != state.units[target].side:
                        looked += 1
                        shot = shot_at(state, scene, [firer], target)
                        assert shot == resolved(aim_at(state, scene, [firer], target))
    assert looked > 1000
