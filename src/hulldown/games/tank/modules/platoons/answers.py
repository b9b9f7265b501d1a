"""What is answered of platoons outside the plot: LEAD and JOIN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.orders import Task
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.reading import Reading


class Answer(TankVerb):
    """A word for one tank; before play the platoon is named behind it."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, OTHER, name, rule)
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) > 1:
            raise reading.refuse(f"write the tank, {self.kind} and at most the name of a platoon")
        return Task(name, self.kind, choice=words[0].upper() if words else "")


LEAD: Final = Answer("LEAD", "Lead", "25.3a")
"""The tank leads its platoon."""
JOIN: Final = Answer("JOIN", "Join", "25.4d")
"""The tank joins a platoon: before play any, later the one it has strayed from."""
