"""A player for the tests that gets on and off vehicles as often as it can, and otherwise plays at random."""

from __future__ import annotations

from random import Random

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task


class FerryBot(RandomBot):
    """At random, but pairs that could mount or dismount do so every other time."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._chance = Random(f"ferry {seed}")

    def decide(self, seat: Seat) -> Order:
        order = super().decide(seat)
        if order.kind != "plot":
            return order
        for kind in ("MT", "DT"):
            for unit in seat.legal.units:
                cells = [cell for option in unit.options if option.kind == kind for cell in option.cells]
                if cells and self._chance.random() < 0.5:
                    order = self._paired(seat, order, unit.unit, kind, self._chance.choice(cells))
        return order

    def _paired(self, seat: Seat, order: Order, vehicle: str, kind: str, cell: int) -> Order:
        """The order with both partners told, if it is still a legal one for any of the units that could be meant."""
        others = [
            unit.unit
            for unit in seat.legal.units
            if any(option.kind == kind and not option.cells for option in unit.options)
        ]
        for other in others:
            rest = tuple(task for task in order.tasks if task.unit not in (vehicle, other))
            told = Order("plot", (*rest, Task(vehicle, kind, (cell,)), Task(other, kind)), decision=order.decision)
            if not seat.check(told):
                return told
        return order
