"""MN and DG: where mines lie and where the ditch runs, before the game (29.0-proc-1, 30.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Task
from hulldown.games.tank.rules.state import OFF_MAP
from hulldown.games.tank.rules.verbs.base import PLACE as FAMILY
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.reading import Reading
from hulldown.games.tank.rules.works import DIG, LAY


class Placing(TankVerb):
    """The hexes of mines or of a ditch, all in one task."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, FAMILY, name, rule)
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if not words:
            raise reading.refuse(f"write {name}, {self.kind} and the hexes")
        cells, _ = reading.path(OFF_MAP, words)
        return Task(name, self.kind, cells)


MINING: Final = Placing(LAY, "Lay mines", "29.0-proc-1")
DIGGING: Final = Placing(DIG, "Dig a ditch", "30.2")
