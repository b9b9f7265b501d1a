"""PANIC: the move that panic forces on a unit in place of the one plotted (12.2)."""

from __future__ import annotations

from typing import Final

from hulldown.games.tank.rules.verbs.move import MoveVerb


class Bolt(MoveVerb):
    """A panic move: executed like any other (12.23a), plotted by nobody."""

    def __init__(self) -> None:
        super().__init__("PANIC", "Panic", "12.2")
        self.plotted = False


BOLT: Final = Bolt()
