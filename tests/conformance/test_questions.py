"""Nobody is asked for nothing: a question has two answers that lead to different positions, or nobody could know it.

A question without a choice is put all the same where its absence would tell the others something: then there is a world
that they hold possible in which it has one.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.core.decisions import Legal, sole_answer
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side
from support.games import Moment, encoded, every_scenario, played
from support.probes import legal_order

STYLES = ("random", "fight")
DRAWS = 6
"""Random answers that are tried, to find two that differ."""
WORLDS = 12
"""Worlds that are looked at, in each other side's eyes."""
MOST = 40
"""Questions that are looked at in a game: the first of each kind, and those in which the domains leave no choice."""


def after(game: AnyGame, state: Any, side: Side, order: Order) -> bytes:
    """What an answer leads to, without the name of the question in it."""
    return encoded(game.apply(state, side, msgspec.structs.replace(order, decision="")).state)


def answers(game: AnyGame, state: Any, side: Side, legal: Legal) -> list[Order]:
    """Some legal answers: the least one, every choice that is no pass, one pass, and random orders."""
    passes = [one.choice for one in legal.passes]
    choices = [choice for choice in legal.choices if choice not in passes[1:]]
    found = [Order(legal.decision.kind, choice=choice) for choice in choices]
    found += [legal.idle] if legal.idle is not None and legal.idle.choice not in passes else []
    drawn = [legal_order(game, state, side, f"answer {number}") for number in range(DRAWS)] if legal.units else []
    return found + [order for order in drawn if order.choice not in passes[1:]]


def differ(game: AnyGame, state: Any, side: Side, legal: Legal) -> bool:
    """Whether two answers lead to different positions."""
    first: bytes | None = None
    for order in answers(game, state, side, legal):
        if game.check(state, side, order):
            continue
        reached = after(game, state, side, order)
        if first is not None and reached != first:
            return True
        first = reached
    return False


def might(game: AnyGame, state: Any, side: Side) -> bool:
    """Whether the question has a choice in a world that another side holds possible."""
    for other in game.sides:
        if other == side:
            continue
        view, rng = game.view(state, other), Random(f"{state.turn} {other}")
        for _ in range(WORLDS):
            world = game.sample(view, rng)
            legal = game.legal(world, side)
            if sole_answer(legal) is None and differ(game, world, side, legal):
                return True
    return False


def chosen(game: AnyGame, moments: tuple[Moment, ...]) -> list[Moment]:
    """The questions without a choice in their domains, at most half of all that are looked at, and some others."""
    sole = [one for one in moments if sole_answer(game.legal(one.state, one.side)) is not None]
    stride = max(1, len(moments) // (MOST // 2))
    return [*sole[: MOST // 2], *moments[::stride]]


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_a_question_has_two_answers_or_hides_that_it_has_not(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    for moment in chosen(game, play.moments):
        state, side = moment.state, moment.side
        legal = game.legal(state, side)
        decision = legal.decision
        if differ(game, state, side, legal) or might(game, state, side):
            continue
        pytest.fail(f"turn {state.turn}, {decision.id}, {side}: {decision.prompt!r} asks for nothing")
