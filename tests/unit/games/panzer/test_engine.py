"""The engine of Panzer as a whole: no exchange hangs, nothing leaks, what is drawn from a view can be played."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.commands import REACTIONS
from hulldown.games.panzer.rules.state import PanzerState

SCENARIOS = [info.id for info in GAME.scenarios()]


def absent(state: PanzerState, side: str) -> Order:
    """What the table answers for a side that has left."""
    idle = GAME.legal(state, side).idle
    assert idle is not None
    return idle


def player(state: PanzerState, side: str, seed: str, mode: str) -> Order:
    """A random order; in the Command Phase the side's reactions are as `mode` says."""
    order = RandomBot(seed).decide(seat_of(GAME, state, side))
    if order.kind != "command":
        return order
    tasks = tuple(task for task in order.tasks if task.unit != REACTIONS)
    reactions = Task(REACTIONS, mode, choice="show" if mode == "PRESET" else "")
    return msgspec.structs.replace(order, tasks=(reactions, *tasks))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("modes", [("ASK", "ASK"), ("PRESET", "PRESET"), ("ASK", "gone"), ("gone", "gone")])
def test_no_exchange_hangs_whoever_presets_hesitates_or_leaves(scenario: str, modes: tuple[str, str]) -> None:
    state = GAME.setup(scenario, {}, f"{scenario} {modes}")
    mode = dict(zip(GAME.sides, modes, strict=True))
    for _ in range(3000):
        if GAME.outcome(state) is not None:
            return
        side = next(iter(GAME.pending(state)))
        order = absent(state, side) if mode[side] == "gone" else player(state, side, scenario, mode[side])
        state = GAME.apply(state, side, order).state
    pytest.fail("the game has not ended")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_order_reads_back_and_every_sample_shows_the_same(scenario: str) -> None:
    rng = Random(scenario)
    state = GAME.setup(scenario, {}, scenario)
    bots = {side: RandomBot(f"{side} {scenario}") for side in GAME.sides}
    while GAME.outcome(state) is None:
        side = rng.choice(list(GAME.pending(state)))
        for viewer in GAME.sides:
            if rng.random() < 0.25:
                view = GAME.view(state, viewer)
                drawn = GAME.sample(view, rng)
                assert msgspec.json.encode(GAME.view(drawn, viewer)) == msgspec.json.encode(view)
                if viewer in GAME.pending(state):
                    assert GAME.legal(drawn, viewer) == GAME.legal(state, viewer)
        order = bots[side].decide(seat_of(GAME, state, side))
        again = GAME.parse(state, side, GAME.write(state, order))
        assert again == msgspec.structs.replace(order, decision="")
        before = msgspec.json.encode(state)
        step = GAME.apply(state, side, order)
        assert msgspec.json.encode(state) == before
        assert all(GAME.describe(event) for event in step.events)
        state = step.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=PanzerState) == state


def test_nothing_of_a_hidden_command_reaches_the_other_side() -> None:
    """Face-down commands, presets and the rest of a move are changed at will: the enemy's view stays what it was."""
    rng = Random("hidden")
    state = GAME.setup("panzer/6", {}, "hidden")
    bots = {side: RandomBot(f"{side} hidden") for side in GAME.sides}
    compared = 0
    while state.turn < 5:
        for viewer, other in (GAME.sides, GAME.sides[::-1]):
            view = msgspec.json.encode(GAME.view(state, viewer))
            twin = state.thaw()
            twin.seed = "another"
            for unit in twin.units:
                if unit.side == other and unit.command and not unit.known:
                    unit.command, unit.preset = rng.choice(("OW", "NC", "MOVE")), "odds 99"
            twin.conceals[other] = True
            if twin.mover is not None and twin.units[twin.mover.unit].side == other:
                twin.mover.plan, twin.queue = [], []
            assert msgspec.json.encode(GAME.view(twin, viewer)) == view
            compared += 1
        side = next(iter(GAME.pending(state)))
        state = GAME.apply(state, side, bots[side].decide(seat_of(GAME, state, side))).state
    assert compared > 50
