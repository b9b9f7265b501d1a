"""How far the planner plays an order out.

A command holds through the enemy's Movement Phase and the own one after it, so it is judged after that. A move is
judged when the enemy has had his Movement Phase, too.
"""

from __future__ import annotations

from typing import Any, Final

from hulldown.core.events import Event
from hulldown.core.luck import surprise

PHASES: Final = {"command1": 6, "command2": 5, "move1": 4, "move2": 5}
"""The Phases to the end of a playout, by the step in which it begins (4.0)."""
TURN: Final = 7


class BattleOutlook:
    """What the planner asks about playouts of Panzer Battles."""

    def ends(self, start: Any, now: Any) -> bool:
        """Whether the order has had its effect."""
        return bool(now.phase - start.phase >= PHASES.get(start.stack[0].step, TURN))

    def luck(self, world: Any, event: Event) -> float | None:
        """By how much a shot came off better than its odds."""
        return surprise(event)


OUTLOOK: Final = BattleOutlook()
