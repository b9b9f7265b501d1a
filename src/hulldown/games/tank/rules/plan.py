"""A side's plot worked out: what each unit shall do, when movers enter their hexes, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from hulldown.core.board import Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task, Violation
from hulldown.games.tank.rules.state import TankState, Unit

if TYPE_CHECKING:
    from hulldown.games.tank.rules.scene import Scene


@final
@mypyc_attr(acyclic=True)
class Plan:
    """A plot: a task for each unit, the points at which movers enter hexes, the column's way, and all faults."""

    __slots__ = (
        "due_at", "dues", "formation", "scene", "shots", "side", "state", "tasks", "tied", "violations", "way",
    )  # fmt: skip

    def __init__(self, state: TankState, scene: Scene, side: str) -> None:
        self.state = state
        self.scene = scene
        self.side = side
        self.tasks: dict[str, Task] = {}
        self.dues: dict[str, tuple[int, ...]] = {}
        """The Movement Points at which each mover enters its hexes."""
        self.due_at: dict[str, int] = {}
        """The Movement Point at which each waiting unit can come onto the map this turn (17.3-2)."""
        self.way: list[Cell] | None = None
        self.violations: list[Violation] = []
        self.shots: list[tuple[Unit, Task]] = []
        """The units plotted to fire along a line, or to cover one."""
        self.formation: set[str] = set()
        """The units that move in column by the column's order."""
        self.tied = False
        """Whether the force is bound to its column, so that no unit of it moves by itself (17.3-6)."""

    def refuse(self, unit: str, rule: str, why: str) -> None:
        """Notes what is wrong with the task of a unit."""
        self.violations.append(Violation(rule, why, unit))
