"""FC: a gun turns to another hexside when all movement is over (5.33, 9.4e)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import Asked
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, Unit
from hulldown.games.kampfpanzer.rules.verbs.base import FACE, NOTHING, KampfVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading
    from hulldown.games.kampfpanzer.rules.scene import Scene

FACINGS: Final = (0, 1, 2, 3, 4, 5)


class Turn(KampfVerb):
    """To face another hexside: artillery only, on its own wheels (9.4a). Written as the bare letter (K-11)."""

    def __init__(self) -> None:
        super().__init__("FC", FACE, "Face", "5.33")

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        if not arms(unit.type).faces or unit.status != ON_MAP or unit.aboard != NOBODY:
            return NOTHING
        return (Option(self.kind, self.rule, facings=tuple(way for way in FACINGS if way != unit.facing)),)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        if not arms(unit.type).faces or unit.aboard != NOBODY or unit.status != ON_MAP:
            plan.refuse(unit.id, "9.4a", "only artillery on the ground has a facing")
        elif task.facing < 0 or task.cells or task.choice:
            plan.refuse(unit.id, "5.33", "a gun that turns is given its new facing and nothing else")
        elif task.facing == unit.facing:
            plan.refuse(unit.id, "9.4e", "it faces that way already; name one of the five others")

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        return Task(name, self.kind, facing=reading.facing(words[0] if words else ""))

    def write(self, scene: Scene, unit: Unit | None, task: Task) -> list[str]:
        return [LETTERS[task.facing]]


FACING: Final = Turn()
