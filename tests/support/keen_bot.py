"""A bot that looks for a fight, so that the tests of secrets meet contact, reveals and losses in every scenario.

It knows nothing of any game: it lets the random bot draw several orders and takes for each unit the task that fires at
an enemy piece or ends nearest to one. A calm one leaves most of its units without a task, as a hidden defender would.
"""

from __future__ import annotations

from random import Random

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task

DRAWS = 5
"""How many random orders the tasks are taken from; more where only a few units are told anything."""
KEEN = 0.8
"""The chance that a unit of a bot that is not calm does nothing but move, or fire at an enemy piece."""


class KeenBot:
    """A bot whose units close with the enemy; `calm` is the chance that a unit which need not act does nothing."""

    def __init__(self, seed: str, calm: float = 0.0) -> None:
        self.seed = seed
        self.calm = calm

    def decide(self, seat: Seat) -> Order:
        """A legal order; one of the random bot's when the chosen tasks do not go together."""
        legal = seat.legal
        if not legal.units:
            return RandomBot(self.seed).decide(seat)
        draws = max(DRAWS, 24 // len(legal.units))
        drawn = [RandomBot(f"{self.seed}/{number}").decide(seat) for number in range(draws)]
        rng = Random(f"{self.seed}/{legal.decision.id}")
        required = {unit.unit for unit in legal.units if unit.required}
        tasks: dict[str, Task] = {}
        for unit in legal.units:
            offered = [task for order in drawn for task in order.tasks if task.unit == unit.unit]
            if not self.calm and rng.random() < KEEN:
                paths = {option.kind for option in unit.options if option.path is not None}
                offered = [task for task in offered if task.kind in paths or self._worth(seat, task) == 0] or (
                    offered if unit.unit in required else []
                )
            if offered and (unit.unit in required or rng.random() >= self.calm):
                tasks[unit.unit] = min(offered, key=lambda task: self._worth(seat, task))
        while True:
            order = Order(legal.decision.kind, tuple(tasks.values()), drawn[0].choice, legal.decision.id)
            wrong = {violation.unit for violation in seat.check(order)}
            if not wrong:
                return order
            spared = {name: task for name, task in tasks.items() if name not in wrong or name in required}
            if len(spared) == len(tasks):
                return drawn[0]
            tasks = spared

    def _worth(self, seat: Seat, task: Task) -> int:
        """The distance from the task's last cell to the nearest enemy piece, or to the middle when none is seen."""
        enemies = [piece.cell for piece in seat.view.pieces if piece.side != seat.side]
        places = enemies or [seat.board.cells[len(seat.board.cells) // 2]]
        if not task.cells:
            return 1000
        return min(seat.board.distance(task.cells[-1], place) for place in places)
