"""What can be wrong with an order of any game, whatever its rules say."""

from __future__ import annotations

from hulldown.core.board import Board
from hulldown.core.orders import Order, Violation


def strays(order: Order, board: Board, rule: str) -> list[Violation]:
    """What no task of any game may name: hexes that are not on the map, and facings that are no side of a hex."""
    found = []
    for task in order.tasks:
        cells, facing = task.cells, task.facing
        if cells and not board.has(cells):
            found.append(Violation(rule, "a hex is not on the map", task.unit))
        elif not -1 <= facing <= 5:
            found.append(Violation(rule, f"{facing} is not a facing; facings are 0 (north) to 5", task.unit))
    return found
