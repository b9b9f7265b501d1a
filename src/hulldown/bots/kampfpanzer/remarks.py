"""Words for an order, for the time after the game."""

from __future__ import annotations

from collections import Counter

from hulldown.bots.seat import Seat
from hulldown.bots.words import main_fire
from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.verbs.answers import GROUPS
from hulldown.games.kampfpanzer.rules.verbs.face import FACING
from hulldown.games.kampfpanzer.rules.verbs.firing import COVERING, DIRECT, LOOSE, TIGHT
from hulldown.games.kampfpanzer.rules.verbs.load import DEBARK, EMBARK
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING
from hulldown.games.kampfpanzer.rules.verbs.overrun import OVERRUN

_WORDS = {
    DIRECT.kind: "fire", TIGHT.kind: "shell a hex", LOOSE.kind: "shell an area", COVERING.kind: "watch lines",
    MOVING.kind: "move", OVERRUN.kind: "overrun", EMBARK.kind: "get on or pick up", DEBARK.kind: "get off or unload",
    FACING.kind: "turn",
}  # fmt: skip


def remark(seat: Seat, order: Order) -> str:
    """One or two sentences about an order."""
    if order.kind == "deploy":
        return "Placed by the way to the goal, by cover, and by the fire on the enemy's likely ways."
    if order.kind == "combine":
        return _combined(seat, order)
    if order.kind == "counter":
        return "Strikes back at the overrunner that counts most." if order.tasks else ""
    if order.kind != "plot" or not order.tasks:
        return ""
    counts = Counter(_WORDS.get(task.kind, task.kind) for task in order.tasks)
    said = ", ".join(f"{number} {words}" for words, number in counts.most_common())
    return f"{said[:1].upper()}{said[1:]}.{main_fire(seat, order, DIRECT.kind)}"


def _combined(seat: Seat, order: Order) -> str:
    """How the fire at each target is divided."""
    view = seat.view
    assert isinstance(view, KampfView)
    groups = {task.unit: task.choice for task in order.tasks}
    said = []
    for volley in view.volleys:
        if volley.side == view.side:
            attacks = len({groups.get(name, GROUPS[0]) for name in volley.firers})
            how = "in one attack" if attacks == 1 else f"in {attacks} attacks"
            said.append(f"{len(volley.firers)} units fire at {seat.board.labels[volley.cell]} {how}")
    return f"{'; '.join(said)}." if said else ""
