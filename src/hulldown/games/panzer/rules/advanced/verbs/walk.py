"""CRAWL and QUICK: one hex in Full Cover, and the quickmarch (6.6.4.3, 6.6.4.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import crawling, quickmarching
from hulldown.games.panzer.rules.advanced.play.march import CRAWL as CRAWLS
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import CRAWL, QUICK
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import EXIT, Plan, Planning
from hulldown.games.panzer.rules.verbs.base import DRIVE, MOVEMENT, PanzerVerb


class Crawl(PanzerVerb):
    """A unit in Full Cover moves one hex and keeps it (6.6.4.3a)."""

    def __init__(self) -> None:
        super().__init__(CRAWL, "crawl", "Crawl", "6.6.4.3a", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if words or leaves or len(task.cells) != 1 or task.facing >= 0:
            return "6.6.4.3a", "name the one hex to crawl into"
        return None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        cell: Cell = planning.task.cells[0]
        way = planning.scene.board.direction(planning.unit.cell, cell)
        return Plan([CRAWLS + max(way, 0)], crawling.fault_of(planning, cell))

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        """The hexes into which it may crawl (6.6.4.3a)."""
        assert isinstance(planning, March)
        around = planning.scene.board.neighbours[planning.unit.cell]
        cells = tuple([cell for cell in around if cell >= 0 and crawling.fault_of(planning, cell) is None])
        return (Option(CRAWL, self.rule, cells=cells),) if cells else ()


class Quick(PanzerVerb):
    """A leg unit moves double-quick over open ground, and may be suppressed by it (6.6.4.2)."""

    def __init__(self) -> None:
        super().__init__(QUICK, DRIVE, "Quickmarch", "6.6.4.2e", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if words:
            return "4.5.1.1.9a", f"{task.choice!r} is no way to move; it may only {EXIT}"
        return None if task.cells else ("6.6.4.2e", "name the hexes of the quickmarch")

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        fault = quickmarching.fault_of(planning)
        return Plan([], fault) if fault is not None else planning.driven(self.pattern(planning.task))

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        return quickmarching.offers(planning)


VERBS: Final[tuple[PanzerVerb, ...]] = (Crawl(), Quick())
