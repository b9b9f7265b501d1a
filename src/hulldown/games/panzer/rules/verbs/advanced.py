"""The verbs of the Advanced Game: those of the Basic Game, with words for weapons after a target (6.5.2b)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import presets
from hulldown.games.panzer.rules.verbs.base import PanzerVerb
from hulldown.games.panzer.rules.verbs.basic import VERBS as BASIC
from hulldown.games.panzer.rules.verbs.fire import Fire
from hulldown.games.panzer.rules.verbs.kinds import FIRE, OVERWATCH
from hulldown.games.panzer.rules.verbs.overwatch import Overwatch

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.driving import Fault


class ArmedFire(Fire):
    """FIRE with a choice of weapon and round."""

    def __init__(self) -> None:
        super().__init__()
        self.worded = True


class ArmedOverwatch(Overwatch):
    """OW with a choice of weapon and round, and presets that know them."""

    def __init__(self) -> None:
        super().__init__()
        self.worded = True
        self.choices = presets.EXAMPLES

    def command_fault(self, task: Task) -> Fault | None:
        """4.2g: the words after it are a preset."""
        read = presets.read(task.choice)
        return ("4.2g", read) if isinstance(read, str) else None


_CHANGED: Final[dict[str, PanzerVerb]] = {FIRE: ArmedFire(), OVERWATCH: ArmedOverwatch()}
VERBS: Final[tuple[PanzerVerb, ...]] = tuple(_CHANGED.get(verb.kind, verb) for verb in BASIC)
