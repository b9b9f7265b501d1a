"""DP and RD: where a unit is set up, and on which vehicle it starts (14.0a, 14.0f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import LETTERS
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.verbs.base import PLACE, KampfVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading
    from hulldown.games.kampfpanzer.rules.scene import Scene
    from hulldown.games.kampfpanzer.rules.state import Unit

DUG_IN: Final = "entrenched"
OPEN: Final = "open"
"""Whether a unit starts in an entrenchment (13.0-gen)."""


class Placing(KampfVerb):
    """A unit's hex, a gun's facing (9.4b), and whether it is entrenched."""

    def __init__(self) -> None:
        super().__init__("DP", PLACE, "Place", "14.0a")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if not words:
            raise reading.refuse("write the unit, its hex, a gun's facing A-F, and `entrenched` where it is")
        choice = words[-1].lower() if words[-1].lower() in (DUG_IN, OPEN) else ""
        rest = words[1:-1] if choice else words[1:]
        if len(rest) > 1:
            raise reading.refuse(f"{rest[1]!r} means nothing here")
        return Task(name, self.kind, (reading.hex(words[0]),), reading.facing(rest[0]) if rest else -1, choice)

    def write(self, scene: Scene, unit: Unit | None, task: Task) -> list[str]:
        words = [scene.board.labels[cell] for cell in task.cells]
        words += [LETTERS[task.facing]] if task.facing >= 0 else []
        return [*words, task.choice] if task.choice else words


class Riding(KampfVerb):
    """The vehicle on which infantry or artillery starts the game (14.0f)."""

    def __init__(self) -> None:
        super().__init__("RD", PLACE, "On board", "14.0f")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the unit, RD and the vehicle that carries it")
        return Task(name, self.kind, targets=(words[0].upper(),))


PLACING: Final = Placing()
RIDING: Final = Riding()
