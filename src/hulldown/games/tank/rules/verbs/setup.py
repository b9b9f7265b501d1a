"""COL and DP: where a column comes on, and where a unit is placed before the first turn (17.1, 17.3-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.orders import Task
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.state import OFF_MAP
from hulldown.games.tank.rules.verbs.base import PLACE as FAMILY
from hulldown.games.tank.rules.verbs.base import TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.reading import Reading


class Entry(TankVerb):
    """The entry hex of a column and, in a meeting, its way across."""

    def __init__(self) -> None:
        super().__init__("COL", FAMILY, "Entry", "17.3-1")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The name of a force's only column and the kind may be left out."""
        rest = words[1:] if words and words[0].lower() == COLUMN else words
        rest = rest[1:] if rest and rest[0].upper() == self.kind else rest
        column = name if name.startswith(COLUMN) else COLUMN
        return Task(column, self.kind, reading.path(OFF_MAP, rest)[0])


class Placing(TankVerb):
    """A unit's hex and facing in a secret deployment."""

    def __init__(self) -> None:
        super().__init__("DP", FAMILY, "Place", "17.1")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if words and words[0].upper() == self.kind:
            words = words[1:]
        if not words or len(words) > 2:
            raise reading.refuse("write the unit, its hex and, for guns and vehicles, its facing A-F")
        cells, _ = reading.path(OFF_MAP, words[:1])
        return Task(name, self.kind, cells, reading.facing(words[1]) if len(words) == 2 else -1)


ENTRY: Final = Entry()
PLACING: Final = Placing()
