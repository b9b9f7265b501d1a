"""Whether a bot agrees to end a game: by its brain's judgement of worlds that fit what its side knows.

It gives up what is lost and takes home what is won; while the game is open it plays on.
"""

from __future__ import annotations

from random import Random

from hulldown.bots.brains import brain_of
from hulldown.bots.registry import LEVELS
from hulldown.core.ending import DRAW, Terms
from hulldown.core.game import AnyGame, Outcome, State
from hulldown.core.orders import Side

WORLDS = 6
"""Worlds that are looked at."""
LOST, WON = 0.15, 0.85
"""Expected scores beyond which a game counts as decided."""
BEHIND = 0.3
"""The expected score below which a draw is welcome."""
MODEST = 0.08
"""How much of its expected score a bot gives away for the sake of an end."""
THINKING = ("greedy", "planner")


def accepts(game: AnyGame, state: State, side: Side, bot: str, terms: Terms) -> bool:
    """Whether the bot of this side accepts to end the game on these terms. It looks at its side's view alone."""
    brain = brain_of(game.name)
    if brain is None or LEVELS.get(bot, bot).partition(":")[0] not in THINKING:
        return False
    view = game.view(state, side)
    rng = Random(f"offer {game.name} {view.turn} {side} {terms}")
    worlds = [game.sample(view, rng) for _ in range(WORLDS)]
    expected = sum(brain.value(world, side) for world in worlds) / WORLDS
    if terms == DRAW:
        return expected <= BEHIND
    worth = sum(_score(game.verdict(world), side) for world in worlds) / WORLDS
    return not LOST < expected < WON and worth >= expected - MODEST


def _score(outcome: Outcome, side: Side) -> float:
    return 0.5 if outcome.winner is None else float(outcome.winner == side)
