"""The danger of the coming turn to single units, by the facing they show and the points they plot."""

from __future__ import annotations

from hulldown.bots.tank.charts import OUTSIDE, Charts
from hulldown.bots.tank.odds import Fire, Mark, armour, chance, defence_of, is_soft
from hulldown.core.board import Cell
from hulldown.games.tank.rules.fire import BEST_COLUMN, DIE
from hulldown.games.tank.rules.state import Unit

_Line = tuple[float, int, tuple[int, int, int], Fire]
"""A foe's share of fire, the sector table's place of its line, the highest killing die by aspect, and what it fires."""


class Dangers:
    """Lines of fire at own units as they stand; asked again and again for other facings and points."""

    def __init__(self, charts: Charts) -> None:
        self.charts = charts
        self.arrays = charts.arrays
        self._lines: dict[tuple[Cell, str], tuple[list[_Line], float]] = {}

    def _of(self, unit: Unit, cell: Cell) -> tuple[list[_Line], float]:
        """The lines at a vehicle, and the chance that it survives what does not look at facing or points."""
        known = self._lines.get((cell, unit.type))
        if known is not None:
            return known
        arrays, picture = self.arrays, self.charts.picture
        lines: list[_Line] = []
        safe = 1.0
        row = picture.scene.row(cell)
        wreck = cell in picture.wrecks
        positions = {position.cell for position in picture.view.positions if position.side == picture.side}
        for foe, share in zip(picture.foes, self.charts.shares, strict=True):
            if not row >> foe.cell & 1 or foe.cell == cell:
                continue
            gun = foe.gun
            distance = picture.ground.board.distance(foe.cell, cell)
            if distance > gun.reach:
                continue
            part = share
            if not gun.all_round and foe.facing >= 0 and not picture.ground.in_arc(foe.cell, foe.facing, cell):
                part *= OUTSIDE
            mark = Mark(unit.type, cell, 0, wreck, cell in positions)
            if gun.squad or is_soft(unit.type):
                safe *= 1.0 - part * chance(arrays, gun, foe.cell, mark)
                continue
            fire = gun.fire(unit.type)
            strength = fire.strength(unit.type, distance)
            plates = armour(unit.type)
            base = defence_of(arrays, mark, foe.cell) - plates[arrays.aspect(foe.cell, cell, 0)]
            high = tuple(
                int(fire.high[distance, min(max(strength - base - plate, -1), BEST_COLUMN) + 1]) for plate in plates
            )
            if max(high) and strength > 0:
                lines.append((part, arrays.one(foe.cell, cell), (high[0], high[1], high[2]), fire))
        self._lines[cell, unit.type] = lines, safe
        return lines, safe

    def risk(self, unit: Unit, facing: int, points: int, cell: Cell = -1) -> float:
        """The chance that a unit is destroyed by the fire of foes in sight of it; nothing while it is hidden."""
        if unit.hidden:
            return 0.0
        lines, safe = self._of(unit, unit.cell if cell < 0 else cell)
        for share, place, high, fire in lines:
            die = high[self.arrays.aspect_at(place, facing)] - fire.add * (points // fire.points)
            if die > 0:
                safe *= 1.0 - share * min(die, DIE) / DIE
        return 1.0 - safe
