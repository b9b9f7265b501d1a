"""FC: to turn, without moving, in the Final Facing Segment (7.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.state import Unit
from hulldown.games.tank.rules.verbs.base import FACE as FAMILY
from hulldown.games.tank.rules.verbs.base import NOTHING, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Domain
    from hulldown.games.tank.rules.verbs.reading import Reading

FACINGS: Final = (0, 1, 2, 3, 4, 5)


class Face(TankVerb):
    """To turn. It is plotted without a facing, which is chosen when all movement is over (7.12b)."""

    def __init__(self) -> None:
        super().__init__("FC", FAMILY, "Face", "9.5a")

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        return _PLOTTED if domain.weapon.faces else NOTHING

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        if not arms(unit.type).faces:
            plan.refuse(unit.id, "7.0-gen-1", "infantry has no facing")
        elif task.cells or task.choice or task.facing >= 0:
            plan.refuse(unit.id, "7.12b", "the new facing is chosen in the Final Facing Segment")

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if words:
            raise reading.refuse("FC takes no facing: it is chosen at the end of the turn (7.12)")
        return Task(name, self.kind)

    def read_turn(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The turn that a unit makes at last; the kind itself may be left out."""
        if words and words[0].upper() == self.kind:
            words = words[1:]
        if len(words) != 1:
            raise reading.refuse("write the unit and its new facing A-F")
        return Task(name, self.kind, facing=reading.facing(words[0]))


TURN: Final = Face()
_PLOTTED: Final = (Option(TURN.kind, "9.5a"),)
TURNS: Final = (Option(TURN.kind, "7.11b", facings=FACINGS),)
"""What is offered in the Final Facing Segment."""
