"""Looking both ways at once finds what two looks find, one after the other."""

from __future__ import annotations

from random import Random

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games import load_game
from hulldown.games.tank.books import ruleset_of, scene_of
from hulldown.games.tank.rules.spotting import look, look_both_ways
from hulldown.games.tank.rules.state import ON_MAP, Run
from support.probes import legal_order


def test_units_that_have_moved_look_and_are_looked_at() -> None:
    game = load_game("tank")
    rng = Random(1)
    quiet = spotted = 0
    for scenario in ("tank/9", "tank/10", "tank/3"):
        state = game.setup(scenario, {}, "looking")
        while game.outcome(state) is None and state.turn < 15:
            side = next(iter(game.pending(state)))
            state = game.apply(state, side, legal_order(game, state, side, f"{scenario} {side}")).state
            present = [index for index, unit in enumerate(state.units) if unit.status == ON_MAP]
            moved = sorted(rng.sample(present, min(len(present), 5)))
            outcomes = []
            for both in (True, False):
                copy = state.thaw()
                for unit in copy.units:
                    unit.tested = ()
                    unit.spotted = unit.spotted and unit.counter % 2 == 0
                copy.run = Run(1, [], [])
                scene = scene_of(copy)
                doing = Doing(dice("looking", copy.serial), copy.turn, ruleset_of(copy))
                everybody = list(range(len(copy.units)))
                if both:
                    look_both_ways(copy, scene, doing, moved)
                else:
                    look(copy, scene, doing, everybody, moved)
                    look(copy, scene, doing, moved, everybody)
                outcomes.append((copy, doing.events, doing.dice.rolls))
            assert outcomes[0] == outcomes[1]
            quiet += not outcomes[0][1]
            spotted += bool(outcomes[0][1])
    assert quiet > 20
    assert spotted > 20
