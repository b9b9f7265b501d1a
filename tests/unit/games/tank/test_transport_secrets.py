"""What a side is given in games with transport does not depend on what it cannot know: loads, and devices."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.bots import Bot
from hulldown.core.game import AnyGame
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED
from support.ferry_bot import FerryBot
from support.games import bots_of, encoded, moments_of
from support.probes import answers, probes
from support.transport_field import transport

COMPANY = (
    Force(type="Ge SPW", count=3),
    Force(type="truck", count=1),
    Force(type="Ge Pz IVH", count=2),
    Force(type="Ger squad 6", count=4, carried=True, device="Ge PF44-1", devices=2),
    Force(type="Ge 75/46", count=1, carried=True),
)
ENEMY = (
    Force(type="So T34/85", count=3),
    Force(type="Sov squad 6", count=2, carried=True),
)
DEFENCE = (
    Force(type="Sov squad 6", count=4, device="So PTRD", devices=1),
    Force(type="So 76/42", count=2),
)


def players(seed: str, style: str) -> dict[str, Bot]:
    """The players of a style; "ferry" is the one that uses its vehicles."""
    if style != "ferry":
        return bots_of(GAME, seed, style)
    return {side: FerryBot(f"{seed} {side}") for side in GAME.sides}


@pytest.mark.parametrize("style", ["ferry", "attack"])
@pytest.mark.parametrize(("base", "bravo"), [("tank/intro", ENEMY), ("tank/2", DEFENCE)])
def test_a_sampled_state_gives_the_same_view_answers_and_refusals(
    base: str, bravo: tuple[Force, ...], style: str
) -> None:
    game: AnyGame = GAME
    rode = mounted = dismounted = 0
    with transport(COMPANY, bravo, base=base, length=14, panic=2) as scenario:
        for seed in range(3):
            start = GAME.setup(scenario, {}, f"seed {seed}")
            start.fired_on = dict.fromkeys(GAME.sides, style == "ferry")  # columns are released
            for number, moment in enumerate(moments_of(game, start, players(f"{base} {seed}", style))):
                state = moment.state
                mounted += sum(event.kind == "mounted" for event in moment.step.events)
                dismounted += sum(event.kind == "dismounted" for event in moment.step.events)
                rode += sum(unit.status == CARRIED for unit in state.units)
                if number % 5:
                    continue
                for side in game.sides:
                    rng = Random(f"{number} {side}")
                    asked = side in game.pending(state)
                    orders = probes(game, state, side, rng, 6) if asked else []
                    view = game.view(state, side)
                    drawn = game.sample(msgspec.json.decode(encoded(view), type=type(view)), rng)
                    where = f"{base}, {style}, seed {seed}, turn {state.turn}, {state.stack[-1].step}, {side}"
                    assert encoded(game.view(drawn, side)) == encoded(view), where
                    if asked:
                        assert encoded(game.legal(drawn, side)) == encoded(game.legal(state, side)), where
                        assert answers(game, drawn, side, orders) == answers(game, state, side, orders), where
    assert rode
    assert style != "ferry" or (mounted and dismounted)


def test_a_spotted_carrier_that_went_back_off_the_map_keeps_its_passenger_in_a_sample() -> None:
    with transport(COMPANY, ENEMY, length=14) as scenario:
        state = GAME.setup(scenario, {}, "seed")
        state = GAME.apply(state, "alpha", GAME.legal(state, "alpha").idle).state  # type: ignore[arg-type]
        carrier = next(unit for unit in state.units if unit.id == "A1")
        carrier.spotted, carrier.counter = True, 1
        state.counters["alpha"] = 1
        view = GAME.view(state, "bravo")
        drawn = GAME.sample(view, Random(1))
        assert encoded(GAME.view(drawn, "bravo")) == encoded(view)
        rider = next(unit for unit in drawn.units if unit.id == "A7")
        assert rider.status == CARRIED
