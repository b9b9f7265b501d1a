"""What hexes hide: the cover that units have in them, and how far off they are spotted there."""

from __future__ import annotations

from functools import lru_cache

from hulldown.core.board import Cell
from hulldown.games.panzer.data.loading import Cover
from hulldown.games.panzer.rules.advanced.play import cover
from hulldown.games.panzer.rules.advanced.spotting_ranges import Mark, Sighting, Size, spotting_range
from hulldown.games.panzer.rules.ground import Ground


@lru_cache(maxsize=32)
def covers(ground: Ground, leg: bool, against: cover.Against) -> list[Cover]:
    """The cover of every hex of a map; leg units are inside the buildings (6.1.4.3.1h)."""
    found: list[Cover] = ["none"] * ground.board.size
    for cell in ground.board.cells:
        found[cell] = cover.of_hex(ground, cell, leg and ground.rows[cell].storeys, against)[0]
    return found


@lru_cache(maxsize=64)
def spotted_within(size: Size, covered: Cover, mark: Mark, full: bool) -> int:
    """How far off a unit is spotted by one that is neither suppressed nor in Full Cover."""
    return int(spotting_range(Sighting(size, covered, mark, full)).value)


def spotted_at(ground: Ground, size: Size, leg: bool, cell: Cell, mark: Mark, full: bool = False) -> int:
    """The same for a unit in a hex."""
    return spotted_within(size, covers(ground, leg, "cover")[cell], mark, full)
