"""Orders to try a game with: legal ones, and ones aimed at what a side may not know."""

from __future__ import annotations

from random import Random

import msgspec

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.game import AnyGame, State
from hulldown.core.orders import Order, Side, Task


def legal_order(game: AnyGame, state: State, side: Side, seed: str) -> Order:
    """A random legal order."""
    return RandomBot(seed).decide(seat_of(game, state, side))


def probes(game: AnyGame, state: State, side: Side, rng: Random, count: int = 24) -> list[Order]:
    """Orders for the decision a side owes: two legal ones, then tasks aimed at what the side may not know.

    Places and names are taken from what the other sides see of themselves, hidden things included: a refusal must be
    the same whether or not anything is there.
    """
    legal = game.legal(state, side)
    decision = legal.decision
    board = game.board(state.scenario)
    orders = [legal_order(game, state, side, f"{rng.random()}") for _ in range(2)]
    others = [piece for other in game.sides if other != side for piece in game.view(state, other).pieces]
    secret = [piece for piece in others if piece.side != side]
    places = [piece.cell for piece in secret] or [0]
    names = [piece.id for piece in secret] + ["", "nobody"]
    units = [unit for unit in legal.units if unit.options]
    kinds = [option.kind for unit in units for option in unit.options] or ["go"]
    tasks: list[Task] = []
    for _ in range(count):
        place = rng.choice(places)
        if units:
            unit = rng.choice(units)
            option = rng.choice(unit.options)
            choice = rng.choice(("", *option.choices))
            tasks.append(Task(unit.unit, option.kind, (place,), rng.choice((-1, 0, 3)), choice))
            near = [cell for cell in board.neighbours[place] if cell >= 0]
            tasks.append(Task(unit.unit, option.kind, (*near[:1], place), targets=(rng.choice(names),)))
        tasks.append(Task(rng.choice(names), rng.choice(kinds), (place,)))
    orders += [Order(decision.kind, (task,)) for task in tasks]
    orders.append(Order(decision.kind, tuple(tasks[:3])))
    orders += [Order("no such kind"), Order(decision.kind, (), "no such choice")]
    return orders


def answers(game: AnyGame, state: State, side: Side, orders: list[Order]) -> bytes:
    """What `check` says to each of the orders."""
    return msgspec.json.encode([game.check(state, side, order) for order in orders])
