"""The last word on an order: whatever `check` objects to is taken out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.errors import HulldownError
from hulldown.core.orders import Order, Task

TRIES = 12
Tasks = tuple[Task, ...]


def mended(seat: Seat, order: Order, rng: Random, give_way: Callable[[Tasks], Tasks] | None = None) -> Order:
    """The order without the tasks that the rules object to; the idle or a random one if nothing else is left.

    `give_way` leaves tasks out where the rules object to the plot as a whole and name no unit that has one.
    """
    for _ in range(TRIES):
        violations = seat.offer(order)
        if not violations:
            return order
        named = {violation.unit for violation in violations} - {""}
        tasks = tuple(task for task in order.tasks if task.unit not in named)
        if len(tasks) == len(order.tasks) and give_way is not None:
            tasks = give_way(tasks)
        if len(tasks) == len(order.tasks):
            break
        order = Order(order.kind, tasks, order.choice, order.decision)
    idle = seat.legal.idle
    if idle is not None:
        idle = Order(idle.kind, idle.tasks, idle.choice, seat.legal.decision.id)
        if not seat.offer(idle):
            return idle
    try:
        return RandomBot(str(rng.random())).decide(seat)
    except HulldownError:
        return order
