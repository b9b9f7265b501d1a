"""Different good orders for one decision: other tempers, and judgement that is disturbed a little."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules.commands import ALL
from hulldown.games.panzer_battles.rules.moves import LEAVE_BE
from hulldown.games.panzer_battles.rules.verbs.base import COMMAND, MOVEMENT

TEMPERS: Final = (
    Temper(), Temper(boldness=2.0), Temper(boldness=0.5), Temper(noise=0.2), Temper(noise=0.3, boldness=1.5),
    Temper(noise=0.3, boldness=0.7),
)  # fmt: skip
MISSES: Final = 5
"""How often in a row nothing new may come up before no more is expected."""


def orders(
    seat: Seat, think: Callable[[Random, Temper], Order], rng: Random, count: int, pool: Pool
) -> Iterator[Order]:
    """Up to `count` different orders, greedy's own first, then that nothing is done, then other judgements."""
    legal = seat.legal
    found: list[Order] = []
    misses = 0
    number = 0
    if legal.decision.kind == COMMAND:
        fill(pool, seat)
    while len(found) < count and misses < MISSES:
        if number == 1 and legal.decision.kind == MOVEMENT:
            order = Order(MOVEMENT, choice=LEAVE_BE, decision=legal.decision.id)
        else:
            order = think(rng, TEMPERS[number] if number < len(TEMPERS) else Temper(noise=0.5))
        number += 1
        if order in found or seat.check(order):
            misses += 1
            continue
        misses = 0
        found.append(order)
        yield order


def fill(pool: Pool, seat: Seat) -> None:
    """Puts the commands that each company may be given into the pool."""
    for offer in seat.legal.units:
        tasks: list[Task | None] = [Task(offer.unit, option.kind) for option in offer.options if option.kind in ALL]
        if len(tasks) > 1:
            pool[offer.unit] = tasks
