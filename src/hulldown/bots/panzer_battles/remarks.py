"""Words for an order, for the time after the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.games.panzer_battles.rules.verbs import kinds
from hulldown.games.panzer_battles.rules.verbs.base import COMMAND, FIRING, MOVEMENT, PLOT, SETUP

_WORDS: Final = {
    kinds.BOUND: "to move", kinds.OVERWATCH: "to watch", kinds.BOUNDING: "to move and watch by turns",
    kinds.WITHDRAW: "to withdraw", kinds.RALLY: "to rally",
}  # fmt: skip


def remark(seat: Seat, order: Order) -> str:
    """One or two sentences about an order; "" where there is nothing to say."""
    if order.kind == SETUP:
        return "Placed by cover, by the fire on the enemy's likely ways, and by the way to the goal."
    found = _REMARKS.get(order.kind)
    return found(seat, order) if found is not None and order.tasks else ""


def _commands(seat: Seat, order: Order) -> str:
    counts = Counter(_WORDS[task.kind] for task in order.tasks if task.kind in _WORDS)
    said = ", ".join(f"{number} {words}" for words, number in counts.most_common())
    return f"Companies: {said}." if said else ""


def _shot(seat: Seat, order: Order) -> str:
    task = order.tasks[0]
    if not task.targets:
        return ""
    return f"{task.unit} fires its {task.choice} at {task.targets[0]}: it promises more than waiting."


def _moves(seat: Seat, order: Order) -> str:
    leaves = sum("exit" in task.choice.split() for task in order.tasks)
    ends = [seat.board.labels[task.cells[-1]] for task in order.tasks if task.cells]
    gone = f" {leaves} leave the map." if leaves else ""
    return f"Moves to {', '.join(ends)}.{gone}" if ends else gone.strip()


def _missions(seat: Seat, order: Order) -> str:
    cells = [seat.board.labels[task.cells[0]] for task in order.tasks if task.cells]
    return f"Fire for the turn after next on {', '.join(cells)}." if cells else ""


_REMARKS: Final[dict[str, Callable[[Seat, Order], str]]] = {
    COMMAND: _commands, FIRING: _shot, MOVEMENT: _moves, PLOT: _missions,
}  # fmt: skip
