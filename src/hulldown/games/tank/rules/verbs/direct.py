"""DF: Direct Fire at a hex with an enemy counter (8.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.tank.rules.combat import may_hurt, visible_enemies
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import Unit
from hulldown.games.tank.rules.verbs.base import FIRE
from hulldown.games.tank.rules.verbs.cover import ADJACENT, NOT_AROUND
from hulldown.games.tank.rules.verbs.firing import FireVerb
from hulldown.games.tank.rules.weaponry import why_not

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Asked, Open


class DirectFire(FireVerb):
    """To fire at what is in a hex (5.0-df)."""

    def __init__(self) -> None:
        super().__init__("DF", FIRE, "Fire", "8.0", "8.41a")
        self.live = True

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        """The hexes in its field of fire with a counter that it could hurt, for all its player knows."""
        bits = place.bits
        targets = [cell for cell in asked.marks(unit) if bits[cell >> 3] >> (cell & 7) & 1]
        return Option(self.kind, self.rule, cells=tuple(targets)) if targets else None

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        if task.choice == ADJACENT:
            return NOT_AROUND
        why = self.line_fault(plan, unit, task)
        if why is not None:
            return why
        label = plan.scene.board.labels[task.cells[0]]
        there = [enemy for enemy in visible_enemies(plan.state, plan.side) if enemy.cell == task.cells[0]]
        if not there:
            return "5.0-df", f"there is no enemy counter in {label}"
        state, scene = plan.state, plan.scene
        if not any(may_hurt(state, scene, unit, enemy) for enemy in there):
            if scene.doctrine.squads:
                return "8.9b", f"it has no fire that can hurt what is in {label}"
            return why_not(state, scene, unit, there[0], task.cells[0])
        return None


DIRECT: Final = DirectFire()
