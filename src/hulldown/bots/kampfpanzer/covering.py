"""Opportunity Fire: the line of a unit across which most may be expected to drive; and guns that must turn."""

from __future__ import annotations

from hulldown.bots.kampfpanzer.forecast import Forecast, Trip
from hulldown.bots.kampfpanzer.odds import by_fire, strength
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.lanes import NOT_MET, Lane
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.face import FACING
from hulldown.games.kampfpanzer.rules.verbs.firing import COVERING

TRIED = 24
"""Lines tried for a unit."""
MATES = 1.5
"""How many times its own strength a unit may expect at its target: others watch the same way."""


class Lookout:
    """Lines for units that have nothing better to do."""

    def __init__(self, picture: Picture, forecast: Forecast) -> None:
        self.picture = picture
        self.forecast = forecast

    def best(self, unit: Unit, legal: UnitLegal) -> tuple[float, Task | None]:
        """The best line of a unit and what it is worth."""
        option = next((one for one in legal.options if one.kind == COVERING.kind), None)
        if option is None or not self.forecast.trips:
            return 0.0, None
        open_cells = set(option.cells)
        distance = self.picture.scene.board.distance
        seen: dict[Cell, None] = {}
        for trip in self.forecast.trips:
            for cell in trip.path:
                if cell in open_cells:
                    seen[cell] = None
        # The farther a line goes, the more ways it crosses.
        cells = sorted(seen, key=lambda cell: (-distance(unit.cell, cell), cell))
        worth, chosen = 0.0, None
        for cell in cells[:: max(1, len(cells) // TRIED)]:
            value = self._worth(unit, self.picture.scene.ground.lane(unit.cell, cell))
            if value > worth:
                worth, chosen = value, Task(unit.id, COVERING.kind, (cell,))
        return worth, chosen

    def _worth(self, unit: Unit, lane: Lane) -> float:
        """What a line may be expected to bring: its fire is at the first who comes."""
        none = 1.0
        total = 0.0
        for trip in self.forecast.trips:
            met = self._met(lane, trip)
            if met < 0:
                continue
            gain = self._gain(unit, trip.unit, met)
            if gain <= 0:
                continue
            total += none * trip.chance * gain
            none *= 1.0 - trip.chance
        return total

    def _met(self, lane: Lane, trip: Trip) -> Cell:
        """The hex in which a trip first comes into a line, -1 for none."""
        here = trip.start
        for cell in trip.path:
            if here >= 0 and self.picture.scene.ground.meets(lane, here, cell) != NOT_MET:
                return cell
            here = cell
        return -1

    def _gain(self, unit: Unit, foe: Unit, cell: Cell) -> float:
        picture, scene = self.picture, self.picture.scene
        if not scene.clear(unit.cell, cell) or not scene.reaches(unit.cell, cell):
            return 0.0
        power = strength(unit.type, scene.board.distance(unit.cell, cell), arms(foe.type).hard)
        if not power:
            return 0.0
        defence = picture.defence(foe) + int(picture.arrays.cover[picture.arrays.at[cell]])
        shares = by_fire(int(MATES * power) - defence, moving=True)
        return picture.bounty(foe) * harm(picture.stake(foe), foe.level, shares) / MATES

    def turned(self, unit: Unit, legal: UnitLegal) -> Task | None:
        """A new facing for a gun that bears on nobody, if another one would do better."""
        option = next((one for one in legal.options if one.kind == FACING.kind), None)
        if option is None:
            return None
        scores = {facing: self._outlook(unit, facing) for facing in range(6)}
        best = max(option.facings, key=lambda facing: (scores[facing], -facing))
        if scores[best] > 1.5 * scores[unit.facing] + 0.2:
            return Task(unit.id, FACING.kind, facing=best)
        return None

    def _outlook(self, unit: Unit, facing: int) -> float:
        """How much of the enemy is in front of a gun, the near and visible counting most."""
        ground, board = self.picture.scene.ground, self.picture.scene.board
        total = 0.0
        for foe in self.picture.foes:
            if foe.cell != unit.cell and ground.in_arc(unit.cell, facing, foe.cell):
                away = board.distance(unit.cell, foe.cell)
                seen = self.picture.scene.clear(unit.cell, foe.cell) and away <= arms(unit.type).range
                total += self.picture.worth(foe) * (1.0 if seen else 2.0 / (4.0 + away))
        return total
