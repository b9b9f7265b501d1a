"""HALT: the command of a Short Halt: fire, then move (4.2d)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import COMMAND, Means, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import SHORT_HALT


class ShortHalt(PanzerVerb):
    """A unit fires in Direct Fire and moves with a part of its allowance."""

    def __init__(self) -> None:
        super().__init__(SHORT_HALT, "halt", "Short Halt", "4.2d", (COMMAND,))
        self.shoots = self.moves = True
        self.aliases = ("SHORT",)

    def executable(self, means: Means) -> bool:
        """It needs a spotted enemy it can fire at (4.2d, 4.4.1d)."""
        return means.on_map and means.gun and means.target


VERB: Final[PanzerVerb] = ShortHalt()
