"""The last word on an order: whatever `check` objects to is taken out."""

from __future__ import annotations

from random import Random

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.errors import HulldownError
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.column import COLUMN

TRIES = 12
HALF = 0.5


def mended(seat: Seat, order: Order, rng: Random) -> Order:
    """The order without the tasks that the rules object to; the idle or a random one if nothing else is left."""
    assert isinstance(seat.view, TankView)
    verbs = scene_of(seat.view).verbs
    for _ in range(TRIES):
        violations = seat.offer(order)
        if not violations:
            return order
        named = {violation.unit for violation in violations} - {""}
        tasks = tuple(task for task in order.tasks if task.unit not in named)
        if len(tasks) == len(order.tasks):
            # A unit that only follows its column is in somebody's way: either the column goes on, or the others do.
            column = rng.random() < HALF
            tasks = tuple(task for task in tasks if not verbs[task.kind].moves or (task.unit == COLUMN) != column)
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
