"""Modules on top of the Basic Game: an empty one changes nothing, one that uses every hook is played by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer import modules
from hulldown.bots.panzer.brain import BRAIN
from hulldown.bots.panzer.modules import Knowledge
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.game import Step
from hulldown.core.orders import Order
from hulldown.games.panzer.books import LIBRARY, scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import commands, movement
from hulldown.games.panzer.rules.combat import aim_of
from hulldown.games.panzer.rules.spotting import spots
from hulldown.games.panzer.rules.state import PanzerState, Shot
from hulldown.games.panzer.rules.victory import score
from support.panzer_field import cell, commanded, the_field, vehicle
from support.panzer_module import EMPTY, KEY, POTS, is_black, played_with, smoke_in


def game(scenario: str, seed: str, orders: int = 10_000) -> Iterator[tuple[PanzerState, str, Order, Step]]:
    """A game of random bots: every state with the order given in it and the step that follows."""
    state = GAME.setup(scenario, {}, seed)
    while orders and GAME.outcome(state) is None:
        for side in GAME.pending(state):
            order = RandomBot(seed).decide(seat_of(GAME, state, side))
            step = GAME.apply(state, side, order)
            yield state, side, order, step
            state, orders = step.state, orders - 1


def told(scenario: str, seed: str) -> list[tuple[bytes, ...]]:
    """Every byte that a game of random bots makes."""
    encode = msgspec.json.encode
    return [
        (
            encode(state), encode(GAME.legal(state, side)), encode(order), encode(step.events), encode(step.rolls),
            *(encode(GAME.view(state, viewer)) for viewer in ("soviet", "german", None)),
        )
        for state, side, order, step in game(scenario, seed)
    ]  # fmt: skip


def test_an_empty_module_changes_no_byte() -> None:
    plain = told("panzer/1", "bytes")
    version = GAME.version("panzer/1")
    with played_with(EMPTY):
        assert GAME.version("panzer/1") == f"{version}+empty-1"
        assert GAME.sequence("panzer/1") == LIBRARY.ruleset(("basic",)).sequence
        assert told("panzer/1", "bytes") == plain
    assert len(plain) > 40
    assert not any(b'"more"' in one for one in plain[-1]), "what is unset is left out"


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["a", "b"])
def test_a_module_with_every_hook_is_played_to_the_end(seed: str) -> None:
    kinds: set[str] = set()
    winds = pots = 0
    with played_with(POTS):
        for state, side, order, step in game("panzer/6", seed):
            kinds |= {task.kind for task in order.tasks}
            winds += order.kind == "wind"
            pots += sum(event.kind == "pot" for event in step.events)
            assert all(GAME.describe(event) for event in step.events)
            assert GAME.parse(state, side, GAME.write(state, order)).tasks == order.tasks
            after: Any = step.state
            assert msgspec.json.decode(msgspec.json.encode(after), type=PanzerState) == after
            if state.more is not msgspec.UNSET:
                view = GAME.view(state, side)
                assert msgspec.json.encode(GAME.view(GAME.sample(view, Random(1)), side)) == msgspec.json.encode(view)
    assert "POT" in kinds
    assert winds > 2
    assert pots == len(smoke_in(after))


def test_a_bot_without_knowledge_of_a_module_plays_legally() -> None:
    with played_with(POTS):
        state = GAME.setup("panzer/1", {}, "greedy")
        asked: set[str] = set()
        for _ in range(60):
            for side, decision in GAME.pending(state).items():
                asked.add(decision.kind)
                order = BRAIN.decide(seat_of(GAME, state, side), Random(3), Temper())
                assert not GAME.check(state, side, order)
                state = GAME.apply(state, side, order).state
        assert "wind" in asked


class Weather(Knowledge):
    """Likes the wind from the south."""

    def decide(self, picture: Picture, seat: Seat, rng: Random) -> Order | None:
        return Order("wind", choice="south")


def test_a_bot_uses_what_it_knows_of_a_module() -> None:
    modules.learn(KEY, Weather())
    try:
        with played_with(POTS):
            answers = set()
            for state, side, order, _ in game("panzer/1", "knowing", 12):
                if order.kind == "wind":
                    answers.add(BRAIN.decide(seat_of(GAME, state, side), Random(3), Temper()).choice)
        assert answers == {"south"}
        assert modules.knowledge_of(scene_of(GAME.setup("panzer/1", {}, "x"))) == ()
    finally:
        modules.forget(KEY)


@pytest.mark.rules("4.1.4a", "4.1.4b", "4.2.1g", "4.2.1h", "4.5.1.1.2a")
def test_the_module_has_its_say_in_each_rule() -> None:
    with the_field(), played_with(POTS):
        table = commanded(
            vehicle("S1", "1003", "B", command="MOVE"), vehicle("G1", "1303", "E", command="NC", known=True),
            vehicle("S2", "1001", "B", "Truck", command="MOVE"), step="move1",
        )  # fmt: skip
        state = table.state
        open_before = scene_of(state)
        assert open_before.clear(cell("1003"), cell("1303"))
        table.order("soviet", "S1 POT")
        state = table.state
        assert smoke_in(state) == [cell("1003")]
        assert [event.kind for event in table.events][:2] == ["revealed", "pot"]
        scene = scene_of(state)
        ends = cell("0903"), cell("1103")
        assert open_before.clear(*ends)
        assert not scene.clear(*ends)
        assert scene.block(*ends).terrain == "smoke"
        assert cell("1103") not in scene.seen_from(cell("0903"))
        assert aim_of(state, scene, Shot(1, 0)).more[0].value == -3
        assert scene.resolve(aim_of(state, scene, Shot(1, 0))).net.value == scene_net(state) - 3
        assert score(state, scene)["soviet"] == 1
        assert table.refused("soviet", "S2 MOVE 1002 1003") == "pots"
        black, other = state.units[1], state.units[0]
        black.cell = cell("2103")
        assert spots(state, scene, black, other)
        black.more = {KEY: {"black": True}}
        assert is_black(black)
        assert not spots(state, scene, black, other), "soot spoils its spotting"
        assert spots(state, scene, other, black)
        assert "OW" in commands.allowed(state, scene, 0)
        assert "OW" not in commands.allowed(state, scene, 1)
        whole, slowed = (movement.progress_of(state, scene_of(state), index).allowance for index in (0, 1))
        assert (whole, slowed) == (5, 4 - 1)


def scene_net(state: PanzerState) -> int:
    """The Net Modifier of the German shot by the book alone."""
    with_pots = scene_of(state)
    aim = aim_of(state, with_pots, Shot(1, 0))
    return with_pots.resolve(aim._replace(more=())).net.value
