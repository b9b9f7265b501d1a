"""NC: no command; the unit does nothing this turn (4.2h)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import COMMAND, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import NO_COMMAND


class NoCommand(PanzerVerb):
    """Always possible; a unit without a command has it."""

    def __init__(self) -> None:
        super().__init__(NO_COMMAND, "rest", "No command", "4.2h", (COMMAND,))
        self.aliases = ("N/C",)


VERB: Final[PanzerVerb] = NoCommand()
