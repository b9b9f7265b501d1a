"""What every kind of task of KampfPanzer answers: what is offered and refused, how it is written and read (5.0).

Rules, bots and clients ask a verb what it is (`moves`, `fires`, `watches` …) and never compare its kind, so a module
adds a kind of task by adding a verb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import LETTERS
from hulldown.core.books import Verb
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.asking import Asked
    from hulldown.games.kampfpanzer.rules.plan import Plan
    from hulldown.games.kampfpanzer.rules.reading import Reading
    from hulldown.games.kampfpanzer.rules.scene import Scene
    from hulldown.games.kampfpanzer.rules.state import Unit

MOVE: Final = "move"
FIRE: Final = "fire"
SHELL: Final = "shell"
COVER: Final = "cover"
FACE: Final = "face"
LOAD: Final = "load"
PLACE: Final = "place"
ANSWER: Final = "answer"
"""The families."""
NOTHING: Final[tuple[Option, ...]] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class KampfVerb(Verb):
    """One kind of task; a task of this base is offered to nobody and does nothing."""

    def __init__(self, kind: str, family: str, name: str, rule: str) -> None:
        super().__init__(kind, family, name, rule)
        self.moves: bool = family == MOVE
        """Whether the unit goes along the hexes named."""
        self.fires: bool = family == FIRE
        """Whether it fires in the Combat Execution Phase."""
        self.shells: bool = family == SHELL
        """Whether it is H fire, which acts until movement is over."""
        self.loose: bool = False
        """Whether its H fire falls in a loose pattern (9.33b)."""
        self.watches: bool = family == COVER
        """Whether it waits with its fire for somebody to come into a line."""
        self.turns: bool = family == FACE
        """Whether it turns at the end of movement."""
        self.embarks: bool = False
        self.debarks: bool = False
        self.overruns: bool = False
        """Whether it drives through the last hex but one of its path (9.6)."""
        self.panics: bool = False
        """Whether it is a move that panic forces on a unit (11.2)."""
        self.plotted: bool = True
        """Whether a player may write it on a plot; others belong to the setup or come about in play."""

    @property
    def combat(self) -> bool:
        """Whether it is fire combat, which a pinned unit still carries out (9.71-p)."""
        return self.fires or self.shells or self.watches

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        """What is offered to a unit as things stand."""
        return NOTHING

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Notes in the plan what is wrong with a task by itself, and what it means if nothing is."""

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The task that the words behind its letter mean: here a hex and a facing, where they are written."""
        cells = tuple(reading.hex(word) for word in words if len(word) > 1)
        facing = next((reading.facing(word) for word in words if len(word) == 1), -1)
        return Task(name, self.kind, cells, facing)

    def write(self, scene: Scene, unit: Unit | None, task: Task) -> list[str]:
        """The words of a task as they stand on a plot sheet, without the unit."""
        words = [self.kind, *(scene.board.labels[cell] for cell in task.cells)]
        if task.facing >= 0:
            words.append(LETTERS[task.facing])
        words += task.targets
        if task.choice:
            words.append(task.choice)
        return words
