"""The ground of a map and mode as arrays over all its hexes: sight, cover, what a target shows, ways of vehicles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hulldown.bots.plane import BLOCKED, Flags, Floats, Ints, Pace, Places, Plane
from hulldown.core.board import Cell
from hulldown.games.tank.rules.ground import Ground, ground_on
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.spotting import spotting_dice

SPOTTING = ("vehicle_open", "vehicle_covered", "soft_open", "soft_covered")
SHARED: Final = (
    "board", "cells", "count", "at", "ground", "driving", "numbers", "spotting", "shelter", "behind", "rough", "woods",
    "vehicle_ground", "soft_ground", "_aspect", "_places", "_octets", "_key", "_zero", "_distance", "_sector",
    "_inside", "_first", "_second",
)  # fmt: skip
"""What a field has of its map alone. `copy.copy` would take it along too, but not in a compiled class."""


class Field(Plane):
    """Map and mode as arrays; row i belongs to the cell `cells[i]`."""

    def __init__(self, ground: Ground, like: Field | None = None) -> None:
        self.scene: Scene | None = None
        """The scene whose lines of sight are asked for; None where nothing can be in the way but the map."""
        self._sights: dict[Cell, Flags] = {}
        if like is not None:
            for name in SHARED:
                setattr(self, name, getattr(like, name))
            return
        super().__init__(ground.board)
        self.ground = ground
        self._aspects()
        self._shelters()
        self.driving = Pace(self, ground.vehicle_costs)

    def _aspects(self) -> None:
        """Makes the table of what a target shows, by displacement."""
        self._aspect = np.zeros((7, len(self._sector)), dtype=np.int8)
        """By facing of the target (6: unknown, always the front): 0 front, 1 side, 2 rear."""
        for facing in range(6):
            turn = (self._sector - facing) % 6
            front = (turn == 0) | (turn == 5) | ((turn == 1) & (self._inside == 0))
            rear = (turn == 3) | ((turn == 2) & (self._inside == 1))
            self._aspect[facing] = np.where(front, 0, np.where(rear, 2, 1))

    def _shelters(self) -> None:
        """Makes the tables of what ground and hexsides do for those who stand there."""
        ground, board = self.ground, self.ground.board
        rows = [ground.rows[cell] for cell in self.cells]
        self.vehicle_ground = np.array([row.vehicle for row in rows], dtype=np.int16)
        self.soft_ground = np.array([row.soft for row in rows], dtype=np.int16)
        self.rough = np.array([row.soft > ground.mode.rows["clear"].soft for row in rows])
        self.woods = np.array([row.obstructs for row in rows])
        self.shelter = np.zeros((self.count, 6), dtype=np.int16)
        self.behind = np.zeros((self.count, 6), dtype=np.bool_)
        for number, cell in enumerate(self.cells):
            for direction in range(6):
                row = ground.obstructing.get(board.side(cell, direction))
                if row is not None:
                    feature = board.feature(cell, direction)
                    self.behind[number, direction] = True
                    if feature is not None and feature.down in (None, cell):
                        self.shelter[number, direction] = row.vehicle
        self.numbers = np.arange(self.count)
        longest = int(self._distance.max()) + 1
        self.spotting = np.zeros((len(SPOTTING), longest + 1))
        """The chance of one look, by column of the Spotting Table and distance."""
        for number, name in enumerate(SPOTTING):
            for distance in range(1, longest + 1):
                self.spotting[number, distance] = len(spotting_dice(distance, name)) / 6

    def under(self, scene: Scene) -> Field:
        """The same arrays with the lines of sight of a scene: its own where something is in the way for a time."""
        if not scene.screen:
            return self
        own = Field(self.ground, like=self)
        own.scene = scene
        return own

    def row(self, cell: Cell) -> int:
        """The cells in sight of a cell as a set of bits."""
        return self.ground.sight.rows[cell] if self.scene is None else self.scene.row(cell)

    def sight(self, cell: Cell) -> Flags:
        """The hexes in sight of a cell, itself left out."""
        known = self._sights.get(cell)
        if known is None:
            known = self.flags(self.row(cell))
            known[self.at[cell]] = False
            self._sights[cell] = known
        return known

    def aspects(self, places: Places, facing: int) -> NDArray[np.int8]:
        """What the target shows when it faces so; -1: the front."""
        found: NDArray[np.int8] = self._aspect[facing, places]
        return found

    def aspect(self, firer: Cell, target: Cell, facing: int) -> int:
        """The aspect of one line: 0 front, 1 side, 2 rear."""
        return int(self._aspect[facing, self.one(firer, target)])

    def aspect_at(self, place: int, facing: int) -> int:
        """The aspect at a place of the displacement tables."""
        return int(self._aspect[facing, place])

    def soft_shelter(self, cell: Cell, wreck: bool, position: bool) -> int:
        """What the ground of a hex adds to the defence of a soft unit there (14.41a, T-57, T-67)."""
        rows = self.ground.mode.rows
        if position:
            return rows["improved_position"].soft
        return int(self.soft_ground[self.at[cell]]) + (rows["wreck"].soft if wreck else 0)

    def vehicle_shelter(self, cell: Cell, wreck: bool) -> int:
        """The same for a vehicle."""
        return int(self.vehicle_ground[self.at[cell]]) + (self.ground.mode.rows["wreck"].vehicle if wreck else 0)

    def hexside_at(self, target: Cell, places: Places) -> Ints:
        """What hexsides add to the defence of one hex against fire from every hex."""
        own = self.shelter[self.at[target]]
        found: Ints = np.maximum(own[self._first[places]], own[self._second[places]])
        return found

    def hexsides_from(self, places: Places) -> Ints:
        """What hexsides add to the defence of every hex against fire from one."""
        found: Ints = np.maximum(
            self.shelter[self.numbers, self._first[places]], self.shelter[self.numbers, self._second[places]]
        )
        return found

    def hexside(self, firer: Cell, target: Cell) -> int:
        """What hexsides add to the defence on one line."""
        place, own = self.one(firer, target), self.shelter[self.at[target]]
        return int(max(own[self._first[place]], own[self._second[place]]))

    def is_behind(self, firer: Cell, target: Cell) -> bool:
        """Whether an obstructing side of the target's hex lies in one line."""
        place, own = self.one(firer, target), self.behind[self.at[target]]
        return bool(own[self._first[place]] or own[self._second[place]])

    def climb(self, worth: Floats, pace: float, dear: Floats | None, allowance: int) -> Floats:
        """For every hex the best worth that a vehicle can drive to from there, less the price of the way."""
        return self.driving.climb(worth, pace, dear, allowance)


@lru_cache(maxsize=8)
def field(map_name: str, mode: str) -> Field:
    """The arrays of a map in a terrain mode."""
    return Field(ground_on(map_name, mode))


@lru_cache(maxsize=64)
def marching(map_name: str, mode: str, allowance: int, goals: tuple[Cell, ...]) -> Floats:
    """Movement Points from every hex to the nearest of some goals; whole allowances count one and a half times."""
    arrays = field(map_name, mode)
    worth = np.full(arrays.count, -BLOCKED)
    worth[[arrays.at[cell] for cell in goals]] = 0.0
    return -arrays.climb(worth, 1.0, None, allowance)
