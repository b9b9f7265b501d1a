"""OF: Opportunity Fire along a line, or by infantry at its six neighbours (8.5, 8.84)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell, cells_of
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import BRAVO, OFF_MAP, Run, Unit, Watch
from hulldown.games.tank.rules.verbs.base import COVER as FAMILY
from hulldown.games.tank.rules.verbs.base import NOTHING
from hulldown.games.tank.rules.verbs.firing import FireVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Domain
    from hulldown.games.tank.rules.verbs.reading import Reading

ADJACENT: Final = "adjacent"
"""The choice of infantry that covers the six hexes around it."""


class Cover(FireVerb):
    """To wait for somebody to come into a line. 8.57a: an enemy may stand in the hex covered already."""

    def __init__(self) -> None:
        super().__init__("OF", FAMILY, "Opportunity", "8.5", "8.57c")

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        if not domain.watching:
            return NOTHING
        found: tuple[Option, ...] = ()
        covered = domain.covered(cell, facing)
        if covered:
            found = (Option(self.kind, self.rule, cells=tuple(cells_of(covered))),)
        return (*found, _NEIGHBOURS) if domain.weapon.squad else found

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        late = plan.scene.situation.late_defence
        if late and plan.side == BRAVO and plan.state.turn == 1:
            return "17.13-3", "no Opportunity Fire on the first turn"
        quiet = plan.scene.situation.quiet_start
        if quiet and plan.side == BRAVO and plan.state.turn == 1:
            return quiet, "no Opportunity Fire on the first turn"
        if task.choice == ADJACENT:
            if not arms(unit.type).squad or task.cells:
                return NOT_AROUND
            return None
        return self.line_fault(plan, unit, task)

    def begin(self, run: Run, index: int, unit: Unit, task: Task, dues: tuple[int, ...]) -> None:
        run.watches.append(Watch(index, task.cells[0] if task.cells else OFF_MAP))

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if words and words[0].lower() in (ADJACENT, "adj"):
            return Task(name, self.kind, choice=ADJACENT)
        return super().read(reading, name, words)


COVER: Final = Cover()
_NEIGHBOURS: Final = Option(COVER.kind, "8.84a", choices=(ADJACENT,))
NOT_AROUND: Final = ("8.84a", "only infantry on Opportunity Fire can cover its six neighbours, and nothing else then")
