"""What every kind of task of Tank! answers: what is offered and refused, how it begins, how it is read from notation.

Rules, bots and clients ask a verb what it is (`moves`, `fires`, `watches` …) and never compare its kind, so a module
adds a kind of task by adding a verb.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.books import Verb
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.tank.rules.state import OFF_MAP, Run, Unit

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Asked, Domain, Open
    from hulldown.games.tank.rules.plan import Plan
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.verbs.reading import Reading

MOVE: Final = "move"
FIRE: Final = "fire"
COVER: Final = "cover"
FACE: Final = "face"
PLACE: Final = "place"
LOAD: Final = "load"
OTHER: Final = "other"
"""The families. A module's verb of the family "other" is carried out by a step of its own."""
NOTHING: Final[tuple[Option, ...]] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class TankVerb(Verb):
    """One kind of task; a task of this base is offered to nobody and does nothing."""

    def __init__(self, kind: str, family: str, name: str, rule: str) -> None:
        super().__init__(kind, family, name, rule)
        self.moves: bool = family == MOVE
        """Whether the unit goes along the hexes named: it is harder to hit, crosses lines of fire, may panic away."""
        self.fires: bool = family == FIRE
        """Whether it fires in the Direct Fire Segment."""
        self.watches: bool = family == COVER
        """Whether it waits with its fire for somebody to come into a line."""
        self.turns: bool = family == FACE
        """Whether it turns in the Final Facing Segment without having moved."""
        self.manoeuvres: bool = family in (MOVE, FACE, LOAD)
        """Whether it is movement where a platoon must either move or fire (25.0-proc-1); all else counts as fire."""
        self.reverses: bool = False
        """Whether it drives backwards (9.6)."""
        self.overruns: bool = False
        """Whether it drives through the last hex but one of its path and destroys what is soft there (9.4)."""
        self.plotted: bool = True
        """Whether a player may write it on a plot; others belong to the setup or come about in play."""
        self.live: bool = False
        """Whether what is offered depends on the enemy, so that `now` must be asked each time."""
        self.loads: bool = family == LOAD
        """Whether it takes two units, of which one gets on or off the other; nobody panics over it (27.3a)."""
        self.mounts: bool = False
        """Whether it is to get on, or to take somebody on (27.0-proc-1)."""
        self.aboard: bool = False
        """Whether a passenger may be told it (27.0-proc-2, 27.82)."""
        self.enters: bool = False
        """Whether a unit off the map comes on by it (17.3-2)."""
        self.beyond: bool = False
        """Whether it is given to something that is no unit, such as guns off the map; see `hooks.Beyond`."""

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        """What is offered to a unit in a cell whatever the enemy does; remembered by place and facing."""
        return NOTHING

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        """What is offered to a unit as things stand; only asked if `live`."""
        return None

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Notes in the plan what is wrong with a task by itself, and what it means if nothing is."""

    def dues(self, scene: Scene, unit: Unit, task: Task, entry_due: int) -> tuple[int, ...]:
        """The Movement Point at which each hex of a task is entered; nothing for what does not move."""
        return ()

    def begin(self, run: Run, index: int, unit: Unit, task: Task, dues: tuple[int, ...]) -> None:
        """Prepares the Movement Segment for a unit: sets it moving, or puts it on watch."""

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The task that the words behind its kind mean: here hexes, and a word of choice behind them."""
        cells, _ = reading.path(OFF_MAP, words)
        return Task(name, self.kind, cells)
