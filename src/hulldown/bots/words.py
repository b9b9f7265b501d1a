"""Words about orders that the remarks of several games share."""

from __future__ import annotations

from collections import Counter

from hulldown.bots.seat import Seat
from hulldown.core.orders import Order


def main_fire(seat: Seat, order: Order, kind: str) -> str:
    """A sentence on the hex at which most tasks of a kind fire, with a space before it; "" where no two do."""
    aimed = Counter(task.cells[0] for task in order.tasks if task.kind == kind)
    if not aimed:
        return ""
    cell, number = aimed.most_common(1)[0]
    return f" Most fire goes to {seat.board.labels[cell]} ({number})." if number > 1 else ""
