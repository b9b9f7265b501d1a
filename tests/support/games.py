"""Games played by bots for the tests that hold for every registered game and scenario; nothing here names a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from hulldown.bots import Bot, make_bot
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.events import Event, Scalar
from hulldown.core.game import AnyGame, State, Step
from hulldown.core.orders import Order, Side
from hulldown.games import game_names, load_game
from support.keen_bot import KeenBot

STYLES = ("random", "attack", "fight")
"""Random against random; the first side seeks a fight with a calm second one; both seek it."""
DUEL = "duel"
"""A fourth style: greedy against greedy, for games in which nobody who knows nothing of them comes to blows."""
LIMIT = 20_000


def all_scenarios() -> list[tuple[str, str]]:
    """Every registered game with each of its scenarios."""
    return [(name, info.id) for name in game_names() for info in load_game(name).scenarios()]


every_game = pytest.mark.parametrize("name", game_names())
every_scenario = pytest.mark.parametrize(("name", "scenario"), all_scenarios(), ids=[s for _, s in all_scenarios()])


class Moment(NamedTuple):
    """One order of a game: the state before it, who gave it, and the step it led to."""

    state: Any
    side: Side
    order: Order
    step: Step


class Playthrough(NamedTuple):
    """A whole game."""

    game: AnyGame
    scenario: str
    moments: tuple[Moment, ...]

    @property
    def end(self) -> State:
        state: State = self.moments[-1].step.state
        return state

    def spread(self, count: int) -> list[Moment]:
        """At most so many moments, spread over the game, with at least one of every kind of decision."""
        stride = max(1, len(self.moments) // count)
        chosen = dict.fromkeys(range(0, len(self.moments), stride))
        kinds: set[tuple[str, Side]] = {(self.moments[i].order.kind, self.moments[i].side) for i in chosen}
        for index, moment in enumerate(self.moments):
            if (moment.order.kind, moment.side) not in kinds:
                kinds.add((moment.order.kind, moment.side))
                chosen[index] = None
        return [self.moments[index] for index in sorted(chosen)]


def bots_of(game: AnyGame, seed: str, style: str) -> dict[Side, Bot]:
    """The players of a style."""
    first, *others = game.sides
    if style == "random":
        return {side: RandomBot(f"{seed} {side}") for side in game.sides}
    if style == DUEL:
        return {side: make_bot("greedy", f"{seed} {side}") for side in game.sides}
    calm = 0.8 if style == "attack" else 0.0
    return {first: KeenBot(f"{seed} {first}"), **{side: KeenBot(f"{seed} {side}", calm) for side in others}}


def moments_of(game: AnyGame, start: State, bots: Mapping[Side, Bot], limit: int = LIMIT) -> Iterator[Moment]:
    """Plays on from a state until the game is over or so many orders were given."""
    state: Any = start
    for _ in range(limit):
        if game.outcome(state) is not None:
            return
        side = next(iter(game.pending(state)))
        order = bots[side].decide(seat_of(game, state, side))
        step = game.apply(state, side, order)
        yield Moment(state, side, order, step)
        state = step.state


@cache
def played(name: str, scenario: str, style: str = "random", seed: str = "conformance") -> Playthrough:
    """A game of bots, the same every time; remembered, as many tests look at it."""
    game = load_game(name)
    start = game.setup(scenario, {}, f"{seed} {scenario}")
    return Playthrough(game, scenario, tuple(moments_of(game, start, bots_of(game, f"{seed} {scenario}", style))))


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def option_sets(game: AnyGame, scenario: str) -> list[dict[str, Scalar]]:
    """The defaults, and for each option a set with it changed: to something near it, or to each other choice."""
    sets: list[dict[str, Scalar]] = [{}]
    for info in game.options(scenario):
        default = info.default
        if isinstance(default, bool):
            sets.append({info.name: not default})
        elif isinstance(default, int):
            sets.append({info.name: max(1, default // 2)})
        else:
            sets += [{info.name: choice} for choice in info.choices if choice != default]
    return sets


TOGETHER = 3
"""Options that are changed together in one game."""
ALONE = ("turns", "turn_cap")
"""Options that would end the game before the others have been at work."""


def combined_sets(game: AnyGame, scenario: str) -> list[dict[str, Scalar]]:
    """The sets of `option_sets` but for the defaults, several in one: every value is in one of them.

    Which of them go together is drawn for each scenario, so that an option meets other ones in each. What the game does
    not take together stays apart.
    """
    single = option_sets(game, scenario)[1:]
    alone = [one for one in single if any(name in ALONE for name in one)]
    rest = [one for one in single if one not in alone]
    Random(scenario).shuffle(rest)
    found: list[dict[str, Scalar]] = []
    for one in rest:
        for known in found:
            joined = {**known, **one}
            if len(known) < len(joined) <= TOGETHER and _taken(game, scenario, joined):
                known.update(one)
                break
        else:
            found.append(dict(one))
    assert all(any(one.items() <= known.items() for known in found) for one in rest)
    return [*alone, *found]


def _taken(game: AnyGame, scenario: str, options: Mapping[str, Scalar]) -> bool:
    try:
        game.setup(scenario, options, "any")
    except HulldownError:
        return False
    return True


def texts_of(game: AnyGame, events: list[Event]) -> list[str]:
    return [game.describe(event) for event in events]
