"""OW: the command to watch, and the announcement of overwatch fire (4.2e, 4.4.2b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules import presets
from hulldown.games.panzer.rules.model import Shot
from hulldown.games.panzer.rules.verbs.base import COMMAND, WATCHING, Means, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import OVERWATCH

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.driving import Fault


class Overwatch(PanzerVerb):
    """A unit fires at enemies that fire or move, when it is asked or as its preset says."""

    def __init__(self) -> None:
        super().__init__(OVERWATCH, "fire", "Overwatch", "4.2e", (COMMAND, WATCHING))
        self.watches = True
        self.aliases = ("OVERWATCH",)
        self.choices = presets.EXAMPLES

    def executable(self, means: Means) -> bool:
        """It needs a gun (4.2e)."""
        return means.on_map and means.gun

    def command_fault(self, task: Task) -> Fault | None:
        """4.2g: the words after it are a preset."""
        read = presets.read(task.choice)
        return ("4.2g", read) if isinstance(read, str) else None

    def shots(self, targets: tuple[str, ...]) -> tuple[Option, ...]:
        return (Option(OVERWATCH, "4.4.2b", targets=targets),)

    def shot(self, shooter: int, target: int, task: Task) -> Shot:
        return Shot(shooter, target, True)


VERB: Final[PanzerVerb] = Overwatch()
