"""Words for a plot, for the time after the game."""

from __future__ import annotations

from collections import Counter

from hulldown.bots.seat import Seat
from hulldown.bots.words import main_fire
from hulldown.core.orders import Order
from hulldown.games.tank.rules.verbs.cover import COVER
from hulldown.games.tank.rules.verbs.direct import DIRECT
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.overrun import OVERRUN
from hulldown.games.tank.rules.verbs.reverse import REVERSE


def remark(seat: Seat, order: Order) -> str:
    """One or two sentences about an order."""
    if order.kind == "stop":
        return "Stopped to fight what was found." if order.choice == "stop" else "Went on as plotted."
    labels = seat.board.labels
    if order.kind == "enter" and order.tasks and order.tasks[0].cells:
        return f"The column comes on at {labels[order.tasks[0].cells[0]]}."
    if order.kind == "deploy":
        return "Placed to cover the likely ways, in cover where there was some."
    if order.kind != "plot" or not order.tasks:
        return ""
    counts = Counter(task.kind for task in order.tasks)
    said = ", ".join(f"{number} {_WORDS.get(kind, kind)}" for kind, number in counts.most_common())
    return f"{said}.{main_fire(seat, order, DIRECT.kind)}"


_WORDS = {
    DIRECT.kind: "fire", COVER.kind: "cover lanes", MOVE.kind: "move", OVERRUN.kind: "overrun",
    REVERSE.kind: "back off", TURN.kind: "turn",
}  # fmt: skip
