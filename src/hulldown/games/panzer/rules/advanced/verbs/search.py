"""SEARCH: a vehicle searches its hex for a hull-down position (6.6.9)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import FACINGS
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import searching
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.verbs.marches import SEARCH, SEARCHES
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import Plan, Planning
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, PanzerVerb


class Search(PanzerVerb):
    """For a full position, or a partial one; driven into ahead, or in reverse."""

    def __init__(self) -> None:
        super().__init__(SEARCH, SEARCHES, "Search for hull down", "6.6.9b", (MOVEMENT,))

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        if task.cells or leaves or " ".join(words) not in searching.CHOICES:
            return "6.6.9d", f"it searches its own hex; the words are {' and '.join(searching.WORDS)}"
        return None

    def plan(self, planning: Planning) -> Plan:
        assert isinstance(planning, March)
        return searching.planned(planning)

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        assert isinstance(planning, March)
        if searching.unable(planning) is not None:
            return ()
        return (Option(SEARCH, self.rule, facings=FACINGS, choices=searching.CHOICES),)


VERB: Final[PanzerVerb] = Search()
