"""FIRE: the command to fire, and the announcement by which it is carried out (4.2b, 4.4.1a)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, Means, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import FIRE


class Fire(PanzerVerb):
    """A unit fires in its side's Direct Fire step; a Short Halt announces its fire by this task too."""

    def __init__(self) -> None:
        super().__init__(FIRE, "fire", "Fire", "4.2b", (COMMAND, FIRING))
        self.shoots = True

    def executable(self, means: Means) -> bool:
        """It needs a spotted enemy it can fire at (4.2b, 4.4.1d)."""
        return means.on_map and means.gun and means.target

    def shots(self, targets: tuple[str, ...]) -> tuple[Option, ...]:
        return (Option(FIRE, "4.4.1a", targets=targets),)


VERB: Final[PanzerVerb] = Fire()
