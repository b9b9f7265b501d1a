"""The last word on a plot of Tank!: units in a column get in the way of others without a task of their own."""

from __future__ import annotations

from random import Random

from hulldown.bots import mending
from hulldown.bots.mending import Tasks
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.column import COLUMN

HALF = 0.5


def mended(seat: Seat, order: Order, rng: Random) -> Order:
    """The order without the tasks that the rules object to; the idle or a random one if nothing else is left."""
    assert isinstance(seat.view, TankView)
    verbs = scene_of(seat.view).verbs

    def give_way(tasks: Tasks) -> Tasks:
        """A unit that only follows its column is in somebody's way: either the column goes on, or the others do."""
        column = rng.random() < HALF
        return tuple(task for task in tasks if not verbs[task.kind].moves or (task.unit == COLUMN) != column)

    return mending.mended(seat, order, rng, give_way)
