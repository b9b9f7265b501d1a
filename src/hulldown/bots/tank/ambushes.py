"""What the brain knows of fire that may be withheld before contact: to hold it for a good chance (34.4-14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hulldown.bots.tank.modules import Knowledge, register
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Task
from hulldown.games.tank.modules.engagements.withholding import FIRE, PRESET
from hulldown.games.tank.rules.contact import KEY

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Picture

GOOD: Final = "odds 50"
"""A shot that is worth giving the position away for."""


class AmbushSense(Knowledge):
    """Fire withheld: said with the plot, so that nobody has to be asked."""

    def together(self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task]) -> dict[str, Task]:
        found = dict(tasks)
        if FIRE in legal:
            found[FIRE] = Task(FIRE, PRESET.kind, choice=GOOD)
        return found


SENSE: Final = AmbushSense()
register(KEY, SENSE)
