"""Direct Fire shared out: who fires at what, by what one more shot adds to the chance of a kill."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.tank.charts import GUESS, Charts
from hulldown.bots.tank.foresight import Forecast
from hulldown.bots.tank.odds import Arms, battery, chance, is_soft
from hulldown.bots.tank.picture import Foe, Picture
from hulldown.core.board import Cell
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules.state import Unit

CREW = 5
"""The most units whose HE is joined."""


class Shot(NamedTuple):
    """A shot that a unit could fire: at which foe, with what chance, and how likely the foe is found in time."""

    foe: int
    chance: float
    found: float


class Range:
    """All lines of fire of a side as they stand before the turn."""

    def __init__(self, picture: Picture, charts: Charts, foreseen: Forecast | None = None) -> None:
        self.picture = picture
        self.foreseen = foreseen
        self.charts = charts
        self.arrays = picture.arrays
        self.found = [self._found(foe) for foe in picture.foes]
        self.shots: dict[str, list[Shot]] = {unit.id: self._shots(unit) for unit in picture.own}

    def _found(self, foe: Foe) -> float:
        """The chance that the force spots a foe before Direct Fire (13.23a); a moving vehicle is seen at once."""
        if foe.spotted:
            return 1.0
        arrays, seen = self.arrays, self.arrays.sight(foe.cell)
        number = arrays.at[foe.cell]
        missed = 1.0
        for unit in self.picture.own:
            if not seen[arrays.at[unit.cell]]:
                continue
            if is_soft(foe.mark.name):
                covered = foe.mark.position or arrays.rough[number] or arrays.is_behind(unit.cell, foe.cell)
                column = 3 if covered else 2
            else:
                column = 1 if arrays.woods[number] or arrays.is_behind(unit.cell, foe.cell) else 0
            distance = arrays.ground.board.distance(unit.cell, foe.cell)
            missed *= 1.0 - float(arrays.spotting[column, distance])
        return 1.0 - missed

    def _shots(self, unit: Unit) -> list[Shot]:
        """The shots open to a unit; those at soft targets by themselves may be hopeless."""
        picture, arrays = self.picture, self.arrays
        gun = picture.gun_of(unit)
        row = picture.scene.row(unit.cell)
        found = []
        for number, foe in enumerate(picture.foes):
            cell = foe.cell
            if not row >> cell & 1 or cell == unit.cell or self.found[number] <= 0:
                continue
            if picture.ground.board.distance(unit.cell, cell) > gun.reach or not self.bears(unit, gun, cell):
                continue
            soft = is_soft(foe.mark.name)
            if gun.fire(foe.mark.name).near <= 0 and not gun.squad:
                continue
            points = 0 if soft or not weapon_of(foe.mark.name).ma else self.points(cell)
            value = chance(arrays, gun, unit.cell, foe.mark._replace(points=points))
            if value > 0 or soft:
                found.append(Shot(number, value, self.found[number]))
        return found

    def points(self, cell: Cell) -> int:
        """The Movement Points to expect of a vehicle shot at: a guess, or what is foreseen."""
        return GUESS if self.foreseen is None else self.foreseen.points.get(cell, GUESS)

    def bears(self, unit: Unit, gun: Arms, cell: Cell) -> bool:
        """Whether a unit can fire into a cell as it faces."""
        return gun.all_round or self.picture.ground.in_arc(unit.cell, unit.facing, cell)

    def joint(self, crew: list[Unit], foe: Foe) -> float:
        """The chance of a crew's joined HE at a soft foe."""
        return battery(self.arrays, [(self.picture.gun_of(unit), unit.cell) for unit in crew], foe.mark)
