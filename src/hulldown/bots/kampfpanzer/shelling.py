"""H fire: where a tight or a loose pattern may be expected to do most, on those who stand there or drive through."""

from __future__ import annotations

from hulldown.bots.kampfpanzer.forecast import Forecast
from hulldown.bots.kampfpanzer.odds import by_shells
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.state import Unit, dug_in
from hulldown.games.kampfpanzer.rules.verbs.firing import LOOSE, TIGHT

FRIEND = 1.0
"""What harm to own units in a pattern counts: H fire asks nobody whose side he is on."""


class Battery:
    """What H fire does, for every hex that can be fired at."""

    def __init__(self, picture: Picture, forecast: Forecast) -> None:
        self.picture = picture
        self.forecast = forecast
        self.spent: dict[str, float] = {}
        """For each enemy the part of the harm that is still to be done: guns that fire at the same add less."""
        self._way: dict[Cell, float] | None = None
        own = [unit for unit in picture.own if unit.aboard < 0]
        self._friends = {unit.cell: unit for unit in own}

    def best(self, unit: Unit, legal: UnitLegal) -> tuple[float, Task | None]:
        """The best pattern of one gun."""
        near = self.picture.scene.board.neighbours
        worth, chosen = 0.0, None
        for option in legal.options:
            if option.kind not in (TIGHT.kind, LOOSE.kind):
                continue
            loose = option.kind == LOOSE.kind
            spots = {foe.cell for foe in self.picture.foes} | self._traffic().keys()
            if loose:
                spots = spots | {ahead for cell in spots for ahead in near[cell]}
            for cell in sorted(spots & set(option.cells)):
                value = self.worth(cell, loose)
                if value > worth:
                    worth, chosen = value, Task(unit.id, option.kind, (cell,))
        return worth, chosen

    def worth(self, cell: Cell, loose: bool) -> float:
        """What a pattern on a hex is worth."""
        hexes = (cell, *self.picture.scene.board.neighbours[cell]) if loose else (cell,)
        total = 0.0
        for foe in self.picture.foes:
            if foe.cell in hexes and not (loose and arms(foe.type).hard):
                total += self.spent.get(foe.id, 1.0) * self.picture.bounty(foe) * self._harm(foe, loose)
        for spot in hexes:
            total += self._traffic().get(spot, 0.0) if not loose else 0.0
            friend = self._friends.get(spot)
            if friend is not None and not (loose and arms(friend.type).hard):
                total -= FRIEND * self.picture.worth(friend) * self._harm(friend, loose)
        return total

    def _harm(self, unit: Unit, loose: bool) -> float:
        """The harm to a unit that may stand still or move."""
        picture = self.picture
        still = self.forecast.still.get(unit.id, 0.5)
        covered, dug = bool(picture.arrays.near[picture.arrays.at[unit.cell]]), dug_in(picture.state, unit)
        stake = picture.stake(unit)
        stands = harm(stake, unit.level, by_shells(loose, False, covered, dug))
        moves = harm(stake, unit.level, by_shells(loose, True, covered, dug))
        return still * stands + (1.0 - still) * moves

    def _traffic(self) -> dict[Cell, float]:
        """For the hexes that enemies may drive through what a tight pattern there does to them."""
        if self._way is None:
            self._way = {}
            shares = by_shells(False, True, False, False)
            for trip in self.forecast.trips:
                unit = trip.unit
                part = trip.chance * self.picture.bounty(unit) * harm(self.picture.stake(unit), unit.level, shares)
                for cell in trip.path:
                    self._way[cell] = self._way.get(cell, 0.0) + part
        return self._way

    def take(self, task: Task) -> None:
        """Notes that a pattern is laid: another one on the same units does less."""
        near = self.picture.scene.board.neighbours
        hexes = (task.cells[0], *near[task.cells[0]]) if task.kind == LOOSE.kind else task.cells
        for foe in self.picture.foes:
            if foe.cell in hexes:
                self.spent[foe.id] = 0.7 * self.spent.get(foe.id, 1.0)
