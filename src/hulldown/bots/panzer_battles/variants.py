"""Different good commands: others for single companies, one for all of them, other tempers, disturbed judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.panzer_battles.commanding import Weighed, weighed
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, BOUNDING, OVERWATCH

CALM: Final = Temper()
TEMPERS: Final = (
    Temper(boldness=2.0), Temper(boldness=0.5), Temper(noise=0.3, boldness=1.5), Temper(noise=0.3, boldness=0.7),
)  # fmt: skip
MISSES: Final = 5
"""How often in a row nothing new may come up before no more is expected."""
TOGETHER: Final = (OVERWATCH, BOUND, BOUNDING)
"""Commands that are tried for all companies at once."""
LITTLE: Final = 0.5
"""Added to what is at stake for a company: where that is next to nothing, another command is not a close one."""
Think = Callable[[Random, Temper], Order]


def orders(seat: Seat, think: Think, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
    """Up to `count` different orders, greedy's own first."""
    found: list[Order] = []
    misses = 0
    for order in _thoughts(seat, think, rng, pool):
        if order in found or (found and seat.check(order)):
            misses += 1
        else:
            misses = 0
            found.append(order)
            yield order
        if len(found) >= count or misses >= MISSES:
            return


def _thoughts(seat: Seat, think: Think, rng: Random, pool: Pool) -> Iterator[Order]:
    """Orders worth a look without end, some of them more than once."""
    yield from commands(seat, think, rng, pool)
    for temper in TEMPERS:
        yield think(rng, temper)
    while True:
        yield think(rng, Temper(noise=0.5))


def commands(seat: Seat, think: Think, rng: Random, pool: Pool) -> list[Order]:
    """Greedy's commands, then such as differ for one company, the closest calls first, and for all at once."""
    view = seat.view
    assert isinstance(view, BattleView)
    companies = weighed(seat, Picture(view, seat.side, CALM), rng)
    first = _order(seat, companies, {})
    if seat.check(first):
        first = think(rng, CALM)
    changes: list[tuple[float, int, str]] = []
    for at, one in enumerate(companies):
        others = [kind for kind in one.worths if kind != one.chosen]
        if others:
            pool[one.company] = [Task(one.company, kind) for kind in one.worths]
            stake = abs(one.worths[one.chosen]) + LITTLE
            changes += [((one.worths[one.chosen] - one.worths[kind]) / stake, at, kind) for kind in others]
    changes.sort()
    single = [_order(seat, companies, {at: kind}) for _, at, kind in changes]
    whole = [
        _order(seat, companies, {at: kind for at, one in enumerate(companies) if kind in one.worths})
        for kind in TOGETHER
    ]
    mixed: list[Order] = [first]
    for place in range(max(len(single), 2 * len(whole))):
        mixed += single[place : place + 1]
        if place % 2:
            mixed += whole[place // 2 : place // 2 + 1]
    return mixed


def _order(seat: Seat, companies: list[Weighed], changed: dict[int, str]) -> Order:
    """Greedy's commands, but for those that are changed."""
    decision = seat.legal.decision
    tasks = [Task(one.company, changed.get(at, one.chosen)) for at, one in enumerate(companies)]
    return Order(decision.kind, tuple(tasks), decision=decision.id)
