"""A side's plot worked out: what each unit shall do, when movers enter their hexes, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task, Violation
from hulldown.games.kampfpanzer.rules.state import KampfState, Unit

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.scene import Scene


@final
@mypyc_attr(acyclic=True)
class Plan:
    """A plot: a task for each unit, the ticks at which movers enter hexes, how fire is combined, and all faults."""

    __slots__ = ("dues", "preset", "scene", "side", "state", "tasks", "violations")

    def __init__(self, state: KampfState, scene: Scene, side: str) -> None:
        self.state = state
        self.scene = scene
        self.side = side
        self.tasks: dict[str, Task] = {}
        self.dues: dict[str, tuple[int, ...]] = {}
        """The ticks at which each mover enters its hexes."""
        self.preset = ""
        self.violations: list[Violation] = []

    def refuse(self, unit: str, rule: str, why: str) -> None:
        """Notes what is wrong with the task of a unit."""
        self.violations.append(Violation(rule, why, unit))

    def task_of(self, unit: Unit) -> Task | None:
        """What is plotted for a unit."""
        return self.tasks.get(unit.id)
