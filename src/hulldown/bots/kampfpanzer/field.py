"""The map of KampfPanzer as arrays over all its hexes: sight, strength of fire, cover, ways."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hulldown.bots.kampfpanzer.odds import strengths
from hulldown.bots.plane import BLOCKED, Flags, Floats, Pace, Plane
from hulldown.core.board import Cell, mask_of
from hulldown.games.kampfpanzer.data.counters import terrain
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.ground import NEAR, TABLES, Ground, ground_on

KEPT = 6000
"""Maps of fire remembered at a time."""
_CREST = "crest"


class Field(Plane):
    """A map as arrays."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground.board)
        self.ground = ground
        rows = [ground.rows[cell] for cell in self.cells]
        self.near = np.array([row.near for row in rows])
        """Woods and towns: fire reaches them from three hexes away."""
        self.cover = np.array([0.0 if row.crest else float(row.defence) for row in rows])
        self.open = np.array([ground.overrunnable(cell) for cell in self.cells])
        """Where units can be overrun."""
        self.slope = float(next(row.defence for row in terrain().values() if row.crest))
        self.wreck = float(terrain()["wreck"].defence)
        self.trench = float(terrain()["entrenchment"].defence)
        self.crests = np.zeros((self.count, 6), dtype=np.bool_)
        for number, cell in enumerate(self.cells):
            for side in range(6):
                feature = ground.board.feature(cell, side)
                self.crests[number, side] = rows[number].crest and feature is not None and feature.terrain == _CREST
        self.steep = self.crests.any(axis=1)
        self.numbers = np.arange(self.count)
        self.paces = {name: Pace(self, ground.cost_tables[name]) for name in TABLES}
        self._sights: dict[Cell, Flags] = {}
        self._fire: dict[tuple[str, Cell, int, bool], Floats] = {}

    def sight(self, cell: Cell) -> Flags:
        """The hexes in sight of a cell, itself left out."""
        known = self._sights.get(cell)
        if known is None:
            known = self.flags(self.ground.sight.rows[cell])
            known[self.at[cell]] = False
            self._sights[cell] = known
        return known

    def fire_from(self, name: str, cell: Cell, facing: int, hard: bool) -> Floats:
        """The strength with which a counter in a hex fires at every other hex, less what a crest there takes off it.

        `facing` is that of a gun, -1 all round.
        """
        key = (name, cell, facing, hard)
        known = self._fire.get(key)
        if known is None:
            if len(self._fire) >= KEPT:
                self._fire.clear()
            places = self.from_firer(cell)
            distance = self.distances(places)
            seen = self.sight(cell) & (~self.near | (distance <= NEAR))
            if facing >= 0:
                arc = self.ground.within(cell, arms(name).range, facing)
                seen = seen & self.flags(self.ground.sight.rows[cell] & arc)
            known = np.where(seen, strengths(name, hard)[distance], 0.0)
            through = self.crests[self.numbers, self._first[places]] | self.crests[self.numbers, self._second[places]]
            known = self._fire[key] = np.where(through & (known > 0), np.maximum(known - self.slope, 0.5), known)
        return known

    def fire_at(self, name: str, cell: Cell, hard: bool) -> Floats:
        """The strength with which a counter would fire from every hex at one, all round."""
        key = (name, cell, -2, hard)
        known = self._fire.get(key)
        if known is None:
            if len(self._fire) >= KEPT:
                self._fire.clear()
            places = self.to_target(cell)
            distance = self.distances(places)
            seen = self.sight(cell)
            if self.near[self.at[cell]]:
                seen = seen & (distance <= NEAR)
            known = np.where(seen, strengths(name, hard)[distance], 0.0)
            own = self.crests[self.at[cell]]
            if own.any():
                through = own[self._first[places]] | own[self._second[places]]
                known = np.where(through & (known > 0), np.maximum(known - self.slope, 0.5), known)
            self._fire[key] = known
        return known

    def around(self, cells: frozenset[Cell]) -> frozenset[Cell]:
        """Some hexes and all next to them."""
        near = self.board.neighbours
        return cells | {ahead for cell in cells for ahead in near[cell] if ahead >= 0}

    def mask(self, cells: frozenset[Cell]) -> Flags:
        """Some hexes as an array."""
        return self.flags(mask_of(cells))


@lru_cache(maxsize=4)
def field(map_name: str) -> Field:
    """The arrays of a map."""
    return Field(ground_on(map_name))


@lru_cache(maxsize=128)
def ticks_to(map_name: str, table: str, goals: frozenset[Cell]) -> Floats:
    """The ticks from every hex to the nearest of some goals for the users of a cost table."""
    arrays = field(map_name)
    worth = np.full(arrays.count, -BLOCKED)
    worth[[arrays.at[cell] for cell in goals]] = 0.0
    return -arrays.paces[table].climb(worth, 1.0, None, 1)
