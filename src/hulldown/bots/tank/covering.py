"""Opportunity Fire: where enemies may be expected to drive, and the line that would catch most of them."""

from __future__ import annotations

import numpy as np

from hulldown.bots.plane import Floats
from hulldown.bots.tank.charts import Charts
from hulldown.bots.tank.entering import traffic
from hulldown.bots.tank.foresight import Forecast
from hulldown.bots.tank.lanes import Sheet
from hulldown.bots.tank.odds import chances_from, is_soft
from hulldown.core.board import Cell
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules.state import Unit

TRIED = 10
"""Hexes whose lines are looked at for a unit."""
SURE = 0.8
"""How far what is foreseen can be relied on: it may panic, or be destroyed before."""
STIRS = 0.45
"""How likely an enemy vehicle is to move at all."""


class Lookout:
    """The traffic to be expected this turn, and lines of fire across it."""

    def __init__(self, charts: Charts, foreseen: Forecast | None = None) -> None:
        self.charts = charts
        self.foreseen = foreseen
        self.arrays = charts.arrays
        self.picture = charts.picture
        self._traffic: Floats | None = None
        self.prey = ""

    @property
    def traffic(self) -> Floats:
        """For every hex how many enemy vehicles may be expected to enter it this turn."""
        if self._traffic is None:
            self._traffic = self._expected() if self.foreseen is None else self._foreseen(self.foreseen)
        return self._traffic

    def _expected(self) -> Floats:
        arrays, picture = self.arrays, self.picture
        total = np.zeros(arrays.count)
        kinds = [force.type for force in picture.foe_setup.forces if not is_soft(force.type)]
        self.prey = kinds[0] if kinds else ""
        if not kinds:
            return total
        own = np.array([arrays.at[unit.cell] for unit in picture.own], dtype=np.intp)
        goal = None
        if len(own):
            middle = picture.own[len(own) // 2].cell
            goal = arrays.distances(arrays.to_target(middle))
        for foe in picture.foes:
            points = weapon_of(foe.mark.name).ma
            if points <= 1:
                continue
            distance = arrays.distances(arrays.to_target(foe.cell))
            near = (distance <= points) & (distance > 0)
            weight = near / (1.0 + distance)
            if goal is not None:
                weight = weight * np.where(goal <= goal[arrays.at[foe.cell]], 2.0, 0.7)
            total += weight * (STIRS * points * 0.7 / max(1.0e-9, float(weight.sum())))
        if picture.foe_setup.deploy == "column" and len(picture.foes) < 3:
            total += 0.15 * traffic(picture.scenario.map, picture.scenario.mode, picture.foe_setup.edge, 4)
        return total

    def _foreseen(self, foreseen: Forecast) -> Floats:
        """The traffic if the enemy does what is foreseen."""
        total = np.zeros(self.arrays.count)
        kinds = [kind for kind, _, _ in foreseen.ways if not is_soft(kind)]
        self.prey = max(sorted(set(kinds)), key=kinds.count) if kinds else ""
        for kind, way, many in foreseen.ways:
            if not is_soft(kind):
                for cell in way:
                    total[self.arrays.at[cell]] += many * SURE
        return total

    def best(self, unit: Unit, sheet: Sheet) -> tuple[float, Cell]:
        """The worth and the hex of the best line for a unit; -1 when none would catch anything."""
        traffic, gun = self.traffic, self.picture.gun_of(unit)
        if not self.prey or (gun.ap.near <= 0 and not gun.squad):
            return 0.0, -1
        arrays = self.arrays
        points = weapon_of(self.prey).ma // 2 + 1
        chances = chances_from(arrays, gun, unit.cell, self.prey, 0, points)
        if not gun.all_round:
            chances = chances * self.charts.in_arc(unit.cell, unit.facing)
        caught = traffic * chances
        tried = np.argpartition(caught, -TRIED)[-TRIED:]
        worth, cell = 0.0, -1
        reach = gun.reach
        for number in tried[np.argsort(-caught[tried], kind="stable")]:
            if caught[number] <= 0:
                break
            target = arrays.cells[number]
            if arrays.ground.board.distance(unit.cell, target) > reach:
                continue
            line = [arrays.at[passed] for passed in arrays.ground.lane(unit.cell, target).cells]
            total = float(caught[line].sum())
            if total > worth and sheet.can_fire(unit, target):
                worth, cell = total, target
        return min(worth, 0.8), cell
