"""OV: to drive through a hex and crush what is soft there (9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.marching import straight_through
from hulldown.core.orders import Task
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.ground import PARTIAL
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import EXIT, ON_MAP, Unit
from hulldown.games.tank.rules.verbs.base import NOTHING
from hulldown.games.tank.rules.verbs.move import MoveVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Domain

COST: Final = 1
"""Movement Points on top of the terrain, paid with the step into the target hex, hit or miss (9.41, 9.47, T-63)."""


class Overrun(MoveVerb):
    """To overrun the last hex but one of a path: vehicles only (9.4a)."""

    def __init__(self) -> None:
        super().__init__("OV", "Overrun", "9.4a")
        self.overruns = True

    def surcharge(self, at: int, count: int) -> int:
        return COST if at == count - 2 else 0

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        """One point of the allowance is set aside for the overrun itself (9.41)."""
        if not domain.weapon.drives or domain.weapon.truck:
            return NOTHING
        path = PathDomain(
            cell, domain.weapon.ma - COST, PARTIAL, minimum=2, straight_end=True, extra=domain.dear, barred=domain.shut
        )
        return (Option(self.kind, self.rule, path=path),)

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """Too short (9.4c), not straight through (9.4b), onto a known vehicle (9.45)."""
        board = plan.scene.board
        cells = ((unit.cell,) if unit.status == ON_MAP else ()) + task.cells
        if len(cells) < 3 or task.choice == EXIT:
            return "9.4c", "an overrun enters the target hex and ends in the hex beyond"
        if not straight_through(board, cells):
            return "9.4b", "the target hex must be left by the side opposite to the one entered"
        target = cells[-2]
        for enemy in plan.state.units:
            if enemy.cell != target or enemy.side == plan.side or enemy.status != ON_MAP:
                continue
            if enemy.spotted and not enemy.hidden and arms(enemy.type).drives:
                return "9.45", f"{enemy.id} is a vehicle and cannot be overrun"
        return None


OVERRUN: Final = Overrun()
