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
    """A plot: a task for each unit, the points at which movers enter hexes, the ways of columns, and all faults."""

    __slots__ = (
        "beyond", "boarding", "bound", "due_at", "dues", "formation", "given", "marching", "scene", "shots", "side",
        "state", "tasks", "violations", "ways",
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
        self.ways: dict[str, list[Cell]] = {}
        """The new ways of the side's columns that move as one, by their keys."""
        self.violations: list[Violation] = []
        self.shots: list[tuple[Unit, Task]] = []
        """The units plotted to fire along a line, or to cover one."""
        self.boarding: set[str] = set()
        """The units that get on a vehicle (27.0-proc-1)."""
        self.formation: set[str] = set()
        """The units that move in column by the column's order."""
        self.beyond: list[Task] = []
        """The tasks of what is no unit; whose they are, the module knows that has them."""
        self.marching: set[str] = set()
        """Those of them that nobody has ordered: their column goes on by itself (34.1-5, 34.4-9)."""
        self.given: dict[str, str] = {}
        """The units that have their task from an order for several, with the name that was ordered."""
        self.bound: list[str] = []
        """The side's columns that still move as one, so that units in them do not move by themselves (17.3-6)."""

    def refuse(self, unit: str, rule: str, why: str) -> None:
        """Notes what is wrong with the task of a unit."""
        self.violations.append(Violation(rule, why, unit))
